// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Points on a circle come from the half-angle formula: ((1 - u^2) / (1 + u^2), 2 u / (1 + u^2)) has the angle 2
// atan(u). Equal steps of u from 0 to tan(22.5 degrees) give nearly equal angles up to 45 degrees. Reflections give the
// other seven octants.
#include "io/flatten.h"

#include <math.h>

static const double chord_error = 1.0 / 16;               // in pixels: invisible, with few vertices
static const double eighth_tangent = 0.41421356237309503; // tan(22.5 degrees) = sqrt(2) - 1
enum { MAX_ARC_PIECES = 512 };                            // of an eighth of a circle

// ---- Shapes --------------------------------------------------------------------------------------------------------

cr_point *cr_points_of(const cr_point_path *path) {
    return path->points.items;
}

void cr_path_free(cr_point_path *path, const carom_allocator *allocator) {
    cr_array_free(&path->points, allocator, sizeof(cr_point));
}

static bool add_point(cr_reader *reader, cr_point_path *path, double x, double y) {
    cr_point *point = cr_array_add(&path->points, reader->scratch.allocator, sizeof *point);
    if (!point) return cr_no_memory(reader);
    *point = (cr_point){x, y};
    return true;
}

// The number of pieces of an octant that keeps the sagitta, r a^2 / 8 for an angle step a, below the chord error. The
// first step, 2 tan(22.5 degrees) / pieces, is the longest.
static int pieces_per_octant(double radius) {
    double pieces = floor(eighth_tangent * sqrt(radius / (2 * chord_error))) + 1;
    return pieces < MAX_ARC_PIECES ? (int)pieces : MAX_ARC_PIECES;
}

// Point `index` of 8 * pieces on the unit circle, from (1, 0) towards (0, 1). `index` may be any integer.
static cr_point circle_point(int pieces, int index) {
    int quarter = 2 * pieces, within = ((index % quarter) + quarter) % quarter;
    int from_axis = within <= pieces ? within : quarter - within;
    double u = eighth_tangent * from_axis / pieces;
    cr_point near = {(1 - u * u) / (1 + u * u), 2 * u / (1 + u * u)};
    cr_point p = within <= pieces ? near : (cr_point){near.y, near.x};
    int turns = ((index - within) / quarter % 4 + 4) % 4;
    for (; turns > 0; turns--) p = (cr_point){-p.y, p.x};
    return p;
}

typedef struct arc {
    cr_point center, radius;
    int pieces; // of an octant
} arc;

// Appends the points of an arc with the indices from..to-1.
static bool append_arc(cr_reader *reader, cr_point_path *path, const arc *a, int from, int to) {
    for (int i = from; i < to; i++) {
        cr_point p = circle_point(a->pieces, i);
        if (!add_point(reader, path, a->center.x + a->radius.x * p.x, a->center.y + a->radius.y * p.y)) return false;
    }
    return true;
}

static bool flatten_ellipse(cr_reader *reader, const cr_object *object, double scale, cr_point_path *path) {
    cr_point radius = {object->width / 2, object->height / 2};
    double widest = fabs(radius.x) > fabs(radius.y) ? fabs(radius.x) : fabs(radius.y);
    const arc circle = {radius, radius, pieces_per_octant(widest * scale)};
    return append_arc(reader, path, &circle, 0, 8 * circle.pieces);
}

// Two half circles at the ends of the longer side, with the shorter side as their diameter.
static bool flatten_capsule(cr_reader *reader, const cr_object *object, double scale, cr_point_path *path) {
    double width = fabs(object->width), height = fabs(object->height);
    bool horizontal = width > height;
    double r = (horizontal ? height : width) / 2;
    int pieces = pieces_per_octant(r * scale), first = horizontal ? -2 * pieces : 0;
    const arc far = {{width - r, height - r}, {r, r}, pieces}, near = {{r, r}, {r, r}, pieces};
    return append_arc(reader, path, &far, first, first + 4 * pieces + 1) &&
           append_arc(reader, path, &near, first + 4 * pieces, first + 8 * pieces + 1);
}

bool cr_flatten_polygon(cr_reader *reader, const cr_point *points, int count, cr_point_path *path) {
    path->points.count = 0;
    path->open = path->hole = false;
    for (int i = 0; i < count; i++)
        if (!add_point(reader, path, points[i].x, points[i].y)) return false;
    return true;
}

bool cr_flatten_box(cr_reader *reader, double width, double height, cr_point_path *path) {
    const cr_point corners[4] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
    return cr_flatten_polygon(reader, corners, 4, path);
}

static bool flatten_points(cr_reader *reader, const cr_object *object, cr_point_path *path) {
    for (int i = 0; i < object->points_count; i++)
        if (!add_point(reader, path, object->points[i].x, object->points[i].y)) return false;
    return true;
}

bool cr_is_degenerate(const cr_object *object) {
    int points = object->points_count;
    bool spot = object->min.x == object->max.x && object->min.y == object->max.y;
    if (object->form == CR_POLYGON) return points < 3 || spot;
    if (object->form == CR_POLYLINE) return points < 2 || spot;
    return object->width == 0 || object->height == 0;
}

static bool flatten_form(cr_reader *reader, const cr_object *object, double scale, cr_point_path *path) {
    if (cr_is_degenerate(object)) return true;
    if (object->form == CR_ELLIPSE) return flatten_ellipse(reader, object, scale, path);
    if (object->form == CR_CAPSULE) return flatten_capsule(reader, object, scale, path);
    if (object->form == CR_POLYGON || object->form == CR_POLYLINE) return flatten_points(reader, object, path);
    return cr_flatten_box(reader, object->width, object->height, path);
}

bool cr_flatten(cr_reader *reader, const cr_object *object, const cr_affine *projection, double scale,
                cr_point_path *path) {
    path->points.count = 0;
    path->open = object->form == CR_POLYLINE;
    if (!flatten_form(reader, object, scale * cr_max_scale(projection), path)) return false;
    cr_affine linear = {projection->xx, projection->xy, projection->yx, projection->yy, 0, 0};
    cr_point at = cr_apply_affine(projection, (cr_point){object->x, object->y});
    cr_affine turn = cr_rotation(object->rotation, at.x, at.y), whole = cr_compose(&linear, &turn);
    cr_transform(path, &whole);
    return cr_count_steps(reader, 8 + path->points.count);
}

// ---- Orientation ---------------------------------------------------------------------------------------------------

void cr_transform(cr_point_path *path, const cr_affine *affine) {
    cr_point *points = cr_points_of(path);
    for (size_t i = 0; i < path->points.count; i++) points[i] = cr_apply_affine(affine, points[i]);
}

void cr_reverse(cr_point_path *path) {
    cr_point *points = cr_points_of(path);
    for (size_t i = 0, j = path->points.count; i + 1 < j; i++) {
        cr_point kept = points[i];
        points[i] = points[--j];
        points[j] = kept;
    }
}

// Twice the area, positive if the interior is on the left. Relative to the first point, which avoids cancellation.
static double doubled_area(const cr_point_path *path) {
    const cr_point *p = cr_points_of(path);
    double area = 0;
    for (size_t i = 1; i + 1 < path->points.count; i++)
        area += (p[i].x - p[0].x) * (p[i + 1].y - p[0].y) - (p[i].y - p[0].y) * (p[i + 1].x - p[0].x);
    return area;
}

void cr_orient_closed(cr_point_path *path) {
    if (doubled_area(path) < 0) cr_reverse(path);
}

// The extent of a->b across a direction: positive if its outward normal, (dy, -dx), faces in that direction.
static double facing_extent(cr_point a, cr_point b, cr_one_way_facing facing) {
    static const signed char along_x[] = {0, 1, 0, -1, 0}, along_y[] = {0, 0, 1, 0, -1}; // by cr_one_way_facing
    return along_x[facing] * (b.x - a.x) + along_y[facing] * (b.y - a.y);
}

void cr_orient_open(cr_point_path *path, cr_one_way_facing facing) {
    const cr_point *points = cr_points_of(path);
    if (facing_extent(points[0], points[path->points.count - 1], facing) < 0) cr_reverse(path);
}

static bool side_faces(const cr_point_path *path, int side, cr_one_way_facing facing) {
    const cr_point *points = cr_points_of(path);
    int count = (int)path->points.count;
    return facing_extent(points[(side + count) % count], points[(side + 1) % count], facing) > 0;
}

bool cr_next_facing_run(const cr_point_path *path, cr_one_way_facing facing, int *side, int *start, int *count) {
    int sides = (int)path->points.count;
    while (*side < sides && (!side_faces(path, *side, facing) || side_faces(path, *side - 1, facing))) ++*side;
    if (*side >= sides) return false;
    *start = (*side)++;
    *count = 1;
    while (side_faces(path, *start + *count, facing)) ++*count; // not all sides of a closed path face in one direction
    return true;
}
