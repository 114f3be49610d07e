// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer draw: debug drawing. Shapes, levels, worlds and walkers are drawn through callbacks of the game, as lines,
// polygons, circles, points and texts with a colour.
//
//     static void draw_line(void *window, const carom_vec2 *ends, uint32_t color) { ... }
//     carom_draw_desc draw = {.line = draw_line, .polygon = draw_polygon, .circle = draw_circle, .context = window,
//                             .what = CAROM_DRAW_CONTACTS};
//     carom_draw_level(&draw, level);
//     carom_draw_world(&draw, world);
//     carom_draw_walker(&draw, &hero, &legs);
//
// - Coordinates are those of the game, in its units. Nothing is scaled, and nothing is clipped.
// - The calls depend on the arguments alone: edges and bodies are drawn in order of index.
// - A normal or velocity is not drawn if it is zero, or if its end is not finite.
// - No function allocates, or changes its arguments. A callback must not change them either.
#pragma once

#include "carom/walker.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Things that carom_draw_world draws in addition to the shapes of bodies.
typedef enum carom_draw_what {
    CAROM_DRAW_BOUNDS = 1,   ///< the AABB of each body
    CAROM_DRAW_CONTACTS = 2, ///< the point and the normal of each pair in contact
    CAROM_DRAW_NAMES = 4,    ///< the index of each body, and its tag if it is not 0: "12" or "12:345"
} carom_draw_what;

/// The meaning of a colour: its index in carom_draw_desc.colors.
typedef enum carom_draw_role {
    CAROM_DRAW_ROLE_EDGE = 0,  ///< an edge of the boundary of a level
    CAROM_DRAW_ROLE_ONE_WAY,   ///< a one-way edge, a one-sided segment
    CAROM_DRAW_ROLE_NORMAL,    ///< the normal of an edge or contact
    CAROM_DRAW_ROLE_MOVER,     ///< a mover
    CAROM_DRAW_ROLE_STATIC,    ///< a static
    CAROM_DRAW_ROLE_KINEMATIC, ///< a kinematic body
    CAROM_DRAW_ROLE_SENSOR,    ///< a body that blocks nothing, of any type
    CAROM_DRAW_ROLE_BOUNDS,    ///< an AABB
    CAROM_DRAW_ROLE_CONTACT,   ///< a contact point
    CAROM_DRAW_ROLE_VELOCITY,  ///< a velocity
    CAROM_DRAW_ROLE_NAME,      ///< a text
    CAROM_DRAW_ROLE_WALKER,    ///< a walker in the air
    CAROM_DRAW_ROLE_GROUNDED,  ///< a walker on the ground
} carom_draw_role;

#define CAROM_DRAW_ROLES 13 ///< the number of roles

/// The callbacks and options of a drawing. Zero means default in every field. A callback that is null draws nothing.
/// Colours are 0xRRGGBBAA. The arrays that a callback gets are valid during the call.
typedef struct carom_draw_desc {
    uint32_t size; ///< of this struct in bytes, or 0: docs/abi.md
    uint32_t what; ///< bits of carom_draw_what
    /// A line between two points.
    void (*line)(void *context, const carom_vec2 *ends, uint32_t color);
    /// A closed polygon of at least three points; convex.
    void (*polygon)(void *context, const carom_vec2 *points, int count, uint32_t color);
    /// A circle. A capsule is two circles and two lines.
    void (*circle)(void *context, const carom_circle *circle, uint32_t color);
    /// A point, usually drawn as a dot of a few pixels.
    void (*point)(void *context, const carom_vec2 *at, uint32_t color);
    /// A line of ASCII text whose lower left corner is at `at`.
    void (*text)(void *context, const carom_vec2 *at, const char *text, uint32_t color);
    void *context;          ///< passed to the callbacks
    const carom_box *view;  ///< draws only things whose bounds overlap this box; null: all
    const uint32_t *colors; ///< CAROM_DRAW_ROLES colours; null: a palette for a dark background
    float normals;          ///< length of normals, in units; 0: no normals of edges, and contacts are points only
    float ahead;            ///< draw velocities as lines to the position after this time; 0: none
} carom_draw_desc;

/// Draws a shape in a colour: a compound by its parts, a segment as a line. Draws nothing for an invalid shape, and if
/// `size` is invalid.
CAROM_API void carom_draw_shape(const carom_draw_desc *desc, const carom_shape *shape, uint32_t color);
/// Draws the edges of a level, and their outward normals. O(edges); a view does not reduce it.
CAROM_API void carom_draw_level(const carom_draw_desc *desc, const carom_level *level);
/// Draws the bodies of a world; then, with CAROM_DRAW_CONTACTS, its contacts. Does not draw its levels: see
/// carom_draw_level. O(bodies + pairs).
CAROM_API void carom_draw_world(const carom_draw_desc *desc, const carom_world *world);
/// Draws a walker at its position: its shape, the point and the normal of its ground, its velocity.
CAROM_API void carom_draw_walker(const carom_draw_desc *desc, const carom_walker *walker,
                                 const carom_walker_desc *legs);

#ifdef __cplusplus
}
#endif
