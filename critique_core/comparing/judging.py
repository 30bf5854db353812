"""Verifiers compared: each judges the same claims of the same answers, one after the other.

Only verdicts are asked for, none of the checks that go with a critique. Contenders take turns, since they share caches
and processors: before each turn the encoder forgets what it has read, and before the first one the texts are read once
on no one's time, so that no contender is faster because another went first. A language model's own cache of answers
stays, as asking again would cost; the cost says how many answers came from it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from critique_core import pipeline
from critique_core.citations.checks import names
from critique_core.comparing.answers import Answer
from critique_core.comparing.contenders import Contender
from critique_core.comparing.lines import Line, Said
from critique_core.comparing.outcome import Comparison, Cost, comparison
from critique_core.errors import ClaimlensError, InvalidInput
from critique_core.models import Claim, Critique, CritiqueOptions, CritiqueRequest, RunMetadata, VerifiedClaim
from critique_core.pipeline import RULES, STAGES, Stages
from critique_core.pipeline.stages import ReadsClaims
from critique_core.reports.words import draft_order
from critique_core.verifiers.embedded import EmbeddedVerifier, forget_readings

Tell = Callable[[float], None]
_VERDICTS_ALONE = CritiqueOptions(
    check_completeness=False, check_contradictions=False, check_citations=False, check_relevance=False,
    check_usefulness=False,
)  # fmt: skip
_WITHOUT_ENCODER = ("typed", "alignment")


def compare_verifiers(
    answers: Sequence[Answer],
    contenders: Sequence[Contender],
    *,
    split: ReadsClaims = RULES.claims,
    tell: Tell | None = None,
) -> Comparison:
    """Have every contender judge the claims of every answer; a draft that is not split yet is split once by ``split``.

    ``tell`` is called with the share done, 0 to 1, also while a model is waited for; what it raises ends the comparison
    and reaches the caller. An answer that one contender cannot be asked about is left out and named. Raises
    ``InvalidInput`` with fewer than two contenders or two of one name, and ``VerifierUnavailable`` where one cannot be
    loaded.
    """
    check_names([one.name for one in contenders])
    specs = [one.verifier.spec for one in contenders]  # a verifier that cannot be loaded is reported before any work
    told = tell or _no_one
    lines: list[Line] = []
    failed: list[tuple[str, str]] = []
    spent: list[list[RunMetadata]] = [[] for _ in contenders]
    asked = [0] * len(contenders)
    notes: list[dict[str, None]] = [{} for _ in contenders]
    for done, answer in enumerate(answers):
        told(done / len(answers))
        try:
            given = _all_turns(answer, contenders, split, lambda part, done=done: told((done + part) / len(answers)))
        except ClaimlensError as error:
            failed.append((answer.title, str(error)))
            continue
        lines += given.lines
        for place, critique in enumerate(given.critiques):
            spent[place].append(critique.metadata.run)
            asked[place] += sum(claim.checkable for claim in critique.claims)
            notes[place] |= dict.fromkeys(critique.findings.notes)
    told(1.0)
    costs = [
        (spec, _cost(runs, claims, tuple(said)))
        for spec, runs, claims, said in zip(specs, spent, asked, notes, strict=True)
    ]
    return comparison(
        "claim", [one.name for one in contenders], lines, answers=len(answers), failed=failed, costs=costs,
        profiles=[one.profile for one in contenders],
    )  # fmt: skip


def check_names(names: Sequence[str]) -> None:
    """Raise ``InvalidInput`` unless there are two names or more, all different."""
    if len(names) < 2:
        raise InvalidInput(f"a comparison needs two contenders or more, not {len(names)}; choose another one")
    if len(set(names)) < len(names):
        raise InvalidInput("two contenders have the same name; choose each one once")


@dataclass(frozen=True, slots=True)
class _Turns:
    """One answer judged by all contenders, in their order."""

    lines: list[Line]
    critiques: list[Critique]


def _all_turns(answer: Answer, contenders: Sequence[Contender], split: ReadsClaims, tell: Tell) -> _Turns:
    request = answer.request.model_copy(update={"options": _VERDICTS_ALONE})
    claims = answer.claims if answer.claims is not None else split(request.draft, names(request.sources))
    stages = replace(RULES, claims=_given(claims))
    pipeline.critique(request, verifier=EmbeddedVerifier(_WITHOUT_ENCODER), stages=stages)
    critiques = [
        _turn(request, one, stages, lambda part, at=at: tell((at + part) / len(contenders)))
        for at, one in enumerate(contenders)
    ]
    return _Turns(_lines(answer, claims, contenders, critiques), critiques)


def _given(claims: tuple[Claim, ...]) -> ReadsClaims:
    """A stage that splits no draft but gives these claims."""

    def read(draft: str, source_names: Collection[str]) -> tuple[Claim, ...]:
        del draft, source_names
        return claims

    return read


def _turn(request: CritiqueRequest, contender: Contender, stages: Stages, tell: Tell) -> Critique:
    forget_readings()
    tell(0.0)

    def progress(stage: str, done: float) -> None:
        tell((STAGES.index(stage) + done) / len(STAGES))

    return pipeline.critique(
        request, verifier=contender.verifier, profile=contender.profile, stages=stages, progress=progress
    )


def _lines(
    answer: Answer, claims: Sequence[Claim], contenders: Sequence[Contender], critiques: Sequence[Critique]
) -> list[Line]:
    """A line for each claim that is checked, in the order of the draft."""
    truths = answer.truths_on(claims)
    judged = [{claim.id: claim for claim in critique.claims} for critique in critiques]
    checked = {claim.id for claim in critiques[0].claims if claim.checkable}
    return [
        Line(
            answer=answer,
            number=number,
            text=answer.request.draft[claim.start : claim.end],
            said=tuple(_said(one, found[claim.id]) for one, found in zip(contenders, judged, strict=True)),
            claim_id=claim.id,
            truth=truths.get(claim.id),
        )
        for number, claim in enumerate(sorted(claims, key=draft_order), 1)
        if claim.id in checked
    ]


def _said(contender: Contender, claim: VerifiedClaim) -> Said:
    verdict = claim.verdict
    if verdict is None:
        return Said(claim.status, left_out="it gave no verdict")
    return Said(claim.status, claim.probability, verdict.reasoning, contender.left_out(verdict))


def _cost(runs: Sequence[RunMetadata], claims: int, notes: tuple[str, ...]) -> Cost:
    asked = [run for run in runs if any(cost.calls for cost in run.costs)]
    counted = [run.tokens for run in asked if run.tokens is not None]
    return Cost(
        milliseconds=sum(time.milliseconds for run in runs for time in run.stages if time.stage == "verdicts"),
        claims=claims,
        calls=sum(cost.calls for run in runs for cost in run.costs),
        tokens=sum(counted) if counted and len(counted) == len(asked) else None,
        kept=sum(run.cache_hits for run in runs),
        notes=notes,
    )


def _no_one(_done: float) -> None:
    """Listens to no progress."""
