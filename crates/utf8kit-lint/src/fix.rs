//! What repairs a finding.

use crate::certainty::{Certainty, Second};
use crate::options::{InnerFeff, Options};
use crate::rule::Rule;
use crate::stray::{self, Stray};
use utf8kit::{ErrorKind, IllFormed};

/// What repairs a finding. `utf8 fix` does it.
///
/// ```
/// use utf8kit_lint::{Fix, Options, check};
///
/// let findings = check("caf\u{C3}\u{A9}".as_bytes(), &Options::default());
/// assert_eq!(findings[0].fix, Fix::Replace("é".into()));
/// let findings = check(b"/\xC0\xAF", &Options::default());
/// assert!(matches!(&findings[0].fix, Fix::OnError { meant: Some(text), .. } if text == "/"));
/// let findings = check(b"na\xC3\xAFve caf\xE9", &Options::default());
/// let Fix::OnError { stray: Some(stray), .. } = &findings[0].fix else { panic!() };
/// assert_eq!((stray.character, stray.encoding), ('é', "windows-1252"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fix {
    /// No repair is known.
    None,
    /// This text, in place of the finding's bytes. Nothing is lost.
    ///
    /// If the finding covers several places, it is the text for the first. With
    /// [`Options::with_separate_places`](crate::Options::with_separate_places), each place has its own finding.
    Replace(String),
    /// A replacement of an ill-formed sequence that the user chooses, such as U+FFFD.
    OnError {
        /// The character that the sequence stands for in a dialect of UTF-8 or is an overlong encoding of, if there is one
        /// that UTF-8 has. It is never U+0000, which Modified UTF-8 writes as `C0 80`: with it, most programs take the text
        /// for a binary file.
        meant: Option<String>,
        /// What the sequence is in a legacy encoding, if it is one byte and that is plausible beside its neighbours: text of that
        /// encoding was pasted.
        stray: Option<Stray>,
    },
    /// The conversion of the whole text from the encoding that the finding names.
    Transcode {
        /// How certain the encoding is.
        certainty: Certainty,
        /// The encoding that comes second, if there is one that is plausible.
        second: Option<Second>,
    },
}

impl Fix {
    /// Returns the repair of an ill-formed sequence, which is at `at` in `bytes`.
    pub(crate) fn on_error(error: &IllFormed, bytes: &[u8], at: usize) -> Fix {
        let meant = match error.kind() {
            ErrorKind::Overlong | ErrorKind::Surrogate => meant(error.attempt()).filter(|&c| c != '\0'),
            _ => None,
        };
        let stray = match error.attempt() {
            [_] => stray::of(bytes, at),
            _ => None,
        };
        Fix::OnError {
            meant: meant.map(String::from),
            stray,
        }
    }

    /// Returns the repair of a character that its rule reports wherever it stands.
    pub(crate) fn of_character(rule: Rule, options: &Options) -> Fix {
        match (rule, options.inner_feff) {
            (Rule::InnerFeff, InnerFeff::Remove) => Fix::Replace(String::new()),
            (Rule::InnerFeff, InnerFeff::WordJoiner) => Fix::Replace("\u{2060}".to_owned()),
            _ => Fix::None,
        }
    }

    /// Returns `true` if the repair loses nothing and needs no decision of a user.
    pub const fn is_safe(&self) -> bool {
        matches!(self, Fix::Replace(_))
    }
}

/// Returns the character that an overlong form, or a surrogate pair of CESU-8, stands for.
fn meant(attempt: &[u8]) -> Option<char> {
    let units: Option<Vec<u32>> = match attempt {
        [0xED, _, _, 0xED, _, _] => attempt.chunks(3).map(payload).collect(),
        _ => payload(attempt).map(|number| vec![number]),
    };
    match units?[..] {
        [high @ 0xD800..=0xDBFF, low @ 0xDC00..=0xDFFF] => {
            char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        [number] => char::from_u32(number),
        _ => None,
    }
}

/// Returns the number that a whole sequence of RFC 2279 holds, be it overlong or not.
fn payload(sequence: &[u8]) -> Option<u32> {
    let (&first, rest) = sequence.split_first()?;
    let length = first.leading_ones() as usize;
    if !(2..=6).contains(&length) || sequence.len() != length {
        return None;
    }
    let first = u32::from(first) & (0x7F >> length);
    rest.iter().try_fold(first, |number, &byte| {
        (byte & 0xC0 == 0x80).then_some(number << 6 | u32::from(byte & 0x3F))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_repaired_by_a_zero_byte() {
        for text in [&b"\xC0\x80"[..], b"\xE0\x80\x80"] {
            let error = utf8kit::utf8::validate(text).unwrap_err();
            let fix = Fix::on_error(&error, text, 0);
            assert!(matches!(fix, Fix::OnError { meant: None, .. }));
        }
    }

    #[test]
    fn overlong_forms_and_surrogate_pairs_stand_for_characters() {
        let cases: [(&[u8], Option<char>); 10] = [
            (b"\xC0\xAF", Some('/')),
            (b"\xC0\x80", Some('\0')),
            (b"\xE0\x82\xAC", Some('\u{AC}')),
            (b"\xF0\x82\x82\xAC", Some('€')),
            (b"\xFC\x80\x80\x80\x80\xAF", Some('/')),
            (b"\xED\xA1\x8C\xED\xBE\xB4", Some('\u{233B4}')),
            (b"\xED\xA0\x80", None),
            (b"\xED\xBE\xB4\xED\xA1\x8C", None),
            (b"\xF4\x90\x80\x80", None),
            (b"\xE0\x82", None),
        ];
        for (attempt, expected) in cases {
            assert_eq!(meant(attempt), expected, "{attempt:X?}");
        }
    }
}
