#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Every public header compiles alone and included twice, as C17 and as C++17, without warnings; no two headers declare
# the same type: headers.sh ROOT CC CXX
set -eu
root=$1 cc=$2 cxx=$3
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Werror'
bad=0
for header in "$root"/include/*.h "$root"/include/carom/*.h; do
    name=${header#"$root"/include/}
    for compile in "$cc -std=c17 -x c" "$cxx -std=c++17 -x c++"; do
        # shellcheck disable=SC2086 # lists of flags
        if ! printf '#include "%s"\n#include "%s"\n' "$name" "$name" |
            $compile $warnings -I "$root/include" -fsyntax-only -; then
            echo "$name: does not compile alone: $compile"
            bad=1
        fi
    done
done

# C allows `typedef struct x x;` in two headers, so the compiler does not report this.
twins=$(cat "$root"/include/carom/*.h | sed -nE 's/^(typedef .*[ *]|\} )(carom_[a-z0-9_]+);.*/\2/p' | sort | uniq -d)
if [ -n "$twins" ]; then
    echo "$twins: declared in two public headers"
    bad=1
fi
exit $bad
