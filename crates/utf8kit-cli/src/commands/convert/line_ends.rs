//! Line ends of EBCDIC.

use clap::ValueEnum;
use utf8kit_encodings::{EbcdicLineEnd, Encoding};

/// What ends a line in EBCDIC.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum LineEnd {
    Lf,
    Nl,
    Any,
}

/// Returns the encodings of the input, unless it is recognized, and of the output with this line end in EBCDIC.
///
/// # Errors
///
/// Returns a message if neither is EBCDIC.
pub(super) fn apply(
    line_end: Option<LineEnd>,
    from: Option<Encoding>,
    to: Encoding,
) -> Result<(Option<Encoding>, Encoding), String> {
    let line_end = match line_end {
        None => return Ok((from, to)),
        Some(LineEnd::Lf) => EbcdicLineEnd::Lf,
        Some(LineEnd::Nl) => EbcdicLineEnd::Nl,
        Some(LineEnd::Any) => EbcdicLineEnd::Any,
    };
    let with_line_end = |encoding: Encoding| match encoding {
        Encoding::Legacy(legacy) => legacy.with_line_end(line_end).map(Encoding::Legacy),
        _ => None,
    };
    let (read, written) = (from.and_then(with_line_end), with_line_end(to));
    if read.or(written).is_none() {
        return Err("--ebcdic-line-end: neither encoding is EBCDIC, such as IBM037 or IBM1047".to_owned());
    }
    Ok((read.or(from), written.unwrap_or(to)))
}
