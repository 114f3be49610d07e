// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Classes of ASCII characters, independent of the locale.
#pragma once

#include <stdbool.h>

/// True for the white space of XML and JSON: space, tab, line feed, carriage return.
static inline bool cr_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline bool cr_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Returns the value of a hexadecimal digit in either case; -1 for other characters.
static inline int cr_hex_digit(char c) {
    if (cr_is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
