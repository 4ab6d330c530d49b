//! How it is measured: interleaved, in several buffers, the best of many.

use crate::ops::{Contestant, Output, Role};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// One piece of text in every form an operation may read. Sources are slices of larger buffers.
pub struct Case<'a> {
    pub utf8: &'a [u8],
    pub utf16: &'a [u16],
    /// The same in bytes, the most significant first.
    pub utf16_big: &'a [u8],
    pub utf32: &'a [u32],
    /// The same in bytes, the most significant first.
    pub utf32_big: &'a [u8],
    /// The text in Latin-1, if all of it can be; else the characters that can.
    pub latin1: &'a [u8],
    /// `latin1` in UTF-8.
    pub latin1_utf8: &'a [u8],
    /// `latin1` in UTF-16.
    pub latin1_utf16: &'a [u16],
    /// The characters of the text that are ASCII.
    pub ascii: &'a [u8],
}

/// Room for what a contestant writes: more than any conversion needs.
pub struct Room<'a> {
    pub bytes: &'a mut [u8],
    pub units16: &'a mut [u16],
    pub units32: &'a mut [u32],
}

/// Which forms of the text the contestants read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Forms {
    All,
    /// The bytes as they are, ill-formed or not. In the other forms there is nothing.
    Utf8,
}

/// Some units inside a larger buffer, at a chosen offset from the beginning of a page.
struct Placed<T> {
    buffer: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Placed<T> {
    fn new(units: &[T], offset: usize) -> Self {
        let mut placed = Placed::room(units.len(), offset);
        placed.all_mut().copy_from_slice(units);
        placed
    }

    fn room(len: usize, offset: usize) -> Self {
        const PAGE: usize = 4096;
        let mut buffer = vec![T::default(); len + offset + PAGE];
        let start = buffer.as_mut_ptr().align_offset(PAGE) + offset;
        Placed { buffer, start, len }
    }

    fn all(&self) -> &[T] {
        &self.buffer[self.start..][..self.len]
    }

    fn all_mut(&mut self) -> &mut [T] {
        &mut self.buffer[self.start..][..self.len]
    }
}

/// Where sources and destinations start, in units from the beginning of a page.
const PLACES: [(usize, usize); 4] = [(0, 0), (1, 545), (13, 1029), (39, 1553)];

/// All pieces one after the other in one form.
struct Source<T> {
    units: Placed<T>,
    /// Where each piece ends.
    ends: Vec<usize>,
}

impl<T: Copy + Default> Source<T> {
    fn new(pieces: &[Vec<u8>], offset: usize, form: impl Fn(&[u8]) -> Vec<T>) -> Self {
        let (mut units, mut ends) = (Vec::new(), Vec::new());
        for piece in pieces {
            units.extend(form(piece));
            ends.push(units.len());
        }
        Source {
            units: Placed::new(&units, offset),
            ends,
        }
    }

    fn piece(&self, i: usize) -> &[T] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.units.all()[start..self.ends[i]]
    }
}

/// All pieces in every form, and the room to convert them into.
struct Place {
    utf8: Source<u8>,
    utf16: Source<u16>,
    utf16_big: Source<u8>,
    utf32: Source<u32>,
    utf32_big: Source<u8>,
    latin1: Source<u8>,
    latin1_utf8: Source<u8>,
    latin1_utf16: Source<u16>,
    ascii: Source<u8>,
    bytes: Placed<u8>,
    units16: Placed<u16>,
    units32: Placed<u32>,
    pieces: usize,
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The characters of a text that are in Latin-1.
fn latin1(text: String) -> String {
    text.chars().filter(|&c| c <= 'ÿ').collect()
}

impl Place {
    fn new(pieces: &[Vec<u8>], forms: Forms, (from, to): (usize, usize)) -> Self {
        let text = |bytes: &[u8]| match forms {
            Forms::All => text(bytes),
            Forms::Utf8 => String::new(),
        };
        let latin1 = |bytes: &[u8]| latin1(text(bytes));
        let longest = pieces.iter().map(Vec::len).max().unwrap_or(0);
        let utf16 = |bytes: &[u8]| -> Vec<u16> { text(bytes).encode_utf16().collect() };
        Place {
            utf8: Source::new(pieces, from, |bytes| bytes.to_vec()),
            utf16: Source::new(pieces, from, utf16),
            utf16_big: Source::new(pieces, 2 * from, |bytes| {
                utf16(bytes).into_iter().flat_map(u16::to_be_bytes).collect()
            }),
            utf32: Source::new(pieces, from, |bytes| text(bytes).chars().map(u32::from).collect()),
            utf32_big: Source::new(pieces, 4 * from, |bytes| {
                text(bytes)
                    .chars()
                    .flat_map(|c| u32::from(c).to_be_bytes())
                    .collect()
            }),
            latin1: Source::new(pieces, from, |bytes| {
                latin1(bytes).chars().map(|c| c as u8).collect()
            }),
            latin1_utf8: Source::new(pieces, from, |bytes| latin1(bytes).into_bytes()),
            latin1_utf16: Source::new(pieces, from, |bytes| latin1(bytes).encode_utf16().collect()),
            ascii: Source::new(pieces, from, |bytes| {
                text(bytes).bytes().filter(u8::is_ascii).collect()
            }),
            bytes: Placed::room(4 * longest + 64, 2 * to),
            units16: Placed::room(longest + 64, to),
            units32: Placed::room(longest + 64, to),
            pieces: pieces.len(),
        }
    }

    fn split(&mut self) -> (Vec<Case<'_>>, Room<'_>) {
        let cases = (0..self.pieces).map(|i| Case {
            utf8: self.utf8.piece(i),
            utf16: self.utf16.piece(i),
            utf16_big: self.utf16_big.piece(i),
            utf32: self.utf32.piece(i),
            utf32_big: self.utf32_big.piece(i),
            latin1: self.latin1.piece(i),
            latin1_utf8: self.latin1_utf8.piece(i),
            latin1_utf16: self.latin1_utf16.piece(i),
            ascii: self.ascii.piece(i),
        });
        (
            cases.collect(),
            Room {
                bytes: self.bytes.all_mut(),
                units16: self.units16.all_mut(),
                units32: self.units32.all_mut(),
            },
        )
    }
}

/// Do all contestants make the same of every piece?
pub fn compare(contestants: &[Contestant], pieces: &[Vec<u8>], forms: Forms) -> Result<(), String> {
    let mut place = Place::new(pieces, forms, PLACES[1]);
    let (cases, mut room) = place.split();
    for (i, case) in cases.iter().enumerate() {
        let mut first: Option<(&str, Vec<u8>)> = None;
        for contestant in contestants {
            let number = (contestant.pass)(std::slice::from_ref(case), &mut room);
            let made = match contestant.output {
                Output::Unchecked => continue,
                Output::Number => number.to_ne_bytes().to_vec(),
                Output::Bytes => room.bytes[..number].to_vec(),
                Output::Units16 => room.units16[..number]
                    .iter()
                    .flat_map(|unit| unit.to_ne_bytes())
                    .collect(),
                Output::Units32 => room.units32[..number]
                    .iter()
                    .flat_map(|unit| unit.to_ne_bytes())
                    .collect(),
                Output::Big16 => {
                    let units = room.bytes[..number]
                        .chunks_exact(2)
                        .map(|unit| [unit[0], unit[1]]);
                    units
                        .flat_map(|unit| u16::from_be_bytes(unit).to_ne_bytes())
                        .collect()
                }
                Output::Big32 => {
                    let (units, _) = room.bytes[..number].as_chunks();
                    units
                        .iter()
                        .flat_map(|&unit| u32::from_be_bytes(unit).to_ne_bytes())
                        .collect()
                }
            };
            match &first {
                None => first = Some((contestant.name, made)),
                Some((name, expected)) if *expected != made => {
                    let at = expected.iter().zip(&made).take_while(|(a, b)| a == b).count();
                    return Err(format!(
                        "piece {i}: {name} and {} differ from byte {at} on: {} and {} bytes",
                        contestant.name,
                        expected.len(),
                        made.len()
                    ));
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}

/// How long one sample should take: long against the clock's steps, short against interruptions.
const SAMPLE: f64 = 60e-6;

/// The seconds that one pass over all pieces takes each contestant, at its best.
pub fn measure(contestants: &[Contestant], pieces: &[Vec<u8>], forms: Forms, budget: Duration) -> Vec<f64> {
    /// Peers that are not compared with get a sample only once in so many rounds.
    const SELDOM: usize = 6;

    let mut best = vec![f64::INFINITY; contestants.len()];
    for offsets in PLACES {
        let mut place = Place::new(pieces, forms, offsets);
        let (cases, mut room) = place.split();
        let mut sample = |contestant: &Contestant, passes: usize| {
            seconds(passes, || {
                black_box((contestant.pass)(black_box(&cases), &mut room));
            })
        };
        let passes: Vec<usize> = contestants
            .iter()
            .map(|contestant| {
                sample(contestant, 1);
                (SAMPLE / sample(contestant, 1)).clamp(1.0, 1e6) as usize
            })
            .collect();
        rounds(budget / PLACES.len() as u32, |round| {
            for (i, contestant) in contestants.iter().enumerate() {
                let compared = matches!(contestant.role, Role::Ours | Role::Variant | Role::Rival);
                if compared || round % SELDOM == 0 {
                    best[i] = best[i].min(sample(contestant, passes[i]));
                }
            }
        });
    }
    best
}

/// Lets everybody take a turn, again and again until `budget` is spent.
pub fn rounds(budget: Duration, mut turns: impl FnMut(usize)) {
    const FEWEST: usize = 6;
    let end = Instant::now() + budget;
    let mut round = 0;
    while round < FEWEST || Instant::now() < end {
        turns(round);
        round += 1;
    }
}

/// The seconds that `work` takes, which is done so many times.
pub fn seconds(times: usize, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        work();
    }
    start.elapsed().as_secs_f64() / times as f64
}
