// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// JSON to a document, by jansson.
#include "io/doc.h"
#include "io/reader.h"

#include <jansson.h>
#include <string.h>

static bool fill(cr_reader *reader, cr_node *node, const json_t *json, int depth);

static bool fill_text(cr_reader *reader, cr_node *node, const json_t *json) {
    node->kind = CR_TEXT;
    node->length = json_string_length(json);
    node->text = cr_take_text(&reader->scratch, json_string_value(json), node->length);
    return node->text || cr_no_memory(reader);
}

static bool fill_object(cr_reader *reader, cr_node *node, const json_t *json, int depth) {
    node->kind = CR_OBJECT;
    cr_node *last = NULL;
    json_t *object = (json_t *)(uintptr_t)json; // iteration does not change it, but its type says otherwise
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        const char *name = cr_take_text(&reader->scratch, key, strlen(key));
        if (!name) return cr_no_memory(reader);
        last = cr_doc_add(reader, node, last, name);
        if (!last || !fill(reader, last, json_object_iter_value(at), depth)) return false;
    }
    return true;
}

static bool all_numbers(const json_t *json) {
    for (size_t i = 0; i < json_array_size(json); i++)
        if (!json_is_number(json_array_get(json, i))) return false;
    return true;
}

static bool fill_numbers(cr_reader *reader, cr_node *node, const json_t *json) {
    node->kind = CR_NUMBERS;
    node->count = json_array_size(json);
    double *values = cr_scratch(reader, node->count, sizeof *values);
    for (size_t i = 0; values && i < node->count; i++) values[i] = json_number_value(json_array_get(json, i));
    node->values = values;
    return values != NULL;
}

static bool fill_array(cr_reader *reader, cr_node *node, const json_t *json, int depth) {
    if (all_numbers(json)) return fill_numbers(reader, node, json);
    node->kind = CR_ARRAY;
    cr_node *last = NULL;
    for (size_t i = 0; i < json_array_size(json); i++) {
        last = cr_doc_add(reader, node, last, NULL);
        if (!last || !fill(reader, last, json_array_get(json, i), depth)) return false;
    }
    return true;
}

static bool fill(cr_reader *reader, cr_node *node, const json_t *json, int depth) {
    if (depth > reader->options.limits.depth)
        return cr_fail(reader, CAROM_TOO_LARGE, node, "values are nested too deep");
    switch (json_typeof(json)) {
    case JSON_OBJECT: return fill_object(reader, node, json, depth + 1);
    case JSON_ARRAY: return fill_array(reader, node, json, depth + 1);
    case JSON_STRING: return fill_text(reader, node, json);
    case JSON_INTEGER:
    case JSON_REAL: node->kind = CR_NUMBER; break;
    case JSON_TRUE:
    case JSON_FALSE: node->kind = CR_BOOL; break;
    case JSON_NULL: node->kind = CR_NULL; break;
    }
    node->number = json_is_true(json) ? 1 : json_number_value(json);
    return true;
}

cr_node *cr_doc_read_json(cr_reader *reader, const char *path, const char *bytes, size_t size) {
    json_error_t error;
    json_t *json = json_loadb(bytes, size, 0, &error);
    if (!json) {
        bool no_memory = json_error_code(&error) == json_error_out_of_memory || !error.text[0];
        if (no_memory) cr_no_memory(reader);
        cr_fail_in_file(reader, CAROM_BAD_FILE, path, error.line, error.column, "%s", error.text);
        return NULL;
    }
    cr_node *root = cr_doc_add(reader, NULL, NULL, NULL);
    if (root) root->path = path;
    bool filled = root && fill(reader, root, json, 1);
    json_decref(json);
    return filled ? root : NULL;
}
