// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The nearest float to p + t * d is inside the obstacle for a third of all hits, however exact t is. Rounding always
// outward leaves a body an ulp short of a wall, where it catches on the corner of a shaft that it fits into. So contact
// coordinates are used where they exist, and every position is tested exactly.
#include "geom/clear_position.h"

#include "geom/predicate.h"

#include <math.h>

#define OPPOSITE       0x1p-20 // length of a sum of unit normals: below it, they cancel
#define SAME_DIRECTION 0x1p-20 // difference of unit vectors: the rounding of float normals
#define FIRST_RETREAT  0x1p-48 // of the path: far below an ulp of a float; doubled each time
/// The share of the gain of a rounded position along the normal that must exceed the error of the position: the normal
/// is rounded to float, and so has the gain a relative error (src/geom/proofs/certain_position.g). Half of this is
/// required, because the normal is that of a position with an error.
#define PROVED_SHARE  0.999
#define CERTAIN_SHARE (PROVED_SHARE / 2)

enum { MAX_STEPS = 8, MAX_MOVES = 16, AXES = 3, TRIALS = 5 };

/// A position that is not clear, and the obstacle there.
typedef struct trial {
    bool is_valid;
    float at[AXES];
    cr_limit blocker;
} trial;

/// A motion along up to three axes, and a test of positions.
typedef struct position_search {
    int axes;
    float from[AXES], normal[AXES], at[AXES];
    double path[AXES];    ///< displacement at the end of the path
    double contact[AXES]; ///< contact coordinate; NaN without one
    cr_is_clear *is_clear2;
    cr_is_clear3 *is_clear3;
    void *context;
    trial *trials; ///< during retreats: the last one for each number of steps
} position_search;

// ---- Limits ---------------------------------------------------------------------------------------------------------

cr_limit cr_limit_at(carom_vec2 normal, double x, double y, const cr_core *core) {
    cr_limit limit = {.normal = normal};
    bool along_x = normal.y == 0;
    if (normal.x != 0 && !along_x) return limit;
    double sign = (double)(along_x ? normal.x : normal.y), least = HUGE_VAL;
    for (int i = 0; i < core->count; ++i) {
        double v = sign * (double)(along_x ? core->v[i].x : core->v[i].y);
        if (v < least) least = v;
    }
    limit.contact = (along_x ? x : y) - sign * (least - (double)core->radius);
    limit.faces_axis = sign != 0 && isfinite(limit.contact);
    return limit;
}

static void add_contact_coordinate(position_search *p, const cr_limit *limit) {
    int axis = limit->normal.x == 0;
    if (!limit->faces_axis || !isnan(p->contact[axis])) return;
    p->contact[axis] = limit->contact;
    p->normal[axis] = axis ? limit->normal.y : limit->normal.x;
}

// ---- Positions ------------------------------------------------------------------------------------------------------

/// An ulp of the position, or the rounding error of the sum in double if that is larger, as near zero.
static double rounding_of(const position_search *p, int axis, double t) {
    double path = t * p->path[axis], value = (double)p->from[axis] + path;
    double noise = (fabs((double)p->from[axis]) + fabs(path)) * DBL_EPSILON;
    float nearest = (float)cr_in_range(fabs(value));
    double ulp = nearest < FLT_MAX ? (double)cr_float_above(nearest) - (double)nearest : 0x1p104;
    return ulp > noise ? ulp : noise;
}

/// A step outward along a normal: half of the distance that rounding can move a position along it. For a normal along
/// an axis this depends on the ulp of that axis only, however large the other coordinate is.
static double step_along(const position_search *p, const float *normal, double t) {
    double most = 0;
    for (int i = 0; i < p->axes; ++i) {
        double rounding = fabs((double)normal[i]) * rounding_of(p, i, t);
        if (rounding > most) most = rounding;
    }
    return 0.5 * most;
}

static float rounded_out(double value, float normal) {
    return cr_float_toward(cr_in_range(value), normal);
}

/// Sets the position to that at time t, moved outward along the normal by some steps. Each coordinate is rounded
/// outward.
static void set_position(position_search *p, double t, int steps) {
    double step = steps > 0 ? step_along(p, p->normal, t) : 0;
    for (int i = 0; i < p->axes; ++i) {
        double value = isnan(p->contact[i]) ? (double)p->from[i] + t * p->path[i] : p->contact[i];
        p->at[i] = rounded_out(value + steps * step * (double)p->normal[i], p->normal[i]);
    }
}

static bool is_clear_at(position_search *p, cr_limit *blocker) {
    *blocker = (cr_limit){0};
    if (p->axes == 3) return p->is_clear3(p->context, (carom_vec3){p->at[0], p->at[1], p->at[2]});
    return p->is_clear2(p->context, (carom_vec2){p->at[0], p->at[1]}, blocker);
}

/// is_clear_at for the trial with a number of steps. On a short path, most retreats round to the same positions; one
/// that was tested in vain before is not tested again.
static bool is_clear_trial(position_search *p, int number, cr_limit *blocker) {
    trial *last = p->trials ? &p->trials[number] : NULL;
    if (last && last->is_valid && last->at[0] == p->at[0] && last->at[1] == p->at[1] && last->at[2] == p->at[2]) {
        *blocker = last->blocker;
        return false;
    }
    bool is_clear = is_clear_at(p, blocker);
    if (last) *last = (trial){true, {p->at[0], p->at[1], p->at[2]}, *blocker};
    return is_clear;
}

/// The direction of a limit: an axis that it faces, or the third for all others.
static int direction_of(const cr_limit *limit) {
    return limit->normal.y == 0 ? 0 : limit->normal.x == 0 ? 1 : 2;
}

/// Moves the position out of a blocker: to its contact coordinate or, if it is there, by some steps, twice as many each
/// time. Returns false if these are too many.
static bool move_out_of_blocker(position_search *p, const cr_limit *blocker, double t, int *steps) {
    float normal[AXES] = {blocker->normal.x, blocker->normal.y};
    double step = step_along(p, normal, t);
    int axis = normal[0] == 0;
    if (blocker->faces_axis) {
        float there = rounded_out(blocker->contact, normal[axis]);
        double outward = ((double)there - (double)p->at[axis]) * (double)normal[axis];
        if (outward > 0 && outward <= 4 * MAX_STEPS * step) {
            p->at[axis] = there;
            return true;
        }
    }
    if (*steps > MAX_STEPS) return false;
    for (int i = 0; i < 2; ++i) {
        p->at[i] = rounded_out((double)p->at[i] + *steps * step * (double)normal[i], normal[i]);
    }
    *steps *= 2;
    return true;
}

/// Searches a clear position near the one at time t: first out of all limits together, which gives the same result in a
/// mirror, then out of one blocker after the other. Each direction counts its own steps: in a corner the order of the
/// blockers, which a mirror changes, makes no difference.
static bool find_clear_near(position_search *p, double t) {
    cr_limit blocker;
    for (int i = 0, steps = 0; steps <= MAX_STEPS; ++i, steps = steps ? 2 * steps : 1) {
        set_position(p, t, steps);
        if (is_clear_trial(p, i, &blocker)) return true;
    }
    if (blocker.normal.x == 0 && blocker.normal.y == 0) return false;
    set_position(p, t, 0);
    int steps[AXES] = {1, 1, 1};
    for (int i = 0; !is_clear_at(p, &blocker); ++i) {
        if (i == MAX_MOVES || !move_out_of_blocker(p, &blocker, t, &steps[direction_of(&blocker)])) return false;
    }
    return true;
}

/// Goes back along the path, where the contact coordinates do not apply.
static void go_back_on_path(position_search *p) {
    trial trials[TRIALS] = {0};
    p->trials = trials;
    for (int i = 0; i < p->axes; ++i) p->contact[i] = (double)NAN;
    bool moves = p->path[0] != 0 || p->path[1] != 0 || p->path[2] != 0;
    bool found = false;
    for (double back = FIRST_RETREAT; moves && !found && back < 1; back *= 2) found = find_clear_near(p, 1 - back);
    p->trials = NULL;
    if (found) return;
    for (int i = 0; i < p->axes; ++i) p->at[i] = p->from[i];
}

// ---- Two dimensions -------------------------------------------------------------------------------------------------

static position_search search_of(const cr_stopping *s) {
    position_search p = {.axes = 2,
                         .from = {s->from.x, s->from.y},
                         .path = {s->x - (double)s->from.x, s->y - (double)s->from.y},
                         .contact = {(double)NAN, (double)NAN, (double)NAN}};
    return p;
}

/// The direction out of all limits: the sum of their normals.
static void set_normal(position_search *p, const cr_limit *limits, int count) {
    double x = 0, y = 0;
    for (int i = 0; i < count; ++i) {
        x += (double)limits[i].normal.x;
        y += (double)limits[i].normal.y;
    }
    double length = sqrt(x * x + y * y);
    p->normal[0] = count ? limits[0].normal.x : 0;
    p->normal[1] = count ? limits[0].normal.y : 0;
    if (count < 2 || !(length > OPPOSITE)) return;
    x /= length;
    y /= length;
    if (fabs(x - (double)p->normal[0]) + fabs(y - (double)p->normal[1]) < SAME_DIRECTION)
        return; // all normals are equal
    p->normal[0] = (float)x;
    p->normal[1] = (float)y;
}

static bool find_clear_among(position_search *p, const cr_limit *limits, int count) {
    set_normal(p, limits, count);
    p->contact[0] = p->contact[1] = (double)NAN;
    for (int i = 0; i < count; ++i) add_contact_coordinate(p, &limits[i]);
    return find_clear_near(p, 1);
}

carom_vec2 cr_clear_position(const cr_stopping *s, cr_is_clear *is_clear, void *context) {
    position_search p = search_of(s);
    p.is_clear2 = is_clear;
    p.context = context;
    if (!find_clear_among(&p, s->limits, s->count)) go_back_on_path(&p);
    return (carom_vec2){p.at[0], p.at[1]};
}

bool cr_clear_position_certain(carom_vec2 from, carom_vec2 move, double t, double error, const cr_limit *limit,
                               carom_vec2 *at) {
    carom_vec2 normal = limit->normal;
    if (limit->faces_axis) return false;
    double way_x = t * (double)move.x, way_y = t * (double)move.y;
    double x = (double)from.x + way_x, y = (double)from.y + way_y;
    if (x != cr_in_range(x) || y != cr_in_range(y)) return false;
    carom_vec2 p = {cr_float_toward(x, normal.x), cr_float_toward(y, normal.y)};
    double gain = ((double)p.x - x) * (double)normal.x + ((double)p.y - y) * (double)normal.y;
    double off =
        error * (fabs((double)move.x) + fabs((double)move.y)) + CR_U * (fabs(way_x) + fabs(way_y) + fabs(x) + fabs(y));
    if (!(CERTAIN_SHARE * gain > off)) return false;
    *at = p;
    return true;
}

// ---- Three dimensions -----------------------------------------------------------------------------------------------

carom_vec3 cr_clear_position3(carom_vec3 from, carom_vec3 move, double t, carom_vec3 normal, cr_is_clear3 *is_clear,
                              void *context) {
    position_search p = {.axes = 3,
                         .from = {from.x, from.y, from.z},
                         .path = {t * (double)move.x, t * (double)move.y, t * (double)move.z},
                         .normal = {normal.x, normal.y, normal.z},
                         .contact = {(double)NAN, (double)NAN, (double)NAN},
                         .is_clear3 = is_clear,
                         .context = context};
    if (!find_clear_near(&p, 1)) go_back_on_path(&p);
    return (carom_vec3){p.at[0], p.at[1], p.at[2]};
}
