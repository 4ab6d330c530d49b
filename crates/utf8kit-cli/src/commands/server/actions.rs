//! Code actions: the repairs of findings, one by one and all of a rule, and comments that allow them.

use super::document::{Document, Shown};
use super::protocol::Diagnostic;
use crate::config::Directory;
use crate::encodings;
use crate::encodings::on_error::OnError;
use crate::escape;
use crate::io::neighbors::Directories;
use crate::io::transcode;
use serde_json::{Value, json};
use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;
use utf8kit_lint::{Fix, InnerFeff, Rule, Syntax};

const QUICK: &str = "quickfix";
const ALL: &str = "source.fixAll.utf8kit";

/// The kinds of all actions.
pub(super) const KINDS: [&str; 2] = [QUICK, ALL];

/// The characters of a text that a title shows.
const SHORT: usize = 40;

/// How a client takes actions.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Abilities {
    /// It knows for which version of a document edits are.
    pub(super) has_versions: bool,
    /// It has the command `utf8.reopenWithEncoding`.
    pub(super) reopens: bool,
}

/// A text in place of a range.
struct Edit {
    range: Range<usize>,
    text: String,
}

/// What actions are made for.
pub(super) struct Actions<'a> {
    pub(super) document: &'a Document,
    pub(super) directory: &'a Directory,
    pub(super) directories: &'a Arc<Directories>,
    pub(super) abilities: Abilities,
}

impl Actions<'_> {
    /// Returns the actions for a range, of the kinds that are asked for.
    pub(super) fn at(&self, range: &Range<usize>, only: Option<&[String]>) -> Vec<Value> {
        // A kind includes those below it.
        let is_wanted = |kind: &str| {
            let includes = |wanted: &String| {
                let rest = kind.strip_prefix(wanted.as_str());
                rest.is_some_and(|rest| wanted.is_empty() || rest.is_empty() || rest.starts_with('.'))
            };
            only.is_none_or(|only| only.iter().any(includes))
        };
        let mut actions = Vec::new();
        if is_wanted(QUICK) {
            self.quick(range, &mut actions);
        }
        if is_wanted(ALL) && only.is_some() {
            self.all(&mut actions);
        }
        actions
    }

    fn quick(&self, range: &Range<usize>, actions: &mut Vec<Value>) {
        let is_here = |shown: &&Shown| shown.range.start <= range.end && range.start <= shown.range.end;
        let here: Vec<_> = self.document.shown.iter().filter(is_here).collect();
        if here.is_empty() {
            return;
        }
        let repairs = |inner_feff| {
            self.document
                .repairs(self.directory, self.directories, inner_feff)
        };
        let mut repaired = repairs(InnerFeff::Remove);
        if here.iter().any(|shown| shown.finding.rule == Rule::InnerFeff) {
            let joined = repairs(InnerFeff::WordJoiner).into_iter();
            repaired.extend(joined.filter(|shown| shown.finding.rule == Rule::InnerFeff));
        }
        let mut rules = Vec::new();
        for &shown in &here {
            if self.document.bytes_on_disk().is_some() {
                self.of_file(shown, actions);
                continue;
            }
            let is_part = |repair: &&Shown| {
                let place = &repair.range;
                repair.finding.rule == shown.finding.rule
                    && shown.range.start <= place.start
                    && place.end <= shown.range.end
                    && place.start <= range.end
                    && range.start <= place.end
            };
            for repair in repaired.iter().filter(is_part) {
                if let Some(edit) = self.edit(repair) {
                    let title = title(self.old(&edit.range), &edit.text, repair.finding.rule);
                    let is_safe = shown.finding.fix.is_safe();
                    actions.push(self.action(&title, QUICK, Some(shown), is_safe, &[edit]));
                }
            }
            if !rules.contains(&shown.finding.rule) {
                rules.push(shown.finding.rule);
            }
        }
        for &rule in &rules {
            let edits = self.edits(&repaired, |shown| shown.finding.rule == rule);
            if edits.len() > 1 {
                let title = format!("Repair all {} of `{rule}` in this file", edits.len());
                actions.push(self.action(&title, QUICK, None, false, &edits));
            }
        }
        if self.document.bytes_on_disk().is_none() {
            for &shown in &here {
                actions.extend(self.allow(shown));
            }
        }
    }

    /// Adds what `utf8 fix` does without options: repairs that lose nothing and change no meaning.
    fn all(&self, actions: &mut Vec<Value>) {
        if self.document.bytes_on_disk().is_some() {
            return;
        }
        let safe = |shown: &Shown| {
            let is_optional = matches!(
                shown.finding.rule,
                Rule::SpaceInCode | Rule::Nul | Rule::Invisible | Rule::WrongDeclaration | Rule::InnerFeff
            );
            !is_optional
        };
        let repaired = self
            .document
            .repairs(self.directory, self.directories, InnerFeff::Keep);
        let edits = self.edits(&repaired, safe);
        if !edits.is_empty() {
            let title = "Repair what loses nothing, as `utf8 fix` does";
            actions.push(self.action(title, ALL, None, false, &edits));
        }
    }

    /// Returns the edits of repairs, as far as they are chosen and do not overlap.
    fn edits(&self, repaired: &[Shown], is_chosen: impl Fn(&Shown) -> bool) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for shown in repaired.iter().filter(|shown| is_chosen(shown)) {
            let Some(edit) = self.edit(shown) else { continue };
            if edits.last().is_none_or(|last| last.range.end <= edit.range.start) {
                edits.push(edit);
            }
        }
        edits
    }

    /// Returns the edit that repairs a finding, if the editor can make it: it has no signature in its text.
    fn edit(&self, shown: &Shown) -> Option<Edit> {
        let Fix::Replace(text) = &shown.finding.fix else {
            return None;
        };
        let is_hidden = self.document.text.has_signature() && shown.range.start == 0;
        (!is_hidden && shown.finding.rule != Rule::Signature).then(|| Edit {
            range: shown.range.clone(),
            text: text.clone(),
        })
    }

    fn old(&self, range: &Range<usize>) -> &str {
        self.document.text.text().get(range.clone()).unwrap_or_default()
    }

    /// Adds the repairs of a finding in the bytes of a file that is not UTF-8.
    fn of_file(&self, shown: &Shown, actions: &mut Vec<Value>) {
        let finding = &shown.finding;
        match &finding.fix {
            Fix::Transcode { .. } => self.transcode(shown, actions),
            Fix::OnError { meant, stray } => {
                let stray = stray.as_ref().map(|stray| stray.character.to_string());
                let is_replaced = |range: &Range<usize>| {
                    let old = self.old(range);
                    !old.is_empty() && old.chars().all(|c| c == char::REPLACEMENT_CHARACTER)
                };
                // The editor shows U+FFFD in place of the bytes.
                for text in [meant.clone(), stray].into_iter().flatten() {
                    if finding.count == 1 && is_replaced(&shown.range) {
                        let title = title("\u{FFFD}", &text, finding.rule);
                        let edit = Edit {
                            range: shown.range.clone(),
                            text,
                        };
                        actions.push(self.action(&title, QUICK, Some(shown), false, &[edit]));
                    }
                }
            }
            Fix::Line { text, .. } => {
                let line = usize::try_from(finding.line - 1).unwrap_or(usize::MAX);
                let range = self.document.text.line(line);
                let text = text.trim_end_matches(['\r', '\n']).to_owned();
                if text != self.old(&range) {
                    let title = format!("Convert the line from {}", finding.kind);
                    actions.push(self.action(&title, QUICK, Some(shown), true, &[Edit { range, text }]));
                }
            }
            _ => {}
        }
    }

    /// Adds the conversion of a file in another encoding, and how to open it again.
    fn transcode(&self, shown: &Shown, actions: &mut Vec<Value>) {
        let Document { uri, text, .. } = self.document;
        let (Ok(encoding), Some(bytes)) = (
            encodings::recognized(&shown.finding.kind),
            self.document.bytes_on_disk(),
        ) else {
            return;
        };
        let name = encoding.name();
        if self.abilities.reopens {
            let title = format!("Reopen with the encoding {name}");
            actions.push(json!({
                "title": title,
                "kind": QUICK,
                "diagnostics": [Diagnostic::new(&shown.finding, text.range(&shown.range))],
                "command": { "title": title, "command": "utf8.reopenWithEncoding", "arguments": [uri, shown.finding.kind] },
            }));
        }
        let mut decoded = String::new();
        let is_decoded = transcode::decode(
            Box::new(Cursor::new(bytes.to_vec())),
            encoding,
            &OnError::Fail,
            true,
            &mut |piece| {
                decoded.push_str(piece);
                Ok(())
            },
        );
        if is_decoded.is_ok() && decoded != text.shown() {
            let edit = Edit {
                range: 0..text.text().len(),
                text: decoded,
            };
            let title = format!("Take the text that the file has in {name}");
            actions.push(self.action(&title, QUICK, Some(shown), false, &[edit]));
        }
    }

    /// Returns the action that writes a comment which allows a finding, where the syntax has a place for it.
    fn allow(&self, shown: &Shown) -> Option<Value> {
        let text = self.document.text.text();
        let rule = shown.finding.rule;
        if matches!(rule, Rule::UnusedAllow | Rule::Signature | Rule::OtherEncoding) {
            return None;
        }
        // Comments are for lines that LF ends.
        let rest = &text.as_bytes()[shown.range.start..];
        let end = shown.range.start + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let end = end - usize::from(text[..end].ends_with('\r'));
        let name = self.document.path.file_name()?.to_string_lossy();
        let (open, close) = Syntax::of_file(&name, text.as_bytes())?.comment_at(text.as_bytes(), end)?;
        let comment = [open, &format!("utf8: allow {rule}"), close];
        let comment = comment
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        let blank = if text[..end].ends_with([' ', '\t']) {
            ""
        } else {
            " "
        };
        let edit = Edit {
            range: end..end,
            text: format!("{blank}{comment}"),
        };
        let title = format!("Allow `{rule}` in this line");
        Some(self.action(&title, QUICK, Some(shown), false, &[edit]))
    }

    fn action(
        &self,
        title: &str,
        kind: &str,
        of: Option<&Shown>,
        is_preferred: bool,
        edits: &[Edit],
    ) -> Value {
        let Document {
            uri, text, version, ..
        } = self.document;
        let mut positions = text.positions();
        let edits: Vec<_> = edits
            .iter()
            .map(|edit| json!({ "range": positions.range(&edit.range), "newText": edit.text }))
            .collect();
        let edit = match self.abilities.has_versions {
            true => {
                json!({ "documentChanges": [{ "textDocument": { "uri": uri, "version": version }, "edits": edits }] })
            }
            false => json!({ "changes": { uri: edits } }),
        };
        let mut action = json!({ "title": title, "kind": kind, "edit": edit });
        if let Some(shown) = of {
            action["diagnostics"] = json!([Diagnostic::new(&shown.finding, text.range(&shown.range))]);
        }
        if is_preferred {
            action["isPreferred"] = json!(true);
        }
        action
    }
}

/// Returns the title of a repair.
fn title(old: &str, new: &str, rule: Rule) -> String {
    let old = short(old);
    match new {
        "" => format!("Remove `{old}` ({rule})"),
        new => format!("Replace `{old}` by `{}` ({rule})", short(new)),
    }
}

/// Returns the start of a text, safe to show.
fn short(text: &str) -> String {
    let start: String = text.chars().take(SHORT).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("{}{more}", escape::text(start.as_bytes()))
}
