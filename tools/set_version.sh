#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Sets the version, and everything that repeats it: set_version.sh 0.2.0 for a release, set_version.sh 0.3.0-dev after
# it. A release also names the unreleased changes of the changelog, with the date of today.
set -eu
cd "$(dirname "$0")/.."
case $1 in
*.*.*-dev | *.*.*[0-9]) ;;
*)
    echo "usage: set_version.sh MAJOR.MINOR.PATCH[-dev]" >&2
    exit 2
    ;;
esac
version=$1
number=${version%-dev}
suffix=${version#"$number"}
major=${number%%.*}
minor=${number#*.} && minor=${minor%%.*}
header=include/carom/base.h
old_number=$(sed -n 's/^#define CAROM_VERSION_[MP][A-Z]* *//p' $header | paste -sd .)

# As in CMakeLists.txt: the ABI of a minor version before 1.0, of a major version from then on.
abi_of() { # abi_of NUMBER
    case $1 in 0.*) echo "${1%.*}" ;; *) echo "${1%%.*}" ;; esac
}
old_abi=$(abi_of "$old_number")
abi=$(abi_of "$number")

sed -i "s/^\(#define CAROM_VERSION_MAJOR *\).*/\1$major/; s/^\(#define CAROM_VERSION_MINOR *\).*/\1$minor/
    s/^\(#define CAROM_VERSION_PATCH *\).*/\1${number##*.}/; s/^\(#define CAROM_VERSION_SUFFIX *\)\"[^\"]*\"/\1\"$suffix\"/" $header
sed -i "s/^project('carom', 'c', version: '[^']*'/project('carom', 'c', version: '$number'/" meson.build
sed -i "s/find_package(carom [0-9.]* /find_package(carom ${number%.*} /" tests/repo/consumer/CMakeLists.txt
for file in web/package.json web/package-lock.json; do # the package is the first that it names, in the lock file twice
    sed -i "1,12s/\"version\": \"${old_number}[^\"]*\"/\"version\": \"$version\"/" $file
done

if [ "$abi" != "$old_abi" ]; then
    for file in packages/debian/libcarom"$old_abi".* packages/debian/libcarom-io"$old_abi".*; do
        git mv "$file" "$(echo "$file" | sed "s/\(libcarom[-io]*\)$old_abi\./\1$abi./")"
    done
    sed -i "s/\(libcarom\(-io\)\?\)$old_abi\>/\1$abi/g" packages/debian/control
    sed -i "s/\(libcarom\(-io\)\?\)${old_abi}_/\1${abi}_/g" docs/lua.md
fi

if [ -z "$suffix" ]; then
    sed -i "s/^## \[Unreleased\]$/## [$number] - $(date -u +%F)/" CHANGELOG.md
elif ! grep -q '^## \[Unreleased\]$' CHANGELOG.md; then
    first=$(grep -n '^## \[' CHANGELOG.md | head -n 1 | cut -d: -f1)
    sed -i "${first}i ## [Unreleased]\n" CHANGELOG.md
fi

tools/cdef.py
make --no-print-directory examples
