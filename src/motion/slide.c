// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The response to contacts at rest: projection onto the cone of allowed velocities, and the bounce.
//
// A normal that faces no axis is rounded, and so is a velocity along its surface. A motion along such a surface could
// approach it by an ulp, and would be stopped at t = 0 in every step. So a velocity along it leans away by CR_LEAN.
#include "base/vec.h"
#include "carom/motion.h"
#include "motion/response.h"

#include <math.h>

#define PARALLEL_WALLS (4 * CR_LEAN) // sine between normals of parallel walls: the rounding of two normals
#define CHANNEL_SLACK  (2 * CR_LEAN) // of the speed: approach of a wall, by rounding, between parallel walls

static double speed_along(carom_vec2 velocity, carom_vec2 normal) {
    return cr_dot(cr_widen(velocity), cr_widen(normal));
}

/// Raises the speed along the normal to CR_LEAN of the speed, or to 0 if the normal faces an axis.
static cr_vec2d lean_away(cr_vec2d v, carom_vec2 normal) {
    bool faces_axis = normal.x == 0 || normal.y == 0;
    double least = faces_axis ? 0 : CR_LEAN * cr_length(v);
    double missing = least - cr_dot(v, cr_widen(normal));
    return missing <= 0 ? v : cr_add(v, cr_scale(cr_widen(normal), missing));
}

/// Adds `factor` times the normal component of v. Divides by n.n, because a float normal is not exactly of unit length.
static cr_vec2d add_normal_component(cr_vec2d v, carom_vec2 normal, double factor) {
    cr_vec2d n = cr_widen(normal);
    return cr_add(v, cr_scale(n, factor * cr_dot(v, n) / cr_dot(n, n)));
}

static bool is_allowed(carom_vec2 velocity, const carom_vec2 *normals, int count) {
    for (int i = 0; i < count; ++i) {
        if (speed_along(velocity, normals[i]) < 0) return false;
    }
    return true;
}

static bool are_parallel_walls(carom_vec2 a, carom_vec2 b) {
    return fabs(cr_cross(cr_widen(a), cr_widen(b))) < PARALLEL_WALLS;
}

/// True if two surfaces are the walls of a channel.
static bool are_opposite_walls(carom_vec2 a, carom_vec2 b) {
    return are_parallel_walls(a, b) && speed_along(a, b) < 0;
}

/// is_allowed for a velocity along a channel. It cannot lean away from one wall without approaching the other, so both
/// may be approached by rounding.
static bool is_allowed_in_channel(carom_vec2 velocity, const carom_vec2 *normals, int count, carom_vec2 wall) {
    double slack = CHANNEL_SLACK * cr_length(cr_widen(velocity));
    for (int i = 0; i < count; ++i) {
        carom_vec2 reverse = {-normals[i].x, -normals[i].y};
        bool is_wall = are_opposite_walls(wall, normals[i]) || are_opposite_walls(wall, reverse);
        if (speed_along(velocity, normals[i]) < (is_wall ? -slack : 0)) return false;
    }
    return true;
}

static bool has_opposite_wall(const carom_vec2 *normals, int count, carom_vec2 wall) {
    for (int i = 0; i < count; ++i) {
        if (are_opposite_walls(wall, normals[i])) return true;
    }
    return false;
}

carom_vec2 carom_slide(carom_vec2 velocity, const carom_vec2 *normals, int count) {
    if (is_allowed(velocity, normals, count)) return velocity;
    // The closest allowed velocity is on the boundary of a half-plane, or zero. All are projections of one velocity, so
    // the closest is the longest.
    carom_vec2 best = {0, 0};
    double longest = 0;
    for (int i = 0; i < count; ++i) {
        cr_vec2d along = add_normal_component(cr_widen(velocity), normals[i], -1);
        bool channel = has_opposite_wall(normals, count, normals[i]);
        carom_vec2 candidate = cr_narrow(channel ? along : lean_away(along, normals[i]));
        bool allowed = channel ? is_allowed_in_channel(candidate, normals, count, normals[i])
                               : is_allowed(candidate, normals, count);
        if (cr_dot(along, along) > longest && allowed) {
            longest = cr_dot(along, along);
            best = candidate;
        }
    }
    return best;
}

/// The constraints of cr_slide_moving: speeds along normals.
typedef struct moving_corner {
    const carom_vec2 *normals;
    const float *speeds;
    int count;
    double slack; ///< rounding of a speed
} moving_corner;

/// The least speed along a normal. Away from a surface that faces no axis, more by CR_LEAN.
static double least_speed(const moving_corner *c, int i) {
    bool faces_axis = c->normals[i].x == 0 || c->normals[i].y == 0;
    return (double)c->speeds[i] + (faces_axis ? 0 : c->slack);
}

static bool is_fast_enough(const moving_corner *c, cr_vec2d v) {
    for (int i = 0; i < c->count; ++i) {
        if (cr_dot(v, cr_widen(c->normals[i])) < (double)c->speeds[i] - c->slack) return false;
    }
    return true;
}

/// The velocity with the least speeds along two normals. Returns false if they are parallel.
static bool solve_corner(const moving_corner *c, int i, int k, cr_vec2d *out) {
    cr_vec2d p = cr_widen(c->normals[i]), q = cr_widen(c->normals[k]);
    double det = cr_cross(p, q), s = least_speed(c, i), t = least_speed(c, k);
    if (fabs(det) < PARALLEL_WALLS) return false;
    *out = (cr_vec2d){(s * q.y - t * p.y) / det, (t * p.x - s * q.x) / det};
    return true;
}

static void keep_closer(const moving_corner *c, cr_vec2d wanted, cr_vec2d v, cr_vec2d *best, double *least) {
    cr_vec2d off = cr_subtract(v, wanted);
    double far = cr_dot(off, off);
    if (far >= *least || !is_fast_enough(c, v)) return;
    *least = far;
    *best = v;
}

bool cr_slide_moving(carom_vec2 velocity, const carom_vec2 *normals, const float *speeds, int count, carom_vec2 *out) {
    cr_vec2d v = cr_widen(velocity), best = v;
    double size = cr_length(v), least = HUGE_VAL;
    for (int i = 0; i < count; ++i) {
        if (fabs((double)speeds[i]) > size) size = fabs((double)speeds[i]);
    }
    moving_corner c = {normals, speeds, count, CR_LEAN * size};
    bool enough = true;
    for (int i = 0; i < count; ++i) {
        cr_vec2d n = cr_widen(normals[i]);
        double missing = least_speed(&c, i) - cr_dot(v, n);
        if (missing <= 0) continue;
        enough = false;
        keep_closer(&c, v, cr_add(v, cr_scale(n, missing / cr_dot(n, n))), &best, &least);
    }
    for (int i = 0; i < count && !enough && least == HUGE_VAL; ++i) {
        for (int k = i + 1; k < count; ++k) {
            cr_vec2d corner;
            if (solve_corner(&c, i, k, &corner)) keep_closer(&c, v, corner, &best, &least);
        }
    }
    *out = cr_narrow(best);
    return enough || least < HUGE_VAL;
}

carom_vec2 carom_bounce(carom_vec2 velocity, carom_vec2 normal, float restitution, float friction) {
    cr_vec2d v = cr_widen(velocity);
    double approach = -cr_dot(v, cr_widen(normal));
    if (!(approach > 0)) return velocity;
    double change = 1 + (double)restitution;
    cr_vec2d back = add_normal_component(v, normal, -change);
    cr_vec2d along = add_normal_component(v, normal, -1);
    double speed = cr_length(along);
    double lost = (double)friction * change * approach;
    if (lost > 0 && speed > 0) back = cr_subtract(back, cr_scale(along, lost < speed ? lost / speed : 1));
    return cr_narrow(lean_away(back, normal));
}

int cr_most_approached(carom_vec2 velocity, const carom_vec2 *normals, int count) {
    int best = -1;
    double least = 0;
    for (int i = 0; i < count; ++i) {
        double speed = speed_along(velocity, normals[i]);
        if (speed >= least) continue;
        least = speed;
        best = i;
    }
    return best;
}

/// True if a velocity approaches a surface with a normal that differs from the one given by more than rounding.
static bool approaches_another(carom_vec2 velocity, const carom_vec2 *normals, int count, carom_vec2 normal) {
    for (int i = 0; i < count; ++i) {
        bool same = are_parallel_walls(normal, normals[i]) && speed_along(normal, normals[i]) > 0;
        if (!same && speed_along(velocity, normals[i]) < 0) return true;
    }
    return false;
}

carom_vec2 cr_bounce_off(carom_vec2 velocity, const carom_vec2 *normals, int count, float restitution, float friction) {
    int most = cr_most_approached(velocity, normals, count);
    if (most < 0) return velocity;
    if (!approaches_another(velocity, normals, count, normals[most])) {
        carom_vec2 back = carom_bounce(velocity, normals[most], restitution, friction);
        return carom_slide(back, normals, count); // stops between walls that touch on both sides
    }
    // The approach of all surfaces together is the component that a slide removes.
    cr_vec2d along = cr_widen(carom_slide(velocity, normals, count));
    cr_vec2d approach = cr_subtract(cr_widen(velocity), along);
    double lost = (double)friction * ((1 + (double)restitution) * cr_length(approach)), speed = cr_length(along);
    double kept = lost < speed ? 1 - lost / speed : 0;
    cr_vec2d back = cr_subtract(cr_scale(along, kept), cr_scale(approach, (double)restitution));
    return carom_slide(cr_narrow(back), normals, count);
}

carom_vec2 cr_lean(carom_vec2 velocity, carom_vec2 normal, int times) {
    double push =
        CR_LEAN * (double)(1 << (times < CR_MAX_LEANS ? times : CR_MAX_LEANS)) * cr_length(cr_widen(velocity));
    return (carom_vec2){(float)((double)velocity.x + push * (double)normal.x),
                        (float)((double)velocity.y + push * (double)normal.y)};
}
