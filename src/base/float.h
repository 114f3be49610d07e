// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The arithmetic that exact decisions require: IEEE, every operation rounded once to its own type. Every file that
// computes with floats includes this header, which does not compile under flags that change the arithmetic.
#pragma once

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Carom's answers are exact only without -ffast-math and -ffinite-math-only"
#endif

// 2 is the x87 unit, which rounds to 64 bits and then again. On 32-bit x86: -msse2 -mfpmath=sse.
_Static_assert(FLT_EVAL_METHOD == 0, "float and double must be computed in their own precision");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53, "float and double must be IEEE types");
