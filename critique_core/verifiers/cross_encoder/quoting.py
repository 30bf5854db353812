"""Which sentence of the sources concerns a claim most: those of the best window are put to the model one by one."""

from collections.abc import Mapping, Sequence

from critique_core.models import Evidence, Passage, Relation, SourceDocument
from critique_core.verifiers.cross_encoder.asking import ClaimWindows, Question, ask_alone
from critique_core.verifiers.cross_encoder.beliefs import Belief
from critique_core.verifiers.cross_encoder.loading import LoadedModel
from critique_core.verifiers.cross_encoder.windows import Piece, Window

_MOST_SENTENCES = 12
"""Sentences of a window that are asked about alone, those of the passages ranked first before others."""
_LIKELY = 0.5


def evidence(
    model: LoadedModel,
    questions: Sequence[Question],
    readings: Sequence[ClaimWindows],
    sources: Mapping[str, SourceDocument],
) -> dict[str, Evidence]:
    """For each claim that was read, by its id, a quote for the outcome that is likeliest.

    It is the sentence that by itself gives that outcome the greatest probability, which is the evidence's score. When
    none gives it one half, it is the best-ranked passage of the window, with the window's probability: then the model
    needed more than one sentence.
    """
    asked: list[tuple[Question, Window]] = []
    for question, reading in zip(questions, readings, strict=True):
        if reading.failure is None:
            window, _ = _best(reading)
            asked += [(question, Window(((piece,),))) for piece in _sentences(question, window)]
    alone = ask_alone(model, asked, sources)
    heard: dict[str, list[tuple[Piece, Belief]]] = {}
    for (question, window), belief in zip(asked, alone, strict=True):
        if belief is not None:
            heard.setdefault(question.claim.id, []).append((window.pieces[0], belief))
    return {
        question.claim.id: _quote(question, reading, heard.get(question.claim.id, []), sources)
        for question, reading in zip(questions, readings, strict=True)
        if reading.failure is None
    }


def relation_of(belief: Belief) -> Relation:
    """What a quote is to the claim, by the likeliest outcome."""
    unsupported = 1.0 - belief.supported - belief.contradicted
    if belief.supported >= max(unsupported, belief.contradicted):
        return "supports"
    return "contradicts" if belief.contradicted >= unsupported else "context"


def _weight(belief: Belief, relation: Relation) -> float:
    return belief.contradicted if relation == "contradicts" else belief.supported


def _best(reading: ClaimWindows) -> tuple[Window, Belief]:
    """The window that the likeliest outcome is owed to; of equal ones the first."""
    relation = relation_of(reading.whole)
    pairs = list(zip(reading.windows, reading.beliefs, strict=True))
    return max(pairs, key=lambda pair: _weight(pair[1], relation))


def _sentences(question: Question, window: Window) -> list[Piece]:
    """The window's pieces with letters or digits, those of passages ranked first before others."""
    ranked = [one.passage for one in question.candidates.passages]

    def rank(piece: Piece) -> int:
        return next((place for place, passage in enumerate(ranked) if _holds(passage, piece)), len(ranked))

    return sorted(dict.fromkeys(window.pieces), key=rank)[:_MOST_SENTENCES]


def _holds(passage: Passage, piece: Piece) -> bool:
    return passage.source_id == piece.source_id and passage.start <= piece.start and piece.end <= passage.end


def _quote(
    question: Question,
    reading: ClaimWindows,
    heard: Sequence[tuple[Piece, Belief]],
    sources: Mapping[str, SourceDocument],
) -> Evidence:
    relation = relation_of(reading.whole)
    window, belief = _best(reading)
    first = _sentences(question, window)[0]
    piece, alone = max(heard, key=lambda pair: _weight(pair[1], relation), default=(first, belief))
    score, start, end = _weight(alone, relation), piece.start, piece.end
    if relation != "context" and score < _LIKELY:
        passages = [one.passage for one in question.candidates.passages if _holds(one.passage, first)]
        score, piece = _weight(belief, relation), first
        start, end = (passages[0].start, passages[0].end) if passages else (first.start, first.end)
    return Evidence(
        source_id=piece.source_id, start=start, end=end, quote=sources[piece.source_id].content[start:end],
        relation=relation, score=round(min(max(score, 0.0), 1.0), 4),
    )  # fmt: skip
