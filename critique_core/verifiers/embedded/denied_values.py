"""Values that a claim denies: "not at 3 pm" is true beside "at 4 pm", and false beside "at 3 pm"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from critique_core.language.opposites import opposed
from critique_core.language.sentence import Sentence
from critique_core.text.word_classes import NEGATION
from critique_core.typed_values import compare
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment import rivals
from critique_core.verifiers.embedded.alignment.slots import Slot
from critique_core.verifiers.embedded.checks.base import Observation, Seen, between
from critique_core.verifiers.embedded.values import Value

_REACH = 7
_FIGURES = regex.compile(r"\d+")
_YEAR = regex.compile(r"\d{4}")
_PLAIN_SLOT = 0.5
_SURE = 0.7
_VALUES = frozenset("number quantity percentage date time currency range".split())
_PAIRS = (("no", "longer"), ("instead", "of"), ("rather", "than"))
_NOUN_DENIALS = frozenset("no none kein keine keinen keinem keiner nessun nessuna nenhum nenhuma geen".split())
# what turns a denied value into a limit, or denies only a part of it
_OTHERWISE = frozenset(
    """more less fewer later earlier before until till only all every everyone just exactly even exceed exceeds above
    below over under least most than after beyond within because if when unless mehr weniger später früher vor bis nur
    alle über unter plus moins avant seulement tous más menos antes sólo todos più meno prima solo tutti mais apenas
    meer minder voor alleen but sondern sino mais ma mas maar""".split()
)


def denial_of(claim: Sentence, mention: Mention) -> tuple[int, int] | None:
    """Where the words stand by which a claim denies a value ("not", "rather than"); ``None`` where it states it."""
    if mention.bound or mention.limit or (mention.is_range and mention.kind != "date"):
        return None
    return _denial_before(claim, mention.start)


def _denial_before(claim: Sentence, start: int) -> tuple[int, int] | None:
    tokens, first = claim.tokens, next((at for at, token in enumerate(claim.tokens) if token.end > start), 0)
    denying = (NEGATION.get(claim.code, frozenset()) | {"n't", "not"}) - _NOUN_DENIALS
    for at in range(first - 1, max(-1, first - _REACH - 1), -1):
        token = tokens[at]
        if token.norm in _OTHERWISE and (tokens[at - 1].norm if at else "", token.norm) not in _PAIRS:
            return None
        if token.kind == "mark" and token.text in ",;:.!?":
            return None
        if at and (tokens[at - 1].norm, token.norm) in _PAIRS:
            return tokens[at - 1].start, token.end
        if token.norm in denying and at not in claim.limiting:
            return token.start, token.end
    return None


def denies_unstated(claim: Sentence, values: Sequence[Value], texts: Sequence[str]) -> bool:
    """Whether a claim denies a value of which no source has the figures: "no train at 23:15" beside other trains."""

    def unwritten(mention: Mention) -> bool:
        figures = _FIGURES.findall(mention.text)
        return bool(figures) and not any(figure in text for figure in figures for text in texts)

    return any(
        v.denied or (v.outcome in ("missing", "unsaid") and unwritten(v.mention) and denial_of(claim, v.mention))
        for v in values
    )


def undenied(claim: Sentence, found: Sequence[Seen]) -> list[Seen]:
    """The findings, those that give another value than one that the claim denies agreeing: "not on port 80"."""

    def judged(seen: Observation) -> Observation:
        other = _FIGURES.findall(seen.claim_value) != _FIGURES.findall(seen.source_value)
        turned = seen.agreement == "conflicts" and seen.kind in _VALUES and other and _denial_before(claim, seen.start)
        return replace(seen, agreement="agrees", firm=False) if turned else seen

    return [(alignment, judged(seen)) for alignment, seen in found]


def denied_though_told(claim: Sentence, values: Sequence[Value]) -> Iterator[Seen]:
    """The first value that a claim denies and a source states or that follows from it: "does not have 42 singers".

    Versions are left out: what does not run on one version may do so on another that the sources name too.
    """
    for value in values:
        span = denial_of(claim, value.mention)
        if span is None or value.within or value.denied or value.mention.kind in ("identifier", "version"):
            continue
        if value.derived is not None:
            alignment, source = value.derived.first
            told = f"{value.derived.explanation}, and the draft denies it"
        elif value.outcome == "agrees" and value.slot and _is_plainly(value.mention, value.slot):
            alignment, source = value.slot.alignment, value.slot.mention
            told = f"the draft denies “{value.mention.text}”, the source says {source.text}"
        else:
            continue
        if rivals.labels(claim, value.mention) or _denies(alignment.scope.sentence, source):
            continue
        if any(opposed(w.keys, o.keys, claim.code) for w in claim.words for o in alignment.scope.sentence.words):
            continue  # "not open on 28 December" beside "closed from 24 December"
        following = next(token for token in claim.tokens if token.start >= span[1])
        if following.norm == "one":
            continue  # "not one of the seven failed" denies no seven
        first = next(token for token in alignment.scope.sentence.tokens if token.end > source.start)
        seen = between("negation", "conflicts", following, first, told, _SURE)
        yield alignment, replace(seen, firm=True)
        return


def with_denied(claim: Sentence, values: Sequence[Value]) -> tuple[Value, ...]:
    """The values, those that the claim denies and the sources give otherwise agreeing with what the sources give.

    So does a denied value that no source has beside the one that the claim sets in its place: "not 6 but 8 October".
    """
    stated = [v for v in values if v.outcome == "agrees" and v.slot and denial_of(claim, v.mention) is None]

    def judged(value: Value) -> Value:
        open_to = value.outcome in ("conflicts", "missing") and not value.within
        span = denial_of(claim, value.mention) if open_to else None
        if span is None:
            return value
        slot = _given(value, stated)
        if slot is not None:
            return replace(value, outcome="agrees", slot=slot, denied=span)
        return Value(value.mention, "unsaid") if value.outcome == "conflicts" else value

    return tuple(judged(value) for value in values)


def _given(value: Value, stated: Sequence[Value]) -> Slot | None:
    """The slot with what a source gives in place of a value."""
    slot = value.slot
    if value.outcome == "conflicts" and slot is not None:
        plain = slot.fit >= _PLAIN_SLOT and not slot.mention.bound and not slot.mention.is_range
        source = slot.alignment.scope.sentence
        denied = _denies(source, slot.mention)
        year = _YEAR.fullmatch(value.mention.text) is not None  # who won in 2021 may have won in 2019 too
        return slot if plain and not denied and not year else None
    if value.outcome == "missing":
        return next((v.slot for v in stated if v.slot and _rival(value.mention, v.mention)), None)
    return None


def _is_plainly(mention: Mention, slot: Slot) -> bool:
    """Whether a slot gives a value itself, and no range that it lies in."""
    return slot.fit >= _PLAIN_SLOT and len(slot.mention.alternatives) <= max(1, len(mention.alternatives))


def _denies(source: Sentence, mention: Mention) -> bool:
    return denial_of(source, mention) is not None or any(word.denied for word in source.words)


def _rival(mention: Mention, other: Mention) -> bool:
    years = _YEAR.fullmatch(mention.text) and _YEAR.fullmatch(other.text)
    return bool(years) or compare.comparable(mention, other)
