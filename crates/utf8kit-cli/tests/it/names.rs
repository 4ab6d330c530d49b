//! Names of files and directories: `check --names` and `fix --names`.

mod found;
mod renamed;
mod reported;

use crate::common::Place;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

fn path(bytes: impl AsRef<[u8]>) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(bytes.as_ref()))
}

/// Makes files of these names, below `tree`. A name that ends with `/` is that of a directory.
fn tree(names: &[&[u8]]) -> Place {
    let place = Place::new();
    fs::create_dir(place.path().join("tree")).unwrap();
    for (i, name) in names.iter().enumerate() {
        let at = place.path().join("tree").join(path(name));
        match name.ends_with(b"/") {
            true => fs::create_dir_all(at).unwrap(),
            false => {
                fs::create_dir_all(at.parent().unwrap()).unwrap();
                fs::write(at, format!("file {i}")).unwrap();
            }
        }
    }
    place
}

/// What is below a directory: contents of files, targets of links.
fn contents(root: &Path) -> BTreeMap<Vec<u8>, String> {
    let mut found = BTreeMap::new();
    let mut left = vec![root.to_owned()];
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let at = entry.unwrap().path();
            let kind = at.symlink_metadata().unwrap().file_type();
            let what = if kind.is_symlink() {
                format!("-> {:?}", fs::read_link(&at).unwrap())
            } else if kind.is_dir() {
                left.push(at.clone());
                "directory".to_owned()
            } else {
                String::from_utf8(fs::read(&at).unwrap()).unwrap()
            };
            let name = at.strip_prefix(root).unwrap().as_os_str().as_bytes();
            found.insert(name.to_vec(), what);
        }
    }
    found
}

fn names(place: &Place) -> Vec<String> {
    let names = contents(&place.path().join("tree")).into_keys();
    names
        .map(|name| String::from_utf8_lossy(&name).into_owned())
        .collect()
}

/// Runs what `fix` printed.
fn undo(place: &Place, script: &[u8]) {
    let script = place.write("undo.sh", script);
    let ran = Command::new("bash")
        .arg(script)
        .current_dir("/")
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && err.is_empty(), "{err}");
}

/// `kind name` of what is found below `tree`.
fn found(place: &Place) -> Vec<String> {
    let ran = place.run(["check", "--select", "names", "--format", "json", "tree"]);
    let findings = ran.findings();
    assert_eq!(ran.code, Some(i32::from(!findings.is_empty())), "{}", ran.err);
    let shown = |finding: &Value| {
        let path = finding["path"].as_str().unwrap();
        let name = path.strip_prefix("tree/").unwrap();
        format!("{} {name}", finding["kind"].as_str().unwrap())
    };
    findings.iter().map(shown).collect()
}

const FRENCH: [&[u8]; 12] = [
    b"Les \xE9l\xE8ves fran\xE7ais \xE0 l'\xE9cole.txt",
    b"No\xEBl \xE0 la plage/d\xE9j\xE0 pr\xEAts.txt",
    b"\xC9t\xE9 indien.txt",
    b"Ch\xE2teau de la for\xEAt.txt",
    b"Gar\xE7ons et fr\xE8res.txt",
    b"R\xE9ponse du m\xE9decin \xE0 la lettre re\xE7ue.txt",
    b"Le probl\xE8me des ann\xE9es pass\xE9es.txt",
    b"Caf\xE9 cr\xE8me et g\xE2teau.txt",
    b"H\xF4tel pr\xE8s de la gare, d\xE9tails.txt",
    b"Mod\xE8le de contrat sign\xE9.txt",
    b"Th\xE9\xE2tre et op\xE9ra, programme g\xE9n\xE9ral.txt",
    b"D\xE9claration d'imp\xF4ts compl\xE8te.txt",
];
