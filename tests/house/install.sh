#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Installs the build at hand, which is static, and a shared one made for the purpose; looks at their symbols; and builds
# small programs on each with CMake and with pkg-config, as a game would: install.sh ROOT CC BUILD
set -eu
root=$1 cc=$2 build=$3
house=$root/tests/house
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# use PREFIX: the two programs of consumer/, built both ways and run.
use() {
    lib=$1/lib
    cmake -S "$house/consumer" -B "$1/consumer" -DCMAKE_PREFIX_PATH="$1" -DCMAKE_C_COMPILER="$cc" >/dev/null
    cmake --build "$1/consumer" >/dev/null
    "$1/consumer/consumer_core"
    "$1/consumer/consumer" "$root/levels/cave.tmx"

    export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib"
    # shellcheck disable=SC2046 # lists of flags
    "$cc" -std=c17 "$house/consumer/core.c" -o "$work/core" $(pkg-config --cflags --libs carom)
    "$work/core"
    # shellcheck disable=SC2046
    "$cc" -std=c17 "$house/consumer/main.c" -o "$work/main" $(pkg-config --cflags --libs carom-io)
    "$work/main" "$root/levels/cave.tmx"
    unset PKG_CONFIG_PATH LD_LIBRARY_PATH
}

static=$work/static
cmake --install "$build" --prefix "$static" >/dev/null
"$house/symbols.sh" prefixed "$static/lib/libcarom.a"
"$house/symbols.sh" prefixed "$static/lib/libcarom_io.a"
use "$static"

shared=$work/shared
cmake -S "$root" -B "$shared/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 \
    -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--no-undefined -DBUILD_SHARED_LIBS=ON -DCAROM_TESTS=OFF -DCAROM_CLI=OFF \
    -DCMAKE_INSTALL_PREFIX="$shared" -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
cmake --build "$shared/build" >/dev/null
cmake --install "$shared/build" >/dev/null
mv "$shared/include/carom/io.h" "$work"
"$house/symbols.sh" exported "$shared/lib/libcarom.so" "$shared"/include/carom/*.h
mv "$work/io.h" "$shared/include/carom"
"$house/symbols.sh" exported "$shared/lib/libcarom_io.so" "$shared/include/carom/io.h"
"$house/symbols.sh" needs "$shared/lib/libcarom.so"
use "$shared"
