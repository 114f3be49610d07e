#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The rules of docs/abi.md that can be read off the public headers: abi.sh ROOT. Prints each violation, and fails if
# there is any.
#
# - An option struct (carom_*_desc, carom_*_options) begins with `uint32_t size`, and docs/abi.md lists it.
# - No function returns an option struct by value, or takes one by value.
set -eu
cd "$1"

structs=$(cat include/carom/*.h | sed -nE 's/^typedef struct (carom_[a-z0-9_]+_(desc|options)) \{$/\1/p')
[ -n "$structs" ] || { echo 'include/carom has no option struct' && exit 1; }
bad=0
for struct in $structs; do
    first=$(cat include/carom/*.h | sed -nE "/^typedef struct $struct \{\$/,/^\}/{/^typedef/d;/^ *\/\//d;p}" | head -n 1)
    case $first in
    '    uint32_t size;'*) ;;
    *)
        echo "$struct: begins with '$first', not with uint32_t size"
        bad=1
        ;;
    esac
    grep -q "\`$struct\`" docs/abi.md || {
        echo "$struct: is not listed in docs/abi.md"
        bad=1
    }
    # A declaration may have several lines; comments are skipped.
    by_value=$(cat include/carom/*.h | sed -e 's|//.*||' -e '/^ *#/d' | tr '\n' ' ' | grep -oE 'CAROM_API[^;]*;' |
        grep -E "[^a-z0-9_]$struct +[a-z]" || true)
    if [ -n "$by_value" ]; then
        echo "$struct: passed by value, so that it cannot grow: $by_value"
        bad=1
    fi
done
exit $bad
