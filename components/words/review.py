"""The words of a review: what a critique says to its reader. No Streamlit, no markup."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from components.palette import STATUS_STYLES
from critique_core.labels.fold import ReviewedClaim
from critique_core.models import (
    Claim,
    ConfidenceReason,
    Critique,
    Evidence,
    Issue,
    Recommendation,
    SourceDocument,
    Span,
    Status,
    Verdict,
)
from critique_core.text.figures import distinct_figures

Tone = Literal["calm", "attention", "neutral"]
TONE_ICONS: dict[Tone, str] = {"calm": "task_alt", "attention": "flag", "neutral": "info"}

ATTENTION: tuple[Status, ...] = ("contradicted", "unsupported", "partially_supported", "unverified")
WORST_FIRST: tuple[Status, ...] = (*ATTENTION, "supported", "not_checkable")
RELATION_WORDS = {"supports": "Supports", "contradicts": "Contradicts", "context": "Context"}
MATCH_WORDS = {
    "exact": "quoted exactly",
    "normalised": "quoted, spacing or case differ",
    "fuzzy": "quoted approximately",
    "misattributed": "found in another source",
    "not_found": "not found in the source",
}
METHOD_WORDS = {
    "exact_match": "exact match",
    "typed_comparison": "comparison of values",
    "lexical_alignment": "comparison of words",
    "semantic_similarity": "similarity of meaning",
    "nli": "entailment model",
    "llm_verification": "language model",
}
ISSUE_WORDS = {
    "hallucination": "Hallucination",
    "unsupported": "Unsupported",
    "contradiction": "Contradiction",
    "incomplete": "Incomplete",
    "outdated": "Outdated",
    "incorrect_citation": "Incorrect citation",
    "factual_error": "Factual error",
    "irrelevant_sources": "Irrelevant sources",
    "not_useful": "Not useful",
}
ANSWER_WORDS: dict[Recommendation, str] = {"accept": "Send", "retry": "Fix", "reject": "Block"}
"""What to do with an answer; a word on a claim is "right" or "wrong", so that no word means two things."""
RECOMMENDATION_WORDS = {advised: f"{word.lower()} advised" for advised, word in ANSWER_WORDS.items()}
NOTHING_MEASURED_WORDS: dict[ConfidenceReason, str] = {
    "abstained": "refusal",
    "no_sources": "no sources, nothing checked",
    "nothing_verified": "nothing could be verified",
    "no_claims": "nothing to verify",
}
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


def status_words(status: Status) -> str:
    """Icon and word of a status."""
    style = STATUS_STYLES[status]
    return f"{style.icon} {style.word}"


def needs_reviewer(claim: ReviewedClaim) -> bool:
    """Whether the claim waits for a person: not supported as far as the machine can tell, and undecided."""
    return claim.decision is None and (claim.claim.status in ATTENTION or claim.claim.disputed)


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


def place(source: SourceDocument | None, source_id: str) -> str:
    """A source as a citation names it: title, then page and section where known."""
    if source is None:
        return source_id
    parts = [source.name]
    if source.page is not None:
        parts.append(f"page {source.page}")
    if source.section:
        parts.append(source.section)
    return ", ".join(parts)


def quote_heading(evidence: Evidence, source: SourceDocument | None) -> str:
    """One line above a quote: its relation, its place, how it was matched."""
    return " · ".join(
        (RELATION_WORDS[evidence.relation], place(source, evidence.source_id), MATCH_WORDS[evidence.match])
    )


def grouped_issues(critique: Critique) -> list[tuple[str | None, tuple[Issue, ...]]]:
    """Issues by claim id, gravest claim first, gravest issue first; ``None`` gathers those of the whole draft."""
    groups: dict[str | None, list[Issue]] = {}
    for issue in sorted(critique.issues, key=lambda issue: -issue.severity):
        groups.setdefault(issue.claim_id, []).append(issue)
    return [(claim_id, tuple(issues)) for claim_id, issues in groups.items()]


def severity_words(issues: Sequence[Issue]) -> str:
    """The gravest severity among the issues of one claim."""
    gravest = max(issues, key=lambda issue: issue.severity)
    return f"{gravest.band} severity ({gravest.severity:.2f})"


def issue_types(issues: Sequence[Issue]) -> str:
    """Kinds of the issues of one claim as one line, each once."""
    return ", ".join(dict.fromkeys(ISSUE_WORDS[issue.type] for issue in issues)).capitalize()


def judged_by(verdict: Verdict) -> str:
    """What decided a verdict; no comparison of values where none of the values agreed or conflicted."""
    compared = any(finding.agreement in ("agrees", "conflicts", "omitted") for finding in verdict.findings)
    if verdict.method == "typed_comparison" and not compared:
        return "reading it as a whole"
    return METHOD_WORDS[verdict.method]


def said_in_no_claim(draft: str, gaps: Sequence[Span]) -> list[Span]:
    """The gaps that say something: with a word of four letters or more that is not a connective."""
    return [gap for gap in gaps if set(_WORD.findall(draft[gap.start : gap.end].casefold())) - _CONNECTIVES]


def one_line(text: str) -> str:
    """Text with its line breaks folded into spaces."""
    return " ".join(text.split())


def shortened(text: str, length: int) -> str:
    """Text on one line, cut to ``length`` characters with an ellipsis."""
    line = one_line(text)
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where there is not just one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def draft_order(claim: Claim) -> tuple[int, int, str]:
    """A sort key: claims by their place in the draft, a claim before those inside it."""
    return claim.start, -claim.end, claim.id
