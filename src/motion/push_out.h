// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Depenetration: the state that its three files share. push_out.c searches for the least translation,
// penetration_depth.c computes the default limit of its length, push_position.c finds the clear position in floats.
#pragma once

#include "base/vec.h"
#include "carom/motion.h"
#include "motion/zones.h"

enum {
    CR_PUSH_OBSTACLES = 128, ///< obstacles of one gathering
    CR_PUSH_REJECTED = 16,   ///< candidates of one part of the search without a clear position in floats
    CR_PUSH_KNOWN_BITS = 13,
    CR_PUSH_KNOWN = 1 << CR_PUSH_KNOWN_BITS, ///< slots of the table of answers
};

// Tolerances, as fractions of the largest coordinate of the shape and its position. Rounding is up to 2^-24 of it.
#define CR_PUSH_TOLERANCE 0x1p-42 // of lengths in double: far above their rounding, far below that of float
#define CR_PUSH_TOUCHING  0x1p-22 // distance at which a shape that was placed to touch may be, by rounding
#define CR_PUSH_RESTING   0x1p-20 // penetration depth of a shape at rest, by rounding; more is penetration

/// A rectangle of translations.
typedef struct cr_translations {
    cr_vec2d min, max;
} cr_translations;

/// Answers to questions about points that are expensive: candidates of one obstacle, or of far ones, recur. A hash
/// table with open addressing; points for which it has no room are asked about again.
typedef struct cr_push_answers {
    carom_vec2 point[CR_PUSH_KNOWN];
    unsigned char answer[CR_PUSH_KNOWN]; // 0: the slot is empty
} cr_push_answers;

typedef struct cr_push_search {
    const carom_scene *scene;
    const carom_scene *walls; // no centre may pass through an obstacle of it; null: none
    const carom_shape *shape, *placed;
    carom_vec2 position, toward;
    carom_box box;            // bounds of `placed`
    double size, largest;     // the larger side of `box`; the largest coordinate of it and of the position
    double tolerance;         // CR_PUSH_TOLERANCE in units
    double max_distance;      // of a translation
    bool is_flat;             // a part of the shape has no interior
    cr_translations part;     // the translations being searched
    cr_translations searched; // those of the square before
    cr_zones zones;           // all that overlap `part`
    double max_length;        // longer candidates are not of interest
    bool improved;            // `best` changed in this pass
    cr_vec2d best;            // the least translation so far
    bool found;               // `best` has a clear position, `at`
    carom_vec2 at;
    cr_vec2d rejected[CR_PUSH_REJECTED];
    int rejected_count;
    bool rejected_any; // a candidate of any part
    double fattening;  // of the zones
    cr_push_answers *known;
} cr_push_search;

// ---- push_out.c -----------------------------------------------------------------------------------------------------

/// Returns the bounds of the shape over all translations of `part`, fattened by rounding.
carom_box cr_push_bounds(const cr_push_search *p);

/// Adds the zone of one part of the shape and one obstacle, if it overlaps `part`. Returns false if the zones are full.
bool cr_push_add_zone(cr_push_search *p, const cr_core *shape, const carom_scene_obstacle *obstacle);

/// True if translation a is shorter than b or, if they are equally long, preferred.
bool cr_push_is_better(const cr_push_search *p, cr_vec2d a, cr_vec2d b);

// ---- penetration_depth.c --------------------------------------------------------------------------------------------

/// Returns the penetration depth at the start: the length of the least translation out of all contacts together, or the
/// depth of the deepest if some are opposed. Overwrites `part` and `zones`.
double cr_penetration_depth(cr_push_search *p);

// ---- push_position.c ------------------------------------------------------------------------------------------------

void cr_push_answers_clear(cr_push_answers *known);

/// Writes the free float position closest to a translation. In the tip of an acute corner, where there is none, writes
/// the first one out of the corner. Returns false if there is no clear position.
bool cr_push_position(const cr_push_search *p, cr_vec2d translation, carom_vec2 *at);

/// True if a translation puts the centre of the shape in solid. A shape without interior can be there by rounding; then
/// a position beside it is not in solid.
bool cr_push_is_buried(const cr_push_search *p, cr_vec2d translation);

/// True if a translation takes the centre of a part of the shape through an obstacle of `walls`. An obstacle that the
/// centre is in at the start does not count.
bool cr_push_passes_through(const cr_push_search *p, cr_vec2d translation);

/// Returns four ulp of the largest coordinate: rounding moves a clear position by no more.
double cr_push_slack(const cr_push_search *p);
