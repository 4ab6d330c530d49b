//! Measures readers of UTF-8, which replace errors: the source is in memory, so that only the reader takes time.

use crate::measure::Output::{Bytes, Unchecked};
use crate::measure::Role::{Baseline, Ours, Variant};
use crate::measure::{Case, Implementation, implementation};
use std::hint::black_box;
use std::io::{BufRead, Read};
use utf8kit::stream::DecodeReader;
use utf8kit::{Encoding, Policy};

/// The number of bytes that are read at a time.
const LEN: usize = 64 * 1024;

pub fn reader() -> Vec<Implementation> {
    vec![
        implementation("utf8kit", Ours, Bytes, |case, buffers| {
            read(utf8kit_reader(case), buffers.bytes)
        }),
        implementation("fill_buf", Variant, Unchecked, |case, _| {
            let mut reader = utf8kit_reader(case);
            let mut total = 0;
            while let Ok(text @ [_, ..]) = reader.fill_buf() {
                let len = black_box(text).len();
                total += len;
                reader.consume(len);
            }
            total
        }),
        implementation("to_string", Variant, Unchecked, |case, _| {
            let mut text = String::with_capacity(case.utf8.len());
            utf8kit_reader(case).read_to_string(&mut text).unwrap_or(0)
        }),
        implementation("encoding_rs_io", Baseline, Bytes, |case, buffers| {
            let mut builder = encoding_rs_io::DecodeReaderBytesBuilder::new();
            let reader = builder.encoding(Some(encoding_rs::UTF_8)).build(text(case));
            read(reader, buffers.bytes)
        }),
    ]
}

/// Returns the text without a signature, which encoding_rs_io always removes.
fn text<'a>(case: &Case<'a>) -> &'a [u8] {
    case.utf8.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(case.utf8)
}

fn utf8kit_reader<'a>(case: &Case<'a>) -> DecodeReader<'static, &'a [u8]> {
    DecodeReader::new(text(case), Encoding::Utf8, Policy::Replace('\u{FFFD}'))
}

/// Reads all to `bytes` and returns the length.
fn read(mut reader: impl Read, bytes: &mut [u8]) -> usize {
    let mut total = 0;
    loop {
        let end = bytes.len().min(total + LEN);
        match reader.read(&mut bytes[total..end]) {
            Ok(len @ 1..) => total += len,
            _ => return total,
        }
    }
}
