// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// JSON values, written to a stream one by one: exactly the digits that are promised, which jansson does not give.
#pragma once

#include <stdio.h>

#include "carom/base.h"

/// 9 significant digits, which read back to the same float; -0 is written 0, infinities and NaN null.
void json_put_number(FILE *out, float value);
void json_put_vec2(FILE *out, carom_vec2 value);
/// Quoted and escaped. Bytes that are not UTF-8 become U+FFFD. Null is null.
void json_put_string(FILE *out, const char *text);
