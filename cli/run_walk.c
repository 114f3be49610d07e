// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers in a level, by chance or by a script, among its platforms.
#include "cli/run_walk.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"

static const carom_jump_rules rules = {.coyote = 6, .buffer = 6};

// ---- Setting out ----------------------------------------------------------------------------------------------------

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
    w->level = carom_space_of_level(r->walls);
    w->platforms = (carom_platforms){.base = &w->level, .list = w->list, .count = count};
    w->space = carom_space_of_platforms(&w->platforms);
    return lifts_make(argv, r->loaded.map, w->list, w->lifts);
}

/// So high that a jump clears three cells, of 16 units or whatever they are, in some forty steps.
static void choose_legs(run *r) {
    struct run_walkers *w = r->walkers;
    carom_vec2 cell = carom_map_about(r->loaded.map).cell;
    float size = cell.x > 0 ? (cell.x < cell.y ? cell.x : cell.y) : 2 * r->options->radius;
    w->legs = (carom_walker_desc){.shape = r->shape, .up = {0, -1}, .step = size / 2};
    w->gravity = size / 64;
    w->jump = size * 0.3125f;
}

static bool place_walkers(char **argv, run *r, run_random *random) {
    struct run_walkers *w = r->walkers;
    if (w->script.has_start && run_is_lost(r, w->script.start)) {
        return !cli_fail(argv, "%s: 'at %g %g' is in solid or outside of %s", r->options->script,
                         (double)w->script.start.x, (double)w->script.start.y, r->options->level);
    }
    carom_vec2 *places = malloc((size_t)r->count * sizeof *places);
    if (!places) return !cli_fail(argv, "out of memory for %d walkers", r->count);
    int found = w->script.has_start ? r->count : find_places(r, random, places);
    for (int i = 0; i < found && i < r->count; i++) {
        carom_vec2 start = {w->script.start.x - r->middle.x, w->script.start.y - r->middle.y};
        w->all[i].is.position = w->script.has_start ? start : places[i];
    }
    free(places);
    if (found >= r->count) return true;
    return !cli_fail(argv,
                     "%s: there is room for %d of %d walkers of radius %g; ask for fewer (--actors), or smaller "
                     "ones (--radius)",
                     r->options->level, found < 0 ? 0 : found, r->count, (double)r->options->radius);
}

bool walk_set_out(char **argv, run *r, run_random *random) {
    struct run_walkers *w = r->walkers = calloc(1, sizeof *r->walkers);
    r->count = (int)r->options->actors;
    r->actors = calloc((size_t)r->count, sizeof *r->actors);
    if (w) w->all = calloc((size_t)r->count, sizeof *w->all);
    r->walls = framed_level(r->loaded.map, r->loaded.bounds);
    if (!w || !w->all || !r->actors || !r->walls || make_shape(r) != CAROM_OK) {
        return !cli_fail(argv, "out of memory for %d walkers", r->count);
    }
    choose_legs(r);
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

static void put_event(const char *kind, int actor, uint64_t platform, carom_vec2 point, carom_vec2 normal, int64_t step,
                      FILE *out) {
    if (!out) return;
    fprintf(out, "{\"step\":%lld,\"t\":1,\"kind\":\"%s\",\"a\":%d,\"b\":", (long long)step, kind, actor);
    if (platform) {
        fprintf(out, "\"platform %d\"", (int)platform - 1);
    } else {
        fputs("\"level\"", out);
    }
    fputs(",\"point\":", out);
    json_put_vec2(out, point);
    fputs(",\"normal\":", out);
    json_put_vec2(out, normal);
    fputs("}\n", out);
}

static bool same(carom_vec2 a, carom_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/// Of the ground: a begin when it comes to it, an end when it leaves it, or another takes its place.
static void tell_ground(run *r, int actor, int64_t step, FILE *out, run_trails *trails) {
    run_walker *walker = &r->walkers->all[actor];
    const carom_ground *now = &walker->is.ground;
    bool other = walker->stands && walker->is.grounded && walker->ground.owner != now->owner;
    if (walker->stands && (other || !walker->is.grounded)) {
        put_event("end", actor, walker->ground.owner, walker->ground.point, walker->ground.normal, step, out);
    }
    if (walker->is.grounded && (other || !walker->stands)) {
        put_event("begin", actor, now->owner, now->point, now->normal, step, out);
        ++r->hits;
        if (trails) trails_contact(trails, now->point);
    }
    walker->stands = walker->is.grounded;
    walker->ground = *now;
}

/// Of walls and ceilings: a begin when one stops it, an end when none does any more, or another one.
static void tell_wall(run *r, int actor, const carom_stride *done, int64_t step, FILE *out) {
    run_walker *walker = &r->walkers->all[actor];
    bool other = walker->leans && done->blocked && !same(walker->wall, done->wall);
    carom_vec2 center = run_center(r, actor);
    if (walker->leans && (other || !done->blocked)) put_event("end", actor, 0, center, walker->wall, step, out);
    if (done->blocked && (other || !walker->leans)) {
        put_event("begin", actor, 0, center, done->wall, step, out);
        ++r->hits;
    }
    walker->leans = done->blocked;
    walker->wall = done->wall;
}

// ---- A step ---------------------------------------------------------------------------------------------------------

/// By chance: some way for a while, now and then a jump, rarely a drop.
static run_wish wish_of(const run *r, run_walker *walker, run_random *random, int64_t step) {
    if (r->walkers->scripted) return script_at(&r->walkers->script, step - 1);
    carom_vec2 dice = random_direction(random, 1);
    if (walker->steps-- <= 0) {
        walker->way = dice.x < -0.25f ? -1 : dice.x > 0.25f ? 1 : 0;
        walker->steps = 30 + (int)(60 * (dice.y + 1));
    }
    if (walker->leans && dice.x > 0.95f) walker->way = -walker->way;
    return (run_wish){walker->way, dice.y > 0.999f || (walker->leans && dice.y > 0.9f), dice.y < -0.999f};
}

static carom_stride move(run *r, run_walker *walker, run_wish wish) {
    struct run_walkers *w = r->walkers;
    carom_walker *is = &walker->is;
    if (wish.drops) carom_walker_drop(is, &w->legs, &w->space);
    is->velocity.x = (float)wish.way * r->options->speed;
    is->velocity.y += w->gravity;
    if (carom_jump_now(&walker->jump, &rules, wish.jumps, is->grounded, 1)) {
        is->velocity.y = -w->jump;
        ++w->jumps;
    }
    carom_stride done = carom_walker_step(is, &w->legs, &w->space, 1);
    w->landings += done.landed;
    w->climbs += done.climbed;
    w->crushed += done.crushed;
    return done;
}

/// In this step each platform goes from where it is to where its path is next.
static void send_platforms(struct run_walkers *w, int64_t step) {
    for (int i = 0; i < w->platforms.count; i++) {
        carom_vec2 at = lift_at(&w->lifts[i], step - 1), to = lift_at(&w->lifts[i], step);
        w->list[i].position = at;
        w->list[i].velocity = (carom_vec2){to.x - at.x, to.y - at.y};
    }
}

bool walk_step(run *r, run_random *random, int64_t step, FILE *events, run_trails *trails) {
    send_platforms(r->walkers, step);
    for (int i = 0; i < r->count; i++) {
        run_walker *walker = &r->walkers->all[i];
        if (trails && !trails_go(trails, r, i, step)) return false;
        run_wish wish = wish_of(r, walker, random, step);
        carom_vec2 from = run_center(r, i);
        int64_t jumps = r->walkers->jumps;
        carom_stride done = move(r, walker, wish);
        if (trails && r->walkers->jumps > jumps) trails_jump(trails, from);
        tell_ground(r, i, step, events, trails);
        tell_wall(r, i, &done, step, events);
        if (trails && !trails_go(trails, r, i, step)) return false;
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
