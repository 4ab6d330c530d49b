//! Whole inputs decoded, and whole texts encoded.

use super::pieces::Pieces;
use crate::encodings::SIGNATURE;
use crate::encodings::decode::Decoding;
use crate::encodings::on_error::OnError;
use crate::encodings::stopped::{Stopped, ill_formed};
use crate::message::reason;
use std::io::{self, Read};
use utf8kit::Number;
use utf8kit_encodings::Encoding;

/// Decodes an input `from` an encoding, and calls `write` with its text. `strips_signature`: without U+FEFF at the start.
///
/// # Errors
///
/// Returns where the text cannot be decoded, or why the input cannot be read or the text not be written.
pub(crate) fn decode(
    input: Box<dyn Read>,
    from: Encoding,
    on_error: &OnError,
    strips_signature: bool,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<(), String> {
    let decode = || {
        let mut pieces = Pieces::new(input);
        let mut decoder = Decoding::new(from, on_error);
        let mut is_start = strips_signature;
        let mut take = |text: &str, _: &dyn Fn(usize) -> u64| {
            let is_first = !text.is_empty() && std::mem::replace(&mut is_start, false);
            let text = text.strip_prefix(SIGNATURE).filter(|_| is_first).unwrap_or(text);
            write(text).map_err(Stopped::Output)
        };
        loop {
            let (piece, last) = pieces.next(|bytes| decoder.whole_characters(bytes))?;
            decoder.decode(piece, last, &mut take)?;
            if last {
                return Ok(());
            }
        }
    };
    let failed = |offset: u64, message: &str| {
        format!(
            "cannot be converted from {}: offset {offset}: {message}",
            from.name()
        )
    };
    decode().map_err(|stopped| match stopped {
        Stopped::IllFormed(error) => failed(error.offset(), &ill_formed(&error)),
        Stopped::Text(message, offset) => failed(offset, &message),
        Stopped::Lacking(number, offset) => failed(
            offset,
            &format!(
                "{} is not a Unicode scalar value, so UTF-8 does not have it",
                Number(number)
            ),
        ),
        Stopped::Input(error) => reason(&error),
        Stopped::Output(error) => format!("cannot write the converted text: {}", reason(&error)),
    })
}
