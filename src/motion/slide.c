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

/// Are two surfaces the walls of a channel, as far as floats can tell?
static bool opposite(carom_vec2 a, carom_vec2 b) {
    double cross = (double)a.x * (double)b.y - (double)a.y * (double)b.x;
    return dot(widen(a), b) < 0 && fabs(cross) < 4 * LEAN;
}

/// Along the walls of a channel no one can lean away from one of them but into the other: there the rounding of what
/// runs along both is let pass.
static bool allowed_in_channel(carom_vec2 velocity, const carom_vec2 *normals, int count, carom_vec2 wall) {
    double slack = 2 * LEAN * sqrt(dot(widen(velocity), velocity));
    for (int i = 0; i < count; ++i) {
        double least =
            opposite(wall, normals[i]) || opposite(wall, (carom_vec2){-normals[i].x, -normals[i].y}) ? -slack : 0;
        if (dot(widen(velocity), normals[i]) < least) return false;
    }
    return true;
}

static bool has_opposite(const carom_vec2 *normals, int count, carom_vec2 wall) {
    for (int i = 0; i < count; ++i) {
        if (opposite(wall, normals[i])) return true;
    }
    return false;
}

carom_vec2 carom_slide(carom_vec2 velocity, const carom_vec2 *normals, int count) {
    if (allowed(velocity, normals, count)) return velocity;
    // Otherwise the nearest point is on the border of a half plane, or the apex. All are projections of the same
    // velocity, so the nearest is the longest.
    carom_vec2 best = {0, 0};
    double longest = 0;
    for (int i = 0; i < count; ++i) {
        vector along = change_along(widen(velocity), normals[i], -1);
        bool channel = has_opposite(normals, count, normals[i]);
        carom_vec2 candidate = narrow(channel ? along : lean(along, normals[i]));
        double length2 = along.x * along.x + along.y * along.y;
        bool may =
            channel ? allowed_in_channel(candidate, normals, count, normals[i]) : allowed(candidate, normals, count);
        if (length2 > longest && may) {
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

/// The one of the normals that a velocity goes against the most; -1: it goes against none.
static int most_approached(carom_vec2 velocity, const carom_vec2 *normals, int count) {
    int best = -1;
    double least = 0;
    for (int i = 0; i < count; ++i) {
        double speed = dot(widen(velocity), normals[i]);
        if (speed >= least) continue;
        least = speed;
        best = i;
    }
    return best;
}

/// Does a velocity go against a normal that is not, but for rounding, the one given?
static bool approaches_another(carom_vec2 velocity, const carom_vec2 *normals, int count, carom_vec2 normal) {
    for (int i = 0; i < count; ++i) {
        double cross = (double)normal.x * (double)normals[i].y - (double)normal.y * (double)normals[i].x;
        bool same = fabs(cross) < 4 * LEAN && dot(widen(normal), normals[i]) > 0;
        if (!same && dot(widen(velocity), normals[i]) < 0) return true;
    }
    return false;
}

carom_vec2 cr_bounce_off(carom_vec2 velocity, const carom_vec2 *normals, int count, float restitution, float friction) {
    int most = most_approached(velocity, normals, count);
    if (most < 0) return velocity;
    if (!approaches_another(velocity, normals, count, normals[most])) {
        carom_vec2 back = carom_bounce(velocity, normals[most], restitution, friction);
        return carom_slide(back, normals, count); // between walls that touch on both sides there is nowhere to go
    }
    // What a slide would lose is what approaches.
    vector v = widen(velocity);
    vector along = widen(carom_slide(velocity, normals, count));
    vector lost = {v.x - along.x, v.y - along.y};
    double change = (1 + (double)restitution) * sqrt(lost.x * lost.x + lost.y * lost.y);
    double speed = sqrt(along.x * along.x + along.y * along.y);
    double rubbed = (double)friction * change;
    double kept = rubbed < speed ? 1 - rubbed / speed : 0;
    vector back = {kept * along.x - (double)restitution * lost.x, kept * along.y - (double)restitution * lost.y};
    return carom_slide(narrow(back), normals, count);
}

carom_vec2 cr_lean(carom_vec2 velocity, carom_vec2 normal, int times) {
    double push = LEAN * (double)(1 << (times < 16 ? times : 16)) * sqrt(dot(widen(velocity), velocity));
    return (carom_vec2){(float)((double)velocity.x + push * (double)normal.x),
                        (float)((double)velocity.y + push * (double)normal.y)};
}
