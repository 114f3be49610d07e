#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Soak test: 50 bouncing actors in levels/cave.tmx, circles and boxes, four speeds, the seeds 10 N - 9 to 10 N, a million
# actor-steps a case. No actor may be in solid or outside the level, and gcc and clang, -O0 and -O3, must give the same
# hash.
#
#     tools/soak.sh [--steps N] [--seconds S] [--seed N] [--builds 'DIR...']
#
# With --builds compares the programs `carom` of these folders, instead of building the four. Stops after S seconds (default 600) at the end of a case, and prints the number of cases.
set -euo pipefail
cd "$(dirname "$0")/.."

steps=20000
seconds=600
first_seed=1
builds=
usage() {
    echo "usage: tools/soak.sh [--steps N] [--seconds S] [--seed N] [--builds 'DIR...']" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --steps) steps=${2:-$(usage)} ;;
    --seconds) seconds=${2:-$(usage)} ;;
    --seed) first_seed=${2:-$(usage)} ;;
    --builds) builds=${2:-$(usage)} ;;
    *) usage ;;
    esac
    shift 2
done

make_builds() {
    local build
    for build in gcc-O3 gcc-O0 clang-O3 clang-O0; do
        cmake -S . -B "build-soak/$build" -DCMAKE_C_COMPILER="${build%-*}" -DCMAKE_BUILD_TYPE=None \
            -DCMAKE_C_FLAGS="-${build#*-}" -DCAROM_TESTS=OFF >/dev/null
        cmake --build "build-soak/$build" --parallel "$(nproc)" >/dev/null
        builds="$builds build-soak/$build"
    done
}
[ -n "$builds" ] || make_builds
read -ra builds <<<"$builds"

SECONDS=0
cases=0
for seed in $(seq $((10 * first_seed - 9)) $((10 * first_seed))); do
    for speed in 0.1 3 16 200; do
        for shape in circle box; do
            case="levels/cave.tmx --steps $steps --actors 50 --seed $seed --shape $shape --speed $speed --response bounce"
            first=
            for build in "${builds[@]}"; do
                # shellcheck disable=SC2086 # a list of arguments
                summary=$("$build/carom" run $case --json)
                # The summary also contains the time, which differs.
                result=$(grep -oE '"(escapes|hash)": *[^,}]*' <<<"$summary" | tr -d ' ' | paste -sd ' ')
                if ! grep -q '"escapes":0' <<<"$result"; then
                    echo "an actor escaped: $build/carom run $case ($result)" >&2
                    exit 1
                fi
                [ -n "$first" ] || first=$result
                if [ "$result" != "$first" ]; then
                    echo "the hash differs: $build/carom run $case ($result, ${builds[0]}: $first)" >&2
                    exit 1
                fi
            done
            cases=$((cases + 1))
            if [ $SECONDS -ge "$seconds" ]; then break 3; fi
        done
    done
done
echo "$cases of 80 cases of 50 actors x $steps steps, each with ${#builds[@]} builds: no escapes, same bits ($SECONDS s)"
echo "counted: $((cases * 50 * steps * ${#builds[@]})) actor-steps, 0 faults"
