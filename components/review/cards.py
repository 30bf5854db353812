"""What the map shows under the selected claim: why, the draft's words against the source's, and the fix."""

from collections.abc import Iterator, Mapping

from components.claim_map import ClaimCard
from components.review.fixes import Fixes
from critique_core.models import Critique, Finding, VerifiedClaim
from critique_core.text.shortening import shortened

_REASON_LENGTH = 320
_LIKELY = 0.5
_VALUE_LENGTH = 80
_MOST_PAIRS = 3
_OF_A_WHOLE_SENTENCE = frozenset({"negation", "modality"})  # "paid" against "never paid": both have the same word


def cards_of(critique: Critique, fixes: Fixes) -> Mapping[str, ClaimCard]:
    """A card for each claim that was checked, by its id."""
    return {claim.id: _card(claim, critique, fixes) for claim in critique.claims if claim.verdict is not None}


def tells_reason(claim: VerifiedClaim) -> bool:
    """Whether the card in the draft holds the whole reason, so that it need not stand below as well."""
    return claim.verdict is not None and not claim.verdict.failure and len(_reason(claim)) <= _REASON_LENGTH


def _reason(claim: VerifiedClaim) -> str:
    verdict = claim.verdict
    reason = (verdict.failure or verdict.reasoning) if verdict else ""
    reason = reason[:1].upper() + reason[1:]
    below = claim.status != "supported" and claim.probability is not None and claim.probability >= _LIKELY
    return f"Likely supported ({claim.probability:.2f}), yet below the threshold in use. {reason}" if below else reason


def _card(claim: VerifiedClaim, critique: Critique, fixes: Fixes) -> ClaimCard:
    verdict = claim.verdict
    draft = critique.request.draft
    pairs = tuple(dict.fromkeys(_pairs(verdict.findings if verdict else ())))[:_MOST_PAIRS]
    said_by_pair = [f"The source says {theirs}, the draft says {ours}." for ours, theirs in pairs]
    return ClaimCard(
        claim.status,
        reason="" if _reason(claim) in said_by_pair else shortened(_reason(claim), _REASON_LENGTH),
        pairs=pairs,
        fixes=tuple(
            (one.hunk.start, one.hunk.end, draft[one.hunk.start : one.hunk.end], one.hunk.replacement)
            for one in fixes.of(claim.id)
            if one.helps
        ),
    )


def _pairs(findings: tuple[Finding, ...]) -> Iterator[tuple[str, str]]:
    """The draft's value and the source's, where the two exclude each other by themselves."""
    for finding in findings:
        if finding.kind in _OF_A_WHOLE_SENTENCE:
            continue
        if finding.agreement == "conflicts" and finding.claim_value and finding.source_value:
            yield shortened(finding.claim_value, _VALUE_LENGTH), shortened(finding.source_value, _VALUE_LENGTH)
