//! The options of a run.

use std::num::ParseIntError;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone)]
pub struct Options {
    pub tier: Option<String>,
    pub simdutf: Option<PathBuf>,
    pub corpus: Option<PathBuf>,
    pub size: Option<usize>,
    pub cell: String,
    pub time: Duration,
    pub json: Option<PathBuf>,
    pub summary: Option<PathBuf>,
    pub rows: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            tier: None,
            simdutf: None,
            corpus: None,
            size: None,
            cell: String::new(),
            time: Duration::from_millis(800),
            json: None,
            summary: None,
            rows: None,
        }
    }
}

/// Returns the number of bytes that an argument such as `64K` stands for, at least 1.
pub fn size(argument: &str) -> Result<usize, ParseIntError> {
    let (digits, unit) = match argument.trim_end_matches(['K', 'M']) {
        digits if argument.ends_with('K') => (digits, 1 << 10),
        digits if argument.ends_with('M') => (digits, 1 << 20),
        digits => (digits, 1),
    };
    Ok(digits.parse::<usize>()?.max(1) * unit)
}
