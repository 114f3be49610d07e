#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Includes point down, never up: includes.sh ROOT. Prints every include line that breaks a rule, and fails if any does.
#
# - A layer includes its own headers, private and public, and those of the layers below it.
# - io and cli are apart from the core's library, so they use its public headers only; io knows nothing above level.
#   Nobody knows bench, which like the tests may look anywhere.
# - An include names its layer ("geom/exact.h"), so that the line says where to look.
# - Public headers include public headers only. The core asks for nothing but the C standard library.
set -eu
cd "$1"

find include src cli -name '*.[ch]' | sort | xargs grep -nE '^[[:space:]]*#[[:space:]]*include' /dev/null | awk '
BEGIN {
    count = split("base geom grid level motion world walker", order, " ")
    for (i = 1; i <= count; i++) rank[order[i]] = i
    split("assert errno float inttypes limits locale math stdalign stdatomic stdbool stddef stdint stdio stdlib string", c, " ")
    for (i in c) standard[c[i] ".h"] = 1
    # What the two outer layers may see of the core.
    reach["io"] = rank["level"]
    reach["cli"] = count
}
function fail(why) {
    print $0 "    <- " why
    bad = 1
}
{
    split($0, part, ":")
    file = part[1]
    if (file == "include/carom.h") next
    public = file ~ /^include\//
    layer = file
    sub(/^(include\/carom|src)\//, "", layer)
    sub(/[.\/].*/, "", layer)

    target = $0
    sub(/^[^:]*:[^:]*:[^"<]*/, "", target)
    if (target ~ /^</) {
        sub(/^</, "", target)
        sub(/>.*/, "", target)
        if (layer in rank && !(target in standard)) fail("the core needs nothing but the C standard library")
        next
    }
    sub(/^"/, "", target)
    sub(/".*/, "", target)
    private = target !~ /^carom\//
    to = target
    sub(/^carom\//, "", to)
    sub(/[.\/].*/, "", to)

    if (target == "carom.h") fail("inside Carom, include the layer that is meant")
    else if (private && target !~ /\//) fail("name the layer: \"" layer "/" target "\"")
    else if (public && private) fail("a public header needs a private one")
    else if (to == layer) next
    else if (!(to in rank) && !(to == "io" && layer == "cli")) fail("no layer below is called " to)
    else if (layer in reach) {
        if (private) fail("outside the core only its public headers exist")
        else if (to in rank && rank[to] > reach[layer]) fail(layer " knows nothing of " to)
    }
    else if (!(layer in rank)) fail("no such layer: " layer)
    else if (rank[to] > rank[layer]) fail("points up, from " layer " to " to)
}
END { exit bad }'
