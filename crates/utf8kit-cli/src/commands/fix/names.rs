//! `utf8 fix --names`: renames files and directories.
//!
//! All names are judged and all renames are planned before the first one. The output is a script for the shell: what was renamed, as
//! comments, and the commands that undo it.

mod plan;

use super::settings::{FixArgs, refuse_changed};
use crate::config::{Configs, Directory};
use crate::encodings;
use crate::escape;
use crate::flags::check::Format;
use crate::io::interrupt::Deferred;
use crate::io::names::{Names, is_remarkable};
use crate::io::path::{absolute, here};
use crate::io::rename;
use crate::io::stdout::Exit;
use crate::io::walk::{self, Files, Item, Roots};
use crate::message::{complain, counted, reason};
use crate::run::settings::configs;
use plan::{Clash, Rename, in_order};
use rustix::io::Errno;
use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use utf8kit_encodings::Encoding;
use utf8kit_lint::{Certainty, Finding, Fix, NameEncoding, Options, Rule, RuleSet};

/// Repairs of a repaired name: one that was encoded twice and is not in Normalization Form C needs two.
const MAX_ROUNDS: usize = 8;

/// Runs the verb.
pub(super) fn run(args: &FixArgs) -> Exit {
    match prepare(args) {
        Ok(tree) => fix(args, tree),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// What to rename, and in what.
struct Tree {
    from: Option<Encoding>,
    roots: HashSet<PathBuf>,
    files: Files,
    configs: Arc<Configs>,
}

fn prepare(args: &FixArgs) -> Result<Tree, String> {
    let from = args.from.as_deref().map(encodings::find).transpose()?;
    let check = &args.check;
    let of_contents = args.transcode || args.on_error.is_some() || args.inner_feff.is_some() || args.stdout;
    if of_contents || args.backup.is_some() || args.break_links || check.rules.encoding.is_some() {
        return Err(
            "--names renames files and leaves what is in them: repair that in a run of its own".to_owned(),
        );
    }
    if check.format() != Format::Human || check.json || check.list || check.statistics.is_some() {
        return Err(
            "the output of `utf8 fix --names` is a script: `utf8 check --names` has the other formats"
                .to_owned(),
        );
    }
    if check.files.decompress || check.write_baseline.is_some() || check.prune_baseline {
        return Err(
            "-z, --write-baseline and --prune-baseline are for `utf8 check`: archives are not written"
                .to_owned(),
        );
    }
    refuse_changed(check)?;
    let roots = walk::roots(&check.files)?;
    let paths = match &roots {
        Roots::Paths(paths) if paths.iter().all(|path| path.as_os_str() != "-") => paths.clone(),
        Roots::Tree if args.diff || args.check_only => vec![PathBuf::from(".")],
        _ => {
            return Err(
                "name the files and directories to rename, or `.` for all below the working directory"
                    .to_owned(),
            );
        }
    };
    let configs = Arc::new(configs(check)?);
    configs.require_valid(&check.files)?;
    let excluding = Arc::clone(&configs);
    let files = Files::new(roots, (&check.files).into())?.once().with_names();
    Ok(Tree {
        from,
        roots: paths.into_iter().collect(),
        files: files.without(move |path| excluding.excludes(path)),
        configs,
    })
}

/// Names, and what becomes of them.
#[derive(Default)]
struct Found {
    /// The paths whose names are judged, and by which rules they are repaired.
    paths: Vec<(PathBuf, RuleSet)>,
    /// The symbolic links that lead somewhere.
    links: Vec<PathBuf>,
    names: u64,
    failed: u64,
}

/// Returns the names in the tree.
fn walk(files: Files, configs: &Configs) -> Found {
    let mut found = Found::default();
    let mut reported = HashSet::new();
    for item in files {
        let path = match item {
            Item::File { path, .. } => path,
            Item::Other { path } => path,
            Item::Staged { .. } | Item::Stdin(_) => continue,
            Item::Failed(message) => {
                found.failed += 1;
                complain(&message);
                continue;
            }
        };
        if path.file_name().is_none() {
            continue; // `.`, or a root that ends with `..`
        }
        found.names += 1;
        let is_link = || path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        if is_link() && path.exists() {
            found.links.push(path.clone());
        }
        if !is_remarkable(&path) {
            continue;
        }
        match configs.directory_of(&path) {
            Ok(directory) => {
                let rules = Directory::for_file(&directory, &path, false).rules;
                if rules.contains(Rule::Names) {
                    found.paths.push((path, rules));
                }
            }
            Err(message) if reported.insert(Arc::clone(&message)) => {
                found.failed += 1;
                complain(&message);
            }
            Err(_) => {}
        }
    }
    found
}

/// Returns the rule by which names with this kind of finding are selected, if they are not all.
fn rule(kind: &str) -> Option<Rule> {
    match kind {
        "ill-formed" => Some(Rule::IllFormed),
        "double-encoded" => Some(Rule::DoubleEncoded),
        "decomposed" => Some(Rule::NotNfc),
        _ => None,
    }
}

/// Returns `true` if a rename repairs the kind of the finding, and needs no decision of the user that `rules` do not have.
fn is_repaired(finding: &Finding, rules: RuleSet) -> bool {
    let is_sure = match &finding.fix {
        Fix::Rename { from, .. } => from.is_none_or(|(_, certainty)| certainty >= Certainty::VeryLikely),
        _ => false,
    };
    is_sure && rule(&finding.kind).is_some_and(|rule| rules.contains(rule))
}

/// What a name becomes.
#[derive(Clone, PartialEq, Eq)]
struct New {
    name: OsString,
    /// What is repaired, and in what order.
    why: Vec<String>,
}

/// Returns what becomes of names that are `start` now, and what is left to report of them, with the index of each. They are judged as they
/// will be, until nothing is left to repair. Those of `kept` stay.
fn judge(
    paths: &[(PathBuf, RuleSet)],
    start: &[New],
    kept: &HashSet<PathBuf>,
    from: Option<Encoding>,
    options: &Options,
) -> (Vec<New>, Vec<(usize, Finding)>) {
    let mut now = start.to_vec();
    for round in 0.. {
        let changed = paths
            .iter()
            .zip(&now)
            .filter(|((path, _), new)| name(path) != new.name);
        let changed: HashMap<&Path, &OsStr> = changed
            .map(|((path, _), new)| (path.as_path(), &*new.name))
            .collect();
        let order = paths
            .iter()
            .enumerate()
            .map(|(index, (path, _))| (moved(path, &changed), index));
        let mut order: Vec<_> = order.filter(|(path, _)| is_remarkable(path)).collect();
        order.sort_unstable();
        let mut names = Names::default();
        for (path, _) in &order {
            names.add(path, NameEncoding::Unspecified);
        }
        let mut found = names.check(from, options);
        for (index, _) in &mut found {
            *index = order[*index].1;
        }
        let mut is_changed = false;
        for of_name in found.chunk_by(|(a, _), (b, _)| a == b) {
            let index = of_name[0].0;
            let (path, rules) = &paths[index];
            let repaired = of_name.iter().find(|(_, finding)| is_repaired(finding, *rules));
            if let Some((_, finding)) = repaired
                && let Fix::Rename { to, from } = &finding.fix
                && !kept.contains(path)
            {
                is_changed = true;
                now[index].name = to.into();
                now[index].why.push(match from {
                    Some((encoding, _)) => format!("from {encoding}"),
                    None => finding.kind.to_string(),
                });
            }
        }
        if !is_changed || round == MAX_ROUNDS {
            return (now, found);
        }
    }
    unreachable!("a round is the last")
}

fn name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or_default()
}

/// Returns where a path leads when what is at some paths has other names.
fn moved(path: &Path, renamed: &HashMap<&Path, &OsStr>) -> PathBuf {
    let mut old = PathBuf::new();
    let mut now = PathBuf::new();
    for component in path.components() {
        old.push(component);
        now.push(
            renamed
                .get(old.as_path())
                .copied()
                .unwrap_or(component.as_os_str()),
        );
    }
    now
}

/// What is renamed, in order, and what is not.
struct Plan {
    renames: Vec<Rename>,
    clashes: Vec<Clash>,
    left: Vec<(usize, Finding)>,
}

/// Returns what to rename, so that no name is taken, and so that another run renames nothing.
fn plan(paths: &[(PathBuf, RuleSet)], from: Option<Encoding>, options: &Options) -> Plan {
    let here = here().unwrap_or_default();
    let start = paths.iter().map(|(path, _)| New {
        name: name(path).to_owned(),
        why: Vec::new(),
    });
    let mut names: Vec<New> = start.collect();
    for run in 0.. {
        let mut kept = HashSet::new();
        let mut clashes = Vec::new();
        for round in 0..=MAX_ROUNDS {
            let (next, left) = judge(paths, &names, &kept, from, options);
            // By the whole path, because some roots can be relative and others not.
            let (renames, new) = in_order(
                renames(paths, &next),
                |path| absolute(&here, path),
                |path| path.symlink_metadata().is_ok(),
            );
            kept.extend(new.iter().map(|clash| clash.rename.path.clone()));
            // Whatever is planned, nothing is overwritten: a plan that is not complete only leaves more.
            let is_complete = new.is_empty() || round == MAX_ROUNDS;
            clashes.extend(new);
            if !is_complete {
                continue;
            }
            if next == names || run == MAX_ROUNDS {
                return Plan {
                    renames,
                    clashes,
                    left,
                };
            }
            names = next;
            break;
        }
    }
    unreachable!("a run is the last")
}

/// Returns the renames after which the names are `new`.
fn renames(paths: &[(PathBuf, RuleSet)], new: &[New]) -> Vec<Rename> {
    let changed = paths
        .iter()
        .zip(new)
        .filter(|((path, _), new)| name(path) != new.name);
    let renames = changed.map(|((path, _), new)| Rename {
        path: path.clone(),
        to: new.name.clone(),
        why: new.why.join(", "),
    });
    renames.collect()
}

/// What was renamed, in order.
#[derive(Default)]
struct Done {
    /// The old path of each, and the new name. Directories above it had their old names then.
    renamed: Vec<(PathBuf, OsString)>,
}

impl Done {
    /// Returns the new name of what had each path.
    fn names(&self) -> HashMap<&Path, &OsStr> {
        let renamed = self.renamed.iter();
        renamed
            .map(|(path, to)| (path.as_path(), to.as_os_str()))
            .collect()
    }

    /// Returns the commands that undo it.
    fn undo(&self) -> String {
        let mut undo = String::new();
        if self.renamed.iter().any(|(path, _)| path.is_relative())
            && let Ok(here) = here()
        {
            undo.push_str(&format!("cd -- {} || exit\n", quoted(&here)));
        }
        // GNU's -T takes a directory that has appeared for no place to move to.
        let mv = if cfg!(target_os = "linux") {
            "mv -nT --"
        } else {
            "mv -n --"
        };
        for (path, to) in self.renamed.iter().rev() {
            let now = path.with_file_name(to);
            undo.push_str(&format!("{mv} {} {}\n", quoted(&now), quoted(path)));
        }
        undo
    }
}

fn quoted(path: &Path) -> String {
    escape::quoted(path.as_os_str().as_encoded_bytes())
}

fn fix(args: &FixArgs, tree: Tree) -> Exit {
    let Tree {
        from,
        roots,
        files,
        configs,
    } = tree;
    let is_dry = args.diff || args.check_only;
    let Found {
        paths,
        links,
        names,
        mut failed,
    } = walk(files, &configs);
    let options = Options::default().with_likely(args.check.likely);
    let Plan {
        renames,
        clashes,
        mut left,
    } = plan(&paths, from, &options);
    let clashing: HashSet<&Path> = clashes.iter().map(|clash| clash.rename.path.as_path()).collect();
    // What is not selected is not reported either, and what clashes is reported once.
    left.retain(|(index, finding)| {
        let (path, rules) = &paths[*index];
        let is_clash = is_repaired(finding, *rules) && clashing.contains(path.as_path());
        rule(&finding.kind).is_none_or(|rule| rules.contains(rule)) && !is_clash
    });
    for clash in &clashes {
        complain(&format!(
            "{}: left: {}",
            escape::path(&clash.rename.path),
            clash.why
        ));
    }
    let planned = renames.len();
    let deferred = Deferred::new();
    let mut out = Script {
        is_quiet: args.check.quiet,
        error: None,
    };
    let mut done = Done::default();
    let (taken, not_renamed) = rename_all(renames, &roots, is_dry, &deferred, &mut done, &mut out);
    failed += not_renamed;
    let renamed = done.names();
    complain_of_left(&left, &paths, (!is_dry).then_some(&renamed));
    if !is_dry && !done.renamed.is_empty() {
        complain_of_links(&links, &renamed);
    }
    let count = done.renamed.len();
    let remaining = left.len() + clashes.len() + taken;
    out.line(&summary(count, names, remaining as u64, failed, is_dry));
    if !is_dry && count > 0 {
        let undo = done.undo();
        out.line(&undo);
        if out.error.is_some() && !out.is_quiet {
            let _ = io::stderr().write_all(undo.as_bytes());
        }
    }
    if let Some(error) = &out.error {
        failed += 1;
        complain(&format!("cannot write to standard output: {}", reason(error)));
    }
    if deferred.has_come() {
        complain(&format!(
            "interrupted: {count} of {} were renamed",
            counted(planned as u64, "name")
        ));
    }
    deferred.end();
    if failed > 0 {
        Exit::Failed
    } else if (remaining > 0 || is_dry && count > 0) && !args.check.exit_zero {
        Exit::Findings
    } else {
        Exit::Clean
    }
}

/// Reports the names that stay as they are, under the paths that they have now.
fn complain_of_left(
    left: &[(usize, Finding)],
    paths: &[(PathBuf, RuleSet)],
    renamed: Option<&HashMap<&Path, &OsStr>>,
) {
    for (index, finding) in left {
        let path = &paths[*index].0;
        let path = renamed.map_or_else(|| path.clone(), |renamed| moved(path, renamed));
        complain(&format!(
            "{}: {}: {}",
            escape::path(&path),
            finding.kind,
            finding.message
        ));
    }
}

/// Renames until interrupted, or reports what would be renamed. Returns how many new names were taken, and how many renames failed.
fn rename_all(
    renames: Vec<Rename>,
    roots: &HashSet<PathBuf>,
    is_dry: bool,
    deferred: &Deferred,
    done: &mut Done,
    out: &mut Script,
) -> (usize, u64) {
    let (mut taken, mut failed) = (0, 0);
    let mut opened: Option<(PathBuf, OwnedFd)> = None;
    for rename in renames {
        if deferred.has_come() || out.error.is_some() {
            break;
        }
        let Rename { path, to, why } = rename;
        let result = match is_dry {
            true => Ok(()),
            false => rename_one(roots, &path, &to, &mut opened),
        };
        let shown = escape::path(&path);
        let name = escape::text(to.as_encoded_bytes());
        match result {
            Ok(()) => {
                let verb = if is_dry { "would be renamed" } else { "renamed" };
                done.renamed.push((path, to));
                out.line(&format!("# {shown}: {verb} to {name} ({why})\n"));
            }
            Err(Errno::EXIST) => {
                taken += 1;
                complain(&format!(
                    "{shown}: left: `{name}` exists, or the file system takes both names for one"
                ));
            }
            Err(error) => {
                failed += 1;
                complain(&format!(
                    "{shown}: cannot be renamed to `{name}`: {}",
                    reason(&error.into())
                ));
            }
        }
    }
    (taken, failed)
}

/// Reports the links that lead nowhere after the renames.
fn complain_of_links(links: &[PathBuf], renamed: &HashMap<&Path, &OsStr>) {
    for link in links
        .iter()
        .map(|link| moved(link, renamed))
        .filter(|link| !link.exists())
    {
        complain(&format!(
            "{}: the link leads nowhere now: what it points to was renamed",
            escape::path(&link)
        ));
    }
}

/// Returns the line about the whole run.
fn summary(count: usize, names: u64, remaining: u64, failed: u64, is_dry: bool) -> String {
    let names = counted(names, "name");
    let mut line = match (count, is_dry) {
        (0, true) => format!("# Nothing to rename: {names}"),
        (0, false) => format!("# Nothing renamed: {names}"),
        (_, true) => format!("# Would rename {count} of {names}"),
        (_, false) => format!("# Renamed {count} of {names}"),
    };
    if remaining > 0 {
        line.push_str(&format!(", {} left", counted(remaining, "finding")));
    }
    if failed > 0 {
        line.push_str(&format!(", {failed} that could not be read or renamed"));
    }
    if count > 0 && !is_dry {
        line.push_str("; these commands undo it, in bash or zsh:");
    }
    line.push('\n');
    line
}

/// Standard output, until it cannot be written.
struct Script {
    is_quiet: bool,
    error: Option<io::Error>,
}

impl Script {
    fn line(&mut self, text: &str) {
        if !self.is_quiet && self.error.is_none() {
            let mut out = io::stdout().lock();
            self.error = out.write_all(text.as_bytes()).and_then(|()| out.flush()).err();
        }
    }
}

/// Renames what is at `path`, below one of `roots`. `opened` is the directory that was used before.
fn rename_one(
    roots: &HashSet<PathBuf>,
    path: &Path,
    to: &OsStr,
    opened: &mut Option<(PathBuf, OwnedFd)>,
) -> rustix::io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new(""));
    let directory = match opened {
        Some((known, directory)) if known == parent => directory,
        _ => {
            let root = parent.ancestors().find(|root| roots.contains(*root));
            let directory = match root {
                Some(root) => rename::directory(root, parent.strip_prefix(root).unwrap_or(Path::new("")))?,
                // The path was given, or is below the working directory.
                None if roots.contains(path) => rename::directory(parent, Path::new(""))?,
                None => rename::directory(Path::new("."), parent)?,
            };
            &opened.insert((parent.to_owned(), directory)).1
        }
    };
    let name = path.file_name().unwrap_or_default();
    rename::rename(directory, name, to)
}
