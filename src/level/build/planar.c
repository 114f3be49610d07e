// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges that coincide become one strand. Its weight is the sum of their directions. Crossing a strand changes the
// winding number by its weight. So one known wedge at a vertex determines the numbers around it, and these spread along
// the strands to the other vertices.
#include "level/build/planar.h"

#include "base/memory.h"
#include "level/build/vertex_weld.h"

// ---- Strands ------------------------------------------------------------------------------------------------------

static void lower_source(int *source, int candidate) {
    if (*source == CR_NO_SOURCE || candidate < *source) *source = candidate;
}

static void add_piece_to_strand(cr_planar *g, int line, const cr_edge *piece, const int ids[2]) {
    cr_strand *s = &g->strands[line];
    if (line == g->count) {
        bool along = ids[0] < ids[1];
        g->lines[line] = (cr_edge){.a = along ? piece->a : piece->b, .b = along ? piece->b : piece->a};
        g->ids[2 * line] = along ? ids[0] : ids[1];
        g->ids[2 * line + 1] = along ? ids[1] : ids[0];
        *s = (cr_strand){.source_along = CR_NO_SOURCE, .source_against = CR_NO_SOURCE};
        ++g->count;
    }
    if (ids[0] < ids[1]) {
        ++s->weight;
        lower_source(&s->source_along, piece->tag);
    } else {
        --s->weight;
        lower_source(&s->source_against, piece->tag);
    }
}

static void drop_weight_zero(cr_planar *g) {
    int kept = 0;
    for (int i = 0; i < g->count; ++i) {
        if (g->strands[i].weight == 0) continue;
        g->strands[kept] = g->strands[i];
        g->lines[kept] = g->lines[i];
        g->ids[2 * kept] = g->ids[2 * i];
        g->ids[2 * kept + 1] = g->ids[2 * i + 1];
        ++kept;
    }
    g->count = kept;
}

static bool make_strands(cr_planar *g, const carom_allocator *allocator, const cr_edges *pieces) {
    int count = pieces->count;
    size_t n = (size_t)count;
    int *ids = cr_take_array(allocator, n * 2, sizeof *ids);
    uint64_t *keys = cr_take_array(allocator, n, sizeof *keys);
    int *line = cr_take_array(allocator, n, sizeof *line);
    bool done = ids && keys && line;
    if (done) g->vertices = cr_weld_edges(allocator, pieces->items, count, ids);
    done = done && g->vertices >= 0;
    for (int i = 0; done && i < count; ++i) {
        uint64_t p = (uint64_t)ids[2 * i], q = (uint64_t)ids[2 * i + 1];
        keys[i] = p < q ? p << 32 | q : q << 32 | p;
    }
    done = done && cr_weld(allocator, keys, count, line) >= 0;
    for (int i = 0; done && i < count; ++i) add_piece_to_strand(g, line[i], &pieces->items[i], &ids[2 * i]);
    if (done) drop_weight_zero(g);
    cr_free_array(allocator, ids, n * 2, sizeof *ids);
    cr_free_array(allocator, keys, n, sizeof *keys);
    cr_free_array(allocator, line, n, sizeof *line);
    return done;
}

bool cr_planar_make(cr_planar *g, const carom_allocator *allocator, const cr_edges *pieces) {
    size_t n = (size_t)pieces->count;
    *g = (cr_planar){.capacity = pieces->count};
    g->lines = cr_take_array(allocator, n, sizeof *g->lines);
    g->strands = cr_take_array(allocator, n, sizeof *g->strands);
    g->ids = cr_take_array(allocator, n * 2, sizeof *g->ids);
    return g->lines && g->strands && g->ids && make_strands(g, allocator, pieces) &&
           cr_vertex_fans_make(&g->fans, allocator, g->lines, g->count, g->ids, g->vertices);
}

void cr_planar_free(cr_planar *g, const carom_allocator *allocator) {
    size_t n = (size_t)g->capacity;
    cr_free_array(allocator, g->lines, n, sizeof *g->lines);
    cr_free_array(allocator, g->strands, n, sizeof *g->strands);
    cr_free_array(allocator, g->ids, n * 2, sizeof *g->ids);
    cr_vertex_fans_free(&g->fans, allocator);
}

// ---- Winding numbers ----------------------------------------------------------------------------------------------

void cr_planar_set_around(cr_planar *g, int vertex, int from, int number) {
    const cr_fan_edge *spokes = g->fans.spokes + g->fans.first[vertex];
    int count = g->fans.first[vertex + 1] - g->fans.first[vertex];
    for (int n = 0; n < count; ++n) {
        cr_fan_edge spoke = spokes[(from + n) % count];
        cr_strand *s = &g->strands[spoke.edge];
        s->right = spoke.leaves ? number : number - s->weight;
        number = spoke.leaves ? number + s->weight : number - s->weight;
    }
}

static int find_spoke(const cr_planar *g, int vertex, int edge) {
    const cr_fan_edge *spokes = g->fans.spokes + g->fans.first[vertex];
    int k = 0;
    while (spokes[k].edge != edge) ++k;
    return k;
}

void cr_planar_spread(cr_planar *g, int vertex, bool *seen, int *queue) {
    int head = 0, tail = 0;
    queue[tail++] = vertex;
    seen[vertex] = true;
    while (head < tail) {
        vertex = queue[head++];
        for (int k = g->fans.first[vertex]; k < g->fans.first[vertex + 1]; ++k) {
            cr_fan_edge spoke = g->fans.spokes[k];
            const cr_strand *s = &g->strands[spoke.edge];
            int other = g->ids[2 * spoke.edge + spoke.leaves];
            if (seen[other]) continue;
            // Seen from its other end, a spoke that leaves here has the wedge on its left before it.
            cr_planar_set_around(g, other, find_spoke(g, other, spoke.edge),
                                 spoke.leaves ? s->right + s->weight : s->right);
            seen[other] = true;
            queue[tail++] = other;
        }
    }
}
