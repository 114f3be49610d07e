// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The ops of layer geom: overlap, distance, contact, ray, sweep and turn; ray and sweep in 3D as well. Fields that a
// miss does not have (point, normal) are null, as are numbers that are not finite.
#include <math.h>

#include "cli/json.h"
#include "cli/query.h"
#include "cli/ray_to.h"

// ---- Parts of answers -----------------------------------------------------------------------------------------------

static void answer_vec2_if(query *q, const char *name, bool there, carom_vec2 value) {
    if (there) {
        answer_vec2(q, name, value);
    } else {
        answer_string(q, name, NULL);
    }
}

static void answer_vec3_if(query *q, const char *name, bool there, carom_vec3 value) {
    if (!there) {
        answer_string(q, name, NULL);
        return;
    }
    answer_name(q, name);
    const float numbers[3] = {value.x, value.y, value.z};
    for (int i = 0; i < 3; i++) {
        fputc(i == 0 ? '[' : ',', q->answer);
        json_put_number(q->answer, numbers[i]);
    }
    fputc(']', q->answer);
}

static bool has_parts(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_COMPOUND;
}

static void answer_part_if(query *q, const char *name, bool there, int part) {
    if (there) answer_integer(q, name, part);
}

static const char *feature_name(carom_feature feature) {
    switch (feature) {
    case CAROM_FEATURE_NONE: return NULL;
    case CAROM_FEATURE_EDGE: return "edge";
    case CAROM_FEATURE_END_A: return "end_a";
    case CAROM_FEATURE_END_B: return "end_b";
    case CAROM_FEATURE_SIDE: return "side";
    case CAROM_FEATURE_CORNER: return "corner";
    }
    return NULL;
}

void answer_separation(query *q, const carom_separation *separation, bool part_a, bool part_b) {
    bool measured = isfinite(separation->distance);
    answer_number(q, "distance", separation->distance);
    answer_vec2_if(q, "on_a", measured, separation->on_a);
    answer_vec2_if(q, "on_b", measured, separation->on_b);
    answer_vec2_if(q, "normal", measured, separation->normal);
    answer_part_if(q, "part_a", measured && part_a, separation->part_a);
    answer_part_if(q, "part_b", measured && part_b, separation->part_b);
}

void answer_ray_hit(query *q, const carom_ray_hit *ray, bool part) {
    answer_flag(q, "hit", ray->hit);
    answer_number(q, "t", ray->t);
    answer_number(q, "exit", ray->exit);
    answer_flag(q, "inside", ray->inside);
    answer_vec2_if(q, "point", ray->hit, ray->point);
    answer_vec2_if(q, "normal", ray->hit, ray->normal);
    answer_part_if(q, "part", ray->hit && part, ray->part);
}

void answer_sweep_hit(query *q, const carom_sweep_hit *sweep, bool part_a, bool part_b) {
    answer_flag(q, "hit", sweep->hit);
    answer_number(q, "t", sweep->t);
    answer_vec2(q, "at", sweep->at);
    answer_flag(q, "inside", sweep->inside);
    answer_vec2_if(q, "point", sweep->hit, sweep->point);
    answer_vec2_if(q, "normal", sweep->hit, sweep->normal);
    answer_string(q, "feature", feature_name(sweep->feature));
    answer_part_if(q, "part_a", sweep->hit && part_a, sweep->part_a);
    answer_part_if(q, "part_b", sweep->hit && part_b, sweep->part_b);
}

void answer_turning_hit(query *q, const carom_turning_hit *hit, bool part_a, bool part_b) {
    answer_flag(q, "hit", hit->hit);
    answer_number(q, "t", hit->t);
    answer_vec2(q, "at", hit->at.position);
    answer_vec2(q, "turned", (carom_vec2){hit->at.rotation.cosine, hit->at.rotation.sine});
    answer_flag(q, "inside", hit->inside);
    answer_vec2_if(q, "point", hit->hit, hit->point);
    answer_vec2_if(q, "normal", hit->hit, hit->normal);
    answer_vec2_if(q, "velocity", hit->hit, hit->velocity);
    answer_string(q, "feature", feature_name(hit->feature));
    answer_part_if(q, "part_a", hit->hit && part_a, hit->part_a);
    answer_part_if(q, "part_b", hit->hit && part_b, hit->part_b);
}

// ---- Pairs of shapes ------------------------------------------------------------------------------------------------

static bool read_pair(query *q, carom_shape *a, carom_shape *b) {
    return query_shape(q, "a", a) && query_shape(q, "b", b);
}

static bool answer_overlap(query *q) {
    carom_shape a, b;
    if (!read_pair(q, &a, &b)) return false;
    answer_flag(q, "hit", carom_overlap(&a, &b));
    return true;
}

static bool answer_distance(query *q) {
    carom_shape a, b;
    if (!read_pair(q, &a, &b)) return false;
    carom_separation separation = carom_distance(&a, &b);
    answer_separation(q, &separation, has_parts(&a), has_parts(&b));
    return true;
}

static bool answer_contact(query *q) {
    carom_shape a, b;
    if (!read_pair(q, &a, &b)) return false;
    carom_contact_points contact = carom_contact(&a, &b);
    answer_flag(q, "hit", contact.hit);
    answer_number(q, "depth", contact.depth);
    answer_vec2_if(q, "normal", contact.hit, contact.normal);
    answer_name(q, "points");
    fputc('[', q->answer);
    for (int i = 0; i < contact.count; i++) {
        if (i > 0) fputc(',', q->answer);
        json_put_vec2(q->answer, contact.points[i]);
    }
    fputc(']', q->answer);
    answer_part_if(q, "part_a", contact.hit && has_parts(&a), contact.part_a);
    answer_part_if(q, "part_b", contact.hit && has_parts(&b), contact.part_b);
    return true;
}

// ---- Rays -----------------------------------------------------------------------------------------------------------

/// Reads the motion, `count` numbers: "move", or the difference from `from` to "to", rounded to float. *by_end: it was
/// "to".
static bool read_motion(query *q, const float *from, float *move, float *end, bool *by_end, int count) {
    *by_end = query_field(q, "to") != NULL;
    if (*by_end == (query_field(q, "move") != NULL)) {
        return query_fail(q, "$", "expected either \"move\" or \"to\"%s", *by_end ? ", not both" : "");
    }
    if (!*by_end) return query_floats(q, "move", move, count);
    if (!query_floats(q, "to", end, count)) return false;
    for (int i = 0; i < count; i++) {
        double difference = (double)end[i] - (double)from[i];
        if (exceeds_float_range(from[i], end[i]))
            return query_fail(q, "$.to", "the difference %.9g exceeds the range of float", difference);
        move[i] = (float)difference;
    }
    return true;
}

static void answer_ray_space(query *q, const float *from, const float *move, const float *sphere) {
    carom_hit3 ray = carom_ray_sphere((carom_vec3){from[0], from[1], from[2]}, (carom_vec3){move[0], move[1], move[2]},
                                      (carom_vec3){sphere[0], sphere[1], sphere[2]}, sphere[3]);
    answer_flag(q, "hit", ray.hit);
    answer_number(q, "t", ray.t);
    answer_number(q, "exit", ray.exit);
    answer_flag(q, "inside", ray.inside);
    answer_vec3_if(q, "point", ray.hit, ray.point);
    answer_vec3_if(q, "normal", ray.hit, ray.normal);
}

/// A 3D ray if `from` has three numbers.
static bool answer_ray(query *q) {
    int count = json_array_size(query_field(q, "from")) == 3 ? 3 : 2;
    float from[3], move[3], end[3] = {0}, sphere[4];
    bool by_end;
    if (!query_floats(q, "from", from, count) || !read_motion(q, from, move, end, &by_end, count)) return false;
    if (count == 3) {
        if (!query_sphere(q, "b", sphere)) return false;
        answer_ray_space(q, from, move, sphere);
    } else {
        carom_shape b;
        if (!query_shape(q, "b", &b)) return false;
        carom_vec2 start = {from[0], from[1]}, motion = {move[0], move[1]};
        carom_vec2 to = {end[0], end[1]};
        carom_ray_hit hit = by_end ? ray_to(start, to, &b) : carom_ray(start, motion, &b);
        answer_ray_hit(q, &hit, has_parts(&b));
    }
    return true;
}

// ---- Sweeps ---------------------------------------------------------------------------------------------------------

static bool answer_sweep_plane(query *q) {
    carom_shape a, b;
    carom_vec2 move, b_move = {0, 0};
    if (!query_shape(q, "a", &a) || !query_vec2(q, "move", &move) || !query_shape(q, "b", &b)) return false;
    if (query_field(q, "b_move") && !query_vec2(q, "b_move", &b_move)) return false;
    carom_sweep_hit sweep = carom_sweep(&a, move, &b, b_move);
    answer_sweep_hit(q, &sweep, has_parts(&a), has_parts(&b));
    return true;
}

static bool answer_sweep_space(query *q) {
    float sphere[4], move[3], s[6];
    if (!query_sphere(q, "a", sphere) || !query_floats(q, "move", move, 3)) return false;
    if (!query_segment3(q, "b", s)) return false;
    if (query_field(q, "b_move")) return query_fail(q, "$.b_move", "not supported in 3D: b cannot move");
    carom_hit3 sweep = carom_sweep_sphere_segment((carom_vec3){sphere[0], sphere[1], sphere[2]}, sphere[3],
                                                  (carom_vec3){move[0], move[1], move[2]},
                                                  (carom_vec3){s[0], s[1], s[2]}, (carom_vec3){s[3], s[4], s[5]});
    answer_flag(q, "hit", sweep.hit);
    answer_number(q, "t", sweep.t);
    answer_vec3_if(q, "at", true, sweep.at);
    answer_flag(q, "inside", sweep.inside);
    answer_vec3_if(q, "point", sweep.hit, sweep.point);
    answer_vec3_if(q, "normal", sweep.hit, sweep.normal);
    answer_string(q, "feature", feature_name(sweep.feature));
    return true;
}

/// A 3D sweep if `a` is a sphere.
static bool answer_sweep(query *q) {
    return json_object_get(query_field(q, "a"), "sphere") ? answer_sweep_space(q) : answer_sweep_plane(q);
}

bool query_turning(query *q, const char *const names[3], carom_shape *shape, carom_turning *motion) {
    *motion = (carom_turning){0};
    if (!query_shape_and_pose(q, names[0], shape, &motion->pose)) return false;
    if (query_field(q, names[1]) && !query_vec2(q, names[1], &motion->move)) return false;
    if (!query_field(q, names[2])) return true;
    if (!query_number(q, names[2], &motion->angle)) return false;
    if (fabsf(motion->angle) <= CAROM_MAX_TURN) return true;
    char path[16];
    snprintf(path, sizeof path, "$.%s", names[2]);
    return query_fail(q, path, "expected at most %g radians either way", (double)CAROM_MAX_TURN);
}

static bool answer_turn(query *q) {
    carom_shape a, b;
    carom_turning a_motion, b_motion;
    if (!query_turning(q, (const char *const[]){"a", "move", "turn"}, &a, &a_motion)) return false;
    if (!query_turning(q, (const char *const[]){"b", "b_move", "b_turn"}, &b, &b_motion)) return false;
    carom_turning_hit hit = carom_sweep_turning(&a, &a_motion, &b, &b_motion);
    answer_turning_hit(q, &hit, has_parts(&a), has_parts(&b));
    return true;
}

const query_op query_geom_ops[] = {
    {"overlap", "a b", answer_overlap},
    {"distance", "a b", answer_distance},
    {"contact", "a b", answer_contact},
    {"ray", "from move to b", answer_ray},
    {"sweep", "a move b b_move", answer_sweep},
    {"turn", "a move turn b b_move b_turn", answer_turn},
    {0},
};
