// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The broad phase: finds overlapping AABBs. Bodies are named by index; each has at most one box. There are two sets,
// movers and fixed bodies. Movers are sorted in every rebuild of the pair cache; fixed bodies keep their order.
#pragma once

#include "base/float.h"
#include "base/lanes.h"
#include "carom/geom.h"

#define CR_BROAD_LAYERS 12

/// Boxes of similar size, from a quarter of the largest up to it. A large layer is sorted into cells as wide as the
/// largest box, each box by its minimum corner. So all boxes that overlap a box are in its cell or in a neighbouring
/// one.
typedef struct cr_broad_layer {
    float size;           ///< of the largest box
    double scale;         ///< cells per unit
    int32_t x, y;         ///< first column and row with boxes
    int32_t x_end, y_end; ///< last column and row with boxes
    uint32_t stride;      ///< number of cells from a row to the next
    uint32_t mask;        ///< number of cells - 1; 0: a small layer, not sorted into cells
    uint32_t first;       ///< first cell of the layer in `starts`
    uint32_t begin, end;  ///< boxes of the layer
    bool sparse;          ///< distant boxes may share a cell: rows are distributed over the table
} cr_broad_layer;

/// Boxes in lanes; readable slightly beyond their number.
typedef struct cr_broad_lanes {
    float *min_x, *min_y, *max_x, *max_y;
} cr_broad_lanes;

typedef struct cr_broad_set {
    cr_broad_layer layers[CR_BROAD_LAYERS]; ///< the layer of the largest boxes first
    int layer_count;
    uint32_t count;             ///< number of sorted boxes
    uint32_t cells;             ///< number of cells of all layers
    cr_broad_lanes sorted;      ///< in the order of cells
    uint32_t *index, *cell;     ///< the body and the cell of each sorted box
    uint32_t *starts;           ///< start of each cell
    uint32_t *run_end;          ///< if `grouped`: end of the run of equal filters that contains the box
    bool grouped;               ///< long cells are ordered by filters
    uint32_t *loose;            ///< bodies changed since sorting, each once, unordered
    cr_broad_lanes loose_boxes; ///< in the same order
    uint32_t loose_count;
} cr_broad_set;

enum { CR_BROAD_MOVERS, CR_BROAD_FIXED };

/// The filter of a body, as far as it excludes pairs for certain.
typedef struct cr_broad_filter {
    uint32_t category, ignore;
    int32_t group;  ///< if two groups are equal and not 0, its sign decides
    bool kinematic; ///< kinematic bodies do not collide with one another
} cr_broad_filter;

static inline bool cr_same_broad_filter(cr_broad_filter a, cr_broad_filter b) {
    return a.category == b.category && a.ignore == b.ignore && a.group == b.group && a.kinematic == b.kinematic;
}

static inline bool cr_broad_accepts(cr_broad_filter a, cr_broad_filter b) {
    if (a.kinematic && b.kinematic) return false;
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    return (b.category & ~a.ignore) != 0 && (a.category & ~b.ignore) != 0;
}

/// Bits of the state of a body.
enum {
    CR_BROAD_PRESENT = 1,
    CR_BROAD_IS_FIXED = 2, ///< in the fixed set, or was when it was dropped
    CR_BROAD_LOOSE = 4,    ///< changed since its set was sorted
    CR_BROAD_PUT = 8,      ///< changed since the pair cache last searched for its neighbours
};

typedef struct cr_broad {
    uint32_t capacity;        ///< number of bodies with memory
    carom_box *boxes;         ///< by body: its box
    cr_broad_filter *filters; ///< by body; unspecified until cr_broad_set_filter
    uint8_t *state;           ///< by body: bits such as CR_BROAD_PRESENT
    uint32_t *cells;          ///< by body: scratch
    uint32_t *loose_at;       ///< by body: its place in the list of loose bodies, if it is loose
    cr_broad_set sets[2];
    uint32_t population[2]; ///< number of bodies in each set
    uint32_t used;          ///< no body with this index or a higher one was ever put
    uint32_t any_category;  ///< joined categories of all filters ever set
    uint32_t any_ignored;   ///< categories that any filter has ignored
    bool any_excludes;      ///< a filter has had a negative group, or that of a kinematic body
    bool hurried;           ///< searches are as frequent as changes: keep few bodies loose
    bool kept;              ///< cached pairs still name the right bodies; cleared when all have changed
} cr_broad;

/// Reserves memory for bodies 0 .. capacity - 1. Returns false without memory; then nothing has changed.
bool cr_broad_reserve(cr_broad *broad, const carom_allocator *allocator, uint32_t capacity);
void cr_broad_free(cr_broad *broad, const carom_allocator *allocator);
/// Frees the memory beyond `slots` bodies, at least as many as are in use, if a smaller block can be allocated.
void cr_broad_shrink(cr_broad *broad, const carom_allocator *allocator, uint32_t slots);

/// Sets or replaces the box of a body. A body stays in its set until it is dropped.
void cr_broad_put(cr_broad *broad, uint32_t index, carom_box box, bool fixed);
void cr_broad_drop(cr_broad *broad, uint32_t index);
/// Sets the filter of a body. The body must be put afterwards.
void cr_broad_set_filter(cr_broad *broad, uint32_t index, cr_broad_filter filter);
/// Sorts everything, after boxes and states (CR_BROAD_PRESENT and CR_BROAD_IS_FIXED) of the bodies 0 .. used - 1 have
/// been written directly.
void cr_broad_replace(cr_broad *broad, uint32_t used);

/// Sorts loose bodies in; to be called before many searches.
void cr_broad_sort_loose(cr_broad *broad);

// ---- Sorting all movers --------------------------------------------------------------------------------------------
//
// Steps of a rebuild, after the boxes of movers have been written directly: survey the boxes, plan the cells, number
// the cell of each mover, sort, store in sorted order. All but the sorting can be split into slices of bodies or
// entries.

enum { CR_BROAD_BINS = 1024 };

/// Extent and sizes of the boxes to be sorted.
typedef struct cr_survey {
    cr_lanes4 low, high; ///< of min.x, min.y, max.x, max.y of the boxes
    float largest;
    uint32_t count;
    uint64_t bins[CR_BROAD_BINS / 64]; ///< bits of the sizes that occur
} cr_survey;

cr_survey cr_survey_nothing(void);
void cr_survey_join(cr_survey *survey, const cr_survey *other);

/// `box` as min.x, min.y, max.x, max.y.
static inline void cr_survey_add(cr_survey *s, cr_lanes4 box) {
    s->low = cr_lower_lanes(box, s->low);
    s->high = cr_higher_lanes(box, s->high);
    float width = box[2] - box[0], height = box[3] - box[1];
    float size = width > height ? width : height;
    s->largest = size > s->largest ? size : s->largest;
    uint32_t bits;
    memcpy(&bits, &size, sizeof bits);
    s->bins[bits >> 27 & 15] |= (uint64_t)1 << (bits >> 21 & 63); // without sign: a size may be -0
    ++s->count;
}

void cr_broad_plan(cr_broad *broad, const cr_survey *survey);
void cr_broad_number(cr_broad *broad, uint32_t begin, uint32_t end); ///< begin and end are bodies
void cr_broad_sort(cr_broad *broad);
void cr_broad_store(cr_broad *broad, uint32_t begin, uint32_t end); ///< begin and end are sorted entries

/// All steps of a rebuild.
void cr_broad_sort_movers(cr_broad *broad);

/// Called for each body found; returns false to end the search.
typedef bool cr_broad_visit(void *context, uint32_t index);

/// The bodies of a search: those with a box that overlaps this one, touching included. May leave out bodies that the
/// filter excludes; null: none.
typedef struct cr_broad_query {
    carom_box box;
    const cr_broad_filter *filter;
} cr_broad_query;

/// Visits the bodies of a search: each once, in unspecified order.
void cr_broad_find(const cr_broad *broad, cr_broad_query query, cr_broad_visit *visit, void *context);
void cr_broad_find_fixed(const cr_broad *broad, cr_broad_query query, cr_broad_visit *visit, void *context);

/// Movers in approximate spatial order, 0 .. cr_broad_slots - 1. An entry without a mover is UINT32_MAX.
static inline uint32_t cr_broad_slots(const cr_broad *broad) {
    return broad->sets[CR_BROAD_MOVERS].count + broad->sets[CR_BROAD_MOVERS].loose_count;
}

static inline uint32_t cr_broad_mover_at(const cr_broad *broad, uint32_t at) {
    const cr_broad_set *set = &broad->sets[CR_BROAD_MOVERS];
    if (at >= set->count) return set->loose[at - set->count];
    uint32_t index = set->index[at];
    return (broad->state[index] & ~CR_BROAD_PUT) == CR_BROAD_PRESENT ? index : UINT32_MAX;
}

/// Two bodies with overlapping boxes: two movers, or a mover and a fixed body.
typedef struct cr_candidate {
    uint32_t a, b;
} cr_candidate;

typedef void cr_broad_take(void *context, const cr_candidate *candidates, int count);

/// Reports all pairs of one of `parts` equal slices, each once, in batches. May leave out pairs that their filters
/// exclude. Requires a rebuild (cr_broad_sort_movers).
void cr_broad_pairs(const cr_broad *broad, uint32_t part, uint32_t parts, cr_broad_take *take, void *context);

/// A cell with boxes, or a loose body.
typedef struct cr_broad_cell {
    carom_box bounds;
    uint32_t bodies;
    uint64_t tests; ///< comparisons of cr_broad_pairs for its bodies; 0 in the fixed set
    bool fixed;
} cr_broad_cell;

typedef void cr_broad_show(void *context, const cr_broad_cell *cell);

/// Shows all cells with boxes, in the order of sorting, then the loose bodies.
void cr_broad_cells(const cr_broad *broad, cr_broad_show *show, void *context);
