"""Statements that exclude each other: two claims of one draft, or two sources on one claim.

A search by shared words proposes what to compare, a verifier judges it, and nothing counts as a contradiction that the
verifier does not see and that two statements about different things would show as well.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from critique_core.contradictions.differences import Difference, DifferenceKind, differences, figures, same_value
from critique_core.contradictions.source_age import Age, ages, newer
from critique_core.language.sentence import Sentence, analyse
from critique_core.models import (
    Claim,
    ClaimCandidates,
    Evidence,
    Place,
    Probability,
    SourceDocument,
    Value,
    Verdict,
    VerifiedClaim,
)
from critique_core.text.word_classes import language
from critique_core.typed_values.dates import dates
from critique_core.typed_values.mentions import Mention

Verdicts = Mapping[tuple[str, str], Verdict]
"""Verdicts by claim id and the id of the one source that the claim was verified against."""

MOST_PAIRS = 200
MOST_PARTNERS = 12
"""Claims compared with each claim: those that share the rarest words with it."""
CONFLICT_SEVERITY = 0.7  # S1's severity of a contradiction

_ALIKE = 0.3  # share of the shorter text's words, below which two texts are not compared further
_LEAST_SHARED = 0.5  # of the weight of the shorter statement; below, two statements share little but their topic
_COMMON = 0.25  # a word in more than this share of the claims tells none apart, in a draft of some length
_ALWAYS_RARE = 8
_PRONOUNS = frozenset("it he she they this these its his her their er sie es il elle ils elles él ella".split())
_CONTRADICTED = 0.55  # a conflict with a name gives at least 0.6
_SUPPORTED = 0.6
_LEANING = 0.4
_NOT_SUPPORTED = 0.5
_LEAST_OF_LONGER = 0.4  # a statement inside a longer one ("… not yet, as the inquiry goes on") is not all it says
_LEAST_WEIGHT = 1.4  # a name or two words; what shares less ("The winner was …") leans on what was said before
_CLOSE = 0.5
_AROUND = 300  # characters before a quote that may say what it is about
_SAMPLE = 2000  # characters of a source that show its language


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


class DraftConflict(Value):
    """Two places of a draft that cannot both be true; ``probability`` is the larger P(contradicted) of both ways.

    It is ``None`` where the wording alone shows the conflict.
    """

    first: Place
    second: Place
    probability: Probability | None = None
    severity: Probability = CONFLICT_SEVERITY
    explanation: str


class SourceConflict(Value):
    """One claim on which sources disagree.

    ``supporting`` and ``contradicting`` are the quotes to show, ``others`` the further ones. ``supporting_age`` and
    ``contradicting_age`` say how old each is and how that is known; ``newer_source_id`` is ``None`` when no age or no
    order is known. ``outdated`` is set when a source that contradicts the claim is newer than all that support it.
    """

    claim_id: str
    start: int
    end: int
    supporting: Evidence
    contradicting: Evidence
    others: tuple[Evidence, ...] = ()
    supporting_age: Age | None = None
    contradicting_age: Age | None = None
    newer_source_id: str | None = None
    outdated: bool = False
    severity: Probability = CONFLICT_SEVERITY
    explanation: str


# --- within the draft ----------------------------------------------------------------------------------------------


def pairs(claims: Sequence[Claim]) -> tuple[ClaimPair, ...]:
    """The pairs of ``search`` alone."""
    return search(claims).pairs


def search(claims: Sequence[Claim], limit: int = MOST_PAIRS) -> PairSearch:
    """Claims that speak of one thing and differ in one place, found by an index of their rarer words.

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


def beside(claims: Sequence[Claim], reach: int = 2) -> Iterator[tuple[Claim, Claim]]:
    """Pairs of checkable claims that stand at most ``reach`` places apart under one heading."""
    read = [claim for claim in claims if claim.checkable]
    code = _language_of(claims)
    headings = _headings(claims, code)
    for place, one in enumerate(read):
        for other in read[place + 1 : place + 1 + reach]:
            if not _other_section(one, other, headings, code):
                yield one, other


def _language_of(claims: Sequence[Claim]) -> str:
    return language(" ".join(claim.text for claim in claims if claim.checkable))


def _pair(first: Claim, second: Claim, code: str) -> tuple[float, ClaimPair] | None:
    if not _much_alike(first.text, second.text, code):
        return None
    found = differences(first.text, second.text, code)
    single = found.single
    leans = _leans(analyse(second.text, code))
    if single is None or found.shared < _LEAST_SHARED:
        return None
    if not leans and (found.weight < _LEAST_WEIGHT or found.of_longer < _LEAST_OF_LONGER):
        return None
    return found.shared, ClaimPair(
        first=first, second=second, kind=single.kind, first_words=single.first, second_words=single.second
    )


def _headings(claims: Sequence[Claim], code: str) -> dict[str, Sentence]:
    """The analysed heading that stands over each claim, by the claim's id."""
    found: dict[str, Sentence] = {}
    heading: Sentence | None = None
    for claim in sorted(claims, key=lambda claim: claim.start):
        if claim.why == "heading":
            heading = analyse(claim.text, code)
        elif heading is not None:
            found[claim.id] = heading
    return found


def _other_section(first: Claim, second: Claim, headings: Mapping[str, Sentence], code: str) -> bool:
    """Whether the claims stand under different headings that say whose they are: "Free" and "Pro".

    A heading of which both claims speak ("Keys") only names their topic.
    """
    over = [headings.get(claim.id) for claim in (first, second)]
    if over[0] is over[1]:
        return False
    own = [_keys(heading) if heading else frozenset[str]() for heading in over]
    both = _keys(analyse(first.text, code)) & _keys(analyse(second.text, code))
    return not (own[0] ^ own[1]) & both


def _much_alike(first: str, second: str, code: str) -> bool:
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
    """Whether the later claim's "it" stands for another thing than the earlier claim speaks of."""
    if not _leans(analysed[j]):
        return False
    before = next((place for place in range(j - 1, -1, -1) if not _leans(analysed[place])), -1)
    if before <= i:  # what stands between them is about the same "it"
        return False
    return not any(a.keys & b.keys for a in analysed[before].words[:2] for b in analysed[i].words[:2])


def _leans(sentence: Sentence) -> bool:
    """Whether a statement opens with a pronoun."""
    return bool(sentence.tokens) and sentence.tokens[0].norm in _PRONOUNS


def within(pairs: Sequence[ClaimPair], verdicts: Verdicts) -> tuple[DraftConflict, ...]:
    """The pairs that contradict each other: the verifier sees it one way at least, and support in neither."""
    found = ((pair, _contradicted(pair, verdicts)) for pair in pairs)
    return tuple(
        DraftConflict(
            first=_place(pair.first), second=_place(pair.second), probability=chance, explanation=_parting(pair)
        )
        for pair, chance in found
        if chance is not None
    )


def _contradicted(pair: ClaimPair, verdicts: Verdicts) -> float | None:
    asked = [verdicts.get((claim.id, source.id)) for claim, source in pair.to_verify]
    beliefs = [verdict.probabilities for verdict in asked if verdict is not None and verdict.probabilities is not None]
    if not beliefs or any(belief.supported >= _NOT_SUPPORTED for belief in beliefs):
        return None
    highest = max(belief.contradicted for belief in beliefs)
    # No typed comparison names a conflict of names; that only one can stand there has been read off the statements.
    return highest if highest >= _CONTRADICTED or pair.kind == "name" else None


def _place(claim: Claim) -> Place:
    return Place(start=claim.start, end=claim.end, claim_id=claim.id)


def _parting(pair: ClaimPair) -> str:
    if pair.kind == "order":
        return f"The draft says both “{pair.first.text}” and “{pair.second.text}”, which turn the same things round."
    if pair.kind == "denial":
        return f"The draft says both “{pair.first.text}” and “{pair.second.text}”: one denies what the other says."
    return f"The draft says “{pair.first_words}” in one place and “{pair.second_words}” in another of the same thing."


# --- between the sources -------------------------------------------------------------------------------------------


def to_verify(
    verified: Sequence[VerifiedClaim],
    candidates: Sequence[ClaimCandidates],
    *,
    superseded: Collection[str] = (),
) -> tuple[tuple[str, str], ...]:
    """Pairs (claim id, source id) whose claim is to be verified against that one source alone.

    Taken from the passages found for each claim: sources that state most of the claim, where one of them differs from
    it in a value, a word or a denial. A claim that one source speaks of, or that none differs from, needs no further
    look. Of the claims whose ids are in ``superseded`` every source with a passage is read: one of them may still
    support the claim.
    """
    found = {ranked.claim_id: ranked for ranked in candidates}
    read = (unit.text for ranked in candidates[:1] for one in ranked.passages for unit in one.passage.units)
    code = language(" ".join([*(claim.text for claim in verified), *read]))
    return tuple(
        (claim.id, source_id)
        for claim in verified
        if claim.probability is not None and claim.id in found
        for source_id in (
            _with_passages(found[claim.id]) if claim.id in superseded else _divided(claim, found[claim.id], code)
        )
    )


def _with_passages(found: ClaimCandidates) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ranked.passage.source_id for ranked in found.passages))


def _divided(claim: Claim, found: ClaimCandidates, code: str) -> tuple[str, ...]:
    best = max((ranked.score for ranked in found.passages), default=0.0)
    stance: dict[str, set[bool]] = {}
    read: set[str] = set()
    for ranked in found.passages:
        first = ranked.passage.source_id not in read  # the best passage of each source is read however far behind
        read.add(ranked.passage.source_id)
        for unit in ranked.passage.units if first or ranked.score >= _CLOSE * best else ():
            if not _much_alike(claim.text, unit.text, code):
                continue
            seen = differences(claim.text, unit.text, code)
            if seen.shared >= _LEAST_SHARED and not _of_another_name(claim.text, unit.text, seen.differences, code):
                parting = any(one.kind != "case" for one in seen.differences)
                stance.setdefault(ranked.passage.source_id, set()).add(parting)
    differing = any(True in seen for seen in stance.values())
    return tuple(stance) if differing and len(stance) > 1 else ()


def _of_another_name(claim: str, said: str, seen: Sequence[Difference], code: str) -> bool:
    """Whether a statement says of another name what the claim says: "the Ivy station", "the Juniper station".

    Read alone it is easily taken for support, and never for a contradiction of the claim.
    """
    cases = [one for one in seen if one.kind == "case"]
    mine, theirs = (_names(analyse(text, code)) for text in (claim, said)) if cases else (frozenset[str](),) * 2
    return any(not mine.isdisjoint(one.first.split()) and not theirs.isdisjoint(one.second.split()) for one in cases)


@lru_cache(maxsize=20_000)
def _names(sentence: Sentence) -> frozenset[str]:
    return frozenset(token.text for token in sentence.tokens if token.name)


def between(
    verified: Sequence[VerifiedClaim],
    sources: Sequence[SourceDocument],
    *,
    verdicts: Verdicts | None = None,
    superseding: Mapping[str, Sequence[Evidence]] | None = None,
) -> tuple[SourceConflict, ...]:
    """The claims that one source supports and another contradicts, with the quotes, their ages and which is newer.

    ``verdicts`` are those of ``to_verify``; a source without one stands as the claim's own evidence shows it.
    ``superseding`` are quotes, by claim id, that tell of what has taken its place, so that their sources do not support
    it.
    """
    known = {source.id: source for source in sources}
    alone: dict[str, dict[str, Verdict]] = {}
    for (claim_id, source_id), verdict in (verdicts or {}).items():
        alone.setdefault(claim_id, {})[source_id] = verdict
    found = (
        _conflict(
            claim,
            known,
            alone.get(claim.id, {}),
            (superseding or {}).get(claim.id, ()),
        )
        for claim in verified
    )
    return tuple(conflict for conflict in found if conflict is not None)


def _conflict(
    claim: VerifiedClaim,
    sources: Mapping[str, SourceDocument],
    alone: Mapping[str, Verdict],
    superseding: Sequence[Evidence],
) -> SourceConflict | None:
    quotes = [*_own_evidence(claim, alone), *_evidence_alone(alone)]
    over = {part.source_id for part in superseding}
    supporting = [p for p in quotes if p.relation == "supports" and p.source_id in sources and p.source_id not in over]
    if over and not supporting:
        supporting = [*_with_the_value(claim, alone, over)]
    contradicting = [
        part
        for part in quotes
        if part.relation == "contradicts"
        and part.source_id in sources
        and part.source_id not in over
        and _of_one_thing(claim, part, sources)
    ]
    contradicting = [
        part for part in (*superseding, *contradicting) if all(p.source_id != part.source_id for p in supporting)
    ]
    if not supporting or not contradicting:
        return None
    return _dated(claim, supporting, contradicting, sources)


def _with_the_value(claim: Claim, alone: Mapping[str, Verdict], over: Collection[str]) -> Iterator[Evidence]:
    """Quotes that state the value which another source calls the former one, where the rest of the claim is unsure."""
    for verdict in alone.values():
        belief = verdict.probabilities
        if belief is None or not max(belief.contradicted, _LEANING) < belief.supported < _SUPPORTED:
            continue
        for part in verdict.evidence[:1]:
            code = language(f"{claim.text} {part.quote}")
            if part.source_id not in over and part.relation != "contradicts" and _says_it_too(claim, part, code):
                yield part.model_copy(update={"relation": "supports"})


def _own_evidence(claim: VerifiedClaim, alone: Mapping[str, Verdict]) -> Iterator[Evidence]:
    """The evidence of the claim's own verdict from sources that have none of their own, without what is far off."""
    parts = claim.verdict.evidence if claim.verdict else ()
    best = max((part.score for part in parts), default=0.0)
    for part in parts:
        near = part.score >= _CLOSE * best
        if near and part.source_id not in alone and part.match not in ("not_found", "misattributed"):
            yield part


def _evidence_alone(alone: Mapping[str, Verdict]) -> Iterator[Evidence]:
    """The strongest quote of each source that, read alone, supports or contradicts the claim."""
    for verdict in alone.values():
        belief = verdict.probabilities
        if belief is None:
            continue
        relation = "supports" if belief.supported >= _SUPPORTED else "contradicts"
        parts = [
            p for p in verdict.evidence if p.relation == relation and p.match not in ("not_found", "misattributed")
        ]
        if parts and (relation == "supports" or belief.contradicted >= _CONTRADICTED):
            yield parts[0]


def _of_one_thing(claim: Claim, part: Evidence, sources: Mapping[str, SourceDocument]) -> bool:
    """Whether a quote differs from the claim in one place only, what stands around the quote counted as its own."""
    source = sources[part.source_id]
    around = source.content[max(0, part.start - _AROUND) : part.start]
    around = " ".join(text for text in (source.title, source.section, around) if text)
    code = language(f"{claim.text} {source.content[:_SAMPLE]}")
    found = differences(claim.text, part.quote, code, around=around)
    return found.single is not None and not (found.single.kind == "value" and _says_it_too(claim, part, code))


def _says_it_too(claim: Claim, part: Evidence, code: str) -> bool:
    """Whether a quote with another value has the claim's own as well: "adults pay 11 euros, children still 6"."""
    mine, theirs = analyse(claim.text, code).mentions, analyse(part.quote, code).mentions
    return bool(mine) and all(any(same_value(one, other) or _end_of(one, other) for other in theirs) for one in mine)


def _end_of(one: Mention, other: Mention) -> bool:
    """Whether a single value is one of the two of a range: "21 days" in "from 21 to 14 days"."""
    return not one.is_range and other.is_range and set(figures(one)) <= set(figures(other))


def _dated(
    claim: VerifiedClaim,
    supporting: Sequence[Evidence],
    contradicting: Sequence[Evidence],
    sources: Mapping[str, SourceDocument],
) -> SourceConflict:
    """The conflict with its newest quote of either side; the claim is outdated when the newest one contradicts it."""
    # A claim that speaks of a date itself ("founded in 1142") makes the dates in its quotes part of the matter.
    timeless = not dates(claim.text, language(f"{claim.text} {supporting[0].quote}"))
    known = {id(part): ages(sources[part.source_id], part, stated=timeless) for part in (*supporting, *contradicting)}
    pro, con = _newest(supporting, known), _newest(contradicting, known)
    order, mine, theirs = newer(known[id(con)], known[id(pro)])
    winner = {1: con.source_id, -1: pro.source_id}.get(order)
    return SourceConflict(
        claim_id=claim.id,
        start=claim.start,
        end=claim.end,
        supporting=pro,
        contradicting=con,
        others=tuple(part for part in (*supporting, *contradicting) if part is not pro and part is not con),
        supporting_age=theirs,
        contradicting_age=mine,
        newer_source_id=winner,
        outdated=order == 1,
        explanation=_disagreement((pro, theirs), (con, mine), order, sources),
    )


def _newest(parts: Sequence[Evidence], known: Mapping[int, tuple[Age, ...]]) -> Evidence:
    """The first part that no other is newer than."""
    best = parts[0]
    for part in parts[1:]:
        if newer(known[id(part)], known[id(best)])[0] == 1:
            best = part
    return best


def _disagreement(
    pro: tuple[Evidence, Age | None],
    con: tuple[Evidence, Age | None],
    order: int,
    sources: Mapping[str, SourceDocument],
) -> str:
    one, two = (f"“{sources[part.source_id].name}”{f' ({age.told})' if age else ''}" for part, age in (pro, con))
    text = f"The source {one} supports this, the source {two} contradicts it."
    if order == 0:
        return f"{text} Which of them is newer cannot be told."
    return f"{text} The newer one {'contradicts' if order == 1 else 'supports'} it."
