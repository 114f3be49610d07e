// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells of a tile layer, in every encoding Tiled writes.
#pragma once

#include "io/reader.h"

/// Reads `count` cells, row by row, from `data`: text, packed numbers or <tile> elements. `encoding` is "csv", "base64"
/// or "" (whatever is there), `compression` "", "zlib", "gzip" or "zstd". Null after a failure; more or fewer cells are
/// one. No memory is taken before the data is seen to be long enough.
uint32_t *cr_read_cells(cr_reader *reader, const cr_node *data, const char *encoding, const char *compression,
                        size_t count);
