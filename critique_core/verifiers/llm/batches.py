"""Which claims go into one prompt, and which stretches of the sources they are judged against."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from critique_core.models import Claim, Passage, SourceDocument, Span, VerificationInput

MOST_CLAIMS = 15
"""In one prompt: beyond, answers grow long and models lose count."""
PROMPT_TOKENS = 6000
"""Of source text in one prompt, by ``tokens``: with system text, claims and answer it fits a context of 8192."""
_WHOLE_FROM = 0.5  # share of the sources' tokens that a prompt needs anyway, from which they are given whole
_LONGEST_CONTEXT = 300
_SENTENCE_ENDS = (". ", "! ", "? ", "。", "！", "？", "\n")


@dataclass(frozen=True, slots=True)
class Question:
    """A claim to judge: the words before it in the draft, and its passages, best first.

    ``left_out`` counts passages that do not fit into any prompt.
    """

    claim: Claim
    context: str
    passages: tuple[Passage, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """Questions asked together; ``stretches`` are the parts of each source shown, by its place among the sources."""

    questions: tuple[Question, ...]
    stretches: Mapping[int, tuple[Span, ...]]


def tokens(text: str) -> int:
    """About how many tokens a model makes of a text: one for four bytes of UTF-8."""
    return (len(text.encode("utf-8", "surrogatepass")) + 3) // 4


def questions(request: VerificationInput) -> tuple[Question, ...]:
    """Every claim with the sentence it follows and its passages."""
    return tuple(
        Question(claim, _context(request.draft, claim), tuple(ranked.passage for ranked in found.passages))
        for claim, found in zip(request.claims, request.candidates, strict=True)
    )


def fitted(asked: Sequence[Question], sources: Sequence[SourceDocument], prompt_tokens: int) -> tuple[Question, ...]:
    """The questions, each with as many of its passages as one prompt holds: all, unless they are very long."""
    places = {source.id: place for place, source in enumerate(sources)}
    return tuple(_fitted(question, places, sources, prompt_tokens) for question in asked)


def batches(
    asked: Sequence[Question],
    sources: Sequence[SourceDocument],
    *,
    prompt_tokens: int = PROMPT_TOKENS,
    most_claims: int = MOST_CLAIMS,
) -> tuple[Batch, ...]:
    """The questions in order, as many to a prompt as its bounds allow; none is left out.

    Sources that a prompt needs half of are shown whole where they fit, so that prompts of one request begin alike; so
    are those of claims that have no passage at all. A batch of such claims has no stretches where they do not fit.
    """
    places = {source.id: place for place, source in enumerate(sources)}
    found: list[Batch] = []
    held: list[Question] = []
    for question in asked:
        fitting = _fitted(question, places, sources, prompt_tokens)
        too_many = len(held) >= most_claims
        if held and (too_many or _cost(_merged([*held, fitting], places), sources) > prompt_tokens):
            found.append(_batch(held, places, sources, prompt_tokens))
            held = []
        held.append(fitting)
    if held:
        found.append(_batch(held, places, sources, prompt_tokens))
    return tuple(found)


def _batch(held: Sequence[Question], places: Mapping[str, int], sources: Sequence[SourceDocument], most: int) -> Batch:
    stretches = _merged(held, places)
    whole = {place: (Span(start=0, end=len(source.content)),) for place, source in enumerate(sources) if source.content}
    wanted = not stretches or _WHOLE_FROM * _cost(whole, sources) <= _cost(stretches, sources)
    if wanted and _cost(whole, sources) <= most:
        stretches = whole
    return Batch(tuple(held), stretches)


def _fitted(question: Question, places: Mapping[str, int], sources: Sequence[SourceDocument], most: int) -> Question:
    kept = list(question.passages)
    while len(kept) > 1 and _cost(_merged([Question(question.claim, "", tuple(kept))], places), sources) > most:
        kept.pop()
    left_out = question.left_out + len(question.passages) - len(kept)
    return Question(question.claim, question.context, tuple(kept), left_out)


def _merged(held: Iterable[Question], places: Mapping[str, int]) -> dict[int, tuple[Span, ...]]:
    """The stretches that hold all passages, by source and in the order of its text; overlapping ones become one."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for question in held:
        for passage in question.passages:
            spans.setdefault(places[passage.source_id], []).append((passage.start, passage.end))
    return {place: tuple(_joined(sorted(set(spans[place])))) for place in sorted(spans)}


def _joined(ordered: Sequence[tuple[int, int]]) -> Iterator[Span]:
    start, end = ordered[0]
    for first, last in ordered[1:]:
        if first > end + 1:
            yield Span(start=start, end=end)
            start, end = first, last
        end = max(end, last)
    yield Span(start=start, end=end)


def _cost(stretches: Mapping[int, tuple[Span, ...]], sources: Sequence[SourceDocument]) -> int:
    return sum(
        tokens(sources[place].content[span.start : span.end]) for place, spans in stretches.items() for span in spans
    )


def _context(draft: str, claim: Claim) -> str:
    """The sentence of the same paragraph that ends where the claim begins; its own beginning for a later clause."""
    before = draft[max(0, claim.start - _LONGEST_CONTEXT) : claim.start].rpartition("\n\n")[2].rstrip()
    cut = max(before.rfind(end, 0, max(0, len(before) - 1)) for end in _SENTENCE_ENDS)
    return " ".join(before[cut + 1 :].split())
