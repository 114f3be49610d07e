// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Texts of layer io in a growing buffer: pictures, and levels in the formats of editors.
#include <stdlib.h>
#include <string.h>

#include "carom/io.h"
#include "web.h"

typedef struct web_text {
    char *text; ///< null-terminated; null if empty
    size_t size, room;
} web_text;

static bool append(void *context, const char *text, size_t size) {
    web_text *w = context;
    if (w->size + size + 1 > w->room) {
        size_t room = 2 * (w->size + size + 1);
        char *grown = realloc(w->text, room);
        if (!grown) return false;
        w->text = grown;
        w->room = room;
    }
    memcpy(w->text + w->size, text, size);
    w->size += size;
    w->text[w->size] = '\0';
    return true;
}

typedef struct web_svg {
    carom_svg svg; ///< the first member: carom.js calls the functions of carom_svg with the address of a web_svg
    web_text out;
} web_svg;

/// `v`: origin, scale, width, height. Returns null if memory is exhausted.
web_svg *WEB(svg_make)(const float *v, const char *title) {
    web_svg *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->svg = (carom_svg){.write = append, .context = &w->out, .origin = {v[0], v[1]}, .scale = v[2]};
    carom_svg_begin(&w->svg, v[3], v[4], title);
    return w;
}

void WEB(svg_free)(web_svg *w) {
    free(w->out.text);
    free(w);
}

/// Returns the text; null if memory ran out.
const char *WEB(svg_end)(web_svg *w) {
    return carom_svg_end(&w->svg) ? w->out.text : NULL;
}

/// Writes a level. The caller must release out->text.
carom_status WEB(level_write)(const carom_level *level, int format, web_text *out, int *tags_lost) {
    *out = (web_text){0};
    return carom_level_write(level, (carom_level_format)format, append, out, tags_lost);
}
