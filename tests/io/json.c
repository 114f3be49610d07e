// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The JSON parser against jansson: both accept the same random and damaged documents, with the same values.
#include "io/doc.h"
#include "io/reader.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

enum { CAPACITY = 1 << 14 };

// ---- Random documents -----------------------------------------------------------------------------------------------

typedef struct text {
    char bytes[CAPACITY];
    size_t size;
} text;

static random_source source;

static int below(int bound) {
    return random_below(&source, bound);
}

static void append(text *t, const char *piece) {
    size_t length = strlen(piece);
    if (t->size + length >= CAPACITY) return;
    memcpy(t->bytes + t->size, piece, length);
    t->size += length;
}

static void append_blank(text *t) {
    static const char *const blanks[] = {"", "", "", " ", "\n", "\t ", "\r\n"};
    append(t, blanks[below(7)]);
}

static void append_string(text *t) {
    static const char *const pieces[] = {
        "a",   "layers",  " ",       "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\\n",  "\\\"", "\\\\",
        "\\/", "\\u0041", "\\u00e9", "\\u20AC",  "\\b\\f\\r\\t", "\\ud83d\\ude00",   "\x7f", "{",    "]"};
    append(t, "\"");
    for (int count = below(5); count > 0; count--) append(t, pieces[below(18)]);
    append(t, "\"");
}

static void append_number(text *t) {
    static const char *const forms[] = {"0",    "-0",   "1",      "-17",   "4294967295",      "0.5",    "-12.25", "1e3",
                                        "1E-3", "2e+2", "0.1e10", "1.0e0", "123456789012345", "16.000", "3.14159"};
    append(t, forms[below(15)]);
}

static void append_value(text *t, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    int kind = below(depth > 0 ? 8 : 4);
    append_blank(t);
    if (kind == 0)
        append(t, words[below(3)]);
    else if (kind == 1)
        append_string(t);
    else if (kind < 4)
        append_number(t);
    else {
        bool object = kind < 6, numbers = kind == 6;
        append(t, object ? "{" : "[");
        for (int i = 0, count = below(5); i < count; i++) {
            if (i > 0) append(t, ",");
            append_blank(t);
            if (object) append_string(t);
            if (object) append(t, " :");
            if (numbers)
                append_number(t);
            else
                append_value(t, depth - 1);
            append_blank(t);
        }
        append(t, object ? "}" : "]");
    }
    append_blank(t);
}

// Removes, inserts or changes one character.
static void damage(text *t) {
    static const char bytes[] = "\"\\{}[],:.eE+-0u1d8 \n\x01\x80\xc3\xed\xff";
    size_t at = (size_t)below((int)t->size);
    char byte = bytes[below((int)sizeof bytes)]; // includes NUL
    int how = below(3);
    if (how == 0) memmove(t->bytes + at, t->bytes + at + 1, --t->size - at);
    if (how == 1) t->bytes[at] = byte;
    if (how == 2 && t->size < CAPACITY) memmove(t->bytes + at + 1, t->bytes + at, t->size++ - at);
    if (how == 2) t->bytes[at] = byte;
}

// ---- Comparison -----------------------------------------------------------------------------------------------------

static void compare(const cr_node *node, const json_t *json);

static void assert_same_number(double value, double expected) {
    if (value != expected) fail_msg("%.17g, not %.17g", value, expected);
}

static void compare_object(const cr_node *node, json_t *json) {
    const char *key;
    json_t *value;
    size_t members = 0;
    json_object_foreach(json, key, value) {
        const cr_node *member = cr_get(node, key);
        if (json_is_null(value))
            assert_null(member);
        else
            compare(member, value);
    }
    for (const cr_node *child = node->first; child; child = child->next) {
        assert_non_null(json_object_get(json, child->name));
        members++;
    }
    assert_true(members >= json_object_size(json)); // names may repeat
}

static void compare_array(const cr_node *node, const json_t *json) {
    const cr_node *child = node->kind == CR_ARRAY ? node->first : NULL;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *item = json_array_get(json, i);
        if (node->kind == CR_NUMBER_LIST) {
            assert_in_range(node->count, i + 1, SIZE_MAX);
            assert_same_number(node->values[i], json_number_value(item));
            continue;
        }
        assert_non_null(child);
        compare(child, item);
        child = child->next;
    }
    assert_null(child);
    if (node->kind == CR_NUMBER_LIST) assert_int_equal(node->count, json_array_size(json));
}

static void compare(const cr_node *node, const json_t *json) {
    assert_non_null(node);
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        assert_int_equal(node->kind, CR_OBJECT);
        compare_object(node, (json_t *)(uintptr_t)json);
        break;
    case JSON_ARRAY:
        if (node->kind != CR_ARRAY) assert_int_equal(node->kind, CR_NUMBER_LIST);
        compare_array(node, json);
        break;
    case JSON_STRING:
        assert_int_equal(node->kind, CR_TEXT);
        assert_string_equal(node->text, json_string_value(json));
        assert_int_equal(node->length, json_string_length(json));
        break;
    case JSON_INTEGER:
    case JSON_REAL:
        assert_int_equal(node->kind, CR_NUMBER);
        assert_same_number(node->number, json_number_value(json));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        assert_int_equal(node->kind, CR_BOOL);
        assert_int_equal(node->number != 0, json_is_true(json));
        break;
    case JSON_NULL: assert_int_equal(node->kind, CR_NULL); break;
    }
}

// The parsers have different limits for integers beyond 64 bits and for reals beyond double.
static bool is_range_error(const cr_reader *reader, const json_error_t *error) {
    return strstr(error->text, "too big") || strstr(error->text, "overflow") ||
           strstr(reader->error.message, "number is too large");
}

// Returns true if both accept the document.
static bool read_both(const text *t) {
    cr_reader reader = {.options = {.limits = {.depth = 64, .file_bytes = CAPACITY}}, .file = "f"};
    cr_account_open(&reader.account, cr_plain_allocator(), SIZE_MAX);
    reader.scratch.allocator = reader.texts.allocator = &reader.account.allocator;
    char *exact = malloc(t->size); // exact size, so that the sanitizer reports reads past the end
    memcpy(exact, t->bytes, t->size);
    json_error_t error = {.text = ""};
    json_t *json = json_loadb(exact, t->size, JSON_DECODE_ANY, &error);
    const cr_node *root = cr_doc_read_json(&reader, exact, t->size);
    free(exact);
    if (memchr(t->bytes, 0, t->size)) {
        assert_null(root); // jansson ends a document at a NUL
    } else if (!is_range_error(&reader, &error)) {
        if ((root != NULL) != (json != NULL))
            fail_msg("jansson '%s', here '%s': %.*s", error.text, reader.error.message, (int)t->size, t->bytes);
        if (root) compare(root, json);
    }
    json_decref(json);
    cr_arena_free(&reader.scratch);
    cr_arena_free(&reader.texts);
    assert_int_equal(reader.account.held, 0);
    if (!root) assert_string_not_equal(reader.error.message, "");
    if (!root) assert_int_not_equal(reader.error.line, 0);
    return root != NULL;
}

static void random_documents_are_read_as_jansson_reads_them(void **state) {
    (void)state;
    static text t;
    source = (random_source){11};
    int accepted = 0, refused = 0;
    for (int i = 0; i < 20000; i++) {
        t.size = 0;
        append_value(&t, 5);
        if (t.size == 0 || t.size > CAPACITY / 2) continue;
        assert_true(read_both(&t));
        for (int k = below(4); k >= 0 && t.size > 1; k--) damage(&t);
        if (read_both(&t))
            accepted++;
        else
            refused++;
    }
    assert_in_range(accepted, 1001, 20000);
    assert_in_range(refused, 1001, 20000);
}

// All strings of two bytes: UTF-8 and escapes. Then random longer strings.
static void all_pairs_of_bytes_in_strings_are_read_as_jansson_reads_them(void **state) {
    (void)state;
    static text t;
    source = (random_source){12};
    for (int i = 0; i < 200000; i++) {
        int count = i < 65536 ? 2 : 3 + below(2);
        t.size = 0;
        append(&t, "\"");
        for (int k = 0; k < count; k++) {
            int byte = i < 65536 ? (i >> (8 * k)) & 255 : k == 0 ? 0xc0 + below(64) : 0x70 + below(90);
            t.bytes[t.size++] = (char)(unsigned char)byte;
        }
        append(&t, "\"");
        read_both(&t);
    }
}

static void utf16_escapes_are_read_as_jansson_reads_them(void **state) {
    (void)state;
    static text t;
    source = (random_source){13};
    for (int i = 0; i < 65536 + 20000; i++) {
        char escapes[32];
        unsigned first = i < 65536 ? (unsigned)i : 0xd7f0u + (unsigned)below(0x820);
        snprintf(escapes, sizeof escapes, i < 65536 ? "\"\\u%04x\"" : "\"\\u%04X\\u%04x\"", first,
                 0xdbf0u + (unsigned)below(0x420));
        t.size = 0;
        append(&t, escapes);
        read_both(&t);
    }
}

// Columns count characters, not bytes.
static void errors_have_a_line_and_a_column(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
    } cases[] = {
        {"x", 1, 1},         {"[1,\n 2,\n x]", 3, 2},          {"[1,\r\n\n\tx", 3, 2},           {"{\"a\":}", 1, 6},
        {"[1", 1, 3},        {"\"\xc3\xa9\" x", 1, 5},         {"[\"\xe2\x82\xac\"\n\nx", 3, 1}, {"[1,\n", 2, 1},
        {"[1]\n\n ]", 3, 2}, {"{\"\xf0\x9f\x98\x80\"x", 1, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cr_reader reader = {.options = {.limits = {.depth = 64, .file_bytes = CAPACITY}}, .file = "f"};
        cr_account_open(&reader.account, cr_plain_allocator(), SIZE_MAX);
        reader.scratch.allocator = reader.texts.allocator = &reader.account.allocator;
        assert_null(cr_doc_read_json(&reader, cases[i].text, strlen(cases[i].text)));
        cr_arena_free(&reader.scratch);
        cr_arena_free(&reader.texts);
        if (reader.error.line != cases[i].line || reader.error.column != cases[i].column)
            fail_msg("%s: %d:%d: %s", cases[i].text, reader.error.line, reader.error.column, reader.error.message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_documents_are_read_as_jansson_reads_them),
        cmocka_unit_test(all_pairs_of_bytes_in_strings_are_read_as_jansson_reads_them),
        cmocka_unit_test(errors_have_a_line_and_a_column),
        cmocka_unit_test(utf16_escapes_are_read_as_jansson_reads_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
