//! `cargo xtask check-intrinsics`: checks that the vector code enables and detects the target features of each intrinsic.
//!
//! A call of an intrinsic whose features are not enabled around it is undefined on a processor without them. On every
//! other processor it is a function call instead of one instruction. The compiler accepts it in an `unsafe` block.
//!
//! `intrinsics.tsv` lists the intrinsics in use with the features that `core::arch` requires for them. `--update`
//! generates the list from the standard library's sources (`rustup component add rust-src`). Where these sources are at
//! hand, a check compares the list with them, too.

use crate::process;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VECTOR: &str = "crates/utf8kit/src/simd/arch";
const TESTS: &str = "crates/utf8kit/tests/tiers.rs";
const LIST: &str = "xtask/src/intrinsics.tsv";

/// Files whose functions enable the features by themselves. The compiler rejects a call of an intrinsic that needs others, outside of
/// `unsafe` blocks, which hold nothing but loads there, and what asks the processor for its features.
const CHECKED_BY_COMPILER: &[&str] = &[
    "crates/utf8kit-lint/src/double_encoded/hot/avx512.rs",
    "crates/utf8kit/src/simd/arch/cpuid.rs",
];

/// An instruction set of the vector code: the file `NAME.rs` in [`VECTOR`], and the directory of that name if there is one.
struct Tier {
    name: &'static str,
    /// The variant of `utf8kit::Tier`.
    variant: &'static str,
    /// The module of `core::arch`, and its directories in the standard library's sources.
    arch: &'static str,
    sources: &'static [&'static str],
}

const X86_SOURCES: &[&str] = &["x86", "x86_64"];

const TIERS: &[Tier] = &[
    Tier {
        name: "sse41",
        variant: "Sse41",
        arch: "x86_64",
        sources: X86_SOURCES,
    },
    Tier {
        name: "avx2",
        variant: "Avx2",
        arch: "x86_64",
        sources: X86_SOURCES,
    },
    Tier {
        name: "avx512",
        variant: "Avx512",
        arch: "x86_64",
        sources: X86_SOURCES,
    },
    Tier {
        name: "neon",
        variant: "Neon",
        arch: "aarch64",
        sources: &["aarch64", "arm_shared"],
    },
    Tier {
        name: "simd128",
        variant: "Simd128",
        arch: "wasm32",
        sources: &["wasm32"],
    },
];

/// Features, and those that they imply. Every x86-64 processor has SSE2.
const IMPLIED: &[(&str, &[&str])] = &[
    ("sse2", &["sse"]),
    ("sse3", &["sse2"]),
    ("ssse3", &["sse3"]),
    ("sse4.1", &["ssse3"]),
    ("sse4.2", &["sse4.1"]),
    ("avx", &["sse4.2"]),
    ("avx2", &["avx"]),
    ("fma", &["avx"]),
    ("f16c", &["avx"]),
    ("avx512f", &["avx2", "fma", "f16c"]),
    ("avx512bw", &["avx512f"]),
    ("avx512cd", &["avx512f"]),
    ("avx512dq", &["avx512f"]),
    ("avx512vl", &["avx512f"]),
    ("avx512vbmi", &["avx512bw"]),
    ("avx512vbmi2", &["avx512bw"]),
    ("gfni", &["sse2"]),
];

type Features = BTreeSet<String>;

/// The features of each intrinsic, by the module of `core::arch` and the name.
type List = BTreeMap<(String, String), Features>;

/// A source file: its path and its text.
type File = (String, String);

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let files = vector_files()?;
    match args {
        [] => {}
        [update] if update == "--update" => {
            let library = library().ok_or(
                "the standard library's sources are not installed; install them: rustup component add rust-src",
            )?;
            let list = generate(TIERS, &files, |tier| sources(&library, tier))?;
            fs::write(LIST, &list).map_err(|error| format!("{LIST}: {error}"))?;
            println!(
                "{LIST}: wrote {} intrinsics",
                list.lines().filter(|line| !line.starts_with('#')).count()
            );
        }
        [arg, ..] => {
            return Err(format!(
                "check-intrinsics takes --update or nothing, found {arg:?}"
            ));
        }
    }
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let list = read(LIST)?;
    let mut problems = check(TIERS, &files, &read(TESTS)?, &list);
    problems.extend(check_imports(&rust_files(Path::new("crates"))?));
    let compared = match library() {
        Some(library) if problems.is_empty() => {
            if generate(TIERS, &files, |tier| sources(&library, tier))? != list {
                problems.push(format!(
                    "{LIST} differs from {}: run `cargo xtask check-intrinsics --update`",
                    library.display()
                ));
            }
            "compared with core::arch"
        }
        _ => "not compared with core::arch, whose sources are not installed",
    };
    if !problems.is_empty() {
        return Err(format!("intrinsics:\n{}", problems.join("\n")));
    }
    println!("{VECTOR}: the features of all intrinsics are enabled and detected; the list was {compared}");
    Ok(())
}

/// Returns the Rust files in the directory of the vector code.
fn vector_files() -> Result<Vec<File>, String> {
    rust_files(Path::new(VECTOR))
}

/// Returns all Rust files in `folder` and below, sorted by path.
pub(crate) fn rust_files(folder: &Path) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    let say = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| say(&folder, error))? {
            let path = entry.map_err(|error| say(&folder, error))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).map_err(|error| say(&path, error))?;
                files.push((path.to_string_lossy().replace('\\', "/"), text));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the directory of `core::arch` in the standard library's sources, if they are installed.
fn library() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let root = process::output(Command::new(rustc).args(["--print", "sysroot"]))?;
    let path = Path::new(root.trim()).join("lib/rustlib/src/rust/library/stdarch/crates/core_arch/src");
    path.is_dir().then_some(path)
}

/// Returns the sources of a tier's module of `core::arch`.
fn sources(library: &Path, tier: &Tier) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for folder in tier.sources {
        files.extend(rust_files(&library.join(folder))?);
    }
    Ok(files)
}

/// Returns all problems of the tiers and of the list.
fn check(tiers: &[Tier], files: &[File], tests: &str, list: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let list = match parse_list(list) {
        Ok(list) => list,
        Err(error) => return vec![error],
    };
    let mut used = BTreeSet::new();
    for tier in tiers {
        let enabled = match enabled(tier, files) {
            Ok(enabled) => enabled,
            Err(error) => {
                problems.push(error);
                continue;
            }
        };
        match detected(tier, files).and_then(|detected| same(tier, &enabled, &detected, "the detection has"))
        {
            Ok(()) => {}
            Err(error) => problems.push(error),
        }
        if tier.arch == "x86_64" {
            match quoted_in(tests, &format!("if_detected!(Tier::{};", tier.variant), ")")
                .ok_or(format!("{TESTS}: no `if_detected!` for Tier::{}", tier.variant))
                .and_then(|tested| same(tier, &enabled, &tested, &format!("{TESTS} has")))
            {
                Ok(()) => {}
                Err(error) => problems.push(error),
            }
        }
        let available = with_implied(tier, &enabled);
        for (path, line, name) in intrinsics(tier, files) {
            let key = (tier.arch.to_owned(), name);
            match list.get(&key) {
                None => problems.push(format!(
                    "{path}:{line}: `{}` is not in {LIST}: run `cargo xtask check-intrinsics --update`",
                    key.1
                )),
                Some(required) => {
                    let missing: Vec<_> = required.difference(&available).map(String::as_str).collect();
                    if !missing.is_empty() {
                        problems.push(format!(
                            "{path}:{line}: `{}` requires {}, which `enable_{}!` does not enable: \
                             use another intrinsic, or enable and detect the feature",
                            key.1,
                            missing.join(" and "),
                            tier.name
                        ));
                    }
                }
            }
            used.insert(key);
        }
    }
    for (arch, name) in list.keys() {
        let key = (arch.clone(), name.clone());
        if !used.contains(&key) {
            problems.push(format!("{LIST}: nothing uses `{name}` of {arch}: remove the row"));
        }
    }
    problems
}

/// Returns an error if two lists of a tier's features differ.
fn same(tier: &Tier, enabled: &Features, other: &Features, where_other: &str) -> Result<(), String> {
    if enabled == other {
        return Ok(());
    }
    let words = |features: &Features| match features.is_empty() {
        true => "none".to_owned(),
        false => features.iter().map(String::as_str).collect::<Vec<_>>().join(", "),
    };
    Err(format!(
        "{VECTOR}/{}.rs: `enable_{}!` enables {}, but {where_other} {}: make them equal",
        tier.name,
        tier.name,
        words(enabled),
        words(other)
    ))
}

/// Returns problems for files that import intrinsics and belong to no tier, so that neither a check nor the compiler covers them.
fn check_imports(files: &[File]) -> Vec<String> {
    let mut problems = Vec::new();
    let others = files
        .iter()
        .filter(|(path, _)| !CHECKED_BY_COMPILER.contains(&path.as_str()));
    for (path, text) in others {
        for (line, code) in code_lines(text) {
            for arch in ["x86", "x86_64", "arm", "aarch64", "wasm32"] {
                let is_import = code.contains(&format!("arch::{arch}::"));
                if is_import && !TIERS.iter().any(|tier| tier.arch == arch && belongs(tier, path)) {
                    problems.push(format!(
                        "{path}:{line}: names intrinsics of {arch}, but is no file of an instruction set: \
                         move the code to {VECTOR}, or add the instruction set to xtask/src/intrinsics.rs"
                    ));
                }
            }
        }
    }
    problems
}

/// Returns `true` if the file at `path` is of this tier.
fn belongs(tier: &Tier, path: &str) -> bool {
    let rest = path
        .strip_prefix(VECTOR)
        .and_then(|rest| rest.strip_prefix('/'))
        .and_then(|rest| rest.strip_prefix(tier.name));
    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Returns the text of a file in [`VECTOR`].
fn text<'a>(files: &'a [File], name: &str) -> Result<&'a str, String> {
    let path = format!("{VECTOR}/{name}.rs");
    let file = files.iter().find(|file| file.0 == path);
    file.map(|file| file.1.as_str())
        .ok_or_else(|| format!("{path}: there is no such file"))
}

/// Returns the features that the macro `enable_...!` of the tier enables.
fn enabled(tier: &Tier, files: &[File]) -> Result<Features, String> {
    let source = text(files, tier.name)?;
    let begin = format!("macro_rules! enable_{} {{", tier.name);
    after(source, &begin)
        .and_then(|rest| quoted_in(rest, "target_feature(enable = ", ")"))
        .ok_or_else(|| {
            format!(
                "{VECTOR}/{}.rs: no `{begin}` with `target_feature(enable = ...)`",
                tier.name
            )
        })
}

/// Returns the features that are detected at run time, by `has_all!`, or that the module requires of the target.
fn detected(tier: &Tier, files: &[File]) -> Result<Features, String> {
    if tier.arch == "x86_64" {
        return quoted_in(text(files, tier.name)?, "has_all!(", ")")
            .ok_or_else(|| format!("{VECTOR}/{}.rs: no `has_all!(...)`", tier.name));
    }
    let mut condition = "";
    let module = format!("mod {};", tier.name);
    for (_, line) in code_lines(text(files, "mod")?) {
        if line.trim() == module {
            let features = condition.split("target_feature = \"").skip(1);
            return Ok(features
                .filter_map(|rest| rest.split('"').next())
                .map(str::to_owned)
                .collect());
        }
        condition = line;
    }
    Err(format!("{VECTOR}/mod.rs: no `{module}`"))
}

/// Returns what follows `begin` in `source`.
fn after<'a>(source: &'a str, begin: &str) -> Option<&'a str> {
    source.split_once(begin).map(|(_, rest)| rest)
}

/// Returns the quoted features between `begin` and the next `end` in `source`. One literal may name several, between
/// commas.
fn quoted_in(source: &str, begin: &str, end: &str) -> Option<Features> {
    let (between, _) = after(source, begin)?.split_once(end)?;
    let literals = between.split('"').skip(1).step_by(2);
    Some(
        literals
            .flat_map(|literal| literal.split(','))
            .map(str::to_owned)
            .collect(),
    )
}

/// Returns `features` and all that they imply on the tier's targets.
fn with_implied(tier: &Tier, features: &Features) -> Features {
    let mut all = features.clone();
    if tier.arch == "x86_64" {
        all.insert("sse2".to_owned());
    }
    loop {
        let implied = IMPLIED.iter().filter(|(feature, _)| all.contains(*feature));
        let more: Vec<_> = implied
            .flat_map(|(_, implied)| implied.iter())
            .filter(|feature| !all.contains(**feature))
            .map(|feature| feature.to_string())
            .collect();
        if more.is_empty() {
            return all;
        }
        all.extend(more);
    }
}

/// Returns the intrinsics that the tier's files name: path, line and name.
fn intrinsics(tier: &Tier, files: &[File]) -> Vec<(String, usize, String)> {
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| belongs(tier, path)) {
        for (line, code) in code_lines(text) {
            let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            for word in words.filter(|word| is_intrinsic(tier.arch, word)) {
                found.push((path.clone(), line, word.to_owned()));
            }
        }
    }
    found
}

/// Returns the lines of Rust code, without line comments, with their numbers.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split("//").next().unwrap_or(line)))
}

/// Returns `true` if a name has the shape of an intrinsic's.
fn is_intrinsic(arch: &str, name: &str) -> bool {
    match arch {
        // Types begin with two underscores, constants have capital letters.
        "x86_64" => {
            let rest = name.strip_prefix('_').unwrap_or("");
            rest.starts_with(|c: char| c.is_ascii_lowercase())
                && !name.chars().any(|c| c.is_ascii_uppercase())
        }
        // vaddq_u8; the last part names the lanes.
        "aarch64" => {
            let lanes = name.rsplit('_').next().unwrap_or("");
            let is_lanes = lanes
                .strip_prefix(['u', 's', 'f', 'p'])
                .is_some_and(|bits| ["8", "16", "32", "64", "128"].contains(&bits));
            name.starts_with('v') && name.contains('_') && is_lanes
        }
        // v128_load, i8x16_add.
        _ => {
            let lanes = name.split('_').next().unwrap_or("");
            let is_lanes = lanes == "v128"
                || lanes.strip_prefix(['u', 'i', 'f']).is_some_and(|lanes| {
                    lanes.split_once('x').is_some_and(|(bits, count)| {
                        bits.parse::<u8>().is_ok() && count.parse::<u8>().is_ok()
                    })
                });
            is_lanes && name != lanes
        }
    }
}

/// Returns the rows of the list.
fn parse_list(text: &str) -> Result<List, String> {
    let mut list = List::new();
    for (index, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#'))
    {
        let [arch, name, features] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!(
                "{LIST}:{}: expected three columns between tabs, found {line:?}",
                index + 1
            ));
        };
        let features = features.split(',').map(str::to_owned).collect();
        if list
            .insert((arch.to_owned(), name.to_owned()), features)
            .is_some()
        {
            return Err(format!("{LIST}:{}: `{name}` has two rows: remove one", index + 1));
        }
    }
    Ok(list)
}

/// Returns the list of the intrinsics that the files name, with the features that the sources of `core::arch` have.
fn generate(
    tiers: &[Tier],
    files: &[File],
    sources: impl Fn(&Tier) -> Result<Vec<File>, String>,
) -> Result<String, String> {
    let mut list = List::new();
    for tier in tiers {
        let mut known = BTreeMap::new();
        for (_, source) in sources(tier)? {
            add_intrinsics(&mut known, &source, tier.arch);
        }
        for (path, line, name) in intrinsics(tier, files) {
            let features: Option<&Features> = known.get(&name);
            let Some(features) = features.filter(|features| !features.is_empty()) else {
                return Err(format!(
                    "{path}:{line}: core::arch has no function `{name}` with target features"
                ));
            };
            list.insert((tier.arch.to_owned(), name), features.clone());
        }
    }
    let mut text = String::from(
        "# The intrinsics in crates/utf8kit/src/simd/arch and the target features that core::arch requires for them.\n\
         # Generated by `cargo xtask check-intrinsics --update`.\n\
         # module of core::arch\tintrinsic\tfeatures\n",
    );
    for ((arch, name), features) in list {
        let features: Vec<_> = features.iter().map(String::as_str).collect();
        text += &format!("{arch}\t{name}\t{}\n", features.join(","));
    }
    Ok(text)
}

/// Adds the public functions of a source file of `core::arch` and their target features. Functions for other targets than
/// `arch` are left out.
fn add_intrinsics(known: &mut BTreeMap<String, Features>, source: &str, arch: &str) {
    let mut features = Features::new();
    let mut is_elsewhere = false;
    for line in source.lines() {
        if line.starts_with("#[target_feature(enable = ") {
            features.extend(quoted_in(line, "enable = ", ")").unwrap_or_default());
        } else if line.starts_with("#[cfg(target_arch = ") {
            is_elsewhere = !line.contains(&format!("\"{arch}\""));
        } else if line.starts_with("pub use ") {
            let names = line.trim_start_matches("pub use ").trim_end_matches(';');
            if let Some((name, alias)) = names.split_once(" as ")
                && let Some(features) = known.get(name).cloned()
            {
                known.insert(alias.to_owned(), features);
            }
        } else if line.starts_with("pub ") && line.contains("fn ") {
            let name = after(line, "fn ").unwrap_or("");
            let name = name.split(['(', '<']).next().unwrap_or("");
            if !is_elsewhere {
                known.entry(name.to_owned()).or_default().append(&mut features);
            }
        } else if !line.starts_with('}') {
            continue;
        }
        if !line.starts_with('#') {
            features.clear();
            is_elsewhere = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = r#"
        macro_rules! enable_avx512 {
            ($($function:tt)*) => {
                #[target_feature(enable = "avx512bw,bmi2")]
                $($function)*
            };
        }
        fn detect() -> bool { has_all!("avx512bw" "bmi2") }
        // _mm512_in_a_comment
        fn f(v: __m512i) -> __m512i { _mm512_add_epi8(v, v) }
    "#;
    const TESTS: &str = r#"if_detected!(Tier::Avx512; "avx512bw" "bmi2");"#;
    const LIST: &str = "# comment\nx86_64\t_bzhi_u64\tbmi2\nx86_64\t_mm512_add_epi8\tavx512bw\n";
    const MORE: &str = "fn g() { _bzhi_u64(!0, 1); }";

    fn avx512() -> &'static [Tier] {
        &TIERS[2..3]
    }

    /// Returns the problems of AVX-512 with its root file, the file `more`, the tests and the list.
    fn problems(root: &str, more: &str, tests: &str, list: &str) -> Vec<String> {
        let files = [
            (format!("{VECTOR}/avx512.rs"), root.to_owned()),
            (format!("{VECTOR}/avx512/more.rs"), more.to_owned()),
        ];
        check(avx512(), &files, tests, list)
    }

    /// Requires that there is one problem, which contains `expected`.
    #[track_caller]
    fn one_problem(problems: &[String], expected: &str) {
        let [problem] = problems else {
            panic!("expected one problem, found {problems:?}");
        };
        assert!(problem.contains(expected), "{problem}");
    }

    #[test]
    fn features_that_are_enabled_and_detected_are_no_problem() {
        assert_eq!(problems(ROOT, MORE, TESTS, LIST), [""; 0]);
    }

    #[test]
    fn an_implied_feature_is_enabled() {
        let list = LIST.replace("epi8\tavx512bw", "epi8\tavx2,avx512f,sse2");
        assert_eq!(problems(ROOT, MORE, TESTS, &list), [""; 0]);
    }

    #[test]
    fn a_feature_that_is_not_enabled_is_a_problem() {
        let list = LIST.replace("\tbmi2", "\tavx512dq");
        one_problem(
            &problems(ROOT, MORE, TESTS, &list),
            "avx512/more.rs:1: `_bzhi_u64` requires avx512dq",
        );
    }

    #[test]
    fn an_intrinsic_that_is_not_listed_is_a_problem() {
        let more = "fn g() {\n    _bzhi_u64(_pdep_u64(1, 2), 1);\n}";
        one_problem(
            &problems(ROOT, more, TESTS, LIST),
            "avx512/more.rs:2: `_pdep_u64` is not in",
        );
    }

    #[test]
    fn a_row_without_use_is_a_problem() {
        one_problem(&problems(ROOT, "", TESTS, LIST), "nothing uses `_bzhi_u64`");
    }

    #[test]
    fn a_feature_that_is_enabled_but_not_detected_is_a_problem() {
        let root = ROOT.replace("\"avx512bw\" \"bmi2\"", "\"avx512bw\"");
        one_problem(&problems(&root, MORE, TESTS, LIST), "the detection has avx512bw:");
    }

    #[test]
    fn a_feature_that_the_tests_do_not_require_is_a_problem() {
        let tests = TESTS.replace(" \"bmi2\"", "");
        one_problem(
            &problems(ROOT, MORE, &tests, LIST),
            "tests/tiers.rs has avx512bw:",
        );
        one_problem(
            &problems(ROOT, MORE, "", LIST),
            "no `if_detected!` for Tier::Avx512",
        );
    }

    #[test]
    fn the_target_features_of_a_module_are_its_detection() {
        let neon = |condition: &str| {
            let root = "macro_rules! enable_neon { #[target_feature(enable = \"neon\")] }";
            let files = [
                (format!("{VECTOR}/mod.rs"), format!("{condition}\nmod neon;")),
                (format!("{VECTOR}/neon.rs"), root.to_owned()),
            ];
            check(&TIERS[3..4], &files, "", "")
        };
        assert_eq!(
            neon("#[cfg(all(target_arch = \"aarch64\", target_feature = \"neon\"))]"),
            [""; 0]
        );
        one_problem(
            &neon("#[cfg(target_arch = \"aarch64\")]"),
            "the detection has none:",
        );
    }

    #[test]
    fn intrinsics_outside_of_the_tiers_are_a_problem() {
        let file = |path: &str| [(path.to_owned(), "use core::arch::x86_64::*;".to_owned())];
        assert_eq!(check_imports(&file(&format!("{VECTOR}/avx2.rs"))), [""; 0]);
        assert_eq!(
            check_imports(&file(&format!("{VECTOR}/avx512/widen_narrow.rs"))),
            [""; 0]
        );
        one_problem(
            &check_imports(&file("crates/utf8kit/src/utf8.rs")),
            "utf8.rs:1: names intrinsics",
        );
        one_problem(
            &check_imports(&file(&format!("{VECTOR}/neon.rs"))),
            "neon.rs:1: names intrinsics",
        );
    }

    #[test]
    fn names_of_intrinsics_are_recognized() {
        for (arch, name) in [
            ("x86_64", "_mm_loadu_si128"),
            ("x86_64", "_bzhi_u64"),
            ("aarch64", "vaddq_u8"),
            ("aarch64", "vgetq_lane_u64"),
            ("aarch64", "vreinterpretq_u8_u32"),
            ("wasm32", "v128_load"),
            ("wasm32", "i8x16_shuffle"),
            ("wasm32", "u16x8_extadd_pairwise_u8x16"),
        ] {
            assert!(is_intrinsic(arch, name), "{name}");
        }
        for (arch, name) in [
            ("x86_64", "__m512i"),
            ("x86_64", "_MM_HINT_T0"),
            ("x86_64", "_"),
            ("x86_64", "any_units"),
            ("aarch64", "uint8x16_t"),
            ("aarch64", "vector_u3"),
            ("wasm32", "v128"),
            ("wasm32", "i32"),
            ("wasm32", "u8_to_u16"),
        ] {
            assert!(!is_intrinsic(arch, name), "{name}");
        }
    }

    #[test]
    fn the_list_is_generated_from_the_attributes() {
        let source = r#"
#[inline]
#[target_feature(enable = "avx512bw")]
pub const fn _mm512_add_epi8(a: __m512i, b: __m512i) -> __m512i {
    unsafe { f() }
}

#[target_feature(enable = "sse")]
pub fn unused() {}

#[inline]
#[target_feature(enable = "bmi2")]
pub fn _bzhi_u64<const A: i32>(a: u64) -> u64 {
}

#[cfg(target_arch = "arm")]
#[target_feature(enable = "v7")]
pub unsafe fn _bzhi_u64(a: u64) -> u64 {
}
"#;
        let files = [
            (format!("{VECTOR}/avx512.rs"), ROOT.to_owned()),
            (format!("{VECTOR}/avx512/more.rs"), MORE.to_owned()),
        ];
        let library = |_: &Tier| Ok(vec![("bmi2.rs".to_owned(), source.to_owned())]);
        let list = generate(avx512(), &files, library).unwrap();
        assert_eq!(parse_list(&list), parse_list(LIST));
        assert!(generate(avx512(), &files, |_| Ok(Vec::new())).is_err());
    }
}
