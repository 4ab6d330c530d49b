//! The functions of simdutf8 0.1, by utf8kit: in its place, they show what programs that validate with it gain.

use std::fmt;
use utf8kit::utf8;

/// Functions that say whether there is an error.
pub mod basic {
    use super::*;

    /// There is an error.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Utf8Error;

    impl fmt::Display for Utf8Error {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("ill-formed UTF-8")
        }
    }

    impl std::error::Error for Utf8Error {}

    /// Returns `input` as a `str`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not well-formed UTF-8.
    #[inline]
    pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
        utf8::validate(input).map_err(|_| Utf8Error)
    }

    /// Returns `input` as a `str` that can be changed.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not well-formed UTF-8.
    #[inline]
    pub fn from_utf8_mut(input: &mut [u8]) -> Result<&mut str, Utf8Error> {
        utf8::validate_mut(input).map_err(|_| Utf8Error)
    }

    /// The validators of instruction sets. They are one here, which chooses the set at run time.
    pub mod imp {
        use super::Utf8Error;
        use utf8kit::utf8::BlockValidator;

        /// Validates blocks of 64 bytes.
        pub trait ChunkedUtf8Validator {
            /// Creates a validator.
            ///
            /// # Safety
            ///
            /// There is nothing to promise.
            #[must_use]
            unsafe fn new() -> Self
            where
                Self: Sized;

            /// Validates blocks, without what is left of `input`.
            ///
            /// # Safety
            ///
            /// There is nothing to promise.
            unsafe fn update_from_chunks(&mut self, input: &[u8]);

            /// Ends the text with `rest`.
            ///
            /// # Errors
            ///
            /// Returns an error if the text is not well-formed UTF-8.
            ///
            /// # Safety
            ///
            /// There is nothing to promise.
            unsafe fn finalize(self, rest: Option<&[u8]>) -> Result<(), Utf8Error>;
        }

        /// Validates blocks of 64 bytes.
        pub struct ChunkedUtf8ValidatorImp(BlockValidator);

        impl ChunkedUtf8Validator for ChunkedUtf8ValidatorImp {
            #[inline]
            unsafe fn new() -> Self {
                ChunkedUtf8ValidatorImp(BlockValidator::new())
            }

            #[inline]
            unsafe fn update_from_chunks(&mut self, input: &[u8]) {
                self.0.push(input.as_chunks().0);
            }

            #[inline]
            unsafe fn finalize(self, rest: Option<&[u8]>) -> Result<(), Utf8Error> {
                let is_valid = self.0.finish(rest.unwrap_or_default());
                is_valid.then_some(()).ok_or(Utf8Error)
            }
        }

        /// For x86.
        pub mod x86 {
            /// For AVX2.
            pub mod avx2 {
                pub use super::super::ChunkedUtf8ValidatorImp;
            }
            /// For SSE4.2.
            pub mod sse42 {
                pub use super::super::ChunkedUtf8ValidatorImp;
            }
        }

        /// For 64-bit Arm.
        pub mod aarch64 {
            /// For NEON.
            pub mod neon {
                pub use super::super::ChunkedUtf8ValidatorImp;
            }
        }
    }
}

/// Functions that say where the error is.
pub mod compat {
    use super::*;

    /// The first error.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Utf8Error {
        valid_up_to: usize,
        error_len: Option<u8>,
    }

    impl Utf8Error {
        /// Returns the number of bytes before it.
        #[must_use]
        pub fn valid_up_to(&self) -> usize {
            self.valid_up_to
        }

        /// Returns its length, or `None` if the text ends inside a character.
        #[must_use]
        pub fn error_len(&self) -> Option<usize> {
            self.error_len.map(usize::from)
        }
    }

    impl fmt::Display for Utf8Error {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "ill-formed UTF-8 at offset {}", self.valid_up_to)
        }
    }

    impl std::error::Error for Utf8Error {}

    /// Returns `input` as a `str`.
    ///
    /// # Errors
    ///
    /// Returns the first error if it is not well-formed UTF-8.
    #[inline]
    pub fn from_utf8(input: &[u8]) -> Result<&str, Utf8Error> {
        utf8::validate(input).map_err(|error| Utf8Error {
            valid_up_to: error.valid_up_to(),
            error_len: error.error_len().map(|len| len as u8),
        })
    }
}
