// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies that slide over seams are not stopped by them. Bodies that bounce in a closed level never leave it. A box does
// not leak through the bottom of a groove.
#include "level/maps.h"
#include "level/same.h"

enum { BLOCKS = 12, SHAPES = 5 };

static carom_shape body(int kind, float size) {
    carom_shape shape;
    switch (kind) {
    case 0: carom_make_circle((carom_vec2){0, 0}, size, &shape); break;
    case 1: carom_make_box((carom_vec2){0, 0}, (carom_vec2){size * 2, size}, &shape); break;
    case 2: carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){size, size / 2}, size / 2, &shape); break;
    case 3: carom_make_polygon((carom_vec2[]){{0, 0}, {size, -size * 2}, {size * 2, -size}}, 3, &shape); break;
    default: carom_make_point((carom_vec2){0, 0}, &shape); break;
    }
    return shape;
}

/// A row of adjacent blocks. Each has its own tag, so that no seam is merged. `along` and `down` are the sides of a
/// block, exact in float.
static carom_level *make_strip(carom_vec2 along, carom_vec2 down) {
    carom_outline outlines[BLOCKS];
    carom_vec2 points[BLOCKS][4];
    for (int i = 0; i < BLOCKS; ++i) {
        carom_vec2 corner = {along.x * (float)i, along.y * (float)i};
        points[i][0] = corner;
        points[i][1] = (carom_vec2){corner.x + along.x, corner.y + along.y};
        points[i][2] = (carom_vec2){corner.x + along.x + down.x, corner.y + along.y + down.y};
        points[i][3] = (carom_vec2){corner.x + down.x, corner.y + down.y};
        outlines[i] = (carom_outline){.points = points[i], .count = 4, .tag = i};
    }
    return level_of_outlines(outlines, BLOCKS);
}

/// Puts the body on the first block and slides it over the others, parallel to the surface and pressing against it.
static void expect_smooth_slide(const carom_level *level, const carom_shape *local, carom_vec2 along, carom_vec2 down,
                                float step) {
    carom_vec2 above = {along.x * 1.5f - down.x * 2, along.y * 1.5f - down.y * 2};
    carom_shape a = carom_shape_at(local, above);
    carom_sweep_hit landing = carom_level_sweep(level, &a, (carom_vec2){down.x * 3, down.y * 3});
    assert_true(landing.hit);
    carom_vec2 at = landing.at, flush = {along.x * step, along.y * step};
    carom_vec2 pressing = {flush.x + down.x * step, flush.y + down.y * step};
    for (float way = 0; way < (float)BLOCKS - 6; way += step) {
        a = carom_shape_at(local, at);
        carom_sweep_hit press = carom_level_sweep(level, &a, pressing);
        assert_true(press.hit);
        assert_false(press.inside);
        assert_true(press.t < 0.01f);
        assert_same_point(press.normal, landing.normal);
        carom_sweep_hit slide = carom_level_sweep(level, &a, flush);
        assert_false(slide.hit);
        at = slide.at;
    }
}

static void seams_do_not_stop_bodies(void **state) {
    (void)state;
    static const struct {
        carom_vec2 along, down;
    } strips[] = {
        {{16, 0}, {0, 8}},   {{-16, 0}, {0, -8}}, {{0, 16}, {-8, 0}}, {{0, -16}, {8, 0}},
        {{16, 16}, {-8, 8}}, {{16, -16}, {8, 8}}, {{16, 8}, {-4, 8}}, {{-24, 8}, {-4, -12}},
    };
    for (size_t i = 0; i < sizeof strips / sizeof strips[0]; ++i) {
        carom_level *level = make_strip(strips[i].along, strips[i].down);
        assert_int_equal(carom_level_edge_count(level), 2 * BLOCKS + 2);
        for (int kind = 0; kind < SHAPES; ++kind) {
            carom_shape local = body(kind, 3);
            for (float step = 1.0f / 1024; step <= 4; step *= 4) {
                expect_smooth_slide(level, &local, strips[i].along, strips[i].down, step);
            }
        }
        carom_level_free(level);
    }
}

// ---- A groove -------------------------------------------------------------------------------------------------------

/// The lower right corner of the box is one ulp deep in both slopes. The minimum translation out of each slope leads
/// past their common end, into the other. So the separation along the normals must count; otherwise the box is inside
/// of neither, and leaks.
///
///                 / 48, 0
///         +----+ /
///         |    |/
///         +----+ 32, 32
///        _ - ''
/// _-'' 0, 48
static void a_box_an_ulp_deep_in_a_groove_is_inside(void **state) {
    (void)state;
    carom_vec2 points[] = {{0, 48}, {32, 32}, {48, 0}, {48, 48}};
    carom_level *level = level_of_outlines(&(carom_outline){.points = points, .count = 4}, 1);
    float deep = 32 + 0x1p-18f;
    carom_shape box;
    carom_make_box((carom_vec2){30, 30}, (carom_vec2){deep, deep}, &box);
    carom_sweep_hit hit = carom_level_sweep(level, &box, (carom_vec2){4, 4});
    assert_true(hit.hit);
    assert_true(hit.inside);
    assert_same_point(hit.at, ((carom_vec2){30, 30}));
    assert_true(hit.normal.x < 0);
    assert_true(hit.normal.y < 0);
    carom_level_free(level);
}

// ---- Bouncing -------------------------------------------------------------------------------------------------------

static carom_vec2 bounced(carom_vec2 v, carom_vec2 n, float restitution) {
    float into = v.x * n.x + v.y * n.y;
    if (into >= 0) return v;
    return (carom_vec2){v.x - (1 + restitution) * into * n.x, v.y - (1 + restitution) * into * n.y};
}

static carom_vec2 middle(const carom_shape *a) {
    if (a->kind == CAROM_SHAPE_POLYGON) {
        const carom_vec2 *v = a->polygon.v; // always a triangle
        return (carom_vec2){(v[0].x + v[1].x + v[2].x) / 3, (v[0].y + v[1].y + v[2].y) / 3};
    }
    carom_box box = carom_shape_bounds(a);
    return (carom_vec2){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2};
}

/// Moves a body in random directions. Its centre must never be in solid.
static void bounce_about(const carom_level *level, const carom_shape *local, carom_vec2 at, random_source *r,
                         int steps) {
    carom_vec2 velocity = random_direction(r, random_range(r, 0.1f, 40));
    int idle = 0;
    for (int i = 0; i < steps; ++i) {
        carom_shape a = carom_shape_at(local, at);
        carom_sweep_hit hit = carom_level_sweep(level, &a, velocity);
        if (local->kind == CAROM_SHAPE_CIRCLE) assert_false(hit.inside);
        idle = hit.hit && hit.t == 0 ? idle + 1 : 0;
        if (hit.hit) velocity = bounced(velocity, hit.normal, (float)random_below(r, 2));
        at = hit.at;
        a = carom_shape_at(local, at);
        assert_false(carom_level_solid(level, middle(&a)));
        float speed = fabsf(velocity.x) + fabsf(velocity.y);
        if (idle > 4 || speed < 0.05f || i % 50 == 0) velocity = random_direction(r, random_range(r, 0.1f, 40));
    }
}

static void nothing_leaves_a_closed_level(void **state) {
    (void)state;
    random_source r = {9};
    static map m;
    int bodies = 0;
    for (int n = 0; n < 40; ++n) {
        map_make(&m, 10, 8, n % 2 ? 16 : 10.1f);
        map_fill(&m, &r);
        map_close(&m);
        carom_level *level = level_of_map(&m);
        for (int k = 0; k < 60; ++k) {
            carom_shape local = body(random_below(&r, 4), random_range(&r, 0.3f, 3));
            carom_vec2 at = {random_range(&r, 16, 100), random_range(&r, 16, 80)};
            carom_shape a = carom_shape_at(&local, at);
            if (carom_level_solid(level, at) || carom_level_overlap(level, &a, NULL, 0) > 0) continue;
            if (carom_level_sweep(level, &a, (carom_vec2){0, 0}).inside) continue;
            // All of the shape must start outside, because edges do not block motion from behind.
            carom_box box = carom_shape_bounds(&a);
            carom_vec2 corners[] = {box.min, box.max, {box.min.x, box.max.y}, {box.max.x, box.min.y}, middle(&a)};
            bool outside = true;
            for (int c = 0; c < 5; ++c) outside = outside && !carom_level_solid(level, corners[c]);
            if (!outside) continue;
            bounce_about(level, &local, at, &r, 300);
            ++bodies;
        }
        carom_level_free(level);
    }
    assert_true(bodies > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seams_do_not_stop_bodies),
        cmocka_unit_test(a_box_an_ulp_deep_in_a_groove_is_inside),
        cmocka_unit_test(nothing_leaves_a_closed_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
