//! A JSON object in each line: the items, what is double-encoded, and a summary.

use super::view::View;
use crate::escape::{hex, json_line as line};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use utf8kit::Number;
use utf8kit_lint::inspect::{FormKind, Item, Meaning, Problem, forms, properties};

#[derive(Serialize)]
struct Line<'a> {
    offset: u64,
    length: usize,
    bytes: String,
    kind: &'static str,
    bits: Vec<Bits>,
    characters: Vec<Character>,
    /// What an escape sequence of ISO/IEC 2022 means.
    #[serde(skip_serializing_if = "Option::is_none")]
    switch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Ill<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<Objection<'a>>,
}

#[derive(Serialize)]
struct Objection<'a> {
    kind: &'a str,
    message: &'a str,
    clause: &'a str,
}

#[derive(Serialize)]
struct Bits {
    byte: String,
    role: &'static str,
    prefix: String,
    payload: String,
}

#[derive(Serialize)]
struct Character {
    number: u32,
    code_point: String,
    /// `None` for numbers that are no characters.
    character: Option<char>,
    name: Option<String>,
    block: Option<&'static str>,
    category: Option<&'static str>,
    category_name: Option<&'static str>,
    age: Option<&'static str>,
    encodings: Map<String, Value>,
    escapes: Map<String, Value>,
}

#[derive(Serialize)]
struct Ill<'a> {
    kind: &'a str,
    message: &'a str,
    clause: &'a str,
    rule: &'a str,
    meant: Option<String>,
    accepted_by: Vec<Reading<'a>>,
    windows_1252: Option<&'a str>,
    subparts: u64,
}

#[derive(Serialize)]
struct Reading<'a> {
    encoding: &'a str,
    code_points: Vec<String>,
}

#[derive(Serialize)]
struct Double<'a> {
    double_encoded: Run<'a>,
}

#[derive(Serialize)]
struct Run<'a> {
    offset: usize,
    length: usize,
    meant: &'a str,
    times: u8,
}

#[derive(Serialize)]
struct Last<'a> {
    summary: Summary<'a>,
}

#[derive(Serialize)]
struct Summary<'a> {
    path: Option<&'a str>,
    encoding: &'a str,
    offset: u64,
    length: u64,
    items: usize,
    ill_formed: usize,
    more: bool,
}

/// Writes the lines.
pub(super) fn write(view: &View, out: &mut impl Write) -> io::Result<()> {
    for item in &view.items {
        out.write_all(line(&object(item)).as_bytes())?;
    }
    for run in &view.double_encoded {
        let double_encoded = Run {
            offset: run.offset,
            length: run.length,
            meant: &run.meant,
            times: run.times,
        };
        out.write_all(line(&Double { double_encoded }).as_bytes())?;
    }
    let summary = Summary {
        path: view.name.as_deref(),
        encoding: view.encoding,
        offset: view.start,
        length: view.end - view.start,
        items: view.items.len(),
        ill_formed: view.items.iter().filter_map(Item::problem).count(),
        more: view.more,
    };
    out.write_all(line(&Last { summary }).as_bytes())?;
    out.flush()
}

fn object(item: &Item) -> Line<'_> {
    let (kind, numbers): (_, &[u32]) = match &item.meaning {
        Meaning::Numbers(numbers) => ("character", numbers),
        Meaning::Nothing | Meaning::Switch(_) => ("nothing", &[]),
        Meaning::IllFormed(_) => ("ill-formed", &[]),
        Meaning::Incomplete => ("incomplete", &[]),
    };
    Line {
        offset: item.offset,
        length: item.bytes.len(),
        bytes: item.hex(),
        kind,
        bits: item
            .bytes
            .iter()
            .map(|byte| Bits {
                byte: hex(&[byte.value]),
                role: byte.role.name(),
                prefix: byte.prefix_bits(),
                payload: byte.payload_bits(),
            })
            .collect(),
        characters: numbers.iter().copied().map(character).collect(),
        switch: match &item.meaning {
            Meaning::Switch(switch) => Some(switch.to_string()),
            _ => None,
        },
        problem: item.problem().map(ill),
        remark: item.remark.as_ref().map(|remark| Objection {
            kind: &remark.kind,
            message: &remark.reason,
            clause: remark.clause,
        }),
    }
}

fn character(number: u32) -> Character {
    let properties = properties(number);
    let category = properties.as_ref().map(|properties| properties.category);
    let all = forms(number);
    let of = |kind| {
        let forms = all.iter().filter(|form| form.kind == kind);
        forms
            .map(|form| (form.name.to_owned(), form.text.clone().into()))
            .collect()
    };
    Character {
        number,
        code_point: Number(number).to_string(),
        character: char::from_u32(number),
        block: properties.as_ref().and_then(|properties| properties.block),
        category: category.map(|category| category.short),
        category_name: category.map(|category| category.long),
        age: properties.as_ref().and_then(|properties| properties.age),
        encodings: of(FormKind::Encoding),
        escapes: of(FormKind::Escape),
        name: properties.map(|properties| properties.name),
    }
}

fn ill(problem: &Problem) -> Ill<'_> {
    let code_points = |numbers: &[u32]| numbers.iter().map(|&number| Number(number).to_string()).collect();
    Ill {
        kind: problem.kind,
        message: &problem.reason,
        clause: problem.clause,
        rule: problem.rule,
        meant: problem.meant.map(|number| Number(number).to_string()),
        accepted_by: problem
            .accepted_by
            .iter()
            .map(|reading| Reading {
                encoding: reading.encoding,
                code_points: code_points(&reading.numbers),
            })
            .collect(),
        windows_1252: problem.windows_1252.as_deref(),
        subparts: problem.subparts,
    }
}
