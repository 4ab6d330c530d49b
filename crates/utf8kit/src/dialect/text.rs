//! The dialects at the waist: as forms of text, whose characters are `char`, with UTF-8's kernels.

use super::Dialect;
use super::rules::{Rules, Surrogates};
use crate::Kind;
use crate::dispatch::{self, tier};
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

    /// Is there UTF-8 text that means something else, or nothing, in this dialect?
    const DIFFERS: bool = matches!(Self::RULES.surrogates, Surrogates::Pairs);

    /// How much is looked at twice at a time: it stays in the innermost cache.
    const BLOCK: usize = 4096;

    /// Runs `kernel`, one for UTF-8, over `src` as far as that is the same in this dialect: up to a unit that is
    /// `special`. `kernel` is given what to read and how much it wrote so far, and returns how much more it read and
    /// wrote.
    #[inline]
    fn run<U>(
        src: &[U],
        special: impl Fn(&U) -> bool,
        mut kernel: impl FnMut(&[U], usize) -> (usize, usize),
    ) -> (usize, usize) {
        if !Self::DIFFERS {
            return kernel(src, 0);
        }
        let (mut read, mut written) = (0, 0);
        while read < src.len() {
            let block = &src[read..src.len().min(read + Self::BLOCK)];
            let shared = shared(block, &special);
            let (ahead, out) = kernel(&block[..shared], written);
            read += ahead;
            written += out;
            // A character cut off by the end of the block is the next one's; anything more is the reference's.
            if ahead == 0 || ahead + 3 < block.len() {
                break;
            }
        }
        (read, written)
    }

    /// Is all of `text`, which is UTF-8, the same in this dialect?
    #[cfg(feature = "alloc")]
    pub(super) fn shares(text: &[u8]) -> bool {
        !Self::DIFFERS || shared(text, Self::is_special) == text.len()
    }

    /// An octet of UTF-8 with which a character begins that this dialect writes otherwise.
    #[inline]
    fn is_special(octet: &u8) -> bool {
        *octet >= 0xF0 || (Self::RULES.long_nul && *octet == 0)
    }
}

/// How many units come before the first special one.
#[inline]
fn shared<U>(units: &[U], special: impl Fn(&U) -> bool) -> usize {
    // Chunks that are looked at as a whole, which compilers make vector instructions of.
    let any = |chunk: &&[U; 64]| chunk.iter().fold(false, |any, unit| any | special(unit));
    let (chunks, _) = units.as_chunks::<64>();
    let whole = 64 * chunks.iter().take_while(|chunk| !any(chunk)).count();
    whole + units[whole..].iter().take_while(|unit| !special(unit)).count()
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
        Self::run(src, Self::is_special, |text, _| (Utf8::valid_prefix(text), 0)).0
    }
}

impl<const PLACE: usize> Text<PLACE> {
    /// Copies UTF-8 as far as it is the same in this dialect.
    #[inline]
    fn copy(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        if !Self::DIFFERS {
            return <Utf8 as RunAhead<Utf8>>::run_ahead(src, dst);
        }
        let copied = match Self::RULES.long_nul {
            true => dispatch::copy_valid_stretches::<true, true>(tier(), src, dst),
            false => dispatch::copy_valid_stretches::<true, false>(tier(), src, dst),
        };
        let dst = &mut dst[copied..];
        let (read, written) = Self::run(&src[copied..], Self::is_special, |text, written| {
            <Utf8 as RunAhead<Utf8>>::run_ahead(text, &mut dst[written..])
        });
        (copied + read, copied + written)
    }
}

impl<const PLACE: usize> RunAhead<Utf8> for Text<PLACE> {
    #[inline]
    fn run_ahead(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        Self::copy(src, dst)
    }
}

impl<const PLACE: usize> RunAhead<Text<PLACE>> for Utf8 {
    #[inline]
    fn run_ahead(src: &[u8], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        Text::<PLACE>::copy(src, dst)
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
                Self::run(src, Self::is_special, |text, written| {
                    <Utf8 as RunAhead<$target>>::run_ahead(text, &mut dst[written..])
                })
            }
        }
    )*};
}
run_ahead!(Utf16 Utf32);

impl<const PLACE: usize> RunAhead<Text<PLACE>> for Utf16 {
    #[inline]
    fn run_ahead(src: &[u16], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let special = |unit: &u16| matches!(unit, 0 | 0xD800..=0xDFFF);
        Text::<PLACE>::run(src, special, |text, written| {
            <Utf16 as RunAhead<Utf8>>::run_ahead(text, &mut dst[written..])
        })
    }
}

impl<const PLACE: usize> RunAhead<Text<PLACE>> for Utf32 {
    #[inline]
    fn run_ahead(src: &[u32], dst: &mut [MaybeUninit<u8>]) -> (usize, usize) {
        let special = |unit: &u32| !matches!(unit, 1..=0xFFFF);
        Text::<PLACE>::run(src, special, |text, written| {
            <Utf32 as RunAhead<Utf8>>::run_ahead(text, &mut dst[written..])
        })
    }
}
