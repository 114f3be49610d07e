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

# The initial corpus: the files that tests/CMakeLists.txt lists for the program, valid and invalid. Of maps, those of the
# format; of transcripts, each line of `carom query`; of .hex files, each line, an input in hexadecimal digits.
seed_corpus() { # seed_corpus TARGET FILE..., in tests/
    local folder=../build-fuzz/corpus/$1 target=$1 file line number=0
    mkdir -p "$folder"
    shift
    for file; do
        case $file in
        *."$target") cp -t "$folder" "$file" ;;
        *.txt) sed -n 's/^> {/{/p' "$file" | split -l 1 -a 4 - "$folder/$(basename "$file" .txt)-" ;;
        *.hex)
            while read -r line; do
                number=$((number + 1))
                # shellcheck disable=SC2059 # the bytes of the line
                printf "$(sed 's/../\\x&/g' <<<"$line")" >"$folder/line$number"
            done <"$file"
            ;;
        esac
    done
}

# CMake writes a line for each program: its name, the longest random input, and the corpus.
run() { # run TARGET
    local program=$1_fuzz words=
    case $1 in
    tmx | tmj | ldtk | geojson) program=io_fuzz words=tests/io/data/json.dict ;;
    write) program=io_write_fuzz ;;
    png) program=cli_picture_fuzz ;;
    calls) program=world_calls_fuzz ;;
    cli) words=tests/cli/query.dict ;;
    esac
    [ "$1" != tmx ] || words=tests/io/data/tmx.dict
    local longest files
    read -r longest files < <(sed -n "s/^$program //p" build-fuzz/fuzz.txt)
    # shellcheck disable=SC2086 # a list of names
    (cd tests && seed_corpus "$1" $files)
    "build-fuzz/tests/$program" -max_total_time="$seconds" -max_len="$longest" -timeout=10 -rss_limit_mb=2048 \
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
