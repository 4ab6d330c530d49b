//! What modules in Python, JavaScript and TypeScript import from each other.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of modules, with the ends of their names.
const FOLDERS: &[(&str, &[&str])] = &[
    (PYTHON, &["py"]),
    ("crates/utf8kit-wasm/npm", &["js", "d.ts"]),
    ("web", &["mjs"]),
    ("web/src", &["ts"]),
    ("bench", &["mjs"]),
];

/// The Python package. Its modules import each other by the name of the package.
const PYTHON: &str = "crates/utf8kit-python/python/utf8kit";

/// An import of one file from another, by a line.
pub(super) struct Import {
    pub(super) from: PathBuf,
    pub(super) to: PathBuf,
    pub(super) line: usize,
}

/// Returns the number of modules, and their imports from each other.
pub(super) fn imports() -> Result<(usize, Vec<Import>), String> {
    let mut count = 0;
    let mut imports = Vec::new();
    for &(folder, ends) in FOLDERS {
        let entries = fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
        for entry in entries {
            let file = entry.map_err(|error| format!("{folder}: {error}"))?.path();
            let name = file
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if !ends.iter().any(|end| name.ends_with(&format!(".{end}"))) {
                continue;
            }
            count += 1;
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let targets = match folder == PYTHON {
                true => in_python(&text),
                false => in_javascript(&text, &name),
            };
            for (line, target) in targets {
                let to = Path::new(folder).join(target);
                if to.is_file() && to != file {
                    let from = file.clone();
                    imports.push(Import { from, to, line });
                }
            }
        }
    }
    Ok((count, imports))
}

/// Returns the files that a Python module imports, with the lines. `from utf8kit import name` imports the package, and the module
/// of that name, if there is one.
fn in_python(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let mut words = line.split_whitespace();
        let (first, module) = (words.next(), words.next().unwrap_or_default());
        let file = |module: &str| match module.strip_prefix("utf8kit") {
            Some("") => Some("__init__.py".to_owned()),
            Some(name) => Some(format!("{}.py", name.strip_prefix('.')?)),
            None => None,
        };
        let Some(file) = file(module).filter(|_| matches!(first, Some("from" | "import"))) else {
            continue;
        };
        found.push((index + 1, file));
        if first == Some("from") && module == "utf8kit" {
            let mut names: Vec<_> = words.skip(1).map(str::to_owned).collect();
            if line.trim_end().ends_with('(') {
                let rest = lines.by_ref().map(|(_, line)| line.trim().to_owned());
                names = rest.take_while(|line| line != ")").collect();
            }
            for name in names {
                found.push((index + 1, format!("{}.py", name.trim_matches(','))));
            }
        }
    }
    found
}

/// Returns the files that a module in JavaScript or TypeScript imports, with the lines: what stands in quotes after `from`, `import` or
/// `import(`, and begins with `./`.
fn in_javascript(text: &str, name: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for word in ["from ", "import ", "import("] {
            let Some((_, after)) = line.split_once(word) else {
                continue;
            };
            let Some(quote @ ('"' | '\'')) = after.chars().next() else {
                continue;
            };
            let target = after[1..].split(quote).next().unwrap_or_default();
            let Some(target) = target.strip_prefix("./") else {
                continue;
            };
            found.push((
                index + 1,
                match target.strip_suffix(".js") {
                    Some(stem) if name.ends_with(".d.ts") => format!("{stem}.d.ts"),
                    None if name.ends_with(".ts") => format!("{target}.ts"),
                    _ => target.to_owned(),
                },
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_python_are_found() {
        let text = "\
\"\"\">>> import utf8kit
>>> from utf8kit import spark
\"\"\"
import os
from utf8kit._open import Place
from utf8kit import (
    arrow,
    lint,
)
def f():
    from utf8kit import tables, check
    import utf8kit.pandas as pandas
";
        let found = in_python(text);
        let found: Vec<_> = found.iter().map(|(line, file)| (*line, file.as_str())).collect();
        assert_eq!(
            found,
            [
                (5, "_open.py"),
                (6, "__init__.py"),
                (6, "arrow.py"),
                (6, "lint.py"),
                (11, "__init__.py"),
                (11, "tables.py"),
                (11, "check.py"),
                (12, "pandas.py"),
            ]
        );
    }

    #[test]
    fn imports_of_javascript_are_found() {
        let text = "import { a,\n  b } from \"./one.js\";\nimport './two.js';\nx = import(\"./three.js\");\nimport z from 'z';\n";
        let found = |name| {
            in_javascript(text, name)
                .into_iter()
                .map(|(line, file)| format!("{line} {file}"))
        };
        assert!(found("x.js").eq(["2 one.js", "3 two.js", "4 three.js"]));
        assert!(found("x.d.ts").eq(["2 one.d.ts", "3 two.d.ts", "4 three.d.ts"]));
        let typescript = in_javascript("export type { T } from \"./app\";", "x.ts");
        assert_eq!(typescript, [(1, "app.ts".to_owned())]);
    }
}
