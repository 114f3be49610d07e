// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells of a tile layer, in every encoding that Tiled writes.
#pragma once

#include "io/reader.h"

/// The encoding of the cells of a layer.
typedef struct cr_data_encoding {
    const char *layer;       ///< name of the layer, for messages
    const char *encoding;    ///< "csv" or "base64"; "": any except base64
    const char *compression; ///< "", "zlib", "gzip" or "zstd"
} cr_data_encoding;

/// Reads `count` cells, row by row, from text, packed numbers or <tile> elements. Returns null after a failure, also if
/// there are more or fewer cells. Allocates only after checking that the data can be long enough.
uint32_t *cr_read_cells(cr_reader *reader, const cr_node *data, const cr_data_encoding *packing, size_t count);
