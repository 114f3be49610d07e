#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
"""Writes the cheat sheet: every public function with its signature and its first sentence, on one page of A3.

    tools/sheet.py FOLDER    writes cheatsheet.svg and cheatsheet.pdf (by rsvg-convert)

Everything comes from the public headers. The type is as large as the page allows. Widths of letters are estimates that
are slightly too large, so that a line is broken too early rather than too late.
"""
import html
import pathlib
import re
import subprocess
import sys

import docs
import examples

WIDTH, HEIGHT = 1191, 842  # A3 in points
MARGIN, GAP, COLUMNS, TOP = 24, 14, 6, 66
SMALLEST = 4.5
# A hue for each layer.
COLOURS = {"base": "#64748b", "geom": "#2563eb", "grid": "#0d9488", "level": "#b45309", "motion": "#be185d", "world": "#6d28d9",
           "walker": "#15803d", "draw": "#0e7490", "io": "#9f1239"}
ROOT = examples.ROOT
MONO = "DejaVu Sans Mono, Liberation Mono, monospace"
SANS = "DejaVu Sans, Liberation Sans, sans-serif"
RULES = [
    "All names begin with carom_, which is left out here.",
    "a asks or moves, b is the obstacle; the normal points from b to a.",
    "Touching is overlap. A hit needs an approach.",
    "t is a fraction of the motion, 0..1; on a miss t is 1.",
    "Zero means default in every description.",
    "flat_x(&a, &b, &out) is x(a, b) without structs by value: carom_flat.h.",
]


def signature(header, name):
    """The declaration of a function, without the prefix of the library and without const."""
    text = re.search(rf"^CAROM_API ([^;]*?\b{name}\([^;]*);", header.read_text(), re.M)[1]
    return re.sub(r"\bcarom_|\bconst ", "", re.sub(r"\s+", " ", text))


def width(text, size):
    """An estimate for DejaVu Sans."""
    return size * sum(0.36 if c in "ijl.,;:'|!()[]ft I-" else 0.95 if c in "mwMW" else 0.7 if c.isupper() else 0.61 for c in text)


def broken(text, room, measure):
    """Breaks a text into lines."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and measure(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def blocks(size):
    """Yields the blocks of the sheet, each as a height and lines of (x, y, attributes, text), to be kept in one column."""
    room = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    leading = 1.22 * size
    for layer, colour in COLOURS.items():
        header = ROOT / f"include/carom/{layer}.h"
        described = docs.comments(header)
        about = re.search(rf"Layer {layer}: (.*?)\.\s", docs.essay(header.read_text()) + " ", re.S)[1]
        pending, y = [], 1.3 * size
        pending.append(("band", y, room, 2.1 * size, colour))
        pending.append(("text", 0.5 * size, y + 1.5 * size, f'fill="#fff" font-weight="bold" font-size="{1.35 * size:.2f}"', layer))
        y += 2.1 * size
        for line in broken(about, room, lambda text: width(text, size)):
            y += leading
            pending.append(("text", 0, y, f'fill="{colour}" font-size="{size:.2f}"', line))
        y += 0.3 * size
        for kind, name, _ in docs.symbols(header):
            if kind == "section":
                y += 1.75 * size
                pending.append(("text", 0, y, f'fill="{colour}" font-weight="bold" font-size="{1.1 * size:.2f}"', name))
            if kind != "function":
                continue
            y += 0.3 * size
            short = name.removeprefix("carom_")
            mono = 0.602 * 0.95 * size
            for i, line in enumerate(broken(signature(header, name), room, lambda text: mono * len(text) + size)):
                y += leading
                text = html.escape(line).replace(f"{short}(", f'<tspan font-weight="bold" fill="{colour}">{short}</tspan>(', 1)
                pending.append(("raw", 0 if i == 0 else size, y, f'fill="#111827" font-family="{MONO}" font-size="{0.95 * size:.2f}"', text))
            sentence = re.sub(r"\bcarom_", "", docs.first_sentence(described[name])).replace("`", "")
            for line in broken(sentence, room - size, lambda text: width(text, 0.92 * size)):
                y += leading
                pending.append(("text", size, y, f'fill="#4b5563" font-size="{0.92 * size:.2f}"', line))
            yield y, pending
            pending, y = [], 0


def layout(size):
    """Places the blocks in columns; returns the parts of the picture, or None if they do not fit."""
    room = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
    out, column, at = [], 0, TOP
    for height, lines in blocks(size):
        if at + height > HEIGHT - MARGIN:
            column, at = column + 1, TOP
        if column == COLUMNS:
            return None
        x = MARGIN + column * (room + GAP)
        if at == TOP and lines[0][0] == "band": # no gap above it
            at -= lines[0][1]
        for kind, *values in lines:
            if kind == "band":
                y, across, down, colour = values
                out.append(f'<rect x="{x:.2f}" y="{at + y:.2f}" width="{across:.2f}" height="{down:.2f}" rx="2" fill="{colour}"/>')
            else:
                right, y, style, text = values
                text = text if kind == "raw" else html.escape(text)
                out.append(f'<text x="{x + right:.2f}" y="{at + y:.2f}" {style} xml:space="preserve">{text}</text>')
        at += height
    return out


def sheet():
    size, parts = 9.0, None
    while parts is None:
        size -= 0.05
        parts = layout(size)
    if size < SMALLEST:
        sys.exit(f"the cheat sheet fits on one page only with type of {size:.1f} points: {SMALLEST} is the least that can be read")
    head = [f'<text x="{MARGIN}" y="40" font-size="26" font-weight="bold" fill="#111827">Carom {docs.version()}</text>',
            f'<text x="{MARGIN}" y="56" font-size="9" fill="#4b5563">2D collision for games</text>']
    for i, rule in enumerate(RULES):
        head.append(f'<text x="{MARGIN + 250 + i % 2 * 440}" y="{26 + i // 2 * 12}" font-size="9" fill="#374151">• {html.escape(rule)}</text>')
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}pt" height="{HEIGHT}pt" viewBox="0 0 {WIDTH} {HEIGHT}" '
                      f'font-family="{SANS}">', "<title>Carom: cheat sheet</title>",
                      f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', *head, *parts, "</svg>\n"])


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / "cheatsheet.svg"
    picture.write_text(sheet())
    subprocess.run(["rsvg-convert", "--format", "pdf", "--output", str(folder / "cheatsheet.pdf"), str(picture)], check=True)


if __name__ == "__main__":
    main()
