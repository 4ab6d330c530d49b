//! Judges decoded text by its letters: whether it reads like text, and which of several readings is the best.

/// The lowest score of a text that is plainly Cyrillic. Sentences in Russian, Ukrainian, Bulgarian and Serbian have at least
/// -3.55, Greek and Hebrew ones read as Cyrillic at most -3.8, others far less.
pub(super) const CYRILLIC: f64 = -3.68;

/// The lowest score of a text that is Cyrillic if `chardetng` proposes an encoding of Cyrillic letters.
pub(super) const CYRILLIC_AT_LEAST: f64 = -5.0;

/// The score of a character that no Cyrillic text has inside its words.
const STRANGE: f64 = -9.0;

/// Of 10,000 Cyrillic letters, about how many are each of these: in Russian, and for the letters that Russian lacks, in
/// Ukrainian, Belarusian, Bulgarian, Serbian or Macedonian, divided by ten, as text in those is rarer.
#[rustfmt::skip]
const FREQUENCIES: &[(char, u16)] = &[
    ('о', 1090), ('е', 850), ('а', 800), ('и', 740), ('н', 670), ('т', 630), ('с', 550), ('р', 470), ('в', 450),
    ('л', 440), ('к', 350), ('м', 320), ('д', 300), ('п', 280), ('у', 260), ('я', 200), ('ы', 190), ('ь', 170),
    ('г', 170), ('з', 165), ('б', 160), ('ч', 145), ('й', 120), ('х', 97), ('ж', 94), ('ш', 73), ('ю', 64),
    ('ц', 48), ('щ', 36), ('э', 32), ('ф', 26), ('ъ', 20), ('ё', 10),
    ('і', 57), ('ї', 6), ('є', 5), ('ґ', 1), ('ў', 10), ('ј', 30), ('љ', 5), ('њ', 6), ('ћ', 6), ('ђ', 2), ('џ', 1),
    ('ѓ', 2), ('ќ', 2), ('ѕ', 1),
];

/// Returns the mean score of the characters over 0x7F, the logarithm of the probability of each. A text in Russian has
/// about -3.
pub(super) fn cyrillic(text: &str) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_ascii() {
            let small = c.to_lowercase().next().unwrap_or(c);
            let frequency = FREQUENCIES.iter().find(|&&(letter, _)| letter == small);
            let is_inside = previous.is_alphabetic() && chars.peek().is_some_and(|next| next.is_alphabetic());
            sum += match frequency {
                Some(&(_, frequency)) => {
                    let case = match c.is_uppercase() {
                        true if previous.is_lowercase() => -6.0,
                        true if previous.is_uppercase() => -0.2,
                        true => -1.0,
                        false => 0.0,
                    };
                    let mixed = if previous.is_ascii_alphabetic() { -3.0 } else { 0.0 };
                    (f64::from(frequency) / 10_000.0).ln() + case + mixed
                }
                None if is_mark(c) && !is_inside => -4.0,
                None => STRANGE,
            };
            count += 1.0;
        }
        previous = c;
    }
    if count == 0.0 { STRANGE } else { sum / count }
}

/// Returns `true` if the text has more Cyrillic capitals after small letters than names and abbreviations bring: of right texts, one
/// in a thousand has as many, and nearly all have that are in another script.
pub(super) fn has_capitals_in_words(text: &str) -> bool {
    let is_cyrillic = |c: char| matches!(c, '\u{400}'..='\u{4FF}');
    let (mut pairs, mut capitals) = (0, 0);
    for (previous, c) in text.chars().zip(text.chars().skip(1)) {
        if is_cyrillic(previous) && is_cyrillic(c) {
            pairs += 1;
            capitals += usize::from(previous.is_lowercase() && c.is_uppercase());
        }
    }
    capitals * 33 > pairs
}

/// Returns `true` if the text has letters that Ukrainian has and Russian lacks.
pub(super) fn is_ukrainian(text: &str) -> bool {
    text.chars().any(|c| "іїєґІЇЄҐўЎ".contains(c))
}

/// Letters that are common in the languages of Europe that Latin letters write.
pub(super) const COMMON: &str = "éèàêçîôûâùëïœäöüßåæøóíáúñãõýąćęłńśźżčďěňřšťůžőűășțşţđğıā";

/// Returns a score that is the higher the better the text reads in Latin letters.
pub(super) fn latin(text: &str) -> i64 {
    let mut score = 0;
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_ascii() {
            let is_inside = previous.is_alphabetic() && chars.peek().is_some_and(|next| next.is_alphabetic());
            score += match c {
                _ if c.is_uppercase() && previous.is_lowercase() => -3,
                _ if COMMON.contains(c) => 3,
                _ if c.is_alphabetic() => 1,
                _ if is_mark(c) && (!is_inside || matches!(c, '’' | '·')) => 1,
                _ => -3,
            };
        }
        previous = c;
    }
    score
}

/// Returns `true` for punctuation and signs that text has without being about them.
pub(super) const fn is_mark(c: char) -> bool {
    matches!(
        c,
        '\u{A0}'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '“'
            | '”'
            | '„'
            | '‘'
            | '’'
            | '‚'
            | '–'
            | '—'
            | '…'
            | '•'
            | '·'
            | '¿'
            | '¡'
            | '°'
            | '§'
            | '©'
            | '®'
            | '™'
            | '€'
            | '£'
            | '№'
            | 'º'
            | 'ª'
            | '´'
            | '²'
            | '³'
            | '½'
            | '×'
            | '\u{AD}'
    )
}

/// Returns `true` if `text` looks like text that a person wrote. `single_bytes`: each byte over 0x7F stands for one
/// character.
pub(super) fn reads_well(text: &str, single_bytes: bool) -> bool {
    // Of the characters that are not ASCII: letters, those that stand where letters do, punctuation, other signs. Of all
    // characters: those that text hardly has.
    let (mut letters, mut in_words, mut alone, mut marks, mut signs, mut odd) = (0, 0, 0, 0, 0, 0);
    let mut previous = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let is_inside = previous.is_alphabetic() && next.is_alphabetic();
        if matches!(u32::from(c), 0..=8 | 0xE..=0x1A | 0x1C..=0x1F | 0x7F..=0x9F | 0xE000..=0xF8FF | 0xFFFD) {
            odd += 1;
        } else if c.is_ascii() {
        } else if c.is_alphabetic() {
            letters += 1;
            let shouts = c.is_uppercase() && previous.is_lowercase();
            in_words += usize::from((previous.is_alphabetic() || next.is_alphabetic()) && !shouts);
            alone += usize::from(!previous.is_alphanumeric() && !next.is_alphanumeric());
        } else if is_mark(c) && (!is_inside || matches!(c, '’' | '·' | '\u{AD}')) || is_combining(c) {
            marks += 1;
        } else {
            signs += 1;
        }
        previous = c;
    }
    let all = letters + marks + signs;
    // Words of one letter are common in some languages, but not more so than all others.
    let placed = in_words + alone.min(in_words);
    if single_bytes {
        odd * 200 <= all
            && signs * 5 <= all
            && (letters * 2 >= marks || signs == 0)
            && placed * 10 >= letters * 8
    } else {
        odd * 50 <= all && letters * 10 >= all * 6
    }
}

/// Returns `true` for the marks of Vietnamese, Hebrew, Arabic and Thai that follow a letter.
pub(super) fn is_combining(c: char) -> bool {
    matches!(u32::from(c), 0x300..=0x36F | 0x591..=0x5C7 | 0x64B..=0x652 | 0xE31 | 0xE34..=0xE4E)
}
