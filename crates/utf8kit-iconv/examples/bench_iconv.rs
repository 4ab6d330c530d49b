//! Compares the speed of the library with that of the C library: `cargo xtask bench-iconv [TEXT]...`.
//!
//! A text is a file in UTF-8, repeated until it is long enough. Without files, it is a sentence in four languages.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[path = "../tests/it/common.rs"]
#[allow(dead_code)] // the tests use the rest
mod common;

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn main() {
    eprintln!("bench_iconv: the library is for Linux with the GNU C library");
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn main() {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<(String, String)> = if paths.is_empty() {
        bench::SENTENCES
            .iter()
            .map(|&(name, text)| (name.to_owned(), text.to_owned()))
            .collect()
    } else {
        let read = |path: &String| match std::fs::read_to_string(path) {
            Ok(text) => (path.rsplit('/').next().unwrap_or(path).to_owned(), text),
            Err(error) => {
                eprintln!("bench_iconv: {path}: {error}");
                std::process::exit(1);
            }
        };
        paths.iter().map(read).collect()
    };
    bench::run(&texts);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod bench {
    use crate::common::{Converter, Functions, ours, system};
    use std::time::{Duration, Instant};

    pub const SENTENCES: [(&str, &str); 4] = [
        (
            "ASCII",
            "All human beings are born free and equal in dignity and rights.\n",
        ),
        (
            "French",
            "Tous les êtres humains naissent libres et égaux en dignité et en droits.\n",
        ),
        (
            "Russian",
            "Все люди рождаются свободными и равными в своем достоинстве и правах.\n",
        ),
        ("Chinese", "人人生而自由，在尊严和权利上一律平等。\n"),
    ];

    const PAIRS: [(&str, &str); 13] = [
        ("UTF-8", "UTF-16LE"),
        ("UTF-16LE", "UTF-8"),
        ("UTF-8", "UTF-16"),
        ("UTF-16", "UTF-8"),
        ("UTF-8", "UTF-32LE"),
        ("UTF-32LE", "UTF-8"),
        ("UTF-8", "UTF-8"),
        ("UTF-16LE", "UTF-32LE"),
        ("UTF-8", "ISO-8859-1"),
        ("ISO-8859-1", "UTF-8"),
        ("UTF-8", "CP1251"),
        ("CP1251", "UTF-8"),
        ("CP1251", "UTF-16LE"),
    ];

    /// The length of a text in UTF-8.
    const LEN: usize = 10_000_000;

    /// The length of the pieces, and of the output for each.
    const PIECE: usize = 8192;

    pub fn run(texts: &[(String, String)]) {
        open_and_close();
        println!("MB/s of input: utf8kit, C library, and how many times as fast");
        println!(
            "{:26} {:24} {:>28} {:>28} {:>24}",
            "text", "pair", "one call", "outputs of 8 KiB", "64 bytes"
        );
        for (name, text) in texts {
            let mut utf8 = text.repeat(1 + LEN / text.len());
            utf8.truncate(
                (0..=LEN)
                    .rev()
                    .find(|&len| utf8.is_char_boundary(len))
                    .unwrap_or(0),
            );
            for (from, to) in PAIRS {
                let Some(input) = encode(&utf8, from, to) else {
                    continue;
                };
                let mut output = vec![0; 4 * utf8.len() + 4];
                print!("{name:26} {:24}", format!("{from} to {to}"));
                for convert in [whole, pieces, short] {
                    let mut speed = |functions| {
                        let time = fastest(|| convert(functions, from, to, &input, &mut output));
                        input.len() as f64 / time.as_secs_f64() / 1e6
                    };
                    let (ours, theirs) = (speed(ours()), speed(system()));
                    print!(" {ours:10.0} {theirs:8.0} {:7.1}x", ours / theirs);
                }
                println!();
            }
        }
    }

    /// Prints what it takes to open descriptors one after the other, to convert 64 bytes with each, and to close it.
    fn open_and_close() {
        const TIMES: u32 = 500;
        println!("ns to open, convert and close: utf8kit, C library, and its time as a multiple of ours");
        for (to, from) in [
            ("UTF-8", "UTF-16LE"),
            ("UTF-16", "UTF-8"),
            ("UTF-8", "CP1251"),
            ("ISO-8859-1", "UTF-8"),
            ("UTF-8", "SHIFT_JIS"),
        ] {
            let name = format!("{from} to {to}");
            print!("{name:24}");
            for input in [&[][..], &[b'a'; 64]] {
                let time = |functions| {
                    let time = fastest(|| {
                        for _ in 0..TIMES {
                            let mut converter = Converter::open(functions, to, from).unwrap();
                            if !input.is_empty() {
                                converter.convert(input, &mut [0; 256]);
                            }
                        }
                    });
                    time.as_nanos() as f64 / f64::from(TIMES)
                };
                let (ours, theirs) = (time(ours()), time(system()));
                print!(" {ours:10.0} {theirs:8.0} {:7.1}x", theirs / ours);
            }
            println!();
        }
    }

    /// Returns the text in the encoding `from`, or `None` if `from` or `to` lacks one of its characters.
    fn encode(utf8: &str, from: &str, to: &str) -> Option<Vec<u8>> {
        let convert = |to: &str, from: &str, input: &[u8]| {
            let mut output = vec![0; 4 * utf8.len() + 4];
            let outcome = Converter::open(system(), to, from)
                .ok()?
                .convert(input, &mut output);
            output.truncate(outcome.written);
            (outcome.result == 0).then_some(output)
        };
        let input = convert(from, "UTF-8", utf8.as_bytes())?;
        convert(to, from, &input)?;
        Some(input)
    }

    /// Converts with one call.
    fn whole(functions: Functions, from: &str, to: &str, input: &[u8], output: &mut [u8]) {
        let outcome = Converter::open(functions, to, from)
            .unwrap()
            .convert(input, output);
        assert_eq!(outcome.read, input.len());
    }

    /// Converts with a short output buffer, as most programs do.
    fn pieces(functions: Functions, from: &str, to: &str, input: &[u8], output: &mut [u8]) {
        let mut converter = Converter::open(functions, to, from).unwrap();
        let mut read = 0;
        while read < input.len() {
            read += converter.convert(&input[read..], &mut output[..PIECE]).read;
        }
    }

    /// Converts short texts.
    fn short(functions: Functions, from: &str, to: &str, input: &[u8], output: &mut [u8]) {
        let mut converter = Converter::open(functions, to, from).unwrap();
        let mut read = 0;
        while read < input.len() {
            let end = (read + 64).min(input.len());
            read += converter.convert(&input[read..end], &mut output[..512]).read;
        }
    }

    /// Returns the least time of several runs.
    fn fastest(mut work: impl FnMut()) -> Duration {
        let start = Instant::now();
        let mut least = Duration::MAX;
        let mut runs = 0;
        while runs < 3 || start.elapsed() < Duration::from_millis(150) {
            let start = Instant::now();
            work();
            least = least.min(start.elapsed());
            runs += 1;
        }
        least
    }
}
