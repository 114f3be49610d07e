// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges of a box in the order of their numbers, each once. What lies in neighbouring cells has numbers that are
// near each other: they are sorted as bits.
#include "level/index.h"

#include <string.h>

// ---- In order -------------------------------------------------------------------------------------------------------

enum { FEW = 8, WORDS = 256 };

static void sift_down(int *heap, int at, int count) {
    for (int child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] > heap[child]) ++child;
        if (heap[child] <= heap[at]) return;
        int swap = heap[at];
        heap[at] = heap[child];
        heap[child] = swap;
    }
}

/// Numbers that lie far apart. (Heap sort.)
static int sort_far(int *numbers, int count) {
    for (int i = count / 2 - 1; i >= 0; --i) sift_down(numbers, i, count);
    for (int end = count - 1; end > 0; --end) {
        int swap = numbers[0];
        numbers[0] = numbers[end];
        numbers[end] = swap;
        sift_down(numbers, 0, end);
    }
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        if (i == 0 || numbers[i] != numbers[i - 1]) numbers[kept++] = numbers[i];
    }
    return kept;
}

static int lowest_bit(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(word);
#else
    int bit = 0;
    for (; !(word & 1); word >>= 1) ++bit;
    return bit;
#endif
}

static int sort_few(int *numbers, int count) {
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        int number = numbers[i], k = kept;
        while (k > 0 && numbers[k - 1] > number) --k;
        if (k > 0 && numbers[k - 1] == number) continue;
        for (int j = kept++; j > k; --j) numbers[j] = numbers[j - 1];
        numbers[k] = number;
    }
    return kept;
}

/// Numbers that lie close together, as a bit each.
static int sort_near(int *numbers, int count, int least, int words) {
    uint64_t marks[WORDS];
    memset(marks, 0, (size_t)words * sizeof *marks);
    for (int i = 0; i < count; ++i) marks[(numbers[i] - least) >> 6] |= (uint64_t)1 << ((numbers[i] - least) & 63);
    int kept = 0;
    for (int k = 0; k < words; ++k) {
        for (uint64_t word = marks[k]; word != 0; word &= word - 1) numbers[kept++] = least + 64 * k + lowest_bit(word);
    }
    return kept;
}

int cr_sort_unique(int *numbers, int count) {
    if (count <= FEW) return sort_few(numbers, count);
    int least = numbers[0], most = numbers[0];
    for (int i = 1; i < count; ++i) {
        least = numbers[i] < least ? numbers[i] : least;
        most = numbers[i] > most ? numbers[i] : most;
    }
    int words = ((most - least) >> 6) + 1;
    return words <= WORDS ? sort_near(numbers, count, least, words) : sort_far(numbers, count);
}

// ---- Searching ------------------------------------------------------------------------------------------------------

/// When there is no more room, the higher half is left for later.
static void make_space(cr_search *search) {
    search->count = cr_sort_unique(search->found, search->count);
    if (search->count <= CR_SEARCH_AT_ONCE / 2) return;
    search->count = CR_SEARCH_AT_ONCE / 2;
    search->highest = search->found[search->count - 1];
}

static double gather(void *context, const uint32_t *refs, int count) {
    cr_search *search = context;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        if (edge <= search->last || edge > search->highest) continue;
        if (search->count == CR_SEARCH_AT_ONCE) make_space(search);
        if (edge <= search->highest) search->found[search->count++] = edge;
    }
    return 1;
}

static void gather_more(cr_search *search) {
    search->at = search->count = 0;
    search->highest = INT32_MAX;
    cr_index_walk_box(search->index, search->box, gather, search);
    search->count = cr_sort_unique(search->found, search->count);
}

void cr_search_begin(cr_search *search, const cr_index *index, carom_box box) {
    search->index = index;
    search->box = box;
    search->last = -1;
    gather_more(search);
}

int cr_search_next(cr_search *search) {
    for (;;) {
        if (search->at == search->count) {
            if (search->highest == INT32_MAX) return -1;
            gather_more(search);
            continue;
        }
        search->last = search->found[search->at++];
        if (cr_boxes_meet(cr_line_box(search->index->lines[search->last]), search->box)) return search->last;
    }
}
