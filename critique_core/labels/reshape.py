"""Reviewers' changes to the claims themselves: split, merged, given another span, added; and evidence pointed anew.

The machine's claims are never changed in the store. Each act is an event, and ``reshape`` applies the standing ones, in
sequence, to a copy: what a reviewer sees and decides on.

| action | span of the event | what it does |
|---|---|---|
| split | empty, where the claim is cut | the claim becomes two, white space at the cut is no one's |
| merge | from the first claim's start to the last one's end | the claims that lie in it become one |
| respan | the new span | the claim has this span |
| missed | the span | a claim is added |
| evidence | the claim's | the quotes of the event are in place of the verifier's |
"""

from collections.abc import Callable, Iterable, Sequence

from critique_core.errors import InvalidInput
from critique_core.labels.fold import standing
from critique_core.models import Claim, Critique, Decision, Verdict, VerifiedClaim
from critique_core.text.markdown import trimmed

RESHAPING = frozenset({"split", "merge", "respan", "missed", "evidence"})
Judge = Callable[[Sequence[Claim]], Sequence[VerifiedClaim]]


def reshape(
    critique: Critique, decisions: Iterable[Decision], *, reviewer: str | None = None, judge: Judge | None = None
) -> Critique:
    """The critique with the claims that reviewers made of the machine's; scores and issues stay the machine's.

    ``reviewer`` keeps to one reviewer's events. A claim that the machine did not make is ``unverified``, unless
    ``judge`` verifies it: it is given all new claims at once. An event that fits no claim any more changes nothing;
    ``left_over`` names those.
    """
    claims, _ = _applied(critique, decisions, reviewer)
    # What was cut and joined again is the machine's claim as it was.
    known = {claim.id: claim for claim in critique.claims}
    claims = tuple(known.get(claim.id, claim) if claim.verdict is None else claim for claim in claims)
    if claims == critique.claims:
        return critique
    new = [claim for claim in claims if claim.id not in known]
    judged = {claim.id: claim for claim in judge(new)} if judge and new else {}
    return critique.model_copy(update={"claims": tuple(judged.get(claim.id, claim) for claim in claims)})


def left_over(critique: Critique, decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The standing events of the table above that fit no claim of this critique."""
    return _applied(critique, decisions, None)[1]


def check(critique: Critique, action: str, claim_id: str | None, start: int, end: int) -> None:
    """Refuse, with ``InvalidInput``, an act on the critique's claims as they are now that would change nothing."""
    draft, claims = critique.request.draft, critique.claims
    claim = next((one for one in claims if one.id == claim_id), None)
    if action == "split" and (claim is None or not _pieces(draft, claim, start)):
        raise InvalidInput("split: put the cut inside the claim, with words on both sides")
    if action == "merge" and len(_inside(claims, start, end)) < 2:
        raise InvalidInput("merge: needs two neighbouring claims")
    if action in ("respan", "missed") and not draft[start:end].strip():
        raise InvalidInput(f"{action}: select some words of the draft")
    if action in ("respan", "missed") and any((one.start, one.end) == trimmed(draft, start, end) for one in claims):
        raise InvalidInput(f"{action}: there is a claim of just these words")


def _applied(
    critique: Critique, decisions: Iterable[Decision], reviewer: str | None
) -> tuple[tuple[VerifiedClaim, ...], tuple[Decision, ...]]:
    draft, claims = critique.request.draft, list(critique.claims)
    left: list[Decision] = []
    for event in standing(decisions):
        if event.action not in RESHAPING or reviewer not in (None, event.reviewer):
            continue
        changed = _changed(draft, claims, event)
        if changed is None:
            left.append(event)
        else:
            claims = changed
    return tuple(sorted(claims, key=lambda claim: (claim.start, claim.end))), tuple(left)


def _changed(draft: str, claims: list[VerifiedClaim], event: Decision) -> list[VerifiedClaim] | None:
    if event.start is None or event.end is None or event.end > len(draft):
        return None
    gone, made = _exchanged(draft, claims, event, event.start, event.end)
    return [claim for claim in claims if claim not in gone] + made if made else None


def _exchanged(
    draft: str, claims: list[VerifiedClaim], event: Decision, start: int, end: int
) -> tuple[list[VerifiedClaim], list[VerifiedClaim]]:
    """The claims that go and those that come in their place; none come when the event fits nothing."""
    words = bool(draft[start:end].strip())
    if event.action == "missed":
        return [], [_new(draft, start, end)] if words else []
    if event.action == "merge":
        gone = _inside(claims, start, end)
        return gone, [_new(draft, start, end, gone[0])] if len(gone) > 1 else []
    claim = _meant(claims, event)
    if claim is None:
        return [], []
    if event.action == "split":
        return [claim], _pieces(draft, claim, start)
    if event.action == "evidence":
        return [claim], [_pointed(claim, event)]
    return [claim], [_new(draft, start, end, claim)] if words else []


def _meant(claims: Sequence[VerifiedClaim], event: Decision) -> VerifiedClaim | None:
    """By id; on a critique of other claims a cut is the claim's that it lies in."""
    by_id = next((claim for claim in claims if claim.id == event.claim_id), None)
    if by_id is not None or event.action != "split":
        return by_id
    around = [claim for claim in claims if claim.start < (event.start or 0) < claim.end]
    return around[0] if len(around) == 1 else None


def _inside(claims: Sequence[VerifiedClaim], start: int, end: int) -> list[VerifiedClaim]:
    return sorted((claim for claim in claims if start <= claim.start and claim.end <= end), key=lambda one: one.start)


def _pieces(draft: str, claim: VerifiedClaim, cut: int) -> list[VerifiedClaim]:
    if not claim.start < cut < claim.end or not draft[claim.start : cut].strip() or not draft[cut : claim.end].strip():
        return []
    return [_new(draft, claim.start, cut, claim), _new(draft, cut, claim.end, claim)]


def _new(draft: str, start: int, end: int, parent: VerifiedClaim | None = None) -> VerifiedClaim:
    kind = parent.kind if parent and parent.checkable else "fact"
    return VerifiedClaim(**dict(Claim.of(draft, *trimmed(draft, start, end), kind=kind)), status="unverified")


def _pointed(claim: VerifiedClaim, event: Decision) -> VerifiedClaim:
    verdict = claim.verdict or Verdict(
        claim_id=claim.id, probabilities=None, reasoning="a reviewer pointed to this", method="exact_match",
        failure="it was not verified",
    )  # fmt: skip
    return claim.model_copy(update={"verdict": verdict.model_copy(update={"evidence": event.evidence or ()})})
