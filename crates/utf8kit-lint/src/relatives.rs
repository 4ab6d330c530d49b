//! Finds out whether a text that is not UTF-8 is, as a whole, well-formed in a dialect of UTF-8.
//!
//! Nothing is done before the first ill-formed sequence, and nothing more if no dialect has that sequence, which is the
//! usual case. Otherwise a validator of each dialect that does have it follows the rest of the text. The text before is
//! UTF-8, so it is well-formed in RFC 2279 and WTF-8, and in CESU-8 and Modified UTF-8 unless some of its bytes do not occur
//! there. If it cannot be read again, only the text from the first ill-formed sequence on is known to be.

use utf8kit::Encoding;
use utf8kit::stream::{Stop, Validator};

/// The dialects that are tried. Those of Annex R have the sequences of RFC 2279, or overlong ones, which no writer should
/// produce.
const DIALECTS: [Encoding; 4] = [
    Encoding::Cesu8,
    Encoding::ModifiedUtf8,
    Encoding::Rfc2279,
    Encoding::Wtf8,
];

/// What a well-formed text has that not all dialects do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts {
    /// Sequences of four bytes.
    four_bytes: bool,
    /// U+0000.
    nul: bool,
}

impl Facts {
    /// Returns these and those of `bytes`, which are well-formed.
    #[must_use]
    pub(crate) fn and(self, bytes: &[u8]) -> Facts {
        // Both are without a branch in the loop, so that the compiler vectorizes them.
        let (mut most, mut nul) = (0, false);
        for &byte in bytes {
            most = most.max(byte);
            nul |= byte == 0;
        }
        Facts {
            four_bytes: self.four_bytes | (most >= 0xF0),
            nul: self.nul | nul,
        }
    }

    fn are_in(self, dialect: Encoding) -> bool {
        match dialect {
            Encoding::Cesu8 => !self.four_bytes,
            Encoding::ModifiedUtf8 => !self.four_bytes && !self.nul,
            _ => true,
        }
    }
}

/// The dialects in which a part of a text is well-formed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Relation {
    pub(crate) dialects: Vec<Encoding>,
    /// The offsets of the part.
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// The dialects in which the text may be well-formed.
#[derive(Debug)]
pub(crate) enum Relatives {
    /// There was no ill-formed sequence yet.
    Unknown,
    /// All of the text up to an offset is well-formed in these.
    Candidates {
        validators: Vec<Validator>,
        /// The offset from which on this is known.
        from: u64,
        to: u64,
    },
    /// There are none, or the answer was given.
    Over,
}

impl Relatives {
    /// Returns `true` if the first ill-formed sequence was not reported yet.
    pub(crate) const fn is_unknown(&self) -> bool {
        matches!(self, Relatives::Unknown)
    }

    /// Returns `true` if the rest of the text decides.
    pub(crate) const fn is_open(&self) -> bool {
        matches!(self, Relatives::Candidates { .. })
    }

    /// Starts at the first ill-formed sequence, which is `attempt` at `offset`. `facts` returns those of the text before,
    /// or `None` if they are unknown. Returns `true` if there are candidates.
    pub(crate) fn start<E>(
        &mut self,
        offset: u64,
        attempt: &[u8],
        facts: impl FnOnce() -> Result<Option<Facts>, E>,
    ) -> Result<bool, E> {
        *self = Relatives::Over;
        let mut dialects: Vec<_> = DIALECTS
            .into_iter()
            .filter(|dialect| dialect.is_valid(attempt))
            .collect();
        let mut from = 0;
        let most = Facts {
            four_bytes: true,
            nul: true,
        };
        if dialects.iter().any(|&dialect| !most.are_in(dialect)) {
            match facts()? {
                Some(facts) => dialects.retain(|&dialect| facts.are_in(dialect)),
                None => from = offset,
            }
        }
        if !dialects.is_empty() {
            *self = Relatives::Candidates {
                validators: dialects.into_iter().map(Validator::new).collect(),
                from,
                to: offset,
            };
        }
        Ok(self.is_open())
    }

    /// Continues with `bytes`, a part of the text that begins at `offset` and ends after all that was validated. Returns
    /// `true` if this ruled out the last candidate.
    pub(crate) fn push(&mut self, offset: u64, bytes: &[u8]) -> bool {
        let Relatives::Candidates { validators, to, .. } = self else {
            return false;
        };
        let rest = &bytes[(*to - offset) as usize..];
        *to += rest.len() as u64;
        validators.retain_mut(|validator| validator.push(rest).stop == Stop::InputUsed);
        let is_over = validators.is_empty();
        if is_over {
            *self = Relatives::Over;
        }
        is_over
    }

    /// Returns the dialects in which the text so far is well-formed, if there are any. Ends the search.
    pub(crate) fn so_far(&mut self) -> Option<Relation> {
        match std::mem::replace(self, Relatives::Over) {
            Relatives::Candidates { validators, from, to } if !validators.is_empty() => Some(Relation {
                dialects: validators.iter().filter_map(dialect).collect(),
                from,
                to,
            }),
            _ => None,
        }
    }

    /// Returns the dialects in which the whole text is well-formed, if there are any.
    pub(crate) fn finish(&mut self) -> Option<Relation> {
        if let Relatives::Candidates { validators, .. } = self {
            validators.retain_mut(|validator| validator.finish().stop == Stop::InputUsed);
        }
        self.so_far()
    }
}

fn dialect(validator: &Validator) -> Option<Encoding> {
    Some(validator.encoding()).filter(|&encoding| encoding != Encoding::Utf8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit::utf8;
    use utf8kit::well_formed_in;

    #[test]
    fn the_dialects_are_those_in_which_the_whole_text_is_well_formed() {
        let texts: [&[u8]; 9] = [
            b"a\xED\xA1\x8C\xED\xBE\xB4b",
            "a\u{1F600}".as_bytes(),
            b"a\xF0\x9F\x98\x80 \xED\xA1\x8C\xED\xBE\xB4b",
            b"a\0\xED\xA1\x8C\xED\xBE\xB4b",
            b"\xED\xA1\x8C\xED\xBE\xB4 \xC0\x80",
            b"\xED\xA1\x8C b",
            b"x\xFD\xBF\xBF\xBF\xBF\xBF \xF8\x88\x80\x80\x80",
            b"x\xFD\xBF\xBF\xBF\xBF\xBF \xFF",
            b"x\xED\xA1\x8C\xED\xBE\xB4 \xED",
        ];
        for text in texts {
            let expected: Vec<_> = well_formed_in(text)
                .filter(|dialect| DIALECTS.contains(dialect))
                .collect();
            let Err(error) = utf8::validate(text) else {
                continue;
            };
            let at = error.valid_up_to();
            for piece in 1..text.len() + 1 {
                let mut relatives = Relatives::Unknown;
                let facts = || Ok::<_, ()>(Some(Facts::default().and(&text[..at])));
                let is_open = relatives.start(at as u64, error.attempt(), facts).unwrap();
                assert_eq!(is_open, relatives.is_open());
                for end in (at..text.len()).step_by(piece).skip(1).chain([text.len()]) {
                    let _ = relatives.push(at as u64, &text[at..end]);
                }
                let found = relatives.finish().map_or(Vec::new(), |found| found.dialects);
                assert_eq!(found, expected, "{text:x?}");
            }
        }
    }
}
