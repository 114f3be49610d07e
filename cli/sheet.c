// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A title above, the level, a legend below. The level sets the width; a narrow level is centred.
#include "cli/sheet.h"

#include <string.h>

#include "cli/output.h"

const sheet_theme sheet_light = {.paper = "#f3f0e9",
                                 .air = "#fffdf9",
                                 .grid = "#efebe2",
                                 .solid = "#cdd5e1",
                                 .edge = "#33425c",
                                 .one_way = "#9b4dca",
                                 .text = "#1f2937",
                                 .faint = "#727c8c"};
const sheet_theme sheet_dark = {.paper = "#0d1117",
                                .air = "#141a23",
                                .grid = "#18202b",
                                .solid = "#2c3646",
                                .edge = "#5f718d",
                                .one_way = "#b48ead",
                                .text = "#e6ebf2",
                                .faint = "#8b98ab"};

// In pixels.
enum { SIDE = 1600, LEAST_WIDTH = 960, MARGIN = 24, HEADER = 72, ROW = 28, SYMBOL = 34, GAP = 26, LETTER = 7 };

float sheet_scale(carom_box bounds, float cell) {
    float width = bounds.max.x - bounds.min.x, height = bounds.max.y - bounds.min.y;
    float side = width > height ? width : height;
    if (!(side > 0)) return 1;
    float scale = SIDE / side;
    if (cell > 0 && scale < 8 / cell) scale = 8 / cell;
    if (cell > 0 && scale > 48 / cell) scale = 48 / cell;
    return scale * side > 10 * SIDE ? 10 * SIDE / side : scale;
}

/// Returns the width of an entry; the width of text is an estimate, because the viewer chooses the font.
static float entry_width(const sheet_entry *entry) {
    size_t letters = 0;
    for (const char *s = entry->label; *s; s++) letters += ((unsigned char)*s & 0xC0) != 0x80;
    float symbol = SYMBOL;
    for (int i = 0; entry->symbol == SHEET_COLOURS && entry->colours[i]; i++) symbol = (float)(i * 8 + 18);
    return symbol + (float)(LETTER * (int)letters) + GAP;
}

static int legend_rows(const sheet_desc *desc, float width) {
    int rows = desc->legend_count > 0;
    float x = MARGIN;
    for (int i = 0; i < desc->legend_count; i++) {
        if (desc->legend[i].absent) continue;
        float step = entry_width(&desc->legend[i]);
        if (x + step > width && x > MARGIN) {
            rows++;
            x = MARGIN;
        }
        x += step;
    }
    return rows;
}

static void put_area(carom_svg *svg, const char *colour, float x, float y, float width, float height) {
    carom_shape box = {.kind = CAROM_SHAPE_BOX, .box = {{x, y}, {x + width, y + height}}};
    carom_svg_group(svg, &(carom_svg_style){.fill = colour});
    carom_svg_shape(svg, &box);
    carom_svg_group_end(svg);
}

static void put_text(carom_svg *svg, const char *colour, float x, float y, float size, const char *text) {
    carom_svg_group(svg, &(carom_svg_style){.fill = colour});
    carom_svg_text(svg, (carom_vec2){x, y}, size, CAROM_SVG_ANCHOR_LEFT, text);
    carom_svg_group_end(svg);
}

/// Draws a symbol centred at height y.
static void put_symbol(carom_svg *svg, const sheet_entry *entry, float x, float y) {
    if (entry->symbol == SHEET_COLOURS) {
        for (int i = 0; entry->colours[i]; i++) put_area(svg, entry->colours[i], x + (float)(i * 8), y - 5, 8.5f, 10);
        return;
    }
    carom_shape box = {.kind = CAROM_SHAPE_BOX, .box = {{x, y - 7}, {x + 22, y + 7}}};
    carom_shape ring = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{x + 12, y}, 6}};
    carom_svg_group(svg, &entry->style);
    switch (entry->symbol) {
    case SHEET_AREA: carom_svg_shape(svg, &box); break;
    case SHEET_RING: carom_svg_shape(svg, &ring); break;
    case SHEET_DOT: carom_svg_dots(svg, &(carom_vec2){x + 12, y}, 1); break;
    case SHEET_LINE:
    case SHEET_COLOURS: carom_svg_line(svg, (carom_vec2[]){{x, y}, {x + 22, y}}, 2); break;
    }
    carom_svg_group_end(svg);
}

static void put_legend(carom_svg *svg, const sheet_desc *desc, float width, float y) {
    float x = MARGIN;
    for (int i = 0; i < desc->legend_count; i++) {
        const sheet_entry *entry = &desc->legend[i];
        if (entry->absent) continue;
        float step = entry_width(entry), label = 0;
        if (x + step > width && x > MARGIN) {
            x = MARGIN;
            y += ROW;
        }
        put_symbol(svg, entry, x, y);
        for (int k = 0; entry->symbol == SHEET_COLOURS && entry->colours[k]; k++) label = (float)(k * 8 + 18);
        put_text(svg, desc->theme->text, x + (label > 0 ? label : SYMBOL), y + 4.5f, 13, entry->label);
        x += step;
    }
}

void sheet_begin(sheet *s, FILE *out, const sheet_desc *desc) {
    float scale = sheet_scale(desc->bounds, desc->cell);
    float level_width = (desc->bounds.max.x - desc->bounds.min.x) * scale;
    float level_height = (desc->bounds.max.y - desc->bounds.min.y) * scale;
    float width = level_width + 2 * MARGIN > LEAST_WIDTH ? level_width + 2 * MARGIN : LEAST_WIDTH;
    float left = (width - level_width) / 2, below = HEADER + level_height;
    float height = below + (float)(ROW * legend_rows(desc, width)) + MARGIN;

    carom_svg *svg = &s->svg;
    *svg = (carom_svg){.write = output_write, .context = out, .scale = 1};
    carom_svg_begin(svg, width, height, desc->title);
    put_area(svg, desc->theme->paper, 0, 0, width, height);
    put_area(svg, desc->theme->air, left, HEADER, level_width, level_height);
    put_text(svg, desc->theme->text, MARGIN, 34, 22, desc->title);
    put_text(svg, desc->theme->faint, MARGIN, 56, 14, desc->subtitle);
    put_legend(svg, desc, width, below + ROW);

    svg->origin = (carom_vec2){desc->bounds.min.x - left / scale, desc->bounds.min.y - HEADER / scale};
    svg->scale = scale;
}

bool sheet_end(sheet *s) {
    return carom_svg_end(&s->svg);
}
