//! Links from places in the output to files, which terminals open: the escape sequence OSC 8.
//!
//! A path is percent-encoded in its link, so that no name of a file has a control character there.

use crate::flags::links::{LinkFormat, Part};
use crate::io::path::with_slashes;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How places are linked.
pub(crate) struct Links {
    pub(crate) format: LinkFormat,
    /// The directory that paths are relative to.
    pub(crate) here: PathBuf,
    /// The name of this machine: a terminal can be on another one.
    pub(crate) host: String,
}

impl Links {
    /// Appends what begins a link to a place, whose line and column count from 1.
    pub(super) fn begin(&self, to: &mut String, path: &Path, line: u64, column: u64) {
        to.push_str("\x1B]8;;");
        for part in self.format.parts() {
            let number = match part {
                Part::Text(text) => {
                    to.push_str(text);
                    continue;
                }
                Part::Host => {
                    push_encoded(to, self.host.as_bytes());
                    continue;
                }
                Part::Path => {
                    self.push_path(to, path);
                    continue;
                }
                Part::Line => line,
                Part::Column => column,
            };
            write!(to, "{number}").expect("writing to a string succeeds");
        }
        to.push_str("\x1B\\");
    }

    /// Appends what ends a link.
    pub(super) fn end(&self, to: &mut String) {
        to.push_str("\x1B]8;;\x1B\\");
    }

    fn push_path(&self, to: &mut String, path: &Path) {
        let path = self.here.join(path.strip_prefix("./").unwrap_or(path));
        if cfg!(windows) {
            to.push('/'); // `C:\a` is `/C:/a` in a URL
        }
        push_encoded(to, with_slashes(&path).as_os_str().as_encoded_bytes());
    }
}

/// Appends the bytes of a path, of which only those stay that mean nothing else in a URL, and on Windows the colon of a drive.
pub(super) fn push_encoded(to: &mut String, mut bytes: &[u8]) {
    if let [drive, b':', path @ ..] = bytes
        && cfg!(windows)
        && drive.is_ascii_alphabetic()
    {
        to.extend([char::from(*drive), ':']);
        bytes = path;
    }
    for &byte in bytes {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                to.push(char::from(byte));
            }
            _ => write!(to, "%{byte:02X}").expect("writing to a string succeeds"),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_link() {
        use std::os::unix::ffi::OsStrExt;
        let links = |format: &str| Links {
            format: format.parse().unwrap(),
            here: PathBuf::from("/w d"),
            host: "a;b\x1B".to_owned(),
        };
        let link = |format: &str, path: &[u8]| {
            let mut text = String::new();
            let path = Path::new(std::ffi::OsStr::from_bytes(path));
            links(format).begin(&mut text, path, 3, 4);
            text.strip_prefix("\x1B]8;;")
                .unwrap()
                .strip_suffix("\x1B\\")
                .unwrap()
                .to_owned()
        };
        assert_eq!(
            link("file", b"./a\x1B\\\x07\xFF:;%{line}"),
            "file://a%3Bb%1B/w%20d/a%1B%5C%07%FF%3A%3B%25%7Bline%7D"
        );
        assert_eq!(link("vscode", b"/x/y.c"), "vscode://file/x/y.c:3:4");
        assert_eq!(link("edit:{column},{line},{path}", b"y"), "edit:4,3,/w%20d/y");
    }
}
