// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers in a level with moving platforms, controlled at random or by a script.
#include "cli/run_walk.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"

static const carom_jump_rules rules = {.coyote = 6, .buffer = 6};

// ---- Start ----------------------------------------------------------------------------------------------------------

static carom_status make_shape(run *r) {
    float radius = r->options->radius;
    carom_vec2 zero = {0, 0};
    switch (r->options->shape) {
    case RUN_BOX:
        r->middle = (carom_vec2){radius, 1.5f * radius};
        return carom_make_box(zero, (carom_vec2){2 * radius, 3 * radius}, &r->shape);
    case RUN_CAPSULE:
        r->middle = (carom_vec2){0, radius};
        return carom_make_capsule(zero, (carom_vec2){0, 2 * radius}, radius, &r->shape);
    default: return carom_make_circle(zero, radius, &r->shape);
    }
}

static bool make_platforms(char **argv, run *r) {
    struct run_walkers *w = r->walkers;
    int count = lift_count(r->loaded.map);
    w->list = calloc((size_t)count + 1, sizeof *w->list);
    w->lifts = calloc((size_t)count + 1, sizeof *w->lifts);
    if (!w->list || !w->lifts) return !cli_fail(argv, "out of memory for %d platforms", count);
    w->level = carom_scene_of_level(r->walls);
    w->platforms = (carom_platforms){.base = &w->level, .list = w->list, .count = count};
    w->scene = carom_scene_of_platforms(&w->platforms);
    return lifts_make(argv, r->options->level, r->loaded.map, w->list, w->lifts);
}

/// Chooses gravity and jump speed so that a jump clears three cells of any size in some forty steps.
static void choose_walker(run *r) {
    struct run_walkers *w = r->walkers;
    carom_vec2 cell = carom_map_about(r->loaded.map).cell;
    float size = cell.x > 0 ? (cell.x < cell.y ? cell.x : cell.y) : 2 * r->options->radius;
    w->desc = (carom_walker_desc){.shape = r->shape, .up = {0, -1}, .step = size / 2};
    w->gravity = size / 64;
    w->jump = size * 0.3125f;
}

static bool place_walkers(char **argv, run *r, run_random *random) {
    struct run_walkers *w = r->walkers;
    if (w->script.has_start && run_is_outside(r, w->script.start)) {
        return !cli_fail(argv, "%s: 'at %g %g' is in solid or outside %s", r->options->script,
                         (double)w->script.start.x, (double)w->script.start.y, level_path(r->options->level));
    }
    carom_vec2 *places = malloc((size_t)r->count * sizeof *places);
    if (!places) return !cli_fail(argv, "out of memory for %d walkers", r->count);
    int found = w->script.has_start ? r->count : find_start_positions(r, random, places);
    for (int i = 0; i < found && i < r->count; i++) {
        carom_vec2 start = {w->script.start.x - r->middle.x, w->script.start.y - r->middle.y};
        w->all[i].is.position = w->script.has_start ? start : places[i];
    }
    free(places);
    if (found >= r->count) return true;
    return !cli_fail(argv, "%s: only %d of %d walkers of radius %g fit; reduce --actors or --radius",
                     level_path(r->options->level), found < 0 ? 0 : found, r->count, (double)r->options->radius);
}

bool walk_start(char **argv, run *r, run_random *random) {
    struct run_walkers *w = r->walkers = calloc(1, sizeof *r->walkers);
    r->count = (int)r->options->actors;
    r->actors = calloc((size_t)r->count, sizeof *r->actors);
    if (w) w->all = calloc((size_t)r->count, sizeof *w->all);
    r->walls = framed_level(r->loaded.map, r->loaded.format[0] ? r->loaded.level : NULL, r->loaded.bounds);
    if (!w || !w->all || !r->actors || !r->walls || make_shape(r) != CAROM_STATUS_OK) {
        return !cli_fail(argv, "out of memory for %d walkers", r->count);
    }
    choose_walker(r);
    w->scripted = r->options->script != NULL;
    return make_platforms(argv, r) && (!w->scripted || script_read(argv, r->options->script, &w->script)) &&
           place_walkers(argv, r, random);
}

void walk_free(run *r) {
    struct run_walkers *w = r->walkers;
    if (!w) return;
    free(w->all);
    free(w->script.orders);
    free(w->list);
    free(w->lifts);
    free(w);
    r->walkers = NULL;
}

// ---- Events ---------------------------------------------------------------------------------------------------------

/// A contact event of a walker.
typedef struct walk_event {
    const char *kind;
    int actor;
    uint64_t owner; ///< of a platform, its number + 1; 0: the level
    carom_vec2 point, normal;
} walk_event;

static void put_event(int64_t step, walk_event e, FILE *out) {
    if (!out) return;
    fprintf(out, "{\"step\":%lld,\"t\":1,\"kind\":\"%s\",\"a\":%d,\"b\":", (long long)step, e.kind, e.actor);
    if (e.owner) {
        fprintf(out, "\"platform %d\"", (int)e.owner - 1);
    } else {
        fputs("\"level\"", out);
    }
    fputs(",\"point\":", out);
    json_put_vec2(out, e.point);
    fputs(",\"normal\":", out);
    json_put_vec2(out, e.normal);
    fputs("}\n", out);
}

static bool same(carom_vec2 a, carom_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/// Ground contacts: a begin when the walker lands, an end when it leaves the ground; both if the ground's owner
/// changes.
static void report_ground(run *r, int actor, int64_t step, FILE *out, run_trails *trails) {
    run_walker *walker = &r->walkers->all[actor];
    const carom_ground *now = &walker->is.ground;
    bool other = walker->ground_reported && walker->is.grounded && walker->ground.owner != now->owner;
    if (walker->ground_reported && (other || !walker->is.grounded)) {
        put_event(step, (walk_event){"end", actor, walker->ground.owner, walker->ground.point, walker->ground.normal},
                  out);
    }
    if (walker->is.grounded && (other || !walker->ground_reported)) {
        put_event(step, (walk_event){"begin", actor, now->owner, now->point, now->normal}, out);
        ++r->hits;
        if (trails) trails_contact(trails, now->point);
    }
    walker->ground_reported = walker->is.grounded;
    walker->ground = *now;
}

/// Wall and ceiling contacts: a begin when one blocks the walker, an end when none does; both if the normal changes.
static void report_wall(run *r, int actor, const carom_walker_result *result, int64_t step, FILE *out) {
    run_walker *walker = &r->walkers->all[actor];
    bool other = walker->wall_reported && result->blocked && !same(walker->wall, result->wall);
    carom_vec2 center = run_center(r, actor);
    if (walker->wall_reported && (other || !result->blocked))
        put_event(step, (walk_event){"end", actor, 0, center, walker->wall}, out);
    if (result->blocked && (other || !walker->wall_reported)) {
        put_event(step, (walk_event){"begin", actor, 0, center, result->wall}, out);
        ++r->hits;
    }
    walker->wall_reported = result->blocked;
    walker->wall = result->wall;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

/// The input of a step: of the script, or random: a direction for a while, an occasional jump, rarely a drop.
static run_input next_input(const run *r, run_walker *walker, run_random *random, int64_t step) {
    if (r->walkers->scripted) return script_at(&r->walkers->script, step - 1);
    carom_vec2 dice = random_direction(random, 1);
    if (walker->steps-- <= 0) {
        walker->direction = dice.x < -0.25f ? -1 : dice.x > 0.25f ? 1 : 0;
        walker->steps = 30 + (int)(60 * (dice.y + 1));
    }
    if (walker->wall_reported && dice.x > 0.95f) walker->direction = -walker->direction;
    return (run_input){walker->direction, dice.y > 0.999f || (walker->wall_reported && dice.y > 0.9f),
                       dice.y < -0.999f};
}

/// Returns the velocity along x of the point of the ground that a walker stands on.
static float ground_velocity(const struct run_walkers *w, const carom_ground *ground) {
    float velocity = carom_scene_velocity(&w->scene, ground->owner).x;
    if (ground->owner == 0) return velocity; // the level
    const carom_platform *platform = &w->list[ground->owner - 1];
    return velocity - platform->spin * (ground->point.y - platform->position.y);
}

static carom_walker_result move(run *r, run_walker *walker, run_input input) {
    struct run_walkers *w = r->walkers;
    carom_walker *is = &walker->is;
    if (input.drops) carom_walker_drop(is, &w->desc, &w->scene);
    if (is->grounded) walker->carried = ground_velocity(w, &is->ground);
    is->velocity.x = (float)input.direction * r->options->speed + (is->grounded ? 0 : walker->carried);
    is->velocity.y += w->gravity;
    if (carom_jump_now(&walker->jump, &rules, input.jumps, is->grounded, 1)) {
        is->velocity.y = -w->jump;
        ++w->jumps;
    }
    carom_walker_result result = carom_walker_step(is, &w->desc, &w->scene, 1);
    w->landings += result.landed;
    w->climbs += result.climbed;
    w->crushed += result.crushed;
    return result;
}

/// Sets each platform to its position before the step and to the velocity that takes it to the position after it. Only
/// carom_platforms_move turns it.
static void set_platforms(struct run_walkers *w, int64_t step) {
    for (int i = 0; i < w->platforms.count; i++) {
        carom_vec2 at = lift_at(&w->lifts[i], step - 1), to = lift_at(&w->lifts[i], step);
        w->list[i].position = at;
        w->list[i].velocity = (carom_vec2){to.x - at.x, to.y - at.y};
    }
}

bool walk_step(run *r, run_random *random, int64_t step, FILE *events, run_trails *trails) {
    set_platforms(r->walkers, step);
    for (int i = 0; i < r->count; i++) {
        run_walker *walker = &r->walkers->all[i];
        if (trails && !trails_add(trails, r, i, step)) return false;
        run_input input = next_input(r, walker, random, step);
        carom_vec2 from = run_center(r, i);
        int64_t jumps = r->walkers->jumps;
        carom_walker_result result = move(r, walker, input);
        if (trails && r->walkers->jumps > jumps) trails_jump(trails, from);
        report_ground(r, i, step, events, trails);
        report_wall(r, i, &result, step, events);
        if (trails && !trails_add(trails, r, i, step)) return false;
    }
    carom_platforms_move(r->walkers->list, r->walkers->platforms.count, 1);
    return true;
}

uint64_t walk_hash(const run *r) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (int i = 0; i < r->count; i++) {
        const carom_walker *is = &r->walkers->all[i].is;
        const float values[] = {is->position.x, is->position.y, is->velocity.x, is->velocity.y};
        for (int k = 0; k < 4; k++) {
            uint32_t bits;
            float value = values[k] + 0.0f;
            memcpy(&bits, &value, sizeof bits);
            for (int byte = 0; byte < 4; byte++) hash = (hash ^ (bits >> 8 * byte & 255)) * 0x100000001B3u;
        }
    }
    return hash;
}

carom_shape walk_shape(const run *r, int actor) {
    return carom_shape_at(&r->shape, r->walkers->all[actor].is.position);
}
