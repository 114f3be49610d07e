#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Runs the examples of the API reference: examples.sh ROOT CC BUILD. tools/examples.py says what it requires of them;
# every public function must have one.
set -eu
if ! command -v python3 >/dev/null; then
    echo "python3 not found: not tested"
    exit 0
fi
"$1/tools/examples.py" check "$2" "$3"
