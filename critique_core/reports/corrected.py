"""What a report says of an answer that reviewers have corrected, for those who have no screen to read it from."""

import re
from collections.abc import Callable, Sequence

from critique_core.labels.corrected import CorrectedAnswer, corrected_answer
from critique_core.labels.fold import fold, person_says, standing
from critique_core.labels.hunks import offered, taken
from critique_core.labels.reshape import reshape
from critique_core.models import Critique, Gate, Hunk, Status
from critique_core.pipeline import proposed
from critique_core.reports.content import CorrectedVerdict, ReportFile
from critique_core.reports.words import ANSWER_WORDS, counted, failing_words, supported_words

CheckWith = Callable[[Critique, Sequence[Hunk]], Critique]
"""The critique of a draft with some changes made, as ``pipeline.with_hunks``."""
_OF_HOW_MANY = re.compile(r"(\d+) of \d+( claims?)?")


def fixes_taken(review: ReportFile) -> tuple[Hunk, ...]:
    """The changes that reviewers took; none where the draft could not be judged, as then nothing can be compared."""
    critique = review.critique
    if not review.decisions or critique.confidence_reason is not None:
        return ()
    return taken(offered(critique, review.decisions, () if critique.revisions else proposed(critique)))


def checked_again(review: ReportFile, check: CheckWith, gate: Gate | None = None) -> ReportFile:
    """The review with the verdict on its corrected answer; as it was without a fix or with a verdict already."""
    fixes = () if review.corrected is not None else fixes_taken(review)
    if not fixes:
        return review
    events = standing(review.decisions)
    after = check(review.critique, fixes)
    answer = corrected_answer(after, fold(reshape(review.critique, events), events), fixes, gate=gate)
    words = f"Now {ANSWER_WORDS[answer.recommendation]}: {_cause(answer)}"
    verdict = CorrectedVerdict(recommendation=answer.recommendation, words=words, confidence=after.confidence)
    return review.model_copy(update={"corrected": verdict})


def _cause(answer: CorrectedAnswer) -> str:
    if answer.wrong:
        return (
            f"{counted(len(answer.wrong), 'claim')} found wrong {'is' if len(answer.wrong) == 1 else 'are'} still in it"
        )
    if answer.recommendation == "accept":
        return supported_words([one.claim for one in answer.claims])
    found: list[Status] = [person_says(one) or one.claim.status for one in answer.claims if one.claim.checkable]
    return without_total(failing_words(found)) or "see its issues"


def without_total(words: str) -> str:
    """A cause without the number of all claims, which a change that took one out has made another than the draft's."""
    return _OF_HOW_MANY.sub(lambda found: counted(int(found[1]), "claim") if found[2] else found[1], words)
