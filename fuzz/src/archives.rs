//! Checks what the command reads of compressed files and archives: a text is what was packed or an error, also where the archive is
//! damaged and however it is read; of any bytes, no more than is asked for.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use utf8kit_cli::fuzzing::{Unpacked, unpack};

/// What of a text is read at most. A bomb is larger.
const MOST: usize = 1 << 20;

thread_local! {
    /// Only a file can be read as zip.
    static FILE: RefCell<File> = RefCell::new(tempfile::tempfile().expect("a file can be made"));
}

pub(crate) fn run(input: (u8, u8, u16, u8, &[u8])) {
    let (format, at_once, place, change, text) = input;
    let at_once = 1 + usize::from(at_once);
    if format % 8 == 7 {
        // Not packed here: what the fuzzer makes.
        check_reads(text, at_once);
        return;
    }
    let packed = pack(format, text).expect("memory can be written");
    let (texts, end) = read(&packed, at_once);
    if !looks_packed(text) {
        let found: Vec<&[u8]> = texts
            .iter()
            .map(|(_, text)| text.as_ref().unwrap().as_slice())
            .collect();
        assert!(found == [text], "{format}: {texts:?}");
        end.unwrap();
    }
    let mut damaged = packed.clone();
    match change {
        0 => damaged.truncate(usize::from(place) % damaged.len()),
        change => {
            let place = usize::from(place) % damaged.len();
            damaged[place] ^= change;
        }
    }
    check_damaged(format % 8, &damaged, text, at_once);
    check_reads(&damaged, at_once);
}

/// Returns `true` if a text would be taken for something compressed.
fn looks_packed(text: &[u8]) -> bool {
    let starts: [&[u8]; 6] = [b"\x1F\x8B", b"\x28\xB5", b"BZh", b"\xFD7z", b"PK", b"*M\x18"];
    starts.iter().any(|start| text.starts_with(start))
        || text.get(1..4) == Some(b"*M\x18")
        || text.get(257..262) == Some(b"ustar")
}

/// Packs a text in one of the formats that the command reads.
fn pack(format: u8, text: &[u8]) -> io::Result<Vec<u8>> {
    let level = flate2::Compression::new(u32::from(format / 8) % 10);
    let tar = |text: &[u8]| {
        let mut tar = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_ustar();
        header.set_size(text.len() as u64);
        tar.append_data(&mut header, "a", text)?;
        tar.into_inner()
    };
    let gzip = |text: &[u8]| {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), level);
        gzip.write_all(text)?;
        gzip.finish()
    };
    match format % 8 {
        0 => gzip(text),
        1 => {
            let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            bzip2.write_all(text)?;
            bzip2.finish()
        }
        2 => {
            let mut xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(0))?;
            xz.write_all(text)?;
            xz.finish()
        }
        3 => tar(text),
        4 => gzip(&tar(text)?),
        5 => {
            let mut deflate = flate2::write::DeflateEncoder::new(Vec::new(), level);
            deflate.write_all(text)?;
            Ok(zip(8, &deflate.finish()?, text))
        }
        _ => Ok(zip(0, text, text)),
    }
}

/// Returns a zip archive with one member.
fn zip(method: u8, packed: &[u8], text: &[u8]) -> Vec<u8> {
    let mut checksum = flate2::Crc::new();
    checksum.update(text);
    let len = |len: usize| u32::try_from(len).expect("inputs are short").to_le_bytes();
    let mut shared = vec![20, 0, 0, 0, method, 0, 0, 0, 0, 0];
    shared.extend(checksum.sum().to_le_bytes());
    shared.extend(len(packed.len()));
    shared.extend(len(text.len()));
    shared.extend([1, 0, 0, 0]);
    let local = [b"PK\x03\x04", &shared[..], b"a", packed].concat();
    let directory = [b"PK\x01\x02\x14\x00", &shared[..], &[0; 14], b"a"].concat();
    let end = [
        b"PK\x05\x06\0\0\0\0\x01\0\x01\0",
        &len(directory.len())[..],
        &len(local.len()),
        b"\0\0",
    ];
    [&local[..], &directory, &end.concat()].concat()
}

fn read(packed: &[u8], at_once: usize) -> (Vec<Unpacked>, io::Result<()>) {
    FILE.with_borrow_mut(|file| unpack(packed, file, at_once, MOST).expect("the file can be written"))
}

/// Damage is never silent: each format has a checksum of the text, but for the members of tar.
fn check_damaged(format: u8, damaged: &[u8], text: &[u8], at_once: usize) {
    let (texts, end) = read(damaged, at_once);
    for (path, found) in texts {
        let Ok(found) = found else { continue };
        // Its checksum is behind what is read of a bomb, which a damaged text can become.
        if found.len() == MOST {
            continue;
        }
        // Without its signature, an archive is a text; one of nothing is none; what is in tar may be anything.
        let is_tar = text.len() < damaged.len() && damaged.len().is_multiple_of(512);
        let is_known = found == text || found == damaged || found.is_empty() || is_tar || looks_packed(text);
        // A compressed tar without its signature is a text.
        let is_whole = found.windows(text.len().max(1)).any(|part| part == text);
        assert!(
            is_known || is_whole || end.is_err(),
            "{format} {path:?}: {found:02X?}, packed: {text:02X?}"
        );
    }
}

/// However few bytes are read at a time, the texts are the same, and what is wrong with them.
fn check_reads(packed: &[u8], at_once: usize) {
    // How much was read when that was seen depends on the reads.
    let what = |error: io::Error| error.to_string().split(',').next().unwrap_or_default().to_owned();
    let comparable = |(texts, end): (Vec<Unpacked>, io::Result<()>)| {
        let texts: Vec<_> = texts
            .into_iter()
            .map(|(path, text)| (path, text.map_err(what)))
            .collect();
        (texts, end.map_err(what))
    };
    let whole = comparable(read(packed, usize::MAX));
    for (_, text) in &whole.0 {
        assert!(text.as_ref().is_ok_and(|text| text.len() <= MOST) || text.is_err());
    }
    assert_eq!(
        comparable(read(packed, at_once)),
        whole,
        "{at_once} bytes at a time"
    );
}
