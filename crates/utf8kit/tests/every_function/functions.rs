//! The public functions, and how each is called.

use super::streams::*;
use super::*;
use std::sync::LazyLock;
use utf8kit::codec::{ByteToUnit, Convert, Decode, DecodeError, Description, Encode, MAX_ENCODED, Output};
use utf8kit::codec::{UnitToByte, Utf8, Utf16, convert_whole};

/// Public functions, and a function that calls them.
pub(super) struct Function {
    pub(super) names: &'static [&'static str],
    pub(super) call: fn(&Case, &mut Results),
}

/// Calls a conversion with each kind of destination.
macro_rules! convert {
    ($results:expr, $source:expr, $from:ty => $to:ty, $function:path) => {{
        let (results, source) = ($results, $source);
        results.write(source, |src: &$from, dst: &mut [$to]| $function(src, dst));
        results.initialize(source, |results, src: &$from, dst: &mut [MaybeUninit<$to>]| {
            Initialized::feed($function(src, dst), results)
        });
        results.append(source, |src: &$from, dst: &mut Vec<$to>| $function(src, dst));
    }};
}

/// Lists functions: methods of [`Results`], a source and the functions that they call with it; conversions; names and a
/// closure.
macro_rules! functions {
    (
        { $($how:ident($case:ident => $source:expr): $($name:path),+;)* }
        { $($from:ty => $to:ty, ($source_case:ident => $from_source:expr): $($conversion:path),+;)* }
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
            $(Function { names: &[$($named),+], call: $call },)*
        ]
    };
}

/// An encoding of the tests: ASCII, of which a run is copied.
#[derive(Clone, Copy)]
struct Plain;

static PLAIN: Description = Description::new("plain")
    .with_clause(|kind| kind.name())
    .with_expected(|_| "ASCII");

impl Decode for Plain {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        &PLAIN
    }

    fn decode(&mut self, bytes: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
        match bytes[0] {
            byte @ ..0x80 => Ok((byte.into(), 1)),
            _ => Err(DecodeError::new(ErrorKind::Undefined, 1)),
        }
    }
}

impl Convert<Utf8> for Plain {
    fn convert_run(&mut self, _: &mut Utf8, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let src = &src[..src.len().min(out.room())];
        let ascii = &src[..src.iter().take_while(|byte| byte.is_ascii()).count()];
        let before = out.written();
        let Some((last, most)) = ascii.split_last() else {
            return 0;
        };
        assert!(out.extend(most) && out.push(*last));
        assert!(!out.extend(&vec![0; out.room() + 1]));
        out.written() - before
    }
}

/// A single-byte encoding of the tests: ASCII and Cyrillic letters.
#[derive(Clone, Copy)]
struct Page;

static UNITS: LazyLock<ByteToUnit> = LazyLock::new(|| {
    let units: [Option<u16>; 128] =
        std::array::from_fn(|index| (index >= 0x10).then_some(0x400 + index as u16));
    ByteToUnit::new(&units).unwrap()
});

static BYTES: LazyLock<UnitToByte> = LazyLock::new(|| {
    let mut bytes = vec![0; 1 << 16];
    for byte in 0..=0xFF {
        if let Some(unit) = UNITS.unit(byte) {
            bytes[usize::from(unit)] = byte;
        }
    }
    UnitToByte::new(bytes.try_into().unwrap())
});

impl Decode for Page {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        &PLAIN
    }

    fn decode(&mut self, bytes: &[u8], _: bool) -> Result<(u32, usize), DecodeError> {
        let unit = UNITS
            .unit(bytes[0])
            .ok_or(DecodeError::new(ErrorKind::Undefined, 1))?;
        Ok((unit.into(), 1))
    }
}

impl Encode for Page {
    type Unit = u8;

    fn substitute(&self) -> char {
        '?'
    }

    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        out[0] = BYTES.byte(number.try_into().ok()?)?;
        Some(1)
    }
}

impl Convert<Utf8> for Page {
    fn convert_run(&mut self, _: &mut Utf8, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let read = UNITS.convert_to_utf8(src, out);
        let is_undefined = src.get(read).is_some_and(|&byte| UNITS.unit(byte).is_none());
        let goes_on =
            is_undefined && out.replaces_ill_formed() && out.extend_replaced("\u{FFFD}".as_bytes(), 1);
        read + usize::from(goes_on)
    }
}

impl Convert<Utf16> for Page {
    fn convert_run(&mut self, _: &mut Utf16, src: &[u8], out: &mut Output<'_, u16>) -> usize {
        let read = UNITS.convert_to_utf16(src, out);
        match src.get(read) {
            Some(&byte) if UNITS.unit(byte).is_none() && out.replaces_ill_formed() => {
                let replace = |places: &mut [u16]| {
                    places.fill(0xFFFD);
                    (places.len(), places.len())
                };
                read + out.extend_with(1, replace)
            }
            _ => read,
        }
    }
}

impl Convert<Page> for Utf8 {
    fn convert_run(&mut self, _: &mut Page, src: &[u8], out: &mut Output<'_, u8>) -> usize {
        let read = BYTES.convert_from_utf8(src, out);
        match str::from_utf8(&src[read..])
            .ok()
            .and_then(|rest| rest.chars().next())
        {
            Some(c @ '\u{10000}'..) if out.replaces_lacking() && out.extend_replaced(b"?", 1) => {
                read + c.len_utf8()
            }
            _ => read,
        }
    }
}

impl Convert<Page> for Utf16 {
    fn convert_run(&mut self, _: &mut Page, src: &[u16], out: &mut Output<'_, u8>) -> usize {
        BYTES.convert_from_utf16(src, out)
    }
}

pub(super) const FUNCTIONS: &[Function] = functions! {{
    value(case => &*case.utf8): utf8::is_valid, utf8::validate, utf8::count, utf8::utf16_len, utf8::repair,
        utf8::split_incomplete, utf8::lossy_count, utf8::lossy_utf8_len, utf8::lossy_utf16_len,
        utf8::is_latin1, ascii::lossy_utf8_len, latin1::utf8_len, latin1::to_string, ascii::is_valid, ascii::validate,
        ascii::to_string, ascii::to_string_lossy, signature::detect;
    value(case => &*case.utf16): utf16::is_valid, utf16::validate, utf16::count, utf16::utf8_len, utf16::to_string,
        utf16::to_string_lossy, utf16::lossy_count, utf16::lossy_utf8_len, utf16::is_ascii, utf16::is_latin1,
        utf16::split_incomplete;
    change(case => &case.utf16): utf16::make_well_formed;
    value(case => &*case.utf32): utf32::utf8_len, utf32::is_valid, utf32::validate, utf32::to_string,
        utf32::to_string_lossy, utf32::utf16_len, utf32::lossy_utf8_len, utf32::lossy_utf16_len, utf32::is_ascii,
        utf32::is_latin1;
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
    // The length of ill-formed UTF-32 is unspecified.
    ["utf32::utf8_len"] |case, results| {
        let len = utf32::utf8_len(&case.utf32);
        results.calls += 1;
        if utf32::is_valid(&case.utf32) {
            results.number(len as u64);
        }
    };
    // To the end of a `String`.
    ["utf8::repair_to", "utf16::to_utf8", "utf16::to_utf8_lossy"] |case, results| {
        results.append(&*case.utf8, |bytes: &[u8], text: &mut String| utf8::repair_to(bytes, text));
        results.append(&*case.utf16, |units: &[u16], text: &mut String| utf16::to_utf8(units, text));
        results.append(&*case.utf16, |units: &[u16], text: &mut String| utf16::to_utf8_lossy(units, text));
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
        let encoding = signature.encoding().unwrap_or(Encoding::Utf8);
        let policy = SIGNATURE_POLICIES[case.choice(4)];
        for text in [&case.utf8, &signed, &signed[..case.len.min(signature.len())].into()] {
            results.calls += 1;
            results.debug(signature::split(text, encoding, policy));
        }
        results.number(signature.is_ambiguous().into());
        results.debug(signature.encoding());
    };
    ["signature::Signature::of"] |case, results| {
        let encodings = encodings();
        results.value(&encodings[case.choice(encodings.len())], |&encoding| Signature::of(encoding));
    };
    ["utf8::BlockValidator::new", "utf8::BlockValidator::push", "utf8::BlockValidator::has_error", "utf8::BlockValidator::finish"] |case, results| {
        results.value(&*case.utf8, |bytes| {
            let (blocks, rest) = bytes.as_chunks();
            let mut whole = utf8::BlockValidator::new();
            whole.push(blocks);
            let mut each = utf8::BlockValidator::default();
            blocks.iter().for_each(|block| each.push(std::slice::from_ref(block)));
            let shown = [whole.has_error(), each.has_error()];
            [shown, [whole.finish(rest), each.finish(rest)]].concat().iter().filter(|&&yes| yes).count()
        });
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
    ["convert", "converted_len"] |case, results| for (number, from) in encodings().into_iter().enumerate() {
        let to = encodings()[(number + case.len) % encodings().len()];
        let policy = policy(number + case.len);
        let bytes = bytes_in(case, from);
        results.write(bytes, |src: &[u8], dst: &mut [u8]| utf8kit::convert(src, from, to, policy, dst).map(|done| done.written));
        results.append(bytes, |src: &[u8], dst: &mut Vec<u8>| utf8kit::convert(src, from, to, policy, dst));
        results.value(bytes, |src: &[u8]| utf8kit::converted_len(src, from, to));
    };
    ["convert_whole"] |case, results| for (number, from) in encodings().into_iter().enumerate() {
        let to = encodings()[(number + case.len) % encodings().len()];
        let policy = policy(number + case.len);
        let bytes = bytes_in(case, from);
        let codecs = || (Any::new(from), Any::new(to));
        results.write(bytes, |src: &[u8], dst: &mut [u8]| {
            let run = |source: &mut Any, target: &mut Any, src: &[u8], out: &mut Output<'_, u8>| {
                (source.convert_run(target, src, out), true)
            };
            convert_whole::<Any, Any, _, _, _>(Stream::converter, policy, codecs(), run, src, b"<", dst).map(|done| done.written)
        });
        results.append(bytes, |src: &[u8], dst: &mut Vec<u8>| {
            let run = |source: &mut Any, target: &mut Any, src: &[u8], out: &mut Output<'_, u8>| {
                (source.convert_run(target, src, out), true)
            };
            convert_whole::<Any, Any, _, _, _>(Stream::converter, policy, codecs(), run, src, b"", dst)
        });
    };
    ["Encoding::split_incomplete", "Encoding::decode_to_utf16"] |case, results| for (number, from) in
        encodings().into_iter().enumerate()
    {
        let policy = policy(number + case.len);
        let bytes = bytes_in(case, from);
        results.value(bytes, |src: &[u8]| from.split_incomplete(src));
        results.write(bytes, |src: &[u8], dst: &mut [u16]| from.decode_to_utf16(src, policy, dst).map(|done| done.written));
        results.append(bytes, |src: &[u8], dst: &mut Vec<u16>| from.decode_to_utf16(src, policy, dst));
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
            let destination = 6 + case.choice(97);
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
    [
        "codec::Output::room", "codec::Output::push", "codec::Output::extend", "codec::Output::written",
        "codec::DecodeError::new", "codec::Description::new", "codec::Description::name", "codec::Description::clause",
        "codec::Description::with_clause", "codec::Description::with_expected"
    ] |case, results| {
        results.calls += 1;
        for size in [0, 1, case.len, 3 * case.len + 3] {
            let mut stream = Stream::decoder(policy(size));
            let step = with_destination(results, size, |dst: &mut [u8]| {
                stream.step(&mut Plain, &mut Utf8, &case.utf8, dst, true)
            });
            results.step(step);
        }
        results.debug((PLAIN.name(), PLAIN.clause(ErrorKind::Undefined)));
    };
    [
        "codec::ByteToUnit::new", "codec::ByteToUnit::unit", "codec::ByteToUnit::convert_to_utf8",
        "codec::ByteToUnit::convert_to_utf16", "codec::UnitToByte::new", "codec::UnitToByte::byte",
        "codec::UnitToByte::convert_from_utf8", "codec::UnitToByte::convert_from_utf16",
        "codec::Output::replaces_ill_formed", "codec::Output::replaces_lacking", "codec::Output::extend_replaced",
        "codec::Output::extend_with"
    ] |case, results| {
        results.calls += 1;
        for policy in [Policy::Fail, Policy::Replace('\u{FFFD}'), Policy::Replace('?')] {
            let mut stream = Stream::decoder(policy);
            let step = with_destination(results, 2 * case.len, |dst: &mut [u8]| {
                stream.step(&mut Page, &mut Utf8, &case.utf8, dst, true)
            });
            results.step(step);
            let step = with_destination(results, 2 * case.len, |dst: &mut [u16]| {
                Stream::decoder(policy).step(&mut Page, &mut Utf16::default(), &case.utf8, dst, true)
            });
            results.step(step);
            let step = with_destination(results, 2 * case.len, |dst: &mut [u8]| {
                Stream::converter(policy).step(&mut Utf8, &mut Page, &case.utf8, dst, true)
            });
            results.step(step);
            let step = with_destination(results, 2 * case.len, |dst: &mut [u8]| {
                Stream::encoder(policy).step(&mut Utf16::default(), &mut Page, &case.utf16, dst, true)
            });
            results.step(step);
        }
    };
    ["codec::Any::new", "codec::Any::with_unpaired_surrogates", "codec::Any::encoding", "codec::Any::overlong"]
        |case, results| for from in encodings()
    {
        let (mut source, mut target) = (Any::new(from).with_unpaired_surrogates(), Utf16::WITH_UNPAIRED);
        let bytes = bytes_in(case, from);
        let mut stream = Stream::decoder(Policy::Drop);
        results.calls += 1;
        let step = with_destination(results, case.len, |dst: &mut [u16]| {
            stream.step(&mut source, &mut target, bytes, dst, true)
        });
        results.step(step);
        results.debug((source.encoding(), source.overlong()));
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
        "stream::Decoder::with_signature", "stream::Decoder::reset",
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
        "stream::Encoder::reset", "stream::Encoder::max_len",
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
        "stream::DecodeReader::new", "stream::DecodeReader::with_decoder", "stream::DecodeReader::with_utf8_passthru",
        "stream::DecodeReader::decoder", "stream::DecodeReader::into_inner",
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
        "ConvertError::new", "ConvertError::with_replaced", "ConvertError::replaced", "ConvertError::kind", "ConvertError::read", "ConvertError::written", "DestinationFull::read", "DestinationFull::written",
        "DestinationFull::replaced"
    ] |case, results| {
        let mut units = vec![0; case.len / 2].into_boxed_slice();
        results.calls += 2;
        if let Err(error) = utf8::to_utf16(&case.utf8, &mut units[..]) {
            results.debug((error.kind(), error.read(), error.written()));
            let again = ConvertError::new(error.kind(), error.read(), error.written());
            assert_eq!(again.with_replaced(error.replaced()), error);
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
