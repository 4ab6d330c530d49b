//! Conversion of whole texts between any two encodings.

use crate::codec::{Any, Convert, Encode, Output, Stream};
use crate::destination::Destination;
#[cfg(feature = "alloc")]
use crate::encoding::Utf8;
use crate::engine::step_to_end;
use crate::error::ConvertError;
#[cfg(doc)]
use crate::error::ConvertErrorKind;
use crate::stream::{Step, Stop};
use crate::{Encoding, Policy};
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};

/// The result of [`convert`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Converted<W = usize> {
    /// What was written: the number of bytes, or these bytes themselves ([`Destination::Written`]).
    pub written: W,
    /// The number of ill-formed sequences, and of numbers that the destination's encoding lacks, that the policy replaced.
    pub replaced: u64,
}

/// Converts `bytes` from one encoding to another.
///
/// The policy is for ill-formed sequences and for numbers that `to` lacks. [`Policy::Replace`] with a character that `to` lacks
/// writes the substitute of `to`, `?`. A signature is text.
///
/// # Errors
///
/// Returns the first ill-formed sequence, or the first number that `to` lacks, that the policy does not replace, with its offset
/// in `bytes`; or an error of kind [`DestinationFull`](ConvertErrorKind::DestinationFull) if `dst` is too short. A `Vec` grows,
/// and is unchanged after an error.
///
/// ```
/// # #[cfg(feature = "latin1")] {
/// use utf8kit::{ConvertErrorKind, Encoding, Endian, Policy, convert};
///
/// let utf16 = Encoding::Utf16(Endian::Little);
/// let mut text = Vec::new();
/// let done = convert(b"5\0 \0\xAC\x20", utf16, Encoding::Utf8, Policy::Fail, &mut text).unwrap();
/// assert_eq!((&*text, done.written), ("5 €".as_bytes(), 5));
///
/// let error = convert(&text, Encoding::Utf8, Encoding::Latin1, Policy::Fail, &mut [0; 8]).unwrap_err();
/// assert_eq!((error.kind(), error.read()), (ConvertErrorKind::NotRepresentable(0x20AC), 2));
/// # }
/// ```
pub fn convert<D: Destination<u8>>(
    bytes: &[u8],
    from: Encoding,
    to: Encoding,
    policy: Policy<'_>,
    dst: D,
) -> Result<Converted<D::Written>, ConvertError> {
    let (source, target) = (Any::new(from), Any::new(to));
    let (written, replaced) = whole(Stream::converter, policy, source, target, bytes, dst)?;
    Ok(Converted { written, replaced })
}

/// Converts a whole text with the stream that `make` returns. Returns what is written, and the number of replacements.
///
/// The stream is made only where the kernels leave something: making it takes longer than to convert a short text.
fn whole<'p, S, T, D>(
    make: fn(Policy<'p>) -> Stream<'p>,
    policy: Policy<'p>,
    mut source: S,
    mut target: T,
    src: &[u8],
    dst: D,
) -> Result<(D::Written, u64), ConvertError>
where
    S: Convert<T, Unit = u8>,
    T: Encode<Unit = u8>,
    D: Destination<u8>,
{
    let mut stream: Option<Stream<'p>> = None;
    let written = step_to_end(src, dst, |src, dst| {
        let (mut read, mut written) = (0, 0);
        if stream.is_none() && !policy.doubles_backslashes() {
            let mut out = Output::new(dst);
            read = source.convert_run(&mut target, src, &mut out);
            written = out.written();
            if read == src.len() {
                // No encoding of this crate has anything to write at the end.
                return Step {
                    read,
                    written,
                    stop: Stop::InputUsed,
                };
            }
        }
        let stream = stream.get_or_insert_with(|| make(policy).after(read));
        let (src, dst) = (&src[read..], &mut dst[written..]);
        let mut step = stream.step_uninit(&mut source, &mut target, src, dst, true);
        step.read += read;
        step.written += written;
        step
    })?;
    Ok((written, stream.map_or(0, |stream| stream.replaced())))
}

#[cfg(feature = "alloc")]
impl Encoding {
    /// Decodes `bytes` in this encoding to text. The policy is for ill-formed sequences and for numbers that are not
    /// characters. Returns the bytes themselves if they are the same in UTF-8 and need no change.
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed sequence, or the first number that is not a character, that the policy does not replace.
    /// Offsets are in bytes.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, Policy};
    ///
    /// let text = Encoding::Cesu8.decode(b"\xED\xA1\x8C\xED\xBE\xB4", Policy::Fail)?;
    /// assert_eq!(text, "\u{233B4}");
    ///
    /// // R.7: a first byte with the continuation bytes that it has is one malformed sequence, a run of surplus ones is
    /// // another.
    /// let bytes = b"\xE2\x82 \x80\x80\x80\x80\x80\x80\x80\x80!";
    /// assert_eq!(Encoding::AnnexR.decode(bytes, Policy::Replace('?'))?, "? ?!");
    /// # }
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    pub fn decode<'b>(self, bytes: &'b [u8], policy: Policy<'_>) -> Result<Cow<'b, str>, ConvertError> {
        if self.is_utf8_like()
            && !policy.doubles_backslashes()
            && let Ok(text) = crate::utf8::validate(bytes)
            && self.shares(text)
        {
            return Ok(Cow::Borrowed(text));
        }
        let mut text = Vec::new();
        whole(Stream::decoder, policy, Any::new(self), Utf8, bytes, &mut text)?;
        // SAFETY: a conversion to UTF-8 writes well-formed UTF-8 and whole characters only.
        Ok(Cow::Owned(unsafe { String::from_utf8_unchecked(text) }))
    }

    /// Encodes `text` in this encoding. The policy is for characters that the encoding lacks. Returns the text's own bytes if
    /// they are the same.
    ///
    /// # Errors
    ///
    /// Returns the first character that the encoding lacks and that the policy does not replace.
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, Policy};
    ///
    /// assert_eq!(*Encoding::ModifiedUtf8.encode("a\0", Policy::Fail)?, *b"a\xC0\x80");
    /// assert_eq!(*Encoding::Ascii.encode("5 €", Policy::Escape)?, *br"5 \xE2\x82\xAC");
    /// # }
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    pub fn encode<'t>(self, text: &'t str, policy: Policy<'_>) -> Result<Cow<'t, [u8]>, ConvertError> {
        if self.shares(text) {
            return Ok(Cow::Borrowed(text.as_bytes()));
        }
        let mut bytes = Vec::new();
        whole(
            Stream::encoder,
            policy,
            Utf8,
            Any::new(self),
            text.as_bytes(),
            &mut bytes,
        )?;
        Ok(Cow::Owned(bytes))
    }

    /// Returns `true` if ASCII is the same in this encoding and in UTF-8, byte for byte.
    const fn is_utf8_like(self) -> bool {
        match self {
            #[cfg(feature = "utf16")]
            Encoding::Utf16(_) => false,
            #[cfg(feature = "utf32")]
            Encoding::Utf32(_) => false,
            _ => true,
        }
    }

    /// Returns `true` if all of `text` has the same bytes in this encoding.
    fn shares(self, text: &str) -> bool {
        match self {
            #[cfg(feature = "utf16")]
            Encoding::Utf16(_) => text.is_empty(),
            #[cfg(feature = "utf32")]
            Encoding::Utf32(_) => text.is_empty(),
            #[cfg(feature = "latin1")]
            Encoding::Latin1 => crate::ascii::is_valid(text.as_bytes()),
            Encoding::Ascii => crate::ascii::is_valid(text.as_bytes()),
            #[cfg(feature = "dialects")]
            Encoding::Cesu8 => crate::encoding::Cesu8::shares(text.as_bytes()),
            #[cfg(feature = "dialects")]
            Encoding::ModifiedUtf8 => crate::encoding::ModifiedUtf8::shares(text.as_bytes()),
            _ => true,
        }
    }
}
