"""Finds the rows of a CSV file that are not UTF-8, divides the file, and shows where in it they are.

python bad_rows.py people.csv      # writes people.clean.csv and people.bad.csv
"""

import pathlib
import sys

import utf8kit


def plot(rows, total, width=60):
    """Returns a line with a bar for each part of the file: the higher it is, the more of its rows are bad."""
    counts = [0] * min(width, max(total, 1))
    for row in rows:
        counts[min(max(row - 1, 0) * len(counts) // max(total, 1), len(counts) - 1)] += 1
    highest = max([*counts, 1])
    return "".join("·▁▂▃▄▅▆▇█"[-(-count * 8 // highest)] for count in counts)


def main(path):
    table = pathlib.Path(path)
    clean, bad = (table.with_suffix(f".{part}{table.suffix}") for part in ("clean", "bad"))
    report = utf8kit.check_table(table, clean=clean, quarantine=bad, max=None)
    print(f"{report.bad_rows} of {report.rows} rows are not UTF-8")
    if report:
        print(plot([value.row for value in report], report.rows))
        sample = b"\n".join(value.value for value in report)
        print(f"all together they may be {utf8kit.detect(sample)['encoding']}")
    for value in report[:5]:
        print(f"row {value.row}, {value.field}: {value.value!r}: {value.message}")


if __name__ == "__main__":
    main(sys.argv[1])
