// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Descriptions of maps as text, for comparison.
#pragma once

#include "carom/io.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct text_buffer {
    char text[16384];
    size_t used;
} text_buffer;

static inline void put(text_buffer *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->used, sizeof out->text - out->used, format, arguments);
    va_end(arguments);
    if (length > 0 && out->used + (size_t)length < sizeof out->text) out->used += (size_t)length;
}

static inline void assert_box(carom_box box, float min_x, float min_y, float max_x, float max_y) {
    if (box.min.x != min_x || box.min.y != min_y || box.max.x != max_x || box.max.y != max_y)
        fail_msg("(%g, %g) to (%g, %g), not (%g, %g) to (%g, %g)", (double)box.min.x, (double)box.min.y,
                 (double)box.max.x, (double)box.max.y, (double)min_x, (double)min_y, (double)max_x, (double)max_y);
}

static inline void describe_level(const carom_map *map, text_buffer *out) {
    carom_level_desc desc = *carom_map_level(map);
    for (int i = 0; i < desc.tiles_count; i++) {
        const carom_tiles *t = &desc.tiles[i];
        put(out, "tiles %dx%d at %g,%g cell %gx%g:", t->columns, t->rows, (double)t->origin.x, (double)t->origin.y,
            (double)t->cell.x, (double)t->cell.y);
        for (int k = 0; k < t->columns * t->rows; k++) put(out, " %d", t->codes[k]);
        put(out, "\n");
    }
    for (int i = 0; i < desc.outlines_count; i++) {
        const carom_outline *o = &desc.outlines[i];
        put(out, "%s%s%s%s %d:", o->open ? "open" : "closed", o->one_way ? " one-way" : "",
            o->even_odd ? " even-odd" : "", o->same_area ? " same-area" : "", o->tag);
        for (int k = 0; k < o->count; k++) put(out, " %.9g,%.9g", (double)o->points[k].x, (double)o->points[k].y);
        put(out, "\n");
    }
}

static inline void describe_objects(const carom_map *map, text_buffer *out) {
    for (int i = 0; i < carom_map_object_count(map); i++) {
        carom_map_object o = carom_map_object_at(map, i);
        put(out, "%d '%s' '%s' in '%s' at %.9g,%.9g size %.9g,%.9g center %.9g,%.9g turned %g%s%s\n", o.id, o.name,
            o.type, o.layer, (double)o.position.x, (double)o.position.y, (double)o.size.x, (double)o.size.y,
            (double)o.center.x, (double)o.center.y, (double)o.rotation, o.visible ? "" : " hidden",
            o.solid ? " solid" : "");
    }
}

static inline void describe_solids(const carom_map *map, text_buffer *out) {
    for (int i = 0; i < carom_map_solid_count(map); i++) {
        carom_map_solid s = carom_map_solid_at(map, i);
        put(out, "'%s' '%s' '%s': %d+%d%s by %s\n", s.layer, s.tileset, s.type, s.cells, s.objects,
            s.one_way ? " one-way" : "", s.mark);
    }
}

static inline void describe_notes(const carom_map *map, text_buffer *out) {
    for (int i = 0; i < carom_map_note_count(map); i++) {
        carom_map_note note = carom_map_note_at(map, i);
        put(out, "%s: %s\n", note.where, note.message);
    }
}
