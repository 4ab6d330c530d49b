//! Every conversion, check and length through C returns what the Rust library returns: on well-formed and damaged text, with
//! every destination size, at every alignment, and on arguments that are not allowed.

use crate::common::{
    ascii_texts, latin1_texts, random, utf8_texts, utf16_bytes_texts, utf16_texts, utf32_texts,
};
use std::ffi::c_char;
use std::ptr;
use utf8kit::{
    ConvertError, ConvertErrorKind, DestinationFull, Encoding, Endian, ErrorKind, IllFormed, Lossy, Policy,
};
use utf8kit::{ascii, convert, converted_len, latin1, utf8, utf16, utf32};
use utf8kit_capi::*;

/// What the Rust library says, as C says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Expected {
    read: usize,
    written: usize,
    replaced: usize,
    stop: utf8kit_stop,
    kind: utf8kit_kind,
    offset: u64,
    length: usize,
    character: u32,
}

const DONE: Expected = Expected {
    read: 0,
    written: 0,
    replaced: 0,
    stop: UTF8KIT_STOP_INPUT_USED,
    kind: UTF8KIT_KIND_NONE,
    offset: 0,
    length: 0,
    character: 0,
};

fn kind(kind: ErrorKind) -> utf8kit_kind {
    match kind {
        ErrorKind::UnexpectedContinuation => 1,
        ErrorKind::Overlong => 2,
        ErrorKind::Surrogate => 3,
        ErrorKind::TooLarge => 4,
        ErrorKind::NeverValid => 5,
        ErrorKind::MissingContinuation => 6,
        ErrorKind::UnexpectedEnd => 7,
        ErrorKind::Undefined => 8,
        kind => panic!("{kind:?}"),
    }
}

fn ill_formed(error: IllFormed, len: usize) -> Expected {
    let offset = error.valid_up_to();
    Expected {
        read: offset,
        stop: UTF8KIT_STOP_ILL_FORMED,
        kind: kind(error.kind()),
        offset: offset as u64,
        length: error.error_len().unwrap_or(len - offset),
        ..DONE
    }
}

/// What a function of the Rust library returns.
trait Outcome {
    fn expected(self, len: usize) -> Expected;
}

impl Outcome for Result<usize, ConvertError> {
    fn expected(self, len: usize) -> Expected {
        let error = match self {
            Ok(written) => {
                return Expected {
                    read: len,
                    written,
                    ..DONE
                };
            }
            Err(error) => error,
        };
        let (read, written) = (error.read(), error.written());
        let here = Expected {
            read,
            written,
            ..DONE
        };
        match error.kind() {
            ConvertErrorKind::IllFormed(error) => Expected {
                written,
                ..ill_formed(error, len)
            },
            ConvertErrorKind::DestinationFull => Expected {
                stop: UTF8KIT_STOP_OUTPUT_FULL,
                ..here
            },
            ConvertErrorKind::NotRepresentable(c) => Expected {
                stop: UTF8KIT_STOP_NOT_REPRESENTABLE,
                character: c,
                offset: read as u64,
                ..here
            },
            kind => panic!("{kind:?}"),
        }
    }
}

impl Outcome for Result<usize, DestinationFull> {
    fn expected(self, len: usize) -> Expected {
        let done = self.map(|written| Lossy { written, replaced: 0 });
        done.expected(len)
    }
}

impl Outcome for Result<Lossy, DestinationFull> {
    fn expected(self, len: usize) -> Expected {
        match self {
            Ok(done) => Expected {
                read: len,
                written: done.written,
                replaced: done.replaced,
                ..DONE
            },
            Err(error) => Expected {
                read: error.read(),
                written: error.written(),
                replaced: error.replaced(),
                stop: UTF8KIT_STOP_OUTPUT_FULL,
                ..DONE
            },
        }
    }
}

fn found(result: utf8kit_result) -> Expected {
    Expected {
        read: result.read,
        written: result.written,
        replaced: result.replaced,
        stop: result.stop,
        kind: result.kind,
        offset: result.offset,
        length: result.length as usize,
        character: result.character,
    }
}

/// A unit as Rust has it, and as C declares it.
trait Unit: Copy + Default + PartialEq + std::fmt::Debug + 'static {
    type C: 'static;
    /// A value of which no byte is zero.
    const CANARY: Self;
}

impl Unit for u8 {
    type C = c_char;
    const CANARY: u8 = 0xA5;
}

impl Unit for u16 {
    type C = u16;
    const CANARY: u16 = 0xA5A5;
}

impl Unit for u32 {
    type C = u32;
    const CANARY: u32 = 0xA5A5_A5A5;
}

type Convert<A, B> = unsafe extern "C" fn(*const A, usize, *mut B, usize) -> utf8kit_result;

/// The number of units beside a destination that are checked.
const MARGIN: usize = 80;

/// Compares a conversion with that of the Rust library.
fn compare_conversion<A: Unit, B: Unit, R: Outcome>(
    name: &str,
    c: Convert<A::C, B::C>,
    rust: impl Fn(&[A], &mut [B]) -> R,
    texts: &[Vec<A>],
) {
    let mut random = random(name);
    for text in texts {
        let mut all = vec![B::default(); 4 * text.len() + 8];
        let enough = rust(text, &mut all).expected(text.len()).written;
        let sizes: Vec<usize> = match text.len() {
            ..=24 => (0..=enough + 2).collect(),
            _ => vec![
                0,
                enough,
                enough + 1,
                enough.saturating_sub(1),
                random.below(enough + 1),
                all.len(),
            ],
        };
        for capacity in sizes {
            // At another offset each time, so that bytes have every alignment.
            let start = random.below(17);
            let mut source = vec![A::CANARY; start];
            source.extend_from_slice(text);
            let mut dst = vec![B::CANARY; MARGIN + capacity + MARGIN];
            let expected = rust(text, &mut all[..capacity]).expected(text.len());
            // SAFETY: the pointers are those of `text.len()` and `capacity` units.
            let result = unsafe {
                let dst = dst[MARGIN..].as_mut_ptr().cast();
                c(source[start..].as_ptr().cast(), text.len(), dst, capacity)
            };
            assert_eq!(found(result), expected, "{name}: {text:X?} into {capacity}");
            let written = MARGIN + expected.written;
            assert_eq!(dst[MARGIN..written], all[..expected.written], "{name}: {text:X?}");
            let outside = dst[..MARGIN].iter().chain(&dst[MARGIN + capacity..]);
            assert!(
                outside.copied().all(|unit| unit == B::CANARY),
                "{name}: {text:X?}"
            );
        }
    }

    // SAFETY: NULL with zero is allowed. With another number, and where units are not aligned, nothing is accessed.
    unsafe {
        let empty = c(ptr::null(), 0, ptr::null_mut(), 0);
        assert_eq!(found(empty), DONE, "{name}");
        let mut dst = [B::CANARY; 2];
        let refused = [
            c(ptr::null(), 1, dst.as_mut_ptr().cast(), 2),
            c([A::CANARY; 2].as_ptr().cast(), 1, ptr::null_mut(), 2),
            c(
                [A::CANARY; 2].as_ptr().cast(),
                usize::MAX,
                dst.as_mut_ptr().cast(),
                2,
            ),
            c(
                [A::CANARY; 2].as_ptr().cast(),
                1,
                dst.as_mut_ptr().cast(),
                usize::MAX,
            ),
        ];
        for result in refused {
            assert_eq!(result.stop, UTF8KIT_STOP_INVALID_ARGUMENT, "{name}");
        }
        if align_of::<A>() > 1 {
            let odd = [A::CANARY; 3].as_ptr().byte_add(1);
            let result = c(odd.cast(), 1, dst.as_mut_ptr().cast(), 2);
            assert_eq!(result.stop, UTF8KIT_STOP_INVALID_ARGUMENT, "{name}");
        }
        if align_of::<B>() > 1 {
            let odd = dst.as_mut_ptr().byte_add(1);
            let result = c([A::CANARY; 2].as_ptr().cast(), 1, odd.cast(), 1);
            assert_eq!(result.stop, UTF8KIT_STOP_INVALID_ARGUMENT, "{name}");
        }
        assert_eq!(dst, [B::CANARY; 2], "{name}");
    }
}

/// Compares a function that measures a text with that of the Rust library. `refused` is what it returns for arguments that are
/// not allowed.
fn compare_measure<A: Unit, R: PartialEq + std::fmt::Debug + Copy>(
    name: &str,
    c: unsafe extern "C" fn(*const A::C, usize) -> R,
    rust: impl Fn(&[A]) -> R,
    refused: R,
    texts: &[Vec<A>],
) {
    let mut random = random(name);
    for text in texts {
        let start = random.below(17);
        let mut source = vec![A::CANARY; start];
        source.extend_from_slice(text);
        // SAFETY: the pointer is that of `text.len()` units.
        let measured = unsafe { c(source[start..].as_ptr().cast(), text.len()) };
        assert_eq!(measured, rust(text), "{name}: {text:X?}");
    }
    // SAFETY: NULL with zero is allowed. With another number, and where units are not aligned, nothing is accessed.
    unsafe {
        assert_eq!(c(ptr::null(), 0), rust(&[]), "{name}");
        assert_eq!(c(ptr::null(), 1), refused, "{name}");
        assert_eq!(c([A::CANARY; 1].as_ptr().cast(), usize::MAX), refused, "{name}");
        if align_of::<A>() > 1 {
            let odd = [A::CANARY; 3].as_ptr().byte_add(1);
            assert_eq!(c(odd.cast(), 1), refused, "{name}");
        }
    }
}

/// Compares a validation with that of the Rust library.
fn compare_validation<A: Unit>(
    name: &str,
    c: unsafe extern "C" fn(*const A::C, usize) -> utf8kit_result,
    rust: impl Fn(&[A]) -> Option<IllFormed>,
    texts: &[Vec<A>],
) {
    for text in texts {
        let expected = match rust(text) {
            Some(error) => ill_formed(error, text.len()),
            None => Expected {
                read: text.len(),
                ..DONE
            },
        };
        // SAFETY: the pointer is that of `text.len()` units.
        let result = unsafe { c(text.as_ptr().cast(), text.len()) };
        assert_eq!(found(result), expected, "{name}: {text:X?}");
        if let Some(error) = rust(text) {
            let context = &result.context[..usize::from(result.context_length)];
            assert_eq!(context, error.context(), "{name}: {text:X?}");
        }
    }
    // SAFETY: nothing is accessed.
    unsafe {
        assert_eq!(found(c(ptr::null(), 0)), DONE, "{name}");
        assert_eq!(c(ptr::null(), 1).stop, UTF8KIT_STOP_INVALID_ARGUMENT, "{name}");
    }
}

/// Compares conversions: the function of C, and what the Rust library does.
macro_rules! conversions {
    ($texts:expr, $($c:ident: $rust:expr;)*) => {
        $(compare_conversion(stringify!($c), $c, $rust, $texts);)*
    };
}

macro_rules! measures {
    ($texts:expr, $refused:expr, $($c:ident: $rust:expr;)*) => {
        $(compare_measure(stringify!($c), $c, $rust, $refused, $texts);)*
    };
}

#[test]
fn utf8_through_c_is_utf8_of_rust() {
    let texts = &utf8_texts();
    conversions!(texts,
        utf8kit_utf8_to_utf16: |src, dst: &mut [u16]| utf8::to_utf16(src, dst);
        utf8kit_utf8_to_utf32: |src, dst: &mut [u32]| utf8::to_utf32(src, dst);
        utf8kit_utf8_to_latin1: |src, dst: &mut [u8]| utf8::to_latin1(src, dst);
        utf8kit_utf8_to_ascii: |src, dst: &mut [u8]| utf8::to_ascii(src, dst);
        utf8kit_utf8_to_utf16_lossy: |src, dst: &mut [u16]| utf8::to_utf16_lossy(src, dst);
        utf8kit_utf8_to_utf32_lossy: |src, dst: &mut [u32]| utf8::to_utf32_lossy(src, dst);
        utf8kit_utf8_to_latin1_lossy: |src, dst: &mut [u8]| utf8::to_latin1_lossy(src, dst);
        utf8kit_utf8_to_ascii_lossy: |src, dst: &mut [u8]| utf8::to_ascii_lossy(src, dst);
    );
    measures!(texts, false,
        utf8kit_utf8_is_valid: utf8::is_valid;
        utf8kit_utf8_is_latin1: utf8::is_latin1;
    );
    measures!(texts, 0,
        utf8kit_utf8_count: utf8::count;
        utf8kit_utf8_utf16_len: utf8::utf16_len;
        utf8kit_utf8_lossy_count: utf8::lossy_count;
        utf8kit_utf8_lossy_utf8_len: utf8::lossy_utf8_len;
        utf8kit_utf8_lossy_utf16_len: utf8::lossy_utf16_len;
        utf8kit_utf8_complete_len: |src| utf8::split_incomplete(src).0.len();
    );
    compare_validation(
        "utf8kit_utf8_validate",
        utf8kit_utf8_validate,
        |src| utf8::validate(src).err(),
        texts,
    );
}

#[test]
fn repair_through_c_is_repair_of_rust() {
    for text in utf8_texts() {
        let expected = utf8::repair(&text);
        let mut dst = vec![0xA5u8; expected.len() + MARGIN];
        // SAFETY: the pointers are those of so many bytes.
        let result = unsafe {
            utf8kit_utf8_repair(
                text.as_ptr().cast(),
                text.len(),
                dst.as_mut_ptr().cast(),
                expected.len(),
            )
        };
        assert_eq!(
            (result.stop, result.read, result.written),
            (0, text.len(), expected.len()),
            "{text:X?}"
        );
        assert_eq!(&dst[..expected.len()], expected.as_bytes(), "{text:X?}");
        assert!(dst[expected.len()..].iter().all(|&byte| byte == 0xA5));
        let errors = utf8::chunks(&text)
            .filter(|chunk| chunk.error().is_some())
            .count();
        assert_eq!(result.replaced, errors, "{text:X?}");
    }
}

#[test]
fn boundaries_and_characters_through_c_are_those_of_rust() {
    for text in utf8_texts().iter().filter(|text| text.len() <= 40) {
        let (pointer, len) = (text.as_ptr().cast(), text.len());
        // SAFETY: the pointer is that of `len` bytes.
        unsafe {
            for index in 0..len + 2 {
                assert_eq!(
                    utf8kit_utf8_is_boundary(pointer, len, index),
                    utf8::is_boundary(text, index)
                );
                assert_eq!(
                    utf8kit_utf8_floor_boundary(pointer, len, index),
                    utf8::floor_boundary(text, index)
                );
                assert_eq!(
                    utf8kit_utf8_ceil_boundary(pointer, len, index),
                    utf8::ceil_boundary(text, index)
                );
            }
            let mut first = 1;
            let result = utf8kit_utf8_decode_first(pointer, len, &mut first);
            check_character(utf8::decode_first(text), result, first);
            let mut last = 1;
            let result = utf8kit_utf8_decode_last(pointer, len, &mut last);
            check_character(utf8::decode_last(text), result, last);
            let refused = utf8kit_utf8_decode_first(pointer, len, ptr::null_mut());
            assert_eq!(refused.stop, UTF8KIT_STOP_INVALID_ARGUMENT);
        }
    }
}

fn check_character(
    expected: Option<(Result<char, IllFormed>, usize)>,
    result: utf8kit_result,
    character: u32,
) {
    match expected {
        None => assert_eq!(
            (result.stop, result.read, character),
            (UTF8KIT_STOP_INPUT_USED, 0, 0)
        ),
        Some((Ok(c), len)) => {
            assert_eq!(
                (result.stop, result.read, character),
                (UTF8KIT_STOP_INPUT_USED, len, c.into())
            );
        }
        Some((Err(error), len)) => {
            assert_eq!(
                (result.stop, result.kind, character),
                (UTF8KIT_STOP_ILL_FORMED, kind(error.kind()), 0)
            );
            assert_eq!(
                (result.length as usize, result.offset),
                (len, error.valid_up_to() as u64)
            );
        }
    }
}

#[test]
fn utf16_through_c_is_utf16_of_rust() {
    let texts = &utf16_texts();
    conversions!(texts,
        utf8kit_utf16_to_utf8: |src, dst: &mut [u8]| utf16::to_utf8(src, dst);
        utf8kit_utf16_to_utf32: |src, dst: &mut [u32]| utf16::to_utf32(src, dst);
        utf8kit_utf16_to_latin1: |src, dst: &mut [u8]| utf16::to_latin1(src, dst);
        utf8kit_utf16_to_ascii: |src, dst: &mut [u8]| utf16::to_ascii(src, dst);
        utf8kit_utf16_to_utf8_lossy: |src, dst: &mut [u8]| utf16::to_utf8_lossy(src, dst);
        utf8kit_utf16_to_utf32_lossy: |src, dst: &mut [u32]| utf16::to_utf32_lossy(src, dst);
        utf8kit_utf16_to_latin1_lossy: |src, dst: &mut [u8]| utf16::to_latin1_lossy(src, dst);
        utf8kit_utf16_to_ascii_lossy: |src, dst: &mut [u8]| utf16::to_ascii_lossy(src, dst);
        utf8kit_utf16_to_well_formed: |src, dst: &mut [u16]| utf16::to_well_formed(src, dst);
        utf8kit_utf16_swap_bytes_to: |src, dst: &mut [u16]| utf16::swap_bytes_to(src, dst);
    );
    measures!(texts, false,
        utf8kit_utf16_is_valid: utf16::is_valid;
        utf8kit_utf16_is_ascii: utf16::is_ascii;
        utf8kit_utf16_is_latin1: utf16::is_latin1;
    );
    measures!(texts, 0,
        utf8kit_utf16_count: utf16::count;
        utf8kit_utf16_lossy_count: utf16::lossy_count;
        utf8kit_utf16_utf8_len: utf16::utf8_len;
        utf8kit_utf16_lossy_utf8_len: utf16::lossy_utf8_len;
        utf8kit_utf16_complete_len: |src| utf16::split_incomplete(src).0.len();
    );
    compare_validation(
        "utf8kit_utf16_validate",
        utf8kit_utf16_validate,
        |src| utf16::validate(src).err(),
        texts,
    );
    for text in texts {
        let (mut c, mut rust) = (text.clone(), text.clone());
        // SAFETY: the pointer is that of so many units.
        let replaced = unsafe { utf8kit_utf16_make_well_formed(c.as_mut_ptr(), c.len()) };
        assert_eq!(replaced, utf16::make_well_formed(&mut rust));
        assert_eq!(c, rust);
        // SAFETY: as before.
        unsafe { utf8kit_utf16_swap_bytes(c.as_mut_ptr(), c.len()) };
        utf16::swap_bytes(&mut rust);
        assert_eq!(c, rust);
    }
}

#[test]
fn utf32_through_c_is_utf32_of_rust() {
    let texts = &utf32_texts();
    conversions!(texts,
        utf8kit_utf32_to_utf8: |src, dst: &mut [u8]| utf32::to_utf8(src, dst);
        utf8kit_utf32_to_utf16: |src, dst: &mut [u16]| utf32::to_utf16(src, dst);
        utf8kit_utf32_to_latin1: |src, dst: &mut [u8]| utf32::to_latin1(src, dst);
        utf8kit_utf32_to_ascii: |src, dst: &mut [u8]| utf32::to_ascii(src, dst);
        utf8kit_utf32_to_utf8_lossy: |src, dst: &mut [u8]| utf32::to_utf8_lossy(src, dst);
        utf8kit_utf32_to_utf16_lossy: |src, dst: &mut [u16]| utf32::to_utf16_lossy(src, dst);
        utf8kit_utf32_to_latin1_lossy: |src, dst: &mut [u8]| utf32::to_latin1_lossy(src, dst);
        utf8kit_utf32_to_ascii_lossy: |src, dst: &mut [u8]| utf32::to_ascii_lossy(src, dst);
        utf8kit_utf32_swap_bytes_to: |src, dst: &mut [u32]| utf32::swap_bytes_to(src, dst);
    );
    measures!(texts, false,
        utf8kit_utf32_is_valid: utf32::is_valid;
        utf8kit_utf32_is_ascii: utf32::is_ascii;
        utf8kit_utf32_is_latin1: utf32::is_latin1;
    );
    measures!(texts, 0,
        utf8kit_utf32_utf8_len: utf32::utf8_len;
        utf8kit_utf32_utf16_len: utf32::utf16_len;
        utf8kit_utf32_lossy_utf8_len: utf32::lossy_utf8_len;
        utf8kit_utf32_lossy_utf16_len: utf32::lossy_utf16_len;
    );
    compare_validation(
        "utf8kit_utf32_validate",
        utf8kit_utf32_validate,
        |src| utf32::validate(src).err(),
        texts,
    );
    for text in texts {
        let (mut c, mut rust) = (text.clone(), text.clone());
        // SAFETY: the pointer is that of so many units.
        unsafe { utf8kit_utf32_swap_bytes(c.as_mut_ptr(), c.len()) };
        utf32::swap_bytes(&mut rust);
        assert_eq!(c, rust);
    }
}

#[test]
fn latin1_through_c_is_latin1_of_rust() {
    let texts = &latin1_texts();
    conversions!(texts,
        utf8kit_latin1_to_utf8: |src, dst: &mut [u8]| latin1::to_utf8(src, dst);
        utf8kit_latin1_to_utf16: |src, dst: &mut [u16]| latin1::to_utf16(src, dst);
        utf8kit_latin1_to_utf32: |src, dst: &mut [u32]| latin1::to_utf32(src, dst);
    );
    measures!(texts, 0,
        utf8kit_latin1_utf8_len: latin1::utf8_len;
    );
}

#[test]
fn ascii_through_c_is_ascii_of_rust() {
    let texts = &ascii_texts();
    conversions!(texts,
        utf8kit_ascii_to_utf8: |src, dst: &mut [u8]| ascii::to_utf8(src, dst);
        utf8kit_ascii_to_utf16: |src, dst: &mut [u16]| ascii::to_utf16(src, dst);
        utf8kit_ascii_to_utf32: |src, dst: &mut [u32]| ascii::to_utf32(src, dst);
        utf8kit_ascii_to_utf8_lossy: |src, dst: &mut [u8]| ascii::to_utf8_lossy(src, dst);
        utf8kit_ascii_to_utf16_lossy: |src, dst: &mut [u16]| ascii::to_utf16_lossy(src, dst);
        utf8kit_ascii_to_utf32_lossy: |src, dst: &mut [u32]| ascii::to_utf32_lossy(src, dst);
    );
    measures!(texts, false,
        utf8kit_ascii_is_valid: ascii::is_valid;
    );
    measures!(texts, 0,
        utf8kit_ascii_lossy_utf8_len: ascii::lossy_utf8_len;
    );
    compare_validation(
        "utf8kit_ascii_validate",
        utf8kit_ascii_validate,
        |src| ascii::validate(src).err(),
        texts,
    );
}

#[test]
fn conversions_of_bytes_through_c_are_those_of_rust() {
    let encodings = [
        (UTF8KIT_ENCODING_UTF_8, Encoding::Utf8),
        (UTF8KIT_ENCODING_UTF_16LE, Encoding::Utf16(Endian::Little)),
        (UTF8KIT_ENCODING_UTF_16BE, Encoding::Utf16(Endian::Big)),
        (UTF8KIT_ENCODING_LATIN_1, Encoding::Latin1),
        (UTF8KIT_ENCODING_CESU_8, Encoding::Cesu8),
    ];
    let policy = |action| utf8kit_policy {
        action,
        character: 0,
        table: ptr::null(),
        replace: None,
        user: ptr::null_mut(),
    };
    let policies = [
        (policy(UTF8KIT_ACTION_FAIL), Policy::Fail),
        (policy(UTF8KIT_ACTION_REPLACE), Policy::Replace('\u{FFFD}')),
        (policy(UTF8KIT_ACTION_ESCAPE), Policy::Escape),
    ];
    for (endian, from) in [(Endian::Little, encodings[1]), (Endian::Big, encodings[2])] {
        for (number, text) in utf16_bytes_texts(endian).iter().enumerate() {
            let source = (text.as_ptr().cast(), text.len());
            for to in encodings {
                let len = converted_len(text, from.1, to.1);
                // SAFETY: the pointer is that of so many bytes.
                let through_c = unsafe { utf8kit_converted_len(from.0, to.0, source.0, source.1) };
                assert_eq!(through_c, len, "{from:?} to {to:?}: {text:02X?}");
                let (c, policy) = &policies[number % policies.len()];
                for capacity in [len / 3, len, 4 * len] {
                    let (mut rust, mut through_c) = (vec![0xA5; capacity], vec![0xA5_u8; capacity]);
                    let dst = through_c.as_mut_ptr().cast();
                    // SAFETY: the pointers are those of so many bytes.
                    let result =
                        unsafe { utf8kit_convert(from.0, to.0, c, source.0, source.1, dst, capacity) };
                    let expected = match convert(text, from.1, to.1, *policy, &mut rust[..]) {
                        Ok(done) => (text.len(), done.written, done.replaced, UTF8KIT_STOP_INPUT_USED),
                        Err(error) => {
                            let stop = match error.kind() {
                                ConvertErrorKind::IllFormed(_) => UTF8KIT_STOP_ILL_FORMED,
                                ConvertErrorKind::NotRepresentable(_) => UTF8KIT_STOP_NOT_REPRESENTABLE,
                                _ => UTF8KIT_STOP_OUTPUT_FULL,
                            };
                            (error.read(), error.written(), error.replaced(), stop)
                        }
                    };
                    let found = (result.read, result.written, result.replaced as u64, result.stop);
                    assert_eq!(found, expected, "{from:?} to {to:?}, {policy:?}: {text:02X?}");
                    assert_eq!(through_c[..result.written], rust[..result.written]);
                }
            }
        }
    }
}
