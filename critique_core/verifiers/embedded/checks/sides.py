"""Which side somebody took: "campaigned for the dam" beside "campaigned against the dam"."""

from collections.abc import Iterator, Sequence

from critique_core.language.sentence import Sentence, Word
from critique_core.language.similarity import covered
from critique_core.verifiers.embedded.alignment.align import Alignment
from critique_core.verifiers.embedded.checks.base import Seen, between

_SURE = 0.8
_LEAST_SHARED = 0.5
_TAKING_SIDES = frozenset(
    """campaign vote argue fight speak protest lobby decide rule testify demonstrate rally plead advise recommend
    petition advocate march""".split()
)
_SIDES = frozenset(("for", "against"))
_NEAR = 3  # tokens from the verb to its preposition: "voted almost unanimously against"


def sides(claim: Sentence, alignments: Sequence[Alignment]) -> Iterator[Seen]:
    """The other side of the claim's matter, where the sources say it of the same verb and not the claim's own side."""
    for verb, at in _taken(claim):
        told = [(a, v, i) for a in alignments for v, i in _taken(a.scope.sentence) if v.keys & verb.keys]
        if any(a.scope.sentence.tokens[i].norm == claim.tokens[at].norm for a, _, i in told):
            return
        for alignment, _, other in told:
            source = alignment.scope.sentence
            mine, theirs = ([w for w in s.words if w.index > i] for s, i in ((claim, at), (source, other)))
            if covered(mine, theirs, "en") >= _LEAST_SHARED:
                text = f"the draft says “{claim.tokens[at].text}”, the source “{source.tokens[other].text}”"
                yield alignment, between("antonym", "conflicts", claim.tokens[at], source.tokens[other], text, _SURE)
                return


def _taken(sentence: Sentence) -> Iterator[tuple[Word, int]]:
    """Each verb of taking sides that is not denied, with the place of its "for" or "against"."""
    for word in sentence.words:
        if word.denied or not word.keys & _TAKING_SIDES:
            continue
        following = range(word.index + 1, min(word.index + 1 + _NEAR, len(sentence.tokens)))
        at = next((i for i in following if sentence.tokens[i].norm in _SIDES), None)
        if at is not None:
            yield word, at
