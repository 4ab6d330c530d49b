//! Calls every public function with sources and destinations that are heap allocations of exactly the size needed.
//!
//! Each tier must give the same results, for text of every length, well-formed and ill-formed, cut anywhere. The other tests
//! compare one tier with the standards. Under AddressSanitizer, valgrind or Miri (`cargo xtask sanitize`, `cargo xtask miri`),
//! this test also finds each access outside of a source or destination, and each read of uninitialised memory.
//!
//! Public functions use the tier that the process selects first, so that each tier runs in a process of its own. The
//! environment variable `UTF8KIT_TIER` selects one tier; without it, the test starts a process for each.

use std::borrow::Cow;
use std::fmt::{self, Debug, Write as _};
use std::io::{Read, Write as _};
use std::mem::MaybeUninit;
use std::ops::RangeInclusive;
use utf8kit::Endian::{Big, Little};
use utf8kit::codec::Any;
use utf8kit::signature::{self, Signature};
use utf8kit::stream::{
    DecodeReader, Decoder, EncodeWriter, Encoder, SignaturePolicy, Step, Stop, Stream, Validator,
};
use utf8kit::{
    ConvertError, ConvertErrorKind, DestinationFull, Encoding, Endian, ErrorKind, IllFormed, Lossy, Policy,
    Replacement, Subset, ascii, latin1, order, utf8, utf16, utf32,
};
use utf8kit_test::{Random, Sample, is_thorough};

/// A text in every encoding. Each slice is an allocation of its own without spare capacity.
///
/// The texts have the same number of code units, so they end at different characters and inside of characters.
struct Case {
    len: usize,
    utf8: Box<[u8]>,
    /// Other text in UTF-8, for comparisons.
    other: Box<[u8]>,
    /// Well-formed text of at most `len` bytes.
    text: Box<str>,
    utf16: Box<[u16]>,
    other16: Box<[u16]>,
    utf32: Box<[u32]>,
    /// UTF-16 in bytes, little-endian and big-endian.
    bytes16: [Box<[u8]>; 2],
    /// UTF-32 in bytes, little-endian and big-endian.
    bytes32: [Box<[u8]>; 2],
}

/// Characters that the texts repeat.
const PATTERNS: [&str; 6] = [
    "a",
    "é",
    "一",
    "😀",
    "aé一😀ÿ\u{7FF}\u{800}\u{FFFF}\u{10FFFF}",
    "plain text with few others: ü, € and \0\\",
];

/// How many errors a text has.
#[derive(Clone, Copy)]
enum Errors {
    None,
    One,
    Many,
}

/// Returns the lengths in code units of the texts of a pattern with errors, whose number is `turn`: those that `sample`
/// selects up to 200, and one of three long ones, or all of these in a thorough run.
fn lengths(sample: &mut Sample, turn: usize) -> Vec<usize> {
    const LONG: [usize; 3] = [255, 1000, 4099];
    // Miri is an interpreter, and takes a minute for a few texts.
    if cfg!(miri) {
        return vec![3, 70];
    }
    let is_selected = |long: usize| is_thorough() || long == LONG[turn % LONG.len()];
    let long = LONG.into_iter().filter(|&long| is_selected(long));
    sample.numbers(0..=200).chain(long).collect()
}

impl Case {
    fn new(pattern: &str, errors: Errors, len: usize) -> Self {
        let mut random = Random::new(len as u64 ^ (pattern.len() as u64) << 32);
        let is_error = |i: usize| match errors {
            Errors::None => false,
            Errors::One => i == len / 3,
            Errors::Many => i % 5 == 4,
        };
        let ill_formed: [&[u8]; 7] = [
            b"\x80",
            b"\xC0\x80",
            b"\xE2\x82",
            b"\xED\xA0\x80",
            b"\xF0\x9F\x98",
            b"\xF4\x90\x80\x80",
            b"\xFF",
        ];
        let (mut utf8, mut text, mut utf16, mut utf32) = (vec![], String::new(), vec![], vec![]);
        for (i, c) in pattern.chars().cycle().take(len + 4).enumerate() {
            if is_error(i) {
                utf8.extend(ill_formed[random.below(ill_formed.len())]);
                utf16.push([0xD800, 0xDBFF, 0xDC00, 0xDFFF][random.below(4)]);
                utf32.push([0xD800, 0xDFFF, 0x11_0000, u32::MAX][random.below(4)]);
            }
            utf8.extend(c.encode_utf8(&mut [0; 4]).bytes());
            utf16.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            utf32.push(u32::from(c));
            text.push(c);
        }
        // The beginnings are cut as well.
        let start = len % 4;
        let bytes16: Vec<u8> = utf16.iter().copied().flat_map(u16::to_le_bytes).collect();
        let bytes32: Vec<u8> = utf32.iter().copied().flat_map(u32::to_le_bytes).collect();
        let swapped = |bytes: &[u8], width: usize| {
            let mut bytes = bytes.to_vec();
            bytes.chunks_exact_mut(width).for_each(<[u8]>::reverse);
            cut(&bytes, start, len)
        };
        let mut other = utf8.clone();
        let mut other16 = utf16.clone();
        other[start + len / 2] ^= 0x20;
        other16[start + len / 2] ^= 0x2800;
        Case {
            len,
            text: text[..text.floor_char_boundary(len)].into(),
            other: cut(&other, start, len),
            other16: cut(&other16, start, len),
            bytes16: [cut(&bytes16, start, len), swapped(&bytes16, 2)],
            bytes32: [cut(&bytes32, start, len), swapped(&bytes32, 4)],
            utf8: cut(&utf8, start, len),
            utf16: cut(&utf16, start, len),
            utf32: cut(&utf32, start, len),
        }
    }

    fn all() -> impl Iterator<Item = Case> {
        let mut sample = Sample::new();
        let mut texts = Vec::new();
        for (number, pattern) in PATTERNS.into_iter().enumerate() {
            for (i, errors) in [Errors::None, Errors::One, Errors::Many].into_iter().enumerate() {
                let lengths = lengths(&mut sample, number + i);
                texts.extend(lengths.into_iter().map(|len| (pattern, errors, len)));
            }
        }
        texts
            .into_iter()
            .step_by(if cfg!(miri) { 9 } else { 1 })
            .map(|(pattern, errors, len)| Case::new(pattern, errors, len))
    }

    /// Returns a number less than `end` that depends on the length.
    fn choice(&self, end: usize) -> usize {
        self.len * 7 % end
    }
}

/// Returns `len` units from `start` in an allocation of its own.
fn cut<T: Copy>(units: &[T], start: usize, len: usize) -> Box<[T]> {
    units[start..start + len].into()
}

/// A code unit.
trait Unit: Copy + 'static {
    /// The value of the units of a destination before they are written.
    const GUARD: Self;
    fn number(self) -> u64;
}

macro_rules! units {
    ($($unit:ty = $guard:expr;)*) => {$(
        impl Unit for $unit {
            const GUARD: $unit = $guard;
            fn number(self) -> u64 {
                self.into()
            }
        }
    )*};
}

units! {
    u8 = 0xA5;
    u16 = 0xA5C3;
    u32 = 0xA5C3_96F0;
    char = '\u{A5C3}';
}

/// The results of the calls of a function: their number, and a hash of what the calls returned and wrote.
struct Results {
    calls: u64,
    hash: u64,
}

impl Results {
    fn number(&mut self, number: u64) {
        // FNV-1a, in units of eight bytes, rotated so that the high bits of a unit count.
        self.hash = (self.hash ^ number)
            .wrapping_mul(0x0000_0100_0000_01B3)
            .rotate_left(29);
    }

    fn units<T: Unit>(&mut self, units: &[T]) {
        self.number(units.len() as u64);
        units.iter().for_each(|unit| self.number(unit.number()));
    }

    fn debug(&mut self, value: impl Debug) {
        write!(self, "{value:?}").expect("hashing cannot fail");
    }

    fn step(&mut self, step: Step) {
        self.number(step.read as u64);
        self.number(step.written as u64);
        match step.stop {
            Stop::InputUsed => self.number(0),
            Stop::OutputFull => self.number(1),
            stop => self.debug(stop),
        }
    }

    /// Calls a function, and hashes what it returns.
    fn value<'s, S: ?Sized, V: Value>(&mut self, source: &'s S, function: impl Fn(&'s S) -> V) {
        self.calls += 1;
        function(source).feed(self);
    }

    /// Calls a function with a text in both byte orders, and hashes what it returns.
    fn value_of_bytes<'s, V: Value>(
        &mut self,
        [little, big]: &'s [Box<[u8]>; 2],
        function: impl Fn(&'s [u8], Endian) -> V,
    ) {
        self.value(&**little, |bytes| function(bytes, Little));
        self.value(&**big, |bytes| function(bytes, Big));
    }

    /// Calls a function that changes its argument.
    fn change<T: Unit>(&mut self, units: &[T], function: impl Fn(&mut [T]) -> usize) {
        let mut units: Box<[T]> = units.into();
        self.calls += 1;
        let result = function(&mut units);
        self.number(result as u64);
        self.units(&units);
    }

    /// Calls a conversion with a destination that is large, as large as needed, one unit smaller, and much smaller.
    fn sizes(&mut self, largest: usize, mut convert: impl FnMut(&mut Self, usize) -> Option<usize>) {
        self.calls += 1;
        let Some(needed) = convert(self, largest) else {
            return;
        };
        for size in [Some(needed), needed.checked_sub(1), Some(needed * 2 / 3)]
            .into_iter()
            .flatten()
        {
            self.calls += 1;
            convert(self, size);
        }
    }

    /// Calls a conversion that writes to a destination.
    fn write<S: ?Sized + Len, T: Unit, R: Written>(
        &mut self,
        source: &S,
        function: impl Fn(&S, &mut [T]) -> R,
    ) {
        self.sizes(source.units() * 6 + 8, |results, size| {
            let mut destination = vec![T::GUARD; size].into_boxed_slice();
            let result = function(source, &mut destination);
            results.debug(&result);
            results.units(&destination[..result.written()]);
            Some(result.written())
        });
    }

    /// Calls a conversion that writes to an uninitialised destination, hashes what it writes, and returns how much that is.
    fn initialize<S: ?Sized + Len, T: Unit>(
        &mut self,
        source: &S,
        function: impl Fn(&mut Self, &S, &mut [MaybeUninit<T>]) -> Option<usize>,
    ) {
        self.sizes(source.units() * 6 + 8, |results, size| {
            let mut destination = Box::new_uninit_slice(size);
            function(results, source, &mut destination)
        });
    }

    /// Calls a conversion that appends to a vector or a string.
    fn append<S: ?Sized + Len, T: Appended, R: Debug>(
        &mut self,
        source: &S,
        function: impl Fn(&S, &mut T) -> R,
    ) {
        for capacity in [2, 2 + source.units()] {
            let mut destination = T::with_guards(capacity);
            self.calls += 1;
            self.debug(function(source, &mut destination));
            destination.feed(self);
        }
    }
}

impl fmt::Write for Results {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.units(text.as_bytes());
        Ok(())
    }
}

/// A source.
trait Len {
    fn units(&self) -> usize;
}

impl<T> Len for [T] {
    fn units(&self) -> usize {
        self.len()
    }
}

impl Len for str {
    fn units(&self) -> usize {
        self.len()
    }
}

/// The result of a conversion that writes to a destination.
trait Written: Debug {
    /// Returns the number of units written.
    fn written(&self) -> usize;
}

impl Written for Result<usize, ConvertError> {
    fn written(&self) -> usize {
        self.unwrap_or_else(|error| error.written())
    }
}

impl Written for Result<usize, DestinationFull> {
    fn written(&self) -> usize {
        self.unwrap_or_else(|error| error.written())
    }
}

impl Written for Result<Lossy, DestinationFull> {
    fn written(&self) -> usize {
        self.map_or_else(|error| error.written(), |lossy| lossy.written)
    }
}

/// The result of a conversion that writes to an uninitialised destination.
trait Initialized {
    /// Hashes the units, and returns their number, or `None` after an error.
    fn feed(self, results: &mut Results) -> Option<usize>;
}

impl<T: Unit, E: Debug> Initialized for Result<&mut [T], E> {
    fn feed(self, results: &mut Results) -> Option<usize> {
        self.map(|written| Lossy { written, replaced: 0 }).feed(results)
    }
}

impl<T: Unit, E: Debug> Initialized for Result<Lossy<&mut [T]>, E> {
    fn feed(self, results: &mut Results) -> Option<usize> {
        match self {
            Ok(done) => {
                results.units(done.written);
                results.number(done.replaced as u64);
                Some(done.written.len())
            }
            Err(error) => {
                results.debug(error);
                None
            }
        }
    }
}

/// What a conversion appends to.
trait Appended: Value {
    /// Returns a value that already has two units.
    fn with_guards(capacity: usize) -> Self;
}

impl<T: Unit> Appended for Vec<T> {
    fn with_guards(capacity: usize) -> Self {
        let mut units = Vec::with_capacity(capacity);
        units.extend([T::GUARD; 2]);
        units
    }
}

impl Appended for String {
    fn with_guards(capacity: usize) -> Self {
        let mut text = String::with_capacity(capacity);
        text.push('é');
        text
    }
}

/// What a function returns.
trait Value {
    fn feed(&self, results: &mut Results);
}

macro_rules! values {
    (units: $($sequence:ty),*; debug: $($small:ty),*;) => {
        $(impl Value for $sequence {
            fn feed(&self, results: &mut Results) {
                results.units(self.as_ref());
            }
        })*
        $(impl Value for $small {
            fn feed(&self, results: &mut Results) {
                results.debug(self);
            }
        })*
    };
}

values! {
    units: &[u8], &[char], Cow<'_, [u8]>;
    debug: (), bool, usize, Option<Signature>, Vec<Encoding>, Option<usize>, std::cmp::Ordering;
}

impl<T: Unit> Value for Vec<T> {
    fn feed(&self, results: &mut Results) {
        results.units(self);
    }
}

impl<T: Unit> Value for (&[T], &[T]) {
    fn feed(&self, results: &mut Results) {
        results.units(self.0);
        results.units(self.1);
    }
}

impl Value for &str {
    fn feed(&self, results: &mut Results) {
        results.units(self.as_bytes());
    }
}

impl Value for String {
    fn feed(&self, results: &mut Results) {
        results.units(self.as_bytes());
    }
}

impl Value for Cow<'_, str> {
    fn feed(&self, results: &mut Results) {
        results.number(matches!(self, Cow::Borrowed(_)).into());
        results.units(self.as_bytes());
    }
}

impl<V: Value, E: Debug> Value for Result<V, E> {
    fn feed(&self, results: &mut Results) {
        match self {
            Ok(value) => value.feed(results),
            Err(error) => results.debug(error),
        }
    }
}

/// Returns the encodings of streams.
fn encodings() -> Vec<Encoding> {
    let mut encodings = vec![
        Encoding::Utf8,
        Encoding::Utf16(Little),
        Encoding::Utf16(Big),
        Encoding::Utf32(Little),
        Encoding::Utf32(Big),
        Encoding::Latin1,
        Encoding::Ascii,
    ];
    encodings.extend(Encoding::RELATIVES);
    encodings
}

/// Returns the text of a case in `encoding`.
fn bytes_in(case: &Case, encoding: Encoding) -> &[u8] {
    match encoding {
        Encoding::Utf16(endian) => &case.bytes16[usize::from(endian == Big)],
        Encoding::Utf32(endian) => &case.bytes32[usize::from(endian == Big)],
        _ => &case.utf8,
    }
}

/// A table for [`Policy::Legacy`].
const LEGACY: [char; 128] = ['\u{20AC}'; 128];

static POLICIES: [Policy<'static>; 9] = [
    Policy::Fail,
    Policy::Replace('\u{FFFD}'),
    Policy::Drop,
    Policy::Escape,
    Policy::BackslashReplace,
    Policy::Legacy(&LEGACY),
    Policy::Custom(&|bytes, _| Some(Replacement::escaped(bytes))),
    // Takes less than most sequences.
    Policy::Custom(&|_, _| Some(Replacement::char('\u{2020}').taking(1))),
    // Takes more than the sequence, and writes more than fits in a small destination.
    Policy::Custom(&|bytes, _| Some(Replacement::from("[text and what follows]").taking(bytes.len() + 3))),
];

/// Returns one of the policies.
fn policy(number: usize) -> Policy<'static> {
    POLICIES[number % POLICIES.len()]
}

const SIGNATURES: [Signature; 5] = [
    Signature::Utf8,
    Signature::Utf16(Little),
    Signature::Utf16(Big),
    Signature::Utf32(Little),
    Signature::Utf32(Big),
];

const SIGNATURE_POLICIES: [SignaturePolicy; 4] = [
    SignaturePolicy::Keep,
    SignaturePolicy::Remove,
    SignaturePolicy::ByteOrder,
    SignaturePolicy::Detect,
];

/// Returns the text of a case in `encoding` after a signature, mostly that of `encoding`.
fn bytes_with_signature(case: &Case, encoding: Encoding) -> Vec<u8> {
    let signature = match Signature::of(encoding) {
        Some(signature) if !case.len.is_multiple_of(3) => signature,
        _ => SIGNATURES[case.choice(SIGNATURES.len())],
    };
    [signature.bytes(), bytes_in(case, encoding)].concat()
}

/// Returns the places at which a stream is cut: all of some texts, one of others.
fn cuts(case: &Case, len: usize) -> RangeInclusive<usize> {
    if !cfg!(miri) && (case.len <= 16 || case.len % 100 == 53) {
        0..=len
    } else {
        let at = case.choice(len + 1);
        at..=at
    }
}

/// Passes pieces to a stream, each in an allocation of its own, and hashes its steps. `step` gets `None` at the end.
///
/// Stops at the first error.
fn run_stream<S: Copy>(
    results: &mut Results,
    pieces: &[&[S]],
    mut step: impl FnMut(&mut Results, Option<&[S]>) -> Step,
) {
    for piece in pieces.iter().map(|&piece| Some(piece)).chain([None]) {
        let mut rest: Option<Box<[S]>> = piece.map(Into::into);
        loop {
            results.calls += 1;
            let done = step(results, rest.as_deref());
            results.step(done);
            rest = rest.map(|rest| rest[done.read..].into());
            match done.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => {}
                _ => return,
            }
        }
    }
}

fn validate_stream(case: &Case, results: &mut Results) {
    for encoding in encodings() {
        let bytes = bytes_in(case, encoding);
        for at in cuts(case, bytes.len()) {
            let (first, second) = bytes.split_at(at);
            let mut validator = Validator::new(encoding);
            run_stream(results, &[first, second], |_, piece| match piece {
                Some(piece) => validator.push(piece),
                None => validator.finish(),
            });
            results.number(validator.position());
        }
    }
}

/// Validates a text with a signature after a text that is abandoned.
fn validate_stream_with_options(case: &Case, results: &mut Results) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        let bytes = bytes_with_signature(case, encoding);
        for at in cuts(case, bytes.len()) {
            let (first, second) = bytes.split_at(at);
            let mut validator =
                Validator::new(encoding).with_signature(SIGNATURE_POLICIES[(case.len + number) % 4]);
            for pieces in [&[first][..], &[first, second]] {
                validator.reset();
                for &piece in pieces {
                    let piece: Box<[u8]> = piece.into();
                    results.calls += 1;
                    for error in validator.errors(&piece) {
                        results.number(error.offset());
                        results.units(error.bytes());
                        error.kind().name().feed(results);
                    }
                    results.units(validator.held());
                    results.number(validator.position());
                }
            }
            results.debug(validator.encoding());
            results.step(validator.finish());
        }
    }
}

/// A destination.
#[derive(Clone, Copy)]
struct Destination {
    /// The number of units.
    size: usize,
    /// Whether what is after the units written must stay as it was.
    tail_preserved: bool,
}

impl Destination {
    fn new(size: usize) -> Self {
        Destination {
            size,
            tail_preserved: false,
        }
    }
}

/// Calls `step` with a destination, and hashes what it writes.
fn with_destination<T: Unit>(
    results: &mut Results,
    destination: Destination,
    step: impl FnOnce(&mut [T]) -> Step,
) -> Step {
    let mut units = vec![T::GUARD; destination.size].into_boxed_slice();
    let done = step(&mut units);
    let (written, tail) = units.split_at(done.written);
    results.units(written);
    if destination.tail_preserved {
        let preserved = tail.iter().all(|unit| unit.number() == T::GUARD.number());
        assert!(preserved, "{}: the tail after {done:?}", utf8kit::tier());
    }
    done
}

/// As [`with_destination`], with a destination that `bound` states to be long enough. Without a bound, it has few units.
fn with_bounded_destination<T: Unit>(
    results: &mut Results,
    bound: Option<usize>,
    tail_preserved: bool,
    step: impl FnOnce(&mut [T]) -> Step,
) -> Step {
    let size = bound.unwrap_or(11);
    let destination = Destination { size, tail_preserved };
    let done = with_destination(results, destination, step);
    assert!(
        bound.is_none() || done.stop != Stop::OutputFull,
        "{}: {size} units are not enough for {done:?}",
        utf8kit::tier()
    );
    done
}

/// Calls `step` with an uninitialised destination as long as `units`, and copies what it writes there.
fn through_uninit<T: Unit>(
    units: &mut [T],
    step: impl FnOnce(&mut [MaybeUninit<T>]) -> Step<&mut [T]>,
) -> Step {
    let mut buffer = Box::new_uninit_slice(units.len());
    let Step { read, written, stop } = step(&mut buffer);
    units[..written.len()].copy_from_slice(written);
    Step {
        read,
        written: written.len(),
        stop,
    }
}

fn decode_stream<T: Unit>(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Decoder<'static>, Option<&[u8]>, &mut [T]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        let bytes = bytes_in(case, encoding);
        for at in cuts(case, bytes.len()) {
            let (first, second) = bytes.split_at(at);
            let destination = Destination::new(4 + case.choice(if at % 2 == 0 { 13 } else { 97 }));
            let mut decoder = Decoder::new(encoding, policy(number + at));
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, destination, |text| step(&mut decoder, piece, text))
            });
            results.number(decoder.position());
            results.number(decoder.replaced());
        }
    }
}

/// Decodes a text with a signature after a text that is abandoned, with destinations of the maximum length.
fn decode_stream_with_options<T: Unit>(
    case: &Case,
    results: &mut Results,
    max_len: impl Fn(&Decoder<'static>, usize) -> Option<usize>,
    step: impl Fn(&mut Decoder<'static>, Option<&[u8]>, &mut [T]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        let bytes = bytes_with_signature(case, encoding);
        for at in cuts(case, bytes.len()) {
            let (first, second) = bytes.split_at(at);
            let mut decoder = Decoder::new(encoding, policy(number + at))
                .with_signature(SIGNATURE_POLICIES[(case.len + number) % 4]);
            let tail_preserved = (case.len / 2 + number + at / 2).is_multiple_of(2);
            if tail_preserved {
                decoder = decoder.with_tail_preserved();
            }
            let small = Destination {
                size: case.choice(11),
                tail_preserved,
            };
            let abandoned: Box<[u8]> = first.into();
            results.calls += 1;
            let done = with_destination(results, small, |text| step(&mut decoder, Some(&abandoned), text));
            results.step(done);
            results.units(decoder.held());
            decoder.pending().feed(results);
            decoder.reset();
            run_stream(results, &[first, second], |results, piece| {
                let bound = max_len(&decoder, piece.map_or(0, <[u8]>::len));
                results.debug(bound);
                with_bounded_destination(results, bound, tail_preserved, |text| {
                    step(&mut decoder, piece, text)
                })
            });
            results.debug(decoder.encoding());
            results.number(decoder.position());
            results.number(decoder.replaced());
        }
    }
}

fn encode_stream(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Encoder<'static>, Option<&str>, &mut [u8]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.text.len()) {
            let (first, second) = case.text.split_at(case.text.floor_char_boundary(at));
            let destination = Destination::new(6 + case.choice(if at % 2 == 0 { 13 } else { 97 }));
            let mut encoder = Encoder::new(encoding, policy(number + at));
            let pieces = [first.as_bytes(), second.as_bytes()];
            run_stream(results, &pieces, |results, piece| {
                // What an encoder reads ends at a character boundary.
                let piece = piece.map(|piece| std::str::from_utf8(piece).unwrap());
                with_destination(results, destination, |bytes| step(&mut encoder, piece, bytes))
            });
            results.number(encoder.position());
            results.number(encoder.replaced());
        }
    }
}

/// Encodes a text after a text that is abandoned, with destinations of the maximum length.
fn encode_stream_with_options<S: Copy>(
    case: &Case,
    results: &mut Results,
    text: &[S],
    floor: impl Fn(usize) -> usize,
    max_len: impl Fn(&Encoder<'static>, usize) -> Option<usize>,
    step: impl Fn(&mut Encoder<'static>, Option<&[S]>, &mut [u8]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        for at in cuts(case, text.len()) {
            let (first, second) = text.split_at(floor(at));
            let mut encoder = Encoder::new(encoding, policy(number + at));
            let tail_preserved = (case.len / 2 + number + at / 2).is_multiple_of(2);
            if tail_preserved {
                encoder = encoder.with_tail_preserved();
            }
            let small = Destination {
                size: case.choice(11),
                tail_preserved,
            };
            let abandoned: Box<[S]> = first.into();
            results.calls += 1;
            let done = with_destination(results, small, |bytes| {
                step(&mut encoder, Some(&abandoned), bytes)
            });
            results.step(done);
            results.debug(encoder.held());
            encoder.pending().feed(results);
            encoder.reset();
            run_stream(results, &[first, second], |results, piece| {
                let bound = max_len(&encoder, piece.map_or(0, <[S]>::len));
                results.debug(bound);
                with_bounded_destination(results, bound, tail_preserved, |bytes| {
                    step(&mut encoder, piece, bytes)
                })
            });
            results.number(encoder.position());
            results.number(encoder.replaced());
        }
    }
}

/// Encodes UTF-16 in pieces, with destinations that are mostly too short.
fn encode_stream_from_utf16(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Encoder<'static>, Option<&[u16]>, &mut [u8]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.utf16.len()) {
            let (first, second) = case.utf16.split_at(at);
            let destination = Destination::new(6 + case.choice(if at % 2 == 0 { 13 } else { 97 }));
            let mut encoder = Encoder::new(encoding, policy(number + at));
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, destination, |bytes| step(&mut encoder, piece, bytes))
            });
            results.number(encoder.position());
            results.number(encoder.replaced());
        }
    }
}

fn write_dialects(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Encoder<'static>, Option<&[u32]>, &mut [u8]) -> Step,
) {
    for (number, dialect) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.utf32.len()) {
            let policy = policy(number + at);
            let (first, second) = case.utf32.split_at(at);
            let destination = Destination::new(6 + case.choice(if at % 2 == 0 { 13 } else { 97 }));
            let mut writer = Encoder::new(dialect, policy).with_unpaired_surrogates();
            // Then a text that is abandoned comes before.
            if at % 5 == 0 {
                let abandoned: Box<[u32]> = first.into();
                results.calls += 1;
                let done = with_destination(results, Destination::new(3), |bytes| {
                    step(&mut writer, Some(&abandoned), bytes)
                });
                results.step(done);
                writer.reset();
            }
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, destination, |bytes| step(&mut writer, piece, bytes))
            });
            results.number(writer.position());
            results.number(writer.replaced());
            results.number(writer.remarked());
            if let Some(&last) = case.utf32.last() {
                results.debug(policy.replacement_of_number(last));
            }
        }
    }
}

fn read_dialects(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Decoder<'static>, Option<&[u8]>, &mut [u32]) -> Step,
) {
    const SUBSET: Subset<'_> = Subset::new(&[0..=0x7FF, 0x1_0000..=0x7FFF_FFFF]);
    for (number, dialect) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.utf8.len()) {
            let (first, second) = case.utf8.split_at(at);
            let destination = Destination::new(1 + case.choice(if at % 2 == 0 { 13 } else { 97 }));
            let mut reader = Decoder::new(dialect, policy(number + at)).with_unpaired_surrogates();
            if at % 3 == 0 {
                reader = reader.within(&SUBSET);
            }
            // Then a text that is abandoned comes before.
            if at % 5 == 0 {
                let abandoned: Box<[u8]> = first.into();
                results.calls += 1;
                let done = with_destination(results, Destination::new(3), |numbers| {
                    step(&mut reader, Some(&abandoned), numbers)
                });
                results.step(done);
                reader.reset();
            }
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, destination, |numbers| step(&mut reader, piece, numbers))
            });
            results.number(reader.position());
            results.number(reader.replaced());
            results.number(reader.remarked());
        }
    }
}

/// The adapters of `std::io` have buffers of 64 KiB, so that a few texts must be enough.
fn adapt_streams(case: &Case, results: &mut Results) {
    if !case.len.is_multiple_of(10) {
        return;
    }
    for (number, encoding) in encodings().into_iter().enumerate() {
        let read = |mut reader: DecodeReader<'_, &[u8]>, results: &mut Results| {
            let mut text = vec![];
            results.calls += 1;
            results.debug(reader.read_to_end(&mut text).map_err(|error| error.to_string()));
            results.units(&text);
            results.number(reader.decoder().position());
            results.debug(reader.decoder().encoding());
        };
        let policy = policy(number + case.len / 10);
        read(
            DecodeReader::new(bytes_in(case, encoding), encoding, policy),
            results,
        );
        let bytes = bytes_with_signature(case, encoding).into_boxed_slice();
        let decoder = Decoder::new(encoding, policy)
            .with_signature(SIGNATURE_POLICIES[(case.len / 10 + number) % 4])
            .with_tail_preserved();
        read(DecodeReader::with_decoder(&bytes, decoder), results);
        let mut writer = EncodeWriter::new(vec![], encoding, policy);
        results.calls += 1;
        results.debug(writer.write_all(&case.utf8).map_err(|error| error.to_string()));
        match writer.finish() {
            Ok(bytes) => results.units(&bytes),
            Err(error) => results.debug(error.to_string()),
        }
    }
}

/// Public functions, and a function that calls them.
struct Function {
    names: &'static [&'static str],
    call: fn(&Case, &mut Results),
}

/// Calls a conversion with each kind of destination.
macro_rules! convert {
    ($results:expr, $source:expr, $from:ty => $to:ty, $function:path $(, $endian:expr)?) => {{
        let (results, source) = ($results, $source);
        results.write(source, |src: &$from, dst: &mut [$to]| $function(src $(, $endian)?, dst));
        results.initialize(source, |results, src: &$from, dst: &mut [MaybeUninit<$to>]| {
            Initialized::feed($function(src $(, $endian)?, dst), results)
        });
        results.append(source, |src: &$from, dst: &mut Vec<$to>| $function(src $(, $endian)?, dst));
    }};
}

/// Lists functions: methods of [`Results`], a source and the functions that they call with it; conversions; conversions to
/// bytes and of bytes, which take a byte order; names and a closure.
macro_rules! functions {
    (
        { $($how:ident($case:ident => $source:expr): $($name:path),+;)* }
        { $($from:ty => $to:ty, ($source_case:ident => $from_source:expr): $($conversion:path),+;)* }
        { $($from_units:ty => bytes, ($units_case:ident => $units:expr): $($to_bytes:path),+;)* }
        { $(bytes => $to_units:ty, ($bytes_case:ident => $bytes:expr): $($of_bytes:path),+;)* }
        { $([$($named:literal),+] $call:expr;)* }
    ) => {
        &[
            $($(Function {
                names: &[stringify!($name)],
                call: |$case, results| results.$how($source, $name),
            },)+)*
            $($(Function {
                names: &[stringify!($conversion)],
                call: |$source_case, results| convert!(results, $from_source, $from => $to, $conversion),
            },)+)*
            $($(Function {
                names: &[stringify!($to_bytes)],
                call: |$units_case, results| for endian in [Little, Big] {
                    convert!(&mut *results, $units, $from_units => u8, $to_bytes, endian);
                },
            },)+)*
            $($(Function {
                names: &[stringify!($of_bytes)],
                call: |$bytes_case, results| for (bytes, endian) in $bytes.iter().zip([Little, Big]) {
                    convert!(&mut *results, &**bytes, [u8] => $to_units, $of_bytes, endian);
                },
            },)+)*
            $(Function { names: &[$($named),+], call: $call },)*
        ]
    };
}

const FUNCTIONS: &[Function] = functions! {{
    value(case => &*case.utf8): utf8::is_valid, utf8::validate, utf8::count, utf8::utf16_len, utf8::repair,
        utf8::split_incomplete, utf8::validate_const, utf8::lossy_count, utf8::lossy_utf8_len, utf8::lossy_utf16_len,
        utf8::is_latin1, ascii::lossy_utf8_len, latin1::utf8_len, latin1::to_string, ascii::is_valid, ascii::validate,
        ascii::to_string, ascii::to_string_lossy, signature::detect;
    value(case => &*case.utf16): utf16::is_valid, utf16::validate, utf16::count, utf16::utf8_len, utf16::to_string,
        utf16::to_string_lossy, utf16::lossy_count, utf16::lossy_utf8_len, utf16::is_ascii, utf16::is_latin1,
        utf16::split_incomplete;
    change(case => &case.utf16): utf16::make_well_formed;
    value_of_bytes(case => &case.bytes16): utf16::bytes_is_valid, utf16::bytes_validate, utf16::bytes_count,
        utf16::bytes_utf8_len, utf16::bytes_lossy_utf8_len, utf16::bytes_lossy_utf16_len, utf16::bytes_lossy_count,
        utf16::bytes_to_string, utf16::bytes_to_string_lossy, utf16::bytes_split_incomplete, utf16::bytes_is_ascii;
    value(case => &*case.utf32): utf32::utf8_len, utf32::is_valid, utf32::validate, utf32::to_string,
        utf32::to_string_lossy, utf32::utf16_len, utf32::lossy_utf8_len, utf32::lossy_utf16_len, utf32::is_ascii,
        utf32::is_latin1;
    value_of_bytes(case => &case.bytes32): utf32::bytes_utf8_len, utf32::bytes_is_valid, utf32::bytes_validate,
        utf32::bytes_to_string, utf32::bytes_to_string_lossy, utf32::bytes_lossy_utf8_len;
}{
    [u8] => u8, (case => &*case.utf8): utf8::repair_to, utf8::to_latin1, utf8::to_latin1_lossy, utf8::to_ascii,
        utf8::to_ascii_lossy, latin1::to_utf8, ascii::to_utf8, ascii::to_utf8_lossy;
    [u8] => u16, (case => &*case.utf8): utf8::to_utf16, utf8::to_utf16_lossy, latin1::to_utf16, ascii::to_utf16,
        ascii::to_utf16_lossy;
    [u8] => u32, (case => &*case.utf8): utf8::to_utf32, utf8::to_utf32_lossy, latin1::to_utf32, ascii::to_utf32,
        ascii::to_utf32_lossy;
    str => u8, (case => &*case.text): utf8::str_to_latin1, utf8::str_to_ascii;
    str => u16, (case => &*case.text): utf8::str_to_utf16;
    str => u32, (case => &*case.text): utf8::str_to_utf32;
    [u16] => u8, (case => &*case.utf16): utf16::to_utf8, utf16::to_utf8_lossy, utf16::to_latin1, utf16::to_latin1_lossy,
        utf16::to_ascii, utf16::to_ascii_lossy;
    [u16] => u16, (case => &*case.utf16): utf16::to_well_formed, utf16::swap_bytes_to;
    [u16] => u32, (case => &*case.utf16): utf16::to_utf32, utf16::to_utf32_lossy;
    [u32] => u8, (case => &*case.utf32): utf32::to_utf8, utf32::to_utf8_lossy, utf32::to_latin1, utf32::to_latin1_lossy,
        utf32::to_ascii, utf32::to_ascii_lossy;
    [u32] => u16, (case => &*case.utf32): utf32::to_utf16, utf32::to_utf16_lossy;
    [u32] => u32, (case => &*case.utf32): utf32::swap_bytes_to;
}{
    [u8] => bytes, (case => &*case.utf8): utf8::to_utf16_bytes, utf8::to_utf16_bytes_lossy, utf8::to_utf32_bytes,
        utf8::to_utf32_bytes_lossy, latin1::to_utf16_bytes, ascii::to_utf16_bytes, ascii::to_utf16_bytes_lossy;
    [u32] => bytes, (case => &*case.utf32): utf32::to_utf16_bytes, utf32::to_utf16_bytes_lossy;
}{
    bytes => u8, (case => &case.bytes16): utf16::bytes_to_utf8, utf16::bytes_to_utf8_lossy, utf16::bytes_to_well_formed,
        utf16::bytes_to_latin1, utf16::bytes_to_latin1_lossy, utf16::bytes_to_ascii, utf16::bytes_to_ascii_lossy;
    bytes => u16, (case => &case.bytes16): utf16::bytes_to_utf16, utf16::bytes_to_utf16_lossy;
    bytes => u32, (case => &case.bytes16): utf16::bytes_to_utf32, utf16::bytes_to_utf32_lossy;
    bytes => u8, (case => &case.bytes32): utf32::bytes_to_utf8, utf32::bytes_to_utf8_lossy;
}{
    // The length of ill-formed UTF-32 is unspecified.
    ["utf32::utf8_len"] |case, results| {
        let len = utf32::utf8_len(&case.utf32);
        results.calls += 1;
        if utf32::is_valid(&case.utf32) {
            results.number(len as u64);
        }
    };
    ["utf32::bytes_utf8_len"] |case, results| {
        for (bytes, endian) in case.bytes32.iter().zip([Little, Big]) {
            let len = utf32::bytes_utf8_len(bytes, endian);
            results.calls += 1;
            if utf32::bytes_is_valid(bytes, endian) {
                results.number(len as u64);
            }
        }
    };
    // To the end of a `String`.
    ["utf8::repair_to", "utf16::to_utf8", "utf16::to_utf8_lossy"] |case, results| {
        results.append(&*case.utf8, |bytes: &[u8], text: &mut String| utf8::repair_to(bytes, text));
        results.append(&*case.utf16, |units: &[u16], text: &mut String| utf16::to_utf8(units, text));
        results.append(&*case.utf16, |units: &[u16], text: &mut String| utf16::to_utf8_lossy(units, text));
    };
    ["utf16::bytes_make_well_formed"] |case, results| for (bytes, endian) in case.bytes16.iter().zip([Little, Big]) {
        results.change(bytes, |bytes| utf16::bytes_make_well_formed(bytes, endian));
    };
    ["utf16::swap_bytes"] |case, results| results.change(&case.utf16, |units| {
        utf16::swap_bytes(units);
        0
    });
    ["utf32::swap_bytes"] |case, results| results.change(&case.utf32, |units| {
        utf32::swap_bytes(units);
        0
    });
    [
        "utf8::max_utf16_len", "utf8::max_utf32_len", "utf16::max_utf8_len", "utf32::max_utf8_len", "utf32::max_utf16_len",
        "latin1::max_utf8_len", "ascii::max_utf8_len"
    ] |case, results| for max in [
        utf8::max_utf16_len, utf8::max_utf32_len, utf16::max_utf8_len, utf32::max_utf8_len, utf32::max_utf16_len,
        latin1::max_utf8_len, ascii::max_utf8_len,
    ] {
        results.value(&case.len, |&len| max(len));
    };
    ["utf8::repair_with"] |case, results| for policy in POLICIES {
        results.calls += 1;
        utf8::repair_with(&case.utf8, policy).feed(results);
    };
    [
        "utf8::into_string", "IntoStringError::error", "IntoStringError::as_bytes", "IntoStringError::into_bytes",
        "IntoStringError::into_string_lossy"
    ] |case, results| {
        results.calls += 1;
        match utf8::into_string(case.utf8.to_vec()) {
            Ok(text) => text.feed(results),
            Err(error) => {
                results.debug(error.error());
                error.as_bytes().feed(results);
                error.clone().into_string_lossy().feed(results);
                error.into_bytes().feed(results);
            }
        }
    };
    ["utf8::validate_mut"] |case, results| results.change(&case.utf8, |bytes| {
        utf8::validate_mut(bytes).map_or_else(|error| error.valid_up_to(), |text| {
            text.make_ascii_uppercase();
            text.len()
        })
    });
    ["utf8::into_string_lossy"] |case, results| results.value(&*case.utf8, |bytes| utf8::into_string_lossy(bytes.to_vec()));
    [
        "utf8::chunks", "utf8::Chunk::text", "utf8::Chunk::ill_formed", "utf8::Chunk::error", "IllFormed::kind",
        "IllFormed::valid_up_to", "IllFormed::error_len", "IllFormed::bytes", "IllFormed::context", "ErrorKind::name",
        "IllFormed::new", "IllFormed::offset", "ErrorKind::clause", "IllFormed::attempt", "IllFormed::clause",
        "IllFormed::reason", "IllFormed::with_detail", "IllFormed::at", "IllFormed::encoding", "Encoding::description"
    ] |case, results| for chunk in utf8::chunks(&case.utf8) {
        results.calls += 1;
        chunk.text().feed(results);
        chunk.ill_formed().feed(results);
        if let Some(error) = chunk.error() {
            let utf8 = Encoding::Utf8.description();
            let in_stream = IllFormed::new(utf8, error.offset(), error.bytes(), error.bytes().len(), error.kind());
            error.kind().name().feed(results);
            error.error_len().feed(results);
            results.debug((in_stream.offset(), in_stream.kind(), in_stream.bytes()));
            error.to_string().feed(results);
            in_stream.to_string().feed(results);
            results.debug((error.attempt(), error.clause(), error.kind().clause(), error.reason().to_string()));
            results.debug((error.context(), in_stream.context()));
            let in_stream = in_stream.at(1).with_detail(1);
            results.debug((in_stream.encoding(), in_stream.reason().to_string()));
        }
    };
    ["utf16::chunks", "utf16::Chunk::text", "utf16::Chunk::ill_formed", "utf16::Chunk::error"] |case, results| {
        for chunk in utf16::chunks(&case.utf16) {
            results.calls += 1;
            results.units(chunk.text());
            results.units(chunk.ill_formed());
            results.debug(chunk.error());
        }
    };
    [
        "utf16::chars_lossy", "utf16::char_indices_lossy", "utf16::decode_first", "utf16::decode_last"
    ] |case, results| {
        results.value(&*case.utf16, |units| utf16::chars_lossy(units).collect::<String>());
        results.value(&*case.utf16, |units| utf16::chars_lossy(units).rev().collect::<String>());
        results.value(&*case.utf16, |units| utf16::chars_lossy(units).count());
        utf16::char_indices_lossy(&case.utf16).for_each(|(range, _)| results.number(range.end as u64));
        results.debug(utf16::decode_first(&case.utf16));
        results.debug(utf16::decode_last(&case.utf16));
    };
    ["utf8::chars_lossy"] |case, results| {
        results.value(&*case.utf8, |bytes| utf8::chars_lossy(bytes).collect::<String>());
        results.value(&*case.utf8, |bytes| utf8::chars_lossy(bytes).rev().collect::<String>());
    };
    ["utf8::char_indices_lossy"] |case, results| {
        let hash = |results: &mut Results, (range, c): (std::ops::Range<usize>, char)| {
            [range.start as u64, range.end as u64, c.number()]
                .into_iter()
                .for_each(|number| results.number(number));
        };
        results.calls += 3;
        utf8::char_indices_lossy(&case.utf8).for_each(|item| hash(results, item));
        utf8::char_indices_lossy(&case.utf8)
            .rev()
            .for_each(|item| hash(results, item));
        // From both ends to the middle.
        let mut items = utf8::char_indices_lossy(&case.utf8);
        while let Some(item) = items.next() {
            hash(results, item);
            if let Some(item) = items.next_back() {
                hash(results, item);
            }
        }
        results.number(utf8::char_indices_lossy(&case.utf8).count() as u64);
    };
    ["utf8::sequence_len", "Encoding::sequence_len"] |case, results| {
        results.value(&case.len, |&len| utf8::sequence_len(len as u8));
        for dialect in Encoding::RELATIVES {
            results.value(&case.len, |&len| dialect.sequence_len(len as u8));
        }
    };
    ["utf8::is_boundary", "utf8::floor_boundary", "utf8::ceil_boundary"] |case, results| for at in
        case.len.saturating_sub(12)..case.len + 2
    {
        results.value(&*case.utf8, |bytes| utf8::is_boundary(bytes, at));
        results.value(&*case.utf8, |bytes| utf8::floor_boundary(bytes, at));
        results.value(&*case.utf8, |bytes| utf8::ceil_boundary(bytes, at));
    };
    [
        "utf8::byte_to_char_index", "utf8::char_to_byte_index", "utf8::byte_to_utf16_index", "utf8::utf16_to_byte_index"
    ] |case, results| for at in [0, case.choice(case.len + 2), case.len / 2, case.len, usize::MAX] {
        for function in [
            utf8::byte_to_char_index, utf8::char_to_byte_index, utf8::byte_to_utf16_index, utf8::utf16_to_byte_index,
        ] {
            results.value(&*case.utf8, |bytes| function(bytes, at));
        }
    };
    ["utf16::is_boundary", "utf16::floor_boundary", "utf16::ceil_boundary"] |case, results| for at in
        case.len.saturating_sub(12)..case.len + 2
    {
        results.value(&*case.utf16, |units| utf16::is_boundary(units, at));
        results.value(&*case.utf16, |units| utf16::floor_boundary(units, at));
        results.value(&*case.utf16, |units| utf16::ceil_boundary(units, at));
    };
    ["utf32::bytes_split_incomplete"] |case, results| results.value(&*case.bytes32[0], utf32::bytes_split_incomplete);
    ["utf8::decode_first", "utf8::decode_last"] |case, results| {
        results.calls += 2;
        results.debug(utf8::decode_first(&case.utf8));
        results.debug(utf8::decode_last(&case.utf8));
    };
    [
        "order::utf8_by_code_point", "order::utf8_by_utf16_unit", "order::cesu8_by_code_point", "order::cesu8_by_utf16_unit"
    ] |case, results| for compare in [
        order::utf8_by_code_point, order::utf8_by_utf16_unit, order::cesu8_by_code_point, order::cesu8_by_utf16_unit,
    ] {
        results.value(&*case.utf8, |bytes| compare(bytes, &case.other));
        results.value(&*case.utf8, |bytes| compare(&case.other, bytes));
    };
    ["order::utf16_by_code_point", "order::utf16_by_utf16_unit"] |case, results| for compare in
        [order::utf16_by_code_point, order::utf16_by_utf16_unit]
    {
        results.value(&*case.utf16, |units| compare(units, &case.other16));
        results.value(&*case.utf16, |units| compare(&case.other16, units));
    };
    [
        "signature::split", "signature::Signature::bytes", "signature::Signature::len", "signature::Signature::is_ambiguous",
        "signature::Signature::encoding"
    ] |case, results| for signature in SIGNATURES {
        let signed: Box<[u8]> = [signature.bytes(), &case.utf8].concat().into();
        let action = [signature::Action::Keep, signature::Action::Ignore, signature::Action::Strip][case.choice(3)];
        for text in [&case.utf8, &signed, &signed[..case.len.min(signature.len())].into()] {
            results.calls += 1;
            results.debug(signature::split(text, signature, signature::Case::Optional, action));
        }
        results.number(signature.is_ambiguous().into());
        results.debug(signature.encoding());
    };
    ["signature::Signature::of"] |case, results| {
        let encodings = encodings();
        results.value(&encodings[case.choice(encodings.len())], |&encoding| Signature::of(encoding));
    };
    ["Encoding::validate", "Encoding::is_valid", "Encoding::count"] |case, results| for dialect in
        Encoding::RELATIVES
    {
        results.value(&*case.utf8, |bytes| dialect.validate(bytes));
        results.value(&*case.utf8, |bytes| dialect.is_valid(bytes));
        results.value(&*case.utf8, |bytes| dialect.count(bytes));
    };
    ["well_formed_in"] |case, results| {
        results.value(&*case.utf8, |bytes| utf8kit::well_formed_in(bytes).collect::<Vec<_>>());
    };
    ["convert"] |case, results| for (number, from) in encodings().into_iter().enumerate() {
        let to = encodings()[(number + case.len) % encodings().len()];
        let policy = policy(number + case.len);
        let bytes = bytes_in(case, from);
        results.write(bytes, |src: &[u8], dst: &mut [u8]| utf8kit::convert(src, from, to, policy, dst).map(|done| done.written));
        results.append(bytes, |src: &[u8], dst: &mut Vec<u8>| utf8kit::convert(src, from, to, policy, dst));
    };
    [
        "stream::Stream::decoder", "stream::Stream::encoder", "stream::Stream::converter", "stream::Stream::reset",
        "stream::Stream::policy", "stream::Stream::position", "stream::Stream::replaced", "stream::Stream::held",
        "stream::Stream::pending", "stream::Stream::read_signature", "stream::Stream::step"
    ] |case, results| for (number, from) in encodings().into_iter().enumerate() {
        let to = encodings()[(number + case.len / 3) % encodings().len()];
        let policy = policy(number + case.len);
        let bytes = bytes_with_signature(case, from);
        for mut stream in [Stream::decoder(policy), Stream::encoder(policy), Stream::converter(policy)] {
            let (mut source, mut target) = (Any::new(from), Any::new(to));
            results.calls += 1;
            let accepts = |signature| Signature::of(from) == Some(signature);
            results.debug(stream.read_signature(&bytes, true, false, accepts));
            stream.reset();
            let destination = Destination::new(6 + case.choice(97));
            for (piece, last) in [(&bytes[..case.len / 2], false), (&bytes[case.len / 2..], true)] {
                let step = with_destination(results, destination, |dst: &mut [u8]| {
                    stream.step(&mut source, &mut target, piece, dst, last)
                });
                results.step(step);
            }
            results.debug((stream.policy(), stream.held(), stream.pending()));
            results.number(stream.position());
            results.number(stream.replaced());
        }
    };
    ["Encoding::encode_number"] |case, results| for dialect in Encoding::RELATIVES {
        for &number in case.utf32.iter().take(8) {
            results.calls += 1;
            results.debug(dialect.encode_number(number, &mut [0; 6]));
        }
    };
    ["Encoding::encode"] |case, results| for (number, encoding) in encodings().into_iter().enumerate() {
        results.value(&*case.text, |text| encoding.encode(text, policy(number + case.len)));
    };
    [
        "Encoding::decode", "Encoding::code_points", "CodePoints::within", "Subset::new", "Subset::contains"
    ] |case, results| {
        let subset = Subset::new(&[0..=0x7FF, 0x1_0000..=0x10_FFFF]);
        results.number(subset.contains(case.len as u32 * 64).into());
        for (number, encoding) in encodings().into_iter().enumerate() {
            results.calls += 2;
            encoding.decode(&case.utf8, policy(number + case.len)).feed(results);
            results.debug(encoding.code_points(&case.utf8).within(&subset).collect::<Vec<_>>());
        }
    };
    ["stream::Validator::new", "stream::Validator::push", "stream::Validator::finish", "stream::Validator::position"]
        validate_stream;
    [
        "stream::Validator::with_signature", "stream::Validator::reset", "stream::Validator::errors",
        "stream::Validator::encoding", "stream::Validator::held"
    ] validate_stream_with_options;
    [
        "stream::Decoder::new", "stream::Decoder::to_utf8", "stream::Decoder::finish_utf8", "stream::Decoder::position",
        "stream::Decoder::replaced"
    ] |case, results| {
        decode_stream(case, results, |decoder, piece, text: &mut [u8]| match piece {
            Some(piece) => decoder.to_utf8(piece, text),
            None => decoder.finish_utf8(text),
        });
        decode_stream(case, results, |decoder, piece, text: &mut [u8]| through_uninit(text, |text| match piece {
            Some(piece) => decoder.to_utf8(piece, text),
            None => decoder.finish_utf8(text),
        }));
    };
    ["stream::Decoder::to_utf16", "stream::Decoder::finish_utf16"] |case, results| {
        decode_stream(case, results, |decoder, piece, text: &mut [u16]| match piece {
            Some(piece) => decoder.to_utf16(piece, text),
            None => decoder.finish_utf16(text),
        });
        decode_stream(case, results, |decoder, piece, text: &mut [u16]| through_uninit(text, |text| match piece {
            Some(piece) => decoder.to_utf16(piece, text),
            None => decoder.finish_utf16(text),
        }));
    };
    [
        "stream::Decoder::with_signature", "stream::Decoder::with_tail_preserved", "stream::Decoder::reset",
        "stream::Decoder::max_utf8_len", "stream::Decoder::encoding", "stream::Decoder::held", "stream::Decoder::pending"
    ] |case, results| {
        decode_stream_with_options(case, results, Decoder::max_utf8_len, |decoder, piece, text: &mut [u8]| match piece {
            Some(piece) => decoder.to_utf8(piece, text),
            None => decoder.finish_utf8(text),
        });
    };
    ["stream::Decoder::max_utf16_len"] |case, results| {
        decode_stream_with_options(case, results, Decoder::max_utf16_len, |decoder, piece, text: &mut [u16]| match piece {
            Some(piece) => decoder.to_utf16(piece, text),
            None => decoder.finish_utf16(text),
        });
    };
    [
        "stream::Encoder::new", "stream::Encoder::encode", "stream::Encoder::finish", "stream::Encoder::position",
        "stream::Encoder::replaced"
    ] |case, results| {
        encode_stream(case, results, |encoder, piece, bytes| match piece {
            Some(piece) => encoder.encode(piece, bytes),
            None => encoder.finish(bytes),
        });
        encode_stream(case, results, |encoder, piece, bytes| through_uninit(bytes, |bytes| match piece {
            Some(piece) => encoder.encode(piece, bytes),
            None => encoder.finish(bytes),
        }));
    };
    ["stream::Encoder::encode_utf16"] |case, results| {
        encode_stream_from_utf16(case, results, |encoder, piece, bytes| match piece {
            Some(units) => encoder.encode_utf16(units, bytes),
            None => encoder.finish(bytes),
        });
    };
    [
        "stream::Encoder::with_tail_preserved", "stream::Encoder::reset", "stream::Encoder::max_len",
        "stream::Encoder::pending"
    ] |case, results| {
        let floor = |at| case.text.floor_char_boundary(at);
        encode_stream_with_options(case, results, case.text.as_bytes(), floor, Encoder::max_len, |encoder, piece, bytes| {
            match piece {
                Some(piece) => encoder.encode(std::str::from_utf8(piece).unwrap(), bytes),
                None => encoder.finish(bytes),
            }
        });
    };
    ["stream::Encoder::max_len_from_utf16", "stream::Encoder::held"] |case, results| {
        let max_len = Encoder::max_len_from_utf16;
        encode_stream_with_options(case, results, &case.utf16, |at| at, max_len, |encoder, piece, bytes| match piece {
            Some(piece) => encoder.encode_utf16(piece, bytes),
            None => encoder.finish(bytes),
        });
    };
    [
        "stream::Decoder::within", "stream::Decoder::to_code_points", "stream::Decoder::finish_code_points",
        "stream::Decoder::remarked", "stream::Decoder::with_unpaired_surrogates"
    ] |case, results| read_dialects(case, results, |reader, piece, numbers| match piece {
        Some(piece) => reader.to_code_points(piece, numbers),
        None => reader.finish_code_points(numbers),
    });
    [
        "stream::Encoder::encode_code_points", "stream::Encoder::remarked", "stream::Encoder::with_unpaired_surrogates",
        "Policy::replacement_of_number"
    ] |case, results| write_dialects(case, results, |writer, piece, bytes| match piece {
        Some(piece) => writer.encode_code_points(piece, bytes),
        None => writer.finish(bytes),
    });
    [
        "stream::DecodeReader::new", "stream::DecodeReader::with_decoder", "stream::DecodeReader::decoder",
        "stream::EncodeWriter::new", "stream::EncodeWriter::finish"
    ] adapt_streams;
    [
        "Policy::doubles_backslashes", "Policy::replacement", "Policy::replacement_of", "Replacement::char",
        "Replacement::escaped", "Replacement::taking", "Replacement::taken", "Replacement::as_str", "Replacement::first",
        "Replacement::drop_first"
    ] |case, results| for policy in POLICIES {
        results.calls += 1;
        results.number(policy.doubles_backslashes().into());
        let sequence: Box<[u8]> = case.utf8[..case.len.min(7)].into();
        results.debug(policy.replacement(&sequence, ErrorKind::NeverValid));
        if let Some(c) = case.text.chars().next_back() {
            results.debug(policy.replacement_of(c));
        }
        let mut replacement = Replacement::escaped(&sequence).taking(case.len + 1);
        results.debug((replacement.taken(2), Replacement::EMPTY.taken(2)));
        while let Some(c) = replacement.first() {
            results.debug((c, replacement.as_str().len(), Replacement::char(c)));
            replacement.drop_first();
        }
    };
    [
        "ConvertError::new", "ConvertError::kind", "ConvertError::read", "ConvertError::written", "DestinationFull::read", "DestinationFull::written",
        "DestinationFull::replaced"
    ] |case, results| {
        let mut units = vec![0; case.len / 2].into_boxed_slice();
        results.calls += 2;
        if let Err(error) = utf8::to_utf16(&case.utf8, &mut units[..]) {
            results.debug((error.kind(), error.read(), error.written()));
            assert_eq!(ConvertError::new(error.kind(), error.read(), error.written()), error);
            error.to_string().feed(results);
            if let ConvertErrorKind::IllFormed(error) = error.kind() {
                results.units(error.bytes());
            }
        }
        if let Err(error) = utf8::to_utf16_lossy(&case.utf8, &mut units[..]) {
            results.debug((error.read(), error.written(), error.replaced()));
            error.to_string().feed(results);
        }
    };
    ["Encoding::name", "UnknownName::found", "UnknownName::names"] |case, results| {
        let encoding = Encoding::ALL[case.choice(Encoding::ALL.len())];
        results.value(&encoding, |encoding| encoding.name());
        if let Err(error) = case.text.parse::<Encoding>() {
            results.value(&error, |error| error.found());
            results.debug(error.names().collect::<Vec<_>>());
        }
    };
    // Of the results, only these may differ between tiers.
    ["tier", "Tier::name", "Tier::from_name", "Tier::available", "set_tier", "TierUnavailable::tier"] |_, results| {
        results.calls += 1;
        let tier = utf8kit::tier();
        assert_eq!(utf8kit::Tier::from_name(tier.name()), Some(tier));
        assert!(utf8kit::Tier::available().any(|available| available == tier));
        // The other calls in this process must go on with this tier.
        assert_eq!(utf8kit::set_tier(tier).map_err(|error| error.tier()), Ok(()));
    };
}};

/// Calls every function on the tier that this process uses, and returns a line for each: its names, the number of calls and
/// the hash of the results.
fn results_on_this_tier() -> Vec<String> {
    let mut all: Vec<Results> = FUNCTIONS
        .iter()
        .map(|_| Results {
            calls: 0,
            hash: 0xCBF2_9CE4_8422_2325,
        })
        .collect();
    for case in Case::all() {
        for (function, results) in FUNCTIONS.iter().zip(&mut all) {
            (function.call)(&case, results);
        }
    }
    let calls: u64 = all.iter().map(|results| results.calls).sum();
    // Not with `eprintln!`, whose output the test harness captures.
    let _ = writeln!(
        std::io::stderr(),
        "{}: {calls} calls of {} public functions",
        utf8kit::tier(),
        FUNCTIONS
            .iter()
            .map(|function| function.names.len())
            .sum::<usize>()
    );
    FUNCTIONS
        .iter()
        .zip(&all)
        .map(|(function, results)| {
            assert!(results.calls > 0, "{:?} are not called", function.names);
            format!(
                "{}: {} calls, {:016x}",
                function.names.join(", "),
                results.calls,
                results.hash
            )
        })
        .collect()
}

const TIER: &str = "UTF8KIT_TIER";
/// The line after which a process prints its results.
const BEGIN: &str = "results of every function:";

#[test]
fn every_function_has_the_same_results_on_every_tier() {
    // Emulators and interpreters cannot start the processes.
    let is_native = cfg!(all(target_arch = "x86_64", not(miri)));
    if !is_native || std::env::var_os(TIER).is_some() {
        let results = results_on_this_tier();
        println!("\n{BEGIN}\n{}", results.join("\n"));
        return;
    }
    let children: Vec<_> = utf8kit::tiers::available()
        .map(|tier| {
            let child = std::process::Command::new(std::env::current_exe().unwrap())
                .args([
                    "--exact",
                    "every_function_has_the_same_results_on_every_tier",
                    "--nocapture",
                ])
                .env(TIER, tier.name())
                .stdout(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            (tier, child)
        })
        .collect();
    let mut first: Option<Vec<String>> = None;
    for (tier, child) in children {
        let output = child.wait_with_output().unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let lines = output.lines().skip_while(|&line| line != BEGIN).skip(1);
        let results: Vec<_> = lines.take(FUNCTIONS.len()).map(str::to_owned).collect();
        assert_eq!(results.len(), FUNCTIONS.len(), "{tier}: {output}");
        match &first {
            None => first = Some(results),
            Some(first) => {
                for (result, expected) in results.iter().zip(first) {
                    assert_eq!(result, expected, "{tier}");
                }
            }
        }
    }
}

/// Returns the names of the public functions that a source file defines. `module` is the path of its module.
fn public_functions(module: &str, source: &str) -> Vec<String> {
    let mut names = vec![];
    let mut type_name = "";
    for line in source.lines() {
        if let Some(rest) = line.strip_prefix("impl") {
            // `impl<'p> Decoder<'p> {`; an implementation of a trait has no `pub fn`.
            let rest = match rest.strip_prefix('<') {
                Some(parameters) => parameters.split_once("> ").map_or("", |(_, rest)| rest),
                None => rest,
            };
            type_name = rest.trim_start().split(['<', ' ']).next().unwrap_or("");
        }
        let code = line.trim_start();
        let Some(code) = code
            .strip_prefix("pub fn ")
            .or(code.strip_prefix("pub const fn "))
        else {
            continue;
        };
        let name = code.split(['(', '<']).next().unwrap_or("");
        let type_name = if line.starts_with("pub") { "" } else { type_name };
        let path = [module, type_name, name];
        names.push(
            path.into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("::"),
        );
    }
    names
}

/// Requires the list above to be complete. Reads the sources, because the language does not list functions.
#[test]
#[cfg_attr(any(miri, target_family = "wasm"), ignore = "reads files")]
fn the_list_names_every_public_function() {
    let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut expected = vec![];
    let mut read = |module: &str, path: &std::path::Path| {
        let source =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        expected.extend(public_functions(module, &source));
    };
    // What `lib.rs` exports by name.
    for file in [
        "lib.rs",
        "code_points.rs",
        "convert.rs",
        "encoding.rs",
        "error.rs",
        "names.rs",
        "policy.rs",
        "subset.rs",
        "simd/dispatch/tier.rs",
    ] {
        read("", &src.join(file));
    }
    for module in [
        "ascii",
        "latin1",
        "order",
        "signature",
        "stream",
        "utf16",
        "utf32",
        "utf8",
    ] {
        let file = src.join(format!("{module}.rs"));
        if file.is_file() {
            read(module, &file);
        }
        let directory = src.join(module);
        if directory.is_dir() {
            for entry in std::fs::read_dir(&directory).unwrap() {
                read(module, &entry.unwrap().path());
            }
        }
    }
    let listed: Vec<&str> = FUNCTIONS
        .iter()
        .flat_map(|function| function.names)
        .copied()
        .collect();
    let missing: Vec<_> = expected
        .iter()
        .filter(|name| !listed.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "add to FUNCTIONS: {missing:?}");
    let unknown: Vec<_> = listed
        .iter()
        .filter(|&&name| !expected.iter().any(|e| e == name))
        .collect();
    assert!(unknown.is_empty(), "remove from FUNCTIONS: {unknown:?}");
}
