//! `utf8 --generate schema`: a JSON schema of `utf8kit.toml`, for editors.

use super::written::{FILES_KEYS, KEYS, SIGNATURE_KEYS};
use crate::flags::values;
use serde_json::{Map, Value, json};
use utf8kit_lint::{Level, Rule};

/// Returns the schema.
pub(crate) fn schema() -> String {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "utf8kit.toml",
        "description": "Which files `utf8` checks, by which rules, in which encodings.",
        "type": "object",
        "properties": properties(KEYS),
        "additionalProperties": false,
    });
    format!("{schema:#}\n")
}

fn properties(keys: &[&str]) -> Value {
    let properties: Map<_, _> = keys.iter().map(|key| ((*key).to_owned(), of_key(key))).collect();
    properties.into()
}

/// Returns what a key can be, and what it is for.
fn of_key(key: &str) -> Value {
    let strings = |description: &str| json!({ "description": description, "type": "array", "items": { "type": "string" } });
    let rules = |description: &str| {
        let names: Vec<_> = values::rules()
            .iter()
            .map(|value| value.get_name().to_owned())
            .collect();
        json!({ "description": description, "type": "array", "items": { "enum": names } })
    };
    match key {
        "extend" => json!({
            "description": "Whether the file extends those above it in its repository.",
            "type": "boolean", "default": true,
        }),
        "select" => rules("The rules, or groups of rules."),
        "ignore" => rules("Rules that are left out."),
        "bidi" => {
            json!({ "description": "Which characters `bidi-control` reports.", "enum": ["unpaired", "all"] })
        }
        "levels" => {
            let levels: Vec<_> = Level::ALL.iter().map(|level| level.name()).collect();
            let of_rules: Map<_, _> = Rule::ALL
                .iter()
                .map(|rule| {
                    (
                        rule.name().to_owned(),
                        json!({ "description": rule.description(), "enum": levels }),
                    )
                })
                .collect();
            json!({
                "description": "The levels of what rules find.",
                "type": "object", "properties": of_rules, "additionalProperties": false,
            })
        }
        "exclude" => strings("Globs of files and directories that are not read."),
        "baseline" => json!({
            "description": "The file with findings that are not reported, relative to this one.",
            "type": "string",
        }),
        "signature" => json!({
            "description": "Which files may begin with U+FEFF.",
            "type": "object", "properties": properties(SIGNATURE_KEYS), "additionalProperties": false,
        }),
        "forbidden" => strings("Globs of files that must not begin with it."),
        "required" => strings("Globs of files that must begin with it."),
        "optional" => strings("Globs of files that may begin with it."),
        "files" => json!({
            "description": "What holds for some files.",
            "type": "array",
            "items": {
                "type": "object", "properties": properties(FILES_KEYS), "required": ["glob"],
                "additionalProperties": false,
            },
        }),
        "glob" => strings("Globs of the files."),
        "encoding" => json!({
            "description": "The encoding of the files, such as CESU-8 or UTF-16LE.",
            "type": "string",
        }),
        "lines" => json!({
            "description": "A regular expression for the lines that `ignore` is about, if not all.",
            "type": "string",
        }),
        _ => unreachable!("`{key}` has a description"),
    }
}
