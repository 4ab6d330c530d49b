"""Measures what text costs at the size of a data lake: ``docs/SCALE.md`` has the results.

``python bench/scale.py core`` measures one core, on columns in memory, on Parquet and on compressed files.
``python bench/scale.py spark`` measures a doubling series of rows on Spark, on one executor and on two.
``python bench/scale.py wide`` compares the two ways in which Spark passes one column of many to Python and back.

The files are generated in a temporary directory (``--directory``) and removed at the end. Times are the best of several, and
those of ``core`` are times of the processor, in which others on the machine count least.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from utf8kit import arrow

sys.path.append(str(Path(__file__).parent.parent / "tests"))

MILLION = 1 << 20

# One row in so many has an error.
EVERY = 1000

WORDS = {
    "ASCII": "order shipped late refund customer parcel street invoice north river green paper",
    "French": "été déjà forêt leçon garçon élève après où voilà même très façade",
    "Russian": "заказ улица зима река город письмо",
    "Chinese": "订单 已发货 客户 街道 发票 北京 上海 你好 世界",
}


def phrases(kind: str, count: int = 1 << 16) -> list[bytes]:
    """Returns texts of about 22 bytes."""
    choose = random.Random(5)
    words = WORDS[kind].split()
    found = []
    for _ in range(count):
        text = choose.choice(words)
        while len(text.encode()) < 18:
            text += " " + choose.choice(words)
        found.append(text.encode())
    return found


class Rows:
    """Rows of about 30 bytes: a phrase and a number, so that no compression finds them equal."""

    def __init__(self, kinds: list[str], every: int = EVERY) -> None:
        good = [phrase for kind in kinds for phrase in phrases(kind, (1 << 16) // len(kinds))]
        self.good = pa.array(good, pa.binary())
        self.bad = pa.array([phrase[:9] + b"\xff" + phrase[9:] for phrase in good], pa.binary())
        self.every = every

    def batch(self, first: int, count: int) -> pa.RecordBatch:
        """Returns rows with ids from ``first`` on."""
        choose = np.random.default_rng(first)
        index = pa.array(choose.integers(0, len(self.good), count))
        phrase = self.good.take(index)
        if self.every:
            is_bad = np.arange(first, first + count) % self.every == 7
            phrase = pc.if_else(pa.array(is_bad), self.bad.take(index), phrase)
        number = pa.array(choose.integers(10**7, 10**8, count)).cast(pa.string()).cast(pa.binary())
        text = pc.binary_join_element_wise(phrase, number, b" ")
        return pa.record_batch({"id": pa.array(np.arange(first, first + count)), "text": text})

    def batches(self, rows: int, size: int = MILLION) -> Iterator[pa.RecordBatch]:
        for first in range(0, rows, size):
            yield self.batch(first, min(size, rows - first))


def text_bytes(column: pa.Array) -> int:
    """Returns the number of bytes of the values."""
    return int(pc.sum(pc.binary_length(column)).as_py() or 0)


def best(work: Callable[[], Any], repeat: int, children: bool = False) -> float:
    """Returns the least time of the processor that the work took, in this process or in those that it started."""

    def now() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF)
        return used.ru_utime + used.ru_stime

    times = []
    for _ in range(repeat):
        start = now()
        work()
        times.append(now() - start)
    return min(times)


def table(title: str, head: list[str], rows: list[list[str]]) -> None:
    """Prints a table of Markdown."""
    print(f"\n{title}\n")
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]

    def line(cells: list[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        return "| " + " | ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]) + " |"

    print(line(head))
    print("| " + " | ".join(["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]) + " |")
    for row in rows:
        print(line(row))


def number(value: float) -> str:
    """Returns the number with two digits that count, or all before the point."""
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "check": arrow.find_bad,
    "repair": lambda column: arrow.to_utf8(column, errors="replace"),
    "detect": arrow.detect,
}


def measure_memory(rows: int, repeat: int) -> None:
    """Columns that are in memory."""
    lines = []
    cases = [([kind], every) for kind in WORDS for every in (0, EVERY)] + [(list(WORDS), EVERY)]
    for kinds, every in cases:
        # As Spark and Parquet pass them: parts that fit the cache.
        batches = [batch.column("text") for batch in Rows(kinds, every).batches(rows, 1 << 16)]
        size = sum(map(text_bytes, batches))
        name = kinds[0] if len(kinds) == 1 else "all four"
        cells = [f"{name}, {'one row in 1000 bad' if every else 'no bad row'}", number(size / rows)]
        for operation in OPERATIONS.values():
            seconds = best(lambda operation=operation, batches=batches: [operation(b) for b in batches], repeat)
            cells.append(number(size / seconds / 1e9))
        lines.append(cells)
    table("Columns in memory, GB of text per second and core", ["text", "bytes per row", *OPERATIONS], lines)


def measure_parquet(directory: Path, rows: int, repeat: int) -> None:
    """Parquet in the page cache."""
    source = Rows(list(WORDS))
    size = sum(text_bytes(batch.column("text")) for batch in source.batches(rows))
    lines = []
    for codec in ("none", "snappy", "zstd"):
        path = directory / f"{codec}.parquet"
        # A dictionary would hold the few phrases once. Real text has more of them.
        with pq.ParquetWriter(path, source.batch(0, 1).schema, compression=codec, use_dictionary=False) as writer:
            for batch in source.batches(rows):
                writer.write_batch(batch)

        def read(work: Callable[[Any], Any] | None, path: Path = path) -> None:
            for batch in pq.ParquetFile(path).iter_batches(1 << 16, columns=["text"], use_threads=False):
                if work is not None:
                    work(batch.column(0))

        alone = best(lambda: read(None), repeat)
        cells = [codec, number(path.stat().st_size / size), number(size / alone / 1e9)]
        for operation in OPERATIONS.values():
            seconds = best(lambda operation=operation: read(operation), repeat)
            cells += [number(size / seconds / 1e9), f"{max(0.0, 1 - alone / seconds):.0%}"]
        lines.append(cells)
        path.unlink()
    head = ["compression", "file / text", "read alone"]
    for name in OPERATIONS:
        head += [f"and {name}", "of it ours"]
    table("Parquet in the page cache, GB of text per second and core", head, lines)


def measure_files(directory: Path, rows: int, repeat: int) -> None:
    """Text files in the page cache, with the command."""
    plain = directory / "rows.txt"
    with plain.open("wb") as file:
        for batch in Rows(list(WORDS)).batches(rows):
            text = pc.binary_join_element_wise(
                batch.column("id").cast(pa.string()).cast(pa.binary()), batch.column("text"), b","
            )
            file.write(b"\n".join(text.to_pylist()) + b"\n")
    size = plain.stat().st_size
    compressed = directory / "rows.txt.gz"
    with gzip.open(compressed, "wb", 6) as packed, plain.open("rb") as file:
        while piece := file.read(1 << 20):
            packed.write(piece)
    files = [("none", plain, ["cat"]), ("gzip -6", compressed, ["gzip", "-dc"])]
    modern = directory / "rows.txt.zst"
    try:
        subprocess.run(["zstd", "-q", "-3", str(plain), "-o", str(modern)], check=True)
        files.append(("zstd -3", modern, ["zstd", "-dc", "--single-thread"]))
    except FileNotFoundError:
        print("zstd is not installed: left out")
    command = [sys.executable, "-m", "utf8kit"]
    check = [*command, "check", "--jobs", "1", "--statistics", "--exit-zero"]
    start = best(lambda: subprocess.run([*command, "--version"], stdout=subprocess.DEVNULL, check=True), repeat, True)
    lines = []
    for name, path, unpack in files:

        def run(arguments: list[str], path: Path = path) -> None:
            subprocess.run([*arguments, str(path)], stdout=subprocess.DEVNULL, check=True)

        options = ["-z"] if path != plain else []
        cells = [name, number(path.stat().st_size / size)]
        for arguments in (
            unpack,
            [*check, *options, "--select", "ill-formed"],
            [*check, *options],
        ):
            seconds = best(lambda arguments=arguments, run=run: run(arguments), repeat, children=True)
            # Python starts in a few hundredths of a second, which text of a terabyte does not notice.
            seconds -= start if arguments != unpack else 0
            cells.append(number(size / seconds / 1e9))
        lines.append(cells)
    head = ["compression", "file / text", "unpacked by its program", "utf8 check, ill-formed", "utf8 check, all rules"]
    table("Text files in the page cache, GB of text per second and core", head, lines)


def processor_seconds(processes: list[int]) -> float:
    """Returns the time of the processor of processes and of their children that have ended."""
    ticks = 0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def peak(processes: list[int]) -> float:
    """Returns the most memory that one of the processes had, in MB."""
    found = [0.0]
    for process in processes:
        try:
            lines = Path(f"/proc/{process}/status").read_text().splitlines()
        except OSError:
            continue
        found += [int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")]
    return max(found)


def forget_peaks(processes: list[int]) -> None:
    """Lets the highest use of memory begin anew."""
    for process in processes:
        try:
            Path(f"/proc/{process}/clear_refs").write_text("5")
        except OSError:
            continue


def measure_spark(directory: Path, most: int, repeat: int, executors: list[int]) -> list[dict[str, Any]]:
    """A doubling series over rows."""
    from cluster import Cluster
    from pyspark.sql import DataFrame
    from utf8kit import spark

    data = directory / "rows"
    data.mkdir()
    source = Rows(list(WORDS))
    results = []
    known: dict[int, int] = {}

    def noop(df: DataFrame) -> None:
        df.write.format("noop").mode("overwrite").save()

    works: dict[str, Callable[[DataFrame], object]] = {
        "scan": noop,
        "python": lambda df: noop(df.select("text").mapInArrow(iterate, "text binary")),
        "check": lambda df: spark.find_bad(df, "text", keep=["id"]).count(),
        "repair": lambda df: noop(spark.repair(df, "text")),
    }
    for count in executors:
        cluster = Cluster(count)
        with cluster as session:
            rows = MILLION
            while rows <= most:
                # Files of a million rows: the first of them are the smaller sizes.
                for index in range(rows // MILLION):
                    path = data / f"{index:03}.parquet"
                    if index not in known:
                        batch = source.batch(index * MILLION, MILLION)
                        known[index] = text_bytes(batch.column("text"))
                        pq.write_table(pa.table(batch), path, compression="snappy", use_dictionary=False)
                paths = [str(data / f"{index:03}.parquet") for index in range(rows // MILLION)]
                size = sum(known[index] for index in range(rows // MILLION))
                df = session.read.parquet(*paths)
                if rows == MILLION:
                    # The first query compiles and starts workers.
                    for work in works.values():
                        work(df)
                for name, work in works.items():
                    least: dict[str, Any] = {}
                    for _ in range(repeat if rows < 4 * MILLION else 1):
                        processes = cluster.processes()
                        # The Java process of the driver is one too; it waits.
                        forget_peaks(list(processes))
                        used, start = processor_seconds(list(processes)), time.perf_counter()
                        found = work(df)
                        wall = time.perf_counter() - start
                        processes = cluster.processes()
                        workers = [p for p, arguments in processes.items() if "pyspark.daemon" in arguments]
                        backends = [
                            p for p, arguments in processes.items() if "CoarseGrainedExecutorBackend" in arguments
                        ]
                        result = {
                            "executors": count,
                            "rows": rows,
                            "bytes": size,
                            "work": name,
                            "wall": wall,
                            "processor": processor_seconds(list(processes)) - used,
                            "worker_mb": peak(workers),
                            "executor_mb": peak(backends),
                        }
                        if name == "check":
                            expected = len(range(7, rows, EVERY))
                            assert found == expected, f"{found} rows found, {expected} expected"
                        if not least or result["wall"] < least["wall"]:
                            least = result
                    results.append(least)
                    print(json.dumps(least), file=sys.stderr, flush=True)
                rows *= 2
    return results


def measure_wide(directory: Path, rows: int, repeat: int) -> None:
    """The repair of one column of a narrow and of a wide table, in both ways that Spark has."""
    from cluster import Cluster
    from pyspark.sql import functions
    from utf8kit import spark

    source = Rows(list(WORDS))
    for index, batch in enumerate(source.batches(rows)):
        pq.write_table(pa.table(batch), directory / f"{index:03}.parquet", compression="snappy", use_dictionary=False)
    more = [f"id + {i} as number{i}" for i in range(5)] + [f"concat('text {i} ', id) as text{i}" for i in range(5)]
    lines = []
    with Cluster(1) as session:
        narrow = session.read.parquet(str(directory))
        for name, df in {"2 columns": narrow, "12 columns": narrow.selectExpr("*", *more)}.items():
            newer = spark.repair(df, "text")
            known = functions.arrow_udf
            del functions.arrow_udf
            older = spark.repair(df, "text")
            functions.arrow_udf = known
            times = [math.inf] * 3
            # They take turns, so that others on the machine slow all of them.
            for _ in range(repeat + 1):
                for index, each in enumerate((df, older, newer)):
                    start = time.perf_counter()
                    each.write.format("noop").mode("overwrite").save()
                    times[index] = min(times[index], time.perf_counter() - start)
            cells = [name, *map(number, times)]
            lines.append(cells)
    head = [f"{rows // MILLION} * 2^20 rows", "scan, s", "repair by mapInArrow, s", "repair by arrow_udf, s"]
    table("Spark, one executor of one core", head, lines)


def iterate(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Passes the batches on: what Spark's way to Python and back costs."""
    yield from batches


def print_spark(results: list[dict[str, Any]]) -> None:
    """Prints the series."""
    for count in sorted({result["executors"] for result in results}):
        lines = []
        for rows in sorted({result["rows"] for result in results}):
            cells = [str(rows // MILLION)]
            some = {r["work"]: r for r in results if r["rows"] == rows and r["executors"] == count}
            cells += [number(r["wall"]) for r in some.values()]
            cells += [number(some[name]["bytes"] / some[name]["processor"] / 1e6) for name in ("check", "repair")]
            cells.append(f"{max(r['worker_mb'] for r in some.values()):.0f}")
            cells.append(f"{max(r['executor_mb'] for r in some.values()):.0f}")
            lines.append(cells)
        head = ["2^20 rows", "scan, s", "to Python and back, s", "check, s", "repair, s"]
        head += ["check, MB/s and core", "repair, MB/s and core", "worker, MB", "executor, MB"]
        table(f"Spark, {count} executor{'s' if count > 1 else ''} of one core", head, lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["core", "spark", "wide"])
    parser.add_argument(
        "--directory", type=Path, help="where to generate files, 2.5 GB at most (default: the system's)"
    )
    parser.add_argument("--rows", type=int, help="2^20 rows (core and wide: 4; spark: 64, the largest of the series)")
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the best counts (default: 5)")
    parser.add_argument("--executors", type=int, nargs="+", default=[1, 2], help="spark: how many (default: 1 2)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="utf8kit-scale-", dir=arguments.directory) as name:
        directory = Path(name)
        if arguments.what == "core":
            pa.set_cpu_count(1)
            rows = (arguments.rows or 4) * MILLION
            measure_memory(rows, arguments.repeat)
            measure_parquet(directory, rows, arguments.repeat)
            measure_files(directory, rows, arguments.repeat)
        elif arguments.what == "wide":
            measure_wide(directory, (arguments.rows or 4) * MILLION, arguments.repeat)
        else:
            most = (arguments.rows or 64) * MILLION
            print_spark(measure_spark(directory, most, arguments.repeat, arguments.executors))


if __name__ == "__main__":
    main()
