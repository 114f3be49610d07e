// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom_move_turning: path segments from contact to contact. At each, the turn stops if it brings the contact closer,
// and the velocity responds as that of a shape without a turn.
#include "base/rotation.h"
#include "geom/predicate.h"
#include "motion/response.h"

/// Of the speed of a contact by the turn: a share along the normal that is smaller is its rounding.
#define TURNS_ALONG 0x1p-16

typedef struct turner {
    const carom_scene *scene;
    const carom_shape *shape;
    const carom_response *response;
    double time_left;                         ///< fraction of the call
    carom_vec2 normals[CAROM_MOVE_MAX_CASTS]; ///< of the contacts at this position
    int count;
    carom_scene_turning_hit *contacts;
    int capacity;
    carom_turning_motion now;
} turner;

static double speed_to(carom_vec2 v, carom_vec2 normal) {
    return (double)v.x * (double)normal.x + (double)v.y * (double)normal.y;
}

static float share(float x, double of) {
    return (float)((double)x * of);
}

static carom_turning segment_left(const turner *m) {
    const carom_turning_motion *now = &m->now;
    return (carom_turning){now->pose,
                           {share(now->velocity.x, m->time_left), share(now->velocity.y, m->time_left)},
                           share(now->spin, m->time_left)};
}

static void report_turn(turner *m, carom_scene_turning_hit *hit) {
    hit->turning.t = cr_float_down(1 - m->time_left);
    if (m->now.contacts < m->capacity) m->contacts[m->now.contacts] = *hit;
    ++m->now.contacts;
}

/// The response to a hit, with the material of the surface.
static carom_response response_to_turn(const turner *m, const carom_scene_turning_hit *hit) {
    carom_scene_hit plain = {.owner = hit->owner, .one_way = hit->one_way, .level = hit->level};
    plain.sweep = (carom_sweep_hit){.hit = true,
                                    .normal = hit->turning.normal,
                                    .point = hit->turning.point,
                                    .feature = hit->turning.feature,
                                    .part_a = hit->turning.part_a,
                                    .part_b = hit->turning.part_b};
    carom_surface surface = {.level = hit->owner ? -1 : hit->level};
    if (m->scene->surface) m->scene->surface(m->scene->self, &plain, &surface);
    if (!cr_material_check(&surface.material)) surface.material = (carom_material){0};
    return cr_response_on(m->response, &surface.material);
}

/// Sets the velocity and the spin after a contact. `turning` is the velocity of the contact by the turn alone, per
/// call.
static void respond_to_turn(turner *m, const carom_response *response, carom_vec2 normal, carom_vec2 turning) {
    carom_vec2 *v = &m->now.velocity;
    double by_turn = speed_to(turning, normal), by_move = speed_to(*v, normal);
    double speed = fabs((double)turning.x) + fabs((double)turning.y);
    bool blocked = by_turn < -TURNS_ALONG * speed || by_move >= 0;
    if (blocked) {
        m->now.spin = 0;
        m->now.blocked = true;
    }
    if (response->kind == CAROM_RESPONSE_STOP) {
        *v = (carom_vec2){0, 0};
        m->now.spin = 0;
        return;
    }
    bool bounces = response->kind == CAROM_RESPONSE_BOUNCE && response->restitution > 0;
    if (bounces || response->friction > 0) {
        // The contact approaches at the speed of both; a turn that goes on separates it.
        double total = by_turn + by_move;
        carom_vec2 meeting = cr_rounded((double)v->x + (double)normal.x * (total - by_move),
                                        (double)v->y + (double)normal.y * (total - by_move));
        *v = carom_bounce(meeting, normal, bounces ? response->restitution : 0, response->friction);
    }
    *v = carom_slide(*v, m->normals, m->count);
}

/// Moves to the next contact and responds to it. Returns false at the end of the motion.
static bool turn_segment(turner *m) {
    carom_turning motion = segment_left(m);
    carom_scene_turning_hit hit = m->scene->sweep_turning(m->scene->self, m->shape, &motion);
    ++m->now.casts;
    if (hit.turning.inside) {
        m->now.inside = m->now.casts == 1;
        report_turn(m, &hit);
        return false;
    }
    m->now.pose = hit.turning.at;
    if (!hit.turning.hit) {
        m->time_left = 0;
        return false;
    }
    if (hit.turning.t > 0) m->count = 0;
    double per_call = 1 / m->time_left;
    carom_vec2 moved = motion.move, contact = hit.turning.velocity;
    carom_vec2 turning =
        cr_rounded(((double)contact.x - (double)moved.x) * per_call, ((double)contact.y - (double)moved.y) * per_call);
    hit.turning.velocity = cr_rounded((double)contact.x * per_call, (double)contact.y * per_call);
    m->time_left *= 1 - (double)hit.turning.t;
    report_turn(m, &hit);
    m->normals[m->count++] = hit.turning.normal;
    carom_response response = response_to_turn(m, &hit);
    respond_to_turn(m, &response, hit.turning.normal, turning);
    return m->now.velocity.x != 0 || m->now.velocity.y != 0 || m->now.spin != 0;
}

static void turn_through(turner *m) {
    carom_turning motion = segment_left(m);
    carom_scene_turning_hit hit = m->scene->sweep_turning(m->scene->self, m->shape, &motion);
    ++m->now.casts;
    if (hit.turning.hit) {
        m->time_left = 1 - (double)hit.turning.t;
        report_turn(m, &hit);
    }
    m->now.pose = carom_turning_pose(&motion, 1);
    m->time_left = 0;
}

carom_turning_motion carom_move_turning(const carom_scene *scene, const carom_shape *shape,
                                        const carom_turning_motion *start, const carom_response *response,
                                        carom_scene_turning_hit *contacts, int capacity) {
    turner m = {.scene = scene,
                .shape = shape,
                .response = response,
                .time_left = 1,
                .contacts = contacts,
                .capacity = capacity,
                .now = {.pose = start->pose, .velocity = start->velocity, .spin = start->spin}};
    bool valid = cr_pose_is_finite(start->pose) && isfinite(start->velocity.x) && isfinite(start->velocity.y) &&
                 fabsf(start->spin) <= CAROM_MAX_TURN;
    if (!valid || !scene->sweep_turning) return (carom_turning_motion){.pose = start->pose};
    if (response->kind == CAROM_RESPONSE_PASS) {
        turn_through(&m);
    } else {
        while (m.now.casts < CAROM_MOVE_MAX_CASTS && turn_segment(&m)) {
        }
    }
    m.now.t = cr_float_down(1 - m.time_left);
    return m.now;
}
