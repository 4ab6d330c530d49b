//! The command that goes on after a report: with all flags, and with the names of the files.

use crate::escape::quoted;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use utf8kit_lint::Rule;

/// Files that a command names at most. Of more of them, the next run names the others.
const MOST: usize = 20;

/// Files that a command names although the paths of the run would do the same.
const FEW: usize = 3;

/// A command, and what to know before it is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Next {
    pub(crate) remark: Option<String>,
    pub(crate) command: String,
}

/// The flags with which `fix` repairs what it can in a file. They are in the order in which they are tried: what loses nothing and
/// decides for each file comes first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Step {
    order: Order,
    flags: String,
    /// Whether ill-formed sequences in the file are text of several encodings.
    has_rivals: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Order {
    Alone,
    Transcode,
    Meant,
    Likely,
    /// It is right for the files that were read, and may be wrong for others.
    Chosen,
    Escape,
    Check,
}

impl Step {
    /// Returns the flags for the findings of a file, which are counted by the flags that repair them. `alone`: those that need none.
    /// `None` if there is nothing to repair.
    pub(crate) fn of(alone: u64, by_flags: &BTreeMap<Cow<'static, str>, u64>) -> Option<Step> {
        const SELECT: &str = "--select=";
        const ON_ERROR: &str = "--on-error=";
        let mut step = Step {
            order: Order::Alone,
            flags: String::new(),
            has_rivals: false,
        };
        let mut add = |order: Order, flags: &str| {
            step.order = step.order.max(order);
            if !step.flags.is_empty() {
                step.flags.push(' ');
            }
            step.flags.push_str(flags);
        };
        let of_kind = |kind| by_flags.keys().filter(move |flags| flags.starts_with(kind));
        // Names are repaired alone, and their findings counted by themselves.
        if let Some(flags) = of_kind("--names").next() {
            add(Order::Alone, flags);
            return Some(step);
        }
        let selected: Vec<_> = of_kind(SELECT).map(|flags| &flags[SELECT.len()..]).collect();
        if !selected.is_empty() {
            let has_others = alone > 0 || by_flags.len() > selected.len();
            let default = if has_others { "default," } else { "" };
            add(Order::Chosen, &format!("{SELECT}{default}{}", selected.join(",")));
        }
        // What the text as a whole is in decides what its bytes are.
        if let Some(flags) = of_kind("--transcode").next() {
            let order = match &**flags {
                "--transcode" => Order::Transcode,
                "--transcode --likely" => Order::Likely,
                _ => Order::Chosen,
            };
            add(order, flags);
        } else if let Some(flags) = of_kind(ON_ERROR).max_by_key(|flags| match &flags[ON_ERROR.len()..] {
            "meant" => (2, 0),
            "escape" => (0, 0),
            _ => (1, by_flags[*flags]),
        }) {
            let order = match &flags[ON_ERROR.len()..] {
                "meant" => Order::Meant,
                "escape" => Order::Escape,
                _ => Order::Chosen,
            };
            add(order, flags);
            step.has_rivals = order == Order::Chosen && of_kind("--on-error=as:").count() > 1;
        }
        (alone > 0 || !step.flags.is_empty()).then_some(step)
    }

    /// Returns the step for a file in this encoding. `is_sure`: the encoding is at least very likely.
    pub(crate) fn transcode(encoding: &str, is_sure: bool) -> Step {
        let by_flags = |flags| Step::of(0, &BTreeMap::from([(flags, 1)]));
        let step = match is_sure {
            true => by_flags("--transcode".into()),
            false => by_flags(format!("--transcode --from={encoding}").into()),
        };
        step.expect("there are flags")
    }

    /// Returns the step for a file of which only a check shows what it has.
    pub(crate) fn check() -> Step {
        Step {
            order: Order::Check,
            flags: String::new(),
            has_rivals: false,
        }
    }

    /// Returns `true` if the flags decide for each file by itself, and change no file that they are not meant for.
    fn decides_by_itself(&self) -> bool {
        self.order <= Order::Likely || self.order == Order::Check
    }

    /// Returns what to know before the command is run.
    fn remark(&self) -> Option<String> {
        if let Some((_, name)) = self.flags.split_once("--from=") {
            return Some(format!("{name} is not very likely: read the text above first"));
        }
        let what = match self.order {
            Order::Likely => "The encoding of some lines is only likely",
            _ if self.has_rivals => "The bytes may be in several encodings",
            _ => return None,
        };
        Some(format!("{what}: read the text above first"))
    }
}

/// The steps of the files of a run.
#[derive(Debug, Default)]
pub(crate) struct Steps(BTreeMap<Step, Files>);

#[derive(Debug, Default)]
struct Files {
    count: u64,
    /// The first ones, in order.
    first: Vec<PathBuf>,
}

impl Steps {
    /// Adds a file.
    pub(crate) fn add(&mut self, step: Step, path: &Path) {
        let files = self.0.entry(step).or_default();
        files.count += 1;
        // Threads yield them in any order.
        let at = files.first.partition_point(|other| &**other < path);
        if at < MOST {
            files.first.insert(at, path.to_owned());
            files.first.truncate(MOST);
        }
    }

    /// Returns the command for the first step. `flags` are those of the run that it repeats, `paths` the paths of the run.
    pub(crate) fn next(&self, flags: &[String], paths: &[PathBuf]) -> Option<Next> {
        let (step, files) = self.0.first_key_value()?;
        let is_for_all = self.0.len() == 1 || step.decides_by_itself();
        let paths = match is_for_all && files.count > FEW as u64 {
            true => paths,
            false => &files.first,
        };
        // A selection of its own takes the place of that of the run.
        let has_selection = step.flags.contains("--select=");
        let flags = flags
            .iter()
            .filter(|flag| !(has_selection && flag.starts_with("--select=")));
        let verb = if step.order == Order::Check {
            "check"
        } else {
            "fix"
        };
        let own = (!step.flags.is_empty()).then_some(&step.flags);
        Some(Next {
            remark: step.remark(),
            command: command(verb, own.into_iter().chain(flags), paths),
        })
    }
}

/// Returns the command that explains a rule.
pub(crate) fn explain(rule: Rule) -> Next {
    Next {
        remark: None,
        command: format!("utf8 explain {rule}"),
    }
}

/// Returns the command with these arguments, but not as a dry run.
pub(crate) fn wet(args: impl Iterator<Item = OsString>) -> Next {
    let args = args.filter(|arg| {
        !["--diff", "-n", "--dry-run", "--check"]
            .iter()
            .any(|dry| arg == dry)
    });
    let words: Vec<_> = args.map(|arg| quoted(arg.as_encoded_bytes())).collect();
    Next {
        remark: None,
        command: format!("utf8 {}", words.join(" ")),
    }
}

/// Returns a command for the shell. Without `paths`, it is for all below the working directory.
fn command<'f>(verb: &str, flags: impl Iterator<Item = &'f String>, paths: &[PathBuf]) -> String {
    let mut command = format!("utf8 {verb}");
    for flag in flags {
        command.push(' ');
        command.push_str(flag);
    }
    if paths
        .iter()
        .any(|path| path.as_os_str().as_encoded_bytes().starts_with(b"-"))
    {
        command.push_str(" --");
    }
    for path in paths {
        command.push(' ');
        command.push_str(&quoted(path.as_os_str().as_encoded_bytes()));
    }
    if paths.is_empty() {
        command.push_str(" .");
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(alone: u64, flags: &[(&'static str, u64)]) -> Option<String> {
        let by_flags = flags
            .iter()
            .map(|&(flags, count)| (flags.into(), count))
            .collect();
        Step::of(alone, &by_flags).map(|step| step.flags)
    }

    #[test]
    fn what_decides_what_bytes_are_comes_before_what_is_guessed() {
        let some = |flags: &str| Some(flags.to_owned());
        assert_eq!(step(0, &[]), None);
        assert_eq!(step(1, &[]), some(""));
        let (meant, escape) = ("--on-error=meant", "--on-error=escape");
        let (one, other) = ("--on-error=as:windows-1251", "--on-error=as:windows-1252");
        assert_eq!(step(0, &[(meant, 1), (one, 9)]), some(meant));
        assert_eq!(step(1, &[(one, 1), (other, 2), (escape, 9)]), some(other));
        assert_eq!(step(0, &[("--select=nul", 1)]), some("--select=nul"));
        assert_eq!(
            step(0, &[("--select=nul", 1), (one, 1)]),
            some("--select=default,nul --on-error=as:windows-1251")
        );
        assert_eq!(step(0, &[("--transcode", 1), (escape, 2)]), some("--transcode"));
    }

    #[test]
    fn many_files_are_named_by_the_paths_of_the_run_if_that_does_the_same() {
        let steps = |files: &[(&'static str, &str)]| {
            let mut steps = Steps::default();
            for (flags, path) in files {
                let step = Step::of(0, &BTreeMap::from([((*flags).into(), 1)])).unwrap();
                steps.add(step, Path::new(path));
            }
            steps
                .next(&["--hidden=no".to_owned()], &["a dir".into()])
                .unwrap()
                .command
        };
        let (meant, chosen) = ("--on-error=meant", "--on-error=as:windows-1252");
        let (few, many) = (
            [(meant, "b"), (meant, "a")],
            ["a", "b", "c", "d"].map(|name| (meant, name)),
        );
        assert_eq!(steps(&few), "utf8 fix --on-error=meant --hidden=no a b");
        let dir = if cfg!(windows) { "\"a dir\"" } else { "'a dir'" };
        assert_eq!(
            steps(&many),
            format!("utf8 fix --on-error=meant --hidden=no {dir}")
        );
        let all = ["a", "b", "c", "-d"].map(|name| (chosen, name));
        let others = [&all[..], &[("--on-error=escape", "e")]].concat();
        assert_eq!(
            steps(&all),
            format!("utf8 fix --on-error=as:windows-1252 --hidden=no {dir}")
        );
        assert_eq!(
            steps(&others),
            "utf8 fix --on-error=as:windows-1252 --hidden=no -- -d a b c"
        );
    }
}
