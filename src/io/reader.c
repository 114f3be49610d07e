// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Errors and notes. Control characters are replaced, so that each is one line whatever the file contains.
#include "io/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void replace_controls(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
}

static void set_error(cr_reader *reader, carom_status status, const char *format, va_list arguments) {
    carom_error *error = &reader->error;
    *error = (carom_error){.status = status};
    vsnprintf(error->message, sizeof error->message, format, arguments);
    replace_controls(error->message);
}

bool cr_fail(cr_reader *reader, carom_status status, const cr_node *at, const char *format, ...) {
    if (reader->error.status != CAROM_STATUS_OK) return false;
    va_list arguments;
    va_start(arguments, format);
    set_error(reader, status, format, arguments);
    va_end(arguments);
    carom_error *error = &reader->error;
    if (!at && status != CAROM_STATUS_NO_MEMORY) at = reader->at;
    if (!at) return false;
    bool xml = cr_is_xml(at);
    const cr_node *element = xml && at->line == 0 ? at->parent : at; // an attribute has no position of its own
    error->line = element->line;
    error->column = (int)element->column;
    int used = snprintf(error->where, sizeof error->where, xml ? "%s" : "%s: ", cr_doc_path(at));
    if (!xml && (size_t)used < sizeof error->where)
        cr_doc_location(at, error->where + used, sizeof error->where - (size_t)used);
    replace_controls(error->where);
    return false;
}

bool cr_fail_in_file(cr_reader *reader, carom_status status, cr_file_position at, const char *format, ...) {
    if (reader->error.status != CAROM_STATUS_OK) return false;
    va_list arguments;
    va_start(arguments, format);
    set_error(reader, status, format, arguments);
    va_end(arguments);
    reader->error.line = at.line;
    reader->error.column = at.column;
    snprintf(reader->error.where, sizeof reader->error.where, "%s", at.path);
    replace_controls(reader->error.where);
    return false;
}

// ---- Limits --------------------------------------------------------------------------------------------------------

static bool fail_beyond_limit(cr_reader *reader, unsigned long long limit, const char *of_what, const char *option) {
    static const char advice[] = "reading takes more than %llu %s; if the file can be trusted, raise limits.%s";
    if (reader->at) return cr_fail(reader, CAROM_STATUS_TOO_LARGE, NULL, advice, limit, of_what, option);
    return cr_fail_in_file(reader, CAROM_STATUS_TOO_LARGE, (cr_file_position){.path = reader->file}, advice, limit,
                           of_what, option);
}

bool cr_no_memory(cr_reader *reader) {
    if (reader->account.exhausted) return fail_beyond_limit(reader, reader->account.limit, "bytes of memory", "memory");
    return cr_fail(reader, CAROM_STATUS_NO_MEMORY, NULL, "out of memory while reading the map");
}

// Defaults of the limits of memory, in bytes, and of steps.
static const size_t base_limit = (size_t)256 << 20, limit_per_byte = 8, largest_limit = (size_t)1 << 30;

// Returns the option if it is set; otherwise the default for this number of bytes read.
static size_t effective_limit(size_t option, size_t bytes) {
    if (option > 0) return option;
    return bytes < (largest_limit - base_limit) / limit_per_byte ? base_limit + limit_per_byte * bytes : largest_limit;
}

bool cr_count_file(cr_reader *reader, const char *path, size_t size) {
    const carom_map_limits *limits = &reader->options.limits;
    reader->file = path;
    reader->at = NULL;
    if (size > limits->file_bytes)
        return cr_fail_in_file(reader, CAROM_STATUS_TOO_LARGE, (cr_file_position){.path = path},
                               "the file is larger than the limit, %zu bytes", limits->file_bytes);
    reader->bytes_read += size;
    if (reader->bytes_read / 4 > limits->file_bytes)
        return cr_fail_in_file(reader, CAROM_STATUS_TOO_LARGE, (cr_file_position){.path = path},
                               "all files together are larger than four times the limit of one, %zu bytes",
                               limits->file_bytes);
    reader->account.limit = effective_limit(limits->memory, reader->bytes_read);
    return true;
}

bool cr_count_steps(cr_reader *reader, size_t count) {
    size_t limit = effective_limit(reader->options.limits.steps, reader->bytes_read);
    reader->steps += count;
    if (reader->steps <= limit) return true;
    return fail_beyond_limit(reader, limit, "steps", "steps");
}

// ---- Texts and notes -----------------------------------------------------------------------------------------------

void *cr_scratch_memory(cr_reader *reader, size_t count, size_t size) {
    void *taken = cr_arena_take(&reader->scratch, count, size);
    if (!taken) cr_no_memory(reader);
    return taken;
}

static char *format_line(cr_reader *reader, cr_arena *arena, const char *format, va_list arguments) {
    char line[1024];
    vsnprintf(line, sizeof line, format, arguments);
    replace_controls(line);
    char *text = cr_arena_copy_text(arena, line, strlen(line));
    if (!text) cr_no_memory(reader);
    return text;
}

char *cr_text(cr_reader *reader, cr_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = format_line(reader, arena, format, arguments);
    va_end(arguments);
    return text;
}

bool cr_note(cr_reader *reader, const char *where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *message = format_line(reader, &reader->map->arena, format, arguments);
    va_end(arguments);
    carom_map_note *note = message ? cr_array_add(&reader->map->notes, reader->map->allocator, sizeof *note) : NULL;
    if (!note) return cr_no_memory(reader);
    *note = (carom_map_note){where, message};
    return true;
}
