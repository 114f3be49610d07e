// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A snapshot is a head and the lists of the world that outlive a step, one after the other, each at a multiple of 16
// bytes. The head has the sizes of everything, which tell another version or machine, and a sum over all other bytes
// (multiplying and adding 64-bit words in four lanes, after the manner of G. Fowler, L. C. Noll and K.-P. Vo's hash),
// so that damage is found before anything is changed.
#include "world/state.h"

#include <string.h>

static const char magic[8] = {'c', 'a', 'r', 'o', 'm', 'w', '0', '1'};

typedef struct head {
    char magic[8];
    uint64_t size, sum;
    uint32_t order; ///< 0x01020304 in the machine's own order
    uint32_t element_sizes;
    uint32_t places, alive, free_place, levels;
    uint32_t pairs, events;
    carom_step_stats stats;
    uint32_t removed;
} head;

/// A list of the world, and how many elements of it are kept.
typedef struct section {
    const cr_list *list;
    uint32_t count;
} section;

enum { SECTIONS = 9 };

static void list_sections(const carom_world *world, const head *h, section out[SECTIONS]) {
    const section sections[SECTIONS] = {
        {&world->position, h->places},    {&world->velocity, h->places}, {&world->traits, h->places},
        {&world->flags, h->places},       {&world->bounds, h->places},   {&world->bodies, h->places},
        {&world->generations, h->places}, {&world->pairs, h->pairs},     {&world->events, h->events},
    };
    memcpy(out, sections, sizeof sections);
}

static size_t rounded_up(size_t size) {
    return (size + 15) / 16 * 16;
}

static size_t size_of(const section *s) {
    return (size_t)s->count * s->list->element;
}

static size_t total_size(const section sections[SECTIONS]) {
    size_t size = rounded_up(sizeof(head));
    for (int i = 0; i < SECTIONS; ++i) size += rounded_up(size_of(&sections[i]));
    return size;
}

static uint64_t sum_of(const unsigned char *bytes, size_t size) {
    uint64_t lanes[4] = {1, 2, 3, 4}, sum = size;
    size_t at = 0;
    for (; at + 32 <= size; at += 32) {
        uint64_t words[4];
        memcpy(words, bytes + at, sizeof words);
        for (int i = 0; i < 4; ++i) lanes[i] = (lanes[i] ^ words[i]) * 0x9E3779B97F4A7C15u + (lanes[i] >> 32);
    }
    for (; at < size; ++at) sum = (sum ^ bytes[at]) * 0x100000001B3u;
    for (int i = 0; i < 4; ++i) sum = (sum ^ lanes[i] ^ lanes[i] >> 29) * 0xBF58476D1CE4E5B9u;
    return sum;
}

/// Of everything behind the sum.
static uint64_t sum_of_snapshot(const void *snapshot, size_t size) {
    size_t from = offsetof(head, order);
    return sum_of((const unsigned char *)snapshot + from, size - from);
}

static uint32_t element_sizes(void) {
    return (uint32_t)(sizeof(cr_body) << 20 ^ sizeof(cr_traits) << 15 ^ sizeof(carom_pair) << 8 ^ sizeof(carom_event));
}

static head head_of(const carom_world *world) {
    head h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, magic, sizeof magic);
    h.order = 0x01020304;
    h.element_sizes = element_sizes();
    h.places = world->places;
    h.alive = world->alive;
    h.free_place = world->free_place;
    h.levels = world->levels.count;
    h.pairs = world->pairs.count;
    h.events = world->events.count;
    h.stats = world->stats;
    h.removed = world->removed;
    return h;
}

size_t carom_world_snapshot_size(const carom_world *world) {
    head h = head_of(world);
    section sections[SECTIONS];
    list_sections(world, &h, sections);
    return total_size(sections);
}

/// Takes the only pointers there are out of copied bodies.
static void drop_parts(cr_body *bodies, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (bodies[i].shape.kind == CAROM_COMPOUND) bodies[i].shape.compound = (carom_compound){0};
    }
}

carom_status carom_world_snapshot(const carom_world *world, void *buffer, size_t capacity) {
    if (!world || !buffer || world->stepping) return CAROM_BAD_ARGUMENT;
    head h = head_of(world);
    section sections[SECTIONS];
    list_sections(world, &h, sections);
    h.size = total_size(sections);
    if (capacity < h.size) return CAROM_FULL;
    char *to = buffer;
    size_t at = rounded_up(sizeof h);
    memset(to, 0, at);
    for (int i = 0; i < SECTIONS; ++i) {
        size_t size = size_of(&sections[i]), padded = rounded_up(size);
        if (size) memcpy(to + at, sections[i].list->data, size);
        memset(to + at + size, 0, padded - size);
        if (sections[i].list == &world->bodies && world->compounds) drop_parts((cr_body *)(void *)(to + at), h.places);
        at += padded;
    }
    memcpy(to, &h, sizeof h);
    h.sum = sum_of_snapshot(buffer, (size_t)h.size);
    memcpy(to, &h, sizeof h);
    return CAROM_OK;
}

// ---- Back again ----------------------------------------------------------------------------------------------------

static carom_status check_head(const carom_world *world, const head *h, size_t size) {
    if (memcmp(h->magic, magic, sizeof magic - 2) != 0 || h->size != size) return CAROM_BAD_FILE;
    if (memcmp(h->magic, magic, sizeof magic) != 0 || h->order != 0x01020304 || h->element_sizes != element_sizes()) {
        return CAROM_UNSUPPORTED;
    }
    section sections[SECTIONS];
    list_sections(world, h, sections);
    bool counts = h->places <= CR_LEVEL && h->alive <= h->places && h->free_place <= h->places;
    if (!counts || total_size(sections) != size) return CAROM_BAD_FILE;
    return h->levels <= world->levels.count ? CAROM_OK : CAROM_NOT_FOUND;
}

/// Names that lead out of the lists: what no damage, but only intent, puts under a right sum.
static bool names_are_good(const head *h, const cr_body *bodies, const carom_pair *pairs, const carom_event *events) {
    for (uint32_t i = 0; i < h->places; ++i) {
        const carom_shape *shape = &bodies[i].shape;
        if (bodies[i].next_free > h->places || shape->kind > CAROM_COMPOUND) return false;
        if (shape->kind == CAROM_COMPOUND && shape->compound.parts) return false;
        if (shape->kind == CAROM_POLYGON && (uint32_t)shape->polygon.count > CAROM_POLYGON_VERTICES) return false;
    }
    for (uint32_t i = 0; i < h->pairs; ++i) {
        const carom_pair *p = &pairs[i];
        bool known = p->level >= 0 ? (uint32_t)p->level < h->levels : p->b.index < h->places;
        if (p->a.index >= h->places || !known) return false;
    }
    for (uint32_t i = 0; i < h->events; ++i) {
        const carom_event *e = &events[i];
        bool known = e->level >= 0 ? (uint32_t)e->level < h->levels : e->b.index < h->places;
        if (e->a.index >= h->places || !known) return false;
    }
    return true;
}

static const void *section_in(const void *snapshot, const section sections[SECTIONS], int which) {
    size_t at = rounded_up(sizeof(head));
    for (int i = 0; i < which; ++i) at += rounded_up(size_of(&sections[i]));
    return (const char *)snapshot + at;
}

static void copy_back(carom_world *world, const head *h, const void *snapshot, const section sections[SECTIONS]) {
    cr_list *lists[SECTIONS] = {&world->position, &world->velocity,    &world->traits, &world->flags, &world->bounds,
                                &world->bodies,   &world->generations, &world->pairs,  &world->events};
    for (int i = 0; i < SECTIONS; ++i) {
        size_t size = size_of(&sections[i]);
        if (size) memcpy(lists[i]->data, section_in(snapshot, sections, i), size);
    }
    world->pairs.count = h->pairs;
    world->events.count = h->events;
    world->places = h->places;
    world->alive = h->alive;
    world->free_place = h->free_place;
    world->stats = h->stats;
    world->removed = h->removed != 0;
}

/// Of bodies that this world knows; the others have none.
static void find_parts(carom_world *world) {
    const cr_hook *hooks = world->hooks.data;
    for (uint32_t i = 0; i < world->places; ++i) {
        carom_shape *shape = &cr_body_at(world, i)->shape;
        bool known = hooks[i].generation == cr_id_of(world, i).generation;
        if (shape->kind == CAROM_COMPOUND) shape->compound = known ? hooks[i].parts : (carom_compound){0};
    }
}

/// There are levels that were not attached then.
static void unsettle_all(carom_world *world) {
    for (uint32_t i = 0; i < world->places; ++i) cr_flags(world)[i] |= CR_UNSETTLED;
}

static bool is_alive(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_ALIVE) != 0;
}

/// Does the broad phase know where a body is, or that it is gone? The boxes of movers are made for several steps, so
/// that after going back by a few most are in theirs.
static bool is_known(const carom_world *world, uint32_t index) {
    const cr_broad *broad = &world->broad;
    int state = broad->state[index] & (CR_BROAD_PRESENT | CR_BROAD_IS_FIXED);
    if (!is_alive(world, index)) return !(state & CR_BROAD_PRESENT);
    bool fixed = cr_is_static(world, index);
    if (state != (CR_BROAD_PRESENT | (fixed ? CR_BROAD_IS_FIXED : 0))) return false;
    carom_box box = cr_bounds_at(world, index, cr_vectors(&world->position)[index]), known = broad->boxes[index];
    if (fixed) return memcmp(&box, &known, sizeof box) == 0;
    return known.min.x <= box.min.x && known.min.y <= box.min.y && known.max.x >= box.max.x && known.max.y >= box.max.y;
}

static void put_changed(carom_world *world) {
    for (uint32_t i = 0; i < world->places; ++i) {
        if (is_known(world, i)) continue;
        cr_broad_drop(&world->broad, i); // it may be a static that was a mover
        if (is_alive(world, i)) cr_put_into_broad(world, i);
    }
}

static void put_all(carom_world *world) {
    cr_broad *broad = &world->broad;
    for (uint32_t i = 0; i < world->places; ++i) {
        bool alive = is_alive(world, i);
        broad->state[i] = (uint8_t)((alive ? CR_BROAD_PRESENT : 0) | (cr_is_static(world, i) ? CR_BROAD_IS_FIXED : 0));
        if (alive) broad->boxes[i] = cr_bounds_at(world, i, cr_vectors(&world->position)[i]);
    }
    cr_broad_replace(broad, world->places);
}

/// What has changed is put into the broad phase, or everything if that is less work.
static void find_all_again(carom_world *world) {
    uint32_t changed = 0;
    for (uint32_t i = 0; i < world->places; ++i) changed += !is_known(world, i);
    world->all_known = false;
    bool fewer = world->broad.used > world->places; // there were places that are none now
    if (fewer || (changed > 16 && changed > world->places / 32)) {
        put_all(world);
    } else if (changed > 0) {
        put_changed(world);
    }
}

carom_status carom_world_restore(carom_world *world, const void *snapshot, size_t size) {
    if (!world || !snapshot || world->stepping || world->calling_back) return CAROM_BAD_ARGUMENT;
    head h;
    if (size < sizeof h) return CAROM_BAD_FILE;
    memcpy(&h, snapshot, sizeof h);
    carom_status status = check_head(world, &h, size);
    if (status) return status;
    if (h.sum != sum_of_snapshot(snapshot, size)) return CAROM_BAD_FILE;
    section sections[SECTIONS];
    list_sections(world, &h, sections);
    if (!names_are_good(&h, section_in(snapshot, sections, 5), section_in(snapshot, sections, 7),
                        section_in(snapshot, sections, 8))) {
        return CAROM_BAD_FILE;
    }
    if (!cr_reserve_places(world, h.places) || !cr_list_reserve(&world->pairs, world->allocator, h.pairs) ||
        !cr_list_reserve(&world->events, world->allocator, h.events)) {
        return CAROM_NO_MEMORY;
    }
    copy_back(world, &h, snapshot, sections);
    if (world->compounds) find_parts(world);
    if (h.levels < world->levels.count) unsettle_all(world);
    find_all_again(world);
    return CAROM_OK;
}
