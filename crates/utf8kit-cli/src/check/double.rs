//! The rule `double-encoded`: UTF-8 that was read as Windows-1252 or Latin-1 and encoded again.
//!
//! `é` becomes `Ã` and `©`: each octet of its UTF-8 form has become a character of its own. A *group* is a run of such
//! characters whose octets are one well-formed sequence; groups that stand next to each other are one finding. Being
//! well-formed is not enough: right text holds groups too — `été »` with the no-break space that French puts before a
//! guillemet reads as a Chinese character, a Slovak `máš…` as an Ogham letter. So a finding must also be more
//! plausible undone than as it stands:
//!
//! - The characters that stand for octets 80..BF are *strong* where right text would hardly have them behind a letter
//!   (`¼`, `€`, `Ÿ`, C1 controls), *weak* where it might (quotation marks, dashes, no-break spaces). One group alone
//!   needs a strong one, or letters around it that fit what it would become and do not fit what it is.
//! - It must become text: letters of scripts in use, punctuation, symbols.
//! - Who writes about it is left alone: a group quoted on its own, or one whose right form stands nearby.

use utf8kit::utf8;

/// What a run of double-encoded text was meant to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Meant {
    /// Octets of the run as it stands.
    pub(crate) len: usize,
    pub(crate) text: String,
    /// How often too often it was encoded.
    pub(crate) times: u8,
}

/// Characters of a group, and groups of a run, that are looked at.
const LONGEST: usize = 96;

/// Octets of the line before and behind a run in which its right form is looked for.
const NEARBY: usize = 40;

/// Octets in which it is looked for where code is shown.
const FARTHER: usize = 400;

const SIGNS_OF_CODE: [&[u8]; 4] = [b"//", b"`", b"->", b"=>"];

/// What Windows-1252 has at 80..9F.
const UPPER: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The octet that was read as `c`, in Windows-1252 or Latin-1.
fn octet_of(c: char) -> Option<u8> {
    match u32::from(c) {
        number @ 0..=0xFF => Some(number as u8),
        _ => UPPER
            .iter()
            .position(|&upper| upper == c)
            .map(|at| 0x80 + at as u8),
    }
}

/// The well-formed character that `octets` begin with.
fn first_char(octets: &[u8]) -> Option<char> {
    match crate::shown::first(octets) {
        Some((Ok(c), _)) => Some(c),
        _ => None,
    }
}

/// The character before `at`.
fn char_before(octets: &[u8], at: usize) -> Option<char> {
    let start = (at.saturating_sub(4)..at)
        .rev()
        .find(|&i| !matches!(octets[i], 0x80..=0xBF))?;
    let text = utf8::validate(&octets[start..at]).ok()?;
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// One character, undone once.
struct Group {
    c: char,
    /// Octets of the group as it stands.
    len: usize,
    /// The characters that stand for its octets behind the first.
    tail: Vec<char>,
}

/// The group that `octets` begin with.
fn group(octets: &[u8]) -> Option<Group> {
    let first = first_char(octets)?;
    let lead = octet_of(first).filter(|lead| matches!(lead, 0xC2..=0xF4))?;
    let count = match lead {
        ..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let mut undone = [lead, 0, 0, 0];
    let mut len = first.len_utf8();
    let mut tail = Vec::with_capacity(3);
    for place in &mut undone[1..count] {
        let c = first_char(&octets[len..])?;
        *place = octet_of(c).filter(|octet| matches!(octet, 0x80..=0xBF))?;
        len += c.len_utf8();
        tail.push(c);
    }
    let c = utf8::validate(&undone[..count]).ok()?.chars().next()?;
    Some(Group { c, len, tail })
}

/// Text that is a run of groups and nothing else, undone.
fn undone(text: &str) -> Option<String> {
    let mut octets = text.as_bytes();
    let mut meant = String::new();
    while !octets.is_empty() {
        let group = group(octets)?;
        meant.push(group.c);
        octets = &octets[group.len..];
    }
    Some(meant)
}

/// What the run that begins at `at` was meant to be, if that is more plausible than what it is.
pub(crate) fn judge(octets: &[u8], at: usize) -> Option<Meant> {
    let mut groups = Vec::new();
    let mut len = 0;
    while groups.len() < LONGEST
        && let Some(group) = group(&octets[at + len..])
        && Script::of(group.c) != Script::None
    {
        len += group.len;
        groups.push(group);
    }
    if groups.is_empty() {
        return None;
    }
    let before = char_before(octets, at);
    let after = first_char(&octets[at + len..]);
    let mut meant = Meant {
        len,
        text: groups.iter().map(|group| group.c).collect(),
        times: 1,
    };
    while let Some(again) = undone(&meant.text).filter(|_| meant.times < 4) {
        meant.text = again;
        meant.times += 1;
    }
    let plausible = meant.times > 1 || is_plausible(&groups, before, after);
    (plausible && !is_example(octets, at, &meant, before, after)).then_some(meant)
}

/// Kinds of characters that text consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Script {
    Latin,
    /// U+00A0..U+00BF.
    LatinSymbol,
    Vietnamese,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Indic,
    Georgian,
    Ethiopic,
    Khmer,
    EastAsian,
    Symbol,
    Emoji,
    /// Not in common use: not what was meant.
    None,
}

impl Script {
    fn of(c: char) -> Script {
        match u32::from(c) {
            0xA0..=0xBF => Script::LatinSymbol,
            0xC0..=0x17F | 0x18F | 0x1A0 | 0x1A1 | 0x1AF | 0x1B0 | 0x1CD..=0x1DC | 0x218..=0x21B | 0x259 => {
                Script::Latin
            }
            0x300..=0x304 | 0x306..=0x309 | 0x30C | 0x323 | 0x327 | 0x328 => Script::Latin, // combining marks
            0x1E00..=0x1EFF => Script::Vietnamese,
            0x384..=0x3CE | 0x1F00..=0x1FFF => Script::Greek,
            0x400..=0x4FF => Script::Cyrillic,
            0x531..=0x58A => Script::Armenian,
            0x5B0..=0x5C2 | 0x5D0..=0x5F4 => Script::Hebrew,
            0x60C..=0x6FF => Script::Arabic,
            0x900..=0xDFF | 0xE01..=0xE5B => Script::Indic,
            0x10A0..=0x10FF => Script::Georgian,
            0x1200..=0x137F => Script::Ethiopic,
            0x1780..=0x17FF => Script::Khmer,
            0x3000..=0x30FF
            | 0x3400..=0x9FFF
            | 0xAC00..=0xD7A3
            | 0xF900..=0xFAFF
            | 0xFF01..=0xFFEE
            | 0x20000..=0x2FA1F => Script::EastAsian,
            0x2010..=0x2027
            | 0x2030..=0x205E
            | 0x20A0..=0x20BF
            | 0x2100..=0x23FF
            | 0x2460..=0x27BF
            | 0x2900..=0x2BFF
            | 0xFEFF
            | 0xFE0F
            | 0x200B..=0x200F
            | 0xFFFD => Script::Symbol,
            0x1F000..=0x1FAFF => Script::Emoji,
            _ => Script::None,
        }
    }
}

/// What right text may have behind any word: marks that close or join, blanks, numbers of notes.
const CLOSING: &str = "\u{A0}»›’”“‘…–—·•¹²³";

/// What it may have behind a letter here and there.
const WEAK: &str = "«‹‚„™®©°´šžŠŽœŒªº§€¢£";

/// Of these, what is odd behind a capital letter with an accent, with which a group of two octets begins.
const ODD_BEHIND_CAPITAL: &str = "©šžŠŽœŒªº§€¢£„‚";

/// Would right text hardly have `c` behind a letter?
fn is_strong(c: char) -> bool {
    !CLOSING.contains(c) && !WEAK.contains(c)
}

/// Does the group hold a character that right text would hardly have where it stands?
fn has_strong(group: &Group) -> bool {
    // Behind one mark, fewer others follow than behind a letter.
    is_strong(group.tail[0]) || group.tail[1..].iter().any(|&c| !CLOSING.contains(c))
}

fn is_plausible(groups: &[Group], before: Option<char>, after: Option<char>) -> bool {
    let (first, others) = (&groups[0], &groups[1..]);
    let script = Script::of(first.c);
    let strong = groups.iter().any(has_strong);
    if !others.is_empty() {
        let alike = groups
            .iter()
            .filter(|group| Script::of(group.c) == script)
            .count();
        let is_foreign = !matches!(script, Script::Latin | Script::LatinSymbol | Script::Symbol);
        return match groups.len() {
            2 => strong || (is_foreign && alike == 2 && first.tail.len() == 1),
            len => strong || alike * 2 > len,
        };
    }
    let lower = |c: Option<char>| c.is_some_and(char::is_lowercase);
    let upper = |c: Option<char>| c.is_some_and(char::is_uppercase);
    let latin = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() && c < '\u{250}');
    match script {
        // `â€` begins most symbols.
        Script::Symbol => strong || first.tail[0] == '€',
        Script::Emoji => strong,
        Script::Vietnamese => strong && (latin(before) || latin(after)),
        Script::LatinSymbol => {
            let opens = before.is_none_or(|c| c.is_whitespace() || "«“‘\"'(".contains(c));
            let stands_alone = "°±£§©®«¿¡µ·²³".contains(first.c);
            let followed = after.is_some_and(|c| c.is_alphanumeric() || c == ' ');
            !upper(before)
                && before != Some('\u{A0}')
                && (!opens || (stands_alone && (followed || is_odd(first.tail[0]))))
        }
        Script::Latin if is_odd(first.tail[0]) => {
            matches!(first.c, '\u{C0}'..='\u{17F}') || lower(before) || lower(after)
        }
        Script::Latin => {
            // What is there would be a capital and a mark; what is meant must fit between its neighbours.
            let fits_before = lower(before) && !first.c.is_uppercase();
            // `5 Å` and a no-break space is more often a length than the Czech letter it could be.
            let fits_after = first.tail[0] != '\u{A0}'
                && (lower(after) || (upper(after) && first.c.is_uppercase() && first.c < '\u{100}'));
            // `Ã` and a no-break space: `à`, a word of its own in Romance languages.
            let is_word = first.c == 'à'
                && before == Some(' ')
                && after.is_none_or(|c| c.is_ascii_whitespace() || c.is_lowercase());
            // A mark that opens does not stand inside a word.
            let inside = upper(before) && upper(after) && "‘“„‚‹«".contains(first.tail[0]);
            inside && first.c.is_uppercase() || !upper(before) && (fits_before || fits_after || is_word)
        }
        // `×` is more often a sign than the first octet of Hebrew.
        Script::Hebrew => is_strong(first.tail[0]) && !latin(before) && !latin(after),
        // Letters of other scripts seldom come alone.
        _ => (strong || !CLOSING.contains(first.tail[0])) && !latin(before) && !latin(after),
    }
}

fn is_odd(c: char) -> bool {
    is_strong(c) || ODD_BEHIND_CAPITAL.contains(c)
}

/// Is the run there to be talked about? It is if a letter or two stand in quotation marks, or if what they should be
/// stands next to them.
fn is_example(octets: &[u8], at: usize, meant: &Meant, before: Option<char>, after: Option<char>) -> bool {
    let end = at + meant.len;
    let quote = |c: Option<char>| c.is_some_and(|c| "`'\"“”„‘’‚«»‹›".contains(c));
    if quote(before) && quote(after) && meant.text.chars().nth(2).is_none() {
        return true;
    }
    // The word it stands in, mended.
    let in_word = |octets: &mut dyn Iterator<Item = &u8>| {
        octets
            .take(40)
            .take_while(|octet| octet.is_ascii_alphanumeric())
            .count()
    };
    let head = in_word(&mut octets[..at].iter().rev());
    let tail = in_word(&mut octets[end..].iter());
    let right = [
        &octets[at - head..at],
        meant.text.as_bytes(),
        &octets[end..end + tail],
    ]
    .concat();
    if head + tail == 0 && !meant.text.chars().any(char::is_alphabetic) {
        return false; // a mark is everywhere
    }
    let (before, behind) = (&octets[..at - head], &octets[end + tail..]);
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |lf| lf + 1);
    let line_end = memchr::memchr(b'\n', behind).unwrap_or(behind.len());
    let mut near = before.len().saturating_sub(NEARBY).max(line_start)..line_end.min(NEARBY);
    // In a line of code, or one that shows what code does, the right word may stand some lines away.
    let has_sign = |line: &[u8]| {
        SIGNS_OF_CODE
            .iter()
            .any(|sign| memchr::memmem::find(line, sign).is_some())
    };
    if head + tail >= 2 && (has_sign(&before[line_start..]) || has_sign(&behind[..line_end])) {
        near = before.len().saturating_sub(FARTHER)..behind.len().min(FARTHER);
    }
    let is_there = |window: &[u8]| {
        memchr::memmem::find_iter(window, &right).any(|found| {
            // Inside a word it is something else.
            let letter =
                |octet: Option<&u8>| octet.is_some_and(|octet| octet.is_ascii_alphabetic() || *octet >= 0x80);
            !letter(found.checked_sub(1).map(|i| &window[i])) && !letter(window.get(found + right.len()))
        })
    };
    is_there(&before[near.start..]) || is_there(&behind[..near.end])
}
