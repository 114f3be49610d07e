// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The second byte of a character has narrower bounds behind some first bytes: no long forms, no surrogates, none
// beyond U+10FFFF.
#include "utf8.h"

/// How many bytes follow `first`; -1: none may begin so.
static int following(unsigned char first) {
    if (first < 0x80) return 0;
    if (first < 0xC2 || first > 0xF4) return -1;
    return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

static int is_second(unsigned char first, unsigned char c) {
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return c >= low && c <= high;
}

const char *cr_utf8_fault(const char *text, size_t size) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < size;) {
        int more = following(bytes[i]);
        if (more < 0 || size - i <= (size_t)more) return text + i;
        if (more > 0 && !is_second(bytes[i], bytes[i + 1])) return text + i;
        for (int k = 2; k <= more; k++)
            if ((bytes[i + (size_t)k] & 0xC0) != 0x80) return text + i;
        i += (size_t)more + 1;
    }
    return NULL;
}
