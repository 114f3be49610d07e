// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Temporary files, and a signal handler that removes them. The handler reads only a list of names that exists
// beforehand.
#include "cli/output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

enum { PENDING = 8 };
static const char *volatile pending[PENDING]; // names of the temporary files that exist

static void remove_pending(int signal_number) {
    for (int i = 0; i < PENDING; i++) {
        if (pending[i]) unlink(pending[i]);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/// Installs the handler; blocks its signals if `hold` is true, else unblocks them.
static void watch_signals(bool hold) {
    static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof deadly / sizeof deadly[0]; i++) {
        signal(deadly[i], remove_pending);
        sigaddset(&set, deadly[i]);
    }
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/// Replaces one name in the list: null by a new name, or a name by null.
static void remember(const char *old, const char *name) {
    for (int i = 0; i < PENDING; i++) {
        if (pending[i] != old) continue;
        pending[i] = name;
        return;
    }
}

static void forget(output *out) {
    if (out->temporary) remember(out->temporary, NULL);
    free(out->temporary);
    *out = (output){0};
}

/// Creates a file with a new name and records the name, with signals blocked. Returns -1 with errno on failure.
static int make_temporary(char *name) {
    watch_signals(true);
    int descriptor = mkstemp(name);
    if (descriptor >= 0) remember(NULL, name);
    int error = errno;
    watch_signals(false);
    errno = error;
    return descriptor;
}

static bool open_beside(const char *path, output *out) {
    size_t length = strlen(path);
    out->temporary = malloc(length + sizeof ".XXXXXX");
    if (!out->temporary) return false;
    memcpy(out->temporary, path, length);
    memcpy(out->temporary + length, ".XXXXXX", sizeof ".XXXXXX");
    int descriptor = make_temporary(out->temporary);
    if (descriptor >= 0) {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(descriptor, 0666 & ~mask); // mkstemp creates files that only their owner can read
        out->file = fdopen(descriptor, "w");
    }
    if (out->file) return true;
    int error = errno;
    if (descriptor >= 0) {
        close(descriptor);
        unlink(out->temporary);
    }
    forget(out);
    errno = error;
    return false;
}

/// Opens a file that exists and must not be replaced: a device, a pipe, or the file that is standard output
/// (/dev/stdout). The latter is written through standard output, because a second opening has an offset of its own.
static bool open_in_place(const char *path, const struct stat *there, output *out) {
    struct stat standard;
    bool is_standard =
        fstat(STDOUT_FILENO, &standard) == 0 && standard.st_dev == there->st_dev && standard.st_ino == there->st_ino;
    if (S_ISREG(there->st_mode) && !is_standard) return false;
    int descriptor = is_standard ? dup(STDOUT_FILENO) : -1;
    out->file = is_standard ? fdopen(descriptor, "w") : fopen(path, "w");
    return true;
}

bool output_open(char **argv, const char *path, const char *level, output *out) {
    *out = (output){.path = path};
    if (!path) return true;
    struct stat there, read;
    bool exists = stat(path, &there) == 0;
    bool same =
        exists && level && stat(level, &read) == 0 && there.st_dev == read.st_dev && there.st_ino == read.st_ino;
    if (same) {
        cli_fail(argv, "cannot write %s: it is an input; name another file", path);
        return false;
    }
    if (exists && S_ISDIR(there.st_mode)) {
        cli_fail(argv, "cannot write %s: it is a directory; name a file in it", path);
        return false;
    }
    bool in_place = exists && open_in_place(path, &there, out);
    if (in_place ? out->file != NULL : open_beside(path, out)) return true;
    cli_fail(argv, "cannot write %s: %s", path, strerror(errno));
    return false;
}

bool output_close(char **argv, output *out) {
    if (!out->file) return true;
    errno = 0;
    bool good = !ferror(out->file);
    if (fclose(out->file) != 0) good = false;
    if (good && out->temporary) good = rename(out->temporary, out->path) == 0;
    if (!good) {
        cli_fail(argv, "cannot write %s: %s", out->path, errno ? strerror(errno) : "the disk may be full");
        if (out->temporary) unlink(out->temporary);
    }
    forget(out);
    return good;
}

void output_drop(output *out) {
    if (!out->file) return;
    fclose(out->file);
    if (out->temporary) unlink(out->temporary);
    forget(out);
}

bool output_write(void *file, const char *text, size_t size) {
    return fwrite(text, 1, size, file) == size;
}
