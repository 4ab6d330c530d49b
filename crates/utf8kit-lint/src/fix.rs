//! What repairs a finding.

use crate::certainty::{Certainty, Second};
use crate::stray::Stray;

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
        /// that UTF-8 has. Of surrogates in which Python kept the bytes of a character, the first stands for it, and the others
        /// for nothing: their text is empty. It is never U+0000, which Modified UTF-8 writes as `C0 80`: with it, most programs take the text
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
        /// The number of files beside the text that are in the encoding, if they decided.
        neighbors: usize,
    },
    /// This text, in place of the finding's line, which is in the encoding that the finding names.
    Line {
        /// The text.
        text: String,
        /// How certain the encoding is.
        certainty: Certainty,
    },
    /// The conversion of each part of the text from its encoding: [`Parts`](crate::Parts) finds them.
    Parts,
    /// Another name for the file or directory that the finding is about.
    Rename {
        /// The name.
        to: String,
        /// The encoding that the name is in now, and how certain that is, if it is not UTF-8.
        from: Option<(&'static str, Certainty)>,
    },
}

impl Fix {
    /// Returns `true` if the repair loses nothing and needs no decision of a user.
    pub const fn is_safe(&self) -> bool {
        matches!(self, Fix::Replace(_))
    }
}
