// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Reads marks in properties, classes and names: the vocabulary of carom/io.h.
#include "io/mark.h"
#include "io/number.h"
#include "io/types.h"

#include <stdio.h>
#include <string.h>

enum { STEPS_OF_DEFAULT = 32 }; // of one member of a class: its name is looked up in the vocabulary

// The state while one node is read.
typedef struct mark_reader {
    cr_reader *reader;
    cr_mark_subject subject;
    cr_mark by_words; // from the vocabulary
    cr_mark by_rules; // from the rules of the caller
    int properties;
    int depth;                     // of classes within classes
    const char *hint, *hint_value; // a property that resembles a mark
} mark_reader;

static cr_mark_source source_of(const mark_reader *m, cr_mark_field by, const char *word) {
    return (cr_mark_source){m->subject.owner, by, false, word};
}

cr_mark cr_override_mark(cr_mark outer, cr_mark inner) {
    cr_mark mark = outer;
    if (inner.solid != CR_UNMARKED) mark.solid = inner.solid;
    if (inner.solid != CR_UNMARKED || inner.has_code) mark.source = inner.source;
    if (inner.facing != CR_FACING_NONE) mark.facing = inner.facing;
    if (inner.has_code) {
        mark.has_code = true;
        mark.code = inner.code;
    }
    if (inner.has_tag) {
        mark.has_tag = true;
        mark.tag = inner.tag;
    }
    mark.hole |= inner.hole;
    if (inner.label) mark.label = inner.label;
    if (inner.key) mark.key = inner.key;
    return mark;
}

static void mark_solid(cr_mark *mark, bool solid, cr_mark_source source) {
    mark->solid = solid ? CR_SOLID : CR_NOT_SOLID;
    mark->source = source;
}

static void mark_one_way(cr_mark *mark, cr_one_way_facing facing, cr_mark_source source) {
    mark->facing = facing;
    if (mark->solid == CR_UNMARKED) mark_solid(mark, true, source);
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

cr_mark cr_mark_of_rule(const carom_map_rule *rule, cr_mark_source source) {
    cr_mark mark = {0};
    source.by_rule = true;
    mark_solid(&mark, rule->meaning != CAROM_MAP_MEANING_NOT_SOLID, source);
    if (rule->meaning == CAROM_MAP_MEANING_ONE_WAY) mark.facing = CR_FACING_UP;
    return mark;
}

// A rule replaces the mark that the vocabulary gives to the node, including its direction, but not its tag.
static cr_mark apply_rules(cr_mark by_words, cr_mark by_rules) {
    if (by_rules.solid == CR_UNMARKED) return by_words;
    by_rules.label = by_words.label;
    by_rules.key = by_words.key;
    by_rules.has_tag = by_words.has_tag;
    by_rules.tag = by_words.tag;
    return by_rules;
}

static void apply_rule(mark_reader *m, cr_mark_field by, const char *word) {
    const carom_map_rule *rule = word && word[0] ? cr_rule_for(m->reader, word) : NULL;
    if (rule) m->by_rules = cr_mark_of_rule(rule, source_of(m, by, word));
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static cr_one_way_facing parse_facing(const char *text) {
    static const char *const directions[] = {"up", "right", "down", "left"};
    for (int i = 0; i < 4; i++)
        if (cr_same_words(directions[i], text)) return (cr_one_way_facing)(CR_FACING_UP + i);
    return CR_FACING_NONE;
}

static bool is_word(const char *expected, const char *word, size_t length) {
    char text[32];
    if (length >= sizeof text) return false;
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    return cr_same_words(expected, text);
}

// Reads one word of "slope_45 flip 90".
static bool read_code_word(const char *word, size_t length, int *base, bool *flip, int *turns) {
    char name[32];
    if (is_word("flip", word, length))
        *flip = true;
    else if (is_word("90", word, length))
        *turns = 1;
    else if (is_word("180", word, length))
        *turns = 2;
    else if (is_word("270", word, length))
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

// The truth of a value. "solid" and "one_way" are accepted as values too; they set *meaning.
static cr_switch truth_of(const char *text, cr_meaning *meaning) {
    cr_switch truth = cr_switch_of(text);
    if (truth != CR_UNCLEAR) return truth;
    cr_word word = cr_find_word(text, CR_IN_CLASS);
    if (word.meaning == CR_MEANS_NOTHING) return CR_UNCLEAR;
    *meaning = word.meaning;
    return CR_TRUE;
}

static void apply_meaning(mark_reader *m, cr_meaning meaning, bool is_true, unsigned places, cr_mark_source source) {
    if (meaning == CR_MEANS_SOLID) mark_solid(&m->by_words, is_true, source);
    if (meaning == CR_MEANS_NOT_SOLID && (is_true || places & CR_FALSE_IS_SOLID))
        mark_solid(&m->by_words, !is_true, source);
    if (meaning == CR_MEANS_ONE_WAY && is_true) mark_one_way(&m->by_words, CR_FACING_UP, source);
}

// Lists the properties of tiles, for the note about a map without anything solid.
static void list_tile_property(cr_reader *reader, const char *key) {
    int i = 0;
    while (i < reader->tile_properties_count && strcmp(reader->tile_properties[i], key) != 0) i++;
    if (i == reader->tile_properties_count && i < CR_TILE_PROPERTIES)
        reader->tile_properties[reader->tile_properties_count++] = key;
}

static void read_keyword(mark_reader *m, const char *key, const char *text) {
    cr_word word = cr_find_word(key, CR_IN_PROPERTY);
    cr_mark_source source = source_of(m, CR_BY_PROPERTY, key);
    cr_one_way_facing facing = word.meaning == CR_MEANS_ONE_WAY ? parse_facing(text) : CR_FACING_NONE;
    cr_meaning meaning = word.meaning;
    cr_switch truth = truth_of(text, &meaning);
    if (word.meaning == CR_MEANS_NOTHING) {
        if (cr_resembles_mark(key)) m->hint = key, m->hint_value = NULL;
        if (!m->by_words.key) m->by_words.key = key;
        if (m->subject.owner == CR_OF_TILE) list_tile_property(m->reader, key);
    } else if (facing != CR_FACING_NONE) {
        mark_one_way(&m->by_words, facing, source);
    } else if (truth == CR_UNCLEAR) {
        m->hint = key;
        m->hint_value = text;
    } else {
        apply_meaning(m, meaning, truth == CR_TRUE, word.uses, source);
    }
}

static bool read_tag(mark_reader *m, const char *text, const cr_node *at) {
    int64_t tag = 0;
    bool number = at->kind == CR_NUMBER ? cr_as_integer(at, INT32_MIN, INT32_MAX, &tag)
                                        : cr_parse_integer(text, strlen(text), &tag);
    m->by_words.has_tag = true;
    m->by_words.tag = (int)tag;
    if (number && tag >= INT32_MIN && tag <= INT32_MAX) return true;
    return cr_fail(m->reader, CAROM_STATUS_BAD_FILE, at, "'carom_tag' must be a whole number of 32 bits, not '%.60s'",
                   text);
}

// Some games keep the name or class of an object in a property of that name ("name" = "solid"). Its value is a mark if
// it is one as a name; of tiles only for rules. Returns false for all other properties and values.
static bool read_name_property(mark_reader *m, const char *key, const char *text) {
    bool object = m->subject.owner == CR_OF_OBJECT;
    if (!object && m->subject.owner != CR_OF_TILE) return false;
    if (!cr_same_words("name", key) && !cr_same_words("type", key) && !cr_same_words("class", key)) return false;
    cr_word word = {CR_MEANS_NOTHING, 0};
    if (object) word = cr_find_word(text, CR_IN_CLASS);
    apply_meaning(m, word.meaning, true, word.uses, source_of(m, CR_BY_PROPERTY, key));
    if (word.meaning == CR_MEANS_NOTHING) m->by_words.label = text;
    apply_rule(m, CR_BY_PROPERTY, text);
    return word.meaning != CR_MEANS_NOTHING;
}

// Reads "carom" and "carom_tag", and the properties of engines that have their own values. Returns false for all
// others.
static bool read_special_property(mark_reader *m, const char *key, const char *text, const cr_node *at) {
    cr_mark_source source = source_of(m, CR_BY_PROPERTY, key);
    if (cr_same_words("carom_tag", key)) {
        read_tag(m, text, at);
        return true;
    }
    if (cr_same_words("carom", key) && m->subject.owner == CR_OF_OBJECT && cr_same_words("hole", text)) {
        m->by_words.hole = true;
        mark_solid(&m->by_words, true, source);
        return true;
    }
    if (cr_same_words("carom", key)) {
        m->by_words.has_code = read_code(text, &m->by_words.code);
        m->by_words.source = source;
        if (!m->by_words.has_code)
            cr_fail(m->reader, CAROM_STATUS_BAD_FILE, at,
                    "'carom' must name a tile of the catalogue (\"slope_45 flip 90\"), not '%.60s'", text);
        return true;
    }
    bool body = strcmp(key, "bodyType") == 0;
    if (!body && strcmp(key, "CollisionType") != 0) return false;
    mark_solid(&m->by_words, strcmp(text, body ? "static" : "Fixed") == 0, source);
    return true;
}

static const char *property_text(const cr_node *value) {
    if (!value) return "";
    if (value->kind == CR_TEXT) return value->text;
    if (value->kind == CR_BOOL) return value->number != 0 ? "true" : "false";
    if (value->kind == CR_NUMBER) return value->number == 0 ? "0" : value->number == 1 ? "1" : "a number";
    return "";
}

static void read_properties(mark_reader *m, const cr_node *node);
static void read_members(mark_reader *m, const cr_node *properties);
static void read_defaults(mark_reader *m, const cr_node *type, const cr_node *own, bool own_members);

static void apply_property_rule(mark_reader *m, const char *key, const char *text) {
    const carom_map_rule *rule = cr_rule_for(m->reader, key);
    if (!rule) return;
    bool is_false = cr_switch_of(text) == CR_FALSE;
    if (is_false && rule->meaning != CAROM_MAP_MEANING_SOLID) return;
    cr_mark mark = cr_mark_of_rule(rule, source_of(m, CR_BY_PROPERTY, key));
    if (is_false) mark.solid = CR_NOT_SOLID;
    cr_one_way_facing facing = parse_facing(text);
    if (rule->meaning == CAROM_MAP_MEANING_ONE_WAY && facing != CR_FACING_NONE) mark.facing = facing;
    m->by_rules = mark;
}

// A property of a class has members, and `type`, which may be null, has their defaults. If none of them is a mark, the
// property itself may be one.
static void read_property(mark_reader *m, const char *key, const char *text, const cr_node *members, const cr_node *at,
                          const cr_node *type) {
    m->properties++;
    apply_property_rule(m, key, text);
    if (members || type) {
        bool marked = m->by_words.solid != CR_UNMARKED;
        if (type) read_defaults(m, type, cr_is_xml(at) ? at : members, !cr_is_xml(at));
        if (members && cr_is_xml(at))
            read_properties(m, at);
        else if (members)
            read_members(m, members);
        if (!marked && m->by_words.solid != CR_UNMARKED) return;
    }
    if (!read_special_property(m, key, text, at) && !read_name_property(m, key, text)) read_keyword(m, key, text);
}

// Reads the members of a JSON object as properties.
static void read_members(mark_reader *m, const cr_node *properties) {
    for (const cr_node *value = properties->first; value; value = value->next)
        if (value->name)
            read_property(m, value->name, property_text(value), value->kind == CR_OBJECT ? value : NULL, value, NULL);
}

// True if `own` has a value for a member: a JSON object of members, or a node with properties; null has none.
static bool has_own_value(const mark_reader *m, const cr_node *own, bool own_members, const char *name) {
    const cr_node *properties = own_members ? own : cr_get(own, "properties");
    if (!properties) return false;
    if (!cr_is_xml(own) && properties->kind == CR_OBJECT) return cr_get(properties, name) != NULL;
    cr_children each =
        cr_is_xml(own) ? cr_children_of(properties, "property", "") : cr_children_of(own, "", "properties");
    for (const cr_node *property; (property = cr_children_next(&each)) && cr_count_steps(m->reader, 1);)
        if (strcmp(cr_get_text(m->reader, property, "name", ""), name) == 0) return true;
    return false;
}

// Reads the defaults of a class; not of members that `own` sets (see has_own_value).
static void read_defaults(mark_reader *m, const cr_node *type, const cr_node *own, bool own_members) {
    cr_reader *reader = m->reader;
    const int properties = m->properties;
    if (++m->depth > reader->options.limits.depth)
        cr_fail(reader, CAROM_STATUS_BAD_FILE, type, "the class '%.100s' contains itself",
                cr_get_text(reader, type, "name", ""));
    cr_children each = cr_members_of(type);
    for (const cr_node *member; (member = cr_children_next(&each)) && cr_count_steps(reader, STEPS_OF_DEFAULT);) {
        const char *key = cr_get_text(reader, member, "name", "");
        if (reader->error.status != CAROM_STATUS_OK) break;
        if (has_own_value(m, own, own_members, key)) continue;
        const cr_node *value = cr_member_default(member);
        const cr_node *class = cr_class_of(reader, cr_get_text(reader, member, "propertyType", ""), "property");
        read_property(m, key, property_text(value), value && value->kind == CR_OBJECT ? value : NULL,
                      value ? value : member, class);
    }
    m->depth--;
    m->properties = properties; // only those of the map count
}

static void read_properties(mark_reader *m, const cr_node *node) {
    if (!cr_check_properties(m->reader, node)) return;
    const cr_node *properties = cr_get(node, "properties");
    bool xml = cr_is_xml(node);
    if (properties && !xml && properties->kind == CR_OBJECT) {
        read_members(m, properties);
        return;
    }
    cr_children each = xml ? cr_children_of(properties, "property", "") : cr_children_of(node, "", "properties");
    for (const cr_node *property; (property = cr_children_next(&each));) {
        const char *key = cr_get_text(m->reader, property, "name", "");
        const cr_node *value = cr_get(property, "value");
        const cr_node *members = xml ? cr_get(property, "properties") : value;
        if (members && members->kind != CR_OBJECT) members = NULL;
        const char *text = !value && xml ? property->text : property_text(value);
        const cr_node *type = cr_class_of(m->reader, cr_get_text(m->reader, property, "propertytype", ""), "property");
        read_property(m, key, text, members, xml ? property : value ? value : property, type);
    }
}

// ---- Names and result -----------------------------------------------------------------------------------------------

static void read_name(mark_reader *m, const char *name, cr_mark_field by, unsigned place) {
    cr_mark outer = m->by_words;
    m->by_words = (cr_mark){0};
    apply_meaning(m, name ? cr_find_word(name, place).meaning : CR_MEANS_NOTHING, true, 0, source_of(m, by, name));
    m->by_words = cr_override_mark(outer, m->by_words);
    apply_rule(m, by, name);
}

static void read_names(mark_reader *m) {
    bool layer = m->subject.owner == CR_OF_LAYER, tileset = m->subject.owner == CR_OF_TILESET;
    read_name(m, m->subject.name, CR_BY_NAME, tileset ? 0 : layer ? CR_IN_LAYER : CR_IN_CLASS);
    read_name(m, m->subject.type, CR_BY_CLASS, CR_IN_CLASS);
}

static void count_hint(mark_reader *m, cr_mark_field by, const char *word, const char *value) {
    cr_reader *reader = m->reader;
    int i = 0;
    for (; i < reader->hints_count; i++) {
        cr_hint *hint = &reader->hints[i];
        if (hint->owner != m->subject.owner || hint->by != by || strcmp(hint->word, word) != 0) continue;
        hint->count++;
        return;
    }
    if (i == CR_HINTS) return;
    reader->hints[reader->hints_count++] = (cr_hint){m->subject.owner, by, word, value, 1};
}

static cr_mark finish_mark(mark_reader *m, int *properties) {
    cr_mark mark = apply_rules(m->by_words, m->by_rules);
    if (properties) *properties = m->properties;
    bool marked = mark.solid != CR_UNMARKED || mark.has_code;
    bool unclear = m->hint_value && m->by_rules.solid == CR_UNMARKED; // it could be the mark that counts
    if (marked && !unclear) return mark;
    if (m->hint) count_hint(m, CR_BY_PROPERTY, m->hint, m->hint_value);
    const char *type = m->subject.type;
    if (!m->hint && type && cr_resembles_mark(type)) count_hint(m, CR_BY_CLASS, type, NULL);
    return mark;
}

cr_mark cr_read_mark(cr_reader *reader, const cr_node *node, cr_mark_subject subject, int *properties) {
    static const char *const uses[] = {
        [CR_OF_LAYER] = "layer", [CR_OF_TILESET] = "tileset", [CR_OF_TILE] = "tile", [CR_OF_OBJECT] = "object"};
    mark_reader m = {.reader = reader, .subject = subject};
    read_names(&m);
    const cr_node *type = cr_class_of(reader, subject.type, uses[subject.owner]);
    if (type) read_defaults(&m, type, node, false);
    read_properties(&m, node);
    return finish_mark(&m, properties);
}

cr_mark cr_read_mark_of_members(cr_reader *reader, const cr_node *properties, cr_mark_subject subject, int *count) {
    mark_reader m = {.reader = reader, .subject = subject};
    read_members(&m, properties);
    return finish_mark(&m, count);
}
