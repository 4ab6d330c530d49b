//! Measures streams: text in pieces, and in blocks, relative to the same text in one call.

use crate::byte_order::converted;
use crate::measure::Output::{Bytes, Number, Units16};
use crate::measure::Role::{Baseline, Ours, Peer};
use crate::measure::{Encodings, Implementation, implementation};
use crate::options::Options;
use crate::report;
use crate::text::{Cell, Texts, cells};
use serde_json::{Value, json};
use std::hint::black_box;
use utf8kit::stream::{Decoder, Stop, Validator};
use utf8kit::utf8::BlockValidator;
use utf8kit::{Encoding, Endian, Policy, utf8};

/// The length of a text, and those of its pieces, in bytes.
const TEXT: usize = 256 << 10;
const PIECES: [usize; 2] = [64 << 10, 4 << 10];

/// The bytes of blocks that are pushed at once, as parsers do that go through a text block by block.
const BLOCKS: [usize; 3] = [64, 256, 4 << 10];

pub fn run(options: &Options, texts: &Texts) -> Result<Value, String> {
    let cells: Vec<Cell> = cells(texts, Some(options.size.unwrap_or(TEXT)))
        .into_iter()
        .filter(|cell| cell.pieces.len() == 1)
        .collect();
    let pieces = PIECES.into_iter().flat_map(|len| {
        [
            ("validate", validate(len)),
            ("utf8-to-utf16", to_utf16(len)),
            ("utf16-to-utf8", from_utf16(len)),
        ]
        .map(|(name, implementations)| (format!("{name} in pieces of {len} bytes"), implementations))
    });
    let blocks = BLOCKS.map(|len| (format!("validate in blocks of {len} bytes"), in_blocks(len)));
    let mut tables = Vec::new();
    for (name, implementations) in pieces.chain(blocks) {
        tables.push(report::table(
            &name,
            &implementations,
            cells.iter(),
            Encodings::All,
            options,
        )?);
    }
    Ok(json!({ "operation": "pieces", "tables": tables }))
}

/// The column `calls` is a call of its own for each piece, cut at a character: what no stream can be faster than.
fn validate(len: usize) -> Vec<Implementation> {
    vec![
        implementation("stream", Ours, Number, move |case, _| {
            let mut validator = Validator::new(Encoding::Utf8);
            let valid = case
                .utf8
                .chunks(len)
                .all(|piece| validator.push(piece).stop == Stop::InputUsed);
            usize::from(valid && validator.finish().stop == Stop::InputUsed)
        }),
        implementation("calls", Peer, Number, move |case, _| {
            usize::from(at_boundaries(case.utf8, len).all(utf8::is_valid))
        }),
        implementation("whole", Baseline, Number, |case, _| {
            usize::from(utf8::is_valid(case.utf8))
        }),
    ]
}

/// The peer is the part of simdutf8 that `simd-json` calls, for AVX2.
fn in_blocks(len: usize) -> Vec<Implementation> {
    let mut all = vec![implementation("blocks", Ours, Number, move |case, _| {
        let (blocks, rest) = case.utf8.as_chunks();
        let mut validator = BlockValidator::new();
        blocks
            .chunks(len / BlockValidator::LEN)
            .for_each(|blocks| validator.push(black_box(blocks)));
        usize::from(validator.finish(rest))
    })];
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        let peer = move |text: &[u8]| unsafe { simdutf8_in_blocks(text, len) };
        all.push(implementation("simdutf8", Peer, Number, move |case, _| {
            usize::from(peer(case.utf8))
        }));
    }
    all.push(implementation("whole", Baseline, Number, |case, _| {
        usize::from(utf8::is_valid(case.utf8))
    }));
    all
}

/// Returns whether `text` is well-formed, by simdutf8, in blocks of `len` bytes.
///
/// # Safety
///
/// The processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn simdutf8_in_blocks(text: &[u8], len: usize) -> bool {
    use simdutf8::basic::imp::ChunkedUtf8Validator;
    use simdutf8::basic::imp::x86::avx2::ChunkedUtf8ValidatorImp;

    let whole = text.len() - text.len() % BlockValidator::LEN;
    // SAFETY: the caller promises AVX2, and the lengths are multiples of 64.
    unsafe {
        let mut validator = ChunkedUtf8ValidatorImp::new();
        text[..whole]
            .chunks(len)
            .for_each(|blocks| validator.update_from_chunks(black_box(blocks)));
        validator.finalize(Some(&text[whole..])).is_ok()
    }
}

fn to_utf16(len: usize) -> Vec<Implementation> {
    vec![
        implementation("stream", Ours, Units16, move |case, buffers| {
            let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail);
            let mut written = 0;
            for piece in case.utf8.chunks(len) {
                written += decoder.to_utf16(piece, &mut buffers.units16[written..]).written;
            }
            written + decoder.finish_utf16(&mut buffers.units16[written..]).written
        }),
        implementation("calls", Peer, Units16, move |case, buffers| {
            at_boundaries(case.utf8, len).fold(0, |written, piece| {
                written + utf8::to_utf16(piece, &mut buffers.units16[written..]).unwrap_or(0)
            })
        }),
        implementation("whole", Baseline, Units16, |case, buffers| {
            utf8::to_utf16(case.utf8, &mut *buffers.units16).unwrap_or(0)
        }),
    ]
}

fn from_utf16(len: usize) -> Vec<Implementation> {
    vec![
        implementation("stream", Ours, Bytes, move |case, buffers| {
            let mut decoder = Decoder::new(Encoding::Utf16(Endian::Big), Policy::Fail);
            let mut written = 0;
            for piece in case.utf16_big.chunks(len) {
                written += decoder.to_utf8(piece, &mut buffers.bytes[written..]).written;
            }
            written + decoder.finish_utf8(&mut buffers.bytes[written..]).written
        }),
        implementation("whole", Baseline, Bytes, |case, buffers| {
            converted(
                case.utf16_big,
                Encoding::Utf16(Endian::Big),
                Encoding::Utf8,
                Policy::Fail,
                buffers,
            )
        }),
    ]
}

/// Returns pieces of `text` that end where characters do, up to three bytes shorter than `len`.
fn at_boundaries(mut text: &[u8], len: usize) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let end = utf8::floor_boundary(text, len);
        let (piece, rest) = text.split_at(end);
        text = rest;
        (end > 0).then_some(piece)
    })
}
