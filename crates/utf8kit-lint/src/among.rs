//! Recognizes which of some encodings a text is in.

use crate::certainty::Certainty;
use crate::recognize::{Reason, Recognized, Recognizer};
use utf8kit::Policy;
use utf8kit_encodings::{Encoding, Reading};

impl Recognizer {
    /// Returns which of `encodings` the text is in, or `None` if it is binary, or in none of them.
    ///
    /// Where it is recognized as another encoding in which it is the same text, such as ASCII, it is the one of `encodings`. Where all of
    /// them are unlikely, it is the first code page in which it has no errors.
    ///
    /// ```
    /// use utf8kit_encodings::Encoding;
    /// use utf8kit_lint::Recognizer;
    ///
    /// let encodings: [Encoding; 2] = ["ISO-8859-2", "windows-1251"].map(|name| name.parse().unwrap());
    /// let mut recognizer = Recognizer::new();
    /// let _ = recognizer.push(b"\xC1rv\xEDzt\xFBr\xF5 t\xFCk\xF6rf\xFAr\xF3g\xE9p");
    /// assert_eq!(recognizer.finish().unwrap().encoding, "windows-1250");
    /// assert_eq!(recognizer.finish_among(&encodings).unwrap().encoding, "ISO-8859-2");
    /// ```
    pub fn finish_among(&mut self, encodings: &[Encoding]) -> Option<Recognized> {
        let found = self.finish()?;
        let named = |name: &str| encodings.iter().copied().find(|known| known.name() == name);
        if named(found.encoding).is_some() {
            return Some(found);
        }
        let text_in = |encoding: Encoding| {
            let replace = Policy::Replace(char::REPLACEMENT_CHARACTER);
            encoding.decode(self.sample(), replace).ok()
        };
        let same_text = |other: Encoding| {
            let text = text_in(other)?;
            encodings
                .iter()
                .copied()
                .find(|known| text_in(*known).as_ref() == Some(&text))
        };
        if let Some(encoding) = Encoding::for_label(found.encoding, Reading::Iconv).and_then(same_text) {
            return Some(Recognized {
                encoding: encoding.name(),
                second: None,
                ..found
            });
        }
        let candidates = self.candidates();
        let ranked = candidates.iter().find_map(|candidate| {
            let encoding = named(candidate.encoding.name()).or_else(|| same_text(candidate.encoding))?;
            Some((encoding, Some(candidate.language)))
        });
        // The end of the sample can cut a character.
        let has_no_errors = |text: &str| {
            !text
                .trim_end_matches(char::REPLACEMENT_CHARACTER)
                .contains(char::REPLACEMENT_CHARACTER)
        };
        let is_possible = |encoding: &Encoding| {
            let is_code_page = encoding.is_legacy() || encoding.upper_half().is_some();
            is_code_page && text_in(*encoding).is_some_and(|text| has_no_errors(&text))
        };
        let first = || encodings.iter().copied().find(is_possible);
        let (encoding, language) = ranked.or_else(|| first().map(|encoding| (encoding, None)))?;
        Some(Recognized {
            encoding: encoding.name(),
            certainty: Certainty::Possible,
            reason: Reason::Statistics,
            language,
            second: None,
            ..found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among(bytes: &[u8], names: &[&str]) -> Option<&'static str> {
        let encodings: Vec<Encoding> = names.iter().map(|name| name.parse().unwrap()).collect();
        let mut recognizer = Recognizer::new();
        let _ = recognizer.push(bytes);
        recognizer.finish_among(&encodings).map(|found| found.encoding)
    }

    #[test]
    fn the_best_of_the_allowed_encodings_is_found() {
        let russian = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0";
        assert_eq!(among(russian, &["KOI8-R", "windows-1251"]), Some("windows-1251"));
        assert_eq!(among(russian, &["windows-1252", "UTF-8"]), Some("windows-1252"));
        // The same text in another encoding.
        assert_eq!(among(b"plain", &["KOI8-R", "UTF-16LE"]), Some("KOI8-R"));
        assert_eq!(among(b"na\xEFve caf\xE9", &["ISO-8859-1"]), Some("ISO-8859-1"));
        assert_eq!(among("naïve".as_bytes(), &["UTF-8", "KOI8-R"]), Some("UTF-8"));
        assert_eq!(among(b"\x7FELF\0\0\0\x01\x02", &["UTF-8"]), None);
        assert_eq!(among(russian, &["UTF-8", "UTF-16LE"]), None);
        assert_eq!(among(russian, &[]), None);
    }
}
