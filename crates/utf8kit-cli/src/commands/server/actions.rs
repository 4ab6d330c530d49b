//! Code actions: the repairs of findings, one by one and all of a rule, and comments that allow them.

use super::document::{Document, Shown, is_same};
use super::protocol::{CodeAction, Command, Diagnostic, DocumentEdit, TextEdit, Versioned, WorkspaceEdit};
use crate::config::Directory;
use crate::encodings;
use crate::escape;
use crate::io::neighbors::Directories;
use crate::run::document::Repairs;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use utf8kit_lint::{Finding, Fix, InnerFeff, Options, Rule, RuleSet, Syntax};

const QUICK: &str = "quickfix";
const ALL: &str = "source.fixAll.utf8kit";

/// The kinds of all actions.
pub(super) const KINDS: [&str; 2] = [QUICK, ALL];

/// The characters of a text that a title shows.
const SHORT: usize = 40;

/// The repairs of single findings that are offered for a range. Nobody reads more.
const MOST: usize = 50;

/// The repairs of a text of which all of a rule are offered. More would have to be written whenever the cursor is at one of them.
const MOST_EDITS: usize = 2000;

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
    pub(super) fn at(&self, range: &Range<usize>, only: Option<&[String]>) -> Vec<CodeAction> {
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

    fn quick(&self, range: &Range<usize>, actions: &mut Vec<CodeAction>) {
        let is_here = |shown: &&Shown| shown.range.start <= range.end && range.start <= shown.range.end;
        let here: Vec<_> = self.document.shown.iter().filter(is_here).collect();
        if self.document.bytes_on_disk().is_some() {
            for shown in here.into_iter().take(MOST) {
                self.of_file(shown, actions);
            }
            return;
        }
        let (repaired, are_all) = self.repairs_of(&here, range.end);
        let mut rules = Vec::new();
        let mut is_done = false;
        for &shown in &here {
            if !rules.contains(&shown.finding.rule) {
                rules.push(shown.finding.rule);
            }
            let last = shown.range.end.min(range.end);
            let from = repaired.partition_point(|repair| repair.range.start < shown.range.start);
            let in_place = repaired[from..]
                .iter()
                .take_while(|repair| repair.range.start <= last && !is_done);
            let is_part = |repair: &&Shown| {
                let place = &repair.range;
                repair.finding.rule == shown.finding.rule
                    && place.end <= shown.range.end
                    && range.start <= place.end
            };
            for repair in in_place.filter(is_part) {
                let Some(edit) = self.edit(repair) else { continue };
                let title = title(self.old(&edit.range), &edit.text, repair.finding.rule);
                let is_safe = shown.finding.fix.is_safe();
                actions.push(self.action(title, QUICK, Some(shown), is_safe, &[edit]));
                if actions.len() == MOST {
                    is_done = true;
                    break;
                }
            }
        }
        for rule in rules.into_iter().filter(|_| are_all) {
            let edits = self.edits(repaired.iter().filter(|shown| shown.finding.rule == rule));
            if edits.len() > 1 {
                let title = format!("Repair all {} of `{rule}` in this file", edits.len());
                actions.push(self.action(title, QUICK, None, false, &edits));
            }
        }
        self.allow(&here, actions);
    }

    /// Returns the repairs in the text if some findings have one, in order. Where they are too many for one action, those from `end` on
    /// are left out, and the second result is `false`.
    fn repairs_of(&self, here: &[&Shown], end: usize) -> (Vec<Shown>, bool) {
        let is_enough = |finding: &Finding, count: usize| count > MOST_EDITS && finding.offset > end as u64;
        let repairs = |inner_feff| {
            let rules = RuleSet::all();
            self.document.repairs(
                self.directory,
                self.directories,
                Repairs { rules, inner_feff },
                &is_enough,
            )
        };
        let is_repaired = |shown: &&Shown| {
            let rule = shown.finding.rule;
            shown.finding.fix.is_safe() || Options::OPTIONAL_REPAIRS.contains(rule) || rule == Rule::InnerFeff
        };
        if !here.iter().any(is_repaired) {
            return (Vec::new(), true);
        }
        let mut repaired = repairs(InnerFeff::Remove);
        let are_all = repaired.len() <= MOST_EDITS;
        if here.iter().any(|shown| shown.finding.rule == Rule::InnerFeff) {
            let joined = repairs(InnerFeff::WordJoiner).into_iter();
            repaired.extend(joined.filter(|shown| shown.finding.rule == Rule::InnerFeff));
        }
        repaired.sort_by_key(|shown| shown.range.start);
        (repaired, are_all)
    }

    /// Adds what `utf8 fix` does without options: repairs that lose nothing and change no meaning.
    fn all(&self, actions: &mut Vec<CodeAction>) {
        if self.document.bytes_on_disk().is_some() {
            return;
        }
        let repairs = Repairs {
            rules: RuleSet::EMPTY,
            inner_feff: InnerFeff::Keep,
        };
        let repaired = self
            .document
            .repairs(self.directory, self.directories, repairs, &|_, _| false);
        let edits = self.edits(repaired.iter());
        if !edits.is_empty() {
            let title = "Repair what loses nothing, as `utf8 fix` does";
            actions.push(self.action(title.to_owned(), ALL, None, false, &edits));
        }
    }

    /// Returns the edits of repairs, as far as they do not overlap.
    fn edits<'r>(&self, repaired: impl Iterator<Item = &'r Shown>) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for edit in repaired.filter_map(|shown| self.edit(shown)) {
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
    fn of_file(&self, shown: &Shown, actions: &mut Vec<CodeAction>) {
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
                        actions.push(self.action(title, QUICK, Some(shown), false, &[edit]));
                    }
                }
            }
            Fix::Line { text, .. } => {
                let old = self.old(&shown.range).trim_end_matches(['\r', '\n']);
                let range = shown.range.start..shown.range.start + old.len();
                let text = text.trim_end_matches(['\r', '\n']).to_owned();
                if self.holds(shown, old) {
                    let title = format!("Convert the line from {}", finding.kind);
                    actions.push(self.action(title, QUICK, Some(shown), true, &[Edit { range, text }]));
                }
            }
            _ => {}
        }
    }

    /// Returns `true` if the file's bytes of a finding are this text for an editor that reads them as UTF-8.
    fn holds(&self, shown: &Shown, text: &str) -> bool {
        let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
        let (start, len) = (place(shown.finding.offset), place(shown.finding.length));
        let bytes = self.document.bytes_on_disk().unwrap_or_default();
        let bytes = bytes.get(start..start.saturating_add(len)).unwrap_or_default();
        is_same(
            String::from_utf8_lossy(bytes).trim_end_matches(['\r', '\n']),
            text,
        )
    }

    /// Adds the conversion of a file in another encoding, and how to open it again.
    fn transcode(&self, shown: &Shown, actions: &mut Vec<CodeAction>) {
        let Document { uri, text, .. } = self.document;
        let Ok(encoding) = encodings::recognized(&shown.finding.kind) else {
            return;
        };
        let name = encoding.name();
        if self.abilities.reopens {
            let title = format!("Reopen with the encoding {name}");
            actions.push(CodeAction {
                title: title.clone(),
                kind: QUICK,
                diagnostics: Some([self.diagnostic(shown)]),
                is_preferred: false,
                edit: None,
                command: Some(Command {
                    title,
                    command: "utf8.reopenWithEncoding",
                    arguments: [uri.clone(), shown.finding.kind.to_string()],
                }),
            });
        }
        if let Some(decoded) = self.document.decoded(encoding)
            && !is_same(&decoded, text.shown())
        {
            let edit = Edit {
                range: 0..text.text().len(),
                text: decoded,
            };
            let title = format!("Take the text that the file has in {name}");
            actions.push(self.action(title, QUICK, Some(shown), false, &[edit]));
        }
    }

    /// Adds the actions that write a comment which allows a finding, where the syntax has a place for it: for those in the line of the
    /// first one, so that one place is enough to find.
    fn allow(&self, here: &[&Shown], actions: &mut Vec<CodeAction>) {
        let text = self.document.text.text();
        let is_allowed =
            |rule: Rule| !matches!(rule, Rule::UnusedAllow | Rule::Signature | Rule::OtherEncoding);
        let mut here = here.iter().filter(|shown| is_allowed(shown.finding.rule));
        let Some(first) = here.clone().next() else {
            return;
        };
        // Comments are for lines that LF ends.
        let start = first.range.start;
        let end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |lf| start + lf);
        let Some((open, close)) = self.comment_at(end - usize::from(text[..end].ends_with('\r'))) else {
            return;
        };
        let mut rules = Vec::new();
        for &shown in here.by_ref().take_while(|shown| shown.range.start <= end) {
            let rule = shown.finding.rule;
            if rules.contains(&rule) {
                continue;
            }
            rules.push(rule);
            let end = end - usize::from(text[..end].ends_with('\r'));
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
            actions.push(self.action(title, QUICK, Some(shown), false, &[edit]));
        }
    }

    /// Returns what begins and what ends a comment at the end of a line.
    fn comment_at(&self, end: usize) -> Option<(&'static str, &'static str)> {
        let text = self.document.text.text();
        // Systems take the line of an interpreter as it is. An attribute of Rust can be in the first line, too.
        let shown = self.document.text.shown();
        let has_interpreter = shown.starts_with("#!") && !shown.starts_with("#![");
        if has_interpreter && !text[..end].contains('\n') {
            return None;
        }
        let name = self.document.path.file_name()?.to_string_lossy();
        Syntax::of_file(&name, text.as_bytes())?.comment_at(text.as_bytes(), end)
    }

    fn diagnostic(&self, shown: &Shown) -> Diagnostic {
        Diagnostic::new(&shown.finding, self.document.text.range(&shown.range))
    }

    fn action(
        &self,
        title: String,
        kind: &'static str,
        of: Option<&Shown>,
        is_preferred: bool,
        edits: &[Edit],
    ) -> CodeAction {
        let Document {
            uri, text, version, ..
        } = self.document;
        let mut positions = text.positions();
        let edits: Vec<_> = edits
            .iter()
            .map(|edit| TextEdit {
                range: positions.range(&edit.range),
                new_text: edit.text.clone(),
            })
            .collect();
        let edit = match self.abilities.has_versions {
            true => WorkspaceEdit::DocumentChanges([DocumentEdit {
                text_document: Versioned {
                    uri: uri.clone(),
                    version: *version,
                },
                edits,
            }]),
            false => WorkspaceEdit::Changes(BTreeMap::from([(uri.clone(), edits)])),
        };
        CodeAction {
            title,
            kind,
            diagnostics: of.map(|shown| [self.diagnostic(shown)]),
            is_preferred,
            edit: Some(edit),
            command: None,
        }
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
