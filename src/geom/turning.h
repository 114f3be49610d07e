// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The motion of a shape that turns while it moves, defined so that every condition of contact is a polynomial of the
// time with coefficients that are exact:
//
// - The shape is placed once at its pose; its vertices V are then floats. c is the position of the pose.
// - At time t, the pivot is at c + t * move, and vertex V at pivot + R(t) (V - c).
// - R(t) is the rotation by twice the angle of the half vector H(t): with H = (p, q), R = (p^2 - q^2, 2 p q) / (p^2 +
//   q^2). H(t) runs straight from half[k] to half[k + 1] while t runs from k / pieces to (k + 1) / pieces.
// - `pieces` is the least power of two for which no piece turns by more than 30 degrees. So the breaks are
//   exact floats, and the speed of turning is uniform to 1.7 %. half[0] is (1, 0), so that the motion starts exactly at
//   the pose.
//
// Without spin there is one piece with half[0] = half[1], and the motion is that of carom_sweep.
#pragma once

#include "base/vec.h"
#include "carom/geom.h"

enum { CR_MOST_PIECES = 64 };

typedef struct cr_spin {
    float angle;
    int pieces;
    carom_vec2 half[CR_MOST_PIECES + 1];
} cr_spin;

/// The piece in which time t is; of the end and what is past it, the last.
static inline int cr_piece_of(const cr_spin *spin, double t) {
    int piece = (int)(t * spin->pieces);
    return piece < spin->pieces ? piece : spin->pieces - 1;
}

/// The angle of a step of a body with a spin: at most CAROM_MAX_TURN either way; 0 if it is not finite.
static inline float cr_angle_in_step(double spin, double dt) {
    double angle = spin * dt, most = (double)CAROM_MAX_TURN;
    if (!isfinite(angle)) return 0;
    return (float)(angle > most ? most : angle < -most ? -most : angle);
}

/// The multiple of `step`, a power of two, nearest to x; of two, the one away from zero, so that a mirror gives the
/// same. Numbers of at least 2^52 steps are multiples.
static inline double cr_nearest_multiple(double x, double step) {
    double size = fabs(x) / step, nearest = floor(size + 0.5) * step;
    return !(size < 0x1p52) ? x : x < 0 ? -nearest : nearest;
}

/// The angle must be at most CAROM_MAX_TURN either way.
void cr_spin_of(float angle, cr_spin *spin);

/// That of a body that does not turn.
extern const cr_spin cr_no_spin;

/// False if no shape turns by it.
static inline bool cr_spin_turns(const cr_spin *spin) {
    return spin->pieces > 1 || spin->half[1].y != 0;
}

/// The radius of a circle about the origin that contains a shape at every rotation.
float cr_reach_in_turn(const carom_shape *shape);

/// Finite, and with an angle of at most CAROM_MAX_TURN.
bool cr_turning_is_finite(const carom_turning *m);

// The motion at time t. A rotation and a pose are rounded to float; at the start, they are those of the pose, bit for
// bit.
cr_vec2d cr_position_in_turn(const carom_turning *m, double t);
carom_rotation cr_rotation_in_turn(const carom_turning *m, const cr_spin *spin, double t);
carom_pose cr_pose_in_turn(const carom_turning *m, const cr_spin *spin, double t);
