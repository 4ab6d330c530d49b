"""Measures columns against the casts of pyarrow and arrow-rs: `python bench/columns.py TEXT...`.

arrow-rs is measured through arro3, whose cast calls `GenericStringArray::try_from_binary`: it validates all values at once, and
neither of the two copies any.

Each TEXT is a file of UTF-8. Its characters, repeated, are cut into rows of 10, 50 and 500 bytes or a little less, 100 MB for
each column. Every number is the best of several runs, all of one process. Times are of one core.
"""

from __future__ import annotations

import argparse
import pathlib
import time
from collections.abc import Callable
from functools import partial

import arro3.compute
import arro3.core
import numpy as np
import pyarrow as pa
from utf8kit import arrow


def rows_of(text: bytes, length: int, size: int) -> pa.Array:
    """Returns `size` bytes of the text in rows of `length` bytes or a little less, cut between characters."""
    data = np.frombuffer(text * (size // len(text) + 1), np.uint8)[:size]
    ends = np.arange(length, size, length)
    for _ in range(3):
        ends = ends - ((data[ends] & 0xC0) == 0x80)
    offsets = np.concatenate([[0], ends]).astype(np.int32)
    offsets = np.append(offsets, np.int32(ends[-1]))[: len(ends) + 1]
    return pa.Array.from_buffers(
        pa.binary(), len(ends), [None, pa.py_buffer(offsets.tobytes()), pa.py_buffer(data.tobytes())]
    )


def damaged(column: pa.Array, every: int) -> pa.Array:
    """Returns the column with an ill-formed byte in one of so many rows."""
    offsets = np.frombuffer(column.buffers()[1], np.int32)
    data = np.frombuffer(column.buffers()[2], np.uint8).copy()
    starts = offsets[:-1][every // 2 :: every]
    starts = starts[starts < data.size]
    data[starts] = 0xFF
    return pa.Array.from_buffers(pa.binary(), len(column), [None, column.buffers()[1], pa.py_buffer(data.tobytes())])


def best(work: Callable[[], object], seconds: float) -> float:
    """Returns the shortest time of many runs."""
    shortest = float("inf")
    end = time.perf_counter() + seconds
    runs = 0
    while runs < 3 or (time.perf_counter() < end and runs < 1000):
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
        runs += 1
    return shortest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="+", type=pathlib.Path, metavar="TEXT")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0, help="the time for each number")
    parser.add_argument("--rows", type=int, nargs="*", default=[10, 50, 500])
    options = parser.parse_args()
    size = options.megabytes * 1_000_000
    print(
        "| text | bytes a row | cast of pyarrow | of arrow-rs | check | ratio | ratio | find all of 1 in 1000 | repair of them | of check | all rows bad | fix |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for path in options.texts:
        for length in options.rows:
            column = rows_of(path.read_bytes(), length, size)
            some, every = damaged(column, 1000), damaged(column, 1)
            bad = arrow.find_bad(some).num_rows
            assert bad in range(len(column) // 1000 - 1, len(column) // 1000 + 3), bad
            measured = {
                "cast": partial(column.cast, pa.string()),
                "rust": partial(arro3.compute.cast, arro3.core.Array.from_arrow(column), arro3.core.DataType.utf8()),
                "check": partial(arrow.to_utf8, column),
                "find": partial(arrow.find_bad, some),
                "repair": partial(arrow.to_utf8, some, "replace"),
                "every": partial(arrow.is_valid, every),
                "fix": partial(arrow.fix, column),
            }
            speed = {name: size / best(work, options.seconds) / 1e9 for name, work in measured.items()}
            print(
                f"| {path.name.partition('.')[0]} | {length} | {speed['cast']:.2f} GB/s | {speed['rust']:.2f} GB/s "
                f"| {speed['check']:.2f} GB/s | {speed['check'] / speed['cast']:.1f} | {speed['check'] / speed['rust']:.1f} "
                f"| {speed['find']:.2f} GB/s | {speed['repair']:.2f} GB/s "
                f"| {speed['repair'] / speed['check']:.2f} | {speed['every']:.2f} GB/s "
                f"| {speed['fix']:.2f} GB/s |",
                flush=True,
            )


if __name__ == "__main__":
    main()
