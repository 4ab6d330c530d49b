//! Kinds and messages of findings, and what messages have in common.

use crate::escape;
use std::borrow::Cow;
use utf8kit::Number;

/// A finding's kind and message.
pub(crate) type Words = (Cow<'static, str>, String);

/// Returns what the message of a run of `count` places ends with.
pub(crate) fn run(count: u64) -> String {
    format!("; the first of {count} in a row")
}

/// Returns the part of a line with its first character that is not ASCII, safe to print.
pub(crate) fn shortened(line: &str) -> String {
    const LONGEST: usize = 60;
    let line = line.trim();
    let first = line.chars().position(|c| !c.is_ascii()).unwrap_or(0);
    let left_out = if first < LONGEST / 2 {
        0
    } else {
        first - LONGEST / 3
    };
    let mut shown = String::new();
    if left_out > 0 {
        shown.push('…');
    }
    for c in line.chars().skip(left_out).take(LONGEST) {
        escape::push_char(&mut shown, c);
    }
    if line.chars().nth(left_out + LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the first code points of `text`.
pub(crate) fn numbers(text: &str) -> String {
    let numbers: Vec<_> = text
        .chars()
        .take(8)
        .map(|c| Number(c.into()).to_string())
        .collect();
    numbers.join(" ")
}

/// Returns the beginning of a run, safe to print.
pub(crate) fn abbreviated(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown = String::new();
    for c in text.chars().take(LONGEST) {
        escape::push_char(&mut shown, c);
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
