//! The table of clauses: what the standards say, each statement a line, with what obeys and what breaks it.
//!
//! The columns of `data/clauses.tsv`:
//!
//! - `clause`: the name of the requirement in docs/STANDARDS.md;
//! - `statement`: what a program can obey or break, in our words;
//! - `kind` and `on`: the operation, and what it is done with;
//! - `accept` and `refuse`: cases `INPUT => EXPECTED` with ` | ` between them, or `-` for none.
//!
//! Bytes and code points are in hexadecimal: `C2 80`, `U+0080`. The kinds:
//!
//! | kind | on | input | expected |
//! | --- | --- | --- | --- |
//! | `decode` | an encoding, and after a space what is done with a signature: `keep`, `remove`, `detect` | bytes | code points, or `! KIND OFFSET+LENGTH CLAUSE`, the error; the clause can be left out |
//! | `replace` | an encoding; U+FFFD stands for what is ill-formed | bytes | code points |
//! | `encode` | an encoding | code points | bytes, or `! U+D800 INDEX`, the number that the encoding lacks |
//! | `label` | who reads it: `iconv`, `web`, `iana` | a label | the name of the encoding, or `none` |
//! | `call` | a function of the library | its arguments, with `; ` between them | what it returns |
//! | `command` | arguments of `utf8`; `@a.txt` is a file with the input | bytes, with `; ` between the files | the exit code; then `out BYTES`, `file BYTES` (what the first file has afterwards), `says WORDS`, `not WORDS` |
//!
//! Each program that reads the table runs the kinds that it has: the tests of `utf8kit-encodings` all but `command`, those of
//! `utf8kit-cli` all but `call`, those of `utf8kit-capi` all, but of `call` the functions that C has, and of `command` only
//! `detect -b -`. The tests of the Python and the npm package read the same file, and run the lines of `detect` and `check` whose
//! options their functions have.

use crate::hex;
use std::panic::{AssertUnwindSafe, catch_unwind};

const TABLE: &str = include_str!("../data/clauses.tsv");

/// An operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Bytes to code points.
    Decode,
    /// The same, with U+FFFD for what is ill-formed.
    Replace,
    /// Code points to bytes.
    Encode,
    /// A label to the name of an encoding.
    Label,
    /// A function of the library.
    Call,
    /// A run of the command.
    Command,
}

/// A case of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The name of the requirement in docs/STANDARDS.md.
    pub clause: &'static str,
    /// What a program can obey or break.
    pub statement: &'static str,
    /// The operation.
    pub kind: Kind,
    /// What the operation is done with.
    pub on: &'static str,
    /// What the operation takes.
    pub input: &'static str,
    /// What it returns.
    pub expected: &'static str,
}

/// An error that a table expects, or that an operation returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The name of the kind, or the number that an encoding lacks, as `U+D800`.
    pub what: String,
    /// Where it is: in bytes, and of a number that an encoding lacks in numbers.
    pub offset: usize,
    /// The length of the ill-formed sequence in bytes, or zero for a number.
    pub len: usize,
    /// The clause that is cited, or nothing if the table does not say it.
    pub clause: String,
}

impl Refused {
    /// Returns the error for a number that an encoding lacks, at this offset.
    pub fn number(number: u32, offset: usize) -> Refused {
        Refused {
            what: format!("U+{number:04X}"),
            offset,
            len: 0,
            clause: String::new(),
        }
    }

    /// Returns the error that `expected` describes, or `None` if it describes none.
    fn parse(expected: &str) -> Option<Refused> {
        let mut words = expected.strip_prefix("! ")?.splitn(3, ' ');
        let what = words.next().expect("a kind").to_owned();
        let place = words.next().expect("an offset");
        let (offset, len) = place.split_once('+').unwrap_or((place, "0"));
        Some(Refused {
            what,
            offset: offset.parse().expect("an offset"),
            len: len.parse().expect("a length"),
            clause: words.next().unwrap_or_default().to_owned(),
        })
    }

    /// Returns the error without the clause if `expected` has none.
    pub fn cited_as(mut self, expected: &Result<Vec<impl Sized>, Refused>) -> Refused {
        if expected
            .as_ref()
            .is_err_and(|expected| expected.clause.is_empty())
        {
            self.clause.clear();
        }
        self
    }
}

impl Case {
    /// Returns the encoding of `decode`, `replace` and `encode`, and what is done with a signature.
    pub fn encoding(&self) -> (&'static str, &'static str) {
        self.on.split_once(' ').unwrap_or((self.on, ""))
    }

    /// Returns the arguments of a function, or the files of a command.
    pub fn arguments(&self) -> Vec<&'static str> {
        self.input.split("; ").collect()
    }

    /// Returns the code points that `decode` or `replace` returns.
    pub fn numbers(&self) -> Result<Vec<u32>, Refused> {
        match Refused::parse(self.expected) {
            Some(error) => Err(error),
            None => Ok(code_points(self.expected)),
        }
    }

    /// Returns the bytes that `encode` returns.
    pub fn bytes(&self) -> Result<Vec<u8>, Refused> {
        match Refused::parse(self.expected) {
            Some(error) => Err(error),
            None => Ok(hex(self.expected)),
        }
    }
}

/// Returns the numbers of `U+0041 U+7FFFFFFF`.
pub fn code_points(field: &str) -> Vec<u32> {
    let number = |word: &str| {
        let digits = word
            .strip_prefix("U+")
            .unwrap_or_else(|| panic!("`{word}` is no code point"));
        u32::from_str_radix(digits, 16).expect("hexadecimal digits")
    };
    field.split_whitespace().map(number).collect()
}

/// Returns all cases of a table.
fn cases_of(table: &'static str) -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, line) in table.lines().enumerate().skip(1) {
        let number = index + 1;
        let fields: Vec<_> = line.split('\t').collect();
        let [clause, statement, kind, on, accept, refuse] = fields[..] else {
            panic!("line {number} has {} fields, not 6", fields.len());
        };
        let kind = match kind {
            "decode" => Kind::Decode,
            "replace" => Kind::Replace,
            "encode" => Kind::Encode,
            "label" => Kind::Label,
            "call" => Kind::Call,
            "command" => Kind::Command,
            _ => panic!("line {number}: nothing runs the kind `{kind}`"),
        };
        let before = cases.len();
        for (cell, refused) in [(accept, false), (refuse, true)] {
            for case in cell.split(" | ").filter(|_| cell != "-") {
                let (input, expected) = case
                    .split_once(" => ")
                    .unwrap_or_else(|| panic!("line {number}: `{case}` has no ` => `"));
                if matches!(kind, Kind::Decode | Kind::Encode) {
                    assert_eq!(expected.starts_with('!'), refused, "line {number}: {case}");
                }
                cases.push(Case {
                    clause,
                    statement,
                    kind,
                    on,
                    input,
                    expected,
                });
            }
        }
        assert!(cases.len() > before, "line {number} has no case");
    }
    cases
}

/// Calls `check` with each case of these kinds.
///
/// # Panics
///
/// Panics with the clause, the statement and the case of each error that `check` returns, or if there is no case.
pub fn check_clauses(kinds: &[Kind], check: impl FnMut(&Case) -> Result<(), String>) {
    let mut cases = cases_of(TABLE);
    cases.retain(|case| kinds.contains(&case.kind));
    assert!(!cases.is_empty(), "the table has no case of {kinds:?}");
    report(&cases, check);
}

/// Panics if a case fails.
fn report(cases: &[Case], mut check: impl FnMut(&Case) -> Result<(), String>) {
    let failed: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let checked = catch_unwind(AssertUnwindSafe(|| check(case)));
            let error = checked.unwrap_or_else(|_| Err("it panicked".to_owned())).err()?;
            Some(format!(
                "{}: {}\n  {:?} {}: {} => {}\n  {error}",
                case.clause, case.statement, case.kind, case.on, case.input, case.expected
            ))
        })
        .collect();
    let (count, all) = (failed.len(), cases.len());
    assert!(
        failed.is_empty(),
        "{count} of {all} cases:\n{}",
        failed.join("\n")
    );
}

/// Returns an error that names `what` if it is not as expected.
pub fn expect<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: found {found:X?}, expected {expected:X?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read() {
        let table = "header\n\
            1\tOne.\tdecode\tUTF-16 keep\t00 41 => U+0041 |  => \t41 => ! unexpected-end 0+1 RFC 2781 section 4\n";
        let cases = cases_of(table);
        assert_eq!(cases.len(), 3);
        assert_eq!(cases[0].encoding(), ("UTF-16", "keep"));
        assert_eq!(cases[0].numbers(), Ok(vec![0x41]));
        assert_eq!(cases[1].numbers(), Ok(vec![]));
        let error = cases[2].numbers().unwrap_err();
        assert_eq!((&*error.what, error.offset, error.len), ("unexpected-end", 0, 1));
        assert_eq!(error.clause, "RFC 2781 section 4");
    }

    #[test]
    #[should_panic(expected = "line 2: nothing runs the kind `guess`")]
    fn a_line_that_nothing_runs_is_an_error() {
        cases_of("header\n1\tOne.\tguess\tUTF-8\t41 => U+0041\t-\n");
    }

    #[test]
    #[should_panic(expected = "line 2: 80 => U+0080")]
    fn what_is_refused_is_an_error() {
        cases_of("header\n1\tOne.\tdecode\tUTF-8\t-\t80 => U+0080\n");
    }

    #[test]
    #[should_panic(expected = "1: One.\n  Label iana: UTF-8 => UTF-8\n  too late")]
    fn an_error_is_named_by_its_clause() {
        let case = cases_of("header\n1\tOne.\tlabel\tiana\tUTF-8 => UTF-8\t-\n")[0];
        report(&[case], |_| Err("too late".to_owned()));
    }

    #[test]
    #[should_panic(expected = "1: One.\n  Label iana: UTF-8 => UTF-8\n  it panicked")]
    fn a_panic_is_named_by_its_clause() {
        let case = cases_of("header\n1\tOne.\tlabel\tiana\tUTF-8 => UTF-8\t-\n")[0];
        report(&[case], |_| panic!("in a test of a test"));
    }
}
