// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Arrays ask the allocator for the right sizes, up to the largest, and never for a product that overflows.
#include "base/memory.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/// The last request to the allocator; it gives out `result` and no memory.
typedef struct request {
    int count;
    void *old, *result;
    size_t old_size, new_size;
} request;

static void *note_request(void *context, void *old, size_t old_size, size_t new_size) {
    request *r = context;
    *r = (request){r->count + 1, old, r->result, old_size, new_size};
    return new_size > 0 ? r->result : NULL;
}

static void expect_request(request *r, const void *old, size_t old_size, size_t new_size) {
    assert_int_equal(r->count, 1);
    assert_ptr_equal(r->old, old);
    assert_true(r->old_size == old_size);
    assert_true(r->new_size == new_size);
    r->count = 0;
}

static void arrays_have_the_size_of_their_items(void **state) {
    (void)state;
    int block;
    request r = {.result = &block};
    const carom_allocator allocator = {.context = &r, .resize = note_request};
    assert_ptr_equal(cr_take_array(&allocator, 5, 12), &block);
    expect_request(&r, NULL, 0, 60);
    assert_ptr_equal(cr_take_array(&allocator, 0, 12), &block); // not NULL, which would mean no memory
    expect_request(&r, NULL, 0, 12);
    assert_ptr_equal(cr_take_array(&allocator, SIZE_MAX / 12, 12), &block);
    expect_request(&r, NULL, 0, SIZE_MAX / 12 * 12);
    assert_null(cr_take_array(&allocator, SIZE_MAX / 12 + 1, 12));
    assert_int_equal(r.count, 0);
    cr_free_array(&allocator, &block, 5, 12);
    expect_request(&r, &block, 60, 0);
    cr_free_array(&allocator, &block, 0, 12);
    expect_request(&r, &block, 12, 0);
    cr_free_array(&allocator, NULL, 5, 12);
    assert_int_equal(r.count, 0);
}

static void growing_doubles_the_capacity(void **state) {
    (void)state;
    enum { HALF = INT_MAX / 2 };
    static const struct {
        int capacity, count, grown;
    } cases[] = {{0, 0, 0},
                 {0, 1, 4},
                 {0, 4, 4},
                 {0, 5, 8},
                 {0, 17, 32},
                 {7, 8, 14},
                 {3, 13, 24},
                 {16, 17, 32},
                 {16, 33, 64},
                 {16, 16, 16},
                 {16, 15, 16},
                 {HALF, HALF + 1, INT_MAX - 1},
                 {HALF + 1, HALF + 2, INT_MAX},
                 {HALF, INT_MAX, INT_MAX},
                 {INT_MAX - 1, INT_MAX, INT_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int before, after, capacity = cases[i].capacity;
        request r = {.result = &after};
        const carom_allocator allocator = {.context = &r, .resize = note_request};
        void *items = &before;
        assert_true(cr_grow_array(&allocator, &items, &capacity, cases[i].count, 2));
        assert_int_equal(capacity, cases[i].grown);
        bool is_moved = cases[i].grown != cases[i].capacity;
        assert_ptr_equal(items, is_moved ? &after : &before);
        if (is_moved) expect_request(&r, &before, 2 * (size_t)cases[i].capacity, 2 * (size_t)capacity);
        assert_int_equal(r.count, 0);
    }
}

/// Items of more than 128 bytes begin with one; nothing grows beyond `most`.
static void growth_has_a_first_and_a_last_capacity(void **state) {
    (void)state;
    int block;
    size_t capacity = 0;
    request r = {.result = &block};
    const carom_allocator allocator = {.context = &r, .resize = note_request};
    void *items = NULL;
    assert_true(cr_grow(&allocator, &items, &capacity, 1, 100, 129));
    expect_request(&r, NULL, 0, 129);
    capacity = 0;
    items = NULL;
    assert_true(cr_grow(&allocator, &items, &capacity, 1, 100, 128));
    expect_request(&r, NULL, 0, 4 * 128);
    assert_true(cr_grow(&allocator, &items, &capacity, 65, 100, 1));
    assert_true(capacity == 100);
    expect_request(&r, &block, 4, 100);
    assert_false(cr_grow(&allocator, &items, &capacity, 101, 100, 1));
    assert_int_equal(r.count, 0);
    assert_true(capacity == 100);
}

static void a_failed_growth_changes_nothing(void **state) {
    (void)state;
    int block, capacity = 3;
    request r = {.result = NULL};
    const carom_allocator allocator = {.context = &r, .resize = note_request};
    void *items = &block;
    assert_false(cr_grow_array(&allocator, &items, &capacity, 4, SIZE_MAX / 6));
    expect_request(&r, &block, 3 * (SIZE_MAX / 6), 6 * (SIZE_MAX / 6));
    assert_false(cr_grow_array(&allocator, &items, &capacity, 4, SIZE_MAX / 6 + 1));
    assert_int_equal(r.count, 0);
    assert_int_equal(capacity, 3);
    assert_ptr_equal(items, &block);
}

static void without_an_allocator_the_heap_is_used(void **state) {
    (void)state;
    int *items = cr_take_array(NULL, 3, sizeof *items), capacity = 3;
    void *array = items;
    assert_non_null(items);
    for (int i = 0; i < 3; ++i) items[i] = i;
    assert_true(cr_grow_array(NULL, &array, &capacity, 100000, sizeof *items));
    items = array;
    for (int i = 0; i < 3; ++i) assert_int_equal(items[i], i);
    items[99999] = 1;
    assert_null(cr_resize(NULL, items, (size_t)capacity * sizeof *items, 0));
    cr_free_array(NULL, NULL, 0, sizeof *items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_have_the_size_of_their_items),    cmocka_unit_test(growing_doubles_the_capacity),
        cmocka_unit_test(growth_has_a_first_and_a_last_capacity), cmocka_unit_test(a_failed_growth_changes_nothing),
        cmocka_unit_test(without_an_allocator_the_heap_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
