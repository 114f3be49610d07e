// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer base: vectors, boxes, rotations and poses, status codes, error records, the allocator, the version. Plain data
// only.
//
// In all layers: a pointer argument must not be null unless its comment allows null. An array of no entries may be
// null.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The version of this header: the major number.
#define CAROM_VERSION_MAJOR 0
/// The minor number.
#define CAROM_VERSION_MINOR 3
/// The patch number.
#define CAROM_VERSION_PATCH  0
#define CAROM_VERSION_SUFFIX "-dev" ///< "" in a release, "-dev" on the way to it

// A program that uses the DLLs of Carom defines CAROM_DLL, and the build of the DLLs CAROM_BUILDING in addition. The
// CMake package and pkg-config do both.
#if defined(_WIN32)
#if !defined(CAROM_DLL)
#define CAROM_API
#elif defined(CAROM_BUILDING)
#define CAROM_API __declspec(dllexport)
#else
#define CAROM_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) || defined(__clang__)
#define CAROM_API __attribute__((visibility("default")))
#else
#define CAROM_API ///< marks a public function; it is exported by shared libraries
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Returns the version of the linked library: "major.minor.patch", followed by "-dev" between releases. The macros
/// above give the version of the header. Static; never null.
CAROM_API const char *carom_version(void);

/// A point or a motion in the plane. Axes are neutral: no function assumes which way is up.
typedef struct carom_vec2 {
    float x; ///< first axis
    float y; ///< second axis
} carom_vec2;

/// A point or a motion in three dimensions, for the queries on spheres.
typedef struct carom_vec3 {
    float x; ///< first axis
    float y; ///< second axis
    float z; ///< third axis
} carom_vec3;

/// An axis-aligned box (AABB). Closed: its sides belong to it. Valid if all four coordinates are finite, and min <= max
/// on both axes.
typedef struct carom_box {
    carom_vec2 min; ///< least x and y
    carom_vec2 max; ///< greatest x and y
} carom_box;

/// A rotation about the origin: the cosine and sine of its angle. Positive angles turn the first axis towards the
/// second. A zeroed rotation is the identity. Others must have unit length up to rounding, as the functions below
/// return them.
typedef struct carom_rotation {
    float cosine; ///< of the angle
    float sine;   ///< of the angle
} carom_rotation;

/// A position and a rotation. A shape at a pose is rotated about its own origin, and then moved by `position`. A zeroed
/// pose is the identity.
typedef struct carom_pose {
    carom_vec2 position;     ///< of the origin
    carom_rotation rotation; ///< about the origin
} carom_pose;

/// The result of a function that can fail.
typedef enum carom_status {
    CAROM_STATUS_OK = 0,            ///< success; always zero
    CAROM_STATUS_NOT_FINITE,        ///< a coordinate or radius is NaN or infinite
    CAROM_STATUS_NEGATIVE_RADIUS,   ///< a radius is below zero
    CAROM_STATUS_REVERSED_BOX,      ///< a box has min > max on some axis
    CAROM_STATUS_TOO_FEW_VERTICES,  ///< fewer points than the shape needs
    CAROM_STATUS_TOO_MANY_VERTICES, ///< more points than the shape can hold
    CAROM_STATUS_NOT_CONVEX,        ///< a polygon turns both ways, crosses itself, or winds more than once
    CAROM_STATUS_NO_AREA,           ///< all points of a polygon lie on one line
    CAROM_STATUS_TOO_DEEP,          ///< compounds nested deeper than CAROM_MAX_COMPOUND_DEPTH, or in themselves
    CAROM_STATUS_BAD_ARGUMENT,      ///< a null pointer, an unknown kind, a count or size out of range
    CAROM_STATUS_NO_MEMORY,         ///< the allocator returned null; everything is as it was before the call
    CAROM_STATUS_STALE_ID,          ///< the body of this handle was removed
    CAROM_STATUS_FULL,              ///< a fixed capacity is used up
    CAROM_STATUS_NOT_FOUND,         ///< a file, tileset, template or name does not exist
    CAROM_STATUS_BAD_FILE,          ///< a file violates its format
    CAROM_STATUS_UNSUPPORTED,       ///< a valid file needs a feature that this version does not have
    CAROM_STATUS_TOO_LARGE,         ///< a file or level exceeds the limits
} carom_status;

/// Returns a short English phrase for a status ("negative radius"). Static; never null, for any value.
CAROM_API const char *carom_status_text(carom_status status);

/// What went wrong, where, and what to do. Functions that read files, build levels or add bodies write it on failure
/// only; it need not be initialised.
typedef struct carom_error {
    carom_status status; ///< the status that the function returned
    int line;            ///< in the file, from 1; 0 if `where` is a JSON path, or there is no file
    int column;          ///< in the line, from 1; 0 likewise
    char where[512];     ///< the file, or the JSON path in it ("cave.tmj: $.layers[2].data"); the part of a level, or
                         ///< the member of a description ("response.friction"); may be empty
    char message[1024];  ///< one sentence without a full stop: what is wrong, and what is expected
} carom_error;

// ---- Rotations and poses --------------------------------------------------------------------------------------------
//
// Computed by +, -, *, / and sqrt alone: the same bits on every machine. Numbers that are not finite give NaN, and a
// shape at such a pose hits nothing.

/// Returns the rotation by an angle in radians, of any size. Each member is within 0.5001 ulp of the exact cosine or
/// sine of the float. The opposite angle gives the inverse rotation, to the bit. The floats nearest to multiples of a
/// quarter turn, up to 1000 turns, give quarter turns exactly.
CAROM_API carom_rotation carom_rotation_of(float radians);

/// Returns a rotation that was read or computed elsewhere, scaled to unit length. (0, 0) gives the identity.
CAROM_API carom_rotation carom_rotation_normalized(carom_rotation r);

/// Returns the rotation by the sum of both angles; the order makes no difference. Repeated composition keeps unit
/// length. Exact if a or b is a quarter turn.
CAROM_API carom_rotation carom_rotation_compose(carom_rotation a, carom_rotation b);

/// Returns the rotation by the opposite angle. Exact.
CAROM_API carom_rotation carom_rotation_inverse(carom_rotation r);

/// Returns v rotated by r, each coordinate rounded once. Infinite beyond the range of float.
CAROM_API carom_vec2 carom_rotate(carom_rotation r, carom_vec2 v);

/// Returns the position of a point v that is given relative to a pose: position + rotation * v, each coordinate rounded
/// once.
CAROM_API carom_vec2 carom_pose_point(carom_pose pose, carom_vec2 v);

/// Returns the coordinates of a point relative to a pose: the inverse of carom_pose_point up to rounding.
CAROM_API carom_vec2 carom_pose_local(carom_pose pose, carom_vec2 p);

/// Returns the pose of a child whose pose is given relative to its parent: a turret on a car.
CAROM_API carom_pose carom_pose_compose(carom_pose parent, carom_pose child);

/// An allocator. One function does all: if `old` is null, it allocates; if `new_size` is 0, it frees and returns null;
/// otherwise it resizes. Without memory it returns null and leaves `old` unchanged. Alignment as malloc.
typedef struct carom_allocator {
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size); ///< must not be null
    void *context;                                                               ///< passed to `resize`
} carom_allocator;

#ifdef __cplusplus
}
#endif
