//! Whole texts between a dialect and `str`, allocated.

use super::{CodePoints, Dialect, with_dialect};
use crate::error::{Bad, Form};
use crate::{ConvertErrorKind, IllFormed, Kind, Policy};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;

impl Dialect {
    /// The text that `octets` are in this dialect; the octets themselves where it is the same in UTF-8.
    ///
    /// # Errors
    ///
    /// Where and how the octets are ill-formed. Numbers that are no characters are: of kind
    /// [`TooLarge`](Kind::TooLarge) or [`Surrogate`](Kind::Surrogate).
    ///
    /// ```
    /// use utf8kit::dialect::Dialect;
    ///
    /// let text = Dialect::Cesu8.decode(b"\xED\xA1\x8C\xED\xBE\xB4")?;
    /// assert_eq!(text, "\u{233B4}");
    /// # Ok::<(), utf8kit::IllFormed>(())
    /// ```
    pub fn decode(self, octets: &[u8]) -> Result<Cow<'_, str>, IllFormed> {
        if let Ok(text) = crate::utf8::validate(octets)
            && self.same_as_utf8(octets)
        {
            return Ok(Cow::Borrowed(text));
        }
        // Two octets of Modified UTF-8 and six of CESU-8 make fewer of UTF-8, all others as many.
        let mut text = vec![0; octets.len()];
        match self.to_utf8(octets, &mut text) {
            Ok(len) => text.truncate(len),
            Err(error) => match error.kind() {
                ConvertErrorKind::IllFormed(error) => return Err(error),
                _ => unreachable!("UTF-8 has every character, and there is room"),
            },
        }
        // SAFETY: `to_utf8` writes well-formed UTF-8, whole characters only.
        Ok(Cow::Owned(unsafe { String::from_utf8_unchecked(text) }))
    }

    /// The text that `octets` are in this dialect, with what `policy` puts in the place of ill-formed
    /// sequences.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::Dialect};
    ///
    /// // R.7: a first octet with those of its continuing octets that are there, then a run of surplus ones.
    /// let octets = b"\xE2\x82 \x80\x80\x80\x80\x80\x80\x80\x80!";
    /// assert_eq!(Dialect::AnnexR.decode_with(octets, Policy::Replace('?')).unwrap(), "? ?!");
    /// ```
    pub fn decode_with<'o>(self, octets: &'o [u8], policy: Policy<'_>) -> Result<Cow<'o, str>, IllFormed> {
        if !policy.doubles_backslashes()
            && let Ok(text) = self.decode(octets)
        {
            return Ok(text);
        }
        self.code_points(octets).into_text(policy).map(Cow::Owned)
    }

    /// `text` in this dialect; its own octets where they are the same.
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
        let mut octets = vec![0; 2 * text.len()];
        match self.from_utf8(text.as_bytes(), &mut octets) {
            Ok(len) => octets.truncate(len),
            Err(_) => unreachable!("every dialect has every character, and there is room"),
        }
        Cow::Owned(octets)
    }

    /// Are all characters of `text`, which is UTF-8, written alike in this dialect?
    fn same_as_utf8(self, text: &[u8]) -> bool {
        with_dialect!(self, S => S::shares(text))
    }
}

impl CodePoints<'_> {
    /// The rest of the text, with what `policy` puts in the place of ill-formed sequences and of numbers that
    /// are no characters.
    ///
    /// ```
    /// use utf8kit::{Policy, dialect::{Dialect, Subset}};
    ///
    /// // R.7 treats what is malformed and what is outside the adopted subset alike.
    /// let latin = Subset::new(&[0..=0xFF]);
    /// let points = Dialect::AnnexR.code_points("é, €".as_bytes()).within(&latin);
    /// assert_eq!(points.into_text(Policy::Replace('?')).unwrap(), "é, ?");
    /// ```
    pub fn into_text(self, mut policy: Policy<'_>) -> Result<String, IllFormed> {
        let (dialect, octets) = (self.dialect(), self.octets());
        let mut text = String::with_capacity(octets.len());
        for item in self {
            let error = match item {
                Ok(point) => match char::from_u32(point.number) {
                    Some(c) => {
                        text.push(c);
                        if c == '\\' && policy.doubles_backslashes() {
                            text.push(c);
                        }
                        continue;
                    }
                    None => {
                        let kind = if point.number > 0x10_FFFF {
                            Kind::TooLarge
                        } else {
                            Kind::Surrogate
                        };
                        let bad = Bad { kind, len: point.len };
                        IllFormed::new(Form::Dialect(dialect), bad, point.offset, &octets[point.offset..])
                    }
                },
                Err(error) => error,
            };
            let sequence = &octets[error.valid_up_to()..][..error.bad().len];
            // A run can be long: the policy sees one octet of it after the other, as in a stream.
            let first = if error.kind() == Kind::UnexpectedContinuation {
                1
            } else {
                sequence.len()
            };
            let (first, more) = sequence.split_at(first);
            text.extend(policy.mend(first, error.kind()).ok_or(error)?.chars());
            for octets in more.chunks(1) {
                text.extend(policy.mend_more(octets, error.kind()).chars());
            }
        }
        Ok(text)
    }
}
