"""The interchange formats there are, and which one a file is in."""

from itertools import islice
from pathlib import Path
from typing import Literal

from critique_core.errors import FormatError
from critique_core.formats import (
    aggrefact,
    answer_table,
    anthropic_answers,
    argilla,
    azure,
    cohere_answers,
    deepeval,
    doccano,
    expertqa,
    faithbench,
    halubench,
    label_studio,
    labelled_rows,
    langfuse,
    lettucedetect,
    openai_answers,
    otel,
    phoenix,
    prodigy,
    ragas,
    ragtruth,
    refchecker,
    reviews,
    seed_s0,
    seed_s1,
    seed_s2,
    seed_s3,
    seed_s4,
    seed_s4_loop,
    tables,
    trulens,
    wice,
)
from critique_core.formats.base import Format
from critique_core.formats.records import records_of

FORMATS: tuple[Format, ...] = (
    reviews.FORMAT,
    labelled_rows.FORMAT,
    tables.CSV,
    tables.PARQUET,
    ragtruth.FORMAT,
    lettucedetect.FORMAT,
    label_studio.FORMAT,
    argilla.FORMAT,
    doccano.FORMAT,
    prodigy.FORMAT,
    ragas.FORMAT,
    deepeval.FORMAT,
    trulens.FORMAT,
    aggrefact.FORMAT,
    halubench.FORMAT,
    faithbench.FORMAT,
    expertqa.FORMAT,
    wice.FORMAT,
    refchecker.FORMAT,
    azure.FORMAT,
    openai_answers.FORMAT,
    anthropic_answers.FORMAT,
    cohere_answers.FORMAT,
    otel.FORMAT,
    phoenix.FORMAT,
    langfuse.FORMAT,
    seed_s0.FORMAT,
    seed_s1.FORMAT,
    seed_s2.FORMAT,
    seed_s3.FORMAT,
    seed_s4.FORMAT,
    seed_s4_loop.FORMAT,
    answer_table.FORMAT,
)
"""In the order they are tried; a record should fit one alone, and what fits none may be a table of answers."""

_LOOKED_AT = 20
_EMPTY = "it is empty, or a line of names alone"


def by_name(name: str, direction: Literal["read", "write"] | None = None) -> Format:
    """The format of that name or title, where a direction is given one of it. Raises ``FormatError`` naming those."""
    offered = [form for form in FORMATS if direction is None or direction in form.directions]
    if found := next((form for form in offered if name in (form.name, form.title)), None):
        return found
    known = any(name in (form.name, form.title) for form in FORMATS)
    what = f"cannot be {'read' if direction == 'read' else 'written'}" if known else "is not known"
    raise FormatError(f"format {name!r} {what}; there are {', '.join(form.name for form in offered)}")


def require_record(path: Path) -> None:
    """Refuse, with ``FormatError``, a file in which nothing is."""
    if next(records_of(path), None) is None:
        raise _unreadable(path, _EMPTY)


def detect(path: Path) -> Format:
    """The format that most of the first records of a file are in.

    A file in none of them with columns for drafts and sources is a table of answers. Raises ``FormatError`` when it
    has no such columns, or holds nothing.
    """
    first = list(islice(records_of(path), _LOOKED_AT))
    records = [record for _, record in first if isinstance(record, dict)]
    if not records:
        raise _unreadable(path, f"line {first[0][0]} {first[0][1]}" if first else _EMPTY)
    readable = [form for form in FORMATS if form.fits is not None]
    counts = [sum(form.fits(record) for record in records) for form in readable if form.fits]
    best = max(counts, default=0)
    if 2 * best > len(records):
        return readable[counts.index(best)]
    names = list(dict.fromkeys(str(name) for record in records for name in record))
    if answer_table.has_answers(names):
        return answer_table.FORMAT
    known = "; ".join(form.title for form in FORMATS if form.open is not None)
    wanted = answer_table.wanted(names)
    raise FormatError(f"is in no known format {wanted}. The formats that can be read: {known}", file=path.name)


def _unreadable(path: Path, why: str) -> FormatError:
    return FormatError(f"holds no record that can be read; {why}", file=path.name)
