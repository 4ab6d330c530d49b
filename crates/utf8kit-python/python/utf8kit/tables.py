"""``utf8 check`` of tables: which values of which rows are not UTF-8.

The command checks text by line and column. In a table, a row and a field say more. A Parquet file that is named on the command
line is read through ``pyarrow``, column by column. CSV, TSV and JSON lines are read here if ``--rows`` is given. Everything else
is left to the command. Tables are read in batches, so memory does not grow with them.
"""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from dataclasses import dataclass, field

from utf8kit import _utf8kit
from utf8kit._tables import DELIMITED, JSON_LINES, PARQUET, expanded, first_error, reader_of, suffixes

__all__ = ["main"]

HELP = """\
Tables:
  Parquet files (.parquet, or directories so named) that are PATHs are checked row by row: each
  string that is not UTF-8 is a finding, with the row and the column. This requires pyarrow:
  pip install 'utf8kit[tables]'

      --rows                   Check CSV, TSV and JSON lines that are PATHs row by row too: .csv,
                               .tsv, .jsonl, .ndjson, also .gz, .zst, .bz2, .xz

  Rows are counted from 1. The first record of CSV and TSV names the fields and is row 0; a record
  in quotes can be several lines; blank lines do not count. Offsets count the bytes of the value.
  Only the rule ill-formed is checked, and the formats are human and json.
"""

# The options of `check` that take a value, those that take none, and the letters of both. `--piece-size` is for tests.
_FLAGS = _utf8kit.command_flags("check")
_WITH_VALUE = {f"--{name}" for name, _, takes_value in _FLAGS if takes_value} | {"--piece-size"}
_WITHOUT_VALUE = {f"--{name}" for name, _, takes_value in _FLAGS if not takes_value}
_SHORT = {letter: f"--{name}" for name, letter, _ in _FLAGS if letter}
# Those that take one only after `=`.
_WITH_OPTIONAL_VALUE = {"--statistics"}
# The formats that have no rows.
_FORMATS_OF_TEXT = ("checkstyle", "concise", "github", "gitlab", "html", "junit", "rdjsonl", "sarif")
# Options that do something else with findings than to print them.
_NOT_FOR_TABLES = (
    "--as",
    "--baseline",
    "--column-unit",
    "--fail-on",
    "--level",
    "--prune-baseline",
    "--report",
    "--since",
    "--staged",
    "--statistics",
    "--watch",
    "--write-baseline",
)

# Characters that are shown before and after an ill-formed sequence.
_AROUND = 40


class _Unknown(Exception):
    """The command line has an error, which the command reports."""


class _CannotWrite(Exception):
    """Standard output cannot be written."""


@dataclass
class _Line:
    """The arguments of `check`."""

    #: The options without paths and without `--rows`.
    options: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    #: The values of each option that was given; ``""`` for one without a value.
    given: dict[str, list[str]] = field(default_factory=dict)
    rows: bool = False

    def last(self, option: str, default: str) -> str:
        return self.given.get(option, [default])[-1]

    def format(self) -> str:
        """Returns the format of tables: that of the option, or of the environment if tables have it."""
        is_json = os.environ.get("UTF8KIT_FORMAT") == "json"
        return self.last("--format", "json" if is_json else "human")

    def number(self, option: str) -> int | None:
        if option not in self.given:
            return None
        value = self.last(option, "")
        if not (value.isascii() and value.isdigit()):
            raise _Unknown
        return int(value)

    def has_rule(self) -> bool:
        """Returns whether the rule of tables is selected."""
        select = ",".join(self.given.get("--select", ["default"])).split(",")
        ignore = ",".join(self.given.get("--ignore", [])).split(",")
        groups = {"ill-formed", "default", "all"}
        return bool(groups & set(select)) and not groups & set(ignore)


def _parse(arguments: list[str]) -> _Line:
    """Divides the arguments of `check` into options and paths, as the command does."""
    line = _Line()
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            line.paths += rest
            break
        if argument == "--rows":
            line.rows = True
            continue
        if argument == "-" or not argument.startswith("-"):
            line.paths.append(argument)
            continue
        line.options.append(argument)
        if argument.startswith("--"):
            name, equals, value = argument.partition("=")
            if name in _WITH_VALUE:
                if not equals:
                    value = _next(line, rest)
            elif name not in _WITHOUT_VALUE or (equals and name not in _WITH_OPTIONAL_VALUE):
                raise _Unknown
            line.given.setdefault(name, []).append(value)
        else:
            _parse_short(line, argument[1:], rest)
    return line


def _parse_short(line: _Line, letters: str, rest: list[str]) -> None:
    while letters:
        name = _SHORT.get(letters[0])
        letters = letters[1:]
        if name is None:
            raise _Unknown
        value = ""
        if name in _WITH_VALUE:
            value = letters.lstrip("=") or _next(line, rest)
            letters = ""
        line.given.setdefault(name, []).append(value)


def _next(line: _Line, rest: list[str]) -> str:
    if not rest:
        raise _Unknown
    line.options.append(rest[0])
    return rest.pop(0)


def main(arguments: list[str]) -> int:
    """Runs `utf8 check` with the arguments that follow `utf8`, and returns its exit code."""
    everything = ["utf8", *arguments]
    if arguments == ["help", "check"]:
        return _help(everything)
    try:
        line = _parse(arguments[1:])
        numbers = line.number("--max"), line.number("--max-per-file")
    except _Unknown:
        return _utf8kit.run_command([argument for argument in everything if argument != "--rows"])
    if "--help" in line.given:
        return _help(["utf8", "check", *line.options])
    tables = [path for path in line.paths if _is_table(path, line.rows)]
    if not tables:
        if line.rows:
            return _complain(
                "--rows: no PATH is a table: expected .parquet, .csv, .tsv, .jsonl or .ndjson, also .gz, .zst, .bz2 or .xz"
            )
        return _utf8kit.run_command(everything)
    for option in _NOT_FOR_TABLES:
        if option in line.given:
            return _complain(f"{_shown(tables[0])}: {option} is for text, and this is a table")
    if line.format() in _FORMATS_OF_TEXT:
        return _complain(f"{_shown(tables[0])}: a table is reported in --format human or json")
    texts = [path for path in line.paths if path not in tables]
    code = 0
    if texts or "--files-from" in line.given:
        code = _utf8kit.run_command(["utf8", "check", *line.options, "--", *texts])
    elif line.format() not in ("human", "json"):
        return _utf8kit.run_command(everything)
    return max(code, _Run(line, *numbers).run(tables))


def _help(arguments: list[str]) -> int:
    code = _utf8kit.run_command(arguments)
    try:
        sys.stdout.write("\n" + HELP)
        sys.stdout.flush()
    except OSError:
        _discard_output()
    return code


def _complain(message: str) -> int:
    _error(message)
    return 2


def _error(message: str) -> None:
    """Prints a message on standard error."""
    try:
        os.write(2, f"utf8: {message}\n".encode("utf-8", "backslashreplace"))
    except OSError:
        pass  # there is nowhere to report it


def _shown(path: str) -> str:
    """Returns a path as messages show it."""
    return _utf8kit.escape(os.fsencode(path))


def _is_table(path: str, rows: bool) -> bool:
    kind, compression = suffixes(path)
    if kind in PARQUET:
        return not compression
    return rows and (kind in DELIMITED or kind in JSON_LINES)


class _Run:
    """Checks tables and prints what it finds."""

    def __init__(self, line: _Line, max_findings: int | None, max_per_file: int | None) -> None:
        self.is_json = line.format() == "json"
        self.is_quiet = "--quiet" in line.given
        self.lists = "--list" in line.given
        self.ends_with_nul = "--null" in line.given
        self.exit_zero = "--exit-zero" in line.given
        self.has_rule = line.has_rule()
        self.left = max_findings
        default = 1000 if self.is_json else 20
        per_file = default if max_per_file is None else max_per_file
        self.max_per_file: int | None = per_file or None
        self.tables = self.with_findings = self.findings = self.rows = self.failed = 0

    def run(self, paths: list[str]) -> int:
        try:
            for path in expanded(paths):
                self.table(path)
            self.end()
            if sys.stdout is not None:
                sys.stdout.flush()
        except (_CannotWrite, OSError) as error:
            cause = error.__cause__ or error
            _discard_output()
            if not isinstance(cause, BrokenPipeError):
                return _complain(f"standard output: {_reason(cause)}")
        if self.failed:
            return 2
        return int(self.findings > 0 and not self.exit_zero)

    def table(self, path: str) -> None:
        """Checks a table."""
        if not self.has_rule:
            _error(f"{_shown(path)}: skipped: a table is checked for ill-formed, which is not selected")
            return
        reader = reader_of(path)
        found = shown = 0
        try:
            for row, name, value in reader.bad():
                found += 1
                self.findings += 1
                if self.is_quiet or self.lists:
                    break
                if (self.max_per_file is None or shown < self.max_per_file) and self.left != 0:
                    shown += 1
                    self.left = None if self.left is None else self.left - 1
                    self.finding(path, reader.column, row, name, value())
            self.tables += 1
        except _CannotWrite:
            raise
        except Exception as error:  # of a file that can be anything
            self.failed += 1
            _error(f"{_shown(path)}: {_reason(error)}")
        self.rows += reader.rows
        self.with_findings += found > 0
        if found and self.lists and not self.is_quiet:
            _write(os.fsencode(path) + (b"\0" if self.ends_with_nul else b"\n"))
        elif found > shown and self.left != 0 and not self.is_quiet:
            self.left_out(path, found - shown)

    def finding(self, path: str, column: str, row: int, name: str | None, value: bytes) -> None:
        """Prints the first ill-formed sequence of a value."""
        finding, message = first_error(value)
        if self.is_json:
            _write_json({
                **_json_name(path),
                "row": row,
                "field": name,
                "rule": finding.rule,
                "kind": finding.kind,
                "offset": finding.offset,
                "length": finding.length,
                "bytes": finding.bytes.hex(" ").upper(),
                "message": message,
                "clause": finding.clause,
            })  # fmt: skip
            return
        where = f"row {row}" if row else "header"
        if name is not None:
            where += f", {column} `{_utf8kit.escape(name.encode('utf-8', 'backslashreplace'))}`"
        message = _utf8kit.escape(message.encode())
        context = finding.context
        before = _part(context.before, -_AROUND, None, context.from_line_start)
        after = _part(context.after, 0, _AROUND, context.to_line_end)
        found = _utf8kit.escape(finding.bytes)
        _write(
            f"{_shown(path)}: {where}: {finding.rule}: {message} (offset {finding.offset})\n"
            f"  | {before}{found}{after}\n  | {' ' * _width(before)}{'^' * len(found)}\n".encode()
        )

    def left_out(self, path: str, count: int) -> None:
        """Prints how many findings of a table were not printed."""
        if self.is_json:
            by_rule = {"ill-formed": count}
            _write_json({**_json_name(path), "left_out": {"findings": count, "by_rule": by_rule}})
        else:
            _write(f"{_shown(path)}: … {count} more: {count} ill-formed\n".encode())

    def end(self) -> None:
        """Prints the totals."""
        if self.is_quiet or self.lists:
            return
        if self.is_json:
            counts = ("tables", "with_findings", "findings", "rows", "failed")
            _write_json({"summary": {name: getattr(self, name) for name in counts}})
            return
        tables = _counted(self.tables, "table")
        if 0 < self.with_findings < self.tables:
            tables = f"{self.with_findings} of {tables}"
        findings = _counted(self.findings, "finding") if self.findings else "No findings"
        failed = f", {self.failed} that could not be read" if self.failed else ""
        _write(f"{findings} in {tables} ({_counted(self.rows, 'row')}){failed}\n".encode())


def _counted(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def _part(text: bytes, start: int, end: int | None, is_whole: bool) -> str:
    """Returns a part of the text beside a finding, safe to print, with `…` where something is left out."""
    characters = text.decode("utf-8", "surrogateescape")
    part = characters[start:end]
    shown = _utf8kit.escape(part.encode("utf-8", "surrogateescape"))
    if is_whole and len(part) == len(characters):
        return shown
    return "…" + shown if start else shown + "…"


def _width(text: str) -> int:
    """Returns the number of columns that a text takes on a terminal."""
    width = 0
    for c in text:
        if not (unicodedata.combining(c) or unicodedata.category(c) in ("Mn", "Me", "Cf")):
            width += 2 if unicodedata.east_asian_width(c) in "WF" else 1
    return width


def _json_name(path: str) -> dict[str, str]:
    path_bytes = os.fsencode(path)
    try:
        return {"path": path_bytes.decode("utf-8")}
    except UnicodeDecodeError:
        return {"path": path_bytes.decode("utf-8", "replace"), "path_bytes": path_bytes.hex(" ").upper()}


def _write_json(value: object) -> None:
    # What must not reach a terminal is escaped by its number.
    _write(json.dumps(value, separators=(",", ":")).replace("\x7f", "\\u007f").encode() + b"\n")


def _write(text: bytes) -> None:
    if sys.stdout is None:
        raise _CannotWrite from OSError("it is closed")
    try:
        sys.stdout.buffer.write(text)
    except OSError as error:
        raise _CannotWrite from error


def _discard_output() -> None:
    """Keeps Python from an error when it writes the rest of standard output at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except OSError:
        pass


def _reason(error: BaseException) -> str:
    """Returns why something failed, in one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return _utf8kit.escape(lines[0].encode("utf-8", "backslashreplace"))
