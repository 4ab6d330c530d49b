// What programs load: the three functions, which load the rest of the library when a program first calls one of them.
//
// To load the rest takes 0.07 ms, mostly for pages with addresses in them, and most of the programs that are started with
// LD_PRELOAD never call iconv. It is in the folder `utf8kit` beside this file. Where it is missing, or cannot be loaded, the C
// library converts.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <iconv.h>
#include <stdatomic.h>
#include <stddef.h>

enum { OPEN, CONVERT, CLOSE, COUNT };

static void *_Atomic functions[COUNT];

// Loads the rest, and finds its functions. Two threads that come here at once find the same.
__attribute__((cold, noinline)) static void *load(int function) {
  static const char *const names[COUNT] = {"iconv_open", "iconv", "iconv_close"};
  int error = errno;
  void *library = dlopen("$ORIGIN/utf8kit/iconv.so", RTLD_NOW | RTLD_LOCAL);
  void *found[COUNT];
  for (int each = 0; each < COUNT; each++) {
    found[each] = dlsym(library ? library : RTLD_NEXT, names[each]);
    atomic_store_explicit(&functions[each], found[each], memory_order_release);
  }
  errno = error;
  return found[function];
}

static inline void *find(int function) {
  void *found = atomic_load_explicit(&functions[function], memory_order_acquire);
  return __builtin_expect(found != NULL, 1) ? found : load(function);
}

iconv_t iconv_open(const char *to, const char *from) {
  iconv_t (*open)(const char *, const char *) = find(OPEN);
  return open(to, from);
}

size_t iconv(iconv_t descriptor, char **input, size_t *input_left, char **output, size_t *output_left) {
  size_t (*convert)(iconv_t, char **, size_t *, char **, size_t *) = find(CONVERT);
  return convert(descriptor, input, input_left, output, output_left);
}

int iconv_close(iconv_t descriptor) {
  int (*close)(iconv_t) = find(CLOSE);
  return close(descriptor);
}
