"""`utf8kit.spark`, on a cluster of two executors on this machine."""

import os
import random
import subprocess
import sys
import time

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

import pyarrow
import pyarrow.parquet
import utf8kit
from cluster import Cluster
from pyspark.sql import functions, types
from sampling import sample
from utf8kit import spark

# A cluster takes seconds to start, and its processes cannot run under AddressSanitizer.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

ROWS = sample(1_000_000)
FILES = 8
BAD = sample(1000)


@pytest.fixture(scope="module")
def session(java):
    # Several batches for a file.
    cluster = Cluster(2, **{"spark.sql.execution.arrow.maxRecordsPerBatch": str(ROWS // 50)})
    with cluster as session:
        yield session
    assert cluster.processes() == {}
    assert not cluster.directory.exists()


@pytest.fixture(scope="module")
def many_rows(tmp_path_factory):
    """Returns a directory of Parquet files, and the bad values by id."""
    choose = random.Random(3)
    bad = {}
    for row in choose.sample(range(ROWS), BAD):
        error = choose.choice([b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x82", b"\x80", b"\xf4\x90\x80\x80"])
        bad[row] = f"ligne {row} ".encode() + error + choose.choice([b"", " été".encode()])
    directory = tmp_path_factory.mktemp("many")
    size = ROWS // FILES
    for file in range(FILES):
        rows = range(file * size, (file + 1) * size)
        text = [bad.get(row) or (None if row % 1000 == 7 else f"ligne {row} café".encode()) for row in rows]
        table = pyarrow.table(
            {"id": pyarrow.array(rows, pyarrow.int64()), "text": pyarrow.array(text, pyarrow.binary())}
        )
        pyarrow.parquet.write_table(table, directory / f"{file}.parquet")
    return directory, bad


def test_many_rows(session, many_rows):
    directory, bad = many_rows
    assert session.sparkContext.getConf().get("spark.master") == "local-cluster[2,1,1024]"
    df = session.read.parquet(str(directory))
    found = spark.find_bad(df, "text", keep=["id"]).collect()
    assert len(found) == BAD
    assert {row.id for row in found} == set(bad)
    for row in found:
        start = bad[row.id].decode("utf-8", "replace").index("\ufffd")
        assert row.offset == len(bad[row.id].decode("utf-8", "replace")[:start].encode())
        assert bad[row.id][max(row.offset - 16, 0) : row.offset + row.length + 16] == row.context
    # Spark has a check of its own.
    by_spark = "not is_valid_utf8(cast(text as string))"
    assert df.where(by_spark).count() == BAD
    clean = spark.repair(df, "text", "replace")
    assert clean.schema["text"].dataType == types.StringType()
    counts = clean.selectExpr("count(*)", "count(text)", f"count_if({by_spark})", "count_if(contains(text, '\ufffd'))")
    nulls = sum(row % 1000 == 7 and row not in bad for row in range(ROWS))
    assert tuple(counts.first()) == (ROWS, ROWS - nulls, 0, BAD)
    repaired = clean.where("contains(text, '\ufffd')").collect()
    assert {row.id: row.text for row in repaired} == {row: text.decode("utf-8", "replace") for row, text in bad.items()}


def test_hidden_columns_identify_rows(session, many_rows):
    directory, bad = many_rows
    df = session.read.parquet(str(directory / "3.parquet"))
    found = spark.find_bad(df, "text", keep=["_metadata.file_name", "_metadata.row_index"]).collect()
    first = 3 * ROWS // FILES
    assert {row.row_index + first for row in found} == {row for row in bad if 0 <= row - first < ROWS // FILES}
    assert {row.file_name for row in found} == {"3.parquet"}


def test_work_runs_on_both_executors(session, tmp_path):
    directory = str(tmp_path)

    def where(batches):
        from pyspark import TaskContext

        for _ in batches:
            # The first executor waits until the second has been given work, too.
            open(f"{directory}/{os.getppid()}", "w").close()
            end = time.monotonic() + 60
            while len(os.listdir(directory)) < 2 and time.monotonic() < end:
                time.sleep(0.01)
            yield pyarrow.RecordBatch.from_pydict({"name": [str(os.getppid())]})
        assert TaskContext.get() is not None

    df = session.range(0, 4, 1, 4).mapInArrow(where, "name string")
    assert df.distinct().count() == 2


@pytest.fixture(scope="module")
def few(session):
    """Returns a DataFrame with what a column can hold."""
    rows = [
        (1, bytearray(b"a\xffb\xc0\xafc"), [1], {"x": 1.5}),
        (2, None, None, None),
        (3, bytearray(b""), [], {}),
        (4, bytearray("été".encode()), [2, 3], {"y": None}),
        (5, bytearray(b"\xe9t\xe9"), [4], {"z": 2.0}),
    ]
    schema = "Id bigint not null, raw binary, list array<int>, map map<string, double>"
    df = session.createDataFrame(rows, schema).coalesce(1)
    return df.withColumn("text", functions.col("raw").cast("string")).withColumn("s", functions.struct("raw"))


def test_find_bad_names_each_error(few):
    found = spark.find_bad(few, "raw", all=True, keep=["Id", "list"], around=1).orderBy("Id", "offset")
    assert found.dtypes == [
        ("Id", "bigint"),
        ("list", "array<int>"),
        ("offset", "bigint"),
        ("length", "int"),
        ("kind", "string"),
        ("context", "binary"),
    ]
    expected = [
        (1, [1], 1, 1, "never-valid", b"a\xffb"),
        (1, [1], 3, 1, "overlong", b"b\xc0\xaf"),
        (1, [1], 4, 1, "unexpected-continuation", b"\xc0\xafc"),
        (5, [4], 0, 1, "missing-continuation", b"\xe9t"),
        (5, [4], 2, 1, "unexpected-end", b"t\xe9"),
    ]
    assert [tuple(row) for row in found.collect()] == expected


@pytest.mark.parametrize("column", ["text", "s.raw", "s"])
def test_find_bad_in_strings_and_fields(few, column):
    if column == "s":
        with pytest.raises(TypeError, match=r"'s' has the type struct<raw:binary>: expected binary or string"):
            spark.find_bad(few, column)
        return
    found = spark.find_bad(few, column, keep=[functions.col("Id").alias("row")]).orderBy("row").collect()
    assert [(row.row, row.offset, row.context) for row in found] == [(1, 1, b"a\xffb\xc0\xafc"), (5, 0, b"\xe9t\xe9")]


@pytest.mark.parametrize("keep", [["Id", "raw"], ["raw"], ["RAW"], ["raw", "value"]])
def test_find_bad_keeps_the_column_that_it_checks(few, keep):
    few = few.withColumn("value", functions.lit(1))
    found = spark.find_bad(few, "raw", keep=keep).collect()
    [name] = [name for name in keep if name.lower() == "raw"]
    assert sorted((bytes(row[name]), row.offset) for row in found) == [(b"a\xffb\xc0\xafc", 1), (b"\xe9t\xe9", 0)]


def test_without_a_bad_row_the_result_is_empty(session):
    df = session.range(10).select(functions.lit("été").alias("text"))
    assert spark.find_bad(df, "text", keep=[]).collect() == []


@pytest.fixture(params=["arrow_udf", "mapInArrow"])
def way(request, monkeypatch):
    """Selects how a column is replaced: as newer and as older versions of PySpark can."""
    if request.param == "mapInArrow":
        monkeypatch.delattr(functions, "arrow_udf", raising=False)
    elif not hasattr(functions, "arrow_udf"):
        pytest.skip("this PySpark has no arrow_udf")


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("column", ["raw", "TEXT"])
@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ("replace", ["a\ufffdb\ufffd\ufffdc", None, "", "été", "\ufffdt\ufffd"]),
        ("drop", ["abc", None, "", "été", "t"]),
        ("null", [None, None, "", "été", None]),
        ("as:windows-1252", ["aÿbÀ¯c", None, "", "été", "été"]),
    ],
)
def test_repair(few, column, errors, expected):
    clean = spark.repair(few, column, errors)
    name = column.lower()
    assert [field.name for field in clean.schema] == few.columns
    for old, new in zip(few.schema, clean.schema, strict=True):
        assert new.dataType == (types.StringType() if old.name == name else old.dataType)
        assert (new.nullable, new.metadata) == (old.nullable, old.metadata)
    rows = clean.orderBy("Id").collect()
    assert [row[name] for row in rows] == expected
    others = [each for each in few.columns if each not in ("raw", "text", "s")]
    assert clean.select(*others).orderBy("Id").collect() == few.select(*others).orderBy("Id").collect()


@pytest.mark.usefixtures("way")
def test_what_is_never_null_stays_so(session):
    df = session.range(3).select("id", functions.lit(b"a\xff").alias("text", metadata={"a": 1}))
    clean = spark.repair(df, "text")
    assert (clean.schema["text"].nullable, clean.schema["text"].metadata) == (False, {"a": 1})
    assert [row.text for row in clean.collect()] == ["a\ufffd"] * 3
    assert spark.repair(df, "text", "null").schema["text"].nullable


def test_types_that_arrow_has_not(session):
    df = session.range(1).selectExpr("interval 3 months as m", "parse_json('[1]') as v", "X'61FF' as text")
    clean = spark.repair(df, "text")
    assert clean.schema["m"] == df.schema["m"]
    assert clean.selectExpr("m = interval 3 months", "to_json(v)", "text").first() == (True, "[1]", "a\ufffd")


@pytest.mark.usefixtures("way")
def test_raise_ends_the_query(few):
    with pytest.raises(Exception, match="row 0: ill-formed UTF-8 at offset 1"):
        spark.repair(few, "raw", "raise").collect()


@pytest.mark.usefixtures("way")
def test_transcode(session):
    texts = ["été", None, "", "😀"]
    rows = [(None if text is None else bytearray(text.encode("utf-16-le")),) for text in texts]
    df = session.createDataFrame(rows, "text binary").coalesce(1)
    assert [row.text for row in spark.transcode(df, "text", "utf-16le").collect()] == texts


def test_detect(session):
    words = ["élève", "déjà vu", "Noël", "où", "français", "forêt", "théâtre", "hôtel", "garçon", "là-bas", None] * 5
    rows = [(None if word is None else bytearray(word.encode("windows-1252")),) for word in words]
    rows += [(None if word is None else bytearray(word.encode()),) for word in words]
    # A partition for each encoding.
    df = session.createDataFrame(session.sparkContext.parallelize(rows, 2), "text binary")
    found = {tuple(row) for row in spark.detect(df, "text").collect()}
    assert found == {("UTF-8", 50, 0), ("windows-1252", 50, 50)}


@pytest.fixture
def files(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "good.txt").write_bytes("été\n".encode())
    (tmp_path / "bad.txt").write_bytes(b"a\nb \xc0\xaf\n")
    (tmp_path / "sub" / "french.txt").write_bytes("Les élèves étaient à l’école. Où ça ?".encode("cp1252"))
    (tmp_path / "sub" / "empty.txt").write_bytes(b"")
    return tmp_path


@pytest.mark.skipif(not hasattr(utf8kit, "check"), reason="utf8kit.check is not built in")
def test_check_files(session, files):
    found = spark.check_files(session, f"{files}/**", "ill-formed").orderBy("path", "offset").collect()
    [bad] = [row for row in found if row.path.endswith("bad.txt")]
    assert (bad.rule, bad.kind, bad.line, bad.column, bad.offset, bad.length) == ("ill-formed", "overlong", 2, 3, 4, 2)
    assert bad.message == "`C0 AF` is an overlong encoding of U+002F"
    assert {row.path.rsplit("/", 1)[1] for row in found} == {"bad.txt", "french.txt"}
    assert spark.check_files(session, f"{files}/*.txt").count() == 1
    with pytest.raises(ValueError, match="no such rule"):
        spark.check_files(session, f"{files}/**", "ill-fromed")


@pytest.mark.skipif(not hasattr(utf8kit, "detect"), reason="utf8kit.detect is not built in")
def test_detect_files(session, files):
    found = {row.path.rsplit("/", 1)[1]: row for row in spark.detect_files(session, f"{files}/**").collect()}
    encodings = {name: row.encoding for name, row in found.items()}
    # Spark skips empty files.
    assert encodings == {"good.txt": "UTF-8", "bad.txt": "UTF-8", "french.txt": "windows-1252"}
    assert found["bad.txt"].ill_formed_at == 4
    assert found["good.txt"].bytes == 6


def test_errors_say_what_was_expected(few):
    with pytest.raises(ValueError, match="no column 'missing': the DataFrame has 'Id', 'raw'"):
        spark.repair(few, "missing")
    with pytest.raises(TypeError, match="'Id' has the type bigint: expected binary or string"):
        spark.repair(few, "Id")
    with pytest.raises(ValueError, match='unknown value "nonsense" of errors'):
        spark.repair(few, "raw", "nonsense")
    with pytest.raises(ValueError, match='unknown encoding "nonsense"'):
        spark.transcode(few, "raw", "nonsense")
    with pytest.raises(ValueError, match="two columns have the name 'Id'"):
        spark.find_bad(few, "raw", keep=["Id", "raw", "Id"])
    with pytest.raises(ValueError, match="a column 'offset' of its own"):
        spark.find_bad(few, "raw", keep=[functions.col("Id").alias("Offset")])


def test_without_pyspark_the_error_says_what_to_install():
    code = "import sys; sys.modules['pyspark'] = None; from utf8kit import spark; spark.find_bad(None, 'a')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "utf8kit.spark needs pyspark: pip install 'utf8kit[spark]'" in done.stderr
