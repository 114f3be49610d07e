#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The Lua binding as cmake --install puts it into PREFIX, with the shared libraries: installed.sh PREFIX
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
prefix=$(cd "$1" && pwd)
unset CAROM_LIBRARY LUA_CPATH
cd "$prefix"
LUA_PATH="$prefix/share/lua/5.1/?.lua" luajit "$root/tests/repo/consumer/hit.lua" "$root/levels/cave.tmx" >found
cat found
grep -q "$prefix/lib.*/libcarom.so" found
