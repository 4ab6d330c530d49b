"""`utf8kit.datafusion`."""

import pytest

pytest.importorskip("datafusion")
pytest.importorskip("pyarrow")

import datafusion
import pyarrow
import utf8kit.datafusion


@pytest.fixture
def context():
    """Returns a context with the functions and a table of some values."""
    context = datafusion.SessionContext()
    utf8kit.datafusion.register(context)
    values = pyarrow.array([b"a\xffb", None, b"", "été".encode(), b"\xe9t\xe9"], pyarrow.binary())
    table = pyarrow.table({"id": range(5), "raw": values})
    context.register_record_batches("t", [table.to_batches()])
    return context


def column(context, query):
    return pyarrow.table(context.sql(query)).column(0).to_pylist()


def test_is_valid(context):
    assert column(context, "select utf8kit_is_valid(raw) from t order by id") == [False, None, True, True, False]
    assert column(context, "select id from t where not utf8kit_is_valid(raw) order by id") == [0, 4]


def test_repair(context):
    expected = ["a\ufffdb", None, "", "été", "\ufffdt\ufffd"]
    assert column(context, "select utf8kit_repair(raw) from t order by id") == expected


def test_strings(context):
    assert column(context, "select utf8kit_is_valid(arrow_cast('été', 'Binary'))") == [True]
    assert column(context, "select utf8kit_repair(arrow_cast('été', 'Binary'))") == ["été"]
