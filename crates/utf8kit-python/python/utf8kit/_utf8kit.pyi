"""What the Python modules of the package are built on. Use them instead."""

from collections.abc import Sequence
from typing import Any, Literal

# What has the buffer protocol: `collections.abc.Buffer` of Python 3.12.
Buffer = Any

__version__: str

class DecodeError(UnicodeDecodeError):
    """Bytes that are ill-formed. It is a ``UnicodeDecodeError`` that says why."""

    kind: str
    """The kind of the error, such as ``overlong``. Programs can rely on it."""
    clause: str
    """The clause of the standard that the bytes break."""
    message: str
    """What was found and what was expected."""

def decode(data: Buffer, /, encoding: str = "utf-8", errors: str = "strict") -> str: ...
def encode(text: str, /, encoding: str = "utf-8", errors: str = "strict") -> bytes: ...
def is_valid(data: Buffer, /) -> bool: ...
def validate(data: Buffer, /) -> None: ...
def count(data: Buffer, /) -> int: ...
def repair(data: Buffer, /, errors: str = "replace") -> bytes: ...
def chunks(data: Buffer) -> list[tuple[str, bytes, str | None]]: ...
def decode_partial(data: Buffer, encoding: str, errors: str, final: bool, state: int) -> tuple[str, int, int]: ...
def encode_partial(text: str, encoding: str, errors: str, final: bool, state: int) -> tuple[bytes, int]: ...
def encoding_name(name: str) -> str | None: ...

class Mark: ...

class Repairer:
    def __init__(self, encoding: str, errors: str) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def places(self) -> list[tuple[int, bytes, str]]: ...
    def mark(self) -> Mark: ...
    def restore(self, mark: Mark | None = None) -> None: ...
    def feed(self, data: Buffer, final: bool = False) -> bytes: ...

class ArrowData:
    @property
    def null_count(self) -> int: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def to_table(self, name: str) -> ArrowData: ...

def arrow_find_bad(column: Any, all: bool) -> ArrowData: ...
def arrow_is_valid(column: Any) -> ArrowData: ...
def arrow_to_utf8(column: Any, errors: str, report: bool, views: bool | None) -> tuple[ArrowData, ArrowData | None]: ...
def arrow_transcode(column: Any, source: str, to: str, errors: str) -> ArrowData: ...
def arrow_fix(column: Any, views: bool | None) -> tuple[ArrowData, ArrowData]: ...
def arrow_detect(column: Any) -> tuple[str | None, str | None, str | None, str | None, int, int]: ...

RULES: list[tuple[str, bool, str]]

class Context:
    """The text around a finding, in its line and at most a few hundred bytes to either side."""

    @property
    def before(self) -> bytes:
        """The text before the finding."""
    @property
    def found(self) -> bytes | None:
        """The text of the finding in UTF-8, if the text itself is in another encoding."""
    @property
    def after(self) -> bytes:
        """The text after the finding."""
    @property
    def from_line_start(self) -> bool:
        """Whether ``before`` begins where the line does."""
    @property
    def to_line_end(self) -> bool:
        """Whether ``after`` ends where the line does."""

class Finding:
    """Something that a rule found. ``str()`` of it is ``line:column: rule: message``."""

    @property
    def rule(self) -> str:
        """The name of the rule that found it: ``ill-formed``."""
    @property
    def kind(self) -> str:
        """How the text breaks the rule: ``overlong``. Programs can rely on it."""
    @property
    def offset(self) -> int:
        """The number of bytes before it."""
    @property
    def line(self) -> int:
        """Its line, from 1. Only LF ends a line."""
    @property
    def column(self) -> int:
        """Its column in characters, from 1."""
    @property
    def end_column(self) -> int:
        """The column after it."""
    @property
    def length(self) -> int:
        """Its length in bytes."""
    @property
    def count(self) -> int:
        """The number of places that it covers. A run of places of one rule and kind is one finding."""
    @property
    def bytes(self) -> bytes:
        """Its bytes: the first 64, if there are more."""
    @property
    def message(self) -> str:
        """What was found and what was expected."""
    @property
    def clause(self) -> str:
        """The clause of the standard that the text breaks, or that the rule rests on."""
    @property
    def fix(self) -> str | None:
        """The text that repairs it, in place of its bytes, if nothing is lost by it."""
    @property
    def meant(self) -> str | None:
        """The character that an overlong form, a pair of surrogates or bytes in surrogates stood for. It is empty for what
        belongs to the character before it."""
    @property
    def transcode(self) -> str | None:
        """How certain it is that the whole text is in the encoding that ``kind`` names, if that is the finding."""
    @property
    def context(self) -> Context:
        """The text around it."""

def check(
    data: Any,
    settings: dict[str, Any],
    separate_places: bool,
    encoding: Sequence[str],
    max: int | None,
) -> list[Finding]: ...
def candidates(data: Any) -> list[tuple[str, str, int]]: ...
def detect(data: Any) -> dict[str, Any] | None: ...
def escape(data: Any) -> str: ...
def fix(
    data: Any, settings: dict[str, Any], on_error: str | None, restore: bool, most_findings: int
) -> tuple[bytes, list[Finding]] | None: ...
def inspect(data: Any, encoding: Sequence[str]) -> list[dict[str, Any]]: ...
def compare(a: str, b: str) -> Literal["identical", "canonical", "different"]: ...
def search(text: str, pattern: str) -> list[tuple[int, int]]: ...
def command_flags(verb: str) -> list[tuple[str, str | None, bool]]: ...
def run_command(arguments: Sequence[str]) -> int: ...

class Rows:
    """The values of CSV, TSV (with their delimiter) and JSON lines (without) that are not UTF-8."""

    def __init__(self, delimiter: int | None, max_row: int = ..., keep: bool = ...) -> None: ...
    @property
    def rows(self) -> int: ...
    def push(self, piece: Any) -> list[tuple[int, str | None, bytes]]: ...
    def finish(self) -> list[tuple[int, str | None, bytes]]: ...
    def take_rows(self) -> tuple[bytes, bytes]: ...
