"""Tasks of Spark that fail once, and what comes out all the same."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession, functions
from utf8kit import spark

ROWS = 20_000
FILES = 4


def write_people(directory: Path) -> dict[int, bytes]:
    """Writes Parquet files, one for each partition, and returns the values by id."""
    values = {row: f"ligne {row} ".encode() + (b"\xe9t\xe9" if row % 100 == 3 else b"") for row in range(ROWS)}
    for file in range(FILES):
        part = {row: value for row, value in values.items() if row % FILES == file}
        table = pyarrow.table(
            {"id": pyarrow.array(part, pyarrow.int64()), "text": pyarrow.array(part.values(), pyarrow.binary())}
        )
        pyarrow.parquet.write_table(table, directory / f"{file}.parquet")
    return values


def is_first(marker: str) -> bool:
    """Returns True in the first call of all processes."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def once(marker, fault, begin):
    """Returns a function that passes batches on, and calls ``begin``. The first task alone has the fault, before its second half."""

    def work(batches):
        begin()
        for number, batch in enumerate(batches):
            if number == 1 and is_first(marker):
                fault()
            half = batch.num_rows // 2
            yield batch.slice(0, half)
            if number == 0 and is_first(marker):
                fault()
            yield batch.slice(half)

    return work


def check_each_row_comes_out_once(
    session: SparkSession, folder: Path, fault: Callable[[], None], begin: Callable[[], None] = lambda: None
) -> None:
    """Repairs the rows, and lists the bad ones, while a task has the fault."""
    directory = folder / "people"
    directory.mkdir()
    values = write_people(directory)
    clean, quarantine = str(folder / "clean"), str(folder / "quarantine")
    for part, path in [("repair", clean), ("find", quarantine)]:
        marker = str(folder / part)
        df = session.read.parquet(str(directory)).mapInArrow(once(marker, fault, begin), "id long, text binary")
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
