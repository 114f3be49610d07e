#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Finds words that mark unclear prose: words.sh ROOT. Prints each line of a comment or document that contains one, and
# fails if there is any. CONTRIBUTING.md says how to write: the subject of a sentence is a thing of the code, and its
# terms are those of the field.
set -eu
cd "$1"

list_files() {
    git ls-files 2>/dev/null || find . -type f | sed 's|^\./||'
}

list_files | grep -E '\.(c|cpp|h|js|mjs|ts|lua|sh|cmake|md)$|(^|/)(CMakeLists\.txt|Makefile)$|^\.ci/' |
    grep -vE '^tests/repo/(words|can_fail)\.sh$|^web/page/vendor/' | sort | xargs awk '
BEGIN {
    words = "who|whom|nobody|told|tells|anew|foretold|strewn|dearer|those that|what is met|what was met|" \
        "goes home|sent home|sends home|go home|as they had been|comes upon|what is left of"
}
# The prose of a line: all of it in a document, the comment in a source.
function prose(line) {
    if (FILENAME ~ /\.md$/) return line
    if (FILENAME ~ /\.(c|cpp|h|js|mjs|ts)$/) return match(line, /(^|[^:"])\/\/|^[ \t]*\/?\*/) ? substr(line, RSTART) : ""
    if (FILENAME ~ /\.lua$/) return match(line, /(^|[ \t])--/) ? substr(line, RSTART) : ""
    return match(line, /(^|[ \t])#/) ? substr(line, RSTART) : ""
}
{
    text = " " tolower(prose($0)) " "
    gsub(/spdx-[a-z]*:.*/, " ", text)
    if (match(text, "[^a-z_]+(" words ")[^a-z_]+")) {
        print FILENAME ":" FNR ": " substr(text, RSTART + 1, RLENGTH - 2) ": " $0
        bad = 1
    }
}
END { exit bad }
'
