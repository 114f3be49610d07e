#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# What every file of the house has: files.sh ROOT. Prints each file that lacks it, and fails if any does.
#
# - Two SPDX lines before anything else but a #! line, then what the file is for.
# - Headers have #pragma once. No code is switched off with #if 0. No file is called util, common or misc.
# - Every source file is in a list of CMakeLists.txt, every public header in include/carom.h.
# - Tests are at tests/<layer>/<name>.c and in the list of tests/CMakeLists.txt.
set -eu
cd "$1"
bad=0
fail() {
    echo "$1"
    bad=1
}

# In a git clone what is committed counts, elsewhere what is there.
for file in $( (git ls-files 2>/dev/null || find . -type f | sed 's|^\./||') |
    grep -E '^(include|src|cli|tests|tools|cmake|\.ci)/|^[^/]*$' |
    grep -E '\.(c|h|sh|cmake)$|(^|/)(CMakeLists\.txt|Makefile)$|^\.ci/'); do
    if ! head -n 3 "$file" | grep -v '^#!' | head -n 2 | grep -c SPDX- | grep -qx 2; then
        fail "$file: does not begin with the two SPDX lines"
    fi
    case $(basename "$file") in
    util*.* | common*.* | misc*.*) fail "$file: a name that says nothing" ;;
    esac
    case $file in
    *.[ch])
        sed -n 4p "$file" | grep -q '^// [^ ]' || fail "$file: does not say what it is for below the SPDX lines"
        if grep -qE '^[[:space:]]*#[[:space:]]*if 0' "$file"; then fail "$file: has code switched off with #if 0"; fi
        ;;
    esac
    case $file in
    *.h) grep -q '^#pragma once$' "$file" || fail "$file: has no #pragma once" ;;
    src/*.c | cli/*.c) grep -qE "(^|[[:space:]])$file" CMakeLists.txt || fail "$file: is not listed in CMakeLists.txt" ;;
    tests/*/*/*) ;; # a project of its own
    tests/*/*.c)
        name=${file#tests/}
        grep -qE "(^|[( /])${name%.c}[ ).]" tests/CMakeLists.txt || fail "$file: is not listed in tests/CMakeLists.txt"
        ;;
    esac
done

for header in include/carom/*.h; do
    grep -qx "#include \"carom/$(basename "$header")\"" include/carom.h || fail "$header: is not in include/carom.h"
done
exit $bad
