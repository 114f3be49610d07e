// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Writes SVG 1.1, so plain that browsers, rsvg-convert and editors agree on it: groups with attributes, paths, circles
// and text; no style sheet, no transform.
//
// Coordinates become whole hundredths of a pixel first, and text second. So a path can be written in steps from point
// to point, which is half as long, and the steps still add up.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "carom/io.h"

// ---- Text -----------------------------------------------------------------------------------------------------------

static void put_bytes(carom_svg *svg, const char *text, size_t size) {
    if (!svg->failed && size > 0) svg->failed = !svg->write(svg->context, text, size);
}

static void put(carom_svg *svg, const char *text) {
    put_bytes(svg, text, strlen(text));
}

static void put_escaped(carom_svg *svg, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': put(svg, "&amp;"); break;
        case '<': put(svg, "&lt;"); break;
        case '"': put(svg, "&quot;"); break;
        default: put_bytes(svg, (unsigned char)*text < ' ' ? " " : text, 1);
        }
    }
}

/// A number in hundredths, without zeros that say nothing: -150 is "-1.5".
static void put_hundredths(carom_svg *svg, int64_t value) {
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? (uint64_t)-value : (uint64_t)value;
    if (rest % 100 != 0) {
        if (rest % 10 != 0) *--at = (char)('0' + rest % 10);
        *--at = (char)('0' + rest / 10 % 10);
        *--at = '.';
    }
    rest /= 100;
    do *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0) *--at = '-';
    put_bytes(svg, at, (size_t)(digits + sizeof digits - at));
}

/// What is too far away to be seen stops at 10^7 pixels; NaN is 0.
static int64_t hundredths(double pixels) {
    if (!(pixels > -1e7)) return pixels <= -1e7 ? -1000000000 : 0;
    return pixels < 1e7 ? (int64_t)floor(pixels * 100 + 0.5) : 1000000000;
}

static void put_pixels(carom_svg *svg, float pixels) {
    put_hundredths(svg, hundredths((double)pixels));
}

static void put_attribute(carom_svg *svg, const char *name, const char *value) {
    put(svg, " ");
    put(svg, name);
    put(svg, "=\"");
    put_escaped(svg, value);
    put(svg, "\"");
}

static void put_size(carom_svg *svg, const char *name, double pixels) {
    put(svg, " ");
    put(svg, name);
    put(svg, "=\"");
    put_hundredths(svg, hundredths(pixels));
    put(svg, "\"");
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

typedef struct pixel {
    int64_t x, y; ///< hundredths
} pixel;

static double scaled(const carom_svg *svg, double value, float origin) {
    return (value - (double)origin) * (double)svg->scale;
}

static pixel pixel_of(const carom_svg *svg, carom_vec2 p) {
    return (pixel){hundredths(scaled(svg, (double)p.x, svg->origin.x)),
                   hundredths(scaled(svg, (double)p.y, svg->origin.y))};
}

static void put_pair(carom_svg *svg, int64_t x, int64_t y) {
    put_hundredths(svg, x);
    if (y >= 0) put(svg, " "); // a minus sign parts them as well
    put_hundredths(svg, y);
}

static pixel path_move(carom_svg *svg, carom_vec2 p) {
    pixel to = pixel_of(svg, p);
    put(svg, "M");
    put_pair(svg, to.x, to.y);
    return to;
}

static pixel path_line(carom_svg *svg, pixel from, carom_vec2 p) {
    pixel to = pixel_of(svg, p);
    if (to.x == from.x && to.y == from.y) return from;
    if (to.y == from.y) {
        put(svg, "h");
        put_hundredths(svg, to.x - from.x);
    } else if (to.x == from.x) {
        put(svg, "v");
        put_hundredths(svg, to.y - from.y);
    } else {
        put(svg, "l");
        put_pair(svg, to.x - from.x, to.y - from.y);
    }
    return to;
}

static void path_begin(carom_svg *svg) {
    put(svg, "<path d=\"");
}

static void path_end(carom_svg *svg) {
    put(svg, "\"/>\n");
}

// ---- The picture ----------------------------------------------------------------------------------------------------

void carom_svg_begin(carom_svg *svg, float width, float height, const char *title) {
    svg->failed = false;
    put(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_size(svg, "width", (double)width);
    put_size(svg, "height", (double)height);
    put(svg, " viewBox=\"0 0 ");
    put_pixels(svg, width);
    put(svg, " ");
    put_pixels(svg, height);
    put(svg, "\" font-family=\"system-ui, sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    if (!title) return;
    put(svg, "<title>");
    put_escaped(svg, title);
    put(svg, "</title>\n");
}

bool carom_svg_end(carom_svg *svg) {
    put(svg, "</svg>\n");
    return !svg->failed;
}

void carom_svg_group(carom_svg *svg, const carom_svg_style *style) {
    put(svg, "<g");
    put_attribute(svg, "fill", style->fill ? style->fill : "none");
    if (style->stroke) {
        put_attribute(svg, "stroke", style->stroke);
        put_size(svg, "stroke-width", style->width > 0 ? (double)style->width : 1);
    }
    if (style->dash > 0) put_size(svg, "stroke-dasharray", (double)style->dash);
    if (style->opacity > 0 && style->opacity < 1) put_size(svg, "opacity", (double)style->opacity);
    put(svg, ">\n");
}

void carom_svg_group_end(carom_svg *svg) {
    put(svg, "</g>\n");
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

/// Follows the chain of edge `first`, and marks what it passes. Solid chains are closed.
static void put_chain(carom_svg *svg, const carom_level *level, int first, bool *done) {
    carom_level_edge edge = carom_level_edge_at(level, first);
    pixel at = path_move(svg, edge.a);
    for (int i = first; i >= 0 && !done[i]; i = edge.next) {
        done[i] = true;
        edge = carom_level_edge_at(level, i);
        if (edge.next != first) at = path_line(svg, at, edge.b);
    }
    put(svg, "z");
}

void carom_svg_solid(carom_svg *svg, const carom_level *level) {
    int count = carom_level_edge_count(level);
    if (count == 0) return;
    bool *done = calloc((size_t)count, sizeof *done);
    if (!done) {
        svg->failed = true;
        return;
    }
    path_begin(svg);
    for (int i = 0; i < count; i++) {
        if (!done[i] && !carom_level_edge_at(level, i).one_way) put_chain(svg, level, i, done);
    }
    path_end(svg);
    free(done);
}

void carom_svg_edges(carom_svg *svg, const carom_level *level, bool one_way) {
    path_begin(svg);
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        if (edge.one_way == one_way) path_line(svg, path_move(svg, edge.a), edge.b);
    }
    path_end(svg);
}

void carom_svg_normals(carom_svg *svg, const carom_level *level, bool one_way, float length) {
    path_begin(svg);
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        double dx = (double)edge.b.x - (double)edge.a.x, dy = (double)edge.b.y - (double)edge.a.y;
        double size = sqrt(dx * dx + dy * dy) * (double)svg->scale;
        if (edge.one_way != one_way || !(size > 0)) continue;
        double tick = size < (double)length ? (size > 2 ? 1 : 2 / size) : (double)length / size;
        carom_vec2 foot = {(float)((double)edge.a.x + dx / 2), (float)((double)edge.a.y + dy / 2)};
        carom_vec2 tip = {(float)((double)foot.x + dy * tick), (float)((double)foot.y - dx * tick)};
        path_line(svg, path_move(svg, foot), tip);
    }
    path_end(svg);
}

// ---- Things ---------------------------------------------------------------------------------------------------------

void carom_svg_line(carom_svg *svg, const carom_vec2 *points, int count) {
    if (count < 1) return;
    path_begin(svg);
    pixel at = path_move(svg, points[0]);
    for (int i = 1; i < count; i++) at = path_line(svg, at, points[i]);
    path_end(svg);
}

void carom_svg_dots(carom_svg *svg, const carom_vec2 *points, int count) {
    if (count < 1) return;
    path_begin(svg);
    for (int i = 0; i < count; i++) {
        path_move(svg, points[i]);
        put(svg, "h0"); // a line of no length, whose ends are round
    }
    path_end(svg);
}

static void put_circle(carom_svg *svg, carom_circle circle) {
    put(svg, "<circle");
    put_size(svg, "cx", scaled(svg, (double)circle.center.x, svg->origin.x));
    put_size(svg, "cy", scaled(svg, (double)circle.center.y, svg->origin.y));
    put_size(svg, "r", (double)circle.radius * (double)svg->scale);
    put(svg, "/>\n");
}

static void put_box(carom_svg *svg, carom_box box) {
    put(svg, "<rect");
    put_size(svg, "x", scaled(svg, (double)box.min.x, svg->origin.x));
    put_size(svg, "y", scaled(svg, (double)box.min.y, svg->origin.y));
    put_size(svg, "width", ((double)box.max.x - (double)box.min.x) * (double)svg->scale);
    put_size(svg, "height", ((double)box.max.y - (double)box.min.y) * (double)svg->scale);
    put(svg, "/>\n");
}

static void put_polygon(carom_svg *svg, const carom_polygon *polygon) {
    path_begin(svg);
    pixel at = path_move(svg, polygon->v[0]);
    for (int i = 1; i < polygon->count; i++) at = path_line(svg, at, polygon->v[i]);
    put(svg, "z");
    path_end(svg);
}

/// Two half circles and the lines between them.
static void put_capsule(carom_svg *svg, const carom_capsule *capsule) {
    double dx = (double)capsule->b.x - (double)capsule->a.x, dy = (double)capsule->b.y - (double)capsule->a.y;
    double length = sqrt(dx * dx + dy * dy), radius = (double)capsule->radius;
    if (!(length > 0)) {
        put_circle(svg, (carom_circle){capsule->a, capsule->radius});
        return;
    }
    float nx = (float)(-dy / length * radius), ny = (float)(dx / length * radius);
    const carom_vec2 corners[4] = {{capsule->a.x + nx, capsule->a.y + ny},
                                   {capsule->a.x - nx, capsule->a.y - ny},
                                   {capsule->b.x - nx, capsule->b.y - ny},
                                   {capsule->b.x + nx, capsule->b.y + ny}};
    int64_t pixels = hundredths(radius * (double)svg->scale);
    path_begin(svg);
    for (int i = 0; i < 4; i++) {
        put(svg, i == 0 ? "M" : i == 2 ? "L" : "A");
        if (i % 2 == 1) {
            put_pair(svg, pixels, pixels);
            put(svg, " 0 0 1 ");
        }
        pixel corner = pixel_of(svg, corners[i]);
        put_pair(svg, corner.x, corner.y);
    }
    put(svg, "z");
    path_end(svg);
}

void carom_svg_shape(carom_svg *svg, const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_POINT: carom_svg_dots(svg, &shape->point, 1); break;
    case CAROM_SEGMENT: carom_svg_line(svg, (carom_vec2[]){shape->segment.a, shape->segment.b}, 2); break;
    case CAROM_CIRCLE: put_circle(svg, shape->circle); break;
    case CAROM_BOX: put_box(svg, shape->box); break;
    case CAROM_CAPSULE: put_capsule(svg, &shape->capsule); break;
    case CAROM_POLYGON: put_polygon(svg, &shape->polygon); break;
    case CAROM_NONE:
    case CAROM_COMPOUND: break;
    }
}

void carom_svg_text(carom_svg *svg, carom_vec2 at, float size, carom_svg_anchor anchor, const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    put(svg, "<text");
    put_size(svg, "x", scaled(svg, (double)at.x, svg->origin.x));
    put_size(svg, "y", scaled(svg, (double)at.y, svg->origin.y));
    put_size(svg, "font-size", (double)size);
    if (anchor != CAROM_SVG_LEFT) put_attribute(svg, "text-anchor", anchors[anchor]);
    put(svg, ">");
    put_escaped(svg, text);
    put(svg, "</text>\n");
}
