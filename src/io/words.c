// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The vocabulary comes from real maps: Tiled's examples, engines that read its files, and games.
#include "io/words.h"

#include <string.h>

enum { WORD_BYTES = 64 }; // longer words are not marks

// None begins with a verb that skip_verb knows, or ends with a suffix that cut_layer_suffix knows.
static const struct {
    const char *text;
    cr_word word;
} words[] = {
#define EVERYWHERE (CR_IN_PROPERTY | CR_IN_CLASS | CR_IN_LAYER)
    {"solid", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"solids", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"collide", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"collides", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"collidable", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"collision", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"collisions", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"collider", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"colliders", {CR_MEANS_SOLID, EVERYWHERE | CR_EXPLICIT}},
    {"gecollide", {CR_MEANS_SOLID, CR_IN_PROPERTY}},
    {"block", {CR_MEANS_SOLID, EVERYWHERE}},
    {"blocks", {CR_MEANS_SOLID, EVERYWHERE}},
    {"blocked", {CR_MEANS_SOLID, EVERYWHERE}},
    {"blocking", {CR_MEANS_SOLID, EVERYWHERE}},
    {"blocker", {CR_MEANS_SOLID, EVERYWHERE}},
    {"obstacle", {CR_MEANS_SOLID, EVERYWHERE}},
    {"obstacles", {CR_MEANS_SOLID, EVERYWHERE}},
    {"wall", {CR_MEANS_SOLID, EVERYWHERE}},
    {"walls", {CR_MEANS_SOLID, EVERYWHERE}},
    {"barrier", {CR_MEANS_SOLID, EVERYWHERE}},
    {"impassable", {CR_MEANS_SOLID, EVERYWHERE}},
    {"unwalkable", {CR_MEANS_SOLID, EVERYWHERE}},
    {"bounds", {CR_MEANS_SOLID, CR_IN_CLASS | CR_IN_LAYER}},
    {"nocollide", {CR_MEANS_NOT_SOLID, EVERYWHERE}},
    {"nocollision", {CR_MEANS_NOT_SOLID, EVERYWHERE}},
    {"nocollisions", {CR_MEANS_NOT_SOLID, EVERYWHERE}},
    {"nonsolid", {CR_MEANS_NOT_SOLID, EVERYWHERE}},
    {"notsolid", {CR_MEANS_NOT_SOLID, EVERYWHERE}},
    {"walkable", {CR_MEANS_NOT_SOLID, EVERYWHERE | CR_FALSE_IS_SOLID}},
    {"passable", {CR_MEANS_NOT_SOLID, EVERYWHERE | CR_FALSE_IS_SOLID}},
    {"oneway", {CR_MEANS_ONE_WAY, EVERYWHERE}},
    {"onewayplatform", {CR_MEANS_ONE_WAY, EVERYWHERE}},
    {"onewayplatforms", {CR_MEANS_ONE_WAY, EVERYWHERE}},
    {"jumpthrough", {CR_MEANS_ONE_WAY, EVERYWHERE}},
    {"jumpthru", {CR_MEANS_ONE_WAY, EVERYWHERE}},
    {"semisolid", {CR_MEANS_ONE_WAY, EVERYWHERE}},
    // Not as the name of a layer: that is the ground itself as often.
    {"platform", {CR_MEANS_ONE_WAY, CR_IN_PROPERTY | CR_IN_CLASS}},
    {"platforms", {CR_MEANS_ONE_WAY, CR_IN_PROPERTY | CR_IN_CLASS}},
#undef EVERYWHERE
};

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static const char *skip_separators(const char *text) {
    while (*text == '_' || *text == '-' || *text == ' ') text++;
    return text;
}

bool cr_same_words(const char *a, const char *b) {
    for (a = skip_separators(a), b = skip_separators(b); *a && lower_case(*a) == lower_case(*b);
         a = skip_separators(a + 1), b = skip_separators(b + 1)) {
    }
    return *a == 0 && *b == 0;
}

// Converts to lower case and removes separators. Returns false if the word is too long to be a mark.
static bool normalize(const char *word, char out[WORD_BYTES]) {
    size_t used = 0;
    for (word = skip_separators(word); *word; word = skip_separators(word + 1)) {
        if (used == WORD_BYTES - 1) return false;
        out[used++] = lower_case(*word);
    }
    out[used] = 0;
    return true;
}

static cr_word find_in_vocabulary(const char *text, unsigned use) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].text[0] == text[0] && strcmp(words[i].text, text) == 0 && words[i].word.uses & use)
            return words[i].word;
    return (cr_word){CR_MEANS_NOTHING, 0};
}

// Skips the verb of "isSolid" and "hasCollision".
static const char *skip_verb(const char *text) {
    if (strncmp(text, "is", 2) == 0) return text + 2;
    return strncmp(text, "has", 3) == 0 ? text + 3 : text;
}

// Cuts the suffix of "Collision Layer" and "wall_tiles".
static void cut_layer_suffix(char *text) {
    static const char *const kinds[] = {"layer", "objects", "object", "tiles", "map"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(text), kind = strlen(kinds[i]);
        if (length <= kind || strcmp(text + length - kind, kinds[i]) != 0) continue;
        text[length - kind] = 0;
        return;
    }
}

cr_word cr_find_word(const char *word, unsigned use) {
    char text[WORD_BYTES];
    if (!normalize(word, text)) return (cr_word){CR_MEANS_NOTHING, 0};
    if (use == CR_IN_PROPERTY) return find_in_vocabulary(skip_verb(text), use);
    if (use == CR_IN_LAYER) cut_layer_suffix(text);
    cr_word found = find_in_vocabulary(text, use);
    size_t length = strlen(text);
    if (found.meaning != CR_MEANS_NOTHING || length < 2 || text[length - 1] != 's') return found;
    text[length - 1] = 0; // a plural
    return find_in_vocabulary(text, use);
}

bool cr_resembles_mark(const char *word) {
    static const char *const parts[] = {"solid",  "collid", "collis",   "wall",   "block",  "obstacle", "barrier",
                                        "passab", "walkab", "platform", "oneway", "hitbox", "ground",   "floor"};
    char text[WORD_BYTES];
    if (!normalize(word, text) || strstr(text, "background") || strstr(text, "foreground")) return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(text, parts[i])) return true;
    return false;
}

// ---- LDtk -----------------------------------------------------------------------------------------------------------

static bool equals_part(const char *word, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (word[i] != lower_case(name[i])) return false;
    return word[length] == 0;
}

static bool starts_part(char before, char c) {
    return c >= 'A' && c <= 'Z' && !(before >= 'A' && before <= 'Z');
}

// The length of the first word of a name: up to a separator, or to a capital after a small letter.
static size_t part_length(const char *name) {
    size_t length = 0;
    while (name[length] && !strchr("_- ", name[length]) &&
           (length == 0 || !starts_part(name[length - 1], name[length])))
        length++;
    return length;
}

// True if one of the words of a name is in a list, or the plural of one, if `plural`.
static bool has_part(const char *name, const char *const *parts, size_t count, bool plural) {
    while (*name) {
        size_t length = part_length(name);
        bool many = plural && length > 1 && lower_case(name[length - 1]) == 's';
        for (size_t i = 0; i < count; i++)
            if (equals_part(parts[i], name, length) || (many && equals_part(parts[i], name, length - 1))) return true;
        name = skip_separators(name + length);
    }
    return false;
}

bool cr_is_not_ground(const char *name) {
    static const char *const parts[] = {
        "empty",  "air",     "ladder",     "ladders", "rope", "vine",     "water",    "lava",      "spikes",  "spike",
        "death",  "trigger", "sensor",     "nothing", "none", "grass",    "sand",     "flower",    "flowers", "track",
        "tracks", "bg",      "background", "path",    "road", "passable", "walkable", "nocollide",
    };
    return has_part(name, parts, sizeof parts / sizeof *parts, false);
}

bool cr_is_of_the_game(const char *name) {
    static const char *const parts[] = {
        "enemy",   "enemies",  "monster",    "boss",       "npc",   "player",   "hero",    "actor",    "spawn",
        "spawner", "start",    "item",       "coin",       "gem",   "pickup",   "powerup", "key",      "food",
        "health",  "door",     "exit",       "entrance",   "entry", "goal",     "finish",  "flag",     "portal",
        "warp",    "teleport", "checkpoint", "trigger",    "event", "sensor",   "zone",    "room",     "camera",
        "light",   "sound",    "music",      "dialog",     "path",  "waypoint", "ladder",  "rope",     "water",
        "lava",    "spike",    "hazard",     "trap",       "death", "danger",   "kill",    "interact", "animation",
        "effect",  "particle", "decor",      "background",
    };
    return has_part(name, parts, sizeof parts / sizeof *parts, true);
}

// ---- Values ---------------------------------------------------------------------------------------------------------

cr_switch cr_switch_of(const char *text) {
    static const char *const yes[] = {"", "true", "yes", "y", "on", "1", "1.0"}, *const no[] = {"false", "no",  "n",
                                                                                                "off",   "0",   "0.0",
                                                                                                "none",  "null"};
    char word[WORD_BYTES];
    if (!normalize(text, word)) return CR_UNCLEAR;
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        if (strcmp(yes[i], word) == 0) return CR_TRUE;
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        if (strcmp(no[i], word) == 0) return CR_FALSE;
    return CR_UNCLEAR;
}
