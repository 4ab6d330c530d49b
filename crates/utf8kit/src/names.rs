//! The names of encodings, error kinds and tiers, and the values that they name.

use crate::uninit;
use crate::{Encoding, ErrorKind, Tier};
use core::fmt;
use core::str::FromStr;

/// Writes the [name](Encoding::name) of the encoding.
impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses the [name](Encoding::name) of an encoding that the enabled features have, without regard to the case of letters.
///
/// The many labels of encodings, such as `utf8` and `latin1`, are in the crate `utf8kit-encodings`.
///
/// ```
/// use utf8kit::{Encoding, Endian};
///
/// assert_eq!("utf-16be".parse(), Ok(Encoding::Utf16(Endian::Big)));
///
/// let error = "UTF-9".parse::<Encoding>().unwrap_err();
/// assert!(error.to_string().starts_with("`UTF-9` is not the name of an encoding; the names are UTF-8, UTF-16LE, "));
/// ```
impl FromStr for Encoding {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let mut all = Encoding::ALL.iter().copied();
        all.find(|encoding| encoding.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownName::new(Names::Encodings, name))
    }
}

impl ErrorKind {
    /// All kinds, in the order of their declaration.
    ///
    /// ```
    /// use utf8kit::ErrorKind;
    ///
    /// assert!(ErrorKind::ALL.iter().any(|kind| kind.name() == "overlong"));
    /// ```
    pub const ALL: &'static [ErrorKind] = &[
        ErrorKind::UnexpectedContinuation,
        ErrorKind::Overlong,
        ErrorKind::Surrogate,
        ErrorKind::TooLarge,
        ErrorKind::NeverValid,
        ErrorKind::MissingContinuation,
        ErrorKind::UnexpectedEnd,
        ErrorKind::Undefined,
        ErrorKind::OutsideSubset,
    ];
}

/// Parses the [name](ErrorKind::name) of a kind, which reports contain. `Display` writes a description instead.
///
/// ```
/// use utf8kit::ErrorKind;
///
/// assert_eq!("never-valid".parse(), Ok(ErrorKind::NeverValid));
/// assert!("Never valid".parse::<ErrorKind>().is_err());
/// ```
impl FromStr for ErrorKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let mut all = ErrorKind::ALL.iter().copied();
        all.find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownName::new(Names::ErrorKinds, name))
    }
}

/// Parses the [name](Tier::name) of a tier, whether the processor has it or not.
///
/// ```
/// use utf8kit::Tier;
///
/// assert_eq!("avx2".parse(), Ok(Tier::Avx2));
///
/// let error = "sse9".parse::<Tier>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`sse9` is not the name of a tier; the names are avx512, avx2, sse41, neon, simd128, portable"
/// );
/// ```
impl FromStr for Tier {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Tier::from_name(name).ok_or_else(|| UnknownName::new(Names::Tiers, name))
    }
}

/// The error of parsing an [`Encoding`], an [`ErrorKind`] or a [`Tier`]: none of them has the name.
///
/// ```
/// use utf8kit::Tier;
///
/// let error = "sse9".parse::<Tier>().unwrap_err();
/// assert_eq!(error.found(), "sse9");
/// assert!(error.names().any(|name| name == "sse41"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnknownName {
    names: Names,
    found: [u8; UnknownName::MAX],
    /// The number of bytes of `found`.
    len: u8,
    /// Whether the name is longer than `found`.
    is_cut: bool,
}

/// What has one of several names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Names {
    Encodings,
    ErrorKinds,
    Tiers,
}

impl UnknownName {
    /// The number of bytes that are kept: more than any name has.
    const MAX: usize = 29;

    fn new(names: Names, name: &str) -> Self {
        let len = uninit::floor_char_boundary(name, Self::MAX);
        let mut found = [0; Self::MAX];
        found[..len].copy_from_slice(&name.as_bytes()[..len]);
        UnknownName {
            names,
            found,
            len: len as u8,
            is_cut: len < name.len(),
        }
    }

    /// Returns the name that was found, or its beginning if it is longer than 29 bytes.
    #[must_use]
    pub fn found(&self) -> &str {
        core::str::from_utf8(&self.found[..usize::from(self.len)]).unwrap_or("")
    }

    /// Returns the names that were expected.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let names = self.names;
        // One of the three is not empty.
        let encodings = Encoding::ALL.iter().map(|encoding| encoding.name());
        let kinds = ErrorKind::ALL.iter().map(|kind| kind.name());
        let tiers = Tier::ALL.iter().map(|tier| tier.name());
        encodings
            .filter(move |_| names == Names::Encodings)
            .chain(kinds.filter(move |_| names == Names::ErrorKinds))
            .chain(tiers.filter(move |_| names == Names::Tiers))
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.names {
            Names::Encodings => "an encoding",
            Names::ErrorKinds => "an error kind",
            Names::Tiers => "a tier",
        };
        let more = if self.is_cut { "…" } else { "" };
        write!(
            f,
            "`{}{more}` is not the name of {what}; the names are",
            self.found().escape_debug()
        )?;
        for (i, name) in self.names().enumerate() {
            write!(f, "{} {name}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownName {}

/// Converts to an error of kind [`InvalidInput`](std::io::ErrorKind::InvalidInput).
#[cfg(feature = "std")]
impl From<UnknownName> for std::io::Error {
    fn from(error: UnknownName) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidInput, error)
    }
}
