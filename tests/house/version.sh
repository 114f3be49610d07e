#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The version has one place, include/carom/base.h; what repeats it agrees: version.sh ROOT [CAROM]
set -eu
root=$1
version=$(sed -n 's/^#define CAROM_VERSION_[MP][A-Z]* //p' "$root/include/carom/base.h" | paste -sd .)

# The newest release of the changelog; what is not released yet stands above it.
latest=$(sed -n 's/^## \[\([0-9.]*\)\].*/\1/p' "$root/CHANGELOG.md" | head -n 1)
if [ "$latest" != "$version" ]; then
    echo "CHANGELOG.md: its newest version is '$latest', that of base.h is '$version'"
    exit 1
fi
if [ $# -gt 1 ] && [ "$("$2" --version)" != "carom $version" ]; then
    echo "carom --version says '$("$2" --version)', not 'carom $version'"
    exit 1
fi
