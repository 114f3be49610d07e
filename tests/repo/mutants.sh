#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Tests tools/mutants.py on a small project: it reports what is killed, what survives, what has a reason, and changes
# neither comments nor strings, preprocessor lines or static assertions. Fails also if an entry of tests/mutants.md
# describes no change of the sources any more: mutants.sh ROOT
set -eu
root=$(cd "$1" && pwd)
if ! command -v python3 >/dev/null; then
    echo "python3 not found: not tested"
    exit 0
fi
python3 "$root/tools/mutants.py" --check-reasons
if ! command -v ninja >/dev/null; then
    echo "ninja not found: only the reasons were tested"
    exit 0
fi

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/src/geom" "$tree/tests"
cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(tiny VERSION 1.2.3 LANGUAGES C)
add_library(tiny src/geom/limit.c)
set_target_properties(tiny PROPERTIES SOVERSION 1.2)
target_include_directories(tiny PUBLIC src)
add_executable(test_limit tests/limit.c)
target_link_libraries(test_limit tiny)
enable_testing()
add_test(NAME geom/limit COMMAND test_limit)
END
cat >"$tree/src/geom/limit.h" <<'END'
#pragma once
const char *limit(int *x);
static inline int half(int x) { return x / 2; }
END
cat >"$tree/src/geom/limit.c" <<'END'
#include "geom/limit.h"
#define LIMIT (4 + 4)
_Static_assert(LIMIT == 8, "1 + 1");
const char *limit(int *x) {
    /* 3 < 4 */
    if (*x > LIMIT) *x = LIMIT; // 5 > 4
    *x = *x + 0;
    return "6 - 5";
}
int spin(int n) {
    while (n > 7) n--;
    return n;
}
int never(int n) {
    return -n;
}
static const int step = 2;
int next(int n) {
    return n + step;
}
int sum(int n, int m) {
    return n + 1 + m;
}
END
cat >"$tree/tests/limit.c" <<'END'
#include "geom/limit.h"
int spin(int n);
int next(int n);
int sum(int n, int m);
int main(void) {
    int a = 5, b = 9;
    if (!limit(&a) || !limit(&b)) return 1;
    return !(a == 5 && b == 8 && half(4) == 2 && spin(9) == 7 && next(3) == 5 && sum(3, 0) == 4);
}
END
cat >"$tree/tests/mutants.md" <<'END'
# Reasons
## src/geom/limit.c: limit
- `if (*x > ... = LIMIT` `> -> >=`: at the limit both are the same.
END

# The results as lines "function | change | result", sorted.
run() {
    python3 "$root/tools/mutants.py" --root "$tree" --build "$tree/build" --jobs 2 --seconds 300 "$@" >"$tree/log" || {
        cat "$tree/log"
        exit 1
    }
    python3 -c 'import json, sys
for e in json.load(open(sys.argv[1])): print(e[1], "|", e[4], "|", e[6] if e[5] == "survived" and e[6] else e[5])' "$tree/build/results.json" | LC_ALL=C sort >"$tree/results"
}
compare() {
    LC_ALL=C sort >"$tree/expected"
    diff -u "$tree/expected" "$tree/results"
}

run
compare <<'END'
None | 2 -> 1 | killed
None | 2 -> 3 | killed
half | / -> * | killed
half | 2 -> 1 | killed
half | 2 -> 3 | killed
half | return 0 | killed
limit | + -> - | same code
limit | 0 -> 1 | killed
limit | > -> < | killed
limit | > -> >= | reasoned
limit | condition -> 0 | killed
limit | condition -> 1 | killed
limit | drop statement | killed
limit | drop statement | same code
limit | return 0 | killed
never | drop - | no test reaches it
never | return 0 | no test reaches it
next | + -> - | killed
next | return 0 | killed
spin | -- -> ++ | killed
spin | 7 -> 6 | killed
spin | 7 -> 8 | killed
spin | > -> < | killed
spin | > -> >= | killed
spin | condition -> 0 | killed
spin | drop statement | killed
spin | return 0 | killed
sum | + -> - | killed
sum | + -> - | survived
sum | 1 -> 0 | killed
sum | 1 -> 2 | killed
sum | return 0 | killed
END

# A weaker test lets changes survive; without the map the result is the same.
sed -i 's/b == 8/b/; s/spin(9) == 7/spin(7) == 7/' "$tree/tests/limit.c"
run --no-map --file src/geom/limit.c
survived=$(grep -c 'survived$' "$tree/results")
grep -q '^limit | condition -> 0 | survived$' "$tree/results"
cp "$tree/results" "$tree/before"
run --no-map --again
grep -q "$survived survived" "$tree/log"
diff -u "$tree/before" "$tree/results"

# Without effort everything is undecided, and a second run decides it; what is no longer there is gone.
run --no-map --file src/geom/limit.c --effort 0
grep -q '^spin | return 0 | undecided$' "$tree/results"
grep -q '^limit | > -> >= | reasoned$' "$tree/results"
if grep -q 'killed$\|survived$' "$tree/results"; then
    echo "--effort 0 runs a test"
    exit 1
fi
sed -i 's/return n + step;/return step + n;/' "$tree/src/geom/limit.c"
run --no-map --again
sed -i 's/return step + n;/return n + step;/' "$tree/src/geom/limit.c"
sed -i '/^next/s/| [a-z]*$/| gone/' "$tree/before"
diff -u "$tree/before" "$tree/results"
if python3 "$root/tools/mutants.py" --root "$tree" --build "$tree/build" --seconds 300 --no-map --count 14 --require 99 >"$tree/log"; then
    echo "--require does not fail"
    exit 1
fi

# Of changed lines only; nothing to do is no failure.
cd "$tree"
printf '/build/\n/log\n/results\n/expected\n' >.gitignore
git init -q .
git add .
git -c user.name=none -c user.email=none commit -q -m tiny
run --no-map --since HEAD
grep -q 'no lines of src/ to change' "$tree/log"
sed -i 's/n > 7/7 < n/' src/geom/limit.c
run --no-map --since HEAD
compare <<'END'
spin | -- -> ++ | survived
spin | 7 -> 6 | killed
spin | 7 -> 8 | survived
spin | < -> <= | killed
spin | < -> > | survived
spin | condition -> 0 | survived
spin | drop statement | survived
END
echo "all changes of a small project are judged as expected"
