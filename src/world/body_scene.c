// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world as a scene: for its own bodies in a step, and for the caller (carom_scene_of_world).
#include "geom/core.h"
#include "level/query/touching.h"
#include "motion/obstacles.h"
#include "world/query.h"

#include <math.h>

carom_box cr_swept(carom_box box, carom_vec2 move) {
    if (move.x < 0) box.min.x += move.x;
    if (move.x > 0) box.max.x += move.x;
    if (move.y < 0) box.min.y += move.y;
    if (move.y > 0) box.max.y += move.y;
    return cr_grow_by_ulps(box);
}

carom_box cr_grow_by_ulps(carom_box box) {
    float x = fabsf(box.min.x) > fabsf(box.max.x) ? fabsf(box.min.x) : fabsf(box.max.x);
    float y = fabsf(box.min.y) > fabsf(box.max.y) ? fabsf(box.min.y) : fabsf(box.max.y);
    x *= CR_BOX_ROUNDING;
    y *= CR_BOX_ROUNDING;
    return (carom_box){{box.min.x - x, box.min.y - y}, {box.max.x + x, box.max.y + y}};
}

typedef struct scene_query {
    cr_query query;
    const carom_shape *shape;
    carom_scene_contact *contacts;
    carom_scene_obstacle *obstacles;
    int count, capacity;
    int first_body; ///< contacts with levels precede it
} scene_query;

static carom_scene level_scene(const cr_query *query, uint32_t number) {
    return carom_scene_of_level(cr_level_of(query->world, (int)number));
}

static uint32_t level_count(const cr_query *query) {
    return query->no_levels ? 0 : query->world->levels.count;
}

// ---- Sweeps ---------------------------------------------------------------------------------------------------------

/// Of a shape that no level hits at rest.
static carom_scene_hit rest_in_levels(const cr_query *query, const carom_shape *shape, carom_sweep_hit miss) {
    for (uint32_t i = 0; i < level_count(query); ++i) {
        carom_sweep_hit rest = cr_rest_on_one_way(cr_level_of(query->world, (int)i), shape, miss);
        if (rest.hit) return (carom_scene_hit){.sweep = rest, .level = (int)i, .one_way = true};
    }
    return (carom_scene_hit){.sweep = miss};
}

typedef struct rest_query {
    const cr_query *query;
    const carom_shape *shape;
    carom_scene_hit *hit;
} rest_query;

/// Keeps the first one-sided part of a body that the shape penetrates within rounding.
static bool rest_on_body(void *context, uint32_t index) {
    rest_query *q = context;
    if (!q->query->includes(q->query->self, index)) return true;
    if (q->hit->sweep.hit && carom_body_of_bits(q->hit->owner).index < index) return true;
    cr_placed placed;
    const carom_shape *other = cr_shape_of(q->query->world, index, &placed);
    for (int i = 0; i < cr_parts_of(other); ++i) {
        if (!cr_is_one_sided(cr_part_of(other, i))) continue;
        carom_sweep_hit rest = cr_rest_on_one_sided(q->shape, &cr_part_of(other, i)->segment);
        if (!rest.hit) continue;
        rest.part_b = i;
        uint64_t owner = carom_body_bits(cr_id_of(q->query->world, index));
        *q->hit = (carom_scene_hit){.sweep = rest, .owner = owner, .one_way = true};
        break;
    }
    return true;
}

/// Resting slightly inside a one-sided body is a contact, too: a sweep from there that moves along it, or whose centre
/// is behind it, does not hit it.
static carom_scene_hit rest_on_bodies(const cr_query *query, const carom_shape *shape, carom_vec2 at) {
    carom_scene_hit hit = {.sweep.t = 1};
    rest_query q = {query, shape, &hit};
    if (!query->world->one_sided) return hit;
    cr_query_bodies(query, carom_shape_bounds(shape), rest_on_body, &q);
    hit.sweep.at = at;
    return hit;
}

static carom_scene_hit sweep_obstacles(const cr_query *query, const carom_shape *shape, carom_vec2 move) {
    carom_world_sweep_hit first = cr_first_sweep(query, shape, move);
    carom_scene_hit hit = {.sweep = first.sweep};
    if (!first.sweep.hit) {
        if (move.x != 0 || move.y != 0) return hit;
        carom_scene_hit rest = rest_in_levels(query, shape, hit.sweep);
        if (!rest.sweep.hit) rest = rest_on_bodies(query, shape, hit.sweep.at);
        return rest.sweep.hit ? rest : hit;
    }
    if (first.level >= 0) {
        hit.level = first.level;
        hit.one_way = carom_level_edge_at(cr_level_of(query->world, first.level), first.sweep.part_b).one_way;
    } else {
        cr_placed placed;
        const carom_shape *other = cr_shape_of(query->world, first.body.index, &placed);
        hit.owner = carom_body_bits(first.body);
        hit.one_way = cr_is_one_sided(cr_part_of(other, first.sweep.part_b));
    }
    return hit;
}

// ---- Contacts and obstacles -----------------------------------------------------------------------------------------

static bool comes_before(const carom_scene_contact *a, const carom_scene_contact *b) {
    uint32_t index_a = (uint32_t)a->owner, index_b = (uint32_t)b->owner;
    return index_a != index_b ? index_a < index_b : a->contact.part_b < b->contact.part_b;
}

/// Sorts contacts by body and part, because results computed from several contacts depend on their order to the last
/// bit. If the buffer is too small, it keeps the first ones.
static void insert_contact(scene_query *q, const carom_scene_contact *contact) {
    int at = q->count < q->capacity ? q->count : q->capacity;
    ++q->count;
    while (at > q->first_body && comes_before(contact, &q->contacts[at - 1])) {
        if (at < q->capacity) q->contacts[at] = q->contacts[at - 1];
        --at;
    }
    if (at < q->capacity) q->contacts[at] = *contact;
}

static void contact_part(scene_query *q, uint32_t index, const carom_shape *part, int number) {
    carom_contact_points contact = carom_contact(q->shape, part);
    if (!contact.hit) return;
    contact.part_b = number;
    uint64_t owner = carom_body_bits(cr_id_of(q->query.world, index));
    insert_contact(q, &(carom_scene_contact){contact, owner, cr_is_one_sided(part), *part});
}

/// Reports one contact per part of a compound.
static bool contact_body(void *context, uint32_t index) {
    scene_query *q = context;
    if (!q->query.includes(q->query.self, index)) return true;
    cr_placed placed;
    const carom_shape *other = cr_shape_of(q->query.world, index, &placed);
    for (int i = 0; i < cr_parts_of(other); ++i) contact_part(q, index, cr_part_of(other, i), i);
    return true;
}

static int contacts_in_scene(scene_query *q) {
    for (uint32_t i = 0; i < level_count(&q->query); ++i) {
        carom_scene level = level_scene(&q->query, i);
        int room = q->count < q->capacity ? q->capacity - q->count : 0;
        q->count += level.contacts(level.self, q->shape, room ? q->contacts + q->count : NULL, room);
    }
    q->first_body = q->count < q->capacity ? q->count : q->capacity;
    cr_query_bodies(&q->query, carom_shape_bounds(q->shape), contact_body, q);
    return q->count;
}

static bool push_obstacles(void *context, uint32_t index) {
    scene_query *q = context;
    if (!q->query.includes(q->query.self, index)) return true;
    cr_placed placed;
    const carom_shape *other = cr_shape_of(q->query.world, index, &placed);
    for (int i = 0; i < cr_parts_of(other); ++i) {
        const carom_shape *part = cr_part_of(other, i);
        if (q->count < q->capacity) q->obstacles[q->count] = (carom_scene_obstacle){*part, cr_is_one_sided(part)};
        ++q->count;
    }
    return true;
}

static int obstacles_in_scene(scene_query *q, carom_box box) {
    for (uint32_t i = 0; i < level_count(&q->query); ++i) {
        carom_scene level = level_scene(&q->query, i);
        int room = q->count < q->capacity ? q->capacity - q->count : 0;
        q->count += level.obstacles(level.self, box, room ? q->obstacles + q->count : NULL, room);
    }
    cr_query_bodies(&q->query, box, push_obstacles, q);
    return q->count;
}

static bool is_in_levels(const carom_world *world, carom_vec2 point) {
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        if (cr_level_is_inside(cr_level_of(world, (int)i), point)) return true;
    }
    return false;
}

// ---- For bodies of the world ---------------------------------------------------------------------------------------

static bool is_obstacle_of_body(const void *self, uint32_t index) {
    const cr_body_scene *body_scene = self;
    const carom_world *world = body_scene->world;
    // Kinematic bodies are only visited if they are obstacles.
    if (index == body_scene->body || !(body_scene->movers || cr_is_fixed(world, index))) return false;
    if (!cr_blocks(world, body_scene->body, index) || !cr_may_collide(world, body_scene->body, index)) return false;
    if (body_scene->overlapped && cr_is_fixed(world, index)) return true;
    return !cr_overlapped_at_start(world, cr_pair_of(world, body_scene->body, index));
}

static cr_query query_of_body_scene(const void *self) {
    const cr_body_scene *body_scene = self;
    bool has_moving = body_scene->movers || (body_scene->kinematics && body_scene->world->kinematics > 0);
    return (cr_query){.world = body_scene->world,
                      .self = self,
                      .includes = is_obstacle_of_body,
                      .filter = &body_scene->world->broad.filters[body_scene->body],
                      .fixed_only = !has_moving,
                      .hits_only = true};
}

static carom_scene_hit sweep_scene(const void *self, const carom_shape *shape, carom_vec2 move) {
    cr_query query = query_of_body_scene(self);
    return sweep_obstacles(&query, shape, move);
}

static int contacts_of_scene(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    scene_query q = {.query = query_of_body_scene(self), .shape = shape, .contacts = out, .capacity = capacity};
    return contacts_in_scene(&q);
}

static int obstacles_of_scene(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    scene_query q = {.query = query_of_body_scene(self), .obstacles = out, .capacity = capacity};
    return obstacles_in_scene(&q, box);
}

static bool solid_of_scene(const void *self, carom_vec2 point) {
    const cr_body_scene *body_scene = self;
    return is_in_levels(body_scene->world, point);
}

carom_scene cr_scene_of_body(const cr_body_scene *body_scene) {
    return (carom_scene){.self = body_scene,
                         .sweep = sweep_scene,
                         .contacts = contacts_of_scene,
                         .obstacles = obstacles_of_scene,
                         .solid = solid_of_scene};
}

typedef struct scene_visit {
    const cr_body_scene *body_scene;
    cr_broad_visit *visit;
    void *context;
} scene_visit;

static bool visit_obstacle(void *context, uint32_t index) {
    const scene_visit *v = context;
    return !is_obstacle_of_body(v->body_scene, index) || v->visit(v->context, index);
}

void cr_visit_scene_bodies(const cr_body_scene *body_scene, carom_box box, cr_broad_visit *visit, void *context) {
    cr_query query = query_of_body_scene(body_scene);
    cr_query_bodies(&query, box, visit_obstacle, &(scene_visit){body_scene, visit, context});
}

// ---- For callers ---------------------------------------------------------------------------------------------------

static carom_scene_hit sweep_view(const void *self, const carom_shape *shape, carom_vec2 move) {
    cr_query query = cr_query_of_view(self);
    return sweep_obstacles(&query, shape, move);
}

/// A view without some of its bodies.
typedef struct past_view {
    cr_query view;
    const uint64_t *passed;
    int count;
} past_view;

static bool past_view_includes(const void *self, uint32_t index) {
    const past_view *past = self;
    uint64_t owner = carom_body_bits(cr_id_of(past->view.world, index));
    for (int i = 0; i < past->count; ++i) {
        if (past->passed[i] == owner) return false;
    }
    return past->view.includes(past->view.self, index);
}

static carom_scene_hit sweep_past_in_view(const void *self, const carom_shape *shape, carom_vec2 move,
                                          const uint64_t *passed, int count) {
    past_view past = {cr_query_of_view(self), passed, count};
    cr_query query = past.view;
    query.self = &past;
    query.includes = past_view_includes;
    return sweep_obstacles(&query, shape, move);
}

static void surface_in_view(const void *self, const carom_scene_hit *hit, carom_surface *out) {
    const carom_world *world = ((const carom_world_view *)self)->world;
    carom_body_id id = carom_body_of_bits(hit->owner);
    *out = hit->owner ? cr_surface_of_body(world, id.index) : cr_surface_of_level(world, hit->level, hit->sweep.part_b);
}

static int contacts_of_view(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    scene_query q = {.query = cr_query_of_view(self), .shape = shape, .contacts = out, .capacity = capacity};
    return contacts_in_scene(&q);
}

static int obstacles_of_view(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    scene_query q = {.query = cr_query_of_view(self), .obstacles = out, .capacity = capacity};
    return obstacles_in_scene(&q, box);
}

static bool solid_of_view(const void *self, carom_vec2 point) {
    const carom_world_view *view = self;
    return !view->no_levels && is_in_levels(view->world, point);
}

static carom_vec2 velocity_in_view(const void *self, uint64_t owner) {
    const carom_world *world = ((const carom_world_view *)self)->world;
    carom_body_id id = carom_body_of_bits(owner);
    carom_vec2 own = carom_world_velocity(world, id), carried = carom_world_carried(world, id);
    return (carom_vec2){own.x + carried.x, own.y + carried.y};
}

carom_scene carom_scene_of_world(const carom_world_view *view) {
    return (carom_scene){.self = view,
                         .sweep = sweep_view,
                         .contacts = contacts_of_view,
                         .velocity = velocity_in_view,
                         .obstacles = obstacles_of_view,
                         .solid = solid_of_view,
                         .surface = surface_in_view,
                         .sweep_past = sweep_past_in_view};
}

// ---- For walkers ----------------------------------------------------------------------------------------------------

static carom_scene_hit sweep_of_query(const void *self, const carom_shape *shape, carom_vec2 move) {
    return sweep_obstacles(self, shape, move);
}

static int contacts_of_query(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    scene_query q = {.query = *(const cr_query *)self, .shape = shape, .contacts = out, .capacity = capacity};
    return contacts_in_scene(&q);
}

static int obstacles_of_query(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    scene_query q = {.query = *(const cr_query *)self, .obstacles = out, .capacity = capacity};
    return obstacles_in_scene(&q, box);
}

static bool solid_of_query(const void *self, carom_vec2 point) {
    const cr_query *query = self;
    return !query->no_levels && is_in_levels(query->world, point);
}

static carom_vec2 velocity_in_query(const void *self, uint64_t owner) {
    carom_world_view view = {.world = ((const cr_query *)self)->world};
    return velocity_in_view(&view, owner);
}

carom_scene cr_scene_of_query(const cr_query *query) {
    return (carom_scene){.self = query,
                         .sweep = sweep_of_query,
                         .contacts = contacts_of_query,
                         .velocity = velocity_in_query,
                         .obstacles = obstacles_of_query,
                         .solid = solid_of_query};
}
