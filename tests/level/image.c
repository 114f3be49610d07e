// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Images of levels. Whatever the bytes are, every query on an opened image ends and reads within it, and a world steps
// with it. The bytes depend on the level alone, not on previous contents of memory.
//
// `--seconds N` damages images for N seconds, from `--seed S` on.
#define ALL_ROUNDS
#include "battery.h"
#include "ledger.h"
#include "level/index/index.h"
#include "level/maps.h"

#include "carom/world.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

enum { MAX_SHAPES = 24, PER_CELL = 64 }; // offset of the cells per unit in the head

// ---- Levels -------------------------------------------------------------------------------------------------------

typedef struct drawing {
    map m;
    carom_vec2 points[MAX_SHAPES][3];
    carom_outline outlines[MAX_SHAPES];
    carom_level_desc desc;
} drawing;

/// Tiles and shapes at scales from 2^-60 to 2^60. Half of the shapes are crowded, so that the index has nested grids.
static void draw(drawing *d, random_source *r) {
    static const float sizes[] = {16, 16, 1, 0x1p-60f, 0x1p60f};
    float cell = sizes[random_below(r, 5)], size = 8 * cell;
    map_make(&d->m, 8, 6, cell);
    map_fill(&d->m, r);
    int shapes = random_below(r, 3) ? random_below(r, MAX_SHAPES) : 0;
    for (int i = 0; i < shapes; ++i) {
        float spread = i % 2 ? size / 1024 : size;
        carom_vec2 at = {random_range(r, 0, size), random_range(r, 0, size)};
        for (int k = 0; k < 3; ++k) {
            d->points[i][k] = (carom_vec2){i % 2 ? size / 2 : at.x, i % 2 ? size / 2 : at.y};
            d->points[i][k].x += random_range(r, 0, spread);
            d->points[i][k].y += random_range(r, 0, spread);
        }
        d->outlines[i] = (carom_outline){.points = d->points[i], .count = 3, .tag = i};
        d->outlines[i].open = i % 5 == 0;
        d->outlines[i].one_way = i % 7 == 0;
    }
    d->desc = (carom_level_desc){.outlines = d->outlines, .outlines_count = shapes, .tiles = &d->m.tiles};
    d->desc.tiles_count = shapes == 0 || random_below(r, 3);
    d->desc.editable = random_below(r, 3) == 0;
}

static carom_level *level_of(const drawing *d, const carom_allocator *allocator, uint64_t edits) {
    carom_level *level;
    carom_level_desc desc = d->desc;
    desc.allocator = allocator;
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    random_source r = {edits};
    for (int i = 0; desc.editable && desc.tiles_count > 0 && i < 20; ++i) {
        int column = random_below(&r, 8), row = random_below(&r, 6);
        assert_int_equal(carom_level_set_tile(level, 0, column, row, random_code(&r)), CAROM_STATUS_OK);
    }
    return level;
}

static unsigned char *image_of(const carom_level *level, size_t *size) {
    *size = carom_level_image_size(level);
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    carom_level_image_write(level, bytes);
    return bytes;
}

// ---- Contents -------------------------------------------------------------------------------------------------------

/// An allocator that fills new memory with a byte.
static void *filling_resize(void *context, void *old, size_t old_size, size_t new_size) {
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    unsigned char *memory = realloc(old, new_size);
    assert_non_null(memory);
    if (new_size > old_size) memset(memory + old_size, *(const int *)context, new_size - old_size);
    return memory;
}

static void images_depend_on_levels_alone(void **state) {
    (void)state;
    random_source r = {battery.seed};
    static drawing d;
    for (int n = 0; n < 40; ++n) {
        draw(&d, &r);
        uint64_t edits = random_bits(&r);
        int fills[2] = {0xa5, 0x3c};
        unsigned char *images[2];
        size_t sizes[2];
        for (int i = 0; i < 2; ++i) {
            carom_allocator junk = {filling_resize, &fills[i]};
            carom_level *level = level_of(&d, &junk, edits);
            images[i] = image_of(level, &sizes[i]);
            carom_level_free(level);
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(images[0], images[1], sizes[0]);
        free(images[0]);
        free(images[1]);
    }
}

static void images_of_all_levels_open(void **state) {
    (void)state;
    random_source r = {battery.seed + 1};
    static drawing d;
    for (int n = 0; n < 200; ++n) {
        draw(&d, &r);
        if (n == 0) d.desc.tiles_count = d.desc.outlines_count = 0;
        if (n == 1) memset(d.m.codes, 0, sizeof d.m.codes);
        ledger l = {.left = -1};
        carom_allocator allocator = allocator_of(&l);
        carom_level *level = level_of(&d, NULL, random_bits(&r)), *other;
        size_t size;
        unsigned char *bytes = image_of(level, &size), *again = malloc(size);
        carom_error error = {0};
        if (carom_level_open(bytes, size, &allocator, &other, &error) != CAROM_STATUS_OK)
            fail_msg("%d: %s: %s", n, error.where, error.message);
        assert_int_equal(carom_level_image_size(other), size);
        carom_level_image_write(other, again);
        assert_memory_equal(bytes, again, size);
        carom_level_free(other);
        assert_int_equal(l.held, 0);
        carom_level_free(level);
        free(bytes);
        free(again);
    }
}

static void without_memory_nothing_is_opened(void **state) {
    (void)state;
    random_source r = {battery.seed + 3};
    static drawing d;
    draw(&d, &r);
    carom_level *level = level_of(&d, NULL, 1), *other;
    size_t size;
    unsigned char *bytes = image_of(level, &size);
    carom_level_free(level);
    int failures = 0;
    for (int calls = 0;; ++calls) {
        ledger l = {.left = calls};
        carom_allocator allocator = allocator_of(&l);
        carom_error error = {0};
        carom_status status = carom_level_open(bytes, size, &allocator, &other, &error);
        if (status == CAROM_STATUS_OK) carom_level_free(other);
        assert_int_equal(l.held, 0);
        if (status == CAROM_STATUS_OK) break;
        assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
        assert_int_equal(error.status, CAROM_STATUS_NO_MEMORY);
        assert_null(other);
        ++failures;
    }
    assert_int_equal(failures, 2); // the level, and what the check of the cells needs
    free(bytes);
}

/// Coordinates at both ends of the range of float.
static void images_of_extreme_levels_open(void **state) {
    (void)state;
    static const float sizes[] = {FLT_TRUE_MIN, 2 * FLT_TRUE_MIN, FLT_MIN, 1, FLT_MAX / 2, FLT_MAX};
    for (int i = 0; i < 36; ++i) {
        float x = sizes[i % 6], y = sizes[i / 6];
        carom_vec2 points[] = {{-x, -y}, {x, -y}, {x, y}};
        for (int open = 0; open < 2; ++open) {
            carom_level *level = level_of_outlines(&(carom_outline){.points = points, .count = 3, .open = open}, 1),
                        *other;
            size_t size;
            unsigned char *bytes = image_of(level, &size);
            carom_error error = {0};
            if (carom_level_open(bytes, size, NULL, &other, &error) != CAROM_STATUS_OK)
                fail_msg("%g %g: %s: %s", (double)x, (double)y, error.where, error.message);
            carom_shape point;
            carom_make_point((carom_vec2){0, 0}, &point);
            carom_level_nearest(other, &point, INFINITY);
            carom_level_free(other);
            carom_level_free(level);
            free(bytes);
        }
    }
}

/// Filled shapes may lie anywhere outside of the grid of the index. Regression: such an image did not open.
static void images_of_levels_filled_beyond_their_bounds_open(void **state) {
    (void)state;
    static const carom_vec2 places[] = {{100, 8}, {-300, -300}, {0, 1e6f}, {-1e30f, 0}, {1e38f, -1e38f}};
    static map m;
    map_draw(&m, "#..\n##.\n", 16);
    for (int i = 0; i < 10; ++i) {
        carom_level *level, *other;
        carom_level_desc desc = {.tiles = &m.tiles, .tiles_count = 1, .editable = true};
        carom_vec2 at = places[i / 2];
        float size = fabsf(at.x) + fabsf(at.y) > 1e6f ? 0x1p110f / 64 : 5, reach = 2 * size;
        carom_shape box, point;
        assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        carom_make_box((carom_vec2){at.x - size, at.y - size}, (carom_vec2){at.x + size, at.y + size}, &box);
        assert_int_equal(carom_level_fill(level, &box), CAROM_STATUS_OK);
        if (i % 2) assert_int_equal(carom_level_carve(level, &box), CAROM_STATUS_OK); // the bounds stay
        size_t bytes_count;
        unsigned char *bytes = image_of(level, &bytes_count);
        carom_error error = {0};
        if (carom_level_open(bytes, bytes_count, NULL, &other, &error) != CAROM_STATUS_OK)
            fail_msg("filled at %g %g: %s: %s", (double)at.x, (double)at.y, error.where, error.message);
        carom_ray_hit hit = carom_level_ray(other, (carom_vec2){at.x, at.y - reach}, (carom_vec2){0, reach});
        assert_int_equal(hit.hit, i % 2 == 0);
        assert_int_equal(carom_level_solid(other, at), i % 2 == 0);
        carom_make_point((carom_vec2){at.x, at.y - reach}, &point);
        carom_separation near = carom_level_nearest(level, &point, INFINITY);
        assert_true(near.distance == carom_level_nearest(other, &point, INFINITY).distance);
        if (i % 2 == 0) assert_true(near.distance == size);
        carom_level_free(other);
        carom_level_free(level);
        free(bytes);
    }
}

// ---- Damage -------------------------------------------------------------------------------------------------------

static void null_pointers_are_rejected_by_open(void **state) {
    (void)state;
    carom_level *level = (carom_level *)&level;
    carom_error error = {0};
    assert_int_equal(carom_level_open(NULL, 100, NULL, &level, &error), CAROM_STATUS_BAD_ARGUMENT);
    assert_null(level);
    assert_int_equal(error.status, CAROM_STATUS_BAD_ARGUMENT);
    assert_true(error.message[0] != 0);
    uint64_t bytes[16] = {0};
    assert_int_equal(carom_level_open(bytes, sizeof bytes, NULL, NULL, &error), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_open(NULL, 0, NULL, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT);
}

/// Regression: on such an image, the search for the nearest edge did not end.
static void impossible_grids_are_rejected(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "#..\n##.\n", 16);
    carom_level *level = level_of_map(&m), *other;
    size_t size;
    unsigned char *bytes = image_of(level, &size);
    static const double sizes[] = {1e59, 1e-59, 0, -1, 1e308, 5e-324, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 8; ++i) {
        memcpy(bytes + PER_CELL, &sizes[i], sizeof sizes[i]);
        assert_int_equal(carom_level_open(bytes, size, NULL, &other, NULL), CAROM_STATUS_BAD_FILE);
    }
    carom_level_free(level);
    free(bytes);
}

/// Cells that are smaller than any float, which no build makes. A search from beyond the corner of the grid reads all
/// of them as soon as it reaches the grid.
static void the_nearest_edge_in_cells_of_no_size_is_found(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "#..\n##.\n", 16);
    carom_level *level = level_of_map(&m), *other;
    size_t size;
    unsigned char *bytes = image_of(level, &size);
    const double per_cell = 9e45;
    memcpy(bytes + PER_CELL, &per_cell, sizeof per_cell);
    assert_int_equal(carom_level_open(bytes, size, NULL, &other, NULL), CAROM_STATUS_OK);
    carom_shape point;
    carom_make_point((carom_vec2){-30, -40}, &point);
    carom_separation near = carom_level_nearest(level, &point, INFINITY);
    carom_separation found = carom_level_nearest(other, &point, INFINITY);
    assert_true(near.distance == 50 && found.distance == 50 && found.part_b == near.part_b);
    carom_level_free(other);
    carom_level_free(level);
    free(bytes);
}

enum { HEAD = 88, HEAD_BYTES = 16, HEAD_COLUMNS = 28, HEAD_ROWS = 32, HEAD_WORDS = 40 };

static uint32_t word_at(const unsigned char *bytes, int offset) {
    uint32_t word;
    memcpy(&word, bytes + offset, sizeof word);
    return word;
}

/// Opens the first bytes of an image, up to its words, with other words; zeros are read behind them.
static carom_status open_with_words(const unsigned char *image, size_t arrays, const uint32_t *words, uint32_t count,
                                    bool has_grid) {
    size_t pad = 0;
    carom_level *level = level_of_desc(&(carom_level_desc){.outlines_count = 0});
    pad = carom_level_image_size(level) - HEAD;
    carom_level_free(level);
    size_t size = arrays + count * sizeof *words + pad;
    unsigned char *bytes = calloc(1, size);
    assert_non_null(bytes);
    memcpy(bytes, image, arrays);
    if (count > 0) memcpy(bytes + arrays, words, count * sizeof *words);
    uint64_t all = size;
    memcpy(bytes + HEAD_BYTES, &all, sizeof all);
    memcpy(bytes + HEAD_WORDS, &count, sizeof count);
    if (!has_grid) memset(bytes + HEAD_COLUMNS, 0, 8);
    carom_status status = carom_level_open(bytes, size, NULL, &level, NULL);
    if (status == CAROM_STATUS_OK) carom_level_free(level);
    free(bytes);
    return status;
}

/// Grids nested as deep as an index nests them, and one more; edges without a grid.
static void grids_that_no_build_makes_are_rejected(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "#..\n##.\n", 16);
    carom_level *level = level_of_map(&m);
    size_t size, arrays;
    unsigned char *image = image_of(level, &size);
    uint32_t cells = word_at(image, HEAD_COLUMNS) * word_at(image, HEAD_ROWS);
    arrays = HEAD + (size_t)carom_level_edge_count(level) * (sizeof(cr_edge_line) + sizeof(cr_link));
    for (uint32_t depth = 0; depth <= CR_INDEX_DEPTH + 1; ++depth) {
        uint32_t count = cells + depth * CR_TILE_CELLS, *words = calloc(count, sizeof *words);
        assert_non_null(words);
        for (uint32_t k = 0; k < depth; ++k) {
            uint32_t at = k == 0 ? 0 : cells + (k - 1) * CR_TILE_CELLS;
            words[at] = (cells + k * CR_TILE_CELLS) << CR_CELL_SHIFT | CR_CELL_GRID;
        }
        carom_status expected = depth <= CR_INDEX_DEPTH ? CAROM_STATUS_OK : CAROM_STATUS_BAD_FILE;
        assert_int_equal(open_with_words(image, arrays, words, count, true), expected);
        free(words);
    }
    assert_int_equal(open_with_words(image, arrays, NULL, 0, false), CAROM_STATUS_BAD_FILE);
    carom_level_free(level);
    free(image);
}

static carom_vec2 random_point_in(carom_box bounds, random_source *r) {
    float x = random_unit(r) * 1.25f - 0.125f, y = random_unit(r) * 1.25f - 0.125f;
    return (carom_vec2){bounds.min.x + x * (bounds.max.x - bounds.min.x),
                        bounds.min.y + y * (bounds.max.y - bounds.min.y)};
}

/// A random shape of the given size at a point; not valid if the coordinates are not finite.
static carom_shape shape_at(random_source *r, carom_vec2 at, float size) {
    carom_shape s = {0};
    switch (random_below(r, 4)) {
    case 0: carom_make_point(at, &s); break;
    case 1: carom_make_circle(at, size, &s); break;
    case 2: carom_make_box(at, (carom_vec2){at.x + size, at.y + size / 2}, &s); break;
    default: {
        carom_vec2 v[3] = {at, {at.x + size, at.y}, {at.x, at.y + size}};
        carom_make_polygon(v, 3, &s);
    }
    }
    return s;
}

/// Runs every query. A sanitizer checks the reads, the time limit of the test that they end.
static void run_every_query(const carom_level *level, carom_box bounds, random_source *r) {
    enum { MANY = 8 };
    carom_ray_hit hits[MANY];
    carom_sweep_hit swept[MANY];
    int edges[MANY];
    carom_shape shapes[MANY];
    carom_vec2 moves[MANY];
    float x[MANY], y[MANY], move_x[MANY], move_y[MANY];
    for (int i = 0; i < MANY; ++i) {
        carom_vec2 from = random_point_in(bounds, r), to = random_point_in(bounds, r);
        shapes[i] = shape_at(r, from, (bounds.max.x - bounds.min.x) / (i % 2 ? 4096 : 8));
        moves[i] = (carom_vec2){(to.x - from.x) * (float)(i % 3), (to.y - from.y) * (float)(i % 3)};
        x[i] = from.x, y[i] = from.y, move_x[i] = moves[i].x, move_y[i] = moves[i].y;
        carom_level_ray(level, from, moves[i]);
        carom_level_ray_all(level, from, moves[i], hits, i);
        carom_level_sweep(level, &shapes[i], moves[i]);
        carom_level_overlap(level, &shapes[i], edges, i);
        carom_level_nearest(level, &shapes[i], i % 2 ? INFINITY : bounds.max.x - bounds.min.x);
        carom_level_solid(level, from);
        carom_level_edge_at(level, i);
    }
    carom_level_ray_many(level, &(carom_rays){x, y, move_x, move_y, MANY}, hits);
    carom_level_sweep_many(level, shapes, moves, MANY, swept);
}

static void step_a_world(const carom_level *level, carom_box bounds, random_source *r) {
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){.level = level}, &world), CAROM_STATUS_OK);
    for (int i = 0; i < 6; ++i) {
        carom_vec2 from = random_point_in(bounds, r), to = random_point_in(bounds, r);
        carom_body_desc body = {.shape = shape_at(r, (carom_vec2){0, 0}, (bounds.max.x - bounds.min.x) / 16)};
        body.position = from;
        body.velocity = (carom_vec2){to.x - from.x, to.y - from.y};
        body.response.kind = (carom_response_kind)random_below(r, 4);
        body.response.restitution = 1;
        carom_world_add(world, &body, NULL, NULL);
    }
    for (int k = 0; k < 3; ++k) carom_world_step(world, 1);
    carom_world_free(world);
}

/// Changes a byte, a word, a float or a double of the image: to a random value, or to one near a limit of the checks.
static void damage(unsigned char *bytes, size_t size, random_source *r) {
    static const double doubles[] = {1e59,     -1e59, 1e40, 1e-40, 1e300, -0.0, (double)NAN, (double)INFINITY,
                                     0x1p-149, 3.4e38};
    size_t head = 88, at = random_below(r, 3) ? head + (size_t)(random_bits(r) % (size - head)) : random_bits(r) % head;
    uint32_t word;
    double number = doubles[random_below(r, 10)];
    float small = (float)number;
    switch (random_below(r, 5)) {
    case 0: bytes[at] = (unsigned char)random_bits(r); return;
    case 1: bytes[at] ^= (unsigned char)(1u << random_below(r, 8)); return;
    case 2:
        at = at / 4 * 4;
        memcpy(&word, bytes + at, sizeof word);
        word += (uint32_t)random_below(r, 129) - 64;
        memcpy(bytes + at, &word, sizeof word);
        return;
    case 3: memcpy(bytes + at / 4 * 4, &small, sizeof small); return;
    default: memcpy(bytes + (at < size - 8 ? at / 8 * 8 : 0), &number, sizeof number);
    }
}

static bool open_damaged(const unsigned char *bytes, size_t size, random_source *r) {
    carom_level *level;
    carom_error error = {0};
    carom_status status = carom_level_open(bytes, size, NULL, &level, &error);
    if (status != CAROM_STATUS_OK) {
        assert_int_equal(error.status, status);
        assert_true(error.message[0] != 0);
        assert_null(level);
        return false;
    }
    run_every_query(level, carom_level_bounds(level), r);
    step_a_world(level, carom_level_bounds(level), r);
    carom_level_free(level);
    return true;
}

static void damaged_images_are_rejected_or_harmless(void **state) {
    (void)state;
    static drawing d;
    int rejected = 0, opened = 0;
    double start = seconds_now();
    for (int n = 0; go_on(start, n, 20); ++n) {
        random_source r = {battery.seed + (uint64_t)n};
        draw(&d, &r);
        carom_level *level = level_of(&d, NULL, random_bits(&r));
        size_t size;
        unsigned char *bytes = image_of(level, &size), *copy = malloc(size);
        if (battery.seconds > 0 && n % 50 == 0) printf("seed %llu\n", (unsigned long long)(battery.seed + (uint64_t)n));
        for (int k = 0; k < 60; ++k) {
            memcpy(copy, bytes, size);
            for (int times = 1 + random_below(&r, 3); times > 0; --times) damage(copy, size, &r);
            bool is_open = open_damaged(copy, size, &r);
            opened += is_open;
            rejected += !is_open;
        }
        free(bytes);
        free(copy);
        carom_level_free(level);
    }
    assert_true(rejected > 300);
    assert_true(opened > 100);
}

/// Each word of an image with lists and nested grids, and of the image of an empty level, is set to two values, or nine
/// in the head.
static void no_value_of_a_word_does_harm(void **state) {
    (void)state;
    static const uint32_t values[] = {0, 1, 2, 0x7FC00000, 0x7F800000, 0xFF800000, 0xFFFFFFFF, 0x7FFFFFFF, 0x3F800000};
    static map m;
    random_source r = {77};
    int opened = 0;
    for (int shape = 0; shape < 3; ++shape) {
        carom_vec2 fan[40];
        for (int i = 0; i < 40; ++i) fan[i] = (carom_vec2){i % 2 ? 0 : 4, (float)i / 64};
        const carom_outline zigzag = {.points = fan, .count = 40, .open = true};
        map_draw(&m, "#/.-\n.##.\n", 16);
        const carom_level_desc descs[] = {
            {0}, {.tiles = &m.tiles, .tiles_count = 1}, {.outlines = &zigzag, .outlines_count = 1}};
        carom_level *level = level_of_desc(&descs[shape]);
        size_t size;
        unsigned char *bytes = image_of(level, &size), *copy = malloc(size);
        assert_non_null(copy);
        memcpy(copy, bytes, size);
        for (size_t at = 0; at + 4 <= size; at += 4) {
            for (int i = 0; i < (at < HEAD ? 9 : 2); ++i) {
                memcpy(copy + at, &values[(at / 4 + 4 * (size_t)i) % 9], 4);
                opened += open_damaged(copy, size, &r);
                memcpy(copy + at, bytes + at, 4);
            }
        }
        free(bytes);
        free(copy);
        carom_level_free(level);
    }
    assert_true(opened > 100);
}

/// A box whose boundary is not linked at one vertex. No build makes one. A ray that passes the vertex hits the edges
/// there, and a segment that lies across it is free to leave.
static void an_edge_of_a_solid_may_have_no_successor(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "#\n", 16);
    carom_level *level = level_of_map(&m), *other;
    size_t size;
    unsigned char *bytes = image_of(level, &size);
    int edge = 0;
    while (carom_level_edge_at(level, edge).b.x != 16 || carom_level_edge_at(level, edge).b.y != 16) ++edge;
    const int next = carom_level_edge_at(level, edge).next;
    cr_link links[4];
    unsigned char *at = bytes + HEAD + 4 * sizeof(cr_edge_line);
    assert_int_equal(carom_level_edge_count(level), 4);
    memcpy(links, at, sizeof links);
    links[edge].next = ~(uint32_t)CR_REF_FLAGS | (links[edge].next & CR_REF_FLAGS & ~(uint32_t)CR_CORNER_B);
    links[next].prev = ~(uint32_t)CR_REF_FLAGS;
    links[next].next &= ~(uint32_t)CR_CORNER_A;
    memcpy(at, links, sizeof links);
    assert_int_equal(carom_level_open(bytes, size, NULL, &other, NULL), CAROM_STATUS_OK);
    const carom_vec2 from = {12, 20}, past = {8, -8};
    assert_false(carom_level_ray(level, from, past).hit);
    assert_true(carom_level_ray(other, from, past).hit);
    const carom_shape across = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {15, 15}, .b = {18, 18}}};
    const carom_sweep_hit hit = carom_level_sweep(level, &across, past);
    assert_true(hit.hit && hit.t == 0 && hit.point.x == 16 && hit.point.y == 16);
    assert_false(carom_level_sweep(other, &across, past).hit);
    carom_level_free(other);
    carom_level_free(level);
    free(bytes);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_depend_on_levels_alone),
        cmocka_unit_test(images_of_all_levels_open),
        cmocka_unit_test(without_memory_nothing_is_opened),
        cmocka_unit_test(images_of_extreme_levels_open),
        cmocka_unit_test(null_pointers_are_rejected_by_open),
        cmocka_unit_test(impossible_grids_are_rejected),
        cmocka_unit_test(an_edge_of_a_solid_may_have_no_successor),
        cmocka_unit_test(the_nearest_edge_in_cells_of_no_size_is_found),
        cmocka_unit_test(grids_that_no_build_makes_are_rejected),
        cmocka_unit_test(images_of_levels_filled_beyond_their_bounds_open),
        cmocka_unit_test(damaged_images_are_rejected_or_harmless),
        cmocka_unit_test(no_value_of_a_word_does_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
