// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Each case of data/odd_files.txt has small files, the first of them a map, and what the readers make of it: the level,
// its objects and notes, with "contents" also the contents, or the error. Values, names and combinations that no editor
// writes. The steps bound the work of the readers, so each place that counts them shows here. After changing messages,
// write the results again with CAROM_REWRITE=1 build/tests/test_io_odd_files and review the diff. Every case is read
// again while each allocation fails, and with each limit of steps.
#include "io/describe_contents.h"
#include "io/failures.h"
#include "io/given_files.h"

#include <stdlib.h>
#include <string.h>

enum { FILES = 8, RULES = 8, WORD = 400 };

static const char path[] = CAROM_SOURCE_DIR "/tests/io/data/odd_files.txt";

typedef struct odd_case {
    const char *title, *options, *expected;
    given_file files[FILES + 1];
    int count;
} odd_case;

// ---- Options --------------------------------------------------------------------------------------------------------

typedef struct odd_options {
    carom_map_options options;
    carom_map_rule rules[RULES];
    carom_map_value values[RULES];
    char words[2 * RULES][WORD];
} odd_options;

/// Sets an option: "contents", "level=a", "solid=Wall", "value=rock:2".
static void set_option(odd_options *o, const char *name, char *value) {
    carom_map_options *options = &o->options;
    static const char *const meanings[] = {"solid", "not-solid", "one-way"}; // by carom_map_meaning
    if (strcmp(name, "contents") == 0)
        options->contents = true;
    else if (strcmp(name, "level") == 0)
        options->level = value;
    else if (strcmp(name, "world") == 0)
        options->world = value;
    else if (strcmp(name, "depth") == 0)
        options->world_depth = atoi(value);
    else if (strcmp(name, "project") == 0)
        options->project = value;
    else if (strcmp(name, "snap") == 0)
        options->snap = (float)atof(value);
    else if (strcmp(name, "cells") == 0)
        options->limits.cells = (size_t)atoi(value);
    else if (strcmp(name, "bytes") == 0)
        options->limits.file_bytes = (size_t)atoi(value);
    else if (strcmp(name, "value") == 0) {
        char *code = strchr(value, ':');
        assert_non_null(code);
        *code = 0;
        o->values[options->values_count++] = (carom_map_value){value, (uint8_t)atoi(code + 1)};
    } else {
        int meaning = 0;
        while (meaning < 3 && strcmp(meanings[meaning], name) != 0) meaning++;
        if (meaning == 3) fail_msg("no option is called '%s'", name);
        o->rules[options->rules_count++] = (carom_map_rule){value, (carom_map_meaning)meaning};
    }
}

static void read_options(const char *text, odd_options *o) {
    *o = (odd_options){.options = {.rules = o->rules, .values = o->values}};
    for (int used = 0; *text; used++) {
        size_t length = strcspn(text, " ");
        assert_true(used < 2 * RULES && length < WORD);
        char *word = o->words[used];
        memcpy(word, text, length);
        char *equals = strchr(word, '=');
        if (equals) *equals = 0;
        set_option(o, word, equals ? equals + 1 : "");
        text += length + (text[length] != 0);
    }
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static char *read_cases(void) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    text[size] = 0;
    return text;
}

/// Returns the line and moves *text past it; null at the end.
static char *take_line(char **text) {
    char *line = *text;
    if (!*line) return NULL;
    size_t length = strcspn(line, "\n");
    *text += length + (line[length] != 0);
    line[length] = 0;
    return line;
}

/// Returns the text up to a line that begins with `ends`, or with "=== ", and moves *text there.
static char *take_until(char **text, const char *ends, const char *or_ends) {
    char *start = *text, *at = start;
    while (*at && strncmp(at, ends, strlen(ends)) != 0 && strncmp(at, or_ends, strlen(or_ends)) != 0) {
        at += strcspn(at, "\n");
        at += *at != 0;
    }
    *text = at;
    return start;
}

/// "=== title", "options: ...", for each file "--- name" and its text, ">>>", the result.
static bool take_case(char **text, odd_case *c) {
    char *title = take_line(text);
    if (!title) return false;
    *c = (odd_case){.title = title + 4};
    assert_memory_equal(title, "=== ", 4);
    char *line = take_line(text);
    assert_memory_equal(line, "options:", 8);
    c->options = line + 8 + strspn(line + 8, " ");
    line = take_line(text);
    while (strncmp(line, "--- ", 4) == 0) {
        assert_true(c->count < FILES);
        given_file *file = &c->files[c->count++];
        file->path = line + 4;
        file->text = take_until(text, "--- ", ">>>");
        char *end = *text;
        line = take_line(text);
        if (end > file->text) end[-1] = 0; // the last end of line is not part of the file
    }
    assert_string_equal(line, ">>>");
    c->expected = take_until(text, "=== ", "=== ");
    return true;
}

static carom_status read_odd(const carom_map_options *options, carom_map **map, carom_error *error,
                             const void *context) {
    const odd_case *c = context;
    const carom_map_files source = {.open = open_given, .context = (void *)(uintptr_t)c->files};
    carom_map_options all = *options;
    all.files = &source;
    return carom_map_read(c->files[0].text, strlen(c->files[0].text), c->files[0].path, &all, map, error);
}

static void describe_case(const odd_case *c, text_buffer *out) {
    odd_options o;
    read_options(c->options, &o);
    carom_map *map;
    carom_error error = {.status = CAROM_STATUS_OK};
    out->used = 0;
    out->text[0] = 0;
    if (read_odd(&o.options, &map, &error, c) != CAROM_STATUS_OK) {
        put(out, "error: %s:%d:%d: %s\n", error.where, error.line, error.column, error.message);
        return;
    }
    describe_level(map, out);
    describe_objects(map, out);
    describe_solids(map, out);
    describe_notes(map, out);
    if (o.options.contents) describe_contents(map, out);
    put(out, "%llu steps\n", (unsigned long long)map->steps);
    carom_level *level;
    assert_int_equal(carom_level_make(carom_map_level(map), &level, NULL), CAROM_STATUS_OK);
    carom_level_free(level);
    carom_map_free(map);
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static void each_odd_file_gives_its_level_or_error(void **state) {
    (void)state;
    static text_buffer out;
    FILE *written = getenv("CAROM_REWRITE") ? tmpfile() : NULL;
    char *cases = read_cases(), *text = cases;
    int count = 0;
    for (odd_case c; take_case(&text, &c); count++) {
        size_t length = (size_t)(text - c.expected);
        describe_case(&c, &out);
        assert_true(out.used + 1 < sizeof out.text);
        if (written) {
            fprintf(written, "=== %s\noptions:%s%s\n", c.title, *c.options ? " " : "", c.options);
            for (int i = 0; i < c.count; i++) fprintf(written, "--- %s\n%s\n", c.files[i].path, c.files[i].text);
            fprintf(written, ">>>\n%s", out.text);
        } else if (out.used != length || memcmp(out.text, c.expected, length) != 0) {
            fail_msg("%s:\n%sis not the expected\n%.*s", c.title, out.text, (int)length, c.expected);
        }
    }
    assert_in_range(count, 50, 10000);
    free(cases);
    if (!written) return;
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    rewind(written);
    for (int byte; (byte = fgetc(written)) != EOF;) fputc(byte, file);
    fclose(file);
    fclose(written);
}

static void each_failure_is_reported(void **state) {
    (void)state;
    char *cases = read_cases(), *text = cases;
    for (odd_case c; take_case(&text, &c);) {
        odd_options o;
        read_options(c.options, &o);
        expect_failures(read_odd, o.options, &c);
    }
    free(cases);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_odd_file_gives_its_level_or_error),
        cmocka_unit_test(each_failure_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
