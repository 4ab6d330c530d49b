//! `utf8 count`: bytes, characters, UTF-16 units, lines, and the longest line.
//!
//! A file is counted in blocks, a large one on all processors; what two neighbouring blocks hold adds up, the line that
//! both share included. Ill-formed text is counted as `utf8::repair` would give it: U+FFFD for each maximal subpart.

use crate::args::CountArgs;
use crate::check::block::{Block, PIECE, ROUND, Stream, for_each_block};
use crate::check::head::{self, Seems};
use crate::check::position::characters;
use crate::report::counted;
use crate::walk::{Files, Item, reason};
use crate::{Exit, complain, shown};
use serde_json::json;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use utf8kit::utf8;

/// What some text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    bytes: u64,
    characters: u64,
    units: u64,
    line_ends: u64,
    /// Characters of the line that the text begins in the midst of.
    first: u64,
    /// Of the line that it ends in the midst of; the same, if it has no line end.
    last: u64,
    /// Of the longest line.
    longest: u64,
    /// Maximal subparts of what is ill-formed.
    ill_formed: u64,
}

impl Count {
    /// Counts `bytes`, which begin and end between maximal subparts.
    fn of(bytes: &[u8]) -> Count {
        let mut count = Count {
            bytes: bytes.len() as u64,
            ..Count::default()
        };
        let mut rest = bytes;
        while let Err(error) = utf8::validate(rest) {
            count.add_well_formed(&rest[..error.valid_up_to()]);
            count.characters += 1;
            count.units += 1;
            count.ill_formed += 1;
            rest = &rest[error.valid_up_to() + error.bytes().len()..];
        }
        count.add_well_formed(rest);
        let characters = |line: &[u8]| match count.ill_formed {
            0 => utf8::count(line) as u64,
            _ => characters(line),
        };
        let mut line_start = match memchr::memchr(b'\n', bytes) {
            None => 0,
            Some(end) => {
                count.first = characters(&bytes[..end]);
                count.longest = count.first;
                end + 1
            }
        };
        // A line has no more characters than bytes: where another one ends not further on than the longest is long,
        // no line up to there is longer.
        loop {
            let near = bytes.len().min(line_start + count.longest as usize + 1);
            if let Some(end) = memchr::memrchr(b'\n', &bytes[line_start..near]) {
                line_start += end + 1;
                continue;
            }
            let Some(end) = memchr::memchr(b'\n', &bytes[near..]) else {
                break;
            };
            count.longest = count.longest.max(characters(&bytes[line_start..near + end]));
            line_start = near + end + 1;
        }
        count.last = characters(&bytes[line_start..]);
        count.longest = count.longest.max(count.last);
        if count.line_ends == 0 {
            count.first = count.last;
        }
        count
    }

    fn add_well_formed(&mut self, bytes: &[u8]) {
        // Parts that stay in the nearest cache while they are looked at three times.
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = utf8::ceil_boundary(rest, rest.len().min(16 << 10));
            let (part, behind) = rest.split_at(end);
            self.characters += utf8::count(part) as u64;
            self.units += utf8::utf16_len(part) as u64;
            self.line_ends += memchr::memchr_iter(b'\n', part).count() as u64;
            rest = behind;
        }
    }

    /// The count of this text and `next` behind it.
    fn and(self, next: Count) -> Count {
        let joined = self.last + next.first;
        Count {
            bytes: self.bytes + next.bytes,
            characters: self.characters + next.characters,
            units: self.units + next.units,
            line_ends: self.line_ends + next.line_ends,
            first: if self.line_ends == 0 { joined } else { self.first },
            last: if next.line_ends == 0 { joined } else { next.last },
            longest: self.longest.max(next.longest).max(joined),
            ill_formed: self.ill_formed + next.ill_formed,
        }
    }

    fn row(&self) -> [u64; 5] {
        [
            self.bytes,
            self.characters,
            self.units,
            self.line_ends,
            self.longest,
        ]
    }

    fn json(&self, path: Option<&Path>) -> serde_json::Value {
        let mut line = json!({
            "bytes": self.bytes,
            "characters": self.characters,
            "utf16_units": self.units,
            "lines": self.line_ends,
            "longest_line": self.longest,
            "ill_formed": self.ill_formed,
        });
        let bytes = path.map(|path| path.as_os_str().as_encoded_bytes());
        match (path, bytes) {
            (Some(path), Some(bytes)) => {
                line["path"] = path.to_string_lossy().into();
                if std::str::from_utf8(bytes).is_err() {
                    line["path_bytes"] = shown::hex(bytes).into();
                }
            }
            _ => line["total"] = true.into(),
        }
        line
    }
}

/// What the columns are called.
const HEAD: [&str; 5] = ["bytes", "characters", "utf-16", "lines", "longest"];

/// What became of one path.
enum Done {
    Counted(PathBuf, Count),
    Failed(String),
    Binary,
}

/// Runs the verb.
pub(crate) fn run(args: CountArgs) -> Exit {
    let jobs = args.files.jobs();
    let piece = args.files.piece_size.unwrap_or(PIECE);
    let prepared = args.files.paths().and_then(|mut paths| {
        if paths.is_empty() {
            paths.push(PathBuf::from("-"));
        }
        Files::new(paths, args.files.rules())
    });
    let files = match prepared {
        Ok(files) => Mutex::new(files.enumerate()),
        Err(message) => {
            complain(&message);
            return Exit::Failed;
        }
    };
    let done = Mutex::new(Vec::new());
    let work = || {
        let mut buffer = Vec::new();
        loop {
            let next = files.lock().expect("walking does not panic").next();
            let Some((index, item)) = next else { return };
            let item = one(item, piece, jobs, &mut buffer);
            done.lock().expect("nothing panics here").push((index, item));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().expect("nothing panics here");
    done.sort_by_key(|&(index, _)| index);
    tell(&args, done.into_iter().map(|(_, done)| done))
}

fn tell(args: &CountArgs, done: impl Iterator<Item = Done>) -> Exit {
    let mut exit = Exit::Clean;
    let mut rows = Vec::new();
    let mut total = Count::default();
    let mut text = String::new();
    for done in done {
        match done {
            Done::Binary => {}
            Done::Failed(message) => {
                complain(&message);
                exit = Exit::Failed;
            }
            Done::Counted(path, count) => {
                if count.ill_formed > 0 {
                    let places = counted(count.ill_formed, "ill-formed place");
                    complain(&format!(
                        "{}: {places}, each counted as U+FFFD",
                        shown::path(&path)
                    ));
                }
                // Lines do not go on from one file to the next.
                let longest = total.longest.max(count.longest);
                total = Count {
                    longest,
                    ..total.and(count)
                };
                if args.json {
                    text.push_str(&format!("{}\n", count.json(Some(&path))));
                } else {
                    rows.push((count.row(), shown::path(&path)));
                }
            }
        }
    }
    if args.json {
        text.push_str(&format!("{}\n", total.json(None)));
    } else {
        if rows.len() != 1 {
            rows.push((total.row(), "total".to_owned()));
        }
        let width = |column: usize| {
            let numbers = rows.iter().map(|(row, _)| row[column].to_string().len());
            numbers.max().unwrap_or(0).max(HEAD[column].len())
        };
        let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
        let line = |cells: [String; 5], name: &str| {
            let cells: Vec<_> = cells
                .iter()
                .zip(&widths)
                .map(|(cell, &width)| format!("{cell:>width$}"))
                .collect();
            format!("{}  {name}", cells.join("  ")).trim_end().to_owned() + "\n"
        };
        text.push_str(&line(HEAD.map(str::to_owned), ""));
        for (row, name) in &rows {
            text.push_str(&line(row.map(|number| number.to_string()), name));
        }
    }
    crate::print(&text, exit)
}

fn one(item: Item, piece: usize, jobs: usize, buffer: &mut Vec<u8>) -> Done {
    let (path, result) = match item {
        Item::Failed(message) => return Done::Failed(message),
        Item::Stdin => (
            PathBuf::from("<stdin>"),
            stream(io::stdin().lock(), true, piece, buffer),
        ),
        Item::File { path, named } => {
            let result = File::open(&path).and_then(|file| {
                let data = file.metadata()?;
                if data.is_file() && data.len() > piece as u64 {
                    large(&file, data.len(), named, piece, jobs, buffer)
                } else {
                    stream(&file, named, piece, buffer)
                }
            });
            (path, result)
        }
    };
    match result {
        Ok(Some(count)) => Done::Counted(path, count),
        Ok(None) => Done::Binary,
        Err(error) => Done::Failed(format!("{}: {}", shown::path(&path), reason(&error))),
    }
}

/// Is it a binary file that nobody asked for?
fn is_passed_over(block: &Block<'_>, named: bool) -> bool {
    !named && head::look(block.bytes, block.last) != Seems::Text
}

/// Counts what can only be read on and on; `None` if it is passed over.
fn stream(source: impl Read, named: bool, piece: usize, buffer: &mut Vec<u8>) -> io::Result<Option<Count>> {
    let mut stream = Stream::new(source, piece, buffer);
    let mut count = None;
    while let Some(block) = stream.next()? {
        if count.is_none() && is_passed_over(&block, named) {
            return Ok(None);
        }
        let next = Count::of(&block.bytes[block.body.clone()]);
        count = Some(count.map_or(next, |count: Count| count.and(next)));
    }
    Ok(count)
}

/// Counts a regular file on several processors.
fn large(
    file: &File,
    size: u64,
    named: bool,
    piece: usize,
    jobs: usize,
    buffer: &mut Vec<u8>,
) -> io::Result<Option<Count>> {
    if is_passed_over(&crate::check::block::read_at(file, 0, piece, buffer)?, named) {
        return Ok(None);
    }
    let blocks = size.div_ceil(piece as u64);
    let mut total = Count::default();
    for round in (0..blocks).step_by(ROUND as usize) {
        let indexes = round..blocks.min(round + ROUND);
        let count = |block: io::Result<Block<'_>>| block.map(|block| Count::of(&block.bytes[block.body]));
        for count in for_each_block(file, indexes, piece, jobs, buffer, &count) {
            total = total.and(count?);
        }
    }
    Ok(Some(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(bytes: &[u8]) -> [u64; 5] {
        let text = String::from_utf8_lossy(bytes);
        let longest = text.split('\n').map(|line| line.chars().count()).max();
        [
            bytes.len(),
            text.chars().count(),
            text.encode_utf16().count(),
            text.matches('\n').count(),
            longest.unwrap_or(0),
        ]
        .map(|number| number as u64)
    }

    #[test]
    fn counts_as_repair_would_give_it_wherever_it_is_cut() {
        let texts: [&[u8]; 6] = [
            b"",
            b"one\ntwo\n\nthree",
            "Größe\n漢字 😀\r\nx\n".as_bytes(),
            b"a\xFF\xE2\x82\nb\xF0\x9F\x98\xC0\xAF\xED\xA0\x80\nlonger than the others\n\xC3",
            b"\n\n\n",
            "no line end, é".as_bytes(),
        ];
        for text in texts {
            assert_eq!(Count::of(text).row(), plain(text), "{text:?}");
            for piece in 1..text.len() + 2 {
                let count = stream(text, true, piece, &mut Vec::new()).unwrap().unwrap();
                assert_eq!(count.row(), plain(text), "{text:?} in pieces of {piece}");
            }
        }
    }
}
