// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom draw --sight: a line of sight in the picture of a level, with the cells that it crosses and the shoulder cells
// at corners.
#pragma once

#include "carom/grid.h"
#include "cli/load.h"
#include "cli/sheet.h"

typedef struct sight_request {
    carom_cell from, to;
    carom_corners corners;
} sight_request;

/// Reads "x0,y0,x1,y1"; on failure prints why and returns false.
bool read_sight(char **argv, const char *text, sight_request *out);
/// True if both ends are on the map; otherwise prints which is not and returns false.
bool check_sight(char **argv, const sight_request *request, const loaded *l);

/// The result: computed once, drawn in two parts, below the boundary and above it.
typedef struct sight_drawing {
    sight_request request;
    const loaded *level;
    carom_vec2 cell;
    carom_sight_line line;
} sight_drawing;

sight_drawing begin_sight(const sight_request *request, const loaded *l);
void draw_sight_below(carom_svg *svg, const sight_drawing *drawing);
void draw_sight_above(carom_svg *svg, const sight_drawing *drawing);

enum { SIGHT_ENTRIES = 4, SIGHT_LABEL = 96 };
/// Writes its rows of the legend; their text is stored in `labels`.
void sight_legend(const sight_drawing *drawing, sheet_entry entries[SIGHT_ENTRIES],
                  char labels[SIGHT_ENTRIES][SIGHT_LABEL]);
