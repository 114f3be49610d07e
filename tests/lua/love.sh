#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# The platformer for LÖVE in a folder of its own, with recorded keys, on a virtual display: love.sh FOLDER. FOLDER has
# the shared libraries. The state at the end must be that of the platformer in C.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
libraries=$(cd "$1" && pwd)
game=$(mktemp -d)
trap 'rm -rf "$game"' EXIT
"$root/examples/love/folder.sh" "$libraries" "$game"
cp "$root/examples/replays/"platformer*.keys "$game"

# replay KEYS STATE
replay() {
    result=$(cd / && HOME=$game SDL_AUDIODRIVER=dummy ALSOFT_DRIVERS=null xvfb-run -a love "$game" --replay "$1" 2>&1) || true
    case $result in
    *"$2"*) echo "$result" ;;
    *)
        printf 'love.sh: %s\nexpected: %s\n' "$result" "$2"
        exit 1
        ;;
    esac
}
replay platformer.keys '13 of 15 coins, 0 deaths, done at'
replay platformer-crushed.keys '8 of 15 coins, 1 deaths, not done at'
