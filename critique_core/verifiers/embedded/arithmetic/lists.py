"""How many things a source lists by name: "three trainers" beside "the trainers are Ann, Peter and Lin"."""

from collections.abc import Sequence
from dataclasses import replace

import regex

from critique_core.language.lexicon import PARTS, lexicon
from critique_core.language.sentence import Sentence, heads
from critique_core.language.similarity import similarity
from critique_core.typed_values.mentions import Mention
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.arithmetic.terms import Derived

_SAME = 0.8
_ALIKE = 0.7
_PLAIN = frozenset("come offer have choose".split())  # verbs that say no more than that there are so many
_MOST = 20
_LIST = regex.compile(
    r"(?:\b(?:are|were|namely)\b|:)\s*(?P<items>(?:[^,;:.()]+,\s)*[^,;:.()]+?,?\s(?:and|or)\s[^,;:.()]+)[.;]?\s*$"
)
_OPEN = regex.compile(r"\b(?:includ\p{L}+|such as|among (?:them|others)|for example|etc|e\.g\.|more|others?)\b")
_BETWEEN = regex.compile(r",\s*(?:and|or)\s+|,\s*|\s+(?:and|or)\s+")
_LONGEST = 5  # words of one thing that is listed


def _says_all(claim: Sentence, source: Sentence) -> bool:
    """Whether a sentence says of the things all that a claim says of them: that members are listed, none resigned."""
    if any(w.denied for w in (*claim.words, *source.words)):
        return False
    told = (w for w in claim.words if not w.keys & _PLAIN)
    return all(any(similarity(w, one, claim.code) >= _ALIKE for one in source.words) for w in told)


def _is_thing(text: str) -> bool:
    """Whether a part of a list is a name, or a noun that WordNet knows: not "tired" or "cold"."""
    words = text.split()
    named = text[:1].isupper() or "n" in lexicon().related(words[-1].casefold(), PARTS)
    adjective = "a" in lexicon().related(words[-1].casefold(), PARTS) and not text[:1].isupper()
    return len(words) <= _LONGEST and named and not adjective


def listed(claim: Sentence, mention: Mention, alignments: Sequence[Alignment]) -> Derived | None:
    """A claim's count as that of the things that a source names behind their common noun."""
    counted = heads(claim, mention)[:1]
    if mention.kind != "number" or mention.bound or not counted or not 1 < mention.low <= _MOST:
        return None
    for alignment in alignments:
        sentence = alignment.scope.sentence
        named = (w for w in sentence.words if similarity(counted[0], w, claim.code) >= _SAME)
        place = next((w.token.end for w in named), None)
        found = None if place is None else _LIST.search(sentence.text, place)
        if found is None or _OPEN.search(sentence.text) or not _says_all(claim, sentence):
            continue
        items = [one for one in _BETWEEN.split(found["items"]) if one]
        valued = any(m.start >= found.start("items") for m in sentence.mentions if m.kind != "identifier")
        if len(items) == mention.low and not valued and all(_is_thing(one) for one in items):
            start, end = found.span("items")
            place_of = replace(mention, start=start, end=end, text=found["items"])
            told = f"“{found['items']}” makes {mention.text}"
            return Derived(mention, (alignment, place_of), (alignment, place_of), told)
    return None
