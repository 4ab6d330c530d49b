//! Conversion of whole texts between any two encodings.

use crate::codec::{Any, Convert, Encode, Output, Stream};
use crate::destination::Destination;
#[cfg(feature = "alloc")]
use crate::encoding::Utf8;
#[cfg(feature = "utf16")]
use crate::encoding::{Utf16, with_encoding};
use crate::engine;
use crate::engine::{Run, kernel_of, repair_of};
use crate::error::{ConvertError, ConvertErrorKind};
use crate::simd::dispatch::kernels;
use crate::simd::repair_utf8::Repaired;
use crate::stream::{Place, Stop};
use crate::{Encoding, Policy};
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::mem::MaybeUninit;

/// The result of [`convert`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
/// The policy is for ill-formed sequences and for numbers that `to` lacks. A signature is text.
///
/// # Errors
///
/// Returns the first ill-formed sequence, or the first number that `to` lacks, that the policy does not replace, with its offset
/// in `bytes`; or an error of kind [`DestinationFull`](ConvertErrorKind::DestinationFull) if `dst` is too short. A `Vec` grows,
/// and is unchanged after an error.
///
/// ```
/// use utf8kit::{ConvertErrorKind, Encoding, Endian, Policy, convert};
///
/// let utf16 = Encoding::Utf16(Endian::Little);
/// let mut text = Vec::new();
/// let done = convert(b"5\0 \0\xAC\x20", utf16, Encoding::Utf8, Policy::Fail, &mut text).unwrap();
/// assert_eq!((&*text, done.written), ("5 €".as_bytes(), 5));
///
/// let error = convert(&text, Encoding::Utf8, Encoding::Latin1, Policy::Fail, &mut [0; 8]).unwrap_err();
/// assert_eq!((error.kind(), error.read()), (ConvertErrorKind::NotRepresentable(0x20AC), 2));
/// ```
#[inline]
pub fn convert<D: Destination<u8>>(
    bytes: &[u8],
    from: Encoding,
    to: Encoding,
    policy: Policy<'_>,
    dst: D,
) -> Result<Converted<D::Written>, ConvertError> {
    if let Policy::Replace(char::REPLACEMENT_CHARACTER) = policy
        && let Some(run) = repair_of(from, to)
    {
        return whole::<Any, Any, _, _>(run, Stream::converter, policy, from, to, bytes, dst);
    }
    let run = kernel_of(from, to);
    whole::<Any, Any, _, _>(run, Stream::converter, policy, from, to, bytes, dst)
}

/// Returns the number of bytes that [`convert`] writes, with U+FFFD for each ill-formed sequence and for each number that `to`
/// lacks, or `?` if `to` lacks U+FFFD: the length for [`Policy::Replace`]. For a text without these, every policy writes as many.
///
/// The length of UTF-8, UTF-16 and UTF-32 in each other, and of Latin-1 in UTF-8, is computed with vectors. That of others
/// takes as long as the conversion.
///
/// ```
/// use utf8kit::{Encoding, Endian, converted_len};
///
/// let utf16 = Encoding::Utf16(Endian::Big);
/// assert_eq!(converted_len(b"\x20\xAC\0!", utf16, Encoding::Utf8), "€!".len());
/// assert_eq!(converted_len(b"\xDC\0", utf16, Encoding::Utf8), "\u{FFFD}".len());
/// ```
#[must_use]
pub fn converted_len(bytes: &[u8], from: Encoding, to: Encoding) -> usize {
    let kernels = kernels();
    match (from, to) {
        (Encoding::Utf8, Encoding::Utf8) => engine::utf8_lossy_utf8_len(kernels, bytes),
        #[cfg(feature = "utf16")]
        (Encoding::Utf8, Encoding::Utf16(_)) => {
            engine::utf8_lossy_utf16_len(kernels, bytes).saturating_mul(2)
        }
        #[cfg(feature = "utf32")]
        (Encoding::Utf8, Encoding::Utf32(_)) => engine::utf8_lossy_count(kernels, bytes).saturating_mul(4),
        #[cfg(feature = "utf16")]
        (Encoding::Utf16(endian), Encoding::Utf8) => engine::utf16_lossy_utf8_len(kernels, endian, bytes),
        #[cfg(feature = "utf32")]
        (Encoding::Utf16(endian), Encoding::Utf32(_)) => {
            engine::utf16_bytes_lossy_count(kernels, endian, bytes).saturating_mul(4)
        }
        #[cfg(feature = "utf32")]
        (Encoding::Utf32(endian), Encoding::Utf8) => engine::utf32_lossy_utf8_len(kernels, endian, bytes),
        (Encoding::Latin1, Encoding::Utf8) => engine::latin1_utf8_len(kernels, bytes),
        _ => len_by_conversion(bytes, from, to),
    }
}

/// Does what [`converted_len`] does for any pair: converts to a buffer, again and again.
fn len_by_conversion(mut bytes: &[u8], from: Encoding, to: Encoding) -> usize {
    let mut buffer = [const { MaybeUninit::uninit() }; 1024];
    let mut stream = Stream::converter(Policy::Replace(char::REPLACEMENT_CHARACTER));
    let (mut source, mut target) = (Any::new(from), Any::new(to));
    let mut len = 0usize;
    loop {
        let step = stream.step_uninit(&mut source, &mut target, bytes, &mut buffer, true);
        bytes = &bytes[step.read..];
        len = len.saturating_add(step.written);
        match step.stop {
            Stop::InputUsed => return len,
            Stop::OutputFull => {}
            stop => unreachable!("everything is replaced: {stop:?}"),
        }
    }
}

/// Converts a whole text: its beginning with `run`, which returns how much it has read, written and replaced, and the rest with a
/// stream, which `stream` makes. A destination that grows is unchanged after an error.
///
/// The stream is made only where the kernels leave something: making it takes longer than to convert a short text. Always inlined,
/// so that `run` is known where the encodings are constants.
#[inline(always)]
fn whole<'p, S, T, D, R>(
    run: Run<S::Unit, T::Unit, R>,
    stream: fn(Policy<'p>) -> Stream<'p>,
    policy: Policy<'p>,
    source: impl Into<S>,
    target: impl Into<T>,
    src: &[S::Unit],
    mut dst: D,
) -> Result<Converted<D::Written>, ConvertError>
where
    S: Convert<T>,
    T: Encode,
    D: Destination<T::Unit>,
    R: Into<Repaired>,
{
    if D::GROWS {
        // SAFETY: nothing is written.
        unsafe { dst.grow(0, src.len()) };
    }
    let mut done = Repaired::default();
    if !policy.doubles_backslashes() {
        // SAFETY: a conversion writes initialized units only.
        done = run(src, unsafe { dst.space() }).into();
    }
    if done.read == src.len() {
        return Ok(Converted {
            // SAFETY: the conversion has initialized as many units.
            written: unsafe { dst.finish(done.written) },
            replaced: done.replaced as u64,
        });
    }
    let Repaired {
        read,
        written,
        replaced,
    } = done;
    rest::<S, T, _>(stream, policy, source, target, src, read, written, replaced, dst)
}

/// Converts a whole text, and writes `prefix` before it: what a [`Stream`] does that `stream` makes, in one call.
///
/// `run` converts the beginning of the text. It returns the number of code units read, and whether nothing is to be written at the end
/// of the text if these are all. The stream is made only for what it leaves, and so are the encodings, in the state after the run, so
/// that a short text takes little time.
///
/// # Errors
///
/// As [`convert()`], with offsets in code units of `src`. What is [written](ConvertError::written) includes the prefix.
///
/// ```
/// use utf8kit::codec::{Convert, Stream, Utf8, Utf16, convert_whole};
/// use utf8kit::Policy;
///
/// let convert = |units: &[u16], text: &mut [u8]| {
///     convert_whole::<Utf16, Utf8, _, _, _>(
///         Stream::decoder,
///         Policy::Fail,
///         (Utf16::default(), Utf8),
///         |source, target, src, out| (source.convert_run(target, src, out), true),
///         units,
///         b">",
///         text,
///     )
/// };
/// let mut text = [0; 8];
/// assert_eq!(convert(&[0x35, 0x20, 0x20AC], &mut text).unwrap().written, 6);
/// assert_eq!(&text[..6], ">5 €".as_bytes());
/// assert_eq!(convert(&[0x61, 0xD800], &mut text).unwrap_err().read(), 1);
/// ```
#[inline]
pub fn convert_whole<'p, S, T, F, G, D>(
    stream: fn(Policy<'p>) -> Stream<'p>,
    policy: Policy<'p>,
    (mut source, mut target): (F, G),
    run: impl FnOnce(&mut F, &mut G, &[S::Unit], &mut Output<'_, T::Unit>) -> (usize, bool),
    src: &[S::Unit],
    prefix: &[T::Unit],
    mut dst: D,
) -> Result<Converted<D::Written>, ConvertError>
where
    S: Convert<T>,
    T: Encode,
    F: Into<S>,
    G: Into<T>,
    D: Destination<T::Unit>,
{
    if D::GROWS {
        // SAFETY: nothing is written.
        unsafe { dst.grow(0, prefix.len() + src.len()) };
    }
    // SAFETY: an output counts only initialized units.
    let mut out = Output::new(unsafe { dst.space() });
    if !out.extend(prefix) {
        return Err(ConvertError::new(ConvertErrorKind::DestinationFull, 0, 0));
    }
    let (read, is_ended) = match policy.doubles_backslashes() {
        true => (0, false),
        false => run(&mut source, &mut target, src, &mut out),
    };
    let written = out.written();
    if is_ended && read == src.len() {
        return Ok(Converted {
            // SAFETY: as many units are initialized.
            written: unsafe { dst.finish(written) },
            replaced: 0,
        });
    }
    rest::<S, T, _>(stream, policy, source, target, src, read, written, 0, dst)
}

/// Does what [`whole`] does after what is read, written and replaced.
///
/// Outlined, with numbers as arguments, so that a call whose text the kernels convert writes nothing to the stack.
#[expect(clippy::too_many_arguments, reason = "a struct would be in memory")]
#[inline(never)]
fn rest<'p, S, T, D>(
    stream: fn(Policy<'p>) -> Stream<'p>,
    policy: Policy<'p>,
    source: impl Into<S>,
    target: impl Into<T>,
    src: &[S::Unit],
    read: usize,
    written: usize,
    replaced: usize,
    mut dst: D,
) -> Result<Converted<D::Written>, ConvertError>
where
    S: Convert<T>,
    T: Encode,
    D: Destination<T::Unit>,
{
    let (mut source, mut target) = (source.into(), target.into());
    let mut place = Place {
        read: read as u64,
        written,
        replaced: replaced as u64,
    };
    let mut stream = stream(policy).at(place);
    loop {
        let rest = &src[place.read as usize..];
        // SAFETY: a conversion writes initialized units only.
        let space = unsafe { &mut dst.space()[place.written..] };
        let step = stream.step_uninit(&mut source, &mut target, rest, space, true);
        let before = place.written;
        place = Place {
            read: place.read + step.read as u64,
            written: before + step.written,
            replaced: stream.replaced(),
        };
        let (kind, read) = match step.stop {
            // No encoding of this crate has anything to write at the end.
            Stop::InputUsed => {
                return Ok(Converted {
                    // SAFETY: the steps have initialized as many units, one after the other.
                    written: unsafe { dst.finish(place.written) },
                    replaced: place.replaced,
                });
            }
            Stop::OutputFull if D::GROWS => {
                let rest = rest.len() - step.read;
                // SAFETY: as above.
                unsafe { dst.grow(place.written, rest + rest / 2 + 64) };
                continue;
            }
            Stop::OutputFull => {
                if let Some(whole) = stream.before_pending() {
                    place = Place {
                        written: before + whole.written,
                        ..whole
                    };
                }
                (ConvertErrorKind::DestinationFull, place.read)
            }
            Stop::IllFormed(error) => (ConvertErrorKind::IllFormed(error), error.offset()),
            Stop::NotRepresentable { number, offset } => (ConvertErrorKind::NotRepresentable(number), offset),
        };
        return Err(ConvertError::new(kind, read as usize, place.written).with_replaced(place.replaced));
    }
}

#[cfg(feature = "utf16")]
impl Encoding {
    /// Decodes `bytes` in this encoding to UTF-16 in code units. The policy is for ill-formed sequences and for numbers that
    /// UTF-16 lacks. The unpaired surrogates of WTF-8 are code units.
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed sequence, or the first number that UTF-16 lacks, that the policy does not replace; or an
    /// error of kind [`DestinationFull`](ConvertErrorKind::DestinationFull). [`read`](ConvertError::read) is in bytes,
    /// [`written`](ConvertError::written) in code units.
    ///
    /// ```
    /// use utf8kit::{Encoding, Endian, Policy};
    ///
    /// let mut units = [0; 4];
    /// let done = Encoding::Utf16(Endian::Big).decode_to_utf16(b"\0H\0i", Policy::Fail, &mut units)?;
    /// assert_eq!((&units[..done.written], done.replaced), (&[0x48, 0x69][..], 0));
    /// # Ok::<(), utf8kit::ConvertError>(())
    /// ```
    pub fn decode_to_utf16<D: Destination<u16>>(
        self,
        bytes: &[u8],
        policy: Policy<'_>,
        dst: D,
    ) -> Result<Converted<D::Written>, ConvertError> {
        let run = with_encoding!(self, S => engine::run::<S, Utf16>);
        let target = Utf16::WITH_UNPAIRED;
        whole::<Any, Utf16, _, _>(run, Stream::decoder, policy, self, target, bytes, dst)
    }
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
        let run = kernel_of(self, Encoding::Utf8);
        let _: Converted =
            whole::<Any, Utf8, _, _>(run, Stream::decoder, policy, self, Utf8, bytes, &mut text)?;
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
        let (run, text) = (kernel_of(Encoding::Utf8, self), text.as_bytes());
        let _: Converted =
            whole::<Utf8, Any, _, _>(run, Stream::encoder, policy, Utf8, self, text, &mut bytes)?;
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
