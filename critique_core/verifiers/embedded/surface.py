"""How much of a claim's wording the sources repeat: words, runs of words, names, numbers, and where they are.

Computed over whole sources, each read once. Answers that language models write from long sources are judged well by
these figures alone; a claim that differs from its source in one value is not, and is typed comparison's business.
``training/fit_surface.py`` fits the trees that join them.
"""

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from critique_core.evidence.units import cut
from critique_core.language.tokens import stem
from critique_core.models import Claim, SourceDocument, Unit
from critique_core.text.word_classes import FUNCTION_WORDS

_WORD = regex.compile(r"\d+(?:[.,:]\d+)*|[\p{L}\p{M}\p{N}_]+(?:['’][\p{L}]+)?")
_PART = regex.compile(r"\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\d+(?:[.,:]\d+)*|[^\W_]+")
_FUNCTION = FUNCTION_WORDS["en"]
_DENIALS = frozenset(map(stem, "no not never none without neither nor cannot false nothing nobody null".split()))
_GUESSES = frozenset(
    """may might could likely possibly probably perhaps suggest suggests suggesting seem seems appear appears indicate
    indicates imply implies overall generally typically potential potentially despite although however""".split()
)
# Of what the source has of a claim that has most of it; chosen on 82 RAGTruth answers that no table reports.
_BEARS = 0.2
_LONGEST_RUN = 4  # words of the longest run that is looked up whole; longer ones are put together from these
_NEAREST = ("best_unit", "best_three", "ordered", "best_record", "best_words", "best_denies", "denies_apart")
_COMPARED = 4  # units that share most with a claim, compared with it word for word


@dataclass(frozen=True, slots=True)
class _Token:
    stem: str
    text: str
    content: bool
    name: bool
    number: bool


@lru_cache(maxsize=20_000)
def _tokens(text: str) -> tuple[_Token, ...]:
    """Words and numbers; a word of several parts (``OutdoorSeating``) counts as its parts."""
    found: list[_Token] = []
    opening = True
    for match in _WORD.finditer(text):
        whole = match.group()
        plain = whole.isalpha() and (whole[1:].islower() or len(whole) == 1)
        for part in (whole,) if plain else _PART.findall(whole):
            folded = part.casefold()
            number = part[0].isdigit()
            found.append(_Token(
                stem=folded.replace(",", "") if number else stem(folded),
                text=folded,
                content=folded not in _FUNCTION and (number or len(folded) > 1),
                name=not opening and not number and part[0].isupper() and folded not in _FUNCTION,
                number=number,
            ))  # fmt: skip
        opening = text[match.end() : match.end() + 1] in (".", "!", "?", "\n", ":")
    return tuple(found)


class _Read:
    """One source: the stems of its units, in which units each stands, and the runs of stems that it holds."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units: list[tuple[str, ...]] = []
        self.records = [unit.kind == "record" for unit in units]
        self.postings: dict[str, set[int]] = {}
        self.runs: set[tuple[str, ...]] = set()
        for place, unit in enumerate(units):
            text = f"{unit.label} {unit.text}" if unit.label and unit.kind == "record" else unit.text
            stems = tuple(token.stem for token in _tokens(text))
            self.units.append(stems)
            for one in stems:
                self.postings.setdefault(one, set()).add(place)
            for length in range(2, _LONGEST_RUN + 1):
                self.runs.update(_runs_of(stems, length))
        self.words = sum(map(len, self.units))


@lru_cache(maxsize=128)
def _read(content: str, path: str | None, kind: str) -> _Read:
    return _Read(cut(SourceDocument(id="source", content=content, path=path, type=kind)))


def surface(
    claims: Sequence[Claim], draft: str, query: str, sources: Sequence[SourceDocument]
) -> list[dict[str, float]]:
    """The figures of each claim by name, in order: shares from 0 to 1, counts as log(1 + count)."""
    reads = [_read(source.content, source.path, source.type) for source in sources]
    asked = frozenset(token.stem for token in _tokens(query) if token.content)
    around = _of_draft(_tokens(draft), reads)
    found: list[dict[str, float]] = []
    for claim in claims:
        tokens = _tokens(claim.text)
        own = _wording(tokens, reads) | _nearest(tokens, reads)
        own["bearing_words"] = math.log1p(_bearing_words(tokens, reads))
        own["spread"] = own["cover"] - own["best_unit"]
        own["cover_above"] = own["cover"] - around["draft_cover"]
        own["query_words"] = _share([t.stem in asked for t in tokens if t.content]) if asked else 0.0
        own["place"] = claim.start / max(1, len(draft))
        own["reworded"] = float(claim.text != draft[claim.start : claim.end])
        found.append(own | around)
    return found


def _bearing_words(tokens: Sequence[_Token], reads: Sequence[_Read]) -> int:
    """How many words the sources have that speak of a claim: a fifth as much of it as the one that speaks of most."""
    content = sorted({token.stem for token in tokens if token.content})
    shares = [_share([one in read.postings for one in content]) for read in reads]
    least = _BEARS * max(shares, default=0.0)
    return sum(read.words for read, share in zip(reads, shares, strict=True) if share >= least)


def _of_draft(tokens: Sequence[_Token], reads: Sequence[_Read]) -> dict[str, float]:
    """What all claims of a draft share."""
    return {
        "draft_cover": _share([_is_in_some(token.stem, reads) for token in tokens if token.content]),
        "draft_runs": _share([_repeated(run, reads) for run in _runs_of([t.stem for t in tokens], 3)]),
        "draft_words": math.log1p(len(tokens)),
        "source_words": math.log1p(sum(read.words for read in reads)),
        "sources": math.log1p(len(reads)),
        "records": _share([record for read in reads for record in read.records]),
    }


def _wording(tokens: Sequence[_Token], reads: Sequence[_Read]) -> dict[str, float]:
    """What of a claim is anywhere in the sources."""
    stems = [token.stem for token in tokens]
    content = [token for token in tokens if token.content]
    found = [_is_in_some(token.stem, reads) for token in content]
    lengths = _stretches(stems, reads)
    return {
        "words": math.log1p(len(tokens)),
        "cover": _share(found),
        "tail_cover": _share(found[len(found) // 2 :]),
        "first_found": float(not found or found[0]),
        "last_found": float(not found or found[-1]),
        "bigrams": _share([_repeated(run, reads) for run in _runs_of(stems, 2)]),
        "trigrams": _share([_repeated(run, reads) for run in _runs_of(stems, 3)]),
        "longest_run": max(lengths, default=0) / max(1, len(stems)),
        "mean_run": sum(lengths) / len(lengths) / 10 if lengths else 0.0,
        "numbers": math.log1p(sum(token.number for token in content)),
        "numbers_found": _share([known for token, known in zip(content, found, strict=True) if token.number]),
        "names": math.log1p(sum(token.name for token in content)),
        "names_found": _share([known for token, known in zip(content, found, strict=True) if token.name]),
        "denies": float(any(token.stem in _DENIALS for token in tokens)),
        "guesses": float(any(token.text in _GUESSES for token in tokens)),
    }


def _nearest(tokens: Sequence[_Token], reads: Sequence[_Read]) -> dict[str, float]:
    """What of a claim is together: in the unit that shares most with it, rarer words counting more, and around."""
    content = [token for token in tokens if token.content]
    weights = _weights(content, reads)
    shared: dict[tuple[int, int], float] = {}
    for word, weight in weights.items():
        for which, read in enumerate(reads):
            for place in read.postings.get(word, ()):
                shared[which, place] = shared.get((which, place), 0.0) + weight
    if not shared:
        return dict.fromkeys(_NEAREST, 0.0)
    total = sum(weights.values())
    ranked = heapq.nsmallest(_COMPARED, shared, key=lambda key: (-shared[key], key))
    (which, place), stems = ranked[0], [token.stem for token in content]
    unit = reads[which].units[place]
    denied = any(word in _DENIALS for word in unit)
    values = (
        shared[which, place] / total,
        max(_together(weights, reads[w], p) for w, p in ranked) / total,
        max(_in_order(stems, _with_neighbours(reads[w], p)) for w, p in ranked) / len(stems),
        float(reads[which].records[place]),
        math.log1p(len(unit)),
        float(denied),
        float(denied != any(token.stem in _DENIALS for token in tokens)),
    )
    return dict(zip(_NEAREST, values, strict=True))


def _together(weights: dict[str, float], read: _Read, place: int) -> float:
    """The weight of the words that are in a unit or in one of its neighbours."""
    near = {place - 1, place, place + 1}
    return sum(weight for word, weight in weights.items() if not near.isdisjoint(read.postings.get(word, ())))


def _weights(content: Sequence[_Token], reads: Sequence[_Read]) -> dict[str, float]:
    """The weight of each content word: inverse document frequency over the sources' units, summed over its uses."""
    units = sum(len(read.units) for read in reads)
    weights: dict[str, float] = {}
    for token in content:
        frequency = sum(len(read.postings.get(token.stem, ())) for read in reads)
        rarity = max(0.1, math.log((units + 1) / (frequency + 0.5)))
        weights[token.stem] = weights.get(token.stem, 0.0) + rarity
    return weights


def _with_neighbours(read: _Read, place: int) -> list[str]:
    return [word for unit in read.units[max(0, place - 1) : place + 2] for word in unit]


def _is_in_some(word: str, reads: Sequence[_Read]) -> bool:
    return any(word in read.postings for read in reads)


def _repeated(run: tuple[str, ...], reads: Sequence[_Read]) -> bool:
    return any(run in read.runs for read in reads)


def _runs_of(stems: Sequence[str], length: int) -> Iterable[tuple[str, ...]]:
    return zip(*(stems[shift:] for shift in range(length)), strict=False)


def _share(flags: Sequence[bool]) -> float:
    """The share of true ones; 1 of none, because nothing is lacking then."""
    return sum(flags) / len(flags) if flags else 1.0


def _stretches(stems: Sequence[str], reads: Sequence[_Read]) -> list[int]:
    """Lengths of the stretches of two words and more that the sources repeat, cut greedily from the left."""
    lengths: list[int] = []
    first = 0
    for end in range(1, len(stems) + 1):
        context = tuple(stems[max(first, end - _LONGEST_RUN + 1) : end + 1])
        if end < len(stems) and len(context) > 1 and _repeated(context, reads):
            continue
        lengths += [end - first] if end - first > 1 else []
        first = end
    return lengths


def _in_order(first: Sequence[str], second: Sequence[str]) -> int:
    """Length of the longest common subsequence."""
    known = set(first)
    others = [word for word in second if word in known]
    row = [0] * (len(others) + 1)
    for word in first:
        above = [0, *row[1:]]
        for at, other in enumerate(others):
            row[at + 1] = above[at] + 1 if word == other else max(above[at + 1], row[at])
    return row[-1]
