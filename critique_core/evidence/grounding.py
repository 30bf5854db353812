"""Verdicts held against the sources: every quote is located there, and one that rests on an invented quote fails."""

from collections.abc import Sequence

from critique_core.evidence.quotes import evidence_from, locate
from critique_core.models import Claim, Evidence, Relation, SourceDocument, Verdict, VerificationInput


def ground(verdicts: Sequence[Verdict], asked: VerificationInput) -> tuple[Verdict, ...]:
    """One verdict for each claim of ``asked``, in order, with each quote where the source really has it.

    A verdict whose evidence for its likeliest outcome is in no source gets a failure that says so, and a claim the
    verifier left out gets a failed verdict. ``complete`` is taken from the claim's candidates.
    """
    given = {verdict.claim_id: verdict for verdict in verdicts}
    complete = {candidates.claim_id: candidates.complete for candidates in asked.candidates}
    grounded: list[Verdict] = []
    for claim in asked.claims:
        verdict = given.get(claim.id) or _failure(claim, "the verifier gave no verdict on it")
        grounded.append(_grounded(verdict, asked.sources, complete=complete.get(claim.id, False)))
    return tuple(grounded)


def failed(claims: Sequence[Claim], failure: str) -> tuple[Verdict, ...]:
    """A verdict for each claim that says why none could be checked."""
    return tuple(_failure(claim, failure) for claim in claims)


def _failure(claim: Claim, failure: str) -> Verdict:
    # Nothing was compared; of the methods the one that claims least is named.
    return Verdict(
        claim_id=claim.id, probabilities=None, reasoning=_not_checked(failure), method="exact_match", failure=failure
    )


def _grounded(verdict: Verdict, sources: Sequence[SourceDocument], *, complete: bool) -> Verdict:
    evidence = tuple(_located(part, sources) for part in verdict.evidence)
    checked = verdict.model_copy(update={"evidence": evidence, "complete": verdict.complete and complete})
    if not _rests_on_nothing(checked):
        return checked
    failure = "the quote offered as evidence is in no source"
    return checked.model_copy(
        update={
            "probabilities": None,
            "failure": failure,
            "reasoning": f"{_not_checked(failure)} The verifier had said: {verdict.reasoning}",
        }
    )


def _located(part: Evidence, sources: Sequence[SourceDocument]) -> Evidence:
    """The evidence where its quote is, or as it was given, marked ``not_found``."""
    return evidence_from(locate(part.quote, part.source_id, sources, near=part.start), part.relation, part.score)


def _rests_on_nothing(verdict: Verdict) -> bool:
    """Whether quotes were offered for the likeliest outcome and none of them is in a source."""
    belief = verdict.probabilities
    if belief is None:
        return False
    leading: Relation | None = None
    if belief.supported >= max(belief.unsupported, belief.contradicted):
        leading = "supports"
    elif belief.contradicted >= belief.unsupported:
        leading = "contradicts"
    offered = [part for part in verdict.evidence if part.relation == leading]
    return bool(offered) and all(part.match == "not_found" for part in offered)


def _not_checked(failure: str) -> str:
    return f"Not checked: {failure}."
