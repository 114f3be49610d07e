// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Reads a scene from JSON. Numbers, shapes and messages are those of carom query.
#include "cli/scene.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/input.h"
#include "cli/pose_of.h"
#include "cli/query_text.h"

static const char scene_fields[] = "level outlines materials rules bodies orders down gravity bounces steps dt";
#define PROPERTIES                                                                                                     \
    "position velocity rotation spin shape response restitution friction surface_speed material sensor mass category " \
    "ignore group tag gravity"
static const char body_fields[] = "name class type path " PROPERTIES,
                  order_fields[] = "step body to remove " PROPERTIES;
static const char surface_fields[] = "tag restitution friction surface_speed",
                  material_fields[] = "restitution friction surface_speed",
                  rule_fields[] = "a b normal response restitution friction surface_speed";
static const char outline_fields[] = QUERY_OUTLINE_FIELDS;
static const char path_fields[] = "points steps";

enum { MOST_STEPS = 1000000000 };
static const int64_t MOST_TAG = (int64_t)1 << 53; // a double has every integer up to here

// ---- Fields ---------------------------------------------------------------------------------------------------------

static bool has(const query *q, const char *name) {
    return query_field(q, name) != NULL;
}

/// As query_fail, at a field of the current object.
static bool fail_at(query *q, const char *name, const char *message) {
    char path[160];
    snprintf(path, sizeof path, "%s.%s", q->place[0] ? q->place : "$", name);
    return query_fail(q, path, "%s", message);
}

static bool read_vec2(query *q, const char *name, carom_vec2 *out) {
    return !has(q, name) || query_vec2(q, name, out);
}

static bool read_integer(query *q, const char *name, int64_t low, int64_t high, int64_t *out) {
    return !has(q, name) || query_integer(q, name, low, high, out);
}

static bool read_filter(query *q, carom_filter *out) {
    int64_t category = out->category, ignore = out->ignore, group = out->group;
    if (!read_integer(q, "category", 0, UINT32_MAX, &category) || !read_integer(q, "ignore", 0, UINT32_MAX, &ignore) ||
        !read_integer(q, "group", INT32_MIN, INT32_MAX, &group))
        return false;
    *out = (carom_filter){(uint32_t)category, (uint32_t)ignore, (int32_t)group};
    return true;
}

/// Reads numbers of any sign.
static bool read_material_fields(query *q, carom_material *out) {
    return query_number_within(q, "restitution", -1e6f, 1e6f, &out->restitution) &&
           query_number_within(q, "friction", -1e6f, 1e6f, &out->friction) &&
           query_number_within(q, "surface_speed", -1e6f, 1e6f, &out->surface_speed);
}

/// Makes an object that is a field of the current one the current one. *length is for leave_object.
static bool enter_object(query *q, const char *name, size_t *length) {
    const json_t *value = query_field(q, name);
    if (!json_is_object(value)) return fail_at(q, name, "expected an object");
    *length = strlen(q->place);
    q->fields = value;
    snprintf(q->place + *length, sizeof q->place - *length, ".%s", name);
    return true;
}

static void leave_object(query *q, const json_t *outer, size_t length) {
    q->fields = outer;
    q->place[length] = 0;
}

static bool read_material(query *q, carom_material *out) {
    const json_t *outer = q->fields;
    size_t length = 0;
    if (!has(q, "material")) return true;
    if (!enter_object(q, "material", &length) || !query_known_fields(q, "a material", "", material_fields) ||
        !read_material_fields(q, out))
        return false;
    leave_object(q, outer, length);
    return true;
}

static bool read_mass(query *q, float *out) {
    const json_t *value = query_field(q, "mass");
    if (!value) return true;
    const char *word = json_string_value(value);
    *out = word && strcmp(word, "infinite") == 0 ? INFINITY : 0;
    if (json_is_number(value) && !query_number(q, "mass", out)) return false;
    return *out > 0 || fail_at(q, "mass", "expected a number above 0, or \"infinite\"");
}

/// Reads a tag of a body: a whole number, above 2^53 as a text of digits, because JSON numbers are doubles.
static bool read_tag(query *q, uint64_t *out) {
    const char *digits = json_string_value(query_field(q, "tag"));
    if (!digits) {
        int64_t tag = 0;
        if (!has(q, "tag")) return true;
        if (!query_integer(q, "tag", 0, MOST_TAG, &tag)) return false;
        *out = (uint64_t)tag;
        return true;
    }
    char *end;
    errno = 0;
    *out = strtoull(digits, &end, 10);
    bool good = digits[0] >= '0' && digits[0] <= '9' && *end == 0 && errno == 0;
    return good || fail_at(q, "tag", "expected a whole number from 0 to 18446744073709551615 in digits");
}

/// Reads an angle in radians, or a cosine and a sine, as summaries have them.
static bool read_rotation(query *q, carom_rotation *out) {
    if (!has(q, "rotation")) return true;
    float v[2];
    if (!json_is_array(query_field(q, "rotation"))) {
        if (!query_number(q, "rotation", v)) return false;
        *out = carom_rotation_of(v[0]);
        return true;
    }
    if (!query_floats(q, "rotation", v, 2)) return false;
    return rotation_of_pair(v[0], v[1], out) || fail_at(q, "rotation", "expected the cosine and the sine of an angle");
}

static bool read_spin(const scene *s, query *q, carom_body_type type, float *out) {
    if (!has(q, "spin")) return true;
    if (!query_number(q, "spin", out)) return false;
    if (*out != 0 && type == CAROM_BODY_STATIC)
        return fail_at(q, "spin", "allowed for a mover or kinematic body only: a static keeps its rotation");
    if (fabs((double)*out * (double)s->dt) <= (double)CAROM_MAX_TURN) return true;
    char message[112];
    snprintf(message, sizeof message,
             "expected at most %.9g either way, because a step of %.9g turns by at most %g radians",
             (double)CAROM_MAX_TURN / (double)s->dt, (double)s->dt, (double)CAROM_MAX_TURN);
    return fail_at(q, "spin", message);
}

/// Reads the properties that bodies and orders share.
static bool read_properties(query *q, carom_body_desc *desc) {
    if (!read_vec2(q, "position", &desc->position) || !read_vec2(q, "velocity", &desc->velocity) ||
        !read_rotation(q, &desc->rotation) || !query_response(q, &desc->response) ||
        !read_material(q, &desc->material) || !query_flag(q, "sensor", &desc->sensor) || !read_mass(q, &desc->mass) ||
        !read_filter(q, &desc->filter) || !read_tag(q, &desc->tag))
        return false;
    return !has(q, "shape") || query_shape(q, "shape", &desc->shape);
}

// ---- Lists ----------------------------------------------------------------------------------------------------------

typedef struct entry_kind {
    const char *name, *fields; ///< for messages
    bool (*read)(scene *s, int index);
} entry_kind;

/// Makes a zeroed list for the entries of the field `name`, which may be missing. `size` is that of an entry.
static bool read_list(scene *s, const char *name, void **list, size_t size, int *count) {
    query *q = &s->fields;
    const json_t *value = json_object_get(s->root, name);
    if (!value) return true;
    if (!json_is_array(value) || json_array_size(value) > 10000000) {
        return fail_at(q, name, "expected an array of at most 10,000,000 objects");
    }
    *list = calloc(json_array_size(value) + 1, size);
    if (!*list) return fail_at(q, name, "out of memory");
    *count = (int)json_array_size(value);
    return true;
}

/// Reads each entry of a list; the fields of an entry are the current ones meanwhile.
static bool read_entries(scene *s, const char *name, int count, const entry_kind *kind) {
    query *q = &s->fields;
    const json_t *list = json_object_get(s->root, name);
    for (int i = 0; i < count; i++) {
        q->fields = json_array_get(list, (size_t)i);
        snprintf(q->place, sizeof q->place, "$.%s[%d]", name, i);
        if (!json_is_object(q->fields)) return query_fail(q, q->place, "expected an object");
        if (!query_known_fields(q, kind->name, "", kind->fields) || !kind->read(s, i)) return false;
    }
    q->fields = s->root;
    q->place[0] = 0;
    return true;
}

static bool read_outline(scene *s, int index) {
    return query_outline(&s->fields, &s->outlines[index]);
}

// ---- Materials and rules --------------------------------------------------------------------------------------------

static bool read_surface(scene *s, int index) {
    query *q = &s->fields;
    scene_surface *surface = &s->materials[index];
    int64_t tag;
    if (!query_integer(q, "tag", INT32_MIN, INT32_MAX, &tag)) return false;
    surface->tag = (int)tag;
    return read_material_fields(q, &surface->material);
}

static bool read_selector(query *q, const char *name, scene_selector *out) {
    const json_t *value = query_field(q, name);
    if (!value) return true;
    out->has_tag = json_is_number(value);
    if (out->has_tag) return query_integer(q, name, INT32_MIN, MOST_TAG, &out->tag);
    return query_text(q, name, &out->word);
}

/// A selector that selects nothing is a mistake.
static bool is_known(const scene *s, const scene_selector *selector, bool level) {
    const char *word = selector->word;
    if (!word || (level && strcmp(word, "level") == 0)) return true;
    for (int i = 0; i < s->body_count; i++) {
        const scene_body *body = &s->bodies[i];
        if ((body->name && strcmp(body->name, word) == 0) || (body->class && strcmp(body->class, word) == 0))
            return true;
    }
    return false;
}

static bool read_rule(scene *s, int index) {
    query *q = &s->fields;
    scene_rule *rule = &s->rules[index];
    rule->has_kind = has(q, "response");
    rule->has_restitution = has(q, "restitution") || rule->has_kind;
    rule->has_friction = has(q, "friction");
    rule->has_surface_speed = has(q, "surface_speed");
    rule->has_normal = has(q, "normal");
    if (!read_selector(q, "a", &rule->a) || !read_selector(q, "b", &rule->b) ||
        !read_vec2(q, "normal", &rule->normal) || !query_response(q, &rule->response))
        return false;
    if (rule->has_normal && rule->normal.x == 0 && rule->normal.y == 0)
        return fail_at(q, "normal", "expected a direction, not [0, 0]");
    if (!is_known(s, &rule->a, false)) return fail_at(q, "a", "no body has this name or class");
    return is_known(s, &rule->b, true) || fail_at(q, "b", "no body has this name or class; \"level\" is any level");
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

static bool read_path(query *q, scene_body *body) {
    const json_t *outer = q->fields;
    size_t length = 0;
    if (!has(q, "path")) return true;
    if (body->desc.type != CAROM_BODY_KINEMATIC) return fail_at(q, "path", "allowed for a kinematic body only");
    if (!enter_object(q, "path", &length)) return false;
    scene_path *path = &body->path;
    bool good = query_known_fields(q, "a path", "", path_fields) &&
                query_points(q, "points", &path->points, &path->count) &&
                query_integer(q, "steps", 1, MOST_STEPS, &path->steps);
    if (good && path->count == 0) good = fail_at(q, "points", "expected at least one point");
    if (!good) return false;
    leave_object(q, outer, length);
    if (!has(q, "position")) body->desc.position = path->points[0];
    return true;
}

/// Rules and events call levels "level".
static bool is_free_word(query *q, const char *field, const char *word) {
    return !word || strcmp(word, "level") != 0 || fail_at(q, field, "\"level\" is the name of levels; choose another");
}

static int find_name(const scene *s, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (s->bodies[i].name && strcmp(s->bodies[i].name, name) == 0) return i;
    return -1;
}

static bool read_body(scene *s, int index) {
    static const char *const types[] = {"mover", "static", "kinematic", NULL}; // in the order of carom_body_type
    query *q = &s->fields;
    scene_body *body = &s->bodies[index];
    int type = 0;
    body->gravity = s->gravity;
    if (!has(q, "shape")) return fail_at(q, "shape", "missing; for example {\"circle\":[0,0,1]}");
    if (!query_text(q, "name", &body->name) || !query_text(q, "class", &body->class) ||
        !query_word(q, "type", types, &type) || !read_vec2(q, "gravity", &body->gravity) ||
        !read_properties(q, &body->desc))
        return false;
    if (!is_free_word(q, "name", body->name) || !is_free_word(q, "class", body->class)) return false;
    body->desc.type = (carom_body_type)type;
    if (!read_spin(s, q, body->desc.type, &body->desc.spin)) return false;
    if (body->name && find_name(s, index, body->name) >= 0)
        return fail_at(q, "name", "another body has this name; give bodies that belong together a class");
    return read_path(q, body);
}

// ---- Orders ---------------------------------------------------------------------------------------------------------

/// Reads which body an order is for: its name, or its number.
static bool read_target(scene *s, int *out) {
    query *q = &s->fields;
    const json_t *value = query_field(q, "body");
    if (json_is_string(value)) {
        *out = find_name(s, s->body_count, json_string_value(value));
        return *out >= 0 || fail_at(q, "body", "no body has this name");
    }
    int64_t number;
    if (s->body_count == 0) return fail_at(q, "body", "the scene has no bodies");
    if (!query_integer(q, "body", 0, s->body_count - 1, &number)) return false;
    *out = (int)number;
    return true;
}

static unsigned set_by(const query *q) {
    static const struct {
        const char *name;
        unsigned bit;
    } all[] = {{"position", ORDER_POSITION},
               {"velocity", ORDER_VELOCITY},
               {"rotation", ORDER_ROTATION},
               {"spin", ORDER_SPIN},
               {"shape", ORDER_SHAPE},
               {"response", ORDER_RESPONSE},
               {"restitution", ORDER_RESPONSE},
               {"friction", ORDER_RESPONSE},
               {"surface_speed", ORDER_RESPONSE},
               {"material", ORDER_MATERIAL},
               {"sensor", ORDER_SENSOR},
               {"mass", ORDER_MASS},
               {"category", ORDER_FILTER},
               {"ignore", ORDER_FILTER},
               {"group", ORDER_FILTER},
               {"tag", ORDER_TAG},
               {"gravity", ORDER_GRAVITY},
               {"to", ORDER_TARGET}};
    unsigned sets = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (has(q, all[i].name)) sets |= all[i].bit;
    return sets;
}

/// Reads "to": a position, or a pose.
static bool read_to(query *q, scene_order *order) {
    const json_t *to = query_field(q, "to");
    if (!to) return true;
    order->turns = json_array_size(to) > 2;
    return order->turns ? query_pose(q, "to", &order->target) : query_vec2(q, "to", &order->target.position);
}

static bool read_order(scene *s, int index) {
    query *q = &s->fields;
    scene_order *order = &s->orders[index];
    bool removes = false;
    order->index = index;
    if (!query_integer(q, "step", 1, MOST_STEPS, &order->step) || !read_target(s, &order->body)) return false;
    // Values that an order leaves out are those of the body at the start of the scene.
    order->desc = s->bodies[order->body].desc;
    if (!read_properties(q, &order->desc) || !read_vec2(q, "gravity", &order->gravity) ||
        !read_spin(s, q, order->desc.type, &order->desc.spin) || !read_to(q, order) ||
        !query_flag(q, "remove", &removes))
        return false;
    if (has(q, "to") && order->desc.type != CAROM_BODY_KINEMATIC)
        return fail_at(q, "to", "allowed for a kinematic body only");
    order->sets = set_by(q) | (removes ? ORDER_REMOVE : 0);
    if (removes && order->sets != ORDER_REMOVE)
        return fail_at(q, "remove", "cannot be combined with new values: the body is gone");
    if (order->sets == 0) return query_fail(q, q->place, "nothing to do; the fields of an order are %s", order_fields);
    return true;
}

static int compare_orders(const void *a, const void *b) {
    const scene_order *first = a, *second = b;
    if (first->step != second->step) return first->step < second->step ? -1 : 1;
    return first->index < second->index ? -1 : 1;
}

// ---- The file -------------------------------------------------------------------------------------------------------

static bool read_scene(scene *s) {
    static const entry_kind surface = {"a material", surface_fields, read_surface},
                            rule = {"a rule", rule_fields, read_rule};
    static const entry_kind outline = {"an outline", outline_fields, read_outline},
                            body = {"a body", body_fields, read_body}, order = {"an order", order_fields, read_order};
    query *q = &s->fields;
    if (!query_known_fields(q, "a scene", "", scene_fields) || !query_text(q, "level", &s->level) ||
        !read_vec2(q, "down", &s->down) || !read_vec2(q, "gravity", &s->gravity) ||
        !read_integer(q, "bounces", 0, INT32_MAX, &s->bounces) || !read_integer(q, "steps", 0, MOST_STEPS, &s->steps) ||
        !query_number_within(q, "dt", 1e-9f, 1e9f, &s->dt) ||
        !read_list(s, "outlines", (void **)&s->outlines, sizeof *s->outlines, &s->outline_count) ||
        !read_list(s, "materials", (void **)&s->materials, sizeof *s->materials, &s->material_count) ||
        !read_list(s, "rules", (void **)&s->rules, sizeof *s->rules, &s->rule_count) ||
        !read_list(s, "bodies", (void **)&s->bodies, sizeof *s->bodies, &s->body_count) ||
        !read_list(s, "orders", (void **)&s->orders, sizeof *s->orders, &s->order_count) ||
        !read_entries(s, "outlines", s->outline_count, &outline) ||
        !read_entries(s, "materials", s->material_count, &surface) ||
        !read_entries(s, "bodies", s->body_count, &body) || !read_entries(s, "rules", s->rule_count, &rule) ||
        !read_entries(s, "orders", s->order_count, &order))
        return false;
    if (s->level && !s->level[0]) return fail_at(q, "level", "expected the name of a level, not an empty text");
    if (s->order_count > 0) qsort(s->orders, (size_t)s->order_count, sizeof *s->orders, compare_orders);
    return s->body_count > 0 || query_fail(q, "$.bodies", "missing or empty; expected an array of bodies");
}

static char *read_text(char **argv, const char *path) {
    bool standard = strcmp(path, "-") == 0;
    const char *why = NULL;
    FILE *file = standard ? stdin : open_input(path, &why);
    size_t size = 0;
    char *text = file ? read_all(file, &size) : NULL;
    if (file && ferror(file)) why = strerror(errno);
    if (file && !standard) fclose(file);
    if (!why && text && memchr(text, 0, size)) {
        cli_fail(argv, "%s: has a NUL byte: not JSON", file_name(path));
    } else if (!why && text) {
        char *ended = realloc(text, size + 1);
        if (ended) ended[size] = 0;
        if (ended) return ended;
    }
    if (why) cli_fail(argv, "cannot read %s: %s", path, why);
    if (!why && !text) cli_fail(argv, "out of memory for %s", path);
    free(text);
    return NULL;
}

bool scene_read(char **argv, const char *path, scene *out) {
    *out = (scene){.path = path, .steps = -1, .dt = 1};
    out->text = read_text(argv, path);
    if (!out->text) return false;
    json_error_t error;
    const char *text = out->text + (strncmp(out->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0); // a byte order mark
    char first = text[strspn(text, " \t\r\n")];
    if (first != '{')
        return !cli_fail(argv, "%s: %s; a scene is a JSON object: see docs/scenes.md", file_name(path),
                         first ? "not a scene" : "the file is empty");
    out->root = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (!out->root) return !cli_fail(argv, "%s:%d:%d: %s", file_name(path), error.line, error.column, error.text);
    query_round_once(out->root, text);
    out->fields.fields = out->root;
    return read_scene(out) || !cli_fail(argv, "%s: %s", file_name(path), out->fields.error);
}

void scene_free(scene *s) {
    query_release(&s->fields);
    json_decref(s->root);
    free(s->text);
    free(s->outlines);
    free(s->materials);
    free(s->rules);
    free(s->bodies);
    free(s->orders);
}

bool scene_order_fail(char **argv, const scene *s, const scene_order *order, const char *field, carom_status status) {
    bool removed = status == CAROM_STATUS_STALE_ID;
    return !cli_fail(argv, "%s: $.orders[%d].%s: %s", file_name(s->path), order->index, removed ? "body" : field,
                     removed ? "an earlier order has removed this body" : carom_status_text(status));
}

carom_vec2 scene_target(const scene_path *path, int64_t step) {
    int64_t leg = step / path->steps, rest = step % path->steps;
    carom_vec2 a = path->points[leg % path->count], b = path->points[(leg + 1) % path->count];
    double f = (double)rest / (double)path->steps;
    return (carom_vec2){(float)((double)a.x + ((double)b.x - (double)a.x) * f),
                        (float)((double)a.y + ((double)b.y - (double)a.y) * f)};
}
