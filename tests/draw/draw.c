// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Debug drawing. The callbacks write what they get as text, one call a line, and the tests compare the text.
#include "carom/draw.h"
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct page {
    char text[4096];
    size_t length;
} page;

static void put(page *p, const char *text) {
    size_t more = strlen(text);
    assert_true(p->length + more < sizeof p->text);
    memcpy(p->text + p->length, text, more + 1);
    p->length += more;
}

static void put_points(page *p, const char *what, const carom_vec2 *points, int count) {
    char word[64];
    put(p, what);
    for (int i = 0; i < count; ++i) {
        snprintf(word, sizeof word, " %.9g,%.9g", (double)points[i].x, (double)points[i].y);
        put(p, word);
    }
}

static void put_color(page *p, uint32_t color) {
    char word[64];
    snprintf(word, sizeof word, " %x\n", (unsigned)color);
    put(p, word);
}

static void on_line(void *context, const carom_vec2 *ends, uint32_t color) {
    put_points(context, "line", ends, 2);
    put_color(context, color);
}

static void on_polygon(void *context, const carom_vec2 *points, int count, uint32_t color) {
    put_points(context, "polygon", points, count);
    put_color(context, color);
}

static void on_circle(void *context, const carom_circle *circle, uint32_t color) {
    put_points(context, "circle", (carom_vec2[]){circle->center, {circle->radius, 0}}, 2);
    put_color(context, color);
}

static void on_point(void *context, const carom_vec2 *at, uint32_t color) {
    put_points(context, "point", at, 1);
    put_color(context, color);
}

static void on_text(void *context, const carom_vec2 *at, const char *text, uint32_t color) {
    put_points(context, "text", at, 1);
    put(context, " ");
    put(context, text);
    put_color(context, color);
}

/// Each role is drawn in its own number.
static const uint32_t numbers[CAROM_DRAW_ROLES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

static carom_draw_desc draw_on(page *p) {
    *p = (page){.length = 0};
    return (carom_draw_desc){.line = on_line,
                             .polygon = on_polygon,
                             .circle = on_circle,
                             .point = on_point,
                             .text = on_text,
                             .context = p,
                             .colors = numbers};
}

static void shapes_of_every_kind(void **state) {
    (void)state;
    page p;
    carom_draw_desc draw = draw_on(&p);
    carom_shape parts[7], all;
    carom_make_point((carom_vec2){1, 2}, &parts[0]);
    carom_make_segment((carom_vec2){1, 2}, (carom_vec2){3, 4}, &parts[1]);
    carom_make_circle((carom_vec2){5, 6}, 7, &parts[2]);
    carom_make_box((carom_vec2){0, 0}, (carom_vec2){2, 1}, &parts[3]);
    carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){3, 4}, 10, &parts[4]);
    carom_make_polygon((carom_vec2[]){{0, 0}, {4, 0}, {0, 4}}, 3, &parts[5]);
    parts[6] = (carom_shape){.kind = CAROM_SHAPE_NONE};
    carom_make_compound(parts, 6, &all);
    static const char drawn[] = "point 1,2 ff\n"
                                "line 1,2 3,4 ff\n"
                                "circle 5,6 7,0 ff\n"
                                "polygon 0,0 2,0 2,1 0,1 ff\n"
                                "circle 0,0 10,0 ff\n"
                                "line 8,-6 11,-2 ff\n"
                                "circle 3,4 10,0 ff\n"
                                "line -5,10 -8,6 ff\n"
                                "polygon 0,0 4,0 0,4 ff\n";
    for (int i = 0; i < 7; ++i) carom_draw_shape(&draw, &parts[i], 255);
    assert_string_equal(p.text, drawn);
    draw = draw_on(&p);
    carom_draw_shape(&draw, &all, 255);
    assert_string_equal(p.text, drawn);
}

static carom_level *make_square_and_ledge(void) {
    static const carom_vec2 square[] = {{0, 0}, {0, 8}, {8, 8}, {8, 0}}, ledge[] = {{10, 0}, {14, 0}};
    carom_outline outlines[] = {{.points = square, .count = 4},
                                {.points = ledge, .count = 2, .open = true, .one_way = true}};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

static void levels_with_normals_in_a_view(void **state) {
    (void)state;
    carom_level *level = make_square_and_ledge();
    page p;
    carom_draw_desc draw = draw_on(&p);
    carom_draw_level(&draw, level);
    int lines[2] = {0, 0}; // of the edges, and of the one-way edge
    for (const char *at = p.text; (at = strchr(at, '\n')) != NULL; ++at) ++lines[at[-1] - '0'];
    assert_int_equal(lines[0], 4);
    assert_int_equal(lines[1], 1);

    draw = draw_on(&p);
    draw.view = &(carom_box){{9, -1}, {20, 1}};
    draw.normals = 2;
    carom_draw_level(&draw, level);
    carom_level_edge edge = carom_level_edge_at(level, carom_level_edge_count(level) - 1);
    for (int i = 0; !edge.one_way; ++i) edge = carom_level_edge_at(level, i);
    bool right = edge.b.x > edge.a.x; // the outward normal is the right side of a->b
    assert_string_equal(p.text,
                        right ? "line 10,0 14,0 1\nline 12,0 12,-2 2\n" : "line 14,0 10,0 1\nline 12,0 12,2 2\n");
    carom_level_free(level);
}

static carom_body_id add(carom_world *world, const carom_body_desc *desc) {
    carom_body_id id;
    assert_int_equal(carom_world_add(world, desc, &id, NULL), CAROM_STATUS_OK);
    return id;
}

/// A ball that presses on a lift, a static, a sensor that falls; body 2 was removed.
static carom_world *make_world(void) {
    carom_world *world;
    assert_int_equal(carom_world_make(&(carom_world_desc){0}, &world), CAROM_STATUS_OK);
    add(world, &(carom_body_desc){.shape = box(8, 2), .position = {0, 10}, .type = CAROM_BODY_KINEMATIC});
    add(world, &(carom_body_desc){
                   .shape = circle(1), .position = {4, 9}, .velocity = {0, 2}, .response.kind = CAROM_RESPONSE_SLIDE});
    carom_body_id gone = add(world, &(carom_body_desc){.shape = circle(1)});
    add(world, &(carom_body_desc){.shape = box(1, 1), .position = {20, 0}, .type = CAROM_BODY_STATIC, .tag = 1u << 31});
    add(world,
        &(carom_body_desc){
            .shape = circle(1), .position = {30, 0}, .velocity = {0, 4}, .sensor = true, .tag = 10000000000000000000u});
    assert_int_equal(carom_world_remove(world, gone), CAROM_STATUS_OK);
    assert_int_equal(carom_world_step(world, 0.5f), CAROM_STATUS_OK);
    return world;
}

static void worlds(void **state) {
    (void)state;
    carom_world *world = make_world();
    page p;
    carom_draw_desc draw = draw_on(&p);
    carom_draw_world(&draw, world);
    assert_string_equal(p.text, "polygon 0,10 8,10 8,12 0,12 5\n"
                                "circle 4,9 1,0 3\n"
                                "polygon 20,0 21,0 21,1 20,1 4\n"
                                "circle 30,2 1,0 6\n");

    draw = draw_on(&p);
    draw.what = CAROM_DRAW_BOUNDS | CAROM_DRAW_CONTACTS | CAROM_DRAW_NAMES;
    draw.normals = 3;
    draw.ahead = 0.5f;
    carom_draw_world(&draw, world);
    assert_string_equal(p.text, "polygon 0,10 8,10 8,12 0,12 5\n"
                                "polygon 0,10 8,10 8,12 0,12 7\n"
                                "text 4,11 0 a\n"
                                "circle 4,9 1,0 3\n"
                                "polygon 3,8 5,8 5,10 3,10 7\n"
                                "text 4,9 1 a\n"
                                "polygon 20,0 21,0 21,1 20,1 4\n"
                                "polygon 20,0 21,0 21,1 20,1 7\n"
                                "text 20.5,0.5 3:2147483648 a\n"
                                "circle 30,2 1,0 6\n"
                                "polygon 29,1 31,1 31,3 29,3 7\n"
                                "line 30,2 30,4 9\n"
                                "text 30,2 4:10000000000000000000 a\n"
                                "point 4,10 8\n"
                                "line 4,10 4,7 2\n");

    draw = draw_on(&p);
    draw.what = CAROM_DRAW_BOUNDS | CAROM_DRAW_CONTACTS | CAROM_DRAW_NAMES;
    draw.view = &(carom_box){{15, 0}, {20, 9}};
    carom_draw_world(&draw, world);
    assert_string_equal(p.text, "polygon 20,0 21,0 21,1 20,1 4\n"
                                "polygon 20,0 21,0 21,1 20,1 7\n"
                                "text 20.5,0.5 3:2147483648 a\n");
    carom_world_free(world);
}

static void walkers(void **state) {
    (void)state;
    carom_walker_desc legs = {.shape = box(2, 3), .up = {0, -1}};
    carom_walker hero = {.position = {5, 5}, .velocity = {2, 0}};
    page p;
    carom_draw_desc draw = draw_on(&p);
    draw.ahead = 1;
    draw.normals = 1;
    carom_draw_walker(&draw, &hero, &legs);
    assert_string_equal(p.text, "polygon 5,5 7,5 7,8 5,8 b\nline 5,5 7,5 9\n");
    hero.grounded = true;
    hero.ground = (carom_ground){.normal = {0, -1}, .point = {6, 8}};
    draw = draw_on(&p);
    draw.normals = 1;
    carom_draw_walker(&draw, &hero, &legs);
    assert_string_equal(p.text, "polygon 5,5 7,5 7,8 5,8 c\npoint 6,8 8\nline 6,8 6,7 2\n");
    draw = draw_on(&p);
    draw.view = &(carom_box){{0, 0}, {4, 4}};
    carom_draw_walker(&draw, &hero, &legs);
    assert_string_equal(p.text, "");
}

/// Vectors that are zero or not finite are not drawn, nor are ends that no float holds.
static void vectors_have_an_end(void **state) {
    (void)state;
    static const struct {
        carom_vec2 velocity;
        float length;
    } cases[] = {{{NAN, 0}, 1},   {{0, INFINITY}, 1}, {{2, 0}, NAN}, {{2, 0}, INFINITY},
                 {{3e38f, 0}, 9}, {{0, 0}, 1},        {{2, 0}, -1},  {{1e-30f, 0}, 1}};
    const carom_walker_desc legs = {.shape = box(2, 3), .up = {0, -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        page p;
        carom_draw_desc draw = draw_on(&p);
        draw.ahead = draw.normals = cases[i].length;
        carom_walker hero = {.position = {5, 5}, .velocity = cases[i].velocity, .grounded = true};
        hero.ground = (carom_ground){.normal = cases[i].velocity, .point = {6, 8}};
        carom_draw_walker(&draw, &hero, &legs);
        assert_string_equal(p.text, "polygon 5,5 7,5 7,8 5,8 c\npoint 6,8 8\n");
    }
}

/// Opaque, but for the normals, sensors and bounds, which go with other things.
static void the_palette(void **state) {
    (void)state;
    static const uint32_t expected[CAROM_DRAW_ROLES] = {0xC8D0DCFF, 0xE0B040FF, 0x70809080, 0x60C0FFFF, 0x90A090FF,
                                                        0xB080FFFF, 0xF0E06080, 0x50586480, 0xFF6050FF, 0x60E090FF,
                                                        0xFFFFFFFF, 0xFFA0D0FF, 0x80F080FF};
    carom_world *world = make_world();
    carom_level *level = make_square_and_ledge();
    const carom_walker_desc legs = {.shape = box(2, 3), .up = {0, -1}};
    page with[2];
    for (int i = 0; i < 2; ++i) {
        carom_draw_desc draw = draw_on(&with[i]);
        draw.colors = i == 0 ? expected : NULL;
        draw.what = CAROM_DRAW_BOUNDS | CAROM_DRAW_CONTACTS | CAROM_DRAW_NAMES;
        draw.normals = draw.ahead = 1;
        carom_draw_level(&draw, level);
        carom_draw_world(&draw, world);
        carom_draw_walker(&draw, &(carom_walker){.grounded = false}, &legs);
        carom_draw_walker(&draw, &(carom_walker){.grounded = true}, &legs);
    }
    assert_string_equal(with[0].text, with[1].text);
    carom_level_free(level);
    carom_world_free(world);
}

static void nothing_is_required(void **state) {
    (void)state;
    carom_world *world = make_world();
    carom_draw_desc nothing = {.what = CAROM_DRAW_BOUNDS | CAROM_DRAW_CONTACTS | CAROM_DRAW_NAMES, .normals = 1};
    carom_draw_world(&nothing, world);
    carom_world_free(world);

    page p;
    carom_draw_desc draw = draw_on(&p);
    draw.size = 8; // no version was so small
    carom_draw_shape(&draw, &(carom_shape){.kind = CAROM_SHAPE_POINT}, 0);
    world = make_world();
    carom_draw_world(&draw, world);
    carom_world_free(world);
    const carom_walker walker = {.velocity = {0, 0}};
    const carom_walker_desc legs = {.shape = circle(1)}, small = {.size = 8, .shape = circle(1)};
    carom_draw_walker(&draw, &walker, &legs);
    const carom_outline ring = {.points = (carom_vec2[]){{0, 0}, {4, 0}, {4, 4}}, .count = 3};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &ring, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    carom_draw_level(&draw, level);
    assert_string_equal(p.text, "");
    draw.size = sizeof draw;
    carom_draw_walker(&draw, &walker, &small);
    assert_string_equal(p.text, "");
    const carom_box elsewhere = {{50, 50}, {60, 60}};
    draw.view = &elsewhere;
    carom_draw_shape(&draw, &legs.shape, 0);
    carom_draw_level(&draw, level);
    assert_string_equal(p.text, "");
    draw.view = NULL;
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_every_kind),
        cmocka_unit_test(levels_with_normals_in_a_view),
        cmocka_unit_test(worlds),
        cmocka_unit_test(walkers),
        cmocka_unit_test(vectors_have_an_end),
        cmocka_unit_test(the_palette),
        cmocka_unit_test(nothing_is_required),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
