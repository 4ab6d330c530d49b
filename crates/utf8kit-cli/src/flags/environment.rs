//! Environment variables that stand for flags which are not given.

use super::check::{CheckArgs, Format};
use super::common::Color;
use crate::escape;
use clap::ValueEnum;
use std::env;

/// The variables for `--format` of `check` and `fix`, and for `--color`.
const FORMAT: &str = "UTF8KIT_FORMAT";
const COLOR: &str = "UTF8KIT_COLOR";

/// A value, and where it is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resolved<T> {
    pub(crate) value: T,
    /// A flag, the name of a variable, or `default`.
    pub(crate) origin: &'static str,
}

/// Returns the format of `check` and `fix`, of which the command line has given `flag`.
///
/// # Errors
///
/// Returns the message about a variable whose value is none.
pub(crate) fn format(flag: Option<Format>) -> Result<Resolved<Format>, String> {
    resolved(flag, "--format", FORMAT, Format::Human)
}

/// Returns when the output has colours, of which the command line has given `flag`. Other variables, such as `NO_COLOR`, count where
/// this is `auto`.
///
/// # Errors
///
/// Returns the message about a variable whose value is none.
pub(crate) fn color(flag: Option<Color>) -> Result<Resolved<Color>, String> {
    resolved(flag, "--color", COLOR, Color::Auto)
}

/// Sets the flags of `check` and `fix` that the command line has not given.
///
/// # Errors
///
/// Returns the message about a variable whose value is none.
pub(crate) fn resolve(args: &mut CheckArgs) -> Result<(), String> {
    if args.json {
        args.format = Some(Format::Json);
    }
    let Resolved { value, origin } = format(args.format)?;
    // What only some formats have is no error of who has set the variable.
    let is_line = matches!(value, Format::Human | Format::Concise | Format::Json);
    let has_counts = matches!(value, Format::Human | Format::Json);
    let is_unfit = (args.watch && !is_line) || (args.statistics.is_some() && !has_counts);
    args.format = Some(match origin == FORMAT && is_unfit {
        true => Format::Human,
        false => value,
    });
    args.color = Some(color(args.color)?.value);
    Ok(())
}

fn resolved<T: ValueEnum>(
    flag: Option<T>,
    name: &'static str,
    variable: &'static str,
    default: T,
) -> Result<Resolved<T>, String> {
    let of_flag = flag.map(|value| Resolved { value, origin: name });
    if let Some(resolved) = of_flag {
        return Ok(resolved);
    }
    match env::var_os(variable).filter(|value| !value.is_empty()) {
        Some(value) => {
            let parsed = value.to_str().and_then(|value| T::from_str(value, false).ok());
            match parsed {
                Some(value) => Ok(Resolved {
                    value,
                    origin: variable,
                }),
                None => Err(unknown::<T>(variable, value.as_encoded_bytes())),
            }
        }
        None => Ok(Resolved {
            value: default,
            origin: "default",
        }),
    }
}

fn unknown<T: ValueEnum>(variable: &str, value: &[u8]) -> String {
    let all: Vec<_> = T::value_variants()
        .iter()
        .filter_map(T::to_possible_value)
        .collect();
    let names: Vec<_> = all.iter().map(|value| value.get_name()).collect();
    format!(
        "the environment variable {variable}: expected one of {}, found `{}`",
        names.join(", "),
        escape::text(value)
    )
}
