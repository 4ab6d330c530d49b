//! Texts in the encodings that programs name, for the tests that compare two libraries.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::common::{Converter, system};
use utf8kit_test::Random;

/// Encodings, by the names that programs use.
pub const NAMES: &[&str] = &[
    "UTF-8",
    "utf8",
    "UTF-16",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32",
    "UTF-32LE",
    "UTF-32BE",
    "UCS-4",
    "UCS-4LE",
    "WCHAR_T",
    "UCS-2",
    "UCS-2LE",
    "UCS-2BE",
    "ISO-8859-1",
    "latin1",
    "ASCII",
    "US-ASCII",
    "ISO-8859-2",
    "ISO-8859-15",
    "CP1251",
    "CP1252",
    "KOI8-R",
    "CP437",
    "ISO-8859-7",
];

/// Returns the characters of a single-byte encoding, and none of the others.
pub fn repertoire(name: &str) -> &'static [char] {
    static KNOWN: Mutex<BTreeMap<String, &'static [char]>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap();
    if let Some(characters) = known.get(name) {
        return characters;
    }
    let mut characters = Vec::new();
    if name.starts_with("CP") || name.starts_with("KOI") || name.starts_with("ISO-8859") {
        let mut decoder = Converter::open(system(), "UTF-32LE", name).unwrap();
        for byte in 0..=0xFF {
            let mut number = [0; 4];
            if decoder.convert(&[byte], &mut number).result == 0 {
                characters.extend(char::from_u32(u32::from_le_bytes(number)));
            }
        }
    }
    let characters = &*characters.leak();
    known.insert(name.to_owned(), characters);
    characters
}

/// Returns a random text of about `len` characters: mostly of one kind, so that kernels run on.
fn text(random: &mut Random, len: usize) -> Vec<char> {
    let kinds: [fn(&mut Random) -> u32; 7] = [
        |random| random.below(0x80) as u32,
        |random| random.below(0x100) as u32,
        |random| random.below(0x800) as u32,
        |random| random.below(0x1_0000) as u32,
        |random| 0x4E00 + random.below(0x5000) as u32,
        |random| 0x1_0000 + random.below(0x10_0000) as u32,
        |random| random.choose(&[0xFEFF, 0xFFFE, 0xE0041, 0xE007F, 0xFFFF, 0x10FFFF, 0x20AC]),
    ];
    let mut text = Vec::new();
    while text.len() < len {
        let weighted = [0, 0, 0, 1, 1, 2, 3, 4, 5, 6];
        let kind = kinds[random.choose(&weighted)];
        let run = if random.once_in(4) {
            1
        } else {
            1 + random.below(len)
        };
        text.extend((0..run).filter_map(|_| char::from_u32(kind(random))));
    }
    text.truncate(len);
    text
}

/// Returns a text with few characters that `to` lacks.
pub fn text_for(random: &mut Random, len: usize, to: &str) -> Vec<char> {
    let mut text = text(random, len);
    let repertoire = repertoire(to);
    if !repertoire.is_empty() {
        let is_clean = random.once_in(2);
        for c in &mut text {
            if is_clean || !random.once_in(1 + len) {
                *c = random.choose(repertoire);
            }
        }
        return text;
    }
    let limit = match to {
        "ISO-8859-1" | "latin1" => 0x100,
        "ASCII" | "US-ASCII" => 0x80,
        _ if to.starts_with("UCS-2") => 0x1_0000,
        _ => return text,
    };
    let keeps = if random.once_in(2) { usize::MAX } else { 1 + len };
    for c in &mut text {
        if *c as u32 >= limit && !random.once_in(keeps) {
            *c = char::from_u32(*c as u32 % limit).unwrap_or('?');
        }
    }
    text
}

/// Returns the text in the encoding `from`, as far as it has the characters.
pub fn encode(text: &[char], from: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &c in text {
        let number = c as u32;
        match from {
            "UTF-8" | "utf8" => bytes.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
            "ISO-8859-1" | "latin1" | "ASCII" | "US-ASCII" => bytes.push(number as u8),
            _ if !repertoire(from).is_empty() => {
                let repertoire = repertoire(from);
                let index = repertoire.iter().position(|&known| known == c);
                bytes.push(index.unwrap_or(number as usize % 256) as u8);
            }
            "UCS-4" | "UTF-32BE" => bytes.extend(number.to_be_bytes()),
            "UCS-4LE" | "UTF-32LE" => bytes.extend(number.to_le_bytes()),
            "UTF-32" | "WCHAR_T" => bytes.extend(number.to_ne_bytes()),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    bytes.extend(if from.ends_with("BE") {
                        unit.to_be_bytes()
                    } else {
                        unit.to_le_bytes()
                    });
                }
            }
        }
    }
    bytes
}

/// Changes, removes or inserts a few bytes.
fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            return;
        }
        let index = random.below(bytes.len());
        match random.below(5) {
            0 => bytes[index] = random.next() as u8,
            1 => bytes[index] ^= 1 << random.below(8),
            2 => {
                bytes.remove(index);
            }
            3 => bytes.insert(
                index,
                random.choose(&[0x80, 0xBF, 0xC0, 0xED, 0xF0, 0xF4, 0xFF, 0xD8, 0xDC, 0]),
            ),
            _ => bytes.truncate(index),
        }
    }
}

/// Returns an input for the pair.
pub fn input(random: &mut Random, from: &str, to: &str) -> Vec<u8> {
    let len = match random.below(100) {
        0 => 20_000 + random.below(30_000),
        1..=8 => random.below(9_000),
        9..=50 => random.below(300),
        _ => random.below(20),
    };
    let text = text_for(random, len, to);
    let mut bytes = encode(&text, from);
    if random.once_in(3) {
        damage(random, &mut bytes);
    }
    if random.once_in(4) {
        let signature: &[u8] = match random.below(5) {
            0 => b"\xFF\xFE",
            1 => b"\xFE\xFF",
            2 => b"\xFF\xFE\0\0",
            3 => b"\0\0\xFE\xFF",
            _ => b"\xEF\xBB\xBF",
        };
        bytes.splice(0..0, signature.iter().copied());
    }
    if random.once_in(10) && bytes.len() > 4 && !bytes.len().is_multiple_of(4) {
        // The other byte order.
        bytes.reverse();
    }
    bytes
}
