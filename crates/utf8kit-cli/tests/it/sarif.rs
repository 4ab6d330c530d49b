//! The format `sarif` as GitHub's code scanning requires it.

use crate::common::{Place, in_url};
use serde_json::{Value, json};

fn run(place: &Place, args: &[&str]) -> Value {
    let ran = place.run(["check", "--format", "sarif"].iter().chain(args));
    let mut document: Value = serde_json::from_str(ran.text()).expect("a JSON document");
    assert_eq!(document["version"], "2.1.0");
    assert_eq!(document["runs"].as_array().map(Vec::len), Some(1));
    document["runs"][0].take()
}

#[test]
fn rules_have_what_code_scanning_shows_and_filters_by() {
    let run = run(&Place::new(), &[]);
    let driver = &run["tool"]["driver"];
    assert!(driver["informationUri"].as_str().unwrap().starts_with("https://"));
    for rule in driver["rules"].as_array().unwrap() {
        for text in ["shortDescription", "fullDescription", "help"] {
            let text = rule[text]["text"].as_str().unwrap();
            assert!((1..=1024).contains(&text.len()), "{rule}");
        }
        assert!(rule["helpUri"].as_str().unwrap().starts_with("https://"));
        assert!(rule["name"].as_str().unwrap().len() <= 255);
        let configuration = &rule["defaultConfiguration"];
        assert!(["error", "warning", "note"].contains(&configuration["level"].as_str().unwrap()));
        assert!((0.0..=100.0).contains(&configuration["rank"].as_f64().unwrap()));
        let properties = &rule["properties"];
        assert_eq!(properties["problem.severity"], configuration["level"]);
        assert!(["very-high", "high"].contains(&properties["precision"].as_str().unwrap()));
        // A severity is for rules about security, and a string.
        let is_security = rule["id"] == "bidi-control";
        assert_eq!(properties["security-severity"].as_str().is_some(), is_security);
        assert_eq!(properties["tags"] == json!(["security"]), is_security);
    }
}

#[test]
fn every_result_has_a_rule_a_place_and_a_fingerprint() {
    let place = Place::new();
    place.write("a b/ü%.txt", b"one\ntwo \xFF\xFF \xE2\x80\xAE\n");
    place.write("utf16", b"\xFF\xFEa\0b\0\n\0");
    place.write("signature.json", b"\xEF\xBB\xBF{}");
    let run = run(&place, &["./a b", "utf16", "signature.json"]);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    let mut uris = Vec::new();
    for result in results {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(result["level"], rule["defaultConfiguration"]["level"]);
        assert_eq!(result["rank"], rule["defaultConfiguration"]["rank"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let fingerprint = result["partialFingerprints"]["utf8Finding/v1"].as_str().unwrap();
        assert_eq!(fingerprint.len(), 16);
        let place = &result["locations"][0]["physicalLocation"];
        let region = &place["region"];
        let number = |name: &str| region[name].as_u64().unwrap();
        assert!(number("startLine") >= 1 && number("startColumn") >= 1);
        assert!(number("endColumn") >= number("startColumn"));
        let file = &place["artifactLocation"];
        assert_eq!(file["uriBaseId"], "%SRCROOT%");
        uris.push(file["uri"].as_str().unwrap());
    }
    uris.dedup();
    assert_eq!(uris, ["a%20b/%C3%BC%25.txt", "utf16", "signature.json"]);
    assert!(run["originalUriBaseIds"]["%SRCROOT%"].is_object());
    assert_eq!(run["columnKind"], "unicodeCodePoints");
}

#[test]
fn fingerprints_stay_when_lines_move() {
    let place = Place::new();
    let fingerprints = |place: &Place| -> Vec<String> {
        let run = run(place, &[]);
        let results = run["results"].as_array().unwrap().iter();
        let of = |result: &Value| result["partialFingerprints"]["utf8Finding/v1"].to_string();
        results.map(of).collect()
    };
    place.write("f", b"a \xFF b\nc \xFE d\n");
    let before = fingerprints(&place);
    place.write("f", b"new\n  a \xFF b\nnew\nc \xFE d\n");
    assert_eq!(fingerprints(&place), before);
    assert_ne!(before[0], before[1]);
}

#[test]
fn absolute_paths_are_file_uris() {
    let place = Place::new();
    let path = place.write("f", b"\xFF");
    let run = run(&place, &[path.to_str().unwrap()]);
    let file = &run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(file["uri"], format!("file://{}", in_url(&path)), "{file}");
    assert_eq!(file["uriBaseId"], Value::Null);
}

#[test]
fn a_run_has_no_more_results_than_code_scanning_accepts() {
    let place = Place::new();
    for index in 0..26 {
        place.write(format!("{index}"), b"\xC0\x80\n".repeat(1000));
    }
    let run = run(&place, &[]);
    assert_eq!(run["results"].as_array().map(Vec::len), Some(25_000));
    assert_eq!(run["properties"]["findings"], 26_000);
    assert_eq!(run["properties"]["shown"], 25_000);
    let notes = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(
        notes[0]["message"]["text"],
        "the report has only 25000 of 26000 findings"
    );
}

#[test]
fn ranks_and_precisions_order_the_rules() {
    let run = run(&Place::new(), &[]);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let rule = |id: &str| rules.iter().find(|rule| rule["id"] == id).unwrap();
    for (id, rank, precision) in [
        ("bidi-control", 90.0, "very-high"),
        ("ill-formed", 80.0, "very-high"),
        ("other-encoding", 80.0, "high"),
        ("double-encoded", 60.0, "high"),
        ("nul", 60.0, "very-high"),
        ("not-nfc", 30.0, "very-high"),
        ("confusable", 30.0, "high"),
    ] {
        let found = rule(id);
        assert_eq!(found["defaultConfiguration"]["rank"], rank, "{id}");
        assert_eq!(found["properties"]["precision"], precision, "{id}");
    }
}
