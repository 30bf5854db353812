"""From a model's judgement to a verdict: quotes looked up, confidence turned into beliefs, values compared as well.

**Beliefs.** A model's confidence c in its status becomes P = 0.05 + 0.9 c for that outcome, as models state more
confidence than they earn (Xiong et al. 2024, arXiv 2306.13063) and no answer is certain; what is left is shared evenly
by the other outcomes, as nothing is known of them. Of a partly supported claim 0.3 of that P counts as support (in S2
a half, but as it is it is not supported) and 0.7 as unsupported; the words without support are marked. Where some
of its quotes are in no source, c counts only as far as the share of them that are.

**A typed contradiction stands.** Where the model supports a claim and the embedded verifier sees a typed conflict and
believes less than an even chance, the verdict is the mean of both beliefs with P(supported) at most 0.49, as two that
disagree about a named value make no pass; its reasoning says what each of them saw.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from critique_core.evidence.quotes import locate
from critique_core.llm.fencing import neutralised
from critique_core.models import Claim, Evidence, Finding, Probabilities, Relation, SourceDocument, Span, Verdict
from critique_core.queries.terms import Matcher, terms_of
from critique_core.text.injections import instructions, overlaps
from critique_core.text.languages import language_of
from critique_core.verifiers.llm.answers import Judgement, Quote
from critique_core.verifiers.llm.prompts import ModelStatus

_FLOOR, _SLOPE = 0.05, 0.9
_PART = 0.3
_EVEN = 0.5
_NO_PASS = 0.49
_OUTCOMES = ("supported", "unsupported", "contradicted")
_LONGEST_REASONING = 1000
_SAMPLE = 2000
_AROUND = 600  # characters on either side of a quote that show what sentence it belongs to
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NEEDED: Mapping[ModelStatus, Relation | None] = {
    "supported": "supports",
    "partially_supported": "supports",
    "contradicted": "contradicts",
    "unsupported": None,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A judgement's quotes where the sources hold them. ``refused`` says of each other one why it does not count."""

    evidence: tuple[Evidence, ...]
    refused: tuple[str, ...]
    fault: str | None
    """Why the judgement cannot stand; ``None`` when it can."""


class Sources:
    """The sources as the model was shown them, so that what it copied can be found again."""

    def __init__(self, sources: Sequence[SourceDocument]) -> None:
        # One character was put for one, so offsets hold in the true content as well.
        self._shown = tuple(source.model_copy(update={"content": neutralised(source.content)}) for source in sources)
        self._true = {source.id: source.content for source in sources}
        self._code = language_of(" ".join(source.content[:_SAMPLE] for source in sources[:3]))

    def checked(self, judgement: Judgement, claim: Claim) -> Checked:
        """Look each quote up. A judgement fails when no quote that its status needs is in a source."""
        needed = _NEEDED[judgement.status]
        evidence: list[Evidence] = []
        refused: list[str] = []
        for quote in judgement.quotes:
            found, fault = self._evidence(quote, claim, judgement)
            if fault is None:
                evidence.append(found)
            else:
                refused.append(fault)
        if needed is None or any(part.relation == needed for part in evidence):
            return Checked(tuple(evidence), tuple(refused), None)
        word = judgement.status.replace("_", " ")
        fault = next(iter(refused), f"it is called {word} without a quote that {needed} it")
        return Checked(tuple(evidence), tuple(refused), fault)

    def _evidence(self, quote: Quote, claim: Claim, judgement: Judgement) -> tuple[Evidence, str | None]:
        located = locate(neutralised(quote.text), quote.source_id, self._shown)
        found = Evidence(
            source_id=located.source_id or quote.source_id, start=located.start, end=located.end, quote=quote.text,
            relation=quote.relation, match=located.match, score=round(judgement.confidence, 4),
        )  # fmt: skip
        if located.match == "not_found":
            return found, "a quote is in no source; copy it word for word"
        content = self._true[found.source_id]
        if _gives_orders(content, located.start, located.end):
            return found, "a quote is a passage that reads like an instruction to the model, which proves nothing"
        if not self._speaks_of(claim, located.quote):
            return found, "a quote shares no word with the claim; quote the whole sentence that bears on it"
        return found.model_copy(update={"quote": content[located.start : located.end]}), None

    def _speaks_of(self, claim: Claim, quote: str) -> bool:
        """Whether a quote has a word or number of the claim, or one close to it; in two languages none is asked for."""
        terms = terms_of(claim.text, self._code)
        if not terms or language_of(claim.text) != language_of(quote):
            return True
        return any(Matcher(terms, self._code).cover(quote))


def _gives_orders(content: str, start: int, end: int) -> bool:
    """Whether a stretch belongs to a sentence that reads like an instruction."""
    first = max(0, start - _AROUND)
    return overlaps(instructions(content[first : end + _AROUND]), start - first, end - first)


def verdict(
    claim: Claim, draft: str, judgement: Judgement, checked: Checked, *, own: Verdict | None, note: str = ""
) -> Verdict:
    """The verdict on a claim whose judgement stands; ``own`` is the embedded verifier's on the same claim."""
    told = [_readable(judgement.reasoning)]
    offered = len(checked.evidence) + len(checked.refused)
    sure = judgement.confidence * (len(checked.evidence) / offered if checked.refused else 1.0)
    if checked.refused:
        told.append(f"{len(checked.refused)} of its {offered} quotes do not count ({checked.refused[0]}).")
    believed = beliefs(judgement.status, sure)
    findings = own.findings if own else ()
    evidence = _related(checked.evidence, judgement.status)
    conflict = _contradiction(own)
    if conflict is not None and own and own.probabilities and believed.supported >= _EVEN:
        believed = _undecided(believed, own.probabilities)
        evidence += tuple(part for part in own.evidence if part.relation == "contradicts")
        told.append(f"The embedded verifier reads otherwise, so this is not settled: {conflict.explanation}")
    return Verdict(
        claim_id=claim.id,
        probabilities=believed,
        marked=() if believed.supported >= _EVEN else _marked(claim, draft, judgement),
        findings=findings,
        evidence=evidence,
        reasoning=" ".join(part for part in (*told, note) if part),
        method="llm_verification",
    )


def failed(claim: Claim, failure: str) -> Verdict:
    """A verdict that says why the model's answer on the claim could not be used."""
    return Verdict(
        claim_id=claim.id, probabilities=None, reasoning=f"Not checked: {failure}.", method="llm_verification",
        failure=failure,
    )  # fmt: skip


def beliefs(status: ModelStatus, confidence: float) -> Probabilities:
    """The module's rule: 0.05 + 0.9 ``confidence`` for the outcome that ``status`` names, the rest shared evenly."""
    sure = _FLOOR + _SLOPE * confidence
    if status == "partially_supported":
        rest = (1.0 - sure) / 3
        return Probabilities(supported=_PART * sure + rest, unsupported=(1.0 - _PART) * sure + rest, contradicted=rest)
    shares = {name: sure if name == status else (1.0 - sure) / 2 for name in _OUTCOMES}
    return Probabilities(**shares)


def _contradiction(own: Verdict | None) -> Finding | None:
    """The first typed conflict of a verdict that does not believe the claim."""
    if own is None or own.probabilities is None or own.probabilities.supported >= _EVEN:
        return None
    return next((finding for finding in own.findings if finding.agreement == "conflicts"), None)


def _undecided(one: Probabilities, other: Probabilities) -> Probabilities:
    """The mean of two beliefs, with P(supported) just below an even chance at most."""
    supported, unsupported, contradicted = ((getattr(one, name) + getattr(other, name)) / 2 for name in _OUTCOMES)
    most = min(supported, _NO_PASS)
    spread = (1.0 - most) / (unsupported + contradicted)
    return Probabilities(supported=most, unsupported=unsupported * spread, contradicted=contradicted * spread)


def _related(evidence: Sequence[Evidence], status: ModelStatus) -> tuple[Evidence, ...]:
    """The evidence; what is quoted for a claim that is not supported after all is context, and comes last."""
    if status != "unsupported":
        return tuple(evidence)
    return tuple(
        part.model_copy(update={"relation": "context"}) if part.relation == "supports" else part for part in evidence
    )


def _marked(claim: Claim, draft: str, judgement: Judgement) -> tuple[Span, ...]:
    """The words that the model says lack support, where the claim has them; the whole claim where it names none."""
    folded = draft[claim.start : claim.end].lower()
    if len(folded) != claim.end - claim.start:  # a few letters change their number when their case changes
        folded = draft[claim.start : claim.end]
    spans: list[Span] = []
    for words in judgement.lacking:
        at = folded.find(words.strip().lower())
        if at >= 0:
            spans.append(Span(start=claim.start + at, end=claim.start + at + len(words.strip())))
    return tuple(sorted(set(spans), key=lambda span: (span.start, span.end))) or (
        Span(start=claim.start, end=claim.end),
    )


def _readable(text: str) -> str:
    """A model's words on one line, made harmless; cut where they go on and on."""
    line = " ".join(_CONTROLS.sub(" ", text).split())
    return line if len(line) <= _LONGEST_REASONING else line[: _LONGEST_REASONING - 1] + "…"
