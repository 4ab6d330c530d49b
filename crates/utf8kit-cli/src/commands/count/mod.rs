//! `utf8 count`: bytes, characters, UTF-16 code units, lines, and the longest line.
//!
//! A file is counted in blocks, a large one on all processors. The counts of two neighbouring blocks add up, including the
//! line that both share. The characters of ill-formed text are counted as `utf8::repair` repairs it: U+FFFD for each maximal
//! subpart. Ill-formed sequences are counted as `check` reports them.

mod counts;
mod table;

use crate::escape;
use crate::io::blocks::{Ahead, Blocks, block_at};
use crate::io::decompress::{self, Name, Text};
use crate::io::read::{self, Buffers, RandomAccess, Stream};
use crate::io::stdin;
use crate::io::stdout::{self, Exit};
use crate::io::walk::{self, Files, Item, Roots};
use crate::message::{complain, counted, reason};
use crate::report::json_name;
use crate::run::shared;
use counts::{Count, Wanted};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
pub(crate) use table::CountArgs;
use table::{Table, name_of};
use utf8kit_lint::{BODY_LEN, Block, Detected, detect};

impl Count {
    /// Returns the JSON object.
    fn json(&self) -> Value {
        json!({
            "bytes": self.bytes,
            "characters": self.characters,
            "utf16_units": self.units,
            "lines": self.line_ends,
            "longest_line": self.longest,
            "ill_formed": self.ill_formed,
            "replaced": self.replaced,
        })
    }
}

/// Returns the JSON object with a path.
fn named(mut line: Value, path: &Path) -> Value {
    json_name(&mut line, path);
    line
}

/// The result of one path.
enum Done {
    Counted(PathBuf, Counted),
    Failed(String),
    /// It is not text in one-byte units and was skipped.
    Skipped(PathBuf, Detected),
}

/// A text that was counted.
struct Counted {
    count: Count,
    /// What its first bytes say that it is.
    detected: Detected,
}

/// Runs the verb.
pub(crate) fn run(args: CountArgs) -> Exit {
    let settings = Settings {
        wanted: table::wanted(&args),
        is_decompressed: args.files.decompress,
        body_len: args.files.piece_size.unwrap_or(BODY_LEN),
        jobs: args.files.jobs(),
    };
    let prepared = walk::roots(&args.files).and_then(|roots| {
        walk::check_null(&args.files)?;
        let roots = match roots {
            Roots::Paths(_) | Roots::Changed(_) | Roots::Found(_) => roots,
            Roots::Stdin(_) | Roots::Tree => Roots::Stdin(stdin::Why::Default),
        };
        Files::new(roots, (&args.files).into())
    });
    let files = match prepared {
        Ok(files) => files,
        Err(message) => {
            complain(&message);
            return Exit::Failed;
        }
    };
    let one = |item, buffers: &mut Buffers, done: &mut dyn FnMut(Done)| {
        one(item, args.files.stdin_name(), settings, buffers, done);
    };
    let done = shared::collect(files, settings.jobs, || Buffers::new(settings.body_len), one);
    print(&args, done)
}

/// Prints the counts in the order of the paths.
fn print(args: &CountArgs, done: impl Iterator<Item = Done>) -> Exit {
    let mut exit = Exit::Clean;
    let mut table = Table::new(args);
    let mut total = Count::default();
    let mut text = String::new();
    for done in done {
        match done {
            Done::Failed(message) => {
                complain(&message);
                exit = Exit::Failed;
            }
            Done::Skipped(path, detected) => {
                if args.json {
                    let mut line = named(json!({}), &path);
                    line["skipped"] = name_of(detected).into();
                    text.push_str(&escape::json_line(&line));
                } else {
                    table.skipped(&path, detected);
                }
            }
            Done::Counted(path, Counted { count, detected }) => {
                if count.ill_formed > 0 {
                    complain(&ill_formed(&path, &count));
                }
                // A line ends where its file ends.
                let longest = total.longest.max(count.longest);
                total = total.and(count);
                total.longest = longest;
                if args.json {
                    let mut line = named(count.json(), &path);
                    if let Some(name) = name_of(detected) {
                        line["detected"] = name.into();
                    }
                    text.push_str(&escape::json_line(&line));
                } else {
                    table.counted(&path, &count, detected);
                }
            }
        }
    }
    if args.json {
        let mut line = total.json();
        line["total"] = true.into();
        text.push_str(&escape::json_line(&line));
    } else {
        text = table.text(&total, io::stdout().is_terminal());
    }
    stdout::print(&text, exit)
}

/// Returns the warning about ill-formed sequences.
fn ill_formed(path: &Path, count: &Count) -> String {
    let sequences = counted(count.ill_formed, "ill-formed sequence");
    let replaced = counted(count.replaced, "character");
    let path = escape::path(path);
    format!("{path}: {sequences}, counted as {replaced} U+FFFD")
}

/// How files are counted.
#[derive(Clone, Copy)]
struct Settings {
    wanted: Wanted,
    is_decompressed: bool,
    body_len: usize,
    jobs: usize,
}

/// Counts one path, or each text in it, and passes the results to `push`.
fn one(item: Item, stdin_name: &Path, settings: Settings, buffers: &mut Buffers, push: &mut dyn FnMut(Done)) {
    let wanted = settings.wanted;
    let (path, named) = match &item {
        Item::Failed(message) => return push(Done::Failed(message.clone())),
        Item::Staged { .. } | Item::Other { .. } => return,
        Item::Stdin(_) => (stdin_name, true),
        Item::File { path, named } => (path.as_path(), *named),
    };
    let name = Name {
        shown: path,
        own: path,
        named,
    };
    let result = match item {
        Item::Stdin(why) => stdin::open(why).and_then(|source| match settings.is_decompressed {
            true => unpacked(source, None, name, wanted, buffers, push),
            false => {
                push(done(path, stream(source, true, wanted, buffers)));
                Ok(())
            }
        }),
        _ => read::open(path).and_then(|file| {
            let data = file.metadata()?;
            let size = data.is_file().then_some(data.len());
            if settings.is_decompressed && decompress::is_packed(&file, size)? {
                let regular = size.is_some().then_some(&file);
                return unpacked(&file, regular, name, wanted, buffers, push);
            }
            let result = match size {
                Some(size) if size > settings.body_len as u64 => {
                    large(&file, size, named, settings, &mut buffers.block)?
                }
                _ => stream(&file, named, wanted, buffers)?,
            };
            push(done(path, Ok(result)));
            Ok(())
        }),
    };
    if let Err(error) = result {
        push(done(path, Err(error)));
    }
}

/// Counts each text in `source`, which is `file` if it has a size.
fn unpacked(
    source: impl Read,
    file: Option<&File>,
    name: Name<'_>,
    wanted: Wanted,
    buffers: &mut Buffers,
    push: &mut dyn FnMut(Done),
) -> io::Result<()> {
    decompress::unpack(source, file, name, &mut |name, text| {
        let result = match text {
            Text::Source(source) => stream(source, name.named, wanted, buffers),
            Text::Failed(error) => Err(error),
            Text::Skipped(_) => Ok(Err(Detected::Binary)),
            Text::Named(_) => return ControlFlow::Continue(()),
        };
        push(done(name.shown, result));
        ControlFlow::Continue(())
    })
}

/// Returns the result for `path`.
fn done(path: &Path, result: io::Result<Result<Counted, Detected>>) -> Done {
    match result {
        Ok(Ok(counted)) => Done::Counted(path.to_owned(), counted),
        Ok(Err(detected)) => Done::Skipped(path.to_owned(), detected),
        Err(error) => Done::Failed(format!("{}: {}", escape::path(path), reason(&error))),
    }
}

/// Counts what can only be read in order. Returns what it is instead if it is not text and its path was not given.
fn stream(
    source: impl Read,
    named: bool,
    wanted: Wanted,
    buffers: &mut Buffers,
) -> io::Result<Result<Counted, Detected>> {
    let mut stream = Stream::new(source, buffers);
    let mut count = None;
    let mut detected = Detected::Text;
    while let Some(block) = stream.next()? {
        if count.is_none() {
            detected = detect(block.bytes(), block.is_last());
            if detected != Detected::Text && !named {
                return Ok(Err(detected));
            }
        }
        let next = Count::of(&block, wanted);
        count = Some(count.map_or(next, |count: Count| count.and(next)));
    }
    let count = count.unwrap_or_default();
    Ok(Ok(Counted { count, detected }))
}

/// Counts a regular file on several threads. Returns what it is instead if it is not text and its path was not given.
fn large(
    file: &File,
    size: u64,
    named: bool,
    settings: Settings,
    buffer: &mut Vec<u8>,
) -> io::Result<Result<Counted, Detected>> {
    let Settings {
        wanted,
        body_len,
        jobs,
        ..
    } = settings;
    let file = RandomAccess(file);
    let first = block_at(file, 0, body_len, buffer)?;
    let detected = detect(first.bytes(), first.is_last());
    if detected != Detected::Text && !named {
        return Ok(Err(detected));
    }
    let blocks = Blocks {
        file,
        indexes: 0..size.div_ceil(body_len as u64),
        body_len,
    };
    let mut total = Count::default();
    let count = |block: io::Result<Block<'_>>| block.map(|block| Count::of(&block, wanted));
    let flow = blocks.for_each(jobs, buffer, &count, |_, count, _| match count {
        Ok(count) => {
            total = total.and(count);
            ControlFlow::Continue(Ahead::Many)
        }
        Err(error) => ControlFlow::Break(error),
    });
    match flow {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(Ok(Counted {
            count: total,
            detected,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit_lint::{Options, Rule, check};

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
    fn counts_are_those_of_repaired_text_wherever_blocks_end() {
        let texts: [&[u8]; 8] = [
            b"",
            b"one\ntwo\n\nthree",
            "Größe\n漢字 😀\r\nx\n".as_bytes(),
            b"a\xFF\xE2\x82\nb\xF0\x9F\x98\xC0\xAF\xED\xA0\x80\nlonger than the others\n\xC3",
            b"\n\n\n",
            "no line end, é".as_bytes(),
            b"\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80\xED\xB8\x80\xED\xA0\xBD\xED\xB8",
            b"\xFD\xBF\xBF\xBF\xBF\xBF\xBF\x80\x80\x80\x80\x80\x80\x80\x80\xF8\x88\x80\x80\x80\x80\xF0\x80\x80\xAF\xC0",
        ];
        for text in texts {
            let ill_formed = Options::default().with_rules(Rule::IllFormed.into());
            let ill_formed: u64 = check(text, &ill_formed).iter().map(|finding| finding.count).sum();
            for piece in 1..text.len() + 2 {
                let counted = stream(text, true, Wanted::ALL, &mut Buffers::new(piece)).unwrap();
                let count = counted.unwrap_or_else(|detected| panic!("{detected:?}")).count;
                let row = table::ALL.map(|column| column.of(&count));
                assert_eq!(row, plain(text), "{text:?} in pieces of {piece}");
                assert_eq!(count.ill_formed, ill_formed, "{text:?} in pieces of {piece}");
            }
        }
    }
}
