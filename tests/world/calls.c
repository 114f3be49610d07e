// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random sequences of calls, `--seconds N --seed S` for that time. calls_fuzz.c runs those of a corpus.
#include "world/calls.h"
#include "battery.h"

#include "check.h"
#include "random.h"

#include <pthread.h>
#include <time.h>

enum { LONGEST = 1024, QUICK = 800, QUICK_ON_A_SMALL_STACK = 120, SMALL_STACK = 256 * 1024 };

static void run_sequence(random_source *r, bool extreme) {
    uint8_t bytes[LONGEST];
    size_t size = (size_t)(20 + random_below(r, LONGEST - 20));
    for (size_t i = 0; i < size; ++i) bytes[i] = (uint8_t)random_bits(r);
    if (!extreme)
        for (size_t i = 0; i < size; i += 2) bytes[i] %= 120;
    calls_run(bytes, size);
}

static void random_sequences(void **state) {
    (void)state;
    random_source r = {battery.seed};
    double start = seconds_now();
    long long count = 0;
    for (; go_on(start, count, QUICK); ++count) run_sequence(&r, count % 2 == 0);
    print_counted(count, "call sequences", 0);
}

static void *run_sequences(void *unused) {
    random_source r = {battery.seed + 1};
    for (int i = 0; i < QUICK_ON_A_SMALL_STACK; ++i) run_sequence(&r, i % 2);
    return unused;
}

/// docs/matches.md gives this size. Sanitizers need more.
static void a_small_stack_is_enough(void **state) {
    (void)state;
#ifdef CAROM_SANITIZED
    skip();
#endif
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, SMALL_STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, run_sequences, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sequences),
        cmocka_unit_test(a_small_stack_is_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
