// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The loops of the batch questions that run many lanes at a time: they sort out, in blocks, what cannot meet. Each is
// plain C that compilers turn into SIMD (SSE2, NEON, wasm simd128 as the build's target has them), and on x86-64 a
// second copy for AVX2 is chosen at run time. They only compare, or compute the same doubles in every lane, so all
// copies give the same answers; and what they leave open is asked one by one.
#pragma once

#include "carom/geom.h"

enum { CR_BLOCK = 64 };

/// What a lane answers.
enum { CR_NO, CR_ASK, CR_YES };

/// flags[i]: may the thing i of the block touch the box `around`? CR_NO or CR_ASK. `count` <= CR_BLOCK.
typedef struct cr_lanes {
    void (*boxes)(const carom_boxes *b, int from, int count, carom_box around, uint8_t *flags);
    void (*circles)(const carom_circles *b, int from, int count, carom_box around, uint8_t *flags);
    void (*segments)(const carom_segments *b, int from, int count, carom_box around, uint8_t *flags);
    void (*rays)(const carom_rays *b, int from, int count, carom_box around, uint8_t *flags);
    /// Circle against circle i, CR_NO and CR_YES where double decides.
    void (*circle_circles)(const carom_circles *b, int from, int count, carom_circle a, uint8_t *flags);
} cr_lanes;

/// The widest lanes this processor has.
cr_lanes cr_lanes_here(void);
/// The plain ones, for tests to hold the others against.
cr_lanes cr_lanes_plain(void);
