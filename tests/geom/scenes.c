// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes are drawn on a lattice of integers, where contacts can be exact and polygons convex, and then scaled by a
// power of two; `roughen` and `nudge` fill or disturb the last bits in some families.
#include "geom/scenes.h"

#include "geom/oracle.h"

#include <stdlib.h>

const char *family_name(family f) {
    static const char *const names[FAMILY_COUNT] = {
        [FAMILY_LATTICE] = "lattice",     [FAMILY_GRID] = "grid",
        [FAMILY_UNIFORM] = "uniform",     [FAMILY_SCALES] = "scales",
        [FAMILY_TOUCH] = "touch",         [FAMILY_TOUCH_ULP] = "touch-ulp",
        [FAMILY_ARRIVE] = "arrive",       [FAMILY_ARRIVE_ULP] = "arrive-ulp",
        [FAMILY_PARALLEL] = "parallel",   [FAMILY_LONG] = "long",
        [FAMILY_STILL] = "still",         [FAMILY_DEGENERATE] = "degenerate",
        [FAMILY_DENORMAL] = "denormal",   [FAMILY_OFFSET] = "offset",
        [FAMILY_FAR_APART] = "far-apart", [FAMILY_LAST_BITS] = "last-bits",
        [FAMILY_NEAR] = "near",
    };
    return names[f];
}

// ---- Shapes on a lattice -----------------------------------------------------------------------------------------

/// Centres within +-span, sizes up to `size`. Nice: directions along axes and Pythagorean triples, all times 4.
typedef struct {
    int span, size;
    bool nice;
} lattice;

static const int triples[][3] = {{0, 1, 1}, {3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}};

/// An integer vector of integer length.
typedef struct {
    float x, y, length;
} nice_vector;

static nice_vector draw_nice(random_source *r) {
    const int *triple = triples[random_below(r, 5)];
    float x = (float)triple[0], y = (float)triple[1];
    if (random_below(r, 2)) x = -x;
    if (random_below(r, 2)) y = -y;
    bool swap = random_below(r, 2);
    return (nice_vector){swap ? y : x, swap ? x : y, (float)triple[2]};
}

static float draw(random_source *r, int most) {
    return (float)(random_below(r, 2 * most + 1) - most);
}

static carom_vec2 draw_vector(random_source *r, int most) {
    float x = draw(r, most), y = draw(r, most);
    return (carom_vec2){x, y};
}

static carom_vec2 draw_edge(random_source *r, const lattice *on) {
    if (!on->nice) return draw_vector(r, on->size);
    nice_vector v = draw_nice(r);
    float times = (float)(4 * (random_below(r, 4) + 1));
    return (carom_vec2){v.x * times, v.y * times};
}

static double turn_of(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    double abx = (double)b.x - (double)a.x, aby = (double)b.y - (double)a.y;
    double acx = (double)c.x - (double)a.x, acy = (double)c.y - (double)a.y;
    return abx * acy - aby * acx; // exact: integers below 2^25
}

static int by_x_then_y(const void *left, const void *right) {
    const carom_vec2 *a = left, *b = right;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

/// The hull of up to 8 points of the lattice; false if they are collinear.
static bool polygon_of(carom_vec2 *points, int count, carom_polygon *out) {
    carom_vec2 chain[2 * CAROM_MAX_POLYGON_VERTICES];
    qsort(points, (size_t)count, sizeof *points, by_x_then_y);
    int n = 0;
    for (int pass = 0; pass < 2; ++pass) {
        int first = n;
        for (int i = 0; i < count; ++i) {
            carom_vec2 p = points[pass == 0 ? i : count - 1 - i];
            while (n - first >= 2 && turn_of(chain[n - 2], chain[n - 1], p) <= 0) --n;
            if (n == first || p.x != chain[n - 1].x || p.y != chain[n - 1].y) chain[n++] = p;
        }
        --n; // starts the other chain
    }
    out->count = n;
    for (int i = 0; i < n; ++i) out->v[i] = chain[i];
    return n >= 3;
}

static carom_shape draw_polygon(random_source *r, const lattice *on, carom_vec2 center) {
    carom_shape shape = {.kind = CAROM_SHAPE_POLYGON};
    carom_vec2 points[CAROM_MAX_POLYGON_VERTICES];
    do {
        int count = 3 + random_below(r, 6);
        for (int i = 0; i < count; ++i) {
            carom_vec2 v = draw_vector(r, on->size);
            float times = on->nice ? 4 : 1;
            points[i] = (carom_vec2){center.x + v.x * times, center.y + v.y * times};
        }
        if (!polygon_of(points, count, &shape.polygon)) shape.polygon.count = 0;
    } while (shape.polygon.count == 0);
    int start = random_below(r, shape.polygon.count);
    carom_polygon turned = shape.polygon;
    for (int i = 0; i < turned.count; ++i) shape.polygon.v[i] = turned.v[(i + start) % turned.count];
    return shape;
}

static carom_shape draw_simple(random_source *r, const lattice *on, carom_shape_kind kind) {
    carom_vec2 c = draw_vector(r, on->span), e = draw_edge(r, on);
    float radius = (float)random_below(r, on->size + 1), times = on->nice ? 4 : 1;
    carom_shape shape = {.kind = kind};
    c = (carom_vec2){c.x * times, c.y * times};
    carom_vec2 end = {c.x + e.x, c.y + e.y};
    switch (kind) {
    case CAROM_SHAPE_SEGMENT:
        shape.segment = (carom_segment){.a = c, .b = end, .one_sided = random_below(r, 3) == 0};
        break;
    case CAROM_SHAPE_CIRCLE: shape.circle = (carom_circle){c, radius}; break;
    case CAROM_SHAPE_BOX: shape.box = (carom_box){c, {c.x + fabsf(e.x), c.y + fabsf(e.y)}}; break;
    case CAROM_SHAPE_CAPSULE: shape.capsule = (carom_capsule){c, end, radius}; break;
    case CAROM_SHAPE_POLYGON:
        shape = draw_polygon(r, on, c);
        if (random_below(r, 3) == 0) shape.polygon.radius = radius;
        return shape;
    default: shape.point = c; break;
    }
    return shape;
}

static carom_shape draw_shape(random_source *r, const lattice *on, carom_shape_kind kind, carom_shape *parts) {
    if (kind != CAROM_SHAPE_COMPOUND) return draw_simple(r, on, kind);
    int count = 1 + random_below(r, SCENE_PARTS - 1);
    for (int i = 0; i < count; ++i) {
        parts[i] = draw_simple(r, on, (carom_shape_kind)(CAROM_SHAPE_POINT + random_below(r, CAROM_SHAPE_POLYGON)));
    }
    return (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, count}};
}

// ---- All numbers of a shape --------------------------------------------------------------------------------------

enum { MOST_NUMBERS = 2 * CAROM_MAX_POLYGON_VERTICES };

typedef struct {
    float *x[MOST_NUMBERS], *y[MOST_NUMBERS], *radius;
    int count;
} numbers;

static void add_point(numbers *n, carom_vec2 *p) {
    n->x[n->count] = &p->x;
    n->y[n->count++] = &p->y;
}

static numbers numbers_of(carom_shape *s) {
    numbers n = {.count = 0};
    switch (s->kind) {
    case CAROM_SHAPE_SEGMENT:
        add_point(&n, &s->segment.a);
        add_point(&n, &s->segment.b);
        break;
    case CAROM_SHAPE_CIRCLE:
        add_point(&n, &s->circle.center);
        n.radius = &s->circle.radius;
        break;
    case CAROM_SHAPE_BOX:
        add_point(&n, &s->box.min);
        add_point(&n, &s->box.max);
        break;
    case CAROM_SHAPE_CAPSULE:
        add_point(&n, &s->capsule.a);
        add_point(&n, &s->capsule.b);
        n.radius = &s->capsule.radius;
        break;
    case CAROM_SHAPE_POLYGON:
        for (int i = 0; i < s->polygon.count; ++i) add_point(&n, &s->polygon.v[i]);
        n.radius = s->polygon.radius > 0 ? &s->polygon.radius : NULL;
        break;
    default: add_point(&n, &s->point); break;
    }
    return n;
}

/// The simple shapes of a shape: the parts of a compound, or the shape itself.
static int simple_parts(carom_shape *s, carom_shape *parts, carom_shape **out) {
    if (s->kind != CAROM_SHAPE_COMPOUND) {
        out[0] = s;
        return 1;
    }
    for (int i = 0; i < s->compound.count; ++i) out[i] = &parts[i];
    return s->compound.count;
}

/// Every coordinate times `scale`, plus `offset`.
static void transform(carom_shape *s, carom_shape *parts, float scale, carom_vec2 offset) {
    carom_shape *part[SCENE_PARTS];
    int count = simple_parts(s, parts, part);
    for (int i = 0; i < count; ++i) {
        numbers n = numbers_of(part[i]);
        for (int k = 0; k < n.count; ++k) {
            *n.x[k] = *n.x[k] * scale + offset.x;
            *n.y[k] = *n.y[k] * scale + offset.y;
        }
        if (n.radius != NULL) *n.radius *= scale;
    }
}

static float few_ulp_off(random_source *r, float value) {
    for (int steps = random_below(r, 3); steps > 0; --steps) {
        value = nextafterf(value, random_below(r, 2) ? INFINITY : -INFINITY);
    }
    return value;
}

static float rough(random_source *r, float value) {
    return value * random_range(r, 1, 1 + 0x1p-12f);
}

/// Changes numbers of a simple shape one by one, each in one of `one_in` cases; undoes a change that makes it invalid.
static void disturb(random_source *r, carom_shape *s, float (*change)(random_source *, float), int one_in) {
    carom_shape before = *s;
    numbers n = numbers_of(s);
    for (int k = 0; k < n.count; ++k) {
        if (random_below(r, one_in) == 0) *n.x[k] = change(r, *n.x[k]);
        if (random_below(r, one_in) == 0) *n.y[k] = change(r, *n.y[k]);
    }
    if (n.radius != NULL && random_below(r, one_in) == 0) *n.radius = fabsf(change(r, *n.radius));
    bool broken = s->kind == CAROM_SHAPE_POLYGON && !oracle_is_convex(&s->polygon);
    if (s->kind == CAROM_SHAPE_BOX) broken = s->box.min.x > s->box.max.x || s->box.min.y > s->box.max.y;
    if (broken) *s = before;
}

static void disturb_scene(random_source *r, scene *s, float (*change)(random_source *, float), int one_in) {
    carom_shape *part[SCENE_PARTS];
    int count = simple_parts(&s->a, s->a_parts, part);
    for (int i = 0; i < count; ++i) disturb(r, part[i], change, one_in);
    count = simple_parts(&s->b, s->b_parts, part);
    for (int i = 0; i < count; ++i) disturb(r, part[i], change, one_in);
    if (random_below(r, one_in) == 0) s->a_move.x = change(r, s->a_move.x);
    if (random_below(r, one_in) == 0) s->a_move.y = change(r, s->a_move.y);
    if (random_below(r, one_in) == 0) s->b_move.x = change(r, s->b_move.x);
    if (random_below(r, one_in) == 0) s->b_move.y = change(r, s->b_move.y);
}

static void scale_scene(scene *s, float scale, carom_vec2 offset) {
    transform(&s->a, s->a_parts, scale, offset);
    transform(&s->b, s->b_parts, scale, offset);
    s->a_move = (carom_vec2){s->a_move.x * scale, s->a_move.y * scale};
    s->b_move = (carom_vec2){s->b_move.x * scale, s->b_move.y * scale};
}

// ---- Exact contact -----------------------------------------------------------------------------------------------

static int outline(carom_shape *s, carom_vec2 *out) {
    numbers n = numbers_of(s);
    if (s->kind == CAROM_SHAPE_BOX) {
        out[0] = s->box.min;
        out[1] = (carom_vec2){s->box.max.x, s->box.min.y};
        out[2] = s->box.max;
        out[3] = (carom_vec2){s->box.min.x, s->box.max.y};
        return 4;
    }
    for (int i = 0; i < n.count; ++i) out[i] = (carom_vec2){*n.x[i], *n.y[i]};
    return n.count;
}

/// A boundary point of a shape on a nice lattice and an outward direction: any from a corner, the normal from an edge.
static carom_vec2 draw_spot(random_source *r, carom_shape *s, nice_vector *direction) {
    carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES];
    int n = outline(s, corner), i = random_below(r, n);
    carom_vec2 p = corner[i], q = corner[(i + 1) % n];
    float ex = q.x - p.x, ey = q.y - p.y, length = sqrtf(ex * ex + ey * ey);
    *direction = draw_nice(r);
    if (length == 0 || random_below(r, 3) == 0) return p;
    if (length == rintf(length)) *direction = (nice_vector){ey, -ex, length};
    float part = 0.25f * (float)random_below(r, 5);
    return (carom_vec2){p.x + ex * part, p.y + ey * part};
}

/// Moves a (on a nice lattice) so that a boundary point of it is in exact contact with one of b, in a direction.
static void bring_into_contact(random_source *r, scene *s, nice_vector *direction) {
    carom_shape *as[SCENE_PARTS], *bs[SCENE_PARTS];
    int a_count = simple_parts(&s->a, s->a_parts, as), b_count = simple_parts(&s->b, s->b_parts, bs);
    carom_shape *a = as[random_below(r, a_count)], *b = bs[random_below(r, b_count)];
    nice_vector other;
    bool edge_of_b = random_below(r, 2);
    carom_vec2 p = draw_spot(r, a, edge_of_b ? &other : direction), q = draw_spot(r, b, edge_of_b ? direction : &other);
    if (!edge_of_b) *direction = (nice_vector){-direction->x, -direction->y, direction->length};
    float *ra = numbers_of(a).radius, *rb = numbers_of(b).radius, reach = direction->length;
    if (ra != NULL && rb != NULL) {
        *ra = (float)random_below(r, (int)reach + 1);
        *rb = reach - *ra;
    } else if (ra != NULL) {
        *ra = reach;
    } else if (rb != NULL) {
        *rb = reach;
    } else {
        reach = 0;
    }
    float share = reach > 0 ? 1 : 0;
    transform(&s->a, s->a_parts, 1, (carom_vec2){q.x + direction->x * share - p.x, q.y + direction->y * share - p.y});
}

/// A motion relative to a contact in a direction: in, out, along, nearly along, along an edge, or any.
static carom_vec2 draw_contact_motion(random_source *r, scene *s, const nice_vector *direction) {
    carom_shape *bs[SCENE_PARTS];
    int count = simple_parts(&s->b, s->b_parts, bs);
    carom_shape *b = bs[random_below(r, count)];
    carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES], v;
    int n = outline(b, corner), i = random_below(r, n);
    switch (random_below(r, 6)) {
    case 0: v = (carom_vec2){-direction->x, -direction->y}; break;
    case 1: v = (carom_vec2){direction->x, direction->y}; break;
    case 2: v = (carom_vec2){-direction->y, direction->x}; break;
    case 3: v = (carom_vec2){-direction->y * 16 - direction->x, direction->x * 16 - direction->y}; break;
    case 4: v = (carom_vec2){corner[(i + 1) % n].x - corner[i].x, corner[(i + 1) % n].y - corner[i].y}; break;
    default: v = draw_vector(r, 32); break;
    }
    float times = (random_below(r, 2) ? 1.0f : -1.0f) * (float)(1 << random_below(r, 4));
    return (carom_vec2){v.x * times, v.y * times};
}

/// Gives half of the motions in part to b.
static void share_motion(random_source *r, scene *s) {
    if (random_below(r, 2)) return;
    carom_vec2 v = draw_vector(r, 16);
    s->a_move = (carom_vec2){s->a_move.x + v.x, s->a_move.y + v.y};
    s->b_move = v;
}

static void make_touch(random_source *r, scene *s) {
    nice_vector direction;
    bring_into_contact(r, s, &direction);
    s->a_move = draw_contact_motion(r, s, &direction);
}

/// Puts the contact at `part` of the motion: moves the start of a back by that much.
static void make_arrive(random_source *r, scene *s) {
    nice_vector direction;
    bring_into_contact(r, s, &direction);
    carom_vec2 v = draw_contact_motion(r, s, &direction);
    transform(&s->a, s->a_parts, 1, (carom_vec2){-v.x, -v.y});
    float times = (float)(1 << random_below(r, 4));
    s->a_move = (carom_vec2){v.x * times, v.y * times};
}

static void make_parallel(random_source *r, scene *s) {
    nice_vector direction;
    bring_into_contact(r, s, &direction);
    carom_vec2 v = {-direction.y * 64, direction.x * 64};
    transform(&s->a, s->a_parts, 1, (carom_vec2){-v.x, -v.y});
    s->a_move = (carom_vec2){v.x * 2, v.y * 2};
    disturb_scene(r, s, few_ulp_off, 4);
}

static void make_long(random_source *r, scene *s) {
    carom_vec2 v = random_direction(r, 1);
    float times = (float)(1 << 13) * 16; // for a lattice with shapes of size 16
    v = (carom_vec2){rintf(v.x * times), rintf(v.y * times)};
    transform(&s->a, s->a_parts, 1, (carom_vec2){-v.x, -v.y});
    s->a_move = (carom_vec2){v.x * 2, v.y * 2};
    disturb_scene(r, s, rough, 1);
}

static void make_far_apart(random_source *r, scene *s) {
    int range = random_below(r, 2) ? 30 : 90;
    transform(&s->a, s->a_parts, ldexpf(1, random_below(r, 2 * range) - range), (carom_vec2){0, 0});
    transform(&s->b, s->b_parts, ldexpf(1, random_below(r, 2 * range) - range), (carom_vec2){0, 0});
    int scale = random_below(r, 2 * range) - range;
    s->a_move = (carom_vec2){ldexpf(s->a_move.x, scale), ldexpf(s->a_move.y, scale)};
}

// ---- Contact to the last bits of double --------------------------------------------------------------------------
// Floats are dense near the origin: a contact there can be tuned far below the ulp of all other coordinates. One corner
// of a (or of b) is placed there, the rest is drawn at random, and the corner, or the sum of two radii, compensates for
// the rounding error.

typedef struct {
    double x, y;
} real;

/// Rotates a shape by half a turn about the origin: polygons stay convex and boxes boxes.
static void half_turn(carom_shape *s) {
    numbers n = numbers_of(s);
    for (int k = 0; k < n.count; ++k) {
        *n.x[k] = -*n.x[k];
        *n.y[k] = -*n.y[k];
    }
    if (s->kind == CAROM_SHAPE_BOX) s->box = (carom_box){s->box.max, s->box.min};
}

/// Moves a corner of the shape to the origin, with the rest of it, as far as a half turn can, in direction n.
static void put_corner_to_origin(random_source *r, carom_shape *s, real n, carom_vec2 **corner) {
    numbers all = numbers_of(s);
    int k = random_below(r, all.count);
    carom_vec2 c = {*all.x[k], *all.y[k]};
    transform(s, NULL, 1, (carom_vec2){-c.x, -c.y});
    double side = 0;
    for (int i = 0; i < all.count; ++i) side += (double)*all.x[i] * n.x + (double)*all.y[i] * n.y;
    bool turn = side < 0;
    if (turn) half_turn(s);
    if (s->kind == CAROM_SHAPE_BOX && turn) k = 1 - k;
    *corner = (carom_vec2 *)(void *)all.x[k];
}

static float float_near(random_source *r, double value) {
    float f = (float)value;
    int range = random_below(r, 2) ? 2 : 64;
    for (int steps = random_below(r, range); steps > 0; --steps)
        f = nextafterf(f, random_below(r, 2) ? INFINITY : -INFINITY);
    return f;
}

/// Sets the radii to about `sum`, as closely as floats can, and returns the difference.
static double share_radius(random_source *r, carom_shape *a, carom_shape *b, double sum) {
    float *ra = numbers_of(a).radius, *rb = numbers_of(b).radius;
    if (ra != NULL && rb != NULL) {
        *ra = nextafterf((float)sum, 0);
        *rb = float_near(r, sum - (double)*ra);
        if (random_below(r, 2)) {
            float swap = *ra;
            *ra = *rb;
            *rb = swap;
        }
        return 0;
    }
    if (ra != NULL) *ra = (float)sum;
    if (rb != NULL) *rb = (float)sum;
    return sum - (ra != NULL ? (double)*ra : rb != NULL ? (double)*rb : 0);
}

/// The boundary point of b closest to the origin.
static real nearest_to_origin(carom_shape *b) {
    carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES];
    int n = outline(b, corner);
    real best = {0, 0};
    for (int i = 0; i < n; ++i) {
        double px = (double)corner[i].x, py = (double)corner[i].y;
        double ex = (double)corner[(i + 1) % n].x - px, ey = (double)corner[(i + 1) % n].y - py, e2 = ex * ex + ey * ey;
        double k = e2 > 0 ? -(px * ex + py * ey) / e2 : 0;
        k = k < 0 ? 0 : k > 1 ? 1 : k;
        real q = {px + k * ex, py + k * ey};
        if (i == 0 || q.x * q.x + q.y * q.y < best.x * best.x + best.y * best.y) best = q;
    }
    return best;
}

static bool are_round(carom_shape *a, carom_shape *b) {
    return numbers_of(a).radius != NULL || numbers_of(b).radius != NULL;
}

/// The distance of b from the origin; its boundary almost passes through it if neither shape is round. Sets *n, the
/// direction from b to the origin, if it is known.
static double distance_to_origin(bool round, carom_shape *b, real *n) {
    real q = nearest_to_origin(b);
    if (!round) {
        transform(b, NULL, 1, (carom_vec2){(float)-q.x, (float)-q.y});
        q = nearest_to_origin(b);
    }
    double distance = sqrt(q.x * q.x + q.y * q.y);
    if (distance > 0) *n = (real){-q.x / distance, -q.y / distance};
    return distance;
}

/// Moving a corner may have made a polygon concave or reversed a box.
static bool is_broken(const carom_shape *s) {
    if (s->kind == CAROM_SHAPE_BOX) return s->box.min.x > s->box.max.x || s->box.min.y > s->box.max.y;
    return s->kind == CAROM_SHAPE_POLYGON && !oracle_is_convex(&s->polygon);
}

/// At the start: a corner of a, near the origin, and b.
static void tune_start(random_source *r, scene *s) {
    bool round = are_round(&s->a, &s->b);
    real n = {1, 0}; // from b to a
    double distance = distance_to_origin(round, &s->b, &n);
    carom_vec2 *corner;
    put_corner_to_origin(r, &s->a, n, &corner);
    double left = share_radius(r, &s->a, &s->b, round ? distance : 0);
    double shift = round ? -left : -distance;
    *corner = (carom_vec2){float_near(r, n.x * shift), float_near(r, n.y * shift)};
}

/// In passing: a moves along a line that passes a corner of b, near the origin, at the distance of the radii.
static void tune_passing(random_source *r, scene *s) {
    double mx = (double)s->a_move.x, my = (double)s->a_move.y, length = sqrt(mx * mx + my * my);
    if (length == 0) return;
    real n = {-my / length, mx / length};
    carom_vec2 *corner_of_a, *corner_of_b;
    put_corner_to_origin(r, &s->b, (real){-n.x, -n.y}, &corner_of_b);
    put_corner_to_origin(r, &s->a, n, &corner_of_a);
    double reach = length * (double)random_range(r, 0.01f, 0.4f);
    share_radius(r, &s->a, &s->b, reach);
    float *ra = numbers_of(&s->a).radius, *rb = numbers_of(&s->b).radius;
    double radius = (ra != NULL ? (double)*ra : 0) + (rb != NULL ? (double)*rb : 0);
    carom_vec2 start = {(float)(n.x * radius - mx / 2), (float)(n.y * radius - my / 2)};
    transform(&s->a, NULL, 1, start);
    double off = (mx * (double)corner_of_a->y - my * (double)corner_of_a->x) / length;
    *corner_of_b = (carom_vec2){float_near(r, n.x * (off - radius)), float_near(r, n.y * (off - radius))};
}

static void make_last_bits(random_source *r, scene *s) {
    disturb_scene(r, s, rough, 1);
    if (s->a.kind == CAROM_SHAPE_COMPOUND || s->b.kind == CAROM_SHAPE_COMPOUND) return;
    scene before = *s;
    if (random_below(r, 2)) {
        tune_start(r, s);
    } else {
        tune_passing(r, s);
    }
    if (is_broken(&s->a) || is_broken(&s->b)) *s = before;
}

// ---- Tiny gaps and motions ---------------------------------------------------------------------------------------
// The gap at the start and the motion are both tiny and of one size: the gap then has a large relative error in double,
// and so has the time of impact.

/// Sets radii of about `sum` together, of any proportion, and returns the difference.
static double divide_radius(random_source *r, carom_shape *a, carom_shape *b, double sum) {
    float *ra = numbers_of(a).radius, *rb = numbers_of(b).radius;
    if (ra == NULL || rb == NULL || random_below(r, 4) == 0) return share_radius(r, a, b, sum);
    *rb = (float)ldexp(sum, -random_below(r, 28)) * random_range(r, 0.5f, 1);
    *ra = (float)(sum - (double)*rb);
    return sum - (double)*ra - (double)*rb;
}

/// The part of a shape that is near the other. Moves its other parts away.
static carom_shape *part_in_front(random_source *r, carom_shape *s, carom_shape *parts, float away) {
    carom_shape *all[SCENE_PARTS];
    int count = simple_parts(s, parts, all), k = random_below(r, count);
    for (int i = 0; i < count; ++i) {
        if (i != k) transform(all[i], NULL, 1, (carom_vec2){away, away});
    }
    return all[k];
}

/// Without radii: puts a corner of a next to a corner of b, outside of both of its sides or of one.
static double bring_corners_together(random_source *r, carom_shape *a, carom_shape *b, double size, real *n) {
    carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES], *own;
    numbers all = numbers_of(b);
    int k = random_below(r, all.count), count = outline(b, corner), i = b->kind == CAROM_SHAPE_BOX ? 2 * k : k;
    carom_vec2 p = corner[i], q = corner[(i + 1) % count], o = corner[(i + count - 1) % count];
    double x = 2 * (double)p.x - (double)q.x - (double)o.x, y = 2 * (double)p.y - (double)q.y - (double)o.y;
    double length = sqrt(x * x + y * y), turn = (double)random_range(r, -1, 1), s = sin(turn), c = cos(turn);
    *n = length > 0 ? (real){(x * c - y * s) / length, (x * s + y * c) / length} : (real){s, c};
    transform(b, NULL, 1, (carom_vec2){-p.x, -p.y});
    put_corner_to_origin(r, a, *n, &own);
    // Two corners off the origin by almost the same: edges that are as near have errors of their own.
    float off = random_below(r, 2) ? 0 : ldexpf((float)size, -16 - random_below(r, 24));
    *all.x[k] = off * random_range(r, -1, 1);
    *all.y[k] = off * random_range(r, -1, 1);
    double gap = ldexp(size * (double)random_range(r, 0.5f, 1), -8 - random_below(r, 64));
    *own = (carom_vec2){(float)((double)*all.x[k] + n->x * gap), (float)((double)*all.y[k] + n->y * gap)};
    double dx = (double)own->x - (double)*all.x[k], dy = (double)own->y - (double)*all.y[k];
    return dx != 0 || dy != 0 ? sqrt(dx * dx + dy * dy) : gap;
}

/// Puts a corner of a next to b, or in it, and returns the gap or depth; *n is the direction from b to a.
static double bring_near(random_source *r, carom_shape *a, carom_shape *b, double size, real *n) {
    bool round = are_round(a, b);
    if (!round && random_below(r, 2)) return bring_corners_together(r, a, b, size, n);
    double angle = (double)random_range(r, 0, 6.28f);
    *n = (real){cos(angle), sin(angle)};
    double distance = distance_to_origin(round, b, n);
    carom_vec2 *corner;
    put_corner_to_origin(r, a, *n, &corner);
    double left = round ? divide_radius(r, a, b, distance) : distance;
    double gap = ldexp(size * (double)random_range(r, 0.5f, 1), -8 - random_below(r, 49));
    double shift = (random_below(r, 3) ? gap : -gap) - left;
    *corner = (carom_vec2){(float)(n->x * shift), (float)(n->y * shift)};
    double off = (double)corner->x * n->x + (double)corner->y * n->y + left; // rounding changes the gap
    return off != 0 ? fabs(off) : gap;
}

/// A motion against n, or along it out of a penetration, that takes about the time 1 to close the gap; or grazes a
/// circle of this size.
static real draw_near_motion(random_source *r, real n, double gap, double size) {
    double turn = 0, length, off = ldexp((double)random_range(r, -1, 1), -random_below(r, 18));
    switch (random_below(r, 4)) {
    case 0: break;
    case 1: turn = ldexp((double)random_range(r, -1, 1), -random_below(r, 30)); break;
    case 2: turn = (double)random_range(r, -1.5f, 1.5f); break;
    default: turn = (random_below(r, 2) ? 1 : -1) * acos(fmin(1, sqrt(2 * gap / size) * (1 + off))); break;
    }
    length = gap / fmax(cos(turn), 1e-9) * (1 + off);
    int times = random_below(r, 6);
    if (times == 0) length = ldexp(length, random_below(r, 40) - 10);
    if (times == 1) length *= 1 + (double)random_range(r, 0, 4);
    if (random_below(r, 4)) length = -length; // against n
    return (real){length * (n.x * cos(turn) - n.y * sin(turn)), length * (n.x * sin(turn) + n.y * cos(turn))};
}

static void make_near(random_source *r, scene *s) {
    disturb_scene(r, s, rough, 1);
    scene before = *s;
    bool swap = random_below(r, 2);
    float size = (float)(1 << 22);
    carom_shape *b = part_in_front(r, swap ? &s->a : &s->b, swap ? s->a_parts : s->b_parts, 8 * size);
    carom_shape *a = part_in_front(r, swap ? &s->b : &s->a, swap ? s->b_parts : s->a_parts, -8 * size);
    real n;
    double gap = bring_near(r, a, b, (double)size, &n);
    real m = draw_near_motion(r, n, gap, (double)size);
    if (swap) m = (real){-m.x, -m.y};
    carom_vec2 both = {0, 0};
    float length = (float)sqrt(m.x * m.x + m.y * m.y);
    if (random_below(r, 3) == 0) both = random_direction(r, ldexpf(length, random_below(r, 50) - 40));
    s->a_move = (carom_vec2){(float)(m.x + (double)both.x), (float)(m.y + (double)both.y)};
    s->b_move = both;
    if (is_broken(a) || is_broken(b)) *s = before;
}

// ---- Families ----------------------------------------------------------------------------------------------------

static lattice lattice_of(random_source *r, family f) {
    switch (f) {
    case FAMILY_LATTICE: return (lattice){4, 4, false};
    case FAMILY_GRID:
    case FAMILY_OFFSET: return (lattice){128, 64, false};
    case FAMILY_STILL: return random_below(r, 2) ? (lattice){4, 4, false} : (lattice){128, 64, false};
    case FAMILY_LAST_BITS:
    case FAMILY_NEAR:
    case FAMILY_UNIFORM: return (lattice){1 << 22, 1 << 21, false};
    case FAMILY_SCALES: return (lattice){1 << (4 + random_below(r, 18)), 1 << random_below(r, 21), false};
    case FAMILY_LONG: return (lattice){16, 16, false};
    case FAMILY_DEGENERATE: return (lattice){2, 1, false};
    case FAMILY_DENORMAL: return (lattice){1 << random_below(r, 10), 1 << random_below(r, 10), false};
    case FAMILY_FAR_APART: return (lattice){32, 32, false};
    default: return (lattice){8, 8, true};
    }
}

static float draw_power(random_source *r, int low, int high) {
    return ldexpf(1, low + random_below(r, high - low + 1));
}

static void switch_ends_off(random_source *r, carom_shape *s, const carom_shape *other) {
    if (s->kind != CAROM_SHAPE_SEGMENT || (other->kind != CAROM_SHAPE_POINT && other->kind != CAROM_SHAPE_CIRCLE))
        return;
    if (s->segment.a.x == s->segment.b.x && s->segment.a.y == s->segment.b.y) return; // has no ends
    s->segment.skip_a = random_below(r, 4) == 0;
    s->segment.skip_b = random_below(r, 4) == 0;
}

void make_scene(random_source *r, family f, carom_shape_kind a, carom_shape_kind b, scene *out) {
    lattice on_a = lattice_of(r, f), on_b = f == FAMILY_SCALES ? lattice_of(r, f) : on_a;
    const carom_vec2 nowhere = {0, 0};
    out->a = draw_shape(r, &on_a, a, out->a_parts);
    out->b = draw_shape(r, &on_b, b, out->b_parts);
    out->a_move = draw_vector(r, 2 * on_a.span);
    out->b_move = nowhere;
    switch_ends_off(r, &out->a, &out->b);
    switch_ends_off(r, &out->b, &out->a);
    switch (f) {
    case FAMILY_TOUCH:
    case FAMILY_TOUCH_ULP: make_touch(r, out); break;
    case FAMILY_ARRIVE:
    case FAMILY_ARRIVE_ULP: make_arrive(r, out); break;
    case FAMILY_PARALLEL: make_parallel(r, out); break;
    case FAMILY_LONG: make_long(r, out); break;
    case FAMILY_FAR_APART: make_far_apart(r, out); break;
    case FAMILY_LAST_BITS: make_last_bits(r, out); break;
    case FAMILY_NEAR: make_near(r, out); break;
    case FAMILY_STILL: out->a_move = nowhere; break;
    default: break;
    }
    bool keeps_motion = f == FAMILY_STILL || f == FAMILY_PARALLEL || f == FAMILY_LONG || f == FAMILY_FAR_APART ||
                        f == FAMILY_LAST_BITS || f == FAMILY_NEAR;
    if (!keeps_motion) share_motion(r, out);
    switch (f) {
    case FAMILY_LAST_BITS:
    case FAMILY_GRID: scale_scene(out, 0x1p-4f, nowhere); break;
    case FAMILY_UNIFORM:
        scale_scene(out, 0x1p-19f, nowhere);
        disturb_scene(r, out, rough, 1);
        break;
    case FAMILY_SCALES:
        scale_scene(out, draw_power(r, -30, 0), nowhere);
        disturb_scene(r, out, rough, 1);
        break;
    case FAMILY_TOUCH:
    case FAMILY_ARRIVE: scale_scene(out, draw_power(r, -20, 20), nowhere); break;
    case FAMILY_TOUCH_ULP:
    case FAMILY_ARRIVE_ULP:
        scale_scene(out, draw_power(r, -20, 20), nowhere);
        disturb_scene(r, out, few_ulp_off, 6);
        break;
    case FAMILY_DENORMAL: scale_scene(out, 0x1p-149f, nowhere); break;
    case FAMILY_OFFSET: scale_scene(out, 0x1p-4f, (carom_vec2){1e6f, -1e6f}); break;
    default: break;
    }
}
