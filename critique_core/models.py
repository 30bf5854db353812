"""Every value that crosses a module border: frozen, checked on entry, JSON in snake_case with every field present.

Offsets are Unicode code points, half-open: ``text[start:end]`` is the span. Input is accepted in snake_case or
camelCase, and an unknown field is refused.
"""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic.alias_generators import to_camel

from critique_core.errors import InvalidInput
from critique_core.provenance import fingerprint, short_id

ClaimKind = Literal["fact", "opinion", "inference", "not_checkable"]
Status = Literal["supported", "partially_supported", "unsupported", "contradicted", "not_checkable", "unverified"]
Relation = Literal["supports", "contradicts", "context"]
QuoteMatch = Literal["exact", "normalised", "fuzzy", "misattributed", "not_found"]
Method = Literal[
    "exact_match", "typed_comparison", "lexical_alignment", "semantic_similarity", "nli", "llm_verification"
]
FindingKind = Literal[
    "number", "quantity", "percentage", "date", "time", "currency", "version", "range", "identifier", "name",
    "negation", "antonym", "quantifier", "modality", "comparison", "sum", "role", "condition", "list", "detail",
]  # fmt: skip
Agreement = Literal["agrees", "conflicts", "missing", "omitted"]
IssueType = Literal[
    "hallucination", "unsupported", "contradiction", "incomplete", "outdated", "incorrect_citation", "factual_error",
    "irrelevant_sources", "not_useful",
]  # fmt: skip
SeverityBand = Literal["low", "medium", "high"]
Strictness = Literal["lenient", "moderate", "strict"]
PolicyName = Literal["calibrated", "draft_critique", "critic", "self_rag", "grounded"]
Level = Literal["high", "medium", "low", "very_low"]
Recommendation = Literal["accept", "retry", "reject"]
QueryType = Literal["factual", "conversational"]
ReflectionVerdict = Literal["relevant", "irrelevant", "full", "partial", "none", "useful", "not_useful"]
HallucinationBand = Literal["accept", "regenerate", "reject"]
ConfidenceReason = Literal["no_claims", "abstained", "no_sources", "nothing_verified"]
CitationVerdict = Literal["accurate", "wrong_source", "nonexistent", "missing"]
UnitKind = Literal["prose", "heading", "record", "table", "code"]
ItemState = Literal["pending", "draft", "submitted", "discarded"]
Origin = Literal["human", "imported", "model"]
Action = Literal[
    "accept", "reject", "relabel", "edit", "split", "merge", "respan", "missed", "evidence", "note", "flag", "skip",
    "submit", "undo", "adjudicate", "hunk_accept", "hunk_reject",
]  # fmt: skip

Offset = Annotated[int, Field(ge=0)]
Probability = Annotated[float, Field(ge=0.0, le=1.0)]

MAX_DRAFT_CHARACTERS = 500_000
MAX_SOURCE_CHARACTERS = 5_000_000
PROBABILITY_PLACES = 4


class Value(BaseModel):
    """Base of all values: frozen, strict about unknown fields, snake_case out, camelCase accepted in."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
    )


def _clean_text(value: str) -> str:
    """Refuse what no store, browser or JSON reader downstream can hold, naming the character and its place."""
    for position, character in enumerate(value):
        if character == "\x00":
            raise ValueError(f"holds a NUL byte at character {position}; remove it or drop the file in as text")
        if "\ud800" <= character <= "\udfff":
            raise ValueError(f"holds a lone surrogate at character {position}; the text was decoded wrongly")
    return value


# --- what comes in -----------------------------------------------------------------------------------------------


class SourceDocument(Value):
    """One text the draft is checked against; ``id`` is unique in a request."""

    id: str = Field(min_length=1, max_length=500)
    content: str = Field(max_length=MAX_SOURCE_CHARACTERS)
    type: str = "doc"
    path: str | None = None
    title: str | None = None
    url: str | None = None
    page: int | None = None
    section: str | None = None
    chunk_id: str | None = None
    domain: str | None = None
    published: date | None = None
    relevance_score: float | None = None
    metadata: dict[str, str] = {}

    @field_validator("id", "content", "type", "path", "title", "url", "section", "chunk_id", "domain")
    @classmethod
    def _readable(cls, value: str | None) -> str | None:
        return None if value is None else _clean_text(value)

    @field_validator("metadata")
    @classmethod
    def _readable_metadata(cls, value: dict[str, str]) -> dict[str, str]:
        for key, text in value.items():
            _clean_text(key)
            _clean_text(text)
        return value

    @property
    def name(self) -> str:
        """What a reader would call it: title, else path, else id."""
        return self.title or self.path or self.id


class CritiqueOptions(Value):
    """What to check and how strictly; names and defaults are the seeds'."""

    strictness: Strictness = "moderate"
    check_factual: bool = True
    check_completeness: bool = True
    check_contradictions: bool = True
    check_citations: bool = True
    check_relevance: bool = True
    check_usefulness: bool = True
    auto_revise: bool = False
    max_revisions: int = Field(default=1, ge=0, le=10)
    policy: PolicyName = "calibrated"
    confidence_threshold: Probability = 0.7


class CritiqueRequest(Value):
    """A draft to check against sources; an empty query skips relevance, usefulness and completeness."""

    query: str = Field(default="", max_length=MAX_DRAFT_CHARACTERS)
    draft: str = Field(max_length=MAX_DRAFT_CHARACTERS)
    sources: tuple[SourceDocument, ...] = ()
    options: CritiqueOptions = CritiqueOptions()

    @field_validator("query", "draft")
    @classmethod
    def _readable(cls, value: str) -> str:
        return _clean_text(value)

    @field_validator("draft")
    @classmethod
    def _not_empty(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("is empty; paste the answer to check")
        return value

    @field_validator("sources")
    @classmethod
    def _unique_ids(cls, value: tuple[SourceDocument, ...]) -> tuple[SourceDocument, ...]:
        seen: set[str] = set()
        for source in value:
            if source.id in seen:
                raise ValueError(f"source id {source.id!r} is used twice; give each source its own id")
            seen.add(source.id)
        return value

    @property
    def fingerprint(self) -> str:
        """Identity of what is reviewed, whatever the options it is checked with; labels attach to it."""
        return fingerprint(self.model_dump(mode="json", exclude={"options"}))


def parse_request(value: Any) -> CritiqueRequest:
    """Read a request from decoded JSON, a mapping or a JSON string.

    Raises ``InvalidInput`` with one line per fault, each naming the field, what is wrong and what is allowed.
    """
    try:
        if isinstance(value, (str, bytes)):
            return CritiqueRequest.model_validate_json(value)
        return CritiqueRequest.model_validate(value)
    except ValidationError as error:
        raise InvalidInput(_explain(error)) from error


def _explain(error: ValidationError) -> str:
    lines: list[str] = []
    for fault in error.errors(include_url=False):
        place = ".".join(str(part) for part in fault["loc"]) or "request"
        message = fault["msg"].removeprefix("Value error, ")
        if fault["type"] == "extra_forbidden":
            message = "unknown field; remove it or check its spelling"
        elif fault["type"] == "string_unicode":
            message = "holds a lone surrogate, so it is not valid Unicode; the text was decoded wrongly, load it again"
        elif fault["type"] == "json_invalid" and "hex escape" in message:
            message += "; a lone surrogate is not valid Unicode: the text was decoded wrongly, load it again"
        elif fault["type"] == "string_too_long":
            allowed = fault.get("ctx", {}).get("max_length", 0)
            message = f"too long ({len(fault['input']):,} characters, {allowed:,} allowed); split it"
        lines.append(f"{place}: {message}")
    return "\n".join(lines)


# --- claims and evidence -----------------------------------------------------------------------------------------


class Span(Value):
    """A half-open stretch of a text in code points."""

    start: Offset
    end: Offset

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.end < self.start:
            raise ValueError(f"end {self.end} lies before start {self.start}")
        return self


@lru_cache(maxsize=8)
def _identity(draft: str) -> str:
    """Fingerprint of a draft, read once for all of its claims."""
    return fingerprint(draft)


class Claim(Span):
    """One statement of the draft: ``draft[start:end]`` is shown, ``text`` may be made independent of its context.

    ``why`` says in a word or two why a claim is not checkable ("question", "greeting"), else it is ``None``.
    """

    id: str
    text: str
    kind: ClaimKind = "fact"
    why: str | None = None

    @property
    def checkable(self) -> bool:
        """Whether the claim is verified: facts and inferences are, opinions and the rest are listed only."""
        return self.kind in ("fact", "inference")

    @classmethod
    def of(
        cls, draft: str, start: int, end: int, *, text: str | None = None, kind: ClaimKind = "fact",
        why: str | None = None,
    ) -> Self:  # fmt: skip
        """Make the claim at ``draft[start:end]``, with the id that its place and words give it."""
        words = draft[start:end] if text is None else text
        identity = short_id([_identity(draft), start, end, words])
        return cls(id=identity, text=words, start=start, end=end, kind=kind, why=why)


class Unit(Span):
    """A sentence, heading, record field, table row or code line of a source, with its offsets in that source.

    ``label`` is what the unit is about when its own text does not say: the key path of a record's field in words, the
    heading above a sentence.
    """

    text: str
    kind: UnitKind = "prose"
    label: str = ""


class Passage(Span):
    """A window of neighbouring units of one source: what is ranked and read together."""

    source_id: str
    units: tuple[Unit, ...]


class RankedPassage(Value):
    """A passage with its retrieval score for one claim; higher is closer, 0 shares no term."""

    passage: Passage
    score: float


class ClaimCandidates(Value):
    """The passages to read for one claim, best first; ``complete`` when every source text was searched for it."""

    claim_id: str
    passages: tuple[RankedPassage, ...]
    complete: bool = True


class VerificationInput(Value):
    """All that a verifier may look at. ``candidates`` holds one entry a claim, in the order of ``claims``."""

    query: str
    draft: str
    claims: tuple[Claim, ...]
    candidates: tuple[ClaimCandidates, ...]
    sources: tuple[SourceDocument, ...]


class Evidence(Span):
    """A quoted stretch of a source: ``start`` and ``end`` are offsets in that source's content.

    ``match`` says how the quote was found there, ``score`` (0 to 1) how strongly it bears on the claim.
    """

    source_id: str
    quote: str
    relation: Relation
    match: QuoteMatch = "exact"
    score: Probability = 1.0


class Finding(Value):
    """One typed comparison between a part of the claim and a part of a source.

    ``start`` and ``end`` lie in the draft; ``source_start`` and ``source_end`` in the source. ``agreement`` is
    ``conflicts`` when the source states another value, ``missing`` when it states none, ``omitted`` when the claim
    leaves out what the source makes it depend on. ``explanation`` is plain words for a reader.
    """

    kind: FindingKind
    agreement: Agreement
    start: Offset
    end: Offset
    claim_value: str
    source_id: str | None = None
    source_start: Offset | None = None
    source_end: Offset | None = None
    source_value: str | None = None
    explanation: str


class Probabilities(Value):
    """A verifier's belief in each outcome of one claim; rounded to 4 places, sums to 1 within 0.001."""

    supported: Probability
    unsupported: Probability
    contradicted: Probability

    @field_validator("supported", "unsupported", "contradicted")
    @classmethod
    def _rounded(cls, value: float) -> float:
        return round(value, PROBABILITY_PLACES)

    @model_validator(mode="after")
    def _sums_to_one(self) -> Self:
        total = self.supported + self.unsupported + self.contradicted
        if abs(total - 1.0) > 0.001:
            raise ValueError(f"probabilities sum to {total:.4f}, not 1")
        return self


class Verdict(Value):
    """What a verifier says of one claim: never a threshold, never a status.

    ``marked`` are spans of the draft that lack support. ``failure`` says why the claim could not be checked; then
    ``probabilities`` is ``None``. ``complete`` is false when some source text was not searched for the claim.
    """

    claim_id: str
    probabilities: Probabilities | None
    marked: tuple[Span, ...] = ()
    findings: tuple[Finding, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    reasoning: str
    method: Method
    failure: str | None = None
    complete: bool = True


class VerifiedClaim(Claim):
    """A claim with its verdict and the status that the profile's threshold gives it.

    ``probability`` is P(supported), ``None`` when the claim was not or could not be checked. ``disputed`` is set when
    the sources disagree among themselves.
    """

    status: Status
    probability: Probability | None = None
    disputed: bool = False
    verdict: Verdict | None = None


# --- what a critique says ----------------------------------------------------------------------------------------


class Place(Span):
    """A stretch of a source when ``source_id`` is set, else of the draft."""

    claim_id: str | None = None
    source_id: str | None = None


class Issue(Value):
    """Something a reader of the answer should know, with its place in the draft and what to do.

    ``related`` are the other places it speaks of: the second of two statements that exclude each other, the passages
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


class Findings(Value):
    """What the checks beside the verdicts found, kept so that a critique can be decided again without verifying.

    ``ran`` names what ran: contradictions, citations, completeness, relevance, usefulness, revision. Nothing
    here depends on a threshold; citations are checked anew from ``cited`` under each profile. ``notes`` say what of a
    check was left undone.
    """

    ran: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    missing: tuple[Missing, ...] = ()
    cited: tuple[CitedVerdict, ...] = ()
    notes: tuple[str, ...] = ()


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
    """How good one source is for this request; each part 0 to 1 or ``None`` when it cannot be told."""

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


class Hunk(Span):
    """One change of a revision: ``draft[start:end]`` becomes ``replacement``."""

    replacement: str
    reason: str
    claim_id: str | None = None


class Revision(Value):
    """One attempt to correct the draft, kept only when verifying it again improved it.

    ``hunks`` change the text that the attempt began with, which is the last kept one before it, else the draft, into
    ``text``. The rest is how ``text`` was judged: its claims, issues, validity and what the gate said.
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
    """Thresholds bound to one verifier: ``support_threshold`` turns P(supported) into a status."""

    name: str = "default"
    support_threshold: Probability = 0.5
    verifier_fingerprint: str | None = None
    slices: dict[str, Probability] = {}


class StageTime(Value):
    """How long one stage of the pipeline took, in milliseconds."""

    stage: str
    milliseconds: float


class RunMetadata(Value):
    """What one execution cost: outside every fingerprint."""

    started_at: datetime | None = None
    stages: tuple[StageTime, ...] = ()
    tokens: int | None = None
    cache_hits: int = 0

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


# --- what is stored ----------------------------------------------------------------------------------------------


class Item(Value):
    """A thing to review; ``source_group`` keeps items that share sources in one split."""

    id: str
    request_fingerprint: str
    title: str
    source_group: str | None = None
    imported_labels: tuple[dict[str, Any], ...] = ()
    state: ItemState = "pending"
    assignee: str | None = None
    reserved_until: datetime | None = None
    created_at: datetime


class Run(Value):
    """One execution of the pipeline on an item."""

    id: str
    item_id: str
    critique_id: str
    created_at: datetime
    who: str
    run: RunMetadata = RunMetadata()


class Shown(Value):
    """What the reviewer had in view when deciding; absent in blind mode."""

    status: Status
    probability: Probability | None = None
    profile: str | None = None
    verifier_fingerprint: str | None = None


class DecisionDraft(Value):
    """A reviewer's event before the store has numbered it."""

    item_id: str
    action: Action
    reviewer: str = Field(min_length=1, max_length=200)
    critique_id: str | None = None
    claim_id: str | None = None
    start: Offset | None = None
    end: Offset | None = None
    status: Status | None = None
    text: str | None = None
    evidence: tuple[Evidence, ...] | None = None
    note: str | None = None
    authenticated: bool = False
    seconds: float | None = Field(default=None, ge=0)
    shown: Shown | None = None
    supersedes: str | None = None
    guideline: str | None = None
    origin: Origin = "human"

    @field_validator("reviewer", "text", "note")
    @classmethod
    def _readable(cls, value: str | None) -> str | None:
        return None if value is None else _clean_text(value)


def parse_decision(value: Mapping[str, Any]) -> DecisionDraft:
    """Read a reviewer's event; raises ``InvalidInput`` as ``parse_request`` does."""
    try:
        return DecisionDraft.model_validate(value)
    except ValidationError as error:
        raise InvalidInput(_explain(error)) from error


class Decision(DecisionDraft):
    """A reviewer's event as stored: ``sequence`` is the store's order, ``supersedes`` the event an undo takes back."""

    id: str
    sequence: int
    created_at: datetime
