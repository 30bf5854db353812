"""The labels of a reviewed item, and the words that other tools have for our statuses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from critique_core.errors import FormatError
from critique_core.formats.base import ReviewedItem
from critique_core.labels.fold import ReviewedClaim, fold
from critique_core.labels.reshape import reshape
from critique_core.labels.triage import place
from critique_core.models import Critique, ImportedLabel, Origin, Status, VerifiedClaim

STATUSES: tuple[Status, ...] = get_args(Status)
_NOBODY = "imported"
"""Who a file's label is signed by when the file names no one."""
JUDGED: tuple[Status, ...] = ("supported", "partially_supported", "unsupported", "contradicted")
_WORDS: dict[str, Status] = {
    "supported": "supported", "pass": "supported", "attributable": "supported", "entailment": "supported",
    "consistent": "supported", "faithful": "supported", "supports": "supported", "complete": "supported",
    "partially_supported": "partially_supported", "partial": "partially_supported",
    "questionable": "partially_supported",
    "unsupported": "unsupported", "not_supported": "unsupported", "hallucinated": "unsupported",
    "hallucination": "unsupported", "unwanted": "unsupported", "baseless": "unsupported", "neutral": "unsupported",
    "evident_baseless_info": "unsupported", "subtle_baseless_info": "unsupported", "fail": "unsupported",
    "not_attributable": "unsupported", "extrapolatory": "unsupported", "inconsistent": "unsupported",
    "missing": "unsupported", "benign": "unsupported", "unwanted.extrinsic": "unsupported",
    "contradicted": "contradicted", "contradictory": "contradicted", "contradiction": "contradicted",
    "contradicts": "contradicted", "conflict": "contradicted", "evident_conflict": "contradicted",
    "subtle_conflict": "contradicted", "refuted": "contradicted", "refutes": "contradicted",
    "unwanted.intrinsic": "contradicted", "unwanted.instrinsic": "contradicted",
    "not_checkable": "not_checkable", "unverified": "unverified",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ClaimLabel:
    """One claim, or the stretch that a file marked, with its status.

    ``probability`` is the verifier's P(supported) of the claim, ``reasoning`` its reason, ``annotator`` whose word the
    status is and ``note`` what was said with it. ``claim_id`` is ``None`` for a stretch as the file had it.
    """

    start: int
    end: int
    text: str
    status: Status
    origin: Origin
    annotator: str | None = None
    note: str | None = None
    probability: float | None = None
    reasoning: str = ""
    claim_id: str | None = None


def status_of(word: object) -> Status:
    """Our status for another tool's label. Raises ``FormatError`` naming the label when it is not known."""
    key = str(word).strip().casefold().replace(" ", "_").replace("-", "_")
    if key not in _WORDS:
        raise FormatError(f"label {str(word)[:60]!r} is not known; known are {', '.join(sorted(_WORDS))}")
    return _WORDS[key]


def claim_labels(reviewed: ReviewedItem) -> tuple[ClaimLabel, ...]:
    """The labels of the reviewed item in order: of each claim a person's word where there is one, else a file's, else
    the verifier's; only of the origins that the item asks for.

    A file's label keeps the stretch that it had, unless a person decided on a claim that it touches: then each claim
    it touches bears its own. A bare "wrong" of a reviewer, who named no status, is unsupported where the verifier said
    supported; elsewhere it is no label. What was confirmed unread with others is no word of a person.
    """  # noqa: D205 - the first sentence is the rule
    critique = reshape(reviewed.critique, reviewed.decisions)
    draft = critique.request.draft
    of_claims = _of_claims(reviewed, critique)
    if "imported" not in reviewed.origins:
        return tuple(of_claims.values())
    decided = {claim_id for claim_id, label in of_claims.items() if label.origin == "human"}
    stretches, covered = _as_marked(critique, reviewed.item.imported_labels, decided)
    marked = [
        ClaimLabel(one.start, one.end, draft[one.start : one.end], one.status, "imported", one.annotator, one.note)
        for one in stretches
        if one.start is not None and one.end is not None
    ]
    kept = [label for claim_id, label in of_claims.items() if claim_id not in covered]
    return tuple(sorted([*kept, *marked], key=lambda label: (label.start, label.end)))


def unplaced_labels(reviewed: ReviewedItem) -> tuple[ImportedLabel, ...]:
    """A file's labels of the whole answer that it is not known which claim they mean."""
    if "imported" not in reviewed.origins:
        return ()
    critique, item = reviewed.critique, reviewed.item
    _, left = place(critique.claims, item.imported_labels, critique.request.draft, complete=item.labels_complete)
    return tuple(label for label in left if label.start is None)


def _of_claims(reviewed: ReviewedItem, critique: Critique) -> dict[str, ClaimLabel]:
    people: tuple[Origin, ...] = ("human", "imported")
    by_origin: list[tuple[Origin, dict[str, ReviewedClaim]]] = [
        (origin, {claim.claim.id: claim for claim in fold(critique, reviewed.decisions, origin=origin)})
        for origin in people
        if origin in reviewed.origins
    ]
    found: dict[str, ClaimLabel] = {}
    for claim in sorted(critique.claims, key=lambda one: (one.start, one.end)):
        opinions: list[tuple[Origin, ReviewedClaim]] = [(whose, folded[claim.id]) for whose, folded in by_origin]
        label = _label(claim, critique.request.draft, opinions, model="model" in reviewed.origins)
        if label is not None:
            found[claim.id] = label
    return found


def _as_marked(
    critique: Critique, labels: Sequence[ImportedLabel], decided: set[str]
) -> tuple[list[ImportedLabel], set[str]]:
    """The stretches that keep their place, and the claims that they speak for in place of these claims' own labels."""
    spans = [label for label in labels if label.start is not None]
    draft, claims = critique.request.draft, critique.claims
    touched = [_touched(span, claims, draft) for span in spans]
    by_claim = set(decided)
    while met := [ids for ids in touched if ids & by_claim and not ids <= by_claim]:
        by_claim |= {one for ids in met for one in ids}
    free = [(span, ids) for span, ids in zip(spans, touched, strict=True) if not ids & by_claim]
    return [span for span, _ in free], {one for _, ids in free for one in ids}


def _touched(span: ImportedLabel, claims: Sequence[VerifiedClaim], draft: str) -> set[str]:
    """The claims that a stretch mentions: those that it is placed on, and one of just its place, words or not."""
    placed, _ = place(claims, [span], draft, complete=False)
    same = {claim.id for claim in claims if (claim.start, claim.end) == (span.start, span.end)}
    return same | {one.claim_id for one in placed}


def _label(
    claim: VerifiedClaim, draft: str, opinions: Sequence[tuple[Origin, ReviewedClaim]], *, model: bool
) -> ClaimLabel | None:
    for origin, opinion in opinions:
        if opinion.decision is None or opinion.confirmed:
            continue
        status = "unsupported" if opinion.wrong and opinion.status == "supported" else opinion.status
        if opinion.wrong and opinion.status != "supported":
            return None
        who = opinion.decision.reviewer
        unnamed = origin == "imported" and who == _NOBODY
        return _made(claim, draft, status, origin, who=None if unnamed else who, note=opinion.decision.note)
    return _made(claim, draft, claim.status, "model") if model and claim.status in JUDGED else None


def _made(
    claim: VerifiedClaim, draft: str, status: Status, origin: Origin, *, who: str | None = None,
    note: str | None = None,
) -> ClaimLabel:  # fmt: skip
    return ClaimLabel(
        start=claim.start,
        end=claim.end,
        text=draft[claim.start : claim.end],
        status=status,
        origin=origin,
        annotator=who,
        note=note,
        probability=claim.probability,
        reasoning=claim.verdict.reasoning if claim.verdict else "",
        claim_id=claim.id,
    )
