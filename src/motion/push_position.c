// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The clear position in floats for a translation in double. The rounded position may be in penetration; then the
// positions around it are tried, in rings; then those along the boundary.
#include "geom/predicate.h"
#include "motion/compound.h"
#include "motion/contact_normals.h"
#include "motion/obstacles.h"
#include "motion/push_out.h"

#include <math.h>
#include <string.h>

#define NO_AXIS       0x1p-30 // length of the sum of two unit normals: below it, they are opposite
#define EQUAL_NORMALS 0x1p-30 // 1 - cosine: normals of one direction differ by less

enum {
    RINGS = 3,            // of floats around a translation
    ACTIVE_NORMALS = 16,  // of the zones that touch a translation
    LINE_TOLERANCES = 16, // distance of a translation from a boundary that it is on, in tolerances
    SLOTS_TRIED = 16,     // of the table of answers, for one point
    CENTRE_ULPS = 16,     // rounding of a position, of the vertices there and of their centre, and to its neighbours
};

// ---- Questions about points -----------------------------------------------------------------------------------------

/// The spacing of floats at a value.
static double float_spacing(double value) {
    float size = (float)fabs(value);
    return (double)cr_float_above(size) - (double)size;
}

double cr_push_slack(const cr_push_search *p) {
    return 4 * float_spacing(p->largest);
}

/// The i-th of the nine positions of a 3 x 3 grid about `at`; 4 is the middle.
static carom_vec2 position_beside(const cr_push_search *p, carom_vec2 at, int i) {
    int column = i % 3 - 1, row = i / 3 - 1;
    double by = cr_push_slack(p);
    return cr_rounded((double)at.x + column * by, (double)at.y + row * by);
}

/// A shape without interior fits between solids that touch, and through their corners. So its position counts as free
/// only if one beside it is free, too.
static bool has_free_neighbour(const cr_push_search *p, carom_vec2 at) {
    for (int i = 0; i < 9; ++i) {
        if (i != 4 && cr_free_of_solid(p->scene, p->shape, position_beside(p, at, i))) return true;
    }
    return false;
}

static bool is_free_position(const cr_push_search *p, carom_vec2 at) {
    return cr_free_of_solid(p->scene, p->shape, at) && (!p->is_flat || has_free_neighbour(p, at));
}

static bool passes_through(const cr_push_search *p, carom_vec2 move) {
    for (int i = 0; i < cr_parts_of(p->placed); ++i) {
        cr_core core;
        if (!cr_core_of(cr_part_of(p->placed, i), &core)) continue;
        cr_vec2d centre = cr_core_centre(&core);
        carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = cr_rounded(centre.x, centre.y)};
        carom_sweep_hit hit = p->walls->sweep(p->walls->self, &point, move).sweep;
        if (!hit.hit || hit.inside) continue;
        // A centre that ends on the surface is not behind it.
        double beyond = -(1 - (double)hit.t) * cr_dot(cr_widen(move), cr_widen(hit.normal));
        if (beyond > cr_push_slack(p)) return true;
    }
    return false;
}

/// True if an obstacle may be near the centre of a part of the shape at a position, so that the centre may be in solid
/// at some of the positions beside it and not at others.
static bool is_obstacle_near_centre(const cr_push_search *p, carom_vec2 at) {
    cr_placed placed;
    const carom_shape *here = cr_place_shape(&placed, p->shape, at);
    double largest = cr_largest_coordinate(carom_shape_bounds(here), at);
    double near = cr_push_slack(p) + CENTRE_ULPS * float_spacing(largest);
    for (int i = 0; i < cr_parts_of(here); ++i) {
        cr_core core;
        if (!cr_core_of(cr_part_of(here, i), &core)) continue;
        cr_vec2d centre = cr_core_centre(&core);
        carom_box box = {cr_rounded(centre.x - near, centre.y - near), cr_rounded(centre.x + near, centre.y + near)};
        if (!cr_is_empty_box(p->scene, box)) return true;
    }
    return false;
}

static bool is_buried(const cr_push_search *p, carom_vec2 at) {
    if (!cr_in_solid(p->scene, p->shape, at)) return false;
    if (!p->is_flat || !is_obstacle_near_centre(p, at)) return true;
    for (int i = 0; i < 9; ++i) {
        if (!cr_in_solid(p->scene, p->shape, position_beside(p, at, i))) return false;
    }
    return true;
}

typedef enum point_question { PASSES_THROUGH, IS_BURIED, IS_FREE } point_question;

static bool find_answer(const cr_push_search *p, point_question asked, carom_vec2 point) {
    switch (asked) {
    case PASSES_THROUGH: return passes_through(p, point);
    case IS_BURIED: return is_buried(p, point);
    default: return is_free_position(p, point);
    }
}

/// Returns the answer, of the table if it is known.
static bool ask(const cr_push_search *p, point_question asked, carom_vec2 point) {
    cr_push_answers *known = p->known;
    uint32_t x, y;
    memcpy(&x, &point.x, sizeof x);
    memcpy(&y, &point.y, sizeof y);
    uint64_t hash = (((uint64_t)y << 32 | x) + asked) * 0x9E3779B97F4A7C15u; // Fibonacci hashing (D. E. Knuth)
    int first = (int)(hash >> (64 - CR_PUSH_KNOWN_BITS)), yes = 2 * ((int)asked + 1), no = yes + 1;
    for (int i = 0; i < SLOTS_TRIED; ++i) {
        int slot = (first + i) % CR_PUSH_KNOWN;
        unsigned char *answer = &known->answer[slot];
        if (*answer == 0) {
            known->point[slot] = point;
            *answer = (unsigned char)(find_answer(p, asked, point) ? yes : no);
        }
        if ((*answer == yes || *answer == no) && cr_same_point(known->point[slot], point)) return *answer == yes;
    }
    return find_answer(p, asked, point);
}

void cr_push_answers_clear(cr_push_answers *known) {
    memset(known->answer, 0, sizeof known->answer); // the points are not cleared: they are many
}

bool cr_push_passes_through(const cr_push_search *p, cr_vec2d translation) {
    return p->walls && ask(p, PASSES_THROUGH, cr_rounded(translation.x, translation.y));
}

bool cr_push_is_buried(const cr_push_search *p, cr_vec2d translation) {
    if (!p->scene->solid) return false;
    carom_vec2 at = cr_rounded((double)p->position.x + translation.x, (double)p->position.y + translation.y);
    return ask(p, IS_BURIED, at);
}

// ---- Floats near a translation --------------------------------------------------------------------------------------

/// A float position near a translation.
typedef struct candidate_position {
    carom_vec2 at;
    double distance; // from the translation
} candidate_position;

static bool is_closer_position(const cr_push_search *p, const candidate_position *a, const candidate_position *b) {
    if (a->distance != b->distance) return a->distance < b->distance;
    cr_vec2d from = cr_widen(p->position);
    return cr_push_is_better(p, cr_subtract(cr_widen(a->at), from), cr_subtract(cr_widen(b->at), from));
}

/// Inserts a position into a list of `count`, the closest to `exact` first.
static void keep_position(const cr_push_search *p, cr_vec2d exact, carom_vec2 at, candidate_position *list, int count) {
    candidate_position c = {at, cr_length(cr_subtract(cr_widen(at), exact))};
    int k = count;
    for (; k > 0 && is_closer_position(p, &c, &list[k - 1]); --k) list[k] = list[k - 1];
    list[k] = c;
}

/// Writes the positions of one ring around `exact`, the closest first. Returns how many.
static int positions_of_ring(const cr_push_search *p, cr_vec2d exact, cr_vec2d step, int ring,
                             candidate_position out[8 * RINGS]) {
    int count = 0;
    for (int i = -ring; i <= ring; ++i) {
        for (int j = -ring; j <= ring; j += i == -ring || i == ring ? 1 : 2 * ring) {
            carom_vec2 at = cr_rounded((double)(float)exact.x + i * step.x, (double)(float)exact.y + j * step.y);
            keep_position(p, exact, at, out, count++);
        }
    }
    return count;
}

/// One coordinate of the translated position. A translation or coordinate within the tolerance of zero is zero.
static double translated(const cr_push_search *p, float from, double by) {
    if (fabs(by) <= p->tolerance) return (double)from;
    double to = (double)from + by;
    return fabs(to) <= p->tolerance ? 0 : to;
}

static bool find_free_position(const cr_push_search *p, const candidate_position *list, int count, carom_vec2 *at) {
    for (int i = 0; i < count; ++i) {
        *at = list[i].at;
        if (ask(p, IS_FREE, *at)) return true;
    }
    return false;
}

static bool find_in_rings(const cr_push_search *p, cr_vec2d exact, cr_vec2d step, int rings, carom_vec2 *at) {
    candidate_position positions[8 * RINGS];
    for (int ring = 1; ring <= rings; ++ring) {
        int count = positions_of_ring(p, exact, step, ring, positions);
        if (find_free_position(p, positions, count, at)) return true;
    }
    return false;
}

/// Tries the rounded position; then the floats next to it on each axis, which are closer than those of the shape's
/// largest coordinate; then rings of the latter.
static bool find_beside(const cr_push_search *p, cr_vec2d exact, int rings, carom_vec2 *at) {
    double least = float_spacing(p->largest);
    cr_vec2d fine = {float_spacing(exact.x), float_spacing(exact.y)};
    cr_vec2d coarse = {fine.x > least ? fine.x : least, fine.y > least ? fine.y : least};
    *at = cr_rounded(exact.x, exact.y);
    return ask(p, IS_FREE, *at) || find_in_rings(p, exact, fine, 1, at) || find_in_rings(p, exact, coarse, rings, at);
}

/// Writes the normals of the zones that a translation is on the boundary of. Returns how many.
static int find_active_normals(const cr_push_search *p, cr_vec2d translation, cr_vec2d normals[ACTIVE_NORMALS]) {
    int count = 0;
    for (int i = 0; i < p->zones.count && count < ACTIVE_NORMALS; ++i) {
        const cr_zone *zone = &p->zones.zone[i];
        bool active = fabs(cr_zone_distance(&p->zones, zone, translation)) <= LINE_TOLERANCES * p->tolerance;
        count += active && cr_zone_normal(&p->zones, zone, translation, &normals[count]);
    }
    return count;
}

/// True if all normals are equal. Two edges with a common vertex may have the same tangent there.
static bool is_one_direction(const cr_vec2d *normals, int count) {
    bool is_one = count > 0;
    for (int i = 1; i < count; ++i) is_one = is_one && cr_dot(normals[0], normals[i]) >= 1 - EQUAL_NORMALS;
    return is_one;
}

/// Tries floats along the tangent of a boundary: for each coarse coordinate near `exact`, the fine coordinate of the
/// tangent there. If a gap is at an angle and narrower than the floats, only such positions are in it. If the floats of
/// both axes are equally coarse, steps across the tangent lead farther along it.
static bool find_along(const cr_push_search *p, cr_vec2d exact, cr_vec2d normal, carom_vec2 *at) {
    double step_x = float_spacing(fabs(exact.x) + p->size), step_y = float_spacing(fabs(exact.y) + p->size);
    bool coarse_x = step_x != step_y ? step_x > step_y : fabs(normal.x) > fabs(normal.y);
    double across = coarse_x ? normal.y : normal.x, along = coarse_x ? normal.x : normal.y;
    double from = coarse_x ? exact.x : exact.y, fine = coarse_x ? exact.y : exact.x;
    double coarse_step = coarse_x ? step_x : step_y, fine_step = coarse_x ? step_y : step_x;
    candidate_position positions[(2 * RINGS + 1) * (RINGS + 1)];
    int count = 0;
    if (across == 0) return false;
    for (int row = -RINGS; row <= RINGS; ++row) {
        double coarse = (double)(float)from + row * coarse_step, tangent = fine - (coarse - from) * along / across;
        for (int i = 0; i <= RINGS; ++i) {
            double other = tangent + (across > 0 ? i : -i) * fine_step;
            carom_vec2 there = coarse_x ? cr_rounded(coarse, other) : cr_rounded(other, coarse);
            keep_position(p, exact, there, positions, count++);
        }
    }
    return find_free_position(p, positions, count, at);
}

/// The direction out of an acute corner: between the two normals with the greatest angle. Returns false without one.
static bool find_corner_axis(const cr_vec2d *normals, int count, cr_vec2d *axis) {
    double least = 1;
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < i; ++j) {
            double cosine = cr_dot(normals[i], normals[j]);
            if (cosine >= least) continue;
            least = cosine;
            *axis = cr_add(normals[i], normals[j]);
        }
    }
    double length = least < 1 ? cr_length(*axis) : 0;
    *axis = (cr_vec2d){axis->x / length, axis->y / length};
    return length > NO_AXIS;
}

bool cr_push_position(const cr_push_search *p, cr_vec2d translation, carom_vec2 *at) {
    cr_vec2d exact = {translated(p, p->position.x, translation.x), translated(p, p->position.y, translation.y)};
    cr_vec2d normals[ACTIVE_NORMALS], axis = {0, 0};
    if (find_beside(p, exact, RINGS, at)) return true;
    int count = find_active_normals(p, translation, normals);
    if (is_one_direction(normals, count) && find_along(p, exact, normals[0], at)) return true;
    if (!find_corner_axis(normals, count, &axis)) return false;
    for (double far = cr_push_slack(p); far <= p->size; far *= 2) {
        if (find_beside(p, (cr_vec2d){exact.x + far * axis.x, exact.y + far * axis.y}, 1, at)) return true;
    }
    return false;
}
