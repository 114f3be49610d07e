// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Native reference for functions without a line of `carom query`. Reads an op and its numbers from each line of
// standard input, and writes a line of numbers.
#include <carom.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };
static float v[MOST];
static int count;

static void put(float value) {
    printf(" %.9g", (double)value);
}

static void hull(void) {
    carom_shape out;
    printf("%d", carom_make_hull((const carom_vec2 *)v, count / 2, &out));
    for (int i = 0; out.kind == CAROM_SHAPE_POLYGON && i < out.polygon.count; i++)
        put(out.polygon.v[i].x), put(out.polygon.v[i].y);
}

// Arguments: corners, origin, cell, from, to.
static void trace(void) {
    carom_grid grid = {{v[1], v[2]}, {v[3], v[4]}};
    carom_trace walk;
    printf("%d",
           carom_trace_begin(&grid, (carom_vec2){v[5], v[6]}, (carom_vec2){v[7], v[8]}, (carom_corners)v[0], &walk));
    for (carom_cell cell; carom_trace_next(&walk, &cell);) printf(" %d %d", cell.x, cell.y);
}

// Arguments: origin, cell, move, and the numbers of a point, circle or box.
static void cover(void) {
    carom_grid grid = {{v[0], v[1]}, {v[2], v[3]}};
    carom_shape shape;
    if (count == 8)
        carom_make_point((carom_vec2){v[6], v[7]}, &shape);
    else if (count == 9)
        carom_make_circle((carom_vec2){v[6], v[7]}, v[8], &shape);
    else
        carom_make_box((carom_vec2){v[6], v[7]}, (carom_vec2){v[8], v[9]}, &shape);
    carom_cover walk;
    printf("%d", carom_cover_begin(&grid, &shape, (carom_vec2){v[4], v[5]}, &walk));
    for (carom_span span; carom_cover_next(&walk, &span);) printf(" %d %d %d", span.y, span.x_min, span.x_max);
}

static void codes_at(int first, int size, uint8_t *codes) {
    for (int i = 0; i < size; i++) codes[i] = (uint8_t)v[first + i];
}

// Arguments: columns, rows, codes; then column, row, columns, rows and codes to set. Prints the edges, and the image of
// the level.
static void edit(void) {
    uint8_t codes[MOST];
    int columns = (int)v[0], rows = (int)v[1], at = 2 + columns * rows;
    codes_at(2, columns * rows, codes);
    carom_tiles tiles = {.columns = columns, .rows = rows, .cell = {16, 16}, .codes = codes};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1, .editable = true}, &level, NULL))
        exit(1);
    codes_at(at + 4, (int)v[at + 2] * (int)v[at + 3], codes);
    const carom_tile_block block = {0, (int)v[at], (int)v[at + 1], (int)v[at + 2], (int)v[at + 3], codes};
    printf("%d", carom_level_set_tiles(level, &block));
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        put(edge.a.x), put(edge.a.y), put(edge.b.x), put(edge.b.y);
    }
    size_t size = carom_level_image_size(level);
    unsigned char *image = malloc(size);
    carom_level_image_write(level, image);
    printf(" image ");
    for (size_t i = 0; i < size; i++) printf("%02x", image[i]);
    free(image);
    carom_level_free(level);
}

static void put_points(const carom_vec2 *points, int n) {
    for (int i = 0; i < n; i++) put(points[i].x), put(points[i].y);
}

static void put_edges(const carom_level *level) {
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        put_points((carom_vec2[]){edge.a, edge.b}, 2);
    }
}

// Arguments: columns, rows, codes; then for each change 1 to carve or 0 to fill, the number of numbers, and those of a
// circle, a box, or a polygon. Prints the edges, and the triangles of the solid.
static void carve(void) {
    uint8_t codes[MOST];
    int columns = (int)v[0], rows = (int)v[1];
    codes_at(2, columns * rows, codes);
    carom_tiles tiles = {.columns = columns, .rows = rows, .cell = {16, 16}, .codes = codes};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1, .editable = true}, &level, NULL))
        exit(1);
    for (int at = 2 + columns * rows; at < count; at += 2 + (int)v[at + 1]) {
        const float *n = v + at + 2;
        carom_shape shape = {0};
        if (v[at + 1] == 3)
            carom_make_circle((carom_vec2){n[0], n[1]}, n[2], &shape);
        else if (v[at + 1] == 4)
            carom_make_box((carom_vec2){n[0], n[1]}, (carom_vec2){n[2], n[3]}, &shape);
        else
            carom_make_polygon((const carom_vec2 *)n, (int)v[at + 1] / 2, &shape);
        printf("%d ", v[at] ? carom_level_carve(level, &shape) : carom_level_fill(level, &shape));
    }
    put_edges(level);
    int triangles;
    carom_level_triangles(level, NULL, 0, &triangles);
    carom_triangle *all = calloc((size_t)triangles + 1, sizeof *all);
    printf(" triangles %d", carom_level_triangles(level, all, triangles, &triangles));
    for (int i = 0; i < triangles; i++) put_points(all[i].v, 3);
    free(all);
    carom_level_free(level);
}

// Arguments: columns, rows, threshold, smooth, tolerance, samples. Prints the edges.
static void field(void) {
    uint8_t samples[MOST];
    carom_field f = {.columns = (int)v[0],
                     .rows = (int)v[1],
                     .origin = {3, -5},
                     .cell = {2, 0.5f},
                     .samples = samples,
                     .threshold = (int)v[2],
                     .smooth = v[3] != 0,
                     .tolerance = v[4],
                     .tag = 7};
    codes_at(5, f.columns * f.rows, samples);
    carom_level *level;
    printf("%d", carom_level_make(&(carom_level_desc){.fields = &f, .fields_count = 1}, &level, NULL));
    if (level) put_edges(level);
    carom_level_free(level);
}

// Arguments: 1 for convex parts, 0 for triangles; then for each ring the number of its points, and the points.
static void divide(void) {
    carom_ring rings[64];
    int n = 0, found = 0;
    for (int at = 1; at < count && n < 64; at += 1 + 2 * (int)v[at])
        rings[n++] = (carom_ring){(const carom_vec2 *)(v + at + 1), (int)v[at]};
    static carom_triangle triangles[MOST];
    static carom_shape parts[MOST];
    if (v[0]) {
        printf("%d", carom_decompose(rings, n, NULL, parts, MOST, &found));
        for (int i = 0; i < found; i++) {
            printf(" %d", parts[i].polygon.count);
            put_points(parts[i].polygon.v, parts[i].polygon.count);
        }
    } else {
        printf("%d", carom_triangulate(rings, n, NULL, triangles, MOST, &found));
        for (int i = 0; i < found; i++) put_points(triangles[i].v, 3);
    }
}

static void put_pose(carom_pose pose) {
    put(pose.position.x), put(pose.position.y), put(pose.rotation.cosine), put(pose.rotation.sine);
}

// Arguments: two angles, a pair, two positions, a move, a turn, a time.
static void poses(void) {
    carom_rotation a = carom_rotation_of(v[0]), b = carom_rotation_of(v[1]);
    carom_rotation of[] = {a, carom_rotation_normalized((carom_rotation){v[2], v[3]}), carom_rotation_compose(a, b),
                           carom_rotation_inverse(a)};
    for (int i = 0; i < 4; i++) put(of[i].cosine), put(of[i].sine);
    carom_vec2 p = {v[4], v[5]}, q = {v[6], v[7]};
    carom_pose at = {p, a};
    put_points((carom_vec2[]){carom_rotate(a, q), carom_pose_point(at, q), carom_pose_local(at, q)}, 3);
    put_pose(carom_pose_compose(at, (carom_pose){q, b}));
    put_pose(carom_turning_pose(&(carom_turning){at, {v[8], v[9]}, v[10]}, v[11]));
}

static void ride_steps(carom_walker *walker, const carom_walker_desc *legs, carom_platform *p, carom_scene *scene) {
    for (int frame = 0; frame < (int)v[1]; frame++) {
        if (v[2] > 0 && frame % (int)v[2] == (int)v[2] - 1) p->spin = -p->spin;
        walker->velocity = (carom_vec2){walker->grounded ? v[3] : walker->velocity.x, walker->velocity.y + 400 * v[0]};
        carom_walker_result done = carom_walker_step(walker, legs, scene, v[0]);
        carom_platforms_move(p, 1, v[0]);
        printf(" %d%d%d%d %d", walker->grounded, done.landed, done.left, done.crushed, done.casts);
        put_points((carom_vec2[]){walker->position, walker->velocity, walker->ground.point}, 3);
        put_pose((carom_pose){p->position, p->rotation});
    }
}

// A circle on a platform above a floor. Arguments: dt, frames, frames between reversals of the spin or 0, speed of the
// walker, its position; then position, velocity, angle and spin of the platform, and the numbers of its shape: 2 of a
// one-sided segment along x, 4 of a box, or those of a polygon.
static void ride(void) {
    const carom_vec2 floor[] = {{-200, 100}, {200, 100}, {200, 120}, {-200, 120}};
    const carom_outline outline = {.points = floor, .count = 4};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) exit(1);
    carom_platform p = {.position = {v[6], v[7]},
                        .velocity = {v[8], v[9]},
                        .rotation = carom_rotation_of(v[10]),
                        .spin = v[11],
                        .owner = 1};
    const float *n = v + 12;
    if (count == 14)
        carom_make_one_sided((carom_vec2){n[0], 0}, (carom_vec2){n[1], 0}, &p.shape);
    else if (count == 16)
        carom_make_box((carom_vec2){n[0], n[1]}, (carom_vec2){n[2], n[3]}, &p.shape);
    else
        carom_make_polygon((const carom_vec2 *)n, (count - 12) / 2, &p.shape);
    carom_scene base = carom_scene_of_level(level);
    carom_platforms all = {.base = &base, .list = &p, .count = 1};
    carom_scene scene = carom_scene_of_platforms(&all);
    carom_walker_desc legs = {.up = {0, -1}};
    carom_make_circle((carom_vec2){0, 0}, 6, &legs.shape);
    carom_walker walker = {.position = {v[4], v[5]}};
    ride_steps(&walker, &legs, &p, &scene);
    carom_level_free(level);
}

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        char *op = strtok(line, " \n");
        count = 0;
        for (char *word; count < MOST && (word = strtok(NULL, " \n")); count++) v[count] = strtof(word, NULL);
        if (strcmp(op, "hull") == 0) hull();
        if (strcmp(op, "trace") == 0) trace();
        if (strcmp(op, "cover") == 0) cover();
        if (strcmp(op, "edit") == 0) edit();
        if (strcmp(op, "carve") == 0) carve();
        if (strcmp(op, "field") == 0) field();
        if (strcmp(op, "divide") == 0) divide();
        if (strcmp(op, "poses") == 0) poses();
        if (strcmp(op, "ride") == 0) ride();
        putchar('\n');
    }
    return 0;
}
