// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What all commands share: how they are called, how they end, and how they read their options.
#pragma once

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

/// Exit codes. Whatever is not CLI_OK has told why, in one line on standard error.
enum {
    CLI_OK = 0,
    CLI_FAILED = 1, ///< the job could not be done
    CLI_USAGE = 2,  ///< it was asked for wrongly
};

// The commands: argv[0] is "carom run" and so on, and stands before every message. The table is in main.c.
int cmd_run(int argc, char **argv);
int cmd_query(int argc, char **argv);
int cmd_draw(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_bench(int argc, char **argv);

/// Tells why a job failed and answers CLI_FAILED.
__attribute__((format(printf, 2, 3))) int cli_fail(char **argv, const char *format, ...);
/// Tells what is wrong with the call and where help is, and answers CLI_USAGE.
__attribute__((format(printf, 2, 3))) int cli_usage(char **argv, const char *format, ...);

/// The next option, as getopt_long: its `val`, -1 after the last one, or '?' when it has told that an option is
/// unknown, ambiguous, lacks its value or has one too many. A `val` below 128 is the option's letter as well.
int cli_option(int argc, char **argv, const struct option *options);

/// The value of the option just read, as a number in low..high; otherwise tells what is wrong and answers false.
bool cli_integer(char **argv, const char *option, int64_t low, int64_t high, int64_t *out);
bool cli_float(char **argv, const char *option, float low, float high, float *out);
/// The same as one of `words` (closed by a null), told as its index.
bool cli_word(char **argv, const char *option, const char *const *words, int *out);
/// The one argument that is not an option, *out; anything but exactly one is told and answered false.
bool cli_operand(int argc, char **argv, const char *what, const char **out);
