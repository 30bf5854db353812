"""The words for policies, citations and reflection. No Streamlit, no markup."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple, get_args

from components.palette import STATUS_STYLES
from components.words.review import counted, draft_order, place
from critique_core.models import (
    CitationCheck,
    CitationVerdict,
    Critique,
    HallucinationBand,
    Issue,
    PolicyName,
    PolicyScore,
    Reflection,
    SourceDocument,
    VerifiedClaim,
)
from critique_core.text.figures import distinct_figures
from critique_core.text.shortening import one_line

POLICIES: tuple[PolicyName, ...] = get_args(PolicyName)
POLICY_WORDS: dict[PolicyName, str] = {
    "calibrated": "Calibrated",
    "draft_critique": "Draft critique",
    "critic": "Critic",
    "self_rag": "Self-RAG",
    "grounded": "Grounded",
}
POLICY_RULES: dict[PolicyName, str] = {
    "calibrated": "The expected share of checkable claims that the sources support",
    "draft_critique": "Half the mean probability of support, half the share of supported claims",
    "critic": "0.4 no hallucination, 0.4 citation accuracy, 0.2 consistency",
    "self_rag": "Relevance, support and usefulness, weighted by the kind of question",
    "grounded": "Share of supported claims, less 0.1 for each unsupported one, plus 0.1 if there is none",
}
CITATION_WORDS: dict[CitationVerdict, str] = {
    "accurate": "● accurate",
    "wrong_source": "≠ wrong source",
    "nonexistent": "∅ non-existent",
    "missing": "○ missing",
}
REFLECTION_NAMES = {"relevance": "Relevance", "support": "Support", "usefulness": "Usefulness"}
REFLECTION_QUESTIONS = {
    "relevance": "Do the sources bear on the query?",
    "support": "Do the sources support the claims?",
    "usefulness": "Does the answer address the query?",
}
_GOOD = frozenset({"relevant", "full", "useful"})
BAND_WORDS: dict[HallucinationBand, str] = {
    "accept": "few enough to send",
    "regenerate": "calls for Fix",
    "reject": "calls for Block",
}
WHOLE_TITLES = {
    "incomplete": "Left out of the answer",
    "irrelevant_sources": "Sources beside the point",
    "not_useful": "The query is not answered",
    "incorrect_citation": "Citation of no claim",
}
_TERMS_SHOWN = 12


class Step(NamedTuple):
    """One bar of a waterfall: its name, what was measured (``None``: nothing was), and its effect."""

    name: str
    value: float | None
    effect: float


def percent(share: float | None) -> str:
    """A share in whole percent, or ``none``."""
    return "none" if share is None else f"{share:.0%}"


def percents(before: float | None, after: float | None) -> tuple[str, str]:
    """Two shares in percent, with enough decimals that they differ."""
    if before is None or after is None:
        return percent(before), percent(after)
    return distinct_figures(before, after, 0, "%")


def gain(before: float | None, after: float | None) -> str | None:
    """The change of a share in points; ``None`` when either value was not measured."""
    if before is None or after is None:
        return None
    return f"{(after - before) * 100:+z.1f} points"


def policy_reason(critique: Critique, score: PolicyScore) -> str:
    """Why a policy gives no confidence, in words; empty when it gives one."""
    if score.confidence is not None:
        return ""
    reasons = {
        "abstained": "a refusal", "no_sources": "no sources", "no_claims": "no claims",
        "nothing_verified": "nothing could be verified",
    }  # fmt: skip
    return reasons.get(critique.confidence_reason or "", "a check that it rests on did not run")


def steps(critique: Critique, score: PolicyScore) -> tuple[Step, ...]:
    """The terms of a policy with readable names; many claims are summed by status.

    Where the claims share out the whole, as under the calibrated policy, each shows what it took from it: what costs
    points is what a reviewer can put right.
    """
    numbers = claim_numbers(critique.claims)
    of_claims = [term for term in score.terms if term.name in numbers]
    others = [Step(_capital(term.name), term.value, term.effect) for term in score.terms if term.name not in numbers]
    measured = [term for term in of_claims if term.value is not None]
    shared = bool(measured) and not others
    whole = (Step("If all were supported", None, 1.0),) if shared else ()
    share = 1 / len(measured) if shared else 0.0
    lost = {term.name: term.effect - (0.0 if term.value is None else share) for term in of_claims}
    if len(of_claims) <= _TERMS_SHOWN:
        single = (Step(f"Claim {numbers[term.name]}", term.value, lost[term.name]) for term in of_claims)
        return (*whole, *single, *others)
    claims = {claim.id: claim for claim in critique.claims}
    by_status: dict[str, list[float]] = defaultdict(list)
    for term in of_claims:
        by_status[claims[term.name].status].append(lost[term.name])
    gathered = (
        Step(f"{len(by_status[status])} {style.word}", None, sum(by_status[status]))
        for status, style in STATUS_STYLES.items()
        if status in by_status
    )
    return (*whole, *gathered, *others)


def source_of(check: CitationCheck, sources: Sequence[SourceDocument]) -> SourceDocument | None:
    """The source that a marker names; ``None`` for one that names nothing."""
    return sources[check.index - 1] if 0 < check.index <= len(sources) else None


def right_source(check: CitationCheck, sources: Sequence[SourceDocument]) -> str:
    """The source to cite instead, with its number; empty when none is known or the citation is right."""
    numbers = {source.id: number for number, source in enumerate(sources, 1)}
    number = numbers.get(check.right_source_id or "")
    if number is None or check.verdict == "accurate":
        return ""
    return f"[{number}] {place(sources[number - 1], sources[number - 1].id)}"


def marker_words(check: CitationCheck, draft: str) -> str:
    """The marker as written in the draft; ``none`` for a missing one."""
    if check.verdict == "missing":
        return "none"
    words = one_line(draft[check.start : check.end])
    return f"[{words}]" if words.isdigit() else words


def reflection_words(reflection: Reflection) -> str:
    """Icon and word of a reflection's verdict."""
    icon = "●" if reflection.verdict in _GOOD else "◐" if reflection.verdict == "partial" else "○"
    return f"{icon} {reflection.verdict.replace('_', ' ')}"


def skipped_reason(critique: Critique, check: str) -> str:
    """Why a check did not run, as the critique says it."""
    found = (line.split(": ", 1)[1] for line in critique.skipped if line.startswith(f"{check}: "))
    return next(found, "not run")


def age_words(days: int | None) -> str:
    """An age in days, months or years, whichever reads best."""
    if days is None:
        return ""
    if days < 60:
        return counted(days, "day")
    return f"{days / 30.44:.0f} months" if days < 730 else f"{days / 365.25:.1f} years"


def dated(source: SourceDocument | None, source_id: str) -> str:
    """A source as a citation names it, with the day it was published where that is known."""
    name = place(source, source_id)
    return f"{name} · published {source.published}" if source and source.published else name


def claim_numbers(claims: Sequence[VerifiedClaim]) -> dict[str, int]:
    """The number of each claim on the screen: its place in the draft, from 1."""
    ordered = sorted(claims, key=draft_order)
    return {claim.id: number for number, claim in enumerate(ordered, 1)}


def whole_title(issue: Issue) -> str:
    """What an issue that belongs to no claim is about."""
    return WHOLE_TITLES.get(issue.type, _capital(issue.type.replace("_", " ")))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
