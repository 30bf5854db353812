"""What a critique says: issues, citations, scores, revisions, and the whole of it."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import Field

from critique_core.models.base import (
    CitationVerdict,
    ConfidenceReason,
    HallucinationBand,
    IssueType,
    Level,
    ModelStageName,
    Offset,
    Probability,
    QueryType,
    Recommendation,
    ReflectionVerdict,
    SeverityBand,
    Value,
)
from critique_core.models.calibrator import Calibrator
from critique_core.models.claims import Probabilities, Span, Verdict, VerifiedClaim
from critique_core.models.request import CritiqueRequest


class Place(Span):
    """A stretch of a source when ``source_id`` is set, else of the draft."""

    claim_id: str | None = None
    source_id: str | None = None


class Issue(Value):
    """Something a reader of the answer should know, with its place in the draft and what to do.

    ``related`` are the other places it mentions: the second of two statements that exclude each other, the passages
    of sources that disagree.
    """

    type: IssueType
    severity: Probability
    description: str
    claim_id: str | None = None
    start: Offset | None = None
    end: Offset | None = None
    suggestion: str | None = None
    source_id: str | None = None
    citation_index: int | None = None
    related: tuple[Place, ...] = ()

    @property
    def band(self) -> SeverityBand:
        """Severity in words: low below 0.4, medium below 0.7, high from there (S0's words, S1's numbers)."""
        return "low" if self.severity < 0.4 else "medium" if self.severity < 0.7 else "high"


class Conflict(Span):
    """Two statements that exclude each other, neither of which a threshold decides on.

    The span is a claim of the draft. ``related`` holds the other statement of the draft, or the quotes of the sources
    that disagree on the claim, the supporting one first. ``newer_source_id`` is the newer of those sources, where ages
    are known; ``outdated`` is set when it contradicts the claim.
    """

    claim_id: str
    related: tuple[Place, ...]
    severity: Probability
    explanation: str
    newer_source_id: str | None = None
    outdated: bool = False

    @property
    def in_draft(self) -> bool:
        """Whether the draft contradicts itself, rather than the sources each other."""
        return all(place.source_id is None for place in self.related)


class Missing(Span):
    """What the query asks for, a source answers and the draft leaves out; the span is the quote's in the source."""

    source_id: str
    quote: str
    description: str
    severity: Probability


class CitedVerdict(Value):
    """What a verifier says of a claim when it reads one cited source alone."""

    claim_id: str
    source_id: str
    verdict: Verdict


class Hunk(Span):
    """One change of a revision: ``draft[start:end]`` becomes ``replacement``."""

    replacement: str
    reason: str
    claim_id: str | None = None


class StageModel(Value):
    """A stage that a model did in place of the rules: by which model, in words and by fingerprint.

    The fingerprint changes whenever the same question could get another answer.
    """

    stage: ModelStageName
    model: str
    fingerprint: str


class Findings(Value):
    """What the checks next to the verdicts found, kept so that a critique can be decided again without verifying.

    ``ran`` names what ran: contradictions, citations, completeness, relevance, usefulness, revision. Nothing
    here depends on a threshold; citations are checked anew from ``cited`` under each profile. ``fixes`` are changes of
    single claims with which the sources were found to support them, ``doubted`` the claims that they were not found
    to support as the rules would change them. ``notes`` say what of a check was left undone. ``by_model`` names the
    stages that a model did; what it could not do was done by rules.
    """

    ran: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    missing: tuple[Missing, ...] = ()
    cited: tuple[CitedVerdict, ...] = ()
    fixes: tuple[Hunk, ...] = ()
    doubted: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    by_model: tuple[StageModel, ...] = ()


class CitationCheck(Span):
    """One citation marker of the draft, checked against the source it names."""

    index: int
    claim_ids: tuple[str, ...]
    verdict: CitationVerdict
    right_source_id: str | None = None


class ScoreTerm(Value):
    """One term of a confidence: ``value`` is what was measured, ``effect`` its signed part of the confidence.

    The effects of a policy's terms add up to its confidence.
    """

    name: str
    value: float | None
    effect: float


class Gate(Value):
    """When an answer is accepted, tried again or rejected: the seeds' thresholds that a single request does not set.

    ``attempts_used`` counts corrections already made of the ``attempts_allowed`` (2 in seeds S2 and S4). A share of
    unsupported or contradicted claims above ``regenerate_rate`` asks for a new answer, above ``reject_rate`` it is
    rejected (S2: 0.1 and 0.3). The last three are S1's: policy ``critic`` calls an answer valid with a hallucination
    score below the first, and citation accuracy and confidence from the others on.
    """

    attempts_used: int = Field(default=0, ge=0)
    attempts_allowed: int = Field(default=2, ge=0)
    regenerate_rate: Probability = 0.1
    reject_rate: Probability = 0.3
    hallucination_threshold: Probability = 0.3
    citation_accuracy_threshold: Probability = 0.7
    overall_confidence_threshold: Probability = 0.6


class PolicyScore(Value):
    """One policy's answer on the same verdicts: ``is_valid`` and ``recommendation`` by its own seed's rule."""

    confidence: Probability | None
    is_valid: bool
    recommendation: Recommendation
    terms: tuple[ScoreTerm, ...] = ()


class SourceQuality(Value):
    """How good one source is for this request; each part 0 to 1 or ``None`` when it cannot be measured."""

    source_id: str
    relevance: Probability | None = None
    use: Probability | None = None
    agreement: Probability | None = None
    age_days: int | None = None
    score: Probability | None = None


class Reflection(Value):
    """One of S2's reflection checks with its reason.

    ``verdict`` is S2's token: relevant or irrelevant (ISREL), full, partial or none (ISSUP), useful or not_useful
    (ISUSE); ``score`` is the measure behind it.
    """

    score: Probability
    verdict: ReflectionVerdict
    reasoning: str


class Scores(Value):
    """All numbers of a critique; ``None`` where a check did not run or has nothing to measure."""

    hallucination_score: Probability | None = None
    hallucination_band: HallucinationBand | None = None
    citation_accuracy: Probability | None = None
    factual_consistency: Probability | None = None
    relevance: Reflection | None = None
    support: Reflection | None = None
    usefulness: Reflection | None = None
    query_type: QueryType | None = None
    source_quality: tuple[SourceQuality, ...] = ()
    by_policy: dict[str, PolicyScore] = {}


class Coverage(Value):
    """What was left over: draft text no claim covers, sources never used, source text never read."""

    draft_uncovered: tuple[Span, ...] = ()
    sources_unused: tuple[str, ...] = ()
    sources_unread: dict[str, tuple[Span, ...]] = {}
    citations_to_nothing: tuple[int, ...] = ()


class Revision(Value):
    """One attempt to correct the draft, kept only when verifying it again improved it.

    ``hunks`` change the text that the attempt began with, which is the last kept one before it, else the draft, into
    ``text``. Where an attempt is refused as a whole and a part of its changes helps, a second entry with its number
    holds that part. The rest is how ``text`` was judged: its claims, issues, validity and what the gate said.
    """

    attempt: int
    text: str
    hunks: tuple[Hunk, ...] = ()
    kept: bool
    reason: str
    confidence_before: Probability | None = None
    confidence_after: Probability | None = None
    claims: tuple[VerifiedClaim, ...] = ()
    issues: tuple[Issue, ...] = ()
    is_valid: bool | None = None
    recommendation: Recommendation | None = None


class VerifierSpec(Value):
    """Which verifier judged: ``spec`` names it for a person, ``fingerprint`` for a profile."""

    spec: str
    fingerprint: str


class Profile(Value):
    """Thresholds bound to one verifier: ``support_threshold`` turns P(supported) into a status.

    ``slices`` are thresholds of a part of the claims, by names such as ``claim_kind=inference`` (see
    ``slices.slices_of``). With a ``calibrator`` all thresholds are on its scale.
    """

    name: str = "default"
    support_threshold: Probability = 0.5
    verifier_fingerprint: str | None = None
    slices: dict[str, Probability] = {}
    calibrator: Calibrator | None = None

    def calibrated(self, raw: Probabilities) -> Probabilities:
        """The verifier's beliefs with P(supported) recalibrated; the other two share the rest as they did."""
        if self.calibrator is None:
            return raw
        supported = self.calibrator.apply(raw.supported)
        rest = raw.unsupported + raw.contradicted
        part = raw.contradicted / rest if rest else 0.0
        return Probabilities(
            supported=supported, unsupported=(1 - supported) * (1 - part), contradicted=(1 - supported) * part
        )

    def threshold_for(self, slices: Mapping[str, str]) -> float:
        """The threshold of a claim in these slices: the highest of theirs, else the common one."""
        own = [self.slices[key] for name, value in slices.items() if (key := f"{name}={value}") in self.slices]
        return max(own, default=self.support_threshold)


class StageTime(Value):
    """How long one stage of the pipeline took, in milliseconds."""

    stage: str
    milliseconds: float


class StageCost(Value):
    """What one stage asked of a model: calls, tokens by the server's count, answers taken from the cache instead.

    Tokens are ``None`` where a server did not count them.
    """

    stage: str
    calls: int = Field(default=0, ge=0)
    prompt_tokens: int | None = 0
    completion_tokens: int | None = 0
    cache_hits: int = Field(default=0, ge=0)


class Escalation(Value):
    """How a cascade shared the work: of ``claims``, ``sent`` went to the model and ``answered`` came back judged.

    ``agreed`` of those are on the same side of an even chance as before. ``calls_saved`` are the calls that asking
    the model about every claim would have taken more, its cache aside.
    """

    claims: int = Field(default=0, ge=0)
    sent: int = Field(default=0, ge=0)
    answered: int = Field(default=0, ge=0)
    agreed: int = Field(default=0, ge=0)
    calls_saved: int = Field(default=0, ge=0)


class Corrections(Value):
    """What corrective retrieval did to an answer: its attempts, and the confidence before the first and at the end."""

    attempts: int = Field(ge=0)
    confidence_before: Probability | None = None
    confidence_after: Probability | None = None

    @property
    def helped(self) -> bool:
        """Whether the confidence rose (S4's success)."""
        before, after = self.confidence_before, self.confidence_after
        return before is not None and after is not None and after > before


class RunMetadata(Value):
    """What one execution cost: outside every fingerprint.

    ``tokens`` are those of all stages, ``None`` when no model was asked or one of its servers did not count;
    ``costs`` holds the stages that asked a model. ``corrections`` is ``None`` where corrective retrieval was not on.
    """

    started_at: datetime | None = None
    stages: tuple[StageTime, ...] = ()
    tokens: int | None = None
    cache_hits: int = 0
    costs: tuple[StageCost, ...] = ()
    escalation: Escalation | None = None
    corrections: Corrections | None = None

    @property
    def milliseconds(self) -> float:
        """Total over the stages."""
        return sum(stage.milliseconds for stage in self.stages)


class CritiqueMetadata(Value):
    """Counts of a critique; ``characters_read`` counts source characters that were searched."""

    facts_checked: int
    facts_verified: int
    sources_used: tuple[str, ...]
    characters_read: int
    run: RunMetadata = RunMetadata()


class Critique(Value):
    """The whole result for one request.

    ``grounded_probability`` is P(no checkable claim lacks support); ``confidence`` under policy ``calibrated`` is the
    expected share of checkable claims that are supported. Both are ``None`` with ``confidence_reason`` set when there
    is nothing to measure. ``id`` is the fingerprint of request, claims, verdicts, scores and issues.
    """

    id: str
    request: CritiqueRequest
    claims: tuple[VerifiedClaim, ...]
    grounded_probability: Probability | None
    is_grounded: bool | None
    confidence: Probability | None
    confidence_reason: ConfidenceReason | None = None
    level: Level | None
    is_valid: bool
    recommendation: Recommendation
    needs_revision: bool
    abstained: bool
    skipped: tuple[str, ...] = ()
    issues: tuple[Issue, ...]
    suggestions: tuple[str, ...] = ()
    scores: Scores
    citations: tuple[CitationCheck, ...] = ()
    findings: Findings = Findings()
    coverage: Coverage = Coverage()
    revisions: tuple[Revision, ...] = ()
    revised_draft: str | None = None
    verifier: VerifierSpec
    profile: Profile | None = None
    metadata: CritiqueMetadata
