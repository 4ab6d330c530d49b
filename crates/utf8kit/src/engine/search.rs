//! Validation: the kernel finds the well-formed prefix, the reference engine the error.

use super::backoff::Backoff;
use super::marked::Marked;
use super::prefix::{ValidPrefix, assert_boundary};
use crate::ErrorKind;
#[cfg(feature = "utf16")]
use crate::code_unit::native_units;
use crate::codec::{DecodeError, ill_formed_in_text};
use crate::encoding::Utf8;
use crate::error::IllFormed;
use crate::parts;
use crate::simd::dispatch::{Kernels, kernels};
use core::ops::ControlFlow;

/// A search for the errors of a text, one after the other.
///
/// The kernel for validation skips well-formed text, and around errors a kernel marks them ([`Marked`]). For an encoding
/// without such a kernel, the reference engine walks on, and the kernel runs again later.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    kernels: Kernels,
    /// The number of code units that are well-formed or skipped.
    pub(crate) read: usize,
    marked: Marked,
    /// Whether to skip well-formed text before marking errors.
    is_clean: bool,
    pub(super) backoff: Backoff,
    /// Whether the text ends with the code units that are searched.
    last: bool,
}

impl Search {
    /// The number of code units to walk after an error before errors are marked for one.
    const DENSE: usize = 4;
    /// The number of code units from which on marking errors is faster than the reference engine.
    const LONG_REST: usize = 16;

    #[inline]
    pub(crate) fn new(kernels: Kernels) -> Self {
        Search {
            kernels,
            read: 0,
            marked: Marked::new(),
            is_clean: true,
            backoff: Backoff::new(),
            last: true,
        }
    }

    /// Returns a search that continues after the first `valid` code units, at which a kernel stopped.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn after(kernels: Kernels, valid: usize) -> Self {
        Search {
            read: valid,
            is_clean: false,
            ..Search::new(kernels)
        }
    }

    /// Returns the next error of `src`, if there is one. `read` is its offset then.
    ///
    /// Can be called again after [`Search::skip`].
    #[inline]
    pub(crate) fn advance<S: ValidPrefix>(&mut self, source: &mut S, src: &[S::Unit]) -> Option<DecodeError> {
        loop {
            if let Some((at, _)) = self.marked.next() {
                self.read = at;
                return match source.decode(&src[at..], self.last) {
                    Err(error) => Some(error),
                    Ok(_) => unreachable!("the kernels mark only errors"),
                };
            }
            if let ControlFlow::Break(found) = self.advance_unmarked(source, src) {
                return found;
            }
        }
    }

    /// Does what [`Search::advance`] does, and returns only the length of the error.
    #[inline]
    pub(crate) fn advance_to_len<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> Option<usize> {
        let source = &mut S::default();
        loop {
            if let Some((at, len)) = self.marked.next() {
                self.read = at;
                return Some(len);
            }
            if let ControlFlow::Break(found) = self.advance_unmarked(source, src) {
                return Some(found?.len);
            }
        }
    }

    /// Finds the next error without marking any, and returns its length, or 0 at the end of the text. Only for a kernel that
    /// [stops](ValidPrefix::STOPS_AT_ERRORS) at errors.
    #[inline]
    pub(crate) fn advance_once<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> usize {
        debug_assert!(S::STOPS_AT_ERRORS && self.last);
        self.marked.clear();
        let rest = parts::from(src, self.read);
        let valid = S::valid_prefix(self.kernels, rest);
        assert_boundary::<S>(rest, valid);
        self.read += valid;
        if valid == rest.len() {
            return 0;
        }
        self.is_clean = false;
        S::error_at(parts::from(rest, valid)).error_len()
    }

    /// Returns the offset and the length of the next error if it is marked already. To continue after it, call
    /// [`skip_marked`](Self::skip_marked).
    #[inline]
    pub(crate) fn peek_marked(&self) -> Option<(usize, usize)> {
        self.marked.peek()
    }

    /// Marks more errors if none is marked. Returns `false` if none is then: [`advance`](Self::advance) continues there.
    pub(crate) fn mark<S: ValidPrefix>(&mut self, src: &[S::Unit]) -> bool {
        self.marked.peek().is_some()
            || self.marked.next_word()
            || self.advance_unmarked(&mut S::default(), src).is_continue()
    }

    /// Continues at `end`, after the error that [`peek_marked`](Self::peek_marked) returned.
    #[inline]
    pub(crate) fn skip_marked(&mut self, end: usize) {
        self.marked.remove();
        self.read = end;
    }

    /// Skips well-formed text at the beginning of a piece, and returns `true` if `is_end` of what is left. Skips nothing where
    /// errors are dense.
    #[inline]
    pub(crate) fn skip_to_end<S: ValidPrefix>(
        &mut self,
        source: &mut S,
        src: &[S::Unit],
        is_end: impl FnOnce(&S, &[S::Unit]) -> bool,
    ) -> bool {
        if !self.is_clean || !self.backoff.is_over(0) {
            return false;
        }
        self.read = S::valid_prefix(self.kernels, src);
        assert_boundary::<S>(src, self.read);
        if self.read > 0 {
            source.after_run();
        }
        // Before an error, the kernel need not run again.
        self.is_clean = is_end(source, &src[self.read..]);
        self.is_clean
    }

    /// Continues after the marked errors: marks more, returns the next error, or `None` at the end of `src`.
    ///
    /// Outlined so that the way from one marked error to the next spills few registers.
    #[inline(never)]
    fn advance_unmarked<S: ValidPrefix>(
        &mut self,
        source: &mut S,
        src: &[S::Unit],
    ) -> ControlFlow<Option<DecodeError>> {
        self.read = self.read.max(self.marked.end);
        while self.read < src.len() {
            if self.backoff.is_over(self.read) {
                let mut ahead = 0;
                if self.is_clean {
                    ahead = S::valid_prefix(self.kernels, &src[self.read..]);
                    assert_boundary::<S>(&src[self.read..], ahead);
                    self.read += ahead;
                    if ahead > 0 {
                        source.after_run();
                    }
                    if self.read == src.len() {
                        break;
                    }
                }
                // The reference engine is faster for a few code units.
                if src.len() - self.read >= Self::LONG_REST
                    && self.marked.search(self.kernels, source, src, self.read)
                {
                    self.is_clean = self.marked.is_clean();
                    if self.marked.next_word() {
                        return ControlFlow::Continue(());
                    }
                    self.read = self.marked.end;
                    continue;
                }
                self.is_clean = true;
                self.backoff.start(self.read, ahead);
            }
            let walk_to = self.backoff.walk_to().min(src.len());
            while self.read < walk_to {
                let mut after = *source;
                match after.decode(&src[self.read..], self.last) {
                    Ok((_, len)) => {
                        *source = after;
                        self.read += len;
                    }
                    Err(error) => {
                        // A later piece can complete the sequence.
                        if error.kind != ErrorKind::UnexpectedEnd {
                            *source = after;
                        }
                        return ControlFlow::Break(Some(error));
                    }
                }
            }
        }
        ControlFlow::Break(None)
    }

    /// Continues with another piece of the text, from whose beginning offsets are counted. More pieces can follow.
    #[inline]
    pub(crate) fn start_piece(&mut self) {
        self.last = false;
        self.marked.clear();
        // Where errors are dense, the next is found before marking them pays.
        let shortest = if self.is_clean { 0 } else { Self::DENSE };
        self.backoff.move_to(self.read, shortest);
        self.read = 0;
    }

    /// Continues at `offset`, which need not be the end of an error.
    #[cfg(feature = "alloc")]
    pub(crate) fn restart(&mut self, offset: usize) {
        self.marked.clear();
        self.backoff.set(offset);
        self.read = offset;
    }

    /// Skips `len` code units.
    #[inline]
    pub(crate) fn skip(&mut self, len: usize) {
        self.read += len;
    }
}

/// Returns the kind of an error of UTF-8 that begins with these two bytes and does not end the text.
///
/// It is that of the reference engine, whose branches take longer than a table where each error is of another kind.
#[inline]
pub(crate) fn utf8_error_kind(first: u8, second: u8) -> ErrorKind {
    /// The kinds for all first bytes from `0x80` on and the four high bits of all second bytes.
    static KINDS: [[ErrorKind; 16]; 128] = {
        let mut kinds = [[ErrorKind::MissingContinuation; 16]; 128];
        let mut i = 0;
        while i < 128 * 16 {
            let (first, second) = (i / 16, i % 16);
            if let Err(error) = Utf8::decode_first(&[0x80 | first as u8, (second as u8) << 4, 0, 0]) {
                kinds[first][second] = error.kind;
            }
            i += 1;
        }
        kinds
    };
    KINDS[usize::from(first & 0x7F)][usize::from(second >> 4)]
}

/// Returns the first error of `src`, if there is one.
#[inline]
pub(crate) fn validate<S: ValidPrefix>(src: &[S::Unit]) -> Result<(), IllFormed> {
    validate_with::<S>(kernels(), src)
}

/// Does what [`validate`] does, with the given kernels.
#[inline]
pub(crate) fn validate_with<S: ValidPrefix>(kernels: Kernels, src: &[S::Unit]) -> Result<(), IllFormed> {
    validate_then::<S, _>(kernels, src, || ())
}

/// Returns what `valid` returns if `src` is well-formed, or else its first error.
///
/// The result is made here, of an error that is in registers: to copy an error that was just written takes as long as to find it.
#[inline]
pub(crate) fn validate_then<S: ValidPrefix, T>(
    kernels: Kernels,
    src: &[S::Unit],
    valid: impl FnOnce() -> T,
) -> Result<T, IllFormed> {
    let ahead = S::valid_prefix(kernels, src);
    assert_boundary::<S>(src, ahead);
    if ahead == src.len() {
        return Ok(valid());
    }
    if S::STOPS_AT_ERRORS {
        let encoding = S::default().description();
        return Err(IllFormed::of(
            encoding,
            ahead as u64,
            S::error_at(parts::from(src, ahead)),
        ));
    }
    S::validate_rest(kernels, src, ahead)?;
    Ok(valid())
}

/// Returns the error of UTF-8 with which the text begins of which [`Found::start`](crate::error::Found::start) has returned the start.
///
/// It is that of the reference engine, as in [`utf8_error_kind`].
#[inline]
pub(crate) fn utf8_error((start, len_of_start): (u64, usize)) -> DecodeError {
    let [first, second, third, ..] = start.to_le_bytes();
    let is_continuation = |byte| matches!(byte, 0x80..=0xBF);
    let mut kind = utf8_error_kind(first, second);
    let mut len = 1;
    if kind == ErrorKind::MissingContinuation {
        // A second byte that is out of the range of the first is an error of another kind.
        let has_second = first >= 0xE0 && is_continuation(second);
        len += usize::from(has_second) + usize::from(has_second && first >= 0xF0 && is_continuation(third));
        // The zeros after the text continue nothing.
        if len == len_of_start {
            kind = ErrorKind::UnexpectedEnd;
        }
    }
    DecodeError::new(kind, len)
}

/// Returns the error of UTF-8 with which `bytes` begin, by the reference engine.
pub(crate) fn error_in(bytes: &[u8]) -> DecodeError {
    let error = Utf8::decode_first(bytes).err();
    debug_assert!(error.is_some(), "no error begins there");
    error.unwrap_or(DecodeError::new(ErrorKind::UnexpectedEnd, 1))
}

/// Returns `true` if `bytes`, at most four, are well-formed UTF-8.
///
/// It reads words. A kernel loads a vector, which has to wait where the bytes were just written. Where nobody knows what the bytes
/// are, a kernel is faster: it has no branches.
#[cfg(any(feature = "alloc", test))]
#[inline(never)]
pub(crate) fn is_few_valid(bytes: &[u8]) -> bool {
    debug_assert!(bytes.len() <= 4);
    let (start, len) = crate::error::Found::start(bytes);
    let start = start as u32;
    let tail = |at: u32| start >> at & 0x3F;
    let is_single = match len {
        2 => start & 0xC0E0 == 0x80C0 && start & 0x1E != 0,
        3 => {
            let number = (start & 0xF) << 12 | tail(8) << 6 | tail(16);
            start & 0xC0_C0F0 == 0x80_80E0 && !matches!(number, ..0x800 | 0xD800..=0xDFFF)
        }
        4 => {
            let number = (start & 0x7) << 18 | tail(8) << 12 | tail(16) << 6 | tail(24);
            start & 0xC0C0_C0F8 == 0x8080_80F0 && matches!(number, 0x1_0000..=0x10_FFFF)
        }
        _ => false,
    };
    let not_ascii = start & 0x8080_8080;
    if is_single || not_ascii == 0 {
        return true;
    }
    let mut at = not_ascii.trailing_zeros() as usize / 8;
    while let Ok((_, len)) = Utf8::decode_first(parts::from(bytes, at)) {
        at += len;
    }
    at == len
}

/// Returns `true` if all code units of UTF-16 in the machine's order are ASCII.
#[cfg(feature = "utf16")]
#[inline]
pub(crate) fn utf16_is_ascii(kernels: Kernels, units: &[u16]) -> bool {
    // SAFETY: a `Kernels` proves that the processor has the instruction set.
    unsafe { kernels.utf16_is_ascii(native_units(units)) }
}

/// Returns `true` if `src` is well-formed.
#[inline]
pub(crate) fn is_valid<S: ValidPrefix>(src: &[S::Unit]) -> bool {
    let kernels = kernels();
    let ahead = S::valid_prefix(kernels, src);
    assert_boundary::<S>(src, ahead);
    if ahead == src.len() {
        return true;
    }
    if S::STOPS_AT_ERRORS {
        debug_assert!(
            S::default().decode(&src[ahead..], true).is_err(),
            "the kernel stopped before an error"
        );
        return false;
    }
    S::rest_is_valid(kernels, src, ahead)
}

/// Continues [`validate`] after a kernel stopped at `ahead`.
///
/// [`ValidPrefix::validate_rest`] is its outlined form, so that the path on which the kernel does all the work saves few
/// registers.
#[inline]
pub(crate) fn validate_after<S: ValidPrefix>(
    kernels: Kernels,
    src: &[S::Unit],
    ahead: usize,
) -> Result<(), IllFormed> {
    let mut source = S::default();
    match first_error(kernels, &mut source, src, ahead) {
        None => Ok(()),
        Some((at, error)) => Err(ill_formed_in_text(&source, error, at, src)),
    }
}

/// Continues [`is_valid`] after a kernel stopped at `ahead`. [`ValidPrefix::rest_is_valid`] is its outlined form.
#[inline]
pub(crate) fn is_valid_after<S: ValidPrefix>(kernels: Kernels, src: &[S::Unit], ahead: usize) -> bool {
    first_error(kernels, &mut S::default(), src, ahead).is_none()
}

/// Returns the first error of `src` with its offset. A kernel has found the first `at` code units well-formed.
///
/// Most kernels stop in the vector that has the error, so the reference engine has few code units to walk, and a [`Search`] does
/// not pay.
#[inline]
fn first_error<S: ValidPrefix>(
    kernels: Kernels,
    source: &mut S,
    src: &[S::Unit],
    mut at: usize,
) -> Option<(usize, DecodeError)> {
    /// More code units than the longest vector and a character have.
    const NEAR: usize = 96;

    let mut backoff = Backoff::new();
    backoff.set(at + NEAR);
    while at < src.len() {
        if backoff.is_over(at) {
            let ahead = S::valid_prefix(kernels, &src[at..]);
            assert_boundary::<S>(&src[at..], ahead);
            at += ahead;
            if ahead > 0 {
                source.after_run();
            }
            backoff.start(at, ahead);
            continue;
        }
        match source.decode(&src[at..], true) {
            Ok((_, len)) => at += len,
            Err(error) => return Some((at, error)),
        }
    }
    None
}
