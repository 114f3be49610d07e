// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random walks through random levels of the catalogue: walk, jump, drop, turn round, of any size and speed. After each
// step the walker must not penetrate anything or be in solid, must not move against its input, and must stand only on a
// real surface that is not too steep.
//
//     test_walker_random [--seconds N] [--seed S]
#include "battery.h"
#include "walker/legs.h"

#include <math.h>

enum { COLUMNS = 14, ROWS = 10, WALKS = 24, STEPS = 200 };
static int64_t all_steps;

typedef struct tally {
    int64_t steps, grounded, landed, left, climbed, blocked, slipping, dropped, crushed;
    int most_casts;
} tally;

typedef struct trial {
    const carom_level *level;
    carom_scene scene;
    carom_walker_desc desc;
    carom_walker walker;
    float size, speed, gravity, jump;
} trial;

static carom_vec2 middle_of(const carom_shape *shape, carom_vec2 at) {
    carom_shape there = carom_shape_at(shape, at);
    carom_box box = carom_shape_bounds(&there);
    return (carom_vec2){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2};
}

static double grain_at(carom_vec2 at, double size) {
    return (fabs((double)at.x) + fabs((double)at.y) + size) * 0x1p-19;
}

static const char *wrong_place(const trial *t) {
    if (carom_level_solid(t->level, middle_of(&t->desc.shape, t->walker.position))) return "is in solid";
    if (!is_free_at(&t->scene, &t->desc.shape, t->walker.position)) return "is inside of something";
    return NULL;
}

/// Sliding never turns against the velocity, walking never against its part over the ground; on ground too steep the
/// fall alone counts.
static const char *wrong_way(const trial *t, carom_vec2 from, carom_vec2 velocity, const carom_walker_result *done) {
    double x = (double)t->walker.position.x - (double)from.x, y = (double)t->walker.position.y - (double)from.y;
    double grain = grain_at(from, 4), speed = hypot((double)velocity.x, (double)velocity.y);
    bool with_velocity = x * (double)velocity.x + y * (double)velocity.y >= -grain * speed;
    bool with_wish = x * (double)velocity.x >= -grain * fabs((double)velocity.x);
    bool falls = done->slipping && y >= -grain;
    return with_velocity || with_wish || falls ? NULL : "moved against its velocity";
}

static const char *wrong_ground(const trial *t) {
    return !t->walker.grounded || is_surface(t->level, t->walker.ground, 1) ? NULL : "stands on what is no surface";
}

static const char *wrong_rest(const carom_walker *walker) {
    if (!isfinite(walker->position.x) || !isfinite(walker->velocity.x)) return "is not finite";
    if (!isfinite(walker->position.y) || !isfinite(walker->velocity.y)) return "is not finite";
    if (walker->grounded && walker->velocity.y != 0) return "stands and falls";
    return NULL;
}

static void count(tally *n, const trial *t, const carom_walker_result *done) {
    ++n->steps;
    ++all_steps;
    n->grounded += t->walker.grounded;
    n->landed += done->landed;
    n->left += done->left;
    n->climbed += done->climbed;
    n->blocked += done->blocked;
    n->slipping += done->slipping;
    n->crushed += done->crushed;
    if (done->casts > n->most_casts) n->most_casts = done->casts;
}

static void step(trial *t, random_source *r, tally *n) {
    int chance = random_below(r, 60);
    if (chance == 0) t->speed = -t->speed;
    if (chance == 1) t->speed = random_range(r, -1, 1) * t->size;
    if (chance == 2 && t->walker.grounded) t->walker.velocity.y = -t->jump;
    if (chance == 3) n->dropped += carom_walker_drop(&t->walker, &t->desc, &t->scene);
    bool rests = chance == 4;
    t->walker.velocity.x = rests ? 0 : t->speed;
    if (t->walker.velocity.y < 8) t->walker.velocity.y += t->gravity;
    carom_walker before = t->walker;
    carom_walker_result done = carom_walker_step(&t->walker, &t->desc, &t->scene, 1);
    count(n, t, &done);
    if (done.blocked && random_below(r, 8) == 0) t->speed = -t->speed;
    const char *wrong = wrong_rest(&t->walker);
    if (!wrong) wrong = wrong_place(t);
    if (!wrong) wrong = wrong_way(t, before.position, before.velocity, &done);
    if (!wrong && n->steps % 16 == 0) wrong = wrong_ground(t);
    if (!wrong && done.casts > CAROM_WALKER_MAX_CASTS) wrong = "asked too often";
    if (!wrong) return;
    fail_msg("step %lld: it %s: from (%.9g, %.9g) %s by (%.9g, %.9g) to (%.9g, %.9g), kind %d, normal (%g, %g)",
             (long long)n->steps, wrong, (double)before.position.x, (double)before.position.y,
             before.grounded ? "on the ground" : "in the air", (double)before.velocity.x, (double)before.velocity.y,
             (double)t->walker.position.x, (double)t->walker.position.y, (int)t->desc.shape.kind,
             (double)t->walker.ground.normal.x, (double)t->walker.ground.normal.y);
}

static bool all_outside(const trial *t, carom_vec2 at) {
    carom_shape there = carom_shape_at(&t->desc.shape, at);
    carom_box box = carom_shape_bounds(&there);
    carom_vec2 corners[] = {box.min, box.max, {box.min.x, box.max.y}, {box.max.x, box.min.y}};
    for (int i = 0; i < 4; ++i) {
        if (carom_level_solid(t->level, corners[i])) return false;
    }
    return carom_level_overlap(t->level, &there, NULL, 0) == 0 &&
           !carom_level_solid(t->level, middle_of(&there, (carom_vec2){0, 0}));
}

static bool set_out(trial *t, random_source *r, float cell) {
    float size = random_range(r, 0.05f, 0.45f) * cell;
    t->size = size;
    t->desc = legs_of(random_below(r, LEGS), size);
    t->desc.slope = random_below(r, 2) ? 0 : random_range(r, 0.2f, 3);
    t->desc.step = random_below(r, 2) ? 0 : random_range(r, -0.2f, 1) * cell;
    t->speed = random_range(r, -1, 1) * size * (random_below(r, 8) ? 1 : 16);
    t->gravity = random_range(r, 0.01f, 0.1f) * cell / 4;
    t->jump = random_range(r, 0.1f, 0.6f) * cell;
    for (int i = 0; i < 40; ++i) {
        carom_vec2 at = {random_range(r, cell, (COLUMNS - 2) * cell), random_range(r, cell, (ROWS - 2) * cell)};
        t->walker = (carom_walker){.position = at};
        if (all_outside(t, at)) return true;
    }
    return false;
}

static void random_walks_stay_right(void **state) {
    (void)state;
    random_source r = {battery.seed};
    static map m;
    tally n = {0};
    double start = seconds_now();
    while (go_on(start, n.steps, 60000)) {
        map_make(&m, COLUMNS, ROWS, random_below(&r, 2) ? 16 : 10.1f);
        map_fill(&m, &r);
        map_close(&m);
        carom_level *level = level_of_map(&m);
        for (int i = 0; i < WALKS; ++i) {
            trial t = {.level = level, .scene = carom_scene_of_level(level)};
            if (!set_out(&t, &r, m.tiles.cell.x)) continue;
            for (int k = 0; k < STEPS; ++k) step(&t, &r, &n);
        }
        carom_level_free(level);
    }
    printf("%lld steps: %lld on the ground, landed %lld, left %lld, climbed %lld, blocked %lld, slipping %lld, dropped "
           "%lld, crushed %lld; at most %d casts\n",
           (long long)n.steps, (long long)n.grounded, (long long)n.landed, (long long)n.left, (long long)n.climbed,
           (long long)n.blocked, (long long)n.slipping, (long long)n.dropped, (long long)n.crushed, n.most_casts);
    assert_true(n.grounded > n.steps / 4);
    assert_true(n.landed > 100);
    assert_true(n.left > 100);
    assert_true(n.climbed > 10);
    assert_true(n.blocked > 100);
    assert_true(n.slipping > 100);
    assert_true(n.dropped > 1);
    assert_true(n.crushed == 0);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_walks_stay_right)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(all_steps, "walker steps", failed);
    return failed;
}
