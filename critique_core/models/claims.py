"""Claims, the passages read for them, and what a verifier says of each."""

from functools import lru_cache
from typing import Self

from pydantic import field_validator, model_validator

from critique_core.models.base import (
    PROBABILITY_PLACES,
    Agreement,
    ClaimKind,
    FindingKind,
    Method,
    Offset,
    Probability,
    QuoteMatch,
    Relation,
    Status,
    UnitKind,
    Value,
)
from critique_core.models.request import SourceDocument
from critique_core.provenance import fingerprint, short_id


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

    ``why`` says in a word or two why a claim is not checked ("question", "greeting"; of an opinion "view", "advice" or
    "evaluation"), else it is ``None``.
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

    ``match`` says how the quote was found there, ``score`` (0 to 1) how strongly it concerns the claim.
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
