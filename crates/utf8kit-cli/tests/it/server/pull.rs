//! Diagnostics that the client asks for.

use super::client::*;
use crate::common::Place;
use serde_json::{Value, json};

fn pull(client: &mut Client, uri: &str, previous: Option<&Value>) -> Value {
    let mut params = json!({ "textDocument": { "uri": uri } });
    if let Some(previous) = previous {
        params["previousResultId"] = previous.clone();
    }
    client.request("textDocument/diagnostic", &params)["result"].clone()
}

/// The rules and places of a report.
fn found(report: &Value) -> Vec<([u64; 4], String)> {
    assert_eq!(report["kind"], "full", "{report}");
    let items = report["items"].as_array().expect("an array").iter();
    items.map(|item| (place(item), text(&item["code"]))).collect()
}

#[test]
fn a_client_that_asks_is_told_and_nothing_is_published() {
    let place = Place::new();
    let mut client = Client::new(&place, &[]);
    let asks = json!({ "textDocument": { "diagnostic": { "dynamicRegistration": false } } });
    let result = client.initialize(&asks, &Value::Null);
    assert_eq!(result["capabilities"]["diagnosticProvider"]["identifier"], "utf8");
    let uri = uri(&place.write("a.txt", "a\0b\n"));
    client.open(&uri, "plaintext", "a\0b\n");
    let first = pull(&mut client, &uri, None);
    assert_eq!(found(&first), [([0, 1, 0, 2], "nul".to_owned())]);
    let same = pull(&mut client, &uri, Some(&first["resultId"]));
    assert_eq!(
        same,
        json!({ "kind": "unchanged", "resultId": first["resultId"] })
    );
    client.change(&uri, 2, &[([0, 0, 0, 0], "x")]);
    let moved = pull(&mut client, &uri, Some(&first["resultId"]));
    assert_eq!(found(&moved), [([0, 2, 0, 3], "nul".to_owned())]);
    client.change(&uri, 3, &[([0, 2, 0, 3], "")]);
    assert_eq!(found(&pull(&mut client, &uri, Some(&moved["resultId"]))), []);
    // A text that could not be changed is not known, and one that is not open neither.
    client.notify(
        "textDocument/didChange",
        &json!({ "textDocument": { "uri": uri, "version": 4 }, "contentChanges": 1 }),
    );
    assert_eq!(found(&pull(&mut client, &uri, None)), []);
    assert_eq!(found(&pull(&mut client, "file:///none", None)), []);
    client.notify(
        "textDocument/didClose",
        &json!({ "textDocument": { "uri": uri } }),
    );
    assert_eq!(found(&pull(&mut client, &uri, None)), []);
    let error = client.request("textDocument/diagnostic", &json!({ "textDocument": 1 }));
    assert_eq!(error["error"]["code"], -32602);
    // All messages but responses came before the last response.
    let published = |message: &Value| message["method"] == "textDocument/publishDiagnostics";
    assert!(!client.kept.iter().any(published), "{:?}", client.kept);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_client_is_told_to_ask_again_when_a_configuration_changes() {
    let place = Place::new();
    let mut client = Client::new(&place, &[]);
    let asks = json!({ "textDocument": { "diagnostic": {} }, "workspace": { "diagnostics": { "refreshSupport": true } } });
    client.initialize(&asks, &Value::Null);
    let uri = uri(&place.write("a.txt", "a\0b\n"));
    client.open(&uri, "plaintext", "a\0b\n");
    assert_eq!(found(&pull(&mut client, &uri, None)).len(), 1);
    place.write("utf8kit.toml", "ignore = [\"nul\"]\n");
    client.kept.clear();
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    client.notify("workspace/didChangeWatchedFiles", &json!({ "changes": [] }));
    let mut refresh = || {
        loop {
            let message = client.next();
            if message["method"] == "workspace/diagnostic/refresh" {
                return message;
            }
        }
    };
    let requests = [refresh(), refresh()];
    // Both can wait for their answers, and JSON-RPC has no parameters that are `null`.
    assert_ne!(requests[0]["id"], requests[1]["id"]);
    assert!(
        requests.iter().all(|request| request.get("params").is_none()),
        "{requests:?}"
    );
    assert_eq!(found(&pull(&mut client, &uri, None)), []);
    assert_eq!(client.end(), Some(0));
}

#[test]
fn a_client_that_does_not_ask_is_offered_nothing() {
    let place = Place::new();
    let mut client = Client::new(&place, &[]);
    let result = client.initialize(&json!({ "textDocument": {} }), &Value::Null);
    // A capability that is not there has no `null` in the protocol.
    assert_eq!(result["capabilities"].get("diagnosticProvider"), None);
    let uri = uri(&place.write("a.txt", "a\0b\n"));
    client.open(&uri, "plaintext", "a\0b\n");
    assert_eq!(client.found(&uri).len(), 1);
    assert_eq!(client.end(), Some(0));
}
