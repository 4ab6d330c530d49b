//! Calls every public function with sources and destinations that are heap allocations of exactly the size needed.
//!
//! Each tier must give the same results, for text of every length, well-formed and ill-formed, cut anywhere. The other tests
//! compare one tier with the standards. Under AddressSanitizer, valgrind or Miri (`cargo xtask sanitize`, `cargo xtask miri`),
//! this test also finds each access outside of a source or destination, and each read of uninitialised memory.
//!
//! Public functions use the tier that the process selects first, so that each tier runs in a process of its own. The
//! environment variable `UTF8KIT_TIER` selects one tier; without it, the test starts a process for each.

// The tests are compiled by the Rust of the workspace, which is newer than the oldest that compiles the library.
#![allow(clippy::incompatible_msrv)]

mod functions;
mod names;
mod streams;

use functions::FUNCTIONS;
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
    ConvertError, ConvertErrorKind, DestinationFull, Encoding, ErrorKind, IllFormed, Lossy, Policy,
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
