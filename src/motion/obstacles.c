// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Obstacles and solid near a position.
#include "motion/obstacles.h"

#include "geom/core.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "motion/clear_position.h"
#include "motion/compound.h"
#include "motion/contact_normals.h"

#include <math.h>

#define SHALLOW_DEPTH 0x1p-20 // of the coordinates: penetration depth that rounding of a position alone can cause

int cr_obstacles_in(const carom_scene *scene, carom_box box, carom_scene_obstacle *out, int capacity) {
    if (scene->obstacles) return scene->obstacles(scene->self, box, out, capacity);
    carom_scene_contact contacts[CR_OBSTACLES];
    carom_shape around = {.kind = CAROM_SHAPE_BOX, .box = box};
    int found = scene->contacts(scene->self, &around, contacts, CR_OBSTACLES);
    for (int i = 0; i < found && i < CR_OBSTACLES && i < capacity; ++i) {
        out[i] = (carom_scene_obstacle){.shape = contacts[i].shape, .one_way = contacts[i].one_way};
    }
    return found > CR_OBSTACLES && found <= capacity ? capacity + 1 : found;
}

/// Divides a box across its longer side. Returns false if it has no float in its middle.
static bool divide_box(carom_box box, carom_box *halves) {
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    bool across = width >= height;
    float low = across ? box.min.x : box.min.y, high = across ? box.max.x : box.max.y;
    float middle = (float)((double)low + (across ? width : height) / 2);
    if (!(middle > low && middle < high)) return false;
    halves[0] = halves[1] = box;
    *(across ? &halves[0].max.x : &halves[0].max.y) = middle;
    *(across ? &halves[1].min.x : &halves[1].min.y) = middle;
    return true;
}

void cr_obstacles_begin(cr_obstacle_walk *walk, const carom_scene *scene, carom_box box) {
    walk->scene = scene;
    walk->boxes[0] = box;
    walk->boxes_count = 1;
    walk->count = walk->boxes_read = 0;
}

bool cr_obstacles_next(cr_obstacle_walk *walk) {
    while (walk->boxes_count > 0) {
        carom_box box = walk->boxes[--walk->boxes_count];
        int found = cr_obstacles_in(walk->scene, box, walk->near, CR_OBSTACLES_NEAR);
        walk->count = found < CR_OBSTACLES_NEAR ? found : CR_OBSTACLES_NEAR;
        bool divides = found > CR_OBSTACLES_NEAR && walk->boxes_read < CR_OBSTACLE_BOXES &&
                       walk->boxes_count + 2 <= CR_OBSTACLE_DEPTH;
        ++walk->boxes_read;
        if (!divides || !divide_box(box, walk->boxes + walk->boxes_count)) return true;
        walk->boxes_count += 2;
    }
    return false;
}

// ---- Rounding -------------------------------------------------------------------------------------------------------

static double larger_side(float low, float high) {
    double a = fabs((double)low), b = fabs((double)high);
    return a > b ? a : b;
}

double cr_size_of_coordinates(const carom_shape *shape) {
    carom_box box = carom_shape_bounds(shape);
    return larger_side(box.min.x, box.max.x) + larger_side(box.min.y, box.max.y);
}

/// The coordinates are those of the shape: the point of contact may be near the origin.
bool cr_is_shallow(const carom_shape *shape, const carom_contact_points *contact) {
    return (double)contact->depth <= cr_size_of_coordinates(shape) * SHALLOW_DEPTH;
}

carom_sweep_hit cr_rest_on_one_sided(const carom_shape *shape, const carom_segment *segment) {
    // With its ends: a shape can also penetrate a chain at a corner.
    carom_shape whole = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = segment->a, .b = segment->b, .one_sided = true}};
    carom_contact_points contact = carom_contact(shape, &whole);
    if (!contact.hit || contact.depth <= 0 || !cr_is_shallow(shape, &contact)) return (carom_sweep_hit){.t = 1};
    return (carom_sweep_hit){.hit = true,
                             .inside = true,
                             .point = contact.points[0],
                             .normal = contact.normal,
                             .feature = CAROM_FEATURE_EDGE,
                             .part_a = contact.part_a};
}

// ---- Solid ----------------------------------------------------------------------------------------------------------

bool cr_is_empty_box(const carom_scene *scene, carom_box box) {
    carom_scene_obstacle first;
    return scene->obstacles && scene->obstacles(scene->self, box, &first, 1) == 0;
}

/// The centre of a thin shape is rounded, perhaps across a boundary along which the shape lies.
bool cr_is_deep_in_solid(const carom_scene *scene, carom_vec2 p) {
    carom_vec2 low = {cr_float_below(p.x), cr_float_below(p.y)}, high = {cr_float_above(p.x), cr_float_above(p.y)};
    const carom_vec2 around[4] = {{low.x, p.y}, {high.x, p.y}, {p.x, low.y}, {p.x, high.y}};
    if (cr_is_empty_box(scene, (carom_box){low, high})) return true;
    bool deep = true;
    for (int i = 0; i < 4; ++i) deep = deep && scene->solid(scene->self, around[i]);
    return deep;
}

static bool is_part_in_solid(const carom_scene *scene, const carom_shape *part) {
    cr_core core;
    if (!cr_core_of(part, &core)) return false;
    cr_vec2d mean = cr_core_centre(&core);
    carom_vec2 centre = cr_rounded(mean.x, mean.y);
    if (!scene->solid(scene->self, centre)) return false;
    bool exact = (double)centre.x == mean.x && (double)centre.y == mean.y;
    return exact || !cr_core_is_thin(&core) || cr_is_deep_in_solid(scene, centre);
}

bool cr_in_solid(const carom_scene *scene, const carom_shape *shape, carom_vec2 at) {
    if (!scene->solid) return false;
    cr_placed placed;
    const carom_shape *here = cr_place_shape(&placed, shape, at);
    for (int i = 0; i < cr_parts_of(here); ++i) {
        if (is_part_in_solid(scene, cr_part_of(here, i))) return true;
    }
    return false;
}

// ---- Free positions -------------------------------------------------------------------------------------------------

static bool is_boundary_edge(const carom_scene_obstacle *obstacle) {
    return cr_is_one_sided(&obstacle->shape) && !obstacle->one_way;
}

/// The positions of boundary vertices on a segment, as sorted fractions of it.
typedef struct edge_ends {
    double at[CR_OBSTACLES_NEAR + 2];
    int count;
} edge_ends;

static void add_edge_end(edge_ends *k, carom_vec2 a, carom_vec2 b, carom_vec2 p) {
    if (k->count == CR_OBSTACLES_NEAR + 2 || cr_side(a, b, p) != 0) return;
    cr_vec2d e = cr_subtract(cr_widen(b), cr_widen(a));
    double along = cr_dot(e, cr_subtract(cr_widen(p), cr_widen(a))) / cr_dot(e, e);
    if (!(along >= 0 && along <= 1)) return;
    int i = k->count++;
    for (; i > 0 && k->at[i - 1] > along; --i) k->at[i] = k->at[i - 1];
    k->at[i] = along;
}

/// True if a segment from a to b passes through solid from corner to corner, or from a corner to its end, without
/// crossing an edge and not along one.
static bool passes_through_solid(const carom_scene *scene, carom_vec2 a, carom_vec2 b, const carom_scene_obstacle *near,
                                 int count) {
    edge_ends k = {.count = 0};
    if (scene->solid(scene->self, a) || scene->solid(scene->self, b)) return true;
    add_edge_end(&k, a, b, a);
    for (int i = 0; i < count; ++i) {
        if (!is_boundary_edge(&near[i])) continue;
        add_edge_end(&k, a, b, near[i].shape.segment.a);
        add_edge_end(&k, a, b, near[i].shape.segment.b);
    }
    add_edge_end(&k, a, b, b);
    for (int i = 1; i < k.count; ++i) {
        double t = (k.at[i - 1] + k.at[i]) / 2;
        carom_vec2 middle =
            cr_rounded((double)a.x + t * ((double)b.x - (double)a.x), (double)a.y + t * ((double)b.y - (double)a.y));
        if (scene->solid(scene->self, middle) && cr_is_deep_in_solid(scene, middle)) return true;
    }
    return false;
}

bool cr_penetrates_boundary(const carom_scene *scene, const carom_shape *part) {
    cr_core core;
    bool is_segment = cr_core_of(part, &core) && core.count == 2 && core.radius == 0;
    cr_obstacle_walk walk;
    cr_obstacles_begin(&walk, scene, carom_shape_bounds(part));
    while (cr_obstacles_next(&walk)) {
        for (int i = 0; i < walk.count; ++i) {
            carom_shape edge = walk.near[i].shape;
            if (!is_boundary_edge(&walk.near[i])) continue;
            edge.segment.one_sided = edge.segment.skip_a = edge.segment.skip_b = false;
            if (cr_relate(part, &edge) == CR_INSIDE) return true;
        }
        if (is_segment && passes_through_solid(scene, core.v[0], core.v[1], walk.near, walk.count)) return true;
    }
    return false;
}

/// A sweep does not hit edges that the centre of the shape is behind. In solid these are all edges; outside of it some,
/// by rounding.
bool cr_free_of_solid(const carom_scene *scene, const carom_shape *shape, carom_vec2 at) {
    if (!cr_free(scene, shape, at) || cr_in_solid(scene, shape, at)) return false;
    if (!scene->solid) return true;
    cr_placed placed;
    const carom_shape *here = cr_place_shape(&placed, shape, at);
    for (int i = 0; i < cr_parts_of(here); ++i) {
        if (cr_penetrates_boundary(scene, cr_part_of(here, i))) return false;
    }
    return true;
}
