//! The Python package: installs it into a virtual environment, tests it, measures it.

use crate::process::{self, cargo, find_program, host, output, succeeds};
use std::path::{Path, PathBuf};
use std::process::Command;

const CRATE: &str = "crates/utf8kit-python";

/// The virtual environment of the tests.
const ENVIRONMENT: &str = "target/python";

/// The packages that the tests need, with the versions that they are known to pass with, and the checksums of their files.
const REQUIREMENTS: &str = "crates/utf8kit-python/tests/requirements.lock";

/// What PyO3 asks an interpreter for, of those newer than that of the tests.
const NEWER: [(&str, &str); 2] = [
    (
        "cpython-3.14",
        "implementation=CPython\nversion=3.14\nshared=true\n",
    ),
    (
        "cpython-3.14t",
        "implementation=CPython\nversion=3.14\nshared=true\nbuild_flags=Py_GIL_DISABLED\n",
    ),
];

fn python() -> PathBuf {
    Path::new(ENVIRONMENT).join("bin/python")
}

/// Returns the absolute path of a file below the root.
fn absolute(path: impl AsRef<Path>) -> Result<PathBuf, String> {
    std::path::absolute(&path).map_err(|error| format!("{}: {error}", path.as_ref().display()))
}

/// Makes the virtual environment and installs what the tests need, but not the package itself.
pub(crate) fn setup() -> Result<(), String> {
    if needs().is_ok() {
        println!("The Python packages of {REQUIREMENTS} are installed.");
        return Ok(());
    }
    let python3 = find_program("python3").ok_or("python3 is not installed; install Python 3.10 or newer")?;
    process::run(Command::new(python3).args(["-m", "venv", "--clear", ENVIRONMENT]))?;
    let mut pip = Command::new(python());
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
        "-r",
        REQUIREMENTS,
    ]);
    process::run(&mut pip)?;
    std::fs::copy(REQUIREMENTS, installed()).map_err(|error| format!("{REQUIREMENTS}: {error}"))?;
    Ok(())
}

/// What is installed, as the requirements were.
fn installed() -> PathBuf {
    Path::new(ENVIRONMENT).join("requirements.lock")
}

/// Returns an error if the tests cannot run here.
pub(crate) fn needs() -> Result<(), String> {
    let wanted = std::fs::read(REQUIREMENTS).map_err(|error| format!("{REQUIREMENTS}: {error}"))?;
    if std::fs::read(installed()).is_ok_and(|found| found == wanted) {
        Ok(())
    } else {
        Err("Python's packages for the tests are not installed; `cargo xtask setup` installs them".to_owned())
    }
}

/// Installs the package, as `pip install ./crates/utf8kit-python` does, but built with this profile.
fn install(profile: &str) -> Result<(), String> {
    let mut pip = Command::new(python());
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--force-reinstall",
        "--no-deps",
    ]);
    pip.arg(format!("./{CRATE}"));
    // What the command is built of is not built again.
    pip.env("CARGO_TARGET_DIR", absolute("target")?);
    pip.env("MATURIN_PEP517_ARGS", format!("--profile {profile}"));
    process::run(&mut pip)
}

/// Installs the package and runs its tests.
pub(crate) fn test() -> Result<(), String> {
    // A release takes longer to build than the tests save.
    install("tested")?;
    let python = absolute(python())?;
    let mut pytest = Command::new(&python);
    // The documentation is tested where it is installed.
    pytest.args([
        "-m",
        "pytest",
        "--quiet",
        "-p",
        "no:cacheprovider",
        "--durations=20",
        "--pyargs",
        "--doctest-modules",
        "--doctest-glob=README.md",
        "utf8kit",
        "tests",
        "README.md",
    ]);
    pytest.current_dir(CRATE).env("PYSPARK_PYTHON", &python);
    process::run(&mut pytest)
}

/// Checks the format, the style and the types.
pub(crate) fn lint() -> Result<(), String> {
    let fmt = [
        "fmt",
        "--check",
        "--manifest-path",
        "crates/utf8kit-python/Cargo.toml",
    ];
    process::run(&mut cargo(&fmt))?;
    let clippy = [
        "clippy",
        "--quiet",
        "--manifest-path",
        "crates/utf8kit-python/Cargo.toml",
        "--target-dir",
        "target",
    ];
    process::run(cargo(&clippy).args(["--", "-D", "warnings"]))?;
    // The interpreters that wheels are built for, but that are not installed.
    for (name, config) in NEWER {
        let file = absolute(Path::new("target").join(name))?;
        std::fs::write(&file, config).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("Checking the package for {name}.");
        process::run(
            cargo(&clippy)
                .args(["--", "-D", "warnings"])
                .env("PYO3_CONFIG_FILE", file),
        )?;
    }
    let python = absolute(python())?;
    for tool in [
        &["ruff", "format", "--check", "--quiet", "."][..],
        &["ruff", "check", "--quiet", "."],
        &["mypy"],
    ] {
        process::run(Command::new(&python).arg("-m").args(tool).current_dir(CRATE))?;
    }
    Ok(())
}

/// Runs the tests of the package, but for the slow ones, under AddressSanitizer.
pub(crate) fn address() -> Result<(), String> {
    let library = output(Command::new("gcc").arg("-print-file-name=libasan.so"));
    let library = library
        .map(|path| path.trim().to_owned())
        .filter(|path| Path::new(path).is_absolute());
    let library = library.ok_or("gcc has no AddressSanitizer; install gcc")?;
    let host = host()?;
    let mut build = cargo(&[
        "build",
        "--quiet",
        "--manifest-path",
        "crates/utf8kit-python/Cargo.toml",
        "--no-default-features",
    ]);
    // With `--target`, the flags do not apply to build scripts.
    build.args(["--target", &host, "--target-dir", "target/python-sanitize"]);
    build
        .env("PYO3_PYTHON", absolute(python())?)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", "-Zsanitizer=address");
    process::run(&mut build)?;
    // A package of links, which Python finds before the installed one.
    let package = Path::new("target/python-sanitize/package/utf8kit");
    let failed = |error: std::io::Error| format!("{}: {error}", package.display());
    let _ = std::fs::remove_dir_all(package);
    std::fs::create_dir_all(package).map_err(failed)?;
    let modules = std::fs::read_dir(Path::new(CRATE).join("python/utf8kit")).map_err(failed)?;
    for module in modules {
        let path = module.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "py") {
            std::fs::copy(&path, package.join(path.file_name().expect("it is a file"))).map_err(failed)?;
        }
    }
    let built = Path::new("target/python-sanitize")
        .join(&host)
        .join("debug/lib_utf8kit.so");
    std::fs::copy(built, package.join("_utf8kit.so")).map_err(failed)?;
    let mut pytest = Command::new(absolute(python())?);
    pytest.args([
        "-m",
        "pytest",
        "--quiet",
        "-p",
        "no:cacheprovider",
        "-m",
        "not slow",
    ]);
    // Those that need no command, which is not built in.
    let names = [
        "text",
        "codecs",
        "open",
        "normalize",
        "arrow",
        "arrow_malformed",
        "polars",
        "pandas",
    ];
    pytest.args(names.map(|name| format!("tests/test_{name}.py")));
    pytest
        .current_dir(CRATE)
        .env("PYTHONPATH", absolute("target/python-sanitize/package")?)
        .env("LD_PRELOAD", library)
        // Python's own allocator would hide what is read after the end of an object. Python leaks on purpose.
        .env("PYTHONMALLOC", "malloc")
        .env("ASAN_OPTIONS", "detect_leaks=0");
    process::run(&mut pytest)
}

/// `cargo xtask bench-python`: compares the installed package with CPython, pyarrow and others.
pub(crate) fn bench(args: &[String]) -> Result<(), String> {
    needs()?;
    install("release")?;
    let (scripts, args) = match args.split_first() {
        Some((name, args)) if !name.starts_with('-') => (vec![name.as_str()], args),
        _ => (vec!["text", "columns"], args),
    };
    for script in scripts {
        let path = format!("{CRATE}/bench/{script}.py");
        process::run(Command::new(python()).arg(path).args(args))?;
    }
    Ok(())
}

/// Returns an error if Java is not installed, which Spark needs.
pub(crate) fn needs_java() -> Result<(), String> {
    if succeeds(Command::new("java").arg("-version")) {
        Ok(())
    } else {
        Err("Java is not installed; `cargo xtask setup` installs it".to_owned())
    }
}
