//! `-z`: compressed files are decompressed while they are read.

mod common;

use common::Place;
use std::io::Write;

const TEXT: &[u8] = b"one \xFF two\n";

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn each_format_is_read_also_in_several_parts() {
    let place = Place::new();
    for compress in [gzip, bzip2, zstd] {
        place.write("f", &[compress(b"line\n"), compress(TEXT)].concat());
        let ran = place.run(["check", "-z", "f"]);
        assert!(ran.text().starts_with("f:2:5: ill-formed"), "{}", ran.text());
        assert_eq!(ran.code, Some(1));
        assert_eq!(place.run(["count", "-z", "-c", "f"]).code, Some(0));
    }
    place.write("f", TEXT);
    assert_eq!(place.run(["check", "-z", "f"]).code, Some(1));
}

#[test]
fn a_cut_file_is_an_error() {
    let place = Place::new();
    for compress in [gzip, bzip2, zstd] {
        let whole = compress(b"some text\n");
        for len in 6..whole.len() {
            place.write("f", &whole[..len]);
            assert_eq!(
                place.run(["check", "-z", "f"]).code,
                Some(2),
                "{len} of {whole:02X?}"
            );
        }
    }
}

#[test]
fn a_bomb_is_an_error() {
    let place = Place::new();
    place.write("f", &gzip(&vec![b'a'; 80 << 20]));
    place.write("g", &bzip2(&vec![b'a'; 80 << 20]));
    assert_eq!(place.run(["check", "-z", "g"]).code, Some(2));
}
