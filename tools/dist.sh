#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Writes the packages of the last commit to FOLDER: dist.sh FOLDER
#
#     carom-VERSION.tar.gz              the sources
#     carom.h carom.c carom_io.h carom_io.c   the library as two files, twice
#     carom-VERSION-*.whl, sdist/       the Python package, as wheel of this machine and as sources
#     carom-VERSION.tgz                 the npm package, if web/dist has its modules (make npm)
#     *.deb                             Debian packages of this machine
#     SHA256SUMS
#
# The same commit, compiler and tools give the same bytes.
set -eu
umask 022
cd "$(dirname "$0")/.."
mkdir -p "$1"
out=$(cd "$1" && pwd)
version=$(sed -n 's/^#define CAROM_VERSION_[MP][A-Z]* *//p' include/carom/base.h | paste -sd .)
suffix=$(sed -n 's/^#define CAROM_VERSION_SUFFIX *"\([^"]*\)".*/\1/p' include/carom/base.h)
name=carom-$version$suffix
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -z "$(git status --porcelain)" ] || echo "dist.sh: changes that are not committed are left out" >&2

git archive --prefix="$name/" HEAD | gzip -n -9 >"$out/$name.tar.gz"
tar -xzf "$out/$name.tar.gz" -C "$work"

"$work/$name/tools/single.py" "$out"

"$work/$name/tools/python.sh" "$out"

if [ -f web/dist/carom.wasm ] && [ -f web/dist/parse-xml.js ]; then
    (cd web && npm pack --silent --pack-destination "$out" >/dev/null)
fi

cp -R packages/debian "$work/$name/debian"
cat >"$work/$name/debian/changelog" <<END
carom ($version$(echo "$suffix" | tr - '~')-1) unstable; urgency=medium

  * See /usr/share/doc/carom/CHANGELOG.md.gz.

 -- The Carom authors <maintainers@users.noreply.github.com>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
DEB_BUILD_OPTIONS="nocheck noautodbgsym parallel=$(nproc)"
export DEB_BUILD_OPTIONS
(cd "$work/$name" && dpkg-buildpackage -b -us -uc >"$work/log" 2>&1) || {
    tail -n 40 "$work/log" >&2
    exit 1
}
cp "$work"/*.deb "$out"

cd "$out"
# shellcheck disable=SC2046 # names without spaces
sha256sum $(find . sdist -maxdepth 1 -type f ! -name SHA256SUMS | sed 's|^\./||' | sort) >SHA256SUMS
