"""Compares the detection of encodings with other packages: ``cargo xtask bench-python detect``.

Each figure of time is the shortest of many calls, in microseconds. The packages take turns of some milliseconds. With ``--samples``, which ``xtask/models/sample.py`` makes,
it counts how many texts decode to what they were.

The peers are measured if they are installed: chardet, charset-normalizer, faust-cchardet, which is uchardet.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import utf8kit
import utf8kit.chardet

from text import WORDS, generated

utf8kit.register()

# The kinds of text, and what they were written in.
ENCODINGS = {
    "french": ["cp1252", "cp850"],
    "german": ["iso8859-15"],
    "russian": ["cp1251", "koi8-r", "cp866"],
    "greek": ["cp1253", "cp737"],
    "chinese": ["gbk", "big5"],
    "japanese": ["shift_jis", "euc_jp"],
    "korean": ["euc_kr"],
}
SIZES = [200, 2_000, 20_000, 200_000]
# Seconds.
TURN = 0.004
PACKAGES = {"charset_normalizer": "charset-normalizer", "cchardet": "faust-cchardet"}
# The samples in these were used to make the models.
TRAINED = ("mo", "words")


def peers() -> dict[str, Callable[[bytes], str | None]]:
    """Returns the functions that name the encoding of a text."""
    found: dict[str, Callable[[bytes], str | None]] = {"utf8kit": lambda data: utf8kit.chardet.detect(data)["encoding"]}
    for name in ("chardet", "charset_normalizer", "cchardet"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            print(f"{name} is not installed: `pip install {PACKAGES.get(name, name)}` in the environment of the tests")
            continue
        if name == "charset_normalizer":
            found[name] = lambda data, module=module: getattr(module.from_bytes(data).best(), "encoding", None)
        else:
            found[name] = lambda data, module=module: module.detect(data)["encoding"]
    return found


def shortest(functions: dict[str, Callable[[bytes], str | None]], data: bytes, seconds: float) -> list[float]:
    """Returns the time of the shortest call of each function, in seconds."""
    results = dict.fromkeys(functions, math.inf)
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < 3 or time.perf_counter() < end:
        for name, function in functions.items():
            start = now = time.perf_counter()
            while now < start + TURN:
                function(data)
                before, now = now, time.perf_counter()
                results[name] = min(results[name], now - before)
        rounds += 1
    return list(results.values())


def speed(functions: dict[str, Callable[[bytes], str | None]], seconds: float) -> None:
    """Prints the time of a call for texts of each size."""
    print(f"{'text':24}{'bytes':>8}" + "".join(f"{name:>20}" for name in functions))
    for kind, encodings in ENCODINGS.items():
        for encoding in encodings:
            for size in SIZES:
                data = generated(WORDS[kind], 4 * size).encode(encoding, "ignore")[:size]
                times = shortest(functions, data, seconds)
                print(f"{kind + ', ' + encoding:24}{size:8}" + "".join(f"{1e6 * time:20.0f}" for time in times))


def decoded(data: bytes, encoding: str | None) -> str | None:
    """Returns the text in the encoding, if there is one."""
    try:
        return data.decode(encoding, "replace") if encoding else None
    except LookupError:
        return None


def right(functions: dict[str, Callable[[bytes], str | None]], samples: Path) -> None:
    """Prints how many samples of each length decode to what they were."""
    totals: Counter[int] = Counter()
    counts: dict[str, Counter[int]] = {name: Counter() for name in functions}
    sure: dict[int, Counter[bool]] = {}
    for line in (samples / "samples.jsonl").read_text().splitlines():
        sample = json.loads(line)
        if sample["kind"] in TRAINED:
            continue
        length, data = sample["length"], (samples / sample["path"]).read_bytes()
        totals[length] += 1
        for name, function in functions.items():
            is_right = decoded(data, function(data)) == sample["text"]
            counts[name][length] += is_right
            if name == "utf8kit" and utf8kit.detect(data).certainty == "very likely":
                sure.setdefault(length, Counter())[is_right] += 1
    print(
        f"\n{'bytes':>8}{'samples':>10}" + "".join(f"{name:>20}" for name in functions) + "   very likely: right, wrong"
    )
    for length, total in sorted(totals.items()):
        shares = "".join(f"{100 * counts[name][length] / total:19.1f}%" for name in functions)
        print(f"{length:8}{total:10}{shares}   {sure[length][True]}, {sure[length][False]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, help="a folder that xtask/models/sample.py has made")
    parser.add_argument("--seconds", type=float, default=0.2, help="time for each row (default: 0.2)")
    arguments = parser.parse_args()
    functions = peers()
    speed(functions, arguments.seconds)
    if arguments.samples:
        right(functions, arguments.samples)


if __name__ == "__main__":
    main()
