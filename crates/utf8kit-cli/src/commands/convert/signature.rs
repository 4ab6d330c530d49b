//! Signatures: U+FEFF at the start of the inputs and of the output.
//!
//! Inputs are decoded with the signature as text, and the output is encoded without one of its own. So one place decides,
//! for all encodings, whether the output starts with one. In the middle of the output, where inputs are joined, there is
//! none (RFC 3629 section 6): there, only what is text by the definition of the input's encoding stays, as it does at the start.

use clap::ValueEnum;
use utf8kit::Encoding as Base;
use utf8kit_encodings::Encoding;

/// What `convert` does with signatures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub(super) enum Signature {
    Keep,
    Strip,
    Add,
}

/// Decides whether the output starts with a signature.
#[derive(Debug)]
pub(super) struct Signatures {
    /// What the user asked for.
    mode: Option<Signature>,
    /// The encoding of the output.
    to: Encoding,
    /// Whether the output has not started yet.
    is_start: bool,
    /// Whether a signature that was to be kept was left out, and nobody was told.
    is_left_out: bool,
}

impl Signatures {
    /// Returns the decision for an output in `to`, or an error if it cannot have the signature that is asked for.
    pub(super) fn new(mode: Option<Signature>, to: Encoding) -> Result<Self, String> {
        if mode == Some(Signature::Add) && !can_have(to) {
            return Err(format!("--signature add: `{}` has no signature", to.name()));
        }
        Ok(Signatures {
            mode,
            to,
            is_start: true,
            is_left_out: false,
        })
    }

    /// Returns `true` if U+FEFF is to be written before the rest of an input in `from`. `has_one` states that the input starts
    /// with it.
    pub(super) fn start(&mut self, from: Encoding, has_one: bool) -> bool {
        let is_start = std::mem::replace(&mut self.is_start, false);
        let can_have = can_have(self.to);
        match self.mode {
            None if is_start => adds(self.to) || (has_one && keeps(from) && can_have),
            // What was kept of the first input as text is kept of the others.
            None => has_one && is_text(from) && can_have && !adds(self.to),
            Some(Signature::Keep) => {
                self.is_left_out = is_start && has_one && !can_have;
                is_start && has_one && can_have
            }
            Some(Signature::Strip) => false,
            Some(Signature::Add) => is_start,
        }
    }

    /// Returns the warning that the signature of the last input was left out although it was to be kept. It is no error, because
    /// the text is complete without it.
    pub(super) fn warning(&mut self) -> Option<String> {
        let is_left_out = std::mem::replace(&mut self.is_left_out, false);
        let name = self.to.name();
        is_left_out.then(|| format!("--signature keep: the signature is left out, because `{name}` has none"))
    }

    /// Returns `true` if a signature is to be written to an output without text.
    pub(super) fn end(&mut self) -> bool {
        std::mem::replace(&mut self.is_start, false) && self.mode == Some(Signature::Add)
    }
}

/// Returns `true` if a text in `encoding` can have a signature.
fn can_have(encoding: Encoding) -> bool {
    match encoding {
        // The name of a mailbox has none.
        Encoding::Base(Base::Latin1 | Base::Ascii) | Encoding::Utf7Imap => false,
        // The announcement says what the text is in.
        Encoding::Iso2022 => false,
        Encoding::Legacy(legacy) => legacy.name() == "gb18030",
        _ => true,
    }
}

/// Returns `true` if the definition of `encoding` adds a signature when text is written.
fn adds(encoding: Encoding) -> bool {
    use Encoding::{Utf8Signature, Utf16, Utf32};
    matches!(encoding, Utf8Signature | Utf16 | Utf32)
}

/// Returns `true` if the definition of `encoding` keeps a signature when text is read. It does unless the signature serves
/// to find the byte order, or to mark the encoding.
fn keeps(encoding: Encoding) -> bool {
    use Encoding::{Ucs2, Ucs4};
    !adds(encoding) && !matches!(encoding, Ucs2(None) | Ucs4(None))
}

/// Returns `true` if U+FEFF at the start is no signature but text by the definition of `encoding`, because its name gives the
/// byte order (RFC 2781 section 3.3).
fn is_text(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Base(Base::Utf16(_) | Base::Utf32(_)))
}
