#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Fuzzing under the address and undefined behaviour sanitizers: level files of each format, and pairs of shapes against
# the exact oracle.
#
#     tools/fuzz.sh [--seconds S] [tmx] [tmj] [ldtk] [geom]
#
# Each for S seconds (default 600), one process a core, all four when none is named. What was learnt is kept in
# build-fuzz/corpus; an input that fails is left in build-fuzz/found, and fails the run.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=600
targets=
usage() {
    echo "usage: tools/fuzz.sh [--seconds S] [tmx] [tmj] [ldtk] [geom]" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --seconds)
        seconds=${2:-$(usage)}
        shift
        ;;
    tmx | tmj | ldtk | geom) targets="$targets $1" ;;
    *) usage ;;
    esac
    shift
done

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --parallel "$(nproc)" >/dev/null
mkdir -p build-fuzz/found

# What a run begins with: our own small files of the format, good and bad.
begin_with() { # begin_with FORMAT
    mkdir -p "build-fuzz/corpus/$1"
    find tests/io/data tests/cli/data -name "*.$1" -exec cp -t "build-fuzz/corpus/$1" {} +
}

run() { # run TARGET
    local program=io_fuzz longest=4096 words=tests/io/data/json.dict
    case $1 in
    tmx) words=tests/io/data/tmx.dict ;;
    geom)
        program=geom_fuzz
        longest=128
        words=
        ;;
    esac
    begin_with "$1"
    "build-fuzz/tests/$program" -max_total_time="$seconds" -max_len=$longest -timeout=10 -rss_limit_mb=2048 \
        ${words:+-dict=$words} -artifact_prefix="build-fuzz/found/$1-" -print_final_stats=1 \
        "build-fuzz/corpus/$1" >"build-fuzz/$1.log" 2>&1 ||
        {
            tail -n 30 "build-fuzz/$1.log" >&2
            return 1
        }
    runs=$(awk '/stat::number_of_executed_units/ { print $2 }' "build-fuzz/$1.log")
    echo "$1: $runs inputs in $seconds s, nothing found"
}

export -f run begin_with
export seconds
# shellcheck disable=SC2086 # a list of names
printf '%s\n' ${targets:-tmx tmj ldtk geom} | xargs -P "$(nproc)" -I TARGET bash -euo pipefail -c 'run TARGET'
