"""Revision without a model: correct what a source contradicts, drop what nothing supports, add what is missing.

Pure functions of a draft and what was found of it. Every character that no hunk names stays as it was.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from critique_core.errors import InvalidInput
from critique_core.models import (
    CitationCheck,
    Hunk,
    Issue,
    Missing,
    SourceDocument,
    Status,
    VerifiedClaim,
)
from critique_core.revision import additions, corrections, removals
from critique_core.revision.writing import Correction
from critique_core.verifiers.embedded.records.triples import Triple

ABSTENTION = "I don't have that information."
"""What is left to say when nothing of a draft is supported (S2's prompt)."""
DROP_UP_TO: Mapping[Status, float] = {"unsupported": 0.03, "contradicted": 0.03, "partially_supported": 0.03}
"""P(supported) up to which a claim without a named conflict goes; above it the words stand, with their issue.

Chosen on 323 of RAGTruth's held-out answers, none of them among the 60 of benchmarks/revision.py, seed 11: at this
value 12 of 2,242 right sentences go (0.5 %) and 47 of 274 wrong ones (17 %), at 0.05 it is 0.8 and 23 %, at 0.25 3.0
and 52 %.
A person may take out more: the review offers it for each claim that fails.
"""
TRIM_BELOW = 0.35
"""P(supported) below which the marked part of a partly supported claim goes, where the rest stays a sentence."""
_SOFTER = {
    "all": "some",
    "every": "some",
    "always": "often",
    "never": "rarely",
    "none": "few",
    "everyone": "some people",
}


def revise(  # noqa: PLR0917 - what each stage found, in the order of the stages
    draft: str,
    verified: Sequence[VerifiedClaim],
    issues: Sequence[Issue],
    citations: Sequence[CitationCheck] = (),
    missing: Sequence[Missing] = (),
    sources: Sequence[SourceDocument] = (),
    *,
    fixes: Sequence[Hunk] = (),
    doubted: Collection[str] = (),
) -> tuple[Hunk, ...]:
    """The changes that put the draft right, in order and not overlapping; any subset of them may be applied.

    Only claims that an issue names are touched: what the request's switches and strictness hide stays. A conflict with
    a named cause is corrected to the source's value in the draft's form; a claim that nothing supports is dropped when
    its P(supported) is at most ``DROP_UP_TO``; else it is, with its issue. A disputed claim is left to the reader;
    an outdated one takes the newer source's value. When no checkable claim is left, one hunk puts what is missing, or
    ``ABSTENTION``, in place of the draft.
    """
    raised = {issue.claim_id for issue in issues}
    outdated = {issue.claim_id: issue for issue in issues if issue.type == "outdated"}
    found: list[Hunk] = []
    dropped: dict[str, str] = {}
    known = corrections.stated_in(draft, sources)
    changes = proposed(draft, verified, sources, known, fixes=fixes, doubted=doubted)
    for claim in verified:
        if claim.id in outdated:
            found += [one.hunk(claim.id) for one in corrections.updated(draft, claim, outdated[claim.id], sources)]
            continue
        if claim.id not in raised or not amiss(claim):
            continue
        found += changes[claim.id]
        kept = claim.id in doubted or changes[claim.id] or not _unfounded(draft, claim)
        if not kept and not corrections.borne_out(draft, claim, known):
            dropped[claim.id] = _why_dropped(claim)
    facts = additions.facts(draft, missing, sources)
    if dropped and _nothing_left(verified, dropped):
        return (_nothing_said(draft, facts, dropped),)
    for cut in removals.without(draft, verified, dropped):
        ids = [claim_id for claim_id in cut.claim_ids if claim_id in dropped]
        reason = dropped[ids[0]] if ids else "Nothing that it speaks of is left"
        found.append(Hunk(start=cut.start, end=cut.end, replacement=cut.replacement, reason=reason,
                          claim_id=ids[0] if ids else None))  # fmt: skip
    found += [change.hunk() for change in additions.citations(draft, citations, sources)]
    return _without_overlaps([*found, *(change.hunk() for change in facts)])


def proposed(
    draft: str,
    verified: Sequence[VerifiedClaim],
    sources: Sequence[SourceDocument],
    known: Sequence[Triple] | None = None,
    *,
    fixes: Sequence[Hunk] = (),
    doubted: Collection[str] = (),
) -> dict[str, tuple[Hunk, ...]]:
    """What would put each claim right that is not supported, by its id: what a suggestion says and a revision makes.

    ``known`` are the triples of the sources, read from them unless given. ``fixes`` are changes that were tried
    (``trials``), each for a claim that no rule changes, or by a rule that is ``doubted``: those are the claims that the
    sources do not support as the rules change them. A claim that goes whole has no change here.
    """
    failing = [claim for claim in verified if amiss(claim)]
    stated = corrections.stated_in(draft, sources) if known is None and failing else known or ()
    ruled: dict[str, tuple[Hunk, ...]] = {
        claim.id: ()
        if claim.id in doubted
        else tuple(change.hunk(claim.id) for change in _changes(draft, claim, sources, stated))
        for claim in failing
    }
    tried = {fix.claim_id: (fix,) for fix in fixes}
    return {claim_id: changes or tried.get(claim_id, ()) for claim_id, changes in ruled.items()}


def amiss(claim: VerifiedClaim) -> bool:
    """Whether a claim fails, so that something may put it right; what sources dispute is left to the reader."""
    return not claim.disputed and claim.status not in ("supported", "not_checkable", "unverified")


def apply(draft: str, hunks: Sequence[Hunk]) -> str:
    """The draft with the hunks made; ``ABSTENTION`` when no letter or digit is left.

    Raises ``InvalidInput`` when two hunks overlap or one lies outside the draft.
    """
    pieces: list[str] = []
    at = 0
    for hunk in sorted(hunks, key=lambda hunk: (hunk.start, hunk.end)):
        if hunk.start < at or hunk.end > len(draft):
            raise InvalidInput(
                f"hunk {hunk.start}-{hunk.end} overlaps the one before it or lies outside the draft of {len(draft)} "
                "characters; take the hunks of one revision of this draft"
            )
        pieces += [draft[at : hunk.start], hunk.replacement]
        at = hunk.end
    text = "".join([*pieces, draft[at:]])
    return text if not hunks or any(map(str.isalnum, text)) else ABSTENTION


def left_out(draft: str, claims: Sequence[VerifiedClaim], claim_id: str) -> Hunk | None:
    """The change that takes one claim out so that what stays reads on; ``None`` where it cannot go without harm."""
    cuts = removals.without(draft, claims, {claim_id})
    if len(cuts) != 1:
        return None
    cut = cuts[0]
    return Hunk(start=cut.start, end=cut.end, replacement=cut.replacement, reason="Left out", claim_id=claim_id)


# --- what becomes of one claim -------------------------------------------------------------------------------------


def _changes(
    draft: str, claim: VerifiedClaim, sources: Sequence[SourceDocument], known: Sequence[Triple]
) -> Iterator[Correction]:
    corrected = corrections.corrections(draft, claim, sources, known)
    if corrected or claim.status != "partially_supported":
        yield from corrected
        return
    stated = additions.conditions(draft, claim, sources, known)
    if stated:
        yield from stated
        return
    cut = removals.trimmed(draft, claim, claim.verdict.marked) if claim.verdict else None
    if cut is not None and (claim.probability or 0.0) < TRIM_BELOW:
        words = " ".join(draft[cut.start : cut.end].split())
        yield Correction(cut.start, cut.end, cut.replacement, f"No source speaks of “{words}”")
        return
    yield from _softened(claim)


def _softened(claim: VerifiedClaim) -> Iterator[Correction]:
    """A weaker word for one that claims more members or times than a source mentions."""
    for finding in claim.verdict.findings if claim.verdict else ():
        softer = _SOFTER.get(finding.claim_value.lower())
        if finding.kind == "quantifier" and finding.agreement == "missing" and softer:
            word = softer.capitalize() if finding.claim_value[:1].isupper() else softer
            yield Correction(finding.start, finding.end, word, f"No source says this of “{finding.claim_value}”")
            return


def _unfounded(draft: str, claim: VerifiedClaim) -> bool:
    """Whether the claim goes whole: nothing supports it, and its verdict is no misreading that shows as one."""
    if claim.probability is None or corrections.misread(draft, claim):
        return False
    return claim.probability <= DROP_UP_TO.get(claim.status, -1.0)


def _why_dropped(claim: VerifiedClaim) -> str:
    told = claim.verdict.reasoning.strip() if claim.verdict else ""
    why = "A source contradicts this." if claim.status == "contradicted" else "No source supports this."
    return f"{why} {told}".strip()


def _nothing_left(verified: Sequence[VerifiedClaim], dropped: Mapping[str, str]) -> bool:
    return all(claim.id in dropped for claim in verified if claim.checkable)


def _nothing_said(draft: str, facts: Sequence[Correction], dropped: Mapping[str, str]) -> Hunk:
    """The whole draft in one hunk: by what the sources do answer, or by the abstention."""
    told = " ".join(fact.replacement.lstrip(" \n-*+>") for fact in facts)
    reason = "No source supports any of it" + ("; this is what they say" if told else "")
    end = len(draft.rstrip())
    return Hunk(start=0, end=end, replacement=told or ABSTENTION, reason=reason, claim_id=next(iter(dropped)))


def _without_overlaps(hunks: Sequence[Hunk]) -> tuple[Hunk, ...]:
    """The hunks in order; of two that overlap the longer stays, since it takes the other's words with it."""
    kept: list[Hunk] = []
    for hunk in sorted(hunks, key=lambda hunk: (hunk.start, hunk.end)):
        if kept and hunk.start < kept[-1].end:
            if hunk.end - hunk.start > kept[-1].end - kept[-1].start:
                kept[-1] = hunk
            continue
        kept.append(hunk)
    return tuple(kept)
