"""Asking a verifier: claims in batches against all sources, or single claims against one source alone.

Every answer is held against the sources before it counts. A verifier that cannot be used leaves verdicts that say so.
"""

from collections.abc import Callable, Iterable, Sequence

from critique_core.errors import ModelError, VerifierUnavailable
from critique_core.evidence import grounding
from critique_core.evidence.index import SourceIndex
from critique_core.models import (
    Claim,
    ClaimCandidates,
    Critique,
    CritiqueRequest,
    SourceDocument,
    Verdict,
    VerificationInput,
)
from critique_core.runs import ledger
from critique_core.verifiers.base import Verifier, WholeDraft

Tell = Callable[[float], None]
CLAIMS_AT_ONCE = 15  # claims given to the verifier in one call, all of one request; a multiple of what shares a window
_UNUSABLE = "could not be used"
_STOOD_IN = " claims, as "
_OWN = 0.1  # of the progress, for the verifier next to one that takes a whole draft


def verify(
    request: CritiqueRequest,
    claims: Sequence[Claim],
    candidates: Sequence[ClaimCandidates],
    judge: Verifier,
    tell: Tell,
) -> tuple[Verdict, ...]:
    """One grounded verdict for each claim; what could not be checked says why.

    Claims go to the verifier in batches, so that a long draft shows its progress and can be cancelled. Once the
    verifier cannot be used, the claims that are left are not tried. One that takes a whole draft is given all claims
    together, after the verifier next to it has judged them.
    """
    if not any(source.content.strip() for source in request.sources):
        return grounding.failed(claims, "there are no sources to check it against")
    asked = VerificationInput(
        query=request.query,
        draft=request.draft,
        claims=tuple(claims),
        candidates=tuple(candidates),
        sources=request.sources,
    )
    if not claims or not isinstance(judge, WholeDraft):
        return _in_batches(asked, judge, tell)
    own = _in_batches(asked, judge.alone, lambda done: tell(_OWN * done), behind=True)
    tell(_OWN)
    ledger.ledger().begin(_OWN, 1.0)
    return grounding.ground(judge.verify_beside(asked, own), asked)


def _in_batches(asked: VerificationInput, judge: Verifier, tell: Tell, *, behind: bool = False) -> tuple[Verdict, ...]:
    """Verdicts of ``judge``; where it is ``behind`` a model, whose answers hide that it failed, a note says so."""
    claims = asked.claims
    done: list[Verdict] = []
    for start in range(0, len(claims), CLAIMS_AT_ONCE):
        if start:
            tell(start / len(claims))
        batch = slice(start, start + CLAIMS_AT_ONCE)
        part = asked.model_copy(update={"claims": claims[batch], "candidates": asked.candidates[batch]})
        try:
            given = judge.verify(part)
        except (VerifierUnavailable, ModelError) as error:
            named, left = f"the verifier {judge.spec.spec} {_UNUSABLE}", claims[start:]
            done += grounding.failed(left, f"{named}: {error}")
            if behind:
                told = f"{named} for {len(left)} of {len(claims)} claims: {error}"
                ledger.ledger().note(f"verdicts: behind the model, {told}")
            break
        done += grounding.ground(given, part)
    return tuple(done)


def stood_in(by: str, judged: int, of: int, *, model: str, why: str) -> str:
    """The note on claims that the verifier behind a model judged, as the model gave no answer."""
    return f"verdicts: {by} judged {judged} of {of}{_STOOD_IN}{model} {_UNUSABLE}: {why}"


def verifier_failed(critique: Critique) -> str | None:
    """Why the verifier could not be used for one of the claims; ``None`` where it was, or had nothing to read.

    A model that gave no answer has failed too, though the verifier behind it judged in its place.
    """
    failures = (claim.verdict.failure for claim in critique.claims if claim.verdict and claim.verdict.failure)
    notes = (note for note in critique.findings.notes if _STOOD_IN in note)
    return next((told for told in (*failures, *notes) if f" {_UNUSABLE}: " in told), None)


def verify_alone(
    request: CritiqueRequest, pairs: Iterable[tuple[Claim, SourceDocument]], judge: Verifier, tell: Tell
) -> dict[tuple[str, str], Verdict]:
    """Verdicts of claims that each read one source alone, by claim id and that source's id, in the order of ``pairs``.

    Claims that read the same source are asked about together.
    """
    wanted: dict[tuple[str, str], None] = {}
    by_source: dict[str, tuple[SourceDocument, dict[str, Claim]]] = {}
    for claim, source in pairs:
        wanted[claim.id, source.id] = None
        by_source.setdefault(source.id, (source, {}))[1][claim.id] = claim
    found: dict[tuple[str, str], Verdict] = {}
    for source, claims in by_source.values():
        tell(len(found) / len(wanted))
        alone = request.model_copy(update={"sources": (source,)})
        read = tuple(claims.values())
        verdicts = verify(alone, read, SourceIndex((source,)).candidates(read), judge, lambda _: None)
        found |= {(verdict.claim_id, source.id): verdict for verdict in verdicts}
    return {pair: found[pair] for pair in wanted}
