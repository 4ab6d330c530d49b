//! Whole texts through the streams, for tests of encodings that have no functions over slices of their own.

use utf8kit::stream::{Decoder, Encoder, Step, Stop};
use utf8kit::{ConvertErrorKind, Encoding, Policy};

/// Conversions of whole texts in an encoding. Each returns the number of units written, or why it stopped.
pub(crate) trait Whole: Sized {
    fn to_utf8(self, bytes: &[u8], dst: &mut [u8]) -> Result<usize, Failed>;
    fn to_utf16(self, bytes: &[u8], dst: &mut [u16]) -> Result<usize, Failed>;
    fn to_code_points(self, bytes: &[u8], dst: &mut [u32]) -> Result<usize, Failed>;
    fn encode_utf8(self, text: &str, dst: &mut [u8]) -> Result<usize, Failed>;
    fn encode_utf16(self, units: &[u16], dst: &mut [u8]) -> Result<usize, Failed>;
    fn encode_code_points(self, numbers: &[u32], dst: &mut [u8]) -> Result<usize, Failed>;
}

/// Why a conversion of a whole text stopped, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Failed(Step);

impl Failed {
    pub(crate) fn kind(&self) -> ConvertErrorKind {
        match self.0.stop {
            Stop::IllFormed(error) => ConvertErrorKind::IllFormed(error),
            Stop::NotRepresentable { number, .. } => ConvertErrorKind::NotRepresentable(number),
            Stop::OutputFull => ConvertErrorKind::DestinationFull,
            stop => panic!("{stop:?}"),
        }
    }

    /// Returns the number of units of the source before the place.
    pub(crate) fn read(&self) -> usize {
        match self.0.stop {
            Stop::IllFormed(error) => error.valid_up_to(),
            Stop::NotRepresentable { offset, .. } => offset as usize,
            _ => self.0.read,
        }
    }
}

/// Runs a step for the text and a step that ends it.
fn whole<U>(
    dst: &mut [U],
    step: impl FnOnce(&mut [U]) -> Step,
    finish: impl FnOnce(&mut [U]) -> Step,
) -> Result<usize, Failed> {
    let step = step(dst);
    if step.stop != Stop::InputUsed {
        return Err(Failed(step));
    }
    let end = finish(&mut dst[step.written..]);
    let written = step.written + end.written;
    match end.stop {
        Stop::InputUsed => Ok(written),
        stop => Err(Failed(Step {
            stop,
            written,
            ..step
        })),
    }
}

/// Calls one method of a stream for the text and another one to end it.
macro_rules! whole {
    ($stream:expr, $step:ident($src:expr), $finish:ident, $dst:expr) => {{
        let stream = std::cell::RefCell::new($stream);
        whole(
            $dst,
            |dst| stream.borrow_mut().$step($src, dst),
            |dst| stream.borrow_mut().$finish(dst),
        )
    }};
}

impl Whole for Encoding {
    fn to_utf8(self, bytes: &[u8], dst: &mut [u8]) -> Result<usize, Failed> {
        whole!(Decoder::new(self, Policy::Fail), to_utf8(bytes), finish_utf8, dst)
    }

    fn to_utf16(self, bytes: &[u8], dst: &mut [u16]) -> Result<usize, Failed> {
        whole!(
            Decoder::new(self, Policy::Fail),
            to_utf16(bytes),
            finish_utf16,
            dst
        )
    }

    fn to_code_points(self, bytes: &[u8], dst: &mut [u32]) -> Result<usize, Failed> {
        whole!(
            Decoder::new(self, Policy::Fail),
            to_code_points(bytes),
            finish_code_points,
            dst
        )
    }

    fn encode_utf8(self, text: &str, dst: &mut [u8]) -> Result<usize, Failed> {
        whole!(Encoder::new(self, Policy::Fail), encode(text), finish, dst)
    }

    fn encode_utf16(self, units: &[u16], dst: &mut [u8]) -> Result<usize, Failed> {
        whole!(Encoder::new(self, Policy::Fail), encode_utf16(units), finish, dst)
    }

    fn encode_code_points(self, numbers: &[u32], dst: &mut [u8]) -> Result<usize, Failed> {
        whole!(
            Encoder::new(self, Policy::Fail),
            encode_code_points(numbers),
            finish,
            dst
        )
    }
}
