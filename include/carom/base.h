// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer base: vectors, boxes, status and error records, the allocator, the version.
// Everything here is plain data; nothing allocates and nothing can fail.
//
// In all layers: a pointer that is handed over must not be null, but where that is said to be allowed; an array of no
// entries may be. What makes a level, a world or a map answers a null pointer with CAROM_BAD_ARGUMENT.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0

#if defined(__GNUC__) || defined(__clang__)
#define CAROM_API __attribute__((visibility("default")))
#else
#define CAROM_API
#endif

/// A caller's bug lands here. Define it before including a header to use your own; with NDEBUG it is off,
/// and the call gives the documented "no" answer instead.
#ifndef CAROM_ASSERT
#include <assert.h>
#define CAROM_ASSERT(condition) assert(condition)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// "major.minor.patch" of the library that is linked (the macros above give that of the header).
CAROM_API const char *carom_version(void);

/// A point or a motion in the plane. Axes are neutral: nothing knows which way is up.
typedef struct carom_vec2 {
    float x, y;
} carom_vec2;

/// A point or a motion in space, for the few questions that exist in 3D as well.
typedef struct carom_vec3 {
    float x, y, z;
} carom_vec3;

/// An axis-aligned box, closed: its sides belong to it. Valid when min <= max on both axes and all four are finite.
typedef struct carom_box {
    carom_vec2 min, max;
} carom_box;

/// What a call that can fail answers. CAROM_OK is zero.
typedef enum carom_status {
    CAROM_OK = 0,
    CAROM_NOT_FINITE,        ///< a coordinate or radius is NaN or infinite
    CAROM_NEGATIVE_RADIUS,   ///< a radius is below zero
    CAROM_REVERSED_BOX,      ///< a box has min > max on some axis
    CAROM_TOO_FEW_VERTICES,  ///< fewer points than the shape needs
    CAROM_TOO_MANY_VERTICES, ///< more points than the shape can hold
    CAROM_NOT_CONVEX,        ///< a polygon turns both ways, crosses itself or winds more than once
    CAROM_NO_AREA,           ///< all points of a polygon lie on one line
    CAROM_TOO_DEEP,          ///< compounds nested deeper than CAROM_COMPOUND_DEPTH, or in a circle
    CAROM_BAD_ARGUMENT,      ///< a null pointer, an unknown kind, a count or size out of range
    CAROM_NO_MEMORY,         ///< the allocator returned null; everything is as it was before the call
    CAROM_STALE_ID,          ///< the handle names something that was removed
    CAROM_FULL,              ///< a fixed capacity is used up
    CAROM_NOT_FOUND,         ///< a file, tileset, template or name that is not there
    CAROM_BAD_FILE,          ///< a file that does not say what its format requires
    CAROM_UNSUPPORTED,       ///< a file that is right, and asks for something this version cannot do
    CAROM_TOO_LARGE,         ///< a file or level beyond the limits passed in
} carom_status;

/// A short English phrase for a status ("negative radius"). Static; never null, for any value.
CAROM_API const char *carom_status_text(carom_status status);

/// What went wrong, where, and what to do: filled in by calls that read files or build levels from many parts.
/// Zero it before use or leave it uninitialised: a call writes it only when it fails.
typedef struct carom_error {
    carom_status status;
    int line, column;  ///< in the file, from 1; 0 when the place is a JSON path or there is none
    char where[256];   ///< the file, or the JSON path in it ("cave.tmj: $.layers[2].data"); may be empty
    char message[256]; ///< one sentence without a full stop: what is wrong and what is expected
} carom_error;

/// One function for all memory: `old` null allocates, `new_size` 0 frees and returns null, anything else resizes.
/// Returns null when there is no memory, and then leaves `old` as it was. Memory is aligned as malloc's is.
typedef struct carom_allocator {
    void *(*resize)(void *context, void *old, size_t old_size, size_t new_size);
    void *context;
} carom_allocator;

#ifdef __cplusplus
}
#endif
