// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The state of an iterator within the words that its public struct reserves for it. The state of an iterator may alias
// these words, so that it can be changed in place.
#pragma once

#include "carom/grid.h"

#if defined(__GNUC__) || defined(__clang__)
#define CR_MAY_ALIAS __attribute__((__may_alias__))
#else
#define CR_MAY_ALIAS // other compilers do not assume that types differ
#endif

/// Fails to compile if the state of an iterator exceeds its public struct.
#define CR_FITS(private_type, public_type)                                                                             \
    _Static_assert(sizeof(private_type) <= sizeof(public_type) && _Alignof(private_type) <= _Alignof(public_type),     \
                   #private_type " does not fit into " #public_type)
