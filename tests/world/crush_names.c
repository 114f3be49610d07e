// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Crowds of movers between crushers in a closed yard: every crush names a kinematic body and an obstacle that touch the
// mover at its final position and press from opposite sides. The kinematic body may press through other movers. Its
// motion in the step counts, because it goes on through what it crushes. Movers are convex shapes, or compounds of one.
// --seconds N --seed N runs for that time.
#include "battery.h"
#include "motion/scene.h"
#include "world/scene.h"

#include <stdlib.h>

enum { MOST = 64, STEPS = 120, EDGES = 64 };

static const float YARD = 60; // half its size
/// Rounding of positions: a mover that is nudged apart from a neighbour leaves the others by a few ulp.
static const float TOUCH = 0x1p-12f;

static long long crushes_seen, without_anvil, levels_on_the_way;

typedef struct yard {
    uint64_t seed;
    random_source r;
    carom_level *level;
    carom_world *world;
    carom_body_id bodies[MOST];
    carom_shape parts[MOST]; ///< of compounds
    carom_vec2 before[MOST]; ///< positions at the start of the step
    int count;
    bool rests;     ///< every second kinematic body is at rest
    bool compounds; ///< every mover is a compound
} yard;

// ---- The yard -------------------------------------------------------------------------------------------------------

static carom_shape draw_shape(random_source *r, float least, float most) {
    float a = random_range(r, least, most), b = random_range(r, least, most);
    switch (random_below(r, 4)) {
    case 0: return circle(a);
    case 1: return centred_box(a, b);
    case 2: return centred_capsule((carom_vec2){a, random_below(r, 2) ? b : 0}, b / 2);
    default: break;
    }
    carom_shape shape;
    const carom_vec2 tips[4] = {{-a, 0}, {0, -b}, {b, 0}, {0, a}};
    assert_int_equal(carom_make_polygon(tips, 4, &shape), CAROM_STATUS_OK);
    return shape;
}

/// The shape of a body at its position; of a compound, its only part.
static carom_shape shape_of(const yard *y, int body) {
    return carom_world_part(y->world, y->bodies[body], 0);
}

static bool is_clear(const yard *y, const carom_body_desc *desc) {
    carom_shape shape = carom_shape_at(&desc->shape, desc->position);
    for (int i = 0; i < y->count; ++i) {
        carom_shape other = shape_of(y, i);
        if (carom_overlap(&shape, &other)) return false;
    }
    return true;
}

static void fill(yard *y, carom_body_type type, int wanted, float least, float most) {
    static const float masses[] = {0, 0.25f, 3, INFINITY};
    static const float speeds[] = {2, 8, 60, 400};
    float speed = speeds[random_below(&y->r, 4)];
    bool lattice = random_below(&y->r, 2);
    for (int tries = 0; wanted > 0 && y->count < MOST && tries < 400; ++tries) {
        carom_body_desc desc = {.type = type, .shape = draw_shape(&y->r, least, most)};
        float reach = YARD - 2 * most;
        desc.position = (carom_vec2){random_range(&y->r, -reach, reach), random_range(&y->r, -reach, reach)};
        if (lattice) desc.position = (carom_vec2){floorf(desc.position.x), floorf(desc.position.y)};
        desc.velocity = random_direction(&y->r, speed);
        if (random_below(&y->r, 2)) desc.velocity.y = 0;
        desc.response = (carom_response){.kind = (carom_response_kind)random_below(&y->r, 3), .restitution = 0.75f};
        desc.mass = masses[random_below(&y->r, 4)];
        if (y->rests && type == CAROM_BODY_KINEMATIC && y->count % 2) desc.velocity = (carom_vec2){0, 0};
        if (!is_clear(y, &desc)) continue;
        y->parts[y->count] = desc.shape;
        if (y->compounds && type == CAROM_BODY_MOVER)
            assert_int_equal(carom_make_compound(&y->parts[y->count], 1, &desc.shape), CAROM_STATUS_OK);
        y->bodies[y->count++] = add(y->world, desc);
        --wanted;
    }
}

static carom_level *new_walls(void) {
    const float s = YARD, o = YARD + 20;
    const carom_vec2 line[10] = {{-o, -o}, {o, -o}, {o, o}, {-o, o}, {-o, -o},
                                 {-s, -s}, {-s, s}, {s, s}, {s, -s}, {-s, -s}};
    const carom_outline outline = {.points = line, .count = 10};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

/// Makes the level and the world of a yard, and fills it.
static void make_yard(yard *y) {
    static const int bounces[] = {0, 0, 1, 3};
    y->level = new_walls();
    carom_world_desc desc = {.level = y->level, .bounces = bounces[random_below(&y->r, 4)]};
    assert_int_equal(carom_world_make(&desc, &y->world), CAROM_STATUS_OK);
    fill(y, CAROM_BODY_STATIC, random_below(&y->r, 4), 1, 12);
    fill(y, CAROM_BODY_KINEMATIC, 1 + random_below(&y->r, 4), 2, 14);
    fill(y, CAROM_BODY_MOVER, 4 + random_below(&y->r, 40), 0.5f, 5);
}

static void free_yard(yard *y) {
    carom_world_free(y->world);
    carom_level_free(y->level);
}

/// Kinematic bodies turn back at the walls; some movers get a new velocity.
static void steer(yard *y) {
    for (int i = 0; i < y->count; ++i) {
        carom_vec2 at = y->before[i] = carom_world_position(y->world, y->bodies[i]);
        carom_vec2 v = carom_world_velocity(y->world, y->bodies[i]);
        carom_body_type type = carom_world_type(y->world, y->bodies[i]);
        if (type == CAROM_BODY_KINEMATIC) {
            if (fabsf(at.x) > YARD && (at.x > 0) == (v.x > 0)) v.x = -v.x;
            if (fabsf(at.y) > YARD && (at.y > 0) == (v.y > 0)) v.y = -v.y;
        } else if (type == CAROM_BODY_MOVER && random_below(&y->r, 32) == 0) {
            v = random_direction(&y->r, random_range(&y->r, 0, 20));
        }
        carom_world_set_velocity(y->world, y->bodies[i], v);
    }
}

// ---- Contacts at the final position ---------------------------------------------------------------------------------

static int index_of(const yard *y, carom_body_id id) {
    for (int i = 0; i < y->count && id.generation > 0; ++i) {
        if (carom_body_bits(y->bodies[i]) == carom_body_bits(id)) return i;
    }
    return -1;
}

static carom_separation distance_then(const carom_shape *mover, const carom_shape *other, carom_vec2 move, float time) {
    carom_shape there = carom_shape_at(other, (carom_vec2){time * move.x, time * move.y});
    return carom_distance(mover, &there);
}

/// The distance of a kinematic body that moves, where it hits the mover or, if it starts deep inside, leaves it; else
/// where it comes closest. The distance of convex shapes is convex in time.
static carom_separation distance_in_motion(const carom_shape *mover, const carom_shape *other, carom_vec2 move,
                                           bool overlapped) {
    carom_sweep_hit hit = carom_sweep(other, move, mover, (carom_vec2){0, 0});
    bool deep = hit.hit && hit.inside && carom_distance(mover, other).distance < -TOUCH;
    if (deep && !overlapped) {
        carom_shape end = carom_shape_at(other, move);
        carom_sweep_hit last = carom_sweep(&end, (carom_vec2){-move.x, -move.y}, mover, (carom_vec2){0, 0});
        if (last.hit && !last.inside) hit = last;
    }
    if (hit.hit) return (carom_separation){.normal = {-hit.normal.x, -hit.normal.y}};
    float low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
        float a = low + (high - low) / 3, b = high - (high - low) / 3;
        bool left = distance_then(mover, other, move, a).distance <= distance_then(mover, other, move, b).distance;
        *(left ? &high : &low) = left ? b : a;
    }
    return distance_then(mover, other, move, low);
}

static carom_separation distance_to(const yard *y, int body, int other) {
    carom_shape mover = shape_of(y, body);
    carom_vec2 end = carom_world_position(y->world, y->bodies[other]), start = y->before[other];
    carom_shape shape = shape_of(y, other);
    if (carom_world_type(y->world, y->bodies[other]) != CAROM_BODY_KINEMATIC) return carom_distance(&mover, &shape);
    carom_vec2 move = {end.x - start.x, end.y - start.y};
    shape = carom_shape_at(&shape, (carom_vec2){-move.x, -move.y});
    carom_vec2 at = carom_world_position(y->world, y->bodies[body]), began = y->before[body];
    carom_shape first = carom_shape_at(&mover, (carom_vec2){began.x - at.x, began.y - at.y});
    return distance_in_motion(&mover, &shape, move, carom_distance(&first, &shape).distance < -TOUCH);
}

/// Writes the normals of the contacts of a mover with another body, or with the level (-1); returns their number.
static int normals_of(const yard *y, int body, int other, float within, carom_vec2 *out) {
    carom_shape mover = shape_of(y, body);
    int count = 0;
    if (other >= 0) {
        carom_separation s = distance_to(y, body, other);
        if (s.distance <= within) out[count++] = s.normal;
        carom_shape end = shape_of(y, other);
        s = carom_distance(&mover, &end); // of a kinematic body that has come beside the mover
        if (fabsf(s.distance) <= within) out[count++] = s.normal;
        return count;
    }
    for (int i = 0; i < carom_level_edge_count(y->level); ++i) {
        carom_level_edge e = carom_level_edge_at(y->level, i);
        carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b}};
        if (carom_distance(&mover, &edge).distance <= within) out[count++] = (carom_vec2){e.b.y - e.a.y, e.a.x - e.b.x};
    }
    return count;
}

/// What presses a mover may be the crusher, or a mover between the two.
static bool presses_from_opposite_sides(const yard *y, int body, int by, int against, float within) {
    carom_vec2 one[EDGES], other[EDGES];
    int count = normals_of(y, body, by, within, one), others = normals_of(y, body, against, within, other);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < others; ++k) {
            if (one[i].x * other[k].x + one[i].y * other[k].y < 0) return true;
        }
    }
    return false;
}

/// Returns true if the obstacles of a crush leave the mover no room: the kinematic body, or a mover that it presses,
/// touches it on the other side of `against`.
static bool is_between(const yard *y, int body, int by, int against) {
    if (presses_from_opposite_sides(y, body, by, against, TOUCH)) return true;
    for (int i = 0; i < y->count; ++i) {
        if (i == body || i == against || carom_world_type(y->world, y->bodies[i]) != CAROM_BODY_MOVER) continue;
        if (presses_from_opposite_sides(y, body, i, against, TOUCH)) return true;
    }
    return false;
}

static carom_sweep_hit sweep_to(const yard *y, const carom_shape *mover, int other, carom_vec2 move) {
    if (other < 0) return carom_level_sweep(y->level, mover, move);
    carom_shape shape = shape_of(y, other);
    return carom_sweep(mover, move, &shape, (carom_vec2){0, 0});
}

/// Returns true if a mover that goes with the crusher, along the normal of what presses it, hits an obstacle.
static bool is_on_the_way(const yard *y, int body, int by, int against) {
    carom_vec2 end = carom_world_position(y->world, y->bodies[by]);
    carom_vec2 move = {end.x - y->before[by].x, end.y - y->before[by].y};
    carom_shape mover = shape_of(y, body);
    for (int i = 0; i < y->count; ++i) {
        bool presses = i == by || carom_world_type(y->world, y->bodies[i]) == CAROM_BODY_MOVER;
        if (i == body || i == against || !presses) continue;
        carom_vec2 normals[EDGES];
        int count = normals_of(y, body, i, TOUCH, normals);
        for (int k = 0; k < count; ++k) {
            float length = move.x * normals[k].x + move.y * normals[k].y;
            if (sweep_to(y, &mover, against, (carom_vec2){length * normals[k].x, length * normals[k].y}).hit)
                return true;
        }
    }
    return false;
}

/// Returns true if an obstacle that does not move through the mover touches it on the other side of the kinematic body.
static bool is_held(const yard *y, int body, int by) {
    for (int i = -1; i < y->count; ++i) {
        if (i == body || (i >= 0 && carom_world_type(y->world, y->bodies[i]) == CAROM_BODY_KINEMATIC)) continue;
        if (presses_from_opposite_sides(y, body, by, i, TOUCH / 16)) return true;
    }
    return false;
}

/// Returns true if a kinematic body moves, and presses a mover against something.
static bool moves_and_presses(const yard *y, int body, int by) {
    carom_vec2 end = carom_world_position(y->world, y->bodies[by]), start = y->before[by];
    if (carom_world_type(y->world, y->bodies[by]) != CAROM_BODY_KINEMATIC) return false;
    if (end.x == start.x && end.y == start.y) return false;
    for (int i = -1; i < y->count; ++i) {
        if (i != body && i != by && presses_from_opposite_sides(y, body, by, i, TOUCH / 16)) return true;
    }
    return false;
}

static bool rests_beside_a_presser(const yard *y, int body, int by) {
    carom_vec2 end = carom_world_position(y->world, y->bodies[by]), start = y->before[by];
    if (end.x != start.x || end.y != start.y) return false;
    for (int i = 0; i < y->count; ++i) {
        if (moves_and_presses(y, body, i)) return true;
    }
    return false;
}

/// Returns what is wrong with a crush, or null. In a crowd, nothing may touch a mover that was rolled back: its anvil
/// is on its way, or there is none. What has pressed a mover may have left it.
static const char *fault_of(const yard *y, const carom_crush *c) {
    int body = index_of(y, c->body), by = index_of(y, c->by), against = index_of(y, c->against);
    carom_vec2 normals[EDGES];
    if (body < 0 || carom_world_type(y->world, c->body) != CAROM_BODY_MOVER) return "names no mover";
    if (by < 0 || carom_world_type(y->world, c->by) != CAROM_BODY_KINEMATIC) return "names no crusher";
    if (against >= 0 && c->level != -1) return "names two anvils";
    if (against == by || against == body) return "names a body twice";
    if (rests_beside_a_presser(y, body, by)) return "names a crusher at rest, beside one that moves";
    if (against < 0 && c->level < 0) {
        ++without_anvil;
        return is_held(y, body, by) ? "names no anvil, though there is one" : NULL;
    }
    if (!is_held(y, body, by) && is_on_the_way(y, body, by, against)) {
        if (c->level == 0 && !normals_of(y, body, -1, TOUCH, normals)) ++levels_on_the_way;
        return NULL;
    }
    if (!normals_of(y, body, against, TOUCH, normals)) return "names an anvil that does not touch";
    if (normals_of(y, body, by, TOUCH, normals) && !is_between(y, body, by, against))
        return "names two bodies on one side";
    return NULL;
}

static int run_yard(uint64_t seed, bool rests, bool compounds) {
    yard y = {.seed = seed, .r = {seed}, .rests = rests, .compounds = compounds};
    make_yard(&y);
    int faults = 0;
    for (int k = 0; k < STEPS; ++k) {
        steer(&y);
        step(y.world);
        int count;
        const carom_crush *crushes = carom_world_crushes(y.world, &count);
        crushes_seen += count;
        for (int i = 0; i < count; ++i) {
            const char *fault = fault_of(&y, &crushes[i]);
            if (!fault) continue;
            ++faults;
            fprintf(stderr, "seed %llu%s%s, step %d: the crush of body %u by %u against %u, level %d, %s\n",
                    (unsigned long long)seed, rests ? " with bodies at rest" : "", compounds ? " of compounds" : "", k,
                    crushes[i].body.index, crushes[i].by.index, crushes[i].against.index, crushes[i].level, fault);
        }
    }
    free_yard(&y);
    return faults;
}

/// Yards with and without bodies at rest.
static int run_yards(long long quick, bool compounds) {
    double start = seconds_now();
    int faults = 0;
    for (uint64_t i = 0; go_on(start, (long long)i, quick); ++i)
        faults += run_yard(battery.seed * 1000000 + i / 2, i % 2, compounds);
    return faults;
}

static void crushes_name_what_presses(void **state) {
    (void)state;
    int faults = run_yards(120, false);
    // What moves has left one of the movers: of the bodies at rest, one presses it.
    faults += run_yard(8000138, true, false);
    assert_int_equal(faults, 0);
    assert_true(without_anvil <= crushes_seen / 50);
}

/// A level is named too if nothing touches the mover any more and the level is on its way, for compounds as for others.
static void crushes_of_compounds_name_what_presses(void **state) {
    (void)state;
    int faults = run_yards(12, true);
    levels_on_the_way = 0;
    faults += run_yard(1000005, false, true);
    assert_true(levels_on_the_way > 0);
    assert_int_equal(faults, 0);
}

/// A blade presses a ball into a pocket. What holds the ball is found whatever the order of the bodies is.
static void a_blade_of_any_index_presses(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        carom_world *world = new_world(NULL);
        const float sign = i % 2 ? -1 : 1;
        carom_body_desc blade = {.type = CAROM_BODY_KINEMATIC, .shape = boxed(-20, -1, 40, 2), .spin = 0.3f * sign};
        carom_body_desc wall = {.type = CAROM_BODY_STATIC, .shape = boxed(10, i % 2 ? -8 : 4, 12, 4)};
        carom_body_id first = add(world, i < 2 ? blade : wall);
        add(world, (carom_body_desc){
                       .shape = circle(1), .position = {15, 2.5f * sign}, .response = {.kind = CAROM_RESPONSE_SLIDE}});
        carom_body_id last = add(world, i < 2 ? wall : blade);
        for (int side = 0; side < 2; ++side) {
            wall.shape = boxed(side ? 16 : 12, i % 2 ? -8 : 2, 2, 6);
            add(world, wall);
        }
        step(world);
        int count;
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_int_equal(crush->by.index, i < 2 ? first.index : last.index);
        assert_int_equal(crush->against.index, i < 2 ? last.index : first.index);
        carom_world_free(world);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 0, 2);
    const struct CMUnitTest tests[] = {cmocka_unit_test(crushes_name_what_presses),
                                       cmocka_unit_test(crushes_of_compounds_name_what_presses),
                                       cmocka_unit_test(a_blade_of_any_index_presses)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(crushes_seen, "crushes", failed);
    return failed;
}
