// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells of a tile layer, in every encoding Tiled writes.
#pragma once

#include "io/reader.h"

/// What the cells of a layer are written in.
typedef struct cr_packing {
    const char *layer;       ///< its name, for messages
    const char *encoding;    ///< "csv", "base64", or "" for whatever is there
    const char *compression; ///< "", "zlib", "gzip" or "zstd"
} cr_packing;

/// Reads `count` cells, row by row, from text, packed numbers or <tile> elements. Null after a failure; more or fewer
/// cells are one. No memory is taken before the data is seen to be long enough.
uint32_t *cr_read_cells(cr_reader *reader, const cr_node *data, const cr_packing *packing, size_t count);
