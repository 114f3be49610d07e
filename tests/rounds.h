// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// How many of its random rounds a test does. Under sanitizers a round takes three to five times as long, and tests
// accesses and overflows; gcc has tested the results of all rounds. A test whose checks require that all rounds are
// done defines ALL_ROUNDS first.
#pragma once

#if defined(CAROM_SANITIZED) && !defined(ALL_ROUNDS)
enum { ROUNDS_DIVISOR = 3 };
#else
enum { ROUNDS_DIVISOR = 1 };
#endif
