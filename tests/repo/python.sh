#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# docs/python.md says of every public function what it is in Python, or that it is left out: python.sh ROOT. Functions of
# flat are not for Python.
set -eu
cd "$1"
bad=0
for header in include/carom/*.h; do
    case $header in */flat.h | */flat_io.h) continue ;; esac
    for name in $(sed 's,//.*,,' "$header" | grep -oE '\<carom_[a-z0-9_]+\(' | tr -d '(' | sort -u); do
        grep -qF "\`$name\`" docs/python.md || {
            echo "$header: docs/python.md does not name $name: add it to bindings/python and to the table, or to the list of" \
                "functions that the package leaves out"
            bad=1
        }
    done
done
exit $bad
