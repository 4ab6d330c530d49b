//! An encoding that is chosen at run time.
//!
//! [`Any`] holds what any encoding remembers between two characters, and passes each call to the encoding itself.

use super::ascii::Ascii;
use super::id::Encoding;
use super::latin1::Latin1;
#[cfg(feature = "dialects")]
use super::relative::{Related, Relative, Rules, State};
use super::utf8::Utf8;
#[cfg(feature = "utf16")]
use super::utf16::{Utf16, Utf16Bytes};
#[cfg(feature = "utf32")]
use super::utf32::Utf32Bytes;
use crate::ErrorKind;
use crate::codec::{Decode, DecodeError, Description, Encode, MAX_ENCODED};

/// Evaluates `$body` with `$encoding` as an alias of the type of an [`Encoding`].
macro_rules! with_encoding {
    ($value:expr, $encoding:ident => $body:expr) => {
        match $value {
            $crate::Encoding::Utf8 => {
                type $encoding = $crate::encoding::Utf8;
                $body
            }
            #[cfg(feature = "utf16")]
            $crate::Encoding::Utf16($crate::Endian::Little) => {
                type $encoding = $crate::encoding::Utf16Bytes<false>;
                $body
            }
            #[cfg(feature = "utf16")]
            $crate::Encoding::Utf16($crate::Endian::Big) => {
                type $encoding = $crate::encoding::Utf16Bytes<true>;
                $body
            }
            #[cfg(feature = "utf32")]
            $crate::Encoding::Utf32($crate::Endian::Little) => {
                type $encoding = $crate::encoding::Utf32Bytes<false>;
                $body
            }
            #[cfg(feature = "utf32")]
            $crate::Encoding::Utf32($crate::Endian::Big) => {
                type $encoding = $crate::encoding::Utf32Bytes<true>;
                $body
            }
            $crate::Encoding::Latin1 => {
                type $encoding = $crate::encoding::Latin1;
                $body
            }
            $crate::Encoding::Ascii => {
                type $encoding = $crate::encoding::Ascii;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::Rfc2279 => {
                type $encoding = $crate::encoding::Rfc2279;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::AnnexR => {
                type $encoding = $crate::encoding::AnnexR;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::AnnexR5 => {
                type $encoding = $crate::encoding::AnnexR5;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::Cesu8 => {
                type $encoding = $crate::encoding::Cesu8;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::ModifiedUtf8 => {
                type $encoding = $crate::encoding::ModifiedUtf8;
                $body
            }
            #[cfg(feature = "dialects")]
            $crate::Encoding::Wtf8 => {
                type $encoding = $crate::encoding::Wtf8;
                $body
            }
        }
    };
}
pub(crate) use with_encoding;

/// Any encoding of this crate, chosen at run time.
#[derive(Clone, Copy, Debug)]
pub struct Any {
    encoding: Encoding,
    /// The rules of UTF-16, and what it remembers.
    #[cfg(feature = "utf16")]
    utf16: Utf16,
    /// What the relatives of UTF-8 remember.
    #[cfg(feature = "dialects")]
    state: State,
}

/// An encoding whose state [`Any`] can hold.
pub(crate) trait Held {
    fn load(any: &Any) -> Self;

    /// Stores what the encoding remembers.
    #[inline]
    fn store(&self, _any: &mut Any)
    where
        Self: Sized,
    {
    }
}

/// Implements [`Held`] for encodings that remember nothing.
macro_rules! held {
    ($($encoding:ident)*) => {$(
        impl Held for $encoding {
            #[inline]
            fn load(_: &Any) -> Self {
                $encoding
            }
        }
    )*};
}
held!(Utf8 Ascii);
held!(Latin1);

#[cfg(feature = "utf16")]
impl<const BIG: bool> Held for Utf16Bytes<BIG> {
    #[inline]
    fn load(any: &Any) -> Self {
        Utf16Bytes(any.utf16)
    }

    #[inline]
    fn store(&self, any: &mut Any) {
        any.utf16 = self.0;
    }
}

#[cfg(feature = "utf32")]
impl<const BIG: bool> Held for Utf32Bytes<BIG> {
    #[inline]
    fn load(_: &Any) -> Self {
        Utf32Bytes
    }
}

#[cfg(feature = "dialects")]
impl<R: Relative> Held for Related<R> {
    #[inline]
    fn load(any: &Any) -> Self {
        Related::with_state(any.state)
    }

    #[inline]
    fn store(&self, any: &mut Any) {
        any.state = self.state;
    }
}

impl Any {
    /// Returns `encoding` at the beginning of a text.
    #[inline]
    pub const fn new(encoding: Encoding) -> Self {
        Any {
            encoding,
            #[cfg(feature = "utf16")]
            utf16: Utf16::STRICT,
            #[cfg(feature = "dialects")]
            state: State::START,
        }
    }

    /// Returns the encoding with unpaired surrogates of UTF-16 as numbers. It changes nothing in other encodings.
    #[cfg(feature = "utf16")]
    #[must_use]
    pub const fn with_unpaired_surrogates(mut self) -> Self {
        self.utf16 = Utf16::WITH_UNPAIRED;
        self
    }

    /// Returns the encoding.
    #[inline]
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the same options for `encoding`, at the beginning of a text.
    pub(crate) const fn restarted(self, encoding: Encoding) -> Self {
        Any {
            #[cfg(feature = "utf16")]
            utf16: self.utf16.restarted(),
            ..Any::new(encoding)
        }
    }

    /// Returns the number of sequences read so far that were longer than necessary.
    #[cfg(feature = "dialects")]
    pub const fn overlong(&self) -> u64 {
        self.state.overlong
    }
}

impl From<Encoding> for Any {
    #[inline]
    fn from(encoding: Encoding) -> Self {
        Any::new(encoding)
    }
}

/// Evaluates `$work` with the encoding of `$any`, and stores what it remembers then.
macro_rules! with_any {
    ($any:expr, $value:ident => $work:expr) => {{
        use $crate::encoding::any::Held as _;
        let any: &mut $crate::encoding::Any = $any;
        $crate::encoding::with_encoding!(any.encoding(), S => {
            let mut $value = S::load(any);
            let result = $work;
            $value.store(any);
            result
        })
    }};
}
pub(crate) use with_any;

impl Decode for Any {
    type Unit = u8;

    fn description(&self) -> &'static Description {
        with_encoding!(self.encoding, S => S::load(self).description())
    }

    fn decode(&mut self, bytes: &[u8], last: bool) -> Result<(u32, usize), DecodeError> {
        with_any!(self, source => source.decode(bytes, last))
    }

    fn after_run(&mut self) {
        with_any!(self, source => Decode::after_run(&mut source));
    }

    fn lacking(&self, number: u32) -> Option<ErrorKind> {
        with_encoding!(self.encoding, S => S::load(self).lacking(number))
    }

    fn whole_len(&self, bytes: &[u8], error: DecodeError) -> usize {
        with_encoding!(self.encoding, S => S::load(self).whole_len(bytes, error))
    }
}

impl Encode for Any {
    type Unit = u8;

    fn substitute(&self) -> char {
        with_encoding!(self.encoding, T => T::load(self).substitute())
    }

    fn writes_ascii(&self) -> bool {
        with_encoding!(self.encoding, T => T::load(self).writes_ascii())
    }

    fn encode(&mut self, number: u32, out: &mut [u8; MAX_ENCODED]) -> Option<usize> {
        with_any!(self, target => target.encode(number, out))
    }

    fn after_run(&mut self) {
        with_any!(self, target => Encode::after_run(&mut target));
    }
}

impl Encoding {
    /// Returns how errors of this encoding are described, for a program that passes them on and makes
    /// [`IllFormed::new`](crate::IllFormed::new) of them again.
    pub fn description(self) -> &'static Description {
        Any::new(self).description()
    }

    /// Returns the length, in bytes, of a sequence with the first byte `first`, or `None` if no sequence of UTF-8, or of this
    /// relative of it, starts with the byte (RFC 3629 section 1: "the first octet of a multi-octet sequence indicates the number
    /// of octets in the sequence"). Returns `None` for other encodings, too.
    ///
    /// ```
    /// use utf8kit::Encoding;
    ///
    /// assert_eq!(Encoding::Rfc2279.sequence_len(0xFC), Some(6));
    /// assert_eq!(Encoding::Utf8.sequence_len(0xFC), None);
    /// assert_eq!(Encoding::Utf8.sequence_len(0x80), None);
    /// ```
    #[cfg(feature = "dialects")]
    pub fn sequence_len(self, first: u8) -> Option<usize> {
        self.rules()?.sequence_len(first)
    }

    /// Writes `number` to the beginning of `out` and returns its bytes.
    ///
    /// # Errors
    ///
    /// Returns the reason why the encoding cannot write it: [`TooLarge`](ErrorKind::TooLarge),
    /// [`Surrogate`](ErrorKind::Surrogate), or in Annex R, Latin-1 and ASCII [`Undefined`](ErrorKind::Undefined).
    ///
    /// ```
    /// # #[cfg(feature = "dialects")] {
    /// use utf8kit::{Encoding, ErrorKind};
    ///
    /// let mut out = [0; 6];
    /// assert_eq!(Encoding::Rfc2279.encode_number(0x7FFF_FFFF, &mut out).unwrap(), b"\xFD\xBF\xBF\xBF\xBF\xBF");
    /// assert_eq!(Encoding::Cesu8.encode_number(0x233B4, &mut out).unwrap(), b"\xED\xA1\x8C\xED\xBE\xB4");
    /// assert_eq!(Encoding::Wtf8.encode_number(0xD800, &mut out).unwrap(), b"\xED\xA0\x80");
    /// assert_eq!(Encoding::Utf8.encode_number(0x11_0000, &mut out), Err(ErrorKind::TooLarge));
    /// # }
    /// ```
    pub fn encode_number(self, number: u32, out: &mut [u8; 6]) -> Result<&[u8], ErrorKind> {
        let mut bytes = [0; MAX_ENCODED];
        let Some(len) = Any::new(self).encode(number, &mut bytes) else {
            #[cfg(feature = "dialects")]
            if let Some(rules) = self.rules()
                && let Err(kind) = rules.write(number, &mut bytes)
            {
                return Err(kind);
            }
            return Err(match number {
                0xD800..=0xDFFF => ErrorKind::Surrogate,
                0x11_0000.. => ErrorKind::TooLarge,
                _ => ErrorKind::Undefined,
            });
        };
        out[..len].copy_from_slice(&bytes[..len]);
        Ok(&out[..len])
    }

    /// Returns the rules of UTF-8 and its relatives.
    #[cfg(feature = "dialects")]
    pub(crate) const fn rules(self) -> Option<&'static Rules> {
        Some(match self {
            Encoding::Utf8 => &super::relative::UTF8,
            Encoding::Rfc2279 => &super::rfc2279::Rfc2279Rules::RULES,
            Encoding::AnnexR => &super::annex_r::AnnexRRules::RULES,
            Encoding::AnnexR5 => &super::annex_r::AnnexR5Rules::RULES,
            Encoding::Cesu8 => &super::cesu8::Cesu8Rules::RULES,
            Encoding::ModifiedUtf8 => &super::modified_utf8::ModifiedUtf8Rules::RULES,
            Encoding::Wtf8 => &super::wtf8::Wtf8Rules::RULES,
            _ => return None,
        })
    }
}
