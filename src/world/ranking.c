// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A heap with the last of what it holds on top, so that who comes before it takes its place; sorted in place at the
// end. (J. W. J. Williams, Algorithm 232: Heapsort, 1964.)
#include "world/ranking.h"

#include <string.h>

static char *at(const cr_ranking *r, int i) {
    return r->data + (size_t)i * r->element;
}

static void swap(const cr_ranking *r, int i, int k) {
    char kept[CR_RANKED_SIZE];
    memcpy(kept, at(r, i), r->element);
    memcpy(at(r, i), at(r, k), r->element);
    memcpy(at(r, k), kept, r->element);
}

static void sift_down(const cr_ranking *r, int i, int count) {
    for (int child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && r->before(at(r, child), at(r, child + 1))) ++child;
        if (!r->before(at(r, i), at(r, child))) return;
        swap(r, i, child);
        i = child;
    }
}

static void sift_up(const cr_ranking *r, int i) {
    for (int parent = (i - 1) / 2; i > 0 && r->before(at(r, parent), at(r, i)); i = parent, parent = (i - 1) / 2)
        swap(r, i, parent);
}

void cr_ranking_push(cr_ranking *ranking, const void *element) {
    int held = ranking->total++;
    if (!ranking->data || ranking->capacity <= 0) return;
    if (held < ranking->capacity) {
        memcpy(at(ranking, held), element, ranking->element);
        sift_up(ranking, held);
    } else if (ranking->before(element, ranking->data)) {
        memcpy(ranking->data, element, ranking->element);
        sift_down(ranking, 0, ranking->capacity);
    }
}

void cr_ranking_sort(cr_ranking *ranking) {
    if (!ranking->data) return;
    int held = ranking->total < ranking->capacity ? ranking->total : ranking->capacity;
    for (int last = held - 1; last > 0; --last) {
        swap(ranking, 0, last);
        sift_down(ranking, 0, last);
    }
}
