"""A table of answers as people export one: a column for the draft, one or more for its sources, under any usual name.

Case, spaces, hyphens and underscores in a name do not count, and sources may lie in numbered columns. Where no column
has one of the usual names, the words of a name are read: "Chatbot response", "Retrieved passages", "Frage".
A format that is known by its own fields is tried first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from critique_core.errors import FormatError
from critique_core.formats.base import Fields, Format, Reader, Record, new_item
from critique_core.formats.labels import JUDGED, status_of
from critique_core.formats.records import records_of
from critique_core.formats.source_cells import source_fields
from critique_core.models import ImportedLabel, NewItem

Role = Literal["draft", "query", "sources", "title", "label"]

DRAFTS = (
    "draft", "generated_answer", "model_answer", "llm_answer", "response", "model_response", "completion", "output",
    "model_output", "generated_text", "prediction", "actual_output", "answer", "reply", "claim",
)  # fmt: skip
QUERIES = ("query", "question", "user_input", "user_query", "user_question", "prompt", "input", "instruction")
SOURCES = (
    "sources", "source", "contexts", "context", "retrieved_contexts", "retrieved_context", "retrieval_context",
    "documents", "document", "docs", "passages", "passage", "chunks", "evidence", "source_text", "source_documents",
    "reference_contexts", "knowledge", "references", "reference",
)  # fmt: skip
_TITLES = ("title", "id", "name", "row_id", "question_id", "sample_id")
_LABELS = ("label", "labels", "verdict")
_NAMES: Mapping[Role, tuple[str, ...]] = {
    "draft": DRAFTS, "query": QUERIES, "sources": SOURCES, "title": _TITLES, "label": _LABELS,
}  # fmt: skip
_WORDS: Mapping[Role, frozenset[str]] = {
    "draft": frozenset(
        "draft answer answers a response reply completion output prediction antwort réponse respuesta risposta resposta"
        " antwoord odpowiedź ответ 回答 答案".split()
    ),
    "query": frozenset(
        "query question questions q prompt request frage benutzerfrage anfrage pregunta domanda pergunta vraag pytanie"
        " вопрос 質問 问题".split()
    ),
    "sources": frozenset(
        "source sources context contexts document documents doc docs passage passages chunk chunks evidence article"
        " articles quelle quellen quelltext quelltexte kontext dokument dokumente contexte fuente fuentes contexto"
        " fonte fonti fontes contesto bron bronnen источник источники контекст 資料 来源".split()
    ),
}  # fmt: skip
"""What a column is, in the last word of its name but those of ``_FORMS``; of an article or a document both words."""
_FORMS = frozenset("text texts content contents string".split())
_SPEAKERS: Mapping[str, Role] = {
    **dict.fromkeys(("user", "customer", "human"), "query"),
    **dict.fromkeys(("assistant", "agent", "bot", "chatbot", "model", "llm", "ai"), "draft"),
}
"""Who sent a "message"."""
_NOT_IT = frozenset("gold golden truth expected correct ideal target reference previous next best rejected".split())
"""Of an answer or a question: another one than the one to check."""
_LAST = frozenset({"references", "reference"})
"""An answer to compare with where another column holds the sources; else the source."""
_MEANINGS: Mapping[Role, str] = {
    "draft": "the draft",
    "query": "the query",
    "sources": "the sources: several in one cell as a JSON list, or separated by --- or blank lines",
    "title": "the title",
    "label": f"a label of the whole answer, where it is one of {', '.join(JUDGED)}, 1, 0; other words are not read",
}
FIELDS: Fields = tuple((_NAMES[role], _MEANINGS[role]) for role in _NAMES)
_NEEDED: Mapping[Role, str] = {
    "draft": "a draft (draft, answer, response, output, completion, generated_answer)",
    "sources": "sources (sources, context, documents, passages, retrieved_contexts, reference, source_1 …)",
}
_NUMBERED = re.compile(r"(.+?)_?\d{1,3}\Z")
_BINARY = {
    "1": "supported", "1.0": "supported", "true": "supported", "yes": "supported", "correct": "supported",
    "grounded": "supported", "0": "unsupported", "0.0": "unsupported", "false": "unsupported", "no": "unsupported",
    "incorrect": "unsupported", "ungrounded": "unsupported",
}  # fmt: skip
_LOOKED_AT = 20
_SHOWN_NAMES = 12


def columns_read(names: Iterable[str]) -> dict[str, Role]:
    """What each of the columns holds, for those that are read: one for each role, and all that hold sources."""
    plain = {name: _plain(name) for name in names}
    found: dict[str, Role] = {}
    for role, known in _NAMES.items():
        if role == "sources":
            continue
        usual = (name for word in known for name, key in plain.items() if key == word)
        first = next(usual, None) or _only(name for name, key in plain.items() if _role(key) == role)
        if first is not None:
            found[first] = role
    for name in _source_columns(plain) or [name for name, key in plain.items() if _role(key) == "sources"]:
        found[name] = "sources"
    return found


def _only(names: Iterator[str]) -> str | None:
    """The name, where there is just one: of the answers of two models neither is the draft."""
    found = list(names)
    return found[0] if len(found) == 1 else None


def _role(key: str) -> Role | None:
    """What the words of a column's name say that it holds."""
    words = _NUMBERED.sub(r"\1", key).split("_")
    while len(words) > 1 and words[-1] in _FORMS:
        words.pop()
    last = words[-1]
    if last == "message" and len(words) > 1:
        return _SPEAKERS.get(words[-2])
    role: Role | None = next((role for role, known in _WORDS.items() if last in known), None)
    return None if role != "sources" and not _NOT_IT.isdisjoint(words) else role


def has_answers(names: Iterable[str]) -> bool:
    """Whether there are columns for a draft and for its sources."""
    return {"draft", "sources"} <= set(columns_read(names).values())


def wanted(names: Iterable[str]) -> str:
    """What a file with these columns lacks to be a table of answers, naming those it has and those it needs."""
    names = list(names)
    roles = set(columns_read(names).values())
    lacks = [_NEEDED[role] for role in _NEEDED if role not in roles]
    more = ", …" if len(names) > _SHOWN_NAMES else ""
    found = ", ".join(str(name)[:40] for name in names[:_SHOWN_NAMES])
    return f"(its fields: {found}{more}); a table of answers needs a column for {' and one for '.join(lacks)}"


def _source_columns(plain: Mapping[str, str]) -> list[str]:
    """All columns of the first name that there is, numbered ones in the order of the file."""
    named = {name: _source_name(key) for name, key in plain.items()}
    own = next((word for word in SOURCES if word in named.values()), None)
    if own is None:
        return []
    return [name for name, word in named.items() if word == own or _siblings(word, own)]


def _siblings(word: str | None, own: str) -> bool:
    return word is not None and word not in _LAST and word.rstrip("s") == own.rstrip("s")


def _source_name(key: str) -> str | None:
    numbered = _NUMBERED.match(key)
    return next((word for word in (key, numbered[1] if numbered else key) if word in SOURCES), None)


def _plain(name: str) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\W_]+", "_", words.casefold()).strip("_")


def _open(path: Path) -> Reader:
    """A reader of the file's rows. Raises ``FormatError`` once for a file without the columns that are needed."""
    names = names_in(path)
    if names and not has_answers(names):
        raise FormatError(f"cannot be read as a table of answers {wanted(names)}", file=path.name)
    return _read


def names_in(path: Path) -> list[str]:
    """The columns of a file's first records. Raises ``FormatError``."""
    names: dict[str, None] = {}
    for _, (_, record) in zip(range(_LOOKED_AT), records_of(path), strict=False):
        if not isinstance(record, FormatError):
            names |= dict.fromkeys(record)
    return list(names)


def _read(record: Record) -> tuple[NewItem, ...]:
    roles = columns_read(record)
    cells = {role: record[name] for name, role in roles.items() if role != "sources"}
    columns = [record[name] for name, role in roles.items() if role == "sources"]
    if not _text(cells.get("draft")).strip():
        raise FormatError("has no draft in this row")
    return (
        new_item(
            query=_text(cells.get("query")),
            draft=_text(cells["draft"]),
            sources=source_fields(columns, cut=len(columns) == 1),
            title=_text(cells.get("title")) or None,
            labels=_labels(cells.get("label")),
        ),
    )


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _labels(word: Any) -> tuple[ImportedLabel, ...]:
    """The label of the whole answer; a word that is none says something else."""
    key = _text(word).strip().casefold()
    try:
        return (ImportedLabel(status=status_of(_BINARY.get(key, key))),) if key else ()
    except FormatError:
        return ()


FORMAT = Format(
    name="table",
    title="Table of answers",
    fields=FIELDS,
    open=_open,
    roles=lambda names: {name: _MEANINGS[role] for name, role in columns_read(names).items()},
)
