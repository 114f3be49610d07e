// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Field of view: floor compared with sight, walls with rays in all critical directions, and the symmetries of a map.
#include "grid/crossed.h"
#include "grid/maps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RADIUS_MAX = MAP_SIDE, SEEN_SIDE = 2 * RADIUS_MAX + 1 };

typedef struct field {
    int radius, count;
    carom_cell from;
    uint8_t seen[SEEN_SIDE * SEEN_SIDE];
} field;

static void look(field *f, walls *w, int form, carom_cell from, int radius) {
    carom_sight_map map = walls_map(w, form);
    f->radius = radius;
    f->from = from;
    f->count = carom_fov(&map, from, radius, f->seen);
}

static bool is_seen(const field *f, int x, int y) {
    int dx = x - f->from.x + f->radius, dy = y - f->from.y + f->radius, side = 2 * f->radius + 1;
    return dx >= 0 && dx < side && dy >= 0 && dy < side && f->seen[dy * side + dx] != 0;
}

static void assert_picture(const char *map, const char *expected, int radius) {
    static walls w;
    static field f;
    char floor[MAP_SIDE * MAP_SIDE], found[MAP_SIDE * MAP_SIDE];
    carom_cell from = {0, 0};
    snprintf(floor, sizeof floor, "%s", map);
    size_t at = strcspn(map, "@"), columns = strcspn(map, "\n") + 1;
    floor[at] = '.';
    from.x = (int32_t)(at % columns);
    from.y = (int32_t)(at / columns);
    walls_drawn(&w, floor);
    look(&f, &w, 0, from, radius);
    size_t end = 0;
    for (int y = 0; y < w.rows; ++y) {
        for (int x = 0; x < w.columns; ++x) {
            found[end++] = !is_seen(&f, x, y) ? ' ' : map[(size_t)y * columns + (size_t)x];
        }
        found[end++] = y + 1 < w.rows ? '\n' : '\0';
    }
    assert_string_equal(found, expected);
}

static void known_views_are_exact(void **state) {
    (void)state;
    assert_picture("#########\n"
                   "#.......#\n"
                   "#...#...#\n"
                   "#...@...#\n"
                   "#########",
                   "##     ##\n"
                   "#..   ..#\n"
                   "#...#...#\n"
                   "#...@...#\n"
                   "#########",
                   20);
    // Two walls that meet at a corner leave a gap for the one line through it.
    assert_picture("@#...\n"
                   "#....\n"
                   ".....\n"
                   ".....",
                   "@#   \n"
                   "#.   \n"
                   "  .  \n"
                   "   . ",
                   20);
    assert_picture(".....\n"
                   ".....\n"
                   "..@..\n"
                   ".....\n"
                   ".....",
                   "  .  \n"
                   " ... \n"
                   "..@..\n"
                   " ... \n"
                   "  .  ",
                   2);
}

static int square(int x) {
    return x * x;
}

// Floor is visible exactly if sight is clear.
static void floor_is_visible_where_sight_is_clear(void **state) {
    (void)state;
    static walls w;
    static field f;
    random_source random = {1};
    for (int i = 0; i < 300; ++i) {
        int columns = 1 + random_below(&random, 40), rows = 1 + random_below(&random, 40);
        walls_random(&w, columns, rows, random_range(&random, 0, i % 2 == 0 ? 0.1f : 0.6f), &random);
        carom_cell from = {random_below(&random, columns), random_below(&random, rows)};
        int radius = random_below(&random, 60), count = 0;
        look(&f, &w, i % MAP_FORMS, from, radius);
        carom_sight_map map = walls_map(&w, i % MAP_FORMS);
        bool bordered = map.columns > 0; // outside the map walls would be visible too
        for (int y = -2; y < rows + 2; ++y) {
            for (int x = -2; x < columns + 2; ++x) {
                count += is_seen(&f, x, y);
                bool inside = x >= 0 && x < columns && y >= 0 && y < rows;
                bool near = square(x - from.x) + square(y - from.y) <= square(radius);
                if (!inside || !near) {
                    if (inside || bordered) assert_false(is_seen(&f, x, y));
                } else if (!walls_at(&w, x, y) || (x == from.x && y == from.y)) {
                    bool clear = carom_sight(&map, from, (carom_cell){x, y}, CAROM_CORNERS_OPEN).clear;
                    assert_int_equal(is_seen(&f, x, y), clear);
                }
            }
        }
        if (bordered) assert_int_equal(f.count, count);
    }
}

// ---- Walls: the definition, ray by ray ----------------------------------------------------------------------------

enum { WALL_SIDE = 9, MOST_CORNERS = 4 * WALL_SIDE * WALL_SIDE };

static int half_of(carom_cell direction) {
    return direction.y > 0 || (direction.y == 0 && direction.x > 0) ? 0 : 1;
}

/// Compares directions by angle, from the positive x axis.
static int by_angle(const void *pa, const void *pb) {
    carom_cell a = *(const carom_cell *)pa, b = *(const carom_cell *)pb;
    if (half_of(a) != half_of(b)) return half_of(a) - half_of(b);
    int cross = a.x * b.y - a.y * b.x;
    return cross > 0 ? -1 : cross < 0;
}

/// True if the ray from (0, 0) in this direction crosses the interior of cell (x, y).
static bool ray_crosses(carom_cell direction, int x, int y) {
    int left = 0, right = 0, ahead = 0;
    for (int corner = 0; corner < 4; ++corner) {
        int cx = 2 * x + (corner & 1 ? 1 : -1), cy = 2 * y + (corner & 2 ? 1 : -1);
        left += direction.x * cy - direction.y * cx > 0;
        right += direction.x * cy - direction.y * cx < 0;
        ahead += direction.x * cx + direction.y * cy > 0;
    }
    return left > 0 && right > 0 && ahead > 0;
}

/// Marks the first wall on the ray. Cells on a ray are ordered by |x| + |y|.
static void cast(const walls *w, carom_cell from, carom_cell direction, bool hit[WALL_SIDE][WALL_SIDE]) {
    carom_cell first = {0, 0};
    int least = 1000;
    for (int y = 0; y < w->rows; ++y) {
        for (int x = 0; x < w->columns; ++x) {
            int dx = x - from.x, dy = y - from.y, distance = abs(dx) + abs(dy);
            if (distance == 0 || distance >= least || !walls_at(w, x, y) || !ray_crosses(direction, dx, dy)) continue;
            first = (carom_cell){x, y};
            least = distance;
        }
    }
    if (least < 1000) hit[first.y][first.x] = true;
}

/// If any ray reaches a wall, then so does a ray through a corner of some cell, or a ray between two adjacent ones of
/// these: the first wall on a ray changes nowhere else.
static void cast_all(const walls *w, carom_cell from, bool hit[WALL_SIDE][WALL_SIDE]) {
    static carom_cell directions[MOST_CORNERS];
    int count = 0;
    for (int i = 0; i < w->rows * w->columns; ++i) {
        int dx = i % w->columns - from.x, dy = i / w->columns - from.y;
        for (int corner = 0; corner < 4; ++corner) {
            directions[count++] = (carom_cell){2 * dx + (corner & 1 ? 1 : -1), 2 * dy + (corner & 2 ? 1 : -1)};
        }
    }
    qsort(directions, (size_t)count, sizeof directions[0], by_angle);
    for (int i = 0; i < count; ++i) {
        carom_cell a = directions[i], b = directions[(i + 1) % count];
        cast(w, from, a, hit);
        if (by_angle(&a, &b) != 0) cast(w, from, (carom_cell){a.x + b.x, a.y + b.y}, hit);
    }
}

static void walls_are_visible_where_rays_reach_them(void **state) {
    (void)state;
    static walls w;
    static field f;
    random_source random = {2};
    for (int i = 0; i < 200; ++i) {
        int columns = 1 + random_below(&random, WALL_SIDE), rows = 1 + random_below(&random, WALL_SIDE);
        walls_random(&w, columns, rows, random_range(&random, 0.1f, 0.6f), &random);
        carom_cell from = {random_below(&random, columns), random_below(&random, rows)};
        bool hit[WALL_SIDE][WALL_SIDE] = {0};
        cast_all(&w, from, hit);
        hit[from.y][from.x] = true;
        look(&f, &w, 0, from, 20);
        for (int y = 0; y < rows; ++y) {
            for (int x = 0; x < columns; ++x) {
                if (walls_at(&w, x, y)) assert_int_equal(is_seen(&f, x, y), hit[y][x]);
            }
        }
    }
}

// ---- Rotations and reflections ------------------------------------------------------------------------------------

/// One of the eight symmetries of a square map of side n.
static carom_cell turned(int turn, int n, carom_cell c) {
    if (turn & 1) c.x = n - 1 - c.x;
    if (turn & 2) c.y = n - 1 - c.y;
    return turn & 4 ? (carom_cell){c.y, c.x} : c;
}

static void symmetric_maps_give_symmetric_views(void **state) {
    (void)state;
    static walls w, t;
    static field f, g;
    random_source random = {3};
    for (int i = 0; i < 200; ++i) {
        int n = 2 + random_below(&random, 30);
        walls_random(&w, n, n, random_range(&random, 0, 0.4f), &random);
        carom_cell from = {random_below(&random, n), random_below(&random, n)};
        look(&f, &w, 0, from, 25);
        for (int turn = 1; turn < 8; ++turn) {
            t = w;
            for (int c = 0; c < n * n; ++c) {
                carom_cell to = turned(turn, n, (carom_cell){c % n, c / n});
                t.bytes[to.y * n + to.x] = w.bytes[c];
            }
            look(&g, &t, 0, turned(turn, n, from), 25);
            assert_int_equal(g.count, f.count);
            for (int c = 0; c < n * n; ++c) {
                carom_cell to = turned(turn, n, (carom_cell){c % n, c / n});
                assert_int_equal(is_seen(&g, to.x, to.y), is_seen(&f, c % n, c / n));
            }
        }
    }
}

// ---- Limits -------------------------------------------------------------------------------------------------------

static bool chequered(void *context, carom_cell cell) {
    (void)context;
    return (cell.x & 3) == 2 && (cell.y & 3) == 2;
}

// The maximum number of gaps: the pending sectors must fit.
static void the_maximum_radius_fits_its_buffer(void **state) {
    (void)state;
    int side = 2 * CAROM_MAX_FOV_RADIUS + 1;
    uint8_t *seen = malloc((size_t)side * (size_t)side);
    assert_non_null(seen);
    carom_sight_map map = {.blocks = chequered};
    int count = carom_fov(&map, (carom_cell){0, 0}, CAROM_MAX_FOV_RADIUS, seen), sum = 0;
    for (int i = 0; i < side * side; ++i) sum += seen[i];
    assert_int_equal(count, sum);
    random_source random = {4};
    for (int i = 0; i < 2000; ++i) {
        carom_cell to = {random_below(&random, 1401) - 700, random_below(&random, 1401) - 700};
        if (chequered(NULL, to)) continue;
        bool found = seen[(to.y + CAROM_MAX_FOV_RADIUS) * side + to.x + CAROM_MAX_FOV_RADIUS];
        assert_int_equal(found, carom_sight(&map, (carom_cell){0, 0}, to, CAROM_CORNERS_OPEN).clear);
    }
    seen[0] = 77;
    assert_int_equal(carom_fov(&map, (carom_cell){0, 0}, CAROM_MAX_FOV_RADIUS + 1, seen), 0);
    assert_int_equal(carom_fov(&map, (carom_cell){0, 0}, -1, seen), 0);
    assert_int_equal(seen[0], 77);
    assert_int_equal(carom_fov(&map, (carom_cell){0, 0}, 0, seen), 1);
    assert_int_equal(seen[0], 1);
    free(seen);
}

static void cells_outside_are_not_visible(void **state) {
    (void)state;
    static walls w;
    static field f;
    walls_drawn(&w, "...\n...");
    look(&f, &w, 0, (carom_cell){3, 0}, 5);
    assert_int_equal(f.count, 0);
    assert_false(is_seen(&f, 2, 0));
}

static void limits_of_int32(void **state) {
    (void)state;
    static uint8_t seen[21 * 21];
    carom_sight_map map = {.blocks = chequered};
    int count = carom_fov(&map, (carom_cell){INT32_MIN, INT32_MAX}, 10, seen);
    for (int y = 0; y < 21; ++y) {
        for (int x = 0; x < 21; ++x) {
            if (x < 10 || y > 10) assert_int_equal(seen[y * 21 + x], 0);
            count -= seen[y * 21 + x];
        }
    }
    assert_int_equal(count, 0);
}

static bool blocks_nothing(void *context, carom_cell cell) {
    (void)context;
    (void)cell;
    return false;
}

/// In the corners of all cells, a view without walls has the quarter of the disc that exists.
static void views_end_where_cells_end(void **state) {
    (void)state;
    const carom_sight_map map = {.blocks = blocks_nothing};
    static uint8_t seen[15 * 15];
    for (int corner = 0; corner < 4; ++corner) {
        carom_cell from = {corner & 1 ? INT32_MAX : INT32_MIN, corner & 2 ? INT32_MAX : INT32_MIN};
        int expected = 0, count = carom_fov(&map, from, 7, seen);
        for (int y = -7; y <= 7; ++y) {
            for (int x = -7; x <= 7; ++x) {
                bool exists = (corner & 1 ? x <= 0 : x >= 0) && (corner & 2 ? y <= 0 : y >= 0) && x * x + y * y <= 49;
                expected += exists;
                assert_int_equal(seen[(y + 7) * 15 + x + 7] != 0, exists);
            }
        }
        assert_int_equal(count, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_views_are_exact),
        cmocka_unit_test(floor_is_visible_where_sight_is_clear),
        cmocka_unit_test(walls_are_visible_where_rays_reach_them),
        cmocka_unit_test(symmetric_maps_give_symmetric_views),
        cmocka_unit_test(the_maximum_radius_fits_its_buffer),
        cmocka_unit_test(cells_outside_are_not_visible),
        cmocka_unit_test(limits_of_int32),
        cmocka_unit_test(views_end_where_cells_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
