#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Tests tools/campaigns.sh in a small repository: counts are added up, seeds are new, failures are faults, and nothing
# is recorded of changed sources. Also fails if a line of tests/campaigns.tsv is not a row: campaigns.sh ROOT
set -eu
root=$(cd "$1" && pwd)
if ! command -v git >/dev/null; then
    echo "git not found: not tested"
    exit 0
fi
"$root/tools/campaigns.sh" sum >/dev/null

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir "$tree/tools" "$tree/tests"
cp "$root/tools/campaigns.sh" "$tree/tools"
cd "$tree"
echo '# head' >tests/campaigns.tsv
git init -q .
git add .
git -c user.name=none -c user.email=none commit -q -m tiny
export CMAKE_BUILD_PARALLEL_LEVEL=3
unset SEED

run() { # run COMMAND...: returns no failure
    tools/campaigns.sh "$@" >/dev/null || true
}
run run laws sh -c 'echo "counted: $1 moves, 0 faults"; echo "counted: 10 slides, 1 faults"' - SEED # seeds 1, 2, 3
run run laws sh -c 'echo "counted: $1 moves, 0 faults"' - SEED                                      # 4, 5, 6
SEED=2 run run laws sh -c 'echo "counted: 1000 moves, 0 faults"'
SEED=4 run run laws sh -c 'echo "counted: 1000 moves, 0 faults"' # recorded before
run run-one fuzz sh -c 'echo "counted: 5 inputs, 0 faults"; exit 1'
run run-one soak false
echo >tools/more
run run-one soak echo "counted: 1000 steps, 0 faults" # not of the commit

tools/campaigns.sh sum | awk '{ print $1, $2, $3, $4 }' >sum
diff -u - sum <<'END'
target unit count faults
fuzz inputs 5 1
laws moves 3021 0
laws slides 30 3
soak runs 0 1
END
[ "$(tools/campaigns.sh sum 0000000 | wc -l)" = 1 ]
printf 'no row\n' >>tests/campaigns.tsv
if tools/campaigns.sh sum >/dev/null 2>&1; then
    echo "sum accepts a line that is not a row"
    exit 1
fi
echo "counts of a small repository are added up as expected"
