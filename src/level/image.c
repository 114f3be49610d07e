// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The arrays of an index one after another, behind a head that says how long they are:
//
//     head | lines | links | words | some zeros that are read with the last words
//
// What is opened is trusted in nothing. Every offset and number that a question would follow is looked at once. The
// lists and grids of a level share no words, so that together they are no longer than the words: an image whose cells
// lead to more than that, in a circle perhaps, is refused before it takes any longer.
#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/level.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char MAGIC[8] = {'c', 'a', 'r', 'o', 'm', 'l', 'v', '\n'};
enum { BYTE_ORDER_MARK = 0x01020304, FORM = 2, ALIGNMENT = 8 };

typedef struct head {
    char magic[8];
    uint32_t byte_order, form;
    uint64_t bytes; // of the image
    int32_t count, columns, rows, seams_removed;
    uint32_t words, reserved;
    double origin[2], per_cell;
    carom_box bounds;
} head;

static uint64_t bytes_of(uint64_t count, uint64_t words) {
    return sizeof(head) + count * (sizeof(cr_line) + sizeof(cr_link)) + (words + CR_WORDS_PAD) * sizeof(uint32_t);
}

// ---- Writing ------------------------------------------------------------------------------------------------------

size_t carom_level_image_size(const carom_level *level) {
    return (size_t)bytes_of((uint64_t)level->index.count, level->index.words_count);
}

void carom_level_image_write(const carom_level *level, void *bytes) {
    const cr_index *index = &level->index;
    size_t lines = (size_t)index->count * sizeof(cr_line), links = (size_t)index->count * sizeof(cr_link);
    head h = {.byte_order = BYTE_ORDER_MARK, .form = FORM, .bytes = carom_level_image_size(level)};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    h.count = index->count;
    h.columns = index->size[0];
    h.rows = index->size[1];
    h.seams_removed = level->seams_removed;
    h.words = index->words_count;
    h.origin[0] = index->origin[0];
    h.origin[1] = index->origin[1];
    h.per_cell = index->per_cell;
    h.bounds = level->bounds;
    unsigned char *to = bytes;
    memcpy(to, &h, sizeof h);
    if (lines > 0) memcpy(to + sizeof h, index->lines, lines);
    if (links > 0) memcpy(to + sizeof h + lines, index->links, links);
    to += sizeof h + lines + links;
    if (h.words > 0) memcpy(to, index->words, h.words * sizeof(uint32_t));
    memset(to + h.words * sizeof(uint32_t), 0, CR_WORDS_PAD * sizeof(uint32_t));
}

// ---- Reading ------------------------------------------------------------------------------------------------------

typedef struct reading {
    const unsigned char *bytes;
    size_t size;
    carom_error *error;
    head head;
    cr_index *index;
    uint64_t words_left; // that cells can still lead to
} reading;

static carom_status fail(const reading *r, carom_status status, const void *place, const char *message) {
    if (!r->error) return status;
    *r->error = (carom_error){.status = status};
    size_t at = place ? (size_t)((const unsigned char *)place - r->bytes) : 0;
    snprintf(r->error->where, sizeof r->error->where, "byte %zu", at);
    snprintf(r->error->message, sizeof r->error->message, "%s", message);
    return status;
}

static carom_status check_head(reading *r) {
    if ((uintptr_t)r->bytes % ALIGNMENT != 0)
        return fail(r, CAROM_BAD_ARGUMENT, NULL, "an image begins at a multiple of 8");
    if (r->size < sizeof r->head) return fail(r, CAROM_BAD_FILE, NULL, "too short for the image of a level");
    memcpy(&r->head, r->bytes, sizeof r->head);
    const head *h = &r->head;
    if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0) return fail(r, CAROM_BAD_FILE, NULL, "not the image of a level");
    if (h->byte_order != BYTE_ORDER_MARK || h->form != FORM) {
        return fail(r, CAROM_UNSUPPORTED, r->bytes + offsetof(head, byte_order),
                    "an image of another byte order or version: write it anew");
    }
    bool sized = h->count >= 0 && h->count <= CR_MOST_EDGES && h->words <= 1u << (32 - CR_CELL_SHIFT);
    if (!sized || h->bytes != r->size || bytes_of((uint64_t)h->count, h->words) != r->size) {
        return fail(r, CAROM_BAD_FILE, r->bytes + offsetof(head, bytes), "not as long as its head says");
    }
    uint64_t cells = (uint64_t)(uint32_t)h->columns * (uint32_t)h->rows;
    bool tiled = h->columns >= 0 && h->rows >= 0 && h->columns % CR_TILE == 0 && h->rows % CR_TILE == 0;
    bool placed = fabs(h->origin[0]) < 1e60 && fabs(h->origin[1]) < 1e60 && h->per_cell < 1e60; // not NaN either
    bool empty = h->words == 0 && cells == 0 && h->count == 0;
    if (!tiled || !placed || cells > h->words || !(empty || (cells > 0 && h->per_cell > 0))) {
        return fail(r, CAROM_BAD_FILE, r->bytes + offsetof(head, columns), "cells that cannot be");
    }
    return CAROM_OK;
}

static bool is_edge(const reading *r, uint32_t number) {
    return number < (uint32_t)r->head.count;
}

static bool is_link(const reading *r, uint32_t link) {
    uint32_t none = UINT32_MAX >> CR_REF_SHIFT;
    return link >> CR_REF_SHIFT == none || is_edge(r, link >> CR_REF_SHIFT);
}

static carom_status check_edges(const reading *r) {
    for (int i = 0; i < r->head.count; ++i) {
        const cr_line *line = &r->index->lines[i];
        const cr_link *link = &r->index->links[i];
        if (!cr_finite2(line->a) || !cr_finite2(line->b) || cr_same_point(line->a, line->b))
            return fail(r, CAROM_BAD_FILE, line, "an edge that cannot be");
        bool next = is_edge(r, link->next >> CR_REF_SHIFT), prev = is_edge(r, link->prev >> CR_REF_SHIFT);
        bool corners = (next || !(link->next & CR_CORNER_B)) && (prev || !(link->next & CR_CORNER_A));
        if (!is_link(r, link->next) || !is_link(r, link->prev) || !corners)
            return fail(r, CAROM_BAD_FILE, link, "linked to an edge that is not there");
    }
    return CAROM_OK;
}

/// Are these words there, and not more in all than there are?
static bool take_words(reading *r, uint64_t first, uint64_t count) {
    if (first + count > r->head.words || count > r->words_left) return false;
    r->words_left -= count;
    return true;
}

static bool check_refs(const reading *r, const uint32_t *refs, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_edge(r, refs[i] >> CR_REF_SHIFT)) return false;
    }
    return true;
}

static carom_status check_cells(reading *r, uint32_t first, uint32_t count, int depth) {
    const uint32_t *words = r->index->words;
    carom_status status = CAROM_OK;
    for (uint32_t at = first; status == CAROM_OK && at - first < count; ++at) {
        uint32_t cell = words[at], kind = cr_cell_kind(cell), offset = cell >> CR_CELL_SHIFT;
        bool good = cell == 0;
        if (kind > 0 && kind <= CR_CELL_FEW) {
            good = take_words(r, offset, kind) && check_refs(r, words + offset, kind);
        } else if (kind == CR_CELL_LIST) {
            good = take_words(r, offset, 1) && words[offset] <= INT32_MAX &&
                   take_words(r, (uint64_t)offset + 1, words[offset]) &&
                   check_refs(r, words + offset + 1, words[offset]);
        } else if (kind == CR_CELL_GRID) {
            good = depth < CR_INDEX_DEPTH && take_words(r, offset, CR_TILE_CELLS);
            if (good) status = check_cells(r, offset, CR_TILE_CELLS, depth + 1);
        }
        if (!good) return fail(r, CAROM_BAD_FILE, words + at, "a cell that leads to what is not there");
    }
    return status;
}

/// The arrays of an image are only read: what could write through them, an edit, refuses to.
static void point_at(cr_index *index, const head *h, const unsigned char *bytes) {
    size_t lines = (size_t)h->count * sizeof(cr_line), links = (size_t)h->count * sizeof(cr_link);
    unsigned char *arrays = (unsigned char *)(uintptr_t)bytes + sizeof *h;
    *index = (cr_index){.count = h->count, .words_count = h->words, .is_image = true};
    index->lines = (cr_line *)(void *)arrays;
    index->links = (cr_link *)(void *)(arrays + lines);
    index->words = (uint32_t *)(void *)(arrays + lines + links);
    index->size[0] = h->columns;
    index->size[1] = h->rows;
    index->origin[0] = h->origin[0];
    index->origin[1] = h->origin[1];
    index->per_cell = h->per_cell;
}

static carom_status read_image(reading *r) {
    carom_status status = check_head(r);
    if (status != CAROM_OK) return status;
    point_at(r->index, &r->head, r->bytes);
    status = check_edges(r);
    if (status != CAROM_OK) return status;
    cr_index_measure(r->index);
    uint32_t cells = (uint32_t)r->head.columns * (uint32_t)r->head.rows;
    r->words_left = r->head.words - cells;
    return check_cells(r, 0, cells, 0);
}

carom_status carom_level_open(const void *bytes, size_t size, const carom_allocator *allocator, carom_level **out,
                              carom_error *error) {
    *out = NULL;
    carom_level *level = cr_take_array(allocator, 1, sizeof *level);
    reading r = {.bytes = bytes, .size = size, .error = error};
    if (!level) return fail(&r, CAROM_NO_MEMORY, NULL, "out of memory");
    *level = (carom_level){0};
    if (allocator) level->allocator = *allocator;
    r.index = &level->index;
    carom_status status = read_image(&r);
    if (status != CAROM_OK) {
        carom_level_free(level);
        return status;
    }
    level->bounds = r.head.bounds;
    level->seams_removed = r.head.seams_removed;
    *out = level;
    return CAROM_OK;
}
