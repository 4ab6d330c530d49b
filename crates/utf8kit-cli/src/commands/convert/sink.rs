//! The output, to which text or numbers are written.

use super::numbers::Numbers;
use crate::encodings::SIGNATURE;
use crate::encodings::encode::Writer;
use crate::encodings::stopped::Stopped;
use crate::io::output::Output;
use crate::message::complain;
use std::io::{self, Write};

/// The output being encoded.
pub(super) enum Sink<'a> {
    Text(Writer<'a>),
    Numbers(Numbers<'a>),
}

impl Sink<'_> {
    /// Writes `text`. `offset` returns the offset in the input at which the first bytes of it, this many, end.
    pub(super) fn write(
        &mut self,
        text: &str,
        offset: &dyn Fn(usize) -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        match self {
            Sink::Text(encoder) => encoder.encode(text, offset, output),
            Sink::Numbers(numbers) => numbers.write_text(text, offset, output),
        }
    }

    /// Writes bytes that an escape stands for, and that are not text. `offset` returns the offset of the escape.
    pub(super) fn write_bytes(
        &mut self,
        bytes: &[u8],
        offset: &dyn Fn() -> u64,
        output: &mut impl Write,
    ) -> Result<(), Stopped> {
        match self {
            Sink::Text(encoder) => encoder.put_bytes(bytes, offset, output),
            Sink::Numbers(_) => unreachable!("what is unescaped is written as text"),
        }
    }

    /// Ends the output, with a signature if it has no text and `is_signed`.
    pub(super) fn finish(&mut self, is_signed: bool, output: &mut Output) -> io::Result<()> {
        let ended = match self {
            Sink::Text(encoder) => {
                let signature = match is_signed {
                    true => encoder.encode(SIGNATURE.encode_utf8(&mut [0; 4]), &|_| 0, output),
                    false => Ok(()),
                };
                signature.and_then(|()| encoder.finish(output))
            }
            Sink::Numbers(numbers) => {
                let signature = match is_signed {
                    true => numbers.write_signature(output),
                    false => Ok(()),
                };
                let ended = signature.and_then(|()| numbers.finish(output));
                if let Some(remark) = numbers.remark() {
                    complain(&remark);
                }
                ended
            }
        };
        match ended {
            Err(Stopped::Output(error)) => Err(error),
            _ => Ok(()), // there is nothing more to convert
        }
    }
}
