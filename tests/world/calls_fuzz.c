// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sequences of calls of a world by libFuzzer. See calls.h and tools/fuzz.sh.
#include "world/calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    calls_run(data, size);
    return 0;
}
