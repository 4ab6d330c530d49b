//! Compares every tier, the kernel alone and the kernel with the reference engine, with the reference engine alone,
//! on random damaged text.

pub(crate) mod contracts;
#[cfg(feature = "utf16")]
mod over_errors;
mod single_byte;
mod windows;

use crate::codec::{Decode, Encode, MAX_ENCODED};
use crate::encoding::{Ascii, Latin1, Utf8, Utf16, Utf16Bytes, Utf32, Utf32Bytes};
use crate::engine::{ConvertPrefix, ValidPrefix, as_uninit};
use crate::simd::arch::*;
use crate::simd::dispatch::{Kernels, available};
use crate::simd::find_utf8_errors::Marks;
use crate::{Endian, Tier, tiers};
use std::vec;
use std::vec::Vec;

pub(crate) struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Returns a character of `bytes` bytes in UTF-8.
    fn char(&mut self, bytes: usize) -> char {
        loop {
            let number = match bytes {
                1 => self.below(0x80),
                2 => 0x80 + self.below(0x780),
                3 => 0x800 + self.below(0xF800),
                _ => 0x1_0000 + self.below(0x10_0000),
            };
            if let Some(c) = char::from_u32(number as u32) {
                return c;
            }
        }
    }

    /// Returns about `len` bytes of text, in which the lengths of characters change from time to time.
    fn text(&mut self, len: usize) -> std::string::String {
        let mut text = std::string::String::new();
        let mut lengths = [1, 1, 1, 1];
        while text.len() < len {
            if self.below(40) == 0 {
                let longest = 1 + self.below(4);
                if self.below(4) == 0 {
                    let ascii = self.below(400);
                    text.extend((0..ascii).map(|_| self.char(1)));
                }
                lengths = [0; 4].map(|_| 1 + self.below(longest));
                if self.below(3) == 0 {
                    lengths = [longest; 4];
                }
            }
            let bytes = lengths[self.below(4)];
            text.push(self.char(bytes));
        }
        text
    }

    /// Replaces up to three code units.
    fn damage<U: Copy>(&mut self, units: &mut [U], replace: impl Fn(usize) -> U) {
        for _ in 0..self.below(4) {
            if !units.is_empty() {
                let at = self.below(units.len());
                units[at] = replace(self.below(1 << 16));
            }
        }
    }
}

/// Returns destination lengths to try where `need` is enough.
fn capacities(random: &mut Random, need: usize) -> [usize; 4] {
    [
        need,
        need + random.below(200),
        need.saturating_sub(1 + random.below(4)),
        random.below(need + 1),
    ]
}

fn check_utf8(tier: Tier, bytes: &[u8], random: &mut Random) {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap(),
    };
    // Not only up to the vector with the first error.
    let ahead = tiers::valid_prefix_utf8(tier, bytes);
    assert_eq!(ahead, valid.len(), "{tier}: {bytes:02X?}");
    assert_eq!(
        tiers::validate_utf8(tier, bytes),
        tiers::reference_validate_utf8(bytes),
        "{bytes:02X?}"
    );

    for capacity in capacities(random, bytes.len()) {
        check_copy(tier, copy, |_| false, bytes, valid, capacity);
        check_copy(tier, copy_bmp, |byte| byte >= 0xF0, bytes, valid, capacity);
        check_copy(
            tier,
            copy_bmp_no_nul,
            |byte| byte >= 0xF0 || byte == 0,
            bytes,
            valid,
            capacity,
        );
    }

    let units: Vec<u16> = valid.encode_utf16().collect();
    let lossy = std::string::String::from_utf8_lossy(bytes).encode_utf16().count();
    for capacity in capacities(random, units.len()).into_iter().chain([lossy]) {
        let (mut got, mut want) = (vec![0xAAAA; capacity], vec![0xAAAA; capacity]);
        let (read, written) = tiers::run_ahead_utf8_to_utf16(tier, bytes, &mut got);
        assert!(
            valid.is_char_boundary(read),
            "{tier}, capacity {capacity}: {read} of {bytes:02X?}"
        );
        let text = valid[..read].encode_utf16();
        assert!(
            text.eq(got[..written].iter().copied()),
            "{tier}, capacity {capacity}: {read}, {written} {bytes:02X?}"
        );

        let result = tiers::reference_utf8_to_utf16(bytes, &mut want);
        assert_eq!(
            tiers::utf8_to_utf16(tier, bytes, &mut got),
            result,
            "{tier}, capacity {capacity}: {bytes:02X?}"
        );
        let written = result.unwrap_or_else(|error| error.written());
        assert_eq!(got[..written], want[..written]);

        let result = tiers::reference_utf8_to_utf16_lossy(bytes, &mut want);
        assert_eq!(tiers::utf8_to_utf16_lossy(tier, bytes, &mut got), result);
        if let Ok(lossy) = result {
            assert_eq!(got[..lossy.written], want[..lossy.written]);
        }
        for order in [Endian::Little, Endian::Big] {
            let (mut got, mut want) = (vec![0xAA; 2 * capacity + 2], vec![0xAA; 2 * capacity + 2]);
            let (got, want) = (
                &mut got[1..2 * capacity + 1 + capacity % 2],
                &mut want[1..2 * capacity + 1 + capacity % 2],
            );
            let result = tiers::reference_utf8_to_utf16_bytes(bytes, order, want);
            assert_eq!(tiers::utf8_to_utf16_bytes(tier, bytes, order, got), result);
            let written = result.unwrap_or_else(|error| error.written());
            assert_eq!(got[..written], want[..written]);
        }
    }
}

type CopyFn = fn(Kernels, &[u8], &mut [u8]) -> usize;

fn copy(kernels: Kernels, src: &[u8], dst: &mut [u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.utf8_copy(src, as_uninit(dst)).0 }
}

fn copy_bmp(kernels: Kernels, src: &[u8], dst: &mut [u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.utf8_copy_bmp(src, as_uninit(dst)) }
}

fn copy_bmp_no_nul(kernels: Kernels, src: &[u8], dst: &mut [u8]) -> usize {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.utf8_copy_bmp_no_nul(src, as_uninit(dst)) }
}

/// Checks that the copied text is whole, well-formed characters without bytes that are `special`, and that nothing is
/// written after the end of the destination.
fn check_copy(tier: Tier, copy: CopyFn, special: fn(u8) -> bool, bytes: &[u8], valid: &str, len: usize) {
    let mut got = vec![0xAA; len + 64];
    let copied = copy(tier.kernels().unwrap(), bytes, &mut got[..len]);
    assert!(valid.is_char_boundary(copied), "{tier}: {copied} of {bytes:02X?}");
    assert_eq!(got[..copied], bytes[..copied]);
    assert_eq!(got[len..], [0xAA; 64]);
    let copied = &bytes[..copied];
    assert!(!copied.iter().any(|&byte| special(byte)), "{copied:02X?}");
}

/// A false error would only cost time, because the search for the error finds none. No other test notices it.
#[test]
fn no_character_is_taken_for_an_error() {
    let all: std::string::String = ('\0'..=char::MAX).collect();
    let units: Vec<u16> = all.encode_utf16().collect();
    let numbers: Vec<u32> = all.chars().map(u32::from).collect();
    let mut dst = vec![0; all.len()];
    for kernels in available() {
        let tier = kernels.tier();
        assert_eq!(Utf16::valid_prefix(kernels, &units), units.len(), "{tier}");
        assert_eq!(Utf32::valid_prefix(kernels, &numbers), numbers.len(), "{tier}");
        // The first characters are ASCII.
        for skipped in 0..4 {
            let text = &all.as_bytes()[skipped..];
            assert_eq!(
                copy(kernels, text, &mut dst),
                text.len(),
                "{tier}, {skipped} skipped"
            );
        }
    }
}

/// Returns the offset at which the test for text without bytes of `0xF0` or more finds an error.
struct FalseError<'t>(&'t [u8]);

impl<S: Simd> Kernel<S> for FalseError<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Option<usize> {
        (2..=self.0.len() - S::LEN).find(|&at| {
            // SAFETY: two bytes are before `at`, and a vector can be read from there.
            let load = |back| unsafe { simd.load(self.0.as_ptr().add(at - back)) };
            simd.any_below_four(simd.utf8_errors_below_four(load(0), load(1), load(2)))
        })
    }
}

/// A false error would only cost time, because another test validates the text again, vector by vector.
#[test]
fn no_character_below_u_10000_is_taken_for_an_error() {
    const EDGES: [char; 10] = [
        '\0', '\x7F', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFF}', '\u{1000}', '\u{D7FF}', '\u{E000}',
        '\u{FFFF}',
    ];
    let mut text: std::string::String = ('\0'..='\u{FFFF}').collect();
    for a in EDGES {
        for b in EDGES {
            text.extend(EDGES.into_iter().flat_map(|c| [a, b, c]));
        }
    }
    #[cfg(target_arch = "x86_64")]
    {
        let bytes = text.as_bytes();
        assert_eq!(
            Avx512::detect().and_then(|simd| Vectors::enter(simd, FalseError(bytes))),
            None
        );
        assert_eq!(
            Avx2::detect().and_then(|simd| Vectors::enter(simd, FalseError(bytes))),
            None
        );
        assert_eq!(
            Sse41::detect().and_then(|simd| Vectors::enter(simd, FalseError(bytes))),
            None
        );
    }
    #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
    assert_eq!(Vectors::enter(Neon, FalseError(text.as_bytes())), None);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    assert_eq!(Vectors::enter(Simd128, FalseError(text.as_bytes())), None);
}

#[test]
fn kernels_for_dialects_get_far() {
    for kernels in available().filter(|kernels| kernels.tier() != Tier::Portable) {
        let tier = kernels.tier();
        let text = "aé€".repeat(1000);
        let mut dst = vec![0; text.len()];
        for copy in [copy_bmp as CopyFn, copy_bmp_no_nul] {
            let copied = copy(kernels, text.as_bytes(), &mut dst);
            assert!(copied + 5 * 64 >= text.len(), "{tier}: {copied}");
        }
        for special in [0, 0xF0, 0xFF] {
            for place in [0, 1, 255, 256, 3000, text.len() - 1] {
                let mut bytes = Vec::from(text.as_bytes());
                bytes[place] = special;
                // SAFETY: a `Kernels` proves that the processor has the instruction set.
                let prefix = unsafe { kernels.bmp_no_nul_prefix(&bytes) };
                assert!(
                    prefix <= place && prefix + 4 * 64 > place.min(text.len() - 4 * 64),
                    "{tier}: {prefix}"
                );
                // SAFETY: as above.
                let prefix = unsafe { kernels.bmp_prefix(&bytes) };
                assert!(
                    prefix <= place || (special == 0 && prefix + 4 * 64 > text.len()),
                    "{tier}: {prefix}"
                );
            }
        }
    }
}

fn check_utf16(tier: Tier, units: &[u16], random: &mut Random) {
    let need: usize = char::decode_utf16(units.iter().copied())
        .map_while(|c| c.ok())
        .map(char::len_utf8)
        .sum();
    let lossy = std::string::String::from_utf16_lossy(units).len();
    for capacity in capacities(random, need).into_iter().chain([lossy]) {
        let (mut got, mut want) = (vec![0xAA; capacity], vec![0xAA; capacity]);
        let (read, written) = tiers::run_ahead_utf16_to_utf8(tier, units, &mut got);
        let text = std::string::String::from_utf16(&units[..read])
            .expect("well-formed text that ends at a boundary");
        assert_eq!(
            text.as_bytes(),
            &got[..written],
            "{tier}, capacity {capacity}: {units:04X?}"
        );

        let result = tiers::reference_utf16_to_utf8(units, &mut want);
        assert_eq!(
            tiers::utf16_to_utf8(tier, units, &mut got),
            result,
            "{tier}, capacity {capacity}: {units:04X?}"
        );
        let written = result.unwrap_or_else(|error| error.written());
        assert_eq!(got[..written], want[..written]);

        let result = tiers::reference_utf16_to_utf8_lossy(units, &mut want);
        assert_eq!(tiers::utf16_to_utf8_lossy(tier, units, &mut got), result);
        if let Ok(lossy) = result {
            assert_eq!(got[..lossy.written], want[..lossy.written]);
        }
        for (order, to_bytes) in [
            (Endian::Little, u16::to_le_bytes as fn(u16) -> [u8; 2]),
            (Endian::Big, u16::to_be_bytes),
        ] {
            let mut bytes: Vec<u8> = [0]
                .into_iter()
                .chain(units.iter().flat_map(|&u| to_bytes(u)))
                .collect();
            if random.below(4) == 0 {
                bytes.push(0xD8);
            }
            let bytes = &bytes[1..];
            let result = tiers::reference_utf16_bytes_to_utf8(bytes, order, &mut want);
            assert_eq!(tiers::utf16_bytes_to_utf8(tier, bytes, order, &mut got), result);
            let written = result.unwrap_or_else(|error| error.written());
            assert_eq!(got[..written], want[..written]);
        }
    }
}

#[test]
fn tiers_agree_with_the_reference() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let rounds = if cfg!(debug_assertions) {
        1500
    } else if cfg!(target_arch = "x86_64") {
        40_000
    } else {
        // Most likely in an emulator.
        4000
    };
    for tier in tiers::available() {
        for round in 0..rounds {
            let len = if round % 4 == 0 { 2000 } else { 300 };
            let len = random.below(len);
            let text = random.text(len);
            let mut bytes = Vec::from(text.as_bytes());
            if round % 3 != 0 {
                bytes.truncate(len);
            }
            if round % 2 == 0 {
                random.damage(&mut bytes, |n| n as u8 | if n & 0x100 == 0 { 0 } else { 0x80 });
            }
            check_utf8(tier, &bytes, &mut random);

            let mut units: Vec<u16> = text.encode_utf16().collect();
            if round % 3 != 0 {
                units.truncate(len / 2);
            }
            if round % 2 == 0 {
                random.damage(&mut units, |n| {
                    if n & 0x100 == 0 {
                        n as u16
                    } else {
                        0xD800 | n as u16 & 0x7FF
                    }
                });
            }
            check_utf16(tier, &units, &mut random);
        }
    }
}

#[test]
fn every_length() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for tier in tiers::available() {
        for c in ["a", "é", "€", "𝄞", "aé", "a€𝄞"] {
            let text = c.repeat(300);
            let units: Vec<u16> = text.encode_utf16().collect();
            for len in 0..300 {
                check_utf8(tier, &text.as_bytes()[..len], &mut random);
                check_utf16(tier, &units[..len], &mut random);
            }
        }
    }
}

/// Returns the offsets of the first and the last byte of each maximal subpart.
fn reference_errors(bytes: &[u8]) -> Vec<(usize, usize)> {
    let (mut errors, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        at += match Utf8::decode_first(&bytes[at..]) {
            Ok((_, len)) => len,
            Err(error) => {
                errors.push((at, at + error.len - 1));
                error.len
            }
        };
    }
    errors
}

/// Checks the errors that the kernel of `tier` marks in as many elements.
fn check_marks(tier: Tier, bytes: &[u8], elements: usize) {
    let Some(kernels) = tier.kernels() else {
        panic!("{tier} is available");
    };
    // What is there before must not matter.
    let mut marks = vec![Marks { starts: !0, ends: !0 }; elements];
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    let searched = unsafe { kernels.utf8_errors(bytes, &mut marks) };
    let context = || std::format!("{tier}, {elements} elements of {bytes:02X?}");
    assert!(searched <= bytes.len(), "{}", context());
    assert!(searched + 3 >= bytes.len().min(64 * elements), "{}", context());
    // A search of all that follows would make many short searches quadratic.
    assert!(searched <= 64 * elements + 3, "{}", context());
    let mut expected = vec![Marks::default(); elements];
    for (first, last) in reference_errors(bytes) {
        if last < 64 * elements {
            expected[first / 64].starts |= 1 << (first % 64);
            expected[last / 64].ends |= 1 << (last % 64);
        } else {
            // Not in the marks, so the search must continue at its beginning or before.
            assert!(searched <= first, "{}", context());
        }
    }
    assert_eq!(marks, expected, "{}", context());
    // A character is not searched in part.
    let boundary = core::str::from_utf8(&bytes[searched.saturating_sub(3)..searched]).is_ok()
        || (1..=4.min(searched)).any(|len| {
            let first = Utf8::decode_first(&bytes[searched - len..]);
            first.map_or_else(|error| error.len, |(_, len)| len) == len
        });
    assert!(boundary, "{}", context());
}

#[test]
fn every_error_is_marked_at_every_place() {
    let sequences: [&[u8]; 18] = [
        b"\xFF",
        b"\x80",
        b"\xC0",
        b"\xC3",
        b"\xE2\x82",
        b"\xE2",
        b"\xE0\x9F\x80",
        b"\xED\xA0\x80",
        b"\xF0\x9F\x98",
        b"\xF0\x9F",
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80",
        b"\xE2\x82\xE2\x82\xAC\xAC",
        b"\xF0\x9F\x98\xF0\x9F\x98\x80\x80",
        "é€𝄞".as_bytes(),
        b"\xC3\xA9\xFF\xC3",
        b"\xF8\x88\x80\x80\x80",
    ];
    for tier in tiers::available() {
        for sequence in sequences {
            for before in 0..140 {
                for after in [0, 1, 2, 3, 60, 64, 65, 130] {
                    let bytes = [&vec![b'a'; before], sequence, &vec![b'b'; after]].concat();
                    for elements in 1..4 {
                        check_marks(tier, &bytes, elements);
                    }
                }
            }
        }
    }
}

#[test]
fn errors_of_random_text_are_marked() {
    let mut random = Random(29);
    for round in 0..if cfg!(debug_assertions) { 300 } else { 3000 } {
        let len = random.below(700);
        let mut bytes = match round % 3 {
            0 => random.text(len).into_bytes(),
            1 => (0..len).map(|_| random.next() as u8).collect(),
            _ => (0..len)
                .map(|_| [0x61, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xA0, 0x90][random.below(10)])
                .collect(),
        };
        if round % 3 == 0 && !bytes.is_empty() {
            for _ in 0..random.below(20) {
                let at = random.below(bytes.len());
                bytes[at] = random.next() as u8;
            }
        }
        for tier in tiers::available() {
            for elements in [1, 2, 5, 8] {
                check_marks(tier, &bytes, elements);
            }
        }
    }
}

/// Returns `text` in an encoding.
fn encoded<T: Encode + Default>(text: &str) -> Vec<T::Unit> {
    let mut units = Vec::new();
    for c in text.chars() {
        let mut buffer = [T::Unit::default(); MAX_ENCODED];
        let Some(len) = T::default().encode(c.into(), &mut buffer) else {
            panic!("{c:?} is representable");
        };
        units.extend_from_slice(&buffer[..len]);
    }
    units
}

/// Checks that the kernels from `S` to `T` convert all of `text` but a few code units. (0, 0) would be a correct result, and the
/// reference engine would convert everything, but slowly.
fn check_far<
    S: ConvertPrefix<T> + Encode<Unit = <S as Decode>::Unit>,
    T: Encode<Unit: PartialEq + core::fmt::Debug> + Default,
>(
    text: &str,
) {
    let (src, expected) = (encoded::<S>(text), encoded::<T>(text));
    for kernels in available() {
        let mut dst = vec![T::Unit::default(); expected.len() + 64];
        // SAFETY: `ConvertPrefix` writes initialized units only.
        let (read, written) = S::convert_prefix(kernels, &src, unsafe { as_uninit(&mut dst) });
        let names = std::format!(
            "{}: {} to {}",
            kernels.tier(),
            core::any::type_name::<S>(),
            core::any::type_name::<T>()
        );
        assert!(read + 64 > src.len(), "{names}: read {read} of {}", src.len());
        assert_eq!(dst[..written], expected[..written], "{names}");
        assert!(written + 64 > expected.len(), "{names}: wrote {written}");
        assert!(S::valid_prefix(kernels, &src) + 64 > src.len(), "{names}");
    }
}

#[test]
fn the_kernel_of_every_pair_gets_far() {
    let ascii = "plain text, ".repeat(100);
    let latin = "ça été là, ".repeat(100);
    let text = "aé€𝄞 ".repeat(100);
    type Le16 = Utf16Bytes<false>;
    type Be16 = Utf16Bytes<true>;
    type Le32 = Utf32Bytes<false>;
    type Be32 = Utf32Bytes<true>;
    macro_rules! check {
        ($text:ident: $($source:ty => $($target:ty),*;)*) => {
            $($(check_far::<$source, $target>(&$text);)*)*
        };
    }
    check! {
        ascii: Utf8 => Utf8, Ascii, Latin1, Utf16, Utf32, Le16, Be16, Le32, Be32;
        Ascii => Utf8, Utf16, Utf32;
        Latin1 => Utf8, Utf16, Utf32;
        Utf16 => Utf8, Ascii, Latin1, Utf16, Utf32;
        Utf32 => Utf8, Ascii, Latin1, Utf16;
        Le16 => Utf8, Utf16;
        Be16 => Utf8, Utf16;
        Le32 => Utf8, Utf16;
        Be32 => Utf8, Utf16;
    }
    // The portable tier converts only ASCII to and from Latin-1 ahead.
    check! {
        text: Utf8 => Utf8, Utf16, Utf32, Le16, Be16, Le32, Be32;
        Utf16 => Utf8, Utf16, Utf32;
        Utf32 => Utf8, Utf16;
        Le16 => Utf8, Utf16;
        Be16 => Utf8, Utf16;
        Le32 => Utf8, Utf16;
        Be32 => Utf8, Utf16;
    }
    check! {
        latin: Latin1 => Utf16, Utf32;
        Utf16 => Latin1;
        Utf32 => Latin1;
    }
}
