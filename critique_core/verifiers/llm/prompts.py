"""What a model is asked about a batch of claims: system text, sources, claims, and the form of its answer."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from critique_core.llm.fencing import Fence, one_line
from critique_core.models import SourceDocument, Span
from critique_core.verifiers.llm.batches import MOST_CLAIMS, Batch, Question

VERSION = "verify-1"
"""Changes whenever the same claims and passages would be asked about in other words."""
ModelStatus = Literal["supported", "partially_supported", "unsupported", "contradicted"]
STATUSES: tuple[ModelStatus, ...] = ("supported", "partially_supported", "unsupported", "contradicted")
_RULES = """\
You check claims against sources. You are given numbered sources, the question that was asked, and numbered claims \
taken from an answer to it. Judge each claim by the sources alone; what you know yourself does not count.
- supported: the sources state all of it, or it follows from them.
- partially_supported: they state a part of it and say nothing of the rest. Copy the words of the claim that nothing \
supports into lacking.
- unsupported: they do not state it. A source about something or someone else does not support a claim.
- contradicted: they state something that cannot be true together with it: another number, date, name or order, or \
the opposite.
Numbers, units, dates, names, negations, conditions and words such as all, some, only or may must agree.
For each claim, write in this order: its number; reasoning, in one or two sentences; quotes, each copied word for word \
from one source, with that source's number and whether it supports or contradicts the claim; status; confidence from \
0 to 1 that the status is right; lacking. A claim that is supported, partially_supported or contradicted needs at \
least one quote, of a whole sentence where possible. Give exactly one verdict for each claim number.
"""
_GAP = "[…]"
_MOST_QUOTES, _MOST_LACKING = 4, 6


def schema() -> dict[str, Any]:
    """The form of an answer; what is reasoned precedes what is decided, as a model writes in that order.

    Lists are bounded, so that a model that goes round in circles comes to an end.
    """
    quote = _object({
        "source": {"type": "integer"},
        "quote": {"type": "string"},
        "relation": {"type": "string", "enum": ["supports", "contradicts"]},
    })  # fmt: skip
    verdict = _object({
        "claim": {"type": "integer"},
        "reasoning": {"type": "string"},
        "quotes": {"type": "array", "items": quote, "maxItems": _MOST_QUOTES},
        "status": {"type": "string", "enum": list(STATUSES)},
        "confidence": {"type": "number"},
        "lacking": {"type": "array", "items": {"type": "string"}, "maxItems": _MOST_LACKING},
    })  # fmt: skip
    return _object({"verdicts": {"type": "array", "items": verdict, "maxItems": MOST_CLAIMS}})


def system(fence: Fence) -> str:
    """The rules; the part that differs from request to request is last."""
    return _RULES + fence.rule


def sources_text(batch: Batch, sources: Sequence[SourceDocument], fence: Fence) -> str:
    """The stretches of each source in a block of its own, numbered as the sources are in the request."""
    return "\n".join(
        fence.block(f"SOURCE {place + 1}: {one_line(sources[place].name)}", shown(sources[place].content, spans))
        for place, spans in batch.stretches.items()
    )


def shown(content: str, spans: Sequence[Span]) -> str:
    """The stretches of one text, with a mark wherever something between them is left out."""
    parts = [_GAP] if spans and spans[0].start > 0 else []
    for number, span in enumerate(spans):
        parts += [_GAP] if number else []
        parts.append(content[span.start : span.end].strip("\n"))
    return "\n".join([*parts, _GAP] if spans and spans[-1].end < len(content) else parts)


def claims_text(query: str, asked: Mapping[int, Question], fence: Fence) -> str:
    """The question, and the claims by number, one a line.

    A claim is led by what it follows in the draft, unless that is the claim above it.
    """
    lines: list[str] = []
    above = ""
    for number, question in asked.items():
        words = _line(question.claim.text)
        before = _line(question.context)
        lead = f" (it follows: {before})" if before and before not in above and before not in words else ""
        lines.append(f"{number}. {words}{lead}")
        above = words
    question = [fence.block("QUESTION", _line(query))] if query.strip() else []
    return "\n".join([*question, fence.block("CLAIMS", "\n".join(lines))])


def task(numbers: Sequence[int], faults: Mapping[int, str]) -> str:
    """What to do with the claims; ``faults`` say what was wrong with an earlier answer, by claim number."""
    listed = ", ".join(map(str, numbers))
    asked = f"Give one verdict for each of these claims: {listed}."
    if not faults:
        return asked
    told = "\n".join(f"- claim {number}: {fault}" for number, fault in faults.items())
    return f"{asked} An earlier answer could not be used:\n{told}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
