"""Sources cut into units: the sentences, fields, rows and lines that claims are compared with."""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from critique_core.evidence.units.code import cut_code, looks_like_code
from critique_core.evidence.units.prose import cut_prose
from critique_core.evidence.units.records import cut_json, cut_yaml
from critique_core.evidence.units.tables import cut_csv, looks_like_csv
from critique_core.models import SourceDocument, Unit

__all__ = ["CODE_SUFFIXES", "cut"]

CODE_SUFFIXES = frozenset({
    ".py", ".pyi", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".java", ".kt", ".kts", ".scala", ".go", ".rs", ".c",
    ".h", ".cc", ".cpp", ".cxx", ".hpp", ".cs", ".rb", ".php", ".swift", ".m", ".sh", ".bash", ".zsh", ".ps1", ".sql",
    ".r", ".jl", ".lua", ".pl", ".dart", ".ex", ".exs", ".erl", ".hs", ".ml", ".clj", ".groovy", ".gradle", ".proto",
    ".graphql", ".tf", ".vue", ".svelte", ".css", ".scss",
})  # fmt: skip
_FORM_OF_SUFFIX = {
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".geojson"), "json"),
    **dict.fromkeys((".yaml", ".yml"), "yaml"),
    **dict.fromkeys((".csv", ".tsv"), "table"),
    **dict.fromkeys((".md", ".markdown", ".txt", ".rst", ".pdf", ".html", ".htm", ".xhtml"), "prose"),
    **dict.fromkeys(CODE_SUFFIXES, "code"),
}
_FORM_OF_TYPE = {
    "json": "json", "ndjson": "json", "record": "json", "records": "json", "yaml": "yaml", "config": "yaml",
    "csv": "table", "tsv": "table", "table": "table", "code": "code", "source_code": "code",
}  # fmt: skip
_YAML_LINE = re.compile(
    r"[ \t]*(?:-[ \t]+)*(?:[\w.$/-]+(?:[ \t][\w.$/-]+){0,2}:(?:[ \t]+\S.*)?|-[ \t]+\S.*|#.*|---|\.\.\.)[ \t]*"
)
_YAML_NESTING = re.compile(r"(?m)^[ \t]*(?:-[ \t]+)?[\w.$/-]+:[ \t]*\n(?:[ \t]+|(?=-))[-\w\"'{\[]")
_NAMED_RECORD = re.compile(
    r"(?m)^[A-Z][\w.$/-]*(?: [A-Z\d][\w.$/-]*){1,2}:[ \t]*\n[ \t]+([\w.$/-]+):[ \t]+\S+(?: [^\s.]+){0,3}[ \t]*$"
)


def cut(source: SourceDocument) -> tuple[Unit, ...]:
    """Cut a source into units in order: ``text`` equals ``content[start:end]``, and every word lies in one.

    The form is given by the path's extension, else the type, else the look of the content. JSON and YAML give a unit
    a field, tables a unit a row, code a unit a line, all else a unit a sentence. What turns out not to be the form it
    is called is read as text.
    """
    for form in _forms(source):
        units = _CUTTERS[form](source.content)
        if units is not None:
            return tuple(units)
    return tuple(cut_prose(source.content))


_CUTTERS: dict[str, Callable[[str], list[Unit] | None]] = {
    "json": cut_json,
    "yaml": cut_yaml,
    "table": cut_csv,
    "code": cut_code,
    "prose": cut_prose,
}


def _forms(source: SourceDocument) -> Iterator[str]:
    """The forms to try, in order."""
    named = _named_form(source)
    if named in ("json", "yaml"):
        yield from ("json", "yaml")
    elif named:
        yield named
    else:
        yield from _forms_by_look(source.content)


def _named_form(source: SourceDocument) -> str | None:
    for name in (source.path, source.title, source.id):
        suffix = PurePosixPath((name or "").split("#", 1)[0]).suffix.casefold()
        if suffix in _FORM_OF_SUFFIX:
            return _FORM_OF_SUFFIX[suffix]
    return _FORM_OF_TYPE.get(source.type.casefold())


def _forms_by_look(content: str) -> Iterator[str]:
    if content.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        yield "json"
    if _looks_like_yaml(content):
        yield "yaml"
    if looks_like_csv(content):
        yield "table"
    if looks_like_code(content):
        yield "code"


def _looks_like_yaml(content: str) -> bool:
    lines = [line for line in content[:20_000].split("\n")[:200] if line.strip()]
    written_so = sum(bool(_YAML_LINE.fullmatch(line.rstrip("\r")[:300])) for line in lines)
    if len(lines) < 2 or written_so < 0.75 * len(lines):
        return False
    return bool(_YAML_NESTING.search(content[:20_000])) or _holds_named_records(content[:20_000])


def _holds_named_records(content: str) -> bool:
    """Whether two names of several words, "Room 2:" or "Oak Room:", have the same field under them, in a few words."""
    first_fields = _NAMED_RECORD.findall(content)
    return len(first_fields) > len(set(first_fields))
