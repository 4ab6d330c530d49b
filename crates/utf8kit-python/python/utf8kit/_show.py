"""Results as notebooks show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import Any

# Rows that are shown, and characters of a value.
_ROWS = 20
_CHARACTERS = 100


def short(value: Any) -> str:
    """Returns a value as Python writes it, or its start."""
    shown = value if isinstance(value, str) else repr(value)
    return shown if len(shown) <= _CHARACTERS else shown[:_CHARACTERS] + "…"


def html_table(names: Sequence[str], rows: Iterable[Sequence[Any]], count: int) -> str:
    """Returns the first of `count` rows as a table of HTML."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    shown = list(islice(rows, _ROWS))
    body = "".join("<tr>" + "".join(f"<td>{escape(short(value))}</td>" for value in row) + "</tr>" for row in shown)
    more = f"<p>… {count - len(shown)} more</p>" if count > len(shown) else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
