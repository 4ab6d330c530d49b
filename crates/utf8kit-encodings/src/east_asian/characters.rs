//! The characters of the encodings, made from those that `encoding_rs` has.

use super::Kind;
use crate::packed::{packed, packed_char};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, GBK, SHIFT_JIS};

/// A sequence of two bytes, the first one most significant, and the [packed] UTF-8 of its character or characters.
pub(super) type Pair = (u16, u32);

/// Returns what `encoding_rs` reads after `before`, sequences of two bytes in ascending order.
fn pairs_after(before: &[u8], encoding: &'static encoding_rs::Encoding) -> Vec<Pair> {
    let sequences =
        || (0x8100..=0xFEFFu16).filter(|pair| (0x40..=0xFE).contains(&(pair & 0xFF)) && pair & 0xFF != 0x7F);
    let mut bytes = Vec::new();
    for pair in sequences() {
        bytes.extend_from_slice(before);
        bytes.extend([(pair >> 8) as u8, pair as u8, b'\n']);
    }
    let text = encoding.decode_without_bom_handling(&bytes).0;
    sequences()
        .zip(text.split('\n'))
        .filter(|(_, text)| text.chars().all(|c| c != '\u{FFFD}'))
        .map(|(pair, text)| (pair, packed(text.as_bytes())))
        .collect()
}

/// Returns what `encoding_rs` reads, sequences of two bytes in ascending order.
fn pairs(encoding: &'static encoding_rs::Encoding) -> Vec<Pair> {
    pairs_after(b"", encoding)
}

/// Shift_JIS, in which bytes between the leads are characters.
fn shift_jis() -> Vec<Pair> {
    let mut pairs = pairs(SHIFT_JIS);
    pairs.retain(|(pair, _)| matches!(pair >> 8, 0x81..=0x9F | 0xE0..=0xFC));
    pairs
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
    pairs.push((0xA2E8, packed_char('\u{327E}')));
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
    let mut put = |pair: u16, c: char| all.push((pair, packed_char(c)));
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
                    .map(|(cell, &(_, text))| (cell, text)),
            );
        }
        plane
    };
    let mut plane_1 = plane(PLANE_1);
    for (row, symbols) in SYMBOLS {
        let cells = (row << 8 | 0xA1..)
            .zip(symbols.chars())
            .filter(|&(_, c)| c != '\u{FFFD}');
        plane_1.extend(cells.map(|(cell, c)| (cell, packed_char(c))));
    }
    plane_1.push((0xF6C1, packed_char('彞')));
    [plane_1, plane(PLANE_2)]
}

fn is_in(pair: u16, ranges: &[(u16, u16)]) -> bool {
    ranges.iter().any(|&(first, last)| (first..=last).contains(&pair))
}

fn replace(pairs: &mut [Pair], characters: &[(u16, char)]) {
    for (pair, text) in pairs {
        if let Some((_, c)) = characters.iter().find(|(cell, _)| cell == pair) {
            *text = packed_char(*c);
        }
    }
}

/// Returns the sequences of two bytes of an encoding, and those of three or four bytes without what they
/// [begin](Kind::prefix) with. Of two sequences for one character, the first one is written.
pub(super) fn pairs_of(kind: Kind) -> [Vec<Pair>; 2] {
    let one = |pairs| [pairs, Vec::new()];
    match kind {
        Kind::Big5 => one(pairs(BIG5)),
        // ISO-2022-JP has the same characters as EUC-JP, in seven bits.
        Kind::EucJp => [pairs(EUC_JP), pairs_after(&[0x8F], EUC_JP)],
        Kind::Iso2022Jp => {
            let mut pairs = pairs(EUC_JP);
            pairs.retain(|&(pair, _)| is_high(pair));
            one(pairs)
        }
        Kind::Uhc => one(pairs(EUC_KR)),
        Kind::Gb18030 | Kind::Gbk | Kind::GbkOfTheWeb => one(pairs(GBK)),
        Kind::ShiftJis => one(shift_jis()),
        Kind::Gb2312 | Kind::Hz => one(gb2312()),
        Kind::EucKr => one(ks_x_1001()),
        Kind::Johab => one(johab()),
        Kind::Big5Hkscs => one(big5_hkscs()),
        Kind::EucTw => cns_11643(),
    }
}

/// Returns the character of each sequence of four bytes of GB18030 that stands for one of the basic multilingual plane, in
/// ascending order.
pub(super) fn gb18030_fours() -> Vec<u16> {
    let bytes: Vec<u8> = (0..super::GB18030_FOURS)
        .flat_map(|place| {
            let [a, b, c, d] = super::four_bytes(place);
            [a, b, c, d, b'\n']
        })
        .collect();
    let text = encoding_rs::GB18030.decode_without_bom_handling(&bytes).0;
    text.lines().flat_map(str::chars).map(|c| c as u16).collect()
}
