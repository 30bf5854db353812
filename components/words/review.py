"""The words of a review: what a critique says to its reader. No Streamlit, no markup."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from critique_core.labels.fold import ReviewedClaim, person_says
from critique_core.models import (
    ConfidenceReason,
    Critique,
    Issue,
    Recommendation,
    Span,
    Status,
    Verdict,
    VerifiedClaim,
)
from critique_core.reports.words import (  # noqa: F401 - the words that the report shares with the screen
    ANSWER_WORDS,
    ISSUE_WORDS,
    MATCH_WORDS,
    RELATION_WORDS,
    counted,
    draft_order,
    grouped_issues,
    issue_kinds,
    place,
    quote_heading,
    status_words,
)
from critique_core.text.figures import distinct_figures
from critique_core.text.shortening import one_line, shortened

Tone = Literal["calm", "attention", "neutral"]
TONE_ICONS: dict[Tone, str] = {"calm": "task_alt", "attention": "flag", "neutral": "info"}

ATTENTION: tuple[Status, ...] = ("contradicted", "unsupported", "partially_supported", "unverified")
WORST_FIRST: tuple[Status, ...] = (*ATTENTION, "supported", "not_checkable")
METHOD_WORDS = {
    "exact_match": "exact match",
    "typed_comparison": "comparison of values",
    "lexical_alignment": "comparison of words",
    "semantic_similarity": "similarity of meaning",
    "nli": "entailment model",
    "llm_verification": "language model",
}
ANSWER_MEANINGS: dict[Recommendation, str] = {
    "accept": "It can go out as it is, or with the fixes taken",
    "retry": "It must be put right first",
    "reject": "It must not go out",
}
RECOMMENDATION_WORDS = {advised: f"{word.lower()} advised" for advised, word in ANSWER_WORDS.items()}
NOTHING_MEASURED_WORDS: dict[ConfidenceReason, str] = {
    "abstained": "refusal",
    "no_sources": "no sources, nothing checked",
    "nothing_verified": "nothing could be verified",
    "no_claims": "nothing to verify",
}
_TITLE_LENGTH = 50
NOT_CHECKED = "Not checked: this is not a statement that a source could confirm or deny."
NO_OPPOSITE = "No quote contradicts it by itself. The nearest passage:"
NO_PASSAGE = "No passage of the sources is close enough to quote."
_BY_READING = "By the model's reading"
_WORD = re.compile(r"[^\W\d_]{4,}")
_CONNECTIVES = frozenset(
    "also although because besides both but either else even finally first further furthermore hence however indeed "
    "instead likewise meanwhile moreover namely neither nevertheless next nonetheless once otherwise rather second "
    "similarly since still such than that then therefore third though thus unless until when whereas whether which "
    "while with without yet".split()
)


@dataclass(frozen=True)
class Headline:
    """The verdict in one sentence; ``detail`` explains it in a second one."""

    title: str
    detail: str
    tone: Tone


def needs_reviewer(claim: ReviewedClaim) -> bool:
    """Whether the claim waits for a person: not supported as far as the machine can tell, neither decided nor fixed."""
    return is_open(claim) and (claim.claim.status in ATTENTION or claim.claim.disputed)


def answer_name(number: int, title: str) -> str:
    """The name of a stored answer where it is one of many: its number, and its query or draft, cut."""
    return f"answer {number:,}, {shortened(title, _TITLE_LENGTH)}"


def is_open(claim: ReviewedClaim) -> bool:
    """Whether no one has dealt with the claim: by a decision on it, or by taking its fix."""
    return claim.decision is None and not claim.fixed


def overruled(claim: ReviewedClaim) -> bool:
    """Whether a person calls the claim supported and the machine does not: its words are to stay as they are."""
    return claim.claim.status != "supported" and person_says(claim) == "supported"


def quiet(claims: Sequence[ReviewedClaim]) -> tuple[ReviewedClaim, ...]:
    """The claims that “the rest is right” confirms: checked, not in doubt, and decided by no one."""
    return tuple(one for one in claims if is_open(one) and one.claim.checkable and not needs_reviewer(one))


def by_attention(claims: Sequence[ReviewedClaim]) -> tuple[ReviewedClaim, ...]:
    """Claims that wait for a person first, worst first; the rest in the order of the draft."""
    return tuple(
        sorted(
            claims,
            key=lambda claim: (
                not needs_reviewer(claim),
                ATTENTION.index(claim.claim.status) if needs_reviewer(claim) and claim.claim.status in ATTENTION else 9,
                claim.claim.start,
            ),
        )
    )


def confidence_and_gate(critique: Critique) -> tuple[str, str]:
    """The confidence in words and its gate, with enough decimals that the two differ."""
    threshold = critique.request.options.confidence_threshold
    if critique.confidence is None:
        return "no confidence", f"{threshold:.0%}"
    confidence, gate = distinct_figures(critique.confidence, threshold, 0, "%")
    return f"confidence {confidence}", gate


def numbered_claims(claims: Sequence[VerifiedClaim], chosen: Collection[str]) -> str:
    """Some of the claims, which are in the order of the draft, by their numbers: ``claims 2, 4``."""
    numbers = [str(number) for number, claim in enumerate(claims, 1) if claim.id in chosen]
    return f"{'claim' if len(numbers) == 1 else 'claims'} {', '.join(numbers)}"


def severity_words(issues: Sequence[Issue]) -> str:
    """The gravest severity among the issues of one claim."""
    gravest = max(issues, key=lambda issue: issue.severity)
    return f"{gravest.band} severity ({gravest.severity:.2f})"


def judged_by(verdict: Verdict) -> str:
    """What decided a verdict; no comparison of values where none of the values agreed or conflicted."""
    compared = any(finding.agreement in ("agrees", "conflicts", "omitted") for finding in verdict.findings)
    whole = verdict.reasoning.startswith(_BY_READING)  # the reason of a verdict that no single rule has decided
    if (verdict.method == "typed_comparison" and not compared) or (verdict.method == "exact_match" and whole):
        return METHOD_WORDS["nli"]
    return METHOD_WORDS[verdict.method]


def on_query(text: str, query: str) -> str:
    """A sentence on the answer, with "the query" in place of the whole query: the page shows that above it."""
    quoted = f"“{one_line(query).rstrip('?!. ')}”"
    said = text.replace(quoted, "the query")
    return said[:1].upper() + said[1:]


def said_in_no_claim(draft: str, gaps: Sequence[Span]) -> list[Span]:
    """The gaps that say something: with a word of four letters or more that is not a connective."""
    return [gap for gap in gaps if set(_WORD.findall(draft[gap.start : gap.end].casefold())) - _CONNECTIVES]
