// Whole texts in any encoding: validation, conversions, error policies, new text from allocators.

#include "model.h"

#define TEXT(literal) literal, sizeof literal - 1

// The encodings of the model in bytes.
static const enum encoding byte_encodings[] = {ASCII, LATIN_1, UTF_8, UTF_16LE, UTF_16BE};

static bool same(const utf8kit_result *a, const utf8kit_result *b) {
  return a->stop == b->stop && a->read == b->read && a->written == b->written && a->replaced == b->replaced &&
         a->offset == b->offset && a->kind == b->kind && a->length == b->length && a->character == b->character;
}

static struct memory sources, destinations;

// Conversions by number against the model, with all capacities.
static void check_conversion(enum encoding from, enum encoding to, const struct text *text) {
  static char expected_text[MOST_TEXT * 16];
  size_t src_size = text->len * unit_size(from);
  char *src = at_end(sources, src_size);
  memcpy(src, text->units, src_size);
  utf8kit_result whole =
      model(from, to, false, src, text->len, expected_text, sizeof expected_text / unit_size(to));
  for (size_t capacity = 0; capacity <= whole.written + 1; capacity++) {
    size_t dst_size = capacity * unit_size(to);
    char *dst = at_end(destinations, dst_size);
    memset(dst - 64, CANARY, 64);
    utf8kit_result expected = model(from, to, false, src, text->len, NULL, capacity), found;
    if (to == UTF_8 && from != UTF_16)
      found = utf8kit_decode(encoding_numbers[from], NULL, src, text->len, dst, capacity);
    else if (to == UTF_16)
      found = utf8kit_decode_to_utf16(encoding_numbers[from], NULL, src, text->len, (uint16_t *)(void *)dst, capacity);
    else if (from == UTF_8)
      found = utf8kit_encode(encoding_numbers[to], NULL, src, text->len, dst, capacity);
    else
      found = utf8kit_encode_from_utf16(encoding_numbers[to], NULL, (uint16_t *)(void *)src, text->len, dst, capacity);
    // An encoder names a high surrogate at the end as it names others.
    if (from == UTF_16 && expected.kind == UTF8KIT_KIND_UNEXPECTED_END) expected.kind = UTF8KIT_KIND_SURROGATE;
    CHECK_THAT(same(&found, &expected),
               "%s to %s, %lu units, capacity %lu: stop %u, read %lu, written %lu, offset %lu, kind %u, length %u; "
               "expected stop %u, read %lu, written %lu, offset %lu, kind %u, length %u",
               encoding_names[from], encoding_names[to], (unsigned long)text->len, (unsigned long)capacity, found.stop,
               (unsigned long)found.read, (unsigned long)found.written, (unsigned long)found.offset, found.kind,
               found.length, expected.stop, (unsigned long)expected.read, (unsigned long)expected.written,
               (unsigned long)expected.offset, expected.kind, expected.length);
    CHECK_BYTES(dst, expected_text, found.written * unit_size(to));
    CHECK(is_canary(dst - 64, dst));
  }
}

static void test_conversions(void) {
  struct text text;
  for (size_t i = 0; i < sizeof byte_encodings / sizeof *byte_encodings; i++) {
    enum encoding encoding = byte_encodings[i];
    for (unsigned round = 0; round < rounds(100); round++) {
      random_text(encoding, 60, round % 3, &text);
      check_conversion(encoding, UTF_8, &text);
      check_conversion(encoding, UTF_16, &text);
      utf8kit_result expected = model(encoding, encoding, false, text.units, text.len, NULL, SIZE_MAX);
      utf8kit_result found = utf8kit_validate(encoding_numbers[encoding], (char *)text.units, text.len);
      expected.written = 0;
      CHECK_THAT(same(&found, &expected), "%s", encoding_names[encoding]);
      if (encoding != UTF_8) {
        random_text(UTF_8, 60, round % 3, &text);
        check_conversion(UTF_8, encoding, &text);
      }
      random_text(UTF_16, 60, round % 3, &text);
      check_conversion(UTF_16, encoding, &text);
    }
  }
}

// Every encoding that can be written reads what it writes.
static void test_round_trips(void) {
  static const char *const texts[] = {"", "hello, world", "caf\xC3\xA9", "\xE2\x82\xAC 5", "\xF0\x90\x8D\x88\xEA\xB0\x80 x"};
  for (utf8kit_encoding encoding = 1; encoding <= UTF8KIT_ENCODING_UTF_8_MB3; encoding++) {
    bool is_only_read = encoding == UTF8KIT_ENCODING_UNICODE_1_1_UTF_8;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
      char *encoded, *decoded;
      size_t len = strlen(texts[i]), encoded_len = 77, decoded_len = 77;
      utf8kit_result result =
          utf8kit_encode_alloc(encoding, NULL, texts[i], len, NULL, &encoded, &encoded_len);
      if (is_only_read) {
        CHECK_NUMBER(result.stop, UTF8KIT_STOP_INVALID_ARGUMENT);
        CHECK(encoded == NULL && encoded_len == 0);
        continue;
      }
      if (result.stop == UTF8KIT_STOP_NOT_REPRESENTABLE) {
        CHECK(encoded == NULL && encoded_len == 0 && result.character > 0x7F);
        continue;
      }
      CHECK_THAT(result.stop == UTF8KIT_STOP_INPUT_USED, "%s: %u", utf8kit_encoding_name(encoding), result.stop);
      if (encoded == NULL) continue;
      CHECK_NUMBER(result.read, len);
      CHECK_NUMBER(result.written, encoded_len);
      CHECK(encoded[encoded_len] == 0);
      CHECK_NUMBER(utf8kit_validate(encoding, encoded, encoded_len).stop, UTF8KIT_STOP_INPUT_USED);
      result = utf8kit_decode_alloc(encoding, NULL, encoded, encoded_len, NULL, &decoded, &decoded_len);
      CHECK_THAT(result.stop == UTF8KIT_STOP_INPUT_USED, "%s: %u", utf8kit_encoding_name(encoding), result.stop);
      CHECK_THAT(decoded != NULL && decoded_len == len && memcmp(decoded, texts[i], len + 1) == 0, "%s of `%s`",
                 utf8kit_encoding_name(encoding), texts[i]);
      free(encoded);
      free(decoded);
    }
  }
}

// Encodings that are not of Unicode have numbers from 1000 on, which their labels find.
static void test_legacy(void) {
  static const struct {
    const char *label, *name, *bytes, *text;
  } cases[] = {
      {"cp437", "IBM437", "na\x8Bve", "na\xC3\xAFve"},
      {"x-sjis", "Shift_JIS", "\x93\xFA\x96{", "\xE6\x97\xA5\xE6\x9C\xAC"},
      {"GB18030", "gb18030", "\x94\x39\xFC\x36", "\xF0\x9F\x98\x80"},
      {"cp037", "IBM037", "\xC8\x89", "Hi"},
      {"HZ", "HZ-GB-2312", "~{VPND~}", "\xE4\xB8\xAD\xE6\x96\x87"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    utf8kit_encoding encoding = utf8kit_encoding_for_label(cases[i].label, strlen(cases[i].label));
    CHECK_THAT(encoding >= 1000, "%s", cases[i].label);
    CHECK(strcmp(utf8kit_encoding_name(encoding), cases[i].name) == 0);
    char found[64];
    utf8kit_result result = utf8kit_decode(encoding, NULL, cases[i].bytes, strlen(cases[i].bytes), found, sizeof found);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
    CHECK(result.written == strlen(cases[i].text) && memcmp(found, cases[i].text, result.written) == 0);
    result = utf8kit_encode(encoding, NULL, cases[i].text, strlen(cases[i].text), found, sizeof found);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
    CHECK(result.written == strlen(cases[i].bytes) && memcmp(found, cases[i].bytes, result.written) == 0);
    result = utf8kit_convert(encoding, UTF8KIT_ENCODING_UTF_8, NULL, cases[i].bytes, strlen(cases[i].bytes), found,
                             sizeof found);
    CHECK(result.written == strlen(cases[i].text) && memcmp(found, cases[i].text, result.written) == 0);
    result = utf8kit_encode(encoding, NULL, "\xE0\xBC\x80", 3, found, sizeof found);
    if (i != 2) CHECK_NUMBER(result.stop, UTF8KIT_STOP_NOT_REPRESENTABLE);
  }
  char found[8];
  utf8kit_encoding cp857 = utf8kit_encoding_for_label("cp857", 5);
  utf8kit_result result = utf8kit_decode(cp857, NULL, "ab\xD5", 3, found, sizeof found);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.offset, 2);
}

static void test_arguments(void) {
  char dst[8];
  uint16_t units[8] = {'a'};
  const utf8kit_encoding unknown[] = {0, UTF8KIT_ENCODING_UTF_8_MB3 + 1, 999, 2000, UINT32_MAX};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    CHECK_NUMBER(utf8kit_validate(unknown[i], "a", 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_decode(unknown[i], NULL, "a", 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_decode_to_utf16(unknown[i], NULL, "a", 1, units, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_encode(unknown[i], NULL, "a", 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_encode_from_utf16(unknown[i], NULL, units, 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  }
  CHECK_NUMBER(utf8kit_validate(UTF8KIT_ENCODING_UTF_8, NULL, 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decode(UTF8KIT_ENCODING_UTF_8, NULL, NULL, 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decode(UTF8KIT_ENCODING_UTF_8, NULL, "a", 1, NULL, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decode(UTF8KIT_ENCODING_UTF_8, NULL, NULL, 0, NULL, 0).stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(utf8kit_decode(UTF8KIT_ENCODING_UTF_8, NULL, "a", 1, NULL, 0).stop, UTF8KIT_STOP_OUTPUT_FULL);
}

// Every encoding is written from UTF-16 and read to it as from and to UTF-8, and `UTF8KIT_ENCODING_UNICODE_1_1_UTF_8` is only read.
static void test_utf16(void) {
  const uint16_t units[] = {'a', 0xE9, 'b', 0xD83D, 0xDE00};
  const char text[] = "a\xC3\xA9"
                      "b\xF0\x9F\x98\x80";
  for (utf8kit_encoding encoding = UTF8KIT_ENCODING_UTF_8; encoding <= UTF8KIT_ENCODING_UTF_8_MB3; encoding++) {
    char expected[64], actual[64];
    const utf8kit_result of_utf8 = utf8kit_encode(encoding, NULL, text, sizeof text - 1, expected, 64);
    const utf8kit_result of_utf16 = utf8kit_encode_from_utf16(encoding, NULL, units, 5, actual, 64);
    CHECK_NUMBER(of_utf16.stop, of_utf8.stop);
    CHECK_NUMBER(of_utf16.written, of_utf8.written);
    CHECK_NUMBER(memcmp(actual, expected, of_utf8.written), 0);
    // What Latin-1, ASCII and UCS-2 lack is counted in units of the source.
    CHECK_NUMBER(of_utf16.character, of_utf8.character);
    if (of_utf8.stop != UTF8KIT_STOP_INPUT_USED) {
      continue;
    }
    uint16_t decoded[8];
    const utf8kit_result back = utf8kit_decode_to_utf16(encoding, NULL, actual, of_utf16.written, decoded, 8);
    CHECK_NUMBER(back.stop, UTF8KIT_STOP_INPUT_USED);
    CHECK_NUMBER(back.read, of_utf16.written);
    CHECK_NUMBER(back.written, 5);
    CHECK_NUMBER(memcmp(decoded, units, sizeof units), 0);
    CHECK_NUMBER(utf8kit_decode_to_utf16(encoding, NULL, actual, of_utf16.written, decoded, 4).stop,
                 UTF8KIT_STOP_OUTPUT_FULL);
  }
  char dst[8];
  CHECK_NUMBER(utf8kit_encode_from_utf16(UTF8KIT_ENCODING_UNICODE_1_1_UTF_8, NULL, units, 1, dst, 8).stop,
               UTF8KIT_STOP_INVALID_ARGUMENT);
  const utf8kit_result unpaired = utf8kit_encode_from_utf16(UTF8KIT_ENCODING_UTF_7, NULL, units, 4, dst, 8);
  CHECK_NUMBER(unpaired.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(unpaired.kind, UTF8KIT_KIND_SURROGATE);
  CHECK_NUMBER(unpaired.offset, 3);
}

// `utf8kit_convert` gives what decoding and encoding give, one after the other.
static void test_convert(void) {
  const char text[] = "a\xC3\xA9"
                      "b\xE2\x82\xAC";
  for (utf8kit_encoding from = UTF8KIT_ENCODING_UTF_8; from <= UTF8KIT_ENCODING_UTF_8_MB3; from++) {
    char src[64];
    const utf8kit_result encoded = utf8kit_encode(from, NULL, text, sizeof text - 1, src, 64);
    if (encoded.stop != UTF8KIT_STOP_INPUT_USED) continue;
    for (utf8kit_encoding to = UTF8KIT_ENCODING_UTF_8; to <= UTF8KIT_ENCODING_UTF_8_MB3; to++) {
      char expected[64], found[64];
      const utf8kit_result wanted = utf8kit_encode(to, NULL, text, sizeof text - 1, expected, 64);
      const utf8kit_result result = utf8kit_convert(from, to, NULL, src, encoded.written, found, 64);
      CHECK_NUMBER(result.stop, wanted.stop);
      CHECK_NUMBER(result.written, wanted.written);
      CHECK_NUMBER(result.character, wanted.character);
      CHECK_NUMBER(memcmp(found, expected, wanted.written), 0);
      if (result.stop != UTF8KIT_STOP_INPUT_USED) continue;
      CHECK_NUMBER(result.read, encoded.written);
      CHECK_NUMBER(utf8kit_convert(from, to, NULL, src, encoded.written, found, wanted.written - 1).stop,
                   UTF8KIT_STOP_OUTPUT_FULL);
      CHECK_NUMBER(utf8kit_convert(from, to, NULL, NULL, 0, NULL, 0).stop, UTF8KIT_STOP_INPUT_USED);
    }
  }
  // What stops it is named by its place in the source.
  char dst[16];
  utf8kit_result result =
      utf8kit_convert(UTF8KIT_ENCODING_UTF_16LE, UTF8KIT_ENCODING_LATIN_1, NULL, "a\0\xAC\x20", 4, dst, 16);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_NOT_REPRESENTABLE);
  CHECK_NUMBER(result.character, 0x20AC);
  CHECK_NUMBER(result.read, 2);
  CHECK_NUMBER(result.offset, 2);
  result = utf8kit_convert(UTF8KIT_ENCODING_UTF_7, UTF8KIT_ENCODING_UTF_16BE, NULL, "+IKw-\xFF", 6, dst, 16);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.offset, 5);
  CHECK_NUMBER(result.written, 2);
  CHECK_NUMBER(utf8kit_convert(1, UTF8KIT_ENCODING_UNICODE_1_1_UTF_8, NULL, "a", 1, dst, 16).stop,
               UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_convert(0, 1, NULL, "a", 1, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_convert(1, UTF8KIT_ENCODING_UTF_8_MB3 + 1, NULL, "a", 1, dst, 16).stop,
               UTF8KIT_STOP_INVALID_ARGUMENT);
}

// Policies.

// Checks what a policy makes of a text, as a whole and with all capacities.
static void check_policy(const utf8kit_policy *policy, utf8kit_encoding encoding, const char *src, size_t len,
                         const char *expected, size_t replaced) {
  char *text;
  size_t text_len, expected_len = strlen(expected);
  utf8kit_result result = utf8kit_decode_alloc(encoding, policy, src, len, NULL, &text, &text_len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(result.replaced, replaced);
  CHECK_NUMBER(result.read, len);
  if (text == NULL) return;
  CHECK_NUMBER(text_len, expected_len);
  CHECK_STRING(text, expected);
  free(text);
  for (size_t capacity = 0; capacity <= expected_len + 1; capacity++) {
    char *dst = at_end(destinations, capacity);
    memset(dst - 64, CANARY, 64);
    result = utf8kit_decode(encoding, policy, src, len, dst, capacity);
    CHECK_NUMBER(result.stop, capacity < expected_len ? UTF8KIT_STOP_OUTPUT_FULL : UTF8KIT_STOP_INPUT_USED);
    CHECK(result.written <= capacity);
    CHECK_BYTES(dst, expected, result.written);
    CHECK(is_canary(dst - 64, dst));
  }
}

static utf8kit_policy policy_of(utf8kit_action action) {
  utf8kit_policy policy;
  memset(&policy, 0, sizeof policy);
  policy.action = action;
  return policy;
}

static void test_policies(void) {
  static const char text[] = "a\\\xFF" "b\xE2\x82" "c";
  size_t len = sizeof text - 1;
  utf8kit_policy policy = policy_of(UTF8KIT_ACTION_REPLACE);
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a\\\xEF\xBF\xBD" "b\xEF\xBF\xBD" "c", 2);
  policy.character = '?';
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a\\?b?c", 2);
  policy.character = 0x1F600;
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a\\\xF0\x9F\x98\x80" "b\xF0\x9F\x98\x80" "c", 2);
  policy = policy_of(UTF8KIT_ACTION_DROP);
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a\\bc", 2);
  policy = policy_of(UTF8KIT_ACTION_ESCAPE);
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a\\\\\\xFFb\\xE2\\x82c", 2);
  policy = policy_of(UTF8KIT_ACTION_BACKSLASH_REPLACE);
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a\\\\xffb\\xe2\\x82c", 2);
  uint32_t table[129];
  for (uint32_t i = 0; i < 128; i++) table[i] = 0x80 + i;
  policy = policy_of(UTF8KIT_ACTION_LEGACY);
  policy.table = table;
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a\\\xC3\xBF" "b\xC3\xA2\xC2\x82" "c", 2);

  // Policies that are not allowed.
  char dst[16];
  utf8kit_policy refused[7];
  for (size_t i = 0; i < 7; i++) refused[i] = policy_of(UTF8KIT_ACTION_FAIL);
  refused[0].action = 7;
  refused[1].action = UINT32_MAX;
  refused[2] = policy_of(UTF8KIT_ACTION_REPLACE), refused[2].character = 0xD800;
  refused[3] = policy_of(UTF8KIT_ACTION_REPLACE), refused[3].character = 0x110000;
  refused[4] = policy_of(UTF8KIT_ACTION_LEGACY);
  refused[5] = policy, refused[5].table = (uint32_t *)(void *)((char *)table + 1);
  refused[6] = policy_of(UTF8KIT_ACTION_CALL);
  for (size_t i = 0; i < 7; i++) {
    CHECK_NUMBER(utf8kit_decode(UTF8KIT_ENCODING_UTF_8, &refused[i], "a", 1, dst, 16).stop,
                 UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_encode(UTF8KIT_ENCODING_ASCII, &refused[i], "a", 1, dst, 16).stop,
                 UTF8KIT_STOP_INVALID_ARGUMENT);
  }
  table[5] = 0xDC00;
  CHECK_NUMBER(utf8kit_decode(UTF8KIT_ENCODING_UTF_8, &policy, "a", 1, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
}

// A policy that calls a function.
struct call {
  const char *text; // what the function returns, or NULL for false
  size_t len, takes;
  unsigned calls;
  char bytes[16]; // of the last call
  size_t bytes_len;
  utf8kit_kind kind;
};

static bool replace(void *user, const char *bytes, size_t len, utf8kit_kind kind, utf8kit_replacement *replacement) {
  struct call *call = (struct call *)user;
  CHECK(replacement->text == NULL && replacement->len == 0 && replacement->takes == 0);
  call->calls++;
  call->bytes_len = len;
  memcpy(call->bytes, bytes, len < sizeof call->bytes ? len : sizeof call->bytes);
  call->kind = kind;
  if (call->text == NULL && call->len == 0) return false;
  replacement->text = call->text;
  replacement->len = call->len;
  replacement->takes = call->takes;
  return true;
}

static void test_calls(void) {
  struct call call;
  utf8kit_policy policy = policy_of(UTF8KIT_ACTION_CALL);
  policy.replace = replace;
  policy.user = &call;
  static const char text[] = "a\xE2\x82zxy";
  size_t len = sizeof text - 1;

  memset(&call, 0, sizeof call);
  call.text = "<bad>", call.len = 5;
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a<bad>zxy", 1);
  CHECK(call.calls >= 2);
  CHECK_NUMBER(call.bytes_len, 2);
  CHECK_BYTES(call.bytes, "\xE2\x82", 2);
  CHECK_NUMBER(call.kind, UTF8KIT_KIND_MISSING_CONTINUATION);

  // Empty text, which may be NULL.
  call.text = "", call.len = 0;
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "azxy", 1);

  // Fewer and more bytes than the sequence has.
  call.text = "-", call.len = 1, call.takes = 3;
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a-xy", 1);
  call.takes = 1;
  check_policy(&policy, UTF8KIT_ENCODING_UTF_8, text, len, "a--zxy", 2);
  call.takes = 0;

  // Long text.
  static char longer[100001];
  char *result_text;
  size_t result_len;
  memset(longer, 'x', 100000);
  call.text = longer, call.len = 100000;
  utf8kit_result result =
      utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, &policy, text, len, NULL, &result_text, &result_len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(result_len, 100004);
  free(result_text);

  // The function refuses, or returns text that is not UTF-8.
  for (int i = 0; i < 2; i++) {
    call.text = i == 0 ? NULL : "\xFF", call.len = i == 0 ? 0 : 1;
    result = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, &policy, text, len, NULL, &result_text, &result_len);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
    CHECK_NUMBER(result.offset, 1);
    CHECK_NUMBER(result.read, 1);
    CHECK_NUMBER(result.kind, UTF8KIT_KIND_MISSING_CONTINUATION);
    CHECK(result_text == NULL && result_len == 0);
    char dst[16];
    result = utf8kit_decode(UTF8KIT_ENCODING_UTF_8, &policy, text, len, dst, sizeof dst);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
    CHECK_NUMBER(result.read, 1);
    CHECK_NUMBER(result.written, 1);
    CHECK_BYTES(dst, "a", 1);
  }

  // More bytes than there are.
  call.text = "!", call.len = 1, call.takes = 1000;
  result = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, &policy, text, len, NULL, &result_text, &result_len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_STRING(result_text, "a!");
  free(result_text);

  // Characters that an encoding lacks.
  call.takes = 0;
  result = utf8kit_encode_alloc(UTF8KIT_ENCODING_LATIN_1, &policy, TEXT("5 \xE2\x82\xAC!"), NULL, &result_text, &result_len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(result.replaced, 1);
  CHECK_STRING(result_text, "5 !!");
  CHECK_NUMBER(call.bytes_len, 3);
  CHECK_BYTES(call.bytes, "\xE2\x82\xAC", 3);
  free(result_text);

  // What the encoding lacks cannot replace it.
  call.text = "\xE2\x82\xAC", call.len = 3;
  result = utf8kit_encode_alloc(UTF8KIT_ENCODING_LATIN_1, &policy, TEXT("5 \xE2\x82\xAC!"), NULL, &result_text, &result_len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_NOT_REPRESENTABLE);
  CHECK(result_text == NULL);

  // Ill-formed UTF-8 stops an encoder with any policy.
  call.text = "!", call.len = 1;
  result = utf8kit_encode_alloc(UTF8KIT_ENCODING_LATIN_1, &policy, TEXT("ab\xFF"), NULL, &result_text, &result_len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.read, 2);
  CHECK_NUMBER(result.offset, 2);
  CHECK(result_text == NULL);

  // Unpaired surrogates of UTF-16.
  const uint16_t units[] = {'a', 0xD800, 'b'};
  char dst[16];
  result = utf8kit_encode_from_utf16(UTF8KIT_ENCODING_UTF_8, &policy, units, 3, dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(result.replaced, 1);
  CHECK_NUMBER(result.written, 3);
  CHECK_BYTES(dst, "a!b", 3);
  uint16_t decoded[16];
  result = utf8kit_decode_to_utf16(UTF8KIT_ENCODING_UTF_8, &policy, text, len, decoded, 16);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(result.written, 5);
  CHECK(decoded[1] == '!');
}

// Allocators.

struct pool {
  char block[256];
  size_t sizes[4], calls, most;
};

static void *allocate(void *user, size_t size) {
  struct pool *pool = (struct pool *)user;
  if (pool->calls < 4) pool->sizes[pool->calls] = size;
  pool->calls++;
  return size <= pool->most ? pool->block : NULL;
}

static void test_allocators(void) {
  struct pool pool;
  memset(&pool, 0, sizeof pool);
  pool.most = sizeof pool.block;
  utf8kit_allocator allocator = {allocate, &pool};
  char *text;
  size_t len;
  utf8kit_result result = utf8kit_decode_alloc(UTF8KIT_ENCODING_LATIN_1, NULL, "caf\xE9", 4, &allocator, &text, &len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK(text == pool.block);
  CHECK_NUMBER(len, 5);
  CHECK_NUMBER(pool.calls, 1);
  CHECK_NUMBER(pool.sizes[0], 6);
  CHECK_STRING(text, "caf\xC3\xA9");
  // An empty text is a NUL.
  result = utf8kit_encode_alloc(UTF8KIT_ENCODING_UTF_16LE, NULL, "", 0, &allocator, &text, &len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK(text == pool.block && text[0] == 0 && len == 0);
  // Nothing is allocated for a text that stops.
  pool.calls = 0;
  result = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, "ab\xFF", 3, &allocator, &text, &len);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.read, 2);
  CHECK_NUMBER(result.written, 0);
  CHECK(text == NULL && len == 0 && pool.calls == 0);
  // There is no memory.
  pool.most = 0;
  utf8kit_allocator none = {NULL, NULL};
  const utf8kit_allocator *empty[] = {&allocator, &none};
  for (int i = 0; i < 2; i++) {
    result = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, "ab", 2, empty[i], &text, &len);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_OUT_OF_MEMORY);
    CHECK(text == NULL && len == 0 && result.read == 0 && result.written == 0);
    result = utf8kit_encode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, "ab", 2, empty[i], &text, &len);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_OUT_OF_MEMORY);
    CHECK(text == NULL && len == 0);
    result = utf8kit_fix_double_encoding("ab", 2, empty[i], &text, &len);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_OUT_OF_MEMORY);
    CHECK(text == NULL && len == 0);
  }
  char message[64];
  utf8kit_message(&result, UTF8KIT_ENCODING_UTF_8, message, sizeof message);
  CHECK_STRING(message, "the allocator has no memory");
  // Arguments that are not allowed.
  text = message;
  len = 1;
  CHECK_NUMBER(utf8kit_decode_alloc(1, NULL, "a", 1, NULL, NULL, &len).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decode_alloc(1, NULL, "a", 1, NULL, &text, NULL).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK(text == NULL && len == 0);
  text = message;
  CHECK_NUMBER(utf8kit_encode_alloc(1, NULL, NULL, 1, NULL, &text, &len).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK(text == NULL && len == 0);
  CHECK_NUMBER(utf8kit_fix_double_encoding(NULL, 1, NULL, &text, &len).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decode_alloc(99, NULL, "a", 1, NULL, &text, &len).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
}

static void test_double_encoding(void) {
  static const struct {
    const char *text, *fixed;
    size_t replaced;
  } texts[] = {
      {"", "", 0},
      {"plain text", "plain text", 0},
      {"caf\xC3\xA9", "caf\xC3\xA9", 0},
      {"caf\xC3\x83\xC2\xA9", "caf\xC3\xA9", 1},
      {"caf\xC3\x83\xC2\xA9 \xFF", "caf\xC3\xA9 \xFF", 1},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char *text;
    size_t len;
    utf8kit_result result = utf8kit_fix_double_encoding(texts[i].text, strlen(texts[i].text), NULL, &text, &len);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
    CHECK_NUMBER(result.replaced, texts[i].replaced);
    CHECK_NUMBER(result.read, strlen(texts[i].text));
    CHECK_NUMBER(result.written, len);
    CHECK_STRING(text, texts[i].fixed);
    free(text);
  }
}

int main(void) {
  sources = memory_new();
  destinations = memory_new();
  test_conversions();
  test_round_trips();
  test_legacy();
  test_arguments();
  test_utf16();
  test_convert();
  test_policies();
  test_calls();
  test_allocators();
  test_double_encoding();
  memory_free(sources);
  memory_free(destinations);
  return finish("codecs");
}
