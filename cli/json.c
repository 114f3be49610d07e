// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// JSON values on a stream. The program sets no locale, so printf writes a decimal point.
#include "cli/json.h"

#include <math.h>

void json_put_number(FILE *out, float value) {
    if (!isfinite(value)) {
        fputs("null", out);
    } else {
        fprintf(out, "%.9g", value == 0 ? 0.0 : (double)value);
    }
}

void json_put_vec2(FILE *out, carom_vec2 value) {
    fputc('[', out);
    json_put_number(out, value.x);
    fputc(',', out);
    json_put_number(out, value.y);
    fputc(']', out);
}

/// Returns the length of the well-formed UTF-8 sequence at `s`, 0 if there is none. (Unicode 15, table 3-7.)
static int utf8_length(const unsigned char *s) {
    if (s[0] < 0x80) return 1;
    int length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4) return 0;
    unsigned char low = s[0] == 0xE0 ? 0xA0 : s[0] == 0xF0 ? 0x90 : 0x80;
    unsigned char high = s[0] == 0xED ? 0x9F : s[0] == 0xF4 ? 0x8F : 0xBF;
    if (s[1] < low || s[1] > high) return 0;
    for (int i = 2; i < length; i++) {
        if (s[i] < 0x80 || s[i] > 0xBF) return 0;
    }
    return length;
}

void json_put_string(FILE *out, const char *text) {
    if (!text) {
        fputs("null", out);
        return;
    }
    fputc('"', out);
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int length = utf8_length(s);
        if (length == 0) {
            fputs("\\ufffd", out);
            length = 1;
        } else if (*s == '"' || *s == '\\') {
            fprintf(out, "\\%c", *s);
        } else if (*s < 0x20) {
            fprintf(out, "\\u%04x", *s);
        } else {
            fwrite(s, 1, (size_t)length, out);
        }
        s += length;
    }
    fputc('"', out);
}
