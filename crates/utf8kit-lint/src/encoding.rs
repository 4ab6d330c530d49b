//! The legacy encodings that a text can be in or declare.

use unicode_normalization::char::is_combining_mark;
use utf8kit::{ConvertErrorKind, ErrorKind, Policy};
#[cfg(feature = "legacy")]
use utf8kit_encodings::EbcdicLineEnd;
use utf8kit_encodings::{Encoding, Reading};

/// A legacy encoding: one that is not of Unicode.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Legacy(Encoding);

impl Legacy {
    /// Returns `encoding` if it is one.
    pub(crate) fn new(encoding: Encoding) -> Option<Legacy> {
        match encoding {
            Encoding::Base(utf8kit::Encoding::Latin1) => Some(Legacy(encoding)),
            // A page of EBCDIC has two bytes that end lines.
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => {
                let legacy = legacy.with_line_end(EbcdicLineEnd::Any).unwrap_or(legacy);
                Some(Legacy(Encoding::Legacy(legacy)))
            }
            _ => None,
        }
    }

    /// Returns the encoding called `label`.
    pub(crate) fn for_label(label: &[u8]) -> Option<Legacy> {
        let label = str::from_utf8(label).ok()?;
        Legacy::new(Encoding::for_label(label, Reading::Iconv)?)
    }

    pub(crate) fn name(self) -> &'static str {
        self.0.name()
    }

    pub(crate) fn encoding(self) -> Encoding {
        self.0
    }

    /// Returns the encoding that browsers take this one for, if it is another.
    pub(crate) fn as_browsers_do(self) -> Option<Legacy> {
        let other = Legacy::new(Encoding::for_label(self.name(), Reading::Web)?)?;
        (other != self).then_some(other)
    }

    pub(crate) fn is_single_byte(self) -> bool {
        match self.0 {
            #[cfg(feature = "legacy")]
            Encoding::Legacy(legacy) => legacy.characters().is_some(),
            _ => true,
        }
    }

    /// Returns `true` if even letters of ASCII are other bytes.
    #[cfg(feature = "legacy")]
    pub(crate) fn is_ebcdic(self) -> bool {
        matches!(self.0, Encoding::Legacy(legacy) if legacy.with_line_end(EbcdicLineEnd::Any).is_some())
    }

    /// Returns `true` if marks come before their letter: of what is so in other encodings, little would fit together.
    pub(crate) fn has_marks_before_letters(self) -> bool {
        matches!(
            self.name(),
            "ANSEL" | "GEDCOM-ANSEL" | "MARC-8" | "ISO_6937" | "ISO_6937-2" | "T.61-8BIT"
        )
    }

    /// Returns `true` if `bytes` have marks in this encoding, and these make characters with their letters, but for a few.
    pub(crate) fn marks_fit(self, bytes: &[u8]) -> bool {
        let (text, is_whole) = self.decode(bytes);
        let (mut marks, mut fitting) = (0u64, 0u64);
        let mut before = ' ';
        for c in text.chars() {
            // A decoder may have joined them.
            let is_joined = unicode_normalization::char::canonical_combining_class(c) == 0 && {
                let mut parts = 0;
                unicode_normalization::char::decompose_canonical(c, |_| parts += 1);
                parts > 1
            };
            if is_joined {
                marks += 1;
                fitting += 1;
            } else if is_combining_mark(c) {
                marks += 1;
                fitting += u64::from(unicode_normalization::char::compose(before, c).is_some());
            }
            before = c;
        }
        is_whole && marks > 0 && fitting * 8 >= marks * 7
    }

    /// Returns `bytes` decoded, and whether all of them stand for characters. The end may cut a character.
    pub(crate) fn decode(self, bytes: &[u8]) -> (String, bool) {
        let decoded = |bytes, policy| self.0.decode(bytes, policy);
        let replaced = || decoded(bytes, Policy::Replace(char::REPLACEMENT_CHARACTER)).unwrap_or_default();
        match decoded(bytes, Policy::Fail) {
            Ok(text) => (text, !self.has_c1(bytes)),
            Err(error) => match error.kind() {
                ConvertErrorKind::IllFormed(end) if end.kind() == ErrorKind::UnexpectedEnd => (
                    decoded(&bytes[..error.read()], Policy::Fail).unwrap_or_default(),
                    true,
                ),
                _ => (replaced(), false),
            },
        }
    }

    /// Returns `true` for ISO-8859-1 with bytes that windows-1252 has characters for.
    fn has_c1(self, bytes: &[u8]) -> bool {
        self.0 == Encoding::Base(utf8kit::Encoding::Latin1)
            && bytes.iter().any(|byte| matches!(byte, 0x80..=0x9F))
    }
}
