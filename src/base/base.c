// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The version and the texts of the status codes.
#include "carom/base.h"

#define TEXT(x)                      #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *carom_version(void) {
    return VERSION(CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR, CAROM_VERSION_PATCH) CAROM_VERSION_SUFFIX;
}

const char *carom_status_text(carom_status status) {
    switch (status) {
    case CAROM_STATUS_OK: return "ok";
    case CAROM_STATUS_NOT_FINITE: return "a coordinate is not a finite number";
    case CAROM_STATUS_NEGATIVE_RADIUS: return "negative radius";
    case CAROM_STATUS_REVERSED_BOX: return "reversed box: min is greater than max";
    case CAROM_STATUS_TOO_FEW_VERTICES: return "too few vertices";
    case CAROM_STATUS_TOO_MANY_VERTICES: return "too many vertices";
    case CAROM_STATUS_NOT_CONVEX: return "polygon is not convex";
    case CAROM_STATUS_NO_AREA: return "polygon has no area";
    case CAROM_STATUS_TOO_DEEP: return "compounds are nested too deep";
    case CAROM_STATUS_BAD_ARGUMENT: return "bad argument";
    case CAROM_STATUS_NO_MEMORY: return "out of memory";
    case CAROM_STATUS_STALE_ID: return "the handle names something that was removed";
    case CAROM_STATUS_FULL: return "capacity is used up";
    case CAROM_STATUS_NOT_FOUND: return "not found";
    case CAROM_STATUS_BAD_FILE: return "malformed file";
    case CAROM_STATUS_UNSUPPORTED: return "not supported";
    case CAROM_STATUS_TOO_LARGE: return "too large";
    }
    return "unknown status";
}
