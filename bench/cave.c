// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The passes of a cellular automaton, over two maps in turn.
#include "bench/cave.h"

#include "random.h"

#include <stdlib.h>

static bool on_border(int n, int x, int y) {
    return x == 0 || y == 0 || x == n - 1 || y == n - 1;
}

static int solid_around(const uint8_t *cave, int n, int x, int y) {
    int solid = 0;
    for (int i = 0; i < 9; ++i) solid += cave[(y + i / 3 - 1) * n + x + i % 3 - 1];
    return solid;
}

uint8_t *cave_make(int n, uint64_t seed) {
    size_t size = (size_t)n * (size_t)n;
    uint8_t *cave = malloc(size), *smooth = malloc(size);
    random_source r = {seed};
    for (int i = 0; cave && smooth && i < n * n; ++i) {
        float f = random_unit(&r); // drawn for the border as well
        cave[i] = on_border(n, i % n, i / n) || f < 0.45f;
    }
    for (int pass = 0; cave && smooth && pass < 4; ++pass) {
        for (int i = 0; i < n * n; ++i) {
            int x = i % n, y = i / n;
            smooth[i] = on_border(n, x, y) || solid_around(cave, n, x, y) >= 5;
        }
        uint8_t *before = cave;
        cave = smooth;
        smooth = before;
    }
    bool whole = cave && smooth;
    free(smooth);
    if (whole) return cave;
    free(cave);
    return NULL;
}
