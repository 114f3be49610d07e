// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Snapping: walls drawn a fraction of a pixel apart become one, shapes beside tiles share their lines, slanted edges
// meet vertices; no vertex moves further than the tolerance, and without the option none moves.
#include "io/describe.h"
#include "io/failures.h"
#include "random.h"

#include <math.h>
#include <string.h>

typedef struct map_text {
    char text[1 << 20];
    size_t used;
} map_text;

static void add_text(map_text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(t->text + t->used, sizeof t->text - t->used, format, arguments);
    va_end(arguments);
    t->used += (size_t)length;
    assert_true(t->used < sizeof t->text);
}

static carom_status read_with(const char *text, carom_map_options options, carom_map **map) {
    return carom_map_read(text, strlen(text), "a.tmx", &options, map, NULL);
}

static carom_map *map_of(const char *text, float snap) {
    carom_map *map;
    assert_int_equal(read_with(text, (carom_map_options){.snap = snap}, &map), CAROM_STATUS_OK);
    return map;
}

static carom_level *level_of(const carom_map *map) {
    carom_level *level;
    assert_int_equal(carom_level_make(carom_map_level(map), &level, NULL), CAROM_STATUS_OK);
    return level;
}

// ---- A wall of boxes ------------------------------------------------------------------------------------------------

enum { COLUMNS = 6, ROWS = 4 };

/// The lines between the boxes; no multiples of the cell, nor within the tolerance of one.
static double line_at(int i) {
    return 3 + 21 * i;
}

static double jitter(random_source *r) {
    return (random_below(r, 401) - 200) / 1000.0;
}

/// A wall of boxes that each stand up to 0.2 beside their place; rows are shifted like bricks.
static void draw_wall(map_text *t, random_source *r) {
    t->used = 0;
    add_text(t, "<map width='9' height='9' tilewidth='16' tileheight='16'><objectgroup>");
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            double left = line_at(column) + (row & 1 ? 10 : 0), right = line_at(column + 1) + (row & 1 ? 10 : 0);
            double x = left + jitter(r), y = line_at(row) + jitter(r);
            add_text(t, "<object id='%d' x='%.3f' y='%.3f' width='%.3f' height='%.3f'/>", row * COLUMNS + column + 1, x,
                     y, right + jitter(r) - x, line_at(row + 1) + jitter(r) - y);
        }
    }
    add_text(t, "</objectgroup></map>");
}

/// The number of open points on the lines between the boxes.
static int open_points(const carom_level *level) {
    int open = 0;
    for (double y = line_at(0) + 1; y < line_at(ROWS) - 1; y += 0.25)
        for (double x = line_at(0) + 11; x < line_at(COLUMNS) - 1; x += 0.25)
            open += !carom_level_solid(level, (carom_vec2){(float)x, (float)y});
    return open;
}

static void assert_moved_at_most(const carom_map *before, const carom_map *after, double tolerance) {
    const carom_level_desc *a = carom_map_level(before), *b = carom_map_level(after);
    assert_int_equal(a->outlines_count, b->outlines_count);
    for (int i = 0; i < a->outlines_count; i++) {
        assert_true(b->outlines[i].count >= 4);
        for (int k = 0; k < b->outlines[i].count; k++) {
            double nearest = 1e9;
            for (int j = 0; j < 4; j++) {
                carom_vec2 p = a->outlines[i].points[j], q = a->outlines[i].points[(j + 1) % 4];
                carom_vec2 c = b->outlines[i].points[k];
                double x = fmin(fmax((double)c.x, fmin((double)p.x, (double)q.x)), fmax((double)p.x, (double)q.x));
                double y = fmin(fmax((double)c.y, fmin((double)p.y, (double)q.y)), fmax((double)p.y, (double)q.y));
                nearest = fmin(nearest, fmax(fabs(x - (double)c.x), fabs(y - (double)c.y)));
            }
            if (nearest > tolerance) fail_msg("outline %d moves by %g", i, nearest);
        }
    }
}

static void walls_have_no_slits(void **state) {
    (void)state;
    random_source r = {5};
    static map_text t;
    int before = 0, plain = 0;
    for (int i = 0; i < 80; i++) {
        draw_wall(&t, &r);
        carom_map *map = map_of(t.text, 0), *snapped = map_of(t.text, 0.401f);
        carom_level *level = level_of(map), *closed = level_of(snapped);
        assert_int_equal(carom_map_about(map).snapped, 0);
        assert_in_range(carom_map_about(snapped).snapped, 1, 1000);
        before += open_points(level);
        assert_int_equal(open_points(closed), 0);
        assert_moved_at_most(map, snapped, 0.4011);
        plain += carom_level_edge_count(closed);
        carom_level_free(level);
        carom_level_free(closed);
        carom_map_free(map);
        carom_map_free(snapped);
    }
    assert_in_range(before, 400, 1000000); // there were slits
    assert_in_range(plain, 1, INT32_MAX);
}

// ---- Single cases ---------------------------------------------------------------------------------------------------

/// Describes the outlines of a map with these objects, and a layer with a solid tile at column 1, row 1, moved along
/// both axes.
static void expect_beside(float offset, const char *objects, float snap, const char *expected) {
    static map_text t;
    static text_buffer out;
    t.used = 0;
    add_text(&t,
             "<map width='4' height='2' tilewidth='10' tileheight='10'><tileset firstgid='1' tilewidth='10' "
             "tileheight='10' tilecount='1' columns='1'/><layer name='solid' width='4' height='2' offsetx='%g' "
             "offsety='%g'><data encoding='csv'>0,0,0,0,0,1,0,0</data></layer><objectgroup>%s</objectgroup></map>",
             (double)offset, (double)offset, objects);
    carom_map *map = map_of(t.text, snap);
    out.used = 0;
    describe_level(map, &out);
    describe_notes(map, &out);
    const char *outlines = strchr(out.text, '\n') + 1; // after the tiles
    if (strcmp(outlines, expected) != 0) fail_msg("%snot\n%s", outlines, expected);
    carom_map_free(map);
}

static void expect(const char *objects, float snap, const char *expected) {
    expect_beside(0, objects, snap, expected);
}

static void vertices_move_to_lines_of_the_grid(void **state) {
    (void)state;
    static const char *const box = "<object x='20.25' y='9.75' width='5' height='10.5'/>";
    expect(box, 0, "closed 0: 20.25,9.75 25.25,9.75 25.25,20.25 20.25,20.25\n");
    expect(box, 0.2f, "closed 0: 20.25,9.75 25.25,9.75 25.25,20.25 20.25,20.25\n");
    expect(box, 0.25f, "closed 0: 20,10 25.25,10 25.25,20 20,20\n");
    expect("<object x='200.25' y='99.75' width='5' height='5'/>", 0.25f, // outside of all tiles
           "closed 0: 200,100 205.25,100 205.25,104.75 200,104.75\n");
}

/// The lines of a tile layer come before those of the map, and a vertex on one of them stays there.
static void vertices_move_to_lines_of_a_moved_layer(void **state) {
    (void)state;
    expect_beside(0.5f, "<object x='10.25' y='2' width='5' height='5'/>", 0.5f,
                  "closed 0: 10.5,2 15.25,2 15.25,7 10.5,7\n");
    expect_beside(0.5f, "<object x='10.25' y='32' width='5' height='5'/>", 0.5f, // below the layer
                  "closed 0: 10,32 15.25,32 15.25,37 10,37\n");
    // As far from the layer as the tolerance, at its first corner, and at its last one.
    expect_beside(0.5f, "<object width='5' height='5'/>", 0.5f, "closed 0: 0.5,0.5 5,0.5 5,5 0.5,5\n");
    expect_beside(0.5f, "<object x='35' y='15' width='6' height='6'/>", 0.5f,
                  "closed 0: 35,15 40.5,15 40.5,20.5 35,20.5\n");
}

static void moved_vertices_are_counted(void **state) {
    (void)state;
    static const char *const boxes[] = {"x='3.25' y='3' width='3' height='3'", "x='3' y='3.25' width='3' height='3'"};
    for (int i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "<map width='9' height='9' tilewidth='3' tileheight='3'><objectgroup><object x='6' y='6' width='3' "
                 "height='3'/><object %s/></objectgroup></map>",
                 boxes[i]);
        carom_map *map = map_of(text, 0.25f);
        assert_int_equal(carom_map_about(map).snapped, 4);
        carom_map_free(map);
    }
}

static void sides_move_to_sides_of_earlier_shapes(void **state) {
    (void)state;
    expect("<object x='2' y='2' width='3' height='6'/><object x='5.5' y='3' width='2' height='4'/>", 0.5f,
           "closed 0: 2,2 5,2 5,8 2,8\nclosed 0: 5,3 7.5,3 7.5,7 5,7\n");
    expect("<object x='5.5' y='3' width='2' height='4'/><object x='2' y='2' width='3' height='6'/>", 0.5f,
           "closed 0: 5.5,3 7.5,3 7.5,7 5.5,7\nclosed 0: 2,2 5.5,2 5.5,8 2,8\n");
    expect("<object x='2' y='2' width='3' height='6'/><object x='5.5' y='8.75' width='2' height='1'/>", 0.5f, // too far
           "closed 0: 2,2 5,2 5,8 2,8\nclosed 0: 5.5,8.75 7.5,8.75 7.5,10 5.5,10\n");
    expect("<object x='2' y='1' width='2.75' height='2'/><object x='2' y='5' width='3' height='2'/>" // the nearest one
           "<object x='5.25' y='2' width='2' height='4'/>",
           0.5f,
           "closed 0: 2,1 4.75,1 5,2 4.75,3 2,3\nclosed 0: 2,5 5,5 5,7 2,7\nclosed 0: 5,2 7.25,2 7.25,6 5,6 4.75,3\n");
}

/// A vertex of slanted edges moves across, to a side beside it; one past the end of that side does not.
static void vertices_move_to_sides_of_earlier_shapes(void **state) {
    (void)state;
    expect("<object x='2' y='2' width='3' height='4'/><object x='5.25' y='3'><polygon points='0,0 3,-1 3,2'/></object>",
           0.5f, "closed 0: 2,2 5,2 5,6 2,6\nclosed 0: 5,3 8.25,2 8.25,5\n");
    expect("<object x='2' y='2' width='4' height='3'/><object x='3' y='5.25'><polygon points='0,0 2,3 -1,3'/></object>",
           0.5f, "closed 0: 2,2 6,2 6,5 2,5\nclosed 0: 3,5 5,8.25 2,8.25\n");
    expect("<object x='2' y='2' width='3' height='4'/><object x='5.25' y='7'><polygon points='0,0 3,-1 3,2'/></object>",
           0.5f, "closed 0: 2,2 5,2 5,6 2,6\nclosed 0: 5.25,7 8.25,6 8.25,9\n");
}

/// Neither end of a side that has moved moves on to the side of another shape there, which would tilt it.
static void both_ends_of_a_side_stay_together(void **state) {
    (void)state;
    static const char *const others[] = {"<object x='5.375' y='1' width='3.625' height='2'/>", // above the left side
                                         "<object x='5.375' y='8' width='3.625' height='1.25'/>"}; // below
    static const char *const outlines[] = {"5.375,1 9,1 9,3 5.375,3", "5.375,8 9,8 9,9.25 5.375,9.25"};
    for (int i = 0; i < 2; i++) {
        char objects[256], expected[256];
        snprintf(objects, sizeof objects,
                 "<object x='2' y='4' width='3' height='3'/>%s<object x='5.125' y='3' width='2' height='5'/>",
                 others[i]);
        snprintf(expected, sizeof expected,
                 "closed 0: 2,4 5,4 5,7 2,7\nclosed 0: %s\nclosed 0: 5,3 7.125,3 7.125,8 5,8\n", outlines[i]);
        expect(objects, 0.5f, expected);
    }
}

/// Wide shapes in two columns: those of a row are sought by their heights, and are apart.
static void shapes_in_other_columns_are_apart(void **state) {
    (void)state;
    expect("<object x='3' y='13' width='99' height='2'/><object x='203' y='13.125' width='99' height='2'/>"
           "<object x='3' y='33.125' width='99' height='2'/><object x='203' y='33' width='99' height='2'/>",
           0.25f,
           "closed 0: 3,13 102,13 102,15 3,15\nclosed 0: 203,13.125 302,13.125 302,15.125 203,15.125\n"
           "closed 0: 3,33.125 102,33.125 102,35.125 3,35.125\nclosed 0: 203,33 302,33 302,35 203,35\n");
}

static void vertices_move_to_vertices_and_into_edges(void **state) {
    (void)state;
    expect("<object><polygon points='1,1 4,2 2,4'/></object><object><polygon points='4.25,2.25 7,3 6,7'/></object>",
           0.5f, "closed 0: 1,1 4,2 2,4\nclosed 0: 4,2 7,3 6,7\n");
    expect("<object><polygon points='1,1 9,9 1,9'/></object><object><polygon points='5.25,5 8,2 8,4'/></object>", 0.5f,
           "closed 0: 1,1 5.25,5 9,9 1,9\nclosed 0: 5.25,5 8,2 8,4\n");
    expect("<object><polyline points='1,1 4,2'/></object><object><polyline points='4.25,2.25 7,3'/></object>", 0.5f,
           "open 0: 1,1 4,2\nopen 0: 4,2 7,3\n");
}

/// A vertex that has moved to a line of the grid moves on along it only, to a vertex there.
static void vertices_stay_on_lines(void **state) {
    (void)state;
    expect("<object><polyline points='5,10 8,12'/></object><object><polyline points='5.25,9.875 3,6'/></object>", 0.5f,
           "open 0: 5,10 8,12\nopen 0: 5,10 3,6\n");
    expect("<object><polyline points='10,5 12,8'/></object><object><polyline points='9.875,5.25 6,3'/></object>", 0.5f,
           "open 0: 10,5 12,8\nopen 0: 10,5 6,3\n");
}

static void collapsed_areas_are_left_out_with_their_holes(void **state) {
    (void)state;
    static const char *const hole = "<properties><property name='carom' value='hole'/></properties>";
    static map_text t;
    t.used = 0;
    add_text(&t,
             "<object x='1' y='1' width='4' height='4'/><object x='9.8' y='3' width='.4' height='2'/><object x='9.9' "
             "y='3.5' width='.2' height='1'>%s</object><object x='30' y='1' width='3' height='3'/>",
             hole);
    expect(t.text, 0.25f,
           "closed 0: 1,1 5,1 5,5 1,5\nclosed 0: 30,1 33,1 33,4 30,4\n"
           "map: 2 outlines left out: snapping by 0.25 has left them without area or length\n");
    t.used = 0;
    add_text(&t, "<object x='1' y='1' width='6' height='6'/><object x='3' y='3' width='.125' height='1'>%s</object>",
             hole);
    expect(t.text, 0.25f, "closed even-odd 0: 1,1 7,1 7,7 1,7\nclosed same-area 0: 3,3 3.125,3 3.125,4 3,4\n");
}

/// Snapping hides no other note.
static void other_notes_follow(void **state) {
    (void)state;
    expect("<object x='3' y='3' width='3' height='3'/><object x='7' y='3' width='2' height='2'><properties>"
           "<property name='solid' value='perhaps'/></properties></object>",
           0.25f,
           "closed 0: 3,3 6,3 6,6 3,6\n"
           "layer '': 1 object left out: it has a name, a class or properties, and is not marked as solid\n"
           "map: 1 object has the property 'solid' with the value 'perhaps', which is not understood: pass --solid "
           "solid if it means solid\n");
}

static void wrong_tolerances_are_refused(void **state) {
    (void)state;
    static const char text[] = "<map width='1' height='1' tilewidth='16' tileheight='16'/>";
    static const float wrong[] = {-1, -INFINITY, INFINITY, NAN};
    carom_map *map;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(read_with(text, (carom_map_options){.snap = wrong[i]}, &map), CAROM_STATUS_BAD_ARGUMENT);
        assert_null(map);
    }
    assert_int_equal(read_with(text, (carom_map_options){.snap = 1e30f}, &map), CAROM_STATUS_OK);
    carom_map_free(map);
}

static void limits_bound_the_work(void **state) {
    (void)state;
    random_source r = {6};
    static map_text t;
    draw_wall(&t, &r);
    carom_map *map;
    const carom_map_limits limits = {.steps = 4000};
    assert_int_equal(read_with(t.text, (carom_map_options){.limits = limits}, &map), CAROM_STATUS_OK);
    carom_map_free(map);
    assert_int_equal(read_with(t.text, (carom_map_options){.limits = limits, .snap = 0.4f}, &map),
                     CAROM_STATUS_TOO_LARGE);
}

static carom_status read_snapped(const carom_map_options *options, carom_map **map, carom_error *error,
                                 const void *context) {
    return carom_map_read(context, strlen(context), "map", options, map, error);
}

/// Shapes that are apart, in a row, a column or a square, are found without looking at all pairs: reading and snapping
/// take at most 500 steps for each; all pairs would be 4,000 for each.
static void the_work_on_shapes_apart_is_near_linear(void **state) {
    (void)state;
    enum { SHAPES = 8000 };
    static const int columns[] = {1, SHAPES, 90};
    static map_text t;
    for (int k = 0; k < 3; k++) {
        t.used = 0;
        add_text(&t, "<map width='9' height='9' tilewidth='7' tileheight='5'><objectgroup>");
        for (int i = 0; i < SHAPES; i++)
            add_text(&t, "<object id='%d' x='%d.5' y='%d.5' width='10' height='10'/>", i + 1, i % columns[k] * 20,
                     i / columns[k] * 20);
        add_text(&t, "</objectgroup></map>");
        carom_map *map;
        const carom_map_options options = {.snap = 0.25f, .limits.steps = (size_t)SHAPES * 500};
        assert_int_equal(read_with(t.text, options, &map), CAROM_STATUS_OK);
        carom_map_free(map);
    }
}

static void each_failure_is_reported(void **state) {
    (void)state;
    random_source r = {6};
    static map_text t;
    draw_wall(&t, &r);
    expect_failures(read_snapped, (carom_map_options){.snap = 0.4f}, t.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_have_no_slits),
        cmocka_unit_test(vertices_move_to_lines_of_the_grid),
        cmocka_unit_test(vertices_move_to_lines_of_a_moved_layer),
        cmocka_unit_test(moved_vertices_are_counted),
        cmocka_unit_test(sides_move_to_sides_of_earlier_shapes),
        cmocka_unit_test(vertices_move_to_sides_of_earlier_shapes),
        cmocka_unit_test(both_ends_of_a_side_stay_together),
        cmocka_unit_test(shapes_in_other_columns_are_apart),
        cmocka_unit_test(vertices_move_to_vertices_and_into_edges),
        cmocka_unit_test(vertices_stay_on_lines),
        cmocka_unit_test(collapsed_areas_are_left_out_with_their_holes),
        cmocka_unit_test(other_notes_follow),
        cmocka_unit_test(wrong_tolerances_are_refused),
        cmocka_unit_test(limits_bound_the_work),
        cmocka_unit_test(the_work_on_shapes_apart_is_near_linear),
        cmocka_unit_test(each_failure_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
