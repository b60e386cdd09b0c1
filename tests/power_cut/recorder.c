/* Preloaded into a process: writes down, in order, what it does to the files of one folder, so
 * that a test can work out what a disk may hold after a power cut at any moment of it.
 *
 * CROUPIER_CUT_FOLDER names the folder, CROUPIER_CUT_LOG the file for the records. What the
 * process writes to its standard output is recorded too: that is what it has acknowledged.
 *
 * A record is a head of five 64-bit numbers (a mark, what was done, offset, length of the path,
 * length of the data), the path, the data. A write is recorded before it is made, a sync after it
 * has returned: what the records say to be on the disk is there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MADE = 1, WRITE, TRUNCATE, SYNC, UNLINK, RENAME, SAID };

#define MARK 0x6375742d72656364LL
#define MOST_FILES 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *paths[MOST_FILES];
static const char *folder;
static int log_file = -1;

#define REAL(name) __typeof__(name) *real_##name = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    folder = getenv("CROUPIER_CUT_FOLDER");
    const char *log = getenv("CROUPIER_CUT_LOG");
    if (folder && log)
        log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(int what, const char *path, int64_t offset, const void *data, size_t length) {
    if (log_file < 0) return;
    int64_t head[5] = {MARK, what, offset, (int64_t)strlen(path), (int64_t)length};
    struct iovec parts[3] = {{head, sizeof head}, {(void *)path, strlen(path)}, {(void *)data, length}};
    /* One call, to a file that is appended to: records of several processes do not mix. */
    if (syscall(SYS_writev, log_file, parts, 3) < 0) abort();
}

static int inside(const char *path) {
    return log_file >= 0 && path && strncmp(path, folder, strlen(folder)) == 0;
}

static const char *path_of(int file) {
    return file >= 0 && file < MOST_FILES ? paths[file] : NULL;
}

static int opened(int file, const char *path, int is_new) {
    if (file >= 0 && file < MOST_FILES && inside(path)) {
        pthread_mutex_lock(&lock);
        free(paths[file]);
        paths[file] = strdup(path);
        if (is_new) record(MADE, path, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return file;
}

#define OPEN(name)                                                            \
    int name(const char *path, int flags, ...) {                              \
        REAL(name);                                                           \
        mode_t mode = 0;                                                      \
        if (flags & O_CREAT) {                                                \
            va_list rest;                                                     \
            va_start(rest, flags);                                            \
            mode = va_arg(rest, mode_t);                                      \
            va_end(rest);                                                     \
        }                                                                     \
        struct stat there;                                                    \
        int is_new = (flags & O_CREAT) && inside(path) && stat(path, &there); \
        return opened(real_##name(path, flags, mode), path, is_new);          \
    }
OPEN(open)
OPEN(open64)

int close(int file) {
    REAL(close);
    if (path_of(file)) {
        pthread_mutex_lock(&lock);
        free(paths[file]);
        paths[file] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return real_close(file);
}

#define PWRITE(name, type)                                                   \
    ssize_t name(int file, const void *data, size_t length, type offset) {   \
        REAL(name);                                                          \
        if (!path_of(file)) return real_##name(file, data, length, offset);  \
        pthread_mutex_lock(&lock);                                           \
        record(WRITE, paths[file], offset, data, length);                    \
        ssize_t done = real_##name(file, data, length, offset);              \
        pthread_mutex_unlock(&lock);                                         \
        return done;                                                         \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t length) {
    REAL(write);
    if (file != STDOUT_FILENO && !path_of(file)) return real_write(file, data, length);
    pthread_mutex_lock(&lock);
    if (file == STDOUT_FILENO)
        record(SAID, "", 0, data, length);
    else
        record(WRITE, paths[file], lseek(file, 0, SEEK_CUR), data, length);
    ssize_t done = real_write(file, data, length);
    pthread_mutex_unlock(&lock);
    return done;
}

#define TRUNCATE_AS(name, type)                                     \
    int name(int file, type length) {                               \
        REAL(name);                                                 \
        if (!path_of(file)) return real_##name(file, length);       \
        pthread_mutex_lock(&lock);                                  \
        record(TRUNCATE, paths[file], length, NULL, 0);             \
        int done = real_##name(file, length);                       \
        pthread_mutex_unlock(&lock);                                \
        return done;                                                \
    }
TRUNCATE_AS(ftruncate, off_t)
TRUNCATE_AS(ftruncate64, off64_t)

#define SYNC_AS(name)                                               \
    int name(int file) {                                            \
        REAL(name);                                                 \
        if (!path_of(file)) return real_##name(file);               \
        pthread_mutex_lock(&lock);                                  \
        int done = real_##name(file);                               \
        if (done == 0) record(SYNC, paths[file], 0, NULL, 0);       \
        pthread_mutex_unlock(&lock);                                \
        return done;                                                \
    }
SYNC_AS(fsync)
SYNC_AS(fdatasync)

int unlink(const char *path) {
    REAL(unlink);
    if (!inside(path)) return real_unlink(path);
    pthread_mutex_lock(&lock);
    record(UNLINK, path, 0, NULL, 0);
    int done = real_unlink(path);
    pthread_mutex_unlock(&lock);
    return done;
}

int rename(const char *from, const char *to) {
    REAL(rename);
    if (!inside(from) && !inside(to)) return real_rename(from, to);
    pthread_mutex_lock(&lock);
    record(RENAME, from, 0, to, strlen(to));
    int done = real_rename(from, to);
    pthread_mutex_unlock(&lock);
    return done;
}
