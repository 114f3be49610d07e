// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world as a space to move through: who is met, who is touched, whether it is one-way, and how it moves.
#include "world/scene.h"

typedef struct scene {
    carom_level *level;
    carom_world *world;
    carom_body_id lift, plank;
} scene;

/// A floor of solid along y = 0, a thin chain over it at y = 4, a lift that rises, and a plank that is a body.
static scene make_scene(void) {
    scene s;
    carom_vec2 floor[] = {{-50, 0}, {-50, -8}, {50, -8}, {50, 0}};
    carom_vec2 shelf[] = {{-40, 4}, {-30, 4}}; // met on its right, from below
    carom_outline outlines[] = {{.points = floor, .count = 4},
                                {.points = shelf, .count = 2, .open = true, .one_way = true}};
    carom_level_desc desc = {.outlines = outlines, .outlines_count = 2};
    assert_int_equal(carom_level_make(&desc, &s.level, NULL), CAROM_OK);
    s.world = new_world(s.level);
    carom_body_desc lift = {.shape = box(4, 1), .position = {8, 0.5f}, .velocity = {0.25f, 0.5f}};
    assert_int_equal(carom_world_add(s.world, &lift, &s.lift), CAROM_OK);
    carom_body_desc plank = {.is_static = true};
    assert_int_equal(carom_make_one_sided((carom_vec2){24, 2}, (carom_vec2){20, 2}, &plank.shape), CAROM_OK);
    assert_int_equal(carom_world_add(s.world, &plank, &s.plank), CAROM_OK);
    return s;
}

static void free_scene(scene *s) {
    carom_world_free(s->world);
    carom_level_free(s->level);
}

static carom_space_hit sweep(const carom_space *space, carom_vec2 from, carom_vec2 move) {
    carom_shape ball = circle(1);
    carom_shape here = carom_shape_at(&ball, from);
    return space->sweep(space->self, &here, move);
}

static void hits_tell_whom_and_how_it_moves(void **state) {
    (void)state;
    scene s = make_scene();
    carom_world_view view = {.world = s.world};
    carom_space space = carom_space_of_world(&view);
    carom_space_hit hit = sweep(&space, (carom_vec2){0, 5}, (carom_vec2){0, -10});
    assert_true(hit.sweep.hit && hit.owner == 0 && !hit.one_way);
    assert_vec(carom_space_velocity(&space, hit.owner), 0, 0);

    hit = sweep(&space, (carom_vec2){10, 5}, (carom_vec2){0, -10});
    assert_true(hit.owner == carom_body_bits(s.lift) && !hit.one_way);
    assert_vec(carom_space_velocity(&space, hit.owner), 0.25f, 0.5f);

    hit = sweep(&space, (carom_vec2){22, 5}, (carom_vec2){0, -4});
    assert_true(hit.owner == carom_body_bits(s.plank) && hit.one_way);
    assert_vec(carom_space_velocity(&space, hit.owner), 0, 0);
    assert_false(sweep(&space, (carom_vec2){22, 1}, (carom_vec2){0, 5}).sweep.hit);

    hit = sweep(&space, (carom_vec2){-35, 2}, (carom_vec2){0, 5});
    assert_true(hit.sweep.hit && hit.owner == 0 && hit.one_way);

    carom_space still = carom_space_of_level(s.level);
    assert_vec(carom_space_velocity(&still, 0), 0, 0);
    free_scene(&s);
}

static void contacts_tell_whom(void **state) {
    (void)state;
    scene s = make_scene();
    carom_world_view view = {.world = s.world};
    carom_space space = carom_space_of_world(&view);
    carom_shape ball = circle(1);
    carom_shape here = carom_shape_at(&ball, (carom_vec2){7, 1}); // on the floor and at the side of the lift
    carom_space_contact contacts[4];
    assert_int_equal(space.contacts(space.self, &here, contacts, 4), 2);
    assert_true(contacts[0].owner == 0 && !contacts[0].one_way);
    assert_vec(contacts[0].contact.normal, 0, 1);
    assert_true(carom_level_edge_at(s.level, contacts[0].contact.part_b).a.y == 0);
    assert_true(contacts[1].owner == carom_body_bits(s.lift));
    assert_vec(contacts[1].contact.normal, -1, 0);

    view.except = s.lift;
    assert_int_equal(space.contacts(space.self, &here, contacts, 4), 1);
    free_scene(&s);
}

/// After the level's, by body, in whatever order they came to lie there; in a short buffer the first ones.
static void contacts_come_by_body(void **state) {
    (void)state;
    enum { BLOCKS = 6 };
    scene s = make_scene();
    carom_body_id ids[BLOCKS];
    for (int i = 0; i < BLOCKS; ++i)
        ids[i] = add(s.world, (carom_body_desc){.shape = box(1, 1), .position = {0, 50}, .is_static = i % 2 == 0});
    for (int i = BLOCKS - 1; i >= 0; --i) // to the left and right of where it is asked
        assert_int_equal(carom_world_set_position(s.world, ids[i], (carom_vec2){i & 1 ? 0.5f : -1, 0.5f}), CAROM_OK);
    carom_world_view view = {.world = s.world};
    carom_space space = carom_space_of_world(&view);
    carom_shape ball = circle(1);
    carom_shape here = carom_shape_at(&ball, (carom_vec2){0, 1}); // on the floor, in all blocks
    for (int room = 0; room <= BLOCKS + 2; ++room) {
        carom_space_contact contacts[BLOCKS + 2] = {0};
        assert_int_equal(space.contacts(space.self, &here, contacts, room), BLOCKS + 1);
        for (int i = 1; i < room && i <= BLOCKS; ++i) assert_true(contacts[i].owner == carom_body_bits(ids[i - 1]));
        for (int i = room; i < BLOCKS + 2; ++i) assert_int_equal(contacts[i].shape.kind, CAROM_NONE);
    }
    free_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_tell_whom_and_how_it_moves),
        cmocka_unit_test(contacts_tell_whom),
        cmocka_unit_test(contacts_come_by_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
