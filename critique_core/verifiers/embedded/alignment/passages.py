"""The units of one source in the order of its text, so that a check may look across sentences."""

from collections.abc import Sequence

from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment


def passages(alignments: Sequence[Alignment]) -> list[list[Alignment]]:
    """The English prose among the aligned units, by source and in the order of its text."""
    by_source: dict[str, list[Alignment]] = {}
    for alignment in alignments:
        if alignment.scope.unit.kind == "prose" and alignment.scope.sentence.code == "en":
            by_source.setdefault(alignment.scope.source_id, []).append(alignment)
    return [sorted(found, key=lambda a: a.scope.unit.start) for found in by_source.values()]


def between(sentence: Sentence, start: int, end: int) -> tuple[Word, ...]:
    """The content words at token positions ``start`` to ``end``, the last not included."""
    return tuple(w for w in sentence.words if start <= w.index < end)
