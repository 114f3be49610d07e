// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Prints the hashes of all parts, a line each: same_bits [FILE]. With FILE, only names the lines that differ from those
// in FILE, and fails if there are any.
#include <stdio.h>
#include <string.h>

#include "same_bits.h"

enum { LINE = 64 };

static void write_line(int part, char line[LINE]) {
    snprintf(line, LINE, "%-8s %016llx\n", same_bits_name(part), (unsigned long long)same_bits(part));
}

static int compare_with(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) return perror(path), 2;
    int differ = 0;
    for (int i = 0; i < SAME_BITS_PARTS; i++) {
        char line[LINE], expected[LINE] = "";
        write_line(i, line);
        if (fgets(expected, LINE, file) && strcmp(line, expected) == 0) continue;
        printf("%.*s: the results are not those of %s\n", (int)strcspn(line, " "), line, path);
        differ = 1;
    }
    fclose(file);
    return differ;
}

int main(int argc, char **argv) {
    if (argc > 1) return compare_with(argv[1]);
    for (int i = 0; i < SAME_BITS_PARTS; i++) {
        char line[LINE];
        write_line(i, line);
        fputs(line, stdout);
    }
    return 0;
}
