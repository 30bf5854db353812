"""The words of corrective retrieval: grades, searches, attempts and how it ended. No Streamlit, no markup."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from components.words.findings import claim_numbers, gain, percent, percents
from components.words.review import counted
from critique_core.models import Critique, SourceDocument, Status, VerifiedClaim
from critique_core.models.corrective import (
    CorrectiveAction,
    CorrectiveAttempt,
    CorrectiveResult,
    RetrievalGrade,
    RetrievalQuality,
    RetrievalSignal,
    Search,
    SignalName,
    StopReason,
    Strip,
)
from critique_core.text.shortening import shortened

QUALITY_WORDS: dict[RetrievalQuality, str] = {
    "correct": "● correct: the sources fit the question",
    "ambiguous": "◐ ambiguous: the sources fit the question in part",
    "incorrect": "○ incorrect: the sources do not fit the question",
}
ACTION_WORDS: dict[CorrectiveAction, str] = {
    "refine_and_use": "refine the sources and use them",
    "combine_with_web_search": "refine the sources and search for more",
    "trigger_web_search": "set the sources aside and search anew",
}
SIGNAL_WORDS: dict[SignalName, str] = {
    "rerank": "Rerank scores",
    "coverage": "Coverage of the question",
    "agreement": "Agreement of the sources",
}
STOP_WORDS: dict[StopReason, str] = {
    "confident": "The confidence reaches the gate.",
    "off": "Switched off, so it went no further.",
    "too_short": "The draft is shorter than what is checked.",
    "attempts_used": "All attempts are used up.",
    "nothing_found": "The searches found nothing new.",
    "no_gain": "The last attempt made it no better.",
    "cooldown": "The same was searched for a moment ago; wait, then try again.",
    "timed_out": "The searches took too long.",
    "search_failed": "The searches failed.",
    "no_retriever": "There is nothing to search in: add documents to the library.",
}
FAILING: tuple[Status, ...] = ("contradicted", "unsupported", "partially_supported", "unverified")
_QUERY_LENGTH = 300
_CLAIM_LENGTH = 200
_SAME_CLAIM = 70.0  # of 100: two texts of one claim before and after a change, as in critique_core/revision


class Fix(NamedTuple):
    """A claim that an attempt put right: its number before, its words now, and its status before and after.

    Of a claim that is gone, ``text`` holds the words it had and ``after`` is ``None``.
    """

    number: int
    text: str
    before: Status
    after: Status | None


def grade_words(grade: RetrievalGrade) -> str:
    """Quality and score in one line."""
    score = "no score" if grade.score is None else f"score {grade.score:.2f}"
    return f"{QUALITY_WORDS[grade.quality]} · {score}"


def grade_reason(grade: RetrievalGrade) -> str:
    """The reason for the grade and the action that it suggests, as sentences."""
    reason = shortened(grade.reasoning, 400).rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}. Suggested: {ACTION_WORDS[grade.suggested_action]}."


def signal_words(signal: RetrievalSignal) -> str:
    """One signal with its value and weight, or that it could not be measured."""
    measured = "cannot be told" if signal.value is None else f"{signal.value:.2f} × weight {signal.weight:.2f}"
    return f"{SIGNAL_WORDS[signal.name]} {measured}"


def search_words(search: Search) -> str:
    """The outcome of one search and how long it took."""
    took = milliseconds_words(search.milliseconds)
    if search.failure:
        return f"✗ {search.retriever}: failed · {took}"
    found = len(search.source_ids)
    given = "nothing found" if not found else counted(found, "source")
    return f"{'✓' if found else '○'} {search.retriever}: {given} · {took}"


def milliseconds_words(milliseconds: float) -> str:
    """A time in milliseconds or, from one second on, in seconds."""
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def by_query(searches: Iterable[Search]) -> dict[tuple[str, str | None, str], list[Search]]:
    """Searches grouped by query, in order; several retrievers may have answered one query."""
    found: dict[tuple[str, str | None, str], list[Search]] = {}
    for search in searches:
        found.setdefault((search.query.text, search.query.claim_id, search.query.reason), []).append(search)
    return found


def query_words(text: str, claim_id: str | None, before: Critique | None) -> tuple[str, str]:
    """The query, and the claim it was made for; empty where that claim is not known."""
    numbers = claim_numbers(before.claims) if before else {}
    number = numbers.get(claim_id or "")
    claim = next((one for one in before.claims if one.id == claim_id), None) if before else None
    told = f"for claim {number}: {shortened(claim.text, _CLAIM_LENGTH)}" if number and claim else ""
    return f"“{shortened(text, _QUERY_LENGTH)}”", told


def confidence_words(before: float | None, after: float | None) -> str:
    """The confidence before and after, and the difference in points."""
    if before == after:
        return f"Confidence stays at {percent(before)}"
    moved, (first, then) = gain(before, after), percents(before, after)
    return f"Confidence {first} → {then}" + (f" ({moved})" if moved else "")


def attempt_words(attempt: CorrectiveAttempt) -> str:
    """One attempt in a line: kept or not."""
    return f"Attempt {attempt.number} · {'✓ kept' if attempt.kept else '✗ not kept'}"


def fixes(attempt: CorrectiveAttempt, before: Critique | None) -> tuple[Fix, ...]:
    """The claims that the attempt put right, before and after; a removed claim has no status after."""
    if before is None:
        return ()
    numbers = claim_numbers(before.claims)
    now = attempt.critique.claims if attempt.critique else ()
    return tuple(
        Fix(numbers[claim.id], became.text if became else claim.text, claim.status, became.status if became else None)
        for claim in sorted(before.claims, key=lambda claim: claim.start)
        if claim.id in attempt.fixed
        for became in [_became(claim, before.claims, now)]
    )


def _became(
    claim: VerifiedClaim, before: Sequence[VerifiedClaim], now: Sequence[VerifiedClaim]
) -> VerifiedClaim | None:
    """The claim that one of before has become: the most similar of those that are like no other one of before."""

    def alike(one: VerifiedClaim, other: VerifiedClaim) -> float:
        return fuzz.ratio(one.text, other.text)

    own = [one for one in now if alike(one, claim) >= max(alike(one, other) for other in before)]
    best = max(own, key=lambda one: alike(one, claim), default=None)
    return best if best is not None and alike(best, claim) >= _SAME_CLAIM else None


def befores(first: Critique | None, attempts: Iterable[CorrectiveAttempt]) -> tuple[Critique | None, ...]:
    """The critique that each attempt started from: the last kept one, else the first."""
    current, found = first, list[Critique | None]()
    for attempt in attempts:
        found.append(current)
        if attempt.kept and attempt.critique is not None:
            current = attempt.critique
    return tuple(found)


def failing(critique: Critique) -> tuple[VerifiedClaim, ...]:
    """The claims that are not supported, in the order of the draft."""
    return tuple(sorted((one for one in critique.claims if one.status in FAILING), key=lambda claim: claim.start))


def fresh_sources(attempt: CorrectiveAttempt, known: Iterable[str]) -> tuple[SourceDocument, ...]:
    """The sources that the attempt brought in."""
    ids = set(known)
    return tuple(source for source in attempt.sources if source.id not in ids)


def best_strips(strips: Iterable[Strip], source_id: str) -> tuple[Strip, ...]:
    """The kept strips of one source, most relevant first."""
    return by_relevance(one for one in strips if one.kept and one.source_id == source_id)


def by_relevance(strips: Iterable[Strip]) -> tuple[Strip, ...]:
    """Kept ones first, most relevant first; those without a relevance come last."""
    return tuple(sorted(strips, key=lambda strip: (not strip.kept, 1 if strip.relevance is None else -strip.relevance)))


def corrects(result: CorrectiveResult) -> bool:
    """Whether the final answer differs in words or sources from the draft that was checked first."""
    first, final = result.first, result.final
    return (
        first is not None
        and final is not None
        and ((first.request.draft, first.request.sources) != (final.request.draft, final.request.sources))
    )


def ending(result: CorrectiveResult) -> str:
    """How it ended, in a sentence or two, and what was not begun at all."""
    if result.stopped == "off":
        return (
            "Verification is switched off: nothing of this answer was checked."
            if result.first is None
            else "Correction is switched off: the draft was checked and left as it is."
        )
    if result.stopped == "too_short" and result.first is None:
        return "The draft is shorter than what is checked, so nothing of it was."
    return STOP_WORDS[result.stopped]
