//! The beginning of a text: its signature, which can decide its encoding.

use crate::Encoding;
use utf8kit::Encoding as Base;
use utf8kit::signature::Signature;
use utf8kit::stream::{SignaturePolicy, Step, Stop};
use utf8kit::{Endian, Policy};

/// The choices that a decoder or reader is made with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'p> {
    pub(crate) policy: Policy<'p>,
    /// Whether unpaired surrogates of UTF-16 are numbers.
    pub(crate) unpaired: bool,
    /// Whether U+FEFF at the beginning is removed.
    pub(crate) removes_signature: bool,
}

/// What decodes the text after its signature.
pub(crate) trait Inner<'p> {
    /// The unit of the destination.
    type Unit;

    fn new(encoding: Encoding, options: Options<'p>) -> Self;

    /// Decodes the next piece, or if `last` ends the text; then `bytes` is empty.
    fn step(&mut self, bytes: &[u8], dst: &mut [Self::Unit], last: bool) -> Step;

    /// Returns the number of bytes decoded, replaced or reported.
    fn position(&self) -> u64;
}

/// Finds the signature of a text and decodes the rest with an [`Inner`].
#[derive(Clone, Debug)]
pub(crate) struct Started<'p, I> {
    /// The encoding that the caller named.
    encoding: Encoding,
    options: Options<'p>,
    policy: SignaturePolicy,
    /// The first bytes, which may be a signature, as far as they are not decoded yet.
    head: [u8; 4],
    head_start: usize,
    head_end: usize,
    /// The length in bytes of the signature that was removed here.
    signature_len: u64,
    /// What decodes the text, and its encoding. `None` as long as what was read can become a signature.
    inner: Option<(Encoding, I)>,
}

impl<'p, I: Inner<'p>> Started<'p, I> {
    pub(crate) const fn new(encoding: Encoding, policy: Policy<'p>) -> Self {
        Started {
            encoding,
            options: Options {
                policy,
                unpaired: false,
                removes_signature: false,
            },
            policy: default_policy(encoding),
            head: [0; 4],
            head_start: 0,
            head_end: 0,
            signature_len: 0,
            inner: None,
        }
    }

    pub(crate) fn set_signature(&mut self, policy: SignaturePolicy) {
        self.policy = policy;
    }

    pub(crate) fn set_unpaired(&mut self) {
        self.options.unpaired = true;
    }

    pub(crate) fn reset(&mut self) {
        *self = Started {
            policy: self.policy,
            options: self.options,
            ..Started::new(self.encoding, self.options.policy)
        };
    }

    /// Returns the encoding of the text, as far as it is known.
    pub(crate) fn encoding(&self) -> Encoding {
        self.inner
            .as_ref()
            .map_or(self.encoding, |&(encoding, _)| encoding)
    }

    /// Returns what decodes the text, from a place after its beginning, where no signature can be.
    pub(crate) fn resumed(&mut self) -> &mut I {
        let encoding = in_byte_order(self.encoding, Endian::Big);
        let (_, inner) = (self.inner).get_or_insert_with(|| (encoding, I::new(encoding, self.options)));
        inner
    }

    pub(crate) fn inner(&self) -> Option<&I> {
        self.inner.as_ref().map(|(_, inner)| inner)
    }

    pub(crate) fn position(&self) -> u64 {
        self.signature_len + self.inner().map_or(0, I::position)
    }

    pub(crate) fn step(&mut self, bytes: &[u8], dst: &mut [I::Unit], last: bool) -> Step {
        let mut read = 0;
        if self.inner.is_none() {
            read = self.read_signature(bytes, last);
        }
        let Some((_, inner)) = &mut self.inner else {
            return Step {
                read,
                written: 0,
                stop: Stop::InputUsed,
            };
        };
        let mut written = 0;
        while self.head_start < self.head_end {
            let step = inner.step(
                &self.head[self.head_start..self.head_end],
                &mut dst[written..],
                false,
            );
            self.head_start += step.read;
            written += step.written;
            if step.stop != Stop::InputUsed {
                let stop = after(self.signature_len, step.stop);
                return Step { read, written, stop };
            }
        }
        let step = inner.step(&bytes[read..], &mut dst[written..], last);
        Step {
            read: read + step.read,
            written: written + step.written,
            stop: after(self.signature_len, step.stop),
        }
    }

    /// Collects the bytes of a possible signature and returns how many of `bytes` it took. When it is decided whether they
    /// are one, sets what decodes the text.
    fn read_signature(&mut self, bytes: &[u8], last: bool) -> usize {
        let mut read = 0;
        while let Some(&byte) = bytes.get(read)
            && self.continues(Some(byte))
        {
            self.head[self.head_end] = byte;
            self.head_end += 1;
            read += 1;
        }
        if read == bytes.len() && !last && self.continues(None) {
            return read;
        }
        let head = &self.head[..self.head_end];
        let mut found = SIGNATURES
            .into_iter()
            .filter(|signature| head.starts_with(signature.bytes()));
        let encoding = found.find_map(|signature| Some((signature, self.encoding_with(signature)?)));
        let encoding = match encoding {
            Some((signature, encoding)) => {
                if self.policy != SignaturePolicy::Keep {
                    self.head_start = signature.len();
                    self.signature_len = signature.len() as u64;
                }
                encoding
            }
            None => in_byte_order(self.encoding, Endian::Big),
        };
        let options = Options {
            removes_signature: self.policy != SignaturePolicy::Keep && self.signature_len == 0,
            ..self.options
        };
        self.inner = Some((encoding, I::new(encoding, options)));
        read
    }

    /// Returns `true` if a signature that decides something begins with the bytes so far and then `next`, or, for `None`,
    /// any byte.
    fn continues(&self, next: Option<u8>) -> bool {
        let head = &self.head[..self.head_end];
        SIGNATURES.into_iter().any(|signature| {
            let is_continued = match signature.bytes().strip_prefix(head) {
                Some([byte, ..]) => next.is_none_or(|next| next == *byte),
                _ => false,
            };
            is_continued && self.encoding_with(signature).is_some()
        })
    }

    /// Returns the encoding of a text that begins with `signature`, if that is a signature for this encoding and policy.
    fn encoding_with(&self, signature: Signature) -> Option<Encoding> {
        let either_order = matches!(self.policy, SignaturePolicy::ByteOrder | SignaturePolicy::Detect);
        let accepts =
            |order: Option<Endian>, endian| order.is_none_or(|order| either_order || order == endian);
        let own = match (self.encoding, signature) {
            (Encoding::Utf16, Signature::Utf16(endian)) => Some(Encoding::Base(Base::Utf16(endian))),
            (Encoding::Utf32, Signature::Utf32(endian)) => Some(Encoding::Base(Base::Utf32(endian))),
            (Encoding::Ucs2(order), Signature::Utf16(endian)) if accepts(order, endian) => {
                Some(Encoding::Ucs2(Some(endian)))
            }
            (Encoding::Ucs4(order), Signature::Utf32(endian)) if accepts(order, endian) => {
                Some(Encoding::Ucs4(Some(endian)))
            }
            (Encoding::Base(Base::Utf16(order)), Signature::Utf16(endian))
                if accepts(Some(order), endian) =>
            {
                Some(Encoding::Base(Base::Utf16(endian)))
            }
            (Encoding::Base(Base::Utf32(order)), Signature::Utf32(endian))
                if accepts(Some(order), endian) =>
            {
                Some(Encoding::Base(Base::Utf32(endian)))
            }
            (Encoding::Base(base), signature) if Signature::of(base) == Some(signature) => {
                Some(self.encoding)
            }
            (
                Encoding::Utf8Signature | Encoding::Unicode11Utf8 | Encoding::OldHangulUtf8,
                Signature::Utf8,
            ) => Some(self.encoding),
            _ => None,
        };
        match self.policy {
            SignaturePolicy::Remove | SignaturePolicy::ByteOrder => own,
            SignaturePolicy::Detect => own.or_else(|| signature.encoding().map(Encoding::Base)),
            // The byte order is needed, though the signature is text.
            _ => own.filter(|_| self.encoding != in_byte_order(self.encoding, Endian::Big)),
        }
    }
}

/// Every signature, the longer ones first.
const SIGNATURES: [Signature; 5] = [
    Signature::Utf32(Endian::Big),
    Signature::Utf32(Endian::Little),
    Signature::Utf8,
    Signature::Utf16(Endian::Big),
    Signature::Utf16(Endian::Little),
];

/// Returns what the definition of an encoding says about a signature.
const fn default_policy(encoding: Encoding) -> SignaturePolicy {
    match encoding {
        Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(None) | Encoding::Ucs4(None) => {
            SignaturePolicy::ByteOrder
        }
        Encoding::Utf8Signature => SignaturePolicy::Remove,
        _ => SignaturePolicy::Keep,
    }
}

/// Returns `encoding` with this byte order if it has none.
fn in_byte_order(encoding: Encoding, endian: Endian) -> Encoding {
    match encoding {
        Encoding::Utf16 => Encoding::Base(Base::Utf16(endian)),
        Encoding::Utf32 => Encoding::Base(Base::Utf32(endian)),
        Encoding::Ucs2(None) => Encoding::Ucs2(Some(endian)),
        Encoding::Ucs4(None) => Encoding::Ucs4(Some(endian)),
        encoding => encoding,
    }
}

/// Returns `stop` with its offset after the signature.
fn after(signature_len: u64, stop: Stop) -> Stop {
    match stop {
        Stop::IllFormed(error) => Stop::IllFormed(error.at(signature_len + error.offset())),
        Stop::NotScalarValue { number, offset } => Stop::NotScalarValue {
            number,
            offset: signature_len + offset,
        },
        stop => stop,
    }
}
