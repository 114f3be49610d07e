// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Regular expressions, for the patterns of Tiled worlds. The syntax is that part of Perl's which names of files need:
// characters, ".", classes ("[a-z]", "[^_]", "\d", "\w", "\s" and their opposites), groups "(...)" and "(?:...)", "|",
// "*", "+", "?", "{2}", "{2,}", "{2,5}", each also lazy, "^" and "$". Characters are bytes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CR_PATTERN_OPS = 1000, CR_PATTERN_SETS = 32, CR_PATTERN_TEXT = 257 };

typedef struct cr_pattern_op {
    uint8_t kind, c;
    int16_t first, second; ///< where to continue, relative to this one; `first` is preferred
} cr_pattern_op;

/// A compiled expression.
typedef struct cr_pattern {
    cr_pattern_op ops[CR_PATTERN_OPS];
    uint8_t sets[CR_PATTERN_SETS][32]; ///< bits of the bytes in a class
    int ops_count, sets_count, groups_count;
} cr_pattern;

/// The text of the first two groups of a match; null without a match of the group.
typedef struct cr_pattern_match {
    const char *text[2];
    size_t length[2];
} cr_pattern_match;

/// Compiles an expression. Returns null, or what is wrong with it.
const char *cr_compile_pattern(const char *expression, cr_pattern *out);

/// Searches `text` for a match; the first, as Perl finds it. Returns false if there is none, if the text has
/// CR_PATTERN_TEXT bytes or more, or if more than 4096 choices are open at one time (16 for each byte of the longest
/// text). Cost: at most the product of the lengths of the expression and of the text.
bool cr_match_pattern(const cr_pattern *pattern, const char *text, cr_pattern_match *out);
