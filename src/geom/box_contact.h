// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contact of two boxes that overlap: one axis of least depth, and the ends of the interval that the two sides
// share.
#pragma once

#include "carom/geom.h"

/// Writes carom_contact of two boxes with positive width and height. Returns false if rounding leaves a decision open.
bool cr_find_box_contact(const carom_box *a, const carom_box *b, carom_contact_points *contact);
