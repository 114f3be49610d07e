// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The penetration depth of a shape in a scene, which is the default limit of a depenetration.
#include "geom/difference.h"
#include "motion/compound.h"
#include "motion/obstacles.h"
#include "motion/push_out.h"

#include <math.h>

#define SAME_NORMAL  0x1p-24 // 1 - cosine: float normals of one direction differ by less
#define PARALLEL_SIN 0x1p-20 // sine between normals: below it, their lines have no well-conditioned crossing
#define OPPOSED      (-0.5)  // cosine between normals that leave less than 60 degrees between their half-planes

enum { DEPTH_CONTACTS = 24 };

/// A half-plane that the shape is in.
typedef struct depth_contact {
    cr_vec2d normal;
    double depth;
    bool tied; // another translation out of this obstacle is as short
} depth_contact;

static void keep_depth_contact(depth_contact *contacts, int *count, depth_contact c) {
    for (int i = 0; i < *count; ++i) {
        depth_contact *old = &contacts[i];
        if (cr_dot(old->normal, c.normal) < 1 - SAME_NORMAL) continue;
        if (c.depth > old->depth) old->depth = c.depth;
        return;
    }
    if (*count < DEPTH_CONTACTS) contacts[(*count)++] = c;
}

/// The depth across the face of a boundary: past a flat or concave end lies more solid, so the shape can only leave it
/// across its face.
static depth_contact contact_across(const cr_push_search *p, const cr_zone *zone) {
    double most = -HUGE_VAL;
    for (int k = 0; k < zone->count; ++k) {
        double depth = cr_dot(p->zones.vertex[zone->first + k], zone->outward);
        if (depth > most) most = depth;
    }
    return (depth_contact){zone->outward, most + zone->radius, false};
}

/// The contact with a zone. Returns false if the shape neither penetrates nor touches it.
static bool contact_with_zone(const cr_push_search *p, const cr_zone *zone, depth_contact *out) {
    const cr_vec2d none = {0, 0};
    cr_vec2d t;
    bool tied;
    if (cr_zone_exit(&p->zones, zone, &t, &tied)) {
        double length = cr_length(t);
        *out = (depth_contact){{t.x / length, t.y / length}, length, tied};
        return true;
    }
    double distance = cr_zone_distance(&p->zones, zone, none);
    if (distance < -p->tolerance) {
        *out = contact_across(p, zone);
        return zone->kind == CR_ZONE_BOUNDARY;
    }
    if (distance > CR_PUSH_TOUCHING * p->largest || !cr_zone_normal(&p->zones, zone, none, &t)) return false;
    *out = (depth_contact){t, 0, false};
    return true;
}

/// The greatest depth in a half-plane after a translation; 0 if it leaves all of them.
static double depth_after(const depth_contact *contacts, int count, double x, double y) {
    double most = 0;
    for (int i = 0; i < count; ++i) {
        double depth = contacts[i].depth - contacts[i].normal.x * x - contacts[i].normal.y * y;
        if (depth > most) most = depth;
    }
    return most;
}

/// The length of the least translation out of all half-planes: across one of them, or to a crossing of two. HUGE_VAL if
/// some are opposed.
static double depth_of_all(const depth_contact *contacts, int count, double tolerance) {
    double least = HUGE_VAL;
    for (int i = 0; i < count; ++i) {
        cr_vec2d a = contacts[i].normal;
        double depth_a = contacts[i].depth;
        if (depth_after(contacts, count, a.x * depth_a, a.y * depth_a) <= tolerance && depth_a < least) least = depth_a;
        for (int j = 0; j < i; ++j) {
            cr_vec2d b = contacts[j].normal;
            double depth_b = contacts[j].depth, det = cr_cross(a, b);
            if (cr_dot(a, b) < OPPOSED || fabs(det) < PARALLEL_SIN) continue;
            cr_vec2d t = {(depth_a * b.y - depth_b * a.y) / det, (depth_b * a.x - depth_a * b.x) / det};
            double length = cr_length(t);
            if (length < least && depth_after(contacts, count, t.x, t.y) <= tolerance) least = length;
        }
    }
    return least;
}

/// The contact of one part of the shape with one obstacle, without translation. Returns false without a contact, and
/// for a boundary from behind.
static bool contact_with(cr_push_search *p, const cr_core *shape, const carom_scene_obstacle *obstacle,
                         depth_contact *out) {
    int before = p->zones.count;
    cr_core core;
    if (!cr_push_add_zone(p, shape, obstacle) || p->zones.count == before) return false;
    const cr_zone *zone = &p->zones.zone[before];
    bool counts = zone->kind != CR_ZONE_ONE_WAY && contact_with_zone(p, zone, out);
    if (counts && zone->kind == CR_ZONE_BOUNDARY) {
        counts = cr_core_of(&obstacle->shape, &core) && cr_facing(shape, &core);
    }
    cr_zones_drop_last(&p->zones);
    return counts;
}

double cr_penetration_depth(cr_push_search *p) {
    carom_scene_obstacle near[CR_PUSH_OBSTACLES];
    depth_contact contacts[DEPTH_CONTACTS], c;
    int count = 0;
    double deepest = 0;
    p->part = (cr_translations){{0, 0}, {0, 0}};
    int found = cr_obstacles_in(p->scene, cr_push_bounds(p), near, CR_PUSH_OBSTACLES);
    cr_zones_clear(&p->zones, p->tolerance);
    for (int k = 0; k < cr_parts_of(p->placed); ++k) {
        cr_core shape;
        if (!cr_core_of(cr_part_of(p->placed, k), &shape)) continue;
        for (int i = 0; i < found && i < CR_PUSH_OBSTACLES; ++i) {
            if (!contact_with(p, &shape, &near[i], &c)) continue;
            if (c.depth > deepest) deepest = c.depth;
            if (!c.tied) keep_depth_contact(contacts, &count, c);
        }
    }
    double together = depth_of_all(contacts, count, CR_PUSH_TOUCHING * p->largest);
    return together < HUGE_VAL && together > deepest ? together : deepest;
}
