//! Text or binary values, as Arrow lays them out.

use super::buffer::{Bitmap, Buffer};
use super::error::Error;
use std::sync::Arc;

/// An offset of 32 or 64 bits.
pub(super) trait Offset: Copy + Ord + Send + Sync + 'static {
    const ZERO: Self;

    /// Returns the number. It is not negative.
    fn get(self) -> usize;
    /// Returns the number, or the largest if it does not fit.
    fn saturating(number: usize) -> Self;
    fn try_new(number: usize) -> Option<Self>;
    /// Returns a number that is negative if one of `self` and `self - before` is, if `before` is not negative.
    fn or_difference(self, before: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn is_negative(self) -> bool;
    /// Returns the number with `delta` added. The caller knows that the result fits.
    fn moved(self, delta: i64) -> Self;
}

macro_rules! offset {
    ($number:ident) => {
        impl Offset for $number {
            const ZERO: Self = 0;

            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }

            fn saturating(number: usize) -> Self {
                $number::try_from(number).unwrap_or($number::MAX)
            }

            fn try_new(number: usize) -> Option<Self> {
                $number::try_from(number).ok()
            }

            #[inline(always)]
            fn or_difference(self, before: Self) -> Self {
                self | self.wrapping_sub(before)
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn is_negative(self) -> bool {
                self < 0
            }

            #[inline(always)]
            fn moved(self, delta: i64) -> Self {
                self.wrapping_add(delta as $number)
            }
        }
    };
}

offset!(i32);
offset!(i64);

/// Values one after the other, and where each begins and ends.
#[derive(Clone)]
pub(super) struct Offsets<T> {
    /// One more than values, and those before the first row. Only the last is checked: see [`check`](super::check).
    pub(super) offsets: Buffer<T>,
    /// Up to the last offset.
    pub(super) data: Buffer<u8>,
}

/// A value of at most 12 bytes, or the place of a longer one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(8))]
pub(super) struct View(pub(super) [u8; 16]);

impl View {
    pub(super) const EMPTY: View = View([0; 16]);
    /// The length of the longest value that is in the view itself.
    pub(super) const INLINE: usize = 12;

    #[inline(always)]
    pub(super) fn length(&self) -> i32 {
        self.number(0)
    }

    #[inline(always)]
    pub(super) fn buffer(&self) -> i32 {
        self.number(8)
    }

    #[inline(always)]
    pub(super) fn offset(&self) -> i32 {
        self.number(12)
    }

    #[inline(always)]
    pub(super) fn prefix(&self) -> [u8; 4] {
        [self.0[4], self.0[5], self.0[6], self.0[7]]
    }

    #[inline(always)]
    fn number(&self, at: usize) -> i32 {
        i32::from_ne_bytes([self.0[at], self.0[at + 1], self.0[at + 2], self.0[at + 3]])
    }

    /// Returns the view with zeros after its value, if that is short.
    #[inline(always)]
    pub(super) fn without_padding(&self) -> View {
        let length = self.length();
        if !(0..Self::INLINE as i32).contains(&length) {
            return *self;
        }
        let bytes = u128::from_le_bytes(self.0) & (u128::MAX >> (8 * (Self::INLINE - length as usize)));
        View(bytes.to_le_bytes())
    }

    /// Returns the view of a value that is at `offset` in `buffer` unless it is short.
    #[inline(always)]
    pub(super) fn of(value: &[u8], buffer: i32, offset: i32) -> View {
        let mut view = [0; 16];
        view[..4].copy_from_slice(&(value.len() as i32).to_ne_bytes());
        if value.len() <= Self::INLINE {
            view[4..][..value.len()].copy_from_slice(value);
        } else {
            view[4..8].copy_from_slice(&value[..4]);
            view[8..12].copy_from_slice(&buffer.to_ne_bytes());
            view[12..].copy_from_slice(&offset.to_ne_bytes());
        }
        View(view)
    }
}

/// Values that are in their views or in one of several buffers.
#[derive(Clone)]
pub(super) struct Views {
    /// One for each value, and those before the first row.
    pub(super) views: Buffer<View>,
    pub(super) buffers: Vec<Buffer<u8>>,
}

impl Views {
    /// Returns the value of a view.
    #[inline]
    pub(super) fn value<'a>(&'a self, view: &'a View) -> Result<&'a [u8], &'static str> {
        let length = usize::try_from(view.length()).map_err(|_| "its length is negative")?;
        if length <= View::INLINE {
            return Ok(&view.0[4..][..length]);
        }
        let buffer = usize::try_from(view.buffer())
            .ok()
            .and_then(|index| self.buffers.get(index))
            .ok_or("its buffer does not exist")?;
        let offset = usize::try_from(view.offset()).map_err(|_| "its offset is negative")?;
        let value = buffer
            .get(offset..offset + length)
            .ok_or("it reaches past the end of its buffer")?;
        if value[..4] != view.prefix() {
            return Err("its first four bytes differ from those in the buffer");
        }
        Ok(value)
    }
}

#[derive(Clone)]
pub(super) enum Layout {
    Small(Offsets<i32>),
    Large(Offsets<i64>),
    Views(Views),
}

/// Evaluates `$work` with the offsets as `$offsets`, or `$other` with the views as `$views`.
macro_rules! by_layout {
    ($layout:expr, $offsets:ident => $work:expr, $views:ident => $other:expr) => {
        match $layout {
            $crate::arrow::values::Layout::Small($offsets) => $work,
            $crate::arrow::values::Layout::Large($offsets) => $work,
            $crate::arrow::values::Layout::Views($views) => $other,
        }
    };
}

pub(super) use by_layout;

/// An array of text or binary values.
#[derive(Clone)]
pub(super) struct Values {
    /// The number of values.
    pub(super) len: usize,
    /// The number of elements before the first row in the offsets, in the views and in the bitmap.
    pub(super) offset: usize,
    /// Which values are not null. `None` if all are not.
    pub(super) validity: Option<Bitmap>,
    /// The number of nulls.
    pub(super) nulls: usize,
    pub(super) layout: Layout,
}

impl<T: Offset> Offsets<T> {
    /// Returns the bytes of a row.
    pub(super) fn value(&self, row: usize, offset: usize) -> Result<&[u8], Error> {
        let (from, to) = (self.offsets[offset + row], self.offsets[offset + row + 1]);
        if from.is_negative() || to.is_negative() {
            return Err(backwards(row));
        }
        self.data.get(from.get()..to.get()).ok_or_else(|| backwards(row))
    }
}

/// Returns the error of offsets that run backwards at a row.
pub(super) fn backwards(row: usize) -> Error {
    Error::malformed(format!(
        "the offsets of row {row} of a chunk run backwards, or past the end of the data"
    ))
}

impl Values {
    #[inline]
    pub(super) fn is_null(&self, row: usize) -> bool {
        self.validity.as_ref().is_some_and(|validity| !validity.get(row))
    }

    /// Returns the bytes of a row, which need not be null.
    pub(super) fn value(&self, row: usize) -> Result<&[u8], Error> {
        by_layout!(&self.layout,
            offsets => offsets.value(row, self.offset),
            views => views.value(&views.views[self.offset + row]).map_err(|problem| bad_view(row, problem)))
    }

    /// Returns the number of bytes of all values, if that is known without a look at each.
    pub(super) fn data_len(&self) -> Option<usize> {
        by_layout!(&self.layout,
            offsets => {
                let from = offsets.offsets[self.offset];
                let to = offsets.offsets[self.offset + self.len];
                (!from.is_negative()).then(|| to.get().saturating_sub(from.get()))
            },
            _views => None)
    }
}

/// Returns the error of a view.
pub(super) fn bad_view(row: usize, problem: &str) -> Error {
    Error::malformed(format!("the view of row {row} of a chunk: {problem}"))
}

/// The keys of a dictionary-encoded array.
#[derive(Clone)]
pub(super) enum Keys {
    I8(Buffer<i8>),
    U8(Buffer<u8>),
    I16(Buffer<i16>),
    U16(Buffer<u16>),
    I32(Buffer<i32>),
    U32(Buffer<u32>),
    I64(Buffer<i64>),
    U64(Buffer<u64>),
}

/// Evaluates `$work` with the buffer of keys as `$keys`.
macro_rules! by_key {
    ($any:expr, $keys:ident => $work:expr) => {
        match $any {
            $crate::arrow::values::Keys::I8($keys) => $work,
            $crate::arrow::values::Keys::U8($keys) => $work,
            $crate::arrow::values::Keys::I16($keys) => $work,
            $crate::arrow::values::Keys::U16($keys) => $work,
            $crate::arrow::values::Keys::I32($keys) => $work,
            $crate::arrow::values::Keys::U32($keys) => $work,
            $crate::arrow::values::Keys::I64($keys) => $work,
            $crate::arrow::values::Keys::U64($keys) => $work,
        }
    };
}
pub(super) use by_key;

/// An array of keys of a dictionary.
#[derive(Clone)]
pub(super) struct Encoded {
    pub(super) len: usize,
    pub(super) offset: usize,
    pub(super) validity: Option<Bitmap>,
    pub(super) nulls: usize,
    pub(super) keys: Keys,
    pub(super) dictionary: Arc<Values>,
}

impl Encoded {
    /// Calls `each` with each row that is not null and its key.
    #[expect(
        clippy::unnecessary_fallible_conversions,
        reason = "the conversion of some types of keys can fail"
    )]
    pub(super) fn for_each_key(
        &self,
        mut each: impl FnMut(usize, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let entries = self.dictionary.len;
        by_key!(&self.keys, keys => {
            for (row, &key) in keys[self.offset..][..self.len].iter().enumerate() {
                if self.validity.as_ref().is_some_and(|validity| !validity.get(row)) {
                    continue;
                }
                let key = usize::try_from(key).ok().filter(|&key| key < entries).ok_or_else(|| {
                    Error::malformed(format!(
                        "row {row} of a chunk has the key {key}, but the dictionary has {entries} entries"
                    ))
                })?;
                each(row, key)?;
            }
        });
        Ok(())
    }
}

/// A chunk of a column.
#[derive(Clone)]
pub(super) enum Chunk {
    Plain(Values),
    Encoded(Encoded),
}

impl Chunk {
    pub(super) const fn len(&self) -> usize {
        match self {
            Chunk::Plain(values) => values.len,
            Chunk::Encoded(encoded) => encoded.len,
        }
    }
}
