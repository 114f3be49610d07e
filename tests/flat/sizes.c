// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Option structs begin with their size (docs/abi.md). Each is passed as a program of the first release passes it
// (zeroed), as one of this release, and as one of a later release, whose struct has more members.
#include "base/sized.h"
#include "carom/draw.h"
#include "check.h"

#include <stdlib.h>

/// A struct with padding at its end could not grow: a new member would read the padding of an older program.
#define ENDS_WITH(type, member)                                                                                        \
    _Static_assert(offsetof(type, member) + sizeof(((type *)0)->member) == sizeof(type),                               \
                   #type " has padding at its end")

ENDS_WITH(carom_level_desc, max_edges);
ENDS_WITH(carom_world_desc, down);
ENDS_WITH(carom_body_desc, rotation);
ENDS_WITH(carom_walker_desc, shape);
ENDS_WITH(carom_draw_desc, ahead);

// ---- The reading of a struct that has grown -------------------------------------------------------------------------

typedef struct grown {
    uint32_t size;
    int32_t first;
    int32_t second; ///< since a later release
    int32_t third;  ///< since a later release still
} grown;

/// Room for the struct of a later release.
typedef union passed {
    grown known;
    unsigned char bytes[2 * sizeof(grown)];
} passed;

enum { FIRST_SIZE = offsetof(grown, second) };

static carom_status read_grown(const void *given, grown *out) {
    memset(out, 255, sizeof *out);
    return cr_read_sized(given, FIRST_SIZE, sizeof *out, out);
}

static void members_beyond_the_size_are_zero(void **state) {
    (void)state;
    static const struct {
        uint32_t size;
        int32_t second, third;
    } cases[] = {{0, 0, 0}, {FIRST_SIZE, 0, 0}, {offsetof(grown, third), 2, 0}, {sizeof(grown), 2, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        passed given = {.known = {cases[i].size, 1, 2, 3}};
        grown got;
        assert_int_equal(read_grown(given.bytes, &got), CAROM_STATUS_OK);
        assert_int_equal(got.size, 0);
        assert_int_equal(got.first, 1);
        assert_int_equal(got.second, cases[i].second);
        assert_int_equal(got.third, cases[i].third);
    }
}

// The allocation ends where the size says, so that a sanitizer detects a read beyond it.
static void nothing_beyond_the_size_is_read(void **state) {
    (void)state;
    for (size_t length = FIRST_SIZE; length <= sizeof(grown); length += sizeof(int32_t)) {
        uint32_t *given = calloc(1, length);
        assert_non_null(given);
        *given = (uint32_t)length;
        grown got;
        assert_int_equal(read_grown(given, &got), CAROM_STATUS_OK);
        free(given);
    }
}

static void sizes_below_the_first_are_refused(void **state) {
    (void)state;
    for (uint32_t size = 1; size < FIRST_SIZE; ++size) {
        passed given = {.known = {.size = size}};
        grown got;
        assert_int_equal(read_grown(given.bytes, &got), CAROM_STATUS_BAD_ARGUMENT);
    }
}

static void unknown_members_must_be_zero(void **state) {
    (void)state;
    for (size_t at = sizeof(grown); at < 2 * sizeof(grown); ++at) {
        passed given = {.known = {.size = sizeof given}};
        grown got;
        assert_int_equal(read_grown(given.bytes, &got), CAROM_STATUS_OK);
        given.bytes[at] = 1;
        assert_int_equal(read_grown(given.bytes, &got), CAROM_STATUS_UNSUPPORTED);
        given.known.size = (uint32_t)at;
        assert_int_equal(read_grown(given.bytes, &got), CAROM_STATUS_OK);
    }
}

// ---- The option structs -------------------------------------------------------------------------------------------

/// The ways in which programs of other versions pass an option struct, and the status that each gets.
static const struct way {
    enum { ZERO, EXACT, TOO_SMALL, LATER, LATER_AND_SET, WAYS } size;
    carom_status status;
} ways[] = {{ZERO, CAROM_STATUS_OK},
            {EXACT, CAROM_STATUS_OK},
            {TOO_SMALL, CAROM_STATUS_BAD_ARGUMENT},
            {LATER, CAROM_STATUS_OK},
            {LATER_AND_SET, CAROM_STATUS_UNSUPPORTED}};

/// Writes `size` into a struct of `known` bytes with eight more behind it.
static void pass_as(void *given, size_t known, int way) {
    const size_t sizes[WAYS] = {0, known, sizeof(uint32_t), known + 8, known + 8};
    uint32_t size = (uint32_t)sizes[way];
    memcpy(given, &size, sizeof size);
    memset((char *)given + known, 0, 8);
    if (way == LATER_AND_SET) ((char *)given)[known + 7] = 1;
}

static carom_vec2 corners[] = {{0, 0}, {0, 8}, {8, 8}, {8, 0}};
static const carom_outline square = {.points = corners, .count = 4};

static void levels_of_any_version(void **state) {
    (void)state;
    struct {
        carom_level_desc desc;
        char more[8];
    } given = {.desc = {.outlines = &square, .outlines_count = 1}};
    for (int way = 0; way < WAYS; ++way) {
        carom_level *level;
        carom_error error = {.status = CAROM_STATUS_OK};
        pass_as(&given, sizeof given.desc, way);
        assert_int_equal(carom_level_make(&given.desc, &level, &error), ways[way].status);
        assert_int_equal(error.status, ways[way].status);
        if (level) assert_int_equal(carom_level_edge_count(level), 4);
        assert_int_equal(level != NULL, ways[way].status == CAROM_STATUS_OK);
        carom_level_free(level);
    }
}

static void worlds_and_bodies_of_any_version(void **state) {
    (void)state;
    struct {
        carom_world_desc desc;
        char more[8];
    } world_given = {.desc = {.bounces = 3}};
    struct {
        carom_body_desc desc;
        char more[8];
    } body_given = {.desc = {.shape = circle(1), .position = {3, 4}, .velocity = {1, 0}}};
    for (int way = 0; way < WAYS; ++way) {
        carom_world *world;
        pass_as(&world_given, sizeof world_given.desc, way);
        assert_int_equal(carom_world_make(&world_given.desc, &world), ways[way].status);
        assert_int_equal(world != NULL, ways[way].status == CAROM_STATUS_OK);
        carom_world_free(world);
    }
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){0}, &world), CAROM_STATUS_OK);
    for (int way = 0; way < WAYS; ++way) {
        carom_body_id id;
        pass_as(&body_given, sizeof body_given.desc, way);
        assert_int_equal(carom_world_add(world, &body_given.desc, &id, NULL), ways[way].status);
        assert_int_equal(carom_world_has(world, id), ways[way].status == CAROM_STATUS_OK);
        if (carom_world_has(world, id)) assert_vec(carom_world_position(world, id), 3, 4);
    }
    carom_world_free(world);
}

static void walkers_of_any_version(void **state) {
    (void)state;
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &square, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    carom_scene scene = carom_scene_of_level(level);
    struct {
        carom_walker_desc desc;
        char more[8];
    } given = {.desc = {.shape = circle(1), .up = {0, -1}}};
    for (int way = 0; way < WAYS; ++way) {
        carom_walker walker = {.position = {20, 20}, .velocity = {2, 0}};
        pass_as(&given, sizeof given.desc, way);
        carom_walker_result result = carom_walker_step(&walker, &given.desc, &scene, 1);
        bool valid = ways[way].status == CAROM_STATUS_OK;
        assert_vec(walker.position, valid ? 22 : 20, 20);
        assert_int_equal(result.casts > 0, valid);
    }
    carom_level_free(level);
}

static void count_points(void *context, const carom_vec2 *at, uint32_t color) {
    (void)at;
    (void)color;
    ++*(int *)context;
}

static void drawings_of_any_version(void **state) {
    (void)state;
    carom_shape point;
    assert_int_equal(carom_make_point((carom_vec2){1, 2}, &point), CAROM_STATUS_OK);
    int points;
    struct {
        carom_draw_desc desc;
        char more[8];
    } given = {.desc = {.point = count_points, .context = &points}};
    for (int way = 0; way < WAYS; ++way) {
        points = 0;
        pass_as(&given, sizeof given.desc, way);
        carom_draw_shape(&given.desc, &point, 0);
        assert_int_equal(points, ways[way].status == CAROM_STATUS_OK);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_beyond_the_size_are_zero),
        cmocka_unit_test(nothing_beyond_the_size_is_read),
        cmocka_unit_test(sizes_below_the_first_are_refused),
        cmocka_unit_test(unknown_members_must_be_zero),
        cmocka_unit_test(levels_of_any_version),
        cmocka_unit_test(worlds_and_bodies_of_any_version),
        cmocka_unit_test(walkers_of_any_version),
        cmocka_unit_test(drawings_of_any_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
