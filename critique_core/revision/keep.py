"""Whether a corrected draft is kept, and which part of a refused correction is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from rapidfuzz import fuzz

from critique_core.models import PROBABILITY_PLACES, Critique, Hunk
from critique_core.revision import partial, reviser
from critique_core.text.figures import distinct_figures

MOST_LOST = 0.02
"""By how much the confidence may fall in a revision whose issues weigh less: a true fact at 0.84 next to one at 0.85 is
no worse answer."""
_DENIED = "a source still says otherwise where it writes"
_SAME_CLAIM = 70.0  # of 100: two texts of one claim before and after a change (RapidFuzz ratio)


@dataclass(frozen=True, slots=True)
class Measures:
    """What one critique says of its draft, as far as keeping a revision depends on it.

    ``severity`` is the sum over all issues; ``unsupported`` are the texts of unsupported and contradicted claims,
    ``stated`` those of all claims.
    """

    severity: float
    confidence: float | None
    unsupported: tuple[str, ...]
    stated: tuple[str, ...] = ()


def measures(critique: Critique) -> Measures:
    """The measures of a critique."""
    return Measures(
        severity=sum(issue.severity for issue in critique.issues),
        confidence=critique.confidence,
        unsupported=tuple(c.text for c in critique.claims if c.status in ("unsupported", "contradicted")),
        stated=tuple(c.text for c in critique.claims),
    )


def better(before: Measures, after: Measures) -> tuple[bool, str]:
    """Whether a revision is kept, and why, in words for a reader.

    Kept when the issues' total severity falls, the confidence falls by no more than ``MOST_LOST`` (0.02, so that a
    true fact may join surer ones), and each unsupported claim of the new text is one of the old text's, unchanged or
    reworded. A confidence of ``None`` (an abstention, nothing to verify) is neither a rise nor a fall, so it alone
    never bars or carries a revision.
    """
    fresh = _fresh(before.unsupported, after.unsupported)
    if fresh in before.stated:
        return False, f"beside it a claim that was supported no longer is: “{fresh}”"
    if fresh is not None:
        return False, f"it brings in a claim that nothing supports: “{fresh}”"
    weight, now = _weight(before.severity), _weight(after.severity)
    first, then = distinct_figures(weight, now)
    if now == weight:
        return (
            False,
            "there is no issue to put right" if not weight else f"the issues weigh as much as before ({first})",
        )
    if now > weight:
        return False, f"the issues weigh more than before ({first}, then {then})"
    if before.confidence is not None and after.confidence is not None and _lost(before, after) > MOST_LOST:
        first, then = distinct_figures(before.confidence, after.confidence)
        return False, f"the confidence falls from {first} to {then}"
    return True, f"the issues weigh less ({first}, now {then})" + _change_in_words(before, after)


def _weight(severity: float) -> float:
    """A sum of severities free of the error of binary fractions."""
    return round(severity, PROBABILITY_PLACES)


def _lost(before: Measures, after: Measures) -> float:
    """The fall in confidence, free of the error of binary fractions; negative where it rises."""
    return round((before.confidence or 0.0) - (after.confidence or 0.0), PROBABILITY_PLACES)


def _change_in_words(before: Measures, after: Measures) -> str:
    if before.confidence is None or after.confidence is None:
        return "; there is no confidence to compare"
    first, then = distinct_figures(before.confidence, after.confidence)
    if first == then:
        return f" and the confidence stays at {first}"
    return f" and the confidence goes from {first} to {then}"


def _fresh(before: Sequence[str], after: Sequence[str]) -> str | None:
    """The first claim of ``after`` that has no claim of ``before`` left to be a rewording of."""
    waiting = list(before)
    for text in after:
        match = max(waiting, key=lambda other: fuzz.ratio(text, other), default=None)
        if match is None or fuzz.ratio(text, match) < _SAME_CLAIM:
            return text
        waiting.remove(match)
    return None


# --- one attempt ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tried:
    """Some changes, the critique of the text with them, and whether and why they are kept."""

    hunks: tuple[Hunk, ...]
    after: Critique
    kept: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What an attempt came to: the critique to go on with, and what was tried, all changes first."""

    critique: Critique
    tried: tuple[Tried, ...]


def attempt(
    begun: Critique,
    hunks: tuple[Hunk, ...],
    check: Callable[[str, int], Critique],
    prefer: Callable[[Critique, Critique], tuple[bool, str]] | None = None,
) -> Attempt:
    """All changes, and where those are refused, the ones among them that help.

    A change that a source denies when its text is checked is left out first.
    ``check`` gives the critique of a text; its second argument counts the checks from 1. ``prefer`` says whether the
    second of two critiques is the better one, and why: ``better`` of their measures, unless given.
    """
    chosen = prefer or preferred
    nth = count(1)

    def checked(some: tuple[Hunk, ...]) -> Critique:
        return check(reviser.apply(begun.request.draft, some), next(nth))

    after = checked(hunks)
    agreed = _agreed(hunks, after)
    if hunks and not agreed:
        return Attempt(begun, (Tried(hunks, after, kept=False, reason=_DENIED),))
    if agreed != hunks:
        hunks, after = agreed, checked(agreed)
    whole = Tried(hunks, after, *chosen(begun, after))
    if whole.kept:
        return Attempt(after, (whole,))
    part = partial.helpful(hunks, begun, checked, lambda one, other: chosen(one, other)[0])
    if part is None:
        return Attempt(begun, (whole,))
    reason = f"{partial.in_words(len(hunks), len(part.hunks), part.untried)}: {chosen(begun, part.checked)[1]}"
    return Attempt(part.checked, (whole, Tried(part.hunks, part.checked, kept=True, reason=reason)))


def _agreed(hunks: tuple[Hunk, ...], after: Critique) -> tuple[Hunk, ...]:
    """The changes without those of a claim that the check of the new text still holds against the sources there.

    A claim that goes, and what no claim of the draft asked for, is judged with the whole.
    """
    moved = 0
    refused: set[str] = set()
    for hunk in sorted(hunks, key=lambda one: one.start):
        start = hunk.start + moved
        end = start + len(hunk.replacement)
        moved += len(hunk.replacement) - (hunk.end - hunk.start)
        if hunk.claim_id and hunk.replacement.strip() and _denied(after, start, end):
            refused.add(hunk.claim_id)
    return tuple(hunk for hunk in hunks if hunk.claim_id not in refused)


def _denied(after: Critique, start: int, end: int) -> bool:
    """Whether a source conflicts with what was written at a place."""
    findings = (f for claim in after.claims if claim.verdict for f in claim.verdict.findings)
    return any(f.agreement == "conflicts" and f.start < end and start < f.end for f in findings)


def preferred(before: Critique, after: Critique) -> tuple[bool, str]:
    """Whether the second critique's draft is kept in place of the first's, and why."""
    return better(measures(before), measures(after))
