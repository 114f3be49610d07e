#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Draws the pictures of README.md and docs/: pictures.sh CAROM FOLDER
#
# Their bytes are the same on every machine; tests/repo/readme.sh compares docs/images with them.
set -eu
carom=$1 folder=$(realpath "$2")
cd "$(dirname "$0")/.."

"$carom" run levels/cave.tmx --steps 300 --svg "$folder/run.svg" >/dev/null
for scene in flipper blade; do
    "$carom" run --bodies levels/scenes/$scene.json --svg "$folder/$scene.svg" >/dev/null
done
walk() { # walk LEVEL OPTION...
    "$carom" run "$@" --response walk --shape capsule >/dev/null
}
walk levels/cave.tmx --actors 30 --steps 400 --svg "$folder/walk-cave.svg"
walk levels/tricks.tmx --actors 1 --steps 1000 --script docs/images/walk.script --svg "$folder/walk.svg"
for rule in open pair any; do
    "$carom" draw docs/images/corners.tmx --sight 1,1,4,4 --corners $rule -o "$folder/corners-$rule.svg"
done
