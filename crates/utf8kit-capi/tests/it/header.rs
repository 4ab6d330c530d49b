//! `include/utf8kit.h` is what cbindgen makes of the sources. With `UTF8KIT_UPDATE_HEADER=1` the test writes it anew.

use std::path::Path;

#[test]
fn the_header_is_generated_from_the_sources() {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(crate_dir.join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new()
        .with_crate(crate_dir)
        .with_config(config)
        .generate()
        .unwrap();
    let mut generated = Vec::new();
    bindings.write(&mut generated);
    let generated = String::from_utf8(generated).unwrap();

    let path = crate_dir.join("include/utf8kit.h");
    if std::env::var_os("UTF8KIT_UPDATE_HEADER").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let header = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        header == generated,
        "{} is not what the sources say: run this test with UTF8KIT_UPDATE_HEADER=1",
        path.display()
    );
}
