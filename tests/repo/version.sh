#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# include/carom/base.h defines the version. Its copies must agree: version.sh ROOT [CAROM]
#
# A release has an empty CAROM_VERSION_SUFFIX and is the newest version in the changelog. Between releases the suffix is
# "-dev", and the version is that of the next release, which the changelog does not contain yet.
set -eu
root=$1
number=$(sed -n 's/^#define CAROM_VERSION_[MP][A-Z]* *//p' "$root/include/carom/base.h" | paste -sd .)
suffix=$(sed -n 's/^#define CAROM_VERSION_SUFFIX *"\([^"]*\)".*/\1/p' "$root/include/carom/base.h")
version=$number$suffix

# The newest release of the changelog, which is below the unreleased changes.
latest=$(sed -n 's/^## \[\([0-9.]*\)\].*/\1/p' "$root/CHANGELOG.md" | head -n 1)
case $suffix in
'')
    if [ "$latest" != "$number" ]; then
        echo "CHANGELOG.md: its newest version is '$latest', that of base.h is '$number'"
        exit 1
    fi
    ;;
-dev)
    if [ "$latest" = "$number" ] || [ "$(printf '%s\n%s\n' "$latest" "$number" | sort -V | tail -n 1)" != "$number" ]; then
        echo "CHANGELOG.md: its newest version is '$latest'; base.h must be past it, and is '$version'"
        exit 1
    fi
    ;;
*)
    echo "include/carom/base.h: the suffix of the version is '$suffix': use \"\" or \"-dev\""
    exit 1
    ;;
esac
if [ -f "$root/web/package.json" ] && ! grep -q "\"version\": \"$version\"" "$root/web/package.json"; then
    echo "web/package.json: its version must be '$version', as in base.h"
    exit 1
fi
if ! grep -q "^project('carom', 'c', version: '$number'" "$root/meson.build"; then
    echo "meson.build: its version must be '$number', as in base.h"
    exit 1
fi
abi=${number%%.*}
[ "$abi" != 0 ] || abi=${number%.*}
if ! grep -q "^Package: libcarom$abi\$" "$root/packages/debian/control"; then
    echo "packages/debian: the libraries of this version are libcarom$abi and libcarom-io$abi: rename them and their files"
    exit 1
fi
if [ $# -gt 1 ] && [ "$("$2" --version)" != "carom $version" ]; then
    echo "carom --version says '$("$2" --version)', not 'carom $version'"
    exit 1
fi
