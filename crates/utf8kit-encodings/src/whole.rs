//! The conversion of whole texts, and what errors say about an encoding.

use crate::decoder::Decoder;
use crate::encoder::Encoder;
use crate::encoding::Encoding;
use crate::source::Source;
use utf8kit::codec::{Decode as _, Description};
use utf8kit::stream::{Step, Stop};
use utf8kit::{ConvertError, ConvertErrorKind, Endian, Policy};

impl Encoding {
    /// Returns what error messages say about the encoding.
    ///
    /// ```
    /// assert_eq!(utf8kit_encodings::Encoding::Utf1.description().name(), "UTF-1");
    /// ```
    #[must_use]
    pub fn description(self) -> &'static Description {
        #[cfg(feature = "legacy")]
        if let Encoding::Legacy(legacy) = self {
            return legacy.description(); // without its tables
        }
        Source::new(self.in_byte_order(Endian::Big), false, false).description()
    }

    /// Decodes a whole text and returns it.
    ///
    /// Where the encoding takes its byte order from a signature, and in `UTF-8-SIG`, the signature is left out of the text.
    /// In every other encoding, a signature is decoded to U+FEFF.
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed sequence, or the first number that is not a Unicode scalar value, that `policy` does not
    /// replace.
    ///
    /// ```
    /// use utf8kit::Policy;
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!(Encoding::Utf16.decode(b"\xFF\xFEa\0", Policy::Fail).unwrap(), "a");
    /// assert_eq!(Encoding::Utf16.decode(b"\0a", Policy::Fail).unwrap(), "a");
    /// assert_eq!(Encoding::Utf1.decode(b"\xFE!", Policy::Replace('?')).unwrap(), "?!");
    /// let error = Encoding::Utf1.decode(b"a\xFE", Policy::Fail).unwrap_err();
    /// assert_eq!(error.to_string(), "ill-formed UTF-1 at offset 1: `FE` never occurs in UTF-1");
    /// ```
    pub fn decode(self, bytes: &[u8], policy: Policy<'_>) -> Result<String, ConvertError> {
        let mut decoder = Decoder::new(self, policy);
        let text = collect(bytes.len(), |at, dst| match at < bytes.len() {
            true => (decoder.to_utf8(&bytes[at..], dst), false),
            false => (decoder.finish_utf8(dst), true),
        });
        Ok(String::from_utf8(text?).expect("a decoder writes UTF-8"))
    }

    /// Encodes a whole text and returns the bytes.
    ///
    /// # Errors
    ///
    /// Returns the first character that the encoding lacks and that `policy` does not replace.
    ///
    /// ```
    /// use utf8kit::{ConvertErrorKind, Policy};
    /// use utf8kit_encodings::Encoding;
    ///
    /// assert_eq!(Encoding::Ucs2(None).encode("é", Policy::Fail).unwrap(), b"\x00\xE9");
    /// let error = Encoding::Ucs2(None).encode("é\u{1F600}", Policy::Fail).unwrap_err();
    /// assert_eq!((error.kind(), error.read()), (ConvertErrorKind::NotRepresentable(0x1F600), 2));
    /// assert_eq!(error.to_string(), "U+1F600 at offset 2 cannot be represented in the destination's encoding");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the encoding is never written; see [`can_be_written`](Self::can_be_written).
    pub fn encode(self, text: &str, policy: Policy<'_>) -> Result<Vec<u8>, ConvertError> {
        let mut encoder = Encoder::new(self, policy);
        collect(text.len(), |at, dst| match at < text.len() {
            true => (encoder.encode(&text[at..], dst), false),
            false => (encoder.finish(dst), true),
        })
    }
}

/// Returns all that `step` writes for a source of `len` bytes.
///
/// `step` takes the number of bytes read so far and a destination. It returns what it did, and whether it
/// finished the text.
fn collect(
    len: usize,
    mut step: impl FnMut(usize, &mut [u8]) -> (Step, bool),
) -> Result<Vec<u8>, ConvertError> {
    let mut out = Vec::new();
    let mut at = 0;
    loop {
        let start = out.len();
        out.resize(start + (len - at) + (len - at) / 2 + 64, 0);
        let (step, last) = step(at, &mut out[start..]);
        out.truncate(start + step.written);
        at += step.read;
        match step.stop {
            Stop::InputUsed if last => return Ok(out),
            Stop::InputUsed | Stop::OutputFull => {}
            Stop::IllFormed(error) => {
                let kind = ConvertErrorKind::IllFormed(error);
                return Err(ConvertError::new(kind, error.valid_up_to(), out.len()));
            }
            Stop::NotRepresentable { number, offset } => {
                let kind = ConvertErrorKind::NotRepresentable(number);
                return Err(ConvertError::new(kind, offset as usize, out.len()));
            }
            stop => unreachable!("{stop:?}"),
        }
    }
}
