// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Reads shapes and numbers from the fields of a line, and writes answers as text. An error names its position in the
// line as a JSON path: "$.a.circle[2]: negative radius".
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/pose_of.h"
#include "cli/query.h"

enum { PATH = 192 };

/// Writes the path of a member or element of `path`; truncates it at PATH bytes.
__attribute__((format(printf, 3, 4))) static void extend(char place[PATH], const char *path, const char *format, ...) {
    size_t used = strlen(path);
    memcpy(place, path, used + 1);
    va_list values;
    va_start(values, format);
    vsnprintf(place + used, PATH - used, format, values);
    va_end(values);
}

// ---- Errors and memory ----------------------------------------------------------------------------------------------

bool query_fail(query *q, const char *path, const char *format, ...) {
    int used = snprintf(q->error, sizeof q->error, "%s: ", path);
    va_list values;
    va_start(values, format);
    vsnprintf(q->error + used, sizeof q->error - (size_t)used, format, values);
    va_end(values);
    return false;
}

/// Memory that lives until the line is answered: a list of blocks.
struct query_parts {
    struct query_parts *next;
    max_align_t bytes[];
};

static void *allocate(query *q, const char *path, size_t count, size_t size) {
    struct query_parts *block = malloc(sizeof *block + count * size);
    if (!block) {
        query_fail(q, path, "out of memory");
        return NULL;
    }
    block->next = q->parts;
    q->parts = block;
    return block->bytes;
}

void query_release(query *q) {
    while (q->parts) {
        struct query_parts *next = q->parts->next;
        free(q->parts);
        q->parts = next;
    }
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static const char *type_name(const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "an array";
    case JSON_STRING: return "a string";
    case JSON_INTEGER:
    case JSON_REAL: return "a number";
    case JSON_TRUE:
    case JSON_FALSE: return "true or false";
    case JSON_NULL: return "null";
    }
    return "something else";
}

const json_t *query_field(const query *q, const char *name) {
    return json_object_get(q->fields, name);
}

/// The path of the fields of `q`.
static const char *place_of(const query *q) {
    return q->place[0] ? q->place : "$";
}

static const json_t *required(query *q, const char *name, const char *path) {
    const json_t *value = query_field(q, name);
    if (!value) query_fail(q, path, "missing");
    return value;
}

static bool read_float(query *q, const json_t *value, const char *path, float *out) {
    if (!json_is_number(value)) return query_fail(q, path, "expected a number, not %s", type_name(value));
    *out = json_is_integer(value) ? (float)json_integer_value(value) : (float)json_real_value(value);
    return isfinite(*out) || query_fail(q, path, "%.9g is too large for a float", json_number_value(value));
}

/// Reads an array of exactly `count` numbers.
static bool read_floats(query *q, const json_t *value, const char *path, float *out, int count) {
    if (!json_is_array(value)) {
        return query_fail(q, path, "expected an array of %d numbers, not %s", count, type_name(value));
    }
    if (json_array_size(value) != (size_t)count) {
        return query_fail(q, path, "expected %d numbers, not %zu", count, json_array_size(value));
    }
    for (int i = 0; i < count; i++) {
        char place[PATH];
        extend(place, path, "[%d]", i);
        if (!read_float(q, json_array_get(value, (size_t)i), place, &out[i])) return false;
    }
    return true;
}

bool query_floats(query *q, const char *name, float *out, int count) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    return value && read_floats(q, value, path, out, count);
}

bool query_number(query *q, const char *name, float *out) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    return value && read_float(q, value, path, out);
}

bool query_number_within(query *q, const char *name, float low, float high, float *out) {
    const json_t *value = query_field(q, name);
    if (!value) return true;
    float number = json_is_number(value) ? (float)json_number_value(value) : NAN;
    if (!(number >= low && number <= high)) {
        char path[PATH];
        extend(path, place_of(q), ".%s", name);
        return query_fail(q, path, "expected a number from %g to %g", (double)low, (double)high);
    }
    *out = number;
    return true;
}

bool query_vec2(query *q, const char *name, carom_vec2 *out) {
    float v[2];
    if (!query_floats(q, name, v, 2)) return false;
    *out = (carom_vec2){v[0], v[1]};
    return true;
}

static bool read_integer(query *q, const json_t *value, const char *path, int64_t low, int64_t high, int64_t *out) {
    double number = json_is_number(value) ? json_number_value(value) : 0.5;
    // A double holds every integer up to 2^53, and low and high are smaller.
    if (!(number >= (double)low && number <= (double)high) || number != floor(number)) {
        return query_fail(q, path, "expected a whole number from %lld to %lld", (long long)low, (long long)high);
    }
    *out = (int64_t)number;
    return true;
}

bool query_integer(query *q, const char *name, int64_t low, int64_t high, int64_t *out) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    return value && read_integer(q, value, path, low, high, out);
}

bool query_cell(query *q, const char *name, int32_t out[2]) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    if (!value) return false;
    if (!json_is_array(value) || json_array_size(value) != 2) {
        return query_fail(q, path, "expected a cell, [column,row]");
    }
    for (int i = 0; i < 2; i++) {
        int64_t number = 0;
        extend(path, place_of(q), ".%s[%d]", name, i);
        if (!read_integer(q, json_array_get(value, (size_t)i), path, INT32_MIN, INT32_MAX, &number)) return false;
        out[i] = (int32_t)number;
    }
    return true;
}

static bool read_flag(query *q, const json_t *value, const char *path, bool *out) {
    if (!json_is_boolean(value)) return query_fail(q, path, "expected true or false, not %s", type_name(value));
    *out = json_is_true(value);
    return true;
}

bool query_flag(query *q, const char *name, bool *out) {
    const json_t *value = query_field(q, name);
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    return !value || read_flag(q, value, path, out);
}

bool query_word(query *q, const char *name, const char *const *words, int *out) {
    const json_t *value = query_field(q, name);
    if (!value) return true;
    const char *given = json_string_value(value);
    char list[128] = "";
    for (int i = 0; words[i]; i++) {
        if (given && strcmp(given, words[i]) == 0) {
            *out = i;
            return true;
        }
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s\"%s\"", i ? (words[i + 1] ? ", " : " or ") : "", words[i]);
    }
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    return query_fail(q, path, "expected %s", list);
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

static carom_status make_point(const float *v, carom_shape *out) {
    return carom_make_point((carom_vec2){v[0], v[1]}, out);
}

static carom_status make_segment(const float *v, carom_shape *out) {
    return carom_make_segment((carom_vec2){v[0], v[1]}, (carom_vec2){v[2], v[3]}, out);
}

static carom_status make_circle(const float *v, carom_shape *out) {
    return carom_make_circle((carom_vec2){v[0], v[1]}, v[2], out);
}

static carom_status make_box(const float *v, carom_shape *out) {
    return carom_make_box((carom_vec2){v[0], v[1]}, (carom_vec2){v[2], v[3]}, out);
}

static carom_status make_capsule(const float *v, carom_shape *out) {
    return carom_make_capsule((carom_vec2){v[0], v[1]}, (carom_vec2){v[2], v[3]}, v[4], out);
}

/// The shapes that consist of a fixed number of numbers.
static const struct simple {
    const char *name;
    int numbers;
    int radius; ///< index of the radius; -1: none
    carom_status (*make)(const float *v, carom_shape *out);
} simple_shapes[] = {
    {"point", 2, -1, make_point}, {"segment", 4, -1, make_segment}, {"circle", 3, 2, make_circle},
    {"box", 4, -1, make_box},     {"capsule", 5, 4, make_capsule},  {0},
};

static bool read_simple(query *q, const json_t *value, const char *path, const struct simple *kind, carom_shape *out) {
    float v[5];
    if (!read_floats(q, value, path, v, kind->numbers)) return false;
    carom_status status = kind->make(v, out);
    if (status == CAROM_STATUS_OK) return true;
    char place[PATH];
    extend(place, path, "[%d]", kind->radius);
    return query_fail(q, status == CAROM_STATUS_NEGATIVE_RADIUS ? place : path, "%s", carom_status_text(status));
}

/// Reads alternating x and y. The points live until the line is answered.
static bool read_points(query *q, const json_t *value, const char *path, carom_vec2 **out, int *count) {
    size_t numbers = json_array_size(value);
    if (!json_is_array(value) || numbers % 2 != 0 || numbers > INT32_MAX) {
        return query_fail(q, path, "expected an array of alternating x and y");
    }
    float *v = allocate(q, path, numbers, sizeof *v);
    *out = allocate(q, path, numbers / 2, sizeof **out);
    if (!v || !*out || !read_floats(q, value, path, v, (int)numbers)) return false;
    *count = (int)(numbers / 2);
    for (int i = 0; i < *count; i++) (*out)[i] = (carom_vec2){v[2 * i], v[2 * i + 1]};
    return true;
}

bool query_points(query *q, const char *name, carom_vec2 **out, int *count) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    return value && read_points(q, value, path, out, count);
}

static bool read_polygon(query *q, const json_t *value, const char *path, carom_shape *out) {
    carom_vec2 *points;
    int count;
    if (!read_points(q, value, path, &points, &count)) return false;
    carom_status status = carom_make_polygon(points, count, out);
    return status == CAROM_STATUS_OK || query_fail(q, path, "%s", carom_status_text(status));
}

static bool read_shape(query *q, const json_t *value, const char *path, int depth, carom_shape *out);

static bool read_compound(query *q, const json_t *value, const char *path, int depth, carom_shape *out) {
    if (!json_is_array(value)) return query_fail(q, path, "expected an array of shapes, not %s", type_name(value));
    // Bounds the recursion on hostile input; carom_make_compound checks the depth of the shape.
    if (depth > CAROM_MAX_COMPOUND_DEPTH) return query_fail(q, path, "%s", carom_status_text(CAROM_STATUS_TOO_DEEP));
    size_t count = json_array_size(value);
    if (count > INT32_MAX) return query_fail(q, path, "%s", carom_status_text(CAROM_STATUS_TOO_LARGE));
    carom_shape *parts = allocate(q, path, count, sizeof *parts);
    if (!parts) return false;
    for (size_t i = 0; i < count; i++) {
        char place[PATH];
        extend(place, path, "[%zu]", i);
        if (!read_shape(q, json_array_get(value, i), place, depth + 1, &parts[i])) return false;
    }
    carom_status status = carom_make_compound(parts, (int)count, out);
    return status == CAROM_STATUS_OK || query_fail(q, path, "%s", carom_status_text(status));
}

/// Reads the members that only a segment has: "one_sided" and "ends".
static bool read_sides(query *q, const json_t *value, const char *path, carom_shape *out) {
    char place[PATH];
    const json_t *one_sided = json_object_get(value, "one_sided"), *ends = json_object_get(value, "ends");
    extend(place, path, ".%s", one_sided ? "one_sided" : "ends");
    if ((one_sided || ends) && out->kind != CAROM_SHAPE_SEGMENT)
        return query_fail(q, place, "allowed for a segment only");

    bool is_one_sided = false, end[2] = {true, true};
    if (one_sided && !read_flag(q, one_sided, place, &is_one_sided)) return false;
    if (is_one_sided) {
        carom_status status = carom_make_one_sided(out->segment.a, out->segment.b, out);
        if (status != CAROM_STATUS_OK) return query_fail(q, path, "%s", carom_status_text(status));
    }
    if (!ends) return true;
    if (json_array_size(ends) != 2) {
        extend(place, path, ".ends");
        return query_fail(q, place, "expected two booleans, one for each end");
    }
    for (int i = 0; i < 2; i++) {
        extend(place, path, ".ends[%d]", i);
        if (!read_flag(q, json_array_get(ends, (size_t)i), place, &end[i])) return false;
    }
    out->segment.skip_a = !end[0];
    out->segment.skip_b = !end[1];
    return true;
}

/// Reads the member that only a box and a polygon have: "radius".
static bool read_radius(query *q, const json_t *value, const char *path, carom_shape *out) {
    const json_t *radius = json_object_get(value, "radius");
    if (!radius) return true;
    char place[PATH];
    float r = 0;
    extend(place, path, ".radius");
    if (out->kind != CAROM_SHAPE_POLYGON && out->kind != CAROM_SHAPE_BOX)
        return query_fail(q, place, "allowed for a box or a polygon only");
    if (!read_float(q, radius, place, &r)) return false;
    carom_status status = CAROM_STATUS_OK;
    if (out->kind == CAROM_SHAPE_BOX) {
        status = carom_make_rounded_box(out->box, r, out);
    } else {
        out->polygon.radius = r;
        status = carom_shape_check(out);
    }
    return status == CAROM_STATUS_OK || query_fail(q, place, "%s", carom_status_text(status));
}

/// Places a shape, and copies of the parts of a compound. Returns false without memory.
static bool pose_parts(query *q, const char *path, carom_shape *shape, carom_pose pose) {
    if (shape->kind != CAROM_SHAPE_COMPOUND) {
        *shape = carom_shape_posed(shape, pose);
        return true;
    }
    carom_shape *parts = allocate(q, path, (size_t)shape->compound.count, sizeof *parts);
    if (!parts) return false;
    for (int i = 0; i < shape->compound.count; i++) {
        parts[i] = shape->compound.parts[i];
        if (!pose_parts(q, path, &parts[i], pose)) return false;
    }
    shape->compound.parts = parts;
    return true;
}

/// Places a shape. `place` is that of the pose, for messages.
static bool pose_shape(query *q, const char *place, carom_shape *shape, carom_pose pose) {
    if (!pose_parts(q, place, shape, pose)) return false;
    carom_status status = carom_shape_check(shape);
    return status == CAROM_STATUS_OK || query_fail(q, place, "%s", carom_status_text(status));
}

bool query_place(query *q, const char *name, carom_shape *shape, carom_pose pose) {
    char path[PATH];
    extend(path, place_of(q), ".%s.pose", name);
    return pose_shape(q, path, shape, pose);
}

/// Reads a pose: a position, and an angle in radians or its cosine and sine.
static bool read_pose_value(query *q, const json_t *value, const char *place, carom_pose *pose) {
    float v[4];
    int count = json_array_size(value) == 4 ? 4 : 3;
    if (!read_floats(q, value, place, v, count)) return false;
    return pose_of(v, count, pose) || query_fail(q, place, "expected the cosine and the sine of an angle");
}

bool query_pose(query *q, const char *name, carom_pose *out) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    return value && read_pose_value(q, value, path, out);
}

/// Reads the member "pose". Without it, *pose is the identity.
static bool read_pose_member(query *q, const json_t *value, const char *path, carom_pose *pose) {
    const json_t *member = json_object_get(value, "pose");
    *pose = (carom_pose){.rotation = {1, 0}};
    if (!member) return true;
    char place[PATH];
    extend(place, path, ".pose");
    return read_pose_value(q, member, place, pose);
}

static bool read_pose(query *q, const json_t *value, const char *path, carom_shape *out) {
    carom_pose pose;
    if (!json_object_get(value, "pose")) return true;
    char place[PATH];
    extend(place, path, ".pose");
    return read_pose_member(q, value, path, &pose) && pose_shape(q, place, out, pose);
}

static bool read_kind(query *q, const char *kind, const json_t *value, const char *path, int depth, carom_shape *out) {
    for (const struct simple *simple = simple_shapes; simple->name; simple++) {
        if (strcmp(kind, simple->name) == 0) return read_simple(q, value, path, simple, out);
    }
    if (strcmp(kind, "polygon") == 0) return read_polygon(q, value, path, out);
    if (strcmp(kind, "compound") == 0) return read_compound(q, value, path, depth, out);
    if (strcmp(kind, "sphere") == 0 || strcmp(kind, "segment3") == 0) {
        return query_fail(q, path, "a 3D shape; expected a 2D shape");
    }
    return query_fail(q, path,
                      "unknown shape; expected point, segment, circle, box, capsule, polygon or compound, in 3D "
                      "sphere or segment3");
}

static bool is_kind(const char *name) {
    static const char *const others[] = {"polygon", "compound", "sphere", "segment3", NULL};
    for (const struct simple *simple = simple_shapes; simple->name; simple++) {
        if (strcmp(name, simple->name) == 0) return true;
    }
    for (int i = 0; others[i]; i++) {
        if (strcmp(name, others[i]) == 0) return true;
    }
    return false;
}

/// True if `word` is one of the words of `list`.
static bool is_among(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; length > 0 && (at = strstr(at, word)) != NULL; at++) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    }
    return false;
}

/// Reads a shape without its member "pose".
static bool read_unposed(query *q, const json_t *value, const char *path, int depth, carom_shape *out) {
    static const char *const example = "expected a shape, as {\"circle\":[0,0,1]}";
    if (!json_is_object(value)) return query_fail(q, path, "%s, not %s", example, type_name(value));
    const char *kind = NULL, *unknown = NULL, *key;
    json_t *member;
    json_object_foreach((json_t *)value, key, member) {
        if (is_among("one_sided ends radius pose", key)) continue;
        if (!is_kind(key)) {
            unknown = key;
            continue;
        }
        if (kind) return query_fail(q, path, "both \"%.32s\" and \"%.32s\": a shape has one kind", kind, key);
        kind = key;
    }
    if (kind && unknown) {
        return query_fail(q, path,
                          "unknown field \"%.32s\"; a shape may also have a pose, a segment one_sided and ends, a box "
                          "and a polygon a radius",
                          unknown);
    }
    if (!kind) kind = unknown;
    if (!kind) return query_fail(q, path, "%s", example);
    char place[PATH];
    extend(place, path, ".%.32s", kind);
    return read_kind(q, kind, json_object_get(value, kind), place, depth, out) && read_sides(q, value, path, out) &&
           read_radius(q, value, path, out);
}

static bool read_shape(query *q, const json_t *value, const char *path, int depth, carom_shape *out) {
    return read_unposed(q, value, path, depth, out) && read_pose(q, value, path, out);
}

bool query_text(query *q, const char *name, const char **out) {
    const json_t *value = query_field(q, name);
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    if (!value) return true;
    const char *text = json_string_value(value);
    if (!text || strlen(text) != json_string_length(value)) {
        return query_fail(q, path, "expected a text, not %s", text ? "one with a NUL" : type_name(value));
    }
    *out = text;
    return true;
}

bool query_known_fields(query *q, const char *owner, const char *hidden, const char *fields) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)q->fields, name, value) {
        if (is_among(hidden, name) || is_among(fields, name)) continue;
        return query_fail(q, place_of(q), "unknown field \"%.32s\"; the fields of %s are %s", name, owner, fields);
    }
    return true;
}

bool query_shape(query *q, const char *name, carom_shape *out) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    return value && read_shape(q, value, path, 0, out);
}

bool query_shape_and_pose(query *q, const char *name, carom_shape *out, carom_pose *pose) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    return value && read_unposed(q, value, path, 0, out) && read_pose_member(q, value, path, pose);
}

/// Reads a 3D shape, `{kind: [numbers]}`.
static bool read_solid(query *q, const char *name, const char *kind, float *out, int count) {
    char path[PATH];
    extend(path, place_of(q), ".%s", name);
    const json_t *value = required(q, name, path);
    if (!value) return false;
    const json_t *form = json_object_get(value, kind);
    if (!form || json_object_size(value) != 1) {
        return query_fail(q, path, "expected {\"%s\":[...]}, with %d numbers", kind, count);
    }
    extend(path, place_of(q), ".%s.%s", name, kind);
    return read_floats(q, form, path, out, count);
}

bool query_sphere(query *q, const char *name, float out[4]) {
    if (!read_solid(q, name, "sphere", out, 4)) return false;
    char path[PATH];
    extend(path, place_of(q), ".%s.sphere[3]", name);
    return out[3] >= 0 || query_fail(q, path, "%s", carom_status_text(CAROM_STATUS_NEGATIVE_RADIUS));
}

bool query_segment3(query *q, const char *name, float out[6]) {
    return read_solid(q, name, "segment3", out, 6);
}

// ---- Answer ---------------------------------------------------------------------------------------------------------

void answer_name(query *q, const char *name) {
    fprintf(q->answer, "%s\"%s\":", q->answer_begun ? "," : "", name);
    q->answer_begun = true;
}

void answer_flag(query *q, const char *name, bool value) {
    answer_name(q, name);
    fputs(value ? "true" : "false", q->answer);
}

void answer_number(query *q, const char *name, float value) {
    answer_name(q, name);
    json_put_number(q->answer, value);
}

void answer_integer(query *q, const char *name, int value) {
    answer_name(q, name);
    fprintf(q->answer, "%d", value);
}

void answer_vec2(query *q, const char *name, carom_vec2 value) {
    answer_name(q, name);
    json_put_vec2(q->answer, value);
}

void answer_string(query *q, const char *name, const char *value) {
    answer_name(q, name);
    json_put_string(q->answer, value);
}
