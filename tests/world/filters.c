// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Who may meet whom: category and mask, groups, and the caller's predicate; all in the definition's own words, over all
// small filters.
#include "world/scene.h"

static carom_body_id add_ball(carom_world *world, float x, float vx, carom_filter filter) {
    return add(world, (carom_body_desc){.shape = circle(1),
                                        .position = {x, 0},
                                        .velocity = {vx, 0},
                                        .response = {.kind = CAROM_TOUCH},
                                        .filter = filter});
}

static bool should_meet(carom_filter a, carom_filter b) {
    if (a.group == b.group && a.group != 0) return a.group > 0;
    uint32_t a_category = a.category ? a.category : 1, b_category = b.category ? b.category : 1;
    uint32_t a_mask = a.mask ? a.mask : UINT32_MAX, b_mask = b.mask ? b.mask : UINT32_MAX;
    return (a_mask & b_category) && (b_mask & a_category);
}

static carom_filter filter_of(int i) {
    static const int32_t groups[] = {0, 1, 2, -1, -2};
    return (carom_filter){(uint32_t)i & 3, (uint32_t)i >> 2 & 3, groups[i >> 4]};
}

enum { FILTERS = 5 << 4 };

/// How many contacts a ball has that goes through the place of another.
static int contacts_of(carom_filter a, carom_filter b, bool b_is_static) {
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 8, a);
    carom_body_id other = add_ball(world, 5, 0, b);
    if (b_is_static) {
        assert_int_equal(carom_world_remove(world, other), CAROM_OK);
        add(world, (carom_body_desc){.shape = box(2, 2), .position = {4, -1}, .filter = b, .is_static = true});
    }
    step(world);
    int pairs;
    carom_world_pairs(world, &pairs);
    assert_int_equal(carom_world_stats(world).hits, pairs);
    carom_world_free(world);
    return pairs;
}

static void all_small_filters(void **state) {
    (void)state;
    for (int i = 0; i < FILTERS * FILTERS; ++i) {
        carom_filter a = filter_of(i % FILTERS), b = filter_of(i / FILTERS);
        assert_int_equal(contacts_of(a, b, i % 3 == 0), should_meet(a, b));
    }
}

/// Overlapping bodies of one negative group stay where they are; a change of group parts them.
static void a_figure_is_not_parted(void **state) {
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

// ---- The predicate -------------------------------------------------------------------------------------------------

/// Players of a match: what someone shot does not meet its owner.
typedef struct match {
    const carom_world *world;
    carom_body_id owner, shot;
    bool friendly_fire;
    int asked;
} match;

static bool same(carom_body_id a, carom_body_id b) {
    return a.index == b.index && a.generation == b.generation;
}

static bool may_meet(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data) {
    match *m = user_data;
    ++m->asked;
    assert_true(!m->world || world == m->world);
    assert_true(carom_world_has(world, a) && carom_world_has(world, b));
    assert_true(a.index < b.index); // movers only here
    return m->friendly_fire || !(same(a, m->owner) && same(b, m->shot));
}

static carom_world *world_of(match *m) {
    carom_world *world;
    carom_world_desc desc = {.may_meet = may_meet, .user_data = m};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_OK);
    m->world = world;
    return world;
}

static int kind_of_only_event(const carom_world *world) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    return count == 1 ? (int)events[0].kind : -1;
}

static void the_predicate_decides(void **state) {
    (void)state;
    match m = {0};
    carom_world *world = world_of(&m);
    m.owner = add_ball(world, 0, 0, (carom_filter){0});
    m.shot = add_ball(world, 0.5f, 1, (carom_filter){0});
    carom_body_id target = add_ball(world, 4, 0, (carom_filter){0});
    for (int i = 0; i < 3; ++i) step(world);
    assert_true(m.asked > 0);
    assert_true(carom_world_position(world, m.shot).x > 1.99f); // out of its owner unhindered, and up to the target
    assert_true(carom_world_position(world, target).x == 4);
    assert_true(carom_world_position(world, m.owner).x == 0);
    carom_world_free(world);
}

static void a_change_of_mind_begins_and_ends_contacts(void **state) {
    (void)state;
    match m = {0};
    carom_world *world = world_of(&m);
    m.owner = add_ball(world, 0, 0, (carom_filter){0});
    m.shot = add_ball(world, 2, 0, (carom_filter){0});
    step(world);
    assert_int_equal(kind_of_only_event(world), -1);
    m.friendly_fire = true;
    step(world);
    assert_int_equal(kind_of_only_event(world), CAROM_BEGIN);
    step(world);
    assert_int_equal(kind_of_only_event(world), CAROM_STAY);
    m.friendly_fire = false;
    step(world);
    assert_int_equal(kind_of_only_event(world), CAROM_END);
    carom_world_free(world);
}

static void filters_are_asked_first(void **state) {
    (void)state;
    match m = {0};
    carom_world *world = world_of(&m);
    for (int i = 0; i < 8; ++i) add_ball(world, 0.25f * (float)i, 1, (carom_filter){.category = 1, .mask = 2});
    add_ball(world, 500, 0, (carom_filter){.category = 3}); // would meet all, and is far off
    for (int i = 0; i < 4; ++i) step(world);
    assert_int_equal(m.asked, 0);
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_filters),       cmocka_unit_test(a_figure_is_not_parted),
        cmocka_unit_test(the_predicate_decides),   cmocka_unit_test(a_change_of_mind_begins_and_ends_contacts),
        cmocka_unit_test(filters_are_asked_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
