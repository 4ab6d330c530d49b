//! Texts, well-formed and damaged.

use utf8kit::Endian;
use utf8kit_test::Random;

/// Returns a generator of numbers that `name` tells from others.
pub fn random(name: &str) -> Random {
    let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    Random::new(hash)
}

/// Characters of each length and at each limit.
const CHARACTERS: [char; 24] = [
    '\0',
    'a',
    '\\',
    '?',
    '\x7F',
    '\u{80}',
    'é',
    'ÿ',
    '\u{100}',
    'я',
    '\u{7FF}',
    '\u{800}',
    '漢',
    '한',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FEFF}',
    '\u{FFFD}',
    '\u{FFFF}',
    '\u{10000}',
    '😀',
    '𝄞',
    '\u{FFFFF}',
    '\u{10FFFF}',
];

/// Returns texts of up to 200 characters: of one kind each, and mixed.
fn characters(random: &mut Random, allowed: impl Fn(char) -> bool) -> Vec<String> {
    let allowed: Vec<char> = CHARACTERS.into_iter().filter(|&c| allowed(c)).collect();
    let mut texts = vec![String::new()];
    for round in 0..400 {
        let len = match round % 4 {
            0 => 1 + random.below(4),
            1 => random.below(16),
            2 => random.below(70),
            _ => random.below(200),
        };
        let (few, only) = (random.below(3), allowed[random.below(allowed.len())]);
        let text = (0..len).map(|_| match few {
            0 => only,
            1 if random.below(12) != 0 => 'a',
            _ => allowed[random.below(allowed.len())],
        });
        texts.push(text.collect());
    }
    texts
}

/// Adds copies of the texts, in which units are changed, left out and cut off.
fn with_damage<U: Copy>(random: &mut Random, texts: Vec<Vec<U>>, units: &[U]) -> Vec<Vec<U>> {
    let damaged: Vec<Vec<U>> = texts
        .iter()
        .filter(|text| !text.is_empty())
        .map(|text| {
            let mut text = text.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(text.len());
                match random.below(4) {
                    0 => text[at] = units[random.below(units.len())],
                    1 => text.insert(at, units[random.below(units.len())]),
                    2 if text.len() > 1 => drop(text.remove(at)),
                    _ => text.truncate(at.max(1)),
                }
            }
            text
        })
        .collect();
    [texts, damaged].concat()
}

pub fn utf8_texts() -> Vec<Vec<u8>> {
    let mut random = random("UTF-8");
    let texts = characters(&mut random, |_| true);
    let narrow = characters(&mut random, |c| c <= 'ÿ');
    let texts = [texts, narrow]
        .concat()
        .into_iter()
        .map(String::into_bytes)
        .collect();
    let bytes = [
        0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xE2, 0xF0, 0xF4, 0xF5, 0xF8, 0xFF, b'a',
    ];
    with_damage(&mut random, texts, &bytes)
}

pub fn utf16_texts() -> Vec<Vec<u16>> {
    let mut random = random("UTF-16");
    let texts = characters(&mut random, |_| true);
    let narrow = characters(&mut random, |c| c <= 'ÿ');
    let texts = [texts, narrow].concat();
    let texts = texts.iter().map(|text| text.encode_utf16().collect()).collect();
    with_damage(&mut random, texts, &[0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x61])
}

pub fn utf16_bytes_texts(endian: Endian) -> Vec<Vec<u8>> {
    let to_bytes = |unit: &u16| match endian {
        Endian::Little => unit.to_le_bytes(),
        Endian::Big => unit.to_be_bytes(),
    };
    let mut random = random("bytes of UTF-16");
    let texts = utf16_texts().into_iter();
    let mut texts: Vec<Vec<u8>> = texts
        .map(|text| text.iter().flat_map(to_bytes).collect())
        .collect();
    for text in &mut texts {
        if random.below(5) == 0 {
            text.push(0xD8);
        }
    }
    texts
}

pub fn utf32_texts() -> Vec<Vec<u32>> {
    let mut random = random("UTF-32");
    let texts = characters(&mut random, |_| true);
    let narrow = characters(&mut random, |c| c <= 'ÿ');
    let texts = [texts, narrow].concat();
    let texts = texts
        .iter()
        .map(|text| text.chars().map(u32::from).collect())
        .collect();
    with_damage(
        &mut random,
        texts,
        &[0xD800, 0xDFFF, 0x11_0000, 0x7FFF_FFFF, 0xFFFF_FFFF, 0x61],
    )
}

pub fn latin1_texts() -> Vec<Vec<u8>> {
    let mut random = random("Latin-1");
    let texts = characters(&mut random, |c| c <= 'ÿ');
    texts
        .iter()
        .map(|text| text.chars().map(|c| c as u8).collect())
        .collect()
}

pub fn ascii_texts() -> Vec<Vec<u8>> {
    let mut random = random("ASCII");
    let texts = characters(&mut random, |c| c.is_ascii());
    let texts = texts.into_iter().map(String::into_bytes).collect();
    with_damage(&mut random, texts, &[0x80, 0xC3, 0xFF])
}
