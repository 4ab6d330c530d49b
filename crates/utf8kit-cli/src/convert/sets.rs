//! Sets of characters of two bytes or more, as their standards define them and as `iconv` reads them: where browsers read
//! more, the Encoding Standard and `encoding_rs` have that under the same name.
//!
//! None has a table of its own. Each one is made, when it is named, from an encoding that `encoding_rs` has:
//!
//! - GB2312 (EUC-CN) is the part of GBK that GB 2312-80 defines; HZ (RFC 1843) is the same characters in seven bits.
//! - GBK has no sequences of four bytes, which are gb18030's.
//! - EUC-KR is the part of UHC that KS X 1001 defines. Johab has the same characters, but its syllables are computed from
//!   their letters.
//! - BIG5-HKSCS is Big5 of the Encoding Standard without its duplicates.
//! - EUC-TW has planes 1 and 2 of CNS 11643. Their characters are those of Big5, in nearly its order. Planes 3 to 15, whose
//!   characters Big5 lacks, are refused.

use super::table::{TextEncoder, packed, sequence_len};
use encoding_rs::{BIG5, EUC_KR, GBK};
use std::collections::HashMap;
use std::rc::Rc;

/// A set of characters.
#[derive(PartialEq, Debug)]
pub(crate) struct Set {
    pub(crate) name: &'static str,
    /// Its other names.
    pub(crate) names: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Gb2312,
    Hz,
    Gbk,
    EucKr,
    Johab,
    Big5Hkscs,
    EucTw,
}

/// All sets.
pub(crate) const SETS: &[Set] = &[
    Set {
        name: "GB2312",
        names: &["GB_2312", "GB_2312-80", "EUC-CN", "EUCCN", "CN-GB", "CSGB2312"],
        kind: Kind::Gb2312,
    },
    Set {
        name: "HZ-GB-2312",
        names: &["HZ"],
        kind: Kind::Hz,
    },
    Set {
        name: "GBK",
        names: &["CP936", "MS936", "WINDOWS-936", "X-GBK", "CSGBK", "GB13000"],
        kind: Kind::Gbk,
    },
    Set {
        name: "EUC-KR",
        names: &["EUCKR", "CSEUCKR", "OSF0004000A"],
        kind: Kind::EucKr,
    },
    Set {
        name: "JOHAB",
        names: &["CP1361", "MSCP1361"],
        kind: Kind::Johab,
    },
    Set {
        name: "BIG5-HKSCS",
        names: &["BIG5HKSCS", "BIG5-HKSCS:2008", "CSBIG5HKSCS"],
        kind: Kind::Big5Hkscs,
    },
    Set {
        name: "EUC-TW",
        names: &["EUCTW", "CSEUCTW", "OSF0005000A"],
        kind: Kind::EucTw,
    },
];

/// A sequence of two bytes, the first one most significant, and its character or characters.
type Pair = (u16, String);

/// Returns what `encoding_rs` reads, sequences of two bytes in ascending order.
fn pairs(encoding: &'static encoding_rs::Encoding) -> Vec<Pair> {
    let sequences =
        || (0x8100..=0xFEFFu16).filter(|pair| (0x40..=0xFE).contains(&(pair & 0xFF)) && pair & 0xFF != 0x7F);
    let bytes: Vec<u8> = sequences()
        .flat_map(|pair| [(pair >> 8) as u8, pair as u8, b'\n'])
        .collect();
    let text = encoding.decode_without_bom_handling(&bytes).0;
    sequences()
        .zip(text.split('\n'))
        .filter(|(_, text)| !text.contains('\u{FFFD}'))
        .map(|(pair, text)| (pair, text.to_owned()))
        .collect()
}

/// Returns `true` for the cells of two bytes from `0xA1` on.
fn is_high(pair: u16) -> bool {
    pair >> 8 >= 0xA1 && pair & 0xFF >= 0xA1
}

/// The cells of GB 2312-80 in rows 1 to 9; rows 16 to 55, and 56 to 87, are full but for five cells.
const GB2312: [(u16, u16); 16] = [
    (0xA1A1, 0xA1FE),
    (0xA2B1, 0xA2E2),
    (0xA2E5, 0xA2EE),
    (0xA2F1, 0xA2FC),
    (0xA3A1, 0xA3FE),
    (0xA4A1, 0xA4F3),
    (0xA5A1, 0xA5F6),
    (0xA6A1, 0xA6B8),
    (0xA6C1, 0xA6D8),
    (0xA7A1, 0xA7C1),
    (0xA7D1, 0xA7F1),
    (0xA8A1, 0xA8BA),
    (0xA8C5, 0xA8E9),
    (0xA9A4, 0xA9EF),
    (0xB0A1, 0xD7F9),
    (0xD8A1, 0xF7FE),
];

fn gb2312() -> Vec<Pair> {
    let mut pairs = pairs(GBK);
    pairs.retain(|&(pair, _)| is_high(pair) && is_in(pair, &GB2312));
    // Unicode's table of GB 2312 and `iconv` have other punctuation there than GBK.
    replace(&mut pairs, &[(0xA1A4, '\u{30FB}'), (0xA1AA, '\u{2015}')]);
    pairs
}

/// KS X 1001.
fn ks_x_1001() -> Vec<Pair> {
    let mut pairs = pairs(EUC_KR);
    pairs.retain(|&(pair, _)| is_high(pair));
    // The sign of postal codes, of 2002.
    pairs.push((0xA2E8, "\u{327E}".to_owned()));
    pairs
}

fn johab() -> Vec<Pair> {
    /// The codes of the vowels; those between stand for none.
    const VOWELS: [u16; 21] = [
        3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29,
    ];
    const INITIALS: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
    /// The final letters that are no initial ones, with their codes.
    const FINALS: [(u16, char); 11] = [
        (4, 'ㄳ'),
        (6, 'ㄵ'),
        (7, 'ㄶ'),
        (10, 'ㄺ'),
        (11, 'ㄻ'),
        (12, 'ㄼ'),
        (13, 'ㄽ'),
        (14, 'ㄾ'),
        (15, 'ㄿ'),
        (16, 'ㅀ'),
        (20, 'ㅄ'),
    ];
    const NO_INITIAL: u16 = 1;
    const NO_VOWEL: u16 = 2;
    const NO_FINAL: u16 = 1;
    let code = |initial: u16, vowel: u16, last: u16| 0x8000 | initial << 10 | vowel << 5 | last;
    let mut all: Vec<Pair> = Vec::new();
    let mut put = |pair: u16, c: char| all.push((pair, c.to_string()));
    let mut syllable = '\u{AC00}';
    for initial in 2..=20 {
        for vowel in VOWELS {
            for last in (1..=17).chain(19..=29) {
                put(code(initial, vowel, last), syllable);
                syllable = char::from_u32(u32::from(syllable) + 1).expect("no surrogates follow");
            }
        }
    }
    for (initial, letter) in (2..).zip(INITIALS.chars()) {
        put(code(initial, NO_VOWEL, NO_FINAL), letter);
    }
    for (vowel, letter) in VOWELS.into_iter().zip('\u{314F}'..) {
        put(code(NO_INITIAL, vowel, NO_FINAL), letter);
    }
    for (last, letter) in FINALS {
        put(code(NO_INITIAL, NO_VOWEL, last), letter);
    }
    // Each lead byte has two rows of the symbols and of the hanja of KS X 1001.
    for (pair, text) in ks_x_1001() {
        let (row, cell) = ((pair >> 8) - 0xA1, (pair & 0xFF) - 0xA1);
        let lead = match row {
            0..=11 => 0xD9 + row / 2,
            41..=92 => 0xE0 + (row - 41) / 2,
            _ => continue,
        };
        let place = (row + u16::from(row >= 41)) % 2 * 94 + cell;
        let trail = if place < 78 {
            0x31 + place
        } else {
            0x91 + place - 78
        };
        let pair = lead << 8 | trail;
        // Its letters are those above.
        if !(0xDAA1..=0xDAD3).contains(&pair) {
            all.push((pair, text));
        }
    }
    all
}

/// What the Encoding Standard has in Big5 and Big5-HKSCS has not: each of these characters is another sequence there.
const NOT_IN_HKSCS: &[(u16, u16)] = &[
    (0x8E69, 0x8E69),
    (0x8E6F, 0x8E6F),
    (0x8E7E, 0x8E7E),
    (0x8EAB, 0x8EAB),
    (0x8EB4, 0x8EB4),
    (0x8ECD, 0x8ECD),
    (0x8ED0, 0x8ED0),
    (0x8F57, 0x8F57),
    (0x8F69, 0x8F69),
    (0x8F6E, 0x8F6E),
    (0x8FCB, 0x8FCC),
    (0x8FFE, 0x8FFE),
    (0x906D, 0x906D),
    (0x907A, 0x907A),
    (0x90DC, 0x90DC),
    (0x90F1, 0x90F1),
    (0x91BF, 0x91BF),
    (0x9244, 0x9244),
    (0x92AF, 0x92B2),
    (0x92C8, 0x92C8),
    (0x92D1, 0x92D1),
    (0x9447, 0x9447),
    (0x94CA, 0x94CA),
    (0x95D9, 0x95D9),
    (0x9644, 0x9644),
    (0x96ED, 0x96ED),
    (0x96FC, 0x96FC),
    (0x9B76, 0x9B76),
    (0x9B78, 0x9B78),
    (0x9B7B, 0x9B7B),
    (0x9BC6, 0x9BC6),
    (0x9BDE, 0x9BDE),
    (0x9BEC, 0x9BEC),
    (0x9BF6, 0x9BF6),
    (0x9C42, 0x9C42),
    (0x9C53, 0x9C53),
    (0x9C62, 0x9C62),
    (0x9C68, 0x9C68),
    (0x9C6B, 0x9C6B),
    (0x9C77, 0x9C77),
    (0x9CBC, 0x9CBD),
    (0x9CD0, 0x9CD0),
    (0x9D57, 0x9D57),
    (0x9D5A, 0x9D5A),
    (0x9DC4, 0x9DC4),
    (0x9EA9, 0x9EA9),
    (0x9EEF, 0x9EEF),
    (0x9EFD, 0x9EFD),
    (0x9F60, 0x9F60),
    (0x9F66, 0x9F66),
    (0x9FCB, 0x9FCB),
    (0x9FD8, 0x9FD8),
    (0xA063, 0xA063),
    (0xA077, 0xA077),
    (0xA0D5, 0xA0D5),
    (0xA0DF, 0xA0DF),
    (0xA0E4, 0xA0E4),
    (0xA15A, 0xA15A),
    (0xA1C3, 0xA1C3),
    (0xA1C5, 0xA1C5),
    (0xA1FE, 0xA1FE),
    (0xA240, 0xA240),
    (0xA2CC, 0xA2CC),
    (0xA2CE, 0xA2CE),
    (0xA3C0, 0xA3E1),
    (0xC6CF, 0xC6CF),
    (0xC6D3, 0xC6D3),
    (0xC6D5, 0xC6D5),
    (0xC6D7, 0xC6D7),
    (0xC6DE, 0xC6DF),
    (0xFA5F, 0xFA5F),
    (0xFA66, 0xFA66),
    (0xFABD, 0xFABD),
    (0xFAC5, 0xFAC5),
    (0xFAD5, 0xFAD5),
    (0xFB48, 0xFB48),
    (0xFBB8, 0xFBB8),
    (0xFBF3, 0xFBF3),
    (0xFBF9, 0xFBF9),
    (0xFC4F, 0xFC4F),
    (0xFC6C, 0xFC6C),
    (0xFCB9, 0xFCB9),
    (0xFCE2, 0xFCE2),
    (0xFCF1, 0xFCF1),
    (0xFDB7, 0xFDB8),
    (0xFDBB, 0xFDBB),
    (0xFDF1, 0xFDF1),
    (0xFE52, 0xFE52),
    (0xFE6F, 0xFE6F),
    (0xFEAA, 0xFEAA),
    (0xFEDD, 0xFEDD),
];

fn big5_hkscs() -> Vec<Pair> {
    let mut pairs = pairs(BIG5);
    pairs.retain(|&(pair, _)| pair >= 0x8740 && !is_in(pair, NOT_IN_HKSCS));
    replace(
        &mut pairs,
        &[
            (0xA145, '\u{2022}'),
            (0xA14E, '\u{FF64}'),
            (0xA1C2, '\u{203E}'),
            (0xA1E3, '\u{223C}'),
            (0xA1F2, '\u{2641}'),
            (0xA1F3, '\u{2609}'),
            (0xA241, '\u{FF0F}'),
            (0xA242, '\u{FF3C}'),
            (0xA244, '\u{A5}'),
            (0xA246, '\u{A2}'),
            (0xA247, '\u{A3}'),
        ],
    );
    // Of two sequences for one character, the last one is written.
    pairs.reverse();
    pairs
}

/// The rows of plane 1 of CNS 11643 that have symbols. U+FFFD marks a cell without a character.
const SYMBOLS: [(u16, &str); 8] = [
    (
        0xA1,
        "\u{3000}，、。．・；：？！︰…‥﹐﹑﹒·﹔﹕﹖﹗︱—︲–\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}（）︵︶｛｝︷︸〔〕︹︺【】︻︼《》︽︾〈〉︿﹀「」﹁﹂『』﹃﹄﹙﹚﹛﹜﹝﹞‘’“”〝〞′‵＃＆＊※§〃○●△▲◎☆★◇◆□■▽▼",
    ),
    (
        0xA2,
        "㊣℅‾\u{FFFD}＿\u{FFFD}﹉﹊﹍﹎﹋﹌﹟﹠﹡＋－×÷±√＜＞＝≦≧≠∞≒≡﹢﹣﹤﹦﹥∼∩∪⊥∠∟⊿㏒㏑∫∮∵∴♀♂♁☉↑↓→←↖↗↙↘‖｜／＼∕﹨＄￥〒￠￡％＠℃℉﹩﹪﹫㏕㎜㎝㎞㏎㎡㎎㎏㏄°兙兛兞兝兡兣",
    ),
    (0xA3, "嗧瓩糎▁▂▃▄▅▆▇█▏▎▍▌▋▊▉┼┴┬┤├▔─│▕┌┐└┘╭╮╰╯═╞╪╡◢◣◥◤╱╲╳"),
    (
        0xA4,
        "０１２３４５６７８９ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ〡〢〣〤〥〦〧〨〩\u{FFFD}卄\u{FFFD}ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚΑΒΓΔΕΖΗΘΙΚ",
    ),
    (
        0xA5,
        "ΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒㄓㄔㄕㄖㄗㄘㄙㄚㄛㄜㄝㄞㄟㄠㄡㄢㄣㄤㄥㄦㄧㄨㄩ˙ˉˊˇˋ",
    ),
    (0xA6, "①②③④⑤⑥⑦⑧⑨⑩⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽ⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹ"),
    (
        0xA7,
        "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}亠\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}冫\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}勹",
    ),
    (0xC2, "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟␡"),
];

/// Runs of plane 1 that have the order of Big5: the first cell, the first sequence of Big5, and the number of characters.
const PLANE_1: &[(u16, u16, usize)] = &[
    (0xC4A1, 0xA440, 1412),
    (0xD3A3, 0xAD40, 424),
    (0xD7D3, 0xACFE, 1),
    (0xD7D4, 0xAFD0, 1876),
    (0xEBD0, 0xBE52, 1),
    (0xEBD1, 0xBBC8, 387),
    (0xEFDC, 0xBE53, 525),
    (0xF5B5, 0xC2CB, 1),
    (0xF5B6, 0xC1AB, 105),
    (0xF6C2, 0xC256, 83),
    (0xF7B7, 0xC2CC, 84),
    (0xF8AD, 0xC456, 1),
    (0xF8AE, 0xC361, 54),
    (0xF8E4, 0xC3BA, 1),
    (0xF8E5, 0xC3B9, 1),
    (0xF8E6, 0xC3BB, 90),
    (0xF9E2, 0xC457, 354),
];

/// The same of plane 2.
const PLANE_2: &[(u16, u16, usize)] = &[
    (0xA1A1, 0xC940, 10),
    (0xA1AB, 0xC94B, 33),
    (0xA1CC, 0xC9BE, 1),
    (0xA1CD, 0xC96C, 48),
    (0xA1FD, 0xC9BF, 46),
    (0xA2CD, 0xCAF7, 1),
    (0xA2CE, 0xC9ED, 167),
    (0xA4B9, 0xCAF8, 1840),
    (0xB7EF, 0xDADF, 1),
    (0xB7F0, 0xD6CD, 108),
    (0xB8FE, 0xD77B, 537),
    (0xBEE3, 0xD6CC, 1),
    (0xBEE4, 0xDAE0, 100),
    (0xBFEA, 0xD77A, 1),
    (0xBFEB, 0xDBA7, 399),
    (0xC4A4, 0xDDFD, 1637),
    (0xD5CB, 0xEBF1, 1),
    (0xD5CC, 0xE8A3, 146),
    (0xD7A2, 0xECDE, 1),
    (0xD7A3, 0xE976, 287),
    (0xDAA8, 0xF0CB, 1),
    (0xDAA9, 0xEB5B, 116),
    (0xDBBF, 0xEBF2, 137),
    (0xDCEA, 0xECDF, 104),
    (0xDDF4, 0xF056, 1),
    (0xDDF5, 0xEDAA, 222),
    (0xE0B9, 0xEEEC, 198),
    (0xE2C3, 0xF057, 82),
    (0xE3B7, 0xF0CC, 86),
    (0xE4AF, 0xEEEB, 1),
    (0xE4B0, 0xF163, 8),
    (0xE4B8, 0xF16C, 153),
    (0xE5F3, 0xF269, 56),
    (0xE6CD, 0xF4B5, 1),
    (0xE6CE, 0xF2C3, 113),
    (0xE7E1, 0xF16B, 1),
    (0xE7E2, 0xF375, 142),
    (0xE9B4, 0xF268, 1),
    (0xE9B5, 0xF466, 45),
    (0xE9E2, 0xF4B6, 71),
    (0xEACB, 0xF663, 1),
    (0xEACC, 0xF4FD, 194),
    (0xECD2, 0xF664, 490),
    (0xF1E6, 0xF9C4, 1),
    (0xF1E7, 0xF977, 43),
    (0xF2B4, 0xF9C5, 1),
    (0xF2B5, 0xF9C7, 11),
    (0xF2C0, 0xF9C6, 1),
    (0xF2C1, 0xF9D2, 4),
];

/// Returns planes 1 and 2 of CNS 11643.
fn cns_11643() -> [Vec<Pair>; 2] {
    let big5 = pairs(BIG5);
    let plane = |runs: &[(u16, u16, usize)]| {
        let mut plane = Vec::new();
        for &(first, first_of_big5, count) in runs {
            let start = big5.partition_point(|&(pair, _)| pair < first_of_big5);
            let cells = (first..).filter(|&cell| is_high(cell) && cell & 0xFF != 0xFF);
            plane.extend(
                cells
                    .zip(&big5[start..])
                    .take(count)
                    .map(|(cell, (_, text))| (cell, text.clone())),
            );
        }
        plane
    };
    let mut plane_1 = plane(PLANE_1);
    for (row, symbols) in SYMBOLS {
        let cells = (row << 8 | 0xA1..)
            .zip(symbols.chars())
            .filter(|&(_, c)| c != '\u{FFFD}');
        plane_1.extend(cells.map(|(cell, c)| (cell, c.to_string())));
    }
    plane_1.push((0xF6C1, "彞".to_owned()));
    [plane_1, plane(PLANE_2)]
}

fn is_in(pair: u16, ranges: &[(u16, u16)]) -> bool {
    ranges.iter().any(|&(first, last)| (first..=last).contains(&pair))
}

fn replace(pairs: &mut [Pair], characters: &[(u16, char)]) {
    for (pair, text) in pairs {
        if let Some((_, c)) = characters.iter().find(|(cell, _)| cell == pair) {
            *text = c.to_string();
        }
    }
}

/// Returns the pairs of a set, and those that follow `8E A2`.
fn pairs_of(kind: Kind) -> [Vec<Pair>; 2] {
    let one = |pairs| [pairs, Vec::new()];
    match kind {
        Kind::Gb2312 | Kind::Hz => one(gb2312()),
        Kind::Gbk => one(pairs(GBK)),
        Kind::EucKr => one(ks_x_1001()),
        Kind::Johab => one(johab()),
        Kind::Big5Hkscs => one(big5_hkscs()),
        Kind::EucTw => cns_11643(),
    }
}

/// Decodes a set.
#[derive(Clone)]
pub(super) struct SetDecoder {
    kind: Kind,
    /// The UTF-8 of each sequence of two bytes from `80 00` on, the first byte least significant; then that of `8E A2` and two
    /// bytes. Zero stands for none.
    utf8: Rc<[u32]>,
    /// In HZ, whether pairs of bytes are characters.
    is_shifted: bool,
    /// The bytes of a sequence that the last piece cut.
    carry: [u8; 4],
    carry_len: usize,
    /// Bytes decoded or reported.
    position: u64,
}

/// The number of sequences of two bytes.
const PLANE: usize = 0x8000;

/// What the bytes begin with.
enum Start {
    /// A character, this many bytes.
    Character(u32, usize),
    /// A shift of HZ, this many bytes.
    Shift(bool, usize),
    /// Nothing: so many bytes are to be skipped.
    Skip(usize),
    /// An ill-formed sequence of this many bytes.
    IllFormed(usize),
    /// More bytes decide.
    Incomplete,
}

/// What ended [`SetDecoder::decode`].
pub(super) struct Ended {
    pub(super) read: usize,
    pub(super) written: usize,
    /// The ill-formed sequence, which is read.
    pub(super) invalid: Option<Vec<u8>>,
}

impl SetDecoder {
    pub(super) fn new(set: &Set) -> Self {
        let planes = pairs_of(set.kind);
        let mut utf8 = vec![0; if planes[1].is_empty() { PLANE } else { 2 * PLANE }];
        for (plane, pairs) in planes.iter().enumerate() {
            for (pair, text) in pairs {
                utf8[plane * PLANE + usize::from(pair & 0x7FFF)] = packed(text.as_bytes());
            }
        }
        SetDecoder {
            kind: set.kind,
            utf8: utf8.into(),
            is_shifted: false,
            carry: [0; 4],
            carry_len: 0,
            position: 0,
        }
    }

    /// Returns the number of bytes that are decoded or reported.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Decodes `bytes` to `text`, until their end, an ill-formed sequence, or until `limit` bytes or a few more are written.
    /// `text` has room for 16 bytes more. `last`: no bytes follow.
    pub(super) fn decode(&mut self, bytes: &[u8], last: bool, limit: usize, text: &mut [u8]) -> Ended {
        let (mut read, mut written) = (0, 0);
        loop {
            if self.carry_len == 0 {
                let (more, wrote) = self.decode_characters(
                    &bytes[read..],
                    limit.saturating_sub(written),
                    &mut text[written..],
                );
                (read, written) = (read + more, written + wrote);
                self.position += more as u64;
            }
            let carried = self.carry;
            let start = match self.carry_len {
                0 => &bytes[read..],
                len => &carried[..len],
            };
            if written >= limit || start.is_empty() {
                return Ended {
                    read,
                    written,
                    invalid: None,
                };
            }
            let len = match self.start(start) {
                Start::Incomplete if last && (self.carry_len == 0 || read == bytes.len()) => {
                    let invalid = start.to_vec();
                    self.advance(invalid.len(), &mut read);
                    return Ended {
                        read,
                        written,
                        invalid: Some(invalid),
                    };
                }
                Start::Incomplete => {
                    let Some(&byte) = bytes.get(read) else {
                        return Ended {
                            read,
                            written,
                            invalid: None,
                        };
                    };
                    self.carry[self.carry_len] = byte;
                    self.carry_len += 1;
                    read += 1;
                    continue;
                }
                Start::IllFormed(len) => {
                    let invalid = start[..len].to_vec();
                    self.advance(len, &mut read);
                    return Ended {
                        read,
                        written,
                        invalid: Some(invalid),
                    };
                }
                Start::Character(utf8, len) => {
                    text[written..written + 4].copy_from_slice(&utf8.to_le_bytes());
                    written += sequence_len(utf8);
                    len
                }
                Start::Shift(is_shifted, len) => {
                    self.is_shifted = is_shifted;
                    len
                }
                Start::Skip(len) => len,
            };
            self.advance(len, &mut read);
        }
    }

    /// Moves past `len` bytes, which come from the carry if it holds any.
    fn advance(&mut self, len: usize, read: &mut usize) {
        self.position += len as u64;
        if self.carry_len > 0 {
            self.carry.copy_within(len..self.carry_len, 0);
            self.carry_len -= len;
        } else {
            *read += len;
        }
    }

    /// Decodes characters of one and two bytes, as many as it can fast. Returns how many bytes were read and written.
    fn decode_characters(&self, bytes: &[u8], limit: usize, text: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        if self.kind == Kind::Hz {
            return (0, 0);
        }
        let utf8: &[u32; PLANE] = self.utf8.first_chunk().expect("a table of this size");
        while written < limit && read < bytes.len() {
            let lead = bytes[read];
            if lead < 0x80 {
                if written + 16 <= limit
                    && let Some(chunk) = bytes[read..].first_chunk::<16>()
                    && chunk.is_ascii()
                    && self.kind != Kind::Johab
                {
                    text[written..written + 16].copy_from_slice(chunk);
                    (read, written) = (read + 16, written + 16);
                    continue;
                }
                if lead == b'\\' && self.kind == Kind::Johab {
                    break;
                }
                text[written] = lead;
                (read, written) = (read + 1, written + 1);
                continue;
            }
            let Some(&trail) = bytes.get(read + 1) else { break };
            let character = utf8[usize::from(lead & 0x7F) << 8 | usize::from(trail)];
            if character == 0 {
                break;
            }
            text[written..written + 4].copy_from_slice(&character.to_le_bytes());
            (read, written) = (read + 2, written + sequence_len(character));
        }
        (read, written)
    }

    /// Returns what `bytes`, which are not empty, begin with.
    fn start(&self, bytes: &[u8]) -> Start {
        let won = packed("₩".as_bytes());
        match (self.kind, bytes[0]) {
            (Kind::Hz, _) => self.start_of_hz(bytes),
            (Kind::Johab, b'\\') => Start::Character(won, 1),
            (Kind::Gbk, 0x80) => Start::Character(packed("€".as_bytes()), 1),
            (_, byte @ ..0x80) => Start::Character(byte.into(), 1),
            (Kind::EucTw, 0x8E) => self.start_of_plane(bytes),
            (_, lead) if !self.is_lead(lead) => Start::IllFormed(1),
            (_, lead) => match bytes.get(1) {
                None => Start::Incomplete,
                Some(&trail) => match self.utf8[usize::from(lead & 0x7F) << 8 | usize::from(trail)] {
                    // ASCII after it is read as such.
                    0 => Start::IllFormed(1 + usize::from(trail >= 0x80)),
                    utf8 => Start::Character(utf8, 2),
                },
            },
        }
    }

    fn is_lead(&self, byte: u8) -> bool {
        let first = usize::from(byte & 0x7F) << 8;
        self.utf8[first..first + 0x100].iter().any(|&utf8| utf8 != 0)
    }

    /// Returns what `8E` and the bytes after it begin: a plane of CNS 11643, and one of its characters.
    fn start_of_plane(&self, bytes: &[u8]) -> Start {
        let is_possible = [0x8E..=0x8E, 0xA1..=0xB0, 0xA1..=0xFE, 0xA1..=0xFE];
        if let Some(end) = bytes
            .iter()
            .zip(is_possible)
            .position(|(byte, range)| !range.contains(byte))
        {
            return Start::IllFormed(end);
        }
        let Some(&[_, plane, lead, trail]) = bytes.first_chunk() else {
            return Start::Incomplete;
        };
        let plane = usize::from(plane - 0xA1);
        let place = plane * PLANE + (usize::from(lead & 0x7F) << 8 | usize::from(trail));
        match self.utf8.get(place) {
            None | Some(0) => Start::IllFormed(4),
            Some(&utf8) => Start::Character(utf8, 4),
        }
    }

    fn start_of_hz(&self, bytes: &[u8]) -> Start {
        match (bytes[0], bytes.get(1)) {
            // A line begins in ASCII.
            (b'\r' | b'\n', _) if self.is_shifted => Start::Shift(false, 0),
            (b'~' | 0x21..=0x7D, None) if self.is_shifted => Start::Incomplete,
            (b'~', Some(b'}')) if self.is_shifted => Start::Shift(false, 2),
            (lead @ 0x21..=0x7D, Some(&trail @ 0x21..=0x7E)) if self.is_shifted => {
                match self.utf8[usize::from(lead) << 8 | usize::from(trail | 0x80)] {
                    0 => Start::IllFormed(2),
                    utf8 => Start::Character(utf8, 2),
                }
            }
            (_, _) if self.is_shifted => Start::IllFormed(1),
            (b'~', None) => Start::Incomplete,
            (b'~', Some(b'~')) => Start::Character(b'~'.into(), 2),
            (b'~', Some(b'{')) => Start::Shift(true, 2),
            (b'~', Some(b'\n')) => Start::Skip(2),
            (b'~' | 0x80.., _) => Start::IllFormed(1),
            (byte, _) => Start::Character(byte.into(), 1),
        }
    }
}

/// Encodes to a set.
pub(super) struct SetEncoder {
    kind: Kind,
    encoder: TextEncoder,
    /// The characters over U+FFFF, and those with two code points.
    others: HashMap<String, u32>,
    is_shifted: bool,
    /// The character at the end of a text that may be the first of two with one sequence.
    held: Option<char>,
}

impl SetEncoder {
    pub(super) fn new(set: &Set) -> Self {
        let mut others = HashMap::new();
        let mut characters = Vec::new();
        for (plane, pairs) in pairs_of(set.kind).into_iter().enumerate() {
            for (pair, text) in pairs {
                let [lead, trail] = pair.to_be_bytes();
                let sequence = match plane {
                    0 => packed(&[lead, trail]),
                    _ => packed(&[0x8E, 0xA2, lead, trail]),
                };
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(c @ ..='\u{FFFF}'), None) => characters.push((c, sequence)),
                    _ => _ = others.entry(text).or_insert(sequence),
                }
            }
        }
        // The byte of U+005C is the won sign in Johab.
        let has = |c: char| set.kind != Kind::Johab || c != '\\';
        let ascii = ('\0'..='\x7F').filter(|&c| has(c)).map(|c| (c, u32::from(c)));
        let special: &[(char, u32)] = match set.kind {
            Kind::Johab => &[('₩', b'\\' as u32)],
            Kind::Gbk => &[('€', 0x80)],
            _ => &[],
        };
        SetEncoder {
            kind: set.kind,
            encoder: TextEncoder::new(ascii.chain(special.iter().copied()).chain(characters)),
            others,
            is_shifted: false,
            held: None,
        }
    }

    /// Encodes `text` to `bytes`, which have room for 64 or more, until the end of one of them or a character that the set
    /// lacks. Returns how many bytes were read and written, and that character, which is read.
    pub(super) fn encode(&mut self, text: &str, bytes: &mut [u8]) -> (usize, usize, Option<char>) {
        let (mut read, mut written) = (0, 0);
        while written + 32 <= bytes.len() {
            if let Some(held) = self.held {
                let Some(next) = text[read..].chars().next() else {
                    break;
                };
                self.held = None;
                let pair = self.others.get(&*String::from_iter([held, next])).copied();
                let sequence = pair.or_else(|| self.sequence(held));
                read += if pair.is_some() { next.len_utf8() } else { 0 };
                match sequence {
                    Some(sequence) => put(sequence, bytes, &mut written),
                    None => return (read, written, Some(held)),
                }
                continue;
            }
            if self.kind != Kind::Hz {
                let (more, wrote) = match self.kind {
                    // Only this set has sequences of two characters.
                    Kind::Big5Hkscs => {
                        let left = &text[read..];
                        let end = left.find(['Ê', 'ê']).unwrap_or(left.len());
                        self.encoder.encode(&left[..end], &mut bytes[written..])
                    }
                    _ => self.encoder.encode(&text[read..], &mut bytes[written..]),
                };
                (read, written) = (read + more, written + wrote);
                if written + 32 > bytes.len() {
                    break;
                }
            }
            let Some(c) = text[read..].chars().next() else {
                break;
            };
            read += c.len_utf8();
            if self.kind == Kind::Big5Hkscs && matches!(c, 'Ê' | 'ê') {
                self.held = Some(c);
                continue;
            }
            match self.sequence(c) {
                None => return (read, written, Some(c)),
                Some(sequence) if self.kind == Kind::Hz => self.put_hz(c, sequence, bytes, &mut written),
                Some(sequence) => put(sequence, bytes, &mut written),
            }
        }
        (read, written, None)
    }

    /// Writes what is held back, and what ends the text or comes before bytes that are no text. Returns its length.
    pub(super) fn finish(&mut self, bytes: &mut [u8]) -> usize {
        let mut written = 0;
        if let Some(sequence) = self.held.take().and_then(|held| self.sequence(held)) {
            put(sequence, bytes, &mut written);
        }
        if std::mem::take(&mut self.is_shifted) {
            put(packed(b"~}"), bytes, &mut written);
        }
        written
    }

    /// Returns the packed bytes of `c`.
    fn sequence(&self, c: char) -> Option<u32> {
        self.encoder
            .sequence(c)
            .or_else(|| self.others.get(&*c.encode_utf8(&mut [0; 4])).copied())
    }

    fn put_hz(&mut self, c: char, sequence: u32, bytes: &mut [u8], written: &mut usize) {
        if c.is_ascii() == self.is_shifted {
            self.is_shifted = !self.is_shifted;
            put(
                packed(if self.is_shifted { b"~{" } else { b"~}" }),
                bytes,
                written,
            );
        }
        match c {
            '~' => put(packed(b"~~"), bytes, written),
            _ => put(sequence & 0x7F7F, bytes, written),
        }
    }
}

fn put(sequence: u32, bytes: &mut [u8], written: &mut usize) {
    bytes[*written..*written + 4].copy_from_slice(&sequence.to_le_bytes());
    *written += sequence_len(sequence);
}
