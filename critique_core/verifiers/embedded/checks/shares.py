"""A quantity word of the claim against the share that the source counts: "each", "a minority" against "9 of the 12"."""

from collections.abc import Iterator

import regex

from critique_core.language.sentence import Sentence
from critique_core.language.similarity import similarity
from critique_core.language.tokens import Token
from critique_core.text import word_classes
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Observation

_SURE = 0.75
_LEAST_FIT, _LEAST_COVER = 0.34, 0.45
_RANGES: dict[str, tuple[float, float]] = {
    **dict.fromkeys("all each every both everyone everybody".split(), (1.0, 1.0)),
    **dict.fromkeys("most majority mostly".split(), (0.5, 1.0)),
    **dict.fromkeys("minority few handful".split(), (0.0, 0.5)),
    **dict.fromkeys(("none", "nobody"), (0.0, 0.0)),
}
_ONE_OF = regex.compile(r"\bone of (?:the|its|their|these|those) $", regex.IGNORECASE)
_DENIERS = frozenset("not n't almost nearly the at".split())


def shares(claim: Sentence, alignment: Alignment) -> Iterator[Observation]:
    """A share of the unit's that lies outside what the claim's quantity word allows, told of the same."""
    source = alignment.scope.sentence
    token = _quantity(claim)
    if claim.code != "en" or token is None or claim.functions & word_classes.EXCEPTION or _denied(claim):
        return
    if alignment.coverage < _LEAST_COVER or claim.mentions or _denied(source):
        return
    low, high = _RANGES[token.norm]
    for share, part in _stated(source):
        outside = share < low or share > high or (share == 0.5 and low == 0.5)  # half is no majority
        if outside and _fit(claim, token, alignment, part) >= _LEAST_FIT:
            text = f"the draft says “{token.text}”, the source says {part.text}"
            places = (token.start, token.end, token.text, part.start, part.end, part.text)
            yield Observation("quantifier", "conflicts", *places, text, _SURE)
            return


def _quantity(claim: Sentence) -> Token | None:
    for position, token in enumerate(claim.tokens):
        before = claim.tokens[position - 1].norm if position else ""
        after = claim.tokens[position + 1].norm if position + 1 < len(claim.tokens) else ""
        listed = token.norm == "both" and "and" in claim.functions
        if (
            token.norm in _RANGES
            and not listed
            and after != "but"
            and (before not in _DENIERS or token.norm == "majority")
        ):
            return token
    return None


def _denied(sentence: Sentence) -> bool:
    return any(w.denied for w in sentence.words)


def _stated(source: Sentence) -> Iterator[tuple[float, Mention]]:
    """The shares of a sentence: "nine of the 14", "of the 14 shops, nine", "one in four", "60 %"."""
    for mention in source.mentions:
        if mention.kind == "percentage" and 0 < mention.low < 1 and not mention.bound:
            yield mention.low, mention
    for mention in source.mentions:
        if mention.kind == "number" and mention.low > 1 and _ONE_OF.search(source.text[: mention.start]):
            yield 1 / mention.low, mention
    numbers = [m for m in source.mentions if m.kind == "number" and not m.ordinal and not m.bound]
    for first, second in ((a, b) for a in numbers for b in numbers if a.end <= b.start):
        gap = source.text[first.end : second.start].casefold().split()
        before = source.text[: first.start].casefold().split()[-2:]
        if gap and gap[0] in ("of", "out") and len(gap) <= 3 and 0 < first.low < second.low:
            yield first.low / second.low, first
        elif {"of", "among"} & set(before) and 0 < second.low < first.low:
            yield second.low / first.low, second


def _fit(claim: Sentence, token: Token, alignment: Alignment, part: Mention) -> float:
    """Share of the claim's words that stand in the statement of the part; what it counts may stand beside."""
    source = alignment.scope.sentence
    home = next((n for t, n in zip(source.tokens, source.statements, strict=True) if t.start >= part.start), 0)
    there = [w for w in source.words if source.statements[w.index] == home]
    wanted = [w for w in claim.words if w.token.norm != token.norm]
    total = sum(w.weight for w in wanted)
    held = sum(w.weight * max((similarity(w, o, "en") for o in there), default=0.0) for w in wanted)
    return held / total if total else 0.0
