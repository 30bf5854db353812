"""A deed that the source gives to "she", where the claim gives it to a man of the same text, or the other way."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence, Word
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.alignment.coverage import passages, spoken_of
from critique_core.verifiers.embedded.checks.base import Observation, between

_SURE = 0.75
_LEAST, _LEAD = 0.7, 0.2
_MEN = frozenset(
    """mr sir lord king prince duke count baron father brother son husband uncle nephew grandfather monk bishop pope
    widower actor""".split()
)
_WOMEN = frozenset(
    """mrs ms miss dame lady queen princess duchess countess baroness mother sister daughter wife aunt niece grandmother
    nun abbess widow actress""".split()
)
_PRONOUNS = {"he": "m", "him": "m", "his": "m", "himself": "m", "she": "f", "her": "f", "hers": "f", "herself": "f"}


def gendered(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[tuple[Alignment, Observation]]:
    """The first statement about "he" or "she" that tells the claim's deed, when its doer is a person of the other sex.

    The text itself must say so by a title or a word of kin; a first name says nothing.
    """
    if claim.code != "en":
        return
    for passage in passages(alignments):
        known = _genders([a.scope.sentence for a in passage])
        named = [w for w in claim.words if w.token.norm in known]
        sexes = {known[w.token.norm] for w in named}
        if len(sexes) != 1:
            continue
        yield from _told_of_other(claim, named, sexes.pop(), passage)


def _genders(sentences: Sequence[Sentence]) -> dict[str, str]:
    """The sex of each name after a title or a word of kin ("Princess Ilva"), or before "and his wife"."""
    known: dict[str, str] = {}
    for sentence in sentences:
        for word in (w for w in sentence.words if w.token.name):
            before = [t.norm for t in sentence.tokens[max(0, word.index - 1) : word.index]]
            after = [t.norm for t in sentence.tokens[word.index + 1 : word.index + 3]]
            own = _PRONOUNS.get(after[1]) if len(after) == 2 and after[0] == "and" else None
            sex = "m" if _MEN & set(before) else "f" if _WOMEN & set(before) else own
            if sex is not None and word.token.norm not in _MEN | _WOMEN:
                known[word.token.norm] = sex
    return known


def _told_of_other(
    claim: Sentence, named: Sequence[Word], sex: str, passage: Sequence[Alignment]
) -> Iterator[tuple[Alignment, Observation]]:
    titles = _MEN | _WOMEN
    rest = [w for w in claim.words if w not in named and w.token.norm not in titles]
    names = {w.token.norm for w in named}
    told: list[tuple[float, bool, Alignment, int]] = []
    for alignment in passage:
        sentence = alignment.scope.sentence
        for number in dict.fromkeys(sentence.statements):
            inside = [i for i, home in enumerate(sentence.statements) if home == number]
            there = [w for w in sentence.words if sentence.statements[w.index] == number]
            sexes = {_PRONOUNS[n] for i in inside if (n := sentence.tokens[i].norm) in _PRONOUNS}
            subject = next((i for i in inside if sentence.tokens[i].norm in ("he", "she")), None)
            own = bool(names & {w.token.norm for w in there}) or sex in sexes
            if subject is not None or own:
                told.append((spoken_of(rest, there), own, alignment, subject if subject is not None else inside[0]))
    best = max((t for t in told if not t[1]), key=lambda t: t[0], default=None)
    if best is None or best[0] < _LEAST or any(t[1] and t[0] > best[0] - _LEAD for t in told):
        return
    token = best[2].scope.sentence.tokens[best[3]]
    text = f"the source says this of “{token.text}”, the draft of {named[0].token.text}"
    yield best[2], between("role", "conflicts", named[0].token, token, text, _SURE)
