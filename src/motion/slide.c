// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What contacts leave of a velocity: the nearest point of the cone of allowed directions, and the bounce.
//
// A surface that is not along an axis has a normal, and leaves a velocity, that floats only come near to. A motion
// meant to run along it could so point into it by the last bit, be stopped at t = 0, and be stopped again in the next
// step and the next. Hence what leaves such a surface leans away from it by LEAN of its length: more than the rounding
// of normal and velocity together, and far less than anyone can see.
#include "carom/motion.h"
#include "motion/course.h"

#include <math.h>

#define LEAN (1.0 / 4194304) // 2^-22

typedef struct vector {
    double x, y;
} vector;

static double dot(vector a, carom_vec2 b) {
    return a.x * (double)b.x + a.y * (double)b.y;
}

static vector widen(carom_vec2 v) {
    return (vector){(double)v.x, (double)v.y};
}

static carom_vec2 narrow(vector v) {
    return (carom_vec2){(float)v.x + 0.0f, (float)v.y + 0.0f}; // + 0: no negative zero gets out
}

static bool along_axis(carom_vec2 normal) {
    return normal.x == 0 || normal.y == 0;
}

/// Raises the speed along the normal to the least that a float can show to be leaving.
static vector lean(vector v, carom_vec2 normal) {
    double least = along_axis(normal) ? 0 : LEAN * sqrt(v.x * v.x + v.y * v.y);
    double missing = least - dot(v, normal);
    if (missing <= 0) return v;
    return (vector){v.x + missing * (double)normal.x, v.y + missing * (double)normal.y};
}

/// v without its part along the normal, divided by n.n since a float normal is not of length 1 to the last bit.
static vector change_along(vector v, carom_vec2 normal, double factor) {
    double length2 = (double)normal.x * (double)normal.x + (double)normal.y * (double)normal.y;
    double part = factor * dot(v, normal) / length2;
    return (vector){v.x + part * (double)normal.x, v.y + part * (double)normal.y};
}

static bool allowed(carom_vec2 velocity, const carom_vec2 *normals, int count) {
    for (int i = 0; i < count; ++i) {
        if (dot(widen(velocity), normals[i]) < 0) return false;
    }
    return true;
}

carom_vec2 carom_slide(carom_vec2 velocity, const carom_vec2 *normals, int count) {
    if (allowed(velocity, normals, count)) return velocity;
    // Otherwise the nearest point is on the border of a half plane, or the apex. All are projections of the same
    // velocity, so the nearest is the longest.
    carom_vec2 best = {0, 0};
    double longest = 0;
    for (int i = 0; i < count; ++i) {
        vector along = change_along(widen(velocity), normals[i], -1);
        carom_vec2 candidate = narrow(lean(along, normals[i]));
        double length2 = along.x * along.x + along.y * along.y;
        if (length2 > longest && allowed(candidate, normals, count)) {
            longest = length2;
            best = candidate;
        }
    }
    return best;
}

carom_vec2 carom_bounce(carom_vec2 velocity, carom_vec2 normal, float restitution, float friction) {
    vector v = widen(velocity);
    double approach = -dot(v, normal);
    if (!(approach > 0)) return velocity;
    double change = 1 + (double)restitution;
    vector back = change_along(v, normal, -change);
    vector along = change_along(v, normal, -1);
    double speed = sqrt(along.x * along.x + along.y * along.y);
    double lost = (double)friction * change * approach;
    if (lost > 0 && speed > 0) {
        double share = lost < speed ? lost / speed : 1;
        back.x -= share * along.x;
        back.y -= share * along.y;
    }
    return narrow(lean(back, normal));
}

carom_vec2 cr_lean(carom_vec2 velocity, carom_vec2 normal, int times) {
    double push = LEAN * (double)(1 << (times < 16 ? times : 16)) * sqrt(dot(widen(velocity), velocity));
    return (carom_vec2){(float)((double)velocity.x + push * (double)normal.x),
                        (float)((double)velocity.y + push * (double)normal.y)};
}
