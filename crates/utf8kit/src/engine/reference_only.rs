//! Validation and conversion with the reference engine alone. Every tier is tested against these functions.

use super::{Conversion, ConvertPrefix, Search, ValidPrefix};
use crate::dispatch::kernels;
use crate::error::{ConvertError, DestinationFull, IllFormed, Lossy};
use crate::reference::Encode;

/// Does what [`validate`](super::validate) does.
pub(crate) fn validate<S: ValidPrefix>(src: &[S::Unit]) -> Result<(), IllFormed> {
    let mut search = Search::new(kernels());
    search.walk_to = usize::MAX;
    let error = search.advance::<S>(src);
    debug_assert_eq!(search.walk_to, usize::MAX, "a kernel ran");
    match error {
        None => Ok(()),
        Some(error) => Err(IllFormed::new(S::NAME, error, search.read, &src[search.read..])),
    }
}

/// Returns a conversion in which no kernel runs.
fn conversion<'s, 'd, S: ConvertPrefix<T>, T: Encode>(
    src: &'s [S::Unit],
    dst: &'d mut [T::Unit],
) -> Conversion<'s, 'd, S, T> {
    let mut conversion = Conversion::new(src, dst);
    conversion.walk_to = usize::MAX;
    conversion
}

/// Does what [`convert`](super::convert()) does.
pub(crate) fn convert<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Result<usize, ConvertError> {
    let mut conversion = conversion::<S, T>(src, dst);
    let stop = conversion.advance();
    debug_assert_eq!(conversion.walk_to, usize::MAX, "a kernel ran");
    conversion.end(stop)
}

/// Does what [`convert_lossy_with`](super::convert_lossy_with) does.
pub(crate) fn convert_lossy<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [T::Unit],
) -> Result<Lossy, DestinationFull> {
    let mut conversion = conversion::<S, T>(src, dst);
    let lossy = conversion.finish_lossy();
    debug_assert_eq!(conversion.walk_to, usize::MAX, "a kernel ran");
    lossy
}
