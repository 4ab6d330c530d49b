//! Names of files and directories: what is wrong with each, and what it would be without that.
//!
//! The names of a tree are one text with a name in each line for the rules about characters, so that they decide together what is
//! encoded twice. Those that are not UTF-8 are another text, which decides about their encoding: first the names of a directory, and
//! where these leave a doubt, those of the tree. A name that reads much better in another encoding than the others is left alone.

use crate::certainty::Certainty;
use crate::checker::check;
use crate::columns::Columns;
use crate::escape;
use crate::finding::{Context, Finding, kept};
use crate::fix::Fix;
#[cfg(feature = "legacy")]
use crate::legacy::{ENOUGH, Sample};
use crate::options::{Bidi, Options};
use crate::position::Passed;
use crate::rules::Rule;
use crate::rules::other_encoding::adverb;
use crate::words::numbers;
use std::collections::HashMap;
use std::ops::Range;
use utf8kit::{Number, Policy, utf8};
#[cfg(feature = "legacy")]
use utf8kit_encodings::detect::candidates;
use utf8kit_encodings::order::sort_by_key;
use utf8kit_encodings::{Encoding, Reading};

/// The most bytes of a name, in most file systems.
const LONGEST: usize = 255;

/// How the bytes of a name are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum NameEncoding {
    /// As UTF-8, by convention: names in file systems and in tar.
    #[default]
    Unspecified,
    /// As UTF-8, by what is beside the name: a zip archive has a flag for it.
    Utf8,
    /// As IBM437: a zip archive without the flag.
    Ibm437,
}

/// A name, without the path before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name<'n> {
    /// Its bytes.
    pub bytes: &'n [u8],
    /// A number that the names in one directory have in common.
    pub directory: usize,
    /// How it is to be read.
    pub encoding: NameEncoding,
}

/// Returns what the rule [`Rule::Names`] finds in the names of a tree, in their order, with the index of the name of each. There is one
/// finding for each kind. Lines and columns are those in the name.
///
/// `from` is the encoding of names that are not UTF-8, if that is known. Of `options`, [`Options::likely`] matters.
///
/// ```
/// use utf8kit_lint::{Fix, Name, NameEncoding, Options, check_names};
///
/// let names = ["S\u{C3}\u{A3}o Paulo", "São Paulo", "photo\u{202E}gpj.exe"].map(|name| Name {
///     bytes: name.as_bytes(),
///     directory: 0,
///     encoding: NameEncoding::Unspecified,
/// });
/// let found = check_names(&names, None, &Options::default());
/// let kinds: Vec<_> = found.iter().map(|(index, finding)| (*index, &*finding.kind)).collect();
/// assert_eq!(kinds, [(0, "double-encoded"), (2, "bidi")]);
/// assert!(matches!(&found[0].1.fix, Fix::Rename { to, .. } if to == "São Paulo"));
/// ```
pub fn check_names(names: &[Name<'_>], from: Option<Encoding>, options: &Options) -> Vec<(usize, Finding)> {
    let mut found = Vec::new();
    let is_plain = |name: &Name<'_>| name.bytes.iter().all(|byte| matches!(byte, b' '..=b'~'));
    let (texts, foreign): (Vec<_>, Vec<_>) = (0..names.len())
        .filter(|&index| !is_plain(&names[index]))
        .partition(|&index| utf8::is_valid(names[index].bytes));
    in_texts(names, &texts, options, &mut found);
    ill_formed(names, &foreign, from, &mut found);
    for (index, name) in names.iter().enumerate() {
        if name.bytes.len() > LONGEST {
            let message = format!(
                "the name has {} bytes, and in most file systems a name has at most {LONGEST}",
                name.bytes.len()
            );
            found.push((
                index,
                finding(name.bytes, LONGEST..name.bytes.len(), "too-long", message),
            ));
        }
    }
    sort_by_key(&mut found, |&(index, _)| index as i64);
    found
}

/// Returns a finding about a place in a name.
fn finding(name: &[u8], place: Range<usize>, kind: &'static str, message: String) -> Finding {
    let (column, columns) = Passed::Text(&name[..place.start]).end(1, Columns::START);
    let (end_column, end_columns) = Passed::Text(&name[place.clone()]).end(column, columns);
    Finding {
        rule: Rule::Names,
        level: Rule::Names.level(),
        kind: kind.into(),
        offset: place.start as u64,
        line: 1,
        column,
        end_column,
        columns,
        end_columns,
        length: place.len() as u64,
        count: 1,
        bytes: kept(&name[place.clone()]),
        message,
        clause: match kind {
            "decomposed" => "UAX #15",
            "bidi" => "UAX #9",
            "invisible" => "UTS #39",
            "control" => "RFC 5198 section 2",
            _ => Rule::Names.clause(),
        },
        fix: Fix::None,
        context: Context {
            before: name[..place.start].to_vec(),
            found: None,
            after: name[place.end..].to_vec(),
            from_line_start: true,
            to_line_end: true,
        },
    }
}

/// Returns the repair of a name, or adds to its message why there is none.
fn rename(to: String, from: Option<(&'static str, Certainty)>, message: &mut String) -> Fix {
    if to.len() > LONGEST {
        message.push_str(&format!(
            "; that has {} bytes, and in most file systems a name has at most {LONGEST}",
            to.len()
        ));
        return Fix::None;
    }
    // Nothing is decoded to what a path is made of.
    if matches!(&*to, "" | "." | "..") || to.contains(['/', '\0']) {
        return Fix::None;
    }
    Fix::Rename { to, from }
}

/// What is found in one name by one rule.
struct InName {
    finding: Finding,
    /// The places and the texts to put there.
    replacements: Vec<(Range<usize>, String)>,
}

/// Finds what the characters of names show: those of `texts`, which are well-formed.
fn in_texts(names: &[Name<'_>], texts: &[usize], options: &Options, found: &mut Vec<(usize, Finding)>) {
    let mut is_undone = vec![false; texts.len()];
    for (at, in_name) in by_rules(names, texts, options) {
        let (finding, undoes) = in_name.with_fix(names[texts[at]].bytes);
        is_undone[at] |= undoes;
        found.push((texts[at], finding));
    }
    for (&index, is_undone) in texts.iter().zip(is_undone) {
        // Controls that a mistake has made are undone with it.
        let control = control(names[index].bytes).filter(|_| !is_undone);
        found.extend(control.map(|finding| (index, finding)));
        found.extend(undeclared(&names[index]).map(|finding| (index, finding)));
    }
}

/// Returns what the rules for text find in names, in the order of these, each with the place of its name in `texts`.
fn by_rules(names: &[Name<'_>], texts: &[usize], options: &Options) -> Vec<(usize, InName)> {
    // U+FEFF at the start of the text would be a signature.
    let mut text = vec![b'\n'];
    let starts: Vec<usize> = texts
        .iter()
        .map(|&index| {
            let start = text.len();
            text.extend_from_slice(names[index].bytes);
            text.push(b'\n');
            start
        })
        .collect();
    let rules = [
        Rule::DoubleEncoded,
        Rule::NotNfc,
        Rule::BidiControl,
        Rule::Invisible,
        Rule::InnerFeff,
    ];
    let options = Options::default()
        .with_rules(rules.into_iter().collect())
        .with_bidi(Bidi::All)
        .with_likely(options.likely)
        .with_separate_places(true);
    let mut of_name: Vec<(usize, InName)> = Vec::new();
    for one in check(&text, &options) {
        let at = starts.partition_point(|&start| start as u64 <= one.offset) - 1;
        let name = names[texts[at]].bytes;
        let start = one.offset as usize - starts[at];
        let place = start..start + one.length as usize;
        // What reaches into the next name is nothing of this one.
        let Some(bytes) = name.get(place.clone()) else {
            continue;
        };
        let Some((kind, message)) = described(&one, bytes, name) else {
            continue;
        };
        let known = of_name
            .iter_mut()
            .rev()
            .take_while(|(other, _)| *other == at)
            .find(|(_, known)| known.finding.kind == kind);
        let known = match known {
            Some((_, known)) => {
                known.finding.count += 1;
                known
            }
            None => {
                let finding = finding(name, place.clone(), kind, message);
                of_name.push((
                    at,
                    InName {
                        finding,
                        replacements: Vec::new(),
                    },
                ));
                &mut of_name.last_mut().expect("one was added").1
            }
        };
        if let Fix::Replace(text) = one.fix {
            known.replacements.push((place, text));
        }
    }
    of_name
}

impl InName {
    /// Returns the finding, with a fix if every place has a replacement, and whether that undoes a mistake.
    fn with_fix(self, name: &[u8]) -> (Finding, bool) {
        let InName {
            mut finding,
            replacements,
        } = self;
        if replacements.len() as u64 != finding.count {
            return (finding, false);
        }
        let to = replaced(name, &replacements);
        let shown = escape::text(to.as_bytes());
        match &*finding.kind {
            "double-encoded" => {
                finding.message = format!("the name is encoded more than once, and is probably `{shown}`");
            }
            "decomposed" => finding
                .message
                .push_str(&format!(", in which the name is `{shown}`")),
            _ => {}
        }
        finding.fix = rename(to, None, &mut finding.message);
        let undoes = finding.kind == "double-encoded";
        (finding, undoes)
    }
}

/// Returns the control characters of a name.
fn control(name: &[u8]) -> Option<Finding> {
    let text = utf8::validate(name).expect("it is one of the texts");
    let controls = || text.char_indices().filter(|(_, c)| is_control(*c));
    let (at, c) = controls().next()?;
    let message = format!(
        "{} is a control character, in the name of a file",
        Number(c.into())
    );
    let mut finding = finding(name, at..at + c.len_utf8(), "control", message);
    finding.count = controls().count() as u64;
    Some(finding)
}

/// Returns that a name is UTF-8, if its archive says that it is not.
fn undeclared(name: &Name<'_>) -> Option<Finding> {
    if name.encoding != NameEncoding::Ibm437 {
        return None;
    }
    let bytes = name.bytes;
    let first = bytes.iter().position(|byte| !byte.is_ascii())?;
    let place = first..first + utf8::decode_first(&bytes[first..]).map_or(1, |(_, len)| len);
    let message = "the name is UTF-8, but the archive does not say so (bit 11 of the flags): Windows reads it in IBM437";
    Some(finding(bytes, place, "undeclared", message.to_owned()))
}

/// Returns `true` for what commands a terminal or ends a line.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns the kind of what a rule for text finds in a name, and the message about it; `None` if it is right in a name.
fn described(one: &Finding, bytes: &[u8], name: &[u8]) -> Option<(&'static str, String)> {
    let text = String::from_utf8_lossy(bytes);
    Some(match one.rule {
        Rule::DoubleEncoded => ("double-encoded", one.message.clone()),
        Rule::NotNfc => (
            "decomposed",
            format!("{} is not in Normalization Form C", numbers(&text)),
        ),
        Rule::Invisible => ("invisible", one.message.clone()),
        Rule::InnerFeff => (
            "invisible",
            "U+FEFF shows nothing, and is no signature in a name".to_owned(),
        ),
        _ => {
            let c = text.chars().next()?;
            match c {
                // Marks set the direction of neutral characters beside letters that are written from right to left.
                '\u{200E}' | '\u{200F}' | '\u{61C}' if has_right_to_left(name) => return None,
                '\u{200E}' | '\u{200F}' | '\u{61C}' => {
                    let number = Number(c.into());
                    (
                        "invisible",
                        format!("{number} shows nothing, and does nothing in this name"),
                    )
                }
                _ => (
                    "bidi",
                    format!("{} reorders what follows it in the name", Number(c.into())),
                ),
            }
        }
    })
}

/// Returns `true` if the name has letters that are written from right to left.
fn has_right_to_left(name: &[u8]) -> bool {
    String::from_utf8_lossy(name).chars().any(|c| {
        matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{10800}'..='\u{10FFF}'
            | '\u{1E800}'..='\u{1EFFF}')
            && c.is_alphabetic()
    })
}

/// Returns the name with other texts at some places, which are in order.
fn replaced(name: &[u8], replacements: &[(Range<usize>, String)]) -> String {
    let mut to = Vec::with_capacity(name.len());
    let mut at = 0;
    for (place, text) in replacements {
        to.extend_from_slice(&name[at..place.start]);
        to.extend_from_slice(text.as_bytes());
        at = place.end;
    }
    to.extend_from_slice(&name[at..]);
    String::from_utf8(to).expect("whole characters are replaced in a name that is well-formed")
}

/// A name that is so many bits less likely in an encoding than in another is not in it.
#[cfg(feature = "legacy")]
const CLEAR: u32 = 10;

/// An encoding that names may be in.
#[derive(Clone, Copy)]
struct Guess {
    encoding: Encoding,
    certainty: Certainty,
}

/// Returns the encoding that these names are in together. Each of some names has votes for the encodings that it reads well in, so that a
/// few names in another encoding change nothing. The names that read well in the one with the most votes are the text that decides.
#[cfg(feature = "legacy")]
fn guess(names: &[&[u8]]) -> Option<Guess> {
    const MOST: usize = 1024;

    let mut votes: Vec<(Encoding, u32)> = Vec::new();
    // Names that are alike stand together.
    let some = || names.iter().step_by(names.len().div_ceil(MOST).max(1));
    for name in some() {
        for candidate in candidates(name)
            .iter()
            .take_while(|candidate| candidate.behind < CLEAR)
        {
            let bits = CLEAR - candidate.behind;
            match votes
                .iter_mut()
                .find(|(encoding, _)| *encoding == candidate.encoding)
            {
                Some((_, votes)) => *votes += bits,
                None => votes.push((candidate.encoding, bits)),
            }
        }
    }
    let &(elected, _) = votes.iter().max_by_key(|(_, votes)| *votes)?;
    let mut bytes = Vec::new();
    for name in some().filter(|name| suits(elected, name)) {
        bytes.extend_from_slice(name);
        bytes.push(b'\n');
        if bytes.len() >= ENOUGH {
            break;
        }
    }
    let sample = Sample {
        bytes: &bytes,
        before: 0,
    };
    let best = sample.best(sample.arrangement(None), None, None)?;
    Some(Guess {
        encoding: best.encoding.encoding(),
        certainty: best.certainty,
    })
}

#[cfg(not(feature = "legacy"))]
fn guess(_: &[&[u8]]) -> Option<Guess> {
    None
}

/// Reports names that are not UTF-8: those of `foreign`.
fn ill_formed(
    names: &[Name<'_>],
    foreign: &[usize],
    from: Option<Encoding>,
    found: &mut Vec<(usize, Finding)>,
) {
    let mut directories: HashMap<usize, Vec<usize>> = HashMap::new();
    for &index in foreign {
        directories.entry(names[index].directory).or_default().push(index);
    }
    let bytes =
        |indices: &[usize]| -> Vec<&[u8]> { indices.iter().map(|&index| names[index].bytes).collect() };
    let of_tree = match from {
        Some(_) => None,
        None => guess(&bytes(foreign)),
    };
    let of_directories: HashMap<usize, Option<Guess>> = directories
        .iter()
        .map(|(&directory, indices)| {
            let is_all = indices.len() == foreign.len();
            let own = match from.is_some() || is_all {
                true => of_tree,
                false => guess(&bytes(indices)),
            };
            let is_sure = |guess: &Guess| guess.certainty >= Certainty::VeryLikely;
            (
                directory,
                own.filter(is_sure)
                    .or(of_tree.filter(is_sure))
                    .or(own)
                    .or(of_tree),
            )
        })
        .collect();
    for &index in foreign {
        let name = names[index];
        let guess = match from {
            Some(encoding) => Some(Guess {
                encoding,
                certainty: Certainty::Certain,
            }),
            None => of_directories[&name.directory],
        };
        found.push((index, ill_formed_name(name, guess)));
    }
}

/// Returns the finding about a name that is not UTF-8, and that `guess` is about.
fn ill_formed_name(name: Name<'_>, guess: Option<Guess>) -> Finding {
    let error = utf8::validate(name.bytes).expect_err("it is ill-formed");
    let at = error.valid_up_to();
    let place = at..at + error.bytes().len();
    let declared = match name.encoding {
        NameEncoding::Utf8 => ", as the archive says it is",
        _ => "",
    };
    let mut message = format!("the name is not UTF-8{declared}: {error}");
    let decoded = guess.and_then(|guess| {
        let text = guess.encoding.decode(name.bytes, Policy::Fail).ok()?;
        (!text.chars().any(is_control)).then_some((guess, text))
    });
    let mut fix = Fix::None;
    if let Some((guess, text)) = decoded {
        let encoding = match is_same_in_ibm437(name, &text) {
            true => "IBM437",
            false => guess.encoding.name(),
        };
        let certainty = match guess.certainty {
            Certainty::Certain => Certainty::Certain,
            // The other names read well in it, and this one must not read much better in another.
            certainty if certainty >= Certainty::VeryLikely && !suits(guess.encoding, name.bytes) => {
                Certainty::Possible
            }
            certainty => certainty,
        };
        let how_sure = match certainty {
            Certainty::Certain => String::new(),
            certainty => format!("{} ", adverb(certainty)),
        };
        let shown = escape::text(text.as_bytes());
        message = format!(
            "the name is {how_sure}in {encoding}, not UTF-8{declared}; in {encoding}, it is `{shown}`"
        );
        fix = rename(text, Some((encoding, certainty)), &mut message);
    }
    Finding {
        fix,
        ..finding(name.bytes, place, "ill-formed", message)
    }
}

/// Returns `true` for a name that is to be read in IBM437 and is `text` there.
fn is_same_in_ibm437(name: Name<'_>, text: &str) -> bool {
    let ibm437 = match name.encoding {
        NameEncoding::Ibm437 => Encoding::for_label("IBM437", Reading::Iconv),
        _ => None,
    };
    ibm437.is_some_and(|ibm437| {
        ibm437
            .decode(name.bytes, Policy::Fail)
            .is_ok_and(|other| other == text)
    })
}

/// Returns `true` if a name does not read much better in another encoding than in this one.
#[cfg(feature = "legacy")]
fn suits(encoding: Encoding, name: &[u8]) -> bool {
    let text = |encoding: Encoding| encoding.decode(name, Policy::Fail).ok();
    let candidates = candidates(name);
    let mut near = candidates.iter().take_while(|candidate| candidate.behind < CLEAR);
    // Of encodings in which the name is the same, there is only one candidate.
    near.any(|candidate| candidate.encoding == encoding || text(candidate.encoding) == text(encoding))
}

#[cfg(not(feature = "legacy"))]
fn suits(_: Encoding, _: &[u8]) -> bool {
    true
}
