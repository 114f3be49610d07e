#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Files that compute with floats must not compile with -ffast-math, which makes results inexact: fast_math.sh ROOT CC.
# To pass, a file includes base/float.h, directly or through a header of its layer. The layers io and flat decide
# nothing by floats.
set -eu
root=$1 cc=$2
bad=0
for file in $(find "$root/src" -name '*.c' | sort); do
    grep -qwE 'float|double|carom_vec2' "$file" || continue
    case $file in "$root"/src/base/* | "$root"/src/io/* | "$root"/src/flat/* | "$root"/src/flat_io/*) continue ;; esac
    if ! "$cc" -std=c17 -ffast-math -I "$root/include" -I "$root/src" -fsyntax-only "$file" 2>&1 |
        grep -q 'error.*-ffast-math'; then
        echo "$file: compiles with -ffast-math: include base/float.h"
        bad=1
    fi
done
exit $bad
