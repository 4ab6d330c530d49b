//! `cargo xtask header`: generates the header of the C library from its sources, with cbindgen.
//!
//! Only builds of this program with the feature `header` have cbindgen. The others run Cargo to build one.

/// Where the header is.
#[cfg(feature = "header")]
const CRATE: &str = "crates/utf8kit-capi";

/// The first function of each section, in the order of the header, and the title of the section.
#[cfg(feature = "header")]
const SECTIONS: [(&str, &str); 13] = [
    ("utf8kit_decode_alloc", "Whole texts to new memory"),
    ("utf8kit_ascii_is_valid", "ASCII (in libutf8kit_core.a, too)"),
    ("utf8kit_convert", "Whole texts in any encoding"),
    ("utf8kit_signature", "Which encoding a text is in"),
    ("utf8kit_encoding_for_label", "Names of encodings"),
    ("utf8kit_latin1_utf8_len", "Latin-1 (in libutf8kit_core.a, too)"),
    ("utf8kit_message", "Errors in words (in libutf8kit_core.a, too)"),
    ("utf8kit_decoder_init", "Text in pieces"),
    ("utf8kit_get_tier", "Instruction sets (in libutf8kit_core.a, too)"),
    (
        "utf8kit_utf16_is_valid",
        "UTF-16 in native byte order (in libutf8kit_core.a, too)",
    ),
    (
        "utf8kit_utf32_is_valid",
        "UTF-32 in native byte order (in libutf8kit_core.a, too)",
    ),
    ("utf8kit_utf8_is_valid", "UTF-8 (in libutf8kit_core.a, too)"),
    ("utf8kit_version", "Version (in libutf8kit_core.a, too)"),
];

/// Divides the functions of the header into sections.
#[cfg(feature = "header")]
fn with_sections(header: &str) -> Result<String, String> {
    let (mut written, mut rest) = (String::new(), header);
    for (first, title) in SECTIONS {
        let at = rest
            .find(&format!(" {first}("))
            .or_else(|| rest.find(&format!("*{first}(")));
        let at = at.ok_or(format!("the header has no {first} after the sections before"))?;
        // Its comment is a paragraph.
        let start = rest[..at]
            .rfind("\n\n")
            .ok_or(format!("{first} has no comment"))?
            + 2;
        written += &rest[..start];
        written += &format!("// ---- {title} ----\n\n");
        rest = &rest[start..];
    }
    Ok(written + rest)
}

/// Starts this task in a build that has cbindgen.
#[cfg(not(feature = "header"))]
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    use crate::process::{cargo, run};
    let mut command = cargo(&["run", "--quiet", "--package", "xtask", "--features", "header"]);
    run(command.args(["--", "header"]).args(args))
}

/// Writes the header, or with `--check` compares it.
#[cfg(feature = "header")]
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    let is_check = match args {
        [] => false,
        [arg] if arg == "--check" => true,
        _ => return Err(format!("expected --check or no argument, found {args:?}")),
    };
    let folder = std::path::Path::new(CRATE);
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    let bindings = cbindgen::Builder::new()
        .with_crate(folder)
        .with_config(config)
        .generate()
        .map_err(|error| format!("{CRATE}: {error}"))?;
    let mut generated = Vec::new();
    bindings.write(&mut generated);
    let generated = with_sections(&String::from_utf8_lossy(&generated))?.into_bytes();
    let path = folder.join("include/utf8kit.h");
    if !is_check {
        return std::fs::write(&path, generated).map_err(|error| format!("{}: {error}", path.display()));
    }
    if std::fs::read(&path).is_ok_and(|header| header == generated) {
        println!("{} is what the sources say", path.display());
        Ok(())
    } else {
        Err(format!(
            "{} is not what the sources say: run `cargo xtask header`",
            path.display()
        ))
    }
}
