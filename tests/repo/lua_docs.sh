#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# docs/lua.md says of every public function what it is in Lua, or that it is left out: lua_docs.sh ROOT. Functions of flat
# are not for Lua. `carom_a_...` names all functions that begin so; `_c` after `carom_a_b` names carom_a_c.
set -eu
cd "$1"
{
    for header in include/carom/*.h; do
        case $header in */flat.h | */flat_io.h) continue ;; esac
        sed 's,//.*,,' "$header" | grep -oE '\<carom_[a-z0-9_]+\(' | tr -d '(' | sort -u | sed "s,$, $header,"
    done
    grep -oE '`(carom)?_[a-z0-9_]+(\.\.\.)?`' docs/lua.md | tr -d '`'
} | awk '
    NF == 2 { header[$1] = $2; next }
    /\.\.\.$/ {
        last = substr($1, 1, length($1) - 3)
        for (name in header) if (index(name, last) == 1) is_named[name] = 1
        next
    }
    /^carom_/ { is_named[last = $1] = 1; next }
    {
        name = last
        while (!(name $1 in header) && sub(/_[a-z0-9]*$/, "", name)) continue
        is_named[last = name $1] = 1
    }
    END {
        for (name in header) {
            if (name in is_named) continue
            printf "%s: docs/lua.md does not name %s: add it to bindings/lua/carom.lua and to the table, or to the " \
                "functions that the binding leaves out\n", header[name], name
            bad = 1
        }
        exit bad
    }'
