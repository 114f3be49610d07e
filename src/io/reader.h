// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What all parts of one reading share: options, memory, the first error, and the map that is being filled.
#pragma once

#include "carom/io.h"
#include "io/doc.h"
#include "io/memory.h"

/// What a reading leaves behind.
struct carom_map {
    const carom_allocator *allocator;
    cr_arena arena;   ///< strings, points, codes
    cr_pile tiles;    ///< carom_tiles
    cr_pile outlines; ///< carom_outline
    cr_pile objects;  ///< carom_map_object
    cr_pile notes;    ///< carom_map_note
    carom_map_info info;
};

typedef struct cr_reader {
    carom_map_options options; ///< with all defaults filled in
    cr_arena scratch;          ///< freed when the reading ends
    carom_error error;         ///< the first failure; status CAROM_OK until then
    carom_map *map;
    const char *root;    ///< the folder that is not left, with a '/' behind, "" for the current one
    int files_opened;    ///< external ones
    size_t cells_taken;  ///< of all layers so far
    size_t points_taken; ///< of all outlines so far, and what takes as much
} cr_reader;

/// Notes the first failure; later ones are its consequences and are dropped. `at` is the place, null if there is none.
/// Always returns false, so that one can fail and leave in one line.
bool cr_fail(cr_reader *reader, carom_status status, const cr_node *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool cr_fail_in_file(cr_reader *reader, carom_status status, const char *path, int line, int column, const char *format,
                     ...) __attribute__((format(printf, 6, 7)));
bool cr_no_memory(cr_reader *reader);

/// cr_take from the scratch arena, with the failure noted.
void *cr_scratch(cr_reader *reader, size_t count, size_t size);

/// Text made as printf does, in an arena; null when there is no memory.
char *cr_text(cr_reader *reader, cr_arena *arena, const char *format, ...) __attribute__((format(printf, 3, 4)));

/// Adds a line for carom_map_note_at; `where` is kept as it is, so it must live as long as the map.
bool cr_note(cr_reader *reader, const char *where, const char *format, ...) __attribute__((format(printf, 3, 4)));
