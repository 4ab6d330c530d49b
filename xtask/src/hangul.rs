//! `cargo xtask hangul`: generates the table of the Hangul syllables' Unicode 1.1 positions from the list in
//! utf8kit-test.
//!
//! The list has 6656 rows in four runs, three of which ascend. Therefore the table contains only two sets of syllables
//! (KS X 1001, KS X 1002) and, by name, the six syllables of the third run. The fourth run is the first 2370 of all the
//! remaining syllables.

use std::fmt::Write as _;
use std::fs;

const LIST: &str = "crates/utf8kit-test/data/hangul-unicode-1.1.tsv";
const TABLE: &str = "crates/utf8kit-encodings/src/hangul/table.rs";

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let check = match args {
        [] => false,
        [arg] if arg == "--check" => true,
        _ => return Err(format!("hangul takes no argument but --check, found {args:?}")),
    };
    let list = fs::read_to_string(LIST).map_err(|error| format!("{LIST}: {error}"))?;
    let table = table(&list)?;
    if !check {
        return fs::write(TABLE, table).map_err(|error| format!("{TABLE}: {error}"));
    }
    match fs::read_to_string(TABLE) {
        Ok(found) if found == table => Ok(()),
        _ => Err(format!(
            "{TABLE} differs from what {LIST} requires; run `cargo xtask hangul`"
        )),
    }
}

fn table(list: &str) -> Result<String, String> {
    let mut new = Vec::new();
    for (row, line) in list.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let parsed = line.split_once('\t').and_then(|(old, new)| {
            Some((
                u32::from_str_radix(old, 16).ok()?,
                u32::from_str_radix(new, 16).ok()?,
            ))
        });
        match parsed {
            Some((old, syllable)) if old == 0x3400 + row as u32 && (0xAC00..=0xD7A3).contains(&syllable) => {
                new.push(syllable);
            }
            _ => {
                return Err(format!(
                    "{LIST}: found row {line:?}, expected the position {:04X} and a syllable",
                    0x3400 + row
                ));
            }
        }
    }
    if new.len() != 6656 {
        return Err(format!("{LIST}: found {} rows, expected 6656", new.len()));
    }
    let (first, rest) = new.split_at(2350);
    let (second, rest) = rest.split_at(1930);
    let (third, fourth) = rest.split_at(6);
    let others = (0xAC00..=0xD7A3).filter(|syllable| !new[..4286].contains(syllable));
    if !first.is_sorted() || !second.is_sorted() || !others.take(2370).eq(fourth.iter().copied()) {
        return Err(format!(
            "{LIST}: the first two runs do not ascend, or the fourth is not the first of the remaining syllables"
        ));
    }
    let mut text = format!(
        "//! The Hangul syllables of Korea's standards, a bit for each from U+AC00 on. Made by `cargo xtask hangul`.\n\
         //!\n\
         //! Unicode 1.1 had those of KS X 1001, then those of KS X 1002, then {}, then\n\
         //! the first 2370 of all others; each run but these six ascends.\n",
        third
            .iter()
            .map(|syllable| format!("U+{syllable:04X}"))
            .collect::<Vec<_>>()
            .join(" ")
    );
    for (name, members) in [("KS_X_1001", first), ("KS_X_1002", second)] {
        let mut words = [0u64; 175];
        for syllable in members {
            let index = (syllable - 0xAC00) as usize;
            words[index / 64] |= 1 << (index % 64);
        }
        let _ = write!(
            text,
            "\n#[rustfmt::skip]\npub(super) const {name}: [u64; 175] = [\n"
        );
        for row in words.chunks(5) {
            let row: Vec<String> = row.iter().map(|word| format!("0x{word:016X}")).collect();
            let _ = writeln!(text, "    {},", row.join(", "));
        }
        text.push_str("];\n");
    }
    Ok(text)
}
