// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom_move: a bounded number of path segments, each of a sweep, a clear position, and the response to the contacts
// there.
#include "geom/predicate.h"
#include "motion/clear_position.h"
#include "motion/compound.h"
#include "motion/contact_normals.h"
#include "motion/free_axis.h"
#include "motion/obstacles.h"
#include "motion/remainder.h"
#include "motion/response.h"

/// A scene without the owners that the rule has let pass.
typedef struct past_scene {
    const carom_scene *base;
    uint64_t passed[CAROM_MOVE_MAX_PASSED];
    int count;
} past_scene;

typedef struct mover {
    const carom_scene *scene; ///< that of the caller, or `past`
    carom_scene past_scene;
    past_scene past;
    const carom_shape *shape;
    const carom_move_rule *rule;
    carom_response response; ///< to the last hit
    cr_response_state state;
    carom_vec2 at;
    carom_vec2 at_hit;                            ///< the position of the last hit
    carom_vec2 hit_normals[CAROM_MOVE_MAX_CASTS]; ///< normals of the hits at that position
    carom_vec2 repeated[CAROM_MOVE_MAX_CASTS];    ///< those of them that were hit more than once
    int hit_count, repeated_count;
    double time_left;   ///< fraction of the call that is left
    carom_vec2 carried; ///< remainder of the last call, on the axes where the displacement is slow; 0 after a change
    carom_vec2 move;    ///< the displacement that is left
    cr_vec2d end;       ///< where it leads, see free_axis.h
    carom_scene_hit *contacts;
    int capacity;
    carom_motion result;
} mover;

// ---- Obstacles that are passed --------------------------------------------------------------------------------------

static bool is_past(const past_scene *past, uint64_t owner) {
    for (int i = 0; i < past->count; ++i) {
        if (past->passed[i] == owner) return true;
    }
    return false;
}

static carom_scene_hit sweep_past(const void *self, const carom_shape *shape, carom_vec2 move) {
    const past_scene *past = self;
    return past->base->sweep_past(past->base->self, shape, move, past->passed, past->count);
}

/// If there are more than fit, the places of the passed ones become empty: the rest is not known.
static int contacts_past(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const past_scene *past = self;
    int found = past->base->contacts(past->base->self, shape, out, capacity), kept = 0;
    int written = found < capacity ? found : capacity;
    for (int i = 0; i < written; ++i) {
        if (!is_past(past, out[i].owner)) out[kept++] = out[i];
    }
    if (found <= capacity) return kept;
    while (kept < capacity) out[kept++] = (carom_scene_contact){.shape = {.kind = CAROM_SHAPE_NONE}};
    return found;
}

static bool solid_past(const void *self, carom_vec2 point) {
    const past_scene *past = self;
    return past->base->solid && past->base->solid(past->base->self, point);
}

/// The scene without an owner from now on. Returns false if no more owners can be passed.
static bool pass_owner(mover *m, uint64_t owner) {
    if (!m->past.base->sweep_past || m->past.count == CAROM_MOVE_MAX_PASSED) return false;
    m->past.passed[m->past.count++] = owner;
    m->past_scene =
        (carom_scene){.self = &m->past, .sweep = sweep_past, .contacts = contacts_past, .solid = solid_past};
    m->scene = &m->past_scene;
    return true;
}

// ---- Responses ------------------------------------------------------------------------------------------------------

/// The response to a hit at a time of the call, from that of the shape, the material of the surface, and the rule.
static carom_response response_to(const mover *m, const carom_scene_hit *hit, double t) {
    const carom_scene *scene = m->past.base;
    const carom_move_rule *rule = m->rule;
    carom_surface surface = {.level = hit->owner ? -1 : hit->level};
    if (scene->surface) scene->surface(scene->self, hit, &surface);
    if (!cr_material_check(&surface.material)) surface.material = (carom_material){0};
    carom_response response = cr_response_on(&rule->response, &surface.material);
    if (rule->rule) {
        carom_vec2 velocity = m->state.velocity, normal = hit->sweep.normal;
        carom_rule_contact contact = {.mover = rule->mover,
                                      .mover_tag = rule->mover_tag,
                                      .other = hit->owner,
                                      .surface = surface,
                                      .edge = hit->owner ? -1 : hit->sweep.part_b,
                                      .one_way = hit->one_way,
                                      .t = cr_float_down(t),
                                      .approach = -(velocity.x * normal.x + velocity.y * normal.y),
                                      .point = hit->sweep.point,
                                      .normal = normal,
                                      .velocity = velocity};
        response = cr_response_by_rule(&response, &contact, rule->rule, rule->user_data);
    }
    response.surface_speed *= rule->dt;
    return response;
}

/// Asks the rule about the obstacles that are touched beside the hit. If they pass, they must not stop the shape.
static void pass_touched(mover *m, carom_vec2 at, uint64_t hit_owner, double t) {
    carom_scene_contact near[CR_OBSTACLES];
    cr_placed placed;
    if (!m->rule->rule || !m->past.base->sweep_past) return;
    int found = cr_obstacles_near(m->scene, cr_place_shape(&placed, m->shape, at), 0, near);
    for (int i = 0; i < found; ++i) {
        const carom_contact_points *contact = &near[i].contact;
        carom_vec2 v = m->state.velocity, normal = contact->normal;
        bool closing = (double)v.x * (double)normal.x + (double)v.y * (double)normal.y < 0;
        if (!closing || near[i].owner == 0 || near[i].owner == hit_owner || is_past(&m->past, near[i].owner)) continue;
        carom_scene_hit hit = {.owner = near[i].owner, .one_way = near[i].one_way};
        hit.sweep = (carom_sweep_hit){.hit = true, .normal = normal, .point = contact->points[0]};
        hit.sweep.part_b = contact->part_b;
        if (response_to(m, &hit, t).kind == CAROM_RESPONSE_PASS) pass_owner(m, hit.owner);
    }
}

/// Puts a shape into a one-way edge that it touches, so deep that it does not rest on it. Returns false if something
/// else is there.
static bool enter_one_way(mover *m, const carom_scene_hit *hit) {
    cr_resting r = {m->scene, m->shape, m->at};
    return m->response.kind == CAROM_RESPONSE_PASS && hit->owner == 0 && hit->one_way &&
           cr_enter_one_way(&r, hit->sweep.normal, &m->at);
}

// ---- Path segments --------------------------------------------------------------------------------------------------

/// The displacement by the velocity in the time that is left, with the remainder of the last call.
static carom_vec2 displacement_left(const mover *m) {
    return (carom_vec2){(float)(((double)m->state.velocity.x + (double)m->carried.x) * m->time_left),
                        (float)(((double)m->state.velocity.y + (double)m->carried.y) * m->time_left)};
}

/// True for an axis that a response to some surfaces has not changed.
static bool is_free_axis(const cr_surfaces *surfaces, carom_vec2 before, carom_vec2 after, bool x) {
    if (x ? before.x != after.x : before.y != after.y) return false;
    for (int i = 0; i < surfaces->count; ++i) {
        carom_vec2 normal = surfaces->normals[i];
        bool approached = (double)before.x * (double)normal.x + (double)before.y * (double)normal.y < 0;
        if (approached && (x ? normal.x : normal.y) != 0) return false;
    }
    return true;
}

/// Goes on from a contact. One that the shape passes changes no axis if its normal faces one.
static void go_on(mover *m, const cr_surfaces *surfaces, carom_vec2 before, carom_vec2 normal) {
    carom_vec2 v = m->state.velocity;
    bool faces_axis = normal.x == 0 || normal.y == 0, any = !surfaces->passes || faces_axis;
    cr_axis_after x = {.at = m->at.x, .whole = v.x, .free = any && is_free_axis(surfaces, before, v, true)};
    cr_axis_after y = {.at = m->at.y, .whole = v.y, .free = any && is_free_axis(surfaces, before, v, false)};
    if (v.x != before.x) m->carried.x = 0;
    if (v.y != before.y) m->carried.y = 0;
    carom_vec2 move = displacement_left(m);
    x.move = move.x;
    y.move = move.y;
    m->move = (carom_vec2){cr_left_on_axis(&x, &m->end.x), cr_left_on_axis(&y, &m->end.y)};
}

static void report_contact(mover *m, carom_scene_hit hit) {
    hit.sweep.t = cr_float_down(1 - m->time_left);
    if (m->result.contacts < m->capacity) m->contacts[m->result.contacts] = hit;
    ++m->result.contacts;
}

static bool has_normal(const carom_vec2 *normals, int count, carom_vec2 normal) {
    for (int i = 0; i < count; ++i) {
        if (normals[i].x == normal.x && normals[i].y == normal.y) return true;
    }
    return false;
}

/// Keeps the normal of a hit. A normal that is hit again at the same position must be respected by the response.
static void add_hit_normal(mover *m, const carom_shape *there, carom_vec2 at, carom_vec2 normal) {
    if (!cr_is_same_position(there, at, m->at_hit)) m->hit_count = m->repeated_count = 0;
    if (has_normal(m->hit_normals, m->hit_count, normal) && !has_normal(m->repeated, m->repeated_count, normal)) {
        m->repeated[m->repeated_count++] = normal;
    }
    m->hit_normals[m->hit_count++] = normal;
}

/// Moves to a position, unless that moves back. A clear position can be an ulp behind the start.
static void move_to(mover *m, carom_vec2 end, carom_vec2 move) {
    carom_vec2 forward = m->response.kind == CAROM_RESPONSE_SLIDE ? m->state.wanted : move;
    double x = (double)end.x - (double)m->at.x;
    double y = (double)end.y - (double)m->at.y;
    if (x * (double)forward.x + y * (double)forward.y >= 0) m->at = end;
}

static bool approaches_any(carom_vec2 velocity, const cr_surfaces *surfaces) {
    for (int i = 0; i < surfaces->count; ++i) {
        carom_vec2 normal = surfaces->normals[i];
        if ((double)velocity.x * (double)normal.x + (double)velocity.y * (double)normal.y < 0) return true;
    }
    return false;
}

/// Reports the other contacts at the position of a hit, if a response to the first alone would approach them.
static void report_others(mover *m, const cr_surfaces *surfaces, carom_vec2 normal) {
    carom_vec2 normals[CAROM_MOVE_MAX_CASTS] = {normal};
    cr_placed placed;
    const carom_shape *here = cr_place_shape(&placed, m->shape, m->at);
    for (int count = 1; count < CAROM_MOVE_MAX_CASTS; ++count) {
        carom_vec2 left = carom_slide(m->state.velocity, normals, count);
        if (!approaches_any(left, surfaces)) return;
        carom_scene_hit hit = m->scene->sweep(m->scene->self, here, left);
        double t = (double)hit.sweep.t;
        carom_vec2 there = cr_rounded((double)m->at.x + t * (double)left.x, (double)m->at.y + t * (double)left.y);
        bool touched = hit.sweep.hit && !hit.sweep.inside && cr_is_same_position(here, m->at, there);
        if (!touched || has_normal(normals, count, hit.sweep.normal)) return;
        hit.sweep.at = m->at;
        report_contact(m, hit);
        normals[count] = hit.sweep.normal;
    }
}

/// Moves to a hit, and responds to all surfaces touched there.
static void stop_at_hit(mover *m, carom_scene_hit *hit, cr_surfaces *surfaces) {
    carom_vec2 move = m->move, at = cr_contact_position(m->shape, m->at, move, &hit->sweep);
    pass_touched(m, at, hit->owner, 1 - m->time_left * (1 - (double)hit->sweep.t));
    cr_placed placed;
    add_hit_normal(m, cr_place_shape(&placed, m->shape, at), at, hit->sweep.normal);
    cr_touched_surfaces(&(cr_resting){m->scene, m->shape, at}, hit, m->state.velocity, m->repeated, m->repeated_count,
                        surfaces);
    const cr_resting before = {m->scene, m->shape, m->at};
    move_to(m, cr_stop_among(&before, move, &hit->sweep, surfaces->limits, surfaces->limit_count), move);
    m->at_hit = m->at;
    m->time_left *= 1 - (double)hit->sweep.t;
    hit->sweep.at = m->at;
    report_contact(m, *hit);
    if (enter_one_way(m, hit)) return;
    if (surfaces->passes) return;
    if (m->response.kind == CAROM_RESPONSE_PASS) m->response.kind = CAROM_RESPONSE_SLIDE;
    report_others(m, surfaces, hit->sweep.normal);
    cr_response_contacts(&m->state, &m->response, m->at, surfaces);
}

/// Returns the first hit that the rule does not let pass, and reports the others.
static carom_scene_hit sweep_to_response(mover *m) {
    double time_left = m->time_left;
    for (;;) {
        cr_placed here;
        carom_scene_hit hit = m->scene->sweep(m->scene->self, cr_place_shape(&here, m->shape, m->at), m->move);
        double t = 1 - time_left * (1 - (double)hit.sweep.t);
        if (hit.sweep.hit) m->response = response_to(m, &hit, t);
        if (!hit.sweep.hit || m->response.kind != CAROM_RESPONSE_PASS || hit.owner == 0 || !pass_owner(m, hit.owner))
            return hit;
        m->time_left = 1 - t;
        report_contact(m, hit);
        m->time_left = time_left;
    }
}

/// Moves to the next contact and responds to it. Returns false at the end of the motion.
static bool move_segment(mover *m) {
    carom_scene_hit hit = sweep_to_response(m);
    ++m->result.casts;
    if (!hit.sweep.hit) {
        move_to(m, cr_arrive(&(cr_resting){m->scene, m->shape, m->at}, m->end), m->move);
        m->time_left = 0;
        return false;
    }
    if (hit.sweep.inside) {
        m->result.inside = true;
        report_contact(m, hit);
        return false;
    }
    carom_vec2 before = m->state.velocity;
    cr_surfaces surfaces;
    stop_at_hit(m, &hit, &surfaces);
    go_on(m, &surfaces, before, hit.sweep.normal);
    return m->state.velocity.x != 0 || m->state.velocity.y != 0;
}

static void pass_through(mover *m) {
    carom_vec2 move = m->move;
    cr_placed here;
    carom_scene_hit hit = m->scene->sweep(m->scene->self, cr_place_shape(&here, m->shape, m->at), move);
    ++m->result.casts;
    if (hit.sweep.hit) {
        m->time_left = 1 - (double)hit.sweep.t;
        report_contact(m, hit);
    }
    m->at = cr_rounded(m->end.x, m->end.y);
    m->time_left = 0;
}

static float carried_on_axis(float at, float velocity, float remainder) {
    return isfinite(remainder) && cr_is_slow(at, velocity) ? remainder : 0;
}

/// The remainder on an axis, if no contact has changed the velocity there.
static float remainder_on_axis(float from, float velocity, float carried, float end, float velocity_left) {
    return velocity_left == velocity && cr_is_slow(from, velocity) ? cr_remainder_of(from, velocity + carried, end) : 0;
}

static carom_vec2 remainder_after(const mover *m, const carom_motion *start) {
    carom_vec2 v = m->state.velocity;
    return (carom_vec2){
        remainder_on_axis(start->at.x, start->velocity.x, m->carried.x, m->at.x, v.x),
        remainder_on_axis(start->at.y, start->velocity.y, m->carried.y, m->at.y, v.y),
    };
}

carom_motion carom_move_by_rule(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                                const carom_move_rule *rule, carom_scene_hit *contacts, int capacity) {
    carom_vec2 at = start->at, velocity = start->velocity;
    if (!cr_finite2(at) || !cr_finite2(velocity)) return (carom_motion){.at = at};
    mover m = {.scene = scene,
               .past = {.base = scene},
               .shape = shape,
               .rule = rule,
               .response = rule->response,
               .state = cr_response_begin(velocity),
               .at = at,
               .time_left = 1,
               .carried = {carried_on_axis(at.x, velocity.x, start->remainder.x),
                           carried_on_axis(at.y, velocity.y, start->remainder.y)},
               .contacts = contacts,
               .capacity = capacity};
    m.move = displacement_left(&m);
    m.end = cr_end_of(at, m.move);
    if (rule->response.kind == CAROM_RESPONSE_PASS) {
        pass_through(&m);
    } else if (cr_in_solid(scene, shape, at)) {
        m.result.inside = true;
    } else {
        while (m.result.casts < CAROM_MOVE_MAX_CASTS && move_segment(&m)) {
        }
    }
    m.result.at = m.at;
    m.result.velocity = m.state.velocity;
    m.result.remainder = m.result.inside ? (carom_vec2){0, 0} : remainder_after(&m, start);
    m.result.t = cr_float_down(1 - m.time_left);
    return m.result;
}

carom_motion carom_move(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                        const carom_response *response, carom_scene_hit *contacts, int capacity) {
    carom_move_rule rule = {.response = *response};
    return carom_move_by_rule(scene, shape, start, &rule, contacts, capacity);
}
