"""The verdict at the top of a review: what holds now, and what the machine said of the draft as it came."""

from collections.abc import Sequence
from dataclasses import dataclass

from components import services
from components.frame.reviewer import reviewer_name
from components.review.fixes import Fixes
from components.review.labelling.words import cause_words, labelled_words
from components.review.open_review import OpenReview
from components.words.advice import headline
from components.words.review import ANSWER_WORDS, Headline, Tone, counted, numbered_claims
from critique_core.labels.answer_label import by_labels
from critique_core.labels.corrected import CorrectedAnswer, corrected_answer
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique, Gate, Recommendation
from critique_core.reports.corrected import without_total

_FAILING = frozenset(("unsupported", "contradicted"))
_NAMED = 2  # as many claims as fit into one line by their numbers


@dataclass(frozen=True)
class StandingVerdict:
    """``words`` say what holds now: of the machine's verdict, the labels and the fixes taken, the last that there is.

    ``earlier`` are the verdicts that it has replaced or that it agrees with, a short sentence each. ``corrected`` is
    what to do with the answer with the fixes taken, ``None`` without any and until it is checked again.
    """

    words: Headline
    earlier: tuple[str, ...] = ()
    corrected: Recommendation | None = None


def standing_verdict(opened: OpenReview, fixes: Fixes) -> StandingVerdict:
    """The verdict on an opened review, given the decisions and the fixes taken so far."""
    gate = services.gate()
    machine = headline(opened.seen, opened.reviewed, gate)
    came = machine.title.replace(": ", ", ", 1)
    if fixes.taken and opened.critique.confidence_reason is None:
        words, advised = _with_fixes(opened, fixes, machine, gate)
        return StandingVerdict(words, (f"The draft as it came: {came}",), advised)
    labels = by_labels(opened.critique, opened.reviewed, gate=gate)
    if labels is None:
        return StandingVerdict(machine)
    own = _own(opened.reviewed)
    if labels.labelled < labels.checkable and labels.recommendation == opened.critique.recommendation:
        return StandingVerdict(machine, (labelled_words(labels, own=own),))
    whose = "your" if own else "the reviewers’"
    title = f"{ANSWER_WORDS[labels.recommendation]} by {whose} labels: {cause_words(labels, opened.reviewed, own=own)}"
    return StandingVerdict(
        Headline(title, machine.detail, _tone(labels.recommendation)), (f"The machine on the draft: {came}",)
    )


def _with_fixes(
    opened: OpenReview, fixes: Fixes, machine: Headline, gate: Gate
) -> tuple[Headline, Recommendation | None]:
    """The verdict on the corrected answer: the machine's second check, with the labels of the claims left alone."""
    if fixes.effect is None:
        state = "being" if fixes.checking is not None else "not"
        return Headline(f"The changed answer is {state} checked again", machine.detail, "attention"), None
    after = fixes.effect.critique
    answer = corrected_answer(after, opened.reviewed, fixes.made, gate=gate)
    wrong, advised = answer.wrong, answer.recommendation
    if wrong:
        named = numbered_claims(opened.in_order, [one.claim.id for one in wrong])
        count = len(wrong) + sum(one.decision is None and one.status in _FAILING for one in answer.claims)
        which = named if count == len(wrong) <= _NAMED else counted(count, "claim")
        cause = f"{which} {'lacks' if count == 1 else 'lack'} support"
    else:
        cause = without_total(_cause(answer, after, gate))
    return Headline(f"Now {ANSWER_WORDS[advised]}: {cause}", machine.detail, _tone(advised)), advised


def _cause(answer: CorrectedAnswer, after: Critique, gate: Gate) -> str:
    if answer.labels is None or answer.labels.recommendation == after.recommendation:
        _, colon, cause = headline(after, answer.claims, gate).title.partition(": ")
        return cause if colon else "nothing is left to check"
    return cause_words(answer.labels, answer.claims, own=_own(answer.claims))


def _own(claims: Sequence[ReviewedClaim]) -> bool:
    """Whether all decisions are the reader's."""
    return {claim.decision.reviewer for claim in claims if claim.decision} == {reviewer_name()}


def _tone(advised: Recommendation) -> Tone:
    return "calm" if advised == "accept" else "attention"
