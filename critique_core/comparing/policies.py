"""Policies compared: each decides on the same verdicts what to do with an answer; no verifier is asked for that.

Only the recommendation is compared. Strictness is none of it: it says which issues are shown, and every policy looks at
the grave ones alone, which all strictnesses show.
"""

from collections.abc import Callable, Sequence

from critique_core import pipeline
from critique_core.comparing.answers import Answer
from critique_core.comparing.contenders import PolicyContender
from critique_core.comparing.judging import Tell, check_names
from critique_core.comparing.lines import Line, Said
from critique_core.comparing.outcome import Comparison, comparison
from critique_core.errors import ClaimlensError
from critique_core.models import Critique, CritiqueRequest, Gate, PolicyName, ScoreTerm
from critique_core.pipeline import Progress
from critique_core.reports.words import confidence_words, counted

Judge = Callable[[CritiqueRequest, Progress], Critique]
"""Checks a draft that has no critique yet; reports its stages."""


def compare_policies(
    answers: Sequence[Answer],
    contenders: Sequence[PolicyContender],
    *,
    judge: Judge,
    gate: Gate | None = None,
    tell: Tell | None = None,
) -> Comparison:
    """Have every policy decide on every answer, from its critique where it has one, else from what ``judge`` gives.

    ``tell`` and failures are as for ``compare_verifiers``. Raises ``InvalidInput`` with fewer than two contenders or
    two of one name.
    """
    check_names([one.name for one in contenders])
    lines: list[Line] = []
    failed: list[tuple[str, str]] = []
    for done, answer in enumerate(answers):
        told = _part(tell, done, len(answers))
        told("", 0.0)
        try:
            critique = answer.critique or judge(answer.request, told)
            said = tuple(_decided(critique, one.policy, gate) for one in contenders)
        except ClaimlensError as error:
            failed.append((answer.title, str(error)))
            continue
        lines.append(Line(answer=answer, number=len(lines) + 1, text=answer.title, said=said, truth=answer.sent))
    return comparison("answer", [one.name for one in contenders], lines, answers=len(answers), failed=failed)


def _part(tell: Tell | None, done: int, answers: int) -> Progress:
    def told(stage: str, share: float) -> None:
        if tell is not None:
            part = (pipeline.STAGES.index(stage) + share) / len(pipeline.STAGES) if stage else 0.0
            tell((done + part) / answers)

    return told


def _decided(critique: Critique, policy: PolicyName, gate: Gate | None) -> Said:
    options = critique.request.options.model_copy(update={"policy": policy})
    decided = pipeline.redecide(critique, options=options, gate=gate)
    told = _terms(decided, decided.scores.by_policy[policy].terms)
    reason = f"Confidence {confidence_words(decided)}"
    return Said(
        decided.recommendation, decided.confidence, f"{reason}: {told}." if told else f"{reason}.",
        gate=options.confidence_threshold,
    )  # fmt: skip


def _terms(critique: Critique, terms: Sequence[ScoreTerm]) -> str:
    """The terms with their points; of one a claim only how many there are."""
    claims = {claim.id for claim in critique.claims}
    if terms and all(term.name in claims for term in terms):
        return f"the mean of {counted(len(terms), 'claim')}"
    return ", ".join(f"{term.name} {term.effect:+z.2f}" for term in terms)
