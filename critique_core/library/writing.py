"""Documents into the library's tables and out of them again, with all counts that ranking needs."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from critique_core.library.terms import CutPassage, cut_passages, stemmer_for
from critique_core.models import SourceDocument

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document ready to be written: everything that takes long is done before the write lock is taken."""

    document: SourceDocument
    page_starts: tuple[int, ...] | None
    stemmer: str
    passages: Sequence[CutPassage]
    hash: str

    @property
    def terms(self) -> int:
        """Terms of all passages together."""
        return sum(len(passage.terms) for passage in self.passages)


def prepare(document: SourceDocument, hash_: str, page_starts: tuple[int, ...] | None = None) -> Prepared:
    """Cut a document and take its terms."""
    stemmer = stemmer_for(document.content)
    return Prepared(document, page_starts, stemmer, cut_passages(document, page_starts or (0,), stemmer), hash_)


def write(connection: sqlite3.Connection, prepared: Prepared, file: bytes | None) -> None:
    """Write a document in place of the one that has its id."""
    delete(connection, prepared.document.id)
    number = _write_document(connection, prepared, file)
    content = prepared.document.content
    places = [(number, p.start, p.end, p.section, content[p.start : p.end]) for p in prepared.passages]
    first: int = connection.execute("SELECT coalesce(max(number), 0) + 1 FROM passages").fetchone()[0]
    connection.executemany(
        "INSERT INTO passages (number, document, start, stop, section, text) VALUES (?, ?, ?, ?, ?, ?)",
        ((first + index, *place) for index, place in enumerate(places)),
    )
    connection.executemany(
        "INSERT INTO passage_terms (rowid, terms) VALUES (?, ?)",
        ((first + place, " ".join(passage.terms)) for place, passage in enumerate(prepared.passages)),
    )
    _count(connection, (passage.terms for passage in prepared.passages), 1)
    _count_totals(connection, prepared.stemmer, 1, len(prepared.passages), prepared.terms)


def delete(connection: sqlite3.Connection, document_id: str) -> bool:
    """Take a document out with all its passages; whether there was one."""
    row = connection.execute(
        "SELECT number, stemmer, passages, terms FROM documents WHERE id = ?", (document_id,)
    ).fetchone()
    if row is None:
        return False
    number, stemmer, passages, terms = row
    numbers = [found[0] for found in connection.execute("SELECT number FROM passages WHERE document = ?", (number,))]
    for at in range(0, len(numbers), _BATCH):
        _delete_passages(connection, numbers[at : at + _BATCH])
    connection.execute("DELETE FROM documents WHERE number = ?", (number,))
    _count_totals(connection, stemmer, -1, -passages, -terms)
    return True


def _delete_passages(connection: sqlite3.Connection, numbers: list[int]) -> None:
    marks = ", ".join("?" * len(numbers))
    rows = connection.execute(f"SELECT terms FROM passage_terms WHERE rowid IN ({marks})", numbers)  # noqa: S608
    _count(connection, (terms.split() for (terms,) in rows.fetchall()), -1)
    connection.execute(f"DELETE FROM passage_terms WHERE rowid IN ({marks})", numbers)  # noqa: S608
    connection.execute(f"DELETE FROM passages WHERE number IN ({marks})", numbers)  # noqa: S608


def _write_document(connection: sqlite3.Connection, prepared: Prepared, file: bytes | None) -> int:
    document = prepared.document
    searchable = " ".join(part for part in (document.name, document.path, document.url, document.id) if part)
    cursor = connection.execute(
        "INSERT INTO documents (id, file, hash, name, searchable, type, path, url, record, content, page_starts, "
        "stemmer, characters, passages, terms, added_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            document.id, file, prepared.hash, document.name, searchable.casefold(), document.type, document.path,
            document.url, document.model_dump_json(exclude={"content"}), document.content,
            json.dumps(prepared.page_starts) if prepared.page_starts else None, prepared.stemmer,
            len(document.content), len(prepared.passages), prepared.terms, datetime.now(UTC).isoformat(),
        ),
    )  # fmt: skip
    return cursor.lastrowid or 0


def _count(connection: sqlite3.Connection, passages: Iterable[Iterable[str]], step: int) -> None:
    """Count each term once a passage, up or down; a term that no passage holds any more goes."""
    counts = Counter(term for terms in passages for term in set(terms))
    rows = [(term, step * count) for term, count in sorted(counts.items())]
    connection.executemany(
        "INSERT INTO frequencies (term, passages) VALUES (?, ?) "
        "ON CONFLICT (term) DO UPDATE SET passages = passages + excluded.passages",
        rows,
    )
    if step < 0:
        connection.executemany(
            "DELETE FROM frequencies WHERE term = ? AND passages <= 0", ((term,) for term, _ in rows)
        )


def _count_totals(connection: sqlite3.Connection, stemmer: str, documents: int, passages: int, terms: int) -> None:
    connection.execute(
        "INSERT INTO totals (stemmer, documents, passages, terms) VALUES (?, ?, ?, ?) ON CONFLICT (stemmer) DO UPDATE "
        "SET documents = documents + excluded.documents, passages = passages + excluded.passages, "
        "terms = terms + excluded.terms",
        (stemmer, documents, passages, terms),
    )
