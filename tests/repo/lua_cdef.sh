#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bindings/lua/carom_cdef.lua is what tools/cdef.py writes from the public headers: lua_cdef.sh ROOT
set -eu
if ! command -v python3 >/dev/null; then
    echo "python3 not found: not tested"
    exit 0
fi
"$1/tools/cdef.py" --check
