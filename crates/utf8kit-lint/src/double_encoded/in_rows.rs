//! Rows of columns, whose text is searched as a whole.

use super::hot::{self, EastAsianCell, Receive};
use super::segment::CELL;
use super::{
    MISREAD_PLACE, Run, may_be_misread, may_have_runs_alone, misread_places, rows_that_may_have_runs,
    runs_in, runs_in_text, undone_in_text,
};
use std::ops::Range;
use utf8kit_test::Random;

/// What rows are made of: characters of each class, text that went through an encoding, and what lies around the limits.
const PIECES: &[&str] = &[
    "a",
    "Z",
    " ",
    "1",
    "é",
    "É",
    "ß",
    "б",
    "Я",
    "я",
    "α",
    "Ω",
    "א",
    "ع",
    "ก",
    "ệ",
    "–",
    "’",
    "„",
    "«",
    "»",
    "\u{A0}",
    "²",
    "™",
    "€",
    "¤",
    "├",
    "⌐",
    "√",
    "\u{80}",
    "\u{9F}",
    "\u{FEFF}",
    "的",
    "一",
    "漢",
    "龘",
    "齉",
    "あ",
    "가",
    "뷁",
    "ｱ",
    "，",
    "😀",
    "\u{C3}\u{A9}",
    "Ã ",
    "\u{E2}\u{20AC}\u{2122}",
    "\u{D0}\u{178}\u{D1}\u{20AC}",
    "Рџ",
    "├⌐",
    "├®",
    "ï»¿",
    "п»ї",
    "∩╗┐",
    "茅",
    "鑼",
    "癟",
    "aé",
    "a漢b",
    "caf",
    "т",
    "的的的的的的",
    "ааааа",
    "ééé",
];

fn row(random: &mut Random) -> String {
    // Rows of one script, too, so that not all are strange.
    let from = random.below(PIECES.len());
    let kinds = if random.once_in(3) {
        PIECES.len()
    } else {
        1 + random.below(3)
    };
    let most = if random.once_in(20) { 400 } else { 12 };
    (0..random.below(most))
        .map(|_| PIECES[(from + random.below(kinds)) % PIECES.len()])
        .collect()
}

/// The clues of a text.
#[derive(Default)]
struct Clues {
    steps: Vec<Range<usize>>,
    rare: Vec<Range<usize>>,
}

impl Receive for Clues {
    fn step(&mut self, clue: Range<usize>) {
        self.steps.push(clue);
    }

    fn cell(&mut self, _number: usize, _all: &EastAsianCell) {}

    fn rare(&mut self, clue: Range<usize>) {
        self.rare.push(clue);
    }
}

impl Clues {
    fn of(text: &str, by_plain_code: bool) -> Clues {
        let mut all = Clues::default();
        match by_plain_code {
            true => hot::plain_clues(text, &mut all),
            false => hot::clues(text, &mut all),
        }
        let places = misread_places(text.as_bytes());
        all.steps.extend(places.map(|at| at..at + MISREAD_PLACE));
        all
    }
}

#[test]
fn a_row_with_a_run_has_a_clue_wherever_it_stands() {
    let mut random = Random::new(7);
    let [mut strange, mut calm, mut found, mut by_rare, mut by_counts] = [0; 5];
    for _ in 0..2_000 {
        let rows: Vec<String> = (0..1 + random.below(60)).map(|_| row(&mut random)).collect();
        let text = rows.concat();
        let all = Clues::of(&text, random.once_in(2));
        let ends: Vec<usize> = rows
            .iter()
            .scan(0, |end, row| {
                *end += row.len();
                Some(*end)
            })
            .collect();
        let mut passed = vec![false; rows.len()];
        rows_that_may_have_runs(&text, |row| ends[row], |row| passed[row] = true);
        for (number, row) in rows.iter().enumerate() {
            let place = ends[number] - row.len()..ends[number];
            let is_in = |clue: &Range<usize>| clue.start >= place.start && clue.end <= place.end;
            let has_step = all.steps.iter().any(is_in);
            let has = has_step || all.rare.iter().any(is_in);
            let may = may_have_runs_alone(row.as_bytes());
            assert!(has || !may, "{row:?} in {text:?}");
            // By its rare characters alone, it is known, where the cells that are kept have all of it. Wide signs are not counted in cells
            // without an ideograph.
            let is_wide = |c: char| ('\u{FF00}'..='\u{FFEF}').contains(&c);
            let is_known = place.end <= 128 << 10 && !row.contains(is_wide);
            assert!(passed[number] || !may, "{row:?} in {text:?}");
            assert!(
                has_step || may || !passed[number] || !is_known,
                "{row:?} in {text:?}"
            );
            assert!(!has_step || passed[number], "{row:?} in {text:?}");
            by_rare += usize::from(!has_step && has);
            by_counts += usize::from(!has_step && passed[number]);
            strange += usize::from(may);
            calm += usize::from(!has);
            if !may {
                continue;
            }
            found += usize::from(!runs_in(row.as_bytes(), 0, Default::default()).is_empty());
        }
    }
    assert!(
        strange > 5_000 && calm > 5_000 && found > 500,
        "{strange} {calm} {found}"
    );
    assert!(by_counts > 300 && by_rare > by_counts, "{by_rare} {by_counts}");
}

#[test]
fn a_step_to_the_first_letter_of_a_cell_of_ascii_is_a_clue() {
    let row = "б– ☺a";
    assert!(may_have_runs_alone(row.as_bytes()));
    let before = " ".repeat(2 * CELL + 1 - row.len());
    let text = format!("{before}{row}{}", " ".repeat(2 * CELL));
    let all = Clues::of(&text, false);
    let step = 2 * CELL - "☺".len()..2 * CELL + 1;
    assert_eq!((all.steps, all.rare), (vec![step], Vec::new()));
}

#[test]
fn what_may_have_no_runs_alone_has_none() {
    let mut random = Random::new(8);
    for _ in 0..20_000 {
        let mut row = row(&mut random).into_bytes();
        if random.once_in(4) {
            random.damage(&mut row, 1);
        }
        if !may_have_runs_alone(&row) {
            assert!(!may_be_misread(&row));
            assert!(runs_in(&row, 0, Default::default()).is_empty(), "{row:?}");
        }
    }
}

/// What stands for a pair of UTF-16 in CESU-8, which is undone although evidence finds nothing in it, and what may have lost bytes.
const LOST: &[&str] = &[
    "\u{ED}\u{A0}\u{BD}\u{ED}\u{B8}\u{20AC}",
    "н\u{A0}Ѕнё\u{402}",
    "Ð?",
    "Ã\u{FFFD}",
    "\u{420}\u{45F}\u{421}\u{402}\u{420}\u{451}\u{420}\u{406}\u{420}\u{B5}",
    "Ñ ",
    "&Atilde;&copy;",
    "â€",
    "ã©",
];

#[test]
fn what_can_be_undone_is_found_without_what_lost_something() {
    let mut random = Random::new(9);
    let [mut undone, mut lost] = [0; 2];
    for _ in 0..6_000 {
        let mut row = row(&mut random);
        while random.once_in(2) {
            row.push_str(LOST[random.below(LOST.len())]);
            row.push_str([" ", "\n", "a", ", "][random.below(4)]);
        }
        let all: Vec<Run> = runs_in_text(row.as_bytes()).collect();
        let some: Vec<Run> = undone_in_text(row.as_bytes()).collect();
        lost += usize::from(all.len() > some.len());
        undone += usize::from(!some.is_empty());
        let expected: Vec<Run> = all.into_iter().filter(Run::can_be_undone).collect();
        assert_eq!(some, expected, "{row:?}");
    }
    assert!(undone > 300 && lost > 300, "{undone} {lost}");
    let pair = "ок н\u{A0}Ѕнё\u{402} н\u{A0}Ѕнё\u{402}";
    assert_eq!(
        undone_in_text(pair.as_bytes()).collect::<Vec<_>>(),
        runs_in_text(pair.as_bytes())
            .filter(Run::can_be_undone)
            .collect::<Vec<_>>()
    );
}

#[test]
fn places_of_misread_characters_are_found_in_blocks() {
    const BYTES: &[u8] = b"\xC3\xC3\xC3\x82\x83\xA9\xB4\xB5\xC2\xE2\xC5\xC6\xCB\xEF\xC3\xBF a";
    let mut random = Random::new(10);
    let mut found = 0;
    for _ in 0..2_000 {
        let often = random.once_in(2);
        let len = random.below(300);
        let bytes: Vec<u8> = (0..len)
            .map(|_| match often || random.once_in(8) {
                true => random.choose(BYTES),
                false => b'a',
            })
            .collect();
        let is_place = |at: &usize| {
            matches!(
                bytes[*at..],
                [0xC3, 0x82..=0xB4, 0xC2 | 0xE2 | 0xC5 | 0xC6 | 0xCB | 0xEF, ..] | [0xC3, 0x83, b' ', ..]
            )
        };
        let places: Vec<usize> = (0..len).filter(is_place).collect();
        assert_eq!(misread_places(&bytes).collect::<Vec<_>>(), places, "{bytes:X?}");
        found += places.len();
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn rows_that_are_not_counted_are_passed() {
    let rare = "龘齉鑼".repeat(4);
    let common = "的".repeat(200);
    let found = |rows: &[&str], ends: &[usize]| {
        let mut all = Vec::new();
        rows_that_may_have_runs(&rows.concat(), |row| ends[row], |row| all.push(row));
        all.dedup();
        all
    };
    // Twelve rare ones of more than 48, which are in two cells.
    let mixed = format!("{}{rare}{}", "的".repeat(40), "的".repeat(40));
    assert_eq!(found(&[&mixed], &[mixed.len()]), [] as [usize; 0]);
    assert_eq!(found(&[&rare], &[rare.len()]), [0]);
    // A row that ends within a character.
    let start = mixed.len() - "的".len() * 40;
    assert_eq!(found(&[&mixed], &[start + 1, mixed.len()]), [0]);
    // A letter that the search for strange steps takes for a syllable.
    let letter = format!("{mixed}\u{A6EB}\u{BDC1}");
    let around = "的".repeat(CELL);
    let ends = [
        around.len(),
        around.len() + letter.len(),
        2 * around.len() + letter.len(),
    ];
    assert_eq!(found(&[&around, &letter, &around], &ends), [1]);
    assert_eq!(
        found(
            &[&around, &mixed, &around],
            &[ends[0], ends[0] + mixed.len(), 2 * ends[0] + mixed.len()]
        ),
        [] as [usize; 0]
    );
    // Behind what is kept.
    let before = common.repeat(220);
    assert!(before.len() > 128 << 10);
    assert_eq!(
        found(&[&before, &mixed], &[before.len(), before.len() + mixed.len()]),
        [1]
    );
    // A row that is too long.
    let long = format!("{}{mixed}", common.repeat(30));
    assert_eq!(found(&[&long], &[long.len()]), [0]);
}
