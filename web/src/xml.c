// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// XML 1.0 to a document, in place of expat, which is not at hand in WASM. Well-formed UTF-8 without document types:
// there are no entities but the five that every document has, so nothing can grow.
#include "io/doc.h"
#include "io/reader.h"
#include "utf8.h"

#include <string.h>

typedef struct xml_reader {
    cr_reader *reader;
    const char *path;
    const char *at, *end;
    const char *counted; ///< up to where line and column are known
    int line, column;
    cr_node *root, *open, *last; ///< the innermost open element and its newest child
    int depth;
    char *text; ///< what was found so far in the open element: room for all of the file
    size_t length;
} xml_reader;

// ---- Places and failures --------------------------------------------------------------------------------------------

/// Places are asked for in the order of the file, so that all of it is gone over once.
static void count_to(xml_reader *xml, const char *at) {
    for (; xml->counted < at; xml->counted++) {
        bool line_end = *xml->counted == '\n';
        xml->line += line_end;
        xml->column = line_end ? 1 : xml->column + ((*xml->counted & 0xC0) != 0x80);
    }
}

static bool fail_as(xml_reader *xml, carom_status status, const char *at, const char *message) {
    count_to(xml, at);
    return cr_fail_in_file(xml->reader, status, xml->path, xml->line, xml->column, "%s", message);
}

static bool fail(xml_reader *xml, const char *message) {
    return fail_as(xml, CAROM_BAD_FILE, xml->at, message);
}

// ---- Characters -----------------------------------------------------------------------------------------------------

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80);
}

static bool in_name(char c) {
    return starts_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

static bool skip_blanks(xml_reader *xml) {
    const char *start = xml->at;
    while (xml->at < xml->end && is_blank(*xml->at)) xml->at++;
    return xml->at > start;
}

static bool next_is(xml_reader *xml, const char *text) {
    size_t length = strlen(text);
    bool found = (size_t)(xml->end - xml->at) >= length && memcmp(xml->at, text, length) == 0;
    xml->at += found ? length : 0;
    return found;
}

/// Skips to behind the next `text`.
static bool skip_past(xml_reader *xml, const char *text) {
    while (xml->at < xml->end)
        if (next_is(xml, text))
            return true;
        else
            xml->at++;
    return fail(xml, "the file ends within a comment or the like");
}

static size_t put_utf8(char *out, uint32_t c) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(heads[more] | c >> (6 * more));
    for (size_t i = 1; i <= more; i++) out[i] = (char)(0x80 | (c >> (6 * (more - i)) & 0x3F));
    return more + 1;
}

static bool is_character(uint32_t c) {
    if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
    return (c < 0xD800 || c > 0xDFFF) && c != 0xFFFE && c != 0xFFFF && c <= 0x10FFFF;
}

static int digit_of(char c, uint32_t base) {
    if (c >= '0' && c <= '9') return c - '0';
    if (base == 10) return -1;
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// Behind "&#".
static bool read_number(xml_reader *xml, const char *start, uint32_t *out) {
    uint32_t base = next_is(xml, "x") ? 16 : 10, value = 0;
    const char *digits = xml->at;
    for (int digit; xml->at < xml->end && (digit = digit_of(*xml->at, base)) >= 0; xml->at++)
        value = value > 0x110000 ? value : value * base + (uint32_t)digit;
    bool good = xml->at > digits && next_is(xml, ";") && is_character(value);
    *out = value;
    return good || fail_as(xml, CAROM_BAD_FILE, start, "not the number of a character");
}

/// At '&'. Writes to `out`, which the reference is longer than.
static bool read_reference(xml_reader *xml, char *out, size_t *length) {
    static const struct {
        const char *name;
        char character;
    } entities[] = {{"lt;", '<'}, {"gt;", '>'}, {"amp;", '&'}, {"quot;", '"'}, {"apos;", '\''}};
    const char *start = xml->at++;
    if (next_is(xml, "#")) {
        uint32_t c;
        if (!read_number(xml, start, &c)) return false;
        *length += put_utf8(out + *length, c);
        return true;
    }
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        if (!next_is(xml, entities[i].name)) continue;
        out[(*length)++] = entities[i].character;
        return true;
    }
    return fail_as(xml, CAROM_BAD_FILE, start, "undefined entity");
}

/// One character of text or of a value. Line ends become one '\n'; in values all blanks become spaces.
static bool read_character(xml_reader *xml, char *out, size_t *length, bool value) {
    char c = *xml->at;
    if (c == '&') return read_reference(xml, out, length);
    if (!(c & 0x80) && !is_character((uint32_t)c)) return fail(xml, "not well-formed (invalid token)");
    xml->at++;
    if (c == '\r') {
        if (xml->at < xml->end && *xml->at == '\n') xml->at++;
        c = '\n';
    }
    out[(*length)++] = value && is_blank(c) ? ' ' : c;
    return true;
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static char *copy_text(xml_reader *xml, const char *text, size_t length) {
    char *copy = cr_take_text(&xml->reader->scratch, text, length);
    if (!copy) cr_no_memory(xml->reader);
    return copy;
}

static const char *read_name(xml_reader *xml) {
    const char *start = xml->at;
    if (xml->at < xml->end && starts_name(*xml->at))
        while (xml->at < xml->end && in_name(*xml->at)) xml->at++;
    if (xml->at > start) return copy_text(xml, start, (size_t)(xml->at - start));
    fail(xml, "not well-formed (invalid token)");
    return NULL;
}

/// Adds a node of that name to the open element.
static cr_node *add(xml_reader *xml, const char *name) {
    return name ? cr_doc_add(xml->reader, xml->open, xml->last, name) : NULL;
}

static const char *read_value(xml_reader *xml, size_t *length) {
    char quote = xml->at < xml->end ? *xml->at : '\0';
    if (quote != '"' && quote != '\'') {
        fail(xml, "not well-formed (invalid token)");
        return NULL;
    }
    const char *close = memchr(++xml->at, quote, (size_t)(xml->end - xml->at));
    char *value = cr_scratch(xml->reader, (size_t)((close ? close : xml->end) - xml->at) + 1, 1);
    *length = 0;
    while (value && xml->at < xml->end && *xml->at != quote) {
        if (*xml->at == '<') {
            fail(xml, "not well-formed (invalid token)");
            return NULL;
        }
        if (!read_character(xml, value, length, true)) return NULL;
    }
    if (!value) return NULL;
    if (next_is(xml, quote == '"' ? "\"" : "'")) return value;
    fail(xml, "unclosed token");
    return NULL;
}

static bool has_attribute(const cr_node *element, const char *name) {
    for (const cr_node *other = element->first; other; other = other->next)
        if (strcmp(other->name, name) == 0) return true;
    return false;
}

enum { ATTRIBUTES = 256 }; // of one element: each is compared with those before

static bool read_attribute(xml_reader *xml, int count) {
    const char *start = xml->at, *name = read_name(xml);
    if (!name) return false;
    if (count >= ATTRIBUTES) return fail_as(xml, CAROM_TOO_LARGE, start, "more than 256 attributes");
    if (has_attribute(xml->open, name)) return fail_as(xml, CAROM_BAD_FILE, start, "duplicate attribute");
    skip_blanks(xml);
    if (!next_is(xml, "=")) return fail(xml, "not well-formed (invalid token)");
    skip_blanks(xml);
    cr_node *node = add(xml, name);
    if (!node) return false;
    node->kind = CR_TEXT;
    node->text = read_value(xml, &node->length);
    xml->last = node;
    return node->text != NULL;
}

static bool close_element(xml_reader *xml) {
    cr_node *node = xml->open;
    while (xml->length > 0 && is_blank(xml->text[xml->length - 1])) xml->length--;
    node->length = xml->length;
    node->text = xml->length > 0 ? copy_text(xml, xml->text, xml->length) : "";
    xml->length = 0;
    xml->depth--;
    xml->last = node;
    xml->open = node->parent;
    return node->text != NULL;
}

/// Behind '<'.
static bool open_element(xml_reader *xml) {
    const char *start = xml->at - 1, *name = read_name(xml);
    if (!name) return false;
    if (xml->root && !xml->open) return fail_as(xml, CAROM_BAD_FILE, start, "junk after document element");
    if (++xml->depth > xml->reader->options.limits.depth)
        return fail_as(xml, CAROM_TOO_LARGE, start, "elements are nested too deep");
    cr_node *node = add(xml, name);
    if (!node) return false;
    count_to(xml, start);
    node->kind = CR_OBJECT;
    node->line = xml->line;
    node->column = xml->column;
    if (!xml->root) {
        node->path = xml->path;
        xml->root = node;
    }
    xml->open = node;
    xml->last = NULL;
    xml->length = 0;
    for (int count = 0;; count++) {
        bool blank = skip_blanks(xml);
        if (next_is(xml, "/>")) return close_element(xml);
        if (next_is(xml, ">")) return true;
        if (!blank) return fail(xml, xml->at < xml->end ? "not well-formed (invalid token)" : "unclosed token");
        if (!read_attribute(xml, count)) return false;
    }
}

/// Behind "</".
static bool end_element(xml_reader *xml) {
    const char *start = xml->at;
    size_t length = xml->open ? strlen(xml->open->name) : 0;
    bool same = xml->open && (size_t)(xml->end - start) > length && memcmp(start, xml->open->name, length) == 0 &&
                !in_name(start[length]);
    if (!same) return fail(xml, xml->open ? "mismatched tag" : "not well-formed (invalid token)");
    xml->at += length;
    skip_blanks(xml);
    return next_is(xml, ">") ? close_element(xml) : fail(xml, "not well-formed (invalid token)");
}

// ---- The document ---------------------------------------------------------------------------------------------------

/// Behind "<![CDATA[".
static bool read_literally(xml_reader *xml) {
    while (!next_is(xml, "]]>")) {
        if (xml->at == xml->end) return fail(xml, "unclosed CDATA section");
        if (*xml->at == '&') // stands for itself here
            xml->text[xml->length++] = *xml->at++;
        else if (!read_character(xml, xml->text, &xml->length, false))
            return false;
    }
    return true;
}

static bool read_markup(xml_reader *xml) {
    if (next_is(xml, "/")) return end_element(xml);
    if (next_is(xml, "!--")) return skip_past(xml, "-->");
    if (next_is(xml, "?")) return skip_past(xml, "?>");
    if (xml->open && next_is(xml, "![CDATA[")) return read_literally(xml);
    xml->at--;
    if (next_is(xml, "<!DOCTYPE")) {
        xml->at -= strlen("<!DOCTYPE");
        return fail(xml, "document type declarations are not accepted");
    }
    xml->at++;
    return open_element(xml);
}

static bool read_document(xml_reader *xml) {
    while (xml->at < xml->end) {
        if (next_is(xml, "<")) {
            if (!read_markup(xml)) return false;
        } else if (!xml->open) {
            if (!skip_blanks(xml))
                return fail(xml, xml->root ? "junk after document element" : "not well-formed (invalid token)");
        } else if (!read_character(xml, xml->text, &xml->length, false)) {
            return false;
        }
    }
    return !xml->open && xml->root ? true
                                   : fail(xml, xml->root ? "no element is closed at the end" : "no element found");
}

static bool is_word(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(end - at) < length) return false;
    for (size_t i = 0; i < length; i++)
        if ((at[i] | 0x20) != (word[i] | 0x20)) return false;
    return true;
}

/// The encoding a declaration names, if it does, has to be one that UTF-8 covers.
static bool is_readable(xml_reader *xml) {
    if (!next_is(xml, "<?xml")) return true;
    const char *close = memchr(xml->at, '>', (size_t)(xml->end - xml->at));
    for (const char *at = xml->at; close && at < close; at++) {
        if (!is_word(at, close, "encoding")) continue;
        at += strlen("encoding");
        while (at < close && (is_blank(*at) || *at == '=' || *at == '"' || *at == '\'')) at++;
        if (is_word(at, close, "utf-8") || is_word(at, close, "us-ascii")) break;
        return fail_as(xml, CAROM_UNSUPPORTED, at, "only UTF-8 is read here; save the file as UTF-8");
    }
    return skip_past(xml, "?>");
}

static bool parse(xml_reader *xml, size_t size) {
    if (size >= 2 && ((unsigned char)xml->at[0] == 0xFE || (unsigned char)xml->at[0] == 0xFF))
        return fail_as(xml, CAROM_UNSUPPORTED, xml->at, "only UTF-8 is read here; save the file as UTF-8");
    next_is(xml, "\xef\xbb\xbf");
    xml->counted = xml->at;
    if (!is_readable(xml)) return false;
    const char *bad = cr_utf8_fault(xml->at, (size_t)(xml->end - xml->at));
    if (bad) return fail_as(xml, CAROM_BAD_FILE, bad, "not UTF-8");
    return read_document(xml);
}

cr_node *cr_doc_read_xml(cr_reader *reader, const char *path, const char *bytes, size_t size) {
    xml_reader xml = {
        .reader = reader, .path = path, .at = bytes, .end = bytes + size, .counted = bytes, .line = 1, .column = 1};
    xml.text = cr_scratch(reader, size + 1, 1);
    return xml.text && parse(&xml, size) ? xml.root : NULL;
}
