//! `cargo xtask panics`: shows on what is built that the functions which need neither memory nor an operating system do not panic, do
//! not allocate and do not recurse.
//!
//! The archive is optimized as a whole, so that what no function can reach is not in it. A panic that is not in it happens on no
//! input; one that is in it may. Calls through pointers are not followed in the search for recursion: those are the calls of a
//! kernel's row, and of what writes a message.

use super::build::build_core;
use super::install::CORE;
use crate::process::{self, find_program};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Parts of the names of functions that panic, and what they end in.
const PANICS: [&str; 6] = [
    "panicking",
    "begin_unwind",
    "slice_index_fail",
    "slice_error_fail",
    "unwrap_failed",
    "expect_failed",
];

/// What ends the program if a function panics.
const END: &str = "abort";

/// All that the functions need of a C library.
const NEEDED: [&str; 6] = ["bcmp", "memcmp", "memcpy", "memmove", "memset", "strlen"];

/// Returns an error if what is built cannot be read here.
pub(crate) fn needs() -> Result<(), String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("the built object is read on Linux, on x86-64".to_owned());
    }
    match ["ld", "nm", "objdump"]
        .into_iter()
        .find(|program| find_program(program).is_none())
    {
        None => Ok(()),
        Some(program) => Err(format!(
            "found no {program}; `cargo xtask setup` installs binutils"
        )),
    }
}

/// Builds the archive and checks it.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("panics takes no arguments, found {arg:?}"));
    }
    needs()?;
    let archive = build_core(None)?;
    let functions = functions(&archive)?;
    let panicking: Vec<_> = functions
        .iter()
        .filter_map(|name| panics_of(&archive, name).transpose())
        .collect::<Result<_, _>>()?;
    if !panicking.is_empty() {
        return Err(format!(
            "{} of {} functions of lib{CORE}.a can panic:\n{}",
            panicking.len(),
            functions.len(),
            panicking.join("\n")
        ));
    }
    let all: Vec<&str> = functions.iter().map(String::as_str).collect();
    let program = link(&archive, &all)?;
    let foreign: Vec<_> = symbols(&program)?
        .into_iter()
        .filter(|(kind, name)| kind == "U" && !NEEDED.contains(&name.as_str()))
        .map(|(_, name)| name)
        .collect();
    if !foreign.is_empty() {
        return Err(format!(
            "the functions of lib{CORE}.a need {}, and only {} is expected",
            foreign.join(", "),
            NEEDED.join(", ")
        ));
    }
    let code = process::output(
        Command::new("objdump")
            .args(["-d", "--no-show-raw-insn"])
            .arg(&program),
    );
    let calls = calls(&code.ok_or_else(|| format!("`objdump -d {}` fails", program.display()))?);
    if let Some(circle) = circle(&calls) {
        return Err(format!(
            "functions call each other in a circle: {}",
            circle.join(" → ")
        ));
    }
    println!(
        "none of the {} functions of lib{CORE}.a panics, allocates or recurses: {} functions of code",
        functions.len(),
        calls.len()
    );
    Ok(())
}

/// Returns the names of the functions of the archive.
fn functions(archive: &Path) -> Result<Vec<String>, String> {
    let mut functions: Vec<String> = symbols(archive)?
        .into_iter()
        .filter(|(kind, name)| kind == "T" && name.starts_with("utf8kit_"))
        .map(|(_, name)| name)
        .collect();
    functions.sort_unstable();
    // Without any, nothing would be checked.
    match functions.len() {
        0 => Err(format!("{} has no functions", archive.display())),
        _ => Ok(functions),
    }
}

/// Returns a line with the panics that a function can reach, if there are any: what is left of the archive if a linker removes what the
/// function does not need.
fn panics_of(archive: &Path, function: &str) -> Result<Option<String>, String> {
    let program = link(archive, &[function])?;
    let reached: BTreeSet<String> = symbols(&program)?
        .into_iter()
        .map(|(_, name)| name)
        .filter(|name| is_panic(name))
        .collect();
    Ok((!reached.is_empty()).then(|| {
        let reached: Vec<String> = reached.into_iter().collect();
        format!("  {function}: {}", reached.join(", "))
    }))
}

fn is_panic(name: &str) -> bool {
    name == END || PANICS.iter().any(|part| name.contains(part))
}

/// Links these functions and what they need, and nothing else. Returns the path of the program, which is not to be run.
fn link(archive: &Path, functions: &[&str]) -> Result<std::path::PathBuf, String> {
    let program = archive.with_extension("linked");
    let mut command = Command::new("ld");
    command.args(["--gc-sections", "--unresolved-symbols=ignore-all", "-o"]);
    command.arg(&program).args(["-e", functions[0]]);
    for function in functions {
        command.args(["-u", function]);
    }
    process::run(command.arg(archive))?;
    Ok(program)
}

/// Returns the kinds and the names of the symbols of a file.
fn symbols(file: &Path) -> Result<Vec<(String, String)>, String> {
    let listed = process::output(Command::new("nm").arg(file));
    let listed = listed.ok_or_else(|| format!("`nm {}` fails", file.display()))?;
    Ok(listed.lines().filter_map(symbol).collect())
}

/// Returns the kind and the name of a line that `nm` prints.
fn symbol(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace().rev();
    let name = words.next()?;
    let kind = words.next().filter(|kind| kind.len() == 1)?;
    Some((kind.to_owned(), name.to_owned()))
}

/// The functions that each function calls.
type Calls = BTreeMap<String, BTreeSet<String>>;

/// Returns the calls in what `objdump -d` prints. A jump to another function is a call, too.
fn calls(code: &str) -> Calls {
    let mut calls = Calls::new();
    let mut current = String::new();
    for line in code.lines() {
        if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            name.1.clone_into(&mut current);
            calls.entry(current.clone()).or_default();
        } else if let Some((is_call, callee)) = callee(line)
            && (is_call || callee != current)
        {
            calls
                .entry(current.clone())
                .or_default()
                .insert(callee.to_owned());
        }
    }
    calls
}

/// Returns the function that an instruction calls or jumps to, and whether it is a call.
fn callee(line: &str) -> Option<(bool, &str)> {
    let (_, instruction) = line.split_once(":\t")?;
    let name = instruction.split_whitespace().next()?;
    let (_, target) = instruction.strip_suffix('>')?.rsplit_once(" <")?;
    let target = target.split('+').next()?;
    match name {
        "call" => Some((true, target)),
        name if name.starts_with('j') => Some((false, target)),
        _ => None,
    }
}

/// Returns functions of which each calls the next one, and the last one the first, if there are such.
fn circle(calls: &Calls) -> Option<Vec<String>> {
    let mut left: BTreeMap<&str, BTreeSet<&str>> = calls
        .iter()
        .map(|(name, callees)| (name.as_str(), callees.iter().map(String::as_str).collect()))
        .collect();
    // Whoever calls nothing that is left is in no circle.
    loop {
        let leaf = left
            .iter()
            .find(|(_, callees)| !callees.iter().any(|callee| calls.contains_key(*callee)))
            .map(|(&name, _)| name);
        let Some(leaf) = leaf else { break };
        left.remove(leaf);
        for callees in left.values_mut() {
            callees.remove(leaf);
        }
        if left.is_empty() {
            return None;
        }
    }
    let mut path = vec![*left.keys().next()?];
    loop {
        let next = left[path.last()?]
            .iter()
            .find(|callee| left.contains_key(*callee))?;
        if let Some(at) = path.iter().position(|name| name == next) {
            path.push(next);
            return Some(path[at..].iter().map(|name| (*name).to_owned()).collect());
        }
        path.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "\
0000000000401000 <a>:
  401000:\tpush   %rbp
  401001:\tcall   402000 <b>
  401006:\tjne    401000 <a>
  401008:\tjmp    401001 <a+0x1>
0000000000402000 <b>:
  402000:\tcall   *%rax
  402002:\tjmp    403000 <c>
0000000000403000 <c>:
  403000:\tret
";

    #[test]
    fn calls_and_jumps_to_other_functions_are_found() {
        let calls = calls(CODE);
        let of = |name: &str| calls[name].iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!((of("a"), of("b"), of("c")), (vec!["b"], vec!["c"], vec![]));
        assert_eq!(circle(&calls), None);
    }

    #[test]
    fn circles_are_found() {
        let itself = CODE.replace("call   *%rax", "call   402000 <b>");
        assert_eq!(
            circle(&calls(&itself)),
            Some(vec!["b".to_owned(), "b".to_owned()])
        );
        let longer = CODE.replace("403000:\tret", "403000:\tjmp    401000 <a>");
        assert_eq!(circle(&calls(&longer)).map(|circle| circle.len()), Some(4));
    }

    #[test]
    fn panics_are_recognized() {
        for name in [
            "abort",
            "_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind",
            "_ZN4core9panicking9panic_fmt17h0123456789abcdefE",
            "_RNvNtNtCsgEmfK2I1SDS_4core5slice5index16slice_index_fail",
        ] {
            assert!(is_panic(name), "{name}");
        }
        assert!(!is_panic("utf8kit_utf8_validate"));
        assert_eq!(
            symbol("                 U abort"),
            Some(("U".to_owned(), "abort".to_owned()))
        );
        assert_eq!(symbol("utf8kit_capi.o:"), None);
    }
}
