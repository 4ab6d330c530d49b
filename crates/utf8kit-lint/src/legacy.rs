//! The rule `other-encoding` for legacy encodings: decides whether a text with ill-formed sequences is UTF-8 with errors
//! or in another encoding.
//!
//! It is decided once for each text, from a sample that begins with the first ill-formed sequence. The text is in another
//! encoding if more bytes over 0x7F are ill-formed than well-formed, if an encoding can be guessed that decodes the
//! whole sample, and if the decoded sample looks like text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// Bytes that suffice for a decision.
pub(crate) const ENOUGH: usize = 64 << 10;

/// Fewer ill-formed sequences do not suffice for a decision.
const FEWEST: usize = 5;

/// A part of a text that may be in a legacy encoding.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    bytes: Vec<u8>,
    /// Ill-formed sequences.
    sequences: usize,
    /// Bytes in ill-formed sequences.
    ill_formed: usize,
    /// The bytes that they begin with, each once.
    firsts: Vec<u8>,
}

/// A guessed encoding.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guess {
    pub(crate) encoding: &'static Encoding,
    /// `likely` or `very likely`.
    pub(crate) certainty: &'static str,
}

impl Sample {
    pub(crate) fn is_enough(&self) -> bool {
        self.bytes.len() >= ENOUGH
    }

    /// Counts an ill-formed sequence.
    pub(crate) fn ill_formed(&mut self, bytes: &[u8]) {
        if self.is_enough() {
            return;
        }
        self.sequences += 1;
        self.ill_formed += bytes.len();
        if !self.firsts.contains(&bytes[0]) {
            self.firsts.push(bytes[0]);
        }
    }

    /// Appends the next `bytes` of the text.
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        let wanted = ENOUGH.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..wanted.min(bytes.len())]);
    }

    /// Returns the encoding of the text if it is not UTF-8.
    pub(crate) fn guess(&self) -> Option<Guess> {
        let high = self.bytes.iter().filter(|&&byte| byte >= 0x80).count();
        let well_formed = high.saturating_sub(self.ill_formed);
        if self.sequences < FEWEST
            || self.firsts.len() < 3
            || self.ill_formed < well_formed
            || memchr::memchr(0, &self.bytes).is_some()
        {
            return None;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.bytes, false);
        let encoding = detector.guess(None, Utf8Detection::Deny);
        // `last` is false: the end of the sample may cut a character.
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(self.bytes.len())?);
        let (_, _, errors) = decoder.decode_to_string(&self.bytes, &mut text, false);
        if errors || !reads_well(&text, encoding.is_single_byte()) {
            return None;
        }
        let certainty = if self.sequences >= 50 {
            "very likely"
        } else {
            "likely"
        };
        Some(Guess { encoding, certainty })
    }
}

/// Returns `true` if `text` looks like text that a person wrote.
fn reads_well(text: &str, single_bytes: bool) -> bool {
    // Of the characters that are not ASCII: letters, those in words, signs, and those that text hardly has.
    let (mut letters, mut in_words, mut marks, mut odd) = (0, 0, 0, 0);
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_ascii() {
            let next = chars.peek().copied().unwrap_or(' ');
            if c.is_alphabetic() {
                letters += 1;
                let shouts = c.is_uppercase() && previous.is_lowercase();
                in_words += usize::from((previous.is_alphabetic() || next.is_alphabetic()) && !shouts);
            } else if matches!(u32::from(c), 0x80..=0x9F | 0xE000..=0xF8FF | 0xFFFD) {
                odd += 1;
            } else {
                marks += 1;
            }
        }
        previous = c;
    }
    let all = letters + marks + odd;
    if single_bytes {
        odd == 0 && letters * 10 >= all * 7 && in_words * 10 >= letters * 8
    } else {
        odd * 50 <= all && letters * 10 >= all * 6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit::utf8;

    fn guess(bytes: &[u8]) -> Option<&'static str> {
        let mut sample = Sample::default();
        let mut rest = bytes;
        while let Err(error) = utf8::validate(rest) {
            sample.ill_formed(error.bytes());
            rest = &rest[error.valid_up_to() + error.bytes().len()..];
        }
        sample.extend(bytes);
        sample.guess().map(|guess| guess.encoding.name())
    }

    #[test]
    fn the_encoding_of_legacy_text_is_guessed() {
        let cases = [
            (
                encoding_rs::WINDOWS_1252,
                "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël. ".repeat(3),
            ),
            (
                encoding_rs::WINDOWS_1251,
                "Все люди рождаются свободными и равными в своём достоинстве и правах. ".repeat(3),
            ),
            (
                encoding_rs::SHIFT_JIS,
                "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。"
                    .repeat(3),
            ),
            (
                encoding_rs::EUC_KR,
                "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ".repeat(3),
            ),
            (
                encoding_rs::GBK,
                "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。".repeat(3),
            ),
        ];
        for (encoding, text) in cases {
            assert_eq!(guess(&encoding.encode(&text).0), Some(encoding.name()), "{text}");
        }
    }

    #[test]
    fn utf_8_with_errors_stays_utf_8() {
        assert_eq!(guess(&b"fine \xFF text\n".repeat(1000)), None);
        assert_eq!(
            guess(
                &b"a \xC0\xAF \xED\xA0\x80 \xF4\x90\x80\x80 \xFE \x80 \xE2\x82 \xF8\x88\x80\x80\x80\n"
                    .repeat(50)
            ),
            None
        );
        let cut = "Größe – naïve Überzeugung "
            .repeat(50)
            .replace('ö', "o")
            .into_bytes();
        let broken: Vec<u8> = cut
            .iter()
            .enumerate()
            .filter(|(i, _)| i % 97 != 8)
            .map(|(_, &byte)| byte)
            .collect();
        assert_eq!(guess(&broken), None);
        assert_eq!(guess(b"caf\xE9 na\xEFve"), None, "two sequences are too few");
    }
}
