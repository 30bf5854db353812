"""Claims read besides those of the draft: by one source alone, by another statement, or with a value put right.

A composite of the pipeline: it holds a verifier, and calls the stages that say what to ask and what the answers mean.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from critique_core import revision
from critique_core.citations import checks
from critique_core.contradictions import between_sources, crossing, phrase_rules, stated_changes, within_draft
from critique_core.evidence.index import SourceIndex
from critique_core.models import (
    CitedVerdict,
    Claim,
    ClaimCandidates,
    CritiqueRequest,
    Findings,
    Hunk,
    SourceDocument,
    Verdict,
    VerifiedClaim,
)
from critique_core.revision import corrections, trials
from critique_core.revision.writing import quoted
from critique_core.verifiers import run
from critique_core.verifiers.base import Verifier
from critique_core.verifiers.relating import Relate, unknown
from critique_core.verifiers.run import Tell

MOST_READ_ALONE = 300
"""Pairs of a claim and a source that are read alone in search of disagreement; the rest is reported."""
MOST_TRIED = 24
"""Changed claims of one draft that are read in search of what puts them right, and as many that rules change; the rest
is reported."""
_HALF = 0.5  # of the work: the pairs with sources, then those inside the draft


@dataclass(frozen=True, slots=True)
class Reader:
    """Asks a verifier about claims of one request."""

    request: CritiqueRequest
    judge: Verifier

    def verdicts(self, pairs: Iterable[tuple[Claim, SourceDocument]], tell: Tell) -> dict[tuple[str, str], Verdict]:
        """Verdicts by claim and source id, of claims that each read one source alone."""
        return run.verify_alone(self.request, pairs, self.judge, tell)

    def read(self, text: str, index: SourceIndex) -> Verdict:
        """The verdict on a statement that is not the draft's, by all sources; ``index`` is theirs."""
        claim = Claim.of(text, 0, len(text))
        asked = self.request.model_copy(update={"draft": text})
        return run.verify(asked, (claim,), index.candidates((claim,)), self.judge, lambda _: None)[0]

    def pairs(self, claims: Iterable[Claim], ids: Iterable[tuple[str, str]]) -> list[tuple[Claim, SourceDocument]]:
        """Claims and sources by their ids."""
        by_id = {claim.id: claim for claim in plain(claims)}
        sources = {source.id: source for source in self.request.sources}
        return [(by_id[claim_id], sources[source_id]) for claim_id, source_id in ids]


@dataclass(slots=True)
class Trying:
    """Changed claims that are read, each once: so many in search of a change, so many as the rules change them.

    ``untried`` and ``unread`` count the claims for which there were too many.
    """

    reader: Reader
    index: SourceIndex
    verdicts: dict[str, Verdict] = field(default_factory=dict[str, Verdict])
    ruled: int = 0
    untried: int = 0
    unread: int = 0

    def read(self, texts: Sequence[str], *, by_rule: bool = False) -> bool:
        """Whether the verdicts on all of these texts are there now."""
        fresh = dict.fromkeys(text for text in texts if text not in self.verdicts)
        if (self.ruled if by_rule else len(self.verdicts) - self.ruled) + len(fresh) > MOST_TRIED:
            self.untried, self.unread = self.untried + (not by_rule), self.unread + by_rule
            return False
        self.ruled += len(fresh) if by_rule else 0
        self.verdicts |= {text: self.reader.read(text, self.index) for text in fresh}
        return True


def plain(claims: Iterable[Claim]) -> list[Claim]:
    """The claims as the draft makes them, without what was found of them."""
    return [Claim(**{name: getattr(claim, name) for name in Claim.model_fields}) for claim in claims]


def with_cited(findings: Findings, reader: Reader, verified: Sequence[VerifiedClaim], tell: Tell) -> Findings:
    """Add what each cited source alone says of its claims, where the claims' own verdicts do not say it."""
    markers = checks.markers(reader.request.draft, verified, reader.request.sources)
    verdicts = reader.verdicts(reader.pairs(verified, checks.to_verify(markers, verified)), tell)
    cited = tuple(
        CitedVerdict(claim_id=claim_id, source_id=source_id, verdict=verdict)
        for (claim_id, source_id), verdict in verdicts.items()
    )
    return findings.model_copy(update={"cited": cited})


def with_conflicts(
    findings: Findings,
    reader: Reader,
    verified: Sequence[VerifiedClaim],
    candidates: Sequence[ClaimCandidates],
    tell: Tell,
    *,
    relate: Relate = unknown,
) -> Findings:
    """Add the conflicts inside the draft and between the sources; what ``findings`` know already is not asked again."""
    known = {(one.claim_id, one.source_id): one.verdict for one in findings.cited}
    over = stated_changes.between(verified, candidates, reader.request.sources)
    wanted = between_sources.to_verify(verified, candidates, superseded=over, relate=relate)
    unknown = [pair for pair in wanted if pair not in known]
    asked = reader.pairs(verified, unknown[:MOST_READ_ALONE])
    of_sources = reader.verdicts(asked, lambda done: tell(done * _HALF))
    of_sources |= {pair: known[pair] for pair in wanted if pair in known}
    found = within_draft.search(verified)
    both_ways = [pair for both in found.pairs for pair in both.to_verify]
    of_claims = reader.verdicts(both_ways, lambda done: tell(_HALF + done * (1 - _HALF)))
    inside = within_draft.within(found.pairs, of_claims)
    known_pairs = [(one.claim_id, one.related[0].claim_id or "") for one in inside]
    inside = (*inside, *phrase_rules.within(verified, known=known_pairs))
    between = between_sources.between(
        verified,
        reader.request.sources,
        verdicts=of_sources,
        superseding=over,
        parted=crossing.parted(plain(verified), candidates, relate, but=over),
        relate=relate,
    )
    left = {"claims were not compared": found.left_out,
            "a claim and a source were not read": len(unknown) - len(asked)}  # fmt: skip
    notes = tuple(f"contradictions: {count} more pairs of {what}" for what, count in left.items() if count)
    return findings.model_copy(update={"conflicts": (*inside, *between), "notes": (*findings.notes, *notes)})


def with_fixes(findings: Findings, reader: Reader, verified: Sequence[VerifiedClaim], index: SourceIndex) -> Findings:
    """Add for each claim that fails the one change with which the sources support it, where no rule knows one.

    The claims that the sources do not support as the rules change them are doubted. Nothing is added where another
    verifier reads them than the one that the thresholds of ``trials`` were chosen with.
    """
    if reader.judge.spec.spec != trials.CHOSEN_WITH:
        return findings
    draft, sources = reader.request.draft, reader.request.sources
    known = corrections.stated_in(draft, sources) if any(map(revision.amiss, verified)) else ()
    ruled = revision.proposed(draft, verified, sources, known)
    tried = Trying(reader, index)
    fixes: list[Hunk] = []
    doubted: list[str] = []
    for claim in verified:
        hunks = ruled.get(claim.id)
        certain = hunks and corrections.of_fields(draft, claim, known)
        text = trials.with_changes(draft, claim, hunks) if hunks and not certain else None
        if hunks is None or (hunks and text is None):
            continue
        if text is not None:
            denied = trials.denies(draft, hunks or ())
            if not tried.read([text], by_rule=True) or not trials.doubtful(tried.verdicts[text], denied=denied):
                continue
            doubted.append(claim.id)
        changes = trials.of(draft, claim, sources)
        if tried.read([trial.text for trial in changes]):
            fix = trials.settled([(trial, tried.verdicts[trial.text]) for trial in changes])
            fixes += [fix.change.hunk(claim.id)] if fix is not None else []
    told = ((tried.untried, "no other value was tried"), (tried.unread, "the change by rule was not read"))
    notes = tuple(
        f"revision: for {count} more {'claim' if count == 1 else 'claims'} {what}" for count, what in told if count
    )
    return findings.model_copy(
        update={"fixes": tuple(fixes), "doubted": tuple(doubted), "notes": (*findings.notes, *notes)}
    )


def explained(verdicts: Iterable[Verdict], fixes: Iterable[Hunk]) -> tuple[Verdict, ...]:
    """The verdicts; one that no conflict was named for is explained by the value or name that puts its claim right.

    A model's verdict keeps the model's words.
    """
    named = {fix.claim_id: fix.reason for fix in fixes if quoted(fix.replacement) in fix.reason}
    return tuple(
        verdict.model_copy(update={"reasoning": f"{named[verdict.claim_id]}; with that the sources support it."})
        if verdict.claim_id in named
        and verdict.method != "llm_verification"
        and not any(finding.agreement == "conflicts" for finding in verdict.findings)
        else verdict
        for verdict in verdicts
    )
