//! Conversions of whole texts between a dialect and `str`, which allocate.

use super::{CodePoints, Dialect, with_dialect};
use crate::{ConvertError, ConvertErrorKind, ErrorKind, Policy};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;

impl Dialect {
    /// Decodes `bytes` from this dialect to text. Returns the bytes themselves if they are the same in UTF-8.
    ///
    /// # Errors
    ///
    /// Returns an error of kind [`IllFormed`](ConvertErrorKind::IllFormed) for the first ill-formed sequence, or of kind
    /// [`NotScalarValue`](ConvertErrorKind::NotScalarValue) for the first number that is not a character, if that comes
    /// first. Offsets are in bytes.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let text = Dialect::Cesu8.decode(b"\xED\xA1\x8C\xED\xBE\xB4")?;
    /// assert_eq!(text, "\u{233B4}");
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    pub fn decode(self, bytes: &[u8]) -> Result<Cow<'_, str>, ConvertError> {
        if let Ok(text) = crate::utf8::validate(bytes)
            && self.same_as_utf8(bytes)
        {
            return Ok(Cow::Borrowed(text));
        }
        // `C0 80` of Modified UTF-8 and the six bytes of a pair in CESU-8 become fewer bytes of UTF-8; all others as
        // many.
        let mut text = vec![0; bytes.len()];
        let len = self.to_utf8(bytes, &mut text)?;
        text.truncate(len);
        // SAFETY: `to_utf8` writes well-formed UTF-8 and whole characters only, and `text` ends after them.
        Ok(Cow::Owned(unsafe { String::from_utf8_unchecked(text) }))
    }

    /// Decodes `bytes` from this dialect to text, and replaces ill-formed sequences and numbers that are not characters as
    /// `policy` says. Returns the bytes themselves if they are the same in UTF-8 and need no change.
    ///
    /// # Errors
    ///
    /// Returns the error of [`decode`](Self::decode) for the first of them for which `policy` has no replacement.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::Dialect};
    ///
    /// // R.7: a first byte with the continuation bytes that it has is one malformed sequence, a run of surplus ones is
    /// // another.
    /// let bytes = b"\xE2\x82 \x80\x80\x80\x80\x80\x80\x80\x80!";
    /// assert_eq!(Dialect::AnnexR.decode_with(bytes, Policy::Replace('?')).unwrap(), "? ?!");
    /// ```
    pub fn decode_with<'o>(self, bytes: &'o [u8], policy: Policy<'_>) -> Result<Cow<'o, str>, ConvertError> {
        if !policy.doubles_backslashes()
            && let Ok(text) = self.decode(bytes)
        {
            return Ok(text);
        }
        self.code_points(bytes).into_text(policy).map(Cow::Owned)
    }

    /// Encodes `text` in this dialect. Returns its own bytes if they are the same.
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// assert_eq!(*Dialect::ModifiedUtf8.encode_str("a\0"), *b"a\xC0\x80");
    /// ```
    pub fn encode_str(self, text: &str) -> Cow<'_, [u8]> {
        if self.same_as_utf8(text.as_bytes()) {
            return Cow::Borrowed(text.as_bytes());
        }
        let mut bytes = vec![0; 2 * text.len()];
        match self.from_utf8(text.as_bytes(), &mut bytes) {
            Ok(len) => bytes.truncate(len),
            Err(_) => {
                unreachable!("every dialect represents every character, and the destination is long enough")
            }
        }
        Cow::Owned(bytes)
    }

    /// Returns `true` if all characters of `text`, which is UTF-8, have the same bytes in this dialect.
    fn same_as_utf8(self, text: &[u8]) -> bool {
        with_dialect!(self, S => S::shares(text))
    }
}

impl CodePoints<'_> {
    /// Converts the rest of the bytes to text, and replaces ill-formed sequences and numbers that are not characters as
    /// `policy` says.
    ///
    /// # Errors
    ///
    /// Returns an error of kind [`IllFormed`](ConvertErrorKind::IllFormed) or
    /// [`NotScalarValue`](ConvertErrorKind::NotScalarValue) for the first of them for which `policy` has no replacement.
    /// Offsets are in bytes.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Subset}};
    ///
    /// // R.7 treats what is malformed and what is outside the adopted subset alike.
    /// let latin = Subset::new(&[0..=0xFF]);
    /// let points = Dialect::AnnexR.code_points("é, €".as_bytes()).within(&latin);
    /// assert_eq!(points.into_text(Policy::Replace('?')).unwrap(), "é, ?");
    /// ```
    pub fn into_text(mut self, policy: Policy<'_>) -> Result<String, ConvertError> {
        let bytes = self.bytes();
        let mut text = String::with_capacity(bytes.len());
        while let Some(item) = self.next() {
            let (offset, len, kind, error) = match item {
                Ok(point) => match char::from_u32(point.number) {
                    Some(c) => {
                        text.push(c);
                        if c == '\\' && policy.doubles_backslashes() {
                            text.push(c);
                        }
                        continue;
                    }
                    None => {
                        let error = ConvertErrorKind::NotScalarValue(point.number);
                        (point.offset, point.len, ErrorKind::NotScalarValue, error)
                    }
                },
                Err(error) => {
                    let len = error.decode_error().len;
                    let kind = ConvertErrorKind::IllFormed(error);
                    (error.valid_up_to(), len, error.kind(), kind)
                }
            };
            let sequence = &bytes[offset..][..len];
            // A run can be long, so the policy is given its bytes one at a time, as in a stream.
            let first = if kind == ErrorKind::UnexpectedContinuation {
                1
            } else {
                sequence.len()
            };
            let (first, more) = sequence.split_at(first);
            let Some(replacement) = policy.replacement(first, kind) else {
                return Err(ConvertError::new(error, offset, text.len()));
            };
            text.push_str(replacement.as_str());
            let taken = replacement.taken(first.len());
            if taken != first.len() {
                self.continue_at(offset.saturating_add(taken));
                continue;
            }
            for bytes in more.chunks(1) {
                text.push_str(policy.replacement_of_rest(bytes, kind).as_str());
            }
        }
        Ok(text)
    }
}
