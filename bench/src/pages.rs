//! Measures every single-byte encoding: to UTF-8 and UTF-16 and from both, in long text and in short pieces. encoding_rs is the peer
//! where it has the encoding, and else `iconv` of glibc. Python's codecs are measured, too.

use crate::measure::Output::{Bytes, Unchecked, Units16};
use crate::measure::Role::{Baseline, Peer};
use crate::measure::{Encodings, Implementation, Role, implementation};
use crate::options::Options;
use crate::python::Python;
use crate::report;
use crate::stateful::Iconv;
use crate::text::{Cell, Random, Script, Texts, generated_script, with_markup};
use crate::{legacy, text};
use serde_json::{Value, json};
use utf8kit::Policy;
use utf8kit_encodings::Encoding;

/// The length of a long text, and of all pieces of one length together, in bytes.
const TEXT: usize = 100 << 10;
const PIECES: usize = 8 << 10;

/// The lengths of pieces, in bytes.
const SHORT: [usize; 3] = [16, 64, 256];

pub fn run(options: &Options, _: &Texts) -> Result<Value, String> {
    let mut tables = Vec::new();
    for encoding in Encoding::all() {
        let Encoding::Legacy(legacy) = encoding else {
            continue;
        };
        let Some(characters) = legacy.characters() else {
            continue;
        };
        let name = legacy.name();
        let letters: Vec<char> = characters
            .into_iter()
            .flatten()
            .filter(|c| c.is_alphabetic() && !c.is_ascii())
            .collect();
        let size = options.size.unwrap_or(TEXT);
        let texts = texts(&letters, &characters, size);
        let mut cells = Vec::new();
        for (name, text) in &texts {
            cells.push(Cell::whole(name, "long", text.as_bytes()));
        }
        for length in SHORT {
            cells.push(Cell {
                name: format!("{length} bytes"),
                group: "short",
                pieces: text::cut(&texts[1].1, length, PIECES / length),
            });
        }
        let mut measure =
            |direction: String, implementations: Vec<Implementation>, encodings, cells: &[Cell]| {
                if !direction.contains(&options.cell) {
                    return Ok(());
                }
                let options = Options {
                    cell: String::new(),
                    ..options.clone()
                };
                let table = report::table(&direction, &implementations, cells.iter(), encodings, &options);
                table.map(|table| tables.push(table))
            };
        let peers = Peers::of(name, &characters);
        let encoded = |cell: &Cell| Cell {
            name: cell.name.clone(),
            group: cell.group,
            pieces: (cell.pieces.iter())
                .map(|piece| {
                    let text = str::from_utf8(piece).expect("pieces are cut at characters");
                    encoding
                        .encode(text, Policy::Fail)
                        .expect("the page has the characters")
                })
                .collect(),
        };
        let bytes: Vec<Cell> = cells.iter().map(encoded).collect();
        let only = Encodings::OnlyUtf8;
        measure(
            format!("{name} to UTF-8"),
            to_utf8(encoding, &peers),
            only,
            &bytes,
        )?;
        measure(
            format!("{name} to UTF-16"),
            to_utf16(encoding, &peers),
            only,
            &bytes,
        )?;
        measure(
            format!("UTF-8 to {name}"),
            from_utf8(encoding, &peers),
            only,
            &cells,
        )?;
        measure(
            format!("UTF-16 to {name}"),
            from_utf16(encoding, &peers),
            Encodings::All,
            &cells,
        )?;
    }
    Ok(json!({ "operation": "pages", "tables": tables }))
}

/// Returns text with many letters of the page, one with a few and markup.
fn texts(letters: &[char], characters: &[Option<char>; 256], size: usize) -> [(&'static str, String); 2] {
    /// The first letter that is not Latin.
    const GREEK: char = 'Ͱ';

    let has_ascii = characters[usize::from(b'a')] == Some('a') || characters.contains(&Some('a'));
    let ascii = if has_ascii { ('a', 26) } else { ('0', 10) };
    let script = |letters: Vec<(char, u32)>| Script {
        name: "",
        letters: letters.leak(),
        max_word_len: 10,
        separators: &[" ", " ", " ", " ", " ", ", ", ". "],
    };
    let mut other: Vec<(char, u32)> = letters.iter().filter(|&&c| c >= GREEK).map(|&c| (c, 1)).collect();
    let latin = |every: usize| {
        let mut all = vec![ascii; (every - 1) * letters.len()];
        all.extend(letters.iter().map(|&c| (c, 1)));
        all
    };
    let is_latin = other.len() < 20;
    if is_latin {
        other = if letters.is_empty() { vec![ascii] } else { latin(8) };
    }
    let few = match is_latin && !letters.is_empty() {
        true => latin(30),
        false => other.clone(),
    };
    let has = |c: &char| characters.contains(&Some(*c));
    let text = generated_script(&script(other), size, &mut Random(3));
    let markup = with_markup(&script(few), size, &mut Random(4));
    [("text", text), ("text with markup", markup)].map(|(name, text)| {
        (
            name,
            text::resize(&text.chars().filter(has).collect::<String>(), Some(size)),
        )
    })
}

/// What other libraries have of a page.
struct Peers {
    web: Option<&'static encoding_rs::Encoding>,
    name: String,
    characters: [Option<char>; 256],
}

impl Peers {
    fn of(name: &str, characters: &[Option<char>; 256]) -> Peers {
        let web = encoding_rs::Encoding::for_label(name.as_bytes());
        let is_same = |web: &&'static encoding_rs::Encoding| {
            (0..=0xFF_u8).all(|byte| {
                let own = characters[usize::from(byte)];
                own.is_none_or(|c| web.decode_without_bom_handling(&[byte]).0.starts_with(c))
            })
        };
        Peers {
            web: web.filter(is_same),
            name: name.to_owned(),
            characters: *characters,
        }
    }

    fn role(&self) -> Role {
        if self.web.is_some() { Peer } else { Baseline }
    }

    /// Returns `true` if all that a library decodes has the characters of the page.
    fn is_same(&self, mut convert: impl FnMut(&[u8], &mut [u8]) -> usize) -> bool {
        self.characters.iter().enumerate().all(|(byte, c)| {
            let mut text = [0; 8];
            let len = convert(&[byte as u8], &mut text);
            c.is_none_or(|c| &text[..len] == c.encode_utf8(&mut [0; 4]).as_bytes())
        })
    }

    fn iconv(&self, to: Option<&str>, from: Option<&str>) -> Option<Implementation> {
        let known = Iconv::open("UTF-8", &self.name)?;
        if !self.is_same(|src, dst| known.convert(src, dst)) {
            return None;
        }
        let iconv = Iconv::open(to.unwrap_or(&self.name), from.unwrap_or(&self.name))?;
        let is_wide = from == Some("UTF-16LE");
        Some(implementation(
            "iconv",
            self.role(),
            Unchecked,
            move |case, buffers| {
                let units = case.utf16;
                // SAFETY: each code unit is two bytes.
                let wide = unsafe { std::slice::from_raw_parts(units.as_ptr().cast(), 2 * units.len()) };
                iconv.convert(if is_wide { wide } else { case.utf8 }, buffers.bytes)
            },
        ))
    }

    fn python(&self, to: Option<&str>, from: Option<&str>) -> Option<Implementation> {
        let known = Python::open("utf-8", &self.name)?;
        if !self.is_same(|src, dst| known.convert(src, dst).unwrap_or(0)) {
            return None;
        }
        let python = Python::open(to.unwrap_or(&self.name), from.unwrap_or(&self.name))?;
        Some(implementation("Python", Peer, Unchecked, move |case, buffers| {
            python.convert(case.utf8, buffers.bytes).unwrap_or(0)
        }))
    }
}

fn to_utf8(encoding: Encoding, peers: &Peers) -> Vec<Implementation> {
    let mut all = vec![legacy::decode_by(encoding, || Policy::Fail, Bytes)];
    all.extend(peers.web.map(legacy::peer_to_utf8));
    all.extend(peers.iconv(Some("UTF-8"), None));
    all.extend(peers.python(Some("utf-8"), None));
    all
}

fn to_utf16(encoding: Encoding, peers: &Peers) -> Vec<Implementation> {
    let mut all = vec![legacy::decode_to_utf16_by(encoding, || Policy::Fail, Units16)];
    all.extend(peers.web.map(legacy::peer_to_utf16));
    all.extend(peers.iconv(Some("UTF-16LE"), None));
    all
}

fn from_utf8(encoding: Encoding, peers: &Peers) -> Vec<Implementation> {
    let mut all = vec![legacy::encode_by(encoding, || Policy::Fail, Bytes)];
    all.extend(peers.web.map(legacy::peer_from_utf8));
    all.extend(peers.iconv(None, Some("UTF-8")));
    all.extend(peers.python(None, Some("utf-8")));
    all
}

fn from_utf16(encoding: Encoding, peers: &Peers) -> Vec<Implementation> {
    let mut all = vec![legacy::encode_utf16_by(encoding, || Policy::Fail, Bytes)];
    all.extend(peers.web.map(legacy::peer_from_utf16));
    all.extend(peers.iconv(None, Some("UTF-16LE")));
    all
}
