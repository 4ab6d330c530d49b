// What the tests have in common: checks, memory between guard pages, random numbers. Include it first.

#ifndef HARNESS_H
#define HARNESS_H

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE // for MAP_ANONYMOUS
#endif

#include "utf8kit.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#define HAS_GUARD_PAGES 1
#include <sys/mman.h>
#include <unistd.h>
#else
#define HAS_GUARD_PAGES 0
#endif

#ifdef __GNUC__
#define LIKE_PRINTF(text, rest) __attribute__((format(printf, text, rest), unused))
#define MAYBE_UNUSED __attribute__((unused))
#else
#define LIKE_PRINTF(text, rest)
#define MAYBE_UNUSED
#endif

// Checks. A failed check is printed and counted; after twenty of them the program ends.

static unsigned long checks_done;
static unsigned checks_failed;

LIKE_PRINTF(3, 4)
static void fail(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  if (++checks_failed == 20) {
    fprintf(stderr, "too many failed checks\n");
    exit(1);
  }
}

#define CHECK(condition) \
  do { \
    checks_done++; \
    if (!(condition)) fail(__FILE__, __LINE__, "failed: %s", #condition); \
  } while (0)

// Like CHECK, and prints what the caller says about the case.
#define CHECK_THAT(condition, ...) \
  do { \
    checks_done++; \
    if (!(condition)) fail(__FILE__, __LINE__, "failed: " #condition ": " __VA_ARGS__); \
  } while (0)

// Checks that two numbers are the same.
#define CHECK_NUMBER(found, expected) \
  do { \
    unsigned long long found_ = (unsigned long long)(found), expected_ = (unsigned long long)(expected); \
    checks_done++; \
    if (found_ != expected_) \
      fail(__FILE__, __LINE__, "%s is %llu, expected %llu", #found, found_, expected_); \
  } while (0)

// Checks that two strings that end in NUL are the same.
#define CHECK_STRING(found, expected) \
  do { \
    const char *found_ = (found), *expected_ = (expected); \
    checks_done++; \
    if (found_ == NULL || strcmp(found_, expected_) != 0) \
      fail(__FILE__, __LINE__, "%s is `%s`, expected `%s`", #found, found_ ? found_ : "(null)", expected_); \
  } while (0)

// Checks that so many bytes are the same.
#define CHECK_BYTES(found, expected, len) \
  do { \
    checks_done++; \
    if ((len) != 0 && memcmp((found), (expected), (len)) != 0) \
      fail(__FILE__, __LINE__, "%s differs from %s", #found, #expected); \
  } while (0)

// Returns the exit status, after a line that says what was done.
MAYBE_UNUSED static int finish(const char *name) {
  printf("%s: %lu checks, %u failed\n", name, checks_done, checks_failed);
  return checks_failed == 0 ? 0 : 1;
}

// Returns `number`, or a smaller one where programs are slow: `UTF8KIT_TEST_QUICK` is set for valgrind.
MAYBE_UNUSED static unsigned rounds(unsigned number) {
  return getenv("UTF8KIT_TEST_QUICK") ? number / 16 + 1 : number;
}

// Random numbers, the same in each run.

static uint64_t random_state = 0x9E3779B97F4A7C15u;

// Returns a number below `limit`.
MAYBE_UNUSED static size_t random_below(size_t limit) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (size_t)((random_state >> 11) % limit);
}

// Memory between two pages that can neither be read nor written. Where there are no such pages, it is a block of malloc.

struct memory {
  char *start;
  size_t size;
};

MAYBE_UNUSED static struct memory memory_new(void) {
  struct memory memory = {NULL, 0};
#if HAS_GUARD_PAGES
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *mapped = mmap(NULL, 4 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED || mprotect((char *)mapped + page, 2 * page, PROT_READ | PROT_WRITE) != 0) {
    perror("guard pages");
    exit(2);
  }
  memory.start = (char *)mapped + page;
  memory.size = 2 * page;
#else
  memory.size = 8192;
  memory.start = (char *)malloc(memory.size);
#endif
  return memory;
}

MAYBE_UNUSED static void memory_free(struct memory memory) {
#if HAS_GUARD_PAGES
  munmap(memory.start - memory.size / 2, 2 * memory.size);
#else
  free(memory.start);
#endif
}

// Returns the place of `size` bytes right before the page at the end.
MAYBE_UNUSED static char *at_end(struct memory memory, size_t size) {
  if (size > memory.size) {
    fprintf(stderr, "the test needs %lu bytes\n", (unsigned long)size);
    exit(2);
  }
  return memory.start + (memory.size - size);
}

// Canaries: the bytes of a destination, and those around it, before a function is called.

#define CANARY 0xA5

MAYBE_UNUSED static bool is_canary(const char *from, const char *to) {
  for (; from < to; from++)
    if ((unsigned char)*from != CANARY) return false;
  return true;
}

#endif
