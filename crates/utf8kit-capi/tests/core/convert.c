// Functions of each kind that the archive without dependencies has.

#include <stdio.h>
#include <string.h>
#include <utf8kit.h>

static unsigned failed;

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                          \
      failed++;                                                                                                        \
    }                                                                                                                  \
  } while (0)

// A text over all lengths of characters, as long as kernels need.
static char text[6 * 1000];

int main(void) {
  static uint16_t units[sizeof text];
  static uint32_t numbers[sizeof text];
  static char back[sizeof text];
  const char *part = "a\xC3\xA9\xE2\x82\xAC";
  for (size_t i = 0; i < sizeof text; i++) text[i] = part[i % 6];
  for (utf8kit_tier tier = UTF8KIT_TIER_PORTABLE; tier <= UTF8KIT_TIER_AVX512; tier++) {
    if (utf8kit_set_tier(tier) != UTF8KIT_STOP_INPUT_USED) continue;
    CHECK(utf8kit_get_tier() == tier);
    CHECK(utf8kit_utf8_is_valid(text, sizeof text) && utf8kit_utf8_count(text, sizeof text) == sizeof text / 2);
    utf8kit_result result = utf8kit_utf8_to_utf16(text, sizeof text, units, sizeof text);
    CHECK(result.written == sizeof text / 2 && units[2] == 0x20AC);
    result = utf8kit_utf16_to_utf8(units, result.written, back, sizeof back);
    CHECK(result.written == sizeof text && memcmp(back, text, sizeof text) == 0);
    result = utf8kit_utf8_to_utf32(text, sizeof text, numbers, sizeof text);
    CHECK(result.written == sizeof text / 2 && utf8kit_utf32_utf8_len(numbers, result.written) == sizeof text);
    text[3000] = '\xFF';
    result = utf8kit_utf8_validate(text, sizeof text);
    CHECK(result.stop == UTF8KIT_STOP_ILL_FORMED && result.read == 3000);
    char message[200];
    utf8kit_message(&result, UTF8KIT_ENCODING_UTF_8, message, sizeof message);
    CHECK(strcmp(message, "ill-formed UTF-8 at offset 3000: `FF` never occurs in UTF-8") == 0);
    CHECK(utf8kit_utf8_repair(text, sizeof text, back, sizeof back).stop == UTF8KIT_STOP_OUTPUT_FULL);
    CHECK(strcmp(utf8kit_stop_name(UTF8KIT_STOP_OUTPUT_FULL), "output-full") == 0);
    text[3000] = 'a';
  }
  CHECK(utf8kit_latin1_to_utf8("\xE9", 1, back, sizeof back).written == 2);
  CHECK(!utf8kit_ascii_is_valid("\xE9", 1));
  char version[32];
  snprintf(version, sizeof version, "%d.%d.%d", UTF8KIT_VERSION_MAJOR, UTF8KIT_VERSION_MINOR, UTF8KIT_VERSION_PATCH);
  CHECK(strcmp(utf8kit_version(), version) == 0);
#if defined(__x86_64__)
  // The archive asks the processor itself; the compiler does, too.
  CHECK(utf8kit_set_tier(UTF8KIT_TIER_AVX2) == UTF8KIT_STOP_INPUT_USED || !__builtin_cpu_supports("avx2"));
#endif
  return failed == 0 ? 0 : 1;
}
