//! Operations on UTF-16 and UTF-32 in the byte order that is not the machine's, and the repair of UTF-16.

use crate::measure::{Buffers, Case, Implementation, Output, Role, implementation};
use crate::ops::Op;
use utf8kit::{Endian, utf16, utf32};

use Output::{Big16, Unchecked, Units16};
use Role::{Baseline, Ours, Peer, Variant};

/// Returns a text of a case.
type Text<T> = for<'a> fn(&Case<'a>) -> &'a [T];

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
];

/// Functions of simdutf that its Rust bindings lack. Its C++ functions have these symbols on systems that use the Itanium
/// C++ ABI.
mod missing {
    unsafe extern "C" {
        #[link_name = "_ZN7simdutf20to_well_formed_utf16EPKDsmPDs"]
        pub fn to_well_formed_utf16(src: *const u16, len: usize, dst: *mut u16);
        #[link_name = "_ZN7simdutf22to_well_formed_utf16beEPKDsmPDs"]
        pub fn to_well_formed_utf16be(src: *const u16, len: usize, dst: *mut u16);
    }
}

/// Returns the code units of UTF-16BE for simdutf, whose destinations and sources are `char16_t`.
fn units_of(bytes: &[u8]) -> (*const u16, usize) {
    assert!(bytes.as_ptr().cast::<u16>().is_aligned());
    (bytes.as_ptr().cast(), bytes.len() / 2)
}

fn to_well_formed(units: Text<u16>, bytes: Text<u8>) -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, move |case, buffers| {
            utf16::to_well_formed(units(case), buffers.units16).map_or(0, |done| done.written)
        }),
        implementation("big-endian", Variant, Big16, move |case, buffers| {
            utf16::bytes_to_well_formed(bytes(case), Endian::Big, buffers.bytes)
                .map_or(0, |done| done.written)
        }),
        implementation("simdutf", Baseline, Units16, move |case, buffers| {
            let units = units(case);
            assert!(buffers.units16.len() >= units.len());
            // SAFETY: it writes as many code units as it reads, and the assertion checks that they fit.
            unsafe {
                missing::to_well_formed_utf16(units.as_ptr(), units.len(), buffers.units16.as_mut_ptr())
            };
            units.len()
        }),
        implementation("simdutf BE", Peer, Big16, move |case, buffers| {
            let (units, len) = units_of(bytes(case));
            let to = buffers.bytes.as_mut_ptr().cast::<u16>();
            assert!(to.is_aligned() && buffers.bytes.len() >= 2 * len);
            // SAFETY: it writes as many code units as it reads, and the assertion checks that they fit.
            unsafe { missing::to_well_formed_utf16be(units, len, to) };
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

fn make_well_formed(units: Text<u16>) -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Units16, move |case, buffers| {
            utf16::make_well_formed(copied(units(case), buffers));
            units(case).len()
        }),
        implementation("simdutf", Baseline, Units16, move |case, buffers| {
            let copy = copied(units(case), buffers);
            // SAFETY: it changes the text in place.
            unsafe { missing::to_well_formed_utf16(copy.as_ptr(), copy.len(), copy.as_mut_ptr()) };
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
            utf16::swap_bytes_to(case.utf16, buffers.units16).unwrap_or(0)
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
        implementation("utf8kit", Ours, Output::Units32, |case, buffers| {
            utf32::swap_bytes_to(case.utf32, buffers.units32).unwrap_or(0)
        }),
        implementation("in place", Variant, Unchecked, |case, buffers| {
            utf32::swap_bytes(&mut buffers.units32[..case.utf32.len()]);
            0
        }),
        implementation("loop", Baseline, Output::Units32, |case, buffers| {
            for (to, unit) in buffers.units32.iter_mut().zip(case.utf32) {
                *to = unit.swap_bytes();
            }
            case.utf32.len()
        }),
    ]
}
