// Functions that are called from several threads at once, while another thread changes the instruction set.

#include "harness.h"
#include <pthread.h>

#define THREADS 4

// What a thread found. Checks are counted by one thread alone.
struct work {
  unsigned rounds, wrong;
};

static void *convert(void *argument) {
  struct work *work = (struct work *)argument;
  char text[600], back[600];
  uint16_t units[600];
  size_t len = 0;
  while (len + 8 < sizeof text) {
    memcpy(text + len, "a\xC3\xA9\xE2\x82\xAC", 6);
    len += 6;
  }
  text[len / 2] = 'z'; // cuts a character or not, the same in all rounds
  utf8kit_result first = utf8kit_utf8_validate(text, len);
  for (unsigned round = 0; round < work->rounds; round++) {
    utf8kit_decoder decoder;
    utf8kit_result result = utf8kit_utf8_to_utf16_lossy(text, len, units, 600);
    work->wrong += result.stop != UTF8KIT_STOP_INPUT_USED;
    result = utf8kit_utf16_to_utf8(units, result.written, back, 600);
    work->wrong += result.stop != UTF8KIT_STOP_INPUT_USED || memcmp(back, text, first.read) != 0;
    result = utf8kit_utf8_validate(text, len);
    work->wrong += result.stop != first.stop || result.read != first.read || result.kind != first.kind;
    utf8kit_decoder_init(&decoder, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_DEFAULT, NULL);
    result = utf8kit_decoder_to_utf8(&decoder, text, len, back, 600);
    work->wrong += result.stop != first.stop || result.offset != first.offset;
    work->wrong += utf8kit_tier_name(utf8kit_get_tier()) == NULL;
  }
  return NULL;
}

static void *change_tier(void *argument) {
  struct work *work = (struct work *)argument;
  utf8kit_tier best = utf8kit_get_tier();
  for (unsigned round = 0; round < work->rounds; round++)
    utf8kit_set_tier(UTF8KIT_TIER_PORTABLE + round % UTF8KIT_TIER_AVX512);
  utf8kit_set_tier(best);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS + 1];
  struct work work[THREADS + 1];
  for (size_t i = 0; i <= THREADS; i++) {
    work[i].rounds = rounds(10000);
    work[i].wrong = 0;
    CHECK_NUMBER(pthread_create(&threads[i], NULL, i < THREADS ? convert : change_tier, &work[i]), 0);
  }
  for (size_t i = 0; i <= THREADS; i++) {
    CHECK_NUMBER(pthread_join(threads[i], NULL), 0);
    CHECK_NUMBER(work[i].wrong, 0);
  }
  return finish("threads");
}
