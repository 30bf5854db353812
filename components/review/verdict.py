"""The verdict at the top of a review: what holds now, and what the machine said of the draft as it came."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from components import services
from components.frame.reviewer import reviewer_name
from components.review.fixes import Fixes
from components.review.labelling.words import cause_words, labelled_words
from components.review.open_review import OpenReview
from components.words.advice import headline
from components.words.review import ANSWER_WORDS, Headline, Tone, counted, numbered_claims
from critique_core.labels.answer_label import LabelledVerdict, by_labels
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import Critique, Gate, Recommendation

_NAMED = 2  # as many claims as fit into one line by their numbers
_OF_HOW_MANY = re.compile(r"(\d+) of \d+( claims?)?")


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
    wrong = fixes.wrong(opened.reviewed)
    if fixes.effect is None:
        state = "being" if fixes.checking is not None else "not"
        return Headline(f"The changed answer is {state} checked again", machine.detail, "attention"), None
    after = fixes.effect.critique
    claims = _labelled_as_before(opened, fixes, after)
    labels = by_labels(after, claims, gate=gate)
    advised = labels.recommendation if labels is not None else after.recommendation
    if wrong and advised == "accept":
        advised = "retry"
    if wrong:
        named = numbered_claims(opened.in_order, [one.claim.id for one in wrong])
        which = named if len(wrong) <= _NAMED else counted(len(wrong), "claim")
        cause = f"{which} {'lacks' if len(wrong) == 1 else 'lack'} support"
    else:  # of how many would be another number than the draft's, once a change took a claim out
        cause = _OF_HOW_MANY.sub(_so_many, _cause(labels, after, claims, gate))
    return Headline(f"Now {ANSWER_WORDS[advised]}: {cause}", machine.detail, _tone(advised)), advised


def _so_many(found: re.Match[str]) -> str:
    return counted(int(found[1]), "claim") if found[2] else found[1]


def _cause(
    labels: LabelledVerdict | None, after: Critique, claims: tuple[ReviewedClaim, ...], gate: Gate
) -> str:  # fmt: skip
    if labels is None or labels.recommendation == after.recommendation:
        _, colon, cause = headline(after, claims, gate).title.partition(": ")
        return cause if colon else "nothing is left to check"
    return cause_words(labels, claims, own=_own(claims))


def _own(claims: Sequence[ReviewedClaim]) -> bool:
    """Whether all decisions are the reader's."""
    return {claim.decision.reviewer for claim in claims if claim.decision} == {reviewer_name()}


def _labelled_as_before(opened: OpenReview, fixes: Fixes, after: Critique) -> tuple[ReviewedClaim, ...]:
    """The claims of the corrected answer, each with the word on the same claim of the draft if no fix touched it."""
    said = {
        one.claim.text: one for one in opened.reviewed if one.decision is not None and not fixes.touches(one.claim)
    }  # fmt: skip
    return tuple(
        ReviewedClaim(claim=claim, decision=known.decision, status=known.status, wrong=known.wrong)
        if (known := said.get(claim.text)) is not None
        else ReviewedClaim(claim=claim, status=claim.status)
        for claim in after.claims
    )


def _tone(advised: Recommendation) -> Tone:
    return "calm" if advised == "accept" else "attention"
