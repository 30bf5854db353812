"""Issues: what a reader of the answer should know of each claim, and what to do about it."""

from collections.abc import Iterator, Mapping, Sequence

from critique_core.models import (
    PROBABILITY_PLACES,
    CritiqueOptions,
    CritiqueRequest,
    Finding,
    FindingKind,
    Issue,
    IssueType,
    Strictness,
    VerifiedClaim,
)
from critique_core.text import sentences

PARTIAL_SEVERITY = 0.4  # S1's severity of a partially supported claim
CONDITION_SEVERITY = 0.8  # high: the claim is wrong for every reader outside the unstated condition
_QUOTED_LENGTH = 90  # characters of a claim repeated in a suggestion
_VALUES: frozenset[FindingKind] = frozenset(
    {
        "number", "quantity", "percentage", "date", "time", "currency", "version", "range", "identifier", "name", "sum",
    }
)  # fmt: skip
_BANDS_SHOWN: Mapping[Strictness, frozenset[str]] = {
    "lenient": frozenset({"high"}),
    "moderate": frozenset({"high", "medium"}),
    "strict": frozenset({"high", "medium", "low"}),
}


def find(claims: Sequence[VerifiedClaim], request: CritiqueRequest) -> tuple[Issue, ...]:
    """All issues of the claims that the request's switches and strictness let through, in the order of the claims.

    Severity of a claim without support is 1 - P(supported), after S0; an unverified claim has no issue.
    """
    names = {source.id: source.name for source in request.sources}
    options = request.options
    return tuple(
        issue
        for claim in claims
        for issue in _of_claim(claim, names)
        if _switched_on(issue.type, options, request.query) and issue.band in _BANDS_SHOWN[options.strictness]
    )


def suggestions(issues: Sequence[Issue]) -> tuple[str, ...]:
    """The distinct suggestions, in the order in which they first appear; one that is a part of another is left out."""
    distinct = dict.fromkeys(issue.suggestion for issue in issues if issue.suggestion)
    parts = {part for one in distinct for part in one.split("; ") if part != one}
    return tuple(one for one in distinct if one not in parts)


def statements(issues: Sequence[Issue]) -> tuple[str, ...]:
    """The sentences of the issues' descriptions, each once, in the order in which they first appear."""
    seen: dict[str, str] = {}
    for issue in issues:
        for span in sentences(issue.description):
            sentence = issue.description[span.start : span.end].strip()
            seen.setdefault(sentence.casefold().rstrip(". "), sentence)
    return tuple(seen.values())


def _switched_on(kind: IssueType, options: CritiqueOptions, query: str) -> bool:
    if kind == "factual_error":  # a contradicted fact, so both switches must be on
        return options.check_factual and options.check_contradictions
    if kind in ("unsupported", "hallucination"):
        return options.check_factual
    if kind == "contradiction":
        return options.check_contradictions
    return options.check_completeness and bool(query.strip())


def _of_claim(claim: VerifiedClaim, names: Mapping[str, str]) -> Iterator[Issue]:
    if claim.status == "contradicted":
        yield from _contradicted(claim, names)
    elif claim.status == "unsupported":
        yield from _unsupported(claim)
    elif claim.status == "partially_supported":
        yield _partly_supported(claim)
    if claim.status != "unverified":
        yield from _incomplete(claim, names)


def _partly_supported(claim: VerifiedClaim) -> Issue:
    description = f"Only partly supported. {_reason(claim)}"
    return _issue(claim, "unsupported", PARTIAL_SEVERITY, description, fix=_partial_fix(claim))


def _unsupported(claim: VerifiedClaim) -> Iterator[Issue]:
    severity, fix = _severity(claim), _removal(claim)
    yield _issue(claim, "unsupported", severity, f"No source supports this. {_reason(claim)}", fix=fix)
    if claim.verdict is None or not claim.verdict.evidence:
        yield _issue(claim, "hallucination", severity, "No passage of any source is about this statement.", fix=fix)


def _contradicted(claim: VerifiedClaim, names: Mapping[str, str]) -> Iterator[Issue]:
    severity = _severity(claim)
    conflicts = _conflicts(claim)
    fix = "; ".join(dict.fromkeys(_correction(finding) for finding in conflicts)) or _removal(claim)
    source_id = _contradicting_source(claim)
    yield _issue(
        claim,
        "unsupported",
        severity,
        f"The sources do not support this. {_reason(claim)}",
        fix=fix,
        source_id=source_id,
    )
    said_by = f"The source “{names.get(source_id, source_id)}”" if source_id else "A source"
    yield _issue(
        claim, "contradiction", severity, f"{said_by} contradicts this. {_reason(claim)}", fix=fix, source_id=source_id
    )
    for finding in conflicts:
        yield Issue(
            type="factual_error",
            severity=severity,
            description=_sentence(finding.explanation),
            claim_id=claim.id,
            start=finding.start,
            end=finding.end,
            suggestion=_correction(finding),
            source_id=finding.source_id or source_id,
        )


def _incomplete(claim: VerifiedClaim, names: Mapping[str, str]) -> Iterator[Issue]:
    omitted = _omitted(claim)
    if omitted:
        stated = _sentence("; ".join(dict.fromkeys(finding.explanation.rstrip(". ") for finding in omitted)))
        source_id = next((finding.source_id for finding in omitted if finding.source_id in names), None)
        yield _issue(
            claim,
            "incomplete",
            CONDITION_SEVERITY,
            f"This holds only under a condition that it does not state. {stated}",
            fix=_condition_fix(omitted),
            source_id=source_id,
        )


def _issue(
    claim: VerifiedClaim,
    kind: IssueType,
    severity: float,
    description: str,
    *,
    fix: str,
    source_id: str | None = None,
) -> Issue:
    return Issue(
        type=kind,
        severity=severity,
        description=description,
        claim_id=claim.id,
        start=claim.start,
        end=claim.end,
        suggestion=fix,
        source_id=source_id,
    )


def _severity(claim: VerifiedClaim) -> float:
    return round(1 - (claim.probability or 0.0), PROBABILITY_PLACES)


def _conflicts(claim: VerifiedClaim) -> list[Finding]:
    findings = claim.verdict.findings if claim.verdict else ()
    return [finding for finding in findings if finding.agreement == "conflicts"]


def _omitted(claim: VerifiedClaim) -> list[Finding]:
    findings = claim.verdict.findings if claim.verdict else ()
    return [finding for finding in findings if finding.kind == "condition" and finding.agreement == "omitted"]


def _contradicting_source(claim: VerifiedClaim) -> str | None:
    evidence = claim.verdict.evidence if claim.verdict else ()
    quoted = (part.source_id for part in evidence if part.relation == "contradicts")
    compared = (finding.source_id for finding in _conflicts(claim) if finding.source_id)
    return next(quoted, None) or next(compared, None)


def _reason(claim: VerifiedClaim) -> str:
    return _sentence(claim.verdict.reasoning if claim.verdict else claim.text)


def _correction(finding: Finding) -> str:
    if finding.kind not in _VALUES:
        return "The source says otherwise; check this against it"
    if finding.source_value:
        return f"Change {finding.claim_value} to {finding.source_value}"
    return f"Remove {finding.claim_value}, or add a source that states it"


def _removal(claim: VerifiedClaim) -> str:
    return f"Remove “{_shortened(claim.text)}”, or add a source that supports it"


def _partial_fix(claim: VerifiedClaim) -> str:
    omitted = _omitted(claim)
    if omitted:
        return _condition_fix(omitted)
    conflicts = _conflicts(claim)
    if conflicts:
        return "; ".join(dict.fromkeys(_correction(finding) for finding in conflicts))
    return f"Keep only what the sources say of “{_shortened(claim.text)}”, or add a source for the rest"


def _condition_fix(omitted: Sequence[Finding]) -> str:
    conditions = dict.fromkeys(finding.source_value or finding.explanation for finding in omitted)
    return f"Say what it depends on: {'; '.join(conditions)}"


def _sentence(text: str) -> str:
    """The text as one sentence, with a capital letter and a full stop."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "。", "！", "？", "؟")) else f"{text}."


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _QUOTED_LENGTH else f"{flat[: _QUOTED_LENGTH - 1].rstrip()}…"
