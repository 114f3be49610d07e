// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Points of a circle by the half angle: ((1 - u^2) / (1 + u^2), 2 u / (1 + u^2)) has the angle 2 atan(u). Even steps of
// u from 0 to tan(22.5 degrees) make nearly even steps of the angle up to 45 degrees; mirrors make the rest.
#include "io/trace.h"

#include <math.h>

static const double chord_error = 1.0 / 16;
static const double eighth_tangent = 0.41421356237309503; // tan(22.5 degrees) = sqrt(2) - 1
enum { MOST_PIECES = 512 };                               // of an eighth of a circle

// ---- Forms ---------------------------------------------------------------------------------------------------------

cr_point *cr_points_of(const cr_path *path) {
    return path->points.items;
}

void cr_path_free(cr_path *path, const carom_allocator *allocator) {
    cr_pile_free(&path->points, allocator, sizeof(cr_point));
}

static bool add(cr_reader *reader, cr_path *path, double x, double y) {
    cr_point *point = cr_pile_add(&path->points, reader->scratch.allocator, sizeof *point);
    if (!point) return cr_no_memory(reader);
    *point = (cr_point){x, y};
    return true;
}

// Pieces of an eighth of a circle, so that the sagitta, r a^2 / 8 for a step of the angle a, is small enough: the first
// step, of 2 tan(22.5 degrees) / pieces, is the longest.
static int pieces_for(double radius) {
    double pieces = floor(eighth_tangent * sqrt(radius / (2 * chord_error))) + 1;
    return pieces < MOST_PIECES ? (int)pieces : MOST_PIECES;
}

// Point `index` of 8 * pieces on the unit circle, from (1, 0) on towards (0, 1); any integer.
static cr_point on_circle(int pieces, int index) {
    int quarter = 2 * pieces, within = ((index % quarter) + quarter) % quarter;
    int from_axis = within <= pieces ? within : quarter - within;
    double u = eighth_tangent * from_axis / pieces;
    cr_point near = {(1 - u * u) / (1 + u * u), 2 * u / (1 + u * u)};
    cr_point p = within <= pieces ? near : (cr_point){near.y, near.x};
    int turns = ((index - within) / quarter % 4 + 4) % 4;
    for (; turns > 0; turns--) p = (cr_point){-p.y, p.x};
    return p;
}

static bool add_arc(cr_reader *reader, cr_path *path, cr_point center, cr_point radius, int pieces, int from, int to) {
    for (int i = from; i < to; i++) {
        cr_point p = on_circle(pieces, i);
        if (!add(reader, path, center.x + radius.x * p.x, center.y + radius.y * p.y)) return false;
    }
    return true;
}

static bool trace_ellipse(cr_reader *reader, const cr_object *object, double scale, cr_path *path) {
    cr_point radius = {object->width / 2, object->height / 2};
    double widest = fabs(radius.x) > fabs(radius.y) ? fabs(radius.x) : fabs(radius.y);
    int pieces = pieces_for(widest * scale);
    return add_arc(reader, path, radius, radius, pieces, 0, 8 * pieces);
}

// Two half circles, as wide as the box is on its shorter side, at both ends of the longer.
static bool trace_capsule(cr_reader *reader, const cr_object *object, double scale, cr_path *path) {
    double width = fabs(object->width), height = fabs(object->height);
    bool lies = width > height;
    double r = (lies ? height : width) / 2;
    cr_point far = {width - r, height - r}, near = {r, r}, radius = {r, r};
    int pieces = pieces_for(r * scale), first = lies ? -2 * pieces : 0;
    return add_arc(reader, path, far, radius, pieces, first, first + 4 * pieces + 1) &&
           add_arc(reader, path, near, radius, pieces, first + 4 * pieces, first + 8 * pieces + 1);
}

bool cr_trace_polygon(cr_reader *reader, const cr_point *points, int count, cr_path *path) {
    path->points.count = 0;
    path->open = false;
    for (int i = 0; i < count; i++)
        if (!add(reader, path, points[i].x, points[i].y)) return false;
    return true;
}

bool cr_trace_box(cr_reader *reader, double width, double height, cr_path *path) {
    const cr_point corners[4] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    return cr_trace_polygon(reader, corners, 4, path);
}

static bool trace_points(cr_reader *reader, const cr_object *object, cr_path *path) {
    for (int i = 0; i < object->points_count; i++)
        if (!add(reader, path, object->points[i].x, object->points[i].y)) return false;
    return true;
}

static bool trace_form(cr_reader *reader, const cr_object *object, double scale, cr_path *path) {
    bool thin = object->width == 0 || object->height == 0;
    switch (object->form) {
    case CR_RECTANGLE: return thin || cr_trace_box(reader, object->width, object->height, path);
    case CR_ELLIPSE: return thin || trace_ellipse(reader, object, scale, path);
    case CR_CAPSULE: return thin || trace_capsule(reader, object, scale, path);
    case CR_POLYGON:
    case CR_POLYLINE: return trace_points(reader, object, path);
    case CR_POINT:
    case CR_LABEL:
    case CR_TILE: break;
    }
    return true;
}

bool cr_trace(cr_reader *reader, const cr_object *object, const cr_affine *drawn_in, double scale, cr_path *path) {
    path->points.count = 0;
    path->open = object->form == CR_POLYLINE;
    if (!trace_form(reader, object, scale * cr_stretch(drawn_in), path)) return false;
    cr_affine linear = {drawn_in->xx, drawn_in->xy, drawn_in->yx, drawn_in->yy, 0, 0};
    cr_point at = cr_apply(drawn_in, (cr_point){object->x, object->y});
    cr_affine turn = cr_turn(object->rotation, at.x, at.y), whole = cr_then(&linear, &turn);
    cr_transform(path, &whole);
    return true;
}

// ---- Ways ----------------------------------------------------------------------------------------------------------

void cr_transform(cr_path *path, const cr_affine *affine) {
    cr_point *points = cr_points_of(path);
    for (size_t i = 0; i < path->points.count; i++) points[i] = cr_apply(affine, points[i]);
}

void cr_reverse(cr_path *path) {
    cr_point *points = cr_points_of(path);
    for (size_t i = 0, j = path->points.count; i + 1 < j; i++) {
        cr_point kept = points[i];
        points[i] = points[--j];
        points[j] = kept;
    }
}

// Twice the area, positive when the inside is on the left; relative to the first point, to lose no digits.
static double area_of(const cr_path *path) {
    const cr_point *p = cr_points_of(path);
    double area = 0;
    for (size_t i = 1; i + 1 < path->points.count; i++)
        area += (p[i].x - p[0].x) * (p[i + 1].y - p[0].y) - (p[i].y - p[0].y) * (p[i + 1].x - p[0].x);
    return area;
}

void cr_wind(cr_path *path) {
    if (area_of(path) < 0) cr_reverse(path);
}

// How far the outward normal of a->b, (dy, -dx), goes the given way.
static double facing_of(cr_point a, cr_point b, cr_facing facing) {
    switch (facing) {
    case CR_FACING_UP: return b.x - a.x;
    case CR_FACING_RIGHT: return b.y - a.y;
    case CR_FACING_DOWN: return a.x - b.x;
    case CR_FACING_LEFT: return a.y - b.y;
    case CR_FACING_NONE: break;
    }
    return 0;
}

void cr_face(cr_path *path, cr_facing facing) {
    const cr_point *points = cr_points_of(path);
    size_t count = path->points.count;
    if (count > 1 && facing_of(points[0], points[count - 1], facing) < 0) cr_reverse(path);
}

static bool side_faces(const cr_path *path, int side, cr_facing facing) {
    const cr_point *points = cr_points_of(path);
    int count = (int)path->points.count;
    return facing_of(points[(side + count) % count], points[(side + 1) % count], facing) > 0;
}

bool cr_next_run(const cr_path *path, cr_facing facing, int *side, int *start, int *count) {
    int sides = (int)path->points.count;
    while (*side < sides && (!side_faces(path, *side, facing) || side_faces(path, *side - 1, facing))) ++*side;
    if (*side >= sides) return false;
    *start = (*side)++;
    *count = 1;
    while (*count < sides && side_faces(path, *start + *count, facing)) ++*count;
    return true;
}
