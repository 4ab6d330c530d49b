//! The values that completions know, for flags whose values are parsed by functions of their own.

use crate::encodings::{self, announcement};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::ffi::OsStr;
use utf8kit_lint::{Level, Rule};

/// A parser with the values that completions offer. It takes others too.
#[derive(Clone)]
pub(crate) struct Known<P> {
    parser: P,
    values: fn() -> Vec<PossibleValue>,
}

/// Returns `parser` with `values` for completions.
pub(crate) fn known<P: TypedValueParser>(parser: P, values: fn() -> Vec<PossibleValue>) -> Known<P> {
    Known { parser, values }
}

impl<P: TypedValueParser> TypedValueParser for Known<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter()))
    }
}

/// Returns the rules and groups of `--select` and `--ignore`.
pub(crate) fn rules() -> Vec<PossibleValue> {
    let rules = Rule::ALL
        .iter()
        .map(|rule| PossibleValue::new(rule.name()).help(rule.description()));
    let groups = [
        PossibleValue::new("default").help("rules that are on by default"),
        PossibleValue::new("all").help("all rules"),
    ];
    rules.chain(groups).collect()
}

/// Returns the levels of findings.
pub(crate) fn levels() -> Vec<PossibleValue> {
    Level::ALL
        .iter()
        .map(|level| PossibleValue::new(level.name()))
        .collect()
}

/// Returns what `explain` explains: rules and groups, and the encodings that it compares.
pub(crate) fn topics() -> Vec<PossibleValue> {
    let differences =
        ["RFC2279", "UTF-8"].map(|name| PossibleValue::new(name).help("where RFC 2279 and RFC 3629 differ"));
    rules().into_iter().chain(differences).collect()
}

/// Returns the main names of all encodings.
pub(crate) fn encodings() -> Vec<PossibleValue> {
    encodings::main_names().map(PossibleValue::new).collect()
}

/// Returns `auto` and the main names of all encodings.
pub(crate) fn encodings_or_auto() -> Vec<PossibleValue> {
    let auto = PossibleValue::new("auto").help("the encoding that is recognized");
    std::iter::once(auto).chain(encodings()).collect()
}

/// Returns the main names of the encodings of Unicode text.
pub(crate) fn unicode_encodings() -> Vec<PossibleValue> {
    encodings::unicode_names().map(PossibleValue::new).collect()
}

/// Returns the values of `--announce`.
pub(crate) fn announcements() -> Vec<PossibleValue> {
    announcement::values().map(PossibleValue::new).collect()
}

/// Returns the values of `--on-error` of `convert`.
pub(crate) fn policies() -> Vec<PossibleValue> {
    let values = [
        ("fail", "stop with an error"),
        ("replace", "write U+FFFD or ?"),
        ("drop", "write nothing"),
        ("escape", "write \\xHH"),
        ("unicode", "write \\u{...}"),
        ("xml", "write &#x...;"),
        ("with:", "write this text"),
        ("as:", "decode ill-formed bytes in this encoding"),
    ];
    described(&values)
}

/// Returns the values of `--on-error` of `fix`.
pub(crate) fn repairs() -> Vec<PossibleValue> {
    let values = [
        ("replace", "write U+FFFD"),
        ("drop", "write nothing"),
        ("escape", "write \\xHH"),
        ("meant", "write the character that was meant"),
        ("with:", "write this text"),
        ("as:", "decode ill-formed bytes in this encoding"),
    ];
    described(&values)
}

fn described(values: &[(&'static str, &'static str)]) -> Vec<PossibleValue> {
    let value = |&(name, help): &(&'static str, &'static str)| PossibleValue::new(name).help(help);
    values.iter().map(value).collect()
}
