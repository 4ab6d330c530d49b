//! [`Reader`]: reads ISO/IEC 2022 text one character at a time.
//!
//! Text that is not announced is ASCII in G0. Where a designation puts another set there, or SO invokes one, bytes stand for
//! characters that are not read: each is ill-formed until ASCII is back. Announced text is read by its encoding.

use super::escape::{self, ESC, Element, Escape};
use super::{Announcement, Switch};
use crate::item::Expected;
use crate::ucs;
use utf8kit::codec::{Any, Decode, DecodeError, Description, NOTHING};
use utf8kit::{Encoding as Base, Endian, ErrorKind, ascii, utf8};

static ISO_2022: Description = Description::new("ISO/IEC 2022")
    .with_clause(clause)
    .with_expected(words);

/// Returns the clause that an error of `kind` breaks. [`Reader`] itself finds only [`ErrorKind::Undefined`]; a program that knows
/// nothing but the kind is told of announced UTF-8.
fn clause(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Undefined => "ISO/IEC 10646-1 R.6",
        kind => Base::AnnexR.description().clause(kind),
    }
}

/// Returns what was expected, in words, for what [`Reader`] itself finds ill-formed.
fn words(detail: u8) -> &'static str {
    match detail.checked_sub(Expected::COUNT) {
        Some(number) => escape::words(number).unwrap_or_default(),
        None => Expected::words(detail),
    }
}

/// LOCKING-SHIFT ONE, which invokes G1, and LOCKING-SHIFT ZERO, which invokes G0.
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// Reads ISO/IEC 2022 text one character at a time; holds the state between two of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    announced: Option<Announcement>,
    /// What was read of an escape sequence in UCS-2, UCS-4 or UTF-16, where it may be longer than what a stream keeps.
    begun: Begun,
    /// Whether G0 and G1 are sets that are not read, and whether G1 is invoked.
    is_g0_refused: bool,
    is_g1_refused: bool,
    is_shifted_out: bool,
    /// Announced UTF-8 and UTF-16.
    text: Any,
    /// Whether the last error is of ISO/IEC 2022, and not of the encoding that is announced.
    is_own_error: bool,
}

/// What was read of an escape sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begun {
    Nothing,
    /// ESC. `%` follows.
    Escape,
    /// ESC and `%`. `/` follows.
    EscapePercent,
}

impl Reader {
    pub(crate) const fn new() -> Self {
        Reader {
            announced: None,
            begun: Begun::Nothing,
            is_g0_refused: false,
            is_g1_refused: false,
            is_shifted_out: false,
            text: Any::new(Base::AnnexR),
            is_own_error: false,
        }
    }

    pub(crate) fn description(&self) -> &'static Description {
        match self.announced {
            _ if self.is_own_error => &ISO_2022,
            None => &ISO_2022,
            Some(Announcement::Ucs2(_)) => &ucs::UCS2,
            Some(Announcement::Ucs4(_)) => &ucs::UCS4,
            Some(Announcement::Utf8(_) | Announcement::Utf16(_)) => self.text.description(),
        }
    }

    /// Returns what is announced for the next character.
    pub(crate) fn announced(&self) -> Option<Announcement> {
        self.announced
    }

    /// Returns the state between two items as a number, which is zero at the beginning of a text.
    pub(crate) fn shift_state(&self) -> u8 {
        let announced = |begun| (self.announced, begun);
        let state = STATES.iter().position(|&state| state == announced(self.begun));
        let flags = [self.is_g0_refused, self.is_g1_refused, self.is_shifted_out];
        let flags = flags.iter().fold(0, |flags, &flag| flags << 1 | u8::from(flag));
        flags << 5 | state.unwrap_or(0) as u8
    }

    /// Moves to a state that [`shift_state`](Self::shift_state) returned.
    pub(crate) fn set_shift_state(&mut self, state: u8) {
        let (announced, begun) = STATES[usize::from(state & 0x1F)];
        self.announce(announced);
        self.begun = begun;
        self.is_g0_refused = state & 0x80 != 0;
        self.is_g1_refused = state & 0x40 != 0;
        self.is_shifted_out = state & 0x20 != 0;
    }

    /// Returns the number that `bytes`, which are not empty, begin with, and moves to the state after it. `last` is `true` if
    /// no bytes follow.
    pub(crate) fn decode_one(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        self.is_own_error = false;
        match self.announced {
            None | Some(Announcement::Utf8(_)) => self.decode_bytes(bytes, last),
            Some(announcement) => self.decode_units(announcement, bytes, last),
        }
    }

    fn decode_bytes(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        if bytes[0] == ESC {
            let escape = escape::read(bytes, last);
            if let Escape::Same(..) | Escape::Refused(..) = escape {
                // It ends a run of surplus continuation bytes.
                Decode::after_run(&mut self.text);
            }
            match escape {
                Escape::Text => {}
                Escape::Incomplete => return Err(incomplete(bytes)),
                Escape::Switch(switch, len) => {
                    self.switch(switch);
                    return Ok((NOTHING, len));
                }
                Escape::Same(element, len) => {
                    self.designate(element, false);
                    return Ok((NOTHING, len));
                }
                Escape::Refused(element, len, set) => {
                    self.designate(element, true);
                    return Err(self.refused(len, Expected::COUNT + set));
                }
            }
        }
        if self.announced.is_some() {
            return self.text.decode(bytes, last);
        }
        match bytes[0] {
            byte @ (SHIFT_OUT | SHIFT_IN) if self.is_g1_refused => {
                self.is_shifted_out = byte == SHIFT_OUT;
                Ok((NOTHING, 1))
            }
            0x21..=0x7E if self.is_refused() => Err(self.refused(1, Expected::AsciiAfterDesignation as u8)),
            byte @ 0x00..=0x7F => Ok((byte.into(), 1)),
            _ => Err(self.refused(1, Expected::AsciiInIso2022 as u8)),
        }
    }

    /// Reads text in code units of several bytes. Each code unit of an escape sequence is read when the next one is known: a
    /// stream keeps no more than seven bytes that are not decided, and the end of the text can cut the sequence.
    fn decode_units(
        &mut self,
        announcement: Announcement,
        bytes: &[u8],
        last: bool,
    ) -> Result<(u32, usize), DecodeError> {
        let unit = announcement.unit_len();
        let begun = std::mem::replace(&mut self.begun, Begun::Nothing);
        let first = bytes.get(..unit).and_then(ascii_of);
        let next = bytes.get(unit..2 * unit);
        let is_in_escape = matches!(
            (begun, first),
            (Begun::Nothing, Some(ESC)) | (Begun::Escape, Some(b'%')) | (Begun::EscapePercent, Some(b'/'))
        );
        let is_cut = match is_in_escape {
            true => next.is_none(),
            false => begun != Begun::Nothing && bytes.len() < unit,
        };
        if is_cut && !last {
            self.begun = begun;
            return Err(incomplete(bytes));
        }
        if !is_in_escape {
            return self.decode_text(announcement, bytes, last);
        }
        let next = next.and_then(ascii_of);
        self.begun = match (begun, next) {
            (Begun::Nothing, Some(b'%')) => Begun::Escape,
            (Begun::Nothing, Some(byte)) if escape::extends_code(byte) => {
                return Err(self.refused(unit, Expected::NoDesignation as u8));
            }
            (Begun::Nothing, _) => return self.decode_text(announcement, bytes, last),
            (Begun::Escape, Some(b'/')) => Begun::EscapePercent,
            (Begun::Escape | Begun::EscapePercent, end) => {
                let end = end.unwrap_or(0);
                let switch = match begun {
                    Begun::EscapePercent => Switch::of(&[ESC, b'%', b'/', end]),
                    _ => Switch::of(&[ESC, b'%', end]),
                };
                let Some(switch) = switch else {
                    return Err(self.refused(unit, Expected::Announcement as u8));
                };
                self.switch(switch);
                return Ok((NOTHING, 2 * unit));
            }
        };
        Ok((NOTHING, unit))
    }

    fn decode_text(
        &mut self,
        announcement: Announcement,
        bytes: &[u8],
        last: bool,
    ) -> Result<(u32, usize), DecodeError> {
        match announcement {
            Announcement::Ucs2(_) => ucs::read_ucs2(bytes, Endian::Big, last).decoded(bytes),
            Announcement::Ucs4(_) => ucs::read_ucs4(bytes, Endian::Big, last).decoded(bytes),
            Announcement::Utf8(_) | Announcement::Utf16(_) => self.text.decode(bytes, last),
        }
    }

    fn refused(&mut self, len: usize, detail: u8) -> DecodeError {
        self.is_own_error = true;
        DecodeError {
            detail,
            ..DecodeError::new(ErrorKind::Undefined, len)
        }
    }

    fn switch(&mut self, switch: Switch) {
        self.announce(match switch {
            Switch::To(announcement) => Some(announcement),
            Switch::Return => None,
        });
    }

    fn announce(&mut self, announced: Option<Announcement>) {
        self.announced = announced;
        self.text = Any::new(match announced {
            Some(Announcement::Utf16(_)) => Base::Utf16(Endian::Big),
            _ => Base::AnnexR,
        });
    }

    /// Takes a designation, of a set that is read or of one that is refused. It means nothing in announced text (clause 15).
    fn designate(&mut self, element: Element, is_refused: bool) {
        match element {
            _ if self.announced.is_some() => {}
            Element::G0 => self.is_g0_refused = is_refused,
            Element::G1 => self.is_g1_refused = is_refused,
            Element::Other => {}
        }
    }

    /// Returns `true` if bytes that are not announced are in a set that is not read.
    fn is_refused(&self) -> bool {
        match self.is_shifted_out {
            true => self.is_g1_refused,
            false => self.is_g0_refused,
        }
    }

    /// Returns the number of bytes of the characters at the beginning that are the same in UTF-8.
    fn plain_len(&self, src: &[u8]) -> usize {
        /// Bytes searched at once. Text with an error every few bytes must not be searched to its end at each of them.
        const BLOCK: usize = 1024;

        let is_utf8 = match self.announced {
            Some(Announcement::Utf8(_)) => true,
            None if !self.is_g0_refused && !self.is_g1_refused => false,
            _ => return 0,
        };
        let mut len = 0;
        while len < src.len() {
            let block = &src[len..src.len().min(len + BLOCK)];
            let end = memchr::memchr(ESC, block).unwrap_or(block.len());
            let plain = &block[..end];
            let error = match is_utf8 {
                true => utf8::validate(plain).err(),
                false => ascii::validate(plain).err(),
            };
            let copied = error.map_or(end, |error| error.valid_up_to());
            len += copied;
            // The end of a block can cut a character.
            let is_cut = end == block.len() && error.is_some_and(|error| error.error_len().is_none());
            if copied == 0 || (copied < block.len() && !is_cut) {
                break;
            }
        }
        len
    }

    /// Returns the number of bytes at the beginning of `src` that are the same in UTF-8, and moves to the state after them.
    pub(crate) fn pass_plain(&mut self, src: &[u8]) -> usize {
        let len = self.plain_len(src);
        if len > 0 {
            Decode::after_run(&mut self.text);
        }
        len
    }
}

/// What can be between two items: what is announced, and what was read of an escape sequence.
const STATES: [(Option<Announcement>, Begun); 32] = {
    let mut states = [(None, Begun::Nothing); 32];
    let (mut len, mut i) = (1, 0);
    while i < Announcement::ALL.len() {
        let announcement = Announcement::ALL[i];
        states[len] = (Some(announcement), Begun::Nothing);
        len += 1;
        if announcement.unit_len() > 1 {
            states[len] = (Some(announcement), Begun::Escape);
            states[len + 1] = (Some(announcement), Begun::EscapePercent);
            len += 2;
        }
        i += 1;
    }
    states
};

/// Returns the error of a sequence that needs more bytes.
fn incomplete(bytes: &[u8]) -> DecodeError {
    DecodeError::new(ErrorKind::UnexpectedEnd, bytes.len())
}

/// Returns the byte that `unit`, a code unit with the most significant byte first, pads, if it is one of ASCII.
fn ascii_of(unit: &[u8]) -> Option<u8> {
    let (&byte, padding) = unit.split_last()?;
    (byte.is_ascii() && padding.iter().all(|&byte| byte == 0)).then_some(byte)
}
