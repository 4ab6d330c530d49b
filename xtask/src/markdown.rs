//! Finds links and headings in Markdown, as far as the documents here use it, and what links lead to.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

/// Where the files of the project are shown. A document that is read elsewhere links to them there.
pub(crate) const REPOSITORY: &str = "https://github.com/utf8kit/utf8kit";

/// The target of a link or of an image: `docs/rules.md#nul` of `[rules](docs/rules.md#nul)`.
pub(crate) struct Link {
    /// The line that it is in, counted from 1.
    pub(crate) line: usize,
    /// The place of the target in the text, in bytes.
    pub(crate) range: Range<usize>,
}

/// Returns the targets of the links in `text`, but for those in code.
pub(crate) fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (number, start, line) in prose(text) {
        let mut at = 0;
        while let Some(found) = line[at..].find(['`', ']']) {
            at += found;
            if line[at..].starts_with('`') {
                let fence = line[at..].bytes().take_while(|&byte| byte == b'`').count();
                at += fence;
                // Without an end it is no code.
                at += line[at..]
                    .find(&line[at - fence..at])
                    .map_or(0, |end| end + fence);
            } else if let Some(target) = line[at..].strip_prefix("](") {
                let from = at + 2;
                let Some(len) = target.find(')') else { break };
                links.push(Link {
                    line: number,
                    range: start + from..start + from + len,
                });
                at = from + len;
            } else {
                at += 1;
            }
        }
    }
    links
}

/// Returns the anchors that GitHub and mdBook give to the headings of `text`.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut anchors = Vec::new();
    for (_, _, line) in prose(text) {
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        let Some(heading) = line[level..].strip_prefix(' ').filter(|_| level > 0) else {
            continue;
        };
        let mut anchor = String::new();
        for c in heading.trim().chars() {
            match c {
                ' ' => anchor.push('-'),
                '-' | '_' => anchor.push(c),
                c if c.is_alphanumeric() => anchor.extend(c.to_lowercase()),
                _ => {}
            }
        }
        let count = seen.entry(anchor.clone()).or_default();
        if *count > 0 {
            anchor = format!("{anchor}-{count}");
        }
        *count += 1;
        anchors.push(anchor);
    }
    anchors
}

/// Returns the path from the root that a relative path in the document at `path` leads to.
pub(crate) fn relative(path: &Path, target: &str) -> Option<PathBuf> {
    let mut joined = path.parent()?.to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => joined.pop().then_some(())?,
            Component::Normal(name) => joined.push(name),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(joined)
}

/// Returns the lines outside of blocks of code, each with its number and its offset.
fn prose(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let (mut offset, mut fence) = (0, None::<&str>);
    text.split_inclusive('\n')
        .enumerate()
        .filter_map(move |(index, line)| {
            let start = offset;
            offset += line.len();
            let trimmed = line.trim_start();
            let marks = trimmed.len() - trimmed.trim_start_matches('`').len();
            match fence {
                Some(open) => {
                    // The fence that ends a block is as long as the one that begins it.
                    if marks >= open.len() && trimmed[marks..].trim().is_empty() {
                        fence = None;
                    }
                    None
                }
                None if marks >= 3 => {
                    fence = Some(&trimmed[..marks]);
                    None
                }
                None => Some((index + 1, start, line)),
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](b.md) ![c](d.png) `[e](f)` [`g`](h.md#i) ` [j](k)\n````md\n```\n[l](m)\n````\n  ```sh\n[n](o)\n```\n| [p](q) |\n";
        let found = links(text);
        let targets: Vec<_> = found
            .iter()
            .map(|link| (link.line, &text[link.range.clone()]))
            .collect();
        assert_eq!(
            targets,
            [(1, "b.md"), (1, "d.png"), (1, "h.md#i"), (1, "k"), (9, "q")]
        );
    }

    #[test]
    fn paths_are_relative_to_the_document() {
        let from = |path: &str, target| relative(Path::new(path), target);
        assert_eq!(from("docs/a.md", "../README.md"), Some("README.md".into()));
        assert_eq!(from("README.md", "docs/a.md"), Some("docs/a.md".into()));
        assert_eq!(from("README.md", "../a.md"), None);
        assert_eq!(from("README.md", "/a.md"), None);
    }

    #[test]
    fn anchors_are_those_of_github() {
        let text = "# Where `unsafe` is\n## 1 TB and 1 PB\n```\n# no heading\n```\n### Text, in pieces: UTF-8\n## Speed\n## Speed\n#no\n";
        assert_eq!(
            anchors(text),
            [
                "where-unsafe-is",
                "1-tb-and-1-pb",
                "text-in-pieces-utf-8",
                "speed",
                "speed-1"
            ]
        );
    }
}
