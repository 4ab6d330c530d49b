//! Every tier here, kernel alone and kernel then reference, against the reference alone, on random damaged text.

use crate::dispatch::{Kernels, available};
use crate::engine::{ValidPrefix, as_uninit};
use crate::reference::{Utf16, Utf32};
use crate::vector::*;
use crate::{Endian, Tier, tiers};
use std::vec;
use std::vec::Vec;

struct Random(u64);

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

    /// A character of so many bytes in UTF-8.
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

    /// About `len` bytes; which lengths characters have changes every now and then.
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

    /// Changes some of the units.
    fn damage<U: Copy>(&mut self, units: &mut [U], bad: impl Fn(usize) -> U) {
        for _ in 0..self.below(4) {
            if !units.is_empty() {
                let at = self.below(units.len());
                units[at] = bad(self.below(1 << 16));
            }
        }
    }
}

/// The lengths of destinations to try where `need` is enough.
fn rooms(random: &mut Random, need: usize) -> [usize; 4] {
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
    let ahead = tiers::valid_prefix_utf8(tier, bytes);
    assert!(valid.is_char_boundary(ahead), "{tier}: {ahead} of {bytes:02X?}");
    assert_eq!(
        tiers::validate_utf8(tier, bytes),
        tiers::reference_validate_utf8(bytes),
        "{bytes:02X?}"
    );

    for room in rooms(random, bytes.len()) {
        check_copy(tier, COPY, |_| false, bytes, valid, room);
        check_copy(tier, COPY_BMP, |byte| byte >= 0xF0, bytes, valid, room);
        check_copy(
            tier,
            COPY_BMP_NO_NUL,
            |byte| byte >= 0xF0 || byte == 0,
            bytes,
            valid,
            room,
        );
    }

    let units: Vec<u16> = valid.encode_utf16().collect();
    let lossy = std::string::String::from_utf8_lossy(bytes).encode_utf16().count();
    for room in rooms(random, units.len()).into_iter().chain([lossy]) {
        let (mut got, mut want) = (vec![0xAAAA; room], vec![0xAAAA; room]);
        let (read, written) = tiers::run_ahead_utf8_to_utf16(tier, bytes, &mut got);
        assert!(
            valid.is_char_boundary(read),
            "{tier}, room {room}: {read} of {bytes:02X?}"
        );
        let text = valid[..read].encode_utf16();
        assert!(
            text.eq(got[..written].iter().copied()),
            "{tier}, room {room}: {read}, {written} {bytes:02X?}"
        );

        let result = tiers::reference_utf8_to_utf16(bytes, &mut want);
        assert_eq!(
            tiers::utf8_to_utf16(tier, bytes, &mut got),
            result,
            "{tier}, room {room}: {bytes:02X?}"
        );
        let written = result.unwrap_or_else(|error| error.written());
        assert_eq!(got[..written], want[..written]);

        let result = tiers::reference_utf8_to_utf16_lossy(bytes, &mut want);
        assert_eq!(tiers::utf8_to_utf16_lossy(tier, bytes, &mut got), result);
        if let Ok(lossy) = result {
            assert_eq!(got[..lossy.written], want[..lossy.written]);
        }
        for order in [Endian::Little, Endian::Big] {
            let (mut got, mut want) = (vec![0xAA; 2 * room + 2], vec![0xAA; 2 * room + 2]);
            let (got, want) = (
                &mut got[1..2 * room + 1 + room % 2],
                &mut want[1..2 * room + 1 + room % 2],
            );
            let result = tiers::reference_utf8_to_utf16_bytes(bytes, order, want);
            assert_eq!(tiers::utf8_to_utf16_bytes(tier, bytes, order, got), result);
            let written = result.unwrap_or_else(|error| error.written());
            assert_eq!(got[..written], want[..written]);
        }
    }
}

type CopyFn = fn(&'static Kernels, &[u8], &mut [u8]) -> usize;

// SAFETY, for all of these: the contract of `Kernels`.
const COPY: CopyFn = |kernels, src, dst| unsafe { (kernels.utf8_copy)(src, as_uninit(dst)).0 };
const COPY_BMP: CopyFn = |kernels, src, dst| unsafe { (kernels.utf8_copy_bmp)(src, as_uninit(dst)) };
const COPY_BMP_NO_NUL: CopyFn =
    |kernels, src, dst| unsafe { (kernels.utf8_copy_bmp_no_nul)(src, as_uninit(dst)) };

/// Checks that what is copied is well-formed, whole characters without those that are `special`, and that nothing is
/// written behind the destination.
fn check_copy(tier: Tier, copy: CopyFn, special: fn(u8) -> bool, bytes: &[u8], valid: &str, len: usize) {
    let mut got = vec![0xAA; len + 64];
    let copied = copy(tier.kernels().unwrap(), bytes, &mut got[..len]);
    assert!(valid.is_char_boundary(copied), "{tier}: {copied} of {bytes:02X?}");
    assert_eq!(got[..copied], bytes[..copied]);
    assert_eq!(got[len..], [0xAA; 64]);
    let copied = &bytes[..copied];
    assert!(!copied.iter().any(|&byte| special(byte)), "{copied:02X?}");
}

/// A false alarm would only cost time, which no other test notices: the search for the error finds none.
#[test]
fn no_character_is_taken_for_an_error() {
    let all: std::string::String = ('\0'..=char::MAX).collect();
    let units: Vec<u16> = all.encode_utf16().collect();
    let numbers: Vec<u32> = all.chars().map(u32::from).collect();
    let mut dst = vec![0; all.len()];
    for kernels in available() {
        let tier = kernels.tier;
        assert_eq!(Utf16::valid_prefix(kernels, &units), units.len(), "{tier}");
        assert_eq!(Utf32::valid_prefix(kernels, &numbers), numbers.len(), "{tier}");
        // The first are ASCII.
        for skipped in 0..4 {
            let text = &all.as_bytes()[skipped..];
            assert_eq!(
                COPY(kernels, text, &mut dst),
                text.len(),
                "{tier}, {skipped} skipped"
            );
        }
    }
}

/// The offset at which the test for text without bytes of `0xF0` or more sees an error.
struct Alarm<'t>(&'t [u8]);

impl<S: Simd> Kernel<S> for Alarm<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run(self, simd: S) -> Option<usize> {
        (2..=self.0.len() - S::LEN).find(|&at| {
            // SAFETY: two bytes are before `at`, and a vector's from there.
            let load = |back| unsafe { simd.load(self.0.as_ptr().add(at - back)) };
            simd.any_below_four(simd.utf8_errors_below_four(load(0), load(1), load(2)))
        })
    }
}

/// A false alarm would only cost time: the text is tested again, vector by vector, by another test.
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
    let bytes = text.as_bytes();
    #[cfg(target_arch = "x86_64")]
    {
        assert_eq!(
            Avx512::detect().and_then(|simd| Vectors::enter(simd, Alarm(bytes))),
            None
        );
        assert_eq!(
            Avx2::detect().and_then(|simd| Vectors::enter(simd, Alarm(bytes))),
            None
        );
        assert_eq!(
            Sse41::detect().and_then(|simd| Vectors::enter(simd, Alarm(bytes))),
            None
        );
    }
    #[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
    assert_eq!(Vectors::enter(Neon, Alarm(bytes)), None);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    assert_eq!(Vectors::enter(Simd128, Alarm(bytes)), None);
}

#[test]
fn kernels_for_dialects_get_far() {
    for kernels in available().filter(|kernels| kernels.tier != Tier::Portable) {
        let tier = kernels.tier;
        let text = "aé€".repeat(1000);
        let mut dst = vec![0; text.len()];
        for copy in [COPY_BMP, COPY_BMP_NO_NUL] {
            let copied = copy(kernels, text.as_bytes(), &mut dst);
            assert!(copied + 5 * 64 >= text.len(), "{tier}: {copied}");
        }
        for special in [0, 0xF0, 0xFF] {
            for place in [0, 1, 255, 256, 3000, text.len() - 1] {
                let mut bytes = Vec::from(text.as_bytes());
                bytes[place] = special;
                // SAFETY: the contract of `Kernels`.
                let prefix = unsafe { (kernels.bmp_no_nul_prefix)(&bytes) };
                assert!(
                    prefix <= place && prefix + 4 * 64 > place.min(text.len() - 4 * 64),
                    "{tier}: {prefix}"
                );
                // SAFETY: likewise.
                let prefix = unsafe { (kernels.bmp_prefix)(&bytes) };
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
    for room in rooms(random, need).into_iter().chain([lossy]) {
        let (mut got, mut want) = (vec![0xAA; room], vec![0xAA; room]);
        let (read, written) = tiers::run_ahead_utf16_to_utf8(tier, units, &mut got);
        let text = std::string::String::from_utf16(&units[..read])
            .expect("well-formed text that ends at a boundary");
        assert_eq!(
            text.as_bytes(),
            &got[..written],
            "{tier}, room {room}: {units:04X?}"
        );

        let result = tiers::reference_utf16_to_utf8(units, &mut want);
        assert_eq!(
            tiers::utf16_to_utf8(tier, units, &mut got),
            result,
            "{tier}, room {room}: {units:04X?}"
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
