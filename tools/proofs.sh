#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Proves the error bounds of filters with Gappa: tools/proofs.sh, from the root. Each src/**/*.g names its bound:
#
#     # bound: NAME in FILE             proved; with a bound smaller by 1 %, the proof must fail
#     # greatest bound: NAME in FILE    proved; with a bound greater by 1 %, the proof must fail
#     # covered bound: NAME in FILE     proved; another script shows that the constant is tight for a worse expression
#
# The factor @K@ is read from the definition of NAME in FILE, so that the constant of the code is what is proved. So is
# the factor @OTHER@ of each line "# uses: OTHER in FILE". Prints a line for each bound, and fails if one is not proved in
# two minutes, or is not tight.
set -eu
cd "$(dirname "$0")/.."

factor() { # factor NAME FILE: as Gappa writes it
    sed -nE "s/^(static const (double|float)|#define) $1( =)? +(\(float\))?\(?([0-9.]+(e-?[0-9]+|x1p-?[0-9]+)?)[Ff]?( \*.*)?;?( *\/\/.*)?\$/\5/p" "$2" |
        sed 's/^0x1p/1b/'
}

proves() { # proves FILE K
    sed "s/@K@/$2/g; $uses" "$1" | timeout 120 gappa -Eprecision=120 >/dev/null 2>&1
}

prove() { # prove SCRIPT: prints a line. Fails if the bound is not proved, or not tight
    script=$1
    line=$(sed -nE 's/^# ((covered |greatest )?bound): //p' "$script")
    name=${line%% in *} file=${line##* in }
    k=$(factor "$name" "$file")
    uses=$(sed -nE 's/^# uses: (.*) in (.*)$/\1 \2/p' "$script" | while read -r other in; do
        printf 's/@%s@/%s/g;' "$other" "$(factor "$other" "$in")"
    done)
    change=0.99
    if grep -q '^# greatest bound' "$script"; then change=1.01; fi
    if [ -z "$k" ]; then
        verdict="NO DEFINITION of $name in $file"
    elif ! proves "$script" "$k"; then
        verdict='NOT PROVED'
    elif grep -q '^# covered bound' "$script"; then
        verdict='proved, covered'
        if ! grep -rqxE --include='*.g' "# (greatest )?bound: $line" src; then
            verdict='NOT TIGHT: no script has this as its bound'
        fi
    else
        verdict=proved
        other=$(awk "BEGIN { printf \"%.6f\", $change * $k }")
        if proves "$script" "$other"; then verdict="NOT TIGHT: $other is proved as well"; fi
    fi
    printf '%-34s %-18s %8s  %s\n' "$script" "$name" "$k" "$verdict"
    case $verdict in proved*) ;; *) return 1 ;; esac
}

if [ $# -gt 0 ]; then
    prove "$1"
else
    find src -name '*.g' | sort | xargs -n 1 -P "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" "$0"
fi
