#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# All sources of the core compile as one translation unit, also with those of io, so that every name is unique:
# unity.sh ROOT CC. Prints the first clashes, and fails if there are any.
set -eu
root=$(cd "$1" && pwd)
cc=$2
unit=$(mktemp -d)
trap 'rm -rf "$unit"' EXIT

compile() { # compile NAME LAYER...
    name=$1
    shift
    for layer in "$@"; do
        [ ! -d "$root/src/$layer" ] || find "$root/src/$layer" -name '*.c' | sort
    done | sed 's/.*/#include "&"/' >"$unit/$name.c"
    if ! "$cc" -std=c17 -D_XOPEN_SOURCE=700 -Werror -fsyntax-only -ffp-contract=off \
        -I "$root/include" -I "$root/src" "$unit/$name.c" 2>"$unit/errors"; then
        grep -E 'error|warning' "$unit/errors" | head -n 20
        echo "$name: does not compile as one translation unit: give each name one meaning"
        exit 1
    fi
}
compile core base geom grid level motion world walker draw flat
compile core_and_io base geom grid level motion world walker draw flat io flat_io
