//! `cargo xtask guide`: builds the guide, a static site, from `docs/SUMMARY.md` by mdBook.
//!
//! Its chapters are the documents of the repository, wherever they are, so that nothing is told twice. mdBook takes them from one
//! folder: they are copied there, and their links are changed. A link to a file that is no chapter leads to the repository.

use crate::markdown::{REPOSITORY, links, relative};
use crate::process::{self, find_program};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The table of contents.
pub(crate) const CONTENTS: &str = "docs/SUMMARY.md";

/// The settings of mdBook.
const SETTINGS: &str = "docs/book.toml";

/// Where the guide is built: its pages are in `book`.
const GUIDE: &str = "target/guide";

/// The pictures of the documents.
const PICTURES: &str = "docs/images";

pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if let Some(arg) = args.first() {
        return Err(format!("guide takes no arguments, found {arg:?}"));
    }
    let mdbook = find_program("mdbook")
        .ok_or("found no mdbook; install it by `cargo install mdbook --locked`, which takes some minutes")?;
    assemble(Path::new(GUIDE))?;
    add_flags(Path::new(GUIDE))?;
    process::run(Command::new(mdbook).args(["build", GUIDE]))?;
    println!("the guide is in {GUIDE}/book");
    Ok(())
}

/// Returns the paths of the chapters from the root.
pub(crate) fn chapters(contents: &str) -> Vec<PathBuf> {
    let targets = links(contents).into_iter();
    targets
        .filter_map(|link| relative(Path::new(CONTENTS), &contents[link.range]))
        .collect()
}

/// Writes the sources of the guide to `folder`: the settings, and in `src` the chapters and their pictures.
fn assemble(folder: &Path) -> Result<(), String> {
    let src = folder.join("src");
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let pictures = src.join("images");
    fs::create_dir_all(&pictures).map_err(|error| format!("{}: {error}", pictures.display()))?;
    for entry in fs::read_dir(PICTURES).map_err(|error| format!("{PICTURES}: {error}"))? {
        let path = entry.map_err(|error| format!("{PICTURES}: {error}"))?.path();
        copy(&path, &pictures.join(path.file_name().unwrap_or_default()))?;
    }
    copy(Path::new(SETTINGS), &folder.join("book.toml"))?;

    let contents = Path::new(CONTENTS);
    let text = read(contents)?;
    let names: BTreeMap<PathBuf, String> = chapters(&text)
        .into_iter()
        .map(|path| {
            let name = name(&path);
            (path, name)
        })
        .collect();
    write(&src.join("SUMMARY.md"), &with_links(contents, &text, &names))?;
    for (path, name) in &names {
        write(&src.join(name), &with_links(path, &read(path)?, &names))?;
    }
    Ok(())
}

/// Adds the chapter of all flags, after the one of the command: what the command prints of itself.
fn add_flags(folder: &Path) -> Result<(), String> {
    process::run(&mut process::cargo(&["build", "--quiet", "-p", "utf8kit-cli"]))?;
    let command = process::target_folder().join(format!("debug/utf8{}", std::env::consts::EXE_SUFFIX));
    let help = |args: &[&str]| {
        let help = process::output(Command::new(&command).args(args));
        help.ok_or_else(|| format!("{} {} fails", command.display(), args.join(" ")))
    };
    let all = help(&["--help"])?;
    let (_, verbs) = all
        .split_once("Commands:\n")
        .ok_or("`utf8 --help` lists no commands")?;
    let mut chapter = format!(
        "# All flags\n\n`utf8 help COMMAND` prints them, and `utf8 --generate man-COMMAND` as a man page.\n\n```text\n{all}```\n"
    );
    for verb in verbs.lines().map_while(|line| line.strip_prefix("  ")) {
        let verb = verb.split(' ').next().unwrap_or_default();
        if !verb.is_empty() && verb != "help" {
            chapter += &format!("\n## utf8 {verb}\n\n```text\n{}```\n", help(&["help", verb])?);
        }
    }
    let src = folder.join("src");
    write(&src.join("flags.md"), &chapter)?;
    let contents = read(&src.join("SUMMARY.md"))?;
    let before = "](command.md)\n";
    if !contents.contains(before) {
        return Err(format!("{CONTENTS}: found no chapter of the command"));
    }
    let with_flags = contents.replacen(before, &format!("{before}  - [All flags](flags.md)\n"), 1);
    write(&src.join("SUMMARY.md"), &with_flags)
}

/// Returns the name of a chapter in the guide.
fn name(path: &Path) -> String {
    let path = with_slashes(path);
    let path = path.strip_prefix("docs/").unwrap_or(&path);
    match path
        .strip_prefix("crates/")
        .unwrap_or(path)
        .strip_suffix("README.md")
    {
        Some("") => "index.md".to_owned(),
        Some(folder) => format!("{}.md", folder.trim_end_matches('/').replace('/', "-")),
        None => path.replace('/', "-"),
    }
}

/// Returns the path as links have it, on Windows, too.
fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Returns the text of the document at `path` with the links that are right in the guide, whose chapters have these `names`.
fn with_links(path: &Path, text: &str, names: &BTreeMap<PathBuf, String>) -> String {
    let (mut changed, mut end) = (String::new(), 0);
    for link in links(text) {
        let target = &text[link.range.clone()];
        let (file, anchor) = target.split_at(target.find('#').unwrap_or(target.len()));
        if file.is_empty() || file.contains(':') {
            continue;
        }
        let Some(file) = relative(path, file) else {
            continue;
        };
        let file = match (names.get(&file), file.strip_prefix(PICTURES)) {
            (Some(name), _) => name.clone(),
            (None, Ok(picture)) => format!("images/{}", with_slashes(picture)),
            (None, Err(_)) => format!("{REPOSITORY}/blob/main/{}", with_slashes(&file)),
        };
        changed.push_str(&text[end..link.range.start]);
        changed.push_str(&file);
        changed.push_str(anchor);
        end = link.range.end;
    }
    changed.push_str(&text[end..]);
    changed
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to)
        .map(drop)
        .map_err(|error| format!("{}: {error}", from.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_have_names_of_their_own() {
        for (path, expected) in [
            ("README.md", "index.md"),
            ("ARCHITECTURE.md", "ARCHITECTURE.md"),
            ("docs/rules.md", "rules.md"),
            ("web/README.md", "web.md"),
            ("crates/utf8kit-wasm/npm/README.md", "utf8kit-wasm-npm.md"),
        ] {
            assert_eq!(name(Path::new(path)), expected);
        }
    }

    #[test]
    fn links_lead_to_chapters_pictures_or_the_repository() {
        let names = [("docs/rules.md", "rules.md"), ("README.md", "index.md")]
            .map(|(path, name)| (path.into(), name.to_owned()))
            .into();
        let text = "[a](../docs/rules.md#nul) [b](../README.md) ![c](../docs/images/d.png) [e](src/main.rs) [f](#g) [h](https://i.j)\n";
        assert_eq!(
            with_links(Path::new("web/README.md"), text, &names),
            format!(
                "[a](rules.md#nul) [b](index.md) ![c](images/d.png) [e]({REPOSITORY}/blob/main/web/src/main.rs) [f](#g) [h](https://i.j)\n"
            )
        );
    }

    #[test]
    fn the_contents_have_the_pages() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let contents = read(&root.join(CONTENTS)).unwrap();
        let chapters = chapters(&contents);
        assert!(chapters.contains(&"docs/rules.md".into()) && chapters.contains(&"README.md".into()));
        for chapter in chapters {
            assert!(root.join(&chapter).is_file(), "{}", chapter.display());
        }
    }
}
