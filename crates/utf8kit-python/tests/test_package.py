"""What the package says of itself, and where Rust or the command is missing."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]


def test_the_build_says_that_rust_is_missing(tmp_path):
    pytest.importorskip("maturin")
    code = "import build_backend; build_backend.get_requires_for_build_wheel()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=HERE,
        env={"PATH": str(tmp_path), "PYTHONPATH": ":".join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "needs Rust 1.95 or newer" in done.stderr and "Traceback" not in done.stderr


def test_a_build_without_the_command_says_so():
    code = (
        "import sys, utf8kit._utf8kit as inner\n"
        "vars(inner).pop('run_command', None)\n"
        "from utf8kit.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("utf8: this package was built without the command")


def test_the_metadata_of_the_installed_package():
    try:
        metadata = importlib.metadata.metadata("utf8kit")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is not installed, but found on the path")
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert set(metadata.get_all("License-File")) == {"LICENSE-APACHE", "LICENSE-MIT"}
    assert {url.partition(",")[0] for url in metadata.get_all("Project-URL")} >= {"Repository", "Changelog"}
