//! `cargo xtask fuzz`: runs each target in `fuzz/` for some seconds.
//!
//! libFuzzer works with the stable compiler: the instrumentation is a pass of LLVM, which `-Cpasses` enables. Only the
//! address sanitizer needs `RUSTC_BOOTSTRAP`.

use crate::bench::newest_clang;
use crate::process::{self, cargo, host};
use std::process::Command;

const TARGETS: [&str; 8] = [
    "validate",
    "utf8_to_utf16",
    "utf16_to_utf8",
    "utf32",
    "latin1",
    "dialects",
    "streams",
    "family",
];

const RUSTFLAGS: &str = "--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Runs each target for the number of seconds in `args`, 10 by default.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let seconds: u32 = match args {
        [] => 10,
        [seconds] => seconds.parse().map_err(|error| format!("{seconds}: {error}"))?,
        _ => return Err("cargo xtask fuzz [SECONDS]".to_owned()),
    };
    let host = host()?;
    let mut build = cargo(&[
        "build",
        "--release",
        "--quiet",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target",
        &host,
    ]);
    // With `--target`, the flags do not apply to build scripts and procedural macros.
    build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", RUSTFLAGS);
    if let Some(clang) = newest_clang() {
        build.env("CXX", clang);
    }
    process::run(&mut build)?;
    for target in TARGETS {
        println!("\nfuzzing {target} for {seconds} s");
        let corpus = format!("fuzz/corpus/{target}");
        write_seeds(&corpus, target).map_err(|error| format!("{corpus}: {error}"))?;
        std::fs::create_dir_all("fuzz/artifacts").map_err(|error| format!("fuzz/artifacts: {error}"))?;
        let mut fuzzer = Command::new(format!("fuzz/target/{host}/release/{target}"));
        fuzzer.arg(corpus).arg(format!("-max_total_time={seconds}"));
        fuzzer.args([
            "-max_len=2048",
            "-len_control=0",
            "-print_final_stats=1",
            "-verbosity=0",
        ]);
        fuzzer.arg(format!("-artifact_prefix=fuzz/artifacts/{target}-"));
        process::run(&mut fuzzer)?;
    }
    Ok(())
}

/// Writes the first inputs: uniform and mixed texts, long enough to reach every path of a kernel. They are in the encoding
/// that `target` reads.
fn write_seeds(corpus: &str, target: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(corpus)?;
    for (number, pattern) in ["a", "é", "一", "😀", "aé一😀", "aaaaaaaé"]
        .into_iter()
        .enumerate()
    {
        for len in [60, 700] {
            let text = pattern.repeat(len / pattern.len());
            let mut bytes = vec![0];
            match target {
                "utf16_to_utf8" => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
                "utf32" => bytes.extend(text.chars().flat_map(|c| u32::from(c).to_le_bytes())),
                _ => bytes.extend_from_slice(text.as_bytes()),
            }
            std::fs::write(format!("{corpus}/{number}-{len}"), bytes)?;
        }
    }
    Ok(())
}
