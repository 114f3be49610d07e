#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Builds Carom shared and static, installs it, looks at the symbols, and builds a small program on it with CMake and
# with pkg-config, as a game would: install.sh ROOT CC
set -eu
root=$1 cc=$2
house=$root/tests/house
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for shared in ON OFF; do
    build=$work/build-$shared prefix=$work/prefix-$shared
    cmake -S "$root" -B "$build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 \
        -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--no-undefined -DBUILD_SHARED_LIBS=$shared -DCAROM_TESTS=OFF \
        -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib >/dev/null
    cmake --build "$build" >/dev/null
    cmake --install "$build" >/dev/null
    lib=$prefix/lib

    if [ $shared = ON ]; then
        mv "$prefix/include/carom/io.h" "$work"
        "$house/symbols.sh" exported "$lib/libcarom.so" "$prefix"/include/carom/*.h
        mv "$work/io.h" "$prefix/include/carom"
        "$house/symbols.sh" exported "$lib/libcarom_io.so" "$prefix/include/carom/io.h"
        "$house/symbols.sh" needs "$lib/libcarom.so"
    else
        "$house/symbols.sh" prefixed "$lib/libcarom.a"
        "$house/symbols.sh" prefixed "$lib/libcarom_io.a"
    fi

    cmake -S "$house/consumer" -B "$work/consumer-$shared" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$cc" >/dev/null
    cmake --build "$work/consumer-$shared" >/dev/null
    "$work/consumer-$shared/consumer_core"
    "$work/consumer-$shared/consumer" "$root/levels/cave.tmx"

    export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib"
    # shellcheck disable=SC2046 # lists of flags
    "$cc" -std=c17 "$house/consumer/core.c" -o "$work/core" $(pkg-config --cflags --libs carom)
    "$work/core"
    # shellcheck disable=SC2046
    "$cc" -std=c17 "$house/consumer/main.c" -o "$work/main" $(pkg-config --cflags --libs carom-io)
    "$work/main" "$root/levels/cave.tmx"
    unset PKG_CONFIG_PATH LD_LIBRARY_PATH
done
