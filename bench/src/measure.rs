//! Measurement: implementations take turns, in buffers at several offsets, and the shortest time counts.

use crate::text::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A piece of text in each encoding that an operation may read. Sources are slices of larger buffers.
pub struct Case<'a> {
    pub utf8: &'a [u8],
    pub utf16: &'a [u16],
    /// The text in UTF-16BE.
    pub utf16_big: &'a [u8],
    pub utf32: &'a [u32],
    /// The text in UTF-32BE.
    pub utf32_big: &'a [u8],
    /// The characters of the text that are in Latin-1, in Latin-1.
    pub latin1: &'a [u8],
    /// `latin1` in UTF-8.
    pub latin1_utf8: &'a [u8],
    /// `latin1` in UTF-16.
    pub latin1_utf16: &'a [u16],
    /// `latin1` in UTF-16BE.
    pub latin1_utf16_big: &'a [u8],
    /// The characters of the text that are ASCII.
    pub ascii: &'a [u8],
    /// `ascii` in UTF-16.
    pub ascii_utf16: &'a [u16],
    /// `ascii` in UTF-16BE.
    pub ascii_utf16_big: &'a [u8],
    /// The text in UTF-16 with an unpaired surrogate in the place of about every 50th code unit.
    pub lone: &'a [u16],
    /// `lone` in UTF-16BE.
    pub lone_big: &'a [u8],
    /// `lone` in UTF-32, where unpaired surrogates are errors, too.
    pub lone32: &'a [u32],
}

/// The destinations of an implementation, larger than any conversion needs.
pub struct Buffers<'a> {
    pub bytes: &'a mut [u8],
    pub units16: &'a mut [u16],
    pub units32: &'a mut [u32],
}

/// The encodings of the text that the implementations read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Encodings {
    All,
    /// Only the bytes as they are, ill-formed or not. The other encodings are empty.
    OnlyUtf8,
    /// The bytes as they are, and `lone`, `lone_big` and `lone32` with an unpaired surrogate in the place of each error of the
    /// bytes. The other encodings are empty.
    IllFormed,
}

/// Units inside a larger buffer, at a chosen offset from the beginning of a page.
struct OffsetBuffer<T> {
    buffer: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> OffsetBuffer<T> {
    fn new(units: &[T], offset: usize) -> Self {
        let mut buffer = OffsetBuffer::zeroed(units.len(), offset);
        buffer.all_mut().copy_from_slice(units);
        buffer
    }

    fn zeroed(len: usize, offset: usize) -> Self {
        const PAGE: usize = 4096;
        let mut buffer = vec![T::default(); len + offset + PAGE];
        let start = buffer.as_mut_ptr().align_offset(PAGE) + offset;
        OffsetBuffer { buffer, start, len }
    }

    fn all(&self) -> &[T] {
        &self.buffer[self.start..][..self.len]
    }

    fn all_mut(&mut self) -> &mut [T] {
        &mut self.buffer[self.start..][..self.len]
    }
}

/// The offsets of sources and destinations from the beginning of a page, in units: as the allocator places what is small, what is large
/// (16 bytes after the beginning of a page), and parts of both.
const OFFSETS: [(usize, usize); 4] = [(0, 0), (1, 545), (8, 1032), (31, 1567)];

/// All pieces in one encoding, one after the other.
struct Source<T> {
    units: OffsetBuffer<T>,
    /// The end of each piece.
    ends: Vec<usize>,
}

impl<T: Copy + Default> Source<T> {
    fn new(pieces: &[Vec<u8>], offset: usize, encode: impl Fn(&[u8]) -> Vec<T>) -> Self {
        let (mut units, mut ends) = (Vec::new(), Vec::new());
        for piece in pieces {
            units.extend(encode(piece));
            ends.push(units.len());
        }
        Source {
            units: OffsetBuffer::new(&units, offset),
            ends,
        }
    }

    fn piece(&self, i: usize) -> &[T] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.units.all()[start..self.ends[i]]
    }
}

/// All pieces in each encoding, and destinations for them.
struct Workload {
    utf8: Source<u8>,
    utf16: Source<u16>,
    utf16_big: Source<u8>,
    utf32: Source<u32>,
    utf32_big: Source<u8>,
    latin1: Source<u8>,
    latin1_utf8: Source<u8>,
    latin1_utf16: Source<u16>,
    latin1_utf16_big: Source<u8>,
    ascii: Source<u8>,
    ascii_utf16: Source<u16>,
    ascii_utf16_big: Source<u8>,
    lone: Source<u16>,
    lone_big: Source<u8>,
    lone32: Source<u32>,
    bytes: OffsetBuffer<u8>,
    units16: OffsetBuffer<u16>,
    units32: OffsetBuffer<u32>,
    pieces: usize,
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the characters of a text that are in Latin-1.
fn latin1(text: String) -> String {
    text.chars().filter(|&c| c <= 'ÿ').collect()
}

/// Replaces about every 50th code unit by an unpaired surrogate, at places that nothing can predict.
fn with_lone_surrogates(mut units: Vec<u16>) -> Vec<u16> {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for unit in &mut units {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        if (random >> 33).is_multiple_of(50) {
            *unit = if random >> 63 == 0 { 0xD83D } else { 0xDE00 };
        }
    }
    units
}

/// Returns bytes in UTF-16, with an unpaired surrogate in the place of each error.
fn with_errors_of(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::new();
    let mut surrogate = 0xDE00;
    for chunk in bytes.utf8_chunks() {
        units.extend(chunk.valid().encode_utf16());
        if chunk.invalid().is_empty() {
            continue;
        }
        // High and low ones in turn, except directly after another error, with which they could be a pair.
        if !chunk.valid().is_empty() {
            surrogate = if surrogate == 0xDE00 { 0xD83D } else { 0xDE00 };
        }
        units.push(surrogate);
    }
    units
}

fn big_endian(units: Vec<u16>) -> Vec<u8> {
    units.into_iter().flat_map(u16::to_be_bytes).collect()
}

impl Workload {
    fn new(pieces: &[Vec<u8>], encodings: Encodings, (from, to): (usize, usize)) -> Self {
        let text = |bytes: &[u8]| match encodings {
            Encodings::All => text(bytes),
            Encodings::OnlyUtf8 | Encodings::IllFormed => String::new(),
        };
        let latin1 = |bytes: &[u8]| latin1(text(bytes));
        let ascii = |bytes: &[u8]| -> Vec<u8> { text(bytes).bytes().filter(u8::is_ascii).collect() };
        let longest = pieces.iter().map(Vec::len).max().unwrap_or(0);
        let utf16 = |bytes: &[u8]| -> Vec<u16> { text(bytes).encode_utf16().collect() };
        let lone = |bytes: &[u8]| match encodings {
            Encodings::IllFormed => with_errors_of(bytes),
            Encodings::All | Encodings::OnlyUtf8 => with_lone_surrogates(utf16(bytes)),
        };
        Workload {
            utf8: Source::new(pieces, from, |bytes| bytes.to_vec()),
            utf16: Source::new(pieces, from, utf16),
            utf16_big: Source::new(pieces, 2 * from, |bytes| big_endian(utf16(bytes))),
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
            latin1_utf16_big: Source::new(pieces, 2 * from, |bytes| {
                big_endian(latin1(bytes).encode_utf16().collect())
            }),
            ascii: Source::new(pieces, from, ascii),
            ascii_utf16: Source::new(pieces, from, |bytes| {
                ascii(bytes).into_iter().map(u16::from).collect()
            }),
            ascii_utf16_big: Source::new(pieces, 2 * from, |bytes| {
                big_endian(ascii(bytes).into_iter().map(u16::from).collect())
            }),
            lone: Source::new(pieces, from, lone),
            lone_big: Source::new(pieces, 2 * from, |bytes| big_endian(lone(bytes))),
            lone32: Source::new(pieces, from, |bytes| {
                char::decode_utf16(lone(bytes))
                    .map(|c| c.map_or_else(|error| error.unpaired_surrogate().into(), u32::from))
                    .collect()
            }),
            bytes: OffsetBuffer::zeroed(4 * longest + 64, 2 * to),
            units16: OffsetBuffer::zeroed(longest + 64, to),
            units32: OffsetBuffer::zeroed(longest + 64, to),
            pieces: pieces.len(),
        }
    }

    fn split(&mut self) -> (Vec<Case<'_>>, Buffers<'_>) {
        let cases = (0..self.pieces).map(|i| Case {
            utf8: self.utf8.piece(i),
            utf16: self.utf16.piece(i),
            utf16_big: self.utf16_big.piece(i),
            utf32: self.utf32.piece(i),
            utf32_big: self.utf32_big.piece(i),
            latin1: self.latin1.piece(i),
            latin1_utf8: self.latin1_utf8.piece(i),
            latin1_utf16: self.latin1_utf16.piece(i),
            latin1_utf16_big: self.latin1_utf16_big.piece(i),
            ascii: self.ascii.piece(i),
            ascii_utf16: self.ascii_utf16.piece(i),
            ascii_utf16_big: self.ascii_utf16_big.piece(i),
            lone: self.lone.piece(i),
            lone_big: self.lone_big.piece(i),
            lone32: self.lone32.piece(i),
        });
        (
            cases.collect(),
            Buffers {
                bytes: self.bytes.all_mut(),
                units16: self.units16.all_mut(),
                units32: self.units32.all_mut(),
            },
        )
    }
}

/// Returns an error if two implementations give different results for a piece.
pub fn compare(
    implementations: &[Implementation],
    pieces: &[Vec<u8>],
    encodings: Encodings,
) -> Result<(), String> {
    let mut workload = Workload::new(pieces, encodings, OFFSETS[1]);
    let (cases, mut buffers) = workload.split();
    for (i, case) in cases.iter().enumerate() {
        let mut first: Option<(&str, Vec<u8>)> = None;
        for implementation in implementations {
            let number = (implementation.pass)(std::slice::from_ref(case), &mut buffers);
            let result = match implementation.output {
                Output::Unchecked => continue,
                Output::Number => number.to_ne_bytes().to_vec(),
                Output::Bytes => buffers.bytes[..number].to_vec(),
                Output::Units16 => buffers.units16[..number]
                    .iter()
                    .flat_map(|unit| unit.to_ne_bytes())
                    .collect(),
                Output::Units32 => buffers.units32[..number]
                    .iter()
                    .flat_map(|unit| unit.to_ne_bytes())
                    .collect(),
                Output::Big16 => {
                    let units = buffers.bytes[..number]
                        .chunks_exact(2)
                        .map(|unit| [unit[0], unit[1]]);
                    units
                        .flat_map(|unit| u16::from_be_bytes(unit).to_ne_bytes())
                        .collect()
                }
                Output::Big32 => {
                    let (units, _) = buffers.bytes[..number].as_chunks();
                    units
                        .iter()
                        .flat_map(|&unit| u32::from_be_bytes(unit).to_ne_bytes())
                        .collect()
                }
            };
            match &first {
                None => first = Some((implementation.name, result)),
                Some((name, expected)) if *expected != result => {
                    let at = expected.iter().zip(&result).take_while(|(a, b)| a == b).count();
                    return Err(format!(
                        "piece {i}: {name} and {} differ from byte {at} on: {} and {} bytes",
                        implementation.name,
                        expected.len(),
                        result.len()
                    ));
                }
                Some(_) => {}
            }
        }
    }
    Ok(())
}

/// The duration of a sample in seconds: long compared with the clock's resolution, short compared with interruptions.
const SAMPLE: f64 = 60e-6;

/// Returns the time of a pass over all pieces for each implementation, in seconds: the mean over the offsets of the shortest time at each.
pub fn measure(
    implementations: &[Implementation],
    pieces: &[Vec<u8>],
    encodings: Encodings,
    budget: Duration,
) -> Vec<f64> {
    /// Implementations that are not compared get a sample only once in this number of rounds.
    const RARELY: usize = 6;

    let mut mean = vec![0.0; implementations.len()];
    for offsets in OFFSETS {
        let mut best = vec![f64::INFINITY; implementations.len()];
        let mut workload = Workload::new(pieces, encodings, offsets);
        let (cases, mut buffers) = workload.split();
        let mut sample = |implementation: &Implementation, passes: usize| {
            seconds(passes, || {
                black_box((implementation.pass)(black_box(&cases), &mut buffers));
            })
        };
        let passes: Vec<usize> = implementations
            .iter()
            .map(|implementation| {
                sample(implementation, 1);
                (SAMPLE / sample(implementation, 1)).clamp(1.0, 1e6) as usize
            })
            .collect();
        rounds(budget / OFFSETS.len() as u32, |round| {
            for (i, implementation) in implementations.iter().enumerate() {
                let compared = matches!(implementation.role, Role::Ours | Role::Variant | Role::Baseline);
                if compared || round % RARELY == 0 {
                    best[i] = best[i].min(sample(implementation, passes[i]));
                }
            }
        });
        for (mean, best) in mean.iter_mut().zip(best) {
            *mean += best / OFFSETS.len() as f64;
        }
    }
    mean
}

/// Calls `turns` with the number of the round until `budget` is spent.
pub fn rounds(budget: Duration, mut turns: impl FnMut(usize)) {
    const MIN_ROUNDS: usize = 6;
    let end = Instant::now() + budget;
    let mut round = 0;
    while round < MIN_ROUNDS || Instant::now() < end {
        turns(round);
        round += 1;
    }
}

/// Returns the mean time of `work` over this number of calls, in seconds.
pub fn seconds(times: usize, mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..times {
        work();
    }
    start.elapsed().as_secs_f64() / times as f64
}

/// An operation and its implementations.
pub struct Op {
    pub name: &'static str,
    /// Returns `true` if the operation is measured on such text.
    pub applies_to: fn(&Cell) -> bool,
    pub implementations: fn() -> Vec<Implementation>,
}

/// An implementation of an operation in one library.
pub struct Implementation {
    pub name: &'static str,
    pub role: Role,
    pub output: Output,
    /// Processes all cases and returns the sum of the results of the calls.
    pub pass: Pass,
}

type Pass = Box<dyn Fn(&[Case], &mut Buffers) -> usize>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Ours,
    /// Another function or argument of utf8kit, compared with `Ours`.
    Variant,
    /// `Ours` is compared with the best of these.
    Baseline,
    /// Measured for information only.
    Peer,
}

/// The meaning of an implementation's result, by which the implementations are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Unchecked,
    Number,
    /// The number of bytes in [`Buffers::bytes`].
    Bytes,
    /// The number of code units in [`Buffers::units16`].
    Units16,
    /// The number of code units in [`Buffers::units32`].
    Units32,
    /// The number of bytes of UTF-16BE in [`Buffers::bytes`].
    Big16,
    /// The number of bytes of UTF-32BE in [`Buffers::bytes`].
    Big32,
}

/// Returns an implementation with a loop over the cases, into which `call` can be inlined as in a user's program.
pub fn implementation(
    name: &'static str,
    role: Role,
    output: Output,
    call: impl Fn(&Case, &mut Buffers) -> usize + 'static,
) -> Implementation {
    let pass = move |cases: &[Case], buffers: &mut Buffers| {
        cases
            .iter()
            .fold(0, |sum: usize, case| sum.wrapping_add(call(case, buffers)))
    };
    Implementation {
        name,
        role,
        output,
        pass: Box::new(pass),
    }
}
