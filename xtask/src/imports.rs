//! `cargo xtask check-imports`: requires that crates and modules import from below only.
//!
//! `imports/layers.rs` declares the floors of the crates and the layers of their modules. In each crate, no files may import each
//! other in a circle. A module that shows names of the modules below it (`pub use`) does not import them: who imports such a name
//! imports the module that has it.
//!
//! `cargo modules dependencies --acyclic` finds circles too, but knows no layers, counts every method that names a type of the
//! file beside it, and compiles half of rust-analyzer.

mod layers;
pub(crate) mod modules;
mod scripts;

use layers::{CRATES, Crate, Layer};
use modules::{Import, Module, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Checks the imports of the tree.
pub(crate) fn run(args: &[String]) -> Result<(), String> {
    if !args.is_empty() {
        return Err("expected no arguments".to_owned());
    }
    let mut problems = Vec::new();
    let mut files = 0;
    let count = |modules: &[Module]| {
        modules
            .iter()
            .map(|module| &module.file)
            .collect::<BTreeSet<_>>()
            .len()
    };
    for of_crate in CRATES {
        let modules = modules::read(Path::new(of_crate.root))?;
        let imports = modules::imports(&modules);
        files += count(&modules);
        problems.extend(climbs_of_crates(of_crate, &modules, &imports));
        let mut within = within_crate(&modules, &imports);
        problems.extend(climbs(of_crate, &modules, &within)?);
        if let Some(tests) = of_crate.tests() {
            let modules = modules::read(&tests)?;
            files += count(&modules);
            within.extend(within_crate(&modules, &modules::imports(&modules)));
        }
        problems.extend(circles(&within));
    }
    let (scripts, imports) = scripts::imports()?;
    let edges: Vec<_> = imports
        .into_iter()
        .map(|import| Edge {
            from: import.from,
            to: import.to,
            line: import.line,
            modules: Default::default(),
        })
        .collect();
    problems.extend(circles(&edges));
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    println!(
        "{files} files in {} crates and {scripts} scripts import from below only",
        CRATES.len()
    );
    Ok(())
}

/// An import of one file from another of the same crate or folder.
struct Edge {
    from: PathBuf,
    to: PathBuf,
    line: usize,
    /// The modules of a crate, from the crate on.
    modules: [Vec<String>; 2],
}

/// Returns the imports of modules from other files of their crate.
fn within_crate(modules: &[Module], imports: &[Import]) -> Vec<Edge> {
    let edge = |import: &Import| {
        let Target::Module(to) = import.to else {
            return None;
        };
        let (from, to) = (&modules[import.from], &modules[to]);
        (from.file != to.file).then(|| Edge {
            from: from.file.clone(),
            to: to.file.clone(),
            line: import.line,
            modules: [from.path.clone(), to.path.clone()],
        })
    };
    imports.iter().filter_map(edge).collect()
}

/// Returns the imports of a crate from one that is not below it.
fn climbs_of_crates(of_crate: &Crate, modules: &[Module], imports: &[Import]) -> Vec<String> {
    let climb = |import: &Import| {
        let Target::Crate(name) = &import.to else {
            return None;
        };
        let is_meant = |other: &&Crate| other.name.replace('-', "_") == *name;
        let other = CRATES.iter().find(is_meant)?;
        let is_climb = other.name != of_crate.name && other.floor >= of_crate.floor;
        is_climb.then(|| {
            format!(
                "{}:{}: `{}` on floor {} imports `{}` on floor {}",
                modules[import.from].file.display(),
                import.line,
                of_crate.name,
                of_crate.floor,
                other.name,
                other.floor
            )
        })
    };
    imports.iter().filter_map(climb).collect()
}

/// Returns the imports of a crate that go from a layer to one above it, or from one leaf to another.
fn climbs(of_crate: &Crate, modules: &[Module], edges: &[Edge]) -> Result<Vec<String>, String> {
    let layers = of_crate.layers;
    if layers.is_empty() {
        return Ok(Vec::new());
    }
    let place = |path: &[String]| match path.first() {
        None => Ok(layers.len()),
        Some(name) => layers
            .iter()
            .position(|layer| layer.names().contains(&name.as_str()))
            .ok_or_else(|| {
                format!(
                    "`{}` has a module `{name}`, which is in no layer: add it to xtask/src/imports/layers.rs",
                    of_crate.name
                )
            }),
    };
    for &name in layers.iter().flat_map(Layer::names) {
        if !modules.iter().any(|module| module.path == [name]) {
            return Err(format!(
                "xtask/src/imports/layers.rs: `{}` has no module `{name}`",
                of_crate.name
            ));
        }
    }
    let mut climbs = Vec::new();
    for edge in edges {
        let [from, to] = &edge.modules;
        let at = format!("{}:{}", edge.from.display(), edge.line);
        let (own, other) = (place(from)?, place(to)?);
        if own < other {
            climbs.push(format!(
                "{at}: `{}` imports `{}`, which is above it",
                from.join("::"),
                shown(to)
            ));
        } else if own == other
            && let Some(Layer::Leaves(_)) = layers.get(own)
            && let [_, from, ..] = &from[..]
            && to.get(1) != Some(from)
        {
            climbs.push(format!("{at}: the leaf `{from}` imports `{}`", shown(to)));
        }
    }
    Ok(climbs)
}

fn shown(path: &[String]) -> String {
    match path.is_empty() {
        true => "the root".to_owned(),
        false => path.join("::"),
    }
}

/// Returns the circles of files: each as the imports among its files.
fn circles(edges: &[Edge]) -> Vec<String> {
    let mut reached: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
    for edge in edges {
        reached.entry(&edge.from).or_default().insert(&edge.to);
    }
    // What is reached by one import more, until that adds nothing.
    loop {
        let before: usize = reached.values().map(BTreeSet::len).sum();
        for file in reached.keys().copied().collect::<Vec<_>>() {
            let next: Vec<_> = reached[file]
                .iter()
                .flat_map(|next| reached.get(next).into_iter().flatten())
                .copied()
                .collect();
            reached.entry(file).or_default().extend(next);
        }
        if reached.values().map(BTreeSet::len).sum::<usize>() == before {
            break;
        }
    }
    let reaches = |from: &Path, to: &Path| reached.get(from).is_some_and(|reached| reached.contains(to));
    let in_circle = edges.iter().filter(|edge| reaches(&edge.to, &edge.from));
    let lines: BTreeMap<_, _> = in_circle
        .map(|edge| ((&edge.from, &edge.to), edge.line))
        .collect();
    lines
        .into_iter()
        .map(|((from, to), line)| {
            let (from, to) = (from.display(), to.display());
            format!("{from}:{line}: imports {to}, which imports it, directly or by way of others")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the problems of a crate of these files, whose root is `lib.rs`.
    fn problems(layers: &'static [Layer], files: &[(&str, &str)]) -> Vec<String> {
        let test = std::thread::current();
        let name = format!("xtask-imports-{}-{:?}", std::process::id(), test.id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        for (name, text) in files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let of_crate = Crate {
            name: "utf8kit",
            root: "",
            floor: 0,
            layers,
        };
        let modules = modules::read(&folder.join("lib.rs")).unwrap();
        let imports = modules::imports(&modules);
        let within = within_crate(&modules, &imports);
        let mut problems = climbs_of_crates(&of_crate, &modules, &imports);
        problems.extend(climbs(&of_crate, &modules, &within).unwrap());
        problems.extend(circles(&within));
        std::fs::remove_dir_all(&folder).unwrap();
        let folder = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
        problems
            .iter()
            .map(|problem| problem.replace(&folder, "").replace('\\', "/"))
            .collect()
    }

    #[test]
    fn a_circle_is_found_wherever_it_is_named() {
        let circle = [
            "a.rs:1: imports b.rs, which imports it, directly or by way of others",
            "b.rs:1: imports a.rs, which imports it, directly or by way of others",
        ];
        for named in [
            "use crate::b::X;",
            "use super::{b::X};",
            "use super::b;",
            "fn f() { crate::b::f() }",
            "fn f() { use crate::b::f; f() }",
            "fn f(_: crate::b::X) {}",
            "fn f() { println!(\"{}\", 1 + crate::b::f()) }",
            "macro_rules! m { () => { $crate::b::f() } }",
        ] {
            let files = [
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", named),
                ("b.rs", "use crate::a::g;"),
            ];
            assert_eq!(problems(&[], &files), circle, "{named}");
        }
        let none =
            "#[cfg(test)] mod tests { use crate::b::X; } #[cfg(all(test, unix))] fn f() { crate::b::f() }";
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", none),
            ("b.rs", "use crate::a::g;"),
        ];
        assert!(problems(&[], &files).is_empty());
    }

    #[test]
    fn names_that_are_shown_lead_to_the_module_that_has_them() {
        let shown = [
            ("lib.rs", "mod a;"),
            (
                "a/mod.rs",
                "mod b; mod c; pub(crate) use b::X; pub(crate) use c::*; pub struct Y;",
            ),
            ("a/b.rs", "use super::{Y, Z}; pub struct X;"),
            ("a/c.rs", "pub struct Z;"),
        ];
        assert!(problems(&[], &shown).is_empty());
        let used = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; use b::X; pub struct Y;"),
            ("a/b.rs", "use super::Y; pub struct X;"),
        ];
        assert_eq!(problems(&[], &used).len(), 2);
    }

    #[test]
    fn layers_import_from_below_and_leaves_not_from_each_other() {
        const LAYERS: &[Layer] = &[Layer::Modules(&["low"]), Layer::Leaves("verbs")];
        let files = |low, one| {
            [
                ("lib.rs", "mod low; mod verbs; fn main() { verbs::one::f() }"),
                ("low.rs", low),
                ("verbs/mod.rs", "pub mod one; pub mod two;"),
                ("verbs/one.rs", one),
                ("verbs/two.rs", ""),
            ]
        };
        assert!(problems(LAYERS, &files("", "use crate::low;")).is_empty());
        assert_eq!(
            problems(LAYERS, &files("use crate::verbs::two::g;", "")),
            ["low.rs:1: `low` imports `verbs::two`, which is above it"]
        );
        assert_eq!(
            problems(LAYERS, &files("", "use super::two::g;")),
            ["verbs/one.rs:1: the leaf `one` imports `verbs::two`"]
        );
    }

    #[test]
    fn a_crate_imports_no_crate_above_it() {
        assert_eq!(
            problems(&[], &[("lib.rs", "use utf8kit_lint::check;")]),
            ["lib.rs:1: `utf8kit` on floor 0 imports `utf8kit-lint` on floor 2"]
        );
    }
}
