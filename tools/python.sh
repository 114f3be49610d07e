#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Writes the Python package of this tree: the wheel to FOLDER, the sdist to FOLDER/sdist (in a release it has the name of
# the archive of all sources): python.sh FOLDER. The wheel is built from the sdist. PYTHON (/usr/bin/python3) needs setuptools, wheel, build and cffi; the compiler expat, zlib and zstd. The same
# tree, compiler and tools give the same bytes.
set -eu
umask 022
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1/sdist"
out=$(cd "$1" && pwd)
python=${PYTHON:-/usr/bin/python3}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() { # build KIND SOURCE FOLDER
    "$python" -m build --no-isolation "--$1" --outdir "$3" "$2" >"$work/log" 2>&1 || {
        tail -n 40 "$work/log" >&2
        exit 1
    }
}

# A copy, because a build leaves files beside the sources. tools/ leads back to the headers.
mkdir "$work/bindings"
cp -R "$root/bindings/python" "$work/bindings/python"
rm -rf "$work/bindings/python/build" "$work"/bindings/python/*.egg-info "$work"/bindings/python/carom/_carom.*
cp "$root/LICENSE" "$work/bindings/python"
ln -s "$root/tools" "$work/tools"
build sdist "$work/bindings/python" "$work/sdist"

# Again, with times, owners and order that do not depend on this run.
mkdir "$work/source"
tar -xzf "$work"/sdist/*.tar.gz -C "$work/source"
name=$(ls "$work/source")
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu -C "$work/source" -cf - \
    "$name" | gzip -n -9 >"$out/sdist/$name.tar.gz"
build wheel "$work/source/$name" "$out"
