// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A pipe without a writer blocks whoever opens it. Opened without blocking, it ends at once; one with a writer has no
// byte yet, or its first one, which is put back.
#define _XOPEN_SOURCE 700 // fdopen, O_NONBLOCK
#include "cli/input.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#ifdef _WIN32

bool is_pipe(const char *path) {
    (void)path;
    return false;
}

FILE *open_input(const char *path, const char **why) {
    FILE *in = fopen(path, "rb");
    if (!in) *why = strerror(errno);
    return in;
}

#else

#include <fcntl.h>
#include <unistd.h>

bool is_pipe(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISFIFO(found.st_mode);
}

static FILE *open_pipe(int file, const char **why) {
    unsigned char first = 0;
    ssize_t got = read(file, &first, 1);
    bool waits = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (got == 0) *why = "it is a pipe that no program writes to; start the program first, or pass - and pipe it in";
    if (got == 0 || (got < 0 && !waits)) return NULL;
    int flags = fcntl(file, F_GETFL);
    FILE *in = flags < 0 || fcntl(file, F_SETFL, flags & ~O_NONBLOCK) < 0 ? NULL : fdopen(file, "rb");
    if (in && got == 1) ungetc(first, in);
    return in;
}

FILE *open_input(const char *path, const char **why) {
    struct stat opened;
    *why = NULL;
    if (!is_pipe(path)) {
        FILE *in = fopen(path, "rb");
        if (!in) *why = strerror(errno);
        return in;
    }
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool pipe = file >= 0 && fstat(file, &opened) == 0 && S_ISFIFO(opened.st_mode);
    FILE *in = pipe ? open_pipe(file, why) : NULL;
    if (!in && !*why) *why = strerror(errno);
    if (!in && file >= 0) close(file);
    return in;
}

#endif
