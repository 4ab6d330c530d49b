"""Functions of SQL for DuckDB."""

import duckdb
import pytest
import utf8kit.duckdb


@pytest.fixture
def connection():
    connection = duckdb.connect()
    utf8kit.duckdb.register(connection)
    connection.execute("create table t (id integer, c blob, e varchar)")
    rows = [
        (1, b"caf\xc3\xa9", "replace"),
        (2, b"caf\xe9", "as:windows-1252"),
        (3, None, "replace"),
        (4, b"\xe9", None),
    ]
    connection.executemany("insert into t values (?, ?, ?)", rows)
    return connection


def column(connection, expression):
    return [row[0] for row in connection.sql(f"select {expression} from t order by id").fetchall()]


def test_each_function(connection):
    assert column(connection, "utf8kit_is_valid(c)") == [True, False, None, False]
    assert column(connection, "utf8kit_kind(c)") == [None, "unexpected-end", None, "unexpected-end"]
    assert column(connection, "utf8kit_repair(c, 'replace')") == ["café", "caf\ufffd", None, "\ufffd"]
    assert column(connection, "utf8kit_repair(c, 'null')") == ["café", None, None, None]
    assert column(connection, "utf8kit_decode(c, 'cp1252', 'strict')") == ["cafÃ©", "café", None, "é"]
    assert column(connection, "utf8kit_fix('caf\u00c3\u00a9')") == ["café"] * 4
    assert column(connection, "utf8kit_fix(null::varchar)") == [None] * 4


def test_options_can_differ_from_row_to_row(connection):
    assert column(connection, "utf8kit_repair(c, e)") == ["café", "café", None, None]


def test_wrong_options_are_errors(connection):
    with pytest.raises(duckdb.Error, match="unknown value"):
        column(connection, "utf8kit_repair(c, 'nonsense')")
    with pytest.raises(duckdb.Error, match="unknown encoding"):
        column(connection, "utf8kit_decode(c, 'nonsense', 'strict')")
    with pytest.raises(duckdb.Error, match="row 1"):
        column(connection, "utf8kit_repair(c, 'strict')")


def test_many_rows(connection):
    connection.execute(
        "create table many as select i, case when i % 7 = 0 then '\\xFF'::blob else 'x'::blob end as c from range(100000) r(i)"
    )
    found = connection.sql("select count(*) from many where not utf8kit_is_valid(c)").fetchall()
    assert found == [(14286,)]
    assert connection.sql("select sum(length(utf8kit_repair(c, 'drop'))) from many").fetchall() == [(100000 - 14286,)]
