//! Every conversion into every size of destination, from 0 to more than enough, with guard values around it.
//!
//! What must come out is computed character by character with the standard library; then each door is held against it.

#![cfg(feature = "alloc")]

use std::convert::Infallible;
use std::fmt::Debug;
use std::mem::MaybeUninit;
use utf8kit::Endian::{Big, Little};
use utf8kit::{ConvertError, ConvertErrorKind, DestinationFull, Lossy, ascii, latin1, utf8, utf16, utf32};

/// A form of text, as the test sees it.
trait Form {
    type Unit: Copy + PartialEq + Debug + 'static;
    const GUARD: Self::Unit;
    const SUBSTITUTE: char = '\u{FFFD}';

    /// The character's units, `None` if the form lacks it.
    fn encode(c: char) -> Option<Vec<Self::Unit>>;
    /// Maximal subparts that are ill-formed before a space.
    fn bad() -> Vec<Vec<Self::Unit>>;
    /// One that is ill-formed at the end of the text.
    fn unfinished() -> Option<Vec<Self::Unit>>;
}

struct Utf8;
impl Form for Utf8 {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    fn encode(c: char) -> Option<Vec<u8>> {
        Some(c.encode_utf8(&mut [0; 4]).as_bytes().to_vec())
    }
    fn bad() -> Vec<Vec<u8>> {
        ["\u{80}", "\u{800}", "\u{10000}"]
            .iter()
            .map(|text| text.as_bytes()[..text.len() - 1].to_vec())
            .chain([0x80, 0xBF, 0xC0, 0xE0, 0xED, 0xF4, 0xF5, 0xFF].map(|byte| vec![byte]))
            .collect()
    }
    fn unfinished() -> Option<Vec<u8>> {
        Some(vec![0xF0, 0x9F, 0x98])
    }
}

struct Utf16;
impl Form for Utf16 {
    type Unit = u16;
    const GUARD: u16 = 0xA5C3;
    fn encode(c: char) -> Option<Vec<u16>> {
        Some(c.encode_utf16(&mut [0; 2]).to_vec())
    }
    fn bad() -> Vec<Vec<u16>> {
        [0xD800, 0xDBFF, 0xDC00, 0xDFFF].map(|unit| vec![unit]).to_vec()
    }
    fn unfinished() -> Option<Vec<u16>> {
        Some(vec![0xD83D])
    }
}

struct Utf32;
impl Form for Utf32 {
    type Unit = u32;
    const GUARD: u32 = 0xA5C3_96F0;
    fn encode(c: char) -> Option<Vec<u32>> {
        Some(vec![u32::from(c)])
    }
    fn bad() -> Vec<Vec<u32>> {
        [0xD800, 0xDFFF, 0x11_0000, u32::MAX]
            .map(|unit| vec![unit])
            .to_vec()
    }
    fn unfinished() -> Option<Vec<u32>> {
        None
    }
}

struct Latin1;
impl Form for Latin1 {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    const SUBSTITUTE: char = '?';
    fn encode(c: char) -> Option<Vec<u8>> {
        (c <= '\u{FF}').then(|| vec![c as u8])
    }
    fn bad() -> Vec<Vec<u8>> {
        vec![]
    }
    fn unfinished() -> Option<Vec<u8>> {
        None
    }
}

struct Ascii;
impl Form for Ascii {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    const SUBSTITUTE: char = '?';
    fn encode(c: char) -> Option<Vec<u8>> {
        c.is_ascii().then(|| vec![c as u8])
    }
    fn bad() -> Vec<Vec<u8>> {
        vec![vec![0x80], vec![0xFF]]
    }
    fn unfinished() -> Option<Vec<u8>> {
        None
    }
}

/// 16-bit units in bytes.
struct Bytes16<const BIG: bool>;
impl<const BIG: bool> Form for Bytes16<BIG> {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    fn encode(c: char) -> Option<Vec<u8>> {
        Utf16::encode(c).map(|units| units.into_iter().flat_map(bytes16::<BIG>).collect())
    }
    fn bad() -> Vec<Vec<u8>> {
        Utf16::bad()
            .into_iter()
            .map(|units| bytes16::<BIG>(units[0]).to_vec())
            .collect()
    }
    fn unfinished() -> Option<Vec<u8>> {
        // Half of a pair, and half of its other half.
        Some([&bytes16::<BIG>(0xD83D)[..], &[0xDE]].concat())
    }
}

fn bytes16<const BIG: bool>(unit: u16) -> [u8; 2] {
    if BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}

/// 32-bit units in bytes.
struct Bytes32<const BIG: bool>;
impl<const BIG: bool> Form for Bytes32<BIG> {
    type Unit = u8;
    const GUARD: u8 = 0xA5;
    fn encode(c: char) -> Option<Vec<u8>> {
        Some(bytes32::<BIG>(u32::from(c)).to_vec())
    }
    fn bad() -> Vec<Vec<u8>> {
        Utf32::bad()
            .into_iter()
            .map(|units| bytes32::<BIG>(units[0]).to_vec())
            .collect()
    }
    fn unfinished() -> Option<Vec<u8>> {
        Some(bytes32::<BIG>(0x41)[..3].to_vec())
    }
}

fn bytes32<const BIG: bool>(unit: u32) -> [u8; 4] {
    if BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}

/// Why a conversion stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stop {
    IllFormed,
    Full,
    Lacking(char),
}

/// (why, read, written)
type Stopped = (Stop, usize, usize);

trait Error {
    fn stopped(self) -> Stopped;
}

impl Error for ConvertError {
    fn stopped(self) -> Stopped {
        let stop = match self.kind() {
            ConvertErrorKind::IllFormed(error) => {
                assert_eq!(error.valid_up_to(), self.read());
                Stop::IllFormed
            }
            ConvertErrorKind::DestinationFull => Stop::Full,
            ConvertErrorKind::NotRepresentable(c) => Stop::Lacking(c),
            other => panic!("{other:?}"),
        };
        (stop, self.read(), self.written())
    }
}

impl Error for DestinationFull {
    fn stopped(self) -> Stopped {
        (Stop::Full, self.read(), self.written())
    }
}

/// A piece of a text: one character, or one maximal subpart.
struct Piece<S: Form, T: Form> {
    source: Vec<S::Unit>,
    /// What a conversion that is not lossy makes of it.
    target: Result<Vec<T::Unit>, Stop>,
}

impl<S: Form, T: Form> Piece<S, T> {
    fn lossy(&self) -> Vec<T::Unit> {
        self.target
            .clone()
            .unwrap_or_else(|_| T::encode(T::SUBSTITUTE).unwrap())
    }
}

/// What stands in the texts, for every form that has it.
const TEXTS: [&str; 5] = [
    "",
    "Plain old text, long enough for any vector there is: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.",
    "Déjà vu : l’été à Évreux, où l'ÿ n'est pas rare. ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    "Жизнь прожить — не поле перейти. 千里の道も一歩から。천 리 길도 한 걸음부터. مَنْ جَدَّ وَجَدَ \u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
    "🦀🦀🦀 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 👩‍💻 a𝄞b𝄞c𝄞 🏴󠁧󠁢󠁳󠁣󠁴󠁿 0123456789abcdef0123456789abcdef0123456789abcdef €€€€€€€€€€€€€€€€ ½½½½½½½½½½½½½½½½½½½½",
];

type Units<F> = [<F as Form>::Unit];
/// Writes into a destination.
type Fill<'f, S, T> = dyn Fn(&Units<S>, &mut Units<T>) -> Result<Lossy, Stopped> + 'f;
/// Makes something new.
type Make<'f, S, T> = dyn Fn(&Units<S>) -> Option<Vec<<T as Form>::Unit>> + 'f;

/// Texts in `S`, and what each becomes in `T`.
struct Pair<S: Form, T: Form> {
    texts: Vec<Vec<Piece<S, T>>>,
}

impl<S: Form, T: Form> Pair<S, T> {
    fn new() -> Self {
        let mut pair = Self::well_formed();
        let bad = || {
            S::bad().into_iter().map(|source| Piece {
                source,
                target: Err(Stop::IllFormed),
            })
        };
        // Between characters, at the end, and nothing else.
        for text in TEXTS {
            let mut pieces = vec![];
            let mut bads = bad().collect::<Vec<_>>().into_iter();
            for (i, c) in text.chars().enumerate() {
                if c == ' ' && i % 2 == 1 {
                    pieces.extend(bads.next());
                }
                pieces.extend(Self::character(c));
            }
            pieces.extend(S::unfinished().map(|source| Piece {
                source,
                target: Err(Stop::IllFormed),
            }));
            pair.texts.push(pieces);
        }
        let many = (0..20).flat_map(|_| bad());
        pair.texts.push(
            many.flat_map(|bad| [Some(bad), Self::character(' ')])
                .flatten()
                .collect(),
        );
        pair
    }

    /// Only texts without errors.
    fn well_formed() -> Self {
        Pair {
            texts: TEXTS
                .map(|text| text.chars().filter_map(Self::character).collect())
                .into(),
        }
    }

    /// Nothing if the source lacks it.
    fn character(c: char) -> Option<Piece<S, T>> {
        Some(Piece {
            source: S::encode(c)?,
            target: T::encode(c).ok_or(Stop::Lacking(c)),
        })
    }

    /// Each text, as a source and in pieces.
    fn each(&self) -> impl Iterator<Item = (Vec<S::Unit>, &[Piece<S, T>])> {
        assert!(self.texts.iter().any(|text| text.len() > 64));
        self.texts.iter().map(|text| {
            (
                text.iter().flat_map(|piece| piece.source.clone()).collect(),
                &text[..],
            )
        })
    }

    /// What a conversion into `room` units must write, and how it must end.
    fn expected(text: &[Piece<S, T>], room: usize, lossy: bool) -> (Vec<T::Unit>, Result<Lossy, Stopped>) {
        let (mut read, mut written, mut replaced) = (0, vec![], 0);
        for piece in text {
            let stopped = |stop| Err((stop, read, written.len()));
            let units = match &piece.target {
                Err(stop) if !lossy => return (written.clone(), stopped(*stop)),
                _ => piece.lossy(),
            };
            if written.len() + units.len() > room {
                return (written.clone(), stopped(Stop::Full));
            }
            read += piece.source.len();
            written.extend(units);
            replaced += usize::from(piece.target.is_err());
        }
        let done = Lossy {
            written: written.len(),
            replaced,
        };
        (written, Ok(done))
    }

    /// Every size of destination that is worth it for `text`.
    fn rooms(text: &[Piece<S, T>]) -> impl Iterator<Item = usize> {
        0..=text.iter().map(|piece| piece.lossy().len()).sum::<usize>() + 2
    }

    /// Lets `convert` fill destinations of every size and looks at what it did to them and around them.
    fn fill(&self, lossy: bool, convert: &Fill<'_, S, T>) {
        const BEFORE: usize = 3;
        const BEHIND: usize = 70;
        for (source, text) in self.each() {
            for room in Self::rooms(text) {
                let mut all = vec![T::GUARD; BEFORE + room + BEHIND];
                let result = convert(&source, &mut all[BEFORE..BEFORE + room]);
                let (written, expected) = Self::expected(text, room, lossy);
                assert_eq!(result, expected, "room for {room}: {source:02X?}");
                assert_eq!(
                    all[BEFORE..][..written.len()],
                    written,
                    "room for {room}: {source:02X?}"
                );
                let around = all[..BEFORE].iter().chain(&all[BEFORE + room..]);
                assert!(
                    around.copied().all(|unit| unit == T::GUARD),
                    "room for {room}: {source:02X?}"
                );
            }
        }
    }

    fn strict<E: Error>(&self, convert: impl Fn(&[S::Unit], &mut [T::Unit]) -> Result<usize, E>) {
        self.fill(false, &|source, dst| match convert(source, dst) {
            Ok(written) => Ok(Lossy { written, replaced: 0 }),
            Err(error) => Err(error.stopped()),
        });
    }

    fn lossy(&self, convert: impl Fn(&[S::Unit], &mut [T::Unit]) -> Result<Lossy, DestinationFull>) {
        self.fill(true, &|source, dst| convert(source, dst).map_err(Error::stopped));
    }

    fn uninit<E: Error>(
        &self,
        convert: impl for<'d> Fn(&[S::Unit], &'d mut [MaybeUninit<T::Unit>]) -> Result<&'d mut [T::Unit], E>,
    ) {
        self.strict(|source, dst| {
            let place = dst.as_ptr();
            // SAFETY: the layouts are the same, and what is written is initialised.
            let dst = unsafe { &mut *(dst as *mut [T::Unit] as *mut [MaybeUninit<T::Unit>]) };
            let units = convert(source, dst)?;
            assert_eq!(units.as_ptr(), place);
            Ok::<_, E>(units.len())
        });
    }

    fn vec<E>(&self, convert: impl Fn(&[S::Unit]) -> Result<Vec<T::Unit>, E>) {
        self.whole(false, &|source| convert(source).ok());
    }

    fn lossy_vec(&self, convert: impl Fn(&[S::Unit]) -> Vec<T::Unit>) {
        self.whole(true, &|source| Some(convert(source)));
    }

    /// Appends behind something, with too little room and with enough.
    fn append<E>(&self, append: impl Fn(&[S::Unit], &mut Vec<T::Unit>) -> Result<usize, E>) {
        for spare in [0, 7, 1000] {
            self.whole(false, &|source| {
                let mut dst = Vec::with_capacity(5 + spare);
                dst.extend([T::GUARD; 5]);
                let result = append(source, &mut dst).ok();
                let appended = dst.split_off(5);
                assert_eq!(dst, [T::GUARD; 5]);
                assert_eq!(appended.len(), result.unwrap_or(0));
                result.map(|_| appended)
            });
        }
    }

    /// Lets `convert` make something new of each text; `None` is an error.
    fn whole(&self, lossy: bool, convert: &Make<'_, S, T>) {
        for (source, text) in self.each() {
            let (written, expected) = Self::expected(text, usize::MAX, lossy);
            let expected = expected.is_ok().then_some(written);
            assert_eq!(convert(&source), expected, "{source:02X?}");
        }
    }
}

/// As an append to bytes. `String`s cannot hold the guard, so others stand there for it.
fn to_bytes<S, E>(
    append: impl Fn(&[S], &mut String) -> Result<usize, E>,
) -> impl Fn(&[S], &mut Vec<u8>) -> Result<usize, E> {
    move |source, bytes| {
        let mut text = "guard".to_owned();
        let result = append(source, &mut text);
        bytes.extend(text.strip_prefix("guard").unwrap().as_bytes());
        result
    }
}

fn str_of(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn utf8_to_utf16() {
    let pair = Pair::<Utf8, Utf16>::new();
    pair.strict(utf8::to_utf16);
    pair.uninit(utf8::to_utf16_uninit);
    pair.lossy(utf8::to_utf16_lossy);
    pair.vec(utf8::to_utf16_vec);
    pair.append(utf8::to_utf16_append);
    Pair::<Utf8, Utf16>::well_formed().strict(|source, dst| utf8::str_to_utf16(str_of(source), dst));
}

#[test]
fn utf8_to_utf16_bytes() {
    let (little, big) = (
        Pair::<Utf8, Bytes16<false>>::new(),
        Pair::<Utf8, Bytes16<true>>::new(),
    );
    little.strict(|source, dst| utf8::to_utf16_bytes(source, Little, dst));
    big.strict(|source, dst| utf8::to_utf16_bytes(source, Big, dst));
    little.lossy(|source, dst| utf8::to_utf16_bytes_lossy(source, Little, dst));
    big.lossy(|source, dst| utf8::to_utf16_bytes_lossy(source, Big, dst));
}

#[test]
fn utf8_to_utf32() {
    let pair = Pair::<Utf8, Utf32>::new();
    pair.strict(utf8::to_utf32);
    pair.uninit(utf8::to_utf32_uninit);
    pair.lossy(utf8::to_utf32_lossy);
    pair.vec(utf8::to_utf32_vec);
    pair.append(utf8::to_utf32_append);
    Pair::<Utf8, Utf32>::well_formed().strict(|source, dst| utf8::str_to_utf32(str_of(source), dst));
}

#[test]
fn utf8_to_utf32_bytes() {
    let (little, big) = (
        Pair::<Utf8, Bytes32<false>>::new(),
        Pair::<Utf8, Bytes32<true>>::new(),
    );
    little.strict(|source, dst| utf8::to_utf32_bytes(source, Little, dst));
    big.strict(|source, dst| utf8::to_utf32_bytes(source, Big, dst));
    little.lossy(|source, dst| utf8::to_utf32_bytes_lossy(source, Little, dst));
    big.lossy(|source, dst| utf8::to_utf32_bytes_lossy(source, Big, dst));
}

#[test]
fn utf8_to_latin1() {
    let pair = Pair::<Utf8, Latin1>::new();
    pair.strict(utf8::to_latin1);
    pair.uninit(utf8::to_latin1_uninit);
    pair.lossy(utf8::to_latin1_lossy);
    pair.vec(utf8::to_latin1_vec);
    pair.append(utf8::to_latin1_append);
    Pair::<Utf8, Latin1>::well_formed().strict(|source, dst| utf8::str_to_latin1(str_of(source), dst));
}

#[test]
fn utf8_to_ascii() {
    let pair = Pair::<Utf8, Ascii>::new();
    pair.strict(utf8::to_ascii);
    pair.uninit(utf8::to_ascii_uninit);
    pair.lossy(utf8::to_ascii_lossy);
    pair.vec(utf8::to_ascii_vec);
    pair.append(utf8::to_ascii_append);
    Pair::<Utf8, Ascii>::well_formed().strict(|source, dst| utf8::str_to_ascii(str_of(source), dst));
}

#[test]
fn utf8_to_text() {
    let pair = Pair::<Utf8, Utf8>::new();
    pair.vec(|source| utf8::into_string(source.to_vec()).map(String::into_bytes));
    pair.lossy_vec(|source| utf8::into_string_lossy(source.to_vec()).into_bytes());
    pair.lossy_vec(|source| utf8::repair(source).into_owned().into_bytes());
}

#[test]
fn utf16_to_utf8() {
    let pair = Pair::<Utf16, Utf8>::new();
    pair.strict(utf16::to_utf8);
    pair.uninit(utf16::to_utf8_uninit);
    pair.lossy(utf16::to_utf8_lossy);
    pair.vec(utf16::to_utf8_vec);
    pair.append(utf16::to_utf8_append);
    pair.vec(|source| utf16::to_string(source).map(String::into_bytes));
    pair.lossy_vec(|source| utf16::to_string_lossy(source).into_bytes());
    pair.append(to_bytes(utf16::to_string_append));
}

#[test]
fn utf16_bytes_to_utf8() {
    let (little, big) = (
        Pair::<Bytes16<false>, Utf8>::new(),
        Pair::<Bytes16<true>, Utf8>::new(),
    );
    little.strict(|source, dst| utf16::bytes_to_utf8(source, Little, dst));
    big.strict(|source, dst| utf16::bytes_to_utf8(source, Big, dst));
    little.lossy(|source, dst| utf16::bytes_to_utf8_lossy(source, Little, dst));
    big.lossy(|source, dst| utf16::bytes_to_utf8_lossy(source, Big, dst));
    little.vec(|source| utf16::bytes_to_string(source, Little).map(String::into_bytes));
    big.vec(|source| utf16::bytes_to_string(source, Big).map(String::into_bytes));
    little.lossy_vec(|source| utf16::bytes_to_string_lossy(source, Little).into_bytes());
    big.lossy_vec(|source| utf16::bytes_to_string_lossy(source, Big).into_bytes());
}

#[test]
fn utf16_to_utf32() {
    let pair = Pair::<Utf16, Utf32>::new();
    pair.strict(utf16::to_utf32);
    pair.uninit(utf16::to_utf32_uninit);
    pair.lossy(utf16::to_utf32_lossy);
    pair.vec(utf16::to_utf32_vec);
    pair.append(utf16::to_utf32_append);
}

#[test]
fn utf16_to_latin1() {
    let pair = Pair::<Utf16, Latin1>::new();
    pair.strict(utf16::to_latin1);
    pair.uninit(utf16::to_latin1_uninit);
    pair.lossy(utf16::to_latin1_lossy);
    pair.vec(utf16::to_latin1_vec);
    pair.append(utf16::to_latin1_append);
}

#[test]
fn utf16_to_ascii() {
    let pair = Pair::<Utf16, Ascii>::new();
    pair.strict(utf16::to_ascii);
    pair.uninit(utf16::to_ascii_uninit);
    pair.lossy(utf16::to_ascii_lossy);
    pair.vec(utf16::to_ascii_vec);
    pair.append(utf16::to_ascii_append);
}

#[test]
fn utf32_to_utf8() {
    let pair = Pair::<Utf32, Utf8>::new();
    pair.strict(utf32::to_utf8);
    pair.uninit(utf32::to_utf8_uninit);
    pair.lossy(utf32::to_utf8_lossy);
    pair.vec(utf32::to_utf8_vec);
    pair.append(utf32::to_utf8_append);
    pair.vec(|source| utf32::to_string(source).map(String::into_bytes));
    pair.lossy_vec(|source| utf32::to_string_lossy(source).into_bytes());
    pair.append(to_bytes(utf32::to_string_append));
}

#[test]
fn utf32_bytes_to_utf8() {
    let (little, big) = (
        Pair::<Bytes32<false>, Utf8>::new(),
        Pair::<Bytes32<true>, Utf8>::new(),
    );
    little.strict(|source, dst| utf32::bytes_to_utf8(source, Little, dst));
    big.strict(|source, dst| utf32::bytes_to_utf8(source, Big, dst));
    little.lossy(|source, dst| utf32::bytes_to_utf8_lossy(source, Little, dst));
    big.lossy(|source, dst| utf32::bytes_to_utf8_lossy(source, Big, dst));
    little.vec(|source| utf32::bytes_to_string(source, Little).map(String::into_bytes));
    big.vec(|source| utf32::bytes_to_string(source, Big).map(String::into_bytes));
    little.lossy_vec(|source| utf32::bytes_to_string_lossy(source, Little).into_bytes());
    big.lossy_vec(|source| utf32::bytes_to_string_lossy(source, Big).into_bytes());
}

#[test]
fn utf32_to_utf16() {
    let pair = Pair::<Utf32, Utf16>::new();
    pair.strict(utf32::to_utf16);
    pair.uninit(utf32::to_utf16_uninit);
    pair.lossy(utf32::to_utf16_lossy);
    pair.vec(utf32::to_utf16_vec);
    pair.append(utf32::to_utf16_append);
}

#[test]
fn utf32_to_latin1() {
    let pair = Pair::<Utf32, Latin1>::new();
    pair.strict(utf32::to_latin1);
    pair.uninit(utf32::to_latin1_uninit);
    pair.lossy(utf32::to_latin1_lossy);
    pair.vec(utf32::to_latin1_vec);
    pair.append(utf32::to_latin1_append);
}

#[test]
fn utf32_to_ascii() {
    let pair = Pair::<Utf32, Ascii>::new();
    pair.strict(utf32::to_ascii);
    pair.uninit(utf32::to_ascii_uninit);
    pair.lossy(utf32::to_ascii_lossy);
    pair.vec(utf32::to_ascii_vec);
    pair.append(utf32::to_ascii_append);
}

fn sure<T>(value: T) -> Result<T, Infallible> {
    Ok(value)
}

#[test]
fn latin1_to_utf8() {
    let pair = Pair::<Latin1, Utf8>::new();
    pair.strict(latin1::to_utf8);
    pair.uninit(latin1::to_utf8_uninit);
    pair.vec(|source| sure(latin1::to_utf8_vec(source)));
    pair.append(|source, dst| sure(latin1::to_utf8_append(source, dst)));
    pair.vec(|source| sure(latin1::to_string(source).into_bytes()));
    pair.append(to_bytes(|source, text| {
        sure(latin1::to_string_append(source, text))
    }));
}

#[test]
fn latin1_to_utf16() {
    let pair = Pair::<Latin1, Utf16>::new();
    pair.strict(latin1::to_utf16);
    pair.uninit(latin1::to_utf16_uninit);
    pair.vec(|source| sure(latin1::to_utf16_vec(source)));
    pair.append(|source, dst| sure(latin1::to_utf16_append(source, dst)));
}

#[test]
fn latin1_to_utf32() {
    let pair = Pair::<Latin1, Utf32>::new();
    pair.strict(latin1::to_utf32);
    pair.uninit(latin1::to_utf32_uninit);
    pair.vec(|source| sure(latin1::to_utf32_vec(source)));
    pair.append(|source, dst| sure(latin1::to_utf32_append(source, dst)));
}

#[test]
fn ascii_to_utf8() {
    let pair = Pair::<Ascii, Utf8>::new();
    pair.strict(ascii::to_utf8);
    pair.uninit(ascii::to_utf8_uninit);
    pair.lossy(ascii::to_utf8_lossy);
    pair.vec(ascii::to_utf8_vec);
    pair.append(ascii::to_utf8_append);
    pair.vec(|source| ascii::to_string(source).map(String::into_bytes));
    pair.lossy_vec(|source| ascii::to_string_lossy(source).into_bytes());
    pair.append(to_bytes(ascii::to_string_append));
}

#[test]
fn ascii_to_utf16() {
    let pair = Pair::<Ascii, Utf16>::new();
    pair.strict(ascii::to_utf16);
    pair.uninit(ascii::to_utf16_uninit);
    pair.lossy(ascii::to_utf16_lossy);
    pair.vec(ascii::to_utf16_vec);
    pair.append(ascii::to_utf16_append);
}

#[test]
fn ascii_to_utf32() {
    let pair = Pair::<Ascii, Utf32>::new();
    pair.strict(ascii::to_utf32);
    pair.uninit(ascii::to_utf32_uninit);
    pair.lossy(ascii::to_utf32_lossy);
    pair.vec(ascii::to_utf32_vec);
    pair.append(ascii::to_utf32_append);
}

/// The bounds hold for the worst input, and do not wrap round.
#[test]
fn bounds() {
    let longest = |n: usize| [n, usize::MAX / 2, usize::MAX];
    for n in longest(1) {
        assert_eq!((utf8::max_utf16_len(n), utf8::max_utf32_len(n)), (n, n));
        assert_eq!(
            (utf16::max_utf8_len(n), ascii::max_utf8_len(n)),
            (n.saturating_mul(3), n.saturating_mul(3))
        );
        assert_eq!(
            (utf32::max_utf8_len(n), utf32::max_utf16_len(n)),
            (n.saturating_mul(4), n.saturating_mul(2))
        );
        assert_eq!(latin1::max_utf8_len(n), n.saturating_mul(2));
    }
    assert!(utf8::to_utf16_lossy(&[0xFF; 99], &mut [0; 99]).is_ok());
    assert!(utf8::to_utf32_lossy(&[0xFF; 99], &mut [0; 99]).is_ok());
    assert!(utf16::to_utf8_lossy(&[0xD800; 99], &mut [0; 297]).is_ok());
    assert!(utf32::to_utf8_lossy(&[0x10FFFF; 99], &mut [0; 396]).is_ok());
    assert!(utf32::to_utf16_lossy(&[0x10FFFF; 99], &mut [0; 198]).is_ok());
    assert!(latin1::to_utf8(&[0xFF; 99], &mut [0; 198]).is_ok());
    assert!(ascii::to_utf8_lossy(&[0xFF; 99], &mut [0; 297]).is_ok());
}
