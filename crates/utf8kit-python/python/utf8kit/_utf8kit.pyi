"""What the Python modules of the package are built on. Use them instead."""

from typing import Any, Dict, List, Literal, Optional, Sequence, Tuple

__version__: str

# Rules, detection, inspection, repair, normalization, the command.

RULES: List[Tuple[str, bool, str]]

class Context:
    """The text around a finding, in its line and at most a few hundred bytes to either side."""

    @property
    def before(self) -> bytes:
        """The text before the finding."""
    @property
    def found(self) -> Optional[bytes]:
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
    def fix(self) -> Optional[str]:
        """The text that repairs it, in place of its bytes, if nothing is lost by it."""
    @property
    def meant(self) -> Optional[str]:
        """The character that an overlong form or a pair of surrogates stood for."""
    @property
    def transcode(self) -> Optional[str]:
        """How certain it is that the whole text is in the encoding that ``kind`` names, if that is the finding."""
    @property
    def context(self) -> Context:
        """The text around it."""

def check(
    data: Any,
    settings: Dict[str, Any],
    separate_places: bool,
    encoding: Sequence[str],
    max: Optional[int],
) -> List[Finding]: ...
def detect(data: Any) -> Optional[Dict[str, Any]]: ...
def escape(data: Any) -> str: ...
def fix(
    data: Any, settings: Dict[str, Any], on_error: Optional[str]
) -> Optional[Tuple[bytes, List[Finding]]]: ...
def inspect(
    data: Any, encoding: Sequence[str], characters: Optional[Sequence[str]]
) -> List[Dict[str, Any]]: ...
def compare(a: str, b: str) -> Literal["identical", "canonical", "different"]: ...
def search(text: str, pattern: str) -> List[Tuple[int, int]]: ...
def run_command(arguments: Sequence[str]) -> int: ...

class Rows:
    """The values of CSV, TSV (with their delimiter) and JSON lines (without) that are not UTF-8."""

    def __init__(self, delimiter: Optional[int], max_row: int = ...) -> None: ...
    @property
    def rows(self) -> int: ...
    def push(self, piece: Any) -> List[Tuple[int, Optional[str], bytes]]: ...
    def finish(self) -> List[Tuple[int, Optional[str], bytes]]: ...
