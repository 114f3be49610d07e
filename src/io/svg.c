// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Writes a small subset of SVG 1.1 that browsers, rsvg-convert and editors render alike: groups with attributes, paths,
// circles and text; no style sheets and no transforms.
//
// Coordinates are rounded to integers, in 1/100 pixel, before they are written. Relative path commands, which are half
// as long, therefore do not accumulate errors.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "carom/io.h"
#include "io/rings.h"

// ---- Text -----------------------------------------------------------------------------------------------------------

static void put_bytes(carom_svg *svg, const char *text, size_t size) {
    if (!svg->failed) svg->failed = !svg->write(svg->context, text, size);
}

static void put_text(carom_svg *svg, const char *text) {
    put_bytes(svg, text, strlen(text));
}

static void put_escaped(carom_svg *svg, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '&': put_text(svg, "&amp;"); break;
        case '<': put_text(svg, "&lt;"); break;
        case '"': put_text(svg, "&quot;"); break;
        default: put_bytes(svg, (unsigned char)*text < ' ' ? " " : text, 1);
        }
    }
}

/// Writes an integer as hundredths, without trailing zeros: -150 is "-1.5".
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

static const double max_pixels = 1e7; // far outside of any picture, and its hundredths are exact in double

/// Clamps to max_pixels; NaN is 0.
static int64_t hundredths(double pixels) {
    if (!(pixels > -max_pixels)) return pixels <= -max_pixels ? -100 * (int64_t)max_pixels : 0;
    return pixels < max_pixels ? (int64_t)floor(pixels * 100 + 0.5) : 100 * (int64_t)max_pixels;
}

static void put_pixels(carom_svg *svg, float pixels) {
    put_hundredths(svg, hundredths((double)pixels));
}

static void put_attribute(carom_svg *svg, const char *name, const char *value) {
    put_text(svg, " ");
    put_text(svg, name);
    put_text(svg, "=\"");
    put_escaped(svg, value);
    put_text(svg, "\"");
}

static void put_size(carom_svg *svg, const char *name, double pixels) {
    put_text(svg, " ");
    put_text(svg, name);
    put_text(svg, "=\"");
    put_hundredths(svg, hundredths(pixels));
    put_text(svg, "\"");
}

// ---- Paths ----------------------------------------------------------------------------------------------------------

typedef struct pixel {
    int64_t x, y; ///< in 1/100 pixel
} pixel;

static double scaled_offset(const carom_svg *svg, double value, float origin) {
    return (value - (double)origin) * (double)svg->scale;
}

static pixel pixel_of(const carom_svg *svg, carom_vec2 p) {
    return (pixel){hundredths(scaled_offset(svg, (double)p.x, svg->origin.x)),
                   hundredths(scaled_offset(svg, (double)p.y, svg->origin.y))};
}

static void put_pair(carom_svg *svg, int64_t x, int64_t y) {
    put_hundredths(svg, x);
    if (y >= 0) put_text(svg, " "); // a minus sign separates, too
    put_hundredths(svg, y);
}

static pixel path_move(carom_svg *svg, carom_vec2 p) {
    pixel to = pixel_of(svg, p);
    put_text(svg, "M");
    put_pair(svg, to.x, to.y);
    return to;
}

static pixel path_line(carom_svg *svg, pixel from, carom_vec2 p) {
    pixel to = pixel_of(svg, p);
    if (to.x == from.x && to.y == from.y) return from;
    if (to.y == from.y) {
        put_text(svg, "h");
        put_hundredths(svg, to.x - from.x);
    } else if (to.x == from.x) {
        put_text(svg, "v");
        put_hundredths(svg, to.y - from.y);
    } else {
        put_text(svg, "l");
        put_pair(svg, to.x - from.x, to.y - from.y);
    }
    return to;
}

static void path_begin(carom_svg *svg) {
    put_text(svg, "<path d=\"");
}

static void path_end(carom_svg *svg) {
    put_text(svg, "\"/>\n");
}

// ---- The picture ----------------------------------------------------------------------------------------------------

void carom_svg_begin(carom_svg *svg, float width, float height, const char *title) {
    svg->failed = false;
    put_text(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    put_size(svg, "width", (double)width);
    put_size(svg, "height", (double)height);
    put_text(svg, " viewBox=\"0 0 ");
    put_pixels(svg, width);
    put_text(svg, " ");
    put_pixels(svg, height);
    put_text(svg, "\" font-family=\"system-ui, sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    if (!title) return;
    put_text(svg, "<title>");
    put_escaped(svg, title);
    put_text(svg, "</title>\n");
}

bool carom_svg_end(carom_svg *svg) {
    put_text(svg, "</svg>\n");
    return !svg->failed;
}

void carom_svg_group(carom_svg *svg, const carom_svg_style *style) {
    put_text(svg, "<g");
    put_attribute(svg, "fill", style->fill ? style->fill : "none");
    if (style->stroke) {
        put_attribute(svg, "stroke", style->stroke);
        put_size(svg, "stroke-width", style->width > 0 ? (double)style->width : 1);
    }
    if (style->dash > 0) put_size(svg, "stroke-dasharray", (double)style->dash);
    if (style->opacity > 0 && style->opacity < 1) put_size(svg, "opacity", (double)style->opacity);
    put_text(svg, ">\n");
}

void carom_svg_group_end(carom_svg *svg) {
    put_text(svg, "</g>\n");
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

static int compare_first_points(const void *p, const void *q) {
    const cr_level_ring *a = p, *b = q;
    return (a->first > b->first) - (a->first < b->first);
}

/// Writes the rings of solids in the order of their edges. The links of a level would lead along the two-sided edges
/// that touch a solid.
static void put_rings(carom_svg *svg, const cr_level_rings *rings) {
    path_begin(svg);
    for (int i = 0; i < rings->count; i++) {
        const cr_level_ring *ring = &rings->items[i];
        if (ring->kind != CR_RING_OUTER && ring->kind != CR_RING_HOLE) continue;
        pixel at = path_move(svg, rings->points[ring->first]);
        for (int k = 1; k < ring->count; k++) at = path_line(svg, at, rings->points[ring->first + k]);
        put_text(svg, "z");
    }
    path_end(svg);
}

void carom_svg_solid(carom_svg *svg, const carom_level *level) {
    if (carom_level_edge_count(level) == 0) return;
    cr_arena arena = {.allocator = cr_plain_allocator()};
    cr_level_rings rings;
    if (cr_list_rings(level, &arena, &rings)) {
        qsort(rings.items, (size_t)rings.count, sizeof *rings.items, compare_first_points);
        put_rings(svg, &rings);
    } else {
        svg->failed = true;
    }
    cr_arena_free(&arena);
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

// ---- Shapes and text ------------------------------------------------------------------------------------------------

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
        put_text(svg, "h0"); // a line of length 0: its round caps make the dot
    }
    path_end(svg);
}

static void put_circle(carom_svg *svg, carom_circle circle) {
    put_text(svg, "<circle");
    put_size(svg, "cx", scaled_offset(svg, (double)circle.center.x, svg->origin.x));
    put_size(svg, "cy", scaled_offset(svg, (double)circle.center.y, svg->origin.y));
    put_size(svg, "r", (double)circle.radius * (double)svg->scale);
    put_text(svg, "/>\n");
}

static void put_box(carom_svg *svg, carom_box box) {
    put_text(svg, "<rect");
    put_size(svg, "x", scaled_offset(svg, (double)box.min.x, svg->origin.x));
    put_size(svg, "y", scaled_offset(svg, (double)box.min.y, svg->origin.y));
    put_size(svg, "width", ((double)box.max.x - (double)box.min.x) * (double)svg->scale);
    put_size(svg, "height", ((double)box.max.y - (double)box.min.y) * (double)svg->scale);
    put_text(svg, "/>\n");
}

/// Parallels of the sides, connected by arcs.
static void put_rounded_polygon(carom_svg *svg, const carom_polygon *polygon) {
    double radius = (double)polygon->radius;
    int64_t pixels = hundredths(radius * (double)svg->scale);
    path_begin(svg);
    for (int i = 0;; i++) {
        carom_vec2 a = polygon->v[i % polygon->count], b = polygon->v[(i + 1) % polygon->count];
        double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, length = sqrt(dx * dx + dy * dy);
        carom_vec2 out = {(float)(dy / length * radius), (float)(-dx / length * radius)};
        put_text(svg, i == 0 ? "M" : "A");
        if (i > 0) {
            put_pair(svg, pixels, pixels);
            put_text(svg, " 0 0 1 ");
        }
        pixel corner = pixel_of(svg, (carom_vec2){a.x + out.x, a.y + out.y});
        put_pair(svg, corner.x, corner.y);
        if (i == polygon->count) break;
        put_text(svg, "L");
        corner = pixel_of(svg, (carom_vec2){b.x + out.x, b.y + out.y});
        put_pair(svg, corner.x, corner.y);
    }
    put_text(svg, "z");
    path_end(svg);
}

static void put_polygon(carom_svg *svg, const carom_polygon *polygon) {
    if (polygon->radius > 0) {
        put_rounded_polygon(svg, polygon);
        return;
    }
    path_begin(svg);
    pixel at = path_move(svg, polygon->v[0]);
    for (int i = 1; i < polygon->count; i++) at = path_line(svg, at, polygon->v[i]);
    put_text(svg, "z");
    path_end(svg);
}

/// Two half circles, and the lines that connect them.
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
        put_text(svg, i == 0 ? "M" : i == 2 ? "L" : "A");
        if (i % 2 == 1) {
            put_pair(svg, pixels, pixels);
            put_text(svg, " 0 0 1 ");
        }
        pixel corner = pixel_of(svg, corners[i]);
        put_pair(svg, corner.x, corner.y);
    }
    put_text(svg, "z");
    path_end(svg);
}

void carom_svg_shape(carom_svg *svg, const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: carom_svg_dots(svg, &shape->point, 1); break;
    case CAROM_SHAPE_SEGMENT: carom_svg_line(svg, (carom_vec2[]){shape->segment.a, shape->segment.b}, 2); break;
    case CAROM_SHAPE_CIRCLE: put_circle(svg, shape->circle); break;
    case CAROM_SHAPE_BOX: put_box(svg, shape->box); break;
    case CAROM_SHAPE_CAPSULE: put_capsule(svg, &shape->capsule); break;
    case CAROM_SHAPE_POLYGON: put_polygon(svg, &shape->polygon); break;
    case CAROM_SHAPE_NONE:
    case CAROM_SHAPE_COMPOUND: break;
    }
}

void carom_svg_text(carom_svg *svg, carom_vec2 at, float size, carom_svg_anchor anchor, const char *text) {
    static const char *const anchors[] = {"start", "middle", "end"};
    put_text(svg, "<text");
    put_size(svg, "x", scaled_offset(svg, (double)at.x, svg->origin.x));
    put_size(svg, "y", scaled_offset(svg, (double)at.y, svg->origin.y));
    put_size(svg, "font-size", (double)size);
    if (anchor != CAROM_SVG_ANCHOR_LEFT) put_attribute(svg, "text-anchor", anchors[anchor]);
    put_text(svg, ">");
    put_escaped(svg, text);
    put_text(svg, "</text>\n");
}
