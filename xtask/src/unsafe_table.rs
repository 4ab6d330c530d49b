//! Checks docs/unsafe.md, the table of `unsafe` code, against the code.
//!
//! The first column names files by their paths below `crates/`, each in backticks. A `*` stands for any characters but
//! `/`; a path with a `*` names those of the files that have `unsafe` code.

use std::fs;
use std::path::Path;

const PAGE: &str = "docs/unsafe.md";
const HEADING: &str = "# Where `unsafe` is";

/// Checks that each file under `crates/` with `unsafe` code is named in the table, and that each path in the table
/// names such a file.
pub(crate) fn check() -> Result<(), String> {
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let rows = rows(&page)?;
    let mut files = Vec::new();
    find_unsafe(Path::new("crates"), &mut files)?;
    files.sort();

    let mut problems = Vec::new();
    for (line, path) in &rows {
        if files.iter().any(|file| matches(path, file)) {
            continue;
        }
        let reason = if path.contains('*') {
            "no file with `unsafe` code matches"
        } else if Path::new("crates").join(path).is_file() {
            "the file has no `unsafe` code"
        } else {
            "there is no such file"
        };
        problems.push(format!(
            "{PAGE}:{line}: `{path}`: {reason}; correct or remove the path"
        ));
    }
    for file in &files {
        if !rows.iter().any(|(_, path)| matches(path, file)) {
            problems.push(format!(
                "crates/{file} has `unsafe` code, but {PAGE} does not say so: add `{file}` to a row of {HEADING:?}"
            ));
        }
    }
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    println!(
        "{PAGE}: the table names all {} files with `unsafe` code",
        files.len()
    );
    Ok(())
}

/// Returns the paths in the first column of the table, each with its line number.
fn rows(page: &str) -> Result<Vec<(usize, String)>, String> {
    let lines = page.lines().enumerate().skip_while(|(_, line)| *line != HEADING);
    let section = lines.skip(1);
    let mut rows = Vec::new();
    for (index, line) in section.filter(|(_, line)| line.starts_with('|')) {
        let column = line.trim_start_matches('|').split('|').next().unwrap_or("");
        // Every second piece is between backticks.
        for path in column.split('`').skip(1).step_by(2) {
            rows.push((index + 1, path.to_owned()));
        }
    }
    if rows.is_empty() {
        return Err(format!(
            "{PAGE} has no table with paths in backticks under {HEADING:?}"
        ));
    }
    Ok(rows)
}

/// Adds the paths below `crates/` of all Rust files in `folder` that have `unsafe` code.
fn find_unsafe(folder: &Path, files: &mut Vec<String>) -> Result<(), String> {
    let say = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(say)? {
        let path = entry.map_err(say)?.path();
        if path.is_dir() {
            find_unsafe(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            if has_unsafe(&source) {
                let path = path.strip_prefix("crates").unwrap_or(&path);
                files.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    Ok(())
}

/// Returns `true` if `path` names `file`: a `*` in it matches any characters but `/`.
fn matches(path: &str, file: &str) -> bool {
    let Some((before, after)) = path.split_once('*') else {
        return path == file;
    };
    let Some(rest) = file.strip_prefix(before) else {
        return false;
    };
    let end = rest.find('/').unwrap_or(rest.len());
    (0..=end).any(|start| rest.is_char_boundary(start) && matches(after, &rest[start..]))
}

/// Returns `true` if Rust code has the keyword `unsafe`, outside comments and literals.
fn has_unsafe(source: &str) -> bool {
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment_len(rest)
        } else if let Some(len) = raw_string_len(rest) {
            len
        } else if word > 0 {
            if &rest[..word] == "unsafe" {
                return true;
            }
            word
        } else if c == '"' {
            quoted_len(rest, '"')
        } else if c == '\'' && is_char_literal(rest) {
            quoted_len(rest, '\'')
        } else {
            c.len_utf8()
        };
        rest = &rest[skipped..];
    }
    false
}

/// Returns the length of the block comment at the beginning of `source`; block comments nest.
fn block_comment_len(source: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < source.len() {
        if source[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if source[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += source[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// Returns the length of the raw string at the beginning of `source`, if there is one: `r"…"`, `br#"…"#`.
fn raw_string_len(source: &str) -> Option<usize> {
    let start = source
        .strip_prefix(['b', 'c'])
        .unwrap_or(source)
        .strip_prefix('r')?;
    let hashes = start.len() - start.trim_start_matches('#').len();
    let text = start[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = text.find(&close).map_or(text.len(), |end| end + close.len());
    Some(source.len() - text.len() + end)
}

/// Returns the length of the literal between two `quote`s at the beginning of `source`.
fn quoted_len(source: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in source.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    source.len()
}

/// Returns `true` if the `'` at the beginning of `source` starts a character, not a lifetime.
fn is_char_literal(source: &str) -> bool {
    let mut chars = source.chars().skip(1);
    match chars.next() {
        Some('\\') => true,
        Some(_) => chars.next() == Some('\''),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_code_is_found() {
        for source in [
            "unsafe fn f() {}",
            "fn f<'a>(x: &'a str) { unsafe { g(x) } }",
            "let c = '\"'; unsafe { g(c) }",
            "let c = '\\''; unsafe { g(c) }",
            "/* a /* nested */ comment */ unsafe { g() }",
            "let s = r#\"a \" quote\"#; unsafe { g(s) }",
            "#[unsafe(no_mangle)] fn f() {}",
        ] {
            assert!(has_unsafe(source), "{source}");
        }
    }

    #[test]
    fn the_word_elsewhere_is_not_code() {
        for source in [
            "// unsafe { g() }",
            "/* a /* nested */ unsafe */ fn f() {}",
            "let s = \"an \\\" unsafe string\";",
            "let s = br##\"an \"# unsafe string\"##;",
            "#![deny(unsafe_op_in_unsafe_fn)]",
            "fn is_unsafe() {}",
        ] {
            assert!(!has_unsafe(source), "{source}");
        }
    }

    #[test]
    fn a_star_stays_inside_a_folder() {
        assert!(matches("a/src/*.rs", "a/src/b.rs"));
        assert!(matches("a/src/utf8_*.rs", "a/src/utf8_to.rs"));
        assert!(matches("a/*/c.rs", "a/src/c.rs"));
        assert!(!matches("a/src/*.rs", "a/src/b/c.rs"));
        assert!(!matches("a/src/b.rs", "a/src/bb.rs"));
    }
}
