"""`utf8kit.spark` on a cluster that loses an executor and repeats tasks: each row comes out once.

Speculative tasks are not tested: Spark starts the second attempt of a task on another host only, and a cluster of processes has one.
"""

import os
import signal
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

import pyarrow
import pyarrow.parquet
from cluster import Cluster
from pyspark.sql import functions
from utf8kit import spark

# A cluster takes seconds to start, and its processes cannot run under AddressSanitizer.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")]

ROWS = 20_000
FILES = 4


@pytest.fixture(scope="module")
def session(java):
    with Cluster(2, **{"spark.task.maxFailures": "4"}) as session:
        yield session


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    """Returns a directory of Parquet files, one for each partition, and the values by id."""
    values = {row: f"ligne {row} ".encode() + (b"\xe9t\xe9" if row % 100 == 3 else b"") for row in range(ROWS)}
    directory = tmp_path_factory.mktemp("people")
    for file in range(FILES):
        part = {row: value for row, value in values.items() if row % FILES == file}
        table = pyarrow.table(
            {"id": pyarrow.array(part, pyarrow.int64()), "text": pyarrow.array(part.values(), pyarrow.binary())}
        )
        pyarrow.parquet.write_table(table, directory / f"{file}.parquet")
    return directory, values


def is_first(marker: str) -> bool:
    """Returns True in the first call of all processes."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def once(marker, fault):
    """Returns a function that passes batches on, and has the fault in the first task alone, before its second half."""

    def work(batches):
        for number, batch in enumerate(batches):
            if number == 1 and is_first(marker):
                fault()
            half = batch.num_rows // 2
            yield batch.slice(0, half)
            if number == 0 and is_first(marker):
                fault()
            yield batch.slice(half)

    return work


def end_executor() -> None:
    """Ends the Java process that this Python process works for."""
    daemon = Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()
    executor = int(daemon[1])
    assert b"CoarseGrainedExecutorBackend" in Path(f"/proc/{executor}/cmdline").read_bytes()
    os.kill(executor, signal.SIGKILL)
    time.sleep(60)


def fail() -> None:
    raise OSError("the disk is full")


@pytest.mark.parametrize("fault", [fail, end_executor], ids=lambda fault: fault.__name__)
def test_each_row_comes_out_once(session, people, tmp_path, fault):
    directory, values = people
    clean, quarantine = str(tmp_path / "clean"), str(tmp_path / "quarantine")
    for part, path in [("repair", clean), ("find", quarantine)]:
        marker = str(tmp_path / part)
        df = session.read.parquet(str(directory)).mapInArrow(once(marker, fault), "id long, text binary")
        if part == "repair":
            spark.repair(df, "text", "as:windows-1252").write.parquet(path)
        else:
            # The bad rows, whole, in a table of their own.
            whole = functions.col("text").alias("whole")
            spark.find_bad(df, "text", keep=["id", whole]).write.parquet(path)
        assert Path(marker).exists()
    repaired = {row.id: row.text for row in session.read.parquet(clean).collect()}
    assert session.read.parquet(clean).count() == ROWS
    assert repaired == {row: value.decode("windows-1252") for row, value in values.items()}
    bad = session.read.parquet(quarantine).collect()
    expected = sorted(row for row, value in values.items() if b"\xe9" in value)
    assert sorted(row.id for row in bad) == expected
    assert all(bytes(row.whole) == values[row.id] and row.offset == values[row.id].index(b"\xe9") for row in bad)
