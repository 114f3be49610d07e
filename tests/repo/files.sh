#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Rules for all files of the repository: files.sh ROOT. Prints each violation, and fails if there is any.
#
# - The first lines, after a #! line, are two SPDX lines. In C and Lua a description of the file follows.
# - Headers have #pragma once. No code is disabled by #if 0. No file is called util, common or misc.
# - CMakeLists.txt lists every source file, include/carom.h or carom_flat.h every public header.
# - Tests are tests/<layer>/<name>.c, and tests/CMakeLists.txt lists them.
# - The top folder and the source folders contain text only: no programs, pictures or recordings.
set -eu
cd "$1"

# In a git clone the tracked files, elsewhere all files.
list_files() {
    git ls-files 2>/dev/null || find . -type f | sed 's|^\./||'
}

binary=$(list_files | grep -E '^(include|src|cli|bench|bindings|tools|cmake)/|^[^/]*$' | xargs grep -LI '^' || true)
if [ -n "$binary" ]; then
    echo "$binary" | sed 's/$/: is not text/'
    exit 1
fi

list_files | grep -E '^(include|src|cli|bench|bindings|tests|tools|cmake|web|\.ci)/|^[^/]*$' |
    grep -E '\.(c|cpp|h|lua|sh|cmake)$|(^|/)(CMakeLists\.txt|Makefile)$|^\.ci/' | sort | xargs awk '
function fail(why) {
    print file ": " why
    bad = 1
}
function read_list(path, list,    line, part, n) {
    while ((getline line < path) > 0) {
        n = split(line, part, /[ ()]+/)
        while (n > 0) list[part[n--]] = 1
    }
}
function end_of_file() {
    if (file == "") return
    if (!copyright || !licence) fail("does not begin with the two SPDX lines")
    if (file ~ /(^|\/)(util|common|misc)[^\/]*$/) fail("meaningless file name")
    if (file ~ /\.(c|cpp|h|lua)$/ && !purpose) fail("has no description below the SPDX lines")
    if (file ~ /\.h$/ && !once) fail("has no #pragma once")
    if (file ~ /^(src|cli|bench)\/.*\.(c|cpp)$/ && !(file in sources)) fail("is not listed in CMakeLists.txt")
    name = file
    if (sub(/^tests\//, "", name) && sub(/\.c$/, "", name) && name ~ /^[^\/]*\/[^\/]*$/ && !(name in tests) &&
        !((name ".c") in tests)) fail("is not listed in tests/CMakeLists.txt")
    if (file ~ /^include\/carom\// && !("\"" substr(file, 9) "\"" in umbrella)) fail("is not in include/carom.h or carom_flat.h")
}
BEGIN {
    read_list("CMakeLists.txt", sources)
    read_list("cmake/bench.cmake", sources)
    read_list("tests/CMakeLists.txt", tests)
    read_list("include/carom.h", umbrella)
    read_list("include/carom_flat.h", umbrella)
}
FNR == 1 {
    end_of_file()
    file = FILENAME
    copyright = licence = purpose = once = 0
}
FNR <= 2 && /SPDX-FileCopyrightText/ { copyright = FNR }
FNR <= 3 && FNR == copyright + 1 && /SPDX-License-Identifier/ { licence = 1 }
FNR == 4 && /^(\/\/|--) [^ ]/ { purpose = 1 }
/^#pragma once$/ { once = 1 }
/^[ \t]*#[ \t]*if 0/ { fail("has code disabled by #if 0") }
END {
    end_of_file()
    exit bad
}'
