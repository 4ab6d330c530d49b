//! Measures encodings of before Unicode: to UTF-8 and from it, and text with errors.

use crate::measure::Output::{Bytes, Unchecked};
use crate::measure::Role::{Baseline, Ours};
use crate::measure::{Case, Encodings, Implementation, Output, implementation};
use crate::options::Options;
use crate::report;
use crate::text::{Cell, Random, Texts, resize};
use encoding_rs::Encoding as Peer;
use serde_json::{Value, json};
use utf8kit::Policy;
use utf8kit_encodings::{Encoding, Reading};

/// The length of a text, which stays in the cache with what it becomes, in bytes.
const TEXT: usize = 32 << 10;

/// Encodings and the languages of their texts.
const CASES: [(&Peer, &str); 14] = [
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
    (encoding_rs::GBK, "chinese"),
    (encoding_rs::GB18030, "chinese"),
    (encoding_rs::BIG5, "chinese"),
    (encoding_rs::EUC_KR, "korean"),
];

pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    let mut tables = Vec::new();
    for (peer, language) in CASES {
        let capital = language[..1].to_uppercase() + &language[1..];
        let french = if language == "latin" { "french" } else { language };
        let named = [
            ("text", texts.named(&[&capital, french])),
            ("text with markup", texts.named(&[language, french])),
        ];
        let texts = named.map(|(name, text)| (name, representable(text, peer, options.size.unwrap_or(TEXT))));
        let bytes = |text: &str| peer.encode(text).0.into_owned();
        let mut measure = |name: String, implementations: Vec<Implementation>, cells: &[Cell]| {
            let table = report::table(
                &name,
                &implementations,
                cells.iter(),
                Encodings::OnlyUtf8,
                options,
            );
            table.map(|table| tables.push(table))
        };
        let ours =
            Encoding::for_label(peer.name(), Reading::Web).ok_or("an encoding of the web is missing")?;
        let to = texts
            .each_ref()
            .map(|(name, text)| Cell::whole(name, "texts", bytes(text)));
        measure(format!("{} to UTF-8", peer.name()), decode(ours, peer), &to)?;
        let from = texts.map(|(name, text)| Cell::whole(name, "texts", text));
        measure(format!("UTF-8 to {}", peer.name()), encode(ours, peer), &from)?;
        let mut random = Random(7);
        let noise: Vec<u8> = (0..TEXT).map(|_| random.below(0x100) as u8).collect();
        let noise = [Cell::whole("random bytes", "errors", noise)];
        measure(
            format!("{} to UTF-8, replacing", peer.name()),
            decode_lossy(ours, peer),
            &noise,
        )?;
        let emoji = [Cell::whole("emoji", "errors", "😀 ".repeat(TEXT / 5))];
        measure(
            format!("UTF-8 to {}, replacing", peer.name()),
            encode_lossy(ours, peer),
            &emoji,
        )?;
    }
    Ok(json!({ "operation": "legacy", "tables": tables }))
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

fn decode(ours: Encoding, peer: &'static Peer) -> Vec<Implementation> {
    vec![
        decode_by(ours, || Policy::Fail, Bytes),
        implementation("encoding_rs", Baseline, Bytes, move |case, buffers| {
            let mut decoder = peer.new_decoder_without_bom_handling();
            decoder
                .decode_to_utf8_without_replacement(case.utf8, buffers.bytes, true)
                .2
        }),
    ]
}

fn encode(ours: Encoding, peer: &'static Peer) -> Vec<Implementation> {
    vec![
        encode_by(ours, || Policy::Fail, Bytes),
        implementation("encoding_rs", Baseline, Bytes, move |case, buffers| {
            let text = text(case);
            let mut encoder = peer.new_encoder();
            encoder
                .encode_from_utf8_without_replacement(text, buffers.bytes, true)
                .2
        }),
    ]
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
