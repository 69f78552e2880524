/* Makes every fsync take 5 ms more, as on a disk that is not in this machine. Loaded with LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int delayed_sync(const char *name, int fd)
{
    struct timespec five_ms = {0, 5000000};
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    nanosleep(&five_ms, 0);
    return real(fd);
}

int fsync(int fd) { return delayed_sync("fsync", fd); }
int fdatasync(int fd) { return delayed_sync("fdatasync", fd); }
