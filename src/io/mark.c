// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rules of the caller, and the list of solid cells and objects.
#include "io/mark.h"
#include "io/number.h"
#include "io/words.h"

#include <string.h>

// ---- Rules ----------------------------------------------------------------------------------------------------------

static const carom_map_rule *use_rule(cr_reader *reader, int index) {
    reader->rules_used[index] = true;
    return &reader->options.rules[index];
}

const carom_map_rule *cr_rule_for(cr_reader *reader, const char *name) {
    if (!cr_count_steps(reader, (size_t)reader->options.rules_count)) return NULL;
    for (int i = reader->options.rules_count - 1; i >= 0; i--)
        if (cr_same_words(reader->options.rules[i].name, name)) return use_rule(reader, i);
    return NULL;
}

// Returns the part after "group:"; the whole name if it has no ':'; null if it names another group.
static const char *member_of(const char *name, const char *group) {
    const char *colon = strrchr(name, ':');
    if (!colon) return name;
    char start[256];
    size_t length = (size_t)(colon - name);
    if (length >= sizeof start) return NULL;
    memcpy(start, name, length);
    start[length] = 0;
    return cr_same_words(start, group) ? colon + 1 : NULL;
}

int64_t cr_rule_number(const cr_reader *reader, int index, const char *group) {
    const char *member = member_of(reader->options.rules[index].name, group);
    int64_t number;
    bool whole = member && cr_parse_integer(member, strlen(member), &number) && number >= 0;
    return whole ? number : -1;
}

const carom_map_rule *cr_rule_for_member(cr_reader *reader, const char *group, const char *name, int64_t number) {
    if (!cr_count_steps(reader, (size_t)reader->options.rules_count)) return NULL;
    for (int i = reader->options.rules_count - 1; i >= 0; i--) {
        const char *member = member_of(reader->options.rules[i].name, group);
        bool named = member && name[0] && cr_same_words(member, name);
        if (named || (number >= 0 && cr_rule_number(reader, i, group) == number)) return use_rule(reader, i);
    }
    return NULL;
}

// ---- Notes ----------------------------------------------------------------------------------------------------------

static const char *const owner_names[] = {"layer", "tileset", "tile", "object", "value"};

// A name is cut to this length.
enum { OPTION_NAME_BYTES = 200 };

const char *cr_option_name(cr_reader *reader, const char *name) {
    // Each byte becomes at most the four of '\''.
    char text[4 * OPTION_NAME_BYTES + 1], *out = text;
    const char *quote = strpbrk(name, "\"$`\\!") ? "'" : strpbrk(name, " ,'*?&;|()<>[]{}#~") ? "\"" : "";
    for (size_t i = 0; i < OPTION_NAME_BYTES && name[i]; i++) {
        if (name[i] == ',') *out++ = '\\';
        if (name[i] == '\'' && quote[0] == '\'') {
            memcpy(out, "'\\''", 4);
            out += 4;
        } else {
            *out++ = name[i];
        }
    }
    *out = 0;
    return cr_text(reader, &reader->scratch, "%s%s%s", quote, text, quote);
}

static bool note_hint(cr_reader *reader, const cr_hint *hint) {
    const char *kind = hint->by == CR_BY_CLASS ? "class" : "property", *s = hint->count == 1 ? "" : "s";
    const char *has = hint->count == 1 ? "has" : "have", *owner = owner_names[hint->owner];
    const char *name = cr_option_name(reader, hint->word);
    if (!name) return false;
    if (hint->value && cr_find_word(hint->word, CR_IN_PROPERTY).meaning == CR_MEANS_ONE_WAY)
        return cr_note(reader, "map",
                       "%d %s%s %s the property '%.100s' with the value '%.100s', which is not understood: write up, "
                       "down, left or right, or pass --one-way %s if it means from above",
                       hint->count, owner, s, has, hint->word, hint->value, name);
    if (hint->value)
        return cr_note(
            reader, "map",
            "%d %s%s %s the property '%.100s' with the value '%.100s', which is not understood: pass --solid %s if it "
            "means solid",
            hint->count, owner, s, has, hint->word, hint->value, name);
    return cr_note(reader, "map",
                   "%d %s%s %s the %s '%.100s', which looks like a mark but is none: pass --solid %s if it is",
                   hint->count, owner, s, has, kind, hint->word, name);
}

bool cr_note_marks(cr_reader *reader) {
    static const char *const options[] = {"--solid", "--not-solid", "--one-way"}; // by carom_map_meaning
    for (int i = 0; i < reader->hints_count; i++)
        if (!note_hint(reader, &reader->hints[i])) return false;
    for (int i = 0; i < reader->options.rules_count; i++) {
        const carom_map_rule *rule = &reader->options.rules[i];
        if (reader->rules_used[i]) continue;
        if (!cr_note(
                reader, "map",
                "%s %.100s matches nothing: no layer, tileset, object, class, property, tile or value has that name; "
                "check the spelling",
                options[rule->meaning], rule->name))
            return false;
    }
    return true;
}

// ---- Solid cells and objects ----------------------------------------------------------------------------------------

enum { LISTED_BYTES = 100 }; // texts are listed, and compared, up to this length

static bool same_source(const cr_mark_source *a, const cr_mark_source *b) {
    return a->owner == b->owner && a->by == b->by && a->by_rule == b->by_rule;
}

static bool same_text(const char *a, const char *b) {
    return a == b || strncmp(a, b, LISTED_BYTES) == 0;
}

static bool same_group(const cr_solid_group *a, const cr_solid_group *b) {
    return same_source(&a->source, &b->source) && a->one_way == b->one_way && same_text(a->layer, b->layer) &&
           same_text(a->tileset, b->tileset) && same_text(a->type, b->type) &&
           same_text(a->source.word, b->source.word);
}

// Compares strings by address: faster than same_group, and never true for different groups.
static bool identical(const cr_solid_group *a, const cr_solid_group *b) {
    return same_source(&a->source, &b->source) && a->one_way == b->one_way && a->layer == b->layer &&
           a->tileset == b->tileset && a->type == b->type && a->source.word == b->source.word;
}

static int find_group(cr_tally *tally, const cr_solid_group *group) {
    for (int i = 0; i < tally->count; i++)
        if (same_group(&tally->groups[i], group)) return i;
    if (tally->count == CR_TALLY_GROUPS) return CR_TALLY_GROUPS;
    tally->groups[tally->count] = *group;
    return tally->count++;
}

// Returns the entry of a group, or the free one for it; null if the table is full. No entry is replaced: which groups
// have one must not depend on addresses, because a group without one takes steps.
static cr_recent_group *find_recent(cr_tally *tally, const cr_solid_group *group) {
    uint64_t mixed = (uint64_t)(uintptr_t)group->tileset + 7 * (uint64_t)(uintptr_t)group->layer +
                     3 * (uint64_t)(uintptr_t)group->type + 5 * (uint64_t)(uintptr_t)group->source.word +
                     group->source.by;
    size_t slot = (size_t)(mixed * UINT64_C(0x9e3779b97f4a7c15) >> 32);
    for (size_t i = 0; i < CR_TALLY_GROUPS; i++) {
        cr_recent_group *entry = &tally->recent[(slot + i) % CR_TALLY_GROUPS];
        if (entry->index == 0 || identical(&entry->group, group)) return entry;
    }
    return NULL;
}

bool cr_count_solid(cr_reader *reader, cr_tally *tally, const cr_solid_group *group, bool object) {
    cr_recent_group *recent = find_recent(tally, group);
    int place = recent ? recent->index : 0;
    if (place == 0) {
        if (!cr_count_steps(reader, 4 * (size_t)tally->count)) return false;
        place = find_group(tally, group) + 1;
        if (recent) *recent = (cr_recent_group){*group, place};
    }
    tally->cells[place - 1] += !object;
    tally->objects[place - 1] += object;
    return true;
}

static const char *describe_mark(cr_reader *reader, const cr_mark_source *source) {
    static const char *const field_names[] = {"name", "class", "property", "number"}; // by cr_mark_field
    cr_arena *arena = &reader->map->arena;
    if (source->by == CR_BY_SHAPES) return "the shapes drawn for the tile";
    if (source->by == CR_BY_NOTHING && source->owner == CR_OF_VALUE) return "the number of a value without a name";
    if (source->by == CR_BY_NOTHING) return "the absence of a name, class and properties";
    return cr_text(reader, arena, "the %s's %s '%.100s'%s", owner_names[source->owner], field_names[source->by],
                   source->word, source->by_rule ? " (rule)" : "");
}

// Reuses the text of the previous entry, which usually has the same layer.
static const char *layer_text(cr_reader *reader, const cr_tally *tally, int index) {
    const char *layer = tally->groups[index].layer;
    carom_map *map = reader->map;
    bool same = index > 0 && same_text(tally->groups[index - 1].layer, layer);
    if (same) return ((const carom_map_solid *)map->solids.items)[map->solids.count - 1].layer;
    return cr_text(reader, &map->arena, "%.100s", layer);
}

static bool list_group(cr_reader *reader, const cr_tally *tally, int index) {
    carom_map *map = reader->map;
    const cr_solid_group *group = &tally->groups[index];
    carom_map_solid made = {.layer = layer_text(reader, tally, index),
                            .tileset = cr_text(reader, &map->arena, "%.100s", group->tileset),
                            .type = cr_text(reader, &map->arena, "%.100s", group->type),
                            .mark = describe_mark(reader, &group->source),
                            .one_way = group->one_way,
                            .cells = tally->cells[index],
                            .objects = tally->objects[index]};
    bool whole = made.layer && made.tileset && made.type && made.mark;
    carom_map_solid *line = whole ? cr_array_add(&map->solids, map->allocator, sizeof *line) : NULL;
    if (!line) return cr_no_memory(reader);
    *line = made;
    return true;
}

static bool list_remaining(cr_reader *reader, int cells, int objects) {
    carom_map *map = reader->map;
    carom_map_solid *line = cr_array_add(&map->solids, map->allocator, sizeof *line);
    if (!line) return cr_no_memory(reader);
    *line = (carom_map_solid){"", "", "", "many other marks", false, cells, objects};
    return true;
}

bool cr_list_solids(cr_reader *reader, cr_tally *tally) {
    bool listed = true;
    for (int i = 0; i < tally->count && listed; i++) listed = list_group(reader, tally, i);
    int cells = tally->cells[CR_TALLY_GROUPS], objects = tally->objects[CR_TALLY_GROUPS];
    if (listed && cells + objects > 0) listed = list_remaining(reader, cells, objects);
    if (tally->count == 0) return listed;
    *tally = (cr_tally){.count = 0};
    return listed && cr_count_steps(reader, CR_TALLY_GROUPS);
}
