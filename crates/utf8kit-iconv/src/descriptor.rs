//! A descriptor: a pair of encodings, and the C library's descriptor for the same pair.
//!
//! A call converts well-formed text with the kernels. Where they stop, a window of a few bytes is converted one character at a time, up
//! to an error that is sure (`brief`). If that stops too, a window goes to the C library, then the kernels run again. Short texts, and
//! what is between errors near to each other, begin with `brief`. The C library returns E2BIG, EILSEQ and EINVAL at the same position as
//! it would for the whole text, because its conversions between these encodings keep nothing between calls but this:
//!
//! - whether a text has begun. The first call writes the signature, or reads it and takes the byte order from it;
//! - the byte order.
//!
//! So windows go to the C library until it has written characters of the text. It reads a signature again after a call
//! that wrote nothing, so a text that seems to have two of them is left to it.
//!
//! With `//IGNORE`, the C library stops after an error at a place that depends on the sizes of its own buffers. Therefore
//! such a call is either converted by the kernels as a whole, or by the C library as a whole.

use crate::brief::{self, Bytes, End};
use crate::charset::{Charset, Encoding};
use crate::names::Names;
use crate::pair::{Buffers, Pair};
use crate::private;
use crate::system::{self, ERROR, Iconv, System};
use libc::{c_char, size_t};
use std::alloc::{Layout, alloc, dealloc};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use utf8kit::Endian;

/// The number of bytes that go to the C library where the kernels stop.
const WINDOW: usize = 32;

/// Errors that are nearer than this to each other are dense: so few bytes are converted one by one in less time than the kernels take to
/// stop at an error.
const DENSE: u64 = 256;

/// The number of bytes after a dense error that are converted without the kernels before they are tried again.
const AFTER_DENSE: u64 = 2 * DENSE;

/// How much of a text with a signature was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing, and nothing in an earlier text.
    New,
    /// Nothing since the descriptor was reset, or nothing that was written.
    Again,
    /// Characters of the text, or the text has no signature.
    Text,
}

pub(crate) struct Descriptor {
    /// The C library's descriptor.
    inner: Iconv,
    from: Charset,
    to: Charset,
    ignores_errors: bool,
    /// Whether both encodings are known here. If not, every call goes to the C library.
    is_known: bool,
    /// The names that the program opened it with, if it can be kept when that closes it.
    pub(crate) names: Option<Names>,
    /// What the C library's descriptor kept when it was opened.
    first_state: u64,
    /// The pair with the byte order of this text.
    pair: Pair,
    /// How much of the source's signature was read. [`Stage::Text`] if it has none.
    stage: Stage,
    /// Whether the C library has written the target's signature. `true` if it has none.
    has_begun: bool,
    /// Whether every call goes to the C library, because an encoding or the byte order is not known.
    is_passed_on: bool,
    /// The numbers of bytes that were read by the kernels and by the C library.
    pub(crate) counts: Counts,
    /// The number of bytes that were read when the last error was found.
    last_error: u64,
    /// Whether the last two errors were near to each other: programs that step over each error call again after it.
    is_dense: bool,
    /// What converts short texts of the pair, if something does.
    brief: Option<brief::Convert>,
    /// The characters of a single-byte source, for `brief`.
    bytes: Bytes,
    buffers: Buffers,
}

/// The room behind the text before an error: with less, the C library may report the full output.
const ROOM_AT_ERROR: usize = 8;

/// What a descriptor did, for diagnosis.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) kernels: u64,
    pub(crate) system: u64,
}

impl Counts {
    fn sum(self) -> u64 {
        self.kernels + self.system
    }
}

/// The positions of a call: where the program reads and writes.
#[derive(Clone, Copy)]
struct Position {
    input: *mut c_char,
    input_left: size_t,
    output: *mut c_char,
    output_left: size_t,
}

impl Position {
    /// Moves it.
    ///
    /// # Safety
    ///
    /// As many bytes are left.
    unsafe fn advance(&mut self, read: usize, written: usize) {
        // SAFETY: as the caller promises.
        unsafe {
            self.input = self.input.add(read);
            self.output = self.output.add(written);
        }
        self.input_left -= read;
        self.output_left -= written;
    }
}

impl Descriptor {
    /// Returns what converts from one encoding to another, or with the C library alone if they are not known. Returns `None` if there
    /// is no memory.
    pub(crate) fn new(
        inner: Iconv,
        charsets: Option<(Charset, Charset)>,
        ignores_errors: bool,
    ) -> Option<*mut Descriptor> {
        // Two signatures at once are not worth their rules.
        let charsets = charsets.filter(|(from, to)| !(from.has_signature && to.has_signature));
        let (from, to) = charsets.unwrap_or((Charset::UTF_8, Charset::UTF_8));
        let layout = Layout::new::<Descriptor>();
        // SAFETY: the layout is not of size zero.
        let descriptor = unsafe { alloc(layout) }.cast::<Descriptor>();
        if descriptor.is_null() {
            return None;
        }
        // SAFETY: the memory is as long and as aligned as the type.
        unsafe {
            let pair = Pair {
                from: from.encoding,
                to: to.encoding,
            };
            descriptor.write(Descriptor {
                inner,
                from,
                to,
                ignores_errors,
                is_known: charsets.is_some(),
                names: None,
                first_state: 0,
                pair,
                stage: Stage::Text,
                has_begun: true,
                is_passed_on: false,
                counts: Counts::default(),
                last_error: 0,
                is_dense: false,
                brief: brief::find(pair),
                bytes: Bytes::EMPTY,
                buffers: Buffers::default(),
            });
            (*descriptor).begin();
        }
        Some(descriptor)
    }

    /// Makes it as one that was just opened.
    fn begin(&mut self) {
        self.stage = if self.from.has_signature {
            Stage::New
        } else {
            Stage::Text
        };
        self.has_begun = !self.to.has_signature;
        self.is_passed_on = !self.is_known;
        self.counts = Counts::default();
        self.last_error = 0;
        self.is_dense = false;
        if self.pair.from != self.from.encoding {
            self.pair.from = self.from.encoding;
            self.brief = brief::find(self.pair);
        }
    }

    /// Calls the C library's `iconv`.
    ///
    /// # Safety
    ///
    /// The arguments are those of `iconv`.
    unsafe fn call(
        &self,
        system: &System,
        input: *mut *mut c_char,
        input_left: *mut size_t,
        output: *mut *mut c_char,
        output_left: *mut size_t,
    ) -> size_t {
        // SAFETY: as the caller promises. The descriptor is open, and this thread uses it.
        unsafe {
            let result = (system.convert)(self.inner, input, input_left, output, output_left);
            private::mark(self.inner, (&raw const *self).cast());
            result
        }
    }

    /// Returns the C library's descriptor.
    pub(crate) fn inner(&self) -> Iconv {
        self.inner
    }

    /// Remembers the names that the C library's descriptor was just opened with, if what that keeps between calls is known.
    ///
    /// # Safety
    ///
    /// The descriptor is open, and nothing else uses it.
    pub(crate) unsafe fn set_names(&mut self, names: Option<Names>) {
        // SAFETY: as the caller promises.
        if let Some(state) = unsafe { private::state(self.inner) } {
            self.names = names;
            self.first_state = state;
        }
    }

    /// Makes it as it was when it was opened. Returns `false` if the C library's descriptor is not: one that has read a signature can
    /// keep the byte order.
    ///
    /// # Safety
    ///
    /// The descriptor is open, and nothing else uses it.
    pub(crate) unsafe fn renew(&mut self) -> bool {
        let Some(system) = system::system() else {
            return false;
        };
        self.begin();
        let null = std::ptr::null_mut();
        let errno = system::errno();
        // SAFETY: as the caller promises. Without input and output, the state becomes the initial one.
        let state = unsafe {
            (system.convert)(self.inner, null, null.cast(), null, null.cast());
            private::state(self.inner)
        };
        system::set_errno(errno);
        state == Some(self.first_state)
    }

    /// Closes the C library's descriptor, and releases this one.
    ///
    /// # Safety
    ///
    /// As for [`release`](Self::release). The C library's descriptor is open, and nothing else uses it.
    pub(crate) unsafe fn close(descriptor: *mut Descriptor) {
        // SAFETY: as the caller promises.
        unsafe {
            let inner = (*descriptor).inner;
            Descriptor::release(descriptor);
            if let Some(system) = system::system() {
                (system.close)(inner);
            }
        }
    }

    /// Releases the descriptor.
    ///
    /// # Safety
    ///
    /// It is from [`Descriptor::new`] and is not used again.
    pub(crate) unsafe fn release(descriptor: *mut Descriptor) {
        // SAFETY: it was allocated with this layout.
        unsafe {
            descriptor.drop_in_place();
            dealloc(descriptor.cast(), Layout::new::<Descriptor>());
        }
    }

    /// Does what `iconv` does.
    ///
    /// # Safety
    ///
    /// The arguments are those of `iconv`.
    pub(crate) unsafe fn convert(
        &mut self,
        system: &System,
        input: *mut *mut c_char,
        input_left: *mut size_t,
        output: *mut *mut c_char,
        output_left: *mut size_t,
    ) -> size_t {
        // SAFETY: the pointers are null or valid, as `iconv` requires.
        unsafe {
            if input.is_null() || (*input).is_null() {
                self.reset();
                return self.call(system, input, input_left, output, output_left);
            }
            let is_usable = !self.is_passed_on
                && !input_left.is_null()
                && !output.is_null()
                && !(*output).is_null()
                && !output_left.is_null();
            if !is_usable || !is_plain(*input, *input_left, *output, *output_left) {
                // An empty first call can change whether the next one is the first.
                self.is_passed_on |= self.stage != Stage::Text;
                return self.call(system, input, input_left, output, output_left);
            }
            let mut position = Position {
                input: *input,
                input_left: *input_left,
                output: *output,
                output_left: *output_left,
            };
            let result = match self.convert_briefly(&mut position) {
                Some(result) => result,
                None => {
                    let errno = system::errno();
                    let result = self.convert_text(system, &mut position);
                    if result != ERROR {
                        system::set_errno(errno);
                    }
                    result
                }
            };
            *input = position.input;
            *input_left = position.input_left;
            *output = position.output;
            *output_left = position.output_left;
            result
        }
    }

    /// Converts a short text, or one with errors near to each other, without a kernel. Returns `None` if that is not the end of the call.
    ///
    /// # Safety
    ///
    /// As for [`Descriptor::convert_text`].
    #[inline]
    unsafe fn convert_briefly(&mut self, position: &mut Position) -> Option<size_t> {
        let limit = match self.left_after_dense_error() {
            Some(near) => near,
            None if self.is_in_text() && position.input_left <= self.pair.short() => position.input_left,
            None => return None,
        };
        // SAFETY: as the caller promises.
        unsafe { self.run_brief(position, limit) }
    }

    /// Converts at most `limit` bytes one character at a time. Returns what the call returns if the text or a sure error ends it.
    ///
    /// # Safety
    ///
    /// As for [`Descriptor::convert_text`], and the descriptor [is in a text](Self::is_in_text).
    #[inline]
    unsafe fn run_brief(&mut self, position: &mut Position, limit: usize) -> Option<size_t> {
        let convert = self.brief?;
        self.bytes.prepare(self.pair.from);
        let len = position.input_left.min(limit);
        // SAFETY: as the caller promises. Nothing else uses the ranges meanwhile, and they do not overlap.
        let (src, dst) = unsafe {
            (
                std::slice::from_raw_parts(position.input.cast::<u8>(), len),
                std::slice::from_raw_parts_mut(
                    position.output.cast::<MaybeUninit<u8>>(),
                    position.output_left,
                ),
            )
        };
        let done = convert(&self.bytes, src, dst);
        let is_whole = len == position.input_left;
        // SAFETY: no more is read and written than there is.
        unsafe { position.advance(done.read, done.written) };
        self.counts.kernels += done.read as u64;
        let has_room = position.output_left >= ROOM_AT_ERROR;
        let errno = match done.end {
            End::Whole if is_whole => return Some(0),
            End::Illegal if has_room => {
                self.set_error();
                libc::EILSEQ
            }
            End::Incomplete if has_room && is_whole => libc::EINVAL,
            _ => return None,
        };
        system::set_errno(errno);
        Some(ERROR)
    }

    /// Returns `true` if a text has begun whose errors the C library does not ignore, so that only its characters matter.
    fn is_in_text(&self) -> bool {
        self.stage == Stage::Text && self.has_begun && !self.ignores_errors
    }

    /// Prepares for the text after a call without input.
    fn reset(&mut self) {
        self.has_begun = !self.to.has_signature;
        // Whether the byte order of the last text applies to the next one depends on the version of the C library.
        self.is_passed_on |= self.pair.from != self.from.encoding;
        if self.from.has_signature && self.stage == Stage::Text {
            self.stage = Stage::Again;
        }
    }

    /// Converts text from `position` on, and moves it.
    ///
    /// # Safety
    ///
    /// The position is [plain](is_plain), and its ranges can be read and written.
    unsafe fn convert_text(&mut self, system: &System, position: &mut Position) -> size_t {
        // A copy of what was just written to memory in pieces takes time.
        let start = match self.ignores_errors {
            true => Some(*position),
            false => None,
        };
        let mut irreversible = 0;
        while position.input_left > 0 {
            let mut window = if self.ignores_errors { usize::MAX } else { WINDOW };
            if let Some(near) = self.left_after_dense_error() {
                window = near;
            } else if self.stage == Stage::Text && self.has_begun {
                // SAFETY: as the caller promises.
                unsafe { self.run_kernels(position) };
                if position.input_left == 0 {
                    break;
                }
                if let Some(start) = start {
                    *position = start;
                } else {
                    // SAFETY: as the caller promises.
                    match unsafe { self.run_brief(position, WINDOW) } {
                        Some(ERROR) => return ERROR,
                        Some(_) => break,
                        None => {}
                    }
                }
            } else if self.stage != Stage::Text {
                // SAFETY: as the caller promises.
                unsafe { self.look_for_signature(position) };
                if self.is_passed_on {
                    window = usize::MAX;
                }
            }
            let room = position.output_left;
            // SAFETY: as the caller promises.
            let result = unsafe { self.pass_on(system, position, window) };
            // The first bytes that are written are the signature, or the first character after it.
            if position.output_left < room {
                self.has_begun = true;
                self.stage = Stage::Text;
            } else if self.stage == Stage::New {
                self.stage = Stage::Again;
            }
            match result {
                Window::Continue(count) => irreversible += count,
                Window::Return(result) => return result,
            }
        }
        irreversible
    }

    /// Returns the number of bytes that are converted next without the kernels, if errors are dense and the last one is near.
    fn left_after_dense_error(&mut self) -> Option<usize> {
        if !self.is_dense || !self.is_in_text() {
            return None;
        }
        match AFTER_DENSE.checked_sub(self.counts.sum() - self.last_error) {
            None | Some(0) => {
                self.is_dense = false;
                None
            }
            // A character is not longer than a window.
            Some(left) => Some(WINDOW.max(left as usize)),
        }
    }

    /// Remembers that an error is where the text is read up to.
    fn set_error(&mut self) {
        let at = self.counts.sum();
        self.is_dense = at - self.last_error < DENSE;
        self.last_error = at;
    }

    /// Sets the byte order at the beginning of a text whose signature the C library reads. Passes on all calls if the
    /// order cannot be known.
    ///
    /// # Safety
    ///
    /// As for [`Descriptor::convert_text`].
    unsafe fn look_for_signature(&mut self, position: &Position) {
        let left = position.input_left;
        // SAFETY: no more bytes are borrowed than there are.
        let input = unsafe { std::slice::from_raw_parts(position.input.cast::<u8>(), left.min(4)) };
        let signature = signature_order(self.from.encoding, input);
        if left < 4 || (self.stage == Stage::Again && signature.is_some()) {
            self.is_passed_on = true;
        } else if let Some(endian) = signature {
            self.pair.from = match self.from.encoding {
                Encoding::Utf32(_) => Encoding::Utf32(endian),
                _ => Encoding::Utf16(endian),
            };
            self.brief = brief::find(self.pair);
        }
    }

    /// Converts with the kernels as far as they go, if that is worth it.
    ///
    /// # Safety
    ///
    /// As for [`Descriptor::convert_text`].
    unsafe fn run_kernels(&mut self, position: &mut Position) {
        let counted = position.input_left;
        // SAFETY: as the caller promises.
        let src = unsafe { std::slice::from_raw_parts(position.input.cast::<u8>(), counted) };
        let cut = self.pair.cut(src);
        if counted - cut <= self.pair.short() {
            return;
        }
        self.buffers.prepare(self.pair, counted);
        position.input_left -= cut;
        // SAFETY: as the caller promises.
        unsafe { run(self.pair, position, &mut self.buffers) };
        position.input_left += cut;
        self.counts.kernels += (counted - position.input_left) as u64;
    }

    /// Passes at most `window` bytes to the C library.
    ///
    /// # Safety
    ///
    /// As for [`Descriptor::convert_text`].
    unsafe fn pass_on(&mut self, system: &System, position: &mut Position, window: usize) -> Window {
        let size = position.input_left.min(window);
        let mut left = size;
        // SAFETY: as the caller promises, and the window is no longer than the input.
        let result = unsafe {
            self.call(
                system,
                &mut position.input,
                &mut left,
                &mut position.output,
                &mut position.output_left,
            )
        };
        let is_whole = size == position.input_left;
        position.input_left -= size - left;
        self.counts.system += (size - left) as u64;
        // The end of the window divides a character, which the text continues.
        let is_divided = result == ERROR && !is_whole && system::errno() == libc::EINVAL && left < size;
        match result {
            ERROR if is_divided => Window::Continue(0),
            ERROR => {
                if system::errno() == libc::EILSEQ {
                    self.set_error();
                    // SAFETY: the C library stops at the sequence, which has a byte at least.
                    self.bytes.refuse(unsafe { *position.input.cast::<u8>() });
                }
                Window::Return(ERROR)
            }
            count if is_whole => Window::Return(count),
            count => Window::Continue(count),
        }
    }
}

/// Converts with the kernels as far as they go.
///
/// # Safety
///
/// As for [`Descriptor::convert_text`].
unsafe fn run(pair: Pair, position: &mut Position, buffers: &mut Buffers) {
    while position.input_left > 0 {
        // SAFETY: as the caller promises. Nothing writes to the input while it is borrowed, because the ranges do not
        // overlap.
        let src = unsafe { std::slice::from_raw_parts(position.input.cast::<u8>(), position.input_left) };
        let room = position.output_left;
        // A panic must not reach the program. The C library takes over.
        let step = catch_unwind(AssertUnwindSafe(|| pair.convert(src, room, buffers)));
        let (read, written) = step.unwrap_or((0, 0));
        let bytes = &buffers.output[..written];
        debug_assert!(read <= position.input_left && bytes.len() <= position.output_left);
        if read == 0 {
            break;
        }
        // SAFETY: `convert` reads no more than `src` and writes no more than `room`.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), position.output.cast::<u8>(), bytes.len());
            position.advance(read, bytes.len());
        }
    }
}

/// What follows after a window.
enum Window {
    /// The rest of the text, after this number of irreversible conversions.
    Continue(size_t),
    /// The end of the call.
    Return(size_t),
}

/// Returns `true` if the kernels can read and write there: the input is not empty, no range exceeds the address space, and the ranges do
/// not overlap.
fn is_plain(input: *mut c_char, input_left: size_t, output: *mut c_char, output_left: size_t) -> bool {
    let (input, output) = (input as usize, output as usize);
    let limit = isize::MAX as usize;
    let (Some(input_end), Some(output_end)) =
        (input.checked_add(input_left), output.checked_add(output_left))
    else {
        return false;
    };
    0 < input_left
        && input_left <= limit
        && output_left <= limit
        && (input_end <= output || output_end <= input)
}

/// Returns the byte order of the U+FEFF that a text in UTF-16 or UTF-32 begins with.
fn signature_order(encoding: Encoding, text: &[u8]) -> Option<Endian> {
    let (little, big): (&[u8], &[u8]) = match encoding {
        Encoding::Utf32(_) => (b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"),
        _ => (b"\xFF\xFE", b"\xFE\xFF"),
    };
    if text.starts_with(little) {
        Some(Endian::Little)
    } else if text.starts_with(big) {
        Some(Endian::Big)
    } else {
        None
    }
}
