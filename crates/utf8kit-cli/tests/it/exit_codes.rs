//! Exit codes: they do not depend on threads, and output that is lost is an error.

use crate::common::Place;
use utf8kit_test::sample;

#[test]
fn a_quiet_check_finds_what_cannot_be_read_however_threads_run() {
    let place = Place::new();
    for i in 0..20 {
        place.write(format!("bad{i:02}"), b"\xFF\n".repeat(1000));
    }
    for _ in 0..sample(100) {
        let ran = place.run(["check", "-q", "-j", "4", "bad00", ".", "missing", "bad01"]);
        assert_eq!((ran.code, ran.text()), (Some(2), ""));
        let ran = place.run(["check", "-q", "-j", "4", "."]);
        assert_eq!((ran.code, ran.text()), (Some(1), ""));
    }
}

#[test]
fn an_empty_list_of_files_is_success() {
    let place = Place::new();
    place.write("bad", b"\xFF");
    place.write("list", "");
    let ran = place.run(["check", "--files-from", "list"]);
    assert_eq!(
        (ran.code, ran.text(), &*ran.err),
        (Some(0), "No findings in 0 files\n", "")
    );
    assert_eq!(
        place.run_with(["check", "-0", "--files-from", "-"], b"").code,
        Some(0)
    );
    let ran = place.run(["count", "--files-from", "list"]);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""));
    assert!(ran.text().contains(" 0  total"), "{}", ran.text());
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_is_lost_is_an_error() {
    let run = |line: &str| {
        std::process::Command::new("sh")
            .args(["-c", line])
            .env("U", env!("CARGO_BIN_EXE_utf8"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap()
    };
    for args in [
        "--help",
        "--version",
        "check --help",
        "--generate man",
        "count Cargo.toml",
        "convert Cargo.toml",
    ] {
        for (to, said) in [
            ("> /dev/full", "utf8: standard output: No space left on device\n"),
            (">&-", "utf8: standard output: it is closed\n"),
        ] {
            let output = run(&format!("$U {args} {to}"));
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!((output.status.code(), &*err), (Some(2), said), "{args} {to}");
        }
        let output = run(&format!("$U {args} > /dev/null"));
        assert_eq!(output.status.code(), Some(0), "{args}");
    }
    // These write nothing there.
    for line in [
        "$U check -q Cargo.toml >&-",
        "$U fix -q Cargo.toml >&-",
        "$U convert -o /dev/null Cargo.toml >&-",
    ] {
        assert_eq!(run(line).status.code(), Some(0), "{line}");
    }
}
