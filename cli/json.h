// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Writes JSON values to a stream one by one. jansson cannot write numbers with 9 significant digits of a float.
#pragma once

#include <stdio.h>

#include "carom/base.h"

/// Writes 9 significant digits, which read back to the same float; -0 becomes 0, infinities and NaN become null.
void json_put_number(FILE *out, float value);
void json_put_vec2(FILE *out, carom_vec2 value);
/// Writes a string with quotes and escapes. Bytes that are not UTF-8 become U+FFFD. A null pointer becomes null.
void json_put_string(FILE *out, const char *text);
