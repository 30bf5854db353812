"""The words that the report, the terminal and the screen share. No markup."""

from collections.abc import Sequence

from critique_core.models import (
    Claim,
    ConfidenceReason,
    Critique,
    Evidence,
    Issue,
    IssueType,
    PolicyName,
    Recommendation,
    SourceDocument,
    Status,
    VerifiedClaim,
)
from critique_core.reports.looks import STATUS_STYLES
from critique_core.scoring.issues import lacks_citation
from critique_core.text.figures import distinct_figures

RELATION_WORDS = {"supports": "Supports", "contradicts": "Contradicts", "context": "Context"}
MATCH_WORDS = {
    "exact": "quoted exactly",
    "normalised": "quoted, spacing or case differ",
    "fuzzy": "quoted approximately",
    "misattributed": "found in another source",
    "not_found": "not found in the source",
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
_FAILING: tuple[tuple[Status, ...], ...] = (  # worst first
    ("contradicted", "unsupported"), ("partially_supported",), ("unverified",)
)  # fmt: skip
_NO_CITATION = "No citation"
_SAID_BY_STATUS: dict[Status | None, tuple[IssueType, ...]] = {
    "contradicted": ("unsupported", "contradiction"),
    "unsupported": ("unsupported",),
    "partially_supported": ("unsupported",),
}
ANSWER_WORDS: dict[Recommendation, str] = {"accept": "Send", "retry": "Fix", "reject": "Block"}
"""What to do with an answer; a word on a claim is "right" or "wrong", so that no word means two things."""
NO_CONFIDENCE_WORDS: dict[ConfidenceReason, str] = {
    "no_claims": "nothing in the draft can be checked",
    "abstained": "the draft declines to answer",
    "no_sources": "there are no sources",
    "nothing_verified": "no claim could be checked",
}
_GATED: frozenset[PolicyName] = frozenset({"calibrated", "self_rag", "grounded"})


def confidence_words(critique: Critique) -> str:
    """The confidence, its level, and the gate where the policy of the request has that one; else why there is none."""
    if critique.confidence is None:
        reason = critique.confidence_reason
        return f"none, because {NO_CONFIDENCE_WORDS[reason] if reason else 'it was not measured'}"
    threshold, options = critique.request.options.confidence_threshold, critique.request.options
    shown, gate = distinct_figures(critique.confidence, threshold, 0, "%")
    level = (critique.level or "").replace("_", " ")
    if options.policy not in _GATED:
        return f"{shown} ({level}; policy {options.policy} has rules of its own)"
    if critique.confidence < threshold:
        return f"{shown} ({level}), below the gate of {gate}"
    if critique.recommendation == "accept":
        return f"{shown} ({level}), at or above the gate of {gate}"
    return f"{shown} ({level}); the gate of {gate} alone would let it pass, single claims do not"


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


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where there is not just one."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def duration_words(milliseconds: float) -> str:
    """A time in the unit that suits it."""
    if milliseconds < 1_000:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / 1_000:.1f} s" if milliseconds < 120_000 else f"{milliseconds / 60_000:.0f} min"


def draft_order(claim: Claim) -> tuple[int, int, str]:
    """A sort key: claims by their place in the draft, a claim before those inside it."""
    return claim.start, -claim.end, claim.id


def status_words(status: Status) -> str:
    """Icon and word of a status."""
    style = STATUS_STYLES[status]
    return f"{style.icon} {style.word}"


def supported_words(claims: Sequence[VerifiedClaim]) -> str:
    """That nothing speaks against an answer, as the second half of a sentence."""
    checkable = [claim for claim in claims if claim.checkable]
    if any(claim.status != "supported" for claim in checkable):
        return "no claim lacks support"
    return "the claim is supported" if len(checkable) == 1 else f"all {len(checkable)} claims are supported"


def failing_words(statuses: Sequence[Status]) -> str:
    """How many of the claims fail and how, worst first; empty where none is known to."""
    for kinds in _FAILING:
        failing: list[tuple[Status, int]] = [(kind, count) for kind in kinds if (count := statuses.count(kind))]
        if failing:
            (first, many), *others = failing
            is_ = "" if others else "is " if many == 1 else "are "
            more = "".join(f", {count} {STATUS_STYLES[kind].word}" for kind, count in others)
            return f"{many} of {counted(len(statuses), 'claim')} {is_}{STATUS_STYLES[first].word}{more}"
    return ""


def grouped_issues(critique: Critique) -> list[tuple[str | None, tuple[Issue, ...]]]:
    """Issues by claim id, gravest claim first, gravest issue first; ``None`` gathers those of the whole draft."""
    groups: dict[str | None, list[Issue]] = {}
    for issue in sorted(critique.issues, key=lambda issue: -issue.severity):
        groups.setdefault(issue.claim_id, []).append(issue)
    return [(claim_id, tuple(issues)) for claim_id, issues in groups.items()]


def issue_kinds(issues: Sequence[Issue], status: Status | None = None) -> str:
    """The kinds of one claim's issues, each once, without what its status beside them or another kind says already."""
    kinds = {issue.type for issue in issues}
    said = {*_SAID_BY_STATUS.get(status, ()), *(("unsupported",) if "contradiction" in kinds else ())}
    words = dict.fromkeys(
        _NO_CITATION if lacks_citation(issue) else ISSUE_WORDS[issue.type] for issue in issues if issue.type not in said
    )
    return ", ".join(words).capitalize()
