// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Depenetration: the least translation to a clear position. Each obstacle within reach becomes a zone (zones.h). The
// result is the shortest candidate that no zone forbids and that has a clear position in floats. If there are more
// obstacles than fit, branch and bound: the rectangle of translations is divided into quarters, the nearest first, and
// a quarter beyond the best candidate is skipped.
#include "motion/push_out.h"

#include "geom/difference.h"
#include "geom/predicate.h"
#include "motion/clear_position.h"
#include "motion/compound.h"
#include "motion/contact_normals.h"
#include "motion/obstacles.h"

#include <math.h>

#define EQUAL_LENGTH    0x1p-36 // of the length: translations that differ by less are equally long
#define EQUAL_COMPONENT 0x1p-30 // of the length: components that differ by less are equal
#define BOUNDS_ROUNDING 0x1p-21 // of the largest coordinate: rounding of the bounds of a translated shape
#define LEAST_PART      0x1p-18 // of the largest coordinate: a smaller rectangle of translations is not divided
#define FATTENING       2       // slacks: a shape without interior needs a clear position a slack beside its own
#define SAME_CANDIDATE  16      // tolerances between two candidates that are one
#define LEAST_SQUARE    0x1p-64 // units: the first square of a point at the origin
#define PARTS_OF_SIZE   8       // a rectangle smaller than the size over this is not divided
#define FAR_GROWTH      1024    // times the first square: squares beyond grow by this factor

enum { DIVISIONS = 24 };

static double length_limit(double length) {
    return length * (1 + EQUAL_LENGTH);
}

// ---- Zones ----------------------------------------------------------------------------------------------------------

/// Extends a one-way edge to a solid of some depth behind it. One that holds the shape must not be passed.
static void make_solid_behind(cr_core *edge, double depth) {
    carom_vec2 a = edge->v[0], b = edge->v[1];
    cr_vec2d e = cr_subtract(cr_widen(b), cr_widen(a));
    double length = cr_length(e);
    double dx = -e.y / length * depth, dy = e.x / length * depth;
    edge->count = 4;
    edge->kind = CAROM_SHAPE_POLYGON;
    edge->one_sided = false;
    edge->v[2] = cr_rounded((double)b.x + dx, (double)b.y + dy);
    edge->v[3] = cr_rounded((double)a.x + dx, (double)a.y + dy);
}

static bool overlaps_part(const cr_zone *zone, const cr_translations *d, double by) {
    return zone->min.x <= d->max.x + by && zone->max.x >= d->min.x - by && zone->min.y <= d->max.y + by &&
           zone->max.y >= d->min.y - by;
}

/// True if the shape rests on a one-way edge: touches it, or penetrates it within rounding.
static bool rests_on(const cr_push_search *p, const cr_zone *zone, const cr_core *shape, const cr_core *edge) {
    double distance = cr_zone_distance(&p->zones, zone, (cr_vec2d){0, 0}) + p->zones.fattening;
    return distance <= CR_PUSH_TOUCHING * p->largest && distance >= -CR_PUSH_RESTING * p->largest &&
           cr_facing(shape, edge);
}

static cr_zone_kind kind_of_zone(const carom_scene_obstacle *obstacle, const cr_core *core) {
    if (!cr_is_one_sided(&obstacle->shape) || core->count != 2) return CR_ZONE_SOLID;
    return obstacle->one_way ? CR_ZONE_ONE_WAY : CR_ZONE_BOUNDARY;
}

/// The largest component of a translation of a part.
static double farthest_in(const cr_translations *d) {
    double x = -d->min.x > d->max.x ? -d->min.x : d->max.x, y = -d->min.y > d->max.y ? -d->min.y : d->max.y;
    return x > y ? x : y;
}

bool cr_push_add_zone(cr_push_search *p, const cr_core *shape, const carom_scene_obstacle *obstacle) {
    cr_core core;
    if (!cr_core_of(&obstacle->shape, &core)) return true;
    cr_zone_kind kind = kind_of_zone(obstacle, &core);
    if (!cr_zones_add(&p->zones, shape, &core, kind)) return false;
    const cr_zone *zone = &p->zones.zone[p->zones.count - 1];
    if (kind == CR_ZONE_ONE_WAY && rests_on(p, zone, shape, &core)) {
        cr_zones_drop_last(&p->zones);
        make_solid_behind(&core, 2 * (p->size + farthest_in(&p->part)));
        if (!cr_zones_add(&p->zones, shape, &core, CR_ZONE_SOLID)) return false;
        zone = &p->zones.zone[p->zones.count - 1];
    }
    if (!overlaps_part(zone, &p->part, p->tolerance)) cr_zones_drop_last(&p->zones);
    return true;
}

static carom_box bounds_over(const cr_push_search *p, const cr_translations *d) {
    float more = (float)(BOUNDS_ROUNDING * p->largest + p->fattening);
    return (carom_box){
        {(float)((double)p->box.min.x + d->min.x) - more, (float)((double)p->box.min.y + d->min.y) - more},
        {(float)((double)p->box.max.x + d->max.x) + more, (float)((double)p->box.max.y + d->max.y) + more}};
}

carom_box cr_push_bounds(const cr_push_search *p) {
    return bounds_over(p, &p->part);
}

/// Adds the zones of the obstacles in a box; of one-way edges only, for `floors`. Returns false if not all fit.
static bool add_zones_in(cr_push_search *p, carom_box box, bool floors) {
    carom_scene_obstacle near[CR_PUSH_OBSTACLES];
    int found = cr_obstacles_in(p->scene, box, near, CR_PUSH_OBSTACLES);
    bool all = found <= CR_PUSH_OBSTACLES;
    for (int k = 0; k < cr_parts_of(p->placed); ++k) {
        cr_core shape;
        if (!cr_core_of(cr_part_of(p->placed, k), &shape)) continue;
        for (int i = 0; i < found && i < CR_PUSH_OBSTACLES; ++i) {
            if (!floors || near[i].one_way) all &= cr_push_add_zone(p, &shape, &near[i]);
        }
    }
    return all;
}

/// Gathers the zones that overlap the part. Returns false if there are more than fit. A one-way edge that holds the
/// shape is solid far behind it, also for a part that has no translation near the edge.
static bool gather_zones(cr_push_search *p) {
    const cr_translations *d = &p->part;
    bool has_start = d->min.x <= 0 && d->max.x >= 0 && d->min.y <= 0 && d->max.y >= 0;
    cr_zones_clear(&p->zones, p->tolerance);
    p->zones.fattening = p->fattening;
    p->zones.low = (cr_vec2d){d->min.x - p->tolerance, d->min.y - p->tolerance};
    p->zones.high = (cr_vec2d){d->max.x + p->tolerance, d->max.y + p->tolerance};
    bool all = add_zones_in(p, cr_push_bounds(p), false);
    if (!has_start) add_zones_in(p, bounds_over(p, &(cr_translations){{0, 0}, {0, 0}}), true);
    return all;
}

// ---- Order ----------------------------------------------------------------------------------------------------------

/// The order of two equally long translations: the one farthest along `toward`, then towards -y, then towards -x.
static bool is_preferred(const cr_push_search *p, cr_vec2d a, cr_vec2d b) {
    double tx = (double)p->toward.x, ty = (double)p->toward.y;
    double more = tx * a.x + ty * a.y - tx * b.x - ty * b.y, tolerance = EQUAL_COMPONENT * cr_length(a);
    if (fabs(more) > tolerance * (fabs(tx) + fabs(ty))) return more > 0;
    if (fabs(a.y - b.y) > tolerance) return a.y < b.y;
    return a.x < b.x - tolerance;
}

bool cr_push_is_better(const cr_push_search *p, cr_vec2d a, cr_vec2d b) {
    double length_a = cr_length(a), length_b = cr_length(b);
    if (fabs(length_a - length_b) > EQUAL_LENGTH * length_b) return length_a < length_b;
    return is_preferred(p, a, b);
}

// ---- One part of the search -----------------------------------------------------------------------------------------

static bool is_rejected(const cr_push_search *p, cr_vec2d t) {
    for (int i = 0; i < p->rejected_count; ++i) {
        if (cr_length(cr_subtract(t, p->rejected[i])) <= SAME_CANDIDATE * p->tolerance) return true;
    }
    return false;
}

static void consider_candidate(void *context, cr_vec2d t) {
    cr_push_search *p = context;
    if ((p->found || p->improved) && !cr_push_is_better(p, t, p->best)) return;
    const cr_translations *d = &p->part;
    bool in_part = t.x >= d->min.x - p->tolerance && t.x <= d->max.x + p->tolerance && t.y >= d->min.y - p->tolerance &&
                   t.y <= d->max.y + p->tolerance;
    if (!in_part || is_rejected(p, t) || !cr_zones_allow(&p->zones, t) || cr_push_is_buried(p, t) ||
        cr_push_passes_through(p, t))
        return;
    p->best = t;
    p->improved = true;
    p->max_length = length_limit(cr_length(t));
}

static void keep_translation(cr_push_search *p, carom_vec2 at, cr_vec2d t) {
    p->found = true;
    p->at = at;
    p->best = t;
    p->max_length = length_limit(cr_length(t));
}

/// Finds the least translation of a part, if it is better than the best so far. If the clear position in floats is more
/// than a few ulp longer, another candidate may have a closer one, so the search continues.
static void search_candidates(cr_push_search *p) {
    p->rejected_count = 0;
    for (bool done = false; !done && p->rejected_count < CR_PUSH_REJECTED;) {
        cr_vec2d before = p->best;
        double max_length = p->max_length;
        p->improved = false;
        cr_zones_candidates(&p->zones, &p->max_length, consider_candidate, p);
        if (!p->improved) return;
        cr_vec2d t = p->best;
        p->rejected[p->rejected_count++] = t;
        p->best = before;
        p->max_length = max_length;
        carom_vec2 at;
        if (!cr_push_position(p, t, &at)) {
            p->rejected_any = true;
            continue;
        }
        cr_vec2d rounded = cr_subtract(cr_widen(at), cr_widen(p->position));
        double slack = cr_push_slack(p);
        done = cr_length(rounded) <= cr_length(t) + slack;
        if (done) {
            keep_translation(p, at, t);
        } else if (cr_length(rounded) <= p->max_distance + slack &&
                   (!p->found || cr_push_is_better(p, rounded, before))) {
            keep_translation(p, at, rounded);
        }
    }
}

// ---- Branch and bound -----------------------------------------------------------------------------------------------

/// The length of the least translation in a rectangle.
static double least_length(const cr_translations *d) {
    double x = d->min.x > -d->max.x ? d->min.x : -d->max.x, y = d->min.y > -d->max.y ? d->min.y : -d->max.y;
    return cr_length((cr_vec2d){x > 0 ? x : 0, y > 0 ? y : 0});
}

static void search_part(cr_push_search *p, cr_translations d, int divisions);

/// Searches the four quarters, the one with the least translation first.
static void search_quarters(cr_push_search *p, cr_translations d, int divisions) {
    double x = (d.min.x + d.max.x) / 2, y = (d.min.y + d.max.y) / 2;
    cr_translations quarters[4] = {
        {d.min, {x, y}}, {{x, d.min.y}, {d.max.x, y}}, {{d.min.x, y}, {x, d.max.y}}, {{x, y}, d.max}};
    for (int i = 0; i < 4; ++i) {
        for (int k = i; k > 0 && least_length(&quarters[k]) < least_length(&quarters[k - 1]); --k) {
            cr_translations swap = quarters[k];
            quarters[k] = quarters[k - 1];
            quarters[k - 1] = swap;
        }
    }
    for (int i = 0; i < 4; ++i) search_part(p, quarters[i], divisions - 1);
}

static bool is_searched(const cr_push_search *p, const cr_translations *d) {
    const cr_translations *done = &p->searched;
    return d->min.x >= done->min.x && d->min.y >= done->min.y && d->max.x <= done->max.x && d->max.y <= done->max.y;
}

/// True if all zones lie in the middle of the square before. So that had the same zones, no translation to their
/// boundaries is longer than its limit, and nothing was found.
static bool repeats_square(const cr_push_search *p) {
    double most = p->searched.max.x / 2;
    for (int i = 0; i < p->zones.count; ++i) {
        const cr_zone *zone = &p->zones.zone[i];
        if (zone->min.x < -most || zone->min.y < -most || zone->max.x > most || zone->max.y > most) return false;
    }
    return !p->found;
}

static void search_part(cr_push_search *p, cr_translations d, int divisions) {
    if (least_length(&d) > p->max_length || is_searched(p, &d)) return;
    p->part = d;
    double width = d.max.x - d.min.x;
    bool is_small = width <= p->size / PARTS_OF_SIZE || width <= LEAST_PART * p->largest;
    bool all = gather_zones(p);
    if (divisions == DIVISIONS && all && repeats_square(p)) return;
    if (cr_zones_cover_bounds(&p->zones)) return;
    if (all || divisions == 0 || is_small) {
        search_candidates(p);
    } else {
        search_quarters(p, d, divisions);
    }
}

/// Searches squares about the zero translation, each larger than the one before, which is left out.
static void search_squares(cr_push_search *p, double first) {
    p->searched = (cr_translations){{0, 0}, {0, 0}};
    for (double radius = first; radius <= (double)FLT_MAX / 16;
         radius *= radius < FAR_GROWTH * first ? 2 : FAR_GROWTH) {
        double limit = radius < p->max_distance ? radius : p->max_distance;
        if (!p->found) p->max_length = length_limit(limit);
        search_part(p, (cr_translations){{-limit, -limit}, {limit, limit}}, DIVISIONS);
        p->searched = (cr_translations){{-limit, -limit}, {limit, limit}};
        if (limit == p->max_distance || (p->found && cr_length(p->best) <= limit)) return;
    }
}

// ---- The query ------------------------------------------------------------------------------------------------------

static bool has_flat_part(const carom_shape *placed) {
    for (int k = 0; k < cr_parts_of(placed); ++k) {
        cr_core core;
        if (cr_core_of(cr_part_of(placed, k), &core) && cr_core_is_flat(&core)) return true;
    }
    return false;
}

static void measure_shape(cr_push_search *p) {
    p->box = carom_shape_bounds(p->placed);
    double width = (double)p->box.max.x - (double)p->box.min.x, height = (double)p->box.max.y - (double)p->box.min.y;
    p->size = width > height ? width : height;
    p->largest = cr_largest_coordinate(p->box, p->position);
    p->tolerance = CR_PUSH_TOLERANCE * p->largest;
    p->is_flat = has_flat_part(p->placed);
}

/// Finishes a search that has its scene, walls, shape, position and preference, for a shape that is not free.
static carom_push find_push(cr_push_search *p, float max_distance) {
    carom_push none = {.at = p->position};
    cr_push_answers known;
    cr_push_answers_clear(p->known = &known);
    // A shape that penetrates nothing, and yet is not free, is across a boundary that its centre is behind.
    bool in_solid = cr_in_solid(p->scene, p->shape, p->position) || cr_free(p->scene, p->shape, p->position);
    cr_placed placed;
    p->placed = cr_place_shape(&placed, p->shape, p->position);
    measure_shape(p);
    double depth = cr_penetration_depth(p), rounding = CR_PUSH_RESTING * p->largest;
    p->max_distance = max_distance > 0 ? (double)max_distance : in_solid ? HUGE_VAL : depth + rounding;
    double first = length_limit(depth > p->size / PARTS_OF_SIZE ? depth : p->size / PARTS_OF_SIZE);
    if (first < rounding) first = rounding;
    if (first < LEAST_SQUARE) first = LEAST_SQUARE;
    search_squares(p, first);
    if (p->rejected_any) { // free floats are farther from the boundaries than the rings of push_position.c
        p->fattening = FATTENING * cr_push_slack(p);
        search_squares(p, first);
    }
    none.crushed = !p->found;
    return p->found ? (carom_push){.at = p->at, .moved = true} : none;
}

carom_push cr_push_out(const carom_scene *scene, const carom_scene *walls, const carom_shape *shape,
                       carom_vec2 position, carom_vec2 toward) {
    if (cr_free_of_solid(scene, shape, position)) return (carom_push){.at = position};
    cr_push_search p = {.scene = scene, .walls = walls, .shape = shape, .position = position, .toward = toward};
    return find_push(&p, 0);
}

carom_push carom_push_out(const carom_scene *scene, const carom_shape *shape, carom_vec2 position, float max_distance) {
    if (cr_free_of_solid(scene, shape, position)) return (carom_push){.at = position};
    cr_push_search p = {.scene = scene, .shape = shape, .position = position};
    return find_push(&p, max_distance);
}
