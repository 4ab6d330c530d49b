//! Rules, recognition of encodings, repairs.

use crate::json::Json;
use crate::memory::{owned, set_long_number, set_output, slice, string};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use utf8kit::Policy;
use utf8kit_encodings::{Encoding, Reading};
use utf8kit_lint::inspect::{DoubleEncodingRepairer, double_encoded_parts};
use utf8kit_lint::{
    Certainty, Checker, Escapes, Finding, Fix, Language, NO_MEMORY, OnIllFormed, Options, Reason, Recognized,
    Recognizer, Repairer, Rule, RuleSet, Syntax, escape,
};

/// The text of a finding's line to either side that is shown, in bytes.
const SHOWN: usize = 96;

/// Outputs all rules as an array.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn rules() {
    let mut json = Json::default();
    json.array(|json| {
        for rule in Rule::ALL {
            json.object(|json| {
                json.key("name").string(rule.name());
                json.key("description").string(rule.description());
                json.key("clause").string(rule.clause());
                json.key("url").string(rule.url());
                json.key("isDefault").bool(rule.is_default());
            });
        }
    });
    set_output(json.into_bytes());
}

/// Returns the rules whose names are in `names`, separated by spaces, or those that are applied by default if it is empty.
fn rule_set(names: &str) -> Result<RuleSet, String> {
    if names.is_empty() {
        return Ok(Options::default().rules);
    }
    let rule = |name: &str| {
        name.parse::<Rule>()
            .map_err(|error| format!("{error}: `{}`", escape::text(name.as_bytes())))
    };
    names.split(' ').map(rule).collect()
}

/// Returns what checks and repairs depend on: the names of rules, separated by spaces, or none for those that are applied by default; the
/// name of the file, or none; and the start of the text.
fn options(rules: &str, path: &str, head: &[u8]) -> Result<Options, String> {
    let options = Options::default().with_rules(rule_set(rules)?);
    if path.is_empty() {
        return Ok(options);
    }
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    Ok(options
        .with_syntax(Syntax::of_file(name, head))
        .with_escapes(Escapes::of_file(name, head))
        .with_template(name.ends_with(".pot")))
}

/// Returns the parts of `settings`, which NUL separates: names of rules, the name of a file, the name of an encoding.
fn parts(settings: &str) -> [&str; 3] {
    let mut parts = settings.split('\0');
    [(); 3].map(|()| parts.next().unwrap_or_default())
}

/// A checker, and how many findings it may still return.
#[derive(Debug)]
pub struct LimitedChecker {
    checker: Checker,
    left: usize,
}

/// Returns a checker of a text that starts with `head`, or null if a name of a rule is unknown, which the output says, or there is no
/// memory. `settings` are names of rules and the name of the file (`parts`).
///
/// # Safety
///
/// `settings` has `len` bytes, and `head` has `head_len`.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn checker(
    settings: *const u8,
    len: usize,
    separate: bool,
    is_binary: bool,
    limit: usize,
    head: *const u8,
    head_len: usize,
) -> *mut LimitedChecker {
    // SAFETY: the caller promises it.
    let (settings, head) = unsafe { (string(settings, len), slice(head, head_len)) };
    let [rules, path, _] = parts(settings);
    match options(rules, path, head) {
        Ok(options) => {
            let options = options.with_separate_places(separate).with_binary(is_binary);
            owned(LimitedChecker {
                checker: Checker::new(options),
                left: limit,
            })
        }
        Err(message) => {
            set_output(message.into_bytes());
            std::ptr::null_mut()
        }
    }
}

/// Checks the next piece and outputs what is certain now as an array. Returns `true` if more pieces have no effect.
///
/// # Safety
///
/// [`checker`] has returned `checker`, which is not freed. `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn checker_push(checker: *mut LimitedChecker, src: *const u8, len: usize) -> bool {
    // SAFETY: the caller promises it.
    let (LimitedChecker { checker, left }, src) = unsafe { (&mut *checker, slice(src, len)) };
    findings(left, |emit| checker.push(src, emit)).is_break()
}

/// Ends the text, outputs the other findings, and frees the checker.
///
/// # Safety
///
/// [`checker`] has returned `checker`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn checker_finish(checker: *mut LimitedChecker) {
    // SAFETY: `checker` made it from a box.
    let LimitedChecker { checker, mut left } = *unsafe { Box::from_raw(checker) };
    let _ = findings(&mut left, |emit| checker.finish(emit));
}

/// Frees a checker whose text did not end.
///
/// # Safety
///
/// [`checker`] has returned `checker`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn checker_free(checker: *mut LimitedChecker) {
    // SAFETY: `checker` made it from a box.
    drop(unsafe { Box::from_raw(checker) });
}

/// Outputs at most `left` findings that `check` emits.
fn findings(
    left: &mut usize,
    check: impl FnOnce(&mut dyn FnMut(Finding) -> ControlFlow<()>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut json = Json::default();
    let mut flow = ControlFlow::Continue(());
    json.array(|json| {
        if *left == 0 {
            flow = ControlFlow::Break(());
            return;
        }
        flow = check(&mut |finding| {
            write_finding(json, &finding);
            json.turn_page();
            *left -= 1;
            match *left {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
    });
    set_output(json.into_bytes());
    flow
}

fn write_finding(json: &mut Json, finding: &Finding) {
    json.object(|json| {
        json.key("rule").string(finding.rule.name());
        json.key("kind").string(&finding.kind);
        json.key("offset").number(finding.offset);
        json.key("length").number(finding.length);
        json.key("line").number(finding.line);
        json.key("column").number(finding.column);
        json.key("endColumn").number(finding.end_column);
        json.key("count").number(finding.count);
        json.key("bytes").string(&escape::hex(&finding.bytes));
        json.key("message").string(&finding.message);
        json.key("clause").string(finding.clause);
        json.key("url").string(finding.rule.url());
        json.key("fix");
        match &finding.fix {
            Fix::Replace(text) => json.object(|json| {
                json.key("kind").string("replace");
                json.key("text").string(text);
            }),
            Fix::OnError { meant, stray } => json.object(|json| {
                json.key("kind").string("on-error");
                json.key("meant").optional(meant.as_deref());
                json.key("stray");
                match stray {
                    Some(stray) => json.object(|json| {
                        json.key("encoding").string(stray.encoding);
                        json.key("character").string(&stray.character.to_string());
                    }),
                    None => json.optional(None),
                }
            }),
            Fix::Transcode { certainty, .. } => json.object(|json| {
                json.key("kind").string("transcode");
                json.key("certainty").string(name(*certainty));
            }),
            Fix::Line { text, certainty } => json.object(|json| {
                json.key("kind").string("line");
                json.key("text").string(text);
                json.key("certainty").string(name(*certainty));
            }),
            _ => json.optional(None),
        }
        let context = &finding.context;
        let found = context.found.as_deref().unwrap_or(&finding.bytes);
        json.key("before").string(&escape::text(last(&context.before)));
        json.key("found").string(&escape::text(found));
        json.key("after").string(&escape::text(first(&context.after)));
    });
}

/// Returns the first characters of `text`.
fn first(text: &[u8]) -> &[u8] {
    let mut len = text.len().min(SHOWN);
    while len < text.len() && is_continuation(text[len]) && len > 0 {
        len -= 1;
    }
    &text[..len]
}

/// Returns the last characters of `text`.
fn last(text: &[u8]) -> &[u8] {
    let mut start = text.len().saturating_sub(SHOWN);
    while start > 0 && start < text.len() && is_continuation(text[start]) {
        start += 1;
    }
    &text[start..]
}

const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Returns `true` if a text that begins with `src` is a binary file.
///
/// # Safety
///
/// `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn is_binary(src: *const u8, len: usize, whole: bool) -> bool {
    // SAFETY: the caller promises it.
    utf8kit_lint::detect(unsafe { slice(src, len) }, whole) == utf8kit_lint::Detected::Binary
}

/// Returns what recognizes the encoding of a text, or null if there is no memory.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn detector() -> *mut Recognizer {
    owned(Recognizer::new())
}

/// Takes the next piece. Returns `true` if more cannot change the result.
///
/// # Safety
///
/// [`detector`] has returned `detector`, which is not freed. `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn detector_push(detector: *mut Recognizer, src: *const u8, len: usize) -> bool {
    // SAFETY: the caller promises it.
    unsafe { (&mut *detector).push(slice(src, len)) }.is_break()
}

/// Outputs the encoding, or `null`, and frees the detector.
///
/// # Safety
///
/// [`detector`] has returned `detector`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn detector_finish(detector: *mut Recognizer) {
    // SAFETY: `detector` made it from a box.
    write_recognized(unsafe { Box::from_raw(detector) }.finish());
}

/// Outputs which of some encodings the text is in, or `null`, and frees the detector. `labels` are those of the encodings, separated by NUL.
/// Returns `false` if one is unknown, which is the output.
///
/// # Safety
///
/// [`detector`] has returned `detector`, which is not freed. `labels` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn detector_finish_among(
    detector: *mut Recognizer,
    labels: *const u8,
    len: usize,
) -> bool {
    // SAFETY: `detector` made it from a box, and the caller promises the rest.
    let (mut detector, labels) = unsafe { (Box::from_raw(detector), string(labels, len)) };
    let mut encodings = Vec::new();
    for label in labels.split('\0') {
        let Some(encoding) = Encoding::for_label(label, Reading::Iconv) else {
            set_output(label.as_bytes().to_vec());
            return false;
        };
        encodings.push(encoding);
    }
    write_recognized(detector.finish_among(&encodings));
    true
}

/// Outputs the encodings that the text may be in as an array, the most likely first, and frees the detector.
///
/// # Safety
///
/// [`detector`] has returned `detector`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn detector_finish_all(detector: *mut Recognizer) {
    // SAFETY: `detector` made it from a box.
    let mut detector = unsafe { Box::from_raw(detector) };
    let mut json = Json::default();
    json.array(|json| {
        let Some(first) = detector.finish() else {
            return;
        };
        write_candidate(json, first.encoding, first.certainty, first.language, 0);
        if first.reason == Reason::Statistics {
            let others = detector.candidates().into_iter();
            for other in others.filter(|other| other.encoding.name() != first.encoding) {
                let name = other.encoding.name();
                write_candidate(json, name, other.certainty, Some(other.language), other.behind);
            }
        }
    });
    set_output(json.into_bytes());
}

fn write_candidate(
    json: &mut Json,
    encoding: &str,
    certainty: Certainty,
    language: Option<Language>,
    behind: u32,
) {
    json.object(|json| {
        json.key("encoding").string(encoding);
        json.key("certainty").string(name(certainty));
        write_language(json, language);
        json.key("bitsBehind").number(behind.into());
    });
}

fn write_language(json: &mut Json, language: Option<Language>) {
    json.key("language").optional(language.map(Language::tag));
    json.key("languageName").optional(language.map(Language::name));
}

/// Frees a detector whose text did not end.
///
/// # Safety
///
/// [`detector`] has returned `detector`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn detector_free(detector: *mut Recognizer) {
    // SAFETY: `detector` made it from a box.
    drop(unsafe { Box::from_raw(detector) });
}

/// Outputs the encoding of a text that begins with `src`, or `null` if it is binary.
///
/// # Safety
///
/// `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn detect(src: *const u8, len: usize, whole: bool) {
    // SAFETY: the caller promises it.
    write_recognized(utf8kit_lint::recognize(unsafe { slice(src, len) }, whole));
}

fn write_recognized(recognized: Option<Recognized>) {
    let mut json = Json::default();
    match recognized {
        None => json.optional(None),
        Some(recognized) => json.object(|json| {
            json.key("encoding").string(recognized.encoding);
            json.key("certainty").string(name(recognized.certainty));
            json.key("reason").string(recognized.reason.name());
            write_language(json, recognized.language);
            json.key("second")
                .optional(recognized.second.map(|second| second.encoding));
            match recognized.ill_formed_at {
                Some(offset) => json.key("illFormedAt").number(offset),
                None => json.key("illFormedAt").optional(None),
            }
            json.key("isAscii").bool(recognized.is_ascii);
            json.key("endsEarly").bool(recognized.ends_early);
            json.key("shifts").number(recognized.shifts);
        }),
    }
    set_output(json.into_bytes());
}

const fn name(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Possible => "possible",
        Certainty::Likely => "likely",
        Certainty::VeryLikely => "very likely",
        Certainty::Certain => "certain",
    }
}

/// Outputs the parts of a text that were encoded twice as an array.
///
/// # Safety
///
/// `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn double_encoded(src: *const u8, len: usize) {
    // SAFETY: the caller promises it.
    let parts = double_encoded_parts(unsafe { slice(src, len) });
    let mut json = Json::default();
    json.array(|json| {
        for run in parts {
            json.object(|json| {
                json.key("offset").number(run.offset as u64);
                json.key("length").number(run.length as u64);
                json.key("meant").string(&run.meant);
                json.key("times").number(run.times.into());
            });
            json.turn_page();
        }
    });
    set_output(json.into_bytes());
}

/// Returns what undoes the double encoding of a text, or null if there is no memory.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn undoer() -> *mut DoubleEncodingRepairer {
    owned(DoubleEncodingRepairer::new())
}

/// Takes the next piece of the text.
///
/// # Safety
///
/// [`undoer`] has returned `undoer`, which is not freed. `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn undoer_push(undoer: *mut DoubleEncodingRepairer, src: *const u8, len: usize) {
    // SAFETY: the caller promises it.
    unsafe { (&mut *undoer).push(slice(src, len)) }
}

/// Ends the text. Returns 0 if it can be rewritten, 1 if it must come once more before, and `FAILED` if there is no memory, which
/// the output says.
///
/// # Safety
///
/// [`undoer`] has returned `undoer`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn undoer_end(undoer: *mut DoubleEncodingRepairer) -> u32 {
    // SAFETY: the caller promises it.
    match unsafe { &mut *undoer }.end() {
        Ok(again) => again.into(),
        Err(message) => failed(message),
    }
}

/// Outputs what the next piece of the text becomes, or if `finish` what is written at its end.
///
/// # Safety
///
/// [`undoer`] has returned `undoer`, which is not freed. `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn undoer_rewrite(
    undoer: *mut DoubleEncodingRepairer,
    src: *const u8,
    len: usize,
    finish: bool,
) {
    // SAFETY: the caller promises it.
    let (undoer, src) = unsafe { (&mut *undoer, slice(src, len)) };
    let mut text = Vec::new();
    match finish {
        true => undoer.end_rewrite(&mut text),
        false => undoer.rewrite(src, &mut text),
    }
    set_output(text);
}

/// Frees what undoes double encoding.
///
/// # Safety
///
/// [`undoer`] has returned `undoer`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn undoer_free(undoer: *mut DoubleEncodingRepairer) {
    // SAFETY: `undoer` made it from a box.
    drop(unsafe { Box::from_raw(undoer) });
}

/// A function failed, and the output says why.
const FAILED: u32 = 2;
/// There is no memory, which the output says.
const OUT_OF_MEMORY: u32 = 3;

/// Outputs the message of an error, and returns its number.
fn failed(message: &str) -> u32 {
    set_output(message.as_bytes().to_vec());
    match message {
        NO_MEMORY => OUT_OF_MEMORY,
        _ => FAILED,
    }
}

/// Returns what repairs a text that starts with `head`, or null: the output says then which name is unknown, or is empty if there is
/// no memory. `settings` are names of rules, the name of the file, and that of a single-byte encoding (`parts`). At most `limit`
/// findings are kept.
///
/// `on_error` is 0 to keep ill-formed sequences, 1 for U+FFFD, 2 to drop them, 3 to escape them, and 4 for the characters that they
/// stand for, and 5 for those of their bytes in the encoding. `restores`: double-encoded text that lost bytes is undone, too. `is_binary` is 0 for a text, 1 for a binary file, and 2 for what its first
/// bytes show.
///
/// # Safety
///
/// `settings` has `len` bytes, and `head` has `head_len`.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn repairer(
    settings: *const u8,
    len: usize,
    on_error: u32,
    restores: bool,
    is_binary: u32,
    limit: usize,
    head: *const u8,
    head_len: usize,
) -> *mut Repairer<'static> {
    // SAFETY: the caller promises it.
    let (settings, head) = unsafe { (string(settings, len), slice(head, head_len)) };
    let [rules, path, label] = parts(settings);
    let unknown = |message: String| {
        set_output(message.into_bytes());
        std::ptr::null_mut()
    };
    let on_ill_formed = match on_error {
        1 => OnIllFormed::Policy(Policy::Replace(char::REPLACEMENT_CHARACTER)),
        2 => OnIllFormed::Policy(Policy::Drop),
        3 => OnIllFormed::Policy(Policy::Escape),
        4 => OnIllFormed::Meant,
        5 => match upper_half(label) {
            Some(table) => OnIllFormed::Policy(Policy::Legacy(table)),
            None => return unknown("the name of a single-byte encoding, such as windows-1252".to_owned()),
        },
        _ => OnIllFormed::Keep,
    };
    let is_binary = match is_binary {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    };
    match options(rules, path, head) {
        Err(message) => unknown(message),
        Ok(options) => {
            let repairs = if rules.is_empty() {
                RuleSet::EMPTY
            } else {
                options.rules
            };
            let options = options.with_repairs(repairs).with_restore(restores);
            owned(Repairer::new(&options, is_binary, on_ill_formed, limit))
        }
    }
}

/// The upper halves of encodings that were asked for, which a policy refers to: at most as many as there are encodings. A static has them
/// until the end, so that they are no leak.
static UPPER_HALVES: Mutex<Vec<(&str, &[char; 128])>> = Mutex::new(Vec::new());

/// Returns the characters of `0x80..=0xFF` in the encoding that `label` names to `iconv`.
fn upper_half(label: &str) -> Option<&'static [char; 128]> {
    let encoding = Encoding::for_label(label, Reading::Iconv)?;
    let mut known = UPPER_HALVES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, half)) = known.iter().find(|(name, _)| *name == encoding.name()) {
        return Some(half);
    }
    let half: &'static [char; 128] = Box::leak(Box::new(encoding.upper_half()?));
    known.push((encoding.name(), half));
    Some(half)
}

/// Begins a pass over a text that starts with `head`, which `whole` says is all of it. Returns `false` if there were enough passes.
///
/// # Safety
///
/// [`repairer`] has returned `repairer`, which is not freed. `head` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn repairer_begin(
    repairer: *mut Repairer<'static>,
    head: *const u8,
    len: usize,
    whole: bool,
) -> bool {
    // SAFETY: the caller promises it.
    unsafe { (&mut *repairer).begin(slice(head, len), whole) }
}

/// Checks the next piece. Returns `true` if more have no effect.
///
/// # Safety
///
/// [`repairer`] has returned `repairer`, which is not freed. `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn repairer_check(
    repairer: *mut Repairer<'static>,
    src: *const u8,
    len: usize,
) -> bool {
    // SAFETY: the caller promises it.
    unsafe { (&mut *repairer).check(slice(src, len)) }.is_break()
}

/// Ends a pass. Returns 0 if there is nothing to repair, 1 if the text is to be rewritten, and otherwise that it failed. The numbers are
/// that of the bytes of the rewritten text, or the largest one if it has to be measured.
///
/// # Safety
///
/// [`repairer`] has returned `repairer`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn repairer_end(repairer: *mut Repairer<'static>) -> u32 {
    // SAFETY: the caller promises it.
    let repairer = unsafe { &mut *repairer };
    match repairer.end() {
        Ok(is_repaired) => {
            set_long_number(repairer.rewritten_len().unwrap_or(u64::MAX));
            is_repaired.into()
        }
        Err(message) => failed(message),
    }
}

/// Outputs what the next piece of the text becomes, or if `finish` what is written at its end. Returns 0, or that it failed.
///
/// # Safety
///
/// [`repairer`] has returned `repairer`, which is not freed. `src` has `len` bytes.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn repairer_rewrite(
    repairer: *mut Repairer<'static>,
    src: *const u8,
    len: usize,
    finish: bool,
) -> u32 {
    // SAFETY: the caller promises it.
    let (repairer, src) = unsafe { (&mut *repairer, slice(src, len)) };
    let mut text = Vec::new();
    let result = match finish {
        true => repairer.end_rewrite(&mut text),
        false => repairer.rewrite(src, &mut text),
    };
    match result {
        Ok(()) => {
            set_output(text);
            0
        }
        Err(message) => failed(message),
    }
}

/// Outputs what was repaired as an array, up to the limit, and frees the repairer. The numbers are that of the places.
///
/// # Safety
///
/// [`repairer`] has returned `repairer`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn repairer_finish(repairer: *mut Repairer<'static>) {
    // SAFETY: `repairer` made it from a box.
    let (count, findings) = unsafe { Box::from_raw(repairer) }.finish();
    let mut json = Json::default();
    json.array(|json| {
        for finding in findings {
            write_finding(json, &finding);
            json.turn_page();
        }
    });
    set_output(json.into_bytes());
    set_long_number(count);
}

/// Frees a repairer.
///
/// # Safety
///
/// [`repairer`] has returned `repairer`, which is not freed.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub unsafe extern "C" fn repairer_free(repairer: *mut Repairer<'static>) {
    // SAFETY: `repairer` made it from a box.
    drop(unsafe { Box::from_raw(repairer) });
}
