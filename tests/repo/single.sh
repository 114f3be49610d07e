#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The library as two files, in an empty folder: single.sh ROOT CC CXX [RUNNER]. Written twice, they are the same. They
# compile without warnings, alone and as one unit; C and C++ programs use them with one command each; and the results
# have the recorded hashes. RUNNER runs programs of a cross compiler, which has no io.
set -eu
root=$(cd "$1" && pwd)
cc=$2 cxx=$3 runner=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Werror'
native=
if [ -n "$runner" ]; then
    warnings="$warnings -Wno-float-conversion" # isfinite of mingw-w64 converts
else
    native=-march=native
fi

"$root/tools/single.py" .
"$root/tools/single.py" again
for file in carom.h carom.c carom_io.h carom_io.c; do cmp "$file" "again/$file"; done

# Everything in one unit, in either order, and in C++ what the headers declare.
printf '#include "carom_io.c"\n#include "carom.c"\n' >unit.c
printf '#include "carom_io.h"\nint main() { return carom_version()[0] ? 0 : 1; }\n' >main.cpp
# shellcheck disable=SC2086 # lists of flags
{
    [ -n "$runner" ] || "$cc" -std=c17 $warnings -fsyntax-only unit.c
    "$cxx" -std=c++17 $warnings -fsyntax-only main.cpp
    "$cc" -std=c17 -O2 $native $warnings -c carom.c
}

cp "$root/tests/repo/consumer/core.c" core.c
sed 's/carom\.h/carom_io.h/' "$root/tests/repo/consumer/main.c" >main.c
for file in tools/same_bits.c tools/same_bits.h tools/same_bits_main.c tests/random.h; do
    sed 's,"carom/[a-z]*\.h","carom.h",' "$root/$file" >"${file#*/}"
done
"$cc" -std=c17 -I. core.c carom.o -o core -lm
exe= # of Windows
[ ! -f core.exe ] || exe=.exe
$runner ./core$exe
"$cc" -std=c17 -O1 -ffp-contract=off -I. same_bits.c same_bits_main.c carom.o -o same_bits -lm
$runner ./same_bits$exe >hashes.txt
tr -d '\r' <hashes.txt | diff "$root/tools/same_bits.txt" - || {
    echo "single.sh: the results differ from those of the library: compare the flags with those in carom.c"
    exit 1
}
if [ -z "$runner" ]; then
    # shellcheck disable=SC2086
    "$cc" -std=c17 $warnings -I. -c carom_io.c
    "$cc" -std=c17 -I. main.c carom_io.o carom.o -o main -lexpat -lz -lzstd -lm
    ./main "$root/levels/cave.tmx" >/dev/null
    "$cxx" main.cpp carom.o -o cpp -lm
    ./cpp
    # As C++ it says what to do.
    ! "$cxx" -fsyntax-only -x c++ carom.c >error.txt 2>&1 && grep -q 'compile it as C' error.txt
fi
