#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Installs BUILD, which is static, and a new shared build; checks their symbols; and builds small programs against each
# with CMake and with pkg-config: install.sh ROOT CC BUILD
set -eu
root=$1 cc=$2 build=$3
repo=$root/tests/repo
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# use PREFIX: builds and runs the two programs of consumer/ with CMake and with pkg-config.
use() {
    lib=$1/lib
    cmake -S "$repo/consumer" -B "$1/consumer" -DCMAKE_PREFIX_PATH="$1" -DCMAKE_C_COMPILER="$cc" >/dev/null
    cmake --build "$1/consumer" >/dev/null
    "$1/consumer/consumer_core"
    "$1/consumer/consumer" "$root/levels/cave.tmx"

    export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib"
    # shellcheck disable=SC2046 # lists of flags
    "$cc" -std=c17 "$repo/consumer/core.c" -o "$work/core" $(pkg-config --cflags --libs carom)
    "$work/core"
    # shellcheck disable=SC2046
    "$cc" -std=c17 "$repo/consumer/main.c" -o "$work/main" $(pkg-config --cflags --libs carom-io)
    "$work/main" "$root/levels/cave.tmx"
    unset PKG_CONFIG_PATH LD_LIBRARY_PATH
}

static=$work/static
cmake --install "$build" --prefix "$static" >/dev/null
"$repo/symbols.sh" prefixed "$static/lib/libcarom.a"
"$repo/symbols.sh" prefixed "$static/lib/libcarom_io.a"
use "$static"

# cannot_find COMPONENT WORDS: find_package fails, and says why. WORDS may be broken at blanks.
cannot_find() {
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(x NONE)\nfind_package(carom REQUIRED COMPONENTS %s)\n' "$1" \
        >"$work/find/CMakeLists.txt"
    if cmake -S "$work/find" -B "$work/find/build" -DCMAKE_PREFIX_PATH="$static" >"$work/find/log" 2>&1; then return 1; fi
    tr -s '\n ' ' ' <"$work/find/log" | grep -q "$2" || { cat "$work/find/log"; exit 1; }
}
mkdir "$work/find"
cannot_find physics "component 'physics' of carom does not exist; the only one is io"
rm "$static/lib/cmake/carom/carom-io-targets.cmake"
cannot_find io "installed without the component io"

shared=$work/shared
# Makefiles, also if CMAKE_GENERATOR names another generator, as it does in CI.
cmake -G 'Unix Makefiles' -S "$root" -B "$shared/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 \
    -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--no-undefined -DBUILD_SHARED_LIBS=ON -DCAROM_TESTS=OFF -DCAROM_CLI=OFF \
    -DCMAKE_INSTALL_PREFIX="$shared" -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
cmake --build "$shared/build" --parallel 2 >/dev/null
cmake --install "$shared/build" >/dev/null
headers=$shared/include/carom
mv "$headers/io.h" "$headers/flat_io.h" "$work"
"$repo/symbols.sh" exported "$shared/lib/libcarom.so" "$headers"/*.h
mv "$work/io.h" "$work/flat_io.h" "$headers"
"$repo/symbols.sh" exported "$shared/lib/libcarom_io.so" "$headers/io.h" "$headers/flat_io.h"
"$repo/symbols.sh" needs "$shared/lib/libcarom.so"
use "$shared"
if command -v luajit >/dev/null; then "$root/tests/lua/installed.sh" "$shared"; fi
