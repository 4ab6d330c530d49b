//! What cargo-c reads of the manifest. It skips packages without the feature, and tables that it does not know.

use std::collections::BTreeSet;

#[test]
fn cargo_c_knows_the_feature_and_all_tables() {
    let manifest = include_str!("../../Cargo.toml");
    assert!(manifest.lines().any(|line| line == "capi = []"));
    let tables = manifest.lines().filter_map(|line| {
        line.trim_matches(['[', ']'])
            .strip_prefix("package.metadata.capi.")
    });
    let expected = ["header", "install.include.asset", "library", "pkg_config"];
    assert_eq!(tables.collect::<BTreeSet<_>>(), BTreeSet::from(expected));
}
