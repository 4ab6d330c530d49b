//! The table of operations, with the implementations of each.

use crate::byte_order::{Text, converted};
use crate::measure::{Implementation, Op, Output, Role, implementation};
use crate::reader::reader;
use crate::simdutf;
use crate::text::Cell;
use utf8kit::{Encoding, Endian, Policy, utf8, utf16};

/// All operations, by the names that `--op` accepts.
pub fn all() -> impl Iterator<Item = &'static Op> {
    OPS.iter().chain(crate::byte_order::OPS)
}

const OPS: &[Op] = &[
    Op {
        name: "validate",
        applies_to: |_| true,
        implementations: validate,
    },
    Op {
        name: "utf8-to-utf16",
        applies_to: |_| true,
        implementations: utf8_to_utf16,
    },
    Op {
        name: "utf16-to-utf8",
        applies_to: |_| true,
        implementations: utf16_to_utf8,
    },
    Op {
        name: "count-utf8",
        applies_to: |_| true,
        implementations: count_utf8,
    },
    Op {
        name: "utf8-utf16-len",
        applies_to: |_| true,
        implementations: utf8_utf16_len,
    },
    Op {
        name: "count-utf16",
        applies_to: |_| true,
        implementations: count_utf16,
    },
    Op {
        name: "utf16-utf8-len",
        applies_to: |_| true,
        implementations: utf16_utf8_len,
    },
    Op {
        name: "utf16-utf8-len-lossy",
        applies_to: |_| true,
        implementations: || lossy_utf8_len(|case| case.utf16),
    },
    Op {
        name: "utf16-utf8-len-lossy-errors",
        applies_to: |_| true,
        implementations: || lossy_utf8_len(|case| case.lone),
    },
    Op {
        name: "utf16-to-utf8-lossy",
        applies_to: |_| true,
        implementations: || utf16_to_utf8_lossy(|case| case.utf16),
    },
    Op {
        name: "utf16-to-utf8-lossy-errors",
        applies_to: |_| true,
        implementations: || utf16_to_utf8_lossy(|case| case.lone),
    },
    Op {
        name: "utf32-utf8-len",
        applies_to: |_| true,
        implementations: utf32_utf8_len,
    },
    Op {
        name: "utf32-utf16-len",
        applies_to: |_| true,
        implementations: utf32_utf16_len,
    },
    Op {
        name: "latin1-utf8-len",
        applies_to: Cell::is_latin,
        implementations: latin1_utf8_len,
    },
    Op {
        name: "validate-utf16",
        applies_to: |_| true,
        implementations: validate_utf16,
    },
    Op {
        name: "validate-utf32",
        applies_to: |_| true,
        implementations: validate_utf32,
    },
    Op {
        name: "validate-ascii",
        applies_to: Cell::has_ascii,
        implementations: validate_ascii,
    },
    Op {
        name: "utf8-to-utf32",
        applies_to: |_| true,
        implementations: utf8_to_utf32,
    },
    Op {
        name: "utf32-to-utf8",
        applies_to: |_| true,
        implementations: utf32_to_utf8,
    },
    Op {
        name: "utf8-to-latin1",
        applies_to: Cell::is_latin,
        implementations: utf8_to_latin1,
    },
    Op {
        name: "latin1-to-utf8",
        applies_to: Cell::is_latin,
        implementations: latin1_to_utf8,
    },
    Op {
        name: "utf16-to-utf32",
        applies_to: |_| true,
        implementations: utf16_to_utf32,
    },
    Op {
        name: "utf32-to-utf16",
        applies_to: |_| true,
        implementations: utf32_to_utf16,
    },
    Op {
        name: "utf16-to-latin1",
        applies_to: Cell::is_latin,
        implementations: utf16_to_latin1,
    },
    Op {
        name: "latin1-to-utf16",
        applies_to: Cell::is_latin,
        implementations: latin1_to_utf16,
    },
    Op {
        name: "reader",
        applies_to: |_| true,
        implementations: reader,
    },
];

use Output::{Big16, Big32, Bytes, Number, Unchecked, Units16, Units32};
use Role::{Baseline, Ours, Peer, Variant};

fn validate() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8::validate(case.utf8).is_ok())
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            usize::from(simdutf::validate_utf8(case.utf8))
        }),
        implementation("simdutf8", Peer, Number, |case, _| {
            usize::from(simdutf8::basic::from_utf8(case.utf8).is_ok())
        }),
        implementation("encoding_rs", Peer, Number, |case, _| {
            usize::from(encoding_rs::Encoding::utf8_valid_up_to(case.utf8) == case.utf8.len())
        }),
        implementation("std", Peer, Number, |case, _| {
            usize::from(std::str::from_utf8(case.utf8).is_ok())
        }),
        memcpy_bytes(),
    ]
}

fn utf8_to_utf16() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, |case, buffers| {
            utf8::to_utf16(case.utf8, &mut *buffers.units16).unwrap_or(0)
        }),
        implementation("exact", Variant, Units16, |case, buffers| {
            utf8::to_utf16(case.utf8, &mut buffers.units16[..case.utf16.len()]).unwrap_or(0)
        }),
        implementation("big-endian", Variant, Big16, |case, buffers| {
            converted(
                case.utf8,
                Encoding::Utf8,
                Encoding::Utf16(Endian::Big),
                Policy::Fail,
                buffers,
            )
        }),
        implementation("simdutf", Baseline, Units16, |case, buffers| {
            assert!(buffers.units16.len() >= case.utf8.len());
            // SAFETY: it writes at most one code unit for each byte, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_utf8_to_utf16(
                    case.utf8.as_ptr(),
                    case.utf8.len(),
                    buffers.units16.as_mut_ptr(),
                )
            }
        }),
        implementation("encoding_rs", Peer, Units16, |case, buffers| {
            encoding_rs::mem::convert_utf8_to_utf16(case.utf8, buffers.units16)
        }),
        implementation("std", Peer, Units16, |case, buffers| {
            let mut written = 0;
            for (dst, unit) in buffers
                .units16
                .iter_mut()
                .zip(std::str::from_utf8(case.utf8).unwrap_or("").encode_utf16())
            {
                *dst = unit;
                written += 1;
            }
            written
        }),
        memcpy_bytes(),
    ]
}

fn utf16_to_utf8() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            utf16::to_utf8(case.utf16, &mut *buffers.bytes).unwrap_or(0)
        }),
        implementation("exact", Variant, Bytes, |case, buffers| {
            utf16::to_utf8(case.utf16, &mut buffers.bytes[..case.utf8.len()]).unwrap_or(0)
        }),
        implementation("big-endian", Variant, Bytes, |case, buffers| {
            converted(
                case.utf16_big,
                Encoding::Utf16(Endian::Big),
                Encoding::Utf8,
                Policy::Fail,
                buffers,
            )
        }),
        implementation("simdutf", Baseline, Bytes, |case, buffers| {
            assert!(buffers.bytes.len() >= 3 * case.utf16.len());
            // SAFETY: it writes at most three bytes for each code unit, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_utf16_to_utf8(
                    case.utf16.as_ptr(),
                    case.utf16.len(),
                    buffers.bytes.as_mut_ptr(),
                )
            }
        }),
        implementation("encoding_rs", Peer, Bytes, |case, buffers| {
            encoding_rs::mem::convert_utf16_to_utf8(case.utf16, buffers.bytes)
        }),
        implementation("std", Peer, Bytes, |case, buffers| {
            let mut written = 0;
            for c in char::decode_utf16(case.utf16.iter().copied()).map_while(Result::ok) {
                written += c.encode_utf8(&mut buffers.bytes[written..]).len();
            }
            written
        }),
        implementation("memcpy", Peer, Unchecked, |case, buffers| {
            buffers.units16[..case.utf16.len()].copy_from_slice(case.utf16);
            0
        }),
    ]
}

fn count_utf8() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| utf8kit::utf8::count(case.utf8)),
        implementation("simdutf", Baseline, Number, |case, _| {
            simdutf::count_utf8(case.utf8)
        }),
    ]
}

fn utf8_utf16_len() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf8::utf16_len(case.utf8)
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            simdutf::utf16_length_from_utf8(case.utf8)
        }),
    ]
}

fn count_utf16() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf16::count(case.utf16)
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            simdutf::count_utf16(case.utf16)
        }),
    ]
}

fn utf16_utf8_len() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf16::utf8_len(case.utf16)
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            simdutf::utf8_length_from_utf16(case.utf16)
        }),
    ]
}

pub(crate) fn lossy_utf8_len(units: Text<u16>) -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, move |case, _| {
            utf16::lossy_utf8_len(units(case))
        }),
        implementation("simdutf", Baseline, Number, move |case, _| {
            simdutf::utf8_length_from_utf16_with_replacement(units(case)).count
        }),
    ]
}

pub(crate) fn utf16_to_utf8_lossy(units: Text<u16>) -> Vec<Implementation> {
    let mut all = vec![
        implementation("utf8kit", Ours, Bytes, move |case, buffers| {
            utf16::to_utf8_lossy(units(case), &mut *buffers.bytes).map_or(0, |done| done.written)
        }),
        implementation("encoding_rs", Baseline, Bytes, move |case, buffers| {
            encoding_rs::mem::convert_utf16_to_utf8(units(case), buffers.bytes)
        }),
    ];
    if let Some(convert) = simdutf::convert_utf16_to_utf8_with_replacement() {
        all.push(implementation(
            "simdutf",
            Baseline,
            Bytes,
            move |case, buffers| {
                let units = units(case);
                assert!(buffers.bytes.len() >= 3 * units.len());
                // SAFETY: it writes at most three bytes for each code unit, and the assertion checks that they fit.
                unsafe { convert(units.as_ptr(), units.len(), buffers.bytes.as_mut_ptr()) }
            },
        ));
    }
    all
}

fn utf32_utf8_len() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf32::utf8_len(case.utf32)
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            simdutf::utf8_length_from_utf32(case.utf32)
        }),
    ]
}

fn utf32_utf16_len() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            utf8kit::utf32::utf16_len(case.utf32)
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            simdutf::utf16_length_from_utf32(case.utf32)
        }),
    ]
}

fn latin1_utf8_len() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            utf8kit::latin1::utf8_len(case.latin1)
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            simdutf::utf8_length_from_latin1(case.latin1)
        }),
    ]
}

fn validate_utf16() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8kit::utf16::is_valid(case.utf16))
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            usize::from(simdutf::validate_utf16(case.utf16))
        }),
    ]
}

fn validate_utf32() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8kit::utf32::is_valid(case.utf32))
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            usize::from(simdutf::validate_utf32(case.utf32))
        }),
    ]
}

fn validate_ascii() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            usize::from(utf8kit::ascii::is_valid(case.ascii))
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            usize::from(simdutf::validate_ascii(case.ascii))
        }),
    ]
}

fn utf8_to_utf32() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units32, |case, buffers| {
            utf8kit::utf8::to_utf32(case.utf8, &mut *buffers.units32).unwrap_or(0)
        }),
        implementation("exact", Variant, Units32, |case, buffers| {
            utf8kit::utf8::to_utf32(case.utf8, &mut buffers.units32[..case.utf32.len()]).unwrap_or(0)
        }),
        implementation("big-endian", Variant, Big32, |case, buffers| {
            converted(
                case.utf8,
                Encoding::Utf8,
                Encoding::Utf32(Endian::Big),
                Policy::Fail,
                buffers,
            )
        }),
        implementation("simdutf", Baseline, Units32, |case, buffers| {
            assert!(buffers.units32.len() >= case.utf8.len());
            // SAFETY: it writes at most one code unit for each byte, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_utf8_to_utf32(
                    case.utf8.as_ptr(),
                    case.utf8.len(),
                    buffers.units32.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf32_to_utf8() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            utf8kit::utf32::to_utf8(case.utf32, &mut *buffers.bytes).unwrap_or(0)
        }),
        implementation("exact", Variant, Bytes, |case, buffers| {
            utf8kit::utf32::to_utf8(case.utf32, &mut buffers.bytes[..case.utf8.len()]).unwrap_or(0)
        }),
        implementation("big-endian", Variant, Bytes, |case, buffers| {
            converted(
                case.utf32_big,
                Encoding::Utf32(Endian::Big),
                Encoding::Utf8,
                Policy::Fail,
                buffers,
            )
        }),
        implementation("simdutf", Baseline, Bytes, |case, buffers| {
            assert!(buffers.bytes.len() >= 4 * case.utf32.len());
            // SAFETY: it writes at most four bytes for each code unit, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_utf32_to_utf8(
                    case.utf32.as_ptr(),
                    case.utf32.len(),
                    buffers.bytes.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf8_to_latin1() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            utf8kit::utf8::to_latin1(case.latin1_utf8, &mut *buffers.bytes).unwrap_or(0)
        }),
        implementation("simdutf", Baseline, Bytes, |case, buffers| {
            assert!(buffers.bytes.len() >= case.latin1_utf8.len());
            // SAFETY: it writes at most one unit for each unit, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_utf8_to_latin1(
                    case.latin1_utf8.as_ptr(),
                    case.latin1_utf8.len(),
                    buffers.bytes.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn latin1_to_utf8() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            utf8kit::latin1::to_utf8(case.latin1, &mut *buffers.bytes).unwrap_or(0)
        }),
        implementation("simdutf", Baseline, Bytes, |case, buffers| {
            assert!(buffers.bytes.len() >= 2 * case.latin1.len());
            // SAFETY: it writes at most two bytes for each byte, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_latin1_to_utf8(
                    case.latin1.as_ptr(),
                    case.latin1.len(),
                    buffers.bytes.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf16_to_utf32() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units32, |case, buffers| {
            utf8kit::utf16::to_utf32(case.utf16, &mut *buffers.units32).unwrap_or(0)
        }),
        implementation("exact", Variant, Units32, |case, buffers| {
            utf8kit::utf16::to_utf32(case.utf16, &mut buffers.units32[..case.utf32.len()]).unwrap_or(0)
        }),
        implementation("simdutf", Baseline, Units32, |case, buffers| {
            assert!(buffers.units32.len() >= case.utf16.len());
            // SAFETY: it writes at most one code unit for each code unit, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_utf16_to_utf32(
                    case.utf16.as_ptr(),
                    case.utf16.len(),
                    buffers.units32.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf32_to_utf16() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, |case, buffers| {
            utf8kit::utf32::to_utf16(case.utf32, &mut *buffers.units16).unwrap_or(0)
        }),
        implementation("exact", Variant, Units16, |case, buffers| {
            utf8kit::utf32::to_utf16(case.utf32, &mut buffers.units16[..case.utf16.len()]).unwrap_or(0)
        }),
        implementation("simdutf", Baseline, Units16, |case, buffers| {
            assert!(buffers.units16.len() >= case.utf16.len());
            // SAFETY: the text is well-formed, so that it writes `case.utf16.len()` code units, and the assertion checks that
            // they fit.
            unsafe {
                simdutf::convert_utf32_to_utf16(
                    case.utf32.as_ptr(),
                    case.utf32.len(),
                    buffers.units16.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn utf16_to_latin1() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            utf8kit::utf16::to_latin1(case.latin1_utf16, &mut *buffers.bytes).unwrap_or(0)
        }),
        implementation("simdutf", Baseline, Bytes, |case, buffers| {
            assert!(buffers.bytes.len() >= case.latin1_utf16.len());
            // SAFETY: it writes at most one unit for each unit, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_utf16_to_latin1(
                    case.latin1_utf16.as_ptr(),
                    case.latin1_utf16.len(),
                    buffers.bytes.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn latin1_to_utf16() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, |case, buffers| {
            utf8kit::latin1::to_utf16(case.latin1, &mut *buffers.units16).unwrap_or(0)
        }),
        implementation("simdutf", Baseline, Units16, |case, buffers| {
            assert!(buffers.units16.len() >= case.latin1.len());
            // SAFETY: it writes at most one unit for each unit, and the assertion checks that they fit.
            unsafe {
                simdutf::convert_latin1_to_utf16(
                    case.latin1.as_ptr(),
                    case.latin1.len(),
                    buffers.units16.as_mut_ptr(),
                )
            }
        }),
    ]
}

fn memcpy_bytes() -> Implementation {
    implementation("memcpy", Peer, Unchecked, |case, buffers| {
        buffers.bytes[..case.utf8.len()].copy_from_slice(case.utf8);
        0
    })
}
