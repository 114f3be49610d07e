#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# All tests of bindings/python, with the wheel installed as a user does it, in an empty folder: run.sh [CALLS]. CALLS is
# the number of random calls of the fuzz test. Needs build/carom.
set -eu
CAROM_ROOT=$(cd "$(dirname "$0")/../.." && pwd)
CALLS=${1:-60000}
SEED=$$
PYTHONDONTWRITEBYTECODE=1
export CAROM_ROOT CALLS SEED PYTHONDONTWRITEBYTECODE
unset PYTHONPATH
python=${PYTHON:-/usr/bin/python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$CAROM_ROOT/tools/python.sh" "$work/dist"
"$python" -m venv --system-site-packages "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps "$work"/dist/carom-*.whl
mkdir "$work/empty"
cp "$CAROM_ROOT"/tests/python/*.py "$work/empty"
cd "$work/empty"
"$CAROM_ROOT/tools/examples.py" forms python "$work/venv/bin/python" -
"$work/venv/bin/python" -m pytest -q -p no:cacheprovider --tb=short --durations=5 .
