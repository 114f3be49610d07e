// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes by value, for tests that contain them as data, and their text as C for a report.
#pragma once

#include "carom/geom.h"

#include <stdio.h>

static inline carom_vec2 vec(float x, float y) {
    return (carom_vec2){x, y};
}

static inline carom_shape point_at(float x, float y) {
    return (carom_shape){.kind = CAROM_SHAPE_POINT, .point = {x, y}};
}

static inline carom_shape segment(float ax, float ay, float bx, float by) {
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {ax, ay}, .b = {bx, by}}};
}

static inline carom_shape one_sided(float ax, float ay, float bx, float by) {
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {ax, ay}, .b = {bx, by}, .one_sided = true}};
}

static inline carom_shape circle(float x, float y, float radius) {
    return (carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = {{x, y}, radius}};
}

static inline carom_shape box(float min_x, float min_y, float max_x, float max_y) {
    return (carom_shape){.kind = CAROM_SHAPE_BOX, .box = {{min_x, min_y}, {max_x, max_y}}};
}

static inline carom_shape capsule(float ax, float ay, float bx, float by, float radius) {
    return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .capsule = {{ax, ay}, {bx, by}, radius}};
}

static inline carom_shape compound(const carom_shape *parts, int count) {
    return (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, count}};
}

static inline const char *kind_name(carom_shape_kind kind) {
    static const char *const names[] = {"none", "point", "segment", "circle", "box", "capsule", "polygon", "compound"};
    return names[kind];
}

/// Prints a shape as a C expression with exact numbers.
static inline void print_shape(FILE *to, const carom_shape *s) {
    switch (s->kind) {
    case CAROM_SHAPE_NONE: fprintf(to, "(carom_shape){0}"); break;
    case CAROM_SHAPE_POINT: fprintf(to, "point_at(%af, %af)", (double)s->point.x, (double)s->point.y); break;
    case CAROM_SHAPE_SEGMENT:
        fprintf(to, "(carom_shape){CAROM_SHAPE_SEGMENT, .segment = {{%af, %af}, {%af, %af}, %d, %d, %d}}",
                (double)s->segment.a.x, (double)s->segment.a.y, (double)s->segment.b.x, (double)s->segment.b.y,
                s->segment.one_sided, s->segment.skip_a, s->segment.skip_b);
        break;
    case CAROM_SHAPE_CIRCLE:
        fprintf(to, "circle(%af, %af, %af)", (double)s->circle.center.x, (double)s->circle.center.y,
                (double)s->circle.radius);
        break;
    case CAROM_SHAPE_BOX:
        fprintf(to, "box(%af, %af, %af, %af)", (double)s->box.min.x, (double)s->box.min.y, (double)s->box.max.x,
                (double)s->box.max.y);
        break;
    case CAROM_SHAPE_CAPSULE:
        fprintf(to, "capsule(%af, %af, %af, %af, %af)", (double)s->capsule.a.x, (double)s->capsule.a.y,
                (double)s->capsule.b.x, (double)s->capsule.b.y, (double)s->capsule.radius);
        break;
    case CAROM_SHAPE_POLYGON:
        fprintf(to, "(carom_shape){CAROM_SHAPE_POLYGON, .polygon = {.count = %d, .v = {", s->polygon.count);
        for (int i = 0; i < s->polygon.count; ++i) {
            fprintf(to, "%s{%af, %af}", i ? ", " : "", (double)s->polygon.v[i].x, (double)s->polygon.v[i].y);
        }
        fprintf(to, "}, .radius = %af}}", (double)s->polygon.radius);
        break;
    case CAROM_SHAPE_COMPOUND:
        fprintf(to, "compound((carom_shape[]){");
        for (int i = 0; i < s->compound.count; ++i) {
            if (i) fprintf(to, ", ");
            print_shape(to, &s->compound.parts[i]);
        }
        fprintf(to, "}, %d)", s->compound.count);
        break;
    }
}
