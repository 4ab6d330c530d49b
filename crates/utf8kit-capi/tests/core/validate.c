// Validates the first argument, and does nothing else: how long such a program is, is measured.

#include <string.h>
#include <utf8kit.h>

int main(int argc, char **argv) {
  const char *text = argc > 1 ? argv[1] : "";
  return utf8kit_utf8_validate(text, strlen(text)).stop == UTF8KIT_STOP_INPUT_USED ? 0 : 1;
}
