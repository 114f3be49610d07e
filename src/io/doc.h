// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A document: XML and JSON as one tree, so that what a level file means is written down once.
//
//     <layer name="a"><data>1,2</data></layer>       {"name": "a", "data": [1, 2]}
//
// An element is an object, its attributes and child elements are its members; the text in an element is its `text`.
// Repeated elements stand for arrays: cr_each goes over <tile>s and over "tiles": [...] alike. Scalars of XML are text,
// and are read as numbers or booleans on demand.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cr_reader;

typedef enum cr_node_kind {
    CR_NULL,
    CR_BOOL,
    CR_NUMBER,
    CR_TEXT,
    CR_NUMBERS, ///< an array of nothing but numbers, packed
    CR_ARRAY,
    CR_OBJECT,
} cr_node_kind;

typedef struct cr_node {
    cr_node_kind kind;
    int line, column;     ///< of the element, from 1; 0 in JSON
    const char *name;     ///< null for items of arrays
    const char *text;     ///< of text and elements, else null; of the root: null
    size_t length;        ///< of the text
    double number;        ///< of numbers and booleans
    const double *values; ///< of packed numbers
    size_t count;         ///< of packed numbers
    struct cr_node *parent, *first, *next;
    const char *path; ///< of the root: the file
} cr_node;

/// Reads XML or JSON, told apart by the first character. Null after a failure.
cr_node *cr_doc_read(struct cr_reader *reader, const char *path, const char *bytes, size_t size);
cr_node *cr_doc_read_xml(struct cr_reader *reader, const char *path, const char *bytes, size_t size);
cr_node *cr_doc_read_json(struct cr_reader *reader, const char *path, const char *bytes, size_t size);

/// Appends behind `last`, the newest child of `parent` (null: the first). Null after a failure.
cr_node *cr_doc_add(struct cr_reader *reader, cr_node *parent, cr_node *last, const char *name);

/// Is this tree XML?
bool cr_is_xml(const cr_node *node);
/// The file a node comes from.
const char *cr_doc_path(const cr_node *node);
/// "$.layers[2].data", or for XML the name of the element; cut short if it does not fit.
void cr_doc_place(const cr_node *node, char *out, size_t size);

/// The member of that name, or null. `node` may be null.
const cr_node *cr_get(const cr_node *node, const char *name);

/// Going over <singular> elements, or over the items of the array (or, in old files, the members of the object)
/// called `plural`.
typedef struct cr_each {
    const cr_node *next;
    const char *only; ///< elements of this name; null: all
} cr_each;
cr_each cr_each_of(const cr_node *node, const char *singular, const char *plural);
const cr_node *cr_each_next(cr_each *each);

// Values of members. Where the member is absent (or null) the fallback is told; where it is something else than asked
// for, the reading fails and the fallback is told.

const char *cr_get_text(struct cr_reader *reader, const cr_node *node, const char *name, const char *fallback);
bool cr_get_bool(struct cr_reader *reader, const cr_node *node, const char *name, bool fallback);
double cr_get_number(struct cr_reader *reader, const cr_node *node, const char *name, double fallback);
int64_t cr_get_integer(struct cr_reader *reader, const cr_node *node, const char *name, int64_t least, int64_t most,
                       int64_t fallback);
/// As cr_get_integer, but absence is a failure as well.
int64_t cr_need_integer(struct cr_reader *reader, const cr_node *node, const char *name, int64_t least, int64_t most);

/// Reads a coordinate or size, called `name`; fails beyond +-10^9, where floats are far too coarse to be meant.
bool cr_to_number(struct cr_reader *reader, const cr_node *at, const char *name, const char *text, size_t length,
                  double *out);
/// "true" or "1", "false" or "0", a JSON boolean: false if it is none of them.
bool cr_as_bool(const cr_node *node, bool *out);
