// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random sequences of calls, `--seconds N --seed S` for that time. calls_fuzz.c runs those of a corpus.
#include "world/calls.h"
#include "battery.h"

#include "check.h"
#include "random.h"

#include <time.h>

enum { LONGEST = 1024, QUICK = 800 };

static void random_sequences(void **state) {
    (void)state;
    random_source r = {battery.seed};
    double start = seconds_now();
    long long count = 0;
    for (; go_on(start, count, QUICK); ++count) {
        uint8_t bytes[LONGEST];
        size_t size = (size_t)(20 + random_below(&r, LONGEST - 20));
        for (size_t i = 0; i < size; ++i) bytes[i] = (uint8_t)random_bits(&r);
        if (count % 2)
            for (size_t i = 0; i < size; i += 2) bytes[i] %= 120; // no extreme numbers
        calls_run(bytes, size);
    }
    print_counted(count, "call sequences", 0);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
