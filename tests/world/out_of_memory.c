// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A session with every call of the library, kinematic bodies, rules and materials included, in which each allocation is
// refused in turn. The call that is refused memory returns the error and changes nothing visible. Repeated it succeeds,
// and all later results have the same bits. All memory is freed.
#include "ledger.h"
#include "level/maps.h"
#include "world/bodies.h"

enum { CALLS = 120, MOST_IDS = 32, BYTES = 1 << 17 };

/// Simulates the caller's threads on one thread, in another order.
static void run_backwards(void *context, int count, void (*task)(void *data, int index), void *data) {
    (void)context;
    for (int i = count - 1; i >= 0; --i) task(data, i);
}

typedef struct session {
    ledger ledger;
    long refused; ///< the allocation to refuse; -1: none
    carom_level *levels[2];
    carom_world *world, *other; ///< the second one restores snapshots of the first
    numbers n;
    long refusals;
    long asked[CALLS + 1];  ///< allocations before each call
    uint64_t hashes[CALLS]; ///< visible state after each call, if nothing is refused
    char bytes[BYTES];
    size_t size;
} session;

// ---- Visible state -------------------------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t mix_event(uint64_t hash, carom_body_id a, carom_body_id b, int level, carom_vec2 point) {
    uint64_t ids[2] = {carom_body_bits(a), carom_body_bits(b)};
    return mix(mix(mix(hash, ids, sizeof ids), &level, sizeof level), &point, sizeof point);
}

static uint64_t mix_lists(uint64_t hash, const carom_world *world) {
    int count;
    const carom_event *e = carom_world_events(world, &count);
    for (int i = 0; i < count; ++i) hash = mix_event(hash, e[i].a, e[i].b, e[i].level, e[i].point);
    const carom_pair *p = carom_world_pairs(world, &count);
    for (int i = 0; i < count; ++i) hash = mix_event(hash, p[i].a, p[i].b, p[i].level, p[i].point);
    const carom_crush *c = carom_world_crushes(world, &count);
    for (int i = 0; i < count; ++i) hash = mix_event(hash, c[i].body, c[i].by, c[i].level, (carom_vec2){0, 0});
    for (int tag = 0; tag < 50; ++tag) {
        carom_material material = carom_world_edge_material(world, tag);
        hash = mix(hash, &material, sizeof material);
    }
    carom_step_stats stats = carom_world_stats(world);
    return mix(hash, &stats, sizeof stats);
}

/// The results of queries at the position of each body.
static uint64_t mix_questions(uint64_t hash, const carom_world *world) {
    carom_body_id ids[MOST_IDS];
    int count = carom_world_bodies(world, ids, MOST_IDS);
    carom_world_view view = {.world = world, .crossing = true};
    for (int i = 0; i < count; ++i) {
        cr_placed there;
        carom_world_overlapped found[8];
        const carom_shape *shape = shape_of_body(world, ids[i], &there);
        carom_shape box = {.kind = CAROM_SHAPE_BOX, .box = carom_shape_bounds(shape)};
        int total = carom_world_overlap(&view, &box, found, 8);
        hash = mix(hash, &total, sizeof total);
        carom_world_ray_hit ray = carom_world_ray(&view, (carom_vec2){-40, -40}, carom_world_position(world, ids[i]));
        hash = mix(mix(hash, &ray.body, sizeof ray.body), &ray.ray.t, sizeof ray.ray.t);
        carom_separation gap = carom_world_nearest(&view, &box, 9).separation;
        hash = mix(hash, &gap.distance, sizeof gap.distance);
    }
    return hash;
}

static uint64_t seen(const carom_world *world) {
    return world ? mix_questions(mix_lists(carom_world_hash(world), world), world) : 0;
}

// ---- The calls -----------------------------------------------------------------------------------------------------

/// A body with a tag adds another one at its contact.
static void leave_one(carom_world *world, const carom_event *event, void *user_data) {
    session *s = user_data;
    if (event->kind != CAROM_EVENT_BEGIN || !carom_world_tag(world, event->a) || carom_world_count(world) >= MOST_IDS)
        return;
    carom_body_desc desc = {.shape = circle(0.5f), .position = event->point};
    bool looks = s->ledger.asked + 20 > s->refused;
    uint64_t before = looks ? seen(world) : 0;
    carom_status status = carom_world_add(world, &desc, NULL, NULL);
    if (status == CAROM_STATUS_OK) return;
    assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
    ++s->refusals;
    assert_true(seen(world) == before);
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_OK);
}

/// Pairs that pass take memory.
static void pass_some(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if ((contact->mover + contact->other) % 3 == 0) response->kind = CAROM_RESPONSE_PASS;
}

static carom_status make(session *s, carom_world **out) {
    carom_allocator allocator = allocator_of(&s->ledger);
    carom_world_desc desc = {.level = s->levels[0],
                             .allocator = &allocator,
                             .on_collision = leave_one,
                             .rule = pass_some,
                             .user_data = s,
                             .tasks = {run_backwards, NULL, 3}};
    return carom_world_make(&desc, out);
}

static carom_status add_one(session *s) {
    random_source *r = &s->n.r;
    static const carom_body_type types[6] = {CAROM_BODY_STATIC, CAROM_BODY_KINEMATIC};
    carom_body_desc desc = {.shape = random_body_shape(&s->n, random_below(r, 6) ? 1.5f : 4),
                            .position = place(&s->n, 12),
                            .velocity = place(&s->n, 2),
                            .type = types[random_below(r, 6)],
                            .response = {.kind = (carom_response_kind)random_below(r, 4), .restitution = 1}};
    if (random_below(r, 3) == 0) desc.filter = random_filter(r);
    desc.tag = random_below(r, 8) == 0;
    if (desc.type != CAROM_BODY_STATIC && random_below(r, 3) == 0) desc.spin = random_range(r, -2, 2);
    return carom_world_add(s->world, &desc, NULL, NULL);
}

static carom_body_id some_body(session *s) {
    carom_body_id ids[MOST_IDS];
    int count = carom_world_bodies(s->world, ids, MOST_IDS);
    return count ? ids[random_below(&s->n.r, count)] : (carom_body_id){0, 0};
}

/// Shrinking succeeds without memory for a smaller block.
static carom_status shrink(session *s) {
    bool pending = s->ledger.left >= 0;
    carom_status status = carom_world_shrink(s->world);
    s->refusals += pending && s->ledger.left < 0;
    return status;
}

static carom_status change_one(session *s) {
    random_source *r = &s->n.r;
    carom_body_id id = some_body(s);
    switch (random_below(r, 10)) {
    case 5: return shrink(s);
    case 6: return carom_world_set_edge_material(s->world, random_below(r, 50), (carom_material){.friction = 1});
    case 7: return carom_world_set_material(s->world, id, (carom_material){.restitution = 0.5f});
    case 8:
        if (carom_world_type(s->world, id) != CAROM_BODY_KINEMATIC) return CAROM_STATUS_OK;
        return carom_world_move_to(s->world, id, place(&s->n, 12));
    case 0: return carom_world_remove(s->world, id);
    case 1: return carom_world_set_position(s->world, id, place(&s->n, 12));
    case 2: return carom_world_set_velocity(s->world, id, place(&s->n, 3));
    case 3: return carom_world_set_response(s->world, id, (carom_response){.kind = CAROM_RESPONSE_SLIDE});
    case 4: return carom_world_set_filter(s->world, id, random_filter(r));
    default: return carom_world_set_tag(s->world, id, 1);
    }
}

static carom_status take_snapshot(session *s) {
    s->size = carom_world_snapshot_size(s->world);
    return carom_world_snapshot(s->world, s->bytes, sizeof s->bytes);
}

/// Restores the last snapshot, or continues from it in the other world.
static carom_status go_back(session *s) {
    return s->size ? carom_world_restore(s->world, s->bytes, s->size) : CAROM_STATUS_OK;
}

static carom_status move_over(session *s) {
    if (!s->other) return make(s, &s->other);
    return s->size ? carom_world_restore(s->other, s->bytes, s->size) : CAROM_STATUS_OK;
}

static carom_status call(session *s, int number) {
    if (number == 0) return make(s, &s->world);
    if (number == 36) return carom_world_attach(s->world, s->levels[1]);
    if (number % 25 == 0) return take_snapshot(s);
    if (number % 33 == 0) return go_back(s);
    if (number % 20 == 0) return move_over(s);
    if (number % 20 == 1 && s->other) return carom_world_attach(s->other, s->levels[1]);
    if (number % 20 == 2 && s->other) return carom_world_step(s->other, 1);
    int what = random_below(&s->n.r, 8);
    if (number < 30 || what == 0) return carom_world_count(s->world) < MOST_IDS ? add_one(s) : CAROM_STATUS_OK;
    return what < 4 ? change_one(s) : carom_world_step(s->world, what == 7 ? 0.5f : 1);
}

/// Repeats a call that was refused memory.
static void make_call(session *s, int number) {
    random_source before = s->n.r;
    bool looks = s->refused >= s->asked[number] && s->refused < s->asked[number + 1];
    uint64_t world = looks ? seen(s->world) : 0, other = looks ? seen(s->other) : 0;
    if (s->refused < 0) s->asked[number] = s->ledger.asked;
    carom_status status = call(s, number);
    if (status == CAROM_STATUS_NO_MEMORY) {
        ++s->refusals;
        if (!(seen(s->world) == world && seen(s->other) == other))
            fail_msg("call %d, allocation %ld: changed", number, s->refused);
        s->n.r = before;
        status = call(s, number);
    }
    if (status != CAROM_STATUS_OK && status != CAROM_STATUS_STALE_ID && status != CAROM_STATUS_NOT_FOUND)
        fail_msg("call %d: %s", number, carom_status_text(status));
}

/// Continues for a few calls after the refusal.
static void make_calls(session *s) {
    for (int i = 0; i < CALLS; ++i) {
        make_call(s, i);
        if (s->refused < 0) {
            s->hashes[i] = seen(s->world) + 3 * seen(s->other);
        } else if (s->refusals > 0 && s->refused < s->asked[i > 5 ? i - 5 : 0]) {
            assert_true(seen(s->world) + 3 * seen(s->other) == s->hashes[i]);
            return;
        }
    }
    s->asked[CALLS] = s->ledger.asked;
}

static void run(long refused, long *asked, long *refusals) {
    static session s;
    s.ledger = (ledger){.left = refused, .once = true};
    s.refused = refused;
    s.n = (numbers){{5}, true};
    s.world = s.other = NULL;
    s.refusals = 0;
    s.size = 0;
    map m;
    map_draw(&m, "#######\n#.....#\n#./#..#\n#....-#\n#######\n", 4);
    m.tiles.origin = (carom_vec2){-14, -10};
    s.levels[0] = level_of_map(&m);
    m.tiles.origin.x = 6;
    s.levels[1] = level_of_map(&m);
    make_calls(&s);
    carom_world_free(s.world);
    carom_world_free(s.other);
    for (int i = 0; i < 2; ++i) carom_level_free(s.levels[i]);
    assert_int_equal(s.ledger.held, 0);
    *asked = s.ledger.asked;
    *refusals = s.refusals;
}

static void every_allocation_is_refused_once(void **state) {
    (void)state;
    long asked, refusals, none;
    run(-1, &asked, &none);
    assert_int_equal(none, 0);
    assert_true(asked > 100);
    for (long refused = 0; refused < asked; ++refused) {
        long now;
        run(refused, &now, &refusals);
        assert_int_equal(refusals, 1);
    }
    print_message("%ld allocations\n", asked);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_is_refused_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
