// utf8kit.hpp: strings, exceptions, policies that throw, streams.

#include "utf8kit.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <string>
#include <type_traits>
#include <vector>

using namespace std::string_literals;
using namespace std::string_view_literals;

static unsigned long checks_done;
static unsigned checks_failed;

static void check(bool holds, const char *condition, int line) {
  checks_done++;
  if (holds) return;
  checks_failed++;
  std::fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, line, condition);
}

#define CHECK(...) check((__VA_ARGS__), #__VA_ARGS__, __LINE__)

// Returns what a function throws.
template <class Exception, class Function> static std::optional<Exception> thrown(Function function) {
  try {
    function();
  } catch (const Exception &exception) {
    return exception;
  }
  return std::nullopt;
}

#define CHECK_ERROR(expression, stop_, offset_)                                                                        \
  do {                                                                                                                 \
    auto error = thrown<utf8kit::error>([&] { (void)(expression); });                                                  \
    CHECK(error && error->stop() == (stop_) && error->offset() == (offset_) && error->what()[0] != '\0');              \
  } while (0)

// An unpaired surrogate.
static const char16_t unpaired[] = {u'a', 0xD800, u'b'};
static const std::u16string_view ill_formed_16(unpaired, 3);
static const char32_t too_large[] = {U'a', 0x110000};
static const std::u32string_view ill_formed_32(too_large, 2);

static void test_validation() {
  CHECK(utf8kit::is_valid(""));
  CHECK(utf8kit::is_valid(std::string_view()));
  CHECK(utf8kit::is_valid("caf\xC3\xA9"));
  CHECK(!utf8kit::is_valid("caf\xE9"));
  CHECK(utf8kit::is_valid(u"caf\u00E9"));
  CHECK(!utf8kit::is_valid(ill_formed_16));
  CHECK(utf8kit::is_valid(U"caf\u00E9"));
  CHECK(!utf8kit::is_valid(ill_formed_32));
  CHECK(utf8kit::validate("abc").stop == UTF8KIT_STOP_INPUT_USED);
  CHECK(utf8kit::validate("ab\xFF").read == 2);
  CHECK(utf8kit::validate(ill_formed_16).read == 1);
  CHECK(utf8kit::validate(ill_formed_32).kind == UTF8KIT_KIND_TOO_LARGE);
  CHECK(utf8kit::validate(UTF8KIT_ENCODING_CESU_8, "\xF0\x90\x80\x80").stop == UTF8KIT_STOP_ILL_FORMED);
  CHECK(utf8kit::validate(999, "a").stop == UTF8KIT_STOP_INVALID_ARGUMENT);
}

// Functions of the header take text of every character type.
static void test_any_text() {
  const unsigned char bytes[] = {'a', 0xC3, 0xA9};
  const std::vector<std::byte> more(2, std::byte('a'));
  char16_t units[4] = {};
  char32_t numbers[4] = {};
  std::uint8_t back[8];
  wchar_t wide[8];
  CHECK(utf8kit::utf8_is_valid(bytes, 3) && !utf8kit::utf8_is_valid(bytes, 2));
  CHECK(utf8kit::utf8_validate(bytes, sizeof bytes).read == 3);
  CHECK(utf8kit::utf8_count(more.data(), more.size()) == 2);
  CHECK(utf8kit::utf8_to_utf16(bytes, 3, units, 4).written == 2 && units[1] == u'\u00E9');
  CHECK(utf8kit::utf8_to_utf32("a", 1, numbers, 4).written == 1 && numbers[0] == U'a');
  CHECK(utf8kit::utf16_to_utf8(u"\u20AC", 1, back, 8).written == 3 && back[0] == 0xE2);
  CHECK(utf8kit::utf16_to_utf8(units, 2, nullptr, 0).stop == UTF8KIT_STOP_OUTPUT_FULL);
  CHECK(utf8kit::utf32_is_valid(U"a", 1));
  CHECK(utf8kit::detect(bytes, 3, true).encoding == UTF8KIT_ENCODING_UTF_8);
  CHECK(utf8kit::decode(UTF8KIT_ENCODING_LATIN_1, nullptr, bytes, 3, back, 8).written == 5);
  CHECK(utf8kit::utf16_make_well_formed(units, 2) == 0);
#if WCHAR_MAX > 0xFFFF
  CHECK(utf8kit::utf8_to_utf32(bytes, 3, wide, 8).written == 2 && wide[1] == L'\u00E9');
#else
  CHECK(utf8kit::utf8_to_utf16(bytes, 3, wide, 8).written == 2 && wide[1] == L'\u00E9');
#endif
#ifdef __cpp_char8_t
  CHECK(utf8kit::utf8_is_valid(u8"\u00E9", 2));
#endif
    CHECK(utf8kit::utf8_is_valid("", 0) && utf8kit::utf8_is_valid("a", 1));
}

static void test_any_encoding() {
  CHECK(utf8kit::convert(UTF8KIT_ENCODING_UTF_16LE, UTF8KIT_ENCODING_LATIN_1, "a\0\xE9\0"sv) == "a\xE9");
  CHECK_ERROR(utf8kit::convert(UTF8KIT_ENCODING_UTF_8, UTF8KIT_ENCODING_ASCII, "ab\xC3\xA9"),
              UTF8KIT_STOP_NOT_REPRESENTABLE, 2);
  const auto long_one = utf8kit::policy::call([](std::string_view, utf8kit_kind) {
    return utf8kit::replacement{std::string(1000, '-')};
  });
  CHECK(utf8kit::convert(UTF8KIT_ENCODING_UTF_8, UTF8KIT_ENCODING_UTF_16BE, "\xFF", long_one).size() == 2000);
  CHECK(utf8kit::signature("\xEF\xBB\xBFx") == std::pair<utf8kit_encoding, std::size_t>(UTF8KIT_ENCODING_UTF_8, 3));
  for (std::string_view text : {"\xEF\xBB\xBF\xC3\xA9"sv, "\xFF\xFE\xE9\0"sv, "\xFE\xFF\0\xE9"sv, "\xC3\xA9"sv}) {
    const auto found = utf8kit::detect(text);
    CHECK(utf8kit::convert(found.encoding, UTF8KIT_ENCODING_UTF_8, text.substr(found.signature_len)) == "\xC3\xA9");
  }
}

static void test_conversions() {
  const std::string utf8 = "a\xC3\xA9\xE2\x82\xAC\xF0\x90\x8D\x88"s, latin1 = "a\xE9"s;
  const std::u16string utf16 = u"a\u00E9\u20AC\U00010348"s;
  const std::u32string utf32 = U"a\u00E9\u20AC\U00010348"s;
  CHECK(utf8kit::to_utf16(utf8) == utf16);
  CHECK(utf8kit::to_utf16(utf32) == utf16);
  CHECK(utf8kit::to_utf32(utf8) == utf32);
  CHECK(utf8kit::to_utf32(utf16) == utf32);
  CHECK(utf8kit::to_utf8(utf16) == utf8);
  CHECK(utf8kit::to_utf8(utf32) == utf8);
  CHECK(utf8kit::to_latin1("a\xC3\xA9") == latin1);
  CHECK(utf8kit::to_latin1(u"a\u00E9") == latin1);
  CHECK(utf8kit::to_latin1(U"a\u00E9") == latin1);
  CHECK(utf8kit::to_ascii("abc") == "abc");
  CHECK(utf8kit::to_ascii(u"abc") == "abc");
  CHECK(utf8kit::to_ascii(U"abc") == "abc");
  CHECK(utf8kit::latin1_to_utf8(latin1) == "a\xC3\xA9");
  CHECK(utf8kit::latin1_to_utf16(latin1) == u"a\u00E9");
  CHECK(utf8kit::latin1_to_utf32(latin1) == U"a\u00E9");
  // Empty texts, and texts with NUL.
  CHECK(utf8kit::to_utf16(std::string_view()).empty());
  CHECK(utf8kit::to_utf8(std::u16string_view()).empty());
  CHECK(utf8kit::to_utf8(u"a\0b"sv) == "a\0b"sv);
  CHECK(utf8kit::repair(std::string_view()).empty());

  CHECK_ERROR(utf8kit::to_utf16("ab\xFF"), UTF8KIT_STOP_ILL_FORMED, 2);
  CHECK_ERROR(utf8kit::to_utf32("\x80"), UTF8KIT_STOP_ILL_FORMED, 0);
  CHECK_ERROR(utf8kit::to_utf8(ill_formed_16), UTF8KIT_STOP_ILL_FORMED, 1);
  CHECK_ERROR(utf8kit::to_utf8(ill_formed_32), UTF8KIT_STOP_ILL_FORMED, 1);
  CHECK_ERROR(utf8kit::to_latin1(utf8), UTF8KIT_STOP_NOT_REPRESENTABLE, 3);
  CHECK_ERROR(utf8kit::to_latin1(utf16), UTF8KIT_STOP_NOT_REPRESENTABLE, 2);
  CHECK_ERROR(utf8kit::to_ascii(utf32), UTF8KIT_STOP_NOT_REPRESENTABLE, 1);
  auto error = thrown<utf8kit::error>([] { (void)utf8kit::to_utf16("ab\xC0\xAF"); });
  CHECK(error && error->what() == "ill-formed UTF-8 at offset 2: `C0 AF` is an overlong encoding of U+002F"sv);
  CHECK(error && error->kind() == UTF8KIT_KIND_OVERLONG && error->result().length == 1);
  CHECK(thrown<std::runtime_error>([] { (void)utf8kit::to_utf16("\xFF"); }).has_value());

  // The position is right however long the text before is: ill-formed text has no exact length.
  for (std::size_t len = 0; len < 300; len++) {
    std::string text(len, 'a');
    for (std::size_t i = 0; i < len; i++) text += i % 2 ? "\xC3\xA9" : "\xF0\x90\x8D\x88";
    CHECK_ERROR(utf8kit::to_utf16(text + "\xE2\x82"), UTF8KIT_STOP_ILL_FORMED, text.size());
    CHECK_ERROR(utf8kit::to_utf32(text + "\xE2\x82"), UTF8KIT_STOP_ILL_FORMED, text.size());
  }
}

static void test_lossy() {
  CHECK(utf8kit::repair("a\xFF" "b\xE2\x82") == "a\xEF\xBF\xBD" "b\xEF\xBF\xBD");
  CHECK(utf8kit::repair(ill_formed_16) == u"a\uFFFDb");
  CHECK(utf8kit::to_utf16_lossy("a\xFF" "b") == u"a\uFFFDb");
  CHECK(utf8kit::to_utf16_lossy(ill_formed_32) == u"a\uFFFD");
  CHECK(utf8kit::to_utf32_lossy("a\xFF" "b") == U"a\uFFFDb");
  CHECK(utf8kit::to_utf32_lossy(ill_formed_16) == U"a\uFFFDb");
  CHECK(utf8kit::to_utf8_lossy(ill_formed_16) == "a\xEF\xBF\xBD" "b");
  CHECK(utf8kit::to_utf8_lossy(ill_formed_32) == "a\xEF\xBF\xBD");
  CHECK(utf8kit::to_latin1_lossy("\xE2\x82\xAC\xC3\xA9\xFF") == "?\xE9?");
  CHECK(utf8kit::to_latin1_lossy(u"\u20AC\u00E9") == "?\xE9");
  CHECK(utf8kit::to_latin1_lossy(U"\u20AC\u00E9") == "?\xE9");
  CHECK(utf8kit::to_ascii_lossy("\xC3\xA9x") == "?x");
  CHECK(utf8kit::to_ascii_lossy(ill_formed_16) == "a?b");
  CHECK(utf8kit::to_ascii_lossy(ill_formed_32) == "a?");
#ifdef __cpp_char8_t
  CHECK(utf8kit::to_utf16_lossy(u8"\u00E9") == u"\u00E9");
  CHECK(utf8kit::to_utf32_lossy(u8"\u00E9") == U"\u00E9");
  CHECK(utf8kit::to_latin1_lossy(u8"\u00E9") == "\xE9");
  CHECK(utf8kit::to_ascii_lossy(u8"\u00E9") == "?");
#endif
}

static void test_encodings() {
  CHECK(utf8kit::encoding_for_label("latin1") == UTF8KIT_ENCODING_LATIN_1);
  CHECK(utf8kit::encoding_for_label("nothing") == UTF8KIT_ENCODING_NONE);
  CHECK(utf8kit::decode(UTF8KIT_ENCODING_UTF_16, "\xFE\xFF\0a"sv) == "a");
  CHECK(utf8kit::decode(UTF8KIT_ENCODING_UTF_8, "").empty());
  CHECK(utf8kit::encode(UTF8KIT_ENCODING_UTF_7, "a+b") == "a+-b");
  CHECK(utf8kit::encode(UTF8KIT_ENCODING_UTF_16BE, "a") == "\0a"sv);
  CHECK(utf8kit::fix_double_encoding("caf\xC3\x83\xC2\xA9") == "caf\xC3\xA9");
  CHECK_ERROR(utf8kit::decode(UTF8KIT_ENCODING_UTF_8, "ab\xFF"), UTF8KIT_STOP_ILL_FORMED, 2);
  CHECK_ERROR(utf8kit::encode(UTF8KIT_ENCODING_LATIN_1, "ab\xE2\x82\xAC"), UTF8KIT_STOP_NOT_REPRESENTABLE, 2);
  CHECK_ERROR(utf8kit::decode(999, "a"), UTF8KIT_STOP_INVALID_ARGUMENT, 0);
  CHECK_ERROR(utf8kit::encode(UTF8KIT_ENCODING_UNICODE_1_1_UTF_8, "a"), UTF8KIT_STOP_INVALID_ARGUMENT, 0);
  // A long text has no other path.
  std::string longer(1000000, 'x');
  CHECK(utf8kit::decode(UTF8KIT_ENCODING_LATIN_1, longer) == longer);
}

struct stop_here {
  int value;
};

static void test_policies() {
  using utf8kit::policy;
  const auto text = "a\\\xFF" "b\xE2\x82!"sv;
  auto decode = [&](policy policy) { return utf8kit::decode(UTF8KIT_ENCODING_UTF_8, text, std::move(policy)); };
  CHECK(decode(policy::replace()) == "a\\\xEF\xBF\xBD" "b\xEF\xBF\xBD!");
  CHECK(decode(policy::replace(U'?')) == "a\\?b?!");
  CHECK(decode(policy::drop()) == "a\\b!");
  CHECK(decode(policy::escape()) == "a\\\\\\xFFb\\xE2\\x82!");
  CHECK(decode(policy::backslash_replace()) == "a\\\\xffb\\xe2\\x82!");
  std::uint32_t table[128];
  for (std::uint32_t i = 0; i < 128; i++) table[i] = 0x80 + i;
  CHECK(decode(policy::legacy(table)) == "a\\\xC3\xBF" "b\xC3\xA2\xC2\x82!");
  CHECK_ERROR(decode(policy::replace(char32_t(0xD800))), UTF8KIT_STOP_INVALID_ARGUMENT, 0);
  CHECK_ERROR(decode(policy::call(nullptr)), UTF8KIT_STOP_INVALID_ARGUMENT, 0);

  // A function, which has its own state.
  std::vector<std::string> seen;
  auto note = [&seen](std::string_view bytes, utf8kit_kind kind) -> std::optional<utf8kit::replacement> {
    seen.emplace_back(bytes);
    if (kind == UTF8KIT_KIND_NEVER_VALID) return utf8kit::replacement{"<never>", 0};
    return utf8kit::replacement{std::string(1000, '-'), 3};
  };
  CHECK(decode(policy::call(note)) == "a\\<never>b" + std::string(1000, '-'));
  CHECK(seen.size() == 2 && seen[0] == "\xFF" && seen[1] == "\xE2\x82");

  // One that refuses, one that returns text that is ill-formed.
  CHECK_ERROR(decode(policy::call([](auto, auto) { return std::nullopt; })), UTF8KIT_STOP_ILL_FORMED, 2);
  CHECK_ERROR(decode(policy::call([](auto, auto) { return utf8kit::replacement{"\xFF", 0}; })), UTF8KIT_STOP_ILL_FORMED,
              2);

  // One that throws: the same exception arrives, and not an error of the library.
  auto throwing = policy::call([](auto, auto) -> std::optional<utf8kit::replacement> { throw stop_here{42}; });
  for (int i = 0; i < 3; i++) {
    auto exception = thrown<stop_here>([&] { (void)decode(throwing); });
    CHECK(exception && exception->value == 42);
  }
  auto exception = thrown<stop_here>([&] { (void)utf8kit::encode(UTF8KIT_ENCODING_ASCII, "a\xC3\xA9", throwing); });
  CHECK(exception && exception->value == 42);
  // It is not called for a text without errors.
  CHECK(utf8kit::decode(UTF8KIT_ENCODING_UTF_8, "abc", throwing) == "abc");
}

static void test_streams() {
  static_assert(!std::is_copy_constructible_v<utf8kit::decoder> && !std::is_move_constructible_v<utf8kit::decoder>);
  static_assert(!std::is_copy_assignable_v<utf8kit::encoder> && !std::is_move_assignable_v<utf8kit::encoder>);
  static_assert(!std::is_copy_constructible_v<utf8kit::validator> && !std::is_move_constructible_v<utf8kit::validator>);
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x90\x8D\x88z"s;
  const std::u16string utf16 = u"a\u00E9\u20AC\U00010348z"s;
  for (std::size_t step = 1; step <= text.size(); step++) {
    utf8kit::decoder decoder(UTF8KIT_ENCODING_UTF_8);
    std::string utf8 = ">";
    std::u16string units;
    for (std::size_t at = 0; at < text.size(); at += step) decoder.push(text.substr(at, step), utf8);
    CHECK(decoder.position() == text.size());
    decoder.finish(utf8);
    CHECK(utf8 == ">" + text);
    decoder.reset();
    CHECK(decoder.position() == 0);
    for (std::size_t at = 0; at < text.size(); at += step) decoder.push(text.substr(at, step), units);
    decoder.finish(units);
    CHECK(units == utf16);

    utf8kit::encoder encoder(UTF8KIT_ENCODING_UTF_8);
    std::string encoded;
    for (std::size_t at = 0; at < utf16.size(); at += step) encoder.push(utf16.substr(at, step), encoded);
    encoder.finish(encoded);
    CHECK(encoded == text);
    encoder.reset();

    utf8kit::validator validator(UTF8KIT_ENCODING_UTF_8);
    for (std::size_t at = 0; at < text.size(); at += step)
      CHECK(validator.push(text.substr(at, step)).stop == UTF8KIT_STOP_INPUT_USED);
    CHECK(validator.finish().stop == UTF8KIT_STOP_INPUT_USED);
    CHECK(validator.position() == text.size());
    validator.reset();
  }

  // An error of a piece: what is before it is appended, and the rest of the piece can follow.
  utf8kit::decoder decoder(UTF8KIT_ENCODING_UTF_8);
  std::string out;
  const auto piece = "ab\xFF" "cd"sv;
  auto error = thrown<utf8kit::error>([&] { decoder.push(piece, out); });
  CHECK(error && error->offset() == 2 && error->result().read == 3 && out == "ab");
  decoder.push(piece.substr(error ? error->result().read : 0), out);
  CHECK(out == "abcd");
  decoder.push("\xE2\x82", out);
  error = thrown<utf8kit::error>([&] { decoder.finish(out); });
  CHECK(error && error->offset() == 5 && error->kind() == UTF8KIT_KIND_UNEXPECTED_END);
  decoder.finish(out);
  CHECK(out == "abcd");

  // A signature names the encoding.
  utf8kit::decoder signed_text(UTF8KIT_ENCODING_LATIN_1, {}, UTF8KIT_SIGNATURE_DETECT);
  out.clear();
  signed_text.push("\xFF\xFE" "a\0"sv, out);
  signed_text.finish(out);
  CHECK(out == "a" && signed_text.encoding() == UTF8KIT_ENCODING_UTF_16LE);

  // Signatures and ends of encodings.
  utf8kit::encoder utf7(UTF8KIT_ENCODING_UTF_7);
  out.clear();
  utf7.push("\xC3\xA9"sv, out);
  utf7.finish(out);
  CHECK(utf8kit::decode(UTF8KIT_ENCODING_UTF_7, out) == "\xC3\xA9");

  // A policy that throws in the middle of a stream: the stream goes on after the sequence.
  bool throws = true;
  auto sometimes = utf8kit::policy::call([&](auto, auto) -> std::optional<utf8kit::replacement> {
    if (throws) throw stop_here{7};
    return utf8kit::replacement{"?", 0};
  });
  utf8kit::decoder with_policy(UTF8KIT_ENCODING_UTF_8, sometimes);
  out.clear();
  auto exception = thrown<stop_here>([&] { with_policy.push("a\xFF"sv, out); });
  CHECK(exception && exception->value == 7 && out == "a");
  throws = false;
  with_policy.push("b\xFF"sv, out);
  with_policy.finish(out);
  CHECK(out == "ab?");

  // Replacements that are longer than all space: they are read from the function's string.
  auto longer = utf8kit::policy::call(
      [](auto, auto) { return utf8kit::replacement{std::string(100000, '+'), 0}; });
  utf8kit::decoder with_long(UTF8KIT_ENCODING_UTF_8, longer);
  out.clear();
  with_long.push("\xFF"sv, out);
  with_long.finish(out);
  CHECK(out == std::string(100000, '+'));

  CHECK_ERROR(utf8kit::decoder(999), UTF8KIT_STOP_INVALID_ARGUMENT, 0);
  CHECK_ERROR(utf8kit::encoder(UTF8KIT_ENCODING_UNICODE_1_1_UTF_8), UTF8KIT_STOP_INVALID_ARGUMENT, 0);
  CHECK_ERROR(utf8kit::validator(0), UTF8KIT_STOP_INVALID_ARGUMENT, 0);
}

static void test_char8_t() {
#ifdef __cpp_char8_t
  CHECK(utf8kit::is_valid(u8"\u00E9"));
  CHECK(utf8kit::validate(u8"\u00E9").read == 2);
  CHECK(utf8kit::to_utf16(u8"\u00E9") == u"\u00E9");
  CHECK(utf8kit::to_utf32(u8"\u00E9") == U"\u00E9");
  CHECK(utf8kit::to_latin1(u8"\u00E9") == "\xE9");
  CHECK_ERROR(utf8kit::to_ascii(u8"\u00E9"), UTF8KIT_STOP_NOT_REPRESENTABLE, 0);
  CHECK(utf8kit::repair(u8"\u00E9") == "\xC3\xA9");
  CHECK(utf8kit::encode(UTF8KIT_ENCODING_LATIN_1, u8"\u00E9") == "\xE9");
#endif
}

int main() {
  test_validation();
  test_any_text();
  test_any_encoding();
  test_conversions();
  test_lossy();
  test_encodings();
  test_policies();
  test_streams();
  test_char8_t();
  std::printf("cpp: %lu checks, %u failed\n", checks_done, checks_failed);
  return checks_failed == 0 ? 0 : 1;
}
