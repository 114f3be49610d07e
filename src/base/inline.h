// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Hints for speed that the compiler cannot derive.
#pragma once

/// A function that is inlined wherever it is called: with constant arguments its loops become straight code. In
/// WebAssembly, where code size matters, the compiler decides. Where branches are counted it is not inlined: each copy
/// would have its own counters.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__wasm__) && !defined(CR_COUNT_BRANCHES)
#define CR_INLINE static inline __attribute__((always_inline))
#else
#define CR_INLINE static inline
#endif

/// Hides the range of an integer from the compiler, so that it computes with the integer instead of branching on it.
#define CR_OPAQUE(integer) __asm__("" : "+r"(integer))
