"""The units that a claim is read against: those of its passages that share most with it."""

from collections.abc import Sequence

from critique_core.language.sentence import Sentence, analyse
from critique_core.models import ClaimCandidates, SourceDocument, Unit
from critique_core.text.word_classes import QUESTION_MARKS
from critique_core.verifiers.embedded.alignment.align import Scope, scope_of

_BEFORE = 2
_AFTER = 1
_LINES = 5
_MOST_SCOPES = 40
_STATED = frozenset(("date", "time", "quantity", "currency", "percentage"))
MOST_ALIGNED = 20


def heading_of(source: SourceDocument) -> str:
    """The title and section of a source, which say what its text is about."""
    return " ".join(part for part in (source.title, source.section) if part)


def scopes(candidates: ClaimCandidates, sources: dict[str, SourceDocument], code: str) -> list[Scope]:
    """The units of the candidate passages, each once, with their neighbours.

    Questions, and headings without a date or an amount, state nothing; they only give their words to what follows.
    """
    found: list[Scope] = []
    seen: set[tuple[str, int]] = set()
    for ranked in candidates.passages:
        passage = ranked.passage
        title = heading_of(sources[passage.source_id])
        units = passage.units
        for position, unit in enumerate(units):
            key = (passage.source_id, unit.start)
            silent = unit.kind == "heading" and not _states(unit, code)
            if silent or key in seen or unit.text.rstrip().endswith(QUESTION_MARKS):
                continue
            before, after = _around(units, position)
            if (
                unit.kind == "prose"
                and len(before) < _BEFORE
                and position < _BEFORE
                and _later(candidates, passage.source_id, unit)
            ):
                continue
            seen.add(key)
            found.append(
                scope_of(passage.source_id, unit, before=before, after=after, title=title, code=code, rank=len(found))
            )
            if len(found) >= _MOST_SCOPES:
                return found
    return found


def _states(heading: Unit, code: str) -> bool:
    """Whether a heading gives a date or an amount: "4.2.0 (2024-11-05)", "Notice period: three months"."""
    return any(mention.kind in _STATED for mention in analyse(heading.text, code).mentions)


def _around(units: Sequence[Unit], position: int) -> tuple[list[Unit], list[Unit]]:
    """The units before and after one that its meaning rests on: two and one sentences, some lines of code or fields."""
    prose = units[position].kind == "prose"
    first, last = (_BEFORE, _AFTER) if prose else (_LINES, _LINES)
    before = [u for u in units[max(0, position - first) : position] if u.kind != "heading"]
    return before, [u for u in units[position + 1 : position + 1 + last] if u.kind != "heading"]


def _later(candidates: ClaimCandidates, source_id: str, unit: Unit) -> bool:
    """Whether another candidate passage holds the unit with more text before it."""
    for ranked in candidates.passages:
        passage = ranked.passage
        if passage.source_id != source_id:
            continue
        starts = [u.start for u in passage.units]
        if unit.start in starts and starts.index(unit.start) >= _BEFORE:
            return True
    return False


def closest(claim: Sentence, found: list[Scope]) -> list[Scope]:
    """The scopes worth a full alignment: those that share most forms of words, numbers and kinds of values with it."""
    if len(found) <= MOST_ALIGNED:
        return found
    kinds = {(m.kind, m.unit) for m in claim.mentions}
    numbers = {token.norm for token in claim.tokens if token.kind == "number"}

    def shared(scope: Scope) -> float:
        own = sum(not scope.sentence.by_key.keys().isdisjoint(word.keys) for word in claim.words)
        near = sum(not s.by_key.keys().isdisjoint(word.keys) for word in claim.words for _, s in scope.around)
        same = sum(token.norm in numbers for token in scope.sentence.tokens if token.kind == "number")
        return own + 0.3 * near + 0.5 * same + 0.5 * any((m.kind, m.unit) in kinds for m in scope.sentence.mentions)

    kept = sorted(found, key=lambda s: (-shared(s), s.rank))[:MOST_ALIGNED]
    return sorted(kept, key=lambda s: s.rank)
