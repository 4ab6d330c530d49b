//! Two descriptors, of the library and of the C library, that must give the same return values, error numbers, positions and bytes.

use crate::common::{Converter, Functions, Outcome};
use utf8kit_test::Random;

/// A call that both libraries answered the same.
#[derive(Debug)]
#[allow(dead_code)] // Printed if a later call fails.
pub struct Call {
    input: Vec<u8>,
    input_len: usize,
    room: usize,
    outcome: Outcome,
}

/// What a program does with two descriptors at the same time.
pub struct Session {
    pub ours: Converter,
    pub system: Converter,
    /// For messages.
    pub name: String,
    pub history: Vec<Call>,
}

impl Session {
    /// Requires the same outcome and the same bytes, also behind those that were written.
    fn compare(&mut self, input: &[u8], room: usize, ours: (Outcome, &[u8]), system: (Outcome, &[u8])) {
        let shown = &input[..input.len().min(64)];
        if ours != system {
            let first = ours.1.iter().zip(system.1).position(|(a, b)| a != b);
            panic!(
                "{}: {:#?}\n{} bytes {shown:02X?} to {room}: utf8kit {:?}, C library {:?}, first different byte of the \
                 output: {first:?}",
                self.name,
                self.history,
                input.len(),
                ours.0,
                system.0
            );
        }
        self.history.push(Call {
            input: shown.to_vec(),
            input_len: input.len(),
            room,
            outcome: ours.0,
        });
    }

    pub fn convert(&mut self, random: &mut Random, input: &[u8], room: usize) -> Outcome {
        let fill = random.next() as u8;
        let (mut a, mut b) = (vec![fill; room + 8], vec![fill; room + 8]);
        let ours = self.ours.convert(input, &mut a[..room]);
        let system = self.system.convert(input, &mut b[..room]);
        self.compare(input, room, (ours, &a), (system, &b));
        ours
    }

    pub fn reset(&mut self, random: &mut Random) {
        let with_output = random.once_in(2);
        let (mut a, mut b) = ([1; 16], [1; 16]);
        let room = random.below(16);
        let ours = self.ours.reset(with_output.then_some(&mut a[..room]));
        let system = self.system.reset(with_output.then_some(&mut b[..room]));
        self.compare(b"", room, (ours, &a), (system, &b));
    }

    /// Converts `input` in pieces as a program would, or worse.
    pub fn run(&mut self, random: &mut Random, input: &[u8]) {
        let is_whole = random.once_in(3);
        let is_cramped = random.once_in(3);
        let mut read = 0;
        for _ in 0..60 {
            if random.once_in(30) {
                self.reset(random);
            }
            let rest = &input[read..];
            let piece = match random.below(4) {
                _ if is_whole => rest.len(),
                0 => random.below(12).min(rest.len()),
                _ => random.below(rest.len() + 1),
            };
            let room = match random.below(4) {
                _ if !is_cramped => 4 * piece + 8,
                0 => random.below(12),
                1 => piece,
                _ => random.below(4 * piece + 8),
            };
            let outcome = self.convert(random, &rest[..piece], room);
            read += outcome.read;
            if outcome.result == usize::MAX && outcome.errno == libc::EILSEQ {
                read += random.choose(&[0, 1, 1, 2, 4]);
            }
            if read >= input.len() {
                if random.once_in(3) {
                    self.reset(random);
                }
                return;
            }
        }
    }
}

/// Opens a descriptor of both libraries, or requires the same error of both.
pub fn session(functions: (Functions, Functions), to: &str, from: &str) -> Option<Session> {
    let opened = (
        Converter::open(functions.0, to, from),
        Converter::open(functions.1, to, from),
    );
    match opened {
        (Ok(ours), Ok(system)) => Some(Session {
            ours,
            system,
            name: format!("{from} to {to}"),
            history: Vec::new(),
        }),
        (Err(ours), Err(system)) => {
            assert_eq!(ours, system, "{from} to {to}");
            None
        }
        (ours, system) => panic!(
            "{from} to {to}: utf8kit {:?}, C library {:?}",
            ours.err(),
            system.err()
        ),
    }
}
