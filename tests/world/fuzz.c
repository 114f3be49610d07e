// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Snapshots by libFuzzer: changes of single bytes (two bytes of offset and one of value each) to the snapshot of a
// small world, with a correct checksum. An accepted snapshot is stepped, queried and read. See tools/fuzz.sh.
#include "world/forge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static unsigned char good[FORGED_SIZE], bad[FORGED_SIZE];
    static size_t length;
    static carom_world *world;
    if (!world) {
        carom_level *level;
        world = model_world(&level);
        length = carom_world_snapshot_size(world);
        demand(carom_world_snapshot(world, good, sizeof good) == CAROM_STATUS_OK);
    }
    memcpy(bad, good, length);
    for (size_t i = 0; i + 3 <= size; i += 3) {
        size_t at = SUMMED_FROM + (size_t)(data[i] << 8 | data[i + 1]);
        if (at < length) bad[at] = data[i + 2];
    }
    try_forged(world, bad, length);
    return 0;
}
