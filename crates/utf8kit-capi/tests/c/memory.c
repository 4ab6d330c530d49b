// What the library does when there is no memory: each call for some fails in turn, and all of them at once. The program goes on.

#include "harness.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

// Sanitizers have a `malloc` of their own.
#if defined(__SANITIZE_ADDRESS__)
#define HAS_OWN_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OWN_MALLOC 0
#endif
#endif
#if !defined(HAS_OWN_MALLOC) && defined(__GLIBC__)
#define HAS_OWN_MALLOC 1
#elif !defined(HAS_OWN_MALLOC)
#define HAS_OWN_MALLOC 0
#endif

#if HAS_OWN_MALLOC
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum failing { NONE, COUNT, ONE, ALL };
static _Atomic enum failing failing;
static _Atomic unsigned long calls;
static unsigned long failing_call;

static int fails(void) {
  if (failing == NONE) return 0;
  calls++;
  return failing == ALL || (failing == ONE && calls == failing_call);
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = fails() ? NULL : __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}
void *aligned_alloc(size_t alignment, size_t size) { return fails() ? NULL : __libc_memalign(alignment, size); }

// What a call returned.
struct outcome {
  utf8kit_result result;
  char *text;
  size_t len;
  utf8kit_detection detection;
  char name[200];
};

struct text {
  char *bytes;
  size_t len;
};

// Texts that take most: many different letters, ideographs, text that was encoded twice, UTF-16.
static struct text texts[8];
static size_t text_count;

static void add_text(const char *part, size_t part_len, size_t len) {
  char *bytes = (char *)malloc(len);
  for (size_t i = 0; i < len; i++) bytes[i] = part[i % part_len];
  texts[text_count].bytes = bytes;
  texts[text_count++].len = len;
}

#define ADD_TEXT(part, len) add_text(part, sizeof part - 1, len)

enum call { DECODE, ENCODE, FIX, DETECT, MESSAGE, CLAUSE, CALLS };

static void make(enum call call, const struct text *text, struct outcome *outcome) {
  memset(outcome, 0, sizeof *outcome);
  switch (call) {
  case DECODE: {
    utf8kit_policy policy = {0};
    policy.action = UTF8KIT_ACTION_REPLACE;
    policy.character = 0xFFFD;
    outcome->result = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_16LE, &policy, text->bytes, text->len, NULL, &outcome->text, &outcome->len);
    break;
  }
  case ENCODE:
    outcome->result = utf8kit_encode_alloc(UTF8KIT_ENCODING_UTF_7, NULL, text->bytes, text->len, NULL, &outcome->text, &outcome->len);
    break;
  case FIX: outcome->result = utf8kit_fix_double_encoding(text->bytes, text->len, NULL, &outcome->text, &outcome->len); break;
  case DETECT: outcome->detection = utf8kit_detect(text->bytes, text->len, true); break;
  case MESSAGE: {
    utf8kit_result result = utf8kit_utf8_validate(text->bytes, text->len);
    outcome->len = utf8kit_message(&result, UTF8KIT_ENCODING_UTF_8, outcome->name, sizeof outcome->name);
    break;
  }
  default: outcome->len = utf8kit_clause(UTF8KIT_KIND_OVERLONG, UTF8KIT_ENCODING_UTF_8, outcome->name, sizeof outcome->name);
  }
}

static void check(enum call call, const struct text *text, const struct outcome *expected, const struct outcome *found) {
  long index = text - texts;
  if (call <= FIX && found->result.stop == UTF8KIT_STOP_OUT_OF_MEMORY) {
    CHECK_THAT(found->text == NULL && found->len == 0, "call %d of text %ld, fail %lu", call, index, failing_call);
    return;
  }
  CHECK_THAT(found->result.stop == expected->result.stop && found->len == expected->len, "call %d of text %ld, fail %lu: stop %u", call, index,
             failing_call, found->result.stop);
  CHECK_THAT(memcmp(&found->detection, &expected->detection, sizeof found->detection) == 0 && strcmp(found->name, expected->name) == 0, "call %d of text %ld, fail %lu: %s", call,
             index, failing_call, found->name);
  if (expected->text != NULL)
    CHECK_THAT(found->text != NULL && memcmp(found->text, expected->text, expected->len) == 0, "call %d of text %ld, fail %lu", call, index,
               failing_call);
}

static atomic_int started, go;

// Returns NULL if all is as expected.
static void *detect(void *unused) {
  (void)unused;
  started++;
  while (!go) sched_yield();
  for (int round = 0; round < 3; round++) {
    for (size_t i = 1; i < 4; i++) {
      if (utf8kit_detect(texts[i].bytes, texts[i].len, true).certainty == UTF8KIT_CERTAINTY_NONE) return &go;
      size_t len;
      char *text;
      utf8kit_result result = utf8kit_fix_double_encoding(texts[i].bytes, texts[i].len, NULL, &text, &len);
      if (result.stop != UTF8KIT_STOP_OUT_OF_MEMORY) return &go;
    }
  }
  return NULL;
}

int main(void) {
  struct outcome first[CALLS][8], expected, found;
  if (rounds(100) < 100) {
    CHECK(1); // valgrind has a `malloc` of its own, too
    return finish("memory");
  }
  ADD_TEXT("plain ASCII\n", 3000);
  ADD_TEXT("caf\xC3\x83\xC2\xA9, \xC3\x83\xC2\xA9t\xC3\x83\xC2\xA9 \xC3\xA2\xE2\x82\xAC\xE2\x84\xA2\n", 300000);
  ADD_TEXT("\xD7\xC5\xDE\xC5\xD2\xCF\xCD \xCD\xD9 \xC4\xCF\xCC\xC7\xCF \xDB\xCC\xC9\n", 300000);
  ADD_TEXT("\xD7\xF2\xCC\xEC\xCD\xED\xC9\xCF\xCE\xD2\xC3\xC7\xD1\xD8\xD7\xC5\xBA\xD3\xB1\xDF\n", 300000);
  ADD_TEXT("h\0\xE9\0l\0\xAC\x20", 300000);
  ADD_TEXT("\x1B$B$3$l$OF|K\\8l\x1B(B\n", 100000);
  // Without memory from the first call on: what is made once is made in the reserve.
  failing = ALL;
  for (int call = 0; call < CALLS; call++)
    for (size_t i = 0; i < text_count; i++) make((enum call)call, &texts[i], &first[call][i]);
  failing = NONE;
  for (int call = 0; call < CALLS; call++) {
    for (size_t i = 0; i < text_count; i++) {
      make((enum call)call, &texts[i], &expected);
      CHECK(expected.result.stop != UTF8KIT_STOP_OUT_OF_MEMORY);
      check((enum call)call, &texts[i], &expected, &first[call][i]);
      free(first[call][i].text);
      failing = COUNT;
      calls = 0;
      make((enum call)call, &texts[i], &found);
      failing = NONE;
      free(found.text);
      unsigned long all = calls, step = all / rounds(60) + 1;
      if (call >= MESSAGE) CHECK_NUMBER(all, 0);
      for (failing_call = 1; failing_call <= all; failing_call += failing_call < 20 ? 1 : step) {
        failing = ONE;
        calls = 0;
        make((enum call)call, &texts[i], &found);
        failing = NONE;
        check((enum call)call, &texts[i], &expected, &found);
        free(found.text);
      }
      free(expected.text);
    }
  }
  // Much more than the reserve.
  struct text large = {NULL, 0};
  ADD_TEXT("caf\xC3\x83\xC2\xA9\n", 100 << 20);
  large = texts[text_count - 1];
  failing = ALL;
  static const size_t lengths[] = {1 << 20, 2 << 20, 4 << 20, 7500000, 8200000, 8380000, 8388600, 9 << 20, 100 << 20};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    large.len = lengths[i];
    for (int call = DECODE; call <= FIX; call++) {
      make((enum call)call, &large, &found);
      CHECK_THAT(found.result.stop == UTF8KIT_STOP_OUT_OF_MEMORY && found.text == NULL, "call %d of %zu", call, large.len);
    }
  }
  failing = NONE;
  // Many threads, of which few can have the reserve at once.
  pthread_t threads[16];
  for (size_t i = 0; i < 16; i++) CHECK_NUMBER(pthread_create(&threads[i], NULL, detect, NULL), 0);
  while (started < 16) sched_yield();
  failing = ALL;
  go = 1;
  for (size_t i = 0; i < 16; i++) {
    void *wrong;
    CHECK_NUMBER(pthread_join(threads[i], &wrong), 0);
    CHECK(wrong == NULL);
  }
  failing = NONE;
  for (size_t i = 0; i < text_count; i++) free(texts[i].bytes);
  return finish("memory");
}
#else
int main(void) {
  CHECK(1); // the other builds of this program test it
  return finish("memory");
}
#endif
