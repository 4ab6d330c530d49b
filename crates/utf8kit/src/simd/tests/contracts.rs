//! Checks every kernel that `dispatch/rows.rs` lists on any input, by the type of its function.

use super::Random;
use crate::Tier;
use crate::code_unit::{CodeUnit, Number};
use crate::engine::as_uninit;
use crate::simd::dispatch::{available, check_all};
use crate::simd::find_utf8_errors::Marks;
use crate::simd::repair_utf8::Repaired;
use crate::simd::validate_utf8::LastBlock;
use core::fmt::Debug;
use core::mem::MaybeUninit;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

#[test]
fn every_kernel_accepts_any_input() {
    for kernels in available() {
        check_all(kernels.tier());
    }
}

/// The number of inputs of each kernel.
const ROUNDS: usize = if cfg!(debug_assertions) { 60 } else { 1000 };

/// The value after the end of each destination.
const GUARD: u32 = 0xA5;

/// Checks the function of a kernel for a tier.
pub(crate) fn check<F: Contract>(name: &str, tier: Tier, of_tier: fn(Tier) -> F) {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for _ in 0..ROUNDS {
        let context = format!("{name}, {tier}");
        of_tier(tier).check(of_tier(Tier::Portable), &context, &mut random);
    }
}

/// The type of a kernel's function. It states what the function does with any input.
pub(crate) trait Contract {
    /// Checks the function on a random input. `portable` is the function of plain code.
    fn check(self, portable: Self, context: &str, random: &mut Random);
}

/// Returns random code units, most of them ASCII.
fn any_units<A: CodeUnit>(random: &mut Random) -> Vec<A> {
    let len = random.below(400);
    let damage = 1 + random.below(200);
    let mut unit = || match random.below(damage) {
        0 => random.next() as u32,
        _ => 0x20 + random.below(0x60) as u32,
    };
    (0..len)
        .map(|_| A::from_number(<A::Number as Number>::lowest(unit())))
        .collect()
}

/// Returns the memory of a destination, and the length of the destination. What is behind must not be changed.
fn destination<B: CodeUnit>(random: &mut Random) -> (Vec<B>, usize) {
    let len = random.below(900);
    (
        vec![B::from_number(<B::Number as Number>::lowest(GUARD)); len + 64],
        len,
    )
}

fn assert_guard<B: CodeUnit>(dst: &[B], len: usize, context: &str) {
    let is_guard = |unit: &B| Into::<u32>::into(unit.number()) == GUARD;
    assert!(
        dst[len..].iter().all(is_guard),
        "{context}: wrote after the end of {len}"
    );
}

/// A prefix, or a length, which every tier computes alike.
impl<A: CodeUnit> Contract for unsafe fn(&[A]) -> usize {
    fn check(self, portable: Self, context: &str, random: &mut Random) {
        let src: Vec<A> = any_units(random);
        // SAFETY: the tier is available.
        let (result, expected) = unsafe { (self(&src), portable(&src)) };
        if context.contains("_prefix,") {
            assert!(result <= src.len(), "{context}: {result} of {}", src.len());
        } else {
            assert_eq!(result, expected, "{context}");
        }
    }
}

/// A test, with which every tier agrees.
impl<A: CodeUnit> Contract for unsafe fn(&[A]) -> bool {
    fn check(self, portable: Self, context: &str, random: &mut Random) {
        let src: Vec<A> = any_units(random);
        // SAFETY: the tier is available.
        let (result, expected) = unsafe { (self(&src), portable(&src)) };
        assert_eq!(result, expected, "{context}");
    }
}

/// Blocks after others, with which every tier agrees as long as there is no error.
impl Contract for unsafe fn(&mut LastBlock, &[[u8; 64]]) -> bool {
    fn check(self, portable: Self, context: &str, random: &mut Random) {
        let src: Vec<u8> = any_units(random);
        let (blocks, _) = src.as_chunks();
        let (before, blocks) = blocks.split_at(random.below(2).min(blocks.len()));
        let mut before_all = LastBlock::none();
        // SAFETY: the tier is available.
        let has_error = unsafe { portable(&mut before_all, before) };
        let (mut last, mut expected) = (before_all.clone(), before_all);
        // SAFETY: the tier is available.
        let results = unsafe { [self(&mut last, blocks), portable(&mut expected, blocks)] };
        assert_eq!(last.end(), expected.end(), "{context}");
        assert!(
            has_error || results[0] == results[1],
            "{context}: {before:X?} {blocks:X?}"
        );
    }
}

/// A conversion, which stays in both buffers.
impl<A: CodeUnit, B: CodeUnit> Contract for unsafe fn(&[A], &mut [MaybeUninit<B>]) -> (usize, usize) {
    fn check(self, _: Self, context: &str, random: &mut Random) {
        let src: Vec<A> = any_units(random);
        let (mut dst, len) = destination::<B>(random);
        // SAFETY: the tier is available, and the kernel writes initialized units only.
        let (read, written) = unsafe { self(&src, as_uninit(&mut dst[..len])) };
        assert!(read <= src.len(), "{context}: {read} of {}", src.len());
        assert!(written <= len, "{context}: {written} of {len}");
        assert_guard(&dst, len, context);
    }
}

/// A copy of bytes.
impl Contract for unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> usize {
    fn check(self, _: Self, context: &str, random: &mut Random) {
        let src: Vec<u8> = any_units(random);
        let (mut dst, len) = destination::<u8>(random);
        // SAFETY: the tier is available, and the kernel writes initialized units only.
        let copied = unsafe { self(&src, as_uninit(&mut dst[..len])) };
        assert_eq!(dst[..copied], src[..copied], "{context}");
        assert_guard(&dst, len, context);
    }
}

/// A repair, which writes what the standard library writes.
impl Contract for unsafe fn(&[u8], &mut [MaybeUninit<u8>], usize) -> Repaired {
    fn check(self, _: Self, context: &str, random: &mut Random) {
        let src: Vec<u8> = any_units(random);
        let (mut dst, len) = destination::<u8>(random);
        let clean_bytes = random.below(200);
        // SAFETY: the tier is available, and the kernel writes initialized units only.
        let repaired = unsafe { self(&src, as_uninit(&mut dst[..len]), clean_bytes) };
        let text = String::from_utf8_lossy(&src[..repaired.read]);
        assert_eq!(text.as_bytes(), &dst[..repaired.written], "{context}");
        assert_guard(&dst, len, context);
    }
}

/// A repair of UTF-16, which writes what the standard library writes: of all or nothing, or over errors of a part that cuts no pair.
impl Contract for unsafe fn(&[u8], &mut [MaybeUninit<u8>]) -> Repaired {
    fn check(self, _: Self, context: &str, random: &mut Random) {
        let mut units: Vec<u16> = any_units(random);
        for unit in &mut units {
            if random.below(8) == 0 {
                *unit = 0xD800 + random.below(0x800) as u16;
            }
        }
        let is_big = context.starts_with("utf16be");
        let src: Vec<u8> = units
            .iter()
            .flat_map(|&unit| {
                if is_big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            })
            .collect();
        let (mut dst, len) = destination::<u8>(random);
        // SAFETY: the tier is available, and the kernel writes initialized units only.
        let repaired = unsafe { self(&src, as_uninit(&mut dst[..len])) };
        assert_guard(&dst, len, context);
        if repaired.read == 0 {
            assert_eq!((repaired.written, repaired.replaced), (0, 0), "{context}");
            return;
        }
        if !context.contains("over_errors") {
            assert_eq!(repaired.read, units.len(), "{context}");
        }
        let rest = units.split_off(repaired.read);
        let pair = [units.last(), rest.first()].map(|unit| unit.copied().unwrap_or_default());
        assert!(
            char::decode_utf16(pair)
                .next()
                .is_none_or(|c| c.is_err() || c.is_ok_and(|c| c < '\u{10000}')),
            "{context}"
        );
        let text = String::from_utf16_lossy(&units);
        assert_eq!(text.as_bytes(), &dst[..repaired.written], "{context}");
        let errors = char::decode_utf16(units).filter(Result::is_err).count();
        assert_eq!(repaired.replaced, errors, "{context}");
    }
}

/// A search for errors.
impl Contract for unsafe fn(&[u8], &mut [Marks]) -> usize {
    fn check(self, _: Self, context: &str, random: &mut Random) {
        let src: Vec<u8> = any_units(random);
        let mut marks = vec![Marks::default(); random.below(8)];
        // SAFETY: the tier is available.
        let searched = unsafe { self(&src, &mut marks) };
        assert!(searched <= src.len(), "{context}: {searched} of {}", src.len());
    }
}

/// A copy of code units, which every tier makes alike.
impl<R: PartialEq + Debug> Contract for unsafe fn(*const u8, *mut u8, usize) -> R {
    fn check(self, portable: Self, context: &str, random: &mut Random) {
        let src: Vec<u8> = any_units(random);
        let units = src.len() / 4;
        let mut got = vec![GUARD as u8; src.len() + 64];
        let mut expected = got.clone();
        // SAFETY: the tier is available. A code unit has at most four bytes, and both buffers have as many for each.
        let results = unsafe {
            (
                self(src.as_ptr(), got.as_mut_ptr(), units),
                portable(src.as_ptr(), expected.as_mut_ptr(), units),
            )
        };
        assert_eq!(results.0, results.1, "{context}");
        assert_eq!(got, expected, "{context}");
    }
}
