#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Files that compute with floats must not compile with -ffast-math, which makes results inexact: fast_math.sh ROOT CC.
# To pass, a file includes base/float.h, which then does not compile, directly or through a header of its layer. The
# layers io and flat decide nothing by floats.
set -eu
root=$1 cc=$2
if "$cc" -std=c17 -ffast-math -fsyntax-only -x c "$root/src/base/float.h" 2>/dev/null; then
    echo "src/base/float.h compiles with -ffast-math"
    exit 1
fi
files=$(grep -rlwE --include='*.c' 'float|double|carom_vec2' "$root/src" |
    grep -vE "^$root/src/(base|io|flat|flat_io)/" | sort)
[ -n "$files" ] || exit 0
# Rules of make, which name the headers of each file, one a line.
# shellcheck disable=SC2086 # a list
rules=$("$cc" -std=c17 -MM -I "$root/include" -I "$root/src" $files)
printf '%s\n' "$rules" | sed -e ':next' -e '/\\$/{N;s/ *\\\n */ /;b next' -e '}' |
    awk '!/\/base\/float\.h/ { print $2 ": compiles with -ffast-math: include base/float.h"; bad = 1 } END { exit bad }'
