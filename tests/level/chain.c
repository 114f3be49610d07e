// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Chains where very many edges share a vertex or a cell. The reference links each vertex on its own.
#include "level/build/chain.h"
#include "ledger.h"
#include "level/index/level.h"
#include "level/maps.h"

#include <string.h>

enum { CHAINS = 8000, EDITED_CHAINS = 80 };

typedef enum scenery {
    LEAVING,
    ARRIVING,
    BOTH,
    TWO_SIDED,
    MIXED,
    THREE_HUBS,
    SCATTERED,
    FEW_AT_TIPS,
    SCENERIES
} scenery;

static cr_edge edges[2 * CHAINS];

static carom_vec2 random_point(random_source *r) {
    float x = (float)random_below(r, 1 << 20);
    return (carom_vec2){x, (float)random_below(r, 1 << 20)};
}

/// Makes chains of one edge each, without links. Returns the number of edges.
static int make_edges(scenery s, int chains) {
    random_source r = {7 + (uint64_t)s};
    int count = 0;
    // Many of THREE_HUBS coincide. One edge in 25 of FEW_AT_TIPS leaves the hub, and the others are short.
    for (int i = 0; i < chains; ++i) {
        carom_vec2 hub = {s == THREE_HUBS ? (float)(i % 3 * chains) : i % 2 ? -0.0f : 0.0f, 0};
        carom_vec2 tip = {(float)((long)i * 7919 % (s == THREE_HUBS ? 50 : chains)), (float)-chains};
        if (s == SCATTERED) hub = random_point(&r), tip = random_point(&r);
        if (s == FEW_AT_TIPS) {
            tip.x = (float)(2 * i - chains);
            if (i % 25 > 0)
                hub = tip = (carom_vec2){tip.x, (float)(-chains / 2 - random_below(&r, chains / 2 + 1))}, ++tip.x;
        }
        bool arrives = s == ARRIVING || (s != LEAVING && s != FEW_AT_TIPS && random_below(&r, 2));
        bool one_way = s != TWO_SIDED && (s < TWO_SIDED || s == FEW_AT_TIPS || random_below(&r, 2));
        cr_edge edge = {.a = arrives ? tip : hub, .b = arrives ? hub : tip, .next = -1, .prev = -1};
        edge.tag = s == THREE_HUBS ? 0 : i;
        edge.flags = one_way ? CR_ONE_WAY : CR_TWO_SIDED;
        edges[count++] = edge;
        if (one_way) continue;
        edges[count] = edge;
        edges[count].a = edge.b, edges[count].b = edge.a;
        ++count;
    }
    return count;
}

static cr_index index_of(scenery s, int chains) {
    cr_index index;
    assert_true(cr_index_build(&index, NULL, edges, make_edges(s, chains)));
    return index;
}

/// Linking a vertex again changes nothing.
static void expect_chained(cr_index *index, int max_edges) {
    cr_chain_vertex hub = {0};
    size_t bytes = (size_t)index->count * sizeof index->links[0];
    cr_link *links = malloc(bytes + 1);
    assert_non_null(links);
    if (bytes > 0) memcpy(links, index->links, bytes);
    for (int i = 0; i < index->count; ++i) {
        for (int end = 0; end < 2; ++end) {
            assert_true(cr_chain_point(index, NULL, &hub, end ? index->lines[i].b : index->lines[i].a));
            assert_in_range(hub.count, 1, max_edges);
        }
    }
    assert_memory_equal(links, index->links, bytes);
    cr_chain_vertex_free(&hub, NULL);
    free(links);
}

/// Moves the refs in the lists of cells, and the numbers of edges.
static void remove_some(cr_index *index) {
    for (int i = 0; i < index->count; i += 3) cr_index_remove(index, i);
    for (int i = 0; i < index->count; ++i)
        cr_index_relink(index, i, -1, -1, cr_index_edge(index, i).flags & (CR_ONE_WAY | CR_TWO_SIDED));
}

static void crowded_vertices_are_linked_as_others(void **state) {
    (void)state;
    for (int s = 0; s < SCENERIES; ++s) {
        for (int chains = 1; chains < 1000; chains = chains * 3 + 2) {
            cr_index index = index_of((scenery)s, chains);
            cr_chain_count counts;
            assert_true(cr_chain_all(&index, NULL, &counts));
            expect_chained(&index, counts.max_edges);
            remove_some(&index);
            assert_true(cr_chain_all(&index, NULL, &counts));
            expect_chained(&index, counts.max_edges);
            cr_index_free(&index, NULL);
        }
    }
}

/// Regression: each vertex read the list of its cell, which has all edges.
static void work_is_linear_in_edges_that_share_a_vertex(void **state) {
    (void)state;
    for (int s = 0; s < SCENERIES; ++s) {
        cr_index index = index_of((scenery)s, CHAINS);
        cr_chain_count counts;
        assert_true(cr_chain_all(&index, NULL, &counts));
        assert_true(counts.refs_read <= (int64_t)2 * CR_CELL_FEW * index.count);
        if (s < MIXED) assert_int_equal(counts.max_edges, s == TWO_SIDED ? 2 * CHAINS : CHAINS);
        cr_index_free(&index, NULL);
    }
}

/// The list of a cell is read once for each edge that ends in it; where several edges begin or end at a vertex, once
/// more for each that ends there, and once for the vertex. Here a chain, which others end at or leave from.
static void lists_of_cells_are_read_as_often_as_needed(void **state) {
    (void)state;
    enum { STEPS = 100 };
    for (int others = 0; others <= STEPS / 4; others += 5) {
        int count = 0, ends[STEPS + 1] = {0}, begins[STEPS + 1] = {0};
        for (int i = 0; i < STEPS; ++i) {
            const carom_vec2 a = {(float)i, (float)(i % 2)}, b = {(float)i + 1, (float)((i + 1) % 2)};
            edges[count++] = (cr_edge){.a = a, .b = b, .next = -1, .prev = -1};
            ++begins[i], ++ends[i + 1];
            if (i % 4 != 1 || i / 4 >= others) continue;
            const carom_vec2 side = {a.x, a.y + 0.25f};
            edges[count++] = (cr_edge){.a = i % 8 == 1 ? side : a, .b = i % 8 == 1 ? a : side, .next = -1, .prev = -1};
            ++*(i % 8 == 1 ? &ends[i] : &begins[i]);
        }
        cr_index index;
        cr_chain_count counts;
        const uint32_t *refs;
        int64_t read = 0;
        assert_true(cr_index_build(&index, NULL, edges, count));
        assert_true(cr_chain_all(&index, NULL, &counts));
        for (int i = 0; i < count; ++i) read += cr_index_refs_at(&index, index.lines[i].b, &refs);
        for (int i = 1; i <= STEPS; ++i) {
            if (ends[i] > 1 || begins[i] > 1)
                read += (ends[i] + 1) * cr_index_refs_at(&index, (carom_vec2){(float)i, (float)(i % 2)}, &refs);
        }
        assert_int_equal(counts.refs_read, read);
        expect_chained(&index, 3);
        cr_index_free(&index, NULL);
    }
}

static void every_allocation_is_refused_once(void **state) {
    (void)state;
    for (int s = 0; s < SCENERIES; ++s) {
        bool done = false;
        for (int refused = 0; !done; ++refused) {
            ledger l = {.left = refused, .once = true};
            const carom_allocator allocator = allocator_of(&l);
            cr_index index = index_of((scenery)s, 600);
            cr_chain_count counts;
            done = cr_chain_all(&index, &allocator, &counts);
            assert_true(done == (l.left >= 0) && l.held == 0);
            assert_true(!done || refused > 3);
            cr_index_free(&index, NULL);
        }
    }
}

/// One-way chains that leave a point, above or beside an empty grid of tiles.
static carom_level *level_of_chains(int chains, carom_vec2 hub, const carom_allocator *allocator) {
    static const uint8_t codes[9] = {0};
    static carom_vec2 points[2 * CHAINS];
    static carom_outline outlines[CHAINS];
    const carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {16, 16}, .codes = codes};
    for (int i = 0; i < chains; ++i) {
        points[2 * i] = hub;
        points[2 * i + 1] = (carom_vec2){(float)(16 + i), 200};
        outlines[i] = (carom_outline){.points = points + 2 * i, .count = 2, .open = true, .one_way = true};
    }
    return level_of_desc(&(carom_level_desc){.editable = true,
                                             .tiles = &tiles,
                                             .tiles_count = 1,
                                             .outlines = outlines,
                                             .outlines_count = chains,
                                             .allocator = allocator});
}

/// Refuses each allocation of an edit in turn.
static void refuse_edit(int chains, carom_vec2 hub) {
    carom_status status = CAROM_STATUS_NO_MEMORY;
    for (int refused = 0; status != CAROM_STATUS_OK; ++refused) {
        ledger l = {.left = -1, .once = true};
        const carom_allocator allocator = {ledger_refuse_growth, &l};
        carom_level *level = level_of_chains(chains, hub, &allocator);
        l.left = refused;
        status = carom_level_set_tile(level, 0, 0, 0, CAROM_TILE_SOLID);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        l.left = -1;
        expect_chained(&level->index, chains + 2);
        assert_int_equal(carom_level_edge_count(level), chains + (status == CAROM_STATUS_OK ? 4 : 0));
        carom_level_free(level);
        assert_true(l.held == 0);
    }
}

/// Regression: an edit takes memory before it changes the level. It counted only vertices where an edge ends. An edit
/// of all edges builds the index again.
static void an_edit_has_memory_for_edges_that_only_leave(void **state) {
    (void)state;
    refuse_edit(EDITED_CHAINS, (carom_vec2){16, 16});
    refuse_edit(3 * EDITED_CHAINS, (carom_vec2){8, 8});
}

/// Regression: an edit of n edges in one cell read its list n times, and reserved n lists of n refs: from 3,000 chains
/// on it ran out of memory.
static void an_edit_reads_each_edge_a_few_times(void **state) {
    (void)state;
    enum { MOST_BYTES = 3000 }; // of each chain
    static const carom_vec2 hubs[] = {{16, 16}, {8, 8}, {0, 0}, {15, 1}};
    for (int h = 0; h < 4; ++h) {
        ledger l = {.left = -1};
        const carom_allocator allocator = allocator_of(&l);
        carom_level *level = level_of_chains(CHAINS, hubs[h], &allocator);
        for (int i = 0; i < 4; ++i) {
            bool solid = i % 2 == 0, within = h == 1 || h == 3; // solid clips these chains
            assert_int_equal(carom_level_set_tile(level, 0, 0, 0, solid ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY), 0);
            int count = carom_level_edge_count(level);
            if (solid && within) assert_in_range(count, 100, CHAINS + 4);
            if (!solid) assert_int_equal(count, CHAINS);
            assert_true(level->editor->scratch.hub.refs_read < 100L * CHAINS);
        }
        assert_true(l.most < (long long)MOST_BYTES * CHAINS);
        cr_chain_vertex hub = {0};
        assert_true(cr_chain_point(&level->index, NULL, &hub, hubs[h]));
        assert_int_equal(hub.count, CHAINS);
        cr_chain_vertex_free(&hub, NULL);
        carom_level_free(level);
        assert_true(l.held == 0);
    }
}

static int count_edges_of(const carom_level *level, int tag) {
    int count = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (e.tag != tag) continue;
        ++count;
        assert_true(e.next >= 0 && e.prev >= 0);
        assert_int_equal(carom_level_edge_at(level, e.next).prev, i);
        assert_int_equal(carom_level_edge_at(level, e.prev).next, i);
    }
    return count;
}

/// An edit of very many edges builds the index again. A triangle and two tiles apart from them stay as they are, and
/// the tiles can still be edited. A chain into the edited cell ends there while it is solid.
static void edges_apart_stay_when_the_index_is_built_again(void **state) {
    (void)state;
    enum { MANY = 3 * EDITED_CHAINS, TRIANGLE = 7, TILE = 8, CHAIN = 9 };
    static const uint8_t codes[9] = {[6] = CAROM_TILE_SOLID, [7] = CAROM_TILE_SOLID};
    static const carom_vec2 triangle[] = {{-90, 0}, {-60, 0}, {-80, 20}};
    static const carom_vec2 chain[] = {{1100, 8}, {2048, 8}, {3000, 8}};
    static carom_vec2 points[2 * MANY];
    static carom_outline outlines[MANY + 2] = {
        {.points = triangle, .count = 3, .tag = TRIANGLE},
        {.points = chain, .count = 3, .open = true, .one_way = true, .tag = CHAIN},
    };
    const carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {1024, 1024}, .codes = codes, .tag = TILE};
    for (int i = 0; i < MANY; ++i) {
        points[2 * i] = (carom_vec2){3064, 1016};
        points[2 * i + 1] = (carom_vec2){3080 + (float)i / 4, 1040};
        outlines[i + 2] = (carom_outline){.points = points + 2 * i, .count = 2, .open = true, .one_way = true};
    }
    carom_level *level = NULL;
    ledger l = {.left = -1, .once = true};
    const carom_allocator allocator = {ledger_refuse_growth, &l};
    carom_level_desc desc = {.editable = true, .tiles = &tiles, .tiles_count = 1, .allocator = &allocator};
    desc.outlines = outlines;
    desc.outlines_count = MANY + 2;
    carom_status status = CAROM_STATUS_NO_MEMORY;
    for (int refused = 0; status != CAROM_STATUS_OK; ++refused) {
        carom_level_free(level);
        level = level_of_desc(&desc);
        l.left = refused;
        status = carom_level_set_tile(level, 0, 2, 0, CAROM_TILE_SOLID);
        assert_int_equal(status, l.left < 0 ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK);
        l.left = -1;
        assert_int_equal(carom_level_edge_count(level), MANY + 3 + (status == CAROM_STATUS_OK ? 9 : 6));
    }
    for (int solid = 1; solid >= 0; --solid) {
        assert_int_equal(carom_level_set_tile(level, 0, 2, 0, (uint8_t)solid), CAROM_STATUS_OK);
        assert_int_equal(carom_level_edge_count(level), MANY + 3 + 6 + 3 * solid);
        assert_int_equal(carom_level_seams_removed(level), 4); // of the two tiles
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            carom_level_edge e = carom_level_edge_at(level, i);
            if (e.tag == CHAIN && e.a.x == 1100) assert_true(solid ? e.next == -1 : e.next >= 0);
        }
        assert_int_equal(count_edges_of(level, TRIANGLE), 3);
        assert_int_equal(count_edges_of(level, TILE), 4 + 4 * solid);
        assert_int_equal(carom_level_solid(level, (carom_vec2){2060, 40}), solid);
        assert_true(carom_level_solid(level, (carom_vec2){-78, 4}));
    }
    assert_int_equal(carom_level_set_tile(level, 0, 0, 2, CAROM_TILE_EMPTY), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), MANY + 3 + 6);
    assert_int_equal(carom_level_seams_removed(level), 0);
    assert_int_equal(count_edges_of(level, TRIANGLE), 3);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowded_vertices_are_linked_as_others),
        cmocka_unit_test(work_is_linear_in_edges_that_share_a_vertex),
        cmocka_unit_test(lists_of_cells_are_read_as_often_as_needed),
        cmocka_unit_test(every_allocation_is_refused_once),
        cmocka_unit_test(an_edit_has_memory_for_edges_that_only_leave),
        cmocka_unit_test(an_edit_reads_each_edge_a_few_times),
        cmocka_unit_test(edges_apart_stay_when_the_index_is_built_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
