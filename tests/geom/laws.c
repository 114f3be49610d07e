// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Relations between results, over all ordered pairs of kinds and all families of scenes, bit for bit unless a relation
// says otherwise. They are independent of the methods, and together leave little room for a wrong result.
#include "base/vec.h"
#include "carom/geom.h"
#include "geom/oracle.h"
#include "geom/relation.h"
#include "geom/scenes.h"
#include "geom/shapes.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { SCENES_PER_PAIR = 100 };

/// A law for one scene: returns null, or what is violated.
typedef const char *(*law)(random_source *r, family f, scene *s);

static void check_law(law holds) {
    random_source r = {7};
    scene s;
    for (int round = 0; round < SCENES_PER_PAIR; ++round) {
        for (int f = 0; f < FAMILY_COUNT; ++f) {
            for (int pair = 0; pair < 49; ++pair) {
                make_scene(&r, (family)f, (carom_shape_kind)(CAROM_SHAPE_POINT + pair / 7),
                           (carom_shape_kind)(CAROM_SHAPE_POINT + pair % 7), &s);
                const char *broken = holds(&r, (family)f, &s);
                if (broken == NULL) continue;
                fprintf(stderr, "%s: %s\n    a = ", family_name((family)f), broken);
                print_shape(stderr, &s.a);
                fprintf(stderr, ";\n    b = ");
                print_shape(stderr, &s.b);
                fprintf(stderr, ";\n    a_move = vec(%af, %af), b_move = vec(%af, %af);\n", (double)s.a_move.x,
                        (double)s.a_move.y, (double)s.b_move.x, (double)s.b_move.y);
                fail_msg("%s", broken);
            }
        }
    }
}

static carom_vec2 opposite(carom_vec2 v) {
    return vec(-v.x, -v.y);
}
static carom_sweep_hit swept(const scene *s) {
    return carom_sweep(&s->a, s->a_move, &s->b, s->b_move);
}

static bool sided(const scene *s) {
    const carom_shape *shapes[] = {&s->a, &s->b};
    for (int i = 0; i < 2; ++i) {
        if (shapes[i]->kind == CAROM_SHAPE_SEGMENT && shapes[i]->segment.one_sided) return true;
        if (shapes[i]->kind != CAROM_SHAPE_COMPOUND) continue;
        for (int k = 0; k < shapes[i]->compound.count; ++k) {
            const carom_shape *part = &shapes[i]->compound.parts[k];
            if (part->kind == CAROM_SHAPE_SEGMENT && part->segment.one_sided) return true;
        }
    }
    return false;
}

/// Families with exponents further apart than the digits of double: there a swapped or mirrored scene has equal
/// decisions, but lengths and directions are equal up to these digits only.
static bool beyond_double(family f) {
    return f == FAMILY_FAR_APART || f == FAMILY_LAST_BITS || f == FAMILY_TOUCH_ULP || f == FAMILY_ARRIVE_ULP ||
           f == FAMILY_PARALLEL || f == FAMILY_NEAR;
}

/// Two normals of one contact must be equal, or so different that the contact is a tie (two shortest translations, a
/// corner against a corner), which exact.c tests.
static bool normals_agree(family f, carom_vec2 a, carom_vec2 b) {
    return cr_same_point(a, b) || beyond_double(f) || hypotf(a.x - b.x, a.y - b.y) > 1e-3f;
}

// ---- Rotated, mirrored and scaled scenes -------------------------------------------------------------------------

typedef enum { MIRROR_X, MIRROR_Y, QUARTER_TURN } symmetry;

static carom_vec2 image(symmetry how, carom_vec2 v) {
    switch (how) {
    case MIRROR_X: return vec(-v.x, v.y);
    case MIRROR_Y: return vec(v.x, -v.y);
    default: return vec(-v.y, v.x);
    }
}

static float lesser(float a, float b) {
    return a < b ? a : b;
}
static float greater(float a, float b) {
    return a > b ? a : b;
}

static carom_shape image_of_simple(symmetry how, const carom_shape *s) {
    carom_shape to = *s;
    switch (s->kind) {
    case CAROM_SHAPE_SEGMENT:
        to.segment.a = image(how, s->segment.a);
        to.segment.b = image(how, s->segment.b);
        if (how == QUARTER_TURN) break;
        // A mirror exchanges left and right: the segment is reversed, so that its solid side stays the same.
        carom_vec2 a = to.segment.a;
        to.segment.a = to.segment.b;
        to.segment.b = a;
        to.segment.skip_a = s->segment.skip_b;
        to.segment.skip_b = s->segment.skip_a;
        break;
    case CAROM_SHAPE_CIRCLE: to.circle.center = image(how, s->circle.center); break;
    case CAROM_SHAPE_CAPSULE:
        to.capsule.a = image(how, s->capsule.a);
        to.capsule.b = image(how, s->capsule.b);
        break;
    case CAROM_SHAPE_BOX: {
        carom_vec2 p = image(how, s->box.min), q = image(how, s->box.max);
        to.box.min = vec(lesser(p.x, q.x), lesser(p.y, q.y));
        to.box.max = vec(greater(p.x, q.x), greater(p.y, q.y));
        break;
    }
    case CAROM_SHAPE_POLYGON: {
        int n = s->polygon.count;
        for (int i = 0; i < n; ++i) {
            int from = how == QUARTER_TURN ? i : (n - i) % n;
            to.polygon.v[i] = image(how, s->polygon.v[from]);
        }
        break;
    }
    default: to.point = image(how, s->point); break;
    }
    return to;
}

static void image_of(symmetry how, const carom_shape *s, carom_shape *parts, carom_shape *out) {
    if (s->kind != CAROM_SHAPE_COMPOUND) {
        *out = image_of_simple(how, s);
        return;
    }
    for (int i = 0; i < s->compound.count; ++i) parts[i] = image_of_simple(how, &s->compound.parts[i]);
    *out = compound(parts, s->compound.count);
}

static void image_of_scene(symmetry how, const scene *s, scene *out) {
    image_of(how, &s->a, out->a_parts, &out->a);
    image_of(how, &s->b, out->b_parts, &out->b);
    out->a_move = image(how, s->a_move);
    out->b_move = image(how, s->b_move);
}

static carom_vec2 times(carom_vec2 v, float k) {
    return vec(v.x * k, v.y * k);
}

static carom_shape scaled_simple(const carom_shape *s, float k) {
    carom_shape to = *s;
    switch (s->kind) {
    case CAROM_SHAPE_SEGMENT:
        to.segment.a = times(s->segment.a, k);
        to.segment.b = times(s->segment.b, k);
        break;
    case CAROM_SHAPE_CIRCLE: to.circle = (carom_circle){times(s->circle.center, k), s->circle.radius * k}; break;
    case CAROM_SHAPE_CAPSULE:
        to.capsule = (carom_capsule){times(s->capsule.a, k), times(s->capsule.b, k), s->capsule.radius * k};
        break;
    case CAROM_SHAPE_BOX: to.box = (carom_box){times(s->box.min, k), times(s->box.max, k)}; break;
    case CAROM_SHAPE_POLYGON:
        for (int i = 0; i < s->polygon.count; ++i) to.polygon.v[i] = times(s->polygon.v[i], k);
        to.polygon.radius *= k;
        break;
    default: to.point = times(s->point, k); break;
    }
    return to;
}

static void scale(const carom_shape *s, float k, carom_shape *parts, carom_shape *out) {
    if (s->kind != CAROM_SHAPE_COMPOUND) {
        *out = scaled_simple(s, k);
        return;
    }
    for (int i = 0; i < s->compound.count; ++i) parts[i] = scaled_simple(&s->compound.parts[i], k);
    *out = compound(parts, s->compound.count);
}

static float size_of(const carom_shape *s) {
    carom_box b = carom_shape_bounds(s);
    float x = greater(fabsf(b.min.x), fabsf(b.max.x)), y = greater(fabsf(b.min.y), fabsf(b.max.y));
    return greater(x, y);
}

static bool ends_off(const carom_shape *s) {
    return s->kind == CAROM_SHAPE_SEGMENT && (s->segment.skip_a || s->segment.skip_b);
}

// ---- Laws --------------------------------------------------------------------------------------------------------

static const char *swapping_a_and_b_reverses_the_normal(random_source *r, family f, scene *s) {
    (void)r;
    if (carom_overlap(&s->a, &s->b) != carom_overlap(&s->b, &s->a)) return "overlap differs";
    carom_separation d = carom_distance(&s->a, &s->b), e = carom_distance(&s->b, &s->a);
    // The distance to a shape that is hit only in part (one-sided, ends off) is specified by its sign only.
    bool whole = !ends_off(&s->a) && !ends_off(&s->b);
    if ((d.distance <= 0) != (e.distance <= 0)) return "the sign of distance differs";
    if (whole && !beyond_double(f) && d.distance != e.distance) return "distance differs";
    if (whole && !normals_agree(f, d.normal, opposite(e.normal))) return "the normal of distance is not the opposite";
    if (cr_same_point(d.normal, opposite(e.normal)) && d.part_a == e.part_b && d.part_b == e.part_a &&
        f != FAMILY_FAR_APART && f != FAMILY_NEAR &&
        !(cr_same_point(d.on_a, e.on_b) && cr_same_point(d.on_b, e.on_a))) {
        // If sides are parallel there are many closest points, and each direction may find different ones.
        float off = hypotf(d.on_a.x - e.on_b.x, d.on_a.y - e.on_b.y), size = hypotf(d.on_a.x, d.on_a.y);
        if (off > 8 * FLT_EPSILON * size && off < 1e-5f * size) return "the closest points differ by rounding";
    }
    carom_contact_points c = carom_contact(&s->a, &s->b), k = carom_contact(&s->b, &s->a);
    if (c.hit != k.hit || (!beyond_double(f) && c.depth != k.depth)) return "contact differs";
    if (!normals_agree(f, c.normal, opposite(k.normal))) return "the normal of contact is not the opposite";
    carom_sweep_hit h = swept(s), g = carom_sweep(&s->b, s->b_move, &s->a, s->a_move);
    if (h.hit != g.hit || h.inside != g.inside || h.t != g.t) return "sweep differs";
    return normals_agree(f, h.normal, opposite(g.normal)) ? NULL : "the normal of sweep is not the opposite";
}

static const char *overlap_distance_and_contact_agree(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    bool overlap = carom_overlap(&s->a, &s->b);
    carom_separation d = carom_distance(&s->a, &s->b);
    carom_contact_points c = carom_contact(&s->a, &s->b);
    if (overlap != (d.distance <= 0)) return "overlap is not distance <= 0";
    if (overlap != c.hit || overlap != (c.count > 0)) return "overlap is not contact";
    if (overlap && c.depth != -d.distance) return "depth is not -distance";
    return overlap && !cr_same_point(c.normal, d.normal) ? "the normals of distance and contact differ" : NULL;
}

/// A component near zero shows the rounding of double, which may differ between a closed form and the general path.
static bool are_equal_in_double(carom_vec2 a, carom_vec2 b) {
    return fabsf(a.x - b.x) <= 0x1p-40f && fabsf(a.y - b.y) <= 0x1p-40f;
}

static const char *a_ray_is_the_sweep_of_a_point(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    if (s->a.kind != CAROM_SHAPE_POINT) return NULL;
    s->b_move = vec(0, 0);
    carom_sweep_hit h = swept(s);
    carom_ray_hit g = carom_ray(s->a.point, s->a_move, &s->b);
    if (h.hit != g.hit || h.inside != g.inside || h.t != g.t) return "ray and sweep differ";
    if (!are_equal_in_double(h.normal, g.normal) || h.feature != g.feature)
        return "normal or feature of ray and sweep differ";
    if (h.hit && h.part_b != g.part) return "ray and sweep name different parts";
    return g.exit >= g.t ? NULL : "the exit is before the entry";
}

/// The same set as another kind: a point as a circle without radius, a circle as a capsule without length, and so on.
static const char *degenerate_shapes_match_simpler_kinds(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    carom_shape twin;
    if (s->a.kind == CAROM_SHAPE_POINT) {
        twin = circle(s->a.point.x, s->a.point.y, 0);
    } else if (s->a.kind == CAROM_SHAPE_CIRCLE) {
        carom_circle c = s->a.circle;
        twin = capsule(c.center.x, c.center.y, c.center.x, c.center.y, c.radius);
    } else if (s->a.kind == CAROM_SHAPE_BOX && s->a.box.min.x < s->a.box.max.x && s->a.box.min.y < s->a.box.max.y) {
        carom_vec2 p = s->a.box.min, q = s->a.box.max;
        twin = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 4, .v = {p, {q.x, p.y}, q, {p.x, q.y}}}};
    } else {
        return NULL;
    }
    if (s->b.kind == CAROM_SHAPE_SEGMENT && twin.kind == CAROM_SHAPE_CAPSULE)
        s->b.segment.skip_a = s->b.segment.skip_b = false;
    if (carom_overlap(&s->a, &s->b) != carom_overlap(&twin, &s->b)) return "overlap differs";
    if (carom_distance(&s->a, &s->b).distance != carom_distance(&twin, &s->b).distance) return "distance differs";
    carom_sweep_hit h = swept(s), g = carom_sweep(&twin, s->a_move, &s->b, s->b_move);
    if (h.hit != g.hit || h.inside != g.inside || h.t != g.t) return "sweep differs";
    float room = 4 * FLT_EPSILON * greater(fabsf(h.at.x), fabsf(h.at.y));
    room += FLT_EPSILON * FLT_EPSILON * greater(size_of(&s->a), size_of(&s->b));
    bool near = fabsf(h.at.x - g.at.x) <= room && fabsf(h.at.y - g.at.y) <= room;
    return near ? NULL : "the position differs";
}

/// True if nothing underflows.
static bool scales_exactly(const carom_shape *s, float k) {
    if (s->kind == CAROM_SHAPE_COMPOUND) {
        bool exact = true;
        for (int i = 0; i < s->compound.count; ++i) exact = exact && scales_exactly(&s->compound.parts[i], k);
        return exact;
    }
    carom_shape to = scaled_simple(s, k), back = scaled_simple(&to, 1 / k);
    return memcmp(s, &back, sizeof back) == 0;
}

static const char *scaling_by_two_changes_no_bit(random_source *r, family f, scene *s) {
    // Numbers at the limits of the range would underflow.
    if (f == FAMILY_DENORMAL || f == FAMILY_FAR_APART) return NULL;
    float k = ldexpf(1, random_below(r, 41) - 20);
    bool exact = scales_exactly(&s->a, k) && scales_exactly(&s->b, k) &&
                 cr_same_point(times(times(s->a_move, k), 1 / k), s->a_move) &&
                 cr_same_point(times(times(s->b_move, k), 1 / k), s->b_move);
    if (!exact) return NULL;
    scene big;
    scale(&s->a, k, big.a_parts, &big.a);
    scale(&s->b, k, big.b_parts, &big.b);
    big.a_move = times(s->a_move, k);
    big.b_move = times(s->b_move, k);
    if (carom_overlap(&s->a, &s->b) != carom_overlap(&big.a, &big.b)) return "overlap differs";
    carom_sweep_hit h = swept(s), g = swept(&big);
    if (h.hit != g.hit || h.inside != g.inside || h.t != g.t) return "sweep differs";
    if (!cr_same_point(h.normal, g.normal) || h.feature != g.feature) return "the normal or the feature differs";
    carom_separation d = carom_distance(&s->a, &s->b), e = carom_distance(&big.a, &big.b);
    bool tiny = fabsf(d.distance) < 0x1p-100f || fabsf(h.at.x) < 0x1p-100f || fabsf(h.at.y) < 0x1p-100f;
    if (tiny) return NULL;
    if (!cr_same_point(times(h.at, k), g.at)) return "the position is not scaled";
    return d.distance * k == e.distance && cr_same_point(d.normal, e.normal) ? NULL : "the distance is not scaled";
}

static const char *rotated_and_mirrored_scenes_match(random_source *r, family f, scene *s) {
    symmetry how = (symmetry)random_below(r, 3);
    scene i;
    image_of_scene(how, s, &i);
    if (carom_overlap(&s->a, &s->b) != carom_overlap(&i.a, &i.b)) return "overlap differs";
    carom_separation d = carom_distance(&s->a, &s->b), e = carom_distance(&i.a, &i.b);
    if (!beyond_double(f) && d.distance != e.distance) return "distance differs";
    if (!normals_agree(f, image(how, d.normal), e.normal)) return "the normal of distance is not the image";
    carom_contact_points c = carom_contact(&s->a, &s->b), k = carom_contact(&i.a, &i.b);
    if (c.hit != k.hit || (!beyond_double(f) && c.depth != k.depth)) return "contact differs";
    if (!normals_agree(f, image(how, c.normal), k.normal)) return "the normal of contact is not the image";
    carom_sweep_hit h = swept(s), g = swept(&i);
    if (h.hit != g.hit || h.inside != g.inside || h.t != g.t) return "sweep differs";
    if (!normals_agree(f, image(how, h.normal), g.normal)) return "the normal of sweep is not the image";
    // The mirror image of a box or a segment has another reference point.
    bool has_image = s->a.kind == CAROM_SHAPE_POINT || s->a.kind == CAROM_SHAPE_CIRCLE ||
                     s->a.kind == CAROM_SHAPE_CAPSULE || s->a.kind == CAROM_SHAPE_POLYGON;
    if (!has_image || f == FAMILY_LAST_BITS || f == FAMILY_NEAR || !cr_same_point(image(how, h.normal), g.normal))
        return NULL;
    return cr_same_point(image(how, h.at), g.at) ? NULL : "the position is not the image";
}

static const char *moving_by_the_depth_separates(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    if (s->a.kind == CAROM_SHAPE_COMPOUND || s->b.kind == CAROM_SHAPE_COMPOUND || sided(s)) return NULL;
    carom_contact_points c = carom_contact(&s->a, &s->b);
    if (!c.hit) return NULL;
    carom_shape out = carom_shape_at(&s->a, times(c.normal, c.depth));
    float room = 4 * FLT_EPSILON * greater(size_of(&out), greater(size_of(&s->a), size_of(&s->b))) + 4 * FLT_TRUE_MIN;
    float left = carom_distance(&out, &s->b).distance;
    if (ends_off(&s->a) || ends_off(&s->b)) return left >= -room ? NULL : "it still overlaps after the move";
    return left >= -room && left <= room ? NULL : "it is not at the surface after the move";
}

static const char *the_position_of_a_hit_is_clear(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    if (s->a.kind != CAROM_SHAPE_POINT && s->a.kind != CAROM_SHAPE_CIRCLE)
        return NULL; // other shapes cannot be translated exactly
    s->b_move = vec(0, 0);
    carom_sweep_hit h = swept(s);
    if (!h.hit || oracle_relate(&s->a, &s->b) == ORACLE_INSIDE) return NULL; // possibly by a part that is left
    carom_shape at = s->a;
    *(at.kind == CAROM_SHAPE_POINT ? &at.point : &at.circle.center) = h.at;
    carom_sweep_hit again = carom_sweep(&at, vec(0, 0), &s->b, vec(0, 0));
    return again.hit ? "its position is in penetration" : NULL;
}

static const char *ends_switched_off_remove_hits_only(random_source *r, family f, scene *s) {
    (void)f;
    if (s->b.kind != CAROM_SHAPE_SEGMENT) return NULL;
    s->b.segment.skip_a = s->b.segment.skip_b = false;
    scene off = *s; // compounds still refer to s
    off.b.segment.skip_a = random_below(r, 2);
    off.b.segment.skip_b = !off.b.segment.skip_a || random_below(r, 2);
    if (carom_overlap(&off.a, &off.b) && !carom_overlap(&s->a, &s->b)) return "a new overlap";
    carom_sweep_hit with = swept(s), without = swept(&off);
    if (without.hit && !with.hit) return "a new hit";
    return without.hit && without.t < with.t ? "the hit is earlier" : NULL;
}

static const char *one_sidedness_removes_hits_only(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    if (s->b.kind != CAROM_SHAPE_SEGMENT) return NULL;
    if (cr_same_point(s->b.segment.a, s->b.segment.b)) return NULL;
    carom_shape one = s->b, two = s->b, back = s->b;
    one.segment.one_sided = back.segment.one_sided = true;
    two.segment.one_sided = false;
    back.segment.a = s->b.segment.b;
    back.segment.b = s->b.segment.a;
    back.segment.skip_a = s->b.segment.skip_b;
    back.segment.skip_b = s->b.segment.skip_a;
    bool left = carom_overlap(&s->a, &one), right = carom_overlap(&s->a, &back);
    if ((left || right) != carom_overlap(&s->a, &two)) return "the overlap with both sides is not that with either";
    carom_sweep_hit h = carom_sweep(&s->a, s->a_move, &one, s->b_move);
    carom_sweep_hit g = carom_sweep(&s->a, s->a_move, &back, s->b_move);
    carom_sweep_hit both = carom_sweep(&s->a, s->a_move, &two, s->b_move);
    if (s->a.kind != CAROM_SHAPE_COMPOUND && h.hit && g.hit) return "both sides are hit";
    if (left || right) return NULL; // a shape on a two-sided segment can only leave it
    if (h.hit && (!both.hit || h.t < both.t)) return "one side is hit before both";
    return NULL;
}

static bool negative_zero(carom_vec2 v) {
    return (v.x == 0 && signbit(v.x)) || (v.y == 0 && signbit(v.y));
}

static const char *zeros_are_positive(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    carom_separation d = carom_distance(&s->a, &s->b);
    if (negative_zero(vec(d.distance, 0)) || negative_zero(d.normal)) return "-0 in distance";
    carom_contact_points c = carom_contact(&s->a, &s->b);
    if (negative_zero(vec(c.depth, 0)) || negative_zero(c.normal)) return "-0 in contact";
    carom_sweep_hit h = swept(s);
    if (negative_zero(vec(h.t, 0)) || negative_zero(h.normal)) return "-0 in sweep";
    return NULL;
}

static const char *bounds_contain_the_shape(random_source *r, family f, scene *s) {
    (void)r;
    (void)f;
    carom_box b = carom_shape_bounds(&s->a);
    carom_shape as_box = {.kind = CAROM_SHAPE_BOX, .box = b};
    if (!(b.min.x <= b.max.x && b.min.y <= b.max.y)) return "the bounds are reversed";
    if (carom_overlap(&s->a, &s->b) && !sided(s) && s->b.kind != CAROM_SHAPE_SEGMENT &&
        s->a.kind != CAROM_SHAPE_SEGMENT && !carom_overlap(&as_box, &s->b)) {
        return "b overlaps a, but not the bounds of a";
    }
    return NULL;
}

/// Families with so few digits that a shape can be moved by a quarter of its motion without rounding.
static bool goes_in_quarters(family f) {
    return f == FAMILY_LATTICE || f == FAMILY_GRID || f == FAMILY_TOUCH || f == FAMILY_ARRIVE;
}

static const char *a_sweep_passes_its_intermediate_positions(random_source *r, family f, scene *s) {
    if (!goes_in_quarters(f) || s->a.kind == CAROM_SHAPE_COMPOUND) return NULL;
    float t = 0.25f * (float)random_below(r, 5);
    carom_shape there = carom_shape_at(&s->a, vec(t * (s->a_move.x - s->b_move.x), t * (s->a_move.y - s->b_move.y)));
    cr_relation relation = cr_relate_at_time(&s->a, s->a_move, &s->b, s->b_move, (double)t);
    return relation == cr_relate(&there, &s->b) ? NULL : "the relation differs from that of the moved shape";
}

static const char *a_sweep_is_clear_before_its_hit(random_source *r, family f, scene *s) {
    (void)f;
    carom_sweep_hit h = swept(s);
    if (h.inside || sided(s) || ends_off(&s->a) || ends_off(&s->b)) return NULL;
    double t = (double)h.t * (random_below(r, 2) ? 1 : (double)random_unit(r));
    cr_relation relation = cr_relate_at_time(&s->a, s->a_move, &s->b, s->b_move, t);
    return relation == CR_INSIDE ? "inside before the sweep hits" : NULL;
}

/// At any distance: the polygon contains all its rounded corners.
static const char *a_moved_polygon_contains_its_rounded_corners(random_source *r, family f, scene *s) {
    (void)f;
    if (s->a.kind != CAROM_SHAPE_POLYGON) return NULL;
    float out = size_of(&s->a) * ldexpf(1, random_below(r, 26));
    carom_vec2 offset = vec(out * random_range(r, -1, 1), out * random_range(r, -1, 1));
    carom_shape there = carom_shape_at(&s->a, offset);
    if (there.kind == CAROM_SHAPE_POLYGON && carom_shape_check(&there) == CAROM_STATUS_NOT_FINITE) return NULL;
    if (carom_shape_check(&there) != CAROM_STATUS_OK) return "the shape is invalid";
    for (int i = 0; i < s->a.polygon.count; ++i) {
        carom_shape corner = {.kind = CAROM_SHAPE_POINT,
                              .point = {s->a.polygon.v[i].x + offset.x, s->a.polygon.v[i].y + offset.y}};
        if (!carom_overlap(&there, &corner)) return "a corner is outside";
    }
    carom_vec2 first = there.kind == CAROM_SHAPE_POLYGON ? there.polygon.v[0] : there.segment.a;
    bool kept = cr_same_point(first, vec(s->a.polygon.v[0].x + offset.x, s->a.polygon.v[0].y + offset.y));
    bool whole = there.kind == CAROM_SHAPE_POLYGON && there.polygon.count == s->a.polygon.count;
    return whole && !kept ? "its first corner differs" : NULL;
}

// ---- No gap between two segments that share a vertex ------------------------------------------------------------

/// A point that moves through a chain exactly at a vertex hits one of its segments, from any direction.
static void no_ray_passes_a_shared_vertex(void **state) {
    (void)state;
    random_source r = {11};
    for (int i = 0; i < 200000; ++i) {
        carom_vec2 p[3], from, move;
        for (int k = 0; k < 3; ++k) p[k] = vec((float)(random_below(&r, 17) - 8), (float)(random_below(&r, 17) - 8));
        from = vec((float)(random_below(&r, 33) - 16), (float)(random_below(&r, 33) - 16));
        move = vec(2 * (p[1].x - from.x), 2 * (p[1].y - from.y));
        carom_shape s = segment(p[0].x, p[0].y, p[1].x, p[1].y), t = segment(p[1].x, p[1].y, p[2].x, p[2].y);
        if (carom_distance(&s, &(carom_shape){.kind = CAROM_SHAPE_POINT, .point = from}).distance <= 0) continue;
        if (carom_distance(&t, &(carom_shape){.kind = CAROM_SHAPE_POINT, .point = from}).distance <= 0) continue;
        carom_ray_hit on_s = carom_ray(from, move, &s), on_t = carom_ray(from, move, &t);
        assert_true(on_s.hit);
        assert_true(on_t.hit);
        assert_true(on_s.t <= 0.5f);
        assert_true(on_t.t <= 0.5f);
    }
}

#define LAW(name)                                                                                                      \
    static void test_##name(void **state) {                                                                            \
        (void)state;                                                                                                   \
        check_law(name);                                                                                               \
    }

LAW(swapping_a_and_b_reverses_the_normal)
LAW(overlap_distance_and_contact_agree)
LAW(a_ray_is_the_sweep_of_a_point)
LAW(degenerate_shapes_match_simpler_kinds)
LAW(scaling_by_two_changes_no_bit)
LAW(rotated_and_mirrored_scenes_match)
LAW(moving_by_the_depth_separates)
LAW(the_position_of_a_hit_is_clear)
LAW(ends_switched_off_remove_hits_only)
LAW(one_sidedness_removes_hits_only)
LAW(zeros_are_positive)
LAW(bounds_contain_the_shape)
LAW(a_sweep_passes_its_intermediate_positions)
LAW(a_sweep_is_clear_before_its_hit)
LAW(a_moved_polygon_contains_its_rounded_corners)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_swapping_a_and_b_reverses_the_normal),
        cmocka_unit_test(test_overlap_distance_and_contact_agree),
        cmocka_unit_test(test_a_ray_is_the_sweep_of_a_point),
        cmocka_unit_test(test_degenerate_shapes_match_simpler_kinds),
        cmocka_unit_test(test_scaling_by_two_changes_no_bit),
        cmocka_unit_test(test_rotated_and_mirrored_scenes_match),
        cmocka_unit_test(test_moving_by_the_depth_separates),
        cmocka_unit_test(test_the_position_of_a_hit_is_clear),
        cmocka_unit_test(test_ends_switched_off_remove_hits_only),
        cmocka_unit_test(test_one_sidedness_removes_hits_only),
        cmocka_unit_test(test_zeros_are_positive),
        cmocka_unit_test(test_bounds_contain_the_shape),
        cmocka_unit_test(test_a_sweep_passes_its_intermediate_positions),
        cmocka_unit_test(test_a_sweep_is_clear_before_its_hit),
        cmocka_unit_test(test_a_moved_polygon_contains_its_rounded_corners),
        cmocka_unit_test(no_ray_passes_a_shared_vertex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
