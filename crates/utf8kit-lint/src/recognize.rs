//! Recognizes the encoding of a text, with the reason and how sure it is.

use crate::declared::{self, Declaration};
use crate::detect::{Detected, detect};
use crate::legacy::{self, Arrangement, Legacy};
use crate::seven_bit;
use std::fmt;
use utf8kit::signature::{self, Signature};
use utf8kit::{Encoding, Endian, ErrorKind, utf8};

/// The number of bytes that [`recognize`] examines: 64 KiB.
pub const RECOGNIZE_LEN: usize = legacy::ENOUGH;

/// How sure it is that a text is in an encoding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// The text is short, or has few bytes that decide.
    Possible,
    /// Most such texts are in this encoding.
    Likely,
    /// Nearly all such texts are in this encoding.
    VeryLikely,
    /// The bytes leave no doubt.
    Certain,
}

/// Writes `possible`, `likely`, `very likely` or `certain`.
impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::Possible => "possible",
            Certainty::Likely => "likely",
            Certainty::VeryLikely => "very likely",
            Certainty::Certain => "certain",
        })
    }
}

/// Why a text is taken to be in an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// It starts with a signature.
    Signature,
    /// Its zero bytes stand where UTF-16 or UTF-32 has them.
    ZeroBytes,
    /// It is well-formed UTF-8, or ASCII alone.
    WellFormed,
    /// It has more sequences that are built as UTF-8 builds them than other bytes over 0x7F: it is UTF-8 with errors.
    Arrangement,
    /// It has the escape sequences or shifts of an encoding of seven bits, and is well-formed in it.
    Escapes,
    /// It declares the encoding, and is well-formed in it.
    Declared,
    /// It reads like text in this encoding: its letters are as frequent, and stand where letters do.
    Statistics,
    /// Nothing speaks for another encoding.
    Default,
}

/// The encoding of a text, as [`recognize`] returns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Recognized {
    /// The name of the encoding: `UTF-8`, `UTF-16LE`, `windows-1252`, `IBM855`, `ISO-2022-KR`.
    pub encoding: &'static str,
    /// How sure it is.
    pub certainty: Certainty,
    /// What it follows from.
    pub reason: Reason,
    /// The encoding that comes second, if there is one that is plausible.
    pub second: Option<&'static str>,
}

/// Returns the encoding of a text that begins with `bytes`, or `None` if it is binary. `whole` says that `bytes` is all of
/// it.
///
/// Only the first [`RECOGNIZE_LEN`] bytes count. Well-formed UTF-8 is UTF-8, whatever the text declares, unless it is ASCII
/// alone and has the escape sequences of another encoding. A signature outranks what the zero bytes show, that outranks a
/// declaration, and a declaration in which the text is well-formed outranks a guess.
///
/// ```
/// use utf8kit_lint::{Certainty, Reason, recognize};
///
/// let text = "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël.".repeat(3);
/// let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(&text);
/// let recognized = recognize(&bytes, true).unwrap();
/// assert_eq!(recognized.encoding, "windows-1252");
/// assert_eq!(recognized.reason, Reason::Statistics);
/// assert!(recognized.certainty >= Certainty::Likely);
///
/// let recognized = recognize(b"\xFF\xFEa\0", true).unwrap();
/// assert_eq!((recognized.encoding, recognized.reason), ("UTF-16LE", Reason::Signature));
/// assert_eq!(recognize(text.as_bytes(), true).unwrap().encoding, "UTF-8");
/// ```
pub fn recognize(bytes: &[u8], whole: bool) -> Option<Recognized> {
    let head = &bytes[..bytes.len().min(RECOGNIZE_LEN)];
    let whole = whole && head.len() == bytes.len();
    let recognized = |encoding, certainty, reason| {
        Some(Recognized {
            encoding,
            certainty,
            reason,
            second: None,
        })
    };
    if let Some(Signature::Utf8) = signature::detect(head) {
        return recognized("UTF-8", Certainty::Certain, Reason::Signature);
    }
    match detect(bytes, whole) {
        Detected::Wide { encoding, signature } => {
            let (certainty, reason) = match signature {
                Some(_) => (Certainty::Certain, Reason::Signature),
                None => (Certainty::VeryLikely, Reason::ZeroBytes),
            };
            return recognized(wide_name(encoding), certainty, reason);
        }
        Detected::Binary => return None,
        Detected::Text => {}
    }
    match utf8::validate(head) {
        Ok(text) if text.is_ascii() => {
            return match seven_bit::recognize(head) {
                Some(found) => recognized(found.encoding, Certainty::VeryLikely, Reason::Escapes),
                None => recognized("UTF-8", Certainty::Certain, Reason::WellFormed),
            };
        }
        Ok(_) => return recognized("UTF-8", Certainty::Certain, Reason::WellFormed),
        Err(error) if !whole && error.kind() == ErrorKind::UnexpectedEnd => {
            return recognized("UTF-8", Certainty::Certain, Reason::WellFormed);
        }
        Err(_) => {}
    }
    if !Arrangement::of(head).is_foreign() {
        return recognized("UTF-8", Certainty::VeryLikely, Reason::Arrangement);
    }
    let guess = legacy::guess(head);
    if let Some(Declaration {
        encoding: declared::Declared::Legacy(declared),
        ..
    }) = declared::find(head)
        && declared.decode(head).1
    {
        return Some(Recognized {
            encoding: declared.name(),
            certainty: Certainty::VeryLikely,
            reason: Reason::Declared,
            second: guess
                .map(|guess| guess.encoding.name())
                .filter(|&name| name != declared.name()),
        });
    }
    match guess {
        Some(guess) => Some(Recognized {
            encoding: guess.encoding.name(),
            certainty: guess.certainty,
            reason: Reason::Statistics,
            second: guess.second.map(Legacy::name),
        }),
        None => recognized("UTF-8", Certainty::Possible, Reason::Default),
    }
}

/// Returns the name of UTF-16 or UTF-32 in a byte order.
pub(crate) const fn wide_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf16(Endian::Little) => "UTF-16LE",
        Encoding::Utf16(Endian::Big) => "UTF-16BE",
        Encoding::Utf32(Endian::Little) => "UTF-32LE",
        Encoding::Utf32(Endian::Big) => "UTF-32BE",
        _ => "UTF-8",
    }
}
