use super::super::{Repairs, Run, runs_in};
use crate::double_encoded::through::Through;

fn found(text: &str, restore: bool) -> Vec<Run> {
    let repairs = Repairs {
        restore,
        ..Repairs::default()
    };
    runs_in(text.as_bytes(), 0, repairs)
}

/// Returns a text without what is undone.
fn undone(text: &str, restore: bool) -> String {
    let mut out = String::new();
    let mut at = 0;
    for run in found(text, restore).iter().filter(|run| run.can_be_undone()) {
        out.push_str(&text[at..run.range.start]);
        out.push_str(&run.meant);
        at = run.range.end;
    }
    out + &text[at..]
}

/// Returns `text` as the encoding shows its bytes.
fn misread(text: &str, name: &str) -> String {
    Through::named(name).decode(text)
}

const FRENCH: &str = "Le système est prêt à être installé là-bas, voilà, et la clé est déjà dans la boîte.";
const RUSSIAN: &str = "Для настройки системы используйте файл, который создан при установке.";
const CZECH: &str = "Tento soubor obsahuje seznam počítačů, které používáte, a číslo každého.";

/// Asserts that nothing of `broken` is undone by itself, that something is reported, and that all is restored on request.
#[track_caller]
fn is_restored(broken: &str, right: &str) {
    assert_ne!(broken, right);
    assert_eq!(undone(broken, false), broken);
    assert!(found(broken, false).iter().any(|run| run.is_cut), "{broken}");
    assert_eq!(undone(broken, true), right);
    let restored = found(broken, true);
    assert!(restored.iter().any(|run| run.is_restored), "{broken}");
    assert!(restored.iter().any(|run| !run.is_restored), "{broken}");
}

#[test]
fn a_no_break_space_that_became_a_space() {
    // Before another space, or a mark that has none before it, `Ã` and a space are `à` in any case.
    let broken = misread(FRENCH, "windows-1252").replace('\u{A0}', " ");
    assert_eq!(undone(&broken, false), FRENCH);
    let broken = misread(FRENCH, "windows-1250").replace('\u{A0}', " ");
    is_restored(&broken, FRENCH);
}

#[test]
fn spaces_that_were_joined() {
    let broken = misread(FRENCH, "windows-1252")
        .replace('\u{A0}', " ")
        .replace("  ", " ");
    is_restored(&broken, FRENCH);
}

/// Bytes for which windows-1252 has no character.
fn is_undefined(c: char) -> bool {
    matches!(c, '\u{81}' | '\u{8D}' | '\u{8F}' | '\u{90}' | '\u{9D}')
}

#[test]
fn bytes_without_a_character_that_were_dropped() {
    let broken = misread(CZECH, "windows-1252").replace(is_undefined, "");
    is_restored(&broken, CZECH);
}

#[test]
fn bytes_that_became_marks() {
    for mark in ["\u{FFFD}", "?"] {
        let broken = misread(CZECH, "windows-1252").replace(is_undefined, mark);
        is_restored(&broken, CZECH);
    }
}

#[test]
fn soft_hyphens_that_were_dropped() {
    let right = "La línea número dieciséis del país, según el título añadido por las guías.";
    let broken = misread(right, "windows-1252").replace('\u{AD}', "");
    is_restored(&broken, right);
}

#[test]
fn letters_that_became_references() {
    let broken = misread(FRENCH, "windows-1252");
    let broken = broken
        .replacen("Ã©", "&Atilde;&copy;", 1)
        .replacen("Ã©", "&#195;©", 1);
    assert_eq!(undone(&broken, true), FRENCH);
    assert!(undone(&broken, false).contains("&Atilde;&copy;"));
}

#[test]
fn a_line_that_was_broken_inside() {
    for ending in ["\n", "\r\n"] {
        let broken = misread(FRENCH, "windows-1252").replacen("systÃ¨me", &format!("systÃ{ending}¨me"), 1);
        is_restored(
            &broken,
            &FRENCH.replacen("système", &format!("systè{ending}me"), 1),
        );
    }
}

/// A sequence of three is broken before its last byte: the line ends in two characters of it.
#[test]
fn a_line_that_was_broken_behind_two_characters() {
    let right = "L’été, l’hiver – ça n’est pas l’équinoxe.";
    let broken = misread(right, "windows-1252").replacen("nâ€™est", "nâ€\n™est", 1);
    assert!(broken.contains('\n'));
    is_restored(&broken, &right.replacen("n’est", "n’\nest", 1));
}

#[test]
fn a_mark_is_restored_as_the_one_that_closes() {
    // Without the byte that the encoding has no character for, both `“` and `”` fit the place.
    let right = "Le titre “Été à la plage” est déjà utilisé.";
    let broken = misread(right, "ISO-8859-1").replace('\u{9D}', "\u{FFFD}");
    is_restored(&broken, right);
}

/// The no-break space of KOI8-R is 0x9A.
#[test]
fn a_no_break_space_at_another_place() {
    let broken = misread("Калі ласка, увядзіце адрас электроннай пошты.", "KOI8-R");
    assert!(broken.contains('\u{A0}'));
    let broken = broken.replace('\u{A0}', " ");
    assert_eq!(undone(&broken, false), broken);
    assert!(!found(&broken, false).is_empty());
}

/// What is left of the last letter is no letter: nothing else of the line is right as it stands.
#[test]
fn a_cut_end_leaves_its_line() {
    for (right, name) in [
        (
            "Määrää, voiko käyttäjä kirjautua sisään. Tällä voi estää",
            "IBM850",
        ),
        (
            "Caso o cliente não especifique, serão usados os que não são. Forneç",
            "macintosh",
        ),
    ] {
        let mut broken = misread(right, name);
        broken.pop();
        assert_eq!(undone(&broken, false), broken, "{broken}");
        assert!(
            found(&broken, false)
                .iter()
                .any(|run| run.is_cut || run.doubt.is_some())
        );
    }
}

/// Asserts that nothing of `broken` is undone by itself, and that something is reported.
#[track_caller]
fn is_left(broken: &str) {
    assert_eq!(undone(broken, false), broken);
    assert!(!found(broken, false).is_empty(), "{broken}");
}

/// What is left of a letter that was a word is no sign that somebody wrote.
#[test]
fn a_cut_letter_by_itself_leaves_its_line() {
    for (right, name) in [
        ("Kui võti või sõna ei ole õ", "windows-1251"),
        ("Es gibt ein Problem mit Ihrem API-Key. Bitte überprü", "IBM437"),
        ("Chỉ định người dùng nào đươ", "windows-1250"),
        ("A chave não é válida porque não há é", "macintosh"),
        (
            "Voir le système et la clé de l’objet «\u{A0}nom\u{A0}»",
            "windows-1252",
        ),
    ] {
        let mut broken = misread(right, name);
        broken.pop();
        is_left(&broken);
        let restored = undone(&broken, true);
        assert!(restored == right || restored == broken, "{restored}");
    }
}

/// `ñ` and `Ñ` are the second bytes of `ä` and `å` in IBM437: what stands there is well-formed, and no Norwegian.
#[test]
fn a_letter_of_another_language_is_perhaps_a_small_one() {
    let right = "du må bekrefte på nytt at de får være på listen og må gå når de går";
    let broken = misread(right, "IBM437").to_lowercase();
    is_left(&broken);
    assert!(undone(&broken, true) == right || undone(&broken, true) == broken);
}

/// A field that was cut may have been cut inside a word, where more letters fit.
#[test]
fn a_letter_is_not_restored_as_if_its_word_ended() {
    let right = "Glömt ditt lösenord? Ange din adress nedan så skickar vi instruktioner fö";
    let mut broken = misread(right, "windows-1250");
    broken.pop();
    assert_eq!(undone(&broken, true), broken);
}

/// So many letters of Georgian lost a byte that nobody could restore them.
#[test]
fn what_lost_most_of_its_letters_stays() {
    let right =
        "თქვენ მიიღეთ ეს წერილი იმიტომ, რომ გააკეთეთ პაროლის თავიდან დაყენების მოთხოვნა თქვენი ანგარიშისთვის";
    let broken = misread(right, "windows-1253").replace(|c| matches!(c, '\u{80}'..='\u{9F}'), "?");
    assert!(broken.contains('?'));
    for restore in [false, true] {
        assert_eq!(undone(&broken, restore), broken);
    }
    assert!(!found(&broken, false).is_empty());
}

#[test]
fn a_run_says_what_speaks_for_it() {
    let repairs = Repairs {
        explain: true,
        restore: true,
        ..Repairs::default()
    };
    for broken in [
        misread(FRENCH, "windows-1250"),
        misread(FRENCH, "windows-1250").replace('\u{A0}', " "),
    ] {
        let runs = runs_in(broken.as_bytes(), 0, repairs);
        assert!(
            runs.iter()
                .all(|run| run.why.as_ref().is_some_and(|why| why.bits >= 14))
        );
        let seconds = runs
            .iter()
            .filter_map(|run| Some((run, run.why.as_ref()?.second.as_ref()?)));
        for (run, second) in seconds.clone() {
            assert_ne!(run.meant, second.meant);
            assert_ne!(run.through, second.through);
            assert!(second.behind >= 0);
        }
        assert!(found(&broken, true).iter().all(|run| run.why.is_none()));
    }
    // `ş` through windows-1250 is `ż` through ISO-8859-2.
    let runs = runs_in("x draĹźe and so on\n".as_bytes(), 0, repairs);
    let seconds = runs.iter().filter_map(|run| run.why.as_ref()?.second.as_ref());
    assert!(seconds.count() > 0);
}

/// The first word of the second line has its start in the first line.
#[test]
fn both_lines_of_a_broken_word_stay() {
    let broken = misread(RUSSIAN, "windows-1251").replacen("СѓСЃС‚", "СѓС\nЃС‚", 1);
    assert!(broken.contains('\n'));
    assert_eq!(undone(&broken, false), broken);
    assert_eq!(undone(&broken, true), RUSSIAN.replace("установке", "ус\nтановке"));
}

#[test]
fn capitals_that_became_small() {
    let right = "så kan andre enheder også forbinde trådløst, når åbningen er læst på dansk.";
    let broken = misread(right, "windows-1252").to_lowercase();
    assert_eq!(undone(&broken, false), broken);
    assert_eq!(undone(&broken, true), right);
}

#[test]
fn halves_of_pairs_lost_nothing() {
    // 😀, as a pair in CESU-8.
    let bytes = b"\xED\xA0\xBD\xED\xB8\x80";
    let pair: String = bytes
        .iter()
        .map(|&byte| crate::double_encoded::windows_1252(byte))
        .collect();
    let broken = misread(FRENCH, "windows-1252").replacen(' ', &format!(" {pair} "), 1);
    assert_eq!(undone(&broken, false), FRENCH.replacen(' ', " 😀 ", 1));
}

#[test]
fn another_alphabet_is_restored() {
    let is_undefined = |c: char| matches!(c, '\u{98}');
    let broken = misread(RUSSIAN, "windows-1251").replace(is_undefined, "");
    // Nothing of it had that byte.
    assert_eq!(undone(&broken, false), RUSSIAN);
    let right = RUSSIAN.replace("Для", "КНИГА: для");
    let broken = misread(&right, "windows-1251").replace(is_undefined, "");
    assert_eq!(undone(&broken, true), right);
}

#[test]
fn what_may_be_several_letters_stays_with_all_of_its_line() {
    let right = "Příliš žluťoučký kůň úpěl ďábelské ódy, teď loď";
    let is_undefined = |c: char| matches!(c, '\u{80}'..='\u{9F}');
    let broken = misread(right, "ISO-8859-1").replace(is_undefined, "");
    assert_eq!(undone(&broken, true), broken);
    assert!(found(&broken, true).iter().any(|run| run.is_cut));
    // Another line does not mind.
    let beside = format!("{broken}\n{}", misread(FRENCH, "windows-1252"));
    assert_eq!(undone(&beside, true), format!("{broken}\n{FRENCH}"));
}

#[test]
fn what_a_word_was_before_it_was_cut_is_not_guessed() {
    // The line was cut after the first byte of `ĝ`, which is that of `ĉ`, too.
    let right = "Klaku ĉi-tie por elekti la objektojn trans ĉiuj paĝ";
    let whole = misread(right, "ISO-8859-1");
    let broken = &whole[..whole.len() - '\u{9D}'.len_utf8()];
    for restore in [false, true] {
        assert_eq!(undone(broken, restore), broken);
        assert!(found(broken, restore).iter().all(|run| !run.can_be_undone()));
    }
    // No other piece of a character is like this one, but it is one of a drawing.
    let right = "Numărul de zile trebuie să fie cuprins ";
    let whole = misread(right, "IBM852");
    assert_eq!(undone(&whole, false), right);
    let broken = whole + "├";
    assert_eq!(undone(&broken, false), broken);
}

#[test]
fn correct_text_is_not_restored() {
    for text in [
        FRENCH,
        RUSSIAN,
        CZECH,
        "PREÇO À VISTA: NÃO HÁ À ESQUERDA. Ã quoi bon ?",
        "« Où ça ? » – « À côté ! »",
        "Ä Ö Ü ä ö ü ß – größer, Übermaß",
        "|  | мин. | сред. | макс.  ",
        "для «всех» и №5 °C",
        "&eacute;t&eacute; &agrave; &copy; 2020",
        "(   `¬´    ) ( o¬ô ) ¯\\_(ツ)_/¯",
    ] {
        assert_eq!(found(text, true), [], "{text}");
    }
}

/// The findings are the same wherever the text around ends.
#[test]
fn a_piece_does_not_depend_on_the_window() {
    let line = misread(FRENCH, "windows-1252").replace('\u{A0}', " ");
    let text = format!("{}\n{}\n", line.repeat(3), line).repeat(3);
    let whole = found(&text, true);
    assert!(whole.len() > 12, "{}", whole.len());
    for cut in (0..text.len())
        .step_by(97)
        .filter(|&cut| text.is_char_boundary(cut))
    {
        let place = super::piece(&text, 0, cut);
        let from = place.start.saturating_sub(super::LINE);
        let from = (from..).find(|&at| text.is_char_boundary(at)).unwrap();
        let inner = super::piece(&text[from..], from, cut - from);
        assert_eq!(inner.start + from..inner.end + from, place, "{cut}");
    }
}

/// Whatever is joined, no run reaches into another.
#[test]
fn runs_are_in_order() {
    let texts: Vec<String> = [FRENCH, RUSSIAN, CZECH]
        .iter()
        .flat_map(|text| {
            ["windows-1252", "ISO-8859-1", "windows-1251", "GBK"].map(|name| misread(text, name))
        })
        .collect();
    let mut state = 7_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    for _ in 0..100 {
        let mut text = String::new();
        for _ in 0..40 {
            let part: Vec<char> = texts[random(texts.len())].chars().collect();
            let from = random(part.len());
            let to = from + random(part.len() - from);
            text.extend(&part[from..to]);
            text.push_str([" ", "\n", "", "\r\n", "Ã", "â", "&Atilde;", "\u{FFFD}", "?"][random(9)]);
        }
        for restore in [false, true] {
            let runs = found(&text, restore);
            for pair in runs.windows(2) {
                assert!(pair[0].range.end <= pair[1].range.start, "{text:?}");
            }
        }
    }
}
