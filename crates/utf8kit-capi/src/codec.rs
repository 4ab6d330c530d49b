//! The streams of the library and of the family as one.

use utf8kit::stream::{self, IllFormedAt, SignaturePolicy, Step, Stop};
use utf8kit::{Policy, utf8};
use utf8kit_family::{self as family, Encoding};

/// What both directions have.
pub(crate) trait Codec {
    /// Returns the offset of what is not yet converted, replaced or reported.
    fn position(&self) -> u64;

    /// Returns the number of replacements.
    fn replaced(&self) -> u64;
}

/// Decodes any encoding to UTF-8, and those of the library to UTF-16.
pub(crate) enum Decoder<'p> {
    Library(stream::Decoder<'p>),
    Family(family::Decoder<'p>),
}

impl<'p> Decoder<'p> {
    pub(crate) fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        match encoding {
            Encoding::Base(encoding) => Decoder::Library(stream::Decoder::new(encoding, policy)),
            encoding => Decoder::Family(family::Decoder::new(encoding, policy)),
        }
    }

    pub(crate) fn with_signature(self, policy: SignaturePolicy) -> Self {
        match self {
            Decoder::Library(decoder) => Decoder::Library(decoder.with_signature(policy)),
            Decoder::Family(decoder) => Decoder::Family(decoder.with_signature(policy)),
        }
    }

    pub(crate) fn reset(&mut self) {
        match self {
            Decoder::Library(decoder) => decoder.reset(),
            Decoder::Family(decoder) => decoder.reset(),
        }
    }

    pub(crate) fn decode_utf8(&mut self, src: &[u8], dst: &mut [u8]) -> Step {
        match self {
            Decoder::Library(decoder) => decoder.to_utf8(src, dst),
            Decoder::Family(decoder) => decoder.to_utf8(src, dst),
        }
    }

    pub(crate) fn finish_utf8(&mut self, dst: &mut [u8]) -> Step {
        match self {
            Decoder::Library(decoder) => decoder.finish_utf8(dst),
            Decoder::Family(decoder) => decoder.finish_utf8(dst),
        }
    }

    /// Returns `None` for an encoding of the family.
    pub(crate) fn decode_utf16(&mut self, src: &[u8], dst: &mut [u16]) -> Option<Step> {
        match self {
            Decoder::Library(decoder) => Some(decoder.to_utf16(src, dst)),
            Decoder::Family(_) => None,
        }
    }

    /// Returns `None` for an encoding of the family.
    pub(crate) fn finish_utf16(&mut self, dst: &mut [u16]) -> Option<Step> {
        match self {
            Decoder::Library(decoder) => Some(decoder.finish_utf16(dst)),
            Decoder::Family(_) => None,
        }
    }

    pub(crate) fn encoding(&self) -> Encoding {
        match self {
            Decoder::Library(decoder) => Encoding::Base(decoder.encoding()),
            Decoder::Family(decoder) => decoder.encoding(),
        }
    }
}

impl Codec for Decoder<'_> {
    fn position(&self) -> u64 {
        match self {
            Decoder::Library(decoder) => decoder.position(),
            Decoder::Family(decoder) => decoder.position(),
        }
    }

    fn replaced(&self) -> u64 {
        match self {
            Decoder::Library(decoder) => decoder.replaced(),
            Decoder::Family(decoder) => decoder.replaced(),
        }
    }
}

/// Encodes UTF-8 in any encoding, and UTF-16 in those of the library.
pub(crate) struct Encoder<'p> {
    inner: AnyEncoder<'p>,
    /// The number of ill-formed bytes of UTF-8 so far, which the encoder was not given.
    skipped: u64,
}

enum AnyEncoder<'p> {
    Library(stream::Encoder<'p>),
    Family(family::Encoder<'p>),
}

impl<'p> Encoder<'p> {
    /// Returns `None` for an encoding that is only read.
    pub(crate) fn new(encoding: Encoding, policy: Policy<'p>) -> Option<Self> {
        let inner = match encoding {
            Encoding::Base(encoding) => AnyEncoder::Library(stream::Encoder::new(encoding, policy)),
            encoding if encoding.can_be_written() => {
                AnyEncoder::Family(family::Encoder::new(encoding, policy))
            }
            _ => return None,
        };
        Some(Encoder { inner, skipped: 0 })
    }

    pub(crate) fn reset(&mut self) {
        self.skipped = 0;
        match &mut self.inner {
            AnyEncoder::Library(encoder) => encoder.reset(),
            AnyEncoder::Family(encoder) => encoder.reset(),
        }
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
        let step = match &mut self.inner {
            AnyEncoder::Library(encoder) => encoder.encode(text, dst),
            AnyEncoder::Family(encoder) => encoder.encode(text, dst),
        };
        match error {
            Some(error) if step.stop == Stop::InputUsed => {
                let len = error.bytes().len();
                let at = start + text.len() as u64;
                self.skipped += len as u64;
                Step {
                    read: step.read + len,
                    written: step.written,
                    stop: Stop::IllFormed(IllFormedAt::new("UTF-8", at, error.context(), len, error.kind())),
                }
            }
            _ => self.moved(step),
        }
    }

    /// Returns `None` for an encoding of the family.
    pub(crate) fn encode_utf16(&mut self, src: &[u16], dst: &mut [u8]) -> Option<Step> {
        match &mut self.inner {
            AnyEncoder::Library(encoder) => Some(encoder.encode_utf16(src, dst)),
            AnyEncoder::Family(_) => None,
        }
    }

    pub(crate) fn finish(&mut self, dst: &mut [u8]) -> Step {
        let step = match &mut self.inner {
            AnyEncoder::Library(encoder) => encoder.finish(dst),
            AnyEncoder::Family(encoder) => encoder.finish(dst),
        };
        self.moved(step)
    }

    /// Returns a step with its offset in the whole text.
    fn moved(&self, step: Step) -> Step {
        let skipped = self.skipped;
        let stop = match step.stop {
            Stop::NotRepresentable { character, offset } => Stop::NotRepresentable {
                character,
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
        self.skipped
            + match &self.inner {
                AnyEncoder::Library(encoder) => encoder.position(),
                AnyEncoder::Family(encoder) => encoder.position(),
            }
    }

    fn replaced(&self) -> u64 {
        match &self.inner {
            AnyEncoder::Library(encoder) => encoder.replaced(),
            AnyEncoder::Family(encoder) => encoder.replaced(),
        }
    }
}

/// Validates any encoding.
pub(crate) enum Validator {
    Library(stream::Validator),
    /// What it decodes is thrown away.
    Family(family::Decoder<'static>),
}

impl Validator {
    pub(crate) fn new(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Base(encoding) => Validator::Library(stream::Validator::new(encoding)),
            encoding => Validator::Family(family::Decoder::new(encoding, Policy::Fail)),
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
            Stop::OutputFull | Stop::NotScalarValue { .. } => {}
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
