//! Running the command from the outside.

use std::ffi::OsStr;
use std::io::Write;
#[cfg(unix)]
use std::os::{fd::OwnedFd, unix::net::UnixDatagram};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A wait that nothing needs, however slow the machine is. After it, a test fails.
#[cfg(unix)]
pub const LONG: Duration = Duration::from_secs(60);

/// What a run came to.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

impl Ran {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("the command writes UTF-8")
    }

    /// The report without the command that goes on, which is its last line, and what is said of it.
    pub fn report(&self) -> &str {
        let mut report = self.text();
        for is_next in [(|line| line.starts_with("utf8 ")) as fn(&str) -> bool, |line| {
            line.ends_with(": read the text above first")
        }] {
            let start = report.trim_end_matches('\n').rfind('\n').map_or(0, |lf| lf + 1);
            if is_next(report[start..].trim_end_matches('\n')) {
                report = &report[..start];
            }
        }
        report
    }

    /// The findings of the format `json`, without the summary and what could not be read. None is left out.
    pub fn findings(&self) -> Vec<serde_json::Value> {
        let mut lines: Vec<serde_json::Value> = self
            .text()
            .lines()
            .map(|line| serde_json::from_str(line).expect("a JSON object"))
            .collect();
        let last = lines.pop().expect("a summary");
        lines.retain(|line| line.get("failed").is_none());
        assert!(last["summary"].is_object(), "{last}");
        assert_eq!(last["summary"]["findings"], lines.len());
        lines
    }
}

pub fn utf8() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_utf8"));
    for variable in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "FORCE_COLOR",
        "FORCE_HYPERLINK",
        "UTF8KIT_COLOR",
        "UTF8KIT_FORMAT",
    ] {
        command.env_remove(variable);
    }
    command
}

/// A directory to work in, outside any repository.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Place {
        Place(TempDir::new().expect("a temporary directory"))
    }

    /// Returns a place in memory, where the system has one: there, a synced file does not wait for a disk. It holds little.
    #[cfg(unix)]
    pub fn in_memory() -> Place {
        match TempDir::new_in("/dev/shm") {
            Ok(directory) => Place(directory),
            Err(_) => Place::new(),
        }
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> PathBuf {
        // Wine permits more names than Windows.
        for part in name.as_ref().components() {
            if let Component::Normal(part) = part {
                let part = part.to_string_lossy();
                let is_possible = !part.contains(':') && !part.ends_with(['.', ' ']);
                assert!(is_possible || cfg!(unix), "Windows has no name {part:?}");
            }
        }
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("below the place")).expect("a directory");
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = std::fs::read_dir(self.path())
            .expect("a directory")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }

    /// Runs the command here.
    pub fn run<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(&self, args: I) -> Ran {
        self.run_with(args, b"")
    }

    /// Runs the command here with something on its standard input.
    pub fn run_with<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(&self, args: I, input: &[u8]) -> Ran {
        let mut command = utf8();
        command.args(args).current_dir(self.path());
        finish(command, input)
    }
}

/// Runs the command. Without an input, standard input is what a command without one has, `/dev/null`.
pub fn finish(mut command: Command, input: &[u8]) -> Ran {
    let stdin = match input.is_empty() {
        true => Stdio::null(),
        false => Stdio::piped(),
    };
    let mut child = command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let stdin = child.stdin.take();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            let _ = stdin.write_all(&input); // who does not read all of it is not wrong
        }
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer does not panic");
    Ran {
        code: output.status.code(),
        out: output.stdout,
        err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// Waits until `is_done` returns `true`, for `what`.
#[cfg(unix)]
pub fn wait_until(what: &str, mut is_done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_done() {
        assert!(start.elapsed() < LONG, "waited in vain until {what}");
        // A pause between two looks, on which nothing depends.
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A standard input of which each read yields one piece, however fast it is written.
#[cfg(unix)]
pub struct Pieces(UnixDatagram);

#[cfg(unix)]
impl Pieces {
    /// Returns the side that writes, and the side that the command reads.
    pub fn new() -> (Pieces, Stdio) {
        let (ours, theirs) = UnixDatagram::pair().expect("a pair of sockets");
        (Pieces(ours), OwnedFd::from(theirs).into())
    }

    /// Writes a piece. Nothing is written if it is empty.
    pub fn write(&self, piece: &[u8]) {
        if !piece.is_empty() {
            self.0.send(piece).expect("the command reads");
        }
    }

    /// Ends the input: a read of an empty datagram returns 0.
    pub fn end(&self) {
        self.0.send(b"").expect("the command reads");
    }
}

/// Where a test has failed, the command ends nevertheless.
#[cfg(unix)]
impl Drop for Pieces {
    fn drop(&mut self) {
        let _ = self.0.set_nonblocking(true);
        let _ = self.0.send(b"");
    }
}

/// A name with what means something in markup. Windows has no names with some of it.
pub const MARKUP: &str = if cfg!(windows) {
    "a & ' d.txt"
} else {
    "a <b> & \"c\" ' d.txt"
};

/// Returns a text in which each `/` stands in a path, as the command prints it for people: on Windows with `\`.
pub fn native(text: &str) -> String {
    text.replace('/', std::path::MAIN_SEPARATOR_STR)
}

/// Returns an absolute path as URLs have it, if nothing in it has to be escaped there.
pub fn in_url(path: &Path) -> String {
    match cfg!(windows) {
        true => format!("/{}", path.display()).replace('\\', "/"),
        false => path.display().to_string(),
    }
}

/// Returns a command, in which apostrophes quote words, as it is printed for the shells of this system.
pub fn quoted(command: &str) -> String {
    let mark = if cfg!(windows) { "\"" } else { "'" };
    command.replace('\'', mark)
}

/// Returns a document of the repository and its path. `name` is the path from the root.
pub fn document(name: &str) -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (path, text)
}

/// Returns a message of `convert` without the line and column behind the name of the input.
pub fn without_position(message: &str) -> String {
    let Some((before, after)) = message.split_once(": offset ") else {
        return message.to_owned();
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = before.rsplitn(3, ':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(column), Some(line), Some(name)) if is_number(column) && is_number(line) => {
            format!("{name}: offset {after}")
        }
        _ => panic!("no line and column: {message}"),
    }
}

/// Runs a command that the program printed in the shell.
pub fn run_in_shell(place: &Place, command: &str) -> Ran {
    let words = command.strip_prefix("utf8 ").expect("a command of utf8");
    let mut shell = in_shell(utf8().get_program(), words);
    shell.current_dir(place.path());
    finish(shell, b"")
}

#[cfg(unix)]
fn in_shell(program: &OsStr, words: &str) -> Command {
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("\"$0\" {words}")]).arg(program);
    shell
}

#[cfg(windows)]
fn in_shell(program: &OsStr, words: &str) -> Command {
    use std::os::windows::process::CommandExt;
    let mut shell = Command::new("cmd");
    // Only the first and the last quotation mark are removed.
    let line = format!("\"\"{}\" {words}\"", program.display());
    shell.args(["/D", "/S", "/C"]).raw_arg(line);
    shell
}
