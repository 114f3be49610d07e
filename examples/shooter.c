// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shooter from above: 2,000 enemies in a labyrinth of pillars, up to 5,000 bullets. An enemy that sees the hero runs
// to him and shoots; the others stand. The hero fires rings of bullets that bounce off walls until they hit or expire.
//
// Filters keep the pairs few: bullets pass each other and their own side, so they cost nothing beside one another.
// The tag of a bullet has its kind and the step in which it expires.
#include "game.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 100, ROWS = 100, CELL = 32, WIDTH = 960, HEIGHT = 640 };
enum { ENEMIES = 2000, BULLETS = 5000, BODIES = ENEMIES + BULLETS + 1 };
enum { HERO = 1, ENEMY, OWN, ENEMYS };                             // tags: the low byte
enum { HERO_BIT = 1, ENEMY_BIT = 2, OWN_BIT = 4, ENEMYS_BIT = 8 }; // categories
enum {
    LIFE = 150,
    FIRE_STEPS = 3,
    RING = 100,
    ENEMY_FIRE_STEPS = 88,
    THINK = 8
}; // in steps; THINK divides ENEMY_FIRE_STEPS

static const float HERO_SPEED = 220, ENEMY_SPEED = 70, BULLET_SPEED = 500, ENEMY_BULLET_SPEED = 260, SIGHT = 420;

typedef struct state {
    uint8_t codes[COLUMNS * ROWS];
    carom_level *level;
    game_solid solid;
    carom_world *world;
    carom_body_id hero, ids[BODIES];
    carom_vec2 aim;
    uint32_t random;
    int step, health, kills, bullets, most_bullets, seen;
} state;

/// xorshift32 (G. Marsaglia, Xorshift RNGs, 2003).
static uint32_t next_random(state *s) {
    s->random ^= s->random << 13;
    s->random ^= s->random >> 17;
    s->random ^= s->random << 5;
    return s->random;
}

static carom_body_id add(state *s, const carom_body_desc *desc) {
    carom_body_id id;
    game_require(carom_world_add(s->world, desc, &id, NULL), "carom_world_add");
    return id;
}

// ---- Start ----------------------------------------------------------------------------------------------------------

/// Walls around the level, and pillars at random; a room in the middle stays free.
static void make_level(state *s) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            bool wall = row == 0 || column == 0 || row == ROWS - 1 || column == COLUMNS - 1;
            bool room = abs(row - ROWS / 2) < 5 && abs(column - COLUMNS / 2) < 7;
            bool pillar = !room && next_random(s) % 7 == 0;
            s->codes[row * COLUMNS + column] = wall || pillar ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
        }
    }
    const carom_tiles tiles = {.columns = COLUMNS, .rows = ROWS, .cell = {CELL, CELL}, .codes = s->codes};
    game_require(carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &s->level, NULL),
                 "carom_level_make");
    s->solid = game_solid_of(s->level);
}

/// The middle of a free cell at least 12 cells from the hero.
static carom_vec2 free_place(state *s) {
    for (;;) {
        int column = (int)(next_random(s) % COLUMNS), row = (int)(next_random(s) % ROWS);
        bool near_hero = abs(row - ROWS / 2) < 12 && abs(column - COLUMNS / 2) < 12;
        if (s->codes[row * COLUMNS + column] == CAROM_TILE_EMPTY && !near_hero)
            return (carom_vec2){CELL * ((float)column + 0.5f), CELL * ((float)row + 0.5f)};
    }
}

static void start(state *s) {
    s->random = 2463534242u;
    s->health = 100;
    s->aim = (carom_vec2){1, 0};
    make_level(s);
    game_require(carom_world_make(&(carom_world_desc){.level = s->level}, &s->world), "carom_world_make");
    carom_body_desc hero = {.position = {COLUMNS * CELL / 2, ROWS * CELL / 2},
                            .response = {.kind = CAROM_RESPONSE_SLIDE},
                            .filter = {.category = HERO_BIT, .ignore = OWN_BIT},
                            .mass = 8,
                            .tag = HERO};
    carom_make_circle((carom_vec2){0, 0}, 10, &hero.shape);
    s->hero = add(s, &hero);
    carom_body_desc enemy = {.response = {.kind = CAROM_RESPONSE_SLIDE},
                             .filter = {.category = ENEMY_BIT, .ignore = ENEMYS_BIT},
                             .tag = ENEMY};
    carom_make_circle((carom_vec2){0, 0}, 8, &enemy.shape);
    for (int i = 0; i < ENEMIES; i++) {
        enemy.position = free_place(s);
        add(s, &enemy);
    }
}

// ---- Bullets --------------------------------------------------------------------------------------------------------

static void fire(state *s, carom_vec2 from, carom_vec2 velocity, int tag) {
    if (s->bullets == BULLETS) return;
    bool own = tag == OWN;
    carom_body_desc bullet = {
        .position = from,
        .velocity = velocity,
        .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1},
        .filter = {.category = own ? OWN_BIT : ENEMYS_BIT, .ignore = ~(uint32_t)(own ? ENEMY_BIT : HERO_BIT)},
        .tag = (uint64_t)tag | (uint64_t)(s->step + LIFE) << 8};
    carom_make_circle((carom_vec2){0, 0}, own ? 1.5f : 2, &bullet.shape);
    add(s, &bullet);
    if (++s->bullets > s->most_bullets) s->most_bullets = s->bullets;
}

/// A ring of bullets, each turned by a 100th of a circle. (The cosine and the sine are constants, because those of the
/// C library differ between machines.)
static void fire_ring(state *s) {
    const float cosine = 0.998026728f, sine = 0.0627905195f;
    carom_vec2 at = carom_world_position(s->world, s->hero), way = s->aim;
    for (int i = 0; i < RING; i++) {
        fire(s, at, (carom_vec2){way.x * BULLET_SPEED, way.y * BULLET_SPEED}, OWN);
        way = (carom_vec2){way.x * cosine - way.y * sine, way.y * cosine + way.x * sine};
    }
}

static int kind_of(const state *s, carom_body_id id) {
    return (int)(carom_world_tag(s->world, id) & 255); // 0: removed
}

static bool is_bullet(const state *s, carom_body_id id) {
    return kind_of(s, id) == OWN || kind_of(s, id) == ENEMYS;
}

static void remove_bullet(state *s, carom_body_id bullet) {
    carom_world_remove(s->world, bullet);
    s->bullets--;
}

/// What a bullet hits is hit once, and the bullet is gone.
static void hit(state *s, carom_body_id bullet, carom_body_id other) {
    if (kind_of(s, other) == ENEMY) {
        carom_world_remove(s->world, other);
        s->kills++;
    } else if (kind_of(s, other) == HERO && s->health > 0) {
        s->health--;
    }
    remove_bullet(s, bullet);
}

static void handle_events(state *s) {
    int count;
    const carom_event *events = carom_world_events(s->world, &count);
    for (int i = 0; i < count; i++) {
        if (events[i].kind != CAROM_EVENT_BEGIN || events[i].level >= 0) continue;
        carom_body_id a = events[i].a, b = events[i].b;
        if (is_bullet(s, a)) {
            hit(s, a, b);
        } else if (is_bullet(s, b)) {
            hit(s, b, a);
        }
    }
}

// ---- Enemies --------------------------------------------------------------------------------------------------------

/// The line of sight to the hero: only walls block it.
static bool sees_hero(const state *s, carom_vec2 from, carom_vec2 to_hero) {
    carom_world_view walls = {.world = s->world, .no_movers = true};
    return !carom_world_ray_any(&walls, from, to_hero);
}

static void think(state *s, carom_body_id enemy) {
    carom_vec2 at = carom_world_position(s->world, enemy), hero = carom_world_position(s->world, s->hero);
    carom_vec2 to = {hero.x - at.x, hero.y - at.y}, velocity = {0, 0};
    float distance = sqrtf(to.x * to.x + to.y * to.y);
    if (distance < SIGHT && distance > 1 && sees_hero(s, at, to)) {
        s->seen++;
        velocity = (carom_vec2){to.x / distance * ENEMY_SPEED, to.y / distance * ENEMY_SPEED};
        float scale = ENEMY_BULLET_SPEED / ENEMY_SPEED;
        if ((s->step + (int)enemy.index) / THINK % (ENEMY_FIRE_STEPS / THINK) == 0)
            fire(s, at, (carom_vec2){velocity.x * scale, velocity.y * scale}, ENEMYS);
    }
    carom_world_set_velocity(s->world, enemy, velocity);
}

/// Each enemy thinks in every eighth step. Bullets expire.
static void think_all(state *s) {
    int count = carom_world_bodies(s->world, s->ids, BODIES);
    if (s->step % THINK == 0) s->seen = 0;
    for (int i = 0; i < count; i++) {
        carom_body_id id = s->ids[i];
        if (is_bullet(s, id)) {
            if (carom_world_tag(s->world, id) >> 8 <= (uint64_t)s->step) remove_bullet(s, id);
        } else if ((int)id.index % THINK == s->step % THINK && kind_of(s, id) == ENEMY) {
            think(s, id);
        }
    }
}

// ---- A step ---------------------------------------------------------------------------------------------------------

static void move_hero(state *s, unsigned keys) {
    carom_vec2 way = {(float)(!!(keys & KEY_RIGHT) - !!(keys & KEY_LEFT)),
                      (float)(!!(keys & KEY_DOWN) - !!(keys & KEY_UP))};
    float scale = way.x != 0 && way.y != 0 ? 0.70710678f : 1;
    way = (carom_vec2){way.x * scale, way.y * scale};
    if (way.x != 0 || way.y != 0) s->aim = way;
    carom_world_set_velocity(s->world, s->hero, (carom_vec2){way.x * HERO_SPEED, way.y * HERO_SPEED});
    if ((keys & KEY_FIRE) && s->step % FIRE_STEPS == 0) fire_ring(s);
}

static void step(void *state_, unsigned keys) {
    state *s = state_;
    if (s->health == 0) return;
    s->step++;
    move_hero(s, keys);
    think_all(s);
    game_require(carom_world_step(s->world, GAME_DT), "carom_world_step");
    handle_events(s);
}

// ---- Output ---------------------------------------------------------------------------------------------------------

static void draw(const void *state_, carom_draw_desc *d) {
    static const uint32_t colors[] = {0, 0x80E0FFFF, 0xE06060FF, 0xFFF0A0FF, 0xFF9060FF}; // by tag
    const state *s = state_;
    carom_vec2 hero = carom_world_position(s->world, s->hero);
    carom_box view = {{hero.x - WIDTH / 2, hero.y - HEIGHT / 2}, {hero.x + WIDTH / 2, hero.y + HEIGHT / 2}};
    game_look_at(d, view.min);
    d->view = &view;
    game_draw_solid(d, &s->solid, 0x303A4CFF);
    carom_draw_level(d, s->level);
    static carom_body_id ids[BODIES];
    int count = carom_world_bodies(s->world, ids, BODIES);
    for (int i = 0; i < count; i++) {
        carom_shape shape = carom_world_shape(s->world, ids[i]);
        carom_draw_shape(d, &shape, colors[kind_of(s, ids[i])]);
    }
    char text[96];
    snprintf(text, sizeof text, "HEALTH %d   KILLS %d   BULLETS %d   SEEN BY %d", s->health, s->kills, s->bullets,
             s->seen);
    d->text(d->context, &(carom_vec2){view.min.x + 16, view.min.y + 26}, text, 0xFFFFFFFF);
    d->view = NULL;
}

static void debug(const void *state_, carom_draw_desc *d) {
    const state *s = state_;
    d->what = CAROM_DRAW_CONTACTS;
    d->ahead = 0.02f;
    carom_draw_world(d, s->world);
}

static void report(const void *state_, FILE *out) {
    const state *s = state_;
    fprintf(out, "shooter: %d steps, health %d, kills %d, at most %d bullets, %d bodies\n", s->step, s->health,
            s->kills, s->most_bullets, carom_world_count(s->world));
}

int main(int argc, char **argv) {
    static const game shooter = {"Carom: shooter", WIDTH, HEIGHT, step, draw, debug, report};
    static state s;
    start(&s);
    int status = game_run(&shooter, &s, argc, argv);
    carom_world_free(s.world);
    free(s.solid.list);
    carom_level_free(s.level);
    return status;
}
