// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Parses JSON (RFC 8259) in one pass directly into nodes, without the intermediate tree of a general library, to keep
// memory small. Texts must be UTF-8 without NUL. If an object has several members with one name, the last counts.
#include "io/ascii.h"
#include "io/doc.h"
#include "io/number.h"
#include "io/reader.h"

#include <string.h>

typedef struct json_reader {
    cr_reader *reader;
    const char *start, *at, *end;
} json_reader;

// ---- Characters ----------------------------------------------------------------------------------------------------

// Fails at the current character. Columns count characters, not bytes.
static bool fail_at_character(const json_reader *json, const char *message) {
    int line = 1, column = 1;
    for (const char *c = json->start; c < json->at; c++) {
        bool starts = ((unsigned char)*c & 0xc0) != 0x80;
        column = *c == '\n' ? 1 : column + starts;
        line += *c == '\n';
    }
    return cr_fail_in_file(json->reader, CAROM_STATUS_BAD_FILE, (cr_file_position){json->reader->file, line, column},
                           "%s%s", message, json->at == json->end ? ", not the end of the file" : "");
}

static bool starts_with_digit(const char *at, const char *end) {
    return at < end && cr_is_digit(*at);
}

static void skip_blanks(json_reader *json) {
    while (json->at < json->end && cr_is_blank(*json->at)) json->at++;
}

// Returns the next character that is not blank; 0 at the end.
static char peek(json_reader *json) {
    skip_blanks(json);
    return json->at < json->end ? *json->at : 0;
}

static bool accept(json_reader *json, char expected) {
    bool found = peek(json) == expected;
    json->at += found;
    return found;
}

// ---- Strings -------------------------------------------------------------------------------------------------------

// The length of the UTF-8 character at `at`, in bytes; 0 if it is invalid (RFC 3629, section 4).
static size_t utf8_length(const char *at, const char *end) {
    const unsigned char *c = (const unsigned char *)at;
    size_t length = c[0] < 0x80 ? 1 : c[0] < 0xc2 ? 0 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : c[0] < 0xf5 ? 4 : 0;
    if ((size_t)(end - at) < length) return 0;
    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool beyond = (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f);
    return overlong || beyond ? 0 : length;
}

static char *write_utf8(char *out, uint32_t c) {
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char leads[4] = {0, 0xc0, 0xe0, 0xf0};
    *out++ = (char)(unsigned char)(leads[more] | c >> (6 * more));
    while (more-- > 0) *out++ = (char)(unsigned char)(0x80 | (c >> (6 * more) & 0x3f));
    return out;
}

// Four hexadecimal digits.
static bool read_unit(json_reader *json, uint32_t *unit) {
    *unit = 0;
    for (int i = 0; i < 4; i++, json->at++) {
        int digit = json->at < json->end ? cr_hex_digit(*json->at) : -1;
        if (digit < 0) return fail_at_character(json, "four hexadecimal digits are expected");
        *unit = *unit << 4 | (uint32_t)digit;
    }
    return true;
}

// After "\u": one UTF-16 unit, or a surrogate pair.
static bool read_unicode(json_reader *json, char **out) {
    uint32_t first, second = 0;
    if (!read_unit(json, &first)) return false;
    bool high = first >= 0xd800 && first < 0xdc00, low = first >= 0xdc00 && first < 0xe000;
    if (first == 0) return fail_at_character(json, "a text must not hold a NUL");
    if (high && json->end - json->at >= 2 && json->at[0] == '\\' && json->at[1] == 'u') {
        json->at += 2;
        if (!read_unit(json, &second)) return false;
    }
    if (low || (high && (second < 0xdc00 || second >= 0xe000)))
        return fail_at_character(json, "half of a surrogate pair");
    *out = write_utf8(*out, high ? 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00) : first);
    return true;
}

static bool read_escape(json_reader *json, char **out) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char c = json->at < json->end ? *json->at : 0;
    const char *found = c ? strchr(names, c) : NULL;
    if (!found && c != 'u')
        return fail_at_character(json, "an escape is expected: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    json->at++;
    if (!found) return read_unicode(json, out);
    *(*out)++ = values[found - names];
    return true;
}

// Decodes up to the closing quote. The result is never longer than the source.
static bool read_characters(json_reader *json, char **out) {
    for (;;) {
        if (json->at == json->end) return fail_at_character(json, "'\"' is expected");
        if (*json->at == '"') return true;
        if ((unsigned char)*json->at < 0x20)
            return fail_at_character(json, "a control character in a text must be escaped");
        if (*json->at == '\\') {
            json->at++;
            if (!read_escape(json, out)) return false;
            continue;
        }
        size_t length = utf8_length(json->at, json->end);
        if (length == 0) return fail_at_character(json, "the text is not UTF-8");
        memcpy(*out, json->at, length);
        *out += length;
        json->at += length;
    }
}

// Reads after the opening quote. Returns null after a failure.
static const char *read_string(json_reader *json, size_t *length) {
    const char *quote = json->at;
    while (quote < json->end && *quote != '"') quote += *quote == '\\' && quote + 1 < json->end ? 2 : 1;
    char *text = cr_doc_text(json->reader, json->at, (size_t)(quote - json->at)), *out = text;
    if (!text || !read_characters(json, &out)) return NULL;
    json->at++;
    *out = 0;
    *length = (size_t)(out - text);
    return text;
}

// ---- Numbers and literals ------------------------------------------------------------------------------------------

// Returns the end of the number at `at`; null if it is not a JSON number, which is stricter than cr_parse_number.
static const char *number_end(const char *at, const char *end) {
    at += at < end && *at == '-';
    if (!starts_with_digit(at, end) || (*at == '0' && starts_with_digit(at + 1, end))) return NULL;
    while (starts_with_digit(at, end)) at++;
    if (at < end && *at == '.') {
        if (!starts_with_digit(++at, end)) return NULL;
        while (starts_with_digit(at, end)) at++;
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '-' || *at == '+');
        if (!starts_with_digit(at, end)) return NULL;
        while (starts_with_digit(at, end)) at++;
    }
    return at;
}

static bool read_number(json_reader *json, double *value) {
    const char *end = number_end(json->at, json->end);
    if (!end) return fail_at_character(json, "a value is expected");
    if (!cr_parse_number(json->at, (size_t)(end - json->at), value))
        return fail_at_character(json, "the number is too large");
    json->at = end;
    return true;
}

static bool read_literal(json_reader *json, cr_node *node) {
    static const struct {
        const char *word;
        cr_node_kind kind;
        double number;
    } words[] = {{"true", CR_BOOL, 1}, {"false", CR_BOOL, 0}, {"null", CR_NULL, 0}};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i].word);
        if ((size_t)(json->end - json->at) < length || memcmp(json->at, words[i].word, length) != 0) continue;
        cr_doc_set(node, words[i].kind, 0, 0);
        node->number = words[i].number;
        json->at += length;
        return true;
    }
    cr_doc_set(node, CR_NUMBER, 0, 0);
    return read_number(json, &node->number);
}

// ---- Arrays and objects --------------------------------------------------------------------------------------------

static bool read_value(json_reader *json, cr_node *node, int depth);

// Returns the number of items if the array contains only characters of numbers; otherwise -1.
static ptrdiff_t count_numbers(const json_reader *json) {
    ptrdiff_t commas = 0;
    bool any = false;
    for (const char *c = json->at; c < json->end; c++) {
        if (*c == ']') return any ? commas + 1 : 0;
        if (cr_is_blank(*c)) continue;
        if (!strchr("0123456789+-.eE,", *c) || !*c) return -1;
        commas += *c == ',';
        any = true;
    }
    return -1;
}

static bool read_packed_array(json_reader *json, cr_node *node, size_t count) {
    cr_doc_set(node, CR_NUMBER_LIST, 0, 0);
    double *values = cr_scratch_memory(json->reader, count, sizeof *values);
    node->values = values;
    node->count = count;
    if (!values) return false;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !accept(json, ',')) return fail_at_character(json, "',' or ']' is expected");
        skip_blanks(json);
        if (!read_number(json, &values[i])) return false;
    }
    if (!accept(json, ']')) return fail_at_character(json, "',' or ']' is expected");
    return true;
}

static bool read_array(json_reader *json, cr_node *node, int depth) {
    ptrdiff_t numbers = count_numbers(json);
    if (numbers >= 0) return read_packed_array(json, node, (size_t)numbers);
    cr_doc_set(node, CR_ARRAY, 0, 0);
    cr_node *last = NULL;
    do {
        last = cr_doc_add(json->reader, node, last, NULL);
        if (!last || !read_value(json, last, depth)) return false;
    } while (accept(json, ','));
    if (!accept(json, ']')) return fail_at_character(json, "',' or ']' is expected");
    return true;
}

static bool read_object(json_reader *json, cr_node *node, int depth) {
    cr_doc_set(node, CR_OBJECT, 0, 0);
    cr_node *last = NULL;
    if (accept(json, '}')) return true;
    do {
        size_t length;
        if (!accept(json, '"')) return fail_at_character(json, last ? "'\"' is expected" : "'\"' or '}' is expected");
        const char *name = read_string(json, &length);
        if (!name) return false;
        if (!accept(json, ':')) return fail_at_character(json, "':' is expected");
        last = cr_doc_add(json->reader, node, last, name);
        if (!last || !read_value(json, last, depth)) return false;
    } while (accept(json, ','));
    if (!accept(json, '}')) return fail_at_character(json, "',' or '}' is expected");
    return true;
}

static bool read_value(json_reader *json, cr_node *node, int depth) {
    if (depth > json->reader->options.limits.depth)
        return cr_fail(json->reader, CAROM_STATUS_TOO_LARGE, node, "values are nested too deep");
    if (accept(json, '{')) return read_object(json, node, depth + 1);
    if (accept(json, '[')) return read_array(json, node, depth + 1);
    if (!accept(json, '"')) return read_literal(json, node);
    size_t length = 0;
    cr_doc_set(node, CR_TEXT, 0, 0);
    node->text = read_string(json, &length);
    node->length = length;
    return node->text != NULL;
}

cr_node *cr_doc_read_json(cr_reader *reader, const char *bytes, size_t size) {
    json_reader json = {reader, bytes, bytes, bytes + size};
    cr_node *root = cr_doc_add(reader, NULL, NULL, NULL);
    if (!root || !read_value(&json, root, 1)) return NULL;
    if (peek(&json) == 0 && json.at == json.end) return root;
    fail_at_character(&json, "the end of the file is expected");
    return NULL;
}
