// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What an op of `carom query` is made of: a line in a table, and a function that reads the fields of its question and
// writes those of its answer. cmd_query.c reads the lines and finds the op; query_fields.c has the functions below.
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

#include "carom/geom.h"

/// One line of input while it is being answered.
typedef struct query {
    const json_t *fields;      ///< the object that was read
    FILE *answer;              ///< what the op answers is written here, in order, and is dropped if the op fails
    bool answer_begun;         ///< does the next field of the answer need a comma?
    char error[512];           ///< set by query_fail
    struct query_parts *parts; ///< memory of the compounds of this line
} query;

/// An op, as its table names it. Tables end with a zeroed op.
typedef struct query_op {
    const char *name;
    const char *fields;       ///< all it knows, in words: any other field of a line is an error, not a silent default
    bool (*answer)(query *q); ///< false: query_fail has told why
} query_op;

extern const query_op query_geom_ops[]; ///< query_geom.c: overlap, distance, contact, ray, sweep
extern const query_op query_grid_ops[]; ///< query_grid.c: walk, sight, fov

// ---- Reading the question. Those that answer bool have called query_fail when they answer false. -------------------

/// Sets the error and answers false. `path` is a place in the line ("$.a.circle[2]").
__attribute__((format(printf, 3, 4))) bool query_fail(query *q, const char *path, const char *format, ...);

/// A field as it stands, null if there is none; for rows and the like.
const json_t *query_field(const query *q, const char *name);

bool query_shape(query *q, const char *name, carom_shape *out); ///< valid until the line is answered
bool query_sphere(query *q, const char *name, float out[4]);    ///< centre and radius
bool query_segment3(query *q, const char *name, float out[6]);  ///< both ends
bool query_vec2(query *q, const char *name, carom_vec2 *out);
/// `count` numbers, each rounded to the nearest float; a number too large for a float is an error.
bool query_floats(query *q, const char *name, float *out, int count);
/// A pair of whole numbers, -2^31 .. 2^31 - 1.
bool query_cell(query *q, const char *name, int32_t out[2]);
/// A whole number in low..high.
bool query_integer(query *q, const char *name, int64_t low, int64_t high, int64_t *out);
/// Optional: *out stays as it is without the field.
bool query_flag(query *q, const char *name, bool *out);
/// Optional: one of `words` (closed by a null), told as its index; *out stays as it is without the field.
bool query_word(query *q, const char *name, const char *const *words, int *out);

/// Frees what the fields of this line took.
void query_release(query *q);

// ---- Writing the answer ---------------------------------------------------------------------------------------------

/// Writes the comma, the name and the colon; the value is for the caller to write to q->answer.
void answer_name(query *q, const char *name);
void answer_flag(query *q, const char *name, bool value);
void answer_number(query *q, const char *name, float value); ///< 9 significant digits; null when not finite
void answer_vec2(query *q, const char *name, carom_vec2 value);
void answer_string(query *q, const char *name, const char *value); ///< null for null
