//! The program that libFuzzer drives. The variable `UTF8KIT_FUZZ_TARGET` of the environment names the target that runs, or the name of
//! the program, of which `cargo xtask fuzz --out` makes a copy for each target.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::OnceLock;
use utf8kit_fuzz::{TARGETS, Target};

fuzz_target!(|bytes: &[u8]| {
    static TARGET: OnceLock<Target> = OnceLock::new();
    TARGET.get_or_init(named)(bytes);
});

/// Returns the target that the environment or the name of the program names.
fn named() -> Target {
    let name = std::env::var("UTF8KIT_FUZZ_TARGET").unwrap_or_else(|_| {
        let program = std::env::args_os().next().unwrap_or_default();
        let name = Path::new(&program).file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    });
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let names = TARGETS.map(|(name, _)| name).join(", ");
    target
        .unwrap_or_else(|| panic!("UTF8KIT_FUZZ_TARGET or the program is {name:?}, expected one of {names}"))
        .1
}
