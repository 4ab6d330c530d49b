//! Conversions on every tier, compared with the reference engine and with the result expected.

use std::fmt::Debug;
use utf8kit::{ConvertError, DestinationFull, Lossy, Tier, tiers};

/// A conversion on a given tier.
type OnTier<S, D, R> = fn(Tier, &[S], &mut [D]) -> R;

/// The functions of a pair of encodings.
pub struct Pair<S: 'static, D> {
    pub convert: OnTier<S, D, Result<usize, ConvertError>>,
    pub convert_lossy: OnTier<S, D, Result<Lossy, DestinationFull>>,
    pub reference: fn(&[S], &mut [D]) -> Result<usize, ConvertError>,
}

/// Returns the [`Pair`] of a module of `tiers`.
macro_rules! pair {
    ($name:ident) => {
        crate::pair::Pair {
            convert: utf8kit::tiers::$name::convert,
            convert_lossy: utf8kit::tiers::$name::convert_lossy,
            reference: utf8kit::tiers::$name::reference,
        }
    };
}
pub(crate) use pair;

impl<S, D: Copy + Default + PartialEq + Debug> Pair<S, D> {
    /// Asserts that every tier converts `source` as the reference engine does: into destinations of the needed size and
    /// of `shortage` units less. `expected` is the result of a lossy conversion. If `replaced` is 0, the strict
    /// conversion gives the same.
    pub fn check(&self, source: &[S], expected: &[D], replaced: usize, shortage: u8) {
        for capacity in [expected.len(), expected.len().saturating_sub(shortage.into())] {
            let mut reference = vec![D::default(); capacity];
            let strict = (self.reference)(source, &mut reference);
            let written = strict.unwrap_or_else(|error| error.written());
            assert_eq!(reference[..written], expected[..written]);
            if capacity == expected.len() {
                assert_eq!(strict.is_ok(), replaced == 0);
            }
            for tier in tiers::available() {
                let mut actual = vec![D::default(); capacity];
                assert_eq!((self.convert)(tier, source, &mut actual), strict, "{tier}");
                assert_eq!(actual[..written], expected[..written], "{tier}");
            }
        }
        for tier in tiers::available() {
            let mut actual = vec![D::default(); expected.len()];
            let written = expected.len();
            assert_eq!(
                (self.convert_lossy)(tier, source, &mut actual),
                Ok(Lossy { written, replaced }),
                "{tier}"
            );
            assert_eq!(actual, expected, "{tier}");
        }
    }
}
