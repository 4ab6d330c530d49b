//! Measures simd-json and parquet, which validate UTF-8 with simdutf8, or with utf8kit in its place:
//!
//! ```text
//! rm -f Cargo.lock; cargo build --release --target-dir target/simdutf8
//! rm -f Cargo.lock; cargo build --release --target-dir target/utf8kit --config 'patch.crates-io.simdutf8.path="simdutf8"'
//! for name in simdutf8 utf8kit simdutf8 utf8kit; do target/$name/release/drop-in FILE...; done
//! ```

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use bytes::Bytes;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Returns the least time of a call, in microseconds.
fn least(mut call: impl FnMut()) -> f64 {
    let end = Instant::now() + Duration::from_millis(400);
    let mut least = f64::MAX;
    while Instant::now() < end {
        let start = Instant::now();
        call();
        least = least.min(start.elapsed().as_secs_f64() * 1e6);
    }
    least
}

/// Returns JSON of about `len` bytes: an array of objects, each with a line of `text`.
fn json(text: &str, len: usize) -> Vec<u8> {
    let mut json = String::from("[");
    for (number, line) in text.lines().cycle().enumerate() {
        if json.len() >= len {
            break;
        }
        let line = line.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', " ");
        json += &format!("{{\"id\":{number},\"text\":\"{line}\"}},");
    }
    json.pop();
    json.push(']');
    json.into_bytes()
}

/// Returns a Parquet file with a column of about `len` bytes: the lines of `text`.
fn column(text: &str, len: usize) -> Bytes {
    let mut size = 0;
    let lines = text.lines().cycle().take_while(|line| {
        size += line.len() + 4;
        size < len
    });
    let array: ArrayRef = Arc::new(StringArray::from(lines.collect::<Vec<_>>()));
    let batch = RecordBatch::try_from_iter([("text", array)]).expect("a column");
    let properties = parquet::file::properties::WriterProperties::builder()
        .set_dictionary_enabled(false)
        .build();
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties)).expect("a schema");
    writer.write(&batch).expect("memory");
    writer.close().expect("memory");
    file.into()
}

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a text");
        for len in [1_000, 10_000, 100_000, 1_000_000] {
            let json = json(&text, len);
            let mut copy = json.clone();
            let json_us = least(|| {
                copy.copy_from_slice(&json);
                black_box(simd_json::to_tape(&mut copy).expect("JSON"));
            });
            let file = column(&text, len);
            let parquet_us = least(|| {
                let reader = ParquetRecordBatchReaderBuilder::try_new(file.clone()).expect("a file");
                let reader = reader.with_batch_size(1 << 20).build().expect("a file");
                reader.for_each(|batch| drop(black_box(batch.expect("rows"))));
            });
            println!("{path} {len} bytes: simd-json {json_us:.1} us, parquet {parquet_us:.1} us");
        }
    }
}
