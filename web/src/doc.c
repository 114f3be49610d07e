// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Documents and packed layers, read by the host: maps.js has XML, JSON, inflate and zstd read by what is made for it,
// and hands them over in one flat buffer. What they mean is up to layer io.
//
//     document = record; record = head, count doubles of CR_NUMBERS, CR_NUMBER and CR_BOOL, name and text with a null
//     behind each, zeros up to a multiple of 8, then the count records of CR_ARRAY and CR_OBJECT
#include "io/doc.h"

#include <math.h>

#include "io/reader.h"
#include "io/unpack.h"

#define HOST(name) __attribute__((import_module("host"), import_name(#name))) host_##name

/// In place of a cr_node_kind: what is wrong is the text; a count of 1 says that it is too much for the host.
enum { REFUSED = CR_OBJECT + 1 };
static const uint32_t nameless = UINT32_MAX;

typedef struct head {
    uint32_t kind, line, column;
    uint32_t name; ///< its length; or `nameless`
    uint32_t text; ///< its length
    uint32_t count;
} head;

/// Reads a document, and tells how long its buffer is; then writes the buffer.
uint32_t HOST(document)(const char *bytes, size_t size, bool xml);
void HOST(hand_over)(void *out);
cr_unpacking HOST(unpack)(bool zstd, const unsigned char *packed, size_t size, unsigned char *out, size_t room,
                          size_t *got);

typedef struct flow {
    cr_reader *reader;
    const char *at, *path;
    bool xml;
} flow;

static const char *take(flow *f, size_t size) {
    const char *at = f->at;
    f->at += size;
    return at;
}

static cr_node *take_node(flow *f, cr_node *parent, cr_node *last, int depth);

static bool take_children(flow *f, cr_node *node, uint32_t count, int depth) {
    cr_node *last = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!(last = take_node(f, node, last, depth + 1))) return false;
    return true;
}

static bool all_finite(const double *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

static cr_node *take_node(flow *f, cr_node *parent, cr_node *last, int depth) {
    const head *h = (const head *)take(f, sizeof *h);
    uint32_t count = h->kind == CR_ARRAY || h->kind == CR_OBJECT ? 0 : h->count;
    const double *values = (const double *)take(f, count * sizeof *values);
    const char *name = h->name == nameless ? NULL : take(f, h->name + 1);
    const char *text = take(f, h->text + 1);
    f->at += -(uintptr_t)f->at % 8;

    cr_node *node = cr_doc_add(f->reader, parent, last, name);
    if (!node) return NULL;
    node->kind = (cr_node_kind)h->kind;
    node->line = (int)h->line;
    node->column = (int)h->column;
    node->number = count == 1 ? values[0] : 0;
    if (!parent) node->path = f->path;
    if (h->kind == CR_NUMBERS) node->values = values, node->count = count;
    if (h->kind == CR_TEXT || f->xml) node->text = text, node->length = h->text;
    bool counted = !f->xml || h->kind == CR_OBJECT; // attributes lie no deeper than their element
    if (counted && depth > f->reader->options.limits.depth) {
        cr_fail(f->reader, CAROM_TOO_LARGE, node, "%s are nested too deep", f->xml ? "elements" : "values");
        return NULL;
    }
    if (!all_finite(values, count)) {
        cr_fail(f->reader, CAROM_BAD_FILE, node, "real number overflow");
        return NULL;
    }
    return take_children(f, node, h->count - count, depth) ? node : NULL;
}

static cr_node *read(cr_reader *reader, const char *path, const char *bytes, size_t size, bool xml) {
    char *buffer = cr_scratch(reader, 1, host_document(bytes, size, xml));
    if (!buffer) return NULL;
    host_hand_over(buffer);
    const head *h = (const head *)buffer;
    if (h->kind == REFUSED) {
        cr_fail_in_file(reader, h->count ? CAROM_TOO_LARGE : CAROM_BAD_FILE, path, (int)h->line, (int)h->column, "%s",
                        (const char *)(h + 1));
        return NULL;
    }
    flow f = {reader, buffer, path, xml};
    return take_node(&f, NULL, NULL, 1);
}

cr_node *cr_doc_read_xml(cr_reader *reader, const char *path, const char *bytes, size_t size) {
    return read(reader, path, bytes, size, true);
}

cr_node *cr_doc_read_json(cr_reader *reader, const char *path, const char *bytes, size_t size) {
    return read(reader, path, bytes, size, false);
}

cr_unpacking cr_unpack_deflate(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got) {
    return host_unpack(false, packed, size, out, room, got);
}

cr_unpacking cr_unpack_zstd(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got) {
    return host_unpack(true, packed, size, out, room, got);
}
