"""The words of labelling: why an answer is queued, its state, haste, each reviewer's label. No Streamlit."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from components.palette import STATUS_STYLES
from components.review.labelling.task import Task
from components.words.review import ANSWER_WORDS, counted, overruled, status_words
from critique_core.labels.answer_label import LabelledVerdict
from critique_core.labels.fold import ReviewedClaim, fold, person_says, standing
from critique_core.models import Critique, Decision, ItemState, Status
from critique_core.reports.words import failing_words, supported_words
from critique_core.scoring.confidence import HIGH_SEVERITY
from critique_core.store import QueueOrder, QueueRow

HASTY_SECONDS = 2.0
"""Too short to read a claim with its evidence: about 8 words at 250 words a minute."""
_HASTY_COUNT = 5
_VERY_UNCERTAIN = 0.8  # within 0.10 of the threshold
_FARTHEST = 0.5  # from here on all answers are equally certain
_SHOWN_FROM = 0.005
_WORST_FIRST: tuple[Status, ...] = (
    "contradicted", "unsupported", "partially_supported", "supported", "not_checkable",
)  # fmt: skip

ORDER_WORDS: dict[QueueOrder, str] = {
    "uncertain": "most uncertain first",
    "disagreement": "labels against verifier first",
    "severity": "highest severity first",
    "random": "random",
    "oldest": "oldest first",
}
STATE_WORDS: dict[ItemState, str] = {
    "pending": "not begun",
    "draft": "begun",
    "submitted": "submitted",
    "discarded": "set aside",
}


class Said(NamedTuple):
    """One reviewer's last decision on a claim; ``blind`` says that the machine's status was not in view."""

    reviewer: str
    status: Status
    wrong: bool
    decision: Decision
    blind: bool

    @property
    def words(self) -> str:
        """The decision in words."""
        return "status wrong" if self.wrong else status_words(self.status)


def place_words(task: Task) -> str:
    """Which answer this is, and how it is labelled."""
    blind = " · blind" if task.blind else ""
    gold = " · gold" if task.item.gold and task.revealed else ""
    return f"Answer {task.item.number:,}{blind}{gold}"


def why_queued(row: QueueRow, order: QueueOrder) -> str:
    """Why this answer is worth labelling, in a few words; the reason of the order comes first."""
    reasons: dict[str, str] = {}
    if row.uncertainty is not None and (order == "uncertain" or row.uncertainty >= _VERY_UNCERTAIN):
        reasons["uncertain"] = _uncertainty_words(row.uncertainty)
    if row.disagreement:
        reasons["disagreement"] = f"verifier against {row.disagreement:.0%} of the file's labels"
    if row.severity is not None and row.severity >= HIGH_SEVERITY:
        reasons["severity"] = f"high severity ({row.severity:.2f})"
    if order == "random":
        reasons = {"random": "random sample"}
    if order == "oldest":
        reasons = {"oldest": "waits longest", **reasons}
    first = reasons.pop(order, None)
    listed = [first, *reasons.values()] if first else list(reasons.values())
    return "; ".join(listed[:2]) or "nothing in doubt"


def _uncertainty_words(uncertainty: float) -> str:
    """The distance of the nearest claim's probability from the threshold."""
    away = (1 - uncertainty) / 2
    if away >= _FARTHEST:
        return f"no claim within {_FARTHEST:.2f} of the threshold"
    return f"a claim {away:.2f} from the threshold" if away >= _SHOWN_FROM else "a claim at the threshold"


def hasty_words(seconds: Sequence[float]) -> str | None:
    """A warning if many of the last acceptances were faster than reading a claim; else ``None``."""
    hasty = sum(one < HASTY_SECONDS for one in seconds)
    if hasty < _HASTY_COUNT:
        return None
    return (
        f"{hasty} of your last {len(seconds)} acceptances took under {HASTY_SECONDS:.0f} seconds each, less than "
        "reading a claim with its evidence takes. Acceptances made in haste make the verifier look better than it is."
    )


def said_of(critique: Critique, events: Iterable[Decision]) -> dict[str, tuple[Said, ...]]:
    """The last decision of each reviewer on each claim that they read, by claim id, oldest first; people only."""
    listed = [event for event in standing(events) if event.origin == "human"]
    found: dict[str, list[Said]] = {}
    for reviewer in dict.fromkeys(event.reviewer for event in listed):
        for one in fold(critique, listed, reviewer=reviewer):
            if one.decision is not None and not one.confirmed:
                word = Said(reviewer, one.status, one.wrong, one.decision, one.decision.shown is None)
                found.setdefault(one.claim.id, []).append(word)
    return {claim: tuple(sorted(said, key=lambda one: one.decision.sequence)) for claim, said in found.items()}


def differ(said: Sequence[Said]) -> bool:
    """Whether reviewers disagree on a claim."""
    return len({(one.status, one.wrong) for one in said}) > 1


def labelled_words(verdict: LabelledVerdict, *, own: bool) -> str:
    """The recommendation by labels; ``own`` says that all of them are the reader's."""
    so_far = " so far" if verdict.labelled < verdict.checkable else ""
    return f"By {'your' if own else 'the reviewers’'} labels{so_far}: {ANSWER_WORDS[verdict.recommendation]}"


def counts_words(verdict: LabelledVerdict) -> str:
    """How many labels give which status, worst first, and how many claims have none."""
    counts = [
        f"{verdict.counts[status]} {STATUS_STYLES[status].word}" for status in _WORST_FIRST if status in verdict.counts
    ]
    left = verdict.checkable - verdict.labelled
    return ", ".join(counts) + (f"; {left} of {verdict.checkable} as the machine has them" if left else "")


def cause_words(verdict: LabelledVerdict, claims: Sequence[ReviewedClaim], *, own: bool) -> str:
    """What led to the verdict: the claims that fail, by label or else as the machine has them, or that none is left to.

    ``own`` says that all labels are the reader's.
    """
    if verdict.recommendation == "accept":
        wrong = sum(map(overruled, claims))
        who = "you" if own else "reviewers"
        return (
            f"{who} called {counted(wrong, 'verdict')} wrong"
            if wrong
            else supported_words([one.claim for one in claims])
        )
    found: list[Status] = [person_says(one) or one.claim.status for one in claims if one.claim.checkable]
    return failing_words(found) or counts_words(verdict)


def reveal_words(critique: Critique, events: Iterable[Decision], reviewer: str) -> str | None:
    """How the reviewer's blind labels compare with the machine's statuses; ``None`` without any."""
    own = [event for event in standing(events) if event.reviewer == reviewer]
    blind = [event for event in own if event.shown is None]
    labelled = [one for one in fold(critique, blind, reviewer=reviewer) if one.decision is not None]
    if not labelled:
        return None
    last = {one.claim.id: one.status for one in fold(critique, own, reviewer=reviewer)}
    apart = [one for one in labelled if one.status != one.claim.status]
    moved = sum(last[one.claim.id] == one.claim.status for one in apart)
    words = f"Labelled blind: {len(labelled) - len(apart)} of {len(labelled)} as the machine did"
    if apart:
        words += (
            f"; you have changed {moved} of the other {len(apart)} to its status since"
            if moved
            else ("; the other one differs" if len(apart) == 1 else f"; the other {len(apart)} differ")
        )
    return words + "."
