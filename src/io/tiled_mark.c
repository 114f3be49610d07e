// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Who says what is solid: the words of carom/io.h, in properties, classes and names of layers.
#include "io/tiled.h"

#include <stdio.h>
#include <string.h>

// Letters outside of ASCII are told apart by case, as in no locale.
static bool same_word(const char *a, const char *b, size_t b_length) {
    size_t i = 0;
    for (; i < b_length && a[i]; i++) {
        char c = b[i] >= 'A' && b[i] <= 'Z' ? (char)(b[i] - 'A' + 'a') : b[i];
        if (a[i] != c) return false;
    }
    return i == b_length && a[i] == 0;
}

static bool is_one_of(const char *const *words, size_t count, const char *word) {
    for (size_t i = 0; i < count; i++)
        if (same_word(words[i], word, strlen(word))) return true;
    return false;
}

static bool is_switch(const char *name) {
    static const char *const words[] = {"solid", "collides", "collidable", "collision", "collider"};
    return is_one_of(words, sizeof words / sizeof *words, name);
}

static bool is_solid_class(const char *word) {
    static const char *const words[] = {"wall", "walls", "collisions", "obstacle", "obstacles", "bounds"};
    return is_switch(word) || is_one_of(words, sizeof words / sizeof *words, word);
}

cr_mark cr_mark_over(cr_mark outer, cr_mark inner) {
    cr_mark mark = outer;
    if (inner.solid != CR_UNMARKED) mark.solid = inner.solid;
    if (inner.facing != CR_FACING_NONE) mark.facing = inner.facing;
    if (inner.has_code) {
        mark.has_code = true;
        mark.code = inner.code;
    }
    return mark;
}

static cr_facing facing_of(const char *word) {
    static const char *const words[] = {"up", "right", "down", "left"};
    for (int i = 0; i < 4; i++)
        if (same_word(words[i], word, strlen(word))) return (cr_facing)(CR_FACING_UP + i);
    return CR_FACING_NONE;
}

// One word of "slope_45 flip 90".
static bool read_code_word(const char *word, size_t length, int *base, bool *flip, int *turns) {
    char name[32];
    if (same_word("flip", word, length))
        *flip = true;
    else if (same_word("90", word, length))
        *turns = 1;
    else if (same_word("180", word, length))
        *turns = 2;
    else if (same_word("270", word, length))
        *turns = 3;
    else if (*base >= 0 || length >= sizeof name)
        return false;
    else {
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        *base = carom_tile_by_name(name);
        return *base >= 0;
    }
    return true;
}

static bool read_code(const char *text, uint8_t *code) {
    int base = -1, turns = 0;
    bool flip = false;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (length > 0 && !read_code_word(text, length, &base, &flip, &turns)) return false;
        text += length + (text[length] != 0);
    }
    *code = carom_tile_code(base, flip, turns);
    return base >= 0;
}

static void read_one_way(cr_reader *reader, const cr_node *value, cr_mark *mark) {
    bool on = true;
    mark->facing = CR_FACING_NONE;
    if (value->kind == CR_TEXT) mark->facing = facing_of(value->text);
    if (mark->facing == CR_FACING_NONE) {
        if (!cr_as_bool(value, &on))
            cr_fail(reader, CAROM_BAD_FILE, value, "'one_way' must be true, false, up, right, down or left");
        if (on) mark->facing = CR_FACING_UP;
    }
    if (on && mark->solid == CR_UNMARKED) mark->solid = CR_SOLID;
}

static void read_property(cr_reader *reader, const char *name, const cr_node *value, cr_mark *mark) {
    const char *text = value->kind == CR_TEXT ? value->text : "";
    bool on;
    if (is_switch(name) && cr_as_bool(value, &on)) {
        mark->solid = on ? CR_SOLID : CR_NOT_SOLID;
    } else if (same_word("one_way", name, strlen(name))) {
        read_one_way(reader, value, mark);
    } else if (same_word("carom", name, strlen(name))) {
        mark->has_code = read_code(text, &mark->code);
        if (!mark->has_code)
            cr_fail(reader, CAROM_BAD_FILE, value,
                    "'carom' must name a tile of the catalogue (\"slope_45 flip 90\"), not '%.60s'", text);
    } else if (strcmp(name, "bodyType") == 0) {
        mark->solid = strcmp(text, "static") == 0 ? CR_SOLID : CR_NOT_SOLID;
    } else if (strcmp(name, "CollisionType") == 0) {
        mark->solid = strcmp(text, "Fixed") == 0 ? CR_SOLID : CR_NOT_SOLID;
    }
}

cr_mark cr_read_plain_mark(cr_reader *reader, const cr_node *properties) {
    cr_mark mark = {0};
    for (const cr_node *value = properties ? properties->first : NULL; value; value = value->next)
        if (value->name) read_property(reader, value->name, value, &mark);
    return mark;
}

static cr_mark mark_of_word(const char *word) {
    cr_mark mark = {0};
    if (word && same_word("one_way", word, strlen(word)))
        mark = (cr_mark){.solid = CR_SOLID, .facing = CR_FACING_UP};
    else if (word && is_solid_class(word))
        mark.solid = CR_SOLID;
    return mark;
}

cr_mark cr_read_mark(cr_reader *reader, const cr_node *node, const char *type, const char *name) {
    cr_mark mark = cr_mark_over(mark_of_word(name), mark_of_word(type));
    const cr_node *properties = cr_get(node, "properties");
    if (properties && !cr_is_xml(properties) && properties->kind == CR_OBJECT)
        return cr_mark_over(mark, cr_read_plain_mark(reader, properties));
    cr_mark said = {0};
    cr_each each = cr_is_xml(node) ? cr_each_of(properties, "property", "") : cr_each_of(node, "", "properties");
    for (const cr_node *property; (property = cr_each_next(&each));) {
        const char *key = cr_get_text(reader, property, "name", "");
        const cr_node *value = cr_get(property, "value");
        if (value) read_property(reader, key, value, &said);
    }
    return cr_mark_over(mark, said);
}
