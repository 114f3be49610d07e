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
#ifdef _WIN32
#include <windows.h>
#endif

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

// ---- Differences between systems ------------------------------------------------------------------------------------

#ifdef _WIN32

/// Installs the handler. Signals cannot be blocked.
static void watch_signals(bool hold) {
    (void)hold;
    signal(SIGINT, remove_pending);
    signal(SIGTERM, remove_pending);
}

static bool is_same_file(const char *a, const char *b) {
    char whole_a[MAX_PATH], whole_b[MAX_PATH];
    return _fullpath(whole_a, a, MAX_PATH) && _fullpath(whole_b, b, MAX_PATH) && _stricmp(whole_a, whole_b) == 0;
}

static bool is_standard_output(const struct stat *there) {
    (void)there;
    return false;
}

static void let_others_read(int descriptor) {
    (void)descriptor;
}

static bool replace(const char *from, const char *to) {
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING);
}

#else

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

static bool is_same_file(const char *a, const char *b) {
    struct stat there, other;
    return stat(a, &there) == 0 && stat(b, &other) == 0 && there.st_dev == other.st_dev && there.st_ino == other.st_ino;
}

static bool is_standard_output(const struct stat *there) {
    struct stat standard;
    return fstat(STDOUT_FILENO, &standard) == 0 && standard.st_dev == there->st_dev && standard.st_ino == there->st_ino;
}

/// mkstemp creates files that only their owner can read.
static void let_others_read(int descriptor) {
    mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, 0666 & ~mask);
}

static bool replace(const char *from, const char *to) {
    return rename(from, to) == 0;
}

#endif

// ---- Temporary files ------------------------------------------------------------------------------------------------

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
        let_others_read(descriptor);
        out->file = fdopen(descriptor, "wb");
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

/// A second opening of the file would have an offset of its own.
static FILE *open_standard_output(void) {
    int descriptor = dup(STDOUT_FILENO);
    return descriptor < 0 ? NULL : fdopen(descriptor, "wb");
}

/// Opens a file that exists and must not be replaced: a device, a pipe, or the file that is standard output
/// (/dev/stdout).
static bool open_in_place(const char *path, const struct stat *there, output *out) {
    bool is_standard = is_standard_output(there);
    if (S_ISREG(there->st_mode) && !is_standard) return false;
    out->file = is_standard ? open_standard_output() : fopen(path, "wb");
    return true;
}

bool output_open(char **argv, const char *path, const char *level, output *out) {
    *out = (output){.path = path};
    if (!path) return true;
    struct stat there;
    bool is_standard = strcmp(path, "-") == 0, exists = !is_standard && stat(path, &there) == 0;
    if (exists && level && is_same_file(path, level)) {
        cli_fail(argv, "cannot write %s: it is an input; name another file", path);
        return false;
    }
    if (exists && S_ISDIR(there.st_mode)) {
        cli_fail(argv, "cannot write %s: it is a directory; name a file in it", path);
        return false;
    }
    if (is_standard) out->file = open_standard_output();
    bool in_place = is_standard || (exists && open_in_place(path, &there, out));
    if (in_place ? out->file != NULL : open_beside(path, out)) return true;
    cli_fail(argv, "cannot write %s: %s", path, strerror(errno));
    return false;
}

bool output_close(char **argv, output *out) {
    if (!out->file) return true;
    errno = 0;
    bool good = !ferror(out->file);
    if (fclose(out->file) != 0) good = false;
    if (good && out->temporary) good = replace(out->temporary, out->path);
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
