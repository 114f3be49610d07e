// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A line of sight in the picture of a level. A cell blocks if the level is solid at its centre.
#include "cli/draw_sight.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"

static const char crossed_colour[] = "#ffe0a3", shoulder_colour[] = "#7a5195", clear_colour[] = "#2f9e44",
                  blocked_colour[] = "#d7263d";
static const char *const corner_names[] = {"open", "pair", "any"};

bool read_sight(char **argv, const char *text, sight_request *out) {
    int32_t numbers[4];
    const char *at = text;
    for (int i = 0; i < 4; i++) {
        char *end;
        long number = strtol(at, &end, 10);
        if (end == at || number < INT32_MIN || number > INT32_MAX || *end != (i < 3 ? ',' : '\0')) {
            cli_usage(argv, "--sight '%s': expected four whole numbers, x0,y0,x1,y1", text);
            return false;
        }
        numbers[i] = (int32_t)number;
        at = end + 1;
    }
    out->from = (carom_cell){numbers[0], numbers[1]};
    out->to = (carom_cell){numbers[2], numbers[3]};
    return true;
}

static bool is_on_map(carom_cell cell, carom_box columns_and_rows) {
    return (float)cell.x >= columns_and_rows.min.x && (float)cell.x < columns_and_rows.max.x &&
           (float)cell.y >= columns_and_rows.min.y && (float)cell.y < columns_and_rows.max.y;
}

bool check_sight(char **argv, const sight_request *request, const loaded *l) {
    carom_map_info info = carom_map_about(l->map);
    carom_box b = {{floorf(info.bounds.min.x / info.cell.x), floorf(info.bounds.min.y / info.cell.y)},
                   {ceilf(info.bounds.max.x / info.cell.x), ceilf(info.bounds.max.y / info.cell.y)}};
    if (is_on_map(request->from, b) && is_on_map(request->to, b)) return true;
    carom_cell cell = is_on_map(request->from, b) ? request->to : request->from;
    cli_fail(argv, "--sight: cell %" PRId32 ",%" PRId32 " is not on the map, which has columns %g..%g and rows %g..%g",
             cell.x, cell.y, (double)b.min.x, (double)b.max.x - 1, (double)b.min.y, (double)b.max.y - 1);
    return false;
}

static carom_vec2 middle_of(const sight_drawing *drawing, carom_cell cell) {
    return (carom_vec2){((float)cell.x + 0.5f) * drawing->cell.x, ((float)cell.y + 0.5f) * drawing->cell.y};
}

static bool is_solid(void *context, carom_cell cell) {
    const sight_drawing *drawing = context;
    return carom_level_solid(drawing->level->level, middle_of(drawing, cell));
}

sight_drawing begin_sight(const sight_request *request, const loaded *l) {
    sight_drawing drawing = {.request = *request, .level = l, .cell = carom_map_about(l->map).cell};
    carom_sight_map map = {.blocks = is_solid, .context = &drawing};
    drawing.line = carom_sight(&map, request->from, request->to, request->corners);
    return drawing;
}

static void draw_cell(carom_svg *svg, const sight_drawing *drawing, carom_cell cell, float inset) {
    carom_vec2 min = {(float)cell.x * drawing->cell.x + inset, (float)cell.y * drawing->cell.y + inset};
    carom_vec2 max = {min.x + drawing->cell.x - 2 * inset, min.y + drawing->cell.y - 2 * inset};
    carom_svg_shape(svg, &(carom_shape){.kind = CAROM_SHAPE_BOX, .box = {min, max}});
}

/// Draws the crossed cells, or the shoulder cells at corners: the cells that only the line with CAROM_CORNERS_ANY
/// visits.
/// Returns their number; if svg is null it only counts.
static int draw_cells(carom_svg *svg, const sight_drawing *drawing, bool shoulders) {
    const sight_request *r = &drawing->request;
    carom_cell_line crossed = carom_cell_line_begin(r->from, r->to, CAROM_CORNERS_OPEN, true);
    carom_cell_line touched = carom_cell_line_begin(r->from, r->to, CAROM_CORNERS_ANY, true);
    int count = 0;
    carom_cell next = r->from;
    carom_cell_line_next(&crossed, &next);
    for (carom_cell cell; carom_cell_line_next(&touched, &cell);) {
        bool is_crossed = cell.x == next.x && cell.y == next.y;
        if (is_crossed) carom_cell_line_next(&crossed, &next);
        if (is_crossed == shoulders) continue;
        if (svg) draw_cell(svg, drawing, cell, shoulders ? 2 / svg->scale : 0);
        ++count;
    }
    return count;
}

void draw_sight_below(carom_svg *svg, const sight_drawing *drawing) {
    carom_svg_group(svg, &(carom_svg_style){.fill = crossed_colour});
    draw_cells(svg, drawing, false);
    carom_svg_group_end(svg);
}

void draw_sight_above(carom_svg *svg, const sight_drawing *drawing) {
    const sight_request *r = &drawing->request;
    const char *colour = drawing->line.clear ? clear_colour : blocked_colour;
    carom_vec2 ends[2] = {middle_of(drawing, r->from), middle_of(drawing, r->to)};
    carom_svg_group(svg, &(carom_svg_style){.stroke = shoulder_colour, .width = 1.5f, .dash = 4});
    draw_cells(svg, drawing, true);
    carom_svg_group_end(svg);
    carom_svg_group(svg, &(carom_svg_style){.stroke = colour, .width = 3});
    if (!drawing->line.clear) draw_cell(svg, drawing, drawing->line.blocker, 0);
    carom_svg_line(svg, ends, 2);
    carom_svg_group_end(svg);
    carom_svg_group(svg, &(carom_svg_style){.stroke = colour, .width = 9});
    carom_svg_dots(svg, ends, 2);
    carom_svg_group_end(svg);
}

void sight_legend(const sight_drawing *drawing, sheet_entry entries[SIGHT_ENTRIES],
                  char labels[SIGHT_ENTRIES][SIGHT_LABEL]) {
    const sight_request *r = &drawing->request;
    int shoulders = draw_cells(NULL, drawing, true);
    bool clear = drawing->line.clear;
    snprintf(labels[0], SIGHT_LABEL, "%d cells crossed", draw_cells(NULL, drawing, false));
    snprintf(labels[1], SIGHT_LABEL, "%d shoulder cells at corners", shoulders);
    snprintf(labels[2], SIGHT_LABEL, "%" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 ", corners %s: %s", r->from.x,
             r->from.y, r->to.x, r->to.y, corner_names[r->corners], clear ? "clear" : "blocked");
    snprintf(labels[3], SIGHT_LABEL, "blocked by %" PRId32 ",%" PRId32, drawing->line.blocker.x,
             drawing->line.blocker.y);
    const char *colour = clear ? clear_colour : blocked_colour;
    entries[0] = (sheet_entry){.symbol = SHEET_AREA, .style = {.fill = crossed_colour}, .label = labels[0]};
    entries[1] = (sheet_entry){.symbol = SHEET_AREA,
                               .style = {.stroke = shoulder_colour, .width = 1.5f, .dash = 4},
                               .label = labels[1],
                               .absent = shoulders == 0};
    entries[2] = (sheet_entry){.symbol = SHEET_LINE, .style = {.stroke = colour, .width = 3}, .label = labels[2]};
    entries[3] = (sheet_entry){
        .symbol = SHEET_AREA, .style = {.stroke = colour, .width = 3}, .label = labels[3], .absent = clear};
}
