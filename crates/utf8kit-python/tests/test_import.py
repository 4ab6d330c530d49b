"""What ``import utf8kit`` imports: little, so that it takes little time."""

import subprocess
import sys
from pathlib import Path

import pytest
import utf8kit

PLACE = str(Path(utf8kit.__file__).parents[1])


def loaded_by(code):
    """Returns the modules that some code imports in a Python that has imported nothing else."""
    # Without `site`, which may import anything.
    script = f"""
import sys
sys.path.insert(0, {PLACE!r})
before = set(sys.modules)
{code}
print(*sorted(set(sys.modules) - before))
"""
    run = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_import_loads_nothing_but_the_extension():
    assert loaded_by("import utf8kit") == {"utf8kit", "utf8kit._utf8kit"}


def test_decode_and_encode_load_nothing_more():
    code = "import utf8kit; utf8kit.decode(b'caf\\xc3\\xa9'); utf8kit.encode('caf\\xe9'); utf8kit.repair(b'\\xe9')"
    assert loaded_by(code) == {"utf8kit", "utf8kit._utf8kit"}


@pytest.mark.parametrize(
    "code", ["utf8kit.register()", "utf8kit.detect(b'caf\\xc3\\xa9')", "utf8kit.check(b'a')", "utf8kit.open"]
)
def test_what_is_slow_to_import_waits(code):
    slow = {"dataclasses", "difflib", "inspect"}
    assert not slow & loaded_by(f"import utf8kit; {code}")


def test_every_name_is_there():
    for name in [*utf8kit.__all__, "open", "arrow", "chardet", "lint", "normalize"]:
        assert name in dir(utf8kit)
        assert getattr(utf8kit, name) is not None
    with pytest.raises(AttributeError, match="module 'utf8kit' has no attribute 'decoed'"):
        utf8kit.decoed  # noqa: B018


def test_names_are_imported_once():
    assert utf8kit.check is utf8kit.lint.check
    assert "check" in vars(utf8kit)
    names = {}
    exec("from utf8kit import *", names)
    assert set(utf8kit.__all__) <= set(names)
    assert names.get("open") is None
