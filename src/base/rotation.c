// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rotations and poses. An angle is reduced to an eighth of a turn by an integer product with the bits of 2 / pi (M.
// Payne and R. Hanek, Radian Reduction for Trigonometric Functions, 1983), so that an angle of any size loses nothing;
// then the Taylor series in double. Places are sums of three doubles, rounded once by way of rounding to odd (S. Boldo
// and G. Melquiond, Emulation of FMA and Correctly Rounded Sums, 2008).
#include "base/rotation.h"

#include "base/lanes.h"

#include <string.h>

#define QUARTER_TURN 1.5707963267948966
/// Above this angle in radians, a little more than 1000 turns, a float stands for too wide an interval to mean a
/// quarter turn.
#define QUARTER_TURN_LIMIT 6284
/// Of 1: deviation of the squared length of a rotation, above which composition scales it. The rounding of both members
/// makes less than 2^-23.
#define UNIT_DRIFT 0x1p-22
/// The bound of the error of a sum of three doubles, relative to the sum of their magnitudes.
static const double SUM_OF_THREE = 3.05 * (DBL_EPSILON / 2);

// ---- Angles ---------------------------------------------------------------------------------------------------------

/// The binary digits of 2 / pi behind the point.
static const uint32_t two_over_pi[] = {0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0,
                                       0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561};

/// 32 bits from bit `start`, counted from the most significant; zeros follow the last word.
static uint32_t bits_from(const uint32_t words[8], int start) {
    int i = start / 32, shift = start % 32;
    uint64_t two = (uint64_t)words[i] << 32 | words[i + 1];
    return (uint32_t)(two >> (32 - shift));
}

/// Reduces mantissa * 2^exponent radians to the nearest quarter turn: returns the rest in radians, and the number of
/// quarter turns modulo 4. `mantissa` must be in 2^23..2^24, `exponent` in -24..104.
static double reduce(uint32_t mantissa, int exponent, int *quarters) {
    // Digits of 2 / pi whose products are whole turns are left out. The product then has 32 + exponent bits before the
    // point, of which the last two are the quarter turns.
    int skipped = exponent > 33 ? (exponent - 2) / 32 : 0;
    exponent -= 32 * skipped;
    uint32_t product[8] = {0};
    uint64_t carry = 0;
    for (int i = 4; i >= 0; --i) {
        carry += (uint64_t)mantissa * two_over_pi[skipped + i];
        product[i + 1] = (uint32_t)carry;
        carry >>= 32;
    }
    product[0] = (uint32_t)carry;
    int point = 32 + exponent;
    uint32_t high = bits_from(product, point), middle = bits_from(product, point + 32);
    uint32_t low = bits_from(product, point + 64);
    *quarters = (int)(bits_from(product, point - 2) >> 30);
    bool above = high >> 31;
    if (above) { // 1 - fraction, up to 2^-96
        *quarters = (*quarters + 1) % 4;
        high = ~high;
        middle = ~middle;
        low = ~low;
    }
    const double word = 4294967296.0; // 2^32
    double fraction = (((double)low / word + (double)middle) / word + (double)high) / word;
    return (above ? -fraction : fraction) * QUARTER_TURN;
}

/// The sine and cosine of at most an eighth of a turn, with an error below 2^-51 of them.
void cr_cosine_and_sine(double x, double *cosine, double *sine) {
    double z = x * x, s = 0, c = 0;
    for (int n = 19; n > 1; n -= 2) s = (1 - s) * z / (n * (n - 1));
    for (int n = 18; n > 0; n -= 2) c = (1 - c) * z / (n * (n - 1));
    *sine = x - x * s;
    *cosine = 1 - c;
}

carom_rotation carom_rotation_of(float radians) {
    if (!isfinite(radians)) return (carom_rotation){NAN, NAN};
    float size = fabsf(radians);
    double rest = (double)size;
    int quarters = 0;
    if (rest > QUARTER_TURN / 2) {
        uint32_t bits;
        memcpy(&bits, &size, sizeof bits);
        rest = reduce((bits & 0x7FFFFFu) | 0x800000u, (int)(bits >> 23) - 150, &quarters);
        double nearest = floor((double)size / QUARTER_TURN + 0.5) * QUARTER_TURN;
        if ((double)size <= QUARTER_TURN_LIMIT && (float)nearest == size) rest = 0;
    }
    double c, s;
    cr_cosine_and_sine(rest, &c, &s);
    double cosine = quarters == 0 ? c : quarters == 1 ? -s : quarters == 2 ? -c : s;
    double sine = quarters == 0 ? s : quarters == 1 ? c : quarters == 2 ? -s : -c;
    return (carom_rotation){(float)cosine + 0.0f, (float)(radians < 0 ? -sine : sine) + 0.0f};
}

double cr_angle_between(carom_rotation from, carom_rotation to) {
    double fc = (double)from.cosine, fs = (double)from.sine, tc = (double)to.cosine, ts = (double)to.sine;
    double c = tc * fc + ts * fs, s = ts * fc - tc * fs, length = sqrt(c * c + s * s), turns = 1;
    c /= length;
    s /= length;
    for (; c < 0.875; turns *= 2) { // half the angle, until it is small
        double half = sqrt((1 + fabs(c)) / 2), other = s / (2 * half);
        bool obtuse = c < 0;
        c = obtuse ? fabs(other) : half;
        s = !obtuse ? other : s < 0 ? -half : half;
    }
    double angle = s;
    for (int i = 0; i < 3; ++i) { // the sine of the error cubes it each time
        double cosine, sine;
        cr_cosine_and_sine(angle, &cosine, &sine);
        angle += s * cosine - c * sine;
    }
    return angle * turns;
}

static carom_rotation scaled_to_unit(double cosine, double sine) {
    double length = sqrt(cosine * cosine + sine * sine);
    return (carom_rotation){(float)(cosine / length) + 0.0f, (float)(sine / length) + 0.0f};
}

carom_rotation carom_rotation_normalized(carom_rotation r) {
    r = cr_turn_of(r);
    if (!isfinite(r.cosine) || !isfinite(r.sine)) return (carom_rotation){NAN, NAN};
    return scaled_to_unit((double)r.cosine, (double)r.sine);
}

carom_rotation cr_rotation_of_products(double cosine, double sine) {
    double drift = cosine * cosine + sine * sine - 1;
    if (!isfinite(drift)) return (carom_rotation){NAN, NAN};
    if (fabs(drift) > UNIT_DRIFT) return scaled_to_unit(cosine, sine);
    return (carom_rotation){(float)cosine + 0.0f, (float)sine + 0.0f};
}

carom_rotation carom_rotation_compose(carom_rotation a, carom_rotation b) {
    a = cr_turn_of(a);
    b = cr_turn_of(b);
    double cosine = (double)a.cosine * (double)b.cosine - (double)a.sine * (double)b.sine;
    double sine = (double)a.sine * (double)b.cosine + (double)a.cosine * (double)b.sine;
    return cr_rotation_of_products(cosine, sine);
}

carom_rotation carom_rotation_inverse(carom_rotation r) {
    r = cr_turn_of(r);
    return (carom_rotation){r.cosine, 0.0f - r.sine};
}

// ---- Places ---------------------------------------------------------------------------------------------------------

/// Returns the rounded a + b; *low is its rounding error, exactly.
static double two_sum(double a, double b, double *low) {
    double high = a + b, bb = high - a;
    *low = (a - (high - bb)) + (b - bb);
    return high;
}

/// high + low, of which high is the rounded sum: if anything is lost, the one of the two doubles around it whose last
/// bit is set. A later rounding to fewer bits then is that of the exact sum.
static double rounded_to_odd(double high, double low) {
    if (low == 0) return high;
    uint64_t bits;
    memcpy(&bits, &high, sizeof bits);
    if (bits & 1) return high;
    bits += (low > 0) == (high > 0) ? 1u : -(uint64_t)1;
    memcpy(&high, &bits, sizeof bits);
    return high;
}

/// a + b + c, rounded once. They must be floats, or products of two floats.
static float rounded_sum(double a, double b, double c) {
    double low, low_c;
    double high = two_sum(two_sum(a, b, &low), c, &low_c);
    if (!isfinite(high)) return (float)high;
    // Where low + low_c is rounded, it is not a multiple of an ulp of the sum; then its sign and size are enough.
    high = two_sum(high, low + low_c, &low);
    return (float)rounded_to_odd(high, low) + 0.0f;
}

void cr_pose_points(carom_pose pose, const carom_vec2 *v, int count, carom_vec2 *out) {
    carom_rotation r = cr_turn_of(pose.rotation);
    double c = (double)r.cosine, s = (double)r.sine;
    cr_lanes2 turn = {c, s}, turned = {-s, c}, at = cr_wide_lanes(&pose.position), size_at = cr_size_lanes2(at);
    for (int i = 0; i < count; ++i) {
        cr_lanes2 a = turn * cr_both_lanes((double)v[i].x), b = turned * cr_both_lanes((double)v[i].y);
        cr_lanes2 sum = a + b + at;
        cr_lanes2 error = cr_both_lanes(SUM_OF_THREE) * (cr_size_lanes2(a) + cr_size_lanes2(b) + size_at);
        cr_lanes2 below = sum - error, above = sum + error;
        carom_vec2 p = {(float)below[0], (float)below[1]};
        bool decides = (p.x == (float)above[0]) & (p.y == (float)above[1]);
        out[i] = decides ? (carom_vec2){p.x + 0.0f, p.y + 0.0f}
                         : (carom_vec2){rounded_sum(a[0], b[0], at[0]), rounded_sum(a[1], b[1], at[1])};
    }
}

carom_vec2 carom_pose_point(carom_pose pose, carom_vec2 v) {
    carom_vec2 out;
    cr_pose_points(pose, &v, 1, &out);
    return out;
}

carom_vec2 carom_rotate(carom_rotation r, carom_vec2 v) {
    return carom_pose_point((carom_pose){.rotation = r}, v);
}

carom_vec2 carom_pose_local(carom_pose pose, carom_vec2 p) {
    carom_rotation r = cr_turn_of(pose.rotation);
    double x = (double)p.x - (double)pose.position.x, y = (double)p.y - (double)pose.position.y;
    double c = (double)r.cosine, s = (double)r.sine;
    return (carom_vec2){(float)(c * x + s * y) + 0.0f, (float)(c * y - s * x) + 0.0f};
}

carom_pose carom_pose_compose(carom_pose parent, carom_pose child) {
    return (carom_pose){carom_pose_point(parent, child.position),
                        carom_rotation_compose(parent.rotation, child.rotation)};
}
