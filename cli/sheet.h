// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A sheet: the picture of a level between a title and a legend.
//
//     sheet s;
//     sheet_begin(&s, file, &(sheet_desc){.theme = &sheet_light, .bounds = bounds, .cell = 16, .title = "cave"});
//     carom_svg_edges(&s.svg, level, false); // and so on: coordinates are the level's
//     bool good = sheet_end(&s);
#pragma once

#include <stdio.h>

#include "carom/io.h"

typedef struct sheet_theme {
    const char *paper, *air, *grid, *solid, *edge, *one_way, *text, *faint;
} sheet_theme;

extern const sheet_theme sheet_light; ///< for drawings
extern const sheet_theme sheet_dark;  ///< for trails

typedef enum sheet_symbol { SHEET_AREA, SHEET_LINE, SHEET_DOT, SHEET_RING, SHEET_COLOURS } sheet_symbol;

/// One row of the legend: a symbol and its label.
typedef struct sheet_entry {
    sheet_symbol symbol;
    carom_svg_style style;
    const char *const *colours; ///< of SHEET_COLOURS; ends with a null
    const char *label;
    bool absent; ///< the picture has nothing of this kind: omit the row
} sheet_entry;

typedef struct sheet_desc {
    const sheet_theme *theme;
    carom_box bounds; ///< the visible part of the level
    float cell;       ///< the size of a cell, for the scale; 0: none
    const char *title, *subtitle;
    const sheet_entry *legend;
    int legend_count;
} sheet_desc;

typedef struct sheet {
    carom_svg svg;
} sheet;

void sheet_begin(sheet *s, FILE *out, const sheet_desc *desc);
bool sheet_end(sheet *s); ///< returns false after a write error

/// Returns the number of pixels per unit in the picture of a level.
float sheet_scale(carom_box bounds, float cell);
