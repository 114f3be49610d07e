// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walks along every floor of the levels here and in the folder CAROM_EXTRA_LEVELS: at 1/64 to 64 units a step, at the
// origin, a thousand and a million units away. On straight ground the speed is constant, across seams too; the reported
// ground is a surface of the level; only a wall stops a walker; a walker leaves the ground only where it ends.
#define _XOPEN_SOURCE 700

#include "carom/io.h"
#include "levels.h"
#include "walker/legs.h"

#include <math.h>
#include <stdio.h>

#ifdef CAROM_SANITIZED // a quarter of the floors: gcc has walked all
enum { FLOORS = 10, STEPS = 240 };
#else
enum { FLOORS = 40, STEPS = 240 };
#endif

typedef struct walk {
    const carom_level *level;
    const char *name;
    carom_scene scene;
    carom_walker_desc desc;
    carom_walker walker;
    float size, speed;
    double sum, expected; // over the straight so far
} walk;

static int64_t steps, straights, stops, ends;

static carom_vec2 plus(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

/// The level of a map, moved.
static carom_level *level_at(const carom_map *drawn, carom_vec2 offset) {
    carom_level_desc desc = *carom_map_level(drawn);
    size_t points = 0, taken = 0;
    for (int i = 0; i < desc.outlines_count; ++i) points += (size_t)desc.outlines[i].count;
    carom_tiles *tiles = malloc((size_t)(desc.tiles_count + 1) * sizeof *tiles);
    carom_outline *outlines = malloc((size_t)(desc.outlines_count + 1) * sizeof *outlines);
    carom_vec2 *moved = malloc((points + 1) * sizeof *moved);
    assert_true(tiles);
    assert_true(outlines);
    assert_true(moved);
    for (int i = 0; i < desc.tiles_count; ++i) {
        tiles[i] = desc.tiles[i];
        tiles[i].origin = plus(tiles[i].origin, offset);
    }
    for (int i = 0; i < desc.outlines_count; ++i) {
        outlines[i] = desc.outlines[i];
        outlines[i].points = moved + taken;
        for (int k = 0; k < outlines[i].count; ++k) moved[taken++] = plus(desc.outlines[i].points[k], offset);
    }
    desc.tiles = tiles;
    desc.outlines = outlines;
    carom_level *level;
    carom_error error;
    assert_int_equal(carom_level_make(&desc, &level, &error), CAROM_STATUS_OK);
    free(tiles);
    free(outlines);
    free(moved);
    return level;
}

static double grain_at(carom_vec2 at) {
    return (fabs((double)at.x) + fabs((double)at.y)) * 0x1p-21;
}

static bool is_flat(carom_vec2 normal) {
    return normal.y < 0 && fabsf(normal.x) <= -normal.y * 1.2501f;
}

static void expect(bool right, const walk *w, const carom_walker *before, const char *what) {
    if (right) return;
    fail_msg("%s: it %s: %s of %g from (%.9g, %.9g) by %g to (%.9g, %.9g)", w->name, what,
             w->desc.shape.kind == CAROM_SHAPE_BOX      ? "a box"
             : w->desc.shape.kind == CAROM_SHAPE_CIRCLE ? "a ball"
                                                        : "a capsule",
             (double)w->size, (double)before->position.x, (double)before->position.y, (double)w->speed,
             (double)w->walker.position.x, (double)w->walker.position.y);
}

/// Is there ground below that it should have followed?
static bool ground_is_there(const walk *w) {
    carom_vec2 at = w->walker.position; // a walker an ulp over the end of a floor is not on it
    carom_shape here = carom_shape_at(&w->desc.shape, (carom_vec2){nextafterf(at.x, INFINITY), at.y});
    carom_sweep_hit hit = w->scene.sweep(w->scene.self, &here, (carom_vec2){0, w->size / 4}).sweep;
    return hit.hit && !hit.inside && is_flat(hit.normal) && hit.feature == CAROM_FEATURE_EDGE;
}

/// Does the ground go straight on from one end of a long step to the other, without a bump or a dip? A short one has no
/// room for any.
static bool is_even(const walk *w, carom_vec2 from, carom_vec2 to) {
    if (w->speed <= w->size / 8) return true;
    float grain = (float)grain_at(from) / 8;
    carom_shape shape = carom_shape_at(&w->desc.shape, (carom_vec2){from.x, from.y - grain});
    carom_vec2 move = {to.x - from.x, to.y - from.y}, down = {0, 3 * grain};
    if (w->scene.sweep(w->scene.self, &shape, move).sweep.hit) return false;
    int pieces = (int)(16 * w->speed / w->size);
    for (int i = 1; i < pieces; ++i) {
        float share = (float)i / (float)pieces;
        shape = carom_shape_at(&w->desc.shape, (carom_vec2){from.x + move.x * share, from.y + move.y * share - grain});
        if (!w->scene.sweep(w->scene.self, &shape, down).sweep.hit) return false;
    }
    return true;
}

static void check_straight(walk *w, const carom_walker *before, const carom_walker_result *done) {
    carom_vec2 n = before->ground.support, m = w->walker.ground.support;
    double x = (double)w->walker.position.x - (double)before->position.x;
    double y = (double)w->walker.position.y - (double)before->position.y;
    double grain = grain_at(before->position), across = fabs(x * (double)n.x + y * (double)n.y);
    bool straight = w->walker.grounded && !done->blocked && !done->climbed && !done->left && n.x == m.x && n.y == m.y &&
                    across <= 1e-6 * (double)w->speed + grain && is_even(w, before->position, w->walker.position);
    if (!straight) {
        w->sum = w->expected = 0;
        return;
    }
    ++straights;
    w->sum += y * (double)n.x - x * (double)n.y;
    w->expected += (double)w->speed;
    expect(fabs(w->sum - w->expected) <= 1e-5 * w->expected + 2 * grain, w, before, "lost speed");
}

/// False when the walk is over.
static bool step(walk *w) {
    carom_walker before = w->walker;
    w->walker.velocity = (carom_vec2){w->speed, w->size / 64};
    carom_walker_result done = carom_walker_step(&w->walker, &w->desc, &w->scene, 1);
    ++steps;
    expect(is_free_at(&w->scene, &w->desc.shape, w->walker.position), w, &before, "is inside of something");
    check_straight(w, &before, &done);
    if (!w->walker.grounded) {
        ++ends;
        expect(w->speed > w->size / 2 || !ground_is_there(w), w, &before, "lost the ground");
        return false;
    }
    double near = (double)w->size / 4 + 4 * grain_at(w->walker.ground.point);
    if (steps % 8 == 0) expect(is_surface(w->level, w->walker.ground, near), w, &before, "stands on no surface");
    if (done.blocked) {
        ++stops;
        expect(done.wall.x < 0 && !is_flat(done.wall), w, &before, "was stopped by no wall");
        return false;
    }
    double x = (double)w->walker.position.x - (double)before.position.x;
    double y = (double)w->walker.position.y - (double)before.position.y, grain = grain_at(before.position);
    expect(x >= -grain && hypot(x, y) >= 0.5 * (double)w->speed - grain, w, &before, "stalled");
    return true;
}

/// On the middle of an edge, if it is a floor and there is room.
static bool set_out(walk *w, int edge) {
    carom_level_edge e = carom_level_edge_at(w->level, edge);
    carom_vec2 normal = {e.b.y - e.a.y, e.a.x - e.b.x};
    if (!is_flat(normal)) return false;
    carom_shape shape = carom_shape_at(&w->desc.shape, (carom_vec2){0, 0});
    carom_box box = carom_shape_bounds(&shape);
    carom_vec2 at = {(e.a.x + e.b.x - box.min.x - box.max.x) / 2, (e.a.y + e.b.y) / 2 - box.max.y - w->size};
    w->walker = (carom_walker){.position = at};
    carom_shape there = carom_shape_at(&w->desc.shape, at);
    box = carom_shape_bounds(&there);
    carom_vec2 middle = {(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2};
    if (carom_level_solid(w->level, middle) || carom_level_overlap(w->level, &there, NULL, 0) > 0) return false;
    for (int i = 0; i < 40 && !w->walker.grounded; ++i) {
        w->walker.velocity = (carom_vec2){0, w->size / 8};
        carom_walker_step(&w->walker, &w->desc, &w->scene, 1);
    }
    return w->walker.grounded;
}

static void walk_floors(walk *w) {
    int count = carom_level_edge_count(w->level), stride = count / FLOORS + 1;
    for (int edge = 0; edge < count; edge += stride) {
        if (!set_out(w, edge)) continue;
        w->sum = w->expected = 0;
        for (int i = 0; i < STEPS && step(w); ++i) {
        }
    }
}

static void walk_level(const char *name, const carom_map *drawn) {
    carom_vec2 cell = carom_map_about(drawn).cell;
    const float offsets[] = {0, 1e3f, 1e6f}, speeds[] = {1 / 64.0f, 1 / 8.0f, 1, 8, 64};
    for (int i = 0; i < 3; ++i) {
        carom_level *level = level_at(drawn, (carom_vec2){offsets[i], -offsets[i]});
        for (int kind = 0; kind < LEGS; ++kind) {
            walk w = {.level = level, .name = name, .scene = carom_scene_of_level(level)};
            w.size = 0.25f * (cell.x > 0 && cell.x < cell.y ? cell.x : cell.y > 0 ? cell.y : 16);
            w.desc = legs_of(kind, w.size);
            for (int k = 0; k < 5; ++k) {
                w.speed = speeds[k];
                walk_floors(&w);
            }
        }
        carom_level_free(level);
    }
}

static void walk_file(const char *path) {
    carom_map *drawn;
    if (carom_map_load(path, NULL, &drawn, NULL) != CAROM_STATUS_OK) return;
    walk_level(path, drawn);
    carom_map_free(drawn);
}

static void floors_are_walked(void **state) {
    (void)state;
    assert_true(each_level_file(CAROM_SOURCE_DIR "/levels", walk_file));
    const char *more = getenv("CAROM_EXTRA_LEVELS");
    assert_true(!more || each_level_file(more, walk_file));
    printf("%lld steps, %lld straight on; %lld stops at walls, %lld ends of ground\n", (long long)steps,
           (long long)straights, (long long)stops, (long long)ends);
    assert_true(steps > 20000);
    assert_true(straights > steps / 4);
    assert_true(stops > 20);
    assert_true(ends > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(floors_are_walked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
