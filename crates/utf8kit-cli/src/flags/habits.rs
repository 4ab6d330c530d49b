//! What people type who know other programs: what it means is done where that is certain, and elsewhere the message names what to
//! type here.

use crate::encodings;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Returns the arguments as this command has them. `is_verb` knows its verbs.
///
/// # Errors
///
/// Returns what to type instead, if the arguments are those of another program.
pub(crate) fn understood(
    mut arguments: Vec<OsString>,
    is_verb: impl Fn(&str) -> bool,
) -> Result<Vec<OsString>, String> {
    let Some(first) = arguments.get(1) else {
        return Ok(arguments);
    };
    if is_conversion(first) {
        arguments.insert(1, "convert".into());
        return Ok(arguments);
    }
    let Some(name) = first.to_str() else {
        return Ok(arguments);
    };
    if name.starts_with('-') || is_verb(name) {
        return Ok(arguments);
    }
    let known = |name: &str| encodings::find(name).is_ok();
    if let Some((from, to)) = name
        .split_once("..")
        .filter(|(from, to)| known(from) && known(to))
    {
        return Err(format!(
            "`{name}` is how `recode` names a conversion: use `utf8 convert -f {from} -t {to} FILE`"
        ));
    }
    if Path::new(first).exists() {
        let shown = crate::escape::path(Path::new(first));
        return Err(format!(
            "`{shown}` is a file, and no command is named: `utf8 check {shown}` finds what is wrong in it, `utf8 detect {shown}` \
             names its encoding, `utf8 inspect {shown}` shows its bytes"
        ));
    }
    Ok(arguments)
}

/// Returns `true` for a flag of `iconv` with which a conversion begins.
fn is_conversion(argument: &OsStr) -> bool {
    let argument = argument.as_encoded_bytes();
    let is_short = matches!(argument, [b'-', b'f' | b't', ..]);
    let long = [&b"--from"[..], b"--to", b"--from-code", b"--to-code"];
    let name = argument.split(|&byte| byte == b'=').next().unwrap_or_default();
    is_short || long.contains(&name)
}

/// Returns the hint for files of `convert` that are names of encodings, as in `convert latin1 utf8 FILE`.
pub(crate) fn names_encodings(files: &[std::path::PathBuf]) -> Option<String> {
    let name = |at: usize| {
        let file = files.get(at)?;
        let name = file.to_str()?;
        (!file.exists() && encodings::find(name).is_ok()).then_some(name)
    };
    let (from, to) = (name(0)?, name(1)?);
    let rest: Vec<_> = files[2..].iter().map(|file| crate::escape::path(file)).collect();
    let command = format!("utf8 convert -f {from} -t {to} {}", rest.join(" "));
    Some(format!(
        "`{from}` and `{to}` are encodings, and no files: use `{}`",
        command.trim_end()
    ))
}
