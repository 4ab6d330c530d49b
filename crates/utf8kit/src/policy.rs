//! Error policies: what to write instead of ill-formed text.

use crate::ErrorKind;
use core::fmt;

/// What to write instead of an ill-formed sequence.
///
/// An ill-formed sequence is what [`IllFormed::bytes`](crate::IllFormed::bytes) returns: a maximal subpart in the sense
/// of the Unicode Standard, or an incomplete sequence at the end of the text.
///
/// A policy is `Copy`, and `Send`: decoders that have the same one can be cloned and sent to other threads.
///
/// ```
/// use utf8kit::{Policy, utf8};
///
/// let bytes = b"caf\xE9 \\ t\xE9";
/// assert_eq!(utf8::repair_with(bytes, Policy::Replace('?')).unwrap(), "caf? \\ t?");
/// assert_eq!(utf8::repair_with(bytes, Policy::Drop).unwrap(), "caf \\ t");
/// assert_eq!(utf8::repair_with(bytes, Policy::Escape).unwrap(), r"caf\xE9 \\ t\xE9");
/// assert_eq!(utf8::repair_with(bytes, Policy::BackslashReplace).unwrap(), r"caf\xe9 \ t\xe9");
/// assert!(utf8::repair_with(bytes, Policy::Fail).is_err());
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Default)]
pub enum Policy<'a> {
    /// Stop with an error.
    #[default]
    Fail,
    /// Write this character for each sequence; U+FFFD is the usual one. Where the destination's encoding lacks it, `?` is
    /// written.
    Replace(char),
    /// Write this text for each sequence.
    ///
    /// ```
    /// use utf8kit::{Policy, utf8};
    ///
    /// assert_eq!(utf8::repair_with(b"caf\xE9", Policy::With("[?]")).unwrap(), "caf[?]");
    /// ```
    With(&'a str),
    /// Write nothing. Use this with care: it joins the text before and the text after, which can create an unwanted
    /// text.
    Drop,
    /// Write each byte as `\xHH`, and each backslash of the text as `\\`, so that the original can be restored.
    Escape,
    /// Write what the error handler `backslashreplace` of Python writes: each byte as `\xhh`. An encoder writes each
    /// character that its encoding lacks, and each unpaired surrogate, as `\xhh`, `\uhhhh` or `\Uhhhhhhhh`. The digits
    /// are lower case. Backslashes of the text are not doubled, so the original cannot be restored.
    BackslashReplace,
    /// Decode each byte of the sequence from a single-byte encoding. The table is its upper half, bytes `0x80..=0xFF`.
    Legacy(&'a [char; 128]),
    /// Call a function with the bytes and the error kind. It returns the replacement, or `None` to stop with an error.
    ///
    /// The replacement is text of any length, and can [take](Replacement::taking) fewer or more bytes of the source
    /// than the sequence has. The function is `Fn`, so that policies and decoders can be cloned; it keeps its state,
    /// if any, in an atomic number or a `Mutex`.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use utf8kit::{ErrorKind, Policy, Replacement, utf8};
    ///
    /// let errors = AtomicUsize::new(0);
    /// let custom = |bytes: &[u8], kind: ErrorKind| {
    ///     errors.fetch_add(1, Ordering::Relaxed);
    ///     match kind {
    ///         ErrorKind::UnexpectedEnd => Some("[cut]".into()),
    ///         _ => Some(Replacement::escaped(bytes)),
    ///     }
    /// };
    /// let text = utf8::repair_with(b"a\xFFb\xE2\x82", Policy::Custom(&custom)).unwrap();
    /// assert_eq!((&*text, errors.into_inner()), (r"a\xFFb[cut]", 2));
    /// ```
    ///
    /// A function, and a closure that captures nothing, is `'static`. So a program can keep the decoder anywhere:
    ///
    /// ```
    /// use utf8kit::{Encoding, Policy, stream::Decoder};
    ///
    /// struct Connection {
    ///     decoder: Decoder<'static>,
    /// }
    ///
    /// let policy = Policy::Custom(&|bytes, _| Some(format!("[{}]", bytes.len()).into()));
    /// let mut connection = Connection { decoder: Decoder::new(Encoding::Utf8, policy) };
    /// let mut text = String::new();
    /// let _ = connection.decoder.to_utf8(b"a\xFFb", &mut text);
    /// assert_eq!(text, "a[1]b");
    /// ```
    Custom(&'a (dyn Fn(&[u8], ErrorKind) -> Option<Replacement<'a>> + Sync)),
}

impl fmt::Debug for Policy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Policy::Fail => f.write_str("Fail"),
            Policy::Replace(c) => f.debug_tuple("Replace").field(c).finish(),
            Policy::With(text) => f.debug_tuple("With").field(text).finish(),
            Policy::Drop => f.write_str("Drop"),
            Policy::Escape => f.write_str("Escape"),
            Policy::BackslashReplace => f.write_str("BackslashReplace"),
            Policy::Legacy(_) => f.write_str("Legacy(..)"),
            Policy::Custom(_) => f.write_str("Custom(..)"),
        }
    }
}

/// The text that replaces one ill-formed sequence, and the number of bytes that it replaces.
///
/// A [`Policy::Custom`] function returns it, made from a character or a string. [`Policy::replacement`] returns it to
/// codecs.
///
/// ```
/// use utf8kit::{Policy, Replacement, utf8};
///
/// // A program wrote `FF` before each control code of two bytes: replace the three.
/// let custom = |bytes: &[u8], _| (bytes == b"\xFF").then(|| Replacement::from("[code]").taking(3));
/// let text = utf8::repair_with(b"a\xFF01b", Policy::Custom(&custom)).unwrap();
/// assert_eq!(text, "a[code]b");
/// ```
#[derive(Clone)]
pub struct Replacement<'a> {
    text: Text<'a>,
    /// The number of bytes of `text`.
    len: usize,
    /// The number of these that are written.
    written: usize,
    /// The number of bytes of the source that it takes, or zero for the ill-formed sequence.
    takes: usize,
}

const LOWER: &[u8; 16] = b"0123456789abcdef";

/// Each byte as `\xHH`.
pub(crate) static ESCAPED: [[u8; 4]; 256] = escaped(b"0123456789ABCDEF");
/// Each byte as `\xhh`.
pub(crate) static ESCAPED_LOWER: [[u8; 4]; 256] = escaped(LOWER);

const fn escaped(digits: &[u8; 16]) -> [[u8; 4]; 256] {
    let mut all = [*b"\\x00"; 256];
    let mut byte = 0;
    while byte < all.len() {
        all[byte] = [b'\\', b'x', digits[byte >> 4], digits[byte & 0xF]];
        byte += 1;
    }
    all
}

/// Returns the character of `byte` in a single-byte encoding whose upper half is `table`.
#[inline]
pub(crate) fn decode_legacy(table: &[char; 128], byte: u8) -> char {
    match byte {
        0x80.. => table[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The text of a replacement.
#[derive(Clone)]
enum Text<'a> {
    /// The first `len` bytes are UTF-8.
    Short([u8; Replacement::SHORT]),
    Borrowed(&'a str),
    #[cfg(feature = "alloc")]
    Owned(alloc::string::String),
}

impl<'a> Replacement<'a> {
    /// The number of bytes that the longest ill-formed sequence, seven bytes, becomes: four for each.
    const SHORT: usize = 28;

    /// No text: the sequence is dropped.
    pub const EMPTY: Replacement<'a> = Replacement {
        text: Text::Borrowed(""),
        len: 0,
        written: 0,
        takes: 0,
    };

    /// Returns a replacement that is the character `c`.
    ///
    /// ```
    /// assert_eq!(utf8kit::Replacement::char('?').as_str(), "?");
    /// ```
    #[must_use]
    pub fn char(c: char) -> Self {
        Self::collect([c])
    }

    /// Returns a replacement that is each of `bytes` as `\xHH`, as [`Policy::Escape`] writes them.
    ///
    /// ```
    /// assert_eq!(utf8kit::Replacement::escaped(b"\xE9").as_str(), r"\xE9");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than seven bytes. No encoding has longer sequences.
    #[must_use]
    pub fn escaped(bytes: &[u8]) -> Self {
        Self::hex(bytes, &ESCAPED)
    }

    fn hex(bytes: &[u8], escaped: &[[u8; 4]; 256]) -> Self {
        let mut text = [0; Replacement::SHORT];
        let (places, _) = text.as_chunks_mut();
        assert!(bytes.len() <= places.len(), "a sequence has at most seven bytes");
        for (place, &byte) in places.iter_mut().zip(bytes) {
            *place = escaped[usize::from(byte)];
        }
        Self::short(text, 4 * bytes.len())
    }

    /// Returns the code point `number` as [`Policy::BackslashReplace`] writes it.
    fn backslash_replaced(number: u32) -> Self {
        let (letter, digits) = match number {
            0..=0xFF => ('x', 2),
            0x100..=0xFFFF => ('u', 4),
            _ => ('U', 8),
        };
        let digit = |i| LOWER[(number >> (4 * i)) as usize & 0xF];
        Self::collect(
            ['\\', letter]
                .into_iter()
                .chain((0..digits).rev().map(|i| char::from(digit(i)))),
        )
    }

    /// Returns a replacement that is `chars`, of at most [`SHORT`](Self::SHORT) bytes.
    fn collect(chars: impl IntoIterator<Item = char>) -> Self {
        let (mut bytes, mut len) = ([0; Replacement::SHORT], 0);
        for c in chars {
            len += c.encode_utf8(&mut bytes[len..]).len();
        }
        Self::short(bytes, len)
    }

    /// Returns a replacement that is the first `len` of `bytes`, which must be UTF-8.
    fn short(bytes: [u8; Replacement::SHORT], len: usize) -> Self {
        debug_assert!(core::str::from_utf8(&bytes[..len]).is_ok());
        Replacement {
            text: Text::Short(bytes),
            len,
            ..Self::EMPTY
        }
    }

    /// Returns the replacement with another number of bytes that it takes of the source, from the beginning of the
    /// ill-formed sequence on. Without this it takes the sequence.
    ///
    /// If it takes fewer bytes, decoding continues inside the sequence. If it takes more, the bytes after the sequence
    /// are skipped, also those of later pieces, up to the end of the text. An [`Encoder`](crate::stream::Encoder)
    /// takes at least the character, and whole characters; it counts bytes of UTF-8, or code units of UTF-16 where it
    /// is given these.
    ///
    /// ```
    /// use utf8kit::{Policy, Replacement, utf8};
    ///
    /// // Each byte of a sequence has its own replacement.
    /// let custom = |_: &[u8], _| Some(Replacement::char('?').taking(1));
    /// assert_eq!(utf8::repair_with(b"\xE2\x82!", Policy::Custom(&custom)).unwrap(), "??!");
    /// assert_eq!(utf8::repair_with(b"\xE2\x82!", Policy::Replace('?')).unwrap(), "?!");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `bytes` is zero: decoding would not end.
    #[must_use]
    pub fn taking(self, bytes: usize) -> Self {
        assert!(
            bytes > 0,
            "a replacement must take at least one byte of the source"
        );
        Replacement { takes: bytes, ..self }
    }

    /// Returns the number of bytes of the source that the replacement takes if the ill-formed sequence has `len` bytes.
    ///
    /// ```
    /// use utf8kit::Replacement;
    ///
    /// assert_eq!(Replacement::char('?').taken(2), 2);
    /// assert_eq!(Replacement::char('?').taking(5).taken(2), 5);
    /// ```
    #[must_use]
    pub const fn taken(&self, len: usize) -> usize {
        if self.takes == 0 { len } else { self.takes }
    }

    /// Returns the text that is not yet written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let text = match &self.text {
            // SAFETY: `short`, which alone makes it, is given bytes whose first `len` are UTF-8: whole characters from
            // `collect`, and ASCII from `hex`.
            Text::Short(bytes) => unsafe { core::str::from_utf8_unchecked(&bytes[..self.len]) },
            Text::Borrowed(text) => text,
            #[cfg(feature = "alloc")]
            Text::Owned(text) => text,
        };
        &text[self.written..]
    }

    /// Returns the next character to write, if there is one.
    ///
    /// ```
    /// use utf8kit::Replacement;
    ///
    /// let mut replacement = Replacement::from("né");
    /// assert_eq!(replacement.first(), Some('n'));
    /// replacement.drop_first();
    /// assert_eq!(replacement.as_str(), "é");
    /// assert_eq!(Replacement::EMPTY.first(), None);
    /// ```
    #[must_use]
    pub fn first(&self) -> Option<char> {
        self.as_str().chars().next()
    }

    /// Marks the [first](Self::first) character, if there is one, as written.
    pub fn drop_first(&mut self) {
        self.written += self.first().map_or(0, char::len_utf8);
    }

    /// Returns `true` if all of the text is written.
    #[inline]
    pub(crate) const fn is_written(&self) -> bool {
        self.written == self.len
    }

    /// Returns what is not yet written if that is ASCII.
    #[inline]
    pub(crate) fn ascii(&self) -> Option<&[u8]> {
        let left = self.as_str();
        left.is_ascii().then_some(left.as_bytes())
    }

    /// Marks `len` bytes more as written.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) {
        self.written += len;
    }

    /// Gives each character to `put` and marks it as written, until `put` returns `false`. Returns `true` if all of the
    /// text is written.
    #[inline]
    pub(crate) fn write(&mut self, mut put: impl FnMut(char) -> bool) -> bool {
        if !self.is_written() {
            let left = self.as_str();
            let mut rest = left.chars();
            let mut ahead = rest.clone();
            while let Some(c) = ahead.next()
                && put(c)
            {
                rest = ahead.clone();
            }
            self.written += left.len() - rest.as_str().len();
        }
        self.is_written()
    }
}

impl From<char> for Replacement<'_> {
    fn from(c: char) -> Self {
        Self::char(c)
    }
}

impl<'a> From<&'a str> for Replacement<'a> {
    fn from(text: &'a str) -> Self {
        Replacement {
            text: Text::Borrowed(text),
            len: text.len(),
            ..Self::EMPTY
        }
    }
}

#[cfg(feature = "alloc")]
impl From<alloc::string::String> for Replacement<'_> {
    fn from(text: alloc::string::String) -> Self {
        Replacement {
            len: text.len(),
            text: Text::Owned(text),
            ..Self::EMPTY
        }
    }
}

impl PartialEq for Replacement<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() && self.takes == other.takes
    }
}

impl Eq for Replacement<'_> {}

impl fmt::Debug for Replacement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut f = f.debug_struct("Replacement");
        f.field("text", &self.as_str());
        if self.takes > 0 {
            f.field("takes", &self.takes);
        }
        f.finish()
    }
}

impl<'a> Policy<'a> {
    /// Returns `true` if this policy writes each backslash of the text as two.
    ///
    /// ```
    /// use utf8kit::Policy;
    ///
    /// assert!(Policy::Escape.doubles_backslashes());
    /// assert!(!Policy::Drop.doubles_backslashes());
    /// ```
    #[must_use]
    pub const fn doubles_backslashes(&self) -> bool {
        matches!(self, Policy::Escape)
    }

    /// Returns the replacement of `bytes`, an ill-formed sequence with an error of `kind`, or `None` if the policy
    /// stops with an error. Codecs of other encodings call it to support the same policies.
    ///
    /// ```
    /// use utf8kit::{ErrorKind, Policy};
    ///
    /// let replacement = Policy::Escape.replacement(b"\xE9", ErrorKind::MissingContinuation).unwrap();
    /// assert_eq!(replacement.as_str(), r"\xE9");
    /// assert!(Policy::Fail.replacement(b"\xE9", ErrorKind::MissingContinuation).is_none());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than seven bytes. No encoding has longer sequences.
    #[must_use]
    pub fn replacement(&self, bytes: &[u8], kind: ErrorKind) -> Option<Replacement<'a>> {
        Some(match self {
            Policy::Fail => return None,
            Policy::Replace(c) => Replacement::char(*c),
            Policy::With(text) => Replacement::from(*text),
            Policy::Drop => Replacement::EMPTY,
            Policy::Escape => Replacement::escaped(bytes),
            Policy::BackslashReplace => Replacement::hex(bytes, &ESCAPED_LOWER),
            Policy::Legacy(table) => {
                Replacement::collect(bytes.iter().map(|&byte| decode_legacy(table, byte)))
            }
            Policy::Custom(function) => return function(bytes, kind),
        })
    }

    /// Appends what [`Policy::replacement`] returns and returns `true`, if it does not depend on the kind of the error and
    /// takes the sequence. This makes no `Replacement`, because there can be one for each byte of a text.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn append_constant(&self, bytes: &[u8], text: &mut alloc::string::String) -> bool {
        let mut append_escaped = |escaped: &[[u8; 4]; 256]| {
            for &byte in bytes {
                // SAFETY: ASCII is appended.
                unsafe { text.as_mut_vec() }.extend_from_slice(&escaped[usize::from(byte)]);
            }
        };
        match self {
            Policy::Fail | Policy::Custom(_) => return false,
            Policy::Replace(c) => text.push(*c),
            Policy::With(replacement) => text.push_str(replacement),
            Policy::Drop => {}
            Policy::Escape => append_escaped(&ESCAPED),
            Policy::BackslashReplace => append_escaped(&ESCAPED_LOWER),
            Policy::Legacy(table) => text.extend(bytes.iter().map(|&byte| decode_legacy(table, byte))),
        }
        true
    }

    /// Returns the replacement of `c`, a character that an encoding lacks, or `None` if the policy stops with an error.
    /// The policy is given the UTF-8 bytes of the character and [`ErrorKind::Undefined`].
    ///
    /// ```
    /// use utf8kit::Policy;
    ///
    /// assert_eq!(Policy::Escape.replacement_of('€').unwrap().as_str(), r"\xE2\x82\xAC");
    /// assert_eq!(Policy::BackslashReplace.replacement_of('€').unwrap().as_str(), r"\u20ac");
    /// ```
    #[must_use]
    pub fn replacement_of(&self, c: char) -> Option<Replacement<'a>> {
        match self {
            Policy::BackslashReplace => Some(Replacement::backslash_replaced(c.into())),
            _ => self.replacement(c.encode_utf8(&mut [0; 4]).as_bytes(), ErrorKind::Undefined),
        }
    }

    /// Returns the replacement of `number`, a code point that an encoding lacks, or `None` if the policy stops with an error.
    /// The policy is given [`ErrorKind::Undefined`] and the bytes of the number: of a character in UTF-8, of a surrogate in
    /// WTF-8, of other numbers in RFC 2279, or, over `0x7FFF_FFFF`, its four bytes, the most significant one first.
    ///
    /// ```
    /// use utf8kit::Policy;
    ///
    /// assert_eq!(Policy::Escape.replacement_of_number(0xD800).unwrap().as_str(), r"\xED\xA0\x80");
    /// assert_eq!(Policy::BackslashReplace.replacement_of_number(0x11_0000).unwrap().as_str(), r"\U00110000");
    /// assert_eq!(Policy::Drop.replacement_of_number(0x20AC).unwrap().as_str(), "");
    /// ```
    #[must_use]
    pub fn replacement_of_number(&self, number: u32) -> Option<Replacement<'a>> {
        if let Some(c) = char::from_u32(number) {
            return self.replacement_of(c);
        }
        if let Policy::BackslashReplace = self {
            return Some(Replacement::backslash_replaced(number));
        }
        if let 0xD800..=0xDFFF = number {
            let last = 0x80 | number as u8 & 0x3F;
            let bytes = [0xED, 0x80 | (number >> 6) as u8 & 0x3F, last];
            return self.replacement(&bytes, ErrorKind::Undefined);
        }
        #[cfg(feature = "dialects")]
        if let Ok(bytes) = crate::Encoding::Rfc2279.encode_number(number, &mut [0; 6]) {
            return self.replacement(bytes, ErrorKind::Undefined);
        }
        self.replacement(&number.to_be_bytes(), ErrorKind::Undefined)
    }

    /// Returns the replacement of `unit`, an unpaired surrogate, or `None` if the policy stops with an error. The
    /// policy is given its two bytes, the most significant one first.
    pub(crate) fn replacement_of_surrogate(&self, unit: u16) -> Option<Replacement<'a>> {
        match self {
            Policy::BackslashReplace => Some(Replacement::backslash_replaced(unit.into())),
            _ => self.replacement(&unit.to_be_bytes(), ErrorKind::Surrogate),
        }
    }

    /// Returns the replacement of more `bytes` of an ill-formed sequence whose beginning is already replaced. It is
    /// empty unless the policy writes something for each byte.
    pub(crate) fn replacement_of_rest(&self, bytes: &[u8], kind: ErrorKind) -> Replacement<'a> {
        let replacement = match self {
            Policy::Escape | Policy::BackslashReplace | Policy::Legacy(_) => self.replacement(bytes, kind),
            Policy::Custom(function) => {
                function(bytes, kind).filter(|rest| rest.as_str() == Replacement::escaped(bytes).as_str())
            }
            Policy::Fail | Policy::Replace(_) | Policy::With(_) | Policy::Drop => None,
        };
        replacement.unwrap_or(Replacement::EMPTY)
    }

    /// Returns the maximum length of the replacement of a sequence of `bytes` bytes, where `len` returns the length of a
    /// character, or `None` if there is no maximum.
    pub(crate) fn max_replacement_len(&self, bytes: usize, len: impl Fn(char) -> usize) -> Option<usize> {
        Some(match self {
            Policy::Fail | Policy::Drop => 0,
            Policy::Replace(c) => len(*c),
            Policy::With(text) => text.chars().map(len).try_fold(0, usize::checked_add)?,
            Policy::Escape | Policy::BackslashReplace => 4 * bytes * len('\\'),
            Policy::Legacy(table) => bytes * table.iter().map(|&c| len(c)).fold(len('\x7F'), usize::max),
            Policy::Custom(_) => return None,
        })
    }
}
