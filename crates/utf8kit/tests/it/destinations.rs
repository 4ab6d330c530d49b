//! Tests of every conversion with destinations of every size, from empty to larger than needed, and with guard values
//! around them.
//!
//! The expected result is computed character by character with the standard library.

mod encodings;
mod streams;

use encodings::{TestEncoding, Unit};
use std::convert::Infallible;
use std::fmt::Debug;
use std::mem::MaybeUninit;
use utf8kit::Endian::{Big, Little};
use utf8kit::{ConvertError, ConvertErrorKind, Converted, DestinationFull, Encoding, Lossy, Policy};
use utf8kit::{ascii, convert, latin1, utf8, utf16, utf32};
use utf8kit_test::Sample;

/// Why a conversion failed.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Failure {
    IllFormed,
    DestinationFull,
    NotRepresentable(u32),
}

/// Why a conversion failed, and the numbers of units that it read and wrote before.
type FailureAt = (Failure, usize, usize);

/// An error of a conversion.
trait ConversionError {
    fn failure(self) -> FailureAt;
}

impl ConversionError for ConvertError {
    fn failure(self) -> FailureAt {
        let failure = match self.kind() {
            ConvertErrorKind::IllFormed(error) => {
                assert_eq!(error.valid_up_to(), self.read());
                Failure::IllFormed
            }
            ConvertErrorKind::DestinationFull => Failure::DestinationFull,
            ConvertErrorKind::NotRepresentable(c) => Failure::NotRepresentable(c),
            other => panic!("{other:?}"),
        };
        (failure, self.read(), self.written())
    }
}

impl ConversionError for DestinationFull {
    fn failure(self) -> FailureAt {
        (Failure::DestinationFull, self.read(), self.written())
    }
}

/// A piece of a text: one character, or one ill-formed sequence.
struct Piece<S, T> {
    source: Vec<S>,
    /// The result of a strict conversion.
    target: Result<Vec<T>, Failure>,
    /// The result of a lossy conversion.
    lossy: Vec<T>,
}

/// The texts. Each encoding leaves out the characters that it lacks.
const TEXTS: [&str; 5] = [
    "",
    "Plain old text, long enough for any vector there is: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.",
    "Déjà vu : l’été à Évreux, où l'ÿ n'est pas rare. ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    "Жизнь прожить — не поле перейти. 千里の道も一歩から。천 리 길도 한 걸음부터. مَنْ جَدَّ وَجَدَ \u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
    "🦀🦀🦀 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍💻 a𝄞b𝄞c𝄞 🏴󠁧󠁢󠁳󠁣󠁴󠁿 0123456789abcdef0123456789abcdef0123456789abcdef €€€€€€€€€€€€€€€€ ½½½½½½½½½½½½½½½½½½½½",
];

/// A conversion that writes to a destination.
type ConvertTo<'f, S, T> = dyn Fn(&[S], &mut [T]) -> Result<Lossy, FailureAt> + 'f;
/// A conversion that appends to a vector.
type Append<'f, S, T> = dyn Fn(&[S], &mut Vec<T>) -> Result<Lossy, FailureAt> + 'f;
/// A conversion that returns a vector, or `None` if it fails.
type ConvertToVec<'f, S, T> = dyn Fn(&[S]) -> Option<Vec<T>> + 'f;

/// A text: its units in the source, and its pieces.
type Text<S, T> = (Vec<S>, Vec<Piece<S, T>>);

/// Texts in one encoding, and their conversion to another.
struct Pair<S, T> {
    texts: Vec<Text<S, T>>,
}

impl<S: Unit, T: Unit> Pair<S, T> {
    /// Returns well-formed and ill-formed texts.
    fn new(from: &TestEncoding<S>, to: &TestEncoding<T>) -> Self {
        let mut pair = Self::well_formed(from, to);
        let error = |source: &Vec<S>| Piece {
            source: source.clone(),
            target: Err(Failure::IllFormed),
            lossy: (to.encode)(to.replacement).unwrap(),
        };
        // Texts with errors between characters and at the end, and a text of errors.
        for text in TEXTS {
            let mut pieces = vec![];
            let mut errors = from.ill_formed.iter();
            for (i, c) in text.chars().enumerate() {
                if c == ' ' && i % 2 == 1 {
                    pieces.extend(errors.next().map(error));
                }
                pieces.extend(character(c, from, to));
            }
            pieces.extend(from.incomplete.as_ref().map(error));
            pair.add(pieces);
        }
        let mut pieces = vec![];
        for _ in 0..20 {
            for source in &from.ill_formed {
                pieces.push(error(source));
                pieces.extend(character(' ', from, to));
            }
        }
        pair.add(pieces);
        pair
    }

    /// Returns well-formed texts only.
    fn well_formed(from: &TestEncoding<S>, to: &TestEncoding<T>) -> Self {
        let mut pair = Pair { texts: vec![] };
        for text in TEXTS {
            pair.add(text.chars().filter_map(|c| character(c, from, to)).collect());
        }
        assert!(pair.texts.iter().any(|(_, pieces)| pieces.len() > 64));
        pair
    }

    fn add(&mut self, pieces: Vec<Piece<S, T>>) {
        let mut source = vec![];
        for piece in &pieces {
            source.extend_from_slice(&piece.source);
        }
        self.texts.push((source, pieces));
    }

    /// Returns what a conversion with a destination of `size` units must write, and what it must return.
    fn expected(text: &[Piece<S, T>], size: usize, lossy: bool) -> (Vec<T>, Result<Lossy, FailureAt>) {
        let (mut read, mut written, mut replaced) = (0, vec![], 0);
        for piece in text {
            let fail = |failure| Err((failure, read, written.len()));
            let units = match &piece.target {
                Err(failure) if !lossy => return (written.clone(), fail(*failure)),
                _ => &piece.lossy,
            };
            if written.len() + units.len() > size {
                return (written.clone(), fail(Failure::DestinationFull));
            }
            read += piece.source.len();
            written.extend_from_slice(units);
            replaced += usize::from(piece.target.is_err());
        }
        let done = Lossy {
            written: written.len(),
            replaced,
        };
        (written, Ok(done))
    }

    /// Returns the sizes of destinations to test: those from 0 to what `text` needs that `sample` selects, and those from 2
    /// units less to 2 more than it needs.
    fn sizes(sample: &mut Sample, text: &[Piece<S, T>]) -> impl Iterator<Item = usize> {
        let needed: usize = text.iter().map(|piece| piece.lossy.len()).sum();
        let near = needed.saturating_sub(2);
        sample
            .numbers(0..=needed)
            .filter(move |&size| size < near)
            .chain(near..=needed + 2)
    }

    /// Asserts that `convert` returns and writes what is expected, and nothing outside of the destination, for every size.
    fn check_every_size(&self, lossy: bool, convert: &ConvertTo<'_, S, T>) {
        const BEFORE: usize = 3;
        const AFTER: usize = 70;
        let mut sample = Sample::new();
        for (source, text) in &self.texts {
            for size in Self::sizes(&mut sample, text) {
                let mut all = vec![T::GUARD; BEFORE + size + AFTER];
                let result = convert(source, &mut all[BEFORE..BEFORE + size]);
                let (written, expected) = Self::expected(text, size, lossy);
                assert_eq!(result, expected, "destination of {size} units: {source:02X?}");
                assert_eq!(
                    all[BEFORE..][..written.len()],
                    written,
                    "destination of {size} units: {source:02X?}"
                );
                let around = [&all[..BEFORE], &all[BEFORE + size..]].concat();
                assert_eq!(
                    around,
                    [T::GUARD; BEFORE + AFTER],
                    "destination of {size} units: {source:02X?}"
                );
            }
        }
    }

    /// Checks a strict conversion.
    fn check_strict<E: ConversionError>(&self, convert: impl Fn(&[S], &mut [T]) -> Result<usize, E>) {
        self.check_every_size(false, &|source, dst| match convert(source, dst) {
            Ok(written) => Ok(Lossy { written, replaced: 0 }),
            Err(error) => Err(error.failure()),
        });
    }

    /// Checks a lossy conversion.
    fn check_lossy(&self, convert: impl Fn(&[S], &mut [T]) -> Result<Lossy, DestinationFull>) {
        self.check_every_size(true, &|source, dst| {
            convert(source, dst).map_err(ConversionError::failure)
        });
    }

    /// Checks a strict conversion to uninitialised memory.
    fn check_uninit<E: ConversionError>(
        &self,
        convert: impl for<'d> Fn(&[S], &'d mut [MaybeUninit<T>]) -> Result<&'d mut [T], E>,
    ) {
        self.check_strict(|source, dst| {
            let address = dst.as_ptr();
            // SAFETY: `T` and `MaybeUninit<T>` have the same layout, and the conversions write only initialised
            // units.
            let dst = unsafe { &mut *(dst as *mut [T] as *mut [MaybeUninit<T>]) };
            let units = convert(source, dst)?;
            assert_eq!(units.as_ptr(), address);
            Ok::<_, E>(units.len())
        });
    }

    /// Checks a lossy conversion to uninitialised memory.
    fn check_lossy_uninit(
        &self,
        convert: impl for<'d> Fn(&[S], &'d mut [MaybeUninit<T>]) -> Result<Lossy<&'d mut [T]>, DestinationFull>,
    ) {
        self.check_lossy(|source, dst| {
            let address = dst.as_ptr();
            // SAFETY: as above.
            let dst = unsafe { &mut *(dst as *mut [T] as *mut [MaybeUninit<T>]) };
            let Lossy { written, replaced } = convert(source, dst)?;
            assert_eq!(written.as_ptr(), address);
            Ok(Lossy {
                written: written.len(),
                replaced,
            })
        });
    }

    /// Checks a strict conversion to a vector.
    fn check_strict_vec<E>(&self, convert: impl Fn(&[S]) -> Result<Vec<T>, E>) {
        self.check_vec(false, &|source| convert(source).ok());
    }

    /// Checks a lossy conversion to a vector.
    fn check_lossy_vec(&self, convert: impl Fn(&[S]) -> Vec<T>) {
        self.check_vec(true, &|source| Some(convert(source)));
    }

    /// Checks a strict conversion that appends to a vector.
    fn check_append<E: ConversionError>(&self, append: impl Fn(&[S], &mut Vec<T>) -> Result<usize, E>) {
        self.check_every_capacity(false, &|source, dst| match append(source, dst) {
            Ok(written) => Ok(Lossy { written, replaced: 0 }),
            Err(error) => Err(error.failure()),
        });
    }

    /// Checks a lossy conversion that appends to a vector.
    fn check_lossy_append(&self, append: impl Fn(&[S], &mut Vec<T>) -> Result<Lossy, DestinationFull>) {
        self.check_every_capacity(true, &|source, dst| {
            append(source, dst).map_err(ConversionError::failure)
        });
    }

    /// Asserts that `append` returns and appends what is expected, with too little, with exactly enough and with more than enough
    /// spare capacity. After an error, which is never that the destination is too short, the vector is unchanged. A strict
    /// conversion reserves no more than it writes.
    fn check_every_capacity(&self, lossy: bool, append: &Append<'_, S, T>) {
        for (source, text) in &self.texts {
            let (written, expected) = Self::expected(text, usize::MAX, lossy);
            for spare in [0, 1, 7, written.len(), 1000] {
                let mut dst = Vec::with_capacity(5 + spare);
                dst.extend([T::GUARD; 5]);
                let capacity = dst.capacity();
                let result = append(source, &mut dst);
                if !lossy && result.is_ok() && spare >= written.len() {
                    assert_eq!(dst.capacity(), capacity, "{} units: {source:02X?}", written.len());
                }
                assert_eq!(result, expected, "{spare} units of spare capacity: {source:02X?}");
                let appended = dst.split_off(5);
                assert_eq!(dst, [T::GUARD; 5]);
                let expected = if result.is_ok() { &written[..] } else { &[] };
                assert_eq!(
                    appended, expected,
                    "{spare} units of spare capacity: {source:02X?}"
                );
            }
        }
    }

    /// Asserts that `convert` returns what is expected.
    fn check_vec(&self, lossy: bool, convert: &ConvertToVec<'_, S, T>) {
        for (source, text) in &self.texts {
            let (written, expected) = Self::expected(text, usize::MAX, lossy);
            let expected = expected.is_ok().then_some(written);
            assert_eq!(convert(source), expected, "{source:02X?}");
        }
    }
}

/// Returns the piece for a character, or `None` if the source lacks it.
fn character<S, T>(c: char, from: &TestEncoding<S>, to: &TestEncoding<T>) -> Option<Piece<S, T>> {
    let target = (to.encode)(c).ok_or(Failure::NotRepresentable(c.into()));
    Some(Piece {
        source: (from.encode)(c)?,
        lossy: (to.encode)(if target.is_ok() { c } else { to.replacement }).unwrap(),
        target,
    })
}

/// Returns a function that appends to bytes as `append` does to a `String`. A `String` cannot hold the guard, so the text
/// `guard` stands before what is appended.
fn append_to_bytes<S, R>(append: impl Fn(&[S], &mut String) -> R) -> impl Fn(&[S], &mut Vec<u8>) -> R {
    move |source, bytes| {
        let mut text = "guard".to_owned();
        let result = append(source, &mut text);
        bytes.extend(text.strip_prefix("guard").unwrap().as_bytes());
        result
    }
}

/// Checks a strict conversion with each kind of destination.
macro_rules! strict {
    ($pair:expr, $function:path) => {
        $pair.check_strict(|source, dst| $function(source, dst));
        $pair.check_uninit(|source, dst| $function(source, dst));
        $pair.check_append(|source, dst| $function(source, dst));
    };
    ($pair:expr, $source:path => $function:path) => {
        $pair.check_strict(|source, dst| $function($source(source), dst));
        $pair.check_uninit(|source, dst| $function($source(source), dst));
        $pair.check_append(|source, dst| $function($source(source), dst));
    };
}

/// Checks a strict conversion to UTF-8 with each kind of destination.
macro_rules! strict_utf8 {
    ($pair:expr, $function:path) => {
        strict!($pair, $function);
        $pair.check_append(append_to_bytes(|source, text| $function(source, text)));
    };
}

/// Checks a lossy conversion with each kind of destination.
macro_rules! lossy {
    ($pair:expr, $function:path) => {
        $pair.check_lossy(|source, dst| $function(source, dst));
        $pair.check_lossy_uninit(|source, dst| $function(source, dst));
        $pair.check_lossy_append(|source, dst| $function(source, dst));
    };
}

/// Checks a lossy conversion to UTF-8 with each kind of destination.
macro_rules! lossy_utf8 {
    ($pair:expr, $function:path) => {
        lossy!($pair, $function);
        $pair.check_lossy_append(append_to_bytes(|source, text| $function(source, text)));
    };
}

/// Returns what `convert` appends to an empty vector.
pub(crate) fn to_vec<T, R, E>(convert: impl FnOnce(&mut Vec<T>) -> Result<R, E>) -> Result<Vec<T>, E> {
    let mut units = vec![];
    convert(&mut units)?;
    Ok(units)
}

/// Returns well-formed bytes as text.
fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn utf8_to_utf16_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf8(), &encodings::utf16());
    strict!(pair, utf8::to_utf16);
    lossy!(pair, utf8::to_utf16_lossy);
    let pair = Pair::well_formed(&encodings::utf8(), &encodings::utf16());
    strict!(pair, str_of => utf8::str_to_utf16);
}

#[test]
fn utf8_to_utf32_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf8(), &encodings::utf32());
    strict!(pair, utf8::to_utf32);
    lossy!(pair, utf8::to_utf32_lossy);
    let pair = Pair::well_formed(&encodings::utf8(), &encodings::utf32());
    strict!(pair, str_of => utf8::str_to_utf32);
}

#[test]
fn utf8_to_latin1_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf8(), &encodings::latin1());
    strict!(pair, utf8::to_latin1);
    lossy!(pair, utf8::to_latin1_lossy);
    let pair = Pair::well_formed(&encodings::utf8(), &encodings::latin1());
    strict!(pair, str_of => utf8::str_to_latin1);
}

#[test]
fn utf8_to_ascii_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf8(), &encodings::ascii());
    strict!(pair, utf8::to_ascii);
    lossy!(pair, utf8::to_ascii_lossy);
    let pair = Pair::well_formed(&encodings::utf8(), &encodings::ascii());
    strict!(pair, str_of => utf8::str_to_ascii);
}

#[test]
fn utf8_repair_and_into_string_return_the_expected_text() {
    let pair = Pair::new(&encodings::utf8(), &encodings::utf8());
    pair.check_strict_vec(|source| utf8::into_string(source.to_vec()).map(String::into_bytes));
    pair.check_lossy_vec(|source| utf8::into_string_lossy(source.to_vec()).into_bytes());
    pair.check_lossy_vec(|source| utf8::repair(source).into_owned().into_bytes());
    lossy_utf8!(pair, utf8::repair_to);
}

#[test]
fn utf16_to_utf8_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf16(), &encodings::utf8());
    strict_utf8!(pair, utf16::to_utf8);
    lossy_utf8!(pair, utf16::to_utf8_lossy);
    pair.check_strict_vec(|source| utf16::to_string(source).map(String::into_bytes));
    pair.check_lossy_vec(|source| utf16::to_string_lossy(source).into_bytes());
}

#[test]
fn utf16_to_well_formed_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf16(), &encodings::utf16());
    lossy!(pair, utf16::to_well_formed);
}

#[test]
fn utf16_to_utf32_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf16(), &encodings::utf32());
    strict!(pair, utf16::to_utf32);
    lossy!(pair, utf16::to_utf32_lossy);
}

#[test]
fn utf16_to_latin1_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf16(), &encodings::latin1());
    strict!(pair, utf16::to_latin1);
    lossy!(pair, utf16::to_latin1_lossy);
}

#[test]
fn utf16_to_ascii_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf16(), &encodings::ascii());
    strict!(pair, utf16::to_ascii);
    lossy!(pair, utf16::to_ascii_lossy);
}

#[test]
fn utf32_to_utf8_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf32(), &encodings::utf8());
    strict_utf8!(pair, utf32::to_utf8);
    lossy_utf8!(pair, utf32::to_utf8_lossy);
    pair.check_strict_vec(|source| utf32::to_string(source).map(String::into_bytes));
    pair.check_lossy_vec(|source| utf32::to_string_lossy(source).into_bytes());
}

/// Checks [`convert`] from one encoding to another, strict and lossy.
macro_rules! converts {
    ($($source:expr => $target:expr, $from:expr => $to:expr;)*) => {$(
        let pair = Pair::new(&$source, &$target);
        let strict = |result: Result<Converted, ConvertError>| result.map(|done| done.written);
        pair.check_strict(|source, dst| strict(convert(source, $from, $to, Policy::Fail, dst)));
        pair.check_uninit(|source, dst| convert(source, $from, $to, Policy::Fail, dst).map(|done| done.written));
        pair.check_every_size(true, &|source, dst| {
            let done = convert(source, $from, $to, Policy::Replace('\u{FFFD}'), dst).map_err(ConversionError::failure)?;
            Ok(Lossy { written: done.written, replaced: done.replaced as usize })
        });
    )*};
}

#[test]
fn bytes_of_any_encoding_respect_every_destination_size() {
    const UTF16: [Encoding; 2] = [Encoding::Utf16(Little), Encoding::Utf16(Big)];
    const UTF32: [Encoding; 2] = [Encoding::Utf32(Little), Encoding::Utf32(Big)];
    converts! {
        encodings::utf8() => encodings::utf16_bytes::<false>(), Encoding::Utf8 => UTF16[0];
        encodings::utf8() => encodings::utf16_bytes::<true>(), Encoding::Utf8 => UTF16[1];
        encodings::utf8() => encodings::utf32_bytes::<false>(), Encoding::Utf8 => UTF32[0];
        encodings::utf8() => encodings::utf32_bytes::<true>(), Encoding::Utf8 => UTF32[1];
        encodings::utf16_bytes::<false>() => encodings::utf8(), UTF16[0] => Encoding::Utf8;
        encodings::utf16_bytes::<true>() => encodings::utf8(), UTF16[1] => Encoding::Utf8;
        encodings::utf16_bytes::<false>() => encodings::latin1(), UTF16[0] => Encoding::Latin1;
        encodings::utf16_bytes::<true>() => encodings::latin1(), UTF16[1] => Encoding::Latin1;
        encodings::utf16_bytes::<false>() => encodings::ascii(), UTF16[0] => Encoding::Ascii;
        encodings::utf16_bytes::<true>() => encodings::ascii(), UTF16[1] => Encoding::Ascii;
        encodings::utf16_bytes::<false>() => encodings::utf16_bytes::<false>(), UTF16[0] => UTF16[0];
        encodings::utf16_bytes::<false>() => encodings::utf16_bytes::<true>(), UTF16[0] => UTF16[1];
        encodings::utf16_bytes::<true>() => encodings::utf16_bytes::<false>(), UTF16[1] => UTF16[0];
        encodings::utf16_bytes::<false>() => encodings::utf32_bytes::<true>(), UTF16[0] => UTF32[1];
        encodings::utf32_bytes::<false>() => encodings::utf8(), UTF32[0] => Encoding::Utf8;
        encodings::utf32_bytes::<true>() => encodings::utf8(), UTF32[1] => Encoding::Utf8;
        encodings::utf32_bytes::<false>() => encodings::utf16_bytes::<false>(), UTF32[0] => UTF16[0];
        encodings::utf32_bytes::<true>() => encodings::utf16_bytes::<false>(), UTF32[1] => UTF16[0];
        encodings::latin1() => encodings::utf16_bytes::<true>(), Encoding::Latin1 => UTF16[1];
        encodings::ascii() => encodings::utf16_bytes::<false>(), Encoding::Ascii => UTF16[0];
    }
}

#[test]
fn bytes_to_utf16_respects_every_destination_size() {
    fn check(encoding: &TestEncoding<u8>, from: Encoding) {
        let pair = Pair::new(encoding, &encodings::utf16());
        pair.check_strict(|source, dst| {
            from.decode_to_utf16(source, Policy::Fail, dst)
                .map(|done| done.written)
        });
        pair.check_uninit(|source, dst| {
            from.decode_to_utf16(source, Policy::Fail, dst)
                .map(|done| done.written)
        });
        pair.check_every_size(true, &|source, dst| {
            let done = from.decode_to_utf16(source, Policy::Replace('\u{FFFD}'), dst);
            let done = done.map_err(ConversionError::failure)?;
            Ok(Lossy {
                written: done.written,
                replaced: done.replaced as usize,
            })
        });
    }
    check(&encodings::utf8(), Encoding::Utf8);
    check(&encodings::utf16_bytes::<false>(), Encoding::Utf16(Little));
    check(&encodings::utf16_bytes::<true>(), Encoding::Utf16(Big));
    check(&encodings::utf32_bytes::<false>(), Encoding::Utf32(Little));
}

#[test]
fn utf32_to_utf16_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf32(), &encodings::utf16());
    strict!(pair, utf32::to_utf16);
    lossy!(pair, utf32::to_utf16_lossy);
}

#[test]
fn utf32_to_latin1_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf32(), &encodings::latin1());
    strict!(pair, utf32::to_latin1);
    lossy!(pair, utf32::to_latin1_lossy);
}

#[test]
fn utf32_to_ascii_respects_every_destination_size() {
    let pair = Pair::new(&encodings::utf32(), &encodings::ascii());
    strict!(pair, utf32::to_ascii);
    lossy!(pair, utf32::to_ascii_lossy);
}

/// Returns the result of a conversion that cannot fail.
fn infallible<T>(value: T) -> Result<T, Infallible> {
    Ok(value)
}

#[test]
fn latin1_to_utf8_respects_every_destination_size() {
    let pair = Pair::new(&encodings::latin1(), &encodings::utf8());
    strict_utf8!(pair, latin1::to_utf8);
    pair.check_strict_vec(|source| infallible(latin1::to_string(source).into_bytes()));
}

#[test]
fn latin1_to_utf16_respects_every_destination_size() {
    let pair = Pair::new(&encodings::latin1(), &encodings::utf16());
    strict!(pair, latin1::to_utf16);
}

#[test]
fn latin1_to_utf32_respects_every_destination_size() {
    let pair = Pair::new(&encodings::latin1(), &encodings::utf32());
    strict!(pair, latin1::to_utf32);
}

#[test]
fn ascii_to_utf8_respects_every_destination_size() {
    let pair = Pair::new(&encodings::ascii(), &encodings::utf8());
    strict_utf8!(pair, ascii::to_utf8);
    lossy_utf8!(pair, ascii::to_utf8_lossy);
    pair.check_strict_vec(|source| ascii::to_string(source).map(String::into_bytes));
    pair.check_lossy_vec(|source| ascii::to_string_lossy(source).into_bytes());
}

#[test]
fn ascii_to_utf16_respects_every_destination_size() {
    let pair = Pair::new(&encodings::ascii(), &encodings::utf16());
    strict!(pair, ascii::to_utf16);
    lossy!(pair, ascii::to_utf16_lossy);
}

#[test]
fn ascii_to_utf32_respects_every_destination_size() {
    let pair = Pair::new(&encodings::ascii(), &encodings::utf32());
    strict!(pair, ascii::to_utf32);
    lossy!(pair, ascii::to_utf32_lossy);
}

/// Lossy conversions of the worst input fit in a destination of the maximal length. Lengths saturate at `usize::MAX`.
#[test]
fn maximal_lengths_bound_the_worst_input() {
    for n in [1, usize::MAX / 2, usize::MAX] {
        assert_eq!((utf8::max_utf16_len(n), utf8::max_utf32_len(n)), (n, n));
        assert_eq!(
            (utf16::max_utf8_len(n), ascii::max_utf8_len(n)),
            (n.saturating_mul(3), n.saturating_mul(3))
        );
        assert_eq!(
            (utf32::max_utf8_len(n), utf32::max_utf16_len(n)),
            (n.saturating_mul(4), n.saturating_mul(2))
        );
        assert_eq!(latin1::max_utf8_len(n), n.saturating_mul(2));
    }
    assert!(utf8::to_utf16_lossy(&[0xFF; 99], &mut [0; 99]).is_ok());
    assert!(utf8::to_utf32_lossy(&[0xFF; 99], &mut [0; 99]).is_ok());
    assert!(utf16::to_utf8_lossy(&[0xD800; 99], &mut [0; 297]).is_ok());
    assert!(utf32::to_utf8_lossy(&[0x10FFFF; 99], &mut [0; 396]).is_ok());
    assert!(utf32::to_utf16_lossy(&[0x10FFFF; 99], &mut [0; 198]).is_ok());
    assert!(latin1::to_utf8(&[0xFF; 99], &mut [0; 198]).is_ok());
    assert!(ascii::to_utf8_lossy(&[0xFF; 99], &mut [0; 297]).is_ok());
}

/// Every length of the destination from 0 on: less than the text is an error, and nothing after the text is written.
#[test]
fn copies_into_memory_that_is_not_initialized_respect_every_destination_size() {
    use std::mem::MaybeUninit;
    let units: Vec<u16> = (0..40)
        .map(|i| [0x41, 0xD83E, 0xDD80, 0xD800, 0x20AC][i % 5])
        .collect();
    let swapped: Vec<u16> = units.iter().map(|unit| unit.swap_bytes()).collect();
    let repaired: Vec<u16> = (0..40)
        .map(|i| [0x41, 0xD83E, 0xDD80, 0xFFFD, 0x20AC][i % 5])
        .collect();
    let numbers: Vec<u32> = units.iter().map(|&unit| u32::from(unit) << 4 | 1).collect();
    let swapped_numbers: Vec<u32> = numbers.iter().map(|number| number.swap_bytes()).collect();
    for size in 0..=42 {
        let is_enough = size >= 40;
        let mut initialized = vec![7; size];
        assert_eq!(
            utf16::swap_bytes_to(&units, &mut initialized[..]).ok(),
            is_enough.then_some(40)
        );
        if is_enough {
            assert_eq!(
                (&initialized[..40], &initialized[40..]),
                (&swapped[..], &vec![7; size - 40][..])
            );
        }
        let mut initialized = vec![7; size];
        assert_eq!(
            utf32::swap_bytes_to(&numbers, &mut initialized[..]).ok(),
            is_enough.then_some(40)
        );
        if is_enough {
            assert_eq!(
                (&initialized[..40], &initialized[40..]),
                (&swapped_numbers[..], &vec![7; size - 40][..])
            );
        }
        let mut dst = vec![MaybeUninit::uninit(); size];
        let written = utf16::swap_bytes_to(&units, &mut dst[..]).ok();
        assert_eq!(written.as_deref(), is_enough.then_some(&swapped[..]));
        let done = utf16::to_well_formed(&units, &mut dst[..]).ok();
        assert_eq!(
            done.as_ref().map(|done| (&*done.written, done.replaced)),
            is_enough.then_some((&repaired[..], 8))
        );
        let mut dst = vec![MaybeUninit::uninit(); size];
        let written = utf32::swap_bytes_to(&numbers, &mut dst[..]).ok();
        assert_eq!(written.as_deref(), is_enough.then_some(&swapped_numbers[..]));
        let mut dst = vec![MaybeUninit::uninit(); size];
        let bytes = b"0123456789\xFF\xE2\x820123456789\xC0\x80abcdefg";
        let expected = "0123456789\u{FFFD}\u{FFFD}0123456789\u{FFFD}\u{FFFD}abcdefg";
        let done = utf8::repair_to(bytes, &mut dst[..]).ok();
        assert_eq!(
            done.as_ref().map(|done| (&*done.written, done.replaced)),
            (size >= expected.len()).then_some((expected.as_bytes(), 4))
        );
    }
}

/// An array is a destination like a slice of its elements, and a `Vec` keeps what it holds.
#[test]
fn copies_go_to_arrays_and_to_the_end_of_vectors() {
    let units = [0x41, 0xD83E, 0xDD80, 0xD800];
    let mut array = [7; 6];
    assert_eq!(utf16::swap_bytes_to(&units, &mut array), Ok(4));
    assert_eq!(array, [0x4100, 0x3ED8, 0x80DD, 0x00D8, 7, 7]);
    let mut array = [MaybeUninit::uninit(); 4];
    let done = utf16::to_well_formed(&units, &mut array).unwrap();
    assert_eq!(
        (&*done.written, done.replaced),
        (&[0x41, 0xD83E, 0xDD80, 0xFFFD][..], 1)
    );
    assert!(utf16::to_well_formed(&units, &mut [MaybeUninit::uninit(); 3]).is_err());

    let mut appended = vec![7];
    assert_eq!(utf16::swap_bytes_to(&units, &mut appended), Ok(4));
    assert_eq!(appended, [7, 0x4100, 0x3ED8, 0x80DD, 0x00D8]);
    let mut appended = vec![7];
    assert_eq!(utf32::swap_bytes_to(&[0x41], &mut appended), Ok(1));
    assert_eq!(appended, [7, 0x4100_0000]);
}

/// Text of errors alone needs more than the capacity that is reserved for it at first.
#[test]
fn lossy_conversions_grow_a_vector_as_often_as_needed() {
    let mut text = String::from("è");
    let units = [0xDC00; 5000];
    let done = utf16::to_utf8_lossy(&units, &mut text).unwrap();
    assert_eq!((done.written, done.replaced), (15_000, 5000));
    assert_eq!(text, format!("è{}", "\u{FFFD}".repeat(5000)));

    let mut units = vec![7; 3];
    let done = utf8::to_utf16_lossy(&[0x80; 5000], &mut units).unwrap();
    assert_eq!((done.written, done.replaced), (5000, 5000));
    assert_eq!(units, [&[7; 3][..], &[0xFFFD; 5000]].concat());
}
