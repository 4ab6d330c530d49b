"""UTF-8 and related encodings: decode, validate, repair and inspect text.

>>> import utf8kit
>>> utf8kit.is_valid(b"caf\\xe9")
False
>>> utf8kit.decode(b"caf\\xe9", errors="as:windows-1252")
'café'
"""

from utf8kit._utf8kit import Context as Context
from utf8kit._utf8kit import DecodeError as DecodeError
from utf8kit._utf8kit import Finding as Finding
from utf8kit._utf8kit import __version__ as __version__
from utf8kit._utf8kit import count as count
from utf8kit._utf8kit import decode as decode
from utf8kit._utf8kit import encode as encode
from utf8kit._utf8kit import is_valid as is_valid
from utf8kit._utf8kit import repair as repair
from utf8kit._utf8kit import validate as validate

# Type checkers take it for `typing.TYPE_CHECKING`, which takes milliseconds to import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from utf8kit import arrow as arrow
    from utf8kit import chardet as chardet
    from utf8kit import lint as lint
    from utf8kit import normalize as normalize
    from utf8kit._check_table import BadValue as BadValue
    from utf8kit._check_table import TableReport as TableReport
    from utf8kit._check_table import check_table as check_table
    from utf8kit._chunks import Chunk as Chunk
    from utf8kit._chunks import chunks as chunks
    from utf8kit._codecs import register as register
    from utf8kit._open import Place as Place
    from utf8kit._open import Report as Report
    from utf8kit._open import TextReader as TextReader
    from utf8kit._open import open as open
    from utf8kit.lint import RULES as RULES
    from utf8kit.lint import Detection as Detection
    from utf8kit.lint import check as check
    from utf8kit.lint import detect as detect
    from utf8kit.lint import fix as fix
    from utf8kit.lint import inspect as inspect
    from utf8kit.normalize import compare as compare
    from utf8kit.normalize import search as search
else:
    # The module of each name that is imported when it is first used.
    _MODULES = {
        name: f"utf8kit.{module}"
        for module, names in {
            "_check_table": ("BadValue", "TableReport", "check_table"),
            "_chunks": ("Chunk", "chunks"),
            "_codecs": ("register",),
            "_open": ("Place", "Report", "TextReader", "open"),
            "lint": ("RULES", "Detection", "check", "detect", "fix", "inspect"),
            "normalize": ("compare", "search"),
        }.items()
        for name in names
    }
    _SUBMODULES = ("arrow", "chardet", "lint", "normalize")

    def __getattr__(name):
        import importlib

        if name in _MODULES:
            value = getattr(importlib.import_module(_MODULES[name]), name)
            # The next use takes it from here.
            globals()[name] = value
            return value
        if name in _SUBMODULES:
            return importlib.import_module(f"utf8kit.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *_MODULES, *_SUBMODULES})


del TYPE_CHECKING

# Without `open`: `from utf8kit import *` leaves the builtin one what it is.
__all__ = [
    "RULES",
    "BadValue",
    "Chunk",
    "Context",
    "DecodeError",
    "Detection",
    "Finding",
    "Place",
    "Report",
    "TableReport",
    "TextReader",
    "check",
    "check_table",
    "chunks",
    "compare",
    "count",
    "decode",
    "detect",
    "encode",
    "fix",
    "inspect",
    "is_valid",
    "register",
    "repair",
    "search",
    "validate",
]
