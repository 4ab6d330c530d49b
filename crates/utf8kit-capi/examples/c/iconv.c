// Converts text from one encoding to another, in constant memory.
//
//     cc iconv.c -o iconv $(pkg-config --cflags --libs utf8kit)
//     ./iconv [-c] -f ENCODING -t ENCODING [FILE...]
//
// An error ends it with a message that names the place and the reason; with -c it drops what cannot be converted. The exit
// status is 1 for text that cannot be converted, and 2 for other errors.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8kit.h>

static utf8kit_encoding from, to;
static utf8kit_decoder decoder;
static utf8kit_encoder encoder;

static void fail(int status, const char *name, const char *message) {
  fflush(stdout);
  fprintf(stderr, "iconv: %s: %s\n", name, message);
  exit(status);
}

// Encodes UTF-8, or the end of the text if `ends`, and writes it.
static void write_text(const char *text, size_t len, bool ends, const char *name) {
  char encoded[4096], message[256];
  utf8kit_result result;
  do {
    result = ends ? utf8kit_encoder_finish(&encoder, encoded, sizeof encoded)
                  : utf8kit_encoder_from_utf8(&encoder, text, len, encoded, sizeof encoded);
    if (fwrite(encoded, 1, result.written, stdout) != result.written) fail(2, "standard output", strerror(errno));
    text += result.read;
    len -= result.read;
  } while (result.stop == UTF8KIT_STOP_OUTPUT_FULL);
  if (result.stop == UTF8KIT_STOP_INPUT_USED) return;
  // The offset of the result is one in the UTF-8 between the two, which the user does not see.
  snprintf(message, sizeof message, "before offset %llu: %s cannot represent U+%04lX",
           (unsigned long long)utf8kit_decoder_position(&decoder), utf8kit_encoding_name(to),
           (unsigned long)result.character);
  fail(1, name, message);
}

// Decodes a piece, or the end of the text if `ends`, and writes it in the other encoding.
static void convert(const char *piece, size_t len, bool ends, const char *name) {
  char text[4096], message[256];
  for (;;) {
    utf8kit_result result = ends ? utf8kit_decoder_finish_utf8(&decoder, text, sizeof text)
                                 : utf8kit_decoder_to_utf8(&decoder, piece, len, text, sizeof text);
    write_text(text, result.written, false, name);
    if (result.stop == UTF8KIT_STOP_INPUT_USED) return;
    if (result.stop != UTF8KIT_STOP_OUTPUT_FULL) {
      utf8kit_message(&result, from, message, sizeof message);
      fail(1, name, message);
    }
    piece += result.read;
    len -= result.read;
  }
}

static void convert_file(FILE *file, const char *name) {
  char piece[4096];
  size_t len;
  while ((len = fread(piece, 1, sizeof piece, file)) != 0) convert(piece, len, false, name);
  if (ferror(file)) fail(2, name, strerror(errno));
  convert(NULL, 0, true, name);
  utf8kit_decoder_reset(&decoder);
}

static utf8kit_encoding encoding(const char *label) {
  utf8kit_encoding encoding = utf8kit_encoding_for_label(label, strlen(label));
  if (encoding == UTF8KIT_ENCODING_NONE) fail(2, label, "unknown encoding");
  return encoding;
}

int main(int argc, char **argv) {
  utf8kit_policy policy = {.action = UTF8KIT_ACTION_FAIL};
  int i = 1;
  for (; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
    if (strcmp(argv[i], "-c") == 0) policy.action = UTF8KIT_ACTION_DROP;
    else if (strcmp(argv[i], "-f") == 0 && i + 1 < argc) from = encoding(argv[++i]);
    else if (strcmp(argv[i], "-t") == 0 && i + 1 < argc) to = encoding(argv[++i]);
    else fail(2, argv[i], "unknown option; usage: iconv [-c] -f ENCODING -t ENCODING [FILE...]");
  }
  if (from == UTF8KIT_ENCODING_NONE || to == UTF8KIT_ENCODING_NONE) fail(2, "arguments", "-f or -t is missing");
  if (utf8kit_decoder_init(&decoder, from, UTF8KIT_SIGNATURE_DEFAULT, &policy) != UTF8KIT_STOP_INPUT_USED)
    fail(2, utf8kit_encoding_name(from), "cannot be read");
  if (utf8kit_encoder_init(&encoder, to, &policy) != UTF8KIT_STOP_INPUT_USED)
    fail(2, utf8kit_encoding_name(to), "cannot be written");
  if (i == argc) convert_file(stdin, "standard input");
  for (; i < argc; i++) {
    FILE *file = strcmp(argv[i], "-") == 0 ? stdin : fopen(argv[i], "rb");
    if (file == NULL) fail(2, argv[i], strerror(errno));
    convert_file(file, argv[i]);
    if (file != stdin) fclose(file);
  }
  write_text(NULL, 0, true, "the end");
  if (fflush(stdout) != 0) fail(2, "standard output", strerror(errno));
  return 0;
}
