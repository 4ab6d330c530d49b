//! What links to places look like: `--hyperlinks`.

use std::str::FromStr;

/// What a link is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinkFormat(Vec<Part>);

/// A part of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Text(String),
    /// The name of this machine.
    Host,
    /// The absolute path of the file.
    Path,
    Line,
    Column,
}

/// Names of links that are often wanted.
const NAMED: [(&str, &str); 5] = [
    ("file", "file://{host}{path}"),
    ("vscode", "vscode://file{path}:{line}:{column}"),
    ("vscodium", "vscodium://file{path}:{line}:{column}"),
    (
        "textmate",
        "txmt://open?url=file://{path}&line={line}&column={column}",
    ),
    ("none", ""),
];

impl LinkFormat {
    /// Returns the link to a file, which every terminal with links opens.
    pub(crate) fn file() -> LinkFormat {
        LinkFormat(vec![Part::Text("file://".to_owned()), Part::Host, Part::Path])
    }

    /// Returns the parts, of which there are none if nothing is linked.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.0
    }
}

impl FromStr for LinkFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<LinkFormat, String> {
        let named = NAMED
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, format)| format);
        let mut rest = *named.unwrap_or(&text);
        let names: Vec<_> = NAMED.iter().map(|(name, _)| *name).collect();
        let expected = || format!("expected {}, or a URL with {{path}}", names.join(", "));
        if named.is_none() && !text.contains("{path}") {
            return Err(expected());
        }
        // What is no character of a URL could end the link, and the terminal would take the rest as it likes.
        if rest.bytes().any(|byte| !(b'!'..=b'~').contains(&byte)) {
            return Err("expected characters of a URL: those of ASCII without spaces".to_owned());
        }
        let mut parts = Vec::new();
        while let Some(open) = rest.find('{') {
            let (before, variable) = rest.split_at(open);
            let close = variable.find('}').ok_or("expected `}` after `{`")?;
            if !before.is_empty() {
                parts.push(Part::Text(before.to_owned()));
            }
            parts.push(match &variable[1..close] {
                "host" => Part::Host,
                "path" => Part::Path,
                "line" => Part::Line,
                "column" => Part::Column,
                name => {
                    return Err(format!(
                        "expected {{path}}, {{line}}, {{column}} or {{host}}, found {{{name}}}"
                    ));
                }
            });
            rest = &variable[close + 1..];
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(LinkFormat(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_named_or_written() {
        let parse = |text: &str| text.parse::<LinkFormat>();
        assert_eq!(parse("file"), Ok(LinkFormat::file()));
        assert_eq!(parse("none").unwrap().parts(), []);
        let own = parse("x:{path}#{line}").unwrap();
        let text = |text: &str| Part::Text(text.to_owned());
        assert_eq!(own.parts(), [text("x:"), Part::Path, text("#"), Part::Line]);
        for wrong in [
            "",
            "x:",
            "fiel",
            "x:{path}{lin}",
            "x:{path}{",
            "x:{path} ",
            "x:{path}\x1B",
            "é:{path}",
        ] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
