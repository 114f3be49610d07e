// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The workloads of `carom bench` for bench.js: the same caves, starts, directions and movers, drawn by the same code.
#include <stdlib.h>

#include "bench/cave.h"
#include "web.h"

void *WEB(allocate)(size_t size) {
    return malloc(size);
}

uint8_t *WEB(cave)(int n, int seed) {
    return cave_make(n, (uint64_t)seed);
}

void WEB(codes)(const uint8_t *cave, int n, uint8_t *out) {
    cave_codes(cave, n, out);
}

/// start(offset), direction(length) for each: four numbers.
void WEB(motions)(const uint8_t *cave, int n, int seed, float offset, float length, int count, float *out) {
    random_source r = {(uint64_t)seed};
    for (int i = 0; i < count; i++, out += 4) {
        carom_vec2 from = cave_start(cave, n, &r, offset), way = random_direction(&r, length);
        out[0] = from.x;
        out[1] = from.y;
        out[2] = way.x;
        out[3] = way.y;
    }
}

/// movers(count, seed): x, y, vx, vy, r for each; returns the side of their square.
float WEB(movers)(int count, int seed, float *out) {
    random_source r = {(uint64_t)seed};
    float side = sqrtf((float)count) * 1.5f;
    for (int i = 0; i < count; i++, out += 5) {
        out[0] = random_range(&r, 0, side);
        out[1] = random_range(&r, 0, side);
        out[2] = random_range(&r, -0.1f, 0.1f);
        out[3] = random_range(&r, -0.1f, 0.1f);
        out[4] = random_range(&r, 0.25f, 0.5f);
    }
    return side;
}
