// Counts lines, words, characters and bytes of files in UTF-8, and reports the first ill-formed sequence of each.
//
//     cc wc.c -o wc $(pkg-config --cflags --libs utf8kit)
//     ./wc FILE...
//
// The exit status is 1 if a file is not UTF-8, and 2 if a file cannot be read.

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <utf8kit.h>

struct counts {
  unsigned long long lines, words, characters, bytes;
};

static void count(struct counts *counts, const char *piece, size_t len, bool *in_word) {
  counts->bytes += len;
  // Bytes that start a character: it does not matter where the pieces are cut.
  counts->characters += utf8kit_utf8_count(piece, len);
  for (size_t i = 0; i < len; i++) {
    bool is_space = piece[i] == ' ' || (piece[i] >= '\t' && piece[i] <= '\r');
    counts->lines += piece[i] == '\n';
    counts->words += !is_space && !*in_word;
    *in_word = !is_space;
  }
}

static void print(const struct counts *counts, const char *name) {
  printf("%7llu %7llu %7llu %7llu %s\n", counts->lines, counts->words, counts->characters, counts->bytes, name);
}

// Counts a file, and returns the exit status for it.
static int count_file(FILE *file, const char *name, struct counts *total) {
  static char piece[1 << 16];
  struct counts counts = {0, 0, 0, 0};
  bool in_word = false;
  size_t len;
  utf8kit_validator validator;
  utf8kit_validator_init(&validator, UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_DEFAULT);
  utf8kit_result result = {0};
  while ((len = fread(piece, 1, sizeof piece, file)) != 0) {
    count(&counts, piece, len, &in_word);
    // After the first error, nothing more is validated.
    if (result.stop == UTF8KIT_STOP_INPUT_USED) result = utf8kit_validator_push(&validator, piece, len);
  }
  if (ferror(file)) {
    fprintf(stderr, "wc: %s: %s\n", name, strerror(errno));
    return 2;
  }
  if (result.stop == UTF8KIT_STOP_INPUT_USED) result = utf8kit_validator_finish(&validator);
  print(&counts, name);
  total->lines += counts.lines;
  total->words += counts.words;
  total->characters += counts.characters;
  total->bytes += counts.bytes;
  if (result.stop == UTF8KIT_STOP_INPUT_USED) return 0;
  char message[256];
  utf8kit_message(&result, UTF8KIT_ENCODING_UTF_8, message, sizeof message);
  fflush(stdout);
  fprintf(stderr, "wc: %s: %s\n", name, message);
  return 1;
}

int main(int argc, char **argv) {
  struct counts total = {0, 0, 0, 0};
  int status = 0;
  if (argc == 1) return count_file(stdin, "-", &total);
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    int failed = 2;
    if (file == NULL) {
      fprintf(stderr, "wc: %s: %s\n", argv[i], strerror(errno));
    } else {
      failed = count_file(file, argv[i], &total);
      fclose(file);
    }
    if (failed > status) status = failed;
  }
  if (argc > 2) print(&total, "total");
  return status;
}
