//! The bits of a byte and what they are for.

use utf8kit::{Encoding as Base, Endian};
use utf8kit_encodings::Encoding;

/// A byte of an [`Item`](super::Item).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Byte {
    /// The byte.
    pub value: u8,
    /// What it is in its sequence.
    pub role: Role,
    /// The number of its first bits that are a prefix: they hold no part of the number.
    pub prefix_len: u8,
}

/// What a byte is in its sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// All of a sequence: `0xxxxxxx` in UTF-8.
    Single,
    /// The first byte of a longer sequence. Its prefix is the length of the sequence in ones, and a zero.
    Lead,
    /// A byte after the first one, with the prefix `10`.
    Continuation,
    /// A part of a code unit of UTF-16 or UTF-32.
    Unit,
    /// A byte that UTF-8 never has in any form: `0xFE` and `0xFF`.
    Never,
    /// A part of a code that a table or a computation turns into the number. Its bits are not those of the number.
    Code,
}

impl Role {
    /// Returns the name of the role in kebab-case: `continuation`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Single => "single",
            Role::Lead => "lead",
            Role::Continuation => "continuation",
            Role::Unit => "unit",
            Role::Never => "never",
            Role::Code => "code",
        }
    }
}

impl Byte {
    /// Returns the bits of the prefix: `1110`.
    pub fn prefix_bits(&self) -> String {
        self.bits()[..self.prefix_len.into()].to_owned()
    }

    /// Returns the bits after the prefix, which are a part of the number: `0010`.
    pub fn payload_bits(&self) -> String {
        self.bits()[self.prefix_len.into()..].to_owned()
    }

    fn bits(&self) -> String {
        format!("{:08b}", self.value)
    }
}

/// Returns the bytes of a sequence of UTF-8 or a dialect, well-formed or not.
pub(super) fn of_utf8(sequence: &[u8]) -> Vec<Byte> {
    let byte = |&value: &u8| {
        let ones = value.leading_ones() as u8;
        let (role, prefix_len) = match ones {
            0 => (Role::Single, 1),
            1 => (Role::Continuation, 2),
            2..=6 => (Role::Lead, ones + 1),
            _ => (Role::Never, 8),
        };
        Byte {
            value,
            role,
            prefix_len,
        }
    };
    sequence.iter().map(byte).collect()
}

/// Returns the bytes of a sequence whose bits are not those of the number.
pub(super) fn of_code(sequence: &[u8]) -> Vec<Byte> {
    plain(sequence, Role::Code)
}

/// Returns the bytes of a sequence of an encoding of the family that is not a dialect of UTF-8.
pub(super) fn of_family(encoding: Encoding, sequence: &[u8]) -> Vec<Byte> {
    match encoding {
        Encoding::Base(Base::Utf16(endian)) | Encoding::Ucs2(Some(endian)) => of_utf16(endian, sequence),
        Encoding::Base(Base::Utf32(_)) | Encoding::Ucs4(_) | Encoding::Utf32 => plain(sequence, Role::Unit),
        Encoding::Utf16 | Encoding::Ucs2(None) => plain(sequence, Role::Unit),
        Encoding::Base(Base::Latin1 | Base::Ascii) => plain(sequence, Role::Single),
        Encoding::Base(base) if Base::RELATIVES.contains(&base) => of_utf8(sequence),
        _ => of_code(sequence),
    }
}

fn plain(sequence: &[u8], role: Role) -> Vec<Byte> {
    let byte = |&value: &u8| Byte {
        value,
        role,
        prefix_len: 0,
    };
    sequence.iter().map(byte).collect()
}

fn of_utf16(endian: Endian, sequence: &[u8]) -> Vec<Byte> {
    let mut bytes = plain(sequence, Role::Unit);
    for unit in bytes.as_chunks_mut::<2>().0 {
        let most_significant = match endian {
            Endian::Big => &mut unit[0],
            Endian::Little => &mut unit[1],
        };
        if matches!(most_significant.value, 0xD8..=0xDF) {
            most_significant.prefix_len = 6;
        }
    }
    bytes
}
