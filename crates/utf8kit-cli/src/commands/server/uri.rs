//! URIs of documents.

use crate::io::path::path_from_bytes;
use std::path::{Path, PathBuf};

/// Returns the path of a `file:` URI of this host.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let rest = &uri[rest?.len()..];
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/')?);
            let is_here = host.is_empty() || host.eq_ignore_ascii_case("localhost");
            is_here.then_some(path)?
        }
        None => rest,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut bytes = decoded(path);
    if cfg!(windows) && matches!(bytes[..], [b'/', _, b':', ..]) {
        bytes.remove(0);
    }
    let path = path_from_bytes(&bytes).ok()?;
    (path.is_absolute() && !bytes.contains(&0)).then_some(path)
}

/// Returns the path that a document without a file would have in a directory: its name says which language it is in.
pub(super) fn unsaved(directory: &Path, language: &str) -> PathBuf {
    // What editors call languages, where that is not an extension of their files.
    let extension = match language {
        "clojure" => "clj",
        "csharp" => "cs",
        "elixir" => "ex",
        "erlang" => "erl",
        "fsharp" => "fs",
        "haskell" => "hs",
        "javascript" => "js",
        "javascriptreact" => "jsx",
        "julia" => "jl",
        "kotlin" => "kt",
        "makefile" => "mk",
        "markdown" => "md",
        "ocaml" => "ml",
        "perl" => "pl",
        "plaintext" => "txt",
        "powershell" => "ps1",
        "python" => "py",
        "ruby" => "rb",
        "rust" => "rs",
        "shellscript" => "sh",
        "typescript" => "ts",
        "typescriptreact" => "tsx",
        "terraform" => "tf",
        other if other.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !other.is_empty() => other,
        _ => "txt",
    };
    directory.join(format!("untitled.{extension}"))
}

/// Returns the bytes of a path with escapes.
fn decoded(path: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)),
            _ => None,
        };
        bytes.push(escaped.map_or(*first, |(high, low)| high << 4 | low));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    bytes
}

fn hex(digit: u8) -> Option<u8> {
    u8::try_from(char::from(digit).to_digit(16)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(windows)]
    fn paths_with_drives_are_decoded() {
        for (uri, expected) in [
            ("file:///C:/a/b%20c.rs", Some("C:/a/b c.rs")),
            ("file:///c%3A/a%C3%A9%", Some("c:/aé%")),
            ("file:///a", None),
            ("file:///%FF", None),
        ] {
            assert_eq!(path(uri).as_deref(), expected.map(Path::new), "{uri}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn paths_of_uris_are_decoded() {
        for (uri, expected) in [
            ("file:///a/b%20c.rs", Some("/a/b c.rs")),
            ("FILE:/a", Some("/a")),
            ("file://localhost/a%C3%A9%", Some("/aé%")),
            ("file:///a#b?c", Some("/a")),
            ("file:///a%00b", None),
            ("file://LOCALHOST/a", Some("/a")),
            ("file://otherhost/a", None),
            ("file://a", None),
            ("file:a", None),
            ("untitled:Untitled-1", None),
            ("é", None),
            ("", None),
        ] {
            assert_eq!(path(uri).as_deref(), expected.map(Path::new), "{uri}");
        }
        let path = path("file:///%FF").unwrap();
        assert_eq!(path.as_os_str().as_encoded_bytes(), b"/\xFF");
    }
}
