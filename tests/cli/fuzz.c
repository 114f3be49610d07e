// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Lines for `carom query` by libFuzzer. Each is answered with one line of JSON: an error, or fields. The file of the
// command is included, because the function for a line is static. See tools/fuzz.sh.
#include "cli/cmd_query.c" // NOLINT(bugprone-suspicious-include)
#include "world/forge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand_answer(const char *text, size_t written, bool good) {
    json_t *answer = json_loadb(text, written, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, NULL);
    demand(json_is_object(answer));
    demand(good == !json_object_get(answer, "error"));
    json_decref(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (memchr(data, '\n', size)) return 0;
    char *bytes = malloc(size + 1), *text = NULL;
    size_t length = 0;
    demand(bytes != NULL);
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    FILE *out = open_memstream(&text, &length);
    demand(out != NULL);
    bool good = answer_line(&(line){.bytes = bytes, .size = size, .capacity = size + 1}, out);
    fflush(out);
    size_t written = (size_t)ftell(out);
    demand(written > 2 && memchr(text, '\n', written) == text + written - 1);
    if (written < (size_t)1 << 20) demand_answer(text, written, good); // long walks have millions of cells
    fclose(out);
    free(text);
    free(bytes);
    return 0;
}
