// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Writes the boundary of a level as objects of a Tiled map, as GeoJSON, and as SVG.
#include "io/number.h"
#include "io/rings.h"

#include "carom/io.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct level_writer {
    carom_svg_write *write;
    void *context;
    bool failed;
    char buffer[8192];
    size_t used;
    const cr_level_rings *rings;
} level_writer;

static void flush_level(level_writer *w) {
    if (!w->failed && w->used > 0) w->failed = !w->write(w->context, w->buffer, w->used);
    w->used = 0;
}

static void write_text(level_writer *w, const char *text) {
    for (size_t length = strlen(text); length > 0;) {
        size_t part = length < sizeof w->buffer - w->used ? length : sizeof w->buffer - w->used;
        memcpy(w->buffer + w->used, text, part);
        w->used += part;
        text += part;
        length -= part;
        if (w->used == sizeof w->buffer) flush_level(w);
    }
}

static void write_integer(level_writer *w, int value) {
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    write_text(w, text);
}

static void write_float(level_writer *w, float value) {
    char text[CR_FLOAT_TEXT];
    cr_format_float(value, text);
    write_text(w, text);
}

/// Writes all points of a ring: "x,y x,y" with "," and " ".
static void write_points(level_writer *w, const cr_level_ring *ring, const char *within, const char *between) {
    for (int i = 0; i < ring->count; i++) {
        carom_vec2 p = w->rings->points[ring->first + i];
        if (i > 0) write_text(w, between);
        write_float(w, p.x);
        write_text(w, within);
        write_float(w, p.y);
    }
}

static bool is_chain(const cr_level_ring *ring) {
    return ring->kind == CR_RING_ONE_WAY || ring->kind == CR_RING_TWO_SIDED;
}

/// A direction that the chain as a whole faces: a reader would turn it around otherwise.
static const char *facing_of(const level_writer *w, const cr_level_ring *ring) {
    const carom_vec2 *p = w->rings->points + ring->first;
    double x = (double)p[ring->count - 1].y - (double)p[0].y, y = (double)p[0].x - (double)p[ring->count - 1].x;
    if (fabs(x) > fabs(y)) return x > 0 ? "right" : "left";
    return y > 0 ? "down" : "up";
}

// ---- TMX ------------------------------------------------------------------------------------------------------------

static void write_property(level_writer *w, const char *name, const char *value) {
    write_text(w, "    <property name=\"");
    write_text(w, name);
    write_text(w, "\" value=\"");
    write_text(w, value);
    write_text(w, "\"/>\n");
}

static void write_object(level_writer *w, int id, const cr_level_ring *ring) {
    write_text(w, "  <object id=\"");
    write_integer(w, id);
    write_text(w, "\" x=\"0\" y=\"0\">\n   <properties>\n");
    if (ring->kind == CR_RING_HOLE) write_property(w, "carom", "hole");
    write_text(w, "    <property name=\"carom_tag\" type=\"int\" value=\"");
    write_integer(w, ring->tag);
    write_text(w, "\"/>\n");
    if (ring->kind == CR_RING_ONE_WAY) write_property(w, "one_way", facing_of(w, ring));
    write_text(w,
               is_chain(ring) ? "   </properties>\n   <polyline points=\"" : "   </properties>\n   <polygon points=\"");
    write_points(w, ring, ",", " ");
    write_text(w, "\"/>\n  </object>\n");
}

/// The number of cells of 16 pixels that reach to `end`.
static int cells_to(float end) {
    const double cells = ceil((double)end / 16), most = 1e6;
    return !(cells > 1) ? 1 : cells < most ? (int)cells : (int)most;
}

static void write_tmx(level_writer *w, carom_box bounds) {
    write_text(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" "
                  "renderorder=\"right-down\" width=\"");
    write_integer(w, cells_to(bounds.max.x));
    write_text(w, "\" height=\"");
    write_integer(w, cells_to(bounds.max.y));
    write_text(w, "\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\" nextlayerid=\"2\" nextobjectid=\"");
    write_integer(w, w->rings->count + 1);
    write_text(w, "\">\n <objectgroup id=\"1\" name=\"collision\">\n");
    for (int i = 0; i < w->rings->count; i++) write_object(w, i + 1, &w->rings->items[i]);
    write_text(w, " </objectgroup>\n</map>\n");
}

// ---- GeoJSON --------------------------------------------------------------------------------------------------------

/// A ring ends in its first point.
static void write_positions(level_writer *w, const cr_level_ring *ring) {
    write_text(w, "[[");
    write_points(w, ring, ",", "],[");
    if (!is_chain(ring)) {
        const cr_level_ring first = {.first = ring->first, .count = 1};
        write_text(w, "],[");
        write_points(w, &first, ",", "");
    }
    write_text(w, "]]");
}

static void write_geojson(level_writer *w) {
    const cr_level_rings *rings = w->rings;
    write_text(w, "{\"type\":\"FeatureCollection\",\"features\":[");
    for (int i = 0; i < rings->count;) {
        const cr_level_ring *ring = &rings->items[i];
        write_text(w, i > 0 ? ",\n" : "\n");
        write_text(w, "{\"type\":\"Feature\",\"properties\":{\"solid\":true,\"carom_tag\":");
        write_integer(w, ring->tag);
        if (ring->kind == CR_RING_ONE_WAY) {
            write_text(w, ",\"one_way\":\"");
            write_text(w, facing_of(w, ring));
            write_text(w, "\"");
        }
        write_text(w, is_chain(ring) ? "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":"
                                     : "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[");
        write_positions(w, ring);
        for (i++; i < rings->count && rings->items[i].kind == CR_RING_HOLE; i++) {
            write_text(w, ",\n");
            write_positions(w, &rings->items[i]);
        }
        write_text(w, is_chain(ring) ? "}}" : "]}}");
    }
    write_text(w, "\n]}\n");
}

// ---- SVG ------------------------------------------------------------------------------------------------------------

static void write_path(level_writer *w, const cr_level_ring *ring) {
    write_text(w, "M");
    write_points(w, ring, " ", "L");
    if (!is_chain(ring)) write_text(w, "z");
}

/// The difference, rounded to a finite float.
static float finite_extent(float min, float max) {
    const float extent = max - min;
    return extent < FLT_MAX ? extent : FLT_MAX;
}

static void write_svg(level_writer *w, carom_box bounds) {
    const cr_level_rings *rings = w->rings;
    const float view[4] = {bounds.min.x, bounds.min.y, finite_extent(bounds.min.x, bounds.max.x),
                           finite_extent(bounds.min.y, bounds.max.y)};
    write_text(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
    for (int i = 0; i < 4; i++) {
        if (i > 0) write_text(w, " ");
        write_float(w, rings->count > 0 ? view[i] : 0);
    }
    write_text(w, "\" fill-rule=\"evenodd\">\n");
    for (int i = 0; i < rings->count;) {
        const cr_level_ring *ring = &rings->items[i];
        write_text(w, "<path data-tag=\"");
        write_integer(w, ring->tag);
        write_text(w, ring->kind == CR_RING_ONE_WAY ? "\" class=\"one-way" : "");
        write_text(w, is_chain(ring) ? "\" fill=\"none\" stroke=\"black\" d=\"" : "\" d=\"");
        write_path(w, ring);
        for (i++; i < rings->count && rings->items[i].kind == CR_RING_HOLE; i++) write_path(w, &rings->items[i]);
        write_text(w, "\"/>\n");
    }
    write_text(w, "</svg>\n");
}

/// Returns the number of edges of holes whose tag is not that of their outer ring.
static int tags_of_holes(const cr_level_rings *rings) {
    int count = 0, outer = 0;
    for (int i = 0; i < rings->count; i++) {
        const cr_level_ring *ring = &rings->items[i];
        if (ring->kind != CR_RING_HOLE) outer = ring->tag;
        if (ring->tag != outer) count += ring->count;
    }
    return count;
}

carom_status carom_level_write(const carom_level *level, carom_level_format format, carom_svg_write *write,
                               void *context, int *tags_lost) {
    if (!level || !write || format < CAROM_LEVEL_FORMAT_TMX || format > CAROM_LEVEL_FORMAT_SVG)
        return CAROM_STATUS_BAD_ARGUMENT;
    cr_arena arena = {.allocator = cr_plain_allocator()};
    cr_level_rings rings;
    level_writer w = {.write = write, .context = context, .rings = &rings};
    carom_status status = cr_list_rings(level, &arena, &rings) ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
    if (status == CAROM_STATUS_OK) {
        carom_box bounds = carom_level_bounds(level);
        if (tags_lost) *tags_lost = rings.other_tags + (format == CAROM_LEVEL_FORMAT_TMX ? 0 : tags_of_holes(&rings));
        if (format == CAROM_LEVEL_FORMAT_TMX) write_tmx(&w, bounds);
        if (format == CAROM_LEVEL_FORMAT_GEOJSON) write_geojson(&w);
        if (format == CAROM_LEVEL_FORMAT_SVG) write_svg(&w, bounds);
        flush_level(&w);
        if (w.failed) status = CAROM_STATUS_FULL;
    }
    cr_arena_free(&arena);
    return status;
}
