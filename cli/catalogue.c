// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The 96 tiles, a row for each base in two columns. Each tile is built as a level of one cell, so the drawing shows the
// edges that collisions use.
#include "cli/catalogue.h"

#include "cli/output.h"
#include "cli/sheet.h"

// In pixels.
enum { MARGIN = 28, HEADER = 84, NAME = 150, TILE = 48, STEP = 74, ROW = 92, ROWS = 11, COLUMN = NAME + 8 * STEP + 24 };

static void put_text(carom_svg *svg, const char *colour, carom_vec2 at, float size, carom_svg_anchor anchor,
                     const char *text) {
    carom_svg_group(svg, &(carom_svg_style){.fill = colour});
    carom_svg_text(svg, at, size, anchor, text);
    carom_svg_group_end(svg);
}

static void put_tile(carom_svg *svg, const carom_level *level) {
    const sheet_theme *theme = &sheet_light;
    carom_svg_group(svg, &(carom_svg_style){.fill = theme->solid});
    carom_svg_solid(svg, level);
    carom_svg_group_end(svg);
    for (int one_way = 0; one_way < 2; one_way++) {
        carom_svg_group(svg, &(carom_svg_style){.stroke = one_way ? theme->one_way : theme->edge, .width = 2});
        carom_svg_edges(svg, level, one_way);
        carom_svg_normals(svg, level, one_way, 6);
        carom_svg_group_end(svg);
    }
}

/// Draws one cell and its caption; `at` is the upper left corner. False: out of memory.
static bool put_cell(carom_svg *svg, uint8_t code, carom_vec2 at) {
    carom_tiles tiles = {.columns = 1, .rows = 1, .origin = at, .cell = {TILE, TILE}, .codes = &code};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL) != CAROM_STATUS_OK)
        return false;
    carom_shape cell = {.kind = CAROM_SHAPE_BOX, .box = {at, {at.x + TILE, at.y + TILE}}};
    carom_svg_group(svg, &(carom_svg_style){.fill = sheet_light.air, .stroke = "#ddd6c8", .dash = 3});
    carom_svg_shape(svg, &cell);
    carom_svg_group_end(svg);
    put_tile(svg, level);
    carom_level_free(level);

    char caption[32];
    bool flip = code >> 5 & 1;
    snprintf(caption, sizeof caption, "%s%d\u00b0", flip ? "flip " : "", 90 * (code >> 6));
    put_text(svg, sheet_light.faint, (carom_vec2){at.x + TILE / 2.f, at.y + TILE + 17}, 11, CAROM_SVG_ANCHOR_MIDDLE,
             caption);
    return true;
}

/// Draws a base: its number, its name, and its distinct orientations.
static bool put_base(carom_svg *svg, int base) {
    float x = (float)(MARGIN + base / ROWS * COLUMN), y = (float)(HEADER + base % ROWS * ROW);
    char number[16];
    snprintf(number, sizeof number, "%d", base);
    put_text(svg, sheet_light.text, (carom_vec2){x, y + TILE / 2.f}, 15, CAROM_SVG_ANCHOR_LEFT, carom_tile_name(base));
    put_text(svg, sheet_light.faint, (carom_vec2){x, y + TILE / 2.f + 17}, 12, CAROM_SVG_ANCHOR_LEFT, number);
    x += NAME;
    for (int orientation = 0; orientation < 8; orientation++) {
        uint8_t code = carom_tile_code(base, orientation / 4, orientation % 4);
        if (carom_tile_canonical(code) != code) continue;
        if (!put_cell(svg, code, (carom_vec2){x, y})) return false;
        x += STEP;
    }
    return true;
}

bool draw_catalogue(FILE *out) {
    carom_svg svg = {.write = output_write, .context = out, .scale = 1};
    const float width = 2 * COLUMN + MARGIN, height = HEADER + ROWS * ROW + 4;
    carom_svg_begin(&svg, width, height, "The tile catalogue");
    carom_shape page = {.kind = CAROM_SHAPE_BOX, .box = {{0, 0}, {width, height}}};
    carom_svg_group(&svg, &(carom_svg_style){.fill = sheet_light.paper});
    carom_svg_shape(&svg, &page);
    carom_svg_group_end(&svg);
    put_text(&svg, sheet_light.text, (carom_vec2){MARGIN, 36}, 22, CAROM_SVG_ANCHOR_LEFT, "The tile catalogue");
    put_text(&svg, sheet_light.faint, (carom_vec2){MARGIN, 58}, 14, CAROM_SVG_ANCHOR_LEFT,
             "21 bases, mirrored and turned: 96 distinct tiles. Ticks are outward normals; purple edges are one-way.");
    bool good = true;
    for (int base = 0; good && base < CAROM_TILE_USER; base++) good = put_base(&svg, base);
    return carom_svg_end(&svg) && good;
}
