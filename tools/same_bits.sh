#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# tools/same_bits on every compiler and machine at hand: gcc and clang, -O0 and -O3 and for this very processor, arm64
# under qemu, WASM with and without SIMD in node. Every layer must come to the same hash.
set -euo pipefail
cd "$(dirname "$0")/.."

out=build-same-bits
mkdir -p "$out"
mapfile -t core < <(sed -n '/^set(CAROM_CORE/,/^)/p' CMakeLists.txt | grep -o 'src/[a-z0-9_/]*\.c')
flags=(-std=c17 -DNDEBUG -ffp-contract=off -Iinclude -Isrc -Itests -Itools)

first=
differ=0
compare() { # compare NAME TEXT
    printf '%s\n%s\n\n' "$1" "$2"
    [ -n "$first" ] || first=$2
    [ "$2" = "$first" ] || differ=1
}
native() { # native NAME RUNNER COMPILER FLAGS...
    local name=$1 runner=$2 compiler=$3
    shift 3
    "$compiler" "${flags[@]}" "$@" "${core[@]}" tools/same_bits.c tools/same_bits_main.c -o "$out/$name" -lm
    compare "$name" "$($runner "$out/$name")"
}

# gcc 12 drops roundings to float where it makes vectors of pairs; CMakeLists.txt has the same flag.
native gcc-O3 '' gcc -O3 -fno-tree-slp-vectorize
native gcc-O0 '' gcc -O0
native gcc-O3-native '' gcc -O3 -march=native -fno-tree-slp-vectorize
native clang-O3 '' clang-14 -O3
native clang-O3-native '' clang-14 -O3 -march=native
native arm64-gcc-O2 qemu-aarch64 aarch64-linux-gnu-gcc -O2 -fno-tree-slp-vectorize -static
for preset in wasm wasm-plain; do
    cmake --preset $preset >/dev/null
    cmake --build --preset $preset --target carom_same_bits >/dev/null
done
compare 'wasm with SIMD, node' "$(node web/test/same_bits.js web/dist/same_bits.wasm)"
compare 'wasm, node' "$(node web/test/same_bits.js web/dist/same_bits-plain.wasm)"

if [ $differ -ne 0 ]; then
    echo "not the same bits" >&2
    exit 1
fi
echo "the same bits from all 8"
