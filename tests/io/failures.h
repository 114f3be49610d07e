// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A map is read while each allocation fails in turn, and with each limit of steps. tests/CMakeLists.txt gives the tests
// that include this file arenas with a block for each allocation, so that none succeeds in the room that another left.
#pragma once

#include "carom/io.h"
#include "io/reader.h"
#include "ledger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// Reads a map with the given options.
typedef carom_status failing_read(const carom_map_options *options, carom_map **map, carom_error *error,
                                  const void *context);

/// Reads a map with a failing allocator, which must be empty then. Sets *steps if there is a map.
static inline carom_status read_with_failure(failing_read *read, carom_map_options options, ledger *l, uint64_t *steps,
                                             const void *context) {
    const carom_allocator allocator = allocator_of(l);
    carom_map *map = NULL;
    carom_error error = {.status = CAROM_STATUS_OK};
    options.allocator = &allocator;
    carom_status status = read(&options, &map, &error, context);
    assert_int_equal(error.status, status);
    assert_int_equal(map != NULL, status == CAROM_STATUS_OK);
    if (map) *steps = map->steps;
    carom_map_free(map);
    assert_int_equal(l->held, 0);
    return status;
}

/// Requires that each failure is reported and ends the reading soon, and that nothing is left then. A map that cannot
/// be read gives its own error after the last allocation, or instead.
static inline void expect_failures(failing_read *read, carom_map_options options, const void *context) {
    enum { TRIED_LIMITS = 3000, MORE_REQUESTS = 6 };
    uint64_t steps = 0, none;
    const carom_status whole = read_with_failure(read, options, &(ledger){.left = -1}, &steps, context);
    for (int once = 0; once < 2; once++) {
        for (long n = 0;; n++) {
            ledger l = {.left = n, .once = once};
            carom_status status = read_with_failure(read, options, &l, &none, context);
            bool refused = l.asked > n;
            if (!refused || status == CAROM_STATUS_OK || status != whole) // the first error counts
                assert_int_equal(status, refused ? CAROM_STATUS_NO_MEMORY : whole);
            if (refused && l.asked > n + 1 + MORE_REQUESTS)
                fail_msg("%ld requests after failure %ld", l.asked - n - 1, n);
            if (refused) continue;
            assert_true(n > 0);
            break;
        }
    }
    uint64_t apart = steps / TRIED_LIMITS + 1;
    for (uint64_t limit = 1; limit < steps; limit += apart) {
        options.limits.steps = (size_t)limit;
        assert_int_equal(read_with_failure(read, options, &(ledger){.left = -1}, &none, context),
                         CAROM_STATUS_TOO_LARGE);
    }
}
