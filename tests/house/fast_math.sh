#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# No file that computes with floats can be built with -ffast-math, since its answers would no longer be exact:
# fast_math.sh ROOT CC. A file passes by including base/float.h, directly or through a header of its layer.
set -eu
root=$1 cc=$2
bad=0
for file in $(find "$root/src" -name '*.c' | sort); do
    grep -qwE 'float|double|carom_vec2' "$file" || continue
    case $file in "$root"/src/base/* | "$root"/src/io/*) continue ;; esac
    if ! "$cc" -std=c17 -ffast-math -I "$root/include" -I "$root/src" -fsyntax-only "$file" 2>&1 |
        grep -q 'error.*-ffast-math'; then
        echo "$file: builds with -ffast-math; it must include base/float.h"
        bad=1
    fi
done
exit $bad
