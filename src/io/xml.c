// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Parses XML into a document with expat. Refuses declarations in the file, and with them entities: level formats do not
// use them, and XML bombs need them. A document type that only names a DTD, as old versions of Tiled wrote, is
// accepted; the DTD is not read.
#include "io/ascii.h"
#include "io/doc.h"
#include "io/reader.h"

#include <expat.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>

typedef struct xml_reader {
    cr_reader *reader;
    XML_Parser parser;
    cr_node *root, *open, *last; // the innermost open element, and its last child so far
    int depth;
    char *text; // character data of the open element so far
    size_t length, capacity;
} xml_reader;

// ---- Memory --------------------------------------------------------------------------------------------------------

// Memory of expat counts towards the account. The memory functions of expat have no context argument, so the allocator
// is kept in a thread-local variable while the parser runs. Each block starts with its size.
static _Thread_local const carom_allocator *parser_allocator;

enum { SIZE_ROOM = sizeof(max_align_t) > sizeof(size_t) ? sizeof(max_align_t) : sizeof(size_t) };

static void *resize_sized_block(void *block, size_t size) {
    const carom_allocator *allocator = parser_allocator;
    char *old = block ? (char *)block - SIZE_ROOM : NULL;
    size_t old_size = 0;
    if (old) memcpy(&old_size, old, sizeof old_size);
    if (size > SIZE_MAX / 2) return NULL;
    size_t new_size = size > 0 ? size + SIZE_ROOM : 0;
    char *memory = allocator->resize(allocator->context, old, old_size, new_size);
    if (!memory) return NULL;
    memcpy(memory, &new_size, sizeof new_size);
    return memory + SIZE_ROOM;
}

static void *expat_allocate(size_t size) {
    return resize_sized_block(NULL, size > 0 ? size : 1);
}

static void expat_free(void *block) {
    if (block) resize_sized_block(block, 0);
}

static void *expat_reallocate(void *block, size_t size) {
    return resize_sized_block(block, size > 0 ? size : 1);
}

// ---- Elements ------------------------------------------------------------------------------------------------------

static void stop_parser(xml_reader *xml) {
    XML_StopParser(xml->parser, XML_FALSE);
}

// Returns false, as cr_fail does.
static bool fail_at_position(xml_reader *xml, carom_status status, const char *message) {
    const cr_file_position at = {xml->reader->file, (int)XML_GetCurrentLineNumber(xml->parser),
                                 (int)XML_GetCurrentColumnNumber(xml->parser) + 1};
    stop_parser(xml);
    return cr_fail_in_file(xml->reader, status, at, "%s", message);
}

static cr_node *add_node(xml_reader *xml, const char *name) {
    const char *copy = cr_doc_text(xml->reader, name, strlen(name));
    return copy ? cr_doc_add(xml->reader, xml->open, xml->last, copy) : NULL;
}

static bool add_attribute(xml_reader *xml, const char *name, const char *value) {
    cr_node *node = add_node(xml, name);
    if (!node) return false;
    cr_doc_set(node, CR_TEXT, 0, 0);
    node->length = strlen(value);
    node->text = cr_doc_text(xml->reader, value, node->length);
    xml->last = node;
    return node->text != NULL;
}

static bool open_element(xml_reader *xml, const char *name, const char **attributes) {
    if (++xml->depth > xml->reader->options.limits.depth)
        return fail_at_position(xml, CAROM_STATUS_TOO_LARGE, "elements are nested too deep");
    cr_node *node = add_node(xml, name);
    if (!node) return false;
    cr_doc_set(node, CR_OBJECT, XML_GetCurrentLineNumber(xml->parser), XML_GetCurrentColumnNumber(xml->parser) + 1);
    if (!xml->open) xml->root = node;
    xml->open = node;
    xml->last = NULL;
    xml->length = 0;
    for (; *attributes; attributes += 2)
        if (!add_attribute(xml, attributes[0], attributes[1])) return false;
    return true;
}

static void XMLCALL on_start(void *context, const char *name, const char **attributes) {
    if (!open_element(context, name, attributes)) stop_parser(context);
}

static void XMLCALL on_end(void *context, const char *name) {
    (void)name;
    xml_reader *xml = context;
    if (xml->reader->error.status != CAROM_STATUS_OK) return; // expat still ends an empty element after XML_StopParser
    cr_node *node = xml->open;
    while (xml->length > 0 && cr_is_blank(xml->text[xml->length - 1])) xml->length--;
    node->length = xml->length;
    node->text = xml->length > 0 ? cr_doc_text(xml->reader, xml->text, xml->length) : "";
    if (!node->text) stop_parser(xml);
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
            stop_parser(xml);
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
    if (internal)
        fail_at_position(context, CAROM_STATUS_BAD_FILE,
                         "a document type with declarations of its own is not accepted; remove it");
}

// An undeclared entity, which the DTD might declare. The DTD is not read.
static void XMLCALL on_skipped(void *context, const char *name, int is_parameter) {
    (void)name;
    if (!is_parameter)
        fail_at_position(context, CAROM_STATUS_BAD_FILE, "the entity is not declared in the file; write it out");
}

// What expat calls "no element found" and "unclosed token" is nearly always a file that is cut off.
static const char *syntax_error_text(enum XML_Error code) {
    if (code == XML_ERROR_NO_ELEMENTS) return "the file ends where an element, or its end, is expected";
    return code == XML_ERROR_UNCLOSED_TOKEN ? "the file ends within this tag" : XML_ErrorString(code);
}

static void parse(xml_reader *xml, const char *bytes, size_t size) {
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetStartDoctypeDeclHandler(xml->parser, on_doctype);
    XML_SetSkippedEntityHandler(xml->parser, on_skipped);
    if (size > INT_MAX) {
        fail_at_position(xml, CAROM_STATUS_TOO_LARGE, "the file is larger than the XML parser can read");
    } else if (XML_Parse(xml->parser, bytes, (int)size, XML_TRUE) != XML_STATUS_OK) {
        enum XML_Error code = XML_GetErrorCode(xml->parser);
        if (code == XML_ERROR_NO_MEMORY)
            cr_no_memory(xml->reader); // recorded first, so the next line has no effect then
        fail_at_position(xml, CAROM_STATUS_BAD_FILE, syntax_error_text(code));
    }
}

cr_node *cr_doc_read_xml(cr_reader *reader, const char *bytes, size_t size) {
    static const XML_Memory_Handling_Suite memory = {expat_allocate, expat_reallocate, expat_free};
    const carom_allocator *allocator = reader->scratch.allocator, *before = parser_allocator;
    parser_allocator = allocator;
    xml_reader xml = {.reader = reader, .parser = XML_ParserCreate_MM(NULL, &memory, NULL)};
    if (xml.parser)
        parse(&xml, bytes, size);
    else
        cr_no_memory(reader);
    if (xml.parser) XML_ParserFree(xml.parser);
    parser_allocator = before;
    if (xml.text) allocator->resize(allocator->context, xml.text, xml.capacity, 0);
    return reader->error.status == CAROM_STATUS_OK ? xml.root : NULL;
}
