// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Advances all movers in a straight line. Finds their level hits and the candidate pairs. Pairs that block each other
// go to impacts.c. Passing pairs need no response; only their contact events remain. This is the fast path for movers
// without a blocking contact: the large majority.
#include "motion/clear_position.h"
#include "world/circle_pair.h"
#include "world/state.h"

#include <math.h>
#include <string.h>

// ---- End positions and swept boxes ---------------------------------------------------------------------------------

/// The filter of no body, from which joining starts. A joined filter accepts every filter that one of its parts
/// accepts.
static const carom_filter NO_FILTER = {0, UINT32_MAX, 0};

static carom_filter joined_filter(carom_filter a, carom_filter b) {
    return (carom_filter){a.category | b.category, a.ignore & b.ignore, a.group > b.group ? a.group : b.group};
}

/// The lists that this pass reads and writes, by body.
typedef struct motion_lists {
    const carom_vec2 *from, *velocity, *remainder;
    const carom_box *bounds, *boxes;
    const carom_world *world;
    uint16_t *flags;
    const uint8_t *state;
    cr_lanes4 *swept;
    carom_vec2 *end;
    cr_list *restless, *slow; ///< of the slice
    float dt;
} motion_lists;

/// Grows a box given as min.x, min.y, -max.x, -max.y like cr_grow_by_ulps.
static inline cr_lanes4 grow_lanes(cr_lanes4 box) {
    cr_lanes4 size = cr_size_lanes(box);
    return box - cr_higher_lanes(size, CR_SHUFFLED(size, 2, 3, 0, 1)) * CR_BOX_ROUNDING;
}

static void push_index(cr_list *list, uint32_t i) {
    uint32_t *index = cr_slice_push(list);
    if (index) *index = i;
}

static inline bool are_in_range(cr_lanes4 box) {
    return cr_gather_bits(cr_size_lanes(box) <= CR_RANGE) == 15;
}

/// cr_is_slow, lane by lane.
static inline cr_lane_bits slow_lanes(cr_lanes4 at, cr_lanes4 move) {
    return (cr_size_lanes(move) < cr_size_lanes(at) * CR_SLOW_SHARE) & (move != 0);
}

/// The swept box of a mover; `at` and `move` contain the vector twice.
static inline cr_lanes4 sweep_box(const motion_lists *l, uint32_t i, cr_lanes4 at, cr_lanes4 move) {
    cr_lanes4 box = cr_outward(&l->bounds[i]) + cr_outward_lanes(at);
    return grow_lanes(box + cr_lower_lanes(cr_outward_lanes(move), cr_all_lanes(0)));
}

/// Adds the carried remainders of two movers on their slow axes.
static cr_lanes4 add_remainders(const motion_lists *l, uint32_t i, cr_lanes4 move, cr_lane_bits slow) {
    int32_t one = l->flags[i] & CR_HAS_REMAINDER ? -1 : 0, two = l->flags[i + 1] & CR_HAS_REMAINDER ? -1 : 0;
    return cr_choose_lanes(slow & (cr_lane_bits){one, one, two, two}, move + cr_load_lanes(&l->remainder[i]), move);
}

static void push_two(cr_list *list, uint32_t i, bool one, bool two) {
    if (one) push_index(list, i);
    if (two) push_index(list, i + 1);
}

/// advance_one for two plain movers. Returns false if one of them leaves the range; then advance_one must be called for
/// both. The boxes of regular movers in the broad phase are in the range, so a box within them is, too.
static inline bool advance_two(const motion_lists *l, uint32_t i) {
    cr_lanes4 at = cr_load_lanes(&l->from[i]), move = cr_load_lanes(&l->velocity[i]) * l->dt;
    cr_lane_bits slow_axes = slow_lanes(at, move);
    uint32_t slow = cr_gather_bits(slow_axes);
    if (slow) move = add_remainders(l, i, move, slow_axes);
    cr_lanes4 one = sweep_box(l, i, CR_SHUFFLED(at, 0, 1, 0, 1), CR_SHUFFLED(move, 0, 1, 0, 1));
    cr_lanes4 two = sweep_box(l, i + 1, CR_SHUFFLED(at, 2, 3, 2, 3), CR_SHUFFLED(move, 2, 3, 2, 3));
    l->swept[i] = one;
    l->swept[i + 1] = two;
    cr_store_lanes(&l->end[i], at + move);
    cr_lane_bits one_settled = one >= cr_outward(&l->boxes[i]), two_settled = two >= cr_outward(&l->boxes[i + 1]);
    if (cr_gather_bits(one_settled & two_settled) != 15) {
        if (!are_in_range(one) || !are_in_range(two)) return false;
        push_two(l->restless, i, cr_gather_bits(one_settled) != 15, cr_gather_bits(two_settled) != 15);
    }
    if (slow) push_two(l->slow, i, slow & 3, slow & 12);
    return true;
}

/// Returns true for two movers without special state, in the broad phase since an earlier step.
static inline bool are_regular(const motion_lists *l, uint32_t i) {
    uint32_t flags;
    uint16_t state;
    memcpy(&flags, &l->flags[i], sizeof flags);
    memcpy(&state, &l->state[i], sizeof state);
    return ((flags & 0x10001u * (CR_ALIVE | CR_FIXED | CR_HELD | CR_CENTRE_IN_SOLID | CR_CARRIED)) ==
            0x10001u * CR_ALIVE) &
           ((state & 0x0101 * CR_BROAD_PUT) == 0);
}

/// For statics and free slots.
static inline void keep_still(const motion_lists *l, uint32_t i) {
    l->end[i] = l->from[i];
    l->swept[i] = l->flags[i] & CR_ALIVE ? cr_outward(&l->boxes[i]) : cr_all_lanes(HUGE_VALF);
}

/// The remainder of a kinematic body is only in its end, because the movers that it pushes and carries move with it.
static carom_vec2 end_of_motion(const motion_lists *l, uint32_t i, carom_vec2 move) {
    carom_vec2 at = l->from[i];
    uint32_t flags = l->flags[i];
    if (flags & CR_KINEMATIC && !(flags & CR_HELD)) {
        if (flags & CR_HAS_TARGET) return cr_body_at(l->world, i)->target;
        carom_vec2 remainder = cr_carried_remainder(l->world, i, l->velocity[i]);
        move = (carom_vec2){move.x + remainder.x, move.y + remainder.y};
    }
    return (carom_vec2){at.x + move.x, at.y + move.y};
}

/// Sets the end position and swept box of a body that moves; a slow one may leave a remainder. Returns true if the
/// swept box is within its fattened box.
static inline bool advance_by(const motion_lists *l, uint32_t i, carom_vec2 move, bool slow) {
    cr_lanes4 box = cr_outward(&l->bounds[i]) + cr_both_ways(l->from[i]);
    cr_lanes4 swept = grow_lanes(box + cr_lower_lanes(cr_both_ways(move), cr_all_lanes(0)));
    if (!are_in_range(swept) || l->flags[i] & CR_CENTRE_IN_SOLID) {
        l->flags[i] |= CR_HELD;
        swept = grow_lanes(box);
        move = (carom_vec2){0, 0};
    } else if (slow) {
        push_index(l->slow, i);
    }
    l->swept[i] = swept;
    l->end[i] = end_of_motion(l, i, move);
    return cr_gather_bits(swept >= cr_outward(&l->boxes[i])) == 15;
}

static bool advance_mover(const motion_lists *l, uint32_t i) {
    carom_vec2 at = l->from[i], move = {l->velocity[i].x * l->dt, l->velocity[i].y * l->dt};
    uint32_t slow_bits = cr_gather_bits(slow_lanes(cr_both_ways(at), cr_both_ways(move))) & 3;
    if (slow_bits && l->flags[i] & CR_HAS_REMAINDER) {
        if (slow_bits & 1) move.x += l->remainder[i].x;
        if (slow_bits & 2) move.y += l->remainder[i].y;
    }
    return advance_by(l, i, move, slow_bits != 0);
}

static void advance_one(const motion_lists *l, uint32_t i) {
    uint16_t flags = l->flags[i];
    bool settled = true;
    if (flags & CR_HELD) l->flags[i] = flags &= (uint16_t)~CR_HELD;
    if (flags & (CR_KINEMATIC | CR_CARRIED)) {
        settled = advance_by(l, i, cr_move_of(l->world, i), true);
    } else if ((flags & (CR_ALIVE | CR_FIXED)) == CR_ALIVE) {
        settled = advance_mover(l, i);
    } else {
        keep_still(l, i);
    }
    if (!settled || l->state[i] & CR_BROAD_PUT) push_index(l->restless, i);
}

static void advance_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    carom_world *world = slice->world;
    const motion_lists l = {.world = world,
                            .from = world->step.from,
                            .velocity = world->step.velocity,
                            .remainder = cr_vectors(&world->remainder),
                            .bounds = world->bounds.data,
                            .boxes = world->broad.boxes,
                            .flags = cr_flags(world),
                            .state = world->broad.state,
                            .swept = world->step.swept.data,
                            .end = cr_vectors(&world->step.end),
                            .restless = &slice->restless,
                            .slow = &slice->slow,
                            .dt = world->step.dt};
    cr_range r = cr_share_of(world->slots, number, slices);
    slice->restless.count = slice->slow.count = 0;
    for (uint32_t i = r.begin; i < r.end;) {
        if (i + 1 < r.end && are_regular(&l, i) && advance_two(&l, i)) {
            i += 2;
        } else {
            advance_one(&l, i++);
        }
    }
    slice->stats = (carom_step_stats){0};
    slice->passing.count = slice->near.count = slice->trajectories.count = slice->contacts.count = slice->found.count =
        0;
    slice->beside.count = 0;
}

static void join_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    const carom_world *world = slice->world;
    const cr_traits *traits = world->traits.data;
    carom_filter all = NO_FILTER;
    uint32_t ignored = 0;
    bool grouped = false;
    cr_range r = cr_share_of(world->slots, number, slices);
    for (uint32_t i = r.begin; i < r.end; ++i) {
        if (!(cr_flags(world)[i] & CR_ALIVE)) continue;
        all = joined_filter(all, traits[i].filter);
        ignored |= traits[i].filter.ignore;
        grouped |= traits[i].filter.group != 0;
    }
    slice->all = all;
    slice->ignored = grouped ? UINT32_MAX : ignored;
}

/// Joins the filters of all bodies, and finds whether each accepts every other, if bodies or filters have changed.
static void join_filters(carom_world *world) {
    if (world->all_known) return;
    cr_run_slices(world, join_slice);
    const cr_slice *slices = world->step.slices.data;
    uint32_t ignored = 0;
    world->all = NO_FILTER;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) {
        world->all = joined_filter(world->all, slices[p].all);
        ignored |= slices[p].ignored;
    }
    world->open = (ignored & world->all.category) == 0 && world->kinematics == 0;
    world->all_known = true;
}

// ---- Pairs ---------------------------------------------------------------------------------------------------------

/// Positions and properties of bodies, for the test of passing pairs.
typedef struct passing_test {
    const carom_vec2 *from, *end;
    const cr_traits *traits;
    const uint16_t *flags;
} passing_test;

enum { NEAR_START = 1, NEAR_END = 2, UNSURE = 4, TOUCHING = 8 };

// Bounds of the test of passing circles, which src/world/proofs proves: of the squared distance; of the coordinates,
// for the rounding of end positions and of their differences; a quarter of the path, of which two lanes add up to half,
// with its rounding.
#define SQUARE_ERROR (11.05f * CR_U_32)
#define PATH_ERROR   (4.27f * CR_U_32)
#define PATH_SHARE   0.2500001f
/// Squared sum of the radii below which, or above whose inverse, float may underflow or overflow: inconclusive.
#define LEAST_ROOM 0x1p-80f

/// Tests two passing circles on straight paths in float, with bounds for the rounding. Returns 0 if they do not touch.
static inline uint32_t test_passing_circles(const passing_test *c, uint32_t a, uint32_t b) {
    const cr_lanes4 bounds = {1 + SQUARE_ERROR, 1 + SQUARE_ERROR, 1 + SQUARE_ERROR, 1 - SQUARE_ERROR};
    const cr_lane_bits path_lanes = {-1, -1, 0, 0};
    cr_lanes4 own = cr_load_two(&c->from[a], &c->end[a]), other = cr_load_two(&c->from[b], &c->end[b]), d = own - other;
    cr_lanes4 move = cr_size_lanes(d - CR_SHUFFLED(d, 2, 3, 0, 1)), square = d * d;
    cr_lanes4 far = CR_SHUFFLED(square, 0, 2, 2, 2) + CR_SHUFFLED(square, 1, 3, 3, 3);
    cr_lanes4 slack = (cr_size_lanes(own) + cr_size_lanes(other)) * PATH_ERROR + move * PATH_SHARE;
    slack += CR_SHUFFLED(slack, 2, 3, 0, 1);
    slack += CR_SHUFFLED(slack, 1, 0, 3, 2);
    float reach = c->traits[a].radius + c->traits[b].radius, room = reach * reach;
    cr_lanes4 near = cr_all_lanes(reach) + (cr_lanes4)((cr_lane_bits)slack & path_lanes);
    uint32_t bits = cr_gather_bits(far <= near * near * bounds);
    return room > LEAST_ROOM && room < 1 / LEAST_ROOM ? bits : UNSURE;
}

static void test_passing_bodies(const carom_world *world, uint32_t a, uint32_t b, cr_passing_contact *contact) {
    const carom_vec2 *end = cr_vectors(&world->step.end);
    *contact = (cr_passing_contact){.a = a, .b = b, .has_point = true};
    contact->touching = cr_relate_bodies(world, a, end[a], b, end[b]) != CR_APART;
    if (!contact->touching) return;
    carom_contact_points found = cr_contact_bodies(world, a, end[a], b, end[b]);
    contact->point = found.points[0];
    contact->normal = found.normal;
}

static void push_near_pair(cr_slice *slice, uint32_t a, uint32_t b) {
    cr_keyed *pair = cr_slice_push(&slice->near);
    if (pair) *pair = (cr_keyed){.key = (uint64_t)a << 32 | b};
}

static inline double coordinates_of(carom_vec2 p) {
    return fabs((double)p.x) + fabs((double)p.y);
}

static bool may_pass(const passing_test *c, uint32_t a, uint32_t b) {
    float radius_a = c->traits[a].radius, radius_b = c->traits[b].radius;
    double size =
        coordinates_of(c->from[a]) + coordinates_of(c->end[a]) + coordinates_of(c->from[b]) + coordinates_of(c->end[b]);
    cr_circle_pair at_start = cr_circle_pair_at(c->from[a], radius_a, c->from[b], radius_b);
    cr_circle_pair at_end = cr_circle_pair_at(c->end[a], radius_a, c->end[b], radius_b);
    return cr_circle_pair_may_touch(at_start, at_end, size + at_end.reach);
}

/// Computes the contacts of touching circles, which the test leaves out.
static void compute_circle_contacts(const passing_test *c, cr_passing_contact *passing, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        cr_passing_contact *m = &passing[i];
        if (m->has_point) continue;
        float radius_b = c->traits[m->b].radius;
        cr_circle_pair discs = cr_circle_pair_at(c->end[m->a], c->traits[m->a].radius, c->end[m->b], radius_b);
        cr_circle_pair_contact(discs, c->end[m->b], radius_b, &m->point, &m->normal);
    }
}

static bool are_circles(const passing_test *c, cr_candidate pair) {
    return (c->flags[pair.a] & c->flags[pair.b] & CR_ROUND) != 0;
}

static bool is_passing(const passing_test *c, cr_candidate pair) {
    return ((c->flags[pair.a] | c->flags[pair.b]) & CR_PASSES) != 0;
}

static bool custom_filter(const carom_world *world, const passing_test *c, cr_candidate pair) {
    if (!world->open && !cr_accepts(c->traits[pair.a].filter, c->traits[pair.b].filter)) return false;
    return !world->custom_filter || cr_predicate_allows(world, pair.a, pair.b);
}

/// A mover that turns has a trajectory: all its pairs are near pairs.
static bool is_turning_mover(const carom_world *world, uint32_t index) {
    return world->spinning > 0 && cr_turns_in_step(world, index) && !cr_is_fixed(world, index);
}

enum { AHEAD = 12 };

/// Branchless: always writes a passing contact, and advances the count if the two touch, which is unpredictable.
static void take_candidates(void *context, const cr_candidate *candidates, int count) {
    cr_slice *slice = context;
    const carom_world *world = slice->world;
    const passing_test c = {world->step.from, cr_vectors(&world->step.end), world->traits.data, cr_flags(world)};
    uint32_t begin = slice->passing.count, touching = begin;
    int tested = 0;
    if (begin + (uint32_t)count > slice->passing.capacity) {
        slice->passing.count += (uint32_t)count; // counts only: the pass is repeated with a longer list
        return;
    }
    cr_passing_contact *passing = slice->passing.data;
    for (int i = 0; i < count; ++i) {
        cr_candidate pair = candidates[i];
        if (i + AHEAD < count) {
            uint32_t b = candidates[i + AHEAD].b;
            cr_fetch(&c.from[b]);
            cr_fetch(&c.end[b]);
            cr_fetch(&c.traits[b]);
        }
        if (!custom_filter(world, &c, pair)) continue;
        ++tested;
        if (!is_passing(&c, pair)) {
            push_near_pair(slice, pair.a, pair.b);
            continue;
        }
        cr_passing_contact *contact = &passing[touching];
        uint32_t bits = are_circles(&c, pair) ? test_passing_circles(&c, pair.a, pair.b) : UNSURE;
        contact->a = pair.a;
        contact->b = pair.b;
        contact->touching = true;
        contact->has_point = false;
        touching += bits / TOUCHING;
        if (bits - 1 >= TOUCHING - 1) continue;
        if (bits & UNSURE && (is_turning_mover(world, pair.a) || is_turning_mover(world, pair.b))) {
            push_near_pair(slice, pair.a, pair.b);
        } else if (bits & UNSURE) {
            test_passing_bodies(world, pair.a, pair.b, contact);
            ++touching;
        } else if (may_pass(&c, pair.a, pair.b)) {
            contact->touching = false;
            contact->has_point = true;
            ++touching;
        }
    }
    slice->passing.count = touching;
    slice->stats.tested += tested;
    compute_circle_contacts(&c, passing + begin, touching - begin);
}

static void pair_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    slice->passing.count = slice->near.count = 0;
    slice->stats.tested = 0;
    cr_take_cached_pairs(slice->world, number, slices, take_candidates, slice);
}

// ---- Levels --------------------------------------------------------------------------------------------------------

/// Processes all contacts with levels of a mover that can collide with nothing else.
static void run_level_contacts(const carom_world *world, cr_trajectory *trajectory, cr_slice *slice) {
    while (trajectory->level_hit.hit && !trajectory->resting) { // at rest it hits only what it is in
        cr_contact touch = cr_respond_to_level(world, trajectory, &slice->stats);
        cr_contact *added = cr_slice_push(&slice->contacts);
        if (added) *added = touch;
        cr_sweep_levels(world, trajectory);
    }
    bool moves = !cr_same_point(cr_led_to(trajectory), trajectory->from) || cr_turns(world, trajectory->body);
    cr_stay_at(trajectory, moves ? cr_trajectory_end(world, trajectory) : trajectory->from);
    trajectory->alone = true;
}

static bool can_collide_with_bodies(const carom_world *world, uint32_t index) {
    if (world->rule) return true; // its contacts are processed in order of time
    return world->all.group > 0 || cr_accepts(cr_traits_at(world, index)->filter, world->all);
}

static cr_trajectory trajectory_to_level(const carom_world *world, uint32_t index, carom_sweep_hit hit, int level) {
    cr_trajectory trajectory = cr_straight_trajectory(world, index);
    trajectory.level_hit = hit;
    trajectory.level = level;
    return trajectory;
}

static void push_level_crossing(cr_slice *slice, const cr_trajectory *trajectory) {
    if (!trajectory->level_hit.hit) return;
    cr_contact *touch = cr_slice_push(&slice->contacts);
    if (touch) *touch = cr_contact_of_level(trajectory);
}

static void push_trajectory(cr_slice *slice, const cr_trajectory *trajectory) {
    cr_trajectory *added = cr_slice_push(&slice->trajectories);
    if (added) *added = *trajectory;
}

static void push_beside(cr_slice *slice, uint32_t index, uint32_t level) {
    cr_keyed *pair = cr_slice_push(&slice->beside);
    if (pair) *pair = (cr_keyed){.key = cr_pair_of_level(index, level)};
}

static void start_level_trajectory(const carom_world *world, cr_slice *slice, cr_trajectory *trajectory) {
    if (!can_collide_with_bodies(world, trajectory->body)) run_level_contacts(world, trajectory, slice);
    push_trajectory(slice, trajectory);
}

static bool is_in_level(const carom_world *world, uint32_t index, carom_vec2 at) {
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_scene level = carom_scene_of_level(cr_level_of(world, (int)i));
        if (!cr_free(&level, &cr_body_at(world, index)->shape, at)) return true;
    }
    return false;
}

/// Ends a trajectory without a level hit. Without a clear position in the levels the mover stays at the start. A static
/// at the end is a contact on the path, and stops the mover there (impacts.c). A thin shape that would end across a
/// boundary stays at the start, too, without a trajectory: it may touch any level there.
static void end_straight_motion(carom_world *world, cr_slice *slice, const cr_trajectory *trajectory) {
    carom_vec2 led = cr_led_to(trajectory), end = cr_trajectory_end(world, trajectory);
    cr_vectors(&world->step.end)[trajectory->body] = end;
    if (!cr_is_off_path(world, trajectory->body, end, led)) return;
    for (uint32_t i = 0; i < world->levels.count; ++i) push_beside(slice, trajectory->body, i);
    if (!is_in_level(world, trajectory->body, led)) return;
    cr_trajectory stays = cr_straight_trajectory(world, trajectory->body);
    cr_stay_at(&stays, stays.from);
    stays.resting = stays.lost = true;
    push_trajectory(slice, &stays);
}

/// Starts the trajectory of a mover that turns. A mover that passes goes on through the levels.
static void turn_mover_through_levels(carom_world *world, cr_slice *slice, uint32_t index) {
    cr_resume_turn(world, index); // the pass may be repeated with longer lists
    cr_trajectory trajectory = cr_straight_trajectory(world, index);
    cr_sweep_levels(world, &trajectory);
    if (!cr_passes(world, index)) {
        if (trajectory.level_hit.hit) {
            start_level_trajectory(world, slice, &trajectory);
        } else {
            push_trajectory(slice, &trajectory);
        }
        return;
    }
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        cr_trajectory crossing = trajectory;
        cr_turn_through_level(world, &crossing, i);
        push_level_crossing(slice, &crossing);
    }
    trajectory.level_hit = (carom_sweep_hit){.t = 1};
    push_trajectory(slice, &trajectory);
}

static void sweep_mover_through_levels(carom_world *world, cr_slice *slice, uint32_t index) {
    carom_vec2 from = world->step.from[index], move = cr_move_of(world, index);
    cr_placed placed;
    const carom_shape *here = cr_shape_at(world, index, from, &placed);
    carom_sweep_hit best = {.t = 1};
    bool passes = cr_passes(world, index), beside;
    int level = 0;
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_sweep_hit hit = cr_level_sweep_to(cr_level_of(world, (int)i), here, move, &beside);
        if (beside) push_beside(slice, index, i);
        if (passes) {
            cr_trajectory crossing = trajectory_to_level(world, index, hit, (int)i);
            push_level_crossing(slice, &crossing);
        }
        if (i > 0 && !(hit.hit && (!best.hit || hit.t < best.t))) continue;
        best = hit;
        level = (int)i;
    }
    if (passes) return;
    if (best.hit) {
        cr_trajectory trajectory = trajectory_to_level(world, index, best, level);
        start_level_trajectory(world, slice, &trajectory);
    } else if (cr_flags(world)[index] & CR_ROUND && world->levels.count == 1) {
        cr_vectors(&world->step.end)[index] = best.at; // equal to the result of cr_trajectory_end
    } else if (move.x != 0 || move.y != 0) {
        end_straight_motion(
            world, slice,
            &(cr_trajectory){
                .body = index, .from = from, .move = move, .led = cr_end_of(from, move), .level_hit = best});
    }
}

/// In approximate spatial order, so that the edges of a level are in the cache.
static inline void sweep_slice(cr_slice *slice, uint32_t number, uint32_t slices, bool spins) {
    carom_world *world = slice->world;
    slice->trajectories.count = slice->contacts.count = slice->beside.count = 0;
    slice->stats = (carom_step_stats){0};
    cr_range r = cr_share_of(cr_broad_slots(&world->broad), number, slices);
    bool kinematics = world->kinematics > 0;
    for (uint32_t at = r.begin; at < r.end; ++at) {
        uint32_t index = cr_broad_mover_at(&world->broad, at);
        if (index == UINT32_MAX || (kinematics && cr_is_kinematic(world, index))) continue;
        if (spins && cr_turns_in_step(world, index)) {
            turn_mover_through_levels(world, slice, index);
        } else if (!spins || world->levels.count > 0) {
            sweep_mover_through_levels(world, slice, index);
        }
    }
}

static void level_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    sweep_slice(slice, number, slices, false);
}

/// The same for a world in which bodies spin, even without a level.
static void turning_slice(cr_slice *slice, uint32_t number, uint32_t slices) {
    sweep_slice(slice, number, slices, true);
}

// ---- The phase -----------------------------------------------------------------------------------------------------

static bool append(carom_world *world, cr_list *to, const cr_list *from) {
    if (!cr_list_reserve(to, world->allocator, to->count + from->count)) return false;
    cr_list_append(to, from);
    return true;
}

static void gather_slices(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) {
        world->stats.hits += slices[p].stats.hits;
        world->stats.rested += slices[p].stats.rested;
        world->stats.tested += slices[p].stats.tested;
        bool done = append(world, &world->step.near_pairs, &slices[p].near) &&
                    append(world, &world->step.contacts, &slices[p].contacts) &&
                    append(world, &world->step.beside, &slices[p].beside);
        if (!done) world->step.out_of_memory = true;
    }
}

void cr_free_motion(carom_world *world) {
    if (!cr_make_slices(world, world->slots)) {
        world->step.out_of_memory = true;
        return;
    }
    cr_run_slices(world, advance_slice);
    join_filters(world);
    if (!world->step.out_of_memory) cr_update_pair_cache(world);
    bool spins = world->spinning > 0;
    if (!world->step.out_of_memory && (spins || world->levels.count > 0))
        cr_run_slices(world, spins ? turning_slice : level_slice);
    world->step.time_of_turns = 1; // passing bodies are tested at their ends
    if (!world->step.out_of_memory) cr_run_slices(world, pair_slice);
    world->step.time_of_turns = 0;
    if (!world->step.out_of_memory) gather_slices(world);
}
