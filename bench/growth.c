// How the time of the functions of the C library, and of `iconv` with the preloaded library, grows with the text, on the texts that are
// the worst for them. `cargo xtask bench-growth` compiles and runs it.

#define _DEFAULT_SOURCE
#include "utf8kit.h"
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SMALLEST (256 << 10)
#define DOUBLINGS 3

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct text {
  const char *name, *part;
  size_t len;
};

#define TEXT(name, part) {name, part, sizeof part - 1}

static const struct text texts[] = {
    TEXT("ASCII", "plain "),
    TEXT("errors", "a\xFF"),
    TEXT("cut characters", "\xF0\x9F\x98"),
    TEXT("surrogates", "\xED\xA0\x80"),
    TEXT("encoded twice", "caf\xC3\x83\xC2\xA9 "),
    TEXT("windows-1251", "\xCF\xF0\xE8\xE2\xE5\xF2 "),
    TEXT("GBK", "\xC4\xE3\xBA\xC3"),
    TEXT("runs of UTF-7", "+AOk-"),
    TEXT("a run of UTF-7", "+AOkA6QDp"),
    TEXT("ISO 2022", "\x1B%Gx\x1B%@"),
    TEXT("UTF-16", "h\0\xE9\0\0\xD8"),
};

static char *src, *dst;
static size_t capacity;

static void decode(utf8kit_encoding encoding, size_t len) {
  utf8kit_policy policy = {0};
  policy.action = UTF8KIT_ACTION_REPLACE;
  utf8kit_decode(encoding, &policy, src, len, dst, capacity);
}

static void pieces(utf8kit_encoding encoding, size_t len) {
  utf8kit_decoder decoder;
  utf8kit_policy policy = {0};
  policy.action = UTF8KIT_ACTION_REPLACE;
  utf8kit_decoder_init(&decoder, encoding, UTF8KIT_SIGNATURE_DETECT, &policy);
  for (size_t at = 0; at < len; at++) utf8kit_decoder_to_utf8(&decoder, src + at, 1, dst, capacity);
  utf8kit_decoder_finish_utf8(&decoder, dst, capacity);
}

// Functions by their names. The encoding is that of the source.
static void utf8_validate(size_t len) { utf8kit_utf8_validate(src, len); }
static void utf8_to_utf16_lossy(size_t len) { utf8kit_utf8_to_utf16_lossy(src, len, (uint16_t *)(void *)dst, capacity / 2); }
static void decode_utf8(size_t len) { decode(UTF8KIT_ENCODING_UTF_8, len); }
static void decode_cesu8(size_t len) { decode(UTF8KIT_ENCODING_CESU_8, len); }
static void decode_utf7(size_t len) { decode(UTF8KIT_ENCODING_UTF_7, len); }
static void decode_iso2022(size_t len) { decode(UTF8KIT_ENCODING_ISO_2022, len); }
static void pieces_utf8(size_t len) { pieces(UTF8KIT_ENCODING_UTF_8, len); }
static void pieces_utf7(size_t len) { pieces(UTF8KIT_ENCODING_UTF_7, len); }
static void detect(size_t len) {
  utf8kit_detect(src, len, true);
}
static void fix_double_encoding(size_t len) {
  char *text;
  size_t text_len;
  utf8kit_fix_double_encoding(src, len, NULL, &text, &text_len);
  free(text);
}
static void decode_alloc(size_t len) {
  char *text;
  size_t text_len;
  utf8kit_policy policy = {0};
  policy.action = UTF8KIT_ACTION_REPLACE;
  utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_16LE, &policy, src, len, NULL, &text, &text_len);
  free(text);
}
static void convert_iconv(size_t len) {
  iconv_t descriptor = iconv_open("UTF-16LE", "UTF-8");
  char *in = src, *out = dst;
  size_t left = len, room = capacity;
  // One byte is passed over after each error.
  while (left > 0 && iconv(descriptor, &in, &left, &out, &room) == (size_t)-1 && left > 0) in++, left--;
  iconv_close(descriptor);
}

static const struct {
  const char *name;
  void (*call)(size_t len);
} functions[] = {
    {"utf8kit_utf8_validate", utf8_validate},
    {"utf8kit_utf8_to_utf16_lossy", utf8_to_utf16_lossy},
    {"utf8kit_decode, UTF-8", decode_utf8},
    {"utf8kit_decode, CESU-8", decode_cesu8},
    {"utf8kit_decode, UTF-7", decode_utf7},
    {"utf8kit_decode, ISO-2022", decode_iso2022},
    {"utf8kit_decoder_to_utf8, UTF-8, a byte at a time", pieces_utf8},
    {"utf8kit_decoder_to_utf8, UTF-7, a byte at a time", pieces_utf7},
    {"utf8kit_decode_alloc, UTF-16LE", decode_alloc},
    {"utf8kit_detect", detect},
    {"utf8kit_fix_double_encoding", fix_double_encoding},
    {"iconv, UTF-8 to UTF-16LE", convert_iconv},
};

int main(void) {
  int slow = 0;
  size_t longest = (size_t)SMALLEST << DOUBLINGS;
  capacity = 8 * longest;
  src = malloc(longest);
  dst = malloc(capacity);
  if (src == NULL || dst == NULL) return 2;
  printf("| function | text | smallest, s | largest, s | factor |\n| --- | --- | ---: | ---: | ---: |\n");
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    for (size_t i = 0; i < longest; i++) src[i] = texts[t].part[i % texts[t].len];
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
      double best[DOUBLINGS + 1];
      for (int doubling = 0; doubling <= DOUBLINGS; doubling++) {
        best[doubling] = 1e9;
        for (int run = 0; run < 3; run++) {
          double start = now();
          functions[f].call((size_t)SMALLEST << doubling);
          double time = now() - start;
          if (time < best[doubling]) best[doubling] = time;
        }
      }
      double ratio = best[DOUBLINGS] / best[0], factor = 1;
      while (factor * factor * factor < ratio) factor += 0.01;
      printf("| %s | %s | %.5f | %.5f | %.2f |\n", functions[f].name, texts[t].name, best[0], best[DOUBLINGS], factor);
      // What takes less is mostly what the caches do.
      slow += factor > 2.2 && best[DOUBLINGS] > 0.01;
    }
  }
  return slow > 0;
}
