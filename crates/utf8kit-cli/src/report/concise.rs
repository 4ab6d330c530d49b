//! A line for each finding: `path:line:column: rule: message`, and its level if it is no error.

use super::human::push_number;
use super::{BINARY, Human, Report, Summary, fixed, more};
use crate::escape;
use crate::flags::check::ColumnUnit;
use std::path::Path;
use utf8kit_lint::{Finding, Level, Rule};

/// The format `concise`.
pub(crate) struct Concise {
    pub(crate) unit: ColumnUnit,
}

impl Report for Concise {
    fn finding(&self, path: &Path, finding: &Finding, _: u64) -> String {
        // There can be millions: nothing is formatted on the way.
        let mut text = String::with_capacity(256);
        escape::push_text(&mut text, path.as_os_str().as_encoded_bytes());
        for number in [finding.line, self.unit.column(finding)] {
            text.push(':');
            push_number(&mut text, number);
        }
        text.push_str(": ");
        text.push_str(finding.rule.name());
        text.push_str(": ");
        escape::push_text(&mut text, finding.message.as_bytes());
        text.push_str(match finding.level {
            Level::Error => "\n",
            Level::Warning => " (warning)\n",
            _ => " (note)\n",
        });
        text
    }

    fn left_out(&self, path: &Path, left_out: &[(Rule, u64)]) -> String {
        note(path, &more(left_out))
    }

    fn fixed(&self, path: &Path, repairs: &[(Rule, u64)], from: Option<&str>, is_dry: bool) -> String {
        note(path, &fixed(repairs, from, is_dry))
    }

    fn binary(&self, path: &Path) -> String {
        note(path, BINARY)
    }

    fn end(&self, summary: &Summary, notes: &[String]) -> String {
        let human = Human {
            color: false,
            width: 0,
            unit: self.unit,
            links: None,
        };
        human.end(summary, notes)
    }
}

/// Returns a line about a file.
fn note(path: &Path, text: &str) -> String {
    format!("{}: {text}\n", escape::path(path))
}
