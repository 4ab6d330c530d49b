// Whole texts: results, errors, guard pages, arguments that are not allowed.

#include "test.h"

// "café €😀" in each encoding.
static const char UTF8[] = "caf\xC3\xA9 \xE2\x82\xAC\xF0\x9F\x98\x80";
static const uint16_t UTF16[] = {'c', 'a', 'f', 0xE9, ' ', 0x20AC, 0xD83D, 0xDE00};
static const char UTF16LE[] = "c\0a\0f\0\xE9\0 \0\xAC\x20\x3D\xD8\x00\xDE";
static const char UTF16BE[] = "\0c\0a\0f\0\xE9\0 \x20\xAC\xD8\x3D\xDE\x00";
static const uint32_t UTF32[] = {'c', 'a', 'f', 0xE9, ' ', 0x20AC, 0x1F600};

enum { UTF8_LEN = sizeof UTF8 - 1, UTF16_LEN = 8, UTF16_BYTES = 16, UTF32_LEN = 7 };

static void every_pair(void) {
  char bytes[64];
  uint16_t units16[64];
  uint32_t units32[64];
  utf8kit_result r;

#define DONE(call, len, dst, expected, size)                                   \
  r = call;                                                                    \
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_INPUT_USED);                                \
  CHECK_EQUAL(r.read, len);                                                    \
  CHECK_EQUAL(r.written * sizeof *dst, size);                                  \
  CHECK(memcmp(dst, expected, size) == 0)

  DONE(utf8kit_utf8_to_utf16(UTF8, UTF8_LEN, units16, 64), UTF8_LEN, units16, UTF16, sizeof UTF16);
  DONE(utf8kit_utf8_to_utf16le(UTF8, UTF8_LEN, bytes, 64), UTF8_LEN, bytes, UTF16LE, UTF16_BYTES);
  DONE(utf8kit_utf8_to_utf16be(UTF8, UTF8_LEN, bytes, 64), UTF8_LEN, bytes, UTF16BE, UTF16_BYTES);
  DONE(utf8kit_utf8_to_utf32(UTF8, UTF8_LEN, units32, 64), UTF8_LEN, units32, UTF32, sizeof UTF32);
  DONE(utf8kit_utf16_to_utf8(UTF16, UTF16_LEN, bytes, 64), UTF16_LEN, bytes, UTF8, UTF8_LEN);
  DONE(utf8kit_utf16_to_utf32(UTF16, UTF16_LEN, units32, 64), UTF16_LEN, units32, UTF32, sizeof UTF32);
  DONE(utf8kit_utf16le_to_utf8(UTF16LE, UTF16_BYTES, bytes, 64), UTF16_BYTES, bytes, UTF8, UTF8_LEN);
  DONE(utf8kit_utf16le_to_utf16(UTF16LE, UTF16_BYTES, units16, 64), UTF16_BYTES, units16, UTF16, sizeof UTF16);
  DONE(utf8kit_utf16le_to_utf32(UTF16LE, UTF16_BYTES, units32, 64), UTF16_BYTES, units32, UTF32, sizeof UTF32);
  DONE(utf8kit_utf16be_to_utf8(UTF16BE, UTF16_BYTES, bytes, 64), UTF16_BYTES, bytes, UTF8, UTF8_LEN);
  DONE(utf8kit_utf16be_to_utf16(UTF16BE, UTF16_BYTES, units16, 64), UTF16_BYTES, units16, UTF16, sizeof UTF16);
  DONE(utf8kit_utf16be_to_utf32(UTF16BE, UTF16_BYTES, units32, 64), UTF16_BYTES, units32, UTF32, sizeof UTF32);
  DONE(utf8kit_utf32_to_utf8(UTF32, UTF32_LEN, bytes, 64), UTF32_LEN, bytes, UTF8, UTF8_LEN);
  DONE(utf8kit_utf32_to_utf16(UTF32, UTF32_LEN, units16, 64), UTF32_LEN, units16, UTF16, sizeof UTF16);
  DONE(utf8kit_utf32_to_utf16le(UTF32, UTF32_LEN, bytes, 64), UTF32_LEN, bytes, UTF16LE, UTF16_BYTES);
  DONE(utf8kit_utf32_to_utf16be(UTF32, UTF32_LEN, bytes, 64), UTF32_LEN, bytes, UTF16BE, UTF16_BYTES);
  DONE(utf8kit_utf8_to_latin1("caf\xC3\xA9", 5, bytes, 64), 5, bytes, "caf\xE9", 4);
  DONE(utf8kit_utf16_to_latin1(UTF16, 4, bytes, 64), 4, bytes, "caf\xE9", 4);
  DONE(utf8kit_utf16le_to_latin1(UTF16LE, 8, bytes, 64), 8, bytes, "caf\xE9", 4);
  DONE(utf8kit_utf16be_to_latin1(UTF16BE, 8, bytes, 64), 8, bytes, "caf\xE9", 4);
  DONE(utf8kit_utf32_to_latin1(UTF32, 4, bytes, 64), 4, bytes, "caf\xE9", 4);
  DONE(utf8kit_latin1_to_utf8("caf\xE9", 4, bytes, 64), 4, bytes, "caf\xC3\xA9", 5);
  DONE(utf8kit_latin1_to_utf16("caf\xE9", 4, units16, 64), 4, units16, UTF16, 8);
  DONE(utf8kit_latin1_to_utf16le("caf\xE9", 4, bytes, 64), 4, bytes, UTF16LE, 8);
  DONE(utf8kit_latin1_to_utf16be("caf\xE9", 4, bytes, 64), 4, bytes, UTF16BE, 8);
  DONE(utf8kit_latin1_to_utf32("caf\xE9", 4, units32, 64), 4, units32, UTF32, 16);
  DONE(utf8kit_utf8_to_ascii(UTF8, 3, bytes, 64), 3, bytes, "caf", 3);
  DONE(utf8kit_utf16_to_ascii(UTF16, 3, bytes, 64), 3, bytes, "caf", 3);
  DONE(utf8kit_utf16le_to_ascii(UTF16LE, 6, bytes, 64), 6, bytes, "caf", 3);
  DONE(utf8kit_utf16be_to_ascii(UTF16BE, 6, bytes, 64), 6, bytes, "caf", 3);
  DONE(utf8kit_utf32_to_ascii(UTF32, 3, bytes, 64), 3, bytes, "caf", 3);
  DONE(utf8kit_ascii_to_utf8("caf", 3, bytes, 64), 3, bytes, "caf", 3);
  DONE(utf8kit_ascii_to_utf16("caf", 3, units16, 64), 3, units16, UTF16, 6);
  DONE(utf8kit_ascii_to_utf16le("caf", 3, bytes, 64), 3, bytes, UTF16LE, 6);
  DONE(utf8kit_ascii_to_utf16be("caf", 3, bytes, 64), 3, bytes, UTF16BE, 6);
  DONE(utf8kit_ascii_to_utf32("caf", 3, units32, 64), 3, units32, UTF32, 12);
  DONE(utf8kit_utf16_to_well_formed(UTF16, UTF16_LEN, units16, 64), UTF16_LEN, units16, UTF16, sizeof UTF16);
  DONE(utf8kit_utf16le_to_well_formed(UTF16LE, UTF16_BYTES, bytes, 64), UTF16_BYTES, bytes, UTF16LE, UTF16_BYTES);
  DONE(utf8kit_utf16be_to_well_formed(UTF16BE, UTF16_BYTES, bytes, 64), UTF16_BYTES, bytes, UTF16BE, UTF16_BYTES);
}

static void lossy(void) {
  char bytes[64];
  uint16_t units16[64];
  uint32_t units32[64];
  utf8kit_result r;

#define REPLACED(call, dst, expected, units)                                   \
  r = call;                                                                    \
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_INPUT_USED);                                \
  CHECK_EQUAL(r.replaced, 1);                                                  \
  CHECK_EQUAL(r.written, units);                                               \
  CHECK(memcmp(dst, expected, (units) * sizeof *dst) == 0)

  static const uint16_t a_fffd16[] = {'a', 0xFFFD};
  static const uint32_t a_fffd32[] = {'a', 0xFFFD};
  static const char a_fffd_le[] = "a\0\xFD\xFF", a_fffd_be[] = "\0a\xFF\xFD";
  static const uint16_t lone[] = {'a', 0xD800};
  static const char lone_le[] = "a\0\0\xD8", lone_be[] = "\0a\xD8\0";
  static const uint32_t large[] = {'a', 0x110000};
  REPLACED(utf8kit_utf8_repair("a\xFF", 2, bytes, 64), bytes, "a\xEF\xBF\xBD", 4);
  REPLACED(utf8kit_utf8_to_utf16_lossy("a\xFF", 2, units16, 64), units16, a_fffd16, 2);
  REPLACED(utf8kit_utf8_to_utf16le_lossy("a\xFF", 2, bytes, 64), bytes, a_fffd_le, 4);
  REPLACED(utf8kit_utf8_to_utf16be_lossy("a\xFF", 2, bytes, 64), bytes, a_fffd_be, 4);
  REPLACED(utf8kit_utf8_to_utf32_lossy("a\xFF", 2, units32, 64), units32, a_fffd32, 2);
  REPLACED(utf8kit_utf8_to_latin1_lossy("a\xE2\x82\xAC", 4, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf8_to_ascii_lossy("a\xC3\xA9", 3, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf16_to_utf8_lossy(lone, 2, bytes, 64), bytes, "a\xEF\xBF\xBD", 4);
  REPLACED(utf8kit_utf16_to_utf32_lossy(lone, 2, units32, 64), units32, a_fffd32, 2);
  REPLACED(utf8kit_utf16_to_latin1_lossy(lone, 2, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf16_to_ascii_lossy(lone, 2, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf16_to_well_formed(lone, 2, units16, 64), units16, a_fffd16, 2);
  REPLACED(utf8kit_utf16le_to_utf8_lossy(lone_le, 4, bytes, 64), bytes, "a\xEF\xBF\xBD", 4);
  REPLACED(utf8kit_utf16le_to_utf16_lossy(lone_le, 4, units16, 64), units16, a_fffd16, 2);
  REPLACED(utf8kit_utf16le_to_utf32_lossy(lone_le, 4, units32, 64), units32, a_fffd32, 2);
  REPLACED(utf8kit_utf16le_to_latin1_lossy(lone_le, 4, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf16le_to_ascii_lossy(lone_le, 4, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf16le_to_well_formed(lone_le, 4, bytes, 64), bytes, a_fffd_le, 4);
  REPLACED(utf8kit_utf16be_to_utf8_lossy(lone_be, 4, bytes, 64), bytes, "a\xEF\xBF\xBD", 4);
  REPLACED(utf8kit_utf16be_to_utf16_lossy(lone_be, 4, units16, 64), units16, a_fffd16, 2);
  REPLACED(utf8kit_utf16be_to_utf32_lossy(lone_be, 4, units32, 64), units32, a_fffd32, 2);
  REPLACED(utf8kit_utf16be_to_latin1_lossy(lone_be, 4, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf16be_to_ascii_lossy(lone_be, 4, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf16be_to_well_formed(lone_be, 4, bytes, 64), bytes, a_fffd_be, 4);
  REPLACED(utf8kit_utf32_to_utf8_lossy(large, 2, bytes, 64), bytes, "a\xEF\xBF\xBD", 4);
  REPLACED(utf8kit_utf32_to_utf16_lossy(large, 2, units16, 64), units16, a_fffd16, 2);
  REPLACED(utf8kit_utf32_to_utf16le_lossy(large, 2, bytes, 64), bytes, a_fffd_le, 4);
  REPLACED(utf8kit_utf32_to_utf16be_lossy(large, 2, bytes, 64), bytes, a_fffd_be, 4);
  REPLACED(utf8kit_utf32_to_latin1_lossy(large, 2, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_utf32_to_ascii_lossy(large, 2, bytes, 64), bytes, "a?", 2);
  REPLACED(utf8kit_ascii_to_utf8_lossy("a\x80", 2, bytes, 64), bytes, "a\xEF\xBF\xBD", 4);
  REPLACED(utf8kit_ascii_to_utf16_lossy("a\x80", 2, units16, 64), units16, a_fffd16, 2);
  REPLACED(utf8kit_ascii_to_utf16le_lossy("a\x80", 2, bytes, 64), bytes, a_fffd_le, 4);
  REPLACED(utf8kit_ascii_to_utf16be_lossy("a\x80", 2, bytes, 64), bytes, a_fffd_be, 4);
  REPLACED(utf8kit_ascii_to_utf32_lossy("a\x80", 2, units32, 64), units32, a_fffd32, 2);

  uint16_t in_place[] = {'a', 0xD800, 'b'};
  CHECK_EQUAL(utf8kit_utf16_make_well_formed(in_place, 3), 1);
  CHECK_EQUAL(in_place[1], 0xFFFD);
  char in_place_le[] = "a\0\0\xD8", in_place_be[] = "\0a\xD8\0";
  CHECK_EQUAL(utf8kit_utf16le_make_well_formed(in_place_le, 4), 1);
  CHECK(memcmp(in_place_le, a_fffd_le, 4) == 0);
  CHECK_EQUAL(utf8kit_utf16be_make_well_formed(in_place_be, 4), 1);
  CHECK(memcmp(in_place_be, a_fffd_be, 4) == 0);
  utf8kit_utf16_swap_bytes(in_place, 3);
  CHECK_EQUAL(in_place[0], 'a' << 8);
  CHECK_EQUAL(utf8kit_utf16_swap_bytes_to(in_place, 3, units16, 64).written, 3);
  CHECK_EQUAL(units16[0], 'a');
  uint32_t in_place32[] = {'a'};
  utf8kit_utf32_swap_bytes(in_place32, 1);
  CHECK_EQUAL(in_place32[0], (uint32_t)'a' << 24);
  CHECK_EQUAL(utf8kit_utf32_swap_bytes_to(in_place32, 1, units32, 64).written, 1);
  CHECK_EQUAL(units32[0], 'a');
}

static void checks_and_lengths(void) {
  CHECK(utf8kit_utf8_is_valid(UTF8, UTF8_LEN));
  CHECK(!utf8kit_utf8_is_valid(UTF8, UTF8_LEN - 1));
  CHECK(utf8kit_utf8_is_latin1(UTF8, 6) && !utf8kit_utf8_is_latin1(UTF8, UTF8_LEN));
  CHECK_EQUAL(utf8kit_utf8_count(UTF8, UTF8_LEN), UTF32_LEN);
  CHECK_EQUAL(utf8kit_utf8_utf16_len(UTF8, UTF8_LEN), UTF16_LEN);
  CHECK_EQUAL(utf8kit_utf8_lossy_count("a\xFF", 2), 2);
  CHECK_EQUAL(utf8kit_utf8_lossy_utf8_len("a\xFF", 2), 4);
  CHECK_EQUAL(utf8kit_utf8_lossy_utf16_len("a\xFF", 2), 2);
  CHECK(utf8kit_utf16_is_valid(UTF16, UTF16_LEN) && !utf8kit_utf16_is_valid(UTF16, UTF16_LEN - 1));
  CHECK(utf8kit_utf16_is_ascii(UTF16, 3) && !utf8kit_utf16_is_ascii(UTF16, 4));
  CHECK(utf8kit_utf16_is_latin1(UTF16, 5) && !utf8kit_utf16_is_latin1(UTF16, 6));
  CHECK_EQUAL(utf8kit_utf16_count(UTF16, UTF16_LEN), UTF32_LEN);
  CHECK_EQUAL(utf8kit_utf16_lossy_count(UTF16, UTF16_LEN), UTF32_LEN);
  CHECK_EQUAL(utf8kit_utf16_utf8_len(UTF16, UTF16_LEN), UTF8_LEN);
  CHECK_EQUAL(utf8kit_utf16_lossy_utf8_len(UTF16, UTF16_LEN), UTF8_LEN);
  CHECK_EQUAL(utf8kit_utf16_complete_len(UTF16, UTF16_LEN - 1), UTF16_LEN - 2);
  CHECK(utf8kit_utf16le_is_valid(UTF16LE, UTF16_BYTES) && !utf8kit_utf16le_is_valid(UTF16LE, 15));
  CHECK(utf8kit_utf16be_is_valid(UTF16BE, UTF16_BYTES) && !utf8kit_utf16be_is_valid(UTF16BE, 15));
  CHECK(utf8kit_utf16le_is_ascii(UTF16LE, 6) && !utf8kit_utf16le_is_ascii(UTF16LE, 8));
  CHECK(utf8kit_utf16be_is_ascii(UTF16BE, 6) && !utf8kit_utf16be_is_ascii(UTF16BE, 8));
  CHECK_EQUAL(utf8kit_utf16le_count(UTF16LE, UTF16_BYTES), UTF32_LEN);
  CHECK_EQUAL(utf8kit_utf16be_count(UTF16BE, UTF16_BYTES), UTF32_LEN);
  CHECK_EQUAL(utf8kit_utf16le_lossy_count(UTF16LE, 15), UTF32_LEN + 1);
  CHECK_EQUAL(utf8kit_utf16be_lossy_count(UTF16BE, 15), UTF32_LEN + 1);
  CHECK_EQUAL(utf8kit_utf16le_utf8_len(UTF16LE, UTF16_BYTES), UTF8_LEN);
  CHECK_EQUAL(utf8kit_utf16be_utf8_len(UTF16BE, UTF16_BYTES), UTF8_LEN);
  CHECK_EQUAL(utf8kit_utf16le_lossy_utf8_len("a\0b", 3), 4);
  CHECK_EQUAL(utf8kit_utf16be_lossy_utf8_len("\0a\0", 3), 4);
  CHECK_EQUAL(utf8kit_utf16le_complete_len(UTF16LE, 15), 12);
  CHECK_EQUAL(utf8kit_utf16be_complete_len(UTF16BE, 15), 12);
  CHECK(utf8kit_utf32_is_valid(UTF32, UTF32_LEN));
  CHECK(utf8kit_utf32_is_ascii(UTF32, 3) && !utf8kit_utf32_is_ascii(UTF32, 4));
  CHECK(utf8kit_utf32_is_latin1(UTF32, 5) && !utf8kit_utf32_is_latin1(UTF32, 6));
  CHECK_EQUAL(utf8kit_utf32_utf8_len(UTF32, UTF32_LEN), UTF8_LEN);
  CHECK_EQUAL(utf8kit_utf32_utf16_len(UTF32, UTF32_LEN), UTF16_LEN);
  CHECK_EQUAL(utf8kit_utf32_lossy_utf8_len(UTF32, UTF32_LEN), UTF8_LEN);
  CHECK_EQUAL(utf8kit_utf32_lossy_utf16_len(UTF32, UTF32_LEN), UTF16_LEN);
  CHECK_EQUAL(utf8kit_latin1_utf8_len("caf\xE9", 4), 5);
  CHECK(utf8kit_ascii_is_valid("caf", 3) && !utf8kit_ascii_is_valid("caf\xE9", 4));
  CHECK_EQUAL(utf8kit_ascii_lossy_utf8_len("caf\xE9", 4), 6);
  CHECK(utf8kit_utf8_is_boundary(UTF8, UTF8_LEN, 3) && !utf8kit_utf8_is_boundary(UTF8, UTF8_LEN, 4));
  CHECK_EQUAL(utf8kit_utf8_floor_boundary(UTF8, UTF8_LEN, 4), 3);
  CHECK_EQUAL(utf8kit_utf8_ceil_boundary(UTF8, UTF8_LEN, 4), 5);
  CHECK_EQUAL(utf8kit_utf8_complete_len(UTF8, 4), 3);
  uint32_t c = 0;
  CHECK_EQUAL(utf8kit_utf8_decode_first(UTF8 + 3, UTF8_LEN - 3, &c).read, 2);
  CHECK_EQUAL(c, 0xE9);
  CHECK_EQUAL(utf8kit_utf8_decode_last(UTF8, UTF8_LEN, &c).read, 4);
  CHECK_EQUAL(c, 0x1F600);
}

// Each kind of error, where it is, and its message.
static void errors(void) {
  static const struct {
    const char *text;
    size_t len;
    utf8kit_kind kind;
    uint32_t length;
    const char *message, *clause;
  } cases[] = {
      {"ab\x80!", 4, UTF8KIT_KIND_UNEXPECTED_CONTINUATION, 1, "`80` is a continuation byte", "RFC 3629 section 4"},
      {"ab\xC0\xAF", 4, UTF8KIT_KIND_OVERLONG, 1, "`C0 AF` is an overlong encoding of U+002F", "RFC 3629 section 3"},
      {"ab\xED\xA0\x80", 5, UTF8KIT_KIND_SURROGATE, 1, "`ED A0 80` is the surrogate U+D800", "RFC 3629 section 3"},
      {"ab\xF4\x90\x80\x80", 6, UTF8KIT_KIND_TOO_LARGE, 1, "`F4 90 80 80` is 0011 0000", "RFC 3629 section 3"},
      {"ab\xFF", 3, UTF8KIT_KIND_NEVER_VALID, 1, "`FF` never occurs in UTF-8", "RFC 3629 section 1"},
      {"ab\xE9 ", 4, UTF8KIT_KIND_MISSING_CONTINUATION, 1, "`E9` starts a sequence of 3 bytes, but `20`", "RFC 3629 section 4"},
      {"ab\xE2\x82", 4, UTF8KIT_KIND_UNEXPECTED_END, 2, "`E2 82` starts a sequence of 3 bytes, but the text ends", "RFC 3629 section 4"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    utf8kit_result r = utf8kit_utf8_validate(cases[i].text, cases[i].len);
    CHECK_EQUAL(r.stop, UTF8KIT_STOP_ILL_FORMED);
    CHECK_EQUAL(r.kind, cases[i].kind);
    CHECK_EQUAL(r.read, 2);
    CHECK_EQUAL(r.offset, 2);
    CHECK_EQUAL(r.length, cases[i].length);
    char message[256], clause[64];
    size_t len = utf8kit_message(&r, UTF8KIT_ENCODING_UTF_8, message, sizeof message);
    CHECK_EQUAL(len, strlen(message));
    if (strstr(message, cases[i].message) == NULL) {
      fprintf(stderr, "message: %s\n", message);
      exit(1);
    }
    CHECK(strncmp(message, "ill-formed UTF-8 at offset 2: ", 30) == 0);
    utf8kit_clause(r.kind, UTF8KIT_ENCODING_UTF_8, clause, sizeof clause);
    CHECK(strcmp(clause, cases[i].clause) == 0);
    // A message that does not fit is cut, and ends in NUL. Nothing is written after it.
    for (size_t capacity = 0; capacity < len + 2; capacity++) {
      char part[256];
      memset(part, '#', sizeof part);
      CHECK_EQUAL(utf8kit_message(&r, UTF8KIT_ENCODING_UTF_8, part, capacity), len);
      size_t written = capacity == 0 ? 0 : capacity - 1 < len ? capacity - 1 : len;
      CHECK(memcmp(part, message, written) == 0);
      if (capacity > 0)
        CHECK_EQUAL(part[written], 0);
      CHECK(part[capacity] == '#');
    }
    utf8kit_utf8_validate(cases[i].text, cases[i].len);
  }
  CHECK(strcmp(utf8kit_kind_name(UTF8KIT_KIND_OVERLONG), "overlong") == 0);
  CHECK(utf8kit_kind_name(12345) == NULL);
  CHECK_EQUAL(utf8kit_message(NULL, UTF8KIT_ENCODING_UTF_8, NULL, 0) > 0, 1);

  // What a destination lacks.
  char bytes[8];
  utf8kit_result r = utf8kit_utf8_to_latin1("a\xE2\x82\xAC", 4, bytes, 8);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_NOT_REPRESENTABLE);
  CHECK_EQUAL(r.character, 0x20AC);
  CHECK_EQUAL(r.read, 1);
  CHECK_EQUAL(r.offset, 1);
  r = utf8kit_utf8_to_utf16le("abc", 3, bytes, 5);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_OUTPUT_FULL);
  CHECK_EQUAL(r.read, 2);
  CHECK_EQUAL(r.written, 4);
  // It can be called again for the rest.
  r = utf8kit_utf8_to_utf16le("abc" + r.read, 3 - r.read, bytes, 5);
  CHECK_EQUAL(r.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_EQUAL(r.written, 2);
}

// Validations in the other encodings.
static void validations(void) {
  static const uint16_t lone[] = {'a', 0xDC00};
  static const uint32_t large[] = {'a', 0x110000};
  CHECK_EQUAL(utf8kit_utf16_validate(lone, 2).offset, 1);
  CHECK_EQUAL(utf8kit_utf16_validate(lone, 2).kind, UTF8KIT_KIND_SURROGATE);
  CHECK_EQUAL(utf8kit_utf16le_validate("a\0\0\xDC", 4).offset, 2);
  CHECK_EQUAL(utf8kit_utf16be_validate("\0a\xDC\0", 4).length, 2);
  CHECK_EQUAL(utf8kit_utf32_validate(large, 2).kind, UTF8KIT_KIND_TOO_LARGE);
  CHECK_EQUAL(utf8kit_ascii_validate("a\x80", 2).kind, UTF8KIT_KIND_UNDEFINED);
  CHECK_EQUAL(utf8kit_validate(UTF8KIT_ENCODING_CESU_8, UTF8, UTF8_LEN).offset, 9);
  CHECK_EQUAL(utf8kit_validate(UTF8KIT_ENCODING_UTF_7, "a+2Ez-", 6).stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_EQUAL(utf8kit_validate(UTF8KIT_ENCODING_UCS_4BE, "\x7F\xFF\xFF\xFF", 4).stop, UTF8KIT_STOP_INPUT_USED);
}

// Nothing after the source is read, and nothing after the destination is written.
static void guard_pages(void) {
  guarded source = guarded_new(4096), destination = guarded_new(8192);
  size_t longest = is_quick() ? 40 : 300;
  for (size_t len = 0; len < longest; len++) {
    char *src = guarded_end(source, len);
    for (size_t i = 0; i < len; i++)
      src[i] = i % 7 == 3 ? '\xE9' : i % 7 == 4 ? '\xFF' : 'a';
    for (size_t capacity = 0; capacity < 3 * len + 3; capacity += 1 + capacity / 8) {
      char *dst = guarded_end(destination, capacity);
      utf8kit_result r = utf8kit_utf8_repair(src, len, dst, capacity);
      CHECK(r.written <= capacity && r.read <= len);
      r = utf8kit_latin1_to_utf8(src, len, dst, capacity);
      CHECK(r.written <= capacity && utf8kit_utf8_is_valid(dst, r.written));
      r = utf8kit_utf8_to_utf16be_lossy(src, len, dst, capacity);
      CHECK(r.written <= capacity && utf8kit_utf16be_is_valid(dst, r.written));
      uint16_t *dst16 = guarded_end(destination, 2 * capacity);
      r = utf8kit_utf8_to_utf16_lossy(src, len, dst16, capacity);
      CHECK(r.written <= capacity && utf8kit_utf16_is_valid(dst16, r.written));
      uint32_t *dst32 = guarded_end(destination, 4 * capacity);
      r = utf8kit_utf8_to_utf32_lossy(src, len, dst32, capacity);
      CHECK(r.written <= capacity && utf8kit_utf32_is_valid(dst32, r.written));
    }
    CHECK(utf8kit_utf8_count(src, len) <= len);
    CHECK_EQUAL(utf8kit_utf8_is_valid(src, len), len < 4);
  }
  guarded_free(source);
  guarded_free(destination);
}

static void arguments(void) {
  char bytes[16];
  uint16_t units16[16];
  CHECK(utf8kit_utf8_is_valid(NULL, 0));
  CHECK(!utf8kit_utf8_is_valid(NULL, 1));
  CHECK_EQUAL(utf8kit_utf8_count(NULL, 1), 0);
  CHECK_EQUAL(utf8kit_utf8_validate(NULL, 0).stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_EQUAL(utf8kit_utf8_validate(NULL, 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_utf8_to_utf16(NULL, 0, NULL, 0).stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_EQUAL(utf8kit_utf8_to_utf16("a", 1, NULL, 0).stop, UTF8KIT_STOP_OUTPUT_FULL);
  CHECK_EQUAL(utf8kit_utf8_to_utf16("a", 1, NULL, 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_utf8_to_utf16("a", (size_t)-1, units16, 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_validate(0, "a", 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_validate(999, "a", 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_decode(999, NULL, "a", 1, bytes, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  utf8kit_policy policy = {.action = 999};
  CHECK_EQUAL(utf8kit_decode(UTF8KIT_ENCODING_UTF_8, &policy, "a", 1, bytes, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  // 16-bit units at an odd address. The pointer is made of a number, so that compilers do not see that it is wrong.
  uint16_t *odd = (uint16_t *)((uintptr_t)units16 + 1);
  CHECK_EQUAL(utf8kit_utf8_to_utf16("a", 1, odd, 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_utf16_validate(odd, 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_EQUAL(utf8kit_utf16_make_well_formed(odd, 1), 0);
  // Bytes need no alignment.
  CHECK_EQUAL(utf8kit_utf8_to_utf16le("a", 1, bytes + 1, 2).written, 2);
}

static void labels_and_recognition(void) {
  CHECK_EQUAL(utf8kit_encoding_for_label("utf8", 4), UTF8KIT_ENCODING_UTF_8);
  CHECK_EQUAL(utf8kit_encoding_for_label("CESU-8", 6), UTF8KIT_ENCODING_CESU_8);
  CHECK_EQUAL(utf8kit_encoding_for_label("no such", 7), UTF8KIT_ENCODING_NONE);
  CHECK_EQUAL(utf8kit_encoding_for_label("\xFF", 1), UTF8KIT_ENCODING_NONE);
  CHECK_EQUAL(utf8kit_encoding_for_label(NULL, 3), UTF8KIT_ENCODING_NONE);
  CHECK(strcmp(utf8kit_encoding_name(UTF8KIT_ENCODING_UTF_16LE), "UTF-16LE") == 0);
  CHECK(utf8kit_encoding_name(999) == NULL);
  size_t len = 99;
  CHECK_EQUAL(utf8kit_signature("\xEF\xBB\xBFtext", 7, &len), UTF8KIT_ENCODING_UTF_8);
  CHECK_EQUAL(len, 3);
  CHECK_EQUAL(utf8kit_signature("text", 4, &len), UTF8KIT_ENCODING_NONE);
  CHECK_EQUAL(len, 0);
  CHECK_EQUAL(utf8kit_signature("\xFF\xFE", 2, NULL), UTF8KIT_ENCODING_UTF_16LE);
  char name[32];
  CHECK_EQUAL(utf8kit_recognize(UTF8, UTF8_LEN, true, name, sizeof name), UTF8KIT_CERTAINTY_CERTAIN);
  CHECK(strcmp(name, "UTF-8") == 0);
  CHECK_EQUAL(utf8kit_recognize("\x7F" "ELF\2\0\0\0", 8, true, name, sizeof name), UTF8KIT_CERTAINTY_NONE);
  CHECK(strcmp(name, "") == 0);
  CHECK(strcmp(utf8kit_version(), "") != 0);
}

static void tiers(void) {
  utf8kit_tier best = utf8kit_get_tier();
  CHECK(utf8kit_tier_name(best) != NULL);
  CHECK(utf8kit_tier_name(0) == NULL);
  for (utf8kit_tier tier = 0; tier < 10; tier++) {
    if (utf8kit_set_tier(tier) == UTF8KIT_STOP_INPUT_USED) {
      CHECK_EQUAL(utf8kit_get_tier(), tier);
      checks_and_lengths();
    } else {
      CHECK(tier != UTF8KIT_TIER_PORTABLE && tier != best);
    }
  }
  CHECK_EQUAL(utf8kit_set_tier(best), UTF8KIT_STOP_INPUT_USED);
}

int main(void) {
  every_pair();
  lossy();
  checks_and_lengths();
  errors();
  validations();
  guard_pages();
  arguments();
  labels_and_recognition();
  tiers();
  return 0;
}
