// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Obstacles near a position, and the normals of the touched ones.
#include "motion/contact_normals.h"

#include "base/vec.h"
#include "geom/closest_feature.h"
#include "geom/predicate.h"
#include "motion/compound.h"

#include <math.h>
#include <string.h>

#define QUERY_MARGIN 0x1p-22 // of the coordinates: rounding of a fattened shape
#define NO_DIRECTION 0x1p-20 // length of a sum of unit normals: below it, they cancel
#define TOUCH        0x1p-23 // of the coordinates: outward rounding of a position moves it by less
#define EQUAL_SPEED  0x1p-20 // of the squared speed: speeds that differ by less are equal

enum { CORNERS_TOGETHER = 4 }; // more corners at one position are resolved one by one

static double larger_of(double a, double b) {
    return a > b ? a : b;
}

static double largest_in(carom_box box) {
    double x = larger_of(fabs((double)box.min.x), fabs((double)box.max.x));
    double y = larger_of(fabs((double)box.min.y), fabs((double)box.max.y));
    return larger_of(x, y);
}

double cr_largest_coordinate(carom_box bounds, carom_vec2 at) {
    double position = larger_of(fabs((double)at.x), fabs((double)at.y));
    return larger_of(largest_in(bounds), position);
}

bool cr_is_same_position(const carom_shape *placed, carom_vec2 a, carom_vec2 b) {
    double x = fabs((double)a.x - (double)b.x);
    double y = fabs((double)a.y - (double)b.y);
    return larger_of(x, y) <= TOUCH * cr_largest_coordinate(carom_shape_bounds(placed), a);
}

// ---- Obstacles near a position --------------------------------------------------------------------------------------

static carom_shape grown_box(carom_box box, float by) {
    return (carom_shape){.kind = CAROM_SHAPE_BOX,
                         .box = {{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}}};
}

/// A shape that contains all points closer than `by`. A shape without a radius becomes its box.
static carom_shape grown_shape(const carom_shape *shape, float by) {
    carom_shape out = *shape;
    if (shape->kind == CAROM_SHAPE_CIRCLE) {
        out.circle.radius += by;
    } else if (shape->kind == CAROM_SHAPE_CAPSULE) {
        out.capsule.radius += by;
    } else {
        out = grown_box(carom_shape_bounds(shape), by);
    }
    return out;
}

int cr_obstacles_near(const carom_scene *scene, const carom_shape *placed, double margin,
                      carom_scene_contact out[CR_OBSTACLES]) {
    double rounding = QUERY_MARGIN * largest_in(carom_shape_bounds(placed));
    carom_shape around = grown_shape(placed, (float)(margin + rounding));
    int found = scene->contacts(scene->self, &around, out, CR_OBSTACLES);
    return found < CR_OBSTACLES ? found : CR_OBSTACLES;
}

// ---- Touched surfaces -----------------------------------------------------------------------------------------------

/// A touched surface: one limit; where a corner touches a corner, two, of which either holds; where a round shape or
/// the slanted side of one touches a corner, a disc or capsule: the edge of C there, with its radius.
typedef struct touched_surface {
    cr_limit limit, other;
    bool is_corner, is_disc, is_taken;
    bool behind[2];   ///< of a corner: the normal of `limit`, of `other` points to the back of a one-sided obstacle
    cr_vec2d ends[2]; ///< of a disc, both are its centre
    double radius;
    cr_limit beside_x, beside_y; ///< the limits of a shape that passes the corner along the y or the x axis
} touched_surface;

typedef struct touched {
    const cr_core *core;  ///< of the part, at the position
    const cr_core *local; ///< of the part, about the position of the shape
    carom_vec2 at;        ///< the position of the shape
    carom_vec2 hit_normal;
    double margin_x, margin_y;
    cr_surfaces *surfaces;
    touched_surface corners[CR_OBSTACLES], discs[CR_OBSTACLES];
    int corner_count, disc_count;
} touched;

/// The distance along a normal within which rounding can separate two shapes that touch.
static double margin_along(const touched *t, double nx, double ny) {
    return fabs(nx) * t->margin_x + fabs(ny) * t->margin_y;
}

/// The limit of edge k of a difference.
static cr_limit limit_of_touched_edge(const touched *t, const cr_difference *c, int k) {
    double nx, ny;
    cr_edge_normal(c, k, &nx, &ny);
    carom_vec2 on_b = c->b->v[c->of_b[k]];
    double radius = (double)c->b->radius;
    return cr_limit_at(cr_rounded(nx, ny), (double)on_b.x + nx * radius, (double)on_b.y + ny * radius, t->local);
}

/// The vertex of C that 0 is at, within the margin; -1 without one, and for a rounded C.
static int vertex_at(const touched *t, const cr_difference *c) {
    if (c->count < 3 || c->radius > 0) return -1;
    for (int k = 0; k < c->count; ++k) {
        if (fabs(c->v[k].x) <= t->margin_x && fabs(c->v[k].y) <= t->margin_y) return k;
    }
    return -1;
}

/// True if a normal points to the back of a one-sided obstacle, where it does not block.
static bool is_behind(const cr_difference *c, carom_vec2 normal) {
    if (!c->b->one_sided) return false;
    cr_vec2d along = cr_subtract(cr_widen(c->b->v[1]), cr_widen(c->b->v[0]));
    return cr_cross(along, cr_widen(normal)) > 0;
}

static touched_surface corner_at(const touched *t, const cr_difference *c, int vertex) {
    int before = vertex > 0 ? vertex - 1 : c->count - 1;
    cr_limit one = limit_of_touched_edge(t, c, before), other = limit_of_touched_edge(t, c, vertex);
    if (cr_edge_skipped(c, before)) return (touched_surface){.limit = other};
    if (cr_edge_skipped(c, vertex)) return (touched_surface){.limit = one};
    bool one_behind = is_behind(c, one.normal), other_behind = is_behind(c, other.normal);
    return (touched_surface){.limit = one, .other = other, .is_corner = true, .behind = {one_behind, other_behind}};
}

static cr_limit limit_beside(const touched *t, const cr_difference *c, int k, carom_vec2 normal) {
    carom_vec2 on_b = c->b->v[c->of_b[k]];
    double radius = (double)c->b->radius, x = (double)normal.x, y = (double)normal.y;
    return cr_limit_at(normal, (double)on_b.x + x * radius, (double)on_b.y + y * radius, t->local);
}

/// The disc at vertex k of C, or the capsule from vertex k to `end`.
static touched_surface disc_at(const touched *t, const cr_difference *c, int k, int end, carom_vec2 normal) {
    carom_vec2 x = {normal.x < 0 ? -1 : 1, 0}, y = {0, normal.y < 0 ? -1 : 1};
    return (touched_surface){.limit = cr_limit_of(normal),
                             .is_disc = c->radius > 0 || end != k,
                             .ends = {{c->v[k].x, c->v[k].y}, {c->v[end].x, c->v[end].y}},
                             .radius = c->radius,
                             .beside_x = limit_beside(t, c, k, x),
                             .beside_y = limit_beside(t, c, k, y)};
}

/// The edge of C closest to 0: a surface; a capsule if it is a slanted side of the shape, which touches a corner.
static touched_surface edge_at(const touched *t, const cr_difference *c, int edge) {
    cr_limit limit = limit_of_touched_edge(t, c, edge);
    int end = cr_next(c, edge);
    bool is_slanted = limit.normal.x != 0 && limit.normal.y != 0;
    if (c->of_b[edge] == c->of_b[end] && is_slanted) return disc_at(t, c, edge, end, limit.normal);
    return (touched_surface){.limit = limit};
}

/// Sets the edge of C that a shape touches. At contact, 0 is on a C without interior or, by rounding, across it, so
/// that either of its two edges may be the closest: the shape came from the side of the hit. Returns false if the
/// obstacle is the other side of the hit one: a level has two one-sided edges for a thin edge that blocks from both
/// sides.
static bool take_side_of_hit(const touched *t, const cr_difference *c, int *edge) {
    double nx, ny;
    if (c->count != 2 || c->radius > 0) return true;
    cr_edge_normal(c, *edge, &nx, &ny);
    bool is_front = !is_behind(c, cr_rounded(nx, ny));
    bool is_opposite = cr_same_point(is_front ? cr_rounded(-nx, -ny) : cr_rounded(nx, ny), t->hit_normal);
    if (c->b->one_sided ? !is_front : is_opposite) *edge = 1 - *edge;
    return !(c->b->one_sided && is_opposite);
}

/// The edge of C that a shape touches in front of a one-sided obstacle. If C is only as wide as rounding, as that of
/// two almost parallel segments, the edge at the back may be the closest; then it is the one in front that 0 is on as
/// well.
static int edge_in_front(const touched *t, const cr_difference *c, int closest) {
    double nx, ny;
    cr_edge_normal(c, closest, &nx, &ny);
    if (c->radius > 0 || !is_behind(c, cr_rounded(nx, ny))) return closest;
    for (int k = 0; k < c->count; ++k) {
        cr_edge_normal(c, k, &nx, &ny);
        double off = nx * c->v[k].x + ny * c->v[k].y, along = -(c->ex[k] * c->v[k].x + c->ey[k] * c->v[k].y);
        bool is_on = fabs(off) <= margin_along(t, nx, ny) && along >= 0 && along <= cr_edge_length2(c, k);
        if (is_on && !is_behind(c, cr_rounded(nx, ny))) return k;
    }
    return closest;
}

/// Returns false if the obstacle is not touched.
static bool touched_surface_of(const touched *t, const cr_core *obstacle, touched_surface *out) {
    if (!cr_facing(t->core, obstacle)) return false;
    cr_difference c;
    cr_difference_make(&c, t->core, obstacle);
    cr_closest_feature nearest = cr_closest_feature_of(&c, 0, 0);
    if (!(fabs(nearest.distance - c.radius) <= margin_along(t, nearest.nx, nearest.ny)))
        return false; // deeper penetration does not block
    if (cr_is_skipped(&c, &(cr_location){CR_TOUCHING, nearest.edge, nearest.vertex})) return false;
    int vertex = vertex_at(t, &c), k = nearest.vertex;
    if (vertex < 0 && k >= 0 && c.count >= 3 && c.radius == 0) return false; // beside the corner on one axis
    if (vertex >= 0) {
        *out = corner_at(t, &c, vertex);
    } else if (nearest.edge >= 0) {
        if (!take_side_of_hit(t, &c, &nearest.edge)) return false;
        *out = edge_at(t, &c, edge_in_front(t, &c, nearest.edge));
    } else {
        bool is_flat = c.count < 3 && c.radius == 0; // then the direction from its end is a rounding remainder
        *out = disc_at(t, &c, k, k, is_flat ? t->hit_normal : cr_rounded(nearest.nx, nearest.ny));
    }
    return true;
}

static void add_surface_limit(touched *t, const cr_limit *limit) {
    if (t->surfaces->limit_count < CR_RESPONSE_SURFACES) t->surfaces->limits[t->surfaces->limit_count++] = *limit;
}

static void add_normal(touched *t, carom_vec2 normal) {
    if (t->surfaces->count + 1 < CR_RESPONSE_SURFACES) t->surfaces->normals[t->surfaces->count++] = normal;
}

static void add_surface(touched *t, const cr_limit *limit) {
    add_normal(t, limit->normal);
    add_surface_limit(t, limit);
}

static void add_touched(touched *t, const touched_surface *s) {
    if (s->is_corner && t->corner_count < CR_OBSTACLES) {
        t->corners[t->corner_count++] = *s;
    } else if (s->is_disc && t->disc_count < CR_OBSTACLES) {
        t->discs[t->disc_count++] = *s;
    } else {
        add_surface(t, &s->limit);
    }
}

static double dot_of(carom_vec2 a, carom_vec2 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y;
}

/// The squared speed that remains if one more normal is respected.
static double speed_left_with(touched *t, carom_vec2 velocity, carom_vec2 normal) {
    t->surfaces->normals[t->surfaces->count] = normal;
    carom_vec2 left = carom_slide(velocity, t->surfaces->normals, t->surfaces->count + 1);
    return dot_of(left, left);
}

static carom_vec2 direction_between(carom_vec2 a, carom_vec2 b) {
    double x = (double)a.x + (double)b.x, y = (double)a.y + (double)b.y, length = sqrt(x * x + y * y);
    return cr_rounded(x / length, y / length);
}

/// The side of a corner that keeps more speed, not one at the back of a one-sided obstacle. If both keep the same, the
/// direction between them, so that a mirror does not change the result.
static cr_limit better_side(touched *t, carom_vec2 velocity, const touched_surface *corner) {
    if (corner->behind[0] != corner->behind[1]) return corner->behind[0] ? corner->other : corner->limit;
    double one = speed_left_with(t, velocity, corner->limit.normal);
    double other = speed_left_with(t, velocity, corner->other.normal);
    if (one > other) return corner->limit;
    return other > one ? corner->other : cr_limit_of(direction_between(corner->limit.normal, corner->other.normal));
}

/// If a velocity passes a corner on one side, the shape touches that side, although rounding may have left it an ulp
/// short.
static void pass_beside(touched *t, carom_vec2 left, const touched_surface *corner) {
    bool one = dot_of(left, corner->limit.normal) >= 0, other = dot_of(left, corner->other.normal) >= 0;
    if (one != other) add_surface_limit(t, one ? &corner->limit : &corner->other);
}

static bool passes_corner(const touched_surface *corner, carom_vec2 left) {
    return dot_of(left, corner->limit.normal) >= 0 || dot_of(left, corner->other.normal) >= 0;
}

/// The squared speed that remains with the sides chosen for the corners that block; negative if it then leads into one
/// of the others. Writes the velocity.
static double speed_left_of_chosen(const touched *t, carom_vec2 velocity, const cr_limit *chosen, int count,
                                   carom_vec2 *left) {
    carom_vec2 normals[CR_RESPONSE_SURFACES + CORNERS_TOGETHER];
    memcpy(normals, t->surfaces->normals, (size_t)t->surfaces->count * sizeof *normals);
    for (int i = 0; i < count; ++i) normals[t->surfaces->count + i] = chosen[i].normal;
    *left = carom_slide(velocity, normals, t->surfaces->count + count);
    for (int i = 0; i < t->corner_count; ++i) {
        if (!passes_corner(&t->corners[i], *left)) return -1;
    }
    return dot_of(*left, *left);
}

static const cr_limit *side_of_corner(const touched_surface *corner, int side) {
    return side ? &corner->other : &corner->limit;
}

/// Writes one side of each corner. Returns false if one is at the back of a one-sided obstacle.
static bool take_sides(const touched *t, int sides, cr_limit *limits, bool *are_one) {
    *are_one = true;
    for (int i = 0; i < t->corner_count; ++i) {
        const touched_surface *corner = &t->corners[i];
        int side = sides >> i & 1;
        if (corner->behind[side] && !corner->behind[1 - side]) return false;
        limits[i] = *side_of_corner(corner, side);
        *are_one &= limits[i].normal.x == limits[0].normal.x && limits[i].normal.y == limits[0].normal.y;
    }
    return true;
}

static bool is_equal_velocity(carom_vec2 a, carom_vec2 b, double equal) {
    carom_vec2 off = {a.x - b.x, a.y - b.y};
    return dot_of(off, off) <= equal;
}

/// A side that keeps most speed at one corner can lead into another: a tip at the seam of two boxes. Writes the sides
/// of all corners that together keep most speed, bit i for corner i; or the one side that all corners have in common,
/// if it keeps as much as those chosen: no other sides keep more than it. Returns false if those chosen keep as much,
/// and there is no such side; and if two choices keep as much but lead to different sides, so that a mirror does not
/// change the result.
static bool choose_together(const touched *t, carom_vec2 velocity, const cr_limit *chosen, int count, int *best) {
    if (t->corner_count < 2 || t->corner_count > CORNERS_TOGETHER) return false;
    carom_vec2 left, best_left;
    double of_chosen = speed_left_of_chosen(t, velocity, chosen, count, &left);
    double equal = EQUAL_SPEED * dot_of(velocity, velocity), most = of_chosen + equal;
    int common = 0, common_count = 0;
    bool found = false, is_tie = false;
    for (int sides = 0; sides < 1 << t->corner_count; ++sides) {
        cr_limit limits[CORNERS_TOGETHER];
        bool are_one;
        if (!take_sides(t, sides, limits, &are_one)) continue;
        double speed = speed_left_of_chosen(t, velocity, limits, t->corner_count, &left);
        if (are_one && speed >= of_chosen) {
            common = sides;
            ++common_count;
        }
        if (found && speed >= most - equal && !is_equal_velocity(left, best_left, equal))
            is_tie = speed <= most + equal;
        if (!(speed > most && speed > 0)) continue;
        most = speed;
        best_left = left;
        *best = sides;
        found = true;
    }
    if (common_count == 1) *best = common;
    return (found && !is_tie) || common_count == 1;
}

static void resolve_corners(touched *t, carom_vec2 velocity) {
    carom_vec2 left = carom_slide(velocity, t->surfaces->normals, t->surfaces->count);
    cr_limit chosen[CR_OBSTACLES];
    int count = 0, sides = 0;
    for (int i = 0; i < t->corner_count; ++i) {
        if (!passes_corner(&t->corners[i], left)) chosen[count++] = better_side(t, velocity, &t->corners[i]);
    }
    if (count > 0 && choose_together(t, velocity, chosen, count, &sides)) {
        for (int i = 0; i < t->corner_count; ++i) add_surface(t, side_of_corner(&t->corners[i], sides >> i & 1));
        return;
    }
    for (int i = 0; i < t->corner_count; ++i) {
        if (passes_corner(&t->corners[i], left)) pass_beside(t, left, &t->corners[i]);
    }
    for (int i = 0; i < count; ++i) add_surface(t, &chosen[i]);
}

/// True if a velocity leads past a disc or capsule, within rounding. Along a floor that the corner continues it does;
/// then the corner does not block the shape, however near it is.
static bool passes_disc(const touched *t, carom_vec2 left, const touched_surface *disc) {
    cr_vec2d v = cr_widen(left);
    double length = cr_length(v), first = cr_cross(v, disc->ends[0]), second = cr_cross(v, disc->ends[1]);
    double least = (disc->radius - margin_along(t, v.y / length, v.x / length)) * length;
    return (first >= least && second >= least) || (-first >= least && -second >= least);
}

static bool is_approached(const cr_surfaces *surfaces, carom_vec2 velocity) {
    for (int i = 0; i < surfaces->count; ++i) {
        if (dot_of(velocity, surfaces->normals[i]) < 0) return true;
    }
    return false;
}

/// True if a surface found so far blocks the velocity, or a corner that the shape is over by an ulp.
static bool blocks_velocity(const touched *t, carom_vec2 velocity) {
    if (is_approached(t->surfaces, velocity)) return true;
    for (int i = 0; i < t->corner_count; ++i) {
        if (dot_of(velocity, t->corners[i].limit.normal) < 0 || dot_of(velocity, t->corners[i].other.normal) < 0)
            return true;
    }
    return false;
}

/// True if a shape is within an ulp or two of a position beside a disc. A side of the shape that is not at its end can
/// touch the disc far from there; a side that leans by a few ulp would be stopped as many ulp short of it.
static bool is_beside(const touched *t, const cr_limit *beside) {
    bool x = beside->normal.y == 0;
    double off = beside->contact - (double)(x ? t->at.x : t->at.y);
    return beside->faces_axis && fabs(off) <= (x ? t->margin_x : t->margin_y);
}

/// True if a velocity, with one more limit, leads along an axis past a disc that is still ahead.
static bool leads_past(touched *t, carom_vec2 velocity, const touched_surface *disc, const cr_limit *beside) {
    if (!is_beside(t, beside)) return false;
    t->surfaces->normals[t->surfaces->count] = beside->normal;
    carom_vec2 left = carom_slide(velocity, t->surfaces->normals, t->surfaces->count + 1);
    return dot_of(left, disc->limit.normal) < 0 && passes_disc(t, left, disc);
}

/// The limit of a disc for a velocity: a surface along an axis if the velocity then leads past the disc.
static const cr_limit *side_of_disc(touched *t, carom_vec2 velocity, const touched_surface *disc) {
    if (leads_past(t, velocity, disc, &disc->beside_x)) return &disc->beside_x;
    return leads_past(t, velocity, disc, &disc->beside_y) ? &disc->beside_y : &disc->limit;
}

/// Adds the discs that a velocity leads into, or only just past. Returns false if there are none.
static bool take_discs(touched *t, carom_vec2 velocity, bool just_past) {
    carom_vec2 left = carom_slide(velocity, t->surfaces->normals, t->surfaces->count);
    cr_limit chosen[CR_OBSTACLES];
    int count = 0;
    for (int i = 0; i < t->disc_count; ++i) {
        touched_surface *disc = &t->discs[i];
        if (disc->is_taken || dot_of(left, disc->limit.normal) >= 0) continue;
        if (!just_past && passes_disc(t, left, disc)) continue;
        disc->is_taken = true;
        chosen[count++] = *side_of_disc(t, velocity, disc);
    }
    for (int i = 0; i < count; ++i) add_surface(t, &chosen[i]);
    return count > 0;
}

/// Adds the discs in the path, including those in the path of the velocity that others leave. A disc that the velocity
/// passes along an axis adds only a limit of the position.
static void resolve_discs(touched *t, carom_vec2 velocity) {
    while (take_discs(t, velocity, false)) {
    }
    if (!blocks_velocity(t, velocity) && take_discs(t, velocity, true)) {
        while (take_discs(t, velocity, false)) {
        }
    }
    carom_vec2 left = carom_slide(velocity, t->surfaces->normals, t->surfaces->count);
    for (int i = 0; i < t->disc_count; ++i) {
        const touched_surface *disc = &t->discs[i];
        if (disc->is_taken || dot_of(left, disc->limit.normal) >= 0) continue;
        if (left.x == 0) add_surface_limit(t, &disc->beside_x);
        if (left.y == 0) add_surface_limit(t, &disc->beside_y);
    }
}

/// True if a disc limits the position. Where no surface blocks the velocity, it leads into each such disc.
static bool has_taken_disc(const touched *t) {
    for (int i = 0; i < t->disc_count; ++i) {
        if (t->discs[i].is_taken) return true;
    }
    return false;
}

static carom_vec2 away_from_all(const touched *t) {
    double x = 0;
    double y = 0;
    for (int i = 0; i < t->surfaces->count; ++i) {
        x += (double)t->surfaces->normals[i].x;
        y += (double)t->surfaces->normals[i].y;
    }
    for (int i = 0; i < t->corner_count; ++i) {
        x += (double)t->corners[i].limit.normal.x + (double)t->corners[i].other.normal.x;
        y += (double)t->corners[i].limit.normal.y + (double)t->corners[i].other.normal.y;
    }
    double length = sqrt(x * x + y * y);
    return length > NO_DIRECTION ? cr_rounded(x / length, y / length) : (carom_vec2){0, 0};
}

static void touch_part(touched *t, const carom_scene *scene, const carom_shape *part, const carom_shape *local) {
    cr_core core, local_core;
    if (!cr_core_of(part, &core) || !cr_core_of(local, &local_core)) return;
    t->core = &core;
    t->local = &local_core;
    carom_scene_contact near[CR_OBSTACLES];
    int found = cr_obstacles_near(scene, part, t->margin_x + t->margin_y, near);
    for (int i = 0; i < found; ++i) {
        cr_core obstacle;
        touched_surface s;
        if (cr_core_of(&near[i].shape, &obstacle) && touched_surface_of(t, &obstacle, &s)) add_touched(t, &s);
    }
}

static double larger_magnitude_of(float p, float q) {
    return larger_of(fabs((double)p), fabs((double)q));
}

/// True if a motion goes on, farther than rounding, from a position.
static bool goes_on(const cr_resting *r, carom_vec2 move) {
    cr_placed placed;
    const carom_shape *here = cr_place_shape(&placed, r->shape, r->from);
    carom_sweep_hit next = r->scene->sweep(r->scene->self, here, move).sweep;
    double gone = (double)next.t * larger_of(fabs((double)move.x), fabs((double)move.y)); // 0 in penetration
    return !next.hit || gone > 4 * TOUCH * cr_largest_coordinate(carom_shape_bounds(here), r->from);
}

/// True if a velocity that no surface blocks goes on from the position that the limits found so far give: then the hit
/// was that of a corner that the shape is over by an ulp.
static bool goes_on_beside(const cr_resting *r, carom_vec2 velocity, const cr_surfaces *surfaces) {
    if (surfaces->limit_count == 0) return false;
    cr_limit blocker;
    cr_resting beside = *r;
    cr_stopping s = cr_stopping_at(r->from, velocity, 0, surfaces->limits, surfaces->limit_count);
    beside.from = cr_clear_position_in_scene(r, &s);
    return cr_is_clear_at(&beside, beside.from, &blocker) && goes_on(&beside, velocity);
}

void cr_touched_surfaces(const cr_resting *r, const carom_scene_hit *hit, carom_vec2 velocity,
                         const carom_vec2 *repeated, int repeated_count, cr_surfaces *out) {
    cr_placed there, here;
    const carom_shape *placed = cr_place_shape(&there, r->shape, r->from),
                      *local = cr_place_shape(&here, r->shape, (carom_vec2){0, 0});
    carom_box box = carom_shape_bounds(placed);
    touched t = {.surfaces = out, .at = r->from, .hit_normal = hit->sweep.normal};
    t.margin_x = TOUCH * larger_of(larger_magnitude_of(box.min.x, box.max.x), fabs((double)r->from.x));
    t.margin_y = TOUCH * larger_of(larger_magnitude_of(box.min.y, box.max.y), fabs((double)r->from.y));
    out->count = out->limit_count = 0;
    for (int i = 0; i < repeated_count; ++i) add_normal(&t, repeated[i]);
    for (int i = 0; i < cr_parts_of(placed); ++i) touch_part(&t, r->scene, cr_part_of(placed, i), cr_part_of(local, i));
    resolve_discs(&t, velocity);
    bool unblocked = !blocks_velocity(&t, velocity) && !has_taken_disc(&t);
    bool by_hit = unblocked && !goes_on_beside(r, velocity, out);
    if (by_hit) {
        cr_limit limit = cr_limit_of_contact(r->shape, hit->sweep.part_a, hit->sweep.normal, hit->sweep.point);
        add_surface(&t, &limit);
    }
    out->out = away_from_all(&t);
    resolve_corners(&t, velocity);
    out->passes = !by_hit && repeated_count == 0 && !is_approached(out, velocity);
}

// ---- Corners passed by an ulp ---------------------------------------------------------------------------------------

/// True if a coordinate of the contact point is within `near` of an end of the shape along that axis. False for a shape
/// without width.
static bool is_near_end(float point, float low, float high, double near) {
    double p = (double)point, a = (double)low, b = (double)high;
    return b > a && (fabs(p - a) <= near || fabs(p - b) <= near);
}

/// True if the contact point is within `near` of a vertex of a polygon or box.
static bool is_near_tip(const carom_shape *part, carom_vec2 point, double near) {
    if (part->kind == CAROM_SHAPE_BOX) {
        return is_near_end(point.x, part->box.min.x, part->box.max.x, near) &&
               is_near_end(point.y, part->box.min.y, part->box.max.y, near);
    }
    for (int i = 0; i < part->polygon.count; ++i) {
        cr_vec2d off = cr_subtract(cr_widen(point), cr_widen(part->polygon.v[i]));
        if (fabs(off.x) <= near && fabs(off.y) <= near) return true;
    }
    return false;
}

/// True if the contact point is within a few ulp of a vertex of a polygon or box; or, on a surface that faces an axis,
/// of an end of the shape across it. For another normal, true at a corner of the obstacle that is so near to an end of
/// the shape along either axis; or if the normal would face an axis after a motion of a few ulp, as that of a circle at
/// a corner of its floor.
static bool is_at_end(const carom_shape *placed, carom_vec2 at, const carom_sweep_hit *hit) {
    bool x = fabsf(hit->normal.x) < fabsf(hit->normal.y);
    double sine = (double)(x ? hit->normal.x : hit->normal.y);
    bool at_corner = hit->feature != CAROM_FEATURE_EDGE && hit->feature != CAROM_FEATURE_SIDE;
    const carom_shape *part = cr_part_of(placed, hit->part_a);
    bool has_tips = part->kind == CAROM_SHAPE_POLYGON || part->kind == CAROM_SHAPE_BOX;
    bool needs_bounds = at_corner || sine == 0;
    if (!has_tips && !needs_bounds) return false;
    carom_box box = carom_shape_bounds(placed);
    double near = 4 * TOUCH * cr_largest_coordinate(box, at);
    if (has_tips && is_near_tip(part, hit->point, near)) return true;
    if (!needs_bounds) return false;
    bool at_x = is_near_end(hit->point.x, box.min.x, box.max.x, near);
    bool at_y = is_near_end(hit->point.y, box.min.y, box.max.y, near);
    if (sine == 0) return x ? at_x : at_y;
    double width = x ? (double)box.max.x - (double)box.min.x : (double)box.max.y - (double)box.min.y;
    return at_x || at_y || width * sine * sine / 4 <= near;
}

/// The surface that a motion approaches most; that of the hit if it is among them. A zero vector without one.
static carom_vec2 approached_surface(const cr_surfaces *surfaces, carom_vec2 move, carom_vec2 of_hit) {
    carom_vec2 best = {0, 0};
    double least = 0;
    for (int i = 0; i < surfaces->count; ++i) {
        carom_vec2 normal = surfaces->normals[i];
        double speed = dot_of(move, normal);
        if (speed >= 0) continue;
        if (normal.x == of_hit.x && normal.y == of_hit.y) return normal;
        if (speed < least) best = normal;
        if (speed < least) least = speed;
    }
    return best;
}

cr_end_contact cr_end_contact_of(const cr_resting *r, carom_vec2 move, const carom_sweep_hit *hit) {
    cr_end_contact out = {.normal = hit->normal};
    cr_placed placed;
    carom_vec2 at = cr_contact_position(r->shape, r->from, move, hit);
    if (hit->inside || !is_at_end(cr_place_shape(&placed, r->shape, at), at, hit)) return out;
    cr_surfaces surfaces;
    cr_resting touching = {r->scene, r->shape, at};
    cr_touched_surfaces(&touching, &(carom_scene_hit){.sweep = *hit}, move, NULL, 0, &surfaces);
    if (!surfaces.passes) {
        carom_vec2 normal = approached_surface(&surfaces, move, hit->normal);
        if (normal.x != 0 || normal.y != 0) out.normal = normal;
        return out;
    }
    double left = 1 - (double)hit->t;
    touching.from = out.beside = cr_stop_among(r, move, hit, surfaces.limits, surfaces.limit_count);
    out.passes = goes_on(&touching, cr_rounded(left * (double)move.x, left * (double)move.y));
    return out;
}
