// What the programs of these tests share.
#ifndef UTF8KIT_TEST_H
#define UTF8KIT_TEST_H

#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "utf8kit.h"

// Ends the program with a message if a condition does not hold.
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);          \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// Ends the program if two numbers differ.
#define CHECK_EQUAL(a, b)                                                      \
  do {                                                                         \
    uint64_t a_ = (a), b_ = (b);                                               \
    if (a_ != b_) {                                                            \
      fprintf(stderr,                                                          \
              "%s:%d: %s is %" PRIu64 ", and %s is %" PRIu64 "\n", __FILE__,   \
              __LINE__, #a, a_, #b, b_);                                       \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

// Memory before a page that cannot be accessed.
typedef struct {
  unsigned char *start;
  size_t size;
} guarded;

static inline guarded guarded_new(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t whole = (size + page - 1) / page * page;
  guarded memory;
  memory.size = whole;
  memory.start = mmap(NULL, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory.start != MAP_FAILED);
  CHECK(mprotect(memory.start + whole, page, PROT_NONE) == 0);
  return memory;
}

// Returns `size` bytes, after which there is the page that cannot be accessed.
static inline void *guarded_end(guarded memory, size_t size) {
  CHECK(size <= memory.size);
  return memory.start + memory.size - size;
}

static inline void guarded_free(guarded memory) {
  munmap(memory.start, memory.size + (size_t)sysconf(_SC_PAGESIZE));
}

// Returns `true` if the test runs where everything is slow.
static inline bool is_quick(void) { return getenv("UTF8KIT_TEST_QUICK") != NULL; }

#endif
