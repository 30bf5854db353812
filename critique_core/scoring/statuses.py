"""Statuses from verdicts: the only place where a threshold turns a probability into a status."""

from collections.abc import Collection, Iterator, Sequence

import regex

from critique_core.models import Claim, Probabilities, Profile, SourceDocument, Status, Verdict, VerifiedClaim
from critique_core.scoring.slices import slices_of
from critique_core.text.answers import ANSWERING

# Where one part of a claim ends and the next begins: "the fee is 9 euros, and children pay half", "X, who led Y".
# Of 528 claims written for training that lack support and were held out, such a place separates the partly supported
# from the unsupported in 90 %; the share of their words that is marked did so in 69 %.
_JOINT = regex.compile(
    r"[,;:](?=\s)|[，、；،؛]|[并並且而]|以及"
    r"|\s(?:and|but|which|who|whose|where|because|und|aber|weil|et|mais|qui|y|pero|porque|e|ma|perché|che)\s",
    regex.IGNORECASE,
)
_LIKELY = 0.5
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}]"  # scripts without space between words
_LETTER = rf"[[\p{{L}}\p{{N}}\p{{M}}]--{_UNSPACED}]"
_WORD = regex.compile(rf"(?V1)(?P<unspaced>{_UNSPACED})|{_LETTER}(?:{_LETTER}|['’_.-](?={_LETTER}))*")


def assign(
    claims: Sequence[Claim],
    verdicts: Sequence[Verdict],
    profile: Profile,
    *,
    draft: str,
    sources: Sequence[SourceDocument] = (),
    disputed: Collection[str] | None = None,
) -> tuple[VerifiedClaim, ...]:
    """Give each claim of ``draft`` its status under the profile's threshold, after the profile's calibrator.

    A claim in a slice with a threshold of its own is held to that; ``sources`` give the slices by source type. The
    verdict stays as the verifier gave it; ``probability`` is the calibrated one.

    ``verdicts`` are matched by claim id. A claim that is not checkable keeps no verdict and no probability; a
    checkable claim without a verdict, or with a failed one, is ``unverified``. ``disputed`` names the claims on which
    sources were found to disagree; without it a claim's own evidence decides.
    """
    by_claim = {verdict.claim_id: verdict for verdict in verdicts}
    found = [_verified(claim, by_claim.get(claim.id), profile, draft, sources) for claim in claims]
    if disputed is None:
        return tuple(found)
    return tuple(
        claim if claim.probability is None else claim.model_copy(update={"disputed": claim.id in disputed})
        for claim in found
    )


def _verified(
    claim: Claim, verdict: Verdict | None, profile: Profile, draft: str, sources: Sequence[SourceDocument]
) -> VerifiedClaim:
    fields = {name: getattr(claim, name) for name in Claim.model_fields}
    if not claim.checkable:
        return VerifiedClaim(**fields, status="not_checkable")
    if verdict is None or verdict.failure is not None or verdict.probabilities is None:
        return VerifiedClaim(**fields, status="unverified", verdict=verdict)
    belief = profile.calibrated(verdict.probabilities)
    threshold = profile.threshold_for(slices_of(claim, verdict, sources) if profile.slices else {})
    return VerifiedClaim(
        **fields,
        status=_status(claim, verdict, belief, threshold, draft),
        probability=belief.supported,
        disputed=_disputed(verdict),
        verdict=verdict,
    )


def _status(claim: Claim, verdict: Verdict, belief: Probabilities, threshold: float, draft: str) -> Status:
    if belief.supported >= threshold:
        return "supported"
    if any(finding.kind == "condition" and finding.agreement == "omitted" for finding in verdict.findings):
        return "partially_supported"
    contradiction_leads = belief.contradicted > max(belief.supported, belief.unsupported)
    if not contradiction_leads and _in_part(claim, verdict, draft):
        return "partially_supported" if verdict.complete else "unverified"
    doubtful = belief.supported >= _LIKELY  # by a stricter threshold alone, whatever more speaks against it
    if belief.contradicted >= belief.unsupported and not doubtful:
        return "contradicted"
    return "unsupported" if verdict.complete else "unverified"


def _in_part(claim: Claim, verdict: Verdict, draft: str) -> bool:
    """Whether the claim says several things and the marks leave some of its content standing; no marks say nothing.

    Of a claim that says one thing only the subject stands when what is said of it does not. A language model marks
    words only of a claim that it calls partly supported, so its word is taken.
    """
    answer = ANSWERING.match(draft[claim.start : claim.end])  # "Yes," alone is no part that stands
    words = list(_content_words(draft, claim.start + (answer.end() if answer else 0), claim.end))
    inside = [span for span in verdict.marked if span.start < claim.end and span.end > claim.start]
    if not words or not inside:
        return False
    unmarked = [not any(span.start < end and span.end > start for span in inside) for start, end in words]
    first, last = words[0][1], words[-1][0]
    several = verdict.method == "llm_verification" or _JOINT.search(draft, first, last) is not None
    return several and any(unmarked) and not all(unmarked)


def _content_words(draft: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Words that carry content in any language: long ones, numbers, names, and each character of unspaced scripts."""
    for match in _WORD.finditer(draft, start, end):
        word = match.group()
        if len(word) > 3 or not word.islower() or match["unspaced"]:
            yield match.start(), match.end()


def _disputed(verdict: Verdict) -> bool:
    """Whether one source supports the claim and another contradicts it."""
    found = [evidence for evidence in verdict.evidence if evidence.match != "not_found"]
    supporting = {evidence.source_id for evidence in found if evidence.relation == "supports"}
    contradicting = {evidence.source_id for evidence in found if evidence.relation == "contradicts"}
    return bool(supporting and contradicting) and len(supporting | contradicting) > 1
