//! The signature at the beginning of a text that arrives in pieces.

use super::carry::Carry;
use crate::Encoding;
use crate::signature::{Signature, SignaturePolicy};

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
            self.encoding = signature.encoding_of(self.encoding);
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
