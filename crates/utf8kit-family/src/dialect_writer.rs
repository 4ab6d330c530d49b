//! Writes code points as bytes in a [`Dialect`], in pieces.

use crate::codec::{NumberWriter, StreamEncoder};
use utf8kit::Policy;
use utf8kit::dialect::Dialect;
use utf8kit::stream::Step;

/// Writes code points as bytes in a [`Dialect`], in pieces.
#[derive(Clone, Debug)]
pub(crate) struct Writer<'p> {
    dialect: Dialect,
    policy: Policy<'p>,
    inner: StreamEncoder<'p>,
}

impl<'p> Writer<'p> {
    pub(crate) fn new(dialect: Dialect, policy: Policy<'p>) -> Self {
        let writer = NumberWriter::Dialect {
            dialect,
            after_high: false,
        };
        Writer {
            dialect,
            policy,
            inner: StreamEncoder::new(writer, policy),
        }
    }

    pub(crate) fn write(&mut self, numbers: &[u32], bytes: &mut [u8]) -> Step {
        self.inner.encode(numbers, bytes)
    }

    pub(crate) fn finish(&mut self, bytes: &mut [u8]) -> Step {
        self.inner.finish::<[u32]>(bytes)
    }

    pub(crate) fn reset(&mut self) {
        *self = Writer::new(self.dialect, self.policy);
    }

    pub(crate) fn position(&self) -> u64 {
        self.inner.position
    }

    pub(crate) fn replaced(&self) -> u64 {
        self.inner.replaced
    }

    pub(crate) fn remarked(&self) -> u64 {
        self.inner.remarked
    }
}
