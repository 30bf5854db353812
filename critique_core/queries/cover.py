"""Which words of a query a document mentions, in its best stretch about as long as a search engine's passage."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from critique_core.models import SourceDocument
from critique_core.queries.question import Question
from critique_core.queries.terms import Hit, Matcher, forms, is_function, tokens

_WORDS, _STRIDE = 120, 40  # words read together; RAGTruth's passages, which the grades were fitted to, are as long
_TITLE = 0.9  # what only the title names, the text need not say
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Stretch:
    """The stretch ``content[start:end]`` of a document that mentions most of the query.

    ``share`` is the weighted share of the query's words in it, 0 to 1 (the document's title counts nine tenths);
    ``missing`` are the words it does not mention.
    """

    start: int
    end: int
    share: float
    missing: tuple[str, ...]


def best_stretch(matcher: Matcher, source: SourceDocument) -> Stretch:
    """The first of the stretches of 120 words with the highest share. All text is read, in time linear in it."""
    words = tokens(source.content)
    titled = [_TITLE * strength for strength in matcher.cover(_names(source))]
    windows = _windows(list(matcher.hits(source.content)))
    best, covered, place = matcher.share(titled), titled, 0
    for number in sorted(windows):
        cover = [max(own, windows[number].get(index, 0.0)) for index, own in enumerate(titled)]
        share = matcher.share(cover)
        if share > best + _EPSILON:
            best, covered, place = share, cover, number
    inside = words[place * _STRIDE : place * _STRIDE + _WORDS]
    missing = tuple(term.text for term, strength in zip(matcher.terms, covered, strict=True) if not strength)
    start, end = (inside[0].start, inside[-1].end) if inside else (0, 0)
    return Stretch(start, end, min(1.0, best), missing)


def other_words(question: Question, text: str) -> frozenset[str]:
    """The stems of a text's content words that are not the query's own: what it says of them."""
    asked = frozenset(form for term in question.terms for form in forms(term.key, question.language))
    return frozenset(
        min(known)
        for word in {token.key for token in tokens(text)}
        if len(word) > 1 and not is_function(word, question.language)
        if (known := forms(word, question.language)).isdisjoint(asked)
    )


def _names(source: SourceDocument) -> str:
    return " ".join(part for part in (source.title, source.section, source.path) if part)


def _windows(hits: Sequence[Hit]) -> dict[int, dict[int, float]]:
    """The best strength of each term in each window, by the window's number; windows without a hit are left out."""
    windows: defaultdict[int, dict[int, float]] = defaultdict(dict)
    for hit in hits:
        last = hit.index // _STRIDE
        for number in range(max(0, last - _WORDS // _STRIDE + 1), last + 1):
            best = windows[number]
            best[hit.term] = max(best.get(hit.term, 0.0), hit.strength)
    return windows
