// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Temporary names, and a signal handler that removes them: all it needs is a list of names that is set up beforehand.
#include "cli/output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

enum { PENDING = 8 };
static const char *volatile pending[PENDING]; // the temporary names that exist

static void remove_pending(int signal_number) {
    for (int i = 0; i < PENDING; i++) {
        if (pending[i]) unlink(pending[i]);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/// Has the handler remove what is pending, and holds it back, or lets it come.
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

/// Replaces one name of the list: null by a new one, or one by null.
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

/// Makes a file of a new name, and remembers it in the same breath; -1 with errno.
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
        fchmod(descriptor, 0666 & ~mask); // mkstemp keeps the file to its owner
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

bool output_open(char **argv, const char *path, const char *level, output *out) {
    *out = (output){.path = path};
    if (!path) return true;
    struct stat there, read;
    bool exists = stat(path, &there) == 0;
    bool same =
        exists && level && stat(level, &read) == 0 && there.st_dev == read.st_dev && there.st_ino == read.st_ino;
    if (same) {
        cli_fail(argv, "cannot write %s: it is the level itself; name another file", path);
        return false;
    }
    if (exists && S_ISDIR(there.st_mode)) {
        cli_fail(argv, "cannot write %s: it is a directory; name a file in it", path);
        return false;
    }
    bool special = exists && !S_ISREG(there.st_mode);
    if (special) out->file = fopen(path, "w");
    if (special ? out->file != NULL : open_beside(path, out)) return true;
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
