//! What each encoding returns for the bytes of one number, and where it writes those of one.

use utf8kit::ErrorKind;
use utf8kit::codec::{DecodeError, MAX_ENCODED, NOTHING};

/// What an encoding finds at the beginning of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A number, and the length of its sequence in bytes.
    Number(u32, usize),
    /// This many bytes that encode no number, such as the `+` that starts a run of UTF-7.
    Skip(usize),
    /// An ill-formed sequence, its length in bytes, and what was expected in its place.
    IllFormed(ErrorKind, usize, Expected),
    /// The beginning of a sequence. More bytes are needed.
    Incomplete,
}

impl Item {
    /// Returns the item of bytes, which are not empty and begin with `first`. `last` is `true` if no bytes follow.
    pub(crate) fn of(first: Option<(Result<u32, ErrorKind>, usize)>, last: bool) -> Item {
        match first {
            None | Some((Err(ErrorKind::UnexpectedEnd), _)) if !last => Item::Incomplete,
            None => unreachable!("there are bytes"),
            Some((Err(kind), len)) => Item::IllFormed(kind, len, Expected::ByKind),
            Some((Ok(number), len)) => Item::Number(number, len),
        }
    }

    /// Returns the item of `bytes` as [`Decode::decode`](utf8kit::codec::Decode::decode) returns it.
    pub(crate) fn decoded(self, bytes: &[u8]) -> Result<(u32, usize), DecodeError> {
        match self {
            Item::Incomplete => Err(DecodeError::new(ErrorKind::UnexpectedEnd, bytes.len())),
            Item::Skip(len) => Ok((NOTHING, len)),
            Item::Number(number, len) => Ok((number, len)),
            Item::IllFormed(kind, len, expected) => Err(DecodeError {
                detail: expected as u8,
                ..DecodeError::new(kind, len)
            }),
        }
    }
}

/// What was expected in the place of an ill-formed sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    /// The kind of the error says it.
    ByKind,
    PairInUcs2,
    AsciiInIso2022,
    AsciiAfterDesignation,
    NoDesignation,
    Announcement,
    /// The others are those of UTF-7 and UTF-7-IMAP.
    AfterPlus,
    AfterAmpersand,
    ByteBelow80,
    DirectCharacter,
    DirectCharacterInImap,
    CompleteUnit,
    CompleteUnitAtEnd,
    ZerosLeftOver,
    Hyphen,
    Pair,
    OutsideRun,
    OneRun,
}

impl Expected {
    /// The number of variants: what an encoding expects besides has higher numbers.
    pub(crate) const COUNT: u8 = 18;

    const ALL: [Expected; Self::COUNT as usize] = [
        Expected::ByKind,
        Expected::PairInUcs2,
        Expected::AsciiInIso2022,
        Expected::AsciiAfterDesignation,
        Expected::NoDesignation,
        Expected::Announcement,
        Expected::AfterPlus,
        Expected::AfterAmpersand,
        Expected::ByteBelow80,
        Expected::DirectCharacter,
        Expected::DirectCharacterInImap,
        Expected::CompleteUnit,
        Expected::CompleteUnitAtEnd,
        Expected::ZerosLeftOver,
        Expected::Hyphen,
        Expected::Pair,
        Expected::OutsideRun,
        Expected::OneRun,
    ];

    /// Returns in words what has the number `detail` in an [error](utf8kit::codec::DecodeError::detail), or nothing if the
    /// kind of the error says it.
    pub(crate) fn words(detail: u8) -> &'static str {
        // A program can ask for the words of another encoding's error.
        let expected = Expected::ALL.get(usize::from(detail));
        match expected.copied().unwrap_or(Expected::ByKind) {
            Expected::ByKind => "",
            Expected::PairInUcs2 => {
                "an unpaired surrogate, which stands for no character in UCS-2; the text may be damaged UTF-16, or in the \
                 other byte order"
            }
            Expected::AsciiInIso2022 => {
                "expected ASCII; other characters are read only where UTF-8 is announced"
            }
            Expected::AsciiAfterDesignation => {
                "expected a designation of ASCII; the set that is designated is not read"
            }
            Expected::NoDesignation => {
                "expected no designation of a character set; text of ISO/IEC 10646 has none (clause 15)"
            }
            Expected::Announcement => "expected the end of an announcement, or of the return to ISO/IEC 2022",
            Expected::AfterPlus => "expected `-` or a character of Base64 after `+`",
            Expected::AfterAmpersand => "expected `-` or a character of Base64 after `&`",
            Expected::ByteBelow80 => {
                "expected a byte below 0x80; every other character is written in a run of Base64"
            }
            Expected::DirectCharacter => {
                "expected a character that may be written directly; `~`, `\\` and control characters are written in a run of \
                 Base64"
            }
            Expected::DirectCharacterInImap => {
                "expected a character that may be written directly; control characters are written in a run of Base64"
            }
            Expected::CompleteUnit => "expected more Base64: the run ends inside a code unit of UTF-16",
            Expected::CompleteUnitAtEnd => "expected more Base64: the text ends inside a code unit of UTF-16",
            Expected::ZerosLeftOver => "expected zeros in the bits that are left over at the end of the run",
            Expected::Hyphen => "expected `-` at the end of the run",
            Expected::Pair => "expected a pair of surrogates, found one alone",
            Expected::OutsideRun => "expected this character outside the run, as itself",
            Expected::OneRun => "expected one run: a run may not follow another one at once",
        }
    }
}

/// The bytes written for one number, with the end of the run before it.
pub(crate) struct NumberBytes<'o> {
    bytes: &'o mut [u8; MAX_ENCODED],
    len: usize,
}

impl<'o> NumberBytes<'o> {
    pub(crate) fn new(bytes: &'o mut [u8; MAX_ENCODED]) -> Self {
        NumberBytes { bytes, len: 0 }
    }

    pub(crate) fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}
