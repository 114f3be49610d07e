// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A snapshot is a head and the lists of the world that outlive a step, in order, each aligned to 16 bytes. The head has
// the sizes of all types, which reveal another version or machine. It also has a checksum over all other bytes: 64-bit
// words multiplied and added in four lanes, similar to the hash of G. Fowler, L. C. Noll and K.-P. Vo. So damage is
// found before anything is changed.
//
// The checksum is not a signature. A restore therefore validates everything that a step relies on before it changes
// anything. Buffers need no alignment: values are copied out before they are read.
#include "world/state.h"

#include "geom/predicate.h"

#include <math.h>
#include <string.h>

static const char magic[8] = {'c', 'a', 'r', 'o', 'm', 'w', '0', '5'};

typedef struct head {
    char magic[8];
    uint64_t size, sum;
    uint32_t order; ///< 0x01020304 in the byte order of the machine
    uint32_t element_sizes;
    uint32_t slots, alive, free_slot, levels;
    uint32_t pairs, events, crushes, passed, edge_materials, parts, turns;
    carom_step_stats stats;
    uint32_t removed;
} head;

enum { HEAD_SIZE = (sizeof(head) + 15) / 16 * 16 };

enum {
    SECTION_POSITION,
    SECTION_VELOCITY,
    SECTION_REMAINDER,
    SECTION_TRAITS,
    SECTION_FLAGS,
    SECTION_BOUNDS,
    SECTION_BODIES,
    SECTION_GENERATIONS,
    SECTION_TAGS,
    SECTION_PAIRS,
    SECTION_EVENTS,
    SECTION_CRUSHES,
    SECTION_PASSED,
    SECTION_EDGE_MATERIALS,
    SECTION_TURNS,
    SECTION_PARTS,
    SECTION_COUNT
};

/// A list of the world, and its number of elements in a snapshot. The parts of compounds are in blocks instead.
typedef struct section {
    size_t list; ///< offset in the world; 0: none
    size_t element;
    uint32_t count;
} section;

static void list_sections(const head *h, section out[SECTION_COUNT]) {
    const section sections[SECTION_COUNT] = {
        [SECTION_POSITION] = {offsetof(carom_world, position), sizeof(carom_vec2), h->slots},
        [SECTION_VELOCITY] = {offsetof(carom_world, velocity), sizeof(carom_vec2), h->slots},
        [SECTION_REMAINDER] = {offsetof(carom_world, remainder), sizeof(carom_vec2), h->slots},
        [SECTION_TRAITS] = {offsetof(carom_world, traits), sizeof(cr_traits), h->slots},
        [SECTION_FLAGS] = {offsetof(carom_world, flags), sizeof(uint16_t), h->slots},
        [SECTION_BOUNDS] = {offsetof(carom_world, bounds), sizeof(carom_box), h->slots},
        [SECTION_BODIES] = {offsetof(carom_world, bodies), sizeof(cr_body), h->slots},
        [SECTION_GENERATIONS] = {offsetof(carom_world, generations), sizeof(uint32_t), h->slots},
        [SECTION_TAGS] = {offsetof(carom_world, tags), sizeof(uint64_t), h->slots},
        [SECTION_PAIRS] = {offsetof(carom_world, pairs), sizeof(carom_pair), h->pairs},
        [SECTION_EVENTS] = {offsetof(carom_world, events), sizeof(carom_event), h->events},
        [SECTION_CRUSHES] = {offsetof(carom_world, crushes), sizeof(carom_crush), h->crushes},
        [SECTION_PASSED] = {offsetof(carom_world, passed), sizeof(uint64_t), h->passed},
        [SECTION_EDGE_MATERIALS] = {offsetof(carom_world, edge_materials), sizeof(cr_edge_material), h->edge_materials},
        [SECTION_TURNS] = {offsetof(carom_world, turns), sizeof(cr_turn), h->turns},
        [SECTION_PARTS] = {0, sizeof(carom_shape), h->parts},
    };
    memcpy(out, sections, sizeof sections);
}

static void *data_of(const carom_world *world, const section *s) {
    return ((const cr_list *)(const void *)((const char *)world + s->list))->data;
}

static size_t section_size(const section *s) {
    return s->count * s->element;
}

/// In 64 bits, which 32-bit counts cannot overflow.
static uint64_t padded_size(const section *s) {
    return ((uint64_t)s->count * s->element + 15) / 16 * 16;
}

static uint64_t total_size(const section sections[SECTION_COUNT]) {
    uint64_t size = HEAD_SIZE;
    for (int i = 0; i < SECTION_COUNT; ++i) size += padded_size(&sections[i]);
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

/// Returns the checksum of all bytes after it.
static uint64_t sum_of_snapshot(const void *snapshot, size_t size) {
    size_t from = offsetof(head, order);
    return sum_of((const unsigned char *)snapshot + from, size - from);
}

static uint32_t element_sizes(void) {
    const size_t sizes[] = {sizeof(cr_body),     sizeof(cr_traits), sizeof(carom_pair), sizeof(carom_event),
                            sizeof(carom_shape), sizeof(cr_turn),   sizeof(head)};
    uint32_t all = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) all = all * 61 + (uint32_t)sizes[i];
    return all;
}

static head head_of(const carom_world *world) {
    head h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, magic, sizeof magic);
    h.order = 0x01020304;
    h.element_sizes = element_sizes();
    h.slots = world->slots;
    h.alive = world->alive;
    h.free_slot = world->free_slot;
    h.levels = world->levels.count;
    h.pairs = world->pairs.count;
    h.events = world->events.count;
    h.crushes = world->crushes.count;
    h.passed = world->passed.count;
    h.edge_materials = world->edge_materials.count;
    h.turns = world->turns.count;
    h.parts = world->compound_parts;
    h.stats = world->stats;
    h.removed = world->removed;
    return h;
}

size_t carom_world_snapshot_size(const carom_world *world) {
    head h = head_of(world);
    section sections[SECTION_COUNT];
    list_sections(&h, sections);
    return (size_t)total_size(sections);
}

static size_t size_of_parts(const carom_shape *compound, const cr_body *body) {
    return (body->turn ? 2 : 1) * (size_t)compound->compound.count * sizeof(carom_shape);
}

/// Writes the parts of all compounds in the order of bodies, with those before the turn of turned ones. The stored
/// bodies contain no pointers to them.
static void write_parts(const carom_world *world, char *bodies, char *parts) {
    for (uint32_t i = 0; i < world->slots && world->compound_parts > 0; ++i) {
        const cr_body *body = cr_body_at(world, i);
        if (body->shape.kind != CAROM_SHAPE_COMPOUND) continue;
        size_t size = size_of_parts(&body->shape, body);
        memcpy(parts, body->shape.compound.parts, size);
        parts += size;
        memset(bodies + i * sizeof *body + offsetof(cr_body, shape.compound.parts), 0, sizeof(void *));
    }
}

carom_status carom_world_snapshot(const carom_world *world, void *buffer, size_t capacity) {
    if (!world || !buffer || world->running) return CAROM_STATUS_BAD_ARGUMENT;
    head h = head_of(world);
    section sections[SECTION_COUNT];
    list_sections(&h, sections);
    h.size = total_size(sections);
    if (capacity < h.size) return CAROM_STATUS_FULL;
    char *to = buffer, *at[SECTION_COUNT];
    memset(to, 0, HEAD_SIZE);
    to += HEAD_SIZE;
    for (int i = 0; i < SECTION_COUNT; ++i) {
        size_t size = section_size(&sections[i]), padded = (size_t)padded_size(&sections[i]);
        at[i] = to;
        if (size && sections[i].list) memcpy(to, data_of(world, &sections[i]), size);
        memset(to + size, 0, padded - size);
        to += padded;
    }
    write_parts(world, at[SECTION_BODIES], at[SECTION_PARTS]);
    memcpy(buffer, &h, sizeof h);
    h.sum = sum_of_snapshot(buffer, (size_t)h.size);
    memcpy(buffer, &h, sizeof h);
    return CAROM_STATUS_OK;
}

// ---- Validation ----------------------------------------------------------------------------------------------------

/// A snapshot under validation.
typedef struct image {
    const carom_world *world; ///< the world to restore
    head h;
    section sections[SECTION_COUNT];
    const unsigned char *at[SECTION_COUNT];
    uint32_t alive, kinematics, parts, turned, spinning; ///< number counted so far
    bool one_sided;                                      ///< a body so far has a one-sided part
    bool carrying;                                       ///< a mover is carried
} image;

/// Copies an element of a section.
static void load(const image *m, int which, uint32_t i, void *out) {
    memcpy(out, m->at[which] + (size_t)i * m->sections[which].element, m->sections[which].element);
}

static uint32_t flags_in(const image *m, uint32_t i) {
    uint16_t flags;
    load(m, SECTION_FLAGS, i, &flags);
    return flags;
}

static carom_status read_head(const carom_world *world, const void *snapshot, size_t size, image *m) {
    *m = (image){.world = world};
    head *h = &m->h;
    if (size < HEAD_SIZE) return CAROM_STATUS_BAD_FILE;
    memcpy(h, snapshot, sizeof *h);
    if (memcmp(h->magic, magic, sizeof magic - 2) != 0 || h->size != size) return CAROM_STATUS_BAD_FILE;
    if (memcmp(h->magic, magic, sizeof magic) != 0 || h->order != 0x01020304 || h->element_sizes != element_sizes()) {
        return CAROM_STATUS_UNSUPPORTED;
    }
    list_sections(h, m->sections);
    bool counts = h->slots <= CR_LEVEL && h->alive <= h->slots && h->free_slot <= h->slots && h->removed <= 1;
    if (!counts || total_size(m->sections) != size) return CAROM_STATUS_BAD_FILE;
    const unsigned char *at = (const unsigned char *)snapshot + HEAD_SIZE;
    for (int i = 0; i < SECTION_COUNT; ++i) {
        m->at[i] = at;
        at += (size_t)padded_size(&m->sections[i]);
    }
    return h->levels <= world->levels.count ? CAROM_STATUS_OK : CAROM_STATUS_NOT_FOUND;
}

/// Returns true if the bytes may be read as a shape: a known kind, and every bool 0 or 1.
static bool is_readable(const unsigned char *shape) {
    uint32_t kind;
    memcpy(&kind, shape + offsetof(carom_shape, kind), sizeof kind);
    if (kind > CAROM_SHAPE_COMPOUND) return false;
    if (kind != CAROM_SHAPE_SEGMENT) return true;
    return shape[offsetof(carom_shape, segment.one_sided)] <= 1 && shape[offsetof(carom_shape, segment.skip_a)] <= 1 &&
           shape[offsetof(carom_shape, segment.skip_b)] <= 1;
}

/// Loads the parts of the next compound.
static bool load_parts(image *m, carom_compound *compound, carom_shape parts[CAROM_MAX_MOVING_PARTS]) {
    int count = compound->count;
    if (compound->parts || count < 1 || count > CAROM_MAX_MOVING_PARTS) return false;
    if (m->h.parts - m->parts < (uint32_t)count) return false;
    for (int i = 0; i < count; ++i, ++m->parts) {
        if (!is_readable(m->at[SECTION_PARTS] + (size_t)m->parts * sizeof(carom_shape))) return false;
        load(m, SECTION_PARTS, m->parts, &parts[i]);
        if (parts[i].kind == CAROM_SHAPE_COMPOUND) return false;
    }
    compound->parts = parts;
    return true;
}

/// The entry of a turned body must name it, and its shape must be that of the entry, turned.
static bool is_good_turn(image *m, uint32_t i, const cr_body *body, uint32_t flags, const carom_box *bounds) {
    cr_turn turn;
    carom_shape parts[CAROM_MAX_MOVING_PARTS], expected;
    if (body->turn == 0) return (flags & CR_SPINS) == 0;
    if (body->turn > m->h.turns) return false;
    if (!is_readable(m->at[SECTION_TURNS] + (size_t)(body->turn - 1) * sizeof turn + offsetof(cr_turn, shape)))
        return false;
    load(m, SECTION_TURNS, body->turn - 1, &turn);
    if (turn.body != i || !isfinite(turn.spin) || !cr_is_rotation(turn.rotation)) return false;
    bool is_static = (flags & (CR_FIXED | CR_KINEMATIC)) == CR_FIXED;
    if (cr_has_target_rotation(&turn) && (!cr_is_rotation(turn.target) || !(flags & CR_HAS_TARGET))) return false;
    bool turns = cr_will_turn(&turn);
    if (turns != ((flags & CR_SPINS) != 0) || (turns && is_static)) return false;
    if (turn.shape.kind == CAROM_SHAPE_COMPOUND && !load_parts(m, &turn.shape.compound, parts)) return false;
    if (cr_check_body_shape(&turn.shape) != CAROM_STATUS_OK) return false;
    if (cr_check_turn(&turn.shape, (carom_pose){{0, 0}, turn.rotation}, turn.spin) != CAROM_STATUS_OK) return false;
    ++m->turned;
    m->spinning += turns;
    if (turns) {
        carom_box right = cr_bounds_in_turn(&turn.shape);
        if (memcmp(&right, bounds, sizeof right) != 0) return false;
    }
    bool compound = turn.shape.kind == CAROM_SHAPE_COMPOUND;
    if (compound != (body->shape.kind == CAROM_SHAPE_COMPOUND)) return false;
    if (compound && turn.shape.compound.count != body->shape.compound.count) return false;
    for (int k = 0; k < (compound ? turn.shape.compound.count : 1); ++k) {
        cr_turn_shape(cr_part_of(&turn.shape, k), turn.rotation, &expected);
        if (memcmp(&expected, cr_part_of(&body->shape, k), sizeof expected) != 0) return false;
    }
    return true;
}

/// Returns true if the world has the same shape in that slot: then it has been validated before.
static bool is_known_shape(const image *m, uint32_t i, const carom_box *bounds) {
    const carom_world *world = m->world;
    if (i >= world->slots || !(cr_flags(world)[i] & CR_ALIVE)) return false;
    const cr_body *now = cr_body_at(world, i);
    return now->shape.kind != CAROM_SHAPE_COMPOUND && (cr_flags(world)[i] & CR_FIXED) == (flags_in(m, i) & CR_FIXED) &&
           memcmp(m->at[SECTION_BODIES] + (size_t)i * sizeof *now, now, sizeof *now) == 0 &&
           memcmp(bounds, (const carom_box *)world->bounds.data + i, sizeof *bounds) == 0;
}

static bool is_good_shape(image *m, uint32_t i, cr_body *body, const carom_box *bounds) {
    carom_shape parts[CAROM_MAX_MOVING_PARTS], *shape = &body->shape;
    uint32_t flags = flags_in(m, i);
    if (body->turn == 0 && is_known_shape(m, i, bounds)) return (flags & CR_SPINS) == 0;
    if (shape->kind == CAROM_SHAPE_COMPOUND && !load_parts(m, &shape->compound, parts)) return false;
    if (cr_check_body_shape(shape) != CAROM_STATUS_OK || !is_good_turn(m, i, body, flags, bounds)) return false;
    m->one_sided = m->one_sided || cr_has_one_sided_part(shape);
    if (flags & CR_SPINS) return true;
    carom_box right = cr_body_bounds(shape);
    return memcmp(&right, bounds, sizeof right) == 0;
}

/// The remainder of a kinematic body is that of the rounding of its position. A mover may have one from a support that
/// it has left, of which the snapshot does not tell.
static bool is_good_remainder(uint32_t flags, carom_vec2 position, carom_vec2 remainder, carom_box bounds) {
    if (!(flags & CR_HAS_REMAINDER)) return true;
    if (flags & CR_KINEMATIC) {
        return fabsf(remainder.x) <= fabsf(position.x) * CR_LOST_SHARE &&
               fabsf(remainder.y) <= fabsf(position.y) * CR_LOST_SHARE;
    }
    return cr_finite_box(cr_box_at(bounds, (carom_vec2){position.x + remainder.x, position.y + remainder.y}));
}

static bool is_good_motion(const image *m, uint32_t i, bool is_static, carom_box bounds) {
    carom_vec2 position, velocity, remainder;
    load(m, SECTION_POSITION, i, &position);
    load(m, SECTION_VELOCITY, i, &velocity);
    load(m, SECTION_REMAINDER, i, &remainder);
    if (!cr_finite2(position) || !cr_finite2(velocity) || !cr_finite2(remainder)) return false;
    if (is_static && (velocity.x != 0 || velocity.y != 0)) return false;
    if (!cr_finite_box(cr_box_at(bounds, position))) return false;
    return is_good_remainder(flags_in(m, i), position, remainder, bounds);
}

static bool is_good_traits(const image *m, uint32_t i, const carom_shape *shape) {
    cr_traits traits;
    load(m, SECTION_TRAITS, i, &traits);
    float radius = shape->kind == CAROM_SHAPE_CIRCLE ? shape->circle.radius : 0;
    return traits.filter.category != 0 && traits.radius == radius;
}

/// The support of a mover, and the target of a kinematic body. A support that does not exist carries nothing.
static bool is_good_guidance(const cr_body *body, uint32_t flags, carom_box bounds) {
    bool carried = (flags & CR_CARRIED) != 0, led = (flags & CR_HAS_TARGET) != 0;
    if (carried && flags & CR_FIXED) return false;
    if ((led && !(flags & CR_KINEMATIC)) || (flags & CR_OF_TARGET && !led)) return false;
    if (!cr_finite2(body->carried) || !cr_finite2(body->target)) return false;
    return !led || cr_finite_box(cr_box_at(bounds, body->target));
}

static bool is_good_mover_or_static(image *m, uint32_t i, cr_body *body) {
    uint32_t flags = flags_in(m, i);
    bool is_static = (flags & (CR_FIXED | CR_KINEMATIC)) == CR_FIXED;
    carom_body_type type = flags & CR_KINEMATIC ? CAROM_BODY_KINEMATIC
                           : is_static          ? CAROM_BODY_STATIC
                                                : CAROM_BODY_MOVER;
    uint32_t generation;
    carom_box bounds;
    load(m, SECTION_GENERATIONS, i, &generation);
    load(m, SECTION_BOUNDS, i, &bounds);
    if (generation == 0 || body->next_free != 0 || cr_response_fault(&body->response)) return false;
    if (!cr_material_check(&body->material)) return false;
    if (!is_good_shape(m, i, body, &bounds)) return false;
    uint32_t kind = flags & ~(uint32_t)(CR_ALIVE | CR_UNSETTLED | CR_HELD | CR_HAS_REMAINDER | CR_OF_TARGET |
                                        CR_CARRIED | CR_SPINS);
    if (kind != cr_flags_of(&body->shape, &body->response, type, (flags & CR_SENSOR) != 0)) return false;
    if (!is_good_guidance(body, flags, bounds) || !cr_is_mass(body->mass)) return false;
    m->kinematics += type == CAROM_BODY_KINEMATIC;
    m->carrying |= (flags & CR_CARRIED) != 0;
    return is_good_traits(m, i, &body->shape) && is_good_motion(m, i, is_static, bounds);
}

static bool is_good_body(image *m, uint32_t i) {
    if (!is_readable(m->at[SECTION_BODIES] + (size_t)i * sizeof(cr_body) + offsetof(cr_body, shape))) return false;
    cr_body body;
    load(m, SECTION_BODIES, i, &body);
    uint32_t flags = flags_in(m, i);
    if (!(flags & CR_ALIVE))
        return flags == 0 && body.shape.kind == CAROM_SHAPE_NONE && body.turn == 0 && body.next_free <= m->h.slots;
    ++m->alive;
    return is_good_mover_or_static(m, i, &body);
}

/// The chain of free slots must end, and must not contain a body.
static bool is_good_chain(const image *m) {
    uint32_t next = m->h.free_slot;
    for (uint32_t dead = m->h.slots - m->alive; next != 0; --dead) {
        cr_body body;
        if (dead == 0 || flags_in(m, next - 1) & CR_ALIVE) return false;
        load(m, SECTION_BODIES, next - 1, &body);
        next = body.next_free;
    }
    return true;
}

static bool is_alive_in(const image *m, carom_body_id id) {
    uint32_t generation;
    load(m, SECTION_GENERATIONS, id.index, &generation);
    return (flags_in(m, id.index) & CR_ALIVE) && generation == id.generation;
}

static bool is_good_contact(carom_vec2 point, carom_vec2 normal, int edge) {
    return cr_finite2(point) && cr_finite2(normal) && edge >= -1;
}

static bool names_good(const image *m, carom_body_id a, carom_body_id b, int level) {
    if (a.index >= m->h.slots) return false;
    return level >= 0 ? (uint32_t)level < m->h.levels : b.index < m->h.slots && b.index != a.index;
}

/// In a pair the mover comes first, of two movers the lower one. A body that does not exist was removed since the step.
static bool is_ordered(const image *m, const carom_pair *p) {
    if (!is_alive_in(m, p->a)) return m->h.removed != 0;
    if (p->level < 0 && !is_alive_in(m, p->b)) return m->h.removed != 0;
    if (flags_in(m, p->a.index) & CR_FIXED) return false;
    return p->level >= 0 || p->a.index < p->b.index || flags_in(m, p->b.index) & CR_FIXED;
}

static bool are_good_pairs(const image *m) {
    uint64_t last = 0;
    for (uint32_t i = 0; i < m->h.pairs; ++i) {
        carom_pair p;
        load(m, SECTION_PAIRS, i, &p);
        if (!names_good(m, p.a, p.b, p.level) || !is_ordered(m, &p)) return false;
        if (!is_good_contact(p.point, p.normal, p.edge)) return false;
        uint64_t key = (uint64_t)p.a.index << 32 | (p.level >= 0 ? CR_LEVEL + (uint32_t)p.level : p.b.index);
        if (i > 0 && key <= last) return false;
        last = key;
    }
    return true;
}

static bool are_good_events(const image *m) {
    for (uint32_t i = 0; i < m->h.events; ++i) {
        carom_event e;
        load(m, SECTION_EVENTS, i, &e);
        if ((uint32_t)e.kind > CAROM_EVENT_END || !(e.t >= 0 && e.t <= 1)) return false;
        if (e.gone > (CAROM_EVENT_GONE_A | CAROM_EVENT_GONE_B) || !names_good(m, e.a, e.b, e.level)) return false;
        if (!is_good_contact(e.point, e.normal, e.edge)) return false;
    }
    return true;
}

/// The bodies of a crush may have been removed since.
static bool are_good_crushes(const image *m) {
    for (uint32_t i = 0; i < m->h.crushes; ++i) {
        carom_crush c;
        load(m, SECTION_CRUSHES, i, &c);
        if (c.level < -1 || (c.level >= 0 && (uint32_t)c.level >= m->h.levels)) return false;
    }
    return true;
}

static bool are_good_passed_pairs(const image *m) {
    uint64_t last = 0, key;
    for (uint32_t i = 0; i < m->h.passed; ++i, last = key) {
        load(m, SECTION_PASSED, i, &key);
        if (i > 0 && key <= last) return false;
    }
    return true;
}

static bool are_good_edge_materials(const image *m) {
    cr_edge_material last = {0}, entry;
    for (uint32_t i = 0; i < m->h.edge_materials; ++i, last = entry) {
        load(m, SECTION_EDGE_MATERIALS, i, &entry);
        if (i > 0 && (uint32_t)entry.edge_tag <= (uint32_t)last.edge_tag) return false;
        if (!cr_material_check(&entry.material)) return false;
    }
    return true;
}

static bool is_good(image *m) {
    for (uint32_t i = 0; i < m->h.slots; ++i) {
        if (!is_good_body(m, i)) return false;
    }
    if (m->alive != m->h.alive || m->parts != m->h.parts || m->turned != m->h.turns) return false;
    return is_good_chain(m) && are_good_pairs(m) && are_good_events(m) && are_good_crushes(m) &&
           are_good_passed_pairs(m) && are_good_edge_materials(m);
}

// ---- Restore -------------------------------------------------------------------------------------------------------

static bool same_filter(carom_filter a, carom_filter b) {
    return a.category == b.category && a.ignore == b.ignore && a.group == b.group;
}

/// The pair cache holds the pairs that the current filters accept.
static bool filters_change(const image *m) {
    const cr_traits *now = m->world->traits.data;
    uint32_t both = m->h.slots < m->world->slots ? m->h.slots : m->world->slots;
    for (uint32_t i = 0; i < both; ++i) {
        cr_traits then;
        load(m, SECTION_TRAITS, i, &then);
        if (!same_filter(now[i].filter, then.filter)) return true;
    }
    return false;
}

static bool reserve_all_parts(carom_world *world, const image *m) {
    for (uint32_t i = 0; i < m->h.slots && m->h.parts > 0; ++i) {
        cr_body body;
        load(m, SECTION_BODIES, i, &body);
        if (body.shape.kind != CAROM_SHAPE_COMPOUND) continue;
        uint32_t copies = body.turn ? 2 : 1;
        if (!cr_reserve_parts(world, i, copies * (uint32_t)body.shape.compound.count)) return false;
    }
    return true;
}

static bool reserve_for_restore(carom_world *world, const image *m) {
    return cr_reserve_slots(world, m->h.slots) && cr_list_reserve(&world->pairs, world->allocator, m->h.pairs) &&
           cr_list_reserve(&world->events, world->allocator, m->h.events) &&
           cr_list_reserve(&world->crushes, world->allocator, m->h.crushes) &&
           cr_list_reserve(&world->passed, world->allocator, m->h.passed) &&
           cr_list_reserve(&world->edge_materials, world->allocator, m->h.edge_materials) &&
           cr_list_reserve(&world->turns, world->allocator, m->h.turns) &&
           cr_list_reserve(&world->step.spins, world->allocator, m->h.turns) && reserve_all_parts(world, m);
}

static void copy_parts_back(carom_world *world, const image *m) {
    size_t at = 0;
    for (uint32_t i = 0; i < world->slots && m->h.parts > 0; ++i) {
        const carom_shape *shape = &cr_body_at(world, i)->shape;
        if (shape->kind != CAROM_SHAPE_COMPOUND) continue;
        size_t size = size_of_parts(shape, cr_body_at(world, i));
        memcpy(((cr_part_block *)world->part_blocks.data)[i].shapes, m->at[SECTION_PARTS] + at, size);
        cr_adopt_parts(world, i, (uint32_t)shape->compound.count);
        at += size;
    }
}

static void copy_back(carom_world *world, const image *m) {
    for (int i = 0; i < SECTION_PARTS; ++i) {
        size_t size = section_size(&m->sections[i]);
        if (size) memcpy(data_of(world, &m->sections[i]), m->at[i], size);
    }
    world->pairs.count = m->h.pairs;
    world->events.count = m->h.events;
    world->crushes.count = m->h.crushes;
    world->passed.count = m->h.passed;
    world->edge_materials.count = m->h.edge_materials;
    world->turns.count = m->h.turns;
    world->spinning = m->spinning;
    world->slots = m->h.slots;
    world->alive = m->h.alive;
    world->free_slot = m->h.free_slot;
    world->compound_parts = m->h.parts;
    world->kinematics = m->kinematics;
    world->one_sided = world->one_sided || m->one_sided;
    world->carrying = m->carrying;
    world->stats = m->h.stats;
    world->removed = m->h.removed != 0;
    copy_parts_back(world, m);
}

static bool is_alive(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & CR_ALIVE) != 0;
}

/// Levels attached after the snapshot was taken: unsettles all movers.
static void unsettle_all(carom_world *world) {
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (is_alive(world, i)) cr_flags(world)[i] |= CR_UNSETTLED;
    }
}

/// Returns true if the broad phase has a valid box for a body, or none for a free slot. The boxes of movers are
/// fattened for several steps, so that most remain valid after a rollback of a few steps. A body out of CR_RANGE is put
/// again, so that the next step tests whether it may move.
static bool is_known(const carom_world *world, uint32_t index) {
    const cr_broad *broad = &world->broad;
    int state = broad->state[index] & (CR_BROAD_PRESENT | CR_BROAD_IS_FIXED);
    if (!is_alive(world, index)) return !(state & CR_BROAD_PRESENT);
    bool fixed = cr_is_static(world, index);
    if (state != (CR_BROAD_PRESENT | (fixed ? CR_BROAD_IS_FIXED : 0)) || !cr_has_broad_filter(world, index))
        return false;
    carom_box box = cr_bounds_at(world, index, cr_vectors(&world->position)[index]), known = broad->boxes[index];
    if (fixed) return memcmp(&box, &known, sizeof box) == 0;
    if (!cr_box_in_range(known)) return false;
    return known.min.x <= box.min.x && known.min.y <= box.min.y && known.max.x >= box.max.x && known.max.y >= box.max.y;
}

static void put_changed(carom_world *world) {
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (is_known(world, i)) continue;
        cr_broad_drop(&world->broad, i); // a static may have been a mover
        if (is_alive(world, i)) cr_put_into_broad(world, i);
    }
}

static void put_all(carom_world *world) {
    cr_broad *broad = &world->broad;
    for (uint32_t i = 0; i < world->slots; ++i) {
        bool alive = is_alive(world, i);
        broad->state[i] = (uint8_t)((alive ? CR_BROAD_PRESENT : 0) | (cr_is_static(world, i) ? CR_BROAD_IS_FIXED : 0));
        if (!alive) continue;
        broad->boxes[i] = cr_bounds_at(world, i, cr_vectors(&world->position)[i]);
        cr_update_broad_filter(world, i);
    }
    cr_broad_replace(broad, world->slots);
}

/// Updates the broad phase for changed bodies; rebuilds it if that costs less.
static void find_all_again(carom_world *world) {
    uint32_t changed = 0;
    for (uint32_t i = 0; i < world->slots; ++i) changed += !is_known(world, i);
    world->all_known = false;
    bool fewer = world->broad.used > world->slots; // slots that do not exist in the snapshot
    if (fewer || (changed > 16 && changed > world->slots / 32)) {
        put_all(world);
    } else if (changed > 0) {
        put_changed(world);
    }
}

carom_status carom_world_restore(carom_world *world, const void *snapshot, size_t size) {
    if (!world || !snapshot || world->running || world->calling_back) return CAROM_STATUS_BAD_ARGUMENT;
    image m;
    carom_status status = read_head(world, snapshot, size, &m);
    if (status) return status;
    if (m.h.sum != sum_of_snapshot(snapshot, size) || !is_good(&m)) return CAROM_STATUS_BAD_FILE;
    if (!reserve_for_restore(world, &m)) return CAROM_STATUS_NO_MEMORY;
    if (filters_change(&m)) world->broad.kept = false;
    copy_back(world, &m);
    if (m.h.levels < world->levels.count) unsettle_all(world);
    for (uint32_t i = 0; i < world->edits_seen.count; ++i) ((uint64_t *)world->edits_seen.data)[i] = 0;
    find_all_again(world);
    return CAROM_STATUS_OK;
}
