// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world as a scene: owners and order of hits and contacts, one-way edges, velocities of owners.
#include "world/query.h"
#include "world/scene.h"

typedef struct fixture {
    carom_level *level;
    carom_world *world;
    carom_body_id lift, plank;
} fixture;

/// A solid floor along y = 0, a thin chain at y = 4, a rising lift, and a static plank.
static fixture make_scene(void) {
    fixture s;
    carom_vec2 floor[] = {{-50, 0}, {-50, -8}, {50, -8}, {50, 0}};
    carom_vec2 shelf[] = {{-40, 4}, {-30, 4}}; // blocks from its right, from below
    carom_outline outlines[] = {{.points = floor, .count = 4},
                                {.points = shelf, .count = 2, .open = true, .one_way = true}};
    carom_level_desc desc = {.outlines = outlines, .outlines_count = 2};
    assert_int_equal(carom_level_make(&desc, &s.level, NULL), CAROM_STATUS_OK);
    s.world = new_world(s.level);
    carom_body_desc lift = {.shape = box(4, 1), .position = {8, 0.5f}, .velocity = {0.25f, 0.5f}};
    assert_int_equal(carom_world_add(s.world, &lift, &s.lift, NULL), CAROM_STATUS_OK);
    carom_body_desc plank = {.type = CAROM_BODY_STATIC};
    assert_int_equal(carom_make_one_sided((carom_vec2){24, 2}, (carom_vec2){20, 2}, &plank.shape), CAROM_STATUS_OK);
    assert_int_equal(carom_world_add(s.world, &plank, &s.plank, NULL), CAROM_STATUS_OK);
    return s;
}

static void free_scene(fixture *s) {
    carom_world_free(s->world);
    carom_level_free(s->level);
}

static carom_scene_hit sweep(const carom_scene *scene, carom_vec2 from, carom_vec2 move) {
    carom_shape ball = circle(1);
    carom_shape here = carom_shape_at(&ball, from);
    return scene->sweep(scene->self, &here, move);
}

static void hits_report_owner_and_its_velocity(void **state) {
    (void)state;
    fixture s = make_scene();
    carom_world_view view = {.world = s.world};
    carom_scene scene = carom_scene_of_world(&view);
    carom_scene_hit hit = sweep(&scene, (carom_vec2){0, 5}, (carom_vec2){0, -10});
    assert_true(hit.sweep.hit);
    assert_int_equal(hit.owner, 0);
    assert_false(hit.one_way);
    assert_vec(carom_scene_velocity(&scene, hit.owner), 0, 0);

    hit = sweep(&scene, (carom_vec2){10, 5}, (carom_vec2){0, -10});
    assert_int_equal(hit.owner, carom_body_bits(s.lift));
    assert_false(hit.one_way);
    assert_vec(carom_scene_velocity(&scene, hit.owner), 0.25f, 0.5f);

    hit = sweep(&scene, (carom_vec2){22, 5}, (carom_vec2){0, -4});
    assert_int_equal(hit.owner, carom_body_bits(s.plank));
    assert_true(hit.one_way);
    assert_vec(carom_scene_velocity(&scene, hit.owner), 0, 0);
    assert_false(sweep(&scene, (carom_vec2){22, 1}, (carom_vec2){0, 5}).sweep.hit);

    hit = sweep(&scene, (carom_vec2){-35, 2}, (carom_vec2){0, 5});
    assert_true(hit.sweep.hit);
    assert_int_equal(hit.owner, 0);
    assert_true(hit.one_way);

    carom_scene still = carom_scene_of_level(s.level);
    assert_vec(carom_scene_velocity(&still, 0), 0, 0);
    free_scene(&s);
}

static void contacts_report_owner(void **state) {
    (void)state;
    fixture s = make_scene();
    carom_world_view view = {.world = s.world};
    carom_scene scene = carom_scene_of_world(&view);
    carom_shape ball = circle(1);
    carom_shape here = carom_shape_at(&ball, (carom_vec2){7, 1}); // on the floor and at the side of the lift
    carom_scene_contact contacts[4];
    assert_int_equal(scene.contacts(scene.self, &here, contacts, 4), 2);
    assert_int_equal(contacts[0].owner, 0);
    assert_false(contacts[0].one_way);
    assert_vec(contacts[0].contact.normal, 0, 1);
    assert_true(carom_level_edge_at(s.level, contacts[0].contact.part_b).a.y == 0);
    assert_true(contacts[1].owner == carom_body_bits(s.lift));
    assert_vec(contacts[1].contact.normal, -1, 0);

    view.except = s.lift;
    assert_int_equal(scene.contacts(scene.self, &here, contacts, 4), 1);
    free_scene(&s);
}

/// Contacts with levels come first, then bodies by index, independent of insertion; a short buffer has the first ones.
static void contacts_are_ordered_by_body(void **state) {
    (void)state;
    enum { BLOCKS = 6 };
    fixture s = make_scene();
    carom_body_id ids[BLOCKS];
    for (int i = 0; i < BLOCKS; ++i)
        ids[i] = add(s.world, (carom_body_desc){.shape = box(1, 1),
                                                .position = {0, 50},
                                                .type = i % 2 == 0 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER});
    for (int i = BLOCKS - 1; i >= 0; --i) // to the left and right of the query
        assert_int_equal(carom_world_set_position(s.world, ids[i], (carom_vec2){i & 1 ? 0.5f : -1, 0.5f}),
                         CAROM_STATUS_OK);
    carom_world_view view = {.world = s.world};
    carom_scene scene = carom_scene_of_world(&view);
    carom_shape ball = circle(1);
    carom_shape here = carom_shape_at(&ball, (carom_vec2){0, 1}); // on the floor, in all blocks
    for (int room = 0; room <= BLOCKS + 2; ++room) {
        carom_scene_contact contacts[BLOCKS + 2] = {0};
        assert_int_equal(scene.contacts(scene.self, &here, contacts, room), BLOCKS + 1);
        for (int i = 1; i < room && i <= BLOCKS; ++i) assert_true(contacts[i].owner == carom_body_bits(ids[i - 1]));
        for (int i = room; i < BLOCKS + 2; ++i) assert_int_equal(contacts[i].shape.kind, CAROM_SHAPE_NONE);
    }
    free_scene(&s);
}

/// Planks at one place: the shape rests on the first, in whichever order the search finds them.
static void the_first_of_equal_planks_holds(void **state) {
    (void)state;
    enum { PLANKS = 6 };
    carom_world *world = new_world(NULL);
    carom_body_id ids[PLANKS];
    carom_body_desc plank = {.type = CAROM_BODY_STATIC};
    assert_int_equal(carom_make_one_sided((carom_vec2){4, 0}, (carom_vec2){0, 0}, &plank.shape), CAROM_STATUS_OK);
    for (int i = 0; i < PLANKS; ++i) {
        plank.position = (carom_vec2){i & 1 ? 0 : 2, 2};
        ids[i] = add(world, plank);
    }
    carom_world_view view = {.world = world};
    carom_scene scene = carom_scene_of_world(&view);
    for (int i = 0; i < PLANKS; ++i) {
        carom_scene_hit hit = sweep(&scene, (carom_vec2){3, 3 - 0x1p-22f}, (carom_vec2){0, 0});
        assert_true(hit.sweep.hit && hit.one_way);
        assert_true(hit.owner == carom_body_bits(ids[i]));
        assert_int_equal(carom_world_remove(world, ids[i]), CAROM_STATUS_OK);
    }
    carom_world_free(world);
}

/// A ball has come to rest under the shelf, an ulp deep: it does not fall through. The shelf is in the second level.
static void a_shape_at_rest_hits_one_way_edges(void **state) {
    (void)state;
    fixture s = make_scene();
    carom_level *empty;
    assert_int_equal(carom_level_make(&(carom_level_desc){0}, &empty, NULL), CAROM_STATUS_OK);
    carom_world *world = new_world(empty);
    assert_int_equal(carom_world_attach(world, s.level), CAROM_STATUS_OK);
    carom_world_view view = {.world = world};
    carom_scene scene = carom_scene_of_world(&view), level = carom_scene_of_level(s.level);
    const carom_vec2 none = {0, 0}, from = {-35, 3 + 0x1p-22f};
    carom_scene_hit hit = sweep(&scene, from, none), expected = sweep(&level, from, none);
    assert_true(hit.sweep.hit && hit.sweep.inside && hit.one_way);
    assert_int_equal(hit.level, 1);
    assert_true(expected.sweep.hit && expected.one_way && expected.sweep.part_b == hit.sweep.part_b);
    assert_vec(hit.sweep.at, expected.sweep.at.x, expected.sweep.at.y);
    assert_false(sweep(&scene, (carom_vec2){-35, 3.25f}, none).sweep.hit);
    carom_world_free(world);
    carom_level_free(empty);
    free_scene(&s);
}

/// Without levels, no point is in a solid.
static void a_view_without_levels_has_no_solid(void **state) {
    (void)state;
    fixture s = make_scene();
    carom_world_view view = {.world = s.world};
    carom_scene scene = carom_scene_of_world(&view);
    assert_true(scene.solid(scene.self, (carom_vec2){0, -4}));
    assert_false(scene.solid(scene.self, (carom_vec2){0, 4}));
    view.no_levels = true;
    assert_false(scene.solid(scene.self, (carom_vec2){0, -4}));
    cr_query query = cr_query_of_view(&view);
    scene = cr_scene_of_query(&query);
    assert_false(scene.solid(scene.self, (carom_vec2){0, -4}));
    free_scene(&s);
}

/// A mover falls onto the floor of a level; a copy of its shape without the radius would end lower.
static void rounded_boxes_rest_on_their_radius(void **state) {
    (void)state;
    fixture s = make_scene();
    carom_body_desc crate = {.shape = box(4, 2), .position = {-20, 10}, .velocity = {0, -60}};
    crate.response.kind = CAROM_RESPONSE_SLIDE;
    carom_body_id id;
    assert_int_equal(carom_make_rounded_box((carom_box){{-2, -1}, {2, 1}}, 0.5f, &crate.shape), CAROM_STATUS_OK);
    assert_int_equal(carom_world_add(s.world, &crate, &id, NULL), CAROM_STATUS_OK);
    for (int step = 0; step < 3; ++step) carom_world_step(s.world, 0.25f);
    assert_vec(carom_world_position(s.world, id), -20, 1.5f);
    free_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_report_owner_and_its_velocity), cmocka_unit_test(contacts_report_owner),
        cmocka_unit_test(contacts_are_ordered_by_body),       cmocka_unit_test(the_first_of_equal_planks_holds),
        cmocka_unit_test(a_shape_at_rest_hits_one_way_edges), cmocka_unit_test(a_view_without_levels_has_no_solid),
        cmocka_unit_test(rounded_boxes_rest_on_their_radius),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
