//! Ranks single-byte encodings.

use super::Ranked;
use super::model::{BIT, Model, NO_LETTER, Script};
use super::page::{Cell, Page};
use super::pairs::{Pair, Pairs};
use super::quality::Quality;
use crate::Encoding;
use std::sync::OnceLock;

/// The encodings, and how many bits each costs: how rare its texts are.
const PAGES: [(&str, u8); 96] = [
    ("windows-1252", 0),
    ("windows-1250", 0),
    ("windows-1251", 0),
    ("windows-1253", 0),
    ("windows-1254", 0),
    ("windows-1255", 0),
    ("windows-1256", 0),
    ("windows-1257", 0),
    ("windows-1258", 0),
    ("windows-874", 0),
    ("ISO-8859-15", 2),
    ("ISO-8859-2", 1),
    ("ISO-8859-3", 3),
    ("ISO-8859-4", 3),
    ("ISO-8859-5", 2),
    ("ISO-8859-6", 2),
    ("ISO-8859-7", 1),
    ("ISO-8859-8", 1),
    ("ISO-8859-9", 1),
    ("ISO-8859-10", 3),
    ("ISO-8859-13", 2),
    ("ISO-8859-14", 3),
    ("ISO-8859-16", 3),
    ("KOI8-R", 1),
    ("KOI8-U", 1),
    ("KOI8-RU", 3),
    ("macintosh", 2),
    ("x-mac-cyrillic", 2),
    ("IBM437", 2),
    ("IBM850", 1),
    ("IBM852", 1),
    ("IBM855", 2),
    ("IBM857", 2),
    ("IBM858", 2),
    ("IBM860", 3),
    ("IBM861", 3),
    ("IBM862", 2),
    ("IBM863", 3),
    ("IBM864", 4),
    ("IBM865", 3),
    ("IBM866", 1),
    ("IBM869", 3),
    ("CP737", 2),
    ("CP775", 3),
    ("CP720", 3),
    ("CP1125", 3),
    ("CP856", 4),
    ("TIS-620", 2),
    ("MAC-CENTRALEUROPE", 3),
    ("MACGREEK", 3),
    ("MACTURKISH", 3),
    ("MACICELAND", 4),
    ("MACCROATIAN", 4),
    ("MACROMANIA", 4),
    ("MACARABIC", 5),
    ("MACFARSI", 6),
    ("MACHEBREW", 6),
    ("HP-ROMAN8", 5),
    ("DEC-MCS", 6),
    ("CWI", 5),
    ("IBM922", 5),
    ("CP774", 5),
    ("ISO-8859-9E", 6),
    ("MIK", 4),
    ("ISO-IR-111", 5),
    ("KOI8-T", 4),
    ("PTCP154", 3),
    ("KZ-1048", 3),
    ("ISIRI-3342", 6),
    ("IBM1046", 6),
    ("IBM1133", 4),
    ("VISCII", 3),
    ("TCVN", 3),
    ("VPS", 4),
    ("GEORGIAN-PS", 4),
    ("GEORGIAN-ACADEMY", 4),
    ("ARMSCII-8", 4),
    ("MAZOVIA", 4),
    ("KAMENICKY", 4),
    ("IBM037", 6),
    ("IBM500", 6),
    ("IBM273", 6),
    ("IBM875", 6),
    ("IBM424", 6),
    ("IBM1026", 6),
    ("IBM1047", 7),
    ("IBM1140", 7),
    ("IBM1025", 7),
    ("IBM870", 7),
    ("IBM277", 9),
    ("IBM278", 9),
    ("IBM280", 9),
    ("IBM284", 9),
    ("IBM285", 9),
    ("IBM297", 9),
    ("IBM871", 9),
];

/// What ASCII costs in a language counts less: a text has words of others.
const ASCII_SHARE: (i32, i32) = (3, 10);

/// The number of candidates that are of interest.
const MOST: usize = 8;

/// A capital letter after a small one in a word.
const CAPITAL_INSIDE: i32 = 5 * BIT;

/// A language of another script than that of most letters of the page.
const GUEST: i32 = 4 * BIT;

/// Letters of two scripts in a word.
const MIXED: i32 = 5 * BIT;

/// A character that costs as much is in no text.
const ODD: i32 = 20 * BIT;

/// Encodings with a language that are looked at in full: so many that all their pairs together are about as many as this, and
/// at least `FEWEST`.
const WORK: usize = 24 << 10;
const FEWEST: usize = 64;

struct Tables {
    pages: Vec<Page>,
    models: Vec<Model>,
    /// The places of ASCII's letters in the models.
    english: usize,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let models = Model::all();
        let page = |&(name, prior): &(&str, u8)| match Encoding::for_label(name, crate::Reading::Iconv) {
            Some(Encoding::Legacy(legacy)) => Page::new(legacy, prior),
            _ => None,
        };
        let mut pages: Vec<Page> = PAGES.iter().filter_map(page).collect();
        pages.sort_by_key(|page| page.prior);
        Tables {
            pages,
            english: models
                .iter()
                .position(|model| model.language.code == "en")
                .unwrap_or(0),
            models,
        }
    })
}

/// A text, read in an encoding.
struct Reading<'p> {
    page: &'p Page,
    /// The letters beyond ASCII, and how often each occurs.
    letters: Vec<(u16, i32)>,
    /// How many letters are of each script.
    scripts: [i32; Script::COUNT],
    /// The other characters beyond ASCII.
    symbols: Vec<(char, i32, i32)>,
}

/// A letter after another, and how often.
struct Step {
    before: u16,
    letter: u16,
    count: i32,
}

/// A reading in a language.
struct Entry {
    reading: usize,
    model: usize,
    cost: i32,
}

pub(super) fn rank(bytes: &[u8]) -> Vec<Ranked> {
    let tables = tables();
    let is_ebcdic = may_be_ebcdic(bytes);
    let pairs = Pairs::of(bytes, is_ebcdic);
    let english = ascii_cost(&tables.models[tables.english], &pairs.ascii);
    let ascii: Vec<i32> = tables
        .models
        .iter()
        .map(|model| match model.language.script {
            Script::Latin => ascii_cost(model, &pairs.ascii),
            _ => english,
        })
        .collect();
    let pages = tables.pages.iter().filter(|page| page.is_ebcdic == is_ebcdic);
    let readings = readings(pages, &pairs);
    let mut entries: Vec<Entry> = Vec::new();
    for (index, reading) in readings.iter().enumerate() {
        let most = reading.scripts.iter().copied().max().unwrap_or(0);
        let models = tables.models.iter().enumerate();
        let models = models.filter(|(_, model)| reading.scripts[model.language.script as usize] == most);
        entries.extend(models.map(|(at, model)| Entry {
            reading: index,
            model: at,
            cost: reading.cost(model) + reading.cost_of_letters(model) + ascii[at],
        }));
    }
    // By the letters alone, those that may win.
    let finalists = (WORK / pairs.high.len().max(1)).max(FEWEST);
    if entries.len() > finalists {
        entries.select_nth_unstable_by_key(finalists, |entry| entry.cost);
        entries.truncate(finalists);
    }
    entries.sort_unstable_by_key(|entry| entry.reading);
    for entries in entries.chunk_by_mut(|a, b| a.reading == b.reading) {
        let reading = &readings[entries[0].reading];
        let (steps, extra) = reading.steps(&pairs);
        for entry in entries {
            let model = &tables.models[entry.model];
            let steps: i32 = steps
                .iter()
                .map(|step| step.count * model.cost(step.before, step.letter))
                .sum();
            entry.cost = reading.cost(model) + extra + steps + ascii[entry.model];
        }
    }
    entries.sort_by_key(|entry| entry.cost);
    let mut seen = vec![false; readings.len()];
    entries.retain(|entry| !std::mem::replace(&mut seen[entry.reading], true));
    let ranked = |entry: Entry| {
        let (reading, model) = (&readings[entry.reading], &tables.models[entry.model]);
        Ranked {
            encoding: Encoding::Legacy(reading.page.encoding),
            language: model.language.code,
            cost: entry.cost,
            quality: reading.quality(model, &pairs),
        }
    };
    entries.into_iter().take(MOST).map(ranked).collect()
}

/// Returns the readings of a text. Where it is the same in several encodings, the most usual one counts.
fn readings<'p>(pages: impl Iterator<Item = &'p Page>, pairs: &Pairs) -> Vec<Reading<'p>> {
    let mut readings: Vec<Reading> = Vec::new();
    for page in pages {
        let is_same = |other: &Reading| {
            pairs.bytes.iter().all(|&(byte, _)| {
                page.characters[usize::from(byte)] == other.page.characters[usize::from(byte)]
            })
        };
        if readings.iter().any(is_same) {
            continue;
        }
        readings.extend(Reading::of(page, pairs));
    }
    readings
}

impl<'p> Reading<'p> {
    fn of(page: &'p Page, pairs: &Pairs) -> Option<Self> {
        let mut reading = Reading {
            page,
            letters: Vec::new(),
            scripts: [0; Script::COUNT],
            symbols: Vec::new(),
        };
        for &(byte, count) in &pairs.bytes {
            match page.cells[usize::from(byte)] {
                Cell::Letter { letter, script, .. } => {
                    reading.letters.push((letter, count));
                    reading.scripts[script as usize] += count;
                }
                Cell::Symbol { c, cost } => reading.symbols.push((c, i32::from(cost), count)),
                Cell::Undefined => return None,
            }
        }
        Some(reading)
    }

    /// Returns what the encoding and the characters that are no letters cost.
    fn cost(&self, model: &Model) -> i32 {
        let guest = if self.page.script == model.language.script {
            0
        } else {
            GUEST
        };
        let symbols = self
            .symbols
            .iter()
            .map(|&(c, cost, count)| count * model.symbol(c).unwrap_or(cost).min(cost));
        self.page.prior + guest + symbols.sum::<i32>()
    }

    /// Returns what the letters cost without regard to their neighbours.
    fn cost_of_letters(&self, model: &Model) -> i32 {
        self.letters
            .iter()
            .map(|&(letter, count)| count * model.cost_alone(letter))
            .sum()
    }

    fn quality(&self, model: &Model, pairs: &Pairs) -> Quality {
        let (steps, extra) = self.steps(pairs);
        let count: i32 = steps.iter().map(|step| step.count).sum();
        let cost: i32 = steps
            .iter()
            .map(|step| step.count * model.cost(step.before, step.letter))
            .sum();
        let is_strange = |letter: u16| !model.has(letter);
        let strange = self
            .letters
            .iter()
            .filter(|letter| is_strange(letter.0))
            .map(|letter| letter.1);
        let odd = self
            .symbols
            .iter()
            .filter(|symbol| symbol.1 >= ODD)
            .map(|symbol| symbol.2);
        Quality {
            letters: self.letters.iter().map(|letter| letter.1).sum(),
            distinct: self.letters.len() as i32,
            strange: strange.chain(odd).sum(),
            excess: (cost + extra) / count.max(1) - i32::from(model.language.mean),
        }
    }

    /// Returns the pairs of which a language knows more, and what the others cost in all.
    fn steps(&self, pairs: &Pairs) -> (Vec<Step>, i32) {
        let mut extra = 0;
        let mut steps = Vec::with_capacity(pairs.high.len());
        for &Pair { before, byte, count } in &pairs.high {
            let (before, here) = (
                self.page.cells[usize::from(before)],
                self.page.cells[usize::from(byte)],
            );
            if let (
                Cell::Letter {
                    upper: false,
                    script: one,
                    ..
                },
                Cell::Letter {
                    upper, script: other, ..
                },
            ) = (before, here)
            {
                extra += count * if upper { CAPITAL_INSIDE } else { 0 };
                extra += count * if one != other { MIXED } else { 0 };
            }
            let letter = |cell| match cell {
                Cell::Letter { letter, .. } => letter,
                _ => NO_LETTER,
            };
            if !matches!(here, Cell::Symbol { .. }) || byte.is_ascii() && !self.page.is_ebcdic {
                steps.push(Step {
                    before: letter(before),
                    letter: letter(here),
                    count,
                });
            }
        }
        (steps, extra)
    }
}

/// Returns what the ASCII of a text costs in English.
pub(super) fn english_cost(text: &[u8]) -> i32 {
    let tables = tables();
    ascii_cost(&tables.models[tables.english], &Pairs::of(text, false).ascii)
}

/// Returns `true` if the bytes may be in EBCDIC: its space is among them, and that of ASCII is not.
fn may_be_ebcdic(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1024)];
    !head.contains(&b' ') && head.iter().filter(|&&byte| byte == 0x40).count() * 16 >= head.len()
}

/// Returns what pairs of ASCII cost.
fn ascii_cost(model: &Model, pairs: &[Pair]) -> i32 {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' => u16::from(byte - b'a'),
        _ => NO_LETTER,
    };
    let sum: i32 = pairs
        .iter()
        .map(|pair| pair.count * model.cost(letter(pair.before), letter(pair.byte)))
        .sum();
    sum * ASCII_SHARE.0 / ASCII_SHARE.1
}
