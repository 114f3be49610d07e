// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random levels of the whole catalogue, with free shapes of their own tags among the tiles: every vertex is shot at
// from all around, and bodies slide along every edge. With seconds, directions and steps for a longer run:
// test_level_shots 600 1000 200.
#include "level/shots.h"

#include "level/maps.h"

#include <stdio.h>
#include <time.h>

static int levels = 12, directions = 40, steps = 6;
static double seconds; // 0: as many levels as that

static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Now and then a stone beside its equals: seams that are not merged, by their tags.
static int draw_stones(carom_outline *outlines, carom_vec2 (*points)[4], random_source *r) {
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
    desc.outlines_count = draw_stones(outlines, points, r);
    carom_level *level = NULL;
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_OK);
    return level;
}

static void shots_at_every_vertex_stop_where_they_should(void **state) {
    (void)state;
    random_source r = {61};
    static map m;
    long long rays = 0, sweeps = 0, hits = 0;
    double end = now() + seconds / 2;
    for (int n = 0; n < levels || now() < end; ++n) {
        carom_level *level = random_level(&m, &r, n % 3 == 0);
        range g;
        range_make(&g, level, 16);
        for (int i = 0; i < g.count; ++i) range_shoot(&g, g.edges[i].a, directions, &r);
        rays += g.rays, sweeps += g.sweeps, hits += g.hits;
        range_free(&g);
        carom_level_free(level);
    }
    print_message("%lld rays, %lld sweeps, %lld of them hit\n", rays, sweeps, hits);
    assert_true(rays > 1000 && sweeps > 1000 && hits > sweeps / 2);
}

/// The tip of what is left of a tile between a quarter circle and its side: the ray is in it for 9/10000 of a unit.
static void a_shot_through_a_sliver_stops_in_it(void **state) {
    (void)state;
    carom_vec2 points[] = {{95.921875f, 49.5677071f}, {96, 48}, {96, 80}};
    carom_outline outline = {.points = points, .count = 3};
    carom_level *level = NULL;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_OK);
    range g;
    range_make(&g, level, 16);
    range_look(&g, points[1], 48);
    carom_vec2 from = {106.006645f, 49.5409889f}, move = {-29.3049622f, -4.46218872f};
    carom_ray_hit hit = carom_level_ray(level, from, move);
    assert_true(hit.hit && hit.t == 0.34146589f && hit.normal.x == 1);
    range_path path = {.thin = 2};
    for (int i = 0; i < g.count; ++i) range_cross(&path, g.edges[i], from, move);
    assert_true(fabs(range_entry(&g, &path, from, move) - (double)hit.t) < 1e-7);
    range_expect_ray(&g, from, move);
    range_free(&g);
    carom_level_free(level);
}

static void slides_along_every_edge_meet_what_stands_there(void **state) {
    (void)state;
    random_source r = {62};
    static map m;
    long long slides = 0;
    double end = now() + seconds / 2;
    for (int n = 0; n < levels * 2 || now() < end; ++n) {
        carom_level *level = random_level(&m, &r, n % 3 == 0);
        range g;
        range_make(&g, level, 16);
        for (int i = 0; i < g.count; ++i) range_slide_along(&g, i, steps, &r);
        slides += g.slides;
        range_free(&g);
        carom_level_free(level);
    }
    print_message("%lld slides\n", slides);
    assert_true(slides > 10000);
}

int main(int argc, char **argv) {
    if (argc > 3) {
        seconds = atof(argv[1]);
        directions = atoi(argv[2]);
        steps = atoi(argv[3]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shot_through_a_sliver_stops_in_it),
        cmocka_unit_test(shots_at_every_vertex_stop_where_they_should),
        cmocka_unit_test(slides_along_every_edge_meet_what_stands_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
