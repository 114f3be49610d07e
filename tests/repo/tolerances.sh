#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Every tolerance of the library has a name, a comment with its unit and reason, and a row with its value in the table
# of docs/numerics.md: tolerances.sh ROOT. A tolerance is a literal of at most 2^-10. Prints each violation, and fails
# if there is any.
set -eu
cd "$1"

find src -name '*.[ch]' | sort | xargs awk '
function fail(why) {
    print FILENAME ":" FNR ": " why ": " $0
    bad = 1
}
BEGIN {
    small = "0[xX][0-9a-fA-F.]*p-[1-9][0-9]|[0-9][eE]-[1-9]|[^0-9]0[.]00[0-9]"
    while ((getline line < "docs/numerics.md") > 0) {
        if (line !~ /^\| `/) continue
        split(line, cell, "|")
        count = split(cell[2], part, /[ `,]+/)
        value = cell[3]
        gsub(/ /, "", value)
        for (i = 1; i <= count; i++) listed[part[i]] = listed[part[i]] " " value " "
    }
}
FNR == 1 { before = "" }
{
    code = $0
    commented = sub(/[ \t]*\/\/.*/, "", code) || before ~ /^[ \t]*\/\//
    before = $0
    if (code !~ small) next
    if (!match(code, /^#define [A-Za-z0-9_]+ /) && !match(code, /^[ \t]*(static )?const (float|double) [A-Za-z0-9_]+ = /)) {
        fail("a tolerance without a name")
        next
    }
    if (!commented) fail("a tolerance without unit and reason")
    for (count = split(code, definition, /, /); count > 0; count--) {
        if (!match(definition[count], small)) continue
        split(substr(definition[count], match(definition[count], /[A-Za-z0-9_]+ +(= *)?[0-9]/)), part, /[ =;]+/)
        value = part[2]
        sub(/^0x1p/, "2^", value)
        sub(/[fF]$/, "", value)
        if (index(listed[part[1]], " " value " ") == 0) fail("a tolerance that docs/numerics.md does not list as " value)
    }
}
END { exit bad }
'
