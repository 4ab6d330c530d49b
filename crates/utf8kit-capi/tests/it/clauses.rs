//! The table of clauses through the C functions: whole, in single bytes, and with destinations of one character.

use std::ffi::CStr;
use std::ptr;
use utf8kit_capi::*;
use utf8kit_test::clauses::{Case, Kind, Refused, check_clauses, code_points, expect};
use utf8kit_test::hex;

/// What a function wrote, or the error.
type Written = Result<Vec<u8>, Refused>;

const REPLACE: utf8kit_policy = utf8kit_policy {
    action: UTF8KIT_ACTION_REPLACE,
    character: 0,
    table: ptr::null(),
    replace: None,
    user: ptr::null_mut(),
};

fn named(label: &str) -> utf8kit_encoding {
    // SAFETY: the pointer is that of so many bytes.
    unsafe { utf8kit_encoding_for_label(label.as_ptr().cast(), label.len()) }
}

/// Returns a string of the library.
fn string(pointer: *const std::ffi::c_char) -> String {
    // SAFETY: names are strings that are never freed.
    unsafe { CStr::from_ptr(pointer) }
        .to_str()
        .expect("UTF-8")
        .to_owned()
}

/// Returns the error of a result, if there is one.
fn refused(result: &utf8kit_result, encoding: utf8kit_encoding) -> Option<Refused> {
    match result.stop {
        UTF8KIT_STOP_INPUT_USED => None,
        UTF8KIT_STOP_NOT_REPRESENTABLE => Some(Refused::number(result.character, result.offset as usize)),
        UTF8KIT_STOP_ILL_FORMED => {
            let mut clause = [0; 64];
            // SAFETY: the pointer is that of so many bytes, and the name of a kind is a string.
            unsafe { utf8kit_clause(result.kind, encoding, clause.as_mut_ptr(), clause.len()) };
            Some(Refused {
                what: string(utf8kit_kind_name(result.kind)),
                offset: result.offset as usize,
                len: result.length as usize,
                clause: string(clause.as_ptr()),
            })
        }
        stop => panic!("stop {stop}"),
    }
}

/// Returns all that a stream writes for single bytes, four bytes at a time, or the error.
fn in_single_bytes(
    bytes: &[u8],
    encoding: utf8kit_encoding,
    mut step: impl FnMut(Option<&[u8]>, &mut [u8; 4]) -> utf8kit_result,
) -> Written {
    let mut out = Vec::new();
    for piece in bytes.chunks(1).map(Some).chain([None]) {
        let mut rest = piece;
        loop {
            let mut buffer = [0; 4];
            let result = step(rest, &mut buffer);
            out.extend_from_slice(&buffer[..result.written]);
            rest = rest.map(|rest| &rest[result.read..]);
            if result.stop == UTF8KIT_STOP_OUTPUT_FULL {
                continue;
            }
            match refused(&result, encoding) {
                None => break,
                Some(error) => return Err(error),
            }
        }
    }
    Ok(out)
}

/// Decodes with a decoder of streams.
fn stream(bytes: &[u8], case: &Case, policy: *const utf8kit_policy) -> Written {
    let (label, signature) = case.encoding();
    let encoding = named(label);
    let signature = match signature {
        "" => UTF8KIT_SIGNATURE_DEFAULT,
        "keep" => UTF8KIT_SIGNATURE_KEEP,
        "remove" => UTF8KIT_SIGNATURE_REMOVE,
        _ => UTF8KIT_SIGNATURE_DETECT,
    };
    let mut decoder = std::mem::MaybeUninit::<utf8kit_decoder>::zeroed();
    let decoder = decoder.as_mut_ptr();
    // SAFETY: the structure is not moved, and the policy outlives it.
    let stop = unsafe { utf8kit_decoder_init(decoder, encoding, signature, policy) };
    assert_eq!(stop, UTF8KIT_STOP_INPUT_USED);
    in_single_bytes(bytes, encoding, |piece, buffer| {
        let (dst, capacity) = (buffer.as_mut_ptr().cast(), buffer.len());
        // SAFETY: the pointers are those of so many bytes.
        unsafe {
            match piece {
                Some(piece) => {
                    utf8kit_decoder_to_utf8(decoder, piece.as_ptr().cast(), piece.len(), dst, capacity)
                }
                None => utf8kit_decoder_finish_utf8(decoder, dst, capacity),
            }
        }
    })
}

/// Decodes a whole text.
fn whole(bytes: &[u8], encoding: utf8kit_encoding, policy: *const utf8kit_policy) -> Written {
    let mut out = vec![0u8; 4 * bytes.len() + 4];
    // SAFETY: the pointers are those of so many bytes.
    let result = unsafe {
        let (src, dst) = (bytes.as_ptr().cast(), out.as_mut_ptr().cast());
        utf8kit_decode(encoding, policy, src, bytes.len(), dst, out.len())
    };
    out.truncate(result.written);
    refused(&result, encoding).map_or(Ok(out), Err)
}

/// Compares what was decoded. A number that is no character of UTF-8 is not representable.
fn compare(what: &str, found: Written, expected: &Result<Vec<u32>, Refused>) -> Result<(), String> {
    let found = found.map_err(|error| error.cited_as(expected));
    let numbers = match expected {
        Ok(numbers) => numbers,
        Err(expected) => {
            let found = found.map_err(|mut error| {
                // A stream reports a run of continuation bytes (R.7) at its first one.
                if error.what == "unexpected-continuation" {
                    error.len = error.len.max(expected.len);
                }
                error
            });
            return expect(what, found, Err(expected.clone()));
        }
    };
    let characters = numbers.iter().map(|&number| char::from_u32(number).ok_or(number));
    match characters.collect::<Result<String, u32>>() {
        Ok(text) => expect(what, found, Ok(text.into_bytes())),
        Err(number) => expect(
            what,
            found.map_err(|error| error.what),
            Err(Refused::number(number, 0).what),
        ),
    }
}

fn decode(case: &Case) -> Result<(), String> {
    let (bytes, expected) = (hex(case.input), case.numbers());
    compare("in pieces", stream(&bytes, case, ptr::null()), &expected)?;
    let (label, signature) = case.encoding();
    if !signature.is_empty() {
        return Ok(());
    }
    compare("whole", whole(&bytes, named(label), ptr::null()), &expected)?;
    // SAFETY: the pointer is that of so many bytes.
    let result = unsafe { utf8kit_validate(named(label), bytes.as_ptr().cast(), bytes.len()) };
    let found = refused(&result, named(label)).map(|error| (error.what, error.offset));
    let expected = expected.err().map(|error| (error.what, error.offset));
    expect("validated", found, expected)
}

fn replace(case: &Case) -> Result<(), String> {
    let (bytes, expected) = (hex(case.input), case.numbers());
    compare("in pieces", stream(&bytes, case, &REPLACE), &expected)?;
    compare("whole", whole(&bytes, named(case.on), &REPLACE), &expected)
}

/// Encodes characters. C has no text of other numbers.
fn encode(case: &Case) -> Result<(), String> {
    let numbers = code_points(case.input);
    let Some(text) = numbers
        .iter()
        .map(|&number| char::from_u32(number))
        .collect::<Option<String>>()
    else {
        return Ok(());
    };
    let encoding = named(case.on);
    let units: Vec<u16> = text.encode_utf16().collect();
    let (mut out, mut from_units) = (vec![0u8; 8 * text.len() + 8], vec![0u8; 8 * text.len() + 8]);
    // SAFETY: the pointers are those of so many units.
    let results = unsafe {
        let (dst, capacity) = (out.as_mut_ptr().cast(), out.len());
        let (other, units_len) = (from_units.as_mut_ptr().cast(), units.len());
        [
            utf8kit_encode(
                encoding,
                ptr::null(),
                text.as_ptr().cast(),
                text.len(),
                dst,
                capacity,
            ),
            utf8kit_encode_from_utf16(encoding, ptr::null(), units.as_ptr(), units_len, other, capacity),
        ]
    };
    for (result, out) in results.iter().zip([out, from_units]) {
        let found = refused(result, encoding).map_or(Ok(&out[..result.written]), Err);
        let expected = case.bytes();
        let expected = expected.as_deref().map_err(|error| &error.what);
        expect("encoded", found.as_deref().map_err(|error| &error.what), expected)?;
    }
    Ok(())
}

fn label(case: &Case) -> Result<(), String> {
    if case.on != "iconv" {
        return Ok(());
    }
    let name = utf8kit_encoding_name(named(case.input));
    let found = if name.is_null() {
        "none".to_owned()
    } else {
        string(name)
    };
    expect("encoding", &*found, case.expected)
}

/// Calls the functions that C has.
fn call(case: &Case) -> Result<(), String> {
    let arguments = case.arguments();
    let bytes = hex(arguments[usize::from(case.on == "message")]);
    let (src, len) = (bytes.as_ptr().cast(), bytes.len());
    let found = match case.on {
        "message" => {
            let (encoding, mut message) = (named(arguments[0]), [0; 256]);
            // SAFETY: the pointers are those of so many bytes.
            unsafe {
                let result = utf8kit_validate(encoding, src, len);
                utf8kit_message(&result, encoding, message.as_mut_ptr(), message.len());
            }
            let message = string(message.as_ptr());
            let (_, words) = message.split_once(": ").ok_or("no place")?;
            words.to_owned()
        }
        "boundaries" => {
            let index = arguments[1].parse().expect("an index");
            // SAFETY: the pointer is that of so many bytes.
            let (floor, ceil) = unsafe {
                (
                    utf8kit_utf8_floor_boundary(src, len, index),
                    utf8kit_utf8_ceil_boundary(src, len, index),
                )
            };
            format!("{floor} {ceil}")
        }
        "detect" => {
            // SAFETY: the pointer is that of so many bytes, and the length of the signature may be NULL.
            let name = utf8kit_encoding_name(unsafe { utf8kit_signature(src, len, ptr::null_mut()) });
            if name.is_null() {
                "none".to_owned()
            } else {
                string(name)
            }
        }
        _ => unreachable!("C has no such function"),
    };
    expect("returned", &*found, case.expected)
}

/// Checks the name of the encoding that C detects where the command prints nothing else.
fn detect(case: &Case) -> Result<(), String> {
    let bytes = hex(case.input);
    // SAFETY: the pointer is that of so many bytes.
    let detection = unsafe { utf8kit_detect(bytes.as_ptr().cast(), bytes.len(), true) };
    let name = utf8kit_encoding_name(detection.encoding);
    let found = if name.is_null() {
        "binary".to_owned()
    } else {
        string(name)
    };
    match case.expected.strip_prefix("0; not ") {
        Some(other) => expect("whether it is another", found.contains(other), false),
        None => expect("detected", &*format!("0; says {found}"), case.expected),
    }
}

#[test]
fn detection_names_what_the_clauses_say() {
    let mut count = 0;
    check_clauses(&[Kind::Command], |case| {
        if case.on != "detect -b -" {
            return Ok(());
        }
        count += 1;
        detect(case)
    });
    assert!(count > 0);
}

#[test]
fn functions_return_what_the_clauses_say() {
    check_clauses(&[Kind::Call], |case| match case.on {
        "boundaries" | "detect" | "message" => call(case),
        _ => Ok(()),
    });
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
