// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sliding movers, pulled down onto a thin one-way edge between two walls, flat or slanted, and pushed together: none
// tunnels through.
#include "world/scene.h"

#include "random.h"

enum { CROWD = 8, STEPS = 300, SEEDS = 12 };

static carom_level *shelf(float offset, float slant) {
    carom_vec2 plank[] = {{20 + offset, offset + slant}, {-20 + offset, offset}}; // blocks from above
    carom_vec2 walls[2][4];
    for (int i = 0; i < 2; ++i) {
        float x = offset + (i ? 20.0f : -24.0f);
        walls[i][0] = (carom_vec2){x, offset - 30};
        walls[i][1] = (carom_vec2){x + 4, offset - 30};
        walls[i][2] = (carom_vec2){x + 4, offset + 30};
        walls[i][3] = (carom_vec2){x, offset + 30};
    }
    carom_outline outlines[] = {{.points = plank, .count = 2, .open = true, .one_way = true},
                                {.points = walls[0], .count = 4},
                                {.points = walls[1], .count = 4}};
    carom_level *level;
    carom_level_desc desc = {.outlines = outlines, .outlines_count = 3};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static void add_crowd(carom_world *world, carom_body_id *ids, float offset, random_source *r) {
    int boxes = random_below(r, 3);
    for (int i = 0; i < CROWD; ++i) {
        float size = random_range(r, 0.5f, 2);
        bool is_box = boxes == 1 || (boxes == 2 && i % 2);
        carom_body_desc desc = {.shape = is_box ? box(2 * size, 1.5f * size) : circle(size)};
        desc.response.kind = CAROM_RESPONSE_SLIDE;
        desc.position.x = offset - 16 + 4.2f * (float)i;
        desc.position.y = offset + random_range(r, 6, 12);
        desc.velocity = random_direction(r, 1);
        ids[i] = add(world, desc);
    }
}

static void push_together(carom_world *world, const carom_body_id *ids, int now) {
    for (int i = 0; i < CROWD; ++i) {
        carom_vec2 velocity = carom_world_velocity(world, ids[i]);
        bool right = (now % 120 < 60) == (i % 2 == 1);
        velocity.x += right ? 0.1f : -0.1f;
        velocity.y -= 0.3f;
        assert_int_equal(carom_world_set_velocity(world, ids[i], velocity), CAROM_STATUS_OK);
    }
}

static void no_mover_tunnels_through_plank(void **state) {
    (void)state;
    static const float offsets[] = {0, 100, 1000};
    for (int seed = 0; seed < SEEDS; ++seed) {
        random_source r = {(uint64_t)seed + 1};
        float offset = offsets[seed % 3];
        carom_level *level = shelf(offset, seed % 2 ? 3.0f : 0.0f);
        carom_world *world = new_world(level);
        carom_body_id ids[CROWD];
        add_crowd(world, ids, offset, &r);
        for (int now = 0; now < STEPS; ++now) {
            push_together(world, ids, now);
            step(world);
            for (int i = 0; i < CROWD; ++i) {
                if (carom_world_position(world, ids[i]).y > offset - 4) continue;
                fail_msg("seed %d, step %d: body %d fell through", seed, now, i);
            }
        }
        carom_world_free(world);
        carom_level_free(level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_mover_tunnels_through_plank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
