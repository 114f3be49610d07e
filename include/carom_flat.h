// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All of Carom without structs by value, for other languages: every function of carom.h that has no struct by value,
// and a flat form of every other. Needs the library carom_io as well.
#pragma once

#include "carom/flat.h"
#include "carom/flat_io.h"
