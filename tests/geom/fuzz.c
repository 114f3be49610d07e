// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Pairs of shapes from libFuzzer, with every query compared with the exact oracle. Numbers are small multiples of 1/16,
// an earlier number changed in its last bits, or any float of a moderate exponent. The random families of exact.c test
// more extreme ranges. See tools/fuzz.sh.
#include "carom/geom.h"
#include "geom/oracle.h"
#include "geom/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const uint8_t *at, *end;
    float before[4]; ///< the last numbers
    unsigned count;
} reader;

static unsigned next_byte(reader *r) {
    return r->at < r->end ? *r->at++ : 0;
}

/// Any float between 2^-24 and 2^24, or 0.
static float any_float(reader *r) {
    uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) bits = bits << 8 | next_byte(r);
    uint32_t exponent = 127 - 24 + (bits >> 23 & 255) % 48;
    bits = (bits & 0x807FFFFFu) | exponent << 23;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float moved(float value, int steps) {
    for (; steps > 0; --steps) value = nextafterf(value, INFINITY);
    for (; steps < 0; ++steps) value = nextafterf(value, -INFINITY);
    return fabsf(value) < 0x1p-24f ? 0 : value;
}

static float number(reader *r) {
    unsigned how = next_byte(r);
    float value;
    if (how < 160) {
        value = ((float)next_byte(r) - 128) / (float)(1u << how % 5);
    } else if (how < 220) {
        value = moved(r->before[how % 4], (int)(next_byte(r) % 5) - 2);
    } else {
        value = any_float(r);
    }
    r->before[r->count++ % 4] = value;
    return value;
}

static carom_vec2 vector(reader *r) {
    float x = number(r);
    return (carom_vec2){x, number(r)};
}

static carom_box box_of(carom_vec2 p, carom_vec2 q) {
    return (carom_box){{fminf(p.x, q.x), fminf(p.y, q.y)}, {fmaxf(p.x, q.x), fmaxf(p.y, q.y)}};
}

/// Returns false for a polygon that is not convex.
static bool read_shape(reader *r, carom_shape *out) {
    unsigned how = next_byte(r);
    *out = (carom_shape){.kind = (carom_shape_kind)(CAROM_SHAPE_POINT + (int)(how % 6))};
    carom_vec2 p = vector(r);
    switch (out->kind) {
    case CAROM_SHAPE_POINT: out->point = p; return true;
    case CAROM_SHAPE_CIRCLE: out->circle = (carom_circle){p, fabsf(number(r))}; return true;
    case CAROM_SHAPE_BOX: out->box = box_of(p, vector(r)); return true;
    case CAROM_SHAPE_SEGMENT:
        out->segment = (carom_segment){.a = p, .b = vector(r), .one_sided = how >= 128};
        return true;
    case CAROM_SHAPE_CAPSULE:
        out->capsule = (carom_capsule){.a = p, .b = vector(r)};
        out->capsule.radius = fabsf(number(r));
        return true;
    default:
        out->polygon.count = 3 + (int)(how / 6 % 3);
        out->polygon.v[0] = p;
        for (int i = 1; i < out->polygon.count; ++i) out->polygon.v[i] = vector(r);
        return oracle_is_convex(&out->polygon);
    }
}

static void demand(const char *question, const char *fault, const carom_shape *a, const carom_shape *b, carom_vec2 m,
                   carom_vec2 n) {
    if (!fault) return;
    fprintf(stderr, "%s: %s\n    a = ", question, fault);
    print_shape(stderr, a);
    fprintf(stderr, ";\n    b = ");
    print_shape(stderr, b);
    fprintf(stderr, ";\n    a_move = vec(%af, %af), b_move = vec(%af, %af);\n", (double)m.x, (double)m.y, (double)n.x,
            (double)n.y);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    reader r = {.at = data, .end = data + size};
    carom_shape a, b;
    if (!read_shape(&r, &a) || !read_shape(&r, &b) || !oracle_knows(&a, &b)) return 0;
    carom_vec2 m = vector(&r), n = vector(&r);

    bool overlap = carom_overlap(&a, &b);
    demand("overlap", overlap == oracle_overlap(&a, &b) ? NULL : "wrong", &a, &b, m, n);
    carom_separation gap = carom_distance(&a, &b);
    demand("distance", oracle_fault_of_distance(&a, &b, &gap), &a, &b, m, n);
    carom_contact_points contact = carom_contact(&a, &b);
    demand("contact", oracle_fault_of_contact(&a, &b, &contact), &a, &b, m, n);
    carom_sweep_hit hit = carom_sweep(&a, m, &b, n);
    demand("sweep", oracle_fault_of_sweep(&a, m, &b, n, &hit), &a, &b, m, n);
    if (a.kind == CAROM_SHAPE_POINT) {
        carom_ray_hit ray = carom_ray(a.point, m, &b);
        demand("ray", oracle_fault_of_ray(a.point, m, &b, &ray), &a, &b, m, n);
    }
    return 0;
}
