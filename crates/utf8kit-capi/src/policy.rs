//! Error policies: what to write instead of ill-formed text.

use crate::result::{self, utf8kit_kind};
use std::ffi::{c_char, c_void};
use std::ptr;
use utf8kit::{ErrorKind, Policy, Replacement};

/// What to do with an ill-formed sequence. The numbers are fixed, and none is used again for something else.
pub type utf8kit_action = u32;

/// Stop with `UTF8KIT_STOP_ILL_FORMED`.
pub const UTF8KIT_ACTION_FAIL: utf8kit_action = 0;
/// Write `character` for each sequence, and U+FFFD if it is zero.
pub const UTF8KIT_ACTION_REPLACE: utf8kit_action = 1;
/// Write nothing. This joins the text before and the text after, which can create an unwanted text.
pub const UTF8KIT_ACTION_DROP: utf8kit_action = 2;
/// Write each byte as `\xHH`, and each backslash of the text as two, so that the original can be restored.
pub const UTF8KIT_ACTION_ESCAPE: utf8kit_action = 3;
/// Write what `backslashreplace` of Python writes: each byte as `\xhh`, and backslashes as they are.
pub const UTF8KIT_ACTION_BACKSLASH_REPLACE: utf8kit_action = 4;
/// Decode each byte of the sequence with `table`.
pub const UTF8KIT_ACTION_LEGACY: utf8kit_action = 5;
/// Call `replace`.
pub const UTF8KIT_ACTION_CALL: utf8kit_action = 6;

/// The text that replaces an ill-formed sequence.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utf8kit_replacement {
    /// Well-formed UTF-8. It stays valid until the function is called again, or the text or its stream ends.
    pub text: *const c_char,
    /// The number of bytes of `text`.
    pub len: usize,
    /// The number of bytes of the source that it replaces, from the first of the sequence on, or zero for those of the
    /// sequence.
    pub takes: usize,
}

/// An error policy. Where a function takes a pointer to one, NULL is `UTF8KIT_ACTION_FAIL`.
///
/// What a stream's policy points to stays valid as long as the stream is used; the structure itself is copied.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utf8kit_policy {
    /// What to do: `UTF8KIT_ACTION_...`.
    pub action: utf8kit_action,
    /// `UTF8KIT_ACTION_REPLACE`: the character, or zero for U+FFFD.
    pub character: u32,
    /// `UTF8KIT_ACTION_LEGACY`: the 128 characters of the bytes 0x80 to 0xFF in a single-byte encoding.
    pub table: *const u32,
    /// `UTF8KIT_ACTION_CALL`: a function that is called with `user`, the ill-formed bytes and the kind of the error. It sets
    /// `replacement`, which is empty before, and returns `true`; or it returns `false`, and the call stops with the error.
    pub replace: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            bytes: *const c_char,
            len: usize,
            kind: utf8kit_kind,
            replacement: *mut utf8kit_replacement,
        ) -> bool,
    >,
    /// `UTF8KIT_ACTION_CALL`: the first argument of `replace`.
    pub user: *mut c_void,
}

/// A function of the caller, with its argument.
#[derive(Clone, Copy)]
pub(crate) struct Callback {
    replace: unsafe extern "C" fn(
        *mut c_void,
        *const c_char,
        usize,
        utf8kit_kind,
        *mut utf8kit_replacement,
    ) -> bool,
    user: *mut c_void,
}

// SAFETY: a `Callback` is called only within the calls of the stream that it belongs to, which the caller makes from one thread
// at a time.
unsafe impl Sync for Callback {}

impl Callback {
    /// Calls the function as a [`Policy::Custom`] does.
    pub(crate) fn call<'p>(&self, bytes: &[u8], kind: ErrorKind) -> Option<Replacement<'p>> {
        let mut replacement = utf8kit_replacement {
            text: ptr::null(),
            len: 0,
            takes: 0,
        };
        // SAFETY: the function is the caller's for these arguments, which are valid for the call.
        let is_replaced = unsafe {
            (self.replace)(
                self.user,
                bytes.as_ptr().cast(),
                bytes.len(),
                result::kind(kind),
                &mut replacement,
            )
        };
        if !is_replaced {
            return None;
        }
        // SAFETY: the caller promises that the text stays valid until it is written.
        let text = unsafe { crate::memory::source(replacement.text, replacement.len) }?;
        let text = Replacement::from(utf8kit::utf8::validate(text).ok()?);
        Some(match replacement.takes {
            0 => text,
            takes => text.taking(takes),
        })
    }
}

/// A policy whose numbers are checked.
#[derive(Clone, Copy)]
pub(crate) enum Checked<'p> {
    /// A policy without a function.
    Plain(Policy<'p>),
    /// The caller's function.
    Call(Callback),
}

/// Returns a policy, or `None` if its numbers are not allowed.
///
/// # Safety
///
/// `policy` is NULL or points to a policy whose pointers are valid during `'p`.
pub(crate) unsafe fn check<'p>(policy: *const utf8kit_policy) -> Option<Checked<'p>> {
    // SAFETY: the caller promises that the pointer is NULL or valid.
    let Some(policy) = (unsafe { policy.as_ref() }) else {
        return Some(Checked::Plain(Policy::Fail));
    };
    let plain = match policy.action {
        UTF8KIT_ACTION_FAIL => Policy::Fail,
        UTF8KIT_ACTION_REPLACE => Policy::Replace(match policy.character {
            0 => '\u{FFFD}',
            character => char::from_u32(character)?,
        }),
        UTF8KIT_ACTION_DROP => Policy::Drop,
        UTF8KIT_ACTION_ESCAPE => Policy::Escape,
        UTF8KIT_ACTION_BACKSLASH_REPLACE => Policy::BackslashReplace,
        UTF8KIT_ACTION_LEGACY => {
            // SAFETY: the caller promises that the table has 128 numbers.
            let table = unsafe { crate::memory::source(policy.table, 128) }?;
            if table.iter().any(|&number| char::from_u32(number).is_none()) {
                return None;
            }
            // SAFETY: `char` has the layout of `u32`, and each number is that of a `char`.
            Policy::Legacy(unsafe { &*table.as_ptr().cast() })
        }
        UTF8KIT_ACTION_CALL => {
            return Some(Checked::Call(Callback {
                replace: policy.replace?,
                user: policy.user,
            }));
        }
        _ => return None,
    };
    Some(Checked::Plain(plain))
}

impl Checked<'_> {
    /// Calls `f` with the policy.
    pub(crate) fn with<R>(self, f: impl FnOnce(Policy<'_>) -> R) -> R {
        match self {
            Checked::Plain(policy) => f(policy),
            Checked::Call(callback) => {
                let function = |bytes: &[u8], kind| callback.call(bytes, kind);
                f(Policy::Custom(&function))
            }
        }
    }
}
