// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Records the queries of an example, and draws them: the pictures of the API reference.
//
//     cc -include docs/site/record.h docs/examples/geom/sweep.c docs/site/record.c ... && CAROM_PICTURE=X.svg ./a.out
//
// Each function below replaces the public function of its name: it calls that function, and keeps arguments and result.
// Of each query the first call is drawn. When the program ends, the picture goes to the file CAROM_PICTURE, and the
// address of the same state in the playground, if an exhibit has it, to CAROM_PICTURE.link.
#pragma once

#include <carom.h>

carom_status record_make_point(carom_vec2 p, carom_shape *out);
carom_status record_make_segment(carom_vec2 a, carom_vec2 b, carom_shape *out);
carom_status record_make_one_sided(carom_vec2 a, carom_vec2 b, carom_shape *out);
carom_status record_make_circle(carom_vec2 center, float radius, carom_shape *out);
carom_status record_make_box(carom_vec2 min, carom_vec2 max, carom_shape *out);
carom_status record_make_capsule(carom_vec2 a, carom_vec2 b, float radius, carom_shape *out);
carom_status record_make_rounded_box(carom_box box, float radius, carom_shape *out);
carom_status record_make_oriented_box(carom_box box, carom_pose pose, carom_shape *out);
carom_status record_make_polygon(const carom_vec2 *points, int count, carom_shape *out);
carom_status record_make_rounded_polygon(const carom_vec2 *points, int count, float radius, carom_shape *out);
carom_status record_make_hull(const carom_vec2 *points, int count, carom_shape *out);
carom_shape record_shape_at(const carom_shape *shape, carom_vec2 offset);
carom_shape record_shape_posed(const carom_shape *shape, carom_pose pose);
carom_box record_shape_bounds(const carom_shape *shape);
carom_status record_triangulate(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                                carom_triangle *out, int capacity, int *count);
carom_status record_decompose(const carom_ring *rings, int ring_count, const carom_allocator *allocator,
                              carom_shape *out, int capacity, int *count);

bool record_overlap(const carom_shape *a, const carom_shape *b);
carom_separation record_distance(const carom_shape *a, const carom_shape *b);
carom_contact_points record_contact(const carom_shape *a, const carom_shape *b);
carom_ray_hit record_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b);
carom_sweep_hit record_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);
carom_contact_points record_posed_contact(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                          carom_pose b_pose);
carom_ray_hit record_posed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, carom_pose b_pose);
carom_sweep_hit record_prepared_sweep_many(const carom_prepared *a, carom_vec2 move, const carom_prepared *b,
                                           int count);
carom_turning_hit record_sweep_turning(const carom_shape *a, const carom_turning *a_motion, const carom_shape *b,
                                       const carom_turning *b_motion);
int record_overlap_circles(const carom_shape *a, const carom_circles *b, int *hits, int capacity);
carom_sweep_hit record_sweep_circles(const carom_shape *a, carom_vec2 move, const carom_circles *b);
int record_ray_many(const carom_rays *rays, const carom_shape *b, carom_ray_hit *hits);

bool record_cell_line_next(carom_cell_line *line, carom_cell *cell);
carom_cell_line record_cell_line_begin(carom_cell from, carom_cell to, carom_corners corners, bool ends);
carom_status record_trace_begin(const carom_grid *grid, carom_vec2 from, carom_vec2 to, carom_corners corners,
                                carom_trace *out);
bool record_trace_next(carom_trace *trace, carom_cell *cell);
carom_status record_cover_begin(const carom_grid *grid, const carom_shape *shape, carom_vec2 move, carom_cover *out);
bool record_cover_next(carom_cover *cover, carom_span *span);
carom_sight_line record_sight(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners);
int record_fov(const carom_sight_map *map, carom_cell from, int radius, uint8_t *seen);

carom_status record_level_make(const carom_level_desc *desc, carom_level **out, carom_error *error);
void record_level_free(carom_level *level);
carom_status record_level_carve(carom_level *level, const carom_shape *shape);
carom_status record_level_fill(carom_level *level, const carom_shape *shape);
carom_status record_level_triangles(const carom_level *level, carom_triangle *out, int capacity, int *count);
carom_ray_hit record_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move);
int record_level_ray_all(const carom_level *level, carom_vec2 from, carom_vec2 move, carom_ray_hit *hits, int capacity);
int record_level_ray_many(const carom_level *level, const carom_rays *rays, carom_ray_hit *hits);
carom_sweep_hit record_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move);
int record_level_sweep_many(const carom_level *level, const carom_shape *shapes, const carom_vec2 *moves, int count,
                            carom_sweep_hit *hits);
int record_level_overlap(const carom_level *level, const carom_shape *shape, int *edges, int capacity);
carom_separation record_level_nearest(const carom_level *level, const carom_shape *shape, float max_distance);
bool record_level_solid(const carom_level *level, carom_vec2 point);

carom_motion record_move(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                         const carom_response *response, carom_scene_hit *contacts, int capacity);
carom_motion record_move_by_rule(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                                 const carom_move_rule *rule, carom_scene_hit *contacts, int capacity);
carom_push record_push_out(const carom_scene *scene, const carom_shape *shape, carom_vec2 position, float max_distance);

void record_world_free(carom_world *world);
carom_status record_world_step(carom_world *world, float dt);
carom_world_ray_hit record_world_ray(const carom_world_view *view, carom_vec2 from, carom_vec2 move);
carom_world_sweep_hit record_world_sweep(const carom_world_view *view, const carom_shape *shape, carom_vec2 move);
int record_world_overlap(const carom_world_view *view, const carom_shape *shape, carom_world_overlapped *out,
                         int capacity);
carom_world_separation record_world_nearest(const carom_world_view *view, const carom_shape *shape, float max_distance);

carom_walker_result record_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene,
                                       float dt);
carom_walker_result record_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc, carom_world *world,
                                                carom_body_id body, float dt);
void record_platforms_move(carom_platform *list, int count, float dt);
carom_vec2 record_corner_correction(const carom_scene *scene, const carom_shape *shape, carom_vec2 position,
                                    carom_vec2 motion, float max_distance);

#ifndef CAROM_RECORDER
#define carom_make_point           record_make_point
#define carom_make_segment         record_make_segment
#define carom_make_one_sided       record_make_one_sided
#define carom_make_circle          record_make_circle
#define carom_make_box             record_make_box
#define carom_make_capsule         record_make_capsule
#define carom_make_rounded_box     record_make_rounded_box
#define carom_make_oriented_box    record_make_oriented_box
#define carom_make_polygon         record_make_polygon
#define carom_make_rounded_polygon record_make_rounded_polygon
#define carom_make_hull            record_make_hull
#define carom_shape_at             record_shape_at
#define carom_shape_posed          record_shape_posed
#define carom_shape_bounds         record_shape_bounds
#define carom_triangulate          record_triangulate
#define carom_decompose            record_decompose
#define carom_overlap              record_overlap
#define carom_distance             record_distance
#define carom_contact              record_contact
#define carom_ray                  record_ray
#define carom_sweep                record_sweep
#define carom_posed_contact        record_posed_contact
#define carom_posed_ray            record_posed_ray
#define carom_prepared_sweep_many  record_prepared_sweep_many
#define carom_sweep_turning        record_sweep_turning
#define carom_overlap_circles      record_overlap_circles
#define carom_sweep_circles        record_sweep_circles
#define carom_ray_many             record_ray_many
#define carom_cell_line_begin      record_cell_line_begin
#define carom_cell_line_next       record_cell_line_next
#define carom_trace_begin          record_trace_begin
#define carom_trace_next           record_trace_next
#define carom_cover_begin          record_cover_begin
#define carom_cover_next           record_cover_next
#define carom_sight                record_sight
#define carom_fov                  record_fov
#define carom_level_make           record_level_make
#define carom_level_free           record_level_free
#define carom_level_carve          record_level_carve
#define carom_level_fill           record_level_fill
#define carom_level_triangles      record_level_triangles
#define carom_level_ray            record_level_ray
#define carom_level_ray_all        record_level_ray_all
#define carom_level_ray_many       record_level_ray_many
#define carom_level_sweep          record_level_sweep
#define carom_level_sweep_many     record_level_sweep_many
#define carom_level_overlap        record_level_overlap
#define carom_level_nearest        record_level_nearest
#define carom_level_solid          record_level_solid
#define carom_move                 record_move
#define carom_move_by_rule         record_move_by_rule
#define carom_push_out             record_push_out
#define carom_world_free           record_world_free
#define carom_world_step           record_world_step
#define carom_world_ray            record_world_ray
#define carom_world_sweep          record_world_sweep
#define carom_world_overlap        record_world_overlap
#define carom_world_nearest        record_world_nearest
#define carom_walker_step          record_walker_step
#define carom_walker_step_in_world record_walker_step_in_world
#define carom_platforms_move       record_platforms_move
#define carom_corner_correction    record_corner_correction
#endif
