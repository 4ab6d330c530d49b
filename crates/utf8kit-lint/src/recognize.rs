//! Recognizes the encoding of a text, with the reason and how sure it is.

use crate::by_escapes;
use crate::certainty::{Certainty, Second};
use crate::count::count;
use crate::declared;
use crate::detect::{DETECT_LEN, Detected, by_characters, by_zeros, detect};
use crate::guess::Guess;
use crate::legacy::{self, MANY, Sample, count_high, sample_start};
use crate::mixed::first_utf_16;
use crate::neighbors::Neighborhood;
use crate::seven_bit;
use crate::wide::{WideCheck, wide_certainty};
use std::ops::ControlFlow;
use unicode_script::{Script, UnicodeScript};
use utf8kit::Encoding as Base;
use utf8kit::signature::{self, Signature};
use utf8kit::stream::{Stop, Validator};
use utf8kit_encodings::detect::Language;
#[cfg(feature = "legacy")]
use utf8kit_encodings::detect::{Candidate, candidates};
use utf8kit_encodings::{Encoding, iso2022};

/// The number of bytes that decide about a text that is not UTF-8: 64 KiB.
pub const RECOGNIZE_LEN: usize = legacy::ENOUGH;

/// Bytes that are kept of the pieces before: of the line, and of a sequence that is cut.
const TAIL: usize = legacy::BEFORE + 4;

/// So few bytes over 0x7F of a text in another encoding may be well-formed UTF-8 by chance.
const BY_CHANCE: usize = 4;

/// So few may still be there by chance if their characters do not belong together.
const FEW: usize = 16;

/// Returns `true` if the characters over U+007F are of several scripts, or some are not assigned.
fn is_of_several_scripts(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut scripts = text
        .chars()
        .filter(|c| !c.is_ascii())
        .map(|c| c.script())
        .filter(|script| !matches!(script, Script::Common | Script::Inherited | Script::Latin));
    scripts
        .next()
        .is_some_and(|first| first == Script::Unknown || scripts.any(|script| script != first))
}

/// Returns `true` if each letter that is not Latin or Greek stands beside no other of its script, and there is one: `’à` in the
/// encoding of the Macintosh is a letter of Armenian in UTF-8. Letters of Greek stand alone in formulas.
fn has_lone_letters(bytes: &[u8]) -> bool {
    // Sequences of Latin and Greek letters begin with lower bytes.
    if bytes.iter().fold(0, |most, &byte| byte.max(most)) < 0xD0 {
        return false;
    }
    let text = String::from_utf8_lossy(bytes);
    let is_foreign = |c: char| {
        !c.is_ascii()
            && c.is_alphabetic()
            && !matches!(
                c.script(),
                Script::Latin | Script::Greek | Script::Common | Script::Inherited | Script::Han
            )
    };
    let (mut any, mut previous) = (false, ' ');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if is_foreign(c) {
            let is_beside = |other: char| other.script() == c.script();
            if is_beside(previous) || chars.peek().copied().is_some_and(is_beside) {
                return false;
            }
            any = true;
        }
        previous = c;
    }
    any
}

/// Returns `true` if an eighth of ASCII are controls that text does not have: UTF-16 in another script, without a zero byte.
fn has_many_controls(bytes: &[u8]) -> bool {
    // Both passes are without branches, so that the compiler vectorizes them.
    let is_control = |byte: u8| (byte < b'\t') | ((byte > b'\r') & (byte < b' ') & (byte != 0x1B));
    let any = bytes.iter().fold(false, |any, &byte| any | is_control(byte));
    any && count(bytes, is_control) * 8 > bytes.len()
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
    /// It has the escape sequences or shifts of an encoding of seven bits, and is well-formed in it, or it begins with an escape
    /// sequence of ISO/IEC 2022 that announces UTF-8 or another encoding of ISO/IEC 10646.
    Escapes,
    /// It declares the encoding, and is well-formed in it.
    Declared,
    /// It reads like text in this encoding: its letters are as frequent, and stand where letters do.
    Statistics,
    /// Its letters leave a doubt, and most of the files beside it are in this encoding.
    Neighbors,
    /// Nothing speaks for another encoding.
    Default,
}

impl Reason {
    /// Returns the name of the reason in kebab-case: `zero-bytes`. Programs can rely on it.
    ///
    /// ```
    /// assert_eq!(utf8kit_lint::Reason::WellFormed.name(), "well-formed");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Signature => "signature",
            Reason::ZeroBytes => "zero-bytes",
            Reason::WellFormed => "well-formed",
            Reason::Arrangement => "arrangement",
            Reason::Escapes => "escapes",
            Reason::Declared => "declared",
            Reason::Statistics => "statistics",
            Reason::Neighbors => "neighbors",
            Reason::Default => "default",
        }
    }
}

/// The encoding of a text, as [`recognize`] returns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Recognized {
    /// The name of the encoding: `UTF-8`, `UTF-16LE`, `UCS-4BE`, `windows-1252`, `IBM855`, `ISO-2022-KR`.
    pub encoding: &'static str,
    /// How sure it is.
    pub certainty: Certainty,
    /// What it follows from.
    pub reason: Reason,
    /// The language that it reads best in, of a text that is recognized by its letters.
    pub language: Option<Language>,
    /// The number of files beside it that are in the encoding, if they decided.
    pub neighbors: usize,
    /// The encoding that comes second, if there is one that is plausible.
    pub second: Option<Second>,
    /// The offset of the first sequence that is not UTF-8.
    pub ill_formed_at: Option<u64>,
    /// The offset from which on a text in UTF-16 or UTF-32 holds something else, if it does: an appended line of single bytes,
    /// code units that were moved by a byte, ill-formed sequences.
    pub other_from: Option<u64>,
    /// Whether all of it is ASCII.
    pub is_ascii: bool,
    /// Whether the only ill-formed sequence is a character of UTF-8 that the end of the text cuts.
    pub ends_early: bool,
    /// The number of shifts of UTF-7 that decode, in a text of ASCII that may be UTF-7, which then comes [second](Self::second).
    /// No text is taken for UTF-7, which is an attack more often than a text: it can hide `<` from a filter.
    pub shifts: u64,
}

/// Returns the encoding of a text that begins with `bytes`, or `None` if it is binary. `whole` says that `bytes` is all of
/// it.
///
/// Well-formed UTF-8 is UTF-8, whatever the text declares, unless it is ASCII alone and has the escape sequences of another
/// encoding. A signature outranks what the zero bytes show, that outranks a declaration, and a declaration in which the text
/// is well-formed outranks a guess. A guess is made from the first [`RECOGNIZE_LEN`] bytes from the first ill-formed
/// sequence on. [`Recognizer`] takes a text in pieces.
///
/// ```
/// use utf8kit_lint::{Certainty, Reason, recognize};
///
/// let text = "Les élèves français étaient à l’école où naît l’été, déjà prêts pour Noël.".repeat(3);
/// let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(&text);
/// let recognized = recognize(&bytes, true).unwrap();
/// assert_eq!(recognized.encoding, "windows-1252");
/// assert_eq!(recognized.reason, Reason::Statistics);
/// assert_eq!(recognized.language.map(|language| language.name()), Some("French"));
/// assert!(recognized.certainty >= Certainty::Likely);
///
/// let recognized = recognize(b"\xFF\xFEa\0", true).unwrap();
/// assert_eq!((recognized.encoding, recognized.reason), ("UTF-16LE", Reason::Signature));
/// assert_eq!(recognize(text.as_bytes(), true).unwrap().encoding, "UTF-8");
/// ```
pub fn recognize(bytes: &[u8], whole: bool) -> Option<Recognized> {
    let mut recognizer = Recognizer::new();
    let _ = recognizer.push(bytes);
    recognizer.end(whole, None)
}

/// Recognizes the encoding of a text that arrives in pieces of any size, as [`recognize`] does. It keeps 128 KiB of it at
/// most.
///
/// ```
/// use utf8kit_lint::Recognizer;
///
/// let mut recognizer = Recognizer::new();
/// for piece in [&b"plain text, "[..], b"caf\xE9 au lait"] {
///     if recognizer.push(piece).is_break() {
///         break;
///     }
/// }
/// let recognized = recognizer.finish().unwrap();
/// assert_eq!(recognized.encoding, "windows-1252");
/// assert_eq!(recognized.ill_formed_at, Some(15));
/// ```
#[derive(Debug)]
pub struct Recognizer {
    /// The start of the text, up to [`RECOGNIZE_LEN`] bytes.
    head: Vec<u8>,
    validator: Validator,
    /// The number of bytes taken.
    len: u64,
    /// The last bytes taken, before the first ill-formed sequence.
    tail: Vec<u8>,
    /// Bytes over 0x7F before the first ill-formed sequence, as far as they make a difference.
    high: usize,
    ill_formed_at: Option<u64>,
    /// Whether that is a character that the end of the text cuts.
    ends_early: bool,
    /// The text from the line of the first ill-formed sequence on, up to [`RECOGNIZE_LEN`] bytes.
    sample: Vec<u8>,
    /// Bytes over 0x7F before the sample, as far as they make a difference.
    high_before_sample: usize,
    /// What was found in the text if it is in UTF-16 or UTF-32.
    wide: Option<WideCheck>,
}

impl Default for Recognizer {
    fn default() -> Recognizer {
        Recognizer::new()
    }
}

impl Recognizer {
    /// Returns a recognizer at the start of a text.
    pub fn new() -> Recognizer {
        Recognizer {
            head: Vec::new(),
            validator: Validator::new(Base::Utf8),
            len: 0,
            tail: Vec::new(),
            high: 0,
            ill_formed_at: None,
            ends_early: false,
            sample: Vec::new(),
            high_before_sample: 0,
            wide: None,
        }
    }

    /// Begins a new text. Keeps the memory.
    pub fn reset(&mut self) {
        self.head.clear();
        self.validator.reset();
        self.len = 0;
        self.tail.clear();
        self.high = 0;
        self.ill_formed_at = None;
        self.ends_early = false;
        self.sample.clear();
        self.high_before_sample = 0;
        self.wide = None;
    }

    /// Takes the next bytes of the text. Returns `Break` if what follows cannot change the result.
    pub fn push(&mut self, piece: &[u8]) -> ControlFlow<()> {
        if let Some(wide) = &mut self.wide {
            self.len += piece.len() as u64;
            wide.push(piece);
            return ControlFlow::Continue(());
        }
        let wanted = RECOGNIZE_LEN.saturating_sub(self.head.len()).min(piece.len());
        self.head.extend_from_slice(&piece[..wanted]);
        if self.ill_formed_at.is_some() {
            self.extend_sample(piece);
        } else {
            let step = self.validator.push(piece);
            if let Stop::IllFormed(error) = step.stop {
                self.begin_sample(error.offset(), piece);
            } else {
                self.pass(piece);
            }
        }
        self.len += piece.len() as u64;
        if self.head.len() < RECOGNIZE_LEN {
            return ControlFlow::Continue(());
        }
        if wanted > 0 {
            match detect(&self.head, false) {
                Detected::Text => {}
                Detected::Binary => return ControlFlow::Break(()),
                Detected::Wide { encoding, .. } => {
                    // All of it counts: a part may be in another encoding.
                    let wide = self.wide.insert(WideCheck::new(encoding));
                    wide.push(&self.head);
                    wide.push(&piece[wanted..]);
                    return ControlFlow::Continue(());
                }
            }
        }
        match self.sample.len() >= RECOGNIZE_LEN {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Returns the encoding of the text, or `None` if it is binary.
    pub fn finish(&mut self) -> Option<Recognized> {
        self.end(true, None)
    }

    /// Returns the encoding of the text as [`finish`](Self::finish) does. Where its letters leave a doubt, the files beside it
    /// decide, if they are in an encoding that is possible and not much less likely.
    ///
    /// ```
    /// use utf8kit_lint::{Neighborhood, Neighbors, Reason, Recognizer};
    ///
    /// #[derive(Debug)]
    /// struct Polish;
    ///
    /// impl Neighborhood for Polish {
    ///     fn neighbors(&self) -> Option<Neighbors> {
    ///         Neighbors::of(["ISO-8859-2"; 41])
    ///     }
    /// }
    ///
    /// let mut recognizer = Recognizer::new();
    /// let _ = recognizer.push(b"caf\xE9");
    /// assert_eq!(recognizer.finish().unwrap().encoding, "windows-1252");
    /// let recognized = recognizer.finish_beside(&Polish).unwrap();
    /// assert_eq!((recognized.encoding, recognized.reason), ("ISO-8859-2", Reason::Neighbors));
    /// assert_eq!(recognized.neighbors, 41);
    /// ```
    pub fn finish_beside(&mut self, neighborhood: &dyn Neighborhood) -> Option<Recognized> {
        self.end(true, Some(neighborhood))
    }

    /// Returns the part of the text that decided: its start, or that around the first ill-formed sequence.
    pub fn sample(&self) -> &[u8] {
        match self.ill_formed_at {
            Some(_) => &self.sample,
            None => &self.head,
        }
    }

    /// Returns the encodings that a text may be in that was recognized by its letters ([`Reason::Statistics`]), the most likely first.
    ///
    /// ```
    /// use utf8kit_lint::Recognizer;
    ///
    /// let mut recognizer = Recognizer::new();
    /// let _ = recognizer.push(b"Gr\xFC\xDFe aus K\xF6ln");
    /// assert_eq!(recognizer.finish().unwrap().encoding, "windows-1252");
    /// let candidates = recognizer.candidates();
    /// assert_eq!((candidates[0].encoding.name(), candidates[0].language.tag()), ("windows-1252", "de"));
    /// assert!(candidates.len() > 1 && candidates[1].behind > 0);
    /// ```
    #[cfg(feature = "legacy")]
    pub fn candidates(&self) -> Vec<Candidate> {
        candidates(self.sample())
    }

    /// Passes over a well-formed piece.
    fn pass(&mut self, piece: &[u8]) {
        if self.high < MANY {
            self.high += count_high(piece);
        }
        let last = &piece[piece.len().saturating_sub(TAIL)..];
        let kept = self.tail.len().min(TAIL - last.len());
        self.tail.drain(..self.tail.len() - kept);
        self.tail.extend_from_slice(last);
    }

    /// Begins the sample, as the sequence at `offset` in the text is ill-formed. It begins in `piece` or in the tail.
    fn begin_sample(&mut self, offset: u64, piece: &[u8]) {
        self.ill_formed_at = Some(offset);
        let at = (offset - (self.len - self.tail.len() as u64)) as usize;
        let mut text = std::mem::take(&mut self.tail);
        let high_in_tail = count_high(&text);
        let end = (at + RECOGNIZE_LEN).saturating_sub(text.len());
        text.extend_from_slice(&piece[..end.min(piece.len())]);
        let start = sample_start(&text, at);
        self.high_before_sample = self.high.saturating_sub(high_in_tail) + count_high(&text[..start]);
        self.extend_sample(&text[start..]);
    }

    /// Appends the next bytes of the text to the sample, as far as they decide.
    fn extend_sample(&mut self, bytes: &[u8]) {
        let wanted = RECOGNIZE_LEN.saturating_sub(self.sample.len());
        self.sample.extend_from_slice(&bytes[..wanted.min(bytes.len())]);
    }

    /// Returns the encoding of the text, the whole of which was taken or not.
    fn end(&mut self, whole: bool, neighborhood: Option<&dyn Neighborhood>) -> Option<Recognized> {
        if whole
            && self.ill_formed_at.is_none()
            && let Stop::IllFormed(error) = self.validator.finish().stop
        {
            self.begin_sample(error.offset(), &[]);
            // One byte alone is a letter of a legacy encoding as well: `caf\xE9`.
            let len = (self.len - error.offset()) as usize;
            self.ends_early = (len > 1 || self.high > len) && !self.declares_legacy();
        }
        if iso2022::announced(&self.head).is_some() {
            return Some(self.recognized("ISO-2022", Certainty::VeryLikely, Reason::Escapes));
        }
        if let Some(Signature::Utf8) = signature::detect(&self.head) {
            return Some(self.recognized("UTF-8", Certainty::Certain, Reason::Signature));
        }
        let is_head_whole = whole && self.len <= self.head.len() as u64;
        match detect(&self.head, is_head_whole) {
            Detected::Wide { encoding, signature } => return Some(self.wide(encoding, signature, whole)),
            Detected::Binary => {
                let found = seven_bit::gsm(&self.head)?;
                return Some(self.recognized(found.encoding, found.certainty, Reason::Escapes));
            }
            Detected::Text => {}
        }
        let head = &self.head[..self.head.len().min(DETECT_LEN)];
        if memchr::memchr(0, head).is_some()
            && let Some(offset) = first_utf_16(head)
        {
            return Some(Recognized {
                other_from: Some(offset),
                ill_formed_at: None,
                is_ascii: false,
                ..self.recognized("UTF-8", Certainty::Likely, Reason::Arrangement)
            });
        }
        if let Some(switched) = self.switched() {
            return Some(switched);
        }
        Some(match self.ill_formed_at {
            None => self.well_formed(),
            Some(_) if self.ends_early => Recognized {
                ends_early: true,
                ..self.recognized("UTF-8", Certainty::VeryLikely, Reason::Arrangement)
            },
            Some(_) => self.not_utf8(neighborhood),
        })
    }

    /// Returns what is known of a text in an encoding in which escapes, shifts or controls say what bytes mean, if it is in one.
    fn switched(&self) -> Option<Recognized> {
        let found = by_escapes::recognize(&self.head)?;
        Some(self.recognized(found.encoding, found.certainty, Reason::Escapes))
    }

    /// Returns what is known of a text in `encoding`, without what only some texts have.
    fn recognized(&self, encoding: &'static str, certainty: Certainty, reason: Reason) -> Recognized {
        Recognized {
            encoding,
            certainty,
            reason,
            language: None,
            neighbors: 0,
            second: None,
            ill_formed_at: self.ill_formed_at,
            other_from: None,
            is_ascii: self.ill_formed_at.is_none() && self.high == 0,
            ends_early: false,
            shifts: 0,
        }
    }

    /// Returns what is known of a text that is well-formed UTF-8.
    fn well_formed(&self) -> Recognized {
        let recognized = self.recognized("UTF-8", self.certainty_of_utf8(), Reason::WellFormed);
        let shifts = match recognized.is_ascii {
            true => seven_bit::utf_7_shifts(&self.head),
            false => None,
        };
        Recognized {
            second: shifts.map(|_| Second {
                encoding: "UTF-7",
                bits: None,
            }),
            shifts: shifts.unwrap_or(0),
            ..recognized
        }
    }

    /// Returns `true` if the text declares an encoding that is not UTF-8.
    fn declares_legacy(&self) -> bool {
        declared::find(&self.head).is_some_and(|declaration| !declaration.encoding.is_utf8())
    }

    /// Returns what is known of a text in UTF-16, UTF-32 or UCS-4.
    fn wide(&mut self, encoding: Encoding, signature: Option<Signature>, whole: bool) -> Recognized {
        let head = &self.head[..self.head.len().min(DETECT_LEN)];
        let (reason, language) = match signature {
            Some(_) => (Reason::Signature, None),
            None if by_zeros(head, false).is_some() => (Reason::ZeroBytes, None),
            None => (Reason::Statistics, by_characters(head).map(|found| found.1)),
        };
        let mut wide = self.wide.take().unwrap_or_else(|| {
            let mut wide = WideCheck::new(encoding);
            wide.push(&self.head);
            wide
        });
        let doubt = wide.finish(whole);
        // The start shows what the text is, not what would be ill-formed in UTF-8.
        self.ill_formed_at = None;
        let certainty = wide_certainty(signature.is_some(), doubt.is_some());
        Recognized {
            is_ascii: false,
            ill_formed_at: None,
            other_from: doubt,
            language,
            ..self.recognized(wide.encoding().name(), certainty, reason)
        }
    }

    /// Returns how sure it is that a text that is well-formed UTF-8 is UTF-8.
    fn certainty_of_utf8(&self) -> Certainty {
        match self.high {
            0 if seven_bit::may_be(&self.head) || has_many_controls(&self.head) => Certainty::Likely,
            1..=FEW if has_lone_letters(&self.head) => Certainty::Likely,
            1..=BY_CHANCE => Certainty::VeryLikely,
            1..=FEW if is_of_several_scripts(&self.head) => Certainty::VeryLikely,
            _ => Certainty::Certain,
        }
    }

    /// Returns what is known of a text that has an ill-formed sequence: it is UTF-8 with errors, or in a legacy encoding.
    fn not_utf8(&self, neighborhood: Option<&dyn Neighborhood>) -> Recognized {
        let sample = Sample {
            bytes: &self.sample,
            before: self.high_before_sample,
        };
        let declared = declared::find(&self.head).map(|declaration| declaration.encoding);
        let arrangement = sample.arrangement(declared);
        match sample.best(arrangement, declared, neighborhood) {
            Some(guess) => Recognized {
                language: guess.language,
                neighbors: guess.neighbors,
                second: guess.second,
                ..self.recognized(
                    guess.encoding.name(),
                    guess.certainty,
                    match guess {
                        Guess {
                            is_declared: true, ..
                        } => Reason::Declared,
                        Guess { neighbors: 1.., .. } => Reason::Neighbors,
                        _ => Reason::Statistics,
                    },
                )
            },
            None if arrangement.is_foreign(declared) => {
                self.recognized("UTF-8", Certainty::Possible, Reason::Default)
            }
            None => self.recognized("UTF-8", arrangement.certainty(), Reason::Arrangement),
        }
    }
}
