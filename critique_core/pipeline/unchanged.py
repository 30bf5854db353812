"""What a change to a draft leaves as it was: a sentence that nobody touched keeps its verdict.

A verifier may read a claim in the light of its draft: one that says a wrong thing next to four errors is believed less
than next to none. Once the four are corrected it is no truer, so it is not judged anew.
"""

from collections.abc import Sequence

from critique_core.models import Claim, Critique, CritiqueRequest, Findings, Span, Verdict, VerifiedClaim, VerifierSpec


def kept(
    before: Critique | None,
    request: CritiqueRequest,
    claims: Sequence[Claim],
    verdicts: Sequence[Verdict],
    spec: VerifierSpec,
) -> tuple[Verdict, ...]:
    """The verdicts, those of claims that stand word for word in the draft of ``before`` being the ones given there.

    Nothing is kept without a critique before, from other sources, a verifier of another fingerprint, or of a claim that
    could not be judged then.
    """
    if before is None or not _comparable(before, request, spec):
        return tuple(verdicts)
    known: dict[tuple[str, str], list[VerifiedClaim]] = {}
    for claim in before.claims:
        if claim.verdict is not None and claim.verdict.probabilities is not None:
            known.setdefault(_said(before.request.draft, claim), []).append(claim)
    found: list[Verdict] = []
    for claim, verdict in zip(claims, verdicts, strict=True):
        same = known.get(_said(request.draft, claim))
        old = same.pop(0) if same else None
        found.append(_moved(old.verdict, claim, claim.start - old.start) if old and old.verdict else verdict)
    return tuple(found)


def with_tried(
    findings: Findings, before: Critique, request: CritiqueRequest, claims: Sequence[Claim], spec: VerifierSpec
) -> Findings:
    """The findings with what was tried for claims of ``before`` that stand word for word: its fixes and its doubts."""
    if not _comparable(before, request, spec):
        return findings
    fixes = {fix.claim_id: fix for fix in before.findings.fixes}
    tried = {_said(before.request.draft, claim): claim for claim in before.claims
             if claim.id in fixes or claim.id in before.findings.doubted}  # fmt: skip
    stands = [(claim, tried[said]) for claim in claims if (said := _said(request.draft, claim)) in tried]
    moved = (
        fixes[old.id].model_copy(update={
            "claim_id": claim.id,
            "start": fixes[old.id].start + claim.start - old.start,
            "end": fixes[old.id].end + claim.start - old.start,
        })
        for claim, old in stands if old.id in fixes
    )  # fmt: skip
    doubted = tuple(claim.id for claim, old in stands if old.id in before.findings.doubted)
    return findings.model_copy(update={"fixes": tuple(moved), "doubted": doubted})


def _comparable(before: Critique, request: CritiqueRequest, spec: VerifierSpec) -> bool:
    return before.request.sources == request.sources and before.verifier == spec


def _said(draft: str, claim: Claim) -> tuple[str, str]:
    """The words of a claim as they stand in its draft and as they were read."""
    return draft[claim.start : claim.end], claim.text


def _moved(verdict: Verdict, claim: Claim, by: int) -> Verdict:
    """A verdict on a claim that stands ``by`` characters further on."""
    return verdict.model_copy(update={
        "claim_id": claim.id,
        "marked": tuple(Span(start=one.start + by, end=one.end + by) for one in verdict.marked),
        "findings": tuple(
            one.model_copy(update={"start": one.start + by, "end": one.end + by}) for one in verdict.findings
        ),
    })  # fmt: skip
