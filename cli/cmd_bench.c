// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench: hands over to carom-bench (bench/main.c), which is a program of its own, so that nothing else here needs
// the libraries it compares Carom with.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

int cmd_bench(int argc, char **argv) {
    (void)argc;
    char beside[4096] = "";
    ssize_t length = readlink("/proc/self/exe", beside, sizeof beside - sizeof "-bench");
    if (length > 0) {
        strcpy(beside + length, "-bench");
        execv(beside, argv);
    }
    execvp("carom-bench", argv); // where the system does not tell which file this is, or it was put elsewhere
    return cli_fail(argv, "cannot start carom-bench, neither beside carom nor on the PATH: %s", strerror(errno));
}
