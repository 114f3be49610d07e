#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# No function has more than six parameters: parameters.sh ROOT. Prints each that has, and fails if there is any. The
# functions of the web build (web/src) are exempt: they take descriptions from JavaScript as numbers.
set -eu
cd "$1"

find include src cli bench examples tests web tools -name '*.[ch]' -o -name '*.cpp' 2>/dev/null | grep -v node_modules |
    sort | xargs awk '
# The number of commas at depth 1 of the parentheses.
function parameters_of(text,    i, c, depth, count) {
    count = 1
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "(") depth++
        else if (c == ")") depth--
        else if (c == "," && depth == 1) count++
    }
    return count
}
FNR == 1 {
    head = ""
    line = 0
}
{ sub(/[ \t]*\/\/.*/, "") }
# A declaration or definition begins in the first column, and goes on to the first of these characters.
head == "" && /^[a-zA-Z_].*\(/ && !/^[^(]*=/ { line = FNR }
head != "" || line == FNR { head = head " " $0 }
head ~ /[{;=]/ {
    sub(/[{;=].*/, "", head)
    if (head !~ / WEB\(/ && parameters_of(head) > 6) {
        print FILENAME ":" line ":" head
        bad = 1
    }
    head = ""
}
END { exit bad }
'
