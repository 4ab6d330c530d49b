//! What comments in a text allow, and what its configuration allows in some lines.

use super::file::Subject;
use crate::config::Directory;
use crate::io::read::Sequential;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use utf8kit_lint::{Allows, Finding, RuleSet};

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// The comments of a text that allow findings. A regular file is searched for them when there is something to allow; what is read
/// once is searched as it comes.
pub(super) struct Allowed<'s, 'f> {
    path: &'s Path,
    is_member: bool,
    directory: &'s Directory,
    /// `None` if comments do not count.
    allows: Option<Allows>,
    /// What is to be searched.
    unread: Option<Unread<'f>>,
    /// Findings that are allowed.
    count: u64,
}

/// A text that is searched when there is something to allow.
enum Unread<'f> {
    File(&'f File),
    Text(&'f [u8]),
}

impl<'s, 'f> Allowed<'s, 'f> {
    /// Returns what is allowed in a text that was not read. If comments do not count, they allow nothing.
    pub(super) fn new(subject: &Subject<'s>, comments_count: bool) -> Allowed<'s, 'f> {
        Allowed {
            path: subject.path,
            is_member: subject.is_member,
            directory: subject.directory,
            allows: comments_count.then(Allows::default),
            unread: None,
            count: 0,
        }
    }

    /// Says that the text is in memory.
    pub(super) fn is_text(&mut self, text: &'f [u8]) {
        self.unread = Some(Unread::Text(text));
    }

    /// Says that the text is a regular file.
    pub(super) fn is_file(&mut self, file: &'f File) {
        self.unread = Some(Unread::File(file));
    }

    /// Takes the next bytes of a text that is read once; none at its end.
    pub(super) fn push(&mut self, piece: &[u8]) {
        match &mut self.allows {
            None => {}
            Some(allows) if piece.is_empty() => allows.finish(),
            Some(allows) => {
                allows.push(piece);
            }
        }
    }

    /// Returns `true` if a comment or the configuration allows the finding.
    pub(super) fn allow(&mut self, finding: &Finding) -> bool {
        self.read();
        let is_allowed = self.allows.as_mut().is_some_and(|allows| allows.allow(finding))
            || self.directory.allows(self.path, self.is_member, finding);
        self.count += u64::from(is_allowed);
        is_allowed
    }

    /// Returns the number of findings that were allowed.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns findings about comments without use. `checked` are the rules that were checked.
    pub(super) fn unused(&mut self, checked: RuleSet) -> Vec<Finding> {
        self.read();
        let allows = self.allows.as_ref();
        allows.map(|allows| allows.unused(checked)).unwrap_or_default()
    }

    /// Searches the text, unless that was done. What cannot be read has no comments: the check says why.
    fn read(&mut self) {
        let (Some(unread), Some(allows)) = (self.unread.take(), &mut self.allows) else {
            return;
        };
        let file = match unread {
            Unread::File(file) => file,
            Unread::Text(text) => {
                *allows = Allows::of(text);
                return;
            }
        };
        let mut source = Sequential::new(file);
        let mut piece = vec![0; PIECE];
        loop {
            match source.read(&mut piece) {
                Ok(0) => break,
                Ok(read) if allows.push(&piece[..read]) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => return,
            }
        }
        allows.finish();
    }
}
