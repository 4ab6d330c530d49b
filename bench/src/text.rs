//! The measured texts: files from a folder or generated text, cut into the pieces that a pass converts.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A text, converted piece by piece, with its own row in the report.
pub struct Cell {
    pub name: String,
    /// The group in whose summary the text is: [`TEXTS`], [`OTHERS`], or a kind of damage.
    pub group: &'static str,
    /// Each piece is converted by one call.
    pub pieces: Vec<Vec<u8>>,
}

/// The group of whole texts.
const TEXTS: &str = "texts";
const OTHERS: &str = "other cells";
const SHORT_PIECES: &str = "short pieces";

impl Cell {
    pub fn whole(name: &str, group: &'static str, text: impl Into<Vec<u8>>) -> Cell {
        Cell {
            name: name.to_owned(),
            group,
            pieces: vec![text.into()],
        }
    }

    /// Returns `true` if at least nine of ten characters are in Latin-1.
    pub fn is_latin(&self) -> bool {
        let pieces = || self.pieces.iter().map(|piece| String::from_utf8_lossy(piece));
        let all: usize = pieces().map(|piece| piece.chars().count()).sum();
        let latin: usize = pieces()
            .map(|piece| piece.chars().filter(|&c| c <= 'ÿ').count())
            .sum();
        10 * latin >= 9 * all
    }

    /// Returns `true` if there is an ASCII character.
    pub fn has_ascii(&self) -> bool {
        self.pieces.iter().flatten().any(u8::is_ascii)
    }

    /// Returns the number of bytes of all pieces.
    pub fn bytes(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }
}

/// The length of generated texts, and the length to which longer texts are cut, in bytes.
const GENERATED: usize = 64 << 10;
pub const LONGEST: usize = 100 << 10;

/// The lengths of short pieces, and the length of all pieces of one length, in bytes.
const SHORT: [usize; 3] = [16, 64, 256];
const SHORT_TOTAL: usize = 48 << 10;

/// Whole texts and their names.
pub struct Texts(Vec<(String, String)>);

impl Texts {
    /// Reads the `.txt` files below `corpus`, or generates texts if there is none.
    pub fn new(corpus: Option<&Path>) -> io::Result<Texts> {
        Ok(Texts(match corpus {
            Some(folder) => read(folder)?,
            None => generated(),
        }))
    }

    /// Returns the first text that has one of these names, else the first text.
    pub fn named(&self, names: &[&str]) -> &str {
        let mut texts = names
            .iter()
            .filter_map(|name| self.0.iter().find(|text| text.0 == *name));
        &texts.next().unwrap_or(&self.0[0]).1
    }
}

/// Returns all cells. Each whole text is repeated or cut to `size` bytes.
pub fn cells(Texts(texts): &Texts, size: Option<usize>) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (name, text) in texts {
        cells.push(Cell::whole(
            name,
            TEXTS,
            resize(text, size.or((text.len() > LONGEST).then_some(LONGEST))),
        ));
    }
    let articles: Vec<_> = texts.iter().filter(|(name, _)| is_article(name)).collect();
    let together: String = articles.iter().map(|(_, text)| text.as_str()).collect();
    if !together.is_empty() {
        // Not cut even if it is long, so that branch predictors cannot learn it.
        cells.push(Cell::whole("all articles", OTHERS, resize(&together, size)));
    }
    let generated_size = size.unwrap_or(GENERATED);
    for every in [60, 400] {
        cells.push(Cell::whole(
            &format!("ascii+emoji/{every}"),
            OTHERS,
            with_emoji('a', 26, every, generated_size),
        ));
        cells.push(Cell::whole(
            &format!("cjk+emoji/{every}"),
            OTHERS,
            with_emoji('一', 0x5000, every, generated_size),
        ));
    }
    let article = |name, script| {
        let article = articles.iter().find(|article| article.0 == name);
        article.map_or_else(
            || generated_script(script, GENERATED, &mut Random(7)),
            |article| article.1.clone(),
        )
    };
    let mixed_latin = article("french", &LATIN);
    let short = [
        ("ascii", mixed_latin.chars().filter(char::is_ascii).collect()),
        ("chat", with_emoji('a', 26, 20, GENERATED)),
        ("chinese", article("chinese", &CHINESE)),
        ("latin", mixed_latin),
        ("russian", article("russian", &RUSSIAN)),
    ];
    for (name, text) in &short {
        for length in SHORT {
            cells.push(Cell {
                name: format!("{name}, {length} bytes"),
                group: SHORT_PIECES,
                pieces: cut(text, length, SHORT_TOTAL / length),
            });
        }
    }
    cells
}

/// Returns `true` if the name begins in lower case, which marks text with markup.
fn is_article(name: &str) -> bool {
    name.starts_with(char::is_lowercase)
}

fn read(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    find(folder, &mut files)?;
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let name = name.trim_end_matches(".txt").trim_end_matches(".utf8").to_owned();
        texts.push((name, fs::read_to_string(&file)?));
    }
    if texts.is_empty() {
        return Err(io::Error::other(format!(
            "found no .txt file below {}",
            folder.display()
        )));
    }
    Ok(texts)
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns `text` repeated or cut to about `size` bytes. It keeps the middle, because the beginning often differs from the
/// rest.
pub fn resize(text: &str, size: Option<usize>) -> String {
    let Some(size) = size else {
        return text.to_owned();
    };
    if size < text.len() {
        let start = text.floor_char_boundary(text.len().min((text.len() - size) / 2));
        return text[start..text.floor_char_boundary(start + size)].to_owned();
    }
    let mut repeated = text.repeat(size.div_ceil(text.len()));
    repeated.truncate(repeated.floor_char_boundary(size));
    repeated
}

/// Returns `count` pieces of about `length` bytes from random places in `text`.
pub fn cut(text: &str, length: usize, count: usize) -> Vec<Vec<u8>> {
    let mut random = Random(length as u64);
    (0..count)
        .map(|_| {
            let start = text.floor_char_boundary(random.below(text.len() - length));
            text[start..text.floor_char_boundary(start + length)].into()
        })
        .collect()
}

/// Returns random characters among the `count` from `first` on, one in `every` of them an emoji on average.
fn with_emoji(first: char, count: u32, every: usize, size: usize) -> String {
    let mut random = Random(every as u64);
    let mut text = String::new();
    while text.len() < size {
        text.push(if random.below(every) == 0 {
            random.char('😀', 64)
        } else {
            random.char(first, count)
        });
    }
    text
}

/// A script: the letters and the maximum length of words, and what separates words.
pub struct Script {
    pub name: &'static str,
    pub letters: &'static [(char, u32)],
    pub max_word_len: usize,
    pub separators: &'static [&'static str],
}

const SPACED: &[&str] = &[" ", " ", " ", " ", " ", ", ", ". "];
const WIDE: &[&str] = &["，", "。", "、"];

/// One of 30 ranges has letters with diacritics.
const LATIN_LETTERS: [(char, u32); 30] = {
    let mut letters = [('a', 26); 30];
    letters[0] = ('à', 22);
    letters
};

const LATIN: Script = Script {
    name: "Latin",
    letters: &LATIN_LETTERS,
    max_word_len: 10,
    separators: SPACED,
};

const RUSSIAN: Script = Script {
    name: "Russian",
    letters: &[('а', 32)],
    max_word_len: 11,
    separators: SPACED,
};

const CHINESE: Script = Script {
    name: "Chinese",
    letters: &[('一', 0x5000)],
    max_word_len: 16,
    separators: WIDE,
};

const SCRIPTS: &[Script] = &[
    LATIN,
    Script {
        name: "Greek",
        letters: &[('α', 25)],
        max_word_len: 10,
        separators: SPACED,
    },
    RUSSIAN,
    Script {
        name: "Hebrew",
        letters: &[('א', 27)],
        max_word_len: 7,
        separators: SPACED,
    },
    Script {
        name: "Arabic",
        letters: &[('ا', 26)],
        max_word_len: 8,
        separators: SPACED,
    },
    Script {
        name: "Hindi",
        letters: &[('क', 37), ('ा', 15)],
        max_word_len: 8,
        separators: SPACED,
    },
    CHINESE,
    Script {
        name: "Japanese",
        letters: &[('ぁ', 83), ('ァ', 83), ('一', 0x5000)],
        max_word_len: 18,
        separators: WIDE,
    },
    Script {
        name: "Korean",
        letters: &[('가', 11172)],
        max_word_len: 5,
        separators: SPACED,
    },
];

/// Generates text in nine scripts, alone and with markup (with a name in lower case), in ASCII, and in emoji.
fn generated() -> Vec<(String, String)> {
    let mut random = Random(1);
    let mut texts = Vec::new();
    for script in SCRIPTS {
        texts.push((
            script.name.to_owned(),
            generated_script(script, GENERATED, &mut random),
        ));
    }
    for script in SCRIPTS {
        texts.push((
            script.name.to_lowercase(),
            with_markup(script, GENERATED, &mut random),
        ));
    }
    let ascii = Script {
        name: "ASCII",
        letters: &[('a', 26)],
        max_word_len: 10,
        separators: SPACED,
    };
    let emoji = Script {
        name: "Emoji",
        letters: &[('😀', 64), ('🚀', 64), ('🤐', 100)],
        max_word_len: 8,
        separators: SPACED,
    };
    for script in [&ascii, &emoji] {
        texts.push((
            script.name.to_owned(),
            generated_script(script, GENERATED, &mut random),
        ));
    }
    texts
}

fn word(script: &Script, random: &mut Random, text: &mut String) {
    for _ in 0..=random.below(script.max_word_len) {
        let (first, count) = script.letters[random.below(script.letters.len())];
        text.push(random.char(first, count));
    }
    text.push_str(script.separators[random.below(script.separators.len())]);
}

pub fn generated_script(script: &Script, size: usize, random: &mut Random) -> String {
    let mut text = String::new();
    while text.len() < size {
        word(script, random, &mut text);
    }
    text
}

/// Generates alternating words and markup.
pub fn with_markup(script: &Script, size: usize, random: &mut Random) -> String {
    let mut text = String::new();
    while text.len() < size {
        text.push_str("<p>");
        for _ in 0..random.below(40) {
            word(script, random, &mut text);
            if random.below(12) == 0 {
                let (page, section) = (random.below(100_000), random.below(20));
                text.push_str(&format!(
                    "<a href=\"/pages/{page}.html#section-{section}\" class=\"link\">"
                ));
                word(script, random, &mut text);
                text.push_str("</a> ");
            }
        }
        text.push_str("</p>\n");
    }
    text
}

/// A random number generator (SplitMix64) that gives the same text in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn char(&mut self, first: char, count: u32) -> char {
        char::from_u32(first as u32 + self.below(count as usize) as u32)
            .expect("the ranges hold no surrogates")
    }
}
