//! What only Unix has: links, owners, signals, limits of memory, and two runs at once.

use super::{DOUBLE, UNDONE};
use crate::common::{self, Place, wait_until};
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use utf8kit_test::{is_installed, sample, skip};

#[test]
fn links_are_not_broken_and_not_followed() {
    let place = Place::new();
    let path = place.write("a.txt", DOUBLE);
    let other = place.path().join("other");
    fs::hard_link(&path, &other).unwrap();
    symlink("a.txt", place.path().join("link")).unwrap();
    let refused = place.run(["fix", "a.txt", "link"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("a.txt: it has 2 hard links"),
        "{}",
        refused.err
    );
    assert!(
        refused.err.contains("link: it is a symbolic link"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), DOUBLE);
    assert_eq!(place.run(["fix", "--break-links", "a.txt"]).code, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), UNDONE);
    assert_eq!(fs::read_to_string(&other).unwrap(), DOUBLE);
    // A file without anything to repair may have links.
    assert_eq!(place.run(["fix", "link"]).code, Some(0));
}

#[test]
fn the_mode_and_a_backup_are_kept() {
    let place = Place::new();
    let path = place.write("a.txt", DOUBLE);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o751)).unwrap();
    let inode = fs::metadata(&path).unwrap().ino();
    assert_eq!(place.run(["fix", "--backup", "a.txt"]).code, Some(0));
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o751);
    assert_eq!(
        fs::metadata(place.path().join("a.txt.orig")).unwrap().ino(),
        inode
    );
    assert_eq!(
        fs::read_to_string(place.path().join("a.txt.orig")).unwrap(),
        DOUBLE
    );
    // A backup is not overwritten.
    fs::write(&path, DOUBLE).unwrap();
    let refused = place.run(["fix", "--backup", "a.txt"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("a.txt.orig: there is such a file already"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), DOUBLE);
    assert_eq!(place.run(["fix", "--backup=~", "a.txt"]).code, Some(0));
    assert_eq!(place.names(), ["a.txt", "a.txt.orig", "a.txt~"]);
}

#[test]
fn a_file_that_is_locked_or_no_file_is_left_as_it_is() {
    let place = Place::new();
    let path = place.write("a.txt", DOUBLE);
    let lock = File::open(&path).unwrap();
    lock.lock().unwrap();
    let refused = place.run(["fix", "a.txt"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("a.txt: another program has locked it"),
        "{}",
        refused.err
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), DOUBLE);
    drop(lock);
    if !is_installed("mkfifo") {
        return;
    }
    let fifo = place.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let refused = place.run(["fix", "fifo"]);
    assert!(
        refused.err.contains("fifo: it is not a regular file"),
        "{}",
        refused.err
    );
    fs::remove_file(fifo).unwrap();
    let refused = place.run(["fix", "/dev/null"]);
    assert!(
        refused.err.contains("/dev/null: it is not a regular file"),
        "{}",
        refused.err
    );
    assert_eq!(refused.code, Some(2));
    assert_eq!(place.names(), ["a.txt"]);
}

#[test]
fn a_long_name_is_no_obstacle() {
    let place = Place::new();
    let name = "n".repeat(255);
    let path = place.write(&name, DOUBLE);
    assert_eq!(place.run(["fix", "."]).code, Some(0));
    assert_eq!(fs::read_to_string(path).unwrap(), UNDONE);
}

#[test]
fn a_failed_write_leaves_the_file_and_the_others_are_repaired() {
    let place = Place::new();
    let large = format!("{DOUBLE}\n{}", "x".repeat(1 << 20));
    let (big, small) = (place.write("big.txt", &large), place.write("small.txt", DOUBLE));
    let mut command = Command::new("sh");
    // No file may be written that is larger than some blocks.
    command
        .args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" fix ."])
        .arg(env!("CARGO_BIN_EXE_utf8"))
        .current_dir(place.path());
    let ran = common::finish(command, b"");
    assert_eq!(ran.code, Some(2), "{}", ran.text());
    assert!(
        ran.err
            .contains("big.txt: cannot write the repaired text: File too large"),
        "{}",
        ran.err
    );
    assert_eq!(fs::read_to_string(big).unwrap(), large);
    assert_eq!(fs::read_to_string(small).unwrap(), UNDONE);
    assert_eq!(place.names(), ["big.txt", "small.txt"]);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_repairs_and_lines() {
    /// A list of the edits would take more. What two threads find in four blocks takes up to 13 MiB, whatever `COUNT` is.
    const MOST: u64 = 20 << 20;
    const COUNT: usize = 400_000;
    let place = Place::new();
    let (old, new) = ("a\u{FEFF}b\n", "a\u{2060}b\n");
    let many = place.write("many.txt", old.repeat(COUNT));
    let long = place.write("long.txt", old.trim_end().repeat(COUNT));
    let most = |args: &str| {
        let mut command = Command::new("sh");
        // The limit is for the data of the process, to which the stacks of threads count.
        let script = format!(
            "ulimit -d {}; exec timeout 100 \"$0\" fix -j 2 --inner-feff word-joiner {args} > out",
            MOST >> 10
        );
        command
            .args(["-c", &script])
            .arg(env!("CARGO_BIN_EXE_utf8"))
            .current_dir(place.path());
        let ran = common::finish(command, b"");
        assert!(matches!(ran.code, Some(0 | 1)), "{args}: {}", ran.err);
        fs::read_to_string(place.path().join("out")).unwrap()
    };
    let diff = most("--diff many.txt long.txt");
    assert_eq!(diff.matches("@@ -").count(), COUNT / 500 + 1);
    assert!(
        diff.contains("\n\\ No newline at end of file\nWould fix 800000 places in 2 of 2 files\n"),
        "{}",
        &diff[diff.len() - 1000..]
    );
    most("many.txt long.txt");
    assert!(fs::read_to_string(many).unwrap() == new.repeat(COUNT));
    assert!(fs::read_to_string(long).unwrap() == new.trim_end().repeat(COUNT));
}

#[test]
fn a_diff_that_is_not_read_to_its_end_is_no_error() {
    let place = Place::new();
    place.write("a.txt", "caf\u{C3}\u{A9}\n".repeat(100_000));
    let mut command = Command::new("sh");
    let script = "{ \"$0\" fix --diff; echo $? >&2; } | head -n 1";
    command
        .args(["-c", script])
        .arg(env!("CARGO_BIN_EXE_utf8"))
        .current_dir(place.path());
    let ran = common::finish(command, b"");
    assert_eq!((ran.text(), ran.err.as_str()), ("--- a.txt\n", "1\n"));
}

/// Files to repair, each a little different: the path, the old text, the new text.
fn tree(place: &Place, count: usize, name: impl Fn(usize) -> String) -> Vec<(PathBuf, String, String)> {
    let files = 0..count;
    files
        .map(|n| {
            let text = |word: &str| format!("{n} {word} {}\n", "text ".repeat(n % 50));
            let (old, new) = (text(DOUBLE), text(UNDONE));
            (place.write(name(n), &old), old, new)
        })
        .collect()
}

/// Interrupts runs by a signal at many moments. Each file is old or new after each. Returns the names that are left behind.
fn interrupt(signal: &str, number: i32) -> Vec<String> {
    let place = Place::in_memory();
    // The lines about so many files with long names are twice what a pipe and the command's buffer take. Nothing reads them, so
    // that no run ends by itself, however fast it is.
    let name = "n".repeat(200);
    let files = tree(&place, 600, |n| format!("{:02}{name}/{n:03}{name}.txt", n / 60));
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    for round in 0..sample(100) {
        // Some runs begin with all files old, others after a run that was interrupted.
        let repaired = if round % 2 == 0 { 0 } else { 50 };
        for (path, old, _) in &files[repaired..] {
            fs::write(path, old).unwrap();
        }
        let (output, full) = std::io::pipe().unwrap();
        let mut command = common::utf8();
        command.args(["fix", "."]).current_dir(place.path()).stdout(full);
        let mut child = command.spawn().unwrap();
        // Some signals come while the command starts.
        if round % 5 > 0 {
            let (path, _, new) = &files[repaired + round % 10 * 10];
            wait_until("a file is repaired", || read(path) == *new);
        }
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        drop(output);
        let mut states = [0, 0];
        for (path, old, new) in &files {
            let now = read(path);
            let is_new = &now == new;
            assert!(is_new || &now == old, "{}: {now}", path.display());
            states[usize::from(is_new)] += 1;
        }
        assert!(states[0] > 0, "the run has ended before the signal");
        assert!(states[1] > 0 || round % 5 == 0);
    }
    let mut left = Vec::new();
    for folder in place.names() {
        for entry in fs::read_dir(place.path().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if !name.ends_with(".txt") {
                left.push(name);
            }
        }
    }
    left
}

#[test]
fn a_killed_run_leaves_each_file_old_or_new() {
    // Nothing can remove what a killed process leaves behind. It has a name of its own.
    for name in interrupt("KILL", 9) {
        assert!(name.starts_with('.') && name.ends_with(".new"), "{name}");
    }
}

#[test]
fn an_interrupted_run_leaves_nothing_behind() {
    let left = interrupt("TERM", 15);
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn two_runs_at_once_repair_each_file_once() {
    let place = Place::in_memory();
    let files = tree(&place, 300, |n| format!("{}/{n}.txt", n % 10));
    let run = || {
        let mut command = common::utf8();
        command
            .args(["fix", "."])
            .current_dir(place.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let mut runs = [run(), run(), run()];
    for run in &mut runs {
        wait_until("the run ends", || run.try_wait().unwrap().is_some());
    }
    for (path, _, new) in &files {
        assert_eq!(&fs::read_to_string(path).unwrap(), new);
    }
    assert_eq!(place.names().len(), 10);
}

#[test]
fn a_full_standard_output_is_an_error_and_a_closed_pipe_is_none() {
    if !Path::new("/dev/full").exists() {
        skip("there is no /dev/full");
        return;
    }
    let fix = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(env!("CARGO_BIN_EXE_utf8"));
        common::finish(command, DOUBLE.as_bytes())
    };
    let full = fix("exec \"$0\" fix - > /dev/full");
    assert_eq!(full.code, Some(2), "{}", full.err);
    assert!(
        full.err.contains("cannot write to standard output"),
        "{}",
        full.err
    );
    let closed = fix("{ \"$0\" fix -; echo $? >&2; } | true");
    assert!(!closed.err.contains("roken pipe"), "{}", closed.err);
}

#[test]
fn a_file_gets_no_access_control_list_from_its_directory() {
    let place = Place::new();
    let path = place.write("a.txt", DOUBLE);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    // Each entry: what it is for, the rights, the user.
    let entries = [
        (1, 7, -1),
        (2, 7, 12345),
        (4, 5, -1),
        (0x10, 7, -1),
        (0x20, 5, -1),
    ];
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, rights, user) in entries {
        list.extend([tag, 0, rights, 0]);
        list.extend(i32::to_le_bytes(user));
    }
    if xattr::set(place.path(), "system.posix_acl_default", &list).is_err() {
        skip("the file system has no access control lists");
        return;
    }
    assert_eq!(place.run(["fix", "a.txt"]).code, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), UNDONE);
    assert_eq!(xattr::get(&path, "system.posix_acl_access").unwrap(), None);
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o640);
    // Its own list is kept.
    let own = place.write("b.txt", DOUBLE);
    let list = xattr::get(&own, "system.posix_acl_access").unwrap();
    assert!(list.is_some());
    assert_eq!(place.run(["fix", "b.txt"]).code, Some(0));
    assert_eq!(xattr::get(&own, "system.posix_acl_access").unwrap(), list);
}

/// Where the system refuses a thread, as it does for a user who has too many processes, the command does the work alone.
#[test]
#[cfg(target_os = "linux")]
fn a_thread_that_cannot_be_started_is_done_without() {
    use std::os::unix::process::CommandExt;
    // A user of whom nothing else runs.
    const USER: u32 = 61_234;
    let files = || {
        let place = Place::new();
        for i in 0..20 {
            place.write(format!("{i}.txt"), DOUBLE);
        }
        place.write("large.txt", format!("{}\u{AD}\0", "déjà vu\n".repeat(1_000_000)));
        place
    };
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    for args in [
        "check -j 8 .",
        "detect -j 8 .",
        "count -j 8 .",
        "convert -t UTF-16LE -o large.out large.txt",
        "convert -t UTF-16LE large.txt",
        "fix -j 8 .",
    ] {
        let place = files();
        let mut command = Command::new("sh");
        command.current_dir(place.path()).args([
            "-c",
            &format!("ulimit -p 1 2>&- || ulimit -u 1; exec \"$0\" {args}"),
            env!("CARGO_BIN_EXE_utf8"),
        ]);
        if is_root {
            for path in fs::read_dir(place.path())
                .unwrap()
                .map(|entry| entry.unwrap().path())
            {
                std::os::unix::fs::chown(path, Some(USER), Some(USER)).unwrap();
            }
            std::os::unix::fs::chown(place.path(), Some(USER), Some(USER)).unwrap();
            command.uid(USER).gid(USER);
        }
        let ran = common::finish(command, b"");
        let usual = files();
        let expected = usual.run(args.split(' '));
        assert_eq!(ran.err, expected.err, "{args}");
        assert_eq!((ran.code, &ran.out), (expected.code, &expected.out), "{args}");
        assert_eq!(place.names(), usual.names(), "{args}");
        for name in place.names() {
            let read = |place: &Place| fs::read(place.path().join(&name)).unwrap();
            assert!(read(&place) == read(&usual), "{args}: {name}");
        }
    }
}

/// A thread sets address space aside. Where that is limited, fewer start than are asked for.
#[test]
#[cfg(target_os = "linux")]
fn little_address_space_is_enough_for_any_number_of_threads() {
    let place = Place::new();
    for i in 0..200 {
        place.write(format!("{i}.txt"), DOUBLE);
    }
    for verb in ["check", "detect", "count", "fix --diff"] {
        let usual = place.run(verb.split(' ').chain(["-j", "64", "."]));
        let mut command = Command::new("sh");
        command.current_dir(place.path()).args([
            "-c",
            &format!("ulimit -v 524288; exec \"$0\" {verb} -j 64 ."),
            env!("CARGO_BIN_EXE_utf8"),
        ]);
        let ran = common::finish(command, b"");
        assert_eq!((ran.code, ran.err), (usual.code, usual.err), "{verb}");
        assert_eq!(ran.out, usual.out, "{verb}");
    }
}
