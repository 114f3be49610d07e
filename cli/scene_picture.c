// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The picture of a scene: the levels, the paths of the bodies, and the debug drawing (carom/draw.h) of the last step.
#include <math.h>
#include <stdlib.h>

#include "carom/draw.h"
#include "cli/output.h"
#include "cli/scene.h"
#include "cli/sheet.h"

enum { POINTS = 1000000 };

struct scene_trails {
    carom_pose *at; ///< by step, then by body; NaN: removed
    int bodies, steps, capacity;
};

scene_trails *scene_trails_make(const scene_run *r) {
    scene_trails *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->bodies = r->scene->body_count;
    t->capacity = POINTS / t->bodies + 1;
    t->at = malloc((size_t)t->capacity * (size_t)t->bodies * sizeof *t->at);
    if (t->at) return t;
    free(t);
    return NULL;
}

void scene_trails_free(scene_trails *t) {
    if (!t) return;
    free(t->at);
    free(t);
}

void scene_trails_add(scene_trails *t, const scene_run *r) {
    if (t->steps == t->capacity) return;
    carom_pose *at = t->at + (size_t)t->steps++ * (size_t)t->bodies;
    for (int i = 0; i < t->bodies; i++) {
        carom_body_id id = r->scene->bodies[i].id;
        at[i] = carom_world_has(r->world, id) ? carom_world_pose(r->world, id) : (carom_pose){.position = {NAN, NAN}};
    }
}

// ---- Debug drawing to SVG -------------------------------------------------------------------------------------------

/// Shapes of one colour form a group.
typedef struct svg_canvas {
    carom_svg *svg;
    uint32_t color; ///< of the open group
    bool open;
} svg_canvas;

static void use_color(svg_canvas *c, uint32_t color) {
    if (c->open && c->color == color) return;
    if (c->open) carom_svg_group_end(c->svg);
    char name[8];
    snprintf(name, sizeof name, "#%06x", (unsigned)(color >> 8));
    carom_svg_group(c->svg,
                    &(carom_svg_style){.stroke = name, .width = 1.5f, .opacity = (float)(color & 255) / 255.0f});
    c->color = color;
    c->open = true;
}

static void put_line(void *context, const carom_vec2 *ends, uint32_t color) {
    svg_canvas *c = context;
    use_color(c, color);
    carom_svg_line(c->svg, ends, 2);
}

static void put_polygon(void *context, const carom_vec2 *points, int count, uint32_t color) {
    svg_canvas *c = context;
    carom_shape shape;
    if (carom_make_polygon(points, count, &shape) != CAROM_STATUS_OK) return;
    use_color(c, color);
    carom_svg_shape(c->svg, &shape);
}

static void put_circle(void *context, const carom_circle *circle, uint32_t color) {
    svg_canvas *c = context;
    use_color(c, color);
    carom_svg_shape(c->svg, &(carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = *circle});
}

static void put_point(void *context, const carom_vec2 *at, uint32_t color) {
    svg_canvas *c = context;
    use_color(c, color);
    carom_shape dot = {.kind = CAROM_SHAPE_CIRCLE, .circle = {*at, 2 / c->svg->scale}};
    carom_svg_shape(c->svg, &dot);
}

static void put_name(void *context, const carom_vec2 *at, const char *text, uint32_t color) {
    svg_canvas *c = context;
    if (c->open) carom_svg_group_end(c->svg);
    c->open = false;
    (void)color;
    carom_svg_group(c->svg, &(carom_svg_style){.fill = sheet_dark.text});
    carom_svg_text(c->svg, *at, 11, CAROM_SVG_ANCHOR_MIDDLE, text);
    carom_svg_group_end(c->svg);
}

static void draw_bodies(const scene_run *r, carom_svg *svg) {
    svg_canvas canvas = {.svg = svg};
    carom_draw_desc draw = {.line = put_line,
                            .polygon = put_polygon,
                            .circle = put_circle,
                            .point = put_point,
                            .text = put_name,
                            .context = &canvas,
                            .what = CAROM_DRAW_CONTACTS | (r->scene->body_count <= 200 ? CAROM_DRAW_NAMES : 0),
                            .normals = 12 / svg->scale};
    carom_draw_world(&draw, r->world);
    if (canvas.open) carom_svg_group_end(svg);
}

// ---- The picture ----------------------------------------------------------------------------------------------------

static void grow(carom_box *box, carom_box other) {
    if (!(other.min.x <= other.max.x)) return;
    box->min = (carom_vec2){fminf(box->min.x, other.min.x), fminf(box->min.y, other.min.y)};
    box->max = (carom_vec2){fmaxf(box->max.x, other.max.x), fmaxf(box->max.y, other.max.y)};
}

/// The box around levels, bodies and trails, with a margin.
static carom_box find_bounds(const scene_run *r) {
    const scene_trails *t = r->trails;
    carom_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    if (r->loaded.level) grow(&box, r->loaded.bounds);
    if (r->outline) grow(&box, carom_level_bounds(r->outline));
    for (int i = 0; i < t->bodies; i++) {
        carom_box shape = carom_shape_bounds(&r->scene->bodies[i].desc.shape);
        for (int step = 0; step < t->steps; step++) {
            carom_pose at = t->at[(size_t)step * (size_t)t->bodies + (size_t)i];
            if (isnan(at.position.x)) break;
            for (int corner = 0; corner < 4; corner++) {
                carom_vec2 local = {corner & 1 ? shape.max.x : shape.min.x, corner & 2 ? shape.max.y : shape.min.y};
                carom_vec2 point = carom_pose_point(at, local);
                grow(&box, (carom_box){point, point});
            }
        }
    }
    float margin = 0.02f * fmaxf(box.max.x - box.min.x, box.max.y - box.min.y);
    return (carom_box){{box.min.x - margin, box.min.y - margin}, {box.max.x + margin, box.max.y + margin}};
}

static void draw_scene_level(carom_svg *svg, const carom_level *level) {
    if (!level) return;
    carom_svg_group(svg, &(carom_svg_style){.fill = sheet_dark.solid, .stroke = sheet_dark.edge, .width = 1.2f});
    carom_svg_solid(svg, level);
    carom_svg_group_end(svg);
    carom_svg_group(svg, &(carom_svg_style){.stroke = sheet_dark.one_way, .width = 2});
    carom_svg_edges(svg, level, true);
    carom_svg_group_end(svg);
}

/// Draws the path of the middle of each body, without points between which it rested.
static bool draw_scene_trails(const scene_run *r, carom_svg *svg) {
    const scene_trails *t = r->trails;
    carom_vec2 *points = malloc((size_t)t->steps * sizeof *points);
    if (!points) return false;
    carom_svg_group(svg, &(carom_svg_style){.stroke = "#e85c42", .width = 1, .opacity = 0.6f});
    for (int i = 0; i < t->bodies; i++) {
        carom_box shape = carom_shape_bounds(&r->scene->bodies[i].desc.shape);
        carom_vec2 middle = {(shape.min.x + shape.max.x) / 2, (shape.min.y + shape.max.y) / 2};
        int count = 0;
        for (int step = 0; step < t->steps; step++) {
            carom_pose at = t->at[(size_t)step * (size_t)t->bodies + (size_t)i];
            if (isnan(at.position.x)) break;
            carom_vec2 point = carom_pose_point(at, middle);
            if (count == 0 || points[count - 1].x != point.x || points[count - 1].y != point.y) points[count++] = point;
        }
        if (count > 1) carom_svg_line(svg, points, count);
    }
    carom_svg_group_end(svg);
    free(points);
    return true;
}

bool scene_draw(const scene_run *r, FILE *out) {
    char subtitle[160];
    snprintf(subtitle, sizeof subtitle,
             "%d bodies \u00b7 %d steps \u00b7 %lld hits \u00b7 %lld pairs \u00b7 %lld crushed", r->scene->body_count,
             r->trails->steps - 1, (long long)r->hits, (long long)r->pairs, (long long)r->crushed);
    const sheet_entry legend[] = {
        {.symbol = SHEET_LINE, .style = {.stroke = "#e85c42", .width = 2}, .label = "paths"},
        {.symbol = SHEET_RING, .style = {.stroke = "#60c0ff", .width = 1.5f}, .label = "movers"},
        {.symbol = SHEET_RING, .style = {.stroke = "#b080ff", .width = 1.5f}, .label = "kinematic bodies"},
        {.symbol = SHEET_RING, .style = {.stroke = "#90a090", .width = 1.5f}, .label = "statics"},
        {.symbol = SHEET_RING, .style = {.stroke = "#f0e060", .width = 1.5f}, .label = "sensors"},
        {.symbol = SHEET_DOT, .style = {.stroke = "#ff6050", .width = 4}, .label = "contacts"},
    };
    sheet s;
    sheet_begin(&s, out,
                &(sheet_desc){.theme = &sheet_dark,
                              .bounds = find_bounds(r),
                              .title = file_name(r->scene->path),
                              .subtitle = subtitle,
                              .legend = legend,
                              .legend_count = sizeof legend / sizeof legend[0]});
    draw_scene_level(&s.svg, r->loaded.level);
    draw_scene_level(&s.svg, r->outline);
    bool good = draw_scene_trails(r, &s.svg);
    draw_bodies(r, &s.svg);
    return sheet_end(&s) && good;
}
