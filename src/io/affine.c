// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rotations compute sine and cosine here, because the results of libm differ between platforms in the last bits.
#include "io/affine.h"

#include <math.h>

cr_point cr_apply_affine(const cr_affine *affine, cr_point p) {
    return (cr_point){affine->xx * p.x + affine->xy * p.y + affine->x, affine->yx * p.x + affine->yy * p.y + affine->y};
}

cr_affine cr_compose(const cr_affine *first, const cr_affine *second) {
    cr_point origin = cr_apply_affine(second, (cr_point){first->x, first->y});
    return (cr_affine){
        .xx = second->xx * first->xx + second->xy * first->yx,
        .xy = second->xx * first->xy + second->xy * first->yy,
        .yx = second->yx * first->xx + second->yy * first->yx,
        .yy = second->yx * first->xy + second->yy * first->yy,
        .x = origin.x,
        .y = origin.y,
    };
}

bool cr_is_mirrored(const cr_affine *affine) {
    return affine->xx * affine->yy < affine->xy * affine->yx;
}

static const double radians_per_degree = 0.017453292519943295;

// Taylor series about 0. At 45 degrees, the first omitted term is below the last bit of a double.
static void sine_and_cosine(double radians, double *sine, double *cosine) {
    double term = 1;
    *sine = 0;
    *cosine = 0;
    for (int n = 0; n < 20; n += 4) {
        *cosine += term;
        term *= radians / (n + 1);
        *sine += term;
        term *= radians / (n + 2);
        *cosine -= term;
        term *= radians / (n + 3);
        *sine -= term;
        term *= radians / (n + 4);
    }
}

cr_affine cr_rotation(double degrees, double x, double y) {
    double quarters = floor(degrees / 90 + 0.5), sine, cosine;
    sine_and_cosine((degrees - 90 * quarters) * radians_per_degree, &sine, &cosine);
    int quarter = (int)(quarters - 4 * floor(quarters / 4));
    for (; quarter > 0; quarter--) {
        double turned = -sine;
        sine = cosine;
        cosine = turned;
    }
    return (cr_affine){cosine, -sine, sine, cosine, x, y};
}

double cr_max_scale(const cr_affine *affine) {
    double across = fabs(affine->xx) + fabs(affine->xy), down = fabs(affine->yx) + fabs(affine->yy);
    return across > down ? across : down;
}
