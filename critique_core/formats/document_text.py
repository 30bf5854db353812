"""The text of a Word document, read in a confined process (``confined.py``)."""

import re
from collections.abc import Iterator
from io import BytesIO

from docx import Document
from docx.table import Table
from docx.text.paragraph import Paragraph

_HEADING = re.compile(r"Heading (\d)\Z")


def read(content: bytes) -> str:
    """Paragraphs and tables in their order, with blank lines between them."""
    return "\n\n".join(filter(None, _blocks(content)))


def _blocks(content: bytes) -> Iterator[str]:
    for block in Document(BytesIO(content)).iter_inner_content():
        yield _table(block) if isinstance(block, Table) else _paragraph(block)


def _paragraph(paragraph: Paragraph) -> str:
    text = paragraph.text.strip()
    name = str(paragraph.style.name) if paragraph.style is not None else ""
    heading = _HEADING.match(name)
    if text and heading:
        return f"{'#' * min(int(heading[1]), 6)} {text}"
    return f"# {text}" if text and name == "Title" else text


def _table(table: Table) -> str:
    """A Markdown table, which the reader of evidence knows; a merged cell is there once a column."""
    rows = [[" ".join(cell.text.split()).replace("|", "\\|") for cell in row.cells] for row in table.rows]
    lines = [f"| {' | '.join(row)} |" for row in rows if any(row)]
    if lines:
        lines.insert(1, f"|{' --- |' * len(rows[0])}")
    return "\n".join(lines)
