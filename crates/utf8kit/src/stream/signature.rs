//! The signature at the beginning of a text that arrives in pieces.

use super::carry::Carry;
use crate::Encoding;
use crate::signature::Signature;

/// What a [`Decoder`](super::Decoder) does with a [signature](crate::signature), U+FEFF at the very beginning of a text.
///
/// A signature that is removed is counted in offsets. It may come in several pieces. A text that ends inside one has
/// none, and its bytes are decoded as usual. The [`Action`](crate::signature::Action) that a protocol calls for is
/// `Keep` for [`Keep`](Self::Keep), and `Ignore` for the others.
///
/// ```
/// use utf8kit::{Encoding, Endian, Policy, stream::{Decoder, SignaturePolicy}};
///
/// let mut decoder = Decoder::new(Encoding::Utf8, Policy::Fail).with_signature(SignaturePolicy::Detect);
/// let mut text = [0; 8];
/// assert_eq!(decoder.to_utf8(b"\xFE", &mut text).written, 0);
/// assert_eq!(decoder.to_utf8(b"\xFF\x20\xAC", &mut text).written, 3);
/// assert_eq!(&text[..3], "€".as_bytes());
/// assert_eq!((decoder.encoding(), decoder.position()), (Encoding::Utf16(Endian::Big), 4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum SignaturePolicy {
    /// It is text: decode it to U+FEFF (RFC 3629 section 6 recommends to keep it).
    #[default]
    Keep,
    /// Remove the signature of the decoder's encoding. Others are text. In Latin-1 and ASCII there is none.
    Remove,
    /// Remove the signature of UTF-16 or UTF-32 in either byte order, which then is that of the text: what the label
    /// `UTF-16` means (RFC 2781 section 4.3). Without a signature, the text is in the decoder's encoding; for this
    /// label, that should be [`Encoding::Utf16`] with [`Endian::Big`](crate::Endian::Big). For an encoding without a
    /// byte order, this is [`Remove`](Self::Remove).
    #[cfg(feature = "utf16")]
    ByteOrder,
    /// Remove the signature that [`detect`](crate::signature::detect()) finds; the text is in its encoding. Without a
    /// signature, the text is in the decoder's encoding. Use this where nothing else identifies the encoding, or where
    /// a signature takes precedence, as on the web. A signature of UTF-16 or UTF-32 is text if the feature for it is
    /// not enabled.
    Detect,
}

impl SignaturePolicy {
    /// Returns `true` if `signature` is not text at the beginning of a text in `encoding`.
    fn applies(self, signature: Signature, encoding: Encoding) -> bool {
        let own = Signature::of(encoding) == Some(signature);
        match self {
            SignaturePolicy::Keep => false,
            SignaturePolicy::Remove => own,
            #[cfg(feature = "utf16")]
            SignaturePolicy::ByteOrder => {
                own || matches!((encoding, signature), (Encoding::Utf16(_), Signature::Utf16(_)))
                    || is_utf32(encoding) && matches!(signature, Signature::Utf32(_))
            }
            SignaturePolicy::Detect => own || signature.encoding().is_some(),
        }
    }
}

#[cfg(feature = "utf16")]
fn is_utf32(encoding: Encoding) -> bool {
    #[cfg(feature = "utf32")]
    return matches!(encoding, Encoding::Utf32(_));
    #[cfg(not(feature = "utf32"))]
    {
        let _ = encoding;
        false
    }
}

/// The encoding of a text, which its beginning can decide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The encoding of the text as far as it is known.
    pub(super) encoding: Encoding,
    /// The encoding of a text without a signature.
    default: Encoding,
    policy: SignaturePolicy,
    /// Whether what follows can still become a signature.
    open: bool,
}

impl Start {
    pub(super) const fn new(encoding: Encoding) -> Self {
        Start {
            encoding,
            default: encoding,
            policy: SignaturePolicy::Keep,
            open: false,
        }
    }

    pub(super) const fn set(&mut self, policy: SignaturePolicy) {
        self.policy = policy;
        self.open = !matches!(policy, SignaturePolicy::Keep);
    }

    pub(super) const fn reset(&mut self) {
        self.encoding = self.default;
        self.set(self.policy);
    }

    /// Returns `true` if the next call of [`read`](Self::read) can change the encoding.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the encodings that the text can have.
    pub(super) fn encodings(&self) -> impl Iterator<Item = Encoding> {
        let detectable = Signature::ALL
            .into_iter()
            .filter(|&signature| self.open && self.policy.applies(signature, self.encoding))
            .filter_map(Signature::encoding);
        detectable.chain([self.encoding])
    }

    /// Reads as much of `src` as may belong to a signature into `carry`, and returns the number of bytes read. When it
    /// is decided, `carry` holds what is not a signature. `last` states that the text ends with `src`. Call it only while
    /// this [is open](Self::is_open).
    pub(super) fn read(&mut self, carry: &mut Carry, src: &[u8], last: bool) -> usize {
        debug_assert!(self.open);
        let applies = |signature| self.policy.applies(signature, self.encoding);
        let (read, found) = match carry.read_signature(src, last, applies) {
            Ok(decided) => decided,
            Err(read) => return read,
        };
        self.open = false;
        if let Some(signature) = found {
            carry.drop_front::<u8>(signature.len());
            if Signature::of(self.encoding) != found
                && let Some(encoding) = signature.encoding()
            {
                self.encoding = encoding;
            }
        }
        read
    }
}

impl Carry {
    /// Reads as much of `src`, the beginning of a text, as may belong to a signature that `accepts` accepts, and keeps it.
    /// `last` states that the text ends with `src`.
    ///
    /// Returns the number of bytes read, and once it is decided the signature that the kept bytes begin with, if there is one.
    pub(super) fn read_signature(
        &mut self,
        src: &[u8],
        last: bool,
        accepts: impl Fn(Signature) -> bool,
    ) -> Result<(usize, Option<Signature>), usize> {
        // Returns `true` if a signature begins with `bytes` and then `next`, or, for `None`, any byte.
        let continues = |bytes: &[u8], next: Option<u8>| {
            Signature::ALL.into_iter().any(|signature| {
                accepts(signature)
                    && match signature.bytes().strip_prefix(bytes) {
                        Some([byte, ..]) => next.is_none_or(|next| next == *byte),
                        _ => false,
                    }
            })
        };
        let mut read = 0;
        while let Some(&byte) = src.get(read)
            && continues(self.bytes(), Some(byte))
        {
            self.push(byte);
            read += 1;
        }
        if read == src.len() && !last && continues(self.bytes(), None) {
            return Err(read);
        }
        let found = Signature::ALL
            .into_iter()
            .find(|&signature| accepts(signature) && self.bytes().starts_with(signature.bytes()));
        Ok((read, found))
    }
}
