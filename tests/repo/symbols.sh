#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Checks the symbols of a library.
#
#     symbols.sh exported LIBRARY.so HEADER...    exports exactly the functions declared with CAROM_API
#     symbols.sh prefixed LIBRARY.a               every global name begins with carom_ or cr_
#     symbols.sh needs LIBRARY.so                 links libm and libc only, and of libm uses only
#                                                 functions with the same results everywhere
set -eu
mode=$1 library=$2
shift 2

defined() { # defined NM-OPTIONS
    nm "$@" --defined-only "$library" | awk 'NF == 3 && $2 ~ /[A-TV-Z]/ { print $3 }' | sort -u
}

case $mode in
exported)
    # A declaration may have several lines; comments and directives are skipped.
    declared=$(cat "$@" | sed -e 's|//.*||' -e '/^ *#/d' | tr '\n' ' ' | grep -oE 'CAROM_API[^;(]*\(' |
        sed -E 's/.*[^a-z0-9_]([a-z0-9_]+) *\($/\1/' | sort -u)
    exported=$(defined -D)
    [ -n "$exported" ] || { echo "$library exports nothing" && exit 1; }
    if [ "$declared" != "$exported" ]; then
        for name in $declared; do
            echo "$exported" | grep -qx "$name" || echo "$name: declared in a header, not in $library"
        done
        for name in $exported; do
            echo "$declared" | grep -qx "$name" || echo "$name: in $library, not declared in a header"
        done
        exit 1
    fi
    ;;
prefixed)
    if defined | grep -vE '^(carom|cr)_'; then
        echo "$library: the names above do not begin with carom_ or cr_"
        exit 1
    fi
    ;;
needs)
    if readelf -d "$library" | grep NEEDED | grep -vE '\[lib(m|c)\.so'; then
        echo "$library: needs more than libm and libc"
        exit 1
    fi
    libm=$(ldd "$library" | awk '$1 ~ /^libm\.so/ { print $3 }')
    if [ -n "$libm" ] && nm -D --undefined-only "$library" | awk '{ sub(/@.*/, "", $2); print $2 }' | sort -u |
        grep -xF "$(nm -D --defined-only "$libm" | awk '{ sub(/@.*/, "", $3); print $3 }')" |
        grep -vxE '(sqrt|floor|fabs|fma)f?'; then
        echo "$library: results of these libm functions differ between platforms, or for NaN and -0"
        exit 1
    fi
    ;;
*)
    echo "usage: symbols.sh exported|prefixed|needs LIBRARY [HEADER...]" >&2
    exit 2
    ;;
esac
