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
# - A block marked sh has commands "make X", or "make X && ...": X must be a target of the Makefile.
# - A block marked json is a scene, or members of one: `carom run --bodies` must run it.
# - Other marks: C is a passage of an example (tools/examples.py), lua and python are tested by tests/lua and
#   tests/python. Any other mark fails.
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

    blocks sh "$page"
    for commands in "$work"/*.sh; do
        [ -e "$commands" ] || continue
        sed 's/ *#.*//' "$commands" | while read -r make target rest; do
            case $rest in '' | '&& '*) ;; *) make= ;; esac
            [ "$make" = make ] && grep -q "^$target:" Makefile || echo "$page: '$make $target $rest' is no target of make"
        done >"$work/printed"
        [ ! -s "$work/printed" ] || { cat "$work/printed" && bad=1; }
    done

    blocks json "$page"
    for scene in "$work"/*.json; do
        [ -e "$scene" ] || continue
        grep -q '^{' "$scene" || { # members only: with a body of each class that they name
            bodies=$(grep -oE '"[ab]": "[a-z]+"' "$scene" | sort -u | sed 's/.*: \(.*\)/{"class": \1, "shape": {"box": [0, 0, 1, 1]}},/')
            printf '{"bodies": [%s],\n%s\n}\n' "${bodies%,}" "$(cat "$scene")" >"$scene.whole"
        }
        [ -e "$scene.whole" ] || cp "$scene" "$scene.whole"
        "$build/carom" run --bodies "$scene.whole" --steps 3 >"$work/printed" 2>&1 || {
            echo "$page: the scene $(basename "$scene" .json) does not run: $(cat "$work/printed")"
            bad=1
        }
    done

    unknown=$(grep -oE '^```[^`]+$' "$page" | grep -vxE '```(c|C|text|console|sh|json|lua|python)' || true)
    [ -z "$unknown" ] || {
        echo "$page: no test for blocks marked $unknown"
        bad=1
    }

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
