"""Issues: what a reader of the answer should know, of each claim and of the whole, and what to do about it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from critique_core.models import (
    PROBABILITY_PLACES,
    CitationCheck,
    Conflict,
    CritiqueOptions,
    CritiqueRequest,
    Finding,
    FindingKind,
    Hunk,
    Issue,
    IssueType,
    Missing,
    Place,
    Reflection,
    Strictness,
    VerifiedClaim,
)
from critique_core.text.sentences import sentences
from critique_core.text.shortening import shortened

PARTIAL_SEVERITY = 0.4  # S1's severity of a partially supported claim
CONDITION_SEVERITY = 0.8  # high: the claim is wrong for every reader outside the unstated condition
# S1's for an inaccurate citation and one to no source; a statement without one is low, it may be true all the same.
CITATION_SEVERITY: Mapping[str, float] = {"wrong_source": 0.6, "nonexistent": 0.7, "missing": 0.3}
IRRELEVANT_SEVERITY = 0.6  # medium: the answer may be true all the same
NOT_USEFUL_SEVERITY = 0.3  # low: in doubt
USELESS_SEVERITY = 0.5  # medium: no policy accepts such an answer
USELESS_BELOW = 0.2  # chosen on tests/data/gate_open.jsonl (docs/checks.md)
IRRELEVANT_YET_USED = 0.3  # low: sources that concern some claim of the answer are hardly beside the point
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

_CITED_OTHERWISE = "The source cited here says otherwise."
_CITED_WITHOUT = "The source cited here does not say this."
_UNCITED = "This is stated without a citation."
_SAID_OTHERWISE = "The source says otherwise; check this against it"
_NO_PASSAGE = "No passage of any source is about this statement."
_TYPE_IN_WORDS = frozenset({_CITED_OTHERWISE, _CITED_WITHOUT, _UNCITED, _NO_PASSAGE})

NO_HUNKS: Mapping[str, Sequence[Hunk]] = MappingProxyType({})


def is_useless(usefulness: Reflection | None) -> bool:
    """Whether an answer surely does not answer its query, so that no policy accepts it."""
    return usefulness is not None and usefulness.verdict == "not_useful" and usefulness.score < USELESS_BELOW


def find(
    claims: Sequence[VerifiedClaim],
    request: CritiqueRequest,
    *,
    conflicts: Sequence[Conflict] = (),
    citations: Sequence[CitationCheck] = (),
    missing: Sequence[Missing] = (),
    relevance: Reflection | None = None,
    usefulness: Reflection | None = None,
    proposed: Mapping[str, Sequence[Hunk]] = NO_HUNKS,
) -> tuple[Issue, ...]:
    """All issues that the request's switches and strictness let through: each claim's in turn, then the whole's.

    ``proposed`` holds the reviser's changes by claim id: what a suggestion tells a reader to write is one of them.
    Severity of a claim without support is 1 - P(supported), after S0; an unverified claim has no issue of its own.
    """
    names = {source.id: source.name for source in request.sources}
    options = request.options
    found = [
        *(issue for claim in claims for issue in _of_claim(claim, names, conflicts, _Changes(request, proposed))),
        *(issue for check in citations for issue in _of_citation(check, claims, request)),
        *(_left_out(fact, names) for fact in missing),
        *_of_the_whole(claims, relevance, usefulness),
    ]
    return tuple(
        issue
        for issue in found
        if _switched_on(issue, options, request.query) and issue.band in _BANDS_SHOWN[options.strictness]
    )


def lacks_citation(issue: Issue) -> bool:
    """Whether an issue of citations is that there is none."""
    return issue.description == _UNCITED


def suggestions(issues: Sequence[Issue]) -> tuple[str, ...]:
    """The distinct suggestions, in the order in which they first appear; one that is a part of another is left out."""
    distinct = dict.fromkeys(issue.suggestion for issue in issues if issue.suggestion)
    parts = {part for one in distinct for part in one.split("; ") if part != one}
    return tuple(one for one in distinct if one not in parts)


def statements(issues: Sequence[Issue]) -> tuple[str, ...]:
    """The sentences of the descriptions of one claim's issues, each once, in the order in which they first appear.

    That sources do not support what one of them contradicts goes without saying; so does a part of another sentence.
    """
    seen: dict[str, str] = {}
    contradicted = any(issue.type == "contradiction" for issue in issues)
    for issue in issues:
        if contradicted and issue.type == "unsupported":
            continue
        for sentence in _sentences(issue):
            seen.setdefault(sentence.casefold().rstrip(". "), sentence)
    parts = {part for key in seen for part in key.split("; ") if part != key}
    return tuple(sentence for key, sentence in seen.items() if key not in parts)


def particulars(issues: Sequence[Issue]) -> tuple[str, ...]:
    """``statements`` without the sentences that only put an issue's type, its claim's status or its places in words.

    A description begins with such a sentence where others follow, but for that of a draft that contradicts itself.
    """
    spoken = {
        _sentences(issue)[0]
        for issue in issues
        if len(_sentences(issue)) > 1 and not (issue.type == "contradiction" and _in_draft(issue))
    }
    return tuple(one for one in statements(issues) if one not in spoken | _TYPE_IN_WORDS)


def _in_draft(issue: Issue) -> bool:
    return any(place.source_id is None for place in issue.related)


def _sentences(issue: Issue) -> list[str]:
    return [issue.description[span.start : span.end].strip() for span in sentences(issue.description)]


def _switched_on(issue: Issue, options: CritiqueOptions, query: str) -> bool:
    asked = bool(query.strip())
    on: Mapping[IssueType, bool] = {
        "unsupported": options.check_factual,
        "hallucination": options.check_factual,
        "contradiction": options.check_contradictions,
        "factual_error": options.check_factual and options.check_contradictions,  # a contradicted fact
        "outdated": options.check_contradictions,
        "incomplete": options.check_completeness and asked,
        "incorrect_citation": options.check_citations,
        "irrelevant_sources": options.check_relevance and asked,
        "not_useful": options.check_usefulness and asked,
    }
    return on[issue.type]


@dataclass(frozen=True, slots=True)
class _Changes:
    """The reviser's changes in words, for all of a claim or for what touches one place of it."""

    request: CritiqueRequest
    proposed: Mapping[str, Sequence[Hunk]]

    def of(self, claim: VerifiedClaim, start: int | None = None, end: int | None = None) -> str:
        first, last = claim.start if start is None else start, claim.end if end is None else end
        told = (self._told(hunk) for hunk in self.proposed.get(claim.id, ()) if hunk.start < last and first < hunk.end)
        return "; ".join(dict.fromkeys(told))

    def _told(self, hunk: Hunk) -> str:
        old = " ".join(self.request.draft[hunk.start : hunk.end].split())
        if not old:
            return f"Add “{hunk.replacement.strip()}”"
        return (
            f"Change “{old}” to “{hunk.replacement.strip()}”"
            if hunk.replacement.strip()
            else f"Remove “{shortened(old, _QUOTED_LENGTH)}”"
        )


def _of_claim(
    claim: VerifiedClaim, names: Mapping[str, str], conflicts: Sequence[Conflict], changes: _Changes
) -> Iterator[Issue]:
    own = [conflict for conflict in conflicts if conflict.claim_id == claim.id]
    if claim.status == "contradicted":
        shown_below = any(not conflict.in_draft for conflict in own)
        yield from (
            one for one in _contradicted(claim, names, changes) if one.type != "contradiction" or not shown_below
        )
    elif claim.status == "unsupported":
        yield from _unsupported(claim, changes)
    elif claim.status == "partially_supported":
        yield _partly_supported(claim, changes)
    if claim.status != "unverified":
        yield from _incomplete(claim, names, changes)
    for conflict in own:
        yield from _of_conflict(conflict, names)


def _of_conflict(conflict: Conflict, names: Mapping[str, str]) -> Iterator[Issue]:
    """The contradiction with every place it mentions, and that a newer source has replaced what the claim says."""
    against = next((place.source_id for place in reversed(conflict.related) if place.source_id), None)
    newer = names.get(conflict.newer_source_id or "", conflict.newer_source_id)
    if conflict.in_draft:
        fix = "Keep the one that holds, or say when each of them does"
    elif newer is None:
        fix = "Find out which of the sources holds, and say so"
    else:
        fix = f"Check this against the newer source, “{newer}”"
    yield _on_conflict("contradiction", conflict, _sentence(conflict.explanation), fix, against)
    if conflict.outdated:
        description = f"A newer source, “{newer}”, no longer says this. {_sentence(conflict.explanation)}"
        yield _on_conflict("outdated", conflict, description, f"Say what “{newer}” says now", conflict.newer_source_id)


def _on_conflict(kind: IssueType, conflict: Conflict, description: str, fix: str, source_id: str | None) -> Issue:
    newest = conflict.newer_source_id
    return Issue(
        type=kind,
        severity=conflict.severity,
        description=description,
        claim_id=conflict.claim_id,
        start=conflict.start,
        end=conflict.end,
        suggestion=fix,
        source_id=source_id,
        related=tuple(sorted(conflict.related, key=lambda place: newest is not None and place.source_id != newest)),
    )


def _of_citation(check: CitationCheck, claims: Sequence[VerifiedClaim], request: CritiqueRequest) -> Iterator[Issue]:
    if check.verdict == "accurate":
        return
    places = {source.id: place for place, source in enumerate(request.sources, start=1)}
    right = places.get(check.right_source_id or "")
    named = f"[{right}] “{request.sources[right - 1].name}”" if right else None
    cited = request.sources[check.index - 1].id if 0 < check.index <= len(request.sources) else None
    backing = [claim for claim in claims if claim.id in check.claim_ids]
    if named is None and any(cited and _contradicting_source(claim) == cited for claim in backing):
        description, fix = _CITED_OTHERWISE, "Correct the statement, and the citation holds"
    else:
        description, fix = _citation_words(check, named, len(request.sources))
    yield Issue(
        type="incorrect_citation",
        severity=CITATION_SEVERITY[check.verdict],
        description=description,
        claim_id=check.claim_ids[0] if check.claim_ids else None,
        start=check.start,
        end=check.end,
        suggestion=fix,
        source_id=check.right_source_id or cited,
        citation_index=check.index or None,
    )


def _citation_words(check: CitationCheck, right: str | None, sources: int) -> tuple[str, str]:
    """What is wrong with a citation, and what to write instead."""
    if check.verdict == "missing":
        return _UNCITED, f"Cite {right}" if right else "Cite the source that says this"
    if check.verdict == "nonexistent":
        count = "there is 1 source" if sources == 1 else f"there are {sources} sources"
        what = (
            f"The citation [{check.index}] leads to no source; {count}." if check.index else "This leads to no source."
        )
        return what, f"Cite {right} instead" if right else "Remove it, or cite a source that says this"
    if right:
        return f"The fact is right, the source is not: {right} says this.", f"Cite {right} instead"
    return _CITED_WITHOUT, "Remove it, or cite a source that says this"


def _left_out(fact: Missing, names: Mapping[str, str]) -> Issue:
    return Issue(
        type="incomplete",
        severity=fact.severity,
        description=_sentence(fact.description),
        suggestion=f"Add what “{names.get(fact.source_id, fact.source_id)}” says: {' '.join(fact.quote.split())}",
        source_id=fact.source_id,
        related=(Place(start=fact.start, end=fact.end, source_id=fact.source_id),),
    )


def _of_the_whole(
    claims: Sequence[VerifiedClaim], relevance: Reflection | None, usefulness: Reflection | None
) -> Iterator[Issue]:
    if relevance is not None and relevance.verdict == "irrelevant":
        used = any(claim.status in ("supported", "partially_supported", "contradicted") for claim in claims)
        yield Issue(
            type="irrelevant_sources",
            severity=IRRELEVANT_YET_USED if used else IRRELEVANT_SEVERITY,
            description=f"The sources do not bear on the query. {_sentence(relevance.reasoning)}",
            suggestion="Find sources that answer the query",
        )
    if usefulness is not None and usefulness.verdict == "not_useful":
        yield Issue(
            type="not_useful",
            severity=USELESS_SEVERITY if is_useless(usefulness) else NOT_USEFUL_SEVERITY,
            description=f"The answer does not address the query. {_sentence(usefulness.reasoning)}",
            suggestion="Answer what was asked",
        )


def _partly_supported(claim: VerifiedClaim, changes: _Changes) -> Issue:
    description = f"Only partly supported. {_reason(claim)}"
    return _issue(claim, "unsupported", PARTIAL_SEVERITY, description, fix=changes.of(claim) or _partial_fix(claim))


def _unsupported(claim: VerifiedClaim, changes: _Changes) -> Iterator[Issue]:
    severity, fix = _severity(claim), changes.of(claim) or _removal(claim)
    yield _issue(claim, "unsupported", severity, f"No source supports this. {_reason(claim)}", fix=fix)
    if claim.verdict is None or not claim.verdict.evidence:
        yield _issue(claim, "hallucination", severity, _NO_PASSAGE, fix=fix)


def _contradicted(claim: VerifiedClaim, names: Mapping[str, str], changes: _Changes) -> Iterator[Issue]:
    severity = _severity(claim)
    conflicts = _conflicts(claim)
    fix = changes.of(claim) or "; ".join(dict.fromkeys(_check(finding) for finding in conflicts)) or _SAID_OTHERWISE
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
            suggestion=changes.of(claim, finding.start, finding.end) or _check(finding),
            source_id=finding.source_id or source_id,
        )


def _incomplete(claim: VerifiedClaim, names: Mapping[str, str], changes: _Changes) -> Iterator[Issue]:
    omitted = _omitted(claim)
    if omitted:
        stated = _sentence("; ".join(dict.fromkeys(finding.explanation.rstrip(". ") for finding in omitted)))
        source_id = next((finding.source_id for finding in omitted if finding.source_id in names), None)
        yield _issue(
            claim,
            "incomplete",
            CONDITION_SEVERITY,
            f"This holds only under a condition that it does not state. {stated}",
            fix=changes.of(claim) or _condition_fix(omitted),
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


def _check(finding: Finding) -> str:
    """What to do about a conflict that the reviser has no certain change for."""
    if finding.kind not in _VALUES or finding.source_value or finding.source_id:
        return _SAID_OTHERWISE
    return f"Remove {finding.claim_value}, or add a source that states it"


def _removal(claim: VerifiedClaim) -> str:
    return f"Remove “{shortened(claim.text, _QUOTED_LENGTH)}”, or add a source that supports it"


def _partial_fix(claim: VerifiedClaim) -> str:
    omitted = _omitted(claim)
    if omitted:
        return _condition_fix(omitted)
    conflicts = _conflicts(claim)
    if conflicts:
        return "; ".join(dict.fromkeys(_check(finding) for finding in conflicts))
    return f"Keep only what the sources say of “{shortened(claim.text, _QUOTED_LENGTH)}”, or add a source for the rest"


def _condition_fix(omitted: Sequence[Finding]) -> str:
    conditions = dict.fromkeys(finding.source_value or finding.explanation for finding in omitted)
    if any('":' in condition for condition in conditions):
        return "Say what it depends on"  # keys and values of a record are no words for a reader
    return f"Say what it depends on: {'; '.join(conditions)}"


def _sentence(text: str) -> str:
    """The text as one sentence, with a capital letter and a full stop."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "。", "！", "？", "؟")) else f"{text}."
