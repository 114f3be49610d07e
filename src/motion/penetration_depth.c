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

enum { DEPTH_CONTACTS = 24, DEPTH_CHOICES = 64 };

/// A half-plane that the shape is in.
typedef struct depth_contact {
    cr_vec2d normal;
    double depth;
    int tie; ///< not 0: number of a group of equally short translations out of one obstacle, successive in the list
} depth_contact;

/// The contacts that limit a translation.
typedef struct depth_list {
    depth_contact contact[DEPTH_CONTACTS];
    int count, ties;
    double deepest;
    bool all; ///< no contact was left out for lack of room
} depth_list;

static void keep_depth_contact(depth_list *list, depth_contact c) {
    if (c.depth > list->deepest) list->deepest = c.depth;
    for (int i = 0; i < list->count && c.tie == 0; ++i) {
        depth_contact *old = &list->contact[i];
        if (old->tie != 0 || cr_dot(old->normal, c.normal) < 1 - SAME_NORMAL) continue;
        if (c.depth > old->depth) old->depth = c.depth;
        return;
    }
    if (list->count < DEPTH_CONTACTS) list->contact[list->count++] = c;
}

/// Keeps the least translations out of one obstacle.
static void keep_depth_exits(depth_list *list, const cr_vec2d *exits, int count) {
    int tie = count > 1 ? ++list->ties : 0;
    list->all &= count == 1 || (count <= CR_ZONE_EXITS && list->count + count <= DEPTH_CONTACTS);
    for (int i = 0; i < count && i < CR_ZONE_EXITS; ++i) {
        double length = cr_length(exits[i]);
        keep_depth_contact(list, (depth_contact){{exits[i].x / length, exits[i].y / length}, length, tie});
    }
}

/// The depth across the face of a boundary: past a flat or concave end lies more solid, so the shape can only leave it
/// across its face.
static depth_contact contact_across(const cr_push_search *p, const cr_zone *zone) {
    double most = -HUGE_VAL;
    for (int k = 0; k < zone->count; ++k) {
        double depth = cr_dot(p->zones.vertex[zone->first + k], zone->outward);
        if (depth > most) most = depth;
    }
    return (depth_contact){zone->outward, most + zone->radius, 0};
}

/// Keeps the contact with a zone that the shape penetrates or touches. `faces`: as cr_facing, for a boundary.
static void keep_zone_contact(const cr_push_search *p, depth_list *list, const cr_zone *zone, bool faces) {
    const cr_vec2d none = {0, 0};
    cr_vec2d exits[CR_ZONE_EXITS], normal;
    if (zone->kind == CR_ZONE_BOUNDARY && !faces) return;
    int count = cr_zone_exits(&p->zones, zone, exits);
    if (count > 0) {
        keep_depth_exits(list, exits, count);
        return;
    }
    double distance = cr_zone_distance(&p->zones, zone, none);
    if (distance < -p->tolerance) {
        if (zone->kind == CR_ZONE_BOUNDARY) keep_depth_contact(list, contact_across(p, zone));
    } else if (distance <= CR_PUSH_TOUCHING * p->largest && cr_zone_normal(&p->zones, zone, none, &normal)) {
        keep_depth_contact(list, (depth_contact){normal, 0, 0});
    }
}

/// The greatest depth in a half-plane after a translation; 0 if it leaves all of them.
static double depth_after(const depth_list *list, double x, double y) {
    double most = 0;
    for (int i = 0; i < list->count; ++i) {
        const depth_contact *c = &list->contact[i];
        double depth = c->depth - c->normal.x * x - c->normal.y * y;
        if (depth > most) most = depth;
    }
    return most;
}

/// The length of the least translation out of all half-planes: across one of them, or to a crossing of two. HUGE_VAL if
/// some are opposed.
static double depth_of_all(const depth_list *list, double tolerance) {
    double least = HUGE_VAL;
    for (int i = 0; i < list->count; ++i) {
        cr_vec2d a = list->contact[i].normal;
        double depth_a = list->contact[i].depth;
        if (depth_after(list, a.x * depth_a, a.y * depth_a) <= tolerance && depth_a < least) least = depth_a;
        for (int j = 0; j < i; ++j) {
            cr_vec2d b = list->contact[j].normal;
            double depth_b = list->contact[j].depth, det = cr_cross(a, b);
            if (cr_dot(a, b) < OPPOSED || fabs(det) < PARALLEL_SIN) continue;
            cr_vec2d t = {(depth_a * b.y - depth_b * a.y) / det, (depth_b * a.x - depth_a * b.x) / det};
            double length = cr_length(t);
            if (length < least && depth_after(list, t.x, t.y) <= tolerance) least = length;
        }
    }
    return least;
}

/// Copies the contacts, but of each tie only one: digits of `choice` select it. Returns the digits left over: 0 if the
/// choice exists.
static int choose_ways(const depth_list *list, int choice, depth_list *chosen) {
    chosen->count = 0;
    for (int i = 0, end; i < list->count; i = end) {
        for (end = i + 1;
             end < list->count && list->contact[i].tie != 0 && list->contact[end].tie == list->contact[i].tie;)
            ++end;
        chosen->contact[chosen->count++] = list->contact[i + choice % (end - i)];
        choice /= end - i;
    }
    return choice;
}

/// The limit of a translation: the least of all choices between equally short translations out of an obstacle. With a
/// single choice, rounding would decide.
static double depth_of_choices(const depth_list *list, double tolerance) {
    double least = HUGE_VAL;
    depth_list chosen;
    for (int choice = 0; list->all && choose_ways(list, choice, &chosen) == 0; ++choice) {
        double together = choice < DEPTH_CHOICES ? depth_of_all(&chosen, tolerance) : HUGE_VAL;
        if (!(together < HUGE_VAL && together > list->deepest)) return list->deepest;
        if (together < least) least = together;
    }
    return least < HUGE_VAL ? least : list->deepest;
}

/// Keeps the contact of one part of the shape with one obstacle, without translation.
static void keep_contact(cr_push_search *p, const cr_core *shape, const carom_scene_obstacle *obstacle,
                         depth_list *list) {
    int before = p->zones.count;
    cr_core core;
    if (!cr_push_add_zone(p, shape, obstacle) || p->zones.count == before) return;
    const cr_zone *zone = &p->zones.zone[before];
    if (zone->kind != CR_ZONE_ONE_WAY)
        keep_zone_contact(p, list, zone, cr_core_of(&obstacle->shape, &core) && cr_facing(shape, &core));
    cr_zones_drop_last(&p->zones);
}

double cr_penetration_depth(cr_push_search *p) {
    carom_scene_obstacle near[CR_PUSH_OBSTACLES];
    depth_list list = {.all = true};
    p->part = (cr_translations){{0, 0}, {0, 0}};
    int found = cr_obstacles_in(p->scene, cr_push_bounds(p), near, CR_PUSH_OBSTACLES);
    cr_zones_clear(&p->zones, p->tolerance);
    for (int k = 0; k < cr_parts_of(p->placed); ++k) {
        cr_core shape;
        if (!cr_core_of(cr_part_of(p->placed, k), &shape)) continue;
        for (int i = 0; i < found && i < CR_PUSH_OBSTACLES; ++i) keep_contact(p, &shape, &near[i], &list);
    }
    return depth_of_choices(&list, CR_PUSH_TOUCHING * p->largest);
}
