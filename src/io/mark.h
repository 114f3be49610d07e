// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Marks of layers, tilesets, tiles and objects; rules of the caller; and the tally behind carom_map_solid_at.
#pragma once

#include "io/reader.h"
#include "io/words.h"

/// The direction that a one-way side faces.
typedef enum cr_one_way_facing {
    CR_FACING_NONE,
    CR_FACING_UP,
    CR_FACING_RIGHT,
    CR_FACING_DOWN,
    CR_FACING_LEFT
} cr_one_way_facing;

/// The origin of a mark, for the list of solids.
typedef struct cr_mark_source {
    cr_mark_owner owner;
    cr_mark_field by;
    bool by_rule;     ///< true if a rule of the caller made the mark
    const char *word; ///< the name, class, property or number that is the mark
} cr_mark_source;

/// A mark of a layer, tileset, tile or object, from its properties, its class, its name, and the rules of the caller.
typedef struct cr_mark {
    enum { CR_UNMARKED = 0, CR_SOLID, CR_NOT_SOLID } solid;
    cr_one_way_facing facing;
    bool has_code;
    uint8_t code;      ///< tile code of the catalogue, valid if has_code
    bool hole;         ///< of an object: a further ring of the area before it
    const char *label; ///< what a property "name", "type" or "class" says, if that is no mark; or null
    const char *key;   ///< the first property that is no mark; or null
    bool has_tag;
    int tag;               ///< of the edges, instead of the id of the object; valid if has_tag
    cr_mark_source source; ///< of `solid`, or of the code
} cr_mark;

/// The owner of a mark, with its name and its class.
typedef struct cr_mark_subject {
    cr_mark_owner owner;
    const char *name, *type; ///< null if it has none
} cr_mark_subject;

/// Reads the mark of `node`. Sets *properties (may be null) to the number of its properties, whether marks or not.
cr_mark cr_read_mark(cr_reader *reader, const cr_node *node, cr_mark_subject subject, int *properties);
/// As cr_read_mark for the properties alone, in the format before Tiled 1.2: an object with a member for each property.
cr_mark cr_read_mark_of_members(cr_reader *reader, const cr_node *properties, cr_mark_subject subject, int *count);
/// Returns `inner`, with the fields of `outer` where `inner` does not set them.
cr_mark cr_override_mark(cr_mark outer, cr_mark inner);

/// Returns the last rule of the caller for a name, and marks it as used; null if there is none.
const carom_map_rule *cr_rule_for(cr_reader *reader, const char *name);
/// As cr_rule_for, for a member of a group: by its name (may be "") or its number (negative for none). Rules name
/// members alone or with their group ("3", "caves:3").
const carom_map_rule *cr_rule_for_member(cr_reader *reader, const char *group, const char *name, int64_t number);
/// Returns the tile id in the tileset `group` that rule `index` names; -1 if it names none.
int64_t cr_rule_number(const cr_reader *reader, int index, const char *group);
/// Returns the mark that a rule makes.
cr_mark cr_mark_of_rule(const carom_map_rule *rule, cr_mark_source source);

/// Returns a name as the value of --solid: quoted for a shell if it must be, with "\," for a comma. Null if memory runs
/// out.
const char *cr_option_name(cr_reader *reader, const char *name);

/// Adds notes for unused rules, and for names that resemble a mark.
bool cr_note_marks(cr_reader *reader);

// ---- Solid cells and objects ----------------------------------------------------------------------------------------

/// The common properties of the cells and objects in one entry of the list.
typedef struct cr_solid_group {
    const char *layer, *tileset, *type; ///< "" for none
    cr_mark_source source;
    bool one_way;
} cr_solid_group;

enum { CR_TALLY_GROUPS = 64 }; ///< maximum number of groups; one more counter takes the rest

typedef struct cr_recent_group {
    cr_solid_group group;
    int index; ///< index of the group + 1; 0: unused
} cr_recent_group;

typedef struct cr_tally {
    cr_solid_group groups[CR_TALLY_GROUPS];
    int cells[CR_TALLY_GROUPS + 1], objects[CR_TALLY_GROUPS + 1];
    int count;
    cr_recent_group recent[CR_TALLY_GROUPS]; ///< by the addresses of their strings: most cells equal an earlier one
} cr_tally;

/// Counts a cell or an object. Returns false beyond the step limit.
bool cr_count_solid(cr_reader *reader, cr_tally *tally, const cr_solid_group *group, bool object);
/// Adds an entry to the map for each group, and clears the tally.
bool cr_list_solids(cr_reader *reader, cr_tally *tally);
