//! `utf8 check -` behind a program that writes slowly: findings come while it still writes.

use crate::common::{LONG, Pieces, Place, finish, utf8};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

/// The command with an open input, and the lines that it prints.
struct Live {
    child: Child,
    pieces: Pieces,
    lines: Receiver<String>,
}

impl Live {
    /// Starts the command. Its input pauses after each piece.
    fn start(args: &[&str]) -> Live {
        let (pieces, stdin) = Pieces::new();
        let mut command = utf8();
        command.args(["check", "--pause-after-reads"]).args(args).arg("-");
        let mut child = command
            .stdin(stdin)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let lines = lines(&mut child);
        Live { child, pieces, lines }
    }

    fn write(&self, bytes: &[u8]) {
        self.pieces.write(bytes);
    }

    fn line(&self) -> String {
        line(&self.lines)
    }

    /// Returns the exit code after the command has ended by itself.
    fn code(mut self) -> Option<i32> {
        assert_eq!(
            self.lines.recv_timeout(LONG),
            Err(RecvTimeoutError::Disconnected),
            "no more lines, and an end"
        );
        self.child.wait().expect("it ends").code()
    }

    /// Ends the input and returns the other lines.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        self.pieces.end();
        let rest = self.lines.iter().collect();
        (self.child.wait().expect("it ends").code(), rest)
    }
}

/// Returns the lines that a command prints, as they come.
fn lines(child: &mut Child) -> Receiver<String> {
    let out = BufReader::new(child.stdout.take().expect("it is piped"));
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in out.lines() {
            if send.send(line.expect("UTF-8")).is_err() {
                return;
            }
        }
    });
    lines
}

fn line(lines: &Receiver<String>) -> String {
    lines.recv_timeout(LONG).expect("a line while the input is open")
}

/// Without the option for tests: a pipe pauses when nothing has come for some time.
#[test]
fn findings_come_while_the_writer_holds_the_pipe() {
    let mut command = utf8();
    command.args(["check", "-"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let lines = lines(&mut child);
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut write = |bytes: &[u8]| stdin.write_all(bytes).expect("the command reads");
    write("fine\nGröße\n".as_bytes());
    write(b"open \xE2\x80\xAE bidi\n");
    assert!(line(&lines).starts_with("<stdin>:3:6: bidi-control: "));
    line(&lines);
    line(&lines);
    // A second pause.
    write(b"caf\xC3\x83\xC2\xA9\n");
    assert!(line(&lines).starts_with("<stdin>:4:4: double-encoded: "));
    line(&lines);
    line(&lines);
    drop(stdin);
    let rest: Vec<_> = lines.iter().collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    let last = rest.last().expect("a summary");
    assert!(last.starts_with("2 findings in 1 file"), "{last}");
}

#[test]
fn a_line_that_comes_in_two_parts_has_one_finding() {
    let live = Live::start(&[]);
    live.write(b"open \xE2\x80\xAE bidi\n");
    assert!(live.line().starts_with("<stdin>:1:6: bidi-control: "));
    live.line();
    live.line();
    live.write(b"caf\xC3\x83\xC2");
    // A line about the first part would come before this one.
    live.write(b"\xA9\n");
    assert!(live.line().starts_with("<stdin>:2:4: double-encoded: "));
    let (code, rest) = live.end();
    assert_eq!(code, Some(1));
    let last = rest.last().expect("a summary");
    assert!(last.starts_with("2 findings in 1 file"), "{last}");
}

#[test]
fn ill_formed_sequences_and_runs_do_not_wait_for_more_text() {
    let live = Live::start(&["--format", "json"]);
    // It is well-formed in a relative of UTF-8, as far as the text goes.
    live.write(b"\xC0\x80 one\n");
    assert!(live.line().contains("is well-formed in"));
    live.write(b"two \xFF\n");
    let line: serde_json::Value = serde_json::from_str(&live.line()).expect("a JSON object");
    assert_eq!((&line["line"], &line["column"]), (&2.into(), &5.into()));
    live.write(b"three \xFF\xFF four \0\n");
    assert!(live.line().contains("\"count\":2"));
    assert!(live.line().contains("\"nul\""));
    assert_eq!(live.end().0, Some(1));
}

#[test]
fn with_l_and_q_the_first_finding_ends_the_run() {
    for flag in ["-l", "-q"] {
        let live = Live::start(&[flag, "--ignore", "other-encoding"]);
        live.write(b"one\ntwo \xFF\n");
        if flag == "-l" {
            assert_eq!(live.line(), "<stdin>");
        }
        assert_eq!(live.code(), Some(1));
    }
}

/// The writer pauses after each part, so that lines are checked on their own.
#[test]
fn pauses_change_no_finding() {
    let parts: [&[u8]; 5] = [
        b"plain\n\xFF\xFF\n",
        b"\xE2\x80\xAE and its end",
        b" \xE2\x80\xAC\nvoil\xC3\x83\xC2\xA0 caf\xC3\x83\xC2\xA9\n\xFE\xFE",
        b"\xFE then\r\n\xEF\xBB\xBF\n",
        b"the last",
    ];
    let live = Live::start(&["--format", "json"]);
    for part in parts {
        live.write(part);
    }
    let (code, lines) = live.end();
    let mut command = utf8();
    command.args(["check", "--format", "json", "-"]);
    let whole = finish(command, &parts.concat());
    assert_eq!(code, whole.code);
    assert_eq!(lines, whole.text().lines().collect::<Vec<_>>());
}

/// UTF-16 without a signature is recognized by more than its first line: the first byte of an empty one is a line of UTF-8.
#[test]
fn a_slow_start_in_another_encoding_is_recognized() {
    for signature in [&b"\xFF\xFE"[..], b""] {
        let live = Live::start(&[]);
        live.write(signature);
        for line in ["\n", "one\n", "two\n", "a third line\n"] {
            let bytes: Vec<u8> = line.encode_utf16().flat_map(u16::to_le_bytes).collect();
            live.write(&bytes);
        }
        let (_, lines) = live.end();
        assert!(lines[0].contains("other-encoding: "), "{lines:?}");
        assert!(lines[0].contains("UTF-16LE"), "{lines:?}");
    }
}

#[test]
fn a_file_on_standard_input_is_read_in_full_blocks() {
    let place = Place::new();
    let path = place.write("f", [b"fine\n".repeat(200_000), b"\xFF\n".to_vec()].concat());
    let mut command = utf8();
    command.args(["check", "--format", "json", "-"]);
    command.stdin(std::fs::File::open(path).expect("a file"));
    let output = command.output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("\"line\":200001"), "{text}");
}
