// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// vsnprintf and snprintf: those of libc take 6 kB more over the wire, for long double and files. Supported are the
// conversions that Carom uses: %s with a precision, %.*g, %d, %u, %lld, %llu, %zu, %%. The host formats %.*g.
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_TEXT = 40 };

/// Writes a number as printf("%.*g") does; returns the length of the text.
__attribute__((import_module("host"), import_name("number"))) uint32_t host_number(double value, size_t digits,
                                                                                   char *out);

typedef struct sink {
    char *text;
    size_t size, used; // used includes what did not fit
} sink;

static void put(sink *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++, out->used++)
        if (out->used + 1 < out->size) out->text[out->used] = text[i];
}

static void put_number(sink *out, uint64_t value, bool negative) {
    char digits[24];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    if (negative) digits[--at] = '-';
    put(out, digits + at, sizeof digits - at);
}

static void put_signed(sink *out, int64_t value) {
    put_number(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

/// Reads the precision of %s; SIZE_MAX if there is none.
static size_t read_precision(const char **format, int star) {
    if (**format != '.') return SIZE_MAX;
    ++*format;
    if (**format == '*') {
        ++*format;
        return star < 0 ? SIZE_MAX : (size_t)star;
    }
    size_t precision = 0;
    for (; **format >= '0' && **format <= '9'; ++*format) precision = 10 * precision + (size_t)(**format - '0');
    return precision;
}

static void print(sink *out, const char *format, va_list *values) {
    while (*format) {
        size_t plain = strcspn(format, "%");
        put(out, format, plain);
        format += plain;
        if (!*format) return;
        format++;
        int star = format[0] == '.' && format[1] == '*' ? va_arg(*values, int) : 0;
        size_t precision = read_precision(&format, star);
        bool is_long = format[0] == 'l' && format[1] == 'l';
        format += is_long ? 2 : *format == 'z'; // size_t has 32 bits here, like unsigned
        switch (*format++) {
        case 's': {
            const char *text = va_arg(*values, const char *);
            const char *end = precision == SIZE_MAX ? NULL : memchr(text, '\0', precision);
            put(out, text, end ? (size_t)(end - text) : precision == SIZE_MAX ? strlen(text) : precision);
            break;
        }
        case 'g': {
            char text[NUMBER_TEXT];
            put(out, text, host_number(va_arg(*values, double), precision, text));
            break;
        }
        case 'd': put_signed(out, is_long ? va_arg(*values, long long) : va_arg(*values, int)); break;
        case 'u':
            put_number(out, is_long ? va_arg(*values, unsigned long long) : va_arg(*values, unsigned), false);
            break;
        default: put(out, format - 1, 1); break;
        }
    }
}

int vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list values) {
    sink out = {text, size, 0};
    va_list copy;
    va_copy(copy, values);
    print(&out, format, &copy);
    va_end(copy);
    if (size > 0) text[out.used < size ? out.used : size - 1] = '\0';
    return (int)out.used;
}

int snprintf(char *restrict text, size_t size, const char *restrict format, ...) {
    va_list values;
    va_start(values, format);
    int used = vsnprintf(text, size, format, values);
    va_end(values);
    return used;
}
