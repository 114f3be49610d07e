// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Boundaries of zones and their crossings. Every formula is symmetric: exchanging the ends of a piece, two pieces, or
// the axes gives the same bits up to sign.
#include "motion/zones.h"

#include "geom/difference.h"

#include <math.h>

#define FACING_SLACK   0x1p-30 // sine: a normal this far beyond perpendicular still counts as outward
#define PARALLEL       0x1p-44 // relative to the terms of the determinant: a few ulp of double
#define SIDEWAYS_SLACK 0x1p-20 // sine: the rounding of float normals
#define SAME_EXIT      0x1p-10 // of the length: translations nearer than this are one, and no tie

/// A piece of the boundary of a zone: a segment, or an arc of at most 180 degrees, or a circle.
typedef struct piece {
    const cr_zone *zone;
    cr_vec2d from, to; // the ends; the centre of an arc or a circle is `from`
    double radius;     // 0: a segment
    bool is_arc;       // from unit normal `first` counter-clockwise to `second`, those of the edges beside it
    cr_vec2d first, second;
    cr_vec2d e;    // to - from
    double moment; // cross(e, p) of the points p of its line
} piece;

// ---- Construction --------------------------------------------------------------------------------------------------

void cr_zones_clear(cr_zones *zones, double tolerance) {
    zones->count = zones->vertices = zones->last = 0;
    zones->tolerance = tolerance;
    zones->fattening = 0;
    zones->low = (cr_vec2d){-HUGE_VAL, -HUGE_VAL};
    zones->high = (cr_vec2d){HUGE_VAL, HUGE_VAL};
}

static cr_vec2d outward_normal(const cr_core *segment) {
    cr_vec2d e = cr_subtract(cr_widen(segment->v[1]), cr_widen(segment->v[0]));
    double length = cr_length(e);
    return (cr_vec2d){e.y / length, -e.x / length};
}

static void set_bounds(const cr_zones *zones, cr_zone *zone) {
    zone->min = zone->max = zones->vertex[zone->first];
    for (int k = 1; k < zone->count; ++k) {
        cr_vec2d v = zones->vertex[zone->first + k];
        zone->min.x = v.x < zone->min.x ? v.x : zone->min.x;
        zone->min.y = v.y < zone->min.y ? v.y : zone->min.y;
        zone->max.x = v.x > zone->max.x ? v.x : zone->max.x;
        zone->max.y = v.y > zone->max.y ? v.y : zone->max.y;
    }
    zone->min.x -= zone->radius;
    zone->min.y -= zone->radius;
    zone->max.x += zone->radius;
    zone->max.y += zone->radius;
}

static cr_vec2d edge_normal(cr_vec2d v, cr_vec2d w) {
    cr_vec2d n = {w.y - v.y, v.x - w.x};
    double length = cr_length(n);
    return (cr_vec2d){n.x / length, n.y / length};
}

bool cr_zones_add(cr_zones *zones, const cr_core *shape, const cr_core *obstacle, cr_zone_kind kind) {
    cr_difference c;
    cr_difference_make(&c, shape, obstacle);
    if (zones->count == CR_ZONES || zones->vertices + c.count > CR_ZONE_VERTICES) return false;
    cr_zone *zone = &zones->zone[zones->count++];
    *zone = (cr_zone){.kind = kind, .first = zones->vertices, .count = c.count, .radius = c.radius + zones->fattening};
    if (obstacle->count != 2) zone->kind = CR_ZONE_SOLID;
    if (zone->kind != CR_ZONE_SOLID) zone->outward = outward_normal(obstacle);
    zone->continues[0] = obstacle->skip_a;
    zone->continues[1] = obstacle->skip_b;
    for (int k = 0; k < c.count; ++k) {
        int next = k + 1 < c.count ? k + 1 : 0;
        cr_vec2d v = {c.v[k].x, c.v[k].y};
        if (c.count > 1) zones->normal[zones->vertices] = edge_normal(v, (cr_vec2d){c.v[next].x, c.v[next].y});
        zones->vertex[zones->vertices++] = v;
    }
    set_bounds(zones, zone);
    return true;
}

void cr_zones_drop_last(cr_zones *zones) {
    zones->vertices -= zones->zone[--zones->count].count;
}

// ---- Distance ------------------------------------------------------------------------------------------------------

/// The distance from a point to the edge v-w of a zone. `side` is the distance from its line, positive on the inner
/// side.
static double edge_distance(cr_vec2d v, cr_vec2d w, cr_vec2d at, double *side) {
    cr_vec2d e = cr_subtract(w, v), d = cr_subtract(at, v);
    double length2 = cr_dot(e, e), foot = cr_dot(e, d);
    *side = cr_cross(e, d) / sqrt(length2);
    if (foot <= 0) return cr_length(d);
    if (foot >= length2) return cr_length(cr_subtract(at, w));
    return fabs(*side);
}

double cr_zone_distance(const cr_zones *zones, const cr_zone *zone, cr_vec2d at) {
    const cr_vec2d *v = &zones->vertex[zone->first];
    if (zone->count == 1) return cr_length(cr_subtract(at, v[0])) - zone->radius;
    double nearest = HUGE_VAL, least_side = HUGE_VAL;
    for (int k = 0; k < zone->count; ++k) {
        double side, distance = edge_distance(v[k], v[k + 1 < zone->count ? k + 1 : 0], at, &side);
        nearest = distance < nearest ? distance : nearest;
        least_side = side < least_side ? side : least_side;
    }
    bool inside = zone->count > 2 && least_side >= 0;
    return (inside ? -least_side : nearest) - zone->radius;
}

static bool is_outside_bounds(const cr_zone *zone, cr_vec2d at, double by) {
    return at.x <= zone->min.x + by || at.x >= zone->max.x - by || at.y <= zone->min.y + by || at.y >= zone->max.y - by;
}

static bool forbids(const cr_zones *zones, const cr_zone *zone, cr_vec2d at) {
    return zone->kind != CR_ZONE_ONE_WAY && !is_outside_bounds(zone, at, zones->tolerance) &&
           cr_zone_distance(zones, zone, at) < -zones->tolerance;
}

bool cr_zones_allow(cr_zones *zones, cr_vec2d at) {
    if (zones->last < zones->count && forbids(zones, &zones->zone[zones->last], at)) return false;
    for (int i = 0; i < zones->count; ++i) {
        if (!forbids(zones, &zones->zone[i], at)) continue;
        zones->last = i;
        return false;
    }
    return true;
}

/// True if a zone forbids all points of a convex polygon, by more than the tolerance.
static bool zone_covers(const cr_zones *zones, const cr_zone *zone, const cr_vec2d *corner, int count) {
    if (zone->kind == CR_ZONE_ONE_WAY) return false;
    bool inside = true;
    for (int i = 0; inside && i < count; ++i) inside = !is_outside_bounds(zone, corner[i], 2 * zones->tolerance);
    for (int i = 0; inside && i < count; ++i) {
        inside = cr_zone_distance(zones, zone, corner[i]) < -2 * zones->tolerance;
    }
    return inside;
}

bool cr_zones_cover_bounds(const cr_zones *zones) {
    cr_vec2d low = zones->low, high = zones->high;
    const cr_vec2d corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    bool covered = false;
    for (int i = 0; i < zones->count && !covered; ++i) covered = zone_covers(zones, &zones->zone[i], corners, 4);
    return covered;
}

/// The closest feature of a boundary without its radius: the distance to it, and the direction from it.
typedef struct feature {
    double distance;
    cr_vec2d normal;
} feature;

static void keep_closest(feature *best, double distance, double nx, double ny) {
    if (!(distance < best->distance)) return;
    *best = (feature){distance, {nx, ny}};
}

/// True if a contact with this normal, of any length, is on a side of the zone that blocks.
static bool is_outer(const cr_zone *zone, cr_vec2d normal) {
    if (zone->kind == CR_ZONE_SOLID) return true;
    return cr_dot(normal, zone->outward) >= -FACING_SLACK * (fabs(normal.x) + fabs(normal.y));
}

bool cr_zone_normal(const cr_zones *zones, const cr_zone *zone, cr_vec2d at, cr_vec2d *normal) {
    const cr_vec2d *v = &zones->vertex[zone->first];
    feature best = {.distance = HUGE_VAL};
    for (int k = 0; k < zone->count; ++k) {
        cr_vec2d d = cr_subtract(at, v[k]);
        double far = cr_length(d);
        if (far <= zones->tolerance) return false;
        keep_closest(&best, far, d.x / far, d.y / far);
        cr_vec2d e = cr_subtract(v[k + 1 < zone->count ? k + 1 : 0], v[k]);
        double length = cr_length(e), foot = cr_dot(e, d) / length; // of a single vertex: NaN
        double out = (e.y * d.x - e.x * d.y) / length;
        bool faces = zone->kind == CR_ZONE_SOLID ? out >= 0 : is_outer(zone, (cr_vec2d){e.y, -e.x}); // of two sides
        bool beside = foot > 0 && foot < length && (zone->count > 2 || faces);
        if (beside) keep_closest(&best, fabs(out), e.y / length, -e.x / length);
    }
    *normal = best.normal;
    return best.distance < HUGE_VAL;
}

// ---- Pieces --------------------------------------------------------------------------------------------------------

static piece line_between(const cr_zone *zone, cr_vec2d from, cr_vec2d to) {
    return (piece){.zone = zone, .from = from, .to = to, .e = cr_subtract(to, from), .moment = cr_cross(to, from)};
}

static int pieces_of(const cr_zones *zones, const cr_zone *zone, piece *out) {
    const cr_vec2d *v = &zones->vertex[zone->first];
    int count = 0;
    if (zone->count == 1) {
        out[0] = line_between(zone, v[0], v[0]);
        out[0].radius = zone->radius;
        return 1;
    }
    const cr_vec2d *normal = &zones->normal[zone->first];
    for (int k = 0; k < zone->count; ++k) {
        cr_vec2d w = v[k + 1 < zone->count ? k + 1 : 0], n = normal[k],
                 before = normal[k > 0 ? k - 1 : zone->count - 1];
        if (zone->radius > 0) {
            out[count++] =
                (piece){zone, .from = v[k], .radius = zone->radius, .is_arc = true, .first = before, .second = n};
        }
        if (!is_outer(zone, n)) continue;
        cr_vec2d offset = {zone->radius * n.x, zone->radius * n.y};
        out[count++] = line_between(zone, cr_add(v[k], offset), cr_add(w, offset));
    }
    return count;
}

/// Writes the corners of a convex polygon that contains a piece. Returns how many.
static int hull_of_piece(const piece *p, cr_vec2d out[4]) {
    cr_vec2d c = p->from, n = cr_add(p->first, p->second);
    double r = p->radius, cosine = cr_dot(p->first, p->second);
    if (r == 0) {
        out[0] = p->from;
        out[1] = p->to;
        return 2;
    }
    if (p->is_arc && cosine >= 0) { // its ends, and the crossing of the tangents there
        double tangent = r / (1 + cosine);
        out[0] = (cr_vec2d){c.x + r * p->first.x, c.y + r * p->first.y};
        out[1] = (cr_vec2d){c.x + r * p->second.x, c.y + r * p->second.y};
        out[2] = (cr_vec2d){c.x + tangent * n.x, c.y + tangent * n.y};
        return 3;
    }
    for (int i = 0; i < 4; ++i) out[i] = (cr_vec2d){c.x + (i & 1 ? r : -r), c.y + (i & 2 ? r : -r)};
    return 4;
}

/// True if no point of a piece is a candidate: it is out of bounds, or in the interior of another zone.
static bool is_needless(cr_zones *zones, const piece *p, double max_length) {
    cr_vec2d corner[4];
    int count = hull_of_piece(p, corner);
    cr_vec2d min = corner[0], max = corner[0];
    for (int i = 1; i < count; ++i) {
        min = (cr_vec2d){corner[i].x < min.x ? corner[i].x : min.x, corner[i].y < min.y ? corner[i].y : min.y};
        max = (cr_vec2d){corner[i].x > max.x ? corner[i].x : max.x, corner[i].y > max.y ? corner[i].y : max.y};
    }
    double most = max_length + zones->tolerance;
    if (min.x > most || max.x < -most || min.y > most || max.y < -most) return true;
    if (min.x > zones->high.x || max.x < zones->low.x || min.y > zones->high.y || max.y < zones->low.y) return true;
    if (zones->last < zones->count && zone_covers(zones, &zones->zone[zones->last], corner, count)) return true;
    for (int i = 0; i < zones->count; ++i) {
        if (&zones->zone[i] == p->zone || !zone_covers(zones, &zones->zone[i], corner, count)) continue;
        zones->last = i;
        return true;
    }
    return false;
}

/// Writes the pieces of a zone that may have candidates. Returns how many.
static int pieces_that_matter(const cr_zones *zones, const cr_zone *zone, piece *out) {
    int kept = 0, count = zone->pieces == 0 ? 0 : pieces_of(zones, zone, out);
    for (int k = 0; k < count; ++k) {
        if (zone->pieces >> k & 1) out[kept++] = out[k];
    }
    return kept;
}

// ---- Candidates ----------------------------------------------------------------------------------------------------

typedef struct candidates {
    const cr_zones *zones;
    const double *max_length;
    cr_zone_visit *visit;
    void *context;
} candidates;

/// True if a point of a circle is on the arc, and on a side of its zone that blocks. Always true for a segment.
static bool is_on_outer_side(const piece *p, cr_vec2d at) {
    if (p->radius == 0) return true;
    cr_vec2d d = cr_subtract(at, p->from);
    double slack = FACING_SLACK * (fabs(d.x) + fabs(d.y));
    bool is_on_arc = !p->is_arc || (cr_cross(p->first, d) >= -slack && cr_cross(d, p->second) >= -slack);
    return is_on_arc && is_outer(p->zone, d);
}

static void report(const candidates *s, double x, double y) {
    if (x * x + y * y <= *s->max_length * *s->max_length) s->visit(s->context, (cr_vec2d){x, y});
}

static void report_closest_of_circle(const candidates *s, const piece *p) {
    double x = p->from.x, y = p->from.y, r = p->radius, length = cr_length(p->from);
    if (length <= s->zones->tolerance) { // the circle is about the origin: all directions are equal
        const cr_vec2d points[4] = {{x - r, y}, {x + r, y}, {x, y - r}, {x, y + r}};
        for (int i = 0; i < 4; ++i) {
            if (is_on_outer_side(p, points[i])) report(s, points[i].x, points[i].y);
        }
        return;
    }
    cr_vec2d at = {x - x / length * r, y - y / length * r};
    if (is_on_outer_side(p, at)) report(s, at.x, at.y);
}

/// Reports the closest points of one piece, and its ends.
static void report_closest(const candidates *s, const piece *p) {
    if (p->radius > 0) {
        report_closest_of_circle(s, p);
        return;
    }
    double length2 = cr_dot(p->e, p->e);
    bool inner = cr_dot(p->from, p->e) < 0 && cr_dot(p->to, p->e) > 0;
    if (inner) report(s, p->e.y * p->moment / -length2, p->e.x * p->moment / length2);
    report(s, p->from.x, p->from.y);
    report(s, p->to.x, p->to.y);
}

/// The distance of a point from the line of a piece, times the length of the piece.
static double offset_from_line(const piece *p, double x, double y) {
    return cr_cross(p->e, (cr_vec2d){x, y}) - p->moment;
}

static void report_line_line(const candidates *s, const piece *a, const piece *b) {
    double det = cr_cross(a->e, b->e);
    if (fabs(det) <= PARALLEL * (fabs(a->e.x * b->e.y) + fabs(a->e.y * b->e.x))) return; // their ends are candidates
    double x = (a->moment * b->e.x - b->moment * a->e.x) / det, y = (a->moment * b->e.y - b->moment * a->e.y) / det;
    // One step of Newton's method: the crossing of nearly parallel lines is ill-conditioned.
    double off_a = offset_from_line(a, x, y), off_b = offset_from_line(b, x, y);
    report(s, x - (off_a * b->e.x - off_b * a->e.x) / det, y - (off_a * b->e.y - off_b * a->e.y) / det);
}

static void report_on_both(const candidates *s, const piece *a, const piece *b, double x, double y) {
    cr_vec2d at = {x, y};
    if (is_on_outer_side(a, at) && is_on_outer_side(b, at)) report(s, x, y);
}

static void report_line_circle(const candidates *s, const piece *line, const piece *circle) {
    double length2 = cr_dot(line->e, line->e);
    if (length2 == 0) return;
    double off = -offset_from_line(line, circle->from.x, circle->from.y);
    double rest = circle->radius * circle->radius - off * off / length2;
    if (rest < 0) return;
    double x = circle->from.x - line->e.y * off / length2, y = circle->from.y + line->e.x * off / length2;
    double half = sqrt(rest / length2);
    report_on_both(s, line, circle, x + half * line->e.x, y + half * line->e.y);
    report_on_both(s, line, circle, x - half * line->e.x, y - half * line->e.y);
}

/// The order of two circles, which a mirror does not change: the larger first, then the one closer to the origin.
static bool is_first_circle(const piece *a, const piece *b) {
    if (a->radius != b->radius) return a->radius > b->radius;
    return cr_dot(a->from, a->from) <= cr_dot(b->from, b->from);
}

static void report_circle_circle(const candidates *s, const piece *a, const piece *b) {
    cr_vec2d d = cr_subtract(b->from, a->from);
    double distance2 = cr_dot(d, d);
    if (distance2 == 0) return;
    double along = 0.5 + (a->radius - b->radius) * (a->radius + b->radius) / (2 * distance2);
    double rest = a->radius * a->radius / distance2 - along * along;
    if (rest < 0) return;
    double across = sqrt(rest), x = a->from.x + along * d.x, y = a->from.y + along * d.y;
    report_on_both(s, a, b, x - across * d.y, y + across * d.x);
    report_on_both(s, a, b, x + across * d.y, y - across * d.x);
}

static void report_crossings(const candidates *s, const piece *a, const piece *b) {
    if (a->radius > 0 && b->radius > 0) {
        if (is_first_circle(a, b)) {
            report_circle_circle(s, a, b);
        } else {
            report_circle_circle(s, b, a);
        }
    } else if (a->radius > 0) {
        report_line_circle(s, b, a);
    } else if (b->radius > 0) {
        report_line_circle(s, a, b);
    } else {
        report_line_line(s, a, b);
    }
}

/// True if the bounds of two zones meet within the maximum length.
static bool may_cross(const candidates *s, const cr_zone *a, const cr_zone *b) {
    double left = a->min.x > b->min.x ? a->min.x : b->min.x, right = a->max.x < b->max.x ? a->max.x : b->max.x;
    double low = a->min.y > b->min.y ? a->min.y : b->min.y, high = a->max.y < b->max.y ? a->max.y : b->max.y;
    double by = s->zones->tolerance, most = *s->max_length + by;
    return left <= right + by && low <= high + by && left <= most && right >= -most && low <= most && high >= -most;
}

/// Reports the closest points of all pieces, and marks the pieces that may have candidates.
static void report_closest_of_all(const candidates *s, cr_zones *zones) {
    piece own[CR_ZONE_PIECES];
    for (int i = 0; i < zones->count; ++i) {
        cr_zone *zone = &zones->zone[i];
        int count = may_cross(s, zone, zone) ? pieces_of(zones, zone, own) : 0;
        zone->pieces = 0;
        for (int a = 0; a < count; ++a) {
            if (is_needless(zones, &own[a], *s->max_length)) continue;
            zone->pieces |= (uint64_t)1 << a;
            report_closest(s, &own[a]);
        }
    }
}

void cr_zones_candidates(cr_zones *zones, const double *max_length, cr_zone_visit *visit, void *context) {
    candidates s = {zones, max_length, visit, context};
    piece own[CR_ZONE_PIECES], other[CR_ZONE_PIECES];
    report_closest_of_all(&s, zones);
    for (int i = 0; i < zones->count; ++i) {
        int own_count = pieces_that_matter(zones, &zones->zone[i], own);
        for (int j = 0; own_count > 0 && j < i; ++j) {
            if (zones->zone[j].pieces == 0 || !may_cross(&s, &zones->zone[i], &zones->zone[j])) continue;
            int other_count = pieces_that_matter(zones, &zones->zone[j], other);
            for (int a = 0; a < own_count; ++a) {
                for (int b = 0; b < other_count; ++b) report_crossings(&s, &own[a], &other[b]);
            }
        }
    }
}

// ---- One zone ------------------------------------------------------------------------------------------------------

typedef struct zone_exit {
    const cr_zones *zones;
    const cr_zone *zone;
    cr_vec2d *found;   // the shortest, and those as long within the tolerance
    int count;         // may exceed CR_ZONE_EXITS: the rest was not written
    double length;     // of the shortest
    double max_length; // `length` and the tolerance: so that a tie does not depend on the order of candidates
} zone_exit;

/// True if a translation leads past an end of a boundary where the solid continues.
static bool leads_into_solid(const cr_zone *zone, cr_vec2d t) {
    double along = t.y * zone->outward.x - t.x * zone->outward.y, most = SIDEWAYS_SLACK * cr_length(t);
    return zone->kind == CR_ZONE_BOUNDARY &&
           ((along < -most && zone->continues[0]) || (along > most && zone->continues[1]));
}

static void keep_exit(void *context, cr_vec2d at) {
    zone_exit *w = context;
    if (leads_into_solid(w->zone, at)) return;
    double length = cr_length(at), tolerance = w->zones->tolerance;
    if (cr_zone_distance(w->zones, w->zone, at) < -tolerance) return;
    if (length < w->length - tolerance) w->count = 0;
    for (int i = 0; i < w->count && i < CR_ZONE_EXITS; ++i) {
        if (fabs(at.x - w->found[i].x) + fabs(at.y - w->found[i].y) <= SAME_EXIT * length) return;
    }
    if (w->count < CR_ZONE_EXITS) w->found[w->count] = at;
    ++w->count;
    if (length >= w->length) return;
    w->length = length;
    w->max_length = length + tolerance;
}

int cr_zone_exits(const cr_zones *zones, const cr_zone *zone, cr_vec2d out[CR_ZONE_EXITS]) {
    if (cr_zone_distance(zones, zone, (cr_vec2d){0, 0}) >= -zones->tolerance) return 0;
    zone_exit w = {.zones = zones, .zone = zone, .found = out, .length = HUGE_VAL, .max_length = HUGE_VAL};
    candidates s = {zones, &w.max_length, keep_exit, &w};
    piece own[CR_ZONE_PIECES];
    int count = pieces_of(zones, zone, own);
    for (int a = 0; a < count; ++a) report_closest(&s, &own[a]);
    return w.count;
}
