// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Contact rules of the caller. A rule is asked on the calling thread only, in order of time. A pair that it lets pass
// passes until the two have come apart, so that a mover within an obstacle is not asked about again.
#include "world/state.h"

#include "base/vec.h"

#include <string.h>

static uint64_t *keys_of(const cr_list *list) {
    return list->data;
}

static uint64_t key_itself(const void *entry) {
    return *(const uint64_t *)entry;
}

static uint32_t find_passed(const cr_list *list, uint64_t pair) {
    return cr_find_key_among(list->data, sizeof(uint64_t), key_itself, 0, list->count, pair);
}

bool cr_is_passed(const carom_world *world, uint64_t pair) {
    const cr_list *list = world->stepping ? &world->step.passed : &world->passed;
    uint32_t at = find_passed(list, pair);
    return at < list->count && keys_of(list)[at] == pair;
}

/// Adds a pair that has blocked so far, so it is not in the list.
static void add_passed(carom_world *world, uint64_t pair) {
    cr_list *list = &world->step.passed;
    uint32_t at = find_passed(list, pair);
    if (!cr_push(world, list)) return;
    memmove(keys_of(list) + at + 1, keys_of(list) + at, (list->count - 1 - at) * sizeof(uint64_t));
    keys_of(list)[at] = pair;
}

void cr_begin_rules(carom_world *world) {
    world->step.passed.count = 0;
    if (!world->rule) return;
    if (!cr_list_reserve(&world->step.passed, world->allocator, world->passed.count)) {
        world->step.out_of_memory = true;
        return;
    }
    cr_list_append(&world->step.passed, &world->passed);
}

static uint64_t key_of_contact(const void *entry) {
    const carom_pair *pair = entry;
    return (uint64_t)pair->a.index << 32 | (pair->level >= 0 ? CR_LEVEL + (uint32_t)pair->level : pair->b.index);
}

void cr_end_rules(carom_world *world) {
    cr_list *list = &world->step.passed;
    const carom_pair *pairs = world->step.next_pairs.data;
    uint32_t kept = 0, count = world->step.next_pairs.count;
    for (uint32_t i = 0; i < list->count; ++i) {
        uint64_t key = keys_of(list)[i];
        uint32_t at = cr_find_key_among(pairs, sizeof *pairs, key_of_contact, 0, count, key);
        if (at < count && key_of_contact(&pairs[at]) == key) keys_of(list)[kept++] = key;
    }
    list->count = kept;
    cr_swap_lists(&world->passed, &world->step.passed);
}

void cr_forget_passed(carom_world *world, uint32_t index) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->passed.count; ++i) {
        uint64_t pair = keys_of(&world->passed)[i];
        if (cr_pair_first(pair) != index && cr_pair_second(pair) != index) keys_of(&world->passed)[kept++] = pair;
    }
    world->passed.count = kept;
}

// ---- Materials ------------------------------------------------------------------------------------------------------

static uint64_t key_of_tag(int tag) {
    return (uint32_t)tag;
}

static uint64_t key_of_material(const void *entry) {
    return key_of_tag(((const cr_edge_material *)entry)->edge_tag);
}

/// Returns the place of an edge tag in the sorted list; *found if it is there.
static uint32_t find_edge_material(const carom_world *world, int edge_tag, bool *found) {
    const cr_list *list = &world->edge_materials;
    uint64_t key = key_of_tag(edge_tag);
    uint32_t at = cr_find_key_among(list->data, sizeof(cr_edge_material), key_of_material, 0, list->count, key);
    *found = at < list->count && ((const cr_edge_material *)list->data)[at].edge_tag == edge_tag;
    return at;
}

carom_material carom_world_edge_material(const carom_world *world, int edge_tag) {
    bool found;
    uint32_t at = find_edge_material(world, edge_tag, &found);
    return found ? ((const cr_edge_material *)world->edge_materials.data)[at].material : (carom_material){0};
}

carom_status carom_world_set_edge_material(carom_world *world, int edge_tag, carom_material material) {
    if (!world || world->running || !cr_material_check(&material)) return CAROM_STATUS_BAD_ARGUMENT;
    cr_list *list = &world->edge_materials;
    bool found;
    uint32_t at = find_edge_material(world, edge_tag, &found);
    if (!found) {
        if (!cr_list_reserve(list, world->allocator, list->count + 1)) return CAROM_STATUS_NO_MEMORY;
        cr_edge_material *entries = list->data;
        memmove(entries + at + 1, entries + at, (list->count - at) * sizeof *entries);
        ++list->count;
    }
    ((cr_edge_material *)list->data)[at] = (cr_edge_material){edge_tag, material};
    return CAROM_STATUS_OK;
}

carom_surface cr_surface_of_level(const carom_world *world, int level, int edge) {
    carom_surface surface = {.level = level, .edge_tag = carom_level_edge_at(cr_level_of(world, level), edge).tag};
    surface.material = carom_world_edge_material(world, surface.edge_tag);
    return surface;
}

carom_surface cr_surface_of_body(const carom_world *world, uint32_t index) {
    return (carom_surface){.tag = ((const uint64_t *)world->tags.data)[index],
                           .level = -1,
                           .material = cr_body_at(world, index)->material};
}

// ---- Responses ------------------------------------------------------------------------------------------------------

/// The position of a body at the time of a contact.
static carom_vec2 position_at_contact(const carom_world *world, uint32_t index, const cr_contact *contact) {
    cr_moving_body line = cr_moving_body_of(world, index);
    double share = line.time < 1 ? ((double)contact->t - line.time) / (1 - line.time) : 0;
    return (carom_vec2){(float)((double)line.from.x + share * (double)line.move.x),
                        (float)((double)line.from.y + share * (double)line.move.y)};
}

/// The velocity of the point of a body that is in contact, with or without a trajectory.
static carom_vec2 velocity_at_contact(const carom_world *world, uint32_t index, const cr_contact *contact) {
    bool moves = cr_trajectory_of(world, index) || !cr_is_mover(world, index);
    bool stays = (cr_flags(world)[index] & (CR_HELD | CR_CENTRE_IN_SOLID)) != 0;
    carom_vec2 velocity = moves   ? cr_velocity_now(world, index)
                          : stays ? (carom_vec2){0, 0}
                                  : world->step.velocity[index];
    if (!(cr_flags(world)[index] & CR_SPINS)) return velocity;
    return cr_turned_velocity(world, index, velocity, position_at_contact(world, index, contact), contact->point);
}

static carom_rule_contact rule_contact_of(const carom_world *world, const cr_contact *contact, bool reverse) {
    uint32_t a = cr_pair_first(contact->pair), b = cr_pair_second(contact->pair), mover = reverse ? b : a;
    carom_vec2 velocity = velocity_at_contact(world, a, contact), other = {0, 0}, normal = contact->normal;
    if (b < CR_LEVEL) other = velocity_at_contact(world, b, contact);
    cr_vec2d relative = cr_subtract(cr_widen(velocity), cr_widen(other));
    carom_rule_contact out = {.mover = carom_body_bits(cr_id_of(world, mover)),
                              .mover_tag = ((const uint64_t *)world->tags.data)[mover],
                              .edge = contact->edge,
                              .t = contact->t,
                              .approach = (float)-cr_dot(relative, cr_widen(normal)),
                              .point = contact->point,
                              .normal = reverse ? (carom_vec2){-normal.x, -normal.y} : normal,
                              .velocity = cr_narrow(cr_scale(relative, reverse ? -1 : 1))};
    if (b < CR_LEVEL) out.other = carom_body_bits(cr_id_of(world, reverse ? a : b));
    return out;
}

/// The velocity of the contact by the spin of a mover, along the surface.
static double speed_by_spin(const carom_world *world, uint32_t index, const cr_contact *contact) {
    if (index >= CR_LEVEL || cr_is_fixed(world, index) || !(cr_flags(world)[index] & CR_SPINS)) return 0;
    carom_vec2 at = position_at_contact(world, index, contact);
    cr_vec2d velocity = cr_widen(cr_velocity_by_spin(world, index, at, contact->point));
    return cr_dot(velocity, (cr_vec2d){-(double)contact->normal.y, (double)contact->normal.x});
}

/// With friction, a surface runs past the point of a mover that spins, as a conveyor does.
static carom_response with_spins(const carom_world *world, const cr_contact *contact, carom_response response) {
    if (world->spinning == 0 || response.friction == 0) return response;
    double a = speed_by_spin(world, cr_pair_first(contact->pair), contact);
    double b = speed_by_spin(world, cr_pair_second(contact->pair), contact);
    // The normal of the second of a pair is reversed, and so is the direction along the surface.
    float speed = (float)((double)response.surface_speed + (b - a));
    if (isfinite(speed)) response.surface_speed = speed;
    return response;
}

carom_response cr_response_of_contact(const carom_world *world, const cr_contact *contact, bool reverse) {
    uint32_t a = cr_pair_first(contact->pair), b = cr_pair_second(contact->pair);
    const carom_response *own = &cr_body_at(world, reverse ? b : a)->response;
    if (b >= CR_LEVEL && !world->rule && world->edge_materials.count == 0)
        return with_spins(world, contact, cr_response_on(own, &(carom_material){0}));
    int level = (int)(b - CR_LEVEL);
    carom_surface surface =
        b >= CR_LEVEL ? cr_surface_of_level(world, level, contact->edge) : cr_surface_of_body(world, reverse ? a : b);
    carom_response response = cr_response_on(own, &surface.material);
    if (!world->rule) return with_spins(world, contact, response);
    carom_rule_contact seen = rule_contact_of(world, contact, reverse);
    seen.surface = surface;
    if (b >= CR_LEVEL) seen.one_way = carom_level_edge_at(cr_level_of(world, level), contact->edge).one_way;
    response = cr_response_by_rule(&response, &seen, world->rule, world->user_data);
    return with_spins(world, contact, response);
}

bool cr_rule_passes(carom_world *world, const cr_contact *contact, carom_response out[2]) {
    uint32_t b = cr_pair_second(contact->pair);
    bool fixed = cr_is_fixed(world, b);
    out[0] = cr_response_of_contact(world, contact, false);
    out[1] = fixed ? (carom_response){0} : cr_response_of_contact(world, contact, true);
    bool passes = out[0].kind == CAROM_RESPONSE_PASS || out[1].kind == CAROM_RESPONSE_PASS;
    if (passes) add_passed(world, contact->pair);
    return passes;
}
