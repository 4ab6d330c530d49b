//! Operations on UTF-16 and UTF-32 in the byte order that is not the machine's, and the repair of UTF-16.

use crate::measure::{Buffers, Case, Implementation, Op, Output, Role, implementation};
use crate::simdutf;
use crate::text::Cell;
use utf8kit::{Encoding, Endian, Policy, utf16, utf32};

use Output::{Big16, Bytes, Number, Unchecked, Units16, Units32};
use Role::{Baseline, Ours, Peer, Variant};

/// Returns a text of a case.
pub(crate) type Text<T> = for<'a> fn(&Case<'a>) -> &'a [T];

/// The operations of this module.
pub const OPS: &[Op] = &[
    Op {
        name: "utf16-to-well-formed",
        applies_to: |_| true,
        implementations: || to_well_formed(|case| case.utf16, |case| case.utf16_big),
    },
    Op {
        name: "utf16-to-well-formed-errors",
        applies_to: |_| true,
        implementations: || to_well_formed(|case| case.lone, |case| case.lone_big),
    },
    Op {
        name: "utf16-make-well-formed",
        applies_to: |_| true,
        implementations: || make_well_formed(|case| case.utf16),
    },
    Op {
        name: "utf16-make-well-formed-errors",
        applies_to: |_| true,
        implementations: || make_well_formed(|case| case.lone),
    },
    Op {
        name: "utf16-swap-bytes",
        applies_to: |_| true,
        implementations: utf16_swap_bytes,
    },
    Op {
        name: "utf32-swap-bytes",
        applies_to: |_| true,
        implementations: utf32_swap_bytes,
    },
    Op {
        name: "utf16-is-ascii",
        applies_to: Cell::has_ascii,
        implementations: utf16_is_ascii,
    },
    Op {
        name: "utf16be-to-utf16",
        applies_to: |_| true,
        implementations: utf16be_to_utf16,
    },
    Op {
        name: "utf16be-to-latin1",
        applies_to: Cell::is_latin,
        implementations: utf16be_to_latin1,
    },
    Op {
        name: "latin1-to-utf16be",
        applies_to: Cell::is_latin,
        implementations: latin1_to_utf16be,
    },
    Op {
        name: "utf16be-to-ascii",
        applies_to: Cell::has_ascii,
        implementations: utf16be_to_ascii,
    },
    Op {
        name: "ascii-to-utf16be",
        applies_to: Cell::has_ascii,
        implementations: ascii_to_utf16be,
    },
];

const BIG: Encoding = Encoding::Utf16(Endian::Big);

/// Converts to the buffer of bytes, and returns how many are written, or 0 after an error. Inlined, so that the encodings are the
/// constants that most programs pass.
#[inline(always)]
pub(crate) fn converted(
    bytes: &[u8],
    from: Encoding,
    to: Encoding,
    policy: Policy<'_>,
    buffers: &mut Buffers,
) -> usize {
    utf8kit::convert(bytes, from, to, policy, &mut *buffers.bytes).map_or(0, |done| done.written)
}

/// Returns the code units of UTF-16BE for simdutf, whose destinations and sources are `char16_t`.
fn units_of(bytes: &[u8]) -> (*const u16, usize) {
    assert!(bytes.as_ptr().cast::<u16>().is_aligned());
    (bytes.as_ptr().cast(), bytes.len() / 2)
}

pub(crate) fn to_well_formed(units: Text<u16>, bytes: Text<u8>) -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, move |case, buffers| {
            utf16::to_well_formed(units(case), &mut *buffers.units16).map_or(0, |done| done.written)
        }),
        implementation("big-endian", Variant, Big16, move |case, buffers| {
            converted(bytes(case), BIG, BIG, Policy::Replace('\u{FFFD}'), buffers)
        }),
        implementation("simdutf", Baseline, Units16, move |case, buffers| {
            let units = units(case);
            assert!(buffers.units16.len() >= units.len());
            // SAFETY: it writes as many code units as it reads, and the assertion checks that they fit.
            unsafe {
                simdutf::to_well_formed_utf16(units.as_ptr(), units.len(), buffers.units16.as_mut_ptr())
            };
            units.len()
        }),
        implementation("simdutf BE", Peer, Big16, move |case, buffers| {
            let (units, len) = units_of(bytes(case));
            let to = buffers.bytes.as_mut_ptr().cast::<u16>();
            assert!(to.is_aligned() && buffers.bytes.len() >= 2 * len);
            // SAFETY: it writes as many code units as it reads, and the assertion checks that they fit.
            unsafe { simdutf::to_well_formed_utf16be(units, len, to) };
            2 * len
        }),
    ]
}

/// Copies the text, and returns the copy: a repair in place leaves nothing to do for the next one.
fn copied<'b>(units: &[u16], buffers: &'b mut Buffers) -> &'b mut [u16] {
    let copy = &mut buffers.units16[..units.len()];
    copy.copy_from_slice(units);
    copy
}

pub(crate) fn make_well_formed(units: Text<u16>) -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, move |case, buffers| {
            utf16::make_well_formed(copied(units(case), buffers));
            units(case).len()
        }),
        implementation("simdutf", Baseline, Units16, move |case, buffers| {
            let copy = copied(units(case), buffers);
            // SAFETY: it changes the text in place.
            unsafe { simdutf::to_well_formed_utf16(copy.as_ptr(), copy.len(), copy.as_mut_ptr()) };
            units(case).len()
        }),
        implementation("copy alone", Peer, Unchecked, move |case, buffers| {
            copied(units(case), buffers).len()
        }),
    ]
}

fn utf16_swap_bytes() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, |case, buffers| {
            utf16::swap_bytes_to(case.utf16, &mut *buffers.units16).unwrap_or(0)
        }),
        implementation("in place", Variant, Unchecked, |case, buffers| {
            utf16::swap_bytes(&mut buffers.units16[..case.utf16.len()]);
            0
        }),
        implementation("simdutf", Baseline, Units16, |case, buffers| {
            let (units, len) = (case.utf16, case.utf16.len());
            assert!(buffers.units16.len() >= len);
            // SAFETY: it writes as many code units as it reads, and the assertion checks that they fit.
            unsafe { simdutf::change_endianness_utf16(units.as_ptr(), len, buffers.units16.as_mut_ptr()) };
            len
        }),
    ]
}

fn utf32_swap_bytes() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units32, |case, buffers| {
            utf32::swap_bytes_to(case.utf32, &mut *buffers.units32).unwrap_or(0)
        }),
        implementation("in place", Variant, Unchecked, |case, buffers| {
            utf32::swap_bytes(&mut buffers.units32[..case.utf32.len()]);
            0
        }),
        implementation("loop", Baseline, Units32, |case, buffers| {
            for (to, unit) in buffers.units32.iter_mut().zip(case.utf32) {
                *to = unit.swap_bytes();
            }
            case.utf32.len()
        }),
    ]
}

fn utf16_is_ascii() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Number, |case, _| {
            usize::from(utf16::is_ascii(case.ascii_utf16))
        }),
        implementation("simdutf", Baseline, Number, |case, _| {
            usize::from(simdutf::validate_utf16_as_ascii(case.ascii_utf16))
        }),
    ]
}

fn utf16be_to_utf16() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, |case, buffers| {
            let done = BIG.decode_to_utf16(case.utf16_big, Policy::Fail, &mut *buffers.units16);
            done.map_or(0, |done| done.written)
        }),
        implementation("simdutf", Baseline, Units16, |case, buffers| {
            let (units, len) = units_of(case.utf16_big);
            assert!(buffers.units16.len() >= len);
            // SAFETY: both read the code units. The second writes as many, and the assertion checks that they fit.
            unsafe {
                let valid = simdutf::validate_utf16be(std::slice::from_raw_parts(units, len));
                simdutf::change_endianness_utf16(units, len, buffers.units16.as_mut_ptr());
                if valid { len } else { 0 }
            }
        }),
    ]
}

/// Returns the place for UTF-16BE of simdutf, of which it writes at most `len` code units.
fn destination<'b>(buffers: &'b mut Buffers, len: usize) -> &'b mut [u16] {
    // SAFETY: any bytes are code units.
    let (before, units, _) = unsafe { buffers.bytes.align_to_mut::<u16>() };
    assert!(before.is_empty() && units.len() >= len);
    units
}

fn utf16be_to_latin1() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            converted(
                case.latin1_utf16_big,
                BIG,
                Encoding::Latin1,
                Policy::Fail,
                buffers,
            )
        }),
        implementation("simdutf", Baseline, Bytes, |case, buffers| {
            narrowed_by_simdutf(case.latin1_utf16_big, buffers)
        }),
    ]
}

fn latin1_to_utf16be() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Big16, |case, buffers| {
            converted(case.latin1, Encoding::Latin1, BIG, Policy::Fail, buffers)
        }),
        implementation("simdutf", Baseline, Big16, |case, buffers| {
            widened_by_simdutf(case.latin1, buffers)
        }),
    ]
}

fn utf16be_to_ascii() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            converted(case.ascii_utf16_big, BIG, Encoding::Ascii, Policy::Fail, buffers)
        }),
        implementation("simdutf", Baseline, Bytes, |case, buffers| {
            narrowed_by_simdutf(case.ascii_utf16_big, buffers)
        }),
    ]
}

fn ascii_to_utf16be() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Big16, |case, buffers| {
            converted(case.ascii, Encoding::Ascii, BIG, Policy::Fail, buffers)
        }),
        implementation("simdutf", Baseline, Big16, |case, buffers| {
            widened_by_simdutf(case.ascii, buffers)
        }),
    ]
}

/// Converts UTF-16BE to Latin-1, for ASCII too: simdutf has no function for that.
fn narrowed_by_simdutf(bytes: &[u8], buffers: &mut Buffers) -> usize {
    let (units, len) = units_of(bytes);
    assert!(buffers.bytes.len() >= len);
    // SAFETY: it writes at most one byte for each code unit, and the assertion checks that they fit.
    unsafe { simdutf::convert_utf16be_to_latin1(units, len, buffers.bytes.as_mut_ptr()) }
}

/// Converts Latin-1 to UTF-16BE, for ASCII too.
fn widened_by_simdutf(bytes: &[u8], buffers: &mut Buffers) -> usize {
    let to = destination(buffers, bytes.len());
    // SAFETY: it writes one code unit for each byte, and `destination` has checked that they fit.
    unsafe { 2 * simdutf::convert_latin1_to_utf16be(bytes.as_ptr(), bytes.len(), to.as_mut_ptr()) }
}
