//! The table of clauses through the command. Decoding is what `convert`, `check` and `inspect` do alike, in one piece and in
//! single bytes.

use crate::common::{Place, Ran};
use serde_json::Value;
use utf8kit_test::clauses::{Case, Kind, Refused, check_clauses, code_points, expect};
use utf8kit_test::{hex, to_hex};

fn is_surrogate(number: &u32) -> bool {
    (0xD800..0xE000).contains(number)
}

/// Returns an encoding that holds these numbers, and their bytes in it: UCS-4, or UTF-16 if there are surrogates.
fn carrier(numbers: &[u32]) -> (&'static str, Vec<u8>) {
    if !numbers.iter().any(is_surrogate) {
        let bytes = numbers.iter().flat_map(|number| number.to_be_bytes());
        return ("UCS-4BE", bytes.collect());
    }
    let mut units = Vec::new();
    for &number in numbers {
        match char::from_u32(number) {
            Some(c) => units.extend_from_slice(c.encode_utf16(&mut [0; 2])),
            None => units.push(number as u16),
        }
    }
    ("UTF-16BE", units.into_iter().flat_map(u16::to_be_bytes).collect())
}

/// Returns the arguments that read the encoding of a case, with what is done with a signature.
fn source(case: &Case) -> Result<Vec<&'static str>, String> {
    let (label, signature) = case.encoding();
    Ok(match signature {
        "" => vec!["convert", "-f", label],
        "keep" => vec!["convert", "--signature", "keep", "-f", label],
        "remove" => vec!["convert", "--signature", "strip", "-f", label],
        "detect" => vec!["convert", "--signature", "strip", "-f", "auto"],
        other => return Err(format!("`{other}` is nothing that is done with a signature")),
    })
}

/// Checks that a message names the place of an error, and the clause if the table does.
fn check_message(ran: &Ran, error: &Refused) -> Result<(), String> {
    expect("exit code", ran.code, Some(1))?;
    let place = format!(" offset {}: ", error.offset);
    match ran.err.contains(&place) && ran.err.contains(&error.clause) {
        true => Ok(()),
        false => Err(format!("no `{place}` or `{}`: {}", error.clause, ran.err)),
    }
}

fn check_convert(
    place: &Place,
    case: &Case,
    mut args: Vec<&str>,
    expected: &Result<Vec<u32>, Refused>,
) -> Result<(), String> {
    let (to, bytes) = carrier(expected.as_deref().unwrap_or_default());
    args.extend(["-t", to]);
    let ran = place.run_with(&args, &hex(case.input));
    match expected {
        Ok(_) => {
            expect("exit code of convert", (ran.code, &ran.err), (Some(0), &ran.err))?;
            expect("convert", to_hex(&ran.out), to_hex(&bytes))
        }
        Err(error) => check_message(&ran, error),
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Returns the kind and the offset of the first error that `check` finds.
fn first_finding(ran: &Ran) -> Option<(String, usize, String)> {
    let findings = ran.findings();
    let first = findings.iter().min_by_key(|finding| number(&finding["offset"]))?;
    let text = |name: &str| first[name].as_str().expect("text").to_owned();
    Some((text("kind"), number(&first["offset"]), text("clause")))
}

fn check_check(place: &Place, case: &Case, expected: &Result<Vec<u32>, Refused>) -> Result<(), String> {
    let expected = expected.as_ref().err();
    for piece_size in ["1048576", "1"] {
        let args = [
            "check",
            "--select",
            "ill-formed",
            "--format",
            "json",
            "--piece-size",
            piece_size,
            "--as",
            case.on,
            "-",
        ];
        let found = first_finding(&place.run_with(args, &hex(case.input)));
        let found = found.map(|(kind, offset, clause)| match expected {
            Some(error) if error.clause.is_empty() => (kind, offset, String::new()),
            _ => (kind, offset, clause),
        });
        let expected = expected.map(|error| (error.what.clone(), error.offset, error.clause.clone()));
        expect(&format!("check in pieces of {piece_size}"), found, expected)?;
    }
    Ok(())
}

fn check_inspect(place: &Place, case: &Case, expected: &Result<Vec<u32>, Refused>) -> Result<(), String> {
    let ran = place.run_with(["inspect", "--format", "json", "--as", case.on], &hex(case.input));
    let mut numbers = Vec::new();
    let mut error = None;
    for line in ran.text().lines() {
        let item: Value = serde_json::from_str(line).expect("a JSON object");
        for character in item["characters"].as_array().into_iter().flatten() {
            numbers.push(number(&character["number"]) as u32);
        }
        if let (None, Some(problem)) = (&error, item.get("problem").filter(|problem| !problem.is_null())) {
            error = Some((
                problem["kind"].as_str().expect("a kind").to_owned(),
                number(&item["offset"]),
            ));
        }
    }
    match expected {
        Ok(expected) => {
            // A signature that is no text is shown nevertheless.
            let is_signature = numbers.first() == Some(&0xFEFF) && expected.first() != Some(&0xFEFF);
            let text = &numbers[usize::from(is_signature)..];
            expect("inspect", (text, error), (expected, None))
        }
        Err(expected) => expect("inspect", error, Some((expected.what.clone(), expected.offset))),
    }
}

fn decode(place: &Place, case: &Case) -> Result<(), String> {
    let expected = case.numbers();
    if case.encoding().1 == "detect" && expected.is_err() {
        return Ok(()); // `auto` takes it for text in another encoding
    }
    check_convert(place, case, source(case)?, &expected)?;
    if hex(case.input).is_empty() || case.encoding().0 != case.on {
        return Ok(());
    }
    check_check(place, case, &expected)?;
    check_inspect(place, case, &expected)
}

fn replace(place: &Place, case: &Case) -> Result<(), String> {
    let args = [source(case)?, vec!["--on-error", "replace"]].concat();
    check_convert(place, case, args, &case.numbers())
}

fn encode(place: &Place, case: &Case) -> Result<(), String> {
    let numbers = code_points(case.input);
    let (from, source) = carrier(&numbers);
    // UTF-16 has a surrogate alone only if it is read for an encoding that has it.
    let (from, source) = match case.bytes() {
        Err(_) if from == "UTF-16BE" => (
            "WTF-8",
            place
                .run_with(["convert", "-f", from, "-t", "WTF-8"], &source)
                .out,
        ),
        _ => (from, source),
    };
    let ran = place.run_with(["convert", "-f", from, "-t", case.on], &source);
    match case.bytes() {
        Ok(bytes) => {
            expect("exit code", ran.code, Some(0))?;
            expect("convert", to_hex(&ran.out), to_hex(&bytes))
        }
        Err(error) => {
            let width = |number: &u32| match from {
                "WTF-8" => char::from_u32(*number).map_or(3, char::len_utf8),
                _ => 4,
            };
            let offset = numbers[..error.offset].iter().map(width).sum();
            check_message(&ran, &Refused { offset, ..error })
        }
    }
}

fn label(place: &Place, case: &Case) -> Result<(), String> {
    if case.on != "iconv" {
        return Ok(());
    }
    let ran = place.run_with(["inspect", "--format", "json", "--as", case.input], b"\0\0\0\0");
    if case.expected == "none" {
        return expect("exit code", ran.code, Some(2));
    }
    let summary: Value = serde_json::from_str(ran.text().lines().last().unwrap_or("null")).expect("JSON");
    // What takes its byte order from a signature is in one.
    let found = summary["summary"]["encoding"].as_str().unwrap_or_default();
    let found = found
        .strip_suffix("BE")
        .filter(|name| *name == case.expected)
        .unwrap_or(found);
    expect("encoding", found, case.expected)
}

fn command(case: &Case) -> Result<(), String> {
    let place = Place::new();
    let mut files = case.arguments().into_iter().map(hex);
    let (mut args, mut first) = (Vec::new(), None);
    for word in case.on.split(' ') {
        match word.strip_prefix('@') {
            Some(name) => {
                let path = place.write(name, files.next().ok_or("a file without bytes")?);
                first.get_or_insert(path);
                args.push(name);
            }
            None => args.push(word),
        }
    }
    let ran = place.run_with(args, &files.next().unwrap_or_default());
    let mut expected = case.expected.split("; ");
    let code = expected.next().and_then(|code| code.parse().ok());
    expect("exit code", (ran.code, &ran.err), (code, &ran.err))?;
    let said = format!("{}{}", String::from_utf8_lossy(&ran.out), ran.err);
    for part in expected {
        let (what, value) = part.split_once(' ').unwrap_or((part, ""));
        match what {
            "out" => expect("output", to_hex(&ran.out), to_hex(&hex(value)))?,
            "file" => {
                let path = first.as_ref().ok_or("no file")?;
                let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
                expect("file", to_hex(&bytes), to_hex(&hex(value)))?;
            }
            "says" if said.contains(value) => {}
            "not" if !said.contains(value) => {}
            "says" | "not" => return Err(format!("{part}: {said}")),
            _ => return Err(format!("`{part}` is nothing to expect")),
        }
    }
    Ok(())
}

#[test]
fn verbs_accept_and_refuse_what_the_clauses_say() {
    let place = Place::new();
    check_clauses(&[Kind::Decode], |case| decode(&place, case));
}

#[test]
fn convert_replaces_each_ill_formed_sequence_once() {
    let place = Place::new();
    check_clauses(&[Kind::Replace], |case| replace(&place, case));
}

#[test]
fn convert_writes_and_refuses_what_the_clauses_say() {
    let place = Place::new();
    check_clauses(&[Kind::Encode], |case| encode(&place, case));
}

#[test]
fn labels_name_what_the_clauses_say() {
    let place = Place::new();
    check_clauses(&[Kind::Label], |case| label(&place, case));
}

#[test]
fn commands_do_what_the_clauses_say() {
    check_clauses(&[Kind::Command], command);
}
