//! Unchanged programs print the same with the library and without it, and use it.
//!
//! A program that is not installed is skipped. Where `CI` is set, that is a failure; `cargo xtask setup` installs all.

use crate::common::library;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use utf8kit_test::{Random, is_installed, skip};

/// A text in several scripts, long enough for more than one piece.
fn text() -> String {
    let lines = [
        "All human beings are born free and equal in dignity and rights.\n",
        "Tous les êtres humains naissent libres et égaux en dignité et en droits.\n",
        "Все люди рождаются свободными и равными в своем достоинстве и правах.\n",
        "人人生而自由，在尊严和权利上一律平等。\n",
        "😀 € — “quoted” ﬁ \u{FEFF}\u{FFFF}\u{10FFFF}\n",
    ];
    lines.concat().repeat(300)
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("utf8kit-iconv-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a program did with the library.
struct Preloaded {
    output: Output,
    /// The number of bytes that the kernels converted.
    by_kernels: u64,
}

/// Runs a program with the library.
fn run_with(command: &mut Command, folder: &Folder) -> Preloaded {
    let log = folder.path().join("log");
    let _ = fs::remove_file(&log);
    command
        .env("LD_PRELOAD", library())
        .env("UTF8KIT_ICONV_LOG", &log);
    let output = command.output().unwrap();
    command.env_remove("LD_PRELOAD").env_remove("UTF8KIT_ICONV_LOG");
    let by_kernels = fs::read_to_string(&log)
        .unwrap_or_default()
        .lines()
        .map(bytes_by_kernels)
        .sum();
    Preloaded { output, by_kernels }
}

/// Returns the first number of a line of the log.
fn bytes_by_kernels(line: &str) -> u64 {
    let number = line
        .strip_prefix("bytes read by utf8kit: ")
        .and_then(|rest| rest.split(',').next());
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or_else(|| panic!("the log has the line {line:?}"))
}

/// Requires the same output with the library and without, and returns it with the number of bytes that the kernels
/// converted.
fn compare(command: &mut Command, folder: &Folder) -> Preloaded {
    let without = command.output().unwrap();
    let with = run_with(command, folder);
    let shown = |output: &Output| {
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        format!("{}, {} bytes, {stderr}", output.status, output.stdout.len())
    };
    assert!(
        with.output == without,
        "{command:?}\nwith the library: {}\nwithout: {}",
        shown(&with.output),
        shown(&without)
    );
    with
}

#[test]
fn the_library_exports_the_three_functions_only() {
    if !is_installed("nm") {
        return;
    }
    let output = Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(library())
        .output()
        .unwrap();
    let mut names: Vec<String> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| Some(line.split_whitespace().last()?.to_owned()))
        .collect();
    names.sort();
    assert_eq!(names, ["iconv", "iconv_close", "iconv_open"]);
}

#[test]
fn php_converts_the_same() {
    let folder = Folder::new("php");
    if !is_installed("php") {
        return;
    }
    let path = folder.path().join("text");
    fs::write(&path, text()).unwrap();
    // Whole and short texts, well-formed and not, with each of the suffixes.
    let script = r#"
        $text = substr(file_get_contents($argv[1]), 0, 3000);
        $names = ['UTF-8', 'UTF-16', 'UTF-16LE', 'UTF-16BE', 'UTF-32', 'UCS-4LE', 'UCS-2', 'ISO-8859-1', 'US-ASCII',
            'CP1252', 'KOI8-R', 'CP1255', 'SHIFT_JIS', 'UTF-7'];
        foreach ($names as $from) {
            foreach ($names as $to) {
                foreach (['', '//IGNORE', '//TRANSLIT'] as $suffix) {
                    foreach ([$text, substr($text, 0, 100), "caf\xC3\xA9", "caf\xE9!", "\xE2\x82", ''] as $input) {
                        $source = $from === 'UTF-8' ? $input : @iconv('UTF-8', $from . '//IGNORE', $input);
                        $result = iconv($from, $to . $suffix, (string)$source);
                        echo "$from $to$suffix ", $result === false ? 'false' : strlen($result) . md5($result), "\n";
                    }
                    echo iconv_strlen("\0a\0b", $from), "\n";
                }
            }
        }
        $large = str_repeat(file_get_contents($argv[1]), 10);
        foreach ($names as $name) {
            echo md5((string)iconv('UTF-8', $name, $large)), md5((string)iconv($name, 'UTF-8', $large)), "\n";
        }
        echo iconv_substr('日本語テキスト', 1, 3, 'UTF-8'), iconv_strpos('日本語テキスト', '語', 0, 'UTF-8'), "\n";
        echo iconv_mime_encode('Subject', 'Größe 日本語', ['input-charset' => 'UTF-8', 'output-charset' => 'UTF-8']), "\n";
    "#;
    let mut command = Command::new("php");
    command.args(["-d", "display_errors=1", "-r", script]).arg(&path);
    let result = compare(&mut command, &folder);
    assert!(result.output.stdout.len() > 10_000, "PHP printed little");
    // Where iconv is a module of its own, as in Debian, PHP loads it with RTLD_DEEPBIND, and LD_PRELOAD has no effect.
    let mut command = Command::new("php");
    command.args(["-n", "-r", "exit(extension_loaded('iconv') ? 0 : 1);"]);
    if command.status().unwrap().success() {
        assert!(
            result.by_kernels > 1_000_000,
            "the kernels converted {} bytes",
            result.by_kernels
        );
    } else {
        skip("PHP loads its module iconv so that LD_PRELOAD has no effect");
    }
}

#[test]
fn git_shows_logs_in_other_encodings() {
    let folder = Folder::new("git");
    if !is_installed("git") {
        return;
    }
    let repository = folder.path().join("repository");
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(folder.path()).args([
            "-c",
            "user.name=Zoë",
            "-c",
            "user.email=zoe@example.org",
        ]);
        command
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .args(args);
        command
    };
    assert!(git(&["init", "-q", "repository"]).status().unwrap().success());
    let messages = [
        text(),
        "Répare l’encodage — déjà vu\n".repeat(200),
        "Fix ASCII\n\nNothing else.\n".to_owned(),
        "Исправить кодировку\n".repeat(100),
    ];
    for (number, message) in messages.iter().enumerate() {
        let path = folder.path().join(format!("message-{number}"));
        fs::write(&path, message).unwrap();
        let path = path.to_str().unwrap();
        let mut commit = git(&[
            "-C",
            "repository",
            "commit",
            "-q",
            "--allow-empty",
            "--no-verify",
            "-F",
            path,
        ]);
        assert!(commit.status().unwrap().success());
    }
    // Stored in another encoding, too.
    let path = folder.path().join("message-latin1");
    fs::write(&path, b"D\xE9j\xE0 vu\n".repeat(100)).unwrap();
    let mut commit = git(&["-C", "repository", "-c", "i18n.commitEncoding=ISO-8859-1"]);
    commit.args([
        "commit",
        "-q",
        "--allow-empty",
        "--no-verify",
        "-F",
        path.to_str().unwrap(),
    ]);
    assert!(commit.status().unwrap().success());

    for encoding in [
        "UTF-8",
        "UTF-16",
        "UTF-16LE",
        "UTF-32",
        "ISO-8859-1",
        "CP1252",
        "KOI8-R",
        "GB18030",
        "ASCII",
        "UTF-7",
    ] {
        let config = format!("i18n.logOutputEncoding={encoding}");
        let result = compare(&mut git(&["-C", "repository", "-c", &config, "log"]), &folder);
        if !["GB18030", "UTF-7"].contains(&encoding) {
            assert!(result.by_kernels > 0, "{encoding}: the kernels converted nothing");
        }
    }
    // A file that is in UTF-16 in the working tree.
    fs::write(
        repository.join(".gitattributes"),
        "*.txt working-tree-encoding=UTF-16 eol=lf\n",
    )
    .unwrap();
    let wide: Vec<u8> = text().encode_utf16().flat_map(u16::to_be_bytes).collect();
    fs::write(repository.join("a.txt"), [b"\xFE\xFF", wide.as_slice()].concat()).unwrap();
    let result = compare(&mut git(&["-C", "repository", "hash-object", "a.txt"]), &folder);
    assert!(
        result.output.status.success() && result.by_kernels > 10_000,
        "{}",
        result.by_kernels
    );
}

#[test]
fn vim_reads_and_writes_the_same() {
    let folder = Folder::new("vim");
    if !is_installed("vim") {
        return;
    }
    let source = folder.path().join("source");
    fs::write(&source, text()).unwrap();
    for encoding in ["utf-16", "utf-16le", "latin1", "cp1251", "koi8-r", "ucs-4"] {
        let mut results = Vec::new();
        let mut by_kernels = 0;
        for name in ["without", "with"] {
            let target = folder.path().join(name);
            let back = folder.path().join(format!("{name}-back"));
            let mut command = Command::new("vim");
            command.args([
                "-u",
                "NONE",
                "-i",
                "NONE",
                "-n",
                "-es",
                "--cmd",
                "set encoding=utf-8 nofixeol",
            ]);
            command
                .arg("-c")
                .arg(format!("w! ++enc={encoding} {}", target.display()));
            command
                .arg("-c")
                .arg(format!("e! ++enc={encoding} {}", target.display()));
            command
                .arg("-c")
                .arg(format!("set fenc=utf-8 | w! {}", back.display()));
            command.args(["-c", "qa!"]).arg(&source).env("LC_ALL", "C.UTF-8");
            let status = if name == "with" {
                let with = run_with(&mut command, &folder);
                by_kernels = with.by_kernels;
                with.output.status
            } else {
                command.output().unwrap().status
            };
            results.push((status, fs::read(&target).ok(), fs::read(&back).ok()));
        }
        assert!(results[0] == results[1], "{encoding}: the files differ");
        // Vim converts the other encodings itself.
        if ["cp1251", "koi8-r"].contains(&encoding) {
            assert!(by_kernels > 0, "{encoding}: the kernels converted nothing");
        }
    }
}

#[test]
fn the_program_iconv_converts_the_same() {
    let folder = Folder::new("program");
    if !is_installed("iconv") {
        return;
    }
    let encodings = [
        "UTF-8",
        "UTF-16",
        "UTF-16LE",
        "UTF-16BE",
        "UTF-32",
        "UTF-32LE",
        "UTF-32BE",
        "UCS-2",
        "UCS-4",
        "WCHAR_T",
        "UTF-7",
        "ASCII",
        "ISO-8859-1",
        "ISO-8859-2",
        "ISO-8859-3",
        "ISO-8859-4",
        "ISO-8859-5",
        "ISO-8859-6",
        "ISO-8859-7",
        "ISO-8859-8",
        "ISO-8859-9",
        "ISO-8859-10",
        "ISO-8859-13",
        "ISO-8859-14",
        "ISO-8859-15",
        "ISO-8859-16",
        "CP1250",
        "CP1251",
        "CP1252",
        "CP1253",
        "CP1254",
        "CP1255",
        "CP1256",
        "CP1257",
        "CP1258",
        "KOI8-R",
        "KOI8-U",
        "CP437",
        "CP850",
        "CP866",
        "MACINTOSH",
        "TIS-620",
        "SHIFT_JIS",
        "EUC-JP",
        "ISO-2022-JP",
        "GBK",
        "GB18030",
        "BIG5",
        "EUC-KR",
        "UHC",
        "IBM037",
    ];
    let source = folder.path().join("source");
    fs::write(&source, text()).unwrap();
    for encoding in encodings {
        for options in [&["-f", "UTF-8"][..], &["-c", "-f", "UTF-8"]] {
            let mut command = Command::new("iconv");
            command.args(options).args(["-t", encoding]).arg(&source);
            let result = compare(&mut command, &folder);
            // Its other texts end at the first error.
            if options.len() == 2
                && (encoding.starts_with("UTF-") && encoding != "UTF-7" || encoding == "UCS-4")
            {
                assert!(result.by_kernels > 50_000, "{encoding}: {}", result.by_kernels);
            }
            let encoded = result.output.stdout;
            let path = folder.path().join("encoded");
            fs::write(&path, encoded).unwrap();
            compare(
                Command::new("iconv")
                    .args(["-t", "UTF-8", "-f", encoding])
                    .arg(&path),
                &folder,
            );
        }
    }
}

/// Errors, ignored errors, and more than one file for a descriptor.
#[test]
fn the_program_iconv_stops_at_the_same_errors() {
    let folder = Folder::new("errors");
    if !is_installed("iconv") {
        return;
    }
    let mut random = Random::new(7);
    for round in 0..60 {
        let encodings = [
            "UTF-8",
            "UTF-16",
            "UTF-16BE",
            "UTF-32",
            "UTF-32LE",
            "UCS-2",
            "ISO-8859-1",
            "CP1251",
            "WCHAR_T",
        ];
        let (from, to) = (random.choose(&encodings), random.choose(&encodings));
        let line = random.below(1000);
        let text: String = text()
            .lines()
            .skip(line)
            .map(|line| format!("{line}\n"))
            .collect();
        let source = folder.path().join("source");
        fs::write(&source, text).unwrap();
        let encoded = Command::new("iconv")
            .args(["-c", "-f", "UTF-8", "-t", from])
            .arg(&source)
            .output()
            .unwrap();
        let mut paths = Vec::new();
        for number in 0..=random.below(2) {
            let mut bytes = encoded.stdout.clone();
            for _ in 0..random.below(4) {
                let index = random.below(bytes.len());
                if random.once_in(2) {
                    bytes[index] = random.next() as u8;
                } else {
                    bytes.remove(index);
                }
            }
            let path = folder.path().join(format!("{number}"));
            fs::write(&path, bytes).unwrap();
            paths.push(path);
        }
        for options in [&[][..], &["-c"]] {
            let mut command = Command::new("iconv");
            command.args(options).args(["-f", from, "-t", to]).args(&paths);
            let result = compare(&mut command, &folder);
            assert!(
                result.output.status.code().is_some(),
                "round {round}: {}",
                result.output.status
            );
        }
    }
}
