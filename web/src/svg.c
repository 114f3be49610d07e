// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Pictures: the SVG writer of layer io, into a growing buffer.
#include <stdlib.h>
#include <string.h>

#include "carom/io.h"
#include "web.h"

typedef struct web_svg {
    carom_svg svg; ///< the first member: carom.js calls the functions of carom_svg with the address of a web_svg
    char *text;    ///< null-terminated
    size_t size, room;
} web_svg;

static bool append(void *context, const char *text, size_t size) {
    web_svg *w = context;
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

/// `v`: origin, scale, width, height. Returns null if memory is exhausted.
web_svg *WEB(svg_make)(const float *v, const char *title) {
    web_svg *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->svg = (carom_svg){.write = append, .context = w, .origin = {v[0], v[1]}, .scale = v[2]};
    carom_svg_begin(&w->svg, v[3], v[4], title);
    return w;
}

void WEB(svg_free)(web_svg *w) {
    free(w->text);
    free(w);
}

/// Returns the text; null if memory ran out.
const char *WEB(svg_end)(web_svg *w) {
    return carom_svg_end(&w->svg) ? w->text : NULL;
}
