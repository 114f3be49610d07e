// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The index of edges alone: what it finds is what looking at every edge finds, however unevenly they lie, and while
// edges come and go.
#include "level/index.h"

#include "ledger.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { EDGES = 3000 };

/// How edges lie in a level.
typedef enum scenery { SPREAD, CLUSTERED, LONG_AND_SHORT, STAR, LATTICE, ON_ONE_LINE, SCENERIES } scenery;

static carom_vec2 random_point(random_source *r, float reach) {
    return (carom_vec2){random_range(r, -reach, reach), random_range(r, -reach, reach)};
}

static cr_edge random_edge(random_source *r, scenery s, float scale) {
    carom_vec2 a = random_point(r, 100), d = random_point(r, 3);
    switch (s) {
    case CLUSTERED: // most within a hundred thousandth of the whole
        if (random_below(r, 50)) a = (carom_vec2){50 + a.x * 1e-5f, a.y * 1e-5f};
        d = (carom_vec2){d.x * 1e-5f, d.y * 1e-5f};
        break;
    case LONG_AND_SHORT:
        if (!random_below(r, 20)) d = random_point(r, 200);
        break;
    case STAR: a = (carom_vec2){1, 2}; break;
    case LATTICE:
        a = (carom_vec2){floorf(a.x), floorf(a.y)};
        d = random_below(r, 2) ? (carom_vec2){1, 0} : (carom_vec2){0, (float)(1 + random_below(r, 4))};
        break;
    case ON_ONE_LINE: a.y = d.y = 7; break;
    default: break;
    }
    if (s == ON_ONE_LINE) d.y = 0;
    if (d.x == 0 && d.y == 0) d.x = 1;
    carom_vec2 b = {(a.x + d.x) * scale, (a.y + d.y) * scale};
    return (cr_edge){{a.x * scale, a.y * scale}, b, 5, -1, random_below(r, 100), (uint32_t)random_below(r, 16)};
}

static carom_box random_box(random_source *r, scenery s, float scale) {
    float size = random_below(r, 2) ? 4 : 40;
    carom_vec2 p = random_point(r, 110), q = {p.x + random_range(r, 0, size), p.y + random_range(r, 0, size)};
    if (s == CLUSTERED && random_below(r, 2)) {
        p = (carom_vec2){50 + p.x * 1e-5f, p.y * 1e-5f};
        q = (carom_vec2){p.x + size * 1e-5f, p.y + size * 1e-5f};
    }
    if (!random_below(r, 10)) q = p;
    return (carom_box){{p.x * scale, p.y * scale}, {q.x * scale, q.y * scale}};
}

/// The search tells all edges that meet the box, some more whose boxes do, and all in ascending order.
static void expect_found(const cr_index *index, carom_box box) {
    cr_search search;
    cr_search_begin(&search, index, box);
    carom_shape shape = {.kind = CAROM_BOX, .box = box};
    int found = cr_search_next(&search);
    for (int i = 0; i < index->count; ++i) {
        cr_line line = index->lines[i];
        carom_shape edge = {.kind = CAROM_SEGMENT, .segment = {.a = line.a, .b = line.b}};
        bool told = found == i, near = cr_boxes_meet(cr_line_box(line), box);
        if (told) assert_true(near);
        if (near && !told) assert_false(carom_overlap(&shape, &edge));
        if (told) found = cr_search_next(&search);
    }
    assert_int_equal(found, -1);
}

typedef struct seen {
    const cr_index *index;
    bool edges[EDGES + 64];
} seen;

static double see(void *context, const uint32_t *refs, int count) {
    seen *s = context;
    for (int i = 0; i < count; ++i) {
        uint32_t edge = refs[i] >> CR_REF_SHIFT;
        assert_true((int)edge < s->index->count);
        assert_int_equal(refs[i] & CR_REF_FLAGS, 0);
        s->edges[edge] = true;
    }
    return 1;
}

/// Places on edges that a moving box comes over are seen. (Which way they are met at is others' to decide.)
static void expect_seen(const cr_index *index, random_source *r, carom_box box, carom_vec2 move) {
    static seen s;
    memset(&s, 0, sizeof s);
    s.index = index;
    cr_index_walk(index, box, move, 1, see, &s);
    for (int n = 0; n < 40; ++n) {
        int i = random_below(r, index->count);
        double t = (double)random_unit(r), k = random_below(r, 3) ? (double)random_unit(r) : (double)random_below(r, 2);
        cr_line e = index->lines[i];
        double x = (double)e.a.x + k * ((double)e.b.x - (double)e.a.x) - t * (double)move.x;
        double y = (double)e.a.y + k * ((double)e.b.y - (double)e.a.y) - t * (double)move.y;
        bool covered = x > (double)box.min.x && x < (double)box.max.x && y > (double)box.min.y && y < (double)box.max.y;
        if (covered) assert_true(s.edges[i]);
    }
}

/// Moves the box so that it comes over a given place of some edge.
static carom_vec2 random_move(const cr_index *index, random_source *r, carom_box box) {
    cr_line e = index->lines[random_below(r, index->count)];
    float k = random_range(r, 0.5f, 3), part = random_unit(r);
    return (carom_vec2){(e.a.x + part * (e.b.x - e.a.x) - box.min.x) * k,
                        (e.a.y + part * (e.b.y - e.a.y) - box.min.y) * k};
}

static void ask(const cr_index *index, random_source *r, scenery s, float scale, int questions) {
    for (int i = 0; i < questions; ++i) {
        carom_box box = random_box(r, s, scale);
        expect_found(index, box);
        expect_seen(index, r, box, random_move(index, r, box));
        expect_seen(index, r, box, (carom_vec2){0, 0});
    }
}

static void everything_near_is_found(void **state) {
    (void)state;
    static cr_edge edges[EDGES];
    static const float scales[] = {1, 0x1p-100f, 0x1p100f};
    random_source r = {1};
    for (int s = 0; s < SCENERIES; ++s) {
        for (int n = 0; n < 12; ++n) {
            int count = n < 6 ? n : random_below(&r, EDGES);
            for (int i = 0; i < count; ++i) edges[i] = random_edge(&r, (scenery)s, scales[n % 3]);
            cr_index index;
            assert_true(cr_index_build(&index, NULL, edges, count));
            assert_int_equal(index.count, count);
            assert_true(cr_index_bytes(&index) < 200 * (size_t)count + 65536);
            for (int i = 0; i < count; ++i) {
                cr_edge e = cr_index_edge(&index, i);
                assert_memory_equal(&e, &edges[i], sizeof e);
            }
            if (count > 0) ask(&index, &r, (scenery)s, scales[n % 3], 40);
            cr_index_free(&index, NULL);
        }
    }
}

static void expect_same(const cr_index *index, const cr_edge *edges, int count) {
    assert_int_equal(index->count, count);
    for (int i = 0; i < count; ++i) {
        cr_edge e = cr_index_edge(index, i);
        assert_memory_equal(&e, &edges[i], sizeof e);
    }
}

static void edges_come_and_go(void **state) {
    (void)state;
    static cr_edge edges[EDGES + 64];
    random_source r = {2};
    for (int s = 0; s < SCENERIES; ++s) {
        int count = random_below(&r, 2) ? random_below(&r, 300) : 0;
        for (int i = 0; i < count; ++i) edges[i] = random_edge(&r, (scenery)s, 1);
        cr_index index;
        assert_true(cr_index_build(&index, NULL, edges, count));
        uint32_t most = 0;
        for (int n = 0; n < 400; ++n) {
            int come = random_below(&r, n % 100 < 50 ? 30 : 6), go = random_below(&r, n % 100 < 50 ? 6 : 30);
            if (count + come > EDGES) come = 0;
            for (int i = 0; i < come; ++i) edges[count + i] = random_edge(&r, (scenery)s, 1);
            assert_true(cr_index_reserve(&index, NULL, edges + count, come));
            for (int i = 0; i < come; ++i, ++count) assert_int_equal(cr_index_insert(&index, &edges[count]), count);
            for (int i = 0; i < go && count > 0; ++i) {
                int gone = random_below(&r, count--);
                assert_int_equal(cr_index_remove(&index, gone), gone == count ? -1 : count);
                edges[gone] = edges[count];
            }
            for (int i = 0; i < 3 && count > 0; ++i) {
                cr_edge *e = &edges[random_below(&r, count)];
                e->next = random_below(&r, count);
                e->prev = random_below(&r, 2) ? -1 : 3;
                e->flags = (uint32_t)random_below(&r, 16);
                cr_index_relink(&index, (int)(e - edges), e->next, e->prev, e->flags);
            }
            if (n % 20 == 0) expect_same(&index, edges, count);
            if (n % 10 == 0 && count > 0) ask(&index, &r, (scenery)s, 1, 4);
            if (n == 200) most = index.words_count;
        }
        assert_true(most == 0 || index.words_count < 2 * most + 8192); // blocks are used again
        cr_index_free(&index, NULL);
    }
}

// ---- Without memory -----------------------------------------------------------------------------------------------

static void a_failed_reserve_changes_no_answer(void **state) {
    (void)state;
    static cr_edge edges[600];
    random_source r = {3};
    for (int i = 0; i < 600; ++i) edges[i] = random_edge(&r, STAR, 1);
    ledger l = {.left = 1000};
    carom_allocator allocator = allocator_of(&l);
    cr_index index;
    assert_true(cr_index_build(&index, &allocator, edges, 300));
    bool done = false;
    for (int calls = 0; !done; ++calls) {
        l.left = calls;
        done = cr_index_reserve(&index, &allocator, edges + 300, 300);
        expect_same(&index, edges, 300);
        ask(&index, &r, STAR, 1, 2);
    }
    l.left = 0;
    for (int i = 300; i < 600; ++i) cr_index_insert(&index, &edges[i]);
    expect_same(&index, edges, 600);
    ask(&index, &r, STAR, 1, 20);
    cr_index_free(&index, &allocator);
}

static void removing_takes_no_memory(void **state) {
    (void)state;
    static cr_edge edges[600];
    random_source r = {4};
    for (int s = 0; s < SCENERIES; ++s) {
        int count = 600;
        for (int i = 0; i < count; ++i) edges[i] = random_edge(&r, (scenery)s, 1);
        ledger l = {.left = 1000};
        carom_allocator allocator = allocator_of(&l);
        cr_index index;
        assert_true(cr_index_build(&index, &allocator, edges, count));
        l.left = 0;
        uint32_t words = index.words_count;
        while (count > 0) {
            int gone = random_below(&r, count--);
            cr_index_remove(&index, gone);
            edges[gone] = edges[count];
            if (count > 0 && count % 50 == 0) expect_same(&index, edges, count), ask(&index, &r, (scenery)s, 1, 2);
        }
        assert_true(index.words_count == words);
        cr_index_free(&index, &allocator);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_near_is_found),
        cmocka_unit_test(edges_come_and_go),
        cmocka_unit_test(a_failed_reserve_changes_no_answer),
        cmocka_unit_test(removing_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
