//! The floors of the crates, and the layers of the modules of each, from below.

use std::path::{Path, PathBuf};

/// A crate of the tree.
pub(super) struct Crate {
    pub(super) name: &'static str,
    /// Its main file.
    pub(super) root: &'static str,
    /// A crate imports only from floors below its own.
    pub(super) floor: u8,
    /// The layers of its modules, the lowest first; none if there are no layers, but no circles either. The root is above all.
    pub(super) layers: &'static [Layer],
}

impl Crate {
    /// Returns the main file of its tests, if it has such tests.
    pub(super) fn tests(&self) -> Option<PathBuf> {
        let folder = Path::new(self.root).parent()?.parent()?;
        let tests = folder.join("tests/it/main.rs");
        tests.is_file().then_some(tests)
    }
}

/// Modules at the root of a crate, which import only from each other without a circle and from layers below.
pub(super) enum Layer {
    Modules(&'static [&'static str]),
    /// A module whose modules do not import each other.
    Leaves(&'static str),
}

impl Layer {
    pub(super) fn names(&self) -> &[&'static str] {
        match self {
            Layer::Modules(names) => names,
            Layer::Leaves(name) => std::slice::from_ref(name),
        }
    }
}

pub(super) const CRATES: &[Crate] = &[
    plain("utf8kit", "crates/utf8kit/src/lib.rs", 0),
    plain("utf8kit-encodings", "crates/utf8kit-encodings/src/lib.rs", 1),
    plain("utf8kit-lint", "crates/utf8kit-lint/src/lib.rs", 2),
    Crate {
        layers: &[
            Layer::Modules(&["escape", "message"]),
            Layer::Modules(&["encodings"]),
            Layer::Modules(&["flags"]),
            Layer::Modules(&["io"]),
            Layer::Modules(&["config"]),
            Layer::Modules(&["report"]),
            Layer::Modules(&["run"]),
            Layer::Leaves("commands"),
            Layer::Modules(&["fuzzing"]),
        ],
        ..plain("utf8kit-cli", "crates/utf8kit-cli/src/lib.rs", 3)
    },
    plain("utf8kit-capi", "crates/utf8kit-capi/src/lib.rs", 3),
    plain("utf8kit-iconv", "crates/utf8kit-iconv/src/lib.rs", 3),
    // The package has the command, too.
    plain("utf8kit-python", "crates/utf8kit-python/src/lib.rs", 4),
    plain("utf8kit-wasm", "crates/utf8kit-wasm/src/lib.rs", 3),
    plain("utf8kit-test", "crates/utf8kit-test/src/lib.rs", 4),
    plain("xtask", "xtask/src/main.rs", 5),
    plain("bench", "bench/src/main.rs", 5),
    plain("fuzz", "fuzz/src/lib.rs", 5),
];

/// Returns a crate without layers.
const fn plain(name: &'static str, root: &'static str, floor: u8) -> Crate {
    Crate {
        name,
        root,
        floor,
        layers: &[],
    }
}
