//! [`Converter`]: converts text that arrives in pieces from one encoding to another.

use crate::signature::Signature;
use crate::target::Target;
use crate::{Decoder, Encoding};
use utf8kit::Policy;
#[cfg(doc)]
use utf8kit::stream::Stop;
use utf8kit::stream::{SignaturePolicy, Step};

/// Converts bytes in one [`Encoding`] that arrive in pieces to another.
///
/// It keeps to [the contract of the library's streams](utf8kit::stream), and no text is between the two encodings: every number
/// that both have is converted, up to `0x7FFF_FFFF` in UCS-4, UTF-1, RFC 2279 and Annex R. The policy is for ill-formed
/// sequences, and for numbers that the destination's encoding lacks. Offsets are in bytes of the source. Every call with a
/// destination of 16 bytes or more makes progress.
///
/// ```
/// use utf8kit::{Policy, stream::Stop};
/// use utf8kit_encodings::{Converter, Encoding};
///
/// let mut converter = Converter::new(Encoding::Utf7, Encoding::Utf16, Policy::Fail);
/// let mut bytes = [0; 16];
/// let step = converter.convert(b"+IKw-", &mut bytes);
/// assert_eq!((&bytes[..step.written], step.stop), (&b"\xFF\xFE\xAC\x20"[..], Stop::InputUsed));
/// assert_eq!(converter.finish(&mut bytes).stop, Stop::InputUsed);
/// ```
#[derive(Clone, Debug)]
pub struct Converter<'p> {
    decoder: Decoder<'p>,
    /// The signature, and whether it is to be written before what is written next.
    signature: Signature,
    /// The encoding at the beginning of a text, and with its present state.
    initial: Target,
    target: Target,
}

impl<'p> Converter<'p> {
    /// Returns a converter at the beginning of a text. What the definitions of the encodings say about a signature is done, as by
    /// a [`Decoder`] and an [`Encoder`](crate::Encoder).
    ///
    /// # Panics
    ///
    /// Panics if `to` is never written; see [`can_be_written`](Encoding::can_be_written).
    pub fn new(from: Encoding, to: Encoding, policy: Policy<'p>) -> Self {
        let target = Target::new(to, false);
        Converter {
            decoder: Decoder::for_converter(from, policy),
            signature: Signature::default_of(to),
            initial: target,
            target,
        }
    }

    /// Returns the converter with another treatment of a signature of the source, as
    /// [`Decoder::with_signature`] describes. Call it before the first byte is converted.
    #[must_use]
    pub fn with_signature(mut self, policy: SignaturePolicy) -> Self {
        self.decoder = self.decoder.with_signature(policy);
        self
    }

    /// Returns the converter to the beginning of a new text.
    pub fn reset(&mut self) {
        self.decoder.reset();
        self.signature.reset();
        self.target = self.initial;
    }

    /// Converts the next piece of the source to `dst`, and returns what it read and wrote, in bytes.
    pub fn convert(&mut self, src: &[u8], dst: &mut [u8]) -> Step {
        self.step(src, dst, false)
    }

    /// Ends the source: writes to `dst` what is still to write, and reports a sequence that was cut. Call it again while it stops
    /// with [`Stop::OutputFull`].
    pub fn finish(&mut self, dst: &mut [u8]) -> Step {
        self.step(&[], dst, true)
    }

    /// Returns the encoding of the source, as [`Decoder::encoding`] does.
    pub fn encoding(&self) -> Encoding {
        self.decoder.encoding()
    }

    /// Returns the number of bytes of the source that are converted, replaced or reported.
    pub fn position(&self) -> u64 {
        self.decoder.position()
    }

    /// Returns the number of ill-formed sequences, and of numbers that the destination's encoding lacks, that the policy has
    /// replaced so far.
    ///
    /// ```
    /// use utf8kit::{Encoding as Base, Policy};
    /// use utf8kit_encodings::{Converter, Encoding};
    ///
    /// let latin1 = Encoding::Base(Base::Latin1);
    /// let mut converter = Converter::new(Encoding::Utf1, latin1, Policy::Replace('?'));
    /// let mut bytes = [0; 16];
    /// let step = converter.convert(b"a\xFE \xA0\xE9 \xF6\x21\x21", &mut bytes);
    /// assert_eq!((&bytes[..step.written], converter.replaced()), (&b"a? \xE9 ?"[..], 2));
    /// ```
    pub fn replaced(&self) -> u64 {
        self.decoder.replaced()
    }

    fn step(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Step {
        let signature = self.signature.unwritten();
        // Without room for the signature nothing is written, and an empty text needs none.
        let (start, rest) = dst.split_at_mut_checked(signature.len()).unwrap_or_default();
        let mut step = self.decoder.step(&mut self.target, src, rest, last);
        if step.written > 0 && !signature.is_empty() {
            start.copy_from_slice(signature);
            step.written += signature.len();
            self.signature.set_written();
        }
        step
    }
}
