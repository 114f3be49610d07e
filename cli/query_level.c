// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The ops of layers level and motion: queries with a level in the place of b, and move. A line describes its level by
// outlines, as a scene does; the level is made for the line and freed with it.
#include <math.h>
#include <stdlib.h>

#include "cli/json.h"
#include "cli/query.h"

// ---- Parts that scenes have too -------------------------------------------------------------------------------------

bool query_response(query *q, carom_response *out) {
    static const char *const kinds[] = {"stop", "slide", "bounce", "pass", NULL}; // in the order of carom_response_kind
    int kind = (int)out->kind;
    if (!query_word(q, "response", kinds, &kind)) return false;
    if (query_field(q, "response") && kind == CAROM_RESPONSE_BOUNCE) out->restitution = 1;
    out->kind = (carom_response_kind)kind;
    return query_number_within(q, "restitution", 0, 1e6f, &out->restitution) &&
           query_number_within(q, "friction", 0, 1e6f, &out->friction) &&
           query_number_within(q, "surface_speed", -1e6f, 1e6f, &out->surface_speed);
}

bool query_outline(query *q, carom_outline *out) {
    carom_vec2 *points;
    int64_t tag = 0;
    if (!query_points(q, "points", &points, &out->count) || !query_flag(q, "open", &out->open) ||
        !query_flag(q, "one_way", &out->one_way) || !query_flag(q, "even_odd", &out->even_odd) ||
        !query_flag(q, "same_area", &out->same_area))
        return false;
    if (query_field(q, "tag") && !query_integer(q, "tag", INT32_MIN, INT32_MAX, &tag)) return false;
    out->points = points;
    out->tag = (int)tag;
    return true;
}

// ---- The level ------------------------------------------------------------------------------------------------------

static bool read_outlines(query *q, const json_t *list, carom_outline *outlines) {
    const json_t *line = q->fields, *entry;
    size_t i;
    json_array_foreach(list, i, entry) {
        snprintf(q->place, sizeof q->place, "$.level[%zu]", i);
        if (!json_is_object(entry)) return query_fail(q, q->place, "expected an object");
        q->fields = entry;
        if (!query_known_fields(q, "an outline", "", QUERY_OUTLINE_FIELDS) || !query_outline(q, &outlines[i]))
            return false;
    }
    q->fields = line;
    q->place[0] = 0;
    return true;
}

/// Returns null after query_fail.
static carom_level *read_level(query *q) {
    const json_t *list = query_field(q, "level");
    carom_level *level = NULL;
    if (!json_is_array(list) || json_array_size(list) > INT32_MAX) {
        query_fail(q, "$.level", "expected an array of outlines, as [{\"points\":[0,0,9,0,9,9]}]");
        return NULL;
    }
    carom_outline *outlines = calloc(json_array_size(list) + 1, sizeof *outlines);
    if (!outlines) {
        query_fail(q, "$.level", "out of memory");
        return NULL;
    }
    carom_error error;
    carom_level_desc desc = {.outlines = outlines, .outlines_count = (int)json_array_size(list)};
    if (read_outlines(q, list, outlines) && carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK)
        query_fail(q, "$.level", "%s%s%s", error.where, error.where[0] ? ": " : "", error.message);
    free(outlines);
    return level;
}

// ---- Queries --------------------------------------------------------------------------------------------------------

enum { FIRST_EDGES = 64 };

static bool answer_overlap(query *q, const carom_level *level) {
    carom_shape a;
    if (!query_shape(q, "a", &a)) return false;
    int first[FIRST_EDGES], *edges = first, count = carom_level_overlap(level, &a, first, FIRST_EDGES);
    if (count > FIRST_EDGES) {
        edges = malloc((size_t)count * sizeof *edges);
        if (!edges) return query_fail(q, "$", "out of memory");
        carom_level_overlap(level, &a, edges, count);
    }
    answer_flag(q, "hit", count > 0);
    answer_name(q, "edges");
    fputc('[', q->answer);
    for (int i = 0; i < count; i++) fprintf(q->answer, "%s%d", i ? "," : "", edges[i]);
    fputc(']', q->answer);
    if (edges != first) free(edges);
    return true;
}

static bool answer_distance(query *q, const carom_level *level) {
    carom_shape a;
    if (!query_shape(q, "a", &a)) return false;
    carom_separation separation = carom_level_nearest(level, &a, INFINITY);
    answer_separation(q, &separation, a.kind == CAROM_SHAPE_COMPOUND, true);
    return true;
}

static bool answer_ray(query *q, const carom_level *level) {
    carom_vec2 from, move;
    if (!query_vec2(q, "from", &from) || !query_vec2(q, "move", &move)) return false;
    carom_ray_hit hit = carom_level_ray(level, from, move);
    answer_ray_hit(q, &hit, true);
    return true;
}

static bool answer_sweep(query *q, const carom_level *level) {
    carom_shape a;
    carom_vec2 move;
    if (!query_shape(q, "a", &a) || !query_vec2(q, "move", &move)) return false;
    carom_sweep_hit hit = carom_level_sweep(level, &a, move);
    answer_sweep_hit(q, &hit, false, true);
    return true;
}

static const char *const turning_fields[3] = {"a", "move", "turn"};

static bool answer_turn(query *q, const carom_level *level) {
    carom_shape a;
    carom_turning motion;
    if (!query_turning(q, turning_fields, &a, &motion)) return false;
    carom_turning_hit hit = carom_level_sweep_turning(level, &a, &motion);
    answer_turning_hit(q, &hit, a.kind == CAROM_SHAPE_COMPOUND, true);
    return true;
}

// ---- Moves ----------------------------------------------------------------------------------------------------------

/// Begins the object of a contact in the list of contacts.
static void begin_contact(query *q, int index) {
    fputs(index ? ",{" : "{", q->answer);
    q->answer_begun = false;
}

static void end_contact(query *q, bool one_way) {
    answer_flag(q, "one_way", one_way);
    fputc('}', q->answer);
    q->answer_begun = true;
}

static int kept_of(int contacts) {
    return contacts < CAROM_MOVE_MAX_CASTS ? contacts : CAROM_MOVE_MAX_CASTS;
}

static void move_straight(query *q, const carom_scene *scene, const carom_shape *shape, const carom_turning *motion,
                          const carom_response *response) {
    carom_scene_hit contacts[CAROM_MOVE_MAX_CASTS];
    carom_motion start = {.at = motion->pose.position, .velocity = motion->move};
    carom_motion end = carom_move(scene, shape, &start, response, contacts, CAROM_MOVE_MAX_CASTS);
    answer_vec2(q, "at", end.at);
    answer_vec2(q, "velocity", end.velocity);
    answer_number(q, "t", end.t);
    answer_name(q, "contacts");
    fputc('[', q->answer);
    for (int i = 0; i < kept_of(end.contacts); i++) {
        begin_contact(q, i);
        answer_sweep_hit(q, &contacts[i].sweep, false, true);
        end_contact(q, contacts[i].one_way);
    }
    fputc(']', q->answer);
    answer_integer(q, "count", end.contacts);
    answer_flag(q, "inside", end.inside);
}

static void move_turning(query *q, const carom_scene *scene, const carom_shape *shape, const carom_turning *motion,
                         const carom_response *response) {
    carom_scene_turning_hit contacts[CAROM_MOVE_MAX_CASTS];
    carom_turning_motion start = {.pose = motion->pose, .velocity = motion->move, .spin = motion->angle};
    carom_turning_motion end = carom_move_turning(scene, shape, &start, response, contacts, CAROM_MOVE_MAX_CASTS);
    answer_vec2(q, "at", end.pose.position);
    answer_vec2(q, "turned", (carom_vec2){end.pose.rotation.cosine, end.pose.rotation.sine});
    answer_vec2(q, "velocity", end.velocity);
    answer_number(q, "spin", end.spin);
    answer_number(q, "t", end.t);
    answer_flag(q, "blocked", end.blocked);
    answer_name(q, "contacts");
    fputc('[', q->answer);
    for (int i = 0; i < kept_of(end.contacts); i++) {
        begin_contact(q, i);
        answer_turning_hit(q, &contacts[i].turning, shape->kind == CAROM_SHAPE_COMPOUND, true);
        end_contact(q, contacts[i].one_way);
    }
    fputc(']', q->answer);
    answer_integer(q, "count", end.contacts);
    answer_flag(q, "inside", end.inside);
}

/// Without "turn" the shape keeps its rotation.
static bool answer_move(query *q, const carom_level *level) {
    carom_shape a;
    carom_turning motion;
    carom_response response = {.kind = CAROM_RESPONSE_STOP};
    if (!query_turning(q, turning_fields, &a, &motion) || !query_response(q, &response)) return false;
    carom_scene scene = carom_scene_of_level(level);
    if (query_field(q, "turn")) {
        move_turning(q, &scene, &a, &motion, &response);
        return true;
    }
    if (!query_place(q, "a", &a, (carom_pose){.rotation = motion.pose.rotation})) return false;
    move_straight(q, &scene, &a, &motion, &response);
    return true;
}

// ---- The ops --------------------------------------------------------------------------------------------------------

static bool with_level(query *q, bool (*answer)(query *q, const carom_level *level)) {
    carom_level *level = read_level(q);
    bool good = level && answer(q, level);
    carom_level_free(level);
    return good;
}

#define WITH_LEVEL(name)                                                                                               \
    static bool name##_with_level(query *q) {                                                                          \
        return with_level(q, answer_##name);                                                                           \
    }
WITH_LEVEL(overlap)
WITH_LEVEL(distance)
WITH_LEVEL(ray)
WITH_LEVEL(sweep)
WITH_LEVEL(turn)
WITH_LEVEL(move)

const query_op query_level_ops[] = {
    {"overlap", "a level", overlap_with_level},
    {"distance", "a level", distance_with_level},
    {"ray", "from move level", ray_with_level},
    {"sweep", "a move level", sweep_with_level},
    {"turn", "a move turn level", turn_with_level},
    {"move", "a move turn response restitution friction surface_speed level", move_with_level},
    {0},
};
