// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench: starts carom-bench (bench/main.c). That is a separate program, so that `carom` does not link the
// libraries that Carom is compared with.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

int cmd_bench(int argc, char **argv) {
    (void)argc;
#ifndef _WIN32
    char beside[4096] = "";
    ssize_t length = readlink("/proc/self/exe", beside, sizeof beside - sizeof "-bench");
    if (length > 0) {
        strcpy(beside + length, "-bench");
        execv(beside, argv);
    }
#endif
    execvp("carom-bench", argv); // if /proc does not exist, or carom-bench is installed elsewhere
    return cli_fail(argv, "cannot start carom-bench, neither beside carom nor on the PATH: %s", strerror(errno));
}
