//! Checks the links in the documents: each file, heading and chapter that they name exists.

use crate::guide::{CONTENTS, chapters};
use crate::markdown::{REPOSITORY, anchors, links, relative};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that are not searched: what is built, and what others wrote.
const SKIPPED: [&str; 5] = [".git", "target", "node_modules", "artifacts", "corpus"];

/// The number of bytes that a document may have. It is read at once, so that more belongs into the guide.
const AT_MOST: [(&str, usize); 2] = [("README.md", 6 * 1024), ("ARCHITECTURE.md", 10 * 1024)];

/// Checks all documents below the working directory, and that the guide has each page of `docs`.
pub(crate) fn check() -> Result<(), String> {
    let mut documents = Vec::new();
    find(Path::new("."), &mut documents)?;
    documents.sort();
    let (mut count, mut problems) = (0, Vec::new());
    for path in &documents {
        let text = read(path)?;
        for link in links(&text) {
            count += 1;
            let target = &text[link.range];
            if let Err(problem) = check_link(path, &text, target) {
                problems.push(format!("{}:{}: `{target}`: {problem}", path.display(), link.line));
            }
        }
    }
    for (path, most) in AT_MOST {
        let size = read(Path::new(path))?.len();
        if size > most {
            problems.push(format!(
                "{path} has {size} bytes, {most} at most: move a part into the guide"
            ));
        }
    }
    let chapters: BTreeSet<PathBuf> = chapters(&read(Path::new(CONTENTS))?).into_iter().collect();
    let pages = documents
        .iter()
        .filter(|path| path.starts_with("docs") && **path != Path::new(CONTENTS));
    for page in pages.filter(|page| !chapters.contains(*page)) {
        problems.push(format!("{CONTENTS} has no link to {}", page.display()));
    }
    if problems.is_empty() {
        println!("{} documents: all {count} links lead somewhere", documents.len());
        Ok(())
    } else {
        Err(problems.join("\n"))
    }
}

/// Returns an error if the target of a link in the document at `path` does not exist. Other sites are not visited.
fn check_link(path: &Path, text: &str, target: &str) -> Result<(), String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match in_repository(file) {
        Some(file) => file.to_owned(),
        None if file.contains(':') => return Ok(()),
        None if file.is_empty() => return has_anchor(text, anchor),
        None => relative(path, file).ok_or("leads out of the repository")?,
    };
    if !file.exists() {
        return Err("there is no such file".to_owned());
    }
    match file.extension().is_some_and(|extension| extension == "md") {
        true => has_anchor(&read(&file)?, anchor),
        false => Ok(()),
    }
}

/// Returns the path of a file that is linked to where the project is shown.
fn in_repository(url: &str) -> Option<&Path> {
    let rest = url.strip_prefix(REPOSITORY)?;
    let path = rest
        .strip_prefix("/blob/main/")
        .or_else(|| rest.strip_prefix("/tree/main/"))?;
    Some(Path::new(path))
}

fn has_anchor(text: &str, anchor: &str) -> Result<(), String> {
    match anchor.is_empty() || anchors(text).iter().any(|found| found == anchor) {
        true => Ok(()),
        false => Err(format!("there is no heading #{anchor}")),
    }
}

/// Adds the documents below `folder`, by their paths from the root.
fn find(folder: &Path, documents: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (name, path) = (entry.file_name(), entry.path());
        if entry.file_type().map_err(failed)?.is_dir() {
            if !SKIPPED.iter().any(|skipped| name == *skipped) {
                find(&path, documents)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(path.strip_prefix(".").unwrap_or(&path).to_owned());
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_is_an_error() {
        let check = |target: &str| check_link(Path::new("src/a.md"), "# One\n", target);
        let there = format!("{REPOSITORY}/blob/main/src/main.rs");
        for target in ["#one", "https://example.org/", "main.rs", &there] {
            assert_eq!(check(target), Ok(()), "{target}");
        }
        let nowhere = format!("{REPOSITORY}/blob/main/main.c");
        for target in ["#two", "main.c", "../../a", &nowhere] {
            assert!(check(target).is_err(), "{target}");
        }
    }
}
