//! What a function returns: how far it got, and why it stopped there.

use utf8kit::stream::{Step, Stop};
use utf8kit::{ConvertError, ConvertErrorKind, DestinationFull, ErrorKind, IllFormed, Lossy};

/// Why a function returned. The numbers are fixed, and none is used again for something else.
pub type utf8kit_stop = u32;

/// The whole source is read.
pub const UTF8KIT_STOP_INPUT_USED: utf8kit_stop = 0;
/// The destination is too short for the next character.
pub const UTF8KIT_STOP_OUTPUT_FULL: utf8kit_stop = 1;
/// The source is ill-formed.
pub const UTF8KIT_STOP_ILL_FORMED: utf8kit_stop = 2;
/// The destination's encoding cannot represent a character of the source, or a number that is none, which some encodings have
/// (RFC 2279, Annex R, WTF-8, UCS-4).
pub const UTF8KIT_STOP_NOT_REPRESENTABLE: utf8kit_stop = 3;
/// An argument is not allowed: NULL with a length, a pointer to 16- or 32-bit units that is not aligned, a number that names
/// no encoding or policy, an encoding that the function does not have. Nothing was read or written.
pub const UTF8KIT_STOP_INVALID_ARGUMENT: utf8kit_stop = 4;
/// The allocator returned NULL. Nothing is allocated.
pub const UTF8KIT_STOP_OUT_OF_MEMORY: utf8kit_stop = 5;

/// The kind of an error. The numbers are fixed, and none is used again for something else.
pub type utf8kit_kind = u32;

/// There is no error.
pub const UTF8KIT_KIND_NONE: utf8kit_kind = 0;
/// A continuation byte, 0x80 to 0xBF, where a character should start.
pub const UTF8KIT_KIND_UNEXPECTED_CONTINUATION: utf8kit_kind = 1;
/// The start of a longer sequence than the character needs.
pub const UTF8KIT_KIND_OVERLONG: utf8kit_kind = 2;
/// A surrogate; in UTF-16 an unpaired one.
pub const UTF8KIT_KIND_SURROGATE: utf8kit_kind = 3;
/// A number over the largest of the encoding, which is U+10FFFF in UTF-8, UTF-16 and UTF-32.
pub const UTF8KIT_KIND_TOO_LARGE: utf8kit_kind = 4;
/// A byte that never occurs: 0xF8 to 0xFF.
pub const UTF8KIT_KIND_NEVER_VALID: utf8kit_kind = 5;
/// The start of a sequence, followed by something that does not continue it.
pub const UTF8KIT_KIND_MISSING_CONTINUATION: utf8kit_kind = 6;
/// The start of a sequence that the end of the text cuts off.
pub const UTF8KIT_KIND_UNEXPECTED_END: utf8kit_kind = 7;
/// A value that stands for no character in the encoding.
pub const UTF8KIT_KIND_UNDEFINED: utf8kit_kind = 8;
/// A character outside of the adopted subset.
pub const UTF8KIT_KIND_OUTSIDE_SUBSET: utf8kit_kind = 9;
/// A kind that a later version of the library added.
pub const UTF8KIT_KIND_OTHER: utf8kit_kind = 255;

/// How far a function got, and why it stopped there.
///
/// Units are those of the source and of the destination: bytes, or 16- or 32-bit code units.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct utf8kit_result {
    /// The number of units of the source that were read. A function for a whole text stops before the ill-formed sequence or
    /// the character that stopped it, and a function of a stream after it.
    pub read: usize,
    /// The number of units of the destination that were written. What is after them is unspecified, and nothing is written
    /// outside of the destination.
    pub written: usize,
    /// The number of ill-formed sequences and characters that were replaced.
    pub replaced: usize,
    /// The offset of what stopped the function, in units from the beginning of the text; in a stream, of all its pieces.
    pub offset: u64,
    /// Why the function returned: `UTF8KIT_STOP_...`.
    pub stop: utf8kit_stop,
    /// The kind of the error, if the source is ill-formed: `UTF8KIT_KIND_...`.
    pub kind: utf8kit_kind,
    /// The number of units of the ill-formed sequence.
    pub length: u32,
    /// The character or number that the destination's encoding cannot represent.
    pub character: u32,
    /// The ill-formed bytes and those after them, as far as they are known. Code units of 16 and 32 bits are in big-endian
    /// order. `utf8kit_message` takes them from here.
    pub context: [u8; 7],
    /// The number of bytes in `context`.
    pub context_length: u8,
}

/// Returns the number of a kind.
pub(crate) fn kind(kind: ErrorKind) -> utf8kit_kind {
    match kind {
        ErrorKind::UnexpectedContinuation => UTF8KIT_KIND_UNEXPECTED_CONTINUATION,
        ErrorKind::Overlong => UTF8KIT_KIND_OVERLONG,
        ErrorKind::Surrogate => UTF8KIT_KIND_SURROGATE,
        ErrorKind::TooLarge => UTF8KIT_KIND_TOO_LARGE,
        ErrorKind::NeverValid => UTF8KIT_KIND_NEVER_VALID,
        ErrorKind::MissingContinuation => UTF8KIT_KIND_MISSING_CONTINUATION,
        ErrorKind::UnexpectedEnd => UTF8KIT_KIND_UNEXPECTED_END,
        ErrorKind::Undefined => UTF8KIT_KIND_UNDEFINED,
        ErrorKind::OutsideSubset => UTF8KIT_KIND_OUTSIDE_SUBSET,
        _ => UTF8KIT_KIND_OTHER,
    }
}

/// Returns the kind with this number.
pub(crate) fn kind_of(number: utf8kit_kind) -> Option<ErrorKind> {
    Some(match number {
        UTF8KIT_KIND_UNEXPECTED_CONTINUATION => ErrorKind::UnexpectedContinuation,
        UTF8KIT_KIND_OVERLONG => ErrorKind::Overlong,
        UTF8KIT_KIND_SURROGATE => ErrorKind::Surrogate,
        UTF8KIT_KIND_TOO_LARGE => ErrorKind::TooLarge,
        UTF8KIT_KIND_NEVER_VALID => ErrorKind::NeverValid,
        UTF8KIT_KIND_MISSING_CONTINUATION => ErrorKind::MissingContinuation,
        UTF8KIT_KIND_UNEXPECTED_END => ErrorKind::UnexpectedEnd,
        UTF8KIT_KIND_UNDEFINED => ErrorKind::Undefined,
        UTF8KIT_KIND_OUTSIDE_SUBSET => ErrorKind::OutsideSubset,
        _ => return None,
    })
}

impl utf8kit_result {
    /// The result for an argument that is not allowed.
    pub(crate) const INVALID_ARGUMENT: utf8kit_result =
        utf8kit_result::stopped(UTF8KIT_STOP_INVALID_ARGUMENT, 0, 0);

    /// Returns the result of a function that stopped here, for a reason that `stop` alone describes.
    #[inline]
    pub(crate) const fn stopped(stop: utf8kit_stop, read: usize, written: usize) -> Self {
        utf8kit_result {
            read,
            written,
            replaced: 0,
            offset: 0,
            stop,
            kind: UTF8KIT_KIND_NONE,
            length: 0,
            character: 0,
            context: [0; 7],
            context_length: 0,
        }
    }

    /// Returns the result of a function that read and wrote everything.
    #[inline]
    pub(crate) const fn done(read: usize, written: usize) -> Self {
        Self::stopped(UTF8KIT_STOP_INPUT_USED, read, written)
    }

    #[cold]
    fn ill_formed(self, error_kind: ErrorKind, offset: u64, length: usize, context: &[u8]) -> Self {
        let mut bytes = [0; 7];
        // No context is longer; the compiler does not know that.
        bytes.iter_mut().zip(context).for_each(|(to, from)| *to = *from);
        utf8kit_result {
            stop: UTF8KIT_STOP_ILL_FORMED,
            kind: kind(error_kind),
            offset,
            length: length as u32,
            context: bytes,
            context_length: context.len() as u8,
            ..self
        }
    }

    #[cold]
    fn not_representable(self, character: u32, offset: u64) -> Self {
        utf8kit_result {
            stop: UTF8KIT_STOP_NOT_REPRESENTABLE,
            character,
            offset,
            ..self
        }
    }

    /// Returns the result of a check of `len` units.
    #[inline]
    pub(crate) fn of_check(len: usize, error: Option<IllFormed>) -> Self {
        match error {
            None => Self::done(len, 0),
            Some(error) => Self::of_ill_formed(error, 0, len),
        }
    }

    /// Returns the result for an ill-formed sequence of a source of `len` units.
    #[cold]
    fn of_ill_formed(error: IllFormed, written: usize, len: usize) -> Self {
        let at = error.valid_up_to();
        Self::done(at, written).ill_formed(
            error.kind(),
            at as u64,
            error.error_len().unwrap_or(len - at),
            error.context(),
        )
    }

    #[cold]
    pub(crate) fn of_convert_error(error: ConvertError, len: usize) -> Self {
        let (read, written, replaced) = (error.read(), error.written(), error.replaced());
        let here = Self::done(read, written);
        let result = match error.kind() {
            ConvertErrorKind::IllFormed(error) => Self::of_ill_formed(error, written, len),
            ConvertErrorKind::DestinationFull => Self::stopped(UTF8KIT_STOP_OUTPUT_FULL, read, written),
            ConvertErrorKind::NotRepresentable(number) => here.not_representable(number, read as u64),
            kind => unreachable!("{kind:?}"),
        };
        utf8kit_result {
            replaced: replaced as usize,
            ..result
        }
    }

    #[cold]
    fn of_destination_full(error: DestinationFull) -> Self {
        utf8kit_result {
            replaced: error.replaced(),
            ..Self::stopped(UTF8KIT_STOP_OUTPUT_FULL, error.read(), error.written())
        }
    }

    /// Returns the result of a function that read and wrote everything, and replaced so many sequences.
    ///
    /// If nothing was replaced, the fields are written once: a processor waits where it loads as one number what it has just stored as two.
    #[inline]
    fn done_with(read: usize, written: usize, replaced: u64) -> Self {
        match replaced {
            0 => Self::done(read, written),
            replaced => Self::replaced(read, written, replaced),
        }
    }

    #[cold]
    #[inline(never)]
    fn replaced(read: usize, written: usize, replaced: u64) -> Self {
        utf8kit_result {
            replaced: replaced as usize,
            ..Self::done(read, written)
        }
    }

    /// Returns the result of a step of a stream, which has replaced so many sequences.
    #[inline]
    pub(crate) fn of_step(step: Step, replaced: u64) -> Self {
        let here = utf8kit_result {
            replaced: replaced as usize,
            ..Self::done(step.read, step.written)
        };
        match step.stop {
            Stop::InputUsed => here,
            Stop::OutputFull => utf8kit_result {
                stop: UTF8KIT_STOP_OUTPUT_FULL,
                ..here
            },
            Stop::IllFormed(error) => here.of_ill_formed_at(error),
            Stop::NotRepresentable { number, offset } => here.not_representable(number, offset),
            stop => unreachable!("{stop:?}"),
        }
    }

    /// Returns the result of a stream of 16-bit units, whose errors are in bytes.
    pub(crate) fn in_utf16(self) -> Self {
        utf8kit_result {
            length: self.length.div_ceil(2),
            ..self
        }
    }

    #[cold]
    fn of_ill_formed_at(self, error: IllFormed) -> Self {
        self.ill_formed(error.kind(), error.offset(), error.bytes().len(), error.context())
    }
}

/// What a conversion of the library returns.
pub(crate) trait Converted {
    /// Returns it as a result, for a source of `len` units.
    fn into_result(self, len: usize) -> utf8kit_result;
}

impl<U> Converted for Result<&mut [U], ConvertError> {
    #[inline]
    fn into_result(self, len: usize) -> utf8kit_result {
        match self {
            Ok(units) => utf8kit_result::done(len, units.len()),
            Err(error) => utf8kit_result::of_convert_error(error, len),
        }
    }
}

impl<U> Converted for Result<&mut [U], DestinationFull> {
    #[inline]
    fn into_result(self, len: usize) -> utf8kit_result {
        match self {
            Ok(units) => utf8kit_result::done(len, units.len()),
            Err(error) => utf8kit_result::of_destination_full(error),
        }
    }
}

impl<U> Converted for Result<utf8kit::Converted<&mut [U]>, ConvertError> {
    #[inline]
    fn into_result(self, len: usize) -> utf8kit_result {
        match self {
            Ok(done) => utf8kit_result::done_with(len, done.written.len(), done.replaced),
            Err(error) => utf8kit_result::of_convert_error(error, len),
        }
    }
}

impl Converted for Result<utf8kit::Converted, ConvertError> {
    #[inline]
    fn into_result(self, len: usize) -> utf8kit_result {
        match self {
            Ok(done) => utf8kit_result::done_with(len, done.written, done.replaced),
            Err(error) => utf8kit_result::of_convert_error(error, len),
        }
    }
}

impl<U> Converted for Result<Lossy<&mut [U]>, DestinationFull> {
    #[inline]
    fn into_result(self, len: usize) -> utf8kit_result {
        match self {
            Ok(Lossy { written, replaced }) => utf8kit_result::done_with(len, written.len(), replaced as u64),
            Err(error) => utf8kit_result::of_destination_full(error),
        }
    }
}
