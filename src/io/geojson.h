// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// GeoJSON (RFC 7946): polygons with holes as areas, line strings as thin edges.
#pragma once

#include "io/reader.h"

/// True if the root has a type of GeoJSON.
bool cr_is_geojson(const cr_node *root);
/// Reads features and geometries into the map. Coordinates are taken as they are.
bool cr_read_geojson(cr_reader *reader, const cr_node *root);
