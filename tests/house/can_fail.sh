#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The checks of this folder can fail: a small tree that passes them is spoilt in one way at a time, and each time the
# check that watches over it must notice: can_fail.sh ROOT CC CXX
set -eu
house=$(cd "$1" && pwd)/tests/house cc=$2 cxx=$3
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
spdx='// SPDX-FileCopyrightText: nobody
// SPDX-License-Identifier: MIT
//
// A file of the tree that the checks are tried on.'
trials=0

# put FILE LINE...: writes a file that begins as it should.
put() {
    file=$tree/$1
    shift
    mkdir -p "$(dirname "$file")"
    printf '%s\n' "$spdx" "$@" >"$file"
}

plant() {
    rm -rf "${tree:?}"/*
    put include/carom/base.h '#pragma once' '#define CAROM_VERSION_MAJOR 1' '#define CAROM_VERSION_MINOR 2' \
        '#define CAROM_VERSION_PATCH 3' '#define CAROM_API' '#include <stdbool.h>' 'typedef bool carom_answer;'
    put include/carom/geom.h '#pragma once' '#include "carom/base.h"' 'CAROM_API bool carom_yes(float x);'
    put include/carom/level.h '#pragma once' '#include "carom/geom.h"'
    put include/carom.h '#pragma once' '#include "carom/base.h"' '#include "carom/geom.h"' '#include "carom/level.h"'
    mkdir -p "$tree/src/base" "$tree/cli"
    cp "$house/../../src/base/float.h" "$tree/src/base"
    put src/geom/yes.h '#pragma once' '#include "base/float.h"'
    put src/geom/yes.c '#include "geom/yes.h"' '#include "carom/geom.h"' 'bool carom_yes(float x) { return x > 0; }'
    put tests/geom/yes.c
    printf '# SPDX-FileCopyrightText: nobody\n# SPDX-License-Identifier: MIT\n  src/geom/yes.c\n' >"$tree/CMakeLists.txt"
    sed 's|  src/geom/yes.c|carom_test(geom/yes)|' "$tree/CMakeLists.txt" >"$tree/tests/CMakeLists.txt"
    printf '## [Unreleased]\n\n## [1.2.3] - 2026-01-01\n' >"$tree/CHANGELOG.md"
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
    includes | files | version) "$house/$check.sh" "$tree" ;;
    headers) "$house/headers.sh" "$tree" "$cc" "$cxx" ;;
    fast_math) "$house/fast_math.sh" "$tree" "$cc" ;;
    exported)
        build_library -shared
        "$house/symbols.sh" exported "$tree/library" "$tree/include/carom/geom.h"
        ;;
    needs)
        build_library -shared -Wl,--no-as-needed "-l$needs"
        "$house/symbols.sh" needs "$tree/library"
        ;;
    prefixed)
        build_library -r -nostdlib
        "$house/symbols.sh" prefixed "$tree/library"
        ;;
    esac
}

good() { # good CHECK: the tree as planted passes
    plant "$1"
    if ! passes; then
        echo "$1: fails on a tree that is right"
        check_now
        exit 1
    fi
}
bad() { # bad WHAT: the tree, spoilt, must not pass
    trials=$((trials + 1))
    if passes; then
        echo "$check: did not notice $1"
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
bad 'a command that reaches inside the library'
put cli/main.c '#include "bench/bench.h"'
bad 'a command that brings the benchmark along'
put src/io/map.c '#include "carom/world.h"'
bad 'io that knows the world'
put src/geom/up.c '#include <zlib.h>'
bad 'a library in the core'

good files
printf 'int x;\n' >"$tree/src/geom/yes.c"
bad 'a file without its head'
put src/geom/no.c
bad 'a source that is in no list'
put tests/geom/no.c
bad 'a test that is in no list'
put src/geom/no.h
bad 'a header without a guard'
put src/geom/yes.c '#if 0' '#endif'
bad 'code that is switched off'
put src/geom/utils.h '#pragma once'
bad 'a file name that says nothing'
printf 'PERF\0\001' >"$tree/recording"
bad 'a recording that was left there'
put include/carom/grid.h '#pragma once'
bad 'a header that is missing in carom.h'

good headers
put include/carom/geom.h '#pragma once' 'CAROM_API bool carom_yes(float x);'
bad 'a header that needs another before it'
put include/carom/geom.h '#pragma once' 'struct carom_pair {' '    int new;' '};'
bad 'a header that is not C++'
put include/carom/level.h '#pragma once' 'typedef bool carom_answer;' '#include "carom/base.h"'
bad 'two types of one name'

good fast_math
put src/geom/yes.c 'int carom_yes(float x) { return x > 0; }'
bad 'arithmetic that -ffast-math could bend'

good version
printf '## [1.2.4] - 2026-01-01\n' >"$tree/CHANGELOG.md"
bad 'a changelog with another version'

good exported
put src/geom/no.c 'int carom_no(void) { return 0; }'
bad 'a function that no header declares'
put include/carom/geom.h '#include "carom/base.h"' 'CAROM_API bool carom_yes(float x);' 'CAROM_API int' '    carom_no(void);'
bad 'a declaration without a function'

good prefixed
put src/geom/no.c 'int no(void) { return 0; }'
bad 'a name that could clash'

needs=m
good needs
needs=z
bad 'a library the core may not need'
needs=m
put src/geom/no.c 'double sin(double);' 'double carom_no(double x);' 'double carom_no(double x) { return sin(x); }'
bad 'a function of libm that differs'

echo "$trials spoilt trees, all noticed"
