// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Locale-independent numbers. In many locales, strtod() reads "0.5" as 0, because it expects a comma.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Reads all of `text` as a decimal number such as "-12.5e3", rounded to nearest from its first 19 digits. Returns
/// false if it is not a number, is too large, or has more than 1000 digits.
bool cr_parse_number(const char *text, size_t length, double *out);

enum { CR_FLOAT_TEXT = 32 };

/// Writes a finite float in the fewest digits that cr_parse_number reads back as this float; at most nine. The output
/// does not depend on the locale.
void cr_format_float(float value, char out[CR_FLOAT_TEXT]);

/// Reads all of `text` as a decimal integer. Returns false if it is not one, or has more than 18 digits.
bool cr_parse_integer(const char *text, size_t length, int64_t *out);
