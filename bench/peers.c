// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The list of peers. To add one: a file peer_x.c with a `const peer peer_x`, a CMake look-up that defines WITH_X, and a
// line here.
#include "bench/peers.h"

#include <stddef.h>

#ifdef WITH_CHIPMUNK
extern const peer peer_chipmunk;
#endif
#ifdef WITH_BOX2D
extern const peer peer_box2d;
#endif

static const peer *const all[] = {
#ifdef WITH_CHIPMUNK
    &peer_chipmunk,
#endif
#ifdef WITH_BOX2D
    &peer_box2d,
#endif
    NULL,
};

const peer *const *peers(int *count) {
    *count = (int)(sizeof all / sizeof all[0]) - 1;
    return all;
}
