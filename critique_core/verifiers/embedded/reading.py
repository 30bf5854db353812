"""Read one claim against its candidate passages: what agrees, what conflicts, what nothing mentions."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from critique_core.language.frames import acts
from critique_core.language.sentence import Sentence, Word, is_noun, may_be_noun
from critique_core.models import ClaimCandidates, SourceDocument
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment import rivals
from critique_core.verifiers.embedded.alignment.align import CONTENT, COVERED, Alignment, align
from critique_core.verifiers.embedded.checks.base import Observation
from critique_core.verifiers.embedded.checks.changes import turned_round
from critique_core.verifiers.embedded.checks.conditions import Omission, omitted_condition
from critique_core.verifiers.embedded.checks.registry import CHECKS, Check, Laid
from critique_core.verifiers.embedded.denied_values import denied_though_told, denies_unstated, undenied, with_denied
from critique_core.verifiers.embedded.observing import found_on
from critique_core.verifiers.embedded.parts import ClaimPart, parts_of, without_strays
from critique_core.verifiers.embedded.scopes import closest, heading_of, scopes
from critique_core.verifiers.embedded.shortened import is_shortened
from critique_core.verifiers.embedded.unnamed import unnamed
from critique_core.verifiers.embedded.values import (
    Value,
    decided,
    settled,
    with_counted_parts,
    with_unwritten,
)

_SAME_WORD = 0.9
_ELSEWHERE = 0.7
_WHOLE = 0.99  # of a claim's words
_OF_ANOTHER = ("role", "detail", "name")
_DENIALS = ("negation", "antonym", "currency", "modality")  # of what a claim denies of a value, it denies no more
_TOLD = ("agrees", "derived", "conflicts")


@dataclass(frozen=True)
class Reading:
    """A claim read against its sources: the features that the probability is made of, and what explains them.

    ``unnamed`` are the claim's names that no source has.
    """

    claim: Sentence
    focus: Alignment | None
    cover: tuple[float, ...]
    values: tuple[Value, ...]
    observations: tuple[tuple[Alignment, Observation], ...]
    omission: Omission | None
    parts: tuple[ClaimPart, ...] = ()
    alignments: tuple[Alignment, ...] = field(repr=False, default=())
    unnamed: tuple[str, ...] = ()

    @property
    def coverage(self) -> float:
        """Share of the claim's weight that the sources mention."""
        total = sum(w.weight for w in self.claim.words)
        return sum(w.weight * c for w, c in zip(self.claim.words, self.cover, strict=True)) / total if total else 1.0

    @property
    def leaves_out(self) -> bool:
        """Whether the claim leaves out a condition."""
        return self.omission is not None or any(o.agreement == "omitted" for _, o in self.observations)

    @property
    def bearing(self) -> float:
        """Share of the claim's content, its words and its values, that the sources mention at all, 0 to 1.

        A value counts like a word, and a conflicting one is mentioned too; identifiers are among the words.
        """
        outcomes = [v.outcome for v in self.values if v.mention.kind != "identifier"]
        told = sum(outcome in _TOLD for outcome in outcomes)
        met = told + sum(w.weight * c for w, c in zip(self.claim.words, self.cover, strict=True))
        total = told + outcomes.count("missing") + sum(w.weight for w in self.claim.words)
        return met / total if total else 0.0

    @property
    def partly(self) -> bool:
        """Whether one part of the claim stands and another fails."""
        return any(p.stands for p in self.parts) and any(p.fails for p in self.parts)

    @property
    def missing(self) -> tuple[Word, ...]:
        """The claim's words that no source mentions."""
        return tuple(w for w, c in zip(self.claim.words, self.cover, strict=True) if c < COVERED)

    @property
    def missing_nouns(self) -> tuple[Word, ...]:
        """Those of the missing words that name things; "people" or "things" name none."""
        return tuple(w for w in self.missing if w.weight >= CONTENT and self._names_a_thing(w))

    def _names_a_thing(self, word: Word) -> bool:
        """Whether a word is a noun here: "water" may be a verb, but not in "water damage"."""
        return is_noun(word) or (self.claim.code == "en" and may_be_noun(word) and not acts(self.claim, word))

    @property
    def added(self) -> float:
        """How far a claim repeats a unit word for word and adds a thing of its own: 0 for a paraphrase."""
        held = [w for w, c in zip(self.claim.words, self.cover, strict=True) if c >= COVERED]
        if not self.missing_nouns or not held or self.focus is None:
            return 0.0
        same = {pair.claim.index for pair in self.focus.pairs if pair.strength >= _SAME_WORD}
        return sum(w.weight for w in held if w.index in same) / sum(w.weight for w in held)

    @property
    def missing_deeds(self) -> tuple[Word, ...]:
        """Those of the missing words that say what is done, in English."""
        known = self.claim.code == "en"
        return tuple(w for w in self.missing if known and w.weight >= CONTENT and acts(self.claim, w))

    @property
    def names_apart(self) -> int:
        """How many of the claim's names are in the sources, but neither in the focus unit nor near it."""
        near = self.focus.cover if self.focus else self.cover
        words = zip(self.claim.words, self.cover, near, strict=True)
        return sum(w.token.name and found >= COVERED > beside for w, found, beside in words)

    @property
    def together(self) -> float:
        """The largest share of the claim's weight that is in one statement of a source."""
        total = sum(w.weight for w in self.claim.words)
        best = 0.0
        for alignment in self.alignments:
            shares: dict[int, float] = {}
            for pair in alignment.pairs:
                home = alignment.scope.sentence.statements[pair.source.index]
                shares[home] = shares.get(home, 0.0) + pair.claim.weight * pair.strength
            best = max(best, *shares.values(), 0.0)
        return best / total if total else 1.0

    @property
    def said(self) -> bool:
        """Whether a unit is the claim word for word."""
        return any(_is_said(self.claim, alignment) for alignment in self.alignments)

    @property
    def shortened(self) -> bool:
        """Whether a sentence of a source is the claim but for some phrases."""
        whole = (a.scope for a in self.alignments if a.coverage >= _WHOLE and a.scope.unit.kind == "prose")
        return any(is_shortened(self.claim, scope.sentence) for scope in whole)

    def of(self, outcome: str) -> list[Value]:
        """The values with one outcome."""
        return [value for value in self.values if value.outcome == outcome]

    @property
    def conflicts(self) -> list[Observation]:
        """Conflicts of meaning."""
        return [o for _, o in self.observations if o.agreement == "conflicts"]


def read(
    claim: Sentence, candidates: ClaimCandidates, sources: dict[str, SourceDocument], checks: Sequence[Check] = CHECKS
) -> Reading:
    """Read a claim against the passages found for it; ``checks`` are those of the table that take part."""
    alignments = [align(claim, scope) for scope in closest(claim, scopes(candidates, sources, claim.code))]
    ranked = sorted(alignments, key=lambda a: (-a.coverage - 0.4 * a.inside, a.scope.rank))
    if not ranked:
        return Reading(claim, None, tuple(0.0 for _ in claim.words), (), (), None)
    values = with_denied(claim, tuple(decided(claim, mention, ranked, checks) for mention in claim.mentions))
    focus = _focus(ranked, values)
    cover = _union(focus, ranked)
    observations = undenied(claim, found_on(Laid(claim, ranked, focus), checks))
    if same := next((a for a in ranked if _is_said(claim, a)), None):
        observations = [
            (a, o) for a, o in observations if o.agreement != "conflicts" or a.scope.source_id != same.scope.source_id
        ]
    observations = [(a, o) for a, o in observations if not any(_tells_hour(value, o) for value in values)]
    texts = [f"{heading_of(source)} {source.content}" for source in sources.values()]
    if denies_unstated(claim, values, texts):
        observations = [(a, o) for a, o in observations if o.agreement != "conflicts" or o.kind not in _DENIALS]
    values = with_counted_parts([settled(claim, value, observations) for value in values])
    if not any(o.kind == "negation" for _, o in observations):
        observations += denied_though_told(claim, values)
    if claim.code == "en":
        observations += turned_round(claim, [(v.mention, v.derived) for v in values if v.derived])
    values = with_unwritten(claim, values, texts)
    told_by_field = any(a.scope.unit.kind != "prose" and o.agreement == "conflicts" for a, o in observations)
    conditional = [v for v in values if not rivals.labels(claim, v.mention)]
    told_by_limit = any(o.kind == "condition" and o.agreement == "omitted" for _, o in observations)
    omission = None if told_by_field or told_by_limit else omitted_condition(claim, conditional, ranked)
    parts = tuple(parts_of(claim, values, focus, ranked, cover))
    cover = without_strays(claim, parts, cover)
    return Reading(
        claim, focus, cover, values, tuple(observations), omission, parts, tuple(ranked), unnamed(claim, texts)
    )


def _tells_hour(value: Value, seen: Observation) -> bool:
    """Whether a finding is on an hour that has been set against hours as a whole."""
    hour = value.outcome == "agrees" and value.mention.kind == "time" and (value.within or value.denied)
    on_it = seen.start < value.mention.end and value.mention.start < seen.end
    return bool(hour) and (on_it or (seen.agreement == "conflicts" and seen.kind in _OF_ANOTHER))


def _is_said(claim: Sentence, alignment: Alignment) -> bool:
    """Whether a unit is the claim word for word: no rule for meaning makes a sentence conflict with itself.

    An equal value in another form is the same word: "90 minutes" and "an hour and a half".
    """
    mine, theirs = _spoken(claim), _spoken(alignment.scope.sentence)
    return len(mine) == len(theirs) and all(
        _same_value(one, other) if isinstance(one, Mention) and isinstance(other, Mention) else one == other
        for one, other in zip(mine, theirs, strict=True)
    )


@lru_cache(maxsize=10_000)
def _spoken(sentence: Sentence) -> tuple[str | Mention, ...]:
    """The words of a sentence in small letters, each of its values in place of the words that state it."""
    found: list[str | Mention] = []
    values = [mention for mention in sentence.mentions if mention.kind not in ("identifier", "version")]
    for token in sentence.tokens:
        value = next((one for one in values if one.start <= token.start < one.end), None)
        if value is not None:
            found += [value] if value not in found[-1:] else []
        elif any(map(str.isalnum, token.text)):
            found.append(token.text.casefold())
    return tuple(found)


def _same_value(one: Mention, other: Mention) -> bool:
    """Whether two values are one, bounds and "about" included; what is ambiguous must have the same readings."""
    written = {"start": 0, "end": 0, "text": "", "step": 0.0, "size": 0.0}
    meant = dict.fromkeys(("low", "high", "per_size"), 0.0)
    alike = replace(one, **written, **meant) == replace(other, **written, **meant)
    sizes = ((one.low, other.low), (one.high, other.high), (one.per_size, other.per_size))
    return alike and all(a == b or math.isclose(a, b, rel_tol=1e-9) for a, b in sizes)


def _focus(ranked: Sequence[Alignment], values: Sequence[Value]) -> Alignment:
    """The unit that says most about the claim: its words, and the values found in it."""

    def score(alignment: Alignment) -> tuple[float, int]:
        held = sum(
            1.0 for v in values if v.slot is not None and v.slot.alignment is alignment and v.outcome != "missing"
        )
        share = held / len(values) if values else 0.0
        return alignment.coverage + 0.4 * alignment.inside + 0.5 * share, -alignment.scope.rank

    return max(ranked, key=score)


def _union(focus: Alignment, ranked: Sequence[Alignment]) -> tuple[float, ...]:
    """Cover by the focus, or at a discount by other units that share words with the claim."""
    cover = list(focus.cover)
    for alignment in ranked[:12]:
        if alignment is focus or alignment.coverage < 0.25:
            continue
        near = alignment.scope.source_id == focus.scope.source_id
        for position, strength in enumerate(alignment.cover):
            cover[position] = max(cover[position], strength * (_ELSEWHERE if near else 0.55))
    return tuple(cover)
