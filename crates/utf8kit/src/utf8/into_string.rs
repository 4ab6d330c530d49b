//! Owners of bytes, converted to owners of text without a copy.

use super::validate;
use crate::engine;
use crate::error::IllFormed;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// Converts an owner of bytes to the owner of the text, without a copy: `Vec<u8>` to `String`, and likewise `Box<[u8]>`,
/// `Cow<[u8]>`, `Rc<[u8]>` and `Arc<[u8]>`. [`IntoString`] lists the types.
///
/// [`validate`] does this for `&[u8]`, [`validate_mut`](super::validate_mut) for `&mut [u8]`.
///
/// # Errors
///
/// Returns the bytes, in their owner, and the first error if they are not well-formed UTF-8 (RFC 3629 section 4).
///
/// ```
/// use std::sync::Arc;
/// use utf8kit::utf8;
///
/// assert_eq!(utf8::into_string(b"caf\xC3\xA9".to_vec()).unwrap(), "café");
///
/// let bytes: Arc<[u8]> = Arc::from(b"caf\xC3\xA9".as_slice());
/// let text: Arc<str> = utf8::into_string(bytes).unwrap();
/// assert_eq!(&*text, "café");
///
/// let bytes: Box<[u8]> = Box::from(b"caf\xE9".as_slice());
/// let error = utf8::into_string(bytes).unwrap_err();
/// assert_eq!(*error.into_bytes(), *b"caf\xE9");
/// ```
pub fn into_string<B: IntoString>(bytes: B) -> Result<B::Text, IntoStringError<B>> {
    let text = bytes.as_ref();
    if text.len() <= 4 && engine::is_few_valid(text) {
        // SAFETY: the bytes are well-formed. `as_ref` of these types always returns the same bytes.
        return Ok(unsafe { bytes.into_text_unchecked() });
    }
    match validate(text) {
        // SAFETY: `validate` has checked that the bytes are well-formed UTF-8. `as_ref` of these types always returns the
        // same bytes.
        Ok(_) => Ok(unsafe { bytes.into_text_unchecked() }),
        Err(error) => Err(IntoStringError::new(bytes, error)),
    }
}

/// Converts an owner of bytes to the owner of the text: without a copy if they are well-formed, [repaired](super::repair())
/// otherwise. The types are those of [`into_string`].
///
/// ```
/// use std::borrow::Cow;
/// use utf8kit::utf8;
///
/// assert_eq!(utf8::into_string_lossy(b"caf\xE9".to_vec()), "caf\u{FFFD}");
/// assert!(matches!(utf8::into_string_lossy(Cow::Borrowed(&b"coffee"[..])), Cow::Borrowed("coffee")));
/// ```
#[must_use]
pub fn into_string_lossy<B: IntoString>(bytes: B) -> B::Text {
    match into_string(bytes) {
        Ok(text) => text,
        Err(refused) => refused.into_string_lossy(),
    }
}

/// An owner of bytes that [`into_string`] converts to the owner of a text without a copy.
///
/// The trait is sealed: other crates cannot implement it.
///
/// ```
/// use utf8kit::utf8::{self, IntoString};
///
/// fn first_line(bytes: impl IntoString) -> Option<String> {
///     Some(utf8::into_string(bytes).ok()?.lines().next()?.to_owned())
/// }
///
/// assert_eq!(first_line(b"one\ntwo".to_vec()), Some("one".to_owned()));
/// ```
pub trait IntoString: AsRef<[u8]> + Sized + sealed::Sealed {
    /// The owner of the text.
    type Text: Deref<Target = str> + From<String>;

    /// Converts the bytes to text without checking them.
    ///
    /// # Safety
    ///
    /// The bytes are well-formed UTF-8.
    #[doc(hidden)]
    unsafe fn into_text_unchecked(self) -> Self::Text;
}

mod sealed {
    /// Implemented in this module only.
    pub trait Sealed {}
}

impl sealed::Sealed for Vec<u8> {}
impl IntoString for Vec<u8> {
    type Text = String;

    #[inline]
    unsafe fn into_text_unchecked(self) -> String {
        // SAFETY: the caller promises UTF-8.
        unsafe { String::from_utf8_unchecked(self) }
    }
}

impl sealed::Sealed for Box<[u8]> {}
impl IntoString for Box<[u8]> {
    type Text = Box<str>;

    #[inline]
    unsafe fn into_text_unchecked(self) -> Box<str> {
        // SAFETY: the caller promises UTF-8.
        unsafe { alloc::str::from_boxed_utf8_unchecked(self) }
    }
}

impl sealed::Sealed for Cow<'_, [u8]> {}
impl<'a> IntoString for Cow<'a, [u8]> {
    type Text = Cow<'a, str>;

    #[inline]
    unsafe fn into_text_unchecked(self) -> Cow<'a, str> {
        // SAFETY: the caller promises UTF-8.
        unsafe {
            match self {
                Cow::Borrowed(bytes) => Cow::Borrowed(core::str::from_utf8_unchecked(bytes)),
                Cow::Owned(bytes) => Cow::Owned(String::from_utf8_unchecked(bytes)),
            }
        }
    }
}

impl sealed::Sealed for Rc<[u8]> {}
impl IntoString for Rc<[u8]> {
    type Text = Rc<str>;

    #[inline]
    unsafe fn into_text_unchecked(self) -> Rc<str> {
        // SAFETY: `str` has the layout of `[u8]`, and the caller promises UTF-8. Other references to the bytes cannot
        // change them as long as this one exists.
        unsafe { Rc::from_raw(Rc::into_raw(self) as *const str) }
    }
}

#[cfg(target_has_atomic = "ptr")]
impl sealed::Sealed for Arc<[u8]> {}
#[cfg(target_has_atomic = "ptr")]
impl IntoString for Arc<[u8]> {
    type Text = Arc<str>;

    #[inline]
    unsafe fn into_text_unchecked(self) -> Arc<str> {
        // SAFETY: as for `Rc`.
        unsafe { Arc::from_raw(Arc::into_raw(self) as *const str) }
    }
}

/// The error of [`utf8::into_string`](crate::utf8::into_string()). It holds the bytes, in their owner `B`, and the
/// reason.
///
/// ```
/// let error = utf8kit::utf8::into_string(b"caf\xE9".to_vec()).unwrap_err();
/// assert_eq!(error.error().valid_up_to(), 3);
/// assert_eq!(error.as_bytes(), b"caf\xE9");
/// assert_eq!(error.into_string_lossy(), "caf\u{FFFD}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntoStringError<B = Vec<u8>> {
    bytes: B,
    error: IllFormed,
}

impl<B: IntoString> IntoStringError<B> {
    pub(crate) const fn new(bytes: B, error: IllFormed) -> Self {
        IntoStringError { bytes, error }
    }

    /// Returns the reason why the bytes are not UTF-8.
    pub const fn error(&self) -> IllFormed {
        self.error
    }

    /// Returns the bytes, unchanged.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Returns the bytes, unchanged, in their owner.
    ///
    /// ```
    /// let error = utf8kit::utf8::into_string(b"caf\xE9".to_vec()).unwrap_err();
    /// assert_eq!(error.into_bytes(), b"caf\xE9");
    /// ```
    pub fn into_bytes(self) -> B {
        self.bytes
    }

    /// Returns the text with U+FFFD for each maximal subpart of an ill-formed sequence, like
    /// [`utf8::repair`](crate::utf8::repair()). The part before the first error is not validated again.
    ///
    /// ```
    /// let error = utf8kit::utf8::into_string(b"caf\xE9 \xE2\x82".to_vec()).unwrap_err();
    /// assert_eq!(error.into_string_lossy(), "caf\u{FFFD} \u{FFFD}");
    /// ```
    pub fn into_string_lossy(self) -> B::Text {
        super::replaced(self.bytes.as_ref(), self.error.valid_up_to()).into()
    }
}

impl<B> fmt::Display for IntoStringError<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<B: fmt::Debug> core::error::Error for IntoStringError<B> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Converts to an error of kind [`InvalidData`](std::io::ErrorKind::InvalidData).
#[cfg(feature = "std")]
impl<B: fmt::Debug + Send + Sync + 'static> From<IntoStringError<B>> for std::io::Error {
    fn from(error: IntoStringError<B>) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}
