#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Prints the line coverage of each source file, lowest first: coverage.sh BUILD, after the tests of the coverage preset
# have run there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
# carom_counted is a second build of base and geom, which few tests run.
find "$1/CMakeFiles" -name '*.gcda' -not -path '*/carom_counted.dir/*' | sort |
    xargs gcov -n 2>/dev/null | awk -v root="$root/" '
    /^File / { file = substr($0, 7, length($0) - 7) }
    /^Lines executed:/ && index(file, root) == 1 && file ~ /\.c$/ {
        split($0, part, /[:% ]+/)
        printf "%6.1f %% of %4d lines  %s\n", part[3], part[5], substr(file, length(root) + 1) | "sort -n"
        reached += part[3] * part[5] / 100
        lines += part[5]
        file = ""
    }
    END {
        close("sort -n")
        if (lines == 0) {
            print "coverage.sh: gcov counted no line of " root "src: build the preset coverage there, and run its tests" | "cat >&2"
            exit 1
        }
        printf "%6.1f %% of %4d lines  in total\n", 100 * reached / lines, lines
    }'
