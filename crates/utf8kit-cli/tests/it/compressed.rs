//! `-z`: compressed files are decompressed while they are read, and the members of archives are checked one by one.

use crate::common::{Place, Ran, utf8};
use std::io::{Cursor, Write};
use std::process::{Command, Stdio};
use utf8kit_test::is_installed;

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

fn xz(text: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Each format: its compressor, and the bytes from which it is recognized.
type Pack = fn(&[u8]) -> Vec<u8>;

const FORMATS: [(Pack, usize); 4] = [(gzip, 3), (bzip2, 5), (zstd, 4), (xz, 6)];

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, text) in members {
        let mut header = tar::Header::new_ustar();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, path, *text).unwrap();
    }
    builder.into_inner().unwrap()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in members {
        let options = zip::write::SimpleFileOptions::default();
        if path.ends_with('/') {
            writer.add_directory(*path, options).unwrap();
        } else {
            writer.start_file(*path, options).unwrap();
            writer.write_all(text).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the lines of `text` that begin with a place, without their messages.
fn places(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.split_once(": ill-formed").map(|(place, _)| place))
        .collect()
}

#[test]
fn each_format_is_read_also_in_several_parts() {
    let place = Place::new();
    for (compress, _) in FORMATS {
        let file = [compress(b"line\n"), compress(TEXT)].concat();
        place.write("f", &file);
        let ran = place.run(["check", "-z", "f"]);
        assert_eq!(places(ran.text()), ["f:2:5"], "{}", ran.err);
        assert_eq!(ran.code, Some(1));
        let ran = place.run_with(["check", "-z", "-"], &file);
        assert_eq!(places(ran.text()), ["<stdin>:2:5"], "{}", ran.err);
        let ran = place.run(["count", "-z", "-c", "f"]);
        assert_eq!(
            (ran.code, ran.text().trim_start().starts_with("15")),
            (Some(0), true),
            "{}",
            ran.text()
        );
    }
    place.write("f", TEXT);
    assert_eq!(place.run(["check", "-z", "f"]).code, Some(1));
}

#[test]
fn many_small_members_are_one_text() {
    let place = Place::new();
    for (compress, _) in FORMATS {
        let (line, last) = (compress(b"line\n"), compress(TEXT));
        place.write("f", [&line.repeat(2000)[..], &last].concat());
        let ran = place.run(["check", "-z", "f"]);
        assert_eq!(places(ran.text()), ["f:2001:5"], "{}", ran.err);
    }
}

/// The decoder of bzip2 takes memory for each member, which must not be filled each time.
#[cfg(target_os = "linux")]
#[test]
fn a_small_member_of_bzip2_takes_little_time() {
    let place = Place::new();
    place.write("f", bzip2(b"line\n").repeat(60_000));
    let mut command = Command::new("sh");
    // Seconds of the processor. It takes less than one, and to fill the memory takes more than four.
    command
        .args(["-c", "ulimit -t 3; exec \"$0\" check -z f"])
        .arg(env!("CARGO_BIN_EXE_utf8"))
        .current_dir(place.path());
    let ran = crate::common::finish(command, b"");
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
}

/// Writes the files and checks all of them in one run. Returns their names, and what the run came to.
fn check_all(place: &Place, files: &[Vec<u8>]) -> (Vec<String>, Ran) {
    let names: Vec<_> = (0..files.len()).map(|index| format!("f{index:04}")).collect();
    for (name, file) in names.iter().zip(files) {
        place.write(name, file);
    }
    let ran = place.run(
        ["check", "-z"]
            .into_iter()
            .chain(names.iter().map(String::as_str)),
    );
    (names, ran)
}

#[test]
fn a_file_cut_anywhere_is_an_error_after_the_findings_before_the_cut() {
    let place = Place::new();
    // The characters make it likely that a cut is within one; no cut may be reported as a truncated character.
    let text = ["1 \u{FFFD}".as_bytes(), b"\xFF\n", "é€😀\n".repeat(20).as_bytes()].concat();
    for (compress, recognized) in FORMATS {
        let whole = compress(&text);
        let files: Vec<_> = (recognized..whole.len())
            .map(|len| whole[..len].to_vec())
            .collect();
        let (names, ran) = check_all(&place, &files);
        assert_eq!(ran.code, Some(2), "{}", ran.text());
        let errors: Vec<_> = ran.err.lines().collect();
        assert_eq!(errors.len(), names.len(), "one for each file: {}", ran.err);
        for (name, error) in names.iter().zip(errors) {
            assert!(
                error.starts_with(&format!("utf8: {name}: ")) && error.contains("ends early"),
                "{error}"
            );
        }
        for found in places(ran.text()) {
            let name = found.strip_suffix(":1:4");
            assert!(
                name.is_some_and(|name| names.iter().any(|n| n == name)),
                "{found}"
            );
        }
        // The code of one is that of all.
        for file in [&files[0], &files[files.len() / 2], &files[files.len() - 1]] {
            place.write("f", file);
            assert_eq!(place.run(["check", "-z", "f"]).code, Some(2));
        }
    }
    // Stored, the text comes out up to the cut.
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(&text).unwrap();
    let whole = encoder.finish().unwrap();
    let files: Vec<_> = (whole.len() - 200..whole.len())
        .map(|len| whole[..len].to_vec())
        .collect();
    let (names, ran) = check_all(&place, &files);
    let expected: Vec<_> = names.iter().map(|name| format!("{name}:1:4")).collect();
    assert_eq!(places(ran.text()), expected);
    assert_eq!(ran.code, Some(2));
    for (name, error) in names.iter().zip(ran.err.lines()) {
        assert!(error.starts_with(&format!("utf8: {name}: ")), "{error}");
    }
    assert_eq!(ran.err.lines().count(), names.len());
}

#[test]
fn any_corrupt_byte_ends_well() {
    let place = Place::new();
    for (compress, recognized) in FORMATS {
        let whole = compress(&b"some text, some more text\n".repeat(5));
        let files: Vec<_> = (recognized..whole.len())
            .map(|at| {
                let mut file = whole.clone();
                file[at] ^= 0x55;
                file
            })
            .collect();
        let (_, ran) = check_all(&place, &files);
        // Bytes that are no data, as the time in gzip's header, may change.
        assert!(matches!(ran.code, Some(0..=2)), "{ran:?}");
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        let mut file = whole.clone();
        let middle = whole.len() - 7;
        file[middle] ^= 0x55;
        place.write("f", &file);
        assert_eq!(place.run(["check", "-z", "f"]).code, Some(2), "{whole:02X?}");
    }
}

#[test]
fn a_damaged_member_of_zip_is_an_error_and_the_next_is_read() {
    let place = Place::new();
    let mut archive = zip(&[
        ("a.txt", b"caf\xE9\n"),
        ("b.txt", b"caf\xE9\n"),
        ("c.txt", b"caf\xE9\n"),
    ]);
    // The checksum is at offset 16 of each entry of the directory.
    let entries: Vec<usize> = (0..archive.len())
        .filter(|&at| archive[at..].starts_with(b"PK\x01\x02"))
        .collect();
    assert_eq!(entries.len(), 3);
    archive[entries[1] + 16] ^= 1;
    place.write("f.zip", archive);
    let ran = place.run(["check", "-z", "f.zip"]);
    assert_eq!(ran.code, Some(2));
    for name in ["a.txt", "c.txt"] {
        let line = format!("f.zip!/{name}:1:4: ill-formed");
        assert!(ran.text().contains(&line), "{}", ran.text());
    }
    let error = "utf8: f.zip!/b.txt: zip data is corrupt: Invalid checksum";
    assert!(ran.err.starts_with(error), "{}", ran.err);
}

#[test]
fn bombs_are_errors_that_say_what_to_do() {
    let place = Place::new();
    // 68 MiB, in parts: the ratio is limited from 64 MiB on.
    let bomb = vec![b'a'; 4 << 20];
    for (compress, _) in [FORMATS[1], FORMATS[2], FORMATS[3]] {
        place.write("f", compress(&bomb).repeat(17));
        let ran = place.run(["check", "-z", "f"]);
        let is_bomb =
            ran.err.contains("expands to more than 1000 times") && ran.err.contains("standard input");
        assert_eq!((ran.code, is_bomb), (Some(2), true), "{}", ran.err);
    }
    // Deflate has a ratio of at most 1032, which is just over the limit.
    place.write("f", gzip(&bomb).repeat(17));
    let code = place.run(["check", "-z", "f"]).code;
    assert!(matches!(code, Some(0 | 2)));
}

#[test]
fn skippable_frames_and_padding_are_skipped() {
    let place = Place::new();
    let skippable = b"\x51\x2A\x4D\x18\x03\0\0\0abc";
    place.write(
        "f",
        [
            skippable.as_slice(),
            &zstd(b"line\n"),
            skippable,
            &zstd(TEXT),
            skippable,
        ]
        .concat(),
    );
    assert_eq!(places(place.run(["check", "-z", "f"]).text()), ["f:2:5"]);
    place.write("f", [&zstd(TEXT), &skippable[..10]].concat());
    assert_eq!(place.run(["check", "-z", "f"]).code, Some(2));
    place.write("f", [gzip(TEXT), vec![0; 1000]].concat());
    assert_eq!(place.run(["check", "-z", "f"]).code, Some(1));
    place.write("f", [gzip(TEXT), vec![0; 1000], b"x".to_vec()].concat());
    assert_eq!(place.run(["check", "-z", "f"]).code, Some(2));
}

#[test]
fn files_of_the_usual_commands_are_read() {
    let place = Place::new();
    let text = [&b"line of text\n".repeat(50_000), TEXT].concat();
    for command in ["gzip", "xz", "zstd", "bzip2"] {
        if !is_installed(command) {
            continue;
        }
        let mut child = Command::new(command)
            .arg("-c")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut stdin, text) = (child.stdin.take().unwrap(), text.clone());
        let writer = std::thread::spawn(move || stdin.write_all(&text).unwrap());
        let file = child.wait_with_output().unwrap().stdout;
        writer.join().unwrap();
        place.write("f", file);
        let ran = place.run(["check", "-z", "f"]);
        assert_eq!(places(ran.text()), ["f:50001:5"], "{command}: {}", ran.err);
    }
}

#[test]
fn members_are_checked_as_files_of_a_tree() {
    let place = Place::new();
    let members: [(&str, &[u8]); 5] = [
        ("./b.txt", TEXT),
        ("src/c.txt", b"fine\n"),
        ("bin", b"\0\x01\x02\xFF\xFE\0\0\0\xFF\0\0"),
        ("src/d.txt", TEXT),
        ("src/ignored.txt", TEXT),
    ];
    let mut all = members.to_vec();
    all.push(("src/", b""));
    place.write(
        "utf8kit.toml",
        "[[files]]\nglob = [\"src/ignored.*\"]\nignore = [\"ill-formed\"]\n",
    );
    place.write("a.zip", zip(&all));
    place.write("b.tar", tar(&members));
    for (index, (compress, _)) in FORMATS.iter().enumerate() {
        place.write(format!("c{index}"), compress(&tar(&members)));
    }
    let names = ["a.zip", "b.tar", "c0", "c1", "c2", "c3"];
    let expected: Vec<String> = names
        .iter()
        .flat_map(|name| [format!("{name}!/b.txt"), format!("{name}!/src/d.txt")])
        .collect();
    for jobs in ["-j1", "-j4"] {
        let ran = place.run([&["check", "-z", "-l", jobs], names.as_slice()].concat());
        assert_eq!(ran.text().lines().collect::<Vec<_>>(), expected, "{}", ran.err);
        let ran = place.run([&["check", "-z", "--format", "json", jobs], names.as_slice()].concat());
        let summary = ran.text().lines().last().unwrap().to_owned();
        let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["summary"]["files"], 4 * names.len(), "{summary}");
        assert_eq!(summary["summary"]["findings"], 2 * names.len());
        assert_eq!(ran.code, Some(1));
    }
    let ran = place.run(["count", "-z", "--json", "a.zip"]);
    assert!(ran.text().contains("a.zip!/src/c.txt"), "{}", ran.text());
}

#[test]
fn what_cannot_be_read_of_an_archive_is_reported() {
    let place = Place::new();
    let inner = zip(&[("x.txt", TEXT)]);
    place.write("a.tar", tar(&[("in.zip", &inner), ("b.txt", b"fine\n")]));
    let ran = place.run(["check", "-z", "a.tar"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.err.contains("a.tar!/in.zip: skipped: a zip archive within"),
        "{}",
        ran.err
    );
    let ran = place.run_with(["check", "-z", "-"], &inner);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("only from a regular file"), "{}", ran.err);

    // Bit 0 of the flags says that a member is encrypted.
    let mut locked = zip(&[("secret.txt", b"text\n")]);
    locked[6] |= 1;
    let central = locked
        .windows(4)
        .position(|bytes| bytes == b"PK\x01\x02")
        .unwrap();
    locked[central + 8] |= 1;
    place.write("locked.zip", locked);
    let ran = place.run(["check", "-z", "locked.zip"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(
        ran.err
            .contains("locked.zip!/secret.txt: the member is encrypted"),
        "{}",
        ran.err
    );
}

#[test]
fn archives_cut_or_corrupt_anywhere_end_well() {
    let place = Place::new();
    let members: [(&str, &[u8]); 2] = [("a", b"text and more text\n"), ("b", TEXT)];
    for whole in [zip(&members), gzip(&tar(&members))] {
        let files: Vec<_> = (4..whole.len()).map(|at| whole[..at].to_vec()).collect();
        let (names, ran) = check_all(&place, &files);
        assert!(matches!(ran.code, Some(1 | 2)), "{ran:?}");
        for name in names {
            // The start of a tar header alone is a binary text, of which the first finding ends the check.
            let is_told = |text: &str| {
                text.lines().any(|line| {
                    let line = line.trim_start_matches("utf8: ");
                    line.starts_with(&format!("{name}:")) || line.starts_with(&format!("{name}!/"))
                })
            };
            assert!(is_told(ran.text()) || is_told(&ran.err), "{name}: {ran:?}");
        }
        let files: Vec<_> = (4..whole.len())
            .map(|at| {
                let mut file = whole.clone();
                file[at] ^= 0xFF;
                file
            })
            .collect();
        let (_, ran) = check_all(&place, &files);
        assert!(matches!(ran.code, Some(0..=2)), "{ran:?}");
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
    }
}

/// The members of a compressed archive are read before the end, where the checksum is.
#[test]
fn a_compressed_tar_whose_end_is_damaged_is_an_error() {
    let place = Place::new();
    let tar = tar(&[("a", b"text\n"), ("b", b"more text\n")]);
    for whole in [gzip(&tar), bzip2(&tar), xz(&tar)] {
        // The last bits of bzip2 mean nothing.
        let end = whole.len() - 8..whole.len() - 1;
        let cut = end.clone().map(|at| whole[..at].to_vec());
        let changed = end.map(|at| {
            let mut file = whole.clone();
            file[at] ^= 0xFF;
            file
        });
        let files: Vec<_> = cut.chain(changed).collect();
        let (names, ran) = check_all(&place, &files);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        for name in names {
            let is_told = |line: &str| line.starts_with(&format!("utf8: {name}:"));
            assert!(ran.err.lines().any(is_told), "{name}: {ran:?}");
        }
    }
}

#[test]
fn without_the_option_nothing_is_decompressed() {
    let place = Place::new();
    place.write("f.gz", gzip(TEXT));
    let mut command = utf8();
    command.args(["check", "."]).current_dir(place.path());
    assert_eq!(crate::common::finish(command, b"").code, Some(0));
}
