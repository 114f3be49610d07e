// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer flat: the public functions that take or return structs by value, for languages and tools that cannot call such
// functions. The npm package of web/ is built on it.
//
//     carom_vec2 from = {0, 5}, move = {10, 0};
//     carom_ray_hit hit;
//     carom_flat_ray(&from, &move, &wall, &hit); // hit = carom_ray(from, move, &wall)
//
// carom_flat_x calls carom_x, and differs from it in its signature only:
// - A struct by value becomes its address. It is read before anything is written, so results may overwrite arguments.
// - A struct that carom_x returns is written to *out, the last argument; all its members are set.
// - A carom_body_id becomes the number that carom_body_bits returns. In structs and arrays it remains a carom_body_id.
//
// Functions without structs by value have no flat form: call them directly. So a program can use all of Carom with
// pointers, integers, floats and bools alone. Structs have the layout of C; docs/abi.md lists the parts that never
// change. Callbacks with structs by value are set up by the carom_flat_callback functions, at the end.
//
// Not included by carom.h. carom_flat.h includes this header and carom/flat_io.h.
#pragma once

#include "carom/grid.h"
#include "carom/walker.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Rotations and poses --------------------------------------------------------------------------------------------

/// carom_rotation_of.
CAROM_API void carom_flat_rotation_of(float radians, carom_rotation *out);
/// carom_rotation_normalized.
CAROM_API void carom_flat_rotation_normalized(const carom_rotation *r, carom_rotation *out);
/// carom_rotation_compose.
CAROM_API void carom_flat_rotation_compose(const carom_rotation *a, const carom_rotation *b, carom_rotation *out);
/// carom_rotation_inverse.
CAROM_API void carom_flat_rotation_inverse(const carom_rotation *r, carom_rotation *out);
/// carom_rotate.
CAROM_API void carom_flat_rotate(const carom_rotation *r, const carom_vec2 *v, carom_vec2 *out);
/// carom_pose_point.
CAROM_API void carom_flat_pose_point(const carom_pose *pose, const carom_vec2 *v, carom_vec2 *out);
/// carom_pose_local.
CAROM_API void carom_flat_pose_local(const carom_pose *pose, const carom_vec2 *p, carom_vec2 *out);
/// carom_pose_compose.
CAROM_API void carom_flat_pose_compose(const carom_pose *parent, const carom_pose *child, carom_pose *out);

// ---- Shapes and pairs -----------------------------------------------------------------------------------------------

/// carom_make_point.
CAROM_API carom_status carom_flat_make_point(const carom_vec2 *p, carom_shape *out);
/// carom_make_segment.
CAROM_API carom_status carom_flat_make_segment(const carom_vec2 *a, const carom_vec2 *b, carom_shape *out);
/// carom_make_one_sided.
CAROM_API carom_status carom_flat_make_one_sided(const carom_vec2 *a, const carom_vec2 *b, carom_shape *out);
/// carom_make_circle.
CAROM_API carom_status carom_flat_make_circle(const carom_vec2 *center, float radius, carom_shape *out);
/// carom_make_box.
CAROM_API carom_status carom_flat_make_box(const carom_vec2 *min, const carom_vec2 *max, carom_shape *out);
/// carom_make_capsule.
CAROM_API carom_status carom_flat_make_capsule(const carom_vec2 *a, const carom_vec2 *b, float radius,
                                               carom_shape *out);
/// carom_make_rounded_box.
CAROM_API carom_status carom_flat_make_rounded_box(const carom_box *box, float radius, carom_shape *out);
/// carom_make_oriented_box.
CAROM_API carom_status carom_flat_make_oriented_box(const carom_box *box, const carom_pose *pose, carom_shape *out);
/// carom_shape_bounds.
CAROM_API void carom_flat_shape_bounds(const carom_shape *shape, carom_box *out);
/// carom_shape_at.
CAROM_API void carom_flat_shape_at(const carom_shape *shape, const carom_vec2 *offset, carom_shape *out);
/// carom_distance.
CAROM_API void carom_flat_distance(const carom_shape *a, const carom_shape *b, carom_separation *out);
/// carom_contact.
CAROM_API void carom_flat_contact(const carom_shape *a, const carom_shape *b, carom_contact_points *out);
/// carom_ray.
CAROM_API void carom_flat_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_shape *b, carom_ray_hit *out);
/// carom_sweep.
CAROM_API void carom_flat_sweep(const carom_shape *a, const carom_vec2 *a_move, const carom_shape *b,
                                const carom_vec2 *b_move, carom_sweep_hit *out);
/// carom_shape_posed.
CAROM_API void carom_flat_shape_posed(const carom_shape *shape, const carom_pose *pose, carom_shape *out);
/// carom_posed_overlap.
CAROM_API bool carom_flat_posed_overlap(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                                        const carom_pose *b_pose);
/// carom_posed_distance.
CAROM_API void carom_flat_posed_distance(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                                         const carom_pose *b_pose, carom_separation *out);
/// carom_posed_contact.
CAROM_API void carom_flat_posed_contact(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                                        const carom_pose *b_pose, carom_contact_points *out);
/// carom_posed_ray.
CAROM_API void carom_flat_posed_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_shape *b,
                                    const carom_pose *b_pose, carom_ray_hit *out);
/// carom_turning_pose.
CAROM_API void carom_flat_turning_pose(const carom_turning *motion, float t, carom_pose *out);
/// carom_sweep_turning.
CAROM_API void carom_flat_sweep_turning(const carom_shape *a, const carom_turning *a_motion, const carom_shape *b,
                                        const carom_turning *b_motion, carom_turning_hit *out);
/// carom_prepared_distance.
CAROM_API void carom_flat_prepared_distance(const carom_prepared *a, const carom_prepared *b, carom_separation *out);
/// carom_prepared_contact.
CAROM_API void carom_flat_prepared_contact(const carom_prepared *a, const carom_prepared *b, carom_contact_points *out);
/// carom_prepared_ray.
CAROM_API void carom_flat_prepared_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_prepared *b,
                                       carom_ray_hit *out);
/// carom_prepared_sweep.
CAROM_API void carom_flat_prepared_sweep(const carom_prepared *a, const carom_vec2 *a_move, const carom_prepared *b,
                                         const carom_vec2 *b_move, carom_sweep_hit *out);
/// carom_prepared_sweep_many.
CAROM_API void carom_flat_prepared_sweep_many(const carom_prepared *a, const carom_vec2 *move, const carom_prepared *b,
                                              int count, carom_sweep_hit *out);
/// carom_sweep_circles.
CAROM_API void carom_flat_sweep_circles(const carom_shape *a, const carom_vec2 *move, const carom_circles *b,
                                        carom_sweep_hit *out);
/// carom_sweep_boxes.
CAROM_API void carom_flat_sweep_boxes(const carom_shape *a, const carom_vec2 *move, const carom_boxes *b,
                                      carom_sweep_hit *out);
/// carom_sweep_segments.
CAROM_API void carom_flat_sweep_segments(const carom_shape *a, const carom_vec2 *move, const carom_segments *b,
                                         carom_sweep_hit *out);
/// carom_ray_sphere.
CAROM_API void carom_flat_ray_sphere(const carom_vec3 *from, const carom_vec3 *move, const carom_vec3 *center,
                                     float radius, carom_hit3 *out);
/// carom_sweep_sphere_segment.
CAROM_API void carom_flat_sweep_sphere_segment(const carom_vec3 *center, float radius, const carom_vec3 *move,
                                               const carom_vec3 *a, const carom_vec3 *b, carom_hit3 *out);

// ---- Grids ----------------------------------------------------------------------------------------------------------

/// carom_cell_line_begin.
CAROM_API void carom_flat_cell_line_begin(const carom_cell *from, const carom_cell *to, carom_corners corners,
                                          bool ends, carom_cell_line *out);
/// carom_cell_line_cells.
CAROM_API int64_t carom_flat_cell_line_cells(const carom_cell *from, const carom_cell *to, carom_corners corners,
                                             bool ends, carom_cell *cells, int64_t capacity);
/// carom_trace_begin.
CAROM_API carom_status carom_flat_trace_begin(const carom_grid *grid, const carom_vec2 *from, const carom_vec2 *to,
                                              carom_corners corners, carom_trace *out);
/// carom_cover_begin.
CAROM_API carom_status carom_flat_cover_begin(const carom_grid *grid, const carom_shape *shape, const carom_vec2 *move,
                                              carom_cover *out);
/// carom_bits_set.
CAROM_API void carom_flat_bits_set(uint64_t *bits, int32_t columns, int32_t rows, const carom_cell *cell, bool solid);
/// carom_sight.
CAROM_API void carom_flat_sight(const carom_sight_map *map, const carom_cell *from, const carom_cell *to,
                                carom_corners corners, carom_sight_line *out);
/// carom_sight_many.
CAROM_API int carom_flat_sight_many(const carom_sight_map *map, const carom_cell *from, const carom_cell *targets,
                                    int count, carom_corners corners, carom_sight_line *lines);
/// carom_fov.
CAROM_API int carom_flat_fov(const carom_sight_map *map, const carom_cell *from, int radius, uint8_t *seen);

// ---- Levels ---------------------------------------------------------------------------------------------------------

/// carom_level_edge_at.
CAROM_API void carom_flat_level_edge_at(const carom_level *level, int index, carom_level_edge *out);
/// carom_level_bounds.
CAROM_API void carom_flat_level_bounds(const carom_level *level, carom_box *out);
/// carom_level_ray.
CAROM_API void carom_flat_level_ray(const carom_level *level, const carom_vec2 *from, const carom_vec2 *move,
                                    carom_ray_hit *out);
/// carom_level_ray_all.
CAROM_API int carom_flat_level_ray_all(const carom_level *level, const carom_vec2 *from, const carom_vec2 *move,
                                       carom_ray_hit *hits, int capacity);
/// carom_level_sweep.
CAROM_API void carom_flat_level_sweep(const carom_level *level, const carom_shape *shape, const carom_vec2 *move,
                                      carom_sweep_hit *out);
/// carom_level_sweep_turning.
CAROM_API void carom_flat_level_sweep_turning(const carom_level *level, const carom_shape *shape,
                                              const carom_turning *motion, carom_turning_hit *out);
/// carom_level_nearest.
CAROM_API void carom_flat_level_nearest(const carom_level *level, const carom_shape *shape, float max_distance,
                                        carom_separation *out);
/// carom_level_solid.
CAROM_API bool carom_flat_level_solid(const carom_level *level, const carom_vec2 *point);

// ---- Motion ---------------------------------------------------------------------------------------------------------

/// carom_scene_velocity.
CAROM_API void carom_flat_scene_velocity(const carom_scene *scene, uint64_t owner, carom_vec2 *out);
/// carom_scene_of_level.
CAROM_API void carom_flat_scene_of_level(const carom_level *level, carom_scene *out);
/// carom_slide.
CAROM_API void carom_flat_slide(const carom_vec2 *velocity, const carom_vec2 *normals, int count, carom_vec2 *out);
/// carom_bounce.
CAROM_API void carom_flat_bounce(const carom_vec2 *velocity, const carom_vec2 *normal, float restitution,
                                 float friction, carom_vec2 *out);
/// carom_move. *state is the state before and after.
CAROM_API void carom_flat_move(const carom_scene *scene, const carom_shape *shape, carom_motion *state,
                               const carom_response *response, carom_scene_hit *contacts, int capacity);
/// carom_move_by_rule. *state is the state before and after.
CAROM_API void carom_flat_move_by_rule(const carom_scene *scene, const carom_shape *shape, carom_motion *state,
                                       const carom_move_rule *rule, carom_scene_hit *contacts, int capacity);
/// carom_move_turning. *state is the state before and after.
CAROM_API void carom_flat_move_turning(const carom_scene *scene, const carom_shape *shape, carom_turning_motion *state,
                                       const carom_response *response, carom_scene_turning_hit *contacts, int capacity);
/// carom_push_out.
CAROM_API void carom_flat_push_out(const carom_scene *scene, const carom_shape *shape, const carom_vec2 *position,
                                   float max_distance, carom_push *out);

// ---- Worlds ---------------------------------------------------------------------------------------------------------

/// carom_body_bits.
CAROM_API uint64_t carom_flat_body_bits(const carom_body_id *id);
/// carom_body_of_bits.
CAROM_API void carom_flat_body_of_bits(uint64_t bits, carom_body_id *out);
/// carom_world_down.
CAROM_API void carom_flat_world_down(const carom_world *world, carom_vec2 *out);
/// carom_world_remove.
CAROM_API carom_status carom_flat_world_remove(carom_world *world, uint64_t id);
/// carom_world_has.
CAROM_API bool carom_flat_world_has(const carom_world *world, uint64_t id);
/// carom_world_position.
CAROM_API void carom_flat_world_position(const carom_world *world, uint64_t id, carom_vec2 *out);
/// carom_world_velocity.
CAROM_API void carom_flat_world_velocity(const carom_world *world, uint64_t id, carom_vec2 *out);
/// carom_world_carried.
CAROM_API void carom_flat_world_carried(const carom_world *world, uint64_t id, carom_vec2 *out);
/// carom_world_type.
CAROM_API carom_body_type carom_flat_world_type(const carom_world *world, uint64_t id);
/// carom_world_is_sensor.
CAROM_API bool carom_flat_world_is_sensor(const carom_world *world, uint64_t id);
/// carom_world_response.
CAROM_API void carom_flat_world_response(const carom_world *world, uint64_t id, carom_response *out);
/// carom_world_material.
CAROM_API void carom_flat_world_material(const carom_world *world, uint64_t id, carom_material *out);
/// carom_world_pose.
CAROM_API void carom_flat_world_pose(const carom_world *world, uint64_t id, carom_pose *out);
/// carom_world_spin.
CAROM_API float carom_flat_world_spin(const carom_world *world, uint64_t id);
/// carom_world_velocity_at.
CAROM_API void carom_flat_world_velocity_at(const carom_world *world, uint64_t id, const carom_vec2 *point,
                                            carom_vec2 *out);
/// carom_world_mass.
CAROM_API float carom_flat_world_mass(const carom_world *world, uint64_t id);
/// carom_world_filter.
CAROM_API void carom_flat_world_filter(const carom_world *world, uint64_t id, carom_filter *out);
/// carom_world_shape.
CAROM_API void carom_flat_world_shape(const carom_world *world, uint64_t id, carom_shape *out);
/// carom_world_part.
CAROM_API void carom_flat_world_part(const carom_world *world, uint64_t id, int number, carom_shape *out);
/// carom_world_own_part.
CAROM_API void carom_flat_world_own_part(const carom_world *world, uint64_t id, int number, carom_shape *out);
/// carom_world_tag.
CAROM_API uint64_t carom_flat_world_tag(const carom_world *world, uint64_t id);
/// carom_world_set_position.
CAROM_API carom_status carom_flat_world_set_position(carom_world *world, uint64_t id, const carom_vec2 *position);
/// carom_world_set_velocity.
CAROM_API carom_status carom_flat_world_set_velocity(carom_world *world, uint64_t id, const carom_vec2 *velocity);
/// carom_world_move_to.
CAROM_API carom_status carom_flat_world_move_to(carom_world *world, uint64_t id, const carom_vec2 *target);
/// carom_world_move_to_pose.
CAROM_API carom_status carom_flat_world_move_to_pose(carom_world *world, uint64_t id, const carom_pose *target);
/// carom_world_set_shape.
CAROM_API carom_status carom_flat_world_set_shape(carom_world *world, uint64_t id, const carom_shape *shape);
/// carom_world_set_pose.
CAROM_API carom_status carom_flat_world_set_pose(carom_world *world, uint64_t id, const carom_pose *pose);
/// carom_world_set_spin.
CAROM_API carom_status carom_flat_world_set_spin(carom_world *world, uint64_t id, float spin);
/// carom_world_set_mass.
CAROM_API carom_status carom_flat_world_set_mass(carom_world *world, uint64_t id, float mass);
/// carom_world_set_sensor.
CAROM_API carom_status carom_flat_world_set_sensor(carom_world *world, uint64_t id, bool sensor);
/// carom_world_set_response.
CAROM_API carom_status carom_flat_world_set_response(carom_world *world, uint64_t id, const carom_response *response);
/// carom_world_set_material.
CAROM_API carom_status carom_flat_world_set_material(carom_world *world, uint64_t id, const carom_material *material);
/// carom_world_set_filter.
CAROM_API carom_status carom_flat_world_set_filter(carom_world *world, uint64_t id, const carom_filter *filter);
/// carom_world_set_tag.
CAROM_API carom_status carom_flat_world_set_tag(carom_world *world, uint64_t id, uint64_t tag);
/// carom_world_set_edge_material.
CAROM_API carom_status carom_flat_world_set_edge_material(carom_world *world, int edge_tag,
                                                          const carom_material *material);
/// carom_world_edge_material.
CAROM_API void carom_flat_world_edge_material(const carom_world *world, int edge_tag, carom_material *out);
/// carom_world_stats.
CAROM_API void carom_flat_world_stats(const carom_world *world, carom_step_stats *out);
/// carom_world_ray.
CAROM_API void carom_flat_world_ray(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move,
                                    carom_world_ray_hit *out);
/// carom_world_ray_all.
CAROM_API int carom_flat_world_ray_all(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move,
                                       carom_world_ray_hit *out, int capacity);
/// carom_world_ray_any.
CAROM_API bool carom_flat_world_ray_any(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move);
/// carom_world_sweep.
CAROM_API void carom_flat_world_sweep(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *move,
                                      carom_world_sweep_hit *out);
/// carom_world_sweep_all.
CAROM_API int carom_flat_world_sweep_all(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *move,
                                         carom_world_sweep_hit *out, int capacity);
/// carom_world_sweep_any.
CAROM_API bool carom_flat_world_sweep_any(const carom_world_view *view, const carom_shape *shape,
                                          const carom_vec2 *move);
/// carom_world_nearest.
CAROM_API void carom_flat_world_nearest(const carom_world_view *view, const carom_shape *shape, float max_distance,
                                        carom_world_separation *out);
/// carom_scene_of_world.
CAROM_API void carom_flat_scene_of_world(const carom_world_view *view, carom_scene *out);

// ---- Walkers --------------------------------------------------------------------------------------------------------

/// carom_walker_step.
CAROM_API void carom_flat_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene,
                                      float dt, carom_walker_result *out);
/// carom_walker_step_in_world.
CAROM_API void carom_flat_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc, carom_world *world,
                                               uint64_t body, float dt, carom_walker_result *out);
/// carom_scene_of_platforms.
CAROM_API void carom_flat_scene_of_platforms(const carom_platforms *platforms, carom_scene *out);
/// carom_corner_correction.
CAROM_API void carom_flat_corner_correction(const carom_scene *scene, const carom_shape *shape,
                                            const carom_vec2 *position, const carom_vec2 *motion, float max_distance,
                                            carom_vec2 *out);

// ---- Callbacks ------------------------------------------------------------------------------------------------------
//
// Each of these functions sets up a callback with addresses in place of structs by value. The struct of the callback
// must outlive the object that it is set up for.

/// The owners that carom_scene.sweep_past ignores.
typedef struct carom_flat_passed {
    const uint64_t *owners; ///< `count` owners
    int count;              ///< number of owners
} carom_flat_passed;

/// A scene of the caller: the functions of carom_scene. `sweep` and `contacts` are required; the others may be null.
typedef struct carom_flat_scene {
    void *self; ///< passed to each function
    /// carom_scene.sweep; writes to *out.
    void (*sweep)(void *self, const carom_shape *shape, const carom_vec2 *move, carom_scene_hit *out);
    /// carom_scene.contacts.
    int (*contacts)(void *self, const carom_shape *shape, carom_scene_contact *out, int capacity);
    /// carom_scene.velocity; writes to *out.
    void (*velocity)(void *self, uint64_t owner, carom_vec2 *out);
    /// carom_scene.obstacles.
    int (*obstacles)(void *self, const carom_box *box, carom_scene_obstacle *out, int capacity);
    /// carom_scene.solid.
    bool (*solid)(void *self, const carom_vec2 *point);
    /// carom_scene.surface.
    void (*surface)(void *self, const carom_scene_hit *hit, carom_surface *out);
    /// carom_scene.sweep_past; writes to *out.
    void (*sweep_past)(void *self, const carom_shape *shape, const carom_vec2 *move, const carom_flat_passed *passed,
                       carom_scene_hit *out);
    /// carom_scene.sweep_turning; writes to *out.
    void (*sweep_turning)(void *self, const carom_shape *shape, const carom_turning *motion,
                          carom_scene_turning_hit *out);
    void (*reserved[1])(void); ///< null: for functions of later versions
} carom_flat_scene;

/// Writes a scene that calls the functions of `scene`, which must outlive it. Functions that are null stay null.
CAROM_API void carom_flat_callback_scene(const carom_flat_scene *scene, carom_scene *out);

/// A test of cells, for maps without a form in memory.
typedef struct carom_flat_blocks {
    void *context;                                         ///< passed to `blocks`
    bool (*blocks)(void *context, const carom_cell *cell); ///< carom_sight_map.blocks
} carom_flat_blocks;

/// Sets `blocks` and `context` of a map, so that it calls `test`, which must outlive it.
CAROM_API void carom_flat_callback_blocks(const carom_flat_blocks *test, carom_sight_map *map);

/// A custom filter.
typedef struct carom_flat_filter {
    /// carom_custom_filter, with the bits of both ids.
    bool (*custom_filter)(const carom_world *world, uint64_t a, uint64_t b, void *user_data);
    void *user_data; ///< passed to `custom_filter`
} carom_flat_filter;

/// Sets `custom_filter` and `user_data` of a description, so that its world calls `filter`, which must outlive the
/// world. `on_collision` and `rule` get `filter` as their user_data.
CAROM_API void carom_flat_callback_filter(carom_flat_filter *filter, carom_world_desc *desc);

#ifdef __cplusplus
}
#endif
