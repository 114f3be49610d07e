// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a map as a whole says about solids. Where one layer is vague, the marks of the others decide.
#pragma once

#include "io/tiled.h"

/// Layers with an explicit name, such as "collision". Rules of the caller do not count: adding one must not change the
/// meaning of other layers.
typedef struct cr_explicit_layers {
    bool any;     ///< there is one that is not empty
    bool objects; ///< one of them has objects
} cr_explicit_layers;

cr_explicit_layers cr_find_explicit(const cr_tiled *tiled);

/// True if the name of a layer marks it as solid: an explicit name, or one that describes what it shows ("walls").
bool cr_is_named_solid(const cr_layer *layer, bool explicit);
/// True if an object is solid by a mark of its own, or by a rule.
bool cr_is_marked(const cr_object *object);
/// True if an object of the layer is solid by a mark of its own, other than one-way; rules of the caller do not count.
bool cr_has_marked_objects(const cr_layer *layer);
/// True if a shape of the map is solid by a mark of its own, or by that of its layer if no other shape there has its
/// own.
bool cr_has_solid_shapes(const cr_tiled *tiled);
/// True if half of the solid objects of the map contain the centre of a tile of this layer, or if they cover half of
/// its tiles: then it only shows them.
bool cr_shows_objects(cr_reader *reader, const cr_tiled *tiled, const cr_layer *layer);
