#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Runs tools/same_bits in the builds of every machine, compiler and option that is installed, and writes the table of
# docs/machines.md. Machines other than x86-64 are emulated: by qemu, wine and node. Fails unless every build that runs
# has the hashes of tools/same_bits.txt.
#
#     tools/same_bits.sh [--options 'O2 O3'] [MACHINE...]
#
# With machines or options runs only these, and leaves the other cells of the table as build-same-bits/results has them.
set -euo pipefail
cd "$(dirname "$0")/.."

out=$PWD/build-same-bits
[ $# -gt 0 ] || rm -rf "$out/results"
mkdir -p "$out/results"
mapfile -t core < <(sed -n '/^set(CAROM_CORE/,/^)/p' CMakeLists.txt | grep -o 'src/[a-z0-9_/]*\.c')
export out sources="${core[*]} tools/same_bits.c tools/same_bits_main.c"
export flags='-std=c17 -DNDEBUG -ffp-contract=off -Iinclude -Isrc -Itests -Itools'
export WINEDEBUG=-all WINEPREFIX=$out/wine

options='O0 O1 O2 O3 Os native LTO scalar'
chosen_options=$options
if [ "${1:-}" = --options ]; then
    chosen_options=$2
    shift 2
fi
flags_of() { # flags_of OPTION COMPILER
    case $1 in
    native) echo '-O3 -march=native' ;;
    LTO)
        case $2 in
        clang-*) echo "-O2 -flto -fuse-ld=lld-${2#clang-}" ;;
        *) echo '-O2 -flto' ;;
        esac
        ;;
    scalar) echo '-O2 -U__SSE2__' ;;
    *) echo "-$1" ;;
    esac
}

# Prints the machines: their name, the compiler prefix of gcc, the flags of both compilers, and what runs a program.
machines() {
    cat <<'END'
x86-64|||
i686 with SSE2|i686-linux-gnu|-msse2 -mfpmath=sse -static|qemu-i386
arm64|aarch64-linux-gnu|-static|qemu-aarch64
riscv64|riscv64-linux-gnu|-static|qemu-riscv64
ppc64le|powerpc64le-linux-gnu|-static|qemu-ppc64le
s390x (big endian)|s390x-linux-gnu|-static|qemu-s390x
Windows|x86_64-w64-mingw32|-static|/usr/lib/wine/wine64
END
}

# Prints the compilers of a machine.
compilers_of() { # compilers_of MACHINE PREFIX
    case $1 in
    x86-64) echo gcc-11 gcc-12 clang-13 clang-14 clang-15 clang-16 clang-19 clang-22 ;;
    Windows) echo "$2-gcc" ;;
    # qemu 7.2 multiplies in MDEBR with the whole register (3 by 5 is 160). clang uses MDEBR, gcc does not.
    s390x*) echo "$2-gcc" ;;
    *) echo "$2-gcc" clang-16 ;;
    esac
}

options_of() { # options_of MACHINE COMPILER
    case $1:$2 in
    x86-64:*) echo "$options" ;;
    *:clang-*) echo O0 O2 O3 ;;
    *) echo O0 O1 O2 O3 Os LTO ;;
    esac
}

# Builds and runs one program, and writes "same", "differs" with the layers, or why there is no result.
try() { # try MACHINE|PREFIX|FLAGS|RUNNER|COMPILER|OPTION
    local machine prefix more runner compiler option program result
    IFS='|' read -r machine prefix more runner compiler option <<<"$1"
    result="$out/results/$machine|$compiler|$option"
    program="$out/$(tr -c 'a-z0-9\n' '-' <<<"${machine,,} $compiler ${option,,}").exe"
    command -v "$compiler" >/dev/null || {
        echo 'not installed' >"$result"
        return
    }
    case $compiler in
    clang-*) [ -z "$prefix" ] || more="$more --target=$prefix" ;;
    # gcc 12 drops roundings to float in SLP vectorization; CMakeLists.txt has the same flag.
    *) more="$more -fno-tree-slp-vectorize" ;;
    esac
    # In strict C, gcc for s390x says that it computes float in double, which it does not.
    case $compiler in s390x-*) more="$more -fexcess-precision=fast" ;; esac
    # shellcheck disable=SC2046,SC2086 # lists of words
    if ! "$compiler" $flags $more $(flags_of "$option" "$compiler") $sources -o "$program" -lm >"$program.log" 2>&1; then
        echo 'does not build' >"$result"
    elif ! $runner "$program" 2>>"$program.log" | tr -d '\r' >"$program.txt"; then
        echo 'does not run' >"$result"
    else
        verdict "$program.txt" >"$result"
    fi
    rm -f "$program"
    echo "$machine, $compiler, $option: $(cat "$result")"
}

verdict() { # verdict FILE
    local layers
    layers=$( (diff "$1" tools/same_bits.txt || true) | sed -n 's/^> \([a-z]*\).*/\1/p' | paste -sd ' ')
    [ -n "$layers" ] && echo "differs: $layers" || echo same
}

wasm() {
    local preset suffix option
    for preset in wasm wasm-plain; do
        suffix=${preset#wasm}
        [ -n "$suffix" ] && option=scalar || option=O2
        cmake --preset $preset >/dev/null
        cmake --build --preset $preset --target carom_same_bits >/dev/null
        node web/test/same_bits.js "web/dist/same_bits$suffix.wasm" >"$out/$preset.txt"
        verdict "$out/$preset.txt" >"$out/results/WASM|clang-14|$option"
        echo "WASM, clang-14, $option: $(cat "$out/results/WASM|clang-14|$option")"
    done
}

version_of() { # version_of COMPILER
    case $1 in
    clang-*) "$1" --version 2>/dev/null | sed -n '1s/.*version \([0-9.]*\).*/clang \1/p' ;;
    *) "$1" -dumpfullversion 2>/dev/null | sed 's/^/gcc /' ;;
    esac
}

row() { # row MACHINE COMPILER
    local option file version
    version=$(version_of "$2")
    printf '| %s | %s |' "$1" "${version:-$2, not installed}"
    for option in $options; do
        file="$out/results/$1|$2|$option"
        printf ' %s |' "$([ -e "$file" ] && cat "$file" || echo)"
    done
    echo
}

table() {
    local machine prefix compiler
    cat <<'END'
# The same bits on every machine

Written by `make same-bits`, which runs the program `tools/same_bits` in each build: 10^5 random queries of every layer
of the core. *same*: the hash of every layer is that of `tools/same_bits.txt`. An empty cell is not tried.

- Machines other than x86-64 are emulated: qemu-user, wine for Windows, node for WASM.
- `native` is `-O3 -march=native` on the machine of the run. `LTO` is `-O2 -flto`. `scalar` is `-O2` without the SIMD
  instructions that the sources name: `-U__SSE2__`, and WASM without SIMD.
- All builds have `-ffp-contract=off`; gcc has `-fno-tree-slp-vectorize`, and for s390x `-fexcess-precision=fast`.
  `CMakeLists.txt` sets all three. On i686, `-msse2 -mfpmath=sse` is required; without, the library does not compile.
- clang is not tried on s390x: it uses the instruction MDEBR, in which qemu 7.2 multiplies 3 by 5 to 160.

END
    echo "The last run was on commit $(git rev-parse --short=10 HEAD 2>/dev/null || echo unknown)."
    echo
    echo "| machine | compiler | $(sed 's/ / | /g; s/O\([0-3s]\)/-O\1/g' <<<"$options") |"
    echo "|---|---|$(sed 's/[A-Za-z0-9]* */---|/g' <<<"$options")"
    while IFS='|' read -r machine prefix _; do
        for compiler in $(compilers_of "$machine" "$prefix"); do row "$machine" "$compiler"; done
    done < <(machines)
    row WASM clang-14
}

chosen=$(printf '%s\n' "$@")
while IFS='|' read -r machine prefix more runner; do
    [ $# -eq 0 ] || grep -qx "$machine" <<<"$chosen" || continue
    for compiler in $(compilers_of "$machine" "$prefix"); do
        for option in $(options_of "$machine" "$compiler"); do
            [[ " $chosen_options " = *" $option "* ]] || continue
            echo "$machine|$prefix|$more|$runner|$compiler|$option"
        done
    done
done < <(machines) >"$out/builds"
export -f try verdict flags_of
tr '\n' '\0' <"$out/builds" | xargs -0 -r -P "$(nproc)" -I BUILD bash -euo pipefail -c 'try "$1"' - BUILD
if [ $# -eq 0 ] || grep -qx WASM <<<"$chosen"; then wasm; fi
table >docs/machines.md
bad=$(grep -rLx 'same\|not installed' "$out/results" | wc -l)
same=$(grep -rlx same "$out/results" | wc -l)
echo "$same builds have the same bits, $bad do not"
[ "$bad" -eq 0 ]
