"""A table of answers as people export one: a column for the draft, one or more for its sources, under any usual name.

Case, spaces, hyphens and underscores in a name do not count, and sources may lie in numbered columns. Where no column
has one of the usual names, the words of a name are read: "Chatbot response", "Frage des Nutzers", "model output (v2)".
A format that is known by its own fields is tried first.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

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
    "reference_contexts", "knowledge", "references", "reference", "refs", "ref",
)  # fmt: skip
_TITLES = ("title", "name")
_LABELS = ("label", "labels", "verdict")
_NAMES: Mapping[Role, tuple[str, ...]] = {
    "draft": DRAFTS, "query": QUERIES, "sources": SOURCES, "title": _TITLES, "label": _LABELS,
}  # fmt: skip
_WORDS: Mapping[Role, frozenset[str]] = {
    "draft": frozenset(
        "draft answer answers a response responses reply completion output prediction antwort antworten modellantwort"
        " ausgabe réponse reponse réponses respuesta respuestas risposta risposte resposta respostas antwoord"
        " antwoorden modelantwoord odpowiedź ответ 回答 答案".split()
    ),
    "query": frozenset(
        "query question questions q prompt request frage fragen benutzerfrage nutzerfrage anfrage requête pregunta"
        " consulta domanda domande pergunta vraag gebruikersvraag pytanie вопрос 質問 问题".split()
    ),
    "sources": frozenset(
        "source sources context contexts document documents doc docs passage passages chunk chunks evidence article"
        " articles quelle quellen quelltext quelltexte kontext kontexte dokument dokumente contexte contextes fuente"
        " fuentes contexto contextos documento documentos fonte fonti fontes contesto contesti documenti bron bronnen"
        " documenten источник источники контекст 資料 来源".split()
    ),
}  # fmt: skip
"""What a column is, in the last word of its name but those of ``_FORMS``; of an article or a document both words."""
_FORMS = frozenset("text texts texte texto testo tekst content contents string list".split())
_VERSION = re.compile(r"\d{1,3}|[a-pr-z]\d{0,2}")
_OF = frozenset(
    "of to by from for in on given des der von vom zu zur zum auf für aus du de d della dell del dello delle di do da"
    " dos das à pour para por per van voor op".split()
)
"""What follows says of whom or what: "Frage des Nutzers" is a question, "length of the answer" a length."""
_ABOUT = frozenset(
    "id ids nr no num number count length len size type kind category date day time timestamp latency tokens token cost"
    " score scores rating quality confidence rank label labels verdict status version model name title author user"
    " correctness relevancy relevance similarity precision recall faithfulness format template file dataset ds system"
    " page pages language lang sprache langue idioma lingua taal url link path".split()
)
"""Of a name that goes on after its word: something about an answer, a question or a source."""
_SPEAKERS: Mapping[str, Role] = {
    **dict.fromkeys(("user", "customer", "human"), "query"),
    **dict.fromkeys(("assistant", "agent", "bot", "chatbot", "model", "llm", "ai"), "draft"),
}
"""Who sent a "message"."""
_NOT_IT = frozenset(
    "gold golden truth expected correct ideal target reference ref previous next best rejected referenz référence"
    " referencia referência riferimento referentie erwartet erwartete korrekte richtige attendue correcte esperada"
    " correcta attesa corretta correta verwacht verwachte juiste".split()
)
"""Of an answer or a question: another one than the one to check."""
_LAST = frozenset({"references", "reference", "refs", "ref"})
_REFERENCES = _LAST | frozenset(
    "referenz referenzen référence références referencia referencias referência referências riferimento riferimenti"
    " referentie referenties beleg belege".split()
)
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
        first = next(usual, None) or _only(_by_words(plain, role))
        if first is not None:
            found[first] = role
    usual_sources = _source_columns(plain)
    is_last = any(_source_name(plain[name]) in _LAST for name in usual_sources)
    for name in (is_last and _by_words(plain, "sources")) or usual_sources or _by_words(plain, "sources"):
        found[name] = "sources"
    return found


def _only(names: Sequence[str]) -> str | None:
    """The name, where there is just one: of the answers of two models neither is the draft."""
    return names[0] if len(names) == 1 else None


def _by_words(plain: Mapping[str, str], role: Role) -> list[str]:
    """The columns that hold this by the words of their names; those whose last word says so go first."""
    read = {name: _role(key) for name, key in plain.items()}
    return [name for name in plain if read[name] == (role, True)] or [
        name for name in plain if read[name] == (role, False)
    ]


def _role(key: str) -> tuple[Role, bool] | None:
    """What the words of a column's name say that it holds, and whether the last of them says so."""
    every = _NUMBERED.sub(r"\1", key).split("_")
    words = _head(every)
    while len(words) > 1 and (words[-1] in _FORMS or (_VERSION.fullmatch(words[-1]) and len(words[-2]) > 1)):
        words.pop()
    last = words[-1]
    if last == "message" and len(words) > 1:
        role = _SPEAKERS.get(words[-2])
        return (role, True) if role else None
    by_last: list[Role] = [role for role, known in _WORDS.items() if last in known]
    told: list[Role] = by_last or [role for role, known in _WORDS.items() if not known.isdisjoint(words)]
    if not by_last and last in _REFERENCES:
        told = ["sources"]
    if len(told) != 1 or (told != ["sources"] and not _NOT_IT.isdisjoint(every)):
        return None
    first = next((place for place, word in enumerate(words) if word in _WORDS[told[0]]), len(words))
    if not by_last and not _ABOUT.isdisjoint(words[first:]):
        return None
    return told[0], bool(by_last)


def _head(words: Sequence[str]) -> list[str]:
    """The words up to those that say of whom: "answer" of "answer to the question", and of "text of the answer"."""
    ends = [place for place, word in enumerate(words) if word in _OF]
    end = next((place for place in ends if not _FORMS.issuperset(words[:place])), len(words))
    return [word for word in words[:end] if word not in _OF] or list(words)


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
    # A row leaves empty cells out: what a column holds is told by all of them.
    return lambda record: _read(record, _roles(tuple(dict.fromkeys((*names, *record)))))


def names_in(path: Path) -> list[str]:
    """The columns of a file's first records. Raises ``FormatError``."""
    names: dict[str, None] = {}
    for _, (_, record) in zip(range(_LOOKED_AT), records_of(path), strict=False):
        if not isinstance(record, FormatError):
            names |= dict.fromkeys(record)
    return list(names)


@lru_cache(maxsize=64)
def _roles(names: tuple[str, ...]) -> Mapping[str, Role]:
    return columns_read(names)


def _read(record: Record, roles: Mapping[str, Role]) -> tuple[NewItem, ...]:
    cells = {role: record.get(name) for name, role in roles.items() if role != "sources"}
    columns = [value for name, value in record.items() if roles.get(name) == "sources"]
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


class Columns(NamedTuple):
    """Which columns of a table hold what, by their names in the file, as a person says."""

    answer: str
    question: str | None = None
    sources: tuple[str, ...] = ()

    def roles(self, names: Iterable[str]) -> dict[str, Role]:
        """What each of these columns holds; a title and a label are found by their names."""
        names = list(names)
        found: dict[str, Role] = {
            name: role for name, role in columns_read(names).items() if role in ("title", "label")
        }
        found |= dict.fromkeys(self.sources, "sources")
        if self.question is not None:
            found[self.question] = "query"
        found[self.answer] = "draft"
        return {name: found[name] for name in names if name in found}


def table_of(columns: Columns) -> Format:
    """The format of a table of answers with these columns."""

    def read(record: Record) -> tuple[NewItem, ...]:
        return _read(record, columns.roles(record))

    def opened(_path: Path) -> Reader:
        return read

    def meanings(names: Iterable[str]) -> dict[str, str]:
        return {name: _MEANINGS[role] for name, role in columns.roles(names).items()}

    return replace(FORMAT, open=opened, roles=meanings)


FORMAT = Format(
    name="table",
    title="Table of answers",
    fields=FIELDS,
    open=_open,
    roles=lambda names: {name: _MEANINGS[role] for name, role in columns_read(names).items()},
)
