// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What both parsers of files refuse.
#pragma once

#include <stddef.h>

/// Where text stops being UTF-8 (Unicode 15, table 3-7); null if it is all of it.
const char *cr_utf8_fault(const char *text, size_t size);
