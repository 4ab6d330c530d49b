//! Measures encodings of before Unicode: to UTF-8 and UTF-16 and from both, and text with errors.

use crate::measure::Output::{Bytes, Unchecked, Units16};
use crate::measure::Role::{Baseline, Ours};
use crate::measure::{Case, Encodings, Implementation, Output, implementation};
use crate::options::Options;
use crate::report;
use crate::text::{Cell, Random, Texts, cut, resize};
use encoding_rs::Encoding as Peer;
use serde_json::{Value, json};
use utf8kit::Policy;
use utf8kit_encodings::{Encoding, Reading};

/// The length of a text, which stays in the cache with what it becomes, and of all pieces of one length together, in bytes.
const TEXT: usize = 32 << 10;
const PIECES: usize = 8 << 10;

/// The lengths of pieces, in bytes.
const SHORT: [usize; 2] = [16, 64];

/// Encodings and the languages of their texts.
const CASES: [(&Peer, &str); 15] = [
    (encoding_rs::WINDOWS_1252, "latin"),
    (encoding_rs::ISO_8859_2, "latin"),
    (encoding_rs::ISO_8859_7, "greek"),
    (encoding_rs::WINDOWS_1251, "russian"),
    (encoding_rs::KOI8_R, "russian"),
    (encoding_rs::IBM866, "russian"),
    (encoding_rs::WINDOWS_1255, "hebrew"),
    (encoding_rs::WINDOWS_1256, "arabic"),
    (encoding_rs::SHIFT_JIS, "japanese"),
    (encoding_rs::EUC_JP, "japanese"),
    (encoding_rs::ISO_2022_JP, "japanese"),
    (encoding_rs::GBK, "chinese"),
    (encoding_rs::GB18030, "chinese"),
    (encoding_rs::BIG5, "chinese"),
    (encoding_rs::EUC_KR, "korean"),
];

pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    let mut tables = Vec::new();
    let noise = noise();
    let lacking = [
        Cell::whole("emoji", "errors", "😀 ".repeat(TEXT / 5)),
        Cell::whole("ASCII and emoji", "errors", "twelve bytes😀".repeat(TEXT / 16)),
    ];
    for (peer, language) in CASES {
        let mut measure = |name: String, implementations: Vec<Implementation>, encodings, cells: &[Cell]| {
            let table = report::table(&name, &implementations, cells.iter(), encodings, options);
            table.map(|table| tables.push(table))
        };
        let name = peer.name();
        let ours = Encoding::for_label(name, Reading::Web).ok_or("an encoding of the web is missing")?;
        let from = text_cells(texts, peer, language, options.size.unwrap_or(TEXT));
        let to = from.each_ref().map(|cell| Cell {
            name: cell.name.clone(),
            group: cell.group,
            pieces: cell.pieces.iter().map(|text| encoded(text, peer)).collect(),
        });
        let only = Encodings::OnlyUtf8;
        let fail = || Policy::Fail;
        let to_utf8 = vec![decode_by(ours, fail, Bytes), peer_to_utf8(peer)];
        measure(format!("{name} to UTF-8"), to_utf8, only, &to)?;
        let to_utf16 = vec![decode_to_utf16_by(ours, fail, Units16), peer_to_utf16(peer)];
        measure(format!("{name} to UTF-16"), to_utf16, only, &to)?;
        let from_utf8 = vec![encode_by(ours, fail, Bytes), peer_from_utf8(peer)];
        measure(format!("UTF-8 to {name}"), from_utf8, only, &from)?;
        let from_utf16 = vec![encode_utf16_by(ours, fail, Bytes), peer_from_utf16(peer)];
        measure(format!("UTF-16 to {name}"), from_utf16, Encodings::All, &from)?;
        let decode = decode_lossy(ours, peer);
        measure(format!("{name} to UTF-8, replacing"), decode, only, &noise)?;
        let decode = decode_to_utf16_lossy(ours, peer);
        measure(format!("{name} to UTF-16, replacing"), decode, only, &noise)?;
        let encode = encode_lossy(ours, peer);
        measure(format!("UTF-8 to {name}, replacing"), encode, only, &lacking)?;
    }
    Ok(json!({ "operation": "legacy", "tables": tables }))
}

/// Returns bytes in which errors are frequent: any, any but ASCII, and lead bytes before ASCII.
fn noise() -> [Cell; 3] {
    let mut random = Random(7);
    let any: Vec<u8> = (0..TEXT).map(|_| random.below(0x100) as u8).collect();
    let high: Vec<u8> = any.iter().map(|byte| byte | 0x80).collect();
    let leads = (0..TEXT / 2).flat_map(|_| [0x81 + random.below(0x7E) as u8, b' ']);
    let leads: Vec<u8> = leads.collect();
    [
        ("random bytes", any),
        ("random bytes, not ASCII", high),
        ("lead bytes and spaces", leads),
    ]
    .map(|(name, bytes)| Cell::whole(name, "errors", bytes))
}

/// Returns texts in a language, long and short, of characters that the encoding has.
fn text_cells(texts: &Texts, peer: &'static Peer, language: &str, size: usize) -> [Cell; 5] {
    let capital = language[..1].to_uppercase() + &language[1..];
    let french = if language == "latin" { "french" } else { language };
    let named = [&[&*capital, french][..], &[language, french], &["ASCII"]];
    let [text, markup, ascii] = named.map(|names| representable(texts.named(names), peer, size));
    let [short, longer] = SHORT.map(|length| Cell {
        name: format!("{length} bytes"),
        group: "short",
        pieces: cut(&text, length, PIECES / length),
    });
    let whole = |name, text| Cell::whole(name, "texts", text);
    [
        whole("text", text),
        whole("text with markup", markup),
        whole("ASCII", ascii),
        short,
        longer,
    ]
}

/// Returns a text of UTF-8 in the encoding, which has its characters.
fn encoded(text: &[u8], peer: &'static Peer) -> Vec<u8> {
    peer.encode(str::from_utf8(text).expect("pieces are cut at characters"))
        .0
        .into_owned()
}

/// Returns the characters of `text` that the encoding has, in about `size` bytes.
fn representable(text: &str, peer: &'static Peer, size: usize) -> String {
    let has = |c: &char| !peer.encode(c.encode_utf8(&mut [0; 4])).2;
    let text: String = text.chars().filter(has).collect();
    resize(&text, Some(size))
}

/// Returns the text of a case that is encoded. To validate it would take as long as to encode some of them.
pub fn text<'a>(case: &Case<'a>) -> &'a str {
    debug_assert!(std::str::from_utf8(case.utf8).is_ok());
    // SAFETY: the cells that are encoded are made of a `str`, and not cut.
    unsafe { std::str::from_utf8_unchecked(case.utf8) }
}

/// Returns the decoding of the bytes of a case.
pub fn decode_by(ours: Encoding, policy: fn() -> Policy<'static>, output: Output) -> Implementation {
    implementation("utf8kit", Ours, output, move |case, buffers| {
        let done = ours.decode_to_utf8(case.utf8, policy(), &mut *buffers.bytes);
        done.map_or_else(|error| error.written(), |done| done.written)
    })
}

/// Returns the encoding of the text of a case.
pub fn encode_by(ours: Encoding, policy: fn() -> Policy<'static>, output: Output) -> Implementation {
    implementation("utf8kit", Ours, output, move |case, buffers| {
        let done = ours.encode_to(text(case), policy(), &mut *buffers.bytes);
        done.map_or_else(|error| error.written(), |done| done.written)
    })
}

/// Returns the decoding of the bytes of a case to UTF-16.
pub fn decode_to_utf16_by(ours: Encoding, policy: fn() -> Policy<'static>, output: Output) -> Implementation {
    implementation("utf8kit", Ours, output, move |case, buffers| {
        let done = ours.decode_to_utf16(case.utf8, policy(), &mut *buffers.units16);
        done.map_or_else(|error| error.written(), |done| done.written)
    })
}

/// Returns the encoding of the UTF-16 of a case.
pub fn encode_utf16_by(ours: Encoding, policy: fn() -> Policy<'static>, output: Output) -> Implementation {
    implementation("utf8kit", Ours, output, move |case, buffers| {
        let done = ours.encode_utf16_to(case.utf16, policy(), &mut *buffers.bytes);
        done.map_or_else(|error| error.written(), |done| done.written)
    })
}

pub fn peer_to_utf8(peer: &'static Peer) -> Implementation {
    implementation("encoding_rs", Baseline, Bytes, move |case, buffers| {
        let mut decoder = peer.new_decoder_without_bom_handling();
        decoder
            .decode_to_utf8_without_replacement(case.utf8, buffers.bytes, true)
            .2
    })
}

pub fn peer_to_utf16(peer: &'static Peer) -> Implementation {
    implementation("encoding_rs", Baseline, Units16, move |case, buffers| {
        let mut decoder = peer.new_decoder_without_bom_handling();
        decoder
            .decode_to_utf16_without_replacement(case.utf8, buffers.units16, true)
            .2
    })
}

pub fn peer_from_utf8(peer: &'static Peer) -> Implementation {
    implementation("encoding_rs", Baseline, Bytes, move |case, buffers| {
        let mut encoder = peer.new_encoder();
        encoder
            .encode_from_utf8_without_replacement(text(case), buffers.bytes, true)
            .2
    })
}

pub fn peer_from_utf16(peer: &'static Peer) -> Implementation {
    implementation("encoding_rs", Baseline, Bytes, move |case, buffers| {
        let mut encoder = peer.new_encoder();
        encoder
            .encode_from_utf16_without_replacement(case.utf16, buffers.bytes, true)
            .2
    })
}

fn decode_lossy(ours: Encoding, peer: &'static Peer) -> Vec<Implementation> {
    vec![
        decode_by(ours, || Policy::Replace('\u{FFFD}'), Unchecked),
        implementation("encoding_rs", Baseline, Unchecked, move |case, buffers| {
            let mut decoder = peer.new_decoder_without_bom_handling();
            decoder.decode_to_utf8(case.utf8, buffers.bytes, true).2
        }),
    ]
}

fn decode_to_utf16_lossy(ours: Encoding, peer: &'static Peer) -> Vec<Implementation> {
    vec![
        decode_to_utf16_by(ours, || Policy::Replace('\u{FFFD}'), Unchecked),
        implementation("encoding_rs", Baseline, Unchecked, move |case, buffers| {
            let mut decoder = peer.new_decoder_without_bom_handling();
            decoder.decode_to_utf16(case.utf8, buffers.units16, true).2
        }),
    ]
}

/// The peer writes a reference of HTML, the only replacement that it has.
fn encode_lossy(ours: Encoding, peer: &'static Peer) -> Vec<Implementation> {
    vec![
        encode_by(ours, || Policy::Replace('?'), Unchecked),
        implementation("encoding_rs", Baseline, Unchecked, move |case, buffers| {
            let text = text(case);
            let mut encoder = peer.new_encoder();
            encoder.encode_from_utf8(text, buffers.bytes, true).2
        }),
    ]
}
