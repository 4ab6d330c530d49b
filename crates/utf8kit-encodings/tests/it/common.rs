//! Functions that several tests share.

use std::io::Write as _;
use std::process::{Command, Stdio};
use utf8kit::Policy;
use utf8kit::stream::{Step, Stop};
use utf8kit_encodings::{Decoder, Encoder, Encoding};
use utf8kit_test::{Random, is_installed};

/// Decodes the pieces. The destination of each call holds one character.
pub(crate) fn decode_in(encoding: Encoding, policy: Policy<'_>, pieces: &[&[u8]]) -> Result<String, Stop> {
    let mut decoder = Decoder::new(encoding, policy);
    let mut text = Vec::new();
    let mut buffer = [0; 4];
    for mut piece in pieces.iter().copied() {
        while let step = decoder.to_utf8(piece, &mut buffer)
            && !is_done(step, &buffer, &mut text, &mut piece)?
        {}
    }
    while let step = decoder.finish_utf8(&mut buffer)
        && !is_done(step, &buffer, &mut text, &mut &[][..])?
    {}
    Ok(String::from_utf8(text).unwrap())
}

/// Appends what `step` wrote, and drops from `rest` what it read. Returns `true` if `rest` is used up.
fn is_done(step: Step, buffer: &[u8], out: &mut Vec<u8>, rest: &mut &[u8]) -> Result<bool, Stop> {
    out.extend(&buffer[..step.written]);
    *rest = &rest[step.read..];
    match step.stop {
        Stop::InputUsed => Ok(true),
        Stop::OutputFull => Ok(false),
        stop => Err(stop),
    }
}

/// Encodes `text` character by character. The destination of each call has 12 bytes, the least with which an encoder
/// always makes progress.
pub(crate) fn encode_by_character(encoding: Encoding, text: &str) -> Vec<u8> {
    let mut encoder = Encoder::new(encoding, Policy::Fail);
    let mut bytes = Vec::new();
    let mut destination = [0; 12];
    for c in text.chars() {
        let mut buffer = [0; 4];
        let mut piece = &*c.encode_utf8(&mut buffer);
        loop {
            let step = encoder.encode(piece, &mut destination);
            bytes.extend(&destination[..step.written]);
            piece = &piece[step.read..];
            match step.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => {}
                stop => panic!("{c:?} in {encoding:?}: {stop:?}"),
            }
        }
    }
    let step = encoder.finish(&mut destination);
    assert_eq!(step.stop, Stop::InputUsed);
    bytes.extend(&destination[..step.written]);
    bytes
}

/// Writes `lines` to the standard input of a program and returns the lines that it prints, or `None` if it is not installed.
pub(crate) fn run_program(program: &str, args: &[&str], lines: &[String]) -> Option<Vec<String>> {
    if !is_installed(program) {
        return None;
    }
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut input = child.stdin.take().unwrap();
    let lines = lines.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{program} {args:?}: {}", output.status);
    Some(
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect(),
    )
}

/// Returns fewer than `max` characters, which take every length in UTF-8 and UTF-16. Many begin a run in UTF-7.
pub(crate) fn random_text(random: &mut Random, max: usize) -> String {
    let mut text = String::new();
    for _ in 0..random.below(max) {
        let end = random.choose(&[0x80, 0x80, 0x800, 0x1_0000, 0x11_0000]);
        text.push(char::from_u32(random.below(end) as u32).unwrap_or('+'));
    }
    text
}

/// Changes, removes or inserts one byte. What is inserted has a meaning in UTF-7.
pub(crate) fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    match random.below(3) {
        _ if at == bytes.len() => bytes.push(random.next() as u8),
        0 => bytes[at] = random.next() as u8,
        1 => drop(bytes.remove(at)),
        _ => bytes.insert(at, random.choose(b"+-/A~")),
    }
}

/// What a stream wrote, and where it stopped.
pub(crate) type Output = (Vec<u8>, Vec<Stop>);

/// Calls `step` with each piece, or with `None` at the end, and a destination of `size` bytes until all is read.
pub(crate) fn drive(
    pieces: &[&[u8]],
    size: usize,
    mut step: impl FnMut(Option<&[u8]>, &mut [u8]) -> Step,
) -> Output {
    let (mut written, mut stops) = (vec![], vec![]);
    let mut buffer = vec![0; size];
    for piece in pieces.iter().map(Some).chain([None]) {
        let mut rest = piece.copied();
        loop {
            let done = step(rest, &mut buffer);
            written.extend_from_slice(&buffer[..done.written]);
            rest = rest.map(|rest| &rest[done.read..]);
            match done.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(done.written > 0, "{size} bytes must be enough for progress"),
                stop => stops.push(stop),
            }
        }
        assert!(rest.is_none_or(<[u8]>::is_empty));
    }
    (written, stops)
}
