"""The functions of SQL that `utf8kit.spark` registers, and the programs of docs/spark.md."""

import os
import re
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

import pyspark
from cluster import Cluster
from pyspark.sql import functions
from sampling import THOROUGH
from utf8kit import spark

# A cluster takes seconds to start, and its processes cannot run under AddressSanitizer.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

PAGE = Path(__file__).parents[3] / "docs/spark.md"

# The values of `people`: UTF-8, windows-1252, nothing, an overlong sequence, double encoding, no bytes.
NAMES = ["José".encode(), b"Ren\xe9", None, b"a\xc0\xafb", "José".encode().decode("cp1252").encode(), b""]


def programs(language):
    """Returns the programs of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def session(java):
    with Cluster(1) as session:
        rows = [(row, None if name is None else bytearray(name)) for row, name in enumerate(NAMES)]
        people = session.createDataFrame(rows, "id int, name binary")
        # Several batches, in one of which all is null.
        people.repartition(3, "id").createOrReplaceTempView("people")
        yield session


@pytest.fixture(params=["arrow_udf", "pandas_udf"])
def registered(session, request, monkeypatch):
    """Registers the functions as newer and as older versions of PySpark can."""
    if request.param == "pandas_udf":
        pytest.importorskip("pandas")
        monkeypatch.delattr(functions, "arrow_udf", raising=False)
    elif not hasattr(functions, "arrow_udf"):
        pytest.skip("this PySpark has no arrow_udf")
    spark.register(session)
    return session


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("utf8kit_is_valid(name)", [True, False, None, False, True, True]),
        ("utf8kit_is_valid(cast(name as string))", [True, False, None, False, True, True]),
        ("utf8kit_kind(name)", [None, "unexpected-end", None, "overlong", None, None]),
        ("utf8kit_repair(name, 'replace')", ["José", "Ren\ufffd", None, "a\ufffd\ufffdb", "JosÃ©", ""]),
        ("utf8kit_repair(name, 'null')", ["José", None, None, None, "JosÃ©", ""]),
        ("utf8kit_repair(name, if(id = 1, 'as:windows-1252', 'drop'))", ["José", "René", None, "ab", "JosÃ©", ""]),
        ("utf8kit_repair(name, if(id = 1, null, 'drop'))", ["José", None, None, "ab", "JosÃ©", ""]),
        ("utf8kit_decode(name, 'windows-1252', 'raise')", ["JosÃ©", "René", None, "aÀ¯b", "JosÃƒÂ©", ""]),
        ("utf8kit_fix(utf8kit_repair(name, 'as:windows-1252'))", ["José", "René", None, "aÀ¯b", "José", ""]),
    ],
)
def test_functions_of_sql(registered, call, expected):
    rows = registered.sql(f"select id, {call} as result from people order by id").collect()
    assert [row.result for row in rows] == expected


def test_errors_say_what_was_expected(registered):
    with pytest.raises(Exception, match="unknown value"):
        registered.sql("select utf8kit_repair(name, 'nonsense') from people").collect()


def test_scala_calls_them_in_the_same_session(registered):
    # The object of Scala that a notebook shares with Python.
    counted = registered._jsparkSession.sql("select count(*) from people where not utf8kit_is_valid(name)")
    assert counted.first().getLong(0) == 2


def test_the_programs_of_the_page_in_sql(session):
    [register] = programs("python")
    exec(register, {"session": session})
    results = {}
    for program in programs("sql"):
        for statement in filter(str.strip, program.split(";\n")):
            results[statement.split("FROM")[0].strip()] = session.sql(statement).collect()
    bad = results["SELECT id, utf8kit_kind(name) AS kind, hex(name) AS bytes"]
    assert sorted(map(tuple, bad)) == [(1, "unexpected-end", "52656EE9"), (3, "overlong", "61C0AF62")]
    expected = {0: "José", 1: "René", 2: None, 3: "aÀ¯b", 4: "JosÃ©", 5: ""}
    assert dict(map(tuple, results["SELECT id, as_text(name) AS name"])) == expected
    assert dict(map(tuple, session.table("clean").collect())) == expected
    assert sorted(row.id for row in session.table("quarantine").collect()) == [1, 3]
    session.sql("DROP TABLE quarantine")


@pytest.mark.skipif(not THOROUGH, reason="the shell of Scala takes half a minute to start")
def test_the_program_of_the_page_in_scala(java, tmp_path):
    (tmp_path / "people.csv").write_bytes("id,name\n1,José\n".encode() + b"2,Ren\xe9\n")
    [program] = programs("scala")
    shown = 'println("clean " + clean.map(_.toList.map(_.toInt)).collect().toList)\nprintln("bad " + bad.count())\n'
    (tmp_path / "program.scala").write_text(f"{program}{shown}System.exit(0)\n")
    home = Path(pyspark.__file__).parent
    options = ["--master", "local[1]", "--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1"]
    done = subprocess.run(
        [home / "bin/spark-shell", *options, "-I", "program.scala"],
        env=os.environ | {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"},
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    expected = [[*map(ord, line)] for line in ("id,name", "1,José", "2,René")]
    lists = ", ".join(f"List({', '.join(map(str, line))})" for line in expected)
    assert f"clean List({lists})" in done.stdout, done.stdout + done.stderr
    assert "bad 1" in done.stdout
