//! Every tier here, kernel alone and kernel then reference, against the reference alone, on random damaged text.

use crate::dispatch::ValidPrefixOn;
use crate::reference::{Utf16, Utf32};
use crate::{Endian, Tier, dispatch, engine, tiers};
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
        check_copy::<false, false>(tier, bytes, valid, room);
        check_copy::<true, false>(tier, bytes, valid, room);
        check_copy::<true, true>(tier, bytes, valid, room);
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

/// What is copied is well-formed, whole characters, and as the dialect has it; nothing stands behind the room.
fn check_copy<const BMP: bool, const NO_NUL: bool>(tier: Tier, bytes: &[u8], valid: &str, room: usize) {
    let mut got = vec![0xAA; room + 64];
    let dst = engine::as_uninit(&mut got[..room]);
    let copied = dispatch::copy_valid_stretches::<BMP, NO_NUL>(tier, bytes, dst);
    assert!(valid.is_char_boundary(copied), "{tier}: {copied} of {bytes:02X?}");
    assert_eq!(got[..copied], bytes[..copied]);
    assert_eq!(got[room..], [0xAA; 64]);
    let copied = &bytes[..copied];
    assert!(!BMP || copied.iter().all(|&byte| byte < 0xF0), "{copied:02X?}");
    assert!(!NO_NUL || copied.iter().all(|&byte| byte != 0), "{copied:02X?}");
}

/// A false alarm would cost time only, and nobody would notice: whoever looks for the error finds none.
#[test]
fn no_character_is_taken_for_an_error() {
    let all: std::string::String = ('\0'..=char::MAX).collect();
    let units: Vec<u16> = all.encode_utf16().collect();
    let numbers: Vec<u32> = all.chars().map(u32::from).collect();
    for tier in tiers::available() {
        assert_eq!(Utf16::valid_prefix_on(tier, &units), units.len(), "{tier}");
        assert_eq!(Utf32::valid_prefix_on(tier, &numbers), numbers.len(), "{tier}");
    }
    let mut dst = vec![0; all.len()];
    for tier in tiers::available().filter(|&tier| tier != Tier::Portable) {
        // The first are ASCII.
        for skipped in 0..4 {
            let text = &all.as_bytes()[skipped..];
            let dst = engine::as_uninit(&mut dst);
            let copied = dispatch::copy_valid_stretches::<false, false>(tier, text, dst);
            assert!(
                copied + 5 * 64 >= text.len(),
                "{tier}, {skipped} skipped: {copied}"
            );
        }
    }
}

#[test]
fn copies_run_ahead() {
    for tier in tiers::available().filter(|&tier| tier != Tier::Portable) {
        let text = "aé€".repeat(1000);
        let mut dst = vec![0; text.len()];
        let dst = engine::as_uninit(&mut dst);
        let copied = dispatch::copy_valid_stretches::<true, true>(tier, text.as_bytes(), dst);
        assert!(copied + 5 * 64 >= text.len(), "{tier}: {copied}");
        for special in [0, 0xF0, 0xFF] {
            for place in [0, 1, 255, 256, 3000, text.len() - 1] {
                let mut bytes = Vec::from(text.as_bytes());
                bytes[place] = special;
                let plain = dispatch::plain_stretches::<true>(tier, &bytes);
                assert!(
                    plain <= place && plain + 4 * 64 > place.min(text.len() - 4 * 64),
                    "{tier}: {plain}"
                );
                let plain = dispatch::plain_stretches::<false>(tier, &bytes);
                assert!(
                    plain <= place || (special == 0 && plain + 4 * 64 > text.len()),
                    "{tier}: {plain}"
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
