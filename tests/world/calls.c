// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sequences of calls: those of the corpus of the fuzz target, and random ones. `--seconds N --seed S` runs random ones
// for that time.
#include "world/calls.h"
#include "battery.h"

#include "check.h"
#include "random.h"

#include <time.h>

enum { LONGEST = 1024, QUICK = 800 };

static int hex_digit(int c) {
    static const char digits[] = "0123456789abcdef";
    const char *at = c > 0 ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/// Each line of the corpus is a sequence in hexadecimal digits.
static void sequences_of_the_corpus(void **state) {
    (void)state;
    FILE *file = fopen(CAROM_SOURCE_DIR "/tests/world/calls.hex", "r");
    assert_non_null(file);
    char line[2 * LONGEST + 2];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        uint8_t bytes[LONGEST];
        size_t size = 0;
        while (hex_digit(line[2 * size]) >= 0 && hex_digit(line[2 * size + 1]) >= 0) {
            bytes[size] = (uint8_t)(16 * hex_digit(line[2 * size]) + hex_digit(line[2 * size + 1]));
            ++size;
        }
        calls_run(bytes, size);
        ++lines;
    }
    fclose(file);
    assert_true(lines > 10);
}

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
        cmocka_unit_test(sequences_of_the_corpus),
        cmocka_unit_test(random_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
