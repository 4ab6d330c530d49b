"""Compares utf8kit with CPython on single strings, in one run: ``cargo xtask bench-python``.

Each figure is CPython's best time divided by ours: over 1, utf8kit is faster. The best of many short runs, which alternate.
"""

from __future__ import annotations

import argparse
import math
import random
import time
import timeit
from pathlib import Path

import utf8kit

SIZES = {"16 B": 16, "32 B": 32, "64 B": 64, "1 KB": 1 << 10, "100 KB": 100 << 10, "10 MB": 10 << 20}

# Words of the kinds of text that people have. The benchmark makes texts of them, unless there is a corpus.
WORDS = {
    "ascii": "the of and to in is that for it as was with be by on not he his but at are this have from or had an they which",
    "french": "le été à la être où déjà français même très voilà forêt leçon garçon naïve cœur élève après les des une dans",
    "german": "der über die und für größer schön Straße Mädchen können nicht zwischen später wäre Bücher ist von mit auf",
    "russian": "и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой мочь",
    "greek": "και το να του η της με που την από στο για είναι ότι δεν τα μια ένα αυτό",
    "hindi": "के में की है यह और से को इस का कि जो कर मे हो गया था पर ने एक नहीं",
    "chinese": "的 一 是 不 了 在 人 有 我 他 这 个 们 中 来 上 大 为 和 国 地 到 以 说 时 要 就 出 会 可",
    "japanese": "これは それ です ます 日本 東京 という ために した 世界 人々 カタカナ について",
    "korean": "그 이 은 는 수 것 들 있 하 나 사람 우리 시간 말 년 때문 대하 생각",
    "emoji": "😀 🎉 ok 👍🏽 🚀 yes ❤️ 🔥 lol 🤔",
}


def generated(words: str, size: int, seed: int = 1) -> str:
    """Returns text of at most this many bytes of UTF-8."""
    choose, parts, total = random.Random(seed), [], 0
    pool = words.split()
    while total < size:
        word = choose.choice(pool) + choose.choice(["", "", "", " ", " ", ", ", ". "])
        parts.append(word)
        total += len(word.encode())
    return "".join(parts).encode()[:size].decode("utf-8", "ignore")


def texts(corpus: Path | None, size: int) -> dict[str, str]:
    """Returns a text of each kind."""
    if corpus is None:
        return {name: generated(words, size) for name, words in WORDS.items()}
    found = {}
    for path in sorted(corpus.rglob("*.txt")):
        text = path.read_bytes().decode("utf-8", "ignore")
        while 0 < len(text.encode()) < size:
            text += text
        found[path.stem.removesuffix(".utf8")] = text.encode()[:size].decode("utf-8", "ignore")
    return found


def best(statements: list[str], names: dict, seconds: float) -> list[float]:
    """Returns the best time of a run of each statement."""
    timers = [timeit.Timer(statement, globals=names) for statement in statements]
    loops = []
    for timer in timers:
        count = 1
        while timer.timeit(count) < 200e-6:
            count *= 4
        loops.append(count)
    results = [math.inf] * len(timers)
    end = time.perf_counter() + seconds
    rounds = 0
    while rounds < 5 or time.perf_counter() < end:
        for index, timer in enumerate(timers):
            results[index] = min(results[index], timer.timeit(loops[index]) / loops[index])
        rounds += 1
    return results


def damaged(data: bytes, every: int = 1000, seed: int = 2) -> bytes:
    """Returns the bytes with one in so many replaced by 0xFF, and at least one."""
    broken = bytearray(data)
    choose = random.Random(seed)
    for _ in range(max(1, len(broken) // every)):
        broken[choose.randrange(len(broken))] = 0xFF
    return bytes(broken)


def mixed(text: str, number: int = 64) -> list[bytes]:
    """Returns the text damaged in so many ways, and rotated, so that branch predictors do not learn one string. If it is long, none."""
    if len(text) > 1 << 10:
        return []
    starts = [random.Random(seed).randrange(len(text)) for seed in range(number)]
    return [damaged((text[at:] + text[:at]).encode(), seed=seed) for seed, at in enumerate(starts)]


# What is compared: CPython's statement and ours.
OPERATIONS = {
    "decode": ("data.decode()", "decode(data)"),
    "is_valid": ("data.decode()", "is_valid(data)"),
    "encode": ("text.encode()", "encode(text)"),
    "decode replace": ("broken.decode('utf-8', 'replace')", "decode(broken, 'utf-8', 'replace')"),
    "replace, mixed": (
        "for one in mixed: one.decode('utf-8', 'replace')",
        "for one in mixed: decode(one, 'utf-8', 'replace')",
    ),
    "repair": ("broken.decode('utf-8', 'replace').encode()", "repair(broken)"),
    "from utf-16le": ("utf16.decode('utf-16-le')", "decode(utf16, 'utf-16-le')"),
    "to utf-16le": ("text.encode('utf-16-le')", "encode(text, 'utf-16-le')"),
}


def names(text: str) -> dict:
    """Returns what the statements refer to."""
    data = text.encode()
    return {
        "text": text,
        "data": data,
        "broken": damaged(data),
        "mixed": mixed(text),
        "utf16": text.encode("utf-16-le"),
        "decode": utf8kit.decode,
        "encode": utf8kit.encode,
        "is_valid": utf8kit.is_valid,
        "repair": utf8kit.repair,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, help="measure the .txt files below this directory instead")
    parser.add_argument("--seconds", type=float, default=0.05, help="time for each pair (default: 0.05)")
    parser.add_argument("--op", help="only the operations whose names begin so")
    parser.add_argument("--size", choices=SIZES, help="only texts of this size")
    arguments = parser.parse_args()
    for size_name, size in SIZES.items():
        if arguments.size not in (None, size_name):
            continue
        ratios: dict[str, dict[str, float]] = {}
        kinds = texts(arguments.corpus, size)
        for kind, text in kinds.items():
            known = names(text)
            for name, pair in OPERATIONS.items():
                if (arguments.op and not name.startswith(arguments.op)) or ("mixed" in pair[0] and not known["mixed"]):
                    continue
                theirs, ours = best(list(pair), known, arguments.seconds)
                ratios.setdefault(name, {})[kind] = theirs / ours
        print(f"\n{size_name}: CPython's time / utf8kit's")
        width = max(map(len, kinds)) + 1
        print(f"{'':16}{'mean':>7} " + "".join(f"{kind:>{max(width, 8)}}" for kind in kinds))
        for name, row in ratios.items():
            mean = math.exp(sum(map(math.log, row.values())) / len(row))
            cells = "".join(f"{ratio:>{max(width, 8)}.2f}" for ratio in row.values())
            print(f"{name:16}{mean:7.2f} {cells}")


if __name__ == "__main__":
    main()
