// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Crushers from four sides, mirrored and not, at widths from 8 to 400, against a static, a level, a thin edge and a
// kinematic body. The step in which the room ends reports the mover, the crusher and what holds it. The mover never
// gets behind what holds it, and never moves aside farther than it penetrates.
#include "random.h"
#include "rounds.h"
#include "world/turned.h"

#include <math.h>
#include <stdlib.h>

typedef enum anvil { STATIC_ANVIL, SOLID_ANVIL, EDGE_ANVIL, KINEMATIC_ANVIL, ANVILS } anvil;

/// A press that comes down on an anvil whose top is at `top`.
typedef struct press_scene {
    turned_world t;
    anvil kind;
    carom_level *level;
    carom_body_id anvil, press;
    float top, press_half; ///< the half height of the press
} press_scene;

static press_scene new_press(int way, anvil kind, carom_vec2 top, float thick, carom_vec2 press_half) {
    press_scene s = {.t = {.way = way}, .kind = kind, .top = top.y, .press_half = press_half.y};
    if (kind == SOLID_ANVIL || kind == EDGE_ANVIL) {
        carom_vec2 corners[4] = {
            {top.x - 1000, top.y}, {top.x + 1000, top.y}, {top.x + 1000, top.y + thick}, {top.x - 1000, top.y + thick}};
        for (int i = 0; i < 4; ++i) corners[i] = turned(corners[i], way);
        bool edge = kind == EDGE_ANVIL;
        carom_outline outline = {.points = corners, .count = edge ? 2 : 4, .open = edge};
        carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
        assert_int_equal(carom_level_make(&desc, &s.level, NULL), CAROM_STATUS_OK);
    }
    s.t.world = new_world(s.level);
    carom_body_desc desc = {.shape = boxed(-1000, 0, 2000, thick), .position = top};
    desc.type = kind == STATIC_ANVIL ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC;
    if (!s.level) s.anvil = put(&s.t, desc);
    desc = (carom_body_desc){.shape = centred_box(press_half.x, press_half.y), .type = CAROM_BODY_KINEMATIC};
    desc.position = (carom_vec2){top.x, top.y - 60 - press_half.y};
    s.press = put(&s.t, desc);
    return s;
}

static void free_press(press_scene *s) {
    carom_world_free(s->t.world);
    carom_level_free(s->level);
}

/// The room between press and anvil.
static float room_of(const press_scene *s) {
    return s->top - place_of(&s->t, s->press).y - s->press_half;
}

static bool is_body(carom_body_id a, carom_body_id b) {
    return carom_body_bits(a) == carom_body_bits(b);
}

/// Returns true if a crush names the press and the anvil. If both are kinematic, either is the crusher.
static bool names_both(const press_scene *s, const carom_crush *c) {
    if (s->level) return is_body(c->by, s->press) && c->level == 0 && c->against.generation == 0;
    if (c->level != -1) return false;
    if (is_body(c->by, s->press)) return is_body(c->against, s->anvil);
    return s->kind == KINEMATIC_ANVIL && is_body(c->by, s->anvil) && is_body(c->against, s->press);
}

// ---- One mover ------------------------------------------------------------------------------------------------------

static carom_shape mover_of(int kind, float half) {
    carom_shape shape = circle(half);
    const carom_vec2 tips[4] = {{-2 * half, 0}, {0, -half}, {2 * half, 0}, {0, half}};
    if (kind == 1) assert_int_equal(carom_make_polygon(tips, 4, &shape), CAROM_STATUS_OK);
    if (kind == 2) shape = centred_capsule((carom_vec2){half - 1, 0}, half);
    if (kind > 2) shape = centred_box(kind == 3 ? half : 2 * half, half);
    return shape;
}

/// How deep a mover at a place would be in the press.
static float depth_at(const press_scene *s, carom_body_id mover, carom_vec2 place) {
    carom_shape shape = carom_world_shape(s->t.world, mover), press = carom_world_shape(s->t.world, s->press);
    carom_vec2 at = carom_world_position(s->t.world, mover), to = turned(place, s->t.way);
    carom_shape there = carom_shape_at(&shape, (carom_vec2){to.x - at.x, to.y - at.y});
    float distance = carom_distance(&there, &press).distance;
    return distance < 0 ? -distance : 0;
}

static void crush_one(int way, anvil kind, float width, int variant) {
    static const float places[] = {0, 100, -3000, 100000, 0x1p20f}, speeds[] = {1, 3.25f, 7.3f, 30, 250};
    random_source r = {(uint64_t)(variant * 64 + way * 8 + (int)width)};
    float place = places[random_below(&r, 5)], speed = speeds[random_below(&r, 5)], half = (float)(2 + variant % 4);
    float slack = 8 * fabsf(place) * 0x1p-23f + 1e-4f;
    press_scene s = new_press(way, kind, (carom_vec2){place, -place / 2}, variant % 3 ? 5 : 0.5f,
                              (carom_vec2){width / 2, 1 + (float)random_below(&r, 40)});
    carom_body_desc desc = {.shape = mover_of(variant % 5, half)};
    desc.response = (carom_response){.kind = (carom_response_kind)random_below(&r, 3), .restitution = 1};
    desc.position = (carom_vec2){place + (variant % 5 > 2 ? floorf(random_range(&r, -width / 2, width / 2)) : 0),
                                 s.top - half - (float)random_below(&r, 20)};
    float start = desc.position.x;
    carom_body_id mover = put(&s.t, desc);
    bool by_target = random_below(&r, 2), was_crushed = false;
    for (int step = 0; step < 80; ++step) {
        carom_vec2 before = place_of(&s.t, mover), press = place_of(&s.t, s.press);
        carom_vec2 to = {press.x, press.y + speed};
        if (by_target) carom_world_move_to(s.t.world, s.press, turned(to, way));
        if (!by_target) set_velocity(&s.t, s.press, (carom_vec2){0, speed});
        pull(&s.t, mover, 0.5f);
        float depth = depth_at(&s, mover, before);
        run(&s.t, 1);
        depth = fmaxf(depth, depth_at(&s, mover, before));
        carom_vec2 at = place_of(&s.t, mover);
        float room = room_of(&s);
        int count;
        const carom_crush *crushes = carom_world_crushes(s.t.world, &count);
        if (!was_crushed) {
            if (room < 2 * half - slack) assert_int_equal(count, 1);
            if (room > 2 * half + slack) assert_int_equal(count, 0);
            assert_same_float(at.x, start);
        }
        for (int i = 0; i < count; ++i) assert_true(is_body(crushes[i].body, mover) && names_both(&s, &crushes[i]));
        if (count) assert_int_equal(carom_world_stats(s.t.world).crushed, 1);
        assert_not_above(at.y, s.top - half + slack);
        // A box is not pushed aside by a slope of its own: depenetration alone moves it.
        if (variant % 5 > 2) assert_not_above(fabsf(at.x - before.x), depth + slack);
        was_crushed |= count > 0 || room < 2 * half;
        if (was_crushed && fabsf(at.x - start) > 900) break; // at the end of the anvil
    }
    assert_true(was_crushed);
    free_press(&s);
}

static void crushed_from_four_sides(void **state) {
    (void)state;
    static const float widths[] = {8, 12.5f, 16, 50, 128, 255.5f, 400};
    for (int i = 0; i < WAYS * ANVILS * 7 * 6; ++i) {
        int kind = i / WAYS % ANVILS, width = i / WAYS / ANVILS % 7;
        crush_one(i % WAYS, (anvil)kind, widths[width], i / WAYS / ANVILS);
    }
}

// ---- A stack --------------------------------------------------------------------------------------------------------

/// Each mover of a stack has the press above it, directly or through others, and something else below it.
static void check_stack(const press_scene *s, const carom_crush *crushes, int count) {
    for (int i = 0; i < count; ++i) {
        const carom_crush *c = &crushes[i];
        assert_true(is_body(c->by, s->press) || (s->kind == KINEMATIC_ANVIL && is_body(c->by, s->anvil)));
        assert_false(is_body(c->by, c->against));
        assert_true(c->against.generation > 0 || c->level == 0);
    }
}

static void stacks_are_crushed_between_press_and_anvil(void **state) {
    (void)state;
    static const float speeds[] = {0.25f, 3, 7.3f, 200};
    for (int i = 0; i < WAYS * ANVILS * 3 * 4 * 3; ++i) {
        int way = i % WAYS, kind = i / WAYS % ANVILS, movers = 2 + i / WAYS / ANVILS % 3;
        int response = i / WAYS / ANVILS / 12;
        float speed = speeds[i / WAYS / ANVILS / 3 % 4], place = i % 3 ? 0 : 1000, size = 8 * (float)movers;
        press_scene s = new_press(way, (anvil)kind, (carom_vec2){place, place}, 3, (carom_vec2){50, 300});
        carom_body_desc desc = {.response = {.kind = (carom_response_kind)response, .restitution = 1}};
        desc.shape = i % 5 ? centred_box(5, 4) : circle(4);
        for (int k = 0; k < movers; ++k) {
            desc.position = (carom_vec2){place, place - 4 - (float)k * (i % 2 ? 8 : 9)};
            put(&s.t, desc);
        }
        set_velocity(&s.t, s.press, (carom_vec2){0, speed});
        for (int count = 0; count == 0;) {
            run(&s.t, 1);
            float room = room_of(&s);
            const carom_crush *crushes = carom_world_crushes(s.t.world, &count);
            if (room < size - 0.01f) assert_true(count > 0);
            if (room > size + 0.01f) assert_int_equal(count, 0);
            check_stack(&s, crushes, count);
        }
        free_press(&s);
    }
}

// ---- Wedges ---------------------------------------------------------------------------------------------------------

/// A plate rises under a ball that lies below a slope. Returns how far the ball has moved aside after the steps.
static float press_into_wedge(int way, carom_vec2 place, float slope, int steps, bool *crushed) {
    turned_world t = {.way = way, .world = new_world(NULL)};
    carom_vec2 corners[4] = {{-256, -256 * slope}, {-256, -80}, {256, -80}, {256, 256 * slope}};
    for (int i = 0; i < 4; ++i) corners[i] = turned(corners[i], way);
    carom_body_desc desc = {.type = CAROM_BODY_STATIC, .position = place};
    assert_int_equal(carom_make_polygon(corners, 4, &desc.shape), CAROM_STATUS_OK);
    desc.position = turned(place, way);
    assert_int_equal(carom_world_add(t.world, &desc, NULL, NULL), CAROM_STATUS_OK);
    carom_vec2 start = {place.x, place.y + 1.25f};
    carom_body_id ball =
        put(&t, (carom_body_desc){.shape = circle(1), .position = start, .response = {.kind = CAROM_RESPONSE_SLIDE}});
    desc = (carom_body_desc){.shape = centred_box(300, 4), .type = CAROM_BODY_KINEMATIC};
    desc.position = (carom_vec2){place.x, place.y + 6.5f};
    carom_body_id plate = put(&t, desc);
    set_velocity(&t, plate, (carom_vec2){0, -0.25f});
    *crushed = false;
    for (int i = 0; i < steps; ++i) {
        run(&t, 1);
        int count;
        const carom_crush *crushes = carom_world_crushes(t.world, &count);
        if (count > 0) *crushed = is_body(crushes->body, ball) && is_body(crushes->by, plate);
    }
    float aside = place_of(&t, ball).x - place.x;
    carom_world_free(t.world);
    return fabsf(aside);
}

/// A wedge that closes presses a ball out, at its speed divided by the slope. A slope of nearly nothing crushes it: it
/// would leave at a speed without bound.
static void a_wedge_presses_out_or_crushes(void **state) {
    (void)state;
    for (int i = 0; i < 16; ++i) {
        int way = i % 8;
        carom_vec2 place = {i < 8 ? 0 : 1000, i < 8 ? 0 : -3000};
        bool crushed;
        float aside = press_into_wedge(way, place, 0.125f, 8, &crushed);
        assert_false(crushed);
        assert_true(aside > 10 && aside < 14); // the plate rises by 2, by 1.5 more than the room
        aside = press_into_wedge(way, place, 1 / 1024.0f, 8, &crushed);
        assert_true(crushed);
        assert_true(aside < 1);
    }
}

/// A row that a ram and a wall crush in one step, far longer than a chain of contacts that is followed: each mover
/// names the ram, and what holds it, also where the row lies on a level.
static void a_long_row_names_the_ram(void **state) {
    (void)state;
    enum { LONG_ROW = 60 };
    const uint8_t codes[LONG_ROW] = {[LONG_ROW / 2] = CAROM_TILE_SOLID, [LONG_ROW / 2 + 1] = CAROM_TILE_SOLID};
    const carom_tiles tiles = {.origin = {0, 4}, .columns = LONG_ROW, .rows = 1, .cell = {4, 4}, .codes = codes};
    carom_level *floor = level_of_tiles(&tiles);
    for (int i = 0; i < 6; ++i) {
        int order = i % 3;
        carom_world *world = new_world(i < 3 ? NULL : floor);
        carom_body_id row[LONG_ROW + 1];
        row[LONG_ROW] = add(
            world, (carom_body_desc){.shape = box(4, 8), .position = {4 * LONG_ROW, -2}, .type = CAROM_BODY_STATIC});
        for (int k = 0; k < LONG_ROW; ++k) {
            int at = order == 0 ? k : order == 1 ? LONG_ROW - 1 - k : k * 7 % LONG_ROW;
            row[at] = add(world, (carom_body_desc){.shape = box(4, 4),
                                                   .position = {4 * (float)at, 0},
                                                   .response = {.kind = CAROM_RESPONSE_SLIDE}});
        }
        carom_body_id ram = add(
            world, (carom_body_desc){
                       .shape = box(4, 8), .position = {-4.5f, -2}, .velocity = {2, 0}, .type = CAROM_BODY_KINEMATIC});
        // A mover that passes above the row and stops at a post is not crushed.
        carom_body_id above =
            add(world, (carom_body_desc){.shape = box(4, 4), .position = {120, -4}, .velocity = {8, 0}});
        add(world, (carom_body_desc){.shape = box(2, 4), .position = {126, -6}, .type = CAROM_BODY_STATIC});
        step(world);
        assert_vec(carom_world_position(world, above), 122, -4);
        int count;
        const carom_crush *crushes = carom_world_crushes(world, &count);
        assert_int_equal(count, LONG_ROW);
        for (int k = 0; k < count; ++k) {
            int at = 0;
            while (!is_body(row[at], crushes[k].body)) ++at;
            if (!is_body(crushes[k].by, ram) || !is_body(crushes[k].against, row[at + 1]))
                fail_msg("row %d, mover %d: by %u, against %u", i, at, crushes[k].by.index, crushes[k].against.index);
        }
        carom_world_free(world);
    }
    carom_level_free(floor);
}

/// A long row presses a crate against a post, and is rolled back, because its last box has passed a thin mover: nothing
/// of the row touches the crate any more, but its crush names the ram.
static void a_row_that_is_rolled_back_names_the_ram(void **state) {
    (void)state;
    enum { ROW = 20 };
    const float end = 2 * ROW;
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    carom_world *world = new_world(NULL);
    carom_body_id ram = add(
        world,
        (carom_body_desc){.shape = box(2, 2), .position = {-2, 0}, .velocity = {2, 0}, .type = CAROM_BODY_KINEMATIC});
    for (int k = 0; k < ROW; ++k)
        add(world, (carom_body_desc){.shape = box(2, 2), .position = {2 * (float)k, 0}, .response = slide});
    carom_body_id crate = add(world, (carom_body_desc){.shape = box(2, 2), .position = {end, 1}, .response = slide});
    carom_body_desc blade = {.position = {end, -1.25f}, .response = slide};
    assert_int_equal(carom_make_one_sided((carom_vec2){0, 0}, (carom_vec2){-0.5f, 1.75f}, &blade.shape),
                     CAROM_STATUS_OK);
    add(world, blade);
    add(world, (carom_body_desc){.shape = box(2, 2), .position = {end + 3, 1.5f}, .type = CAROM_BODY_STATIC});
    step(world);
    assert_vec(carom_world_position(world, crate), end + 1, 1);
    int count;
    const carom_crush *crushes = carom_world_crushes(world, &count);
    assert_int_equal(count, ROW + 1);
    for (int i = 0; i <= ROW; ++i) assert_true(is_body(crushes[i].by, ram));
    assert_true(is_body(crushes[ROW].body, crate));
    carom_world_free(world);
}

// ---- A gate --------------------------------------------------------------------------------------------------------

/// A ram pushes a mover after a gate that opens, by less than an ulp of the gate: against a post, where the gate has
/// been. The float position of the gate is ahead of its path, so that its way back ends short of the mover.
static void a_gate_that_opens_by_rounding_does_not_hold(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(NULL);
        const float start = 1 - 0x1p-24f;
        carom_body_id post =
            add(world, (carom_body_desc){.shape = box(4, 4), .position = {0x1p-26f, -4}, .type = CAROM_BODY_STATIC});
        carom_body_desc gate = {.shape = boxed(-start, 0, 2, 1), .position = {start, 2}, .velocity = {0x1.4p-23f, 0}};
        carom_body_desc ram = {.shape = boxed(-1, -1, 1, 2), .position = {-1, 0}, .velocity = {0x1p-24f, 0}};
        gate.type = ram.type = CAROM_BODY_KINEMATIC;
        carom_body_id first = add(world, i ? ram : gate), second = add(world, i ? gate : ram);
        carom_body_id mover =
            add(world, (carom_body_desc){.shape = boxed(-1, -4, 1, 8), .response = {.kind = CAROM_RESPONSE_SLIDE}});
        step(world);
        assert_vec(carom_world_position(world, i ? second : first), 1 + 0x1p-23f, 2);
        assert_vec(carom_world_position(world, mover), 0x1p-26f, 0);
        int count;
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_true(is_body(crush->body, mover) && is_body(crush->by, i ? first : second));
        assert_true(is_body(crush->against, post));
        carom_world_free(world);
    }
}

// ---- In solid -------------------------------------------------------------------------------------------------------

/// A level that is solid as far as a search for a free position goes, with or without a corridor from the left.
static carom_level *new_rock(bool has_corridor) {
    const float far = 1e38f;
    const carom_vec2 corners[8] = {{-far, -far}, {far, -far}, {far, far}, {-far, far},
                                   {-far, 2},    {20, 2},     {20, -2},   {-far, -2}};
    const carom_outline outline = {.points = corners, .count = has_corridor ? 8 : 4};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

/// A mover in solid, which nothing could stop, is crushed by the first contact with a kinematic body. Nothing touches
/// it on the other side: of two statics as near in that direction the one with the lower index is named.
static void a_mover_in_solid_is_crushed(void **state) {
    (void)state;
    carom_level *level = new_rock(false);
    for (int i = 0; i < 5; ++i) {
        carom_world *world = new_world(level);
        carom_body_id mover = add(world, (carom_body_desc){.shape = circle(2)}), posts[2] = {{0, 0}};
        carom_body_id ram = add(
            world, (carom_body_desc){
                       .shape = box(8, 8), .position = {-32, -4}, .velocity = {16, 0}, .type = CAROM_BODY_KINEMATIC});
        const carom_vec2 places[2] = {{7, i & 1 ? 1 : -11}, {7, i & 1 ? -11 : 1}};
        for (int k = 0; k < 2 && i > 0; ++k)
            posts[k] =
                add(world, (carom_body_desc){.shape = box(4, 10), .position = places[k], .type = CAROM_BODY_STATIC});
        int count;
        step(world);
        carom_world_crushes(world, &count);
        assert_int_equal(count, 0);
        assert_int_equal(carom_world_stats(world).crushed, 1);
        if (i > 2) { // the search finds the second one first
            assert_int_equal(carom_world_remove(world, posts[0]), CAROM_STATUS_OK);
            posts[0] =
                add(world, (carom_body_desc){.shape = box(4, 10), .position = places[0], .type = CAROM_BODY_STATIC});
            assert_true(posts[0].index < posts[1].index);
        }
        step(world);
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_true(is_body(crush->body, mover) && is_body(crush->by, ram) && is_body(crush->against, posts[0]));
        assert_int_equal(crush->level, -1);
        assert_vec(carom_world_position(world, mover), 0, 0);
        assert_vec(carom_world_position(world, ram), 0, -4);
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// A lift in a corridor carries a crate against a mover in the solid: the crate stops, and nothing is crushed until the
/// lift itself touches that mover.
static void a_rider_does_not_crush_a_mover_in_solid(void **state) {
    (void)state;
    carom_level *level = new_rock(true);
    for (int i = 0; i < 6; ++i) {
        const carom_response response = {.kind = (carom_response_kind)(i / 2)};
        turned_world t = {.way = 0};
        assert_int_equal(carom_world_make(&(carom_world_desc){.level = level, .down = DOWN}, &t.world),
                         CAROM_STATUS_OK);
        const carom_body_desc descs[2] = {
            {.shape = box(4, 1.5f), .position = {-3, -0.5f}, .velocity = {0, 1}, .response = response},
            {.shape = circle(18), .position = {22, 0}, .response = response}};
        carom_body_id lift =
            add(t.world,
                (carom_body_desc){
                    .shape = box(4, 1), .position = {-5, 1}, .velocity = {0.75f, 0}, .type = CAROM_BODY_KINEMATIC});
        carom_body_id first = add(t.world, descs[i % 2]), second = add(t.world, descs[1 - i % 2]);
        carom_body_id crate = i % 2 ? second : first, stuck = i % 2 ? first : second;
        for (int k = 0; k < 10; ++k) {
            set_velocity(&t, crate, (carom_vec2){0, 1});
            run(&t, 1);
            float lift_end = carom_world_position(t.world, lift).x + 4, carried = -2.25f + 0.75f * (float)k;
            assert_same_float(carom_world_position(t.world, crate).x, carried < 0 ? carried : 0);
            assert_vec(carom_world_position(t.world, stuck), 22, 0);
            int count;
            const carom_crush *crush = carom_world_crushes(t.world, &count);
            assert_int_equal(count, lift_end > 4);
            if (count) assert_true(is_body(crush->body, stuck) && is_body(crush->by, lift));
            assert_int_equal(carom_world_stats(t.world).crushed, 1);
        }
        carom_world_free(t.world);
    }
    carom_level_free(level);
}

/// A ram pushes the crate against it: both are crushed, the mover in the solid through the crate.
static void a_crate_crushes_a_mover_in_solid(void **state) {
    (void)state;
    carom_level *level = new_rock(true);
    for (int i = 0; i < 6; ++i) {
        const carom_response response = {.kind = (carom_response_kind)(i / 2)};
        const carom_body_desc descs[2] = {{.shape = box(4, 2), .position = {-4, -1}, .response = response},
                                          {.shape = circle(18), .position = {22, 0}, .response = response}};
        carom_world *world = new_world(level);
        carom_body_id ram = add(
            world, (carom_body_desc){
                       .shape = box(4, 2), .position = {-9, -1}, .velocity = {0.75f, 0}, .type = CAROM_BODY_KINEMATIC});
        carom_body_id first = add(world, descs[i % 2]), second = add(world, descs[1 - i % 2]);
        carom_body_id crate = i % 2 ? second : first, stuck = i % 2 ? first : second;
        for (int k = 0; k < 8; ++k) {
            step(world);
            bool room = carom_world_position(world, ram).x + 4 < 0;
            assert_vec(carom_world_position(world, stuck), 22, 0);
            assert_true(carom_world_position(world, crate).x <= 0);
            int count;
            const carom_crush *crushes = carom_world_crushes(world, &count);
            assert_int_equal(count, room ? 0 : 2);
            for (int c = 0; c < count; ++c) assert_true(is_body(crushes[c].by, ram));
            if (count) assert_true(is_body(crushes[i % 2 ? 1 : 0].against, stuck));
        }
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// A mover that the walls of a corridor penetrate rests. Another one touches it at the end of a step, and stops.
static void a_mover_in_walls_stops_others(void **state) {
    (void)state;
    carom_level *level = new_rock(true);
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(level);
        carom_body_desc stuck = {.shape = centred_box(3, 3), .position = {10, 0}, .velocity = {1, 0}};
        carom_body_desc ball = {.shape = circle(1), .position = {-2, 0}, .velocity = {8, 0}};
        carom_body_id first = add(world, i ? stuck : ball), second = add(world, i ? ball : stuck);
        for (int k = 0; k < 3; ++k) {
            step(world);
            assert_vec(carom_world_position(world, i ? first : second), 10, 0);
            assert_vec(carom_world_position(world, i ? second : first), 6, 0);
            assert_int_equal(carom_world_stats(world).crushed, 1);
        }
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// A rider in a pit, where tiles are set into it. With one contact a step it rests after the wall beside it, and would
/// ride on; in solid it stays. A lift that goes on up crushes it, one that goes down does not.
static void a_rider_in_solid_stays(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        uint8_t codes[5 * 3];
        for (int k = 0; k < 5 * 3; ++k) codes[k] = k % 5 == 0 || k % 5 == 4 ? CAROM_TILE_SOLID : 0;
        const carom_tiles tiles = {.origin = {-4, -8}, .columns = 5, .rows = 3, .cell = {4, 4}, .codes = codes};
        carom_level *level;
        assert_int_equal(
            carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1, .editable = true}, &level, NULL),
            CAROM_STATUS_OK);
        carom_world *world;
        carom_world_desc desc = {.level = level, .bounces = 1, .down = DOWN};
        assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
        carom_body_id lift =
            add(world, (carom_body_desc){.shape = box(12, 2), .position = {0, 4}, .type = CAROM_BODY_KINEMATIC});
        add(world, (carom_body_desc){.shape = box(1, 2), .position = {-1, 0}, .type = CAROM_BODY_STATIC});
        carom_body_id rider = add(world, (carom_body_desc){.shape = box(12, 6),
                                                           .position = {0, -2},
                                                           .velocity = {0, 1},
                                                           .response = {.kind = CAROM_RESPONSE_SLIDE}});
        step(world);
        for (int k = 1; k < 4; ++k)
            assert_int_equal(carom_level_set_tile(level, 0, k, 1, CAROM_TILE_SOLID), CAROM_STATUS_OK);
        carom_world_set_velocity(world, lift, (carom_vec2){0, i ? -0.25f : 0.25f});
        carom_world_set_velocity(world, rider, (carom_vec2){-1, 1});
        step(world);
        assert_vec(carom_world_position(world, rider), 0, -2);
        assert_int_equal(carom_world_stats(world).rested, 1);
        assert_int_equal(carom_world_stats(world).crushed, 1);
        int count;
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, i);
        if (i) assert_true(is_body(crush->body, rider) && is_body(crush->by, lift) && crush->level == 0);
        carom_world_free(world);
        carom_level_free(level);
    }
}

// ---- Beside a crushed mover -----------------------------------------------------------------------------------------
// ------------------------------------------------------------------------------------------

/// A rod that turns fast throws a crate against a rock. The crate is crushed there, and a blade beside it hits it,
/// finds no clear position on its path, and is rolled back. The rod does not press the blade through the crate, which
/// rests.
static void a_crushed_mover_presses_nothing(void **state) {
    (void)state;
    const carom_vec2 corners[4] = {{-6.875f, 0}, {0, -4.625f}, {4.625f, 0}, {0, 6.875f}};
    for (int i = 0; i < 4; ++i) {
        carom_world *world;
        assert_int_equal(carom_world_make(&(carom_world_desc){.bounces = i < 2 ? 2 : 3}, &world), CAROM_STATUS_OK);
        carom_body_desc desc = {.velocity = {0, -0.5f}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
        assert_int_equal(carom_make_one_sided((carom_vec2){0, 0}, (carom_vec2){4, 1.5f}, &desc.shape), CAROM_STATUS_OK);
        carom_body_id blade = add(world, desc);
        desc = (carom_body_desc){.position = {3, 3}, .type = i & 1 ? CAROM_BODY_STATIC : CAROM_BODY_KINEMATIC};
        assert_int_equal(carom_make_polygon(corners, 4, &desc.shape), CAROM_STATUS_OK);
        add(world, desc);
        desc = (carom_body_desc){
            .position = {-4.5f, 4.5f}, .velocity = {-16, 0}, .spin = 16, .type = CAROM_BODY_KINEMATIC};
        assert_int_equal(carom_make_segment((carom_vec2){0, 0}, (carom_vec2){-8, -3.5f}, &desc.shape), CAROM_STATUS_OK);
        carom_body_id rod = add(world, desc);
        desc = (carom_body_desc){.position = {-3.5f, -0.75f}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
        desc.shape = boxed(-1.25f, -1.5f, 1.25f, 1.5f);
        carom_body_id crate = add(world, desc);
        step(world);
        int count;
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_true(is_body(crush->body, crate) && is_body(crush->by, rod));
        assert_vec(carom_world_position(world, blade), 0, 0);
        assert_vec(carom_world_velocity(world, blade), 0, -0.5f);
        carom_world_free(world);
    }
}

// ---- Without a known presser ----------------------------------------------------------------------------------------

static carom_body_desc fixed_box(carom_body_type type, carom_shape shape, carom_vec2 at) {
    return (carom_body_desc){.shape = shape, .position = at, .type = type};
}

/// A blade pushes a thin mover between two statics. No velocity avoids both, so the impacts know no presser. The blade
/// has touched the mover in its motion: it is named as the presser, and not as the anvil, in every order of the bodies.
static void a_presser_is_not_the_anvil(void **state) {
    (void)state;
    carom_body_desc mover = {.shape = boxed(0, -1, 0, 2), .position = {100001, -50000}};
    mover.rotation = (carom_rotation){0.75875473f, 0.651376426f};
    mover.response.kind = CAROM_RESPONSE_SLIDE;
    carom_body_desc blade = fixed_box(CAROM_BODY_KINEMATIC, box(0, 4), (carom_vec2){100000, -50004});
    blade.velocity.x = 8;
    const carom_body_desc descs[4] = {mover, blade,
                                      fixed_box(CAROM_BODY_STATIC, circle(2), (carom_vec2){100002, -49997}),
                                      fixed_box(CAROM_BODY_STATIC, boxed(-2, 0, 2, 2), (carom_vec2){100004, -50003})};
    for (int i = 0; i < 24; ++i) {
        carom_world *world = new_world(NULL);
        int order[4] = {0, 1, 2, 3};
        for (int k = 3, rest = i; k > 0; rest /= k + 1, --k) {
            int other = rest % (k + 1), kept = order[k];
            order[k] = order[other];
            order[other] = kept;
        }
        carom_body_id ids[4];
        for (int k = 0; k < 4; ++k) ids[order[k]] = add(world, descs[order[k]]);
        step(world);
        int count;
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_true(is_body(crush->body, ids[0]) && is_body(crush->by, ids[1]));
        assert_true(crush->against.generation == 0 && crush->level == -1);
        carom_world_free(world);
    }
}

/// A block that turns fast throws a thin mover between a tile and a post, and does not reach it any more at its final
/// position: it is not named, but what holds the mover there is.
static void a_holder_is_named_without_a_presser(void **state) {
    (void)state;
    const uint8_t code = CAROM_TILE_EDGES_ADJACENT;
    carom_tiles tiles = {.origin = {100000, -50000}, .columns = 1, .rows = 1, .cell = {2, 2}, .codes = &code};
    carom_level *level = level_of_tiles(&tiles);
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(level);
        carom_body_desc block = fixed_box(CAROM_BODY_KINEMATIC, box(3, 2), (carom_vec2){100003, -50003});
        carom_body_desc post = fixed_box(CAROM_BODY_STATIC, circle(2), (carom_vec2){100003, -49996});
        block.spin = 24;
        carom_body_id first = add(world, i ? post : block), second = add(world, i ? block : post);
        carom_body_id mover = add(world, (carom_body_desc){.shape = box(0, 1),
                                                           .position = {100002, -50000},
                                                           .response = {.kind = CAROM_RESPONSE_SLIDE}});
        step(world);
        int count;
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_true(is_body(crush->body, mover) && crush->by.generation == 0);
        assert_true(is_body(crush->against, i ? first : second) && crush->level == -1);
        carom_shape shape = carom_world_shape(world, mover), of_block = carom_world_shape(world, i ? second : first);
        assert_true(carom_distance(&shape, &of_block).distance > 0.1f);
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// A mover that tiles and a wheel penetrate has no room, at rest or not: the wheel that moves crushes it.
static void a_mover_in_a_tile_and_a_wheel_names_the_wheel(void **state) {
    (void)state;
    static const uint8_t codes[4] = {0, CAROM_TILE_SOLID, CAROM_TILE_SOLID, 0};
    const carom_tiles tiles = {.columns = 2, .rows = 2, .origin = {0, -8}, .cell = {8, 8}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    for (int i = 0; i < 2; ++i) {
        const carom_response response = {.kind = CAROM_RESPONSE_SLIDE};
        carom_world *world = new_world(level);
        carom_body_id mover =
            add(world,
                (carom_body_desc){
                    .shape = centred_box(3, 3), .position = {4, 0}, .velocity = {0, (float)i}, .response = response});
        carom_body_id wheel =
            add(world, (carom_body_desc){.shape = circle(10), .velocity = {1, 0}, .type = CAROM_BODY_KINEMATIC});
        step(world);
        int count;
        const carom_crush *crush = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_true(is_body(crush->body, mover) && is_body(crush->by, wheel));
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// A ram touches a ball in a funnel at rest and a small one beside it. It presses each of the two more directly than it
/// does through the other: the small one against the ball, and the ball as much against one side as against the other.
static void a_direct_press_counts_more(void **state) {
    (void)state;
    const carom_vec2 sides[2][3] = {{{0, 0}, {-10, -20}, {-10, 0}}, {{0, 0}, {10, 0}, {10, -20}}};
    for (int i = 0; i < WAYS * 4; ++i) {
        int left = i / WAYS % 2, small = i / WAYS / 2;
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        carom_body_id funnel[2], balls[2];
        for (int k = 0; k < 2; ++k) {
            carom_body_desc side = {.type = CAROM_BODY_KINEMATIC};
            assert_int_equal(carom_make_polygon(sides[k == left], 3, &side.shape), CAROM_STATUS_OK);
            funnel[k] = put(&t, side);
        }
        carom_body_desc desc = {.shape = centred_box(5, 1), .position = {0, -10}, .velocity = {0, 4}};
        desc.type = CAROM_BODY_KINEMATIC;
        carom_body_id ram = put(&t, desc);
        for (int k = 0; k < 2; ++k)
            balls[k] = put(&t, k == small ? (carom_body_desc){.shape = circle(0.5f), .position = {-2, -6.5f}}
                                          : (carom_body_desc){.shape = circle(2), .position = {0, -5}});
        run(&t, 1);
        int count;
        const carom_crush *crushes = carom_world_crushes(t.world, &count);
        assert_int_equal(count, 2);
        for (int k = 0; k < 2; ++k) {
            assert_true(is_body(crushes[k].body, balls[k]) && is_body(crushes[k].by, ram));
            assert_true(is_body(crushes[k].against, k == small ? balls[!small] : funnel[0]));
        }
        carom_world_free(t.world);
    }
}

// ---- Large anvils ---------------------------------------------------------------------------------------------------

/// A plank between a press and an anvil of more bodies than a crush compares: the one with the lowest index is named,
/// wherever it lies. Of an anvil with as many edges, the level is.
static void a_plank_between_many_anvils_is_crushed(void **state) {
    (void)state;
    enum { BLOCKS = 300 };
    static const int places[] = {0, 1, 60, 150, 217, 299, 0};
    for (int k = 0; k < 7; ++k) {
        bool of_level = k == 6;
        carom_level *level = NULL;
        uint8_t codes[2 * BLOCKS];
        for (int i = 0; i < 2 * BLOCKS; ++i) codes[i] = i % 2 ? 0 : CAROM_TILE_SOLID;
        carom_tiles tiles = {.columns = 2 * BLOCKS, .rows = 1, .cell = {1, 1}, .codes = codes};
        if (of_level) level = level_of_tiles(&tiles);
        carom_world *world = new_world(level);
        carom_body_id first = {0, 0};
        for (int i = 0; i < BLOCKS && !of_level; ++i) {
            carom_vec2 at = {2 * (float)((i * 7 + places[k]) % BLOCKS), 0};
            carom_body_id id =
                add(world, (carom_body_desc){.shape = box(1, 1), .position = at, .type = CAROM_BODY_STATIC});
            if (i == 0) first = id;
        }
        carom_body_id plank = add(world, (carom_body_desc){.shape = box(2 * BLOCKS, 2), .position = {0, -2.25f}});
        carom_body_id ram =
            add(world,
                (carom_body_desc){
                    .shape = box(8, 4), .position = {290, -6.5f}, .velocity = {0, 0.5f}, .type = CAROM_BODY_KINEMATIC});
        int count = 0;
        const carom_crush *crush = NULL;
        for (int i = 0; i < 4 && count == 0; ++i) {
            step(world);
            crush = carom_world_crushes(world, &count);
        }
        assert_int_equal(count, 1);
        assert_true(is_body(crush->body, plank) && is_body(crush->by, ram) && is_body(crush->against, first));
        assert_int_equal(crush->level, of_level - 1);
        carom_world_free(world);
        carom_level_free(level);
    }
}

/// A belt that rises slowly makes a mover a thousand times as fast as it rises: that is no squeeze, which would crush.
static void a_fast_belt_crushes_nothing(void **state) {
    (void)state;
    for (int i = 0; i < 4 * WAYS; ++i) {
        const int way = i / 4;
        const bool of_mover = i & 1; // its tracks, or the material of the belt
        const float speed = (i & 2 ? -128.0f : 128.0f) * (way & 4 ? -1.0f : 1.0f);
        const carom_material material = {.friction = 2048, .surface_speed = of_mover ? 0 : speed};
        const carom_response response = {.kind = CAROM_RESPONSE_SLIDE, .surface_speed = of_mover ? speed : 0};
        turned_world t = new_turned(way, DOWN);
        put(&t, (carom_body_desc){.shape = boxed(-500, 0, 1000, 10),
                                  .type = CAROM_BODY_KINEMATIC,
                                  .velocity = {0, -0.125f},
                                  .material = material});
        carom_body_id mover =
            put(&t, (carom_body_desc){.shape = centred_box(2, 2), .position = {0, -2.0625f}, .response = response});
        run(&t, 1);
        int count;
        carom_world_crushes(t.world, &count);
        assert_int_equal(count, 0);
        assert_true(fabsf(velocity_of(&t, mover).x) > 100);
        carom_world_free(t.world);
    }
}

// ---- Pushed along a floor -------------------------------------------------------------------------------------------

/// A ball on a floor, level or a slope, that a larger round body pushes along it. The normal of their contact points
/// into the floor.
typedef struct pushed_ball {
    turned_world t;
    carom_vec2 along; ///< unit vector, up or down the slope
    carom_vec2 corner;
    float speed, radius, pusher_radius;
    carom_body_id ball, pusher;
} pushed_ball;

/// Returns the point at a distance from the start, and above the floor.
static carom_vec2 above_floor(const pushed_ball *p, float x, float height) {
    return (carom_vec2){p->corner.x + x * p->along.x + height * p->along.y,
                        p->corner.y + x * p->along.y - height * p->along.x};
}

static pushed_ball new_pushed_ball(int number, bool slope) {
    random_source r = {(uint64_t)number};
    pushed_ball p = {.t = new_turned(number % WAYS, DOWN)};
    carom_response response = {.friction = (float[]){0, 0.2f, 1, 10}[number / WAYS % 4]};
    response.kind = number % 5 ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_STOP;
    carom_rotation turn = carom_rotation_of(slope ? random_range(&r, -0.7f, 0.7f) : 0);
    p.along = (carom_vec2){turn.cosine, turn.sine};
    p.corner = (carom_vec2){random_range(&r, -1000, 1000), random_range(&r, -1000, 1000)};
    if (number % 3 == 0) p.corner.x = 0x1p20f;
    if (number % 3 == 1) p.corner = (carom_vec2){floorf(p.corner.x), floorf(p.corner.y)};
    p.radius = random_range(&r, 5, 15);
    p.pusher_radius = p.radius + random_range(&r, 0.5f, number % 2 ? 5 : 40);
    p.speed = random_range(&r, 50, 350);
    carom_vec2 ends[4] = {above_floor(&p, -4000, 0), above_floor(&p, 4000, 0), above_floor(&p, 4000, -20),
                          above_floor(&p, -4000, -20)};
    carom_body_desc floor = {.type = CAROM_BODY_STATIC};
    assert_int_equal(carom_make_polygon(ends, 4, &floor.shape), CAROM_STATUS_OK);
    put(&p.t, floor);
    carom_vec2 at = above_floor(&p, 0, p.pusher_radius + 0.125f);
    carom_body_desc desc = {.shape = circle(p.pusher_radius), .type = CAROM_BODY_KINEMATIC, .position = at};
    desc.velocity = (carom_vec2){p.speed * p.along.x, p.speed * p.along.y};
    p.pusher = put(&p.t, desc);
    float away = p.pusher_radius + p.radius + random_range(&r, 1, 12);
    desc = (carom_body_desc){.shape = circle(p.radius), .position = above_floor(&p, away, p.radius + 0.125f)};
    desc.response = response;
    p.ball = put(&p.t, desc);
    return p;
}

static int crushes_after_step(const pushed_ball *p) {
    int count;
    pull(&p->t, p->ball, 10);
    run(&p->t, 1 / 60.0f);
    carom_world_crushes(p->t.world, &count);
    return count;
}

static void a_ball_pushed_along_a_floor_has_room(void **state) {
    (void)state;
    for (int i = 0; i * ROUNDS_DIVISOR < 1200; ++i) {
        pushed_ball p = new_pushed_ball(i, i / 2 % 2);
        for (int step = 0; step < 30; ++step)
            if (crushes_after_step(&p)) fail_msg("scene %d, step %d: crushed", i, step);
        carom_world_free(p.t.world);
    }
}

/// Before a wall it is crushed, in the step in which the room ends.
static void a_ball_pushed_to_a_wall_is_crushed(void **state) {
    (void)state;
    for (int i = 0; i < 160; ++i) {
        pushed_ball p = new_pushed_ball(i, false);
        float wall = p.pusher_radius + 2 * p.radius + 40, least = 2 * sqrtf(p.pusher_radius * p.radius);
        carom_body_desc desc = {.shape = boxed(0, -200, 20, 200), .type = CAROM_BODY_STATIC};
        desc.position = above_floor(&p, wall, 0);
        put(&p.t, desc);
        float room = 1;
        for (int step = 0; room > 0; ++step) {
            int count = crushes_after_step(&p);
            room = desc.position.x - p.radius - least - place_of(&p.t, p.pusher).x;
            if (fabsf(room) < 0.25f) break; // the pusher is a little above the floor
            if (count != (room < 0)) fail_msg("scene %d, step %d: %d crushed, room %g", i, step, count, (double)room);
        }
        carom_world_free(p.t.world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(crushed_from_four_sides),
                                       cmocka_unit_test(a_wedge_presses_out_or_crushes),
                                       cmocka_unit_test(a_long_row_names_the_ram),
                                       cmocka_unit_test(a_row_that_is_rolled_back_names_the_ram),
                                       cmocka_unit_test(a_gate_that_opens_by_rounding_does_not_hold),
                                       cmocka_unit_test(a_mover_in_solid_is_crushed),
                                       cmocka_unit_test(a_rider_does_not_crush_a_mover_in_solid),
                                       cmocka_unit_test(a_crate_crushes_a_mover_in_solid),
                                       cmocka_unit_test(a_mover_in_walls_stops_others),
                                       cmocka_unit_test(a_rider_in_solid_stays),
                                       cmocka_unit_test(a_crushed_mover_presses_nothing),
                                       cmocka_unit_test(a_presser_is_not_the_anvil),
                                       cmocka_unit_test(a_holder_is_named_without_a_presser),
                                       cmocka_unit_test(a_mover_in_a_tile_and_a_wheel_names_the_wheel),
                                       cmocka_unit_test(a_direct_press_counts_more),
                                       cmocka_unit_test(a_plank_between_many_anvils_is_crushed),
                                       cmocka_unit_test(a_fast_belt_crushes_nothing),
                                       cmocka_unit_test(a_ball_pushed_along_a_floor_has_room),
                                       cmocka_unit_test(a_ball_pushed_to_a_wall_is_crushed),
                                       cmocka_unit_test(stacks_are_crushed_between_press_and_anvil)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
