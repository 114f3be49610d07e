// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The version matches the header, and every status has a text of its own.
#include "carom/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void version_is_that_of_the_header(void **state) {
    (void)state;
    char expected[32];
    snprintf(expected, sizeof expected, "%d.%d.%d%s", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR, CAROM_VERSION_PATCH,
             CAROM_VERSION_SUFFIX);
    assert_string_equal(carom_version(), expected);
}

static void every_status_has_its_own_text(void **state) {
    (void)state;
    for (int i = CAROM_STATUS_OK; i <= CAROM_STATUS_TOO_LARGE; ++i) {
        assert_string_not_equal(carom_status_text((carom_status)i), "unknown status");
        for (int j = CAROM_STATUS_OK; j < i; ++j) {
            assert_string_not_equal(carom_status_text((carom_status)i), carom_status_text((carom_status)j));
        }
    }
    assert_string_equal(carom_status_text((carom_status)(CAROM_STATUS_TOO_LARGE + 1)), "unknown status");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(every_status_has_its_own_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
