// Encodings by number, error policies, streams, allocators.

#include "test.h"
#include <pthread.h>

static const utf8kit_policy REPLACE = {.action = UTF8KIT_ACTION_REPLACE};

static void expect(utf8kit_result r, const char *dst, const char *expected) {
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_EQUAL(r.written, strlen(expected));
  CHECK(memcmp(dst, expected, r.written) == 0);
}

static void encodings(void) {
  char dst[64];
  uint16_t units[64];
  utf8kit_result r;
#define DECODE(encoding, src) utf8kit_decode(UTF8KIT_ENCODING_##encoding, NULL, src, sizeof src - 1, dst, sizeof dst)
#define ENCODE(encoding, src) utf8kit_encode(UTF8KIT_ENCODING_##encoding, NULL, src, sizeof src - 1, dst, sizeof dst)
  expect(DECODE(CESU_8, "\xED\xA0\xBD\xED\xB8\x80"), dst, "\xF0\x9F\x98\x80");
  expect(ENCODE(CESU_8, "\xF0\x9F\x98\x80"), dst, "\xED\xA0\xBD\xED\xB8\x80");
  expect(ENCODE(MODIFIED_UTF_8, "a\0b"), dst, "a\xC0\x80" "b");
  expect(DECODE(UTF_7, "caf+AOk-"), dst, "caf\xC3\xA9");
  expect(DECODE(UTF_1, "caf\xA0\xE9"), dst, "caf\xC3\xA9");
  expect(DECODE(UTF_16, "\xFF\xFE" "a\0"), dst, "a");
  expect(DECODE(UTF_16LE, "a\0"), dst, "a");
  expect(DECODE(UTF_8_SIGNATURE, "\xEF\xBB\xBF" "a"), dst, "a");
  expect(ENCODE(UTF_8_SIGNATURE, "a"), dst, "\xEF\xBB\xBF" "a");
  expect(ENCODE(LATIN_1, "caf\xC3\xA9"), dst, "caf\xE9");
  r = utf8kit_decode_to_utf16(UTF8KIT_ENCODING_CESU_8, NULL, "\xED\xA0\xBD\xED\xB8\x80", 6, units, 64);
  CHECK(r.written == 2 && units[0] == 0xD83D && units[1] == 0xDE00);
  r = utf8kit_encode_from_utf16(UTF8KIT_ENCODING_UTF_8, NULL, units, 2, dst, 64);
  expect(r, dst, "\xF0\x9F\x98\x80");
  // UTF-16 goes through the encodings of the library only.
  r = utf8kit_decode_to_utf16(UTF8KIT_ENCODING_UTF_7, NULL, "a", 1, units, 64);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  // These are only read.
  CHECK_EQUAL(ENCODE(ISO_2022, "a").stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  // A number that is no character.
  r = DECODE(UCS_4BE, "\0\0\0a\x7F\xFF\xFF\xFF");
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_NOT_SCALAR_VALUE);
  CHECK_EQUAL(r.character, 0x7FFFFFFF);
  CHECK_EQUAL(r.offset, 4);
  CHECK_EQUAL(r.read, 4);
  // Text that is not well-formed is not encoded, with any policy.
  r = utf8kit_encode(UTF8KIT_ENCODING_LATIN_1, &REPLACE, "ab\xFF", 3, dst, 64);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_EQUAL(r.read, 2);
  CHECK_EQUAL(r.written, 2);
  CHECK_EQUAL(r.kind, UTF8KIT_KIND_NEVER_VALID);
  r = utf8kit_encode(UTF8KIT_ENCODING_UTF_7, &REPLACE, "ab\xE2\x82", 4, dst, 64);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_EQUAL(r.offset, 2);
}

// What a callback was called with.
typedef struct {
  int calls;
  char bytes[16];
  size_t len;
  utf8kit_kind kind;
  const char *text;
  size_t takes;
  bool refuses;
} record;

static bool replace(void *user, const char *bytes, size_t len, utf8kit_kind kind, utf8kit_replacement *replacement) {
  record *called = user;
  called->calls++;
  called->len = len;
  called->kind = kind;
  CHECK(len <= sizeof called->bytes);
  memcpy(called->bytes, bytes, len);
  CHECK(replacement->text == NULL && replacement->len == 0 && replacement->takes == 0);
  if (called->refuses)
    return false;
  replacement->text = called->text;
  replacement->len = called->text == NULL ? 0 : strlen(called->text);
  replacement->takes = called->takes;
  return true;
}

static void policies(void) {
  char dst[256];
#define REPAIR(policy, src) utf8kit_decode(UTF8KIT_ENCODING_UTF_8, policy, src, sizeof src - 1, dst, sizeof dst)
  utf8kit_policy policy = {.action = UTF8KIT_ACTION_FAIL};
  CHECK_EQUAL(REPAIR(&policy, "a\xFF").stop, UTF8KIT_STOP_ILL_FORMED);
  expect(REPAIR(&REPLACE, "a\xFF\xE2\x82" "b"), dst, "a\xEF\xBF\xBD\xEF\xBF\xBD" "b");
  policy = (utf8kit_policy){.action = UTF8KIT_ACTION_REPLACE, .character = '?'};
  expect(REPAIR(&policy, "a\xFF\xE2\x82" "b"), dst, "a??b");
  policy.character = 0xD800;
  CHECK_EQUAL(REPAIR(&policy, "a").stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  policy = (utf8kit_policy){.action = UTF8KIT_ACTION_DROP};
  expect(REPAIR(&policy, "a\xFF" "b"), dst, "ab");
  policy.action = UTF8KIT_ACTION_ESCAPE;
  expect(REPAIR(&policy, "a\xFF\\"), dst, "a\\xFF\\\\");
  policy.action = UTF8KIT_ACTION_BACKSLASH_REPLACE;
  expect(REPAIR(&policy, "a\xFF\\"), dst, "a\\xff\\");
  policy.action = UTF8KIT_ACTION_LEGACY;
  CHECK_EQUAL(REPAIR(&policy, "a").stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  uint32_t table[128];
  for (uint32_t i = 0; i < 128; i++)
    table[i] = 0x80 + i;
  policy.table = table;
  expect(REPAIR(&policy, "caf\xE9 \xC3\xA9"), dst, "caf\xC3\xA9 \xC3\xA9");
  table[5] = 0x110000;
  CHECK_EQUAL(REPAIR(&policy, "a").stop, UTF8KIT_STOP_INVALID_ARGUMENT);

  record called = {.text = "[?]"};
  policy = (utf8kit_policy){.action = UTF8KIT_ACTION_CALL, .replace = replace, .user = &called};
  utf8kit_result r = REPAIR(&policy, "a\xE2\x82" "b\xFF");
  expect(r, dst, "a[?]b[?]");
  CHECK_EQUAL(r.replaced, 2);
  CHECK_EQUAL(called.calls, 2);
  CHECK_EQUAL(called.kind, UTF8KIT_KIND_NEVER_VALID);
  CHECK(called.len == 1 && called.bytes[0] == '\xFF');
  // It takes more of the source than the sequence has.
  called = (record){.text = "[code]", .takes = 3};
  expect(REPAIR(&policy, "a\xFF" "01b"), dst, "a[code]b");
  // It takes nothing in its place.
  called = (record){.text = NULL};
  expect(REPAIR(&policy, "a\xFF" "b"), dst, "ab");
  // It refuses, and so does one whose text is not well-formed.
  called = (record){.refuses = true};
  r = REPAIR(&policy, "a\xFF" "b");
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_EQUAL(r.read, 1);
  called = (record){.text = "\xFF"};
  CHECK_EQUAL(REPAIR(&policy, "a\xFF" "b").stop, UTF8KIT_STOP_ILL_FORMED);
  policy.replace = NULL;
  CHECK_EQUAL(REPAIR(&policy, "a").stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  // Characters that the destination lacks.
  policy = (utf8kit_policy){.action = UTF8KIT_ACTION_REPLACE, .character = '?'};
  expect(utf8kit_encode(UTF8KIT_ENCODING_ASCII, &policy, "caf\xC3\xA9", 5, dst, 64), dst, "caf?");
}

static const char DAMAGED[] = "caf\xC3\xA9 \xE2\x82 \xF0\x9F\x98\x80\xFF\xED\xA0\x80 \\ \xE2\x82\xAC.\xF0\x9F";
enum { DAMAGED_LEN = sizeof DAMAGED - 1 };

// Decodes pieces into destinations of a few bytes. Returns the number of bytes, and counts what was replaced.
static size_t in_pieces(utf8kit_decoder *decoder, const size_t *cuts, size_t count, size_t capacity, char *all,
                        size_t *replaced) {
  size_t start = 0, len = 0;
  *replaced = 0;
  for (size_t i = 0; i <= count; i++) {
    size_t end = i == count ? DAMAGED_LEN : cuts[i];
    while (true) {
      utf8kit_result r = utf8kit_decoder_to_utf8(decoder, DAMAGED + start, end - start, all + len, capacity);
      start += r.read;
      len += r.written;
      *replaced += r.replaced;
      if (r.stop == UTF8KIT_STOP_INPUT_USED)
        break;
      CHECK_EQUAL(r.stop, UTF8KIT_STOP_OUTPUT_FULL);
    }
    CHECK_EQUAL(start, end);
  }
  while (true) {
    utf8kit_result r = utf8kit_decoder_finish_utf8(decoder, all + len, capacity);
    len += r.written;
    *replaced += r.replaced;
    if (r.stop == UTF8KIT_STOP_INPUT_USED)
      return len;
  }
}

static void every_cut(void) {
  record called = {.text = "[a long replacement]"};
  utf8kit_policy policies[] = {
      REPLACE,
      {.action = UTF8KIT_ACTION_DROP},
      {.action = UTF8KIT_ACTION_ESCAPE},
      {.action = UTF8KIT_ACTION_CALL, .replace = replace, .user = &called},
  };
  for (size_t p = 0; p < sizeof policies / sizeof *policies; p++) {
    char whole[512], pieces[512];
    utf8kit_result r = utf8kit_decode(UTF8KIT_ENCODING_UTF_8, &policies[p], DAMAGED, DAMAGED_LEN, whole, sizeof whole);
    CHECK_EQUAL(r.stop, UTF8KIT_STOP_INPUT_USED);
    utf8kit_decoder decoder;
    CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_KEEP, &policies[p]),
                UTF8KIT_STOP_INPUT_USED);
    for (size_t a = 0; a <= DAMAGED_LEN; a++) {
      for (size_t b = a; b <= DAMAGED_LEN; b += is_quick() ? 5 : 1) {
        size_t cuts[] = {a, b}, replaced;
        size_t len = in_pieces(&decoder, cuts, 2, 4 + (a + b) % 9, pieces, &replaced);
        CHECK_EQUAL(len, r.written);
        CHECK(memcmp(pieces, whole, len) == 0);
        CHECK_EQUAL(replaced, r.replaced);
        CHECK_EQUAL(utf8kit_decoder_position(&decoder), DAMAGED_LEN);
        utf8kit_decoder_reset(&decoder);
        CHECK_EQUAL(utf8kit_decoder_position(&decoder), 0);
      }
    }
  }
}

// Errors in a stream have the offsets that they have in the whole text.
static void errors(void) {
  utf8kit_validator validator;
  CHECK_EQUAL(utf8kit_validator_init(&validator, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_KEEP), UTF8KIT_STOP_INPUT_USED);
  utf8kit_decoder decoder;
  CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_KEEP, NULL), UTF8KIT_STOP_INPUT_USED);
  static const uint64_t offsets[] = {6, 13, 14, 15, 16, 24};
  for (size_t cut = 0; cut <= DAMAGED_LEN; cut++) {
    size_t found = 0, start = 0;
    for (int i = 0; i < 2; i++) {
      size_t end = i == 0 ? cut : DAMAGED_LEN;
      while (true) {
        char dst[64];
        utf8kit_result r = utf8kit_validator_push(&validator, DAMAGED + start, end - start);
        utf8kit_result d = utf8kit_decoder_to_utf8(&decoder, DAMAGED + start, end - start, dst, 64);
        CHECK_EQUAL(r.stop, d.stop);
        CHECK_EQUAL(r.read, d.read);
        start += r.read;
        if (r.stop == UTF8KIT_STOP_INPUT_USED)
          break;
        CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
        CHECK_EQUAL(r.offset, offsets[found]);
        CHECK_EQUAL(d.offset, offsets[found]);
        CHECK_EQUAL(d.kind, r.kind);
        found++;
      }
    }
    char dst[8];
    utf8kit_result r = utf8kit_validator_finish(&validator);
    utf8kit_result d = utf8kit_decoder_finish_utf8(&decoder, dst, 8);
    CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
    CHECK_EQUAL(r.offset, offsets[found]);
    CHECK_EQUAL(d.offset, offsets[found]);
    CHECK_EQUAL(r.kind, UTF8KIT_KIND_UNEXPECTED_END);
    CHECK_EQUAL(found + 1, sizeof offsets / sizeof *offsets);
    CHECK_EQUAL(utf8kit_validator_finish(&validator).stop, UTF8KIT_STOP_INPUT_USED);
    CHECK_EQUAL(utf8kit_validator_position(&validator), DAMAGED_LEN);
    utf8kit_validator_reset(&validator);
    utf8kit_decoder_reset(&decoder);
  }
}

static void to_and_from_utf16(void) {
  utf8kit_decoder decoder;
  utf8kit_encoder encoder;
  CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_DEFAULT, &REPLACE), 0);
  CHECK_EQUAL(utf8kit_encoder_init(&encoder, UTF8KIT_ENCODING_UTF_8, &REPLACE), 0);
  char repaired[128];
  utf8kit_result whole = utf8kit_utf8_repair(DAMAGED, DAMAGED_LEN, repaired, sizeof repaired);
  for (size_t cut = 0; cut <= DAMAGED_LEN; cut++) {
    uint16_t units[128];
    utf8kit_result r = utf8kit_decoder_to_utf16(&decoder, DAMAGED, cut, units, 128);
    size_t len = r.written;
    r = utf8kit_decoder_to_utf16(&decoder, DAMAGED + cut, DAMAGED_LEN - cut, units + len, 128 - len);
    len += r.written;
    r = utf8kit_decoder_finish_utf16(&decoder, units + len, 128 - len);
    len += r.written;
    CHECK_EQUAL(r.stop, UTF8KIT_STOP_INPUT_USED);
    utf8kit_decoder_reset(&decoder);
    for (size_t cut16 = 0; cut16 <= len; cut16++) {
      char text[128];
      size_t written = 0;
      written += utf8kit_encoder_from_utf16(&encoder, units, cut16, text, 128).written;
      written += utf8kit_encoder_from_utf16(&encoder, units + cut16, len - cut16, text + written, 128 - written).written;
      written += utf8kit_encoder_finish(&encoder, text + written, 128 - written).written;
      CHECK_EQUAL(written, whole.written);
      CHECK(memcmp(text, repaired, written) == 0);
      utf8kit_encoder_reset(&encoder);
    }
  }
  // A lone surrogate at the end is known when the text ends.
  static const uint16_t lone[] = {'a', 0xD83D};
  char text[16];
  CHECK_EQUAL(utf8kit_encoder_init(&encoder, UTF8KIT_ENCODING_UTF_8, NULL), 0);
  CHECK_EQUAL(utf8kit_encoder_from_utf16(&encoder, lone, 2, text, 16).stop, UTF8KIT_STOP_INPUT_USED);
  utf8kit_result r = utf8kit_encoder_finish(&encoder, text, 16);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_EQUAL(r.offset, 1);
  // UTF-8 in pieces.
  CHECK_EQUAL(utf8kit_encoder_init(&encoder, UTF8KIT_ENCODING_UTF_16BE, NULL), 0);
  r = utf8kit_encoder_from_utf8(&encoder, "\xC3\xA9", 2, text, 16);
  CHECK(r.written == 2 && text[0] == 0 && text[1] == '\xE9');
  r = utf8kit_encoder_from_utf8(&encoder, "ab\xFF" "c", 4, text, 16);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_EQUAL(r.read, 3);
  CHECK_EQUAL(r.written, 4);
  CHECK_EQUAL(r.offset, 4);
}

static void signatures(void) {
  char dst[16];
  utf8kit_decoder decoder;
  static const struct {
    utf8kit_signature_policy policy;
    size_t written;
    utf8kit_encoding encoding;
  } cases[] = {
      {UTF8KIT_SIGNATURE_DEFAULT, 4, UTF8KIT_ENCODING_UTF_8},
      {UTF8KIT_SIGNATURE_KEEP, 4, UTF8KIT_ENCODING_UTF_8},
      {UTF8KIT_SIGNATURE_REMOVE, 1, UTF8KIT_ENCODING_UTF_8},
      {UTF8KIT_SIGNATURE_DETECT, 1, UTF8KIT_ENCODING_UTF_8},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, cases[i].policy, NULL), 0);
    size_t written = utf8kit_decoder_to_utf8(&decoder, "\xEF\xBB", 2, dst, 16).written;
    written += utf8kit_decoder_to_utf8(&decoder, "\xBF" "a", 2, dst + written, 16 - written).written;
    CHECK_EQUAL(written, cases[i].written);
    CHECK_EQUAL(utf8kit_decoder_encoding(&decoder), cases[i].encoding);
  }
  CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_16BE, UTF8KIT_SIGNATURE_BYTE_ORDER, NULL), 0);
  CHECK_EQUAL(utf8kit_decoder_to_utf8(&decoder, "\xFF\xFE" "a\0", 4, dst, 16).written, 1);
  CHECK_EQUAL(utf8kit_decoder_encoding(&decoder), UTF8KIT_ENCODING_UTF_16LE);
  CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, 99, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
}

// Structures that are not initialized, or were copied, are refused.
static void misuse(void) {
  char dst[8];
  utf8kit_decoder decoder, copy;
  memset(&decoder, 0, sizeof decoder);
  CHECK_EQUAL(utf8kit_decoder_to_utf8(&decoder, "a", 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_decoder_position(&decoder), 0);
  CHECK_EQUAL(utf8kit_decoder_encoding(&decoder), UTF8KIT_ENCODING_NONE);
  utf8kit_decoder_reset(&decoder);
  CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, 0, NULL), 0);
  memcpy(&copy, &decoder, sizeof copy);
  CHECK_EQUAL(utf8kit_decoder_to_utf8(&copy, "a", 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_decoder_to_utf8(&decoder, "a", 1, dst, 8).written, 1);
  CHECK_EQUAL(utf8kit_decoder_init(NULL, UTF8KIT_ENCODING_UTF_8, 0, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_decoder_to_utf8(NULL, "a", 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  // An initialization that fails leaves a structure that is refused.
  CHECK_EQUAL(utf8kit_decoder_init(&decoder, 999, 0, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_decoder_to_utf8(&decoder, "a", 1, dst, 8).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  utf8kit_encoder encoder;
  CHECK_EQUAL(utf8kit_encoder_init(&encoder, UTF8KIT_ENCODING_ISO_2022, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(sizeof(utf8kit_decoder), 512);
  CHECK_EQUAL(sizeof(utf8kit_encoder), 512);
  CHECK_EQUAL(sizeof(utf8kit_validator), 512);
}

// An allocator that counts, and fails after some calls.
typedef struct {
  int left;
  size_t size;
} pool;

static void *allocate(void *user, size_t size) {
  pool *from = user;
  if (from->left-- == 0)
    return NULL;
  from->size = size;
  return malloc(size);
}

static void allocations(void) {
  char *text;
  size_t len;
  utf8kit_result r = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_16LE, NULL, "\xAC\x20", 2, NULL, &text, &len);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK(len == 3 && strcmp(text, "\xE2\x82\xAC") == 0);
  free(text);
  r = utf8kit_encode_alloc(UTF8KIT_ENCODING_LATIN_1, NULL, "\xC3\xA9", 2, NULL, &text, &len);
  CHECK(len == 1 && strcmp(text, "\xE9") == 0);
  free(text);
  r = utf8kit_fix_double_encoding("un caf\xC3\x83\xC2\xA9 noir \xFF", 17, NULL, &text, &len);
  CHECK_EQUAL(r.replaced, 1);
  CHECK(len == 15 && strcmp(text, "un caf\xC3\xA9 noir \xFF") == 0);
  free(text);
  // Empty text is a block with a NUL.
  r = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, NULL, 0, NULL, &text, &len);
  CHECK(r.stop == UTF8KIT_STOP_INPUT_USED && len == 0 && *text == 0);
  free(text);
  // A long text.
  size_t size = 1000000;
  char *source = malloc(size);
  memset(source, '\xE9', size);
  r = utf8kit_decode_alloc(UTF8KIT_ENCODING_LATIN_1, NULL, source, size, NULL, &text, &len);
  CHECK(len == 2 * size && utf8kit_utf8_is_valid(text, len));
  free(text);
  free(source);
  // Errors allocate nothing.
  char not_null = 0;
  text = &not_null, len = 5;
  r = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, "a\xFF", 2, NULL, &text, &len);
  CHECK(r.stop == UTF8KIT_STOP_ILL_FORMED && text == NULL && len == 0);
  CHECK(r.read == 1 && r.written == 0);
  pool from = {.left = 1, .size = 0};
  utf8kit_allocator allocator = {.allocate = allocate, .user = &from};
  r = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, "abc", 3, &allocator, &text, &len);
  CHECK(r.stop == UTF8KIT_STOP_INPUT_USED && from.size == 4);
  free(text);
  r = utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, "abc", 3, &allocator, &text, &len);
  CHECK(r.stop == UTF8KIT_STOP_OUT_OF_MEMORY && text == NULL && len == 0);
  CHECK_EQUAL(utf8kit_decode_alloc(UTF8KIT_ENCODING_UTF_8, NULL, "a", 1, NULL, NULL, &len).stop,
              UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_encode_alloc(UTF8KIT_ENCODING_ISO_2022, NULL, "a", 1, NULL, &text, &len).stop,
              UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_fix_double_encoding(NULL, 1, NULL, &text, &len).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
}

static void *in_thread(void *unused) {
  (void)unused;
  for (int i = 0; i < (is_quick() ? 20 : 2000); i++) {
    char dst[256];
    record called = {.text = "?"};
    utf8kit_policy policy = {.action = UTF8KIT_ACTION_CALL, .replace = replace, .user = &called};
    utf8kit_decoder decoder;
    size_t cuts[] = {(size_t)i % DAMAGED_LEN}, replaced;
    CHECK_EQUAL(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, 0, &policy), 0);
    in_pieces(&decoder, cuts, 1, 8, dst, &replaced);
    CHECK_EQUAL(called.calls, replaced);
  }
  return NULL;
}

static void threads(void) {
  pthread_t all[4];
  for (int i = 0; i < 4; i++)
    CHECK(pthread_create(&all[i], NULL, in_thread, NULL) == 0);
  for (int i = 0; i < 4; i++)
    CHECK(pthread_join(all[i], NULL) == 0);
}

int main(void) {
  encodings();
  policies();
  every_cut();
  errors();
  to_and_from_utf16();
  signatures();
  misuse();
  allocations();
  threads();
  return 0;
}
