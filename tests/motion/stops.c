// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shape with the response stop ends clear of all obstacles and within 4 ulp of one. Shapes of every kind, also with
// sides a few ulp from an axis, move among slanted solids, as shapes and as a level, up to 2^20 from the origin.
//
//     test_motion_stops [--seconds S] [--seed N]
#define ALL_ROUNDS
#include "battery.h"
#include "motion/boxes.h"

enum { QUICK_SCENES = 20000, MOVES = 8, MOST_ULP = 4 };

static float spacing(float value) {
    return nextafterf(fabsf(value), INFINITY) - fabsf(value);
}

/// The largest spacing of the floats of a shape at a position.
static float largest_spacing(const carom_shape *there, carom_vec2 at) {
    carom_box box = carom_shape_bounds(there);
    float x = fmaxf(fmaxf(fabsf(box.min.x), fabsf(box.max.x)), fabsf(at.x));
    float y = fmaxf(fmaxf(fabsf(box.min.y), fabsf(box.max.y)), fabsf(at.y));
    return spacing(fmaxf(x, y));
}

static carom_vec2 random_point(random_source *r, bool lattice, float scale) {
    float x = random_coordinate(r, lattice) * scale, y = random_coordinate(r, lattice) * scale;
    return (carom_vec2){x, y};
}

/// Turned so that a side along the x axis is a few ulp from it, or from the y axis.
static carom_vec2 nearly_along_axis(random_source *r, carom_vec2 v, float slope, bool x) {
    float lean = slope * (float)(random_below(r, 17) - 8);
    v.y += lean;
    return x ? v : (carom_vec2){v.y, v.x};
}

static carom_shape random_shape(random_source *r, bool lattice, float ulp) {
    carom_vec2 v[4] = {{0, 0}};
    float length = random_range(r, 1, 16), width = random_below(r, 2) ? random_range(r, 1, 8) : 2 * ulp + 0.25f;
    bool is_slanted = random_below(r, 2), x = random_below(r, 2);
    const carom_vec2 straight[4] = {{-length, 0}, {length, 0}, {length, width}, {-length, width}};
    for (int i = 0; i < 4; ++i)
        v[i] = is_slanted ? random_point(r, lattice, 2) : nearly_along_axis(r, straight[i], ulp, x);
    carom_shape shape = {.kind = CAROM_SHAPE_NONE};
    switch (random_below(r, 6)) {
    case 0: carom_make_segment(v[0], v[1], &shape); break;
    case 1: carom_make_capsule(v[0], v[1], random_below(r, 2) ? 0 : width, &shape); break;
    case 2: return circle(width);
    case 3: return centred_box(length, width);
    default: carom_make_hull(v, 4, &shape); break;
    }
    return shape;
}

static fixture random_solids(random_source *r, bool lattice, carom_vec2 offset) {
    fixture s = {0};
    for (int count = 1 + random_below(r, 4); s.count < count;) {
        carom_vec2 centre = random_point(r, lattice, 4), v[5];
        for (int i = 0; i < 5; ++i) {
            carom_vec2 at = random_point(r, lattice, 3);
            v[i] = (carom_vec2){offset.x + centre.x + at.x, offset.y + centre.y + at.y};
        }
        s.count += carom_make_hull(v, 3 + random_below(r, 3), &s.shape[s.count]) == CAROM_STATUS_OK &&
                   s.shape[s.count].kind == CAROM_SHAPE_POLYGON;
    }
    return s;
}

/// Null if the polygons make no level.
static carom_level *level_of_polygons(const fixture *s) {
    carom_outline outlines[SCENE_SHAPES];
    for (int i = 0; i < s->count; ++i)
        outlines[i] = (carom_outline){.points = s->shape[i].polygon.v, .count = s->shape[i].polygon.count};
    carom_level *level;
    const carom_level_desc desc = {.outlines = outlines, .outlines_count = s->count};
    return carom_level_make(&desc, &level, NULL) == CAROM_STATUS_OK ? level : NULL;
}

/// Vertices of a level where outlines cross are rounded, so its edges are not those of the polygons.
static fixture edges_of(const carom_level *level) {
    fixture s = {0};
    for (int i = 0; i < carom_level_edge_count(level) && i < SCENE_SHAPES; ++i) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        add_segment(&s, edge.a.x, edge.a.y, edge.b.x, edge.b.y);
    }
    return s;
}

static float distance_to_solids(const fixture *s, const carom_shape *there) {
    float least = INFINITY;
    for (int i = 0; i < s->count; ++i) least = fminf(least, carom_distance(there, &s->shape[i]).distance);
    return least;
}

/// Returns the number of stops.
static int stop_in(random_source *r, const fixture *s, const carom_scene *scene, const carom_shape *shape,
                   carom_vec2 at) {
    int stops = 0;
    carom_motion m = {.at = at};
    for (int i = 0; i < MOVES; ++i) {
        float scale = random_below(r, 2) ? 16 : 1;
        carom_vec2 from = m.at;
        m.velocity = random_point(r, random_below(r, 2), scale);
        m.remainder = (carom_vec2){0, 0};
        m = carom_move(scene, shape, &m, &(carom_response){.kind = CAROM_RESPONSE_STOP}, NULL, 0);
        assert_true(is_free(s, shape, m.at));
        if (m.contacts == 0 || m.t == 1) continue;
        ++stops;
        carom_shape there = carom_shape_at(shape, m.at);
        float distance = distance_to_solids(s, &there), ulp = largest_spacing(&there, m.at);
        if (distance <= MOST_ULP * ulp) continue;
        fail_msg("kind %d from (%.9g, %.9g) to (%.9g, %.9g): %g from contact, %g ulp", (int)shape->kind, (double)from.x,
                 (double)from.y, (double)m.at.x, (double)m.at.y, (double)distance, (double)(distance / ulp));
    }
    return stops;
}

static void stops_at_contact(void **state) {
    (void)state;
    random_source r = {battery.seed};
    long stops = 0;
    double start = seconds_now();
    for (long long n = 0; go_on(start, n, QUICK_SCENES); ++n) {
        bool lattice = random_below(&r, 2);
        carom_vec2 offset = random_offset(&r), far = {random_below(&r, 2) ? 0x1p20f : 1000000, -0x1p20f};
        if (random_below(&r, 2)) offset = far;
        fixture s = random_solids(&r, lattice, offset);
        carom_shape shape = random_shape(&r, lattice, spacing(offset.x));
        carom_vec2 off = random_point(&r, lattice, 6), at = {offset.x + off.x, offset.y + off.y};
        if (shape.kind == CAROM_SHAPE_NONE || !is_free(&s, &shape, at)) continue;
        carom_scene scene = space_of(&s);
        stops += stop_in(&r, &s, &scene, &shape, at);
        carom_level *level = level_of_polygons(&s);
        if (!level) continue;
        scene = carom_scene_of_level(level);
        s = edges_of(level);
        if (!carom_level_solid(level, at) && is_free(&s, &shape, at)) stops += stop_in(&r, &s, &scene, &shape, at);
        carom_level_free(level);
    }
    print_message("%ld stops\n", stops);
    assert_true(stops > QUICK_SCENES);
}

/// An upright segment moves into one-way edges that lean by an ulp or three. They touch along a sliver as wide as
/// rounding; the segment took its back for the touched side, and passed the edge.
static void stops_at_one_way_edges_almost_parallel(void **state) {
    (void)state;
    const carom_vec2 chains[][3] = {{{2.00781226f, 0}, {2.0078125f, -1}},
                                    {{8.00390625f, 8}, {8, 3}, {8.00000286f, -2.00000048f}}};
    const carom_vec2 ends[][2] = {{{2, -1.5f}, {2, 1}}, {{-0.5f, -1.5f}, {-0.5f, 0.5f}}};
    const carom_motion starts[] = {{.at = {0.00781232119f, -1.25f}, .velocity = {3, 3}},
                                   {.at = {8.48437786f, -1.87500048f}, .velocity = {0.542834044f, -0.0497415066f}}};
    for (int i = 0; i < 2; ++i) {
        const carom_outline chain = {.points = chains[i], .count = 2 + i, .open = true, .one_way = true};
        carom_level *level;
        assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &chain, .outlines_count = 1}, &level, NULL),
                         CAROM_STATUS_OK);
        carom_scene scene = carom_scene_of_level(level);
        carom_shape segment;
        assert_int_equal(carom_make_segment(ends[i][0], ends[i][1], &segment), CAROM_STATUS_OK);
        carom_response stop = {.kind = CAROM_RESPONSE_STOP};
        carom_motion done = carom_move(&scene, &segment, &starts[i], &stop, NULL, 0);
        assert_int_equal(done.contacts, 1);
        assert_true(done.velocity.x == 0 && done.velocity.y == 0);
        assert_true(done.at.x + segment.segment.a.x <= chains[i][1 + i].x + 4 * spacing(chains[i][1 + i].x));
        carom_level_free(level);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(stops_at_contact),
                                       cmocka_unit_test(stops_at_one_way_edges_almost_parallel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
