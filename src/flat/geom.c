// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes and queries of two shapes.
#include "carom/flat.h"

carom_status carom_flat_make_point(const carom_vec2 *p, carom_shape *out) {
    return carom_make_point(*p, out);
}

carom_status carom_flat_make_segment(const carom_vec2 *a, const carom_vec2 *b, carom_shape *out) {
    return carom_make_segment(*a, *b, out);
}

carom_status carom_flat_make_one_sided(const carom_vec2 *a, const carom_vec2 *b, carom_shape *out) {
    return carom_make_one_sided(*a, *b, out);
}

carom_status carom_flat_make_circle(const carom_vec2 *center, float radius, carom_shape *out) {
    return carom_make_circle(*center, radius, out);
}

carom_status carom_flat_make_box(const carom_vec2 *min, const carom_vec2 *max, carom_shape *out) {
    return carom_make_box(*min, *max, out);
}

carom_status carom_flat_make_capsule(const carom_vec2 *a, const carom_vec2 *b, float radius, carom_shape *out) {
    return carom_make_capsule(*a, *b, radius, out);
}

carom_status carom_flat_make_rounded_box(const carom_box *box, float radius, carom_shape *out) {
    return carom_make_rounded_box(*box, radius, out);
}

carom_status carom_flat_make_oriented_box(const carom_box *box, const carom_pose *pose, carom_shape *out) {
    return carom_make_oriented_box(*box, *pose, out);
}

void carom_flat_shape_bounds(const carom_shape *shape, carom_box *out) {
    *out = carom_shape_bounds(shape);
}

void carom_flat_shape_at(const carom_shape *shape, const carom_vec2 *offset, carom_shape *out) {
    *out = carom_shape_at(shape, *offset);
}

void carom_flat_distance(const carom_shape *a, const carom_shape *b, carom_separation *out) {
    *out = carom_distance(a, b);
}

void carom_flat_contact(const carom_shape *a, const carom_shape *b, carom_contact_points *out) {
    *out = carom_contact(a, b);
}

void carom_flat_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_shape *b, carom_ray_hit *out) {
    *out = carom_ray(*from, *move, b);
}

void carom_flat_sweep(const carom_shape *a, const carom_vec2 *a_move, const carom_shape *b, const carom_vec2 *b_move,
                      carom_sweep_hit *out) {
    *out = carom_sweep(a, *a_move, b, *b_move);
}

void carom_flat_shape_posed(const carom_shape *shape, const carom_pose *pose, carom_shape *out) {
    *out = carom_shape_posed(shape, *pose);
}

bool carom_flat_posed_overlap(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                              const carom_pose *b_pose) {
    return carom_posed_overlap(a, *a_pose, b, *b_pose);
}

void carom_flat_posed_distance(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                               const carom_pose *b_pose, carom_separation *out) {
    *out = carom_posed_distance(a, *a_pose, b, *b_pose);
}

void carom_flat_posed_contact(const carom_shape *a, const carom_pose *a_pose, const carom_shape *b,
                              const carom_pose *b_pose, carom_contact_points *out) {
    *out = carom_posed_contact(a, *a_pose, b, *b_pose);
}

void carom_flat_posed_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_shape *b,
                          const carom_pose *b_pose, carom_ray_hit *out) {
    *out = carom_posed_ray(*from, *move, b, *b_pose);
}

void carom_flat_turning_pose(const carom_turning *motion, float t, carom_pose *out) {
    *out = carom_turning_pose(motion, t);
}

void carom_flat_sweep_turning(const carom_shape *a, const carom_turning *a_motion, const carom_shape *b,
                              const carom_turning *b_motion, carom_turning_hit *out) {
    *out = carom_sweep_turning(a, a_motion, b, b_motion);
}

void carom_flat_prepared_distance(const carom_prepared *a, const carom_prepared *b, carom_separation *out) {
    *out = carom_prepared_distance(a, b);
}

void carom_flat_prepared_contact(const carom_prepared *a, const carom_prepared *b, carom_contact_points *out) {
    *out = carom_prepared_contact(a, b);
}

void carom_flat_prepared_ray(const carom_vec2 *from, const carom_vec2 *move, const carom_prepared *b,
                             carom_ray_hit *out) {
    *out = carom_prepared_ray(*from, *move, b);
}

void carom_flat_prepared_sweep(const carom_prepared *a, const carom_vec2 *a_move, const carom_prepared *b,
                               const carom_vec2 *b_move, carom_sweep_hit *out) {
    *out = carom_prepared_sweep(a, *a_move, b, *b_move);
}

void carom_flat_prepared_sweep_many(const carom_prepared *a, const carom_vec2 *move, const carom_prepared *b, int count,
                                    carom_sweep_hit *out) {
    *out = carom_prepared_sweep_many(a, *move, b, count);
}

void carom_flat_sweep_circles(const carom_shape *a, const carom_vec2 *move, const carom_circles *b,
                              carom_sweep_hit *out) {
    *out = carom_sweep_circles(a, *move, b);
}

void carom_flat_sweep_boxes(const carom_shape *a, const carom_vec2 *move, const carom_boxes *b, carom_sweep_hit *out) {
    *out = carom_sweep_boxes(a, *move, b);
}

void carom_flat_sweep_segments(const carom_shape *a, const carom_vec2 *move, const carom_segments *b,
                               carom_sweep_hit *out) {
    *out = carom_sweep_segments(a, *move, b);
}

void carom_flat_ray_sphere(const carom_vec3 *from, const carom_vec3 *move, const carom_vec3 *center, float radius,
                           carom_hit3 *out) {
    *out = carom_ray_sphere(*from, *move, *center, radius);
}

void carom_flat_sweep_sphere_segment(const carom_vec3 *center, float radius, const carom_vec3 *move,
                                     const carom_vec3 *a, const carom_vec3 *b, carom_hit3 *out) {
    *out = carom_sweep_sphere_segment(*center, radius, *move, *a, *b);
}
