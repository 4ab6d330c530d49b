//! `cargo xtask version`: prints the version of the project, which `Cargo.toml` states. What must repeat it is compared.

use std::fs;

/// The version of the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Prints the version. With the name of a tag, checks that it is the one of the version: `v0.1.0`.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    match args {
        [] => println!("{VERSION}"),
        [tag] if tag.strip_prefix('v') == Some(VERSION) => println!("{tag} is the tag of {VERSION}"),
        _ => return Err(format!("expected v{VERSION} or no argument, found {args:?}")),
    }
    Ok(())
}

/// Checks what cannot take the version from the workspace: other workspaces, the npm package, the extension for VS Code, dependencies
/// between the crates, and the oldest Rust where it is named.
pub(crate) fn check() -> Result<(), String> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let workspace = read("Cargo.toml")?;
    let rust = value(&workspace, "rust-version = ").ok_or("Cargo.toml states no `rust-version`")?;
    let oldest_rust = format!("rust-version = \"{rust}\"");
    let library = read("crates/utf8kit/Cargo.toml")?;
    let oldest =
        value(&library, "rust-version = ").ok_or("crates/utf8kit/Cargo.toml states no `rust-version`")?;
    let oldest_job = format!("- run: cargo +{oldest} check -p utf8kit");
    let image = format!("container: rust:{rust}-bookworm");
    let (version, of_package, rust) = (
        format!("version = \"{VERSION}\""),
        format!("\"version\": \"{VERSION}\""),
        format!("With Rust {rust} or newer"),
    );
    let expected = [
        ("crates/utf8kit-python/Cargo.toml", version.clone()),
        ("crates/utf8kit-python/Cargo.toml", oldest_rust),
        ("crates/utf8kit-wasm/npm/package.json", of_package.clone()),
        ("editors/vscode/package.json", of_package),
        ("packaging/pre-commit/pyproject.toml", version.clone()),
        (
            "packaging/pre-commit/pyproject.toml",
            format!("dependencies = [\"utf8kit=={VERSION}\"]"),
        ),
        ("packaging/debian/changelog", format!("utf8kit ({VERSION}-")),
        ("CHANGELOG.md", format!("## {VERSION}")),
        (".github/workflows/ci.yml", image),
        (".github/workflows/ci.yml", oldest_job),
        ("README.md", rust.clone()),
        ("crates/utf8kit-capi/README.md", rust),
    ];
    let mut problems = Vec::new();
    for entry in fs::read_dir("crates").map_err(|error| format!("crates: {error}"))? {
        let path = entry.map_err(|error| format!("crates: {error}"))?.path();
        let path = format!("{}/Cargo.toml", path.display()).replace('\\', "/");
        for line in read(&path)?
            .lines()
            .filter(|line| line.contains("path = \"../utf8kit"))
        {
            // A crate that is not published has no version.
            if value(line, "version = ").is_some_and(|version| version != VERSION) {
                problems.push(format!("{path}: `{line}` does not have version {VERSION}"));
            }
        }
    }
    for (path, text) in expected {
        if !read(path)?
            .lines()
            .any(|line| line.trim_start().starts_with(&text))
        {
            problems.push(format!("{path}: no line begins with `{text}`"));
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n")),
    }
}

/// Returns what is in quotation marks after `key` in `text`.
fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("{key}\""))?;
    rest.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_what_is_quoted_after_its_key() {
        assert_eq!(
            value("a = { path = \"b\", version = \"1.2\" }", "version = "),
            Some("1.2")
        );
        assert_eq!(value("a = { path = \"b\" }", "version = "), None);
    }

    #[test]
    fn only_the_tag_of_the_version_is_right() {
        assert!(run(&[format!("v{VERSION}")]).is_ok());
        for tag in [VERSION.to_owned(), format!("v{VERSION}-rc"), "v9.9.9".to_owned()] {
            assert!(run(&[tag]).is_err());
        }
    }
}
