// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Replaces src/io/xml.c and src/io/unpack.c: the host parses XML and unpacks layers (maps.js). A document arrives in
// one buffer; layer io interprets it.
//
//     document = record; record = head, name and text (both null-terminated), zeros up to a multiple of 4, then
//     `count` records: the attributes and child elements
#include "io/doc.h"

#include "io/reader.h"
#include "io/unpack.h"

#define HOST(name) __attribute__((import_module("host"), import_name(#name))) host_##name

/// Kinds of records. The last two are errors, with the message as text.
enum { ELEMENT, ATTRIBUTE, REFUSED, TOO_LARGE };

typedef struct head {
    uint32_t kind, line, column;
    uint32_t name, text; ///< lengths in bytes
    uint32_t count;
} head;

/// Parses a document; returns the size of its buffer, or 0 if that exceeds `limit`. hand_over writes the buffer.
uint32_t HOST(document)(const char *bytes, size_t size, size_t limit);
void HOST(hand_over)(void *out);
cr_unpacking HOST(unpack)(bool zstd, const unsigned char *packed, size_t size, unsigned char *out, size_t room,
                          size_t *got);

typedef struct flow {
    cr_reader *reader;
    const char *at;
} flow;

static const char *take(flow *f, size_t size) {
    const char *at = f->at;
    f->at += size;
    return at;
}

static cr_node *take_node(flow *f, cr_node *parent, cr_node *last, int depth) {
    const head *h = (const head *)take(f, sizeof *h);
    const char *name = take(f, h->name + 1), *text = take(f, h->text + 1);
    f->at += -(uintptr_t)f->at % 4;

    cr_node *node = cr_doc_add(f->reader, parent, last, name);
    if (!node) return NULL;
    cr_doc_set(node, h->kind == ELEMENT ? CR_OBJECT : CR_TEXT, h->line, h->column);
    node->text = text;
    node->length = h->text;
    if (h->kind == ELEMENT && depth > f->reader->options.limits.depth) { // attributes are no deeper than their element
        cr_fail(f->reader, CAROM_STATUS_TOO_LARGE, node, "elements are nested too deep");
        return NULL;
    }
    cr_node *child = NULL;
    for (uint32_t i = 0; i < h->count; i++)
        if (!(child = take_node(f, node, child, depth + 1))) return NULL;
    return node;
}

cr_node *cr_doc_read_xml(cr_reader *reader, const char *bytes, size_t size) {
    uint32_t length = host_document(bytes, size, reader->account.limit - reader->account.held);
    reader->account.exhausted = reader->account.exhausted || length == 0;
    char *buffer = length > 0 ? cr_scratch_memory(reader, 1, length) : NULL;
    if (!buffer) {
        cr_no_memory(reader);
        return NULL;
    }
    host_hand_over(buffer);
    const head *h = (const head *)buffer;
    if (h->kind >= REFUSED) {
        cr_fail_in_file(reader, h->kind == TOO_LARGE ? CAROM_STATUS_TOO_LARGE : CAROM_STATUS_BAD_FILE,
                        (cr_file_position){reader->file, (int)h->line, (int)h->column}, "%s",
                        (const char *)(h + 1) + 1);
        return NULL;
    }
    flow f = {reader, buffer};
    return take_node(&f, NULL, NULL, 1);
}

cr_unpacking cr_unpack_deflate(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got) {
    return host_unpack(false, packed, size, out, room, got);
}

cr_unpacking cr_unpack_zstd(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got) {
    return host_unpack(true, packed, size, out, room, got);
}
