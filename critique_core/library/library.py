"""The reader's own source library: documents on disk with a full-text index, searched for passages."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError

from critique_core.errors import AlreadyThere, InvalidInput, NotFound
from critique_core.formats.files import read_sources
from critique_core.library.database import Database
from critique_core.library.folders import MAX_FILE_BYTES, files_in, identity, read_bytes, shown
from critique_core.library.searching import search
from critique_core.library.values import Addition, LibraryEntry, Refusal
from critique_core.library.writing import Prepared, delete, prepare, write
from critique_core.models import SourceDocument, explain
from critique_core.provenance import fingerprint, short_id

MAX_QUERY_CHARACTERS = 20_000
_PAGE_BREAK = "\n\n"
# Part of each file's hash: a new way of reading or cutting makes adding a folder again read all of its files anew.
_READING = "1"
_ENTRY_COLUMNS = "id, name, type, path, url, page_starts, characters, passages, added_at"
Progress = Callable[[int, int, str], None]


class Library:
    """Documents in one SQLite file. Safe to share between threads, and for several processes to use at once.

    A library is a retriever: ``search`` gives passages as sources. Every file or document is written in one
    transaction, so that a crash loses nothing but the one being written, and adding again goes on from there.
    """

    name = "library"

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open the library in this file, made if there is none.

        Raises ``StoreError`` when the file is something else, damaged, newer than this program or cannot be written.
        """
        return cls(Database(Path(path)))

    def close(self) -> None:
        """Close the file; the library cannot be used afterwards."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- adding ------------------------------------------------------------------------------------------------------

    def add(self, document: SourceDocument, *, replace: bool = True) -> Addition:
        """Add a document under its own id, in place of the one that has it; an unchanged one is skipped.

        Raises ``AlreadyThere`` without ``replace`` when another document has the id.
        """
        if not document.content.strip():
            return Addition(refused=(Refusal(name=document.name, reason="has no text; add it with its content"),))
        hash_ = _READING + fingerprint(document)
        with self._database.reading() as connection:
            if _hash_of(connection, "documents", "id", document.id) == hash_:
                return Addition(skipped=(document.name,))
        prepared = prepare(document, hash_)
        with self._database.writing() as connection:
            known = _hash_of(connection, "documents", "id", document.id) is not None
            if known and not replace:
                raise AlreadyThere(f"{document.id}: the library holds another document of this id")
            write(connection, prepared, None)
        return Addition(updated=(document.name,)) if known else Addition(added=(document.name,))

    def add_file(self, path: str | Path) -> Addition:
        """Add one file of any kind that ``formats.files`` reads; what cannot be read is refused in the answer.

        A file keeps its place in the library by its absolute path: adding it again updates it when its bytes changed.
        """
        try:
            return self._add_file(Path(path).absolute())
        except InvalidInput as error:
            return Addition(refused=(Refusal(name=shown(Path(path)), reason=str(error)),))

    def add_folder(self, path: str | Path, progress: Progress | None = None) -> Addition:
        """Add every file under a folder that is of a kind that is read (``folders.READ_SUFFIXES``).

        ``progress(done, total, file)`` is called after each file. One bad file never stops the rest.
        """
        folder = Path(path).absolute()
        if not folder.is_dir():
            return Addition(refused=(Refusal(name=shown(folder), reason=f"{shown(folder)} is not a folder"),))
        found = list(files_in(folder))
        files = [entry for entry in found if isinstance(entry, Path)]
        parts = [Addition(passed_over=tuple(entry for entry in found if isinstance(entry, Refusal)))]
        for done, file in enumerate(files, 1):
            parts.append(self.add_file(file))
            if progress:
                progress(done, len(files), shown(file))
        parts.append(Addition(missing=self._missing(folder)))
        return Addition.together(parts)

    def _add_file(self, path: Path) -> Addition:
        key, name = identity(path), shown(path)
        content = read_bytes(path)
        hash_ = _READING + hashlib.sha256(content).hexdigest()
        with self._database.reading() as connection:
            if _hash_of(connection, "files", "path", key) == hash_:
                return Addition(skipped=(name,))
        prepared = _prepared(path, content, hash_)
        with self._database.writing() as connection:
            known = _hash_of(connection, "files", "path", key) is not None
            rows = connection.execute("SELECT id FROM documents WHERE file = ?", (key,)).fetchall()
            for (old,) in rows:
                delete(connection, old)
            for one in prepared:
                write(connection, one, key)
            connection.execute("INSERT OR REPLACE INTO files (path, shown, hash) VALUES (?, ?, ?)", (key, name, hash_))
        return Addition(updated=(name,)) if known else Addition(added=(name,))

    def _missing(self, folder: Path) -> tuple[str, ...]:
        inside = os.path.join(identity(folder), b"")  # noqa: PTH118 - Path knows no bytes
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT path, shown FROM files WHERE path >= ? AND path < ?",
                (inside, inside[:-1] + bytes([inside[-1] + 1])),
            ).fetchall()
        return tuple(name for path, name in rows if not Path(os.fsdecode(path)).is_file())

    # --- what is there -----------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many documents the library holds."""
        with self._database.reading() as connection:
            return connection.execute("SELECT coalesce(sum(documents), 0) FROM totals").fetchone()[0]

    def documents(self, search: str = "", offset: int = 0, limit: int = 50) -> tuple[LibraryEntry, ...]:
        """Documents by name; with ``search``, those of whose name, path, address or id hold each of its words."""
        words = search.casefold().split()[:50]
        where = " AND ".join(["instr(searchable, ?) > 0"] * len(words)) or "1"
        command = f"SELECT {_ENTRY_COLUMNS} FROM documents WHERE {where} ORDER BY name, id LIMIT ? OFFSET ?"  # noqa: S608
        with self._database.reading() as connection:
            rows = connection.execute(command, (*words, max(0, limit), max(0, offset))).fetchall()
        return tuple(_entry(row) for row in rows)

    def document(self, document_id: str) -> SourceDocument:
        """A whole document; raises ``NotFound`` when the library has none with this id."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT record, content FROM documents WHERE id = ?", (document_id,)).fetchone()
        if row is None:
            raise NotFound(f"{document_id}: the library has no document with this id; list its documents")
        return SourceDocument.model_validate(json.loads(row[0]) | {"content": row[1]})

    def file_of(self, document_id: str) -> Path | None:
        """The file that a document was read from, whatever path the document itself names; ``None`` if from none.

        Raises ``NotFound`` when the library has no document with this id.
        """
        with self._database.reading() as connection:
            return _file_of(connection, document_id)

    def remove(self, document_id: str) -> Path | None:
        """Take a document out; returns its file if no document of it is left. The file can be added again.

        Raises ``NotFound`` when there is no such document.
        """
        with self._database.writing() as connection:
            file = _file_of(connection, document_id)
            delete(connection, document_id)
            if file is None:
                return None
            key = os.fsencode(file)
            connection.execute("DELETE FROM files WHERE path = ?", (key,))
            left = connection.execute("SELECT 1 FROM documents WHERE file = ?", (key,)).fetchone()
        return None if left else file

    def search(self, query: str, limit: int = 8) -> tuple[SourceDocument, ...]:
        """The passages that fit a query of any words best, at most ``limit``, best first; none when no word is found.

        Each is a source of its own: ``content`` is ``document(metadata["document_id"]).content[start:end]`` with
        ``start`` and ``end`` from ``metadata`` in code points, ``relevance_score`` from 0 to 1 as ``ranking.relevance``
        states it. Raises ``InvalidInput`` when the query is over 20,000 characters.
        """
        if len(query) > MAX_QUERY_CHARACTERS:
            raise InvalidInput(
                f"the query has {len(query):,} characters, {MAX_QUERY_CHARACTERS:,} allowed; search for a part of it"
            )
        if limit < 1:
            return ()
        with self._database.reading() as connection:
            return search(connection, query, limit)


def _hash_of(connection: sqlite3.Connection, table: str, column: str, key: str | bytes) -> str | None:
    row = connection.execute(f"SELECT hash FROM {table} WHERE {column} = ?", (key,)).fetchone()  # noqa: S608
    return row[0] if row else None


def _file_of(connection: sqlite3.Connection, document_id: str) -> Path | None:
    row = connection.execute("SELECT file FROM documents WHERE id = ?", (document_id,)).fetchone()
    if row is None:
        raise NotFound(f"{document_id}: the library has no document with this id; list its documents")
    return None if row[0] is None else Path(os.fsdecode(row[0]))


def _prepared(path: Path, content: bytes, hash_: str) -> list[Prepared]:
    """The documents of a file; the pages of a PDF make one."""
    name = shown(path)
    try:
        sources = read_sources(path.name, content, max_bytes=MAX_FILE_BYTES)
        if sources[0].page is not None and path.suffix.casefold() != ".json":
            return [_paged(path, sources, hash_)]
        return [prepare(_placed(path, source), hash_) for source in sources]
    except ValidationError as error:
        raise InvalidInput(f"{name}: {explain(error)}") from error


def _placed(path: Path, source: SourceDocument) -> SourceDocument:
    """A file's source under an id that no other file's has; one that lists sources keeps their own ids as metadata."""
    listed = source.path != source.id
    metadata = source.metadata | {"source_id": source.id} if listed else source.metadata
    changes: dict[str, Any] = {"id": short_id([shown(path), source.id]), "metadata": metadata}
    return source.model_copy(update=changes if listed else changes | {"path": shown(path)})


def _paged(path: Path, pages: tuple[SourceDocument, ...], hash_: str) -> Prepared:
    starts: list[int] = []
    at = 0
    for page in pages:
        starts.append(at)
        at += len(page.content) + len(_PAGE_BREAK)
    document = SourceDocument(
        id=short_id([shown(path), pages[0].title]), title=pages[0].title, path=shown(path),
        content=_PAGE_BREAK.join(page.content for page in pages),
    )  # fmt: skip
    return prepare(document, hash_, tuple(starts))


def _entry(row: Any) -> LibraryEntry:
    document_id, name, kind, path, url, page_starts, characters, passages, added_at = row
    return LibraryEntry(
        id=document_id, title=name, type=kind, path=path, url=url,
        pages=len(json.loads(page_starts)) if page_starts else None, characters=characters, passages=passages,
        added_at=added_at,
    )  # fmt: skip
