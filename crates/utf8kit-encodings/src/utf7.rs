//! UTF-7 (RFC 2152): Unicode text in ASCII bytes, for mail transports of 7 bits.
//!
//! Letters, digits and some punctuation are written directly, each as its ASCII byte (sets D and O of the
//! RFC, space, tab, CR, LF). Any character can be written in a *run*: `+`, then the UTF-16 code units in
//! Base64 without padding, then `-` if the next byte could be taken for more of the run. `+-` encodes `+`.
//!
//! One text can therefore be encoded in several ways, and a filter that searches for `<` misses `+ADw-`. For
//! this reason UTF-7 is decoded only where a caller names it, and never guessed.
//!
//! The decoder is as strict as the RFC. These are ill-formed:
//!
//! - a byte that may not be written directly: `~`, `\`, control characters, `0x80..=0xFF`;
//! - a `+` that neither a Base64 character nor `-` follows;
//! - a run that ends inside a code unit;
//! - a run whose bits left over are not zero: then the last byte of the run, which has them, is ill-formed, and the
//!   characters before are not;
//! - a lone surrogate.
//!
//! The encoder writes sets D and O directly, or [set D alone](crate::Encoder::utf7_for_headers).
//!
//! UTF-7-IMAP ([`Encoding::Utf7Imap`](crate::Encoding::Utf7Imap), RFC 3501 section 5.1.3) encodes the names of mailboxes. It
//! differs so that one name has one encoding:
//!
//! - `&` starts a run, and `&-` encodes `&`. `,` is the Base64 character for 63, not `/`.
//! - Every other character of `0x20..=0x7E` is written directly, and is ill-formed in a run. All others are written in runs.
//! - `-` ends each run. No other byte does, and no run follows at once.
//!
//! ```
//! use utf8kit::Policy;
//! use utf8kit_encodings::Encoding;
//!
//! assert_eq!(Encoding::Utf7.decode(b"A+ImIDkQ.", Policy::Fail).unwrap(), "A\u{2262}\u{391}.");
//! assert_eq!(Encoding::Utf7.encode("1 + 1 = \u{2460}", Policy::Fail).unwrap(), b"1 +- 1 = +JGA-");
//! let error = Encoding::Utf7.decode(b"a~", Policy::Fail).unwrap_err();
//! assert_eq!(error.read(), 1);
//!
//! assert_eq!(Encoding::Utf7Imap.encode("~peter/\u{53F0}\u{5317}&", Policy::Fail).unwrap(), b"~peter/&U,BTFw-&-");
//! ```

use crate::item::{Expected, Item, NumberBytes};
use utf8kit::ErrorKind;
use utf8kit::codec::Description;

/// UTF-7 of RFC 2152, or UTF-7-IMAP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variant {
    Mail,
    Imap,
}

impl Variant {
    /// Returns the byte that starts a run.
    const fn shift(self) -> u8 {
        match self {
            Variant::Mail => b'+',
            Variant::Imap => b'&',
        }
    }

    /// Returns the character of Base64 that encodes 63.
    const fn last_digit(self) -> u8 {
        match self {
            Variant::Mail => b'/',
            Variant::Imap => b',',
        }
    }

    /// Returns the six bits that a Base64 character encodes, or `None` for any other byte.
    fn base64_value(self, byte: u8) -> Option<u32> {
        let class = CLASSES[self as usize][usize::from(byte)];
        (class & IS_BASE64 != 0).then_some(u32::from(class & 0x3F))
    }

    /// Returns the Base64 character of six bits.
    const fn base64_digit(self, bits: u32) -> u8 {
        match (bits & 0x3F) as u8 {
            bits @ 0..26 => b'A' + bits,
            bits @ 26..52 => b'a' + bits - 26,
            bits @ 52..62 => b'0' + bits - 52,
            62 => b'+',
            _ => self.last_digit(),
        }
    }

    /// Returns `true` for a byte that can be read as the character with its number.
    fn is_direct(self, byte: u8) -> bool {
        CLASSES[self as usize][usize::from(byte)] & IS_DIRECT != 0
    }

    /// Returns what was expected of a byte that is not direct.
    const fn expected_direct(self, byte: u8) -> Expected {
        match (self, byte) {
            (_, 0x80..) => Expected::ByteBelow80,
            (Variant::Mail, _) => Expected::DirectCharacter,
            (Variant::Imap, _) => Expected::DirectCharacterInImap,
        }
    }

    const fn expected_after_shift(self) -> Expected {
        match self {
            Variant::Mail => Expected::AfterPlus,
            Variant::Imap => Expected::AfterAmpersand,
        }
    }
}

/// In [`CLASSES`]: the byte is a character of Base64, whose six bits are the low ones.
const IS_BASE64: u8 = 0x40;
/// In [`CLASSES`]: the byte can be read as the character with its number.
const IS_DIRECT: u8 = 0x80;

/// What each byte is in each [`Variant`].
static CLASSES: [[u8; 256]; 2] = [classes(Variant::Mail), classes(Variant::Imap)];

const fn classes(variant: Variant) -> [u8; 256] {
    let mut classes = [0; 256];
    let mut bits = 0;
    while bits < 64 {
        classes[variant.base64_digit(bits) as usize] = IS_BASE64 | bits as u8;
        bits += 1;
    }
    let mut byte = 0;
    while byte < 0x80 {
        let is_direct = match variant {
            Variant::Mail => is_in_set_d(byte) || is_optional(byte),
            Variant::Imap => matches!(byte, 0x20..=0x7E) && byte != variant.shift(),
        };
        if is_direct {
            classes[byte as usize] |= IS_DIRECT;
        }
        byte += 1;
    }
    classes
}

/// The characters of Base64 in each [`Variant`].
static DIGITS: [[u8; 64]; 2] = [digits(Variant::Mail), digits(Variant::Imap)];

const fn digits(variant: Variant) -> [u8; 64] {
    let mut digits = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        digits[bits] = variant.base64_digit(bits as u32);
        bits += 1;
    }
    digits
}

/// Returns `true` for the characters of set D and of rule 3, which can be written directly everywhere.
const fn is_in_set_d(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'\'' | b'(' | b')' | b',' | b'-' | b'.' | b'/' | b':' | b'?')
        || matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Returns `true` for the characters of set O, which can be written directly except where they belong to the
/// syntax of a mail header.
const fn is_optional(byte: u8) -> bool {
    matches!(byte, b'!'..=b'&' | b'*' | b';'..=b'>' | b'@' | b'[' | b']'..=b'`' | b'{'..=b'}')
}

static UTF7: Description = Description::new("UTF-7")
    .with_clause(|_| "RFC 2152")
    .with_expected(Expected::words);
static UTF7_IMAP: Description = Description::new("UTF-7-IMAP")
    .with_clause(|_| "RFC 3501 section 5.1.3")
    .with_expected(Expected::words);

/// Reads one character at a time; holds the state between two of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reader {
    variant: Variant,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Outside a run.
    Direct,
    /// In UTF-7-IMAP, outside a run, after the `-` of one.
    AfterRun,
    /// In a run. `value` holds the low `bits` bits (0, 2 or 4) of the last byte, which are not decoded yet.
    Run { bits: u32, value: u32 },
    /// Before the last byte of a run, which is ill-formed. Its first bits belong to the character before.
    LastOfRun(ErrorKind, Expected),
}

/// A code unit read from a run.
struct RunUnit {
    unit: u16,
    /// The number of bytes read.
    len: usize,
    /// The bits left over, as in [`State::Run`].
    bits: u32,
    value: u32,
}

impl Reader {
    pub(crate) const fn new(variant: Variant) -> Self {
        Reader {
            variant,
            state: State::Direct,
        }
    }

    pub(crate) fn description(&self) -> &'static Description {
        match self.variant {
            Variant::Mail => &UTF7,
            Variant::Imap => &UTF7_IMAP,
        }
    }

    /// Returns the state between two items as a number, which is zero at the beginning of a text.
    pub(crate) fn shift_state(&self) -> u8 {
        match self.state {
            State::Direct => 0,
            State::AfterRun => 1,
            // 0, 2 or 4 bits, whose value is below 16.
            State::Run { bits, value } => 2 + (bits as u8 / 2 * 16 + value as u8),
            // The byte that follows is read in the same call, and after it the run goes on.
            State::LastOfRun(..) => 2,
        }
    }

    /// Moves to a state that [`shift_state`](Self::shift_state) returned. Other numbers are the beginning.
    pub(crate) fn set_shift_state(&mut self, state: u8) {
        self.state = match state {
            1 => State::AfterRun,
            2..50 => {
                let (bits, value) = (u32::from(state - 2) / 16 * 2, u32::from(state - 2) % 16);
                State::Run {
                    bits,
                    value: value & ((1 << bits) - 1),
                }
            }
            _ => State::Direct,
        };
    }

    /// Returns what `bytes`, which are not empty, begin with, and moves to the state after it. `last` is
    /// `true` if no bytes follow.
    pub(crate) fn read(&mut self, bytes: &[u8], last: bool) -> Item {
        match self.state {
            State::Direct | State::AfterRun => self.read_direct(bytes, last),
            State::Run { bits, value } => self.read_run(bytes, bits, value, last),
            State::LastOfRun(kind, expected) => {
                self.state = State::Run { bits: 0, value: 0 };
                Item::IllFormed(kind, 1, expected)
            }
        }
    }

    /// Decodes characters of well-formed text to UTF-8, without a decision on each one: those outside runs, and those of runs
    /// but for surrogate pairs. Returns the number of bytes read and the number of bytes written, and moves to the state
    /// after them.
    ///
    /// Eight characters of Base64 are three code units. Where an error or the end of `src` is near, it stops, and
    /// [`read`](Self::read) decides.
    pub(crate) fn decode_plain(&mut self, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        loop {
            match self.state {
                State::Direct => {
                    let len = self.copy(&src[read..], &mut dst[written..]);
                    (read, written) = (read + len, written + len);
                    match src[read..] {
                        [shift, next, ..]
                            if shift == self.variant.shift() && self.variant.base64_value(next).is_some() =>
                        {
                            self.state = State::Run { bits: 0, value: 0 };
                            read += 1;
                        }
                        _ => return (read, written),
                    }
                }
                State::Run { mut bits, mut value } => {
                    if bits == 0 {
                        let (more, wrote) = self.decode_triples(&src[read..], &mut dst[written..]);
                        (read, written) = (read + more, written + wrote);
                    }
                    while let Some((unit, len)) =
                        self.decode_unit(&src[read..], &mut dst[written..], bits, value)
                    {
                        (read, written) = (read + unit.len, written + len);
                        (bits, value) = (unit.bits, unit.value);
                        if bits == 0 {
                            break;
                        }
                    }
                    let is_aligned_anew = bits == 0 && self.state != State::Run { bits, value };
                    self.state = State::Run { bits, value };
                    let Some(&byte) = src.get(read) else {
                        return (read, written);
                    };
                    if self.variant.base64_value(byte).is_some() {
                        match is_aligned_anew {
                            true => continue,
                            false => return (read, written),
                        }
                    }
                    match (self.variant, byte) {
                        (Variant::Mail, b'-') => (self.state, read) = (State::Direct, read + 1),
                        (Variant::Mail, _) => self.state = State::Direct,
                        (Variant::Imap, _) => return (read, written),
                    }
                }
                State::AfterRun | State::LastOfRun(..) => return (read, written),
            }
        }
    }

    /// Copies characters that are written as they are read. Returns the number of bytes.
    fn copy(&self, src: &[u8], dst: &mut [u8]) -> usize {
        let classes = &CLASSES[self.variant as usize];
        let mut len = 0;
        let (chunks, places) = (src.as_chunks::<8>().0, dst.as_chunks_mut::<8>().0);
        for (chunk, place) in chunks.iter().zip(places) {
            let all = chunk
                .iter()
                .fold(IS_DIRECT, |all, &byte| all & classes[usize::from(byte)]);
            if all == 0 {
                break;
            }
            *place = *chunk;
            len += 8;
        }
        for (byte, place) in src[len..].iter().zip(&mut dst[len..]) {
            if !self.variant.is_direct(*byte) {
                break;
            }
            *place = *byte;
            len += 1;
        }
        len
    }

    /// Decodes code units of a run by threes, from a state without bits left over. Returns the number of bytes read and the
    /// number of bytes written.
    fn decode_triples(&self, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let classes = &CLASSES[self.variant as usize];
        let is_imap = self.variant == Variant::Imap;
        let (mut read, mut written) = (0, 0);
        // In UTF-7-IMAP, the byte after the last unit is of the run.
        while let Some(&[ref digits @ .., next]) = src[read..].first_chunk::<9>()
            && let Some(free) = dst[written..].first_chunk_mut::<9>()
        {
            let (mut bits, mut all) = (0u64, IS_BASE64);
            for &digit in digits {
                let class = classes[usize::from(digit)];
                all &= class;
                bits = bits << 6 | u64::from(class & 0x3F);
            }
            if all == 0 {
                break;
            }
            let units = [(bits >> 32) as u16, (bits >> 16) as u16, bits as u16];
            let is_surrogate = |unit: u16| unit & 0xF800 == 0xD800;
            if units.iter().all(|&unit| unit >= 0x800 && !is_surrogate(unit))
                && !(is_imap && self.ends_ill_formed(next))
            {
                for (unit, place) in units.into_iter().zip(free.as_chunks_mut::<3>().0) {
                    *place = three_bytes(unit);
                }
                (read, written) = (read + 8, written + 9);
                continue;
            }
            if is_imap || units.into_iter().any(is_surrogate) {
                break;
            }
            for c in units.into_iter().filter_map(|unit| char::from_u32(unit.into())) {
                written += c.encode_utf8(&mut dst[written..]).len();
            }
            read += 8;
        }
        (read, written)
    }

    /// Decodes one code unit of a run that is a character, if nothing after it can be ill-formed. Returns it with the number
    /// of bytes written.
    fn decode_unit(&self, src: &[u8], dst: &mut [u8], bits: u32, value: u32) -> Option<(RunUnit, usize)> {
        let unit = self.read_unit(src, bits, value, false).ok()?;
        let next = *src.get(unit.len)?;
        let c = char::from_u32(unit.unit.into())?;
        let is_imap = self.variant == Variant::Imap;
        let is_end = self.variant.base64_value(next).is_none();
        if is_end && unit.value != 0 || is_imap && (matches!(c, ' '..='~') || self.ends_ill_formed(next)) {
            return None;
        }
        let free = dst.get_mut(..c.len_utf8())?;
        c.encode_utf8(free);
        Some((unit, free.len()))
    }

    /// Returns `true` if a run of UTF-7-IMAP may not end before `next`, but does.
    fn ends_ill_formed(&self, next: u8) -> bool {
        next != b'-' && self.variant.base64_value(next).is_none()
    }

    /// Reads outside a run.
    fn read_direct(&mut self, bytes: &[u8], last: bool) -> Item {
        let variant = self.variant;
        let before = self.state;
        let item = match bytes[0] {
            byte if byte == variant.shift() => match bytes.get(1) {
                None if last => Item::IllFormed(ErrorKind::UnexpectedEnd, 1, variant.expected_after_shift()),
                None => return Item::Incomplete,
                Some(b'-') => Item::Number(byte.into(), 2),
                Some(&next) if variant.base64_value(next).is_some() => {
                    self.state = State::Run { bits: 0, value: 0 };
                    return match before {
                        State::AfterRun => Item::IllFormed(ErrorKind::Overlong, 1, Expected::OneRun),
                        _ => Item::Skip(1),
                    };
                }
                Some(_) => Item::IllFormed(ErrorKind::MissingContinuation, 1, variant.expected_after_shift()),
            },
            byte if variant.is_direct(byte) => Item::Number(byte.into(), 1),
            byte @ 0x80.. => Item::IllFormed(ErrorKind::NeverValid, 1, variant.expected_direct(byte)),
            byte => Item::IllFormed(ErrorKind::Undefined, 1, variant.expected_direct(byte)),
        };
        self.state = State::Direct;
        item
    }

    /// Reads a character of a run, or what ends the run.
    fn read_run(&mut self, bytes: &[u8], bits: u32, value: u32, last: bool) -> Item {
        let first = match self.read_unit(bytes, bits, value, last) {
            Ok(unit) => unit,
            // A byte outside Base64 ends the run. `-` belongs to the run, any other byte is read directly. In UTF-7-IMAP
            // such a byte follows an error, which is reported.
            Err(Item::Skip(0)) if bytes[0] == b'-' => {
                self.state = match self.variant {
                    Variant::Mail => State::Direct,
                    Variant::Imap => State::AfterRun,
                };
                return Item::Skip(1);
            }
            Err(Item::Skip(0)) => {
                self.state = State::Direct;
                return self.read_direct(bytes, last);
            }
            Err(item) => return item,
        };
        let (character, end) = match first.unit {
            0xD800..=0xDBFF => match self.read_unit(&bytes[first.len..], first.bits, first.value, last) {
                Ok(second) if matches!(second.unit, 0xDC00..=0xDFFF) => {
                    let number =
                        0x1_0000 + (u32::from(first.unit & 0x3FF) << 10 | u32::from(second.unit & 0x3FF));
                    let len = first.len + second.len;
                    (char::from_u32(number), RunUnit { len, ..second })
                }
                Err(Item::Incomplete) => return Item::Incomplete,
                Ok(_) | Err(_) => (None, first),
            },
            number => (char::from_u32(u32::from(number)), first),
        };
        let error_at_end = match self.error_at_end(&end, bytes.get(end.len), last) {
            Ok(error) => error,
            Err(item) => return item,
        };
        self.state = match error_at_end {
            None => State::Run {
                bits: end.bits,
                value: end.value,
            },
            Some(_) => State::Run { bits: 0, value: 0 },
        };
        let direct = matches!(character, Some(' '..='~'));
        match (character, error_at_end) {
            (None, _) => Item::IllFormed(ErrorKind::Surrogate, end.len, Expected::Pair),
            (Some(_), _) if direct && self.variant == Variant::Imap => {
                Item::IllFormed(ErrorKind::Overlong, end.len, Expected::OutsideRun)
            }
            (Some(c), None) => Item::Number(c.into(), end.len),
            // The character is read, and its last byte is ill-formed because of the bits after it, or of what follows.
            (Some(c), Some((kind, expected))) => {
                self.state = State::LastOfRun(kind, expected);
                Item::Number(c.into(), end.len - 1)
            }
        }
    }

    /// Reads one code unit of a run, or returns the item that stands there instead: [`Item::Skip`] of no bytes if the run
    /// ends here.
    fn read_unit(&self, bytes: &[u8], mut bits: u32, mut value: u32, last: bool) -> Result<RunUnit, Item> {
        let mut len = 0;
        while bits < 16 {
            match bytes.get(len) {
                None if !last => return Err(Item::Incomplete),
                None if len == 0 => return Err(Item::Skip(0)),
                None => {
                    return Err(Item::IllFormed(
                        ErrorKind::UnexpectedEnd,
                        len,
                        Expected::CompleteUnitAtEnd,
                    ));
                }
                Some(&byte) => match self.variant.base64_value(byte) {
                    Some(six_bits) => {
                        value = value << 6 | six_bits;
                        bits += 6;
                        len += 1;
                    }
                    None if len == 0 => return Err(Item::Skip(0)),
                    None => {
                        return Err(Item::IllFormed(
                            ErrorKind::MissingContinuation,
                            len,
                            Expected::CompleteUnit,
                        ));
                    }
                },
            }
        }
        bits -= 16;
        let unit = (value >> bits) as u16;
        Ok(RunUnit {
            unit,
            len,
            bits,
            value: value & ((1 << bits) - 1),
        })
    }

    /// Returns the error of the last byte of a run, if the run ends after `end`, before `next`, and has one.
    fn error_at_end(
        &self,
        end: &RunUnit,
        next: Option<&u8>,
        last: bool,
    ) -> Result<Option<(ErrorKind, Expected)>, Item> {
        let is_imap = self.variant == Variant::Imap;
        let has_bits = end.value != 0;
        Ok(match next {
            None if !last && (has_bits || is_imap) => return Err(Item::Incomplete),
            None if !last => None,
            // Inside a run, bits left over begin the next code unit.
            Some(&byte) if self.variant.base64_value(byte).is_some() => None,
            _ if has_bits => Some((ErrorKind::MissingContinuation, Expected::ZerosLeftOver)),
            None if is_imap => Some((ErrorKind::UnexpectedEnd, Expected::Hyphen)),
            Some(&byte) if is_imap && byte != b'-' => {
                Some((ErrorKind::MissingContinuation, Expected::Hyphen))
            }
            _ => None,
        })
    }
}

/// Returns the UTF-8 of a code unit from `0x800` on.
const fn three_bytes(unit: u16) -> [u8; 3] {
    [
        0xE0 | (unit >> 12) as u8,
        0x80 | (unit >> 6 & 0x3F) as u8,
        0x80 | (unit & 0x3F) as u8,
    ]
}

/// The state of the encoder between two characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Writer {
    variant: Variant,
    /// Whether set O is written in runs too.
    for_headers: bool,
    /// In a run, the number of bits that are not written yet, and their value.
    run: Option<(u32, u32)>,
}

impl Writer {
    pub(crate) const fn new(variant: Variant) -> Self {
        Writer {
            variant,
            for_headers: false,
            run: None,
        }
    }

    pub(crate) const fn for_headers() -> Self {
        Writer {
            for_headers: true,
            ..Writer::new(Variant::Mail)
        }
    }

    /// Encodes characters of the basic multilingual plane that are written in runs, from inside a run, and those outside runs
    /// that are written directly. Returns the number of bytes read and the number of bytes written.
    pub(crate) fn encode_plain(&mut self, text: &str, dst: &mut [u8]) -> (usize, usize) {
        let text = text.as_bytes();
        let digits = &DIGITS[self.variant as usize];
        let (mut read, mut written) = (0, 0);
        loop {
            match self.run {
                None => {
                    while let (Some(&byte), Some(place)) = (text.get(read), dst.get_mut(written))
                        && self.variant.is_direct(byte)
                        && !(self.for_headers && is_optional(byte))
                    {
                        *place = byte;
                        (read, written) = (read + 1, written + 1);
                    }
                    return (read, written);
                }
                Some((0, _)) => {
                    // Three characters are eight of Base64. Most have three bytes in UTF-8.
                    while let Some(nine) = text[read..].first_chunk::<9>()
                        && let Some(free) = dst[written..].first_chunk_mut::<8>()
                        && (nine[0] & 0xF0, nine[3] & 0xF0, nine[6] & 0xF0) == (0xE0, 0xE0, 0xE0)
                    {
                        let mut bits = 0u64;
                        for [lead, second, third] in nine.as_chunks().0 {
                            let unit = u64::from(lead & 0x0F) << 12
                                | u64::from(second & 0x3F) << 6
                                | u64::from(third & 0x3F);
                            bits = bits << 16 | unit;
                        }
                        for (place, shift) in free.iter_mut().zip((0..=42).rev().step_by(6)) {
                            *place = digits[(bits >> shift & 0x3F) as usize];
                        }
                        (read, written) = (read + 9, written + 8);
                    }
                    return (read, written);
                }
                Some((mut bits, mut value)) => {
                    // Up to the next state without bits left over.
                    let Some([lead @ 0xE0..=0xEF, second, third]) = text[read..].first_chunk() else {
                        return (read, written);
                    };
                    let unit = u32::from(lead & 0x0F) << 12
                        | u32::from(second & 0x3F) << 6
                        | u32::from(third & 0x3F);
                    value = value << 16 | unit;
                    bits += 16;
                    let Some(free) = dst.get_mut(written..written + (bits / 6) as usize) else {
                        return (read, written);
                    };
                    for place in &mut *free {
                        bits -= 6;
                        *place = digits[(value >> bits & 0x3F) as usize];
                    }
                    written += free.len();
                    read += 3;
                    self.run = Some((bits, value & ((1 << bits) - 1)));
                }
            }
        }
    }

    pub(crate) fn write(&mut self, c: char, out: &mut NumberBytes<'_>) {
        let is_imap = self.variant == Variant::Imap;
        if is_imap && c == '&' {
            self.end_run(true, out);
            return out.extend(b"&-");
        }
        let direct = u8::try_from(c)
            .ok()
            .filter(|&byte| self.variant.is_direct(byte) && !(self.for_headers && is_optional(byte)));
        if let Some(byte) = direct {
            let could_continue = self.variant.base64_value(byte).is_some() || byte == b'-';
            self.end_run(is_imap || could_continue, out);
            out.push(byte);
            return;
        }
        let (mut bits, mut value) = match self.run {
            Some(run) => run,
            None if c == '+' => return out.extend(b"+-"),
            None => {
                out.push(self.variant.shift());
                (0, 0)
            }
        };
        for &unit in &*c.encode_utf16(&mut [0; 2]) {
            value = value << 16 | u32::from(unit);
            bits += 16;
            while bits >= 6 {
                bits -= 6;
                out.push(self.variant.base64_digit(value >> bits));
            }
            value &= (1 << bits) - 1;
        }
        self.run = Some((bits, value));
    }

    /// Ends the run, if one is open. `with_hyphen` writes `-` after it, which is needed if the next byte could
    /// be taken for more of the run.
    pub(crate) fn end_run(&mut self, with_hyphen: bool, out: &mut NumberBytes<'_>) {
        if let Some((bits, value)) = self.run.take() {
            if bits > 0 {
                out.push(self.variant.base64_digit(value << (6 - bits)));
            }
            if with_hyphen {
                out.push(b'-');
            }
        }
    }
}
