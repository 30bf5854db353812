"""The cells of a workbook's sheets, read in a confined process (``confined.py``)."""

from datetime import date, datetime, time
from io import BytesIO
from typing import Any

from openpyxl import load_workbook


def read(content: bytes, *, first_only: int) -> list[tuple[str, list[list[str]]]]:
    """Each sheet's name and rows, without the empty rows and cells at their ends."""
    book = load_workbook(BytesIO(content), read_only=True, data_only=True)
    sheets = book.worksheets[:1] if first_only else book.worksheets
    return [(sheet.title, _trimmed([_row(row) for row in sheet.iter_rows(values_only=True)])) for sheet in sheets]


def _row(values: tuple[Any, ...]) -> list[str]:
    return _trimmed([_text(value) for value in values])


def _trimmed(parts: list[Any]) -> list[Any]:
    while parts and not parts[-1]:
        parts.pop()
    return parts


def _text(value: Any) -> str:
    """A cell as a reader sees it: a whole number without a point, a day without a time."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds")
    return value.isoformat() if isinstance(value, date) else str(value)
