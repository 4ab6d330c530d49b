//! Replaces `iconv_open`, `iconv` and `iconv_close` of the GNU C library in programs that `LD_PRELOAD` loads
//! `libutf8kit_iconv.so` into. The programs get the same bytes, return values and positions, faster.
//!
//! The programs' descriptors are those of the C library. Where the kernels of `utf8kit` stop, and the next sequence is not surely an
//! error in each of its versions, its `iconv` continues. It alone determines other errors, the first bytes of text with a signature,
//! and what does not fit in the output. So nothing of that is written twice, and it follows the version that is installed:
//!
//! 1. `exports` has the three functions, `system` those of the C library.
//! 2. `charset` recognizes the names. Text in any other encoding is left to the C library.
//! 3. `descriptor` divides each call between the kernels and the C library.
//! 4. `pair` converts well-formed text from one encoding to another, as far as the kernels go.
//! 5. `brief` converts what is too short for the kernels, one character at a time, and knows the errors that are sure.
//! 6. `open` finds what converts the text of a descriptor.
//! 7. `private` finds the pairs of descriptors that are opened with a private function.
//! 8. `kept` keeps descriptors that were closed for the next ones with the same `names`.
//! 9. `table` has the single-byte encodings of `utf8kit_encodings`, without what the C library reads otherwise.
//!
//! `loader.c` is what an installed library has in front of them: it loads them when a program first calls one of the functions.
//!
//! Elsewhere than on Linux with the GNU C library, the crate is empty.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod brief;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod charset;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod descriptor;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod exports;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod kept;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod names;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod open;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod pair;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod private;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod system;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod table;
