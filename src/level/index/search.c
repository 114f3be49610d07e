// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges near each other have numbers near each other, because edges are sorted by cell. So the results of a search are
// mostly sorted as a bit set.
#include "level/index/index.h"

#include "base/bits.h"
#include "base/heap.h"

#include <string.h>

// ---- Sorting --------------------------------------------------------------------------------------------------------

enum { FEW_NUMBERS = 8, BIT_SET_WORDS = 256 };

static bool is_greater(const void *context, const void *a, const void *b) {
    (void)context;
    return *(const int *)a > *(const int *)b;
}

/// Heap sort, for a wide range of numbers.
static int heap_sort_unique(int *numbers, int count) {
    cr_heap_sort(&(cr_heap){numbers, sizeof *numbers, is_greater, NULL}, (uint32_t)count);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        if (i == 0 || numbers[i] != numbers[i - 1]) numbers[kept++] = numbers[i];
    }
    return kept;
}

static int insertion_sort_unique(int *numbers, int count) {
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

/// Bit set, for a small range of numbers.
static int bit_sort_unique(int *numbers, int count, int least, int words) {
    uint64_t marks[BIT_SET_WORDS];
    memset(marks, 0, (size_t)words * sizeof *marks);
    for (int i = 0; i < count; ++i) marks[(numbers[i] - least) >> 6] |= (uint64_t)1 << ((numbers[i] - least) & 63);
    int kept = 0;
    for (int k = 0; k < words; ++k) {
        for (uint64_t word = marks[k]; word != 0; word &= word - 1)
            numbers[kept++] = least + 64 * k + cr_lowest_bit(word);
    }
    return kept;
}

int cr_sort_unique(int *numbers, int count) {
    if (count <= FEW_NUMBERS) return insertion_sort_unique(numbers, count);
    int least = numbers[0], most = numbers[0];
    for (int i = 1; i < count; ++i) {
        least = numbers[i] < least ? numbers[i] : least;
        most = numbers[i] > most ? numbers[i] : most;
    }
    int words = ((most - least) >> 6) + 1;
    return words <= BIT_SET_WORDS ? bit_sort_unique(numbers, count, least, words) : heap_sort_unique(numbers, count);
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static void reset_numbers(cr_numbers *n) {
    n->at = n->count = 0;
    n->highest = INT32_MAX;
    n->is_dense = n->is_sorted = n->is_range = false;
}

void cr_numbers_begin(cr_numbers *n) {
    reset_numbers(n);
    n->last = n->greatest = -1;
    n->read = 0;
}

static void set_number_bit(cr_numbers *n, int number) {
    n->found.bits[(number - n->base) >> 6] |= (uint64_t)1 << ((number - n->base) & 63);
}

static void set_bit_base(cr_numbers *n, int base) {
    int64_t highest = (int64_t)base + CR_NUMBERS_DENSE - 1;
    n->base = base;
    n->highest = highest < INT32_MAX - 1 ? (int)highest : INT32_MAX - 1;
}

/// Makes room for a lower number, and drops as many at the upper end. Lowers the base by more than needed, because more
/// low numbers are likely to follow.
static void lower_bit_base(cr_numbers *n, int number) {
    enum { WORDS_DENSE = CR_NUMBERS_DENSE / 64 };
    int base = number > CR_NUMBERS_DENSE / 2 ? (number - CR_NUMBERS_DENSE / 2) & ~63 : 0;
    int64_t words = ((int64_t)n->base - base) / 64;
    size_t moved = words < WORDS_DENSE ? (size_t)words : WORDS_DENSE;
    memmove(n->found.bits + moved, n->found.bits, (WORDS_DENSE - moved) * sizeof n->found.bits[0]);
    memset(n->found.bits, 0, moved * sizeof n->found.bits[0]);
    set_bit_base(n, base);
}

/// Converts the list to a bit set, from its lowest number.
static void convert_to_bits(cr_numbers *n, int near) {
    int lowest[CR_NUMBERS];
    memcpy(lowest, n->found.list, (size_t)near * sizeof lowest[0]);
    memset(n->found.bits, 0, sizeof n->found.bits);
    n->is_dense = true;
    set_bit_base(n, lowest[0] & ~63);
    for (int i = 0; i < near && lowest[i] <= n->highest; ++i) set_number_bit(n, lowest[i]);
}

/// Makes room in a full list. If more than half of the list is within the range of a bit set, converts it; otherwise
/// drops the higher half.
static void make_room_in_list(cr_numbers *n) {
    n->count = cr_sort_unique(n->found.list, n->count);
    if (n->count <= CR_NUMBERS / 2) return;
    int near = 0;
    while (near < n->count && n->found.list[near] - n->found.list[0] < CR_NUMBERS_DENSE) ++near;
    if (near > CR_NUMBERS / 2) {
        convert_to_bits(n, near);
        return;
    }
    n->count = CR_NUMBERS / 2;
    n->highest = n->found.list[n->count - 1];
}

void cr_numbers_add(cr_numbers *n, int number) {
    if (number > n->greatest) n->greatest = number;
    if (number <= n->last || number > n->highest) return;
    if (!n->is_dense && n->count == CR_NUMBERS) make_room_in_list(n);
    if (number > n->highest) return;
    if (!n->is_dense) {
        n->found.list[n->count++] = number;
        return;
    }
    if (number < n->base) lower_bit_base(n, number);
    set_number_bit(n, number);
}

static int next_number_of_bits(cr_numbers *n) {
    while (n->at < CR_NUMBERS_DENSE / 64) {
        uint64_t *word = &n->found.bits[n->at];
        if (*word != 0) {
            int bit = cr_lowest_bit(*word);
            *word &= *word - 1;
            return n->last = n->base + 64 * n->at + bit;
        }
        ++n->at;
    }
    return -1;
}

static int next_number_of_list(cr_numbers *n) {
    if (!n->is_sorted) n->count = cr_sort_unique(n->found.list, n->count);
    n->is_sorted = true;
    return n->at < n->count ? n->last = n->found.list[n->at++] : -1;
}

static int next_number_of_range(cr_numbers *n) {
    return n->last < n->greatest ? ++n->last : -1;
}

/// Called at the end of a pass. Begins the range if it is shorter than the number of reads in all passes so far.
static bool begin_range(cr_numbers *n) {
    if (n->highest == INT32_MAX || n->read <= (int64_t)n->greatest - n->highest) return false;
    n->last = n->highest;
    n->highest = INT32_MAX;
    return n->is_range = true;
}

int cr_numbers_next(cr_numbers *n) {
    if (n->is_range) return next_number_of_range(n);
    int number = n->is_dense ? next_number_of_bits(n) : next_number_of_list(n);
    return number < 0 && begin_range(n) ? next_number_of_range(n) : number;
}

bool cr_numbers_again(cr_numbers *n) {
    if (n->highest == INT32_MAX) return false;
    n->last = n->highest;
    reset_numbers(n);
    return true;
}

// ---- Searching ------------------------------------------------------------------------------------------------------

static double add_edges_of_refs(void *context, const uint32_t *refs, int count) {
    cr_search *search = context;
    search->numbers.read += count;
    for (int i = 0; i < count; ++i) cr_numbers_add(&search->numbers, (int)(refs[i] >> CR_REF_SHIFT));
    return 1;
}

void cr_search_begin(cr_search *search, const cr_index *index, carom_box box) {
    search->index = index;
    search->box = box;
    cr_numbers_begin(&search->numbers);
    cr_index_walk_box(index, box, add_edges_of_refs, search);
}

int cr_search_next(cr_search *search) {
    for (;;) {
        int number = cr_numbers_next(&search->numbers);
        if (number >= 0 && cr_boxes_overlap(cr_edge_line_box(search->index->lines[number]), search->box)) return number;
        if (number >= 0) continue;
        if (!cr_numbers_again(&search->numbers)) return -1;
        cr_index_walk_box(search->index, search->box, add_edges_of_refs, search);
    }
}
