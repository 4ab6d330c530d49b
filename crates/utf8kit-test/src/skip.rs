//! Tests that cannot run on this machine.

use std::io::Write as _;

/// Reports that the calling test, or a part of it, is skipped because of `reason`.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Not with `eprintln!`, whose output the test harness captures: a skipped test must be visible.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {test}: {reason}");
}

/// Returns `true` if `program` is installed. Otherwise, reports that the calling test is skipped.
///
/// Panics if `CI` is set: `cargo xtask setup` installs all programs.
pub fn is_installed(program: &str) -> bool {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| folder.join(&file).is_file()) {
        return true;
    }
    skip_without(program);
    false
}

/// Reports that the calling test is skipped because `what` is not installed.
///
/// Panics if `CI` is set: `cargo xtask setup` installs all that tests need.
pub fn skip_without(what: &str) {
    assert!(
        std::env::var_os("CI").is_none(),
        "{what} is not installed; `cargo xtask setup` installs it"
    );
    skip(&format!("{what} is not installed"));
}

#[cfg(all(test, unix))]
mod tests {
    use super::is_installed;

    #[test]
    fn a_shell_is_installed() {
        assert!(is_installed("sh"));
    }
}
