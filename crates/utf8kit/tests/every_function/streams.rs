//! How streams are called: in pieces, with destinations of many lengths.

use super::*;

/// Returns the encodings of streams.
pub(super) fn encodings() -> Vec<Encoding> {
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
pub(super) fn bytes_in(case: &Case, encoding: Encoding) -> &[u8] {
    match encoding {
        Encoding::Utf16(endian) => &case.bytes16[usize::from(endian == Big)],
        Encoding::Utf32(endian) => &case.bytes32[usize::from(endian == Big)],
        _ => &case.utf8,
    }
}

/// A table for [`Policy::Legacy`].
pub(super) const LEGACY: [char; 128] = ['\u{20AC}'; 128];

pub(super) static POLICIES: [Policy<'static>; 9] = [
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
pub(super) fn policy(number: usize) -> Policy<'static> {
    POLICIES[number % POLICIES.len()]
}

pub(super) const SIGNATURES: [Signature; 5] = [
    Signature::Utf8,
    Signature::Utf16(Little),
    Signature::Utf16(Big),
    Signature::Utf32(Little),
    Signature::Utf32(Big),
];

pub(super) const SIGNATURE_POLICIES: [SignaturePolicy; 4] = [
    SignaturePolicy::Keep,
    SignaturePolicy::Remove,
    SignaturePolicy::ByteOrder,
    SignaturePolicy::Detect,
];

/// Returns the text of a case in `encoding` after a signature, mostly that of `encoding`.
pub(super) fn bytes_with_signature(case: &Case, encoding: Encoding) -> Vec<u8> {
    let signature = match Signature::of(encoding) {
        Some(signature) if !case.len.is_multiple_of(3) => signature,
        _ => SIGNATURES[case.choice(SIGNATURES.len())],
    };
    [signature.bytes(), bytes_in(case, encoding)].concat()
}

/// Returns the places at which a stream is cut: all of some texts, one of others.
pub(super) fn cuts(case: &Case, len: usize) -> RangeInclusive<usize> {
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
pub(super) fn run_stream<S: Copy>(
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

pub(super) fn validate_stream(case: &Case, results: &mut Results) {
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
pub(super) fn validate_stream_with_options(case: &Case, results: &mut Results) {
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

/// Calls `step` with a destination of `size` units, and hashes what it writes.
pub(super) fn with_destination<T: Unit>(
    results: &mut Results,
    size: usize,
    step: impl FnOnce(&mut [T]) -> Step,
) -> Step {
    let mut units = vec![T::GUARD; size].into_boxed_slice();
    let done = step(&mut units);
    results.units(&units[..done.written]);
    done
}

/// As [`with_destination`], with a destination that `bound` states to be long enough. Without a bound, it has few units.
pub(super) fn with_bounded_destination<T: Unit>(
    results: &mut Results,
    bound: Option<usize>,
    step: impl FnOnce(&mut [T]) -> Step,
) -> Step {
    let size = bound.unwrap_or(11);
    let done = with_destination(results, size, step);
    assert!(
        bound.is_none() || done.stop != Stop::OutputFull,
        "{}: {size} units are not enough for {done:?}",
        utf8kit::tier()
    );
    done
}

/// Calls `step` with an uninitialised destination as long as `units`, and copies what it writes there.
pub(super) fn through_uninit<T: Unit>(
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

pub(super) fn decode_stream<T: Unit>(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Decoder<'static>, Option<&[u8]>, &mut [T]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        let bytes = bytes_in(case, encoding);
        for at in cuts(case, bytes.len()) {
            let (first, second) = bytes.split_at(at);
            let size = 4 + case.choice(if at % 2 == 0 { 13 } else { 97 });
            let mut decoder = Decoder::new(encoding, policy(number + at));
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, size, |text| step(&mut decoder, piece, text))
            });
            results.number(decoder.position());
            results.number(decoder.replaced());
        }
    }
}

/// Decodes a text with a signature after a text that is abandoned, with destinations of the maximum length.
pub(super) fn decode_stream_with_options<T: Unit>(
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
            let small = case.choice(11);
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
                with_bounded_destination(results, bound, |text| step(&mut decoder, piece, text))
            });
            results.debug(decoder.encoding());
            results.number(decoder.position());
            results.number(decoder.replaced());
        }
    }
}

pub(super) fn encode_stream(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Encoder<'static>, Option<&str>, &mut [u8]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.text.len()) {
            let (first, second) = case.text.split_at(case.text.floor_char_boundary(at));
            let size = 6 + case.choice(if at % 2 == 0 { 13 } else { 97 });
            let mut encoder = Encoder::new(encoding, policy(number + at));
            let pieces = [first.as_bytes(), second.as_bytes()];
            run_stream(results, &pieces, |results, piece| {
                // What an encoder reads ends at a character boundary.
                let piece = piece.map(|piece| std::str::from_utf8(piece).unwrap());
                with_destination(results, size, |bytes| step(&mut encoder, piece, bytes))
            });
            results.number(encoder.position());
            results.number(encoder.replaced());
        }
    }
}

/// Encodes a text after a text that is abandoned, with destinations of the maximum length.
pub(super) fn encode_stream_with_options<S: Copy>(
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
            let small = case.choice(11);
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
                with_bounded_destination(results, bound, |bytes| step(&mut encoder, piece, bytes))
            });
            results.number(encoder.position());
            results.number(encoder.replaced());
        }
    }
}

/// Encodes UTF-16 in pieces, with destinations that are mostly too short.
pub(super) fn encode_stream_from_utf16(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Encoder<'static>, Option<&[u16]>, &mut [u8]) -> Step,
) {
    for (number, encoding) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.utf16.len()) {
            let (first, second) = case.utf16.split_at(at);
            let size = 6 + case.choice(if at % 2 == 0 { 13 } else { 97 });
            let mut encoder = Encoder::new(encoding, policy(number + at));
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, size, |bytes| step(&mut encoder, piece, bytes))
            });
            results.number(encoder.position());
            results.number(encoder.replaced());
        }
    }
}

pub(super) fn write_dialects(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Encoder<'static>, Option<&[u32]>, &mut [u8]) -> Step,
) {
    for (number, dialect) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.utf32.len()) {
            let policy = policy(number + at);
            let (first, second) = case.utf32.split_at(at);
            let size = 6 + case.choice(if at % 2 == 0 { 13 } else { 97 });
            let mut writer = Encoder::new(dialect, policy).with_unpaired_surrogates();
            // Then a text that is abandoned comes before.
            if at % 5 == 0 {
                let abandoned: Box<[u32]> = first.into();
                results.calls += 1;
                let done = with_destination(results, 3, |bytes| step(&mut writer, Some(&abandoned), bytes));
                results.step(done);
                writer.reset();
            }
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, size, |bytes| step(&mut writer, piece, bytes))
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

pub(super) fn read_dialects(
    case: &Case,
    results: &mut Results,
    step: impl Fn(&mut Decoder<'static>, Option<&[u8]>, &mut [u32]) -> Step,
) {
    const SUBSET: Subset<'_> = Subset::new(&[0..=0x7FF, 0x1_0000..=0x7FFF_FFFF]);
    for (number, dialect) in encodings().into_iter().enumerate() {
        for at in cuts(case, case.utf8.len()) {
            let (first, second) = case.utf8.split_at(at);
            let size = 1 + case.choice(if at % 2 == 0 { 13 } else { 97 });
            let mut reader = Decoder::new(dialect, policy(number + at)).with_unpaired_surrogates();
            if at % 3 == 0 {
                reader = reader.within(&SUBSET);
            }
            // Then a text that is abandoned comes before.
            if at % 5 == 0 {
                let abandoned: Box<[u8]> = first.into();
                results.calls += 1;
                let done =
                    with_destination(results, 3, |numbers| step(&mut reader, Some(&abandoned), numbers));
                results.step(done);
                reader.reset();
            }
            run_stream(results, &[first, second], |results, piece| {
                with_destination(results, size, |numbers| step(&mut reader, piece, numbers))
            });
            results.number(reader.position());
            results.number(reader.replaced());
            results.number(reader.remarked());
        }
    }
}

/// The adapters of `std::io` have buffers of 64 KiB, so that a few texts must be enough.
pub(super) fn adapt_streams(case: &Case, results: &mut Results) {
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
            results.units(reader.into_inner());
        };
        let policy = policy(number + case.len / 10);
        read(
            DecodeReader::new(bytes_in(case, encoding), encoding, policy),
            results,
        );
        let bytes = bytes_with_signature(case, encoding).into_boxed_slice();
        let decoder =
            Decoder::new(encoding, policy).with_signature(SIGNATURE_POLICIES[(case.len / 10 + number) % 4]);
        read(DecodeReader::with_decoder(&bytes, decoder.clone()), results);
        read(
            DecodeReader::with_decoder(&*bytes, decoder).with_utf8_passthru(),
            results,
        );
        let mut writer = EncodeWriter::new(vec![], encoding, policy);
        results.calls += 1;
        results.debug(writer.write_all(&case.utf8).map_err(|error| error.to_string()));
        match writer.finish() {
            Ok(bytes) => results.units(&bytes),
            Err(error) => results.debug(error.to_string()),
        }
    }
}
