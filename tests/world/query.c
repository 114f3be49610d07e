// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries of a world, compared with tests of each body and each level: the first result, the number and order of all,
// and whether there is any. With buffers that are too short, and while bodies are added, removed and teleported.
#include "level/maps.h"
#include "world/bodies.h"

enum { MOST = 512, RANGE = 24 };

typedef struct place_of_test {
    carom_world *world;
    carom_level *level;
    carom_body_id ids[MOST];
    carom_body_desc descs[MOST];
    int count;
    numbers n;
    carom_world_view view;
} test;

/// A result of any query in a comparable form: time or distance, inside, obstacle; of a sweep the position.
typedef struct found {
    float at;
    bool inside;
    int level;
    carom_body_id body;
    int part;
    carom_vec2 swept;
} found;

typedef struct all {
    found found[MOST];
    int count;
} all;

static int compare(const void *a, const void *b) {
    const found *p = a, *q = b;
    if (p->at != q->at) return p->at < q->at ? -1 : 1;
    if (p->inside != q->inside) return p->inside ? -1 : 1;
    if ((p->level >= 0) != (q->level >= 0)) return p->level >= 0 ? -1 : 1;
    if (p->level != q->level) return p->level < q->level ? -1 : 1;
    return p->body.index < q->body.index ? -1 : 1;
}

// ---- Brute force ---------------------------------------------------------------------------------------------------

static bool accepts(carom_filter a, carom_filter b) {
    if (a.group != 0 && a.group == b.group) return a.group > 0;
    uint32_t a_category = a.category ? a.category : 1, b_category = b.category ? b.category : 1;
    return (b_category & ~a.ignore) && (a_category & ~b.ignore);
}

static bool is_met(const test *t, int i) {
    const carom_body_desc *d = &t->descs[i];
    if (same_body(t->ids[i], t->view.except)) return false;
    if (d->type == CAROM_BODY_STATIC ? t->view.no_statics : t->view.no_movers) return false;
    if (d->response.kind == CAROM_RESPONSE_PASS && !t->view.crossing) return false;
    return accepts(t->view.filter, d->filter);
}

typedef enum question { RAY, SWEEP, OVERLAP, NEAREST } question;

typedef struct asked {
    question question;
    carom_shape shape, parts[2];
    carom_vec2 from, move;
    float reach;
} asked;

static bool ask_body(const asked *q, const carom_shape *body, found *out) {
    if (q->question == RAY) {
        carom_ray_hit hit = carom_ray(q->from, q->move, body);
        *out = (found){.at = hit.t, .inside = hit.inside};
        return hit.hit;
    }
    if (q->question == SWEEP) {
        carom_sweep_hit hit = carom_sweep(&q->shape, q->move, body, (carom_vec2){0, 0});
        *out = (found){.at = hit.t, .inside = hit.inside, .swept = hit.at};
        return hit.hit;
    }
    if (q->question == OVERLAP) {
        *out = (found){.part = -1};
        return carom_overlap(&q->shape, body);
    }
    *out = (found){.at = carom_distance(&q->shape, body).distance};
    return out->at <= q->reach && isfinite(out->at);
}

/// Among equally close edges the level chooses.
static bool ask_nearest_edge(const asked *q, const carom_level *level, found *out) {
    *out = (found){.at = HUGE_VALF};
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b, .one_sided = true}};
        float distance = carom_distance(&q->shape, &edge).distance;
        if (distance < out->at) out->at = distance;
    }
    carom_separation nearest = carom_level_nearest(level, &q->shape, HUGE_VALF);
    assert_true(nearest.distance == out->at);
    out->part = isfinite(out->at) ? nearest.part_b : 0;
    return out->at <= q->reach && isfinite(out->at);
}

static bool ask_level(const asked *q, const carom_level *level, found *out) {
    if (q->question == RAY) {
        carom_ray_hit hit = carom_level_ray(level, q->from, q->move);
        *out = (found){.at = hit.t, .inside = hit.inside, .part = hit.part};
        return hit.hit;
    }
    if (q->question == SWEEP) {
        carom_sweep_hit hit = cr_level_sweep(level, &q->shape, q->move);
        *out = (found){.at = hit.t, .inside = hit.inside, .part = hit.part_b, .swept = hit.at};
        return hit.hit;
    }
    if (q->question == NEAREST) return ask_nearest_edge(q, level, out);
    *out = (found){0};
    return carom_level_overlap(level, &q->shape, &out->part, 1) > 0;
}

static void ask_each(const test *t, const asked *q, all *out) {
    out->count = 0;
    found f;
    if (t->level && !t->view.no_levels && ask_level(q, t->level, &f)) out->found[out->count++] = f;
    for (int i = 0; i < t->count; ++i) {
        cr_placed placed;
        const carom_shape *body = shape_of_body(t->world, t->ids[i], &placed);
        if (!is_met(t, i) || !ask_body(q, body, &f)) continue;
        f.level = -1;
        f.body = t->ids[i];
        out->found[out->count++] = f;
    }
    qsort(out->found, (size_t)out->count, sizeof *out->found, compare);
}

// ---- The world -----------------------------------------------------------------------------------------------------

static found of_ray(carom_world_ray_hit h) {
    return (found){h.ray.t, h.ray.inside, h.level, h.body, h.level >= 0 ? h.ray.part : 0, {0, 0}};
}

static found of_sweep(carom_world_sweep_hit h) {
    return (found){h.sweep.t, h.sweep.inside, h.level, h.body, h.level >= 0 ? h.sweep.part_b : 0, h.sweep.at};
}

static found of_overlap(carom_world_overlapped o) {
    return (found){0, false, o.level, o.body, o.edge, {0, 0}};
}

static found of_gap(carom_world_separation g) {
    int part = g.level >= 0 ? g.separation.part_b : 0;
    return (found){g.separation.distance, false, g.level, g.body, part, {0, 0}};
}

/// The count is that of all; the buffer has as many as fit.
static int ask_world(const test *t, const asked *q, all *out, int capacity) {
    static carom_world_ray_hit rays[MOST];
    static carom_world_sweep_hit sweeps[MOST];
    static carom_world_overlapped overlaps[MOST];
    static carom_world_separation gaps[MOST];
    int count = 0;
    switch (q->question) {
    case RAY: count = carom_world_ray_all(&t->view, q->from, q->move, rays, capacity); break;
    case SWEEP: count = carom_world_sweep_all(&t->view, &q->shape, q->move, sweeps, capacity); break;
    case OVERLAP: count = carom_world_overlap(&t->view, &q->shape, overlaps, capacity); break;
    case NEAREST: count = carom_world_nearest_all(&t->view, &q->shape, q->reach, gaps, capacity); break;
    }
    out->count = count < capacity ? count : capacity;
    for (int i = 0; i < out->count; ++i) {
        out->found[i] = q->question == RAY       ? of_ray(rays[i])
                        : q->question == SWEEP   ? of_sweep(sweeps[i])
                        : q->question == NEAREST ? of_gap(gaps[i])
                                                 : of_overlap(overlaps[i]);
    }
    return count;
}

static void assert_same(const found *a, const found *b) {
    assert_true(a->at == b->at);
    assert_int_equal(a->inside, b->inside);
    assert_int_equal(a->level, b->level);
    assert_true(same_body(a->body, b->body));
    assert_int_equal(a->part, b->part);
    assert_true(a->swept.x == b->swept.x && a->swept.y == b->swept.y);
}

static void assert_first(const test *t, const asked *q, const all *expected) {
    if (q->question == OVERLAP) {
        assert_int_equal(carom_world_overlap_any(&t->view, &q->shape), expected->count > 0);
        return;
    }
    found first = q->question == RAY     ? of_ray(carom_world_ray(&t->view, q->from, q->move))
                  : q->question == SWEEP ? of_sweep(carom_world_sweep(&t->view, &q->shape, q->move))
                                         : of_gap(carom_world_nearest(&t->view, &q->shape, q->reach));
    if (q->question == RAY) assert_int_equal(carom_world_ray_any(&t->view, q->from, q->move), expected->count > 0);
    if (q->question == SWEEP)
        assert_int_equal(carom_world_sweep_any(&t->view, &q->shape, q->move), expected->count > 0);
    if (expected->count > 0) {
        assert_same(&first, &expected->found[0]);
    } else {
        assert_int_equal(first.level, -1);
        assert_int_equal(first.body.generation, 0);
        assert_true(q->question == NEAREST ? isinf(first.at) : first.at == 1);
    }
}

static void check(test *t, const asked *q) {
    static all expected, got;
    ask_each(t, q, &expected);
    assert_int_equal(ask_world(t, q, &got, MOST), expected.count);
    for (int i = 0; i < expected.count; ++i) assert_same(&got.found[i], &expected.found[i]);
    assert_first(t, q, &expected);
    int few = random_below(&t->n.r, 4);
    assert_int_equal(ask_world(t, q, &got, few), expected.count);
    assert_int_equal(got.count, expected.count < few ? expected.count : few);
    for (int i = 0; i < got.count; ++i) assert_same(&got.found[i], &expected.found[i]);
}

// ---- Scenes --------------------------------------------------------------------------------------------------------

static void add_random(test *t) {
    carom_body_desc desc = {.shape = random_body_shape(&t->n, random_below(&t->n.r, 16) ? 2 : 30),
                            .position = place(&t->n, RANGE),
                            .velocity = place(&t->n, 1),
                            .type = random_below(&t->n.r, 3) == 0 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                            .response = {.kind = (carom_response_kind)random_below(&t->n.r, 4), .restitution = 1},
                            .filter = random_filter(&t->n.r)};
    t->descs[t->count] = desc;
    t->ids[t->count++] = add(t->world, desc);
}

static void change_one(test *t) {
    int i = random_below(&t->n.r, t->count);
    if (random_below(&t->n.r, 2)) {
        assert_int_equal(carom_world_set_position(t->world, t->ids[i], place(&t->n, RANGE)), CAROM_STATUS_OK);
        return;
    }
    assert_int_equal(carom_world_remove(t->world, t->ids[i]), CAROM_STATUS_OK);
    --t->count;
    t->ids[i] = t->ids[t->count];
    t->descs[i] = t->descs[t->count];
    add_random(t);
}

static asked random_question(test *t) {
    asked q = {.question = (question)random_below(&t->n.r, 4), .from = place(&t->n, RANGE)};
    carom_shape shape = random_shape(&t->n, 2);
    q.shape = carom_shape_at(&shape, q.from);
    q.move = place(&t->n, random_below(&t->n.r, 3) ? 4 : 2 * RANGE);
    if (random_below(&t->n.r, 8) == 0) q.move.x = 0;
    q.reach = random_below(&t->n.r, 3) ? number(&t->n, 0, 4) : HUGE_VALF;
    return q;
}

/// Two parts instead of one, at their positions.
static void make_compound(test *t, asked *q) {
    carom_shape other = random_shape(&t->n, 2);
    q->parts[0] = q->shape;
    q->parts[1] = carom_shape_at(&other, (carom_vec2){q->from.x + number(&t->n, -2, 2), q->from.y});
    assert_int_equal(carom_make_compound(q->parts, 2, &q->shape), CAROM_STATUS_OK);
}

static void random_view(test *t) {
    random_source *r = &t->n.r;
    t->view = (carom_world_view){.world = t->world, .crossing = random_below(r, 2)};
    if (random_below(r, 2)) t->view.filter = random_filter(r);
    if (random_below(r, 2)) t->view.except = t->ids[random_below(r, t->count)];
    t->view.no_levels = random_below(r, 4) == 0;
    t->view.no_movers = random_below(r, 4) == 0;
    t->view.no_statics = random_below(r, 4) == 0;
}

static carom_level *random_level(random_source *r) {
    static map m;
    map_make(&m, 12, 12, 4);
    m.tiles.origin = (carom_vec2){-RANGE, -RANGE};
    for (int i = 0; i < 144; ++i) m.codes[i] = random_below(r, 3) ? 0 : random_code(r);
    return level_of_map(&m);
}

static void run(uint64_t seed, bool lattice, int bodies, int questions) {
    test t = {.n = {{seed}, lattice}};
    t.level = seed % 2 ? random_level(&t.n.r) : NULL;
    t.world = new_world(t.level);
    for (int i = 0; i < bodies; ++i) add_random(&t);
    for (int i = 0; i < questions; ++i) {
        if (i % 100 == 50) step(t.world);
        if (i % 3 == 0) change_one(&t);
        random_view(&t);
        asked q = random_question(&t);
        if (random_below(&t.n.r, 4) == 0) make_compound(&t, &q);
        check(&t, &q);
    }
    carom_world_free(t.world);
    carom_level_free(t.level);
}

static void queries_equal_brute_force_on_lattice(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 6; ++seed) run(seed, true, 40, 600);
    run(6, true, 200, 800);
    run(7, true, 3, 200);
}

static void queries_equal_brute_force_with_full_mantissas(void **state) {
    (void)state;
    for (uint64_t seed = 10; seed < 14; ++seed) run(seed, false, 40, 600);
    run(14, false, 300, 800);
}

// ---- Single cases --------------------------------------------------------------------------------------------------

/// At equal times: hits with the start inside first, then levels, then bodies by index.
static void equal_times_are_ordered(void **state) {
    (void)state;
    map m;
    map_draw(&m, "..#\n", 4);
    carom_level *level = level_of_map(&m);
    carom_world *world = new_world(level);
    carom_body_id first =
        add(world, (carom_body_desc){.shape = box(1, 4), .position = {8, 0}, .type = CAROM_BODY_STATIC});
    carom_body_id second = add(world, (carom_body_desc){.shape = box(1, 2), .position = {8, 1}});
    carom_body_id around = add(world, (carom_body_desc){.shape = circle(1), .position = {0, 2}});
    carom_world_view view = {.world = world};
    carom_world_ray_hit hits[4];
    assert_int_equal(carom_world_ray_all(&view, (carom_vec2){0, 2}, (carom_vec2){8, 0}, hits, 4), 4);
    assert_true(same_body(hits[0].body, around));
    assert_true(hits[0].ray.inside);
    assert_same_float(hits[0].ray.t, 0);
    assert_int_equal(hits[1].level, 0);
    assert_same_float(hits[1].ray.t, 1);
    assert_true(same_body(hits[2].body, first));
    assert_true(same_body(hits[3].body, second));
    assert_same_float(hits[3].ray.t, 1);
    carom_world_free(world);
    carom_level_free(level);
}

static bool not_the_first(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data) {
    (void)world, (void)user_data;
    return a.index != 0 && b.index != 0;
}

static void custom_filter_is_called_for_except(void **state) {
    (void)state;
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){.custom_filter = not_the_first}, &world), CAROM_STATUS_OK);
    for (int i = 0; i < 3; ++i) add(world, (carom_body_desc){.shape = circle(1), .position = {4.0f * (float)i, 0}});
    carom_body_id ids[3];
    carom_world_bodies(world, ids, 3);
    carom_world_view view = {.world = world};
    carom_shape wide = box(10, 1);
    assert_int_equal(carom_world_overlap(&view, &wide, NULL, 0), 3);
    view.except = ids[1];
    assert_int_equal(carom_world_overlap(&view, &wide, NULL, 0), 1);
    view.except = ids[0];
    assert_int_equal(carom_world_overlap(&view, &wide, NULL, 0), 0);
    carom_world_free(world);
}

/// Invalid queries report nothing.
static void invalid_queries_report_nothing(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    for (int i = 0; i < 100; ++i) add(world, (carom_body_desc){.shape = circle(1), .position = {(float)i, 0}});
    carom_world_view view = {.world = world};
    static const float bad[] = {(float)NAN, HUGE_VALF, -HUGE_VALF};
    for (int i = 0; i < 3; ++i) {
        carom_vec2 from = {bad[i], 0}, fine = {0, 0};
        carom_shape shape = {.kind = CAROM_SHAPE_CIRCLE, .circle = {from, 1}}, around = circle(1);
        assert_false(carom_world_ray_any(&view, from, fine));
        carom_world_ray_hit ray = carom_world_ray(&view, fine, from);
        assert_false(ray.ray.hit);
        assert_memory_equal(&ray.ray.point, &fine, sizeof fine);
        assert_false(carom_world_sweep_any(&view, &around, from));
        carom_world_sweep_hit stays = carom_world_sweep(&view, &around, from);
        assert_false(stays.sweep.hit);
        assert_memory_equal(&stays.sweep.at, &fine, sizeof fine);
        assert_false(carom_world_sweep(&view, &shape, fine).sweep.hit);
        assert_int_equal(carom_world_overlap(&view, &shape, NULL, 0), 0);
        assert_true(isinf(carom_world_nearest(&view, &shape, 1).separation.distance));
    }
    carom_shape none = {.kind = CAROM_SHAPE_NONE}, far = {.kind = CAROM_SHAPE_POINT, .point = {3e38f, 3e38f}};
    assert_int_equal(carom_world_sweep_all(&view, &none, (carom_vec2){1, 1}, NULL, 0), 0);
    assert_int_equal(carom_world_nearest_all(&view, &none, HUGE_VALF, NULL, 0), 0);
    assert_int_equal(carom_world_nearest_all(&view, &far, -1, NULL, 0), 0);
    assert_int_equal(carom_world_nearest_all(&view, &far, (float)NAN, NULL, 0), 0);
    carom_world_nearest(&view, &far, HUGE_VALF); // terminates
    carom_world_ray(&view, far.point, far.point);
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_equal_brute_force_on_lattice),
        cmocka_unit_test(queries_equal_brute_force_with_full_mantissas),
        cmocka_unit_test(equal_times_are_ordered),
        cmocka_unit_test(custom_filter_is_called_for_except),
        cmocka_unit_test(invalid_queries_report_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
