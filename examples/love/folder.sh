#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Puts the platformer for LÖVE together in a folder: folder.sh LIBRARIES FOLDER. LIBRARIES has the shared libraries. Then:
# love FOLDER
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$2/levels"
cp "$root"/examples/love/*.lua "$root"/bindings/lua/*.lua "$2"
cp "$1/libcarom.so" "$1/libcarom_io.so" "$2"
cp "$root/levels/climb.tmx" "$root/levels/cave-tiles.tsx" "$2/levels"
