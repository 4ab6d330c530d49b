//! Fuzz targets: all tiers of utf8kit, its reference engine and other libraries must agree.
//!
//! All targets are in one program, so that the library and what they share are compiled once. `cargo xtask fuzz` runs them by
//! libFuzzer; the test below runs them on random text.

mod archives;
mod arrow;
mod capi;
mod configuration;
mod dialects;
mod family;
mod latin1;
mod legacy;
mod lint;
#[path = "../../crates/utf8kit-python/src/memory.rs"]
#[allow(dead_code, reason = "the target `arrow` needs a part of it")]
mod memory;
mod pair;
mod pieces;
mod readers;
mod streams;
mod utf16_to_utf8;
mod utf32;
mod utf8_to_utf16;
mod validate;
mod wasm;

use arbitrary::{Arbitrary, Unstructured};

/// A target: takes what the fuzzer makes.
pub type Target = fn(&[u8]);

/// The targets by name. `cargo xtask fuzz` has the same list.
pub const TARGETS: [(&str, Target); 16] = [
    ("validate", validate::run),
    ("utf8_to_utf16", |bytes| with_input(bytes, utf8_to_utf16::run)),
    ("utf16_to_utf8", |bytes| with_input(bytes, utf16_to_utf8::run)),
    ("utf32", |bytes| with_input(bytes, utf32::run)),
    ("latin1", |bytes| with_input(bytes, latin1::run)),
    ("dialects", |bytes| with_input(bytes, dialects::run)),
    ("streams", |bytes| with_input(bytes, streams::run)),
    ("family", |bytes| with_input(bytes, family::run)),
    ("legacy", |bytes| with_input(bytes, legacy::run)),
    ("lint", |bytes| with_input(bytes, lint::run)),
    ("readers", |bytes| with_input(bytes, readers::run)),
    ("capi", |bytes| with_input(bytes, capi::run)),
    ("archives", |bytes| with_input(bytes, archives::run)),
    ("configuration", |bytes| with_input(bytes, configuration::run)),
    ("arrow", arrow::run),
    ("wasm", |bytes| with_input(bytes, wasm::run)),
];

/// Calls `run` with what it takes, made of `bytes`. Too few bytes are no input.
fn with_input<'a, T: Arbitrary<'a>>(bytes: &'a [u8], run: fn(T)) {
    if let Ok(input) = T::arbitrary_take_rest(Unstructured::new(bytes)) {
        run(input);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit_test::{Random, sample};

    #[test]
    fn targets_hold_on_random_text() {
        for (number, (name, target)) in TARGETS.into_iter().enumerate() {
            let mut random = Random::new(number as u64);
            for _ in 0..sample(5000) {
                let len = random.choose(&[4, 40, 200, 1000]);
                let text = random.runs(len);
                // The first bytes select a policy and places.
                let mut bytes = random.next().to_le_bytes()[..2].to_vec();
                match name {
                    "utf16_to_utf8" => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
                    "utf32" => bytes.extend(text.chars().flat_map(|c| u32::from(c).to_le_bytes())),
                    _ => bytes.extend(text.as_bytes()),
                }
                let times = random.choose(&[0, 1, 3, 20]);
                random.damage(&mut bytes, times);
                target(&bytes);
            }
        }
    }
}
