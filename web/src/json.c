// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// JSON (RFC 8259) to a document, in place of jansson, which is not at hand in WASM. Strict: no comments, no commas
// behind the last, UTF-8 only. Of members of one name the last counts, as with jansson.
#include "io/doc.h"
#include "io/number.h"
#include "io/reader.h"
#include "utf8.h"

#include <string.h>

typedef struct json_reader {
    cr_reader *reader;
    const char *path;
    const char *start, *at, *end;
} json_reader;

static bool fail_at(json_reader *json, const char *at, const char *message) {
    int line = 1, column = 1;
    for (const char *c = json->start; c < at; c++) {
        column = *c == '\n' ? 1 : column + ((*c & 0xC0) != 0x80);
        line += *c == '\n';
    }
    return cr_fail_in_file(json->reader, CAROM_BAD_FILE, json->path, line, column, "%s", message);
}

static bool fail(json_reader *json, const char *message) {
    return fail_at(json, json->at, message);
}

static void skip_blanks(json_reader *json) {
    while (json->at < json->end && (*json->at == ' ' || *json->at == '\t' || *json->at == '\n' || *json->at == '\r'))
        json->at++;
}

static bool next_is(json_reader *json, char c) {
    skip_blanks(json);
    bool found = json->at < json->end && *json->at == c;
    json->at += found;
    return found;
}

// ---- Strings --------------------------------------------------------------------------------------------------------

static char *put_utf8(char *out, uint32_t c) {
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
    *out++ = (char)(heads[more] | c >> (6 * more));
    while (more-- > 0) *out++ = (char)(0x80 | (c >> (6 * more) & 0x3F));
    return out;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Four hexadecimal digits behind "\u".
static bool read_unit(json_reader *json, uint32_t *out) {
    *out = 0;
    for (int i = 0; i < 4; i++) {
        int digit = json->at < json->end ? hex_digit(*json->at) : -1;
        if (digit < 0) return fail(json, "expected four hexadecimal digits");
        *out = *out << 4 | (uint32_t)digit;
        json->at++;
    }
    return true;
}

static bool read_unicode(json_reader *json, char **out) {
    const char *start = json->at - 2;
    uint32_t c, low;
    if (!read_unit(json, &c)) return false;
    if (c >= 0xD800 && c < 0xDC00) { // the first of a pair
        bool pair = json->end - json->at >= 2 && json->at[0] == '\\' && json->at[1] == 'u';
        json->at += 2 * pair;
        if (!pair || !read_unit(json, &low) || low < 0xDC00 || low > 0xDFFF)
            return fail_at(json, start, "half of a character");
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    } else if ((c >= 0xDC00 && c < 0xE000) || c == 0) {
        return fail_at(json, start, c ? "half of a character" : "the character 0 is not accepted");
    }
    *out = put_utf8(*out, c);
    return true;
}

static bool read_escape(json_reader *json, char **out) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (json->at == json->end) return fail(json, "the file ends within a string");
    char c = *json->at++;
    if (c == 'u') return read_unicode(json, out);
    const char *name = c ? strchr(names, c) : NULL;
    if (!name) return fail_at(json, json->at - 2, "an unknown escape");
    *(*out)++ = meanings[name - names];
    return true;
}

// Behind the opening quote. What is written is never longer than what was read.
static char *read_string(json_reader *json, size_t *length) {
    const char *close = json->at;
    while (close < json->end && *close != '"') close += *close == '\\' && close + 1 < json->end ? 2 : 1;
    char *text = cr_scratch(json->reader, (size_t)(close - json->at) + 1, 1), *out = text;
    while (text && json->at < json->end && *json->at != '"') {
        unsigned char c = (unsigned char)*json->at;
        if (c < 0x20) {
            fail(json, "a control character in a string");
            return NULL;
        }
        json->at++;
        if (c != '\\')
            *out++ = (char)c;
        else if (!read_escape(json, &out))
            return NULL;
    }
    if (!text) return NULL;
    if (json->at == json->end) {
        fail(json, "the file ends within a string");
        return NULL;
    }
    json->at++;
    *length = (size_t)(out - text);
    return text;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

// RFC 8259's numbers are those cr_parse_number takes, less a leading '+' or '0', and with digits around the point.
static bool read_number(json_reader *json, double *out) {
    const char *start = json->at, *at = start;
    at += at < json->end && *at == '-';
    const char *digits = at;
    while (at < json->end && strchr("+-.0123456789eE", *at) && *at) at++;
    bool digit = digits < at && *digits >= '0' && *digits <= '9';
    bool zero = digit && *digits == '0' && digits + 1 < at && digits[1] >= '0' && digits[1] <= '9';
    const char *point = memchr(start, '.', (size_t)(at - start));
    bool open = point && !(point + 1 < at && point[1] >= '0' && point[1] <= '9');
    if (!digit || zero || open || !cr_parse_number(start, (size_t)(at - start), out))
        return fail(json, digit ? "not a number" : "a value is expected");
    json->at = at;
    return true;
}

static bool is_number(const json_reader *json) {
    return json->at < json->end && (*json->at == '-' || (*json->at >= '0' && *json->at <= '9'));
}

/// Reads the items of an array as long as they are numbers; *end tells that this was all.
static bool read_numbers(json_reader *json, cr_node *node, bool *end) {
    size_t capacity = 0;
    double *values = NULL;
    *end = false;
    for (;;) {
        skip_blanks(json);
        if (!is_number(json)) break;
        if (node->count == capacity) {
            capacity = capacity ? 2 * capacity : 8;
            double *grown = cr_scratch(json->reader, capacity, sizeof *grown);
            if (!grown) return false;
            if (values) memcpy(grown, values, node->count * sizeof *values);
            values = grown;
        }
        if (!read_number(json, &values[node->count])) return false;
        node->count++;
        if (next_is(json, ',')) continue;
        *end = true;
        break;
    }
    node->values = values;
    return true;
}

static bool read_value(json_reader *json, cr_node *node, int depth);

/// The numbers read so far were the beginning of an array of other things.
static bool unpack_numbers(json_reader *json, cr_node *node, cr_node **last) {
    for (size_t i = 0; i < node->count; i++) {
        *last = cr_doc_add(json->reader, node, *last, NULL);
        if (!*last) return false;
        (*last)->kind = CR_NUMBER;
        (*last)->number = node->values[i];
    }
    node->count = 0;
    node->values = NULL;
    return true;
}

static bool read_array(json_reader *json, cr_node *node, int depth) {
    bool end;
    cr_node *last = NULL;
    node->kind = CR_NUMBERS;
    if (next_is(json, ']')) return true;
    if (!read_numbers(json, node, &end)) return false;
    if (end) return next_is(json, ']') || fail(json, "expected ',' or ']'");
    node->kind = CR_ARRAY;
    if (!unpack_numbers(json, node, &last)) return false;
    do {
        last = cr_doc_add(json->reader, node, last, NULL);
        if (!last || !read_value(json, last, depth)) return false;
    } while (next_is(json, ','));
    return next_is(json, ']') || fail(json, "expected ',' or ']'");
}

/// An earlier member of that name. Looked for among the first members only, or a hostile file took too long.
static cr_node *same_name(const cr_node *node, const char *name, int members) {
    if (members > 64) return NULL;
    for (cr_node *other = node->first; other; other = other->next)
        if (strcmp(other->name, name) == 0) return other;
    return NULL;
}

static bool read_member(json_reader *json, cr_node *node, cr_node **last, int members, int depth) {
    size_t length;
    if (!next_is(json, '"')) return fail(json, "a name in quotes is expected");
    char *name = read_string(json, &length);
    if (!name) return false;
    if (!next_is(json, ':')) return fail(json, "expected ':'");
    cr_node *member = same_name(node, name, members);
    if (member) {
        *member = (cr_node){.name = member->name, .parent = node, .next = member->next};
    } else {
        member = *last = cr_doc_add(json->reader, node, *last, name);
    }
    return member && read_value(json, member, depth);
}

static bool read_object(json_reader *json, cr_node *node, int depth) {
    cr_node *last = NULL;
    node->kind = CR_OBJECT;
    if (next_is(json, '}')) return true;
    for (int members = 0;; members++) {
        if (!read_member(json, node, &last, members, depth)) return false;
        if (!next_is(json, ',')) return next_is(json, '}') || fail(json, "expected ',' or '}'");
    }
}

static bool read_word(json_reader *json, cr_node *node) {
    static const struct word {
        const char *text;
        cr_node_kind kind;
        double number;
    } words[] = {{"true", CR_BOOL, 1}, {"false", CR_BOOL, 0}, {"null", CR_NULL, 0}};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i].text);
        if ((size_t)(json->end - json->at) < length || memcmp(json->at, words[i].text, length) != 0) continue;
        node->kind = words[i].kind;
        node->number = words[i].number;
        json->at += length;
        return true;
    }
    return fail(json, json->at < json->end ? "a value is expected" : "the file ends where a value is expected");
}

static bool read_value(json_reader *json, cr_node *node, int depth) {
    if (depth > json->reader->options.limits.depth)
        return cr_fail(json->reader, CAROM_TOO_LARGE, node, "values are nested too deep");
    if (next_is(json, '{')) return read_object(json, node, depth + 1);
    if (next_is(json, '[')) return read_array(json, node, depth + 1);
    if (next_is(json, '"')) {
        node->kind = CR_TEXT;
        node->text = read_string(json, &node->length);
        return node->text != NULL;
    }
    if (!is_number(json)) return read_word(json, node);
    node->kind = CR_NUMBER;
    return read_number(json, &node->number);
}

cr_node *cr_doc_read_json(cr_reader *reader, const char *path, const char *bytes, size_t size) {
    json_reader json = {reader, path, bytes, bytes, bytes + size};
    const char *bad = cr_utf8_fault(bytes, size);
    if (bad) {
        fail_at(&json, bad, "not UTF-8");
        return NULL;
    }
    cr_node *root = cr_doc_add(reader, NULL, NULL, NULL);
    if (!root) return NULL;
    root->path = path;
    if (!read_value(&json, root, 1)) return NULL;
    skip_blanks(&json);
    if (json.at == json.end) return root;
    fail(&json, "something follows behind the end");
    return NULL;
}
