// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Functions for JavaScript in addition to those of the public headers, carom/flat.h included: they make descriptions
// from numbers, and columns and lists from structs. carom.js reads and writes members at the offsets asserted here;
// those of some structs at the offsets that motion_layout() and world_layout() return.
#pragma once

#include <stddef.h>

#include "carom/flat.h"
#include "carom/flat_io.h"

/// Exports web_<name> from the module as <name>.
#define WEB(name) __attribute__((export_name(#name))) web_##name

#define WEB_AT(type, field, place)                                                                                     \
    _Static_assert(offsetof(type, field) == (place), "carom.js reads the member at this offset")
#define WEB_SIZE(type, size) _Static_assert(sizeof(type) == (size), "carom.js assumes this size")

WEB_SIZE(carom_separation, 36);
WEB_AT(carom_separation, on_a, 4);
WEB_AT(carom_separation, on_b, 12);
WEB_AT(carom_separation, normal, 20);
WEB_AT(carom_separation, part_a, 28);

WEB_SIZE(carom_contact_points, 44);
WEB_AT(carom_contact_points, depth, 4);
WEB_AT(carom_contact_points, normal, 8);
WEB_AT(carom_contact_points, count, 16);
WEB_AT(carom_contact_points, points, 20);
WEB_AT(carom_contact_points, part_a, 36);

WEB_SIZE(carom_ray_hit, 36);
WEB_AT(carom_ray_hit, inside, 1);
WEB_AT(carom_ray_hit, t, 4);
WEB_AT(carom_ray_hit, exit, 8);
WEB_AT(carom_ray_hit, point, 12);
WEB_AT(carom_ray_hit, normal, 20);
WEB_AT(carom_ray_hit, part, 32);

WEB_SIZE(carom_sweep_hit, 44);
WEB_AT(carom_sweep_hit, inside, 1);
WEB_AT(carom_sweep_hit, t, 4);
WEB_AT(carom_sweep_hit, at, 8);
WEB_AT(carom_sweep_hit, point, 16);
WEB_AT(carom_sweep_hit, normal, 24);
WEB_AT(carom_sweep_hit, feature, 32);
WEB_AT(carom_sweep_hit, part_a, 36);

WEB_SIZE(carom_turning, 28);
WEB_AT(carom_turning, move, 16);
WEB_AT(carom_turning, angle, 24);

WEB_SIZE(carom_turning_hit, 60);
WEB_AT(carom_turning_hit, inside, 1);
WEB_AT(carom_turning_hit, t, 4);
WEB_AT(carom_turning_hit, at, 8);
WEB_AT(carom_turning_hit, point, 24);
WEB_AT(carom_turning_hit, normal, 32);
WEB_AT(carom_turning_hit, velocity, 40);
WEB_AT(carom_turning_hit, feature, 48);
WEB_AT(carom_turning_hit, part_a, 52);

WEB_SIZE(carom_scene_turning_hit, 80);
WEB_AT(carom_scene_turning_hit, owner, 64);
WEB_AT(carom_scene_turning_hit, one_way, 72);

WEB_SIZE(carom_turning_motion, 44);
WEB_AT(carom_turning_motion, velocity, 16);
WEB_AT(carom_turning_motion, spin, 24);
WEB_AT(carom_turning_motion, t, 28);
WEB_AT(carom_turning_motion, contacts, 32);
WEB_AT(carom_turning_motion, casts, 36);
WEB_AT(carom_turning_motion, blocked, 40);
WEB_AT(carom_turning_motion, inside, 41);

WEB_SIZE(carom_hit3, 52);
WEB_AT(carom_hit3, t, 4);
WEB_AT(carom_hit3, exit, 8);
WEB_AT(carom_hit3, at, 12);
WEB_AT(carom_hit3, point, 24);
WEB_AT(carom_hit3, normal, 36);
WEB_AT(carom_hit3, feature, 48);

WEB_AT(carom_shape, point, 4);
WEB_AT(carom_shape, compound.count, 8);
WEB_AT(carom_shape, polygon.radius, 72);

WEB_SIZE(carom_tiles, 32);
WEB_AT(carom_tiles, codes, 24);
WEB_AT(carom_tiles, tag, 28);
WEB_SIZE(carom_outline, 16);
WEB_AT(carom_outline, open, 8);
WEB_AT(carom_outline, same_area, 11);
WEB_AT(carom_outline, tag, 12);

WEB_SIZE(carom_tile_shape, 12);
WEB_AT(carom_tile_shape, parts, 4);

WEB_SIZE(carom_level_desc, 52);
WEB_AT(carom_level_desc, editable, 4);
WEB_AT(carom_level_desc, tiles, 8);
WEB_AT(carom_level_desc, outlines, 16);
WEB_AT(carom_level_desc, tile_shapes, 24);
WEB_AT(carom_level_desc, tile_shapes_count, 28);
WEB_AT(carom_level_desc, fields, 32);
WEB_AT(carom_level_desc, max_crossings, 40);
WEB_AT(carom_level_desc, max_edges, 48);

WEB_SIZE(carom_field, 44);
WEB_AT(carom_field, origin, 8);
WEB_AT(carom_field, cell, 16);
WEB_AT(carom_field, samples, 24);
WEB_AT(carom_field, smooth, 32);
WEB_AT(carom_field, tag, 40);

WEB_SIZE(carom_ring, 8); // points, count
WEB_SIZE(carom_triangle, 24);

WEB_SIZE(carom_tile_block, 24); // grid, column, row, columns, rows, codes
WEB_AT(carom_tile_block, codes, 20);

WEB_SIZE(carom_sight_map, 24); // columns, rows, bytes, bits, blocks, context
WEB_AT(carom_sight_map, bits, 12);
WEB_SIZE(carom_sight_line, 12);
WEB_AT(carom_sight_line, blocker, 4);

WEB_SIZE(carom_filter, 12);    // category, ignore, group
WEB_SIZE(carom_jump_rules, 8); // coyote, buffer
WEB_SIZE(carom_svg_style, 20); // fill, stroke, width, dash, opacity
WEB_SIZE(carom_map_note, 8);   // where, message
WEB_AT(carom_map_solid, one_way, 16);
WEB_AT(carom_map_solid, cells, 20);
WEB_AT(carom_map_solid, objects, 24);
WEB_AT(carom_map_info, bounds, 4);
WEB_AT(carom_map_info, cell, 20);
WEB_AT(carom_map_info, has_background, 28);
WEB_AT(carom_map_info, background, 32);
WEB_AT(carom_map_info, layers, 36);
WEB_AT(carom_map_info, tiles, 40);
WEB_AT(carom_map_info, snapped, 44);
WEB_AT(carom_map_object, layer, 8);
WEB_AT(carom_map_object, id, 12);
WEB_AT(carom_map_object, position, 16);
WEB_AT(carom_map_object, size, 24);
WEB_AT(carom_map_object, center, 32);
WEB_AT(carom_map_object, rotation, 40);
WEB_AT(carom_map_object, visible, 44);
WEB_AT(carom_map_object, solid, 45);

WEB_AT(carom_error, where, 12);
WEB_AT(carom_error, message, 524);
WEB_SIZE(carom_error, 1548);
