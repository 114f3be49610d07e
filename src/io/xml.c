// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// XML to a document, by expat. Document types, and with them entities of one's own, are refused: no level format has
// them, and every XML bomb does.
#include "io/doc.h"
#include "io/reader.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

typedef struct xml_reader {
    cr_reader *reader;
    XML_Parser parser;
    const char *path;
    cr_node *root, *open, *last; // the innermost open element and its newest child
    int depth;
    char *text; // what was found so far in the open element
    size_t length, capacity;
} xml_reader;

static void stop(xml_reader *xml) {
    XML_StopParser(xml->parser, XML_FALSE);
}

static void fail_here(xml_reader *xml, carom_status status, const char *message) {
    cr_fail_in_file(xml->reader, status, xml->path, (int)XML_GetCurrentLineNumber(xml->parser),
                    (int)XML_GetCurrentColumnNumber(xml->parser) + 1, "%s", message);
    stop(xml);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static char *copy_text(xml_reader *xml, const char *text, size_t length) {
    char *copy = cr_take_text(&xml->reader->scratch, text, length);
    if (!copy) cr_no_memory(xml->reader);
    return copy;
}

static cr_node *add(xml_reader *xml, const char *name) {
    const char *copy = copy_text(xml, name, strlen(name));
    return copy ? cr_doc_add(xml->reader, xml->open, xml->last, copy) : NULL;
}

static bool add_attribute(xml_reader *xml, const char *name, const char *value) {
    cr_node *node = add(xml, name);
    if (!node) return false;
    node->kind = CR_TEXT;
    node->length = strlen(value);
    node->text = copy_text(xml, value, node->length);
    xml->last = node;
    return node->text != NULL;
}

static void XMLCALL on_start(void *context, const char *name, const char **attributes) {
    xml_reader *xml = context;
    if (++xml->depth > xml->reader->options.limits.depth) {
        fail_here(xml, CAROM_TOO_LARGE, "elements are nested too deep");
        return;
    }
    cr_node *node = add(xml, name);
    if (!node) {
        stop(xml);
        return;
    }
    node->kind = CR_OBJECT;
    node->line = (int)XML_GetCurrentLineNumber(xml->parser);
    node->column = (int)XML_GetCurrentColumnNumber(xml->parser) + 1;
    if (!xml->open) {
        node->path = xml->path;
        xml->root = node;
    }
    xml->open = node;
    xml->last = NULL;
    xml->length = 0;
    for (; *attributes; attributes += 2) {
        if (add_attribute(xml, attributes[0], attributes[1])) continue;
        stop(xml);
        return;
    }
}

static void XMLCALL on_end(void *context, const char *name) {
    (void)name;
    xml_reader *xml = context;
    if (xml->reader->error.status != CAROM_OK) return; // expat still ends an empty element after it was stopped
    cr_node *node = xml->open;
    while (xml->length > 0 && is_blank(xml->text[xml->length - 1])) xml->length--;
    node->length = xml->length;
    node->text = xml->length > 0 ? copy_text(xml, xml->text, xml->length) : "";
    if (!node->text) stop(xml);
    xml->length = 0;
    xml->depth--;
    xml->last = node;
    xml->open = node->parent;
}

static void XMLCALL on_text(void *context, const char *text, int length) {
    xml_reader *xml = context;
    const carom_allocator *allocator = xml->reader->scratch.allocator;
    size_t needed = xml->length + (size_t)length;
    if (needed > xml->capacity) {
        size_t capacity = needed + needed / 2 + 64;
        char *grown = allocator->resize(allocator->context, xml->text, xml->capacity, capacity);
        if (!grown) {
            cr_no_memory(xml->reader);
            stop(xml);
            return;
        }
        xml->text = grown;
        xml->capacity = capacity;
    }
    memcpy(xml->text + xml->length, text, (size_t)length);
    xml->length = needed;
}

static void XMLCALL on_doctype(void *context, const char *name, const char *system, const char *public, int internal) {
    (void)name;
    (void)system;
    (void)public;
    (void)internal;
    fail_here(context, CAROM_BAD_FILE, "document type declarations are not accepted");
}

static void parse(xml_reader *xml, const char *bytes, size_t size) {
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetStartDoctypeDeclHandler(xml->parser, on_doctype);
    if (size > INT_MAX) {
        fail_here(xml, CAROM_TOO_LARGE, "the file is larger than the XML parser can read");
    } else if (XML_Parse(xml->parser, bytes, (int)size, XML_TRUE) != XML_STATUS_OK) {
        enum XML_Error code = XML_GetErrorCode(xml->parser);
        if (code == XML_ERROR_NO_MEMORY) cr_no_memory(xml->reader);
        fail_here(xml, CAROM_BAD_FILE, XML_ErrorString(code));
    }
}

cr_node *cr_doc_read_xml(cr_reader *reader, const char *path, const char *bytes, size_t size) {
    xml_reader xml = {.reader = reader, .path = path, .parser = XML_ParserCreate(NULL)};
    if (!xml.parser) {
        cr_no_memory(reader);
        return NULL;
    }
    parse(&xml, bytes, size);
    XML_ParserFree(xml.parser);
    const carom_allocator *allocator = reader->scratch.allocator;
    if (xml.text) allocator->resize(allocator->context, xml.text, xml.capacity, 0);
    return reader->error.status == CAROM_OK ? xml.root : NULL;
}
