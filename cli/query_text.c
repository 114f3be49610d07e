// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// jansson keeps members and elements in the order of the text and refuses duplicate names. Therefore the n-th value
// that it read is the n-th value of the text. The text is known to be well-formed.
#include "cli/query_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Returns the end of the string that starts at `text`.
static const char *skip_string(const char *text) {
    for (text++; *text != '"'; text++) {
        if (*text == '\\') text++;
    }
    return text + 1;
}

// ---- Rounding -------------------------------------------------------------------------------------------------------

static const char *find_number(const char *text) {
    while (!strchr("-0123456789", *text)) text = *text == '"' ? skip_string(text) : text + 1;
    return text;
}

/// `value` is the double of the number that starts at `text`. If converting it to float rounds a second time, to
/// another float than the text, moves it one double towards the float of the text. (The program sets no locale, so
/// strtof reads a decimal point.)
static void round_real(json_t *value, const char *text) {
    double number = json_real_value(value);
    float nearest = strtof(text, NULL);
    if ((float)number != nearest) json_real_set(value, nextafter(number, (double)nearest));
}

/// Returns the text behind the last number of `value`.
static const char *round_all(json_t *value, const char *text) {
    if (json_is_real(value)) {
        text = find_number(text);
        round_real(value, text);
        return text + strspn(text, "+-.0123456789eE");
    }
    const char *name;
    json_t *part;
    size_t i;
    json_object_foreach(value, name, part) text = round_all(part, text);
    json_array_foreach(value, i, part) text = round_all(part, text);
    return text;
}

void query_round_once(json_t *object, const char *text) {
    round_all(object, text);
}

// ---- Members --------------------------------------------------------------------------------------------------------

/// Returns the comma, colon or bracket behind the value or name that starts at `text`.
static const char *skip_value(const char *text) {
    int depth = 0;
    while (depth > 0 || !strchr(",:]}", *text)) {
        if (*text == '"') {
            text = skip_string(text);
            continue;
        }
        if (*text == '[' || *text == '{') depth++;
        if (*text == ']' || *text == '}') depth--;
        text++;
    }
    return text;
}

const char *query_member_text(const json_t *object, const char *text, const char *name, size_t *length) {
    static const char blanks[] = " \t\r";
    const char *other;
    json_t *value;
    text = strchr(text, '{');
    json_object_foreach((json_t *)object, other, value) {
        const char *begin = skip_value(text + 1) + 1;
        text = skip_value(begin);
        if (strcmp(other, name) != 0) continue;
        begin += strspn(begin, blanks);
        const char *end = text;
        while (strchr(blanks, end[-1])) end--;
        *length = (size_t)(end - begin);
        return begin;
    }
    return NULL;
}
