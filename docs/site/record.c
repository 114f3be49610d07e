// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Draws the queries of an example: see record.h. Items are kept in a list, each with a role, which is its style; at the
// end they are drawn role by role, from back to front. Levels and worlds are freed after that.
#define CAROM_RECORDER
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

// ---- Items ----------------------------------------------------------------------------------------------------------

typedef enum role {
    CELLS,
    WALLS,
    SOLID,
    OBSTACLE,
    MADE,
    PART,
    TRIANGLES,
    LINES,
    TRAIL,
    BEFORE,
    MOVE,
    MOVER,
    FOUND,
    NORMAL,
    HIT,
    ROLES
} role;

// Colours are of medium lightness, for pages on white and on black.
static const carom_svg_style styles[ROLES] = {
    [CELLS] = {.fill = "#60a5fa", .stroke = "#60a5fa", .opacity = 0.35f},
    [WALLS] = {.fill = "#8b95a5", .stroke = "#8b95a5", .opacity = 0.8f},
    [SOLID] = {.fill = "#8b95a5", .opacity = 0.3f},
    [OBSTACLE] = {.fill = "#8b95a5", .stroke = "#8b95a5", .width = 2, .opacity = 0.75f},
    [MADE] = {.fill = "#60a5fa", .stroke = "#2f7de1", .width = 2, .opacity = 0.75f},
    [PART] = {.fill = "#60a5fa", .stroke = "#2f7de1", .width = 2, .opacity = 0.55f},
    [TRIANGLES] = {.stroke = "#60a5fa", .width = 1},
    [LINES] = {.stroke = "#8b95a5", .width = 2},
    [TRAIL] = {.stroke = "#2f7de1", .width = 1.5f, .opacity = 0.8f},
    [BEFORE] = {.stroke = "#2f7de1", .width = 1.5f, .dash = 4, .opacity = 0.8f},
    [MOVE] = {.stroke = "#2f7de1", .width = 1.5f},
    [MOVER] = {.fill = "#60a5fa", .stroke = "#2f7de1", .width = 2.5f, .opacity = 0.85f},
    [FOUND] = {.stroke = "#e0663d", .width = 3},
    [NORMAL] = {.stroke = "#e0663d", .width = 2},
    [HIT] = {.stroke = "#e0663d", .width = 7},
};

typedef struct item {
    role role;
    carom_shape shape; ///< if `count` is 0
    carom_vec2 *points;
    int count;
    const carom_level *level; ///< if it is not null
} item;

static struct {
    item *items;
    int count;
    carom_box bounds;
    int queries; ///< queries drawn; without any, the shapes that were made are drawn
    const void *drawn[64];
    carom_level *levels[8];
    int levels_count;
    carom_world *worlds[8];
    int worlds_count;
    carom_vec2 normals[64][2]; ///< a point and a direction
    int normals_count;
    carom_tiles tiles; ///< of the first level, if it has one grid and nothing else, and is not edited
    char link[2048];
} record;

static void finish(void);

static void grow(carom_box box) {
    if (!(box.min.x <= box.max.x && box.min.y <= box.max.y)) return;
    record.bounds.min.x = fminf(record.bounds.min.x, box.min.x);
    record.bounds.min.y = fminf(record.bounds.min.y, box.min.y);
    record.bounds.max.x = fmaxf(record.bounds.max.x, box.max.x);
    record.bounds.max.y = fmaxf(record.bounds.max.y, box.max.y);
}

static item *add(role kind) {
    if (record.count == 0) {
        record.bounds = (carom_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
        atexit(finish);
    }
    record.items = realloc(record.items, (size_t)(record.count + 1) * sizeof(item));
    if (!record.items) abort();
    record.items[record.count] = (item){.role = kind};
    return &record.items[record.count++];
}

static void add_shape(role kind, const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_COMPOUND) {
        for (int i = 0; i < shape->compound.count; i++) add_shape(kind, &shape->compound.parts[i]);
    } else if (carom_shape_check(shape) == CAROM_STATUS_OK) {
        add(kind)->shape = *shape;
        grow(carom_shape_bounds(shape));
    }
}

static void add_line(role kind, const carom_vec2 *points, int count) {
    item *line = add(kind);
    line->points = malloc((size_t)(count + 1) * sizeof *points);
    if (!line->points) abort();
    memcpy(line->points, points, (size_t)count * sizeof *points);
    line->count = count;
    for (int i = 0; i < count; i++) grow((carom_box){points[i], points[i]});
}

static void add_segment(role kind, carom_vec2 a, carom_vec2 b) {
    add_line(kind, (carom_vec2[]){a, b}, 2);
}

static void add_dot(role kind, carom_vec2 at) {
    add_line(kind, &at, 1);
}

static carom_vec2 plus(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

static void add_hit(carom_vec2 point, carom_vec2 normal) {
    add_dot(HIT, point);
    if (record.normals_count < 64) {
        record.normals[record.normals_count][0] = point;
        record.normals[record.normals_count++][1] = normal;
    }
}

/// Whether this is the first call of a function; counts it as a query.
static bool is_first(const char *function) {
    for (int i = 0; i < record.queries; i++)
        if (strcmp(record.drawn[i], function) == 0) return false;
    if (record.queries == 64) return false;
    record.drawn[record.queries++] = function;
    return true;
}

static carom_vec2 reference_of(const carom_shape *s) {
    switch (s->kind) {
    case CAROM_SHAPE_POINT: return s->point;
    case CAROM_SHAPE_SEGMENT: return s->segment.a;
    case CAROM_SHAPE_CIRCLE: return s->circle.center;
    case CAROM_SHAPE_BOX: return s->box.min;
    case CAROM_SHAPE_CAPSULE: return s->capsule.a;
    case CAROM_SHAPE_POLYGON: return s->polygon.v[0];
    case CAROM_SHAPE_COMPOUND: return reference_of(&s->compound.parts[0]);
    default: return (carom_vec2){0, 0};
    }
}

static carom_shape moved(const carom_shape *shape, carom_vec2 to) {
    carom_vec2 from = reference_of(shape);
    return carom_shape_at(shape, (carom_vec2){to.x - from.x, to.y - from.y});
}

// ---- The picture ----------------------------------------------------------------------------------------------------

static bool write_file(void *file, const char *text, size_t size) {
    return fwrite(text, 1, size, file) == size;
}

static void draw_item(carom_svg *svg, const item *it) {
    if (it->level) {
        carom_svg_solid(svg, it->level);
    } else if (it->count == 1) {
        carom_svg_dots(svg, it->points, 1);
    } else if (it->count > 1) {
        carom_svg_line(svg, it->points, it->count);
    } else {
        carom_svg_shape(svg, &it->shape);
    }
}

static void draw(FILE *file) {
    for (int i = 0; i < record.worlds_count; i++) { // bodies where they are at the end
        carom_body_id ids[64];
        int count = carom_world_bodies(record.worlds[i], ids, 64);
        for (int j = 0; j < count && j < 64; j++) {
            carom_shape part;
            role kind = carom_world_type(record.worlds[i], ids[j]) == CAROM_BODY_MOVER ? MOVER : OBSTACLE;
            for (int k = 0; (part = carom_world_part(record.worlds[i], ids[j], k)).kind != CAROM_SHAPE_NONE; k++)
                add_shape(kind, &part);
        }
    }
    float width = record.bounds.max.x - record.bounds.min.x, height = record.bounds.max.y - record.bounds.min.y;
    float scale = fminf(fminf(480 / fmaxf(width, 1e-6f), 300 / fmaxf(height, 1e-6f)), 40), margin = 12;
    carom_svg svg = {.write = write_file, .context = file, .scale = scale};
    svg.origin = (carom_vec2){record.bounds.min.x - margin / scale, record.bounds.min.y - margin / scale};
    carom_svg_begin(&svg, ceilf(width * scale + 2 * margin), ceilf(height * scale + 2 * margin), NULL);
    for (int i = 0; i < record.normals_count; i++) { // of equal length in pixels
        const carom_vec2 *normal = record.normals[i];
        add_segment(NORMAL, normal[0],
                    plus(normal[0], (carom_vec2){normal[1].x * 24 / scale, normal[1].y * 24 / scale}));
    }
    for (int kind = 0; kind < ROLES; kind++) {
        bool any = false;
        for (int i = 0; i < record.count; i++) {
            if ((int)record.items[i].role != kind || (kind == MADE && (record.queries > 0 || record.worlds_count > 0)))
                continue;
            if (!any) carom_svg_group(&svg, &styles[kind]);
            any = true;
            draw_item(&svg, &record.items[i]);
        }
        if (any) carom_svg_group_end(&svg);
        if (kind != SOLID) continue;
        for (int i = 0; i < record.levels_count; i++) {
            carom_svg_group(&svg, &(carom_svg_style){.stroke = "#8b95a5", .width = 2});
            carom_svg_edges(&svg, record.levels[i], false);
            carom_svg_group_end(&svg);
            carom_svg_group(&svg, &(carom_svg_style){.stroke = "#b7892b", .width = 2});
            carom_svg_edges(&svg, record.levels[i], true);
            carom_svg_normals(&svg, record.levels[i], true, 6);
            carom_svg_group_end(&svg);
        }
    }
    carom_svg_end(&svg);
}

static void finish(void) {
    const char *name = getenv("CAROM_PICTURE");
    bool any = record.queries > 0 || record.levels_count > 0;
    for (int i = 0; i < record.count; i++) any = any || (record.items[i].role == MADE && record.worlds_count == 0);
    FILE *file = any && name ? fopen(name, "wb") : NULL;
    if (file) {
        draw(file);
        fclose(file);
    }
    char path[4096];
    if (name && record.link[0] && snprintf(path, sizeof path, "%s.link", name) < (int)sizeof path) {
        file = fopen(path, "wb");
        if (file) {
            fputs(record.link, file);
            fclose(file);
        }
    }
    for (int i = 0; i < record.worlds_count; i++) carom_world_free(record.worlds[i]);
    for (int i = 0; i < record.levels_count; i++) carom_level_free(record.levels[i]);
    for (int i = 0; i < record.count; i++) free(record.items[i].points);
    free(record.items);
}

// ---- Addresses of the playground ------------------------------------------------------------------------------------

static void put(const char *text) {
    strncat(record.link, text, sizeof record.link - strlen(record.link) - 1);
}

static void put_numbers(const char *key, const float *numbers, int count) {
    put(key);
    for (int i = 0; i < count; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s%.9g", i ? "," : "=", (double)numbers[i]);
        put(text);
    }
}

/// Writes a shape to the address; returns false if the exhibit has no such shape.
static bool put_shape(const char *key, const carom_shape *s) {
    static const char *kinds[] = {"", "point", "segment", "circle", "box", "capsule", "polygon", "compound"};
    float v[16] = {s->point.x, s->point.y};
    int count = 2;
    char text[32];
    switch (s->kind) {
    case CAROM_SHAPE_POINT: break;
    case CAROM_SHAPE_SEGMENT:
        if (s->segment.one_sided || s->segment.skip_a || s->segment.skip_b) return false;
        memcpy(v, &s->segment, 4 * sizeof *v), count = 4;
        break;
    case CAROM_SHAPE_CIRCLE: memcpy(v, &s->circle, 3 * sizeof *v), count = 3; break;
    case CAROM_SHAPE_BOX: memcpy(v, &s->box, 4 * sizeof *v), count = 4; break;
    case CAROM_SHAPE_CAPSULE: memcpy(v, &s->capsule, 5 * sizeof *v), count = 5; break;
    case CAROM_SHAPE_POLYGON:
        if (s->polygon.radius > 0) return false;
        memcpy(v, s->polygon.v, sizeof v), count = 2 * s->polygon.count;
        break;
    default: return false;
    }
    snprintf(text, sizeof text, "&%s=%s&%s_%s", key, kinds[s->kind], key, kinds[s->kind]);
    put(text);
    put_numbers("", v, count);
    return true;
}

static void link_pair(const char *query, const carom_shape *a, const carom_shape *b, const carom_vec2 *moves) {
    if (record.link[0]) return;
    put("#pairs?ask=");
    put(query);
    if (!put_shape("a", a) || !put_shape("b", b)) {
        record.link[0] = 0;
        return;
    }
    if (!moves) return;
    put_numbers("&move", &moves[0].x, 2);
    put_numbers("&b_move", &moves[1].x, 2);
}

static void link_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b) {
    if (record.link[0]) return;
    put("#pairs?ask=ray");
    if (!put_shape("b", b)) {
        record.link[0] = 0;
        return;
    }
    put_numbers("&from", &from.x, 2);
    put_numbers("&move", &move.x, 2);
}

/// Writes bytes with run lengths, as web/page/state.js reads them.
static void put_bytes(const uint8_t *bytes, int count) {
    char text[32];
    for (int i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && bytes[i + run] == bytes[i];) run++;
        snprintf(text, sizeof text, "%d%c%c", run, 'a' + (bytes[i] >> 4), 'a' + (bytes[i] & 15));
        put(text);
    }
}

static bool is_blocking(const carom_sight_map *map, int x, int y) {
    return map && x < map->columns && y < map->rows && map->bytes[y * map->columns + x] != 0;
}

/// The exhibit of grids has 20 x 14 cells.
static void link_grid(const char *query, const carom_sight_map *map, carom_cell from, carom_cell to, int radius) {
    enum { COLUMNS = 20, ROWS = 14 };
    if (record.link[0] || (map && !map->bytes)) return;
    if (map && (map->columns > COLUMNS || map->rows > ROWS)) return;
    char text[128];
    snprintf(text, sizeof text, "#grid?ask=%s&from=%d,%d&to=%d,%d&radius=%d&map=", query, from.x, from.y, to.x, to.y,
             radius);
    put(text);
    uint8_t bytes[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; i++) bytes[i] = is_blocking(map, i % COLUMNS, i / COLUMNS);
    put_bytes(bytes, COLUMNS * ROWS);
}

/// The exhibit of tiles has 20 x 12 cells of one unit, and sweeps a circle.
static void link_tiles(const carom_level *level, const carom_shape *shape, carom_vec2 move) {
    enum { COLUMNS = 20, ROWS = 12 };
    const carom_tiles *tiles = &record.tiles;
    if (record.link[0] || level != record.levels[0] || !tiles->codes || shape->kind != CAROM_SHAPE_CIRCLE) return;
    if (tiles->columns > COLUMNS || tiles->rows > ROWS || tiles->origin.x != 0 || tiles->origin.y != 0) return;
    if (tiles->cell.x != 1 || tiles->cell.y != 1) return;
    uint8_t bytes[COLUMNS * ROWS] = {0};
    for (int y = 0; y < tiles->rows; y++)
        for (int x = 0; x < tiles->columns; x++) bytes[y * COLUMNS + x] = tiles->codes[y * tiles->columns + x];
    put("#tiles?level=");
    put_bytes(bytes, COLUMNS * ROWS);
    put_numbers("&ball", &shape->circle.center.x, 3);
    put_numbers("&move", &move.x, 2);
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

static carom_status made(carom_status status, const carom_shape *out) {
    if (status == CAROM_STATUS_OK) add_shape(MADE, out);
    return status;
}

carom_status record_make_point(carom_vec2 p, carom_shape *out) {
    carom_status status = carom_make_point(p, out);
    if (status == CAROM_STATUS_OK) add_dot(MADE, p);
    return status;
}
carom_status record_make_segment(carom_vec2 a, carom_vec2 b, carom_shape *out) {
    return made(carom_make_segment(a, b, out), out);
}
carom_status record_make_one_sided(carom_vec2 a, carom_vec2 b, carom_shape *out) {
    return made(carom_make_one_sided(a, b, out), out);
}
carom_status record_make_circle(carom_vec2 center, float radius, carom_shape *out) {
    return made(carom_make_circle(center, radius, out), out);
}
carom_status record_make_box(carom_vec2 min, carom_vec2 max, carom_shape *out) {
    return made(carom_make_box(min, max, out), out);
}
carom_status record_make_capsule(carom_vec2 a, carom_vec2 b, float radius, carom_shape *out) {
    return made(carom_make_capsule(a, b, radius, out), out);
}
carom_status record_make_rounded_box(carom_box box, float radius, carom_shape *out) {
    return made(carom_make_rounded_box(box, radius, out), out);
}
carom_status record_make_oriented_box(carom_box box, carom_pose pose, carom_shape *out) {
    return made(carom_make_oriented_box(box, pose, out), out);
}
carom_status record_make_polygon(const carom_vec2 *points, int count, carom_shape *out) {
    return made(carom_make_polygon(points, count, out), out);
}
carom_status record_make_rounded_polygon(const carom_vec2 *points, int count, float radius, carom_shape *out) {
    return made(carom_make_rounded_polygon(points, count, radius, out), out);
}
carom_status record_make_hull(const carom_vec2 *points, int count, carom_shape *out) {
    for (int i = 0; i < count; i++) add_dot(HIT, points[i]);
    return made(carom_make_hull(points, count, out), out);
}
carom_shape record_shape_at(const carom_shape *shape, carom_vec2 offset) {
    carom_shape out = carom_shape_at(shape, offset);
    add_shape(MADE, &out);
    return out;
}
carom_shape record_shape_posed(const carom_shape *shape, carom_pose pose) {
    carom_shape out = carom_shape_posed(shape, pose);
    add_shape(MADE, &out);
    return out;
}
carom_box record_shape_bounds(const carom_shape *shape) {
    carom_box bounds = carom_shape_bounds(shape);
    carom_shape box;
    if (carom_make_box(bounds.min, bounds.max, &box) == CAROM_STATUS_OK) add_shape(BEFORE, &box);
    return bounds;
}

static void add_rings(const carom_ring *rings, int count) {
    for (int i = 0; i < count; i++) {
        add_line(LINES, rings[i].points, rings[i].count);
        add_segment(LINES, rings[i].points[rings[i].count - 1], rings[i].points[0]);
    }
}

static void add_triangles(const carom_triangle *triangles, int count) {
    for (int i = 0; i < count; i++) {
        const carom_vec2 *v = triangles[i].v;
        add_line(TRIANGLES, (carom_vec2[]){v[0], v[1], v[2], v[0]}, 4);
    }
}

carom_status record_triangulate(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                                carom_triangle *out, int capacity, int *count) {
    carom_status status = carom_triangulate(rings, ring_count, allocator, out, capacity, count);
    if (is_first("triangulate")) {
        add_triangles(out, *count);
        add_rings(rings, ring_count);
    }
    return status;
}
carom_status record_decompose(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                              carom_shape *out, int capacity, int *count) {
    carom_status status = carom_decompose(rings, ring_count, allocator, out, capacity, count);
    for (int i = 0; i < *count && i < capacity; i++) add_shape(PART, &out[i]);
    return status;
}

// ---- Pairs ----------------------------------------------------------------------------------------------------------

static void add_pair(const carom_shape *a, const carom_shape *b) {
    add_shape(OBSTACLE, b);
    add_shape(MOVER, a);
}

static void add_ray(carom_vec2 from, carom_vec2 move, bool hit, carom_vec2 point, carom_vec2 normal) {
    add_dot(MOVER, from);
    add_segment(MOVE, from, plus(from, move));
    if (hit) add_hit(point, normal);
}

static void add_sweep(const carom_shape *shape, carom_vec2 move, const carom_sweep_hit *hit) {
    carom_vec2 from = reference_of(shape);
    carom_shape end = moved(shape, hit->at);
    add_shape(BEFORE, shape);
    add_segment(MOVE, from, plus(from, move));
    add_shape(MOVER, &end);
    if (hit->hit) add_hit(hit->point, hit->normal);
}

bool record_overlap(const carom_shape *a, const carom_shape *b) {
    if (is_first("overlap")) {
        add_pair(a, b);
        link_pair("overlap", a, b, NULL);
    }
    return carom_overlap(a, b);
}
carom_separation record_distance(const carom_shape *a, const carom_shape *b) {
    carom_separation gap = carom_distance(a, b);
    if (is_first("distance")) {
        add_pair(a, b);
        add_segment(NORMAL, gap.on_a, gap.on_b);
        add_dot(HIT, gap.on_a);
        add_dot(HIT, gap.on_b);
        link_pair("distance", a, b, NULL);
    }
    return gap;
}
static void add_contact(const carom_contact_points *contact) {
    for (int i = 0; i < contact->count; i++) add_hit(contact->points[i], contact->normal);
}
carom_contact_points record_contact(const carom_shape *a, const carom_shape *b) {
    carom_contact_points contact = carom_contact(a, b);
    if (is_first("contact")) {
        add_pair(a, b);
        add_contact(&contact);
        link_pair("contact", a, b, NULL);
    }
    return contact;
}
carom_ray_hit record_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b) {
    carom_ray_hit hit = carom_ray(from, move, b);
    if (is_first("ray")) {
        add_shape(OBSTACLE, b);
        add_ray(from, move, hit.hit, hit.point, hit.normal);
        link_ray(from, move, b);
    }
    return hit;
}
carom_sweep_hit record_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    carom_sweep_hit hit = carom_sweep(a, a_move, b, b_move);
    if (is_first("sweep")) {
        add_shape(OBSTACLE, b);
        add_sweep(a, a_move, &hit);
        link_pair("sweep", a, b, (carom_vec2[]){a_move, b_move});
    }
    return hit;
}
carom_contact_points record_posed_contact(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                          carom_pose b_pose) {
    carom_contact_points contact = carom_posed_contact(a, a_pose, b, b_pose);
    if (is_first("posed_contact")) {
        carom_shape at = carom_shape_posed(a, a_pose), bt = carom_shape_posed(b, b_pose);
        add_pair(&at, &bt);
        add_contact(&contact);
        link_pair("contact", &at, &bt, NULL);
    }
    return contact;
}
carom_ray_hit record_posed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, carom_pose b_pose) {
    carom_ray_hit hit = carom_posed_ray(from, move, b, b_pose);
    if (is_first("posed_ray")) add_ray(from, move, hit.hit, hit.point, hit.normal);
    return hit;
}
carom_sweep_hit record_prepared_sweep_many(const carom_prepared *a, carom_vec2 move, const carom_prepared *b,
                                           int count) {
    carom_sweep_hit hit = carom_prepared_sweep_many(a, move, b, count);
    if (is_first("prepared_sweep_many")) {
        for (int i = 0; i < count; i++) add_shape(OBSTACLE, &b[i].shape);
        add_sweep(&a->shape, move, &hit);
    }
    return hit;
}
/// Draws a shape at the start of its motion, and in steps of an eighth of the motion until t.
static void add_turning(role kind, const carom_shape *shape, const carom_turning *motion, float t) {
    for (int i = 0; (float)i < 8 * t; i++) {
        carom_shape start = carom_shape_posed(shape, carom_turning_pose(motion, (float)i / 8));
        add_shape(BEFORE, &start);
    }
    carom_shape end = carom_shape_posed(shape, carom_turning_pose(motion, t));
    add_shape(kind, &end);
}
carom_turning_hit record_sweep_turning(const carom_shape *a, const carom_turning *a_motion, const carom_shape *b,
                                       const carom_turning *b_motion) {
    carom_turning_hit hit = carom_sweep_turning(a, a_motion, b, b_motion);
    if (is_first("sweep_turning")) {
        add_turning(OBSTACLE, b, b_motion, hit.t);
        add_turning(MOVER, a, a_motion, hit.t);
        if (hit.hit) add_hit(hit.point, hit.normal);
    }
    return hit;
}
static void add_circles(const carom_circles *circles) {
    for (int i = 0; i < circles->count; i++) {
        carom_shape circle;
        if (!carom_make_circle((carom_vec2){circles->x[i], circles->y[i]}, circles->radius[i], &circle))
            add_shape(OBSTACLE, &circle);
    }
}
int record_overlap_circles(const carom_shape *a, const carom_circles *b, int *hits, int capacity) {
    int found = carom_overlap_circles(a, b, hits, capacity);
    if (is_first("overlap_circles")) {
        add_circles(b);
        add_shape(BEFORE, a);
        for (int i = 0; i < found && i < capacity; i++) add_dot(HIT, (carom_vec2){b->x[hits[i]], b->y[hits[i]]});
    }
    return found;
}
carom_sweep_hit record_sweep_circles(const carom_shape *a, carom_vec2 move, const carom_circles *b) {
    carom_sweep_hit hit = carom_sweep_circles(a, move, b);
    if (is_first("sweep_circles")) {
        add_circles(b);
        add_sweep(a, move, &hit);
    }
    return hit;
}
static void add_rays(const carom_rays *rays, const carom_ray_hit *hits) {
    for (int i = 0; i < rays->count; i++)
        add_ray((carom_vec2){rays->x[i], rays->y[i]}, (carom_vec2){rays->move_x[i], rays->move_y[i]}, hits[i].hit,
                hits[i].point, hits[i].normal);
}
int record_ray_many(const carom_rays *rays, const carom_shape *b, carom_ray_hit *hits) {
    int found = carom_ray_many(rays, b, hits);
    if (is_first("ray_many")) {
        add_shape(OBSTACLE, b);
        add_rays(rays, hits);
    }
    return found;
}

// ---- Grids ----------------------------------------------------------------------------------------------------------

static carom_grid grid = {{0, 0}, {1, 1}};

static void add_cell(role kind, carom_cell cell) {
    carom_shape box;
    carom_vec2 min = {grid.origin.x + (float)cell.x * grid.cell.x, grid.origin.y + (float)cell.y * grid.cell.y};
    if (!carom_make_box(min, plus(min, grid.cell), &box)) add_shape(kind, &box);
}

static carom_vec2 center_of(carom_cell cell) {
    return (carom_vec2){(float)cell.x + 0.5f, (float)cell.y + 0.5f};
}

static void add_grid(void) {
    for (float x = record.bounds.min.x; x <= record.bounds.max.x; x += grid.cell.x)
        add_segment(TRIANGLES, (carom_vec2){x, record.bounds.min.y}, (carom_vec2){x, record.bounds.max.y});
    for (float y = record.bounds.min.y; y <= record.bounds.max.y; y += grid.cell.y)
        add_segment(TRIANGLES, (carom_vec2){record.bounds.min.x, y}, (carom_vec2){record.bounds.max.x, y});
}

carom_cell_line record_cell_line_begin(carom_cell from, carom_cell to, carom_corners corners, bool ends) {
    if (is_first("cell_line")) {
        carom_cell_line line = carom_cell_line_begin(from, to, corners, ends);
        for (carom_cell cell; carom_cell_line_next(&line, &cell);) add_cell(CELLS, cell);
        add_ray(center_of(from), (carom_vec2){(float)(to.x - from.x), (float)(to.y - from.y)}, false, center_of(from),
                (carom_vec2){0, 0});
        grow((carom_box){{(float)from.x, (float)from.y}, {(float)to.x + 1, (float)to.y + 1}});
        add_grid();
        link_grid("walk", NULL, from, to, 5);
    }
    return carom_cell_line_begin(from, to, corners, ends);
}
bool record_cell_line_next(carom_cell_line *line, carom_cell *cell) {
    return carom_cell_line_next(line, cell);
}
carom_status record_trace_begin(const carom_grid *g, carom_vec2 from, carom_vec2 to, carom_corners corners,
                                carom_trace *out) {
    carom_status status = carom_trace_begin(g, from, to, corners, out);
    if (is_first("trace")) {
        grid = *g;
        carom_trace trace = *out;
        for (carom_cell cell; carom_trace_next(&trace, &cell);) add_cell(CELLS, cell);
        add_grid();
        add_ray(from, (carom_vec2){to.x - from.x, to.y - from.y}, false, from, from);
    }
    return status;
}
bool record_trace_next(carom_trace *trace, carom_cell *cell) {
    return carom_trace_next(trace, cell);
}
carom_status record_cover_begin(const carom_grid *g, const carom_shape *shape, carom_vec2 move, carom_cover *out) {
    carom_status status = carom_cover_begin(g, shape, move, out);
    if (is_first("cover")) {
        grid = *g;
        carom_cover cover = *out;
        for (carom_span span; carom_cover_next(&cover, &span);)
            for (int x = span.x_min; x <= span.x_max; x++) add_cell(CELLS, (carom_cell){x, span.y});
        add_grid();
        carom_shape end = carom_shape_at(shape, move);
        add_shape(BEFORE, shape);
        add_segment(MOVE, reference_of(shape), plus(reference_of(shape), move));
        add_shape(MOVER, &end);
    }
    return status;
}
bool record_cover_next(carom_cover *cover, carom_span *span) {
    return carom_cover_next(cover, span);
}
static void add_map(const carom_sight_map *map) {
    for (int i = 0; map->bytes && i < map->columns * map->rows; i++)
        if (map->bytes[i]) add_cell(WALLS, (carom_cell){i % map->columns, i / map->columns});
    if (map->bytes) grow((carom_box){{0, 0}, {(float)map->columns, (float)map->rows}});
}
carom_sight_line record_sight(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners) {
    carom_sight_line sight = carom_sight(map, from, to, corners);
    if (map->bytes && is_first("sight")) {
        add_map(map);
        add_grid();
        add_ray(center_of(from), (carom_vec2){(float)(to.x - from.x), (float)(to.y - from.y)}, false, center_of(from),
                (carom_vec2){0, 0});
        add_dot(MOVER, center_of(to));
        carom_shape box;
        carom_vec2 min = {(float)sight.blocker.x, (float)sight.blocker.y};
        if (!sight.clear && !carom_make_box(min, plus(min, (carom_vec2){1, 1}), &box)) add_shape(FOUND, &box);
        link_grid("sight", map, from, to, 5);
    }
    return sight;
}
int record_fov(const carom_sight_map *map, carom_cell from, int radius, uint8_t *seen) {
    int found = carom_fov(map, from, radius, seen);
    if (is_first("fov")) {
        add_map(map);
        add_grid();
        int side = 2 * radius + 1;
        for (int i = 0; i < side * side; i++)
            if (seen[i]) add_cell(CELLS, (carom_cell){from.x - radius + i % side, from.y - radius + i / side});
        add_dot(HIT, center_of(from));
        link_grid("fov", map, from, from, radius);
    }
    return found;
}

// ---- Levels ---------------------------------------------------------------------------------------------------------

carom_status record_level_make(const carom_level_desc *desc, carom_level **out, carom_error *error) {
    carom_status status = carom_level_make(desc, out, error);
    if (status == CAROM_STATUS_OK && record.levels_count < 8) {
        const bool tiles_only = desc->tiles_count == 1 && desc->outlines_count + desc->fields_count == 0;
        if (record.levels_count == 0 && tiles_only && !desc->editable) record.tiles = desc->tiles[0];
        record.levels[record.levels_count++] = *out;
        add(SOLID)->level = *out;
        grow(carom_level_bounds(*out));
    }
    return status;
}
void record_level_free(carom_level *level) { // the others are freed when they are drawn
    for (int i = 0; i < record.levels_count; i++)
        if (record.levels[i] == level) return;
    carom_level_free(level);
}
carom_status record_level_carve(carom_level *level, const carom_shape *shape) {
    if (is_first("carve")) add_shape(BEFORE, shape);
    return carom_level_carve(level, shape);
}
carom_status record_level_fill(carom_level *level, const carom_shape *shape) {
    if (is_first("fill")) add_shape(BEFORE, shape);
    return carom_level_fill(level, shape);
}
carom_status record_level_triangles(const carom_level *level, carom_triangle *out, int capacity, int *count) {
    carom_status status = carom_level_triangles(level, out, capacity, count);
    if (is_first("level_triangles")) add_triangles(out, *count);
    return status;
}
carom_ray_hit record_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move) {
    carom_ray_hit hit = carom_level_ray(level, from, move);
    if (is_first("level_ray")) add_ray(from, move, hit.hit, hit.point, hit.normal);
    return hit;
}
int record_level_ray_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits,
                         int capacity) {
    int found = carom_level_ray_all(level, from, move, hits, capacity);
    if (is_first("level_ray_all")) {
        add_ray(from, move, false, from, from);
        for (int i = 0; i < found && i < capacity; i++) add_hit(hits[i].point, hits[i].normal);
    }
    return found;
}
int record_level_ray_many(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits) {
    int found = carom_level_ray_many(level, rays, hits);
    if (is_first("level_ray_many")) add_rays(rays, hits);
    return found;
}
carom_sweep_hit record_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move) {
    carom_sweep_hit hit = carom_level_sweep(level, shape, move);
    if (is_first("level_sweep")) {
        add_sweep(shape, move, &hit);
        link_tiles(level, shape, move);
    }
    return hit;
}
int record_level_sweep_many(const carom_level *level, const carom_shape *shapes, const carom_vec2 *moves, int count,
                            carom_sweep_hit *hits) {
    int found = carom_level_sweep_many(level, shapes, moves, count, hits);
    if (is_first("level_sweep_many"))
        for (int i = 0; i < count; i++) add_sweep(&shapes[i], moves[i], &hits[i]);
    return found;
}
int record_level_overlap(const carom_level *level, const carom_shape *shape, int *edges, int capacity) {
    int found = carom_level_overlap(level, shape, edges, capacity);
    if (is_first("level_overlap")) {
        add_shape(MOVER, shape);
        for (int i = 0; i < found && i < capacity; i++) {
            carom_level_edge edge = carom_level_edge_at(level, edges[i]);
            add_segment(FOUND, edge.a, edge.b);
        }
    }
    return found;
}
static void add_separation(const carom_shape *shape, const carom_separation *gap) {
    add_shape(MOVER, shape);
    add_segment(NORMAL, gap->on_a, gap->on_b);
    add_dot(HIT, gap->on_a);
    add_dot(HIT, gap->on_b);
}
carom_separation record_level_nearest(const carom_level *level, const carom_shape *shape, float max_distance) {
    carom_separation gap = carom_level_nearest(level, shape, max_distance);
    if (is_first("level_nearest")) add_separation(shape, &gap);
    return gap;
}
bool record_level_solid(const carom_level *level, carom_vec2 point) {
    add_dot(HIT, point);
    return carom_level_solid(level, point);
}

// ---- Motion ---------------------------------------------------------------------------------------------------------

static void add_motion(const carom_shape *shape, carom_vec2 from, carom_vec2 to, const carom_scene_hit *hits,
                       int count) {
    carom_vec2 path[66] = {from};
    int n = 1;
    carom_vec2 reference = reference_of(shape);
    for (int i = 0; i < count && i < 64; i++) {
        path[n++] = (carom_vec2){hits[i].sweep.at.x - reference.x, hits[i].sweep.at.y - reference.y};
        add_hit(hits[i].sweep.point, hits[i].sweep.normal);
    }
    path[n++] = to;
    carom_shape start = carom_shape_at(shape, from), end = carom_shape_at(shape, to);
    add_shape(BEFORE, &start);
    add_line(TRAIL, path, n);
    add_shape(MOVER, &end);
}

enum { CONTACTS = 16 };

carom_motion record_move(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                         const carom_response *response, carom_scene_hit *contacts, int capacity) {
    carom_scene_hit hits[CONTACTS];
    carom_motion end = carom_move(scene, shape, start, response, hits, CONTACTS);
    is_first("move");
    add_motion(shape, start->at, end.at, hits, end.contacts < CONTACTS ? end.contacts : CONTACTS);
    return carom_move(scene, shape, start, response, contacts, capacity);
}
carom_motion record_move_by_rule(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                                 const carom_move_rule *rule, carom_scene_hit *contacts, int capacity) {
    carom_motion end = carom_move_by_rule(scene, shape, start, rule, contacts, capacity);
    if (is_first("move_by_rule")) add_motion(shape, start->at, end.at, contacts, 0);
    return end;
}
carom_push record_push_out(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                           float max_distance) {
    carom_push push = carom_push_out(scene, shape, position, max_distance);
    if (is_first("push_out")) add_motion(shape, position, push.at, NULL, 0);
    return push;
}
carom_vec2 record_corner_correction(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                                    carom_vec2 motion, float max_distance) {
    carom_vec2 aside = carom_corner_correction(scene, shape, position, motion, max_distance);
    if (is_first("corner_correction")) {
        carom_vec2 to = plus(position, aside);
        add_motion(shape, position, to, NULL, 0);
        add_segment(MOVE, to, plus(to, motion));
    }
    return aside;
}

// ---- Worlds ---------------------------------------------------------------------------------------------------------

static void keep_world(carom_world *world) {
    for (int i = 0; i < record.worlds_count; i++)
        if (record.worlds[i] == world) return;
    if (record.worlds_count < 8) record.worlds[record.worlds_count++] = world;
    if (record.count == 0) add(PART); // calls finish at the end
}

void record_world_free(carom_world *world) {
    keep_world(world);
}
carom_status record_world_step(carom_world *world, float dt) {
    carom_body_id ids[64];
    carom_vec2 before[64];
    int count = carom_world_bodies(world, ids, 64);
    count = count < 64 ? count : 64;
    for (int i = 0; i < count; i++) before[i] = carom_world_position(world, ids[i]);
    if (is_first("world_step"))
        for (int i = 0; i < count; i++) {
            carom_shape shape = carom_world_shape(world, ids[i]);
            if (carom_world_type(world, ids[i]) != CAROM_BODY_STATIC) add_shape(BEFORE, &shape);
        }
    carom_status status = carom_world_step(world, dt);
    int events_count;
    const carom_event *events = carom_world_events(world, &events_count);
    for (int i = 0; i < count; i++) {
        carom_vec2 path[66] = {before[i]};
        int n = 1;
        carom_shape shape = carom_world_shape(world, ids[i]);
        carom_vec2 at = carom_world_position(world, ids[i]);
        for (int j = 0; j < events_count && n < 65; j++) // the centre of a circle at the contact
            if (events[j].kind == CAROM_EVENT_BEGIN && events[j].a.index == ids[i].index &&
                shape.kind == CAROM_SHAPE_CIRCLE && events[j].t > 0)
                path[n++] = plus(events[j].point, (carom_vec2){events[j].normal.x * shape.circle.radius,
                                                               events[j].normal.y * shape.circle.radius});
        path[n++] = at;
        if (before[i].x != at.x || before[i].y != at.y || n > 2) add_line(TRAIL, path, n);
    }
    for (int j = 0; j < events_count; j++)
        if (events[j].kind == CAROM_EVENT_BEGIN) add_hit(events[j].point, events[j].normal);
    return status;
}
carom_world_ray_hit record_world_ray(const carom_world_view *view, carom_vec2 from, carom_vec2 move) {
    carom_world_ray_hit hit = carom_world_ray(view, from, move);
    if (is_first("world_ray")) add_ray(from, move, hit.ray.hit, hit.ray.point, hit.ray.normal);
    return hit;
}
carom_world_sweep_hit record_world_sweep(const carom_world_view *view, const carom_shape *shape, carom_vec2 move) {
    carom_world_sweep_hit hit = carom_world_sweep(view, shape, move);
    if (is_first("world_sweep")) add_sweep(shape, move, &hit.sweep);
    return hit;
}
int record_world_overlap(const carom_world_view *view, const carom_shape *shape, carom_world_overlapped *out,
                         int capacity) {
    int found = carom_world_overlap(view, shape, out, capacity);
    if (is_first("world_overlap")) {
        add_shape(BEFORE, shape);
        for (int i = 0; i < found && i < capacity; i++) {
            carom_shape body = carom_world_shape(view->world, out[i].body);
            add_shape(FOUND, &body);
        }
    }
    return found;
}
carom_world_separation record_world_nearest(const carom_world_view *view, const carom_shape *shape,
                                            float max_distance) {
    carom_world_separation gap = carom_world_nearest(view, shape, max_distance);
    if (is_first("world_nearest")) add_separation(shape, &gap.separation);
    return gap;
}

// ---- Walkers --------------------------------------------------------------------------------------------------------

/// Draws the walker every 15 steps, and its trail.
static void add_walk(const carom_walker_desc *desc, carom_vec2 before, const carom_walker *walker) {
    static int steps;
    carom_shape shape = carom_shape_at(&desc->shape, steps == 0 ? before : walker->position);
    is_first("walker_step");
    if (steps++ % 15 == 0) add_shape(steps == 1 ? BEFORE : MOVER, &shape);
    if (before.x != walker->position.x || before.y != walker->position.y) add_segment(TRAIL, before, walker->position);
}

carom_walker_result record_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene,
                                       float dt) {
    carom_vec2 before = walker->position;
    carom_walker_result done = carom_walker_step(walker, desc, scene, dt);
    add_walk(desc, before, walker);
    return done;
}
carom_walker_result record_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc, carom_world *world,
                                                carom_body_id body, float dt) {
    carom_vec2 before = walker->position;
    carom_walker_result done = carom_walker_step_in_world(walker, desc, world, body, dt);
    add_walk(desc, before, walker);
    return done;
}
void record_platforms_move(carom_platform *list, int count, float dt) {
    static int steps;
    for (int i = 0; i < count; i++) {
        carom_shape shape = carom_shape_at(&list[i].shape, list[i].position);
        if (steps % 15 == 0) add_shape(OBSTACLE, &shape);
    }
    steps++;
    carom_platforms_move(list, count, dt);
}
