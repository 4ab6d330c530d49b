//! Requires the list of functions to be complete.

use super::functions::FUNCTIONS;

/// Returns the names of the public functions that a source file defines. `module` is the path of its module.
fn public_functions(module: &str, source: &str) -> Vec<String> {
    let mut names = vec![];
    let mut type_name = "";
    for line in source.lines() {
        if let Some(rest) = line.strip_prefix("impl") {
            // `impl<'p> Decoder<'p> {`; an implementation of a trait has no `pub fn`.
            let rest = match rest.strip_prefix('<') {
                Some(parameters) => parameters.split_once("> ").map_or("", |(_, rest)| rest),
                None => rest,
            };
            type_name = rest.trim_start().split(['<', ' ']).next().unwrap_or("");
        }
        let code = line.trim_start();
        let Some(code) = code
            .strip_prefix("pub fn ")
            .or(code.strip_prefix("pub const fn "))
        else {
            continue;
        };
        let name = code.split(['(', '<']).next().unwrap_or("");
        let type_name = if line.starts_with("pub") { "" } else { type_name };
        // `lib.rs` exports these types, wherever their methods are.
        let module = match type_name {
            "Encoding" | "IntoStringError" => "",
            _ => module,
        };
        let path = [module, type_name, name];
        names.push(
            path.into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join("::"),
        );
    }
    names
}

/// Reads the sources, because the language does not list functions.
#[test]
#[cfg_attr(any(miri, target_family = "wasm"), ignore = "reads files")]
fn the_list_names_every_public_function() {
    let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut expected = vec![];
    let mut read = |module: &str, path: &std::path::Path| {
        let source =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        expected.extend(public_functions(module, &source));
    };
    // What `lib.rs` exports by name.
    for file in [
        "lib.rs",
        "code_points.rs",
        "convert.rs",
        "encoding/id.rs",
        "error.rs",
        "error/kind.rs",
        "error/reason.rs",
        "names.rs",
        "policy.rs",
        "subset.rs",
        "simd/dispatch/select.rs",
        "simd/dispatch/sets.rs",
        "simd/dispatch/tier.rs",
        "validate.rs",
    ] {
        read("", &src.join(file));
    }
    // The module `codec` exports them.
    read("codec", &src.join("encoding/any.rs"));
    read("codec", &src.join("engine/single_byte.rs"));
    read("codec", &src.join("error/description.rs"));
    for module in [
        "ascii",
        "codec",
        "latin1",
        "order",
        "signature",
        "stream",
        "utf16",
        "utf32",
        "utf8",
    ] {
        let file = src.join(format!("{module}.rs"));
        if file.is_file() {
            read(module, &file);
        }
        let directory = src.join(module);
        if directory.is_dir() {
            for entry in std::fs::read_dir(&directory).unwrap() {
                read(module, &entry.unwrap().path());
            }
        }
    }
    let listed: Vec<&str> = FUNCTIONS
        .iter()
        .flat_map(|function| function.names)
        .copied()
        .collect();
    let missing: Vec<_> = expected
        .iter()
        .filter(|name| !listed.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "add to FUNCTIONS: {missing:?}");
    let unknown: Vec<_> = listed
        .iter()
        .filter(|&&name| !expected.iter().any(|e| e == name))
        .collect();
    assert!(unknown.is_empty(), "remove from FUNCTIONS: {unknown:?}");
}
