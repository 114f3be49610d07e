// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the text of a line tells beyond the values that jansson reads from it. Both functions are given the object that
// was read, and the text it was read from, closed by a NUL.
#pragma once

#include <jansson.h>
#include <stddef.h>

/// Changes the few reals whose conversion to float would round a second time, so that it gives the float nearest to the
/// text. All numbers must have been read as reals.
void query_round_once(json_t *object, const char *text);

/// A member's value as it is written, `length` bytes; null if there is no such member.
const char *query_member_text(const json_t *object, const char *text, const char *name, size_t *length);
