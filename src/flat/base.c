// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rotations and poses.
#include "carom/flat.h"

void carom_flat_rotation_of(float radians, carom_rotation *out) {
    *out = carom_rotation_of(radians);
}

void carom_flat_rotation_normalized(const carom_rotation *r, carom_rotation *out) {
    *out = carom_rotation_normalized(*r);
}

void carom_flat_rotation_compose(const carom_rotation *a, const carom_rotation *b, carom_rotation *out) {
    *out = carom_rotation_compose(*a, *b);
}

void carom_flat_rotation_inverse(const carom_rotation *r, carom_rotation *out) {
    *out = carom_rotation_inverse(*r);
}

void carom_flat_rotate(const carom_rotation *r, const carom_vec2 *v, carom_vec2 *out) {
    *out = carom_rotate(*r, *v);
}

void carom_flat_pose_point(const carom_pose *pose, const carom_vec2 *v, carom_vec2 *out) {
    *out = carom_pose_point(*pose, *v);
}

void carom_flat_pose_local(const carom_pose *pose, const carom_vec2 *p, carom_vec2 *out) {
    *out = carom_pose_local(*pose, *p);
}

void carom_flat_pose_compose(const carom_pose *parent, const carom_pose *child, carom_pose *out) {
    *out = carom_pose_compose(*parent, *child);
}
