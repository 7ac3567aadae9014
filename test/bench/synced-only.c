/* Loaded into a service or into PostgreSQL (LD_PRELOAD): after each fsync or fdatasync, copies the file into the folder
   SYNCED_ONLY, which has what a disk holds after a power loss: nothing that was not synced. With SYNCED_FROM, all files
   below that folder keep their place, and renaming, deleting and new folders count at once, as on a file system with a
   journal; without it, it is about the files of SQLite. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The place of a file in the copy; 0 if it has none. */
static int place(const char *path, char *copy) {
  const char *folder = getenv("SYNCED_ONLY"), *from = getenv("SYNCED_FROM");
  char whole[PATH_MAX];
  if (!folder) return 0;
  if (from) {
    if (path[0] != '/') {
      if (!getcwd(whole, sizeof whole)) return 0;
      strncat(whole, "/", sizeof whole - strlen(whole) - 1);
      strncat(whole, path, sizeof whole - strlen(whole) - 1);
      path = whole;
    }
    size_t length = strlen(from);
    if (strncmp(path, from, length) != 0 || path[length] != '/') return 0;
    return snprintf(copy, PATH_MAX, "%s%s", folder, path + length) < PATH_MAX;
  }
  const char *name = strrchr(path, '/');
  if (!name || !strstr(name, "manyhands.db")) return 0;
  return snprintf(copy, PATH_MAX, "%s%s", folder, name) < PATH_MAX;
}

static void keep(int descriptor) {
  char link[64], path[PATH_MAX], copy[PATH_MAX];
  struct stat state;
  if (fstat(descriptor, &state) != 0 || !S_ISREG(state.st_mode)) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return;
  path[length] = 0;
  if (!place(path, copy)) return;
  int from = open(path, O_RDONLY | O_CLOEXEC);
  int to = open(copy, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (from < 0 || to < 0) {
    /* Deleted meanwhile. */
    if (from >= 0) close(from);
    if (to >= 0) close(to);
    return;
  }
  /* Two processes that sync a file at once must not mix an older part into a newer copy. */
  flock(to, LOCK_EX);
  static __thread char bytes[1 << 20];
  off_t size = 0;
  for (ssize_t got; (got = pread(from, bytes, sizeof bytes, size)) > 0; size += got)
    if (pwrite(to, bytes, got, size) != got) abort();
  if (ftruncate(to, size) != 0) abort();
  close(from);
  close(to);
}

int fsync(int descriptor) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  int result = real(descriptor);
  if (result == 0) keep(descriptor);
  return result;
}

int fdatasync(int descriptor) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  int result = real(descriptor);
  if (result == 0) keep(descriptor);
  return result;
}

int rename(const char *old, const char *new) {
  int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
  int result = real(old, new);
  char from[PATH_MAX], to[PATH_MAX];
  if (result == 0 && getenv("SYNCED_FROM") && place(old, from) && place(new, to)) real(from, to);
  return result;
}

int unlink(const char *path) {
  int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
  int result = real(path);
  char copy[PATH_MAX];
  if (result == 0 && getenv("SYNCED_FROM") && place(path, copy)) real(copy);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
  int result = real(path, mode);
  char copy[PATH_MAX];
  if (result == 0 && getenv("SYNCED_FROM") && place(path, copy)) real(copy, mode);
  return result;
}
