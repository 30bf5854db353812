"""All places of a text that can be changed, each with one change."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache

from critique_core.citations import markers
from critique_core.mutations import denying, names, values, words
from critique_core.mutations.mutation import KINDS, Mutation
from critique_core.text.languages import language_of
from critique_core.text.sentences import block_sentences, blocks

_NOT_TEXT = re.compile(
    r"!?\[[^\[\]]*\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"]*\")?\)|<[^<>\s]+>|\bhttps?://\S+|\bwww\.\S+"
    r"|\S+@\S+\.\w+|\[\^?[^\[\]\n]{1,60}\]|【[^】\n]*】"
)
"""Links, addresses, tags and whatever is in square brackets: a change there would change no statement."""


@lru_cache(maxsize=256)
def mutations(text: str, seed: int = 0) -> tuple[Mutation, ...]:
    """Every change of ``text`` that makes it say something else, in order; one place may be in two of another kind.

    The same text and seed give the same changes. Nothing in code blocks, links and citation markers is changed. In
    languages other than English only values, and names where capitals show them, are. Headings are left out.
    """
    code = language_of(text)
    found: list[Mutation] = []
    for block in blocks(text):
        if block.kind in ("code", "heading", "table_header"):
            continue
        for span in block_sentences(block, code):
            sentence = text[span.start : span.end]
            chance = random.Random(f"{seed} {sentence}")  # noqa: S311 - a draw that anyone can repeat, no secret
            worded = code == "en" and block.kind != "table_row"  # a cell says no whole sentence
            found += _placed(_of_sentence(sentence, code, chance, worded=worded), sentence, span.start)
    return tuple(sorted(found, key=lambda m: (m.start, m.end)))


def choices(text: str, seed: int = 0) -> tuple[Mutation, ...]:
    """The changes of ``mutations`` that can be offered side by side: none overlaps another.

    Where two could change one place, the kind that comes first in ``KINDS`` has it.
    """
    kept: list[Mutation] = []
    for mutation in sorted(mutations(text, seed), key=lambda m: (KINDS.index(m.kind), m.start)):
        if not any(mutation.start < other.end and other.start < mutation.end for other in kept):
            kept.append(mutation)
    return tuple(sorted(kept, key=lambda m: m.start))


def _of_sentence(sentence: str, code: str, chance: random.Random, *, worded: bool) -> Iterator[Mutation]:
    yield from values.mutated(sentence, code, chance)
    yield from names.mutated(sentence, code, chance)
    if worded:
        yield from words.mutated(sentence)
        yield from denying.mutated(sentence)


def _placed(found: Iterator[Mutation], sentence: str, offset: int) -> Iterator[Mutation]:
    """The changes at their places in the whole text, without those that touch a link or a marker."""
    closed = [match.span() for match in _NOT_TEXT.finditer(sentence)]
    closed += [(marker.start, marker.end) for marker in markers.find(sentence)]
    for m in found:
        if not any(m.start < end and start < m.end for start, end in closed):
            yield Mutation(m.kind, m.start + offset, m.end + offset, m.old, m.new)
