// Results, errors in words, names, labels, signatures, detection, instruction sets, versions.

#include "harness.h"

#define TEXT(literal) literal, sizeof literal - 1

struct ill_formed {
  utf8kit_encoding encoding;
  const char *text;
  size_t len;
  size_t offset;
  utf8kit_kind kind;
  uint32_t length;
  const char *message;
};

static const struct ill_formed ill_formed[] = {
    {UTF8KIT_ENCODING_UTF_8, TEXT("a\x80"), 1, UTF8KIT_KIND_UNEXPECTED_CONTINUATION, 1,
     "ill-formed UTF-8 at offset 1: `80` is a continuation byte where a character should start"},
    {UTF8KIT_ENCODING_UTF_8, TEXT("a\xC0\xAF"), 1, UTF8KIT_KIND_OVERLONG, 1,
     "ill-formed UTF-8 at offset 1: `C0 AF` is an overlong encoding of U+002F"},
    {UTF8KIT_ENCODING_UTF_8, TEXT("\xED\xA0\x80"), 0, UTF8KIT_KIND_SURROGATE, 1,
     "ill-formed UTF-8 at offset 0: `ED A0 80` is the surrogate U+D800, which is not a character"},
    {UTF8KIT_ENCODING_UTF_8, TEXT("\xF4\x90\x80\x80"), 0, UTF8KIT_KIND_TOO_LARGE, 1,
     "ill-formed UTF-8 at offset 0: `F4 90 80 80` is 0011 0000, which is over U+10FFFF"},
    {UTF8KIT_ENCODING_UTF_8, TEXT("ab\xFF"), 2, UTF8KIT_KIND_NEVER_VALID, 1,
     "ill-formed UTF-8 at offset 2: `FF` never occurs in UTF-8"},
    {UTF8KIT_ENCODING_UTF_8, TEXT("\xE2\x82 "), 0, UTF8KIT_KIND_MISSING_CONTINUATION, 2,
     "ill-formed UTF-8 at offset 0: `E2 82` starts a sequence of 3 bytes, but `20` does not continue it"},
    {UTF8KIT_ENCODING_UTF_8, TEXT("\xE2\x82"), 0, UTF8KIT_KIND_UNEXPECTED_END, 2,
     "ill-formed UTF-8 at offset 0: `E2 82` starts a sequence of 3 bytes, but the text ends"},
    {UTF8KIT_ENCODING_ASCII, TEXT("a\xE9"), 1, UTF8KIT_KIND_UNDEFINED, 1,
     "ill-formed ASCII at offset 1: `E9` stands for no character in ASCII"},
    {UTF8KIT_ENCODING_UTF_16BE, TEXT("\xD8\x00\x00\x41"), 0, UTF8KIT_KIND_SURROGATE, 2,
     "ill-formed UTF-16 at offset 0: `D8 00` is an unpaired surrogate"},
    {UTF8KIT_ENCODING_UTF_32LE, TEXT("\x00\x00\x11\x00"), 0, UTF8KIT_KIND_TOO_LARGE, 4,
     "ill-formed UTF-32 at offset 0: `00 00 11 00` is a number over U+10FFFF"},
    {UTF8KIT_ENCODING_CESU_8, TEXT("\xF0\x90\x80\x80"), 0, UTF8KIT_KIND_NEVER_VALID, 1,
     "ill-formed CESU-8 at offset 0: `F0 90 80 80` is U+10000 in UTF-8, but CESU-8 has no sequences of 4 bytes"},
    {UTF8KIT_ENCODING_UTF_8_SIGNATURE, TEXT("\xEF\xBB\xBF\x80"), 3, UTF8KIT_KIND_UNEXPECTED_CONTINUATION, 1,
     "ill-formed UTF-8 at offset 3: `80` is a continuation byte where a character should start"},
};

// Checks that a message is written into every capacity, with a NUL, and not beyond it.
static void check_capacities(const utf8kit_result *result, utf8kit_encoding encoding, const char *expected) {
  char message[200];
  size_t len = strlen(expected);
  CHECK_NUMBER(utf8kit_message(result, encoding, NULL, 0), len);
  CHECK_NUMBER(utf8kit_message(result, encoding, NULL, 10), len);
  for (size_t capacity = 0; capacity < sizeof message; capacity++) {
    memset(message, CANARY, sizeof message);
    CHECK_NUMBER(utf8kit_message(result, encoding, message, capacity), len);
    CHECK(is_canary(message + capacity, message + sizeof message));
    if (capacity == 0) continue;
    size_t fits = len < capacity ? len : capacity - 1;
    CHECK_NUMBER(strlen(message), fits);
    CHECK(memcmp(message, expected, fits) == 0);
  }
}

static void check_message(const utf8kit_result *result, utf8kit_encoding encoding, const char *expected) {
  char message[200];
  utf8kit_message(result, encoding, message, sizeof message);
  CHECK_STRING(message, expected);
}

static void test_ill_formed(void) {
  for (size_t i = 0; i < sizeof ill_formed / sizeof *ill_formed; i++) {
    const struct ill_formed *expected = &ill_formed[i];
    utf8kit_result result = utf8kit_validate(expected->encoding, expected->text, expected->len);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
    CHECK_NUMBER(result.read, expected->offset);
    CHECK_NUMBER(result.written, 0);
    CHECK_NUMBER(result.replaced, 0);
    CHECK_NUMBER(result.offset, expected->offset);
    CHECK_NUMBER(result.kind, expected->kind);
    CHECK_NUMBER(result.length, expected->length);
    CHECK_NUMBER(result.character, 0);
    CHECK(result.context_length > 0 && result.context_length <= sizeof result.context);
    CHECK(result.context_length <= expected->len - expected->offset);
    CHECK_BYTES(result.context, expected->text + expected->offset, result.context_length);
    check_message(&result, expected->encoding, expected->message);
    check_capacities(&result, expected->encoding, expected->message);
  }
}

static void test_other_stops(void) {
  char dst[8];
  utf8kit_result result = utf8kit_utf8_to_latin1("a\xE2\x82\xAC", 4, dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_NOT_REPRESENTABLE);
  CHECK_NUMBER(result.read, 1);
  CHECK_NUMBER(result.offset, 1);
  CHECK_NUMBER(result.character, 0x20AC);
  CHECK_NUMBER(result.kind, UTF8KIT_KIND_NONE);
  check_message(&result, UTF8KIT_ENCODING_UTF_8, "the destination's encoding cannot represent U+20AC at offset 1");

  result = utf8kit_decode(UTF8KIT_ENCODING_WTF_8, NULL, "ab\xED\xA0\x80", 5, dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_NOT_REPRESENTABLE);
  CHECK_NUMBER(result.read, 2);
  CHECK_NUMBER(result.written, 2);
  CHECK_NUMBER(result.offset, 2);
  CHECK_NUMBER(result.character, 0xD800);
  check_message(&result, UTF8KIT_ENCODING_WTF_8, "the destination's encoding cannot represent U+D800 at offset 2");

  result = utf8kit_utf8_to_latin1("abc", 3, dst, 2);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_OUTPUT_FULL);
  check_message(&result, UTF8KIT_ENCODING_UTF_8,
                "the destination is too short: 2 units of the source are converted to 2 units");

  result = utf8kit_utf8_to_latin1(NULL, 3, dst, 2);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  check_message(&result, UTF8KIT_ENCODING_UTF_8,
                "an argument is not allowed: NULL with a length, a pointer that is not aligned, or an unknown number");

  result = utf8kit_utf8_validate("abc", 3);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(result.read, 3);
  check_message(&result, UTF8KIT_ENCODING_UTF_8, "no error");
}

// Native units are shown in big-endian order, whatever the order of the machine.
static void test_context_of_units(void) {
  const uint16_t unpaired[] = {'a', 0xDC12, 'b'};
  utf8kit_result result = utf8kit_utf16_validate(unpaired, 3);
  CHECK_NUMBER(result.read, 1);
  CHECK(result.context_length >= 2 && result.context[0] == 0xDC && result.context[1] == 0x12);
  check_message(&result, UTF8KIT_ENCODING_UTF_16LE, "ill-formed UTF-16 at offset 1: `DC 12` is an unpaired surrogate");
  const uint32_t large = 0x00110000;
  result = utf8kit_utf32_validate(&large, 1);
  CHECK(result.context_length == 4 && result.context[1] == 0x11);
  CHECK_NUMBER(result.length, 1);
  check_message(&result, UTF8KIT_ENCODING_UTF_32LE, "ill-formed UTF-32 at offset 0: `00 11 00 00` is a number over U+10FFFF");
}

// The encoding of a message may be another one than that of the text.
static void test_messages_of_other_encodings(void) {
  for (utf8kit_encoding encoding = 0; encoding <= UTF8KIT_ENCODING_UTF_8_MB3 + 1; encoding++)
    for (utf8kit_encoding other = 1; other <= UTF8KIT_ENCODING_UTF_8_MB3; other++)
      for (unsigned round = 0; round < rounds(200); round++) {
        char text[8], message[200];
        size_t len = random_below(sizeof text + 1);
        for (size_t i = 0; i < len; i++) text[i] = (char)random_below(256);
        utf8kit_result result = utf8kit_validate(other, text, len);
        size_t message_len = utf8kit_message(&result, encoding, message, sizeof message);
        CHECK(message_len > 0 && strlen(message) <= message_len);
      }
}

// A message is written for any structure: it reads nothing outside of it.
static void test_messages_of_anything(void) {
  for (unsigned round = 0; round < rounds(20000); round++) {
    unsigned char bytes[sizeof(utf8kit_result)];
    utf8kit_result result;
    char message[100];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)random_below(256);
    memcpy(&result, bytes, sizeof bytes);
    result.stop = (utf8kit_stop)random_below(9);
    if (random_below(2)) result.kind = (utf8kit_kind)random_below(12);
    if (random_below(2)) result.length = (uint32_t)random_below(9);
    if (random_below(2)) result.context_length = (uint8_t)random_below(9);
    utf8kit_encoding encoding = (utf8kit_encoding)random_below(31);
    size_t len = utf8kit_message(&result, encoding, message, sizeof message);
    CHECK(len > 0 && strlen(message) <= len);
  }
  utf8kit_message(NULL, UTF8KIT_ENCODING_UTF_8, NULL, 0);
}

static void test_clauses_and_kinds(void) {
  char clause[64];
  CHECK_NUMBER(utf8kit_clause(UTF8KIT_KIND_OVERLONG, UTF8KIT_ENCODING_UTF_8, clause, sizeof clause), 18);
  CHECK_STRING(clause, "RFC 3629 section 3");
  utf8kit_clause(UTF8KIT_KIND_SURROGATE, UTF8KIT_ENCODING_UTF_16LE, clause, sizeof clause);
  CHECK_STRING(clause, "RFC 2781 section 2.2");
  utf8kit_clause(UTF8KIT_KIND_OVERLONG, UTF8KIT_ENCODING_UTF_8, clause, 4);
  CHECK_STRING(clause, "RFC");
  CHECK_NUMBER(utf8kit_clause(UTF8KIT_KIND_NONE, UTF8KIT_ENCODING_UTF_8, clause, sizeof clause), 0);
  CHECK_STRING(clause, "");
  CHECK_NUMBER(utf8kit_clause(UTF8KIT_KIND_OVERLONG, 999, clause, sizeof clause), 0);
  CHECK_STRING(utf8kit_kind_name(UTF8KIT_KIND_NONE), "none");
  CHECK_STRING(utf8kit_kind_name(UTF8KIT_KIND_OVERLONG), "overlong");
  CHECK_STRING(utf8kit_kind_name(UTF8KIT_KIND_OUTSIDE_SUBSET), "outside-subset");
  CHECK_STRING(utf8kit_kind_name(UTF8KIT_KIND_OTHER), "other");
  CHECK(utf8kit_kind_name(100) == NULL);
  CHECK_STRING(utf8kit_stop_name(UTF8KIT_STOP_INPUT_USED), "input-used");
  CHECK_STRING(utf8kit_stop_name(UTF8KIT_STOP_OUTPUT_FULL), "output-full");
  CHECK_STRING(utf8kit_stop_name(UTF8KIT_STOP_ILL_FORMED), "ill-formed");
  CHECK_STRING(utf8kit_stop_name(UTF8KIT_STOP_NOT_REPRESENTABLE), "not-representable");
  CHECK_STRING(utf8kit_stop_name(UTF8KIT_STOP_INVALID_ARGUMENT), "invalid-argument");
  CHECK_STRING(utf8kit_stop_name(UTF8KIT_STOP_OUT_OF_MEMORY), "out-of-memory");
  CHECK(utf8kit_stop_name(6) == NULL);
#if !UTF8KIT_VERSION_AT_LEAST(0, 1, 0) || UTF8KIT_VERSION_AT_LEAST(UTF8KIT_VERSION_MAJOR, UTF8KIT_VERSION_MINOR, 999)
#error "the version of the header"
#endif
}

static void test_encodings(void) {
  static const struct {
    const char *label;
    utf8kit_encoding encoding;
  } labels[] = {
      {"utf8", UTF8KIT_ENCODING_UTF_8},      {"UTF-8", UTF8KIT_ENCODING_UTF_8},
      {"uTf-16Le", UTF8KIT_ENCODING_UTF_16LE}, {"utf-16", UTF8KIT_ENCODING_UTF_16},
      {"l1", UTF8KIT_ENCODING_LATIN_1},      {"ASCII", UTF8KIT_ENCODING_ASCII},
      {"CESU-8", UTF8KIT_ENCODING_CESU_8},   {"UTF-7", UTF8KIT_ENCODING_UTF_7},
      {"ucs-4", UTF8KIT_ENCODING_UCS_4},     {"", UTF8KIT_ENCODING_NONE},
      {"utf", UTF8KIT_ENCODING_NONE},        {"utf\xE9", UTF8KIT_ENCODING_NONE},
      {"shift_jis", 1051},                   {"iso-2022-kr", 1199},
  };
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    CHECK_NUMBER(utf8kit_encoding_for_label(labels[i].label, strlen(labels[i].label)), labels[i].encoding);
  CHECK_NUMBER(utf8kit_encoding_for_label(NULL, 0), UTF8KIT_ENCODING_NONE);
  CHECK_NUMBER(utf8kit_encoding_for_label(NULL, 4), UTF8KIT_ENCODING_NONE);
  CHECK_NUMBER(utf8kit_encoding_for_label("utf-8x", 5), UTF8KIT_ENCODING_UTF_8);
  CHECK_STRING(utf8kit_encoding_name(UTF8KIT_ENCODING_UTF_8), "UTF-8");
  CHECK_STRING(utf8kit_encoding_name(UTF8KIT_ENCODING_UTF_16BE), "UTF-16BE");
  CHECK(utf8kit_encoding_name(UTF8KIT_ENCODING_NONE) == NULL);
  CHECK(utf8kit_encoding_name(30) == NULL);
  CHECK(utf8kit_encoding_name(UINT32_MAX) == NULL);
  // A name is a label of the encoding, except of those that have no charset label.
  for (utf8kit_encoding encoding = 1; encoding <= UTF8KIT_ENCODING_UTF_8_MB3; encoding++) {
    const char *name = utf8kit_encoding_name(encoding);
    CHECK(name != NULL);
    bool has_no_label = encoding == UTF8KIT_ENCODING_ANNEX_R || encoding == UTF8KIT_ENCODING_ANNEX_R5 ||
                        encoding == UTF8KIT_ENCODING_ISO_2022;
    CHECK_THAT(has_no_label || utf8kit_encoding_for_label(name, strlen(name)) == encoding, "%s", name);
  }
}

static void test_signatures(void) {
  static const struct {
    const char *text;
    size_t len;
    utf8kit_encoding encoding;
    size_t signature_len;
  } texts[] = {
      {TEXT(""), UTF8KIT_ENCODING_NONE, 0},
      {TEXT("abc"), UTF8KIT_ENCODING_NONE, 0},
      {TEXT("\xEF\xBB\xBFx"), UTF8KIT_ENCODING_UTF_8, 3},
      {TEXT("\xEF\xBB"), UTF8KIT_ENCODING_NONE, 0},
      {TEXT("\xFF\xFE"), UTF8KIT_ENCODING_UTF_16LE, 2},
      {TEXT("\xFE\xFF\x00x"), UTF8KIT_ENCODING_UTF_16BE, 2},
      {TEXT("\xFF\xFE\x00\x00"), UTF8KIT_ENCODING_UTF_32LE, 4},
      {TEXT("\x00\x00\xFE\xFF"), UTF8KIT_ENCODING_UTF_32BE, 4},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    size_t len = 99;
    CHECK_NUMBER(utf8kit_signature(texts[i].text, texts[i].len, &len), texts[i].encoding);
    CHECK_NUMBER(len, texts[i].signature_len);
    CHECK_NUMBER(utf8kit_signature(texts[i].text, texts[i].len, NULL), texts[i].encoding);
  }
  size_t len = 99;
  CHECK_NUMBER(utf8kit_signature(NULL, 4, &len), UTF8KIT_ENCODING_NONE);
  CHECK_NUMBER(len, 0);
}

static void test_detection(void) {
  static const struct {
    const char *text;
    size_t len;
    utf8kit_certainty certainty;
    const char *name;
    const char *language;
  } texts[] = {
      {TEXT("abc"), UTF8KIT_CERTAINTY_CERTAIN, "UTF-8", ""},
      {TEXT("caf\xC3\xA9"), UTF8KIT_CERTAINTY_VERY_LIKELY, "UTF-8", ""},
      {TEXT("\xFF\xFE" "a\0"), UTF8KIT_CERTAINTY_CERTAIN, "UTF-16LE", ""},
      {TEXT("a\0b\0c\0d\0"), UTF8KIT_CERTAINTY_VERY_LIKELY, "UTF-16LE", ""},
      {TEXT("l'\xE9l\xE8ve na\xEEt \xE0 l'\xE9" "cole o\xF9 l'\xE9t\xE9 fran\xE7" "ais \xE9tait d\xE9j\xE0 pr\xEAt"),
       UTF8KIT_CERTAINTY_VERY_LIKELY, "windows-1252", "fr"},
      {TEXT("\xB3\xAA\xB4\xC2 \xC7\xD1\xB1\xB9\xBE\xEE\xB8\xA6 \xB9\xE8\xBF\xEC\xB0\xED \xC0\xD6\xBD\xC0\xB4\xCF\xB4\xD9"),
       UTF8KIT_CERTAINTY_VERY_LIKELY, "EUC-KR", "ko"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    utf8kit_detection found = utf8kit_detect(texts[i].text, texts[i].len, true);
    CHECK_NUMBER(found.certainty, texts[i].certainty);
    CHECK_STRING(utf8kit_encoding_name(found.encoding), texts[i].name);
    CHECK_STRING(found.language, texts[i].language);
  }
  // A piece may end in the middle of a character.
  // What follows a signature is converted without one, whichever encoding was recognized.
  static const struct {
    const char *text;
    size_t len, signature_len;
  } signed_texts[] = {
      {"\xEF\xBB\xBF\xC3\xA9", 5, 3},
      {"\xFF\xFE\xE9\0", 4, 2},
      {"\xFE\xFF\0\xE9", 4, 2},
      {"\xFF\xFE\0\0\xE9\0\0\0", 8, 4},
      {"\xC3\xA9", 2, 0},
  };
  for (size_t i = 0; i < sizeof signed_texts / sizeof *signed_texts; i++) {
    const char *text = signed_texts[i].text;
    utf8kit_detection found = utf8kit_detect(text, signed_texts[i].len, true);
    CHECK_NUMBER(found.signature_len, signed_texts[i].signature_len);
    char utf8[8] = "";
    size_t len = signed_texts[i].len - found.signature_len;
    utf8kit_result result =
        utf8kit_convert(found.encoding, UTF8KIT_ENCODING_UTF_8, NULL, text + found.signature_len, len, utf8, 7);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
    CHECK_STRING(utf8, "\xC3\xA9");
  }
  CHECK_NUMBER(utf8kit_detect(TEXT("caf\xC3"), false).encoding, UTF8KIT_ENCODING_UTF_8);
  CHECK_NUMBER(utf8kit_detect(TEXT("\0\1\2\3\xFF"), true).encoding, UTF8KIT_ENCODING_NONE);
  CHECK_NUMBER(utf8kit_detect(TEXT("\0\1\2\3\xFF"), true).certainty, UTF8KIT_CERTAINTY_NONE);
  CHECK_NUMBER(utf8kit_detect(NULL, 3, true).certainty, UTF8KIT_CERTAINTY_NONE);
}

static void test_tiers(void) {
  utf8kit_tier first = utf8kit_get_tier();
  CHECK(utf8kit_tier_name(first) != NULL);
  CHECK_NUMBER(utf8kit_set_tier(UTF8KIT_TIER_PORTABLE), UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(utf8kit_get_tier(), UTF8KIT_TIER_PORTABLE);
  CHECK_STRING(utf8kit_tier_name(UTF8KIT_TIER_PORTABLE), "portable");
  CHECK_STRING(utf8kit_tier_name(UTF8KIT_TIER_SIMD128), "simd128");
  CHECK_STRING(utf8kit_tier_name(UTF8KIT_TIER_NEON), "neon");
  CHECK_STRING(utf8kit_tier_name(UTF8KIT_TIER_SSE41), "sse41");
  CHECK_STRING(utf8kit_tier_name(UTF8KIT_TIER_AVX2), "avx2");
  CHECK_STRING(utf8kit_tier_name(UTF8KIT_TIER_AVX512), "avx512");
  CHECK(utf8kit_tier_name(0) == NULL);
  CHECK(utf8kit_tier_name(7) == NULL);
  // No processor has the vectors of all of them.
  unsigned available = 0;
  for (utf8kit_tier tier = 0; tier < 10; tier++) {
    utf8kit_tier before = utf8kit_get_tier();
    if (utf8kit_set_tier(tier) == UTF8KIT_STOP_INPUT_USED) {
      CHECK_NUMBER(utf8kit_get_tier(), tier);
      available++;
    } else {
      CHECK_NUMBER(utf8kit_get_tier(), before);
    }
  }
  CHECK(available >= 1 && available <= 4);
  CHECK_NUMBER(utf8kit_set_tier(first), UTF8KIT_STOP_INPUT_USED);
}

// The numbers and sizes that compiled programs rely on.
static void test_abi(void) {
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", UTF8KIT_VERSION_MAJOR, UTF8KIT_VERSION_MINOR, UTF8KIT_VERSION_PATCH);
  CHECK_STRING(utf8kit_version(), version);
  CHECK_NUMBER(sizeof(utf8kit_decoder), 512);
  CHECK_NUMBER(sizeof(utf8kit_encoder), 512);
  CHECK_NUMBER(sizeof(utf8kit_validator), 512);
  CHECK_NUMBER(sizeof(utf8kit_result), sizeof(size_t) == 8 ? 56 : 48);
  CHECK_NUMBER(offsetof(utf8kit_result, offset), sizeof(size_t) == 8 ? 24 : 16);
  CHECK_NUMBER(offsetof(utf8kit_result, context_length), sizeof(size_t) == 8 ? 55 : 47);
  CHECK_NUMBER(UTF8KIT_STOP_INPUT_USED, 0);
  CHECK_NUMBER(UTF8KIT_STOP_OUTPUT_FULL, 1);
  CHECK_NUMBER(UTF8KIT_STOP_ILL_FORMED, 2);
  CHECK_NUMBER(UTF8KIT_STOP_NOT_REPRESENTABLE, 3);
  CHECK_NUMBER(UTF8KIT_STOP_INVALID_ARGUMENT, 4);
  CHECK_NUMBER(UTF8KIT_STOP_OUT_OF_MEMORY, 5);
  CHECK_NUMBER(UTF8KIT_ENCODING_UTF_8, 1);
  CHECK_NUMBER(UTF8KIT_ENCODING_ISO_2022, 28);
  CHECK_NUMBER(UTF8KIT_ENCODING_UTF_8_MB3, 29);
  CHECK_NUMBER(UTF8KIT_ACTION_CALL, 6);
}

int main(void) {
  test_ill_formed();
  test_other_stops();
  test_context_of_units();
  test_messages_of_other_encodings();
  test_messages_of_anything();
  test_clauses_and_kinds();
  test_encodings();
  test_signatures();
  test_detection();
  test_tiers();
  test_abi();
  return finish("results");
}
