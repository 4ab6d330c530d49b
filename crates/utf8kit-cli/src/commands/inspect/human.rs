//! For people: a table of the bytes, and blocks with all that is known of a character or an ill-formed sequence.

use super::view::View;
use crate::escape;
use crate::message::counted;
use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use utf8kit::Number;
use utf8kit_lint::inspect::{
    Byte, Form, FormKind, Item, Meaning, Problem, Properties, Reading, Role, forms, properties,
};

/// The number of columns that everything fits into.
const WIDTH: usize = 80;

/// So many items are shown in blocks, without a table. Below a table, so many ill-formed ones are.
const BLOCKS: usize = 3;

/// The bytes that fit into a row of bits.
const ROW: usize = 6;

/// The columns of a byte's bits and a blank: `1110 0010 `.
const CELL: usize = 10;

const TITLE: Style = Style::new().bold();
const LEAD: Style = AnsiColor::Yellow.on_default();
const CONTINUATION: Style = AnsiColor::Cyan.on_default();
const PAYLOAD: Style = AnsiColor::Green.on_default().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// The format `human`.
pub(super) struct Human {
    /// Whether to use colours.
    pub(super) color: bool,
}

impl Human {
    /// Returns all that is printed.
    pub(super) fn text(&self, view: &View) -> String {
        let mut blocks: Vec<&Item> = Vec::new();
        let mut out = self.header(view);
        let mut left_out = 0;
        if view.items.len() <= BLOCKS {
            blocks.extend(&view.items);
        } else {
            out.push_str(&self.table(view));
            blocks.extend(view.items.first().filter(|_| view.has_place));
            let problems = view.items.iter().filter(|item| item.problem().is_some());
            for item in problems {
                match blocks.last() {
                    Some(last) if last.offset == item.offset => {}
                    _ if blocks.len() < BLOCKS => blocks.push(item),
                    _ => left_out += 1,
                }
            }
        }
        for item in blocks {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&self.block(item, view));
        }
        if left_out > 0 {
            out.push_str(&format!(
                "\n… {} more\n",
                counted(left_out, "ill-formed sequence")
            ));
        }
        out.push_str(&remarks(view));
        out.push_str(&self.double_encoded(view));
        if view.more && view.name.is_some() {
            let more = format!("More follows: --offset {}", view.end);
            out.push_str(&format!("\n{}\n", self.paint(DIM, &more)));
        }
        out
    }

    fn paint(&self, style: Style, text: &str) -> String {
        match self.color && !text.is_empty() {
            true => format!("{style}{text}{style:#}"),
            false => text.to_owned(),
        }
    }

    /// Returns the line about the input. Bytes that were given, and are few, have none.
    fn header(&self, view: &View) -> String {
        let length = counted(view.end - view.start, "byte");
        let what = match view.start {
            0 => format!("{length} of {}", view.encoding),
            start => format!("{length} of {} at offset {start}", view.encoding),
        };
        match &view.name {
            _ if view.items.is_empty() => "No bytes\n".to_owned(),
            Some(name) => format!("{}: {what}\n", self.paint(TITLE, name)),
            None if view.items.len() > BLOCKS => format!("{what}\n"),
            None => String::new(),
        }
    }

    /// Returns a line for each byte, and the character beside its first one.
    fn table(&self, view: &View) -> String {
        let offset_width = view.end.to_string().len().max(6);
        // A row of a legacy encoding has no bits: a table turns the bytes into the number.
        let has_bits = view
            .items
            .iter()
            .any(|item| item.bytes.iter().any(|byte| byte.role != Role::Code));
        let mut out = format!("\n  text  {}\n\n", cut(&shown_text(&view.items), WIDTH - 8));
        let heading = match has_bits {
            true => format!(
                "{:>offset_width$}  byte  bits       code point    character",
                "offset"
            ),
            false => format!("{:>offset_width$}  byte  code point    character", "offset"),
        };
        out.push_str(&self.paint(DIM, &heading));
        out.push('\n');
        let left = offset_width + 8 + if has_bits { CELL + 1 } else { 0 };
        for item in &view.items {
            for (i, byte) in item.bytes.iter().enumerate() {
                let offset = self.paint(DIM, &format!("{:>offset_width$}", item.offset + i as u64));
                let mut row = format!("{offset}  {:02X}    ", byte.value);
                let words = self.row(item, i, WIDTH - left);
                if has_bits {
                    let bits = self.bits(byte);
                    row.push_str(&bits);
                    let pad = CELL + 1 - bits_width(byte);
                    row.push_str(&" ".repeat(if words.is_empty() { 0 } else { pad }));
                }
                row.push_str(&words);
                out.push_str(row.trim_end());
                out.push('\n');
            }
        }
        out
    }

    /// Returns what stands in a row of the table beside the `index`th byte of an item.
    fn row(&self, item: &Item, index: usize, width: usize) -> String {
        match &item.meaning {
            Meaning::Numbers(numbers) => match numbers.get(index) {
                Some(&number) => {
                    let mut name = properties(number).map_or(String::new(), |properties| properties.name);
                    if let Some(remark) = &item.remark {
                        name = format!("{name}, {}", remark.kind);
                    }
                    let sign = match cell(number) {
                        sign if sign.width() < 2 => format!("{sign} "),
                        sign => sign,
                    };
                    let number = Number(number).to_string();
                    format!(
                        "{number:<10}{sign:}  {}",
                        cut(&name, width - 14 - (sign.width().max(2) - 2))
                    )
                }
                None => String::new(),
            },
            _ if index > 0 => String::new(),
            Meaning::Nothing => self.paint(DIM, "no character"),
            Meaning::Switch(switch) => self.paint(DIM, &switch.to_string()),
            Meaning::Incomplete => self.paint(DIM, "cut off here"),
            Meaning::IllFormed(problem) => {
                let meant = problem.meant.map(|number| format!(", {}", Number(number)));
                let words = format!("ill-formed: {}{}", problem.kind, meant.unwrap_or_default());
                self.paint(ERROR, &words)
            }
        }
    }

    fn bits(&self, byte: &Byte) -> String {
        let prefix = match byte.role {
            Role::Continuation => CONTINUATION,
            Role::Never => ERROR,
            _ => LEAD,
        };
        let payload = match byte.role {
            Role::Code => Style::new(),
            _ => PAYLOAD,
        };
        let (before, after) = (byte.prefix_bits(), byte.payload_bits());
        let blank = if before.is_empty() || after.is_empty() {
            ""
        } else {
            " "
        };
        format!(
            "{}{blank}{}",
            self.paint(prefix, &before),
            self.paint(payload, &after)
        )
    }

    /// Returns all that is known of an item.
    fn block(&self, item: &Item, view: &View) -> String {
        let mut out = match &item.meaning {
            Meaning::Numbers(numbers) => numbers.iter().map(|&number| self.title(number)).collect(),
            Meaning::Nothing => self.heading(&format!("{}  no character", item.hex()), TITLE),
            Meaning::Switch(switch) => self.heading(&format!("{}  {switch}", item.hex()), TITLE),
            Meaning::Incomplete => {
                self.heading(&format!("{}  cut off where the bytes end", item.hex()), TITLE)
            }
            Meaning::IllFormed(problem) => {
                let first: Vec<u8> = item.values().into_iter().take(8).collect();
                let dots = if first.len() < item.bytes.len() {
                    " …"
                } else {
                    ""
                };
                let words = format!("{}{dots}  ill-formed: {}", escape::hex(&first), problem.kind);
                self.heading(&words, ERROR)
            }
        };
        if let Meaning::IllFormed(problem) = &item.meaning {
            out.push_str(&wrap(&problem.reason, 2));
            if !problem.clause.is_empty() {
                let rule = match problem.rule {
                    "" => problem.clause.to_owned(),
                    rule => format!("{}: {rule}", problem.clause),
                };
                out.push_str(&wrap(&rule, 2));
            }
        }
        if item.problem().is_some() {
            out.push('\n');
        }
        out.push_str(&self.all_bits(item));
        out.push('\n');
        let mut facts = vec![("offset", item.offset.to_string())];
        if view.name.is_none() {
            facts.clear();
        }
        match &item.meaning {
            Meaning::Numbers(numbers) => {
                for &number in numbers {
                    facts.extend(properties(number).map(of_character).unwrap_or_default());
                    out.push_str(&self.facts(&facts));
                    facts.clear();
                    out.push_str(&self.forms(number));
                }
            }
            Meaning::IllFormed(problem) => {
                facts.extend(of_problem(problem));
                out.push_str(&self.facts(&facts));
            }
            _ => out.push_str(&self.facts(&facts)),
        }
        out
    }

    fn heading(&self, text: &str, style: Style) -> String {
        format!("{}\n", self.paint(style, text))
    }

    /// Returns `U+20AC  €  EURO SIGN`.
    fn title(&self, number: u32) -> String {
        let name = properties(number).map_or("no code point of Unicode".to_owned(), |it| it.name);
        let sign = match cell(number) {
            sign if sign.trim().is_empty() => String::new(),
            sign => format!("  {sign}"),
        };
        let title = format!("{}{sign}  {name}", Number(number));
        self.heading(&cut(&title, WIDTH), TITLE)
    }

    /// Returns the bytes with their bits below, and below those the bits of the payload, which are the number.
    fn all_bits(&self, item: &Item) -> String {
        let mut out = String::new();
        for bytes in item.bytes.chunks(ROW).take(4) {
            let hex: String = bytes
                .iter()
                .map(|byte| format!("{:<CELL$}", format!("{:02X}", byte.value)))
                .collect();
            out.push_str(&format!("  {}\n", hex.trim_end()));
            if bytes.iter().all(|byte| byte.role == Role::Code) {
                continue;
            }
            let cells = bytes.iter().enumerate().map(|(i, byte)| {
                let pad = if i + 1 < bytes.len() {
                    CELL - bits_width(byte)
                } else {
                    0
                };
                format!("{}{}", self.bits(byte), " ".repeat(pad))
            });
            out.push_str(&format!("  {}\n", cells.collect::<String>()));
        }
        if let Some(value) = value(item) {
            let cells = item.bytes.iter().map(|byte| {
                let before =
                    usize::from(byte.prefix_len) + usize::from(byte.prefix_len > 0 && byte.prefix_len < 8);
                let payload = byte.payload_bits();
                let after = CELL - before - payload.len();
                format!(
                    "{}{}{}",
                    " ".repeat(before),
                    self.paint(PAYLOAD, &payload),
                    " ".repeat(after)
                )
            });
            let line = format!("  {}", cells.collect::<String>());
            let width = 2 + CELL * item.bytes.len();
            match width + value.len() <= WIDTH {
                true => out.push_str(&format!("{line}{value}\n")),
                false => out.push_str(&format!("{}\n  {value}\n", line.trim_end())),
            }
        }
        out
    }

    /// Returns facts in lines, their names aligned.
    fn facts(&self, facts: &[(&str, String)]) -> String {
        let mut out = String::new();
        for (name, fact) in facts {
            let text = wrap(fact, NAMES + 2);
            let text = text.trim_start_matches(' ');
            out.push_str(&format!(
                "  {}{text}",
                self.paint(DIM, &format!("{name:<NAMES$}"))
            ));
        }
        out
    }

    /// Returns the other forms of a character: encodings on the left, escapes on the right.
    fn forms(&self, number: u32) -> String {
        let all = forms(number);
        let of = |kind| {
            all.iter()
                .filter(move |form| form.kind == kind)
                .collect::<Vec<_>>()
        };
        let left = encodings(&of(FormKind::Encoding));
        let right = joined(&of(FormKind::Escape));
        let mut out = String::new();
        for i in 0..left.len().max(right.len()) {
            let (name, form) = left.get(i).cloned().unwrap_or_default();
            let mut row = format!("  {}{form:<19}", self.paint(DIM, &format!("{name:<NAMES$}")));
            if let Some((name, form)) = right.get(i) {
                row.push_str(&format!("{}{form}", self.paint(DIM, &format!("{name:<18}"))));
            }
            out.push_str(row.trim_end());
            out.push('\n');
        }
        out
    }

    fn double_encoded(&self, view: &View) -> String {
        let mut out = String::new();
        for run in &view.double_encoded {
            let times = match run.times {
                1 => "",
                2 => ", twice",
                _ => ", several times",
            };
            let text = format!(
                "{} at offset {} look double-encoded: UTF-8 that was decoded as another encoding and encoded again{times}. \
                 It becomes `{}`.",
                counted(run.length as u64, "byte"),
                run.offset,
                escape::text(run.meant.as_bytes()),
            );
            out.push('\n');
            out.push_str(&wrap(&text, 0));
        }
        out
    }
}

/// Returns what Annex R has an objection to, in sentences.
fn remarks(view: &View) -> String {
    let remarked = || {
        let with_remark = |item: &'_ Item| Some((item.offset, item.remark.clone()?));
        view.items.iter().filter_map(with_remark)
    };
    let mut out = String::new();
    for (offset, remark) in remarked().take(BLOCKS) {
        let text = format!("Offset {offset}: {} ({})", remark.reason, remark.clause);
        out.push('\n');
        out.push_str(&wrap(&text, 0));
    }
    let left_out = remarked().skip(BLOCKS).count() as u64;
    if left_out > 0 {
        out.push_str(&format!("\n… {} more\n", counted(left_out, "remark")));
    }
    out
}

/// The columns of the names of facts.
const NAMES: usize = 16;

fn bits_width(byte: &Byte) -> usize {
    match byte.prefix_len {
        0 | 8 => 8,
        _ => 9,
    }
}

/// Returns the facts about a character.
fn of_character(properties: Properties) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    facts.extend(properties.block.map(|block| ("block", block.to_owned())));
    let category = properties.category;
    facts.push(("category", format!("{}, {}", category.short, category.long)));
    facts.extend(properties.age.map(|age| ("since", format!("Unicode {age}"))));
    facts
}

/// Returns the facts about an ill-formed sequence.
fn of_problem(problem: &Problem) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    facts.extend(problem.meant.map(|number| ("stands for", described(number))));
    // Those that read the same numbers are one fact.
    let same = |one: &Reading, other: &Reading| one.numbers == other.numbers;
    for group in problem.accepted_by.chunk_by(same) {
        let names: Vec<_> = group.iter().map(|reading| reading.encoding).collect();
        // A number is not divided between two lines.
        let numbers = group[0].numbers.iter();
        let numbers: Vec<_> = numbers
            .map(|&number| Number(number).to_string().replace(' ', "\u{A0}"))
            .collect();
        facts.push((
            "accepted by",
            format!("{} (as {})", names.join(", "), numbers.join(" ")),
        ));
    }
    if problem.accepted_by.is_empty() && !problem.rule.is_empty() {
        facts.push(("accepted by", "no dialect of UTF-8".to_owned()));
    }
    let windows = problem.windows_1252.as_ref();
    facts.extend(windows.map(|text| ("windows-1252", format!("`{text}`"))));
    facts.push((
        "replaced by",
        match problem.subparts {
            1 => "U+FFFD".to_owned(),
            count => format!("U+FFFD, {count} times"),
        },
    ));
    facts
}

/// Returns `U+002F / SOLIDUS`.
fn described(number: u32) -> String {
    let name = properties(number).map(|properties| properties.name);
    let sign = cell(number);
    let parts = [
        Number(number).to_string(),
        sign.trim().to_owned(),
        name.unwrap_or_default(),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Returns what the payload of a complete sequence of UTF-8 or a dialect is.
fn value(item: &Item) -> Option<String> {
    let is_utf8 = |byte: &Byte| byte.role != Role::Code && byte.prefix_len > 0 && byte.role != Role::Unit;
    if item.bytes.len() > ROW || !item.bytes.iter().all(is_utf8) {
        return None;
    }
    let mut numbers = Vec::new();
    let mut rest = &item.bytes[..];
    while let [first, after @ ..] = rest {
        let len = match first.role {
            Role::Single => 1,
            Role::Lead => usize::from(first.prefix_len) - 1,
            _ => return None,
        };
        let is_continued = after
            .iter()
            .take(len - 1)
            .all(|byte| byte.role == Role::Continuation);
        if rest.len() < len || !is_continued {
            return None;
        }
        let payload: String = rest[..len].iter().map(Byte::payload_bits).collect();
        numbers.push(match u32::from_str_radix(&payload, 2).ok()? {
            number @ ..=0x10_FFFF => format!("0x{number:X}"),
            number => Number(number).to_string(),
        });
        rest = &rest[len..];
    }
    Some(format!("= {}", numbers.join(", ")))
}

/// Returns the character as it is shown: nothing if it cannot be seen.
fn cell(number: u32) -> String {
    let Some(c) = char::from_u32(number) else {
        return String::new();
    };
    match properties(number).map_or("", |properties| properties.category.short) {
        "Cc" if matches!(c, '\n' | '\r' | '\t') => {
            let mut shown = String::new();
            escape::push_char(&mut shown, c);
            shown
        }
        "Cc" | "Cf" | "Cs" | "Co" | "Cn" | "Zs" | "Zl" | "Zp" => String::new(),
        // A circle carries the mark.
        "Mn" | "Me" | "Mc" => format!("\u{25CC}{c}"),
        _ if c.width() == Some(0) => String::new(),
        _ => escape::text(c.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

/// Returns the characters of the items, safe to print.
fn shown_text(items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        if text.len() > 8 * WIDTH {
            break;
        }
        match &item.meaning {
            Meaning::Numbers(numbers) => {
                for &number in numbers {
                    match char::from_u32(number) {
                        Some(c) => escape::push_char(&mut text, c),
                        None if number <= 0xFFFF => text.push_str(&format!("\\u{{{number:X}}}")),
                        None => text.push_str(&format!("<{}>", Number(number))),
                    }
                }
            }
            Meaning::Nothing | Meaning::Switch(_) => {}
            _ => escape::push_bytes(&mut text, &item.values()),
        }
    }
    text
}

/// Returns the encodings that a person compares. Some are left out where they are as another.
fn encodings(forms: &[&Form]) -> Vec<(String, String)> {
    let text = |name: &str| {
        let form = forms.iter().find(|form| form.name == name);
        form.map(|form| form.text.clone())
    };
    let mut rows = Vec::new();
    for form in forms {
        let same_as = match form.name {
            "Modified UTF-8" => "CESU-8",
            "WTF-8" | "RFC 2279" => "UTF-8",
            "UCS-4" => "UTF-32",
            _ => "",
        };
        if text(same_as).as_ref() != Some(&form.text) {
            rows.push((form.name.to_owned(), form.text.clone()));
        }
    }
    rows
}

/// Returns the escapes. Languages with the same one share a row.
fn joined(forms: &[&Form]) -> Vec<(String, String)> {
    let rows = forms.chunk_by(|one, other| one.text == other.text);
    rows.map(|row| {
        let names: Vec<_> = row.iter().map(|form| form.name).collect();
        (names.join(", "), row[0].text.clone())
    })
    .collect()
}

/// Returns as much of `text` as fits into `width` columns, with `…` if that is not all.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    let mut columns = 0;
    for c in text.chars() {
        columns += c.width().unwrap_or(0);
        if columns >= width {
            break;
        }
        cut.push(c);
    }
    cut + "…"
}

/// Returns `text` in lines of at most [`WIDTH`] columns, all with this indent. A line does not end at a no-break space, which
/// is shown as a blank.
fn wrap(text: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut columns = 0;
    for word in text.split(' ') {
        let width = word.width();
        if columns > 0 && columns + 1 + width > WIDTH {
            out.push('\n');
            columns = 0;
        }
        match columns {
            0 => {
                out.push_str(&" ".repeat(indent));
                columns = indent;
            }
            _ => {
                out.push(' ');
                columns += 1;
            }
        }
        out.push_str(&word.replace('\u{A0}', " "));
        columns += width;
    }
    out.push('\n');
    out
}
