//! Measures the detection of encodings, in microseconds of a call.

use crate::measure::{rounds, seconds};
use crate::options::Options;
use crate::text::{Texts, resize};
use chardetng::EncodingDetector;
use encoding_rs::Encoding as Peer;
use serde_json::{Value, json};
use std::hint::black_box;
use utf8kit_encodings::detect::candidates;

/// Encodings and the languages of their texts.
const CASES: [(&Peer, &str); 10] = [
    (encoding_rs::WINDOWS_1252, "french"),
    (encoding_rs::WINDOWS_1251, "russian"),
    (encoding_rs::KOI8_R, "russian"),
    (encoding_rs::IBM866, "russian"),
    (encoding_rs::ISO_8859_7, "greek"),
    (encoding_rs::GBK, "chinese"),
    (encoding_rs::BIG5, "chinese"),
    (encoding_rs::SHIFT_JIS, "japanese"),
    (encoding_rs::EUC_JP, "japanese"),
    (encoding_rs::EUC_KR, "korean"),
];

const SIZES: [usize; 4] = [200, 2_000, 20_000, 200_000];

/// Bytes of an encoded text from which the first are taken.
const ENCODED: usize = 4 * SIZES[SIZES.len() - 1];

pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    println!("\ndetection: microseconds of a call");
    println!(
        "{:24}{:>8}{:>10}{:>11}{:>10}",
        "text", "bytes", "utf8kit", "chardetng", "ratio"
    );
    let mut rows = Vec::new();
    for (peer, language) in CASES {
        let name = format!("{language}, {}", peer.name());
        if !name.contains(&options.cell) {
            continue;
        }
        let capital = language[..1].to_uppercase() + &language[1..];
        let text = resize(texts.named(&[language, &capital, "latin"]), Some(ENCODED));
        let has = |c: &char| !peer.encode(c.encode_utf8(&mut [0; 4])).2;
        let text: String = text.chars().filter(has).collect();
        let bytes = peer.encode(&text).0;
        for size in SIZES {
            let bytes = &bytes[..size.min(bytes.len())];
            let [ours, theirs] = measure(bytes, options);
            println!(
                "{name:24}{:8}{ours:10.1}{theirs:11.1}{:9.1}x",
                bytes.len(),
                theirs / ours
            );
            rows.push(json!({ "cell": name, "bytes": bytes.len(), "utf8kit": ours, "chardetng": theirs }));
        }
    }
    Ok(json!({ "operation": "detection", "microseconds": rows }))
}

/// Returns the shortest time of a call of each library, in microseconds.
fn measure(bytes: &[u8], options: &Options) -> [f64; 2] {
    const CALLS: usize = 8;
    let ours = || {
        black_box(candidates(black_box(bytes)));
    };
    let theirs = || {
        let mut detector = EncodingDetector::new();
        detector.feed(black_box(bytes), true);
        black_box(detector.guess(None, false));
    };
    let mut best = [f64::INFINITY; 2];
    rounds(options.time / 4, |_| {
        best[0] = best[0].min(seconds(CALLS, ours));
        best[1] = best[1].min(seconds(CALLS, theirs));
    });
    best.map(|seconds| seconds * 1e6)
}
