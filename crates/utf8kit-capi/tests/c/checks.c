// Functions that check, measure and change text in place, against the model.

#include "model.h"

typedef void (*function)(void);

enum task {
  IS_VALID,
  VALIDATE,
  IS_WITHIN, // all characters are in the encoding `to`
  LENGTH,    // of a well-formed text in the encoding `to`
  LOSSY_LENGTH
};

// The functions that take an encoding, for UTF-16 in bytes, as functions like the others.
#define OF_BYTES(name, encoding) \
  static utf8kit_result name##_validate(const char *src, size_t len) { return utf8kit_validate(encoding, src, len); } \
  static size_t name##_utf8_len(const char *src, size_t len) { \
    return utf8kit_converted_len(encoding, UTF8KIT_ENCODING_UTF_8, src, len); \
  } \
  static size_t name##_utf32_len(const char *src, size_t len) { \
    return utf8kit_converted_len(encoding, UTF8KIT_ENCODING_UTF_32BE, src, len) / 4; \
  }

OF_BYTES(utf16le, UTF8KIT_ENCODING_UTF_16LE)
OF_BYTES(utf16be, UTF8KIT_ENCODING_UTF_16BE)

struct check {
  const char *name;
  enum task task;
  enum encoding from, to;
  function function;
};

#define CHECK_OF(task, from, to, name) {#name, task, from, to, (function)name}

static const struct check checks[] = {
    CHECK_OF(IS_VALID, ASCII, ASCII, utf8kit_ascii_is_valid),
    CHECK_OF(IS_VALID, UTF_8, UTF_8, utf8kit_utf8_is_valid),
    CHECK_OF(IS_VALID, UTF_16, UTF_16, utf8kit_utf16_is_valid),
    CHECK_OF(IS_VALID, UTF_32, UTF_32, utf8kit_utf32_is_valid),
    CHECK_OF(VALIDATE, ASCII, ASCII, utf8kit_ascii_validate),
    CHECK_OF(VALIDATE, UTF_8, UTF_8, utf8kit_utf8_validate),
    CHECK_OF(VALIDATE, UTF_16, UTF_16, utf8kit_utf16_validate),
    CHECK_OF(VALIDATE, UTF_16LE, UTF_16LE, utf16le_validate),
    CHECK_OF(VALIDATE, UTF_16BE, UTF_16BE, utf16be_validate),
    CHECK_OF(VALIDATE, UTF_32, UTF_32, utf8kit_utf32_validate),
    CHECK_OF(IS_WITHIN, UTF_8, LATIN_1, utf8kit_utf8_is_latin1),
    CHECK_OF(IS_WITHIN, UTF_16, ASCII, utf8kit_utf16_is_ascii),
    CHECK_OF(IS_WITHIN, UTF_16, LATIN_1, utf8kit_utf16_is_latin1),
    CHECK_OF(IS_WITHIN, UTF_32, ASCII, utf8kit_utf32_is_ascii),
    CHECK_OF(IS_WITHIN, UTF_32, LATIN_1, utf8kit_utf32_is_latin1),
    CHECK_OF(LENGTH, UTF_8, UTF_32, utf8kit_utf8_count),
    CHECK_OF(LENGTH, UTF_8, UTF_16, utf8kit_utf8_utf16_len),
    CHECK_OF(LENGTH, UTF_16, UTF_32, utf8kit_utf16_count),
    CHECK_OF(LENGTH, UTF_16, UTF_8, utf8kit_utf16_utf8_len),
    CHECK_OF(LENGTH, UTF_32, UTF_8, utf8kit_utf32_utf8_len),
    CHECK_OF(LENGTH, UTF_32, UTF_16, utf8kit_utf32_utf16_len),
    CHECK_OF(LENGTH, LATIN_1, UTF_8, utf8kit_latin1_utf8_len),
    CHECK_OF(LOSSY_LENGTH, ASCII, UTF_8, utf8kit_ascii_lossy_utf8_len),
    CHECK_OF(LOSSY_LENGTH, UTF_8, UTF_32, utf8kit_utf8_lossy_count),
    CHECK_OF(LOSSY_LENGTH, UTF_8, UTF_8, utf8kit_utf8_lossy_utf8_len),
    CHECK_OF(LOSSY_LENGTH, UTF_8, UTF_16, utf8kit_utf8_lossy_utf16_len),
    CHECK_OF(LOSSY_LENGTH, UTF_16, UTF_32, utf8kit_utf16_lossy_count),
    CHECK_OF(LOSSY_LENGTH, UTF_16, UTF_8, utf8kit_utf16_lossy_utf8_len),
    CHECK_OF(LOSSY_LENGTH, UTF_16LE, UTF_32, utf16le_utf32_len),
    CHECK_OF(LOSSY_LENGTH, UTF_16LE, UTF_8, utf16le_utf8_len),
    CHECK_OF(LOSSY_LENGTH, UTF_16BE, UTF_32, utf16be_utf32_len),
    CHECK_OF(LOSSY_LENGTH, UTF_16BE, UTF_8, utf16be_utf8_len),
    CHECK_OF(LOSSY_LENGTH, UTF_32, UTF_8, utf8kit_utf32_lossy_utf8_len),
    CHECK_OF(LOSSY_LENGTH, UTF_32, UTF_16, utf8kit_utf32_lossy_utf16_len),
};

#define CALL(result, unit) ((result(*)(const unit *, size_t))check->function)((const unit *)src, len)
#define CALL_ANY(result) \
  (unit_size(check->from) == 1   ? CALL(result, char) \
   : unit_size(check->from) == 2 ? CALL(result, uint16_t) \
                                 : CALL(result, uint32_t))

static bool call_bool(const struct check *check, const void *src, size_t len) { return CALL_ANY(bool); }
static size_t call_size(const struct check *check, const void *src, size_t len) { return CALL_ANY(size_t); }
static utf8kit_result call_result(const struct check *check, const void *src, size_t len) {
  switch (unit_size(check->from)) {
  case 1: return CALL(utf8kit_result, char);
  case 2: return CALL(utf8kit_result, uint16_t);
  default: return CALL(utf8kit_result, uint32_t);
  }
}

static void check_text(const struct check *check, const void *src, size_t len) {
  bool lossy = check->task == LOSSY_LENGTH;
  utf8kit_result expected = model(check->from, check->to, lossy, src, len, NULL, SIZE_MAX), found;
  bool is_well_formed = expected.stop == UTF8KIT_STOP_INPUT_USED;
  switch (check->task) {
  case IS_VALID:
  case IS_WITHIN:
    CHECK_THAT(call_bool(check, src, len) == is_well_formed, "%s of %lu units, stop %u", check->name, (unsigned long)len,
               expected.stop);
    break;
  case VALIDATE:
    found = call_result(check, src, len);
    CHECK_THAT(found.stop == expected.stop && found.read == expected.read && found.written == 0 &&
                   found.kind == expected.kind && found.length == expected.length && found.offset == expected.offset,
               "%s: stop %u, read %lu, kind %u, length %u", check->name, found.stop, (unsigned long)found.read,
               found.kind, found.length);
    break;
  default: {
    size_t length = call_size(check, src, len);
    CHECK_THAT(!is_well_formed || length == expected.written, "%s of %lu units is %lu, expected %lu", check->name,
               (unsigned long)len, (unsigned long)length, (unsigned long)expected.written);
  }
  }
}

static void check_arguments(const struct check *check) {
  static const uint32_t unit = 0;
  const struct {
    const void *src;
    size_t len;
  } refused[] = {{NULL, 1}, {&unit, SIZE_MAX}, {unit_size(check->from) == 1 ? NULL : (const char *)&unit + 1, 1}};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    const void *src = refused[i].src;
    size_t len = refused[i].len;
    switch (check->task) {
    case IS_VALID:
    case IS_WITHIN: CHECK_THAT(!call_bool(check, src, len), "%s", check->name); break;
    case VALIDATE: CHECK_NUMBER(call_result(check, src, len).stop, UTF8KIT_STOP_INVALID_ARGUMENT); break;
    default: CHECK_THAT(call_size(check, src, len) == 0, "%s", check->name);
    }
  }
  check_text(check, NULL, 0);
}

// Boundaries, and texts that are read in pieces: against the items of the model.
static void check_utf8_boundaries(const char *src, size_t len) {
  size_t start = 0, end = 0;
  for (size_t index = 0; index <= len; index++) {
    if (index == end && index < len) {
      start = end;
      end += next_item(UTF_8, src + start, len - start).length;
    }
    bool is_boundary = index == start || index == len;
    size_t floor = index == len ? len : start, ceil = is_boundary ? index : end;
    CHECK(utf8kit_utf8_is_boundary(src, len, index) == is_boundary);
    CHECK_NUMBER(utf8kit_utf8_floor_boundary(src, len, index), floor);
    CHECK_NUMBER(utf8kit_utf8_ceil_boundary(src, len, index), ceil);
  }
  CHECK(!utf8kit_utf8_is_boundary(src, len, len + 1));
  CHECK_NUMBER(utf8kit_utf8_floor_boundary(src, len, len + 1), len);
  CHECK_NUMBER(utf8kit_utf8_ceil_boundary(src, len, SIZE_MAX), len);
}

// Returns where the last item begins.
static size_t last_item(enum encoding encoding, const char *src, size_t len, struct item *item) {
  for (size_t at = 0;; at += item->length) {
    *item = next_item(encoding, src + at * unit_size(encoding), len - at);
    if (at + item->length == len) return at;
  }
}

static void check_one(utf8kit_result found, const struct item *item, size_t at, uint32_t character) {
  if (item->kind == UTF8KIT_KIND_NONE) {
    CHECK_NUMBER(found.stop, UTF8KIT_STOP_INPUT_USED);
    CHECK_NUMBER(found.read, item->length);
    CHECK_NUMBER(character, item->character);
  } else {
    CHECK_NUMBER(found.stop, UTF8KIT_STOP_ILL_FORMED);
    CHECK_NUMBER(found.kind, item->kind);
    CHECK_NUMBER(found.length, item->length);
    CHECK_NUMBER(found.offset, at);
    CHECK_NUMBER(found.read, 0);
  }
}

static void check_first_and_last(const char *src, size_t len) {
  uint32_t character = 0xAAAAAAAA;
  if (len == 0) {
    CHECK_NUMBER(utf8kit_utf8_decode_first(src, len, &character).read, 0);
    CHECK_NUMBER(utf8kit_utf8_decode_last(src, len, &character).read, 0);
    return;
  }
  struct item item = next_item(UTF_8, src, len);
  utf8kit_result found = utf8kit_utf8_decode_first(src, len, &character);
  check_one(found, &item, 0, character);
  size_t at = last_item(UTF_8, src, len, &item);
  found = utf8kit_utf8_decode_last(src, len, &character);
  check_one(found, &item, at, character);
}

static void check_complete(enum encoding encoding, const char *src, size_t len, size_t found) {
  size_t expected = len;
  if (len != 0) {
    struct item item;
    size_t at = last_item(encoding, src, len, &item);
    if (item.kind == UTF8KIT_KIND_UNEXPECTED_END) expected = at;
  }
  CHECK_THAT(found == expected, "complete_len of %lu units of %s is %lu, expected %lu", (unsigned long)len,
             encoding_names[encoding], (unsigned long)found, (unsigned long)expected);
}

// Functions that change a text in place, between canaries at the end of the memory.
static void check_in_place(const uint16_t *src, size_t len, struct memory memory) {
  static char expected[MOST_TEXT * 16];
  size_t size = len * sizeof *src;
  char *text = at_end(memory, size);
  memset(text - 64, CANARY, 64);
  memcpy(text, src, size);
  utf8kit_result result = model(UTF_16, UTF_16, true, src, len, expected, sizeof expected / sizeof *src);
  CHECK_NUMBER(utf8kit_utf16_make_well_formed((uint16_t *)(void *)text, len), result.replaced);
  CHECK_THAT(memcmp(text, expected, size) == 0, "make_well_formed of %lu units", (unsigned long)len);
  CHECK(is_canary(text - 64, text));
}

static void check_swapped(struct memory memory) {
  struct text text;
  random_text(UTF_16, 100, 2, &text);
  size_t size = 2 * text.len;
  char *swapped = at_end(memory, size), *src = (char *)text.units;
  memcpy(swapped, src, size);
  utf8kit_utf16_swap_bytes((uint16_t *)(void *)swapped, text.len);
  for (size_t i = 0; i < size; i++) CHECK(swapped[i] == src[i ^ 1]);
  random_text(UTF_32, 100, 2, &text);
  size = 4 * text.len;
  swapped = at_end(memory, size);
  memcpy(swapped, src, size);
  utf8kit_utf32_swap_bytes((uint32_t *)(void *)swapped, text.len);
  for (size_t i = 0; i < size; i++) CHECK(swapped[i] == src[i ^ 3]);
  // Arguments that are not allowed change nothing.
  utf8kit_utf16_swap_bytes(NULL, 0);
  utf8kit_utf16_swap_bytes(NULL, 5);
  utf8kit_utf32_swap_bytes(NULL, 0);
  utf8kit_utf32_swap_bytes(NULL, 5);
  random_text(UTF_16, 100, 2, &text);
  for (size_t capacity = 0; capacity <= text.len + 1; capacity++) {
    uint16_t *dst = (uint16_t *)(void *)at_end(memory, 2 * capacity);
    utf8kit_result result = utf8kit_utf16_swap_bytes_to((uint16_t *)text.units, text.len, dst, capacity);
    size_t done = capacity < text.len ? capacity : text.len;
    CHECK_NUMBER(result.stop, done < text.len ? UTF8KIT_STOP_OUTPUT_FULL : UTF8KIT_STOP_INPUT_USED);
    CHECK_NUMBER(result.read, done);
    CHECK_NUMBER(result.written, done);
    for (size_t i = 0; i < 2 * done; i++) CHECK(((char *)dst)[i] == src[i ^ 1]);
  }
  random_text(UTF_32, 100, 2, &text);
  for (size_t capacity = 0; capacity <= text.len + 1; capacity++) {
    uint32_t *dst = (uint32_t *)(void *)at_end(memory, 4 * capacity);
    utf8kit_result result = utf8kit_utf32_swap_bytes_to(text.units, text.len, dst, capacity);
    size_t done = capacity < text.len ? capacity : text.len;
    CHECK_NUMBER(result.stop, done < text.len ? UTF8KIT_STOP_OUTPUT_FULL : UTF8KIT_STOP_INPUT_USED);
    CHECK_NUMBER(result.read, done);
    CHECK_NUMBER(result.written, done);
    for (size_t i = 0; i < 4 * done; i++) CHECK(((char *)dst)[i] == src[i ^ 3]);
  }
  CHECK_NUMBER(utf8kit_utf16_swap_bytes_to(NULL, 1, NULL, 0).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_utf32_swap_bytes_to(NULL, 1, NULL, 0).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
}

static void check_other_arguments(void) {
  uint32_t unit = 0;
  uint16_t *misaligned = (uint16_t *)(void *)((char *)&unit + 1);
  CHECK_NUMBER(utf8kit_utf16_make_well_formed(NULL, 1), 0);
  CHECK_NUMBER(utf8kit_utf16_make_well_formed(misaligned, 1), 0);
  CHECK_NUMBER(utf8kit_converted_len(1, 1, NULL, 1), 0);
  CHECK_NUMBER(utf8kit_converted_len(0, 1, "a", 1), 0);
  CHECK_NUMBER(utf8kit_converted_len(1, UTF8KIT_ENCODING_UNICODE_1_1_UTF_8, "a", 1), 0);
  CHECK_NUMBER(utf8kit_converted_len(UTF8KIT_ENCODING_UTF_7, UTF8KIT_ENCODING_UTF_16, "+IKw-\xFF", 6), 2 + 2 + 2);
  CHECK(!utf8kit_utf8_is_boundary(NULL, 1, 0));
  CHECK(utf8kit_utf8_is_boundary(NULL, 0, 0));
  CHECK_NUMBER(utf8kit_utf8_decode_first(NULL, 1, &unit).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_utf8_decode_last(NULL, 1, &unit).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_utf8_decode_first("a", 1, NULL).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_utf8_decode_last("a", 1, NULL).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
}

int main(void) {
  struct memory memory = memory_new();
  struct text text;
  utf8kit_tier first = utf8kit_get_tier();
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    check_arguments(&checks[i]);
    for (utf8kit_tier tier = UTF8KIT_TIER_PORTABLE; tier <= UTF8KIT_TIER_AVX512; tier++) {
      if (utf8kit_set_tier(tier) != UTF8KIT_STOP_INPUT_USED) continue;
      for (unsigned round = 0; round < rounds(400); round++) {
        random_text(checks[i].from, MOST_TEXT, round % 3, &text);
        char *src = at_end(memory, text.len * unit_size(checks[i].from));
        memcpy(src, text.units, text.len * unit_size(checks[i].from));
        check_text(&checks[i], src, text.len);
        // From the beginning of the memory.
        memcpy(memory.start, text.units, text.len * unit_size(checks[i].from));
        check_text(&checks[i], memory.start, text.len);
      }
    }
    utf8kit_set_tier(first);
  }
  for (unsigned round = 0; round < rounds(1000); round++) {
    random_text(UTF_8, 40, round % 4, &text);
    char *src = at_end(memory, text.len);
    memcpy(src, text.units, text.len);
    check_utf8_boundaries(src, text.len);
    check_first_and_last(src, text.len);
    check_complete(UTF_8, src, text.len, utf8kit_utf8_complete_len(src, text.len));
    random_text(UTF_16, 40, round % 4, &text);
    check_in_place((uint16_t *)text.units, text.len, memory);
    check_complete(UTF_16, (char *)text.units, text.len, utf8kit_utf16_complete_len((uint16_t *)text.units, text.len));
  }
  check_swapped(memory);
  check_other_arguments();
  memory_free(memory);
  return finish("checks");
}
