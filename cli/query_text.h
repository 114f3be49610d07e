// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Information that the text of a line has beyond the values that jansson reads from it. Both functions take the object,
// and the text it was read from, which must end with a NUL.
#pragma once

#include <jansson.h>
#include <stddef.h>

/// Adjusts the few reals that conversion to float would round a second time, so that it returns the float nearest to
/// the text. All numbers must have been read as reals.
void query_round_once(json_t *object, const char *text);

/// Returns the text of a member's value, `length` bytes; null if there is no such member.
const char *query_member_text(const json_t *object, const char *text, const char *name, size_t *length);
