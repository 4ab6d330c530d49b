//! Names of encodings on the command line, and messages about them.

pub(crate) mod announcement;
pub(crate) mod bytes;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod on_error;
pub(crate) mod remarks;
pub(crate) mod stopped;

use utf8kit_encodings::{EbcdicLineEnd, Encoding, labels};
use utf8kit_lint::nearest;

/// The signature, as text.
pub(crate) const SIGNATURE: char = '\u{FEFF}';

/// Returns `encoding` if it can be written, or the reason why not.
pub(crate) fn to_write(encoding: Encoding) -> Result<Encoding, String> {
    match encoding {
        Encoding::Unicode11Utf8 => Err(format!(
            "`{encoding}` can only be read (RFC 3629 dropped the label); to write, use `UTF-8`, or, for Hangul at the code \
             points of Unicode 1.1, `{}`",
            Encoding::OldHangulUtf8
        )),
        _ if !encoding.can_be_written() => {
            Err(format!("`{encoding}` can only be read; to write, use `UTF-8`"))
        }
        _ => Ok(encoding),
    }
}

/// The labels of the Encoding Standard that name no encoding which can be converted.
const NOT_CONVERTED: [&str; 6] = [
    "csiso2022kr",
    "iso-2022-cn",
    "iso-2022-cn-ext",
    "iso-2022-kr",
    "replacement",
    "x-user-defined",
];

/// Returns the encoding called `name`, or the reason why there is none.
pub(crate) fn find(name: &str) -> Result<Encoding, String> {
    let shown = crate::escape::text(name.as_bytes());
    if let Some((plain, suffix)) = name.split_once("//") {
        let instead = match suffix.to_ascii_uppercase().trim_end_matches('/') {
            "IGNORE" => format!("`{plain}//IGNORE`: use `{plain}` and `-c`"),
            "TRANSLIT" => {
                format!(
                    "`{plain}//TRANSLIT`: transliteration is not supported; use `{plain}` and `--on-error replace` or `escape`"
                )
            }
            _ => format!("`{shown}`: expected the name of an encoding without `//`"),
        };
        return Err(instead);
    }
    if name.eq_ignore_ascii_case("ansi") {
        return Err(
            "`ansi` is the encoding of a Windows system: `windows-1252` in Western Europe and America, `windows-1250` in \
             Central Europe, `windows-1251` for Cyrillic; `utf8 detect` names that of a file"
                .to_owned(),
        );
    }
    if let Ok(encoding) = name.parse() {
        return Ok(encoding);
    }
    if let Some(why) = labels::refusal(name) {
        return Err(format!("`{shown}` {why}"));
    }
    if NOT_CONVERTED.contains(&&*name.to_ascii_lowercase()) {
        return Err(format!(
            "`{shown}` is a label of the Encoding Standard, but not of an encoding that can be converted"
        ));
    }
    // The value of a Content-Type header.
    if name.contains(';')
        && let Some(charset) = labels::charset(name)
    {
        return find(&charset);
    }
    Err(match nearest(name, Encoding::all().flat_map(Encoding::labels)) {
        Some(nearest) => format!("no encoding is called `{shown}`; did you mean `{nearest}`?"),
        None => format!("no encoding is called `{shown}`; `utf8 convert -l` lists them"),
    })
}

/// Returns the encoding that was recognized by the Encoding Standard's `name`, with all characters that this standard has, and both line
/// ends of EBCDIC.
pub(crate) fn recognized(name: &str) -> Result<Encoding, String> {
    match name {
        "EUC-KR" => find("UHC"),
        _ => find(name).map(with_line_ends),
    }
}

/// Returns a page of EBCDIC so that each of its two bytes for line ends is LF. Returns other encodings as they are.
pub(crate) fn with_line_ends(encoding: Encoding) -> Encoding {
    match encoding {
        Encoding::Legacy(page) => Encoding::Legacy(page.with_line_end(EbcdicLineEnd::Any).unwrap_or(page)),
        _ => encoding,
    }
}

/// Returns the main name of each encoding.
pub(crate) fn main_names() -> impl Iterator<Item = &'static str> {
    Encoding::all().map(Encoding::name)
}

/// Returns the main name of each encoding of Unicode text.
pub(crate) fn unicode_names() -> impl Iterator<Item = &'static str> {
    Encoding::all()
        .filter(|encoding| !encoding.is_legacy())
        .map(Encoding::name)
}

/// Returns what `-l` prints: the names of an encoding in each line, its main name first. A name with spaces is quoted, as a
/// shell requires.
pub(crate) fn list() -> String {
    let mut list = String::new();
    for encoding in Encoding::all() {
        let names: Vec<_> = encoding
            .labels()
            .map(|name| match name.contains(' ') {
                true => format!("'{name}'"),
                false => name.to_owned(),
            })
            .collect();
        list.push_str(&names.join(" "));
        list.push('\n');
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use utf8kit::Encoding as Base;

    #[test]
    fn latin_1_is_not_windows_1252() {
        let latin_1 = Encoding::Base(Base::Latin1);
        assert_eq!(find("iso-8859-1"), Ok(latin_1));
        assert_eq!(find("latin1"), Ok(latin_1));
        assert_eq!(find("cp1252").map(Encoding::name), Ok("windows-1252"));
    }

    #[test]
    fn every_listed_name_is_found() {
        for name in Encoding::all().flat_map(Encoding::labels) {
            assert!(find(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_content_type_names_its_charset() {
        assert_eq!(find("text/plain; charset=utf-8"), find("UTF-8"));
        assert_eq!(find("text/html; charset=\"windows-1252\""), find("windows-1252"));
        assert!(
            find("text/plain; charset=klingon")
                .unwrap_err()
                .contains("`klingon`")
        );
        assert!(find("text/plain; format=flowed").is_err());
    }

    #[test]
    fn errors_suggest_the_nearest_name() {
        assert!(find("UTF-61").unwrap_err().contains("`UTF-16`"));
        assert!(find("windows-1262").unwrap_err().contains("`windows-1252`"));
        assert!(find("shift-jiss").is_err());
        assert!(find("klingon").unwrap_err().contains("-l"));
        assert!(find("UTF-8//IGNORE").unwrap_err().contains("-c"));
        assert!(find("ASCII//TRANSLIT").unwrap_err().contains("--on-error"));
        assert!(find("replacement").is_err());
        assert!(find("ISO-10646-J-1").unwrap_err().contains("ISO-10646-UCS-2"));
    }
}
