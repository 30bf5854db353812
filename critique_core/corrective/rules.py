"""When the corrective loop goes on, which claims it gives up, and which attempt it keeps.

Pure functions of a critique; ``corrective`` holds the loop itself.
"""

from collections.abc import Mapping
from dataclasses import replace

from critique_core import revision
from critique_core.models import Critique, Issue, RetrievalGrade, Status, VerifiedClaim

GIVE_UP_TO: Mapping[Status, float] = {"unsupported": 0.5, "partially_supported": 0.45, "contradicted": 0.19}
"""P(supported) up to which a claim goes when the search found nothing that bears it out.

Higher than the reviser's own ``DROP_UP_TO``, which knows only the sources that the draft came with: here better ones
were looked for first. Chosen on the answers of RAGTruth's training part whose source groups the encoder was not trained
on (benchmarks/corrective.py). Of contradicted claims at 0.2 and above, which is what one conflict of a word or value
alone is given, nine in ten were right there, so they stand, with their issue.
"""
LOOSELY_UP_TO = 0.7
"""P(supported) up to which a supported claim goes as well, when no quote fits it by ``FITS_FROM``: it is then likelier
to be near the subject than to be said. S4 asks for as much confidence in a whole answer."""
FITS_FROM = 0.6
"""Score of a supporting quote from which it states the claim, rather than something next to it."""
CORRECTED_UP_TO = 0.25
"""P(supported) up to which a contradicted claim that is not given up may take the source's value; a conflict of one
value or word alone gives 0.2. Above it the conflict is often a misreading: "decreasing, then increasing" turned round.
"""
CONTRADICTS_FROM = 0.8
"""Score of a contradicting quote from which it is about just that claim."""
CLEARLY_FAILS = 0.4
"""P(supported) up to which one claim calls for correction, whatever the confidence in the others."""
NEAR_THRESHOLD = 0.1
"""By how much the confidence must lie above its threshold, for a claim that would be given up to be let pass."""
_LEAST_GAIN = 0.01  # of confidence, that counts as better when the issues weigh the same
_FAILING: frozenset[Status] = frozenset(("unsupported", "contradicted", "partially_supported", "unverified"))
_UNMEASURED = ("no_sources", "nothing_verified")


def failing(critique: Critique) -> tuple[VerifiedClaim, ...]:
    """The claims that are not supported, least supported first; what could not be checked counts as least."""
    found = [claim for claim in critique.claims if claim.status in _FAILING]
    return tuple(sorted(found, key=lambda claim: (claim.probability or 0.0, claim.start)))


def measurable(critique: Critique) -> bool:
    """Whether the draft says anything that better sources could concern: no refusal, and some checkable claim."""
    return not critique.abstained and any(claim.checkable for claim in critique.claims)


def wanting(critique: Critique, grade: RetrievalGrade | None, threshold: float) -> str | None:
    """Why the draft is to be corrected, in words for a reader, or ``None`` when it is not.

    So it is below the confidence ``threshold`` (S4), when nothing could be verified, and when a claim clearly fails
    (``CLEARLY_FAILS``). A claim that the loop would give up calls for correction too where the sources are not graded
    correct or the confidence lies less than ``NEAR_THRESHOLD`` above its threshold.
    """
    if not measurable(critique):
        return None
    if critique.confidence is None:
        return "no claim could be verified"
    if critique.confidence < threshold:
        return f"the confidence of {critique.confidence:.2f} is below {threshold:.2f}"
    doubtful = grade is not None and grade.quality != "correct"
    doubtful = doubtful or critique.confidence < threshold + NEAR_THRESHOLD
    for claim in critique.claims:
        if given_up(claim) and (doubtful or (claim.probability or 0.0) <= CLEARLY_FAILS):
            return f"a claim is not supported: “{claim.text}”"
    return None


def given_up(claim: VerifiedClaim) -> bool:
    """Whether a claim that no source bears out is corrected or goes: a stated fact, as doubtful as ``GIVE_UP_TO``.

    What the draft itself concludes stands as long as its grounds do, unless a source contradicts it.
    """
    if claim.probability is None or claim.disputed:
        return False
    if claim.kind == "inference" and claim.status != "contradicted":
        return claim.probability <= revision.DROP_UP_TO.get(claim.status, -1.0)
    return claim.probability <= GIVE_UP_TO.get(claim.status, -1.0)


def loosely_supported(claim: VerifiedClaim) -> bool:
    """Whether a supported claim rests on no quote that states it and is not believed far (``LOOSELY_UP_TO``)."""
    if claim.status != "supported" or claim.kind != "fact" or claim.probability is None or claim.disputed:
        return False
    quotes = claim.verdict.evidence if claim.verdict else ()
    best = max((part.score for part in quotes if part.relation == "supports" and part.match != "not_found"), default=0)
    return claim.probability <= LOOSELY_UP_TO and best < FITS_FROM


def for_reviser(critique: Critique) -> tuple[tuple[VerifiedClaim, ...], tuple[Issue, ...]]:
    """The claims and issues as the reviser is to see them: what is given up is without any doubt left.

    The reviser corrects what a source states otherwise, trims what only part of a claim lacks, and drops the rest; what
    is only loosely supported goes with an issue of its own. A claim that a fitting passage clearly contradicts
    (``CORRECTED_UP_TO``, ``CONTRADICTS_FROM``) and that is not given up is seen as it is, to be corrected where the
    source's value is known: the reviser drops it no sooner than this loop does. A claim that is borne out in part or
    loosely is where nothing else would be left: it says more than a refusal.
    """
    gone = {claim.id for claim in critique.claims if given_up(claim)}
    loose = {claim.id for claim in critique.claims if loosely_supported(claim)}
    if all(claim.id in gone | loose for claim in critique.claims if claim.checkable):
        gone -= {claim.id for claim in critique.claims if claim.status == "partially_supported"}
        loose = set[str]()
    claims = tuple(
        claim.model_copy(update={"probability": 0.0}) if claim.id in gone
        else claim.model_copy(update={"probability": 0.0, "status": "unsupported"}) if claim.id in loose
        else claim.model_copy(update={"status": "unverified"}) if _let_stand(claim)
        else claim
        for claim in critique.claims
    )  # fmt: skip
    named = tuple(_as_issue(claim) for claim in critique.claims if claim.id in loose)
    return claims, (*critique.issues, *named)


def _let_stand(claim: VerifiedClaim) -> bool:
    """Whether a failing claim is left as it is: all but one that a fitting passage clearly says otherwise."""
    if claim.status != "contradicted":
        return claim.status in _FAILING
    quotes = claim.verdict.evidence if claim.verdict else ()
    best = max((part.score for part in quotes if part.relation == "contradicts"), default=0.0)
    return (claim.probability or 0.0) > CORRECTED_UP_TO or best < CONTRADICTS_FROM


def _as_issue(claim: VerifiedClaim) -> Issue:
    told = "No source states this; the nearest only bear on it."
    severity = round(1 - (claim.probability or 0.0), 4)
    return Issue(type="unsupported", severity=severity, description=told, claim_id=claim.id, start=claim.start,
                 end=claim.end)  # fmt: skip


def better(before: Critique, after: Critique) -> tuple[bool, str]:
    """Whether an attempt is kept, and why: by ``revision.better``, and in two cases that it does not know.

    Where nothing could be verified before, whatever can be verified is better. Where the issues weigh the same, a
    confidence that rises is.
    """
    if before.confidence_reason in _UNMEASURED:
        if after.confidence is not None:
            return True, f"what could not be verified before now has a confidence of {after.confidence:.2f}"
        return False, "there is still nothing to verify it against"
    one, other = revision.measures(before), revision.measures(after)
    if before.request.sources != after.request.sources:  # what the draft said all along is not brought in
        one = replace(one, unsupported=tuple(claim.text for claim in before.claims))
    kept, reason = revision.better(one, other)
    if kept or before.confidence is None or after.confidence is None or other.severity > one.severity:
        return kept, reason
    if other.severity == one.severity and after.confidence >= before.confidence + _LEAST_GAIN:
        told = f"{before.confidence:.2f} to {after.confidence:.2f}"
        return True, f"the confidence goes from {told}, and the issues weigh the same"
    return kept, reason


def fixed(before: Critique, after: Critique) -> tuple[str, ...]:
    """The ids of failing claims of ``before`` that are supported, corrected or gone in ``after``."""
    still = {claim.text for claim in after.claims if claim.status in _FAILING}
    return tuple(claim.id for claim in before.claims if claim.status in _FAILING and claim.text not in still)
