//! What is measured: real text from a folder, or text made here, cut into the pieces that one pass converts.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// One row of the report: some text, converted piece by piece.
pub struct Cell {
    pub name: String,
    /// Cells of a group are summed up together: [`TEXTS`], or kinds of text watched for themselves.
    pub group: &'static str,
    /// Each is converted by a call of its own.
    pub pieces: Vec<Vec<u8>>,
}

/// The group of whole texts.
const TEXTS: &str = "texts";
const OTHERS: &str = "other cells";

impl Cell {
    pub fn whole(name: &str, group: &'static str, text: impl Into<Vec<u8>>) -> Cell {
        Cell {
            name: name.to_owned(),
            group,
            pieces: vec![text.into()],
        }
    }

    /// Are nine of ten characters in Latin-1?
    pub fn is_latin(&self) -> bool {
        let pieces = || self.pieces.iter().map(|piece| String::from_utf8_lossy(piece));
        let all: usize = pieces().map(|piece| piece.chars().count()).sum();
        let latin: usize = pieces()
            .map(|piece| piece.chars().filter(|&c| c <= 'ÿ').count())
            .sum();
        10 * latin >= 9 * all
    }

    /// Is there any ASCII?
    pub fn has_ascii(&self) -> bool {
        self.pieces.iter().flatten().any(u8::is_ascii)
    }

    /// The bytes of all pieces together.
    pub fn bytes(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }
}

/// The length of generated texts, and the length to which longer ones are cut, in bytes.
const MADE: usize = 64 << 10;
pub const LONGEST: usize = 100 << 10;

/// The length of the pieces of mixed Latin text, in bytes, and how much text is cut into them.
const SHORT: [usize; 4] = [64, 128, 256, 512];
const SHORT_TOTAL: usize = 48 << 10;

/// Whole texts and their names.
pub struct Texts(Vec<(String, String)>);

impl Texts {
    /// The `.txt` files below `corpus`, else text made here.
    pub fn new(corpus: Option<&Path>) -> io::Result<Texts> {
        Ok(Texts(match corpus {
            Some(folder) => read(folder)?,
            None => made(),
        }))
    }

    /// The first text that has one of these names, else the first of all.
    pub fn named(&self, names: &[&str]) -> &str {
        let mut texts = names
            .iter()
            .filter_map(|name| self.0.iter().find(|text| text.0 == *name));
        &texts.next().unwrap_or(&self.0[0]).1
    }
}

/// All cells. Each whole text is brought to `size` bytes.
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
        // Whole even if long: nothing for branches to learn.
        cells.push(Cell::whole("all articles", OTHERS, resize(&together, size)));
    }
    let made_size = size.unwrap_or(MADE);
    for every in [60, 400] {
        cells.push(Cell::whole(
            &format!("ascii+emoji/{every}"),
            OTHERS,
            sprinkled('a', 26, every, made_size),
        ));
        cells.push(Cell::whole(
            &format!("cjk+emoji/{every}"),
            OTHERS,
            sprinkled('一', 0x5000, every, made_size),
        ));
    }
    let mixed_latin = articles
        .iter()
        .find(|(name, _)| name == "french")
        .map(|(_, text)| text.clone());
    let mixed_latin = mixed_latin.unwrap_or_else(|| made_script(&LATIN, MADE, &mut Random(7)));
    for length in SHORT {
        cells.push(Cell {
            name: format!("latin, {length} bytes"),
            group: OTHERS,
            pieces: cut(&mixed_latin, length, SHORT_TOTAL / length),
        });
    }
    cells
}

/// Files with a lower-case name are articles: text with markup around it.
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
            "no .txt file below {}",
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

/// `text` repeated or cut to about `size` bytes. Cuts from its middle: a beginning is often unlike the rest.
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

/// `count` pieces of about `length` bytes, from all over `text`.
fn cut(text: &str, length: usize, count: usize) -> Vec<Vec<u8>> {
    let mut random = Random(length as u64);
    (0..count)
        .map(|_| {
            let start = text.floor_char_boundary(random.below(text.len() - length));
            text[start..text.floor_char_boundary(start + length)].into()
        })
        .collect()
}

/// Characters from `count` on from `first`, every `every`th an emoji on average.
fn sprinkled(first: char, count: u32, every: usize, size: usize) -> String {
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

/// A script as far as measuring goes: the letters words are made of, the longest word, what stands between words.
struct Script {
    name: &'static str,
    letters: &'static [(char, u32)],
    longest: usize,
    between: &'static [&'static str],
}

const SPACED: &[&str] = &[" ", " ", " ", " ", " ", ", ", ". "];
const WIDE: &[&str] = &["，", "。", "、"];

/// One letter in thirty with a mark on it.
const LATIN_LETTERS: [(char, u32); 30] = {
    let mut letters = [('a', 26); 30];
    letters[0] = ('à', 22);
    letters
};

const LATIN: Script = Script {
    name: "Latin",
    letters: &LATIN_LETTERS,
    longest: 10,
    between: SPACED,
};

const SCRIPTS: &[Script] = &[
    LATIN,
    Script {
        name: "Greek",
        letters: &[('α', 25)],
        longest: 10,
        between: SPACED,
    },
    Script {
        name: "Russian",
        letters: &[('а', 32)],
        longest: 11,
        between: SPACED,
    },
    Script {
        name: "Hebrew",
        letters: &[('א', 27)],
        longest: 7,
        between: SPACED,
    },
    Script {
        name: "Arabic",
        letters: &[('ا', 26)],
        longest: 8,
        between: SPACED,
    },
    Script {
        name: "Hindi",
        letters: &[('क', 37), ('ा', 15)],
        longest: 8,
        between: SPACED,
    },
    Script {
        name: "Chinese",
        letters: &[('一', 0x5000)],
        longest: 16,
        between: WIDE,
    },
    Script {
        name: "Japanese",
        letters: &[('ぁ', 83), ('ァ', 83), ('一', 0x5000)],
        longest: 18,
        between: WIDE,
    },
    Script {
        name: "Korean",
        letters: &[('가', 11172)],
        longest: 5,
        between: SPACED,
    },
];

/// Nine scripts, each by itself and with markup around it (a name in lower case), all ASCII, all emoji.
fn made() -> Vec<(String, String)> {
    let mut random = Random(1);
    let mut texts = Vec::new();
    for script in SCRIPTS {
        texts.push((script.name.to_owned(), made_script(script, MADE, &mut random)));
    }
    for script in SCRIPTS {
        texts.push((script.name.to_lowercase(), with_markup(script, MADE, &mut random)));
    }
    let ascii = Script {
        name: "ASCII",
        letters: &[('a', 26)],
        longest: 10,
        between: SPACED,
    };
    let emoji = Script {
        name: "Emoji",
        letters: &[('😀', 64), ('🚀', 64), ('🤐', 100)],
        longest: 8,
        between: SPACED,
    };
    for script in [&ascii, &emoji] {
        texts.push((script.name.to_owned(), made_script(script, MADE, &mut random)));
    }
    texts
}

fn word(script: &Script, random: &mut Random, text: &mut String) {
    for _ in 0..=random.below(script.longest) {
        let (first, count) = script.letters[random.below(script.letters.len())];
        text.push(random.char(first, count));
    }
    text.push_str(script.between[random.below(script.between.len())]);
}

fn made_script(script: &Script, size: usize, random: &mut Random) -> String {
    let mut text = String::new();
    while text.len() < size {
        word(script, random, &mut text);
    }
    text
}

/// A few words in the script, then some markup, and so on.
fn with_markup(script: &Script, size: usize, random: &mut Random) -> String {
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

/// SplitMix64: the same text in every run.
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
