#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# Includes point down the layers, never up: includes.sh ROOT. Prints each violation, and fails if there is any.
#
# - A layer includes its own headers, private and public, and those of the layers below it.
# - io, flat_io and cli are not part of the core library, so they include its public headers only, except that io reads its
#   options by base/sized.h and explains errors by base/error.h, which have inline functions only; io includes nothing above level. No layer includes bench, which may include everything, as the tests may.
# - An include names its layer ("geom/exact.h").
# - Public headers include public headers only. The core uses the C standard library only.
set -eu
cd "$1"

find include src cli -name '*.[ch]' | sort | xargs grep -nE '^[[:space:]]*#[[:space:]]*include' /dev/null | awk '
BEGIN {
    count = split("base geom grid level motion world walker draw flat", order, " ")
    for (i = 1; i <= count; i++) rank[order[i]] = i
    split("assert errno float inttypes limits locale math stdalign stdatomic stdbool stddef stdint stdio stdlib string", c, " ")
    for (i in c) standard[c[i] ".h"] = 1
    # The highest layer that io and cli may include.
    reach["io"] = rank["level"]
    reach["cli"] = reach["flat_io"] = count
}
function fail(why) {
    print $0 "    <- " why
    bad = 1
}
{
    split($0, part, ":")
    file = part[1]
    if (file ~ /^include\/carom(_flat)?\.h$/) next
    public = file ~ /^include\//
    layer = file
    sub(/^(include\/carom|src)\//, "", layer)
    sub(/[.\/].*/, "", layer)

    target = $0
    sub(/^[^:]*:[^:]*:[^"<]*/, "", target)
    if (target ~ /^</) {
        sub(/^</, "", target)
        sub(/>.*/, "", target)
        if (layer in rank && !(target in standard)) fail("the core may use the C standard library only")
        next
    }
    sub(/^"/, "", target)
    sub(/".*/, "", target)
    private = target !~ /^carom\//
    to = target
    sub(/^carom\//, "", to)
    sub(/[.\/].*/, "", to)

    if (target == "carom.h") fail("inside Carom, include the header of the layer")
    else if (private && target !~ /\//) fail("name the layer: \"" layer "/" target "\"")
    else if (public && private) fail("a public header includes a private one")
    else if (to == layer) next
    else if (!(to in rank) && !(to == "io" && (layer == "cli" || layer == "flat_io"))) fail("there is no lower layer " to)
    else if (layer in reach) {
        if (private && !(layer == "io" && target ~ /^base\/(sized|error)\.h$/)) fail("outside the core, include its public headers only")
        else if (to in rank && rank[to] > reach[layer]) fail(layer " must not include " to)
    }
    else if (!(layer in rank)) fail("no such layer: " layer)
    else if (rank[to] > rank[layer]) fail("points up, from " layer " to " to)
}
END { exit bad }'
