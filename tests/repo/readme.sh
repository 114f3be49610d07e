#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Tests the examples of README.md, CONTRIBUTING.md and docs/: readme.sh ROOT CC BUILD
#
# - A block marked c is a program: it must compile without warnings, link with the libraries in BUILD, run in ROOT, and
#   print the block marked text that follows it.
# - A block marked console is a session: each line "$ command" is run in ROOT and must print the lines after it. build/
#   stands for BUILD, and cc for CC.
# - The target of every relative link and picture must exist.
# - Every picture in docs/images must be equal to the output of tools/pictures.sh; `make pictures` updates them.
set -eu
root=$1 cc=$2 build=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
bad=0

# blocks KIND FILE: writes the blocks of that kind to $work/1.KIND, 2.KIND ..., and the text blocks after them to
# $work/1.text ...
blocks() {
    rm -f "$work"/*.*
    awk -v kind="$1" -v out="$work/" '
        /^```/ { word = substr($0, 4) }
        /^```/ && inside == "" && word == kind { inside = kind; n++; next }
        /^```text/ && inside == "" && n > 0 && !printed[n]++ { inside = "text"; next }
        /^```/ && inside == "" && word != "" { inside = word; next }
        /^```/ { inside = ""; next }
        inside == kind || inside == "text" { print > (out n "." inside) }' "$2"
}

for page in README.md CONTRIBUTING.md docs/*.md; do
    blocks c "$page"
    for source in "$work"/*.c; do
        [ -e "$source" ] || continue
        libraries="$build/libcarom_io.a $build/libcarom.a"
        # shellcheck disable=SC2046,SC2086 # lists
        if ! $cc -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I include "$source" -o "$work/program" \
            $libraries $(pkg-config --libs expat zlib libzstd) -lm; then
            echo "$page: C block $(basename "$source" .c) does not build"
            bad=1
        elif ! "$work/program" >"$work/printed"; then
            echo "$page: C block $(basename "$source" .c) fails"
            bad=1
        elif [ -e "${source%.c}.text" ] && ! diff "${source%.c}.text" "$work/printed"; then
            echo "$page: C block $(basename "$source" .c) prints the lines marked > instead of those marked <"
            bad=1
        fi
    done

    blocks console "$page"
    for session in "$work"/*.console; do
        [ -e "$session" ] || continue
        grep '^\$ ' "$session" | while IFS= read -r line; do
            printf '%s\n' "$line"
            (eval "$(printf '%s\n' "${line#\$ }" | sed "s|build/|$build/|g; s|^cc |$cc |")") 2>&1 </dev/null || true
        done >"$work/printed"
        if ! diff "$session" "$work/printed"; then
            echo "$page: the session above prints the lines marked > instead of those marked <"
            bad=1
        fi
    done

    for link in $(grep -oE '\]\([^)#: ]+[)#]' "$page" | sed 's/^](//; s/.$//'); do
        [ -e "$(dirname "$page")/$link" ] || {
            echo "$page: links to $link, which does not exist"
            bad=1
        }
    done
done

mkdir "$work/pictures"
tools/pictures.sh "$build/carom" "$work/pictures"
for picture in docs/images/*.svg; do
    cmp -s "$picture" "$work/pictures/$(basename "$picture")" || {
        echo "$picture: differs from the current output: review the change, then run make pictures"
        bad=1
    }
done
exit $bad
