// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The broad phase: which boxes overlap which. Bodies are named by their index; each has at most one box. There are two
// sets, movers and fixed bodies: a step sorts the movers anew, the fixed ones stay as they lie.
#pragma once

#include "base/float.h"
#include "base/lanes.h"
#include "carom/geom.h"

#define CR_BROAD_LAYERS 12

/// Boxes of like size: from a quarter of the largest up to it. Large layers are sorted into cells as wide as the
/// largest box, each box by its least corner, so that what overlaps it lies in its cell or one beside it.
typedef struct cr_broad_layer {
    float size;           ///< of the largest box
    double scale;         ///< cells per unit
    int32_t x, y;         ///< the first column and row that may hold any
    int32_t x_end, y_end; ///< and the last
    uint32_t stride;      ///< cells from a row to the next
    uint32_t mask;        ///< cells - 1; 0: the layer is small, and not sorted into cells
    uint32_t first;       ///< its first cell in `starts`
    uint32_t begin, end;  ///< its boxes
    bool sparse;          ///< several places share a cell: rows lie all over the table
} cr_broad_layer;

typedef struct cr_broad_set {
    cr_broad_layer layers[CR_BROAD_LAYERS]; ///< the largest boxes first
    int layer_count;
    uint32_t count;                       ///< of what is sorted
    uint32_t cells;                       ///< of all layers
    float *min_x, *min_y, *max_x, *max_y; ///< in the order of cells; a few more than count can be read
    uint32_t *index, *cell;               ///< whose box that is, and where it lies
    uint32_t *starts;                     ///< where each cell begins
    uint32_t *loose;                      ///< bodies that changed since: in any order, each once
    uint32_t loose_count;
} cr_broad_set;

enum { CR_BROAD_MOVERS, CR_BROAD_FIXED };

/// Bits of a body's state.
enum {
    CR_BROAD_PRESENT = 1,
    CR_BROAD_IS_FIXED = 2, ///< or was when it was dropped
    CR_BROAD_LOOSE = 4,    ///< put since its set was sorted
    CR_BROAD_PUT = 8,      ///< put since whoever keeps pairs has asked about it, and cleared this
};

typedef struct cr_broad {
    uint32_t capacity; ///< bodies
    carom_box *boxes;  ///< by body
    uint8_t *state;    ///< by body; CR_BROAD_PRESENT and so on
    uint32_t *cells;   ///< by body: scratch
    cr_broad_set sets[2];
    uint32_t population[2]; ///< how many each set has
    uint32_t used;          ///< bodies with a higher index were never put
    bool hurried;           ///< questions come as often as changes: keep few of them loose
    bool kept;              ///< pairs that someone keeps are still named right; cleared when all have changed
} cr_broad;

/// Room for bodies 0 .. capacity - 1. False without memory, and then nothing has changed.
bool cr_broad_reserve(cr_broad *broad, const carom_allocator *allocator, uint32_t capacity);
void cr_broad_free(cr_broad *broad, const carom_allocator *allocator);

/// Sets or replaces a body's box; a body stays in its set until it is dropped.
void cr_broad_put(cr_broad *broad, uint32_t index, carom_box box, bool fixed);
void cr_broad_drop(cr_broad *broad, uint32_t index);
/// Sorts everything anew, after boxes and states (CR_BROAD_PRESENT and CR_BROAD_IS_FIXED) of the bodies 0 .. used - 1
/// have been written to.
void cr_broad_replace(cr_broad *broad, uint32_t used);

/// Before many questions: looks through what is loose no more.
void cr_broad_sort_loose(cr_broad *broad);

// ---- Sorting all movers anew ---------------------------------------------------------------------------------------
//
// After their `boxes` have been written to: a survey of them, the plan of the cells, each mover's cell, the sorting
// itself, and the storing in sorted order. All but the sorting go in parts, of the bodies or of what is sorted.

enum { CR_BROAD_BINS = 1024 };

/// What is to be sorted, seen as a whole.
typedef struct cr_survey {
    cr_lanes4 low, high; ///< of the boxes' min.x, min.y, max.x, max.y
    float largest;
    uint32_t count;
    uint64_t bins[CR_BROAD_BINS / 64]; ///< which sizes there are
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
    s->bins[bits >> 27] |= (uint64_t)1 << (bits >> 21 & 63);
    ++s->count;
}

void cr_broad_plan(cr_broad *broad, const cr_survey *survey);
void cr_broad_number(cr_broad *broad, uint32_t begin, uint32_t end); ///< of bodies
void cr_broad_sort(cr_broad *broad);
void cr_broad_store(cr_broad *broad, uint32_t begin, uint32_t end); ///< of what is sorted

/// All of it.
void cr_broad_sort_movers(cr_broad *broad);

/// Is told of a body; false ends the search.
typedef bool cr_broad_visit(void *context, uint32_t index);

/// Visits every body whose box shares a point with this one, each once, in no promised order.
void cr_broad_find(const cr_broad *broad, carom_box box, cr_broad_visit *visit, void *context);
void cr_broad_find_fixed(const cr_broad *broad, carom_box box, cr_broad_visit *visit, void *context);

/// All movers in about the order of where they are: who is at 0 .. cr_broad_places - 1, UINT32_MAX for nobody.
static inline uint32_t cr_broad_places(const cr_broad *broad) {
    return broad->sets[CR_BROAD_MOVERS].count + broad->sets[CR_BROAD_MOVERS].loose_count;
}

static inline uint32_t cr_broad_mover_at(const cr_broad *broad, uint32_t at) {
    const cr_broad_set *set = &broad->sets[CR_BROAD_MOVERS];
    if (at >= set->count) return set->loose[at - set->count];
    uint32_t index = set->index[at];
    return (broad->state[index] & ~CR_BROAD_PUT) == CR_BROAD_PRESENT ? index : UINT32_MAX;
}

/// Two bodies whose boxes share a point: two movers, or a mover and a fixed one.
typedef struct cr_candidate {
    uint32_t a, b;
} cr_candidate;

typedef void cr_broad_take(void *context, const cr_candidate *candidates, int count);

/// All pairs, each once, some hundred at a time: of `parts` equal parts of the work one. After cr_broad_sort_movers.
void cr_broad_pairs(const cr_broad *broad, uint32_t part, uint32_t parts, cr_broad_take *take, void *context);
