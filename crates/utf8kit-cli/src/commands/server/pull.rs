//! Diagnostics that a client asks for (`textDocument/diagnostic`, LSP 3.17), in place of those that the server publishes.
//!
//! A client that asks decides when: for the document that is seen, after a change or before a save. Between two requests, only the
//! rest of a long text is checked that was checked around a change. Of that, and of a configuration that changed, the server tells by
//! `workspace/diagnostic/refresh`.

use super::document::Document;
use super::protocol::Diagnostic;
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What the client does about diagnostics that it asks for.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pull {
    /// Whether it asks: then nothing is published.
    pub(super) is_used: bool,
    /// Whether it asks again when the server says so.
    pub(super) refreshes: bool,
}

impl Pull {
    pub(super) fn offered(capabilities: &Value) -> Pull {
        let refreshes = capabilities.pointer("/workspace/diagnostics/refreshSupport");
        Pull {
            is_used: capabilities
                .pointer("/textDocument/diagnostic")
                .is_some_and(Value::is_object),
            refreshes: refreshes == Some(&Value::Bool(true)),
        }
    }

    /// Returns `true` if a document is checked although nobody asks for it.
    pub(super) fn is_unasked(self, document: &Document) -> bool {
        !self.is_used || (self.refreshes && document.is_unfinished())
    }

    /// Returns what the server says it has, if the client asks.
    pub(super) fn provider(self) -> Option<Value> {
        self.is_used.then(
            || json!({ "identifier": "utf8", "interFileDependencies": false, "workspaceDiagnostics": false }),
        )
    }
}

/// Returns a report of findings, unless the client has them by the name `previous`.
pub(super) fn report(diagnostics: &[Diagnostic], previous: Option<&str>) -> Value {
    let items = json!(diagnostics);
    let mut hash = DefaultHasher::new();
    items.to_string().hash(&mut hash);
    let id = format!("{:016x}", hash.finish());
    match previous == Some(&id) {
        true => json!({ "kind": "unchanged", "resultId": id }),
        false => json!({ "kind": "full", "resultId": id, "items": items }),
    }
}
