//! Checks one file from start to end.

use super::settings::Settings;
use crate::config::{Declared, Directory, ForFile};
use crate::io::blocks::{Ahead, Blocks, block_at};
use crate::io::neighbors::Directories;
use crate::io::read::{Buffers, Piece, RandomAccess, Sequential, Stream};
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use utf8kit::{Encoding as Base, ErrorKind, utf8};
use utf8kit_encodings::{Encoding, iso2022};
use utf8kit_lint::{
    BODY_LEN, Block, BlockChecker, Detected, Emit, EncodingChecker, Escapes, InnerFeff, Neighborhood,
    NoSource, Options, Rule, RuleSet, SignatureRule, Source, Syntax, blocks, detect,
};

/// The first bytes, which show that a text is in UTF-8.
const HEAD: usize = 4 << 10;

/// The result for a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Checked,
    /// It is binary and was skipped.
    Binary,
}

/// A file to check.
pub(crate) struct Subject<'a> {
    pub(crate) path: &'a Path,
    /// Whether it is a member of an archive, and the path is the one in the archive.
    pub(crate) is_member: bool,
    /// Whether the path was named on the command line. Then the file is checked even if it is binary.
    pub(crate) named: bool,
    pub(crate) rules: RuleSet,
    /// Whether each place that can be repaired is a finding of its own.
    pub(crate) has_separate_repairs: bool,
    /// Whether findings are described for people.
    pub(crate) describes: bool,
    /// Whether messages about double encoding say what speaks for it.
    pub(crate) explains: bool,
    /// What becomes of U+FEFF inside the text.
    pub(crate) inner_feff: InnerFeff,
    /// The rules that repair what they find because their names were given.
    pub(crate) repairs: RuleSet,
    /// The encoding, if it is not UTF-8.
    pub(crate) encoding: Option<Encoding>,
    /// What `.gitattributes` and `.editorconfig` say.
    pub(crate) declared: Declared,
    /// The encoding that they say, if nothing else says one, and which of them.
    pub(crate) elsewhere: Option<(Encoding, &'static str)>,
    /// The directory and its configuration.
    pub(crate) directory: &'a Directory,
    /// Where the files beside it are found, if it is a file.
    pub(crate) directories: Option<&'a Arc<Directories>>,
}

impl<'a> Subject<'a> {
    /// Returns how the configuration of its directory has a file checked, or a member of an archive.
    pub(crate) fn new(path: &'a Path, is_member: bool, directory: &'a Directory) -> Subject<'a> {
        Subject::checked(path, is_member, directory, directory.for_file(path, is_member))
    }

    /// Returns how the configuration of its directory has what is staged of a file checked.
    pub(super) fn staged(path: &'a Path, directory: &'a Directory) -> Subject<'a> {
        Subject::checked(path, false, directory, directory.for_staged(path))
    }

    fn checked(path: &'a Path, is_member: bool, directory: &'a Directory, for_file: ForFile) -> Subject<'a> {
        let ForFile {
            rules,
            encoding,
            declared,
            elsewhere,
        } = for_file;
        Subject {
            path,
            is_member,
            named: false,
            rules,
            has_separate_repairs: false,
            describes: true,
            explains: false,
            inner_feff: InnerFeff::Keep,
            repairs: RuleSet::EMPTY,
            encoding,
            declared,
            elsewhere,
            directory,
            directories: None,
        }
    }
}

impl Subject<'_> {
    /// Returns the encoding of the text that begins with `block`, if it is not UTF-8: that which was named, or ISO/IEC 2022 if
    /// the text begins with an announcement.
    fn encoding_of(&self, block: &Block<'_>) -> Option<Encoding> {
        let announced = || iso2022::announced(block.bytes()).map(|_| Encoding::Iso2022);
        let named = self.encoding.filter(|_| !self.is_contradicted(block));
        named.or_else(announced)
    }

    /// Returns `true` if the text that begins with `block` should be in UTF-16 or UTF-32 by what is said elsewhere, and is in UTF-8.
    fn is_contradicted(&self, block: &Block<'_>) -> bool {
        let bytes = block.bytes();
        let head = &bytes[..bytes.len().min(HEAD)];
        let is_utf8 = || match utf8::validate(head) {
            Ok(_) => true,
            Err(error) => error.kind() == ErrorKind::UnexpectedEnd && head.len() < bytes.len(),
        };
        self.elsewhere
            .is_some_and(|(encoding, _)| has_zero_bytes(encoding))
            && !head.is_empty()
            && memchr::memchr(0, head).is_none()
            && is_utf8()
    }

    /// Returns how to check the text that begins with `block`; `None` if the file is skipped.
    fn options(&self, block: &Block<'_>) -> Option<Options> {
        let detected = match detect(block.bytes(), block.is_last()) {
            _ if self.declared.is_binary && !self.named => Detected::Binary,
            _ if self.encoding_of(block).is_some_and(has_zero_bytes) => Detected::Text,
            Detected::Wide { .. } if self.rules.contains(Rule::OtherEncoding) => Detected::Text,
            Detected::Binary if is_text_by_name(self.path) => Detected::Text,
            detected => detected,
        };
        if detected != Detected::Text && !self.named {
            return None;
        }
        let config = &self.directory.config;
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let options = Options::default()
            .with_rules(self.rules)
            .with_bidi(config.bidi)
            .with_likely(config.likely)
            .with_restore(config.restore)
            .with_separate_repairs(self.has_separate_repairs)
            .with_descriptions(self.describes)
            .with_explanations(self.explains)
            .with_inner_feff(self.inner_feff)
            .with_repairs(self.repairs)
            .with_syntax(Syntax::of_file(&name, block.bytes()))
            .with_escapes(Escapes::of_file(&name, block.bytes()))
            .with_template(self.path.extension().is_some_and(|extension| extension == "pot"))
            .with_declared(self.elsewhere)
            .with_binary(detected == Detected::Binary);
        if !self.rules.contains(Rule::Signature) {
            return Some(options);
        }
        if self.declared.is_signed {
            return Some(options.with_signature(SignatureRule::Required));
        }
        let signature = self.directory.signature(self.path, self.is_member, block.bytes());
        Some(options.with_signature(signature))
    }
}

impl Subject<'_> {
    /// Returns the files beside it.
    fn neighborhood(&self) -> Option<Box<dyn Neighborhood>> {
        Some(Box::new(self.directories?.beside(self.path)))
    }
}

/// Returns `true` if files with this name are text, so that U+0000 is an error in them.
fn is_text_by_name(path: &Path) -> bool {
    const TEXT: &str = "adoc asm bat bib c cc cfg cmake conf cpp cs css csv cxx go h hh hpp htm html hxx ini java js json \
        jsonl kt less log lua m4 markdown md mjs php pl pm po pot properties py r rb rs rst scala scss sh sql svg swift tcl \
        tex toml tsv tsx txt vim xml yaml yml zig";
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        let mut names = TEXT.split(' ');
        names.any(|name| name.eq_ignore_ascii_case(extension))
    })
}

/// Returns `true` if text in the encoding has zero bytes.
fn has_zero_bytes(encoding: Encoding) -> bool {
    match encoding {
        Encoding::Utf16 | Encoding::Utf32 | Encoding::Ucs2(_) | Encoding::Ucs4(_) | Encoding::Iso2022 => true,
        Encoding::Base(base) => matches!(base, Base::Utf16(_) | Base::Utf32(_)),
        _ => false,
    }
}

/// A checker of text in UTF-8 or in another encoding.
enum Checker<S = NoSource> {
    Utf8(Box<BlockChecker<S>>),
    Other(Box<EncodingChecker>),
}

impl<S: Source<Error = Infallible>> Checker<S> {
    /// Returns a checker of the text that begins with `block`. It is `checker` if the text is in UTF-8.
    fn new(
        subject: &Subject<'_>,
        options: Options,
        block: &Block<'_>,
        checker: BlockChecker<S>,
    ) -> Checker<S> {
        match subject.encoding_of(block) {
            None => Checker::Utf8(Box::new(checker.with_neighborhood(subject.neighborhood()))),
            Some(encoding) => Checker::Other(Box::new(EncodingChecker::new(encoding, options))),
        }
    }

    fn check(&mut self, block: &Block<'_>, emit: Emit<'_>) -> ControlFlow<()> {
        match self {
            Checker::Utf8(checker) => {
                let Ok(flow) = checker.check(block, emit);
                flow
            }
            Checker::Other(checker) => checker.check(block, emit),
        }
    }

    fn finish(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        match self {
            Checker::Utf8(checker) => checker.finish(emit),
            Checker::Other(checker) => checker.finish(emit),
        }
    }
}

/// Checks a part of a text in memory, until `goes_on`, which is called before each block but the first, returns `false`. How it is
/// checked depends on how the whole text begins. Findings have their places in the part.
pub(crate) fn check_text(
    subject: &Subject<'_>,
    text: &[u8],
    part: Range<usize>,
    goes_on: &mut dyn FnMut() -> bool,
    emit: Emit<'_>,
) -> Outcome {
    let Some(first) = blocks(text, BODY_LEN).next() else {
        return Outcome::Checked;
    };
    let Some(options) = subject.options(&first) else {
        return Outcome::Binary;
    };
    let part = &text[part];
    let mut checker = Checker::new(subject, options, &first, BlockChecker::with_source(options, part));
    for (index, block) in blocks(part, BODY_LEN).enumerate() {
        if (index > 0 && !goes_on()) || checker.check(&block, emit).is_break() {
            return Outcome::Checked;
        }
    }
    let _ = checker.finish(emit);
    Outcome::Checked
}

/// Checks what `source` yields, in order.
pub(crate) fn check_stream(
    subject: &Subject<'_>,
    source: impl Read,
    buffers: &mut Buffers,
    emit: Emit<'_>,
) -> io::Result<Outcome> {
    check_blocks(subject, Stream::new(source, buffers), emit, &mut || {})
}

/// Checks what arrives slowly, in order. When it pauses, the lines that are there are checked, and `paused` is called.
pub(crate) fn check_live(
    subject: &Subject<'_>,
    source: impl Read,
    pauses: &dyn Fn() -> bool,
    buffers: &mut Buffers,
    emit: Emit<'_>,
    paused: &mut dyn FnMut(),
) -> io::Result<Outcome> {
    check_blocks(
        subject,
        Stream::with_pauses(source, buffers, pauses),
        emit,
        paused,
    )
}

fn check_blocks(
    subject: &Subject<'_>,
    mut stream: Stream<'_, impl Read>,
    emit: Emit<'_>,
    paused: &mut dyn FnMut(),
) -> io::Result<Outcome> {
    let mut checker = None;
    let mut ended = Ok(Outcome::Checked);
    loop {
        let piece = match stream.next_piece() {
            Ok(Some(piece)) => piece,
            Ok(None) => break,
            Err(error) => {
                // What was found before is still reported below.
                ended = Err(error);
                break;
            }
        };
        let is_paused = matches!(piece, Piece::Lines(_));
        let block = piece.block();
        let checker = match &mut checker {
            Some(checker) => checker,
            None => match subject.options(&block) {
                Some(options) => {
                    checker.insert(Checker::new(subject, options, &block, BlockChecker::new(options)))
                }
                None => return Ok(Outcome::Binary),
            },
        };
        let flow = checker.check(&block, emit);
        let flow = match checker {
            Checker::Utf8(checker) if is_paused && flow.is_continue() => checker.flush(emit),
            _ => flow,
        };
        if flow.is_break() {
            return Ok(Outcome::Checked);
        }
        if is_paused {
            paused();
        }
    }
    if let Some(mut checker) = checker {
        let _ = checker.finish(emit);
    }
    ended
}

/// Whether the last blocks have much to report.
#[derive(Default)]
struct Recent {
    /// A bit for each of the last ones, the newest last.
    has_findings: u16,
    count: u32,
}

impl Recent {
    /// Adds a block. Returns `true` if every fourth block has findings, or more do.
    fn is_much(&mut self, has_findings: bool) -> bool {
        self.has_findings = self.has_findings << 1 | u16::from(has_findings);
        self.count = (self.count + 1).min(u16::BITS);
        self.has_findings.count_ones() * 4 >= self.count
    }
}

/// Checks a regular file, a large one on several threads. The file's own position is not used.
pub(crate) fn check_file(
    subject: &Subject<'_>,
    file: &File,
    size: u64,
    settings: &Settings,
    buffers: &mut Buffers,
    emit: Emit<'_>,
) -> io::Result<Outcome> {
    let body_len = settings.body_len;
    let blocks = size.div_ceil(body_len as u64);
    // The numbers of another encoding are read in order.
    if blocks <= 1 || subject.encoding.is_some() {
        return check_stream(subject, Sequential::with_size(file, size), buffers, emit);
    }
    let file = RandomAccess(file);
    let buffer = &mut buffers.block;
    let first = block_at(file, 0, body_len, buffer)?;
    if subject.encoding_of(&first).is_some() {
        return check_stream(subject, Sequential::with_size(file.0, size), buffers, emit);
    }
    let Some(options) = subject.options(&first) else {
        return Ok(Outcome::Binary);
    };
    let mut checker = BlockChecker::with_source(options, file).with_neighborhood(subject.neighborhood());
    if checker.check(&first, emit)?.is_break() {
        return Ok(Outcome::Checked);
    }
    let blocks = Blocks {
        file,
        indexes: 1..blocks,
        body_len,
    };
    // What is found ahead is kept only where there is much: it takes memory.
    let keeps = AtomicBool::new(true);
    // A block that cannot be read is read again below, which returns the error.
    let examine = |block: io::Result<Block<'_>>| match block {
        Ok(block) if keeps.load(Ordering::Relaxed) => block.examine(&options).map(Some),
        Ok(block) => block.may_have_findings(&options).then_some(None),
        Err(_) => Some(None),
    };
    let mut recent = Recent::default();
    let flow = blocks.for_each(settings.jobs, buffer, &examine, |index, found, buffer| {
        let is_much = recent.is_much(found.is_some());
        keeps.store(is_much, Ordering::Relaxed);
        let ahead = if is_much { Ahead::Few } else { Ahead::Many };
        if found.is_none() && checker.can_skip(index * body_len as u64) {
            return ControlFlow::Continue(ahead);
        }
        let flow = match found.flatten() {
            Some(examined) => checker.check_examined(examined, emit),
            None => blocks
                .read(index, buffer)
                .and_then(|block| checker.check(&block, emit)),
        };
        match flow {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(ahead),
            Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    });
    if let ControlFlow::Break(ended) = flow {
        return ended.map(|()| Outcome::Checked);
    }
    let _ = checker.finish(emit);
    Ok(Outcome::Checked)
}
