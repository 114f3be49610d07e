// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Document traversal, and reading of scalar values.
#include "io/doc.h"

#include "io/ascii.h"
#include "io/number.h"
#include "io/reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double coordinate_limit = 1e9;                   // see cr_is_coordinate
static const double exact_integer_limit = 9007199254740992.0; // 2^53: beyond, doubles skip integers

cr_node *cr_doc_read(cr_reader *reader, const char *path, const char *bytes, size_t size) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (!cr_count_file(reader, path, size)) return NULL;
    if (size == 0) {
        cr_fail_in_file(reader, CAROM_STATUS_BAD_FILE, (cr_file_position){.path = path}, "the file is empty");
        return NULL;
    }
    size_t at = size >= 3 && memcmp(bytes, byte_order_mark, 3) == 0 ? 3 : 0;
    size_t start = at;
    while (start < size && cr_is_blank(bytes[start])) start++;
    unsigned char first = start < size ? (unsigned char)bytes[start] : 0;
    if (first == '<' || first == 0xfe || first == 0xff) return cr_doc_read_xml(reader, bytes, size);
    if (first == '{' || first == '[') return cr_doc_read_json(reader, bytes + at, size - at);
    cr_fail_in_file(reader, CAROM_STATUS_BAD_FILE, (cr_file_position){.path = path},
                    "neither XML nor JSON; a Tiled map (.tmx, .tmj), an LDtk world (.ldtk) or GeoJSON is expected");
    return NULL;
}

cr_node *cr_doc_add(cr_reader *reader, cr_node *parent, cr_node *last, const char *name) {
    cr_node *node = cr_scratch_memory(reader, 1, sizeof *node);
    if (!node) return NULL;
    node->name = name;
    node->parent = parent;
    if (last)
        last->next = node;
    else if (parent)
        parent->first = node;
    else
        node->path = reader->file;
    return node;
}

/// The largest number that `column` holds.
#define LAST_COLUMN ((1u << 28) - 1)

void cr_doc_set(cr_node *node, cr_node_kind kind, unsigned long line, unsigned long column) {
    node->kind = kind & 15;
    node->line = (int)line; // expat reads no more than INT_MAX bytes
    node->column = (unsigned)(column < LAST_COLUMN ? column : LAST_COLUMN) & LAST_COLUMN;
}

char *cr_doc_text(cr_reader *reader, const char *text, size_t length) {
    char *copy = cr_arena_copy_text(&reader->texts, text, length);
    if (!copy) cr_no_memory(reader);
    return copy;
}

static const cr_node *root_of(const cr_node *node) {
    while (node->parent) node = node->parent;
    return node;
}

bool cr_is_xml(const cr_node *node) {
    return root_of(node)->line > 0;
}

const char *cr_doc_path(const cr_node *node) {
    return root_of(node)->path;
}

static size_t index_of(const cr_node *node) {
    size_t index = 0;
    for (const cr_node *other = node->parent->first; other != node; other = other->next) index++;
    return index;
}

size_t cr_doc_location(const cr_node *node, char *out, size_t size) {
    if (!node->parent) return (size_t)snprintf(out, size, "$");
    size_t used = cr_doc_location(node->parent, out, size);
    if (used >= size) return used;
    return used + (size_t)(node->name ? snprintf(out + used, size - used, ".%s", node->name)
                                      : snprintf(out + used, size - used, "[%zu]", index_of(node)));
}

const cr_node *cr_get(const cr_node *node, const char *name) {
    if (!node || node->kind != CR_OBJECT) return NULL;
    const cr_node *found = NULL;
    for (const cr_node *child = node->first; child && !(found && node->line > 0); child = child->next)
        if (strcmp(child->name, name) == 0) found = child;
    return found && found->kind != CR_NULL ? found : NULL;
}

static const cr_node *named(const cr_node *node, const char *name) {
    while (node && name && (node->kind != CR_OBJECT || strcmp(node->name, name) != 0)) node = node->next;
    return node;
}

cr_children cr_children_of(const cr_node *node, const char *singular, const char *plural) {
    if (!node) return (cr_children){0};
    if (cr_is_xml(node)) return (cr_children){named(node->first, singular), singular};
    const cr_node *list = cr_get(node, plural);
    return (cr_children){list ? list->first : NULL, NULL};
}

bool cr_check_list(cr_reader *reader, const cr_node *node, const char *name) {
    const cr_node *list = !node || cr_is_xml(node) ? NULL : cr_get(node, name);
    if (!list || list->kind == CR_ARRAY || (list->kind == CR_NUMBER_LIST && list->count == 0)) return true;
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, list, "'%s' must be a list of objects", name);
}

bool cr_check_properties(cr_reader *reader, const cr_node *node) {
    const cr_node *list = cr_is_xml(node) ? NULL : cr_get(node, "properties");
    if (!list || list->kind == CR_OBJECT || (list->kind == CR_NUMBER_LIST && list->count == 0)) return true;
    const cr_node *wrong = list->kind == CR_ARRAY ? list->first : list;
    while (wrong && wrong->kind == CR_OBJECT) wrong = wrong->next;
    if (!wrong) return true;
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, wrong, "'properties' must be an object or a list of objects");
}

const cr_node *cr_children_next(cr_children *each) {
    const cr_node *node = each->next;
    if (node) each->next = named(node->next, each->only);
    return node;
}

const char *cr_get_text(cr_reader *reader, const cr_node *node, const char *name, const char *fallback) {
    const cr_node *member = cr_get(node, name);
    if (!member) return fallback;
    if (member->kind == CR_TEXT) return member->text;
    cr_fail(reader, CAROM_STATUS_BAD_FILE, member, "'%s' must be text", name);
    return fallback;
}

bool cr_as_bool(const cr_node *node, bool *out) {
    bool text = node->kind == CR_TEXT;
    if (node->kind != CR_BOOL && !text) return false;
    *out = text ? strcmp(node->text, "1") == 0 || strcmp(node->text, "true") == 0 : node->number != 0;
    return !text || *out || strcmp(node->text, "0") == 0 || strcmp(node->text, "false") == 0;
}

bool cr_get_bool(cr_reader *reader, const cr_node *node, const char *name, bool fallback) {
    const cr_node *member = cr_get(node, name);
    bool value;
    if (!member) return fallback;
    if (cr_as_bool(member, &value)) return value;
    cr_fail(reader, CAROM_STATUS_BAD_FILE, member, "'%s' must be true or false", name);
    return fallback;
}

bool cr_is_coordinate(double value) {
    return fabs(value) <= coordinate_limit;
}

bool cr_to_number(cr_reader *reader, const cr_node *at, const char *name, const char *text, size_t length,
                  double *out) {
    if (cr_parse_number(text, length, out) && cr_is_coordinate(*out)) return true;
    return cr_fail(reader, CAROM_STATUS_BAD_FILE, at, "'%s' must be a number from -1e9 to 1e9, not '%.*s'", name,
                   length < 40 ? (int)length : 40, text);
}

double cr_get_number(cr_reader *reader, const cr_node *node, const char *name, double fallback) {
    const cr_node *member = cr_get(node, name);
    double value = fallback;
    if (!member) return fallback;
    if (member->kind == CR_TEXT)
        cr_to_number(reader, member, name, member->text, member->length, &value);
    else if (member->kind == CR_NUMBER && cr_is_coordinate(member->number))
        value = member->number;
    else
        cr_fail(reader, CAROM_STATUS_BAD_FILE, member, "'%s' must be a number from -1e9 to 1e9", name);
    return value;
}

static bool as_integer(const cr_node *node, int64_t *out) {
    if (node->kind == CR_TEXT) return cr_parse_integer(node->text, node->length, out);
    if (node->kind != CR_NUMBER || fabs(node->number) > exact_integer_limit) return false;
    *out = (int64_t)node->number;
    return (double)*out == node->number;
}

bool cr_as_integer(const cr_node *node, int64_t min, int64_t max, int64_t *out) {
    return as_integer(node, out) && *out >= min && *out <= max;
}

int64_t cr_get_integer(cr_reader *reader, const cr_node *node, const char *name, int64_t min, int64_t max,
                       int64_t fallback) {
    const cr_node *member = cr_get(node, name);
    int64_t value;
    if (!member) return fallback;
    if (cr_as_integer(member, min, max, &value)) return value;
    cr_fail(reader, CAROM_STATUS_BAD_FILE, member, "'%s' must be a whole number from %lld to %lld", name,
            (long long)min, (long long)max);
    return fallback;
}

int64_t cr_need_integer(cr_reader *reader, const cr_node *node, const char *name, int64_t min, int64_t max) {
    if (!cr_get(node, name)) cr_fail(reader, CAROM_STATUS_BAD_FILE, node, "'%s' is missing", name);
    return cr_get_integer(reader, node, name, min, max, min);
}
