// How the time of the functions of the C library, and of `iconv` with the preloaded library, grows with the text, on the texts that are
// the worst for them. `cargo xtask bench-growth` compiles and runs it.

#define _DEFAULT_SOURCE
#include "utf8kit.h"
#include <iconv.h>
#include <stdint.h>
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

// What results are added to, so that no call is left out.
static volatile size_t sink;

#define UNITS(type) ((const type *)(const void *)src)
#define ROOM(type) (type *)(void *)dst, capacity / sizeof(type)

// A function of a text, which returns a number or a result.
#define VALUE(name, type) \
  static void name(size_t len) { sink += (size_t)utf8kit_##name(UNITS(type), len / sizeof(type)); }
#define RESULT(name, type) \
  static void name(size_t len) { sink += utf8kit_##name(UNITS(type), len / sizeof(type)).read; }
// A function that converts a text.
#define CONVERT(name, type, to) \
  static void name(size_t len) { sink += utf8kit_##name(UNITS(type), len / sizeof(type), ROOM(to)).read; }

#define VALUES(X) \
  X(ascii_is_valid, char) X(utf8_is_valid, char) X(utf8_is_latin1, char) X(ascii_lossy_utf8_len, char) \
  X(latin1_utf8_len, char) X(utf8_count, char) X(utf8_utf16_len, char) X(utf8_lossy_count, char) \
  X(utf8_lossy_utf8_len, char) X(utf8_lossy_utf16_len, char) X(utf8_complete_len, char) X(encoding_for_label, char) \
  X(utf16_is_valid, uint16_t) X(utf16_is_ascii, uint16_t) X(utf16_is_latin1, uint16_t) X(utf16_count, uint16_t) \
  X(utf16_lossy_count, uint16_t) X(utf16_utf8_len, uint16_t) X(utf16_lossy_utf8_len, uint16_t) \
  X(utf16_complete_len, uint16_t) X(utf32_is_valid, uint32_t) X(utf32_is_ascii, uint32_t) X(utf32_is_latin1, uint32_t) \
  X(utf32_utf8_len, uint32_t) X(utf32_utf16_len, uint32_t) X(utf32_lossy_utf8_len, uint32_t) X(utf32_lossy_utf16_len, uint32_t)

#define RESULTS(X) X(ascii_validate, char) X(utf8_validate, char) X(utf16_validate, uint16_t) X(utf32_validate, uint32_t)

#define CONVERSIONS(X) \
  X(ascii_to_utf8, char, char) X(ascii_to_utf8_lossy, char, char) X(latin1_to_utf8, char, char) \
  X(utf8_to_latin1, char, char) X(utf8_to_latin1_lossy, char, char) X(utf8_to_ascii, char, char) \
  X(utf8_to_ascii_lossy, char, char) X(utf8_repair, char, char) X(ascii_to_utf16, char, uint16_t) \
  X(ascii_to_utf16_lossy, char, uint16_t) X(latin1_to_utf16, char, uint16_t) X(utf8_to_utf16, char, uint16_t) \
  X(utf8_to_utf16_lossy, char, uint16_t) X(ascii_to_utf32, char, uint32_t) X(ascii_to_utf32_lossy, char, uint32_t) \
  X(latin1_to_utf32, char, uint32_t) X(utf8_to_utf32, char, uint32_t) X(utf8_to_utf32_lossy, char, uint32_t) \
  X(utf16_to_utf8, uint16_t, char) X(utf16_to_utf8_lossy, uint16_t, char) X(utf16_to_latin1, uint16_t, char) \
  X(utf16_to_latin1_lossy, uint16_t, char) X(utf16_to_ascii, uint16_t, char) X(utf16_to_ascii_lossy, uint16_t, char) \
  X(utf16_to_utf32, uint16_t, uint32_t) X(utf16_to_utf32_lossy, uint16_t, uint32_t) \
  X(utf16_to_well_formed, uint16_t, uint16_t) X(utf16_swap_bytes_to, uint16_t, uint16_t) X(utf32_to_utf8, uint32_t, char) \
  X(utf32_to_utf8_lossy, uint32_t, char) X(utf32_to_latin1, uint32_t, char) X(utf32_to_latin1_lossy, uint32_t, char) \
  X(utf32_to_ascii, uint32_t, char) X(utf32_to_ascii_lossy, uint32_t, char) X(utf32_to_utf16, uint32_t, uint16_t) \
  X(utf32_to_utf16_lossy, uint32_t, uint16_t) X(utf32_swap_bytes_to, uint32_t, uint32_t)

VALUES(VALUE)
RESULTS(RESULT)
CONVERSIONS(CONVERT)

// Those that change the text, of which they get a copy.
static void utf16_make_well_formed(size_t len) {
  memcpy(dst, src, len);
  utf8kit_utf16_make_well_formed((uint16_t *)(void *)dst, len / 2);
}
static void utf16_swap_bytes(size_t len) {
  memcpy(dst, src, len);
  utf8kit_utf16_swap_bytes((uint16_t *)(void *)dst, len / 2);
}
static void utf32_swap_bytes(size_t len) {
  memcpy(dst, src, len);
  utf8kit_utf32_swap_bytes((uint32_t *)(void *)dst, len / 4);
}

// Those of a place, at every place.
static void places(size_t len) {
  for (size_t at = 0; at < len; at++) {
    uint32_t character;
    sink += utf8kit_utf8_is_boundary(src, len, at) + utf8kit_utf8_floor_boundary(src, len, at);
    sink += utf8kit_utf8_ceil_boundary(src, len, at);
    sink += utf8kit_utf8_decode_first(src + at, len - at, &character).read;
    sink += utf8kit_utf8_decode_last(src, at, &character).read;
  }
}

static utf8kit_policy replace(void) {
  utf8kit_policy policy = {0};
  policy.action = UTF8KIT_ACTION_REPLACE;
  return policy;
}

// Those that take an encoding. It is in the name of the row.
static void decode(utf8kit_encoding encoding, size_t len) {
  utf8kit_policy policy = replace();
  sink += utf8kit_decode(encoding, &policy, src, len, dst, capacity).read;
}
static void decode_to_utf16(utf8kit_encoding encoding, size_t len) {
  utf8kit_policy policy = replace();
  sink += utf8kit_decode_to_utf16(encoding, &policy, src, len, ROOM(uint16_t)).read;
}
static void encode(utf8kit_encoding encoding, size_t len) {
  utf8kit_policy policy = replace();
  sink += utf8kit_encode(encoding, &policy, src, len, dst, capacity).read;
}
static void encode_from_utf16(utf8kit_encoding encoding, size_t len) {
  utf8kit_policy policy = replace();
  sink += utf8kit_encode_from_utf16(encoding, &policy, UNITS(uint16_t), len / 2, dst, capacity).read;
}
static void convert_to(utf8kit_encoding encoding, size_t len) {
  utf8kit_policy policy = replace();
  sink += utf8kit_convert(UTF8KIT_ENCODING_UTF_8, encoding, &policy, src, len, dst, capacity).read;
  sink += utf8kit_converted_len(UTF8KIT_ENCODING_UTF_8, encoding, src, len);
}
static void validate(utf8kit_encoding encoding, size_t len) { sink += utf8kit_validate(encoding, src, len).read; }
static void decode_alloc(utf8kit_encoding encoding, size_t len) {
  char *text;
  size_t text_len;
  utf8kit_policy policy = replace();
  sink += utf8kit_decode_alloc(encoding, &policy, src, len, NULL, &text, &text_len).read;
  free(text);
}
static void encode_alloc(utf8kit_encoding encoding, size_t len) {
  char *text;
  size_t text_len;
  utf8kit_policy policy = replace();
  sink += utf8kit_encode_alloc(encoding, &policy, src, len, NULL, &text, &text_len).read;
  free(text);
}

// Streams, a byte or a unit at a time.
static void decoder(utf8kit_encoding encoding, size_t len) {
  utf8kit_decoder decoder;
  utf8kit_policy policy = replace();
  utf8kit_decoder_init(&decoder, encoding, UTF8KIT_SIGNATURE_DETECT, &policy);
  for (size_t at = 0; at < len; at++) sink += utf8kit_decoder_to_utf8(&decoder, src + at, 1, dst, capacity).read;
  sink += utf8kit_decoder_finish_utf8(&decoder, dst, capacity).read + utf8kit_decoder_position(&decoder);
  utf8kit_decoder_reset(&decoder);
  for (size_t at = 0; at < len; at++) sink += utf8kit_decoder_to_utf16(&decoder, src + at, 1, ROOM(uint16_t)).read;
  sink += utf8kit_decoder_finish_utf16(&decoder, ROOM(uint16_t)).read;
}
static void encoder(utf8kit_encoding encoding, size_t len) {
  utf8kit_encoder encoder;
  utf8kit_policy policy = replace();
  utf8kit_encoder_init(&encoder, encoding, &policy);
  for (size_t at = 0; at < len; at++) sink += utf8kit_encoder_from_utf8(&encoder, src + at, 1, dst, capacity).read;
  sink += utf8kit_encoder_finish(&encoder, dst, capacity).read + utf8kit_encoder_position(&encoder);
  utf8kit_encoder_reset(&encoder);
  for (size_t at = 0; at < len / 2; at++)
    sink += utf8kit_encoder_from_utf16(&encoder, UNITS(uint16_t) + at, 1, dst, capacity).read;
  sink += utf8kit_encoder_finish(&encoder, dst, capacity).read;
}
static void validator(utf8kit_encoding encoding, size_t len) {
  utf8kit_validator validator;
  utf8kit_validator_init(&validator, encoding, UTF8KIT_SIGNATURE_DETECT);
  for (size_t at = 0; at < len; at++) sink += utf8kit_validator_push(&validator, src + at, 1).read;
  sink += utf8kit_validator_finish(&validator).read + utf8kit_validator_position(&validator);
  utf8kit_validator_reset(&validator);
}

// Each of them with encodings of several kinds.
#define WITH(X, name) \
  X(name, UTF_8) X(name, UTF_16LE) X(name, CESU_8) X(name, UTF_7) X(name, UTF_1) X(name, ISO_2022)
#define WRITTEN(X, name) X(name, UTF_8) X(name, UTF_16LE) X(name, CESU_8) X(name, UTF_7) X(name, UTF_1)
#define ENCODED(X) \
  WITH(X, decode) WITH(X, decode_to_utf16) WITH(X, decode_alloc) WITH(X, decoder) WITH(X, validate) WITH(X, validator) \
  WRITTEN(X, encode) WRITTEN(X, encode_from_utf16) WRITTEN(X, encode_alloc) WRITTEN(X, encoder) WRITTEN(X, convert_to)
#define ENCODED_FUNCTION(name, encoding) \
  static void name##_##encoding(size_t len) { name(UTF8KIT_ENCODING_##encoding, len); }
ENCODED(ENCODED_FUNCTION)

static void detect(size_t len) { sink += utf8kit_detect(src, len, true).encoding; }
static void signature(size_t len) {
  size_t signature_len;
  sink += utf8kit_signature(src, len, &signature_len);
}
static void fix_double_encoding(size_t len) {
  char *text;
  size_t text_len;
  sink += utf8kit_fix_double_encoding(src, len, NULL, &text, &text_len).read;
  free(text);
}

// One byte is passed over after each error, as many programs do, and each call gets so many bytes.
static void convert_iconv(const char *to, const char *from, size_t piece, size_t len) {
  iconv_t descriptor = iconv_open(to, from);
  char *in = src, *out = dst;
  size_t left = len, room = capacity;
  while (left > 0) {
    size_t part = left < piece ? left : piece, rest = part;
    if (iconv(descriptor, &in, &rest, &out, &room) == (size_t)-1 && rest == part) in++, rest--;
    left -= part - rest;
  }
  iconv(descriptor, NULL, NULL, &out, &room);
  iconv_close(descriptor);
}
#define ICONV(name, to, from, piece) \
  static void iconv_##name(size_t len) { convert_iconv(to, from, piece, len); }
#define ICONVS(X) \
  X(utf16, "UTF-16LE", "UTF-8", SIZE_MAX) X(utf16_in_pieces, "UTF-16LE", "UTF-8", 64) \
  X(utf16_ignored, "UTF-16LE//IGNORE", "UTF-8", SIZE_MAX) X(utf8, "UTF-8", "UTF-16LE", SIZE_MAX) \
  X(signature, "UTF-8", "UTF-16", SIZE_MAX) X(utf32, "UTF-32", "UTF-8", SIZE_MAX) X(latin1, "LATIN1", "UTF-8", SIZE_MAX) \
  X(page, "UTF-8", "CP1251", SIZE_MAX) X(to_page, "CP1251", "UTF-8", SIZE_MAX) X(ascii, "UTF-8", "ASCII", SIZE_MAX) \
  X(passed_on, "UTF-8", "GBK", SIZE_MAX) X(pairs, "UTF-8", "UTF-16LE", 2)
ICONVS(ICONV)

#define ROW(name, ...) {#name, name},
#define ENCODED_ROW(name, encoding) {#name ", " #encoding, name##_##encoding},
#define ICONV_ROW(name, to, from, piece) {"iconv, " from " to " to ", " #piece, iconv_##name},

static const struct {
  const char *name;
  void (*call)(size_t len);
} functions[] = {
    VALUES(ROW) RESULTS(ROW) CONVERSIONS(ROW) ENCODED(ENCODED_ROW) ICONVS(ICONV_ROW)
    {"utf16_make_well_formed", utf16_make_well_formed},
    {"utf16_swap_bytes", utf16_swap_bytes},
    {"utf32_swap_bytes", utf32_swap_bytes},
    {"is_boundary, floor_boundary, ceil_boundary, decode_first, decode_last", places},
    {"detect", detect},
    {"signature", signature},
    {"fix_double_encoding", fix_double_encoding},
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
      double best[2] = {1e9, 1e9};
      for (int is_largest = 0; is_largest < 2; is_largest++) {
        for (int run = 0; run < 3; run++) {
          double start = now();
          functions[f].call((size_t)SMALLEST << (is_largest ? DOUBLINGS : 0));
          double time = now() - start;
          if (time < best[is_largest]) best[is_largest] = time;
        }
      }
      double ratio = best[1] / best[0], factor = 1;
      while (factor * factor * factor < ratio) factor += 0.01;
      printf("| %s | %s | %.5f | %.5f | %.2f |\n", functions[f].name, texts[t].name, best[0], best[1], factor);
      // What takes less is mostly what the caches do.
      slow += factor > 2.2 && best[1] > 0.01;
    }
  }
  return slow > 0;
}
