// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where a shape comes to rest in a space: checked against everything there, not only against what stopped it.
#pragma once

#include "base/float.h"
#include "carom/motion.h"

/// Is the shape at this position deeper than touch in nothing?
bool cr_free(const carom_space *space, const carom_shape *shape, carom_vec2 at);

/// The place of a shape that left `from`, where it was free, and was stopped by a hit: as near to contact as a float
/// comes, and free of everything; `from` itself in the worst case.
carom_vec2 cr_stop(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                   const carom_sweep_hit *hit);

/// The same where more may be touched at that time: `out` leads away from all of it.
carom_vec2 cr_stop_among(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                         const carom_sweep_hit *hit, carom_vec2 out);

/// The end of a way that met nothing. Rounding to floats can still put it into what it passed or just did not reach.
carom_vec2 cr_arrive(const carom_space *space, const carom_shape *shape, carom_vec2 from, carom_vec2 move);
