"""The programs in ``examples``, as a user runs them."""

import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"
README = pathlib.Path(__file__).parents[3] / "README.md"


def run(path, *args, folder=None):
    """Returns what a program prints."""
    command = [sys.executable, "-X", "utf8", str(EXAMPLES / path), *map(str, args)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_every_example_is_tested():
    assert {path.name for path in EXAMPLES.iterdir()} - {"__pycache__"} == {"bad_rows.py", "encodings_of_a_tree.py"}


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
