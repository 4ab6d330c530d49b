"""``utf8kit.check_table``: bad rows of files, and the rows apart from each other."""

import gzip
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import utf8kit
from utf8kit import check_table


def places(report):
    return [(bad.row, bad.field, bad.offset, bad.kind) for bad in report]


def test_rows_of_csv_are_divided(tmp_path):
    table = tmp_path / "people.csv"
    table.write_bytes(b'id,name\r\n1,"Jos\xc3\xa9\r\nB"\r\n2,Ren\xe9\r\n\r\n3,\xc0\xaf\xff\r\n4,last')
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    report = check_table(table, quarantine=bad, clean=good)
    assert places(report) == [(2, "name", 3, "unexpected-end"), (3, "name", 0, "overlong")]
    assert (report.count, report.bad_rows, report.rows) == (2, 2, 4)
    assert report[0].path == str(table) and report[1].value == b"\xc0\xaf\xff" and report[1].length == 2
    assert "`E9` starts a sequence of 3 bytes" in report[0].message
    assert good.read_bytes() == b'id,name\r\n1,"Jos\xc3\xa9\r\nB"\r\n\r\n4,last'
    assert bad.read_bytes() == b"id,name\r\n2,Ren\xe9\r\n3,\xc0\xaf\xff\r\n"
    assert not check_table(good) and len(check_table(bad)) == 2


@pytest.mark.parametrize("suffix", [".jsonl", ".tsv", ".csv.gz", ".ndjson.xz", ".csv.zst"])
def test_other_formats_keep_what_they_are(tmp_path, suffix):
    opened = utf8kit._tables.open_table
    compression = utf8kit._tables.suffixes("a" + suffix)[1]
    lines = [b'{"a": "x"}', b'{"a": "\xff"}'] if "json" in suffix else [b"a\tb", b"1\t\xff", b"2\tc"]
    with opened(str(tmp_path / f"in{suffix}"), compression, "wb") as file:
        file.write(b"\n".join(lines) + b"\n")
    report = check_table(
        tmp_path / f"in{suffix}", quarantine=tmp_path / f"bad{suffix}", clean=tmp_path / f"good{suffix}"
    )
    assert report.count == 1
    with opened(str(tmp_path / f"good{suffix}"), compression) as file:
        assert file.read().splitlines() == [line for line in lines if b"\xff" not in line]
    with opened(str(tmp_path / f"bad{suffix}"), compression) as file:
        assert file.read().splitlines() == [lines[0]] * ("json" not in suffix) + [lines[1]]


def test_a_header_and_a_signature_are_in_both_files(tmp_path):
    table = tmp_path / "a.csv"
    table.write_bytes(b"\xef\xbb\xbfa,\xff\n1,2\n")
    report = check_table(table, quarantine=tmp_path / "bad.csv", clean=tmp_path / "good.csv")
    assert places(report) == [(0, "#2", 0, "never-valid")] and (report.bad_rows, report.rows) == (0, 1)
    assert (tmp_path / "bad.csv").read_bytes() == b"\xef\xbb\xbfa,\xff\n"
    assert (tmp_path / "good.csv").read_bytes() == b"\xef\xbb\xbfa,\xef\xbf\xbd\n1,2\n"


def binary(values):
    return pa.array(values, pa.binary()).view(pa.string())


def test_rows_of_parquet_are_divided(tmp_path):
    names = [b"Jos\xc3\xa9", b"Ren\xe9", None, b"x"]
    tags = pa.ListArray.from_arrays([0, 1, 2, 3, 5], binary([b"a", b"b", b"c", b"d", b"\xff"]))
    pq.write_table(pa.table({"id": [1, 2, 3, 4], "name": binary(names), "tags": tags}), tmp_path / "in.parquet")
    report = check_table(tmp_path / "in.parquet", quarantine=tmp_path / "bad.parquet", clean=tmp_path / "good.parquet")
    assert places(report) == [(2, "name", 3, "unexpected-end"), (4, "tags[]", 0, "never-valid")]
    assert (report.bad_rows, report.rows) == (2, 4)
    good = pq.read_table(tmp_path / "good.parquet")
    assert good.to_pydict() == {"id": [1, 3], "name": ["José", None], "tags": [["a"], ["c"]]}
    bad = pq.read_table(tmp_path / "bad.parquet")
    assert bad["id"].to_pylist() == [2, 4] and bad.schema == good.schema
    assert bad["name"].chunk(0).view(pa.binary()).to_pylist() == [b"Ren\xe9", b"x"]


def test_a_directory_names_each_file(tmp_path):
    (tmp_path / "part").mkdir()
    for name in ["a", "b"]:
        pq.write_table(pa.table({"c": binary([b"fine", b"\xff"])}), tmp_path / "part" / f"{name}.parquet")
    report = check_table(tmp_path / "part", quarantine=tmp_path / "bad.parquet")
    assert [(bad.path[-9:], bad.row) for bad in report] == [("a.parquet", 2), ("b.parquet", 2)]
    assert pq.read_metadata(tmp_path / "bad.parquet").num_rows == 2
    (tmp_path / "nothing").mkdir()
    with pytest.raises(ValueError, match="no Parquet files"):
        check_table(tmp_path / "nothing")


def test_many_batches_make_few_groups_of_rows(tmp_path):
    values = [b"\xff" if row % 1000 == 0 else b"x" for row in range(100_000)]
    pq.write_table(pa.table({"c": binary(values)}), tmp_path / "in.parquet")
    report = check_table(
        tmp_path / "in.parquet", quarantine=tmp_path / "bad.parquet", clean=tmp_path / "good.parquet", max=3
    )
    assert (len(report), report.count, report.bad_rows) == (3, 100, 100)
    assert [bad.row for bad in report] == [1, 1001, 2001]
    for name, rows in [("bad", 100), ("good", 99_900)]:
        metadata = pq.read_metadata(tmp_path / f"{name}.parquet")
        assert (metadata.num_rows, metadata.num_row_groups) == (rows, 1)


def test_files_without_rows_give_files_without_rows(tmp_path):
    pq.write_table(pa.table({"c": binary([])}), tmp_path / "in.parquet")
    assert check_table(tmp_path / "in.parquet", clean=tmp_path / "out.parquet").rows == 0
    assert pq.read_table(tmp_path / "out.parquet").schema.names == ["c"]
    (tmp_path / "in.csv").write_bytes(b"")
    assert check_table(tmp_path / "in.csv", clean=tmp_path / "out.csv").rows == 0
    assert (tmp_path / "out.csv").read_bytes() == b""


def test_pieces_do_not_matter(tmp_path):
    random.seed(5)
    rows = [b"%d,%s" % (row, random.choice([b"x" * 300, b'"a\nb"', b"\xe9", b"caf\xc3\xa9"])) for row in range(20_000)]
    (tmp_path / "in.csv").write_bytes(b"id,text\n" + b"\n".join(rows) + b"\n")
    report = check_table(tmp_path / "in.csv", clean=tmp_path / "good.csv", quarantine=tmp_path / "bad.csv", max=None)
    bad = [row for row in rows if b"\xe9" in row and b"\xc3" not in row]
    assert len(report) == len(bad) == report.bad_rows
    assert [report[i].row for i in (0, 1)] == [rows.index(row) + 1 for row in bad[:2]]
    assert (tmp_path / "bad.csv").read_bytes() == b"id,text\n" + b"".join(row + b"\n" for row in bad)
    kept = b"".join(row + b"\n" for row in rows if row not in set(bad))
    assert (tmp_path / "good.csv").read_bytes() == b"id,text\n" + kept


def test_what_fails_leaves_no_files(tmp_path):
    (tmp_path / "in.csv").write_bytes(b"a\n1\n")
    (tmp_path / "old.csv").write_bytes(b"old")
    with pytest.raises(ValueError, match="it is read, and cannot be written"):
        check_table(tmp_path / "in.csv", clean=tmp_path / "in.csv")
    with pytest.raises(ValueError, match="both"):
        check_table(tmp_path / "in.csv", clean=tmp_path / "b.csv", quarantine=tmp_path / "b.csv")
    with pytest.raises(ValueError, match=r"expected a \.csv file, as what is read"):
        check_table(tmp_path / "in.csv", clean=tmp_path / "out.parquet")
    with pytest.raises(ValueError, match=r"expected \.parquet, \.csv"):
        check_table(tmp_path / "in.txt")
    with pytest.raises(FileNotFoundError):
        check_table(tmp_path / "none.csv", clean=tmp_path / "old.csv")
    with pytest.raises(TypeError, match="expected a str"):
        check_table(b"in.csv")
    (tmp_path / "cut.csv.gz").write_bytes(gzip.compress(b"a\n" + random.randbytes(3_000_000))[:-1000])
    with pytest.raises(EOFError):
        check_table(tmp_path / "cut.csv.gz", clean=tmp_path / "old.csv")
    assert (tmp_path / "old.csv").read_bytes() == b"old"
    assert not list(tmp_path.glob("*.partial"))


def test_a_report_can_be_looked_at(tmp_path):
    (tmp_path / "in.csv").write_bytes(b"<b>\n" + b"\xff&\n" * 30)
    report = check_table(tmp_path / "in.csv")
    assert repr(report) == "<utf8kit.TableReport: 30 bad values in 30 of 30 rows>"
    assert list(report.to_pandas()["row"]) == list(range(1, 31))
    html = report._repr_html_()
    assert html.count("<tr>") == 21 and "10 more" in html and "&lt;b&gt;" in html and "<b>" not in html


def test_a_row_with_two_bad_values_is_one_bad_row(tmp_path):
    (tmp_path / "in.csv").write_bytes(b"a,b\n\xff,\xfe\nc,d\n\xff,e\n")
    report = check_table(tmp_path / "in.csv")
    assert (report.count, report.bad_rows, report.rows) == (3, 2, 3)
    assert [(bad.row, bad.field) for bad in report] == [(1, "a"), (1, "b"), (3, "a")]
