// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Failures and notes: one line each, whatever bytes the file put into it.
#include "io/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void keep_one_line(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
}

static void set_error(cr_reader *reader, carom_status status, const char *format, va_list arguments) {
    carom_error *error = &reader->error;
    *error = (carom_error){.status = status};
    vsnprintf(error->message, sizeof error->message, format, arguments);
    keep_one_line(error->message);
}

bool cr_fail(cr_reader *reader, carom_status status, const cr_node *at, const char *format, ...) {
    if (reader->error.status != CAROM_OK) return false;
    va_list arguments;
    va_start(arguments, format);
    set_error(reader, status, format, arguments);
    va_end(arguments);
    if (!at) return false;
    carom_error *error = &reader->error;
    bool xml = cr_is_xml(at);
    const cr_node *element = xml && at->line == 0 ? at->parent : at; // an attribute has the place of its element
    error->line = element->line;
    error->column = element->column;
    int used = snprintf(error->where, sizeof error->where, xml ? "%s" : "%s: ", cr_doc_path(at));
    if (!xml && used > 0 && (size_t)used < sizeof error->where)
        cr_doc_place(at, error->where + used, sizeof error->where - (size_t)used);
    keep_one_line(error->where);
    return false;
}

bool cr_fail_in_file(cr_reader *reader, carom_status status, const char *path, int line, int column, const char *format,
                     ...) {
    if (reader->error.status != CAROM_OK) return false;
    va_list arguments;
    va_start(arguments, format);
    set_error(reader, status, format, arguments);
    va_end(arguments);
    reader->error.line = line;
    reader->error.column = column;
    snprintf(reader->error.where, sizeof reader->error.where, "%s", path);
    keep_one_line(reader->error.where);
    return false;
}

bool cr_no_memory(cr_reader *reader) {
    return cr_fail(reader, CAROM_NO_MEMORY, NULL, "out of memory while reading the map");
}

void *cr_scratch(cr_reader *reader, size_t count, size_t size) {
    void *taken = cr_take(&reader->scratch, count, size);
    if (!taken) cr_no_memory(reader);
    return taken;
}

static char *text_of(cr_reader *reader, cr_arena *arena, const char *format, va_list arguments) {
    char line[512];
    vsnprintf(line, sizeof line, format, arguments);
    keep_one_line(line);
    char *text = cr_take_text(arena, line, strlen(line));
    if (!text) cr_no_memory(reader);
    return text;
}

char *cr_text(cr_reader *reader, cr_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = text_of(reader, arena, format, arguments);
    va_end(arguments);
    return text;
}

bool cr_note(cr_reader *reader, const char *where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *message = text_of(reader, &reader->map->arena, format, arguments);
    va_end(arguments);
    carom_map_note *note = message ? cr_pile_add(&reader->map->notes, reader->map->allocator, sizeof *note) : NULL;
    if (!note) return cr_no_memory(reader);
    *note = (carom_map_note){where, message};
    return true;
}
