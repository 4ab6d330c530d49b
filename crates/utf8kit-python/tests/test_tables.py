"""`utf8 check` of Parquet, CSV and JSON lines."""

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from utf8kit import _tables
from utf8kit._utf8kit import Rows

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def utf8(cwd, *arguments, **options):
    command = [sys.executable, "-m", "utf8kit", "check", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, check=False, **options)


def found(cwd, *arguments):
    """Returns row, field, offset and bytes of each finding, and the exit code."""
    done = utf8(cwd, "--format", "json", *arguments)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    findings = [line for line in lines if "row" in line]
    return [(line["row"], line["field"], line["offset"], line["bytes"]) for line in findings], done.returncode


def strings(values, of_type=None):
    """Returns an array of strings that are not checked."""
    of_type = of_type or pa.string()
    bytes_of = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
    return pa.array(values, bytes_of.get(of_type, of_type)).view(of_type)


# Rows.


def read(data, delimiter=b",", piece=None):
    rows = Rows(delimiter and ord(delimiter))
    bad = []
    for start in range(0, len(data), piece or len(data) or 1):
        bad += rows.push(data[start : start + (piece or len(data))])
    return bad + rows.finish(), rows.rows


TABLE = (
    b'id,name,note\r\n1,ok,"two\nlines"\r\n2,"caf\xe9 ""x"", y",z\r\n\r\n3,5" disk,\xff\r\n4,z\xe2\x82,"\xc0\xaf"\n'
    b'5,,,\xed\n"6\n\n","""\xff",x"\xfe"\n7,"\xff"y,""'
)
BAD = [
    (2, "name", b'caf\xe9 "x", y'),
    (3, "note", b"\xff"),
    (4, "name", b"z\xe2\x82"),
    (4, "note", b"\xc0\xaf"),
    (5, "#4", b"\xed"),
    (6, "name", b'"\xff'),
    (6, "note", b'x"\xfe"'),
    (7, "name", b"\xffy"),
]


def test_a_row_is_not_a_line():
    assert read(TABLE) == (BAD, 7)


@pytest.mark.parametrize("piece", range(1, 40))
def test_a_table_can_be_cut_anywhere(piece):
    assert read(TABLE, piece=piece) == (BAD, 7)


def test_the_header_is_row_0_and_has_no_names_yet():
    assert read(b"a,\xff\n1,2\n") == ([(0, "#2", b"\xff")], 1)
    assert read(b"a,,\xff\n,\xff,\xff\n")[0][1:] == [(1, "#2", b"\xff"), (1, "\\xFF", b"\xff")]
    assert read(b"") == ([], 0) and read(b"a") == ([], 0) and read(b"\n\na\nb") == ([], 1)


def test_csv_is_read_as_python_reads_it():
    rng = random.Random(7)
    parts = ["a", "é", "\udcff", '"', ",", "\n", "\r\n", " ", ""]
    for _ in range(400):
        records = [
            ["".join(rng.choices(parts, k=rng.randrange(4))) for _ in range(3)] for _ in range(rng.randrange(1, 6))
        ]
        records = [["h1", "h2", "h3"], *[[*record, "end"] for record in records]]
        text = io.StringIO()
        csv.writer(text, lineterminator=rng.choice(["\n", "\r\n"])).writerows(records)
        data = text.getvalue().encode("utf-8", "surrogateescape")
        expected = [
            (row, ("h1", "h2", "h3")[index], value.encode("utf-8", "surrogateescape"))
            for row, record in enumerate(records[1:], 1)
            for index, value in enumerate(record)
            if "\udcff" in value
        ]
        assert read(data, piece=rng.choice([None, 1, 5])) == (expected, len(records) - 1), data


LINES = (
    b'{"a":"ok"}\n\n \n{"a":{"b":[1,"x\\"\xff",{"c":"\xfe"}]},"k\xe9":2,"z":"\xfd"}\r\n[\xff]\n"\xed\xa0\x80"\n'
    b'["\\\\","\xff"]\n{"a":"\\\xff\n{"open":"\xff'
)
BAD_LINES = [
    (2, "a.b[1]", b'x\\"\xff'),
    (2, "a.b[2].c", b"\xfe"),
    (2, "k\\xE9", b"k\xe9"),
    (2, "z", b"\xfd"),
    (3, None, b"[\xff]"),
    (4, None, b"\xed\xa0\x80"),
    (5, "[1]", b"\xff"),
    (6, "a", b"\\\xff"),
    (7, "open", b"\xff"),
]


@pytest.mark.parametrize("piece", [None, 1, 2, 3, 7, 50])
def test_json_lines_name_the_path_to_a_string(piece):
    assert read(LINES, None, piece) == (BAD_LINES, 7)


def test_what_is_no_json_is_no_crash():
    rng = random.Random(3)
    for _ in range(3000):
        line = bytes(rng.choices(b'{}[]",:\\a\xff\xc3\xa9 1', k=rng.randrange(30)))
        bad, rows = read(line, None)
        try:
            line.decode()
        except UnicodeDecodeError:
            assert bad and rows == 1
        else:
            assert not bad
    assert read(b"[" * 100_000 + b'"\xff', None)[0][0][2] == b"\xff"


def test_a_row_that_does_not_end_is_an_error():
    rows = Rows(ord(","), 1000)
    rows.push(b'a\n1\n"')
    with pytest.raises(ValueError, match="row 2 is longer than 1000 bytes: a quote may not be closed"):
        for _ in range(20):
            rows.push(b"x\n" * 50)
    with pytest.raises(TypeError):
        rows.push("a")


# Text files.


@pytest.fixture
def table(tmp_path):
    (tmp_path / "a.csv").write_bytes(TABLE)
    return tmp_path


EXPECTED = [
    (2, "name", 3, "E9"),
    (3, "note", 0, "FF"),
    (4, "name", 1, "E2 82"),
    (4, "note", 0, "C0 AF"),
    (5, "#4", 0, "ED"),
    (6, "name", 1, "FF"),
    (6, "note", 2, "FE"),
    (7, "name", 0, "FF"),
]


def test_csv_is_checked_by_row_if_asked(table):
    assert found(table, "--rows", "a.csv") == (EXPECTED, 1)
    done = utf8(table, "a.csv")
    assert done.returncode == 1 and done.stdout.startswith(b"a.csv:4:7: other-encoding")


def test_compressed_tables(table):
    with pa.CompressedOutputStream(str(table / "A.CSV.ZST"), "zstd") as file:
        file.write(TABLE)
    for suffix, module in ((".gz", gzip), (".bz2", bz2), (".xz", lzma)):
        (table / f"a.csv{suffix}").write_bytes(module.compress(TABLE))
        assert found(table, "--rows", f"a.csv{suffix}") == (EXPECTED, 1)
    assert found(table, "--rows", "A.CSV.ZST") == (EXPECTED, 1)
    (table / "cut.csv.gz").write_bytes(gzip.compress(TABLE)[:-20])
    (table / "no.csv.gz").write_bytes(TABLE)
    (table / "no.csv.zst").write_bytes(TABLE)
    (table / "no.csv.xz").write_bytes(TABLE)
    done = utf8(table, "--rows", "cut.csv.gz", "no.csv.gz", "no.csv.zst", "no.csv.xz", "missing.csv", "a.csv")
    assert done.returncode == 2
    errors = done.stderr.decode().splitlines()
    assert [error.split(": ")[1] for error in errors] == [
        "cut.csv.gz", "no.csv.gz", "no.csv.zst", "no.csv.xz", "missing.csv",
    ]  # fmt: skip
    assert errors[-1] == "utf8: missing.csv: No such file or directory"
    assert done.stdout.decode().splitlines()[-1].endswith("that could not be read")


def test_human_output(table):
    done = utf8(table, "--rows", "--max-per-file", 1, "a.csv")
    assert done.stdout.decode() == (
        "a.csv: row 2, field `name`: ill-formed: `E9` starts a sequence of 3 bytes, but `20` does not continue it"
        "; in windows-1252 it is `é`: `utf8 fix --on-error as:windows-1252` writes that "
        '(offset 3)\n  | caf\\xE9 "x", y\n  |    ^^^^\na.csv: … 7 more: 7 ill-formed\n8 findings in 1 table (7 rows)\n'
    )
    (table / "wide.csv").write_bytes("h\u202e\n".encode() + b"x" * 100 + "漢e\u0301".encode() + b"\xff" + b"y" * 100)
    lines = utf8(table, "--rows", "wide.csv").stdout.decode().splitlines()
    assert lines[0].startswith("wide.csv: row 1, field `h\\u{202E}`: ill-formed: `FF`")
    assert lines[1] == "  | …" + "x" * 37 + "漢e\u0301\\xFF" + "y" * 40 + "…"
    assert lines[2] == "  | " + " " * (1 + 37 + 2 + 1) + "^^^^"


def test_the_first_findings_are_printed(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"h\n" + b"\xff\n" * 30)
    (tmp_path / "b.csv").write_bytes(b"h\nok\n")
    done = utf8(tmp_path, "--rows", "a.csv", "b.csv")
    lines = done.stdout.decode().splitlines()
    assert len(lines) == 62 and lines[-2:] == [
        "a.csv: … 10 more: 10 ill-formed",
        "30 findings in 1 of 2 tables (31 rows)",
    ]
    assert len(found(tmp_path, "--rows", "--max", 7, "a.csv")[0]) == 7
    assert len(found(tmp_path, "--rows", "--max-per-file=3", "a.csv")[0]) == 3
    assert len(found(tmp_path, "--rows", "--max-per-file", 0, "a.csv")[0]) == 30
    lines = utf8(tmp_path, "--rows", "--format", "json", "--max-per-file", 29, "a.csv").stdout.splitlines()
    assert [json.loads(line) for line in lines[-2:]] == [
        {"path": "a.csv", "left_out": {"findings": 1, "by_rule": {"ill-formed": 1}}},
        {"summary": {"tables": 1, "with_findings": 1, "findings": 30, "rows": 30, "failed": 0}},
    ]
    assert utf8(tmp_path, "--rows", "b.csv").stdout == b"No findings in 1 table (1 row)\n"


def test_options_of_the_output(table):
    (table / "b.csv").write_bytes(b"h\nok\n")
    assert utf8(table, "--rows", "-q", "a.csv").stdout == b""
    assert utf8(table, "--rows", "-q", "a.csv").returncode == 1
    assert utf8(table, "--rows", "-l", "a.csv", "b.csv").stdout == b"a.csv\n"
    assert utf8(table, "--rows", "-l0", "a.csv", "b.csv").stdout == b"a.csv\0"
    assert utf8(table, "--rows", "--exit-zero", "a.csv").returncode == 0
    assert utf8(table, "--rows", "b.csv").returncode == 0
    assert utf8(table, "--rows", "--exit-zero", "a.csv", "missing.csv").returncode == 2
    for option in (
        ["--as", "cesu-8"],
        ["--baseline=x"],
        ["--column-unit", "byte"],
        ["--statistics"],
        ["--statistics=file"],
        ["--format", "sarif"],
        ["--format=github"],
    ):
        done = utf8(table, "--rows", *option, "a.csv")
        assert done.returncode == 2 and done.stderr.startswith(b"utf8: a.csv: ") and not done.stdout
    for option in (["--max", "x"], ["--max"], ["--nonsense"], ["--format", "x"], ["-y"], ["--quiet=1"]):
        done = utf8(table, *option, "x.parquet")
        assert done.returncode == 2 and b"error:" in done.stderr and not done.stdout, option


def test_the_rule_can_be_switched_off(table):
    for option in (["--select", "nul"], ["--ignore", "ill-formed"], ["--select=nul,bidi-control"], ["--ignore", "all"]):
        done = utf8(table, "--rows", *option, "a.csv")
        assert done.returncode == 0 and b"skipped" in done.stderr
    assert utf8(table, "--rows", "--select", "all", "a.csv").returncode == 1
    assert (
        utf8(table, "--rows", "--select", "nul", "--select", "ill-formed", "--ignore", "nul", "a.csv").returncode == 1
    )


def test_texts_and_tables_are_checked_in_one_run(table):
    (table / "text.txt").write_bytes(b"caf\xe9 au lait\n")
    (table / "ok.txt").write_bytes(b"ok\n")
    (table / "b.csv").write_bytes(b"h\nok\n")
    done = utf8(table, "text.txt", "--rows", "a.csv", "--max-per-file", "1")
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("text.txt:1:4: ") and any(line.startswith("1 finding in 1 file; ") for line in lines)
    assert lines[-1] == "8 findings in 1 table (7 rows)"
    assert utf8(table, "--rows", "ok.txt", "b.csv").returncode == 0
    assert utf8(table, "--rows", "text.txt", "b.csv").returncode == 1
    assert utf8(table, "--rows", "missing.txt", "a.csv").returncode == 2
    assert utf8(table, "--rows", "--", "b.csv", "ok.txt").returncode == 0
    assert utf8(table, "--rows", "-", "b.csv", input=b"\xff").returncode == 1
    done = utf8(table, "--rows", "--files-from", "-", "b.csv", input=b"text.txt\n")
    assert done.returncode == 1 and done.stdout.startswith(b"text.txt:1:4: ")
    # A value of an option is no path.
    assert utf8(table, "--glob", "x.parquet", "ok.txt").returncode == 0


def test_rows_without_a_table_is_an_error(table):
    for arguments in (["--rows"], ["--rows", "."], ["--rows", "a.txt"]):
        done = utf8(table, *arguments)
        assert done.returncode == 2 and done.stderr.startswith(b"utf8: --rows: no PATH is a table: expected .parquet")


def test_delimiters_and_signatures(tmp_path):
    for name, data in {
        "a.csv": b"x;y\n1;\xff\n",
        "b.csv": b"x\ty\n1\t\xff\n",
        "c.csv": b"x|y\n1|\xff\n",
        "d.tsv": b'x,z\ty\n"1\t2"\t\xff\n',
        "e.csv": b'\xef\xbb\xbf"x,\nz",y\n1,\xff\n',
    }.items():
        (tmp_path / name).write_bytes(data)
        assert found(tmp_path, "--rows", name) == ([(1, "y", 0, "FF")], 1), name
    (tmp_path / "f.csv").write_bytes("x,y\n1,é\n".encode("utf-16"))
    done = utf8(tmp_path, "--rows", "f.csv")
    assert done.returncode == 2 and b"f.csv: it is in UTF-16LE: convert it first" in done.stderr


def test_files_of_json_lines(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(LINES)
    (tmp_path / "a.ndjson.gz").write_bytes(gzip.compress(LINES))
    expected = [(row, name) for row, name, _ in BAD_LINES]
    for name in ("a.jsonl", "a.ndjson.gz"):
        findings, code = found(tmp_path, "--rows", name)
        assert [finding[:2] for finding in findings] == expected and code == 1
    lines = utf8(tmp_path, "--rows", "a.jsonl").stdout.decode()
    assert "a.jsonl: row 2, field `a.b[1]`: ill-formed" in lines and "a.jsonl: row 3: ill-formed" in lines


def test_paths_are_safe_to_print(tmp_path):
    name = os.fsdecode(b"\x1b[2J\xff.csv")
    Path(tmp_path, name).write_bytes(b"h\n\xff\n")
    assert utf8(tmp_path, "--rows", name).stdout.startswith(rb"\x1B[2J\xFF.csv: row 1, ")
    assert utf8(tmp_path, "--rows", "-l", name).stdout == os.fsencode(name) + b"\n"
    line = json.loads(utf8(tmp_path, "--rows", "--format", "json", name).stdout.splitlines()[0])
    assert (line["path"], line["path_bytes"]) == ("\x1b[2J\ufffd.csv", "1B 5B 32 4A FF 2E 63 73 76")


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="Linux")
def test_a_large_table_takes_little_memory(tmp_path):
    with open(tmp_path / "a.csv", "wb") as file:
        file.write(b"h\n")
        for _ in range(96):
            file.write('x,Größe,"y"\n'.encode() * 70_000)
        file.write(b"\xff\n")
    code = (
        "import sys; from utf8kit import tables; tables.main(['check', '--rows', 'a.csv']); "
        "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=True)
    assert b"row 6720001, field `h`" in done.stdout
    assert int(done.stdout.split()[-1]) < 60_000


# Parquet.


def test_rows_of_row_groups(tmp_path):
    values = [b"ok", None, b"caf\xe9 au lait", "é".encode()] * 5
    columns = {"n": list(range(20)), "s": strings(values), "b": pa.array([b"ok"] * 19 + [b"\xff"], pa.binary())}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet", row_group_size=7)
    expected = [(row, "s", 3, "E9") for row in (3, 7, 11, 15, 19)] + [(20, "b", 0, "FF")]
    assert found(tmp_path, "a.parquet") == (expected, 1)
    done = utf8(tmp_path, "a.parquet", "--max-per-file", 1)
    assert done.stdout.decode().startswith(
        "a.parquet: row 3, column `s`: ill-formed: `E9` starts a sequence of 3 bytes, but `20` does not continue it; in "
        "windows-1252 it is `é`: `utf8 fix --on-error as:windows-1252` writes that (offset 3)\n"
    )
    assert done.stdout.decode().endswith("6 findings in 1 table (20 rows)\n")


def test_rows_of_batches(tmp_path):
    count = 50_000
    values = [b"x"] * count
    for row in (0, 16_383, 16_384, 49_999):
        values[row] = b"\xff"
    pq.write_table(pa.table({"a": strings(values), "b": strings(values)}), tmp_path / "a.parquet")
    rows = [row + 1 for row in (0, 16_383, 16_384, 49_999)]
    assert found(tmp_path, "a.parquet")[0] == [(row, name, 0, "FF") for row in rows for name in "ab"]


@pytest.mark.parametrize("of_type", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary()])
def test_types_of_columns(tmp_path, of_type):
    column = strings([b"ok", None, b"a long value, \xff, that is not inline", b"\xc3"], of_type)
    pq.write_table(pa.table({"a.b": column, "c": [1, 2, 3, 4]}), tmp_path / "a.pq")
    assert found(tmp_path, "a.pq") == ([(3, "a.b", 14, "FF"), (4, "a.b", 0, "C3")], 1)


def test_dictionary_columns(tmp_path):
    dictionary = strings([b"ok", b"\xff", b"unused \xfe"])
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 1, 0], pa.int32()), dictionary)
    pq.write_table(pa.table({"d": column}), tmp_path / "a.parquet")
    assert found(tmp_path, "a.parquet") == ([(2, "d", 0, "FF"), (4, "d", 0, "FF")], 1)


def test_nested_columns(tmp_path):
    offsets = pa.array([0, 2, 2, 3, 4], pa.int32())
    values = [b"ok", b"\x80", b"\xff", b"z"]
    listed = pa.ListArray.from_arrays(offsets, strings(values))
    mapped = pa.MapArray.from_arrays(offsets, strings([b"a", b"b", b"c", b"\xfe"]), strings(values))
    record = pa.StructArray.from_arrays(
        [strings([b"\xff", b"ok", b"\xff", b"ok"]), pa.array([1, 2, 3, 4]), listed],
        ["x", "n", "l"],
        mask=pa.array([True, False, False, False]),
    )
    numbers = pa.array([[1], [], None, [2]])
    table = pa.table({"l": listed, "m": mapped, "r": record, "n": numbers})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=3)
    assert found(tmp_path, "a.parquet")[0] == [
        (1, "l[]", 0, "80"),
        (1, "m[].value", 0, "80"),
        (3, "l[]", 0, "FF"),
        (3, "m[].value", 0, "FF"),
        (3, "r.x", 0, "FF"),
        (3, "r.l[]", 0, "FF"),
        (4, "m[].key", 0, "FE"),
    ]


def test_lists_of_lists(tmp_path):
    inner = pa.ListArray.from_arrays(pa.array([0, 1, 2, 4], pa.int32()), strings([b"ok", b"\xff", b"ok", b"\xfe"]))
    outer = pa.ListArray.from_arrays(pa.array([0, 0, 1, 3], pa.int32()), inner)
    pq.write_table(pa.table({"l": outer}), tmp_path / "a.parquet")
    assert found(tmp_path, "a.parquet")[0] == [(3, "l[][]", 0, "FF"), (3, "l[][]", 0, "FE")]


def test_a_message_is_about_the_value_alone(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"h\n\xed\xa0\x80\n")
    line = json.loads(utf8(tmp_path, "--rows", "--format", "json", "a.csv").stdout.splitlines()[0])
    assert line["message"] == "`ED A0 80` is the surrogate U+D800, which is not a character"


def test_what_cannot_be_checked_is_an_error():
    values = pa.array([b"a", b"\xff", b"b"], pa.binary())
    view = pa.ListViewArray.from_arrays(pa.array([2, 0], pa.int32()), pa.array([1, 2], pa.int32()), values)
    union = pa.UnionArray.from_dense(pa.array([0, 0], pa.int8()), pa.array([0, 1], pa.int32()), [values])
    for array in (view, union):
        with pytest.raises(ValueError, match=r"column c: values of type .* cannot be checked"):
            list(_tables._bad_in_batch(pa.record_batch([array], ["c"]), 0))
    large = pa.array([[b"a"], None, [b"x", b"\xff"]], pa.large_list(pa.binary()))
    sliced = pa.record_batch([large, large], ["a", "b"]).slice(1)
    found = [(row, name, value()) for row, name, value in _tables._bad_in_batch(sliced, 10)]
    assert found == [(12, "a[]", b"\xff"), (12, "b[]", b"\xff")]


def test_a_dataset_is_a_directory(tmp_path):
    parts = tmp_path / "data.parquet" / "day=1"
    parts.mkdir(parents=True)
    pq.write_table(pa.table({"s": strings([b"\xff"])}), parts / "part-0.parquet")
    pq.write_table(pa.table({"s": strings([b"ok"])}), parts / "part-1.snappy.parquet")
    (parts / "_SUCCESS").write_bytes(b"")
    (parts / ".part-0.parquet.crc").write_bytes(b"\xff")
    done = utf8(tmp_path, "data.parquet")
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith(os.path.join("data.parquet", "day=1", "part-0.parquet") + ": row 1, column `s`: ")
    assert lines[-1] == "1 finding in 1 of 2 tables (2 rows)" and done.stderr == b""


def test_parquet_without_text_and_without_rows(tmp_path):
    pq.write_table(pa.table({"n": [1, 2]}), tmp_path / "n.parquet")
    pq.write_table(pa.table({"s": strings([])}), tmp_path / "e.parquet")
    done = utf8(tmp_path, "n.parquet", "e.parquet")
    assert (done.returncode, done.stdout) == (0, b"No findings in 2 tables (2 rows)\n")


def test_files_that_are_no_parquet(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 nonsense PAR1")
    (tmp_path / "b.parquet").write_bytes(b"")
    pq.write_table(pa.table({"s": strings([b"x" * 100, b"\xff"] * 100)}), tmp_path / "c.parquet")
    data = (tmp_path / "c.parquet").read_bytes()
    (tmp_path / "c.parquet").write_bytes(data[: len(data) // 2])
    done = utf8(tmp_path, "a.parquet", "b.parquet", "c.parquet", "missing.parquet")
    assert done.returncode == 2
    errors = done.stderr.decode().splitlines()
    assert [error.split(": ")[1] for error in errors] == ["a.parquet", "b.parquet", "c.parquet", "missing.parquet"]
    assert errors[-1] == "utf8: missing.parquet: No such file or directory"
    assert done.stdout == b"No findings in 0 tables (0 rows), 4 that could not be read\n"


def test_the_format_of_the_environment_is_that_of_tables_if_they_have_it(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"h\n\xff\n")

    def checked(of_environment, *arguments):
        environment = os.environ | {"UTF8KIT_FORMAT": of_environment}
        return utf8(tmp_path, "--rows", *arguments, "a.csv", env=environment)

    assert json.loads(checked("json").stdout.splitlines()[0])["row"] == 1
    # A format that tables do not have is for the texts of the same runs.
    for done in (checked("github"), checked("json", "--format", "human")):
        assert done.returncode == 1
        assert b"a.csv: row 1, field `h`" in done.stdout
    assert checked("json", "--format", "github").returncode == 2


def test_without_pyarrow_the_error_says_what_to_install(tmp_path):
    pq.write_table(pa.table({"s": ["a"]}), tmp_path / "a.parquet")
    (tmp_path / "a.csv").write_bytes(b"h\n\xff\n")
    code = (
        "import sys; sys.modules['pyarrow'] = None; sys.argv = ['utf8', 'check', '--rows', 'a.parquet', 'a.csv']; "
        "from utf8kit.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr == b"utf8: a.parquet: it requires pyarrow: pip install 'utf8kit[tables]'\n"
    assert b"a.csv: row 1, field `h`" in done.stdout
