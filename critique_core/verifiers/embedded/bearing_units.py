"""Which units of a claim's passages the encoder reads beside it: those that share telling terms with it.

Short sources fit into one window. Their sentences that say nothing of a claim
mislead the encoder: beside them a wrong claim is more easily taken for supported (decision 3 has the figures).
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator

from critique_core.evidence.index import terms_of
from critique_core.language import cells
from critique_core.models import ClaimCandidates, Unit
from critique_core.text.word_classes import QUESTION_MARKS

_LEAST = 0.35
"""Share of the best unit's score that a unit needs."""


class Bearing:
    """Chooses units for the claims of one draft; the terms of a unit are looked up once."""

    def __init__(self) -> None:
        self._terms: dict[str, frozenset[str]] = {}

    def units(self, claim: str, candidates: ClaimCandidates) -> Iterator[tuple[str, Unit]]:
        """The units that bear on ``claim`` with their sources' ids, the nearest first, each with the one before it.

        A unit scores the sum of what the terms weigh that it shares with the claim, by the inverse share of the
        candidates that have them (Robertson and Sparck Jones, as in BM25). What stands just before says what a
        pronoun means, and what stands after a question answers it. A source without prose, such as a JSON file or a
        table, is taken whole: its parts mean something by what is around them. Where no unit shares a term, all are
        taken, in the order of their passages.
        """
        found = {
            (ranked.passage.source_id, unit.start): unit
            for ranked in candidates.passages
            for unit in ranked.passage.units
        }
        prose = {source_id for (source_id, _), unit in found.items() if unit.kind == "prose"}
        asked = frozenset(terms_of(claim))
        shared = {key: asked & self._terms_of(unit) for key, unit in found.items()}
        having = Counter(itertools.chain.from_iterable(shared.values()))
        weights = {term: math.log1p((len(found) - count + 0.5) / (count + 0.5)) for term, count in having.items()}
        scores = {key: sum(weights[term] for term in sorted(terms)) for key, terms in shared.items()}
        least = _LEAST * max(scores.values(), default=0.0)
        after = dict(itertools.pairwise(sorted(found)))
        before = {second: first for first, second in after.items()}
        for key in sorted(found, key=lambda one: -scores[one]):
            if scores[key] < least and key[0] in prose:
                continue
            yield key[0], found[key]
            if key in before and before[key][0] == key[0]:
                yield key[0], found[before[key]]
            if key in after and after[key][0] == key[0] and found[key].text.endswith(QUESTION_MARKS):
                yield key[0], found[after[key]]

    def _terms_of(self, unit: Unit) -> frozenset[str]:
        text = said(unit)
        if text not in self._terms:
            self._terms[text] = frozenset(terms_of(text))
        return self._terms[text]


def said(unit: Unit) -> str:
    """A unit's words as the encoder reads them: a field with the whole path of its key, a row with its cells apart."""
    if unit.kind == "record" and unit.label:
        return f"{unit.label}: {unit.text.partition(':')[2].strip() or unit.text}"
    return cells.parted(unit.text, " | ") if unit.kind == "table" else unit.text
