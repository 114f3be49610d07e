// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A platformer on a Tiled map, levels/climb.tmx: slopes, planks, crates to push, a shaft as wide as a crate, a lift, a
// crusher, a ladder, coins. The hero is a walker that lives in the world as a body.
//
// The map has the level. Its objects are the things in it: their class says what they are; the name of a lift or
// crusher is its path, "by 0,-144 in 240" (units, steps).
#include "game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 352, THINGS = 64 };
enum { HERO = 1, CRATE, COIN, MACHINE };                             // tags
enum { HERO_BIT = 1, CRATE_BIT = 2, COIN_BIT = 4, MACHINE_BIT = 8 }; // categories

static const float RUN = 110, PUSH = 50, CLIMB = 80, JUMP = -340, GRAVITY = 800, FALL = 500;
static const carom_jump_rules forgiving = {.coyote = 0.1f, .buffer = 0.1f};

/// A lift or a crusher: goes there and back.
typedef struct machine {
    carom_body_id id;
    carom_vec2 home, by;
    int steps;
} machine;

typedef struct state {
    carom_level *level;
    carom_world *world;
    carom_walker_desc legs;
    carom_walker hero;
    carom_jump jump;
    carom_body_id body, things[THINGS];
    carom_vec2 spawn;
    carom_box ladder, goal;
    game_solid solid;
    machine machines[8];
    int machine_count, thing_count;
    int step, coins, all_coins, deaths;
    float carried; ///< velocity along x of the ground that the hero left last
    bool climbing, jumped, done;
} state;

// ---- Start ----------------------------------------------------------------------------------------------------------

static carom_body_id add(state *s, const carom_body_desc *desc) {
    carom_body_id id;
    game_require(carom_world_add(s->world, desc, &id, NULL), "carom_world_add");
    if (s->thing_count < THINGS) s->things[s->thing_count++] = id;
    return id;
}

static carom_box box_of(const carom_map_object *object) {
    carom_vec2 at = object->position, size = object->size;
    return (carom_box){at, {at.x + size.x, at.y + size.y}};
}

static void add_crate(state *s, const carom_map_object *object) {
    carom_body_desc desc = {.position = object->position,
                            .response = {.kind = CAROM_RESPONSE_SLIDE},
                            .filter = {.category = CRATE_BIT},
                            .mass = 4,
                            .tag = CRATE};
    carom_make_box((carom_vec2){0, 0}, object->size, &desc.shape);
    add(s, &desc);
}

/// What a walker takes is a mover: walkers have no events with statics.
static void add_coin(state *s, const carom_map_object *object) {
    carom_body_desc desc = {.position = object->position,
                            .sensor = true,
                            .filter = {.category = COIN_BIT, .ignore = ~(uint32_t)HERO_BIT},
                            .tag = COIN};
    carom_make_circle((carom_vec2){0, 0}, 5, &desc.shape);
    add(s, &desc);
    s->all_coins++;
}

static void add_machine(state *s, const carom_map_object *object) {
    machine *m = &s->machines[s->machine_count++];
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC,
                            .position = object->position,
                            .filter = {.category = MACHINE_BIT},
                            .tag = MACHINE};
    carom_make_box((carom_vec2){0, 0}, object->size, &desc.shape);
    *m = (machine){.id = add(s, &desc), .home = object->position, .steps = 60};
    sscanf(object->name, "by %f,%f in %d", &m->by.x, &m->by.y, &m->steps);
}

static void add_object(state *s, const carom_map_object *object) {
    if (strcmp(object->type, "crate") == 0) add_crate(s, object);
    if (strcmp(object->type, "coin") == 0) add_coin(s, object);
    if (strcmp(object->type, "lift") == 0 || strcmp(object->type, "crusher") == 0) add_machine(s, object);
    if (strcmp(object->type, "ladder") == 0) s->ladder = box_of(object);
    if (strcmp(object->type, "goal") == 0) s->goal = box_of(object);
    if (strcmp(object->type, "spawn") == 0) s->spawn = object->position;
}

static void add_hero(state *s) {
    s->legs = (carom_walker_desc){.up = {0, -1}, .step = 6};
    carom_make_capsule((carom_vec2){0, -5}, (carom_vec2){0, 5}, 5, &s->legs.shape);
    s->hero = (carom_walker){.position = s->spawn};
    s->body = add(s, &(carom_body_desc){.type = CAROM_BODY_KINEMATIC,
                                        .shape = s->legs.shape,
                                        .position = s->spawn,
                                        .filter = {.category = HERO_BIT},
                                        .tag = HERO});
}

static bool start(state *s, const char *path) {
    carom_map *map;
    carom_error error;
    if (carom_map_load(path, NULL, &map, &error) != CAROM_STATUS_OK ||
        carom_level_make(carom_map_level(map), &s->level, &error) != CAROM_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", error.where, error.message);
        return false;
    }
    const carom_world_desc desc = {.level = s->level, .down = {0, 1}};
    game_require(carom_world_make(&desc, &s->world), "carom_world_make");
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object object = carom_map_object_at(map, i);
        add_object(s, &object);
    }
    add_hero(s);
    s->solid = game_solid_of(s->level);
    carom_map_free(map);
    return true;
}

// ---- The hero -------------------------------------------------------------------------------------------------------

static bool is_at(const state *s, carom_box box) {
    carom_vec2 at = s->hero.position;
    return at.x >= box.min.x && at.x <= box.max.x && at.y + 10 >= box.min.y && at.y - 10 <= box.max.y;
}

/// On the ladder, up and down climb, and nothing else moves the hero up or down.
static bool climb(state *s, unsigned keys) {
    int way = !!(keys & KEY_DOWN) - !!(keys & KEY_UP);
    if (!is_at(s, s->ladder)) s->climbing = false;
    if (is_at(s, s->ladder) && way != 0 && !(s->hero.grounded && way > 0)) s->climbing = true;
    if (s->climbing) s->hero.velocity.y = (float)way * CLIMB;
    return s->climbing;
}

static void fall_and_jump(state *s, unsigned keys) {
    bool pressed = (keys & KEY_FIRE) && !s->jumped;
    s->jumped = keys & KEY_FIRE;
    s->hero.velocity.y = fminf(s->hero.velocity.y + GRAVITY * GAME_DT, FALL);
    if ((keys & KEY_DOWN) && pressed) {
        carom_world_view view = {.world = s->world, .except = s->body};
        carom_scene scene = carom_scene_of_world(&view);
        carom_walker_drop(&s->hero, &s->legs, &scene);
    } else if (carom_jump_now(&s->jump, &forgiving, pressed, s->hero.grounded, GAME_DT)) {
        s->hero.velocity.y = JUMP;
    }
}

/// Returns true if the hero touches a crate in his direction. He pushes it, more slowly than he runs.
static bool is_pushing(const state *s, int direction) {
    if (direction == 0 || !s->hero.grounded) return false;
    carom_world_view crates = {
        .world = s->world, .filter = {.ignore = ~(uint32_t)CRATE_BIT}, .no_levels = true, .no_kinematics = true};
    carom_shape here = carom_shape_at(&s->legs.shape, s->hero.position);
    carom_world_sweep_hit hit = carom_world_sweep(&crates, &here, (carom_vec2){(float)direction, 0});
    return hit.sweep.hit && fabsf(hit.sweep.normal.x) >= 0.7f;
}

static void move_hero(state *s, unsigned keys) {
    int direction = !!(keys & KEY_RIGHT) - !!(keys & KEY_LEFT);
    if (s->hero.grounded) {
        carom_body_id ground = carom_body_of_bits(s->hero.ground.owner);
        s->carried = carom_world_velocity(s->world, ground).x + carom_world_carried(s->world, ground).x;
    }
    s->hero.velocity.x = (float)direction * (is_pushing(s, direction) ? PUSH : RUN);
    if (!s->hero.grounded) s->hero.velocity.x += s->carried;
    if (!climb(s, keys)) fall_and_jump(s, keys);
    carom_walker_result result = carom_walker_step_in_world(&s->hero, &s->legs, s->world, s->body, GAME_DT);
    if (!result.crushed) return;
    s->deaths++;
    s->hero = (carom_walker){.position = s->spawn};
}

// ---- A step ---------------------------------------------------------------------------------------------------------

static void move_machines(state *s) {
    for (int i = 0; i < s->machine_count; i++) {
        machine *m = &s->machines[i];
        int phase = s->step % (2 * m->steps);
        float along = (float)(phase < m->steps ? phase : 2 * m->steps - phase) / (float)m->steps;
        carom_world_move_to(s->world, m->id, (carom_vec2){m->home.x + m->by.x * along, m->home.y + m->by.y * along});
    }
}

/// Crates fall, and stop when the hero does not push them.
static void move_crates(state *s) {
    for (int i = 0; i < s->thing_count; i++) {
        if (carom_world_tag(s->world, s->things[i]) != CRATE) continue;
        carom_vec2 v = carom_world_velocity(s->world, s->things[i]);
        carom_world_set_velocity(s->world, s->things[i], (carom_vec2){0, fminf(v.y + GRAVITY * GAME_DT, FALL)});
    }
}

static void take_coins(state *s) {
    int count;
    const carom_event *events = carom_world_events(s->world, &count);
    for (int i = 0; i < count; i++) {
        if (events[i].kind != CAROM_EVENT_BEGIN || carom_world_tag(s->world, events[i].a) != COIN) continue;
        carom_world_remove(s->world, events[i].a);
        s->coins++;
    }
}

static void step(void *state_, unsigned keys) {
    state *s = state_;
    if (s->done) return;
    s->step++;
    move_machines(s);
    move_crates(s);
    move_hero(s, keys);
    game_require(carom_world_step(s->world, GAME_DT), "carom_world_step");
    take_coins(s);
    s->done = is_at(s, s->goal);
}

// ---- Output ---------------------------------------------------------------------------------------------------------

static void draw_box(const carom_draw_desc *d, carom_box box, uint32_t color) {
    carom_shape shape = {.kind = CAROM_SHAPE_BOX, .box = box};
    carom_draw_shape(d, &shape, color);
}

static void draw(const void *state_, carom_draw_desc *d) {
    static const uint32_t colors[] = {0, 0x80E0FFFF, 0xB08050FF, 0xFFD840FF, 0x9098C0FF}; // by tag
    const state *s = state_;
    game_draw_solid(d, &s->solid, 0x303A4CFF);
    draw_box(d, s->ladder, 0x705838FF);
    draw_box(d, s->goal, 0x40A060FF);
    carom_draw_level(d, s->level);
    for (int i = 0; i < s->thing_count; i++) {
        carom_shape shape = carom_world_shape(s->world, s->things[i]);
        uint64_t tag = carom_world_tag(s->world, s->things[i]);
        if (tag != HERO) carom_draw_shape(d, &shape, colors[tag]);
    }
    carom_vec2 at = s->hero.position;
    carom_shape body = {.kind = CAROM_SHAPE_BOX, .box = {{at.x - 5, at.y - 5}, {at.x + 5, at.y + 5}}};
    carom_shape hero = carom_shape_at(&s->legs.shape, at);
    carom_draw_shape(d, &body, colors[HERO]);
    carom_draw_shape(d, &hero, colors[HERO]);
    char text[80];
    snprintf(text, sizeof text, "COINS %d:%d   DEATHS %d%s", s->coins, s->all_coins, s->deaths,
             s->done ? "   DONE" : "");
    d->text(d->context, &(carom_vec2){20, 14}, text, 0xFFFFFFFF);
}

static void debug(const void *state_, carom_draw_desc *d) {
    const state *s = state_;
    d->what = CAROM_DRAW_CONTACTS | CAROM_DRAW_BOUNDS;
    d->normals = 8;
    d->ahead = 0.2f;
    carom_draw_world(d, s->world);
    carom_draw_walker(d, &s->hero, &s->legs);
}

static void report(const void *state_, FILE *out) {
    const state *s = state_;
    fprintf(out, "platformer: %d steps, %d of %d coins, %d deaths, %s at (%.0f, %.0f)\n", s->step, s->coins,
            s->all_coins, s->deaths, s->done ? "done" : "not done", (double)s->hero.position.x,
            (double)s->hero.position.y);
}

int main(int argc, char **argv) {
    static const game platformer = {"Carom: platformer", WIDTH, HEIGHT, step, draw, debug, report};
    static state s;
    bool has_map = argc > 1 && argv[1][0] != '-';
    if (!start(&s, has_map ? argv[1] : "levels/climb.tmx")) return 1;
    int status = game_run(&platformer, &s, argc - has_map, argv + has_map);
    carom_world_free(s.world);
    free(s.solid.list);
    carom_level_free(s.level);
    return status;
}
