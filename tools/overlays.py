#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Unions of areas from the overlay tests of JTS, against the areas that these tests expect.

    overlays.py FOLDER [--carom build/carom] [--list]

FOLDER is modules/tests/src/test/resources/testxml of https://github.com/locationtech/jts (or of GEOS, which has the
same form), by default that of the environment variable CAROM_OVERLAYS. Every test of a union whose arguments have areas
only is written as GeoJSON, united by `carom bake`, and its area compared. Tests without an expected geometry are
compared with GEOS, if shapely is there.

The coordinates are moved to the centre of the arguments, and rounded to float, as a level has them. So the area may
differ by the length of all rings times two ulp of the largest coordinate. A test with a precision model rounds the
vertices of its result to a grid: by half a cell for each unit of length more.
"""

import argparse
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

try:
    import shapely.geometry
    import shapely.ops
except ImportError:
    shapely = None

UNIONS = {"union", "unionng", "unionsr", "unaryunion", "overlayareatest", "unionareatest"}


# Tests whose expected area and that of GEOS are both wrong, with the area that is right.
KNOWN = {
    ("failure/TestOverlayNGFailure.xml", 2): (5500, "B lies within A, so the union is A; JTS lists it as its own failure"),
}


class NotAnArea(Exception):
    pass


def polygons_of_text(text):
    """The polygons of well-known text, as lists of rings."""
    kind = re.match(r"\s*([A-Za-z]+)", text)
    kind = kind.group(1).upper() if kind else ""
    if kind not in ("POLYGON", "MULTIPOLYGON", "GEOMETRYCOLLECTION"):
        raise NotAnArea(kind or "no geometry")
    if kind == "GEOMETRYCOLLECTION":
        inner = re.findall(r"([A-Z]+)\s*(?:EMPTY|\()", text.upper())[1:]
        if any(name not in ("POLYGON", "MULTIPOLYGON") for name in inner):
            raise NotAnArea("a collection of " + ", ".join(sorted(set(inner))))
        polygons = []
        for part in re.findall(r"MULTIPOLYGON\s*\(.*?\)\s*\)\s*\)|POLYGON\s*\(.*?\)\s*\)", text, re.S | re.I):
            polygons += polygons_of_text(part)
        return polygons
    polygons = []
    body = text[text.index("(") :] if "(" in text else ""
    for polygon in re.findall(r"\(\s*(?:\([^()]*\)\s*,?\s*)+\)", body):
        rings = []
        for ring in re.findall(r"\(([^()]*)\)", polygon):
            rings.append([tuple(map(float, point.split()[:2])) for point in ring.split(",")])
        polygons.append(rings)
    return polygons


def polygons_of_bytes(data):
    """The polygons of well-known binary."""
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from(order + form, data, at)
        at += struct.calcsize(order + form)
        return values

    def geometry():
        nonlocal at, order
        order = "<" if data[at] else ">"
        at += 1
        (kind,) = take("I")
        if kind & 0x20000000:
            take("I")  # the reference system
        dimensions = 2 + bool(kind & 0x80000000) + bool(kind & 0x40000000)
        kind &= 0xFF
        if kind == 3:
            rings = []
            for _ in range(take("I")[0]):
                (count,) = take("I")
                rings.append([take("d" * dimensions)[:2] for _ in range(count)])
            return [rings]
        if kind in (6, 7):
            return [polygon for _ in range(take("I")[0]) for polygon in geometry()]
        raise NotAnArea("a geometry of kind %d" % kind)

    order = "<"
    return geometry()


def polygons_of(text):
    text = (text or "").strip()
    if re.fullmatch(r"[0-9A-Fa-f\s]+", text):
        return polygons_of_bytes(bytes.fromhex(re.sub(r"\s", "", text)))
    return polygons_of_text(text)


def area_of(polygons):
    """Twice-summed shoelace areas; holes count negative, whatever their winding."""
    total = 0.0
    for rings in polygons:
        for k, ring in enumerate(rings):
            x0, y0 = ring[0] if ring else (0, 0)
            sums = [(p[0] - x0) * (q[1] - y0) - (q[0] - x0) * (p[1] - y0) for p, q in zip(ring, ring[1:])]
            total += (1 if k == 0 else -1) * abs(math.fsum(sums)) / 2
    return total


def length_of(polygons):
    return sum(math.dist(p, q) for rings in polygons for ring in rings for p, q in zip(ring, ring[1:]))


def moved(polygons, by):
    return [[[(x - by[0], y - by[1]) for x, y in ring] for ring in rings] for rings in polygons]


def united(carom, polygons):
    """The area of the union that Carom makes, and what it says if it makes none."""
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "a.geojson"), os.path.join(folder, "b.geojson")
        features = [{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": rings}}
                    for rings in polygons if rings]
        with open(source, "w", encoding="utf-8") as file:
            json.dump({"type": "FeatureCollection", "features": features}, file)
        done = subprocess.run([carom, "bake", source, "-o", result], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return (0.0, "") if "nothing in it is solid" in done.stderr else (None, done.stderr.strip())
        with open(result, encoding="utf-8") as file:
            made = json.load(file)
    return area_of([f["geometry"]["coordinates"] for f in made["features"]]), ""


def geos_area(arguments):
    """The area of the union by GEOS; None if it cannot tell."""
    if not shapely:
        return None
    shapes = [shapely.geometry.Polygon(rings[0], rings[1:]) for polygons in arguments for rings in polygons if rings]
    if not all(shape.is_valid for shape in shapes):
        return None
    try:
        return shapely.ops.unary_union(shapes).area
    except Exception:  # GEOS refuses it
        return None


def scale_of(root, op):
    """Cells of the precision model in a unit; None for floating precision."""
    model = root.find("precisionModel")
    if op.get("name").lower() == "unionsr":
        return float(op.get("arg3"))
    if model is None or model.get("type", "").upper().startswith("FLOATING"):
        return None
    return float(model.get("scale", "1"))


def judge(carom, root, case, op, known):
    """The verdict on a test, and the reason."""
    geometries = {"A": case.findtext("a"), "B": case.findtext("b")}
    names = [op.get(key, "").upper() for key in ("arg1", "arg2")]
    arguments = [polygons_of(geometries[name]) for name in names if geometries.get(name) is not None]
    if not arguments:
        raise NotAnArea("no argument")
    points = [p for polygons in arguments for rings in polygons for ring in rings for p in ring]
    if not all(math.isfinite(c) for p in points for c in p):
        raise NotAnArea("a coordinate that is not finite")
    xs, ys = [p[0] for p in points] or [0.0], [p[1] for p in points] or [0.0]
    centre = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    largest = max([abs(x - centre[0]) for x in xs] + [abs(y - centre[1]) for y in ys])
    ulp = 2.0 ** (math.frexp(largest)[1] - 24) if largest else 0
    allowed = 2 * ulp * sum(map(length_of, arguments))
    scale, text = scale_of(root, op), (op.text or "").strip()
    if op.get("name").lower().endswith("areatest") or text.lower() in ("true", "false"):
        expected, source = geos_area(arguments), "GEOS"
        if expected is None:
            return "skipped", "no expected geometry, and GEOS takes an argument for invalid, or is not installed"
    else:
        try:
            result = polygons_of(text)
        except NotAnArea as error:
            return "skipped", "the expected result is %s" % error
        expected, source = area_of(result), "the test"
        if scale:
            allowed += length_of(result) / abs(scale) / 2 + 1e-9
    area, message = united(carom, [rings for polygons in arguments for rings in moved(polygons, centre)])
    if area is None:
        return "differs", message
    if abs(area - expected) <= allowed:
        return "same", source
    if known and abs(area - known[0]) <= allowed:
        return "explained", "area %.9g, the test has %.9g: %s" % (area, expected, known[1])
    by_geos = geos_area(arguments)
    if by_geos is not None and abs(area - by_geos) <= allowed:
        return "as GEOS", "area %.9g, as GEOS has; the test has %.9g" % (area, expected)
    return "differs", "area %.9g, %s has %.9g, allowed %.3g; GEOS has %s" % (area, source, expected, allowed, by_geos)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", nargs="?", default=os.environ.get("CAROM_OVERLAYS"))
    options.add_argument("--carom", default="build/carom")
    options.add_argument("--list", action="store_true", help="also list tests that agree or are skipped")
    options = options.parse_args()
    if not options.folder:
        sys.exit("overlays.py: no folder given: pass one, or set CAROM_OVERLAYS")
    counts, reasons = {"same": 0, "as GEOS": 0, "explained": 0, "differs": 0, "skipped": 0}, {}
    for folder, _, files in sorted(os.walk(options.folder)):
        for name in sorted(f for f in files if f.endswith(".xml")):
            path = os.path.join(folder, name)
            try:
                root = ElementTree.parse(path).getroot()
            except ElementTree.ParseError as error:
                print("%s: %s" % (path, error))
                continue
            for number, case in enumerate(root.iter("case"), 1):
                for op in case.iter("op"):
                    if op.get("name", "").lower() not in UNIONS:
                        continue
                    try:
                        verdict, reason = judge(options.carom, root, case, op,
                                                KNOWN.get((os.path.relpath(path, options.folder), number)))
                    except NotAnArea as error:
                        verdict, reason = "skipped", "an argument is not an area: %s" % error
                    counts[verdict] += 1
                    if verdict == "skipped":
                        reasons[reason] = reasons.get(reason, 0) + 1
                    if verdict in ("differs", "explained", "as GEOS") or options.list:
                        print("%s: %s, case %d, %s: %s" % (verdict, os.path.relpath(path, options.folder), number,
                                                           op.get("name"), reason))
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
        print("%5d skipped: %s" % (count, reason))
    print("%(same)d unions have the area of the test, %(as GEOS)d that of GEOS instead, %(explained)d "
          "another one with a reason, %(differs)d differ; "
          "%(skipped)d skipped" % counts)
    sys.exit(0 if counts["same"] > 0 and counts["differs"] == 0 else 1)


if __name__ == "__main__":
    main()
