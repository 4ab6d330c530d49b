//! Ranks encodings: those of single bytes, beside the East Asian ones.

use super::east_asian;
use super::letters::Script;
use super::model::{BIT, LANES, MOST_SUMMED, Model, NO_LETTER, Places, Row, Rows, sums};
use super::models::LANGUAGES;
use super::page::{Cell, EBCDIC_NL, Page, Place};
use super::pairs::{ASCII_CLASSES, Byte, ENOUGH_ASCII, Pairs, Text};
use super::quality::Quality;
use super::ranked::Ranked;
use crate::Encoding;
use crate::order::sort_by_key;
use std::ops::Range;
use std::sync::OnceLock;

/// The encodings, how many bits each costs, that is how rare its texts are, and the languages that it was made for, if not for those
/// of a whole script.
const PAGES: [(&str, u8, &str); 94] = [
    ("windows-1252", 0, ""),
    ("windows-1250", 2, ""),
    ("windows-1251", 2, ""),
    ("windows-1253", 2, ""),
    ("windows-1254", 2, "az crh ku tr"),
    ("windows-1255", 2, ""),
    ("windows-1256", 2, ""),
    ("windows-1257", 2, "et lt lv"),
    ("windows-1258", 2, "vi"),
    ("windows-874", 2, ""),
    ("ISO-8859-15", 4, ""),
    ("ISO-8859-2", 3, ""),
    ("ISO-8859-3", 5, "eo tr"),
    ("ISO-8859-4", 5, "et lt lv"),
    ("ISO-8859-5", 4, ""),
    ("ISO-8859-6", 4, ""),
    ("ISO-8859-7", 3, ""),
    ("ISO-8859-8", 3, ""),
    ("ISO-8859-9", 3, "az crh ku tr"),
    ("ISO-8859-10", 5, "da et fi fo is lt lv nb nn sv"),
    ("ISO-8859-13", 4, "et lt lv pl"),
    ("ISO-8859-14", 5, "br cy ga gd"),
    ("ISO-8859-16", 5, "fr hr hu it pl ro sl sq"),
    ("KOI8-R", 3, "bg ru"),
    ("KOI8-U", 3, "be ru uk"),
    ("KOI8-RU", 5, "be ru uk"),
    ("macintosh", 4, ""),
    ("x-mac-cyrillic", 4, ""),
    ("IBM437", 4, ""),
    ("IBM850", 3, ""),
    ("IBM852", 3, ""),
    ("IBM855", 4, ""),
    ("IBM857", 4, "az crh ku tr"),
    ("IBM858", 4, ""),
    ("IBM860", 5, "pt pt-BR"),
    ("IBM861", 5, "fo is"),
    ("IBM862", 4, ""),
    ("IBM863", 5, "fr"),
    ("IBM864", 6, ""),
    ("IBM865", 5, "da nb nn sv"),
    ("IBM866", 3, ""),
    ("IBM869", 5, ""),
    ("CP737", 4, ""),
    ("CP775", 5, "et lt lv"),
    ("CP720", 5, ""),
    ("CP1125", 5, "be ru uk"),
    ("CP856", 6, ""),
    ("TIS-620", 4, ""),
    ("MAC-CENTRALEUROPE", 5, ""),
    ("MACGREEK", 5, ""),
    ("MACTURKISH", 5, "az crh ku tr"),
    ("MACICELAND", 6, "fo is"),
    ("MACCROATIAN", 6, "bs hr sl sr-Latn"),
    ("MACROMANIA", 6, "ro"),
    ("MACARABIC", 11, ""),
    ("MACFARSI", 12, "fa"),
    ("HP-ROMAN8", 7, ""),
    ("DEC-MCS", 8, ""),
    ("CWI", 7, "hu"),
    ("IBM922", 7, "et"),
    ("CP774", 7, "lt"),
    ("ISO-8859-9E", 8, "az"),
    ("MIK", 6, "bg ru"),
    ("ISO-IR-111", 7, "be bg mk ru sr uk"),
    ("KOI8-T", 6, "tg"),
    ("PTCP154", 5, "kk ky mn tt"),
    ("KZ-1048", 5, "kk"),
    ("ISIRI-3342", 8, "fa"),
    ("IBM1133", 6, ""),
    ("VISCII", 5, "vi"),
    ("TCVN", 5, "vi"),
    ("VPS", 6, "vi"),
    ("GEORGIAN-PS", 6, ""),
    ("GEORGIAN-ACADEMY", 6, ""),
    ("ARMSCII-8", 6, ""),
    ("MAZOVIA", 6, "pl"),
    ("KAMENICKY", 6, "cs sk"),
    ("IBM037", 8, ""),
    ("IBM500", 8, ""),
    ("IBM273", 8, "de"),
    ("IBM875", 8, ""),
    ("IBM424", 8, ""),
    ("IBM1026", 8, "az crh ku tr"),
    ("IBM1047", 9, ""),
    ("IBM1140", 9, ""),
    ("IBM1025", 9, ""),
    ("IBM870", 9, ""),
    ("IBM277", 11, "da nb nn"),
    ("IBM278", 11, "fi sv"),
    ("IBM280", 11, "it"),
    ("IBM284", 11, "ca es gl"),
    ("IBM285", 11, "cy en ga gd"),
    ("IBM297", 11, "fr"),
    ("IBM871", 11, "fo is"),
];

/// What ASCII costs in a language counts less: a text has words of others.
pub(super) const ASCII_SHARE: (i32, i32) = (3, 10);

/// The number of candidates that are of interest.
const MOST: usize = 8;

/// A capital letter after a small one in a word.
const CAPITAL_INSIDE: i32 = 5 * BIT;

/// Letters of two scripts in a word.
const MIXED: i32 = 10 * BIT;

/// A quotation mark or another such character inside a word, or one before a word after it.
const OUT_OF_PLACE: i32 = 8 * BIT;

/// What it costs in the mean that a letter is followed by none: a character that is no letter costs what it does by itself.
const NO_LETTER_COST: i32 = 13 * BIT / 5;

/// A bracket without its other half.
const UNPAIRED: i32 = 6 * BIT;

/// A character that is no letter and costs as much is in no text in the language.
const ODD: i32 = 17 * BIT;

/// Encodings with a language that are read in full: so many that all their pairs together are about as many as this, but no fewer
/// than `FEWEST`, and no more than `LARGEST`.
const WORK: usize = 16 << 10;
const FEWEST: usize = 32;
const LARGEST: usize = 96;

/// More than any text costs.
const UNKNOWN: i32 = i32::MAX / 2;

/// What is this far behind the best is out of the question.
const FAR_BEHIND: i32 = 64 * BIT;

/// So many encodings at most are read in each language: those in which the letters by themselves cost least, in whatever language.
/// Where the text is the same in several, the most usual one counts.
const READ: usize = 40;

/// A letter by itself costs less in the mean in what is read well, and much less.
const LIKE_LETTERS: i32 = 12 * BIT;

/// By its letters alone, a text costs no more than this in what wins beyond what it costs elsewhere; and a letter no more than that,
/// or after one of ASCII, which tells much of it.
const TEXT_BEHIND: i32 = 40 * BIT;
const LETTER_BEHIND: i32 = BIT;
const LETTER_AFTER_ASCII_BEHIND: i32 = 5 * BIT;

/// A bit for each page tells where a byte is no character.
const _: () = assert!(PAGES.len() <= u128::BITS as usize);

struct Tables {
    pages: Vec<Page>,
    /// The least that each byte costs in each of the pages.
    least: Vec<[u8; PAGES.len()]>,
    /// The pages in which a byte is no character, a bit for each.
    undefined: Vec<u128>,
    models: Vec<Model>,
    rows: Rows,
    /// What each pair of ASCII costs in each language: in those of other scripts, what it costs in English.
    ascii: Vec<Row>,
    /// The model of English.
    english: usize,
}

impl Tables {
    /// Returns the models of the script that most letters are of; if there are several, those between them, too.
    fn models_of(&self, scripts: [i32; Script::COUNT]) -> Range<usize> {
        let most = scripts.iter().copied().max().unwrap_or(0);
        let is_of_most = |model: &Model| scripts[model.known.script as usize] == most;
        let first = self.models.iter().position(is_of_most).unwrap_or(0);
        let last = self.models.iter().rposition(is_of_most).unwrap_or(0);
        first..last + 1
    }
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let models = Model::all();
        let rows = Rows::of(&models);
        let page = |&(name, prior, made_for): &(&str, u8, &str)| match Encoding::for_label(
            name,
            crate::Reading::Iconv,
        ) {
            Some(Encoding::Legacy(legacy)) => Page::new(legacy, prior, made_for, &models, &rows),
            _ => None,
        };
        let mut pages: Vec<Page> = PAGES.iter().filter_map(page).collect();
        sort_by_key(&mut pages, |page| page.prior.into());
        let mut least = vec![[0; PAGES.len()]; 256];
        let mut undefined = vec![0; 256];
        for (at, page) in pages.iter().enumerate() {
            for byte in 0..256 {
                least[byte][at] = page.least[byte];
                undefined[byte] |= u128::from(page.cells[byte] == Cell::Undefined) << at;
            }
        }
        let english = models.iter().position(|model| model.known.language.tag() == "en");
        let english = english.unwrap_or(0);
        Tables {
            pages,
            least,
            undefined,
            ascii: ascii(&models, english),
            english,
            models,
            rows,
        }
    })
}

/// Returns the models of the languages, those of a script together.
pub(super) fn models() -> &'static [Model] {
    &tables().models
}

/// Returns what each pair of ASCII costs in each language.
fn ascii(models: &[Model], english: usize) -> Vec<Row> {
    let letter = |class: usize| class.checked_sub(1).map_or(NO_LETTER, |letter| letter as u16);
    let row = |place: usize| {
        let mut row = [0; LANES];
        for (to, model) in row.iter_mut().zip(models) {
            let model = match model.known.script {
                Script::Latin => model,
                _ => &models[english],
            };
            *to = model.cost(letter(place / ASCII_CLASSES), letter(place % ASCII_CLASSES));
        }
        row
    };
    (0..ASCII_CLASSES * ASCII_CLASSES).map(row).collect()
}

/// A text, read in an encoding.
struct Reading<'p> {
    page: &'p Page,
    /// The models of the languages of the script of most letters.
    models: Range<usize>,
    /// What costs the same in each language: the encoding, and characters that are out of place.
    same: i32,
    /// The characters that are no letters, in [`Contest::symbols`].
    symbols: Range<usize>,
    /// How many there are.
    symbols_len: i32,
    /// What is best in any language.
    best: i32,
}

/// What something costs in each language.
type Costs = [i32; LANES];

/// A reading in a language.
struct Entry {
    reading: usize,
    model: usize,
    cost: i32,
}

/// Ranks the encodings of a text, but for those far behind the best.
pub(super) fn rank(bytes: &[u8]) -> Vec<Ranked> {
    let tables = tables();
    let mut text = Text::of_ascii(bytes);
    let mut pairs = Pairs::of(text);
    let mut ascii = ascii_costs(tables, &pairs);
    let (end, english) = (pairs.end, ascii[tables.english]);
    let is_ebcdic = may_be_ebcdic(bytes);
    if is_ebcdic {
        text = Text::of_ebcdic(bytes);
        pairs = Pairs::of(text);
        ascii = [0; LANES];
    }
    let mut others = east_asian::rank(
        bytes,
        end,
        english,
        LIKE_LETTERS * pairs.high_len() + english + FAR_BEHIND,
    );
    let first_other = others.iter().map(|other| other.cost).min().unwrap_or(UNKNOWN);
    if !others.is_empty() {
        let most = first_other + behind(&pairs) - least(&ascii);
        let pages = possible(is_ebcdic, &pairs, tables);
        if pages.first().is_none_or(|page| page.0 >= most) {
            others.retain(|other| other.cost < first_other + FAR_BEHIND);
            return others;
        }
    }
    pairs.add_rare(text);
    let pairs = &pairs;
    let mut contest = Contest::new(tables, pairs, ascii);
    let entries = contest.finalists(is_ebcdic, first_other);
    let first = entries.first().and_then(|entry| contest.cost(entry, UNKNOWN));
    let mut most = first_other.min(first.unwrap_or(UNKNOWN)) + FAR_BEHIND;
    let mut best: Vec<Entry> = Vec::new();
    for entry in entries {
        let less_than = most.min(contest.readings[entry.reading].best);
        if let Some(cost) = contest.cost(&entry, less_than) {
            contest.readings[entry.reading].best = cost;
            most = most.min(cost + FAR_BEHIND);
            best.retain(|other| other.reading != entry.reading);
            best.push(Entry { cost, ..entry });
        }
    }
    sort_by_key(&mut best, |entry| entry.cost.into());
    best.truncate(MOST);
    let ranked = |(at, entry): (usize, &Entry)| {
        let reading = &contest.readings[entry.reading];
        Ranked {
            encoding: Encoding::Legacy(reading.page.encoding),
            language: tables.models[entry.model].known.language,
            cost: entry.cost,
            // How well the others read is of no interest.
            quality: match at {
                0 => reading.quality(entry.model, pairs, tables),
                _ => Quality::default(),
            },
        }
    };
    let mut all: Vec<Ranked> = best.iter().enumerate().map(ranked).collect();
    all.extend(others);
    all.retain(|ranked| ranked.cost < most);
    all
}

/// A text in the encodings of a kind.
struct Contest<'t> {
    tables: &'t Tables,
    pairs: &'t Pairs,
    /// What the ASCII of the text costs.
    ascii: Costs,
    readings: Vec<Reading<'t>>,
    /// The rows of the characters that are no letters, and how often they occur, of one reading after the other.
    symbols: Vec<(u16, i16)>,
    /// What [`Reading::extra`] returns, for those readings that it was asked of.
    extras: Vec<Option<i32>>,
    places: Places,
}

impl<'t> Contest<'t> {
    fn new(tables: &'t Tables, pairs: &'t Pairs, ascii: Costs) -> Contest<'t> {
        Contest {
            tables,
            pairs,
            ascii,
            readings: Vec::with_capacity(READ),
            symbols: Vec::new(),
            extras: Vec::new(),
            places: Places::new(),
        }
    }

    /// Reads the text in the encodings that have all its bytes. Returns those readings, each in the languages of its script, that may
    /// win, by what they cost by their characters alone, the best first. The best that is not among them costs as much as `other`.
    fn finalists(&mut self, is_ebcdic: bool, other: i32) -> Vec<Entry> {
        let len = self.pairs.high_len();
        let bytes = self.pairs.bytes.iter();
        let after_ascii: i32 = match is_ebcdic {
            true => 0,
            false => bytes.map(|byte| i32::from(byte.inside + byte.after)).sum(),
        };
        let mut most = other + behind(self.pairs);
        let behind = behind(self.pairs) + LETTER_AFTER_ASCII_BEHIND * after_ascii;
        let ascii = least(&self.ascii);
        let shift = (0..).find(|shift| len >> shift <= SUMMED).unwrap_or(0);
        let mut things = Vec::with_capacity(self.pairs.bytes.len());
        let mut entries: Vec<Entry> = Vec::new();
        for (least, page) in possible(is_ebcdic, self.pairs, self.tables) {
            if least + ascii >= most || self.readings.len() == READ {
                break;
            }
            let is_same = |other: &Reading| page.is_same(other.page, &self.pairs.bytes);
            if self.readings.iter().any(is_same) {
                continue;
            }
            let reading = self.read(page, shift, &mut things);
            let alone = sums(&self.tables.rows.all, &things, reading.models.clone());
            let mut costs = [0; LANES];
            let models = reading.models.clone();
            for model in models.clone() {
                costs[model] = reading.cost(model) + (i32::from(alone[model]) << shift) + self.ascii[model];
            }
            most = most.min(costs[models.clone()].iter().copied().min().unwrap_or(UNKNOWN) + behind);
            entries.extend(models.filter(|&model| costs[model] < most).map(|model| Entry {
                reading: self.readings.len(),
                model,
                cost: costs[model],
            }));
            self.readings.push(reading);
        }
        entries.retain(|entry| entry.cost < most);
        sort_by_key(&mut entries, |entry| entry.cost.into());
        entries.truncate((WORK / self.pairs.high.len().max(1)).clamp(FEWEST, LARGEST));
        self.extras = vec![None; self.readings.len()];
        entries
    }

    /// Reads the text in an encoding. Writes what characters it has to `things`, and how often, divided by a power of two.
    fn read(&mut self, page: &'t Page, shift: u32, things: &mut Vec<(u16, u16)>) -> Reading<'t> {
        things.clear();
        let mut scripts = [0; Script::COUNT];
        let (mut around, mut before, mut doubled) = (0, 0, 0);
        let symbols = self.symbols.len();
        for &Byte {
            byte,
            count,
            inside,
            after,
        } in &self.pairs.bytes
        {
            let row = page.rows[usize::from(byte)];
            things.push((row, (count as u16 + (1 << shift >> 1)) >> shift));
            match page.cells[usize::from(byte)] {
                Cell::Letter { script, .. } => scripts[script as usize] += i32::from(count),
                Cell::Symbol { place } => {
                    match place {
                        Place::Anywhere => {}
                        Place::Around => around += i32::from(inside),
                        Place::Before => before += i32::from(inside + after),
                        Place::RightToLeft => doubled += i32::from(count),
                    }
                    self.symbols.push((row, count));
                }
                Cell::Undefined => {}
            }
        }
        let models = self.tables.models_of(scripts);
        let script = self.tables.models[models.start].known.script;
        if matches!(script, Script::Arabic | Script::Hebrew) {
            doubled = 0;
        }
        let unpaired = match page.is_ebcdic {
            true => page.unpaired(&self.pairs.bytes, '[', ']') + page.unpaired(&self.pairs.bytes, '{', '}'),
            false => 0,
        };
        let symbols = symbols..self.symbols.len();
        Reading {
            page,
            models,
            same: page.prior + OUT_OF_PLACE * (around + before + doubled) + UNPAIRED * unpaired,
            symbols_len: self.symbols[symbols.clone()]
                .iter()
                .map(|symbol| i32::from(symbol.1))
                .sum(),
            symbols,
            best: UNKNOWN,
        }
    }

    /// Returns what a reading costs in a language, or `None` if that is `most` or more.
    fn cost(&mut self, entry: &Entry, most: i32) -> Option<i32> {
        let reading = &self.readings[entry.reading];
        let symbols = self.symbols[reading.symbols.clone()].iter();
        let symbols = symbols.map(|&(row, count)| {
            i32::from(self.tables.rows.all[usize::from(row)][entry.model]) * i32::from(count)
        });
        let base = reading.cost(entry.model) + symbols.sum::<i32>() + self.ascii[entry.model];
        let (model, letters) = (&self.tables.models[entry.model], &reading.page.letters);
        let extra = &mut self.extras[entry.reading];
        let least = extra.unwrap_or(-NO_LETTER_COST * reading.symbols_len);
        let cost = model.cost_of(self.pairs, letters, &mut self.places, most - base - least)?;
        let cost = base + cost + *extra.get_or_insert_with(|| reading.extra(self.pairs));
        (cost < most).then_some(cost)
    }
}

/// Of so many characters at most, rounded up for each of 256 bytes, the costs are summed up in each language.
const SUMMED: i32 = MOST_SUMMED as i32 - 256 / 2;

// The pairs of ASCII are added up as well.
const _: () = assert!(ENOUGH_ASCII <= MOST_SUMMED);

/// Returns how much a text may cost more by its letters alone in what wins than it costs elsewhere.
fn behind(pairs: &Pairs) -> i32 {
    TEXT_BEHIND + LETTER_BEHIND * pairs.high_len()
}

/// Returns the least of costs in any language.
fn least(costs: &Costs) -> i32 {
    costs[..LANGUAGES.len()].iter().copied().min().unwrap_or(0)
}

/// Returns the pages that have all bytes of a text, with the least that they may cost: those first where its letters by themselves
/// cost least, in whatever language.
fn possible<'t>(is_ebcdic: bool, pairs: &Pairs, tables: &'t Tables) -> Vec<(i32, &'t Page)> {
    let mut least = [0; PAGES.len()];
    let mut undefined = 0;
    for &Byte { byte, count, .. } in &pairs.bytes {
        for (sum, &cost) in least.iter_mut().zip(&tables.least[usize::from(byte)]) {
            *sum += i32::from(count) * i32::from(cost);
        }
        undefined |= tables.undefined[usize::from(byte)];
    }
    let is_possible = |&(at, page): &(usize, &Page)| page.is_ebcdic == is_ebcdic && undefined >> at & 1 == 0;
    let pages = tables.pages.iter().enumerate().filter(is_possible);
    let mut pages: Vec<_> = pages.map(|(at, page)| (page.prior + least[at], page)).collect();
    sort_by_key(&mut pages, |page| page.0.into());
    pages
}

impl Reading<'_> {
    /// Returns what the encoding costs in a language, and what is out of place in it.
    fn cost(&self, at: usize) -> i32 {
        self.page.guest[at] + self.same
    }

    fn quality(&self, at: usize, pairs: &Pairs, tables: &Tables) -> Quality {
        let model = &tables.models[at];
        let letters = &self.page.letters;
        let steps = pairs
            .high
            .iter()
            .filter(|pair| [pair.before, pair.byte].map(|byte| letters[usize::from(byte)]) != [NO_LETTER; 2]);
        let count: i32 = steps.map(|pair| i32::from(pair.count)).sum();
        let cost = model
            .cost_of(pairs, letters, &mut Places::new(), i32::MAX)
            .unwrap_or(0)
            + self.extra(pairs);
        let symbol_cost = |byte: u8| match self.page.cells[usize::from(byte)] {
            Cell::Symbol { .. } => tables.rows.all[usize::from(self.page.rows[usize::from(byte)])][at],
            _ => 0,
        };
        let odd = pairs
            .bytes
            .iter()
            .filter(|byte| i32::from(symbol_cost(byte.byte)) >= ODD);
        let of_letters = || {
            pairs
                .bytes
                .iter()
                .filter(|byte| letters[usize::from(byte.byte)] != NO_LETTER)
        };
        let strange = of_letters().filter(|byte| !model.has(letters[usize::from(byte.byte)]));
        Quality {
            letters: of_letters().map(|byte| i32::from(byte.count)).sum(),
            distinct: of_letters().count() as i32,
            strange: strange.map(|byte| i32::from(byte.count)).sum(),
            odd: odd.map(|byte| i32::from(byte.count)).sum(),
            excess: cost / count.max(1) - i32::from(model.known.mean),
        }
    }

    /// Returns what pairs cost in each language beside what they cost as letters.
    fn extra(&self, pairs: &Pairs) -> i32 {
        let page = self.page;
        let mut extra = 0;
        for pair in &pairs.high {
            let (before, byte) = (usize::from(pair.before), usize::from(pair.byte));
            let (one, other) = (page.kinds[before], page.kinds[byte]);
            let mut cost = 0;
            if one.is_lower() {
                cost += if other.is_upper() { CAPITAL_INSIDE } else { 0 };
                cost += if one.is_of_other_script(other) { MIXED } else { 0 };
            }
            let is_symbol = page.letters[byte] == NO_LETTER && (!pair.byte.is_ascii() || page.is_ebcdic);
            if is_symbol && page.letters[before] != NO_LETTER {
                cost -= NO_LETTER_COST;
            }
            extra += i32::from(pair.count) * cost;
        }
        extra
    }
}

/// Returns what the ASCII of a text costs in each language.
fn ascii_costs(tables: &Tables, pairs: &Pairs) -> Costs {
    let sums = sums(&tables.ascii, &pairs.ascii, 0..LANGUAGES.len());
    sums.map(|sum| i32::from(sum) * ASCII_SHARE.0 / ASCII_SHARE.1)
}

/// Returns `true` if the bytes may be in EBCDIC: its space is among them, and that of ASCII is not. Where there are few spaces, most
/// bytes are over 0x7F, as Latin letters are in EBCDIC. Addresses have the `@` of ASCII, and its letters. Without spaces, its line end
/// is there, which no other text has, and none of ASCII.
fn may_be_ebcdic(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(1024)];
    let count = |is: fn(&u8) -> bool| head.iter().filter(|byte| is(byte)).count();
    let (spaces, high) = (count(|&byte| byte == 0x40), count(|byte| !byte.is_ascii()));
    let has_spaces =
        spaces > 1 && spaces * 16 >= head.len() || spaces * 32 >= head.len() && high * 2 > head.len();
    let has_lines = || {
        head.contains(&EBCDIC_NL)
            && high * 2 >= head.len()
            && count(|byte| matches!(byte, b'\n' | b'\r')) == 0
    };
    (has_spaces || has_lines()) && !head.contains(&b' ') && count(u8::is_ascii_lowercase) * 2 < head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pages_are_encodings() {
        for (name, ..) in PAGES {
            let encoding = Encoding::for_label(name, crate::Reading::Iconv);
            assert!(
                matches!(encoding, Some(Encoding::Legacy(legacy)) if legacy.characters().is_some()),
                "{name}"
            );
        }
    }
}
