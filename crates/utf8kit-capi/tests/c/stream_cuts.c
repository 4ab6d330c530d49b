// Text in pieces: cut at every place it gives what the whole gives, and structures that are copied are refused.

#include "model.h"

#define TEXT(literal) literal, sizeof literal - 1
#define ALL_ENCODINGS UTF8KIT_ENCODING_ISO_2022
// The last encoding with functions for UTF-16.
#define LIBRARY_ENCODINGS UTF8KIT_ENCODING_WTF_8

// What a stream wrote and reported.
struct outcome {
  char text[4096];
  size_t len, replaced, errors;
  utf8kit_result error[128];
};

static struct memory sources, destinations;

static void note(struct outcome *outcome, const char *dst, size_t unit, const utf8kit_result *result) {
  size_t size = result->written * unit;
  if (outcome->len + size > sizeof outcome->text) {
    fprintf(stderr, "the test needs more space for text\n");
    exit(2);
  }
  memcpy(outcome->text + outcome->len, dst, size);
  outcome->len += size;
  outcome->replaced += result->replaced;
  if (result->stop > UTF8KIT_STOP_OUTPUT_FULL && outcome->errors < 128) outcome->error[outcome->errors++] = *result;
}

static void check_same(const struct outcome *found, const struct outcome *expected, const char *what) {
  CHECK_THAT(found->len == expected->len && memcmp(found->text, expected->text, found->len) == 0,
             "%s: other text than from the whole", what);
  CHECK_THAT(found->replaced == expected->replaced, "%s: %lu replaced, expected %lu", what,
             (unsigned long)found->replaced, (unsigned long)expected->replaced);
  CHECK_THAT(found->errors == expected->errors, "%s: %lu errors, expected %lu", what, (unsigned long)found->errors,
             (unsigned long)expected->errors);
  for (size_t i = 0; i < found->errors && i < expected->errors; i++) {
    const utf8kit_result *a = &found->error[i], *b = &expected->error[i];
    CHECK_THAT(a->stop == b->stop && a->offset == b->offset && a->kind == b->kind && a->length == b->length &&
                   a->character == b->character,
               "%s: stop %u at %lu, kind %u, length %u, character %X; expected stop %u at %lu, kind %u, length %u, "
               "character %X",
               what, a->stop, (unsigned long)a->offset, a->kind, a->length, a->character, b->stop,
               (unsigned long)b->offset, b->kind, b->length, b->character);
  }
}

// A stream: how it takes a piece and ends a text.
struct stream {
  enum { DECODE_UTF_8, DECODE_UTF_16, ENCODE_UTF_8, ENCODE_UTF_16, VALIDATE } task;
  void *codec;
};

static size_t source_unit(const struct stream *stream) { return stream->task == ENCODE_UTF_16 ? 2 : 1; }
static size_t destination_unit(const struct stream *stream) { return stream->task == DECODE_UTF_16 ? 2 : 1; }

static utf8kit_result push(const struct stream *stream, const char *src, size_t len, char *dst, size_t capacity) {
  switch (stream->task) {
  case DECODE_UTF_8: return utf8kit_decoder_to_utf8((utf8kit_decoder *)stream->codec, src, len, dst, capacity);
  case DECODE_UTF_16:
    return utf8kit_decoder_to_utf16((utf8kit_decoder *)stream->codec, src, len, (uint16_t *)(void *)dst, capacity);
  case ENCODE_UTF_8: return utf8kit_encoder_from_utf8((utf8kit_encoder *)stream->codec, src, len, dst, capacity);
  case ENCODE_UTF_16:
    return utf8kit_encoder_from_utf16((utf8kit_encoder *)stream->codec, (const uint16_t *)(const void *)src, len, dst,
                                      capacity);
  default: return utf8kit_validator_push((utf8kit_validator *)stream->codec, src, len);
  }
}

static utf8kit_result end(const struct stream *stream, char *dst, size_t capacity) {
  switch (stream->task) {
  case DECODE_UTF_8: return utf8kit_decoder_finish_utf8((utf8kit_decoder *)stream->codec, dst, capacity);
  case DECODE_UTF_16:
    return utf8kit_decoder_finish_utf16((utf8kit_decoder *)stream->codec, (uint16_t *)(void *)dst, capacity);
  case ENCODE_UTF_8:
  case ENCODE_UTF_16: return utf8kit_encoder_finish((utf8kit_encoder *)stream->codec, dst, capacity);
  default: return utf8kit_validator_finish((utf8kit_validator *)stream->codec);
  }
}

// Passes a piece or the end to a stream until it is used.
static void feed(const struct stream *stream, const char *src, size_t len, bool ends, size_t capacity,
                 struct outcome *outcome) {
  size_t size = len * source_unit(stream);
  char *piece = at_end(sources, size);
  if (size != 0) memcpy(piece, src, size);
  for (unsigned calls = 0;; calls++) {
    char *dst = at_end(destinations, capacity * destination_unit(stream));
    memset(dst - 64, CANARY, 64);
    utf8kit_result result =
        ends ? end(stream, dst, capacity) : push(stream, piece, len, dst, capacity);
    CHECK(result.read <= len && result.written <= capacity && is_canary(dst - 64, dst));
    note(outcome, dst, destination_unit(stream), &result);
    piece += result.read * source_unit(stream);
    len -= result.read;
    if (result.stop == UTF8KIT_STOP_INPUT_USED) {
      CHECK_NUMBER(len, 0);
      return;
    }
    bool fails = result.stop == UTF8KIT_STOP_INVALID_ARGUMENT || calls > 10000;
    CHECK_THAT(!fails, "stop %u after %u calls", result.stop, calls);
    if (fails) return;
  }
}

// Passes a text in pieces: up to `first` units, and then pieces of `step` units.
static struct outcome *in_pieces(const struct stream *stream, const char *src, size_t len, size_t first, size_t step,
                                 size_t capacity, struct outcome *outcome) {
  size_t unit = source_unit(stream);
  outcome->len = outcome->replaced = outcome->errors = 0;
  feed(stream, src, first, false, capacity, outcome);
  for (size_t at = first; at < len; at += step)
    feed(stream, src + at * unit, len - at < step ? len - at : step, false, capacity, outcome);
  feed(stream, NULL, 0, true, capacity, outcome);
  return outcome;
}

static void reset(const struct stream *stream) {
  switch (stream->task) {
  case DECODE_UTF_8:
  case DECODE_UTF_16: utf8kit_decoder_reset((utf8kit_decoder *)stream->codec); break;
  case ENCODE_UTF_8:
  case ENCODE_UTF_16: utf8kit_encoder_reset((utf8kit_encoder *)stream->codec); break;
  default: utf8kit_validator_reset((utf8kit_validator *)stream->codec);
  }
}

// Checks a stream with a text that is cut at every place where it may be cut.
static void check_cuts(const struct stream *stream, const char *src, size_t len, const char *what) {
  static struct outcome whole, pieces;
  // Destinations of this size always make progress. A character has up to six bytes in CESU-8. In ISO/IEC 2022, the first one is
  // written with three that announce it.
  size_t encoded = strcmp(what, "ISO-2022") == 0 ? 3 + 4 : 6;
  size_t least = stream->task == DECODE_UTF_16 ? 2 : stream->task == DECODE_UTF_8 ? 4 : encoded;
  in_pieces(stream, src, len, len, 1, 1024, &whole);
  for (size_t cut = 0; cut <= len; cut++) {
    if (stream->task == ENCODE_UTF_8 && !utf8kit_utf8_is_boundary(src, len, cut)) continue;
    reset(stream);
    in_pieces(stream, src, len, cut, len, 1024, &pieces);
    check_same(&pieces, &whole, what);
    reset(stream);
    in_pieces(stream, src, len, cut, len, least + cut % 5, &pieces);
    check_same(&pieces, &whole, what);
  }
  if (stream->task != ENCODE_UTF_8)
    for (size_t step = 1; step < 4; step++) {
      reset(stream);
      in_pieces(stream, src, len, 0, step, least + step - 1, &pieces);
      check_same(&pieces, &whole, what);
    }
  reset(stream);
}

// Makes a text in an encoding, and damages it. Returns its length.
static size_t text_in(utf8kit_encoding encoding, unsigned damage, char *text, size_t capacity) {
  utf8kit_policy replace;
  memset(&replace, 0, sizeof replace);
  replace.action = UTF8KIT_ACTION_REPLACE;
  replace.character = '?';
  char utf8[40];
  size_t len = 0;
  unsigned mood = (unsigned)random_below(6);
  while (len < 30) len += put(UTF_8, random_character(random_below(3) == 0 ? 0 : mood), utf8 + len);
  if (encoding == UTF8KIT_ENCODING_UNICODE_1_1_UTF_8) encoding = UTF8KIT_ENCODING_OLD_HANGUL_UTF_8;
  if (encoding == UTF8KIT_ENCODING_ISO_2022) {
    // Announced UTF-8 between text of the outer encoding.
    memcpy(text, "ab\x1B%G", 5);
    memcpy(text + 5, utf8, len);
    memcpy(text + 5 + len, "\x1B%@xy", 5);
    len += 10;
  } else {
    utf8kit_result result = utf8kit_encode(encoding, &replace, utf8, len, text, capacity);
    CHECK_THAT(result.stop == UTF8KIT_STOP_INPUT_USED || result.stop == UTF8KIT_STOP_NOT_REPRESENTABLE, "%s: %u",
               utf8kit_encoding_name(encoding), result.stop);
    len = result.written;
  }
  while (damage-- != 0 && len != 0) {
    size_t at = random_below(len);
    if (random_below(3) == 0) {
      memmove(text + at, text + at + 1, len - at - 1);
      len--;
    } else {
      text[at] = (char)(random_below(2) ? random_below(256) : 0xD8);
    }
  }
  return len;
}

static bool replace_by_kind(void *user, const char *bytes, size_t len, utf8kit_kind kind,
                            utf8kit_replacement *replacement) {
  char *text = (char *)user;
  size_t size = (size_t)snprintf(text, 32, "<%u:", kind);
  for (size_t i = 0; i < len && i < 6; i++) size += (size_t)snprintf(text + size, 32 - size, "%02X", (unsigned char)bytes[i]);
  replacement->text = text;
  replacement->len = size;
  return kind != UTF8KIT_KIND_UNEXPECTED_END;
}

static void test_decoders(void) {
  char user[32], text[400];
  utf8kit_policy policies[3];
  memset(policies, 0, sizeof policies);
  policies[1].action = UTF8KIT_ACTION_REPLACE;
  policies[2].action = UTF8KIT_ACTION_CALL;
  policies[2].replace = replace_by_kind;
  policies[2].user = user;
  utf8kit_decoder decoder;
  for (utf8kit_encoding encoding = 1; encoding <= ALL_ENCODINGS; encoding++)
    for (size_t i = 0; i < 3; i++)
      for (unsigned round = 0; round < rounds(8); round++) {
        size_t len = text_in(encoding, round % 4, text, sizeof text);
        utf8kit_signature_policy signature = (utf8kit_signature_policy)(round % 5);
        CHECK_NUMBER(utf8kit_decoder_init(&decoder, encoding, signature, &policies[i]), UTF8KIT_STOP_INPUT_USED);
        struct stream stream = {DECODE_UTF_8, &decoder};
        check_cuts(&stream, text, len, utf8kit_encoding_name(encoding));
        if (encoding > LIBRARY_ENCODINGS) continue;
        CHECK_NUMBER(utf8kit_decoder_init(&decoder, encoding, signature, &policies[i]), UTF8KIT_STOP_INPUT_USED);
        stream.task = DECODE_UTF_16;
        check_cuts(&stream, text, len, utf8kit_encoding_name(encoding));
      }
}

static void test_encoders(void) {
  char user[32];
  struct text text;
  utf8kit_policy policies[3];
  memset(policies, 0, sizeof policies);
  policies[1].action = UTF8KIT_ACTION_REPLACE;
  policies[1].character = '?';
  policies[2].action = UTF8KIT_ACTION_CALL;
  policies[2].replace = replace_by_kind;
  policies[2].user = user;
  utf8kit_encoder encoder;
  for (utf8kit_encoding encoding = 1; encoding <= ALL_ENCODINGS; encoding++)
    for (size_t i = 0; i < 3; i++)
      for (unsigned round = 0; round < rounds(8); round++) {
        utf8kit_stop stop = utf8kit_encoder_init(&encoder, encoding, &policies[i]);
        if (encoding == UTF8KIT_ENCODING_UNICODE_1_1_UTF_8) {
          CHECK_NUMBER(stop, UTF8KIT_STOP_INVALID_ARGUMENT);
          continue;
        }
        CHECK_NUMBER(stop, UTF8KIT_STOP_INPUT_USED);
        random_text(UTF_8, 30, 0, &text);
        struct stream stream = {ENCODE_UTF_8, &encoder};
        check_cuts(&stream, (char *)text.units, text.len, utf8kit_encoding_name(encoding));
        if (encoding > LIBRARY_ENCODINGS) continue;
        CHECK_NUMBER(utf8kit_encoder_init(&encoder, encoding, &policies[i]), UTF8KIT_STOP_INPUT_USED);
        random_text(UTF_16, 30, round % 3, &text);
        stream.task = ENCODE_UTF_16;
        check_cuts(&stream, (char *)text.units, text.len, utf8kit_encoding_name(encoding));
      }
  // Ill-formed UTF-8 stops an encoder, which goes on after it.
  char dst[16];
  CHECK_NUMBER(utf8kit_encoder_init(&encoder, UTF8KIT_ENCODING_UTF_16BE, NULL), UTF8KIT_STOP_INPUT_USED);
  utf8kit_result result = utf8kit_encoder_from_utf8(&encoder, "a\xFF" "b", 3, dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.read, 2);
  CHECK_NUMBER(result.written, 2);
  CHECK_NUMBER(result.offset, 1);
  CHECK_NUMBER(result.kind, UTF8KIT_KIND_NEVER_VALID);
  result = utf8kit_encoder_from_utf8(&encoder, "b", 1, dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_BYTES(dst, "\0b", 2);
  // The offset of a second error counts the first one.
  result = utf8kit_encoder_from_utf8(&encoder, "\xC0", 1, dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.offset, 3);
  CHECK_NUMBER(utf8kit_encoder_position(&encoder), 4);
  utf8kit_encoder_reset(&encoder);
  CHECK_NUMBER(utf8kit_encoder_position(&encoder), 0);
}

static void test_validators(void) {
  char text[400];
  utf8kit_validator validator;
  for (utf8kit_encoding encoding = 1; encoding <= ALL_ENCODINGS; encoding++)
    for (unsigned round = 0; round < rounds(16); round++) {
      size_t len = text_in(encoding, round % 4, text, sizeof text);
      CHECK_NUMBER(utf8kit_validator_init(&validator, encoding, round % 5), UTF8KIT_STOP_INPUT_USED);
      struct stream stream = {VALIDATE, &validator};
      check_cuts(&stream, text, len, utf8kit_encoding_name(encoding));
      if (round % 5 != UTF8KIT_SIGNATURE_DEFAULT) continue;
      // The first error is that of the whole text.
      static struct outcome outcome;
      in_pieces(&stream, text, len, 0, 3, 0, &outcome);
      utf8kit_result whole = utf8kit_validate(encoding, text, len);
      CHECK_NUMBER(outcome.errors != 0, whole.stop == UTF8KIT_STOP_ILL_FORMED);
      if (outcome.errors != 0) {
        CHECK_NUMBER(outcome.error[0].offset, whole.offset);
        CHECK_NUMBER(outcome.error[0].kind, whole.kind);
      }
    }
}

// Positions are those of the whole text, and continue after errors.
static void test_positions(void) {
  utf8kit_decoder decoder;
  utf8kit_validator validator;
  char dst[16];
  utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_DEFAULT, NULL);
  CHECK_NUMBER(utf8kit_decoder_position(&decoder), 0);
  CHECK_NUMBER(utf8kit_decoder_encoding(&decoder), UTF8KIT_ENCODING_UTF_8);
  utf8kit_result result = utf8kit_decoder_to_utf8(&decoder, TEXT("abc\xE2"), dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(result.read, 4);
  CHECK_NUMBER(result.written, 3);
  CHECK_NUMBER(utf8kit_decoder_position(&decoder), 3);
  result = utf8kit_decoder_to_utf8(&decoder, TEXT("\x82\xAC" "d\xFF" "e"), dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.read, 4);
  CHECK_NUMBER(result.written, 4);
  CHECK_NUMBER(result.offset, 7);
  CHECK_NUMBER(utf8kit_decoder_position(&decoder), 8);
  result = utf8kit_decoder_to_utf8(&decoder, TEXT("e"), dst, sizeof dst);
  CHECK_NUMBER(utf8kit_decoder_position(&decoder), 9);
  utf8kit_decoder_reset(&decoder);
  CHECK_NUMBER(utf8kit_decoder_position(&decoder), 0);
  // The end of a cut sequence is an error of the end.
  result = utf8kit_decoder_to_utf8(&decoder, TEXT("a\xE2\x82"), dst, sizeof dst);
  result = utf8kit_decoder_finish_utf8(&decoder, dst, sizeof dst);
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.kind, UTF8KIT_KIND_UNEXPECTED_END);
  CHECK_NUMBER(result.offset, 1);
  CHECK_NUMBER(result.length, 2);
  CHECK_NUMBER(utf8kit_decoder_finish_utf8(&decoder, dst, sizeof dst).stop, UTF8KIT_STOP_INPUT_USED);

  utf8kit_validator_init(&validator, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_DEFAULT);
  result = utf8kit_validator_push(&validator, TEXT("ab\xFF" "c"));
  CHECK_NUMBER(result.stop, UTF8KIT_STOP_ILL_FORMED);
  CHECK_NUMBER(result.read, 3);
  CHECK_NUMBER(result.offset, 2);
  CHECK_NUMBER(utf8kit_validator_position(&validator), 3);
  utf8kit_validator_reset(&validator);
  CHECK_NUMBER(utf8kit_validator_position(&validator), 0);
}

static void test_signatures(void) {
  static const struct {
    utf8kit_encoding encoding;
    utf8kit_signature_policy signature;
    const char *text;
    size_t len;
    const char *decoded;
    utf8kit_encoding found;
  } texts[] = {
      {UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_DEFAULT, TEXT("\xEF\xBB\xBFx"), "\xEF\xBB\xBFx", UTF8KIT_ENCODING_UTF_8},
      {UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_REMOVE, TEXT("\xEF\xBB\xBFx"), "x", UTF8KIT_ENCODING_UTF_8},
      {UTF8KIT_ENCODING_UTF_16, UTF8KIT_SIGNATURE_DEFAULT, TEXT("\xFF\xFEx\0"), "x", UTF8KIT_ENCODING_UTF_16LE},
      {UTF8KIT_ENCODING_UTF_16, UTF8KIT_SIGNATURE_DEFAULT, TEXT("\0x"), "x", UTF8KIT_ENCODING_UTF_16BE},
      {UTF8KIT_ENCODING_UTF_16BE, UTF8KIT_SIGNATURE_BYTE_ORDER, TEXT("\xFF\xFEx\0"), "x", UTF8KIT_ENCODING_UTF_16LE},
      {UTF8KIT_ENCODING_LATIN_1, UTF8KIT_SIGNATURE_DETECT, TEXT("\xFE\xFF\0x"), "x", UTF8KIT_ENCODING_UTF_16BE},
      {UTF8KIT_ENCODING_LATIN_1, UTF8KIT_SIGNATURE_DETECT, TEXT("\xE9"), "\xC3\xA9", UTF8KIT_ENCODING_LATIN_1},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    utf8kit_decoder decoder;
    char dst[32];
    CHECK_NUMBER(utf8kit_decoder_init(&decoder, texts[i].encoding, texts[i].signature, NULL), UTF8KIT_STOP_INPUT_USED);
    utf8kit_result result = utf8kit_decoder_to_utf8(&decoder, texts[i].text, texts[i].len, dst, sizeof dst);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
    size_t len = result.written;
    result = utf8kit_decoder_finish_utf8(&decoder, dst + len, sizeof dst - len);
    CHECK_NUMBER(result.stop, UTF8KIT_STOP_INPUT_USED);
    len += result.written;
    CHECK_THAT(len == strlen(texts[i].decoded) && memcmp(dst, texts[i].decoded, len) == 0, "text %lu", (unsigned long)i);
    CHECK_NUMBER(utf8kit_decoder_encoding(&decoder), texts[i].found);
  }
}

// Structures that were never initialized, were copied, or that an initialization refused.
static void test_refused(void) {
  char dst[16];
  uint16_t units[16] = {'a'};
  static utf8kit_decoder decoder, other_decoder;
  static utf8kit_encoder encoder, other_encoder;
  static utf8kit_validator validator, other_validator;
  for (int round = 0; round < 4; round++) {
    utf8kit_decoder *d = &decoder;
    utf8kit_encoder *e = &encoder;
    utf8kit_validator *v = &validator;
    switch (round) {
    case 0: break; // zero
    case 1:        // copied
      CHECK_NUMBER(utf8kit_decoder_init(&other_decoder, 1, 0, NULL), UTF8KIT_STOP_INPUT_USED);
      CHECK_NUMBER(utf8kit_encoder_init(&other_encoder, 1, NULL), UTF8KIT_STOP_INPUT_USED);
      CHECK_NUMBER(utf8kit_validator_init(&other_validator, 1, 0), UTF8KIT_STOP_INPUT_USED);
      decoder = other_decoder;
      encoder = other_encoder;
      validator = other_validator;
      break;
    case 2: // refused
      CHECK_NUMBER(utf8kit_decoder_init(&decoder, 1, 0, NULL), UTF8KIT_STOP_INPUT_USED);
      CHECK_NUMBER(utf8kit_encoder_init(&encoder, 1, NULL), UTF8KIT_STOP_INPUT_USED);
      CHECK_NUMBER(utf8kit_validator_init(&validator, 1, 0), UTF8KIT_STOP_INPUT_USED);
      CHECK_NUMBER(utf8kit_decoder_init(&decoder, 0, 0, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
      CHECK_NUMBER(utf8kit_encoder_init(&encoder, 0, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
      CHECK_NUMBER(utf8kit_validator_init(&validator, 0, 0), UTF8KIT_STOP_INVALID_ARGUMENT);
      break;
    default: d = NULL, e = NULL, v = NULL;
    }
    CHECK_NUMBER(utf8kit_decoder_to_utf8(d, "a", 1, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_decoder_to_utf16(d, "a", 1, units, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_decoder_finish_utf8(d, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_decoder_finish_utf16(d, units, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_decoder_encoding(d), UTF8KIT_ENCODING_NONE);
    CHECK_NUMBER(utf8kit_decoder_position(d), 0);
    utf8kit_decoder_reset(d);
    CHECK_NUMBER(utf8kit_encoder_from_utf8(e, "a", 1, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_encoder_from_utf16(e, units, 1, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_encoder_finish(e, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    utf8kit_encoder_reset(e);
    CHECK_NUMBER(utf8kit_validator_push(v, "a", 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_validator_finish(v).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
    CHECK_NUMBER(utf8kit_validator_position(v), 0);
    utf8kit_validator_reset(v);
  }
  // The original of a copy still works.
  CHECK_NUMBER(utf8kit_decoder_to_utf8(&other_decoder, "a", 1, dst, 16).stop, UTF8KIT_STOP_INPUT_USED);

  // Arguments of initializations.
  CHECK_NUMBER(utf8kit_decoder_init(NULL, 1, 0, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decoder_init(&decoder, 1, 5, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8_MB3 + 1, 0, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decoder_init((utf8kit_decoder *)(void *)((char *)&decoder + 4), 1, 0, NULL),
               UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_encoder_init(NULL, 1, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_encoder_init(&encoder, UTF8KIT_ENCODING_UNICODE_1_1_UTF_8, NULL), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_validator_init(NULL, 1, 0), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_validator_init(&validator, 1, 9), UTF8KIT_STOP_INVALID_ARGUMENT);
  utf8kit_policy unknown;
  memset(&unknown, 0, sizeof unknown);
  unknown.action = 100;
  CHECK_NUMBER(utf8kit_decoder_init(&decoder, 1, 0, &unknown), UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_encoder_init(&encoder, 1, &unknown), UTF8KIT_STOP_INVALID_ARGUMENT);

  // UTF-16 in pieces, from and to an encoding that has a state.
  const uint16_t euro[] = {0x20AC};
  CHECK_NUMBER(utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_7, 0, NULL), UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(utf8kit_decoder_to_utf16(&decoder, "+IK", 3, units, 16).written, 0);
  CHECK_NUMBER(utf8kit_decoder_to_utf16(&decoder, "w-", 2, units, 16).written, 1);
  CHECK_NUMBER(units[0], 0x20AC);
  CHECK_NUMBER(utf8kit_decoder_finish_utf16(&decoder, units, 16).stop, UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(utf8kit_encoder_init(&encoder, UTF8KIT_ENCODING_UTF_7, NULL), UTF8KIT_STOP_INPUT_USED);
  size_t written = utf8kit_encoder_from_utf16(&encoder, euro, 1, dst, 16).written;
  written += utf8kit_encoder_finish(&encoder, dst + written, 16 - written).written;
  CHECK_NUMBER(written, 5);
  CHECK_NUMBER(memcmp(dst, "+IKw-", 5), 0);

  // Arguments of steps: nothing is lost.
  CHECK_NUMBER(utf8kit_decoder_init(&decoder, 1, 0, NULL), UTF8KIT_STOP_INPUT_USED);
  CHECK_NUMBER(utf8kit_decoder_to_utf8(&decoder, NULL, 1, dst, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decoder_to_utf8(&decoder, "a", 1, NULL, 16).stop, UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decoder_to_utf16(&decoder, "a", 1, (uint16_t *)(void *)((char *)units + 1), 4).stop,
               UTF8KIT_STOP_INVALID_ARGUMENT);
  CHECK_NUMBER(utf8kit_decoder_position(&decoder), 0);
  CHECK_NUMBER(utf8kit_decoder_to_utf8(&decoder, "a", 1, dst, 16).written, 1);
}

int main(void) {
  sources = memory_new();
  destinations = memory_new();
  test_decoders();
  test_encoders();
  test_validators();
  test_positions();
  test_signatures();
  test_refused();
  memory_free(sources);
  memory_free(destinations);
  return finish("stream_cuts");
}
