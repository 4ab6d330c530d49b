"""Shows in which encodings the files below a folder are.

python encodings_of_a_tree.py docs
"""

import collections
import pathlib
import sys

import utf8kit


def encodings(folder):
    """Returns how many files are in which encoding. ``None`` is that of files that are not text."""
    counts = collections.Counter()
    for path in pathlib.Path(folder).rglob("*"):
        if path.is_file():
            counts[utf8kit.detect(path.read_bytes())["encoding"]] += 1
    return counts


def main(folder):
    counts = encodings(folder)
    longest = max(counts.values(), default=1)
    for encoding, count in counts.most_common():
        print(f"{encoding or 'binary':14} {count:6} {'█' * -(-count * 40 // longest)}")


if __name__ == "__main__":
    main(sys.argv[1])
