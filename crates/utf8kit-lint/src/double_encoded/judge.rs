//! Judges whether a sequence is a mistake or text that says what stands there.

use super::misread::{Misread, windows_1252};
use super::script::Script;

/// The certainty of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Verdict {
    /// Correct text may have it. It is a mistake only near certain ones.
    Possible,
    /// Correct text does not have it.
    Certain,
}

/// The two characters before a sequence and the two after it, the nearest first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    pub(super) before: [Option<char>; 2],
    pub(super) after: [Option<char>; 2],
}

fn is(c: Option<char>, property: impl Fn(char) -> bool) -> bool {
    c.is_some_and(property)
}

fn is_blank(c: Option<char>) -> bool {
    c.is_none_or(char::is_whitespace)
}

/// Returns `true` for the space or the punctuation mark after a word, and for the end of the text.
fn ends_word(c: Option<char>) -> bool {
    is_blank(c) || is(c, |c| ".,;:!?".contains(c))
}

/// Returns `true` for characters that quote or enclose.
pub(super) fn encloses(c: char) -> bool {
    "\"'`()[]{}<>|/,«»‹›‘’‚“”„".contains(c)
}

/// Returns `true` for letters of phonetic notation, which has no capitals, so that none stands before them.
pub(super) fn is_phonetic(c: char) -> bool {
    matches!(c, '\u{250}'..='\u{2AF}')
}

/// Judges a sequence of misread characters with nothing between them.
pub(super) fn judge(sequence: &[Misread], around: &Around) -> Verdict {
    if is_certain(sequence, around) {
        Verdict::Certain
    } else {
        Verdict::Possible
    }
}

fn is_certain(sequence: &[Misread], around: &Around) -> bool {
    // A letter followed by a C1 control.
    if sequence.iter().any(|misread| misread.has_control) {
        return match sequence {
            [misread] => is_certain_control(misread, around),
            _ => true,
        };
    }
    let mut scripts = sequence
        .iter()
        .filter(|misread| misread.is_foreign())
        .map(|misread| misread.script);
    if let Some(script) = scripts.next() {
        // At least two characters, and all of one script.
        let mut others = scripts.peekable();
        if let [misread] = sequence {
            return misread.lead == 'Ð' && is_word(misread, around);
        }
        return others.peek().is_some()
            && others.all(|other| other == script)
            && (sequence.len() > 2 || !sequence.iter().all(|misread| misread.is_punctuated));
    }
    let [misread] = sequence else {
        // Except for quoted letters, letters do not alternate with signs.
        return sequence.iter().any(|misread| !misread.is_punctuated)
            || sequence.iter().any(|misread| misread.last != sequence[0].last);
    };
    match (misread.lead, misread.script) {
        ('\u{C2}'..='\u{DF}', Script::Latin) => is_certain_letter(misread, around),
        ('\u{C2}'..='\u{DF}', _) => is_certain_sign(misread, around),
        (_, Script::Latin) => is_certain_vietnamese(misread, around),
        _ => is_certain_symbol(misread, around),
    }
}

/// Judges a single misread character with a C1 control.
///
/// The control can be a mark of Windows-1252, which was read as Latin-1: `É\u{94}` is `É”`, and `Ö\u{80}` is `Ö€`, not a
/// letter of Armenian, which does not stand alone.
fn is_certain_control(misread: &Misread, around: &Around) -> bool {
    if misread.is_foreign() && matches!(misread.lead, '\u{C2}'..='\u{DF}') {
        return false;
    }
    if !misread.is_natural {
        return true;
    }
    let mark = Misread {
        last: windows_1252(misread.last as u32 as u8),
        has_control: false,
        ..*misread
    };
    is_certain(&[mark], around)
}

/// Returns `true` if a letter that is two characters stands as a word of its own. Its first character alone is no word in
/// any language.
fn is_word(misread: &Misread, around: &Around) -> bool {
    let ([before, before_that], [after, after_that]) = (around.before, around.after);
    let elided = before == Some('\'') && is(before_that, char::is_alphabetic);
    let ends = match after {
        Some(' ') => is(after_that, |c| c.is_ascii_graphic()),
        after => is_blank(after) || after == Some(':') || (elided && ends_word(after)),
    };
    (is_blank(before) || elided) && ends && !"…‘’“”–—›»".contains(misread.last)
}

/// Judges a letter that is two characters, the first of them a capital: `Ã©`.
fn is_certain_letter(misread: &Misread, around: &Around) -> bool {
    let ([before, before_that], [after, after_that]) = (around.before, around.after);
    let Misread {
        lead,
        last,
        meant,
        is_natural,
        ..
    } = *misread;
    // Correct text has these between two letters too: an apostrophe, a dash, a soft hyphen.
    let joins = "’–—…·\u{A0}\u{AD}".contains(last);
    let small_follows = is(after, char::is_lowercase);
    let two_follow = is(after, char::is_alphabetic) && is(after_that, char::is_alphabetic);
    if is(before, char::is_lowercase) {
        // Correct text has no capital after small letters; lists of letters have it after one.
        let is_short_word = lead == 'Ã'
            && !"…‘’“”–—›»".contains(last)
            && is(before, |c| c.is_ascii())
            && (is_blank(before_that) || before_that == Some('\''))
            && ends_word(after);
        return !meant.is_uppercase()
            && (!is_natural || small_follows || is(before_that, char::is_alphabetic) || is_short_word);
    }
    if is(before, char::is_uppercase) {
        let in_capitals = is(before_that, char::is_uppercase);
        return if meant.is_uppercase() {
            let capital_follows = is(after, char::is_uppercase);
            (capital_follows && !joins)
                || (!is(after, char::is_alphabetic) && in_capitals && !is_natural && last != '€')
        } else {
            let ends = meant.is_lowercase()
                && last != '€'
                && !is_phonetic(meant)
                && !is_natural
                && !is(before_that, char::is_alphanumeric)
                && ends_word(after);
            ends || (small_follows && !in_capitals && (!joins || (last == '\u{AD}' && lead == 'Ã')))
        };
    }
    if is(before, char::is_numeric) {
        return small_follows && !joins;
    }
    if is(before, |c| !c.is_ascii() && !c.is_alphabetic()) && is_natural {
        return false;
    }
    // At the beginning of a word. `Ã` alone is no word, in no language.
    let no_word = lead == 'Ã';
    let begins = is_blank(before) || (before == Some('\'') && is(before_that, char::is_alphabetic));
    if small_follows {
        return match last {
            _ if !is_natural || (no_word && !misread.is_punctuated) => true,
            // `Å` is a unit and a word, so a no-break space may follow it.
            '\u{A0}' => {
                two_follow && begins && (no_word || (lead == 'Å' && !is(before_that, |c| c.is_ascii_digit())))
            }
            _ => two_follow && (no_word || !joins || (lead == 'Å' && last == '’')),
        };
    }
    if is(after, char::is_uppercase) {
        return two_follow && meant.is_uppercase() && (!is_natural || (no_word && !joins));
    }
    // A word of its own: `Ã¨` in Italian, `c'Ã¨`, `Ã` with a no-break space in French.
    let joined = matches!((before, after), (Some('-'), Some('-')) | (Some('('), Some(' ')));
    no_word && (is_word(misread, around) || (last == '\u{A0}' && joined))
}

/// Judges punctuation or a symbol that is two characters: `Â°`, `Ã—`.
fn is_certain_sign(misread: &Misread, around: &Around) -> bool {
    let ([before, before_that], [after, after_that]) = (around.before, around.after);
    let Misread {
        last,
        meant,
        is_natural,
        ..
    } = *misread;
    let figure = |c: Option<char>| is(c, |c| c.is_ascii_digit());
    if matches!(meant, '×' | '÷') {
        return (figure(before) && figure(after))
            || (is_blank(before) && is_blank(after) && figure(before_that) && figure(after_that));
    }
    // French has a no-break space before these; no word of it ends in `Â`.
    if meant == '\u{A0}' && is(after, |c| ":;?!".contains(c)) && !is_blank(before) {
        return true;
    }
    if is(before, char::is_lowercase) {
        return !is_natural || is(before_that, char::is_alphabetic) || is(after, char::is_alphanumeric);
    }
    if figure(before) {
        return match last {
            '«' | '»' => false,
            _ => !is(after, char::is_alphanumeric) || "°²³¼½¾ºªµ·±£¢¥\u{A0}\u{AD}".contains(meant),
        };
    }
    if is(before, |c| c.is_alphabetic() || !c.is_ascii()) {
        return false;
    }
    match meant {
        '\u{A0}' => is(before, |c| ".!?;)".contains(c)),
        '©' if is_blank(before) && after == Some(' ') => is(after_that, char::is_alphanumeric),
        '§' | '¶' | '£' | '¥' | '±' if is_blank(before) && after == Some(' ') => figure(after_that),
        // `Â` alone is no word; it may be a letter that is quoted.
        '«' => !is(after, encloses),
        '»' if is_blank(before) => !is(before_that, encloses) && ends_word(after),
        '»' if is(before, |c| ".!?;".contains(c)) => ends_word(after),
        '»' | '¹' | '²' | '³' | '´' | '·' | '¨' | '¯' | '¸' => false,
        _ => is(after, char::is_alphanumeric),
    }
}

/// Judges a Latin letter that is three characters, the first of them small: `á»‡`.
fn is_certain_vietnamese(misread: &Misread, around: &Around) -> bool {
    let letter = |c: Option<char>| is(c, char::is_alphabetic);
    let (before, after) = (letter(around.before[0]), letter(around.after[0]));
    // The second character is `»` in half of them, which ends a quotation: `está»…`.
    if misread.meant >= '\u{1EC0}' && "…’”–—\u{A0}\u{AD}»".contains(misread.last) {
        before && after && !"…’–—\u{A0}\u{AD}".contains(misread.last)
    } else {
        before || after
    }
}

/// Judges a symbol that is three or four characters, the first of them small: `â€™`, `ðŸ˜€`.
fn is_certain_symbol(misread: &Misread, around: &Around) -> bool {
    let ([before, _], [after, _]) = (around.before, around.after);
    if is(before, encloses) && is(after, encloses) {
        return false;
    }
    // A quotation mark between spaces is an example of one.
    if matches!(misread.meant, '‘' | '’' | '“' | '”' | '„' | '‚') && is_blank(before) && is_blank(after)
    {
        return false;
    }
    // No word of any language ends in `â†`.
    !misread.is_natural || matches!(misread.meant, '\u{2180}'..='\u{21FF}')
}
