//! One reading and one writing of bytes for all dialects; a dialect is a set of [`Rules`].

use crate::ErrorKind;
use crate::error::DecodeError;
use crate::reference::LONGEST;

/// How one dialect differs from the others.
#[derive(Debug)]
pub(super) struct Rules {
    /// How many bytes its longest sequence has.
    pub(super) longest: usize,
    /// The last number it can write.
    pub(super) last: u32,
    pub(super) surrogates: Surrogates,
    /// U+0000 is `C0 80`, and never `00`.
    pub(super) long_nul: bool,
    /// Malformed text is divided as R.7 says, and what has no character is [`ErrorKind::Undefined`].
    pub(super) annex_r: bool,
    /// Forms longer than the shortest are read as R.5 maps them.
    pub(super) longer_forms: bool,
}

/// What D800..DFFF are to a dialect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Surrogates {
    Refused,
    /// Two of them, three bytes each, are a character over U+FFFF; which is never written otherwise.
    Pairs,
    /// Code points like others, unless a low one follows a high one.
    Lone,
}

/// The smallest number for which a sequence of so many bytes is the shortest form.
const SMALLEST: [u32; LONGEST + 1] = [0, 0, 0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000];

impl Rules {
    /// The first number of `bytes`, which are not empty, and its length in bytes; or what is wrong there.
    ///
    /// [`ErrorKind::UnexpectedEnd`] means that what is there could still become a number. A lone surrogate is a
    /// number if the dialect has them, wherever it stands.
    #[inline(always)]
    pub(super) fn read(&self, bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
        let (number, len) = self.sequence(bytes)?;
        match self.surrogates {
            Surrogates::Pairs if is_surrogate(number) => self.pair(number, bytes),
            _ => Ok((number, len)),
        }
    }

    /// One sequence by its first byte. It is ill-formed as soon as no number that it can still become is
    /// allowed: so the bytes before the one that decides are a maximal subpart. Annex R decides when the
    /// sequence is complete.
    #[inline(always)]
    fn sequence(&self, bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
        let bad = |kind, len| Err(DecodeError { kind, len });
        let first = bytes[0];
        let len = match self.announced(first) {
            Ok(len) => len,
            Err(kind) => return bad(kind, 1),
        };
        let mut number = bits_of_first(first, len);
        for i in 0..len {
            if i > 0 {
                match bytes.get(i) {
                    None => return bad(ErrorKind::UnexpectedEnd, i),
                    Some(&tail @ 0x80..=0xBF) => number = number << 6 | u32::from(tail & 0x3F),
                    Some(_) => return bad(ErrorKind::MissingContinuation, i),
                }
            }
            let complete = i == len - 1;
            if (complete || !self.annex_r)
                && let Some(kind) = self.refusal(len, number, len - 1 - i)
            {
                return bad(kind, if self.annex_r { len } else { i.max(1) });
            }
        }
        Ok((number, len))
    }

    /// How many bytes a sequence with this `first` one has, as far as the bits in front tell.
    #[inline(always)]
    fn announced(&self, first: u8) -> Result<usize, ErrorKind> {
        let len = match first {
            0x00..=0x7F => 1,
            0x80..=0xBF => return Err(ErrorKind::UnexpectedContinuation),
            0xC0..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF7 => 4,
            0xF8..=0xFB => 5,
            0xFC..=0xFD => 6,
            0xFE..=0xFF => return Err(ErrorKind::NeverValid),
        };
        if len > self.longest {
            Err(ErrorKind::NeverValid)
        } else {
            Ok(len)
        }
    }

    /// How many bytes a sequence with this `first` one has, if there are such.
    pub(super) fn sequence_len(&self, first: u8) -> Option<usize> {
        let len = self.announced(first).ok()?;
        match self.refusal(len, bits_of_first(first, len), len - 1) {
            None => Some(len),
            Some(_) => None,
        }
    }

    /// Why a sequence of `len` bytes, of which `to_come` are not read and the others make `number`, can be
    /// no number that is allowed, if it cannot.
    #[inline(always)]
    fn refusal(&self, len: usize, number: u32, to_come: usize) -> Option<ErrorKind> {
        let bits = 6 * to_come;
        let (from, to) = (number << bits, number << bits | ((1 << bits) - 1));
        if self.long_nul && from == 0 && len <= 2 {
            return (len == 1).then_some(ErrorKind::NeverValid);
        }
        if to < SMALLEST[len] && !self.longer_forms {
            return Some(ErrorKind::Overlong);
        }
        if from > self.last {
            return Some(ErrorKind::TooLarge);
        }
        if is_surrogate(from) && is_surrogate(to) {
            return self.surrogate_refusal();
        }
        None
    }

    #[inline(always)]
    fn surrogate_refusal(&self) -> Option<ErrorKind> {
        match self.surrogates {
            Surrogates::Refused if self.annex_r => Some(ErrorKind::Undefined),
            Surrogates::Refused => Some(ErrorKind::Surrogate),
            Surrogates::Pairs | Surrogates::Lone => None,
        }
    }

    /// The character of the surrogate `first` that `bytes` begin with and the one behind it.
    ///
    /// A lone one is its own three bytes: what follows it may be a good character.
    fn pair(&self, first: u32, bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
        let lone = Err(DecodeError {
            kind: ErrorKind::Surrogate,
            len: 3,
        });
        if is_low(first) {
            return lone;
        }
        match bytes[3..] {
            [] | [0xED] | [0xED, 0xB0..=0xBF] => Err(DecodeError {
                kind: ErrorKind::UnexpectedEnd,
                len: bytes.len(),
            }),
            [0xED, second @ 0xB0..=0xBF, third @ 0x80..=0xBF, ..] => {
                let low = u32::from(second & 0x0F) << 6 | u32::from(third & 0x3F);
                Ok((0x1_0000 + ((first & 0x3FF) << 10 | low), 6))
            }
            _ => lone,
        }
    }

    /// Writes `number` to the beginning of `out` and returns how many bytes it is, or why it cannot be
    /// written.
    #[inline(always)]
    pub(super) fn write(&self, number: u32, out: &mut [u8; LONGEST]) -> Result<usize, ErrorKind> {
        if number > self.last {
            return Err(ErrorKind::TooLarge);
        }
        if is_surrogate(number) {
            if self.surrogates == Surrogates::Pairs {
                return Err(ErrorKind::Surrogate);
            }
            if let Some(kind) = self.surrogate_refusal() {
                return Err(kind);
            }
        }
        if self.long_nul && number == 0 {
            out[..2].copy_from_slice(&[0xC0, 0x80]);
            return Ok(2);
        }
        if self.surrogates == Surrogates::Pairs && number > 0xFFFF {
            let rest = number - 0x1_0000;
            put(0xD800 | rest >> 10, &mut out[..3]);
            put(0xDC00 | rest & 0x3FF, &mut out[3..6]);
            return Ok(6);
        }
        let len = shortest(number);
        put(number, &mut out[..len]);
        Ok(len)
    }

    /// What is to be said of a `number` that was read from `len` bytes all the same.
    pub(super) fn remark(&self, number: u32, len: usize) -> Option<ErrorKind> {
        match number {
            _ if self.longer_forms && len > shortest(number) => Some(ErrorKind::Overlong),
            0xFFFE | 0xFFFF if self.annex_r => Some(ErrorKind::Undefined),
            _ => None,
        }
    }
}

/// The bits of the number in the first of `len` bytes.
#[inline(always)]
fn bits_of_first(first: u8, len: usize) -> u32 {
    let mask = if len == 1 { 0x7F } else { 0x7F >> len };
    u32::from(first & mask)
}

/// How many bytes the shortest form of `number` has.
#[inline(always)]
fn shortest(number: u32) -> usize {
    match number {
        ..0x80 => 1,
        0x80..0x800 => 2,
        0x800..0x1_0000 => 3,
        0x1_0000..0x20_0000 => 4,
        0x20_0000..0x400_0000 => 5,
        _ => 6,
    }
}

/// R.4: `number` in as many bytes as `out` has.
#[inline(always)]
fn put(mut number: u32, out: &mut [u8]) {
    let len = out.len();
    for place in out[1..].iter_mut().rev() {
        *place = 0x80 | (number & 0x3F) as u8;
        number >>= 6;
    }
    // As many ones as there are bytes, and a zero; a single byte has neither.
    let ones = if len == 1 { 0 } else { !(0xFF >> len) };
    out[0] = ones | number as u8;
}

#[inline(always)]
pub(super) fn is_surrogate(number: u32) -> bool {
    matches!(number, 0xD800..=0xDFFF)
}

#[inline(always)]
pub(super) fn is_high(number: u32) -> bool {
    matches!(number, 0xD800..=0xDBFF)
}

#[inline(always)]
pub(super) fn is_low(number: u32) -> bool {
    matches!(number, 0xDC00..=0xDFFF)
}
