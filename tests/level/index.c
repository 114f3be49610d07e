// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The spatial index alone: searches must find the edges that a scan of all edges finds, for any distribution of edges,
// and after insertions and removals.
#include "level/index/walk.h"

#include "ledger.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { EDGES = 3000 };

/// Distributions of edges.
typedef enum scenery { SPREAD, CLUSTERED, LONG_AND_SHORT, STAR, LATTICE, ON_ONE_LINE, DISTRIBUTIONS } scenery;

static carom_vec2 random_point(random_source *r, float reach) {
    return (carom_vec2){random_range(r, -reach, reach), random_range(r, -reach, reach)};
}

static cr_edge random_edge(random_source *r, scenery s, float scale) {
    carom_vec2 a = random_point(r, 100), d = random_point(r, 3);
    switch (s) {
    case CLUSTERED: // most edges are within 1e-5 of the extent
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

/// The search returns all edges with boxes that overlap the box, in ascending order.
static void expect_found(const cr_index *index, carom_box box) {
    cr_search search;
    cr_search_begin(&search, index, box);
    carom_shape shape = {.kind = CAROM_SHAPE_BOX, .box = box};
    int found = cr_search_next(&search);
    for (int i = 0; i < index->count; ++i) {
        cr_edge_line line = index->lines[i];
        carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = line.a, .b = line.b}};
        bool reported = found == i, near = cr_boxes_overlap(cr_edge_line_box(line), box);
        if (reported) assert_true(near);
        if (near && !reported) assert_false(carom_overlap(&shape, &edge));
        if (reported) found = cr_search_next(&search);
    }
    assert_int_equal(found, -1);
}

typedef struct visited_edges {
    const cr_index *index;
    bool edges[EDGES + 64];
} visited_edges;

static double mark_visited(void *context, const uint32_t *refs, int count) {
    visited_edges *s = context;
    for (int i = 0; i < count; ++i) {
        uint32_t edge = refs[i] >> CR_REF_SHIFT;
        assert_true((int)edge < s->index->count);
        assert_int_equal(refs[i] & CR_REF_FLAGS, 0);
        s->edges[edge] = true;
    }
    return 1;
}

/// If a moving box covers a point of an edge, the walk must visit the edge.
static void expect_visited(const cr_index *index, random_source *r, carom_box box, carom_vec2 move) {
    static visited_edges s;
    memset(&s, 0, sizeof s);
    s.index = index;
    cr_index_walk(index, box, move, 1, mark_visited, &s);
    for (int n = 0; n < 40; ++n) {
        int i = random_below(r, index->count);
        double t = (double)random_unit(r), k = random_below(r, 3) ? (double)random_unit(r) : (double)random_below(r, 2);
        cr_edge_line e = index->lines[i];
        double x = (double)e.a.x + k * ((double)e.b.x - (double)e.a.x) - t * (double)move.x;
        double y = (double)e.a.y + k * ((double)e.b.y - (double)e.a.y) - t * (double)move.y;
        bool covered = x > (double)box.min.x && x < (double)box.max.x && y > (double)box.min.y && y < (double)box.max.y;
        if (covered) assert_true(s.edges[i]);
    }
}

/// A motion that takes the box over a point of some edge.
static carom_vec2 random_move(const cr_index *index, random_source *r, carom_box box) {
    cr_edge_line e = index->lines[random_below(r, index->count)];
    float k = random_range(r, 0.5f, 3), part = random_unit(r);
    return (carom_vec2){(e.a.x + part * (e.b.x - e.a.x) - box.min.x) * k,
                        (e.a.y + part * (e.b.y - e.a.y) - box.min.y) * k};
}

static void expect_searches(const cr_index *index, random_source *r, scenery s, float scale, int queries) {
    for (int i = 0; i < queries; ++i) {
        carom_box box = random_box(r, s, scale);
        expect_found(index, box);
        expect_visited(index, r, box, random_move(index, r, box));
        expect_visited(index, r, box, (carom_vec2){0, 0});
    }
}

static void searches_match_a_scan(void **state) {
    (void)state;
    static cr_edge edges[EDGES];
    static const float scales[] = {1, 0x1p-100f, 0x1p100f};
    random_source r = {1};
    for (int s = 0; s < DISTRIBUTIONS; ++s) {
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
            if (count > 0) expect_searches(&index, &r, (scenery)s, scales[n % 3], 40);
            cr_index_free(&index, NULL);
        }
    }
}

/// Boxes and motions from every edge to the ends of the floats, along each axis and back.
static void boxes_and_motions_may_be_huge(void **state) {
    (void)state;
    enum { COUNT = 100 };
    static visited_edges s;
    cr_edge edges[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        const carom_vec2 a = {(float)(i % 10), (float)(i / 10)};
        edges[i] = (cr_edge){a, {a.x + 0.5f, a.y + 0.25f}, -1, -1, i, 0};
    }
    cr_index index;
    assert_true(cr_index_build(&index, NULL, edges, COUNT));
    for (int n = 0; n < 4 * COUNT; ++n) {
        const float far = n & 1 ? 0x1p100f : -0x1p100f;
        const carom_vec2 from = index.lines[n / 4].a, move = n & 2 ? (carom_vec2){far, 0} : (carom_vec2){0, far};
        expect_found(&index, cr_box_of(from, (carom_vec2){from.x + move.x, from.y + move.y}));
        s = (visited_edges){.index = &index};
        cr_index_walk(&index, (carom_box){from, from}, move, 1, mark_visited, &s);
        for (int i = 0; i < COUNT; ++i) {
            const carom_vec2 at = index.lines[i].a;
            const float ahead = n & 2 ? at.x - from.x : at.y - from.y;
            const bool is_in_line = n & 2 ? at.y == from.y : at.x == from.x;
            if (is_in_line && (ahead == 0 || (ahead > 0) == (far > 0))) assert_true(s.edges[i]);
        }
    }
    cr_index_free(&index, NULL);
}

static void expect_same(const cr_index *index, const cr_edge *edges, int count) {
    assert_int_equal(index->count, count);
    for (int i = 0; i < count; ++i) {
        cr_edge e = cr_index_edge(index, i);
        assert_memory_equal(&e, &edges[i], sizeof e);
    }
}

static void insertions_and_removals_keep_searches_right(void **state) {
    (void)state;
    static cr_edge edges[EDGES + 64];
    random_source r = {2};
    for (int s = 0; s < DISTRIBUTIONS; ++s) {
        int count = random_below(&r, 2) ? random_below(&r, 300) : 0;
        for (int i = 0; i < count; ++i) edges[i] = random_edge(&r, (scenery)s, 1);
        cr_index index;
        assert_true(cr_index_build(&index, NULL, edges, count));
        uint32_t max_words = 0;
        for (int n = 0; n < 400; ++n) {
            int added = random_below(&r, n % 100 < 50 ? 30 : 6), removed = random_below(&r, n % 100 < 50 ? 6 : 30);
            if (count + added > EDGES) added = 0;
            for (int i = 0; i < added; ++i) edges[count + i] = random_edge(&r, (scenery)s, 1);
            assert_true(cr_index_reserve(&index, NULL, edges + count, added));
            for (int i = 0; i < added; ++i, ++count) assert_int_equal(cr_index_insert(&index, &edges[count]), count);
            for (int i = 0; i < removed && count > 0; ++i) {
                int index_removed = random_below(&r, count--);
                assert_int_equal(cr_index_remove(&index, index_removed), index_removed == count ? -1 : count);
                edges[index_removed] = edges[count];
            }
            for (int i = 0; i < 3 && count > 0; ++i) {
                cr_edge *e = &edges[random_below(&r, count)];
                e->next = random_below(&r, count);
                e->prev = random_below(&r, 2) ? -1 : 3;
                e->flags = (uint32_t)random_below(&r, 16);
                cr_index_relink(&index, (int)(e - edges), e->next, e->prev, e->flags);
            }
            if (n % 20 == 0) expect_same(&index, edges, count);
            if (n % 10 == 0 && count > 0) expect_searches(&index, &r, (scenery)s, 1, 4);
            if (n == 200) max_words = index.words_count;
        }
        assert_true(max_words == 0 || index.words_count < 2 * max_words + 8192); // free blocks are reused
        cr_index_free(&index, NULL);
    }
}

/// A cell with far more edges than others is divided where the index is built, and again within.
static void crowded_cells_are_divided(void **state) {
    (void)state;
    static cr_edge edges[EDGES];
    random_source r = {16};
    for (int i = 0; i < EDGES; ++i) edges[i] = random_edge(&r, CLUSTERED, 1);
    cr_index index;
    assert_true(cr_index_build(&index, NULL, edges, EDGES));
    for (int i = 0; i < EDGES; ++i) {
        const uint32_t *refs;
        assert_in_range(cr_index_refs_at(&index, index.lines[i].a, &refs), 1, 4 * CR_CELL_FEW);
    }
    cr_index_free(&index, NULL);
}

/// The words of the smallest block for a list: 1, 2, 3, 4, 6, 8, 12, ...
static uint32_t words_of_list(uint32_t refs) {
    uint32_t words = refs > CR_CELL_FEW ? refs + 1 : refs, power = 1;
    if (words <= 1) return words;
    while (2 * power < words) power *= 2;
    return words <= power / 2 * 3 ? power / 2 * 3 : 2 * power;
}

/// A build takes no word more than its cells and the smallest blocks of their lists, in which edges that coincide stay.
static void lists_take_the_smallest_blocks(void **state) {
    (void)state;
    enum { MOST = 60 };
    cr_edge edges[MOST];
    for (int count = 1; count <= MOST; ++count) {
        for (int i = 0; i < count; ++i) edges[i] = (cr_edge){{0, 0}, {5, 3}, -1, -1, i, 0};
        cr_index index;
        assert_true(cr_index_build(&index, NULL, edges, count));
        const uint32_t cells = (uint32_t)index.size[0] * (uint32_t)index.size[1];
        uint32_t words = cells;
        for (uint32_t k = 0; k < cells; ++k) {
            const uint32_t kind = cr_cell_kind(index.words[k]);
            assert_int_equal(kind, kind == 0 ? 0 : count > CR_CELL_FEW ? CR_CELL_LIST : count);
            words += kind == 0 ? 0 : words_of_list((uint32_t)count);
        }
        assert_true(words > cells);
        assert_int_equal(index.words_count, words);
        cr_index_free(&index, NULL);
    }
}

// ---- Without memory -----------------------------------------------------------------------------------------------

static void a_failed_reserve_changes_no_result(void **state) {
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
        expect_searches(&index, &r, STAR, 1, 2);
    }
    l.left = 0;
    for (int i = 300; i < 600; ++i) cr_index_insert(&index, &edges[i]);
    expect_same(&index, edges, 600);
    expect_searches(&index, &r, STAR, 1, 20);
    cr_index_free(&index, &allocator);
}

/// Refuses each allocation of a reservation once, for edges in any distribution: cells that are subdivided take memory
/// for grids within grids.
static void every_allocation_of_a_reserve_is_refused_once(void **state) {
    (void)state;
    static cr_edge edges[EDGES];
    random_source r = {15};
    for (int s = 0; s < DISTRIBUTIONS; ++s) {
        for (int built = 0; built <= 1000; built += 1000) {
            for (int i = 0; i < EDGES; ++i) edges[i] = random_edge(&r, (scenery)s, 1);
            bool done = false;
            int refused = 0;
            for (; !done; ++refused) {
                ledger l = {.left = -1, .once = true};
                const carom_allocator allocator = {ledger_refuse_growth, &l};
                cr_index index = {0};
                if (built > 0) assert_true(cr_index_build(&index, &allocator, edges, built));
                l.left = refused;
                done = cr_index_reserve(&index, &allocator, edges + built, EDGES - built);
                assert_int_equal(done, l.left >= 0);
                l.left = -1;
                expect_same(&index, edges, built);
                if (!done) assert_true(cr_index_reserve(&index, &allocator, edges + built, EDGES - built));
                l.left = 0;
                for (int i = built; i < EDGES; ++i) cr_index_insert(&index, &edges[i]);
                expect_same(&index, edges, EDGES);
                expect_searches(&index, &r, (scenery)s, 1, 4);
                assert_int_equal(l.left, 0);
                cr_index_free(&index, &allocator);
                assert_int_equal(l.held, 0);
            }
            assert_true(refused > 2);
        }
    }
}

/// Refuses each allocation of a build once. Returns how many a build without refusals makes.
static long refuse_each_of_a_build(const cr_edge *edges, int count, cr_edge *built) {
    for (long refused = 0;; ++refused) {
        ledger l = {.left = refused, .once = true};
        const carom_allocator allocator = {ledger_refuse_growth, &l};
        cr_index index;
        memcpy(built, edges, (size_t)count * sizeof *built);
        bool done = cr_index_build(&index, &allocator, built, count);
        assert_int_equal(done, l.left >= 0);
        if (done) expect_same(&index, built, count);
        cr_index_free(&index, &allocator);
        assert_int_equal(l.held, 0);
        if (done) return l.asked;
    }
}

/// Half of the edges are in a cluster: memory runs out for a grid within a grid, while the edges of a cell are moved
/// into its grid.
static void every_allocation_of_grids_within_grids_is_refused_once(void **state) {
    (void)state;
    enum { FEW = 130 };
    static cr_edge edges[FEW], built[FEW];
    random_source r = {16};
    for (int n = 0; n < 300; ++n) {
        int count = 30 + random_below(&r, FEW - 30);
        float size = ldexpf(1, -random_below(&r, 8));
        for (int i = 0; i < count; ++i) {
            edges[i] = random_edge(&r, SPREAD, 1);
            if (random_below(&r, 2)) continue;
            carom_vec2 a = {random_range(&r, 0, size), random_range(&r, 0, size)};
            edges[i].a = a;
            edges[i].b = (carom_vec2){a.x + size, a.y + random_range(&r, 0, size)};
        }
        assert_true(refuse_each_of_a_build(edges, count, built) > 5);
    }
}

/// Memory runs out for a list within a grid. The grid of one cell reserves memory for its edges. Groups of equal edges,
/// which are in a chain of grids each, take more than their share of it, and leave too little for a list of rows.
static void every_allocation_of_a_list_in_a_grid_is_refused_once(void **state) {
    (void)state;
    enum { GROUPS = 136, GROUP = CR_CELL_FEW + 1, ROWS = 2000, WIDTH = 90, ALL = WIDTH * WIDTH };
    static cr_edge edges[ALL], built[ALL];
    int count = 0;
    for (int i = 0; i < GROUPS * GROUP; ++i) {
        float x = 39.9375f + 0x1.cp-10f * (float)(i / GROUP);
        edges[count++] = (cr_edge){{x, 0}, {x, 0x1p-60f}, -1, -1, 0, 0};
    }
    for (int i = 0; i < ROWS; ++i) {
        float y = 0x1p-23f * (float)i;
        edges[count++] = (cr_edge){{40.575f, y}, {40.675f, y}, -1, -1, 0, 0};
    }
    for (int i = 0; count < ALL; ++i) {
        carom_vec2 a = {(float)(i % WIDTH), (float)(WIDTH - i / WIDTH)};
        edges[count++] = (cr_edge){a, {a.x + 1, a.y}, -1, -1, 0, 0};
    }
    edges[ALL - 1] = (cr_edge){{0, 0}, {1, 0}, -1, -1, 0, 0}; // the edges are in a square of 8,100 cells
    assert_true(refuse_each_of_a_build(edges, ALL, built) > 5);
}

/// Inserts edges with little reserved memory: in groups of 8, and without subdividing a cell, which the edge after a
/// full block does.
static void insert_in_groups(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count) {
    for (int i = 0, group = 3; i < count; i += group, group = i + 8 < count ? 8 : count - i) {
        assert_true(cr_index_reserve(index, allocator, edges + i, group));
        for (int k = 0; k < group; ++k) cr_index_insert(index, &edges[i + k]);
    }
}

/// Regression: a reservation subdivides a cell. Groups of equal edges there, which are in a chain of grids each, take
/// more memory than the grid of the cell reserves. Where it ran out, the cell lost edges.
static void a_failed_grid_within_a_grid_loses_no_edge(void **state) {
    (void)state;
    enum { GROUP = CR_CELL_FEW + 1, WIDTH = 90, APART = WIDTH * WIDTH, IN_CELL = 1021, ALL = APART + IN_CELL };
    static cr_edge edges[ALL + 1], built[APART];
    for (int i = 0; i < APART; ++i) {
        carom_vec2 a = {(float)(i % WIDTH), (float)(i / WIDTH)};
        edges[i] = (cr_edge){a, {a.x + 1, a.y}, -1, -1, 0, 0};
    }
    for (int i = 0; i <= IN_CELL; ++i) {
        float x = 40.25f + 0x1p-7f * (float)(i / GROUP);
        edges[APART + i] = (cr_edge){{x, 0}, {x, 0x1p-60f}, -1, -1, 0, 0};
    }
    bool done = false;
    int refused = 0;
    for (; !done; ++refused) {
        ledger l = {.left = -1, .once = true};
        const carom_allocator allocator = {ledger_refuse_growth, &l};
        cr_index index;
        memcpy(built, edges, sizeof built);
        assert_true(cr_index_build(&index, &allocator, built, APART));
        insert_in_groups(&index, &allocator, edges + APART, IN_CELL);
        l.left = refused;
        done = cr_index_reserve(&index, &allocator, edges + ALL, 1);
        assert_int_equal(done, l.left >= 0);
        for (int i = APART; i < ALL; ++i) {
            const uint32_t *refs;
            int count = cr_index_refs_at(&index, edges[i].a, &refs), found = 0;
            for (int k = 0; k < count; ++k) found += (int)(refs[k] >> CR_REF_SHIFT) == i;
            assert_int_equal(found, 1);
        }
        cr_index_free(&index, &allocator);
        assert_int_equal(l.held, 0);
    }
    assert_true(refused > 2); // for the grid, and for one within it
}

/// A search with more edges than the list has room for, which are far from each other in the order of the index.
static void a_search_takes_several_passes(void **state) {
    (void)state;
    enum { SIDE_EDGES = 1600, ROWS = 120 };
    static cr_edge edges[SIDE_EDGES * ROWS];
    for (int i = 0; i < SIDE_EDGES * ROWS; ++i) {
        carom_vec2 a = {(float)(i % SIDE_EDGES), (float)(i / SIDE_EDGES)};
        edges[i] = (cr_edge){a, {a.x + 0.5f, a.y + 0.25f}, -1, -1, i, 0};
    }
    for (int turned = 0; turned < 2; ++turned) {
        cr_index index;
        assert_true(cr_index_build(&index, NULL, edges, SIDE_EDGES * ROWS));
        carom_box box = {{0, 7}, {SIDE_EDGES, 7.125f}};
        if (turned) box = (carom_box){{7, 0}, {7.125f, SIDE_EDGES}};
        cr_search search;
        cr_search_begin(&search, &index, box);
        int count = 0, last = -1;
        for (int i; (i = cr_search_next(&search)) >= 0; last = i, ++count) {
            assert_true(i > last);
            assert_true(turned ? index.lines[i].a.x == 7 : index.lines[i].a.y == 7);
        }
        assert_int_equal(count, SIDE_EDGES);
        cr_index_free(&index, NULL);
        for (int i = 0; i < SIDE_EDGES * ROWS; ++i) {
            edges[i].a = (carom_vec2){edges[i].a.y, edges[i].a.x};
            edges[i].b = (carom_vec2){edges[i].b.y, edges[i].b.x};
        }
    }
}

static void removing_allocates_nothing(void **state) {
    (void)state;
    static cr_edge edges[600];
    random_source r = {4};
    for (int s = 0; s < DISTRIBUTIONS; ++s) {
        int count = 600;
        for (int i = 0; i < count; ++i) edges[i] = random_edge(&r, (scenery)s, 1);
        ledger l = {.left = 1000};
        carom_allocator allocator = allocator_of(&l);
        cr_index index;
        assert_true(cr_index_build(&index, &allocator, edges, count));
        l.left = 0;
        uint32_t words = index.words_count;
        while (count > 0) {
            int index_removed = random_below(&r, count--);
            cr_index_remove(&index, index_removed);
            edges[index_removed] = edges[count];
            if (count > 0 && count % 50 == 0)
                expect_same(&index, edges, count), expect_searches(&index, &r, (scenery)s, 1, 2);
        }
        assert_true(index.words_count == words);
        cr_index_free(&index, &allocator);
    }
}

static double count_visited(void *context, const uint32_t *refs, int count) {
    (void)refs;
    *(int *)context += count;
    return 1;
}

/// An index without edges has nothing to visit, and a box without points visits nothing.
static void nothing_is_visited_where_nothing_is(void **state) {
    (void)state;
    ledger l = {.left = -1};
    carom_allocator allocator = allocator_of(&l);
    cr_edge edge = {{0, 0}, {8, 4}, -1, -1, 0, 0};
    cr_index full, empty = {0};
    assert_true(cr_index_build(&full, &allocator, &edge, 1));
    const carom_box all = {{-9, -9}, {9, 9}}, swapped_x = {{1, -9}, {0, 9}}, swapped_y = {{-9, 1}, {9, 0}},
                    boxes[] = {all, swapped_x, swapped_y, cr_box_empty(), {{NAN, 0}, {9, 9}}, {{0, 0}, {9, NAN}}};
    const cr_edge_line line = {{-1, -1}, {9, 5}};
    for (int i = 0; i < 6; ++i) {
        int visited[2] = {0};
        cr_index_walk_box(&full, boxes[i], count_visited, &visited[0]);
        cr_index_walk(&full, boxes[i], (carom_vec2){1, 0}, 1, count_visited, &visited[1]);
        assert_int_equal(visited[0] > 0, i == 0);
        assert_int_equal(visited[1] > 0, i == 0);
    }
    int visited = 0;
    cr_index_walk_line(&full, line, count_visited, &visited);
    assert_true(visited > 0);
    visited = 0;
    cr_index_walk_left(&full, (carom_vec2){9, 2}, count_visited, &visited);
    assert_true(visited > 0);
    visited = 0;
    cr_index_walk_box(&empty, all, count_visited, &visited);
    cr_index_walk(&empty, all, (carom_vec2){1, 0}, 1, count_visited, &visited);
    cr_index_walk_line(&empty, line, count_visited, &visited);
    cr_index_walk_left(&empty, (carom_vec2){9, 2}, count_visited, &visited);
    assert_int_equal(visited, 0);
    cr_index_free(&full, &allocator);
    assert_int_equal(l.held, 0);
}

/// Adds `count` numbers, spaced by `apart`, up to three times each and in one of three orders.
static void expect_numbers(int count, int apart, int order, random_source *r) {
    cr_numbers n;
    int next = 0, passes = 0, left = (int)(((int64_t)count * apart) >> 15);
    cr_numbers_begin(&n);
    do {
        for (int i = 0; i < count; ++i) {
            int k = order == 0 ? i : order == 1 ? count - 1 - i : (int)((int64_t)i * 7919 % count);
            for (int times = random_below(r, 3); times >= 0; --times) cr_numbers_add(&n, k * apart);
        }
        for (int number; (number = cr_numbers_next(&n)) >= 0; ++next) assert_int_equal(number, next * apart);
        ++passes;
    } while (cr_numbers_again(&n));
    assert_int_equal(next, count);
    assert_true(passes <= 3 + 2 * left); // not one for each 512 numbers
}

static void numbers_are_read_in_order_in_few_passes(void **state) {
    (void)state;
    random_source r = {12};
    static const int counts[] = {0, 1, 9, 1000, 1024, 1025, 3000, 20011, 100003};
    for (int i = 0; i < 9; ++i) {
        for (int order = 0; order < 3; ++order) {
            expect_numbers(counts[i], 1, order, &r);
            expect_numbers(counts[i], 3, order, &r);
            if (counts[i] < 20000) expect_numbers(counts[i], 1000, order, &r);
        }
    }
}

/// Numbers up to the largest, and a low number that comes long after a dense set far above it.
static void numbers_at_the_ends_of_the_range(void **state) {
    (void)state;
    enum { COUNT = 3000, LAST = INT32_MAX - 1 };
    for (int low = 0; low <= 7; low += 7) {
        cr_numbers n;
        int next = 0, expected = low > 0 ? COUNT + 1 : COUNT;
        cr_numbers_begin(&n);
        do {
            for (int i = 0; i < COUNT; ++i) cr_numbers_add(&n, LAST - i);
            if (low > 0) cr_numbers_add(&n, low);
            for (int number; (number = cr_numbers_next(&n)) >= 0; ++next)
                assert_int_equal(number, low > 0 && next == 0 ? low : LAST - expected + 1 + next);
        } while (cr_numbers_again(&n));
        assert_int_equal(next, expected);
    }
}

/// If the numbers that a pass looks at are counted, the passes end when reading the rest of the range is cheaper.
static void expect_range(int count, int apart) {
    cr_numbers n;
    int next = 0, passes = 0;
    cr_numbers_begin(&n);
    do {
        for (int i = 0; i < count; ++i) cr_numbers_add(&n, (int)((int64_t)i * 7919 % count) * apart);
        n.read += count;
        int before = n.last;
        for (int number; (number = cr_numbers_next(&n)) >= 0; before = number) {
            assert_true(number > before && number <= (count - 1) * apart);
            if (number % apart != 0) continue;
            assert_int_equal(number, next * apart);
            ++next;
        }
        ++passes;
    } while (cr_numbers_again(&n));
    assert_int_equal(next, count);
    assert_true(passes <= apart); // the range is read in place of the next pass
    assert_int_equal(n.read, (int64_t)passes * count);
}

static void numbers_are_read_as_a_range_if_that_is_cheaper(void **state) {
    (void)state;
    expect_range(1, 1);
    expect_range(200003, 1);
    expect_range(200003, 3);
    expect_range(5003, 100);
}

/// Few numbers, and ranges beside the largest that a bit set holds.
static void numbers_are_sorted_and_kept_once(void **state) {
    (void)state;
    static const int ranges[] = {1, 3, 64, 1000, 16383, 16384, 16385, 16448, INT32_MAX};
    random_source r = {13};
    for (int n = 0; n < 9000; ++n) {
        int numbers[40], sorted[40], count = random_below(&r, 40), kept = 0, range = ranges[n % 9];
        int least = random_below(&r, n % 2 ? INT32_MAX - range + 1 : 1);
        for (int i = 0; i < count; ++i) numbers[i] = least + (i < 2 ? i * (range - 1) : random_below(&r, range));
        for (int i = 0; i < count; ++i) {
            int k = 0;
            while (k < kept && sorted[k] < numbers[i]) ++k;
            if (k < kept && sorted[k] == numbers[i]) continue;
            memmove(sorted + k + 1, sorted + k, (size_t)(kept - k) * sizeof sorted[0]);
            sorted[k] = numbers[i];
            ++kept;
        }
        assert_int_equal(cr_sort_unique(numbers, count), kept);
        if (kept > 0) assert_memory_equal(numbers, sorted, (size_t)kept * sizeof sorted[0]);
    }
}

// ---- Walks ----------------------------------------------------------------------------------------------------------

enum { SIDE = 4096 }; // cells along the side of a large grid: there are up to 2^27 cells

/// For each column, the rows that a walk visits.
typedef struct visited {
    int low[SIDE], high[SIDE];
} visited;

static double note_cell(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    visited *v = context;
    (void)region, (void)at;
    v->low[column] = row < v->low[column] ? row : v->low[column];
    v->high[column] = row > v->high[column] ? row : v->high[column];
    return limit;
}

/// A point from a thousand grids away crosses a large grid along its diagonal, `above` cells above it. It is in cell
/// (k, k) and, before it leaves the column, in (k, k + 1). No edge there is lost, with a thousand roundings of time or
/// more.
static void a_walk_from_afar_misses_no_cell(void **state) {
    (void)state;
    static visited v;
    for (int n = 0; n < 64; ++n) {
        double above = ldexp(1, -20 - n % 8);
        cr_index index = {.per_cell = 1, .origin = {0, -above}, .size = {SIDE, SIDE}};
        cr_index_measure(&index);
        float far = -0x1.4p22f, move = ldexpf(1 + (float)n * 0x1.0002p-7f, 23);
        cr_region region = cr_region_of(&index, (carom_box){{far, far}, {far, far}}, (carom_vec2){move, move});
        for (int k = 0; k < SIDE; ++k) v.low[k] = SIDE, v.high[k] = -1;
        cr_grid grid = cr_top_grid(&index);
        cr_walk_cells(&grid, &region, 1, note_cell, &v);
        for (int k = 0; k + 1 < SIDE; ++k) assert_true(v.low[k] <= k && v.high[k] >= k + 1);
    }
}

/// One of three edges has an end at a side of the grid, and so beyond it; or 2^-20 cells from there, which is within.
static void one_edge_beyond_the_grid_spills(void **state) {
    (void)state;
    const float sides[2][2] = {{-8, 24}, {-4, 12}}, slack = 0x1p-19f;
    for (int k = 0; k < 3 * 2 * 2 * 4; ++k) {
        cr_edge_line lines[3] = {{{1, 1}, {2, 3}}, {{1, 1}, {2, 3}}, {{1, 1}, {2, 3}}}, *line = &lines[k / 16];
        float *const coordinates[4] = {&line->a.x, &line->a.y, &line->b.x, &line->b.y};
        const bool beyond = k / 8 % 2, high = k / 4 % 2;
        *coordinates[k % 4] = sides[k % 2][high] + (beyond ? 0 : high ? -slack : slack);
        cr_index index = {.count = 3, .lines = lines, .origin = {-8, -4}, .per_cell = 0.5, .size = {16, 8}};
        cr_index_measure(&index);
        assert_int_equal(index.spills, beyond);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_from_afar_misses_no_cell),
        cmocka_unit_test(one_edge_beyond_the_grid_spills),
        cmocka_unit_test(searches_match_a_scan),
        cmocka_unit_test(boxes_and_motions_may_be_huge),
        cmocka_unit_test(insertions_and_removals_keep_searches_right),
        cmocka_unit_test(crowded_cells_are_divided),
        cmocka_unit_test(lists_take_the_smallest_blocks),
        cmocka_unit_test(a_failed_reserve_changes_no_result),
        cmocka_unit_test(every_allocation_of_a_reserve_is_refused_once),
        cmocka_unit_test(every_allocation_of_grids_within_grids_is_refused_once),
        cmocka_unit_test(every_allocation_of_a_list_in_a_grid_is_refused_once),
        cmocka_unit_test(a_failed_grid_within_a_grid_loses_no_edge),
        cmocka_unit_test(a_search_takes_several_passes),
        cmocka_unit_test(removing_allocates_nothing),
        cmocka_unit_test(numbers_are_sorted_and_kept_once),
        cmocka_unit_test(numbers_at_the_ends_of_the_range),
        cmocka_unit_test(numbers_are_read_as_a_range_if_that_is_cheaper),
        cmocka_unit_test(nothing_is_visited_where_nothing_is),
        cmocka_unit_test(numbers_are_read_in_order_in_few_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
