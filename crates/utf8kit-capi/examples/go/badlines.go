// Command badlines prints the lines of files that are not UTF-8, with the reason. The exit status is 1 if there are any.
//
//	PKG_CONFIG_PATH=/usr/local/lib/pkgconfig go run badlines.go FILE...
package main

// #cgo pkg-config: utf8kit
// #include <utf8kit.h>
import "C"

import (
	"bytes"
	"fmt"
	"os"
	"unsafe"
)

// reason returns why text is not UTF-8, or an empty string if it is.
func reason(text []byte) string {
	var src *C.char // nil is an empty text
	if len(text) != 0 {
		src = (*C.char)(unsafe.Pointer(&text[0]))
	}
	result := C.utf8kit_utf8_validate(src, C.size_t(len(text)))
	if result.stop == C.UTF8KIT_STOP_INPUT_USED {
		return ""
	}
	var message [256]C.char
	C.utf8kit_message(&result, C.UTF8KIT_ENCODING_UTF_8, &message[0], C.size_t(len(message)))
	return C.GoString(&message[0])
}

func main() {
	status := 0
	for _, name := range os.Args[1:] {
		text, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		// A whole text is validated faster than its lines one by one.
		if reason(text) == "" {
			continue
		}
		status = 1
		for number, line := range bytes.Split(text, []byte("\n")) {
			if why := reason(line); why != "" {
				fmt.Printf("%s:%d: %s\n", name, number+1, why)
			}
		}
	}
	os.Exit(status)
}
