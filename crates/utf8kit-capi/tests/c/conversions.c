// Every conversion against the model: results, text, every capacity, guard pages, canaries, in every instruction set.

#include "model.h"

// A function of the library. `call` gives it its type back.
typedef void (*function)(void);

// `utf8kit_convert` for a pair of encodings, strict and with replacements, as a function like the others.
#define CONVERT(from, to) \
  static utf8kit_result convert_##from##_##to(const char *src, size_t len, char *dst, size_t capacity) { \
    return utf8kit_convert(UTF8KIT_ENCODING_##from, UTF8KIT_ENCODING_##to, NULL, src, len, dst, capacity); \
  } \
  static utf8kit_result repair_##from##_##to(const char *src, size_t len, char *dst, size_t capacity) { \
    const utf8kit_policy policy = {.action = UTF8KIT_ACTION_REPLACE, .character = 0xFFFD}; \
    return utf8kit_convert(UTF8KIT_ENCODING_##from, UTF8KIT_ENCODING_##to, &policy, src, len, dst, capacity); \
  }

CONVERT(ASCII, UTF_16LE)
CONVERT(ASCII, UTF_16BE)
CONVERT(LATIN_1, UTF_16LE)
CONVERT(LATIN_1, UTF_16BE)
CONVERT(UTF_8, UTF_16LE)
CONVERT(UTF_8, UTF_16BE)
CONVERT(UTF_16LE, UTF_8)
CONVERT(UTF_16LE, UTF_16LE)
CONVERT(UTF_16LE, UTF_16BE)
CONVERT(UTF_16LE, LATIN_1)
CONVERT(UTF_16LE, ASCII)
CONVERT(UTF_16BE, UTF_8)
CONVERT(UTF_16BE, UTF_16LE)
CONVERT(UTF_16BE, LATIN_1)
CONVERT(UTF_16BE, ASCII)

struct conversion {
  const char *name;
  enum encoding from, to;
  bool lossy;
  function function;
};

#define STRICT(from, to, name) {#name, from, to, false, (function)name}
#define LOSSY(from, to, name) {#name, from, to, true, (function)name}

static const struct conversion conversions[] = {
    STRICT(ASCII, UTF_8, utf8kit_ascii_to_utf8),
    STRICT(ASCII, UTF_16, utf8kit_ascii_to_utf16),
    STRICT(ASCII, UTF_32, utf8kit_ascii_to_utf32),
    STRICT(LATIN_1, UTF_8, utf8kit_latin1_to_utf8),
    STRICT(LATIN_1, UTF_16, utf8kit_latin1_to_utf16),
    STRICT(LATIN_1, UTF_32, utf8kit_latin1_to_utf32),
    STRICT(UTF_8, UTF_16, utf8kit_utf8_to_utf16),
    STRICT(UTF_8, UTF_32, utf8kit_utf8_to_utf32),
    STRICT(UTF_8, LATIN_1, utf8kit_utf8_to_latin1),
    STRICT(UTF_8, ASCII, utf8kit_utf8_to_ascii),
    STRICT(UTF_16, UTF_8, utf8kit_utf16_to_utf8),
    STRICT(UTF_16, UTF_32, utf8kit_utf16_to_utf32),
    STRICT(UTF_16, LATIN_1, utf8kit_utf16_to_latin1),
    STRICT(UTF_16, ASCII, utf8kit_utf16_to_ascii),
    STRICT(UTF_32, UTF_8, utf8kit_utf32_to_utf8),
    STRICT(UTF_32, UTF_16, utf8kit_utf32_to_utf16),
    STRICT(UTF_32, LATIN_1, utf8kit_utf32_to_latin1),
    STRICT(UTF_32, ASCII, utf8kit_utf32_to_ascii),
    LOSSY(ASCII, UTF_8, utf8kit_ascii_to_utf8_lossy),
    LOSSY(ASCII, UTF_16, utf8kit_ascii_to_utf16_lossy),
    LOSSY(ASCII, UTF_32, utf8kit_ascii_to_utf32_lossy),
    LOSSY(UTF_8, UTF_8, utf8kit_utf8_repair),
    LOSSY(UTF_8, UTF_16, utf8kit_utf8_to_utf16_lossy),
    LOSSY(UTF_8, UTF_32, utf8kit_utf8_to_utf32_lossy),
    LOSSY(UTF_8, LATIN_1, utf8kit_utf8_to_latin1_lossy),
    LOSSY(UTF_8, ASCII, utf8kit_utf8_to_ascii_lossy),
    LOSSY(UTF_16, UTF_8, utf8kit_utf16_to_utf8_lossy),
    LOSSY(UTF_16, UTF_16, utf8kit_utf16_to_well_formed),
    LOSSY(UTF_16, UTF_32, utf8kit_utf16_to_utf32_lossy),
    LOSSY(UTF_16, LATIN_1, utf8kit_utf16_to_latin1_lossy),
    LOSSY(UTF_16, ASCII, utf8kit_utf16_to_ascii_lossy),
    LOSSY(UTF_32, UTF_8, utf8kit_utf32_to_utf8_lossy),
    LOSSY(UTF_32, UTF_16, utf8kit_utf32_to_utf16_lossy),
    LOSSY(UTF_32, LATIN_1, utf8kit_utf32_to_latin1_lossy),
    LOSSY(UTF_32, ASCII, utf8kit_utf32_to_ascii_lossy),
    STRICT(ASCII, UTF_16LE, convert_ASCII_UTF_16LE),
    LOSSY(ASCII, UTF_16LE, repair_ASCII_UTF_16LE),
    STRICT(ASCII, UTF_16BE, convert_ASCII_UTF_16BE),
    LOSSY(ASCII, UTF_16BE, repair_ASCII_UTF_16BE),
    STRICT(LATIN_1, UTF_16LE, convert_LATIN_1_UTF_16LE),
    LOSSY(LATIN_1, UTF_16LE, repair_LATIN_1_UTF_16LE),
    STRICT(LATIN_1, UTF_16BE, convert_LATIN_1_UTF_16BE),
    LOSSY(LATIN_1, UTF_16BE, repair_LATIN_1_UTF_16BE),
    STRICT(UTF_8, UTF_16LE, convert_UTF_8_UTF_16LE),
    LOSSY(UTF_8, UTF_16LE, repair_UTF_8_UTF_16LE),
    STRICT(UTF_8, UTF_16BE, convert_UTF_8_UTF_16BE),
    LOSSY(UTF_8, UTF_16BE, repair_UTF_8_UTF_16BE),
    STRICT(UTF_16LE, UTF_8, convert_UTF_16LE_UTF_8),
    LOSSY(UTF_16LE, UTF_8, repair_UTF_16LE_UTF_8),
    STRICT(UTF_16LE, UTF_16LE, convert_UTF_16LE_UTF_16LE),
    LOSSY(UTF_16LE, UTF_16LE, repair_UTF_16LE_UTF_16LE),
    STRICT(UTF_16LE, UTF_16BE, convert_UTF_16LE_UTF_16BE),
    LOSSY(UTF_16LE, UTF_16BE, repair_UTF_16LE_UTF_16BE),
    STRICT(UTF_16LE, LATIN_1, convert_UTF_16LE_LATIN_1),
    LOSSY(UTF_16LE, LATIN_1, repair_UTF_16LE_LATIN_1),
    STRICT(UTF_16LE, ASCII, convert_UTF_16LE_ASCII),
    LOSSY(UTF_16LE, ASCII, repair_UTF_16LE_ASCII),
    STRICT(UTF_16BE, UTF_8, convert_UTF_16BE_UTF_8),
    LOSSY(UTF_16BE, UTF_8, repair_UTF_16BE_UTF_8),
    STRICT(UTF_16BE, UTF_16LE, convert_UTF_16BE_UTF_16LE),
    LOSSY(UTF_16BE, UTF_16LE, repair_UTF_16BE_UTF_16LE),
    STRICT(UTF_16BE, LATIN_1, convert_UTF_16BE_LATIN_1),
    LOSSY(UTF_16BE, LATIN_1, repair_UTF_16BE_LATIN_1),
    STRICT(UTF_16BE, ASCII, convert_UTF_16BE_ASCII),
    LOSSY(UTF_16BE, ASCII, repair_UTF_16BE_ASCII),
};

#define COUNT (sizeof conversions / sizeof *conversions)

static bool is_bytes_of_utf16(enum encoding encoding) { return encoding == UTF_16LE || encoding == UTF_16BE; }

#define CALL(from_type, to_type) \
  ((utf8kit_result(*)(const from_type *, size_t, to_type *, size_t))conversion->function)( \
      (const from_type *)src, len, (to_type *)dst, capacity)

static utf8kit_result call(const struct conversion *conversion, const void *src, size_t len, void *dst,
                           size_t capacity) {
  switch (unit_size(conversion->from) * 8 + unit_size(conversion->to)) {
  case 8 + 1: return CALL(char, char);
  case 8 + 2: return CALL(char, uint16_t);
  case 8 + 4: return CALL(char, uint32_t);
  case 16 + 1: return CALL(uint16_t, char);
  case 16 + 2: return CALL(uint16_t, uint16_t);
  case 16 + 4: return CALL(uint16_t, uint32_t);
  case 32 + 1: return CALL(uint32_t, char);
  case 32 + 2: return CALL(uint32_t, uint16_t);
  default: return CALL(uint32_t, uint32_t);
  }
}

static struct memory sources, destinations;
static utf8kit_tier tier;

static void check_result(const struct conversion *conversion, size_t len, size_t capacity, const utf8kit_result *found,
                         const utf8kit_result *expected) {
  bool same = found->stop == expected->stop && found->read == expected->read && found->written == expected->written &&
              found->replaced == expected->replaced && found->kind == expected->kind &&
              found->length == expected->length && found->character == expected->character &&
              found->offset == expected->offset;
  CHECK_THAT(same,
             "%s of %lu units to %lu in %s: stop %u, read %lu, written %lu, replaced %lu, offset %lu, kind %u, length %u, "
             "character %X; expected stop %u, read %lu, written %lu, replaced %lu, offset %lu, kind %u, length %u, "
             "character %X",
             conversion->name, (unsigned long)len, (unsigned long)capacity, utf8kit_tier_name(tier), found->stop,
             (unsigned long)found->read, (unsigned long)found->written, (unsigned long)found->replaced,
             (unsigned long)found->offset, found->kind, found->length, found->character, expected->stop,
             (unsigned long)expected->read, (unsigned long)expected->written, (unsigned long)expected->replaced,
             (unsigned long)expected->offset, expected->kind, expected->length, expected->character);
  CHECK(found->stop == UTF8KIT_STOP_ILL_FORMED ? found->context_length > 0 && found->context_length <= 7
                                               : found->context_length == 0);
}

// Converts a text, with the source and the destination at the end or at the beginning of their memory.
static void check_at(const struct conversion *conversion, const struct text *text, size_t capacity, bool end,
                     const utf8kit_result *expected, const char *expected_text) {
  size_t src_size = text->len * unit_size(conversion->from), dst_size = capacity * unit_size(conversion->to);
  char *src = end ? at_end(sources, src_size) : sources.start;
  char *dst = end ? at_end(destinations, dst_size) : destinations.start;
  // What is near the destination, as far as it can be written.
  char *before = end && dst - destinations.start > 64 ? dst - 64 : destinations.start;
  char *after = end ? dst + dst_size : dst + dst_size + 64;
  memcpy(src, text->units, src_size);
  memset(before, CANARY, (size_t)(after - before));
  utf8kit_result found = call(conversion, src, text->len, dst, capacity);
  check_result(conversion, text->len, capacity, &found, expected);
  CHECK_THAT(is_canary(before, dst) && is_canary(dst + dst_size, after), "%s writes outside of the destination",
             conversion->name);
  CHECK_THAT(memcmp(src, text->units, src_size) == 0, "%s changes its source", conversion->name);
  size_t written = found.written <= capacity ? found.written * unit_size(conversion->to) : 0;
  CHECK_THAT(memcmp(dst, expected_text, written) == 0, "%s of %lu units to %lu in %s", conversion->name,
             (unsigned long)text->len, (unsigned long)capacity, utf8kit_tier_name(tier));
}

// Converts a text into destinations of all sizes up to `enough`, or of the last of them.
static void check_text(const struct conversion *conversion, const struct text *text, bool all) {
  static char expected_text[MOST_TEXT * 16];
  size_t most = sizeof expected_text / unit_size(conversion->to);
  utf8kit_result whole =
      model(conversion->from, conversion->to, conversion->lossy, text->units, text->len, expected_text, most);
  size_t enough = whole.written + 1;
  for (size_t capacity = all ? 0 : enough - 1; capacity <= enough; capacity++) {
    utf8kit_result expected =
        model(conversion->from, conversion->to, conversion->lossy, text->units, text->len, NULL, capacity);
    check_at(conversion, text, capacity, true, &expected, expected_text);
    if (all) check_at(conversion, text, capacity, false, &expected, expected_text);
  }
}

// Calls a function for the rest until the text is converted, with a destination of `capacity` units.
static void check_calls(const struct conversion *conversion, const struct text *text, size_t capacity) {
  static char expected_text[MOST_TEXT * 16];
  char piece[16 * 4];
  utf8kit_result whole = model(conversion->from, conversion->to, conversion->lossy, text->units, text->len,
                               expected_text, sizeof expected_text / unit_size(conversion->to));
  const char *src = (const char *)text->units;
  size_t read = 0, written = 0, replaced = 0;
  utf8kit_result result;
  do {
    size_t units = unit_size(conversion->to);
    uint32_t aligned[16];
    result = call(conversion, src + read * unit_size(conversion->from), text->len - read, aligned, capacity);
    memcpy(piece, aligned, result.written * units);
    CHECK_BYTES(piece, expected_text + written * units, result.written * units);
    read += result.read;
    written += result.written;
    replaced += result.replaced;
    CHECK(result.stop != UTF8KIT_STOP_OUTPUT_FULL || result.written != 0);
  } while (result.stop == UTF8KIT_STOP_OUTPUT_FULL && result.written != 0);
  CHECK_NUMBER(result.stop, whole.stop);
  CHECK_NUMBER(read, whole.read);
  CHECK_NUMBER(written, whole.written);
  CHECK_NUMBER(replaced, whole.replaced);
}

// Texts that are known to be special, in UTF-8 as bytes and in other encodings as units.
static const uint32_t special_units[] = {0x00,   0x7F,   0x80,   0xFF,    0x100,    0x7FF,    0x800,   0xD7FF,    0xD800,
                                         0xDBFF, 0xDC00, 0xDFFF, 0xE000,  0xFEFF,   0xFFFD,   0xFFFE,  0xFFFF,    0x10000,
                                         0x10FFFF, 0x110000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
static const unsigned char special_bytes[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2,
                                              0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xF8, 0xFF};

// Converts all sequences of up to three special units.
static void check_special(const struct conversion *conversion) {
  size_t size = unit_size(conversion->from);
  size_t number = size == 1 ? sizeof special_bytes : sizeof special_units / sizeof *special_units;
  struct text text;
  for (text.len = 0; text.len <= 3; text.len++) {
    size_t all = text.len == 0 ? 1 : text.len == 1 ? number : text.len == 2 ? number * number : number * number * number;
    for (size_t i = 0; i < all; i++) {
      size_t digits = i;
      for (size_t j = 0; j < text.len; j++, digits /= number) {
        uint32_t unit = special_units[size == 1 ? 0 : digits % number];
        uint16_t short_unit = (uint16_t)unit;
        unsigned char byte = special_bytes[size == 1 ? digits % number : 0];
        memcpy((char *)text.units + j * size, size == 1 ? (void *)&byte : size == 2 ? (void *)&short_unit : &unit, size);
      }
      check_text(conversion, &text, i % 16 == 0);
    }
  }
}

static void check_random(const struct conversion *conversion, unsigned number) {
  struct text text;
  for (unsigned i = 0; i < number; i++) {
    random_text(conversion->from, 80, i % 4, &text);
    check_text(conversion, &text, true);
    check_calls(conversion, &text, 4 + random_below(12));
    random_text(conversion->from, MOST_TEXT, i % 3 == 0 ? 0 : 1, &text);
    check_text(conversion, &text, false);
  }
}

// Arguments that are not allowed are refused, and nothing is read or written.
static void check_arguments(const struct conversion *conversion) {
  uint32_t src[2] = {0, 0}, dst[2] = {0, 0};
  utf8kit_result result = call(conversion, NULL, 0, NULL, 0);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  const struct {
    const void *src;
    size_t len;
    void *dst;
    size_t capacity;
  } refused[] = {
      {NULL, 1, dst, 2},
      {NULL, SIZE_MAX, dst, 2},
      {src, SIZE_MAX, dst, 2},
      {src, 1, NULL, 1},
      {src, 0, NULL, 1},
      {src, 1, dst, SIZE_MAX},
      {unit_size(conversion->from) == 1 ? NULL : (char *)src + 1, 1, dst, 2},
      {src, 1, unit_size(conversion->to) == 1 ? NULL : (char *)dst + 1, 1},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    result = call(conversion, refused[i].src, refused[i].len, refused[i].dst, refused[i].capacity);
    CHECK_THAT(result.stop == UTF8KIT_STOP_INVALID_ARGUMENT && result.read == 0 && result.written == 0 &&
                   result.replaced == 0 && result.kind == 0 && dst[0] == 0,
               "%s with arguments %lu: stop %u", conversion->name, (unsigned long)i, result.stop);
  }
  // Without a destination, a text that is not empty does not fit.
  result = call(conversion, src, 1, NULL, 0);
  CHECK_NUMBER(result.stop, conversion->lossy || !is_bytes_of_utf16(conversion->from) ? UTF8KIT_STOP_OUTPUT_FULL
                                                                                      : UTF8KIT_STOP_ILL_FORMED);
}

// Bytes need no alignment.
static void check_alignment(const struct conversion *conversion) {
  char src[200], dst[400], expected[400];
  struct text text;
  random_text(conversion->from, 90, 0, &text);
  size_t size = text.len * unit_size(conversion->from);
  for (size_t offset = 0; offset < 8; offset++) {
    if (unit_size(conversion->from) != 1 || unit_size(conversion->to) != 1) return;
    memcpy(src + offset, text.units, size);
    utf8kit_result whole = model(conversion->from, conversion->to, conversion->lossy, text.units, text.len, expected, 390);
    utf8kit_result found = call(conversion, src + offset, text.len, dst + 7 - offset, 390);
    check_result(conversion, text.len, 390, &found, &whole);
    CHECK_BYTES(dst + 7 - offset, expected, whole.written);
  }
}

int main(void) {
  sources = memory_new();
  destinations = memory_new();
  utf8kit_tier first = utf8kit_get_tier();
  for (size_t i = 0; i < COUNT; i++) {
    check_arguments(&conversions[i]);
    check_alignment(&conversions[i]);
    for (tier = UTF8KIT_TIER_PORTABLE; tier <= UTF8KIT_TIER_AVX512; tier++) {
      if (utf8kit_set_tier(tier) != UTF8KIT_STOP_INPUT_USED) continue;
      if (tier == first && !getenv("UTF8KIT_TEST_QUICK")) check_special(&conversions[i]);
      check_random(&conversions[i], tier == first ? rounds(40) : rounds(10));
    }
    utf8kit_set_tier(first);
  }
  memory_free(sources);
  memory_free(destinations);
  return finish("conversions");
}
