#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The core for Windows, compiled by mingw-w64 and run under wine: windows.sh ROOT. As a DLL, which exports exactly the
# public functions, used by a program; and as the two files, with the hashes of single.sh. The readers of io are not
# tested: Debian has no expat and zstd for mingw.
set -eu
root=$(cd "$1" && pwd)
machine=x86_64-w64-mingw32
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WINEPREFIX="$work/wine" WINEDEBUG=-all

# Without -Wfloat-conversion: isfinite of mingw-w64 converts.
cmake -S "$root" -B "$work/build" -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=$machine-gcc -DBUILD_SHARED_LIBS=ON \
    -DCAROM_IO=OFF -DCAROM_TESTS=OFF -DCAROM_CLI=OFF -DCMAKE_INSTALL_PREFIX="$work/prefix" \
    -DCMAKE_C_FLAGS='-O1 -Werror -Wno-float-conversion' -DCMAKE_BUILD_TYPE=None >/dev/null
cmake --build "$work/build" --parallel "$(nproc)" >/dev/null
cmake --install "$work/build" >/dev/null

$machine-objdump -p "$work/prefix/bin/libcarom.dll" |
    sed -nE 's/^.*[[:space:]](carom_[a-z0-9_]+)$/\1/p' | sort -u >"$work/exported"
find "$root/include/carom" -name '*.h' ! -name '*io.h' -exec cat {} + | sed 's|//.*||' | tr '\n' ' ' |
    grep -oE 'CAROM_API[^;(]*\(' | grep -oE 'carom_[a-z0-9_]+\($' | tr -d '(' | sort -u >"$work/declared"
diff "$work/declared" "$work/exported" || {
    echo "windows.sh: < is declared with CAROM_API and not exported, > the reverse"
    exit 1
}

# shellcheck disable=SC2046 # lists of flags
$machine-gcc -std=c17 "$root/tests/repo/consumer/core.c" -o "$work/prefix/bin/core.exe" \
    $(PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig" pkg-config --cflags --libs carom)
/usr/lib/wine/wine64 "$work/prefix/bin/core.exe"

"$root/tests/repo/single.sh" "$root" $machine-gcc $machine-g++ /usr/lib/wine/wine64
