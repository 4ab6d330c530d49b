//! Decodes bytes in some encoding to text.

use super::bytes::whole_sequences;
use super::on_error::OnError;
use super::remarks;
use super::stopped::Stopped;
use utf8kit::stream::{SignaturePolicy, Step, Stop};
use utf8kit::utf8;
use utf8kit_encodings::{Decoder, Encoding};

/// Bytes of text decoded at once.
const TEXT: usize = 256 << 10;

/// Takes text, and a function that returns the offset in the input at which the first bytes of that text, this many, end.
pub(crate) type Take<'t> = &'t mut dyn FnMut(&str, &dyn Fn(usize) -> u64) -> Result<(), Stopped>;

/// One input being decoded.
pub(crate) struct Decoding<'a> {
    decoder: Decoder<'a>,
    /// Room for the text.
    text: Vec<u8>,
}

/// Returns the offset in the input of what comes next when `decode` has filled its destination. It begins at `before` with `bytes`.
pub(crate) fn next_offset(
    before: &Decoder<'_>,
    bytes: &[u8],
    decode: impl Fn(&mut Decoder<'_>, &[u8]) -> Step,
) -> u64 {
    let mut decoder = before.clone();
    let read = decode(&mut decoder, bytes).read;
    if decoder.pending().is_empty() {
        return decoder.position();
    }
    // A replacement comes next: without its last byte, the sequence is not yet replaced.
    let Some(read) = read.checked_sub(1) else {
        return before.position();
    };
    let mut decoder = before.clone();
    let _ = decode(&mut decoder, &bytes[..read]);
    decoder.position()
}

impl<'a> Decoding<'a> {
    pub(crate) fn new(encoding: Encoding, on_error: &'a OnError) -> Self {
        let decoder = Decoder::new(encoding, on_error.policy());
        Decoding {
            decoder: decoder.with_signature(SignaturePolicy::Keep),
            text: vec![0; TEXT],
        }
    }

    /// Returns how many of `bytes` to decode now, so that a message shows all of an ill-formed sequence.
    pub(crate) fn whole_characters(&self, bytes: &[u8]) -> usize {
        match self.decoder.encoding().is_legacy() {
            // An ill-formed sequence is no longer than what the decoder keeps.
            true => bytes.len(),
            false => whole_sequences(bytes),
        }
    }

    /// Returns what is to be remarked on the input.
    pub(crate) fn remark(&self) -> Option<String> {
        match self.decoder.hangul() {
            Some(report) => remarks::hangul(&report),
            None => remarks::read(self.decoder.encoding(), self.decoder.remarked()),
        }
    }

    /// Decodes the next `bytes`. `last`: the input ends with them.
    pub(crate) fn decode(&mut self, bytes: &[u8], last: bool, take: Take<'_>) -> Result<(), Stopped> {
        let Decoding { decoder, text } = self;
        let mut left = bytes;
        loop {
            let finishing = last && left.is_empty();
            let decode = |decoder: &mut Decoder<'_>, bytes: &[u8], text: &mut [u8]| match finishing {
                true => decoder.finish_utf8(text),
                false => decoder.to_utf8(bytes, text),
            };
            let before = decoder.clone();
            let Step { read, written, stop } = decode(decoder, left, text);
            let written = utf8::validate(&text[..written]).expect("decoders write well-formed text");
            take(written, &|end| {
                // Decodes again up to there.
                next_offset(&before, left, |decoder, bytes| {
                    decode(decoder, bytes, &mut vec![0; end])
                })
            })?;
            left = &left[read..];
            match stop {
                Stop::InputUsed if finishing || !last => return Ok(()),
                Stop::IllFormed(error) => return Err(Stopped::IllFormed(error)),
                Stop::NotRepresentable { number, offset } => return Err(Stopped::Lacking(number, offset)),
                _ => {}
            }
        }
    }
}
