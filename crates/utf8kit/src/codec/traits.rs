//! What an encoding has to say of itself: [`Decode`], [`Encode`].

use crate::code_unit::Unit;
use crate::error::{DecodeError, Description, ErrorKind, IllFormed};
use crate::parts;
use crate::uninit;
use core::mem::MaybeUninit;

/// An encoding that can be read. A value holds what it has to remember between two sequences; most encodings remember nothing.
pub trait Decode: Copy {
    /// The code unit of the encoding, in which offsets are counted.
    type Unit: Unit;

    /// Whether some sequences stand for no number: [`decode`](Self::decode) can return [`NOTHING`].
    const HAS_SHIFTS: bool = false;

    /// Returns the name of the encoding, and how its errors are described.
    fn description(&self) -> &'static Description;

    /// Returns the number that `units` begins with and its length in code units, or the error there. Moves to the state after
    /// them. The length is 0 only where the next number begins in the same code unit, and not in the state before.
    ///
    /// `units` is not empty. `last` states that the text ends with them. The result is decided from as few code units as the
    /// standards allow: [`ErrorKind::UnexpectedEnd`] means that more code units could complete a sequence, unless `last`. At
    /// most seven bytes can be left undecided.
    ///
    /// # Errors
    ///
    /// Returns the kind of the error and its length: a maximal subpart, which is at least 1 and at most the length of `units`.
    fn decode(&mut self, units: &[Self::Unit], last: bool) -> Result<(u32, usize), DecodeError>;

    /// Moves to the state after characters that were converted without [`decode`](Self::decode).
    #[inline]
    fn after_run(&mut self) {}

    /// Returns the kind of error that `number` is where the destination lacks it, or `None` if it is none: UTF-16 in code
    /// units yields unpaired surrogates only for destinations that have them.
    #[inline]
    fn lacking(&self, _number: u32) -> Option<ErrorKind> {
        None
    }

    /// Returns the code unit that every sequence for `c`, an ASCII character, ends with in any state, or `None` if there are several or
    /// they are not known: then a stream that has to stop after `c` converts number by number.
    #[inline]
    fn unit_of(&self, _c: u8) -> Option<Self::Unit> {
        None
    }

    /// Returns the length of the error that `units`, the rest of a whole text, begins with. In Annex R a run of surplus
    /// continuation bytes is one malformed sequence.
    #[doc(hidden)]
    fn whole_len(&self, _units: &[Self::Unit], error: DecodeError) -> usize {
        error.len
    }

    /// Returns `true` if a sequence of well-formed text starts at `index`, or if that is its end.
    fn is_boundary(_text: &[Self::Unit], _index: usize) -> bool {
        true
    }
}

/// What [`Decode::decode`] returns for code units that stand for no number, such as the `+` that starts a run of UTF-7.
pub const NOTHING: u32 = u32::MAX;

/// The number of code units of the longest character in any encoding of this crate: a pair of surrogates in CESU-8, `0x7FFF_FFFF`
/// in RFC 2279.
pub(crate) const LONGEST: usize = 6;

/// The maximum number of code units that an encoding writes for one number: in UTF-7, the end of a run and an escape.
pub const MAX_ENCODED: usize = 16;

/// An encoding that can be written. A value holds what it has to remember between two numbers.
pub trait Encode: Copy {
    /// The code unit of the encoding.
    type Unit: Copy + Default + From<u8>;

    /// Returns the replacement that a lossy conversion writes for ill-formed sequences and for numbers that the encoding
    /// lacks.
    #[inline]
    fn substitute(&self) -> char {
        char::REPLACEMENT_CHARACTER
    }

    /// Returns `true` if every ASCII character is the code unit of its number, in the state that the encoding is in, and leaves it in
    /// the state after a run. Then a replacement in ASCII, such as an escape, is written at once.
    #[inline]
    fn writes_ascii(&self) -> bool {
        false
    }

    /// Writes `number` to the beginning of `out` and returns its number of code units, or `None` if the encoding lacks it.
    /// Moves to the state after it.
    fn encode(&mut self, number: u32, out: &mut [Self::Unit; MAX_ENCODED]) -> Option<usize>;

    /// Writes what ends a text to the beginning of `out` and returns its number of code units.
    #[inline]
    fn end(&mut self, _out: &mut [Self::Unit; MAX_ENCODED]) -> usize {
        0
    }

    /// Moves to the state after characters that were converted without [`encode`](Self::encode).
    #[inline]
    fn after_run(&mut self) {}
}

/// A destination that need not be initialized, and how much of it is written.
#[derive(Debug)]
pub struct Output<'d, U> {
    units: &'d mut [MaybeUninit<U>],
    written: usize,
    substitutes: Substitutes,
    replaced: usize,
}

/// What a run may write the substitute of the destination's encoding for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Substitutes {
    Nothing,
    /// Numbers that the destination lacks.
    Lacking,
    /// These, and ill-formed sequences of the source.
    All,
}

impl<'d, U: Copy> Output<'d, U> {
    #[inline]
    pub(crate) fn new(units: &'d mut [MaybeUninit<U>]) -> Self {
        Output::with_substitutes(units, Substitutes::Nothing)
    }

    #[inline]
    pub(crate) fn with_substitutes(units: &'d mut [MaybeUninit<U>], substitutes: Substitutes) -> Self {
        Output {
            units,
            written: 0,
            substitutes,
            replaced: 0,
        }
    }

    /// Returns `true` if a run may go on over numbers that the destination lacks: it [writes](Self::extend_replaced) the
    /// [substitute](Encode::substitute) for each.
    #[inline]
    pub fn replaces_lacking(&self) -> bool {
        self.substitutes != Substitutes::Nothing
    }

    /// Returns `true` if a run may go on over ill-formed sequences of the source, too, one substitute for each. A sequence that more
    /// code units could complete is none.
    #[inline]
    pub fn replaces_ill_formed(&self) -> bool {
        self.substitutes == Substitutes::All
    }

    /// Writes `units`, in which there are `count` substitutes, all or none. Returns whether they fit.
    #[inline]
    pub fn extend_replaced(&mut self, units: &[U], count: usize) -> bool {
        let fits = self.extend(units);
        self.replaced += if fits { count } else { 0 };
        fits
    }

    /// Returns the number of substitutes written.
    #[inline]
    pub(crate) fn replaced(&self) -> usize {
        self.replaced
    }

    /// Returns the number of code units that fit.
    #[inline]
    pub fn room(&self) -> usize {
        self.units.len() - self.written
    }

    /// Writes `unit`. Returns `false`, and writes nothing, if it does not fit.
    #[inline]
    pub fn push(&mut self, unit: U) -> bool {
        self.extend(&[unit])
    }

    /// Writes `units`, all or none. Returns whether they fit.
    #[inline]
    pub fn extend(&mut self, units: &[U]) -> bool {
        let Some(places) = self.units[self.written..].get_mut(..units.len()) else {
            return false;
        };
        uninit::copy(units, places);
        self.written += units.len();
        true
    }

    /// Lets `write` write to the next code units in place, at most `most` and as many as fit. They are zero before. It returns how many
    /// it has written, and how many substitutes these hold; what is behind them is not kept. Returns the number written.
    ///
    /// # Panics
    ///
    /// Panics if `write` returns more code units than it was given.
    #[inline(always)]
    pub fn extend_with(&mut self, most: usize, write: impl FnOnce(&mut [U]) -> (usize, usize)) -> usize
    where
        U: Default,
    {
        let rest = &mut self.units[self.written..];
        let places = match rest.len() < most {
            true => zeroed(rest),
            // A number that is known where this is inlined: then no function is called.
            false => {
                rest[..most].fill(MaybeUninit::new(U::default()));
                &mut rest[..most]
            }
        };
        let len = places.len();
        // SAFETY: all of them were initialized above.
        let (written, replaced) = write(unsafe { uninit::items_mut(places) });
        assert!(
            written <= len,
            "found {written} code units, expected at most {len}"
        );
        self.written += written;
        self.replaced += replaced;
        written
    }

    /// Returns the number of code units written.
    #[inline]
    pub fn written(&self) -> usize {
        self.written
    }

    /// Returns the part that is not written.
    #[inline]
    pub(crate) fn rest(&mut self) -> &mut [MaybeUninit<U>] {
        &mut self.units[self.written..]
    }

    /// Counts `len` more code units as written.
    ///
    /// # Safety
    ///
    /// The first `len` code units of [`rest`](Self::rest) are initialized.
    #[inline]
    pub(crate) unsafe fn advance(&mut self, len: usize) {
        debug_assert!(len <= self.room(), "{len} of {} code units", self.room());
        self.written += len;
    }
}

/// Fills `units` with zeros. Outlined, where a destination nearly ends, so that a call of `memset` is not shared with where it does not.
#[cold]
#[inline(never)]
fn zeroed<U: Copy + Default>(units: &mut [MaybeUninit<U>]) -> &mut [MaybeUninit<U>] {
    units.fill(MaybeUninit::new(U::default()));
    units
}

/// Returns the error that `source` found at `offset` of a whole `text`.
#[inline]
pub(crate) fn ill_formed_in_text<S: Decode>(
    source: &S,
    error: DecodeError,
    offset: usize,
    text: &[S::Unit],
) -> IllFormed {
    let rest = parts::from(text, offset);
    let len = source.whole_len(rest, error);
    let error = DecodeError { len, ..error };
    IllFormed::at_offset(source.description(), offset as u64, error, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_in_place_counts_as_far_as_it_says() {
        for (len, most) in [(0, 0), (0, 4), (3, 4), (4, 4), (5, 4), (100, 64)] {
            let mut places = vec![MaybeUninit::new(7u16); len];
            let mut out = Output::new(&mut places);
            let mut given = None;
            let written = out.extend_with(most, |places| {
                given = Some(places.to_vec());
                places.fill(9);
                (places.len() / 2, places.len() / 3)
            });
            let places = len.min(most);
            assert_eq!(given, Some(vec![0; places]), "{len} {most}");
            assert_eq!(
                (written, out.written(), out.replaced(), out.room()),
                (places / 2, places / 2, places / 3, len - places / 2)
            );
            assert!(out.extend(&[5][..usize::from(len > 0)]));
            assert_eq!(out.written(), places / 2 + usize::from(len > 0));
        }
    }

    #[test]
    #[should_panic(expected = "found 3 code units, expected at most 2")]
    fn more_than_was_given_is_not_counted() {
        Output::new(&mut [MaybeUninit::new(0u8); 2]).extend_with(4, |_| (3, 0));
    }
}
