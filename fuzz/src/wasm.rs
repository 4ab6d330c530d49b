//! Checks the functions of the npm package's WebAssembly modules, with any numbers and lengths that JavaScript could pass: memory
//! outside of what they are given is not touched, what they output is JSON, and a text in pieces has the results of the whole.

use std::ptr;
use utf8kit::{Policy, utf8, utf16};
use utf8kit_lint::{OnIllFormed, Options, Rule, RuleSet, repair};
use utf8kit_wasm::{codecs, decoders, inspect, map, memory, names, text};

/// Labels, beside those that the fuzzer makes.
const LABELS: [&str; 16] = [
    "utf-8",
    "utf-16le",
    "utf-16",
    "utf-32be",
    "utf-7",
    "cesu-8",
    "wtf-8",
    "modified-utf-8",
    "utf-ebcdic",
    "gb18030",
    "shift_jis",
    "iso-2022-jp",
    "euc-kr",
    "big5",
    "windows-1252",
    "scsu",
];

/// Names of rules, beside those that the fuzzer makes.
const RULES: [&str; 4] = [
    "",
    "ill-formed",
    "double-encoded bidi nul",
    "control unpaired no-such-rule",
];

/// What JavaScript passes beside the text.
#[derive(Debug)]
struct Input<'a> {
    function: u8,
    flags: u8,
    label: u8,
    name: &'a [u8],
    /// Numbers of policies, readings and signatures, of which few exist.
    choices: [u8; 3],
    piece: u8,
    room: u16,
    offset: f64,
    limit: u32,
    text: &'a [u8],
}

impl Input<'_> {
    /// Returns the label in memory of exactly its size.
    fn label(&self) -> Box<[u8]> {
        match LABELS.get(usize::from(self.label % 20)) {
            Some(label) => label.as_bytes().into(),
            None => self.name.into(),
        }
    }

    /// Returns names of rules, of a file and of an encoding.
    fn settings(&self) -> Box<[u8]> {
        let rules = RULES
            .get(usize::from(self.label % 5))
            .map(|rules| rules.as_bytes());
        let file: &[u8] = [&b"a.c"[..], b"a.po", b"dir/a.json", b""][usize::from(self.flags >> 6)];
        let encoding = LABELS[usize::from(self.choices[1]) % LABELS.len()].as_bytes();
        [rules.unwrap_or(self.name), file, encoding].join(&0).into()
    }

    fn flag(&self, bit: u8) -> bool {
        self.flags >> bit & 1 == 1
    }

    /// Returns the text in pieces.
    fn pieces(&self) -> impl Iterator<Item = Box<[u8]>> {
        self.pieces_of(self.text)
    }

    /// Returns a text in pieces, each in memory of exactly its size.
    fn pieces_of(&self, text: &[u8]) -> impl Iterator<Item = Box<[u8]>> {
        text.chunks(1 + usize::from(self.piece)).map(Box::from)
    }
}

/// The parts of an [`Input`].
type Parts<'a> = (u8, u8, u8, [u8; 3], u8, u16, f64, u32, &'a [u8], &'a [u8]);

pub(crate) fn run(parts: Parts<'_>) {
    let (function, flags, label, choices, piece, room, offset, limit, name, text) = parts;
    // Text that went through an encoding is what most rules are for.
    let misread: String = text.iter().map(|&byte| char::from(byte)).collect();
    let text = if flags >> 2 & 1 == 1 {
        misread.as_bytes()
    } else {
        text
    };
    let input = Input {
        function,
        flags,
        label,
        name,
        choices,
        piece,
        room,
        offset,
        limit,
        text,
    };
    memory::start();
    match input.function % 8 {
        0 => check_conversions(&input),
        1 => check_decoder(&input),
        2 => check_encoder(&input),
        3 => check_rules(&input),
        4 => check_repairer(&input),
        5 => check_detector(&input),
        6 => check_inspect(&input),
        _ => check_map_and_names(&input),
    }
    assert!(!memory::is_out_of_memory());
}

/// Returns what the last call output.
fn output() -> Vec<u8> {
    match memory::output_len() {
        0 => Vec::new(),
        // SAFETY: the output has that length until the next call.
        len => unsafe { std::slice::from_raw_parts(memory::output(), len) }.to_vec(),
    }
}

/// Returns the output, which is JSON.
fn json() -> serde_json::Value {
    serde_json::from_slice(&output()).expect("the output is JSON")
}

/// Returns the numbers that the last call returned.
fn numbers() -> [usize; 2] {
    // SAFETY: there are two.
    let numbers = unsafe { std::slice::from_raw_parts(memory::numbers(), 2) };
    [numbers[0] as usize, numbers[1] as usize]
}

/// Validation, lengths and conversions return what the library returns, in a destination of exactly the size that is stated.
fn check_conversions(input: &Input<'_>) {
    let src: Box<[u8]> = input.text.into();
    let (at, len) = (src.as_ptr(), src.len());
    // SAFETY: the text has that length, in all of these.
    let (valid, count, units) = unsafe {
        (
            codecs::validate(at, len),
            codecs::count(at, len),
            codecs::utf16_length(at, len),
        )
    };
    assert_eq!(
        valid,
        str::from_utf8(&src).map_or_else(|error| error.valid_up_to(), str::len)
    );
    let lossy = String::from_utf8_lossy(&src);
    assert_eq!(
        (count, units),
        (lossy.chars().count(), lossy.encode_utf16().count())
    );
    // SAFETY: as above.
    assert_eq!(unsafe { codecs::describe(at, len) }, valid < len);
    if valid < len {
        assert_eq!(json()["offset"], valid);
    }
    let room = usize::from(input.room);
    let mut target = vec![0u16; room].into_boxed_slice();
    // SAFETY: as above, and the destination has as many units.
    let stop = unsafe { codecs::to_utf16(at, len, target.as_mut_ptr(), room, input.flag(0)) };
    let [read, written] = numbers();
    let expected: Vec<u16> = match input.flag(0) {
        true => lossy.encode_utf16().collect(),
        false => String::from_utf8_lossy(&src[..valid]).encode_utf16().collect(),
    };
    assert!(read <= len && target[..written] == expected[..written]);
    assert_eq!(stop == 0, read == len && written == expected.len());
    let src: Box<[u16]> = input
        .text
        .as_chunks()
        .0
        .iter()
        .map(|&pair| u16::from_le_bytes(pair))
        .collect();
    let mut target = vec![0u8; room].into_boxed_slice();
    // SAFETY: as above.
    let stop =
        unsafe { codecs::from_utf16(src.as_ptr(), src.len(), target.as_mut_ptr(), room, input.flag(0)) };
    let [read, written] = numbers();
    assert!(read <= src.len() && utf8::is_valid(&target[..written]));
    if stop == 0 {
        assert_eq!(target[..written], *String::from_utf16_lossy(&src).as_bytes());
    }
    // SAFETY: as above.
    assert_eq!(
        unsafe { codecs::describe_utf16(src.as_ptr(), src.len()) },
        !utf16::is_valid(&src)
    );
}

/// Calls `step` with each piece and then to finish, until all of it is read. Returns what was written and the errors.
fn feed(
    input: &Input<'_>,
    pieces: impl Iterator<Item = Box<[u8]>>,
    room: usize,
    step: impl Fn(*const u8, usize, *mut u8, usize, bool) -> u32,
) -> (Vec<u8>, Vec<serde_json::Value>) {
    let (mut written, mut errors) = (Vec::new(), Vec::new());
    for (piece, finish) in pieces.map(|piece| (piece, false)).chain([(Box::default(), true)]) {
        let mut rest = &piece[..];
        loop {
            let mut target = vec![0; room].into_boxed_slice();
            let stop = step(rest.as_ptr(), rest.len(), target.as_mut_ptr(), room, finish);
            let [read, len] = numbers();
            written.extend_from_slice(&target[..len]);
            rest = &rest[read..];
            match stop {
                0 => break,
                1 => assert!(read > 0 || len > 0, "no progress: {input:?}"),
                _ => errors.push(json()),
            }
        }
        assert!(rest.is_empty());
    }
    (written, errors)
}

/// Removes the messages of errors: they show what follows a sequence, as far as the piece has it.
fn without_messages(
    (written, mut errors): (Vec<u8>, Vec<serde_json::Value>),
) -> (Vec<u8>, Vec<serde_json::Value>) {
    for error in &mut errors {
        error["message"].take();
    }
    (written, errors)
}

/// A decoder returns the same text and errors in pieces as for the whole.
fn check_decoder(input: &Input<'_>) {
    let label = input.label();
    let [on_error, signature, reading] = input.choices.map(u32::from);
    // SAFETY: the label has that length.
    let new = || unsafe {
        decoders::decoder(
            label.as_ptr(),
            label.len(),
            on_error % 8,
            signature % 8,
            reading % 5,
        )
    };
    let decoder = new();
    if decoder.is_null() {
        return;
    }
    let step = |at, len, to, room, finish| {
        // SAFETY: the decoder is not freed, and the memory is as long as stated.
        unsafe { decoders::decoder_step(decoder, at, len, to, room, finish) }
    };
    let found = feed(input, input.pieces(), 16 + usize::from(input.room % 64), step);
    assert!(utf8::is_valid(&found.0) || String::from_utf8_lossy(&label).contains("wtf"));
    // SAFETY: the decoder is not freed.
    unsafe {
        decoders::decoder_state(decoder);
        decoders::decoder_reset(decoder);
    }
    let whole = feed(input, [Box::from(input.text)].into_iter(), 4096, step);
    assert_eq!(without_messages(found), without_messages(whole));
    // SAFETY: it is freed once.
    unsafe { decoders::decoder_free(decoder) };
}

/// An encoder returns the same bytes and errors in pieces as for the whole.
fn check_encoder(input: &Input<'_>) {
    let label = input.label();
    let text = String::from_utf8_lossy(input.text);
    let [on_error, _, reading] = input.choices.map(u32::from);
    // SAFETY: the label has that length.
    let encoder = unsafe { codecs::encoder(label.as_ptr(), label.len(), on_error % 8, reading % 5) };
    if encoder.is_null() {
        return;
    }
    let step = |at, len, to, room, finish| {
        // SAFETY: the encoder is not freed, and the memory is as long as stated.
        unsafe { codecs::encoder_step(encoder, at, len, to, room, finish) }
    };
    let pieces = text.chars().map(|c| c.to_string().into_bytes().into());
    let found = feed(input, pieces, 16 + usize::from(input.room % 64), step);
    // SAFETY: the encoder is not freed.
    unsafe { codecs::encoder_reset(encoder) };
    let whole = feed(input, [Box::from(text.as_bytes())].into_iter(), 4096, step);
    assert_eq!(found, whole);
    // SAFETY: it is freed once.
    unsafe { codecs::encoder_free(encoder) };
}

/// A checker outputs the findings of the whole, however the text is divided, and no more than the limit.
fn check_rules(input: &Input<'_>) {
    let settings = input.settings();
    let limit = input.limit as usize % 300;
    let findings = |pieces: &mut dyn Iterator<Item = Box<[u8]>>| {
        let head: Box<[u8]> = input.text[..input.text.len().min(64)].into();
        let (at, len) = (settings.as_ptr(), settings.len());
        // SAFETY: the settings and the head have that length.
        let checker = unsafe {
            text::checker(
                at,
                len,
                input.flag(0),
                input.flag(1),
                limit,
                head.as_ptr(),
                head.len(),
            )
        };
        if checker.is_null() {
            assert!(utf8::is_valid(&output()));
            return None;
        }
        let mut findings = Vec::new();
        for piece in pieces {
            // SAFETY: the checker is not freed, and the piece has that length.
            let _ = unsafe { text::checker_push(checker, piece.as_ptr(), piece.len()) };
            findings.extend(json().as_array().expect("findings are an array").clone());
        }
        // SAFETY: it is freed once.
        unsafe { text::checker_finish(checker) };
        findings.extend(json().as_array().expect("findings are an array").clone());
        assert!(findings.len() <= limit);
        Some(findings)
    };
    let whole = findings(&mut [Box::from(input.text)].into_iter());
    assert_eq!(findings(&mut input.pieces()), whole);
}

/// A repairer writes what the library's function returns.
fn check_repairer(input: &Input<'_>) {
    let settings = input.settings();
    let (on_error, is_binary) = (u32::from(input.choices[0] % 7), u32::from(input.choices[2] % 4));
    let head: Box<[u8]> = input.text.into();
    let (at, len) = (settings.as_ptr(), settings.len());
    let limit = input.limit as usize;
    let restores = input.flag(0);
    // SAFETY: the settings and the head have that length.
    let repairer = unsafe {
        text::repairer(
            at,
            len,
            on_error,
            restores,
            is_binary,
            limit,
            head.as_ptr(),
            head.len(),
        )
    };
    if repairer.is_null() {
        assert!(utf8::is_valid(&output()));
        return;
    }
    let (mut repaired, mut refusal): (Option<Vec<u8>>, _) = (None, None);
    // SAFETY: the repairer is not freed before the end, and the heads and the pieces have that length.
    unsafe {
        loop {
            // Each pass is over what the one before wrote.
            let head: Box<[u8]> = repaired.as_deref().unwrap_or(input.text).into();
            if !text::repairer_begin(repairer, head.as_ptr(), head.len(), true) {
                break;
            }
            for piece in input.pieces_of(&head) {
                let _ = text::repairer_check(repairer, piece.as_ptr(), piece.len());
            }
            let ended = text::repairer_end(repairer);
            if ended != 1 {
                refusal = (ended != 0).then(output);
                break;
            }
            let mut text = Vec::new();
            for piece in input.pieces_of(&head) {
                assert_eq!(
                    text::repairer_rewrite(repairer, piece.as_ptr(), piece.len(), false),
                    0
                );
                text.append(&mut output());
            }
            assert_eq!(text::repairer_rewrite(repairer, ptr::null(), 0, true), 0);
            text.append(&mut output());
            repaired = Some(text);
        }
        text::repairer_finish(repairer);
    }
    assert!(json().is_array());
    // A name of a file changes what the rules look for, and an encoding is not looked up here.
    let [rules, file, _] =
        [0, 1, 2].map(|part| settings.split(|&byte| byte == 0).nth(part).unwrap_or_default());
    let on_ill_formed = match on_error {
        1 => OnIllFormed::Policy(Policy::Replace(char::REPLACEMENT_CHARACTER)),
        2 => OnIllFormed::Policy(Policy::Drop),
        3 => OnIllFormed::Policy(Policy::Escape),
        4 => OnIllFormed::Meant,
        5 => return,
        _ => OnIllFormed::Keep,
    };
    if !file.is_empty() || is_binary == 2 || is_binary == 3 {
        return;
    }
    let names = str::from_utf8(rules)
        .unwrap_or_default()
        .split(' ')
        .filter(|name| !name.is_empty());
    let rules: RuleSet = names.filter_map(|name| name.parse::<Rule>().ok()).collect();
    let options = match rules == RuleSet::EMPTY {
        true => Options::default().with_repairs(RuleSet::EMPTY),
        false => Options::default().with_rules(rules).with_repairs(rules),
    };
    let expected = repair(
        input.text,
        &options.with_restore(restores),
        Some(is_binary == 1),
        on_ill_formed,
        0,
    );
    match expected {
        Ok(expected) => {
            assert_eq!(refusal, None);
            let expected = expected.map(|repaired| repaired.text);
            assert_eq!(repaired, expected, "{:?}", String::from_utf8_lossy(input.text));
        }
        // What is probably binary is not repaired.
        Err(message) => assert_eq!(refusal.as_deref(), Some(message.as_bytes())),
    }
}

/// A detector says of pieces what the function says of the whole; what it may say is JSON.
fn check_detector(input: &Input<'_>) {
    let src: Box<[u8]> = input.text.into();
    // SAFETY: the detector is not freed before the end, and the pieces have that length.
    unsafe {
        let detector = text::detector();
        for piece in input.pieces() {
            if text::detector_push(detector, piece.as_ptr(), piece.len()) {
                break;
            }
        }
        let labels = input.name;
        match input.choices[0] % 4 {
            0 => text::detector_finish(detector),
            1 => text::detector_finish_all(detector),
            2 => {
                let is_known = text::detector_finish_among(detector, labels.as_ptr(), labels.len());
                assert!(utf8::is_valid(&output()));
                if !is_known {
                    return;
                }
            }
            _ => return text::detector_free(detector),
        }
    }
    let found = json();
    // SAFETY: the text has that length.
    unsafe { text::detect(src.as_ptr(), src.len(), true) };
    let whole = json();
    if input.choices[0].is_multiple_of(4) {
        assert_eq!(found, whole, "{:02X?}", input.text);
    }
}

/// The items of a text consist of all of its bytes, and its repaired double encoding does not depend on the pieces.
fn check_inspect(input: &Input<'_>) {
    let (src, label): (Box<[u8]>, _) = (input.text.into(), input.label());
    let limit = input.limit as usize;
    let (at, len) = (src.as_ptr(), src.len());
    // SAFETY: the text and the label have that length.
    let is_known = unsafe {
        inspect::inspect(
            at,
            len,
            label.as_ptr(),
            label.len(),
            input.offset,
            input.flag(0),
            limit,
        )
    };
    if is_known {
        let items = json();
        let items = items.as_array().expect("items are an array");
        assert!(items.len() <= limit);
        // The module emits a page of a long array, which nobody takes here.
        if items.len() < limit && len < 200 && input.flag(0) {
            let bytes = items.iter().flat_map(|item| item["bytes"].as_array().unwrap());
            let bytes: Vec<u8> = bytes.map(|byte| byte["value"].as_u64().unwrap() as u8).collect();
            assert_eq!(bytes, input.text);
        }
    }
    let undo = |pieces: &dyn Fn() -> Vec<Box<[u8]>>| {
        let mut undone = Vec::new();
        // SAFETY: the undoer is not freed before the end, and the pieces have that length.
        unsafe {
            let undoer = text::undoer();
            loop {
                for piece in pieces() {
                    text::undoer_push(undoer, piece.as_ptr(), piece.len());
                }
                if text::undoer_end(undoer) != 1 {
                    break;
                }
            }
            for piece in pieces() {
                text::undoer_rewrite(undoer, piece.as_ptr(), piece.len(), false);
                undone.append(&mut output());
            }
            text::undoer_rewrite(undoer, ptr::null(), 0, true);
            undone.append(&mut output());
            text::undoer_free(undoer);
        }
        undone
    };
    assert_eq!(
        undo(&|| input.pieces().collect()),
        undo(&|| vec![input.text.into()])
    );
    // SAFETY: the text has that length.
    unsafe { text::double_encoded(at, len) };
    assert!(json().is_array());
}

/// A map counts all bytes; any number has properties.
fn check_map_and_names(input: &Input<'_>) {
    let map = map::map(input.limit as usize);
    for piece in input.pieces() {
        // SAFETY: the map is not freed, and the piece has that length.
        unsafe { map::map_push(map, piece.as_ptr(), piece.len()) };
    }
    // SAFETY: it is freed once.
    unsafe { map::map_finish(map) };
    let found = json();
    assert_eq!(found["length"], input.text.len());
    let total = &found["total"];
    let kinds = ["nul", "ascii", "two", "three", "four", "illFormed"];
    let bytes: u64 = kinds
        .iter()
        .map(|kind| total[kind].as_u64().expect("a number"))
        .sum();
    assert_eq!(bytes, input.text.len() as u64);
    let numbers: Box<[u32]> = input
        .text
        .as_chunks()
        .0
        .iter()
        .take(16)
        .map(|&bytes| u32::from_le_bytes(bytes))
        .collect();
    // SAFETY: there are as many numbers.
    unsafe { names::character_properties(numbers.as_ptr(), numbers.len()) };
    assert_eq!(json().as_array().map(Vec::len), Some(numbers.len()));
    // SAFETY: the label has that length.
    let _ = unsafe { decoders::encoding_name(input.name.as_ptr(), input.name.len(), input.limit) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_pieces_have_what_a_message_shows_of_the_next_one() {
        // A decoder of UTF-8, in pieces of a byte.
        run((1, 1, 0, [0; 3], 0, 0, 0.0, 0, b"", b"a\xFB\x9F\xC0\x80"));
    }

    #[test]
    fn a_text_that_is_probably_binary_is_refused_by_both() {
        let text = [&b"a\0"[..], &[0xFF; 200]].concat();
        for on_error in 0..5 {
            // A repairer, of all rules and no file.
            run((4, 0b1100_0000, 0, [on_error, 0, 0], 9, 0, 0.0, 0, b"", &text));
        }
    }
}
