// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The vocabulary of marks: words that state that something is solid, not solid or one-way.
#pragma once

#include "carom/io.h"

typedef enum cr_meaning { CR_MEANS_NOTHING, CR_MEANS_SOLID, CR_MEANS_NOT_SOLID, CR_MEANS_ONE_WAY } cr_meaning;

/// Where a word is used, and two properties of words. Some words are marks in some uses only.
enum cr_word_use {
    CR_IN_PROPERTY = 1,     ///< name of a property
    CR_IN_CLASS = 2,        ///< class, or name of an object
    CR_IN_LAYER = 4,        ///< name of a layer
    CR_EXPLICIT = 8,        ///< an explicit name of a layer: takes precedence over names that describe ("walls")
    CR_FALSE_IS_SOLID = 16, ///< a property with the value false means solid
};

typedef struct cr_word {
    cr_meaning meaning;
    unsigned uses; ///< cr_word_use
} cr_word;

/// Returns the meaning of a word in one use (one of the first three of cr_word_use); CR_MEANS_NOTHING if it is not a
/// mark there. Compares without case, blanks, '-' and '_'.
cr_word cr_find_word(const char *word, unsigned use);

/// Compares two words without case, blanks, '-' and '_'.
bool cr_same_words(const char *a, const char *b);

/// True if a word that is not a mark resembles one.
bool cr_resembles_mark(const char *word);

/// True if one of the words of a name such as "Deep_water" or "bgTrees" denotes something that is not ground (LDtk).
bool cr_is_not_ground(const char *name);

/// True if one of the words of the name of a layer denotes things of a game that are seldom solid ("Enemies", "spawn
/// points").
bool cr_is_of_the_game(const char *name);

typedef enum cr_switch { CR_FALSE, CR_TRUE, CR_UNCLEAR } cr_switch;

/// Reads the value of a switch: "true", "Yes", "1" and "" are true.
cr_switch cr_switch_of(const char *text);
