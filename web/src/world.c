// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Worlds and bodies from numbers, and lists of positions.
#include "scene.h"
#include "web.h"

/// A contact rule of JavaScript: what movers with tag `a` do at what has tag `b`. A member counts if its bit is set.
typedef struct web_rule {
    uint64_t a, b;
    uint32_t bits; ///< 1: a; 2: b, of a body; 4: any level; 8: edges with edge_tag; 16: normal
    int32_t edge_tag;
    carom_vec2 normal; ///< for contacts whose normal is within 45 degrees of it
    carom_response response;
} web_rule;

/// The first rule that matches decides.
typedef struct web_rules {
    uint32_t count, unused;
    web_rule list[];
} web_rules;
_Static_assert(offsetof(web_rules, list) == 8, "carom.js writes rules behind 8 bytes");

/// Sizes of structs and offsets of members, in the order of `WORLD_LAYOUT` in carom.js.
const uint16_t *WEB(world_layout)(void) {
    static const uint16_t layout[] = {
        sizeof(carom_event),
        offsetof(carom_event, kind),
        offsetof(carom_event, t),
        offsetof(carom_event, a),
        offsetof(carom_event, b),
        offsetof(carom_event, level),
        offsetof(carom_event, edge),
        offsetof(carom_event, point),
        offsetof(carom_event, normal),
        offsetof(carom_event, gone),
        sizeof(carom_pair),
        offsetof(carom_pair, a),
        offsetof(carom_pair, b),
        offsetof(carom_pair, level),
        offsetof(carom_pair, edge),
        offsetof(carom_pair, point),
        offsetof(carom_pair, normal),
        sizeof(carom_crush),
        offsetof(carom_crush, body),
        offsetof(carom_crush, by),
        offsetof(carom_crush, against),
        offsetof(carom_crush, level),
        sizeof(web_rule),
        offsetof(web_rule, a),
        offsetof(web_rule, b),
        offsetof(web_rule, bits),
        offsetof(web_rule, edge_tag),
        offsetof(web_rule, normal),
        offsetof(web_rule, response),
    };
    return layout;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static bool rule_matches(const web_rule *rule, const carom_rule_contact *c) {
    bool level = c->other == 0;
    if ((rule->bits & 1) && rule->a != c->mover_tag) return false;
    if ((rule->bits & 2) && (level || rule->b != c->surface.tag)) return false;
    if ((rule->bits & 12) && !level) return false;
    if ((rule->bits & 8) && rule->edge_tag != c->surface.edge_tag) return false;
    float along = c->normal.x * rule->normal.x + c->normal.y * rule->normal.y;
    float across = c->normal.x * rule->normal.y - c->normal.y * rule->normal.x;
    return !(rule->bits & 16) || (along > 0 && along >= (across < 0 ? -across : across));
}

static void apply_web_rules(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    const web_rules *rules = user_data;
    for (uint32_t i = 0; i < rules->count; i++) {
        if (!rule_matches(&rules->list[i], contact)) continue;
        *response = rules->list[i].response;
        return;
    }
}

/// `rules` must outlive the world; null: none.
carom_status WEB(world_make)(const carom_level *level, int bounces, float down_x, float down_y, web_rules *rules,
                             carom_world **out) {
    carom_world_desc desc = {.level = level, .bounces = bounces, .down = {down_x, down_y}, .user_data = rules};
    if (rules) desc.rule = apply_web_rules;
    return carom_world_make(&desc, out);
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

static carom_response response_of(int kind, const float *v) {
    return (carom_response){
        .kind = (carom_response_kind)kind, .restitution = v[4], .friction = v[5], .surface_speed = v[6]};
}

/// `v`: position, velocity, restitution, friction, surface speed, mass, spin, a position that is not read, rotation.
/// `what`: the type, plus 4 for a sensor.
carom_status WEB(world_add)(carom_world *world, const carom_shape *shape, const float *v, int what, int response,
                            const carom_filter *filter, const carom_material *material, uint64_t tag,
                            carom_body_id *out, carom_error *error) {
    carom_body_desc desc = {.shape = *shape,
                            .position = {v[0], v[1]},
                            .velocity = {v[2], v[3]},
                            .type = (carom_body_type)(what & 3),
                            .sensor = what & 4,
                            .response = response_of(response, v),
                            .material = *material,
                            .mass = v[7],
                            .spin = v[8],
                            .rotation = {v[11], v[12]},
                            .filter = *filter,
                            .tag = tag};
    return carom_world_add(world, &desc, out, error);
}

void WEB(world_positions)(const carom_world *world, const carom_body_id *ids, int count, carom_vec2 *out) {
    for (int i = 0; i < count; i++) out[i] = carom_world_position(world, ids[i]);
}

void WEB(world_velocities)(const carom_world *world, const carom_body_id *ids, int count, carom_vec2 *out) {
    for (int i = 0; i < count; i++) out[i] = carom_world_velocity(world, ids[i]);
}

// ---- Queries --------------------------------------------------------------------------------------------------------
//
// Each result begins with the body and the level that were hit.

WEB_SIZE(carom_world_cell, 28); // bounds, bodies, tests, statics
WEB_AT(carom_world_cell, statics, 24);
WEB_SIZE(carom_world_ray_hit, 48);
WEB_AT(carom_world_ray_hit, level, 8);
WEB_AT(carom_world_ray_hit, ray, 12);
WEB_SIZE(carom_world_sweep_hit, 56);
WEB_AT(carom_world_sweep_hit, sweep, 12);
WEB_SIZE(carom_world_overlapped, 16);
WEB_AT(carom_world_overlapped, edge, 12);
WEB_SIZE(carom_world_separation, 48);
WEB_AT(carom_world_separation, separation, 12);
