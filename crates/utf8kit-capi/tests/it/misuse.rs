//! A structure of one type that is passed as another one is refused: many languages pass any address to C.

use std::mem::MaybeUninit;
use std::ptr::null;
use utf8kit_capi::*;

/// Room for any of the structures.
type Place = MaybeUninit<utf8kit_decoder>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Zero,
    Decoder,
    Encoder,
    Validator,
}

const KINDS: [Kind; 4] = [Kind::Zero, Kind::Decoder, Kind::Encoder, Kind::Validator];

fn init(place: &mut Place, kind: Kind) {
    let (utf8, default) = (UTF8KIT_ENCODING_UTF_8, UTF8KIT_SIGNATURE_DEFAULT);
    *place = MaybeUninit::zeroed();
    let place = place.as_mut_ptr();
    // SAFETY: the place is as long and as aligned as each of the structures.
    let stop = unsafe {
        match kind {
            Kind::Zero => UTF8KIT_STOP_INPUT_USED,
            Kind::Decoder => utf8kit_decoder_init(place, utf8, default, null()),
            Kind::Encoder => utf8kit_encoder_init(place.cast(), utf8, null()),
            Kind::Validator => utf8kit_validator_init(place.cast(), utf8, default),
        }
    };
    assert_eq!(stop, UTF8KIT_STOP_INPUT_USED);
}

/// Returns the reasons of all functions that take the structure as `kind`, and what they return of its state.
fn call_all(place: &mut Place, kind: Kind) -> (Vec<utf8kit_stop>, u64) {
    let place = place.as_mut_ptr();
    let mut bytes = [0; 64];
    let mut units = [0; 64];
    let (src, len) = (c"abc".as_ptr(), 3);
    let (dst, wide) = (bytes.as_mut_ptr(), units.as_mut_ptr());
    // SAFETY: the pointers are valid, and the structure was initialized or is zero.
    unsafe {
        match kind {
            Kind::Zero => (Vec::new(), 0),
            Kind::Decoder => {
                let results = [
                    utf8kit_decoder_to_utf8(place, src, len, dst, 64),
                    utf8kit_decoder_to_utf16(place, src, len, wide, 64),
                    utf8kit_decoder_finish_utf8(place, dst, 64),
                    utf8kit_decoder_finish_utf16(place, wide, 64),
                ];
                let state = utf8kit_decoder_position(place) + u64::from(utf8kit_decoder_encoding(place));
                utf8kit_decoder_reset(place);
                (results.map(|result| result.stop).to_vec(), state)
            }
            Kind::Encoder => {
                let place = place.cast();
                let results = [
                    utf8kit_encoder_from_utf8(place, src, len, dst, 64),
                    utf8kit_encoder_from_utf16(place, [97, 98].as_ptr(), 2, dst, 64),
                    utf8kit_encoder_finish(place, dst, 64),
                ];
                let state = utf8kit_encoder_position(place);
                utf8kit_encoder_reset(place);
                (results.map(|result| result.stop).to_vec(), state)
            }
            Kind::Validator => {
                let place = place.cast();
                let results = [
                    utf8kit_validator_push(place, src, len),
                    utf8kit_validator_finish(place),
                ];
                let state = utf8kit_validator_position(place);
                utf8kit_validator_reset(place);
                (results.map(|result| result.stop).to_vec(), state)
            }
        }
    }
}

#[test]
fn a_structure_of_another_type_is_refused() {
    for is in KINDS {
        for taken_for in KINDS.into_iter().filter(|&kind| kind != Kind::Zero) {
            let mut place = Place::zeroed();
            init(&mut place, is);
            let (stops, state) = call_all(&mut place, taken_for);
            let is_refused = stops.iter().all(|&stop| stop == UTF8KIT_STOP_INVALID_ARGUMENT);
            assert_eq!(
                is_refused && state == 0,
                is != taken_for,
                "{is:?} as {taken_for:?}: {stops:?}"
            );
            // It still works as what it is.
            let (stops, _) = call_all(&mut place, is);
            assert!(
                stops.iter().all(|&stop| stop == UTF8KIT_STOP_INPUT_USED),
                "{is:?}: {stops:?}"
            );
        }
    }
}

#[test]
fn a_copy_is_refused() {
    for kind in KINDS.into_iter().filter(|&kind| kind != Kind::Zero) {
        let mut place = Place::zeroed();
        init(&mut place, kind);
        let mut copy = Place::zeroed();
        // SAFETY: both have the size.
        unsafe { copy.as_mut_ptr().copy_from_nonoverlapping(place.as_ptr(), 1) };
        let (stops, _) = call_all(&mut copy, kind);
        assert!(
            stops.iter().all(|&stop| stop == UTF8KIT_STOP_INVALID_ARGUMENT),
            "{kind:?}"
        );
    }
}
