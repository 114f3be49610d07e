#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# All tests of bindings/lua with the shared libraries of a folder: run.sh FOLDER [CALLS]. CALLS is the number of random
# calls of the fuzz test.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
CAROM_LIBRARY=$(cd "$1" && pwd)
export CAROM_LIBRARY

"$here/../../tools/cdef.py" --check
for test in shapes levels worlds bump manual; do
    luajit "$here/$test.lua"
    luajit -joff "$here/$test.lua"
done
LUA_PATH="$here/../../bindings/lua/?.lua" "$here/../../tools/examples.py" forms lua luajit -
luajit "$here/fuzz.lua" "${2:-200000}" "$$"
"$here/love.sh" "$CAROM_LIBRARY"
echo "the tests of the Lua binding passed"
