//! Checks the encodings of before Unicode: a text in pieces gives what the whole gives, in UTF-8 and in UTF-16; what is encoded decodes
//! to itself; encoding_rs agrees where it has the encoding.

use crate::family::{check_decoder, check_encoder};
use crate::pieces::{POLICIES, beginning};
use std::sync::OnceLock;
use utf8kit::Policy;
use utf8kit_encodings::{Encoding, Reading};

/// An encoding, and the same of encoding_rs.
type Pair = (Encoding, Option<&'static encoding_rs::Encoding>);

fn encodings() -> &'static [Pair] {
    static ALL: OnceLock<Vec<Pair>> = OnceLock::new();
    ALL.get_or_init(|| {
        let is_legacy = |encoding: &Encoding| matches!(encoding, Encoding::Legacy(_));
        let peer = |encoding: Encoding| {
            let peer = encoding_rs::Encoding::for_label(encoding.name().as_bytes())?;
            (Encoding::for_label(peer.name(), Reading::Web) == Some(encoding)).then_some(peer)
        };
        let all = Encoding::all().filter(is_legacy);
        let mut all: Vec<Pair> = all.map(|encoding| (encoding, peer(encoding))).collect();
        // What encoding_rs has comes as often as all else.
        let shared: Vec<Pair> = all.iter().filter(|(_, peer)| peer.is_some()).copied().collect();
        all.extend(shared.iter().cycle().take(all.len()));
        all
    })
}

/// Bytes beside the limits of what is a lead, a trail or a digit in some encoding.
const LIMITS: [u8; 12] = [
    0x20, 0x2F, 0x3A, 0x3F, 0x40, 0x7E, 0x7F, 0x80, 0x81, 0xA0, 0xFE, 0xFF,
];

/// What encodings with states are made of.
const FRAGMENTS: [&[u8]; 16] = [
    b"\x1B$B", b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$)C", b"\x1B$)A", b"\x1B", b"~{", b"~}",
    b"~\n", b"\x0E", b"\x0F", b"0!", b"a", b"\xC8",
];

pub(crate) fn run(input: (u16, u8, &[u8])) {
    let (selector, place, bytes) = input;
    let all = encodings();
    // Another length selects another encoding, too: random changes seldom hit the first bytes.
    let selector = usize::from(selector) + 31 * bytes.len();
    let (encoding, peer) = all[selector % all.len()];
    let policy = selector / all.len() % POLICIES;
    let bytes = beginning(bytes, place);
    check_utf16(encoding, bytes);
    if let Some(peer) = peer {
        check_peer(encoding, peer, bytes);
    }
    check_decoder(encoding, policy, bytes, place);
    let fragments = bytes
        .iter()
        .take(32)
        .map(|byte| FRAGMENTS[usize::from(byte % 16)]);
    let fragments: Vec<u8> = fragments.flatten().copied().collect();
    check_utf16(encoding, &fragments);
    if let Some(peer) = peer {
        check_peer(encoding, peer, &fragments);
    }
    check_decoder(encoding, policy, &fragments, place);
    let text = String::from_utf8_lossy(bytes);
    check_encoder(encoding, policy, &text, place);
    // What the encoding has, damaged in one place.
    let mut encoded = encoding
        .encode(&text, Policy::Drop)
        .expect("dropped is not lacking");
    let at = usize::from(place) % encoded.len().max(1);
    let bits = (0..8).map(|bit| encoded.get(at).map_or(0, |byte| byte ^ 1 << bit));
    for changed in LIMITS.into_iter().chain(bits) {
        let mut damaged = encoded.clone();
        if let Some(byte) = damaged.get_mut(at) {
            *byte = changed;
            check_utf16(encoding, &damaged);
            if let Some(peer) = peer {
                check_peer(encoding, peer, &damaged);
            }
        }
    }
    if let Some(byte) = encoded.get_mut(usize::from(place)) {
        *byte ^= selector as u8;
    }
    check_utf16(encoding, &encoded);
    if let Some(peer) = peer {
        check_peer(encoding, peer, &encoded);
    }
    check_decoder(encoding, policy, &encoded, place);
}

/// UTF-16 is the text in UTF-8, and is encoded to the same bytes.
fn check_utf16(encoding: Encoding, bytes: &[u8]) {
    let replace = || Policy::Replace('\u{FFFD}');
    let text = encoding.decode(bytes, replace()).unwrap();
    let mut units = Vec::new();
    let done = encoding.decode_to_utf16(bytes, replace(), &mut units).unwrap();
    assert_eq!(done.written, units.len());
    let expected: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(units, expected, "{encoding:?} {bytes:02X?}");
    let of_text = encoding.encode(&text, Policy::Drop).unwrap();
    let mut of_units = Vec::new();
    let _ = encoding
        .encode_utf16_to(&units, Policy::Drop, &mut of_units)
        .unwrap();
    assert_eq!(of_units, of_text, "{encoding:?} {text:?}");
}

fn check_peer(encoding: Encoding, peer: &'static encoding_rs::Encoding, bytes: &[u8]) {
    let text = encoding.decode(bytes, Policy::Replace('\u{FFFD}')).unwrap();
    assert_eq!(
        text,
        peer.decode_without_bom_handling(bytes).0,
        "{encoding:?} {bytes:02X?}"
    );
    let (theirs, _, lacks) = peer.encode(&text);
    match encoding.encode(&text, Policy::Fail) {
        // JIS X 0212 of EUC-JP is only read by browsers, and written here.
        Ok(ours) if lacks => assert_eq!(
            encoding.decode(&ours, Policy::Fail).unwrap(),
            text,
            "{encoding:?}"
        ),
        Ok(ours) => assert_eq!(ours, *theirs, "{encoding:?} {text:?}"),
        Err(_) => assert!(lacks, "{encoding:?} {text:?}"),
    }
}
