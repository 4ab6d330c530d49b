//! Validation and conversion with the reference engine alone. Every tier is tested against these functions.

use super::backoff::Backoff;
use super::{Conversion, ConvertPrefix, Search, ValidPrefix, as_uninit};
use crate::codec::{Encode, Unit, ill_formed_in_text};
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy};
use crate::simd::dispatch::kernels;

/// Does what [`validate`](super::validate) does.
pub(crate) fn validate<S: ValidPrefix>(src: &[S::Unit]) -> Result<(), IllFormed> {
    let mut search = Search::new(kernels());
    search.backoff = Backoff::endless();
    let mut source = S::default();
    let error = search.advance(&mut source, src);
    debug_assert!(search.backoff.is_endless(), "a kernel ran");
    match error {
        None => Ok(()),
        Some(error) => Err(ill_formed_in_text(&source, error, search.read, src)),
    }
}

/// Returns a conversion in which no kernel runs.
fn conversion<'s, 'd, A: Unit, B: Copy + Default>(
    src: &'s [A],
    dst: &'d mut [B],
) -> Conversion<'s, 'd, A, B> {
    // SAFETY: conversions write initialized units only.
    let mut conversion = Conversion::new(kernels(), src, unsafe { as_uninit(dst) });
    conversion.backoff = Backoff::endless();
    conversion
}

/// Does what [`convert_with`](super::convert_with) does.
pub(crate) fn convert<S: ConvertPrefix<T>, T: Encode + Default>(
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Result<usize, ConvertError> {
    let mut conversion = conversion(src, dst);
    let mut source = S::default();
    let stop = conversion.advance(&mut source, &mut T::default());
    debug_assert!(conversion.backoff.is_endless(), "a kernel ran");
    conversion.end(&source, stop)
}

/// Does what [`convert_lossy_with`](super::convert_lossy_with) does.
pub(crate) fn convert_lossy<S: ConvertPrefix<T>, T: Encode + Default>(
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Result<Lossy, DestinationFull> {
    let mut conversion = conversion(src, dst);
    let lossy = conversion.finish_lossy(&mut S::default(), &mut T::default());
    debug_assert!(conversion.backoff.is_endless(), "a kernel ran");
    lossy
}
