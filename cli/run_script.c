// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Scripts for walkers: a line is a word and a number; carom run --help lists them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/input.h"
#include "cli/run_walk.h"

enum { LINE = 256, MOST_STEPS = 1000000 };

static bool add_order(run_script *script, run_order order) {
    if ((script->count & (script->count - 1)) == 0) {
        size_t capacity = script->count ? 2 * (size_t)script->count : 1;
        run_order *orders = realloc(script->orders, capacity * sizeof *orders);
        if (!orders) return false;
        script->orders = orders;
    }
    script->orders[script->count++] = order;
    return true;
}

/// Adds the order of a line to the script; returns null, or the error in the line.
static const char *read_line(char *line, run_script *script) {
    line[strcspn(line, "#\r\n")] = 0;
    char word[16], rest;
    int steps;
    float x, y;
    int fields = sscanf(line, "%15s %9d %c", word, &steps, &rest);
    if (fields <= 0) return NULL;
    if (strcmp(word, "at") == 0) {
        if (sscanf(line, "%*s %f %f %c", &x, &y, &rest) != 2) return "'at' requires two numbers, x and y";
        script->has_start = true;
        script->start = (carom_vec2){x, y};
        return NULL;
    }
    static const struct {
        const char *word;
        run_input input;
        bool counts;
    } orders[] = {{"right", {.direction = 1}, true},
                  {"left", {.direction = -1}, true},
                  {"stand", {0}, true},
                  {"jump", {.jumps = true}, false},
                  {"jump-right", {1, true, false}, true},
                  {"jump-left", {-1, true, false}, true},
                  {"drop", {.drops = true}, false}};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (strcmp(word, orders[i].word) != 0) continue;
        if (!orders[i].counts && fields > 1) return "'jump' and 'drop' take no number: they last one step";
        if (orders[i].counts && (fields != 2 || steps < 1 || steps > MOST_STEPS))
            return "expected a number of steps from 1 to 1000000";
        run_order order = {orders[i].input, 1};
        if (!add_order(script, order)) return "out of memory";
        order = (run_order){{.direction = orders[i].input.direction}, steps - 1};
        return order.steps == 0 || !orders[i].counts || add_order(script, order) ? NULL : "out of memory";
    }
    return "expected right, left, stand, jump, jump-right, jump-left, drop or at";
}

bool script_read(char **argv, const char *path, run_script *out) {
    const char *why;
    FILE *file = open_input(path, &why);
    if (!file) return !cli_fail(argv, "cannot read %s: %s", path, why);
    char line[LINE];
    const char *wrong = NULL;
    int number = 0;
    while (!wrong && fgets(line, sizeof line, file)) {
        ++number;
        wrong = strlen(line) == LINE - 1 ? "the line is too long" : read_line(line, out);
    }
    int error = ferror(file) ? errno : 0;
    fclose(file);
    if (error) return !cli_fail(argv, "cannot read %s: %s", path, strerror(error));
    return !wrong || !cli_fail(argv, "%s:%d: %s", path, number, wrong);
}

run_input script_at(const run_script *script, int64_t step) {
    for (int i = 0; i < script->count; i++) {
        if (step < script->orders[i].steps) return script->orders[i].input;
        step -= script->orders[i].steps;
    }
    return (run_input){0};
}
