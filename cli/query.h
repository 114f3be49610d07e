// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The parts of an op of `carom query`: a line in a table, and a function that reads the fields of a line and writes
// those of its answer. cmd_query.c reads the lines and finds the op; query_fields.c has the functions below.
//
//     static bool answer_overlap(query *q) {
//         carom_shape a, b;
//         if (!query_shape(q, "a", &a) || !query_shape(q, "b", &b)) return false;
//         answer_flag(q, "hit", carom_overlap(&a, &b));
//         return true;
//     }
//     const query_op query_geom_ops[] = {{"overlap", "a b", answer_overlap}, {0}};
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "carom/motion.h"

/// The state of one line.
typedef struct query {
    const json_t *fields;      ///< the JSON object of the line, or one within a scene
    char place[96];            ///< its path, for messages; empty: "$"
    FILE *answer;              ///< the answer is written here in order, and discarded if the op fails
    bool answer_begun;         ///< the next field of the answer needs a comma
    char error[512];           ///< set by query_fail
    struct query_parts *parts; ///< memory of the compounds of this line
} query;

/// An op. A table of ops ends with a zeroed one.
typedef struct query_op {
    const char *name;
    const char *fields;       ///< the names of its fields, separated by spaces: any other field is an error
    bool (*answer)(query *q); ///< false after query_fail
} query_op;

extern const query_op query_geom_ops[];  ///< query_geom.c: overlap, distance, contact, ray, sweep, turn
extern const query_op query_grid_ops[];  ///< query_grid.c: walk, sight, fov
extern const query_op query_level_ops[]; ///< query_level.c: move, and ops of query_geom.c with a level in place of b

// ---- Reading the line. Functions that return bool have called query_fail if they return false. ---------------------

/// Sets the error and returns false. `path` is the position in the line ("$.a.circle[2]").
__attribute__((format(printf, 3, 4))) bool query_fail(query *q, const char *path, const char *format, ...);

/// Returns the JSON value of a field, null if there is none.
const json_t *query_field(const query *q, const char *name);

bool query_shape(query *q, const char *name, carom_shape *out); ///< valid until the line is answered
/// The same, but with the pose apart; the identity, if there is none.
bool query_shape_and_pose(query *q, const char *name, carom_shape *out, carom_pose *pose);
/// Places a shape that was read apart from its pose.
bool query_place(query *q, const char *name, carom_shape *shape, carom_pose pose);
/// Reads a shape at its pose, and its motion. `names` are those of the shape, of the translation and of the turn; the
/// last two fields are optional.
bool query_turning(query *q, const char *const names[3], carom_shape *shape, carom_turning *motion);
bool query_sphere(query *q, const char *name, float out[4]);   ///< centre and radius
bool query_segment3(query *q, const char *name, float out[6]); ///< both ends
bool query_number(query *q, const char *name, float *out);
/// Reads an optional number in low..high: if the field is missing, *out keeps its value.
bool query_number_within(query *q, const char *name, float low, float high, float *out);
bool query_vec2(query *q, const char *name, carom_vec2 *out);
/// A position, and an angle in radians or its cosine and sine.
bool query_pose(query *q, const char *name, carom_pose *out);
/// Reads an array of alternating x and y; valid until the line is answered.
bool query_points(query *q, const char *name, carom_vec2 **out, int *count);
/// Reads `count` numbers, each rounded to the nearest float; a number too large for a float is an error.
bool query_floats(query *q, const char *name, float *out, int count);
/// Reads a pair of integers, -2^31 .. 2^31 - 1.
bool query_cell(query *q, const char *name, int32_t out[2]);
/// Reads an integer in low..high.
bool query_integer(query *q, const char *name, int64_t low, int64_t high, int64_t *out);
/// Reads an optional flag: if the field is missing, *out keeps its value.
bool query_flag(query *q, const char *name, bool *out);
/// Reads an optional word, one of `words`, which end with a null, as its index: if the field is missing, *out keeps its
/// value.
bool query_word(query *q, const char *name, const char *const *words, int *out);

/// Reads an optional text: if the field is missing, *out keeps its value. Valid as long as the JSON object.
bool query_text(query *q, const char *name, const char **out);
/// Reads the optional fields response, restitution, friction and surface_speed.
bool query_response(query *q, carom_response *out);
#define QUERY_OUTLINE_FIELDS "points open one_way even_odd same_area tag"
/// Reads the fields of an outline. The points are valid until the line is answered.
bool query_outline(query *q, carom_outline *out);
/// Returns true if every field is among `hidden` or `fields`, two lists of words. The error names `owner` and `fields`.
bool query_known_fields(query *q, const char *owner, const char *hidden, const char *fields);

/// Frees the memory of this line's fields.
void query_release(query *q);

// ---- Writing the answer ---------------------------------------------------------------------------------------------

/// Writes the comma, the name and the colon; the caller writes the value to q->answer.
void answer_name(query *q, const char *name);
void answer_flag(query *q, const char *name, bool value);
void answer_number(query *q, const char *name, float value); ///< 9 significant digits; null if not finite
void answer_vec2(query *q, const char *name, carom_vec2 value);
void answer_string(query *q, const char *name, const char *value); ///< null if the pointer is null
void answer_integer(query *q, const char *name, int value);

// Hits. The indices of parts are written for a compound, or for a level, whose parts are its edges.
void answer_separation(query *q, const carom_separation *separation, bool part_a, bool part_b);
void answer_ray_hit(query *q, const carom_ray_hit *hit, bool part);
void answer_sweep_hit(query *q, const carom_sweep_hit *hit, bool part_a, bool part_b);
void answer_turning_hit(query *q, const carom_turning_hit *hit, bool part_a, bool part_b);
