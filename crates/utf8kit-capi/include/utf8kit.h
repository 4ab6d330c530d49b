/*
 * utf8kit: validates, converts, streams and repairs UTF-8 and related encodings.
 *
 * Generated from the Rust sources by `cargo xtask header`. Do not edit it.
 *
 * Rules of all functions:
 *
 * - A source is a pointer and its number of units. A destination is a pointer and its capacity in units, which need not be
 *   initialized. The two do not overlap. Nothing outside of the destination is written, whatever the source is.
 * - Units are bytes (char), or 16- or 32-bit code units in native byte order (uint16_t, uint32_t). UTF-16 and UTF-32 in bytes of
 *   either byte order are encodings: see utf8kit_convert.
 * - A capacity says how much memory there is, not how much will be needed: vectors are written as a whole wherever there is room,
 *   also after what `written` counts. So one that cannot be, over PTRDIFF_MAX bytes, is refused as an argument that is not allowed.
 * - NULL with a length of zero is an empty text. NULL with another length, and a pointer to 16- or 32-bit units that is not
 *   aligned for them, are refused: UTF8KIT_STOP_INVALID_ARGUMENT. Pointers to bytes need no alignment.
 * - A conversion says how far it got and why it stopped there: see utf8kit_result. It can be called again for the rest, but for
 *   utf8kit_decode and utf8kit_encode with a policy, for which there are streams.
 * - Functions whose names end in _lossy write U+FFFD, or a question mark where the encoding lacks it, instead of stopping.
 * - A signature is U+FEFF at the beginning of a text, also called byte order mark (BOM). A character is a Unicode scalar value: a
 *   code point that is no surrogate. Where the user sees one character, there can be several; to count those, and the columns that
 *   they take, is the work of other libraries, such as ICU.
 * - All functions can be called from any thread. A structure is used by one thread at a time.
 * - A function that the library calls back returns: it neither throws nor jumps.
 */

#ifndef UTF8KIT_H
#define UTF8KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes compilers warn where a program ignores the result of a function.
#ifndef UTF8KIT_MUST_USE
#if defined(__cplusplus) && __cplusplus >= 201703L
#define UTF8KIT_MUST_USE [[nodiscard]]
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
#define UTF8KIT_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define UTF8KIT_MUST_USE __attribute__((warn_unused_result))
#else
#define UTF8KIT_MUST_USE
#endif
#endif

// Whether this header is of this version or a later one, for `#if`.
#define UTF8KIT_VERSION_AT_LEAST(major, minor, patch) \
  (UTF8KIT_VERSION_MAJOR * 1000000 + UTF8KIT_VERSION_MINOR * 1000 + UTF8KIT_VERSION_PATCH >= \
   (major) * 1000000 + (minor) * 1000 + (patch))

// The version of this header: programs that were compiled with it run with all libraries of the same `UTF8KIT_VERSION_MAJOR`, and
// while that is zero, of the same `UTF8KIT_VERSION_MINOR`.
#define UTF8KIT_VERSION_MAJOR 0

// The minor version of this header.
#define UTF8KIT_VERSION_MINOR 1

// The patch version of this header.
#define UTF8KIT_VERSION_PATCH 0

// Why a function returned. The numbers are fixed, and none is used again for something else.
typedef uint32_t utf8kit_stop;

// The kind of an error. The numbers are fixed, and none is used again for something else.
typedef uint32_t utf8kit_kind;

// How far a function got, and why it stopped there.
//
// Units are those of the source and of the destination: bytes, or 16- or 32-bit code units.
typedef struct utf8kit_result {
  // The number of units of the source that were read. A function for a whole text stops before the ill-formed sequence or
  // the character that stopped it, and a function of a stream after it.
  size_t read;
  // The number of units of the destination that were written. What is after them is unspecified, and nothing is written
  // outside of the destination.
  size_t written;
  // The number of ill-formed sequences and characters that were replaced.
  size_t replaced;
  // The offset of what stopped the function, in units from the beginning of the text; in a stream, of all its pieces.
  uint64_t offset;
  // Why the function returned: `UTF8KIT_STOP_...`.
  utf8kit_stop stop;
  // The kind of the error, if the source is ill-formed: `UTF8KIT_KIND_...`.
  utf8kit_kind kind;
  // The number of units of the ill-formed sequence.
  uint32_t length;
  // The character or number that the destination's encoding cannot represent.
  uint32_t character;
  // The ill-formed bytes and those after them, as far as they are known. Code units of 16 and 32 bits are in big-endian
  // order. `utf8kit_message` takes them from here.
  uint8_t context[7];
  // The number of bytes in `context`.
  uint8_t context_length;
} utf8kit_result;

// An encoding of text in bytes. The numbers are fixed, and none is used again for something else.
//
// The encodings that are not of Unicode (`windows-1252`, `IBM437`, `Shift_JIS`, `EUC-KR`, …) have numbers from 1000 on and no
// constants: `utf8kit_encoding_for_label` finds them by their names.
typedef uint32_t utf8kit_encoding;

// What to do with an ill-formed sequence. The numbers are fixed, and none is used again for something else.
typedef uint32_t utf8kit_action;

// The text that replaces an ill-formed sequence.
typedef struct utf8kit_replacement {
  // Well-formed UTF-8. It stays valid until the function is called again, or the text or its stream ends.
  const char *text;
  // The number of bytes of `text`.
  size_t len;
  // The number of bytes of the source that it replaces, from the first of the sequence on, or zero for those of the
  // sequence.
  size_t takes;
} utf8kit_replacement;

// An error policy. Where a function takes a pointer to one, NULL is `UTF8KIT_ACTION_FAIL`.
//
// What a stream's policy points to stays valid as long as the stream is used; the structure itself is copied.
typedef struct utf8kit_policy {
  // What to do: `UTF8KIT_ACTION_...`.
  utf8kit_action action;
  // `UTF8KIT_ACTION_REPLACE`: the character, or zero for U+FFFD.
  uint32_t character;
  // `UTF8KIT_ACTION_LEGACY`: the 128 characters of the bytes 0x80 to 0xFF in a single-byte encoding.
  const uint32_t *table;
  // `UTF8KIT_ACTION_CALL`: a function that is called with `user`, the ill-formed bytes and the kind of the error. It sets
  // `replacement`, which is empty before, and returns `true`; or it returns `false`, and the call stops with the error.
  bool (*replace)(void *user, const char *bytes, size_t len, utf8kit_kind kind, struct utf8kit_replacement *replacement);
  // `UTF8KIT_ACTION_CALL`: the first argument of `replace`.
  void *user;
} utf8kit_policy;

// Where the functions that return new text take its memory from. Where a function takes a pointer to one, NULL is `malloc`, and
// `free` frees the text.
typedef struct utf8kit_allocator {
  // Returns a block of `size` bytes, which is never zero, or NULL if there is none.
  void *(*allocate)(void *user, size_t size);
  // The first argument of `allocate`.
  void *user;
} utf8kit_allocator;

// How sure it is that a text is in an encoding. The numbers are fixed, and a larger one is surer.
typedef uint32_t utf8kit_certainty;

// What is known of the encoding of a text.
typedef struct utf8kit_detection {
  // The encoding, or `UTF8KIT_ENCODING_NONE` if the bytes are not text.
  utf8kit_encoding encoding;
  // How sure that is: `UTF8KIT_CERTAINTY_...`.
  utf8kit_certainty certainty;
  // The language that the text reads best in, if it was recognized by its letters: a tag of BCP 47, such as `hu` or `zh-Hans`,
  // followed by NULs. Else empty.
  char language[16];
  // The number of bytes of the signature that the text begins with, or zero. What follows it is converted without one; an encoding
  // whose decoder removes it, such as UTF-16, has none here.
  size_t signature_len;
} utf8kit_detection;

// Decodes text that arrives in pieces. Its size is 512 bytes.
//
// Set it to zero or initialize it before it is used. It must not be copied or moved after that; a copy, and a structure of another
// type, is refused with `UTF8KIT_STOP_INVALID_ARGUMENT`. It holds no memory: there is nothing to free.
typedef struct utf8kit_decoder {
  // The library's.
  uint64_t state[64];
} utf8kit_decoder;

// What a decoder or validator does with a signature, U+FEFF at the very beginning of a text. The numbers are fixed.
typedef uint32_t utf8kit_signature_policy;

// Encodes text that arrives in pieces. Its size is 512 bytes. The rules of `utf8kit_decoder` apply.
typedef struct utf8kit_encoder {
  // The library's.
  uint64_t state[64];
} utf8kit_encoder;

// Validates text that arrives in pieces. Its size is 512 bytes. The rules of `utf8kit_decoder` apply.
typedef struct utf8kit_validator {
  // The library's.
  uint64_t state[64];
} utf8kit_validator;

// An instruction set. The numbers are fixed, and none is used again for something else.
typedef uint32_t utf8kit_tier;

// The bytes are not text.
#define UTF8KIT_CERTAINTY_NONE 0

// The text is short, or has few bytes that decide.
#define UTF8KIT_CERTAINTY_POSSIBLE 1

// Most such texts are in this encoding.
#define UTF8KIT_CERTAINTY_LIKELY 2

// Nearly all such texts are in this encoding.
#define UTF8KIT_CERTAINTY_VERY_LIKELY 3

// The bytes leave no doubt.
#define UTF8KIT_CERTAINTY_CERTAIN 4

// No encoding: the label is unknown, or the bytes are not text.
#define UTF8KIT_ENCODING_NONE 0

// UTF-8 (RFC 3629). A signature is text.
#define UTF8KIT_ENCODING_UTF_8 1

// UTF-16, the least significant byte first. A signature is text.
#define UTF8KIT_ENCODING_UTF_16LE 2

// UTF-16, the most significant byte first. A signature is text.
#define UTF8KIT_ENCODING_UTF_16BE 3

// UTF-32, the least significant byte first. A signature is text.
#define UTF8KIT_ENCODING_UTF_32LE 4

// UTF-32, the most significant byte first. A signature is text.
#define UTF8KIT_ENCODING_UTF_32BE 5

// Latin-1 (ISO/IEC 8859-1): U+0000 to U+00FF.
#define UTF8KIT_ENCODING_LATIN_1 6

// ASCII: U+0000 to U+007F.
#define UTF8KIT_ENCODING_ASCII 7

// UTF-8 of RFC 2279, of up to six bytes.
#define UTF8KIT_ENCODING_RFC_2279 8

// UTF-8 of ISO/IEC 10646-1 Annex R.
#define UTF8KIT_ENCODING_ANNEX_R 9

// UTF-8 of Annex R by the letter of R.5, which reads overlong sequences. Not for text that is not trusted.
#define UTF8KIT_ENCODING_ANNEX_R5 10

// CESU-8 (UTR #26).
#define UTF8KIT_ENCODING_CESU_8 11

// Modified UTF-8, as Java writes it.
#define UTF8KIT_ENCODING_MODIFIED_UTF_8 12

// WTF-8: UTF-8 with unpaired surrogates.
#define UTF8KIT_ENCODING_WTF_8 13

// UTF-8 with a signature: a decoder removes one, an encoder writes one.
#define UTF8KIT_ENCODING_UTF_8_SIGNATURE 14

// UTF-16 (RFC 2781): a decoder takes the byte order from the signature, and big-endian without one. An encoder writes
// little-endian with a signature.
#define UTF8KIT_ENCODING_UTF_16 15

// UTF-32, as `UTF8KIT_ENCODING_UTF_16`.
#define UTF8KIT_ENCODING_UTF_32 16

// UCS-2: a decoder takes the byte order from the signature, and big-endian without one. An encoder writes big-endian.
#define UTF8KIT_ENCODING_UCS_2 17

// UCS-2, the least significant byte first.
#define UTF8KIT_ENCODING_UCS_2LE 18

// UCS-2, the most significant byte first.
#define UTF8KIT_ENCODING_UCS_2BE 19

// UCS-4, as `UTF8KIT_ENCODING_UCS_2`.
#define UTF8KIT_ENCODING_UCS_4 20

// UCS-4, the least significant byte first.
#define UTF8KIT_ENCODING_UCS_4LE 21

// UCS-4, the most significant byte first.
#define UTF8KIT_ENCODING_UCS_4BE 22

// UTF-7 (RFC 2152).
#define UTF8KIT_ENCODING_UTF_7 23

// UTF-7 for the names of mailboxes in IMAP (RFC 3501 section 5.1.3).
#define UTF8KIT_ENCODING_UTF_7_IMAP 24

// UTF-1 (ISO-IR 178).
#define UTF8KIT_ENCODING_UTF_1 25

// UTF-8 with the Hangul syllables of Unicode 1.1 (RFC 2279 section 5). It is only read.
#define UTF8KIT_ENCODING_UNICODE_1_1_UTF_8 26

// The same, and it is written too.
#define UTF8KIT_ENCODING_OLD_HANGUL_UTF_8 27

// ISO/IEC 2022 with UTF-8, UTF-16, UCS-2 and UCS-4 in the parts that are announced as such (ISO/IEC 10646-1 Annex R, R.6). What
// is written is announced as UTF-8.
#define UTF8KIT_ENCODING_ISO_2022 28

// UTF-8 without characters over U+FFFF, which MySQL calls `utf8mb3`. All of UTF-8 is read.
#define UTF8KIT_ENCODING_UTF_8_MB3 29

// Stop with `UTF8KIT_STOP_ILL_FORMED`.
#define UTF8KIT_ACTION_FAIL 0

// Write `character` for each sequence, and U+FFFD if it is zero.
#define UTF8KIT_ACTION_REPLACE 1

// Write nothing. This joins the text before and the text after, which can create an unwanted text.
#define UTF8KIT_ACTION_DROP 2

// Write each byte as `\xHH`, and each backslash of the text as two, so that the original can be restored.
#define UTF8KIT_ACTION_ESCAPE 3

// Write what `backslashreplace` of Python writes: each byte as `\xhh`, and backslashes as they are.
#define UTF8KIT_ACTION_BACKSLASH_REPLACE 4

// Decode each byte of the sequence with `table`.
#define UTF8KIT_ACTION_LEGACY 5

// Call `replace`.
#define UTF8KIT_ACTION_CALL 6

// The whole source is read.
#define UTF8KIT_STOP_INPUT_USED 0

// The destination is too short for the next character.
#define UTF8KIT_STOP_OUTPUT_FULL 1

// The source is ill-formed.
#define UTF8KIT_STOP_ILL_FORMED 2

// The destination's encoding cannot represent a character of the source, or a number that is none, which some encodings have
// (RFC 2279, Annex R, WTF-8, UCS-4).
#define UTF8KIT_STOP_NOT_REPRESENTABLE 3

// An argument is not allowed: NULL with a length, a pointer to 16- or 32-bit units that is not aligned, a number that names
// no encoding or policy, an encoding that the function does not have. Nothing was read or written.
#define UTF8KIT_STOP_INVALID_ARGUMENT 4

// The allocator returned NULL. Nothing is allocated.
#define UTF8KIT_STOP_OUT_OF_MEMORY 5

// There is no error.
#define UTF8KIT_KIND_NONE 0

// A continuation byte, 0x80 to 0xBF, where a character should start.
#define UTF8KIT_KIND_UNEXPECTED_CONTINUATION 1

// The start of a longer sequence than the character needs.
#define UTF8KIT_KIND_OVERLONG 2

// A surrogate; in UTF-16 an unpaired one.
#define UTF8KIT_KIND_SURROGATE 3

// A number over the largest of the encoding, which is U+10FFFF in UTF-8, UTF-16 and UTF-32.
#define UTF8KIT_KIND_TOO_LARGE 4

// A byte that never occurs: 0xF8 to 0xFF.
#define UTF8KIT_KIND_NEVER_VALID 5

// The start of a sequence, followed by something that does not continue it.
#define UTF8KIT_KIND_MISSING_CONTINUATION 6

// The start of a sequence that the end of the text cuts off.
#define UTF8KIT_KIND_UNEXPECTED_END 7

// A value that stands for no character in the encoding.
#define UTF8KIT_KIND_UNDEFINED 8

// A character outside of the adopted subset.
#define UTF8KIT_KIND_OUTSIDE_SUBSET 9

// A kind that a later version of the library added.
#define UTF8KIT_KIND_OTHER 255

// What the encoding's definition says: UTF-16, UTF-32, UCS-2 and UCS-4 without a byte order take it from the signature, and
// in other encodings it is text.
#define UTF8KIT_SIGNATURE_DEFAULT 0

// It is text.
#define UTF8KIT_SIGNATURE_KEEP 1

// Remove the signature of the encoding.
#define UTF8KIT_SIGNATURE_REMOVE 2

// Remove a signature of UTF-16 or UTF-32 in either byte order, which then is that of the text.
#define UTF8KIT_SIGNATURE_BYTE_ORDER 3

// Remove a signature of UTF-8, UTF-16 or UTF-32: the text is in its encoding. Without one it is in the encoding given.
#define UTF8KIT_SIGNATURE_DETECT 4

// Plain code for any processor.
#define UTF8KIT_TIER_PORTABLE 1

// 128-bit vectors of WebAssembly.
#define UTF8KIT_TIER_SIMD128 2

// 128-bit vectors of Arm.
#define UTF8KIT_TIER_NEON 3

// 128-bit vectors of x86: SSE4.1, SSSE3 and POPCNT.
#define UTF8KIT_TIER_SSE41 4

// 256-bit vectors of x86: AVX2, POPCNT and BMI.
#define UTF8KIT_TIER_AVX2 5

// 512-bit vectors of x86 with VBMI, VBMI2 and GFNI.
#define UTF8KIT_TIER_AVX512 6

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// ---- Whole texts to new memory ----

// Converts a whole text in an encoding to new UTF-8, as `utf8kit_decode` does, and sets `text` and `text_len` to it. A NUL
// that is not counted follows it. If the conversion stops, `text` is set to NULL.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_decode_alloc(utf8kit_encoding encoding,
                                           const struct utf8kit_policy *policy,
                                           const char *src,
                                           size_t len,
                                           const struct utf8kit_allocator *allocator,
                                           char **text,
                                           size_t *text_len);

// Converts a whole text in UTF-8 to new text in an encoding, as `utf8kit_encode` does, and sets `text` and `text_len` to it. A
// NUL that is not counted follows it. If the conversion stops, `text` is set to NULL.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_encode_alloc(utf8kit_encoding encoding,
                                           const struct utf8kit_policy *policy,
                                           const char *src,
                                           size_t len,
                                           const struct utf8kit_allocator *allocator,
                                           char **text,
                                           size_t *text_len);

// Undoes double encoding: UTF-8 that was decoded as another encoding, such as Windows-1252, and encoded again. `cafÃ©` becomes
// `café`. Only parts that are certain are changed, by the rule `double-encoded` of the command `utf8`; `replaced` is their number. Sets
// `text` and `text_len` to new text, after which there is a NUL that is not counted. Ill-formed sequences stay as they are.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_fix_double_encoding(const char *src,
                                                  size_t len,
                                                  const struct utf8kit_allocator *allocator,
                                                  char **text,
                                                  size_t *text_len);

// ---- ASCII (in libutf8kit_core.a, too) ----

// Returns `true` if a text is well-formed ASCII. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE bool utf8kit_ascii_is_valid(const char *src, size_t len);

// Checks that a text is well-formed ASCII. `read` is the offset of the first error, and `len` if there is none.
UTF8KIT_MUST_USE struct utf8kit_result utf8kit_ascii_validate(const char *src, size_t len);

// Returns the number of bytes that `utf8kit_ascii_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_ascii_lossy_utf8_len(const char *src,
                                    size_t len);

// Converts ASCII to UTF-8. `len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_ascii_to_utf8(const char *src,
                                            size_t len,
                                            char *dst,
                                            size_t capacity);

// Converts any ASCII to UTF-8, with U+FFFD for each byte over 0x7F. `replaced` is their number. `utf8kit_ascii_lossy_utf8_len`
// bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_ascii_to_utf8_lossy(const char *src,
                                                  size_t len,
                                                  char *dst,
                                                  size_t capacity);

// Converts ASCII to UTF-16 in native byte order. `len` units are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_ascii_to_utf16(const char *src,
                                             size_t len,
                                             uint16_t *dst,
                                             size_t capacity);

// Converts any ASCII to UTF-16 in native byte order, with U+FFFD for each byte over 0x7F. `replaced` is their number. `len`
// units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_ascii_to_utf16_lossy(const char *src,
                                                   size_t len,
                                                   uint16_t *dst,
                                                   size_t capacity);

// Converts ASCII to UTF-32 in native byte order. `len` units are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_ascii_to_utf32(const char *src,
                                             size_t len,
                                             uint32_t *dst,
                                             size_t capacity);

// Converts any ASCII to UTF-32 in native byte order, with U+FFFD for each byte over 0x7F. `replaced` is their number. `len`
// units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_ascii_to_utf32_lossy(const char *src,
                                                   size_t len,
                                                   uint32_t *dst,
                                                   size_t capacity);

// ---- Whole texts in any encoding ----

// Converts a whole text from one encoding to another, and no memory is needed for anything between them.
//
// `policy` says what to write instead of ill-formed sequences, and of characters and numbers that `to` cannot represent; NULL is to
// stop. A signature is read and written as the definitions of the encodings say. Numbers that are not characters are converted
// between the encodings that have them.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_convert(utf8kit_encoding from,
                                      utf8kit_encoding to,
                                      const struct utf8kit_policy *policy,
                                      const char *src,
                                      size_t len,
                                      char *dst,
                                      size_t capacity);

// Returns the number of bytes that `utf8kit_convert` writes with `UTF8KIT_ACTION_REPLACE`, and for a text that needs no
// replacement with every policy. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE size_t utf8kit_converted_len(utf8kit_encoding from, utf8kit_encoding to, const char *src, size_t len);

// Checks that a text is well-formed in an encoding.
//
// `read` is the offset of the first error, and `len` if there is none. In encodings that have numbers which are not
// characters (RFC 2279, Annex R, WTF-8), these are well-formed.
UTF8KIT_MUST_USE struct utf8kit_result utf8kit_validate(utf8kit_encoding encoding, const char *src, size_t len);

// Converts a whole text in an encoding to UTF-8.
//
// `policy` says what to write instead of ill-formed sequences; NULL is to stop. If `dst` is too short, it may be filled up in the
// middle of a replacement: begin again with a longer one, or use a `utf8kit_decoder`, which goes on from there.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_decode(utf8kit_encoding encoding,
                                     const struct utf8kit_policy *policy,
                                     const char *src,
                                     size_t len,
                                     char *dst,
                                     size_t capacity);

// Converts a whole text in an encoding to UTF-16 in native byte order, as `utf8kit_decode` does to UTF-8.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_decode_to_utf16(utf8kit_encoding encoding,
                                              const struct utf8kit_policy *policy,
                                              const char *src,
                                              size_t len,
                                              uint16_t *dst,
                                              size_t capacity);

// Converts a whole text in UTF-8 to an encoding.
//
// `policy` says what to write instead of characters that the encoding cannot represent; NULL is to stop. Text that is not
// well-formed stops the conversion with any policy.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_encode(utf8kit_encoding encoding,
                                     const struct utf8kit_policy *policy,
                                     const char *src,
                                     size_t len,
                                     char *dst,
                                     size_t capacity);

// Converts a whole text in UTF-16 in native byte order to an encoding, as `utf8kit_encode` does from UTF-8. The policy is
// applied to unpaired surrogates, too.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_encode_from_utf16(utf8kit_encoding encoding,
                                                const struct utf8kit_policy *policy,
                                                const uint16_t *src,
                                                size_t len,
                                                char *dst,
                                                size_t capacity);

// ---- Which encoding a text is in ----

// Returns the encoding whose signature a text starts with, or `UTF8KIT_ENCODING_NONE`, and sets `signature_len` to the number of
// bytes of the signature, or to zero. `signature_len` may be NULL.
//
// `FF FE 00 00` is the signature of UTF-32; it can also be that of UTF-16 before U+0000.
UTF8KIT_MUST_USE
utf8kit_encoding utf8kit_signature(const char *src,
                                   size_t len,
                                   size_t *signature_len);

// Returns the encoding of a text, and how sure that is. `whole` says that the text does not go on after `len` bytes.
//
// A signature decides, the places of zero bytes do, well-formed UTF-8 is UTF-8; then a declaration counts that fits, and at last the
// letters, in encodings and languages of the world. 64 KiB that are not ASCII decide; all of the text counts where it is UTF-8.
UTF8KIT_MUST_USE
struct utf8kit_detection utf8kit_detect(const char *src,
                                        size_t len,
                                        bool whole);

// ---- Names of encodings ----

// Returns the encoding with this charset label, such as `utf8`, `UTF-16LE`, `l1`, `CESU-8` or `cp437`, in `len` bytes, as `iconv`
// reads labels: `ISO-8859-1` is not windows-1252, and `GB2312` is not GBK. Case does not matter. A page of EBCDIC may have its line end
// after a comma: `IBM1047,nl` for NL (byte 15), `IBM1047,any` for LF or NL. Returns `UTF8KIT_ENCODING_NONE` if the label is unknown.
UTF8KIT_MUST_USE
utf8kit_encoding utf8kit_encoding_for_label(const char *label,
                                            size_t len);

// Returns the name of an encoding, which is a string that ends in NUL and is never freed. Returns NULL if no encoding has
// this number.
UTF8KIT_MUST_USE
const char *utf8kit_encoding_name(utf8kit_encoding encoding);

// ---- Latin-1 (in libutf8kit_core.a, too) ----

// Returns the length of a text in bytes of UTF-8. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE size_t utf8kit_latin1_utf8_len(const char *src, size_t len);

// Converts Latin-1 to UTF-8. `utf8kit_latin1_utf8_len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_latin1_to_utf8(const char *src,
                                             size_t len,
                                             char *dst,
                                             size_t capacity);

// Converts Latin-1 to UTF-16 in native byte order. `len` units are enough.
//
// Stops with `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_latin1_to_utf16(const char *src,
                                              size_t len,
                                              uint16_t *dst,
                                              size_t capacity);

// Converts Latin-1 to UTF-32 in native byte order. `len` units are enough.
//
// Stops with `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_latin1_to_utf32(const char *src,
                                              size_t len,
                                              uint32_t *dst,
                                              size_t capacity);

// ---- Errors in words (in libutf8kit_core.a, too) ----

// Writes what stopped a function, in words: `ill-formed UTF-8 at offset 3: ...`. `encoding` is that of the source; for
// 16-bit units it is either of UTF-16.
//
// As much as fits is written to `dst`, and a NUL after it if `capacity` is not zero. Returns the number of bytes of the whole
// message without the NUL.
size_t utf8kit_message(const struct utf8kit_result *result,
                       utf8kit_encoding encoding,
                       char *dst,
                       size_t capacity);

// Writes the clause of the standard that an error of this kind breaks in an encoding, such as `RFC 3629 section 3`, as
// `utf8kit_message` writes a message. It is empty if no error has this kind.
size_t utf8kit_clause(utf8kit_kind kind, utf8kit_encoding encoding, char *dst, size_t capacity);

// Returns the name of a kind, such as `overlong`, which is a string that ends in NUL and is never freed. Returns NULL if no
// kind has this number.
UTF8KIT_MUST_USE
const char *utf8kit_kind_name(utf8kit_kind kind);

// Returns the name of a reason, such as `ill-formed`, which is a string that ends in NUL and is never freed. Returns NULL if no
// reason has this number.
UTF8KIT_MUST_USE
const char *utf8kit_stop_name(utf8kit_stop stop);

// ---- Text in pieces ----

// Begins a text in an encoding. `policy` says what to write instead of ill-formed sequences; NULL is to stop.
//
// Returns `UTF8KIT_STOP_INPUT_USED`, or `UTF8KIT_STOP_INVALID_ARGUMENT`.
utf8kit_stop utf8kit_decoder_init(struct utf8kit_decoder *decoder,
                                  utf8kit_encoding encoding,
                                  utf8kit_signature_policy signature,
                                  const struct utf8kit_policy *policy);

// Decodes the next piece to UTF-8.
//
// - `UTF8KIT_STOP_INPUT_USED`: all of the piece is read. An incomplete character at its end is kept inside.
// - `UTF8KIT_STOP_OUTPUT_FULL`: call again with more space and the rest of the piece. A destination of 4 bytes always makes
//   progress.
// - `UTF8KIT_STOP_ILL_FORMED`: `read` includes the ill-formed bytes, and nothing is written for them. To go on after them, call
//   again with the rest of the piece.
//
// Decode one text only to UTF-8 or only to UTF-16.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_decoder_to_utf8(struct utf8kit_decoder *decoder,
                                              const char *src,
                                              size_t len,
                                              char *dst,
                                              size_t capacity);

// Ends a text that is decoded to UTF-8, and writes the rest of it. Call it again while it does not return
// `UTF8KIT_STOP_INPUT_USED`.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_decoder_finish_utf8(struct utf8kit_decoder *decoder,
                                                  char *dst,
                                                  size_t capacity);

// Decodes the next piece to UTF-16 in native byte order, as `utf8kit_decoder_to_utf8` does to UTF-8. A destination of 2 units
// always makes progress.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_decoder_to_utf16(struct utf8kit_decoder *decoder,
                                               const char *src,
                                               size_t len,
                                               uint16_t *dst,
                                               size_t capacity);

// Ends a text that is decoded to UTF-16, and writes the rest of it.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_decoder_finish_utf16(struct utf8kit_decoder *decoder,
                                                   uint16_t *dst,
                                                   size_t capacity);

// Returns the encoding of the text: the one that the decoder was initialized with, or that of the signature that it found.
// Returns `UTF8KIT_ENCODING_NONE` if the decoder is not initialized.
UTF8KIT_MUST_USE
utf8kit_encoding utf8kit_decoder_encoding(const struct utf8kit_decoder *decoder);

// Returns the offset of the first byte of the text that is not yet decoded, replaced or reported.
UTF8KIT_MUST_USE uint64_t utf8kit_decoder_position(const struct utf8kit_decoder *decoder);

// Begins a new text with the same encoding and policies.
void utf8kit_decoder_reset(struct utf8kit_decoder *decoder);

// Begins a text that is written in an encoding. `policy` says what to write instead of characters that the encoding cannot
// represent, and of unpaired surrogates; NULL is to stop.
//
// Returns `UTF8KIT_STOP_INPUT_USED`, or `UTF8KIT_STOP_INVALID_ARGUMENT`, for an encoding that is only read, too.
utf8kit_stop utf8kit_encoder_init(struct utf8kit_encoder *encoder,
                                  utf8kit_encoding encoding,
                                  const struct utf8kit_policy *policy);

// Encodes the next piece of a text in UTF-8. A piece ends at a character boundary: `utf8kit_utf8_complete_len` returns where. A
// destination of 6 bytes always makes progress, and in ISO/IEC 2022, which is announced with the first character, one of 7. An
// ill-formed sequence stops it with `UTF8KIT_STOP_ILL_FORMED`, and `read` includes it.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_encoder_from_utf8(struct utf8kit_encoder *encoder,
                                                const char *src,
                                                size_t len,
                                                char *dst,
                                                size_t capacity);

// Encodes the next piece of a text in UTF-16 in native byte order. A surrogate pair may be cut between two pieces.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_encoder_from_utf16(struct utf8kit_encoder *encoder,
                                                 const uint16_t *src,
                                                 size_t len,
                                                 char *dst,
                                                 size_t capacity);

// Ends a text, and writes the rest of it. Call it again while it does not return `UTF8KIT_STOP_INPUT_USED`.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_encoder_finish(struct utf8kit_encoder *encoder,
                                             char *dst,
                                             size_t capacity);

// Returns the offset of the first byte of UTF-8, or unit of UTF-16, that is not yet encoded, replaced or reported.
UTF8KIT_MUST_USE uint64_t utf8kit_encoder_position(const struct utf8kit_encoder *encoder);

// Begins a new text with the same encoding and policy.
void utf8kit_encoder_reset(struct utf8kit_encoder *encoder);

// Begins a text in an encoding.
//
// Returns `UTF8KIT_STOP_INPUT_USED`, or `UTF8KIT_STOP_INVALID_ARGUMENT`.
utf8kit_stop utf8kit_validator_init(struct utf8kit_validator *validator,
                                    utf8kit_encoding encoding,
                                    utf8kit_signature_policy signature);

// Validates the next piece. Stops after the first error, which `read` includes; to go on after it, call again with the rest of
// the piece.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_validator_push(struct utf8kit_validator *validator,
                                             const char *src,
                                             size_t len);

// Ends a text. Call it again while it does not return `UTF8KIT_STOP_INPUT_USED`.
UTF8KIT_MUST_USE struct utf8kit_result utf8kit_validator_finish(struct utf8kit_validator *validator);

// Returns the offset of the first byte of the text that is not yet validated or reported.
UTF8KIT_MUST_USE uint64_t utf8kit_validator_position(const struct utf8kit_validator *validator);

// Begins a new text in the same encoding.
void utf8kit_validator_reset(struct utf8kit_validator *validator);

// ---- Instruction sets (in libutf8kit_core.a, too) ----

// Returns the instruction set in use. It is the best one that the processor has, unless `utf8kit_set_tier` or the environment
// variable `UTF8KIT_TIER` chose another one.
UTF8KIT_MUST_USE
utf8kit_tier utf8kit_get_tier(void);

// Chooses the instruction set, for all threads and from now on. Results do not depend on it: this is for diagnosis and
// measurements. Returns `UTF8KIT_STOP_INVALID_ARGUMENT`, and changes nothing, if the processor lacks it.
utf8kit_stop utf8kit_set_tier(utf8kit_tier tier);

// Returns the name of an instruction set, such as `avx2`, which is a string that ends in NUL and is never freed. Returns NULL if
// none has this number.
UTF8KIT_MUST_USE
const char *utf8kit_tier_name(utf8kit_tier tier);

// ---- UTF-16 in native byte order (in libutf8kit_core.a, too) ----

// Returns `true` if a text is well-formed UTF-16 in native byte order. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE
bool utf8kit_utf16_is_valid(const uint16_t *src,
                            size_t len);

// Checks that a text is well-formed UTF-16 in native byte order. `read` is the offset of the first error, and `len` if there
// is none.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_validate(const uint16_t *src,
                                             size_t len);

// Returns `true` if every character is in ASCII. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE bool utf8kit_utf16_is_ascii(const uint16_t *src, size_t len);

// Returns `true` if every character is in Latin-1, U+0000 to U+00FF. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE
bool utf8kit_utf16_is_latin1(const uint16_t *src,
                             size_t len);

// Returns the number of units that start a character. For well-formed text it is the number of characters, which is also its
// length in UTF-32. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf16_count(const uint16_t *src,
                           size_t len);

// Returns the number of characters of any units, with one for each unpaired surrogate. Returns zero for arguments that are not
// allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf16_lossy_count(const uint16_t *src,
                                 size_t len);

// Returns the length of a text in bytes of UTF-8. It is exact if the text is well-formed, and unspecified otherwise. Returns
// zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf16_utf8_len(const uint16_t *src,
                              size_t len);

// Returns the number of bytes that `utf8kit_utf16_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf16_lossy_utf8_len(const uint16_t *src,
                                    size_t len);

// Converts UTF-16 in native byte order to UTF-8. `utf8kit_utf16_utf8_len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_utf8(const uint16_t *src,
                                            size_t len,
                                            char *dst,
                                            size_t capacity);

// Converts any UTF-16 in native byte order to UTF-8, with U+FFFD for each unpaired surrogate. `replaced` is their number.
// `utf8kit_utf16_lossy_utf8_len` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_utf8_lossy(const uint16_t *src,
                                                  size_t len,
                                                  char *dst,
                                                  size_t capacity);

// Converts UTF-16 in native byte order to UTF-32 in native byte order. `utf8kit_utf16_count` units are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_utf32(const uint16_t *src,
                                             size_t len,
                                             uint32_t *dst,
                                             size_t capacity);

// Converts any UTF-16 in native byte order to UTF-32 in native byte order, with U+FFFD for each unpaired surrogate. `replaced`
// is their number. `utf8kit_utf16_lossy_count` units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_utf32_lossy(const uint16_t *src,
                                                   size_t len,
                                                   uint32_t *dst,
                                                   size_t capacity);

// Converts UTF-16 in native byte order to Latin-1. `len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
// or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_latin1(const uint16_t *src,
                                              size_t len,
                                              char *dst,
                                              size_t capacity);

// Converts any UTF-16 in native byte order to Latin-1, with `?` for each character that it lacks and for each ill-formed
// sequence. `replaced` is their number. `utf8kit_utf16_lossy_count` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_latin1_lossy(const uint16_t *src,
                                                    size_t len,
                                                    char *dst,
                                                    size_t capacity);

// Converts UTF-16 in native byte order to ASCII. `len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
// or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_ascii(const uint16_t *src,
                                             size_t len,
                                             char *dst,
                                             size_t capacity);

// Converts any UTF-16 in native byte order to ASCII, with `?` for each character that it lacks and for each ill-formed
// sequence. `replaced` is their number. `utf8kit_utf16_lossy_count` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_ascii_lossy(const uint16_t *src,
                                                   size_t len,
                                                   char *dst,
                                                   size_t capacity);

// Replaces each unpaired surrogate by U+FFFD, in place, and returns their number. Returns zero for arguments that are not
// allowed.
size_t utf8kit_utf16_make_well_formed(uint16_t *text,
                                      size_t len);

// Copies any units, with U+FFFD for each unpaired surrogate. `replaced` is their number. `len` units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_to_well_formed(const uint16_t *src,
                                                   size_t len,
                                                   uint16_t *dst,
                                                   size_t capacity);

// Reverses the bytes of each unit, in place: from native byte order to the other one, or back.
void utf8kit_utf16_swap_bytes(uint16_t *text, size_t len);

// Copies units with their bytes reversed. `len` units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf16_swap_bytes_to(const uint16_t *src,
                                                  size_t len,
                                                  uint16_t *dst,
                                                  size_t capacity);

// Returns the number of units before a high surrogate at the end, which is `len` if there is none.
UTF8KIT_MUST_USE size_t utf8kit_utf16_complete_len(const uint16_t *src, size_t len);

// ---- UTF-32 in native byte order (in libutf8kit_core.a, too) ----

// Returns `true` if a text is well-formed UTF-32 in native byte order. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE
bool utf8kit_utf32_is_valid(const uint32_t *src,
                            size_t len);

// Checks that a text is well-formed UTF-32 in native byte order. `read` is the offset of the first error, and `len` if there
// is none.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_validate(const uint32_t *src,
                                             size_t len);

// Returns `true` if every character is in ASCII. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE bool utf8kit_utf32_is_ascii(const uint32_t *src, size_t len);

// Returns `true` if every character is in Latin-1, U+0000 to U+00FF. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE
bool utf8kit_utf32_is_latin1(const uint32_t *src,
                             size_t len);

// Returns the length of a text in bytes of UTF-8. It is exact if the text is well-formed, and unspecified otherwise. Returns
// zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf32_utf8_len(const uint32_t *src,
                              size_t len);

// Returns the length of a text in 16-bit units of UTF-16. It is exact if the text is well-formed, and unspecified otherwise.
// Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf32_utf16_len(const uint32_t *src,
                               size_t len);

// Returns the number of bytes that `utf8kit_utf32_to_utf8_lossy` writes. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf32_lossy_utf8_len(const uint32_t *src,
                                    size_t len);

// Returns the number of 16-bit units that `utf8kit_utf32_to_utf16_lossy` writes. Returns zero for arguments that are not
// allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf32_lossy_utf16_len(const uint32_t *src,
                                     size_t len);

// Converts UTF-32 in native byte order to UTF-8. `utf8kit_utf32_utf8_len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_utf8(const uint32_t *src,
                                            size_t len,
                                            char *dst,
                                            size_t capacity);

// Converts any UTF-32 in native byte order to UTF-8, with U+FFFD for each unit that is not a character. `replaced` is their
// number. `utf8kit_utf32_lossy_utf8_len` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_utf8_lossy(const uint32_t *src,
                                                  size_t len,
                                                  char *dst,
                                                  size_t capacity);

// Converts UTF-32 in native byte order to UTF-16 in native byte order. `utf8kit_utf32_utf16_len` units are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_utf16(const uint32_t *src,
                                             size_t len,
                                             uint16_t *dst,
                                             size_t capacity);

// Converts any UTF-32 in native byte order to UTF-16 in native byte order, with U+FFFD for each unit that is not a character.
// `replaced` is their number. `utf8kit_utf32_lossy_utf16_len` units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_utf16_lossy(const uint32_t *src,
                                                   size_t len,
                                                   uint16_t *dst,
                                                   size_t capacity);

// Converts UTF-32 in native byte order to Latin-1. `len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
// or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_latin1(const uint32_t *src,
                                              size_t len,
                                              char *dst,
                                              size_t capacity);

// Converts any UTF-32 in native byte order to Latin-1, with `?` for each character that it lacks and for each ill-formed
// sequence. `replaced` is their number. `len` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_latin1_lossy(const uint32_t *src,
                                                    size_t len,
                                                    char *dst,
                                                    size_t capacity);

// Converts UTF-32 in native byte order to ASCII. `len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
// or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_ascii(const uint32_t *src,
                                             size_t len,
                                             char *dst,
                                             size_t capacity);

// Converts any UTF-32 in native byte order to ASCII, with `?` for each character that it lacks and for each ill-formed
// sequence. `replaced` is their number. `len` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_to_ascii_lossy(const uint32_t *src,
                                                   size_t len,
                                                   char *dst,
                                                   size_t capacity);

// Reverses the bytes of each unit, in place: from native byte order to the other one, or back.
void utf8kit_utf32_swap_bytes(uint32_t *text, size_t len);

// Copies units with their bytes reversed. `len` units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf32_swap_bytes_to(const uint32_t *src,
                                                  size_t len,
                                                  uint32_t *dst,
                                                  size_t capacity);

// ---- UTF-8 (in libutf8kit_core.a, too) ----

// Returns `true` if a text is well-formed UTF-8. Returns `false` for arguments that are not allowed.
UTF8KIT_MUST_USE bool utf8kit_utf8_is_valid(const char *src, size_t len);

// Checks that a text is well-formed UTF-8. `read` is the offset of the first error, and `len` if there is none.
UTF8KIT_MUST_USE struct utf8kit_result utf8kit_utf8_validate(const char *src, size_t len);

// Returns `true` if a text is well-formed UTF-8 of which every character is in Latin-1, U+0000 to U+00FF. Returns `false` for
// arguments that are not allowed.
UTF8KIT_MUST_USE
bool utf8kit_utf8_is_latin1(const char *src,
                            size_t len);

// Returns the number of bytes that start a character. For well-formed text it is the number of characters, which is also its
// length in UTF-32 and in Latin-1. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf8_count(const char *src,
                          size_t len);

// Returns the length of a text in 16-bit units of UTF-16. It is exact if the text is well-formed, and unspecified otherwise.
// Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf8_utf16_len(const char *src,
                              size_t len);

// Returns the number of characters of any bytes, with one for each maximal subpart of an ill-formed sequence. Returns zero for
// arguments that are not allowed.
UTF8KIT_MUST_USE
size_t utf8kit_utf8_lossy_count(const char *src,
                                size_t len);

// Returns the number of bytes that `utf8kit_utf8_repair` writes. Returns zero for arguments that are not allowed.
UTF8KIT_MUST_USE size_t utf8kit_utf8_lossy_utf8_len(const char *src, size_t len);

// Returns the number of 16-bit units that `utf8kit_utf8_to_utf16_lossy` writes. Returns zero for arguments that are not
// allowed.
UTF8KIT_MUST_USE size_t utf8kit_utf8_lossy_utf16_len(const char *src, size_t len);

// Converts UTF-8 to UTF-16 in native byte order. `utf8kit_utf8_utf16_len` units are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_utf16(const char *src,
                                            size_t len,
                                            uint16_t *dst,
                                            size_t capacity);

// Converts any UTF-8 to UTF-16 in native byte order, with U+FFFD for each maximal subpart of an ill-formed sequence.
// `replaced` is their number. `utf8kit_utf8_lossy_utf16_len` units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_utf16_lossy(const char *src,
                                                  size_t len,
                                                  uint16_t *dst,
                                                  size_t capacity);

// Converts UTF-8 to UTF-32 in native byte order. `utf8kit_utf8_count` units are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character or sequence that is the reason;
// what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_utf32(const char *src,
                                            size_t len,
                                            uint32_t *dst,
                                            size_t capacity);

// Converts any UTF-8 to UTF-32 in native byte order, with U+FFFD for each maximal subpart of an ill-formed sequence.
// `replaced` is their number. `utf8kit_utf8_lossy_count` units are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_utf32_lossy(const char *src,
                                                  size_t len,
                                                  uint32_t *dst,
                                                  size_t capacity);

// Converts UTF-8 to Latin-1. `utf8kit_utf8_count` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
// or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_latin1(const char *src,
                                             size_t len,
                                             char *dst,
                                             size_t capacity);

// Converts any UTF-8 to Latin-1, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is
// their number. `utf8kit_utf8_lossy_count` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_latin1_lossy(const char *src,
                                                   size_t len,
                                                   char *dst,
                                                   size_t capacity);

// Converts UTF-8 to ASCII. `len` bytes are enough.
//
// Stops with `UTF8KIT_STOP_ILL_FORMED`, `UTF8KIT_STOP_NOT_REPRESENTABLE` or `UTF8KIT_STOP_OUTPUT_FULL` at the first character
// or sequence that is the reason; what is before it is converted.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_ascii(const char *src,
                                            size_t len,
                                            char *dst,
                                            size_t capacity);

// Converts any UTF-8 to ASCII, with `?` for each character that it lacks and for each ill-formed sequence. `replaced` is their
// number. `utf8kit_utf8_lossy_count` bytes are enough.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_to_ascii_lossy(const char *src,
                                                  size_t len,
                                                  char *dst,
                                                  size_t capacity);

// Copies any bytes as well-formed UTF-8, with U+FFFD for each maximal subpart of an ill-formed sequence. `replaced` is their
// number. `utf8kit_utf8_lossy_utf8_len` bytes are enough. `utf8kit_decode` takes other policies.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_repair(const char *src,
                                          size_t len,
                                          char *dst,
                                          size_t capacity);

// Returns `true` if `index` is the beginning of a character or of an ill-formed sequence, or `len`. Returns `false` if it is
// over `len`, and for arguments that are not allowed.
UTF8KIT_MUST_USE
bool utf8kit_utf8_is_boundary(const char *src,
                              size_t len,
                              size_t index);

// Returns the last boundary that is not after `index`, or `len` if `index` is over it.
UTF8KIT_MUST_USE size_t utf8kit_utf8_floor_boundary(const char *src, size_t len, size_t index);

// Returns the first boundary that is not before `index`, or `len` if `index` is over it.
UTF8KIT_MUST_USE size_t utf8kit_utf8_ceil_boundary(const char *src, size_t len, size_t index);

// Returns the number of bytes before an unfinished character at the end, which is `len` if there is none. A program that reads
// pieces processes so many bytes, and puts the others before the next piece.
UTF8KIT_MUST_USE
size_t utf8kit_utf8_complete_len(const char *src,
                                 size_t len);

// Decodes the first character of a text, and sets `character` to it. `read` is its length, and zero for an empty text. An ill-
// formed sequence is `UTF8KIT_STOP_ILL_FORMED`; its `length` bytes are not read.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_decode_first(const char *src,
                                                size_t len,
                                                uint32_t *character);

// Decodes the last character of a text, and sets `character` to it. `read` is its length, and zero for an empty text. An ill-
// formed sequence is `UTF8KIT_STOP_ILL_FORMED`; its `length` bytes are not read.
UTF8KIT_MUST_USE
struct utf8kit_result utf8kit_utf8_decode_last(const char *src,
                                               size_t len,
                                               uint32_t *character);

// ---- Version (in libutf8kit_core.a, too) ----

// Returns the version of the library that runs, such as `0.1.0`, which is a string that ends in NUL and is never freed.
UTF8KIT_MUST_USE const char *utf8kit_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* UTF8KIT_H */
