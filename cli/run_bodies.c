// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Runs a scene: builds its world, carries out its orders, moves its kinematic bodies, writes events and a summary.
//
// The bodies of a new world have the indices 0, 1, 2, ... in the order in which they are added: that of the file.
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/scene.h"

// ---- Start ----------------------------------------------------------------------------------------------------------

/// Loads the level of the scene, or the one that takes its place.
static bool load_scene_level(char **argv, scene_run *r) {
    const char *given = r->options->level, *named = r->scene->level, *slash = strrchr(r->scene->path, '/');
    if (given) return load_solid_level(argv, given, &r->options->how, &r->loaded);
    const char *unused = r->options->how.for_maps ? r->options->how.for_maps : r->options->how.for_pictures;
    if (!named && unused)
        return !cli_fail(argv, "%s: the scene has no level: name one, or leave out %s", file_name(r->scene->path),
                         unused);
    if (!named) return true;
    size_t folder = named[0] != '/' && slash ? (size_t)(slash - r->scene->path) + 1 : 0;
    char *path = malloc(folder + strlen(named) + 1);
    if (!path) return !cli_fail(argv, "out of memory");
    memcpy(path, r->scene->path, folder);
    strcpy(path + folder, named);
    bool good = load_solid_level(argv, path, &r->options->how, &r->loaded);
    free(path);
    return good;
}

static bool make_outlines(char **argv, scene_run *r) {
    carom_error error;
    carom_level_desc desc = {.outlines = r->scene->outlines, .outlines_count = r->scene->outline_count};
    if (r->scene->outline_count == 0 || carom_level_make(&desc, &r->outline, &error) == CAROM_STATUS_OK) return true;
    return !cli_fail(argv, "%s: $.outlines: %s%s%s", file_name(r->scene->path), error.where, error.where[0] ? ": " : "",
                     error.message);
}

static bool add_bodies(char **argv, scene_run *r) {
    scene *s = r->scene;
    for (int i = 0; i < s->body_count; i++) {
        carom_error error;
        if (carom_world_add(r->world, &s->bodies[i].desc, &s->bodies[i].id, &error) == CAROM_STATUS_OK) continue;
        const char *dot = error.where[0] ? "." : "";
        return !cli_fail(argv, "%s: $.bodies[%d]%s%s: %s", file_name(s->path), i, dot, error.where, error.message);
    }
    return true;
}

/// True if a selector selects a body; null: a level.
static bool selects(const scene_selector *selector, const scene_body *body, int64_t tag) {
    if (selector->has_tag) return selector->tag == tag && (tag >= 0 || !body);
    if (!selector->word) return true;
    if (!body) return strcmp(selector->word, "level") == 0;
    return (body->name && strcmp(selector->word, body->name) == 0) ||
           (body->class && strcmp(selector->word, body->class) == 0);
}

static bool matches(const scene *s, const scene_rule *rule, const carom_rule_contact *c) {
    const scene_body *other = c->other ? &s->bodies[carom_body_of_bits(c->other).index] : NULL;
    int64_t tag = other ? (int64_t)c->surface.tag : c->surface.edge_tag;
    if (!selects(&rule->a, &s->bodies[carom_body_of_bits(c->mover).index], (int64_t)c->mover_tag)) return false;
    if (!selects(&rule->b, other, tag)) return false;
    if (!rule->has_normal) return true;
    float along = c->normal.x * rule->normal.x + c->normal.y * rule->normal.y;
    float across = c->normal.x * rule->normal.y - c->normal.y * rule->normal.x;
    return along > 0 && along >= (across < 0 ? -across : across);
}

/// The contact rule of the world: the first rule of the scene that matches changes the response.
static void apply_rules(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    const scene *s = user_data;
    for (int i = 0; i < s->rule_count; i++) {
        const scene_rule *rule = &s->rules[i];
        if (!matches(s, rule, contact)) continue;
        if (rule->has_kind) response->kind = rule->response.kind;
        if (rule->has_restitution) response->restitution = rule->response.restitution;
        if (rule->has_friction) response->friction = rule->response.friction;
        if (rule->has_surface_speed) response->surface_speed = rule->response.surface_speed;
        return;
    }
}

static bool make_world(char **argv, scene_run *r, carom_tasks tasks) {
    carom_world_desc desc = {
        .level = r->loaded.level, .bounces = (int)r->scene->bounces, .down = r->scene->down, .tasks = tasks};
    if (r->scene->rule_count > 0) {
        desc.rule = apply_rules;
        desc.user_data = r->scene;
    }
    carom_status status = carom_world_make(&desc, &r->world);
    if (status == CAROM_STATUS_OK && r->outline) status = carom_world_attach(r->world, r->outline);
    for (int i = 0; status == CAROM_STATUS_OK && i < r->scene->material_count; i++) {
        const scene_surface *surface = &r->scene->materials[i];
        status = carom_world_set_edge_material(r->world, surface->tag, surface->material);
    }
    if (status != CAROM_STATUS_OK) return !cli_fail(argv, "cannot make the world: %s", carom_status_text(status));
    return add_bodies(argv, r);
}

// ---- Orders ---------------------------------------------------------------------------------------------------------

/// On failure *field is the field of the order that cannot be set.
static carom_status carry_out(scene_run *r, const scene_order *order, const char **field) {
    scene_body *body = &r->scene->bodies[order->body];
    const carom_body_desc *desc = &order->desc;
    carom_world *world = r->world;
    if (order->sets & ORDER_REMOVE) return carom_world_remove(world, body->id);
    if (order->sets & ORDER_GRAVITY) body->gravity = order->gravity;
    if (order->sets & ORDER_TARGET) body->directed = order->step;
    carom_status status = CAROM_STATUS_OK;
#define SET(bit, name, call)                                                                                           \
    if (status == CAROM_STATUS_OK && (order->sets & (bit))) *field = name, status = call
    SET(ORDER_SHAPE, "shape", carom_world_set_shape(world, body->id, &desc->shape));
    SET(ORDER_POSITION, "position", carom_world_set_position(world, body->id, desc->position));
    SET(ORDER_ROTATION, "rotation",
        carom_world_set_pose(world, body->id, (carom_pose){carom_world_position(world, body->id), desc->rotation}));
    SET(ORDER_SPIN, "spin", carom_world_set_spin(world, body->id, desc->spin));
    SET(ORDER_VELOCITY, "velocity", carom_world_set_velocity(world, body->id, desc->velocity));
    SET(ORDER_RESPONSE, "response", carom_world_set_response(world, body->id, desc->response));
    SET(ORDER_MATERIAL, "material", carom_world_set_material(world, body->id, desc->material));
    SET(ORDER_SENSOR, "sensor", carom_world_set_sensor(world, body->id, desc->sensor));
    SET(ORDER_MASS, "mass", carom_world_set_mass(world, body->id, desc->mass));
    SET(ORDER_FILTER, "category", carom_world_set_filter(world, body->id, desc->filter));
    SET(ORDER_TAG, "tag", carom_world_set_tag(world, body->id, desc->tag));
    SET(ORDER_TARGET, "to",
        order->turns ? carom_world_move_to_pose(world, body->id, order->target)
                     : carom_world_move_to(world, body->id, order->target.position));
#undef SET
    return status;
}

/// Carries out the orders of a step; *next is the first that is left.
static bool carry_out_orders(char **argv, scene_run *r, int64_t step, int *next) {
    for (; *next < r->scene->order_count && r->scene->orders[*next].step == step; ++*next) {
        const scene_order *order = &r->scene->orders[*next];
        const char *field = "body";
        carom_status status = carry_out(r, order, &field);
        if (status != CAROM_STATUS_OK) return scene_order_fail(argv, r->scene, order, field, status);
    }
    return true;
}

/// Applies gravity to movers, and gives kinematic bodies their next targets.
static void drive_bodies(scene_run *r, int64_t step) {
    float dt = r->scene->dt;
    for (int i = 0; i < r->scene->body_count; i++) {
        scene_body *body = &r->scene->bodies[i];
        if (!carom_world_has(r->world, body->id)) continue;
        if (body->path.count > 0 && body->directed != step)
            carom_world_move_to(r->world, body->id, scene_target(&body->path, step));
        if (body->desc.type != CAROM_BODY_MOVER || (body->gravity.x == 0 && body->gravity.y == 0)) continue;
        carom_vec2 v = carom_world_velocity(r->world, body->id);
        carom_world_set_velocity(r->world, body->id,
                                 (carom_vec2){v.x + body->gravity.x * dt, v.y + body->gravity.y * dt});
    }
}

// ---- After a step ---------------------------------------------------------------------------------------------------

/// Writes the name of a body, or its number in the scene.
static void put_body(const scene_run *r, const char *field, carom_body_id id, FILE *out) {
    const char *name = r->scene->bodies[id.index].name;
    fprintf(out, ",\"%s\":", field);
    if (name) {
        json_put_string(out, name);
    } else {
        fprintf(out, "%u", (unsigned)id.index);
    }
}

static void put_event(const scene_run *r, const carom_event *e, int64_t step, FILE *out) {
    run_put_event_start(e, step, out);
    put_body(r, "a", e->a, out);
    if (e->level < 0) {
        put_body(r, "b", e->b, out);
    } else {
        fputs(",\"b\":\"level\"", out);
    }
    run_put_event_end(e, out);
}

static void put_crush(const scene_run *r, const carom_crush *c, int64_t step, FILE *out) {
    fprintf(out, "{\"step\":%lld,\"kind\":\"crush\"", (long long)step);
    put_body(r, "a", c->body, out);
    if (c->by.generation > 0) put_body(r, "by", c->by, out);
    if (c->against.generation > 0) put_body(r, "against", c->against, out);
    if (c->level >= 0) fputs(",\"against\":\"level\"", out);
    fputs("}\n", out);
}

static void take_events(scene_run *r, int64_t step, FILE *out) {
    int count;
    const carom_event *events = carom_world_events(r->world, &count);
    for (int i = 0; i < count; i++) {
        if (events[i].kind == CAROM_EVENT_BEGIN) ++*(events[i].level < 0 ? &r->pairs : &r->hits);
        if (out) put_event(r, &events[i], step, out);
    }
    const carom_crush *crushes = carom_world_crushes(r->world, &count);
    r->crushed += count;
    for (int i = 0; out && i < count; i++) put_crush(r, &crushes[i], step, out);
}

static carom_vec2 center_of(const scene_run *r, carom_body_id id) {
    carom_box box = carom_shape_bounds(&(carom_shape){.kind = CAROM_SHAPE_NONE});
    carom_shape part;
    for (int i = 0; (part = carom_world_part(r->world, id, i)).kind != CAROM_SHAPE_NONE; i++) {
        carom_box b = carom_shape_bounds(&part);
        box.min = (carom_vec2){b.min.x < box.min.x ? b.min.x : box.min.x, b.min.y < box.min.y ? b.min.y : box.min.y};
        box.max = (carom_vec2){b.max.x > box.max.x ? b.max.x : box.max.x, b.max.y > box.max.y ? b.max.y : box.max.y};
    }
    return (carom_vec2){box.min.x + (box.max.x - box.min.x) / 2, box.min.y + (box.max.y - box.min.y) / 2};
}

/// True if the centre of a mover that levels stop is in solid.
static bool is_in_solid(const scene_run *r, carom_body_id id) {
    if (!carom_world_has(r->world, id) || carom_world_type(r->world, id) != CAROM_BODY_MOVER) return false;
    if (carom_world_response(r->world, id).kind == CAROM_RESPONSE_PASS || carom_world_is_sensor(r->world, id))
        return false;
    carom_vec2 center = center_of(r, id);
    return (r->loaded.level && carom_level_solid(r->loaded.level, center)) ||
           (r->outline && carom_level_solid(r->outline, center));
}

/// Counts the movers that came into solid in a step. Orders may put them there: so this is also called before a step.
static void find_escapes(scene_run *r, bool after) {
    for (int i = 0; i < r->scene->body_count; i++) {
        scene_body *body = &r->scene->bodies[i];
        bool in_solid = is_in_solid(r, body->id);
        if (after && in_solid && !body->was_in_solid && !body->escaped) {
            body->escaped = true;
            r->escapes++;
        }
        body->was_in_solid = in_solid;
    }
}

// ---- The run --------------------------------------------------------------------------------------------------------

static bool run_scene_steps(char **argv, scene_run *r, int64_t steps, FILE *events) {
    int next = 0;
    if (r->trails) scene_trails_add(r->trails, r);
    for (int64_t step = 1; step <= steps; step++) {
        if (!carry_out_orders(argv, r, step, &next)) return false;
        drive_bodies(r, step);
        find_escapes(r, false);
        double begin = run_clock();
        carom_status status = carom_world_step(r->world, r->scene->dt);
        r->nanoseconds += run_clock() - begin;
        if (status != CAROM_STATUS_OK)
            return !cli_fail(argv, "step %lld: %s", (long long)step, carom_status_text(status));
        take_events(r, step, events);
        find_escapes(r, true);
        if (r->trails) scene_trails_add(r->trails, r);
        run_show_progress(step, steps);
    }
    return true;
}

/// Writes the rotation of a body that is turned, and its spin.
static void print_turn(const scene_run *r, carom_body_id id) {
    carom_rotation rotation = carom_world_pose(r->world, id).rotation;
    float spin = carom_world_spin(r->world, id);
    if (rotation.cosine != 1 || rotation.sine != 0) {
        fputs(",\"rotation\":", stdout);
        json_put_vec2(stdout, (carom_vec2){rotation.cosine, rotation.sine});
    }
    if (spin != 0) {
        fputs(",\"spin\":", stdout);
        json_put_number(stdout, spin);
    }
}

/// Writes where each body is at the end, in the order of the file.
static void print_bodies(const scene_run *r) {
    fputs(",\"bodies\":[", stdout);
    for (int i = 0; i < r->scene->body_count; i++) {
        const scene_body *body = &r->scene->bodies[i];
        fputs(i ? ",{" : "{", stdout);
        if (body->name) {
            fputs("\"name\":", stdout);
            json_put_string(stdout, body->name);
            putchar(',');
        }
        if (carom_world_has(r->world, body->id)) {
            fputs("\"position\":", stdout);
            json_put_vec2(stdout, carom_world_position(r->world, body->id));
            fputs(",\"velocity\":", stdout);
            json_put_vec2(stdout, carom_world_velocity(r->world, body->id));
            print_turn(r, body->id);
        } else {
            fputs("\"removed\":true", stdout);
        }
        putchar('}');
    }
    putchar(']');
}

static void print_scene_summary(const scene_run *r, int64_t steps) {
    const run_options *o = r->options;
    double body_steps = (double)steps * r->scene->body_count, time = body_steps > 0 ? r->nanoseconds / body_steps : 0;
    unsigned long long hash = carom_world_hash(r->world);
    if (o->hash) {
        printf("%016llx\n", hash);
    } else if (o->json) {
        fputs("{\"scene\":", stdout);
        json_put_string(stdout, file_name(r->scene->path));
        printf(",\"steps\":%lld,\"hits\":%lld,\"pairs\":%lld,\"crushed\":%lld,\"escapes\":%lld", (long long)steps,
               (long long)r->hits, (long long)r->pairs, (long long)r->crushed, (long long)r->escapes);
        printf(",\"ns_per_body_step\":%.1f,\"hash\":\"%016llx\"", time, hash);
        print_bodies(r);
        fputs("}\n", stdout);
    } else {
        printf("scene:   %s\nsteps:   %lld\nbodies:  %d\nhits:    %lld\npairs:   %lld\ncrushed: %lld\nescapes: %lld\n",
               file_name(r->scene->path), (long long)steps, r->scene->body_count, (long long)r->hits,
               (long long)r->pairs, (long long)r->crushed, (long long)r->escapes);
        printf("time:    %.0f ns per body-step\nhash:    %016llx\n", time, hash);
        if (o->events) printf("events:  %s\n", o->events);
        if (o->svg) printf("picture: %s\n", o->svg);
    }
}

static bool run_scene_to_files(char **argv, scene_run *r, int64_t steps) {
    output events = {0}, svg = {0};
    bool good = output_open(argv, r->options->events, r->scene->path, &events) &&
                output_open(argv, r->options->svg, r->scene->path, &svg);
    if (good && svg.file) {
        r->trails = scene_trails_make(r);
        if (!r->trails) good = !cli_fail(argv, "out of memory for the picture");
    }
    good = good && run_scene_steps(argv, r, steps, events.file);
    if (good && svg.file && !scene_draw(r, svg.file) && !ferror(svg.file))
        good = !cli_fail(argv, "out of memory for the picture");
    good = good && output_close(argv, &svg) && output_close(argv, &events);
    output_drop(&events);
    output_drop(&svg);
    scene_trails_free(r->trails);
    return good;
}

int run_bodies(char **argv, const run_options *options, carom_tasks tasks) {
    scene s;
    scene_run r = {.options = options, .scene = &s};
    bool good = scene_read(argv, options->bodies, &s) && load_scene_level(argv, &r) && make_outlines(argv, &r) &&
                make_world(argv, &r, tasks);
    int64_t steps = options->steps >= 0 ? options->steps : s.steps >= 0 ? s.steps : 1000;
    int status = good && run_scene_to_files(argv, &r, steps) ? CLI_OK : CLI_FAILED;
    if (status == CLI_OK) print_scene_summary(&r, steps);
    if (status == CLI_OK) status = run_flush_summary(argv);
    if (status == CLI_OK && r.escapes > 0)
        status = cli_fail(argv, "%lld bodies came into solid, which is a bug in carom: please report this scene",
                          (long long)r.escapes);
    carom_world_free(r.world);
    carom_level_free(r.outline);
    loaded_free(&r.loaded);
    scene_free(&s);
    return status;
}
