"""The programs in ``examples``, as a user runs them."""

import csv
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"
README = pathlib.Path(__file__).parents[3] / "README.md"


# What the list of bad rows has beside the number, for `b"60,Ren\\xe9"`.
PIPELINES = {
    "pandas": {"name": "René", "offset": "3", "length": "1", "kind": "unexpected-end"},
    "polars": {"name": "Ren\\xE9"},
    "duckdb": {"name": "Ren\\xE9", "kind": "unexpected-end"},
    "spark": {"offset": "6", "length": "1", "kind": "unexpected-end", "context": "36302C52656EE9"},
}


def run(path, *args, folder=None, is_quiet=True):
    """Returns what a program prints."""
    command = [sys.executable, "-X", "utf8", str(EXAMPLES / path), *map(str, args)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=folder)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == "" or not is_quiet
    return ran.stdout


@pytest.mark.parametrize(
    "library", [pytest.param(name, marks=pytest.mark.slow) if name == "spark" else name for name in PIPELINES]
)
def test_a_pipeline_writes_a_clean_table_and_its_bad_rows(library, tmp_path):
    pytest.importorskip("pyspark" if library == "spark" else library)
    parquet = pytest.importorskip("pyarrow.parquet")
    if library == "spark" and shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Java is not installed, which Spark needs")
    rows = [b"%d,Jos\xc3\xa9" % row for row in range(1, 121)]
    rows[59:61] = [b"60,Ren\xe9", b"61,Andr\xe9 Lef\xe8vre"]
    (tmp_path / "people.csv").write_bytes(b"\n".join([b"id,name", *rows, b""]))
    # Spark says much while it starts.
    run(f"pipeline_{library}.py", "people.csv", "people.parquet", "bad", folder=tmp_path, is_quiet=library != "spark")
    clean = parquet.read_table(tmp_path / "people.parquet").to_pydict()
    assert clean["id"] == list(range(1, 121))
    assert clean["name"] == [{60: "René", 61: "André Lefèvre"}.get(row, "José") for row in clean["id"]]
    assert list(clean) == ["id", "name"]
    bad = tmp_path / "bad"
    parts = [bad] if bad.is_file() else list(bad.glob("*.csv"))
    found = [row for part in parts for row in csv.DictReader(part.read_text(encoding="utf-8").splitlines())]
    assert [row["id"] for row in found] == ["60", "61"]
    assert found[0] == {"id": "60", **PIPELINES[library]}


def test_no_pipeline_is_longer_than_ten_lines():
    for library in PIPELINES:
        _, program = (EXAMPLES / f"pipeline_{library}.py").read_text(encoding="utf-8").split("\ndirty, ")
        assert len(program.splitlines()) <= 10


def test_every_example_is_tested():
    pipelines = {f"pipeline_{library}.py" for library in PIPELINES}
    assert {path.name for path in EXAMPLES.iterdir()} - {"__pycache__"} == {
        "bad_rows.py",
        "encodings_of_a_tree.py",
        *pipelines,
    }


def test_the_program_of_the_readme_prints_what_it_says(tmp_path):
    _, rest = README.read_text(encoding="utf-8").split("```python\n", 1)
    program = rest.split("```", 1)[0]
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    expected = [line.split("  # ", 1)[1] for line in program.splitlines() if "print(" in line]
    assert run(tmp_path / "program.py", folder=tmp_path).splitlines() == expected
    assert (tmp_path / "clean.csv").read_bytes() == b"id,name\n1,Jos\xc3\xa9\n"


def test_bad_rows_are_shown_by_their_place(tmp_path):
    table = tmp_path / "people.csv"
    rows = [b"%d,Jos\xc3\xa9" % row for row in range(1, 121)]
    rows[59:61] = [b"60,Ren\xe9", b"61,Andr\xe9 Lef\xe8vre"]
    table.write_bytes(b"\n".join([b"id,name", *rows, b""]))
    lines = run("bad_rows.py", table).splitlines()
    assert lines[0] == "2 of 120 rows are not UTF-8"
    assert lines[1] == "·" * 29 + "██" + "·" * 29
    assert lines[2].startswith("all together they may be ")
    assert lines[3].startswith("row 60, name: b'Ren\\xe9': `E9` starts a sequence of 3 bytes")
    assert (tmp_path / "people.bad.csv").read_bytes() == b"id,name\n60,Ren\xe9\n61,Andr\xe9 Lef\xe8vre\n"
    assert (tmp_path / "people.clean.csv").read_bytes().count(b"\n") == 119
    table.write_bytes(b"id,name\n")
    assert run("bad_rows.py", table) == "0 of 0 rows are not UTF-8\n"


def test_encodings_of_a_tree_are_counted(tmp_path):
    (tmp_path / "sub").mkdir()
    for name in ("a.txt", "sub/b.txt"):
        (tmp_path / name).write_text("naïve, déjà vu\n", encoding="utf-8")
    (tmp_path / "sub/c.txt").write_text("café;2\n", encoding="utf-16")
    lines = run("encodings_of_a_tree.py", tmp_path).splitlines()
    assert [line.split() for line in lines] == [["UTF-8", "2", "█" * 40], ["UTF-16LE", "1", "█" * 20]]
