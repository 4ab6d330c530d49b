//! Guesses the legacy encoding of a text that is not UTF-8.
//!
//! [`utf8kit_encodings::detect`] ranks the encodings.
//!
//! A text is only guessed at if fewer of its bytes over 0x7F are in sequences built as UTF-8 builds them than are not. Overlong
//! sequences, surrogates and sequences of five and six bytes are built so too: they are errors of UTF-8, not letters of
//! another encoding.

use crate::block::MARGIN;
use crate::certainty::{Certainty, Second};
use crate::count::count;
use crate::declared::{Declared, System};
use crate::encoding::Legacy;
use crate::guess::Guess;
#[cfg(feature = "legacy")]
use crate::neighbors;
use crate::neighbors::Neighborhood;
#[cfg(feature = "legacy")]
use crate::structure;
use utf8kit::{ErrorKind, utf8};

/// Bytes that suffice for a decision.
pub(crate) const ENOUGH: usize = 64 << 10;

/// Bytes of the line before the first ill-formed sequence that belong to a sample.
pub(crate) const BEFORE: usize = MARGIN / 2;

/// Fewer stray sequences do not suffice to report a text as one in another encoding.
const FEWEST: usize = 5;

/// So many bytes show that a text is in a legacy encoding, if few of them are built as UTF-8 is.
const CLEAR: usize = 8 << 10;

/// After so many, and then twice as many, it is looked whether those up to [`CLEAR`] may still change that.
const FIRST_LOOK: usize = 512;

/// More bytes over 0x7F in well-formed UTF-8, before the first ill-formed sequence, are not there by chance.
const CHANCE: usize = 32;

/// The number of bytes over 0x7F before the first ill-formed sequence from which on more make no difference, also without
/// those of the sample.
pub(crate) const MANY: usize = 2 * MARGIN;

/// Returns where the sample begins that decides about a text whose first ill-formed sequence is at `at` in `bytes`: with the
/// line, or a little before the place in a long line.
pub(crate) fn sample_start(bytes: &[u8], at: usize) -> usize {
    let window = at.saturating_sub(BEFORE);
    memchr::memrchr(b'\n', &bytes[window..at]).map_or(window, |lf| window + lf + 1)
}

/// Returns the number of bytes over 0x7F.
pub(crate) fn count_high(bytes: &[u8]) -> usize {
    match utf8kit::ascii::is_valid(bytes) {
        true => 0,
        false => count(bytes, |byte| !byte.is_ascii()),
    }
}

/// How the bytes over 0x7F of a text are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Arrangement {
    /// Bytes in sequences built as UTF-8 builds them, the ill-formed ones of its relatives included.
    pub(crate) built: usize,
    /// Well-formed sequences of UTF-8, but for those of two bytes that may be there by chance.
    pub(crate) well_formed: usize,
    /// Bytes that are in none.
    pub(crate) stray: usize,
    /// The number of different stray bytes that a run begins with.
    firsts: usize,
}

impl Arrangement {
    /// Returns the arrangement of a text, or of the beginning of one that is clearly in a legacy encoding.
    pub(crate) fn of(bytes: &[u8]) -> Arrangement {
        let mut found = Arrangement::default();
        let mut firsts = [false; 256];
        let mut run_end = usize::MAX;
        let mut at = 0;
        let mut look_at = FIRST_LOOK;
        let is_continuation = |at: usize| matches!(bytes.get(at), Some(0x80..=0xBF));
        while at < bytes.len() {
            let byte = bytes[at];
            if byte.is_ascii() {
                at += 1;
                continue;
            }
            let is_clear = found.stray / 2 > found.built;
            if at >= CLEAR && is_clear {
                break;
            }
            if at >= look_at {
                if is_clear && found.is_settled(&bytes[at..bytes.len().min(CLEAR)]) {
                    break;
                }
                look_at *= 2;
            }
            if matches!(byte, 0xC0..=0xFD)
                && is_continuation(at + 1)
                && let len = byte.leading_ones() as usize
                && (2..len).all(|more| is_continuation(at + more))
            {
                // Two bytes of a longer run of continuation bytes look so by chance in encodings of two bytes.
                let is_chance = len == 2 && (run_end == at || is_continuation(at + 2));
                let is_well_formed = match len {
                    2 => !is_chance && byte >= 0xC2,
                    _ => utf8kit::utf8::is_valid(&bytes[at..at + len]),
                };
                found.built += if is_chance { 0 } else { len };
                found.well_formed += usize::from(is_well_formed);
                at += len;
                continue;
            }
            found.stray += 1;
            if run_end != at {
                found.firsts += usize::from(!std::mem::replace(&mut firsts[usize::from(byte)], true));
            }
            at += 1;
            run_end = at;
        }
        found
    }

    /// Returns `true` if it is settled that there are more stray bytes than others, with those of `rest`, whatever their arrangement is.
    fn is_settled(self, rest: &[u8]) -> bool {
        const FEWEST: usize = 64;
        if self.stray < FEWEST || self.firsts < 3 {
            return false;
        }
        // What begins a sequence is no stray byte. All of it counts, also of what is there by chance.
        let seconds = rest.get(1..).unwrap_or(&[]);
        let thirds = rest.get(2..).unwrap_or(&[]);
        let in_part = |((first, second), third): ((&[u8], &[u8]), &[u8])| {
            let (mut chance, mut twos, mut threes, mut longer) = (0u8, 0u8, 0u8, 0u8);
            for ((&first, &second), &third) in first.iter().zip(second).zip(third) {
                let has_two = (first >= 0xC0) & (second & 0xC0 == 0x80);
                let has_three = has_two & (third & 0xC0 == 0x80);
                chance += u8::from(has_three & (first < 0xE0));
                twos += u8::from(has_two & !has_three & (first < 0xE0));
                threes += u8::from(has_three & (first >= 0xE0));
                longer += u8::from(has_three & (first >= 0xF0));
            }
            2 * usize::from(chance)
                + 4 * usize::from(twos)
                + 6 * usize::from(threes)
                + 6 * usize::from(longer)
        };
        let part = usize::from(u8::MAX);
        let parts = rest
            .chunks(part)
            .zip(seconds.chunks(part))
            .zip(thirds.chunks(part));
        self.stray + count_high(rest) > self.built + parts.map(in_part).sum::<usize>()
    }

    /// Returns `true` if the text may be in a legacy encoding. If it declares UTF-8 and has so much of it as no other encoding has by
    /// chance, the rest are errors.
    pub(crate) fn is_foreign(self, declared: Option<Declared>) -> bool {
        const FEWEST: usize = 16;
        let is_utf8 = declared.is_some_and(Declared::is_utf8)
            && self.well_formed >= FEWEST
            && self.built.saturating_mul(4) >= self.stray;
        self.stray > self.built && !is_utf8
    }

    /// Returns how sure it is that a text that is not foreign is UTF-8 with errors.
    pub(crate) const fn certainty(self) -> Certainty {
        if self.well_formed >= 4 && self.built / 8 >= self.stray {
            Certainty::VeryLikely
        } else if self.well_formed >= 1 && self.built / 2 >= self.stray {
            Certainty::Likely
        } else {
            Certainty::Possible
        }
    }

    /// Returns `true` if there is enough to report that the text is in a legacy encoding. Without any sequence of UTF-8 or its
    /// relatives, it is no UTF-8 with errors.
    const fn is_enough(self) -> bool {
        self.stray >= FEWEST && (self.firsts >= 3 || self.built == 0)
    }
}

/// Returns `true` if `bytes` are UTF-8 from `at` on, where a character over U+007F is, although `declared` is declared.
pub(crate) fn is_utf8_against(declared: Declared, bytes: &[u8], at: usize) -> bool {
    // This much of the text is in every block.
    let sample = &bytes[at..bytes.len().min(at + MARGIN)];
    let is_well_formed = match utf8::validate(sample) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::UnexpectedEnd && sample.len() == MARGIN,
    };
    // Few characters in an encoding of two bytes can look like UTF-8 by chance.
    let has_pairs = |legacy: Legacy| !legacy.is_single_byte() && !legacy.has_marks_before_letters();
    let is_chance = matches!(declared, Declared::Legacy(legacy) if has_pairs(legacy))
        && Arrangement::of(sample).built < 6;
    is_well_formed && !is_chance
}

/// A part of a text that may be in a legacy encoding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'a> {
    /// At most [`ENOUGH`] bytes, from the line of the first ill-formed sequence on.
    pub(crate) bytes: &'a [u8],
    /// Bytes over 0x7F in the text before it, which is well-formed UTF-8. If there are many, all of the text is UTF-8.
    pub(crate) before: usize,
}

impl Sample<'_> {
    /// Returns how the bytes over 0x7F are arranged, also those before the sample.
    pub(crate) fn arrangement(self, declared: Option<Declared>) -> Arrangement {
        let mut arrangement = Arrangement::of(self.bytes);
        let is_declared = matches!(declared, Some(Declared::Legacy(_)));
        let may_be_mixed = !is_declared && (arrangement.well_formed > 0 || self.before > 0);
        if self.before > CHANCE || (may_be_mixed && has_lines_in_utf_8(self.bytes, self.before)) {
            arrangement.built = usize::MAX;
            arrangement.well_formed = usize::MAX;
        }
        arrangement
    }

    /// Returns the encoding of the text if it is not UTF-8, and whether there is enough to report that. It is the one that the text
    /// declares if the text is well-formed there. Where its letters leave a doubt, the files beside it decide.
    pub(crate) fn guess(
        self,
        declared: Option<Declared>,
        neighborhood: Option<&dyn Neighborhood>,
    ) -> Option<(Guess, bool)> {
        let arrangement = self.arrangement(declared);
        let guess = self.best(arrangement, declared, neighborhood)?;
        // A record of MARC 21 is in UTF-8 or in that.
        let is_other_record = declared == Some(Declared::Utf8OrMarc8) && guess.encoding.name() == "MARC-8";
        let is_told = guess.is_declared || guess.is_told || guess.neighbors > 0 || is_other_record;
        Some((guess, is_told || arrangement.is_enough()))
    }

    /// Returns the encoding of the text if it is not UTF-8, however little speaks for it.
    pub(crate) fn best(
        self,
        arrangement: Arrangement,
        declared: Option<Declared>,
        neighborhood: Option<&dyn Neighborhood>,
    ) -> Option<Guess> {
        if memchr::memchr(0, self.bytes).is_some() {
            return None;
        }
        if !arrangement.is_foreign(declared) {
            // That it is UTF-8 with errors may be chance.
            let is_doubtful = declared.is_none() && arrangement.certainty() == Certainty::Possible;
            let neighborhood = neighborhood.filter(|_| is_doubtful)?;
            return best(self.bytes, Some(neighborhood))
                .filter(|guess| guess.neighbors > 0)
                .map(|guess| Guess {
                    certainty: guess.certainty.min(Certainty::Likely),
                    ..guess
                });
        }
        let bytes = self.bytes;
        let guess = match declared {
            Some(Declared::Legacy(declared)) if let Some(declared) = fitting(declared, bytes) => {
                by_declaration(declared, best(bytes, None), bytes)
            }
            Some(Declared::OfSystem(system)) if let Some(guess) = of_system(system, bytes) => guess,
            Some(Declared::Utf8OrMarc8) if let Some(guess) = in_marc_8(bytes) => guess,
            _ => best(bytes, neighborhood)?,
        };
        Some(Guess {
            certainty: match declared {
                Some(Declared::Several) => guess.certainty.min(Certainty::Likely),
                _ => guess.certainty,
            },
            ..guess
        })
    }
}

/// Returns `true` if `sample` has lines in UTF-8 and lines that are not. `before`: bytes over 0x7F before it, which are UTF-8.
///
/// By chance, a line in a legacy encoding can be well-formed: of sequences of two bytes up to a sixth are in East Asian encodings, and
/// hardly any are in others. So lines with more characters count more.
fn has_lines_in_utf_8(sample: &[u8], before: usize) -> bool {
    let (mut all, mut with_one, mut with_two, mut with_three) = (0, 0, 0, 0);
    let mut most = before / 2;
    for line in sample
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_ascii())
    {
        all += 1;
        if let Ok(text) = utf8::validate(line) {
            let count = text.chars().filter(|c| !c.is_ascii()).count();
            most = most.max(count);
            with_one += 1;
            with_two += usize::from(count >= 2);
            with_three += usize::from(count >= 3);
        }
    }
    let is_long = most * 2 >= 9 + all.max(1usize).ilog2() as usize;
    let are_many = with_one >= all / 4 + 3 || with_two >= all / 16 + 3 || with_three >= all / 64 + 2;
    with_one < all && (is_long || are_many)
}

/// Returns `declared`, or what browsers take it for, if `bytes` are well-formed there.
fn fitting(declared: Legacy, bytes: &[u8]) -> Option<Legacy> {
    let candidates = [Some(declared), declared.as_browsers_do()];
    let mut candidates = candidates.into_iter().flatten();
    candidates.find(|candidate| candidate.decode(bytes).1)
}

/// Returns `declared`, in which `bytes` are well-formed, or the encoding that their letters show very likely if they are none in
/// `declared`. Nearly all bytes are well-formed in encodings of single bytes.
fn by_declaration(declared: Legacy, guessed: Option<Guess>, bytes: &[u8]) -> Guess {
    let text = declared.decode(bytes).0;
    let rival = guessed.filter(|guess| guess.encoding.decode(bytes).0 != text);
    let is_proved = declared.has_marks_before_letters() && declared.marks_fit(bytes);
    let is_doubted = !is_proved && rival.is_some_and(|rival| rival.certainty >= Certainty::VeryLikely);
    if let Some(rival) = rival
        && is_doubted
        && is_no_text(declared, rival.encoding, bytes, &text)
    {
        return Guess {
            certainty: Certainty::Likely,
            second: Some(Second {
                encoding: declared.name(),
                bits: None,
            }),
            ..rival
        };
    }
    Guess {
        encoding: declared,
        certainty: match is_doubted {
            true => Certainty::Likely,
            false => Certainty::VeryLikely,
        },
        language: match rival {
            None => guessed.and_then(|guess| guess.language),
            Some(_) => None,
        },
        is_declared: true,
        is_told: false,
        neighbors: 0,
        second: rival.filter(|_| !is_proved).map(|rival| Second {
            encoding: rival.encoding.name(),
            bits: None,
        }),
    }
}

/// Returns `true` if `bytes`, which read well in `rival`, read like no text in `declared`, where they are `text`.
#[cfg(feature = "legacy")]
fn is_no_text(declared: Legacy, rival: Legacy, bytes: &[u8], text: &str) -> bool {
    if declared.has_marks_before_letters() {
        return true;
    }
    // What is too unlikely is no candidate, and of encodings in which the text is the same, one is.
    declared.is_single_byte()
        && is_other_alphabet(declared, rival, bytes)
        && !utf8kit_encodings::detect::candidates(bytes)
            .iter()
            .filter_map(|candidate| Legacy::new(candidate.encoding))
            .any(|candidate| candidate == declared || candidate.decode(bytes).0 == text)
}

/// Returns `true` if nearly all letters are others in the two encodings, and there are several. With three or four accents, a language
/// reads like another.
#[cfg(feature = "legacy")]
fn is_other_alphabet(declared: Legacy, rival: Legacy, bytes: &[u8]) -> bool {
    const FEWEST: usize = 8;
    let mut has = [false; 256];
    for byte in bytes {
        has[usize::from(*byte)] = true;
    }
    let (mut all, mut other) = (0, 0);
    for byte in (0x80..=0xFF).filter(|byte| has[usize::from(*byte)]) {
        all += 1;
        other += usize::from(declared.decode(&[byte]) != rival.decode(&[byte]));
    }
    other >= FEWEST && other * 8 >= all * 7
}

#[cfg(not(feature = "legacy"))]
fn is_no_text(_: Legacy, _: Legacy, _: &[u8], _: &str) -> bool {
    false
}

/// Returns the code page of a system that `bytes` are in: that which their letters show, or the usual one. It is very likely if the
/// letters show it so, or if they read best in the usual one.
fn of_system(system: System, bytes: &[u8]) -> Option<Guess> {
    let guessed = best(bytes, None);
    let usual = fitting(system.usual()?, bytes);
    let text = |encoding: Legacy| encoding.decode(bytes).0;
    let is_usual = |guess: Guess| usual.is_some_and(|usual| text(guess.encoding) == text(usual));
    let by_letters = guessed.filter(|guess| system.has(guess.encoding) && !is_usual(*guess));
    let encoding = by_letters.map(|guess| guess.encoding).or(usual)?;
    let is_sure = match by_letters {
        Some(guess) => guess.certainty >= Certainty::VeryLikely,
        None => guessed.is_none_or(is_usual),
    };
    let rival = guessed.filter(|guess| text(guess.encoding) != text(encoding));
    Some(Guess {
        encoding,
        certainty: if is_sure {
            Certainty::VeryLikely
        } else {
            Certainty::Likely
        },
        language: guessed
            .filter(|_| rival.is_none())
            .and_then(|guess| guess.language),
        is_declared: true,
        is_told: false,
        neighbors: 0,
        second: rival.map(|rival| Second {
            encoding: rival.encoding.name(),
            bits: None,
        }),
    })
}

/// Returns MARC-8 if `bytes` of a record of MARC 21 are in it. They are in that or in UTF-8.
fn in_marc_8(bytes: &[u8]) -> Option<Guess> {
    let encoding = Legacy::for_label(b"MARC-8")?;
    encoding.marks_fit(bytes).then_some(Guess {
        encoding,
        certainty: Certainty::VeryLikely,
        language: None,
        is_declared: false,
        is_told: false,
        neighbors: 0,
        second: None,
    })
}

/// Returns the encoding in which `bytes` read best, and the second.
#[cfg(feature = "legacy")]
fn best(bytes: &[u8], neighborhood: Option<&dyn Neighborhood>) -> Option<Guess> {
    let candidates = utf8kit_encodings::detect::candidates(bytes);
    let first = candidates.first();
    if first.is_none_or(|first| first.certainty < Certainty::VeryLikely)
        && let Some(guess) = structure::guess(bytes, first.and_then(|first| Legacy::new(first.encoding)))
    {
        return Some(guess);
    }
    let first = first?;
    if first.certainty < Certainty::VeryLikely
        && let Some(neighbors) = neighborhood.and_then(|neighborhood| neighborhood.neighbors())
        && let Some(guess) = neighbors::decide(neighbors, bytes, &candidates)
    {
        return Some(guess);
    }
    if first.certainty == Certainty::Possible
        && let Some(guess) = by_marks(bytes, first.encoding.name())
    {
        return Some(guess);
    }
    let encoding = Legacy::new(first.encoding)?;
    Some(Guess {
        encoding,
        certainty: first.certainty,
        language: Some(first.language),
        is_declared: false,
        is_told: encoding.is_ebcdic(),
        neighbors: 0,
        second: candidates.get(1).map(|second| Second {
            encoding: second.encoding.name(),
            bits: Some(second.behind),
        }),
    })
}

/// Returns the encoding of a text in which marks come before their letters, if it looks like that: each byte over 0x7F is a mark before a
/// letter of ASCII that has such a form, and most stand inside of words. In other encodings they would be capitals there.
#[cfg(feature = "legacy")]
fn by_marks(bytes: &[u8], second: &'static str) -> Option<Guess> {
    const FEWEST: usize = 4;
    let encoding = Legacy::for_label(b"ISO_6937")?;
    let (mut marks, mut inside) = (0, 0);
    for (at, &byte) in bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let is_mark = matches!(byte, 0xC1..=0xCF) && bytes.get(at + 1).is_none_or(u8::is_ascii_alphabetic);
        if !is_mark {
            return None;
        }
        marks += 1;
        inside += usize::from(at > 0 && bytes[at - 1].is_ascii_lowercase());
    }
    (marks >= FEWEST && inside * 2 >= marks && encoding.marks_fit(bytes)).then_some(Guess {
        encoding,
        certainty: Certainty::Likely,
        language: None,
        is_declared: false,
        is_told: false,
        neighbors: 0,
        second: Some(Second {
            encoding: second,
            bits: None,
        }),
    })
}

#[cfg(not(feature = "legacy"))]
fn best(_: &[u8], _: Option<&dyn Neighborhood>) -> Option<Guess> {
    None
}
