//! Detection of the encoding of a text that is in none of Unicode's.
//!
//! A text is as likely in an encoding as its characters are in a language. The models know how likely each letter is after
//! another in some 70 languages, and how frequent characters are in Chinese, Japanese and Korean. Each encoding competes with
//! each language, and what the bytes cost, in bits, adds up: the least wins, and how far the next is behind says how sure that is.

mod certainty;
#[cfg(feature = "legacy")]
mod east_asian;
#[cfg(feature = "legacy")]
mod known;
mod language;
#[cfg(feature = "legacy")]
mod letters;
#[cfg(feature = "legacy")]
mod likelihood;
#[cfg(feature = "legacy")]
mod model;
#[cfg(feature = "legacy")]
mod models;
#[cfg(feature = "legacy")]
mod page;
#[cfg(feature = "legacy")]
mod pairs;
#[cfg(feature = "legacy")]
mod quality;
#[cfg(feature = "legacy")]
mod rank;
#[cfg(feature = "legacy")]
mod ranked;

#[cfg(feature = "legacy")]
use crate::Encoding;
pub use certainty::Certainty;
pub use language::Language;
#[cfg(feature = "legacy")]
pub use likelihood::{Likelihood, frequent_characters};
#[cfg(feature = "legacy")]
use ranked::Ranked;

/// An encoding that a text may be in.
#[cfg(feature = "legacy")]
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The encoding.
    pub encoding: Encoding,
    /// The language that the text reads best in.
    pub language: Language,
    /// How much less likely than the first it is, as a power of two: with 10, a thousand times.
    pub behind: u32,
    /// How sure the first is. The others are [`Possible`](Certainty::Possible).
    pub certainty: Certainty,
}

/// Returns the encodings that `bytes` may be in, the most likely first, and no more than 64 bits behind it. Of several in which the text is the same, only the most
/// usual one. `bytes` are in none of Unicode's encodings, and have bytes over 0x7F; their end may cut a character.
///
/// ```
/// use utf8kit_encodings::detect::{Certainty, candidates};
///
/// let text = b"\xC1rv\xEDzt\xFBr\xF5 t\xFCk\xF6rf\xFAr\xF3g\xE9p";
/// let first = candidates(text)[0];
/// assert_eq!((first.encoding.name(), first.language.tag()), ("windows-1250", "hu"));
/// assert!(first.certainty >= Certainty::Likely);
/// ```
#[cfg(feature = "legacy")]
pub fn candidates(bytes: &[u8]) -> Vec<Candidate> {
    let mut all = rank::rank(bytes);
    crate::order::sort_by_key(&mut all, |ranked| ranked.cost.into());
    let Some(first) = all.first() else {
        return Vec::new();
    };
    let behind = |ranked: &Ranked| ((ranked.cost - first.cost) / model::BIT) as u32;
    let certainty = first.quality.certainty(all.get(1).map_or(u32::MAX, behind));
    let candidate = |ranked: &Ranked| Candidate {
        encoding: ranked.encoding,
        language: ranked.language,
        behind: behind(ranked),
        certainty: if std::ptr::eq(ranked, first) {
            certainty
        } else {
            Certainty::Possible
        },
    };
    all.iter().map(candidate).collect()
}

/// Returns the byte order of a text in UTF-16 without a signature that is Chinese, Japanese or Korean, and the language, by how
/// frequent its characters are. The end of `bytes` may cut a character. Other text in UTF-16 has zero bytes, which show the order.
///
/// Only ask for what is no text in UTF-8: `this app can break` is ideographs in UTF-16.
///
/// ```
/// use utf8kit::Endian;
///
/// let text: Vec<u8> = "我们的文件".encode_utf16().flat_map(u16::to_be_bytes).collect();
/// let (endian, language) = utf8kit_encodings::detect::utf16(&text).unwrap();
/// assert_eq!((endian, language.tag()), (Endian::Big, "zh-Hans"));
/// assert_eq!(utf8kit_encodings::detect::utf16("Привет, мир".as_bytes()), None);
/// ```
#[cfg(feature = "legacy")]
pub fn utf16(bytes: &[u8]) -> Option<(utf8kit::Endian, Language)> {
    east_asian::utf16(bytes)
}
