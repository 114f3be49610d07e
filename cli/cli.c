// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Messages and options. getopt_long parses; the messages are written here, so that each is one line with advice.
#include "cli/cli.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_message(char **argv, const char *format, va_list values) {
    fprintf(stderr, "%s: ", argv[0]);
    vfprintf(stderr, format, values);
}

int cli_fail(char **argv, const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(argv, format, values);
    va_end(values);
    fputc('\n', stderr);
    return CLI_FAILED;
}

int cli_usage(char **argv, const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(argv, format, values);
    va_end(values);
    fprintf(stderr, "; see %s --help\n", argv[0]);
    return CLI_USAGE;
}

int cli_option(int argc, char **argv, const struct option *options) {
    char letters[32] = ":";
    for (const struct option *o = options; o->name; o++) {
        size_t used = strlen(letters);
        if (o->val < 128) snprintf(letters + used, sizeof letters - used, "%c%s", o->val, o->has_arg ? ":" : "");
    }
    opterr = 0;
    int option = getopt_long(argc, argv, letters, options, NULL);
    if (option == ':') {
        cli_usage(argv, "%s needs a value", argv[optind - 1]);
        return '?';
    }
    if (option != '?') return option;

    const char *given = argv[optind - 1];
    // getopt_long sets optopt to the val of an option that exists but takes no value.
    bool exists = false;
    for (const struct option *o = options; o->name; o++) exists |= o->val == optopt;
    if (optopt && exists) {
        cli_usage(argv, "%.*s takes no value", (int)strcspn(given, "="), given);
    } else if (optopt) {
        cli_usage(argv, "unknown option -%c", optopt);
    } else {
        cli_usage(argv, "unknown option %.*s", (int)strcspn(given, "="), given);
    }
    return '?';
}

bool cli_integer(char **argv, const char *option, int64_t low, int64_t high, int64_t *out) {
    char *end;
    errno = 0;
    long long value = strtoll(optarg, &end, 10);
    if (end == optarg || *end || errno || value < low || value > high) {
        cli_usage(argv, "%s %s: expected a whole number from %lld to %lld", option, optarg, (long long)low,
                  (long long)high);
        return false;
    }
    *out = value;
    return true;
}

bool cli_float(char **argv, const char *option, float low, float high, float *out) {
    char *end;
    float value = strtof(optarg, &end);
    if (end == optarg || *end || !isfinite(value) || value < low || value > high) {
        cli_usage(argv, "%s %s: expected a number from %g to %g", option, optarg, (double)low, (double)high);
        return false;
    }
    *out = value;
    return true;
}

bool cli_word(char **argv, const char *option, const char *const *words, int *out) {
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], optarg) == 0) {
            *out = i;
            return true;
        }
    }
    char list[128] = "";
    for (int i = 0; words[i]; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? (words[i + 1] ? ", " : " or ") : "", words[i]);
    }
    cli_usage(argv, "%s %s: expected %s", option, optarg, list);
    return false;
}

bool cli_operand(int argc, char **argv, const char *what, const char **out) {
    if (optind == argc || !*argv[optind]) {
        cli_usage(argv, "no %s given", what);
        return false;
    }
    if (optind + 1 < argc) {
        cli_usage(argv, "expected one %s: remove '%s'", what, argv[optind + 1]);
        return false;
    }
    *out = argv[optind];
    return true;
}
