//! Bytes that may be ill-formed, converted to text.

use super::validate;
use crate::code_unit::before;
use crate::encoding::{UTF8, Utf8};
use crate::engine::{self, ConvertPrefix, Search, ValidPrefix as _};
use crate::error::IllFormed;
use crate::policy::{ESCAPED, ESCAPED_LOWER, Policy, decode_legacy};
use crate::simd::dispatch::{Kernels, kernels};
use crate::uninit;
use alloc::borrow::Cow;
use alloc::string::String;
use core::mem::MaybeUninit;

/// Returns `bytes` as text, with U+FFFD for each maximal subpart of an ill-formed sequence. Well-formed input is
/// returned itself, without a copy.
///
/// ```
/// use std::borrow::Cow;
/// use utf8kit::utf8::repair;
///
/// assert!(matches!(repair("tout va bien".as_bytes()), Cow::Borrowed("tout va bien")));
/// assert_eq!(repair(b"\xF0\x9F\x98 \xC0\xAF"), "\u{FFFD} \u{FFFD}\u{FFFD}");
/// ```
#[must_use]
pub fn repair(bytes: &[u8]) -> Cow<'_, str> {
    match validate(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) => Cow::Owned(replaced(bytes, error.valid_up_to())),
    }
}

/// Returns `bytes` with U+FFFD for each maximal subpart. The first `valid` bytes are well-formed: they end at the first
/// error that [`validate`] found.
pub(crate) fn replaced(bytes: &[u8], valid: usize) -> String {
    let (valid, mut rest) = bytes.split_at(valid);
    if rest.len() <= FEW {
        let mut text =
            String::with_capacity(valid.len() + char::REPLACEMENT_CHARACTER.len_utf8() * rest.len());
        // SAFETY: `valid` is well-formed, as below.
        text.push_str(unsafe { core::str::from_utf8_unchecked(valid) });
        while !rest.is_empty() {
            let first = Utf8::first_char(rest);
            let (c, len) = first.unwrap_or_else(|error| (char::REPLACEMENT_CHARACTER, error.len));
            text.push(c);
            rest = &rest[len..];
        }
        return text;
    }
    let short = replaced_short(kernels(), rest, |replaced| {
        let mut text = String::with_capacity(valid.len() + replaced.len());
        // SAFETY: `valid` is well-formed, as below.
        text.push_str(unsafe { core::str::from_utf8_unchecked(valid) });
        text.push_str(replaced);
        text
    });
    if let Some(text) = short {
        return text;
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8 + 64);
    // SAFETY: `valid` is empty or ends at the first error that `validate` found, so it is well-formed.
    text.push_str(unsafe { core::str::from_utf8_unchecked(valid) });
    engine::append_lossy::<Utf8>(rest, &mut text, rest.len(), 3);
    text
}

/// Up to this length, text is repaired character by character.
const FEW: usize = 16;

/// Up to this length, text is repaired in a buffer that the kernel has room in.
const SHORT_TEXT: usize = 256;

/// The bytes that the kernel requires after the end of the text: two of the longest vectors.
const PADDING: usize = 128;

/// Repairs text that is too short for the kernel where it is, and calls `take` with the result. Returns `None` if the text is
/// too long, or if there is no kernel. `bytes` begins with a character or a maximal subpart.
///
/// The reference engine takes ten times as long for such a text.
fn replaced_short<T>(kernels: Kernels, bytes: &[u8], take: impl FnOnce(&str) -> T) -> Option<T> {
    if bytes.len() > SHORT_TEXT {
        return None;
    }
    // A sequence that is incomplete at the end of the text is as incomplete before U+0000.
    let mut source = [0; SHORT_TEXT + PADDING];
    source[..bytes.len()].copy_from_slice(bytes);
    let source = &source[..bytes.len() + PADDING];
    // The kernel stops when less than four vectors are left.
    let mut replaced = [MaybeUninit::uninit(); 3 * SHORT_TEXT + 3 * PADDING];
    let repaired = <Utf8 as ConvertPrefix<Utf8>>::repair_prefix(kernels, source, &mut replaced);
    // What it has read of the padding is written as it is.
    let padding = repaired.read.checked_sub(bytes.len())?;
    let replaced = &replaced[..repaired.written - padding];
    // SAFETY: the kernel has initialized `repaired.written` bytes, which are well-formed UTF-8; those of the padding, at the
    // end, are ASCII.
    Some(take(unsafe {
        core::str::from_utf8_unchecked(uninit::items(replaced))
    }))
}

/// Returns `bytes` as text, with each ill-formed sequence replaced as `policy` says. Input that needs no change is
/// returned itself, without a copy.
///
/// # Errors
///
/// Returns the first ill-formed sequence for which `policy` has no replacement. Its offset is in bytes.
///
/// ```
/// use utf8kit::{Policy, utf8::repair_with};
///
/// let custom = |_: &[u8], kind: utf8kit::ErrorKind| Some(format!("[{}]", kind.name()).into());
/// assert_eq!(repair_with(b"a\xFFb", Policy::Custom(&custom)).unwrap(), "a[never-valid]b");
/// ```
pub fn repair_with<'a>(bytes: &'a [u8], policy: Policy<'_>) -> Result<Cow<'a, str>, IllFormed> {
    // The offset of the next backslash to double.
    let mut backslash = match policy.doubles_backslashes() {
        true => next_backslash(bytes, 0),
        false => bytes.len(),
    };
    let valid = Utf8::valid_prefix(kernels(), bytes);
    if valid == bytes.len() && backslash == bytes.len() {
        // SAFETY: the kernel has validated all of `bytes`.
        return Ok(Cow::Borrowed(unsafe { core::str::from_utf8_unchecked(bytes) }));
    }
    let mut search = Search::after(kernels(), valid);
    let mut error = search.advance_to_len::<Utf8>(bytes);
    if error.is_none() && backslash == bytes.len() {
        // SAFETY: the search has found no error.
        return Ok(Cow::Borrowed(unsafe { core::str::from_utf8_unchecked(bytes) }));
    }
    let replacement = Short::of(&policy);
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8 + 64);
    let mut read = 0;
    // The number of bytes before `read` that are copied since the last error.
    let mut copied = 0;
    // The number of errors directly after a distant one.
    let mut following = 0;
    loop {
        // First, because text can be full of errors. Not if the kernel has copied what is before this one: it copies what follows, too.
        if let (Some(replacement), 0, 0) = (&replacement, copied, following) {
            read = replacement.replace(Near {
                bytes,
                read,
                backslash,
                search: &mut search,
                error: &mut error,
                text: &mut text,
            });
        }
        // SAFETY: the search has checked that the bytes between two errors are well-formed UTF-8.
        let valid = unsafe { core::str::from_utf8_unchecked(&bytes[read..search.read]) };
        let least = if copied > 0 { STILL_FAR } else { FAR };
        let is_far = copied + valid.len() >= least || following > 0;
        if backslash < search.read {
            // SAFETY: as above, and the search for backslashes continued where the text was read.
            backslash = unsafe { push_doubled(bytes, read, backslash, search.read, &mut text) };
        } else if !valid.is_empty() {
            text.push_str(valid);
        }
        let Some(len) = error else {
            return Ok(Cow::Owned(text));
        };
        let rest = &bytes[search.read..];
        let mut taken = len;
        if !policy.append_constant(&rest[..len], &mut text) {
            let Err(error) = Utf8::decode_first(rest) else {
                unreachable!("the search returns errors");
            };
            let Some(replacement) = policy.replacement(&rest[..len], error.kind) else {
                return Err(IllFormed::at_offset(&UTF8, search.read as u64, error, rest));
            };
            text.push_str(replacement.as_str());
            taken = replacement.taken(len);
        }
        read = bytes.len().min(search.read.saturating_add(taken));
        copied = 0;
        if is_far {
            // What is left of a damaged character is mostly ill-formed, too.
            if following < REST
                && let Some(rest @ [_, ..]) = bytes.get(read..)
                && let Err(found) = Utf8::decode_first(rest)
            {
                search.restart(read);
                error = Some(found.len);
                following += 1;
                continue;
            }
            following = 0;
            let mut valid = read;
            if backslash == bytes.len() {
                copied = append_valid(&bytes[read..], &mut text);
                read += copied;
                valid = read;
            } else {
                valid += Utf8::valid_prefix(kernels(), &bytes[read..]);
            }
            search = Search::after(kernels(), valid);
            // The kernel stops before an error, most of the time.
            let rest = &bytes[valid..];
            if !rest.is_empty()
                && let Err(found) = Utf8::decode_first(rest)
            {
                error = Some(found.len);
                continue;
            }
        } else if taken == len {
            search.skip(len);
        } else {
            search.restart(read);
        }
        error = search.advance_to_len::<Utf8>(bytes);
    }
}

/// From this distance of two errors on, what follows is validated, and copied meanwhile if it has no backslashes to double: marks
/// are for errors that are near.
const FAR: usize = 512;

/// From this distance on, the next error is far after one that was.
const STILL_FAR: usize = 128;

/// The most errors directly after a distant one that are replaced one by one.
const REST: usize = 3;

/// Appends a well-formed prefix of `bytes`, as far as the kernel gets, and returns its length.
fn append_valid(bytes: &[u8], text: &mut String) -> usize {
    // SAFETY: UTF-8 is appended.
    let text = unsafe { text.as_mut_vec() };
    text.reserve(bytes.len());
    let spare = text.spare_capacity_mut();
    let (read, written) = <Utf8 as ConvertPrefix<Utf8>>::convert_prefix(kernels(), bytes, spare);
    // SAFETY: the kernel has initialized these bytes, which are whole characters.
    unsafe { text.set_len(text.len() + written) };
    read
}

/// The length up to which a fixed number of bytes is copied: a call that copies the exact number takes longer.
const SHORT: usize = 32;

/// The number of bytes of the longest ill-formed sequence of UTF-8.
const SEQUENCE: usize = 3;

/// The number of bytes of a replacement that is copied so: a vector, in which each byte of a sequence has room for four.
const REPLACEMENT: usize = 16;

const _: () = assert!(4 * SEQUENCE <= REPLACEMENT);

/// A replacement of a few bytes.
enum Short<'a> {
    /// The first of these bytes, as many as the number says, whatever the sequence is. They are UTF-8.
    Constant([u8; REPLACEMENT], usize),
    /// Each byte as this table has it.
    Escaped(&'static [[u8; 4]; 256]),
    /// Each byte as a character of this table.
    Legacy(&'a [char; 128]),
}

impl<'a> Short<'a> {
    /// Returns the replacement of `policy` if it is one.
    fn of(policy: &Policy<'a>) -> Option<Short<'a>> {
        let constant = |text: &str| {
            let mut bytes = [0; REPLACEMENT];
            bytes.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
            Some(Short::Constant(bytes, text.len()))
        };
        match *policy {
            Policy::Fail | Policy::Custom(_) => None,
            Policy::Replace(c) => constant(c.encode_utf8(&mut [0; 4])),
            Policy::With(text) => constant(text),
            Policy::Drop => constant(""),
            Policy::Escape => Some(Short::Escaped(&ESCAPED)),
            Policy::BackslashReplace => Some(Short::Escaped(&ESCAPED_LOWER)),
            Policy::Legacy(table) => Some(Short::Legacy(table)),
        }
    }

    /// Replaces errors as long as they are near, and returns the offset of what is not written then.
    fn replace(&self, near: Near<'_>) -> usize {
        // A loop for each kind, which finds its replacement in registers.
        match *self {
            // SAFETY: that many bytes of the constant are UTF-8.
            Short::Constant(replacement, len) => unsafe {
                near.replace(|_, _, text| {
                    *text = replacement;
                    len
                })
            },
            // SAFETY: four bytes of ASCII are written for each byte of a sequence.
            Short::Escaped(escaped) => unsafe {
                near.replace(|sequence, len, text| {
                    let (places, _) = text.as_chunks_mut();
                    // All of them, because a loop as long as the sequence is mispredicted.
                    for (place, &byte) in places.iter_mut().zip(sequence) {
                        *place = escaped[usize::from(byte)];
                    }
                    4 * len
                })
            },
            // SAFETY: characters are written one behind the other.
            Short::Legacy(table) => unsafe {
                near.replace(|sequence, len, text| {
                    let mut end = 0;
                    for &byte in &sequence[..len] {
                        end += decode_legacy(table, byte).encode_utf8(&mut text[end..]).len();
                    }
                    end
                })
            },
        }
    }
}

/// A repair at an error that may be near.
struct Near<'r> {
    bytes: &'r [u8],
    /// The offset of what is not yet written.
    read: usize,
    /// The offset of the next backslash to double.
    backslash: usize,
    search: &'r mut Search,
    /// The length of the error at which the search is.
    error: &'r mut Option<usize>,
    text: &'r mut String,
}

impl Near<'_> {
    /// Does what [`Short::replace`] does. `write` is given bytes that begin with an ill-formed sequence, and its length; it writes
    /// the replacement, and returns the length of that.
    ///
    /// # Safety
    ///
    /// The first bytes that `write` leaves in its destination, as many as it returns, are UTF-8.
    #[inline]
    unsafe fn replace(
        mut self,
        write: impl Fn(&[u8; SEQUENCE], usize, &mut [u8; REPLACEMENT]) -> usize,
    ) -> usize {
        while let (Some(len), Some(start)) = (*self.error, self.bytes[self.read..].first_chunk())
            && self.search.read - self.read <= SHORT
            && self.search.read <= self.backslash
        {
            let valid = self.search.read - self.read;
            let write = |sequence: &_, text: &mut _| write(sequence, len, text);
            // SAFETY: the search has checked that what is before the error is UTF-8. It has no more than `SHORT` bytes. The
            // caller promises the replacement.
            unsafe { append_short(self.text, start, valid, write) };
            self.search.skip(len);
            self.read = self.search.read;
            *self.error = self.search.advance_to_len::<Utf8>(self.bytes);
        }
        self.read
    }
}

/// Appends the first `valid` bytes of `start` and then what `write` makes of the next ones, of which it returns the length.
///
/// # Safety
///
/// `valid` is at most [`SHORT`], and the first `valid` bytes of `start` are UTF-8, as are the first bytes that `write` leaves in its
/// destination, as many as it returns.
#[inline]
unsafe fn append_short(
    text: &mut String,
    start: &[u8; SHORT + SEQUENCE],
    valid: usize,
    write: impl Fn(&[u8; SEQUENCE], &mut [u8; REPLACEMENT]) -> usize,
) {
    debug_assert!(core::str::from_utf8(&start[..valid]).is_ok());
    // SAFETY: UTF-8 is appended: the first bytes of `start` and a replacement, as the caller promises.
    let text = unsafe { text.as_mut_vec() };
    text.reserve(SHORT + REPLACEMENT);
    let spare = text.spare_capacity_mut();
    let (before, _) = start.split_at(SHORT);
    uninit::copy(before, &mut spare[..SHORT]);
    let sequence = start[valid..].first_chunk().expect("`valid` is at most `SHORT`");
    let after = &mut spare[valid..][..REPLACEMENT];
    uninit::copy(&[0; REPLACEMENT], after);
    // SAFETY: they are zero.
    let after = unsafe { uninit::items_mut(after) };
    let replaced = write(sequence, after.try_into().expect("it has this length"));
    debug_assert!(replaced <= REPLACEMENT && core::str::from_utf8(&after[..replaced]).is_ok());
    let end = text.len() + valid + replaced;
    // SAFETY: these bytes are initialized: `valid` is at most `SHORT`, and the replacement, after that, at most `REPLACEMENT`.
    unsafe { text.set_len(end) };
}

/// Returns the offset of the first backslash from `from` on, or the length of `bytes`.
fn next_backslash(bytes: &[u8], from: usize) -> usize {
    from + before(&bytes[from..], |&byte| byte == b'\\')
}

/// Appends `bytes[from..to]` to `text`, with two backslashes for each. The first is at `backslash`. Returns the offset of the
/// first one from `to` on, or the length of `bytes`.
///
/// # Safety
///
/// `bytes[from..to]` is UTF-8, and `backslash` is the offset of the first backslash from `from` on.
unsafe fn push_doubled(
    bytes: &[u8],
    mut from: usize,
    mut backslash: usize,
    to: usize,
    text: &mut String,
) -> usize {
    debug_assert!(from <= backslash && bytes.get(backslash).is_none_or(|&byte| byte == b'\\'));
    // SAFETY: the caller promises that it is UTF-8, and it is cut before and after backslashes.
    let mut push = |piece| text.push_str(unsafe { core::str::from_utf8_unchecked(piece) });
    while backslash < to {
        push(&bytes[from..=backslash]);
        // It begins the next piece, too.
        from = backslash;
        backslash = next_backslash(bytes, from + 1);
    }
    push(&bytes[from..to]);
    backslash
}

#[cfg(all(test, feature = "tiers"))]
mod tests {
    use super::*;
    use crate::simd::dispatch::available;

    /// Calls a function with texts of each length that is short, and of two more, made of pieces that are cut or
    /// ill-formed.
    fn each_short(mut check: impl FnMut(&[u8])) {
        let pieces: [&[u8]; 8] = [
            b"a",
            "\u{e9}".as_bytes(),
            b"\xE2\x82",
            "\u{1D11E}".as_bytes(),
            b"\xFF",
            b"\xF0\x9D\x84",
            b"\x80",
            b"\xED\xA0\x80",
        ];
        let mut state = 1u32;
        for len in 1..=SHORT_TEXT + 2 {
            for _ in 0..20 {
                let mut bytes = Vec::new();
                while bytes.len() < len {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    // Runs of ASCII as long as vectors, too.
                    let piece = pieces[(state >> 24) as usize % pieces.len()];
                    let times = if state >> 16 & 7 == 0 { 40 } else { 1 };
                    bytes.extend(core::iter::repeat_n(piece, times).flatten());
                }
                bytes.truncate(len);
                check(&bytes);
            }
        }
    }

    #[test]
    fn short_text_is_replaced_like_long_text() {
        for kernels in available() {
            let mut short = 0;
            each_short(|bytes| {
                let expected = String::from_utf8_lossy(bytes);
                if let Some(text) = replaced_short(kernels, bytes, |text| String::from(text)) {
                    assert_eq!(text, expected, "{bytes:02X?} on {}", kernels.tier());
                    short += 1;
                }
            });
            let is_portable = kernels.tier() == crate::Tier::Portable;
            assert_eq!(short == 0, is_portable, "{short} texts on {}", kernels.tier());
        }
    }
}
