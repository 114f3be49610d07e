// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The peers that hold a level, the fastest first.
#include "bench/level_peers.h"

#include <stddef.h>

#ifdef WITH_BOX2D3
extern const level_peer level_peer_box2d3;
#endif
#ifdef WITH_BOX2D
extern const level_peer level_peer_box2d;
#endif
#ifdef WITH_CHIPMUNK
extern const level_peer level_peer_chipmunk;
#endif

static const level_peer *const all[] = {
#ifdef WITH_BOX2D3
    &level_peer_box2d3,
#endif
#ifdef WITH_BOX2D
    &level_peer_box2d,
#endif
#ifdef WITH_CHIPMUNK
    &level_peer_chipmunk,
#endif
    NULL,
};

const level_peer *const *level_peers(int *count) {
    *count = (int)(sizeof all / sizeof all[0]) - 1;
    return all;
}
