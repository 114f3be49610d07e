// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The loops of the batch queries in SIMD lanes: they reject, block by block, shapes that cannot be hit. Plain C that
// compilers vectorise (SSE2, NEON, wasm simd128, as the target has them); on x86-64 a copy for AVX2 is selected at run
// time. The lanes only compare, or compute the same doubles in every lane, so all copies give the same results. Single
// queries decide the candidates.
#pragma once

#include "carom/geom.h"

enum { CR_BLOCK = 64 };

/// The result of a lane: rejected, a candidate, or proven.
enum { CR_NO, CR_ASK, CR_YES };

/// Sets flags[i] to CR_ASK if shape i of the block may touch the box `around`, otherwise to CR_NO. `count` <= CR_BLOCK.
typedef struct cr_lanes {
    void (*boxes)(const carom_boxes *b, int from, int count, carom_box around, uint8_t *flags);
    void (*circles)(const carom_circles *b, int from, int count, carom_box around, uint8_t *flags);
    void (*segments)(const carom_segments *b, int from, int count, carom_box around, uint8_t *flags);
    void (*rays)(const carom_rays *b, int from, int count, carom_box around, uint8_t *flags);
    /// Circle against circle i: CR_NO or CR_YES where double is conclusive.
    void (*circle_circles)(const carom_circles *b, int from, int count, carom_circle a, uint8_t *flags);
} cr_lanes;

/// The widest lanes that this processor has.
cr_lanes cr_lanes_here(void);
/// The plain loops: the reference in tests.
cr_lanes cr_lanes_plain(void);
