#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Fuzzing under the address and undefined behaviour sanitizers: level files of each format, levels written and read
# again, PNG files, images of levels, pairs of shapes against the exact oracle, snapshots of worlds, sequences of calls of
# a world, and lines of `carom query`.
#
#     tools/fuzz.sh [--seconds S] [tmx] [tmj] [ldtk] [geojson] [write] [png] [level] [geom] [world] [calls] [cli]
#
# Each target runs for S seconds (default 600), one process a core; without names all run. The corpus is kept in
# build-fuzz/corpus; it begins with the files of the tests. A failing input is written to build-fuzz/found, and fails
# the run.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=600
targets=
all="tmx tmj ldtk geojson write png level geom world calls cli"
usage() {
    echo "usage: tools/fuzz.sh [--seconds S] [${all// /] [}]" >&2
    exit 2
}
while [ $# -gt 0 ]; do
    case $1 in
    --seconds)
        seconds=${2:-$(usage)}
        shift
        ;;
    *)
        [[ " $all " == *" $1 "* ]] || usage
        targets="$targets $1"
        ;;
    esac
    shift
done

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --parallel "$(nproc)" >/dev/null
mkdir -p build-fuzz/found

# The initial corpus: the small files of the tests in that format, valid and invalid; the lines of the transcripts of
# `carom query`; and the lines of tests/LAYER/NAME.hex, each an input in hexadecimal digits.
seed_corpus() { # seed_corpus TARGET HEX
    local folder=build-fuzz/corpus/$1 line number=0
    mkdir -p "$folder"
    find tests/io/data tests/cli/data -name "*.$1" -exec cp -t "$folder" {} +
    [ "$1" != cli ] || sed -n 's/^> {/{/p' tests/cli/query*.txt | split -l 1 -a 4 - "$folder/line"
    [ ! -e "$2" ] || while read -r line; do
        number=$((number + 1))
        # shellcheck disable=SC2059 # the bytes of the line
        printf "$(sed 's/../\\x&/g' <<<"$line")" >"$folder/line$number"
    done <"$2"
}

run() { # run TARGET
    local program=io_fuzz longest=4096 words=tests/io/data/json.dict hex=
    case $1 in
    tmx) words=tests/io/data/tmx.dict ;;
    geom)
        program=geom_fuzz
        longest=128
        words=
        ;;
    write)
        program=io_write_fuzz
        longest=200
        words=
        hex=tests/io/write.hex
        ;;
    png)
        program=cli_picture_fuzz
        longest=400
        words=
        hex=tests/cli/picture.hex
        ;;
    level)
        program=level_fuzz
        longest=101
        words=
        ;;
    world)
        program=world_fuzz
        longest=96
        words=
        ;;
    calls)
        program=world_calls_fuzz
        longest=600
        words=
        hex=tests/world/calls.hex
        ;;
    cli)
        program=cli_fuzz
        longest=400
        words=tests/cli/query.dict
        ;;
    esac
    seed_corpus "$1" "$hex"
    "build-fuzz/tests/$program" -max_total_time="$seconds" -max_len=$longest -timeout=10 -rss_limit_mb=2048 \
        ${words:+-dict=$words} -artifact_prefix="build-fuzz/found/$1-" -print_final_stats=1 \
        "build-fuzz/corpus/$1" >"build-fuzz/$1.log" 2>&1 ||
        {
            tail -n 30 "build-fuzz/$1.log" >&2
            return 1
        }
    runs=$(awk '/stat::number_of_executed_units/ { print $2 }' "build-fuzz/$1.log")
    echo "counted: $runs inputs of $1, 0 faults"
}

export -f run seed_corpus
export seconds
# shellcheck disable=SC2086 # a list of names
printf '%s\n' ${targets:-$all} | xargs -P "$(nproc)" -I TARGET bash -euo pipefail -c 'run TARGET'
