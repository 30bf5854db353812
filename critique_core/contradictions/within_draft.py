"""Two claims of one draft that exclude each other.

A search by shared words proposes what to compare, a verifier judges it, and nothing counts as a contradiction that the
verifier does not see and that two statements about different things would show as well.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from critique_core.contradictions.differences import DifferenceKind, differences
from critique_core.language.sentence import Sentence, analyse
from critique_core.models import (
    Claim,
    Conflict,
    Place,
    SourceDocument,
    Value,
    Verdict,
)
from critique_core.text.languages import language_of
from critique_core.text.word_classes import PRONOUNS

Verdicts = Mapping[tuple[str, str], Verdict]
"""Verdicts by claim id and the id of the one source that the claim was verified against."""

MOST_PAIRS = 200
MOST_PARTNERS = 12
"""Claims compared with each claim: those that share the rarest words with it."""
CONFLICT_SEVERITY = 0.7  # S1's severity of a contradiction

_ALIKE = 0.3  # share of the shorter text's words, below which two texts are not compared further
LEAST_SHARED = 0.5  # of the weight of the shorter statement; below, two statements share little but their topic
_COMMON = 0.25  # a word in more than this share of the claims distinguishes none, in a draft of some length
_ALWAYS_RARE = 8
CONTRADICTED = 0.55  # a conflict with a name gives at least 0.6
_NOT_SUPPORTED = 0.5
_LEAST_OF_LONGER = 0.4  # a statement inside a longer one ("… not yet, as the inquiry goes on") is not all it says
_LEAST_WEIGHT = 1.4  # a name or two words; what shares less ("The winner was …") leans on what was said before


class ClaimPair(Value):
    """Two claims of one draft that differ in one place; ``second`` comes later. The pair's verdicts are not known."""

    first: Claim
    second: Claim
    kind: DifferenceKind
    first_words: str
    second_words: str

    @property
    def to_verify(self) -> tuple[tuple[Claim, SourceDocument], ...]:
        """Each claim with the other one's text as its only source, whose id is that other claim's id."""
        return tuple(
            (claim, SourceDocument(id=other.id, content=other.text))
            for claim, other in ((self.second, self.first), (self.first, self.second))
        )


class PairSearch(Value):
    """The pairs worth verifying, likest first, and how many more there were than the limit let through."""

    pairs: tuple[ClaimPair, ...]
    left_out: int = 0


def pairs(claims: Sequence[Claim]) -> tuple[ClaimPair, ...]:
    """The pairs of ``search`` alone."""
    return search(claims).pairs


def search(claims: Sequence[Claim], limit: int = MOST_PAIRS) -> PairSearch:
    """Claims that mention one thing and differ in one place, found by an index of their rarer words.

    Each claim is compared with at most ``MOST_PARTNERS`` others, so that time grows with the number of claims.
    """
    code = _language_of(claims)
    scored = [pair for one, other in on_one_thing(claims) if (pair := _pair(one, other, code)) is not None]
    scored.sort(key=lambda found: (-found[0], found[1].first.start, found[1].second.start))
    return PairSearch(pairs=tuple(pair for _, pair in scored[:limit]), left_out=max(0, len(scored) - limit))


def on_one_thing(claims: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """Pairs of checkable claims that share rare words, under one heading and of one "it", the earlier one first."""
    read = [claim for claim in claims if claim.checkable]
    code = _language_of(claims)
    analysed = [analyse(claim.text, code) for claim in read]
    headings = _headings(claims, code)
    for i, j in _partners(analysed):
        if not _other_section(read[i], read[j], headings, code) and not _other_antecedent(analysed, i, j):
            yield read[i], read[j]


def neighbours(claims: Sequence[Claim], reach: int = 2) -> Iterator[tuple[Claim, Claim]]:
    """Pairs of checkable claims that are at most ``reach`` places apart under one heading."""
    read = [claim for claim in claims if claim.checkable]
    code = _language_of(claims)
    headings = _headings(claims, code)
    for place, one in enumerate(read):
        for other in read[place + 1 : place + 1 + reach]:
            if not _other_section(one, other, headings, code):
                yield one, other


def _language_of(claims: Sequence[Claim]) -> str:
    return language_of(" ".join(claim.text for claim in claims if claim.checkable))


def _pair(first: Claim, second: Claim, code: str) -> tuple[float, ClaimPair] | None:
    if not much_alike(first.text, second.text, code):
        return None
    found = differences(first.text, second.text, code)
    single = found.single
    leaning = leans(analyse(second.text, code))
    if single is None or found.shared < LEAST_SHARED:
        return None
    if not leaning and (found.weight < _LEAST_WEIGHT or found.of_longer < _LEAST_OF_LONGER):
        return None
    return found.shared, ClaimPair(
        first=first, second=second, kind=single.kind, first_words=single.first, second_words=single.second
    )


def _headings(claims: Sequence[Claim], code: str) -> dict[str, Sentence]:
    """The analysed heading that is over each claim, by the claim's id."""
    found: dict[str, Sentence] = {}
    heading: Sentence | None = None
    for claim in sorted(claims, key=lambda claim: claim.start):
        if claim.why == "heading":
            heading = analyse(claim.text, code)
        elif heading is not None:
            found[claim.id] = heading
    return found


def _other_section(first: Claim, second: Claim, headings: Mapping[str, Sentence], code: str) -> bool:
    """Whether the claims are under different headings that say whose they are: "Free" and "Pro".

    A heading whose words both claims have ("Keys") only names their topic.
    """
    over = [headings.get(claim.id) for claim in (first, second)]
    if over[0] is over[1]:
        return False
    own = [_keys(heading) if heading else frozenset[str]() for heading in over]
    both = _keys(analyse(first.text, code)) & _keys(analyse(second.text, code))
    return not (own[0] ^ own[1]) & both


def much_alike(first: str, second: str, code: str) -> bool:
    """Whether two texts share words enough to be worth a full comparison; synonyms may add to what is counted here."""
    one, two = analyse(first, code), analyse(second, code)
    theirs = _keys(two)
    same = sum(not word.keys.isdisjoint(theirs) for word in one.words)
    return same >= _ALIKE * min(len(one.words), len(two.words))


@lru_cache(maxsize=20_000)
def _keys(sentence: Sentence) -> frozenset[str]:
    return frozenset(key for word in sentence.words for key in word.keys)


def _partners(analysed: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Pairs of places, each claim with the few that share the rarest words with it."""
    index: dict[str, list[int]] = {}
    for place, sentence in enumerate(analysed):
        for key in {min(word.token.keys) for word in sentence.words}:
            index.setdefault(key, []).append(place)
    most = max(_ALWAYS_RARE, math.ceil(_COMMON * len(analysed)))
    found: set[tuple[int, int]] = set()
    for place, sentence in enumerate(analysed):
        shared = Counter[int]()
        for key in {min(word.token.keys) for word in sentence.words}:
            holders = index[key]
            for other in holders if len(holders) <= most else ():
                shared[other] += round(1000 * math.log1p(len(analysed) / len(holders)))  # pyright: ignore[reportArgumentType]
        del shared[place]
        best = sorted(shared.items(), key=lambda item: (-item[1], abs(item[0] - place), item[0]))[:MOST_PARTNERS]
        found |= {(min(place, other), max(place, other)) for other, _ in best}
    return sorted(found)


def _other_antecedent(analysed: Sequence[Sentence], i: int, j: int) -> bool:
    """Whether the later claim's "it" stands for another thing than the earlier claim mentions."""
    if not leans(analysed[j]):
        return False
    before = next((place for place in range(j - 1, -1, -1) if not leans(analysed[place])), -1)
    if before <= i:  # what is between them is about the same "it"
        return False
    return not any(a.keys & b.keys for a in analysed[before].words[:2] for b in analysed[i].words[:2])


def leans(sentence: Sentence) -> bool:
    """Whether a statement opens with a pronoun."""
    return bool(sentence.tokens) and sentence.tokens[0].norm in PRONOUNS


def within(pairs: Sequence[ClaimPair], verdicts: Verdicts) -> tuple[Conflict, ...]:
    """The pairs that contradict each other: the verifier sees it one way at least, and support in neither."""
    return tuple(conflict(pair.first, pair.second, _parting(pair)) for pair in pairs if _contradicted(pair, verdicts))


def conflict(first: Claim, second: Claim, explanation: str) -> Conflict:
    """Two claims that cannot both be true, shown at the later one."""
    return Conflict(
        claim_id=second.id,
        start=second.start,
        end=second.end,
        related=(Place(start=first.start, end=first.end, claim_id=first.id),),
        severity=CONFLICT_SEVERITY,
        explanation=explanation,
    )


def _contradicted(pair: ClaimPair, verdicts: Verdicts) -> bool:
    asked = [verdicts.get((claim.id, source.id)) for claim, source in pair.to_verify]
    beliefs = [verdict.probabilities for verdict in asked if verdict is not None and verdict.probabilities is not None]
    if not beliefs or any(belief.supported >= _NOT_SUPPORTED for belief in beliefs):
        return False
    # No typed comparison names a conflict of names; that only one can be right is read off the statements.
    return pair.kind == "name" or max(belief.contradicted for belief in beliefs) >= CONTRADICTED


def _parting(pair: ClaimPair) -> str:
    if pair.kind == "order":
        return f"The draft says both “{pair.first.text}” and “{pair.second.text}”, which turn the same things round."
    if pair.kind == "denial":
        return f"The draft says both “{pair.first.text}” and “{pair.second.text}”: one denies what the other says."
    return f"The draft says both “{pair.first_words}” and “{pair.second_words}” of the same thing."
