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

static inline carom_status read_with_failure(failing_read *read, carom_map_options options, ledger l, uint64_t *steps,
                                             const void *context) {
    const carom_allocator allocator = allocator_of(&l);
    carom_map *map = NULL;
    carom_error error = {.status = CAROM_STATUS_OK};
    options.allocator = &allocator;
    carom_status status = read(&options, &map, &error, context);
    assert_int_equal(error.status, status);
    assert_int_equal(map != NULL, status == CAROM_STATUS_OK);
    if (map) *steps = map->steps;
    carom_map_free(map);
    assert_int_equal(l.held, 0);
    return status;
}

/// Requires that each failure is reported, and that nothing is left then.
static inline void expect_failures(failing_read *read, carom_map_options options, const void *context) {
    enum { TRIED_LIMITS = 300 };
    uint64_t steps = 0;
    for (int once = 0; once < 2; once++) {
        carom_status status = CAROM_STATUS_NO_MEMORY;
        long n = 0;
        for (; status != CAROM_STATUS_OK; n++) {
            status = read_with_failure(read, options, (ledger){.left = n, .once = once}, &steps, context);
            if (status != CAROM_STATUS_OK) assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
        }
        assert_true(n > 5);
    }
    uint64_t apart = steps / TRIED_LIMITS + 1;
    for (uint64_t limit = 1; limit < steps; limit += apart) {
        options.limits.steps = (size_t)limit;
        uint64_t none;
        assert_int_equal(read_with_failure(read, options, (ledger){.left = -1}, &none, context),
                         CAROM_STATUS_TOO_LARGE);
    }
}
