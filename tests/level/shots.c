// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random levels of the whole catalogue with free shapes of other tags. Rays and sweeps pass every vertex in many
// directions, and bodies slide along every edge. With --seconds, in more levels,
// directions and steps.
#include "level/shots.h"
#include "battery.h"

#include "level/maps.h"
#include "level/same.h"

#include <stdio.h>

static int directions = 40, steps = 6;
static long long all_shots, all_slides;

/// Draws a row of adjacent blocks with different tags, so that their seams are not merged.
static int draw_blocks(carom_outline *outlines, carom_vec2 (*points)[4], random_source *r) {
    static const carom_vec2 ways[][2] = {
        {{16, 0}, {0, 8}}, {{16, 8}, {-4, 8}}, {{0, 16}, {-8, 0}}, {{16, -16}, {8, 8}}};
    int way = random_below(r, 4), count = random_below(r, 7);
    carom_vec2 at = {(float)(16 * random_below(r, 8)), (float)(16 * random_below(r, 6))};
    carom_vec2 along = ways[way][0], down = ways[way][1];
    for (int i = 0; i < count; ++i) {
        carom_vec2 next = {at.x + along.x, at.y + along.y};
        points[i][0] = at;
        points[i][1] = next;
        points[i][2] = (carom_vec2){next.x + down.x, next.y + down.y};
        points[i][3] = (carom_vec2){at.x + down.x, at.y + down.y};
        outlines[i] = (carom_outline){.points = points[i], .count = 4, .tag = i};
        at = next;
    }
    return count;
}

static carom_level *random_level(map *m, random_source *r, bool thin) {
    carom_outline outlines[8];
    carom_vec2 points[8][4];
    map_make(m, 8, 6, 16);
    map_fill(m, r);
    for (int i = 0; i < 48; ++i) {
        int base = m->codes[i] & 31;
        if (!thin && base >= CAROM_TILE_EDGE && base <= CAROM_TILE_EDGES_THREE) m->codes[i] = CAROM_TILE_EMPTY;
        if (random_below(r, 3) == 0) m->codes[i] = CAROM_TILE_EMPTY;
    }
    carom_level_desc desc = {
        .tiles = &m->tiles, .tiles_count = 1, .outlines = outlines, .editable = random_below(r, 2)};
    desc.outlines_count = draw_blocks(outlines, points, r);
    carom_level *level = NULL;
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static void rays_and_sweeps_past_every_vertex_match_the_reference(void **state) {
    (void)state;
    random_source r = {battery.seed};
    static map m;
    long long rays = 0, sweeps = 0, hits = 0;
    double start = seconds_now();
    for (int n = 0; go_on(start, n, 12); ++n) {
        carom_level *level = random_level(&m, &r, n % 3 == 0);
        range g;
        range_make(&g, level, 16);
        for (int i = 0; i < g.count; ++i) range_shoot(&g, g.edges[i].a, directions, &r);
        rays += g.rays, sweeps += g.sweeps, hits += g.hits;
        range_free(&g);
        carom_level_free(level);
    }
    print_message("%lld rays, %lld sweeps, %lld of them hit\n", rays, sweeps, hits);
    all_shots = rays + sweeps;
    assert_true(rays > 1000);
    assert_true(sweeps > 1000);
    assert_true(hits > sweeps / 2);
}

/// The narrow tip between a quarter circle and the side of its cell: the ray is inside of it over 0.0009 units.
static void a_ray_through_a_sliver_hits_it(void **state) {
    (void)state;
    carom_vec2 points[] = {{95.921875f, 49.5677071f}, {96, 48}, {96, 80}};
    carom_outline outline = {.points = points, .count = 3};
    carom_level *level = NULL;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    range g;
    range_make(&g, level, 16);
    range_look(&g, points[1], 48);
    carom_vec2 from = {106.006645f, 49.5409889f}, move = {-29.3049622f, -4.46218872f};
    carom_ray_hit hit = carom_level_ray(level, from, move);
    assert_true(hit.hit);
    assert_same_float(hit.t, 0.34146589f);
    assert_same_float(hit.normal.x, 1);
    range_path path = {.thin = 2};
    for (int i = 0; i < g.count; ++i) range_cross(&path, g.edges[i], from, move);
    assert_true(fabs(range_entry(&g, &path, from, move) - (double)hit.t) < 1e-7);
    range_expect_ray(&g, from, move);
    range_free(&g);
    carom_level_free(level);
}

static void slides_along_every_edge_hit_only_obstacles(void **state) {
    (void)state;
    random_source r = {battery.seed + 1};
    static map m;
    long long slides = 0;
    double start = seconds_now();
    for (int n = 0; go_on(start, n, 24); ++n) {
        carom_level *level = random_level(&m, &r, n % 3 == 0);
        range g;
        range_make(&g, level, 16);
        for (int i = 0; i < g.count; ++i) range_slide_along(&g, i, steps, &r);
        slides += g.slides;
        range_free(&g);
        carom_level_free(level);
    }
    print_message("%lld slides\n", slides);
    all_slides = slides;
    assert_true(slides > 10000);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 61, 2);
    if (battery.seconds > 0) {
        directions = 1000;
        steps = 200;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_through_a_sliver_hits_it),
        cmocka_unit_test(rays_and_sweeps_past_every_vertex_match_the_reference),
        cmocka_unit_test(slides_along_every_edge_hit_only_obstacles),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_shots, "rays and sweeps", failed);
    print_counted(all_slides, "slides", 0);
    return failed;
}
