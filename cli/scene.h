// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom run --bodies: a scene is a file that describes the bodies of a world, and changes of them. scene_read.c
// reads it, run_bodies.c runs it, scene_picture.c draws it. docs/scenes.md describes the format.
#pragma once

#include "carom/world.h"
#include "cli/load.h"
#include "cli/query.h"
#include "cli/run.h"

/// The path of a kinematic body: from point to point in straight lines, and from the last to the first.
typedef struct scene_path {
    carom_vec2 *points;
    int count;
    int64_t steps; ///< from one point to the next
} scene_path;

typedef struct scene_body {
    const char *name;  ///< unique; null: none
    const char *class; ///< null: none
    carom_body_desc desc;
    carom_vec2 gravity; ///< units per unit of dt squared
    scene_path path;    ///< count 0: none
    carom_body_id id;
    int64_t directed; ///< the last step for which an order gave a target, which replaces that of the path
    bool was_in_solid, escaped;
} scene_body;

/// The members that an order sets.
enum {
    ORDER_POSITION = 1,
    ORDER_VELOCITY = 2,
    ORDER_SHAPE = 4,
    ORDER_RESPONSE = 8,
    ORDER_SENSOR = 16,
    ORDER_MASS = 32,
    ORDER_FILTER = 64,
    ORDER_TAG = 128,
    ORDER_REMOVE = 256,
    ORDER_GRAVITY = 512,
    ORDER_TARGET = 1024,
    ORDER_MATERIAL = 2048,
    ORDER_ROTATION = 4096,
    ORDER_SPIN = 8192
};

/// A change of a body before a step.
typedef struct scene_order {
    int64_t step; ///< counted from 1
    int index;    ///< in the file
    int body;
    unsigned sets; ///< ORDER_ bits
    bool turns;    ///< to the rotation of `target`
    carom_body_desc desc;
    carom_vec2 gravity;
    carom_pose target;
} scene_order;

/// The material of the level edges with a tag.
typedef struct scene_surface {
    int tag;
    carom_material material;
} scene_surface;

/// Which bodies a rule is for: those with a name or class, with a tag, or all.
typedef struct scene_selector {
    const char *word; ///< a name, a class, or "level"; null: none
    bool has_tag;
    int64_t tag;
} scene_selector;

/// A contact rule for a pair: the response of a mover to an obstacle.
typedef struct scene_rule {
    scene_selector a, b;
    bool has_normal;   ///< only for contacts whose normal is within 45 degrees of `normal`
    carom_vec2 normal; ///< from b to a, of any length
    bool has_kind, has_restitution, has_friction, has_surface_speed;
    carom_response response; ///< the members that it has
} scene_rule;

typedef struct scene {
    const char *path;
    char *text;
    json_t *root;
    query fields;      ///< the reader of `root`: it owns the memory of shapes and points
    const char *level; ///< a map, relative to the scene; null: none
    carom_outline *outlines;
    int outline_count;
    carom_vec2 down, gravity;
    int64_t bounces, steps;
    float dt;
    scene_surface *materials;
    int material_count;
    scene_rule *rules; ///< the first that matches decides
    int rule_count;
    scene_body *bodies;
    int body_count;
    scene_order *orders; ///< by step, then by place in the file
    int order_count;
} scene;

/// Reads a scene ("-": standard input). On failure prints the file, the place in it and the reason, and returns false.
/// scene_free must follow in either case.
bool scene_read(char **argv, const char *path, scene *out);
void scene_free(scene *s);
/// Prints that an order cannot be carried out, and returns false. `field` is what it sets.
bool scene_order_fail(char **argv, const scene *s, const scene_order *order, const char *field, carom_status status);
/// Returns the target of a kinematic body with a path for a step, counted from 1.
carom_vec2 scene_target(const scene_path *path, int64_t step);

/// A scene in motion.
typedef struct scene_run {
    const run_options *options;
    scene *scene;
    loaded loaded;        ///< the map, if there is one
    carom_level *outline; ///< the level of the outlines; null: none
    carom_world *world;
    int64_t hits, pairs, crushed, escapes;
    double nanoseconds;
    struct scene_trails *trails; ///< null: no picture
} scene_run;

/// carom run --bodies; returns the exit status.
int run_bodies(char **argv, const run_options *options, carom_tasks tasks);

// ---- scene_picture.c ------------------------------------------------------------------------------------------------

/// The positions of the bodies after each of the first steps.
typedef struct scene_trails scene_trails;

/// Null: out of memory.
scene_trails *scene_trails_make(const scene_run *r);
void scene_trails_free(scene_trails *trails);
/// Records the positions of all bodies.
void scene_trails_add(scene_trails *trails, const scene_run *r);
/// Writes the SVG. False: out of memory, or the stream has an error.
bool scene_draw(const scene_run *r, FILE *out);
