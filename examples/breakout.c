// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Breakout. The paddle and a steel block are kinematic bodies: the ball bounces off them in their frame, and neither
// can push it through a wall. Bricks are statics, the bonuses that fall are sensors, and so is the pit below.
//
// What a body is stands in its tag, which events and snapshots keep.
#include "game.h"

#include <math.h>

enum { WIDTH = 480, HEIGHT = 640, COLUMNS = 10, ROWS = 6, LIVES = 3, BALLS = 8 };
enum { BALL = 1, PADDLE, BRICK, STEEL, BONUS, PIT };                // the low byte of a tag; of a brick, then its hits
enum { BALLS_BIT = 1, PADDLE_BIT = 2, BONUS_BIT = 4, PIT_BIT = 8 }; // categories

static const float PADDLE_HALF = 44, PADDLE_Y = 600, PADDLE_SPEED = 540, BONUS_SPEED = 120, LEAST_RISE = 60;

typedef struct state {
    carom_level *walls;
    carom_world *world;
    carom_body_id paddle, steel;
    int score, lives, balls, bricks, round, step;
} state;

static carom_body_id add(state *s, const carom_body_desc *desc) {
    carom_body_id id;
    game_require(carom_world_add(s->world, desc, &id, NULL), "carom_world_add");
    return id;
}

static float ball_speed(const state *s) {
    return 300 + 30 * (float)s->round;
}

static void add_ball(state *s, carom_vec2 at, carom_vec2 direction) {
    if (s->balls == BALLS) return;
    carom_body_desc desc = {.position = at,
                            .velocity = {direction.x * ball_speed(s), direction.y * ball_speed(s)},
                            .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1},
                            .filter = {.category = BALLS_BIT, .group = -1}, // balls pass each other
                            .tag = BALL};
    carom_make_circle((carom_vec2){0, 0}, 6, &desc.shape);
    add(s, &desc);
    s->balls++;
}

static void serve(state *s) {
    carom_vec2 at = carom_world_position(s->world, s->paddle);
    add_ball(s, (carom_vec2){at.x, at.y - 40}, (carom_vec2){0.6f, -0.8f});
}

static void add_bonus(state *s, carom_vec2 at) {
    carom_body_desc desc = {.position = at,
                            .velocity = {0, BONUS_SPEED},
                            .sensor = true,
                            .filter = {.category = BONUS_BIT, .ignore = ~(uint32_t)(PADDLE_BIT | PIT_BIT)},
                            .tag = BONUS};
    carom_make_circle((carom_vec2){0, 0}, 7, &desc.shape);
    add(s, &desc);
}

static void add_bricks(state *s) {
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        int row = i / COLUMNS, hits = row < 2 ? 2 : 1;
        carom_body_desc desc = {.type = CAROM_BODY_STATIC,
                                .position = {20 + 44 * (float)(i % COLUMNS), 70 + 22 * (float)row},
                                .tag = BRICK | (uint64_t)hits << 8 | (uint64_t)row << 16};
        carom_make_box((carom_vec2){2, 2}, (carom_vec2){42, 20}, &desc.shape);
        add(s, &desc);
    }
    s->bricks = COLUMNS * ROWS;
}

static void start(state *s) {
    static const carom_vec2 left[] = {{0, 0}, {16, 0}, {16, HEIGHT}, {0, HEIGHT}},
                            right[] = {{WIDTH - 16, 0}, {WIDTH, 0}, {WIDTH, HEIGHT}, {WIDTH - 16, HEIGHT}},
                            top[] = {{0, 0}, {WIDTH, 0}, {WIDTH, 40}, {0, 40}};
    const carom_outline outlines[] = {
        {.points = left, .count = 4}, {.points = right, .count = 4}, {.points = top, .count = 4}};
    game_require(carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 3}, &s->walls, NULL),
                 "carom_level_make");
    game_require(carom_world_make(&(carom_world_desc){.level = s->walls}, &s->world), "carom_world_make");

    carom_body_desc paddle = {.type = CAROM_BODY_KINEMATIC,
                              .position = {WIDTH / 2, PADDLE_Y},
                              .filter = {.category = PADDLE_BIT},
                              .tag = PADDLE};
    const carom_vec2 corners[] = {{-PADDLE_HALF, 8},     {-PADDLE_HALF, -2}, {6 - PADDLE_HALF, -8},
                                  {PADDLE_HALF - 6, -8}, {PADDLE_HALF, -2},  {PADDLE_HALF, 8}};
    game_require(carom_make_polygon(corners, 6, &paddle.shape), "carom_make_polygon");
    s->paddle = add(s, &paddle);
    carom_body_desc steel = {.type = CAROM_BODY_KINEMATIC, .position = {100, 300}, .velocity = {90, 0}, .tag = STEEL};
    carom_make_box((carom_vec2){-40, -8}, (carom_vec2){40, 8}, &steel.shape);
    s->steel = add(s, &steel);
    carom_body_desc pit = {.type = CAROM_BODY_STATIC, .sensor = true, .filter = {.category = PIT_BIT}, .tag = PIT};
    carom_make_box((carom_vec2){0, HEIGHT + 20}, (carom_vec2){WIDTH, HEIGHT + 100}, &pit.shape);
    add(s, &pit);
    add_bricks(s);
    s->lives = LIVES;
    serve(s);
}

// ---- Contacts -------------------------------------------------------------------------------------------------------

static void hit_brick(state *s, carom_body_id brick) {
    uint64_t tag = carom_world_tag(s->world, brick);
    carom_vec2 at = carom_world_position(s->world, brick);
    if ((tag >> 8 & 255) > 1) {
        carom_world_set_tag(s->world, brick, tag - 256);
        return;
    }
    s->score += 10 * (ROWS - (int)(tag >> 16));
    if (--s->bricks % 9 == 0) add_bonus(s, (carom_vec2){at.x + 22, at.y + 11});
    carom_world_remove(s->world, brick);
}

/// The farther from the middle of the paddle, the flatter the ball flies.
static void hit_paddle(state *s, carom_body_id ball) {
    float off = (carom_world_position(s->world, ball).x - carom_world_position(s->world, s->paddle).x) / PADDLE_HALF;
    float x = off < -1 ? -0.85f : off > 1 ? 0.85f : 0.85f * off, speed = ball_speed(s);
    carom_world_set_velocity(s->world, ball, (carom_vec2){x * speed, -sqrtf(1 - x * x) * speed});
}

static void catch_bonus(state *s, carom_body_id bonus) {
    carom_vec2 at = carom_world_position(s->world, s->paddle);
    carom_world_remove(s->world, bonus);
    add_ball(s, (carom_vec2){at.x, at.y - 20}, (carom_vec2){-0.28f, -0.96f});
    add_ball(s, (carom_vec2){at.x, at.y - 20}, (carom_vec2){0.28f, -0.96f});
}

static void lose(state *s, carom_body_id body, int kind) {
    carom_world_remove(s->world, body);
    if (kind == BALL) s->balls--;
}

/// `a` is a mover: a ball or a bonus. A body that an earlier event removed has no tag.
static void handle(state *s, const carom_event *e) {
    if (e->kind != CAROM_EVENT_BEGIN) return;
    int a = (int)(carom_world_tag(s->world, e->a) & 255), b = (int)(carom_world_tag(s->world, e->b) & 255);
    if (a == BALL && b == BRICK) hit_brick(s, e->b);
    if (a == BALL && b == PADDLE) hit_paddle(s, e->a);
    if (a == BONUS && b == PADDLE) catch_bonus(s, e->a);
    if (b == PIT && a) lose(s, e->a, a);
}

// ---- A step ---------------------------------------------------------------------------------------------------------

static void move_paddle(state *s, unsigned keys) {
    carom_vec2 at = carom_world_position(s->world, s->paddle);
    float by = PADDLE_SPEED * GAME_DT * (float)(!!(keys & KEY_RIGHT) - !!(keys & KEY_LEFT));
    float least = 16 + PADDLE_HALF, most = WIDTH - 16 - PADDLE_HALF;
    at.x = at.x + by < least ? least : at.x + by > most ? most : at.x + by;
    game_require(carom_world_move_to(s->world, s->paddle, at), "carom_world_move_to");
}

static void move_steel(state *s) {
    carom_vec2 at = carom_world_position(s->world, s->steel), v = carom_world_velocity(s->world, s->steel);
    if ((at.x < 80 && v.x < 0) || (at.x > WIDTH - 80 && v.x > 0))
        carom_world_set_velocity(s->world, s->steel, (carom_vec2){-v.x, 0});
}

/// A moving body changes the speed of a ball. The game wants it constant, and no ball that flies level for ever.
static void keep_speed(state *s, carom_body_id ball) {
    carom_vec2 v = carom_world_velocity(s->world, ball);
    if (fabsf(v.y) < LEAST_RISE) v.y = v.y < 0 ? -LEAST_RISE : LEAST_RISE;
    float scale = ball_speed(s) / sqrtf(v.x * v.x + v.y * v.y);
    carom_world_set_velocity(s->world, ball, (carom_vec2){v.x * scale, v.y * scale});
}

static void keep_speeds(state *s) {
    carom_body_id ids[COLUMNS * ROWS + 64];
    int count = carom_world_bodies(s->world, ids, COLUMNS * ROWS + 64);
    for (int i = 0; i < count; i++)
        if (carom_world_tag(s->world, ids[i]) == BALL) keep_speed(s, ids[i]);
}

static void step(void *state_, unsigned keys) {
    state *s = state_;
    if (s->lives == 0) return;
    s->step++;
    move_paddle(s, keys);
    move_steel(s);
    game_require(carom_world_step(s->world, GAME_DT), "carom_world_step");
    int count;
    const carom_event *events = carom_world_events(s->world, &count);
    for (int i = 0; i < count; i++) handle(s, &events[i]);
    keep_speeds(s);
    if (s->bricks == 0) {
        s->round++;
        add_bricks(s);
    }
    if (s->balls == 0 && --s->lives > 0) serve(s);
}

// ---- Output ---------------------------------------------------------------------------------------------------------

static uint32_t color_of(uint64_t tag) {
    static const uint32_t rows[ROWS] = {0xE05070FF, 0xE07050FF, 0xE0A040FF, 0xC0C040FF, 0x60C060FF, 0x50A0E0FF};
    switch (tag & 255) {
    case BALL: return 0xFFFFFFFF;
    case PADDLE: return 0x70D0FFFF;
    case BRICK: return (tag >> 8 & 255) > 1 ? 0xB0B8C8FF : rows[(tag >> 16) % ROWS];
    case STEEL: return 0x8090A8FF;
    case BONUS: return 0xFFE060FF;
    default: return 0;
    }
}

static void draw(const void *state_, carom_draw_desc *d) {
    const state *s = state_;
    carom_body_id ids[COLUMNS * ROWS + 64];
    int count = carom_world_bodies(s->world, ids, COLUMNS * ROWS + 64);
    carom_draw_level(d, s->walls);
    for (int i = 0; i < count; i++) {
        carom_shape shape = carom_world_shape(s->world, ids[i]);
        carom_draw_shape(d, &shape, color_of(carom_world_tag(s->world, ids[i])));
    }
    char text[80];
    snprintf(text, sizeof text, "SCORE %d   LIVES %d   ROUND %d%s", s->score, s->lives, s->round + 1,
             s->lives ? "" : "   GAME OVER");
    d->text(d->context, &(carom_vec2){24, 30}, text, 0xFFFFFFFF);
}

static void debug(const void *state_, carom_draw_desc *d) {
    const state *s = state_;
    d->what = CAROM_DRAW_BOUNDS | CAROM_DRAW_CONTACTS;
    d->ahead = 0.25f;
    d->normals = 20;
    carom_draw_world(d, s->world);
}

static void report(const void *state_, FILE *out) {
    const state *s = state_;
    fprintf(out, "breakout: %d steps, score %d, lives %d, round %d, %d bricks, %d balls\n", s->step, s->score, s->lives,
            s->round + 1, s->bricks, s->balls);
}

int main(int argc, char **argv) {
    static const game breakout = {"Carom: breakout", WIDTH, HEIGHT, step, draw, debug, report};
    state s = {0};
    start(&s);
    int status = game_run(&breakout, &s, argc, argv);
    carom_world_free(s.world);
    carom_level_free(s.walls);
    return status;
}
