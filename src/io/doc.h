// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A document: one tree for XML and JSON, so that a format is read by one piece of code.
//
//     <layer name="a"><data>1,2</data></layer>       {"name": "a", "data": [1, 2]}
//
// An XML element is an object. Its attributes and child elements are the members; its character data is `text`.
// Repeated elements correspond to an array: cr_children visits <tile> elements and the items of "tiles": [...] alike.
// XML values are text, converted to numbers and booleans on demand.
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
    CR_NUMBER_LIST, ///< an array of numbers only, packed
    CR_ARRAY,
    CR_OBJECT,
} cr_node_kind;

/// Kept small: a file may have a node for every few bytes.
typedef struct cr_node {
    const char *name; ///< null for array items
    struct cr_node *parent, *first;
    union {
        struct cr_node *next;
        const char *path; ///< of the root: the path of the file
    };
    union {
        const char *text;     ///< of texts and elements; otherwise null, except for packed numbers
        const double *values; ///< of packed numbers
    };
    union {
        size_t length; ///< of the text
        size_t count;  ///< of packed numbers
        double number; ///< of numbers and booleans
    };
    int line;                       ///< line of an XML element, from 1; 0 in JSON
    unsigned column : 28, kind : 4; ///< kind: cr_node_kind
} cr_node;

/// Reads XML or JSON, depending on the first character. Returns null after a failure.
cr_node *cr_doc_read(struct cr_reader *reader, const char *path, const char *bytes, size_t size);
cr_node *cr_doc_read_xml(struct cr_reader *reader, const char *bytes, size_t size);
cr_node *cr_doc_read_json(struct cr_reader *reader, const char *bytes, size_t size);

/// Appends a node after `last`, the current last child of `parent` (null: there is none). Without a parent the node is
/// a root, with the current file as its path. Returns null after a failure.
cr_node *cr_doc_add(struct cr_reader *reader, cr_node *parent, cr_node *last, const char *name);
/// Sets the kind of a new node, and its position in XML.
void cr_doc_set(cr_node *node, cr_node_kind kind, unsigned long line, unsigned long column);
/// Copies a name or text for a document. Returns null after a failure.
char *cr_doc_text(struct cr_reader *reader, const char *text, size_t length);

/// True if the node belongs to an XML document.
bool cr_is_xml(const cr_node *node);
/// Returns the path of the file that contains the node.
const char *cr_doc_path(const cr_node *node);
/// Writes the location of a node of JSON: "$.layers[2].data". Returns its length; cuts it to `size`.
size_t cr_doc_location(const cr_node *node, char *out, size_t size);

/// Returns the member with the given name, or null if it is absent or JSON null. If several JSON members have the name,
/// returns the last. `node` may be null.
const cr_node *cr_get(const cr_node *node, const char *name);

/// Fails if a member of JSON is present and not an array, or an array of numbers only. `node` may be null.
bool cr_check_list(struct cr_reader *reader, const cr_node *node, const char *name);
/// Fails if the JSON member "properties" of the node is neither an object nor a list of objects.
bool cr_check_properties(struct cr_reader *reader, const cr_node *node);

/// Iterates over the `singular` child elements in XML; in JSON over the items of the array `plural` (in old files, over
/// the members of the object).
typedef struct cr_children {
    const cr_node *next;
    const char *only; ///< element name; null: visit every child
} cr_children;
cr_children cr_children_of(const cr_node *node, const char *singular, const char *plural);
const cr_node *cr_children_next(cr_children *each);

// Typed values of members. If the member is absent or JSON null, returns the fallback. If it has another type, fails
// and returns the fallback.

const char *cr_get_text(struct cr_reader *reader, const cr_node *node, const char *name, const char *fallback);
bool cr_get_bool(struct cr_reader *reader, const cr_node *node, const char *name, bool fallback);
double cr_get_number(struct cr_reader *reader, const cr_node *node, const char *name, double fallback);
int64_t cr_get_integer(struct cr_reader *reader, const cr_node *node, const char *name, int64_t min, int64_t max,
                       int64_t fallback);
/// Reads an integer in min..max from a number or text. Returns false if the value is anything else.
bool cr_as_integer(const cr_node *node, int64_t min, int64_t max, int64_t *out);
/// As cr_get_integer, but fails if the member is absent.
int64_t cr_need_integer(struct cr_reader *reader, const cr_node *node, const char *name, int64_t min, int64_t max);

/// True from -10^9 to 10^9. Beyond, the spacing of floats is 64 or more.
bool cr_is_coordinate(double value);
/// Reads a coordinate or size from text. Fails, with `name` in the message, if cr_is_coordinate is false for it.
bool cr_to_number(struct cr_reader *reader, const cr_node *at, const char *name, const char *text, size_t length,
                  double *out);
/// Reads "true", "1", "false", "0" or a JSON boolean. Returns false for other values.
bool cr_as_bool(const cr_node *node, bool *out);
