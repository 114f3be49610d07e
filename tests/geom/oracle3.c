// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The 3D queries, with the same method as in the plane: relative to a, a sphere hits b if the path of its centre comes
// within the radius of b's core, which is a point or a segment. The distance of two segments is decided by the common
// perpendicular of their lines, if its feet lie on both, and by the four ends.
#include "geom/numbers.h"
#include "geom/oracle.h"

#include <limits.h>
#include <math.h>

typedef struct {
    number x, y, z;
} vector;

/// b's core from `a` to `b` relative to the centre of the sphere, and the motion of that centre.
typedef struct {
    vector a, b, move;
    number radius;
    int grid;
} meeting;

static vector vminus(vector a, vector b) {
    return (vector){minus(a.x, b.x), minus(a.y, b.y), minus(a.z, b.z)};
}

static vector vtimes(number k, vector a) {
    return (vector){times(k, a.x), times(k, a.y), times(k, a.z)};
}

static vector vshifted(vector a, int bits) {
    return (vector){shifted(a.x, bits), shifted(a.y, bits), shifted(a.z, bits)};
}

static number dot(vector a, vector b) {
    return plus(plus(times(a.x, b.x), times(a.y, b.y)), times(a.z, b.z));
}

static vector cross(vector a, vector b) {
    return (vector){minus(times(a.y, b.z), times(a.z, b.y)), minus(times(a.z, b.x), times(a.x, b.z)),
                    minus(times(a.x, b.y), times(a.y, b.x))};
}

static bool is_zero(vector v) {
    return mpz_sgn(v.x) == 0 && mpz_sgn(v.y) == 0 && mpz_sgn(v.z) == 0;
}

/// The sign of (distance of p to the segment a-b) - radius.
static int point_gap(vector p, vector a, vector b, number radius) {
    vector e = vminus(b, a), s = vminus(p, a), from_b = vminus(p, b);
    number along = dot(e, s), length2 = dot(e, e);
    if (mpz_sgn(along) <= 0) return compare(dot(s, s), square(radius));
    if (compare(along, length2) >= 0) return compare(dot(from_b, from_b), square(radius));
    vector off = cross(e, s);
    return compare(dot(off, off), times(square(radius), length2));
}

/// The sign of (distance of the segments 0-moved and a-b) - radius.
static int segment_gap(vector moved, vector a, vector b, number radius) {
    number zero = integer(0);
    vector origin = {zero, zero, zero}, e = vminus(b, a), across = cross(moved, e);
    int signs[] = {point_gap(origin, a, b, radius), point_gap(moved, a, b, radius), point_gap(a, origin, moved, radius),
                   point_gap(b, origin, moved, radius), 1};
    if (!is_zero(across)) {
        // s * moved and a + u * e are the feet of the common perpendicular, s and u over |across|^2.
        number area2 = dot(across, across), s = dot(cross(a, e), across), u = dot(cross(a, moved), across);
        bool feet_on_both = mpz_sgn(s) > 0 && compare(s, area2) < 0 && mpz_sgn(u) > 0 && compare(u, area2) < 0;
        if (feet_on_both) signs[4] = compare(square(dot(a, across)), times(square(radius), area2));
    }
    int least = 1;
    for (int i = 0; i < 5; ++i) least = signs[i] < least ? signs[i] : least;
    return least;
}

static int gap_at(const meeting *m, float t) {
    int mark = numbers_in_use(), bits;
    vector moved = vtimes(fraction((double)t, &bits), m->move);
    int sign = point_gap(moved, vshifted(m->a, bits), vshifted(m->b, bits), shifted(m->radius, bits));
    give_back(mark);
    return sign;
}

static int gap_until(const meeting *m, float t) {
    int mark = numbers_in_use(), bits;
    vector moved = vtimes(fraction((double)t, &bits), m->move);
    int sign = segment_gap(moved, vshifted(m->a, bits), vshifted(m->b, bits), shifted(m->radius, bits));
    give_back(mark);
    return sign;
}

static bool has_inside(const meeting *m) {
    return mpz_sgn(m->radius) != 0;
}

/// Without a radius: true if the position at t is on the core, and no earlier position is.
static bool reaches_first_at(const meeting *m, float t) {
    if (gap_at(m, t) != 0) return false;
    if (!is_zero(cross(vminus(m->b, m->a), m->move))) return true;
    int bits;
    number travelled = times(fraction((double)t, &bits), dot(m->move, m->move));
    return compare(dot(vshifted(m->a, bits), m->move), travelled) >= 0 &&
           compare(dot(vshifted(m->b, bits), m->move), travelled) >= 0;
}

static bool not_later(const meeting *m, float t) {
    if (has_inside(m)) return gap_until(m, t) >= 0;
    return gap_until(m, t) > 0 || reaches_first_at(m, t);
}

/// The sphere touches at the end of its motion: true if it is still approaching.
static bool closes_at_end(const meeting *m) {
    vector e = vminus(m->b, m->a), s = vminus(m->move, m->a), from_b = vminus(m->move, m->b);
    number along = dot(e, s), length2 = dot(e, e);
    if (mpz_sgn(along) <= 0) return mpz_sgn(dot(s, m->move)) < 0;
    if (compare(along, length2) >= 0) return mpz_sgn(dot(from_b, m->move)) < 0;
    return compare(times(dot(s, m->move), length2), times(along, dot(e, m->move))) < 0;
}

typedef enum { MISS, HIT, HIT_INSIDE } outcome;

static outcome outcome_of(const meeting *m) {
    int start = gap_at(m, 0);
    if (start < 0) return HIT_INSIDE;
    if (is_zero(m->move)) return MISS;
    int until = gap_until(m, 1);
    if (!has_inside(m)) return until == 0 && start > 0 ? HIT : MISS;
    if (until < 0) return HIT;
    return until == 0 && gap_at(m, 1) == 0 && closes_at_end(m) ? HIT : MISS;
}

// ---- Checks ------------------------------------------------------------------------------------------------------

static int lesser(int a, int b) {
    return a < b ? a : b;
}

static int least_bit(carom_vec3 v) {
    return lesser(lesser(lowest_bit((double)v.x), lowest_bit((double)v.y)), lowest_bit((double)v.z));
}

static vector on_grid3(carom_vec3 v, int grid) {
    return (vector){on_grid((double)v.x, grid), on_grid((double)v.y, grid), on_grid((double)v.z, grid)};
}

static meeting meet(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a, carom_vec3 b, double reach) {
    give_back(0);
    int bits = lesser(lesser(least_bit(center), least_bit(move)), lesser(least_bit(a), least_bit(b)));
    bits = lesser(lesser(bits, lowest_bit((double)radius)), lowest_bit(reach));
    int grid = bits == INT_MAX ? 0 : bits;
    vector c = on_grid3(center, grid);
    return (meeting){.a = vminus(on_grid3(a, grid), c),
                     .b = vminus(on_grid3(b, grid), c),
                     .move = on_grid3(move, grid),
                     .radius = on_grid((double)radius, grid),
                     .grid = grid};
}

static double largest(double a, double b) {
    return a > b ? a : b;
}

static double size_of(carom_vec3 v) {
    return largest(fabs((double)v.x), largest(fabs((double)v.y), fabs((double)v.z)));
}

static double ulp(double value) {
    float size = (float)fabs(value);
    return (double)nextafterf(size, INFINITY) - (double)size;
}

/// The position must not penetrate, and must be within 2 ulp of contact.
static const char *fault_of_place(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a, carom_vec3 b,
                                  carom_vec3 at) {
    const carom_vec3 still = {0, 0, 0};
    double obstacle = largest((double)radius, largest(size_of(a), size_of(b)));
    double size = largest(0x1p-4 * obstacle, largest(size_of(center), size_of(move)));
    double reach = 2 * ulp(size_of(at)) + ldexp(1, ilogb(size + 0x1p-100) - 46);
    meeting m = meet(at, radius, still, a, b, reach);
    if (gap_at(&m, 0) < 0) return "the position penetrates b";
    m.radius = plus(m.radius, on_grid(reach, m.grid));
    return gap_at(&m, 0) > 0 ? "the position is more than 2 ulp from contact" : NULL;
}

static const char *fault_of(const meeting *m, const carom_hit3 *answer) {
    outcome result = outcome_of(m);
    if (answer->hit != (result != MISS)) return result != MISS ? "a hit is missed" : "a false hit";
    if (answer->inside != (result == HIT_INSIDE)) return "inside is wrong";
    if (result == MISS) return answer->t == 1 && answer->exit == 1 ? NULL : "a miss must have t = 1 and exit = 1";
    if (result == HIT_INSIDE) return answer->t == 0 ? NULL : "inside, but t is not 0";
    if (!(answer->t >= 0 && answer->t <= 1)) return "t is not in 0..1";
    if (!not_later(m, answer->t)) return "t is late";
    if (answer->t < 1 && not_later(m, nextafterf(answer->t, 2))) return "t is early";
    double x = (double)answer->normal.x, y = (double)answer->normal.y, z = (double)answer->normal.z;
    return fabs(x * x + y * y + z * z - 1) < 1e-6 ? NULL : "the normal is not of unit length";
}

/// The side on which the centre is at the impact, along the segment: < 0 before an end of it, > 0 past it, 0 on it.
static int side_at_impact(const meeting *m, vector end) {
    vector e = vminus(m->b, m->a);
    number start = minus(integer(0), dot(e, end)), speed = dot(e, m->move);
    if (mpz_sgn(speed) == 0) return mpz_sgn(start);
    if (mpz_sgn(start) * mpz_sgn(speed) >= 0) return mpz_sgn(speed) * (mpz_sgn(start) != 0);
    number zero = integer(0), over = mpz_sgn(speed) > 0 ? speed : minus(zero, speed); // passes the end at part / over
    number part = mpz_sgn(speed) > 0 ? minus(zero, start) : start;
    int until = segment_gap(vtimes(part, m->move), vtimes(over, m->a), vtimes(over, m->b), times(over, m->radius));
    return until < 0 ? mpz_sgn(start) : until > 0 ? mpz_sgn(speed) : 0;
}

/// With a radius, the impact is with the end that the centre is beyond, else with the edge; where they join, with
/// either.
static const char *fault_of_feature(const meeting *m, carom_feature feature) {
    if (!has_inside(m)) return NULL;
    int mark = numbers_in_use(), past_a = side_at_impact(m, m->a), past_b = side_at_impact(m, m->b);
    give_back(mark);
    bool is_right = feature == CAROM_FEATURE_END_A   ? past_a <= 0
                    : feature == CAROM_FEATURE_END_B ? past_b >= 0
                                                     : past_a >= 0 && past_b <= 0;
    return is_right ? NULL : "the feature is not the one that is reached first";
}

const char *oracle_fault_of_sphere_segment(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a, carom_vec3 b,
                                           const carom_hit3 *answer) {
    meeting m = meet(center, radius, move, a, b, 0);
    const char *fault = fault_of(&m, answer);
    if (fault != NULL || !answer->hit || answer->inside) return fault;
    fault = fault_of_feature(&m, answer->feature);
    return fault ? fault : fault_of_place(center, radius, move, a, b, answer->at);
}

const char *oracle_fault_of_ray_sphere(carom_vec3 from, carom_vec3 move, carom_vec3 center, float radius,
                                       const carom_hit3 *answer) {
    meeting m = meet(from, radius, move, center, center, 0);
    const char *fault = fault_of(&m, answer);
    if (fault != NULL || !answer->hit || is_zero(m.move)) return fault;
    float x = answer->exit, below = nextafterf(nextafterf(x, 0), 0),
          above = nextafterf(nextafterf(x, INFINITY), INFINITY);
    if (!(x >= answer->t)) return "the exit is before the entry";
    if (!has_inside(&m) || isinf(above)) return NULL;
    bool entered_below = answer->inside || !not_later(&m, below);
    if (entered_below && gap_at(&m, below) > 0) return "the exit is late";
    return gap_at(&m, above) < 0 ? "the exit is early" : NULL;
}
