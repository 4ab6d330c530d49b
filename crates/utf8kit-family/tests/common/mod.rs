//! What several tests need.
#![allow(dead_code)] // each test uses a part of it

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

pub(crate) fn hex(field: &str) -> Vec<u8> {
    let digits: Vec<u8> = field.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `U+0041 U+2262` as text.
pub(crate) fn text(field: &str) -> String {
    let scalar = |field: &str| char::from_u32(u32::from_str_radix(&field[2..], 16).unwrap()).unwrap();
    field.split_whitespace().map(scalar).collect()
}

/// The rows of a table as pairs of a column's name and the field.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Vec<(&str, &str)>> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(move |line| names.iter().copied().zip(line.split('\t')).collect())
}

pub(crate) fn field<'t>(row: &[(&str, &'t str)], name: &str) -> &'t str {
    row.iter().find(|(column, _)| *column == name).unwrap().1
}

/// The text of bytes in these pieces; each call has room for one character.
pub(crate) fn decode_in(encoding: Encoding, policy: Policy<'_>, pieces: &[&[u8]]) -> Result<String, Stop> {
    let mut decoder = Decoder::new(encoding, policy);
    let mut text = Vec::new();
    let mut room = [0; 4];
    for mut piece in pieces.iter().copied() {
        while let step = decoder.to_utf8(piece, &mut room)
            && !ended(step, &room, &mut text, &mut piece)?
        {}
    }
    while let step = decoder.finish_utf8(&mut room)
        && !ended(step, &room, &mut text, &mut &[][..])?
    {}
    Ok(String::from_utf8(text).unwrap())
}

fn ended(step: Step, room: &[u8], out: &mut Vec<u8>, rest: &mut &[u8]) -> Result<bool, Stop> {
    out.extend(&room[..step.written]);
    *rest = &rest[step.read..];
    match step.stop {
        Stop::InputUsed => Ok(true),
        Stop::OutputFull => Ok(false),
        stop => Err(stop),
    }
}

/// The bytes of a text a character at a time; each call has the least room that always gets the work ahead.
pub(crate) fn encode_singly(encoding: Encoding, text: &str) -> Vec<u8> {
    let mut encoder = Encoder::new(encoding, Policy::Fail);
    let mut bytes = Vec::new();
    let mut room = [0; 12];
    for c in text.chars() {
        let mut buffer = [0; 4];
        let mut piece = &*c.encode_utf8(&mut buffer);
        loop {
            let step = encoder.encode(piece, &mut room);
            bytes.extend(&room[..step.written]);
            piece = &piece[step.read..];
            match step.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => {}
                stop => panic!("{stop:?}"),
            }
        }
    }
    let step = encoder.finish(&mut room);
    assert_eq!(step.stop, Stop::InputUsed);
    bytes.extend(&room[..step.written]);
    bytes
}

/// Gives `lines` to a program and returns the lines that it answers; `None`, said loudly, if it cannot be
/// run.
pub(crate) fn ask(program: &str, args: &[&str], lines: &[String]) -> Option<Vec<String>> {
    let child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            // Past the capture of the test's output: a comparison that did not happen is to be seen.
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: a comparison, since {program} cannot be run: {error}"
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

/// A small generator (xorshift64*), the same each time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// Up to `most` characters, of every length in each form.
    pub(crate) fn text(&mut self, most: u32) -> String {
        let mut text = String::new();
        for _ in 0..self.below(most) {
            let end = [0x80, 0x80, 0x800, 0x1_0000, 0x11_0000][self.below(5) as usize];
            text.push(char::from_u32(self.below(end)).unwrap_or('+'));
        }
        text
    }

    /// One byte changed, taken out or put in.
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
