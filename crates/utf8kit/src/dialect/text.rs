//! The dialects at the waist: as forms of text, whose characters are `char`, with UTF-8's kernels.

use super::Dialect;
use super::rules::{Rules, Surrogates};
use crate::Kind;
use crate::engine::{RunAhead, ValidPrefix};
use crate::error::{Bad, Form};
use crate::reference::{Decode, Encode, LONGEST, Utf8, Utf16, Utf32};
use core::mem::MaybeUninit;

/// Text in the dialect of this place in [`Dialect::ALL`].
pub(crate) struct Text<const PLACE: usize>;

/// Runs `$body` with `$form` standing for the [`Text`] of a [`Dialect`].
macro_rules! with_dialect {
    ($dialect:expr, $form:ident => $body:expr) => {
        $crate::dialect::with_dialect!($dialect, $form => $body; Utf8 Rfc2279 AnnexR AnnexR5 Cesu8 ModifiedUtf8 Wtf8)
    };
    ($dialect:expr, $form:ident => $body:expr; $($name:ident)*) => {
        match $dialect {
            $($crate::dialect::Dialect::$name => {
                type $form = $crate::dialect::Text<{ $crate::dialect::Dialect::$name as usize }>;
                $body
            })*
        }
    };
}
pub(crate) use with_dialect;

impl<const PLACE: usize> Text<PLACE> {
    const DIALECT: Dialect = Dialect::ALL[PLACE];
    const RULES: &Rules = Self::DIALECT.rules();

    /// How many octets at the beginning of some UTF-8 text mean the same in this dialect.
    #[inline]
    fn shared(text: &[u8]) -> usize {
        let special = |octet: &u8| {
            (Self::RULES.surrogates == Surrogates::Pairs && *octet >= 0xF0)
                || (Self::RULES.long_nul && *octet == 0)
        };
        if !Self::DIFFERS || !text.iter().fold(false, |any, octet| any | special(octet)) {
            return text.len();
        }
        text.iter().take_while(|octet| !special(octet)).count()
    }

    /// Is there UTF-8 text that means something else, or nothing, in this dialect?
    const DIFFERS: bool = matches!(Self::RULES.surrogates, Surrogates::Pairs) || Self::RULES.long_nul;

    /// What is looked at twice at a time: it stays in the innermost cache.
    const BLOCK: usize = 4096;

    /// Runs `kernel`, for UTF-8, over `src` as far as it is the same in this dialect. `kernel` is given what to read,
    /// and how much it read and wrote so far; it returns how much more it read and wrote.
    #[inline]
    fn run(src: &[u8], mut kernel: impl FnMut(&[u8], usize) -> (usize, usize)) -> (usize, usize) {
        if !Self::DIFFERS {
            return kernel(src, 0);
        }
        let (mut read, mut written) = (0, 0);
        while read < src.len() {
            let block = &src[read..src.len().min(read + Self::BLOCK)];
            let (ahead, out) = kernel(&block[..Self::shared(block)], written);
            read += ahead;
            written += out;
            // A character cut off by the end of the block is the next one's; anything more is the reference's.
            if ahead + 3 < block.len() || ahead == 0 {
                break;
            }
        }
        (read, written)
    }
}

impl<const PLACE: usize> Decode for Text<PLACE> {
    type Unit = u8;
    const FORM: Form = Form::Dialect(Self::DIALECT);

    /// The next number, if it is a character.
    #[inline]
    fn decode(octets: &[u8]) -> Result<(char, usize), Bad> {
        let (number, len) = Self::RULES.read(octets)?;
        match char::from_u32(number) {
            Some(c) => Ok((c, len)),
            None if number > 0x10_FFFF => Err(Bad {
                kind: Kind::TooLarge,
                len,
            }),
            None => Err(Bad {
                kind: Kind::Surrogate,
                len,
            }),
        }
    }
}

impl<const PLACE: usize> Encode for Text<PLACE> {
    type Unit = u8;
    const SUBSTITUTE: char = '\u{FFFD}';

    #[inline]
    fn encode(c: char, out: &mut [u8; LONGEST]) -> Option<usize> {
        Self::RULES.write(c as u32, out).ok()
    }
}

impl<const PLACE: usize> ValidPrefix for Text<PLACE> {
    #[inline]
    fn valid_prefix(src: &[u8]) -> usize {
        Self::run(src, |text, _| (Utf8::valid_prefix(text), 0)).0
    }
}

macro_rules! run_ahead {
    ($($target:ty)*) => {$(
        impl<const PLACE: usize> RunAhead<$target> for Text<PLACE> {
            #[inline]
            fn run_ahead(
                src: &[u8],
                dst: &mut [MaybeUninit<<$target as Encode>::Unit>],
            ) -> (usize, usize) {
                Self::run(src, |text, written| {
                    <Utf8 as RunAhead<$target>>::run_ahead(text, &mut dst[written..])
                })
            }
        }
    )*};
}
run_ahead!(Utf8 Utf16 Utf32);

impl<const PLACE: usize> RunAhead<Text<PLACE>> for Utf8 {
    #[inline]
    fn run_ahead(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        Text::<PLACE>::run(src, |text, written| {
            <Utf8 as RunAhead<Utf8>>::run_ahead(text, &mut dst[written..])
        })
    }
}

impl<const PLACE: usize> RunAhead<Text<PLACE>> for Utf16 {
    #[inline]
    fn run_ahead(src: &[u16], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let shared = match Text::<PLACE>::DIFFERS {
            true => src
                .iter()
                .take_while(|unit| !matches!(unit, 0 | 0xD800..=0xDFFF))
                .count(),
            false => src.len(),
        };
        <Utf16 as RunAhead<Utf8>>::run_ahead(&src[..shared], dst)
    }
}

impl<const PLACE: usize> RunAhead<Text<PLACE>> for Utf32 {
    #[inline]
    fn run_ahead(src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let shared = match Text::<PLACE>::DIFFERS {
            true => src.iter().take_while(|unit| matches!(unit, 1..=0xFFFF)).count(),
            false => src.len(),
        };
        <Utf32 as RunAhead<Utf8>>::run_ahead(&src[..shared], dst)
    }
}
