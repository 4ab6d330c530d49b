//! The table of clauses through the library: each case whole, cut in two at every place and into single units, and with a
//! destination that holds one character.

use utf8kit::signature::{Signature, split};
use utf8kit::stream::{self, SignaturePolicy, Step, Stop, Validator};
use utf8kit::{Encoding as Base, Endian, IllFormed, Policy, Subset, order, utf8};
use utf8kit_encodings::recognize::recognize;
use utf8kit_encodings::search::Finder;
use utf8kit_encodings::{Converter, Decoder, Encoder, Encoding, Reading, hangul, labels};
use utf8kit_test::clauses::{Case, Kind, Refused, check_clauses, code_points, expect};
use utf8kit_test::{cuts, hex};

/// What a decoder returns, or an error.
type Decoded<U> = Result<Vec<U>, Refused>;

fn named(label: &str) -> Result<Encoding, String> {
    label.parse().map_err(|error| format!("{label}: {error}"))
}

/// Returns what is done with a signature, if the case says it.
fn signature(case: &Case) -> Result<Option<SignaturePolicy>, String> {
    Ok(match case.encoding().1 {
        "" => None,
        "keep" => Some(SignaturePolicy::Keep),
        "remove" => Some(SignaturePolicy::Remove),
        "detect" => Some(SignaturePolicy::Detect),
        other => return Err(format!("`{other}` is nothing that is done with a signature")),
    })
}

fn decoder(case: &Case, policy: Policy<'static>) -> Result<Decoder<'static>, String> {
    let decoder = Decoder::new(named(case.encoding().0)?, policy);
    Ok(match signature(case)? {
        Some(signature) => decoder.with_signature(signature),
        None => decoder,
    })
}

fn ill_formed(error: IllFormed, offset: u64) -> Refused {
    Refused {
        what: error.kind().name().to_owned(),
        offset: offset as usize,
        len: error.error_len().unwrap_or(error.bytes().len()),
        clause: error.clause().to_owned(),
    }
}

/// Returns what `step` writes for the pieces with a destination of `size` units, or the error at which it stops.
fn drive<T, U: Copy + Default>(
    pieces: &[&[T]],
    size: usize,
    mut step: impl FnMut(Option<&[T]>, &mut [U]) -> Step,
) -> Decoded<U> {
    let mut out = Vec::new();
    let mut buffer = vec![U::default(); size];
    for piece in pieces.iter().copied().map(Some).chain([None]) {
        let mut rest = piece;
        loop {
            let done = step(rest, &mut buffer);
            out.extend_from_slice(&buffer[..done.written]);
            rest = rest.map(|rest| &rest[done.read..]);
            match done.stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(done.written > 0, "{size} units must be enough"),
                Stop::IllFormed(error) => return Err(ill_formed(error, error.offset())),
                Stop::NotRepresentable { number, offset } => {
                    return Err(Refused::number(number, offset as usize));
                }
                stop => panic!("{stop:?}"),
            }
        }
    }
    Ok(out)
}

/// Returns the error of a stream, with what the table does not say left out. The length of a run of continuation bytes (R.7) is
/// not known at its first byte, where a stream reports it.
fn of_stream(found: Refused, expected: &Decoded<u32>) -> Refused {
    let mut found = found.cited_as(expected);
    if let (Err(expected), "unexpected-continuation") = (expected, &*found.what) {
        found.len = found.len.max(expected.len);
    }
    found
}

/// What the decoders of both crates do with a piece, or with `None` at the end.
trait Stream: Clone {
    fn numbers(&mut self, piece: Option<&[u8]>, out: &mut [u32]) -> Step;
    fn utf8(&mut self, piece: Option<&[u8]>, out: &mut [u8]) -> Step;
    fn utf16(&mut self, piece: Option<&[u8]>, out: &mut [u16]) -> Step;
}

macro_rules! impl_stream {
    ($decoder:ty) => {
        impl Stream for $decoder {
            fn numbers(&mut self, piece: Option<&[u8]>, out: &mut [u32]) -> Step {
                match piece {
                    Some(piece) => self.to_code_points(piece, out),
                    None => self.finish_code_points(out),
                }
            }

            fn utf8(&mut self, piece: Option<&[u8]>, out: &mut [u8]) -> Step {
                match piece {
                    Some(piece) => self.to_utf8(piece, out),
                    None => self.finish_utf8(out),
                }
            }

            fn utf16(&mut self, piece: Option<&[u8]>, out: &mut [u16]) -> Step {
                match piece {
                    Some(piece) => self.to_utf16(piece, out),
                    None => self.finish_utf16(out),
                }
            }
        }
    };
}

impl_stream!(Decoder<'_>);
impl_stream!(stream::Decoder<'_>);

/// Returns the text of numbers that are all scalar values.
fn text(numbers: &[u32]) -> Option<String> {
    numbers.iter().map(|&number| char::from_u32(number)).collect()
}

/// Returns the conversions of the text that `expected` is, to UTF-8 and to UTF-16. An error stays the same. There are none if
/// a number is no scalar value.
fn as_text(expected: &Decoded<u32>) -> Option<(Decoded<u8>, Decoded<u16>)> {
    match expected {
        Ok(numbers) => {
            let text = text(numbers)?;
            Some((Ok(text.clone().into_bytes()), Ok(text.encode_utf16().collect())))
        }
        Err(error) => Some((Err(error.clone()), Err(error.clone()))),
    }
}

/// Decodes in pieces, to numbers and, if they are characters, to UTF-8 and UTF-16.
fn check_stream(decoder: &impl Stream, bytes: &[u8], expected: &Decoded<u32>) -> Result<(), String> {
    let in_pieces = cuts(bytes).into_iter().map(|pieces| (pieces, 1));
    for (pieces, size) in in_pieces.chain([(vec![bytes], 64)]) {
        let mut stream = decoder.clone();
        let found = drive(&pieces, size, |piece, out| stream.numbers(piece, out));
        let found = found.map_err(|error| of_stream(error, expected));
        expect(&format!("{pieces:X?} to numbers"), found, expected.clone())?;
        let Some((utf8, utf16)) = as_text(expected) else {
            continue;
        };
        let mut stream = decoder.clone();
        let found = drive(&pieces, 4 * size, |piece, out| stream.utf8(piece, out));
        let found = found.map_err(|error| of_stream(error, expected));
        expect(&format!("{pieces:X?} to UTF-8"), found, utf8)?;
        let mut stream = decoder.clone();
        let found = drive(&pieces, 2 * size, |piece, out| stream.utf16(piece, out));
        let found = found.map_err(|error| of_stream(error, expected));
        expect(&format!("{pieces:X?} to UTF-16"), found, utf16)?;
    }
    Ok(())
}

/// Decodes with the decoder of this crate, and with that of the library if it has the encoding.
fn check_streams(case: &Case, policy: Policy<'static>) -> Result<(), String> {
    let (bytes, expected) = (hex(case.input), case.numbers());
    check_stream(&decoder(case, policy)?, &bytes, &expected)?;
    let Encoding::Base(base) = named(case.encoding().0)? else {
        return Ok(());
    };
    let signature = signature(case)?.unwrap_or_default();
    let decoder = stream::Decoder::new(base, policy).with_signature(signature);
    check_stream(&decoder, &bytes, &expected)
}

/// Returns the numbers of a whole text, or the first error, by the functions of the library that do not need a stream.
fn code_points_of(base: Base, bytes: &[u8]) -> Decoded<u32> {
    base.code_points(bytes)
        .map(|point| match point {
            Ok(point) => Ok(point.number),
            Err(error) => Err(ill_formed(error, error.valid_up_to() as u64)),
        })
        .collect()
}

/// Validates, and goes through the numbers, with and without letters before them: kernels need more text than a case has.
fn check_whole(base: Base, bytes: &[u8], expected: &Decoded<u32>) -> Result<(), String> {
    for letters in [0, 64] {
        let start = Encoding::Base(base).encode(&"a".repeat(letters), Policy::Fail);
        let start = start.map_err(|error| error.to_string())?;
        let before = start.len();
        let bytes = [&start, bytes].concat();
        let expected = match expected.clone() {
            Ok(numbers) => Ok([vec![0x61; letters], numbers].concat()),
            Err(error) => Err(Refused {
                offset: error.offset + before,
                ..error
            }),
        };
        let found = code_points_of(base, &bytes).map_err(|error| error.cited_as(&expected));
        expect("code points", found, expected.clone())?;
        let error = expected.as_ref().err();
        let found = base.validate(&bytes).err();
        let found = found.map(|found| ill_formed(found, found.valid_up_to() as u64).cited_as(&expected));
        expect("validated", found.as_ref(), error)?;
        for pieces in cuts(&bytes[before..]) {
            let pieces = [vec![&bytes[..before]], pieces].concat();
            let mut validator = Validator::new(base);
            let found = drive(&pieces, 0, |piece, _: &mut [u8]| match piece {
                Some(piece) => validator.push(piece),
                None => validator.finish(),
            });
            let found = found.err().map(|found| of_stream(found, &expected));
            expect("validated in pieces", found.as_ref(), error)?;
        }
        if let (Base::Utf8, Ok(numbers)) = (base, &expected) {
            let text = text(numbers).expect("UTF-8 has scalar values");
            expect("utf8::validate", utf8::validate(&bytes), Ok(&*text))?;
            let mut units = vec![0; bytes.len()];
            let len = utf8::to_utf16(&bytes, &mut units[..]).map_err(|error| error.to_string())?;
            expect(
                "utf8::to_utf16",
                &units[..len],
                &text.encode_utf16().collect::<Vec<_>>(),
            )?;
        }
    }
    Ok(())
}

/// Converts to UCS-4, which has all numbers but surrogates, with a destination that holds four.
fn check_converter(case: &Case, policy: Policy<'static>) -> Result<(), String> {
    let (bytes, expected) = (hex(case.input), case.numbers());
    let is_surrogate = |number: &u32| (0xD800..0xE000).contains(number);
    if expected
        .as_ref()
        .is_ok_and(|numbers| numbers.iter().any(is_surrogate))
    {
        return Ok(());
    }
    let written = expected
        .clone()
        .map(|numbers| -> Vec<u8> { numbers.into_iter().flat_map(u32::to_be_bytes).collect() });
    for pieces in cuts(&bytes) {
        let to = Encoding::Ucs4(Some(Endian::Big));
        let converter = Converter::new(named(case.encoding().0)?, to, policy);
        let mut converter = match signature(case)? {
            Some(signature) => converter.with_signature(signature),
            None => converter,
        };
        let found = drive(&pieces, 16, |piece, out| match piece {
            Some(piece) => converter.convert(piece, out),
            None => converter.finish(out),
        });
        let found = found.map_err(|error| of_stream(error, &expected));
        expect(&format!("{pieces:X?} to UCS-4"), found, written.clone())?;
    }
    Ok(())
}

fn decode(case: &Case) -> Result<(), String> {
    check_streams(case, Policy::Fail)?;
    check_converter(case, Policy::Fail)?;
    match named(case.encoding().0)? {
        Encoding::Base(base) if case.encoding().1.is_empty() => {
            check_whole(base, &hex(case.input), &case.numbers())
        }
        _ => Ok(()),
    }
}

fn replace(case: &Case) -> Result<(), String> {
    let policy = Policy::Replace('\u{FFFD}');
    check_streams(case, policy)?;
    check_converter(case, policy)?;
    let Some((Ok(text), _)) = as_text(&case.numbers()) else {
        return Ok(());
    };
    let (bytes, encoding) = (hex(case.input), named(case.on)?);
    let text = String::from_utf8(text).expect("text");
    if let Encoding::Base(base) = encoding {
        let found = base.decode(&bytes, policy).map_err(|error| error.to_string())?;
        expect("decoded", &*found, &*text)?;
    }
    if encoding == Encoding::UTF_8 {
        expect("repaired", &*utf8::repair(&bytes), &*text)?;
        expect("lossy", utf8::chars_lossy(&bytes).collect(), text)?;
    }
    Ok(())
}

fn encode(case: &Case) -> Result<(), String> {
    let (numbers, expected) = (code_points(case.input), case.bytes());
    let encoding = named(case.on)?;
    let encoder = Encoder::new(encoding, Policy::Fail);
    let in_pieces = cuts(&numbers).into_iter().map(|pieces| (pieces, 12));
    for (pieces, size) in in_pieces.chain([(vec![&*numbers], 64)]) {
        let mut encoder = encoder.clone();
        let found = drive(&pieces, size, |piece, out| match piece {
            Some(piece) => encoder.encode_code_points(piece, out),
            None => encoder.finish(out),
        });
        expect(&format!("{pieces:X?} from numbers"), found, expected.clone())?;
        let Encoding::Base(base) = encoding else {
            continue;
        };
        let mut encoder = stream::Encoder::new(base, Policy::Fail);
        let found = drive(&pieces, size, |piece, out| match piece {
            Some(piece) => encoder.encode_code_points(piece, out),
            None => encoder.finish(out),
        });
        expect(&format!("{pieces:X?} by the library"), found, expected.clone())?;
    }
    let (Some(text), Ok(_)) = (text(&numbers), &expected) else {
        return Ok(());
    };
    let found = encoding
        .encode(&text, Policy::Fail)
        .map_err(|error| error.to_string());
    expect("from UTF-8", found, case.bytes().map_err(|_| String::new()))?;
    let units: Vec<u16> = text.encode_utf16().collect();
    for pieces in cuts(&units) {
        let mut encoder = encoder.clone();
        let found = drive(&pieces, 12, |piece, out| match piece {
            Some(piece) => encoder.encode_utf16(piece, out),
            None => encoder.finish(out),
        });
        expect(&format!("{pieces:X?} from UTF-16"), found, expected.clone())?;
    }
    Ok(())
}

fn label(case: &Case) -> Result<(), String> {
    let reading = match case.on {
        "iconv" => Reading::Iconv,
        "web" => Reading::Web,
        "iana" => Reading::Iana,
        other => return Err(format!("nobody reads labels as `{other}`")),
    };
    let found = Encoding::for_label(case.input, reading);
    expect("encoding", found.map_or("none", Encoding::name), case.expected)
}

/// Returns numbers as the table writes them.
fn written(numbers: &[u32]) -> String {
    let words: Vec<_> = numbers.iter().map(|number| format!("U+{number:04X}")).collect();
    words.join(" ")
}

/// Calls a function, and compares what it returns, written as text.
fn call(case: &Case) -> Result<(), String> {
    let arguments = case.arguments();
    let found = match (case.on, &*arguments) {
        ("sequence_len", [label, byte]) => {
            let Encoding::Base(base) = named(label)? else {
                return Err(format!("{label} is not of the library"));
            };
            base.sequence_len(hex(byte)[0])
                .map_or("none".to_owned(), |len| len.to_string())
        }
        ("boundaries", [bytes, index]) => {
            let (bytes, index) = (hex(bytes), index.parse().expect("an index"));
            let (floor, ceil) = (
                utf8::floor_boundary(&bytes, index),
                utf8::ceil_boundary(&bytes, index),
            );
            expect("is_boundary", utf8::is_boundary(&bytes, index), floor == ceil)?;
            format!("{floor} {ceil}")
        }
        ("order", [by, a, b]) => {
            let (a, b) = (hex(a), hex(b));
            let units = |bytes: &[u8]| -> Vec<u16> {
                let units = bytes.as_chunks().0.iter();
                units.map(|&unit| u16::from_be_bytes(unit)).collect()
            };
            let order = match *by {
                "UTF-16 by code point" => order::utf16_by_code_point(&units(&a), &units(&b)),
                "UTF-16 by UTF-16 unit" => order::utf16_by_utf16_unit(&units(&a), &units(&b)),
                "UTF-8 by code point" => order::utf8_by_code_point(&a, &b),
                "UTF-8 by UTF-16 unit" => order::utf8_by_utf16_unit(&a, &b),
                "CESU-8 by code point" => order::cesu8_by_code_point(&a, &b),
                "CESU-8 by UTF-16 unit" => order::cesu8_by_utf16_unit(&a, &b),
                other => return Err(format!("no order is `{other}`")),
            };
            format!("{order:?}")
        }
        ("find", [text, pattern]) => {
            let (text, pattern) = (hex(text), hex(pattern));
            let finder = Finder::new(&pattern);
            let found: Vec<_> = finder.matches(&text).map(|at| at.to_string()).collect();
            if found.is_empty() {
                "none".to_owned()
            } else {
                found.join(" ")
            }
        }
        ("recognize", [bytes]) => match recognize(&hex(bytes)) {
            Ok(found) => format!("{:.4}", found.chance()),
            Err(_) => "none".to_owned(),
        },
        #[cfg(feature = "normalize")]
        ("compare", [a, b]) => {
            let text = |bytes: &str| String::from_utf8(hex(bytes)).expect("UTF-8");
            format!("{:?}", utf8kit_encodings::normalize::compare(&text(a), &text(b)))
        }
        #[cfg(not(feature = "normalize"))]
        ("compare", [_, _]) => case.expected.to_owned(),
        ("charset", [content_type]) => labels::charset(content_type)
            .unwrap_or("none".into())
            .into_owned(),
        ("mime_name", [label]) => named(label)?.mime_name().unwrap_or("none").to_owned(),
        ("annex_m", [label]) => named(label)?
            .annex_m()
            .map_or("none".to_owned(), |(label, form, number)| {
                format!("{label}, {form}, {number}")
            }),
        ("encode_code_points", [label, numbers]) => {
            let (numbers, mut encoder) = (code_points(numbers), Encoder::new(named(label)?, Policy::Fail));
            let found = drive(&[&numbers], 12, |piece, out| match piece {
                Some(piece) => encoder.encode_code_points(piece, out),
                None => encoder.finish(out),
            });
            match found {
                Ok(bytes) => format!("{bytes:02X?}"),
                Err(error) => format!("{} at {}", error.what, error.offset),
            }
        }
        ("message", [label, bytes]) => {
            let Encoding::Base(base) = named(label)? else {
                return Err(format!("{label} is not of the library"));
            };
            let error = base.validate(&hex(bytes)).err().ok_or("it is well-formed")?;
            error.reason().to_string()
        }
        ("remarked", [label, bytes]) => {
            let (encoding, bytes) = (named(label)?, hex(bytes));
            let Encoding::Base(base) = encoding else {
                return Err(format!("{label} is not of the library"));
            };
            let mut numbers = [0; 16];
            let mut decoder = stream::Decoder::new(base, Policy::Fail);
            let read = decoder.to_code_points(&bytes, &mut numbers).written;
            let mut encoder = stream::Encoder::new(base, Policy::Fail);
            let _ = encoder.encode_code_points(&numbers[..read], &mut [0; 64]);
            let counts = (decoder.remarked(), encoder.remarked());
            let mut decoder = Decoder::new(encoding, Policy::Fail);
            let _ = decoder.to_code_points(&bytes, &mut numbers);
            let mut encoder = Encoder::new(encoding, Policy::Fail);
            let _ = encoder.encode_code_points(&numbers[..read], &mut [0; 64]);
            expect("remarked", (decoder.remarked(), encoder.remarked()), counts)?;
            format!("{} read, {} written", counts.0, counts.1)
        }
        ("detect", [bytes]) => {
            let found = utf8kit::signature::detect(&hex(bytes)).and_then(Signature::encoding);
            found.map_or("none", Base::name).to_owned()
        }
        ("signature", [bytes, policy]) => {
            let policy = match *policy {
                "keep" => SignaturePolicy::Keep,
                _ => SignaturePolicy::Remove,
            };
            let bytes = hex(bytes);
            let (_, text) = split(&bytes, Base::Utf8, policy);
            format!("{text:02X?}")
        }
        ("within", [label, range, bytes]) => {
            let (from, to) = range.split_once('-').ok_or("no range")?;
            let ranges = [code_points(from)[0]..=code_points(to)[0]];
            let Encoding::Base(base) = named(label)? else {
                return Err(format!("{label} is not of the library"));
            };
            let subset = Subset::new(&ranges);
            let mut decoder = stream::Decoder::new(base, Policy::Replace('\u{FFFD}')).within(&subset);
            let found = drive(&[&hex(bytes)], 1, |piece, out| match piece {
                Some(piece) => decoder.to_code_points(piece, out),
                None => decoder.finish_code_points(out),
            });
            written(&found.map_err(|error| error.what)?)
        }
        ("to_unicode_1_1", [numbers]) => {
            let text = text(&code_points(numbers)).expect("text");
            match hangul::migrate_to_unicode_1_1(&text) {
                Ok(old) => written(&old.chars().map(u32::from).collect::<Vec<_>>()),
                Err(_) => "none".to_owned(),
            }
        }
        (function, arguments) => {
            return Err(format!(
                "no function is {function} of {} arguments",
                arguments.len()
            ));
        }
    };
    expect("returned", &*found, case.expected)
}

#[test]
fn decoders_accept_and_refuse_what_the_clauses_say() {
    check_clauses(&[Kind::Decode], decode);
}

#[test]
fn one_replacement_stands_for_each_ill_formed_sequence() {
    check_clauses(&[Kind::Replace], replace);
}

#[test]
fn encoders_write_and_refuse_what_the_clauses_say() {
    check_clauses(&[Kind::Encode], encode);
}

#[test]
fn labels_name_what_the_clauses_say() {
    check_clauses(&[Kind::Label], label);
}

#[test]
fn functions_return_what_the_clauses_say() {
    check_clauses(&[Kind::Call], call);
}
