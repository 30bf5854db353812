"""Two sources that disagree on a claim: one supports it, another contradicts it, and which of them is newer."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from critique_core.contradictions.crossing import MOST_READ, Parted, about_two_things, crossings
from critique_core.contradictions.differences import Difference, differences, figures, same_value
from critique_core.contradictions.source_age import Age, ages, newer
from critique_core.contradictions.stated_change_phrases import REPORTED
from critique_core.contradictions.stated_changes import may_be_over
from critique_core.contradictions.within_draft import (
    CONFLICT_SEVERITY,
    CONTRADICTED,
    LEAST_SHARED,
    Verdicts,
    leans,
    much_alike,
)
from critique_core.language.sentence import Sentence, analyse
from critique_core.models import (
    Claim,
    ClaimCandidates,
    Conflict,
    Evidence,
    Passage,
    Place,
    SourceDocument,
    Verdict,
    VerifiedClaim,
)
from critique_core.text.languages import language_of
from critique_core.typed_values.dates import dates
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.relating import Relate, log_odds, unknown

_SUPPORTED = 0.6
_LEANING = 0.4
_EXCLUDED = 0.55  # how surely a sentence excludes a claim; this, as the next, chosen on the open part of sources_apart
_CHANGED = 0.3  # … a sentence that reports a change
_EACH_OTHER = 0.7  # … a sentence the claim and what supports it, which excludes the sentence, taken together
_PARTING = 0.5  # … one of two sentences of one wording the other
_ONE_WORDING = 0.8  # share of the longer sentence's weight
_LEANS_AGAINST = 0.2
_CLOSE = 0.5
_AROUND = 300  # characters before a quote that may say what it is about
_SAMPLE = 2000  # characters of a source that show its language


def to_verify(
    verified: Sequence[VerifiedClaim],
    candidates: Sequence[ClaimCandidates],
    *,
    superseded: Collection[str] = (),
    relate: Relate = unknown,
) -> tuple[tuple[str, str], ...]:
    """Pairs (claim id, source id) whose claim is to be verified against that one source alone.

    Taken from the passages found for each claim: sources that state most of the claim, where one of them differs from
    it in a value, a word or a denial, reports a change, or excludes it by ``relate``, for which at most ``MOST_READ``
    sentences are read. A claim that one source mentions, or that none differs from, needs no further look. Of the
    claims whose ids are in ``superseded`` every source with a passage is read: one of them may still support the claim.
    """
    found = {ranked.claim_id: ranked for ranked in candidates}
    excludes = _Excluding(relate)
    read = (unit.text for ranked in candidates[:1] for one in ranked.passages for unit in one.passage.units)
    code = language_of(" ".join([*(claim.text for claim in verified), *read]))
    return tuple(
        (claim.id, source_id)
        for claim in verified
        if claim.probability is not None and claim.id in found
        for source_id in (
            _with_passages(found[claim.id])
            if claim.id in superseded
            else _divided(claim, found[claim.id], code, excludes)
        )
    )


def _with_passages(found: ClaimCandidates) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ranked.passage.source_id for ranked in found.passages))


class _Excluding:
    """Reads whether sentences exclude a claim, ``MOST_READ`` times at most."""

    def __init__(self, relate: Relate) -> None:
        self._relate = relate
        self._left = MOST_READ

    def __call__(self, claim: str, said: str) -> bool:
        self._left -= 1
        return self._left >= 0 and (self._relate("excludes", claim, said) or 0.0) >= _EXCLUDED


def _divided(claim: Claim, found: ClaimCandidates, code: str, excludes: _Excluding) -> tuple[str, ...]:
    highest = max((ranked.score for ranked in found.passages), default=0.0)
    stance: dict[str, set[bool]] = {}
    near: dict[str, str] = {}  # the first sentence of each source that shares some words with the claim
    alike: dict[str, str] = {}  # … most words
    read: set[str] = set()
    for ranked in found.passages:
        first = ranked.passage.source_id not in read  # the best passage of each source is read however far behind
        read.add(ranked.passage.source_id)
        for said in _statements(ranked.passage, code) if first or ranked.score >= _CLOSE * highest else ():
            if not much_alike(claim.text, said, code):
                continue
            seen = differences(claim.text, said, code)
            if _of_another_name(claim.text, said, seen.differences, code):
                continue
            near.setdefault(ranked.passage.source_id, said)
            changed = REPORTED.search(said) is not None
            if changed or seen.shared >= LEAST_SHARED:
                alike.setdefault(ranked.passage.source_id, said)
                parting = changed or any(one.kind != "case" for one in seen.differences)
                stance.setdefault(ranked.passage.source_id, set()).add(parting)
    if len(stance) > 1 and any(True in seen for seen in stance.values()):
        return tuple(stance)
    if len(alike) > 1 and any(excludes(claim.text, said) for said in alike.values()):
        return tuple(alike)
    best, *others = near.values() or ("",)
    return tuple(near) if any(_one_wording(best, other, code) for other in others) else ()


def _one_wording(one: str, two: str, code: str) -> bool:
    """Whether two sentences part in nothing but values, or a name, an opposite or a denial: two versions of one text.

    A value and an opposite ("began at 7", "ended at 9") mention two cases.
    """
    found = differences(one, two, code)
    kinds = {difference.kind for difference in found.differences} - {"quantifier"}
    return found.of_longer >= _ONE_WORDING and len(kinds) == 1 and "case" not in kinds


def _statements(passage: Passage, code: str) -> Iterator[str]:
    """The sentences of a passage, one that leans on the sentence before ("It has a length of …") together with that."""
    before = ""
    for unit in passage.units:
        yield f"{before} {unit.text}" if before and leans(analyse(unit.text, code)) else unit.text
        before = unit.text


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
    parted: Mapping[str, Parted] | None = None,
    relate: Relate = unknown,
) -> tuple[Conflict, ...]:
    """The claims that one source supports and another contradicts, with the quotes, their ages and which is newer.

    ``verdicts`` are those of ``to_verify``; a source without one stands as the claim's own evidence shows it.
    ``superseding`` are quotes, by claim id, that name what has taken its place, so that their sources do not support
    it. ``parted`` are the quotes of ``crossing.parted``; ``relate`` rules out quotes about two things where it can read
    them.
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
            relate,
        )
        or _as_parted(claim, known, (parted or {}).get(claim.id))
        for claim in verified
    )
    return tuple(conflict for conflict in found if conflict is not None)


def _as_parted(claim: VerifiedClaim, sources: Mapping[str, SourceDocument], found: Parted | None) -> Conflict | None:
    return _dated(claim, [found.supporting], [found.contradicting], sources) if found else None


def _conflict(
    claim: VerifiedClaim,
    sources: Mapping[str, SourceDocument],
    alone: Mapping[str, Verdict],
    superseding: Sequence[Evidence],
    relate: Relate,
) -> Conflict | None:
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
        and supporting
        and _speaks_against(claim, part, supporting, sources, relate)
    ]
    contradicting = [
        part for part in (*superseding, *contradicting) if all(p.source_id != part.source_id for p in supporting)
    ]
    if not supporting or not contradicting:
        return None
    return _dated(claim, supporting, contradicting, sources, superseding)


def _speaks_against(
    claim: Claim,
    part: Evidence,
    supporting: Sequence[Evidence],
    sources: Mapping[str, SourceDocument],
    relate: Relate,
) -> bool:
    """Whether a quote that contradicts the claim is about the very thing that the supporting ones are about.

    It must lean against the claim or against what supports it. What changed is seldom told in the words of before, so
    that is enough for a report of a change and for a quote of a later source; another must differ in one place and not
    be about two things, or exclude the claim. A quote and the supporting one that exclude each other need not be in the
    claim's words.
    """
    excluded = relate("excludes", claim.text, part.quote)
    if excluded is not None:
        other = relate("excludes", supporting[0].quote, part.quote) or 0.0
        if max(excluded, other) < _LEANS_AGAINST:
            return False
        over = _takes_its_place(claim, part, supporting, sources, excluded)
        if over or _exclude_each_other(claim, part, supporting[0], relate, excluded):
            return True
    if about_two_things(claim.text, supporting[0].quote, part.quote, relate):
        return False
    if _of_one_thing(claim, part, sources):
        return True
    if excluded is None or excluded < _EXCLUDED or crossings(claim.text, part.quote):
        return False
    return not _says_it_too(claim, part, language_of(f"{claim.text} {part.quote}"))


def _exclude_each_other(claim: Claim, part: Evidence, supporting: Evidence, relate: Relate, excluded: float) -> bool:
    """Whether a quote and what supports the claim cannot both be true, as the encoder reads them.

    Two sentences of one wording need be read as excluding each other once. Of others, the quote must exclude the claim
    and the supporting sentence, and that the quote, taken together: one reading is often of another size or season. A
    value is left to ``about_two_things`` then: "twelve rooms face the lake" reads as if it excluded "48 rooms".
    """
    code = language_of(f"{claim.text} {part.quote}")
    if _one_wording(supporting.quote, part.quote, code):
        parting = relate("excludes", supporting.quote, part.quote) or 0.0
        return excluded >= _CHANGED and parting >= _PARTING and not _says_it_too(claim, part, code)
    kinds = {one.kind for one in differences(claim.text, part.quote, code).differences} - {"quantifier"}
    if "value" in kinds or len(kinds) > 1:
        return False
    pairs = ((supporting.quote, part.quote), (part.quote, supporting.quote))
    read = [excluded, *(relate("excludes", asked, text) or 0.0 for asked, text in pairs)]
    if sum(map(log_odds, read)) / len(read) < log_odds(_EACH_OTHER):
        return False
    return bool(kinds & {"denial", "opposite"}) or not _says_it_too(claim, part, code)


def _takes_its_place(
    claim: Claim,
    part: Evidence,
    supporting: Sequence[Evidence],
    sources: Mapping[str, SourceDocument],
    excluded: float,
) -> bool:
    """Whether a quote reports a change, or is of a source published later than all that support the claim."""
    if not may_be_over(claim.text) or _says_it_too(claim, part, language_of(f"{claim.text} {part.quote}")):
        return False
    dates = [sources[one.source_id].published for one in supporting]
    mine = sources[part.source_id].published
    later = mine is not None and all(date is not None and date < mine for date in dates)
    if excluded >= _CHANGED:
        return later or bool(REPORTED.search(part.quote))
    return later and _of_one_thing(claim, part, sources)


def _with_the_value(claim: Claim, alone: Mapping[str, Verdict], over: Collection[str]) -> Iterator[Evidence]:
    """Quotes that state the value which another source calls the former one, where the rest of the claim is unsure."""
    for verdict in alone.values():
        belief = verdict.probabilities
        if belief is None or not max(belief.contradicted, _LEANING) < belief.supported < _SUPPORTED:
            continue
        for part in verdict.evidence[:1]:
            code = language_of(f"{claim.text} {part.quote}")
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
        if parts and (relation == "supports" or belief.contradicted >= CONTRADICTED):
            yield parts[0]


def _of_one_thing(claim: Claim, part: Evidence, sources: Mapping[str, SourceDocument]) -> bool:
    """Whether a quote differs from the claim in one place only, what is around the quote counted as its own."""
    source = sources[part.source_id]
    around = source.content[max(0, part.start - _AROUND) : part.start]
    around = " ".join(text for text in (source.title, source.section, around) if text)
    code = language_of(f"{claim.text} {source.content[:_SAMPLE]}")
    found = differences(claim.text, part.quote, code, around=around)
    return found.single is not None and not (found.single.kind == "value" and _says_it_too(claim, part, code))


def _says_it_too(claim: Claim, part: Evidence, code: str) -> bool:
    """Whether a quote with another value has the claim's own as well: "adults pay 11 euros, children still 6"."""
    mine, theirs = analyse(claim.text, code).mentions, analyse(part.quote, code).mentions
    return bool(mine) and all(any(_is_said(one, other) for other in theirs) for one in mine)


def _is_said(one: Mention, other: Mention) -> bool:
    """Whether a value says what the claim's does: "175" is not "less than 175"."""
    if one.bound in ("under", "over") and not other.bound and figures(one) == figures(other):
        return False
    return same_value(one, other) or _end_of(one, other)


def _end_of(one: Mention, other: Mention) -> bool:
    """Whether a single value is one of the two of a range: "21 days" in "from 21 to 14 days"."""
    return not one.is_range and other.is_range and set(figures(one)) <= set(figures(other))


def _dated(
    claim: VerifiedClaim,
    supporting: Sequence[Evidence],
    contradicting: Sequence[Evidence],
    sources: Mapping[str, SourceDocument],
    superseding: Sequence[Evidence] = (),
) -> Conflict:
    """The conflict with its newest quote of either side; the claim is outdated when the newest one contradicts it."""
    # A claim that mentions a date itself ("founded in 1142") makes the dates in its quotes part of the matter.
    timeless = not dates(claim.text, language_of(f"{claim.text} {supporting[0].quote}"))
    known = {id(part): ages(sources[part.source_id], part, stated=timeless) for part in (*supporting, *contradicting)}
    pro, con = _newest(supporting, known), _newest(contradicting, known)
    order, mine, theirs = newer(known[id(con)], known[id(pro)])
    changed = order == 0 and (con in superseding or _reports_change(con, pro))
    if changed:
        order = 1
    winner = {1: con.source_id, -1: pro.source_id}.get(order)
    others = (part for part in (*supporting, *contradicting) if part is not pro and part is not con)
    return Conflict(
        claim_id=claim.id,
        start=claim.start,
        end=claim.end,
        related=tuple(Place(start=one.start, end=one.end, source_id=one.source_id) for one in (pro, con, *others)),
        severity=CONFLICT_SEVERITY,
        explanation=_disagreement((pro, theirs), (con, mine), order, sources, changed=changed),
        newer_source_id=winner,
        outdated=order == 1,
    )


def _reports_change(con: Evidence, pro: Evidence) -> bool:
    """Whether the one quote says how things are by now and the other does not."""
    return bool(REPORTED.search(con.quote)) and not REPORTED.search(pro.quote)


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
    *,
    changed: bool,
) -> str:
    one, two = (f"“{sources[part.source_id].name}”{f' ({age.told})' if age else ''}" for part, age in (pro, con))
    text = f"The source {one} supports this, the source {two} contradicts it."
    if changed:
        return f"{text} It reports that this has changed."
    if order == 0:
        return f"{text} Which of them is newer cannot be told."
    return f"{text} The newer one {'contradicts' if order == 1 else 'supports'} it."
