/*
 * utf8kit in C++17: strings and exceptions over the functions of utf8kit.h, which can be called directly, too.
 *
 * - std::string and std::string_view are UTF-8, or bytes in the encoding that is given. std::u16string is UTF-16 and
 *   std::u32string is UTF-32, in native byte order. Functions that take UTF-8 take std::u8string_view, too.
 * - Functions throw utf8kit::error for text that is ill-formed or that an encoding cannot represent, and std::bad_alloc.
 *   Functions whose names end in _lossy, and repair, write U+FFFD instead, or a question mark where the encoding lacks it.
 * - Functions of a policy may throw. The exception ends the conversion and reaches the caller.
 * - Functions of utf8kit.h that take text are here once more, without their prefix, for all character types: utf8kit::utf8_to_utf16
 *   is utf8kit_utf8_to_utf16, and takes bytes that are char, unsigned char (uint8_t), char8_t or std::byte, UTF-16 that is uint16_t
 *   or char16_t, UTF-32 that is uint32_t or char32_t, and wchar_t as what the platform has in it.
 */

#ifndef UTF8KIT_HPP
#define UTF8KIT_HPP

#if !(__cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L))
#error "utf8kit.hpp needs C++17 or newer; utf8kit.h has the same functions for older ones"
#endif

#include "utf8kit.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace utf8kit {
namespace detail {

// The unit of the library that a character type has the size and the alignment of, or void.
template <class Character> struct unit {
  using type = void;
};
#define UTF8KIT_UNIT(character, library)                                                                               \
  template <> struct unit<character> {                                                                                 \
    using type = library;                                                                                              \
    static_assert(sizeof(character) == sizeof(library) && alignof(character) == alignof(library));                     \
  };
UTF8KIT_UNIT(unsigned char, char)
UTF8KIT_UNIT(signed char, char)
UTF8KIT_UNIT(std::byte, char)
#ifdef __cpp_char8_t
UTF8KIT_UNIT(char8_t, char)
#endif
UTF8KIT_UNIT(char16_t, std::uint16_t)
UTF8KIT_UNIT(char32_t, std::uint32_t)
#undef UTF8KIT_UNIT
template <> struct unit<wchar_t> {
  using type = std::conditional_t<sizeof(wchar_t) == 2, std::uint16_t, std::uint32_t>;
};

template <class Argument> using unit_of = typename unit<std::remove_cv_t<std::remove_pointer_t<Argument>>>::type;

// Whether an argument points to characters that the library has another name for.
template <class Argument>
constexpr bool is_text = std::is_pointer_v<Argument> && !std::is_void_v<unit_of<Argument>>;

// Returns an argument as the library takes it.
template <class Argument> auto plain(Argument argument) noexcept {
  if constexpr (is_text<Argument>) {
    using unit = unit_of<Argument>;
    using target = std::conditional_t<std::is_const_v<std::remove_pointer_t<Argument>>, const unit *, unit *>;
    return reinterpret_cast<target>(argument);
  } else {
    return argument;
  }
}

} // namespace detail

// The functions of the header that take text, for all character types.
#define UTF8KIT_ANY_TEXT(name)                                                                                         \
  template <class... Arguments>                                                                                        \
  auto name(Arguments... arguments) noexcept->decltype(utf8kit_##name(detail::plain(arguments)...)) {                  \
    return utf8kit_##name(detail::plain(arguments)...);                                                                \
  }
UTF8KIT_ANY_TEXT(decode_alloc)
UTF8KIT_ANY_TEXT(encode_alloc)
UTF8KIT_ANY_TEXT(fix_double_encoding)
UTF8KIT_ANY_TEXT(ascii_is_valid)
UTF8KIT_ANY_TEXT(ascii_validate)
UTF8KIT_ANY_TEXT(ascii_lossy_utf8_len)
UTF8KIT_ANY_TEXT(ascii_to_utf8)
UTF8KIT_ANY_TEXT(ascii_to_utf8_lossy)
UTF8KIT_ANY_TEXT(ascii_to_utf16)
UTF8KIT_ANY_TEXT(ascii_to_utf16_lossy)
UTF8KIT_ANY_TEXT(ascii_to_utf32)
UTF8KIT_ANY_TEXT(ascii_to_utf32_lossy)
UTF8KIT_ANY_TEXT(convert)
UTF8KIT_ANY_TEXT(converted_len)
UTF8KIT_ANY_TEXT(validate)
UTF8KIT_ANY_TEXT(decode)
UTF8KIT_ANY_TEXT(decode_to_utf16)
UTF8KIT_ANY_TEXT(encode)
UTF8KIT_ANY_TEXT(encode_from_utf16)
UTF8KIT_ANY_TEXT(signature)
UTF8KIT_ANY_TEXT(detect)
UTF8KIT_ANY_TEXT(encoding_for_label)
UTF8KIT_ANY_TEXT(latin1_utf8_len)
UTF8KIT_ANY_TEXT(latin1_to_utf8)
UTF8KIT_ANY_TEXT(latin1_to_utf16)
UTF8KIT_ANY_TEXT(latin1_to_utf32)
UTF8KIT_ANY_TEXT(message)
UTF8KIT_ANY_TEXT(clause)
UTF8KIT_ANY_TEXT(decoder_to_utf8)
UTF8KIT_ANY_TEXT(decoder_finish_utf8)
UTF8KIT_ANY_TEXT(decoder_to_utf16)
UTF8KIT_ANY_TEXT(decoder_finish_utf16)
UTF8KIT_ANY_TEXT(encoder_from_utf8)
UTF8KIT_ANY_TEXT(encoder_from_utf16)
UTF8KIT_ANY_TEXT(encoder_finish)
UTF8KIT_ANY_TEXT(validator_push)
UTF8KIT_ANY_TEXT(utf16_is_valid)
UTF8KIT_ANY_TEXT(utf16_validate)
UTF8KIT_ANY_TEXT(utf16_is_ascii)
UTF8KIT_ANY_TEXT(utf16_is_latin1)
UTF8KIT_ANY_TEXT(utf16_count)
UTF8KIT_ANY_TEXT(utf16_lossy_count)
UTF8KIT_ANY_TEXT(utf16_utf8_len)
UTF8KIT_ANY_TEXT(utf16_lossy_utf8_len)
UTF8KIT_ANY_TEXT(utf16_to_utf8)
UTF8KIT_ANY_TEXT(utf16_to_utf8_lossy)
UTF8KIT_ANY_TEXT(utf16_to_utf32)
UTF8KIT_ANY_TEXT(utf16_to_utf32_lossy)
UTF8KIT_ANY_TEXT(utf16_to_latin1)
UTF8KIT_ANY_TEXT(utf16_to_latin1_lossy)
UTF8KIT_ANY_TEXT(utf16_to_ascii)
UTF8KIT_ANY_TEXT(utf16_to_ascii_lossy)
UTF8KIT_ANY_TEXT(utf16_make_well_formed)
UTF8KIT_ANY_TEXT(utf16_to_well_formed)
UTF8KIT_ANY_TEXT(utf16_swap_bytes)
UTF8KIT_ANY_TEXT(utf16_swap_bytes_to)
UTF8KIT_ANY_TEXT(utf16_complete_len)
UTF8KIT_ANY_TEXT(utf32_is_valid)
UTF8KIT_ANY_TEXT(utf32_validate)
UTF8KIT_ANY_TEXT(utf32_is_ascii)
UTF8KIT_ANY_TEXT(utf32_is_latin1)
UTF8KIT_ANY_TEXT(utf32_utf8_len)
UTF8KIT_ANY_TEXT(utf32_utf16_len)
UTF8KIT_ANY_TEXT(utf32_lossy_utf8_len)
UTF8KIT_ANY_TEXT(utf32_lossy_utf16_len)
UTF8KIT_ANY_TEXT(utf32_to_utf8)
UTF8KIT_ANY_TEXT(utf32_to_utf8_lossy)
UTF8KIT_ANY_TEXT(utf32_to_utf16)
UTF8KIT_ANY_TEXT(utf32_to_utf16_lossy)
UTF8KIT_ANY_TEXT(utf32_to_latin1)
UTF8KIT_ANY_TEXT(utf32_to_latin1_lossy)
UTF8KIT_ANY_TEXT(utf32_to_ascii)
UTF8KIT_ANY_TEXT(utf32_to_ascii_lossy)
UTF8KIT_ANY_TEXT(utf32_swap_bytes)
UTF8KIT_ANY_TEXT(utf32_swap_bytes_to)
UTF8KIT_ANY_TEXT(utf8_is_valid)
UTF8KIT_ANY_TEXT(utf8_validate)
UTF8KIT_ANY_TEXT(utf8_is_latin1)
UTF8KIT_ANY_TEXT(utf8_count)
UTF8KIT_ANY_TEXT(utf8_utf16_len)
UTF8KIT_ANY_TEXT(utf8_lossy_count)
UTF8KIT_ANY_TEXT(utf8_lossy_utf8_len)
UTF8KIT_ANY_TEXT(utf8_lossy_utf16_len)
UTF8KIT_ANY_TEXT(utf8_to_utf16)
UTF8KIT_ANY_TEXT(utf8_to_utf16_lossy)
UTF8KIT_ANY_TEXT(utf8_to_utf32)
UTF8KIT_ANY_TEXT(utf8_to_utf32_lossy)
UTF8KIT_ANY_TEXT(utf8_to_latin1)
UTF8KIT_ANY_TEXT(utf8_to_latin1_lossy)
UTF8KIT_ANY_TEXT(utf8_to_ascii)
UTF8KIT_ANY_TEXT(utf8_to_ascii_lossy)
UTF8KIT_ANY_TEXT(utf8_repair)
UTF8KIT_ANY_TEXT(utf8_is_boundary)
UTF8KIT_ANY_TEXT(utf8_floor_boundary)
UTF8KIT_ANY_TEXT(utf8_ceil_boundary)
UTF8KIT_ANY_TEXT(utf8_complete_len)
UTF8KIT_ANY_TEXT(utf8_decode_first)
UTF8KIT_ANY_TEXT(utf8_decode_last)
#undef UTF8KIT_ANY_TEXT

// Returns what stopped a function, in words. `encoding` is that of the source.
inline std::string message(const utf8kit_result &result, utf8kit_encoding encoding) {
  std::string text(utf8kit_message(&result, encoding, nullptr, 0), '\0');
  // The NUL replaces that of the string.
  utf8kit_message(&result, encoding, text.data(), text.size() + 1);
  return text;
}

// Text that is ill-formed or cannot be represented, or an argument that is not allowed.
class error : public std::runtime_error {
public:
  error(const utf8kit_result &result, utf8kit_encoding encoding)
      : std::runtime_error(message(result, encoding)), result_(result) {}

  // Returns what the function of the library returned. `read` counts from the beginning of the text or the piece.
  const utf8kit_result &result() const noexcept { return result_; }
  // Returns the offset of the error in the text, in units of the source.
  std::uint64_t offset() const noexcept { return result_.offset; }
  utf8kit_stop stop() const noexcept { return result_.stop; }
  utf8kit_kind kind() const noexcept { return result_.kind; }

private:
  utf8kit_result result_;
};

// The text that replaces an ill-formed sequence.
struct replacement {
  // In UTF-8.
  std::string text;
  // The number of bytes of the source that it replaces, or zero for those of the sequence.
  std::size_t takes = 0;
};

// What to do with an ill-formed sequence, or with a character that an encoding lacks.
class policy {
public:
  // Is called with the bytes and the kind of the error. Without a replacement, the conversion stops with the error.
  using function = std::function<std::optional<replacement>(std::string_view bytes, utf8kit_kind kind)>;

  // Stop.
  policy() noexcept = default;
  static policy replace(char32_t character = U'\uFFFD') { return policy(UTF8KIT_ACTION_REPLACE, character); }
  static policy drop() { return policy(UTF8KIT_ACTION_DROP); }
  static policy escape() { return policy(UTF8KIT_ACTION_ESCAPE); }
  static policy backslash_replace() { return policy(UTF8KIT_ACTION_BACKSLASH_REPLACE); }
  // `table` stays valid as long as the policy and the streams with it are used.
  static policy legacy(const std::uint32_t (&table)[128]) {
    policy made(UTF8KIT_ACTION_LEGACY);
    made.plain_.table = table;
    return made;
  }
  static policy call(function replace) {
    policy made(UTF8KIT_ACTION_CALL);
    made.function_ = std::move(replace);
    return made;
  }

private:
  friend class bound_policy;
  explicit policy(utf8kit_action action, char32_t character = 0) noexcept {
    plain_.action = action;
    plain_.character = character;
  }

  utf8kit_policy plain_{};
  function function_;
};

// A policy at an address that does not change, for the library. It catches what the function throws.
class bound_policy {
public:
  explicit bound_policy(policy policy) : policy_(std::move(policy)) {
    if (policy_.plain_.action == UTF8KIT_ACTION_CALL) {
      // An empty function is refused as NULL is.
      policy_.plain_.replace = policy_.function_ ? call : nullptr;
      policy_.plain_.user = this;
    }
  }
  bound_policy(const bound_policy &) = delete;
  bound_policy &operator=(const bound_policy &) = delete;

  const utf8kit_policy *get() const noexcept { return &policy_.plain_; }

  // Throws what the function threw during the last call of the library.
  void rethrow() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

private:
  static bool call(void *user, const char *bytes, std::size_t len, utf8kit_kind kind,
                   utf8kit_replacement *replacement) noexcept {
    auto &self = *static_cast<bound_policy *>(user);
    try {
      auto returned = self.policy_.function_(std::string_view(bytes, len), kind);
      if (!returned) return false;
      self.replacement_ = std::move(*returned);
      replacement->text = self.replacement_.text.data();
      replacement->len = self.replacement_.text.size();
      replacement->takes = self.replacement_.takes;
      return true;
    } catch (...) {
      self.thrown_ = std::current_exception();
      return false;
    }
  }

  policy policy_;
  // Its text is read until the next call.
  utf8kit::replacement replacement_;
  std::exception_ptr thrown_;
};

namespace detail {

// The encoding by which errors in a text are called.
constexpr utf8kit_encoding encoding_of(char) noexcept { return UTF8KIT_ENCODING_UTF_8; }
constexpr utf8kit_encoding encoding_of(char16_t) noexcept { return UTF8KIT_ENCODING_UTF_16BE; }
constexpr utf8kit_encoding encoding_of(char32_t) noexcept { return UTF8KIT_ENCODING_UTF_32BE; }

// Throws if a function stopped for another reason than the end of its source.
inline void check(const utf8kit_result &result, utf8kit_encoding encoding) {
  if (result.stop == UTF8KIT_STOP_OUT_OF_MEMORY) throw std::bad_alloc();
  if (result.stop != UTF8KIT_STOP_INPUT_USED) throw error(result, encoding);
}

// Calls `function(source, length, destination, capacity)` until the source is used, and appends what it writes to `out`.
// `guess` is the number of units for which there is space at first. `read` of the result is that of all calls.
template <class In, class Out, class Function>
utf8kit_result append(std::basic_string_view<In> in, Out &out, std::size_t guess, Function function) {
  // So many units are enough for any character.
  constexpr std::size_t least = 16;
  std::size_t read = 0, replaced = 0, written = out.size();
  for (std::size_t space = std::max(guess, least);; space = in.size() - read + least) {
    out.resize(written + space);
    utf8kit_result result = function(plain(in.data()) + read, in.size() - read, plain(out.data()) + written, space);
    read += result.read;
    written += result.written;
    replaced += result.replaced;
    if (result.stop == UTF8KIT_STOP_OUTPUT_FULL) continue;
    out.resize(written);
    result.read = read;
    result.replaced = replaced;
    return result;
  }
}

// Converts a whole text.
template <class Out, class In, class Function>
Out convert(std::basic_string_view<In> in, std::size_t length, Function function,
            utf8kit_encoding encoding = encoding_of(In())) {
  Out out;
  utf8kit_result result = append(in, out, length, function);
  // It counts from where the last call began.
  if (result.stop != UTF8KIT_STOP_INPUT_USED) result.offset = result.read;
  check(result, encoding);
  return out;
}

// An allocator of the library that allocates in a string.
inline void *allocate(void *user, std::size_t size) noexcept {
  try {
    auto &text = *static_cast<std::string *>(user);
    // The library writes a NUL at the end, where the string has one.
    text.resize(size - 1);
    return text.data();
  } catch (...) {
    return nullptr;
  }
}

// Calls a function that returns new text.
template <class Function> std::string allocated(utf8kit_encoding encoding, bound_policy &policy, Function function) {
  std::string out;
  utf8kit_allocator allocator{[](void *user, std::size_t size) { return allocate(user, size); }, &out};
  char *text = nullptr;
  std::size_t len = 0;
  utf8kit_result result = function(&allocator, &text, &len);
  policy.rethrow();
  check(result, encoding);
  return out;
}

} // namespace detail

// Validation. `validate` returns how far the text is well-formed; its `stop` is UTF8KIT_STOP_INPUT_USED if all of it is.

inline bool is_valid(std::string_view text) noexcept { return utf8kit_utf8_is_valid(text.data(), text.size()); }
inline bool is_valid(std::u16string_view text) noexcept {
  return utf8kit_utf16_is_valid(detail::plain(text.data()), text.size());
}
inline bool is_valid(std::u32string_view text) noexcept {
  return utf8kit_utf32_is_valid(detail::plain(text.data()), text.size());
}

inline utf8kit_result validate(std::string_view text) noexcept {
  return utf8kit_utf8_validate(text.data(), text.size());
}
inline utf8kit_result validate(std::u16string_view text) noexcept {
  return utf8kit_utf16_validate(detail::plain(text.data()), text.size());
}
inline utf8kit_result validate(std::u32string_view text) noexcept {
  return utf8kit_utf32_validate(detail::plain(text.data()), text.size());
}
inline utf8kit_result validate(utf8kit_encoding encoding, std::string_view bytes) noexcept {
  return utf8kit_validate(encoding, bytes.data(), bytes.size());
}

// Conversions. The name of a function says what it returns, and the type of the text what it is converted from.

#define UTF8KIT_CONVERT(name, result, view, function, length)                                                          \
  inline result name(view text) {                                                                                      \
    return detail::convert<result>(text, length, function);                                                            \
  }

#define UTF8KIT_LEN(function) function(detail::plain(text.data()), text.size())

UTF8KIT_CONVERT(to_utf8, std::string, std::u16string_view, utf8kit_utf16_to_utf8, UTF8KIT_LEN(utf8kit_utf16_utf8_len))
UTF8KIT_CONVERT(to_utf8, std::string, std::u32string_view, utf8kit_utf32_to_utf8, UTF8KIT_LEN(utf8kit_utf32_utf8_len))
UTF8KIT_CONVERT(to_utf8_lossy, std::string, std::u16string_view, utf8kit_utf16_to_utf8_lossy,
                UTF8KIT_LEN(utf8kit_utf16_lossy_utf8_len))
UTF8KIT_CONVERT(to_utf8_lossy, std::string, std::u32string_view, utf8kit_utf32_to_utf8_lossy,
                UTF8KIT_LEN(utf8kit_utf32_lossy_utf8_len))

UTF8KIT_CONVERT(to_utf16, std::u16string, std::string_view, utf8kit_utf8_to_utf16, UTF8KIT_LEN(utf8kit_utf8_utf16_len))
UTF8KIT_CONVERT(to_utf16, std::u16string, std::u32string_view, utf8kit_utf32_to_utf16,
                UTF8KIT_LEN(utf8kit_utf32_utf16_len))
UTF8KIT_CONVERT(to_utf16_lossy, std::u16string, std::string_view, utf8kit_utf8_to_utf16_lossy,
                UTF8KIT_LEN(utf8kit_utf8_lossy_utf16_len))
UTF8KIT_CONVERT(to_utf16_lossy, std::u16string, std::u32string_view, utf8kit_utf32_to_utf16_lossy,
                UTF8KIT_LEN(utf8kit_utf32_lossy_utf16_len))

UTF8KIT_CONVERT(to_utf32, std::u32string, std::string_view, utf8kit_utf8_to_utf32, UTF8KIT_LEN(utf8kit_utf8_count))
UTF8KIT_CONVERT(to_utf32, std::u32string, std::u16string_view, utf8kit_utf16_to_utf32, UTF8KIT_LEN(utf8kit_utf16_count))
UTF8KIT_CONVERT(to_utf32_lossy, std::u32string, std::string_view, utf8kit_utf8_to_utf32_lossy,
                UTF8KIT_LEN(utf8kit_utf8_lossy_count))
UTF8KIT_CONVERT(to_utf32_lossy, std::u32string, std::u16string_view, utf8kit_utf16_to_utf32_lossy,
                UTF8KIT_LEN(utf8kit_utf16_lossy_count))

UTF8KIT_CONVERT(to_latin1, std::string, std::string_view, utf8kit_utf8_to_latin1, UTF8KIT_LEN(utf8kit_utf8_count))
UTF8KIT_CONVERT(to_latin1, std::string, std::u16string_view, utf8kit_utf16_to_latin1, text.size())
UTF8KIT_CONVERT(to_latin1, std::string, std::u32string_view, utf8kit_utf32_to_latin1, text.size())
UTF8KIT_CONVERT(to_latin1_lossy, std::string, std::string_view, utf8kit_utf8_to_latin1_lossy,
                UTF8KIT_LEN(utf8kit_utf8_lossy_count))
UTF8KIT_CONVERT(to_latin1_lossy, std::string, std::u16string_view, utf8kit_utf16_to_latin1_lossy, text.size())
UTF8KIT_CONVERT(to_latin1_lossy, std::string, std::u32string_view, utf8kit_utf32_to_latin1_lossy, text.size())

UTF8KIT_CONVERT(to_ascii, std::string, std::string_view, utf8kit_utf8_to_ascii, text.size())
UTF8KIT_CONVERT(to_ascii, std::string, std::u16string_view, utf8kit_utf16_to_ascii, text.size())
UTF8KIT_CONVERT(to_ascii, std::string, std::u32string_view, utf8kit_utf32_to_ascii, text.size())
UTF8KIT_CONVERT(to_ascii_lossy, std::string, std::string_view, utf8kit_utf8_to_ascii_lossy,
                UTF8KIT_LEN(utf8kit_utf8_lossy_count))
UTF8KIT_CONVERT(to_ascii_lossy, std::string, std::u16string_view, utf8kit_utf16_to_ascii_lossy, text.size())
UTF8KIT_CONVERT(to_ascii_lossy, std::string, std::u32string_view, utf8kit_utf32_to_ascii_lossy, text.size())

UTF8KIT_CONVERT(latin1_to_utf8, std::string, std::string_view, utf8kit_latin1_to_utf8,
                UTF8KIT_LEN(utf8kit_latin1_utf8_len))
UTF8KIT_CONVERT(latin1_to_utf16, std::u16string, std::string_view, utf8kit_latin1_to_utf16, text.size())
UTF8KIT_CONVERT(latin1_to_utf32, std::u32string, std::string_view, utf8kit_latin1_to_utf32, text.size())

// Returns the text with U+FFFD for each ill-formed sequence.
UTF8KIT_CONVERT(repair, std::string, std::string_view, utf8kit_utf8_repair, UTF8KIT_LEN(utf8kit_utf8_lossy_utf8_len))
UTF8KIT_CONVERT(repair, std::u16string, std::u16string_view, utf8kit_utf16_to_well_formed, text.size())

#undef UTF8KIT_LEN
#undef UTF8KIT_CONVERT

// Any encoding.

// Returns the encoding with this charset label, or UTF8KIT_ENCODING_NONE.
inline utf8kit_encoding encoding_for_label(std::string_view label) noexcept {
  return utf8kit_encoding_for_label(label.data(), label.size());
}

// Converts a whole text in an encoding to UTF-8.
inline std::string decode(utf8kit_encoding encoding, std::string_view bytes, policy policy = {}) {
  bound_policy bound(std::move(policy));
  return detail::allocated(encoding, bound, [&](auto allocator, auto text, auto len) {
    return utf8kit_decode_alloc(encoding, bound.get(), bytes.data(), bytes.size(), allocator, text, len);
  });
}

// Converts a whole text in UTF-8 to an encoding.
inline std::string encode(utf8kit_encoding encoding, std::string_view text, policy policy = {}) {
  bound_policy bound(std::move(policy));
  return detail::allocated(UTF8KIT_ENCODING_UTF_8, bound, [&](auto allocator, auto encoded, auto len) {
    return utf8kit_encode_alloc(encoding, bound.get(), text.data(), text.size(), allocator, encoded, len);
  });
}

// Converts a whole text from one encoding to another.
inline std::string convert(utf8kit_encoding from, utf8kit_encoding to, std::string_view bytes, policy policy = {}) {
  bound_policy bound(std::move(policy));
  std::string out;
  // A replacement can be longer than U+FFFD, for which this is enough.
  std::size_t room = utf8kit_converted_len(from, to, bytes.data(), bytes.size());
  for (;; room = 2 * room + 64) {
    out.resize(room);
    auto result = utf8kit_convert(from, to, bound.get(), bytes.data(), bytes.size(), out.data(), room);
    bound.rethrow();
    if (result.stop == UTF8KIT_STOP_OUTPUT_FULL) continue;
    detail::check(result, from);
    out.resize(result.written);
    return out;
  }
}

// What is known of the encoding of a text: `convert` takes what follows its signature, `text.substr(found.signature_len)`, in
// `found.encoding`. `whole` says that the text does not go on.
inline utf8kit_detection detect(std::string_view text, bool whole = true) noexcept {
  return utf8kit_detect(text.data(), text.size(), whole);
}

// Returns the encoding whose signature a text starts with, and the length of the signature.
inline std::pair<utf8kit_encoding, std::size_t> signature(std::string_view text) noexcept {
  std::size_t len = 0;
  utf8kit_encoding encoding = utf8kit_signature(text.data(), text.size(), &len);
  return {encoding, len};
}

// Undoes double encoding where it is certain: UTF-8 that was decoded as another encoding and encoded again.
inline std::string fix_double_encoding(std::string_view text) {
  bound_policy none{policy()};
  return detail::allocated(UTF8KIT_ENCODING_UTF_8, none, [&](auto allocator, auto fixed, auto len) {
    return utf8kit_fix_double_encoding(text.data(), text.size(), allocator, fixed, len);
  });
}

// Text in pieces.
//
// A function that throws utf8kit::error has appended what is before the error, and `result().read` counts the bytes of the
// piece up to its end: pass the rest of the piece to go on.

// Decodes text to UTF-8 or to UTF-16. Decode one text only to one of them.
class decoder {
public:
  explicit decoder(utf8kit_encoding encoding, policy policy = {},
                   utf8kit_signature_policy signature = UTF8KIT_SIGNATURE_DEFAULT)
      : policy_(std::move(policy)), encoding_(encoding) {
    utf8kit_result result{};
    result.stop = utf8kit_decoder_init(&state_, encoding, signature, policy_.get());
    detail::check(result, encoding);
  }
  decoder(const decoder &) = delete;
  decoder &operator=(const decoder &) = delete;

  // Appends the next piece to `out`.
  void push(std::string_view piece, std::string &out) {
    run(piece, out, [&](auto... arguments) { return utf8kit_decoder_to_utf8(&state_, arguments...); });
  }
  void push(std::string_view piece, std::u16string &out) {
    run(piece, out, [&](auto... arguments) { return utf8kit_decoder_to_utf16(&state_, arguments...); });
  }
  // Ends the text, and appends the rest of it.
  void finish(std::string &out) {
    run(std::string_view(), out, [&](auto, auto, auto... destination) {
      return utf8kit_decoder_finish_utf8(&state_, destination...);
    });
  }
  void finish(std::u16string &out) {
    run(std::string_view(), out, [&](auto, auto, auto... destination) {
      return utf8kit_decoder_finish_utf16(&state_, destination...);
    });
  }
  // Begins a new text.
  void reset() noexcept { utf8kit_decoder_reset(&state_); }
  // Returns the encoding of the text, which the signature can name.
  utf8kit_encoding encoding() const noexcept { return utf8kit_decoder_encoding(&state_); }
  // Returns the offset of the first byte that is not yet decoded, replaced or reported.
  std::uint64_t position() const noexcept { return utf8kit_decoder_position(&state_); }

private:
  template <class Out, class Step> void run(std::string_view piece, Out &out, Step step) {
    utf8kit_result result = detail::append(piece, out, piece.size(), step);
    policy_.rethrow();
    detail::check(result, encoding_);
  }

  bound_policy policy_;
  utf8kit_encoding encoding_;
  utf8kit_decoder state_;
};

// Encodes text in UTF-8 or UTF-16. A piece of UTF-8 ends at a character boundary; utf8kit_utf8_complete_len returns where.
class encoder {
public:
  explicit encoder(utf8kit_encoding encoding, policy policy = {}) : policy_(std::move(policy)) {
    utf8kit_result result{};
    result.stop = utf8kit_encoder_init(&state_, encoding, policy_.get());
    detail::check(result, encoding);
  }
  encoder(const encoder &) = delete;
  encoder &operator=(const encoder &) = delete;

  // Appends the next piece to `out`.
  void push(std::string_view piece, std::string &out) {
    run(piece, out, [&](auto... arguments) { return utf8kit_encoder_from_utf8(&state_, arguments...); });
  }
  void push(std::u16string_view piece, std::string &out) {
    run(piece, out, [&](auto... arguments) { return utf8kit_encoder_from_utf16(&state_, arguments...); });
  }
  // Ends the text, and appends the rest of it.
  void finish(std::string &out) {
    run(std::string_view(), out,
        [&](auto, auto, auto... destination) { return utf8kit_encoder_finish(&state_, destination...); });
  }
  // Begins a new text.
  void reset() noexcept { utf8kit_encoder_reset(&state_); }

private:
  template <class In, class Step> void run(std::basic_string_view<In> piece, std::string &out, Step step) {
    utf8kit_result result = detail::append(piece, out, piece.size(), step);
    policy_.rethrow();
    detail::check(result, detail::encoding_of(In()));
  }

  bound_policy policy_;
  utf8kit_encoder state_;
};

// Validates text. Errors are returned and not thrown: their `stop` is UTF8KIT_STOP_ILL_FORMED.
class validator {
public:
  explicit validator(utf8kit_encoding encoding, utf8kit_signature_policy signature = UTF8KIT_SIGNATURE_DEFAULT) {
    utf8kit_result result{};
    result.stop = utf8kit_validator_init(&state_, encoding, signature);
    detail::check(result, encoding);
  }
  validator(const validator &) = delete;
  validator &operator=(const validator &) = delete;

  // Validates the next piece up to the first error, which `read` includes.
  utf8kit_result push(std::string_view piece) noexcept {
    return utf8kit_validator_push(&state_, piece.data(), piece.size());
  }
  // Ends the text.
  utf8kit_result finish() noexcept { return utf8kit_validator_finish(&state_); }
  // Begins a new text.
  void reset() noexcept { utf8kit_validator_reset(&state_); }
  // Returns the offset of the first byte that is not yet validated or reported.
  std::uint64_t position() const noexcept { return utf8kit_validator_position(&state_); }

private:
  utf8kit_validator state_;
};

#ifdef __cpp_char8_t

namespace detail {
inline std::string_view bytes(std::u8string_view text) noexcept {
  return {reinterpret_cast<const char *>(text.data()), text.size()};
}
} // namespace detail

inline bool is_valid(std::u8string_view text) noexcept { return is_valid(detail::bytes(text)); }
inline utf8kit_result validate(std::u8string_view text) noexcept { return validate(detail::bytes(text)); }
inline std::u16string to_utf16(std::u8string_view text) { return to_utf16(detail::bytes(text)); }
inline std::u16string to_utf16_lossy(std::u8string_view text) { return to_utf16_lossy(detail::bytes(text)); }
inline std::u32string to_utf32(std::u8string_view text) { return to_utf32(detail::bytes(text)); }
inline std::u32string to_utf32_lossy(std::u8string_view text) { return to_utf32_lossy(detail::bytes(text)); }
inline std::string to_latin1(std::u8string_view text) { return to_latin1(detail::bytes(text)); }
inline std::string to_latin1_lossy(std::u8string_view text) { return to_latin1_lossy(detail::bytes(text)); }
inline std::string to_ascii(std::u8string_view text) { return to_ascii(detail::bytes(text)); }
inline std::string to_ascii_lossy(std::u8string_view text) { return to_ascii_lossy(detail::bytes(text)); }
inline std::string repair(std::u8string_view text) { return repair(detail::bytes(text)); }
inline std::string encode(utf8kit_encoding encoding, std::u8string_view text, policy policy = {}) {
  return encode(encoding, detail::bytes(text), std::move(policy));
}

#endif // __cpp_char8_t

} // namespace utf8kit

#endif // UTF8KIT_HPP
