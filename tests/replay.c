// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Runs a fuzz target without libFuzzer, as a test: every input of its corpus, each of these changed a few times, and
// random bytes. An input is a file; a line of a .hex file, in hexadecimal digits; or a line of a transcript (.txt) that
// begins with "> {". Prints how many inputs ran.
//
//     program LONGEST FILE...
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 16, CHANGED = 8, RANDOM = 200 };

static random_source source = {1};
static int count;

/// Runs a copy that ends where the input ends, so that the sanitizers see reads past it.
static void run(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) abort();
    memcpy(copy, bytes, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    ++count;
}

/// Sets, flips or removes a few bytes.
static size_t change(uint8_t *bytes, size_t size) {
    for (int n = 1 + random_below(&source, 4); n > 0 && size > 0; --n) {
        size_t at = (size_t)random_below(&source, (int)size);
        switch (random_below(&source, 3)) {
        case 0: bytes[at] = (uint8_t)random_bits(&source); break;
        case 1: bytes[at] ^= (uint8_t)(1 << random_below(&source, 8)); break;
        default: memmove(bytes + at, bytes + at + 1, size - at - 1); --size;
        }
    }
    return size;
}

static void run_changed(const uint8_t *bytes, size_t size) {
    static uint8_t changed[MOST];
    run(bytes, size);
    for (int i = 0; i < CHANGED; ++i) {
        memcpy(changed, bytes, size);
        run(changed, change(changed, size));
    }
}

static void stop(const char *path, const char *what) {
    fprintf(stderr, "%s: %s\n", path, what);
    exit(EXIT_FAILURE);
}

static size_t bytes_of_hex(uint8_t *line) {
    size_t size = 0;
    for (unsigned byte; sscanf((char *)line + 2 * size, "%2x", &byte) == 1; ++size) line[size] = (uint8_t)byte;
    return size;
}

/// Ends the program if the file has no input: a corpus that is gone would pass.
static void run_file(const char *path) {
    static uint8_t bytes[MOST];
    const int before = count;
    const char *suffix = strrchr(path, '.');
    bool is_hex = suffix && strcmp(suffix, ".hex") == 0, is_transcript = suffix && strcmp(suffix, ".txt") == 0;
    FILE *file = fopen(path, "rb");
    if (!file) stop(path, "cannot be read");
    if (!is_hex && !is_transcript) run_changed(bytes, fread(bytes, 1, sizeof bytes, file));
    while ((is_hex || is_transcript) && fgets((char *)bytes, sizeof bytes, file)) {
        if (is_hex)
            run_changed(bytes, bytes_of_hex(bytes));
        else if (strncmp((char *)bytes, "> {", 3) == 0)
            run_changed(bytes + 2, strcspn((char *)bytes + 2, "\n"));
    }
    fclose(file);
    if (count == before) stop(path, "has no input");
}

static void run_random(size_t longest) {
    static uint8_t bytes[MOST];
    size_t size = (size_t)random_below(&source, (int)longest + 1);
    for (size_t i = 0; i < size; ++i) bytes[i] = (uint8_t)random_bits(&source);
    run(bytes, size);
}

int main(int argc, char **argv) {
    long longest = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    if (longest < 1 || longest > MOST) {
        fprintf(stderr, "usage: %s LONGEST FILE...\n", argv[0]);
        return 2;
    }
    for (int i = 2; i < argc; ++i) run_file(argv[i]);
    for (int i = 0; i < RANDOM; ++i) run_random((size_t)longest);
    printf("%d inputs\n", count);
    return 0;
}
