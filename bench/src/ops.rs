//! What is measured against what: a table of operations.

use crate::measure::{Case, Room};
use crate::text::Cell;
use utf8kit::{Endian, utf8, utf16};

/// One operation and everyone who can do it.
pub struct Op {
    pub name: &'static str,
    /// Is it for such text?
    pub suits: fn(&Cell) -> bool,
    pub contestants: fn() -> Vec<Contestant>,
}

/// Someone who does an operation.
pub struct Contestant {
    pub name: &'static str,
    pub role: Role,
    pub output: Output,
    /// Works on every case; returns the sum of what the calls returned.
    pub pass: Pass,
}

type Pass = Box<dyn Fn(&[Case], &mut Room) -> usize>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Ours,
    /// Ours again, in another way: compared with ours.
    Variant,
    /// Ours is compared with the best of these.
    Rival,
    /// Shown for orientation.
    Peer,
}

/// What a contestant's number means, to check them against each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Unchecked,
    Number,
    /// So many bytes of [`Room::bytes`].
    Bytes,
    /// So many units of [`Room::units16`].
    Units16,
    /// So many units of [`Room::units32`].
    Units32,
    /// So many bytes of [`Room::bytes`], UTF-16 with the most significant byte first.
    Big16,
    /// So many bytes of [`Room::bytes`], UTF-32 with the most significant byte first.
    Big32,
}

/// The loop over the cases is in here, so that the call in it can be inlined as in a user's program.
pub fn contestant(
    name: &'static str,
    role: Role,
    output: Output,
    call: impl Fn(&Case, &mut Room) -> usize + 'static,
) -> Contestant {
    let pass = move |cases: &[Case], room: &mut Room| {
        cases
            .iter()
            .fold(0, |sum: usize, case| sum.wrapping_add(call(case, room)))
    };
    Contestant {
        name,
        role,
        output,
        pass: Box::new(pass),
    }
}

/// Every operation, by the name that `--op` takes.
pub const OPS: &[Op] = &[
    Op {
        name: "validate",
        suits: |_| true,
        contestants: validate,
    },
    Op {
        name: "utf8-to-utf16",
        suits: |_| true,
        contestants: utf8_to_utf16,
    },
    Op {
        name: "utf16-to-utf8",
        suits: |_| true,
        contestants: utf16_to_utf8,
    },
    Op {
        name: "count-utf8",
        suits: |_| true,
        contestants: count_utf8,
    },
    Op {
        name: "utf8-utf16-len",
        suits: |_| true,
        contestants: utf8_utf16_len,
    },
    Op {
        name: "count-utf16",
        suits: |_| true,
        contestants: count_utf16,
    },
    Op {
        name: "utf16-utf8-len",
        suits: |_| true,
        contestants: utf16_utf8_len,
    },
    Op {
        name: "utf32-utf8-len",
        suits: |_| true,
        contestants: utf32_utf8_len,
    },
    Op {
        name: "utf32-utf16-len",
        suits: |_| true,
        contestants: utf32_utf16_len,
    },
    Op {
        name: "latin1-utf8-len",
        suits: Cell::is_latin,
        contestants: latin1_utf8_len,
    },
    Op {
        name: "validate-utf16",
        suits: |_| true,
        contestants: validate_utf16,
    },
    Op {
        name: "validate-utf32",
        suits: |_| true,
        contestants: validate_utf32,
    },
    Op {
        name: "validate-ascii",
        suits: Cell::has_ascii,
        contestants: validate_ascii,
    },
    Op {
        name: "utf8-to-utf32",
        suits: |_| true,
        contestants: utf8_to_utf32,
    },
    Op {
        name: "utf32-to-utf8",
        suits: |_| true,
        contestants: utf32_to_utf8,
    },
    Op {
        name: "utf8-to-latin1",
        suits: Cell::is_latin,
        contestants: utf8_to_latin1,
    },
    Op {
        name: "latin1-to-utf8",
        suits: Cell::is_latin,
        contestants: latin1_to_utf8,
    },
    Op {
        name: "utf16-to-utf32",
        suits: |_| true,
        contestants: utf16_to_utf32,
    },
    Op {
        name: "utf32-to-utf16",
        suits: |_| true,
        contestants: utf32_to_utf16,
    },
    Op {
        name: "utf16-to-latin1",
        suits: Cell::is_latin,
        contestants: utf16_to_latin1,
    },
    Op {
        name: "latin1-to-utf16",
        suits: Cell::is_latin,
        contestants: latin1_to_utf16,
    },
];

use Output::{Big16, Big32, Bytes, Number, Unchecked, Units16, Units32};
use Role::{Ours, Peer, Rival, Variant};

fn validate() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8::validate(case.utf8).is_ok())
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            usize::from(simdutf::validate_utf8(case.utf8))
        }),
        contestant("simdutf8", Peer, Number, |case, _| {
            usize::from(simdutf8::basic::from_utf8(case.utf8).is_ok())
        }),
        contestant("encoding_rs", Peer, Number, |case, _| {
            usize::from(encoding_rs::Encoding::utf8_valid_up_to(case.utf8) == case.utf8.len())
        }),
        contestant("std", Peer, Number, |case, _| {
            usize::from(std::str::from_utf8(case.utf8).is_ok())
        }),
        memcpy_bytes(),
    ]
}

fn utf8_to_utf16() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Units16, |case, room| {
            utf8::to_utf16(case.utf8, room.units16).unwrap_or(0)
        }),
        contestant("exact", Variant, Units16, |case, room| {
            utf8::to_utf16(case.utf8, &mut room.units16[..case.utf16.len()]).unwrap_or(0)
        }),
        contestant("big-endian", Variant, Big16, |case, room| {
            utf8::to_utf16_bytes(case.utf8, Endian::Big, room.bytes).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Units16, |case, room| {
            assert!(room.units16.len() >= case.utf8.len());
            // SAFETY: it writes at most one unit for each byte, for which the line above has found room.
            unsafe {
                simdutf::convert_utf8_to_utf16(case.utf8.as_ptr(), case.utf8.len(), room.units16.as_mut_ptr())
            }
        }),
        contestant("encoding_rs", Peer, Units16, |case, room| {
            encoding_rs::mem::convert_utf8_to_utf16(case.utf8, room.units16)
        }),
        contestant("std", Peer, Units16, |case, room| {
            let mut written = 0;
            for (place, unit) in room
                .units16
                .iter_mut()
                .zip(std::str::from_utf8(case.utf8).unwrap_or("").encode_utf16())
            {
                *place = unit;
                written += 1;
            }
            written
        }),
        memcpy_bytes(),
    ]
}

fn utf16_to_utf8() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Bytes, |case, room| {
            utf16::to_utf8(case.utf16, room.bytes).unwrap_or(0)
        }),
        contestant("exact", Variant, Bytes, |case, room| {
            utf16::to_utf8(case.utf16, &mut room.bytes[..case.utf8.len()]).unwrap_or(0)
        }),
        contestant("big-endian", Variant, Bytes, |case, room| {
            utf16::bytes_to_utf8(case.utf16_big, Endian::Big, room.bytes).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Bytes, |case, room| {
            assert!(room.bytes.len() >= 3 * case.utf16.len());
            // SAFETY: it writes at most three bytes for each unit, for which the line above has found room.
            unsafe {
                simdutf::convert_utf16_to_utf8(case.utf16.as_ptr(), case.utf16.len(), room.bytes.as_mut_ptr())
            }
        }),
        contestant("encoding_rs", Peer, Bytes, |case, room| {
            encoding_rs::mem::convert_utf16_to_utf8(case.utf16, room.bytes)
        }),
        contestant("std", Peer, Bytes, |case, room| {
            let mut written = 0;
            for c in char::decode_utf16(case.utf16.iter().copied()).map_while(Result::ok) {
                written += c.encode_utf8(&mut room.bytes[written..]).len();
            }
            written
        }),
        contestant("memcpy", Peer, Unchecked, |case, room| {
            room.units16[..case.utf16.len()].copy_from_slice(case.utf16);
            0
        }),
    ]
}

fn count_utf8() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| utf8kit::utf8::count(case.utf8)),
        contestant("simdutf", Rival, Number, |case, _| simdutf::count_utf8(case.utf8)),
    ]
}

fn utf8_utf16_len() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf8::utf16_len(case.utf8)
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            simdutf::utf16_length_from_utf8(case.utf8)
        }),
    ]
}

fn count_utf16() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf16::count(case.utf16)
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            simdutf::count_utf16(case.utf16)
        }),
    ]
}

fn utf16_utf8_len() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf16::utf8_len(case.utf16)
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            simdutf::utf8_length_from_utf16(case.utf16)
        }),
    ]
}

fn utf32_utf8_len() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf32::utf8_len(case.utf32)
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            simdutf::utf8_length_from_utf32(case.utf32)
        }),
    ]
}

fn utf32_utf16_len() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf32::utf16_len(case.utf32)
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            simdutf::utf16_length_from_utf32(case.utf32)
        }),
    ]
}

fn latin1_utf8_len() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            utf8kit::latin1::utf8_len(case.latin1)
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            simdutf::utf8_length_from_latin1(case.latin1)
        }),
    ]
}

fn validate_utf16() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8kit::utf16::is_valid(case.utf16))
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            usize::from(simdutf::validate_utf16(case.utf16))
        }),
    ]
}

fn validate_utf32() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8kit::utf32::is_valid(case.utf32))
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            usize::from(simdutf::validate_utf32(case.utf32))
        }),
    ]
}

fn validate_ascii() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8kit::ascii::is_valid(case.ascii))
        }),
        contestant("simdutf", Rival, Number, |case, _| {
            usize::from(simdutf::validate_ascii(case.ascii))
        }),
    ]
}

fn utf8_to_utf32() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Units32, |case, room| {
            utf8kit::utf8::to_utf32(case.utf8, room.units32).unwrap_or(0)
        }),
        contestant("exact", Variant, Units32, |case, room| {
            utf8kit::utf8::to_utf32(case.utf8, &mut room.units32[..case.utf32.len()]).unwrap_or(0)
        }),
        contestant("big-endian", Variant, Big32, |case, room| {
            utf8kit::utf8::to_utf32_bytes(case.utf8, Endian::Big, room.bytes).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Units32, |case, room| {
            assert!(room.units32.len() >= case.utf8.len());
            // SAFETY: it writes at most one unit for each byte, for which the line above has found room.
            unsafe {
                simdutf::convert_utf8_to_utf32(case.utf8.as_ptr(), case.utf8.len(), room.units32.as_mut_ptr())
            }
        }),
    ]
}

fn utf32_to_utf8() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Bytes, |case, room| {
            utf8kit::utf32::to_utf8(case.utf32, room.bytes).unwrap_or(0)
        }),
        contestant("exact", Variant, Bytes, |case, room| {
            utf8kit::utf32::to_utf8(case.utf32, &mut room.bytes[..case.utf8.len()]).unwrap_or(0)
        }),
        contestant("big-endian", Variant, Bytes, |case, room| {
            utf8kit::utf32::bytes_to_utf8(case.utf32_big, Endian::Big, room.bytes).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Bytes, |case, room| {
            assert!(room.bytes.len() >= 4 * case.utf32.len());
            // SAFETY: it writes at most four bytes for each unit, for which the line above has found room.
            unsafe {
                simdutf::convert_utf32_to_utf8(case.utf32.as_ptr(), case.utf32.len(), room.bytes.as_mut_ptr())
            }
        }),
    ]
}

fn utf8_to_latin1() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Bytes, |case, room| {
            utf8kit::utf8::to_latin1(case.latin1_utf8, room.bytes).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Bytes, |case, room| {
            assert!(room.bytes.len() >= case.latin1_utf8.len());
            // SAFETY: it writes at most 1 units for each, for which the line above has found room.
            unsafe {
                simdutf::convert_utf8_to_latin1(
                    case.latin1_utf8.as_ptr(),
                    case.latin1_utf8.len(),
                    room.bytes.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn latin1_to_utf8() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Bytes, |case, room| {
            utf8kit::latin1::to_utf8(case.latin1, room.bytes).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Bytes, |case, room| {
            assert!(room.bytes.len() >= 2 * case.latin1.len());
            // SAFETY: it writes at most 2 units for each, for which the line above has found room.
            unsafe {
                simdutf::convert_latin1_to_utf8(
                    case.latin1.as_ptr(),
                    case.latin1.len(),
                    room.bytes.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf16_to_utf32() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Units32, |case, room| {
            utf8kit::utf16::to_utf32(case.utf16, room.units32).unwrap_or(0)
        }),
        contestant("exact", Variant, Units32, |case, room| {
            utf8kit::utf16::to_utf32(case.utf16, &mut room.units32[..case.utf32.len()]).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Units32, |case, room| {
            assert!(room.units32.len() >= case.utf16.len());
            // SAFETY: it writes at most one unit for each, for which the line above has found room.
            unsafe {
                simdutf::convert_utf16_to_utf32(
                    case.utf16.as_ptr(),
                    case.utf16.len(),
                    room.units32.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf32_to_utf16() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Units16, |case, room| {
            utf8kit::utf32::to_utf16(case.utf32, room.units16).unwrap_or(0)
        }),
        contestant("exact", Variant, Units16, |case, room| {
            utf8kit::utf32::to_utf16(case.utf32, &mut room.units16[..case.utf16.len()]).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Units16, |case, room| {
            assert!(room.units16.len() >= case.utf16.len());
            // SAFETY: the text is well-formed, and there is room for it.
            unsafe {
                simdutf::convert_utf32_to_utf16(
                    case.utf32.as_ptr(),
                    case.utf32.len(),
                    room.units16.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf16_to_latin1() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Bytes, |case, room| {
            utf8kit::utf16::to_latin1(case.latin1_utf16, room.bytes).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Bytes, |case, room| {
            assert!(room.bytes.len() >= case.latin1_utf16.len());
            // SAFETY: it writes at most 1 units for each, for which the line above has found room.
            unsafe {
                simdutf::convert_utf16_to_latin1(
                    case.latin1_utf16.as_ptr(),
                    case.latin1_utf16.len(),
                    room.bytes.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn latin1_to_utf16() -> Vec<Contestant> {
    vec![
        contestant("utf8kit", Ours, Units16, |case, room| {
            utf8kit::latin1::to_utf16(case.latin1, room.units16).unwrap_or(0)
        }),
        contestant("simdutf", Rival, Units16, |case, room| {
            assert!(room.units16.len() >= case.latin1.len());
            // SAFETY: it writes at most 1 units for each, for which the line above has found room.
            unsafe {
                simdutf::convert_latin1_to_utf16(
                    case.latin1.as_ptr(),
                    case.latin1.len(),
                    room.units16.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn memcpy_bytes() -> Contestant {
    contestant("memcpy", Peer, Unchecked, |case, room| {
        room.bytes[..case.utf8.len()].copy_from_slice(case.utf8);
        0
    })
}
