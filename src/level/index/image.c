// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The image of an index: its arrays in sequence, behind a head with their lengths.
//
//     head | lines | links | words | zero words that are read with the last words
//
// The bytes are untrusted: every number that a query follows is verified. The grid is checked against what a build can
// produce, offsets and counts against the arrays, the links of edges against each other. Lists and grids of a level
// share no words, so their total length is at most the number of words. If the cells refer to more than that (in a
// cycle, for instance), the image is rejected, which bounds the time of the check.
//
// The bytes depend on the level alone: there is no padding, and the words of a new block are cleared.
#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/index/level.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char MAGIC[8] = {'c', 'a', 'r', 'o', 'm', 'l', 'v', '\n'};
enum { BYTE_ORDER_MARK = 0x01020304, FORMAT_VERSION = 2, ALIGNMENT = 8 };

typedef struct image_head {
    char magic[8];
    uint32_t byte_order, form;
    uint64_t bytes; // size of the image
    int32_t count, columns, rows, seams_removed;
    uint32_t words, reserved;
    double origin[2], per_cell;
    carom_box bounds;
} image_head;

static uint64_t image_size_of(uint64_t count, uint64_t words) {
    return sizeof(image_head) + count * (sizeof(cr_edge_line) + sizeof(cr_link)) +
           (words + CR_WORDS_PAD) * sizeof(uint32_t);
}

// ---- Writing ------------------------------------------------------------------------------------------------------

size_t carom_level_image_size(const carom_level *level) {
    return (size_t)image_size_of((uint64_t)level->index.count, level->index.words_count);
}

void carom_level_image_write(const carom_level *level, void *bytes) {
    const cr_index *index = &level->index;
    size_t lines = (size_t)index->count * sizeof(cr_edge_line), links = (size_t)index->count * sizeof(cr_link);
    image_head h = {.byte_order = BYTE_ORDER_MARK, .form = FORMAT_VERSION, .bytes = carom_level_image_size(level)};
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

typedef struct image_reader {
    const unsigned char *bytes;
    size_t size;
    carom_error *error;
    image_head head;
    cr_index *index;
    uint64_t words_left; // words that cells may still refer to
    uint32_t *seen_in;   // for each edge, the last cell that lists it
} image_reader;

static carom_status fail_at(const image_reader *r, carom_status status, const void *place, const char *message) {
    if (!r->error) return status;
    *r->error = (carom_error){.status = status};
    size_t at = place ? (size_t)((const unsigned char *)place - r->bytes) : 0;
    snprintf(r->error->where, sizeof r->error->where, "byte %zu", at);
    snprintf(r->error->message, sizeof r->error->message, "%s", message);
    return status;
}

/// True for a finite box, and for the reversed box of an empty level.
static bool is_valid_bounds(carom_box box) {
    bool reversed = box.min.x == INFINITY && box.min.y == INFINITY && box.max.x == -INFINITY && box.max.y == -INFINITY;
    return reversed || (cr_finite2(box.min) && cr_finite2(box.max) && box.min.x <= box.max.x && box.min.y <= box.max.y);
}

/// A cell size is a difference of floats, or a sum of some. The grid need not cover the bounds: filled shapes may lie
/// outside of it.
static carom_status check_image_grid(const image_reader *r) {
    // The range of coordinates of float, and of the inverse of their differences, with room for rounding.
    const double max_origin = 1e41, min_per_cell = 1e-41, max_per_cell = 1e46;
    const image_head *h = &r->head;
    uint64_t cells = (uint64_t)(uint32_t)h->columns * (uint32_t)h->rows;
    bool empty = h->words == 0 && h->columns == 0 && h->rows == 0 && h->count == 0;
    bool is_size_valid = h->columns > 0 && h->rows > 0 && h->columns % CR_TILE == 0 && h->rows % CR_TILE == 0;
    bool is_frame_valid = fabs(h->origin[0]) < max_origin && fabs(h->origin[1]) < max_origin && // false for NaN as well
                          h->per_cell > min_per_cell && h->per_cell < max_per_cell;
    if (!is_valid_bounds(h->bounds) || !(empty || (is_size_valid && is_frame_valid && cells <= h->words)))
        return fail_at(r, CAROM_STATUS_BAD_FILE, r->bytes + offsetof(image_head, columns), "invalid grid of cells");
    if (h->seams_removed < 0 || h->reserved != 0)
        return fail_at(r, CAROM_STATUS_BAD_FILE, r->bytes + offsetof(image_head, seams_removed),
                       "invalid number in the head");
    return CAROM_STATUS_OK;
}

static carom_status check_image_head(image_reader *r) {
    if ((uintptr_t)r->bytes % ALIGNMENT != 0)
        return fail_at(r, CAROM_STATUS_BAD_ARGUMENT, NULL, "the image does not begin at a multiple of 8");
    if (r->size < sizeof r->head)
        return fail_at(r, CAROM_STATUS_BAD_FILE, NULL, "too short to be the image of a level");
    memcpy(&r->head, r->bytes, sizeof r->head);
    const image_head *h = &r->head;
    if (memcmp(h->magic, MAGIC, sizeof MAGIC) != 0)
        return fail_at(r, CAROM_STATUS_BAD_FILE, NULL, "not the image of a level");
    if (h->byte_order != BYTE_ORDER_MARK || h->form != FORMAT_VERSION) {
        return fail_at(r, CAROM_STATUS_UNSUPPORTED, r->bytes + offsetof(image_head, byte_order),
                       "the image has another byte order or version: write it again");
    }
    bool sized = h->count >= 0 && h->count <= CR_MAX_EDGES && h->words <= 1u << (32 - CR_CELL_SHIFT);
    if (!sized || h->bytes != r->size || image_size_of((uint64_t)h->count, h->words) != r->size) {
        return fail_at(r, CAROM_STATUS_BAD_FILE, r->bytes + offsetof(image_head, bytes),
                       "the image is cut off, or has bytes behind its end");
    }
    return check_image_grid(r);
}

static bool is_edge(const image_reader *r, uint32_t number) {
    return number < (uint32_t)r->head.count;
}

static bool is_link(const image_reader *r, uint32_t link) {
    uint32_t none = UINT32_MAX >> CR_REF_SHIFT;
    return link >> CR_REF_SHIFT == none || is_edge(r, link >> CR_REF_SHIFT);
}

/// True if the successor and the predecessor of edge i link back to it, and the successor begins where it ends.
static bool is_linked_both_ways(const image_reader *r, int i) {
    const cr_link *links = r->index->links;
    uint32_t next = links[i].next >> CR_REF_SHIFT, prev = links[i].prev >> CR_REF_SHIFT;
    if (is_edge(r, prev) && links[prev].next >> CR_REF_SHIFT != (uint32_t)i) return false;
    if (!is_edge(r, next)) return true;
    return links[next].prev >> CR_REF_SHIFT == (uint32_t)i &&
           cr_same_point(r->index->lines[i].b, r->index->lines[next].a);
}

static carom_status check_image_edges(const image_reader *r) {
    for (int i = 0; i < r->head.count; ++i) {
        const cr_edge_line *line = &r->index->lines[i];
        const cr_link *link = &r->index->links[i];
        if (!cr_finite2(line->a) || !cr_finite2(line->b) || cr_same_point(line->a, line->b))
            return fail_at(r, CAROM_STATUS_BAD_FILE, line, "invalid edge: ends are equal or not finite");
        bool next = is_edge(r, link->next >> CR_REF_SHIFT), prev = is_edge(r, link->prev >> CR_REF_SHIFT);
        bool corners = (next || !(link->next & CR_CORNER_B)) && (prev || !(link->next & CR_CORNER_A));
        bool is_prev_clean = (link->prev & CR_REF_FLAGS) == 0;
        if (!is_link(r, link->next) || !is_link(r, link->prev) || !corners || !is_prev_clean ||
            !is_linked_both_ways(r, i))
            return fail_at(r, CAROM_STATUS_BAD_FILE, link, "invalid link to another edge");
    }
    return CAROM_STATUS_OK;
}

/// Counts words as referred to. Returns false if they are out of range or exceed the total.
static bool count_words(image_reader *r, uint64_t first, uint64_t count) {
    if (first + count > r->head.words || count > r->words_left) return false;
    r->words_left -= count;
    return true;
}

/// A cell must not list an edge twice.
static bool check_image_refs(const image_reader *r, const uint32_t *refs, uint32_t count, uint32_t cell) {
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t edge = refs[i] >> CR_REF_SHIFT;
        if (!is_edge(r, edge) || (refs[i] & CR_REF_FLAGS) != 0 || r->seen_in[edge] == cell) return false;
        r->seen_in[edge] = cell;
    }
    return true;
}

static carom_status check_image_cells(image_reader *r, uint32_t first, uint32_t count, int depth) {
    const uint32_t *words = r->index->words;
    carom_status status = CAROM_STATUS_OK;
    for (uint32_t at = first; status == CAROM_STATUS_OK && at - first < count; ++at) {
        uint32_t cell = words[at], kind = cr_cell_kind(cell), offset = cell >> CR_CELL_SHIFT;
        bool good = cell == 0;
        if (kind > 0 && kind <= CR_CELL_FEW) {
            good = count_words(r, offset, kind) && check_image_refs(r, words + offset, kind, at);
        } else if (kind == CR_CELL_LIST) {
            good = count_words(r, offset, 1) && words[offset] <= INT32_MAX &&
                   count_words(r, (uint64_t)offset + 1, words[offset]) &&
                   check_image_refs(r, words + offset + 1, words[offset], at);
        } else if (kind == CR_CELL_GRID) {
            good = depth < CR_INDEX_DEPTH && count_words(r, offset, CR_TILE_CELLS);
            if (good) status = check_image_cells(r, offset, CR_TILE_CELLS, depth + 1);
        }
        if (!good) return fail_at(r, CAROM_STATUS_BAD_FILE, words + at, "cell with an edge or offset out of range");
    }
    return status;
}

/// The arrays of an image are never written: a level from an image is not editable.
static void set_arrays(cr_index *index, const image_head *h, const unsigned char *bytes) {
    size_t lines = (size_t)h->count * sizeof(cr_edge_line), links = (size_t)h->count * sizeof(cr_link);
    unsigned char *arrays = (unsigned char *)(uintptr_t)bytes + sizeof *h;
    *index = (cr_index){.count = h->count, .words_count = h->words, .is_image = true};
    index->lines = (cr_edge_line *)(void *)arrays;
    index->links = (cr_link *)(void *)(arrays + lines);
    index->words = (uint32_t *)(void *)(arrays + lines + links);
    index->size[0] = h->columns;
    index->size[1] = h->rows;
    index->origin[0] = h->origin[0];
    index->origin[1] = h->origin[1];
    index->per_cell = h->per_cell;
}

static carom_status check_all_image_cells(image_reader *r, const carom_allocator *allocator) {
    size_t count = (size_t)r->head.count;
    uint32_t cells = (uint32_t)r->head.columns * (uint32_t)r->head.rows;
    r->seen_in = cr_take_array(allocator, count, sizeof *r->seen_in);
    if (!r->seen_in) return fail_at(r, CAROM_STATUS_NO_MEMORY, NULL, "out of memory");
    memset(r->seen_in, 0xff, count * sizeof *r->seen_in);
    r->words_left = r->head.words - cells;
    carom_status status = check_image_cells(r, 0, cells, 0);
    cr_free_array(allocator, r->seen_in, count, sizeof *r->seen_in);
    return status;
}

static carom_status read_image(image_reader *r, const carom_allocator *allocator) {
    carom_status status = check_image_head(r);
    if (status != CAROM_STATUS_OK) return status;
    set_arrays(r->index, &r->head, r->bytes);
    status = check_image_edges(r);
    if (status != CAROM_STATUS_OK) return status;
    cr_index_measure(r->index);
    return check_all_image_cells(r, allocator);
}

carom_status carom_level_open(const void *bytes, size_t size, const carom_allocator *allocator, carom_level **out,
                              carom_error *error) {
    image_reader r = {.bytes = bytes, .size = size, .error = error};
    if (out) *out = NULL;
    if (!bytes || !out) return fail_at(&r, CAROM_STATUS_BAD_ARGUMENT, NULL, "bytes or out is null");
    carom_level *level = cr_take_array(allocator, 1, sizeof *level);
    if (!level) return fail_at(&r, CAROM_STATUS_NO_MEMORY, NULL, "out of memory");
    *level = (carom_level){0};
    if (allocator) level->allocator = *allocator;
    r.index = &level->index;
    carom_status status = read_image(&r, allocator);
    if (status != CAROM_STATUS_OK) {
        carom_level_free(level);
        return status;
    }
    level->bounds = r.head.bounds;
    level->seams_removed = r.head.seams_removed;
    *out = level;
    return CAROM_STATUS_OK;
}
