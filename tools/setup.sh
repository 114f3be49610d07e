#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Installs the packages that building and testing Carom require:
#
#     tools/setup.sh [clang] [clang-format] [libclang-rt-14-dev] [librsvg2-bin] [tiled]
#
# The arguments are Debian packages needed in addition to those of every build. If all are present this takes a few
# milliseconds. Otherwise it installs the missing ones, as root or with sudo; without either, it prints the command to
# run and fails.
set -eu

# ---- Missing packages ------------------------------------------------------------------------------------------------

missing=
tool() { # tool COMMAND PACKAGE
    command -v "$1" >/dev/null || missing="$missing $2"
}
library() { # library PKG-CONFIG-NAME PACKAGE
    pkg-config --exists "$1" 2>/dev/null || missing="$missing $2"
}
find_missing() {
    missing=
    tool cc gcc
    tool c++ g++
    tool make make
    tool cmake cmake
    tool pkg-config pkg-config
    # One call for all libraries; the separate calls are slow, and needed only if it fails.
    if ! pkg-config --exists expat jansson zlib libzstd libpng cmocka gmp 2>/dev/null; then
        library expat libexpat1-dev
        library jansson libjansson-dev
        library zlib zlib1g-dev
        library libzstd libzstd-dev
        library libpng libpng-dev
        library cmocka libcmocka-dev
        library gmp libgmp-dev
    fi
    for package in "$@"; do
        case $package in
        librsvg2-bin) tool rsvg-convert "$package" ;;
        libclang-rt-14-dev) # libFuzzer
            ls /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a >/dev/null 2>&1 || missing="$missing $package"
            ;;
        binaryen) tool wasm-opt "$package" ;;
        lld-*) tool "ld.$package" "$package" ;;
        ninja-build) tool ninja "$package" ;;
        nodejs) tool node "$package" ;;
        xvfb) tool xvfb-run "$package" ;;
        python3-sphinx) tool sphinx-build "$package" ;;
        debhelper) tool dh "$package" ;;
        dpkg-dev) tool dpkg-source "$package" ;;
        libsdl2-dev) library sdl2 "$package" ;;
        gcc-mingw-w64-x86-64) tool x86_64-w64-mingw32-gcc "$package" ;;
        g++-mingw-w64-x86-64) tool x86_64-w64-mingw32-g++ "$package" ;;
        gcc-*-linux-gnu) tool "${package#gcc-}-gcc" "$package" ;;
        libc6-dev-*-cross | libz-mingw-* | wine64 | python3-* | furo | fonts-*) # no command in PATH
            dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
            ;;
        qemu-user) tool qemu-aarch64 "$package" ;;
        wasi-libc) [ -e /usr/lib/wasm32-wasi/libc.a ] || missing="$missing $package" ;;
        libclang-rt-14-dev-wasm32)
            ls /usr/lib/llvm-14/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a >/dev/null 2>&1 ||
                missing="$missing $package"
            ;;
        *) tool "$package" "$package" ;;
        esac
    done
}

find_missing "$@"
[ -z "$missing" ] && exit 0

# ---- Installation ----------------------------------------------------------------------------------------------------

if ! command -v apt-get >/dev/null; then
    cat >&2 <<END
This machine lacks (by their Debian names):$missing
Carom needs a C17 and a C++17 compiler, make, CMake 3.22 or later, pkg-config, and the libraries expat, jansson, zlib,
zstd, libpng, and for the tests cmocka and GMP, with their headers. Install them, then run make again.
END
    exit 1
fi

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
else
    line="apt-get update && apt-get install -y --no-install-recommends$missing"
    if command -v sudo >/dev/null; then
        line="sudo sh -c '$line'"
    else
        line="su -c '$line'"
    fi
    printf 'Some packages are missing. Run this line, then make again:\n%s\n' "$line" >&2
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 </dev/null
}
echo "Installing$missing ..."
# The package lists may be absent or outdated. If they cannot be updated, the present ones may suffice.
apt update || true
# shellcheck disable=SC2086 # a list of names
if ! apt install --no-install-recommends $missing; then
    tail -n 20 "$log" >&2
    echo "Installing packages failed; see the lines above." >&2
    exit 1
fi
find_missing "$@"
if [ -n "$missing" ]; then
    echo "Installed, yet still not found:$missing. Is an older version of them first in PATH or PKG_CONFIG_PATH?" >&2
    exit 1
fi
