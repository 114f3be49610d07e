// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Parsing of numbers: the same result as strtod() in the C locale, in every locale; other text is refused.
#include "io/number.h"
#include "random.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static double parsed(const char *text) {
    double value;
    if (!cr_parse_number(text, strlen(text), &value)) fail_msg("'%s' is a number", text);
    return value;
}

static void assert_number(double value, double expected) {
    if (value != expected) fail_msg("%.17g, not %.17g", value, expected);
}

static void common_notations_match_strtod(void **state) {
    static const char *const texts[] = {
        "0",
        "-0",
        "7",
        "+7",
        "-12.5",
        ".5",
        "5.",
        "0016",
        "1512.24",
        "1e3",
        "1E+3",
        "2.5e-3",
        "0.1",
        "1e22",
        "1e23",
        "123456789",
        "4.18182",
        "-0.0909091",
        "1e-300",
        "3e-320",
        "0.3",
        "5.55112e-17",
        "7.272727272727273",
        "9007199254740993",
        "1.7976931348623157e100",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = parsed(texts[i]), wanted = strtod(texts[i], NULL);
        if (wanted > -1e-99 && wanted < 1e-99) wanted = 0; // below 1e-99, the parser returns 0
        assert_number(value, wanted);
    }
    assert_number(parsed("1e-2000"), 0);
    assert_number(parsed("0e9999"), 0);
    assert_number(parsed("123456789012345678901234567890"), 123456789012345678901234567890.0);
    assert_number(parsed("0.00000000000000000000000000000000000000000000000001e50"), 1);
}

static void other_text_is_refused(void **state) {
    static const char *const texts[] = {"",   " ",     "-",     ".",      "e5",       "1e",    "1e+",  "1,5",
                                        "1 ", " 1",    "0x10",  "nan",    "inf",      "1e999", "1..2", "--1",
                                        "1f", "1e5.0", "1e400", "-1e309", "Infinity", "1_000"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value;
        if (cr_parse_number(texts[i], strlen(texts[i]), &value)) fail_msg("'%s' is no number", texts[i]);
    }
    double value;
    assert_true(cr_parse_number("12345", 3, &value));
    assert_number(value, 123); // must not read past the given length
}

static void numbers_have_at_most_1000_digits(void **state) {
    (void)state;
    char text[1100];
    double value;
    memset(text, '0', sizeof text);
    text[700] = '.';
    text[710] = '1';
    assert_true(cr_parse_number(text, 1001, &value));
    assert_number(value, 1e-10);
    assert_false(cr_parse_number(text, 1002, &value));
}

/// Many digits and an exponent of five digits do not cancel.
static void large_exponents_exceed_all_digits(void **state) {
    (void)state;
    char text[1024];
    double value;
    snprintf(text, sizeof text, "0.%0998d1e999", 0);
    assert_number(parsed(text), 1);
    snprintf(text, sizeof text, "0.%0998d1e10000", 0);
    assert_false(cr_parse_number(text, strlen(text), &value));
    snprintf(text, sizeof text, "1%0999de-10000", 0);
    assert_number(parsed(text), 0);
}

static void random_numbers_match_strtod(void **state) {
    (void)state;
    random_source random = {2};
    for (int i = 0; i < 1000000; i++) {
        char text[64];
        int digits = 1 + random_below(&random, 17), point = random_below(&random, digits + 1), used = 0;
        if (random_below(&random, 2)) text[used++] = '-';
        for (int k = 0; k < digits; k++) {
            if (k == point) text[used++] = '.';
            text[used++] = (char)('0' + random_below(&random, 10));
        }
        text[used] = 0;
        if (random_below(&random, 3) == 0)
            used += snprintf(text + used, sizeof text - (size_t)used, "e%d", random_below(&random, 60) - 30);
        double value = parsed(text), wanted = strtod(text, NULL);
        if (value != wanted) fail_msg("'%s' is %.17g, not %.17g", text, wanted, value);
    }
}

static void integers_are_parsed(void **state) {
    (void)state;
    int64_t value;
    assert_true(cr_parse_integer("4294967295", 10, &value));
    assert_int_equal(value, 4294967295);
    assert_true(cr_parse_integer("-000017", 7, &value));
    assert_int_equal(value, -17);
    assert_true(cr_parse_integer("+5", 2, &value));
    assert_int_equal(value, 5);
    assert_true(cr_parse_integer("999999999999999999", 18, &value));
    assert_int_equal(value, 999999999999999999);
    assert_false(cr_parse_integer("+", 1, &value));
    assert_false(cr_parse_integer("1+", 2, &value));
    assert_false(cr_parse_integer("1.0", 3, &value));
    assert_false(cr_parse_integer("", 0, &value));
    assert_false(cr_parse_integer("-", 1, &value));
    assert_false(cr_parse_integer("99999999999999999999", 20, &value));
}

static void the_locale_has_no_effect(void **state) {
    (void)state;
    const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "pt_BR.UTF-8"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) found = setlocale(LC_ALL, names[i]) != NULL;
    if (!found) skip();
    assert_number(parsed("0.5"), 0.5);
    double value;
    assert_false(cr_parse_number("0,5", 3, &value));
    setlocale(LC_ALL, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(common_notations_match_strtod),     cmocka_unit_test(other_text_is_refused),
        cmocka_unit_test(random_numbers_match_strtod),       cmocka_unit_test(integers_are_parsed),
        cmocka_unit_test(the_locale_has_no_effect),          cmocka_unit_test(numbers_have_at_most_1000_digits),
        cmocka_unit_test(large_exponents_exceed_all_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
