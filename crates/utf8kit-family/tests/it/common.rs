//! Functions that several tests share.
#![allow(dead_code)] // each test uses some of them

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use utf8kit::Policy;
use utf8kit::stream::{Step, Stop};
use utf8kit_family::{Decoder, Encoder, Encoding};

/// Returns the text of a file in `tests/data`.
pub(crate) fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the bytes of `field`, which are hexadecimal digits and white space.
pub(crate) fn hex(field: &str) -> Vec<u8> {
    let digits: Vec<u8> = field.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

/// Returns `bytes` as hexadecimal digits.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the text of characters that are written as `U+0041 U+2262`.
pub(crate) fn text(field: &str) -> String {
    let scalar = |field: &str| char::from_u32(u32::from_str_radix(&field[2..], 16).unwrap()).unwrap();
    field.split_whitespace().map(scalar).collect()
}

/// Returns the rows of a table, each as pairs of the name of a column and a field.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Vec<(&str, &str)>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(move |line| names.iter().copied().zip(line.split('\t')).collect())
}

/// Returns the field of `row` in the column `name`.
pub(crate) fn field<'t>(row: &[(&str, &'t str)], name: &str) -> &'t str {
    row.iter().find(|(column, _)| *column == name).unwrap().1
}

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

/// Writes `lines` to the standard input of a program and returns the lines that it prints. If it cannot be started,
/// prints a notice and returns `None`.
pub(crate) fn run_program(program: &str, args: &[&str], lines: &[String]) -> Option<Vec<String>> {
    let child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            // Not with `eprintln!`, whose output the test harness captures: a skipped comparison must be visible.
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: the comparison with {program}, which cannot be started: {error}"
            );
            return None;
        }
    };
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

/// A random number generator (xorshift64*) with a fixed seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a random number less than `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// Returns fewer than `max` characters, which take every length in UTF-8 and UTF-16.
    pub(crate) fn text(&mut self, max: u32) -> String {
        let mut text = String::new();
        for _ in 0..self.below(max) {
            let end = [0x80, 0x80, 0x800, 0x1_0000, 0x11_0000][self.below(5) as usize];
            text.push(char::from_u32(self.below(end)).unwrap_or('+'));
        }
        text
    }

    /// Changes, removes or inserts one byte.
    pub(crate) fn damage(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() as u32 + 1) as usize;
        match self.below(3) {
            _ if at == bytes.len() => bytes.push(self.below(256) as u8),
            0 => bytes[at] = self.below(256) as u8,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, b"+-/A~"[self.below(5) as usize]),
        }
    }
}
