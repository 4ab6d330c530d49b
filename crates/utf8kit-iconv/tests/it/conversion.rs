//! Texts are converted as by the C library, in any pieces and to outputs of any size.

use crate::common::{ours, system};
use crate::session::session;
use crate::texts::{NAMES, encode, input, repertoire};
use utf8kit_test::{Random, sample};

#[test]
fn random_text_with_damage_in_pieces() {
    let functions = (ours(), system());
    let cases = std::env::var("UTF8KIT_CASES").map_or(sample(100_000), |cases| cases.parse().unwrap());
    for case in 0..cases as u64 {
        let mut random = Random::new(case);
        let (from, to) = (random.choose(NAMES), random.choose(NAMES));
        let suffix = random.choose(&["", "", "", "//IGNORE", "//"]);
        let Some(mut session) = session(functions, &format!("{to}{suffix}"), from) else {
            continue;
        };
        session.name.push_str(&format!(", case {case}"));
        let texts = if random.once_in(4) { 2 } else { 1 };
        for _ in 0..texts {
            let input = input(&mut random, from, to);
            session.run(&mut random, &input);
        }
    }
}

/// A short text, at every place where the input can be cut, with every size of the output.
#[test]
fn every_cut_and_every_output_size() {
    let functions = (ours(), system());
    let text: Vec<char> = "\u{FEFF}aé€\u{1F600}b\u{E0041}ÿ\u{FFFF}\u{10FFFF}z"
        .chars()
        .collect();
    let mut random = Random::new(1);
    for &from in NAMES {
        let well_formed = encode(&text, from);
        let mut damaged = well_formed.clone();
        damaged[well_formed.len() / 2] = 0xFF;
        for input in [well_formed, damaged] {
            for &to in NAMES {
                for suffix in ["", "//IGNORE"] {
                    let to = format!("{to}{suffix}");
                    if session(functions, &to, from).is_none() {
                        continue;
                    }
                    for cut in 0..=input.len() {
                        let room = 4 * text.len() + 8;
                        let mut cut_session = session(functions, &to, from).unwrap();
                        let outcome = cut_session.convert(&mut random, &input[..cut], room);
                        cut_session.convert(&mut random, &input[outcome.read..], room);
                    }
                    for room in 0..4 * text.len() + 8 {
                        let mut session = session(functions, &to, from).unwrap();
                        let outcome = session.convert(&mut random, &input, room);
                        session.convert(&mut random, &input[outcome.read..], room);
                    }
                }
            }
        }
    }
}

/// Every code point of the basic multilingual plane in the encodings that have tables.
#[test]
fn every_character_in_single_byte_encodings() {
    let functions = (ours(), system());
    let mut random = Random::new(5);
    for &to in NAMES.iter().filter(|name| !repertoire(name).is_empty()) {
        let mut session = session(functions, to, "UTF-8").unwrap();
        for c in (0..=0xFFFF).filter_map(char::from_u32) {
            let text = format!("a{c}b");
            session.convert(&mut random, text.as_bytes(), 8);
            session.history.clear();
        }
    }
}

/// What is short is converted one character at a time, and errors are found without the C library: every short sequence of bytes that
/// decide something, with every size of the output.
#[test]
fn short_texts_with_and_without_errors_are_the_same() {
    const BYTES: [u8; 24] = [
        0, b'a', 0x7F, 0x80, 0x8F, 0x90, 0xA0, 0xBF, 0xC1, 0xC2, 0xD8, 0xDC, 0xDF, 0xE0, 0xE2, 0xED, 0xEF,
        0xF0, 0xF3, 0xF4, 0xF5, 0xFA, 0xFD, 0xFE,
    ];
    let functions = (ours(), system());
    let mut random = Random::new(7);
    let pairs = [
        ("UTF-8", "UTF-8"),
        ("UTF-16LE", "UTF-8"),
        ("UTF-16BE", "UTF-8"),
        ("UCS-4", "UTF-8"),
        ("WCHAR_T", "UTF-8"),
        ("ISO-8859-1", "UTF-8"),
        ("ASCII", "UTF-8"),
        ("CP1252", "UTF-8"),
        ("UTF-8", "ASCII"),
        ("UTF-16BE", "ISO-8859-1"),
        ("ASCII", "ISO-8859-1"),
        ("UTF-8", "UTF-16LE"),
        ("ISO-8859-1", "UTF-16BE"),
        ("UTF-32LE", "UTF-16LE"),
        ("UTF-8", "CP1252"),
        ("ISO-8859-1", "CP1251"),
        ("UTF-16LE", "IBM037"),
    ];
    for (to, from) in pairs {
        let mut session = session(functions, to, from).unwrap();
        let mut check = |text: &[u8], room: usize| {
            session.convert(&mut random, text, room);
            session.history.clear();
        };
        for number in 0..24_usize.pow(4) {
            let digits = [0, 1, 2, 3].map(|digit| BYTES[number / 24_usize.pow(digit) % 24]);
            // Each of two and of three, and a sample of four.
            let len = match number {
                0..576 => 2,
                576..13_824 => 3,
                _ if number.is_multiple_of(if cfg!(debug_assertions) { 7 } else { 1 }) => 4,
                _ => continue,
            };
            let text = [b"abcd", &digits[..len], b"efgh\xE2\x82"].concat();
            for range in [4..4 + len, 0..4 + len, 4..8 + len, 1..10 + len] {
                check(&text[range], 64);
            }
            if number % 31 == 0 {
                for room in 0..16 {
                    check(&text[2..8 + len], room);
                }
            }
        }
        // Tags, which the C library leaves out, and what comes before and behind them.
        for c in [0xDFFFF, 0xE0000, 0xE0041, 0xE007F, 0xE0080] {
            let text = encode(&['a', char::from_u32(c).unwrap(), 'b'], from);
            check(&text, 64);
        }
    }
}
