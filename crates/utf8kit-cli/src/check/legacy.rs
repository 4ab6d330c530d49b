//! The rule `other-encoding` for legacy encodings: is a file with ill-formed places UTF-8 with errors, or something else?
//!
//! Decided once for each file, from what follows the first such place. It is something else if what does not fit UTF-8
//! outweighs what does, if an encoding can be guessed that reads all of it, and if that reading looks like text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// Bytes that are enough to decide by.
pub(crate) const ENOUGH: usize = 64 << 10;

/// Ill-formed places below which there is nothing to decide by.
const FEWEST: usize = 5;

/// What is known of a file that may be in a legacy encoding.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    bytes: Vec<u8>,
    places: usize,
    /// Bytes in them.
    ill_formed: usize,
    /// Which bytes they begin with.
    firsts: Vec<u8>,
}

/// An encoding, and how sure that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Guess {
    pub(crate) encoding: &'static Encoding,
    pub(crate) sureness: &'static str,
}

impl Sample {
    pub(crate) fn is_enough(&self) -> bool {
        self.bytes.len() >= ENOUGH
    }

    pub(crate) fn ill_formed(&mut self, bytes: &[u8]) {
        if self.is_enough() {
            return;
        }
        self.places += 1;
        self.ill_formed += bytes.len();
        if !self.firsts.contains(&bytes[0]) {
            self.firsts.push(bytes[0]);
        }
    }

    /// The text goes on with `bytes`.
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        let wanted = ENOUGH.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..wanted.min(bytes.len())]);
    }

    /// The encoding that the text is in, if it is not UTF-8.
    pub(crate) fn guess(&self) -> Option<Guess> {
        let high = self.bytes.iter().filter(|&&byte| byte >= 0x80).count();
        let well_formed = high.saturating_sub(self.ill_formed);
        if self.places < FEWEST
            || self.firsts.len() < 3
            || self.ill_formed < well_formed
            || memchr::memchr(0, &self.bytes).is_some()
        {
            return None;
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.bytes, false);
        let encoding = detector.guess(None, Utf8Detection::Deny);
        // A character cut off at the end of the sample is no error.
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(self.bytes.len())?);
        let (_, _, errors) = decoder.decode_to_string(&self.bytes, &mut text, false);
        if errors || !reads_well(&text, encoding.is_single_byte()) {
            return None;
        }
        let sureness = if self.places >= 50 {
            "very likely"
        } else {
            "likely"
        };
        Some(Guess { encoding, sureness })
    }
}

/// Does `text` look as if somebody wrote it?
fn reads_well(text: &str, single_bytes: bool) -> bool {
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
    fn legacy_text_is_named() {
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
    fn utf_8_with_errors_is_not() {
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
        assert_eq!(guess(b"caf\xE9 na\xEFve"), None, "two places say too little");
    }
}
