//! The streams of the family, with what C needs beside: it has no type for well-formed text, and its validator takes any encoding.

use utf8kit::stream::{self, SignaturePolicy, Step, Stop};
use utf8kit::{Policy, utf8};
pub(crate) use utf8kit_encodings::Decoder;
use utf8kit_encodings::{self as family, Converter, Encoding};

/// What a codec tells after a whole text.
pub(crate) trait Codec {
    /// Returns the offset of what is not yet converted, replaced or reported.
    fn position(&self) -> u64;

    /// Returns the number of replacements.
    fn replaced(&self) -> u64;
}

impl Codec for Converter<'_> {
    fn position(&self) -> u64 {
        Converter::position(self)
    }

    fn replaced(&self) -> u64 {
        Converter::replaced(self)
    }
}

/// Encodes UTF-8 that may be ill-formed, and UTF-16.
pub(crate) struct Encoder<'p> {
    inner: family::Encoder<'p>,
    /// The number of ill-formed bytes of UTF-8 so far, which the encoder was not given.
    skipped: u64,
}

impl<'p> Encoder<'p> {
    /// Returns `None` for an encoding that is only read.
    pub(crate) fn new(encoding: Encoding, policy: Policy<'p>) -> Option<Self> {
        encoding.can_be_written().then(|| Encoder {
            inner: family::Encoder::new(encoding, policy),
            skipped: 0,
        })
    }

    pub(crate) fn reset(&mut self) {
        self.skipped = 0;
        self.inner.reset();
    }

    /// Encodes UTF-8. An ill-formed sequence stops it, and is read. So does a character that `src` cuts off.
    ///
    /// No more is validated than `dst` may take: otherwise each call with a short destination would validate all of a long rest.
    pub(crate) fn encode(&mut self, src: &[u8], dst: &mut [u8]) -> Step {
        let (mut read, mut written) = (0, 0);
        loop {
            let (src, dst) = (&src[read..], &mut dst[written..]);
            // Two bytes of Latin-1 in UTF-8 are one byte of it; in other encodings less of the source fits.
            let most = dst.len().saturating_mul(2).saturating_add(64);
            let piece = utf8::floor_boundary(src, most);
            let step = self.encode_piece(&src[..piece], dst);
            read += step.read;
            written += step.written;
            if step.stop != Stop::InputUsed || piece == src.len() {
                return Step {
                    read,
                    written,
                    stop: step.stop,
                };
            }
        }
    }

    fn encode_piece(&mut self, src: &[u8], dst: &mut [u8]) -> Step {
        let start = self.position();
        let (text, error) = match utf8::validate(src) {
            Ok(text) => (text, None),
            Err(error) => {
                let text = utf8::validate(&src[..error.valid_up_to()]);
                (text.expect("an error begins after well-formed text"), Some(error))
            }
        };
        let step = self.inner.encode(text, dst);
        match error {
            Some(error) if step.stop == Stop::InputUsed => {
                let len = error.bytes().len();
                let at = start + text.len() as u64;
                self.skipped += len as u64;
                Step {
                    read: step.read + len,
                    written: step.written,
                    stop: Stop::IllFormed(error.at(at)),
                }
            }
            _ => self.moved(step),
        }
    }

    pub(crate) fn encode_utf16(&mut self, src: &[u16], dst: &mut [u8]) -> Step {
        self.inner.encode_utf16(src, dst)
    }

    pub(crate) fn finish(&mut self, dst: &mut [u8]) -> Step {
        let step = self.inner.finish(dst);
        self.moved(step)
    }

    /// Returns a step with its offset in the whole text.
    fn moved(&self, step: Step) -> Step {
        let skipped = self.skipped;
        let stop = match step.stop {
            Stop::NotRepresentable { number, offset } => Stop::NotRepresentable {
                number,
                offset: offset + skipped,
            },
            Stop::IllFormed(error) => Stop::IllFormed(error.at(error.offset() + skipped)),
            stop => stop,
        };
        Step { stop, ..step }
    }
}

impl Codec for Encoder<'_> {
    fn position(&self) -> u64 {
        self.skipped + self.inner.position()
    }

    fn replaced(&self) -> u64 {
        self.inner.replaced()
    }
}

/// Validates any encoding.
pub(crate) enum Validator {
    Library(stream::Validator),
    /// What it decodes is thrown away.
    Family(Decoder<'static>),
}

impl Validator {
    pub(crate) fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Base(encoding) => Validator::Library(stream::Validator::new(encoding)),
            encoding => Validator::Family(Decoder::new(encoding, Policy::Fail)),
        }
    }

    pub(crate) fn with_signature(self, policy: SignaturePolicy) -> Self {
        match self {
            Validator::Library(validator) => Validator::Library(validator.with_signature(policy)),
            Validator::Family(decoder) => Validator::Family(decoder.with_signature(policy)),
        }
    }

    pub(crate) fn reset(&mut self) {
        match self {
            Validator::Library(validator) => validator.reset(),
            Validator::Family(decoder) => decoder.reset(),
        }
    }

    pub(crate) fn push(&mut self, src: &[u8]) -> Step {
        match self {
            Validator::Library(validator) => validator.push(src),
            Validator::Family(decoder) => {
                let mut read = 0;
                discard(|dst| {
                    let step = decoder.to_utf8(&src[read..], dst);
                    read += step.read;
                    Step { read, ..step }
                })
            }
        }
    }

    pub(crate) fn finish(&mut self) -> Step {
        match self {
            Validator::Library(validator) => validator.finish(),
            Validator::Family(decoder) => discard(|dst| decoder.finish_utf8(dst)),
        }
    }

    pub(crate) fn position(&self) -> u64 {
        match self {
            Validator::Library(validator) => validator.position(),
            Validator::Family(decoder) => decoder.position(),
        }
    }
}

/// Calls `step` with a buffer until it stops for another reason than that the buffer is full. Numbers that are not characters
/// are passed over: the encodings of the family that have them are well-formed with them.
fn discard(mut step: impl FnMut(&mut [u8]) -> Step) -> Step {
    let mut buffer = [0; 1024];
    loop {
        let step = step(&mut buffer);
        match step.stop {
            Stop::OutputFull | Stop::NotRepresentable { .. } => {}
            stop => {
                return Step {
                    read: step.read,
                    written: 0,
                    stop,
                };
            }
        }
    }
}
