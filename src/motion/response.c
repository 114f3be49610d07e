// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Responses to contacts: of one mover at one or several surfaces, and of two movers.
#include "motion/response.h"

#include "base/vec.h"
#include "geom/predicate.h"

#include <float.h>
#include <math.h>

/// Of the velocity: rounding remainder of the motion along a surface that a mover sticks to.
#define STICKING 0x1p-20
/// Of the velocity: the speed of a receding surface that rounding explains.
#define RECEDING 0x1p-16
/// Of the velocities: the speed at which a mover could retreat from another, unless surfaces hold it from behind.
#define RETREAT 4

/// Of two unit normals: a surface pushes in a direction if its normal has more than this share in it.
#define ALONG_PUSH 0x1p-10

#define SAME_CORNER                                                                                                    \
    (1.0f / 65536) // of the coordinates, a few hundred ulp: a mover that advances by less from contact
                   // to contact, as into a wedge, is still in the same corner

cr_response_state cr_response_begin(carom_vec2 velocity) {
    cr_response_state state; // the normals are set as they come
    state.velocity = state.wanted = velocity;
    state.corner = (carom_vec2){0, 0};
    state.reach = 0;
    state.count = state.leans = 0;
    state.moving = false;
    return state;
}

static bool is_finite_and_not_negative(float x) {
    return x >= 0 && isfinite(x);
}

const char *cr_response_fault(const carom_response *response) {
    if (response->kind < CAROM_RESPONSE_STOP || response->kind > CAROM_RESPONSE_PASS) return "response.kind";
    if (!is_finite_and_not_negative(response->restitution)) return "response.restitution";
    if (!is_finite_and_not_negative(response->friction)) return "response.friction";
    return isfinite(response->surface_speed) ? NULL : "response.surface_speed";
}

bool cr_material_check(const carom_material *material) {
    return isfinite(material->restitution) && isfinite(material->friction) && isfinite(material->surface_speed);
}

static float sum_at_least_zero(float a, float b) {
    float sum = a + b;
    return sum < 0 ? 0 : sum > FLT_MAX ? FLT_MAX : sum;
}

/// A bounce without restitution is a slide, and a slide on a surface with restitution is a bounce.
static void choose_kind(carom_response *response) {
    if (response->kind == CAROM_RESPONSE_SLIDE || response->kind == CAROM_RESPONSE_BOUNCE)
        response->kind = response->restitution > 0 ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_SLIDE;
}

carom_response cr_response_on(const carom_response *response, const carom_material *material) {
    carom_response out = *response;
    if (out.kind == CAROM_RESPONSE_SLIDE) out.restitution = 0;
    out.restitution = sum_at_least_zero(out.restitution, material->restitution);
    out.friction = sum_at_least_zero(out.friction, material->friction);
    out.surface_speed += material->surface_speed;
    if (!isfinite(out.surface_speed)) out.surface_speed = 0;
    choose_kind(&out);
    return out;
}

carom_response cr_response_by_rule(const carom_response *response, const carom_rule_contact *contact,
                                   carom_contact_rule *rule, void *user_data) {
    carom_response ruled = *response;
    rule(contact, &ruled, user_data);
    if (cr_response_fault(&ruled)) return *response;
    if (ruled.kind == CAROM_RESPONSE_SLIDE) ruled.restitution = 0;
    choose_kind(&ruled);
    return ruled;
}

static bool is_same_corner(const cr_response_state *state, carom_vec2 a) {
    carom_vec2 b = state->corner;
    float size = fabsf(a.x) + fabsf(a.y) + state->reach;
    return fabsf(a.x - b.x) + fabsf(a.y - b.y) <= size * SAME_CORNER;
}

static void forget_corner(cr_response_state *state) {
    state->count = state->leans = 0;
    state->moving = false;
}

static void drop_normal(cr_response_state *state, int which) {
    for (int i = which + 1; i < state->count; ++i) {
        state->normals[i - 1] = state->normals[i];
        state->speeds[i - 1] = state->speeds[i];
        state->owners[i - 1] = state->owners[i];
    }
    --state->count;
}

void cr_response_forget(cr_response_state *state, uint32_t owner) {
    state->moving = false;
    for (int i = state->count - 1; i >= 0; --i) {
        if (state->owners[i] == owner) {
            drop_normal(state, i);
        } else {
            state->moving |= state->speeds[i] != 0;
        }
    }
}

static bool is_pushed(const cr_response_state *state, carom_vec2 at) {
    return state->moving && is_same_corner(state, at);
}

/// Returns true if the surfaces leave no velocity with this speed against a direction. `all`: surfaces at rest as well.
static bool hold_from_behind(const cr_response_state *state, carom_vec2 toward, float speed, bool all) {
    carom_vec2 normals[CR_RESPONSE_NORMALS + 1], kept;
    float speeds[CR_RESPONSE_NORMALS + 1];
    int count = 0;
    for (int i = 0; i < state->count; ++i) {
        if (!all && state->speeds[i] == 0) continue;
        normals[count] = state->normals[i];
        speeds[count++] = state->speeds[i];
    }
    normals[count] = (carom_vec2){-toward.x, -toward.y};
    speeds[count] = speed;
    return cr_slide_moving(state->velocity, normals, speeds, count, &kept) &&
           !cr_slide_moving(state->velocity, normals, speeds, count + 1, &kept);
}

bool cr_response_pushes(const cr_response_state *state, carom_vec2 at, carom_vec2 toward) {
    if (!is_pushed(state, at)) return false;
    float most = fabsf(state->velocity.x) + fabsf(state->velocity.y);
    for (int i = 0; i < state->count; ++i) {
        if (fabsf(state->speeds[i]) > most) most = fabsf(state->speeds[i]);
    }
    return hold_from_behind(state, toward, 0, true) || hold_from_behind(state, toward, RETREAT * most, false);
}

bool cr_response_can_stop(const cr_response_state *state, carom_vec2 toward) {
    return !hold_from_behind(state, toward, 0, true);
}

uint32_t cr_response_pushed_by(const cr_response_state *state, carom_vec2 at, carom_vec2 toward) {
    if (!is_pushed(state, at)) return CR_NO_OWNER;
    for (int i = 0; i < state->count; ++i) {
        if (state->speeds[i] > 0 && cr_dot(cr_widen(state->normals[i]), cr_widen(toward)) > ALONG_PUSH)
            return state->owners[i];
    }
    return CR_NO_OWNER;
}

/// Clamped to the range of float: the speed of a diagonal velocity can exceed FLT_MAX.
static float speed_of_surface(const cr_surface *surface) {
    return cr_rounded_float(cr_dot(cr_widen(surface->velocity), cr_widen(surface->normal)));
}

static void add_normal_at(cr_response_state *state, carom_vec2 at, carom_vec2 normal) {
    if (!is_same_corner(state, at)) forget_corner(state);
    state->corner = at;
    if (state->count == CR_RESPONSE_NORMALS) drop_normal(state, 0);
    state->speeds[state->count] = 0;
    state->owners[state->count] = CR_NO_OWNER;
    state->normals[state->count++] = normal;
}

static void add_surface_at(cr_response_state *state, carom_vec2 at, const cr_surface *surface) {
    add_normal_at(state, at, surface->normal);
    state->speeds[state->count - 1] = speed_of_surface(surface);
    state->owners[state->count - 1] = surface->owner;
    state->moving |= state->speeds[state->count - 1] != 0;
}

void cr_response_lead(cr_response_state *state, carom_vec2 at, const cr_surface *surface) {
    add_surface_at(state, at, surface);
    state->velocity = state->wanted = surface->velocity;
}

static carom_vec2 unit_direction(carom_vec2 v) {
    double length = cr_length(cr_widen(v));
    return (carom_vec2){(float)((double)v.x / length), (float)((double)v.y / length)};
}

/// Slides along all surfaces, and never against the initial direction.
static carom_vec2 slide_at_corner(const cr_response_state *state, const carom_vec2 *normals, int count) {
    carom_vec2 limits[CR_RESPONSE_SURFACES + 1];
    for (int i = 0; i < count; ++i) limits[i] = normals[i];
    if (state->wanted.x != 0 || state->wanted.y != 0) limits[count++] = unit_direction(state->wanted);
    return carom_slide(state->velocity, limits, count);
}

static carom_vec2 subtract_velocity(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x - b.x, a.y - b.y};
}

static carom_vec2 add_velocity(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

/// The velocity at which a surface runs along itself.
static carom_vec2 running_velocity(const carom_response *response, carom_vec2 normal) {
    float speed = response->surface_speed;
    return speed == 0 ? (carom_vec2){0, 0} : (carom_vec2){-normal.y * speed, normal.x * speed};
}

/// Coulomb friction of a slide at a surface with a velocity: the speed along it, relative to it, decreases by at most
/// friction * the change of velocity. A mover that sticks gets exactly the velocity of the surface. Returns true if the
/// velocity changes.
static bool rub(cr_response_state *state, float friction, carom_vec2 before, const cr_surface *surface) {
    cr_vec2d slid = cr_widen(state->velocity), change = cr_subtract(slid, cr_widen(before));
    cr_vec2d along = {-(double)surface->normal.y, (double)surface->normal.x};
    double speed = cr_dot(cr_subtract(slid, cr_widen(surface->velocity)), along);
    double most = (double)friction * cr_length(change), lost = fabs(speed) < most ? fabs(speed) : most;
    if (lost == 0) return false;
    cr_vec2d left = cr_subtract(slid, cr_scale(along, speed < 0 ? -lost : lost));
    cr_vec2d off = cr_subtract(left, cr_widen(surface->velocity));
    bool sticks = cr_length(off) <= STICKING * (cr_length(change) + cr_length(cr_widen(surface->velocity)));
    state->velocity = sticks ? surface->velocity : cr_narrow(left);
    return true;
}

/// A slide along all surfaces, with friction at the one that the velocity approaches most.
static void slide_with_friction(cr_response_state *state, const carom_response *response, const carom_vec2 *normals,
                                int count) {
    carom_vec2 before = state->velocity;
    int most = response->friction > 0 ? cr_most_approached(before, normals, count) : -1;
    state->velocity = slide_at_corner(state, normals, count);
    if (most < 0) return;
    carom_vec2 running = running_velocity(response, normals[most]);
    if (!rub(state, response->friction, before, &(cr_surface){.normal = normals[most], .velocity = running})) return;
    if (count > 1) state->velocity = carom_slide(state->velocity, normals, count);
    if (running.x != 0 || running.y != 0) state->wanted = state->velocity;
}

/// Returns a velocity that has been changed in a frame. One that has not is returned without rounding.
static carom_vec2 out_of_frame(carom_vec2 velocity, carom_vec2 frame, carom_vec2 relative, carom_vec2 changed) {
    bool unchanged = changed.x == relative.x && changed.y == relative.y;
    return unchanged ? velocity : add_velocity(frame, changed);
}

static carom_vec2 bounce_off_running(carom_vec2 velocity, const carom_response *response, const carom_vec2 *normals,
                                     int count) {
    int most = cr_most_approached(velocity, normals, count);
    carom_vec2 running = most < 0 ? (carom_vec2){0, 0} : running_velocity(response, normals[most]);
    carom_vec2 relative = subtract_velocity(velocity, running);
    carom_vec2 back = cr_bounce_off(relative, normals, count, response->restitution, response->friction);
    return out_of_frame(velocity, running, relative, back);
}

/// Responds to several surfaces at once; `out` points away from all of them. What passes a surface is not responded to.
static void apply_response(cr_response_state *state, const carom_response *response, const carom_vec2 *normals,
                           int count, carom_vec2 out) {
    carom_vec2 before = state->velocity;
    switch (response->kind) {
    case CAROM_RESPONSE_STOP: state->velocity = (carom_vec2){0, 0}; return;
    case CAROM_RESPONSE_SLIDE: slide_with_friction(state, response, normals, count); break;
    case CAROM_RESPONSE_BOUNCE: state->velocity = bounce_off_running(before, response, normals, count); break;
    case CAROM_RESPONSE_PASS: return;
    }
    // The velocity does not approach the float normal, but the surface has stopped it: the normal is off by less than
    // an ulp. Lean away, by twice as much each time, until the motion is free.
    bool unchanged = state->velocity.x == before.x && state->velocity.y == before.y;
    if (unchanged) state->velocity = cr_lean(before, out, state->leans++);
}

/// The response to the surface that was added last.
static void respond_at_rest(cr_response_state *state, const carom_response *response, carom_vec2 normal) {
    bool slides = response->kind == CAROM_RESPONSE_SLIDE;
    apply_response(state, response, slides ? state->normals : &normal, slides ? state->count : 1, normal);
}

void cr_response_contact(cr_response_state *state, const carom_response *response, carom_vec2 at, carom_vec2 normal) {
    add_normal_at(state, at, normal);
    respond_at_rest(state, response, normal);
}

void cr_response_contacts(cr_response_state *state, const carom_response *response, carom_vec2 at,
                          const cr_surfaces *surfaces) {
    if (!is_same_corner(state, at)) state->leans = 0;
    state->corner = at;
    state->count = 0;
    state->moving = false;
    apply_response(state, response, surfaces->normals, surfaces->count, surfaces->out);
}

// ---- Moving surfaces ------------------------------------------------------------------------------------------------

/// The owner of the kept surface that opposes the last one most; CR_NO_OWNER if the last one is alone.
static uint32_t opposing_owner(const cr_response_state *state) {
    carom_vec2 last = state->normals[state->count - 1];
    uint32_t owner = CR_NO_OWNER;
    double least = HUGE_VAL;
    for (int i = 0; i + 1 < state->count; ++i) {
        double facing = cr_dot(cr_widen(state->normals[i]), cr_widen(last));
        if (facing >= least) continue;
        least = facing;
        owner = state->owners[i];
    }
    return owner;
}

/// Leans away from a surface in its frame, as apply_response does from one at rest.
static carom_vec2 lean_off(cr_response_state *state, carom_vec2 velocity, const cr_surface *surface) {
    double size = cr_length(cr_widen(velocity)) + cr_length(cr_widen(surface->velocity));
    int times = state->leans++;
    double push = CR_LEAN * (double)(1 << (times < CR_MAX_LEANS ? times : CR_MAX_LEANS)) * size;
    return cr_narrow(cr_add(cr_widen(velocity), cr_scale(cr_widen(surface->normal), push)));
}

static bool slide_at_moving_corner(cr_response_state *state, uint32_t *against) {
    carom_vec2 left;
    if (cr_slide_moving(state->velocity, state->normals, state->speeds, state->count, &left)) {
        state->velocity = left;
        return true;
    }
    *against = opposing_owner(state);
    state->velocity = (carom_vec2){0, 0};
    return false;
}

static bool is_zero_velocity(carom_vec2 v) {
    return v.x == 0 && v.y == 0;
}

/// Friction at a moving surface, unless the other surfaces of the corner would then be approached.
static void rub_in_moving_corner(cr_response_state *state, const carom_response *response, carom_vec2 before,
                                 const cr_surface *surface) {
    cr_surface running = *surface;
    running.velocity = add_velocity(surface->velocity, running_velocity(response, surface->normal));
    carom_vec2 slid = state->velocity, held;
    if (response->friction == 0 || !rub(state, response->friction, before, &running)) return;
    bool holds = cr_slide_moving(state->velocity, state->normals, state->speeds, state->count, &held);
    state->velocity = holds ? held : slid;
}

/// carom_bounce in the frame of a surface. The restitution of a slide is 0.
static carom_vec2 bounce_in_frame(carom_vec2 velocity, const carom_response *response, const cr_surface *surface) {
    carom_vec2 frame = add_velocity(surface->velocity, running_velocity(response, surface->normal));
    carom_vec2 relative = subtract_velocity(velocity, frame);
    float restitution = response->kind == CAROM_RESPONSE_BOUNCE ? response->restitution : 0;
    carom_vec2 back = carom_bounce(relative, surface->normal, restitution, response->friction);
    return out_of_frame(velocity, frame, relative, back);
}

bool cr_response_surface(cr_response_state *state, const carom_response *response, carom_vec2 at,
                         const cr_surface *surface, uint32_t *against) {
    if (is_zero_velocity(surface->velocity) && !is_pushed(state, at)) {
        add_surface_at(state, at, surface);
        respond_at_rest(state, response, surface->normal);
        return true;
    }
    carom_vec2 before = state->velocity, velocity = surface->velocity;
    add_surface_at(state, at, surface);
    if (response->kind == CAROM_RESPONSE_BOUNCE) {
        state->velocity = bounce_in_frame(before, response, surface);
    } else {
        if (response->kind == CAROM_RESPONSE_STOP) state->velocity = velocity;
        if (!slide_at_moving_corner(state, against)) return false;
        if (response->kind == CAROM_RESPONSE_SLIDE) rub_in_moving_corner(state, response, before, surface);
    }
    bool unchanged = state->velocity.x == before.x && state->velocity.y == before.y;
    if (unchanged) state->velocity = lean_off(state, before, surface);
    state->wanted = state->velocity;
    return true;
}

// ---- Two movers -----------------------------------------------------------------------------------------------------

/// The velocity of a mover after the contact, relative to the mean velocity of the pair. In that frame the other mover
/// is a wall at rest.
static carom_vec2 after_exchange(const carom_response *response, carom_vec2 velocity, carom_vec2 normal) {
    return bounce_in_frame(velocity, response, &(cr_surface){.normal = normal});
}

/// Removes the velocity into the surfaces that a sliding mover touches in this corner. Returns true if there was any.
static bool hold_at_walls(const cr_response_mover *m) {
    cr_response_state *state = m->state;
    if (m->response->kind != CAROM_RESPONSE_SLIDE || state->count == 0 || !is_same_corner(state, m->at)) return false;
    carom_vec2 held;
    if (!state->moving) {
        held = carom_slide(state->velocity, state->normals, state->count);
    } else if (!cr_slide_moving(state->velocity, state->normals, state->speeds, state->count, &held)) {
        return false;
    }
    bool changed = held.x != state->velocity.x || held.y != state->velocity.y;
    state->velocity = held;
    return changed;
}

/// Returns true if a surface moves away, by more than rounding.
static bool recedes(carom_vec2 velocity, carom_vec2 normal) {
    cr_vec2d v = cr_widen(velocity);
    return cr_dot(v, cr_widen(normal)) < -RECEDING * cr_length(v);
}

/// Removes all approach to a mover that is held at a wall. It acts as a wall at rest from now on, unless it recedes.
static void yield_to(const cr_response_mover *m, const cr_response_mover *other, carom_vec2 normal) {
    carom_vec2 velocity = other->state->velocity;
    if (m->share == 1) { // cannot be pushed: gives up its own approach only
        m->state->velocity = carom_slide(m->state->velocity, &normal, 1);
        return;
    }
    carom_vec2 relative = carom_slide(subtract_velocity(m->state->velocity, velocity), &normal, 1);
    m->state->velocity = add_velocity(velocity, relative);
    if (recedes(velocity, normal)) return;
    cr_surface surface = {.normal = normal, .owner = other->owner};
    add_surface_at(m->state, m->at, &surface);
}

/// Exact in double before the last rounding; of equal shares, half the sum of two floats.
static carom_vec2 weighted_sum(carom_vec2 a, double of_a, carom_vec2 b, double of_b) {
    return (carom_vec2){(float)((double)a.x * of_a + (double)b.x * of_b),
                        (float)((double)a.y * of_a + (double)b.y * of_b)};
}

void cr_response_pair(const cr_response_mover *a, const cr_response_mover *b, carom_vec2 normal) {
    carom_vec2 old_a = a->state->velocity, old_b = b->state->velocity;
    carom_vec2 reverse = {-normal.x, -normal.y};
    carom_vec2 mean = weighted_sum(old_a, a->share, old_b, b->share);
    carom_vec2 of_a = weighted_sum(old_a, b->share, old_b, -b->share);
    carom_vec2 of_b = weighted_sum(old_b, a->share, old_a, -a->share);
    carom_vec2 after_a = after_exchange(a->response, of_a, normal);
    carom_vec2 after_b = after_exchange(b->response, of_b, reverse);
    a->state->velocity = add_velocity(mean, after_a);
    b->state->velocity = add_velocity(mean, after_b);
    bool unchanged = after_a.x == of_a.x && after_a.y == of_a.y && after_b.x == of_b.x && after_b.y == of_b.y;
    if (unchanged) { // as in apply_response
        a->state->velocity = cr_lean(old_a, normal, a->state->leans++);
        b->state->velocity = cr_lean(old_b, reverse, b->state->leans++);
    }
    if (a->state->moving) cr_response_forget(a->state, b->owner);
    if (b->state->moving) cr_response_forget(b->state, a->owner);
    bool a_held = hold_at_walls(a), b_held = hold_at_walls(b);
    if (b_held) {
        yield_to(a, b, normal);
    } else if (a_held) {
        yield_to(b, a, reverse);
    }
    a->state->wanted = a->state->velocity;
    b->state->wanted = b->state->velocity;
}
