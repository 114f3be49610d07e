// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Writes error records.
#pragma once

#include "carom/base.h"

#include <string.h>

/// Writes an error record, if `error` is not null, and returns the status. Both texts are shorter than their members.
static inline carom_status cr_explain(carom_error *error, carom_status status, const char *where, const char *message) {
    if (!error) return status;
    *error = (carom_error){.status = status};
    memcpy(error->where, where, strlen(where));
    memcpy(error->message, message, strlen(message));
    return status;
}
