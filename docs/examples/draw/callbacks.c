// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Debug drawing: the library calls the game back with lines, polygons, circles and points.
#include <carom.h>
#include <stdio.h>

typedef struct calls {
    int lines, polygons, circles, points;
} calls;

static void draw_line(void *window, const carom_vec2 *ends, uint32_t color) {
    (void)ends, (void)color, ((calls *)window)->lines++;
}
static void draw_polygon(void *window, const carom_vec2 *points, int count, uint32_t color) {
    (void)points, (void)count, (void)color, ((calls *)window)->polygons++;
}
static void draw_circle(void *window, const carom_circle *circle, uint32_t color) {
    (void)circle, (void)color, ((calls *)window)->circles++;
}
static void draw_point(void *window, const carom_vec2 *at, uint32_t color) {
    (void)at, (void)color, ((calls *)window)->points++;
}

int main(void) {
    carom_vec2 room[] = {{0, 0}, {120, 0}, {120, 80}, {0, 80}}, hole[] = {{10, 10}, {110, 10}, {110, 70}, {10, 70}};
    carom_outline rings[] = {{.points = room, .count = 4, .even_odd = true},
                             {.points = hole, .count = 4, .same_area = true}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = rings, .outlines_count = 2}, &level, NULL)) return 1;
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){.level = level}, &world)) return 1;
    carom_body_desc desc = {.position = {40, 40}, .velocity = {8, 30}};
    carom_make_circle((carom_vec2){0, 0}, 6, &desc.shape);
    if (carom_world_add(world, &desc, NULL, NULL) || carom_world_step(world, 1)) return 1;

    carom_walker_desc legs = {.up = {0, -1}};
    carom_make_capsule((carom_vec2){0, -12}, (carom_vec2){0, -5}, 5, &legs.shape);
    carom_walker hero = {.position = {80, 70}};
    carom_scene scene = carom_scene_of_level(level);
    carom_walker_step(&hero, &legs, &scene, 1 / 60.0f);

    calls counted = {0}, *window = &counted;
    carom_draw_desc draw = {.line = draw_line,
                            .polygon = draw_polygon,
                            .circle = draw_circle,
                            .context = window,
                            .what = CAROM_DRAW_CONTACTS};
    draw.point = draw_point;
    carom_draw_level(&draw, level);
    carom_draw_world(&draw, world);
    carom_draw_walker(&draw, &hero, &legs);

    carom_shape arrow;
    carom_make_segment((carom_vec2){60, 20}, (carom_vec2){60, 35}, &arrow);
    carom_draw_shape(&draw, &arrow, 0xff8800ff);
    printf("%d lines, %d polygons, %d circles, %d points\n", counted.lines, counted.polygons, counted.circles,
           counted.points);
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// 11 lines, 0 polygons, 3 circles, 1 points
