//! The waist: where what is fast meets what is careful.
//!
//! A kernel runs ahead: it is given any input, consumes only what it has proved well-formed, and returns how far it got
//! — (read, written), at a character boundary, never past either buffer; (0, 0) is a fine answer. It reports no errors
//! and knows no policy. The engine here takes over where the kernel stops: it walks a stretch with the
//! [reference](crate::reference), which names the error, applies the policy and does the tail, and lets the kernel run
//! again. So *kernel then reference* gives what *reference alone* gives, and that is the one property every kernel is
//! tested for.

use crate::dispatch::{Kernels, kernels};
use crate::error::{ConvertError, ConvertErrorKind, DecodeError, DestinationFull, IllFormed, Lossy};
#[cfg(feature = "alloc")]
use crate::reference::Utf8;
use crate::reference::{Decode, Encode, LONGEST};
#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

mod length;
mod pairs;

pub(crate) use length::*;
#[cfg(feature = "dialects")]
pub(crate) use pairs::convert_rest;
pub(crate) use pairs::{ConvertPrefix, ValidPrefix};

/// How many units the reference walks before it lets the kernel try again: more each time the kernel gets nowhere, so
/// that text full of errors does not pay for starting it in vain.
struct Stretch(usize);

impl Stretch {
    const SHORTEST: usize = 32;
    const LONGEST: usize = 1024;

    fn new() -> Self {
        Stretch(Self::SHORTEST)
    }

    /// The length of the next stretch, after the kernel got `ahead` units far.
    fn after(&mut self, ahead: usize) -> usize {
        self.0 = if ahead >= self.0 {
            Self::SHORTEST
        } else {
            (2 * self.0).min(Self::LONGEST)
        };
        self.0
    }
}

/// A search for errors under way.
pub(crate) struct Search {
    kernels: &'static Kernels,
    /// Units found well-formed or skipped.
    pub(crate) read: usize,
    /// Up to here the reference walks; from here on the kernel may run.
    walk_to: usize,
    stretch: Stretch,
}

impl Search {
    #[inline]
    pub(crate) fn new(kernels: &'static Kernels) -> Self {
        Search {
            kernels,
            read: 0,
            walk_to: 0,
            stretch: Stretch::new(),
        }
    }

    /// Goes on to the next error of `src`, which is at `read`. Can be called again after [`Search::skip`].
    #[inline]
    pub(crate) fn advance<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> Option<DecodeError> {
        while self.read < src.len() {
            if self.read >= self.walk_to {
                let ahead = S::valid_prefix(self.kernels, &src[self.read..]);
                self.read += ahead;
                self.walk_to = self.read + self.stretch.after(ahead);
            }
            let walk_to = self.walk_to.min(src.len());
            while self.read < walk_to {
                match S::decode(&src[self.read..]) {
                    Ok((_, len)) => self.read += len,
                    Err(bad) => return Some(bad),
                }
            }
        }
        None
    }

    /// Leaves out `len` units.
    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        self.read += len;
    }
}

/// Finds the first error of `src`.
#[inline]
pub(crate) fn validate<S: ValidPrefix>(src: &[S::Unit]) -> Result<(), IllFormed> {
    validate_with::<S>(kernels(), src)
}

/// The same with the given kernels.
#[inline]
pub(crate) fn validate_with<S: ValidPrefix>(
    kernels: &'static Kernels,
    src: &[S::Unit],
) -> Result<(), IllFormed> {
    let ahead = S::valid_prefix(kernels, src);
    if ahead == src.len() {
        return Ok(());
    }
    validate_after::<S>(kernels, src, ahead)
}

/// Returns `true` if `src` is well-formed.
#[inline]
pub(crate) fn is_valid<S: ValidPrefix>(src: &[S::Unit]) -> bool {
    let kernels = kernels();
    let ahead = S::valid_prefix(kernels, src);
    ahead == src.len() || validate_after::<S>(kernels, src, ahead).is_ok()
}

/// [`validate`] where a kernel stopped at `ahead`. Outlined so that the path on which a kernel does all the work saves few
/// registers.
#[inline(never)]
fn validate_after<S: ValidPrefix>(
    kernels: &'static Kernels,
    src: &[S::Unit],
    ahead: usize,
) -> Result<(), IllFormed> {
    let mut search = Search::new(kernels);
    search.read = ahead;
    search.walk_to = ahead + search.stretch.after(ahead);
    match search.advance::<S>(src) {
        None => Ok(()),
        Some(error) => Err(IllFormed::new(S::NAME, error, search.read, &src[search.read..])),
    }
}

/// The same as [`validate`], [`convert`] and [`convert_lossy`] by the reference alone: what every tier is tested against.
#[cfg(feature = "tiers")]
pub(crate) mod reference_only {
    use super::*;

    pub(crate) fn validate<S: ValidPrefix>(src: &[S::Unit]) -> Result<(), IllFormed> {
        let mut search = Search::new(kernels());
        search.walk_to = usize::MAX;
        match search.advance::<S>(src) {
            None => Ok(()),
            Some(error) => Err(IllFormed::new(S::NAME, error, search.read, &src[search.read..])),
        }
    }

    fn conversion<'s, 'd, S: ConvertPrefix<T>, T: Encode>(
        src: &'s [S::Unit],
        dst: &'d mut [MaybeUninit<T::Unit>],
    ) -> Conversion<'s, 'd, S, T> {
        let mut conversion = Conversion::new(src, dst);
        conversion.walk_to = usize::MAX;
        conversion
    }

    pub(crate) fn convert<S: ConvertPrefix<T>, T: Encode>(
        src: &[S::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<usize, ConvertError> {
        let mut conversion = conversion::<S, T>(src, dst);
        let stop = conversion.advance();
        conversion.end(stop)
    }

    pub(crate) fn convert_lossy<S: ConvertPrefix<T>, T: Encode>(
        src: &[S::Unit],
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<Lossy, DestinationFull> {
        conversion::<S, T>(src, dst).finish_lossy()
    }
}

/// What stopped a [`Conversion`].
pub(crate) enum StoppedBy {
    /// All of the source is converted.
    SourceEnd,
    DestinationFull,
    /// The source goes on with this.
    IllFormed(DecodeError),
    /// The source goes on with a character of this length that the destination's form lacks.
    NotRepresentable(char, usize),
}

/// A conversion under way.
pub(crate) struct Conversion<'s, 'd, S: Decode, T: Encode> {
    kernels: &'static Kernels,
    pub(crate) src: &'s [S::Unit],
    pub(crate) dst: &'d mut [MaybeUninit<T::Unit>],
    /// Units of `src` done with.
    pub(crate) read: usize,
    /// Units of `dst` initialised.
    pub(crate) written: usize,
    /// May kernels go on over errors, with the substitute of `T` for each?
    pub(crate) over_errors: bool,
    /// How many substitutes they wrote.
    pub(crate) replaced: usize,
    /// Up to here the reference walks; from here on the kernel may run.
    walk_to: usize,
    stretch: Stretch,
}

impl<'s, 'd, S: ConvertPrefix<T>, T: Encode> Conversion<'s, 'd, S, T> {
    #[inline]
    pub(crate) fn new(src: &'s [S::Unit], dst: &'d mut [MaybeUninit<T::Unit>]) -> Self {
        Self::with(kernels(), src, dst)
    }

    #[inline]
    fn with(kernels: &'static Kernels, src: &'s [S::Unit], dst: &'d mut [MaybeUninit<T::Unit>]) -> Self {
        Conversion {
            kernels,
            src,
            dst,
            read: 0,
            written: 0,
            over_errors: false,
            replaced: 0,
            walk_to: 0,
            stretch: Stretch::new(),
        }
    }

    /// Runs the kernels as far as they go.
    #[inline]
    fn run_kernels(&mut self) {
        loop {
            let (src, dst) = (&self.src[self.read..], &mut self.dst[self.written..]);
            let (read, written) = S::convert_prefix(self.kernels, src, dst);
            self.read += read;
            self.written += written;
            if !self.over_errors {
                return;
            }
            let (src, dst) = (&self.src[self.read..], &mut self.dst[self.written..]);
            let repaired = S::repair_prefix(self.kernels, src, dst);
            self.read += repaired.read;
            self.written += repaired.written;
            self.replaced += repaired.replaced;
            if repaired.read == 0 {
                return;
            }
        }
    }

    /// Goes on until something stops it. Can be called again after [`Conversion::skip`].
    #[inline]
    pub(crate) fn advance(&mut self) -> StoppedBy {
        loop {
            if self.read >= self.walk_to {
                let before = self.read;
                self.run_kernels();
                self.walk_to = self.read + self.stretch.after(self.read - before);
            }
            let walk_to = self.walk_to.min(self.src.len());
            while self.read < walk_to {
                match S::decode(&self.src[self.read..]) {
                    Ok((c, len)) => match self.put(c) {
                        Some(true) => self.read += len,
                        Some(false) => return StoppedBy::DestinationFull,
                        None => return StoppedBy::NotRepresentable(c, len),
                    },
                    Err(bad) => return StoppedBy::IllFormed(bad),
                }
            }
            if self.read >= self.src.len() {
                return StoppedBy::SourceEnd;
            }
        }
    }

    /// Goes on, by the reference alone, until it has just written `last` (`None`) or something stops it.
    pub(crate) fn advance_through(&mut self, last: char) -> Option<StoppedBy> {
        while self.read < self.src.len() {
            match S::decode(&self.src[self.read..]) {
                Ok((c, len)) => match self.put(c) {
                    Some(true) => {
                        self.read += len;
                        if c == last {
                            return None;
                        }
                    }
                    Some(false) => return Some(StoppedBy::DestinationFull),
                    None => return Some(StoppedBy::NotRepresentable(c, len)),
                },
                Err(bad) => return Some(StoppedBy::IllFormed(bad)),
            }
        }
        Some(StoppedBy::SourceEnd)
    }

    /// Writes one character: was there room? `None` if the form lacks it.
    #[inline]
    pub(crate) fn put(&mut self, c: char) -> Option<bool> {
        let mut units = [T::Unit::default(); LONGEST];
        let len = T::encode(c, &mut units)?;
        Some(self.put_units(&units[..len]))
    }

    /// Writes some units as they are: was there room for all?
    #[inline]
    pub(crate) fn put_units(&mut self, units: &[T::Unit]) -> bool {
        let Some(room) = self.dst.get_mut(self.written..self.written + units.len()) else {
            return false;
        };
        for (place, unit) in room.iter_mut().zip(units) {
            place.write(*unit);
        }
        self.written += units.len();
        true
    }

    /// Leaves out `len` units of the source.
    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        self.read += len;
    }

    /// Converts to the end, with the substitute of `T` for each maximal subpart and each character that `T` lacks.
    fn finish_lossy(mut self) -> Result<Lossy, DestinationFull> {
        self.over_errors = true;
        loop {
            let bad_len = match self.advance() {
                StoppedBy::SourceEnd => {
                    return Ok(Lossy {
                        written: self.written,
                        replaced: self.replaced,
                    });
                }
                StoppedBy::DestinationFull => break,
                StoppedBy::NotRepresentable(_, len) => len,
                StoppedBy::IllFormed(bad) => bad.len,
            };
            if self.put(T::SUBSTITUTE) != Some(true) {
                break;
            }
            self.skip(bad_len);
            self.replaced += 1;
        }
        Err(DestinationFull::new(self.read, self.written))
    }

    /// What the conversion comes to, stopped for good: the units written.
    #[inline]
    pub(crate) fn end(&self, stop: StoppedBy) -> Result<usize, ConvertError> {
        let kind = match stop {
            StoppedBy::SourceEnd => return Ok(self.written),
            StoppedBy::DestinationFull => ConvertErrorKind::DestinationFull,
            StoppedBy::NotRepresentable(c, _) => ConvertErrorKind::NotRepresentable(c),
            StoppedBy::IllFormed(bad) => {
                let rest = &self.src[self.read..];
                ConvertErrorKind::IllFormed(IllFormed::new(S::NAME, bad, self.read, rest))
            }
        };
        Err(ConvertError::new(kind, self.read, self.written))
    }
}

/// Converts all of `src`, or reports how far it got, and returns the units written.
#[inline]
pub(crate) fn convert<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, ConvertError> {
    convert_with::<S, T>(kernels(), src, dst)
}

/// The same with the given kernels.
#[inline]
pub(crate) fn convert_with<S: ConvertPrefix<T>, T: Encode>(
    kernels: &'static Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, ConvertError> {
    let (read, written) = S::convert_prefix(kernels, src, dst);
    if read == src.len() {
        return Ok(written);
    }
    S::convert_rest(kernels, src, dst, (read, written))
}

/// The same where a kernel stopped early. Outlined so that the path on which a kernel does all the work saves few registers.
#[inline]
pub(crate) fn convert_after<S: ConvertPrefix<T>, T: Encode>(
    kernels: &'static Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
    (read, written): (usize, usize),
) -> Result<usize, ConvertError> {
    let mut conversion = Conversion::<S, T>::with(kernels, src, dst);
    conversion.read = read;
    conversion.written = written;
    conversion.walk_to = read + conversion.stretch.after(read);
    let stop = conversion.advance();
    conversion.end(stop)
}

/// Converts all of `src`, with the substitute of `T` for each maximal subpart and each character that `T` lacks.
#[inline]
pub(crate) fn convert_lossy<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, DestinationFull> {
    convert_lossy_with::<S, T>(kernels(), src, dst)
}

/// The same with the given kernels.
#[inline]
pub(crate) fn convert_lossy_with<S: ConvertPrefix<T>, T: Encode>(
    kernels: &'static Kernels,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, DestinationFull> {
    Conversion::<S, T>::with(kernels, src, dst).finish_lossy()
}

/// Converts what is known to be well-formed to a form that has every character.
#[inline]
pub(crate) fn convert_infallible<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, DestinationFull> {
    match convert::<S, T>(src, dst) {
        Ok(written) => Ok(written),
        Err(error) => match error.kind() {
            ConvertErrorKind::DestinationFull => Err(destination_full(error)),
            _ => unreachable!("the source is well-formed, the form complete"),
        },
    }
}

/// A caller's buffer as one that need not be initialised.
#[inline]
pub(crate) fn as_uninit<U: Copy>(dst: &mut [U]) -> &mut [MaybeUninit<U>] {
    // SAFETY: `MaybeUninit<U>` has the layout of `U`. The slice borrows `dst` mutably, and this crate writes only
    // initialised units through it, so `dst` is initialised when the borrow ends.
    unsafe { core::slice::from_raw_parts_mut(dst.as_mut_ptr().cast(), dst.len()) }
}

/// The first `len` units of `dst`.
///
/// # Safety
///
/// They are initialised.
#[inline]
pub(crate) unsafe fn assume_init<U: Copy>(dst: &mut [MaybeUninit<U>], len: usize) -> &mut [U] {
    let done = &mut dst[..len];
    // SAFETY: the caller promises that `done` is initialised; the layouts are the same.
    unsafe { core::slice::from_raw_parts_mut(done.as_mut_ptr().cast(), done.len()) }
}

/// Converts all of `src` into memory that need not be initialised: what is written there.
pub(crate) fn convert_uninit<'d, S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &'d mut [MaybeUninit<T::Unit>],
) -> Result<&'d mut [T::Unit], ConvertError> {
    let written = convert::<S, T>(src, dst)?;
    // SAFETY: `convert` has initialised as many units as it returns.
    Ok(unsafe { assume_init(dst, written) })
}

/// The error of a conversion that has room enough, to a form that has every character.
#[cfg(feature = "alloc")]
pub(crate) fn ill_formed(error: ConvertError) -> IllFormed {
    match error.kind() {
        ConvertErrorKind::IllFormed(error) => error,
        _ => unreachable!("there is room, and the form is complete"),
    }
}

/// The result of a conversion that has room enough and cannot meet bad input.
#[cfg(feature = "alloc")]
pub(crate) fn certain<T>(result: Result<T, ConvertError>) -> T {
    match result {
        Ok(done) => done,
        Err(_) => unreachable!("there is room, the source is well-formed and the form complete"),
    }
}

/// The error of a conversion that cannot meet bad input.
pub(crate) fn destination_full(error: ConvertError) -> DestinationFull {
    DestinationFull::new(error.read(), error.written())
}

/// Appends all of `src` to `dst`: the units appended. After an error `dst` is as it was.
///
/// `room` units are enough for all of `src` before its first error.
#[cfg(feature = "alloc")]
pub(crate) fn append_all<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    dst: &mut Vec<T::Unit>,
    room: usize,
) -> Result<usize, ConvertError> {
    dst.reserve(room);
    let len = dst.len();
    let written = convert::<S, T>(src, dst.spare_capacity_mut())?;
    // SAFETY: `convert` has initialised `written` units of the spare capacity, from its beginning.
    unsafe { dst.set_len(len + written) };
    Ok(written)
}

/// All of `src` as a new `Vec`. Of `room` the same holds as for [`append_all`].
#[cfg(feature = "alloc")]
pub(crate) fn to_vec<S: ConvertPrefix<T>, T: Encode>(
    src: &[S::Unit],
    room: usize,
) -> Result<Vec<T::Unit>, ConvertError> {
    let mut units = Vec::with_capacity(room);
    append_all::<S, T>(src, &mut units, room)?;
    Ok(units)
}

/// [`append_all`] for text.
#[cfg(feature = "alloc")]
pub(crate) fn append_text<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    dst: &mut String,
    room: usize,
) -> Result<usize, ConvertError> {
    // SAFETY: conversions to `Utf8` write whole, well-formed characters, and after an error nothing is appended.
    append_all::<S, Utf8>(src, unsafe { dst.as_mut_vec() }, room)
}

/// All of `src` as text. Of `room` the same holds as for [`append_all`].
#[cfg(feature = "alloc")]
pub(crate) fn to_string<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    room: usize,
) -> Result<String, ConvertError> {
    let mut text = String::with_capacity(room);
    append_text::<S>(src, &mut text, room)?;
    Ok(text)
}

/// Appends all of `src` as text, with U+FFFD for each maximal subpart.
///
/// `room` bytes are enough as a rule; `most_per_unit` bytes are enough for each unit of any input.
#[cfg(feature = "alloc")]
pub(crate) fn append_text_lossy<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    dst: &mut String,
    room: usize,
    most_per_unit: usize,
) {
    // SAFETY: conversions to `Utf8` write whole, well-formed characters.
    let bytes = unsafe { dst.as_mut_vec() };
    bytes.reserve(room);
    let mut read = 0;
    loop {
        let (more, written, all) = match convert_lossy::<S, Utf8>(&src[read..], bytes.spare_capacity_mut()) {
            Ok(done) => (src.len() - read, done.written, true),
            Err(full) => (full.read(), full.written(), false),
        };
        read += more;
        let len = bytes.len();
        // SAFETY: the conversion has initialised `written` units of the spare capacity, from its beginning.
        unsafe { bytes.set_len(len + written) };
        if all {
            return;
        }
        // Much was bad: now there is room for whatever comes.
        bytes.reserve(most_per_unit * (src.len() - read));
    }
}

/// All of `src` as text, as [`append_text_lossy`] writes it.
#[cfg(feature = "alloc")]
pub(crate) fn to_string_lossy<S: ConvertPrefix<Utf8>>(
    src: &[S::Unit],
    room: usize,
    most_per_unit: usize,
) -> String {
    let mut text = String::new();
    append_text_lossy::<S>(src, &mut text, room, most_per_unit);
    text
}

/// Does `$work` with `$form` being `$bytes` in the order `$endian`.
#[cfg(any(feature = "utf16", feature = "utf32"))]
macro_rules! in_order {
    ($endian:expr, $bytes:ident as $form:ident => $work:expr) => {
        match $endian {
            $crate::Endian::Little => {
                type $form = $bytes<false>;
                $work
            }
            $crate::Endian::Big => {
                type $form = $bytes<true>;
                $work
            }
        }
    };
}
#[cfg(any(feature = "utf16", feature = "utf32"))]
pub(crate) use in_order;
