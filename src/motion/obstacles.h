// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The obstacles of a scene near a position, from all sides, and tests for solid.
#pragma once

#include "base/float.h"
#include "carom/motion.h"

/// Writes the obstacles whose boxes overlap a box, by carom_scene.obstacles or, for a scene without it, from the
/// contacts of the box. Returns how many there are.
int cr_obstacles_in(const carom_scene *scene, carom_box box, carom_scene_obstacle *out, int capacity);

/// All obstacles whose boxes overlap a box, some of them several times:
///
///     cr_obstacle_walk walk;
///     cr_obstacles_begin(&walk, scene, box);
///     while (cr_obstacles_next(&walk)) .. walk.near[0] .. walk.near[walk.count - 1] ..
///
/// A box with more than CR_OBSTACLES_NEAR of them is divided. Obstacles are left out only if more than that are in each
/// of CR_OBSTACLE_BOXES boxes.
enum { CR_OBSTACLES_NEAR = 64, CR_OBSTACLE_BOXES = 1024, CR_OBSTACLE_DEPTH = 64 };

typedef struct cr_obstacle_walk {
    const carom_scene *scene;
    carom_scene_obstacle near[CR_OBSTACLES_NEAR];
    int count;
    carom_box boxes[CR_OBSTACLE_DEPTH]; ///< still to be read
    int boxes_count, boxes_read;
} cr_obstacle_walk;

void cr_obstacles_begin(cr_obstacle_walk *walk, const carom_scene *scene, carom_box box);
bool cr_obstacles_next(cr_obstacle_walk *walk); ///< false at the end

/// Returns true if the centre of the shape, or of a part of it, is in the interior of solid: there, one-sided
/// edges do not block it.
bool cr_in_solid(const carom_scene *scene, const carom_shape *shape, carom_vec2 at);

/// Returns true if no obstacle overlaps a box, which is then in solid or outside of it as a whole. False also if the
/// scene has no `obstacles`: the contacts of a box leave out edges from behind.
bool cr_is_empty_box(const carom_scene *scene, carom_box box);

/// Of a point in the interior of solid: returns true if all neighbouring floats are, too. The scene must have `solid`.
bool cr_is_deep_in_solid(const carom_scene *scene, carom_vec2 p);

/// Returns true if a convex shape penetrates an edge of the boundary of solid, from either side. The scene must have
/// `solid`.
bool cr_penetrates_boundary(const carom_scene *scene, const carom_shape *part);

/// Returns true if the shape at this position penetrates nothing, and its centre is not in solid.
bool cr_free_of_solid(const carom_scene *scene, const carom_shape *shape, carom_vec2 at);

/// Returns the sum of the greatest magnitudes of x and y in the bounds of a shape: its rounding is proportional to it.
double cr_size_of_coordinates(const carom_shape *shape);

/// Returns true if the penetration depth of a contact is within the rounding of the shape: it counts as resting.
bool cr_is_shallow(const carom_shape *shape, const carom_contact_points *contact);

/// Returns a hit at rest, inside, if a shape penetrates a one-sided segment within rounding. A sweep from there may not
/// hit it: if the centre is behind, or the motion leads along it. So where such a shape comes to rest, it is not clear.
carom_sweep_hit cr_rest_on_one_sided(const carom_shape *shape, const carom_segment *segment);

/// Returns the same hit of a shape that no edge of a level hits at rest: with the first one-way edge that it penetrates
/// within rounding. Without one, returns `miss`.
///
/// A shape that comes to rest on a one-way edge can penetrate it by rounding, if its far side is rounded on its own. A
/// level ignores edges that a shape is inside of, so the shape would fall through in the next step.
carom_sweep_hit cr_rest_on_one_way(const carom_level *level, const carom_shape *shape, carom_sweep_hit miss);

/// carom_push_out with the default distance, for a shape that something pressed: the centre of no part passes through
/// an obstacle of `walls`. Of equally short translations returns the one farthest along `toward`; (0, 0): no
/// preference.
carom_push cr_push_out(const carom_scene *scene, const carom_scene *walls, const carom_shape *shape,
                       carom_vec2 position, carom_vec2 toward);
