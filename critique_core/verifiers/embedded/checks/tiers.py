"""What the source grants one case only, and the claim another: "in first class only", "on Enterprise only"."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.language.statements import is_finite
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.75
_SAME, _LEAST, _MOST_HELD = 0.8, 0.6, 3
_OPENING = frozenset("on in at for to with by from among of the a an our their its".split())
_EVERY = frozenset("all every each any".split())


def tiers(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A claim that gives another tier, class or group what the unit says of one only."""
    closed = word_classes.EXCLUSIVE | word_classes.EXCEPTION
    if claim.code != "en" or any(w.denied for w in claim.words) or claim.functions & closed:
        return
    unit = alignment.scope.sentence
    for source in (unit, *(s for _, s in alignment.scope.around)):
        for position in _only(source):
            held = _restricted(source, position)
            dates = [m for m in source.mentions if m.kind in ("date", "time")]
            timed = any(m.start <= t.start < m.end for m in dates for t in held)  # "only in September did it"
            rival = _rival(claim, held) if held and not timed else None
            if rival is not None and _told(claim, source, position, held):
                text = f"the source says this of “{' '.join(t.text for t in held)}” only"
                yield between("condition", "conflicts", rival, held[0] if source is unit else None, text, _SURE)
                return


def _only(source: Sentence) -> Iterator[int]:
    for position, token in enumerate(source.tokens):
        before = source.tokens[position - 1].norm if position else ""
        if token.norm in ("only", "solely", "exclusively") and before not in ("not", "n't"):
            yield position


def _restricted(source: Sentence, position: int) -> list[Token]:
    """The phrase that "only" restricts: the words right before it, as in "in first class only", else those after it."""
    before: list[Token] = []
    for i in range(position - 1, -1, -1):
        if not _in_phrase(source, i) or len(before) == _MOST_HELD:
            break
        before.insert(0, source.tokens[i])
    opened = position - len(before) - 1
    if before and opened >= 0 and source.tokens[opened].norm in _OPENING:
        return before
    start = position + 1
    while start < len(source.tokens) and source.tokens[start].norm in _OPENING:
        start += 1
    after: list[Token] = []
    for i in range(start, min(start + _MOST_HELD, len(source.tokens))):
        if not _in_phrase(source, i):
            break
        after.append(source.tokens[i])
    return after if start > position + 1 else []


def _in_phrase(source: Sentence, position: int) -> bool:
    token = source.tokens[position]
    return token.kind != "mark" and not token.function and not is_finite(source.tokens, position)


def _rival(claim: Sentence, held: Sequence[Token]) -> Token | None:
    """The claim's word that names another case: another modifier of the same noun, or a name the unit's case lacks."""
    norms, head = {t.norm for t in held}, held[-1]
    for position, token in enumerate(claim.tokens):
        shared = position > 0 and len(held) > 1 and bool(token.keys & head.keys)
        beside = claim.tokens[position - 1]
        if shared and beside.norm not in norms and (not beside.function or beside.norm in _EVERY):
            return beside if not norms & {t.norm for t in claim.tokens[:position]} else None
    if any(t.norm in norms for t in claim.tokens) or not head.name:
        return None
    return next((t for t in claim.tokens if t.name), None)


def _told(claim: Sentence, source: Sentence, position: int, held: Sequence[Token]) -> bool:
    """Whether the claim says what the statement with "only" says besides."""
    home, taken = source.statements[position], {t.start for t in held}
    there = [w for w in source.words if source.statements[w.index] == home and w.token.start not in taken]
    total = sum(w.weight for w in there)
    said = sum(w.weight * max((similarity(w, c, "en") for c in claim.words), default=0.0) for w in there)
    named = any(w.token.name and not any(similarity(w, c, "en") >= _SAME for c in claim.words) for w in there)
    return bool(total) and said / total >= _LEAST and not named
