"""When the corrective loop goes on, which claims it gives up, and which attempt it keeps.

Pure functions of a critique; ``corrective`` holds the loop itself.
"""

from dataclasses import replace

from critique_core import revision
from critique_core.models import Critique, Status, VerifiedClaim

GIVEN_UP_BELOW = 0.2
"""P(supported) below which a claim goes when the search found nothing that bears it out.

Higher than the reviser's own ``DROP_UP_TO``, which knows only the sources that the draft came with: here better ones
were looked for first. Chosen on held-out answers: below it most claims are wrong, above it few (docs/corrective.md).
Contradicted claims at 0.2, which is what one conflict of a word or value alone is given, stand with their issue.
"""
CORRECTED_UP_TO = 0.25
"""P(supported) up to which a contradicted claim that is not given up may take the source's value; a conflict of one
value or word alone gives 0.2. Above it the conflict is often a misreading: "decreasing, then increasing" turned round.
"""
CONTRADICTS_FROM = 0.8
"""Score of a contradicting quote from which it is about just that claim."""
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


def wanting(critique: Critique, threshold: float) -> str | None:
    """Why the draft is to be corrected, in words for a reader, or ``None`` when it is not.

    So it is below the confidence ``threshold`` (S4), when nothing could be verified, and when a claim would go.
    """
    if not measurable(critique):
        return None
    if critique.confidence is None:
        return "no claim could be verified"
    if critique.confidence < threshold:
        return f"the confidence of {critique.confidence:.2f} is below {threshold:.2f}"
    lost = next((claim for claim in critique.claims if given_up(claim)), None)
    return lost and f"a claim is not supported: “{lost.text}”"


def given_up(claim: VerifiedClaim) -> bool:
    """Whether a claim that no source bears out is corrected or goes: one below ``GIVEN_UP_BELOW``, not disputed."""
    if claim.probability is None or claim.disputed:
        return False
    return claim.status in _FAILING and claim.probability < GIVEN_UP_BELOW


def for_reviser(critique: Critique) -> tuple[VerifiedClaim, ...]:
    """The claims as the reviser is to see them: what is given up is without any doubt left.

    The reviser corrects what a source states otherwise, trims what only part of a claim lacks, and drops the rest. What
    is not given up is seen as it is where a fitting passage clearly contradicts it (``CORRECTED_UP_TO``,
    ``CONTRADICTS_FROM``), to be corrected where the source's value is known, and where it is borne out in part while
    nothing else would be left: it says more than a refusal.
    """
    gone = {claim.id for claim in critique.claims if given_up(claim)}
    if all(claim.id in gone for claim in critique.claims if claim.checkable):
        gone -= {claim.id for claim in critique.claims if claim.status == "partially_supported"}
    return tuple(
        claim.model_copy(update={"probability": 0.0}) if claim.id in gone
        else claim.model_copy(update={"status": "unverified"}) if _let_stand(claim)
        else claim
        for claim in critique.claims
    )  # fmt: skip


def _let_stand(claim: VerifiedClaim) -> bool:
    """Whether a failing claim is left as it is: all but one that a fitting passage clearly says otherwise."""
    if claim.status != "contradicted":
        return claim.status in _FAILING
    quotes = claim.verdict.evidence if claim.verdict else ()
    best = max((part.score for part in quotes if part.relation == "contradicts"), default=0.0)
    return (claim.probability or 0.0) > CORRECTED_UP_TO or best < CONTRADICTS_FROM


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
