// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Each set of boxes is sorted by counting (H. H. Seward 1954) into layers of grids. A cell, and a run of cells in a
// row, is then a range of arrays that is compared four boxes at a time. Boxes of mixed sizes cost a few runs per layer
// of larger boxes.
//
// The number of a cell is x + y * stride, modulo a power of two of about twice as many cells as boxes. If the whole
// extent fits, the numbering is a plain grid. If it does not (a line, clusters, one body far away), a stride near the
// golden section distributes the rows over the table. Then boxes far from each other may share a cell, which costs a
// comparison. The runs that contain the cells of a neighbouring pair stay distinct, so that each pair is found once.
//
// Bodies whose filters exclude each other may be many in one place: the bullets of a volley. A cell with many boxes is
// therefore ordered by filters, so that boxes with equal filters form runs, which a search skips as a whole. Two cells
// in a row may share a run.
//
// A body that changes after sorting is `loose`. Loose bodies are tested one by one until there are enough of them to
// sort again. (J. L. Bentley, J. B. Saxe, Decomposable searching problems, 1980, describe the general method.)
#include "world/broad_phase.h"

#include "base/box.h"
#include "base/lanes.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { PRESENT = CR_BROAD_PRESENT, FIXED = CR_BROAD_IS_FIXED, LOOSE = CR_BROAD_LOOSE, PUT = CR_BROAD_PUT };
enum { BOX_LANES = 4, FLAT = 48, SPAN = 8 }; // the sizes of a layer span 8 bins, four an octave
enum { CANDIDATE_BATCH = 256 };
/// Number of boxes from which the filters of runs are tested before boxes are. Comparing fewer boxes costs less.
enum { LONG_RUN = 16 };

// ---- Memory --------------------------------------------------------------------------------------------------------

/// All arrays are in one block. Computes the offset of each for a capacity.
typedef struct block_layout {
    char *at;
    size_t size;
} block_layout;

static void *take(block_layout *c, size_t count, size_t element) {
    void *here = c->at ? c->at + c->size : NULL;
    c->size += (count * element + 15) / 16 * 16;
    return here;
}

static cr_broad_lanes take_lanes(block_layout *c, size_t padded) {
    cr_broad_lanes lanes;
    lanes.min_x = take(c, padded, sizeof *lanes.min_x);
    lanes.min_y = take(c, padded, sizeof *lanes.min_y);
    lanes.max_x = take(c, padded, sizeof *lanes.max_x);
    lanes.max_y = take(c, padded, sizeof *lanes.max_y);
    return lanes;
}

static size_t lay_out_set(cr_broad_set *set, block_layout *c, size_t capacity) {
    size_t padded = capacity + BOX_LANES;
    set->sorted = take_lanes(c, padded);
    set->loose_boxes = take_lanes(c, padded);
    set->index = take(c, padded, sizeof *set->index);
    set->cell = take(c, capacity, sizeof *set->cell);
    set->loose = take(c, capacity, sizeof *set->loose);
    set->starts = take(c, capacity > FLAT ? 4 * capacity + 2 : 0, sizeof *set->starts);
    set->run_end = take(c, capacity, sizeof *set->run_end);
    return c->size;
}

static size_t lay_out(cr_broad *broad, void *block, uint32_t capacity) {
    block_layout c = {block, 0};
    broad->boxes = take(&c, capacity, sizeof *broad->boxes);
    broad->filters = take(&c, capacity, sizeof *broad->filters);
    broad->state = take(&c, capacity, sizeof *broad->state);
    broad->cells = take(&c, capacity, sizeof *broad->cells);
    broad->loose_at = take(&c, capacity, sizeof *broad->loose_at);
    lay_out_set(&broad->sets[CR_BROAD_MOVERS], &c, capacity);
    return lay_out_set(&broad->sets[CR_BROAD_FIXED], &c, capacity);
}

static size_t block_size(uint32_t capacity) {
    cr_broad none = {0};
    return lay_out(&none, NULL, capacity);
}

static void sort_set(cr_broad *broad, int which);

/// Moves boxes and states to a block for this capacity, and sorts them there.
static bool move_to_block(cr_broad *broad, const carom_allocator *allocator, uint32_t capacity) {
    char *block = cr_resize(allocator, NULL, 0, block_size(capacity));
    if (!block) return false;
    memset(block, 0, block_size(capacity));
    cr_broad old = *broad;
    uint32_t kept = old.capacity < capacity ? old.capacity : capacity;
    lay_out(broad, block, capacity);
    broad->capacity = capacity;
    if (old.capacity) {
        memcpy(broad->boxes, old.boxes, kept * sizeof *old.boxes);
        memcpy(broad->filters, old.filters, kept * sizeof *old.filters);
        memcpy(broad->state, old.state, kept * sizeof *old.state);
        cr_resize(allocator, old.boxes, block_size(old.capacity), 0);
    }
    sort_set(broad, CR_BROAD_MOVERS);
    sort_set(broad, CR_BROAD_FIXED);
    return true;
}

bool cr_broad_reserve(cr_broad *broad, const carom_allocator *allocator, uint32_t capacity) {
    if (capacity <= broad->capacity) return true;
    uint32_t grown = broad->capacity < 16 ? 16 : broad->capacity;
    while (grown < capacity) {
        if (grown > UINT32_MAX / 16) return false;
        grown *= 2;
    }
    return move_to_block(broad, allocator, grown);
}

void cr_broad_shrink(cr_broad *broad, const carom_allocator *allocator, uint32_t slots) {
    if (slots == 0) {
        cr_broad_free(broad, allocator);
    } else if (slots < broad->capacity) {
        move_to_block(broad, allocator, slots);
    }
    broad->kept = false;
}

void cr_broad_free(cr_broad *broad, const carom_allocator *allocator) {
    if (broad->capacity) cr_resize(allocator, broad->boxes, block_size(broad->capacity), 0);
    *broad = (cr_broad){0};
}

// ---- Sorting -------------------------------------------------------------------------------------------------------

/// Returns the state of a body in a set that has not changed since the set was sorted.
static uint8_t kind_of(int which) {
    return which == CR_BROAD_FIXED ? PRESENT | FIXED : PRESENT;
}

static float size_of_box(carom_box box) {
    float width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    return width > height ? width : height;
}

/// Clamps far cells to the last one, for boxes and queries alike, so that no overlap is missed.
static inline int32_t cell_at(float coordinate, double scale) {
    double along = (double)coordinate * scale;
    along = along > -1e9 ? along : -1e9;
    along = along < 1e9 ? along : 1e9;
    int32_t cell = (int32_t)along;
    return cell - (along < (double)cell);
}

static inline uint32_t cell_number(const cr_broad_layer *layer, int32_t x, int32_t y) {
    return (((uint32_t)x - (uint32_t)layer->x) + ((uint32_t)y - (uint32_t)layer->y) * layer->stride) & layer->mask;
}

cr_survey cr_survey_nothing(void) {
    return (cr_survey){.low = cr_all_lanes(HUGE_VALF), .high = cr_all_lanes(-HUGE_VALF)};
}

void cr_survey_join(cr_survey *s, const cr_survey *other) {
    s->low = cr_lower_lanes(other->low, s->low);
    s->high = cr_higher_lanes(other->high, s->high);
    s->largest = other->largest > s->largest ? other->largest : s->largest;
    for (int i = 0; i < CR_BROAD_BINS / 64; ++i) s->bins[i] |= other->bins[i];
    s->count += other->count;
}

/// Returns the smallest size above a bin.
static float size_beyond(uint32_t bin) {
    uint32_t bits = (bin + 1) << 21;
    float size;
    memcpy(&size, &bits, sizeof size);
    return size;
}

static cr_survey survey_set(const cr_broad *broad, uint8_t kind) {
    cr_survey s = cr_survey_nothing();
    for (uint32_t i = 0; i < broad->used; ++i) {
        if ((broad->state[i] & (PRESENT | FIXED)) == kind) cr_survey_add(&s, cr_load_lanes(&broad->boxes[i]));
    }
    return s;
}

static int next_bin_below(const cr_survey *s, int bin) {
    while (--bin >= 0) {
        if (s->bins[bin / 64] >> bin % 64 & 1) return bin;
        if (s->bins[bin / 64] == 0) bin -= bin % 64;
    }
    return -1;
}

/// Forms layers from the largest size down; the last layer takes all smaller sizes.
static void choose_layers(cr_broad_set *set, const cr_survey *s) {
    set->layer_count = 0;
    for (int bin = next_bin_below(s, CR_BROAD_BINS); bin >= 0 && set->layer_count < CR_BROAD_LAYERS;) {
        float size = set->layer_count == 0 ? s->largest : size_beyond((uint32_t)bin);
        set->layers[set->layer_count++] = (cr_broad_layer){.size = size};
        bin = next_bin_below(s, bin - SPAN + 1);
    }
}

static inline int layer_of(const cr_broad_set *set, carom_box box) {
    float size = size_of_box(box);
    int layer = set->layer_count - 1;
    while (layer > 0 && set->layers[layer].size < size) --layer;
    return layer;
}

static void count_layers(const cr_broad *broad, cr_broad_set *set, uint8_t kind, uint32_t count) {
    if (set->layer_count == 1) {
        set->layers[0].end = count;
        return;
    }
    for (uint32_t i = 0; i < broad->used; ++i) {
        if ((broad->state[i] & (PRESENT | FIXED)) == kind) ++set->layers[layer_of(set, broad->boxes[i])].end;
    }
    for (int l = 0, begin = 0; l < set->layer_count; ++l) {
        set->layers[l].begin = (uint32_t)begin;
        begin += (int)set->layers[l].end;
        set->layers[l].end = (uint32_t)begin;
    }
}

/// Relative to the size of a layer: a box in it may be larger by the rounding of its size in float.
#define SIZE_SLACK 0x1p-20
/// Smaller cells, of boxes of denormal size, are enlarged to this, so that cell coordinates stay in the range of
/// double.
#define LEAST_CELL_SIZE 0x1p-140

/// Chooses the cell numbering of a layer: at most four cells per box, at least two.
static void lay_grid(cr_broad_layer *layer, carom_box around) {
    double cell = (double)layer->size * (1 + SIZE_SLACK);
    layer->scale = cell > LEAST_CELL_SIZE ? 1 / cell : 1 / LEAST_CELL_SIZE;
    layer->x = cell_at(around.min.x, layer->scale) - 1;
    layer->y = cell_at(around.min.y, layer->scale) - 1;
    layer->x_end = cell_at(around.max.x, layer->scale);
    layer->y_end = cell_at(around.max.y, layer->scale);
    uint32_t count = layer->end - layer->begin, cells = 128;
    if (count <= FLAT) return;
    while (cells < 2 * count) cells *= 2;
    layer->mask = cells - 1;
    double width = (double)layer->x_end - layer->x + 2, height = (double)layer->y_end - layer->y + 2;
    layer->sparse = width * height > (double)cells;
    layer->stride = layer->sparse ? (uint32_t)((double)cells * 0.6180339887) | 1 : (uint32_t)width;
}

static uint32_t lay_grids(cr_broad_set *set, carom_box around) {
    uint32_t cells = 0;
    for (int l = 0; l < set->layer_count; ++l) {
        lay_grid(&set->layers[l], around);
        set->layers[l].first = cells;
        cells += set->layers[l].mask ? set->layers[l].mask + 1 : 0;
    }
    return cells;
}

/// Returns the number of a cell among those of all layers; for a layer without cells ~ the number of the layer.
static inline uint32_t cell_of_box(const cr_broad_set *set, carom_box box) {
    int l = layer_of(set, box);
    const cr_broad_layer *layer = &set->layers[l];
    if (layer->mask == 0) return ~(uint32_t)l;
    return layer->first + cell_number(layer, cell_at(box.min.x, layer->scale), cell_at(box.min.y, layer->scale));
}

/// Turns the box counts of the cells into start offsets. The boxes of the layers are stored in the same order. Returns
/// the largest count.
static uint32_t sum_up(cr_broad_set *set, uint32_t *flat) {
    uint32_t largest = 0;
    for (int l = 0; l < set->layer_count; ++l) {
        const cr_broad_layer *layer = &set->layers[l];
        uint32_t sum = flat[l] = layer->begin;
        if (layer->mask == 0) continue;
        for (uint32_t c = layer->first; c <= layer->first + layer->mask; ++c) {
            uint32_t size = set->starts[c];
            set->starts[c] = sum;
            sum += size;
            largest = size > largest ? size : largest;
        }
    }
    return largest;
}

static void plan(cr_broad *broad, int which, const cr_survey *survey) {
    cr_broad_set *set = &broad->sets[which];
    set->count = survey->count;
    set->cells = 0;
    set->loose_count = 0;
    choose_layers(set, survey);
    if (survey->count == 0) return;
    count_layers(broad, set, kind_of(which), survey->count);
    carom_box around = {{survey->low[0], survey->low[1]}, {survey->high[2], survey->high[3]}};
    set->cells = lay_grids(set, around);
}

/// Also marks all bodies of the set as not loose.
static void number(cr_broad *broad, int which, uint32_t begin, uint32_t end) {
    const cr_broad_set *set = &broad->sets[which];
    const carom_box *boxes = broad->boxes;
    uint8_t *state = broad->state, kind = kind_of(which);
    uint32_t *cells = broad->cells;
    bool single = set->layer_count == 1 && set->layers[0].mask != 0;
    const cr_broad_layer layer = set->layers[0];
    for (uint32_t i = begin; i < end; ++i) {
        if ((state[i] & (PRESENT | FIXED)) != kind) continue;
        if (state[i] & LOOSE) state[i] &= (uint8_t)~LOOSE;
        if (single) {
            cells[i] = cell_number(&layer, cell_at(boxes[i].min.x, layer.scale), cell_at(boxes[i].min.y, layer.scale));
        } else {
            cells[i] = cell_of_box(set, boxes[i]);
        }
    }
}

/// Returns true if a body is before another in the order of filters, then of bodies.
static bool is_before(const cr_broad *broad, uint32_t a, uint32_t b) {
    cr_broad_filter f = broad->filters[a], g = broad->filters[b];
    if (f.category != g.category) return f.category < g.category;
    if (f.ignore != g.ignore) return f.ignore < g.ignore;
    if (f.group != g.group) return f.group < g.group;
    if (f.kinematic != g.kinematic) return g.kinematic;
    return a < b;
}

/// Lets an entry sink to its place in a heap.
static void sink(const cr_broad *broad, uint32_t *heap, uint32_t at, uint32_t count) {
    uint32_t body = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_before(broad, heap[child], heap[child + 1])) ++child;
        if (!is_before(broad, body, heap[child])) break;
        heap[at] = heap[child];
    }
    heap[at] = body;
}

/// Orders the bodies of a cell by filters, unless all are equal. Heapsort (J. W. J. Williams 1964): in place, and never
/// quadratic.
static void group_bodies(const cr_broad *broad, uint32_t *index, uint32_t count) {
    uint32_t equal = 1;
    while (equal < count && cr_same_broad_filter(broad->filters[index[0]], broad->filters[index[equal]])) ++equal;
    if (equal >= count) return;
    for (uint32_t i = count / 2; i-- > 0;) sink(broad, index, i, count);
    for (uint32_t last = count - 1; last > 0; --last) {
        uint32_t largest = index[0];
        index[0] = index[last];
        index[last] = largest;
        sink(broad, index, 0, last);
    }
}

static void group_cells(const cr_broad *broad, cr_broad_set *set) {
    for (int l = 0; l < set->layer_count; ++l) {
        const cr_broad_layer *layer = &set->layers[l];
        const uint32_t *starts = set->starts + layer->first;
        for (uint32_t c = 0; layer->mask && c <= layer->mask; ++c) {
            uint32_t end = c < layer->mask ? starts[c + 1] : layer->end;
            if (end - starts[c] >= LONG_RUN) group_bodies(broad, set->index + starts[c], end - starts[c]);
        }
    }
}

/// Returns true if two filters may exclude each other.
static bool excludes_any(const cr_broad *broad) {
    return broad->any_excludes || (broad->any_category & broad->any_ignored) != 0;
}

static void sort(cr_broad *broad, int which) {
    cr_broad_set *set = &broad->sets[which];
    uint32_t cells = set->cells, flat[CR_BROAD_LAYERS], *starts = set->starts, *index = set->index;
    const uint32_t *cell_of = broad->cells;
    const uint8_t *state = broad->state, kind = kind_of(which);
    if (cells) memset(starts, 0, (cells + 1) * sizeof *starts);
    for (uint32_t i = 0; i < broad->used && cells; ++i) {
        if ((state[i] & (PRESENT | FIXED)) == kind && cell_of[i] < cells) ++starts[cell_of[i]];
    }
    set->grouped = sum_up(set, flat) >= LONG_RUN && excludes_any(broad);
    for (uint32_t i = 0; i < broad->used; ++i) {
        if ((state[i] & (PRESENT | FIXED)) != kind) continue;
        uint32_t cell = cell_of[i];
        uint32_t at = cell < cells ? starts[cell]++ : flat[~cell]++;
        index[at] = i;
    }
    // Each start has advanced to the start of the next cell: moves all back by one.
    if (cells) memmove(set->starts + 1, set->starts, cells * sizeof *set->starts);
    for (int l = 0; l < set->layer_count; ++l) {
        if (set->layers[l].mask) set->starts[set->layers[l].first] = set->layers[l].begin;
    }
    if (set->grouped) group_cells(broad, set);
}

/// Runs end at the end of the range at the latest.
static void store_runs(cr_broad *broad, int which, uint32_t begin, uint32_t end) {
    cr_broad_set *set = &broad->sets[which];
    for (uint32_t at = end; at-- > begin;) {
        bool last =
            at + 1 == end || !cr_same_broad_filter(broad->filters[set->index[at]], broad->filters[set->index[at + 1]]);
        set->run_end[at] = last ? at + 1 : set->run_end[at + 1];
    }
}

static void write_lanes(const cr_broad_lanes *lanes, uint32_t at, carom_box box) {
    lanes->min_x[at] = box.min.x;
    lanes->min_y[at] = box.min.y;
    lanes->max_x[at] = box.max.x;
    lanes->max_y[at] = box.max.y;
}

static void store(cr_broad *broad, int which, uint32_t begin, uint32_t end) {
    cr_broad_set *set = &broad->sets[which];
    for (uint32_t at = begin; at < end; ++at) {
        uint32_t index = set->index[at];
        write_lanes(&set->sorted, at, broad->boxes[index]);
        set->cell[at] = broad->cells[index];
    }
    if (set->grouped) store_runs(broad, which, begin, end);
}

static void sort_set(cr_broad *broad, int which) {
    cr_survey survey = survey_set(broad, kind_of(which));
    plan(broad, which, &survey);
    number(broad, which, 0, broad->used);
    sort(broad, which);
    store(broad, which, 0, survey.count);
}

void cr_broad_plan(cr_broad *broad, const cr_survey *survey) {
    plan(broad, CR_BROAD_MOVERS, survey);
    const cr_broad_set *fixed = &broad->sets[CR_BROAD_FIXED]; // every mover would be tested against each loose one
    double looks = (double)fixed->loose_count * (double)survey->count;
    if (looks > 16 * (double)broad->population[CR_BROAD_FIXED]) sort_set(broad, CR_BROAD_FIXED);
}

void cr_broad_number(cr_broad *broad, uint32_t begin, uint32_t end) {
    number(broad, CR_BROAD_MOVERS, begin, end);
}

void cr_broad_sort(cr_broad *broad) {
    sort(broad, CR_BROAD_MOVERS);
}

void cr_broad_store(cr_broad *broad, uint32_t begin, uint32_t end) {
    store(broad, CR_BROAD_MOVERS, begin, end);
}

void cr_broad_sort_movers(cr_broad *broad) {
    cr_survey survey = survey_set(broad, kind_of(CR_BROAD_MOVERS));
    cr_broad_plan(broad, &survey);
    cr_broad_number(broad, 0, broad->used);
    cr_broad_sort(broad);
    cr_broad_store(broad, 0, survey.count);
}

// ---- Changes -------------------------------------------------------------------------------------------------------

/// Returns true if sorting is cheaper than testing the loose bodies one by one.
static bool too_many(const cr_broad *broad, int which) {
    double loose = (double)broad->sets[which].loose_count - 64, all = (double)broad->population[which];
    return loose > 0 && (broad->hurried ? loose * loose > 64 * all : loose > all / 16);
}

/// Writes an entry of the list of loose bodies.
static void put_loose(cr_broad *broad, cr_broad_set *set, uint32_t at, uint32_t index) {
    set->loose[at] = index;
    broad->loose_at[index] = at;
    write_lanes(&set->loose_boxes, at, broad->boxes[index]);
}

void cr_broad_put(cr_broad *broad, uint32_t index, carom_box box, bool fixed) {
    uint8_t state = broad->state[index];
    broad->boxes[index] = box;
    if (index >= broad->used) broad->used = index + 1;
    if (!(state & PRESENT)) ++broad->population[fixed];
    if ((state & FIXED) != (fixed ? FIXED : 0)) broad->kept = false; // the order within its cached pairs is wrong now
    broad->state[index] = (uint8_t)(PRESENT | LOOSE | PUT | (fixed ? FIXED : 0));
    cr_broad_set *set = &broad->sets[fixed];
    if (state & LOOSE) {
        write_lanes(&set->loose_boxes, broad->loose_at[index], box);
        return;
    }
    put_loose(broad, set, set->loose_count++, index);
    if (too_many(broad, fixed)) sort_set(broad, fixed);
}

void cr_broad_set_filter(cr_broad *broad, uint32_t index, cr_broad_filter filter) {
    broad->filters[index] = filter;
    broad->any_category |= filter.category;
    broad->any_ignored |= filter.ignore;
    broad->any_excludes |= filter.group < 0 || filter.kinematic;
}

void cr_broad_drop(cr_broad *broad, uint32_t index) {
    uint8_t state = broad->state[index];
    if (!(state & PRESENT)) return;
    int which = (state & FIXED) != 0;
    cr_broad_set *set = &broad->sets[which];
    --broad->population[which];
    broad->state[index] = state & FIXED;
    if (!(state & LOOSE)) return;
    put_loose(broad, set, broad->loose_at[index], set->loose[--set->loose_count]);
}

void cr_broad_sort_loose(cr_broad *broad) {
    for (int which = 0; which < 2; ++which) {
        if (broad->sets[which].loose_count > 0) sort_set(broad, which);
    }
}

void cr_broad_replace(cr_broad *broad, uint32_t used) {
    if (broad->used > used) memset(broad->state + used, 0, broad->used - used);
    broad->used = used;
    broad->kept = false;
    broad->population[0] = broad->population[1] = 0;
    for (uint32_t i = 0; i < used; ++i) {
        if (!(broad->state[i] & PRESENT)) continue;
        ++broad->population[(broad->state[i] & FIXED) != 0];
        broad->state[i] |= PUT;
    }
    if (broad->capacity == 0) return;
    sort_set(broad, CR_BROAD_MOVERS);
    sort_set(broad, CR_BROAD_FIXED);
}

// ---- Runs ----------------------------------------------------------------------------------------------------------

/// A part of the sorted entries.
typedef struct entry_range {
    uint32_t begin, end;
} entry_range;

/// Returns the first bodies of begin .. end - 1 that a filter may accept; an empty range if there are none. An entry
/// whose body has changed since says nothing about the filters of its run, and is skipped alone.
static entry_range accepted_run(const cr_broad *broad, const cr_broad_set *set, const cr_broad_filter *filter,
                                entry_range all) {
    uint8_t kind = kind_of(set == &broad->sets[CR_BROAD_FIXED]);
    uint32_t until = all.begin;
    bool found = false;
    while (until < all.end) {
        uint32_t index = set->index[until];
        bool changed = (broad->state[index] & ~PUT) != kind;
        bool accepted = !changed && cr_broad_accepts(*filter, broad->filters[index]);
        if (found && !accepted) break;
        if (accepted && !found) all.begin = until;
        found |= accepted;
        until = changed ? until + 1 : set->run_end[until];
    }
    if (until > all.end) until = all.end;
    return (entry_range){found ? all.begin : until, until};
}

typedef struct own_box {
    cr_lanes4 min_x, min_y, max_x, max_y;
} own_box;

static inline own_box spread(carom_box box) {
    return (own_box){cr_all_lanes(box.min.x), cr_all_lanes(box.min.y), cr_all_lanes(box.max.x),
                     cr_all_lanes(box.max.y)};
}

/// Returns a bit for each of `count` boxes, at most four.
static inline uint32_t lowest_bits(uint32_t count) {
    return count < BOX_LANES ? (1u << count) - 1 : 15;
}

/// Returns one bit for each of the four boxes from `at` on: it overlaps this box.
static inline uint32_t touching(const cr_broad_lanes *b, uint32_t at, const own_box *own) {
    cr_lane_bits x = (cr_load_lanes(b->min_x + at) <= own->max_x) & (cr_load_lanes(b->max_x + at) >= own->min_x);
    cr_lane_bits y = (cr_load_lanes(b->min_y + at) <= own->max_y) & (cr_load_lanes(b->max_y + at) >= own->min_y);
    return cr_gather_bits(x & y);
}

static inline uint32_t lowest_bit(uint32_t bits) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t at = 0;
    while (!(bits >> at & 1)) ++at;
    return at;
#endif
}

/// Returns the cells of a layer that may contain boxes overlapping a box, neighbouring cells included.
typedef struct cell_rectangle {
    int32_t x0, y0, x1, y1;
} cell_rectangle;

static int32_t at_least(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static int32_t at_most(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static cell_rectangle cells_near(const cr_broad_layer *layer, carom_box box) {
    return (cell_rectangle){at_least(cell_at(box.min.x, layer->scale) - 1, layer->x),
                            at_least(cell_at(box.min.y, layer->scale) - 1, layer->y),
                            at_most(cell_at(box.max.x, layer->scale), layer->x_end),
                            at_most(cell_at(box.max.y, layer->scale), layer->y_end)};
}

/// Returns true if the box at this entry belongs to the row. Otherwise it only shares a cell with it. The
/// columns need no comparison: a box that overlaps that of the search is within them.
static bool lies_in_row(const cr_broad_set *set, const cr_broad_layer *layer, uint32_t at, int32_t y) {
    return cell_at(set->sorted.min_y[at], layer->scale) == y;
}

/// Called for each box found; returns false to end the search.
typedef struct box_search {
    const cr_broad *broad;
    const cr_broad_set *set;
    own_box own;
    const cr_broad_filter *filter; ///< may be null
    uint8_t kind;                  ///< state of the bodies at their sorted entries
    bool (*found)(struct box_search *s, uint32_t index);
    cr_broad_visit *visit;
    void *context;
    uint64_t compared; ///< number of boxes compared
} box_search;

/// Searches a run of entries; if rows share cells, only those of a row.
static bool compare_run(box_search *s, const cr_broad_layer *layer, uint32_t begin, uint32_t end, bool shared,
                        int32_t y) {
    s->compared += end - begin;
    for (uint32_t at = begin; at < end; at += BOX_LANES) {
        uint32_t bits = touching(&s->set->sorted, at, &s->own) & lowest_bits(end - at);
        for (; bits; bits &= bits - 1) {
            uint32_t here = at + lowest_bit(bits), index = s->set->index[here];
            if (shared && !lies_in_row(s->set, layer, here, y)) continue;
            if ((s->broad->state[index] & ~PUT) == s->kind && !s->found(s, index)) return false;
        }
    }
    return true;
}

static bool search_run(box_search *s, const cr_broad_layer *layer, uint32_t begin, uint32_t end, bool shared,
                       int32_t y) {
    if (!s->filter || !s->set->grouped || end - begin < LONG_RUN) return compare_run(s, layer, begin, end, shared, y);
    while (begin < end) {
        entry_range run = accepted_run(s->broad, s->set, s->filter, (entry_range){begin, end});
        if (!compare_run(s, layer, run.begin, run.end, shared, y)) return false;
        begin = run.end;
    }
    return true;
}

static bool search_row(box_search *s, const cr_broad_layer *layer, const cell_rectangle *range, int32_t y) {
    uint32_t from = cell_number(layer, range->x0, y), cells = (uint32_t)(range->x1 - range->x0) + 1;
    const uint32_t *starts = s->set->starts + layer->first;
    uint32_t until = from + cells, wrapped = 0;
    if (until > layer->mask + 1) {
        wrapped = until - layer->mask - 1;
        until = layer->mask + 1;
    }
    uint32_t end = until > layer->mask ? layer->end : starts[until];
    if (!search_run(s, layer, starts[from], end, layer->sparse, y)) return false;
    return wrapped == 0 || search_run(s, layer, layer->begin, starts[wrapped], layer->sparse, y);
}

static bool search_layer(box_search *s, const cr_broad_layer *layer, carom_box box) {
    cell_rectangle range = cells_near(layer, box);
    if (range.x0 > range.x1 || range.y0 > range.y1) return true;
    double cells = ((double)range.x1 - range.x0 + 1) * ((double)range.y1 - range.y0 + 1);
    bool all = layer->mask == 0 || cells > (double)(layer->end - layer->begin);
    if (all) return search_run(s, layer, layer->begin, layer->end, false, 0);
    for (int32_t y = range.y0; y <= range.y1; ++y) {
        if (!search_row(s, layer, &range, y)) return false;
    }
    return true;
}

static bool search_set(box_search *s, carom_box box, int layers) {
    for (int l = 0; l < layers; ++l) {
        if (!search_layer(s, &s->set->layers[l], box)) return false;
    }
    return true;
}

static bool search_loose(box_search *s) {
    uint32_t count = s->set->loose_count;
    for (uint32_t at = 0; at < count; at += BOX_LANES) {
        uint32_t bits = touching(&s->set->loose_boxes, at, &s->own) & lowest_bits(count - at);
        for (; bits; bits &= bits - 1) {
            if (!s->found(s, s->set->loose[at + lowest_bit(bits)])) return false;
        }
    }
    return true;
}

static bool call_visitor(box_search *s, uint32_t index) {
    return s->visit(s->context, index);
}

static bool find_in(const cr_broad *broad, int which, cr_broad_query query, cr_broad_visit *visit, void *context) {
    const cr_broad_set *set = &broad->sets[which];
    box_search s = {.broad = broad,
                    .set = set,
                    .own = spread(query.box),
                    .filter = query.filter,
                    .kind = kind_of(which),
                    .found = call_visitor,
                    .visit = visit,
                    .context = context};
    return search_set(&s, query.box, set->layer_count) && search_loose(&s);
}

void cr_broad_find_fixed(const cr_broad *broad, cr_broad_query query, cr_broad_visit *visit, void *context) {
    find_in(broad, CR_BROAD_FIXED, query, visit, context);
}

void cr_broad_find(const cr_broad *broad, cr_broad_query query, cr_broad_visit *visit, void *context) {
    if (find_in(broad, CR_BROAD_MOVERS, query, visit, context)) find_in(broad, CR_BROAD_FIXED, query, visit, context);
}

// ---- Pairs ---------------------------------------------------------------------------------------------------------

typedef struct pair_search {
    const cr_broad *broad;
    const cr_broad_set *movers;
    cr_broad_take *take;
    void *context;
    uint32_t self;
    int count;
    cr_candidate candidates[CANDIDATE_BATCH + 4 * BOX_LANES];
} pair_search;

static void flush_pairs(pair_search *p) {
    p->take(p->context, p->candidates, p->count);
    p->count = 0;
}

static inline void add_pair(pair_search *p, uint32_t a, uint32_t b) {
    p->candidates[p->count++] = (cr_candidate){a, b};
    if (p->count >= CANDIDATE_BATCH) flush_pairs(p);
}

static bool add_found(box_search *s, uint32_t index) {
    pair_search *p = s->context;
    add_pair(p, p->self, index);
    return true;
}

static inline __attribute__((always_inline)) void compare_pairs(pair_search *p, const cr_broad_set *set,
                                                                const own_box *own, uint32_t begin, uint32_t end) {
    for (uint32_t at = begin; at < end; at += BOX_LANES) {
        uint32_t bits = touching(&set->sorted, at, own) & lowest_bits(end - at);
        if (bits == 0) continue;
        int count = p->count;
        for (; bits; bits &= bits - 1) {
            p->candidates[count++] = (cr_candidate){p->self, set->index[at + lowest_bit(bits)]};
        }
        p->count = count;
        if (count >= CANDIDATE_BATCH) flush_pairs(p);
    }
}

static void pair_accepted(pair_search *p, const cr_broad_set *set, const own_box *own, entry_range all) {
    while (all.begin < all.end) {
        entry_range run = accepted_run(p->broad, set, &p->broad->filters[p->self], all);
        compare_pairs(p, set, own, run.begin, run.end);
        all.begin = run.end;
    }
}

static inline __attribute__((always_inline)) void pair_run(pair_search *p, const cr_broad_set *set, const own_box *own,
                                                           uint32_t begin, uint32_t end) {
    if (!set->grouped || end - begin < LONG_RUN) {
        compare_pairs(p, set, own, begin, end);
    } else {
        pair_accepted(p, set, own, (entry_range){begin, end});
    }
}

/// The ranges of the neighbours that follow a cell: the rest of its own run of cells, and the run in the row above. A
/// range that wraps around the end of the table is in two pieces.
typedef struct forward {
    uint32_t own_end;
    uint32_t begin[3], end[3];
    int runs;
} forward;

static void add_cells(forward *f, const cr_broad_layer *layer, const uint32_t *starts, uint32_t from, uint32_t cells) {
    uint32_t last = layer->mask + 1;
    for (from &= layer->mask; cells > 0;) {
        uint32_t until = from + cells < last ? from + cells : last;
        uint32_t end = until == last ? layer->end : starts[until];
        if (starts[from] < end) {
            f->begin[f->runs] = starts[from];
            f->end[f->runs++] = end;
        }
        cells -= until - from;
        from = 0;
    }
}

static forward look_forward(const cr_broad_layer *layer, const uint32_t *starts, uint32_t cell) {
    forward f = {.runs = 0};
    f.own_end = cell == layer->mask ? layer->end : starts[cell + 1];
    add_cells(&f, layer, starts, cell + 1, 1);
    if (f.runs == 1 && f.begin[0] == f.own_end) { // directly after its own cell
        f.own_end = f.end[0];
        f.runs = 0;
    }
    add_cells(&f, layer, starts, cell + layer->stride - 1, 3);
    return f;
}

static carom_box sorted_box_at(const cr_broad_set *set, uint32_t at) {
    return (carom_box){{set->sorted.min_x[at], set->sorted.min_y[at]}, {set->sorted.max_x[at], set->sorted.max_y[at]}};
}

/// Reports the boxes of layers with larger boxes, and the fixed boxes, that overlap the mover.
static void pair_others(pair_search *p, int layer, const own_box *own, carom_box box) {
    box_search s = {.broad = p->broad,
                    .set = p->movers,
                    .own = *own,
                    .filter = &p->broad->filters[p->self],
                    .found = add_found,
                    .context = p};
    s.kind = kind_of(CR_BROAD_MOVERS);
    if (layer > 0) search_set(&s, box, layer);
    s.set = &p->broad->sets[CR_BROAD_FIXED];
    s.kind = kind_of(CR_BROAD_FIXED);
    search_set(&s, box, s.set->layer_count);
    search_loose(&s);
}

/// Reports the candidates of two runs of at most four boxes, given as bits. Always writes two entries and advances the
/// count by the number of candidates: a branch here would be mispredicted.
static inline void add_bits(pair_search *p, const cr_broad_set *set, uint32_t self, uint32_t bits, uint32_t low,
                            uint32_t high) {
    static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    cr_candidate *to = p->candidates + p->count;
    for (p->count += ones[bits & 15] + ones[bits >> 4];; to += 2) {
        for (int i = 0; i < 2; ++i) {
            uint32_t bit = lowest_bit(bits | 128);
            to[i] = (cr_candidate){self, set->index[bit < 4 ? low + bit : high + bit - 4]};
            bits &= bits - 1;
        }
        if (bits == 0) break;
    }
    if (p->count >= CANDIDATE_BATCH) flush_pairs(p);
}

static void pair_layer(pair_search *p, int l, uint32_t begin, uint32_t end) {
    const cr_broad_set *set = p->movers, *fixed = &p->broad->sets[CR_BROAD_FIXED];
    const cr_broad_layer *layer = &set->layers[l];
    const uint32_t *starts = set->starts + layer->first;
    bool others = l > 0 || fixed->count + fixed->loose_count > 0;
    for (uint32_t at = begin; at < end; ++at) {
        uint32_t cell = set->cell[at] - layer->first, self = set->index[at];
        carom_box box = sorted_box_at(set, at);
        own_box own = spread(box);
        p->self = self;
        forward f = {.own_end = layer->end};
        if (layer->mask && cell + layer->stride + 2 <= layer->mask) { // the run does not wrap around
            f.own_end = starts[cell + 2];
            f.begin[0] = starts[cell + layer->stride - 1];
            f.end[0] = starts[cell + layer->stride + 2];
            uint32_t bits = touching(&set->sorted, at + 1, &own) & lowest_bits(f.own_end - at - 1);
            bits |= (touching(&set->sorted, f.begin[0], &own) & lowest_bits(f.end[0] - f.begin[0])) << 4;
            add_bits(p, set, self, bits, at + 1, f.begin[0]);
            if (f.own_end - at - 1 > BOX_LANES) pair_run(p, set, &own, at + 1 + BOX_LANES, f.own_end);
            if (f.end[0] - f.begin[0] > BOX_LANES) pair_run(p, set, &own, f.begin[0] + BOX_LANES, f.end[0]);
        } else {
            if (layer->mask) f = look_forward(layer, starts, cell);
            pair_run(p, set, &own, at + 1, f.own_end);
            for (int r = 0; r < f.runs; ++r) pair_run(p, set, &own, f.begin[r], f.end[r]);
        }
        if (others) pair_others(p, l, &own, box);
    }
}

void cr_broad_pairs(const cr_broad *broad, uint32_t part, uint32_t parts, cr_broad_take *take_batch, void *context) {
    pair_search p = {.broad = broad, .movers = &broad->sets[CR_BROAD_MOVERS], .take = take_batch, .context = context};
    for (int l = 0; l < p.movers->layer_count; ++l) {
        const cr_broad_layer *layer = &p.movers->layers[l];
        uint64_t size = layer->end - layer->begin;
        pair_layer(&p, l, layer->begin + (uint32_t)(size * part / parts),
                   layer->begin + (uint32_t)(size * (part + 1) / parts));
    }
    if (p.count) flush_pairs(&p);
}

// ---- Cells ---------------------------------------------------------------------------------------------------------

typedef struct cell_search {
    const cr_broad *broad;
    const cr_broad_set *set;
    int which;
    cr_broad_show *show;
    void *context;
} cell_search;

static bool count_nothing(box_search *s, uint32_t index) {
    (void)s;
    (void)index;
    return true;
}

/// Returns the number of boxes that cr_broad_pairs compares with this one, without those of its own layer.
static uint64_t tests_of_others(const cell_search *c, int layer, uint32_t body, carom_box box) {
    const cr_broad_filter *filter = &c->broad->filters[body];
    box_search s = {.broad = c->broad, .set = c->set, .own = spread(box), .filter = filter, .found = count_nothing};
    s.kind = kind_of(CR_BROAD_MOVERS);
    search_set(&s, box, layer);
    s.set = &c->broad->sets[CR_BROAD_FIXED];
    search_set(&s, box, s.set->layer_count);
    return s.compared + s.set->loose_count;
}

static uint64_t tests_of_run(const cell_search *c, uint32_t body, entry_range all) {
    if (!c->set->grouped || all.end - all.begin < LONG_RUN) return all.end - all.begin;
    uint64_t tests = 0;
    while (all.begin < all.end) {
        entry_range run = accepted_run(c->broad, c->set, &c->broad->filters[body], all);
        tests += run.end - run.begin;
        all.begin = run.end;
    }
    return tests;
}

static uint64_t tests_at(const cell_search *c, int l, uint32_t at) {
    const cr_broad_layer *layer = &c->set->layers[l];
    forward f = {.own_end = layer->end};
    if (layer->mask) f = look_forward(layer, c->set->starts + layer->first, c->set->cell[at] - layer->first);
    uint32_t body = c->set->index[at];
    uint64_t tests = tests_of_run(c, body, (entry_range){at + 1, f.own_end});
    for (int r = 0; r < f.runs; ++r) tests += tests_of_run(c, body, (entry_range){f.begin[r], f.end[r]});
    return tests + tests_of_others(c, l, body, sorted_box_at(c->set, at));
}

typedef struct cell_place {
    int32_t x, y;
} cell_place;

static cell_place place_at(const cr_broad_set *set, const cr_broad_layer *layer, uint32_t at) {
    return (cell_place){cell_at(set->sorted.min_x[at], layer->scale), cell_at(set->sorted.min_y[at], layer->scale)};
}

/// Returns true if the entry is of a body that is still in the set, and belongs to the cell. Without a grid, all
/// entries of a layer belong to one cell.
static bool is_in_cell(const cell_search *c, const cr_broad_layer *layer, uint32_t at, cell_place cell) {
    if ((c->broad->state[c->set->index[at]] & ~PUT) != kind_of(c->which)) return false;
    cell_place place = place_at(c->set, layer, at);
    return layer->mask == 0 || (place.x == cell.x && place.y == cell.y);
}

static carom_box bounds_of_cell(const cr_broad_layer *layer, cell_place cell) {
    double size = 1 / layer->scale;
    return (carom_box){{(float)(cell.x * size), (float)(cell.y * size)},
                       {(float)((cell.x + 1.0) * size), (float)((cell.y + 1.0) * size)}};
}

/// Shows the cell of an entry, if no entry before it is in the same cell.
static void show_cell(const cell_search *c, int l, uint32_t at, uint32_t begin, uint32_t end) {
    const cr_broad_layer *layer = &c->set->layers[l];
    cell_place place = place_at(c->set, layer, at);
    if (!is_in_cell(c, layer, at, place)) return;
    for (uint32_t i = begin; i < at; ++i) {
        if (is_in_cell(c, layer, i, place)) return;
    }
    cr_broad_cell cell = {.bounds = sorted_box_at(c->set, at), .fixed = c->which == CR_BROAD_FIXED};
    if (layer->mask) cell.bounds = bounds_of_cell(layer, place);
    for (uint32_t i = at; i < end; ++i) {
        if (!is_in_cell(c, layer, i, place)) continue;
        ++cell.bodies;
        carom_box box = sorted_box_at(c->set, i);
        if (layer->mask) box.max = box.min; // far from the origin a cell may be smaller than an ulp
        cell.bounds = cr_box_union(cell.bounds, box);
        if (!cell.fixed) cell.tests += tests_at(c, l, i);
    }
    c->show(c->context, &cell);
}

static void show_layer(const cell_search *c, int l) {
    const cr_broad_layer *layer = &c->set->layers[l];
    for (uint32_t begin = layer->begin, end; begin < layer->end; begin = end) {
        end = layer->mask ? begin + 1 : layer->end;
        while (end < layer->end && c->set->cell[end] == c->set->cell[begin]) ++end;
        for (uint32_t at = begin; at < end; ++at) show_cell(c, l, at, begin, end);
    }
}

void cr_broad_cells(const cr_broad *broad, cr_broad_show *show, void *context) {
    for (int which = 0; which < 2; ++which) {
        const cr_broad_set *set = &broad->sets[which];
        cell_search c = {broad, set, which, show, context};
        for (int l = 0; l < set->layer_count; ++l) show_layer(&c, l);
        for (uint32_t i = 0; i < set->loose_count; ++i) {
            carom_box box = broad->boxes[set->loose[i]];
            cr_broad_cell cell = {box, 1, 0, which == CR_BROAD_FIXED};
            if (which == CR_BROAD_MOVERS)
                cell.tests = tests_of_others(&c, set->layer_count, set->loose[i], box) + set->loose_count - 1;
            show(context, &cell);
        }
    }
}
