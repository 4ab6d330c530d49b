// Decodes standard input, in pieces, from an encoding to UTF-8 on standard output. U+FFFD replaces what is ill-formed.
//
//     c++ -std=c++17 decode.cpp -o decode $(pkg-config --cflags --libs utf8kit)
//     ./decode LABEL < FILE
//
// The exit status is 2 if no encoding has the label.

#include <cstdio>
#include <string>
#include <utf8kit.hpp>

int main(int argc, char **argv) {
  const char *label = argc == 2 ? argv[1] : "utf-8";
  const utf8kit_encoding encoding = utf8kit::encoding_for_label(label);
  if (encoding == UTF8KIT_ENCODING_NONE) {
    std::fprintf(stderr, "decode: %s: unknown encoding\n", label);
    return 2;
  }
  utf8kit::decoder decoder(encoding, utf8kit::policy::replace());
  char piece[4096];
  std::string text;
  std::size_t len;
  do {
    len = std::fread(piece, 1, sizeof piece, stdin);
    // A character that the piece cuts waits for the next one.
    if (len != 0) {
      decoder.push({piece, len}, text);
    } else {
      decoder.finish(text);
    }
    std::fwrite(text.data(), 1, text.size(), stdout);
    text.clear();
  } while (len != 0);
  return 0;
}
