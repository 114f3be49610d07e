#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The Lua binding as cmake --install puts it, in a prefix: installed.sh FOLDER. FOLDER is a build of the shared libraries.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$1" --prefix "$prefix" >/dev/null
unset CAROM_LIBRARY LUA_CPATH
cd "$prefix"
LUA_PATH="$prefix/share/lua/5.1/?.lua" luajit "$root/tests/repo/consumer/hit.lua" "$root/levels/cave.tmx" >found
cat found
grep -q "$prefix/lib.*/libcarom.so" found
