// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A batch, of arrays of numbers or of prepared shapes, returns the results of single queries, bit for bit, for every
// kind of shape a, family of scenes and length of rows, with some invalid entries. The SIMD lanes, whichever the
// machine has, must reject only shapes that cannot hit.
#include "geom/lanes.h"
#include "geom/scenes.h"
#include "geom/shapes.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 37, ROUNDS = 60 };

/// One shape a and a row of shapes of one kind: as shapes, and as the arrays of a batch. The numbers start one float
/// into their array, so that no row is aligned.
typedef struct {
    scene asker;
    carom_shape_kind kind;
    int count;
    carom_shape one[MOST];
    float number[4][1 + MOST];
} shape_row;

static void put(shape_row *to, int i, float a, float b, float c, float d) {
    const float all[] = {a, b, c, d};
    for (int k = 0; k < 4; ++k) to->number[k][1 + i] = all[k];
}

static void spoil(random_source *r, float *x, float *y, float *z) {
    float *const all[] = {x, y, z};
    static const float wrong[] = {NAN, INFINITY, -INFINITY, -FLT_MAX};
    if (random_below(r, 16) == 0) *all[random_below(r, 3)] = wrong[random_below(r, 4)];
}

static void make_row(random_source *r, family f, carom_shape_kind a, carom_shape_kind b, shape_row *out) {
    make_scene(r, f, a, b, &out->asker);
    out->kind = b;
    out->count = random_below(r, MOST + 1);
    for (int i = 0; i < out->count; ++i) {
        scene other;
        make_scene(r, f, CAROM_SHAPE_POINT, b, &other);
        carom_shape *s = &out->one[i];
        *s = i == 0 ? out->asker.b : other.b; // the first is the one that a was drawn with
        switch (b) {
        case CAROM_SHAPE_CIRCLE:
            spoil(r, &s->circle.center.x, &s->circle.center.y, &s->circle.radius);
            put(out, i, s->circle.center.x, s->circle.center.y, s->circle.radius, 0);
            break;
        case CAROM_SHAPE_BOX:
            spoil(r, &s->box.min.x, &s->box.min.y, &s->box.max.y);
            put(out, i, s->box.min.x, s->box.min.y, s->box.max.x, s->box.max.y);
            break;
        default:
            spoil(r, &s->segment.a.x, &s->segment.a.y, &s->segment.b.x);
            s->segment.one_sided = s->segment.skip_a = s->segment.skip_b = false;
            put(out, i, s->segment.a.x, s->segment.a.y, s->segment.b.x, s->segment.b.y);
            break;
        }
    }
}

static const float *numbers(const shape_row *r, int k) {
    return &r->number[k][1];
}

static int overlap_batch(const shape_row *r, int *hits, int capacity) {
    const carom_shape *a = &r->asker.a;
    const carom_circles circles = {numbers(r, 0), numbers(r, 1), numbers(r, 2), r->count};
    const carom_boxes boxes = {numbers(r, 0), numbers(r, 1), numbers(r, 2), numbers(r, 3), r->count};
    const carom_segments segments = {numbers(r, 0), numbers(r, 1), numbers(r, 2), numbers(r, 3), r->count};
    switch (r->kind) {
    case CAROM_SHAPE_CIRCLE: return carom_overlap_circles(a, &circles, hits, capacity);
    case CAROM_SHAPE_BOX: return carom_overlap_boxes(a, &boxes, hits, capacity);
    default: return carom_overlap_segments(a, &segments, hits, capacity);
    }
}

static carom_sweep_hit sweep_batch(const shape_row *r) {
    const carom_shape *a = &r->asker.a;
    carom_vec2 move = r->asker.a_move;
    const carom_circles circles = {numbers(r, 0), numbers(r, 1), numbers(r, 2), r->count};
    const carom_boxes boxes = {numbers(r, 0), numbers(r, 1), numbers(r, 2), numbers(r, 3), r->count};
    const carom_segments segments = {numbers(r, 0), numbers(r, 1), numbers(r, 2), numbers(r, 3), r->count};
    switch (r->kind) {
    case CAROM_SHAPE_CIRCLE: return carom_sweep_circles(a, move, &circles);
    case CAROM_SHAPE_BOX: return carom_sweep_boxes(a, move, &boxes);
    default: return carom_sweep_segments(a, move, &segments);
    }
}

static bool same_bits(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size) == 0;
}
static bool same_vector(carom_vec2 a, carom_vec2 b) {
    return same_bits(&a, &b, sizeof a);
}

static bool same_sweep(const carom_sweep_hit *a, const carom_sweep_hit *b) {
    return a->hit == b->hit && a->inside == b->inside && same_bits(&a->t, &b->t, sizeof a->t) &&
           same_vector(a->at, b->at) && same_vector(a->point, b->point) && same_vector(a->normal, b->normal) &&
           a->feature == b->feature && a->part_a == b->part_a && a->part_b == b->part_b;
}

static bool same_ray(const carom_ray_hit *a, const carom_ray_hit *b) {
    return a->hit == b->hit && a->inside == b->inside && same_bits(&a->t, &b->t, sizeof a->t) &&
           same_bits(&a->exit, &b->exit, sizeof a->exit) && same_vector(a->point, b->point) &&
           same_vector(a->normal, b->normal) && a->feature == b->feature && a->part == b->part;
}

typedef void (*check)(random_source *r, const shape_row *row);

static void check_rows(check holds) {
    static const carom_shape_kind kinds[] = {CAROM_SHAPE_CIRCLE, CAROM_SHAPE_BOX, CAROM_SHAPE_SEGMENT};
    random_source r = {21};
    shape_row row;
    for (int round = 0; round < ROUNDS; ++round) {
        for (int f = 0; f < FAMILY_COUNT; ++f) {
            for (int k = 0; k < 21; ++k) {
                make_row(&r, (family)f, (carom_shape_kind)(CAROM_SHAPE_POINT + k / 3), kinds[k % 3], &row);
                holds(&r, &row);
            }
        }
    }
}

static void overlap_is_that_of_each(random_source *r, const shape_row *row) {
    int hits[MOST + 1], expected[MOST], count = 0, capacity = random_below(r, MOST + 1);
    for (int i = 0; i < row->count; ++i) {
        if (carom_overlap(&row->asker.a, &row->one[i])) expected[count++] = i;
    }
    for (int i = 0; i <= MOST; ++i) hits[i] = -7;
    assert_int_equal(overlap_batch(row, hits, capacity), count);
    int written = count < capacity ? count : capacity;
    for (int i = 0; i < written; ++i) assert_int_equal(hits[i], expected[i]);
    for (int i = written; i <= MOST; ++i) assert_int_equal(hits[i], -7);
}

static void sweep_is_the_earliest_of_all(random_source *r, const shape_row *row) {
    (void)r;
    const scene *s = &row->asker;
    const carom_shape nothing = {.kind = CAROM_SHAPE_NONE};
    carom_sweep_hit expected = carom_sweep(&s->a, s->a_move, &nothing, vec(0, 0)); // a miss
    for (int i = 0; i < row->count; ++i) {
        carom_sweep_hit hit = carom_sweep(&s->a, s->a_move, &row->one[i], vec(0, 0));
        if (!hit.hit || (expected.hit && hit.t >= expected.t)) continue;
        expected = hit;
        expected.part_b = i;
    }
    carom_sweep_hit got = sweep_batch(row);
    if (!same_sweep(&got, &expected)) {
        print_shape(stderr, &s->a);
        fail_msg("%s against %d of %s: t %a for %a, part %d for %d", kind_name(s->a.kind), row->count,
                 kind_name(row->kind), (double)got.t, (double)expected.t, got.part_b, expected.part_b);
    }
}

static void prepare_row(const shape_row *row, carom_prepared *a, carom_prepared *b) {
    carom_prepare(&row->asker.a, a);
    for (int i = 0; i < row->count; ++i) carom_prepare(&row->one[i], &b[i]);
}

static void prepared_overlap_is_that_of_the_batch(random_source *r, const shape_row *row) {
    static carom_prepared a, b[MOST];
    int hits[MOST + 1], expected[MOST + 1], capacity = random_below(r, MOST + 1);
    prepare_row(row, &a, b);
    for (int i = 0; i <= MOST; ++i) hits[i] = expected[i] = -7;
    assert_int_equal(carom_prepared_overlap_many(&a, b, row->count, hits, capacity),
                     overlap_batch(row, expected, capacity));
    assert_memory_equal(hits, expected, sizeof hits);
}

static void prepared_sweep_is_that_of_the_batch(random_source *r, const shape_row *row) {
    (void)r;
    static carom_prepared a, b[MOST];
    prepare_row(row, &a, b);
    carom_sweep_hit hit = carom_prepared_sweep_many(&a, row->asker.a_move, b, row->count), expected = sweep_batch(row);
    assert_true(same_sweep(&hit, &expected));
}

static void batches_of_prepared_shapes_match_those_of_numbers(void **state) {
    (void)state;
    check_rows(prepared_overlap_is_that_of_the_batch);
    check_rows(prepared_sweep_is_that_of_the_batch);
}

static void batched_overlaps_match_single_calls(void **state) {
    (void)state;
    check_rows(overlap_is_that_of_each);
}

static void batched_sweeps_match_single_calls(void **state) {
    (void)state;
    check_rows(sweep_is_the_earliest_of_all);
}

static void batched_rays_match_single_calls(void **state) {
    (void)state;
    random_source r = {22};
    float x[1 + MOST], y[1 + MOST], move_x[1 + MOST], move_y[1 + MOST], unused = 0;
    for (int round = 0; round < ROUNDS * FAMILY_COUNT * 7; ++round) {
        family f = (family)(round % FAMILY_COUNT);
        carom_shape_kind kind = (carom_shape_kind)(CAROM_SHAPE_POINT + round / FAMILY_COUNT % 7);
        scene first, other;
        make_scene(&r, f, CAROM_SHAPE_POINT, kind, &first);
        int count = random_below(&r, MOST + 1), hit_count = 0;
        for (int i = 1; i <= count; ++i) {
            make_scene(&r, f, CAROM_SHAPE_POINT, CAROM_SHAPE_CIRCLE, &other);
            const scene *s = i == 1 ? &first : &other;
            x[i] = s->a.point.x;
            y[i] = s->a.point.y;
            move_x[i] = s->a_move.x;
            move_y[i] = s->a_move.y;
            spoil(&r, &x[i], &move_y[i], &unused);
        }
        const carom_rays rays = {x + 1, y + 1, move_x + 1, move_y + 1, count};
        carom_ray_hit hits[MOST];
        int total = carom_ray_many(&rays, &first.b, hits);
        for (int i = 0; i < count; ++i) {
            carom_ray_hit one = carom_ray(vec(x[1 + i], y[1 + i]), vec(move_x[1 + i], move_y[1 + i]), &first.b);
            assert_true(same_ray(&hits[i], &one));
            hit_count += one.hit;
        }
        assert_int_equal(total, hit_count);
    }
}

static void an_invalid_shape_hits_nothing(void **state) {
    (void)state;
    const float x[] = {0, 1}, y[] = {0, 0}, radius[] = {1, 1};
    const carom_circles circles = {x, y, radius, 2};
    const carom_shape wrong[] = {{.kind = CAROM_SHAPE_NONE}, circle(0, 0, -1), circle(NAN, 0, 1)};
    int hits[2];
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(carom_overlap_circles(&wrong[i], &circles, hits, 2), 0);
        assert_false(carom_sweep_circles(&wrong[i], vec(1, 0), &circles).hit);
    }
    carom_shape right = circle(0, 0, 1);
    assert_false(carom_sweep_circles(&right, vec(NAN, 0), &circles).hit);
    const carom_circles none = {x, y, radius, 0};
    assert_int_equal(carom_overlap_circles(&right, &none, hits, 2), 0);
    assert_int_equal(carom_overlap_circles(&right, &circles, NULL, 0), 2);
}

/// The widest lanes of this machine and the plain ones give the same flags: random coordinates, touching ones, and
/// NaN.
static void all_lanes_give_the_same_flags(void **state) {
    (void)state;
    random_source r = {31};
    const cr_lanes here = cr_lanes_here(), plain = cr_lanes_plain();
    float x[1 + CR_BLOCK], y[1 + CR_BLOCK], z[1 + CR_BLOCK], w[1 + CR_BLOCK], *rows[] = {x, y, z, w};
    uint8_t flags[CR_BLOCK], others[CR_BLOCK];
    long certain = 0;
    for (int round = 0; round < 3000; ++round) {
        int count = random_below(&r, CR_BLOCK + 1);
        for (int i = 0; i <= CR_BLOCK; ++i) {
            for (int k = 0; k < 4; ++k) rows[k][i] = random_below(&r, 40) ? (float)(random_below(&r, 9) - 4) : NAN;
            if (round % 2 && i % 3 == 0) x[i] = nextafterf(x[i], (float)random_below(&r, 5));
        }
        const carom_box q = {{-1, -1}, {1, (float)random_below(&r, 3)}};
        const carom_boxes boxes = {x, y, z, w, 1 + CR_BLOCK};
        const carom_circles circles = {x, y, z, 1 + CR_BLOCK};
        const carom_segments segments = {x, y, z, w, 1 + CR_BLOCK};
        const carom_rays rays = {x, y, z, w, 1 + CR_BLOCK};
        const carom_circle a = {{1, 2}, (float)random_below(&r, 3)};
        for (int kind = 0; kind < 5; ++kind) {
            memset(flags, 9, sizeof flags);
            memset(others, 9, sizeof others);
            for (int lanes = 0; lanes < 2; ++lanes) {
                const cr_lanes *now = lanes ? &plain : &here;
                uint8_t *out = lanes ? others : flags;
                int from = round % 2;
                switch (kind) {
                case 0: now->boxes(&boxes, from, count, q, out); break;
                case 1: now->circles(&circles, from, count, q, out); break;
                case 2: now->segments(&segments, from, count, q, out); break;
                case 3: now->rays(&rays, from, count, q, out); break;
                default: now->circle_circles(&circles, from, count, a, out); break;
                }
            }
            assert_memory_equal(flags, others, sizeof flags);
            for (int i = 0; i < count; ++i) certain += flags[i] == CR_YES;
            if (count < CR_BLOCK) assert_int_equal(flags[count], 9);
        }
    }
    assert_true(certain > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batched_overlaps_match_single_calls),
        cmocka_unit_test(batched_sweeps_match_single_calls),
        cmocka_unit_test(batched_rays_match_single_calls),
        cmocka_unit_test(batches_of_prepared_shapes_match_those_of_numbers),
        cmocka_unit_test(an_invalid_shape_hits_nothing),
        cmocka_unit_test(all_lanes_give_the_same_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
