// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Filters: categories, groups, and the custom filter, compared with their definition over all small filters.
#include "random.h"
#include "world/scene.h"

static carom_body_id add_ball(carom_world *world, float x, float vx, carom_filter filter) {
    return add(world, (carom_body_desc){.shape = circle(1),
                                        .position = {x, 0},
                                        .velocity = {vx, 0},
                                        .response = {.kind = CAROM_RESPONSE_STOP},
                                        .filter = filter});
}

static bool should_meet(carom_filter a, carom_filter b) {
    if (a.group == b.group && a.group != 0) return a.group > 0;
    uint32_t a_category = a.category ? a.category : 1, b_category = b.category ? b.category : 1;
    return (b_category & ~a.ignore) && (a_category & ~b.ignore);
}

static carom_filter filter_of(int i) {
    static const int32_t groups[] = {0, 1, 2, -1, -2};
    static const uint32_t ignored[] = {0, 1, 2, UINT32_MAX};
    return (carom_filter){(uint32_t)i & 3, ignored[i >> 2 & 3], groups[i >> 4]};
}

enum { FILTERS = 5 << 4 };

/// Returns the number of contacts of a ball that moves through the position of another.
static int contacts_of(carom_filter a, carom_filter b, bool b_is_static) {
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 8, a);
    carom_body_id other = add_ball(world, 5, 0, b);
    if (b_is_static) {
        assert_int_equal(carom_world_remove(world, other), CAROM_STATUS_OK);
        add(world, (carom_body_desc){.shape = box(2, 2), .position = {4, -1}, .filter = b, .type = CAROM_BODY_STATIC});
    }
    step(world);
    int pairs;
    carom_world_pairs(world, &pairs);
    assert_int_equal(carom_world_stats(world).hits, pairs);
    assert_int_equal(carom_world_stats(world).tested, pairs);
    carom_world_free(world);
    return pairs;
}

static void small_filters_equal_definition(void **state) {
    (void)state;
    for (int i = 0; i < FILTERS * FILTERS; ++i) {
        carom_filter a = filter_of(i % FILTERS), b = filter_of(i / FILTERS);
        assert_int_equal(contacts_of(a, b, i % 3 == 0), should_meet(a, b));
    }
}

/// A game clears the categories that a ghost meets one by one, and ends with none: the ghost meets levels only.
static void who_ignores_everything_meets_levels_only(void **state) {
    (void)state;
    static const carom_vec2 floor[] = {{-50, 10}, {50, 10}, {50, 20}, {-50, 20}};
    const carom_outline outline = {.points = floor, .count = 4};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    carom_world *world = new_world(level);
    carom_body_id ghost = add(world, (carom_body_desc){.shape = circle(1), .velocity = {0, 4}});
    add(world, (carom_body_desc){.shape = box(20, 1), .position = {-10, 4}, .type = CAROM_BODY_STATIC});
    carom_filter filter = carom_world_filter(world, ghost);
    assert_int_equal(filter.ignore, 0);
    for (int i = 0; i < 32; ++i) filter.ignore |= 1u << i;
    assert_int_equal(carom_world_set_filter(world, ghost, filter), CAROM_STATUS_OK);
    for (int i = 0; i < 4; ++i) step(world);
    assert_vec(carom_world_position(world, ghost), 0, 9);
    carom_world_free(world);
    carom_level_free(level);
}

/// Overlapping bodies of one negative group stay where they are; a change of group separates them.
static void negative_group_is_not_separated(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a = add_ball(world, 0, 0, (carom_filter){.group = -7});
    carom_body_id b = add_ball(world, 1, 0, (carom_filter){.group = -7});
    step(world);
    assert_true(carom_world_position(world, b).x == 1);
    carom_world_set_filter(world, a, (carom_filter){.group = 7});
    step(world);
    assert_true(carom_world_position(world, b).x > 1);
    carom_world_free(world);
}

// ---- The custom filter ---------------------------------------------------------------------------------------------

/// Players of a match: a projectile does not collide with its owner.
typedef struct match {
    const carom_world *world;
    carom_body_id owner, shot;
    bool friendly_fire;
    int asked;
} match;

static bool same(carom_body_id a, carom_body_id b) {
    return a.index == b.index && a.generation == b.generation;
}

static bool custom_filter(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data) {
    match *m = user_data;
    ++m->asked;
    assert_true(!m->world || world == m->world);
    assert_true(carom_world_has(world, a));
    assert_true(carom_world_has(world, b));
    assert_true(a.index < b.index); // only for movers
    return m->friendly_fire || !(same(a, m->owner) && same(b, m->shot));
}

static carom_world *world_of(match *m) {
    carom_world *world;
    carom_world_desc desc = {.custom_filter = custom_filter, .user_data = m};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    m->world = world;
    return world;
}

static int kind_of_only_event(const carom_world *world) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    return count == 1 ? (int)events[0].kind : -1;
}

static void custom_filter_decides(void **state) {
    (void)state;
    match m = {0};
    carom_world *world = world_of(&m);
    m.owner = add_ball(world, 0, 0, (carom_filter){0});
    m.shot = add_ball(world, 0.5f, 1, (carom_filter){0});
    carom_body_id target = add_ball(world, 4, 0, (carom_filter){0});
    for (int i = 0; i < 3; ++i) step(world);
    assert_true(m.asked > 0);
    assert_true(carom_world_position(world, m.shot).x >
                1.99f); // out of its owner without a contact, and up to the target
    assert_true(carom_world_position(world, target).x == 4);
    assert_true(carom_world_position(world, m.owner).x == 0);
    carom_world_free(world);
}

static void changed_custom_filter_begins_and_ends_contacts(void **state) {
    (void)state;
    match m = {0};
    carom_world *world = world_of(&m);
    m.owner = add_ball(world, 0, 0, (carom_filter){0});
    m.shot = add_ball(world, 2, 0, (carom_filter){0});
    step(world);
    assert_int_equal(kind_of_only_event(world), -1);
    m.friendly_fire = true;
    step(world);
    assert_int_equal(kind_of_only_event(world), CAROM_EVENT_BEGIN);
    step(world);
    assert_int_equal(kind_of_only_event(world), CAROM_EVENT_STAY);
    m.friendly_fire = false;
    step(world);
    assert_int_equal(kind_of_only_event(world), CAROM_EVENT_END);
    carom_world_free(world);
}

static void filters_are_tested_before_custom_filter(void **state) {
    (void)state;
    match m = {0};
    carom_world *world = world_of(&m);
    for (int i = 0; i < 8; ++i) add_ball(world, 0.25f * (float)i, 1, (carom_filter){.category = 1, .ignore = 1});
    add_ball(world, 500, 0, (carom_filter){.category = 3}); // would collide with all, but is far away
    for (int i = 0; i < 4; ++i) step(world);
    assert_int_equal(m.asked, 0);
    carom_world_free(world);
}

enum { HERD = 40 };

/// After changes of filters, the pairs are those of a world made with the new filters.
static void changed_filters_equal_those_of_new_world(void **state) {
    (void)state;
    random_source r = {11};
    carom_world *world = new_world(NULL);
    carom_body_id ids[HERD];
    carom_filter filters[HERD] = {{0}};
    for (int i = 0; i < HERD; ++i) {
        carom_body_desc desc = {.shape = circle(1),
                                .type = i % 5 == 4 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                                .response = {.kind = CAROM_RESPONSE_PASS}};
        desc.position = (carom_vec2){random_range(&r, 0, 9), random_range(&r, 0, 9)};
        ids[i] = add(world, desc);
    }
    for (int round = 0; round < 300; ++round) {
        for (int k = random_below(&r, 4); k > 0; --k) {
            int i = random_below(&r, HERD);
            filters[i] = filter_of(random_below(&r, FILTERS));
            if (round % 50 < 5) filters[i] = (carom_filter){.category = 1, .ignore = 1}; // at the end no pair is left
            assert_int_equal(carom_world_set_filter(world, ids[i], filters[i]), CAROM_STATUS_OK);
        }
        step(world);
        int pairs, expected = 0;
        carom_world_pairs(world, &pairs);
        for (int i = 0; i < HERD; ++i) {
            for (int k = i + 1; k < HERD; ++k) {
                carom_shape a = carom_world_shape(world, ids[i]), b = carom_world_shape(world, ids[k]);
                bool statics = i % 5 == 4 && k % 5 == 4;
                expected += !statics && should_meet(filters[i], filters[k]) && carom_overlap(&a, &b);
            }
        }
        assert_int_equal(pairs, expected);
    }
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_filters_equal_definition),
        cmocka_unit_test(who_ignores_everything_meets_levels_only),
        cmocka_unit_test(negative_group_is_not_separated),
        cmocka_unit_test(custom_filter_decides),
        cmocka_unit_test(changed_custom_filter_begins_and_ends_contacts),
        cmocka_unit_test(filters_are_tested_before_custom_filter),
        cmocka_unit_test(changed_filters_equal_those_of_new_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
