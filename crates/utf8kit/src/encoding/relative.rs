//! What the relatives of UTF-8 share. They write a number as UTF-8 does, under other [`Rules`].
//!
//! [`Rules`] reads and writes one number. [`Related`] is the encoding.

use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Description, Encode, LONGEST, MAX_ENCODED};
use crate::encoding::Utf8;
use core::marker::PhantomData;

/// A relative of UTF-8. Each has a file of its own.
pub(crate) trait Relative: Copy + Default + 'static {
    const RULES: Rules;
    const DESCRIPTION: &'static Description;
}

/// The rules in which relatives of UTF-8 differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The length of the longest sequence, in bytes.
    pub(crate) longest: usize,
    /// The largest number that it can write.
    pub(crate) last: u32,
    /// The meaning of surrogates.
    pub(crate) surrogates: Surrogates,
    /// U+0000 is `C0 80`, and byte `0x00` never occurs.
    pub(crate) long_nul: bool,
    /// Malformed text is divided as R.7 says, and a number without a character is [`ErrorKind::Undefined`].
    pub(crate) annex_r: bool,
    /// Sequences longer than the shortest are read as R.5 maps them.
    pub(crate) longer_forms: bool,
}

/// The meaning of `0xD800..=0xDFFF` in an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surrogates {
    /// They are ill-formed.
    Rejected,
    /// Two of them, of three bytes each, are a character over U+FFFF, which has no other encoding.
    Pairs,
    /// They are code points like others, unless a low one follows a high one: the two are a character, whose only encoding has
    /// four bytes.
    Unpaired,
}

/// The rules of UTF-8, as its relatives have them.
pub(crate) const UTF8: Rules = Rules {
    longest: 4,
    last: 0x10_FFFF,
    surrogates: Surrogates::Rejected,
    long_nul: false,
    annex_r: false,
    longer_forms: false,
};

/// The smallest number for which a sequence of each length, in bytes, is the shortest.
const SMALLEST: [u32; LONGEST + 1] = [0, 0, 0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000];

impl Rules {
    /// Returns the first number of `bytes` and its length in bytes, or the error there. `bytes` must not be empty.
    ///
    /// [`ErrorKind::UnexpectedEnd`] means that more bytes could complete a number, or make another of it, unless `last` states
    /// that the text ends with these.
    #[inline(always)]
    pub(crate) fn read(&self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        let (number, len) = self.sequence(bytes)?;
        match self.surrogates {
            Surrogates::Pairs if is_surrogate(number) => self.pair(number, bytes),
            Surrogates::Unpaired if is_high(number) => match self.pair(number, bytes) {
                Ok((_, len)) => Err(DecodeError::new(ErrorKind::Surrogate, len)),
                Err(error) if error.kind == ErrorKind::UnexpectedEnd && !last => Err(error),
                Err(_) => Ok((number, len)),
            },
            _ => Ok((number, len)),
        }
    }

    /// Reads one sequence by its first byte. It is ill-formed as soon as none of the numbers that it can still become
    /// is allowed, so the bytes before the deciding one are a maximal subpart. Annex R decides when the sequence is
    /// complete.
    #[inline(always)]
    fn sequence(&self, bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
        let error = |kind, len| Err(DecodeError::new(kind, len));
        let first = bytes[0];
        let len = match self.announced(first) {
            Ok(len) => len,
            Err(kind) => return error(kind, 1),
        };
        let mut number = bits_of_first(first, len);
        for i in 0..len {
            if i > 0 {
                match bytes.get(i) {
                    None => return error(ErrorKind::UnexpectedEnd, i),
                    Some(&byte @ 0x80..=0xBF) => number = number << 6 | u32::from(byte & 0x3F),
                    Some(_) => return error(ErrorKind::MissingContinuation, i),
                }
            }
            let complete = i == len - 1;
            if (complete || !self.annex_r)
                && let Some(kind) = self.error_of(len, number, len - 1 - i)
            {
                return error(kind, if self.annex_r { len } else { i.max(1) });
            }
        }
        Ok((number, len))
    }

    /// Returns the length, in bytes, that the leading bits of `first` announce.
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

    /// Returns the length, in bytes, of a sequence with the first byte `first`, or `None` if no sequence starts with
    /// it.
    pub(crate) fn sequence_len(&self, first: u8) -> Option<usize> {
        let len = self.announced(first).ok()?;
        match self.error_of(len, bits_of_first(first, len), len - 1) {
            None => Some(len),
            Some(_) => None,
        }
    }

    /// Returns the error of a sequence of `len` bytes if none of the numbers that it can still become is allowed.
    /// `to_come` bytes are not yet read; the others make `number`.
    #[inline(always)]
    fn error_of(&self, len: usize, number: u32, to_come: usize) -> Option<ErrorKind> {
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
            return self.surrogate_error();
        }
        None
    }

    /// Returns the error of a surrogate if the encoding rejects surrogates.
    #[inline(always)]
    fn surrogate_error(&self) -> Option<ErrorKind> {
        match self.surrogates {
            Surrogates::Rejected if self.annex_r => Some(ErrorKind::Undefined),
            Surrogates::Rejected => Some(ErrorKind::Surrogate),
            Surrogates::Pairs | Surrogates::Unpaired => None,
        }
    }

    /// Returns the character of a surrogate pair and its length in bytes. `first` is the surrogate that `bytes` begin
    /// with.
    ///
    /// An unpaired surrogate is an error of its three bytes only, because the bytes after it may be a valid character.
    fn pair(&self, first: u32, bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
        let unpaired = Err(DecodeError::new(ErrorKind::Surrogate, 3));
        if is_low(first) {
            return unpaired;
        }
        match bytes[3..] {
            [] | [0xED] | [0xED, 0xB0..=0xBF] => Err(DecodeError::new(ErrorKind::UnexpectedEnd, bytes.len())),
            [0xED, second @ 0xB0..=0xBF, third @ 0x80..=0xBF, ..] => {
                let low = u32::from(second & 0x0F) << 6 | u32::from(third & 0x3F);
                Ok((0x1_0000 + ((first & 0x3FF) << 10 | low), 6))
            }
            _ => unpaired,
        }
    }

    /// Writes `number` to the beginning of `out` and returns its length in bytes, or the reason why the encoding cannot
    /// write it.
    #[inline(always)]
    pub(crate) fn write(&self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Result<usize, ErrorKind> {
        if number > self.last {
            return Err(ErrorKind::TooLarge);
        }
        if is_surrogate(number) {
            if self.surrogates == Surrogates::Pairs {
                return Err(ErrorKind::Surrogate);
            }
            if let Some(kind) = self.surrogate_error() {
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

    /// Returns the remark on a `number` that was read from `len` bytes although the encoding has an objection.
    pub(crate) fn remark(&self, number: u32, len: usize) -> Option<ErrorKind> {
        match number {
            _ if self.longer_forms && len > shortest(number) => Some(ErrorKind::Overlong),
            0xFFFE | 0xFFFF if self.annex_r => Some(ErrorKind::Undefined),
            _ => None,
        }
    }

    /// Returns how many of `numbers` have a remark when they are written, or read from the shortest sequences.
    pub(crate) fn remarks(&self, numbers: &[u32]) -> u64 {
        if !self.annex_r {
            return 0;
        }
        numbers.iter().filter(|&number| number & !1 == 0xFFFE).count() as u64
    }
}

/// Returns the bits that the first byte of a sequence of `len` bytes contributes to the number.
#[inline(always)]
fn bits_of_first(first: u8, len: usize) -> u32 {
    let mask = if len == 1 { 0x7F } else { 0x7F >> len };
    u32::from(first & mask)
}

/// Returns the length, in bytes, of the shortest sequence of `number`.
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

/// Writes `number` as a sequence of `out.len()` bytes (R.4).
#[inline(always)]
fn put(mut number: u32, out: &mut [u8]) {
    let len = out.len();
    for place in out[1..].iter_mut().rev() {
        *place = 0x80 | (number & 0x3F) as u8;
        number >>= 6;
    }
    // The leading one bits are as many as the bytes, and a zero bit follows; a single byte has no leading ones.
    let ones = if len == 1 { 0 } else { !(0xFF >> len) };
    out[0] = ones | number as u8;
}

#[inline(always)]
fn is_surrogate(number: u32) -> bool {
    matches!(number, 0xD800..=0xDFFF)
}

#[inline(always)]
fn is_high(number: u32) -> bool {
    matches!(number, 0xD800..=0xDBFF)
}

#[inline(always)]
fn is_low(number: u32) -> bool {
    matches!(number, 0xDC00..=0xDFFF)
}

/// A relative of UTF-8, in bytes, with what it remembers between two sequences.
#[derive(Clone, Copy, Default, Debug)]
pub struct Related<R> {
    pub(crate) state: State,
    rules: PhantomData<R>,
}

/// What a relative of UTF-8 remembers between two sequences.
#[derive(Clone, Copy, Default, Debug)]
pub struct State {
    /// Whether the last number written was a high surrogate.
    after_high: bool,
    /// Whether the last sequence was a surplus continuation byte of Annex R.
    in_run: bool,
    /// The number of sequences so far that were longer than necessary.
    pub(crate) overlong: u64,
}

impl State {
    pub(crate) const START: State = State {
        after_high: false,
        in_run: false,
        overlong: 0,
    };
}

impl<R: Relative> Related<R> {
    pub(crate) const RULES: &Rules = &R::RULES;

    /// `true` if some UTF-8 text has another meaning, or none, in this encoding.
    pub(crate) const DIFFERS: bool = matches!(Self::RULES.surrogates, Surrogates::Pairs);

    #[inline]
    pub(crate) fn with_state(state: State) -> Self {
        Related {
            state,
            rules: PhantomData,
        }
    }

    /// Returns `true` if `byte`, in UTF-8, starts a character that this encoding encodes differently.
    #[inline]
    pub(crate) fn is_special(byte: &u8) -> bool {
        *byte >= 0xF0 || (Self::RULES.long_nul && *byte == 0)
    }
}

/// Returns the character of a surrogate pair, of three bytes each.
#[inline]
pub(crate) fn pair(bytes: &[u8; 6]) -> Option<u32> {
    let &[
        0xED,
        a @ 0xA0..=0xAF,
        b @ 0x80..=0xBF,
        0xED,
        c @ 0xB0..=0xBF,
        d @ 0x80..=0xBF,
    ] = bytes
    else {
        return None;
    };
    let [a, b, c, d] = [a & 0x0F, b & 0x3F, c & 0x0F, d & 0x3F].map(u32::from);
    Some(0x1_0000 + (a << 16 | b << 10 | c << 6 | d))
}

impl<R: Relative> Decode for Related<R> {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        R::DESCRIPTION
    }

    #[inline]
    fn decode(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        // Fast path for what is well-formed in most texts, without all the rules.
        if Self::DIFFERS
            && let Some(six) = bytes.first_chunk()
            && let Some(number) = pair(six)
        {
            return Ok((number, 6));
        }
        if let Ok((number, len)) = Utf8::decode_first(bytes)
            && !(Self::DIFFERS && Self::is_special(&bytes[0]))
        {
            Decode::after_run(self);
            return Ok((number, len));
        }
        self.decode_by_rules(bytes, last)
    }

    #[inline]
    fn after_run(&mut self) {
        self.state.in_run = false;
    }

    fn whole_len(&self, bytes: &[u8], error: DecodeError) -> usize {
        match error.kind {
            ErrorKind::UnexpectedContinuation if Self::RULES.annex_r => bytes
                .iter()
                .take_while(|byte| matches!(byte, 0x80..=0xBF))
                .count(),
            _ => error.len,
        }
    }
}

impl<R: Relative> Related<R> {
    fn decode_by_rules(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        let before = self.state;
        let mut result = Self::RULES.read(bytes, last);
        Decode::after_run(self);
        match &mut result {
            Ok((number, len)) => {
                if Self::RULES.longer_forms && *len > shortest(*number) && !matches!(number, 0xFFFE | 0xFFFF)
                {
                    self.state.overlong += 1;
                }
            }
            Err(error) if Self::RULES.annex_r => {
                // A run of surplus continuation bytes is one malformed sequence (R.7).
                self.state.in_run = error.kind == ErrorKind::UnexpectedContinuation;
                error.continues = self.state.in_run && before.in_run;
            }
            Err(_) => {}
        }
        result
    }
}

impl<R: Relative> Encode for Related<R> {
    type Unit = u8;

    #[inline]
    fn writes_ascii(&self) -> bool {
        !Self::RULES.long_nul
    }

    #[inline]
    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        if Self::RULES.surrogates == Surrogates::Unpaired {
            if self.state.after_high && is_low(number) {
                return None;
            }
            self.state.after_high = is_high(number);
        }
        Self::RULES.write(number, out).ok()
    }

    #[inline]
    fn after_run(&mut self) {
        self.state.after_high = false;
    }
}
