//! Input and output of `utf8 convert`: nothing is destroyed, and nothing is left behind.

use crate::common::{Place, utf8, wait_until};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use utf8kit_test::{sample, skip};

/// Runs a line of the shell in `place`, in which `$U` is the command.
fn shell(place: &Place, line: &str) -> std::process::Output {
    Command::new("sh")
        .args(["-c", line])
        .env("U", env!("CARGO_BIN_EXE_utf8"))
        .current_dir(place.path())
        .output()
        .unwrap()
}

#[test]
fn an_input_that_is_the_output_is_refused() {
    for line in [
        "$U convert a >> a",
        "$U convert < a >> a",
        "$U convert b - < a >> a",
        "ln a c; $U convert c >> a",
        "ln -s a c; $U convert c >> a",
        "$U convert -o - a >> a",
        "$U convert -f RFC2279 -t UCS-4 a 1<> a",
    ] {
        let place = Place::new();
        place.write("a", "text");
        place.write("b", "");
        let output = shell(&place, line);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {err}");
        assert!(err.contains("the input is the output"), "{line}: {err}");
        assert_eq!(std::fs::read(place.path().join("a")).unwrap(), b"text", "{line}");
    }
    // These are not the same file, or replace it as a whole.
    for line in [
        "$U convert a > b && cat b",
        "$U convert a >> b && cat b",
        "$U convert -o a a && cat a",
        "$U convert < a | cat",
        "$U convert a > /dev/null && cat a",
        "$U convert -o - a",
    ] {
        let place = Place::new();
        place.write("a", "text");
        let output = shell(&place, line);
        assert_eq!(
            (output.status.code(), &*output.stdout),
            (Some(0), &b"text"[..]),
            "{line}"
        );
    }
}

/// Starts a conversion to the file `out` that waits for more input.
fn waiting(place: &Place) -> Child {
    let mut child = utf8()
        .args(["convert", "-f", "UTF-8", "-t", "UTF-16LE", "-o", "out"])
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(&[b'a'; 4096]).unwrap();
    child
}

fn send(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-s", signal, &id]).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_signal_at_any_moment_leaves_nothing_behind() {
    // What this process ignores is ignored by those that it starts: SIGHUP under `nohup`, SIGINT in the background of a shell.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    let mut signals = vec![("TERM", 15), ("INT", 2), ("HUP", 1)];
    signals.retain(|&(_, number)| ignored >> (number - 1) & 1 == 0);
    assert!(signals.contains(&("TERM", 15)), "SIGTERM is ignored here");
    let rounds = 2 * sample(50);
    for round in 0..rounds {
        let place = Place::new();
        place.write("out", "old");
        let mut child = waiting(&place);
        // Some signals come while the command starts, the others when there is a temporary file.
        if round < rounds / 2 {
            // Only the moment depends on this time, not what is expected.
            std::thread::sleep(Duration::from_millis(5) * round as u32 / rounds as u32);
        } else {
            wait_until("there is a temporary file", || place.names().len() == 2);
        }
        let (name, number) = signals[round % signals.len()];
        send(&child, name);
        // If the input ended, the conversion could end before the signal takes effect.
        let _stdin = child.stdin.take();
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(number), "as a shell expects");
        assert_eq!(place.names(), ["out"], "{name} in round {round}");
        assert_eq!(std::fs::read(place.path().join("out")).unwrap(), b"old");
    }
}

#[test]
fn an_ignored_signal_stays_ignored() {
    let piece = vec![b'a'; 1 << 20];
    let place = Place::new();
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec $U convert -o out"])
        .env("U", env!("CARGO_BIN_EXE_utf8"))
        .current_dir(place.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&piece).unwrap();
    wait_until("there is a temporary file", || !place.names().is_empty());
    for _ in 0..10 {
        send(&child, "HUP");
        // It reads and writes on: a pipe does not take so much.
        stdin.write_all(&piece).unwrap();
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(std::fs::read(place.path().join("out")).unwrap() == piece.repeat(11));
    assert_eq!(place.names(), ["out"]);
}

#[test]
fn a_replaced_file_keeps_its_mode_and_attributes() {
    let place = Place::new();
    let path = place.write("out", "old");
    for mode in [0o640, 0o755, 0o4755, 0o600, 0o444] {
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        let before = path.metadata().unwrap();
        let has_attribute = xattr::set(&path, "user.utf8kit", b"kept").is_ok();
        let ran = place.run_with(["convert", "-o", "out"], b"new");
        assert_eq!((ran.code, &*ran.err), (Some(0), ""));
        let after = path.metadata().unwrap();
        assert_ne!(after.ino(), before.ino());
        assert_eq!(after.mode() & 0o7777, mode, "{mode:o}");
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        if has_attribute {
            assert_eq!(
                xattr::get(&path, "user.utf8kit").unwrap().as_deref(),
                Some(&b"kept"[..])
            );
        } else if mode != 0o444 {
            skip("the file system has no extended attributes");
        }
    }
}

#[test]
fn hard_links_are_refused() {
    let place = Place::new();
    let path = place.write("out", "old");
    std::fs::hard_link(&path, place.path().join("other")).unwrap();
    let ran = place.run_with(["convert", "-o", "out"], b"new");
    assert_eq!((ran.code, ran.text()), (Some(2), ""));
    assert!(
        ran.err.starts_with("utf8: out: it has 2 hard links"),
        "{}",
        ran.err
    );
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    assert_eq!(place.names(), ["other", "out"]);
}

#[test]
fn a_large_file_is_converted_as_standard_input_is() {
    let place = Place::new();
    // Large enough for a thread that reads ahead.
    let mut text = "Größe 漢字 😀 and more words\n".repeat(1_920_000).into_bytes();
    place.write("f", &text);
    let from_file = place.run(["convert", "-t", "UTF-16BE", "f"]);
    assert_eq!((from_file.code, &*from_file.err), (Some(0), ""));
    let expected = String::from_utf8(text.clone())
        .unwrap()
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect::<Vec<u8>>();
    assert!(from_file.out == expected);

    let at = text.len() - 11;
    text[at] = 0xFF;
    place.write("f", &text);
    let from_file = place.run(["convert", "-t", "UTF-16BE", "f"]);
    let from_stdin = place.run_with(["convert", "-t", "UTF-16BE"], &text);
    assert_eq!((from_file.code, from_stdin.code), (Some(1), Some(1)));
    assert!(from_file.out == from_stdin.out && from_file.out.len() > 2 * 30_000_000);
    let message = format!(":1920000:16: offset {at}: `FF` never occurs in UTF-8 (RFC 3629 section 1)\n");
    assert_eq!(from_file.err, format!("utf8: f{message}"));
    assert_eq!(from_stdin.err, format!("utf8: standard input{message}"));
}
