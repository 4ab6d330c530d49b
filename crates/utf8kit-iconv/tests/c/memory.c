// What the library does when there is no memory: each call for some fails in turn, and all of them. A program has the descriptor, or
// ENOMEM, and goes on. `LD_PRELOAD` loads the library.

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static enum { NONE, COUNT, ONE, ALL } failing;
static unsigned long calls, failing_call;

static int fails(void) {
  if (failing == NONE) return 0;
  calls++;
  if (failing != ALL && !(failing == ONE && calls == failing_call)) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
void *aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = fails() ? NULL : __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

static const char text[] = "caf\xC3\xA9, na\xC3\xAFve, plain and longer than a window of a few bytes\n";

// Opens, converts and closes. Returns the number of bytes written, or a negative number if there is no descriptor.
static long convert(const char *to, char *out, size_t room) {
  iconv_t descriptor = iconv_open(to, "UTF-8");
  if (descriptor == (iconv_t)-1) return errno == ENOMEM ? -1 : -2;
  char *in = (char *)text, *end = out;
  size_t left = sizeof text - 1;
  size_t result = iconv(descriptor, &in, &left, &end, &room);
  long written = result == 0 && left == 0 ? (long)(end - out) : -3;
  return iconv_close(descriptor) == 0 ? written : -4;
}

int main(void) {
  static const char *const names[] = {"UTF-16LE", "UTF-16", "ISO-8859-1", "WINDOWS-1252", "ISO-8859-15", "CP850", "UCS-4", "UTF-8"};
  unsigned long tried = 0, opened = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char expected[1000], found[1000];
    // Before anything is known of the name.
    failing = ALL;
    long first = convert(names[i], found, sizeof found);
    for (failing = ONE, failing_call = 1; failing_call < 40; failing_call++, tried++) {
      calls = 0;
      memset(found, 0, sizeof found);
      long written = convert(names[i], found, sizeof found);
      failing = NONE;
      long len = convert(names[i], expected, sizeof expected);
      failing = ONE;
      if (written != -1 && (written != len || memcmp(found, expected, (size_t)len) != 0)) {
        fprintf(stderr, "%s: call %lu fails: %ld, not %ld\n", names[i], failing_call, written, len);
        return 1;
      }
      opened += written >= 0;
    }
    failing = NONE;
    if (first < -1) {
      fprintf(stderr, "%s: without memory: %ld\n", names[i], first);
      return 1;
    }
  }
  if (tried == opened || opened == 0) {
    fprintf(stderr, "%lu of %lu opened: no call for memory was made to fail\n", opened, tried);
    return 1;
  }
  printf("iconv memory: %lu calls, %lu without memory\n", tried, tried - opened);
  return 0;
}
