//! Escape sequences of ISO/IEC 2022: ESC, intermediate bytes `0x20..=0x2F`, and a final byte `0x30..=0x7E`.

use super::{Announcement, RETURN, Switch};

/// The byte or code unit that an escape sequence begins with.
pub(super) const ESC: u8 = 0x1B;

/// What a text that begins with ESC begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Escape {
    /// An announcement or a return, and its length in bytes.
    Switch(Switch, usize),
    /// A designation that changes nothing: of ASCII, or of the control functions of ISO/IEC 6429. Its length in bytes.
    Same(Element, usize),
    /// A designation of another set, or an announcement of another coding system: its length in bytes, and its number in
    /// [`words`].
    Refused(Element, usize, u8),
    /// The beginning of one of these.
    Incomplete,
    /// The character ESC. With what follows, it may be a control function.
    Text,
}

/// What an escape sequence designates a set for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Element {
    G0,
    G1,
    /// G2, G3, a set of control functions or all of the code: what follows means the same without it.
    Other,
}

/// Returns `true` if `byte` after ESC begins a sequence that extends the code: an announcement, or a designation of a set.
pub(super) const fn extends_code(byte: u8) -> bool {
    matches!(byte, b'!' | b'"' | b'$' | b'%' | b'('..=b'/')
}

/// Returns what `bytes`, which begin with ESC, begin with. `last` states that the text ends with them.
pub(super) fn read(bytes: &[u8], last: bool) -> Escape {
    let cut = if last { Escape::Text } else { Escape::Incomplete };
    let Some(&(mut intermediate)) = bytes.get(1) else {
        return cut;
    };
    if !extends_code(intermediate) {
        return Escape::Text;
    }
    let mut at = 2;
    let is_multiple = intermediate == b'$';
    if is_multiple {
        match bytes.get(at) {
            None => return cut,
            Some(&next @ b'('..=b'/') => {
                intermediate = next;
                at += 1;
            }
            // The oldest sets are designated for G0 in three bytes.
            Some(_) => intermediate = b'(',
        }
    }
    let is_with_slash = intermediate == b'%' && bytes.get(at) == Some(&b'/');
    at += usize::from(is_with_slash);
    let Some(&end) = bytes.get(at) else {
        return cut;
    };
    let (len, sequence) = (at + 1, &bytes[..at + 1]);
    let element = match intermediate {
        b'(' | b',' => Element::G0,
        b')' | b'-' => Element::G1,
        _ => Element::Other,
    };
    let class = match intermediate {
        _ if !matches!(end, 0x30..=0x7E) => return Escape::Text,
        b'%' => match Switch::of(sequence) {
            Some(switch) => return Escape::Switch(switch, len),
            None if is_with_slash => return Escape::Refused(element, len, number(Class::Coding, 0)),
            None => Class::Coding,
        },
        b'!' if end == b'@' => return Escape::Same(element, len),
        b'"' if end == b'C' => return Escape::Same(element, len),
        b'!' | b'"' => Class::Controls,
        _ if is_multiple => Class::Multiple,
        b'('..=b'+' if end == b'B' => return Escape::Same(element, len),
        b'('..=b'+' => Class::Of94,
        _ => Class::Of96,
    };
    Escape::Refused(element, len, number(class, end))
}

impl Switch {
    /// Returns the meaning of a whole escape sequence, if it is an announcement or a return.
    pub(super) fn of(sequence: &[u8]) -> Option<Switch> {
        if sequence == RETURN {
            return Some(Switch::Return);
        }
        let announcement = Announcement::ALL
            .into_iter()
            .find(|announcement| announcement.sequence() == sequence);
        announcement.map(Switch::To)
    }
}

/// What sets of the same final byte differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// Up to 94 graphic characters.
    Of94,
    /// Up to 96 graphic characters.
    Of96,
    /// Graphic characters of several bytes each.
    Multiple,
    /// Control functions.
    Controls,
    /// A whole coding system.
    Coding,
}

/// The sets and coding systems of the International Register that texts have, by their final bytes, and what a message says of
/// them. The final byte 0 stands for all others of the class.
#[rustfmt::skip]
const SETS: [(Class, u8, &str); 49] = [
    (Class::Of94, b'0', "designates the line-drawing characters of DEC terminals, which are not read"),
    (Class::Of94, b'@', "designates the international version of ISO 646 of 1983, which is not read"),
    (Class::Of94, b'A', "designates the British version of ISO 646, which is not read"),
    (Class::Of94, b'I', "designates the katakana of JIS X 0201; ISO-2022-JP reads them"),
    (Class::Of94, b'J', "designates the Latin letters of JIS X 0201; ISO-2022-JP reads them"),
    (Class::Of94, b'K', "designates the German version of ISO 646, which is not read"),
    (Class::Of94, b'R', "designates the French version of ISO 646, which is not read"),
    (Class::Of94, b'T', "designates the Chinese version of ISO 646, which is not read"),
    (Class::Of94, b'Y', "designates the Italian version of ISO 646, which is not read"),
    (Class::Of94, b'Z', "designates the Spanish version of ISO 646, which is not read"),
    (Class::Of94, b'f', "designates the French version of ISO 646, which is not read"),
    (Class::Of94, 0, "designates a set of 94 characters that is not read"),
    (Class::Of96, b'A', "designates the right half of ISO-8859-1, which is not read"),
    (Class::Of96, b'B', "designates the right half of ISO-8859-2, which is not read"),
    (Class::Of96, b'C', "designates the right half of ISO-8859-3, which is not read"),
    (Class::Of96, b'D', "designates the right half of ISO-8859-4, which is not read"),
    (Class::Of96, b'F', "designates the right half of ISO-8859-7, which is not read"),
    (Class::Of96, b'G', "designates the right half of ISO-8859-6, which is not read"),
    (Class::Of96, b'H', "designates the right half of ISO-8859-8, which is not read"),
    (Class::Of96, b'L', "designates the right half of ISO-8859-5, which is not read"),
    (Class::Of96, b'M', "designates the right half of ISO-8859-9, which is not read"),
    (Class::Of96, b'T', "designates the right half of ISO-8859-11, which is not read"),
    (Class::Of96, b'V', "designates the right half of ISO-8859-10, which is not read"),
    (Class::Of96, b'Y', "designates the right half of ISO-8859-13, which is not read"),
    (Class::Of96, b'_', "designates the right half of ISO-8859-14, which is not read"),
    (Class::Of96, b'b', "designates the right half of ISO-8859-15, which is not read"),
    (Class::Of96, b'f', "designates the right half of ISO-8859-16, which is not read"),
    (Class::Of96, 0, "designates a set of 96 characters that is not read"),
    (Class::Multiple, b'@', "designates JIS C 6226; ISO-2022-JP reads it"),
    (Class::Multiple, b'A', "designates GB 2312, which is not read"),
    (Class::Multiple, b'B', "designates JIS X 0208; ISO-2022-JP reads it"),
    (Class::Multiple, b'C', "designates KS X 1001, which is not read"),
    (Class::Multiple, b'D', "designates JIS X 0212, which is not read"),
    (Class::Multiple, b'E', "designates ISO-IR 165, which is not read"),
    (Class::Multiple, b'G', "designates plane 1 of CNS 11643, which is not read"),
    (Class::Multiple, b'H', "designates plane 2 of CNS 11643, which is not read"),
    (Class::Multiple, b'I', "designates plane 3 of CNS 11643, which is not read"),
    (Class::Multiple, b'J', "designates plane 4 of CNS 11643, which is not read"),
    (Class::Multiple, b'K', "designates plane 5 of CNS 11643, which is not read"),
    (Class::Multiple, b'L', "designates plane 6 of CNS 11643, which is not read"),
    (Class::Multiple, b'M', "designates plane 7 of CNS 11643, which is not read"),
    (Class::Multiple, b'N', "designates KPS 9566, which is not read"),
    (Class::Multiple, b'O', "designates plane 1 of JIS X 0213, which is not read"),
    (Class::Multiple, b'P', "designates plane 2 of JIS X 0213, which is not read"),
    (Class::Multiple, b'Q', "designates plane 1 of JIS X 0213, which is not read"),
    (Class::Multiple, 0, "designates a set of characters of several bytes that is not read"),
    (Class::Controls, 0, "designates a set of control functions that is not read"),
    (Class::Coding, b'B', "announces UTF-1, which is read only under its own name"),
    (Class::Coding, 0, "announces a coding system that is not read"),
];

/// Returns the number of what a designation or an announcement with this final byte names.
fn number(class: Class, end: u8) -> u8 {
    let is_it = |&(of, last, _): &(Class, u8, &str)| of == class && (last == end || last == 0);
    SETS.iter().position(is_it).unwrap_or(SETS.len() - 1) as u8
}

/// Returns what a message says of the set or coding system with this number.
pub(super) fn words(number: u8) -> Option<&'static str> {
    SETS.get(usize::from(number)).map(|&(_, _, words)| words)
}
