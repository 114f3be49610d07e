// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The catalogue of tiles: 21 bases as polygons in sixths of a cell. Integer arithmetic mirrors and turns them exactly.
// A new base needs a line in `bases`, a value of carom_tile and a name.
//
// Curves are polylines (carom/level.h gives the reason and the error). Their vertices lie on the circle, rounded to the
// lattice.
#include "level/build/catalogue.h"

#include <string.h>

typedef enum base_form { POLYGON, THIN, CONVEX_ARC, CONCAVE_ARC } base_form;

enum { BASE_POINTS = 6 };

/// `points` are vertices in sixths, "xy" each; of a THIN base, the initials of its sides.
typedef struct base_shape {
    const char *name;
    base_form form;
    const char *points;
} base_shape;

static const base_shape bases[CAROM_TILE_USER] = {
    [CAROM_TILE_EMPTY] = {"empty", POLYGON, ""},
    [CAROM_TILE_SOLID] = {"solid", POLYGON, "00 60 66 06"},
    [CAROM_TILE_EDGE] = {"edge", THIN, "T"},
    [CAROM_TILE_EDGES_OPPOSITE] = {"edges_opposite", THIN, "TB"},
    [CAROM_TILE_EDGES_ADJACENT] = {"edges_adjacent", THIN, "TR"},
    [CAROM_TILE_EDGES_THREE] = {"edges_three", THIN, "TRL"},
    [CAROM_TILE_HALF] = {"half", POLYGON, "03 63 66 06"},
    [CAROM_TILE_QUARTER] = {"quarter", POLYGON, "03 33 36 06"},
    [CAROM_TILE_STEP] = {"step", POLYGON, "00 30 33 63 66 06"},
    [CAROM_TILE_SLOPE_45] = {"slope_45", POLYGON, "06 60 66"},
    [CAROM_TILE_SLOPE_2_LOW] = {"slope_2_low", POLYGON, "06 63 66"},
    [CAROM_TILE_SLOPE_2_HIGH] = {"slope_2_high", POLYGON, "03 60 66 06"},
    [CAROM_TILE_SLOPE_3_LOW] = {"slope_3_low", POLYGON, "06 64 66"},
    [CAROM_TILE_SLOPE_3_MID] = {"slope_3_mid", POLYGON, "04 62 66 06"},
    [CAROM_TILE_SLOPE_3_HIGH] = {"slope_3_high", POLYGON, "02 60 66 06"},
    [CAROM_TILE_BEVEL] = {"bevel", POLYGON, "03 30 60 66 06"},
    [CAROM_TILE_CORNER] = {"corner", POLYGON, "03 36 06"},
    [CAROM_TILE_PEAK] = {"peak", POLYGON, "06 33 66"},
    [CAROM_TILE_VALLEY] = {"valley", POLYGON, "03 36 63 66 36 06"}, // the bottom of the notch is a vertex twice
    [CAROM_TILE_DISC] = {"disc", CONVEX_ARC, ""},
    [CAROM_TILE_PIPE] = {"pipe", CONCAVE_ARC, ""},
};

// CR_CELL * cos(k * 90 / 16 degrees), rounded.
static const int32_t arc_cosine[CR_ARC_PIECES + 1] = {6144, 6114, 6026, 5879, 5676, 5419, 5109, 4749, 4344,
                                                      3898, 3413, 2896, 2351, 1784, 1199, 602,  0};

uint8_t carom_tile_code(int base, bool flip, int turns) {
    return (uint8_t)((base & 31) | (flip ? 32 : 0) | (turns & 3) << 6);
}

const char *carom_tile_name(int base) {
    return base >= 0 && base < CAROM_TILE_USER ? bases[base].name : NULL;
}

int carom_tile_by_name(const char *name) {
    for (int base = 0; name && base < CAROM_TILE_USER; ++base) {
        if (strcmp(bases[base].name, name) == 0) return base;
    }
    return -1;
}

// ---- Bases ------------------------------------------------------------------------------------------------------

static void add_vertex(cr_tile_shape *shape, int32_t x, int32_t y) {
    shape->v[shape->count++] = (cr_lattice){x, y};
}

static void add_polygon(cr_tile_shape *shape, const char *points) {
    for (const char *p = points; *p; p += p[2] ? 3 : 2)
        add_vertex(shape, (p[0] - '0') * CR_SIXTH, (p[1] - '0') * CR_SIXTH);
}

/// From the lower left corner along the arc to the upper right, then to the lower right.
static void add_arc(cr_tile_shape *shape, bool convex) {
    add_vertex(shape, CR_CELL, CR_CELL);
    for (int k = 0; k <= CR_ARC_PIECES; ++k) {
        int32_t along = arc_cosine[k], across = arc_cosine[CR_ARC_PIECES - k];
        if (convex)
            add_vertex(shape, CR_CELL - along, CR_CELL - across);
        else
            add_vertex(shape, across, along);
    }
}

static uint8_t thin_sides(const char *letters) {
    uint8_t sides = 0;
    for (; *letters; ++letters) sides |= (uint8_t)(1u << (strchr("TRBL", *letters) - "TRBL"));
    return sides;
}

static cr_tile_shape base_shape_of(int base) {
    cr_tile_shape shape = {0};
    switch (bases[base].form) {
    case POLYGON: add_polygon(&shape, bases[base].points); break;
    case THIN: shape.thin = thin_sides(bases[base].points); break;
    case CONVEX_ARC: add_arc(&shape, true); break;
    case CONCAVE_ARC: add_arc(&shape, false); break;
    }
    return shape;
}

// ---- Flip and turn ----------------------------------------------------------------------------------------------

/// Mirrors in x, and reverses the order, so that solid stays on the left.
static void mirror_shape(cr_tile_shape *shape) {
    cr_tile_shape from = *shape;
    for (int i = 0; i < from.count; ++i) {
        cr_lattice p = from.v[from.count - 1 - i];
        shape->v[i] = (cr_lattice){CR_CELL - p.x, p.y};
    }
    uint8_t right = 1u << CR_RIGHT, left = 1u << CR_LEFT;
    shape->thin =
        (uint8_t)((from.thin & ~(right | left)) | (from.thin & right ? left : 0) | (from.thin & left ? right : 0));
}

static void turn_shape(cr_tile_shape *shape) {
    for (int i = 0; i < shape->count; ++i) {
        cr_lattice p = shape->v[i];
        shape->v[i] = (cr_lattice){CR_CELL - p.y, p.x};
    }
    shape->thin = (uint8_t)((shape->thin << 1 | shape->thin >> (CR_SIDES - 1)) & 15);
}

static bool precedes_on_lattice(cr_lattice a, cr_lattice b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/// Rotates the list to begin at the least vertex, so that equal shapes are equal lists.
static void rotate_to_least_vertex(cr_tile_shape *shape) {
    cr_tile_shape from = *shape;
    int least = 0;
    for (int i = 1; i < from.count; ++i) {
        if (precedes_on_lattice(from.v[i], from.v[least])) least = i;
    }
    for (int i = 0; i < from.count; ++i) shape->v[i] = from.v[(least + i) % from.count];
}

bool cr_tile_shape_of(uint8_t code, cr_tile_shape *shape) {
    int base = code & 31;
    if (base >= CAROM_TILE_USER) return false;
    *shape = base_shape_of(base);
    if (code & 32) mirror_shape(shape);
    for (int turns = code >> 6; turns > 0; --turns) turn_shape(shape);
    rotate_to_least_vertex(shape);
    return true;
}

void cr_tile_side_ends(cr_tile_side side, cr_lattice *from, cr_lattice *to) {
    static const cr_lattice corners[CR_SIDES] = {{0, 0}, {CR_CELL, 0}, {CR_CELL, CR_CELL}, {0, CR_CELL}};
    *from = corners[side];
    *to = corners[(side + 1) % CR_SIDES];
}

// ---- Canonical codes --------------------------------------------------------------------------------------------

static bool are_same_shape(const cr_tile_shape *a, const cr_tile_shape *b) {
    return a->count == b->count && a->thin == b->thin && memcmp(a->v, b->v, (size_t)a->count * sizeof a->v[0]) == 0;
}

uint8_t carom_tile_canonical(uint8_t code) {
    cr_tile_shape shape, other;
    if (!cr_tile_shape_of(code, &shape)) return code;
    for (int orientation = 0; orientation < 8; ++orientation) {
        uint8_t alias = carom_tile_code(code & 31, orientation & 1, orientation >> 1);
        if (cr_tile_shape_of(alias, &other) && are_same_shape(&shape, &other)) return alias;
    }
    return code;
}
