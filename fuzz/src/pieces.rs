//! Streams that are fed pieces, and the policies that they are tested with.

use utf8kit::stream::{Step, Stop};
use utf8kit::{ErrorKind, Policy, Replacement};

/// Feeds `pieces` to a stream with a destination of `size` units. `step` takes a piece, or `None` to finish, and the
/// destination. Returns all that the stream wrote, and why it stopped if not for the end of a piece or of the destination.
pub fn feed<S, U: Copy + Default>(
    pieces: &[&[S]],
    size: usize,
    mut step: impl FnMut(Option<&[S]>, &mut [U]) -> Step,
) -> (Vec<U>, Vec<Stop>) {
    let (mut units, mut stops) = (Vec::new(), Vec::new());
    let mut buffer = vec![U::default(); size];
    for piece in pieces.iter().copied().map(Some).chain([None]) {
        let mut rest = piece;
        loop {
            let Step { read, written, stop } = step(rest, &mut buffer);
            units.extend_from_slice(&buffer[..written]);
            rest = rest.map(|rest| &rest[read..]);
            match stop {
                Stop::InputUsed => break,
                Stop::OutputFull => assert!(written > 0 || read > 0, "no progress"),
                stop => stops.push(stop),
            }
        }
        assert!(rest.is_none_or(<[S]>::is_empty));
    }
    (units, stops)
}

/// Returns the beginning of `bytes` that is tested with the cuts near `place`: seldom a long one, which takes as long as many short ones.
pub fn beginning(bytes: &[u8], place: u8) -> &[u8] {
    let most = if place.is_multiple_of(8) { 400 } else { 100 };
    &bytes[..bytes.len().min(most)]
}

/// Returns ways to cut `bytes`: in two anywhere if they are short or else near `place`, in pieces of `1 + place % 32`
/// bytes, and in single bytes.
pub fn cuts(bytes: &[u8], place: u8) -> Vec<Vec<&[u8]>> {
    let middle = bytes.len() * usize::from(place) / 256;
    let places = match bytes.len() {
        0..=24 => 0..=bytes.len(),
        len => middle.saturating_sub(4)..=len.min(middle + 4),
    };
    let mut cuts: Vec<Vec<&[u8]>> = places.map(|at| vec![&bytes[..at], &bytes[at..]]).collect();
    cuts.push(bytes.chunks(1 + usize::from(place % 32)).collect());
    cuts.push(bytes.chunks(1).flat_map(|byte| [byte, b""]).collect());
    cuts
}

/// Returns the beginning of `bytes`, up to where a vector ends, which may cut a character, and then ASCII that fills one. Random changes
/// seldom do both.
pub fn cut_before_ascii(bytes: &[u8]) -> Vec<u8> {
    let vector = 16 << (bytes.len() % 4);
    let mut text = bytes[..bytes.len() / vector * vector].to_vec();
    text.resize(text.len() + vector, b'a');
    text
}

/// The number of policies of [`with_policy`].
pub const POLICIES: usize = 6;

/// Returns what `work` returns for one of the policies.
pub fn with_policy<R>(index: usize, work: impl FnOnce(Policy<'_>) -> R) -> R {
    let table = core::array::from_fn(|i| char::from_u32(0x400 + i as u32).unwrap());
    // It can take more than the sequence, also of the pieces that follow.
    let more = |bytes: &[u8]| bytes.len() + usize::from(bytes[bytes.len() - 1] % 4);
    let custom = |bytes: &[u8], kind: ErrorKind| match bytes.len() % 2 {
        0 => Some(Replacement::char('!').taking(more(bytes))),
        _ if kind == ErrorKind::MissingContinuation => None,
        _ => Some(Replacement::EMPTY.taking(more(bytes))),
    };
    work(match index {
        0 => Policy::Fail,
        1 => Policy::Replace('\u{FFFD}'),
        2 => Policy::Drop,
        3 => Policy::Escape,
        4 => Policy::Legacy(&table),
        _ => Policy::Custom(&custom),
    })
}
