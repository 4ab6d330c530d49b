// A plain model of the conversions: one character after the other, without the library. The tests compare the library with it.

#ifndef MODEL_H
#define MODEL_H

#include "harness.h"

enum encoding { ASCII, LATIN_1, UTF_8, UTF_16, UTF_16LE, UTF_16BE, UTF_32, ENCODINGS };

MAYBE_UNUSED static const char *const encoding_names[ENCODINGS] = {"ASCII",    "Latin-1",  "UTF-8", "UTF-16",
                                                                   "UTF-16LE", "UTF-16BE", "UTF-32"};

// The number by which the library knows the encoding; for units in native byte order that of either order.
MAYBE_UNUSED static const utf8kit_encoding encoding_numbers[ENCODINGS] = {
    UTF8KIT_ENCODING_ASCII,    UTF8KIT_ENCODING_LATIN_1,  UTF8KIT_ENCODING_UTF_8,   UTF8KIT_ENCODING_UTF_16LE,
    UTF8KIT_ENCODING_UTF_16LE, UTF8KIT_ENCODING_UTF_16BE, UTF8KIT_ENCODING_UTF_32LE};

// Returns the number of bytes of a unit.
static size_t unit_size(enum encoding encoding) {
  return encoding == UTF_16 ? 2 : encoding == UTF_32 ? 4 : 1;
}

// The largest number of units of a character.
#define MOST_UNITS 4

// A character of a text, or an ill-formed sequence.
struct item {
  uint32_t character; // if `kind` is UTF8KIT_KIND_NONE
  size_t length;      // in units
  utf8kit_kind kind;
};

static struct item item_of(uint32_t character, size_t length) {
  struct item item = {character, length, UTF8KIT_KIND_NONE};
  return item;
}

static struct item error_of(utf8kit_kind kind, size_t length) {
  struct item item = {0, length, kind};
  return item;
}

static struct item next_utf8(const unsigned char *text, size_t len) {
  unsigned char lead = text[0];
  if (lead < 0x80) return item_of(lead, 1);
  if (lead < 0xC0) return error_of(UTF8KIT_KIND_UNEXPECTED_CONTINUATION, 1);
  if (lead < 0xC2) return error_of(UTF8KIT_KIND_OVERLONG, 1);
  if (lead > 0xF7) return error_of(UTF8KIT_KIND_NEVER_VALID, 1);
  if (lead > 0xF4) return error_of(UTF8KIT_KIND_TOO_LARGE, 1);
  size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t character = lead & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++) {
    if (i == len) return error_of(UTF8KIT_KIND_UNEXPECTED_END, i);
    unsigned char byte = text[i];
    if ((byte & 0xC0) != 0x80) return error_of(UTF8KIT_KIND_MISSING_CONTINUATION, i);
    if (i == 1) {
      if ((lead == 0xE0 && byte < 0xA0) || (lead == 0xF0 && byte < 0x90))
        return error_of(UTF8KIT_KIND_OVERLONG, 1);
      if (lead == 0xED && byte >= 0xA0) return error_of(UTF8KIT_KIND_SURROGATE, 1);
      if (lead == 0xF4 && byte >= 0x90) return error_of(UTF8KIT_KIND_TOO_LARGE, 1);
    }
    character = character << 6 | (byte & 0x3Fu);
  }
  return item_of(character, length);
}

// Returns a unit of UTF-16. `encoding` is one of the three.
static uint32_t unit_of_utf16(enum encoding encoding, const void *text, size_t index) {
  const unsigned char *bytes = (const unsigned char *)text + 2 * index;
  uint16_t unit;
  switch (encoding) {
  case UTF_16LE: return (uint32_t)(bytes[0] | bytes[1] << 8);
  case UTF_16BE: return (uint32_t)(bytes[0] << 8 | bytes[1]);
  default: memcpy(&unit, bytes, 2); return unit;
  }
}

// `len` is not zero, in units of the encoding.
static struct item next_utf16(enum encoding encoding, const void *text, size_t len) {
  size_t factor = encoding == UTF_16 ? 1 : 2;
  if (len < factor) return error_of(UTF8KIT_KIND_UNEXPECTED_END, len);
  uint32_t first = unit_of_utf16(encoding, text, 0);
  if (first < 0xD800 || first > 0xDFFF) return item_of(first, factor);
  if (first < 0xDC00) {
    // More units could complete the pair.
    if (len < 2 * factor) return error_of(UTF8KIT_KIND_UNEXPECTED_END, len);
    uint32_t second = unit_of_utf16(encoding, text, 1);
    if (second >= 0xDC00 && second <= 0xDFFF)
      return item_of(0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF), 2 * factor);
  }
  return error_of(UTF8KIT_KIND_SURROGATE, factor);
}

// Returns the first character of a text that is not empty, or its first ill-formed sequence.
static struct item next_item(enum encoding encoding, const void *text, size_t len) {
  const unsigned char *bytes = (const unsigned char *)text;
  uint32_t number;
  switch (encoding) {
  case ASCII:
    if (bytes[0] < 0x80) return item_of(bytes[0], 1);
    return error_of(UTF8KIT_KIND_UNDEFINED, 1);
  case LATIN_1: return item_of(bytes[0], 1);
  case UTF_8: return next_utf8(bytes, len);
  case UTF_32:
    memcpy(&number, bytes, 4);
    if (number > 0x10FFFF) return error_of(UTF8KIT_KIND_TOO_LARGE, 1);
    if (number >= 0xD800 && number <= 0xDFFF) return error_of(UTF8KIT_KIND_SURROGATE, 1);
    return item_of(number, 1);
  default: return next_utf16(encoding, text, len);
  }
}

static size_t put_utf16(enum encoding encoding, uint32_t unit, void *units) {
  unsigned char *bytes = (unsigned char *)units;
  uint16_t native = (uint16_t)unit;
  switch (encoding) {
  case UTF_16LE: bytes[0] = (unsigned char)unit, bytes[1] = (unsigned char)(unit >> 8); return 2;
  case UTF_16BE: bytes[0] = (unsigned char)(unit >> 8), bytes[1] = (unsigned char)unit; return 2;
  default: memcpy(units, &native, 2); return 1;
  }
}

// Writes a character, and returns the number of units, or zero if the encoding cannot represent it.
static size_t put(enum encoding encoding, uint32_t character, void *units) {
  unsigned char *bytes = (unsigned char *)units;
  switch (encoding) {
  case ASCII:
  case LATIN_1:
    if (character > (encoding == ASCII ? 0x7Fu : 0xFFu)) return 0;
    bytes[0] = (unsigned char)character;
    return 1;
  case UTF_32: memcpy(units, &character, 4); return 1;
  case UTF_8:
    if (character < 0x80) {
      bytes[0] = (unsigned char)character;
      return 1;
    }
    size_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; character >>= 6) bytes[i] = (unsigned char)(0x80 | (character & 0x3F));
    bytes[0] = (unsigned char)((0xF00u >> length & 0xF0u) | character);
    return length;
  default:
    if (character < 0x10000) return put_utf16(encoding, character, units);
    size_t first = put_utf16(encoding, 0xD800 + ((character - 0x10000) >> 10), units);
    return first + put_utf16(encoding, 0xDC00 + (character & 0x3FF), bytes + 2);
  }
}

// Writes what replaces an ill-formed sequence or a character that the encoding lacks.
static size_t put_replacement(enum encoding encoding, void *units) {
  return put(encoding, encoding == ASCII || encoding == LATIN_1 ? '?' : 0xFFFD, units);
}

// Converts a text as the library should. `offset` is that of the reason, and `result.context` is not set.
MAYBE_UNUSED static utf8kit_result model(enum encoding from, enum encoding to, bool lossy, const void *src, size_t len, void *dst,
                            size_t capacity) {
  utf8kit_result result;
  memset(&result, 0, sizeof result);
  while (result.read < len) {
    unsigned char units[4 * MOST_UNITS];
    struct item item =
        next_item(from, (const char *)src + result.read * unit_size(from), len - result.read);
    size_t length = item.kind == UTF8KIT_KIND_NONE ? put(to, item.character, units) : 0;
    bool replaces = length == 0;
    if (replaces && !lossy) {
      result.offset = result.read;
      result.kind = item.kind;
      if (item.kind == UTF8KIT_KIND_NONE) {
        result.stop = UTF8KIT_STOP_NOT_REPRESENTABLE;
        result.character = item.character;
      } else {
        result.stop = UTF8KIT_STOP_ILL_FORMED;
        result.length = (uint32_t)item.length;
      }
      return result;
    }
    if (replaces) length = put_replacement(to, units);
    if (length > capacity - result.written) {
      result.stop = UTF8KIT_STOP_OUTPUT_FULL;
      return result;
    }
    if (dst) memcpy((char *)dst + result.written * unit_size(to), units, length * unit_size(to));
    result.read += item.length;
    result.written += length;
    result.replaced += replaces;
  }
  return result;
}

// The largest number of units of a random text.
#define MOST_TEXT 300

// A text, with room for any unit.
struct text {
  size_t len; // in units
  uint32_t units[MOST_TEXT + MOST_UNITS];
};

static uint32_t random_character(unsigned mood) {
  for (;;) {
    uint32_t character;
    switch (mood == 0 ? random_below(6) : mood - 1) {
    case 0: character = (uint32_t)random_below(0x80); break;
    case 1: character = 0x80 + (uint32_t)random_below(0x80); break;
    case 2: character = 0x100 + (uint32_t)random_below(0x700); break;
    case 3: character = 0x800 + (uint32_t)random_below(0xF800); break;
    case 4: character = 0x10000 + (uint32_t)random_below(0x100000); break;
    default: character = 'a' + (uint32_t)random_below(26); break;
    }
    if (character < 0xD800 || character > 0xDFFF) return character;
  }
}

// Makes a random text of up to `most` units, in which some units are damaged.
MAYBE_UNUSED static void random_text(enum encoding encoding, size_t most, unsigned damage, struct text *text) {
  unsigned mood = (unsigned)random_below(6);
  size_t size = unit_size(encoding), wanted = random_below(most + 1);
  char *units = (char *)text->units;
  text->len = 0;
  while (text->len < wanted) {
    uint32_t character = random_below(4) == 0 ? random_character(0) : random_character(mood);
    text->len += put(encoding, character, units + text->len * size);
  }
  while (text->len != 0 && damage-- != 0) {
    char *unit = units + random_below(text->len) * size;
    uint32_t number;
    switch (random_below(4)) {
    case 0: // a surrogate, a number that is too large, or a continuation
      number = 0xD800u + (uint32_t)random_below(0x800) + (uint32_t)random_below(2) * 0x110000;
      memcpy(unit, &number, size);
      break;
    case 1: *unit = (char)random_below(256); break;
    case 2: // cut off
      text->len--;
      break;
    default: // one unit is missing
      memmove(unit, unit + size, (size_t)(units + text->len * size - (unit + size)));
      text->len--;
    }
  }
}

#endif
