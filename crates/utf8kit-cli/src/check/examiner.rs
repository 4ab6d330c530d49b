//! What is careful: takes the blocks of one text in order and makes findings of their events.
//!
//! Some findings wait: a character that reorders text until its line ends or its partner comes, ill-formed places until
//! it is clear that the file is not in another encoding as a whole. What comes behind them waits with them, so that
//! findings are told in order — up to a limit, for memory has one.

use super::bidi::{self, Control};
use super::block::Block;
use super::events::{Event, Events, Wanted, What};
use super::finding::{Context, Finding};
use super::ill_formed;
use super::legacy::Sample;
use super::position::{Position, characters};
use super::rules::Rule;
use crate::shown;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::ops::{ControlFlow, Range};

/// Takes a finding; breaks if it wants no more of this text.
pub(crate) type Emit<'e> = &'e mut dyn FnMut(Finding) -> ControlFlow<()>;

/// Findings that may wait.
const MOST_WAITING: usize = 4096;

/// A finding in the queue.
struct Waiting {
    /// `None`: it turned out to be none, or was told before its turn.
    finding: Option<Finding>,
    on: On,
}

/// What a finding waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Nothing,
    LineEnd,
    Encoding,
}

/// What an opening control has to remember.
enum Opener {
    /// Its finding is the nth that was ever queued.
    Queued(u64),
    /// Its finding, out of order.
    Late(Box<Finding>),
}

/// Is the file in another encoding?
enum Encoding {
    Unknown(Sample),
    Utf8,
}

/// What has been seen of a text so far.
pub(crate) struct Examiner<'a> {
    wanted: Wanted,
    /// To look again at what has passed: line ends are only counted when there is something to say.
    file: Option<&'a File>,
    position: Position,
    /// The bytes before it are done with.
    done: u64,
    waiting: VecDeque<Waiting>,
    /// Findings that have left the queue.
    told: u64,
    line: bidi::Line<Opener>,
    encoding: Encoding,
    /// The first ill-formed place was seen, and what it is taken for is not decided.
    is_deciding: bool,
}

impl<'a> Examiner<'a> {
    /// For a text that is read in order, and can be read again if it is a `file`.
    pub(crate) fn new(wanted: Wanted, file: Option<&'a File>) -> Self {
        let encoding = if wanted.rules.has(Rule::OtherEncoding) {
            Encoding::Unknown(Sample::default())
        } else {
            Encoding::Utf8
        };
        Examiner {
            wanted,
            file,
            position: Position::START,
            done: 0,
            waiting: VecDeque::new(),
            told: 0,
            line: bidi::Line::new(),
            encoding,
            is_deciding: false,
        }
    }

    /// May a block without events be left out?
    pub(crate) fn is_at_rest(&self, block_start: u64) -> bool {
        self.done <= block_start && self.line.is_closed() && !self.is_deciding
    }

    /// Reports what begins in the body of `block`.
    pub(crate) fn examine(&mut self, block: &Block<'_>, emit: Emit<'_>) -> io::Result<ControlFlow<()>> {
        let from = block
            .body
            .start
            .max(self.done.saturating_sub(block.start) as usize);
        // Up to where line ends were looked for.
        let mut lines_from = from;
        let mut sample_from = from;
        for event in Events::new(block, from, self.wanted) {
            let start = event.place.start;
            if start > lines_from {
                self.end_lines(&block.bytes[lines_from..start]);
                lines_from = start;
            }
            self.done = block.start + event.place.end as u64;
            if matches!(event.what, What::IllFormed(_))
                && let Encoding::Unknown(sample) = &mut self.encoding
            {
                if !std::mem::replace(&mut self.is_deciding, true) {
                    sample_from = start;
                }
                sample.ill_formed(&block.bytes[event.place.clone()]);
            }
            self.event(block, event)?;
            if self.waiting.len() > MOST_WAITING {
                if self.is_deciding
                    && let Encoding::Unknown(sample) = &mut self.encoding
                {
                    let seen = (self.done - block.start) as usize;
                    sample.extend(&block.bytes[sample_from..seen]);
                    if self.decide_encoding(emit).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                self.make_room();
            }
            if self.tell(emit).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if lines_from < block.body.end {
            self.end_lines(&block.bytes[lines_from..block.body.end]);
        }
        if self.is_deciding
            && let Encoding::Unknown(sample) = &mut self.encoding
        {
            sample.extend(&block.bytes[sample_from.min(block.body.end)..block.body.end]);
            if sample.is_enough() && self.decide_encoding(emit).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if self.file.is_none() && !block.last {
            self.advance(block, block.body.end)?;
        }
        Ok(self.tell(emit))
    }

    /// The text is at its end.
    pub(crate) fn finish(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        self.end_lines(b"\n");
        self.decide_encoding(emit)?;
        self.tell(emit)
    }

    /// Queues the finding that an event makes, if it makes one.
    fn event(&mut self, block: &Block<'_>, event: Event) -> io::Result<()> {
        let rules = self.wanted.rules;
        let bytes = &block.bytes[event.place.clone()];
        let mut on = On::Nothing;
        let mut opens = None;
        let (rule, kind, message, fixable): (_, Cow<'static, str>, _, _) = match event.what {
            What::IllFormed(kind) => {
                if self.is_deciding {
                    on = On::Encoding;
                } else if !rules.has(Rule::IllFormed) {
                    return Ok(());
                }
                (
                    Rule::IllFormed,
                    kind.name().into(),
                    ill_formed::message(bytes, kind),
                    false,
                )
            }
            What::Character(rule, c) => {
                let (kind, message) = about_character(rule, c);
                (rule, kind.into(), message, rule == Rule::InnerFeff)
            }
            What::Bidi(control, c) => {
                let what = format!("U+{:04X} {}", u32::from(c), bidi::name(c));
                if self.wanted.all_bidi {
                    (Rule::BidiControl, "present".into(), what, false)
                } else {
                    match control {
                        Control::Open(opened) => opens = Some(opened),
                        Control::Close(closed) => {
                            for opener in self.line.close(closed) {
                                self.forget(&opener);
                            }
                            return Ok(());
                        }
                        Control::Mark => return Ok(()),
                    }
                    on = On::LineEnd;
                    let message = format!("{what} is not closed in its line: it reorders what follows");
                    (Rule::BidiControl, "unpaired".into(), message, false)
                }
            }
            What::Double(run) => {
                let (kind, ending) = match run.times {
                    1 => ("once", String::new()),
                    2 => ("twice", ", twice".to_owned()),
                    times => ("twice", format!(", {times} times")),
                };
                let message = format!(
                    "`{}`, probably `{}`: UTF-8 that was read as Windows-1252 or Latin-1 and encoded again{ending}",
                    cut(&String::from_utf8_lossy(bytes)),
                    cut(&run.meant),
                );
                (Rule::DoubleEncoded, kind.into(), message, true)
            }
            What::NotNfc(right) => {
                let list = |text: &str| {
                    let numbers: Vec<_> = text
                        .chars()
                        .take(8)
                        .map(|c| format!("U+{:04X}", u32::from(c)))
                        .collect();
                    numbers.join(" ")
                };
                let is = String::from_utf8_lossy(bytes);
                (
                    Rule::NotNfc,
                    "not-nfc".into(),
                    format!("{} is {} in NFC", list(&is), list(&right)),
                    false,
                )
            }
        };
        let finding = self.place(block, event.place, rule, kind, message, fixable)?;
        if let Some(opened) = opens {
            self.line
                .open(opened, Opener::Queued(self.told + self.waiting.len() as u64));
        }
        self.waiting.push_back(Waiting {
            finding: Some(finding),
            on,
        });
        Ok(())
    }

    /// If a line ends in `bytes`, what is open in it is unpaired.
    fn end_lines(&mut self, bytes: &[u8]) {
        if self.line.is_closed() || memchr::memchr(b'\n', bytes).is_none() {
            return;
        }
        for opener in self.line.end() {
            match opener {
                Opener::Queued(number) => {
                    if let Some(waiting) = self.queued(number) {
                        waiting.on = On::Nothing;
                    }
                }
                Opener::Late(finding) => {
                    self.waiting.push_back(Waiting {
                        finding: Some(*finding),
                        on: On::Nothing,
                    });
                }
            }
        }
    }

    fn queued(&mut self, number: u64) -> Option<&mut Waiting> {
        self.waiting.get_mut((number - self.told) as usize)
    }

    /// What an opener stood for is no finding: it has a partner.
    fn forget(&mut self, opener: &Opener) {
        if let Opener::Queued(number) = *opener
            && let Some(waiting) = self.queued(number)
        {
            *waiting = Waiting {
                finding: None,
                on: On::Nothing,
            };
        }
    }

    /// Takes what waits for a line's end out of the queue, so that the rest need not wait.
    fn make_room(&mut self) {
        if self.line.depth() > MOST_WAITING {
            self.end_lines(b"\n"); // nobody closes so many
        }
        let (waiting, told) = (&mut self.waiting, self.told);
        for memory in self.line.memories() {
            if let Opener::Queued(number) = *memory
                && let Some(queued) = waiting.get_mut((number - told) as usize)
                && let Some(finding) = queued.finding.take()
            {
                queued.on = On::Nothing;
                *memory = Opener::Late(Box::new(finding));
            }
        }
    }

    /// Decides whether the text is UTF-8 with errors or in another encoding; breaks if it is that, for then there is
    /// nothing more to say.
    fn decide_encoding(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        if !std::mem::replace(&mut self.is_deciding, false) {
            return ControlFlow::Continue(());
        }
        let Encoding::Unknown(sample) = std::mem::replace(&mut self.encoding, Encoding::Utf8) else {
            return ControlFlow::Continue(());
        };
        let has_ill_formed = self.wanted.rules.has(Rule::IllFormed);
        let mut guess = sample.guess();
        for waiting in self
            .waiting
            .iter_mut()
            .filter(|waiting| waiting.on == On::Encoding)
        {
            waiting.on = On::Nothing;
            let Some(finding) = waiting.finding.as_mut() else {
                continue;
            };
            if let Some(guess) = guess.take() {
                let name = guess.encoding.name();
                finding.rule = Rule::OtherEncoding;
                finding.kind = name.into();
                finding.message = format!(
                    "{name}, not UTF-8 ({}): here is the first byte that shows it",
                    guess.sureness
                );
                // Nothing behind it means what it would mean in UTF-8.
                let finding = waiting.finding.take();
                return match finding.map(emit) {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                };
            }
            if !has_ill_formed {
                waiting.finding = None;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells what need not wait.
    fn tell(&mut self, emit: Emit<'_>) -> ControlFlow<()> {
        while self
            .waiting
            .front()
            .is_some_and(|waiting| waiting.on == On::Nothing)
        {
            let waiting = self.waiting.pop_front();
            self.told += 1;
            if let Some(finding) = waiting.and_then(|waiting| waiting.finding) {
                emit(finding)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Moves the position to `to` in the block's bytes.
    fn advance(&mut self, block: &Block<'_>, to: usize) -> io::Result<()> {
        let body_start = block.start + block.body.start as u64;
        if self.position.offset < body_start
            && let Some(file) = self.file
        {
            self.position.advance_in(file, body_start)?;
        }
        let from = self.position.offset.saturating_sub(block.start) as usize;
        if from < to {
            self.position.advance(&block.bytes[from..to]);
        }
        Ok(())
    }

    /// A finding at `place` in the block's bytes.
    pub(crate) fn place(
        &mut self,
        block: &Block<'_>,
        place: Range<usize>,
        rule: Rule,
        kind: Cow<'static, str>,
        message: String,
        fixable: bool,
    ) -> io::Result<Finding> {
        self.advance(block, place.start)?;
        let Position { line, column, .. } = self.position;
        Ok(Finding {
            rule,
            kind,
            offset: block.start + place.start as u64,
            line,
            column,
            end_column: column + characters(&block.bytes[place.clone()]),
            length: place.len() as u64,
            message,
            fixable,
            context: Context::new(block, place),
        })
    }
}

/// The kind and the message for a character that is reported wherever it stands.
fn about_character(rule: Rule, c: char) -> (&'static str, String) {
    let number = format!("U+{:04X}", u32::from(c));
    match rule {
        Rule::Nul => ("nul", "U+0000 in text".to_owned()),
        Rule::ReplacementChar => (
            "replacement-char",
            format!("{number}: something could not be decoded and is lost"),
        ),
        Rule::InnerFeff => (
            "inner-feff",
            format!("{number} inside the text; U+2060 WORD JOINER is for joining words"),
        ),
        Rule::Noncharacter => (
            "noncharacter",
            format!("{number} is a noncharacter: not for interchange"),
        ),
        _ if u32::from(c) < 0x80 => ("c0", format!("{number} is a control")),
        _ => ("c1", format!("{number} is a control")),
    }
}

/// The beginning of a run, as a message shows it.
fn cut(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut shown = String::new();
    for c in text.chars().take(LONGEST) {
        shown::push_char(&mut shown, c);
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
