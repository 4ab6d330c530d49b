//! Comments in a text that allow what rules find there.

use crate::block::boundary;
use crate::finding::{Context, Finding};
use crate::fix::Fix;
use crate::position::{Passed, Position};
use crate::rules::{Rule, RuleSet};
use memchr::memmem::Finder;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What each of them begins with.
const HEAD: &[u8] = b"utf8: allow";

static FINDER: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(HEAD));

/// The length of a comment that is read. The names of all rules are shorter.
const LONGEST: usize = 1024;

/// The text that is searched, from its start: 16 MiB. What is longer is data, and no person writes comments into it.
const SEARCHED: u64 = 16 << 20;

/// The comments of a text that are read.
const MOST: usize = 1 << 16;

/// How far from a finding the comment in its line can be. So the answer does not depend on how much of a long line is read at once.
const NEAR: u64 = 64 << 10;

/// Where a comment for the whole file must begin, so that people see it: in the first 64 KiB.
const TOP: u64 = 64 << 10;

/// The comments of a text that allow findings, in whatever syntax the text has for comments:
///
/// - `utf8: allow nul, control` in the line of the findings,
/// - `utf8: allow-next-line nul` in the line before,
/// - `utf8: allow-begin nul` and `utf8: allow-end nul` around them,
/// - `utf8: allow-file nul` in the first 64 KiB of the text.
///
/// `all` stands for all rules, and what comes after the names is for people. The comments count in the first 16 MiB.
///
/// ```
/// use utf8kit_lint::{Allows, Options, Rule, check};
///
/// let text = b"a = '\x00'; // utf8: allow nul: the terminator\nb = '\x00';\n// utf8: allow-file control\n";
/// let mut allows = Allows::of(text);
/// let found = check(text, &Options::default());
/// let left: Vec<_> = found.iter().filter(|finding| !allows.allow(finding)).collect();
/// assert_eq!((left.len(), left[0].line), (1, 2));
///
/// let unused = allows.unused(Rule::Nul.into());
/// assert!(unused.is_empty(), "the rule `control` was not checked");
/// assert_eq!(allows.unused(Rule::Control.into())[0].line, 3);
/// ```
#[derive(Debug)]
pub struct Allows {
    /// The text that was not searched: the start of a comment, or of a character.
    rest: Vec<u8>,
    /// Where the rest begins, and the byte before it.
    position: Position,
    before: u8,
    is_over: bool,
    comments: Vec<Comment>,
    by_line: HashMap<(u64, Rule), usize>,
    /// The lines between two comments, in order.
    regions: HashMap<Rule, Vec<Region>>,
    of_file: HashMap<Rule, usize>,
}

/// A comment.
#[derive(Debug)]
struct Comment {
    position: Position,
    bytes: Vec<u8>,
    kind: Kind,
    rules: RuleSet,
    /// The rules of which it allowed a finding, or that it ends.
    used: RuleSet,
    /// A name that no rule has.
    unknown: Option<String>,
}

/// What a comment allows findings in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Line,
    NextLine,
    File,
    Begin,
    End,
}

#[derive(Debug)]
struct Region {
    first: u64,
    last: u64,
    comment: usize,
}

impl Default for Allows {
    fn default() -> Allows {
        Allows {
            rest: Vec::new(),
            position: Position::START,
            before: b'\n',
            is_over: false,
            comments: Vec::new(),
            by_line: HashMap::new(),
            regions: HashMap::new(),
            of_file: HashMap::new(),
        }
    }
}

impl Allows {
    /// Returns the comments of a whole text.
    pub fn of(text: &[u8]) -> Allows {
        let mut allows = Allows::default();
        allows.push(&text[..text.len().min(SEARCHED as usize)]);
        allows.finish();
        allows
    }

    /// Reads the next piece of a text. Returns `false` if no more of it is read.
    pub fn push(&mut self, piece: &[u8]) -> bool {
        if !self.is_over {
            self.rest.extend_from_slice(piece);
            self.search(false);
            self.is_over |= self.position.offset >= SEARCHED;
        }
        !self.is_over
    }

    /// Ends the text.
    pub fn finish(&mut self) {
        if !self.is_over {
            self.search(true);
            self.is_over = true;
        }
    }

    /// Returns `true` if a comment of what was read allows the finding.
    pub fn allow(&mut self, finding: &Finding) -> bool {
        let Some(comment) = self.comment(finding) else {
            return false;
        };
        let comment = &mut self.comments[comment];
        comment.used = comment.used.with(finding.rule);
        true
    }

    /// Returns the comment that allows a finding.
    fn comment(&self, finding: &Finding) -> Option<usize> {
        let Finding { rule, line, .. } = *finding;
        let in_line = self.by_line.get(&(line, rule)).copied().filter(|&comment| {
            let Comment { position, kind, .. } = &self.comments[comment];
            *kind == Kind::NextLine || position.offset.abs_diff(finding.offset) <= NEAR
        });
        let in_region = || {
            let regions = self.regions.get(&rule)?;
            let region = regions[..regions.partition_point(|region| region.first <= line)].last()?;
            (line <= region.last).then_some(region.comment)
        };
        in_line
            .or_else(in_region)
            .or_else(|| self.of_file.get(&rule).copied())
    }

    /// Returns a finding of the rule [`UnusedAllow`](Rule::UnusedAllow) for each comment without use: it names no rule, or one of
    /// `checked` that has found nothing there.
    pub fn unused(&self, checked: RuleSet) -> Vec<Finding> {
        let finding = |comment: &Comment| {
            let unused = comment.rules.intersection(checked).difference(comment.used);
            let (kind, message) = match (&comment.unknown, comment.kind) {
                (Some(name), _) => ("unknown-rule", crate::rules::unused_allow::unknown(name)),
                // `all` is for what may come.
                (None, _) if comment.rules == RuleSet::all() && !comment.used.is_empty() => return None,
                (None, _) if unused.is_empty() => return None,
                (None, Kind::End) => ("unopened", crate::rules::unused_allow::unopened(unused)),
                (None, _) => ("unused", crate::rules::unused_allow::unused(unused)),
            };
            Some(comment.finding(kind, message))
        };
        self.comments.iter().filter_map(finding).collect()
    }

    /// Searches the rest, up to what can be the start of a comment, or of a character, unless the text ends.
    fn search(&mut self, is_end: bool) {
        let text = std::mem::take(&mut self.rest);
        let mut done = 0;
        let mut kept = None;
        let mut from = 0;
        while let Some(at) = FINDER.find(&text[from..]) {
            let at = from + at;
            from = at + HEAD.len();
            let before = at.checked_sub(1).map_or(self.before, |before| text[before]);
            if before.is_ascii_alphanumeric() || matches!(before, b'_' | b'-' | b'`') {
                continue;
            }
            let written = &text[at..text.len().min(at + LONGEST)];
            let read = parse(written);
            if read.len == written.len() && written.len() < LONGEST && !is_end {
                kept = Some(at);
                break;
            }
            self.position.advance(&text[done..at]);
            done = at;
            self.add(read, &text[at..]);
        }
        let kept = match (kept, is_end) {
            (Some(kept), _) => kept,
            (None, true) => text.len(),
            (None, false) => {
                let is_start = |len: &usize| text.ends_with(&HEAD[..*len]);
                let start = (1..HEAD.len()).rev().find(is_start).unwrap_or(0);
                boundary(&text, text.len().saturating_sub(4))
                    .min(text.len() - start)
                    .max(done)
            }
        };
        self.position.advance(&text[done..kept]);
        self.before = text[..kept].last().copied().unwrap_or(self.before);
        self.rest = text[kept..].to_vec();
    }

    /// Adds a comment, which `text` begins with.
    fn add(&mut self, read: Written, text: &[u8]) {
        let Some(kind) = read.kind else {
            return;
        };
        if self.comments.len() == MOST || (read.rules.is_empty() && read.unknown.is_none()) {
            return;
        }
        let index = self.comments.len();
        let line = self.position.line;
        let mut used = RuleSet::EMPTY;
        for rule in read.rules.iter() {
            match kind {
                Kind::Line => {
                    self.by_line.entry((line, rule)).or_insert(index);
                }
                Kind::NextLine => {
                    self.by_line.entry((line + 1, rule)).or_insert(index);
                }
                Kind::File if self.position.offset <= TOP => {
                    self.of_file.entry(rule).or_insert(index);
                }
                Kind::File => {}
                Kind::Begin => {
                    let regions = self.regions.entry(rule).or_default();
                    // One in another has no use.
                    if regions.last().is_none_or(|region| region.last < line) {
                        regions.push(Region {
                            first: line,
                            last: u64::MAX,
                            comment: index,
                        });
                    }
                }
                Kind::End => {
                    let open = self.regions.get_mut(&rule).and_then(|regions| regions.last_mut());
                    if let Some(region) = open.filter(|region| region.last == u64::MAX) {
                        region.last = line;
                        used = used.with(rule);
                    }
                }
            }
        }
        self.comments.push(Comment {
            position: self.position,
            bytes: text[..read.len].to_vec(),
            kind,
            rules: read.rules,
            used,
            unknown: read.unknown,
        });
    }
}

impl Comment {
    fn finding(&self, kind: &'static str, message: String) -> Finding {
        let Position {
            offset,
            line,
            column,
            columns,
        } = self.position;
        let (end_column, end_columns) = Passed::Text(&self.bytes).end(column, columns);
        let rule = Rule::UnusedAllow;
        Finding {
            rule,
            level: rule.level(),
            kind: kind.into(),
            offset,
            line,
            column,
            end_column,
            columns,
            end_columns,
            length: self.bytes.len() as u64,
            count: 1,
            bytes: crate::finding::kept(&self.bytes),
            message,
            clause: rule.clause(),
            fix: Fix::None,
            context: Context::default(),
        }
    }
}

/// What was read of a comment.
struct Written {
    /// `None` if it is none.
    kind: Option<Kind>,
    rules: RuleSet,
    unknown: Option<String>,
    /// Its length up to the last name.
    len: usize,
}

/// Reads a comment, which begins with [`HEAD`].
fn parse(text: &[u8]) -> Written {
    let is_of_name = |byte: &u8| byte.is_ascii_lowercase() || matches!(byte, b'0'..=b'9' | b'-');
    let word = |from: usize| {
        let len = text[from..].iter().take_while(|byte| is_of_name(byte)).count();
        (
            std::str::from_utf8(&text[from..from + len]).unwrap_or_default(),
            from + len,
        )
    };
    let blanks = |from: usize| {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        from + text[from..].iter().take_while(is_blank).count()
    };
    let (which, mut len) = word(HEAD.len());
    let mut read = Written {
        kind: match which {
            "" => Some(Kind::Line),
            "-next-line" => Some(Kind::NextLine),
            "-file" => Some(Kind::File),
            "-begin" => Some(Kind::Begin),
            "-end" => Some(Kind::End),
            _ => None,
        },
        rules: RuleSet::EMPTY,
        unknown: None,
        len,
    };
    let mut at = blanks(len);
    if at == len {
        read.kind = None;
        return read;
    }
    loop {
        let (name, end) = word(at);
        match name.parse::<Rule>() {
            Ok(rule) => read.rules = read.rules.with(rule),
            Err(_) if name == "all" => read.rules = RuleSet::all(),
            Err(_) if name.is_empty() => break,
            Err(_) => {
                read.unknown.get_or_insert_with(|| name.to_owned());
            }
        }
        len = end;
        at = blanks(end);
        if text.get(at) != Some(&b',') {
            break;
        }
        at = blanks(at + 1);
    }
    // A text that ends here may go on with another name.
    read.len = if at == text.len() { at } else { len };
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, check};

    /// Returns the lines of the findings that no comment allows, of the text in pieces of each size.
    fn left(text: &[u8]) -> Vec<u64> {
        let options = Options::default().with_rules(RuleSet::default().with(Rule::Control));
        let found = check(text, &options);
        let by = |mut allows: Allows| -> Vec<u64> {
            let left = found.iter().filter(|finding| !allows.allow(finding));
            left.map(|finding| finding.line).collect()
        };
        let whole = by(Allows::of(text));
        for len in [1, 2, 3, 7, 11, 64, 1000] {
            let mut allows = Allows::default();
            for piece in text.chunks(len) {
                allows.push(piece);
            }
            allows.finish();
            assert_eq!(by(allows), whole, "{len}");
        }
        whole
    }

    #[test]
    fn a_comment_allows_what_its_rule_finds_where_it_says() {
        for (text, expected) in [
            (&b"\0 # utf8: allow nul\n\0\n"[..], &[2][..]),
            (b"/* utf8: allow nul */ \0\n\0", &[2]),
            (b"\n# utf8: allow-next-line nul\n\0\n\0", &[4]),
            (b"\0\n\n# utf8: allow-file nul\n\0\n\x01", &[5]),
            (
                b"\0\n# utf8: allow-begin nul\n\0\n\0\n# utf8: allow-end nul\n\0",
                &[1, 6],
            ),
            (b"# utf8: allow-begin nul\n\0\n\0", &[]),
            // Regions do not nest, and another rule's end ends nothing.
            (
                b"utf8: allow-begin nul\nutf8: allow-begin nul\nutf8: allow-end nul\n\0\n",
                &[4],
            ),
            (
                b"utf8: allow-begin nul\nutf8: allow-end control\n\0\nutf8: allow-end nul\n\0",
                &[5],
            ),
            (b"\0\x01\n\0\x01 utf8: allow nul,\tcontrol: a reason\n", &[1, 1]),
            (b"\0\x01 utf8: allow all", &[]),
            (b"\0 utf8: allow control\n", &[1]),
            (b"\0 utf8: allow nul", &[]),
            (b"\xFF utf8: allow ill-formed\n\xFF", &[2]),
            // Not a comment of ours.
            (b"\0 xutf8: allow nul\n", &[1]),
            (b"\0 `utf8: allow nul`\n", &[1]),
            (b"\0 utf8: allow\n", &[1]),
            (b"\0 utf8: allows nul\n", &[1]),
            (b"\0 utf8: allownul\n", &[1]),
            (b"\0 utf8: allow-lines nul\n", &[1]),
            (b"\0 utf8: allow nuls\n", &[1]),
            (b"\0 utf8: allow n ul\n", &[1]),
            (b"\0 utf8:  allow nul\n", &[1]),
            (b"\0 utf8: allow the nul\n", &[1]),
        ] {
            let shown = String::from_utf8_lossy(text);
            assert_eq!(left(text), expected, "{shown:?}");
        }
    }

    #[test]
    fn comments_count_where_people_see_them() {
        let near = |len: usize| [b"\0".to_vec(), vec![b' '; len], b"utf8: allow nul\n".to_vec()].concat();
        assert!(left(&near(NEAR as usize - 1)).is_empty());
        assert_eq!(left(&near(NEAR as usize)), [1]);
        let top = |len: usize| {
            [
                b"\0\n".to_vec(),
                vec![b'\n'; len],
                b"utf8: allow-file nul\n".to_vec(),
            ]
            .concat()
        };
        assert!(left(&top(TOP as usize - 2)).is_empty());
        assert_eq!(left(&top(TOP as usize - 1)), [1]);
        let late = |len: u64| [vec![b'\n'; len as usize], b"utf8: allow nul \0\n".to_vec()].concat();
        let allowed = |text: &[u8]| {
            let mut allows = Allows::of(text);
            check(text, &Options::default())
                .iter()
                .all(|finding| allows.allow(finding))
        };
        assert!(allowed(&late(SEARCHED - 17)));
        assert!(!allowed(&late(SEARCHED)));
    }

    /// Neither a long line without an end nor many comments take more memory than they should, or more time.
    #[test]
    fn hostile_text_is_bounded() {
        let mut allows = Allows::default();
        allows.push(b"utf8: allow ");
        for _ in 0..1000 {
            allows.push(b"nul,nul,nul,");
        }
        assert!(allows.rest.len() < 2 * LONGEST, "{}", allows.rest.len());
        let many = b"utf8: allow-begin all\n".repeat(MOST + 10);
        let allows = Allows::of(&many);
        assert_eq!(allows.comments.len(), MOST);
        assert!(allows.regions.values().all(|regions| regions.len() == 1));
    }

    #[test]
    fn what_has_no_use_is_found_at_its_place() {
        let text = "é # utf8: allow nul: why\n\0 utf8: allow nul\nutf8: allow-end nul, bidi-control\n\
                    utf8: allow nulls, control\nutf8: allow all\n"
            .as_bytes();
        for len in [1, 5, 1000] {
            let mut allows = Allows::default();
            for piece in text.chunks(len) {
                allows.push(piece);
            }
            allows.finish();
            let mut found = check(text, &Options::default());
            found.retain(|finding| !allows.allow(finding));
            assert_eq!(found, []);
            let unused = allows.unused(Rule::Nul.into());
            let places: Vec<_> = unused
                .iter()
                .map(|found| (found.line, found.column, &*found.kind, &found.bytes[..]))
                .collect();
            let expected = [
                (1, 5, "unused", &b"utf8: allow nul"[..]),
                (3, 1, "unopened", b"utf8: allow-end nul, bidi-control"),
                (4, 1, "unknown-rule", b"utf8: allow nulls, control"),
                (5, 1, "unused", b"utf8: allow all"),
            ];
            assert_eq!(places, expected, "{len}");
            for found in &unused {
                let at = found.offset as usize;
                assert_eq!(&text[at..at + found.length as usize], found.bytes);
                assert_eq!(found.end_column, found.column + found.length);
            }
        }
    }
}
