//! `cargo xtask models DIR`: makes the models of languages by which encodings are detected, from texts in DIR.
//!
//! DIR has a directory for each language, `hu` or `pt_BR`, with text files in UTF-8. The models are how often each letter
//! follows each other, and how often each character occurs in Chinese, Japanese and Korean. They hold no text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../crates/utf8kit-encodings/src/detect/letters.rs"]
mod letters;

use letters::{Script, fold, is_letter};

const MODELS: &str = "crates/utf8kit-encodings/src/detect/models.rs";

/// The files of these names are for tests of the models, and are not read.
const FOR_TESTS: [&str; 4] = ["fortune.txt", "help.txt", "html.txt", "man.txt"];

/// The languages: their directories, their tags by BCP 47, and their names.
const LANGUAGES: [(&str, &str, &str); 73] = [
    ("af", "af", "Afrikaans"),
    ("ar", "ar", "Arabic"),
    ("ast", "ast", "Asturian"),
    ("az", "az", "Azerbaijani"),
    ("be", "be", "Belarusian"),
    ("bg", "bg", "Bulgarian"),
    ("br", "br", "Breton"),
    ("bs", "bs", "Bosnian"),
    ("ca", "ca", "Catalan"),
    ("co", "co", "Corsican"),
    ("crh", "crh", "Crimean Tatar"),
    ("cs", "cs", "Czech"),
    ("cy", "cy", "Welsh"),
    ("da", "da", "Danish"),
    ("de", "de", "German"),
    ("el", "el", "Greek"),
    ("en", "en", "English"),
    ("eo", "eo", "Esperanto"),
    ("es", "es", "Spanish"),
    ("et", "et", "Estonian"),
    ("eu", "eu", "Basque"),
    ("fa", "fa", "Persian"),
    ("fi", "fi", "Finnish"),
    ("fo", "fo", "Faroese"),
    ("fr", "fr", "French"),
    ("fur", "fur", "Friulian"),
    ("ga", "ga", "Irish"),
    ("gd", "gd", "Scottish Gaelic"),
    ("gl", "gl", "Galician"),
    ("he", "he", "Hebrew"),
    ("hr", "hr", "Croatian"),
    ("hu", "hu", "Hungarian"),
    ("hy", "hy", "Armenian"),
    ("id", "id", "Indonesian"),
    ("is", "is", "Icelandic"),
    ("it", "it", "Italian"),
    ("ja", "ja", "Japanese"),
    ("ka", "ka", "Georgian"),
    ("kk", "kk", "Kazakh"),
    ("ko", "ko", "Korean"),
    ("ku", "ku", "Kurdish"),
    ("ky", "ky", "Kyrgyz"),
    ("lo", "lo", "Lao"),
    ("lt", "lt", "Lithuanian"),
    ("lv", "lv", "Latvian"),
    ("mk", "mk", "Macedonian"),
    ("mn", "mn", "Mongolian"),
    ("nb", "nb", "Norwegian Bokmål"),
    ("nl", "nl", "Dutch"),
    ("nn", "nn", "Norwegian Nynorsk"),
    ("oc", "oc", "Occitan"),
    ("pl", "pl", "Polish"),
    ("pt", "pt", "Portuguese"),
    ("pt_BR", "pt-BR", "Brazilian Portuguese"),
    ("ro", "ro", "Romanian"),
    ("ru", "ru", "Russian"),
    ("sk", "sk", "Slovak"),
    ("sl", "sl", "Slovenian"),
    ("sq", "sq", "Albanian"),
    ("sr", "sr", "Serbian"),
    ("sr@latin", "sr-Latn", "Serbian (Latin)"),
    ("sv", "sv", "Swedish"),
    ("tg", "tg", "Tajik"),
    ("th", "th", "Thai"),
    ("tr", "tr", "Turkish"),
    ("tt", "tt", "Tatar"),
    ("uk", "uk", "Ukrainian"),
    ("ur", "ur", "Urdu"),
    ("vi", "vi", "Vietnamese"),
    ("wa", "wa", "Walloon"),
    ("yi", "yi", "Yiddish"),
    ("zh_CN", "zh-Hans", "Simplified Chinese"),
    ("zh_TW", "zh-Hant", "Traditional Chinese"),
];

/// Those of characters rather than letters.
const OF_CHARACTERS: [&str; 4] = ["ja", "ko", "zh-Hans", "zh-Hant"];

/// Letters of languages that are in names and rare words: texts of programs may lack them.
const RARE_LETTERS: [(&str, &str); 36] = [
    ("af", "áèéêëíîïóôöúûüý"),
    ("bg", "ѝ"),
    ("br", "âêéñôùü"),
    ("cy", "àáâäèéêëìíîïòóôöùúûüŵŷ"),
    ("da", "éü"),
    ("de", "é"),
    ("en", "âçèéêëïñöü"),
    ("es", "ü"),
    ("eu", "ñü"),
    ("fi", "åéšž"),
    ("fo", "éöü"),
    ("fr", "àâæçèéêëîïôùûüœ"),
    ("ga", "é"),
    ("gd", "áéó"),
    ("gl", "ïü"),
    ("hr", "é"),
    ("id", "é"),
    ("it", "îïóú"),
    ("kk", "ёчщ"),
    ("ky", "ёфхцщъь"),
    ("mk", "ѐѝ"),
    ("mn", "щъ"),
    ("nb", "àäèêòóôöü"),
    ("nl", "áàâäçèéêëíïóöúüû"),
    ("nn", "àäèêòóôöü"),
    ("oc", "êô"),
    ("pl", "é"),
    ("pt", "ü"),
    ("pt-BR", "ü"),
    ("sk", "ŕö"),
    ("sv", "àéü"),
    ("tg", "щы"),
    ("th", "ฃฅฆฑฤฦฬ"),
    ("tr", "âîû"),
    ("tt", "ёжцщъю"),
    ("vi", "ẵẳẻẽỹỵ"),
];

/// What one of these costs at most: a name may have it after any letter.
const RARE_COST: u8 = 15 * 5;

/// The letters of Vietnamese with a tone, by the tones in [`TONES`], after the letter without.
const WITH_TONES: [&str; 12] = [
    "aàáảãạ",
    "ăằắẳẵặ",
    "âầấẩẫậ",
    "eèéẻẽẹ",
    "êềếểễệ",
    "iìíỉĩị",
    "oòóỏõọ",
    "ôồốổỗộ",
    "ơờớởỡợ",
    "uùúủũụ",
    "ưừứửữự",
    "yỳýỷỹỵ",
];
const TONES: [char; 5] = ['\u{300}', '\u{301}', '\u{309}', '\u{303}', '\u{323}'];

/// The number of characters of a language whose cost is its own.
const MOST_CHARACTERS: usize = 2500;

/// Costs are in fifths of a bit, and written as one printable character each, from this one on.
const ZERO: u8 = b'#';
const MAX_COST: u8 = b'~' - ZERO;

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let [dir] = args else {
        return Err("models takes the directory of the texts".to_string());
    };
    let mut languages = Vec::new();
    let mut characters = Vec::new();
    for (name, tag, language) in LANGUAGES {
        let mut text = String::new();
        for file in sorted(&Path::new(dir).join(name))? {
            if !FOR_TESTS.iter().any(|name| file.ends_with(name)) {
                text += &fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                text.push('\n');
            }
        }
        if tag == "vi" {
            text += &tones_apart(&text);
        }
        let language = format!("Language::new({tag:?}, {language:?})");
        match OF_CHARACTERS.contains(&tag) {
            true => characters.push((language, Characters::of(&text))),
            false => languages.push(Letters::of(language, rare_letters(tag), &text)),
        }
    }
    fs::write(MODELS, table(&languages, &characters)).map_err(|error| format!("{MODELS}: {error}"))
}

/// Returns the rare letters of a language.
fn rare_letters(tag: &str) -> &'static str {
    let found = RARE_LETTERS.iter().find(|(of, _)| *of == tag);
    found.map_or("", |(_, letters)| letters)
}

/// Returns a text in Vietnamese as it is in windows-1258, which has each tone after its letter.
fn tones_apart(text: &str) -> String {
    let mut apart = String::new();
    for c in text.chars() {
        let group = WITH_TONES.iter().find_map(|group| {
            let place = group.chars().skip(1).position(|with| with == fold(c))?;
            Some([group.chars().next()?, TONES[place]])
        });
        match group {
            Some(letter_and_tone) => apart.extend(letter_and_tone),
            None => apart.push(c),
        }
    }
    apart
}

/// Returns the paths in a directory, in order.
fn sorted(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let error = |error| format!("{}: {error}", dir.display());
    let mut paths: Vec<_> = fs::read_dir(dir)
        .map_err(error)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()
        .map_err(error)?;
    paths.sort();
    Ok(paths)
}

/// How often each letter follows each other.
struct Letters {
    language: String,
    script: Script,
    /// In the order of their classes, the most frequent first.
    letters: Vec<char>,
    costs: Vec<u8>,
    symbols: Vec<(char, u8)>,
    /// What a pair with a letter beyond ASCII costs in the mean.
    mean: u8,
}

/// What is before and after a word, and a letter that the language does not have, have classes too.
const OTHERS: usize = 2;

impl Letters {
    fn of(language: String, rare: &str, text: &str) -> Self {
        let mut letters = BTreeMap::<char, u64>::new();
        let mut symbols = BTreeMap::<char, u64>::new();
        let mut all = 0;
        for c in text.chars().map(fold) {
            all += 1;
            if is_letter(c) {
                *letters.entry(c).or_default() += 1;
            } else if !c.is_ascii() {
                *symbols.entry(c).or_default() += 1;
            }
        }
        let script = script(&letters);
        rare.chars().for_each(|c| *letters.entry(c).or_default() += 0);
        if script == Script::Latin {
            ('a'..='z').for_each(|c| *letters.entry(c).or_default() += 0);
        } else {
            letters.retain(|c, _| !c.is_ascii());
        }
        let total: u64 = letters.values().sum();
        let mut letters: Vec<_> = letters
            .into_iter()
            .filter(|&(c, count)| c.is_ascii() || rare.contains(c) || count * 30_000 >= total)
            .collect();
        letters.sort_by_key(|&(c, count)| (std::cmp::Reverse(count), c));
        let is_rare: Vec<bool> = letters
            .iter()
            .map(|&(c, count)| !c.is_ascii() && count * 30_000 < total)
            .collect();
        let letters: Vec<char> = letters.into_iter().map(|(c, _)| c).collect();
        let (costs, mean) = pair_costs(&letters, &is_rare, text);
        let symbols = symbols
            .into_iter()
            .filter(|&(_, count)| count * 200_000 >= all)
            .map(|(c, count)| (c, cost(count as f64 / all as f64)))
            .collect();
        Letters {
            language,
            script,
            letters,
            costs,
            symbols,
            mean,
        }
    }
}

/// Returns the cost of each class after each, and in the last row of each by itself; and the mean cost of pairs with a letter beyond
/// ASCII.
fn pair_costs(letters: &[char], is_rare: &[bool], text: &str) -> (Vec<u8>, u8) {
    let classes: BTreeMap<char, usize> = letters
        .iter()
        .enumerate()
        .map(|(i, &c)| (c, i + OTHERS))
        .collect();
    let len = letters.len() + OTHERS;
    let mut pairs = vec![0u64; len * len];
    let mut before = 0;
    for c in text.chars().map(fold) {
        let class = match is_letter(c) {
            true => classes.get(&c).copied().unwrap_or(1),
            false => 0,
        };
        if before > 0 || class > 0 {
            pairs[before * len + class] += 1;
        }
        before = class;
    }
    let sum: u64 = pairs.iter().sum();
    let share = |class: usize| {
        let count: u64 = (0..len).map(|row| pairs[row * len + class]).sum();
        (count as f64 + 0.1) / (sum as f64 + 0.1 * len as f64)
    };
    let mut costs = Vec::new();
    for row in pairs.chunks(len) {
        // As Witten and Bell: what was never seen is as likely as it is that something new is seen.
        let new = row.iter().filter(|&&count| count > 0).count() as f64 + 1.0;
        let seen: u64 = row.iter().sum();
        costs.extend(
            (0..len).map(|class| cost((row[class] as f64 + new * share(class)) / (seen as f64 + new))),
        );
    }
    costs.extend((0..len).map(|class| cost(share(class))));
    for (place, cost) in costs.iter_mut().enumerate() {
        if place % len >= OTHERS && is_rare[place % len - OTHERS] {
            *cost = RARE_COST.min(*cost);
        }
    }
    let is_high = |class: usize| class >= OTHERS && !letters[class - OTHERS].is_ascii();
    let (mut sum, mut count) = (0, 0);
    for (place, &pair) in pairs.iter().enumerate() {
        if is_high(place / len) || is_high(place % len) {
            sum += pair * u64::from(costs[place]);
            count += pair;
        }
    }
    (costs, (sum / count.max(1)) as u8)
}

/// How often each character occurs.
struct Characters(Vec<(char, u8)>);

impl Characters {
    fn of(text: &str) -> Self {
        let mut counts = BTreeMap::<char, u64>::new();
        let mut all = 0;
        for c in text.chars().filter(|c| !c.is_ascii()) {
            *counts.entry(c).or_default() += 1;
            all += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(c, count)| (std::cmp::Reverse(count), c));
        counts.truncate(MOST_CHARACTERS);
        Characters(
            counts
                .into_iter()
                .map(|(c, count)| (c, cost(count as f64 / all as f64)))
                .collect(),
        )
    }
}

/// Returns how unlikely something is, in fifths of a bit.
fn cost(share: f64) -> u8 {
    (-share.log2() * 5.0).round().clamp(0.0, f64::from(MAX_COST)) as u8
}

/// Returns the script of most letters.
fn script(letters: &BTreeMap<char, u64>) -> Script {
    let mut counts = [(0, Script::Latin); Script::COUNT];
    for (&letter, count) in letters {
        let script = Script::of(letter);
        counts[script as usize].0 += count;
        counts[script as usize].1 = script;
    }
    let most = counts.into_iter().max_by_key(|&(count, _)| count);
    most.map_or(Script::Latin, |(_, script)| script)
}

fn table(languages: &[Letters], characters: &[(String, Characters)]) -> String {
    let letters: BTreeSet<char> = languages
        .iter()
        .flat_map(|language| &language.letters)
        .copied()
        .collect();
    let text = |costs: &[u8]| -> String { costs.iter().map(|cost| char::from(ZERO + cost)).collect() };
    let mut out = String::from(
        "//! The models. `cargo xtask models` makes them; it says from what.\n\nuse super::known::{Characters, Letters};\n\
         use super::language::Language;\nuse super::letters::Script;\n\n",
    );
    let all: String = letters.iter().collect();
    let _ = write!(
        out,
        "/// The letters of all languages, in order.\npub(super) const LETTERS: &str = {all:?};\n\n#[rustfmt::skip]\n\
         pub(super) static LANGUAGES: [Letters; {}] = [\n",
        languages.len()
    );
    for language in languages {
        let letters: String = language.letters.iter().collect();
        let symbols: String = language.symbols.iter().map(|(c, _)| c).collect();
        let costs: Vec<u8> = language.symbols.iter().map(|(_, cost)| *cost).collect();
        let _ = writeln!(
            out,
            "    Letters {{ language: {}, script: Script::{:?}, letters: {letters:?}, costs: br#\"{}\"#, symbols: {symbols:?}, symbol_costs: br#\"{}\"#, mean: {} }},",
            language.language,
            language.script,
            text(&language.costs),
            text(&costs),
            language.mean
        );
    }
    let _ = write!(
        out,
        "];\n\n#[rustfmt::skip]\npub(super) static CHARACTERS: [Characters; {}] = [\n",
        characters.len()
    );
    for (language, list) in characters {
        let characters: String = list.0.iter().map(|(c, _)| c).collect();
        let costs: Vec<u8> = list.0.iter().map(|(_, cost)| *cost).collect();
        let _ = writeln!(
            out,
            "    Characters {{ language: {language}, characters: {characters:?}, costs: br#\"{}\"# }},",
            text(&costs)
        );
    }
    out.push_str("];\n");
    out
}
