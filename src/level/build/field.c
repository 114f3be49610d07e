// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Marching squares (W. E. Lorensen and H. E. Cline, Marching Cubes, 1987, in the plane). A cell lies between four
// samples; around the field all samples are empty. The outline crosses the sides of cells between a solid and an empty
// sample. It is followed from side to side, with solid on the left:
//
//     near-left   solid | empty  near-right       far corners     leave by
//                       |                         empty, empty    the left side
//     - - - - - - - - - ^ - - - - - - - - -       solid, empty    the side ahead
//                       |                         solid, solid    the right side
//     far-left      ?   |   ?    far-right        empty, solid    right if the solids are joined, else left
//
// Each outline crosses some row of samples downward. These crossings are bits; tracing clears them.
#include "level/build/field.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/vec.h"

#include <string.h>

void cr_rings_free(cr_rings *rings, const carom_allocator *allocator) {
    cr_free_array(allocator, rings->points, (size_t)rings->points_capacity, sizeof rings->points[0]);
    cr_free_array(allocator, rings->ends, (size_t)rings->capacity, sizeof rings->ends[0]);
    *rings = (cr_rings){0};
}

/// Adds a ring of `count` points, and returns them; the caller must write them. Returns NULL without memory.
static carom_vec2 *add_ring_of(cr_rings *rings, const carom_allocator *allocator, int count) {
    if (!cr_grow_array(allocator, (void **)&rings->points, &rings->points_capacity, rings->points_count + count,
                       sizeof rings->points[0]) ||
        !cr_grow_array(allocator, (void **)&rings->ends, &rings->capacity, rings->count + 1, sizeof rings->ends[0]))
        return NULL;
    carom_vec2 *points = rings->points + rings->points_count;
    rings->points_count += count;
    rings->ends[rings->count++] = rings->points_count;
    return points;
}

// ---- Samples --------------------------------------------------------------------------------------------------------

typedef struct field_tracer {
    const carom_field *field;
    const carom_allocator *allocator;
    int threshold;
    size_t words;     // of a row of bits
    uint64_t *solid;  // the samples, with an empty one on each side
    uint64_t *starts; // downward crossings between sample i and i + 1 that are still to be traced
    cr_vec2d *loop;   // vertices in cells
    int count, capacity;
    int most; // vertices of a loop
    bool has_too_many;
} field_tracer;

/// The extended field has samples 0 to columns + 1; its sample (i, j) is sample (i - 1, j - 1) of the caller.
static bool is_solid_sample(const field_tracer *t, int i, int j) {
    return t->solid[(size_t)j * t->words + (size_t)i / 64] >> (i & 63) & 1;
}

static int sample_value(const field_tracer *t, int i, int j) {
    const carom_field *f = t->field;
    if (i < 1 || j < 1 || i > f->columns || j > f->rows) return 0;
    return f->samples[(size_t)(j - 1) * (size_t)f->columns + (size_t)(i - 1)];
}

static void read_samples(field_tracer *t) {
    const carom_field *f = t->field;
    for (int row = 0; row < f->rows; ++row) {
        const uint8_t *samples = f->samples + (size_t)row * (size_t)f->columns;
        uint64_t *solid = t->solid + (size_t)(row + 1) * t->words, *starts = t->starts + (size_t)(row + 1) * t->words;
        for (int i = 0; i < f->columns; ++i) {
            solid[(i + 1) / 64] |= (uint64_t)(samples[i] >= t->threshold) << ((i + 1) & 63);
        }
        for (size_t k = 0; k < t->words; ++k) { // solid, and the next one is not
            uint64_t after = solid[k] >> 1 | (k + 1 < t->words ? solid[k + 1] << 63 : 0);
            starts[k] = solid[k] & ~after;
        }
    }
}

// ---- Following an outline -------------------------------------------------------------------------------------------

/// Directions 0 to 3 are +x, +y, -x, -y: the left of each is the next one. The corners of a cell that is entered in
/// that direction, as offsets of samples.
static const int cell_ahead[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const int near_left[4][2] = {{0, 1}, {0, 0}, {1, 0}, {1, 1}};
static const int near_right[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
static const int far_left[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
static const int far_right[4][2] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}};

/// A side of a cell that the outline crosses: the cell that it enters, and the direction.
typedef struct cell_entry {
    int i, j, direction;
} cell_entry;

/// The vertex on a side, in cells from the origin of the field. With interpolation it lies at threshold - 1/2, so that
/// it is never on a sample, and two vertices on different sides are apart.
static cr_vec2d vertex_of_entry(const field_tracer *t, cell_entry at) {
    const int *s = near_left[at.direction], *e = near_right[at.direction];
    double share = 0.5;
    if (t->field->smooth) {
        int solid = sample_value(t, at.i + s[0], at.j + s[1]), empty = sample_value(t, at.i + e[0], at.j + e[1]);
        share = (solid - (t->threshold - 0.5)) / (solid - empty);
    }
    return (cr_vec2d){at.i + s[0] - 0.5 + share * (e[0] - s[0]), at.j + s[1] - 0.5 + share * (e[1] - s[1])};
}

/// Of a cell with solids at opposite corners: with interpolation, the mean of its samples decides.
static bool are_solids_joined(const field_tracer *t, cell_entry at) {
    if (!t->field->smooth) return true;
    int sum = sample_value(t, at.i, at.j) + sample_value(t, at.i + 1, at.j) + sample_value(t, at.i, at.j + 1) +
              sample_value(t, at.i + 1, at.j + 1);
    return sum >= 4 * t->threshold;
}

static cell_entry entry_after(const field_tracer *t, cell_entry at) {
    const int *l = far_left[at.direction], *r = far_right[at.direction];
    bool left = is_solid_sample(t, at.i + l[0], at.j + l[1]), right = is_solid_sample(t, at.i + r[0], at.j + r[1]);
    int turn = left ? (right ? 3 : 0) : right && are_solids_joined(t, at) ? 3 : 1;
    int direction = (at.direction + turn) & 3;
    return (cell_entry){at.i + cell_ahead[direction][0], at.j + cell_ahead[direction][1], direction};
}

/// For successive vertices of a loop: it does not turn back, because it passes each side of a cell to the other cell.
static bool goes_straight(cr_vec2d a, cr_vec2d b, cr_vec2d c) {
    return cr_cross(cr_subtract(b, a), cr_subtract(c, b)) == 0;
}

static bool add_loop_vertex(field_tracer *t, cr_vec2d p) {
    if (t->count >= 2 && goes_straight(t->loop[t->count - 2], t->loop[t->count - 1], p)) --t->count;
    t->has_too_many = t->count >= t->most;
    if (t->has_too_many) return false;
    if (!cr_grow_array(t->allocator, (void **)&t->loop, &t->capacity, t->count + 1, sizeof p)) return false;
    t->loop[t->count++] = p;
    return true;
}

/// Merges collinear sides where the loop is closed. At least four corners are left: the sides at a corner lie on both
/// sides of a line of samples, so the corner is between its neighbours in x or y.
static void close_loop(field_tracer *t) {
    if (goes_straight(t->loop[t->count - 2], t->loop[t->count - 1], t->loop[0])) --t->count;
    if (goes_straight(t->loop[t->count - 1], t->loop[0], t->loop[1])) t->loop[0] = t->loop[--t->count];
}

static bool trace_loop(field_tracer *t, cell_entry start) {
    cell_entry at = start;
    t->count = 0;
    do {
        if (!add_loop_vertex(t, vertex_of_entry(t, at))) return false;
        if (at.direction == 1) t->starts[(size_t)at.j * t->words + (size_t)at.i / 64] &= ~(UINT64_C(1) << (at.i & 63));
        at = entry_after(t, at);
    } while (at.i != start.i || at.j != start.j || at.direction != start.direction);
    close_loop(t);
    return true;
}

// ---- Simplification -------------------------------------------------------------------------------------------------

/// Shares of the tolerance: across the side that replaces vertices, and beyond its end. 0.9^2 + 0.4^2 < 1.
static const double SHARE_ACROSS = 0.9, SHARE_BEYOND = 0.4;

/// The directions of the lines from an anchor that pass all vertices after it within the tolerance: from `right`
/// counter-clockwise to `left`.
typedef struct direction_wedge {
    cr_vec2d anchor, right, left;
    bool is_bounded;
    double reach; // of the vertices since the anchor
} direction_wedge;

/// Narrows the wedge to lines that pass p within the tolerance.
static void narrow_wedge(direction_wedge *w, cr_vec2d p, double tolerance) {
    cr_vec2d v = cr_subtract(p, w->anchor);
    double across = SHARE_ACROSS * tolerance, length2 = cr_dot(v, v), rest = length2 - across * across;
    if (sqrt(length2) > w->reach) w->reach = sqrt(length2);
    if (rest <= 0) return; // within the tolerance of the anchor
    double side = sqrt(rest);
    cr_vec2d left = {v.x * side - v.y * across, v.y * side + v.x * across};
    cr_vec2d right = {v.x * side + v.y * across, v.y * side - v.x * across};
    if (!w->is_bounded || cr_cross(left, w->left) > 0) w->left = left;
    if (!w->is_bounded || cr_cross(w->right, right) > 0) w->right = right;
    w->is_bounded = true;
}

/// True if a segment from the anchor to p passes all vertices in between within the tolerance.
static bool can_reach(const direction_wedge *w, cr_vec2d p, double tolerance) {
    cr_vec2d v = cr_subtract(p, w->anchor);
    if (cr_length(v) < w->reach - SHARE_BEYOND * tolerance) return false;
    return !w->is_bounded || (cr_cross(w->right, v) >= 0 && cr_cross(v, w->left) >= 0 && cr_dot(w->left, v) > 0);
}

/// Keeps a vertex where the next one leaves the wedge, so that each vertex left out is within the tolerance of the side
/// that replaces it (J. Reumann and A. P. M. Witkam, 1974, with a wedge instead of a strip). Linear.
static void simplify_loop(field_tracer *t, double tolerance) {
    const cr_vec2d first = t->loop[0];
    direction_wedge w = {.anchor = first};
    cr_vec2d before = first;
    int kept = 1;
    for (int i = 1; i <= t->count; ++i) {
        const cr_vec2d p = i < t->count ? t->loop[i] : first;
        if (!can_reach(&w, p, tolerance)) {
            t->loop[kept++] = before;
            w = (direction_wedge){.anchor = before};
        }
        narrow_wedge(&w, p, tolerance);
        before = p;
    }
    t->count = kept;
}

// ---- A field --------------------------------------------------------------------------------------------------------

/// Adds the loop as a ring. Its vertices are different floats: they lie on different sides of cells, so they are at
/// least 1/510 of a cell apart in x or y, and a valid field has cells of 512 ulp or more.
static bool add_loop(field_tracer *t, cr_rings *rings) {
    const carom_field *f = t->field;
    double x = (double)f->cell.x, y = (double)f->cell.y;
    if (f->tolerance > 0) simplify_loop(t, (double)f->tolerance / (x > y ? x : y));
    if (t->count < 3) return true; // simplification left less than a triangle
    carom_vec2 *points = add_ring_of(rings, t->allocator, t->count);
    for (int i = 0; points && i < t->count; ++i) {
        points[i] =
            cr_narrow((cr_vec2d){(double)f->origin.x + t->loop[i].x * x, (double)f->origin.y + t->loop[i].y * y});
    }
    return points;
}

static bool trace_all(field_tracer *t, int most, cr_rings *rings) {
    read_samples(t);
    for (int j = 1; j <= t->field->rows; ++j) {
        for (size_t k = 0; k < t->words; ++k) {
            const uint64_t *starts = &t->starts[(size_t)j * t->words + k];
            while (*starts) {
                cell_entry start = {(int)(64 * k) + cr_lowest_bit(*starts), j, 1};
                t->most = most - rings->points_count;
                if (!trace_loop(t, start) || !add_loop(t, rings)) return false;
            }
        }
    }
    return true;
}

carom_status cr_trace_field(const carom_field *field, const carom_allocator *allocator, int most, cr_rings *rings) {
    field_tracer t = {.field = field, .allocator = allocator};
    t.threshold = field->threshold > 0 ? field->threshold : CAROM_FIELD_THRESHOLD;
    t.words = ((size_t)field->columns + 2 + 63) / 64;
    size_t all = t.words * ((size_t)field->rows + 2);
    t.solid = cr_take_array(allocator, all, sizeof *t.solid);
    t.starts = cr_take_array(allocator, all, sizeof *t.starts);
    bool done = t.solid && t.starts;
    if (done) memset(t.solid, 0, all * sizeof *t.solid);
    if (done) memset(t.starts, 0, all * sizeof *t.starts);
    done = done && trace_all(&t, most, rings);
    cr_free_array(allocator, t.solid, all, sizeof *t.solid);
    cr_free_array(allocator, t.starts, all, sizeof *t.starts);
    cr_free_array(allocator, t.loop, (size_t)t.capacity, sizeof t.loop[0]);
    return done ? CAROM_STATUS_OK : t.has_too_many ? CAROM_STATUS_TOO_LARGE : CAROM_STATUS_NO_MEMORY;
}
