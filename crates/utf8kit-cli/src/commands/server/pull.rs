//! Diagnostics that a client asks for (`textDocument/diagnostic`, LSP 3.17), in place of those that the server publishes.
//!
//! A client that asks decides when: for the document that is seen, after a change or before a save. Between two requests, only the
//! rest of a long text is checked that was checked around a change. Of that, and of a configuration that changed, the server tells by
//! `workspace/diagnostic/refresh`.

use super::document::Document;
use super::protocol::OfDocument;
use super::{Answer, Server};
use serde_json::{Value, json};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};

/// What the client does about diagnostics that it asks for.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Pull {
    /// Whether it asks: then nothing is published.
    pub(super) is_used: bool,
    /// Whether it asks again when the server says so.
    refreshes: bool,
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

    /// Returns what the server says it has.
    pub(super) fn provider(self) -> Value {
        match self.is_used {
            true => {
                json!({ "identifier": "utf8", "interFileDependencies": false, "workspaceDiagnostics": false })
            }
            false => Value::Null,
        }
    }
}

impl<W: Write> Server<W> {
    /// Returns the findings of a document, or that they are those that the client has. A text that is not known has none.
    pub(super) fn pull(&mut self, params: &OfDocument) -> Answer {
        let Some(mut document) = self.documents.remove(&params.text_document.uri) else {
            return full(Vec::new(), None);
        };
        if !document.is_lost() && document.due().is_some() {
            if !self.pull.refreshes {
                // It would not ask for what is found later.
                document.expire();
            }
            // An error of the output is told by the response to this, which cannot be written either.
            match self.directory(&document).unwrap_or(None) {
                Some(directory) => document.check(&directory, &self.directories, &|| true),
                None => document.check_none(),
            };
        }
        let items = serde_json::to_value(super::diagnostics(&document)).unwrap_or_default();
        let items = match items {
            Value::Array(items) => items,
            _ => Vec::new(),
        };
        self.documents.insert(document.uri.clone(), document);
        full(items, params.previous_result_id.as_deref())
    }

    /// Has the client ask again.
    pub(super) fn refresh(&mut self) -> io::Result<()> {
        match self.pull.is_used && self.pull.refreshes {
            true => self
                .out
                .request("utf8-refresh", "workspace/diagnostic/refresh", &Value::Null),
            false => Ok(()),
        }
    }
}

/// Returns a report of findings, unless the client has them by the name `previous`.
fn full(items: Vec<Value>, previous: Option<&str>) -> Answer {
    let mut hash = DefaultHasher::new();
    for item in &items {
        item.to_string().hash(&mut hash);
    }
    let id = format!("{:016x}", hash.finish());
    Answer::Value(match previous == Some(&id) {
        true => json!({ "kind": "unchanged", "resultId": id }),
        false => json!({ "kind": "full", "resultId": id, "items": items }),
    })
}
