// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What holds of every motion, in random scenes: it ends free of everything, never goes against the asked direction,
// asks a bounded number of sweeps, and a slide is the same, to the last bit, in a mirrored or turned world with its
// shapes in another order, but for some in 10^5. Through a few shapes, and through levels.
//
//     test_motion_laws [--seconds S] [--seed N]: S = 0, as many scenes as a quick test has time for
#include "base/vec.h"
#include "battery.h"
#include "motion/scene.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVES = 6 };

enum { QUICK_SCENES = 15000, QUICK_LEVELS = 1200 };

static long moves;

/// Is it time for one more?
typedef struct tally {
    long moves, contacts, unequal, most_casts, at_limit;
} tally;

// ---- Scenes ---------------------------------------------------------------------------------------------------------

/// On a lattice, where corners, flush sides and equal times abound, or anywhere.
static float coordinate(random_source *r, bool lattice) {
    return lattice ? (float)random_below(r, 17) - 8 : random_range(r, -8, 8);
}

static carom_vec2 place(random_source *r, bool lattice) {
    float x = coordinate(r, lattice), y = coordinate(r, lattice);
    return (carom_vec2){x, y};
}

static fixture random_scene(random_source *r, bool lattice) {
    fixture s = {0};
    int count = 1 + random_below(r, 10);
    for (int i = 0; i < count; ++i) {
        carom_vec2 a = place(r, lattice), b = place(r, lattice);
        int kind = random_below(r, 6);
        float size = lattice ? (float)(1 + random_below(r, 3)) : random_range(r, 0.1f, 3);
        if (kind == 0) {
            add_circle(&s, a.x, a.y, size);
        } else if (kind == 1) {
            add_box(&s, a.x, a.y, a.x + size, a.y + size);
        } else if (a.x != b.x || a.y != b.y) {
            add_segment(&s, a.x, a.y, b.x, b.y);
        }
    }
    return s;
}

static carom_shape random_mover(random_source *r, bool lattice) {
    float size = lattice ? (float)(1 + random_below(r, 4)) / 4 : random_range(r, 0.05f, 1);
    float other = lattice ? (float)(1 + random_below(r, 4)) / 4 : random_range(r, 0.05f, 1);
    switch (random_below(r, 4)) {
    case 0: return centred_box(size, other);
    case 1: return centred_capsule((carom_vec2){0, other}, size);
    default: return circle(size);
    }
}

static carom_vec2 random_velocity(random_source *r, bool lattice) {
    carom_vec2 v = place(r, lattice);
    float scale = random_below(r, 3) == 0 ? 0.125f : 1;
    return (carom_vec2){v.x * scale, v.y * scale};
}

// ---- Laws -----------------------------------------------------------------------------------------------------------

static double size_of(carom_vec2 v) {
    return fabs((double)v.x) + fabs((double)v.y);
}

static void expect_forward(carom_vec2 from, carom_vec2 velocity, const carom_motion *done) {
    double x = (double)done->at.x - (double)from.x, y = (double)done->at.y - (double)from.y;
    double progress = x * (double)velocity.x + y * (double)velocity.y;
    if (progress < -0x1p-50 * size_of(from) * size_of(velocity)) fail_msg("it went back: %g", progress);
    double kept = (double)done->velocity.x * (double)velocity.x + (double)done->velocity.y * (double)velocity.y;
    if (kept < -0x1p-22 * size_of(velocity) * size_of(velocity)) fail_msg("it turned back: %g", kept);
}

/// A scene, and the same one turned and in another order.
typedef struct twins {
    carom_scene scene, turned;
    int way;
} twins;

static bool is_free_in(const carom_scene *scene, const carom_shape *mover, carom_vec2 at) {
    carom_shape there = carom_shape_at(mover, at);
    return !scene->sweep(scene->self, &there, (carom_vec2){0, 0}).sweep.hit;
}

/// Expects that the turned scene turns the result of a slide.
static void expect_same_turned(const twins *t, const carom_shape *mover, carom_vec2 at, carom_vec2 velocity,
                               const carom_motion *done, tally *sum) {
    const carom_response response = {.kind = CAROM_RESPONSE_SLIDE};
    carom_shape other = turned_shape(mover, t->way);
    carom_motion turn =
        carom_move(&t->turned, &other, &(carom_motion){.at = turned(at, t->way), .velocity = turned(velocity, t->way)},
                   &response, NULL, 0);
    carom_vec2 end = turned(done->at, t->way), left = turned(done->velocity, t->way);
    if (cr_same_point(end, turn.at) && cr_same_point(left, turn.velocity)) return;
    print_message("way %d, from (%.9g, %.9g) by (%.9g, %.9g): at (%.9g, %.9g), turned at (%.9g, %.9g)\n", t->way,
                  (double)at.x, (double)at.y, (double)velocity.x, (double)velocity.y, (double)end.x, (double)end.y,
                  (double)turn.at.x, (double)turn.at.y);
    ++sum->unequal;
}

static void expect_laws(const twins *t, const carom_shape *mover, carom_vec2 at, random_source *r, bool lattice,
                        tally *sum) {
    for (int i = 0; i < MOVES; ++i) {
        carom_vec2 velocity = random_velocity(r, lattice);
        carom_response response = {.kind = random_below(r, 4) ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_BOUNCE,
                                   .restitution = 1};
        carom_motion done =
            carom_move(&t->scene, mover, &(carom_motion){.at = at, .velocity = velocity}, &response, NULL, 0);
        assert_true(isfinite(done.at.x));
        assert_true(isfinite(done.at.y));
        assert_true(is_free_in(&t->scene, mover, done.at));
        assert_true(done.casts <= CAROM_MOVE_MAX_CASTS);
        if (response.kind == CAROM_RESPONSE_SLIDE) {
            expect_forward(at, velocity, &done);
            expect_same_turned(t, mover, at, velocity, &done, sum);
        }
        ++sum->moves;
        ++moves;
        sum->contacts += done.contacts;
        sum->at_limit += done.casts == CAROM_MOVE_MAX_CASTS;
        if (done.casts > sum->most_casts) sum->most_casts = done.casts;
        at = done.at;
    }
}

static void tell(const tally *sum) {
    print_message("%ld moves, %ld contacts, at most %ld casts a move, %ld moves at the limit of %d\n", sum->moves,
                  sum->contacts, sum->most_casts, sum->at_limit, CAROM_MOVE_MAX_CASTS);
    assert_true(sum->contacts > 0);
    // If several corners are hit at exactly the same time, the reported one decides: a few in 10^5 moves.
    print_message("%ld ended elsewhere when turned\n", sum->unequal);
    assert_true(sum->unequal * 10000 <= sum->moves);
}

static void laws_among_shapes(void **state) {
    (void)state;
    random_source r = {battery.seed};
    tally sum = {0};
    double start = seconds_now();
    for (long i = 0; go_on(start, i, QUICK_SCENES); ++i) {
        bool lattice = random_below(&r, 2) == 0;
        fixture s = random_scene(&r, lattice);
        carom_shape mover = random_mover(&r, lattice);
        carom_vec2 at = place(&r, false);
        if (lattice) at = (carom_vec2){floorf(at.x * 4) / 4, floorf(at.y * 4) / 4};
        if (!is_free(&s, &mover, at)) continue;
        int way = 1 + random_below(&r, WAYS - 1);
        fixture other = turned_scene(&s, way, &r);
        twins t = {space_of(&s), space_of(&other), way};
        expect_laws(&t, &mover, at, &r, lattice, &sum);
    }
    tell(&sum);
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

enum { COLUMNS = 7, CELLS = COLUMNS * COLUMNS, POINTS = 4 };

/// Cells of a grid: solid, cut by a diagonal, or with a thin one-way edge along the top. About the origin.
typedef struct grid {
    carom_vec2 points[CELLS][POINTS];
    carom_outline outlines[CELLS];
    int count;
} grid;

static void add_outline(grid *g, const carom_vec2 *points, int count, bool thin) {
    for (int i = 0; i < count; ++i) g->points[g->count][i] = points[i];
    g->outlines[g->count] = (carom_outline){.count = count, .open = thin, .one_way = thin};
    ++g->count;
}

static void add_cell(grid *g, float x, float y, random_source *r) {
    carom_vec2 corners[] = {{x, y}, {x + 2, y}, {x + 2, y + 2}, {x, y + 2}};
    int kind = random_below(r, 10), left_out = random_below(r, 4);
    if (kind < 2) add_outline(g, corners, 4, false);
    if (kind == 3) add_outline(g, (carom_vec2[]){corners[3], corners[2]}, 2, true);
    if (kind != 2) return;
    carom_vec2 three[3];
    for (int i = 0; i < 3; ++i) three[i] = corners[(left_out + 1 + i) % 4];
    add_outline(g, three, 3, false);
}

static void random_grid(grid *g, random_source *r) {
    g->count = 0;
    for (int i = 0; i < CELLS; ++i) add_cell(g, (float)(i % COLUMNS) * 2 - 7, (float)(i / COLUMNS) * 2 - 7, r);
}

/// The grid turned, and its outlines in another order. A thin edge keeps its right.
static void turned_grid(const grid *g, int way, random_source *r, grid *out) {
    out->count = g->count;
    for (int i = 0; i < g->count; ++i) {
        int other = random_below(r, i + 1), count = g->outlines[i].count;
        memcpy(out->points[i], out->points[other], sizeof out->points[i]);
        out->outlines[i] = out->outlines[other];
        out->outlines[other] = g->outlines[i];
        for (int k = 0; k < count; ++k) {
            out->points[other][k] = turned(g->points[i][way & 4 ? count - 1 - k : k], way);
        }
    }
}

static carom_level *level_of_grid(grid *g) {
    for (int i = 0; i < g->count; ++i) g->outlines[i].points = g->points[i];
    carom_level *level;
    carom_level_desc desc = {.outlines = g->outlines, .outlines_count = g->count};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

/// The whole shape is outside of solid: an edge does not block a shape behind it.
static bool is_clear(const carom_level *level, const carom_shape *mover, carom_vec2 at) {
    carom_shape there = carom_shape_at(mover, at);
    return !carom_level_solid(level, at) && carom_level_overlap(level, &there, NULL, 0) == 0;
}

static void laws_in_levels(void **state) {
    (void)state;
    static grid g, other;
    random_source r = {battery.seed + 1};
    tally sum = {0};
    double start = seconds_now();
    for (long i = 0; go_on(start, i, QUICK_LEVELS); ++i) {
        random_grid(&g, &r);
        int way = 1 + random_below(&r, WAYS - 1);
        turned_grid(&g, way, &r, &other);
        carom_level *level = level_of_grid(&g), *turned_level = level_of_grid(&other);
        twins t = {carom_scene_of_level(level), carom_scene_of_level(turned_level), way};
        for (int k = 0; k < 10; ++k) {
            bool lattice = random_below(&r, 2) == 0;
            carom_shape mover = random_mover(&r, lattice);
            carom_vec2 at = place(&r, false);
            if (lattice) at = (carom_vec2){floorf(at.x * 4) / 4, floorf(at.y * 4) / 4};
            if (is_clear(level, &mover, at)) expect_laws(&t, &mover, at, &r, lattice, &sum);
        }
        carom_level_free(turned_level);
        carom_level_free(level);
    }
    tell(&sum);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 19, 2); // with a disc that a velocity leads into after another
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_among_shapes),
        cmocka_unit_test(laws_in_levels),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(moves, "moves", failed);
    return failed;
}
