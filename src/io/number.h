// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Numbers from text, the same in every locale: strtod() reads "0.5" as 0 where people write a comma.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reads all of `text` as a decimal number, "-12.5e3"; false if it is none, is infinite or is no number at all.
/// Rounded to nearest from the first 19 digits.
bool cr_parse_number(const char *text, size_t length, double *out);

/// Reads all of `text` as a whole number in decimal; false if it is none, or past 18 digits.
bool cr_parse_integer(const char *text, size_t length, int64_t *out);
