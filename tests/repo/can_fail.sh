#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Tests that the checks of this folder can fail: breaks one rule at a time in a small tree that passes them, and
# requires the check of that rule to fail: can_fail.sh ROOT CC CXX
set -eu
repo=$(cd "$1" && pwd)/tests/repo cc=$2 cxx=$3
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
spdx='// SPDX-FileCopyrightText: none
// SPDX-License-Identifier: MIT
//
// A file of the tree on which the checks are tested.'
trials=0

# put FILE LINE...: writes a file with a valid head.
put() {
    file=$tree/$1
    shift
    mkdir -p "$(dirname "$file")"
    printf '%s\n' "$spdx" "$@" >"$file"
}

plant() {
    rm -rf "${tree:?}"/*
    put include/carom/base.h '#pragma once' '#define CAROM_VERSION_MAJOR 1' '#define CAROM_VERSION_MINOR 2' \
        '#define CAROM_VERSION_PATCH 3' '#define CAROM_VERSION_SUFFIX ""' '#define CAROM_API' '#include <stdbool.h>' 'typedef bool carom_answer;'
    put include/carom/geom.h '#pragma once' '#include "carom/base.h"' 'CAROM_API bool carom_yes(float x);'
    put include/carom/level.h '#pragma once' '#include "carom/geom.h"' '#include <stdint.h>'
    printf '%s\n' 'typedef struct carom_x_desc {' '    uint32_t size;' '} carom_x_desc;' >>"$tree/include/carom/level.h"
    put include/carom/flat.h '#pragma once' '#include "carom/geom.h"'
    put include/carom_flat.h '#pragma once' '#include "carom/flat.h"'
    mkdir -p "$tree/docs" "$tree/tests/flat" "$tree/tests/flat_io"
    echo 'Options: `carom_x_desc`.' >"$tree/docs/abi.md"
    put include/carom.h '#pragma once' '#include "carom/base.h"' '#include "carom/geom.h"' '#include "carom/level.h"'
    mkdir -p "$tree/src/base" "$tree/cli"
    cp "$repo/../../src/base/float.h" "$tree/src/base"
    put src/geom/yes.h '#pragma once' '#include "base/float.h"'
    put src/geom/yes.c '#include "geom/yes.h"' '#include "carom/geom.h"' 'bool carom_yes(float x) { return x > 0; }'
    put tests/geom/yes.c
    printf '# SPDX-FileCopyrightText: none\n# SPDX-License-Identifier: MIT\n  src/geom/yes.c\n' >"$tree/CMakeLists.txt"
    sed 's|  src/geom/yes.c|carom_test(geom/yes)|' "$tree/CMakeLists.txt" >"$tree/tests/CMakeLists.txt"
    printf '## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n' >"$tree/CHANGELOG.md"
    echo "project('carom', 'c', version: '1.2.3')" >"$tree/meson.build"
    mkdir -p "$tree/docs" "$tree/packages/debian"
    echo 'Package: libcarom1' >"$tree/packages/debian/control"
    printf '| name | value |\n|---|---|\n| `SMALL` | 2^-20 |\n' >"$tree/docs/numerics.md"
    check=$1
}

build_library() { # build_library FLAG...
    "$cc" -fPIC -I "$tree/include" -I "$tree/src" "$tree"/src/geom/*.c -o "$tree/library" "$@"
}
passes() {
    (cd "$tree" && check_now) >/dev/null 2>&1
}
check_now() {
    case $check in
    abi | flat | includes | files | lua_cdef | python | version | words | parameters | tolerances) "$repo/$check.sh" "$tree" ;;
    headers) "$repo/headers.sh" "$tree" "$cc" "$cxx" ;;
    fast_math | unity) "$repo/$check.sh" "$tree" "$cc" ;;
    examples)
        "$cc" -c -I "$tree/include" -I "$tree/src" "$tree/src/geom/yes.c" -o "$tree/yes.o"
        ar rc "$tree/libcarom.a" "$tree/yes.o"
        cp "$tree/libcarom.a" "$tree/libcarom_io.a"
        "$repo/examples.sh" "$tree" "$cc" "$tree"
        ;;
    exported)
        build_library -shared
        "$repo/symbols.sh" exported "$tree/library" "$tree/include/carom/geom.h"
        ;;
    needs)
        build_library -shared -Wl,--no-as-needed "-l$needs"
        "$repo/symbols.sh" needs "$tree/library"
        ;;
    prefixed)
        build_library -r -nostdlib
        "$repo/symbols.sh" prefixed "$tree/library"
        ;;
    esac
}

good() { # good CHECK: plants a valid tree, which must pass
    plant "$1"
    if ! passes; then
        echo "$1: fails on a valid tree"
        check_now
        exit 1
    fi
}
still_good() { # still_good WHAT: the tree, changed, must still pass
    if ! passes; then
        echo "$check: rejects $1"
        exit 1
    fi
}
bad() { # bad WHAT: the tree, now invalid, must not pass
    trials=$((trials + 1))
    if passes; then
        echo "$check: does not detect $1"
        exit 1
    fi
    plant "$check"
}

good includes
put src/geom/up.c '#include "level/edges.h"'
bad 'a private include that points up'
put src/geom/up.c '# include "carom/level.h"'
bad 'a public include that points up'
put include/carom/geom.h '#pragma once' '#include "carom/level.h"'
bad 'a public header that points up'
put include/carom/geom.h '#pragma once' '#include "geom/yes.h"'
bad 'a public header that needs a private one'
put src/geom/near.c '#include "yes.h"'
bad 'an include that does not name its layer'
put cli/main.c '#include "geom/yes.h"'
bad 'a command that includes a private header'
put cli/main.c '#include "bench/bench.h"'
bad 'a command that includes a header of bench'
put src/io/map.c '#include "carom/world.h"'
bad 'io that includes carom/world.h'
put src/geom/up.c '#include <zlib.h>'
bad 'an external library in the core'

good files
printf 'int x;\n' >"$tree/src/geom/yes.c"
bad 'a file without SPDX lines'
put src/geom/no.c
bad 'a source that is not in CMakeLists.txt'
put tests/geom/no.c
bad 'a test that is not in CMakeLists.txt'
put src/geom/no.h
bad 'a header without a guard'
put src/geom/yes.c '#if 0' '#endif'
bad 'code disabled by #if 0'
put src/geom/utils.h '#pragma once'
bad 'a meaningless file name'
printf 'PERF\0\001' >"$tree/recording"
bad 'a binary file'
put include/carom/grid.h '#pragma once'
bad 'a header that carom.h does not include'
mkdir -p "$tree/bindings/lua"
printf 'return {}\n' >"$tree/bindings/lua/carom.lua"
bad 'a Lua file without SPDX lines'

plant python
echo 'The function `carom_yes` is overlap().' >"$tree/docs/python.md"
still_good 'a document of the Python package'
echo 'carom_yes' >"$tree/docs/python.md"
bad 'a public function that docs/python.md does not name'

if command -v python3 >/dev/null; then
    plant lua_cdef
    cp -R "$repo/../../include" "$repo/../../bindings" "$repo/../../tools" "$tree"
    still_good 'the headers of this tree'
    echo 'CAROM_API int carom_new(int x);' >>"$tree/include/carom/level.h"
    bad 'declarations for Lua without a new function'

    plant_example() { # plant_example LINE_OF_OUTPUT
        plant examples
        mkdir "$tree/tools"
        cp "$repo/../../tools/examples.py" "$tree/tools"
        put docs/examples/geom/yes.c '' '#include "carom/geom.h"' '#include <stdio.h>' 'int main(void) {' \
            '    float x = 1;' '    printf("%d\n", carom_yes(x));' '}' '' '// Prints:' "// $1"
    }
    plant_example 1
    still_good 'an example that prints its comment'
    plant_example 0
    bad 'an example that does not print its comment'
    plant_example 1
    sed -i 's/float x/double x/' "$tree/docs/examples/geom/yes.c"
    bad 'an example with a warning of the compiler'
    plant_example 1
    sed -i 's/^}/    return 1;\n}/' "$tree/docs/examples/geom/yes.c"
    bad 'an example that fails'
    plant_example 1
    echo 'CAROM_API int carom_new(int x);' >>"$tree/include/carom/level.h"
    bad 'a function without an example'
    plant_example 1
    echo '//     float x = 2;' >>"$tree/include/carom/level.h"
    bad 'code in a header that is not a passage of an example'
fi

good words
put src/geom/no.c '// Tells nobody about the contact.'
bad 'a word of unclear prose in a comment'
printf 'The mover goes home.\n' >"$tree/README.md"
bad 'words of unclear prose in a document'

good parameters
put src/geom/no.c 'static int no(int a, int b, int c,' '              int d, int e, int f, int g) {' '    return a + b + c + d + e + f + g;' '}'
bad 'a function with seven parameters'
put src/geom/no.h '#pragma once' 'typedef int cr_no(int a, int b, int c, int d, int e, int f, int g);'
bad 'a function type with seven parameters'

good tolerances
put src/geom/yes.c '#define SMALL 0x1p-20f // of the size: rounding' 'float f(float x) { return x * SMALL; }'
still_good 'a tolerance with name, comment and row'
put src/geom/yes.c 'float f(float x) { return x * 0x1p-20f; }'
bad 'a tolerance without a name'
put src/geom/yes.c '' '#define SMALL 0x1p-20f'
bad 'a tolerance without a comment'
put src/geom/yes.c '#define TINY 0x1p-20f // of the size: rounding'
bad 'a tolerance that is not in the table'
put src/geom/yes.c 'static const double SMALL = 1e-6; // of the size: rounding'
bad 'a tolerance whose value is not that of the table'

good unity
put src/geom/no.c 'static int same(void) { return 0; }' 'int carom_no(void);' 'int carom_no(void) { return same(); }'
put src/level/no.c 'static int same(void) { return 1; }' 'int carom_not(void);' 'int carom_not(void) { return same(); }'
bad 'two static functions of one name'
put src/geom/no.h '#pragma once' 'enum { CR_SAME = 1 };'
put src/geom/no.c '#include "geom/no.h"'
put src/io/no.c 'enum { CR_SAME = 2 };'
bad 'two constants of one name, one of them in io'

good abi
put include/carom/level.h '#pragma once' 'typedef struct carom_x_desc {' '    int new;' '} carom_x_desc;'
bad 'an option struct without a size'
put include/carom/level.h '#pragma once' 'typedef struct carom_new_desc {' '    uint32_t size; ///< x' '} carom_new_desc;'
bad 'an option struct that docs/abi.md does not list'
echo 'CAROM_API carom_x_desc' '    carom_get(void);' >>"$tree/include/carom/level.h"
bad 'an option struct that is returned by value'

good flat
by_value() { # adds a function with structs by value
    put include/carom/geom.h '#pragma once' '#include "carom/base.h"' 'typedef struct carom_v {' '    float x;' '} carom_v;' \
        'CAROM_API carom_v carom_negative(carom_v v);'
}
by_value
bad 'a struct by value without a flat function'
twin='CAROM_API void carom_flat_negative('
by_value
put include/carom/flat.h '#pragma once' "${twin}const carom_v *v, float *out);"
put tests/flat/v.c 'carom_flat_negative('
bad 'a flat function with another signature'
by_value
put include/carom/flat.h '#pragma once' "${twin}const carom_v *v, carom_v *out);"
put tests/flat/v.c 'carom_negative('
bad 'a flat function without a test'
put include/carom/geom.h '#pragma once' 'typedef struct carom_v {' '    float x;' '} carom_v;' 'typedef bool carom_test(carom_v v);'
bad 'a callback with a struct by value without a flat one'

good headers
put include/carom/geom.h '#pragma once' 'CAROM_API bool carom_yes(float x);'
bad 'a header that does not compile alone'
put include/carom/geom.h '#pragma once' 'struct carom_pair {' '    int new;' '};'
bad 'a header that is not valid C++'
put include/carom/level.h '#pragma once' 'typedef bool carom_answer;' '#include "carom/base.h"'
bad 'two types with one name'

good fast_math
put src/geom/yes.c 'int carom_yes(float x) { return x > 0; }'
bad 'a source that compiles with -ffast-math'

good version
printf '## [1.2.4] - 2026-01-01\n' >"$tree/CHANGELOG.md"
bad 'a different version in the changelog'
good version
sed -i 's/SUFFIX ""/SUFFIX "-dev"/' "$tree/include/carom/base.h"
bad 'a development version that is already released'
sed -i 's/1.2.3/1.2.2/' "$tree/meson.build"
bad 'another version in meson.build'
sed -i 's/libcarom1/libcarom0.2/' "$tree/packages/debian/control"
bad 'a Debian package of another ABI'

good exported
put src/geom/no.c 'int carom_no(void) { return 0; }'
bad 'an exported function without a declaration'
put include/carom/geom.h '#include "carom/base.h"' 'CAROM_API bool carom_yes(float x);' 'CAROM_API int' '    carom_no(void);'
bad 'a declaration without a definition'

good prefixed
put src/geom/no.c 'int no(void) { return 0; }'
bad 'a global name without prefix'

needs=m
good needs
needs=z
bad 'a library that the core must not link'
needs=m
put src/geom/no.c 'double sin(double);' 'double carom_no(double x);' 'double carom_no(double x) { return sin(x); }'
bad 'a libm function whose results differ between platforms'

echo "$trials invalid trees, all detected"
