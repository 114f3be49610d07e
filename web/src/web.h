// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What JavaScript calls: flat functions over the public headers. Numbers come as arguments, everything else as a place
// in memory. Answers are the structs of the public headers themselves; carom.js reads them where these lines say, or,
// those that still grow, where motion_layout() and world_layout() say.
#pragma once

#include <stddef.h>

#include "carom/world.h"

/// Named in the module by its name here.
#define WEB(name) __attribute__((export_name(#name))) web_##name

#define WEB_AT(type, field, place) _Static_assert(offsetof(type, field) == (place), "carom.js reads it there")
#define WEB_SIZE(type, size)       _Static_assert(sizeof(type) == (size), "carom.js takes it to be that large")

WEB_SIZE(carom_gap, 36);
WEB_AT(carom_gap, on_a, 4);
WEB_AT(carom_gap, on_b, 12);
WEB_AT(carom_gap, normal, 20);
WEB_AT(carom_gap, part_a, 28);

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

WEB_SIZE(carom_hit3, 52);
WEB_AT(carom_hit3, t, 4);
WEB_AT(carom_hit3, exit, 8);
WEB_AT(carom_hit3, at, 12);
WEB_AT(carom_hit3, point, 24);
WEB_AT(carom_hit3, normal, 36);
WEB_AT(carom_hit3, feature, 48);

WEB_AT(carom_shape, point, 4);
WEB_AT(carom_shape, compound.count, 8);

WEB_SIZE(carom_tiles, 28);
WEB_AT(carom_tiles, codes, 24);
WEB_SIZE(carom_outline, 16);
WEB_AT(carom_outline, open, 8);
WEB_AT(carom_outline, tag, 12);

WEB_SIZE(carom_tile_shape, 12);
WEB_AT(carom_tile_shape, parts, 4);

WEB_SIZE(carom_filter, 12); // category, mask, group

WEB_AT(carom_error, where, 12);
WEB_AT(carom_error, message, 268);
WEB_SIZE(carom_error, 524);
