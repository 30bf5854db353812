"""``claimlens check --docs``: documents against the sources that they name."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from critique_core.cli.github import LEVELS, why
from critique_core.cli.messages import complain, tell
from critique_core.errors import ClaimlensError, InvalidInput
from critique_core.formats.files import MAX_FILE_BYTES, read_sources
from critique_core.formats.sourced_documents import Miswritten, Section, sections
from critique_core.given_files import no_file
from critique_core.models import CritiqueRequest, SourceDocument, VerifiedClaim, explain
from critique_core.reports.looks import STATUS_STYLES
from critique_core.reports.words import counted
from critique_core.text.shortening import one_line, shortened

if TYPE_CHECKING:
    from critique_core.assembly import Critic

_SHOWN = 200
_MISWRITTEN = "this comment names no sources; write <!-- claimlens sources: and one path a line, and end it with -->"


def check_documents(files: Sequence[str], make: Callable[[], "Critic"]) -> int:
    """Check every document that names sources; 1 when a claim is not supported, or its sources cannot be used.

    2 when a document cannot be read, though the others are checked. ``make`` gives the critic; it is called once, and
    not where no document names a source.
    """
    if not files:
        raise InvalidInput("--docs reads no standard input; name the documents: claimlens check --docs README.md")
    ready: Critic | None = None
    documents = claims = wrong = unread = 0
    for file in _each_once(files):
        try:
            found = list(sections(_text(Path(file))))
        except InvalidInput as error:
            complain(f"{file}: {error}")
            wrong, unread = wrong + 1, unread + 1
            continue
        documents += any(isinstance(section, Section) for section in found)
        for section in found:
            if isinstance(section, Miswritten):
                _tell_fault(file, section, _MISWRITTEN)
                wrong += 1
                continue
            ready = ready or make()
            try:
                checked, faulty = _check(file, section, ready)
            except ClaimlensError as error:
                _tell_fault(file, section, "; ".join(str(error).splitlines()))
                checked, faulty = 0, 1
            claims, wrong = claims + checked, wrong + faulty
    told = f"{counted(documents, 'document')} with sources, {counted(claims, 'claim')}"
    tell(f"{told}: {counted(wrong, 'error') if wrong else 'no error'}")
    return 2 if unread else 1 if wrong else 0


def _each_once(files: Sequence[str]) -> Iterable[str]:
    named: dict[Path, str] = {}
    for file in files:
        named.setdefault(Path(file).absolute(), file)
    return named.values()


def _tell_fault(file: str, section: Section | Miswritten, what: str) -> None:
    tell(f"{file}:{section.comment}: error: {what}")


def _check(file: str, section: Section, ready: "Critic") -> tuple[int, int]:
    """Say what is wrong in a section; returns how many claims it has, and how many of them are errors."""
    try:
        request = CritiqueRequest(query="", draft=section.text, sources=tuple(_sources(Path(file), section.paths)))
    except ValidationError as error:
        raise InvalidInput(explain(error)) from error
    critique = ready.critique(request)
    errors = 0
    for claim in critique.claims:
        level = LEVELS.get(claim.status)
        if level is None:
            continue
        errors += level == "error"
        tell(f"{file}:{_line(section, claim)}: {level}: {_said(section, claim)}")
        for line in why(critique, claim).splitlines():
            tell(f"    {one_line(line)}")
    return len(critique.claims), errors


def _line(section: Section, claim: VerifiedClaim) -> int:
    return section.line + section.text.count("\n", 0, claim.start)


def _said(section: Section, claim: VerifiedClaim) -> str:
    text = shortened(one_line(section.text[claim.start : claim.end]), _SHOWN)
    return f"{STATUS_STYLES[claim.status].word}: {text}"


def _sources(document: Path, paths: Sequence[str]) -> Iterator[SourceDocument]:
    for path in paths:
        yield from read_sources(path, _content(document, path))


def _content(document: Path, named: str) -> bytes:
    """A source's bytes. A document may come from a stranger: it reads no file but those of the project.

    What the project hides from its listing, .git with its credentials among it, is none of its documents' sources.
    """
    here = Path.cwd().resolve()
    file = (document.parent / named).resolve()
    inside = file.relative_to(here).parts if file.is_relative_to(here) else None
    if inside is None or any(part.startswith(".") for part in inside):
        raise InvalidInput(f"source {named}: lies outside the folder that the command runs in, or is hidden; move it")
    try:
        return _bytes(file)
    except InvalidInput as error:
        raise InvalidInput(f"source {named}: {error}") from error


def _text(document: Path) -> str:
    try:
        return _bytes(document).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start + 1} is not UTF-8; save the file as UTF-8 text") from error


def _bytes(file: Path) -> bytes:
    try:
        if problem := no_file(file):
            raise InvalidInput(problem)
        if file.stat().st_size > MAX_FILE_BYTES:
            raise InvalidInput(f"has more than {MAX_FILE_BYTES:,} bytes; name a part of it")
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(f"cannot be read: {error.strerror}") from error
