"""How good each source is for a request (C9, S2): relevance, use as evidence, agreement with the others, age."""

from collections.abc import Collection, Sequence
from datetime import date

from critique_core.models import PROBABILITY_PLACES, SourceDocument, SourceQuality, VerifiedClaim
from critique_core.queries import question as questions
from critique_core.reflection import source_relevance
from critique_core.verifiers.relating import Relate, unknown

WEIGHTS = {"relevance": 0.3, "use": 0.3, "agreement": 0.25, "age": 0.15}
HALF_USE = 0.05  # of a source's text: a page of which a twentieth is quoted counts half
HALF_LIFE_DAYS = 730


def source_quality(
    query: str,
    sources: Sequence[SourceDocument],
    verified: Sequence[VerifiedClaim],
    *,
    conflicts: Collection[tuple[str, str]] = (),
    today: date | None = None,
    relate: Relate = unknown,
) -> tuple[SourceQuality, ...]:
    """Each source's parts, 0 to 1 or ``None`` when it cannot be measured, and the score they give, in source order.

    ``relevance`` is to the query (ISREL's score of this source alone); ``use`` the share of its characters quoted for
    or against a claim; ``agreement`` the share of other sources' judgements on the same claims that are its own,
    ``conflicts`` (pairs of ids of sources found to contradict each other) counting as disagreements; ``age_days`` runs
    to ``today``, without it to the newest ``published`` among the sources, so that the same request gives the same
    score on every day.

        score = (0.3 relevance + 0.3 use / (use + 0.05) + 0.25 agreement + 0.15 * 2^(-age_days / 730)) / weights known

    The formula is ours; S2 names source quality without one. ``None`` when only the age is known.
    """
    question = questions.read(query)
    rated = source_relevance.by_meaning(question, sources, relate) if question.terms else ()
    relevance = {one.source_id: one.score for one in rated}
    dated = [source.published for source in sources if source.published]
    until = today or (max(dated) if len(dated) > 1 else None)
    checked = any(claim.probability is not None for claim in verified)
    return tuple(
        _quality(
            source,
            relevance.get(source.id) if source.content.strip() else None,
            _use(source, verified) if checked and source.content.strip() else None,
            _agreement(source.id, verified, conflicts),
            until,
        )
        for source in sources
    )


def _quality(
    source: SourceDocument, relevance: float | None, use: float | None, agreement: float | None, until: date | None
) -> SourceQuality:
    age = max(0, (until - source.published).days) if until and source.published else None
    parts = {
        "relevance": relevance,
        "use": None if use is None else use / (use + HALF_USE),
        "agreement": agreement,
        "age": None if age is None else 2 ** (-age / HALF_LIFE_DAYS),
    }
    known = {name: value for name, value in parts.items() if value is not None}
    weight = sum(WEIGHTS[name] for name in known)
    told = bool(known.keys() - {"age"})
    score = sum(WEIGHTS[name] * value for name, value in known.items()) / weight if told else None
    return SourceQuality(
        source_id=source.id,
        relevance=relevance,
        use=_rounded(use),
        agreement=_rounded(agreement),
        age_days=age,
        score=_rounded(score),
    )


def _use(source: SourceDocument, verified: Sequence[VerifiedClaim]) -> float:
    """Share of a source's characters that are quoted for or against a claim, each character once."""
    spans = sorted(
        (part.start, part.end)
        for claim in verified
        for part in (claim.verdict.evidence if claim.verdict else ())
        if part.source_id == source.id and part.relation != "context" and part.match != "not_found"
    )
    quoted = reached = 0
    for start, end in spans:
        quoted += max(0, end - max(start, reached))
        reached = max(reached, end)
    return min(1.0, quoted / len(source.content))


def _agreement(
    source_id: str, verified: Sequence[VerifiedClaim], conflicts: Collection[tuple[str, str]]
) -> float | None:
    """How many of the others' judgements are this source's too; ``None`` when it shares no claim with another."""
    same = other = 0
    for claim in verified:
        sides = _sides(claim)
        mine = sides.pop(source_id, None)
        if mine:
            same += sum(side == mine for side in sides.values())
            other += sum(side != mine for side in sides.values())
    other = max(other, sum(source_id in pair for pair in conflicts))
    return same / (same + other) if same + other else None


def _sides(claim: VerifiedClaim) -> dict[str, str]:
    """Which way each source mentions a claim; a source that speaks both ways is left out."""
    said: dict[str, set[str]] = {}
    for part in claim.verdict.evidence if claim.verdict else ():
        if part.relation != "context" and part.match != "not_found":
            said.setdefault(part.source_id, set()).add(part.relation)
    return {source: relations.pop() for source, relations in said.items() if len(relations) == 1}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, PROBABILITY_PLACES)
