"""What several files of tests need."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def java() -> None:
    """Skips what needs Java where there is none, and fails where there must be."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        if os.environ.get("CI"):
            pytest.fail("Java is not installed, which Spark needs: install a JDK (17 or newer)")
        pytest.skip("Java is not installed, which Spark needs")
