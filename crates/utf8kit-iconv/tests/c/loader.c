// The rest of the library is loaded when the program first calls iconv, and the program has the C library's results with it and
// without it. The argument says what there is: all, the loader, or the rest. `LD_PRELOAD` loads the library.

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>

// Returns 1 if the process has a file mapped whose name has this in it.
static int is_mapped(const char *name) {
  char line[4096];
  int found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, name) != NULL;
  if (maps) fclose(maps);
  return found;
}

static int failed(const char *what) {
  fprintf(stderr, "loader: %s\n", what);
  return 1;
}

int main(int count, char **arguments) {
  const char *what = count == 2 ? arguments[1] : "";
  int has_rest = strcmp(what, "loader") != 0;
  if (is_mapped("libutf8kit_iconv.so") != (strcmp(what, "rest") != 0)) return failed("another loader than the argument says");
  if (is_mapped("utf8kit/iconv.so") != (strcmp(what, "rest") == 0)) return failed("the rest is loaded at the start");
  errno = 77;
  iconv_t descriptor = iconv_open("UTF-16LE", "UTF-8");
  if (descriptor == (iconv_t)-1) return failed("no descriptor");
  if (errno != 77) return failed("errno was changed");
  if (is_mapped("utf8kit/iconv.so") != has_rest) return failed(has_rest ? "the rest is not loaded" : "the rest is loaded");
  char text[] = "a text that is longer than thirty-two bytes, caf\xC3\xA9 \xFF";
  char written[sizeof text * 2], *in = text, *out = written;
  size_t in_left = sizeof text - 1, out_left = sizeof written;
  if (iconv(descriptor, &in, &in_left, &out, &out_left) != (size_t)-1 || errno != EILSEQ) return failed("no error");
  if (in_left != 1 || out - written != 2 * (long)(sizeof text - 3)) return failed("another position");
  if (iconv_close(descriptor) != 0) return failed("not closed");
  if (iconv_open("nonsense", "UTF-8") != (iconv_t)-1 || errno != EINVAL) return failed("nonsense has a descriptor");
  return 0;
}
