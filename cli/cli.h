// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shared by all commands: entry points, exit codes, options and messages.
#pragma once

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

/// Exit codes. Before CLI_FAILED and CLI_USAGE, one line on standard error states the reason.
enum {
    CLI_OK = 0,
    CLI_FAILED = 1, ///< the job failed
    CLI_USAGE = 2,  ///< wrong usage
};

// The commands. argv[0] is "carom run" and so on, and begins every message. Their table is in main.c.
int cmd_run(int argc, char **argv);
int cmd_query(int argc, char **argv);
int cmd_draw(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_bake(int argc, char **argv);
int cmd_bench(int argc, char **argv);

/// Prints why a job failed; returns CLI_FAILED.
__attribute__((format(printf, 2, 3))) int cli_fail(char **argv, const char *format, ...);
/// Prints the error of the call, and which --help to read; returns CLI_USAGE.
__attribute__((format(printf, 2, 3))) int cli_usage(char **argv, const char *format, ...);

/// Returns the `val` of the next option, -1 after the last one, or '?' after an error: the option is unknown or
/// ambiguous, has no value, or has a value that it does not take. The error is printed. A `val` below 128 is also the
/// letter of a short option. As getopt_long.
int cli_option(int argc, char **argv, const struct option *options);

/// Reads the value of the last option as a number in low..high; on failure prints why and returns false.
bool cli_integer(char **argv, const char *option, int64_t low, int64_t high, int64_t *out);
bool cli_float(char **argv, const char *option, float low, float high, float *out);
/// Reads the value of the last option as one of `words`, which end with a null; writes its index.
bool cli_word(char **argv, const char *option, const char *const *words, int *out);
/// Writes the only argument that is not an option; if there is not exactly one, prints that and returns false.
bool cli_operand(int argc, char **argv, const char *what, const char **out);
